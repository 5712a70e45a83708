"""Frees a large document beside the event loop.

To free 300,000 tensors in one go the window would stand still for 0.4 s and more. Nobody must be looking at what is
taken apart: the session has closed the document, but a job may still be at work on it, or a panel about to be told. So
this waits until the catalogue itself is gone, and keeps nothing but a copy with the same tables in it.
"""

from __future__ import annotations

import ctypes
import gc
import sys
import weakref
from copy import copy
from functools import partial
from typing import Final

from PySide6.QtCore import QCoreApplication, QObject, QTimer

from core.catalogue.catalogue import Catalogue
from core.catalogue.release import release
from core.progress import Tick
from gui.jobs.job import Job

PAUSE: Final = 100
"""Milliseconds after which to look again whether a catalogue is gone."""


class Disposer(QObject):
    """Catalogues that nobody needs any more."""

    @staticmethod
    def of_program() -> Disposer:
        """The one that outlives each session, as long as the application lives."""
        application = QCoreApplication.instance()
        assert application is not None
        return application.findChild(Disposer) or Disposer(application)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._waiting: list[tuple[weakref.ref[Catalogue], Catalogue]] = []
        self._timer = QTimer(self, interval=PAUSE)
        self._timer.timeout.connect(self._look)

    def let_go(self, catalogue: Catalogue) -> None:
        """Free a catalogue as soon as all others have let go of it."""
        self._waiting.append((weakref.ref(catalogue), copy(catalogue)))
        self._timer.start()

    def _look(self) -> None:
        waiting, self._waiting = self._waiting, []
        for held, tables in waiting:
            if held() is not None:
                self._waiting.append((held, tables))
            else:
                job = Job(partial(_free, tables))
                job.ended.connect(self._give_back)
                job.start()
        if not self._waiting:
            self._timer.stop()

    def _give_back(self) -> None:
        """Widgets of the document may be among what is collected, so it is done here; the rest takes longer."""
        collect()
        forget_lookups()
        Job(lambda _tick: trim()).start()


def _free(tables: Catalogue, _tick: Tick) -> None:
    release(tables)


QUICK: Final = 300_000
"""Objects that the collector goes through within a tenth of a second."""


def collect() -> bool:
    """Free what only refers to itself, hidden by `gui/jobs/job.py` or not. Widgets may go: on the window's thread only.

    Returns False, with nothing done, where other documents are so large that the window would stand still for it.
    """
    if gc.get_freeze_count() > QUICK:
        return False
    gc.unfreeze()
    gc.collect()
    return True


def forget_lookups() -> None:
    """Have types forget the names that they were last asked for.

    Qt makes a new text each time that it asks for one. Python remembers thousands of them, and each keeps a whole
    mebibyte from the system if it lies among what was a document.
    """
    forget = getattr(sys, "_clear_internal_caches", None)  # from Python 3.13 on, which deprecates the other
    (forget or sys._clear_type_cache)()  # noqa: SLF001 - documented


_ARENA_MAX: Final = -8
"""`M_ARENA_MAX` of `malloc.h`."""


def share_one_heap() -> bool:
    """Have all threads allocate from one heap, as `trim` gives back the end of no other; False where it is not glibc's.

    The threads of jobs have heaps of their own otherwise, and each keeps up to 64 MB that nobody uses.
    """
    return _glibc("mallopt", _ARENA_MAX, 1)


def trim() -> bool:
    """Have the allocator return the pages that it holds and nobody uses; False where it is not glibc's."""
    return _glibc("malloc_trim", 0)


def _glibc(name: str, *numbers: int) -> bool:
    function = getattr(ctypes.CDLL(None), name, None) if sys.platform == "linux" else None
    if function is not None:
        function(*numbers)
    return function is not None
