"""Files of the legacy format as torch never writes them: what is shown is what torch loads, or the file is odd."""

from __future__ import annotations

import io
import struct
import tarfile
import zipfile
from pathlib import Path
from random import Random
from typing import Any

import pytest
import torch

from core.catalogue.build import build_catalogue
from core.catalogue.catalogue import Catalogue
from core.catalogue.checkpoint import open_checkpoint
from core.catalogue.odd_places import oddities_of
from core.dtypes import ITEM_SIZES
from core.edits.edits import Plan, UseContainer
from core.edits.preview import preview
from core.errors import CheckpointError, EditError, NotACheckpoint, NotPlain
from core.files.copy import Source
from core.formats.legacy import is_tar, locate_storages
from core.saving.save import save
from tests.files.odd_legacy import DOUBLE, FACTS, INT, MAGIC, Stored, counted, legacy, pickled, storage, tensor
from tests.support.engine import planned
from tests.support.judging import errors, findings_of, quiet_load, torch_says

TWO = (counted(4), counted(4, 50))
ODD, ERROR, REFUSED, UNDERSTOOD = "odd", "error", "refused", "understood"


def one(*args: Any, **options: Any) -> dict[str, Any]:
    return {"a": tensor(storage(*args, **options))}


def two(first: Stored, second: Stored, sizes: tuple[int, int] = (2, 2)) -> dict[str, Any]:
    return {"a": tensor(first, sizes[0]), "b": tensor(second, sizes[1])}


def part(name: Any = "v", offset: Any = 0, size: Any = 2, key: str = "0", **options: Any) -> Stored:
    """A view of a storage."""
    return storage(key, view=(name, offset, size), **options)


BOTH: dict[str, Any] = {"storages": TWO, "keys": ("0", "1")}
CASES: dict[str, tuple[str, Any, dict[str, Any]]] = {
    "as torch writes it": (UNDERSTOOD, one(), {}),
    "two": (UNDERSTOOD, two(storage(), storage("1")), BOTH),
    "keys in another order": (UNDERSTOOD, two(storage(), storage("1")), {"storages": TWO, "keys": ("1", "0")}),
    "a view": (UNDERSTOOD, {"a": tensor(part(offset=1), 2)}, {}),
    "a view of all": (UNDERSTOOD, {"a": tensor(part(size=4), 4)}, {}),
    "a view twice": (UNDERSTOOD, two(part(offset=1), part(offset=1)), {}),
    "two views": (UNDERSTOOD, two(part(), part("w", 2)), {}),
    "an empty storage of two dtypes": (
        ODD,
        two(storage(numel=0), storage(kind=INT, numel=0), (0, 0)),
        {"storages": (counted(0),)},
    ),
    "nothing": (UNDERSTOOD, {}, {"storages": (), "keys": ()}),
    "version 1001.0": (UNDERSTOOD, one(), {"version": 1001.0}),
    "facts of a big-endian machine": (UNDERSTOOD, one(), {"facts": {**FACTS, "little_endian": False}}),
    "facts of nothing": (UNDERSTOOD, one(), {"facts": None}),
    "facts of other sizes": (UNDERSTOOD, one(), {"facts": {**FACTS, "type_sizes": {"short": 8}}}),
    "facts of protocol 3": (UNDERSTOOD, one(), {"facts": pickled(FACTS, 3)}),
    "another file behind": (UNDERSTOOD, one(), {"behind": pickled(MAGIC)}),
    "two dtypes": (ODD, two(storage(), storage(kind=INT)), {}),
    "two sizes": (ODD, two(storage(), storage(numel=2)), {}),
    "a storage that grows": (ODD, two(storage(numel=2), storage(), (2, 4)), {}),
    "a storage that does not grow": (REFUSED, two(storage(numel=2), storage(), (2, 4)), {"storages": (counted(2),)}),
    "an empty storage that grows": (REFUSED, two(storage(numel=0), storage(), (0, 4)), {}),
    "an empty storage on two devices": (
        ODD,
        two(storage(numel=0), storage(numel=0, device="cuda:0"), (0, 0)),
        {"storages": (counted(0),)},
    ),
    "two devices": (ODD, two(storage(), storage(device="cuda:0")), {}),
    "a view of another dtype": (REFUSED, two(part(), part(kind=INT)), {}),
    "a wider view": (ODD, {"a": tensor(storage()), "b": tensor(part(offset=1, size=1, kind=DOUBLE, numel=2), 1)}, {}),
    "a view at two offsets": (REFUSED, two(part(), part(offset=2)), {}),
    "a view of two sizes": (REFUSED, two(part(size=4), part()), {}),
    "a view of two storages": (REFUSED, two(part(), part(key="1")), BOTH),
    "a view that is another storage": (REFUSED, two(storage("1"), part("1")), BOTH),
    "a view that another storage will be": (REFUSED, two(part("1"), storage("1")), {}),
    "a view that is another storage too": (REFUSED, two(part("1", size=4), storage("1")), BOTH),
    "a view that is its own storage": (REFUSED, {"a": tensor(part("0", 2), 2)}, {}),
    "a view with a number for a key": (REFUSED, two(part(7, 1), part(7, 2)), {}),
    "a view beyond its storage": (REFUSED, {"a": tensor(part(offset=3, size=5), 1)}, {}),
    "a view far beyond": (REFUSED, {"a": tensor(part(offset=30), 0)}, {}),
    "a view before its storage": (REFUSED, {"a": tensor(part(offset=-2, size=1), 1)}, {}),
    "a view of less than nothing": (REFUSED, {"a": tensor(part(offset=1, size=-1), 1)}, {}),
    "a tensor beyond its view": (REFUSED, {"a": tensor(part(), 4)}, {}),
    "a view in a list": (REFUSED, {"a": tensor(storage(view=["v", 1, 2]), 2)}, {}),
    "a view of two parts": (REFUSED, {"a": tensor(storage(view=("v", 1)), 2)}, {}),
    "a view that is False": (REFUSED, {"a": tensor(storage(view=False), 2)}, {}),
    "five parts": (REFUSED, {"a": tensor(Stored("storage", INT, "0", "cpu", 4))}, {}),
    "seven parts": (REFUSED, {"a": tensor(Stored("storage", INT, "0", "cpu", 4, None, None))}, {}),
    "less than no elements": (REFUSED, one(numel=-4), {}),
    "True elements": (REFUSED, {"a": tensor(storage(numel=True), 1)}, {"storages": (counted(1),)}),
    "4.0 elements": (REFUSED, one(numel=4.0), {}),
    "a device that is none": (REFUSED, one(device=None), {}),
    "a number for a key": (REFUSED, one(0), {"keys": (0,)}),
    "keys 1 and True": (REFUSED, two(storage(1), storage(True)), {"keys": (1,)}),
    "a key that nothing mentions": (REFUSED, one(), {"storages": TWO, "keys": ("0", "1")}),
    "a key that is not listed": (REFUSED, two(storage(), storage("1")), {"storages": TWO}),
    "a key listed twice": (REFUSED, one(), {"storages": TWO, "keys": ("0", "0")}),
    "keys in a tuple": (REFUSED, one(), {"keys": pickled(("0",))}),
    "keys in a dict": (REFUSED, one(), {"keys": {"0": 1}}),
    "keys in a text": (REFUSED, one(), {"keys": "0"}),
    "no keys": (REFUSED, one(), {"keys": None}),
    "another version": (REFUSED, one(), {"version": 1002}),
    "a version in text": (REFUSED, one(), {"version": "1001"}),
    "a version that is made": (REFUSED, one(), {"version": 1001 + 0j}),
    "cut short": (REFUSED, one(), {"storages": (counted(4)[:-1],)}),
    "too few elements": (REFUSED, one(), {"storages": (counted(3),)}),
    "too many elements": (ERROR, one(), {"storages": (counted(5),)}),
    "a negative count": (ERROR, one(), {"storages": (struct.pack("<q", -4) + bytes(16),)}),
    "a count the other way round": (ERROR, one(), {"storages": (struct.pack(">q", 4) + bytes(16),)}),
    "magic of protocol 0": (ERROR, one(), {"magic": pickled(MAGIC, 0)}),
    "magic of protocol 4": (ERROR, one(), {"magic": pickled(MAGIC, 4)}),
    "version of a long": (ERROR, one(), {"version": b"\x80\x02\x8b\x02\0\0\0\xe9\x03."}),
    "facts of protocol 0": (ERROR, one(), {"facts": pickled(FACTS, 0)}),
    "facts of protocol 4": (ERROR, one(), {"facts": pickled(FACTS, 4)}),
    "facts of old texts": (ERROR, one(), {"facts": b"\x80\x02T\1\0\0\0a."}),
    "keys of protocol 4": (ERROR, one(), {"keys": pickled(["0"], 4)}),
    "the object of protocol 1": (ERROR, pickled(one(), 1), {}),
    "the object of protocol 4": (ERROR, pickled(one(), 4), {}),
    "the object of protocol 4 that says 2": (ERROR, b"\x80\x02" + pickled(one(), 4)[2:], {}),
    "a class with its source": (ERROR, {**one(), "m": Stored("module", torch.Size, "file", "source")}, {}),
    "a class without its source": (ERROR, {**one(), "m": Stored("module", torch.Tensor, None, None)}, {}),
    "something else outside": (ERROR, {**one(), "m": Stored("other", 1)}, {}),
    "nothing outside": (ERROR, {**one(), "m": Stored()}, {}),
}


NOT_PLAIN = {"something else outside", "nothing outside"}
"""What refers to things that no file of torch.save has cannot be passed plainly."""


def shown(catalogue: Catalogue) -> dict[str, tuple[str, list[int], str, bytes]]:
    """Of each tensor its dtype, shape, device and bytes, which lie where the catalogue says."""
    path = catalogue.checkpoint.path
    raw, archive = path.read_bytes(), catalogue.checkpoint.archive
    assert archive.kind == "legacy"
    sizes = {each.key: ITEM_SIZES[each.dtype] for each in catalogue.storages}
    with catalogue.checkpoint.files() as files:
        places = locate_storages(Source(files), archive, sizes)
    found = {}
    for row, each in enumerate(catalogue.tensors):
        first = places[catalogue.storages[each.storage].key].offset + each.storage_offset * ITEM_SIZES[each.dtype]
        facts = each.dtype, [*each.shape], catalogue.device_of(row), raw[first : first + each.nbytes]
        found[catalogue.path_text(each.entry)] = facts
    return found


def loaded(values: dict[str, torch.Tensor]) -> dict[str, tuple[str, list[int], str, bytes]]:
    return {
        key: (str(each.dtype)[6:], [*each.shape], str(each.device), each.numpy().tobytes())
        for key, each in values.items()
    }


@pytest.mark.parametrize("name", CASES)
def test_it_is_shown_as_torch_loads_it_or_called_odd(name: str, tmp_path: Path) -> None:
    verdict, value, options = CASES[name]
    path = legacy(tmp_path / "a.pt", value, **options)
    try:
        catalogue = build_catalogue(open_checkpoint(path))
    except CheckpointError:
        assert verdict == REFUSED
        return
    found = errors(findings_of(path))
    if verdict == UNDERSTOOD:
        assert (found, oddities_of(catalogue)) == ([], ())
        assert shown(catalogue) == loaded(quiet_load(path))
    elif verdict == ERROR:
        assert found
        assert torch_says(path) is not None
    else:
        assert verdict == ODD
        assert "odd-file" in {each.code for each in found}
    if name in NOT_PLAIN:
        with pytest.raises(NotPlain):
            save(preview(catalogue, Plan()), tmp_path / "b.pt", accept_odd=True)
    elif not found or oddities_of(catalogue):
        save(preview(catalogue, Plan()), tmp_path / "b.pt", accept_odd=True)
        written = planned(tmp_path / "b.pt").catalogue
        assert oddities_of(written) == ()
        assert shown(written) == shown(catalogue) == loaded(quiet_load(tmp_path / "b.pt"))


def test_what_is_written_has_none_of_the_odd_preamble(tmp_path: Path) -> None:
    path = legacy(tmp_path / "a.pt", one(), facts={**FACTS, "hidden": "x"})
    save(planned(path), tmp_path / "b.pt")
    assert b"hidden" not in (tmp_path / "b.pt").read_bytes()
    cured = planned(legacy(tmp_path / "c.pt", one(), facts=pickled(FACTS, 4), keys=pickled(["0"], 4)))
    (found,) = errors(findings_of(tmp_path / "c.pt"))
    save(preview(cured.catalogue, Plan(found.edits)), tmp_path / "d.pt")
    assert torch_says(tmp_path / "d.pt") is None


def test_numbers_of_big_endian_machines_stay_in_a_zip(tmp_path: Path) -> None:
    path = tmp_path / "a.pt"
    torch.save({"a": torch.arange(4.0)}, path)
    raw = path.read_bytes()
    writer = torch._C.PyTorchFileWriter(str(path))
    reader = torch._C.PyTorchFileReader(io.BytesIO(raw))
    for record in ("data.pkl", "data/0"):
        writer.write_record(record, reader.get_record(record), len(reader.get_record(record)))
    writer.write_record("byteorder", b"big", 3)
    writer.write_end_of_file()
    with pytest.raises(EditError, match="big-endian"):
        save(planned(path, UseContainer("legacy")), tmp_path / "b.pt")


_BASE_256 = (b"\x80", b"\xff")


def tar_header(kind: str, rng: Random) -> bytes:
    """A header as one of the programs writes it, or with the other ways to say its checksum."""
    info = tarfile.TarInfo(rng.choice(("storages", "./pickle", "a/b/", "\N{SNOWMAN}" * 30)))
    info.size, info.type = rng.choice((0, 5, 1 << 40)), rng.choice((b"0", b"\0", b"5", b"1", b"S", b"V"))
    formats = {"pax": tarfile.PAX_FORMAT, "gnu": tarfile.GNU_FORMAT}
    head = bytearray(info.tobuf(formats.get(kind, tarfile.GNU_FORMAT))[:512])
    if kind == "v7":
        head[257:265] = bytes(8)
    elif kind == "pickle":
        head[: len(pickled(MAGIC))] = pickled(MAGIC)
    elif kind == "bytes":
        head[345:360] = rng.randbytes(15)
    elif kind == "random":
        head[257:] = rng.randbytes(255)
    unsigned, signed = tarfile.calc_chksums(bytes(head))
    said = rng.choice((unsigned, signed))
    spelled = (
        b"%06o\0 " % said,
        b"%07o\0" % said,
        b" %06o " % said,
        b"0o%o" % said,
        _BASE_256[said < 0] + (said % 256**7).to_bytes(7, "big"),
    )
    head[148:156] = rng.choice(spelled).ljust(8, b"\0")[:8]
    return bytes(head)


def test_a_tar_is_what_python_takes_for_one() -> None:
    rng = Random(13)
    seen = {True: 0, False: 0}
    for number in range(3000):
        head = tar_header(rng.choice(("pax", "gnu", "v7", "pickle", "bytes", "random")), rng)
        if number % 3 == 0:
            at = rng.randrange(512)
            head = head[:at] + rng.randbytes(1) + head[at + 1 :]
        if number % 50 == 0:
            head = head[: rng.randrange(513)]
        try:
            tarfile.TarInfo.frombuf(head, "utf-8", "surrogateescape")
            expected = True
        except tarfile.HeaderError:
            expected = len(head) == 512 and not head.strip(b"\0")
        assert is_tar(head) == expected, head
        seen[expected] += 1
    assert min(seen.values()) > 500
    assert is_tar(bytes(512))
    assert not is_tar(bytes(511))


@pytest.mark.parametrize("digits", ["%06o\0 ", "%07o\0", "  %o\0"])
def test_a_checkpoint_that_is_a_tar_is_not_shown(digits: str, tmp_path: Path) -> None:
    def made(text: str) -> bytes:
        return legacy(tmp_path / "a.pt", one(), facts={"x": text}).read_bytes()

    before = "\0" * (148 - made("@").index(b"@"))
    head = made(f"{before}{' ' * 8}{before * 5}")[:512]
    path = tmp_path / "a.pt"
    path.write_bytes(made(before + (digits % sum(head)).ljust(8, "\0") + before * 5))
    assert "legacy .tar format" in (torch_says(path) or "")
    with pytest.raises(NotACheckpoint, match="reads it as the tar"):
        open_checkpoint(path)


def test_a_zip_that_is_a_tar_too_is_a_zip(tmp_path: Path) -> None:
    """torch asks for the zip before the tar."""

    def made(said: str) -> bytes:
        text = "\0" * 100 + said + "\0" * 240 + "000825" + "\0" * 200  # of the numbers tried, the one that fits
        writing = io.BytesIO()
        with zipfile.ZipFile(writing, "w") as archive:
            archive.writestr(
                zipfile.ZipInfo("a/data.pkl"), b"\x80\2X" + struct.pack("<I", len(text)) + text.encode() + b"."
            )
            archive.writestr(zipfile.ZipInfo("a/version"), b"3\n")
        return writing.getvalue()

    path = tmp_path / "a.pt"
    path.write_bytes(made(f"{sum(made(' ' * 8)[:512]):06o}\0 "))
    assert is_tar(path.read_bytes()[:512])
    checkpoint = open_checkpoint(path)
    assert (checkpoint.container, checkpoint.root) == ("zip", quiet_load(path))
