"""Where storages go: remaps of devices, and moves of optimizer state, some scalars of which have their own rule."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from core.catalogue.catalogue import Catalogue
from core.catalogue.derived import derived
from core.catalogue.optimizers.pickled_state import pickled_states
from core.catalogue.optimizers.scalar_state import scalars_on_cpu
from core.catalogue.optimizers.words import belonging_text
from core.catalogue.rows import Optimizer
from core.edits.device_mentions import remap_device_objects
from core.edits.draft import Draft
from core.edits.edits import FOLLOW, Edit, MoveOptimizer, RemapDevice, check_device, device_matches
from core.edits.wording import Effect, title
from core.errors import EditError, PathNotFound
from core.text import clip, count_text
from core.words import say, say_count


def remap(edit: RemapDevice, draft: Draft) -> Effect:
    """Send the storages that the edit is about to its device."""
    target = check_device(edit.target)
    saved = draft.catalogue.storage_columns.devices
    matching = {device for device in set(saved) if device_matches(edit.source, device)}
    chosen = [index for index in _chosen(draft, edit) if saved[index] in matching]
    going = chosen
    if target != "cpu" and "cpu" in matching:
        steps = step_storages(draft.catalogue)
        going = [index for index in chosen if saved[index] != "cpu" or steps.get(index) is not False]
    held = len(chosen) - len(going)
    draft.put(going, target)
    moved = [index for index in going if saved[index] != target]
    if held:
        draft.note(
            say(
                "{tensors} stayed on the CPU, where torch keeps them unless the group is capturable or fused.",
                tensors=count_text(held, "`step` tensor"),
            )
        )
    if edit.role is None and edit.rows is None:
        remap_device_objects(draft.catalogue, draft.rewrite, edit.source, target)
    if not chosen:
        called = title(draft.catalogue, edit)
        draft.note(
            say(
                "Nothing in the file was saved on {source}; “{called}” changes nothing.",
                source=edit.source,
                called=called,
            )
        )
    return Effect(sent=moved)


def _chosen(draft: Draft, edit: RemapDevice) -> Iterable[int]:
    tensors, storage_of = draft.catalogue.tensors, draft.catalogue.storage_of
    if edit.rows is not None:
        if any(not 0 <= row < len(tensors) for row in edit.rows):
            raise PathNotFound(say("The selection names a tensor that is not in this file."))
        return sorted(set(map(storage_of.__getitem__, edit.rows)))
    if edit.role is not None:
        return sorted({row.storage for row in tensors if row.role == edit.role})
    return range(len(draft.devices))


def move_optimizer(edit: MoveOptimizer, draft: Draft) -> Effect:
    """Send the state of optimizers to a device, or along with its parameters."""
    target = edit.target if edit.target == FOLLOW else check_device(edit.target)
    optimizers = [item for item in _optimizers(draft.catalogue) if edit.entry in (None, item.entry)]
    if not optimizers:
        raise EditError(
            say("There is no optimizer state in this file to move.")
            if edit.entry is None
            else say("That is no optimizer.")
        )
    steps = step_storages(draft.catalogue)
    moved: list[int] = []
    unmatched = 0
    for optimizer in optimizers:
        if target == FOLLOW and (why := _cannot_follow(draft.catalogue, optimizer)):
            draft.note(why)
            continue
        for item in optimizer.entries:
            if item.entry is None:
                continue
            if target == FOLLOW and item.parameter is None and item.home is None:
                unmatched += 1
                continue
            goal = target if target != FOLLOW or item.home is None else item.home.device or FOLLOW
            for row in _state_rows(draft.catalogue, item.entry):
                storage = draft.catalogue.storage_of[row]
                moved.append(storage)
                _place_state(draft, storage, "cpu" if steps.get(storage) is False else goal, item.parameter)
    if unmatched:
        draft.note(
            say_count(
                unmatched,
                "{n:,} optimizer entry belongs to no parameter that could be told; it stays where it is.",
                "{n:,} optimizer entries belong to no parameter that could be told; they stay where they are.",
            )
        )
    return Effect(sent=moved)


def _cannot_follow(catalogue: Catalogue, optimizer: Optimizer) -> str:
    """Why nothing says where the parameters of an optimizer are; empty where it is known, or known of some."""
    path = clip(catalogue.path_text(optimizer.entry), 40) or catalogue.checkpoint.name
    if optimizer.candidates or optimizer.others:
        return say(
            "The state of {path} stays where it is, {belonging}; say which model it is of.",
            path=path,
            belonging=belonging_text(catalogue, optimizer),
        )
    homes = [item.home for item in optimizer.entries if item.home is not None]
    if optimizer.other is not None and homes and all(home.device is None for home in homes):
        return say(
            "The state of {path} stays where it is: {file} names no devices.",
            path=path,
            file=clip(optimizer.other.file, 60),
        )
    return ""


def _state_rows(catalogue: Catalogue, entry: int) -> Iterable[int]:
    """The tensors in the state of a parameter; not what is only about them, such as the ranks in a mesh."""
    rows = catalogue.subtree_rows(entry)
    return [row for row in rows if catalogue.tensors[row].role != "other"] if catalogue.tree.compounds else rows


def _place_state(draft: Draft, storage: int, target: str, parameter: int | None) -> None:
    if target != FOLLOW:
        draft.put((storage,), target)
    elif parameter is not None:
        draft.put_with(storage, parameter)
    else:
        draft.stay(storage)


def _optimizers(catalogue: Catalogue) -> tuple[Optimizer, ...]:
    """Those of the file, state dicts and whole pickled ones."""
    return catalogue.optimizers + pickled_states(catalogue)


@derived
def step_storages(catalogue: Catalogue) -> dict[int, bool]:
    """Storages of ``step`` and other `scalars_on_cpu` → whether torch wants them on the parameter's device."""
    labels, rows, storage_of = catalogue.tree.labels, catalogue.rows, catalogue.storage_of
    found: dict[int, bool] = {}
    for item in (each for optimizer in _optimizers(catalogue) for each in optimizer.entries if each.entry is not None):
        children = [child for child in catalogue.children(item.entry or 0) if rows[child] >= 0]
        scalars = scalars_on_cpu(labels[child] for child in children)
        found |= {storage_of[rows[child]]: item.step_on_device for child in children if labels[child] in scalars}
    return found


def counted(draft: Draft, edit: Edit, effect: Effect) -> Effect:
    """Of what was sent along, count what really goes to another device, now that all have their place.

    What a later edit has sent on to a third is counted there.
    """
    if effect.sent is None:
        return effect
    saved, goal = draft.catalogue.storage_columns.devices, None
    if isinstance(edit, RemapDevice):
        goal = check_device(edit.target)
    going = (index for index in effect.sent if draft.devices[index] != saved[index])
    return moving(draft.catalogue, (index for index in going if goal in (None, draft.devices[index])))


def about_steps(draft: Draft) -> Iterator[str]:
    """A warning of ``step`` tensors that go where torch does not keep them."""
    saved = draft.catalogue.storage_columns.devices
    stray = [
        index
        for index, on_device in step_storages(draft.catalogue).items()
        if not on_device and draft.devices[index] != "cpu" and draft.devices[index] != saved[index]
    ]
    if stray:
        yield say(
            "{tensors} will be on {device}, where every step of the optimizer reads them back, which is "
            "slow (torch 1.12.0 refuses). Move the optimizer state too: it knows the rule.",
            tensors=count_text(len(stray), "`step` tensor"),
            device=draft.devices[stray[0]],
        )


def moving(catalogue: Catalogue, storages: Iterable[int]) -> Effect:
    """What going elsewhere does to storages: their tensors and bytes, each once."""
    unique, columns = dict.fromkeys(storages), catalogue.storage_columns
    tensors, nbytes = (sum(map(column.__getitem__, unique)) for column in (columns.tensors, columns.nbytes))
    return Effect(tensors, nbytes=nbytes)
