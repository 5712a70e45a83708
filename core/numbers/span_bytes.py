"""The bytes that spans stand for, read from open files wherever in them somebody asks."""

from __future__ import annotations

from core.files.copy import Source
from core.files.parts import Files
from core.formats.assembled import AssembledSpan
from core.formats.span import Span
from core.numbers.stored import GatheredBytes, Stored, StoredBytes
from core.numbers.unpacked import Unpacked, UnpackedRecords


class SpanBytes:
    """Bytes of ``files``, which are called ``name``; what is compressed is kept by ``unpacked``."""

    def __init__(self, files: Files, name: str, unpacked: UnpackedRecords) -> None:
        self.name = name
        self._files, self._unpacked = files, unpacked
        self._packed: dict[int, Unpacked] = {}

    def read_into(self, buffer: memoryview, offset: int) -> int:
        """Fill a buffer from the files, as `core.files.parts.Files.read_into`."""
        return self._files.read_into(buffer, offset)

    def of(self, span: Span) -> Stored:
        """The bytes of a span."""
        if isinstance(span, AssembledSpan):
            return GatheredBytes(span, self.source())
        if span.data is not None or span.is_verbatim:
            return StoredBytes(self, span.offset, span.size, span.data)
        return StoredBytes(self._unpack(span), 0, span.size)

    def source(self) -> Source:
        """The files with a window of its own, or none where they were closed meanwhile."""
        return Source(self._files, self.name)

    def _unpack(self, span: Span) -> Unpacked:
        if span.offset not in self._packed:
            self._packed[span.offset] = Unpacked(self._unpacked, lambda: span.pieces(self.source()), self.name)
        return self._packed[span.offset]
