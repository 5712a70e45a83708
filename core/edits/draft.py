"""Applies the edits of a plan to a catalogue, one method an edit."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterable
from functools import cached_property, partial
from typing import Any, TypeGuard

from core.catalogue.catalogue import Catalogue
from core.catalogue.optimizers.pickled_state import pickled_states
from core.catalogue.prefixes import insert_segment, strip_from, strip_segment
from core.catalogue.rows import Optimizer
from core.edits import containers, to_plain
from core.edits import devices as placing
from core.edits.device_values import about_kept
from core.edits.diff import Rewrite
from core.edits.edits import (
    AddPrefix,
    Compact,
    Drop,
    Edit,
    Extract,
    InsertSegment,
    Keep,
    MakePlain,
    MoveOptimizer,
    NumberState,
    Plan,
    RemapDevice,
    RenameKey,
    RenameModule,
    SetValue,
    StripPrefix,
    UseContainer,
    UseFullTensors,
    UseProtocol,
    check_prefix,
)
from core.edits.keys import (
    add_to,
    follow_names,
    insert_into,
    metadata_of,
    rename_metadata,
)
from core.edits.new_parts import NewStorage, NewTensor, Places
from core.edits.numbering import number_state
from core.edits.said_devices import carry_along
from core.edits.wording import Change, Effect, title
from core.errors import EditError, PathNotFound
from core.pickling.nodes import Call, DictNode, mapping
from core.text import shown


def work_out(catalogue: Catalogue, plan: Plan) -> Work:
    """Apply the edits of a plan in order. Raises what `core.edits.preview.preview` says."""
    work = Work(catalogue)
    work.extracted = {id(catalogue.tree.values[edit.entry]) for edit in plan.edits if _extracts(edit, catalogue)}
    # What is extracted comes last: it is made of what is left after everything else.
    effects = {edit: work.apply(edit) for edit in sorted(plan.edits, key=lambda edit: isinstance(edit, Extract))}
    if work.extracted:
        effects |= containers.rename_made(work, plan.edits, effects)
    placing.settle_followers(work)
    work.changes = tuple(_change(catalogue, edit, placing.counted(work, effects[edit])) for edit in plan.edits)
    carry_along(work)
    follow_names(catalogue, work.rewrite, plan.edits, (work.made or {}).values())
    work.rewrite.check_collisions(work.places)
    containers.check_kept(work)
    work.settle_bytes()
    return work


def _extracts(edit: Edit, catalogue: Catalogue) -> TypeGuard[Extract]:
    return isinstance(edit, Extract) and 0 <= edit.entry < len(catalogue)


def _change(catalogue: Catalogue, edit: Edit, effect: Effect) -> Change:
    return Change(edit, shown(title(catalogue, edit, effect)), effect.tensors, effect.keys, effect.nbytes)


class Work:
    """The plan half applied: planned devices a storage, differences in the graph, the root."""

    def __init__(self, catalogue: Catalogue) -> None:
        self.catalogue = catalogue
        self.devices = list(catalogue.storage_columns.devices)
        self.follows: dict[int, int] = {}  # storage → entry of the parameter it goes along with
        self.rewrite = Rewrite()
        self.root = 0
        self.changes: tuple[Change, ...] = ()
        self.places: dict[int, str] = {}
        self.notes: list[str] = []
        self.devices_kept: dict[int, str] = {}  # entry of a `torch.device` that stays where tensors leave → its device
        self.extracted: set[int] = set()  # ids of the nodes that become state dicts, by edits still to come
        self.container: str | None = None
        self.protocol: int | None = None
        self.compact = False
        self.plain: list[int] = []  # entries that become plain data
        self.converted: set[int] = set()  # ids of the nodes that plain data stand for
        self.hidden: list[tuple[int, int]] = []  # entries, first to end, of what becomes a state dict
        self.made: dict[int, Any] | None = None  # entry → the state dict made in the place of it; None before
        self.moved: Places = {}
        self.copies: dict[int, Call] = {}  # entry of a tensor → the call that stands for it in a state dict made here
        self.added: list[NewStorage] = []
        self.new_tensors: list[NewTensor] = []
        self.pieces: dict[int, tuple[int, int]] = {}  # tensor row → index in `added`, new offset in elements
        self.shrunk: dict[int, int] = {}  # storage → bytes left of it

    def apply(self, edit: Edit) -> Effect:
        handlers: dict[type, Callable[[Any], Effect]] = {
            RemapDevice: partial(placing.remap, self),
            MoveOptimizer: partial(placing.move_optimizer, self),
            StripPrefix: self._strip,
            AddPrefix: self._add,
            RenameKey: self._rename,
            NumberState: partial(number_state, self),
            InsertSegment: self._insert,
            Drop: self._drop,
            Keep: self._keep,
            SetValue: partial(containers.set_value, self),
            MakePlain: partial(to_plain.make_plain, self),
            Extract: partial(containers.extract, self),
            RenameModule: partial(containers.rename_module, self),
            Compact: partial(containers.compact, self),
            UseFullTensors: partial(to_plain.use_full_tensors, self),
            UseContainer: partial(containers.use_container, self),
            UseProtocol: partial(containers.use_protocol, self),
        }
        entry = getattr(edit, "entry", None)
        if entry is not None and not 0 <= entry < len(self.catalogue):
            raise PathNotFound(f"There is no entry {entry} in this file.")
        return handlers[type(edit)](edit)

    @cached_property
    def optimizers(self) -> tuple[Optimizer, ...]:
        """Those of the file, state dicts and whole pickled ones."""
        return self.catalogue.optimizers + pickled_states(self.catalogue)

    @cached_property
    def shown(self) -> dict[int, list[int]]:
        """For each object that becomes a state dict, by id: the entries that show it."""
        shown: dict[int, list[int]] = {key: [] for key in self.extracted}
        for entry, key in enumerate(map(id, self.catalogue.tree.values)):
            if key in shown:
                shown[key].append(entry)
        return shown

    @cached_property
    def steps(self) -> dict[int, bool]:
        """Storages of ``step`` tensors → whether torch wants them on the parameter's device."""
        return placing.step_storages(self.catalogue, self.optimizers)

    # -- names ---------------------------------------------------------------------------------------------

    def _state_dicts(self, entry: int | None) -> list[tuple[DictNode | None, DictNode]]:
        """``_metadata`` and items of the state dicts that an edit is about, each once: those of the file, then made."""
        values = self.catalogue.tree.values
        if self.made is not None:
            here = self.made.items()
            made = [(at, node) for at, node in here if entry is None or values[at] is values[entry]]
            found = {id(node): (at, node) for at, node in reversed(made) if type(node) is Call}
            state_dicts = list(found.values())
        else:
            entries = self.catalogue.state_dicts if entry is None else (entry,)
            state_dicts = [(at, values[at]) for at in entries if entry is None or id(values[at]) not in self.extracted]
        for at, node in state_dicts:
            if mapping(node) is None:
                raise EditError(f"{self.catalogue.path_text(at)!r} is no dictionary, so it has no keys to rename.")
            self.places[id(mapping(node))] = self.catalogue.path_text(at)
        each: dict[int, tuple[DictNode | None, DictNode]] = {}
        metadata: dict[int, DictNode] = {}
        for _, node in state_dicts:
            items, about = mapping(node), metadata_of(node)
            if items is not None:  # the file may show it at several places
                new = about if about is not None and metadata.setdefault(id(about), items) is items else None
                each[id(items)] = new, items
        return list(each.values())

    def _comes_later(self, entry: int | None) -> bool:
        """Whether an edit of names may be about keys that are yet to be made."""
        if self.made is not None:
            return False
        return bool(self.extracted) if entry is None else id(self.catalogue.tree.values[entry]) in self.extracted

    def _strip(self, edit: StripPrefix) -> Effect:
        prefix = check_prefix(edit.prefix)
        change = strip_segment if edit.inner else strip_from
        keys = 0
        for metadata, items in self._state_dicts(edit.entry):
            count = self._rename_all(items, lambda key: change(key, prefix))
            keys += count
            if count:
                rename_metadata(self.rewrite, metadata, prefix, inner=edit.inner)
        if not keys and not self._names_in_optimizers(prefix) and not self._comes_later(edit.entry):
            raise EditError(f"No key of {self._where(edit.entry)} begins with {prefix!r}; there is nothing to strip.")
        return self._renamed(keys)

    def _names_in_optimizers(self, prefix: str) -> bool:
        return any(
            item.name is not None and item.name.startswith(prefix)
            for optimizer in self.catalogue.optimizers
            for item in optimizer.entries
        )

    def _add(self, edit: AddPrefix) -> Effect:
        prefix = check_prefix(edit.prefix)
        keys = 0
        for metadata, items in self._state_dicts(edit.entry):
            keys += self._rename_all(items, lambda key: prefix + key)
            add_to(self.rewrite, metadata, prefix)
        if not keys and not self._comes_later(edit.entry):
            raise EditError("There is no state dict in this file whose keys could get a prefix.")
        return self._renamed(keys)

    def _insert(self, edit: InsertSegment) -> Effect:
        segment = check_prefix(edit.segment)
        keys = 0
        for metadata, items in self._state_dicts(edit.entry):
            count = self._rename_all(items, lambda key: insert_segment(key, segment, edit.depth, edit.under))
            keys += count
            if count:
                insert_into(self.rewrite, metadata, segment, edit.depth, edit.under)
        if not keys and not self._comes_later(edit.entry):
            raise EditError(f"No key of {self._where(edit.entry)} has a place for {segment!r}.")
        return self._renamed(keys)

    def _rename_all(self, node: DictNode, change: Callable[[str], str]) -> int:
        count = 0
        for slot, key in list(self.rewrite.live_keys(node)):
            if isinstance(key, str):
                new = change(key)
                if new != key:
                    self.rewrite.rename(node, slot, new)
                    count += 1
        return count

    def _rename(self, edit: RenameKey) -> Effect:
        tree = self.catalogue.tree
        home = tree.homes[edit.entry]
        if not edit.entry or type(home) is not DictNode or not isinstance(tree.labels[edit.entry], str):
            raise EditError("Only the text keys of dictionaries can be renamed.")
        if not edit.name:
            raise EditError("A key needs a name.")
        self.places[id(home)] = self.catalogue.path_text(tree.parents[edit.entry])
        old = self.rewrite.name_of(home, tree.slots[edit.entry])
        self.rewrite.rename(home, tree.slots[edit.entry], edit.name)
        return self._renamed(1, str(old))

    def _renamed(self, keys: int, old: str = "") -> Effect:
        self.rewrite.keys_renamed += keys
        return Effect(keys=keys, what=old)

    def _where(self, entry: int | None) -> str:
        return "any state dict" if entry is None else repr(self.catalogue.path_text(entry) or "the file")

    # -- what stays ----------------------------------------------------------------------------------------

    def _drop(self, edit: Drop) -> Effect:
        tree = self.catalogue.tree
        home = tree.homes[edit.entry]
        parent = tree.values[tree.parents[edit.entry]] if edit.entry else None
        if not edit.entry:
            raise EditError("The whole file cannot be dropped.")
        if home is None or (type(parent) is Call and home is parent.args) or self._is_part(edit.entry):
            raise EditError(
                f"{self.catalogue.path_text(edit.entry)!r} is what an object is made of; drop the object itself."
            )
        self.rewrite.drop(home, tree.slots[edit.entry])
        rows = self.catalogue.subtree_rows(edit.entry)
        nbytes = sum(self.catalogue.tensors[row].nbytes for row in rows)
        return Effect(len(rows), nbytes=nbytes)

    def _is_part(self, entry: int) -> bool:
        """Whether an entry is a part of a tensor, without which its class could not make it."""
        tree = self.catalogue.tree
        if self.catalogue.rows[tree.parents[entry]] >= 0:
            return type(tree.homes[entry]) is tuple  # an attribute may go, the scales may not
        while tree.compounds and entry > 0:
            entry = tree.parents[entry]
            if entry in tree.compounds:
                return True
        return False

    def _keep(self, edit: Keep) -> Effect:
        if self.catalogue.kind(edit.entry) in ("tensor", "value", "storage"):
            raise EditError(f"{self.catalogue.path_text(edit.entry)!r} holds nothing below it; keep a dictionary.")
        self.root = edit.entry
        rows = self.catalogue.subtree_rows(edit.entry)
        nbytes = sum(self.catalogue.tensors[row].nbytes for row in rows)
        return Effect(len(rows), nbytes=nbytes)

    def gone(self) -> bytes:
        """One byte an entry: 1 when it is not in the file to be written. Empty when all stay."""
        drops = self.rewrite.drops
        if not drops and not self.root and not self.hidden:
            return b""
        tree = self.catalogue.tree
        total = len(tree.labels)
        gone = bytearray(total)
        if self.root:
            gone = bytearray(b"\1") * total
            gone[self.root : tree.ends[self.root]] = bytes(tree.ends[self.root] - self.root)
        dropped_homes = {home for home, _ in drops}
        for entry, home in enumerate(tree.homes):
            holds_root = self.root and entry <= self.root < tree.ends[entry]  # what is kept stays, wherever it was
            if id(home) in dropped_homes and (id(home), tree.slots[entry]) in drops and not holds_root:
                gone[entry : tree.ends[entry]] = b"\1" * (tree.ends[entry] - entry)
        moved = sorted(self.moved) if self.hidden else []
        for first, end in self.hidden:
            left_out = bytes(gone[first:end])
            gone[first:end] = b"\1" * (end - first)
            for entry in moved[bisect_left(moved, first) : bisect_left(moved, end)]:  # it is there with all below it
                below = slice(entry - first, tree.ends[entry] - first)
                gone[entry : tree.ends[entry]] = left_out[below]
        return bytes(gone)

    def settle_bytes(self) -> None:
        """Give arrays and cut storages their places, now that it is known what stays."""
        if self.plain:
            moved, self.new_tensors = to_plain.plain_places(self)
            self.moved |= moved
        if self.compact:
            containers.cut_storages(self)

    # -- words ---------------------------------------------------------------------------------------------

    def warnings(self, gone: bytes) -> Iterable[str]:
        yield from dict.fromkeys(self.notes)
        yield from about_kept(self.catalogue, self.devices_kept, gone)
        yield from placing.about_steps(self)
        entries = self.catalogue.tree.tensors
        if gone and entries and all(map(gone.__getitem__, entries)):
            yield "No tensor is left in the file."
