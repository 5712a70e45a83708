"""A tensor as plain data: what a worker in another process, or on another machine, must know to read its numbers.

That is where its bytes lie and how they become numbers: paths, offsets, shapes and names of dtypes. A worker opens no
catalogue, and imports nothing that knows one. To open it would be simple, and cheap for one file; but of a checkpoint
of 20,000 files each of a thousand workers would read 20,000 directories. Nor does anything of a pickle travel: tensors
that stand in one are read at home.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from types import TracebackType
from typing import NamedTuple, Self

import numpy as np

from core.formats.span import Span
from core.formats.spread.plain_file import PlainFile, open_elsewhere
from core.formats.zip_archive import data_offset
from core.numbers.layout import StridedLayout
from core.numbers.quantised import Quantiser
from core.numbers.stored import SpanBytes
from core.numbers.tensor import Form, Reading, TensorNumbers

BEHIND_HEADER = -1
"""The offset of a span that begins behind the local header of its record, wherever that ends: a worker looks."""


class PlainScales(NamedTuple):
    """A `Quantiser` without arrays: the numbers of its scales and zero points, and their dtypes."""

    scheme: str
    scale: tuple[float, ...]
    scale_dtype: str
    zero_point: tuple[float, ...]
    zero_dtype: str
    axis: int | None

    @classmethod
    def of(cls, quantiser: Quantiser) -> PlainScales:
        scale, zero = quantiser.scale, quantiser.zero_point
        numbers = tuple(scale.tolist()), scale.dtype.str, tuple(zero.tolist()), zero.dtype.str
        return cls(quantiser.scheme, *numbers, quantiser.axis)

    def quantiser(self) -> Quantiser:
        """What reads numbers."""
        scale = np.array(self.scale, self.scale_dtype)
        return Quantiser(self.scheme, scale, np.array(self.zero_point, self.zero_dtype), self.axis)


@dataclass(frozen=True)
class PlainTensor:
    """A tensor: the ``span`` of its storage, and how its bytes are read, as `core.numbers.tensor.Reading` has it."""

    dtype: str
    layout: StridedLayout
    span: Span
    turned: str = ""
    conjugate: bool = False
    negative: bool = False
    scales: PlainScales | None = None

    @property
    def form(self) -> Form:
        """What makes numbers of the bytes."""
        quantiser = None if self.scales is None else self.scales.quantiser()
        return Form(self.dtype, self.layout, Reading(self.turned, quantiser, self.conjugate, self.negative))


class Elsewhere:
    """Files opened where plain data came to. A context manager: they are open only inside.

    Raises `NotSeen` where one cannot be opened, and `SourceChanged` where it is another one now, or by the end.
    """

    def __init__(self, files: Iterable[PlainFile], name: str, pause: Callable[[], None] = lambda: None) -> None:
        self._files = open_elsewhere(files)
        self._bytes = SpanBytes(self._files, name, pause)
        self._source = self._bytes.source()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        try:
            if kind is None:
                self.check_unchanged()
        finally:
            self._bytes.close()
            self._files.close()

    def check_unchanged(self) -> None:
        """Raises `SourceChanged` when a file is no longer the one that was opened."""
        self._files.check_unchanged()

    def tensor(self, plain: PlainTensor) -> TensorNumbers:
        """The numbers of a tensor; none of them is read yet. Raises `Malformed` where its bytes are not there."""
        span = plain.span
        if span.offset == BEHIND_HEADER and span.record is not None:
            span = replace(span, offset=data_offset(self._source, span.record))
        return plain.form.over(self._bytes.of(span))
