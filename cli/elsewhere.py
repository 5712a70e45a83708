"""Locations among the arguments: their secrets are taken away at the door, and who waits for a server is told."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from cli.output import progress, shows_progress
from core.remote.address import as_path, is_url
from core.text import sentences, size_text
from core.words import say

if TYPE_CHECKING:
    from core.remote.traffic import News

_LOCATIONS = ("file", "other", "output", "model", "against")
"""The arguments that can be one."""
_PATIENCE = 2.0
"""Seconds without a byte before that is told."""
_OFTEN = 1 << 20


@contextmanager
def reached(arguments: Any) -> Iterator[None]:
    """Locations are without secrets from now on, and what goes over the network is told on the terminal.

    Raises `CannotOpen` for a location that is not understood.
    """
    named = {name: getattr(arguments, name, None) for name in _LOCATIONS}
    urls = {name: each for name, each in named.items() if isinstance(each, str) and is_url(each)}
    for name, url in urls.items():
        setattr(arguments, name, str(as_path(url)))
    if not urls:
        yield
        return
    from core.remote.downloads import downloads_allowed  # noqa: PLC0415 - for locations alone
    from core.remote.traffic import listening  # noqa: PLC0415
    from core.saving.left_elsewhere import clear_elsewhere  # noqa: PLC0415

    watched = shows_progress()
    with listening(_Telling() if watched else None), downloads_allowed(getattr(arguments, "download", False)):
        try:
            yield
            clear_elsewhere(map(as_path, urls.values()))
        finally:
            if watched:
                progress("")


class _Telling:
    """Says how it goes where it takes long."""

    def __init__(self) -> None:
        self._said, self._until = "", _OFTEN

    def __call__(self, news: News) -> None:
        words = ""
        if news.silent >= _PATIENCE:
            words = say("waiting for {host} ({seconds:.0f} s)", host=news.host, seconds=news.silent)
            if news.attempt > 1 or news.trouble:
                tries = say("try {attempt} of {attempts}", attempt=news.attempt, attempts=news.attempts)
                words = sentences(words, f"{tries}: {news.trouble}" if news.trouble else tries)
        elif news.received >= self._until:
            self._until = news.received + _OFTEN
            words = say("{received}, {speed}/s", received=size_text(news.received), speed=size_text(int(news.speed)))
        if words and words != self._said:
            self._said = words
            progress(words)
