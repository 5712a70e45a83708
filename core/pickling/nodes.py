"""The inert graph: what a pickle says, as data that does nothing.

Numbers, strings, bytes, ``None``, lists and tuples are themselves. Everything else that a pickle can
express is one of the nodes below. No node ever runs, imports or hashes what it stands for, and node
identity carries the sharing: an object that the pickle refers to twice is one Python object here.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Iterator, Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

from core.errors import Malformed, TooLarge
from core.words import say

_DEEPEST = 500
"""Tuples in each other that are made anew."""
_MOST_TOLD = 10_000_000
"""What is said below all nodes that are asked for, together."""


class OldStr(str):
    """A Python 2 ``str`` (bytes in the pickle), shown as text.

    Bytes that are not UTF-8 become lone surrogates, so ``encode("utf-8", "surrogateescape")`` gives
    back exactly what the file holds.
    """

    __slots__ = ()


class Global(NamedTuple):
    """A name the pickle refers to, such as ``torch._utils._rebuild_tensor_v2``; never imported."""

    module: str
    name: str

    @property
    def dotted(self) -> str:
        return f"{self.module}.{self.name}"


class DictNode:
    """A ``dict``: keys and values in one flat list, ``[key, value, key, value, …]``.

    Keys are not hashed, because a hostile key (a tuple nested a million deep) would crash the hash.
    """

    __slots__ = ("items",)

    def __init__(self, items: list[Any]) -> None:
        self.items = items


class SetNode:
    """A ``set`` or ``frozenset``, in the order the pickle lists it."""

    __slots__ = ("elements", "frozen")

    def __init__(self, elements: list[Any], frozen: bool) -> None:
        self.elements = elements
        self.frozen = frozen


class PersistentId:
    """A persistent id; torch uses ``('storage', Type, key, location, numel)`` for tensor bytes."""

    __slots__ = ("pid",)

    def __init__(self, pid: Any) -> None:
        self.pid = pid


class Call:
    """An object the pickle would build by calling something.

    ``kind`` is the pickle opcode that builds it: ``R`` (call), ``N`` (``cls.__new__``), ``X``
    (``__new__`` with keywords: ``args`` is then ``(args, kwargs)``) or ``O`` (old-style instance).
    ``steps`` is what happens to the object afterwards, in the order of the file: ``("items", DictNode)``
    sets items, ``("extend", list)`` appends, ``("add", list)`` adds to a set and ``("state", state)`` is
    handed to ``__setstate__``. ``view`` is set by `mapping` for a dict that gets its items as an argument.
    """

    __slots__ = ("args", "func", "kind", "steps", "view")

    def __init__(self, kind: str, func: Any, args: Any) -> None:
        self.kind = kind
        self.func = func
        self.args = args
        self.steps: list[tuple[str, Any]] | None = None
        self.view: DictNode | None = None

    def set_items(self, flat: list[Any]) -> None:
        """Record item assignments, joined to those before."""
        if self.steps and self.steps[-1][0] == "items":
            self.steps[-1][1].items.extend(flat)
        else:
            self._then("items", DictNode(flat))

    def extend(self, name: str, elements: list[Any]) -> None:
        """Record appended (``extend``) or added (``add``) elements, joined to those before."""
        if self.steps and self.steps[-1][0] == name:
            self.steps[-1][1].extend(elements)
        else:
            self._then(name, elements)

    def set_state(self, state: Any) -> None:
        """Record a BUILD."""
        self._then("state", state)

    def _then(self, name: str, payload: Any) -> None:
        if self.steps is None:
            self.steps = []
        self.steps.append((name, payload))

    def payload(self, name: str) -> Any:
        """The payload of the first step called ``name``, or None."""
        for step, value in self.steps or ():
            if step == name:
                return value
        return None


ATOMS = frozenset({str, OldStr, int, float, bool, type(None), bytes, bytearray})
"""Types of values that hold no other nodes: texts, numbers, bytes and None."""
PLAIN_KEYS = ATOMS - {bytearray}
"""Types of atoms that Python takes as keys: the immutable ones."""

ORDERED_DICT = Global("collections", "OrderedDict")
DEFAULT_DICT = Global("collections", "defaultdict")
COUNTER = Global("collections", "Counter")
MAPPINGS = frozenset({ORDERED_DICT, DEFAULT_DICT, COUNTER})


def mapping(node: Any) -> DictNode | None:
    """The items of a dict-like node (``dict``, ``OrderedDict``, …); None when it is no mapping."""
    if type(node) is DictNode:
        return node
    if type(node) is Call and type(node.func) is Global and node.func in MAPPINGS:
        items = node.payload("items")
        return items if items is not None else _argument_items(node)
    return None


def _argument_items(node: Call) -> DictNode:
    """The items of ``OrderedDict([[key, value], …])``, as Python 2 pickles it, made once as the node's ``view``."""
    if node.view is None:
        argument = node.args[0] if type(node.args) is tuple and len(node.args) == 1 else None
        if type(argument) is DictNode:
            node.view = argument
        elif type(argument) is list and all(type(pair) in (list, tuple) and len(pair) == 2 for pair in argument):
            node.view = DictNode([part for pair in argument for part in pair])
        else:
            node.view = _EMPTY
    return node.view


def calls(node: Any, names: Container[Global]) -> bool:
    """Whether a node is a call of one of these names. What is called may be anything, and then cannot be hashed."""
    return type(node) is Call and type(node.func) is Global and node.func in names


def is_set(node: Any) -> bool:
    """Whether a node is a set; before protocol 4 a pickle calls ``set`` with a list."""
    return type(node) is SetNode or (
        type(node) is Call and node.kind == "R" and type(node.func) is Global and node.func in _SETS
    )


def pairs(node: Any) -> Iterator[tuple[Any, Any]]:
    """The ``(key, value)`` pairs of a dict-like node; nothing for other nodes."""
    found = mapping(node)
    flat = found.items if found is not None else []
    return zip(flat[::2], flat[1::2], strict=True)


def named_items(node: Any) -> dict[str, Any]:
    """The items of a dict whose keys are texts, the last one where a key repeats: other keys may have no hash."""
    return {key: value for key, value in pairs(node) if isinstance(key, str)}


def by_names(node: Any) -> dict[str, Any]:
    """The items of a dict by their keys. Raises `Malformed` for those that are no texts."""
    if not all(isinstance(key, str) for key, _ in pairs(node)):
        raise Malformed("A dict has keys that are no names; the file is damaged. Fetch it again.")
    return named_items(node)


def get(node: Any, key: str) -> Any:
    """The value under a string key of a dict-like node, or None; the last one where a key repeats."""
    found = None
    for name, value in pairs(node):
        if isinstance(name, str) and name == key:
            found = value
    return found


def names_below(root: Any, replaced: Mapping[int, Any]) -> Iterator[Global]:
    """Yield every name in a graph in the order of the file. ``replaced`` has the new node for the ``id`` of an old one.

    Each node is visited once.
    """
    seen: set[int] = set()
    stack = [root]
    while stack:
        node = stack.pop()
        if type(node) in ATOMS:
            continue
        while id(node) in replaced:
            node = replaced[id(node)]
        if type(node) in ATOMS:
            continue
        if type(node) is Global:
            yield node
        elif id(node) not in seen:
            seen.add(id(node))
            stack.extend(reversed(list(inside(node))))


def inside(node: Any) -> Iterator[Any]:
    """The nodes that a node is made of."""
    kind = type(node)
    if kind is tuple or kind is list:
        yield from node
    elif kind is DictNode:
        yield from node.items
    elif kind is SetNode:
        yield from node.elements
    elif kind is PersistentId:
        yield node.pid
    elif kind is Call:
        yield node.func
        yield node.args
        for _, payload in node.steps or ():
            yield payload


def nodes_below(root: Any, replaced: Mapping[int, Any] = MappingProxyType({})) -> Iterator[Any]:
    """Yield a node and all nodes below it but atoms. Each comes once, even where the graph has cycles.

    ``replaced`` has the new node for the ``id`` of an old one.
    """
    seen: set[int] = set()
    pending = [root]
    while pending:
        node = pending.pop()
        while replaced and id(node) in replaced:
            node = replaced[id(node)]
        if type(node) not in ATOMS and id(node) not in seen:
            seen.add(id(node))
            pending += inside(node)
            yield node


class Below:
    """What is said of each of many nodes and of all below it, as ``says`` tells it of a node by itself.

    A part that several share is walked once for all of them, and so is a circle. ``replaced`` is as in `names_below`;
    ``into`` gives the parts of a node, and keeps those that it makes.
    """

    def __init__(
        self,
        says: Callable[[Any], Iterable[Any]],
        replaced: Mapping[int, Any] = MappingProxyType({}),
        into: Callable[[Any], Iterable[Any]] = inside,
    ) -> None:
        self._says, self._replaced, self._into = says, replaced, into
        self._known: dict[int, tuple[Any, ...]] = {}
        self._order: dict[Any, int] = {}
        self._same: dict[tuple[Any, ...], tuple[Any, ...]] = {}
        self._roots: list[Any] = []  # kept, so that no other node gets the id of one that is known
        self._told = 0

    def __call__(self, root: Any) -> tuple[Any, ...]:
        """What is said: of the node itself first, then in the order in which it was met.

        Raises `TooLarge` where that is, of all nodes asked for, beyond any real file.
        """
        if type(root) in ATOMS:
            return ()
        self._roots.append(root)
        found = self._walk(root)
        self._count(len(found))
        return found

    def _walk(self, root: Any) -> tuple[Any, ...]:
        """By Tarjan's way through what is strongly connected: all nodes of a circle have the same below them."""
        known, replaced = self._known, self._replaced
        path, waiting = [_UnderWay(0, 0, iter((root,)))], list[int]()
        places: dict[int, int] = {}  # in ``waiting``, of the nodes whose circle is not closed yet
        while True:
            here = path[-1]
            for part in here.parts:
                node = self._in_place_of(part) if replaced else part
                key = id(node)
                if key in known:
                    here.take(known[key])
                elif key in places:
                    here.lowest = min(here.lowest, places[key])
                elif type(node) not in ATOMS:
                    places[key] = len(waiting)
                    waiting.append(key)
                    path.append(self._entered(node, key, places[key]))
                    break
            else:
                path.pop()
                if not path:
                    return here.told
                self._leave(here, path[-1], places, waiting)

    def _in_place_of(self, node: Any) -> Any:
        while type(node) not in ATOMS and id(node) in self._replaced:
            node = self._replaced[id(node)]
        return node

    def _entered(self, node: Any, key: int, place: int) -> _UnderWay:
        below = _UnderWay(key, place, iter(()))
        for each in self._says(node):
            self._order.setdefault(each, len(self._order))
            below.take(self._same.setdefault((each,), (each,)))
        below.parts = iter(self._into(node))
        return below

    def _leave(self, here: _UnderWay, above: _UnderWay, places: dict[int, int], waiting: list[int]) -> None:
        first = places[here.key]
        above.lowest = min(above.lowest, here.lowest)
        if here.lowest < first:
            above.join(here)
            return
        told = self._all_of(here)
        for key in waiting[first:]:
            self._known[key] = told
            del places[key]
        del waiting[first:]
        above.take(told)

    def _all_of(self, here: _UnderWay) -> tuple[Any, ...]:
        if not here.more:
            return here.told
        self._count(len(here.more))
        told = tuple(dict.fromkeys((*here.told, *sorted(here.more, key=self._order.__getitem__))))
        return self._same.setdefault(told, told)

    def _count(self, more: int) -> None:
        self._told += more
        if self._told > _MOST_TOLD:
            raise TooLarge(say("names below objects that share parts"), self._told, _MOST_TOLD)


class _UnderWay:
    """A node whose parts are looked at; ``lowest`` is the place of the first above it that is met again below it.

    ``told`` is what is said below it as far as one part says it all, ``more`` all of it where that takes several.
    """

    __slots__ = ("key", "lowest", "more", "parts", "taken", "told")

    def __init__(self, key: int, lowest: int, parts: Iterator[Any]) -> None:
        self.key, self.lowest, self.parts = key, lowest, parts
        self.told: tuple[Any, ...] = ()
        self.more: set[Any] | None = None
        self.taken: set[int] | None = None  # which tuples are in ``more``, by their ids

    def take(self, told: tuple[Any, ...]) -> None:
        """Note what is said of a part."""
        if not self.told:
            self.told = told
        elif told and told is not self.told:
            if self.more is None or self.taken is None:
                self.more, self.taken = {*self.told}, set()
            if id(told) not in self.taken:
                self.taken.add(id(told))
                self.more.update(told)

    def join(self, other: _UnderWay) -> None:
        """Note what is said of another node of the same circle: the fewer join the more."""
        if other.more is None:
            self.take(other.told)
            return
        own, self.told = {*self.told} if self.more is None else self.more, self.told or other.told
        few, self.more = sorted((own, other.more), key=len)
        self.more.update(few)
        self.taken = self.taken or set()


def substituted(root: Any, stands_for: Callable[[Any], Any], kinds: Container[type]) -> Any:
    """The graph with what ``stands_for`` each node of some ``kinds``; it may give the node itself. Changed in place.

    Tuples, which cannot be changed, are made anew where something in them is. Raises `TooLarge` for tuples nested
    deeper than in any real checkpoint.
    """

    def new(value: Any, depth: int = 0) -> Any:
        if type(value) in kinds:
            return stands_for(value)
        if type(value) is not tuple:
            return value
        if depth > _DEEPEST:
            raise TooLarge(say("tuples in each other"), depth, _DEEPEST)
        made = tuple(new(part, depth + 1) for part in value)
        return value if all(one is other for one, other in zip(made, value, strict=True)) else made

    root = new(root)
    for node in list(nodes_below(root)):
        if type(node) is list:
            node[:] = map(new, node)
        elif type(node) is DictNode:
            node.items[:] = map(new, node.items)
        elif type(node) is SetNode:
            node.elements[:] = map(new, node.elements)
        elif type(node) is Call:
            node.func, node.args = new(node.func), new(node.args)
            node.steps = [(name, new(payload)) for name, payload in node.steps] if node.steps else node.steps
    return root


_SETS = frozenset(Global(module, name) for module in ("builtins", "__builtin__") for name in ("set", "frozenset"))
_EMPTY = DictNode([])
