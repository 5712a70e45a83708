"""Pickle bytes to an inert graph.

A reader of our own, because the one in the standard library can be made to ask for gigabytes by a
20-byte file (a memo index of 2**31), to overflow the C stack by hashing a deep key, and has no way to
keep the difference between calls, instances and Python 2 strings. This one builds data only: there is no
opcode whose handler imports, calls or hashes anything that the file names. Work and memory are linear in
the length of the pickle.

Opcodes are those of protocols 0 to 5 (``pickletools``), without out-of-band buffers, which no checkpoint
can have.
"""

from __future__ import annotations

import codecs
import struct
from collections.abc import Callable
from typing import Any

from core.errors import Malformed, Truncated
from core.graph import Call, DictNode, Global, OldStr, PersistentId, SetNode

_MEMO_GAP = 64  # Python 2 numbers its memo from 1, hand-optimised pickles leave small holes
_FLOAT = struct.Struct(">d").unpack_from
_INT32 = struct.Struct("<i").unpack_from
_UINT32 = struct.Struct("<I").unpack_from
_UINT64 = struct.Struct("<Q").unpack_from
_CUT_SHORT = "The pickle inside the file ends too early; the file was cut short. Fetch it again."
_ABSENT: Any = object()
_DAMAGED = "The pickle inside the file is damaged:"


def loads(data: bytes, start: int = 0, mentions: Mentions | None = None) -> tuple[Any, int]:
    """Read one pickle from ``data[start:]``; returns its inert graph and the offset behind its STOP.

    ``mentions`` is filled with what the pickle refers to outside itself.
    Raises `Truncated` when the bytes end before the pickle does and `Malformed` when they are no pickle.
    """
    reader = _Reader(data, start)
    try:
        found = reader.run()
    except (IndexError, struct.error):
        # Reading behind the end of the bytes and popping an empty stack look alike; the place tells.
        if reader.pos > len(data) - 9:
            raise Truncated(_CUT_SHORT) from None
        raise Malformed(f"{_DAMAGED} it uses values that it never made.") from None
    except UnicodeDecodeError:
        raise Malformed(f"{_DAMAGED} a name or text in it is no UTF-8.") from None
    except (ValueError, OverflowError):
        raise Malformed(f"{_DAMAGED} a number in it cannot be read.") from None
    if mentions is not None:
        mentions.names.extend(dict.fromkeys(reader.names.values()))
        mentions.persistent.extend(reader.persistent)
    return found


class Mentions:
    """What a pickle refers to outside itself: ``names`` and ``persistent`` ids, in order of appearance.

    Whether or not the graph shows them: a quantised tensor hides others among its arguments.
    """

    __slots__ = ("names", "persistent")

    def __init__(self) -> None:
        self.names: list[Global] = []
        self.persistent: list[PersistentId] = []


class _Reader:
    """State of one run: the bytes, the stack, the marks and the memo."""

    def __init__(self, data: bytes, start: int) -> None:
        self.data = data
        self.pos = start
        self.names: dict[bytes | tuple[str, str], Global] = {}
        self.persistent: list[PersistentId] = []

    def run(self) -> tuple[Any, int]:  # noqa: C901, PLR0912, PLR0915 - one flat loop, for speed
        data = self.data
        size = len(data)
        pos = self.pos
        stack: list[Any] = []
        marks: list[int] = []
        memo: list[Any] = []
        sparse: dict[int, Any] = {}
        names = self.names
        push = stack.append
        pop = stack.pop
        remember = memo.append
        outside = self.persistent.append
        try:
            while True:
                op = data[pos]
                pos += 1
                # Two chains, each ordered by how often torch's own pickles use the opcode.
                if op < 0x60:
                    if op == 0x4B:  # K BININT1
                        push(data[pos])
                        pos += 1
                        continue
                    elif op == 0x28:  # ( MARK  # noqa: RET507 - a chain
                        marks.append(len(stack))
                        continue
                    elif op == 0x58:  # X BINUNICODE
                        (length,) = _UINT32(data, pos)
                        pos += 4
                        end = pos + length
                        if end > size:
                            raise Truncated(_CUT_SHORT)
                        push(data[pos:end].decode("utf-8", "surrogatepass"))
                        pos = end
                    elif op == 0x29:  # ) EMPTY_TUPLE
                        if data[pos] == 0x52:  # R REDUCE: a call without arguments
                            pos += 1
                            stack[-1] = Call("R", stack[-1], ())
                        else:
                            push(())
                            continue
                    elif op == 0x52:  # R REDUCE
                        args = pop()
                        stack[-1] = Call("R", stack[-1], args)
                    elif op == 0x51:  # Q BINPERSID
                        outer = PersistentId(stack[-1])
                        stack[-1] = outer
                        outside(outer)
                        continue
                    elif op == 0x4D:  # M BININT2
                        push(data[pos] | data[pos + 1] << 8)
                        pos += 2
                        continue
                    elif op == 0x4A:  # J BININT
                        push(_INT32(data, pos)[0])
                        pos += 4
                        continue
                    elif op == 0x4E:  # N NONE
                        push(None)
                        continue
                    elif op == 0x47:  # G BINFLOAT
                        push(_FLOAT(data, pos)[0])
                        pos += 8
                        continue
                    elif op == 0x5D:  # ] EMPTY_LIST
                        push([])
                        continue
                    elif op == 0x2E:  # . STOP
                        value = pop()
                        if stack or marks:
                            raise Malformed(f"{_DAMAGED} it ends with values left over.")
                        return value, pos
                    else:
                        pos = self._rare(op, pos, stack, marks, memo, sparse, names)
                        continue
                elif op == 0x68:  # h BINGET
                    index = data[pos]
                    pos += 1
                    if index < len(memo):
                        value = memo[index]
                        if value is _ABSENT:
                            raise Malformed(_never_made(index))
                        push(value)
                    else:
                        push(_recall(sparse, index))
                    continue
                elif op == 0x74:  # t TUPLE
                    at = marks.pop()
                    value = tuple(stack[at:])
                    del stack[at:]
                    push(value)
                elif op == 0x86:  # TUPLE2
                    value = pop()
                    stack[-1] = (stack[-1], value)
                elif op == 0x89:  # NEWFALSE
                    push(False)
                    continue
                elif op == 0x85:  # TUPLE1
                    stack[-1] = (stack[-1],)
                elif op == 0x94:  # MEMOIZE
                    remember(stack[-1])
                    continue
                elif op == 0x8C:  # SHORT_BINUNICODE
                    end = pos + 1 + data[pos]
                    if end > size:
                        raise Truncated(_CUT_SHORT)
                    push(data[pos + 1 : end].decode("utf-8", "surrogatepass"))
                    pos = end
                elif op == 0x71:  # q BINPUT
                    index = data[pos]
                    pos += 1
                    if index == len(memo):
                        remember(stack[-1])
                    else:
                        _remember(memo, sparse, index, stack[-1])
                    continue
                elif op == 0x72:  # r LONG_BINPUT
                    (index,) = _UINT32(data, pos)
                    pos += 4
                    if index == len(memo):
                        remember(stack[-1])
                    else:
                        _remember(memo, sparse, index, stack[-1])
                    continue
                elif op == 0x6A:  # j LONG_BINGET
                    (index,) = _UINT32(data, pos)
                    pos += 4
                    if index < len(memo):
                        value = memo[index]
                        if value is _ABSENT:
                            raise Malformed(_never_made(index))
                        push(value)
                    else:
                        push(_recall(sparse, index))
                    continue
                elif op == 0x7D:  # } EMPTY_DICT
                    push(DictNode([]))
                elif op == 0x75:  # u SETITEMS
                    at = marks.pop()
                    flat = stack[at:]
                    del stack[at:]
                    _set_items(stack[-1], flat)
                    continue
                elif op == 0x73:  # s SETITEM
                    value = pop()
                    _set_items(stack[-2], [pop(), value])
                    continue
                elif op == 0x88:  # NEWTRUE
                    push(True)
                    continue
                elif op == 0x61:  # a APPEND
                    value = pop()
                    _extend(stack[-1], [value])
                    continue
                elif op == 0x65:  # e APPENDS
                    at = marks.pop()
                    elements = stack[at:]
                    del stack[at:]
                    _extend(stack[-1], elements)
                    continue
                elif op == 0x63:  # c GLOBAL
                    end = data.find(b"\n", data.find(b"\n", pos) + 1)
                    if end < pos:
                        raise Truncated(_CUT_SHORT)
                    raw = data[pos:end]
                    pos = end + 1
                    known = names.get(raw)
                    if known is None:
                        module, _, name = raw.decode("utf-8").partition("\n")
                        known = names.setdefault((module, name), Global(module, name))
                        names[raw] = known
                    push(known)
                    continue
                elif op == 0x93:  # STACK_GLOBAL
                    name = pop()
                    module = stack[-1]
                    if not isinstance(name, str) or not isinstance(module, str):
                        raise Malformed("The pickle inside the file computes a name out of something that is no text.")
                    known = names.get((module, name))
                    if known is None:
                        known = names.setdefault((str(module), str(name)), Global(str(module), str(name)))
                    stack[-1] = known
                    continue
                elif op == 0x62:  # b BUILD
                    state = pop()
                    _build(stack[-1], state)
                    continue
                elif op == 0x87:  # TUPLE3
                    third = pop()
                    second = pop()
                    stack[-1] = (stack[-1], second, third)
                    continue
                elif op == 0x81:  # NEWOBJ
                    args = pop()
                    stack[-1] = Call("N", stack[-1], args)
                    continue
                elif op == 0x8A:  # LONG1
                    end = pos + 1 + data[pos]
                    if end > size:
                        raise Truncated(_CUT_SHORT)
                    push(int.from_bytes(data[pos + 1 : end], "little", signed=True))
                    pos = end
                    continue
                elif op == 0x80:  # PROTO
                    if data[pos] > 5:
                        raise Malformed(f"The pickle inside the file says protocol {data[pos]}; Python knows 0 to 5.")
                    pos += 1
                    continue
                elif op == 0x95:  # FRAME: only a hint for buffered reading
                    (length,) = _UINT64(data, pos)
                    pos += 8
                    if length > size - pos:
                        raise Truncated(_CUT_SHORT)
                    continue
                else:
                    pos = self._rare(op, pos, stack, marks, memo, sparse, names)
                    continue
                # What was just made is, as a rule, numbered next; that is worth not going round for.
                op = data[pos]
                if op == 0x72:
                    (index,) = _UINT32(data, pos + 1)
                    if index == len(memo):
                        remember(stack[-1])
                        pos += 5
                elif op == 0x71:
                    if data[pos + 1] == len(memo):
                        remember(stack[-1])
                        pos += 2
                elif op == 0x94:
                    remember(stack[-1])
                    pos += 1
        finally:
            self.pos = pos

    def _rare(  # noqa: C901, PLR0912, PLR0913, PLR0915 - one arm an opcode
        self,
        op: int,
        pos: int,
        stack: list[Any],
        marks: list[int],
        memo: list[Any],
        sparse: dict[int, Any],
        names: dict[bytes | tuple[str, str], Global],
    ) -> int:
        """Handle one opcode that torch hardly writes; returns the position behind its argument."""
        data = self.data
        push = stack.append
        if op in _COUNTED:
            width, read_length, decode = _COUNTED[op]
            length = read_length(data, pos)
            push(decode(self._take(pos + width, length)))
            return pos + width + length
        if op in b"ILSVFgpPi":
            line, pos = self._line(pos)
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
                value = memo[index] if 0 <= index < len(memo) else _recall(sparse, index)
                if value is _ABSENT:
                    raise Malformed(_never_made(index))
                push(value)
            elif op == 0x70:  # p PUT
                _remember(memo, sparse, int(line), stack[-1])
            elif op == 0x50:  # P PERSID
                push(PersistentId(line.decode("ascii")))
                self.persistent.append(stack[-1])
            else:  # i INST
                name, pos = self._line(pos)
                args = _since_mark(stack, marks)
                found = names.setdefault((line.decode(), name.decode()), Global(line.decode(), name.decode()))
                push(Call("O", found, tuple(args)))
            return pos
        if op == 0x8F:  # EMPTY_SET
            push(SetNode([], frozen=False))
        elif op == 0x90:  # ADDITEMS
            elements = _since_mark(stack, marks)
            _add(stack[-1], elements)
        elif op == 0x91:  # FROZENSET
            push(SetNode(_since_mark(stack, marks), frozen=True))
        elif op == 0x92:  # NEWOBJ_EX
            kwargs = stack.pop()
            args = stack.pop()
            stack[-1] = Call("X", stack[-1], (args, kwargs))
        elif op == 0x6F:  # o OBJ
            arguments = _since_mark(stack, marks)
            push(Call("O", arguments[0], tuple(arguments[1:])))
        elif op == 0x6C:  # l LIST
            push(_since_mark(stack, marks))
        elif op == 0x64:  # d DICT
            flat = _since_mark(stack, marks)
            if len(flat) % 2:
                raise Malformed("The pickle inside the file has a dict with a key and no value.")
            push(DictNode(flat))
        elif op == 0x30:  # 0 POP
            if marks and marks[-1] == len(stack):
                marks.pop()
            else:
                stack.pop()
        elif op == 0x31:  # 1 POP_MARK
            _since_mark(stack, marks)
        elif op == 0x32:  # 2 DUP
            push(stack[-1])
        elif op in _EXTENSIONS:
            width = _EXTENSIONS[op]
            code = int.from_bytes(self._take(pos, width), "little")
            extension = Global("copyreg extension", str(code))
            push(names.setdefault((extension.module, extension.name), extension))
            pos += width
        elif op in (0x97, 0x98):
            raise Malformed("The pickle inside the file refers to buffers outside it, which no checkpoint can hold.")
        else:
            raise Malformed(f"{_DAMAGED} {chr(op)!r} at byte {pos - 1:,} is no pickle opcode.")
        return pos

    def _take(self, pos: int, length: int) -> bytes:
        if length > len(self.data) - pos:
            raise Truncated(_CUT_SHORT)
        return self.data[pos : pos + length]

    def _line(self, pos: int) -> tuple[bytes, int]:
        end = self.data.find(b"\n", pos)
        if end < 0:
            raise Truncated(_CUT_SHORT)
        return self.data[pos:end], end + 1


def _remember(memo: list[Any], sparse: dict[int, Any], index: int, value: Any) -> None:
    """Store a memo entry whose index is not simply the next one; memory never follows the index."""
    if index < 0:
        raise Malformed(f"{_DAMAGED} it numbers a value {index}.")
    if index < len(memo):
        memo[index] = value
    elif index <= len(memo) + _MEMO_GAP and not sparse:
        memo.extend([_ABSENT] * (index - len(memo)))
        memo.append(value)
    else:
        sparse[index] = value


def _recall(sparse: dict[int, Any], index: int) -> Any:
    try:
        return sparse[index]
    except KeyError:
        raise Malformed(_never_made(index)) from None


def _never_made(index: int) -> str:
    return f"{_DAMAGED} it refers to value {index}, which it never made."


def _since_mark(stack: list[Any], marks: list[int]) -> list[Any]:
    at = marks.pop()
    values = stack[at:]
    del stack[at:]
    return values


def _set_items(target: Any, flat: list[Any]) -> None:
    if len(flat) % 2:
        raise Malformed(f"{_DAMAGED} a dict has a key without a value.")
    if type(target) is DictNode:
        target.items.extend(flat)
    elif type(target) is Call:
        target.set_items(flat)
    else:
        raise Malformed(f"{_DAMAGED} it sets items of something that has none.")


def _extend(target: Any, elements: list[Any]) -> None:
    if type(target) is list:
        target.extend(elements)
    elif type(target) is Call:
        target.extend("extend", elements)
    else:
        raise Malformed(f"{_DAMAGED} it appends to something that is no list.")


def _add(target: Any, elements: list[Any]) -> None:
    if type(target) is SetNode and not target.frozen:
        target.elements.extend(elements)
    elif type(target) is Call:
        target.extend("add", elements)
    else:
        raise Malformed(f"{_DAMAGED} it adds members to something that is no set.")


def _build(target: Any, state: Any) -> None:
    if type(target) is not Call:
        raise Malformed(f"{_DAMAGED} it sets the state of something that has none.")
    target.set_state(state)


def _quoted(line: bytes) -> bytes:
    if len(line) < 2 or line[0] != line[-1] or line[0] not in b"'\"":
        raise Malformed(f"{_DAMAGED} a quoted string has no quotes.")
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
