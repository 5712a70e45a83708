"""Small files that ask for more than any machine has: memory, time, depth, or places outside themselves.

`make_bomb` makes one of them at a path. What they have in common: opening them must end soon, in an error or in a
catalogue, whatever they claim. Their bytes, half a gigabyte, are thought up one by one.
"""

from __future__ import annotations

import json
import os
import struct
import zlib
from collections.abc import Callable, Iterable
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile

MILLION = 1_000_000
Make = Callable[[Path], None]


def as_zip(body: bytes, *, protocol: int = 4, deflate: bool = False, data: bytes = bytes(64)) -> Make:
    """A zip whose ``data.pkl`` has these opcodes, and one storage ``0`` beside it."""

    def make(path: Path) -> None:
        with ZipFile(path, "w", ZIP_DEFLATED if deflate else 0) as archive:
            archive.writestr("a/data.pkl", bytes((0x80, protocol)) + body + b".")
            archive.writestr("a/data/0", data)

    return make


def as_legacy(body: bytes, keys: bytes = b"]", tail: bytes = b"") -> Make:
    """A legacy file around the opcodes of its object."""
    magic = b"\x80\x02\x8a\nl\xfc\x9cF\xf9 j\xa8P\x19."
    front = magic + b"\x80\x02M\xe9\x03." + b"\x80\x02}X\r\x00\x00\x00little_endian\x88s."
    return lambda path: _write(path, front + b"\x80\x02" + body + b"." + b"\x80\x02" + keys + b"." + tail)


def as_script(code: bytes, classes: int = 1) -> Make:
    """TorchScript of so many objects in each other, whose classes are C0, C1 and so on."""
    held = text("w") + tensor()
    inner = b"".join(text(f"m{at}") + b"c__torch__\nC%d\n)\x81}(" % at + held + b"ub" for at in range(1, classes))

    def make(path: Path) -> None:
        with ZipFile(path, "w", ZIP_DEFLATED) as archive:
            archive.writestr("a/data.pkl", b"\x80\x02c__torch__\nC0\n)\x81}(" + held + inner + b"ub.")
            archive.writestr("a/data/0", bytes(64))
            archive.writestr("a/code/__torch__.py", code)
            archive.writestr("a/constants.pkl", b"\x80\x02).")
            archive.writestr("a/version", b"3\n")

    return make


def safetensors(header: bytes, claimed: int | None = None) -> Make:
    """A safetensors file that claims a header of ``claimed`` bytes."""
    length = len(header) if claimed is None else claimed
    return lambda path: _write(path, length.to_bytes(8, "little") + header)


def _write(path: Path, data: bytes) -> None:
    path.write_bytes(data)


def number(value: int) -> bytes:
    """A whole number of any size, as LONG4."""
    raw = value.to_bytes((value.bit_length() >> 3) + 1, "little", signed=True)
    return b"\x8b" + len(raw).to_bytes(4, "little") + raw


def text(value: str) -> bytes:
    """BINUNICODE."""
    raw = value.encode("utf-8", "surrogatepass")
    return b"X" + len(raw).to_bytes(4, "little") + raw


def storage(key: str = "0", numel: int = 4, kind: str = "FloatStorage", device: str = "cpu") -> bytes:
    return (
        b"(" + text("storage") + b"ctorch\n" + kind.encode() + b"\n" + text(key) + text(device) + number(numel) + b"tQ"
    )


def tensor(
    shape: Iterable[int] = (1,), stride: Iterable[int] = (1,), offset: int = 0, numel: int = 4, key: str = "0"
) -> bytes:
    """A tensor with any numbers in it."""
    listed = [b"(" + b"".join(map(number, numbers)) + b"t" for numbers in (shape, stride)]
    parts = storage(key, numel) + number(offset) + b"".join(listed) + b"\x89}"
    return b"ctorch._utils\n_rebuild_tensor_v2\n(" + parts + b"tR"


def doubling(empty: bytes, add: bytes, levels: int) -> bytes:
    """Each level holds the one below twice."""
    return text("ha") + b"".join(
        b"q" + bytes((level,)) + b"0" + empty + b"(" + (b"h" + bytes((level,))) * 2 + add for level in range(levels)
    )


def doubling_dicts(levels: int) -> bytes:
    """The same with dicts, over what is on the stack."""
    place = [b"h" + bytes((level,)) for level in range(levels)]
    return b"".join(b"q" + bytes((n,)) + b"0}(K\x01" + place[n] + b"K\x02" + place[n] + b"u" for n in range(levels))


def module(
    name: str, *, kind: str = "torch.nn.modules.linear", own: bytes = b"", tensors: bytes = b"", modules: bytes = b""
) -> bytes:
    """A pickled module: the settings, tensors and modules are the items of its dicts."""
    parts = [
        text("_parameters") + b"}(" + tensors + b"u",
        text("_buffers") + b"}",
        text("_modules") + b"}(" + modules + b"u",
    ]
    return text(kind) + text(name) + b"\x93)\x81}(" + own + b"".join(parts) + b"ub"


def _inside_net(made: bytes) -> bytes:
    return module("Net", kind="a.b", modules=text("m") + made)


def _nested(around: Callable[[bytes], bytes], inner: bytes, levels: int = 150) -> bytes:
    """What is around, around itself, each time by the same name of a megabyte, which stands in the file once."""
    for _ in range(levels):
        inner = around(b"h\x01" + inner)
    return text("k" * MILLION) + b"q\x010" + inner


def _sharing(shared: bytes, made: Callable[[bytes], bytes], count: int = 5000) -> bytes:
    """A dict of so many objects, in each of which is the same one."""
    return shared + b"q\x010}(" + b"".join(text(str(at)) + made(b"h\x01") for at in range(count)) + b"u"


def _optimizers(groups: int, params: int, count: int = 1, models: int = 1) -> bytes:
    """Models of equal parameters, and optimizers that fit them in more ways than can be counted."""
    shared = storage(numel=4096) + b"q\x01" + b"0ctorch._utils\n_rebuild_tensor_v2\nq\x020"
    parts = [
        text(f"w{n}") + b"h\x02(h\x01M" + n.to_bytes(2, "little") + b"K\x01\x85K\x01\x85\x89}tR"
        for n in range(params * groups + 8)
    ]
    model = b"}(" + b"".join(parts) + b"u"
    numbers = iter(range(MILLION))
    listed = b"".join(
        b"}"
        + text("params")
        + b"]("
        + b"".join(b"J" + next(numbers).to_bytes(4, "little") for _ in range(params))
        + b"es"
        for _ in range(groups)
    )
    one = b"}(" + text("state") + b"}" + text("param_groups") + b"](" + listed + b"eu"
    every = b"](" + model * models + b"e" + text("optimizers") + b"](" + one * count + b"e"
    return shared + b"}(" + text("models") + every + b"u"


def laughing(levels: int, width: int) -> bytes:
    """Lists of lists by DUP, as in the billion laughs."""
    return b"(" * levels + text("ha") + (b"2" * (width - 1) + b"l") * levels


def zip_of(records: list[tuple[str, bytes, dict[str, int]]], claimed: int | None = None) -> bytes:
    """A zip written field by field: ``header``, ``size``, ``stored``, ``method`` and ``flags`` may lie.

    ``claimed``: how many entries the end of the directory promises.
    """
    body, directory = bytearray(), bytearray()
    for name, data, lies in records:
        raw = name.encode()
        header = lies.get("header", len(body))
        crc, method, flags = zlib.crc32(data), lies.get("method", 0), lies.get("flags", 0)
        size, stored = lies.get("size", len(data)), lies.get("stored", len(data))
        body += (
            struct.pack("<4s5H3L2H", b"PK\3\4", 20, flags, method, 0, 0, crc, stored, size, len(raw), 0) + raw + data
        )
        fields = (20, 20, flags, method, 0, 0, crc, stored, size, len(raw), 0, 0, 0, 0, 0, header)
        directory += struct.pack("<4s6H3L5H2L", b"PK\1\2", *fields) + raw
    count = len(records) if claimed is None else claimed
    ends = struct.pack("<4s4H2LH", b"PK\5\6", 0, 0, count, count, len(directory), len(body), 0)
    return bytes(body + directory + ends)


def lying_zip(*records: tuple[str, bytes, dict[str, int]], claimed: int | None = None) -> Make:
    return lambda path: _write(path, zip_of(list(records), claimed))


_PICKLE = b"\x80\x02}" + text("x") + tensor() + b"s."
_DATA = ("a/data.pkl", _PICKLE, {})
_BYTES = ("a/data/0", bytes(16), {})
_END64 = b"PK\6\6" + struct.pack("<Q2H2L4Q", 44, 45, 45, 0, 0, 1 << 62, 1 << 62, 1 << 62, 0)


def _huge_directory(path: Path) -> None:
    """A million entries of no bytes, all of them in one place."""
    raw = b"PK\3\4" + bytes(26)
    entry = struct.pack("<4s6H3L5H2L", b"PK\1\2", *(0,) * 9, 10, 0, 0, 0, 0, 0, 0)
    listed = b"".join(entry + b"a/%08d" % n for n in range(MILLION))
    end64 = b"PK\6\6" + struct.pack("<Q2H2L4Q", 44, 45, 45, 0, 0, MILLION, MILLION, len(listed), len(raw))
    locator = b"PK\6\7" + struct.pack("<LQL", 0, len(raw) + len(listed), 1)
    _write(path, raw + listed + end64 + locator + b"PK\5\6" + bytes(18))


def _deflated(unpacked: bytes, repeat: int) -> bytes:
    """The bytes many times over, deflated; packed only once."""
    packer = zlib.compressobj(9, wbits=-15)
    block = packer.compress(unpacked) + packer.flush(zlib.Z_FULL_FLUSH)
    return block * repeat + packer.flush()


def _zip_bomb(path: Path) -> None:
    """Two gigabytes of pickle in two megabytes of file."""
    packed = _deflated(b"N0" * (MILLION // 2), 2000)
    _write(path, zip_of([("a/data.pkl", packed, {"method": 8, "size": 2000 * MILLION, "stored": len(packed)})]))


def _nodes_bomb(path: Path) -> None:
    """Two hundred million empty dicts."""
    packed = _deflated(b"}" * MILLION, 200)
    _write(path, zip_of([("a/data.pkl", packed, {"method": 8, "size": 200 * MILLION, "stored": len(packed)})]))


def _packed(opcodes: bytes) -> Make:
    """Eight megabytes of the same opcodes in eight thousand bytes of file."""

    def make(path: Path) -> None:
        packed = _deflated(opcodes * 100_000, 80 // len(opcodes))
        size = 100_000 * len(opcodes) * (80 // len(opcodes))
        _write(path, zip_of([("a/data.pkl", packed, {"method": 8, "size": size, "stored": len(packed)})]))

    return make


def _storage_bomb(path: Path) -> None:
    """A deflated storage of four gigabytes, which only a save unpacks."""
    packed = _deflated(bytes(MILLION), 4000)
    body = b"\x80\x02" + tensor((MILLION,), (1,), 0, 1000 * MILLION) + b"."
    lies = {"method": 8, "size": 4000 * MILLION, "stored": len(packed)}
    _write(path, zip_of([("a/data.pkl", body, {}), ("a/data/0", packed, lies)]))


def _many_storages(path: Path) -> None:
    """A hundred thousand storages of no bytes, in a legacy file."""
    keys = [f"{n}" for n in range(MILLION // 10)]
    listed = b"(" + b"".join(storage(key, 0) for key in keys) + b"l"
    as_legacy(listed, b"(" + b"".join(map(text, keys)) + b"l", bytes(8 * len(keys)))(path)


def _many_empty_storages(path: Path) -> None:
    """A million keys of storages that nothing uses."""
    as_legacy(b"}", b"(" + b"".join(text(f"{n}") for n in range(MILLION)) + b"l", bytes(8 * MILLION))(path)


def _many_tensors(path: Path) -> None:
    """As many tensors as large checkpoints have, all the same one."""
    first = b"}q\x00(" + text("k") + tensor((0,), (1,), 0, 0) + b"q\x01"
    as_zip(first + b"".join(text(f"w.{n}") + b"h\x01" for n in range(100_000)) + b"u")(path)


def sparse(*parts: bytes | int) -> Make:
    """A file of these bytes, and of holes of so many bytes: zeros that take no room on the disk."""

    def make(path: Path) -> None:
        with path.open("wb") as file:
            for part in parts:
                if isinstance(part, int):
                    file.truncate(file.seek(part, os.SEEK_CUR))
                else:
                    file.write(part)

    return make


def _ends(count: int, length: int, start: int) -> bytes:
    """The ends of a zip whose directory has ``length`` bytes from ``start`` on, with 64-bit fields."""
    fields = (44, 45, 45, 0, 0, count, count, length, start)
    locator = b"PK\6\7" + struct.pack("<LQL", 0, start + length, 1)
    return b"PK\6\6" + struct.pack("<Q2H2L4Q", *fields) + locator + b"PK\5\6" + b"\xff" * 16 + bytes(2)


def _sparse_pickle(begin: bytes, size: int) -> Make:
    """A zip whose ``data.pkl`` begins so and is a hole of ``size`` bytes from there on."""
    stored = len(begin) + size
    entry = struct.pack("<4s6H3L5H2L", b"PK\1\2", 20, 20, 0, 0, 0, 0, 0, stored, stored, 10, 0, 0, 0, 0, 0, 0)
    local = struct.pack("<4s5H3L2H", b"PK\3\4", 20, 0, 0, 0, 0, 0, stored, stored, 10, 0) + b"a/data.pkl"
    directory = entry + b"a/data.pkl"
    return sparse(local + begin, size, directory + _ends(1, len(directory), len(local) + stored))


def _listed(entry: bytes, count: int) -> Make:
    """A safetensors header of one list that holds the same many times."""
    return safetensors(b'{"x":[' + entry * count + b"1]}")


MANY_LETTERS = "\N{SNOWMAN}".encode() + b"\xf0\x9f\x98\x80"
LEGACY = b"\x80\x02\x8a\nl\xfc\x9cF\xf9 j\xa8P\x19.\x80\x02M\xe9\x03.\x80\x02}."
_GIGA, _TERA = 10**9, 10**12

BOMBS: dict[str, Callable[[], Make]] = {
    # the memo and lengths
    "memo index 2**31": lambda: as_zip(b"Nr\xff\xff\xff\x7f"),
    "memo index of 4,000 digits": lambda: as_zip(b"Np" + b"9" * 4000 + b"\n"),
    "memo index of a million digits": lambda: as_zip(b"Np" + b"9" * MILLION + b"\n"),
    "memo far out of turn a million times": lambda: as_zip(
        b"N" + b"".join(b"r" + (n * 4000).to_bytes(4, "little") for n in range(MILLION))
    ),
    "text of 4 GB": lambda: as_zip(b"X\xff\xff\xff\xff"),
    "text of 2**62 bytes": lambda: as_zip(b"\x8d" + (1 << 62).to_bytes(8, "little")),
    "bytes of 2**63 bytes": lambda: as_zip(b"\x8e" + b"\xff" * 8),
    "bytearray of 2**62 bytes": lambda: as_zip(b"\x96" + (1 << 62).to_bytes(8, "little")),
    "number of 2 GB": lambda: as_zip(b"\x8b\xff\xff\xff\x7f"),
    "number of a negative length": lambda: as_zip(b"\x8b\xff\xff\xff\xff"),
    "number of a million digits": lambda: as_zip(b"L" + b"9" * MILLION + b"L\n"),
    "number of ten million bits": lambda: as_zip(number(1 << 10 * MILLION)),
    "float of a million digits": lambda: as_zip(b"F" + b"9" * MILLION + b"\n"),
    "frame of 2**63 bytes": lambda: as_zip(b"\x95" + b"\xff" * 7 + b"\x7fN"),
    # graphs that unfold
    "lists that double": lambda: as_zip(doubling(b"]", b"e", 200)),
    "dicts that double": lambda: as_zip(doubling(b"}", b"u", 200)),
    "dicts that double over a name": lambda: as_zip(b"ca\nb\n" + doubling_dicts(60)),
    "sets that double": lambda: as_zip(doubling(b"\x8f", b"\x90", 60)),
    "tuples that double": lambda: as_zip(text("ha") + b"2\x86" * 10_000),
    "calls that double": lambda: as_zip(text("ha") + b"ctorch\nSize\nq\x000" + b"2\x86q\x010h\x00h\x01R" * 2_000),
    "a billion laughs": lambda: as_zip(laughing(10, 10)),
    "a billion laughs in a legacy file": lambda: as_legacy(laughing(10, 10)),
    "shared tensors in doubling lists": lambda: as_zip(
        tensor()
        + b"".join(b"q" + bytes((level,)) + b"0](" + (b"h" + bytes((level,))) * 2 + b"e" for level in range(60))
    ),
    # cycles
    "a list in itself": lambda: as_zip(b"]q\x00h\x00a"),
    "a dict in itself": lambda: as_zip(b"}q\x00K\x01h\x00s"),
    "its own key": lambda: as_zip(b"}q\x00h\x00h\x00s"),
    "an object in its own state": lambda: as_zip(b"cargparse\nNamespace\n)Rq\x00}K\x01h\x00sb"),
    "an object in its own arguments": lambda: as_zip(b"]q\x00ca\nb\nh\x00\x85Rq\x01h\x00h\x01a0"),
    "an object that is its own function": lambda: as_zip(b"ca\nb\n)Rq\x00h\x00h\x00b"),
    "an optimizer in itself": lambda: as_zip(
        b"}q\x00(" + text("state") + b"h\x00" + text("param_groups") + b"]h\x00au"
    ),
    "50,000 lists that all hold each other": lambda: as_zip(
        b"]q\x000" + b"]q\x01h\x00ah\x00h\x01a0" * 50_000 + b"h\x00"
    ),
    "an optimizer of a thousand groups": lambda: as_zip(_optimizers(1000, 3), data=bytes(1 << 14)),
    "an optimizer of three groups of a thousand": lambda: as_zip(_optimizers(3, 1000), data=bytes(1 << 14)),
    "a thousand optimizers": lambda: as_zip(_optimizers(1, 4, 1_000), data=bytes(1 << 14)),
    "ten optimizers of ten models in three groups": lambda: as_zip(_optimizers(3, 50, 10, 10), data=bytes(1 << 14)),
    "two groups of two thousand": lambda: as_zip(_optimizers(2, 2000), data=bytes(1 << 14)),
    "a hundred thousand keys that are all param_groups": lambda: as_zip(
        b"}(" + (text("param_groups") + b"K\x00") * 100_000 + b"u"
    ),
    "a hundred thousand keys that are all alike": lambda: as_zip(b"}(" + (text("a.b") + tensor()) * 20_000 + b"u"),
    "five thousand models and five hundred optimizers": lambda: as_zip(
        _optimizers(1, 2, 500, 1) + b"q\x030]h\x03a" + b"(" + (b"}" + text("w") + tensor() + b"s") * 5_000 + b"e",
        data=bytes(1 << 14),
    ),
    "a refused name below 200 dicts of 500": lambda: as_zip(
        b"ca\nb\n"
        + b"".join(
            b"q\x000}(" + b"".join(b"J" + (n).to_bytes(4, "little") + b"]" for n in range(500)) + text("k") + b"h\x00u"
            for _ in range(200)
        )
    ),
    # depth
    "lists 300,000 deep": lambda: as_zip(b"]" * 300_000 + b"a" * 299_999),
    "dicts a million deep": lambda: as_zip(b"}K\x01" * MILLION + b"N" + b"s" * MILLION),
    "tuples a million deep": lambda: as_zip(b")" + b"\x85" * MILLION),
    "sets 100,000 deep": lambda: as_zip(b"\x8f(" * 100_000 + b"N" + b"\x90" * 100_000),
    "calls 100,000 deep": lambda: as_zip(b"ca\nb\nq\x000)" + b"q\x010h\x00h\x01R\x85" * 100_000),
    "functions 100,000 deep": lambda: as_zip(b"ca\nb\n" + b")R" * 100_000),
    "states 100,000 deep": lambda: as_zip(b"ca\nb\n)R" + b"q\x000ca\nb\n)Rh\x00b" * 100_000),
    "persistent ids 300,000 deep": lambda: as_zip(b")" + b"Q" * 300_000),
    "keys a million deep": lambda: as_zip(b"})" + b"\x85" * MILLION + b"Ns"),
    "marks 300,000 deep": lambda: as_zip(b"(" * 300_000 + b"t" * 300_000),
    "nested keys of a state dict": lambda: as_zip(
        b"}" + b"".join(text(".".join(["m"] * n) + ".weight") + tensor() + b"s" for n in (1, 1000, 100_000))
    ),
    # width
    "200,000 empty dicts": lambda: as_zip(b"](" + b"}" * (MILLION // 5) + b"e"),
    "five million empty dicts": lambda: as_zip(b"](" + b"}" * (5 * MILLION) + b"e"),
    "five million empty sets": lambda: as_zip(b"](" + b"\x8f" * (5 * MILLION) + b"e"),
    "a million Nones": lambda: as_zip(b"](" + b"N" * MILLION + b"e"),
    "fourteen million lists": lambda: as_zip(b"]" * (14 * MILLION)),
    "fourteen million lists for a magic number": lambda: lambda path: _write(path, b"\x80\x02" + b"]" * (14 * MILLION)),
    "fourteen million lists for keys": lambda: as_legacy(b"}", b"](" + b"]" * (14 * MILLION) + b"e"),
    "eight million marks": lambda: as_zip(b"(" * (8 * MILLION)),
    "thirty million Nones": lambda: as_zip(b"](" + b"N" * (30 * MILLION) + b"e"),
    "thirty million Nones in parts": lambda: as_zip(b"]" + (b"(" + b"N" * 1000 + b"e") * 30_000),
    "ten million numbers": lambda: as_zip(b"](" + b"M\xff\xff" * (10 * MILLION) + b"e"),
    "five million tuples in each other": lambda: as_zip(b"N" + b"\x85" * (5 * MILLION)),
    "four million pairs": lambda: as_zip(b"](" + b"K\x01K\x02\x86" * (4 * MILLION) + b"e"),
    "three million calls": lambda: as_zip(b"](ca\nb\nq\x00" + b"h\x00)R" * (3 * MILLION) + b"e"),
    "three million persistent ids": lambda: as_zip(b"](" + b"NQ" * (3 * MILLION) + b"e"),
    "three million states": lambda: as_zip(b"ca\nb\n)R" + b"Nb" * (3 * MILLION)),
    "three million frozen sets": lambda: as_zip(b"](" + b"(\x91" * (3 * MILLION) + b"e"),
    "three million old texts": lambda: as_zip(b"](" + b"U\0" * (3 * MILLION) + b"e"),
    "a million names": lambda: as_zip(b"](" + b"".join(b"c%d\nb\n" % n for n in range(MILLION)) + b"e"),
    "packed lists": lambda: _packed(b"]"),
    "packed calls of what is called": lambda: _packed(b"N)RN"),
    "packed puts": lambda: _packed(b"Nq\x00\x94"),
    "100,000 tensors": lambda: _many_tensors,
    "a dot a million times in a key": lambda: as_zip(b"}" + text("." * MILLION) + tensor() + b"s"),
    "a key of ten megabytes": lambda: as_zip(b"}" + text("k" * (10 * MILLION)) + tensor() + b"s"),
    "ten keys of a megabyte": lambda: as_zip(
        b"}(" + b"".join(text("k" * MILLION + str(at)) + tensor() for at in range(10)) + b"u"
    ),
    "ten keys of dots": lambda: as_zip(
        b"}(" + b"".join(text("a." * (MILLION // 4) + str(at)) + tensor() for at in range(10)) + b"u"
    ),
    "a key of many long names": lambda: as_zip(b"}" + text(".".join(["k" * (MILLION // 5)] * 64)) + tensor() + b"s"),
    # modules, and models that are known
    "modules in each other by a name of a megabyte": lambda: as_zip(
        _nested(
            lambda inner: module("Net", kind="a.b", modules=inner),
            module("Net", kind="a.b", tensors=b"".join(text(f"w{at}") + tensor() for at in range(100))),
        )
    ),
    "dicts in each other by a name of a megabyte": lambda: as_zip(
        _nested(
            lambda inner: b"}" + inner + b"s", b"}(" + b"".join(text(f"w{at}") + tensor() for at in range(100)) + b"u"
        )
    ),
    "a thousand dicts with one key of a megabyte": lambda: as_zip(
        text("k" * MILLION) + b"q\x010](" + b"}h\x01Ns" * 1000 + b"e"
    ),
    "a recurrent layer of 2**62 layers": lambda: as_zip(
        _inside_net(
            module(
                "LSTM",
                own=text("input_size")
                + b"K\x01"
                + text("hidden_size")
                + b"K\x01"
                + text("num_layers")
                + number(1 << 62),
                tensors=text("weight_ih_l0") + tensor(),
            )
        )
    ),
    "channels that are a format": lambda: as_zip(
        _inside_net(
            module(
                "Conv2d",
                own=text("in_channels")
                + text("%2000000000d")
                + text("out_channels")
                + b"K\x01"
                + text("kernel_size")
                + b"K\x01\x85",
                tensors=text("weight") + tensor(),
            )
        )
    ),
    "modules that share a list of a million": lambda: as_zip(
        _sharing(b"](" + b"N" * MILLION + b"e", lambda shared: module("Conv2d", own=text("padding") + shared))
    ),
    "modules that share tuples in each other": lambda: as_zip(
        _sharing(b"(" + b")\x85" * (MILLION // 10) + b"t", lambda shared: module("C", kind="a", own=text("p") + shared))
    ),
    "objects that share a state dict": lambda: as_zip(
        _sharing(
            b"}(" + b"".join(text(f"w{at}") + tensor() for at in range(300)) + b"u",
            lambda shared: b"ca\nB\n)\x81}" + text("state") + shared + b"sb",
        )
    ),
    "dicts that share a key of a million": lambda: as_zip(
        _sharing(
            b"(" + b"N" * MILLION + b"ca\nB\nt",
            lambda shared: b"ca\nB\n)\x81}" + text("d") + b"}" + shared + b"Nssb",
        )
    ),
    "a key of tuples that are in each other a hundred times": lambda: as_zip(
        b"}" + b"(" + b"N" * 100 + b"t" + (b"q\x010(" + b"h\x01" * 100 + b"t") * 7 + b"Ns"
    ),
    "two thousand names of models": lambda: as_zip(
        b"}("
        + text("w")
        + tensor()
        + text("said")
        + b"]("
        + b"".join(b"}" + text("model") + text(f"resnet{at}") + b"s" for at in range(2_000))
        + b"eu"
    ),
    "twenty models of 20,000 keys": lambda: as_zip(
        tensor()
        + b"q\x010}("
        + b"".join(
            text(f"m{each}")
            + b"}("
            + b"".join(text(f"{'a.' * 12}{at % 9}.{at}.w") + b"h\x01" for at in range(20_000))
            + b"u"
            for each in range(20)
        )
        + b"u"
    ),
    # TorchScript
    "lists of TorchScript that never end": lambda: as_script(
        b"class C0(Module):\n" + b"  __parameters__ = [\n" * (MILLION // 8)
    ),
    "a list of TorchScript that never ends": lambda: as_script(
        b"class C0(Module):\n  __parameters__ = [" + b'\\"' * MILLION + b"]\n"
    ),
    "half a class of TorchScript": lambda: as_script(b"class " * MILLION),
    "many classes of TorchScript": lambda: as_script(
        b"".join(b"class C%d(Module):\n" % at for at in range(4000)) + b"# \n" * MILLION, classes=4000
    ),
    "many parameters of TorchScript": lambda: as_script(
        b"class C0(Module):\n  __parameters__ = [" + b"".join(b'"w%d", ' % at for at in range(MILLION // 10)) + b"]\n"
    ),
    # storages and tensors
    "storage outside the file": lambda: as_zip(tensor(numel=1 << 40, shape=(1 << 40,))),
    "storage that is not there": lambda: as_zip(tensor(key="7")),
    "storage key of a path": lambda: as_zip(tensor(key="../../../../etc/passwd")),
    "size that overflows": lambda: as_zip(tensor(numel=1 << 61, shape=(1 << 61,))),
    "elements that overflow": lambda: as_zip(tensor((1 << 32, 1 << 32), (0, 0))),
    "negative stride": lambda: as_zip(tensor((2,), (-1,), 3)),
    "negative size": lambda: as_zip(tensor((-1,), (1,))),
    "negative offset": lambda: as_zip(tensor((1,), (1,), -1)),
    "negative storage": lambda: as_zip(tensor(numel=-4)),
    "a million dimensions": lambda: as_zip(tensor((1,) * (MILLION // 4), (1,) * (MILLION // 4))),
    "two thousand tensors of one shape of 20,000 dimensions": lambda: as_zip(
        b"("
        + b"K\x01" * 20_000
        + b"tq\x010"
        + storage()
        + b"q\x020}("
        + b"".join(
            text(f"a.w{at}") + b"ctorch._utils\n_rebuild_tensor_v2\n(h\x02K\x00h\x01h\x01\x89}tR" for at in range(2_000)
        )
        + b"u"
    ),
    "stride 0 of a huge shape": lambda: as_zip(tensor((1 << 60,), (0,))),
    "views of one storage in two sizes": lambda: as_zip(b"](" + tensor() + tensor(numel=1 << 30) + b"e"),
    "storages on a device of a million letters": lambda: as_zip(
        b"ctorch._utils\n_rebuild_tensor_v2\n(" + storage(device="c" * MILLION) + b"K\x00K\x01\x85K\x01\x85\x89}tR"
    ),
    "100,000 storages of no bytes": lambda: _many_storages,
    "a million storages that nothing uses": lambda: _many_empty_storages,
    "a legacy storage of 2**62 elements": lambda: as_legacy(
        tensor(numel=1 << 59, shape=(1,)), b"]" + text("0") + b"a", (1 << 59).to_bytes(8, "little")
    ),
    "a legacy storage of a negative size": lambda: as_legacy(
        tensor(), b"]" + text("0") + b"a", b"\xff" * 8 + bytes(64)
    ),
    # the zip
    "2 GB of pickle in 2 MB": lambda: _zip_bomb,
    "200 million dicts in 200 kB": lambda: _nodes_bomb,
    "4 GB of storage in 4 MB": lambda: _storage_bomb,
    "deflated to more than is possible": lambda: lying_zip(
        ("a/data.pkl", b"\x03\x00", {"method": 8, "size": 1 << 31, "stored": 2})
    ),
    "overlapping records": lambda: lying_zip(_DATA, ("a/data/0", bytes(16), {"header": 0})),
    "one header for many records": lambda: lying_zip(_DATA, _BYTES, *(("a/data/0", b"", {"header": 200}),) * 3),
    "two records of one name": lambda: lying_zip(_DATA, _BYTES, _DATA),
    "names with dots": lambda: lying_zip(_DATA, _BYTES, ("../../evil", b"x", {}), ("a/../../b", b"x", {})),
    "names of other folders": lambda: lying_zip(("/etc/passwd", b"x", {}), _DATA, _BYTES, ("C:\\windows\\x", b"x", {})),
    "record outside the file": lambda: lying_zip(_DATA, ("a/data/0", bytes(16), {"header": 1 << 30})),
    "record larger than the file": lambda: lying_zip(
        _DATA, ("a/data/0", bytes(16), {"size": 1 << 31, "stored": 1 << 31})
    ),
    "encrypted record": lambda: lying_zip(_DATA, ("a/data/0", bytes(16), {"flags": 1})),
    "record of a strange method": lambda: lying_zip(_DATA, ("a/data/0", bytes(16), {"method": 99})),
    "a million records": lambda: _huge_directory,
    "65,535 records promised": lambda: lying_zip(_DATA, _BYTES, claimed=65_535),
    "2**62 records promised": lambda: (
        lambda path: _write(
            path,
            zip_of([_DATA, _BYTES])[:-22]
            + _END64
            + b"PK\6\7"
            + struct.pack("<LQL", 0, len(zip_of([_DATA, _BYTES])) - 22, 1)
            + b"PK\5\6"
            + bytes(18),
        )
    ),
    "nothing but ends of directories": lambda: lambda path: _write(path, b"PK\3\4" + b"PK\5\6" * MILLION),
    "a directory of 1.5 GB in a small file": lambda: sparse(b"PK\3\4" + bytes(96) + _ends(9, 3 * _GIGA // 2, 100)),
    "an empty entry a million times": lambda: lying_zip(_DATA, *((("", b"", {}),) * (MILLION // 10)), claimed=65_535),
    # holes
    "a directory of 1.5 GB of hole": lambda: sparse(
        b"PK\3\4" + bytes(96), 3 * _GIGA // 2, _ends(9, 3 * _GIGA // 2, 100)
    ),
    "a directory of 100 MB of hole": lambda: sparse(b"PK\3\4" + bytes(96), 100 * MILLION, _ends(9, 100 * MILLION, 100)),
    "a directory of 10 TB of hole": lambda: sparse(b"PK\3\4" + bytes(96), 10 * _TERA, _ends(9, 10 * _TERA, 100)),
    "a pickle of 2 GB of hole": lambda: _sparse_pickle(b"\x80\x02", 2 * _GIGA),
    "a text of 2 GB of hole": lambda: _sparse_pickle(b"\x80\x02X" + (2 * _GIGA - 100).to_bytes(4, "little"), 2 * _GIGA),
    "a zip of 10 TB of hole": lambda: sparse(b"PK\3\4", 10 * _TERA),
    "zeros of 10 TB": lambda: sparse(10 * _TERA),
    "a legacy file of 10 TB of hole": lambda: sparse(LEGACY + b"\x80\x02", 10 * _TERA),
    "a legacy text of 4 GB of hole": lambda: sparse(LEGACY + b"\x80\x02X\xff\xff\xff\xff", 20 * _GIGA),
    "legacy bytes of 1 TB of hole": lambda: sparse(LEGACY + b"\x80\x02\x8e" + _TERA.to_bytes(8, "little"), 10 * _TERA),
    "legacy keys of 10 TB of hole": lambda: sparse(LEGACY + b"\x80\x02}.", b"X\xff\xff\xff\xff", 10 * _TERA),
    "a tar of 10 TB of hole": lambda: sparse(b"sys_info".ljust(257, b"\0") + b"ustar", 10 * _TERA),
    "a text of 10 TB of hole": lambda: sparse(b"<html><title>", 10 * _TERA),
    "an index of 10 TB of hole": lambda: sparse(b'{"weight_map": {"a": "', 10 * _TERA),
    "a safetensors header of 99 MB of hole": lambda: sparse((99 * MILLION).to_bytes(8, "little") + b"{", 20 * _GIGA),
    "a safetensors header of 49 MB of hole": lambda: sparse((49 * MILLION).to_bytes(8, "little") + b"{", 10 * _TERA),
    # safetensors
    "99 MB of safetensors braces": lambda: safetensors(b"{" * (99 * MILLION)),
    "49 MB of safetensors braces": lambda: safetensors(b"{" * (49 * MILLION)),
    "49 MB of safetensors lists": lambda: _listed(b"[],", 16 * MILLION),
    "49 MB of safetensors dicts": lambda: _listed(b'{"a":1},', 6 * MILLION),
    "49 MB of safetensors numbers": lambda: _listed(b"999,", 12 * MILLION),
    "49 MB of safetensors letters": lambda: safetensors(b'{"a":"' + MANY_LETTERS + b"a" * (49 * MILLION) + b'"}'),
    "safetensors header of 2**63 bytes": lambda: safetensors(b"{}", (1 << 64) - 1),
    "safetensors lists a million deep": lambda: safetensors(b'{"x":' + b"[" * MILLION),
    "safetensors numbers that are none": lambda: safetensors(
        b'{"x":{"dtype":"F32","shape":[NaN,Infinity],"data_offsets":[0,0]}}'
    ),
    "safetensors offsets that are none": lambda: safetensors(
        b'{"x":{"dtype":"F32","shape":[1],"data_offsets":[NaN,NaN]}}'
    ),
    "safetensors number of a million digits": lambda: safetensors(
        b'{"x":{"dtype":"F32","shape":[' + b"9" * MILLION + b'],"data_offsets":[0,4]}}'
    ),
    "safetensors of many dimensions": lambda: safetensors(
        json.dumps({"x": {"dtype": "U8", "shape": [1] * 200_000, "data_offsets": [0, 1]}}).encode() + b"x"
    ),
    "safetensors shape larger than its bytes": lambda: safetensors(
        b'{"x":{"dtype":"F32","shape":[1000000000000],"data_offsets":[0,4]}}' + bytes(4), 65
    ),
    "safetensors a list": lambda: safetensors(b'{"x":[1,2]}'),
    "safetensors names 30,000 times": lambda: safetensors(
        json.dumps({f"{n}": {"dtype": "U8", "shape": [0], "data_offsets": [0, 0]} for n in range(30_000)}).encode()
    ),
}


def make_bomb(name: str, path: Path) -> None:
    """The bomb of that name."""
    BOMBS[name]()(path)
