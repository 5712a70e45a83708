"""Makes the folder of the program smaller: symbols for debuggers, and what Qt never asks ICU for."""

from __future__ import annotations

import re
import shutil
import struct
import subprocess
import tempfile
from pathlib import Path

_ICU_KEPT = re.compile(r"[^/]+\.(res|icu|nrm)|coll/(root|zh|ja)\.res|coll/(ucadata\.icu|res_index\.res|pool\.res)")
"""Of ICU, Qt asks for how texts are sorted and compared; names of countries, currencies and time zones, encodings and
line breaks it has itself, or Pthfinder has no use for them."""


def slim(folder: Path) -> None:
    """Slim the program in a folder in place, as far as the tools for it are there (strip, gcc)."""
    if shutil.which("strip"):
        for library in (*folder.glob("lib/libpython*"), *folder.glob("lib/python3*/lib-dynload/*.so")):
            subprocess.run(["strip", "--strip-unneeded", library], check=True)
    if shutil.which("gcc"):
        for library in folder.glob("lib/PySide6/Qt/lib/libicudata.so.*"):
            _slim_icu(library)


def _slim_icu(library: Path) -> None:
    """Link the data of ICU anew, with only what is kept of it."""
    listed = subprocess.run(
        ["readelf", "-sW", "--dyn-syms", library], check=True, capture_output=True, text=True
    ).stdout
    found = re.search(r"([0-9a-f]+) +(\w+) OBJECT +GLOBAL +DEFAULT +\d+ (icudt\d+_dat)", listed)
    assert found is not None, listed
    start, size, symbol = int(found[1], 16), int(found[2], 0), found[3]  # its section lies at its address in the file
    data = filtered(library.read_bytes()[start : start + size])
    with tempfile.TemporaryDirectory() as scratch:
        binary, assembly = Path(scratch, "icu.dat"), Path(scratch, "icu.s")
        binary.write_bytes(data)
        assembly.write_text(
            f'.section .rodata\n.balign 16\n.globl {symbol}\n.type {symbol}, @object\n{symbol}:\n.incbin "{binary}"\n'
            f".size {symbol}, . - {symbol}\n.section .note.GNU-stack\n"
        )
        subprocess.run(
            ["gcc", "-shared", "-nostdlib", f"-Wl,-soname,{library.name}", "-o", library, assembly], check=True
        )


def filtered(data: bytes) -> bytes:
    """An ICU package with fewer items. Its header tells its own length; then come the number of items, the places of
    their names and of themselves, counted from the end of the header, and both, sorted by name (ICU's ucmndata.h).
    """
    (head,) = struct.unpack_from("<H", data)
    (count,) = struct.unpack_from("<I", data, head)
    places = [struct.unpack_from("<II", data, head + 4 + 8 * item) for item in range(count)]
    names = [data[head + name : data.index(b"\0", head + name)] for name, _ in places]
    ends = [place for _, place in places[1:]] + [len(data) - head]
    kept = [
        (name, data[head + begin : head + end])
        for name, (_, begin), end in zip(names, places, ends, strict=True)
        if _ICU_KEPT.fullmatch(name.decode().partition("/")[2])
    ]
    name_at = 4 + 8 * len(kept)
    item_at = _rounded(name_at + sum(len(name) + 1 for name, _ in kept))
    table, strings, items = struct.pack("<I", len(kept)), b"", b""
    for name, item in kept:
        table += struct.pack("<II", name_at + len(strings), item_at + len(items))
        strings += name + b"\0"
        items += item.ljust(_rounded(len(item)), b"\xaa")
    return data[:head] + (table + strings).ljust(item_at, b"\xaa") + items


def _rounded(size: int) -> int:
    """Up to a multiple of 16, as ICU aligns its items."""
    return -size % 16 + size
