"""Defines the edits that move storages to other devices: `RemapDevice` for any, `MoveOptimizer` for optimizer state.

A file also names devices beside its storages, and these change along with them. Three things name the device of a
tensor: the call that rebuilds a tensor of XLA and its like from a copy in main memory, a class that wraps other
tensors, and the mesh of a DTensor. ``torch.load(map_location=…)`` maps the first two and leaves the third, which FSDP2
then refuses ("Cannot run aten.copy_.default on inputs with different meshes"). A ``torch.device`` elsewhere is a value
of the user.
"""

from __future__ import annotations

import fnmatch
import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice, repeat
from operator import eq, ne
from typing import TYPE_CHECKING, Final, TypeGuard

from core.catalogue.catalogue import Catalogue
from core.catalogue.derived import derived
from core.catalogue.modules import pickled_states
from core.catalogue.optimizers.groups import scalars_on_cpu
from core.catalogue.optimizers.words import belonging_text
from core.catalogue.rows import Optimizer
from core.catalogue.subclasses import meshes_below
from core.edits.diff import Rewrite
from core.edits.draft import Draft
from core.edits.edit import NO_EFFECT, Edit, Effect, Option, Plan
from core.edits.fields import Entry, Rows
from core.edits.steps import Names, Step, before_and_last, only_at, place_and_rest
from core.errors import BadDevice, EditError, PathNotFound
from core.objects.compounds import WRAPPER
from core.objects.dtensors import device_type_of, is_dtensor
from core.objects.tensors import DEVICE_AT, rebuilt
from core.objects.value_text import device_argument
from core.pickling.nodes import Call
from core.text import clip, count_text, listed
from core.words import marked, say, say_count

if TYPE_CHECKING:
    from core.edits.script import Script

FOLLOW = "follow"
"""Target of `MoveOptimizer`: each piece of state goes to where its parameter is."""
_ROLES = ("model", "optimizer", "other")

_INDEXED = ("cuda", "xpu", "hpu", "npu", "xla", "mtia", "privateuseone", "hip", "maia", "ipu", "vulkan")
_INDEX = "0|[1-9][0-9]?|1[01][0-9]|12[0-7]"
"""torch keeps an index in a signed byte, and would take a larger one for another device."""
_DEVICE = re.compile(rf"(?:cpu|mps|(?:{'|'.join(_INDEXED)})(?::(?:{_INDEX}))?)")


# -- how a device is spelled ---------------------------------------------------------------------------------------


def check_device(text: str) -> str:
    """A device as torch spells it. Raises `BadDevice`, with the nearest spelling that torch knows."""
    device = text.strip().lower()
    if _DEVICE.fullmatch(device):
        return device
    if device.startswith("meta"):
        raise BadDevice(
            "A tensor on 'meta' has no bytes, so the file would lose its weights. Choose cpu or a GPU such as cuda:0."
        )
    guess = re.fullmatch(rf"(?:gpu|cuda|g)?[ :_-]*0*({_INDEX})", device)
    said = say("{text!r} is not a device that torch knows; use cpu, cuda:0, cuda:1, mps or xpu:0.", text=clip(text, 60))
    hint = say("Did you mean 'cuda:{index}'?", index=guess[1]) if guess else ""
    raise BadDevice(f"{said} {hint}" if hint else said)


def device_matches(pattern: str, device: str) -> bool:
    """Whether a saved device is meant by a device or glob; ``cuda`` without a number is a ``cuda:*``."""
    if pattern == device or fnmatch.fnmatchcase(device, pattern):
        return True
    return ":" not in device and device != "cpu" and fnmatch.fnmatchcase(f"{device}:0", pattern) and "*" in pattern


# -- edits -------------------------------------------------------------------------------------------------------


def _read_map(_catalogue: Catalogue, value: str) -> list[Edit]:
    source, target = before_and_last(value)
    role, colon, rest = source.strip().partition(":")
    if colon and role in _ROLES:
        return [RemapDevice(rest, target.strip(), role)]
    return [RemapDevice(source.strip(), target.strip())]


def _read_move(catalogue: Catalogue, value: str) -> list[Edit]:
    from core.catalogue.rows_named import rows_named  # noqa: PLC0415 - only where tensors are named

    key, target = before_and_last(value)
    return [RemapDevice("*", target.strip(), rows=frozenset(rows_named(catalogue, key)))]


def _read_optimizer(catalogue: Catalogue, value: str) -> list[Edit]:
    entry, target = place_and_rest(catalogue, value)
    return [MoveOptimizer(target, entry)]


def _map_words(value: str) -> str:
    before, target = before_and_last(value)
    role, colon, source = before.partition(":")
    if colon and role in _ROLES:
        return say("{source} → {target} ({role} only)", source=source, target=target, role=say(role))
    return f"{before} → {target}"


def _optimizer_words(value: str) -> str:
    before, target = before_and_last(value)
    if target == FOLLOW:
        return only_at(before, say("optimizer state → its parameters"))
    return only_at(before, say("optimizer state → {target}", target=target))


@dataclass(frozen=True, slots=True)
class RemapDevice(Edit):
    """What was saved on ``source`` (a device or a glob such as ``cuda:*``) goes to ``target``.

    Like ``torch.load(map_location={source: target})``, which leaves ``torch.device`` values alone. ``role`` limits it
    to ``model``, ``optimizer`` or ``other``; ``rows`` to the storages of those tensor rows.
    """

    source: str
    target: str
    role: str | None = None
    rows: Rows | None = None

    options = (
        Option(
            "map",
            marked("FROM=TO, such as 'cuda:*=cpu'"),
            "FROM=TO",
            marked("change a saved device, as map_location does; globs such as 'cuda:*' are allowed"),
            _read_map,
            _map_words,
        ),
        Option(
            "move",
            marked("KEY=DEV, such as 'model/**=cuda:1'"),
            "KEY=DEV",
            marked("change the device of tensors, such as 'model/**=cuda:1'"),
            _read_move,
            lambda value: " → ".join(before_and_last(value)),
        ),
    )
    about = ("source", "role", "rows")
    moves = True
    is_tallied = True

    @property
    def is_whole(self) -> bool:
        """Whether it moves all that was saved on its devices."""
        return self.role is None and self.rows is None

    @property
    def sends_to(self) -> str | None:
        return self.target

    def apply(self, draft: Draft) -> Effect:
        """Send the storages that the edit is about to its device."""
        target = check_device(self.target)
        saved = draft.catalogue.storage_columns.devices
        matching = {device for device in set(saved) if device_matches(self.source, device)}
        chosen = [index for index in self._chosen(draft) if saved[index] in matching]
        going = _going(draft.catalogue, chosen, target)
        held = len(chosen) - len(going)
        draft.put(going, target)
        moved = [index for index in going if saved[index] != target]
        if held:
            draft.note(
                say(
                    "{tensors} stayed on the CPU, where torch keeps them unless the group is capturable or fused.",
                    tensors=count_text(held, "“step” tensor"),
                )
            )
        if self.is_whole:
            remap_device_objects(draft.catalogue, draft.rewrite, self.source, target)
        if not chosen:
            called = self.title(draft.catalogue)
            draft.note(
                say(
                    "Nothing in the file was saved on {source}; “{called}” changes nothing.",
                    source=self.source,
                    called=called,
                )
            )
        return Effect(sent=moved)

    def _chosen(self, draft: Draft) -> Iterable[int]:
        tensors, storage_of = draft.catalogue.tensors, draft.catalogue.storage_of
        if self.rows is not None:
            if any(not 0 <= row < len(tensors) for row in self.rows):
                raise PathNotFound("The selection names a tensor that is not in this file.")
            return sorted(set(map(storage_of.__getitem__, self.rows)))
        if self.role is not None:
            return sorted({row.storage for row in tensors if row.role == self.role})
        return range(len(draft.devices))

    def counted(self, draft: Draft, effect: Effect, kept: Sequence[int]) -> Effect:
        """What a later edit has sent on to a third device is counted there."""
        goal = check_device(self.target)
        return moving(draft, (index for index in effect.sent or () if draft.devices[index] == goal), kept)

    def general(self, catalogue: Catalogue, plan: Plan) -> Edit:
        """All devices of a kind, where all that the file has of it go to the same."""
        if not self.is_whole or (":" not in self.source and self.source != "cuda"):
            return self
        glob = f"{self.source.partition(':')[0]}:*"
        alike = [device for device in {*catalogue.storage_columns.devices} if device_matches(glob, device)]
        if alike and all(_goes_to(plan, device) == self.target.strip().lower() for device in alike):
            return RemapDevice(glob, self.target)
        return self

    def title(self, catalogue: Catalogue, effect: Effect = NO_EFFECT) -> str:
        target = self.target.strip().lower()
        if self.rows is not None:
            count = len(self.rows) if effect is NO_EFFECT else effect.tensors
            if _are_steps(catalogue, self.rows):  # which a cure keeps on the CPU, and nobody has selected
                return f"{count_text(count, '“step” tensor')} → {target}"
            return f"{count_text(count, 'tensor')} → {target}"
        if not self.role:
            return f"{self.source} → {target}"
        return say("{source} → {target} ({role} only)", source=self.source, target=target, role=say(self.role))

    def on_button(self, catalogue: Catalogue, most: int = 32) -> str:
        if self.rows is not None and _are_steps(catalogue, self.rows):
            return self.title(catalogue)
        return say("map {source} → {target}", source=clip(self.source, 40), target=clip(self.target, 40))

    @classmethod
    def several(cls, edits: Sequence[RemapDevice], count: int) -> str:
        sources, targets = {edit.source for edit in edits}, {edit.target for edit in edits}
        cuda = all(source.partition(":")[0] == "cuda" for source in sources)
        what = "cuda:*" if cuda else count_text(len(sources), "device")
        if len(targets) == 1:
            return say("map {source} → {target}", source=what, target=targets.pop())
        return say("map {source}", source=what)

    @property
    def is_aside(self) -> bool:
        """What a cure keeps on the CPU is no word of its own beside the device that all else goes to."""
        return self.rows is not None and self.target == "cpu"

    def ways(self, names: Names) -> Iterator[list[Step]]:
        if self.rows is not None:
            yield from names.tensors("move", self.rows, self.target)
        else:
            source = f"{self.role}:{self.source}" if self.role else self.source
            yield [Step("map", f"{source}={self.target}")]

    def in_torch(self, script: Script) -> None:
        """Write nothing: `core.recipes.as_python` writes the devices of all edits together."""


@dataclass(frozen=True, slots=True)
class MoveOptimizer(Edit):
    """Optimizer state goes to ``target``, a device or `FOLLOW`; ``entry`` names one optimizer, None means all.

    ``step`` and its like stay on the CPU unless their group is capturable or fused:
    `core.catalogue.optimizers.groups`.
    """

    target: str
    entry: Entry | None = None

    options = (
        Option(
            "optimizer-device",
            marked("a device, follow, or PATH=DEV"),
            "DEV",
            marked("move optimizer state to a device, or `follow` its parameters"),
            _read_optimizer,
            _optimizer_words,
        ),
    )
    about = ("entry",)
    moves = True
    is_tallied = True

    @property
    def sends_to(self) -> str | None:
        return None if self.target == FOLLOW else self.target

    def apply(self, draft: Draft) -> Effect:
        """Send the state of optimizers to a device, or along with its parameters."""
        target = self.target if self.target == FOLLOW else check_device(self.target)
        optimizers = [item for item in _optimizers(draft.catalogue) if self.entry in (None, item.entry)]
        if not optimizers:
            raise EditError(
                "There is no optimizer state in this file to move."
                if self.entry is None
                else "That is not an optimizer."
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
                    "Pthfinder could not find the parameter of {n:,} optimizer entry, so it stays where it is.",
                    "Pthfinder could not find the parameters of {n:,} optimizer entries, so they stay where they are.",
                )
            )
        return Effect(sent=moved)

    def counted(self, draft: Draft, effect: Effect, kept: Sequence[int]) -> Effect:
        return moving(draft, effect.sent or (), kept)

    def general(self, catalogue: Catalogue, plan: Plan) -> Edit:
        return MoveOptimizer(self.target) if len(catalogue.optimizers) == 1 else self

    def on_button(self, catalogue: Catalogue, most: int = 32) -> str:
        if self.target == FOLLOW:
            return say("optimizer state → its parameters")
        return say("optimizer state → {target}", target=clip(self.target.strip().lower(), 40))

    def ways(self, names: Names) -> Iterator[list[Step]]:
        yield [Step("optimizer-device", names.within(self.entry, self.target))]

    def in_torch(self, script: Script) -> None:
        """Write nothing: `core.recipes.as_python` writes the devices of all edits together."""


def _goes_to(plan: Plan, device: str) -> str:
    """Where the moves of whole devices send one."""
    moves = [edit for edit in plan.edits if isinstance(edit, RemapDevice) and edit.is_whole]
    targets = [edit.target.strip().lower() for edit in moves if device_matches(edit.source, device)]
    return targets[-1] if targets else device


def _are_steps(catalogue: Catalogue, rows: Collection[int]) -> bool:
    """Whether all rows are called so: in C, as a card asks this of 75,000 of them."""
    entries = catalogue.tree.tensors
    if not rows or max(rows) >= len(entries):
        return False
    return all(map(eq, map(catalogue.labels.__getitem__, map(entries.__getitem__, rows)), repeat("step")))


# -- what goes along with a move -----------------------------------------------------------------------------------


def _cannot_follow(catalogue: Catalogue, optimizer: Optimizer) -> str:
    """Why nothing says where the parameters of an optimizer are; empty where it is known, or known of some."""
    path = clip(catalogue.path_text(optimizer.entry), 40) or catalogue.checkpoint.name
    if optimizer.candidates or optimizer.others:
        return say(
            "The state of {path} stays where it is ({belonging}). Say which model it belongs to.",
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
    rows, storage_of = catalogue.rows, catalogue.storage_of
    found: dict[int, bool] = {}
    for item in (each for optimizer in _optimizers(catalogue) for each in optimizer.entries if each.entry is not None):
        named = {key: rows[child] for key, child in catalogue.by_text(item.entry or 0).items() if rows[child] >= 0}
        found |= {storage_of[named[key]]: item.step_on_device for key in scalars_on_cpu(named)}
    return found


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
            "{tensors} will be on {device}, and the optimizer will read them back at every step, which is slow "
            "(torch 1.12.0 raises an error). Move the optimizer state as a whole: that keeps “step” on the CPU.",
            tensors=count_text(len(stray), "“step” tensor"),
            device=draft.devices[stray[0]],
        )


def _going(catalogue: Catalogue, storages: Sequence[int], target: str) -> Sequence[int]:
    """Those of some storages that can be sent to a device: not a ``step`` that torch keeps on the CPU."""
    saved = catalogue.storage_columns.devices
    steps = step_storages(catalogue) if target != "cpu" and "cpu" in saved else {}
    return [at for at in storages if saved[at] != "cpu" or steps.get(at) is not False] if steps else storages


def count_moved(catalogue: Catalogue, storages: Sequence[int], target: str, kept: Sequence[int]) -> int:
    """How many tensors get another device when some storages are sent to one; ``kept`` as in `moving`."""
    saved = catalogue.storage_columns.devices
    return sum(kept[index] for index in _going(catalogue, storages, target) if saved[index] != target)


def moving(draft: Draft, storages: Iterable[int], kept: Sequence[int]) -> Effect:
    """Count the tensors and bytes of the sent storages that really change device, each storage once.

    Of tensors that leave the file none is counted; ``kept`` says how many of each storage stay.
    """
    columns = draft.catalogue.storage_columns
    sent = dict.fromkeys(index for index in storages if draft.devices[index] != columns.devices[index])
    stay = [index for index in sent if kept[index]]
    return Effect(sum(map(kept.__getitem__, stay)), nbytes=sum(map(columns.nbytes.__getitem__, stay)))


# -- what a file says of devices beside its storages ---------------------------------------------------------------

_MOST_SHOWN = 3

Move = tuple[str, str]
"""A saved and a planned device, or the types of these."""


def carry_along(draft: Draft) -> None:
    """Change every device that the file names beside its storages to the planned one."""
    tree, saved = draft.catalogue.tree, draft.catalogue.storage_columns.devices
    if (tree.carried or tree.compounds) and any(map(ne, saved, draft.devices)):
        for row in tree.carried:
            _carried(draft, row)
        moves = {entry: _moves(draft, entry) for entry, whole in tree.compounds.items() if whole.kind is not None}
        for entry, moved in moves.items():
            _wrapper(draft, entry, moved)
        _meshes(draft, moves)


def _carried(draft: Draft, row: int) -> None:
    catalogue = draft.catalogue
    device, entry = draft.devices[catalogue.storage_of[row]], catalogue.tree.tensors[row]
    if device != catalogue.device_of(row):
        for call in filter(None, (catalogue.values[entry], draft.call_of(entry))):
            found = rebuilt(call)
            if found is not None:
                draft.rewrite.set_value(found.args, DEVICE_AT, device)


def _moves(draft: Draft, entry: int) -> set[Move]:
    """Return the moves of the tensors that an entry is made of; none where the plan replaces the entry."""
    catalogue = draft.catalogue
    if draft.rewrite.is_replaced(catalogue.values[entry]):
        return set()
    rows = catalogue.made_of(entry)
    return {(catalogue.device_of(row), draft.devices[catalogue.storage_of[row]]) for row in rows}


def _wrapper(draft: Draft, entry: int, moves: set[Move]) -> None:
    """Move a wrapper along where it was with all its tensors and they all go to one device."""
    node = draft.catalogue.tree.compounds[entry].device
    if len(moves) == 1 and type(node) is Call:
        saved, planned = next(iter(moves))
        kind, _, index = planned.partition(":")
        if device_argument(node.args) == saved != planned:
            draft.rewrite.replace(node, Call(node.kind, node.func, (kind, int(index)) if index else (kind,)))


def _meshes(draft: Draft, moves: dict[int, set[Move]]) -> None:
    """Change the device type of each mesh whose DTensors all go to devices of one other type."""
    users: dict[int, tuple[Call, dict[int, set[Move]]]] = {}
    for entry, moved in moves.items():
        if moved and is_dtensor(draft.catalogue.tree.compounds[entry]):
            kinds = {(saved.partition(":")[0], planned.partition(":")[0]) for saved, planned in moved}
            for mesh in meshes_below(draft.catalogue, entry):
                users.setdefault(id(mesh), (mesh, {}))[1][entry] = kinds
    changed: dict[int, str] = {}
    for mesh, entries in users.values():
        place, kinds = device_type_of(mesh), set().union(*entries.values())
        saved, planned = next(iter(kinds)) if len(kinds) == 1 else ("", "")
        if place is not None and place[2] == saved != planned:
            draft.rewrite.set_value(place[0], place[1], planned)
            changed |= dict.fromkeys(entries, planned)
    if changed:
        draft.note(
            say(
                "The mesh of {dtensors} also changes to {devices}, which map_location does not do. FSDP2 copies "
                "only between tensors of one mesh.",
                dtensors=count_text(len(changed), "DTensor"),
                devices=listed(sorted(set(changed.values()))),
            )
        )


# -- torch.device objects --------------------------------------------------------------------------------------


def remap_device_objects(catalogue: Catalogue, rewrite: Rewrite, source: str, target: str) -> None:
    """Remap the ``torch.device`` objects that say where a tensor is. The others are values of the user, and stay.

    ``torch.load(map_location=…)`` draws the same line.
    """
    kind, _, index = target.partition(":")
    args = (kind, int(index)) if index else (kind,)
    for entry in catalogue.tree.device_objects:
        node = catalogue.tree.values[entry]
        if _is_of_tensor(catalogue, entry) and device_matches(source, device_argument(node.args)):
            rewrite.replace(node, Call(node.kind, node.func, args))


def _kept(catalogue: Catalogue, edit: Edit) -> Iterator[tuple[int, str]]:
    """Yield (entry, device) of each ``torch.device`` value that stays though the edit moves tensors off its device."""
    if not isinstance(edit, RemapDevice) or not edit.is_whole:
        return
    source, target = edit.source, check_device(edit.target)
    for entry in catalogue.tree.device_objects:
        device = device_argument(catalogue.tree.values[entry].args)
        meant = device_matches(source, device) or device_matches(source, f"{device}:0")
        if meant and device != target and not _is_of_tensor(catalogue, entry):
            yield entry, device


def about_kept(catalogue: Catalogue, edits: Iterable[Edit], gone: Sequence[int]) -> Iterator[str]:
    """Yield a sentence on the ``torch.device`` values that stay; nothing when none is left in the file."""
    kept = {entry: device for edit in edits for entry, device in _kept(catalogue, edit)}
    here = [entry for entry in kept if not (gone and gone[entry])]
    if not here:
        return
    where = listed(f"{catalogue.path_text(entry) or say('the file')} ({kept[entry]})" for entry in here[:_MOST_SHOWN])
    yield say_count(
        len(here),
        "{n:,} torch.device value stays as saved: {where}. torch.load accepts it on any computer, and map_location "
        "does not change it either. A script that uses it needs a computer with that device.",
        "{n:,} torch.device values stay as saved: {where}. torch.load accepts them on any computer, and "
        "map_location does not change them either. A script that uses them needs a computer with that device.",
        where=where + (" …" if len(here) > _MOST_SHOWN else ""),
    )


def _is_of_tensor(catalogue: Catalogue, entry: int) -> bool:
    """Whether the object is an argument of the function that rebuilds a tensor around others."""
    tree = catalogue.tree
    holder = tree.parents[entry]
    for node in (tree.values[holder], tree.values[tree.parents[holder]]):
        if type(node) is Call and type(node.args) is tuple and WRAPPER in (node.func, *node.args[:1]):
            return True
    return False


# -- moves that a plan has, and the next plan ----------------------------------------------------------------------

COMMON_TARGETS: Final = ("cpu", "cuda:0", "cuda:1")
"""Offered wherever a device can be chosen, besides what the file itself mentions."""
_MOST_OFFERED: Final = 16
"""Of the devices in use, offered as targets; any other can be typed."""
_FEW: Final = 8
"""So many devices of one kind are moved one by one; more by one glob, which is one line among the pending changes."""


def targets(devices: Iterable[str]) -> list[str]:
    """The devices to offer as a target: the common ones first, then all others in use."""
    return list(dict.fromkeys((*COMMON_TARGETS, *islice(devices, _MOST_OFFERED))))


def move_rows(rows: Iterable[int], target: str) -> RemapDevice:
    """Some tensors go to a device, each with its whole storage. Raises `BadDevice`."""
    return RemapDevice("*", check_device(target), rows=frozenset(rows))


def whole_target(plan: Plan, device: str) -> str | None:
    """Where a whole device goes: the last move that matches it, a glob too; None where it stays."""
    for edit in reversed(plan.edits):
        if _is_whole(edit) and device_matches(edit.source, device):
            return edit.target if edit.target != device else None
    return None


def remap(plan: Plan, source: str, target: str | None, devices: Iterable[str]) -> Plan:
    """Move everything on a device; no target, or the device itself, takes an earlier move back.

    A glob in the plan that covers the device is first written out for the other `devices` of the file. Where it covers
    very many it stays, and what becomes of this one device is said after it.
    """
    devices = list(devices)
    glob = next((edit for edit in reversed(plan.edits) if _is_glob_over(edit, source)), None)
    before = find_remap(plan, source)
    if glob is not None and sum(device_matches(glob.source, device) for device in devices) > _FEW:
        plan = plan if before is None else plan.without(before)
        wanted = source if target is None else check_device(target)
        return plan if wanted == glob.target else plan.with_edit(RemapDevice(source, wanted))
    plan = _without_globs_over(plan, source, devices)
    before = find_remap(plan, source)
    if target is None or target == source:
        return plan if before is None else plan.without(before)
    return plan.with_edit(RemapDevice(source, check_device(target)))


def _without_globs_over(plan: Plan, source: str, devices: Sequence[str]) -> Plan:
    edits: list[Edit] = []
    for edit in plan.edits:
        if _is_glob_over(edit, source):
            covered = [device for device in devices if device_matches(edit.source, device)]
            edits += [RemapDevice(device, edit.target) for device in covered if device != edit.target]
        else:
            edits.append(edit)
    return Plan().with_edits(edits)


def _is_glob_over(edit: Edit, source: str) -> TypeGuard[RemapDevice]:
    return _is_whole(edit) and edit.source != source and device_matches(edit.source, source)


def _is_whole(edit: Edit) -> TypeGuard[RemapDevice]:
    """Whether an edit moves all that was saved on its devices."""
    return isinstance(edit, RemapDevice) and edit.is_whole


def find_remap(plan: Plan, source: str) -> RemapDevice | None:
    """The move of a whole device in a plan, if there is one."""
    for edit in plan.edits:
        if _is_whole(edit) and edit.source == source:
            return edit
    return None


def gather(plan: Plan, devices: Sequence[str], target: str = "cpu") -> Plan:
    """Move each of several devices to one; of a kind that is there very often, all by one glob."""
    kinds = Counter(device.partition(":")[0] for device in devices)
    for kind in (kind for kind, count in kinds.items() if count > _FEW):
        glob = f"{kind}:*"
        kept = tuple(edit for edit in plan.edits if not (_is_whole(edit) and device_matches(glob, edit.source)))
        plan = Plan((*kept, RemapDevice(glob, target)))
    for device in (device for device in devices if kinds[device.partition(":")[0]] <= _FEW):
        plan = remap(plan, device, target, devices)
    return plan


def move_optimizer(plan: Plan, entry: int, target: str | None) -> Plan:
    """Move the state of one optimizer to a device or `FOLLOW` its parameters; None keeps it where it is."""
    if target is None:
        before = find_move(plan, entry)
        return plan if before is None else plan.without(before)
    return plan.with_edit(MoveOptimizer(target if target == FOLLOW else check_device(target), entry))


def find_move(plan: Plan, entry: int) -> MoveOptimizer | None:
    """The move of an optimizer in a plan, if there is one; a move of all optimizers counts."""
    for edit in reversed(plan.edits):
        if isinstance(edit, MoveOptimizer) and edit.entry in (entry, None):
            return edit
    return None
