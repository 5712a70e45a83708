"""The loop over the opcodes of a pickle, with those in it that torch writes; `core.pickling.opcodes` has all others.

There is no opcode whose handler imports, calls or hashes anything that the file names.
"""

from __future__ import annotations

import struct
from collections.abc import Callable
from typing import Any, Protocol

from core.errors import Malformed, Truncated
from core.pickling.bounds import LONG, Bounds
from core.pickling.nodes import Call, DictNode, Global, PersistentId
from core.pickling.opcodes import (
    ABSENT,
    CUT_SHORT,
    SHARED,
    State,
    build,
    extend,
    memoize,
    never_made,
    rare,
    recall,
    remember,
    set_items,
)
from core.words import say

_USUAL_ARGUMENTS = 6
"""Of what makes nearly all tensors: none of them is a container."""
_MANY = 1 << 20
"""Bytes of a pickle from which on it pays to look for `core.pickling.runs`: about 8,000 tensors."""
_FLOAT = struct.Struct(">d").unpack_from
_INT32 = struct.Struct("<i").unpack_from
_UINT32 = struct.Struct("<I").unpack_from
_UINT64 = struct.Struct("<Q").unpack_from


class RunReader(Protocol):
    """Reads values alike that follow each other, many at once."""

    def take(self, pos: int) -> int:
        """Read those from ``pos`` on, which is behind a mark, onto the stack; where they end: ``pos`` for none."""


class Loop:
    """One run over a pickle, into its `State`; ``pos`` is where it stopped. ``runs`` makes what reads values alike."""

    def __init__(self, state: State, start: int, runs: Callable[[State], RunReader] | None = None) -> None:
        self.state = state
        self.pos = start
        self.runs = runs

    def run(self) -> tuple[Any, int]:  # noqa: C901, PLR0912, PLR0915 - one flat loop, for speed
        """The graph, and the position behind STOP."""
        state = self.state
        data, stack, below, memo, sparse, names = (
            state.data,
            state.stack,
            state.below,
            state.memo,
            state.sparse,
            state.names,
        )
        size, start = len(data), self.pos
        pos = start
        push = stack.append
        pop = stack.pop
        number = memo.append
        ordered: Global | None = None
        dense = True  # whether the memo's numbers are those that its values came with
        outside, called, changed = state.persistent.append, state.calls.append, state.changed.append
        new, again = state.rare.add, state.shared.add
        runs = None if size <= _MANY else (self.runs or _runs)(state)
        bounds = Bounds(state, pos)
        fence, taken = bounds.first(), 0
        try:
            while pos < fence or (fence := bounds.passed(pos, taken, stack)):
                op = data[pos]
                pos += 1
                # Two chains, each ordered by how often torch's own pickles use the opcode.
                if op < 0x60:
                    if op == 0x4B:  # K BININT1
                        push(data[pos])
                        pos += 1
                        continue
                    elif op == 0x28:  # ( MARK  # noqa: RET507 - a chain
                        below.append(stack)
                        stack = []
                        push, pop = stack.append, stack.pop
                        if runs is not None:
                            state.stack = stack
                            pos = runs.take(pos)
                            if state.stack is not stack:
                                stack = state.stack
                                push, pop = stack.append, stack.pop
                        continue
                    elif op == 0x58:  # X BINUNICODE
                        (length,) = _UINT32(data, pos)
                        pos += 4
                        end = pos + length
                        if end > size:
                            raise Truncated(CUT_SHORT)
                        push(data[pos:end].decode("utf-8", "surrogatepass"))
                        pos = end
                    elif op == 0x29:  # ) EMPTY_TUPLE
                        if data[pos] == 0x52:  # R REDUCE: a call without arguments
                            pos += 1
                            made = Call("R", stack[-1], ())
                            if stack[-1] is not ordered or ordered is None:
                                ordered = state.without_arguments(made, ordered)
                            stack[-1] = made
                        else:
                            push(())
                            continue
                    elif op == 0x52:  # R REDUCE
                        args = pop()
                        made = Call("R", stack[-1], args)
                        stack[-1] = made
                        called(made)
                        if type(args) is not tuple or len(args) != _USUAL_ARGUMENTS:
                            state.handed(made.func, args)
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
                        if stack or below:
                            state.odd(pos - 1, say("the pickle ends with values left over, which nothing refers to"))
                        return value, pos
                    else:
                        state.stack = stack
                        pos = rare(state, op, pos)
                        if state.stack is not stack:
                            stack = state.stack
                            push, pop = stack.append, stack.pop
                        continue
                elif op == 0x68:  # h BINGET
                    index = data[pos]
                    pos += 1
                    if index < len(memo):
                        value = memo[index]
                        if value is ABSENT:
                            raise Malformed(never_made(index))
                    else:
                        value = recall(sparse, index)
                    if type(value) in SHARED:
                        again(id(value))
                    push(value)
                    continue
                elif op == 0x74:  # t TUPLE
                    value = tuple(stack)
                    if len(value) > LONG:
                        taken += len(value)
                    stack = below.pop()
                    push, pop = stack.append, stack.pop
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
                    new(op)
                    if dense:
                        number(stack[-1])
                    else:
                        memoize(state, stack[-1], pos)
                    continue
                elif op == 0x8C:  # SHORT_BINUNICODE
                    new(op)
                    end = pos + 1 + data[pos]
                    if end > size:
                        raise Truncated(CUT_SHORT)
                    push(data[pos + 1 : end].decode("utf-8", "surrogatepass"))
                    pos = end
                elif op == 0x71:  # q BINPUT
                    index = data[pos]
                    pos += 1
                    if index == len(memo):
                        number(stack[-1])
                    else:
                        remember(state, index, stack[-1])
                        dense = False
                    continue
                elif op == 0x72:  # r LONG_BINPUT
                    (index,) = _UINT32(data, pos)
                    pos += 4
                    if index == len(memo):
                        number(stack[-1])
                    else:
                        remember(state, index, stack[-1])
                        dense = False
                    continue
                elif op == 0x6A:  # j LONG_BINGET
                    (index,) = _UINT32(data, pos)
                    pos += 4
                    if index < len(memo):
                        value = memo[index]
                        if value is ABSENT:
                            raise Malformed(never_made(index))
                    else:
                        value = recall(sparse, index)
                    if type(value) in SHARED:
                        again(id(value))
                    push(value)
                    continue
                elif op == 0x7D:  # } EMPTY_DICT
                    push(DictNode([]))
                elif op == 0x75:  # u SETITEMS
                    flat = stack
                    taken += len(flat)
                    stack = below.pop()
                    push, pop = stack.append, stack.pop
                    set_items(state, stack[-1], flat)
                    continue
                elif op == 0x73:  # s SETITEM
                    value = pop()
                    set_items(state, stack[-2], [pop(), value])
                    continue
                elif op == 0x88:  # NEWTRUE
                    push(True)
                    continue
                elif op == 0x61:  # a APPEND
                    value = pop()
                    extend(state, stack[-1], [value])
                    continue
                elif op == 0x65:  # e APPENDS
                    elements = stack
                    taken += len(elements)
                    stack = below.pop()
                    push, pop = stack.append, stack.pop
                    extend(state, stack[-1], elements)
                    continue
                elif op == 0x63:  # c GLOBAL
                    end = data.find(b"\n", data.find(b"\n", pos) + 1)
                    if end < pos:
                        raise Truncated(CUT_SHORT)
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
                    new(op)
                    name = pop()
                    module = stack[-1]
                    if not isinstance(name, str) or not isinstance(module, str):
                        raise Malformed("The pickle inside the file computes a name out of something that is not text.")
                    known = names.get((module, name))
                    if known is None:
                        known = names.setdefault((str(module), str(name)), Global(str(module), str(name)))
                    stack[-1] = known
                    continue
                elif op == 0x62:  # b BUILD
                    handed = pop()
                    build(state, stack[-1], handed)
                    continue
                elif op == 0x87:  # TUPLE3
                    third = pop()
                    second = pop()
                    stack[-1] = (stack[-1], second, third)
                    continue
                elif op == 0x81:  # NEWOBJ
                    args = pop()
                    made = stack[-1] = Call("N", stack[-1], args)
                    changed(made)
                    state.handed(made.func, args)
                    continue
                elif op == 0x8A:  # LONG1
                    end = pos + 1 + data[pos]
                    if end > size:
                        raise Truncated(CUT_SHORT)
                    push(int.from_bytes(data[pos + 1 : end], "little", signed=True))
                    pos = end
                    continue
                elif op == 0x80:  # PROTO
                    if data[pos] > 5:
                        raise Malformed(
                            "The pickle inside the file says protocol {protocol}; Python knows 0 to 5.",
                            protocol=data[pos],
                        )
                    if pos != start + 1 or data[pos] < 2:
                        state.odd(
                            pos - 1,
                            say("protocol {protocol} is declared where no pickle declares one", protocol=data[pos]),
                        )
                    pos += 1
                    continue
                elif op == 0x95:  # FRAME: only a hint for buffered reading
                    new(op)
                    (length,) = _UINT64(data, pos)
                    pos += 8
                    if length > size - pos:
                        raise Truncated(CUT_SHORT)
                    state.frame(pos, length)
                    continue
                else:
                    state.stack = stack
                    pos = rare(state, op, pos)
                    if state.stack is not stack:
                        stack = state.stack
                        push, pop = stack.append, stack.pop
                    dense = dense and op != 0x70  # p PUT
                    continue
                # What was just made is, as a rule, numbered next; that is worth not going round for.
                op = data[pos]
                if op == 0x72:
                    (index,) = _UINT32(data, pos + 1)
                    if index == len(memo):
                        number(stack[-1])
                        pos += 5
                elif op == 0x71:
                    if data[pos + 1] == len(memo):
                        number(stack[-1])
                        pos += 2
                elif op == 0x94 and dense:
                    new(op)
                    number(stack[-1])
                    pos += 1
            raise AssertionError("bounds tell where to count next, or raise")
        finally:
            self.pos = pos


def _runs(state: State) -> RunReader:
    from core.pickling.runs import Runs  # noqa: PLC0415 - smaller pickles are read in the time that it takes to import

    return Runs(state)
