"""Writes pickles opcode by opcode, as torch does or in any other way that Python or torch would read.

``odd`` is how likely each choice is one that no torch.save makes; ``plain`` keeps to opcodes that the reader of plain
``torch.load(f)`` has, so that what deviates is what they are used for.
"""

from __future__ import annotations

import random
import struct
from typing import Any


class Pickled:
    """The opcodes of one pickle, in ``parts``, one opcode each; ``memo`` has (number, what) of what was numbered."""

    def __init__(self, chance: random.Random, odd: float, *, plain: bool) -> None:
        self.chance, self.odd, self.plain = chance, odd, plain
        self.parts: list[bytes] = []
        self.memo: dict[int, str] = {}
        self.next = 0

    def does(self, times: float = 1.0) -> bool:
        """Whether to deviate here."""
        return self.chance.random() < self.odd * times

    def op(self, *parts: bytes) -> None:
        """Add opcodes as they are."""
        self.parts += parts

    # -- the memo ------------------------------------------------------------------------------------------

    def put(self, what: str) -> None:
        """Number what is on top of the stack, as torch does after all but numbers."""
        if self.does(0.5):
            return
        number = self.next
        if self.does(0.4):
            number = self.chance.choice([number + 1, number + 70, 255, 256, self.chance.randrange(number + 1), 2**31])
        if not self.plain and self.chance.random() < 0.2:
            # counted by what the memo holds, not by the highest number
            self.memo[len(self.memo)] = what
            self.op(b"\x94")
            return
        if number < 256 and not self.does(0.3):
            self.op(b"q" + bytes([number]))
        elif not self.plain and self.does(0.3):
            self.op(b"p%d\n" % number)
        else:
            self.op(b"r" + struct.pack("<I", number))
        self.memo[number] = what
        self.next = max(self.next, number + 1) if number < 2**16 else self.next

    def get(self, *whats: str) -> bool:
        """Push again what was numbered as one of these; False where there is none."""
        found = [number for number, what in self.memo.items() if what in whats or not whats]
        if not found:
            return False
        number = self.chance.choice(found)
        if number < 256 and not self.does(0.3):
            self.op(b"h" + bytes([number]))
        elif not self.plain and self.does(0.3):
            self.op(b"g%d\n" % number)
        else:
            self.op(b"j" + struct.pack("<I", number))
        return True

    # -- values --------------------------------------------------------------------------------------------

    def text(self, value: str, *, numbered: bool = True) -> None:
        """A text, in one of the ways to say one."""
        raw = value.encode("utf-8", "surrogatepass")
        if not self.plain and self.chance.random() < 0.25:
            way = self.chance.randrange(6)
            if way == 0 and len(raw) < 256:
                self.op(b"\x8c" + bytes([len(raw)]) + raw)
            elif way == 1:
                self.op(b"\x8d" + struct.pack("<Q", len(raw)) + raw)
            elif way == 2:
                self.op(b"V" + value.encode("raw-unicode-escape").replace(b"\n", b"\\u000a") + b"\n")
            elif way == 3:
                self.op(b"S" + repr(raw)[1:].encode() + b"\n")
            elif way == 4:
                self.op(b"T" + struct.pack("<I", len(raw)) + raw)
            else:
                self.op(b"X" + struct.pack("<I", len(raw)) + raw)
        elif self.does(0.3) and len(raw) < 256:
            self.op(b"U" + bytes([len(raw)]) + raw)
        else:
            self.op(b"X" + struct.pack("<I", len(raw)) + raw)
        if numbered:
            self.put("text")

    def number(self, value: int) -> None:
        """A whole number, in one of the ways to say one."""
        ways = [b"\x8a" + _counted(value)]
        if -(2**31) <= value < 2**31:
            ways.append(b"J" + struct.pack("<i", value))
        if 0 <= value < 2**16:
            ways.append(b"M" + struct.pack("<H", value))
        if 0 <= value < 256:
            ways.append(b"K" + bytes([value]))
        if not self.plain:
            ways += [b"I%d\n" % value, b"L%dL\n" % value, b"L%d\n" % value, b"\x8b" + _counted(value, 4)]
        usual = -1 - 4 * (not self.plain)
        self.op(self.chance.choice(ways) if self.does() else ways[usual])

    def plain_value(self, value: Any) -> None:
        """None, a truth value, a number or a text."""
        if value is None:
            self.op(b"N")
        elif value is True or value is False:
            if not self.plain and self.does():
                self.op(b"I01\n" if value else b"I00\n")
            else:
                self.op(b"\x88" if value else b"\x89")
        elif isinstance(value, int):
            self.number(value)
        elif isinstance(value, float):
            text = b"F" + repr(value).encode() + b"\n"
            self.op(text if not self.plain and self.does() else b"G" + struct.pack(">d", value))
        else:
            self.text(value)

    def name(self, module: str, name: str) -> None:
        """A name to import."""
        if self.get(f"{module} {name}") if self.chance.random() < 0.6 else False:
            return
        what = f"{module} {name}"
        if self.does(0.3):
            module, name = self._split_otherwise(module, name)
        if not self.plain and self.chance.random() < 0.3:
            self.text(module)
            self.text(name)
            self.op(b"\x93")
        else:
            self.op(b"c" + f"{module}\n{name}\n".encode())
        self.put(what)

    def _split_otherwise(self, module: str, name: str) -> tuple[str, str]:
        whole = f"{module}.{name}".split(".")
        at = self.chance.randrange(len(whole) + 1)
        if self.chance.random() < 0.5:
            return ".".join(whole[:at]), ".".join(whole[at:])
        return self.chance.choice(
            [
                ("__builtin__", name),
                ("torch.cuda", name),
                ("torch", name),
                ("copy_reg", name),
                (module, name + " "),
                (module + "\r", name),
                ("UserDict", "UserDict"),
                ("torch.tensor", name),
                (f" {module}", name),
            ]
        )

    def tuple_of(self, count: int, fill: Any) -> None:
        """A tuple of so many values that ``fill(number)`` pushes; sometimes a list instead."""
        if self.does(0.25):
            self.list_of(count, fill)
            return
        if not count:
            self.op(b")" if not self.does(0.2) else b"(t")
            return
        short = count <= 3 and not self.does()
        if not short:
            self.op(b"(")
        for number in range(count):
            fill(number)
        self.op(bytes([0x84 + count]) if short else b"t")
        self.put("tuple")

    def list_of(self, count: int, fill: Any) -> None:
        """A list of so many values."""
        if not self.plain and self.does():
            self.op(b"(")
            for number in range(count):
                fill(number)
            self.op(b"l")
            self.put("list")
            return
        self.op(b"]")
        self.put("list")
        if count:
            one_by_one = self.does()
            if not one_by_one:
                self.op(b"(")
            for number in range(count):
                fill(number)
                if one_by_one:
                    self.op(b"a")
            if not one_by_one:
                self.op(b"e")

    def call(self) -> None:
        """Call what is below the arguments on the stack."""
        self.op(b"R")

    def finished(self, protocol: bytes) -> bytes:
        """All of it, with its protocol first and STOP last."""
        return protocol + b"".join(self.parts) + b"."


def _counted(value: int, width: int = 1) -> bytes:
    raw = value.to_bytes((value.bit_length() >> 3) + 1, "little", signed=True) if value else b""
    return len(raw).to_bytes(width, "little") + raw
