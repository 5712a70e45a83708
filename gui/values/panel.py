"""Values, as a panel of the window: it follows what is selected, as soon as somebody looks."""

from __future__ import annotations

import importlib
import sys
from typing import TYPE_CHECKING, Any, Final

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QMenu, QStackedWidget, QWidget

from core.words import say
from gui.jobs.latest_job import LatestJob
from gui.look.plain_text import tooltip
from gui.session.session import Session
from gui.values.model import FILL, NOT_LOOKED_AT, PUT, Chosen, chosen
from gui.widgets.basic_widgets import plain_label
from gui.widgets.layouts import vertical
from gui.widgets.on_screen import Follower

if TYPE_CHECKING:
    from gui.values.one_tensor import OneTensor
    from gui.values.several import SeveralTensors

_PAGES: Final = {"gui.values.several": "SeveralTensors", "gui.values.one_tensor": "OneTensor"}
_LEAST: Final = 110
"""Pixels of its height: a page that would have more is cut, where a panel below it must fit into a small window too."""


class ValuesPanel(Follower):
    """A sentence, the page of one tensor, or that of several.

    The pages need libraries that take longer to import than the window has: they are imported beside the event loop
    when they are first looked at.
    """

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self.setMinimumHeight(_LEAST)
        self.one: OneTensor | None = None
        self.several: SeveralTensors | None = None
        self._found: Chosen | None = None
        """What is on show; None where it is to be shown anew."""
        self._wanted: tuple[int, tuple[int, ...], str] | None = None
        """The number to go to once its tensor is on show: row, index, and what to say then."""
        self.sentence = plain_label(rank="muted", wrap=True)
        self.sentence.setAlignment(Qt.AlignmentFlag.AlignCenter)
        blank = QWidget()
        vertical(self.sentence, of=blank, margins=16)
        self.pages = QStackedWidget()
        self.pages.addWidget(blank)
        vertical(self.pages, of=self, margins=0)
        self._import = LatestJob(self, done=self._make_pages, failed=self._give_up)
        for signal in (session.opened, session.closed):
            signal.connect(self._start_anew)
        session.plan_changed.connect(self._replan)
        # Walking through the tree with the arrow keys changes the entry at each step: wait until it rests.
        session.current_changed.connect(self.wait)
        session.selection_changed.connect(self.wait)
        self._start_anew()

    def sizeHint(self) -> QSize:
        return QSize(310, 560)

    def add_changes(self, menu: QMenu) -> None:
        """Put what changes many numbers into a menu; what cannot be done says why."""
        if self.one is not None:
            self.one.change.add_to(menu)
            return
        for text in (FILL, PUT):
            action = menu.addAction(say(text))
            action.setEnabled(False)
            action.setToolTip(tooltip(say(NOT_LOOKED_AT)) or "")

    # ---- following

    def _start_anew(self) -> None:
        self._found = None
        self.wait()

    def _replan(self) -> None:
        """Show what another plan makes: one tensor stays where it is, all else is shown anew."""
        one = self.one if self._found is not None and len(self._found.rows) == 1 else None
        if one is not None and not self.behind:
            one.replan()
        else:
            self._start_anew()

    def show_number(self, row: int, index: tuple[int, ...], word: str = "") -> None:
        """Show a number of the tensor that has just been selected, once that is on show."""
        self._wanted = row, index, word
        self.wait()

    @property
    def number(self) -> tuple[int, tuple[int, ...]] | None:
        """The row of the tensor and the index of the number that is highlighted, if any is."""
        rows = self._found.rows if self._found is not None else ()
        index = self.one.number if self.one is not None and len(rows) == 1 else None
        return None if index is None else (rows[0], index)

    def _arrive(self) -> None:
        rows = self._found.rows if self._found is not None else ()
        if self._wanted is None or self.one is None or not len(rows):
            return
        (row, index, word), self._wanted = self._wanted, None
        if list(rows) == [row]:
            self.one.go_to(index, word)

    def catch_up(self) -> None:
        """Follow the selection."""
        session = self._session
        found = chosen(session.preview, session.selection, session.current)
        if found == self._found:
            self._arrive()
            return
        self._found = found
        if self.one is not None and len(found.rows) != 1:
            self.one.forget()
        if self.several is not None and len(found.rows) <= 1:
            self.several.forget()
        self._show(found)

    def say(self, sentence: str) -> None:
        self.sentence.setText(sentence)
        self.pages.setCurrentIndex(0)

    def _show(self, found: Chosen) -> None:
        """Show a sentence, the numbers of a tensor, or several tensors beside each other."""
        if not len(found.rows):
            self.say(found.sentence)
        elif self.one is None or self.several is None:
            self.say(say("Preparing …"))
            self._load()
        elif len(found.rows) == 1:
            self.pages.setCurrentWidget(self.one)
            self.one.show_row(found.rows[0])
        else:
            self.pages.setCurrentWidget(self.several)
            self.several.show_rows(found.rows)
        self._arrive()

    # ---- the pages

    def _load(self) -> None:
        # While another thread imports a module, it is there already but without what it is wanted for.
        if all(hasattr(sys.modules.get(module), page) for module, page in _PAGES.items()):
            self._make_pages([sys.modules[module] for module in _PAGES])
        elif not self._import.busy:
            self._import.ask(lambda _tick: [importlib.import_module(name) for name in _PAGES])

    def _make_pages(self, modules: list[Any]) -> None:
        several, one = modules
        self.several, self.one = several.SeveralTensors(self._session), one.OneTensor(self._session)
        for page in (self.several, self.one):
            page.resize(self.size())  # at first a widget is wider than this panel, and would keep it so
            self.pages.addWidget(page)
        if self._found is not None:
            self._show(self._found)

    def _give_up(self, error: Exception) -> None:
        self.say(say("The numbers cannot be shown: {error}", error=error))
