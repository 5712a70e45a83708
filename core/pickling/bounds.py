"""How much a pickle may ask for: memory follows the bytes that are there.

One byte makes a list or a dict, and a list takes eighty times that byte. What a pickle makes is therefore counted while
it is read, every quarter of a megabyte, so that the loop over the opcodes pays one comparison for it.
"""

from __future__ import annotations

import gc
from typing import Any

from core.errors import TooLarge
from core.pickling.opcodes import State
from core.text import size_text
from core.words import marked, say

STRIDE = 1 << 18
"""Bytes of a pickle from one count to the next."""
MAX_NODES, _BYTES_A_NODE = 1_500_000, 10
"""Lists, tuples, dicts, sets, calls, names and persistent ids: so many, and one more for every few bytes read.
The shortest tensors that torch writes, parameters in protocol 4 without names, take 5.4 bytes each: there is room for
300,000 of them, and for millions with names."""
MAX_VALUES, _BYTES_A_VALUE = 4_000_000, 8
"""Values that wait for their container, and values in lists, dicts and long tuples; tensors take 25 bytes a value.
Nothing that holds more could be laid out (`core.catalogue.tree.MAX_ENTRIES`)."""
LONG = 16
"""Elements of a tuple from which on they count: those of tensors have fewer."""
_NAME = 4  # nodes that the entry of a name in a table is worth; a name has two entries


class Bounds:
    """Counts what one pickle makes.

    The collector counts containers made and not yet freed, for purposes of its own; that costs nothing, and forgets no
    opcode. It has to be off, as it is while a file is opened: a collection sets the count back.
    """

    __slots__ = ("before", "start", "state")

    def __init__(self, state: State, start: int) -> None:
        self.state, self.start = state, start
        self.before = gc.get_count()[0]

    def first(self) -> int:
        """Where to count for the first time; behind the end of a small pickle."""
        return self.start + STRIDE

    def passed(self, pos: int, taken: int, stack: list[Any]) -> int:
        """Where to count next. ``taken`` values were put into lists, dicts and long tuples, others wait on the stack.

        Raises `TooLarge`.
        """
        state, length = self.state, pos - self.start
        nodes = gc.get_count()[0] - self.before + len(state.sparse) + _NAME * len(state.names)
        _check(marked("objects"), nodes, length, MAX_NODES + length // _BYTES_A_NODE)
        waiting = len(stack) + sum(map(len, state.below))
        _check(marked("values"), waiting + taken, length, MAX_VALUES + length // _BYTES_A_VALUE)
        return pos + STRIDE


def _check(what: str, found: int, length: int, limit: int) -> None:
    if found > limit:
        raise TooLarge(say("{what} in {size} of pickle", what=say(what), size=size_text(length)), found, limit)
