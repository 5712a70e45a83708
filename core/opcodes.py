"""What pickle opcodes do to the stack and the memo, and the opcodes that torch hardly ever writes.

Nothing here imports, calls or hashes what a file names; a memo index never asks for memory of its size.
"""

from __future__ import annotations

import codecs
import struct
from collections.abc import Callable

from core.errors import Malformed, Truncated
from core.graph import Call, DictNode, Global, OldStr, PersistentId, SetNode
from core.light import Any

CUT_SHORT = "The pickle inside the file ends too early; the file was cut short. Fetch it again."
DAMAGED = "The pickle inside the file is damaged:"
ABSENT: Any = object()
"""Fills holes in the memo: an index that was never given a value."""

EXTENSION = "copyreg extension"
"""Stands for the module of a name that the file gives only as a number, from ``copyreg``'s registry."""
_MEMO_GAP = 64  # Python 2 numbers its memo from 1, hand-optimised pickles leave small holes
_UINT32 = struct.Struct("<I").unpack_from
_UINT64 = struct.Struct("<Q").unpack_from


class State:
    """One run over a pickle: its bytes, the stack and where its marks are, the memo (``sparse`` holds what is far
    out of turn), and what was mentioned so far.
    """

    __slots__ = ("calls", "data", "marks", "memo", "names", "persistent", "rare", "sparse", "stack")

    def __init__(self, data: bytes) -> None:
        self.data = data
        self.stack: list[Any] = []
        self.marks: list[int] = []
        self.memo: list[Any] = []
        self.sparse: dict[int, Any] = {}
        self.names: dict[bytes | tuple[str, str] | int, Global] = {}
        self.persistent: list[PersistentId] = []
        self.calls: list[Call] = []
        self.rare: set[int] = set()


def rare(state: State, op: int, pos: int) -> int:  # noqa: C901, PLR0912, PLR0915 - one arm an opcode
    """Handle one opcode that torch hardly writes; returns the position behind its argument."""
    data, stack, marks, memo = state.data, state.stack, state.marks, state.memo
    push = stack.append
    state.rare.add(op)
    if op in _COUNTED:
        width, read_length, decode = _COUNTED[op]
        length = read_length(data, pos)
        push(decode(_take(data, pos + width, length)))
        return pos + width + length
    if op in b"ILSVFgpPi":
        line, pos = _line(data, pos)
        if op == 0x49:  # I INT, with the booleans of protocol 1
            push(line == b"01" if line in (b"00", b"01") else int(line, 0))
        elif op == 0x4C:  # L LONG
            push(int(line.removesuffix(b"L"), 0))
        elif op == 0x53:  # S STRING
            push(OldStr(_quoted(line).decode("utf-8", "surrogateescape")))
        elif op == 0x56:  # V UNICODE
            push(line.decode("raw-unicode-escape"))
        elif op == 0x46:  # F FLOAT
            push(float(line))
        elif op == 0x67:  # g GET
            index = int(line)
            value = memo[index] if 0 <= index < len(memo) else recall(state.sparse, index)
            if value is ABSENT:
                raise Malformed(never_made(index))
            push(value)
        elif op == 0x70:  # p PUT
            remember(memo, state.sparse, int(line), stack[-1])
        elif op == 0x50:  # P PERSID
            push(PersistentId(line.decode("ascii")))
            state.persistent.append(stack[-1])
        else:  # i INST
            name, pos = _line(data, pos)
            args = since_mark(stack, marks)
            found = state.names.setdefault((line.decode(), name.decode()), Global(line.decode(), name.decode()))
            push(Call("O", found, tuple(args)))
        return pos
    if op == 0x8F:  # EMPTY_SET
        push(SetNode([], frozen=False))
    elif op == 0x90:  # ADDITEMS
        elements = since_mark(stack, marks)
        add(stack[-1], elements)
    elif op == 0x91:  # FROZENSET
        push(SetNode(since_mark(stack, marks), frozen=True))
    elif op == 0x92:  # NEWOBJ_EX
        kwargs = stack.pop()
        args = stack.pop()
        stack[-1] = Call("X", stack[-1], (args, kwargs))
    elif op == 0x6F:  # o OBJ
        arguments = since_mark(stack, marks)
        push(Call("O", arguments[0], tuple(arguments[1:])))
    elif op == 0x6C:  # l LIST
        push(since_mark(stack, marks))
    elif op == 0x64:  # d DICT
        flat = since_mark(stack, marks)
        if len(flat) % 2:
            raise Malformed("The pickle inside the file has a dict with a key and no value.")
        push(DictNode(flat))
    elif op == 0x30:  # 0 POP
        if marks and marks[-1] == len(stack):
            marks.pop()
        else:
            stack.pop()
    elif op == 0x31:  # 1 POP_MARK
        since_mark(stack, marks)
    elif op == 0x32:  # 2 DUP
        push(stack[-1])
    elif op in _EXTENSIONS:
        width = _EXTENSIONS[op]
        code = int.from_bytes(_take(data, pos, width), "little")
        push(state.names.setdefault(code, Global(EXTENSION, str(code))))
        pos += width
    elif op in (0x97, 0x98):
        raise Malformed("The pickle inside the file refers to buffers outside it, which no checkpoint can hold.")
    else:
        raise Malformed(f"{DAMAGED} {chr(op)!r} at byte {pos - 1:,} is no pickle opcode.")
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


def remember(memo: list[Any], sparse: dict[int, Any], index: int, value: Any) -> None:
    """Store a memo entry whose index is not simply the next one; memory never follows the index."""
    if index < 0:
        raise Malformed(f"{DAMAGED} it numbers a value {index}.")
    if index < len(memo):
        memo[index] = value
    elif index <= len(memo) + _MEMO_GAP and not sparse:
        memo.extend([ABSENT] * (index - len(memo)))
        memo.append(value)
    else:
        sparse[index] = value


def recall(sparse: dict[int, Any], index: int) -> Any:
    """A memo entry that was stored far out of turn."""
    try:
        return sparse[index]
    except KeyError:
        raise Malformed(never_made(index)) from None


def never_made(index: int) -> str:
    """The sentence for a memo index that nothing was stored under."""
    return f"{DAMAGED} it refers to value {index}, which it never made."


def since_mark(stack: list[Any], marks: list[int]) -> list[Any]:
    """Take everything above the last mark off the stack."""
    at = marks.pop()
    values = stack[at:]
    del stack[at:]
    return values


def set_items(target: Any, flat: list[Any]) -> None:
    """Set items of a dict, or note that an object gets them."""
    if len(flat) % 2:
        raise Malformed(f"{DAMAGED} a dict has a key without a value.")
    if type(target) is DictNode:
        target.items.extend(flat)
    elif type(target) is Call:
        target.set_items(flat)
    else:
        raise Malformed(f"{DAMAGED} it sets items of something that has none.")


def extend(target: Any, elements: list[Any]) -> None:
    """Append to a list, or note that an object is appended to."""
    if type(target) is list:
        target.extend(elements)
    elif type(target) is Call:
        target.extend("extend", elements)
    else:
        raise Malformed(f"{DAMAGED} it appends to something that is no list.")


def add(target: Any, elements: list[Any]) -> None:
    """Add to a set, or note that an object is added to."""
    if type(target) is SetNode and not target.frozen:
        target.elements.extend(elements)
    elif type(target) is Call:
        target.extend("add", elements)
    else:
        raise Malformed(f"{DAMAGED} it adds members to something that is no set.")


def build(target: Any, state: Any) -> None:
    """Note the state an object is handed."""
    if type(target) is not Call:
        raise Malformed(f"{DAMAGED} it sets the state of something that has none.")
    target.set_state(state)


def _quoted(line: bytes) -> bytes:
    if len(line) < 2 or line[0] != line[-1] or line[0] not in b"'\"":
        raise Malformed(f"{DAMAGED} a quoted string has no quotes.")
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
