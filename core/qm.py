"""Translations as Qt compiles them (``.qm``), read without Qt: the terminal speaks out of the file of the window.

The format is that of ``qtranslator.cpp`` in qtbase: a magic number and sections; one of hashes in their order, each
with the place of its message, and one of messages, each a few tagged fields.
"""

from __future__ import annotations

from bisect import bisect_left
from pathlib import Path

_MAGIC = bytes.fromhex("3cb86418caef9c95cd211cbf60a1bddd")
_HASHES, _MESSAGES = 0x42, 0x69
_END, _TRANSLATION, _OBSOLETE, _SOURCE = 1, 3, 5, 6
_NOTHING = 0xFFFFFFFF
"""The length of a field that is there and has no text."""


class Messages:
    """The messages of one file. All of them are of one context, in a language with one form for every number."""

    def __init__(self, file: Path) -> None:
        """Read a file; raises `OSError`, and `ValueError` where it is none of Qt's."""
        data = file.read_bytes()
        if not data.startswith(_MAGIC):
            raise ValueError(f"{file} is no file of translations")
        sections, at = {}, len(_MAGIC)
        while at < len(data):
            length = _number(data, at + 1)
            if at + 5 + length > len(data):
                raise ValueError(f"{file} is cut off")
            sections[data[at]] = data[at + 5 : at + 5 + length]
            at += 5 + length
        self._messages = sections.get(_MESSAGES, b"")
        hashes = sections.get(_HASHES, b"")
        self._hashes = [_number(hashes, at) for at in range(0, len(hashes), 8)]
        self._places = [_number(hashes, at) for at in range(4, len(hashes), 8)]
        self._found: dict[str, str] = {}

    def translated(self, text: str, _count: int = -1) -> str:
        """The translation of an English text; empty where there is none."""
        found = self._found.get(text)
        if found is None:
            found = self._found[text] = self._look_up(text.encode())
        return found

    def _look_up(self, source: bytes) -> str:
        wanted = _hash(source)
        at = bisect_left(self._hashes, wanted)
        while at < len(self._hashes) and self._hashes[at] == wanted:
            fields = self._fields(self._places[at])
            if fields.get(_SOURCE) == source:
                return fields.get(_TRANSLATION, b"").decode("utf-16-be", "replace")
            at += 1
        return ""

    def _fields(self, at: int) -> dict[int, bytes]:
        """The fields of one message by their tags."""
        fields: dict[int, bytes] = {}
        while at < len(self._messages) and (tag := self._messages[at]) != _END:
            at += 1
            length = _number(self._messages, at)
            at += 4
            if tag == _OBSOLETE or length == _NOTHING:
                continue
            fields.setdefault(tag, self._messages[at : at + length])
            at += length
        return fields


def _number(data: bytes, at: int) -> int:
    return int.from_bytes(data[at : at + 4])


def _hash(text: bytes) -> int:
    """That of the symbol tables of ELF, which Qt sorts its messages by."""
    value = 0
    for byte in text:
        value = (value << 4) + byte
        high = value & 0xF0000000
        value = (value ^ high >> 24) & ~high & 0xFFFFFFFF
    return value or 1
