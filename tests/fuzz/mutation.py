"""Breaks files: bytes anywhere, and opcodes of the pickle inside a zip that is then put together again.

Random bytes alone would mostly be refused by the outermost check, and never meet what lies behind it.
"""

from __future__ import annotations

import io
import pickletools
import random
import struct
import warnings
import zipfile
from collections.abc import Sequence
from itertools import pairwise

_NUMBERS = (0, 1, 7, 127, 128, 255, 256, 0x7FFF, 0xFFFF, 0x7FFFFFFF, 0x80000000, 0xFFFFFFFF, 1 << 62, (1 << 64) - 1)
_OPCODES = [opcode.code.encode("latin-1") for opcode in pickletools.opcodes]
_PIECES = (
    *(bytes((code,)) for code in b"N}])(teuRb02Q\x85\x81\x8f\x90\x91\x92\x93\x94"),
    *(b"h" + bytes((index,)) for index in range(4)),
    *(b"q" + bytes((index,)) for index in range(2)),
    *(
        b"X" + len(name).to_bytes(4, "little") + name
        for name in (b"state", b"param_groups", b"params", b"storage", b"")
    ),
    *(b"c" + name.replace(b" ", b"\n") + b"\n" for name in (b"torch FloatStorage", b"collections OrderedDict")),
    *(b"c" + name.replace(b" ", b"\n") + b"\n" for name in (b"torch._utils _rebuild_tensor_v2", b"torch device")),
    *(b"c" + name.replace(b" ", b"\n") + b"\n" for name in (b"torch._utils _rebuild_parameter", b"argparse Namespace")),
    b"K\x01",
    b"J\xff\xff\xff\xff",
    b"\x8a\x09\xff\xff\xff\xff\xff\xff\xff\xff\x00",
    b"G\x7f\xf8\x00\x00\x00\x00\x00\x00",
    b"X\x03\x00\x00\x00\xed\xa0\x80",
    b"X\x03\x00\x00\x00a\nb",
)
"""Values, names and steps that mean something to the reader of a checkpoint."""


def mutated(data: bytes, chance: random.Random, others: Sequence[bytes] = ()) -> bytes:
    """The data with a few things changed."""
    way = chance.random()
    if way < 0.5 and data.startswith(b"PK"):
        return _inside_zip(data, chance, others)
    if way < 0.6 and others:
        other = chance.choice(others)
        return data[: chance.randrange(len(data) + 1)] + other[chance.randrange(len(other) + 1) :]
    return _bytes(data, chance)


def _few(chance: random.Random) -> int:
    """Mostly one change: each makes it likelier that the outermost check refuses the rest."""
    return 1 if chance.random() < 0.6 else 1 << chance.randrange(5)


def _bytes(data: bytes, chance: random.Random) -> bytes:
    changed = bytearray(data)
    for _ in range(_few(chance)):
        at = chance.randrange(len(changed) + 1)
        way = chance.randrange(7)
        if way == 0 and at < len(changed):
            changed[at] = chance.randrange(256)
        elif way == 1 and at < len(changed):
            changed[at] ^= 1 << chance.randrange(8)
        elif way == 2:
            width = chance.choice("BHLQ")
            raw = struct.pack(f"<{width}", chance.choice(_NUMBERS) & ((1 << 8 * struct.calcsize(f"<{width}")) - 1))
            changed[at : at + len(raw)] = raw
        elif way == 3:
            del changed[at : at + (1 << chance.randrange(8))]
        elif way == 4:
            changed[at:at] = changed[at : at + (1 << chance.randrange(8))]
        elif way == 5:
            changed[at:at] = chance.choice(_PIECES)
        elif chance.random() < 0.1:
            del changed[at:]
    return bytes(changed)


def _opcodes(pickled: bytes, chance: random.Random) -> bytes:
    """A pickle with whole opcodes left out, doubled, swapped, replaced or put in."""
    try:
        places = [at for _, _, at in pickletools.genops(pickled) if at is not None]
    except Exception:  # noqa: BLE001 - it was broken before
        return _bytes(pickled, chance)
    places.append(len(pickled))
    parts = [pickled[start:end] for start, end in pairwise(places)]
    for _ in range(_few(chance)):
        at = chance.randrange(len(parts)) if parts else 0
        way = chance.randrange(6)
        if way == 0:
            del parts[at : at + 1 + chance.randrange(3)]
        elif way == 1:
            parts[at:at] = parts[at : at + 1 + chance.randrange(8)]
        elif way == 2 and parts:
            other = chance.randrange(len(parts))
            parts[at], parts[other] = parts[other], parts[at]
        elif way == 3 and parts:
            parts[at] = _bytes(parts[at], chance)
        elif way == 4:
            parts.insert(at, chance.choice(_OPCODES))
        else:
            parts.insert(at, chance.choice(_PIECES))
    return b"".join(parts)


def _inside_zip(data: bytes, chance: random.Random, others: Sequence[bytes]) -> bytes:
    """The zip with one record changed, left out, renamed or doubled, and everything else as it should be."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            records = [(name, archive.read(name)) for name in archive.namelist()]
    except Exception:  # noqa: BLE001 - it was broken before
        return _bytes(data, chance)
    if not records:
        return _bytes(data, chance)
    pickles = [at for at, (name, _) in enumerate(records) if name.endswith(".pkl")]
    at = chance.choice(pickles) if pickles and chance.random() < 0.8 else chance.randrange(len(records))
    name, content = records[at]
    way = chance.random()
    if way < 0.8:
        records[at] = (name, _opcodes(content, chance) if name.endswith(".pkl") else _bytes(content, chance))
    elif way < 0.87:
        del records[at]
    elif way < 0.94:
        records[at] = (
            chance.choice(["../" + name, "/" + name, name + "/", name.upper(), "a/data.pkl", "", name * 9]),
            content,
        )
    else:
        records.insert(chance.randrange(len(records)), (name, content))
    out = io.BytesIO()
    with (
        warnings.catch_warnings(),
        zipfile.ZipFile(out, "w", chance.choice([0, 0, 0, zipfile.ZIP_DEFLATED])) as archive,
    ):
        warnings.simplefilter("ignore")  # two records of one name are meant
        for each, raw in records:
            info = zipfile.ZipInfo(each)
            info.compress_type = archive.compression
            archive.writestr(info, raw)
    return out.getvalue()
