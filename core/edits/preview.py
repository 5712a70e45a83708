"""What a plan would make of a checkpoint, before anything is written."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import compress
from operator import ne, not_
from typing import Any

from core.catalogue.catalogue import Catalogue
from core.catalogue.modules import module_entries, read_module
from core.catalogue.prefixes import FoundPrefix, wrapper_chain
from core.catalogue.storages import DeviceTotal, device_totals
from core.dtypes import ITEM_SIZES, STORAGE_OF
from core.edits import entries, keys
from core.edits.devices import about_kept, about_steps, carry_along
from core.edits.diff import NewStorage, Place, Rewrite
from core.edits.draft import Draft
from core.edits.edit import Change, Edit, Effect
from core.edits.edits import EDITS, Plan
from core.edits.extract import rename_in_made
from core.edits.planned import planned_catalogue
from core.errors import EditError, PathNotFound
from core.objects.plain_rules import refused_below
from core.objects.tensors import USUAL, V3, is_untyped, storage_call
from core.pickling.allowlist import is_allowed
from core.pickling.nodes import ORDERED_DICT, Below, Call, Global, PersistentId, names_below, pairs
from core.text import shape_text, shown
from core.words import say


@dataclass(frozen=True)
class Preview:
    """A plan for a file, and the file that it makes: ``planned``, which is a catalogue as that of the source is.

    Who shows, counts or judges asks ``planned``, or the methods here that ask it: what they say is what will be saved.
    ``catalogue`` is the file as it is, with the graph of both. ``draft`` has the differences and says what each is,
    ``gone`` one byte an entry, 1 when it is left out (empty when all stay), ``changes`` one item an edit, ``warnings``
    sentences for the user. ``bytes_after`` is exact up to the size of the pickle.
    """

    catalogue: Catalogue
    plan: Plan
    draft: Draft = field(repr=False)
    changes: tuple[Change, ...]
    warnings: tuple[str, ...]
    gone: bytes = field(repr=False)

    # -- the differences ---------------------------------------------------------------------------------------

    @property
    def rewrite(self) -> Rewrite:
        """The differences in the graph."""
        return self.draft.rewrite

    @property
    def root(self) -> int:
        """The entry that becomes the whole file."""
        return self.draft.root

    @property
    def container(self) -> str | None:
        """The container that the plan asks for; None for that of the source."""
        return self.draft.container

    # -- the planned file --------------------------------------------------------------------------------------

    @cached_property
    def planned(self) -> Catalogue:
        """The file that the plan makes; without any plan the file as it is."""
        return planned_catalogue(self.draft, self.gone, self.totals_after) if self.plan else self.catalogue

    @cached_property
    def source(self) -> Preview:
        """The file as it is, without the plan."""
        return preview(self.catalogue) if self.plan else self

    def device(self, row: int) -> str:
        """The planned device of a tensor row."""
        return self.planned.device_of(row)

    def dtype(self, row: int) -> str:
        """The planned dtype of a tensor row."""
        return self.planned.tree.facts.dtypes[row]

    def dropped(self, entry: int) -> bool:
        """Whether an entry is left out of the file."""
        return bool(self.gone) and self.gone[entry] != 0

    def lost(self, entries: Sequence[int]) -> bool:
        """Whether nothing of some entries is saved: a module lives on in the state dict that is made of it."""
        if not all(map(self.dropped, entries)):
            return False
        if not self.plan.extracted:
            return True
        rows = [row for entry in entries for row in self.catalogue.subtree_rows(entry)]
        if not rows:
            return not all(map(self._is_layer, entries))
        return all(self.dropped(self.catalogue.tensors[row].entry) for row in rows)

    def _is_layer(self, entry: int) -> bool:
        """Whether an entry is a module of a model that a state dict is made of, which never has one without tensors."""
        left_out, tree = {edit.left_out for edit in self.plan.edits}, self.catalogue.tree
        if read_module(tree, entry) is None:
            return False
        while entry > 0 and entry not in left_out and entry not in self.plan.extracted:
            entry = tree.parents[entry]
        return entry in self.plan.extracted

    def label(self, entry: int) -> Any:
        """The planned key of an entry."""
        return self.planned.label(entry)

    def label_text(self, entry: int) -> str:
        """The planned key as text; the file's name for the root."""
        return self.planned.label_text(entry)

    def path(self, entry: int) -> tuple[Any, ...]:
        """The planned keys from the new root down."""
        return self.planned.path(entry)

    def path_text(self, entry: int) -> str:
        """``state/0/exp_avg`` as it will be in the file."""
        return self.planned.path_text(entry)

    def changed(self, entry: int) -> bool:
        """Whether an entry itself is moved, renamed, left out or seen in another shape, or its storage has other
        numbers.
        """
        if self.dropped(entry) or self.label(entry) is not self.catalogue.tree.labels[entry]:
            return True
        row = self.catalogue.rows[entry]
        if row < 0:
            return False
        return self.numbers_differ(row) or self.device(row) != self.catalogue.device_of(row)

    def numbers_differ(self, row: int) -> bool:
        """Whether the numbers of a tensor row, or the places that they have in it, are others than those saved."""
        return row in self.draft.layouts or self.catalogue.storage_of[row] in self.draft.recipes

    def live_rows(self) -> Iterator[int]:
        """The tensor rows that stay in the file."""
        return (index for index, row in enumerate(self.catalogue.tensors) if not self.dropped(row.entry))

    # -- state dicts -------------------------------------------------------------------------------------------

    def state_dicts(self) -> Iterator[int]:
        """The entries of the state dicts that stay in the file."""
        return (entry for entry in self.catalogue.state_dicts if not self.dropped(entry))

    def models(self) -> Iterator[int]:
        """Those and the entries of whole pickled models, which the plan makes state dicts of or not."""
        yield from self.state_dicts()
        yield from (model.entry for model in module_entries(self.catalogue) if not self.dropped(model.entry))

    def planned_keys(self, state_dict: int) -> list[tuple[int, str]]:
        """(entry, planned key) of the items of a state dict that stay."""
        catalogue = self.catalogue
        found = []
        for child in catalogue.children(state_dict):
            label = self.label(child)
            is_tensor = catalogue.rows[child] >= 0 or child in catalogue.tree.compounds
            if isinstance(label, str) and is_tensor and not self.dropped(child):
                found.append((child, label))
        return found

    def wrappers_of(self, state_dict: int) -> list[FoundPrefix]:
        """What wrappers leave in the planned keys of a state dict, in the order in which it comes off."""
        if state_dict not in self._wrappers:
            keys = [key for _, key in self.planned_keys(state_dict)]
            self._wrappers[state_dict] = wrapper_chain(keys, state_dict)
        return self._wrappers[state_dict]

    @cached_property
    def _wrappers(self) -> dict[int, list[FoundPrefix]]:
        return {}

    def planned_texts(self, state_dict: int) -> list[tuple[int, str]]:
        """(entry, planned key) of all items of a state dict that stay, those too that are no tensors.

        These are what edits of names rename.
        """
        catalogue = self.catalogue
        children = ((child, self.label(child)) for child in catalogue.children(state_dict) if catalogue.is_key(child))
        return [(child, key) for child, key in children if isinstance(key, str) and not self.dropped(child)]

    @property
    def for_steps(self) -> Catalogue:
        """What further steps are read for: the file under its saved keys, its tensors in the planned shapes."""
        return replace(self.catalogue, tree=self.planned.tree) if self.draft.layouts else self.catalogue

    def made_state_dict(self, entry: int) -> Any:
        """What the plan makes of the whole model or optimizer at an entry; None where it makes nothing of it."""
        return self.rewrite.nodes.get(id(self.catalogue.values[entry])) if entry in self.plan.extracted else None

    def made_keys(self, entry: int) -> list[tuple[int, str]]:
        """(entry, planned key) of the tensors of a state dict that the plan makes of the model at an entry."""
        return [(at, keys[0]) for at, (base, keys) in self.draft.moved.items() if base == entry and len(keys) == 1]

    def planned_value(self, holder: Any, key: str) -> tuple[Any, int]:
        """(value, slot) that a dict of the file has under ``key`` after the plan; (None, -1) where it has none."""
        for slot, (name, value) in enumerate(pairs(holder)):
            if isinstance(name, str) and name == key:
                return self.rewrite.value_of(holder, slot, value), slot
        return None, -1

    # -- totals ------------------------------------------------------------------------------------------------

    @cached_property
    def kept_tensors(self) -> Sequence[int]:
        """How many tensor rows of each storage stay in the file."""
        return _kept_tensors(self.catalogue, self.gone)

    @cached_property
    def storages_kept(self) -> Sequence[bool]:
        """Which storages stay in the file; one that no tensor used before is taken to."""
        saved = self.catalogue.storage_columns.tensors
        if not self.gone:
            return [True] * len(saved)
        return [now > 0 or before == 0 for now, before in zip(self.kept_tensors, saved, strict=True)]

    @property
    def totals_before(self) -> tuple[DeviceTotal, ...]:
        return self.catalogue.devices

    @cached_property
    def totals_after(self) -> tuple[DeviceTotal, ...]:
        """Totals a device of the file that would be written."""
        devices, tensors, sizes = list(self.draft.devices), list(self.kept_tensors), list(self.storage_bytes)
        stays = list(self.storages_kept)
        for index, nbytes in self.draft.shrunk.items():
            sizes[index] = nbytes
        for key, count in Counter(tensor.storage for tensor in self.draft.new_tensors).items():
            devices.append("cpu")
            tensors.append(count)
            sizes.append(self.new_storages[key].nbytes)
            stays.append(True)
        return device_totals(devices, tensors, sizes, stays if self.gone else None)

    @cached_property
    def storage_bytes(self) -> Sequence[int]:
        """The planned size of each storage, were it written whole."""
        saved = self.catalogue.storage_columns.nbytes
        if not self.draft.recipes:
            return saved
        sizes = list(saved)
        for index, recipe in self.draft.recipes.items():
            sizes[index] = recipe.nbytes(saved[index])
        return sizes

    @cached_property
    def new_storages(self) -> dict[str, NewStorage]:
        """The storages that the source does not have as such, by their keys."""
        return {storage.key: storage for storage in self.draft.added}

    @cached_property
    def moves(self) -> Sequence[tuple[str, str]]:
        """From which device to which other one something goes, most bytes first."""
        return self._moves_of(range(len(self.catalogue.storages)))

    @cached_property
    def moves_of_state(self) -> dict[int, Sequence[tuple[str, str]]]:
        """The same of the state of each optimizer, by its entry."""
        rows, storage_of = self.catalogue.subtree_rows, self.catalogue.storage_of
        spans = {each.entry: rows(each.entry) for each in self.catalogue.optimizers}
        return {
            entry: self._moves_of(set(storage_of[span.start : span.stop])) if self.moves else ()
            for entry, span in spans.items()
        }

    def _moves_of(self, storages: Collection[int]) -> Sequence[tuple[str, str]]:
        """The same of some storages of the source, as far as they stay in the file."""
        columns, planned = self.catalogue.storage_columns, self.draft.devices
        found: defaultdict[tuple[str, str], int] = defaultdict(int)
        for at in compress(storages, map(self.storages_kept.__getitem__, storages)):
            found[columns.devices[at], planned[at]] += columns.nbytes[at]
        return sorted((move for move in found if move[0] != move[1]), key=lambda move: -found[move])

    @cached_property
    def tensors_moved(self) -> int:
        return sum(compress(self.kept_tensors, map(ne, self.draft.devices, self.catalogue.storage_columns.devices)))

    @cached_property
    def keys_renamed(self) -> int:
        """How many keys have another name in the file to be written; one that several edits rename is one."""
        if not self.gone:
            return len(self.draft.renamed())
        tree = self.catalogue.tree
        places: dict[bool, set[Place]] = {False: set(), True: set()}
        for home, slot, gone in zip(tree.homes, tree.slots, self.gone, strict=True):
            places[bool(gone)].add((id(home), slot))
        return len(self.draft.renamed() - (places[True] - places[False]))

    @cached_property
    def tensors_dropped(self) -> int:
        return len(self.catalogue.tensors) - sum(self.kept_tensors)

    @property
    def bytes_before(self) -> int:
        return self.catalogue.checkpoint.bytes

    @cached_property
    def bytes_after(self) -> int:
        """The size of the file to be written, up to some bytes of pickle and padding."""
        sizes, kept = self.catalogue.storage_columns.nbytes, self.storages_kept
        lost = sum(compress(sizes, map(not_, kept)))
        after = {index: self.storage_bytes[index] for index in self.draft.recipes} | self.draft.shrunk
        lost += sum(sizes[index] - nbytes for index, nbytes in after.items() if kept[index])
        return max(self.bytes_before - lost, 0)

    @cached_property
    def refused_names(self) -> tuple[str, ...]:
        """Names in the file to be written that plain ``torch.load(f)`` refuses (``weights_only``, torch ≥ 2.6)."""
        refused = [name for name in self.catalogue.checkpoint.mentions.names if not is_allowed(name)]
        if refused and (self.gone or self.rewrite.nodes):
            left = dict.fromkeys(names_below(*self.edited_graph()))
            renamed = [name for name in left if name not in refused and not is_allowed(name)]
            refused = [name for name in refused if name in left] + renamed
        return tuple(name.dotted for name in refused)

    @cached_property
    def refused_below(self) -> Below:
        """The names at a node and below it that ``torch.load(f)`` refuses, as the file is to be written."""
        return refused_below(self.replacements)

    def edited_graph(self) -> tuple[Any, dict[int, Any]]:
        """The node that becomes the whole file, and the nodes to write in the place of others, by ``id``."""
        return self.catalogue.tree.values[self.root], self.replacements

    @cached_property
    def replacements(self) -> dict[int, Any]:
        """Nodes to write in the place of others, by ``id``; what is put in may itself be replaced."""
        return self.rewrite.replacements()


def layout_text(preview: Preview, row: int) -> str:
    """``3×64``, the planned shape of a tensor row, or the stride where that alone is another; empty where both stay."""
    if row not in preview.draft.layouts:
        return ""
    saved, planned = preview.catalogue.tensors[row], preview.planned.tensors[row]
    if planned.shape != saved.shape:
        return shape_text(planned.shape) or say("one number")
    return say("stride {stride}", stride=tuple(planned.stride)) if planned.stride != saved.stride else ""


def preview(catalogue: Catalogue, plan: Plan = Plan()) -> Preview:
    """What the plan would make of the checkpoint; without one the checkpoint as it is.

    Raises `KeyCollision` with both keys where two would become one, `EditError` or `BadDevice` for an edit
    that does not fit; nothing has changed then.
    """
    draft, effects = apply_plan(catalogue, plan)
    gone = draft.gone()
    kept = _kept_tensors(catalogue, gone)
    changes = tuple(_change(catalogue, edit, edit.counted(draft, effect, kept)) for edit, effect in effects)
    return Preview(catalogue, plan, draft, changes, tuple(map(shown, warnings(draft, plan, gone))), gone)


# -- what edits make of a catalogue ------------------------------------------------------------------------------


def apply_plan(catalogue: Catalogue, plan: Plan) -> tuple[Draft, Sequence[tuple[Edit, Effect]]]:
    """What the edits make of a catalogue, and in their order what each does.

    Raises what `core.edits.preview.preview` says.
    """
    for edit in plan.edits:
        _check_entry(catalogue, edit)
    draft = Draft(catalogue, sorted(plan.extracted))
    effects = {edit: edit.apply(draft) for edit in sorted(plan.edits, key=lambda edit: edit.turn)}
    if draft.extracts:
        effects |= rename_in_made(draft, plan.edits, effects)
    draft.settle_devices()
    carry_along(draft)
    keys.follow_names(draft, plan.edits)
    draft.check_collisions()
    entries.check_kept(draft)
    planned = set(map(type, plan.edits))
    for kind in EDITS:
        if kind in planned:
            kind.finish(draft, plan.edits)
    rebuild(draft)
    return draft, [(edit, effects[edit]) for edit in plan.edits]


def _kept_tensors(catalogue: Catalogue, gone: bytes) -> Sequence[int]:
    saved = catalogue.storage_columns.tensors
    if not gone:
        return saved
    kept = [0] * len(saved)
    for entry, storage in zip(catalogue.tree.tensors, catalogue.storage_of, strict=True):
        if not gone[entry]:
            kept[storage] += 1
    return kept


class Trial:
    """A file as it is, in which edits are tried one by one: so that of many those are planned that can be done."""

    def __init__(self, catalogue: Catalogue) -> None:
        self._draft = Draft(catalogue)

    def why_not(self, edit: Edit) -> str:
        """The sentence with which an edit is refused; empty where it can be done."""
        try:
            edit.apply(self._draft)
        except EditError as error:
            return str(error)
        return ""


def _check_entry(catalogue: Catalogue, edit: Edit) -> None:
    entry = getattr(edit, "entry", None)
    if entry is not None and not 0 <= entry < len(catalogue):
        raise PathNotFound("There is no entry {entry} in this file.", entry=entry)


def _change(catalogue: Catalogue, edit: Edit, effect: Effect) -> Change:
    what = shown(edit.becomes(catalogue, effect))
    return Change(edit, shown(edit.title(catalogue, effect)), effect.tensors, effect.keys, effect.nbytes, what)


def warnings(draft: Draft, plan: Plan, gone: bytes) -> Iterator[str]:
    """Sentences for the user on what the plan makes of the file; ``gone`` marks the entries that are left out."""
    yield from draft.notes
    yield from about_kept(draft.catalogue, plan.edits, gone)
    yield from about_steps(draft)
    yield from entries.about_left_behind(draft.catalogue, gone, draft.root)
    tensors = draft.catalogue.tree.tensors
    if gone and tensors and all(map(gone.__getitem__, tensors)):
        yield say("No tensor is left in the file.")


# -- calls of tensors in the place of others ---------------------------------------------------------------------------


def rebuild(draft: Draft) -> None:
    """Have the calls of all tensors say where and how they lie in the file that will be written, and their dtypes.

    torch says a dtype in two ways. For those of old the class of the storage says it (``_rebuild_tensor_v2``); for
    float8 and all later ones the storage is untyped and the call names the dtype (``_rebuild_tensor_v3``). Source:
    ``_reduce_ex_internal`` of ``torch/_tensor.py``.
    """
    catalogue, tree = draft.catalogue, draft.catalogue.tree
    cast = {at for at, recipe in draft.recipes.items() if recipe.casts and not STORAGE_OF.keys() >= {*recipe[:2]}}
    rows = {row for row, storage in enumerate(catalogue.storage_of) if storage in cast} if cast else set()
    for row in sorted(rows | draft.pieces.keys() | draft.layouts.keys()):
        call = draft.call_of(tree.tensors[row]) or storage_call(tree.values[tree.tensors[row]])
        piece = draft.pieces.get(row)
        if draft.rewrite.is_replaced(call) or (piece is not None and draft.added[piece[0]].source < 0):
            continue  # two rows of one object, or an array that a tensor stands for already
        recipe = draft.recipes.get(catalogue.storage_of[row])
        dtype = recipe.dtype if recipe is not None and recipe.casts else ""
        draft.rewrite.replace(call, _rebuilt(call, draft, row, dtype))


def _rebuilt(node: Call, draft: Draft, row: int, dtype: str) -> Call:
    if type(node.args[0]) is Global:  # of a class of its own: (function, class, its arguments, state)
        function, kind, arguments, state = node.args
        function, arguments = _of_dtype(function, _laid_out(arguments, draft, row), dtype)
        return Call(node.kind, node.func, (function, kind, arguments, state))
    return Call(node.kind, *_of_dtype(node.func, _laid_out(node.args, draft, row), dtype))


def _laid_out(args: tuple[Any, ...], draft: Draft, row: int) -> tuple[Any, ...]:
    """The arguments with the storage, the offset, the shape and the stride that are planned."""
    storage, offset, shape, stride, *rest = args
    if row in draft.layouts:
        shape, stride, offset = draft.layouts[row]
        view = storage.pid[5] if len(storage.pid) == 6 else None  # of torch 0.1: a part of a storage
        offset -= view[1] if view is not None else 0
    if row in draft.pieces:
        at, offset = draft.pieces[row]
        storage = _storage(storage, draft.added[at])
    return storage, offset, shape, stride, *rest


def _storage(node: PersistentId, new: NewStorage) -> PersistentId:
    size = 1 if is_untyped(node) else ITEM_SIZES[new.dtype]
    return PersistentId((node.pid[0], node.pid[1], new.key, node.pid[3], new.nbytes // size))


def _of_dtype(function: Any, args: tuple[Any, ...], dtype: str) -> tuple[Any, tuple[Any, ...]]:
    """The function and its arguments that make the same tensor in another dtype, of a storage of that dtype."""
    if not dtype:
        return function, args
    flags = args[4:6] if len(args) > 5 else (False, Call("R", ORDERED_DICT, ()))
    metadata = args[7:] if function == V3 else args[6:]
    if dtype in STORAGE_OF:
        return USUAL, (*args[:4], *flags, *metadata)
    return V3, (*args[:4], *flags, Global("torch", dtype), *metadata)
