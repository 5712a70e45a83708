"""Edits that change how the file is written, or what a part of it is: a value, a name, a whole pickled module."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

from core.dtypes import ITEM_SIZES
from core.edits.edits import (
    AddPrefix,
    Compact,
    Edit,
    Extract,
    InsertSegment,
    RenameModule,
    SetValue,
    StripPrefix,
    UseContainer,
    UseProtocol,
)
from core.edits.new_parts import FIRST_KEY, NewStorage
from core.edits.shrink import cuts
from core.edits.state_dict import extraction
from core.edits.wording import Effect
from core.errors import EditError
from core.objects.global_names import python3_name
from core.objects.plain_rules import keys_below
from core.objects.tensors import is_untyped
from core.pickling.nodes import Call, Global, PersistentId, SetNode, mapping, names_below
from core.text import clip, count_text

if TYPE_CHECKING:
    from core.edits.draft import Work

CONTAINERS = ("zip", "legacy")
PROTOCOLS = (2, 3, 4, 5)
FULLY_READ = 2  # by plain torch.load(f), in either container
_FIRST_OF_PYTHON_3 = 3
_FIRST_WITH_FROZEN_SETS = 4


def set_value(work: Work, edit: SetValue) -> Effect:
    """One plain value for another."""
    tree = work.catalogue.tree
    home, path = tree.homes[edit.entry], work.catalogue.path_text(edit.entry)
    parent = tree.values[tree.parents[edit.entry]] if edit.entry else None
    if home is None or type(home) is SetNode or (type(parent) is Call and home is parent.args):
        raise EditError(f"{path or 'The whole file'!r} is no value that can be set.")
    if not work.catalogue.is_plain(edit.entry):
        raise EditError(f"{path!r} holds more than one value; only numbers, texts, True, False and None can be set.")
    if type(edit.value) not in (int, float, str, bool, type(None)):
        raise EditError("Only a number, a text, True, False or None can be put into a file.")
    work.rewrite.set_value(home, tree.slots[edit.entry], edit.value)
    return Effect(keys=1)


def rename_module(work: Work, edit: RenameModule) -> Effect:
    """Names of one Python module as those of another."""
    below = f"{edit.source}."
    renamed: set[str] = set()
    for name in names_below(work.catalogue.tree.values[0], {}):
        if name.module == edit.source or name.module.startswith(below):
            work.rewrite.nodes[id(name)] = Global(edit.target + name.module[len(edit.source) :], name.name)
            renamed.add(name.dotted)
    if not renamed:
        raise EditError(f"Nothing in the file is of the Python module {edit.source!r}.")
    return Effect(what=count_text(len(renamed), "name"))


def use_container(work: Work, edit: UseContainer) -> Effect:
    """The container that the file is written in; in another than before, in the protocol that all readers know."""
    if edit.container not in CONTAINERS:
        raise EditError(f"{edit.container!r} is no container; choose zip or legacy.")
    work.container = edit.container
    checkpoint = work.catalogue.checkpoint
    if edit.container != checkpoint.container and checkpoint.protocol > FULLY_READ and work.protocol is None:
        use_protocol(work, UseProtocol(FULLY_READ))
    return Effect()


def use_protocol(work: Work, edit: UseProtocol) -> Effect:
    """The pickle protocol that the file is written in."""
    if edit.protocol not in PROTOCOLS:
        raise EditError(f"{edit.protocol!r} is no pickle protocol that torch writes; choose 2 to 5.")
    work.protocol = edit.protocol
    if edit.protocol >= _FIRST_OF_PYTHON_3 > work.catalogue.checkpoint.protocol:
        for name in names_below(work.catalogue.tree.values[0], {}):  # older names are mended up to protocol 2 only
            if python3_name(name) != name.dotted:
                module, _, attribute = python3_name(name).rpartition(".")
                work.rewrite.nodes.setdefault(id(name), Global(module, attribute))
    if edit.protocol < _FIRST_WITH_FROZEN_SETS:
        for node in keys_below(work.catalogue.tree.values[0]).values():
            if type(node) is SetNode:  # it becomes a plain set elsewhere, which can be no key
                work.rewrite.nodes.setdefault(id(node), tuple(node.elements))
    return Effect()


def compact(work: Work, _: Compact) -> Effect:
    """Noted here and done at the end, when it is known which tensors stay."""
    work.compact = True
    return Effect()


def cut_storages(work: Work) -> None:
    """Replace the tensors of storages that are far too large by the same in storages of their own."""
    catalogue, tree = work.catalogue, work.catalogue.tree
    for cut in cuts(catalogue, work.gone()):
        storage = catalogue.storages[cut.storage]
        work.shrunk[cut.storage] = storage.nbytes - cut.saved
        for stretch in cut.stretches:
            nbytes = stretch.end - stretch.start
            new = NewStorage(str(FIRST_KEY + len(work.added)), storage.dtype, nbytes, None, cut.storage, stretch.start)
            work.added.append(new)
            for row in stretch.rows:
                tensor = catalogue.tensors[row]
                offset = tensor.storage_offset - stretch.start // ITEM_SIZES[tensor.dtype]
                work.pieces[row] = (len(work.added) - 1, offset)
                call = work.copies.get(tensor.entry) or _storage_call(tree.values[tensor.entry])
                if id(call) not in work.rewrite.nodes:
                    work.rewrite.nodes[id(call)] = _moved_call(call, new, offset)


def _storage_call(node: Call) -> Call:
    """The call that names the storage: that of the tensor inside a parameter."""
    while type(node.args[0]) is Call:
        node = node.args[0]
    return node


def _moved_call(node: Call, new: NewStorage, offset: int) -> Call:
    if type(node.args[0]) is Global:  # of a class of its own: (function, class, its arguments, state)
        function, kind, arguments, state = node.args
        return Call(node.kind, node.func, (function, kind, _moved_arguments(arguments, new, offset), state))
    return Call(node.kind, node.func, _moved_arguments(node.args, new, offset))


def _moved_arguments(args: tuple[Any, ...], new: NewStorage, offset: int) -> tuple[Any, ...]:
    pid = args[0].pid
    size = 1 if is_untyped(args[0]) else ITEM_SIZES[new.dtype]
    storage = PersistentId((pid[0], pid[1], new.key, pid[3], new.nbytes // size))
    return (storage, offset, *args[2:])


def check_kept(work: Work) -> None:
    """Raises `EditError` where what is kept holds something around it, or elsewhere: that would come along."""
    catalogue, tree = work.catalogue, work.catalogue.tree
    if not work.root or not tree.repeats:
        return
    span = range(work.root, tree.ends[work.root])
    here = {id(tree.values[entry]) for entry in span if entry not in tree.repeats}
    gone = work.gone()
    for entry in span:
        node = tree.values[entry]
        if entry not in tree.repeats or id(node) in here or gone[entry]:
            continue
        whole = next(at for at, value in enumerate(tree.values) if value is node and at not in tree.repeats)
        kept, shown = catalogue.path_text(work.root), catalogue.path_text(whole)
        it = repr(clip(shown)) if whole else "the whole file"
        if entry == work.root:
            raise EditError(f"{clip(kept)!r} is {it} once more. Keep that instead.")
        path = catalogue.path_text(entry)
        raise EditError(
            f"{clip(kept)!r} leads back to {it} (at {clip(path)!r}), so it cannot be the whole file without that. Keep "
            f"{it}, or drop {clip(path)!r} as well."
        )


# -- state dicts -----------------------------------------------------------------------------------------------


def extract(work: Work, edit: Extract) -> Effect:
    """The state dict of a pickled module or optimizer, in the place of it, wherever the file shows it."""
    catalogue, tree = work.catalogue, work.catalogue.tree
    path = clip(catalogue.path_text(edit.entry), 60) or "the file"
    if edit.entry < work.root < tree.ends[edit.entry]:
        raise EditError(f"What is kept is a part of {path!r}, so there is no state dict to make of that.")
    if any(first <= edit.entry < end for first, end in work.hidden):
        work.notes.append(f"{path!r} is part of what becomes a state dict as a whole.")
        return Effect(what="in another state_dict")
    found = extraction(catalogue, edit.entry, work.rewrite, unwrap=edit.unwrap)
    work.rewrite.nodes[id(tree.values[edit.entry])] = found.node
    work.notes += found.notes
    for entry in _twins(work, edit.entry):
        twin = found
        if entry != edit.entry:
            twin = extraction(catalogue, entry, work.rewrite, unwrap=edit.unwrap)
        work.hidden.append((entry + 1, tree.ends[entry]))
        work.moved |= {part: (entry, keys) for part, keys in twin.places.items()}
        work.copies |= twin.copies
        work.hidden += _attributes(work, twin.copies)
        work.made = work.made or {}
        work.made[entry] = found.node
    rows = [row for part in found.places for row in catalogue.subtree_rows(part)]
    nbytes = sum(catalogue.tensors[row].nbytes for row in rows)
    return Effect(len(rows), nbytes=nbytes, what=f"{clip(found.name, 60)} → state_dict")


def _attributes(work: Work, copies: Iterable[int]) -> Iterator[tuple[int, int]]:
    """The entries, first to end, of what tensors have as Python attributes: ``.detach()`` leaves those behind."""
    tree = work.catalogue.tree
    for entry in copies:
        for child in work.catalogue.children(entry):
            if type(tree.homes[child]) is not tuple:
                yield child, tree.ends[child]


def rename_made(work: Work, edits: Iterable[Edit], before: Mapping[Edit, Effect]) -> dict[Edit, Effect]:
    """Edits of names once more, now on the state dicts that the plan makes; their effects with these keys.

    Raises `EditError` for one that renames nothing there and did not ``before``.
    """
    work.made = work.made or {}
    effects: dict[Edit, Effect] = {}
    for edit in edits:
        if isinstance(edit, (StripPrefix, AddPrefix, InsertSegment)):
            try:
                effect = work.apply(edit)
            except EditError:
                if not before[edit].keys:
                    raise
                continue
            effects[edit] = effect._replace(keys=effect.keys + before[edit].keys)
    held = {at: mapping(node) for at, node in work.made.items()}
    names = {at: work.rewrite.new_names(items) for at, items in held.items() if items is not None}
    for entry, (at, keys) in work.moved.items() if effects else ():
        work.moved[entry] = at, (names[at].get(keys[0], keys[0]), *keys[1:])
    return effects


def _twins(work: Work, entry: int) -> Iterator[int]:
    """The entries that show the same object, which the file holds once; not those inside another such."""
    tree = work.catalogue.tree
    node, end = tree.values[entry], 0
    for other in work.shown[id(node)]:
        if other >= end and not any(first <= other < last for first, last in work.hidden):
            yield other
            end = tree.ends[other]
