"""A report of a file as one HTML page that needs nothing else: for an issue, or a colleague without the file.

Nothing in it runs or is fetched: no script, no address. Every text of the file is escaped here, in `safe`.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Iterator, Sequence
from html import escape
from pathlib import Path
from typing import Final, NamedTuple

from core.devices import card_of
from core.diagnosis.finding import ERROR, WARNING, Finding
from core.diagnosis.places import others, places
from core.dtypes import NO_DEVICE
from core.edits.edits import Plan
from core.edits.preview import Preview, preview
from core.memory.analysis import LOADS, OUT_OF_MEMORY, Analysis
from core.memory.machine import guess
from core.memory.sizes import memory_text
from core.recipes.as_command import as_command
from core.report.severities import severity_text
from core.report.table import leaves_of, row_of
from core.saving.gate import place_of
from core.saving.new_name import beside
from core.text import count_text, listed, sentence, sentences, series, shape_text, shown, size_text
from core.version import VERSION
from core.words import language, say

CARDS: Final = ("#E69F00", "#56B4E9", "#009E73", "#CC79A7", "#0072B2", "#D55E00", "#F0E442")
"""Okabe and Ito's colours, which colour-blind eyes tell apart; ``cuda:N`` has the N-th, as in the window."""
CPU: Final = "#8A8F98"
_WIDTH, _LINE, _BAR = 760, 26, 14
_NAME, _NUMBER = 240, 170


class PictureBar(NamedTuple):
    """A line of a picture: what it is about, how much of the whole, how that is said, and its colour."""

    name: str
    share: float
    told: str
    colour: str


def device_colour(device: str) -> str:
    """The colour of a device."""
    if device in ("cpu", NO_DEVICE):
        return CPU
    card = card_of(device)
    place = card if card is not None else zlib.crc32(device.encode("utf-8", "surrogatepass"))
    return CARDS[place % len(CARDS)]


def bars(title: str, lines: Sequence[PictureBar], limit: str = "") -> str:
    """Bars below each other; ``limit`` is said at the right edge, which is the whole."""
    height = _LINE * len(lines) + (18 if limit else 4)
    room = _WIDTH - _NAME - _NUMBER
    size = f'viewBox="0 0 {_WIDTH} {height}" width="{_WIDTH}" height="{height}"'
    parts = [f'<svg role="img" aria-label="{safe(title)}" {size}>']
    for place, bar in enumerate(lines):
        top = _LINE * place + 4
        wide = max(2.0, room * min(max(bar.share, 0.0), 1.0))
        middle = top + _BAR - 3
        parts += [
            f'<text x="0" y="{middle}">{safe(_cut(bar.name))}</text>',
            f'<rect class="track" x="{_NAME}" y="{top}" width="{room}" height="{_BAR}" rx="3"/>',
            f'<rect x="{_NAME}" y="{top}" width="{wide:.1f}" height="{_BAR}" rx="3" fill="{bar.colour}"/>',
            f'<text x="{_NAME + room + 10}" y="{middle}">{safe(bar.told)}</text>',
        ]
    if limit:
        parts.append(f'<text class="muted" text-anchor="end" x="{_NAME + room}" y="{height - 3}">{safe(limit)}</text>')
    return "".join((*parts, "</svg>"))


def _cut(name: str) -> str:
    return name if len(name) <= 36 else f"{name[:34]}…"


_MOST_KEYS: Final = 2000
_MOST_PATHS: Final = 5
_ERROR_COLOUR, _GOOD_COLOUR = "#b3261e", "#2f8f5b"
_STYLE: Final = """
:root{color-scheme:light dark;--line:#d6dae1;--muted:#5f6877;--box:#f4f5f7}
@media(prefers-color-scheme:dark){:root{--line:#373c45;--muted:#9ba3b1;--box:#202329}}
body{font:15px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem}
h1{font-size:1.5rem;overflow-wrap:anywhere}h2{font-size:1.1rem;margin:2rem 0 .6rem}
table{border-collapse:collapse;width:100%;font-size:.9rem}
th{text-align:left;color:var(--muted);font-weight:600}
td,th{padding:.25rem .6rem .25rem 0;border-bottom:1px solid var(--line);vertical-align:top}
td.n,th.n{text-align:right;white-space:nowrap}
code,pre{font-family:ui-monospace,monospace;font-size:.88rem;overflow-wrap:anywhere;unicode-bidi:isolate}
pre{background:var(--box);padding:.6rem .8rem;border-radius:6px;white-space:pre-wrap}
.muted{color:var(--muted);fill:var(--muted)}
.finding{border-left:4px solid var(--line);padding:.1rem 0 .1rem .9rem;margin:.9rem 0}
.error{border-color:#b3261e}.warning{border-color:#d9a400}
svg{max-width:100%;height:auto}svg text{font-size:12px;fill:currentColor}svg .track{fill:var(--line)}
.chip{display:inline-block;width:.7em;height:.7em;border-radius:2px;margin-right:.4em}
"""


class Told(NamedTuple):
    """What a report tells: the planned file, what was found in it, for whom, and what loading it takes.

    ``findings`` are those of the file as it is on disk, ``planned`` those that it will have once the plan is saved;
    ``computer`` is said in words. ``analysis`` is None where memory is not told.
    """

    view: Preview
    findings: Sequence[Finding]
    computer: str
    analysis: Analysis | None = None
    planned: Sequence[Finding] = ()


def save_report(told: Told, target: str | Path, *, overwrite: bool = False) -> Path:
    """Write the page. Returns its file. Raises `SaveError`; then nothing was written."""
    place = place_of(target, told.view.catalogue.checkpoint, overwrite=overwrite)
    place.fill(lambda file: file.writelines(f"{line}\n" for line in page(told)))
    return place.path


def safe(text: str) -> str:
    """A text as HTML: no character of it is markup, in an attribute neither, or does anything to those around it."""
    return escape(shown(text), quote=True)


def page(told: Told) -> Iterator[str]:
    """The lines of the page."""
    name = told.view.catalogue.checkpoint.name
    yield f'<!DOCTYPE html>\n<html lang="{language()}"><head><meta charset="utf-8">'
    yield "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">"
    yield f"<title>{safe(name)}</title><style>{_STYLE}</style></head><body>"
    yield f"<h1>{safe(name)}</h1>"
    yield from _totals(told.view)
    yield from _devices(told.view)
    yield from _findings(told)
    yield from _plan(told.view)
    if told.analysis is not None:
        yield from _memory(told.analysis)
    yield from _keys(told.view)
    yield f'<p class="muted">Pthfinder {VERSION}</p></body></html>'


def _totals(view: Preview) -> Iterator[str]:
    catalogue = view.catalogue
    checkpoint = catalogue.checkpoint
    facts = [
        count_text(len(catalogue.tensors), "tensor"),
        size_text(checkpoint.bytes),
        checkpoint.container,
    ]
    if catalogue.optimizers:
        facts.append(count_text(len(catalogue.optimizers), "optimizer"))
    yield f"<p>{safe(' · '.join(facts))}</p>"


def _devices(view: Preview) -> Iterator[str]:
    totals = view.totals_before
    if not totals:
        return
    yield f"<h2>{safe(say('Devices'))}</h2>"
    yield _device_bars(say("Bytes on each device"), view)
    if view.totals_after != totals:
        yield f'<p class="muted">{safe(say("After the pending changes"))}</p>'
        yield _device_bars(say("Bytes on each device after the pending changes"), view, after=True)


def _device_bars(title: str, view: Preview, *, after: bool = False) -> str:
    totals = view.totals_after if after else view.totals_before
    most = max((total.bytes for total in (*view.totals_before, *view.totals_after)), default=0)
    return bars(
        title,
        [
            PictureBar(
                total.device,
                total.bytes / most if most else 0.0,
                f"{size_text(total.bytes)} · {count_text(total.tensors, 'tensor')}",
                device_colour(total.device),
            )
            for total in totals
        ],
    )


def _findings(told: Told) -> Iterator[str]:
    yield f"<h2>{safe(say('Diagnosis'))}</h2>"
    yield f'<p class="muted">{safe(say("For {computer}", computer=told.computer))}</p>'
    yield from _found(told.view, told.findings)
    if told.view.plan:
        yield f"<h3>{safe(say('After the pending changes'))}</h3>"
        yield from _found(told.view, told.planned)


def _found(view: Preview, findings: Sequence[Finding]) -> Iterator[str]:
    if not findings:
        yield f"<p>{safe(say('Nothing is wrong.'))}</p>"
    for finding in findings:
        yield from _finding(view, finding)


def _finding(view: Preview, finding: Finding) -> Iterator[str]:
    rank = {ERROR: "error", WARNING: "warning"}.get(finding.severity, "note")
    yield f'<div class="finding {rank}">'
    yield f"<p><b>{safe(finding.title)}</b> "
    yield f'<span class="muted">{safe(severity_text(finding.severity).strip())} · {safe(finding.code)}</span></p>'
    if finding.message:
        yield _pre(finding.message)
    yield f"<p>{safe(finding.explanation)} {safe(finding.fix)}</p>"
    if finding.entries:
        found = places(view.catalogue, finding)
        named = listed(_code(place.text) for place in found[:_MOST_PATHS])
        yield f"<p>{named} {safe(others(finding, found, _MOST_PATHS))}</p>"
    if finding.edits:
        # `preview` is asked for the words alone: a cure that cannot be told is left out.
        cured = _command(view, finding)
        yield f"<p>{safe(say('The fix:'))}</p>{_pre(cured)}" if cured else ""
    yield "</div>"


def _command(view: Preview, finding: Finding) -> str:
    """The line that cures one finding of the file as it is on disk."""
    if view.plan:
        return ""
    source = view.catalogue.checkpoint.path.name
    return as_command(preview(view.catalogue, Plan(finding.edits)), source, str(beside(Path(source)))).line


def _plan(view: Preview) -> Iterator[str]:
    if not view.changes:
        return
    yield f"<h2>{safe(say('Pending changes'))}</h2><ul>"
    for change in view.changes:
        amounts = series(change.amounts)
        yield f'<li>{safe(change.title)} <span class="muted">{safe(amounts)}</span></li>'
    yield "</ul>"
    source = view.catalogue.checkpoint.path.name
    told = as_command(view, source, str(beside(Path(source))))
    if told.line and not told.left:
        yield _pre(told.line)


def _memory(analysis: Analysis) -> Iterator[str]:
    machine = analysis.machine
    yield f"<h2>{safe(say('Memory'))}</h2>"
    cards = f"{count_text(machine.gpus, 'GPU')} · {machine.card_text}" if machine.gpus else say("no GPU")
    yield f'<p class="muted">{safe(sentences(sentence(cards), guess(machine)) if machine.guessed else cards)}</p>'
    yield f"<p>{safe(analysis.why)}</p>"
    ways = [outcome for outcome in analysis.outcomes if outcome.verdict in (LOADS, OUT_OF_MEMORY)]
    whole = max([machine.capacity, *(outcome.peak for outcome in ways)])
    if ways and machine.gpus:
        yield bars(
            say("Peak memory of the fullest card, for each way of loading"),
            [
                PictureBar(
                    f"✓ {outcome.title}" if outcome in analysis.equals else outcome.title,
                    outcome.peak / whole if whole else 0.0,
                    f"{memory_text(outcome.peak)} · {say(outcome.verdict)}",
                    _GOOD_COLOUR if outcome.verdict == LOADS else _ERROR_COLOUR,
                )
                for outcome in ways
            ],
            memory_text(whole),
        )


def _keys(view: Preview) -> Iterator[str]:
    leaves = leaves_of(view)
    columns = (*("key", "shape", "dtype", "bytes", "device"), *(("after",) if view.plan else ()))
    names = (say("Key"), say("Shape"), say("Dtype"), say("Size"), say("Device"), say("After"))
    yield f"<h2>{safe(say('Keys'))}</h2><table><tr>"
    for column, name in zip(columns, names, strict=False):
        yield f"<th{_number(column)}>{safe(name)}</th>"
    yield "</tr>"
    for entry in leaves[:_MOST_KEYS]:
        row = row_of(view, entry, (*columns, "value"))
        shape = shape_text(row["shape"]) if row["shape"] is not None else row["value"]
        size = size_text(row["bytes"]) if row["bytes"] is not None else ""
        cells = (_code(row["key"]), safe(shape), safe(row["dtype"] or ""), safe(size), _device(row["device"]))
        yield _line((*cells, safe(row["after"] or "")) if view.plan else cells, columns)
    yield "</table>"
    if len(leaves) > _MOST_KEYS:
        yield f'<p class="muted">{safe(say("and {left:,} more", left=len(leaves) - _MOST_KEYS))}</p>'


def _line(cells: Iterable[str], columns: Sequence[str]) -> str:
    inside = "".join(f"<td{_number(name)}>{text}</td>" for name, text in zip(columns, cells, strict=True))
    return f"<tr>{inside}</tr>"


def _number(column: str) -> str:
    return ' class="n"' if column == "bytes" else ""


def _device(device: str | None) -> str:
    if device is None:
        return ""
    return f'<span class="chip" style="background:{device_colour(device)}"></span>{safe(device)}'


def _code(text: str) -> str:
    return f"<code>{safe(text)}</code>"


def _pre(text: str) -> str:
    """Text of several lines, each for itself."""
    lines = (safe(line.expandtabs(4)) for line in text.split("\n"))
    return "<pre>" + "\n".join(lines) + "</pre>"
