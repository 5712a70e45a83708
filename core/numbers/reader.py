"""The numbers of the tensors of a file: read when they are asked for, a piece at a time, and nothing else."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from types import TracebackType
from typing import Any, Self

from numpy.typing import NDArray

from core.catalogue.catalogue import Catalogue
from core.errors import CannotOpen, Malformed
from core.files.byte_source import Bytes
from core.files.parts import Files
from core.formats.spread.sums import pieces, problem_of
from core.formats.zip_archive import ZipArchive, read_record
from core.numbers.convert import stored_as
from core.numbers.layout import StridedLayout, contiguous
from core.numbers.quantised import quantiser_of
from core.numbers.spans import Span, Spans
from core.numbers.stored import SpanBytes, StoredBytes
from core.numbers.tensor import Form, Reading, TensorNumbers
from core.objects.numpy_data import ArrayBytes, array_of
from core.objects.tensors import CARRIED, QUANTISED, rebuilt, signs, tensor_spec
from core.pickling.nodes import Call


class Numbers:
    """The numbers of the tensors of a catalogue. A context manager: the file is open only inside.

    Raises `CannotOpen` where the file cannot be read any more, and `SourceChanged` where it is another one now, or has
    become one by the end. ``pause`` is called while a compressed tensor is unpacked, and may raise `Cancelled`.
    """

    def __init__(self, catalogue: Catalogue, pause: Callable[[], None] = lambda: None) -> None:
        self.catalogue = catalogue
        self.name = catalogue.checkpoint.name
        self._pause = pause
        self._files = Files(())
        self._bytes = SpanBytes(self._files, self.name, self._pause)

    def __enter__(self) -> Self:
        path = self.catalogue.checkpoint.path
        self._files = self.catalogue.checkpoint.files()
        try:
            self._files.open()
            self._bytes = SpanBytes(self._files, self.name, self._pause)
            self._spans = Spans(self.catalogue, self._bytes.source())
        except OSError as error:
            self.close()
            raise CannotOpen("{path} cannot be read any more: {reason}.", path=path, reason=error.strerror) from None
        except BaseException:
            self.close()
            raise
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        try:
            if kind is None:
                self.check_unchanged()
        finally:
            self.close()

    def close(self) -> None:
        """Close the file; nothing of it stays open or mapped."""
        self._bytes.close()
        self._files.close()

    def check_unchanged(self) -> None:
        """Raises `SourceChanged` when the file is no longer the one that was opened."""
        self._files.check_unchanged()

    def tensor(self, row: int, layout: StridedLayout | None = None) -> TensorNumbers:
        """The numbers of a tensor row, or what its storage has in another layout; none of them is read yet.

        Raises `Malformed` or `Truncated` where the file does not have its bytes where it says.
        """
        node, storage = self.catalogue.values[self.catalogue.tree.tensors[row]], self.catalogue.storage_of[row]
        form = self._form(node, storage)
        if form is None:
            return self._of_array(node, storage)
        return (form if layout is None else form._replace(layout=layout)).over(self.stored(storage))

    def in_file_order(self) -> list[int]:
        """The tensor rows in the order in which their bytes lie in the file."""
        offsets = self.catalogue.tree.facts.offsets
        begins = [self._spans.begins(index) for index in range(len(self.catalogue.storages))]
        storage_of = self.catalogue.storage_of
        return sorted(range(len(storage_of)), key=lambda row: (begins[storage_of[row]], offsets[row]))

    def stored(self, storage: int) -> Bytes:
        if storage in self.catalogue.in_pickle:
            data = self._array(storage).data
            return StoredBytes(None, 0, len(data), data)
        return self._bytes.of(self._spans.of(storage))

    def compare(self, storage: int, known: dict[int, str]) -> None:
        """Note what is wrong with the record of a storage by where its bytes begin, if it has a checksum."""
        span = self._spans.whole(storage) if storage not in self.catalogue.in_pickle else None
        if isinstance(span, Span) and span.record is not None and span.record.crc and span.offset not in known:
            stored = pieces(self._files, span.offset, span.record.stored, span.record.name)
            known[span.offset] = problem_of(span.record, stored)

    def span(self, storage: int) -> Span:
        """Where the bytes of a storage lie, which is not one that stands in the pickle."""
        return self._spans.of(storage)

    def form(self, row: int) -> Form | None:
        """How a tensor row is read, wherever that is done; None of one that stands in the pickle itself.

        Raises `Malformed` where its scales, if it has some, are not in the file.
        """
        return self._form(self.catalogue.values[self.catalogue.tree.tensors[row]], self.catalogue.storage_of[row])

    def _of(self, node: Call, storage: int) -> TensorNumbers:
        form = self._form(node, storage)
        return self._of_array(node, storage) if form is None else form.over(self.stored(storage))

    def _form(self, node: Call, storage: int) -> Form | None:
        made = rebuilt(node)
        assert made is not None
        if made.func in CARRIED:
            if storage in self.catalogue.in_pickle:
                return None
            node = made.args[0]  # the copy in main memory says how its own bytes are to be read
            made = rebuilt(node)
            assert made is not None
        spec = tensor_spec(node)
        assert spec is not None
        turned = self.catalogue.storage_columns.dtypes[storage] if self.is_big_endian else ""
        layout = StridedLayout(spec.shape, spec.stride, spec.offset)
        quantiser = quantiser_of(made.args, spec.shape, self._read) if made.func == QUANTISED else None
        return Form(spec.dtype, layout, Reading(turned, quantiser, *signs(made)))

    def _of_array(self, node: Call, storage: int) -> TensorNumbers:
        """A tensor that the pickle has as a NumPy array, ``bfloat16`` as one of ``float32``; torch casts it back."""
        spec = tensor_spec(node)
        assert spec is not None
        array = self._array(storage)
        numbers = TensorNumbers(array.dtype, StridedLayout(array.shape, array.stride, 0), self.stored(storage))
        if spec.dtype == array.dtype:
            return numbers
        data = stored_as(numbers.read(), spec.dtype)
        return TensorNumbers(spec.dtype, contiguous(array.shape), StoredBytes(None, 0, len(data), data))

    def _array(self, storage: int) -> ArrayBytes:
        row = self.catalogue.rows_of_storage[storage][0]
        made = rebuilt(self.catalogue.values[self.catalogue.tree.tensors[row]])
        assert made is not None
        array = array_of(made.args[0])
        assert isinstance(array, ArrayBytes)  # else it were no row
        return array

    def _read(self, node: Call) -> NDArray[Any]:
        """The numbers of a tensor that is no row: the scales of another."""
        spec = tensor_spec(node)
        index = self._index.get(spec.storage.key) if spec is not None else None
        if index is None:
            raise Malformed("The scales of a quantized tensor are not in the file; it is damaged.")
        return self._of(node, index).read()

    @cached_property
    def _index(self) -> dict[str, int]:
        return {key: index for index, key in enumerate(self.catalogue.storage_columns.keys)}

    @cached_property
    def is_big_endian(self) -> bool:
        """Whether the file is of a machine that writes the bytes of a number the other way round."""
        archive = self.catalogue.checkpoint.archive
        record = archive.record("byteorder") if isinstance(archive, ZipArchive) else None
        return record is not None and read_record(self._files, record) == b"big"
