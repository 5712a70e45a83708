"""What pickle opcodes do to the stack and the memo, and the opcodes that torch hardly ever writes.

Nothing here imports, calls or hashes what a file names; a memo index never asks for memory of its size.
"""

from __future__ import annotations

import codecs
import struct
from collections.abc import Callable
from typing import Any

from core.errors import Malformed, Truncated
from core.oddities import Oddity
from core.pickling.nodes import ORDERED_DICT, Call, DictNode, Global, OldStr, PersistentId, SetNode
from core.words import marked, say

CUT_SHORT = marked("The pickle inside the file ends too early; the file was cut short. Fetch it again.")
ABSENT: Any = object()
"""Fills holes in the memo: an index that was never given a value."""

EXTENSION = "copyreg extension"
"""Stands for the module of a name that the file gives only as a number, from ``copyreg``'s registry."""
_UNDERSTOOD = frozenset({"torch", "collections", "builtins", "__builtin__", "_codecs"})
"""The packages whose functions may keep what they are handed, or a copy: of others nobody knows."""
_GROWING = frozenset({list, DictNode, SetNode})
SHARED = frozenset({tuple, Call, PersistentId})
"""Types of the parts of a tensor, of which it is noted when a pickle refers to one again."""
_MOST_ARGUMENTS = 16  # a function of torch has eight
_LARGE, _ALONE = 64 << 10, b"XB\x8d\x8e\x96"
"""Bytes from which on a text or bytes stand outside of frames, and their opcodes (``_FRAME_SIZE_TARGET`` in pickle)."""
_FRAME = 9  # bytes of the opcode and of the length
_LONG4 = 256  # bytes of a number from which on it is written with four bytes of length
_MEMO_GAP = 64  # Python 2 numbers its memo from 1, hand-optimised pickles leave small holes
_UINT32 = struct.Struct("<I").unpack_from
_UINT64 = struct.Struct("<Q").unpack_from


class State:
    """One run over a pickle: its bytes, the memo (``sparse`` holds what is far out of turn), and the stack.

    ``stack`` is what is above the last mark, and ``below`` what is under each mark: no opcode reaches through one.
    The rest is what was mentioned so far. ``changed`` are the objects to which something happened after they were
    made, or that were made otherwise than by a call, ``filled`` the dicts and sets that were filled, as often as they
    were, ``sizes`` the containers handed to calls, each with how much was in it at the first time, and ``shared`` the
    ids of the tuples, objects and persistent ids that were referred to again.
    """

    __slots__ = (
        *("below", "calls", "changed", "data", "filled", "framed", "holes", "memo", "names", "oddities", "persistent"),
        *("rare", "shared", "sizes", "sparse", "stack"),
    )

    def __init__(self, data: bytes) -> None:
        self.data = data
        self.stack: list[Any] = []
        self.below: list[list[Any]] = []
        self.memo: list[Any] = []
        self.sparse: dict[int, Any] = {}
        self.holes = 0
        self.names: dict[bytes | tuple[str, str] | int, Global] = {}
        self.persistent: list[PersistentId] = []
        self.calls: list[Call] = []
        self.changed: list[Call] = []
        self.filled: list[DictNode | SetNode] = []
        self.sizes: dict[int, tuple[Any, int]] = {}
        self.shared: set[int] = set()
        self.rare: set[int] = set()
        self.framed = 0
        self.oddities: list[Oddity] = []

    def odd(self, pos: int, what: str) -> None:
        """Note something that no pickler writes, at a byte of the pickle."""
        self.oddities.append(Oddity(say("byte {pos:,} of the pickle", pos=pos), what))

    def frame(self, pos: int, length: int) -> None:
        """Note a frame of ``length`` bytes from ``pos`` on. Python's two unpicklers differ about those in others."""
        if self.framed:
            self.frame_ends(pos - _FRAME)
        self.framed = pos + length

    def frame_ends(self, pos: int) -> None:
        """Note where the opcodes of a frame end: with it, or behind something large that follows it without one."""
        large = pos - self.framed >= _LARGE and self.data[self.framed] in _ALONE
        if pos != self.framed and not large:
            self.odd(self.framed, say("a frame ends there, but its opcodes end elsewhere"))

    def without_arguments(self, made: Call, ordered: Global | None) -> Global | None:
        """Note a call without arguments, unless it makes an OrderedDict, as nearly all do; gives the name of that."""
        if type(made.func) is not Global:
            self.calls.append(made)
        elif made.func == ORDERED_DICT:
            return made.func
        else:
            self.changed.append(made)
        return ordered

    def handed(self, func: Any, value: Any) -> None:
        """Note how much is in the containers that an object is made of: what is put in later is not part of it."""
        if type(func) is Global and func.module.partition(".")[0] not in _UNDERSTOOD:
            return
        for part in value[:_MOST_ARGUMENTS] if type(value) is tuple else (value,):
            if type(part) in _GROWING and self._is_new(part) and type(part) is list:
                for inner in part:
                    if type(inner) is list:
                        self._is_new(inner)
            elif type(part) is tuple:
                for inner in part[:_MOST_ARGUMENTS]:
                    if type(inner) in _GROWING:
                        self._is_new(inner)

    def _is_new(self, part: Any) -> bool:
        """Note a container; whether it was not noted before."""
        if id(part) in self.sizes:
            return False
        self.sizes[id(part)] = part, size_of(part)
        return True


def size_of(part: Any) -> int:
    """How much is in a container that can grow."""
    return len(part if type(part) is list else part.items if type(part) is DictNode else part.elements)


def rare(state: State, op: int, pos: int) -> int:  # noqa: C901, PLR0912, PLR0915 - one arm an opcode
    """Handle one opcode that torch hardly writes; returns the position behind its argument."""
    data, stack, memo = state.data, state.stack, state.memo
    push = stack.append
    state.rare.add(op)
    if op in _COUNTED:
        width, read_length, decode = _COUNTED[op]
        length = read_length(data, pos)
        push(decode(_take(data, pos + width, length)))
        if op == 0x8B and length < _LONG4:
            state.odd(pos - 1, say("a small number is written as a long one"))
        return pos + width + length
    if op in b"ILSVFgpPi":
        line, pos = _line(data, pos)
        if op == 0x49:  # I INT, with the booleans of protocol 1
            push(line == b"01" if line in (b"00", b"01") else _integer(state, pos, line))
        elif op == 0x4C:  # L LONG
            push(_integer(state, pos, line.removesuffix(b"L")))
        elif op == 0x53:  # S STRING
            push(OldStr(_quoted(line).decode("utf-8", "surrogateescape")))
        elif op == 0x56:  # V UNICODE
            push(line.decode("raw-unicode-escape"))
        elif op == 0x46:  # F FLOAT
            push(float(line))
            if line.strip(b"0123456789+-.eEnaif"):
                state.odd(pos, say("a number is spelt {text}", text=ascii(line)[1:]))
        elif op == 0x67:  # g GET
            index = _integer(state, pos, line)
            value = memo[index] if 0 <= index < len(memo) else recall(state.sparse, index)
            if value is ABSENT:
                raise Malformed(never_made(index))
            if type(value) in SHARED:
                state.shared.add(id(value))
            push(value)
        elif op == 0x70:  # p PUT
            remember(state, _integer(state, pos, line), stack[-1])
        elif op == 0x50:  # P PERSID
            push(PersistentId(line.decode("ascii")))
            state.persistent.append(stack[-1])
        else:  # i INST
            name, pos = _line(data, pos)
            args = tuple(since_mark(state))
            found = state.names.setdefault((line.decode(), name.decode()), Global(line.decode(), name.decode()))
            _made(state, Call("O", found, args))
        return pos
    if op == 0x8F:  # EMPTY_SET
        push(SetNode([], frozen=False))
    elif op == 0x90:  # ADDITEMS
        elements = since_mark(state)
        add(state, state.stack[-1], elements)
    elif op == 0x91:  # FROZENSET
        made = SetNode(since_mark(state), frozen=True)
        state.stack.append(made)
        state.filled.append(made)
    elif op == 0x92:  # NEWOBJ_EX
        kwargs = stack.pop()
        args = stack.pop()
        _made(state, Call("X", stack.pop(), (args, kwargs)))
    elif op == 0x6F:  # o OBJ
        arguments = since_mark(state)
        _made(state, Call("O", arguments[0], tuple(arguments[1:])))
    elif op == 0x6C:  # l LIST
        elements = since_mark(state)
        state.stack.append(elements)
    elif op == 0x64:  # d DICT
        flat = since_mark(state)
        if len(flat) % 2:
            raise Malformed("The pickle inside the file has a dict with a key and no value.")
        state.stack.append(DictNode(flat))
        state.filled.append(state.stack[-1])
    elif op == 0x30:  # 0 POP
        if stack:
            stack.pop()
        else:
            state.stack = state.below.pop()
    elif op == 0x31:  # 1 POP_MARK
        since_mark(state)
    elif op == 0x32:  # 2 DUP
        if type(stack[-1]) in SHARED:
            state.shared.add(id(stack[-1]))
        push(stack[-1])
    elif op in _EXTENSIONS:
        width = _EXTENSIONS[op]
        code = int.from_bytes(_take(data, pos, width), "little")
        push(state.names.setdefault(code, Global(EXTENSION, str(code))))
        pos += width
    elif op in (0x97, 0x98):
        raise Malformed("The pickle inside the file refers to buffers outside it, which no checkpoint can hold.")
    else:
        raise Malformed(
            "The pickle inside the file is damaged: {opcode!r} at byte {pos:,} is not a pickle opcode.",
            opcode=chr(op),
            pos=pos - 1,
        )
    return pos


def _take(data: bytes, pos: int, length: int) -> bytes:
    if length > len(data) - pos:
        raise Truncated(CUT_SHORT)
    return data[pos : pos + length]


def _line(data: bytes, pos: int) -> tuple[bytes, int]:
    end = data.find(b"\n", pos)
    if end < 0:
        raise Truncated(CUT_SHORT)
    return data[pos:end], end + 1


def remember(state: State, index: int, value: Any) -> None:
    """Store a memo entry whose index is not simply the next one; memory never follows the index."""
    memo, sparse = state.memo, state.sparse
    if index < 0:
        raise Malformed("The pickle inside the file is damaged: it numbers a value {index}.", index=index)
    if index < len(memo):
        state.holes -= memo[index] is ABSENT
        memo[index] = value
    elif index <= len(memo) + _MEMO_GAP and not sparse:
        state.holes += index - len(memo)
        memo.extend([ABSENT] * (index - len(memo)))
        memo.append(value)
    else:
        sparse[index] = value


def memoize(state: State, value: Any, pos: int) -> None:
    """Number a value by how many there are. Nothing that numbers them so leaves any out."""
    if state.holes or state.sparse:
        state.odd(pos - 1, say("a value gets the next memo number although some were skipped"))
    remember(state, len(state.memo) - state.holes + len(state.sparse), value)


def recall(sparse: dict[int, Any], index: int) -> Any:
    """A memo entry that was stored far out of turn."""
    try:
        return sparse[index]
    except KeyError:
        raise Malformed(never_made(index)) from None


def never_made(index: int) -> str:
    """The sentence for a memo index that nothing was stored under."""
    return say("The pickle inside the file is damaged: it refers to value {index}, which it never made.", index=index)


def since_mark(state: State) -> list[Any]:
    """Take everything above the last mark off the stack, and the mark with it."""
    values = state.stack
    state.stack = state.below.pop()
    return values


def _made(state: State, made: Call) -> None:
    """Push an object that was made otherwise than by a call."""
    state.stack.append(made)
    state.changed.append(made)
    state.handed(made.func, made.args)


def set_items(state: State, target: Any, flat: list[Any]) -> None:
    """Set items of a dict, or note that an object gets them."""
    if len(flat) % 2:
        raise Malformed("The pickle inside the file is damaged: a dict has a key without a value.")
    if type(target) is DictNode:
        target.items.extend(flat)
        state.filled.append(target)
    elif type(target) is Call:
        target.set_items(flat)
        state.changed.append(target)
    else:
        raise Malformed("The pickle inside the file is damaged: it sets items of something that has none.")


def extend(state: State, target: Any, elements: list[Any]) -> None:
    """Append to a list, or note that an object is appended to."""
    if type(target) is list:
        target.extend(elements)
    elif type(target) is Call:
        target.extend("extend", elements)
        state.changed.append(target)
    else:
        raise Malformed("The pickle inside the file is damaged: it appends to something that is not a list.")


def add(state: State, target: Any, elements: list[Any]) -> None:
    """Add to a set, or note that an object is added to."""
    if type(target) is SetNode and not target.frozen:
        target.elements.extend(elements)
        state.filled.append(target)
    elif type(target) is Call:
        target.extend("add", elements)
        state.changed.append(target)
    else:
        raise Malformed("The pickle inside the file is damaged: it adds members to something that is not a set.")


def build(state: State, target: Any, handed: Any) -> None:
    """Note the state an object is handed."""
    if type(target) is not Call:
        raise Malformed("The pickle inside the file is damaged: it sets the state of something that has none.")
    target.set_state(handed)
    state.changed.append(target)
    state.handed(None, handed)


def _integer(state: State, pos: int, line: bytes) -> int:
    """A whole number in text. Python's two unpicklers differ about what is spelt as Python itself spells none."""
    number = int(line, 0)
    if str(number).encode() != line:
        state.odd(pos, say("a number is spelt {text}", text=ascii(line)[1:]))
    return number


def _quoted(line: bytes) -> bytes:
    if len(line) < 2 or line[0] != line[-1] or line[0] not in b"'\"":
        raise Malformed("The pickle inside the file is damaged: a quoted string has no quotes.")
    return codecs.escape_decode(line[1:-1])[0]


def _old_text(raw: bytes) -> OldStr:
    return OldStr(raw.decode("utf-8", "surrogateescape"))


def _new_text(raw: bytes) -> str:
    return raw.decode("utf-8", "surrogatepass")


def _long(raw: bytes) -> int:
    return int.from_bytes(raw, "little", signed=True)


def _uint8(data: bytes, pos: int) -> int:
    return data[pos]


def _uint32(data: bytes, pos: int) -> int:
    return int(_UINT32(data, pos)[0])


def _uint64(data: bytes, pos: int) -> int:
    return int(_UINT64(data, pos)[0])


# opcode → (bytes of the length before the data, how to read that length, what the data means)
_COUNTED: dict[int, tuple[int, Callable[[bytes, int], int], Callable[[bytes], Any]]] = {
    0x55: (1, _uint8, _old_text),  # U SHORT_BINSTRING
    0x54: (4, _uint32, _old_text),  # T BINSTRING
    0x43: (1, _uint8, bytes),  # C SHORT_BINBYTES
    0x42: (4, _uint32, bytes),  # B BINBYTES
    0x8E: (8, _uint64, bytes),  # BINBYTES8
    0x96: (8, _uint64, bytearray),  # BYTEARRAY8
    0x8D: (8, _uint64, _new_text),  # BINUNICODE8
    0x8B: (4, _uint32, _long),  # LONG4
}
_EXTENSIONS = {0x82: 1, 0x83: 2, 0x84: 4}
