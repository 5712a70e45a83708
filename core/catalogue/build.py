"""Builds the catalogue of a checkpoint: lays out its graph, and works out what is in it."""

from __future__ import annotations

import os
from array import array
from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Container, Iterable, Sequence
from itertools import compress, repeat
from operator import mul
from typing import TYPE_CHECKING, Any

from core.catalogue.catalogue import Catalogue
from core.catalogue.checkpoint import Checkpoint, no_collector, open_checkpoint
from core.catalogue.lazy_rows import Table
from core.catalogue.modules import outermost_optimizers
from core.catalogue.optimizers.find import find_optimizers
from core.catalogue.optimizers.groups import is_optimizer_state
from core.catalogue.optimizers.models import candidates_of
from core.catalogue.prefixes import find_prefixes
from core.catalogue.rows import TensorRow
from core.catalogue.storages import (
    Storage,
    StorageColumns,
    check_storages,
    device_totals,
    each_its_own,
    named_alike,
    shared_copies,
    storages_of,
)
from core.catalogue.tree import Tree, lay_out
from core.dtypes import ITEM_SIZES, PACKED, packed_bytes
from core.errors import CannotOpen, NotACheckpoint, TooLarge
from core.files.member import MARK, MemberPath, outer_and_key
from core.objects.global_names import foreign_names
from core.objects.numpy_data import raw_bytes
from core.objects.tensors import is_packed
from core.pickling.nodes import mapping
from core.progress import Tick, ignore
from core.remote.address import is_url
from core.text import clip, sentences
from core.words import say

if TYPE_CHECKING:
    from pathlib import Path

EntryRange = tuple[int, int]
"""Entries ``first`` to ``end`` (exclusive) of a subtree."""

_DEEPEST = 8
"""Checkpoints in each other that are opened by one path."""
_MODULE_DICTS = ("_parameters", "_buffers")
_PARAMETERS = ("params", "_params")
"""What an optimizer calls the parameters that it works on; LBFGS has a list of its own."""


def find_state_dicts(tree: Tree, optimizers: Sequence[EntryRange]) -> tuple[int, ...]:
    """Entries of mappings from names to tensors, outside optimizers.

    A state dict has text keys only, and more than half of its values are tensors, not all of them single
    numbers (those are scores, such as a callback's), and its keys are no names of data; or it carries torch's
    ``_metadata``.
    """
    parents = list(map(tree.parents.__getitem__, tree.tensors))
    shaped = set(compress(parents, tree.facts.shapes))
    above = [tree.parents[entry] for entry in tree.compounds]
    shaped |= {parent for parent, whole in zip(above, tree.compounds.values(), strict=True) if whole.shape != ()}
    counts = Counter(parents + above)
    wholes = _outermost(tree)
    found = []
    for parent in sorted(counts):
        if parent < 0 or _inside(parent, optimizers) or tree.labels[parent] in _MODULE_DICTS or _spans(parent, wholes):
            continue
        items = mapping(tree.values[parent])
        if items is None:
            continue
        keys = items.items[::2]
        are_texts = all(issubclass(kind, str) for kind in set(map(type, keys)))
        mostly_tensors = 2 * counts[parent] > len(keys) and parent in shaped
        is_weights = mostly_tensors and are_texts and not are_of_data(keys)
        if is_weights or (are_texts and _has_metadata(tree, parent)):
            found.append(parent)
    return tuple(found)


def optimizer_spans(tree: Tree) -> list[EntryRange]:
    """First and last-plus-one entry of each optimizer's state dict, in file order."""
    spans: list[EntryRange] = []
    seen: set[int] = set()
    for child, label in enumerate(tree.labels):
        if (label != "param_groups" and label != "hypers") or not isinstance(label, str):  # noqa: PLR1714 - no hashing
            continue
        if tree.parents[child] in seen:
            continue
        entry = tree.parents[child]
        seen.add(entry)  # a key may be there a hundred thousand times
        if entry >= 0 and (not spans or entry >= spans[-1][1]) and is_optimizer_state(tree.values[entry]):
            spans.append((entry, tree.ends[entry]))
    return spans


def roles_of(
    tree: Tree, state_dicts: Sequence[int], optimizers: Sequence[EntryRange], whole: Sequence[EntryRange] = ()
) -> list[str]:
    """The role of each tensor, in entry order. ``whole`` are pickled optimizers, which hold the model's parameters."""
    models = set(state_dicts)
    parents = list(map(tree.parents.__getitem__, tree.tensors))
    role_below = {
        parent: "model" if parent in models or (parent >= 0 and tree.labels[parent] in _MODULE_DICTS) else "other"
        for parent in set(parents)
    }
    roles = list(map(role_below.__getitem__, parents))
    for first, end in optimizers:
        position, after = (bisect_left(tree.tensors, entry) for entry in (first, end))
        roles[position:after] = ["optimizer"] * (after - position)
    for first, end in whole:
        for position in range(bisect_left(tree.tensors, first), bisect_left(tree.tensors, end)):
            roles[position] = "model" if tree.labels[parents[position]] in _PARAMETERS else "optimizer"
    if tree.compounds or tree.holders:
        inner = _Inner(tree, models, optimizers, whole)
        for row, parent in enumerate(parents):
            roles[row] = inner.role(row, parent) or roles[row]
    return roles


class _Inner:
    """The roles of tensors that are parts of others.

    Those that a tensor is made of have its role: reached from it through tensors and plain containers alone. Others are
    about it, such as the map of ranks in the mesh of a DTensor, or an attribute that a script gave it.
    """

    def __init__(
        self, tree: Tree, models: Container[int], optimizers: Sequence[EntryRange], whole: Sequence[EntryRange]
    ) -> None:
        self.tree = tree
        self.models = models
        self.optimizers, self.whole = optimizers, whole
        self.rows = {tree.tensors[row]: row for row in tree.holders}
        self.known: dict[int, str | None] = {-1: None}

    def role(self, row: int, parent: int) -> str | None:
        """The role of a tensor row below an entry; None where it is a part of no tensor."""
        if parent in self.rows and type(self.tree.homes[self.tree.tensors[row]]) is tuple:
            return self._of_tensor(parent)  # what it is quantised by
        return self._below(parent)

    def _below(self, entry: int) -> str | None:
        """The role of what is right below an entry, if that is in a tensor."""
        path = []
        while entry not in self.known:
            path.append(entry)
            entry = self.tree.parents[entry]
        for at in reversed(path):
            self.known[at] = self._one(at, self.known[self.tree.parents[at]])
        return self.known[path[0]] if path else self.known[entry]

    def _one(self, entry: int, outside: str | None) -> str | None:
        if entry in self.tree.compounds:
            return outside or self._of_tensor(entry)
        if entry in self.rows:
            return "other"
        value = self.tree.values[entry]
        if outside is None or type(value) in (tuple, list) or mapping(value) is not None:
            return outside
        return "other"

    def _of_tensor(self, entry: int) -> str:
        """The role of a tensor in its dict."""
        parent = self.tree.parents[entry]
        within = self._below(parent)
        if within is not None:
            return within
        if _spans(entry, self.optimizers):
            return "optimizer"
        label = self.tree.labels[parent] if parent >= 0 else None
        if _spans(entry, self.whole):
            return "model" if label in _PARAMETERS else "optimizer"
        return "model" if parent in self.models or label in _MODULE_DICTS else "other"


def _outermost(tree: Tree) -> list[EntryRange]:
    """The spans of tensors with others below them, which are no state dicts; those in no other such."""
    spans: list[EntryRange] = []
    for entry in sorted([*tree.compounds, *(tree.tensors[row] for row in tree.holders)]):
        if not spans or entry >= spans[-1][1]:
            spans.append((entry, tree.ends[entry]))
    return spans


def _spans(entry: int, spans: Sequence[EntryRange]) -> bool:
    """Whether an entry is in one of some spans, which are in order and apart."""
    at = bisect_right(spans, entry, key=lambda span: span[0]) - 1
    return at >= 0 and entry < spans[at][1]


def _inside(entry: int, spans: Sequence[EntryRange]) -> bool:
    return any(first <= entry < end for first, end in spans)


def _has_metadata(tree: Tree, entry: int) -> bool:
    child, end = entry + 1, tree.ends[entry]
    while child < end:
        if tree.labels[child] == "_metadata" and tree.homes[child] is not mapping(tree.values[entry]):
            return True
        child = tree.ends[child]
    return False


def open_catalogue(  # noqa: PLR0913 - each is a question of its own
    path: str | Path,
    tick: Tick | None = None,
    *,
    alone: bool = False,
    as_parts: bool = False,
    follow_links: bool = False,
    download: bool = False,
) -> Catalogue:
    """The catalogue of a checkpoint, from directories and pickles: no tensor is read, and nothing in it is run.

    ``alone``, ``as_parts``, ``follow_links`` and ``download`` are as in `open_checkpoint`.

    Raises a `core.errors.CheckpointError` that says what is the matter and what to do, or `Cancelled` when ``tick``
    does.
    """
    ways = {"alone": alone, "as_parts": as_parts, "follow_links": follow_links, "download": download}
    return build_catalogue(open_place(path, tick, **ways), tick)


def open_place(path: str | Path, tick: Tick | None = None, **ways: bool) -> Checkpoint:
    """The checkpoint that a user means: at a path, or the bytes at a key of one (``FILE!KEY``), and of that again.

    ``ways`` are those of `open_checkpoint`, which raises what this raises; besides `PathNotFound` and `NotACheckpoint`
    for a key at which there is none.
    """
    place = str(path)
    if is_url(place):
        return _open_elsewhere(path, place, tick, **ways)
    found = outer_and_key(os.path.expanduser(place))  # noqa: PTH111 - pathlib may raise
    if found is None or isinstance(path, MemberPath):
        return open_checkpoint(path, tick, **ways)
    checkpoint, words = open_checkpoint(found[0], tick, **ways), found[1].split(MARK)
    if len(words) > _DEEPEST:
        raise TooLarge(say("levels of nested checkpoints"), len(words), _DEEPEST)
    while words:
        checkpoint, words = _inside_of(checkpoint, words, tick)
    return checkpoint


def _open_elsewhere(path: str | Path, place: str, tick: Tick | None, **ways: bool) -> Checkpoint:
    """The checkpoint at a URL; where there is none of that name, what the mark of a key in it would need is told."""
    try:
        return open_checkpoint(path, tick, **ways)
    except CannotOpen as error:
        if MARK not in place or type(error) is not CannotOpen:
            raise
        told = say("Pthfinder cannot open a checkpoint inside a remote file (FILE!KEY). Download the file first.")
        raise CannotOpen(sentences(str(error), told)) from None


def _inside_of(checkpoint: Checkpoint, words: list[str], tick: Tick | None) -> tuple[Checkpoint, list[str]]:
    """The checkpoint at the longest key that the words make, and the words behind it."""
    catalogue = build_catalogue(checkpoint, tick)
    keys = {end: MARK.join(words[:end]) for end in range(len(words), 0, -1)}
    end = next((end for end, key in keys.items() if catalogue.finds(key) is not None), 1)
    entry = catalogue.find(keys[end])
    data = None if isinstance(catalogue.values[entry], str) else raw_bytes(catalogue.values[entry])
    if not data:
        key, what = clip(keys[end], 120), catalogue.summary(entry)
        raise NotACheckpoint("{path} of {name} is not bytes but {what}.", path=key, name=checkpoint.name, what=what)
    return _opened(checkpoint, keys[end], data, tick), words[end:]


def _opened(checkpoint: Checkpoint, key: str, data: bytes, tick: Tick | None) -> Checkpoint:
    try:
        inner = MemberPath.of(checkpoint.path, key, data)
    except OSError as error:
        raise CannotOpen(
            "{path} cannot be read: {reason}.", path=clip(key, 120), reason=error.strerror or error
        ) from None
    return open_checkpoint(inner, tick, alone=True)


def open_inside(checkpoint: Checkpoint, key: str, data: bytes) -> Catalogue:
    """The tensors of the checkpoint that the bytes at a key are. Raises what `open_catalogue` raises."""
    return build_catalogue(_opened(checkpoint, key, data, None), meaning=False)


def build_catalogue(checkpoint: Checkpoint, tick: Tick | None = None, *, meaning: bool = True) -> Catalogue:
    """Lay out a checkpoint as tables; without ``meaning`` those of models and optimizers stay empty.

    Raises `Malformed` or `Truncated` when tensors do not fit their storages or the storages the file.
    """
    tick = tick or ignore
    with no_collector():
        tree, alone = _laid_out(checkpoint, tick)
        columns, storage_of = storages_of(tree, checkpoint.mentions.persistent, alone=alone)
        carried = frozenset(map(storage_of.__getitem__, tree.carried))
        in_pickle = frozenset(storage_of[row] for row in tree.carried if not tree.facts.keys[row])
        check_storages(checkpoint, columns, in_pickle)
        foreign = foreign_names(checkpoint.mentions.names)
        spans, whole, state_dicts = _models_and_optimizers(tree, bool(foreign)) if meaning else ([], [], ())
        roles = roles_of(tree, state_dicts, spans, whole)
        catalogue = Catalogue(
            checkpoint,
            tree,
            _rows(tree),
            _tensor_rows(tree, roles, storage_of),
            storage_of,
            _storage_rows(columns),
            columns,
            device_totals(columns.devices, columns.tensors, columns.nbytes),
            state_dicts,
            (),
            find_prefixes(tree, state_dicts),
            foreign,
            carried,
            in_pickle,
        )
        if not spans:
            return catalogue
        optimizers = [entry for entry, _ in spans]
        return catalogue.with_optimizers(find_optimizers(catalogue, optimizers, candidates_of(catalogue, optimizers)))


def _models_and_optimizers(tree: Tree, foreign: bool) -> tuple[list[EntryRange], list[EntryRange], tuple[int, ...]]:
    """The spans of the optimizers' state dicts, those of optimizers pickled whole, and the models' state dicts."""
    spans = optimizer_spans(tree)
    whole = [(entry, tree.ends[entry]) for entry in outermost_optimizers(tree)] if foreign else []
    return spans, whole, find_state_dicts(tree, sorted([*spans, *whole]))


def _laid_out(checkpoint: Checkpoint, tick: Tick) -> tuple[Tree, bool]:
    """The tree, of storages that are what torch takes them for, and whether each tensor has one of its own."""
    mentions, parts = checkpoint.mentions, checkpoint.archive.id_parts
    tree = lay_out(checkpoint.root, tick, mentions.calls, mentions.oddities, parts)
    alone = each_its_own(tree, mentions.persistent)
    if parts and tree.carried:
        mentions.oddities += shared_copies(tree, mentions.persistent)
    if (alone and tree.ordinary) or not parts or named_alike(mentions.persistent, parts, mentions.oddities):
        return tree, alone
    return lay_out(checkpoint.root, tick, mentions.calls, mentions.oddities, parts), alone


def _rows(tree: Tree) -> Sequence[int]:
    """The row of each entry that is a tensor, -1 of others."""
    rows = array("i", [-1]) * len(tree.labels)
    for row, entry in enumerate(tree.tensors):
        rows[entry] = row
    return rows


def _tensor_rows(tree: Tree, roles: Sequence[str], storage_of: Sequence[int]) -> Table[TensorRow]:
    """One row a tensor, put together column by column: in C, and without the slow constructor of a named tuple."""
    entries, facts = tree.tensors, tree.facts

    def made(first: int, end: int) -> list[TensorRow]:
        batch = slice(first, end)
        dtypes = facts.dtypes[batch]
        nbytes: Iterable[int] = map(mul, facts.elements[batch], map(ITEM_SIZES.__getitem__, dtypes))
        if not PACKED.keys().isdisjoint(dtypes):
            nodes = map(tree.values.__getitem__, entries[batch])
            nbytes = [
                packed_bytes(dtype, shape) if is_packed(node, dtype) else size
                for node, dtype, shape, size in zip(nodes, dtypes, facts.shapes[batch], nbytes, strict=True)
            ]
        layout = facts.shapes[batch], facts.strides[batch], facts.offsets[batch]
        flags = facts.requires_grad[batch], facts.parameters[batch]
        columns = zip(entries[batch], roles[batch], dtypes, *layout, storage_of[batch], nbytes, *flags, strict=True)
        return list(map(tuple.__new__, repeat(TensorRow), columns))

    return Table(len(tree.tensors), made)


def _storage_rows(columns: StorageColumns) -> Table[Storage]:
    def made(first: int, end: int) -> list[Storage]:
        return list(map(tuple.__new__, repeat(Storage), zip(*(column[first:end] for column in columns), strict=True)))

    return Table(len(columns.keys), made)


# -- what tensors of data are called ---------------------------------------------------------------------------


_TELLING = frozenset(
    (
        # Those of graphs, as in torch_geometric/data/data.py.
        *("edge_index", "edge_attr", "edge_label", "edge_label_index", "adj_t", "train_mask", "val_mask", "test_mask"),
        # Those of samples, of torchvision and of tokenizers.
        *("images", "image", "labels", "label", "targets", "target", "samples"),
        *("input_ids", "attention_mask", "token_type_ids", "position_ids"),
        # What agents remember, as in stable_baselines3/common/buffers.py.
        *("observations", "observation", "obs", "next_observations", "next_obs", "actions", "action", "rewards"),
        *("reward", "dones", "done", "terminals", "terminated", "truncated", "timeouts", "episode_starts"),
        *("advantages", "log_probs"),
    )
)
_USUAL = frozenset(
    (
        *("x", "y", "z", "pos", "batch", "ptr", "data", "features", "feats", "inputs", "outputs", "mask", "masks"),
        *("train", "test", "val", "index", "indices", "returns", "values", "states", "next_states", "ids", "name"),
    )
)
"""What others use as well: it tells beside one of the above."""


def are_of_data(keys: Sequence[Any]) -> bool:
    """Whether the texts that are the keys of a dict of tensors are names of data: two of them, and most."""
    known = [key for key in keys if key in _TELLING or key in _USUAL]
    return len(known) > 1 and 2 * len(known) > len(keys) and not _TELLING.isdisjoint(known)
