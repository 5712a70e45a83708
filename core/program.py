"""What the program is called by who started it: so it tells people to start it again."""

from __future__ import annotations

_words: tuple[str, ...] = ("python", "main.py")


def call(*words: str) -> None:
    """From now on the program is started with these words, such as ``pthfinder`` where it is installed."""
    global _words
    _words = words


def words() -> tuple[str, ...]:
    """The words of a command line that start the program."""
    return _words


def name() -> str:
    """What a usage line calls the program: the last of `words`."""
    return _words[-1]
