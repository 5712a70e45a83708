"""How fast long work gets on, and how long it will still take."""

from __future__ import annotations

from core.text import size_text
from core.words import say, say_count

_SOON = 0.5
"""Seconds before which any pace would be a guess."""


def speed_text(done: int, seconds: float) -> str:
    """Bytes a second since the work began: ``812 MiB/s``; nothing while that would be a guess."""
    if done <= 0 or seconds < _SOON:
        return ""
    return say("{size}/s", size=size_text(round(done / seconds)))


def left_text(done: int, total: int, seconds: float) -> str:
    """The time left at the pace so far, or nothing while that would be a guess."""
    if done <= 0 or total <= 0 or seconds < _SOON or done / total < 0.02:
        return ""
    left = seconds * (total - done) / done
    if left < 1.5:
        return say("about a second left")
    if left < 90:
        return say_count(round(left), "about {n} second left", "about {n} seconds left")
    return say_count(round(left / 60), "about {n} minute left", "about {n} minutes left")


def bytes_text(done: int, total: int, seconds: float) -> str:
    """``1.53 GiB of 3.60 GiB · 812 MiB/s · about 3 seconds left``."""
    done_of = say("{done} of {total}", done=size_text(done), total=size_text(total))
    return " · ".join(filter(None, (done_of, speed_text(done, seconds), left_text(done, total, seconds))))
