"""F8: from one NaN or Inf of the open file to the next, across tensors; Shift+F8 goes back."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable
from importlib import import_module
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QObject

from core.words import say
from gui.jobs.latest_job import LatestJob
from gui.look import messages
from gui.session.scanning import Scanner
from gui.session.session import Session

if TYPE_CHECKING:
    from core.values.odd_cells import Next

ENGINE: Final = "core.values.odd_cells"
"""The module that looks. Its thread imports it, so the window starts without it."""
Place = tuple[int, tuple[int, ...]]


class OddWalk(QObject):
    """Looks for the next NaN or Inf on another thread, and shows it. It has a file scanned first where none has been.

    ``number`` gives the row and the index of the number that is highlighted, if any is.
    """

    def __init__(self, session: Session, number: Callable[[], Place | None], scan: Callable[[], None]) -> None:
        super().__init__(session)
        self._session, self._number, self._scan = session, number, scan
        self._scanner = Scanner.of(session)
        self._scanner.changed.connect(self._go_on)
        self._waits: bool | None = None
        """Whether to step backwards when the scan has ended; None where no step waits for it."""
        self._backwards = False
        self._from: Place | None = None
        self._job = LatestJob(self, done=self._show, failed=lambda error: messages.say(str(error), "warning"))
        for signal in (session.opened, session.closed):
            signal.connect(self._drop)

    def step(self, *, backwards: bool) -> None:
        """Show the next one, or the one before."""
        preview, scan = self._session.preview, self._scanner.scan
        if preview is None:
            return
        if scan is None:
            self._waits = backwards
            if not self._scanner.busy:
                self._scan()
            return
        self._backwards, self._from = backwards, self._here()
        row, index = self._from or (self._row(backwards), None)
        known = scan.statistics

        def look(tick: Callable[[int, int], None]) -> Next | None:
            engine = import_module(ENGINE)
            found: Next | None = engine.next_odd(
                preview, known, engine.Cell(row, index), backwards=backwards, tick=tick
            )
            return found

        self._job.ask(look)

    def _here(self) -> Place | None:
        """Return the highlighted number, where it is one of the tensor that is selected."""
        number, catalogue = self._number(), self._session.catalogue
        current = self._session.current
        if number is None or catalogue is None or current < 0 or catalogue.rows[current] != number[0]:
            return None
        return number

    def _row(self, backwards: bool) -> int:
        """The tensor to begin with: the selected one, or the next one in the file."""
        catalogue, current = self._session.catalogue, self._session.current
        assert catalogue is not None
        entries = catalogue.tree.tensors
        if current < 0:
            return len(entries) - 1 if backwards else 0
        row = bisect_left(entries, current)
        at_it = row < len(entries) and entries[row] == current
        return row - 1 if backwards and not at_it else row

    def _show(self, found: Next | None) -> None:
        catalogue = self._session.catalogue
        if catalogue is None:
            return
        if found is None:
            messages.say(say("There is no NaN or Inf in this file."), "info")
            return
        cell = found.cell
        assert cell.index is not None
        word = ""
        if (cell.row, cell.index) == self._from:
            word = say("This is the only NaN or Inf of the file.")
        elif found.again:
            word = say("Continued from the end: there is no earlier NaN or Inf.") if self._backwards else ""
            word = word or say("Continued from the start: there is no later NaN or Inf.")
        self._session.show_number(catalogue.tensors[cell.row].entry, cell.index, word)

    def _go_on(self) -> None:
        """Take the step that waits, if the scan has ended."""
        backwards, scanner = self._waits, self._scanner
        if backwards is None or scanner.busy:
            return
        self._waits = None
        if scanner.scan is not None:
            self.step(backwards=backwards)

    def _drop(self) -> None:
        self._waits = None
        self._job.drop()
