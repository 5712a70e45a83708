"""The one way to tell the user something, or to ask.

Rooms of the window call `say` and `ask`; what they look like is up to the `Messenger` in use. The window puts its own
in place, tests put in one that records and answers.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal, Protocol

from gui.look.plain_text import one_line

Level = Literal["info", "warning", "error"]

log = logging.getLogger("pthfinder")


@dataclass(frozen=True)
class Offer:
    """Something the user may do about a message: the words on the button, and what it does."""

    text: str
    act: Callable[[], object]


@dataclass(frozen=True)
class Message:
    """One thing told; `text` is plain text."""

    text: str
    level: Level = "info"
    offers: tuple[Offer, ...] = ()


@dataclass(frozen=True)
class Choice:
    """One way to answer a question; `key` is what `ask` returns."""

    key: str
    text: str
    destructive: bool = False


@dataclass(frozen=True)
class Question:
    """Something only the user can decide.

    Enter means the first answer, or the last one if the first is destructive; dismissing means the last one.
    """

    title: str
    text: str
    answers: tuple[Choice, ...]


class Messenger(Protocol):
    """Whoever brings messages to the user."""

    def say(self, message: Message) -> None:
        """Tell, without waiting."""

    def ask(self, question: Question) -> str:
        """Ask and wait; returns the key of the answer."""


class _LogMessenger:
    """Used while there is no window."""

    def say(self, message: Message) -> None:
        log.warning("%s", one_line(message.text))

    def ask(self, question: Question) -> str:
        log.warning("%s", one_line(question.text))
        return question.answers[-1].key


_messenger: Messenger = _LogMessenger()


def use(messenger: Messenger | None) -> Messenger:
    """Bring messages through `messenger` from now on (None: through the log); returns the one before."""
    global _messenger
    before, _messenger = _messenger, messenger or _LogMessenger()
    return before


def say(text: str, level: Level = "info", *offers: Offer) -> None:
    """Tell the user something that needs no answer."""
    _messenger.say(Message(text, level, offers))


def ask(question: Question) -> str:
    """Ask the user to decide; returns the key of the answer."""
    return _messenger.ask(question)
