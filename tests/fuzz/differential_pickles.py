"""Odd pickles: state dicts as torch writes them, and every so often something that it never writes."""

from __future__ import annotations

import pickletools
import random
from collections.abc import Callable

from tests.fuzz.differential_opcodes import Pickled
from tests.fuzz.differential_rare import RareTensors
from tests.fuzz.differential_tensors import ATTRIBUTES, DEVICES, DTYPES, SIZES, VALUES, Storage

_KEYS = ("weight", "bias", "a.weight", "a.bias", "module.b", "state", "param_groups", "0", "data", "_metadata", "é")


class Odd(RareTensors):
    """One pickle in the making, with the storages that it is about."""

    def __init__(self, chance: random.Random, *, legacy: bool = False) -> None:
        self.chance, self.legacy = chance, legacy
        self.out = Pickled(chance, chance.choice([0.0, 0.02, 0.05, 0.05, 0.1, 0.2]), plain=chance.random() < 0.65)
        devices = DEVICES if chance.random() < 0.3 else ("cpu",)
        kinds = list(SIZES)[: chance.choice([1, 2, 8, 8])]
        self.storages: dict[str, Storage] = {
            str(key): (chance.choice(kinds), chance.choice([0, 1, 4, 6, 6, 12, 40]), chance.choice(devices))
            for key in range(chance.choice([1, 1, 2, 3, 5]))
        }
        self.named: dict[str, Storage] = {}
        """Each key that was mentioned, as it was first."""

    def written(self) -> bytes:
        """The whole pickle."""
        self.value(0)
        if self.out.does(0.3):
            self.out.parts.insert(self.chance.randrange(3), self.chance.choice([b"N", b"(", b"K\1", b"]", b"}", b")"]))
        protocol = b"\x80\2"
        if self.out.does() or not self.out.plain:
            numbers = [0, 1, 2, 3, 4, 5, 6, 255] if self.out.plain else [2, 3, 4, 4, 5, 5]
            protocol = self.chance.choice([b"", b"\x80\2\x80\2", *(bytes([0x80, number]) for number in numbers)])
        if self.chance.random() < 0.1:
            self._break()
        if not self.out.plain and self.chance.random() < 0.1:
            size = sum(map(len, self.out.parts)) + 1 + self.chance.choice([0, 0, 1, -3])
            protocol += b"\x95" + max(size, 0).to_bytes(8, "little")
        after = self.chance.choice([b".", b"N.", b"\0", b"\x80\2}."]) if self.out.does(0.3) else b""
        return self.out.finished(protocol) + after

    def _break(self) -> None:
        """Leave opcodes out, double them, exchange them, put others in."""
        parts = self.out.parts
        for _ in range(self.chance.choice([1, 1, 2, 4])):
            at = self.chance.randrange(len(parts))
            way = self.chance.randrange(6)
            if way == 0:
                del parts[at : at + 1 + self.chance.randrange(2)]
            elif way == 1:
                parts[at:at] = parts[at : at + 1 + self.chance.randrange(6)]
            elif way == 2:
                other = self.chance.randrange(len(parts))
                parts[at], parts[other] = parts[other], parts[at]
            elif way == 3:
                parts.insert(at, self.chance.choice(PIECES))
            elif way == 4:
                parts[at] = self.chance.choice(PIECES)
            else:
                parts.insert(at, bytes([self.chance.randrange(256)]))
            if not parts:
                parts.append(b"N")

    # -- what there is ------------------------------------------------------------------------------------

    def value(self, depth: int) -> None:
        """Anything; containers near the root, tensors and numbers below."""
        out, chance = self.out, self.chance
        if depth and chance.random() < 0.08 and out.get("dict", "ordered", "list", "tuple", "tensor", "text", "object"):
            if out.does(2):
                self._change()
            return
        if depth > 3 or chance.random() < (0.06 if not depth else 0.65):
            chance.choice([self.tensor, self.tensor, self.tensor, self.plain, self.tensor, self.rare])()
            return
        chance.choice([self.dict, self.ordered, self.dict, self.ordered, self.list, self.tuple, self.set])(depth)

    def plain(self) -> None:
        """A plain value."""
        self.out.plain_value(self.chance.choice(VALUES))

    def key(self) -> None:
        """A key of a dict."""
        if self.out.does(0.7):
            choices: list[Callable[[], object]] = [
                lambda: self.out.plain_value(self.chance.choice(VALUES)),
                lambda: self.out.tuple_of(2, lambda _: self.plain()),
                lambda: self.out.name("torch", "float32"),
                self.out.get,
                self.tensor,
            ]
            self.chance.choice(choices)()
        elif self.chance.random() < 0.1:
            self.out.number(self.chance.randrange(3))
        elif not (self.chance.random() < 0.1 and self.out.get("text")):
            self.out.text(self.chance.choice(_KEYS) if self.chance.random() < 0.5 else f"k{self.chance.randrange(99)}")

    def items(self, depth: int, count: int) -> None:
        """Set items of what is on the stack, all at once, one by one, or in batches."""
        out, left = self.out, count
        while left:
            some = left if not out.does() else self.chance.randrange(1, left + 1)
            left -= some
            alone = some == 1 and self.chance.random() < 0.8
            if not alone:
                out.op(b"(")
            for _ in range(some):
                self.key()
                self.value(depth + 1)
            if out.does(0.1):
                self.plain()
            out.op(b"s" if alone else b"u")

    def dict(self, depth: int) -> None:
        """A dict."""
        count = self.chance.choice([0, 1, 2, 3, 5])
        if not self.out.plain and self.out.does():
            self.out.op(b"(")
            for _ in range(count):
                self.key()
                self.value(depth + 1)
            self.out.op(b"d")
            self.out.put("dict")
            return
        self.out.op(b"}")
        self.out.put("dict")
        self.items(depth, count)

    def ordered(self, depth: int) -> None:
        """An OrderedDict, or a relative, with what may be handed to it at the beginning and later."""
        out = self.out
        self._made_of("collections", "OrderedDict" if not out.does(0.5) else self.chance.choice(_RELATIVES), depth)
        self.items(depth, self.chance.choice([0, 1, 2, 3, 5]))
        while self.chance.random() < 0.1 or out.does(0.5):
            self.state(depth)
            out.op(b"b")
            if out.does(2):
                self.items(depth, self.chance.choice([1, 2]))

    def _made_of(self, module: str, name: str, depth: int) -> None:
        out = self.out
        out.name(module, name)
        if not out.does(0.7):
            out.op(b")")
        else:
            out.tuple_of(self.chance.choice([1, 1, 1, 1, 2]), lambda _: self._pairs(depth))
        out.op(b"R" if not out.does(0.3) else b"\x81")
        out.put("ordered")

    def _pairs(self, depth: int) -> None:
        out = self.out

        def pair(_: int) -> None:
            out.tuple_of(2 if not out.does(0.2) else 3, lambda at: self.key() if not at else self.value(depth + 1))

        way = self.chance.randrange(5)
        if way == 0:
            self.dict(depth)
        elif way == 1:
            out.tuple_of(self.chance.randrange(4), pair)
        elif way == 2 and out.get("dict", "ordered", "list", "tuple"):
            return
        elif way == 3:
            out.list_of(
                self.chance.randrange(4), lambda _: out.list_of(2, lambda at: self.key() if not at else self.plain())
            )
        else:
            out.list_of(self.chance.randrange(4), pair)

    def state(self, depth: int) -> None:
        """What BUILD is handed: a dict of attributes, as a rule ``_metadata``."""
        out = self.out
        if out.does(1.5):
            choices: list[Callable[[], object]] = [
                self.plain,
                lambda: out.tuple_of(2, lambda _: self.dict(depth + 2)),
                lambda: out.tuple_of(2, lambda at: out.op(b"N") if at else self.dict(depth + 2)),
                lambda: self.ordered(depth + 2),
                lambda: self.dict(depth + 2),
                lambda: out.list_of(2, lambda _: self.plain()),
                lambda: self.set_arguments(4),
                lambda: self.set_arguments(3),
                self.variable_state,
                lambda: out.tuple_of(3, lambda at: (lambda: out.op(b"\x88"), self.plain, self.hooks)[at]()),
            ]
            self.chance.choice(choices)()
            return
        out.op(b"}")
        out.put("dict")
        out.op(b"(")
        for _ in range(self.chance.choice([1, 1, 1, 2])):
            out.text(self.chance.choice(ATTRIBUTES) if out.does(3) else "_metadata")
            self.value(depth + 2) if out.does(3) else self.dict(4)
        out.op(b"u")

    def list(self, depth: int) -> None:
        """A list."""
        self.out.list_of(self.chance.choice([0, 1, 2, 3]), lambda _: self.value(depth + 1))

    def tuple(self, depth: int) -> None:
        """A tuple."""
        self.out.tuple_of(self.chance.choice([0, 1, 2, 3, 4]), lambda _: self.value(depth + 1))

    def set(self, _: int) -> None:
        """A set."""
        out = self.out
        if not out.plain and self.chance.random() < 0.5:
            out.op(b"\x8f")
            out.put("object")
            out.op(b"(")
            self.plain()
            out.op(b"\x90")
            return
        out.name("__builtin__", "set")
        out.op(b"]", b"(")
        for _ in range(self.chance.randrange(3)):
            self.plain()
        out.op(b"e", b"\x85", b"R")
        out.put("object")

    def rare(self) -> None:
        """What state dicts hold now and then."""
        out = self.out
        choices: list[Callable[[], object]] = [
            lambda: out.name("torch", self.chance.choice(DTYPES)),
            lambda: self.called(
                "torch", "Size", lambda: out.tuple_of(2, lambda _: out.number(self.chance.randrange(4)))
            ),
            lambda: self.called("torch", "device", lambda: out.text(self.chance.choice(DEVICES))),
            self.storage,
            self.parameter,
            self.sparse,
            self.quantised,
            self.on_meta,
            self.bytes,
            self.old_tensor,
            self.carried,
            self.nested,
            self.object,
            lambda: out.op(b"U" + self.chance.choice([b"\1\xff", b"\2\xc3\xa9", b"\1a", b"\0"])),
            lambda: out.text(self.chance.choice(["\ud800", "a\0b", "\n", "'", "\x1b[31m", "\u202e"])),
        ]
        self.chance.choice(choices)()

    def called(self, module: str, name: str, argument: Callable[[], object]) -> None:
        self.out.name(module, name)
        self.out.tuple_of(1, lambda _: argument())
        self.out.call()
        self.out.put("object")

    def bytes(self) -> None:
        """Bytes as protocol 2 has them."""
        self.out.name("_codecs", "encode")
        self.out.tuple_of(2, lambda at: self.out.text("latin1" if at else "ab"))
        self.out.call()
        self.out.put("object")

    def _change(self) -> None:
        """Change what was numbered before, where it is used again."""
        out, chance = self.out, self.chance
        way = chance.randrange(4)
        if way == 0:
            self.items(3, 1)
        elif way == 1:
            self.plain()
            out.op(b"a")
        elif way == 2:
            self.state(3)
            out.op(b"b")
        elif not out.plain:
            out.op(b"0")
            self.plain()


_RELATIVES = ("Counter", "defaultdict", "ChainMap", "deque")
PIECES = (
    *(bytes([code]) for code in b"N}])(teuasbRQ012\x81\x85\x86\x87\x88\x89\x8f\x90\x91\x92\x93\x94olid"),
    *(b"h" + bytes([number]) for number in range(8)),
    *(b"q" + bytes([number]) for number in range(4)),
    b"K\1",
    b"\x80\2",
    b"\x80\4",
    b"X\1\0\0\0a",
    b"ccollections\nOrderedDict\n",
    b"ctorch\nTensor\n",
    b"ctorch\nFloatStorage\n",
    b"itorch\nSize\n",
    b"\x82\1",
    b"P0\n",
)
"""Opcodes to put in anywhere."""


def listing(pickled: bytes) -> str:
    """A pickle for people."""
    lines = []
    try:
        for opcode, argument, at in pickletools.genops(pickled):
            lines.append(f"{at}: {opcode.name} {argument!r}" if argument is not None else f"{at}: {opcode.name}")
    except Exception as error:  # noqa: BLE001 - broken on purpose
        lines.append(str(error))
    return "\n".join(lines)
