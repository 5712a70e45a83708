"""The numbers of planned tensors as bytes one after the other, wherever and however they lie in the source."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from core.dtypes import ITEM_SIZES
from core.files.byte_source import Bytes
from core.files.copy import CHUNK, CountingSink, Sink
from core.formats.assembled import AssembledSpan
from core.formats.span import Span
from core.objects.tensors import rebuilt, signs
from core.saving.entries import PlannedTensor
from core.saving.storages import NewStorages

if TYPE_CHECKING:
    from core.formats.later import Later
    from core.numbers.stored import SpanBytes
    from core.numbers.tensor import TensorNumbers

_RAW = {1: "uint8", 2: "uint16", 4: "uint32", 8: "uint64", 16: "complex128"}
"""Dtypes that stand for items of so many bytes, whatever is in them."""


class TensorBytes:
    """Writes and reads the bytes of tensors whose ``storages`` are open."""

    def __init__(self, storages: NewStorages) -> None:
        self._storages = storages
        self._summed: set[int] = set()
        self._bytes: SpanBytes | None = None

    def close(self) -> None:
        """Give up what was unpacked."""
        if self._bytes is not None:
            self._bytes.close()

    def write(self, tensor: PlannedTensor, sink: Sink) -> Later | None:
        """As `core.saving.planned.Planned.write` says."""
        storages, source, key = self._storages, self._storages.source, tensor.storage
        size = tensor.nbytes
        if not size:
            return None
        if isinstance(sink, CountingSink):
            sink.pass_over(size)
            return None
        span, begin = storages.span(key), tensor.offset * ITEM_SIZES[tensor.dtype]
        as_is = self._is_as_is(tensor)
        if as_is and not begin and size == span.size:
            storages.sum_up_too_large(key)
            later = storages.leave(key, sink)
            if later is None and not storages.write_summed(key, sink):
                self._note(storages.saved_index(key))
            return later
        self._sum_up(storages.saved_index(key), sink)
        if as_is and isinstance(span, Span) and span.is_verbatim:
            sink.copy(source, span.offset + begin, size)
        elif as_is:
            _write_from(self._stored(key), begin, size, sink)
        else:
            for piece in self._numbers(tensor).in_order():
                sink.write_large(_bytes_of(piece, tensor.dtype))
        return None

    def read(self, tensor: PlannedTensor, at: int, length: int) -> bytes | None:
        """As `core.saving.planned.Planned.read` says."""
        span = self._storages.span(tensor.storage)
        if not self._is_as_is(tensor) or not tensor.nbytes:
            return None
        if span.data is not None:
            return span.data[tensor.offset * ITEM_SIZES[tensor.dtype] + at :][:length]
        if isinstance(span, Span) and not span.is_verbatim and not isinstance(span, AssembledSpan):
            return None
        if not isinstance(span, Span) and span.is_packed:
            return None
        item = ITEM_SIZES[tensor.dtype]
        first, end = at // item, -(-(at + length) // item)
        found = span.read(self._storages.source, (tensor.offset + first) * item, (end - first) * item)
        return found[at - first * item :][:length]

    # -- how they lie --------------------------------------------------------------------------------------

    def _is_as_is(self, tensor: PlannedTensor) -> bool:
        """Whether its numbers follow each other in its storage as they are to be written."""
        made = rebuilt(tensor.node)
        assert made is not None
        turned = self._storages.turned(tensor.storage)
        return tensor.layout.is_contiguous and not turned and not any(signs(made))

    def _numbers(self, tensor: PlannedTensor) -> TensorNumbers:
        """The items of a tensor in its order; where they are the conjugate of what is stored, the numbers."""
        from core.edits.numbers.made import planned_turn  # noqa: PLC0415 - NumPy, for what does not lie in order
        from core.numbers.tensor import Reading, TensorNumbers  # noqa: PLC0415

        made = rebuilt(tensor.node)
        assert made is not None
        turned, recipe = self._storages.turned(tensor.storage), self._storages.recipe(tensor.storage)
        if recipe is not None:
            turned = planned_turn(recipe, turned)
        dtype = tensor.dtype if any(signs(made)) else _RAW[ITEM_SIZES[tensor.dtype]]
        return TensorNumbers(dtype, tensor.layout, self._stored(tensor.storage), Reading(turned, None, *signs(made)))

    def _stored(self, key: str) -> Bytes:
        from core.edits.numbers.made import MadeBytes  # noqa: PLC0415 - as above
        from core.numbers.stored import SpanBytes  # noqa: PLC0415

        source, span, maker = self._storages.source, self._storages.source_span(key), self._storages.maker(key)
        self._bytes = self._bytes or SpanBytes(source.files, source.name, lambda: None)
        found = self._bytes.of(span)
        return found if maker is None else MadeBytes(found, maker)

    # -- checksums -----------------------------------------------------------------------------------------

    def _sum_up(self, index: int, sink: Sink) -> None:
        """Compare the storage of a part with its checksum, once: what is written gets none."""
        if index < 0 or index in self._summed:
            return
        self._summed.add(index)
        if not self._storages.spans.is_sound(index, lambda: sink.tick(0, sink.total)):
            self._note(index)

    def _note(self, index: int) -> None:
        if index not in self._storages.damaged:
            self._storages.damaged.append(index)


def _write_from(stored: Bytes, begin: int, size: int, sink: Sink) -> None:
    buffer = bytearray(min(CHUNK, size))
    for at in range(0, size, CHUNK):
        piece = memoryview(buffer)[: size - at]
        stored.read_into(piece, begin + at)
        sink.write_large(piece)


def _bytes_of(numbers: Any, dtype: str) -> memoryview:
    """Numbers as items of a dtype, byte by byte."""
    import numpy as np  # noqa: PLC0415 - as above

    from core.numbers.convert import converted  # noqa: PLC0415

    if dtype == "complex32" and numbers.dtype == np.complex64:
        items = numbers.view(np.float32).astype(np.float16)
    else:
        items = numbers if numbers.dtype.name in _RAW.values() else converted(numbers, dtype)
    view: Any = np.ascontiguousarray(items).view(np.uint8)
    return memoryview(view)
