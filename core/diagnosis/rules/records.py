"""Traps of the records of a zip: torch opens each with a header of its own, and reads a few before anything else."""

from __future__ import annotations

import struct
from collections.abc import Iterator
from typing import NamedTuple

from core.catalogue.catalogue import Catalogue
from core.catalogue.derived import derived
from core.catalogue.odd_places import oddities_of
from core.diagnosis.damage import Damage, Kind
from core.diagnosis.finding import ERROR, NOTE, WARNING, Finding, make_finding
from core.diagnosis.rules.storages import first_named
from core.edits.edits import UseContainer
from core.edits.preview import Preview
from core.errors import SourceChanged
from core.files.byte_source import ByteSource
from core.formats.zip_archive import ZipArchive, read_record
from core.formats.zip_forms import FACTS
from core.formats.zip_records import Record
from core.formats.zip_writer import ALIGNMENT, computed_next, computed_start
from core.loading.computer import Computer
from core.loading.torch_messages import no_header
from core.text import clip, count_text
from core.words import say


class _Places(NamedTuple):
    """What torch says, keys of the storages that it cannot reach, and the first whose place it computes wrongly."""

    message: str = ""
    lost: tuple[str, ...] = ()
    elsewhere: str | None = None


_HEADER = struct.Struct("<4s22x2H")
_MOST_NAMED = 3


def record_findings(preview: Preview, _computer: Computer) -> Iterator[Finding]:
    """Records of which torch does not find the beginning, and small ones that do not say what torch wants to know."""
    archive = preview.catalogue.checkpoint.archive
    if not isinstance(archive, ZipArchive):
        return
    message, keys, elsewhere = _places(preview.catalogue)
    packed = [] if preview.plan else archive.packed_storages()
    if packed:
        yield _packed(preview, packed)
    elif elsewhere is not None and not preview.plan:
        yield _elsewhere(preview, elsewhere)
    if not message:
        return
    catalogue, wanted = preview.catalogue, set(keys)
    entries = (
        [row.entry for row in catalogue.tensors if catalogue.storages[row.storage].key in wanted] if wanted else []
    )
    yield make_finding(
        preview,
        "damaged",
        ERROR,
        say("The file is damaged"),
        message,
        entries or [preview.root],
        say(
            "The header before {records} is damaged, so torch.load(f) stops there. The rest of the file can be looked "
            "at.",
            records=_records(keys),
        )
        if keys
        else say(
            "A record that torch reads first is damaged, so torch.load(f) stops there. The rest of the file can be "
            "looked at."
        ),
        say("Fetch the file again, or go back to an older checkpoint."),
        damage=Damage(frozenset({Kind.RECORD_ELSEWHERE})),
    )


def _records(keys: tuple[str, ...]) -> str:
    named = ", ".join(clip(f"data/{key}", 40) for key in keys[:_MOST_NAMED])
    if len(keys) <= _MOST_NAMED:
        return named
    return say("{records} and {more}", records=named, more=count_text(len(keys) - _MOST_NAMED, "more record"))


def _packed(preview: Preview, keys: list[str]) -> Finding:
    return make_finding(
        preview,
        "packed-storages",
        WARNING,
        say("packed by another program than torch: mmap=True reads wrong numbers"),
        "",
        [preview.root],
        say(
            "Deflated in the zip: {records}. torch.load(f) unpacks them; torch.load(f, mmap=True) takes the packed "
            "bytes for the numbers and says nothing.",
            records=_records(tuple(keys)),
        ),
        say("Save the file anew here, which stores them as torch.save does; or do without mmap=True."),
        [UseContainer("zip")],
    )


def _elsewhere(preview: Preview, key: str) -> Finding:
    return make_finding(
        preview,
        "computed-offsets",
        NOTE,
        say("packed by another program than torch: offsets cannot be computed"),
        "",
        [preview.root],
        say(
            "The bytes of data/{key} do not lie where torch.save puts them. Where somebody has set "
            "torch.utils.serialization.config.load.calculate_storage_offsets, torch.load(f, mmap=True) takes other "
            "bytes for the numbers.",
            key=clip(key, 40),
        ),
        say("Leave that off, or save the file anew here."),
        [UseContainer("zip")],
    )


@derived
def _places(catalogue: Catalogue) -> _Places:
    """What torch finds in a zip: that is a read for each storage, and too many questions to a server elsewhere."""
    archive = catalogue.checkpoint.archive
    assert isinstance(archive, ZipArchive)
    if catalogue.checkpoint.is_elsewhere:
        return _Places()
    try:
        with catalogue.checkpoint.files() as files:
            first = _lost_fact(files, archive)
            return _Places(no_header(first)) if first else _look_up(files, catalogue, archive)
    except (OSError, SourceChanged):  # gone, or another, meanwhile
        return _Places()


def _lost_fact(file: ByteSource, archive: ZipArchive) -> str:
    """The first of the small records, in the order in which torch reads them, that has no header; empty for none."""
    for name in FACTS:
        record = archive.record(name)
        if record is not None and _start(file, record) is None:
            return name
    return ""


def _look_up(file: ByteSource, catalogue: Catalogue, archive: ZipArchive) -> _Places:
    """Each storage in the order of the pickle: the header of its record, and where torch thinks its bytes begin."""
    alignment = 0 if oddities_of(catalogue) else _computed_with(file, archive)
    lost: list[str] = []
    elsewhere, at = None, None
    for key, nbytes in first_named(catalogue):
        record = archive.storage(key)
        if record is None:
            continue
        start = _start(file, record)
        if start is None:
            lost.append(key)
        elif alignment and elsewhere is None:
            name = len(record.name.encode("utf-8", "surrogateescape"))
            is_right = key == "0" if at is None else computed_start(at, name, nbytes, alignment) == start
            elsewhere = None if is_right else key
            at = computed_next(record.header if at is None else at, start, nbytes)
    return _Places(no_header(f"data/{lost[0]}") if lost else "", tuple(lost), elsewhere)


def _computed_with(file: ByteSource, archive: ZipArchive) -> int:
    """The alignment with which torch computes places where it is told to; 0 where the file is too old for that."""
    version, alignment = archive.record(".format_version"), archive.record(".storage_alignment")
    if version is None or read_record(file, version) < b"1":
        return 0
    return int(read_record(file, alignment)) if alignment is not None else ALIGNMENT


def _start(file: ByteSource, record: Record) -> int | None:
    """Where the bytes of a record begin; None where torch finds no header before them. It looks at none of no bytes."""
    raw = file.peek(record.header, _HEADER.size)
    if len(raw) < _HEADER.size:
        return None
    magic, name, extra = _HEADER.unpack(raw)
    start = record.header + _HEADER.size + int(name) + int(extra)
    is_there = magic == b"PK\x03\x04" and start + record.stored <= file.size
    return start if is_there or not record.stored else None
