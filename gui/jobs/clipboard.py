"""Copies what is said about entries; a great many lines are put together beside the event loop."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from PySide6.QtGui import QGuiApplication

from core.loading.quoting import literal
from core.text import shown
from gui.jobs.job import Job

MANY: Final = 5_000
"""Entries from which on their lines take longer to put together than the window may stand still."""


def copy_lines(text_of: Callable[[int], str], entries: Sequence[int]) -> None:
    """Put one line an entry on the clipboard; many of them get there a moment later.

    A text that would not be seen as it is, or not be one line, is copied as Python writes it: whoever pastes it into a
    terminal must not run what stands behind a line break.
    """
    if len(entries) < MANY:
        _copy("\n".join([_line(text_of(entry)) for entry in entries]))
        return
    job = Job(lambda _tick: "\n".join([_line(text_of(entry)) for entry in entries]))
    job.done.connect(_copy)
    job.start()


def _line(text: str) -> str:
    return text if shown(text) == text else literal(text)


def _copy(text: str) -> None:
    QGuiApplication.clipboard().setText(text)
