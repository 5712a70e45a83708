"""Keys that Python takes for the same one: of ``1``, ``1.0`` and ``True`` the first key and the last value stay.

The keys of a file are not hashed before it is known what they are: a tuple a million deep would take Python down.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from core.errors import TooLarge
from core.pickling.nodes import PLAIN_KEYS, Call, DictNode, Global, PersistentId, SetNode, calls
from core.words import marked, say

_DEEPEST, _MOST_PARTS = 8, 3_000_000
_SIZES = frozenset({Global("torch", "Size")})
_CODECS = frozenset({Global("_codecs", "encode")})
_COMPLEX = frozenset(Global(module, "complex") for module in ("builtins", "__builtin__"))
_MUTABLE = frozenset(
    {Global("collections", name) for name in ("OrderedDict", "Counter", "defaultdict")}
    | {Global(module, name) for module in ("builtins", "__builtin__") for name in ("set", "bytearray", "list", "dict")}
)


class Unhashable(ValueError):
    """A key that Python cannot look up."""


def are_plain(keys: Sequence[Any]) -> bool:
    """Whether keys can be hashed as they are."""
    return PLAIN_KEYS.issuperset(map(type, keys))


def repeated(keys: Sequence[Any]) -> bool:
    """Whether two keys are the same one. Raises `Unhashable` for a key that cannot be one."""
    plain = keys if are_plain(keys) else list(map(hashable, keys))
    return len(set(plain)) < len(plain)


def check_parts(each: Iterable[Sequence[Any]]) -> None:
    """Raises `TooLarge` for the keys of dicts and elements of sets that are of more parts than any file has.

    A tuple of tuples is few objects, and endless to be looked up, where one is in many.
    """
    known: dict[tuple[int, int], int] = {}
    parts = 0
    for keys in each:
        parts += 0 if are_plain(keys) else sum(_parts(key, known) for key in keys)
        if parts > _MOST_PARTS:
            raise TooLarge(say("parts of keys"), parts, _MOST_PARTS)


def _parts(key: Any, known: dict[tuple[int, int], int], depth: int = 0) -> int:
    inner = key.elements if type(key) is SetNode else key.args if type(key) is Call else key
    if type(inner) not in (tuple, list) or depth > _DEEPEST:
        return 1
    if (id(key), depth) not in known:
        known[id(key), depth] = 1 + sum(_parts(part, known, depth + 1) for part in inner)
    return known[id(key), depth]


def last_values(flat: Sequence[Any]) -> list[Any]:
    """Keys and values by turns as they are in a dict that was filled with them: each key once."""
    values: dict[Any, list[Any]] = {}
    for key, value in zip(flat[::2], flat[1::2], strict=True):
        values.setdefault(hashable(key), [key, value])[1] = value
    return [part for pair in values.values() for part in pair]


def hashable(key: Any, depth: int = 0) -> Any:
    """What is equal, and has the same hash, for keys that are the same in Python. Raises `Unhashable`."""
    if type(key) in PLAIN_KEYS:
        return key
    if depth > _DEEPEST:
        raise Unhashable(marked("a key of tuples within tuples"))
    if type(key) is Global:
        return _Same, *key
    if type(key) is tuple:
        return tuple(hashable(part, depth + 1) for part in key)
    if type(key) in (list, bytearray, DictNode) or (type(key) is SetNode and not key.frozen):
        raise Unhashable(marked("a key that can change"))
    if type(key) is SetNode:
        return frozenset(hashable(part, depth + 1) for part in key.elements)
    return _of_call(key, depth) if type(key) is Call else _Same(key)


def _of_call(key: Call, depth: int) -> Any:
    arguments = key.args if type(key.args) is tuple else ()
    if calls(key, _MUTABLE):
        raise Unhashable(marked("a key that can change"))
    if calls(key, _SIZES):
        return tuple(hashable(part, depth + 1) for part in (arguments[0] if arguments else ()))
    if calls(key, _CODECS) and all(isinstance(each, str) for each in arguments):
        return "".join(arguments[:1]).encode("utf-8", "surrogatepass")
    if calls(key, _COMPLEX) and all(type(each) in (int, float) for each in arguments[:2]):
        return complex(*arguments[:2])
    if type(key.func) is Global and arguments and are_plain(arguments):
        return _Same, *key.func, *arguments
    return _Same(key)


class _Same:
    """An object that is equal to itself alone."""

    __slots__ = ("node",)

    def __init__(self, node: PersistentId | Call) -> None:
        self.node = node

    def __hash__(self) -> int:
        return id(self.node)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Same) and other.node is self.node
