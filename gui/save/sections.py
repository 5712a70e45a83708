"""The summary of a save as data: what will differ, what is not kept, devices, size, and what loading will do."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from core.edits.preview import Preview
from core.saving.outlook import Outlook
from core.text import count_text, size_text
from core.words import say, say_count
from gui.save.forecast import Forecast

MOST_LINES: Final = 100
"""Lines of a list; a plan can hold thousands of changes, and a file thousands of devices."""


@dataclass(frozen=True)
class Line:
    """One line of the summary: what, and how much of it."""

    what: str
    amount: str = ""


@dataclass(frozen=True)
class Section:
    """Lines below each other under one head; those of devices have the device's colour before them."""

    head: str
    lines: list[Line]
    devices: bool = False


def sections_of(preview: Preview, found: Forecast | None) -> list[Section]:
    """The whole summary; ``found`` is None while it is worked out, and says as much as is known then."""
    outlook = found.outlook if found is not None else None
    notes = [Line(each) for each in (*preview.warnings, *(outlook.notes if outlook is not None else ()))]
    sections = [
        Section(say("Notes"), notes),
        Section(say("What will differ"), change_lines(preview) or [Line(_unchanged(outlook))]),
    ]
    if found is None or outlook is not None:
        sections += [
            _devices(preview, outlook),
            Section(say("File size"), [Line(_size(preview, outlook))]),
            Section(say("Then"), [Line(found.then if found is not None else "…")]),
        ]
    return [section for section in sections if section.lines]


def change_lines(preview: Preview) -> list[Line]:
    """What will differ, one line a change."""
    lines = [Line(change.title, " · ".join(change.amounts)) for change in preview.changes]
    return _first_of(lines, lambda left: say_count(left, "… and {n:,} more change", "… and {n:,} more changes"))


def _unchanged(outlook: Outlook | None) -> str:
    """What there is to say where the plan changes nothing."""
    if outlook is not None and outlook.same:
        return say("nothing: the copy will hold the same as the source")
    if outlook is not None and outlook.missing:
        return say("no key is changed, but what is missing is left out")
    return say("no key is changed")


def _devices(preview: Preview, outlook: Outlook | None) -> Section:
    """The devices of the file to be saved, and what lies on each."""
    if outlook is not None and not outlook.keeps_devices:
        return Section(say("Devices after"), [Line(say("none: files of this kind name no device"))])
    lines = [
        Line(total.device, f"{count_text(total.tensors, 'tensor')} · {size_text(total.bytes)}")
        for total in preview.totals_after
        if total.tensors or total.bytes
    ]
    rest = _first_of(lines, lambda left: say_count(left, "… and {n:,} more device", "… and {n:,} more devices"))
    return Section(say("Devices after"), rest, devices=True)


def _first_of(lines: list[Line], rest: Callable[[int], str]) -> list[Line]:
    """As many lines as somebody reads, and how many more there are."""
    left = len(lines) - MOST_LINES
    return [*lines[:MOST_LINES], Line(rest(left))] if left > 0 else lines


def _size(preview: Preview, outlook: Outlook | None) -> str:
    """The size of the file before and after."""
    if outlook is None:
        return "…"
    before, after = size_text(preview.bytes_before), size_text(outlook.bytes)
    return after if before == after else f"{before} → {after}"
