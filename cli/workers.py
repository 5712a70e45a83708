"""Who reads for a command: this process, others of this machine, or a cluster; and how far they are."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple

from cli.output import bytes_done, progress, shows_progress
from core.progress import Tick, ignore
from core.spread.address import is_address
from core.spread.choice import crew_for
from core.spread.crew import Crew
from core.words import say

_MOST = 1024


class Work(NamedTuple):
    """What an engine call takes to be done by workers, and to be watched."""

    tick: Tick
    crew: Crew | None


def worker_arguments(add: Callable[..., Any]) -> None:
    """``--workers`` and ``--cluster``."""
    usual = say(
        "number of processes that read, on this machine (default: 1 for small files, otherwise one per processor)"
    )
    add("--workers", type=_workers, metavar="N", help=usual)
    add(
        "--cluster",
        type=_address,
        metavar="ADDRESS",
        help=say("Dask workers that read: tcp://HOST:PORT of a scheduler, or local:N (needs distributed)"),
    )


@contextmanager
def at_work(arguments: argparse.Namespace, doing: str, nbytes: int) -> Iterator[Work]:
    """The workers that are asked for, for so many bytes, with progress where somebody looks. Raises `ClusterError`."""
    watched = shows_progress()
    tick = bytes_done(doing) if watched else ignore
    try:
        with crew_for(nbytes, arguments.workers, arguments.cluster) as crew:
            yield Work(tick, crew)
    finally:
        if watched:
            progress("")


def _workers(text: str) -> int:
    if not text.isascii() or not text.isdigit() or not 0 < int(text[:10]) <= _MOST:
        raise argparse.ArgumentTypeError(say("{text!r} is not a number from 1 to 1024", text=text))
    return int(text)


def _address(text: str) -> str:
    if not is_address(text):
        raise argparse.ArgumentTypeError(
            say("{text!r} is not a cluster; write local:8, or the tcp://HOST:PORT of its scheduler", text=text)
        )
    return text
