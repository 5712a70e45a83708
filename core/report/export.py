"""What was exported, as JSON and as text."""

from __future__ import annotations

from functools import partial
from typing import Any

from core.catalogue.catalogue import Catalogue
from core.report.layout import labelled
from core.text import bracketed, clip, count_text, series, shape_text, size_text, titled
from core.values.export import Exported, ExportedTensor
from core.words import marked, say

_line = partial(labelled, width=7)

_MOST = 20


def export_json(catalogue: Catalogue, exported: Exported) -> dict[str, Any]:
    """``written`` is the dtype in the new file."""
    return {
        "file": str(catalogue.checkpoint.path),
        "output": str(exported.path),
        "bytes": exported.bytes,
        "tensors": [tensor._asdict() for tensor in exported.tensors],
        "second_name": str(exported.left) if exported.left else None,
    }


def export_lines(exported: Exported, output: str) -> list[str]:
    """A line a tensor, the first of them, and what became another dtype; ``output`` as the user wrote it."""
    lines = [_line(say("tensor"), _tensor_text(tensor, exported)) for tensor in exported.tensors[:_MOST]]
    if len(exported.tensors) > _MOST:
        lines.append(_line("", say("and {count:,} more", count=len(exported.tensors) - _MOST)))
    changed = dict.fromkeys((dtype, written) for *_, dtype, _, written in exported.tensors if _differ(dtype, written))
    lines += [_line(say("note:"), _how(dtype, written)) for dtype, written in changed]
    amount = series((count_text(len(exported.tensors), "tensor"), size_text(exported.bytes)))
    lines.append(_line(say("wrote"), bracketed(output, amount)))
    if exported.left:
        left = say(
            "a temporary second name of the file could not be removed: {left}. Delete it yourself.", left=exported.left
        )
        lines.append(_line(say("note:"), left))
    return lines


def _tensor_text(tensor: ExportedTensor, exported: Exported) -> str:
    path, name, dtype, shape, _ = tensor
    told = titled(clip(path, 60) or say("the whole file"), f"{dtype} {shape_text(shape)}")
    is_named = name != path and exported.path.suffix != ".npy"  # an array alone has no name
    return say("{tensor}, as {name}", tensor=told, name=clip(name, 60)) if is_named else told


def _differ(dtype: str, written: str) -> bool:
    return dtype.removesuffix("_x2") != written  # torch counts two float4 as one item


_REAL = marked("{dtype} is written as {written}: the dequantized numbers")
_EXACT = marked("{dtype} is written as {written}: each number exactly, in a type that the format has")
_AS_IS = marked("{dtype} is written as {written}")


def _how(dtype: str, written: str) -> str:
    """What became of the numbers; none is changed."""
    if dtype.startswith("q"):
        return say(_REAL, dtype=dtype, written=written)
    text = _EXACT if written[:5] in ("float", "compl") else _AS_IS
    return say(text, dtype=dtype, written=written)
