"""The keys of a file as a table for other programs and people: CSV, JSON or Markdown, a row a tensor or value."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Callable, Iterator, Sequence
from math import prod
from pathlib import Path
from typing import Any, Final

from core.edits.preview import Preview, layout_text
from core.errors import SaveError
from core.progress import Tick, ignore
from core.saving.gate import place_of
from core.text import shape_text, shown
from core.words import say

COLUMNS: Final = ("key", "value", "shape", "numbers", "dtype", "bytes", "device", "after")
"""What a row can tell, besides ``file``, which is told of several. ``after`` is what the plan makes of it; empty where
nothing changes."""
KINDS: Final = (".csv", ".json", ".md")
"""The endings of the files that can be written."""
_RUNS: Final = re.compile(r"""\A(?=[\t\r\n])|(?:\A|(?<=[\s,;|:"]))(?=[=+\-@＝＋－＠'])""")
"""Where a cell could begin that a spreadsheet runs: at the beginning, and behind all that may part cells for it."""
_NUMBER: Final = re.compile(r"[+-]?\d{1,40}(\.\d{1,40})?([eE][+-]?\d{1,4})?", re.ASCII)
_BATCH: Final = 1000

Row = dict[str, Any]


def save_table(  # noqa: PLR0913 - what, where, and how much of it
    preview: Preview,
    target: str | Path,
    *,
    entries: Sequence[int] | None = None,
    columns: Sequence[str] | None = None,
    overwrite: bool = False,
    tick: Tick = ignore,
) -> Path:
    """Write what is below some entries, all of them where None, into a file; its ending says how. Returns the file.

    Raises `SaveError`; then nothing was written.
    """
    place = place_of(target, preview.catalogue.checkpoint, overwrite=overwrite)
    path = place.path
    write = _WRITERS.get(path.suffix.lower())
    if write is None:
        raise SaveError(
            "The format of {name} is not clear. Use a name that ends in .csv, .json or .md.", name=shown(path.name)
        )
    told = columns if columns is not None else columns_of(preview)
    leaves = leaves_of(preview, entries)

    def rows() -> Iterator[Row]:
        for done, entry in enumerate(leaves):
            if not done % _BATCH:
                tick(done, len(leaves))
            yield row_of(preview, entry, told)

    place.fill(lambda file: write(file, rows(), told))
    return path


def columns_of(preview: Preview) -> Sequence[str]:
    """What there is to tell of a file, or of several."""
    return COLUMNS if len(preview.catalogue.checkpoint.parts) == 1 else (*COLUMNS, "file")


def leaves_of(preview: Preview, entries: Sequence[int] | None = None) -> list[int]:
    """The tensors and single values below some entries, in the order of the file, each once."""
    catalogue = preview.catalogue
    rows, ends = catalogue.rows, catalogue.ends
    found: list[int] = []
    reached = 0
    for entry in sorted(entries) if entries is not None else [0]:
        below = range(max(entry, reached, 1), ends[entry])
        found += [each for each in below if rows[each] >= 0 or ends[each] == each + 1]
        reached = max(reached, ends[entry])
    return found


def row_of(preview: Preview, entry: int, columns: Sequence[str] = COLUMNS) -> Row:
    """What is told of an entry; None for what it has not. ``shape`` is a tuple, ``numbers`` and ``bytes`` are whole."""
    catalogue = preview.catalogue
    row = catalogue.rows[entry]
    if row < 0:
        known: Row = {"key": catalogue.path_text(entry), "value": catalogue.summary(entry)}
    else:
        tensor = catalogue.tensors[row]
        known = {
            "key": catalogue.path_text(entry),
            "shape": tensor.shape,
            "numbers": prod(tensor.shape),
            "dtype": tensor.dtype,
            "bytes": tensor.nbytes,
            "device": catalogue.device_of(row),
        }
        if len(catalogue.checkpoint.parts) > 1 and "file" in columns:
            known["file"] = ", ".join(catalogue.checkpoint.part_names[number] for number in catalogue.parts_of(row))
    if "after" in columns:
        known["after"] = _after(preview, entry, row) or None
    return {name: known.get(name) for name in columns}


def _after(preview: Preview, entry: int, row: int) -> str:
    if not preview.plan:
        return ""
    catalogue = preview.catalogue
    if preview.dropped(entry):
        return say("dropped")
    path = preview.path_text(entry)
    parts = [path] if path != catalogue.path_text(entry) else []
    if row >= 0:
        device, dtype = preview.device(row), preview.dtype(row)
        parts += [device] if device != catalogue.device_of(row) else []
        parts += [dtype] if dtype != catalogue.tensors[row].dtype else []
        parts += filter(None, [layout_text(preview, row)])
    return ", ".join(parts)


def _write_csv(file: io.TextIOBase, rows: Iterator[Row], columns: Sequence[str]) -> None:
    """CSV with a line of names; a shape is ``64x3``. What a spreadsheet would run has a ``'`` before it, see `cell`."""
    writer = csv.writer(file)
    writer.writerow(columns)
    writer.writerows([cell(row[name], first=not place) for place, name in enumerate(columns)] for row in rows)


def cell(value: Any, *, first: bool = False) -> str:
    """A value as a cell of CSV: a text that a spreadsheet would run as a formula has a ``'`` before it.

    Programs part cells at commas or semicolons, as the language of the computer has it, or at what they are told: there
    is a ``'`` too wherever behind such a character a formula could begin, or a ``'`` stands. Whoever takes them away
    has the text again. A number stays one, but for the ``first`` cell: what follows that may be read as part of it.
    """
    if value is None:
        return ""
    if isinstance(value, tuple):
        return "x".join(map(str, value))
    text = str(value)
    return text if not first and _NUMBER.fullmatch(text) else _RUNS.sub("'", text)


def _write_json(file: io.TextIOBase, rows: Iterator[Row], _columns: Sequence[str]) -> None:
    """A list of objects, a line each, in ASCII."""
    file.write("[")
    file.writelines(f"{',' if place else ''}\n{json.dumps(row, ensure_ascii=True)}" for place, row in enumerate(rows))
    file.write("\n]\n")


def _write_markdown(file: io.TextIOBase, rows: Iterator[Row], columns: Sequence[str]) -> None:
    """A table as GitHub reads it. What comes from the file stands in code, where nothing is markup or a name."""
    right = {"numbers", "bytes"}
    file.write(f"| {' | '.join(columns)} |\n")
    file.write(f"|{'|'.join(' ---: ' if name in right else ' --- ' for name in columns)}|\n")
    file.writelines(f"| {' | '.join(_markdown(row[name]) for name in columns)} |\n" for row in rows)


def _markdown(value: Any) -> str:
    if value is None:
        return ""
    if isinstance(value, int):
        return f"{value:,}"
    return code(shape_text(value) if isinstance(value, tuple) else value)


def code(text: str) -> str:
    """A text as code in a table of Markdown: no character of it means anything there, and it stays in its cell."""
    text = shown(text)
    if not text.strip():
        return ""
    longest = max(map(len, re.findall("`+", text)), default=0)
    fence = "`" * (longest + 1)
    room = " " if text.startswith(("`", " ")) or text.endswith(("`", " ")) else ""
    inside = re.sub(r"\\(?=\||$)", "\N{REPLACEMENT CHARACTER}", text).replace("|", r"\|")
    return f"{fence}{room}{inside}{room}{fence}"


_WRITERS: Final[dict[str, Callable[[io.TextIOBase, Iterator[Row], Sequence[str]], None]]] = {
    ".csv": _write_csv,
    ".json": _write_json,
    ".md": _write_markdown,
}
