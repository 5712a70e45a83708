"""Lets go of a large document piece by piece.

To free 300,000 tensors in one go takes a quarter of a second in which the window stands still; piece by piece the
longest pause is 20 ms. Nobody must be looking at what is taken apart: the session has closed the document, but a job
may still be at work on it, or a panel about to be told. So this waits until the catalogue itself is gone, and keeps
nothing but a copy with the same tables in it.
"""

from __future__ import annotations

import weakref
from collections.abc import Callable
from copy import copy
from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import QObject, QTimer

from core.catalogue.catalogue import Catalogue
from core.catalogue.release import release
from core.release import release_dict, release_list
from gui.jobs.job import Job

PAUSE: Final = 100
"""Milliseconds after which to look again whether a catalogue is gone."""


@dataclass(frozen=True)
class _Leaving:
    alive: Callable[[], Catalogue | None]
    tables: Catalogue


class Leaving(QObject):
    """Catalogues that nobody needs any more."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._waiting: list[_Leaving] = []
        self._timer = QTimer(self, interval=PAUSE)
        self._timer.timeout.connect(self._look)

    def let_go(self, catalogue: Catalogue) -> None:
        """Free a catalogue as soon as all others have let go of it."""
        self._waiting.append(_Leaving(weakref.ref(catalogue), copy(catalogue)))
        self._timer.start()

    def _look(self) -> None:
        gone = [each for each in self._waiting if each.alive() is None]
        self._waiting = [each for each in self._waiting if each.alive() is not None]
        for each in gone:
            _free(each.tables)
        if not self._waiting:
            self._timer.stop()


def _free(tables: Catalogue) -> None:
    held = [tables]
    Job(lambda _tick: _take_apart(held)).start()


def _take_apart(held: list[Catalogue]) -> None:
    """Empty the tables, those too that were worked out later; the thread that runs this frees what is left."""
    tables = held.pop()
    for value in list(vars(tables).values()):
        if type(value) is dict:
            release_dict(value)
        else:
            release_list(value)
    release(tables)
