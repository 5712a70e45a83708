"""What is said while somebody waits for a server: how much has come and how fast, or that it does not answer."""

from __future__ import annotations

from typing import Final

from core.remote.traffic import News
from core.text import size_text
from core.words import say

PATIENCE: Final = 2.0
"""Seconds without a byte after which that is said."""


def is_trouble(news: News) -> bool:
    """Whether it is worth a word that nothing comes."""
    return news.silent >= PATIENCE or bool(news.trouble)


def news_text(news: News) -> str:
    """`316 kB received, 1.20 MB a second`, `example.org has not answered for 4 s (try 2 of 4: …)`, or empty."""
    told = {"host": news.host, "attempt": news.attempt, "attempts": news.attempts, "trouble": news.trouble}
    if not is_trouble(news):
        if not news.received:
            return ""
        received, speed = size_text(news.received), size_text(int(news.speed))
        return say("{received} received, {speed} a second", received=received, speed=speed)
    if news.silent < PATIENCE:
        return say("{host}: {trouble}; trying again ({attempt} of {attempts})", **told)
    if news.trouble:
        return say(
            "{host} has not answered for {seconds:.0f} s (try {attempt} of {attempts}: {trouble})",
            **told,
            seconds=news.silent,
        )
    return say("{host} has not answered for {seconds:.0f} s", host=news.host, seconds=news.silent)
