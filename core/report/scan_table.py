"""The statistics of a scan as a table in a file, a row a tensor: CSV, or Parquet where pyarrow is installed."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from core.catalogue.catalogue import Catalogue
from core.errors import SaveError
from core.report.table import cell
from core.saving.gate import Place
from core.values.scan import Scan
from core.words import marked

Rows = Iterator[dict[str, Any]]
Kinds = Mapping[str, str]
"""What is in each column: ``text``, ``whole``, ``real``, ``texts`` or ``whole numbers``."""
Write = Callable[[io.BufferedWriter, Kinds, list[dict[str, Any]]], None]

_NO_PYARROW = marked(
    "Parquet files are written by pyarrow, which is not installed. Install it (pip install 'pthfinder[parquet]', or "
    "pip install pyarrow), or write --csv."
)


def parquet_writer() -> Write:
    """What writes Parquet. Raises `SaveError` where there is no pyarrow."""
    try:
        import pyarrow as pa  # noqa: PLC0415 - large, optional, and for this one option
        from pyarrow.parquet import write_table as write_parquet  # noqa: PLC0415
    except ImportError:
        raise SaveError(_NO_PYARROW) from None

    def write(file: io.BufferedWriter, kinds: Kinds, rows: list[dict[str, Any]]) -> None:
        schema = pa.schema([(name, _arrow(pa, kind)) for name, kind in kinds.items()])
        table = pa.table({name: [row[name] for row in rows] for name in kinds}, schema=schema)
        write_parquet(table, file)

    return write


def write_csv(file: io.BufferedWriter, kinds: Kinds, rows: list[dict[str, Any]]) -> None:
    """CSV with a line of names, in UTF-8; a shape is ``64x3``, what there is not is empty.

    A text that a spreadsheet would run as a formula has a ``'`` before it, as `core.report.table.cell` says.
    """
    text = io.TextIOWrapper(file, "utf-8", newline="")
    writer = csv.DictWriter(text, tuple(kinds))
    writer.writeheader()
    for row in rows:
        writer.writerow({name: _cell(kinds[name], value) for name, value in row.items()})
    text.flush()
    text.detach()


def write_table(catalogue: Catalogue, found: Scan, place: Place, write: Write) -> None:
    """Write the table into its place. Raises `SaveError`; then nothing was changed."""
    fill(place, write, _KINDS, _rows(catalogue, found))


def fill(place: Place, write: Write, kinds: Kinds, rows: Iterable[dict[str, Any]]) -> None:
    """The same for a table of any columns."""
    with place.new_file() as temporary, temporary.stream() as file:
        write(file, kinds, list(rows))


def _cell(kind: str, value: Any) -> Any:
    if kind == "text":
        return cell(value, first=True)
    return " ".join(value) if kind == "texts" else cell(value) if kind == "whole numbers" else value


_KINDS = {
    **dict.fromkeys(("path", "role", "device", "dtype"), "text"),
    "shape": "whole numbers",
    "bytes": "whole",
    "count": "whole",
    **dict.fromkeys(("min", "max", "mean", "mean_imaginary", "std", "l1", "l2"), "real"),
    **dict.fromkeys(("zeros", "nan", "posinf", "neginf", "denormal"), "whole"),
    "symptoms": "texts",
}


def _arrow(pa: Any, kind: str) -> Any:
    kinds = {"text": pa.string(), "whole": pa.int64(), "real": pa.float64()}
    kinds |= {"texts": pa.list_(pa.string()), "whole numbers": pa.list_(pa.int64())}
    return kinds[kind]


def _rows(catalogue: Catalogue, found: Scan) -> Rows:
    codes: dict[int, list[str]] = {}
    for symptom in found.symptoms:
        codes.setdefault(symptom.entry, []).append(symptom.code)
    for index, (row, of) in enumerate(zip(catalogue.tensors, found.statistics, strict=True)):
        mean = of.mean
        yield {
            "path": encodable(catalogue.path_text(row.entry)),
            "role": row.role,
            "device": catalogue.device_of(index),
            "dtype": row.dtype,
            "shape": row.shape,
            "bytes": row.nbytes,
            "count": of.count,
            "min": _real(of.minimum),
            "max": _real(of.maximum),
            "mean": _real(mean.real) if mean is not None else None,
            "mean_imaginary": mean.imag if isinstance(mean, complex) else None,
            "std": of.std,
            "l1": _real(of.l1),
            "l2": of.l2,
            "zeros": of.zeros,
            "nan": of.nan,
            "posinf": of.posinf,
            "neginf": of.neginf,
            "denormal": of.denormal,
            "symptoms": codes.get(row.entry, []),
        }


def encodable(text: str) -> str:
    """The text with half characters, which no encoding has, spelled out."""
    return text.encode("utf-8", "backslashreplace").decode("utf-8")


def _real(number: float | None) -> float | None:
    return None if number is None else float(number)
