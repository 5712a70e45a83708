"""Makes plain data of the tensors of an open file, for workers (`core.numbers.portable`)."""

from __future__ import annotations

from collections.abc import Iterable

from core.catalogue.catalogue import Catalogue
from core.formats.archives import Archive
from core.formats.assembled import AssembledArchive, AssembledSpan, CutSpan
from core.formats.several import SeveralArchive, split
from core.formats.span import Span
from core.formats.spread.plain_file import PlainFile
from core.formats.zip_archive import ZipArchive
from core.formats.zip_records import Record
from core.numbers.portable import BEHIND_HEADER, PlainScales, PlainTensor
from core.numbers.reader import Numbers


class Packer:
    """Makes plain data of the tensors of an open file."""

    def __init__(self, numbers: Numbers) -> None:
        self._numbers = numbers
        self._catalogue: Catalogue = numbers.catalogue
        self._files = [PlainFile.of(part) for part in self._catalogue.checkpoint.parts]

    def tensor(self, row: int) -> PlainTensor | None:
        """A tensor row; None for one that can be read only at home, as its bytes stand in the pickle.

        Raises `Malformed` or `Truncated` where the file does not have its bytes where it says.
        """
        form = self._numbers.form(row)
        span = None if form is None else self._span(self._catalogue.storage_of[row])
        if form is None or span is None:
            return None
        reading = form.reading
        scales = None if reading.quantiser is None else PlainScales.of(reading.quantiser)
        return PlainTensor(form.dtype, form.layout, span, reading.turned, reading.conjugate, reading.negative, scales)

    def files(self, rows: Iterable[int]) -> tuple[PlainFile, ...]:
        parts = {part for row in rows for part in self._catalogue.parts_of(row)}
        return tuple(self._files[part] for part in sorted(parts))

    def _span(self, storage: int) -> Span | None:
        columns = self._catalogue.storage_columns
        record = record_of(self._catalogue.checkpoint.archive, columns.keys[storage])
        if record is not None:  # the header before the bytes is not looked at here: of millions that takes minutes
            return Span(BEHIND_HEADER, min(record.size, columns.nbytes[storage]), record)
        span = self._numbers.span(storage)
        return None if _has_data(span) else span


def record_of(archive: Archive, key: str) -> Record | None:
    """The record of a zip that is a storage, word for word; None of one that lies, or is made, in another way."""
    if isinstance(archive, ZipArchive):
        return archive.storage(key)
    if isinstance(archive, SeveralArchive):
        number, own = split(key)
        return record_of(archive.archives[number], own)
    if isinstance(archive, AssembledArchive) and key not in archive.wholes:
        return record_of(archive.below, key)
    return None


def _has_data(span: Span) -> bool:
    """Whether bytes of the file are in it, and not where they lie."""
    if isinstance(span, AssembledSpan):
        return any(map(_has_data, span.found))
    return span.data is not None or (isinstance(span, CutSpan) and _has_data(span.of))
