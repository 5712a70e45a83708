"""The numbers of a tensor come into view when the first one is selected."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject

from gui.document.selection import held
from gui.session.session import Session


class ValuesFirst(QObject):
    """What stands on top at first is about the whole file; who selects a tensor asks about that one.

    Once a file, and not where a finding has led to the tensor: from then on the tabs are the user's. Made before
    whoever selects what a finding asks for, so that it hears of it sooner. ``show`` brings the numbers into view.
    """

    def __init__(self, session: Session, show: Callable[[], None], parent: QObject) -> None:
        super().__init__(parent)
        self._session, self._show = session, show
        self._is_due = False
        session.opened.connect(self._begin)
        session.reveal_requested.connect(self._end)
        session.select_requested.connect(self._end)
        session.selection_changed.connect(self._on_selection)

    def _begin(self) -> None:
        self._is_due = True

    def _end(self, *_: object) -> None:
        self._is_due = False

    def _on_selection(self) -> None:
        catalogue = self._session.catalogue
        if self._is_due and catalogue is not None and len(held(catalogue, self._session.selection).rows) == 1:
            self._is_due = False
            self._show()
