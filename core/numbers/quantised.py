"""What the whole numbers of a quantised tensor stand for: ``(number - zero point) * scale``.

Source: ``_rebuild_qtensor`` in ``torch/_utils.py`` and ``aten/src/ATen/native/quantized/AffineQuantizer.cpp``.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from core.errors import Malformed
from core.numbers.layout import Box
from core.pickling.nodes import Call, Global


class Quantiser(NamedTuple):
    """``scale`` and ``zero_point`` have one number, or one for each place along ``axis``."""

    scheme: str
    scale: NDArray[Any]
    zero_point: NDArray[Any]
    axis: int | None

    def part(self, box: Box) -> Quantiser:
        """That of a box of the tensor."""
        if self.axis is None:
            return self
        return self._replace(scale=self.scale[box[self.axis]], zero_point=self.zero_point[box[self.axis]])

    def real(self, numbers: NDArray[Any], box: Box) -> NDArray[Any]:
        """What the numbers in a box of the tensor stand for, as float32: torch's ``dequantize()``."""
        scale, zero_point, each = self.scale, self.zero_point, [1] * numbers.ndim
        if self.axis is not None:
            scale, zero_point = scale[box[self.axis]], zero_point[box[self.axis]]
            each[self.axis] = -1
        scale, zero_point = scale.reshape(each), zero_point.reshape(each)
        if zero_point.dtype.kind == "f":  # of ``per_channel_affine_float_qparams``
            steps = numbers.astype(np.float32) - zero_point.astype(np.float32)
        else:
            steps = numbers.astype(np.int64) - zero_point
        return np.multiply(steps, scale.astype(np.float32)).astype(np.float32)


def quantiser_of(args: tuple[Any, ...], shape: tuple[int, ...], read: Callable[[Call], NDArray[Any]]) -> Quantiser:
    """The quantiser of a call of ``_rebuild_qtensor`` with these arguments; ``read`` gives the numbers of a tensor.

    Raises `Malformed` for one that torch has none like.
    """
    parts = args[4] if len(args) > 4 else None
    if type(parts) is not tuple or not parts or type(parts[0]) is not Global:
        raise Malformed("The file does not say how a tensor is quantized; it is damaged.")
    scheme = parts[0].name
    if scheme == "per_tensor_affine" and len(parts) == 3:
        scale, zero_point, axis = np.array([parts[1]], np.float64), np.array([parts[2]]), None
    elif scheme.startswith("per_channel_affine") and len(parts) == 4:
        scale, zero_point = (_numbers(part, read) for part in parts[1:3])
        axis = parts[3]
    else:
        raise Malformed("A tensor is quantized by {scheme!r} in a way that torch never writes.", scheme=scheme)
    if axis is not None and (
        type(axis) is not int or not 0 <= axis < len(shape) or not scale.size == zero_point.size == shape[axis]
    ):
        raise Malformed("The scales of a quantized tensor do not fit its shape; the file is damaged.")
    return Quantiser(scheme, scale.reshape(-1), zero_point.reshape(-1), axis)


def _numbers(part: Any, read: Callable[[Call], NDArray[Any]]) -> NDArray[Any]:
    if type(part) is Call:
        return read(part)
    if type(part) is list and all(type(number) in (int, float) for number in part):
        return np.array(part)
    raise Malformed("The scales of a quantized tensor are in a form that torch never writes; the file is damaged.")
