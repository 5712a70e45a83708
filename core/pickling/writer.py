"""Inert graph to pickle bytes: the mirror of `core.pickling.reader`.

Writes what Python's own pickler would write for the same objects (same opcodes, same memo numbering): a
graph that nobody edited gives, as a rule, the bytes it was read from. Shared nodes stay shared, unknown classes are
written word for word. No recursion: a file may nest deeper than Python does.
"""

from __future__ import annotations

import struct
from collections.abc import Callable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from operator import attrgetter
from typing import Any

from core.errors import SaveError, SelfMade
from core.pickling.atoms import integer, recall, text_head
from core.pickling.container_work import (
    CallEnd,
    Emit,
    Memo,
    TupleEnd,
    lowered,
    push_added,
    push_call,
    push_elements,
    push_items,
)
from core.pickling.nodes import Call, DictNode, Global, OldStr, PersistentId, SetNode
from core.pickling.opcodes import EXTENSION
from core.pickling.tensor_templates import TensorOpcodes
from core.text import clip

_PIECE = 1 << 20  # bytes, about, that are kept together
_PYTHON_3 = 3
_OF_PYTHON_2 = {"__builtin__": "builtins", "copy_reg": "copyreg"}
"""Modules by their names in Python 2, and their names since, which nothing translates in protocols of Python 3."""
_SHARDS = 32
_MASK = _SHARDS - 1


def dumps(  # noqa: PLR0913 - all but two by name
    root: Any,
    protocol: int,
    replaced: Mapping[int, Any] | None = None,
    persistent: Callable[[PersistentId], Any] | None = None,
    *,
    lowered: bool = False,
    shared: AbstractSet[int] | None = None,
) -> bytes:
    """Write ``root``; see `pieces`."""
    return b"".join(pieces(root, protocol, replaced, persistent, lowered=lowered, shared=shared))


def pieces(  # noqa: PLR0913 - as above
    root: Any,
    protocol: int,
    replaced: Mapping[int, Any] | None = None,
    persistent: Callable[[PersistentId], Any] | None = None,
    *,
    lowered: bool = False,
    shared: AbstractSet[int] | None = None,
) -> list[bytes]:
    """Write ``root``, in pieces: to join tens of megabytes lets no other thread have its turn.

    ``replaced`` has nodes to write in the place of others, by ``id``; ``persistent`` gives the persistent id to
    write for a node (by default its own), or a name to write in the place of one; asked again it says the same.
    ``lowered`` writes bytes and sets as protocol 2 knows them, whatever the file had. ``shared`` are the ids of the
    parts of tensors that the graph may refer to more than once (see `core.pickling.reader.Pickle`): with it, tensors
    are written five times as fast. Raises `SelfMade` for an object whose arguments hold a list or dict that holds the
    object.
    """
    writer = _Writer(max(protocol, 2), replaced or {}, persistent or attrgetter("pid"))
    writer.lowered = lowered
    if shared is not None:
        writer.know(shared)
    writer.run(root)
    for memo, begun in zip(writer.memo, writer.begun, strict=True):
        memo.clear()
        begun.clear()
    return writer.pieces


class _Writer:
    def __init__(self, protocol: int, replaced: Mapping[int, Any], persistent: Callable[[PersistentId], Any]) -> None:
        self.protocol = protocol
        self.replaced = replaced
        self.persistent = persistent
        self.lowered = False
        self.out = bytearray((0x80, protocol))
        self.pieces: list[bytes] = []  # what was written before that
        # Several, by some bits of the id: one table of millions takes so long to grow that the window stands still.
        self.memo: tuple[dict[int, int], ...] = tuple({} for _ in range(_SHARDS))
        self.globals: dict[Global, int] = {}
        self.count = 0
        self.work: list[Any] = []
        self.begun: tuple[set[int], ...] = tuple(set() for _ in range(_SHARDS))  # calls whose arguments were begun
        self.alive: list[Any] = []  # nodes made here: their ids must not be used again
        self.pids: dict[int, Any] = {}  # persistent ids made anew, by the node they are of
        self.tensors: TensorOpcodes | None = None

    def know(self, shared: AbstractSet[int]) -> None:
        """Of what is not ``shared``, by ``id``, nothing needs to be known later: tensors are written at once."""
        again = shared | set(map(id, self.replaced.values()))  # what stands for another is asked for as often
        self.tensors = TensorOpcodes(self.protocol, self.memo, self.globals, self.replaced, self.persistent, again)

    def run(self, root: Any) -> None:  # noqa: C901, PLR0912, PLR0915 - one flat loop, for speed
        work = self.work
        work.append(root)
        replaced = self.replaced
        memo = self.memo
        out = self.out
        tensors = self.tensors
        while work:
            node = work.pop()
            kind = type(node)
            if kind is Emit:
                out += node
                if len(out) > _PIECE:
                    self._cut()
                continue
            if kind is int:
                out += integer(node)
                continue
            if kind is str:
                known = memo[id(node) >> 4 & _MASK].get(id(node))
                if known is not None:
                    out += recall(known)
                else:
                    self._text(node)
                continue
            if (
                kind is Call
                and tensors is not None
                and id(node) not in replaced
                and id(node) not in memo[id(node) >> 4 & _MASK]
            ):
                tensor = tensors.write(node, self.count)
                if tensor is not None:
                    out += tensor
                    self.count += tensors.numbers
                    continue
            if node is None:
                out += b"N"
                continue
            if kind is bool:
                out += b"\x88" if node else b"\x89"
                continue
            if kind is float:
                out += b"G" + struct.pack(">d", node)
                continue
            if kind is Memo:
                self._close(node.node)
                continue
            if kind is CallEnd:
                if self._close(node.node):
                    for name, payload in reversed(node.steps):
                        self._push_step(name, payload)
                continue
            if kind is TupleEnd:
                self._close_tuple(node.node)
                continue
            if id(node) in replaced:
                work.append(replaced[id(node)])  # which may be replaced in its turn
                continue
            if kind is Global:
                self._global(node)
                continue
            if kind is PersistentId:
                pid = self._pid(node)
                if type(pid) is Global and pid is not node.pid:  # the bare name of a class that came with its source
                    self._global(pid)
                    continue
                if isinstance(pid, str) and self.protocol < 1:
                    out += b"P" + pid.encode("ascii") + b"\n"
                else:
                    work += (Emit(b"Q"), pid)
                continue
            known = memo[id(node) >> 4 & _MASK].get(id(node))
            if known is not None:
                out += recall(known)
                continue
            self._open(node, kind)
        out += b"."
        self._cut()

    def _cut(self) -> None:
        self.pieces.append(bytes(self.out))
        self.out.clear()

    def _pid(self, node: PersistentId) -> Any:
        """The persistent id to write for a node, each time the same."""
        known = self.pids.get(id(node))
        if known is None:
            known = self.persistent(node)
            if known is not node.pid:
                self.pids[id(node)] = known
        return known

    def _open(self, node: Any, kind: type) -> None:
        """Begin a node that is written for the first time."""
        if kind is tuple:
            self._open_tuple(node)
        elif kind is Call:
            self._open_call(node)
        elif kind is DictNode:
            self.out += b"}"
            self._put(node)
            push_items(self.work, node.items, single_last=False)
        elif kind is list:
            self.out += b"]"
            self._put(node)
            push_elements(self.work, node)
        elif kind is OldStr:
            raw = node.encode("utf-8", "surrogateescape")
            self.out += (b"U" + bytes((len(raw),)) if len(raw) < 256 else b"T" + struct.pack("<I", len(raw))) + raw
            self._put(node)
        elif self.lowered and kind in (bytes, bytearray, SetNode):
            self._open_lowered(node)
        elif kind is bytes:
            self._bytes(node)
        elif kind is bytearray:
            self.out += b"\x96" + struct.pack("<Q", len(node)) + node
            self._put(node)
        elif kind is SetNode:
            self._open_set(node)
        else:
            raise TypeError(f"{kind.__name__} is no node of the graph")

    def _open_tuple(self, node: tuple[Any, ...]) -> None:
        if not node:
            self.out += b")"
            return
        if len(node) > 3:
            self.out += b"("
        self.work.append(TupleEnd(node))
        self.work.extend(reversed(node))

    def _close_tuple(self, node: tuple[Any, ...]) -> None:
        known = self.memo[id(node) >> 4 & _MASK].get(id(node))
        if known is None:
            self.out += (b"", b"\x85", b"\x86", b"\x87")[len(node)] if len(node) < 4 else b"t"
            self._put(node)
            return
        # An element led back to the tuple, which is complete already: forget the elements.
        self.out += b"0" * len(node) if len(node) < 4 else b"1"
        self.out += recall(known)

    def _close(self, node: Any) -> bool:
        """Number a finished node; False when its own parts led back to it, so that this is a second copy."""
        known = self.memo[id(node) >> 4 & _MASK].get(id(node))
        if known is None:
            self._put(node)
            return True
        self.out += b"0"
        self.out += recall(known)
        return False

    def _open_call(self, node: Call) -> None:
        known_as = node
        items_in_argument = type(node.args) is tuple and len(node.args) == 1 and type(node.args[0]) is list
        if node.view is not None and items_in_argument and id(node.view) in self.replaced:
            node = self._with_own_items(node)
        begun = self.begun[id(known_as) >> 4 & _MASK]
        if id(known_as) in begun:
            _check_parts(node.args, self.memo)
        begun.add(id(known_as))
        self.work.append(CallEnd(known_as, node.steps or ()))
        if node.kind == "O":
            self.out += b"("
        push_call(self.work, node)

    def _with_own_items(self, node: Call) -> Call:
        """A dict that got its items as an argument, with the edited items set one by one."""
        edited = Call(node.kind, node.func, ())
        edited.steps = [("items", self.replaced[id(node.view)]), *(node.steps or ())]
        self.alive.append(edited)
        return edited

    def _push_step(self, name: str, payload: Any) -> None:
        if name == "state":
            self.work += (Emit(b"b"), payload)
            return
        payload = self.replaced.get(id(payload), payload)
        if name == "items":
            push_items(self.work, payload.items, single_last=True)
        elif name == "extend":
            push_elements(self.work, payload)
        else:
            self.work.append(Emit(b"\x90"))
            self.work.extend(reversed(payload))
            self.work.append(Emit(b"("))

    def _open_set(self, node: SetNode) -> None:
        if node.frozen:
            self.work += (Memo(node), Emit(b"\x91"))
            self.work.extend(reversed(node.elements))
            self.out += b"("
            return
        self.out += b"\x8f"
        self._put(node)
        push_added(self.work, node.elements)

    def _open_lowered(self, node: bytes | bytearray | SetNode) -> None:
        func, args = lowered(node, self.protocol)
        self.alive.append(args)
        self.work += (Memo(node), Emit(b"R"), args, func)

    def _global(self, node: Global) -> None:
        known = self.globals.get(node)
        if known is not None:
            self.out += recall(known)
            return
        if node.module == EXTENSION:
            code = int(node.name)
            width = 1 if code < 1 << 8 else 2 if code < 1 << 16 else 4
            self.out += bytes({1: (0x82,), 2: (0x83,), 4: (0x84,)}[width]) + code.to_bytes(width, "little")
            return
        module = node.module if self.protocol < _PYTHON_3 else _OF_PYTHON_2.get(node.module, node.module)
        if self.protocol >= 4:
            for part in (module, node.name):
                self._text(part)
            self.out += b"\x93"
        else:
            self.out += b"c" + self._line(module, node) + self._line(node.name, node)
        self.globals[node] = self.count
        self._number()

    def _line(self, part: str, name: Global) -> bytes:
        """A part of a name on a line of its own, as the older protocols write it."""
        try:
            raw = part.encode()
        except UnicodeEncodeError:
            raw = b"\n"
        if b"\n" in raw:  # it would end the line, and what follows would be another name
            raise SaveError(
                "The name {name} cannot be written in pickle protocol {protocol}.",
                name=clip(name.dotted),
                protocol=self.protocol,
            )
        return raw + b"\n"

    def _text(self, node: str) -> None:
        raw = node.encode("utf-8", "surrogatepass")
        self.out += text_head(len(raw), self.protocol) + raw
        self._put(node)

    def _bytes(self, node: bytes) -> None:
        size = len(node)
        if size < 256:
            self.out += b"C" + bytes((size,))
        elif size < 1 << 32:
            self.out += b"B" + struct.pack("<I", size)
        else:
            self.out += b"\x8e" + struct.pack("<Q", size)
        self.out += node
        self._put(node)

    def _put(self, node: Any) -> None:
        self.memo[id(node) >> 4 & _MASK][id(node)] = self.count
        self._number()

    def _number(self) -> None:
        index = self.count
        self.count += 1
        if self.protocol >= 4:
            self.out += b"\x94"
        elif index < 256:
            self.out += b"q" + bytes((index,))
        else:
            self.out += b"r" + struct.pack("<I", index)


def _check_parts(args: Any, memo: Sequence[Mapping[int, int]]) -> None:
    """Raises `SelfMade` for arguments that are written again while they are still being filled."""
    parts = list(args) if type(args) is tuple else [args]
    while parts:
        part = parts.pop()
        if type(part) is tuple:
            parts.extend(part)
        elif type(part) in (list, DictNode, SetNode) and id(part) in memo[id(part) >> 4 & _MASK]:
            raise SelfMade(
                "The file holds an object built from a list that contains the object, as only very old Python "
                "versions pickle it. Pthfinder cannot write it. Load the file with torch and save it again."
            )
