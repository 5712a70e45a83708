"""The numbers of a tensor as text to paste: Python that makes the array or reads it, and CSV; without Qt."""

from __future__ import annotations

from math import prod
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from core.catalogue.quoting import comment, indexed, is_indexed, literal
from core.edits.preview import Preview
from core.loading.code import imports, load
from core.loading.many_files import path_of
from core.loading.methods import NO_WAY, way_to_load
from core.progress import Tick
from core.values.planned import numbers_of
from core.words import say
from gui.plots.number_text import exact_text

MOST_WRITTEN: Final = 10_000
"""Numbers up to which an array is written out; of more the code reads the file."""
MOST_CSV: Final = 1_000_000
_LINE: Final = 12


def as_numpy(preview: Preview, row: int, tick: Tick) -> str:
    """Python that gives the numbers of a tensor as ``values``: written out, or read from the file if there are many."""
    tensor = preview.catalogue.tensors[row]
    if prod(tensor.shape) > MOST_WRITTEN:
        return _reading(preview, row)
    with numbers_of(preview.planned, lambda: tick(0, 0)) as numbers:
        return array_code(numbers.tensor(row).read())


def array_code(values: NDArray[Any]) -> str:
    """``values = np.array(…)``, exact, with the imports it needs."""
    flat = [_literal(value) for value in values.reshape(-1)]
    lines = [", ".join(flat[at : at + _LINE]) for at in range(0, len(flat), _LINE)]
    inside = "\n    " + ",\n    ".join(lines) + ",\n" if len(lines) > 1 else "".join(lines)
    own = values.dtype.isbuiltin == 1
    head = ["import numpy as np"] if own else ["import ml_dtypes", "import numpy as np"]
    if any(name in inside for name in ("nan", "inf")):
        head.append("from numpy import inf, nan")
    dtype = (
        f"np.{'bool_' if values.dtype.kind == 'b' else values.dtype.name}" if own else f"ml_dtypes.{values.dtype.name}"
    )
    shaped = "" if values.ndim == 1 else f".reshape({values.shape})"
    return "\n".join([*head, "", f"values = np.array([{inside}], {dtype}){shaped}", ""])


def as_csv(values: NDArray[Any]) -> str:
    """Lines of numbers with commas between them."""
    return "\n".join(",".join(map(exact_text, row)) for row in values)


def _literal(value: Any) -> str:
    if isinstance(value, complex | np.complexfloating) and not np.isfinite(value):
        return f"complex({exact_text(value.real)}, {exact_text(value.imag)})"
    return exact_text(value)


def _reading(preview: Preview, row: int) -> str:
    """Code that reads a tensor out of the file as it is."""
    catalogue = preview.catalogue
    tensor = catalogue.tensors[row]
    way = way_to_load(preview).only(catalogue, [tensor.entry])
    if way.kind == NO_WAY or not is_indexed(catalogue, tensor.entry):
        return comment(say("no keys lead to this tensor: it is part of an object"))
    convert = ".dequantize()" if tensor.dtype.startswith("q") else ""
    if tensor.dtype.startswith(("bfloat", "float8", "float4")):
        convert = ".float()"  # NumPy has no such dtype
    path = indexed("checkpoint", catalogue.path(tensor.entry))
    lines = [*imports(way), "", *load(way, literal(str(path_of(catalogue.checkpoint))), ["map_location='cpu'"])]
    return "\n".join([*lines, f"values = {path}.detach(){convert}.numpy()", ""])
