"""The numbers of the tensors of a file: read when they are asked for, a piece at a time, and nothing else."""

from __future__ import annotations

import os
import tempfile
from functools import cached_property
from types import TracebackType
from typing import Any, Self

from numpy.typing import NDArray

from core.catalogue.catalogue import Catalogue
from core.catalogue.checkpoint import FileIdentity
from core.errors import CannotOpen, Malformed, SourceChanged
from core.formats.copy import Source
from core.formats.file_io import open_file
from core.formats.zip_reader import ZipArchive, read_record
from core.numbers.layout import Layout
from core.numbers.quantised import quantiser_of
from core.numbers.spans import Span, Spans
from core.numbers.stored import StoredBytes
from core.numbers.tensor import Reading, TensorNumbers
from core.objects.numpy_data import array_of
from core.objects.tensors import CARRIED, FROM_ARRAY, QUANTISED, Rebuilt, rebuilt, tensor_spec
from core.pickling.nodes import Call, mapping

_CHANGED = "{} has changed on disk since it was opened. Open it again."


class Numbers:
    """The numbers of the tensors of a catalogue. A context manager: the file is open only inside.

    Raises `CannotOpen` where the file cannot be read any more, and `SourceChanged` where it is another one now.
    """

    def __init__(self, catalogue: Catalogue) -> None:
        self.catalogue = catalogue
        self._unpacked: dict[int, int] = {}
        self._fd = -1

    def __enter__(self) -> Self:
        path = self.catalogue.checkpoint.path
        try:
            self._fd = open_file(path)
        except OSError as error:
            raise CannotOpen(f"{path} cannot be read any more: {error.strerror}.") from None
        try:
            self.check_unchanged()
            self._source = Source(self._fd, self.catalogue.checkpoint.bytes, path.name)
            self._spans = Spans(self.catalogue, self._source)
        except BaseException:
            self.close()
            raise
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()

    def close(self) -> None:
        """Close the file; nothing of it stays open or mapped."""
        for fd in (self._fd, *self._unpacked.values()):
            if fd >= 0:
                os.close(fd)
        self._fd = -1
        self._unpacked.clear()

    def check_unchanged(self) -> None:
        """Raises `SourceChanged` when the file is no longer the one that was opened."""
        checkpoint = self.catalogue.checkpoint
        if FileIdentity.of(os.fstat(self._fd)) != checkpoint.identity:
            raise SourceChanged(_CHANGED.format(checkpoint.path.name))

    def tensor(self, row: int) -> TensorNumbers:
        """The numbers of a tensor row; none of them is read yet.

        Raises `Malformed` or `Truncated` where the file does not have its bytes where it says.
        """
        node = self.catalogue.values[self.catalogue.tree.tensors[row]]
        return self._of(node, self.catalogue.storage_of[row])

    def in_file_order(self) -> list[int]:
        """The tensor rows in the order in which their bytes lie in the file."""
        offsets = self.catalogue.tree.facts.offsets
        begins = [self._spans.begins(index) for index in range(len(self.catalogue.storages))]
        storage_of = self.catalogue.storage_of
        return sorted(range(len(storage_of)), key=lambda row: (begins[storage_of[row]], offsets[row]))

    def stored(self, storage: int) -> StoredBytes:
        """The bytes of a storage as they are."""
        if storage in self.catalogue.in_pickle:
            row = self.catalogue.rows_of_storage[storage][0]
            array = array_of(_array_in(self.catalogue.values[self.catalogue.tree.tensors[row]]))
            data = b"" if array is None or isinstance(array, list) else array.data
            return StoredBytes(-1, 0, len(data), data)
        span = self._spans.of(storage)
        if span.data is not None or span.is_verbatim:
            return StoredBytes(self._fd, span.offset, span.size, span.data)
        return StoredBytes(self._unpack(storage, span), 0, span.size)

    def _of(self, node: Call, storage: int) -> TensorNumbers:
        made = rebuilt(node)
        assert made is not None
        if made.func in FROM_ARRAY:
            spec = tensor_spec(node)
            dtype = self.catalogue.storage_columns.dtypes[storage] if spec is None else spec.dtype
            assert spec is not None
            return TensorNumbers(dtype, Layout(spec.shape, spec.stride, 0), self.stored(storage))
        if made.func in CARRIED:  # the copy in main memory says how its own bytes are to be read
            inner = rebuilt(made.args[0])
            assert inner is not None
            node, made = made.args[0], inner
        spec = tensor_spec(node)
        assert spec is not None
        columns = self.catalogue.storage_columns
        turned = columns.dtypes[storage] if self._is_big_endian else ""
        layout = Layout(spec.shape, spec.stride, spec.offset)
        quantiser = quantiser_of(made.args, spec.shape, self._read) if made.func == QUANTISED else None
        return TensorNumbers(spec.dtype, layout, self.stored(storage), Reading(turned, quantiser, *_signs(made)))

    def _read(self, node: Call) -> NDArray[Any]:
        """The numbers of a tensor that is no row: the scales of another."""
        spec = tensor_spec(node)
        index = self._index.get(spec.storage.key) if spec is not None else None
        if index is None:
            raise Malformed("The scales of a quantised tensor are not in the file; it is damaged.")
        return self._of(node, index).read()

    @cached_property
    def _index(self) -> dict[str, int]:
        return {key: index for index, key in enumerate(self.catalogue.storage_columns.keys)}

    @cached_property
    def _is_big_endian(self) -> bool:
        archive = self.catalogue.checkpoint.archive
        record = archive.record("byteorder") if isinstance(archive, ZipArchive) else None
        return record is not None and read_record(self._fd, record) == b"big"

    def _unpack(self, storage: int, span: Span) -> int:
        """A file without a name that has the bytes of a deflated record: only so any of them can be asked for."""
        if storage not in self._unpacked:
            for fd in self._unpacked.values():
                os.close(fd)
            self._unpacked.clear()
            with tempfile.TemporaryFile() as file:
                for piece in span.pieces(self._source):
                    file.write(piece)
                file.flush()
                self._unpacked[storage] = os.dup(file.fileno())
        return self._unpacked[storage]


def _signs(made: Rebuilt) -> tuple[bool, bool]:
    """Whether a tensor is the conjugate, and the negative, of what is stored."""
    said = mapping(made.args[-1]) if len(made.args) in (7, 8) and made.func != QUANTISED else None
    items = said.items if said is not None else []
    named: dict[Any, Any] = {
        key: value for key, value in zip(items[::2], items[1::2], strict=True) if isinstance(key, str)
    }
    return (named.get("conj") is True, named.get("neg") is True)


def _array_in(node: Call) -> Call:
    made = rebuilt(node)
    assert made is not None
    assert type(made.args[0]) is Call
    return made.args[0]
