"""Pickle bytes to an inert graph.

A reader of our own, because the one in the standard library can be made to ask for gigabytes by a
20-byte file (a memo index of 2**31), to overflow the C stack by hashing a deep key, and has no way to
keep the difference between calls, instances and Python 2 strings. This one builds data only. Work and memory are
linear in the length of the pickle.

Opcodes are those of protocols 0 to 5 (``pickletools``), without out-of-band buffers, which no checkpoint
can have.
"""

from __future__ import annotations

import struct
from collections.abc import Callable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from typing import Any, NamedTuple

from core.errors import Malformed, Truncated
from core.oddities import Oddity
from core.pickling.loop import Loop, RunReader
from core.pickling.nodes import Call, DictNode, Global, PersistentId, SetNode
from core.pickling.opcodes import CUT_SHORT, EXTENSION, State


class Pickle(NamedTuple):
    """One pickle as it was read: its inert graph from ``root`` on, and the offset ``end`` behind its STOP.

    ``protocol`` is the one that it declares, 0 where it declares none. ``names`` are what it refers to, in order of
    appearance, by how they are spelt there; ``persistent`` the persistent ids, whether or not the graph shows them: a
    quantised tensor hides others among its arguments. ``calls`` are the objects made by calling something with
    arguments: tensors, nearly all of them; and what is made by calling what is no name, which torch never writes.
    ``changed``, ``filled``, ``sizes`` and ``shared`` are as in `State`. ``opcodes`` are those used that torch hardly
    writes, ``oddities`` what the reading itself found that no pickler writes.
    """

    root: Any
    end: int
    protocol: int
    names: Mapping[bytes | tuple[str, str] | int, Global]
    persistent: list[PersistentId]
    calls: list[Call]
    changed: Sequence[Call]
    filled: Sequence[DictNode | SetNode]
    sizes: Mapping[int, tuple[Any, int]]
    shared: AbstractSet[int]
    opcodes: set[int]
    oddities: Sequence[Oddity]


def protocol_of(data: bytes) -> int:
    """The protocol a pickle declares; protocols 0 and 1 declare none and count as 1."""
    return data[1] if data[:1] == b"\x80" and len(data) > 1 else 1


def read_alone(data: bytes, runs: Callable[[State], RunReader] | None = None) -> Pickle:
    """Read a pickle of Python itself, as `read_pickle` does. Raises `Malformed` where it refers to what lies outside:
    ``pickle.load`` fails there.
    """
    pickle = read_pickle(data, runs=runs)
    if pickle.persistent:
        raise Malformed("The pickle refers to something outside of it, which Python's pickle.load cannot fetch.")
    return pickle


def read_pickle(data: bytes, start: int = 0, runs: Callable[[State], RunReader] | None = None) -> Pickle:
    """Read one pickle from ``data[start:]``; ``runs`` reads many values alike at once, in place of those of tensors.

    Raises `Truncated` when the bytes end before the pickle does, `Malformed` when they are no pickle, and `TooLarge`
    when they ask for more objects than any real checkpoint has.
    """
    state = State(data)
    loop = Loop(state, start, runs)
    try:
        root, end = loop.run()
    except (IndexError, struct.error):
        # Reading behind the end of the bytes and popping an empty stack look alike; the place tells.
        if loop.pos > len(data) - 9:
            raise Truncated(CUT_SHORT) from None
        raise Malformed("The pickle inside the file is damaged: it uses values that it never made.") from None
    except UnicodeDecodeError:
        raise Malformed("The pickle inside the file is damaged: a name or text in it is not UTF-8.") from None
    except (ValueError, OverflowError):
        raise Malformed("The pickle inside the file is damaged: a number in it cannot be read.") from None
    if any(name.module == EXTENSION and type(key) is not int for key, name in state.names.items()):
        raise Malformed(
            "The pickle inside the file is damaged: it spells out a name that only an extension code of copyreg "
            "can stand for."
        )
    if state.framed:
        state.frame_ends(end)
    protocol = data[start + 1] if data[start] == 0x80 else 0
    seen = state.names, state.persistent, state.calls, state.changed, state.filled, state.sizes, state.shared
    return Pickle(root, end, protocol, *seen, state.rare, state.oddities)
