"""What a worker runs: a function of ours, called by its name, with a span that says all that it needs to know."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Any, Final, NamedTuple

from core import errors
from core.languages import speak
from core.version import VERSION
from core.words import language, say

WORKS: Final = frozenset(
    {
        "core.formats.spread.sums:summed",
        "core.runs.health:read_whole",
        "core.values.spread_diff:compared",
        "core.values.spread_scan:look",
        "core.values.spread_scan:read",
    }
)
"""All that a worker carries out, by module and function: each takes a span, and touches nothing but what it names."""
DONE, POISONED, STOPS = "done", "poisoned", "stops"
STOPPING: Final = {each.__name__: each for each in (errors.SourceChanged, errors.NotSeen, errors.OtherVersion)}
"""Errors that are no fault of one span: whoever asked is told, and all others stop."""


class Reply(NamedTuple):
    """How it ended: `DONE` with an ``answer``, `POISONED` with a ``text`` why, or `STOPS` with an ``error`` too."""

    end: str
    answer: Any = None
    text: str = ""
    error: str = ""


class Order(NamedTuple):
    """What goes to a worker: the ``work`` by its name, a ``span``, and who asks, in which language."""

    work: str
    span: Any
    version: str
    language: str


def order(work: str, span: Any) -> Order:
    """An order of this program."""
    return Order(work, span, VERSION, language())


def carry_out(wanted: Order) -> Reply:
    """Do what is wanted. Never raises: what went wrong is told in plain text."""
    try:
        if wanted.version != VERSION:
            raise errors.OtherVersion(
                say(
                    "A worker has Pthfinder {theirs}, and this is {ours}. Install the same one everywhere.",
                    theirs=VERSION,
                    ours=wanted.version,
                )
            )
        if wanted.language != language():
            speak(wanted.language)
        return Reply(DONE, _function(wanted.work)(wanted.span))
    except tuple(STOPPING.values()) as error:
        return Reply(STOPS, text=str(error), error=type(error).__name__)
    except errors.CheckpointError as error:
        return Reply(POISONED, text=str(error))
    except Exception as error:  # noqa: BLE001 - whatever it is, the rest goes on
        return Reply(POISONED, text=f"{type(error).__name__}: {error}")


def _function(name: str) -> Callable[[Any], Any]:
    """The function of a work. Raises `OtherVersion` for anything that is not in the list."""
    if name not in WORKS:
        raise errors.OtherVersion(say("A worker was asked for {name}, which is not a task of Pthfinder.", name=name))
    module, _, function = name.partition(":")
    found: Callable[[Any], Any] = getattr(import_module(module), function)
    return found


def raise_again(reply: Reply) -> None:
    """Raises what stopped a worker, here."""
    if reply.end == STOPS:
        raise STOPPING[reply.error](reply.text)
