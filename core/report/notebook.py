"""What a notebook shows of a file, a plan, a scan and a difference, in the place of their ``repr``: HTML that is inert.

`core` tells IPython of it where it is imported there, and imports it when something is shown.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import singledispatch
from typing import Any, Final

from core.catalogue.catalogue import Catalogue
from core.diagnosis.diagnose import diagnose
from core.edits.edits import Plan
from core.edits.preview import Preview, preview
from core.report.difference import difference_lines
from core.report.page import device_colour, safe
from core.report.severities import severity_text
from core.text import count_text, series, shape_text, size_text
from core.values.diff import FileDifference
from core.values.scan import Scan
from core.words import say

_MOST_CHILDREN, _MOST_ROWS, _DEEPEST = 60, 1500, 12
_MUTED: Final = "opacity:.65"


@singledispatch
def html_of(shown: Any) -> str:
    """It as HTML. Raises `TypeError` for what is not shown."""
    raise TypeError(type(shown).__name__)


@html_of.register
def _(shown: Catalogue) -> str:
    return "".join(_file(preview(shown, Plan())))


@html_of.register
def _(shown: Preview) -> str:
    return "".join(_file(shown))


@html_of.register
def _(shown: Scan) -> str:
    head = series((count_text(shown.tensors, "tensor"), size_text(shown.bytes)))
    if shown.catalogue is None or not shown.symptoms:
        return _line(
            head, count_text(len(shown.symptoms), "finding") if shown.symptoms else say("nothing wrong with the values")
        )
    rows = [
        (severity_text(each.severity).strip(), each.code, each.path(shown.catalogue), each.why)
        for each in shown.symptoms
    ]
    return _line(head) + _table(("", say("Code"), say("Key"), say("Why")), rows)


@html_of.register
def _(shown: FileDifference) -> str:
    if shown.files is None:
        return _line(say("nothing differs") if shown.is_same else say("they differ"))
    lines = difference_lines(*shown.files, shown)
    return f"<pre>{'<br>'.join(map(safe, lines))}</pre>"


# -- a file ----------------------------------------------------------------------------------------------------------


def _file(view: Preview) -> Iterator[str]:
    catalogue = view.catalogue
    facts = (
        catalogue.checkpoint.container,
        count_text(len(catalogue.tensors), "tensor"),
        size_text(catalogue.checkpoint.bytes),
    )
    yield _line(catalogue.checkpoint.name, " · ".join(facts))
    totals = view.totals_after
    devices = [(each.device, count_text(each.tensors, "tensor"), size_text(each.bytes)) for each in totals]
    yield _table((say("Device"), "", ""), devices, coloured=True)
    if view.changes:
        yield _table((say("Pending changes"), ""), [(each.title, each.extent) for each in view.changes])
    yield from _branch(view, catalogue.children(0), [_MOST_ROWS], 0)
    findings = diagnose(view)
    if findings:
        rows = [(severity_text(each.severity).strip(), each.title, each.fix) for each in findings]
        yield _table(("", say("On a computer without a GPU"), say("What to do")), rows)


def _branch(view: Preview, children: Sequence[int], left: list[int], depth: int) -> Iterator[str]:
    """What lies in an entry, its ``children``, folded; ``left`` counts the rows that may still be shown."""
    yield '<div style="margin-left:1.2em">' if depth else "<div>"
    for child in children[:_MOST_CHILDREN]:
        left[0] -= 1
        if left[0] < 0:
            break
        inside = view.catalogue.children(child) if depth < _DEEPEST else ()
        if inside:
            count = count_text(len(inside), "entry")
            yield f"<details><summary>{_named(view, child)} <span style='{_MUTED}'>{safe(count)}</span></summary>"
            yield from _branch(view, inside, left, depth + 1)
            yield "</details>"
        else:
            yield f"<div>{_named(view, child)} {_value(view, child)}</div>"
    if len(children) > _MOST_CHILDREN or left[0] < 0:
        yield f"<div style='{_MUTED}'>…</div>"
    yield "</div>"


def _named(view: Preview, entry: int) -> str:
    name = f"<code>{safe(view.catalogue.label_text(entry))}</code>"
    return f"<s>{name}</s>" if view.dropped(entry) else name


def _value(view: Preview, entry: int) -> str:
    row = view.catalogue.rows[entry]
    if row < 0:
        return safe(view.catalogue.summary(entry))
    tensor, device = view.planned.tensors[row], view.planned.device_of(row)
    return f"{safe(shape_text(tensor.shape))} {safe(tensor.dtype)} {_chip(device)} {safe(device)}"


def _chip(device: str) -> str:
    return f"<span style='color:{device_colour(device)}'>■</span>"


def _line(first: str, second: str = "") -> str:
    return f"<p><b>{safe(first)}</b> <span style='{_MUTED}'>{safe(second)}</span></p>"


def _table(names: Sequence[str], rows: Iterable[Sequence[str]], *, coloured: bool = False) -> str:
    """A table; ``coloured`` has the colour of a device before each row, which begins with it."""
    head = "".join(f"<th style='text-align:left'>{safe(name)}</th>" for name in names)
    body = []
    for row in rows:
        cells = [f"<td style='text-align:left'>{safe(cell)}</td>" for cell in row]
        body.append(f"<tr>{f'<td>{_chip(row[0])}</td>' if coloured else ''}{''.join(cells)}</tr>")
    return f"<table><tr>{'<th></th>' if coloured else ''}{head}</tr>{''.join(body)}</table>"
