"""Zips that no torch.save wrote: understood as torch takes them, or called odd, or not opened; never something else."""

from __future__ import annotations

import struct
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import torch

from core.catalogue.odd_places import oddities_of
from core.errors import CheckpointError, Malformed
from tests.files.checkpoints import save
from tests.files.odd_zips import (
    COMPUTED,
    MMAP,
    PLAIN,
    Entry,
    Loaded,
    ask_torch,
    build,
    deflated,
    entries_of,
    local_header,
    names_of,
)
from tests.support.engine import catalogue_of, fix
from tests.support.judging import errors, findings_of, torch_says

Entries = list[Entry]
FINE, ODD, CLOSED = "fine", "odd", "not opened"
"""What is to come of a case: the same tensors as torch loads and no word, an oddity, or no opening."""
CASES: dict[str, tuple[str, Callable[[Entries], bytes]]] = {}
TENSORS = {"a": torch.arange(6.0), "b": torch.ones(2, 2)}


def case(name: str, expected: str) -> Callable[[Callable[[Entries], bytes]], Callable[[Entries], bytes]]:
    def add(make: Callable[[Entries], bytes]) -> Callable[[Entries], bytes]:
        assert name not in CASES
        CASES[name] = expected, make
        return make

    return add


def simple(name: str, expected: str, make: Callable[[Entries], bytes]) -> None:
    case(name, expected)(make)


def at(entries: Entries, name: str) -> Entry:
    """The record called so below the folder."""
    return next(entry for entry in entries if entry.name.partition(b"/")[2].decode() == name)


def changed(name: str, **facts: Any) -> Callable[[Entries], bytes]:
    """One record whose directory entry says something else."""

    def make(entries: Entries) -> bytes:
        at(entries, name).central.update(facts)
        return build(entries)

    return make


def containing(name: str, data: bytes | None) -> Callable[[Entries], bytes]:
    """One record with other bytes; None leaves it out."""

    def make(entries: Entries) -> bytes:
        kept = [entry for entry in entries if entry.name != b"a/" + name.encode()]
        if data is None:
            return build(kept)
        return build([*kept, Entry(b"a/" + name.encode(), data)])

    return make


def with_more(*names: bytes, data: bytes = b"\x80\x02}q\x00.", first: bool = False) -> Callable[[Entries], bytes]:
    """More records."""

    def make(entries: Entries) -> bytes:
        more = [Entry(name, data) for name in names]
        return build([*more, *entries] if first else [*entries, *more])

    return make


def renamed(change: Callable[[bytes], bytes]) -> Callable[[Entries], bytes]:
    """All records called otherwise."""

    def make(entries: Entries) -> bytes:
        for entry in entries:
            entry.name = change(entry.name)
        return build(entries)

    return make


def ended(**facts: Any) -> Callable[[Entries], bytes]:
    """What `build` can say otherwise."""
    return lambda entries: build(entries, **facts)


# -- what other programs write, and torch reads as it is meant
simple("as zipfile packs it", FINE, build)
simple("with a zip64 end", FINE, ended(wide={}))
simple(
    "with a zip64 end that alone has the numbers",
    FINE,
    ended(wide={}, end={"here": 0xFFFF, "count": 0xFFFF, "length": 0xFFFFFFFF, "start": 0xFFFFFFFF}),
)
simple("a comment", FINE, ended(comment=b"made by zip"))
simple("a file beside the records", FINE, with_more(b"a/README.md"))
simple("folders as records", FINE, lambda entries: build([Entry(b"a/", b""), Entry(b"a/data/", b""), *entries]))
simple("the record of the pickle deflated", FINE, lambda entries: _packed(entries, "data.pkl"))
simple("a small record deflated", FINE, lambda entries: _packed(entries, "version"))
simple("other alphabets", FINE, renamed(lambda name: name.replace(b"a/", "Grüße/".encode(), 1)))
simple("names of Latin 1 in the folder", FINE, renamed(lambda name: name.replace(b"a/", b"Gr\xfc\xdfe/", 1)))
simple("names alike only as Unicode", FINE, with_more("a/é".encode(), "a/e\u0301".encode(), "a/É".encode()))
simple("extra fields", FINE, changed("data/0", extra=b"UT\5\0\3abcd"))
simple("a comment of a record", FINE, changed("data/0", comment=b"x"))
simple(
    "without the facts of new versions",
    FINE,
    lambda entries: build(
        [entry for entry in entries if entry.name in (b"a/data.pkl", b"a/data/0", b"a/data/1", b"a/version")]
    ),
)
simple("version 2", FINE, containing("version", b"2\n"))
simple("attributes of files", FINE, changed("data/0", external=0o100644 << 16 | 0x20, internal=1))
simple("a folder of two", CLOSED, renamed(lambda name: b"b/" + name))

# -- names
simple("the pickle twice but for case", ODD, with_more(b"a/DATA.PKL"))
simple("a storage twice but for case", ODD, with_more(b"a/dAta/0", data=bytes(24)))
simple(
    "a fact in other case",
    ODD,
    lambda entries: build(
        [entry for entry in entries if entry.name != b"a/byteorder"] + [Entry(b"a/BYTEORDER", b"big")]
    ),
)
simple(
    "the only version in other case",
    ODD,
    lambda entries: build([entry for entry in entries if entry.name != b"a/version"] + [Entry(b"a/VERSION", b"3\n")]),
)
simple("the only pickle in other case", CLOSED, renamed(lambda name: name.replace(b"data.pkl", b"Data.pkl")))
simple("NUL in a name", ODD, with_more(b"a/data/0\0x"))
simple("TorchScript behind NUL", ODD, with_more(b"a/constants.pkl\0x"))
simple("no UTF-8", ODD, with_more(b"a/\xff\xfe"))
simple("outside the folder", ODD, with_more(b"b/data.pkl"))
simple("outside the folder and first", ODD, with_more(b"b/x", first=True))
simple("as a Mac packs it", ODD, with_more(b"__MACOSX/a/._data.pkl"))
simple("in no folder", ODD, renamed(lambda name: name.partition(b"/")[2]))
simple("in the root folder", ODD, renamed(lambda name: name[1:]))
simple("the folder in other case", ODD, with_more(b"A/data.pkl"))
simple("the same name twice", CLOSED, with_more(b"a/data.pkl"))
simple("backslashes", ODD, with_more(b"a\\data.pkl"))
simple("of debugging", FINE, with_more(b"a/data/2.debug_pkl"))
simple("a very long name", ODD, with_more(b"a/" + b"x" * 600))
simple("a folder with bytes in it", ODD, with_more(b"a/data/x/"))
simple("a folder with bytes among many", ODD, with_more(*(b"a/%02d" % at for at in range(30)), b"a/x/"))
simple("a name of two lines", FINE, with_more(b"a/x\nb/y", *(b"a/\n%02d" % at for at in range(30))))
simple("a name that leads elsewhere", FINE, with_more(b"a/../../x"))


# -- the facts that torch reads first
simple("no version", FINE, containing("version", None))
for number, text in enumerate((b"", b"x", b"3x", b"-3", b"0", b"11", b"9" * 25, b"3\0", b" 3", b"3\n\n")):
    simple(f"strange version {number}", ODD, containing("version", text))
for number, text in enumerate((b"", b"Little", b"big\0", b"little\n", b"middle", b"\xff")):
    simple(f"strange byteorder {number}", ODD, containing("byteorder", text))
for number, text in enumerate((b"", b"x", b"-64", b"0", b" 64", b"6_4", b"6" * 20, b"64\0")):
    simple(f"strange alignment {number}", ODD, containing(".storage_alignment", text))
for number, text in enumerate((b"", b"x", b"\xff", b"0.5")):
    simple(f"strange format version {number}", ODD, containing(".format_version", text))
for number, text in enumerate((b"x", b"\xff\xff", b"1" * 600)):
    simple(f"strange serialization id {number}", ODD, containing(".data/serialization_id", text))
simple("a second version", ODD, containing(".data/version", b"x"))


# -- entries of the directory
for bit in range(16):
    expected = CLOSED if bit in (0, 5, 6, 13) else FINE if bit in (1, 2, 3, 11) else ODD
    simple(f"flag {bit}", expected, changed("data/0", flags=1 << bit))
for method in (1, 9, 12, 14, 93, 99):
    simple(f"method {method}", CLOSED, changed("data/0", method=method))
simple("packed as the directory alone says", CLOSED, changed("data.pkl", method=8))
simple("a storage deflated", FINE, lambda entries: _packed(entries, "data/0"))
simple("a folder by its attribute", ODD, changed("data/0", external=0x10))
simple("the pickle a folder by its attribute", ODD, changed("data.pkl", external=0x10))
simple("disk 1", ODD, changed("data/0", disk=1))
simple("disk 2", ODD, changed("data/0", disk=2))
simple("disk 65535", ODD, changed("data/0", disk=0xFFFF))
simple("no bytes of a size", CLOSED, changed("data/0", method=8, stored=0))
simple("two sizes", CLOSED, changed("data/0", size=4))
simple("two sizes, of a time", CLOSED, changed("data/0", size=4, time=7))
simple("behind the file", CLOSED, changed("data/0", header=1 << 20))
simple("elsewhere", ODD, changed("data/0", header=0))
simple("a checksum of another", FINE, changed("data/0", crc=1))


@case("zip64 sizes of one record", FINE)
def _zip64_sizes(entries: Entries) -> bytes:
    entry = at(entries, "data/0")
    entry.central.update(size=0xFFFFFFFF, stored=0xFFFFFFFF, extra=struct.pack("<2H2Q", 1, 16, 24, 24))
    return build(entries)


@case("zip64 sizes that are missing", CLOSED)
def _zip64_missing(entries: Entries) -> bytes:
    at(entries, "data/0").central.update(size=0xFFFFFFFF, stored=0xFFFFFFFF, extra=struct.pack("<2HQ", 1, 8, 24))
    return build(entries)


@case("zip64 sizes behind another field", FINE)
def _zip64_behind(entries: Entries) -> bytes:
    extra = b"UT\1\0x" + struct.pack("<2HQ", 1, 8, 24)
    at(entries, "data/0").central.update(stored=24, size=0xFFFFFFFF, extra=extra)
    return build(entries)


@case("zip64 sizes twice", FINE)
def _zip64_twice(entries: Entries) -> bytes:
    extra = struct.pack("<2HQ", 1, 8, 24) + struct.pack("<2HQ", 1, 8, 4)
    at(entries, "data/0").central.update(size=0xFFFFFFFF, extra=extra)
    return build(entries)


def zip64(name: str, expected: str, extra: bytes) -> None:
    """The size of one record is told by an extra field alone."""
    simple(f"zip64 sizes, {name}", expected, changed("data/0", size=0xFFFFFFFF, extra=extra))


zip64("of a field longer than all", CLOSED, struct.pack("<2HQ", 1, 0xFFFF, 24))
zip64("of a field that is a byte too long", CLOSED, struct.pack("<2HQ", 1, 9, 24))
zip64("of a field that is longer than need be", FINE, struct.pack("<2H2Q", 1, 16, 24, 7))
zip64("behind a field longer than all", CLOSED, struct.pack("<2H", 7, 0xFFFF) + struct.pack("<2HQ", 1, 8, 24))
zip64("behind three bytes", CLOSED, b"xyz" + struct.pack("<2HQ", 1, 8, 24))
zip64("before a field longer than all", FINE, struct.pack("<2HQ", 1, 8, 24) + struct.pack("<2H", 7, 0xFFFF))
zip64("before a byte", FINE, struct.pack("<2HQ", 1, 8, 24) + b"x")
simple("an extra field longer than all", FINE, changed("data/0", extra=struct.pack("<2H", 7, 0xFFFF)))
simple("a zip64 field too long that none wants", FINE, changed("data/0", extra=struct.pack("<2HQ", 1, 0xFFFF, 24)))


@case("zip64 sizes where none are wanted", FINE)
def _zip64_unwanted(entries: Entries) -> bytes:
    at(entries, "data/0").central.update(extra=struct.pack("<2H2Q", 1, 16, 4, 4))
    return build(entries)


# -- where the records lie
@case("bytes before the first record", ODD)
def _before(entries: Entries) -> bytes:
    entries[0].before = b"PK\3\4" + bytes(60)
    return build(entries)


@case("many bytes between records", ODD)
def _between(entries: Entries) -> bytes:
    entries[2].before = bytes(200_000)
    return build(entries)


@case("records that share their bytes", ODD)
def _shared(entries: Entries) -> bytes:
    first = at(entries, "data/1")
    twin = Entry(b"a/data/7", first.data)
    twin.central["header"] = 0
    return build([*entries, twin])


@case("a record within another", ODD)
def _within(entries: Entries) -> bytes:
    inner = Entry(b"a/inner", b"x")
    outer = Entry(b"a/outer", bytes(40) + local_header(inner) + b"x" + bytes(40))
    found = build([*entries, outer])
    inner.central["header"] = found.index(b"PK\3\4", found.index(b"a/outer"))
    return build([*entries, outer, inner])


simple("another name before the bytes", FINE, lambda entries: _local(entries, "data/0", name=b"a/data/9"))
simple("another method before the bytes", FINE, lambda entries: _local(entries, "data/0", method=8))
simple("another size before the bytes", FINE, lambda entries: _local(entries, "data/0", size=1, stored=1))
simple("a longer name before the bytes", FINE, lambda entries: _local(entries, "data/0", name=b"a/data/00000"))
simple("padding before the bytes", FINE, lambda entries: _local(entries, "data/0", extra=b"FB\x63\0" + bytes(99)))
simple("another name before the pickle", CLOSED, lambda entries: _local(entries, "data.pkl", name=b"a/data.xyz"))


# -- the end
simple(
    "one entry fewer",
    ODD,
    lambda entries: build([*entries, Entry(b"a/x", b"")], end={"here": len(entries), "count": len(entries)}),
)
simple("one entry more", CLOSED, lambda entries: build(entries, end={"here": 99, "count": 99}))
simple("entries on another disk", ODD, lambda entries: build(entries, end={"count": len(entries) - 1}))
simple("fewer entries here", ODD, lambda entries: build(entries, end={"here": 1}))
simple("of disk 1", ODD, ended(end={"disk": 1, "start_disk": 1}))
simple("of disk 2", ODD, ended(end={"disk": 2, "start_disk": 2}))
simple("of two disks", ODD, ended(end={"disk": 1}))
simple("bytes behind the directory", ODD, ended(before_end=b"x" * 20))
simple("bytes in the directory", ODD, ended(in_directory=b"x" * 20))
simple("bytes before the directory", ODD, ended(before_directory=bytes(300)))
simple("a directory elsewhere", CLOSED, ended(end={"start": 3}))
simple("a zip64 end of other numbers", ODD, ended(wide={}, end={"length": 7}))
simple("a zip64 end of another count", ODD, ended(wide={}, end={"here": 1, "count": 1}))
simple("a zip64 end of another place", ODD, ended(wide={}, end={"start": 1}))
simple("a zip64 end on disk 1", ODD, ended(wide={"disk": 1, "start_disk": 1}))
simple("a zip64 end of two disks", ODD, ended(wide={"disks": 2}))
simple("a zip64 end of no disk", ODD, ended(wide={"disks": 0}))
simple("a zip64 end of entries elsewhere", ODD, ended(wide={"here": 1}))
simple("a longer zip64 end", ODD, ended(wide={"own": 60}))
simple("a shorter zip64 end", ODD, ended(wide={"own": 12}))
simple("a zip64 end behind the file", CLOSED, ended(wide={"at": 1 << 40}))
simple("a zip64 end elsewhere", CLOSED, ended(wide={"at": 4}))
simple("a locator on another disk", ODD, ended(wide={"locator_disk": 3}))
simple("bytes behind the end", FINE, ended(tail=b"\n"))
simple("zeros behind the end", FINE, ended(tail=bytes(512)))
simple("many bytes behind the end", ODD, ended(tail=bytes(9000)))
simple("a long comment", ODD, ended(comment=b"x" * 9000))
simple("a longer comment", ODD, ended(comment=b"x" * 0xFFFF))
simple("a comment with half an end", ODD, ended(comment=b"PK\5\6"))
simple("a comment that is longer than it says", FINE, ended(comment=b"xyz", end={"comment": 1}))


@case("a comment with another zip's end", CLOSED)
def _second_end(entries: Entries) -> bytes:
    return build(entries, comment=build([Entry(b"b/x", b"")])[-22:])


@case("a comment with a whole directory", ODD)
def _second_directory(entries: Entries) -> bytes:
    whole = build(entries)
    start = struct.unpack_from("<L", whole, len(whole) - 6)[0]
    directory = bytearray(whole[start:-22])
    comment_at = len(whole)
    tail = struct.pack("<4s4H2LH", b"PK\5\6", 0, 0, len(entries), len(entries), len(directory), comment_at, 0)
    return build(entries, comment=bytes(directory) + tail)


def _local(entries: Entries, record: str, **facts: Any) -> bytes:
    at(entries, record).local.update(facts)
    return build(entries)


def _packed(entries: Entries, name: str) -> bytes:
    entry = at(entries, name)
    entry.packed = deflated(entry.data)
    return build(entries)


# -- all of them, asked at once
Made = dict[str, tuple[Path, dict[str, Loaded]]]
BELONGS = {"data.pkl", "data/0", "data/1", "version", "byteorder", ".format_version", ".storage_alignment"}
UNSAVED = {"elsewhere", "another name before the bytes", "a longer name before the bytes"}
"""Where the header before the bytes has another name than the directory: nobody can tell whose bytes those are."""


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Made:
    folder = tmp_path_factory.mktemp("odd")
    records = save(TENSORS, folder / "a.pth")
    paths = {}
    for number, (name, (_, make)) in enumerate(CASES.items()):
        paths[name] = folder / f"{number}.pth"
        paths[name].write_bytes(make(entries_of(records)))
    said = ask_torch(paths.values())
    return {name: (path, said[path]) for name, path in paths.items()}


@pytest.mark.parametrize("name", CASES)
def test_it_is_understood_or_told(name: str, made: Made) -> None:
    path, said = made[name]
    expected = CASES[name][0]
    try:
        catalogue = catalogue_of(path)
    except CheckpointError:
        assert expected == CLOSED, f"torch: {said}"
        return
    told = "; ".join(map(str, oddities_of(catalogue)))
    assert (ODD if told else FINE) == expected, f"{told or 'no oddity'}; torch: {said}"
    found = errors(findings_of(path))
    if said[PLAIN].said:
        assert found, f"torch: {said[PLAIN].said}"
    elif not told:
        assert not found, found
        codes = {finding.code for finding in findings_of(path)}
        assert ("packed-storages" in codes) == (said[PLAIN] != said[MMAP])
        is_told = bool({"packed-storages", "computed-offsets"} & codes)
        assert is_told == (said[COMPUTED] != said[PLAIN])


def test_what_is_saved_is_what_is_shown_and_nothing_else(made: Made, tmp_path: Path) -> None:
    saved = {}
    for name, (path, _) in made.items():
        if CASES[name][0] != CLOSED and name not in UNSAVED:
            saved[name] = fix(path, tmp_path / path.name, accept_odd=True).path
    said = ask_torch(saved.values())
    healthy = made["as zipfile packs it"][1][PLAIN]
    for name, path in saved.items():
        assert dict.fromkeys((PLAIN, MMAP, COMPUTED), healthy) == said[path], name
        assert not oddities_of(catalogue_of(path)), name
        if CASES[name][0] == ODD:
            assert {each.partition(b"/")[2].decode() for each in names_of(path)} == BELONGS, name


def test_bytes_whose_owner_nobody_can_tell_are_not_saved(made: Made, tmp_path: Path) -> None:
    for name in UNSAVED:
        with pytest.raises(Malformed, match="tampered"):
            fix(made[name][0], tmp_path / "new.pth", accept_odd=True)


def named_storage(entries: Entries, key: str, record: bytes) -> bytes:
    """The pickle calls the first storage ``key``, and its bytes are in ``record``."""
    pickle, old = at(entries, "data.pkl"), b"X\1\0\0\0000"
    assert pickle.data.count(old) == 1
    pickle.data = pickle.data.replace(old, b"X" + struct.pack("<L", len(key)) + key.encode())
    at(entries, "data/0").name = b"a/data/" + record
    return build(entries)


@pytest.mark.parametrize(("key", "record"), [("0\0x", b"0"), ("A", b"a")])
def test_a_key_that_torch_takes_for_another(key: str, record: bytes, tmp_path: Path) -> None:
    """torch cuts a key at a NUL and does not see its case, so that it finds bytes where there is no such record."""
    path = tmp_path / "b.pth"
    path.write_bytes(named_storage(entries_of(save(TENSORS, tmp_path / "a.pth")), key, record))
    assert torch_says(path) is None
    with pytest.raises(Malformed, match="missing"):
        catalogue_of(path)
