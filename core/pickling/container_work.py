"""What is still to be written of containers and calls: work for the pickler, put on its stack last part first.

Everything here pushes nodes and opcodes in the order in which Python's pickler would write them, in its batches. None
of it writes, numbers or looks up anything.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from core.pickling.nodes import Call, Global, SetNode

_BATCH = 1000  # items per SETITEMS or APPENDS, as in Python's pickler

Stack = list[Any]
"""The stack: nodes, and the objects below."""


class Emit(bytes):
    """Bytes still to be written."""


class Memo:
    """A node to be numbered once its opcodes are written."""

    __slots__ = ("node",)

    def __init__(self, node: Any) -> None:
        self.node = node


class CallEnd(Memo):
    """A call whose result is on the stack, with the steps that follow."""

    __slots__ = ("steps",)

    def __init__(self, node: Call, steps: Sequence[tuple[str, Any]]) -> None:
        super().__init__(node)
        self.steps = steps


class TupleEnd(Memo):
    """A tuple whose elements are written; it may have become known meanwhile, through itself."""

    __slots__ = ()


def push_call(work: Stack, node: Call) -> None:
    """What is called and with what. For kind ``O`` a mark is to be written first."""
    if node.kind == "R":
        work += (Emit(b"R"), node.args, node.func)
    elif node.kind == "N":
        work += (Emit(b"\x81"), node.args, node.func)
    elif node.kind == "X":
        work += (Emit(b"\x92"), node.args[1], node.args[0], node.func)
    else:
        work.append(Emit(b"o"))
        work.extend(reversed(node.args))
        work.append(node.func)


def push_items(work: Stack, flat: list[Any], *, single_last: bool) -> None:
    """Items in batches. Python writes a last batch of one without a mark, except in a plain dict of many; after
    full batches only, a plain dict ends with an empty one.
    """
    if flat and not single_last and len(flat) % (2 * _BATCH) == 0:
        work += (Emit(b"u"), Emit(b"("))
    for start in reversed(range(0, len(flat), 2 * _BATCH)):
        batch = flat[start : start + 2 * _BATCH]
        alone = len(batch) == 2 and (single_last or len(flat) == 2)
        work.append(Emit(b"s" if alone else b"u"))
        work.extend(reversed(batch))
        if not alone:
            work.append(Emit(b"("))


def push_elements(work: Stack, elements: list[Any]) -> None:
    """What is appended to a list, in batches; a single element without a mark."""
    for start in reversed(range(0, len(elements), _BATCH)):
        alone = len(elements) == 1
        work.append(Emit(b"a" if alone else b"e"))
        work.extend(reversed(elements[start : start + _BATCH]))
        if not alone:
            work.append(Emit(b"("))


def push_added(work: Stack, elements: list[Any]) -> None:
    """What is added to a set, in batches."""
    for start in reversed(range(0, len(elements), _BATCH)):
        work.append(Emit(b"\x90"))
        work.extend(reversed(elements[start : start + _BATCH]))
        work.append(Emit(b"("))


def lowered(node: bytes | bytearray | SetNode, protocol: int) -> tuple[Global, tuple[Any, ...]]:
    """What later protocols have opcodes for, as the call that Python writes in protocol 2: its name and arguments."""
    builtins = "__builtin__" if protocol < 3 else "builtins"
    if isinstance(node, SetNode):
        # Frozen or not: weights_only knows no other.
        return Global(builtins, "set"), (list(node.elements),)
    if isinstance(node, bytearray):
        return Global(builtins, "bytearray"), (bytes(node),)
    return Global("_codecs", "encode"), (node.decode("latin-1"), "latin1")
