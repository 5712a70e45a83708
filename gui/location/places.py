"""Places that other programs hand over: files and links that are dropped or pasted, and URLs that are typed."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Final

from PySide6.QtCore import QMimeData, QUrl

from core.errors import CannotOpen
from core.remote.address import as_path, is_url

_MOST_LINES: Final = 20
"""Lines of a text of which each may be a URL; more are a text."""


def places_in(data: QMimeData) -> list[Path]:
    """The files, folders and locations in what is dragged or pasted; none of a text that says anything else."""
    found = [_place(url) for url in data.urls()]
    if found:
        return [place for place in found if place is not None]
    return places_of_text(data.text())


def places_of_text(text: str) -> list[Path]:
    """The locations of a text that is a URL, or one in each line; none of any other."""
    lines = text.split("\n", _MOST_LINES)
    named = [line.strip() for line in lines if line.strip()]
    if len(lines) > _MOST_LINES or not all(is_url(line) and not any(map(str.isspace, line)) for line in named):
        return []
    return _understood(named)


def _place(url: QUrl) -> Path | None:
    if url.isLocalFile():
        return Path(url.toLocalFile())
    return next(iter(_understood([url.toString(QUrl.ComponentFormattingOption.FullyEncoded)])), None)


def _understood(texts: Iterable[str]) -> list[Path]:
    found = []
    for text in texts:
        if not is_url(text):
            return []
        try:
            found.append(as_path(text))
        except CannotOpen:
            return []
    return found
