"""Differences between what was read and what is to be written: in the graph, in storages and in tensors.

The graph itself is never changed. Differences are noted per item, ``(id of the home node, slot)``, so that
a dict the pickle shares between two places is changed in both, as it would be in memory.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple, Protocol

from core.catalogue.tree import Tree
from core.dtypes import ITEM_SIZES
from core.errors import KeyCollision
from core.files.byte_source import FileIdentity
from core.numbers.layout import StridedLayout
from core.objects.value_text import key_text
from core.pickling.nodes import ATOMS, DictNode, SetNode
from core.words import say

Place = tuple[int, int]


@dataclass
class Rewrite:
    """``names``: new keys of dict items, or new texts in lists; ``values``: new values of items; ``drops``: items
    left out; ``inserts``: pairs put before the first item of a dict; ``nodes``: whole nodes replaced, by ``id``.
    ``homes`` keeps the nodes that the ids stand for.
    """

    names: dict[Place, str | int] = field(default_factory=dict)
    values: dict[Place, Any] = field(default_factory=dict)
    drops: set[Place] = field(default_factory=set)
    inserts: dict[int, list[Any]] = field(default_factory=dict)
    nodes: dict[int, Any] = field(default_factory=dict)
    homes: dict[int, Any] = field(default_factory=dict)

    def name_of(self, home: DictNode, slot: int) -> Any:
        """The key of an item as it stands so far."""
        return self.names.get((id(home), slot), home.items[2 * slot])

    def value_of(self, home: Any, slot: int, saved: Any) -> Any:
        """The value of an item as it stands so far."""
        return self.values.get((id(home), slot), saved)

    def value_at(self, tree: Tree, entry: int) -> Any:
        """The value of an entry as it stands so far."""
        return (
            self.value_of(tree.homes[entry], tree.slots[entry], tree.values[entry])
            if self.values
            else tree.values[entry]
        )

    def rename(self, home: Any, slot: int, name: str | int) -> None:
        self.homes[id(home)] = home
        self.names[id(home), slot] = name

    def set_value(self, home: Any, slot: int, value: Any) -> None:
        self.homes[id(home)] = home
        self.values[id(home), slot] = value

    def drop(self, home: Any, slot: int) -> None:
        self.homes[id(home)] = home
        self.drops.add((id(home), slot))

    def replace(self, node: Any, other: Any) -> None:
        """A whole node is written in the place of another, wherever that is."""
        self.nodes[id(node)] = other

    def is_replaced(self, node: Any) -> bool:
        """Whether another is written in the place of a node."""
        return id(node) in self.nodes

    def put_first(self, home: DictNode, pairs: list[Any]) -> None:
        """Keys and values, one after the other, come before the first item of a dict; others put there give way."""
        self.homes[id(home)] = home
        self.inserts[id(home)] = pairs

    def put_so_far(self, home: DictNode) -> list[Any]:
        """Keys and values that come before the first item of a dict."""
        return self.inserts.get(id(home), [])

    def index_of(self, home: Any, slot: int) -> int:
        """The index that a list element has once those before it are left out."""
        identity = id(home)
        return slot - sum(1 for other, before in self.drops if other == identity and before < slot)

    def live_keys(self, home: DictNode) -> Iterator[tuple[int, Any]]:
        """(slot, key so far) of the items that stay."""
        for slot in range(len(home.items) // 2):
            if (id(home), slot) not in self.drops:
                yield slot, self.names.get((id(home), slot), home.items[2 * slot])

    def new_names(self, home: DictNode) -> dict[Any, Any]:
        """Old key → key so far of the items that stay and whose key is a text."""
        return {home.items[2 * slot]: key for slot, key in self.live_keys(home) if isinstance(key, str)}

    def check_collisions(self, where: dict[int, str]) -> None:
        """Raises `KeyCollision`, with both old keys, where two keys of a dict would become one."""
        touched = {home for home, _ in self.names} | set(self.inserts)
        for identity in touched:
            home = self.homes[identity]
            if type(home) is not DictNode:
                continue
            seen: dict[str | int, int] = dict.fromkeys(self.inserts.get(identity, [])[::2], -1)
            for slot, key in self.live_keys(home):
                if not isinstance(key, str) and type(key) is not int:
                    continue
                other = seen.setdefault(key, slot)
                if other != slot and ((identity, slot) in self.names or (identity, other) in self.names):
                    old = key_text(home.items[2 * slot])
                    before = key_text(home.items[2 * other]) if other >= 0 else key
                    raise KeyCollision(_collision(before, old, key, where.get(identity, "")))

    def replacements(self) -> dict[int, Any]:
        """New nodes for all homes with differences, by ``id`` of the node they stand for."""
        found = dict(self.nodes)
        for identity, home in self.homes.items():
            if identity in found:
                continue
            if type(home) is DictNode:
                found[identity] = self._new_dict(home)
            elif type(home) is SetNode:
                found[identity] = SetNode(self._new_elements(home, home.elements), home.frozen)
            else:
                found[identity] = type(home)(self._new_elements(home, home))
        return found

    def _new_dict(self, home: DictNode) -> DictNode:
        flat = list(self.inserts.get(id(home), ()))
        for slot, key in self.live_keys(home):
            flat += (key, self.value_of(home, slot, home.items[2 * slot + 1]))
        return DictNode(flat)

    def _new_elements(self, home: Any, elements: Any) -> list[Any]:
        return [
            self.names.get((id(home), slot), self.value_of(home, slot, value))
            for slot, value in enumerate(elements)
            if (id(home), slot) not in self.drops
        ]


def _collision(one: str | int, other: str | int, key: str | int, place: str) -> str:
    if not place:
        return say(
            "{one!r} and {other!r} would both become {key!r}, and one would be lost. Rename or drop one of them first.",
            one=one,
            other=other,
            key=key,
        )
    return say(
        "{one!r} and {other!r} in {place} would both become {key!r}, and one would be lost. Rename or drop one of "
        "them first.",
        one=one,
        other=other,
        place=place,
        key=key,
    )


def key_as_planned(key: Any, replaced: dict[int, Any], depth: int = 0) -> Any:
    """A key as it will be written, where nodes in the place of others (by ``id``) stand in it."""
    while id(key) in replaced and type(key) not in ATOMS:
        key = replaced[id(key)]
    if type(key) is tuple and depth < DEEPEST_KEY:
        return tuple(key_as_planned(part, replaced, depth + 1) for part in key)
    return key


DEEPEST_KEY = 8


# -- storages and tensors that the source does not have as such ----------------------------------------------------

FIRST_KEY = 9_000_000_000_000
"""Keys of storages that the source does not have: a zip numbers them anew, a legacy file keeps them."""


class NewStorage(NamedTuple):
    """A storage that the source does not have as such.

    Its bytes are ``data``, or the ``nbytes`` bytes from ``start`` on of storage number ``source`` of the catalogue.
    """

    key: str
    dtype: str
    nbytes: int
    data: bytes | None = None
    source: int = -1
    start: int = 0


class NewTensor(NamedTuple):
    """A tensor that stands for an array: below entry ``base`` at ``keys``; ``storage`` is a key."""

    base: int
    keys: tuple[Any, ...]
    dtype: str
    shape: tuple[int, ...]
    stride: tuple[int, ...]
    storage: str


Places = dict[int, tuple[int, tuple[Any, ...]]]
"""Entry of a tensor → the entry it is below of in the new file, and the keys from there."""


# -- how the numbers of a storage differ -------------------------------------------------------------------------------


class Put(Protocol):
    """A tensor of another file: of an ``.npy``, or at the path ``key`` of a checkpoint."""

    @property
    def file(self) -> Path: ...
    @property
    def key(self) -> str | None: ...
    @property
    def identity(self) -> FileIdentity: ...
    @property
    def dtype(self) -> str: ...

    @property
    def shape(self) -> tuple[int, ...]: ...


class Patch(NamedTuple):
    """Numbers that go over those of a storage, at ``where`` in it: ``value`` everywhere, or those of a tensor ``put``.

    The layout of a tensor that is put has the shape of that tensor.
    """

    where: StridedLayout
    value: int | float | complex | bool = 0
    put: Put | None = None


class ByteTransform(NamedTuple):
    """The items of a storage are of dtype ``saved``, become ``dtype``, and then ``patches`` go over them, in order."""

    saved: str
    dtype: str
    patches: tuple[Patch, ...] = ()

    def nbytes(self, before: int) -> int:
        """The bytes of what had so many ``before``."""
        return before // ITEM_SIZES[self.saved] * ITEM_SIZES[self.dtype]

    @property
    def casts(self) -> bool:
        """Whether the dtype changes."""
        return self.saved != self.dtype
