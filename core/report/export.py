"""What was exported, as JSON and as text."""

from __future__ import annotations

from typing import Any

from core.catalogue.catalogue import Catalogue
from core.text import clip, count_text, shape_text, size_text
from core.values.export.export import Exported

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
    lines = [
        f"tensor  {clip(path, 60) or 'the whole file'}: {dtype} {shape_text(shape)}"
        + (f", as {clip(name, 60)}" if name != path else "")
        for path, name, dtype, shape, _ in exported.tensors[:_MOST]
    ]
    if len(exported.tensors) > _MOST:
        lines.append(f"        and {len(exported.tensors) - _MOST:,} more")
    changed = dict.fromkeys((dtype, written) for *_, dtype, _, written in exported.tensors if _differ(dtype, written))
    lines += [f"note:   {dtype} is written as {written}{_why(dtype, written)}" for dtype, written in changed]
    lines.append(f"wrote   {output} ({count_text(len(exported.tensors), 'tensor')}, {size_text(exported.bytes)})")
    if exported.left:
        lines.append(f"note:   a second name of it could not be removed: {exported.left}. Remove it when you may.")
    return lines


def _differ(dtype: str, written: str) -> bool:
    return dtype.removesuffix("_x2") != written  # torch counts two float4 as one item


def _why(dtype: str, written: str) -> str:
    """What became of the numbers; none is changed."""
    if dtype.startswith("q"):
        return ": the real numbers that its whole ones stand for"
    return ": each number exactly, in a type that the format has" if written[:5] in ("float", "compl") else ""
