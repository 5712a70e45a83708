"""Which panel comes into view by itself: the diagnosis of a broken file, the numbers of a selected tensor."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QApplication, QWidget

from core.diagnosis.finding import ERROR
from gui.document.selection import held
from gui.session.diagnosis_service import DiagnosisService
from gui.session.session import Session


class ErrorsFirst(QObject):
    """Brings the diagnosis into view once a file, with the first answer about it; from then on the tabs are the user's.

    A file that is read again, or comes back with the window, keeps the panels where they were. ``show`` brings the
    diagnosis into view.
    """

    def __init__(self, session: Session, comes_back: Callable[[], bool], show: Callable[[], None]) -> None:
        super().__init__(session)
        self._session, self._diagnosis = session, DiagnosisService.of(session)
        self._comes_back, self._show = comes_back, show
        self._seen: Path | None = None
        self._is_due = False
        session.opened.connect(self._begin)
        self._diagnosis.changed.connect(self._look)

    def _begin(self) -> None:
        catalogue = self._session.catalogue
        path = catalogue.checkpoint.path if catalogue is not None else None
        self._is_due = path != self._seen and not self._comes_back()
        self._seen = path
        self._look()

    def _look(self) -> None:
        answered = self._diagnosis.answered
        if not self._is_due or answered is None or answered.preview is not self._session.preview:
            return
        self._is_due = False
        if any(finding.severity == ERROR for finding in self._diagnosis.findings or ()):
            self._show()


class ValuesFirst(QObject):
    """Brings the numbers into view: what stands on top at first is about the file, who selects a tensor asks about it.

    It does so once a file, and not where a finding has led to the tensor, or the user has worked ``on_top``, with an
    error pasted there, say: from then on the tabs are the user's. It is made before whoever selects what a finding asks
    for, so that it hears of it sooner.
    """

    def __init__(
        self, session: Session, show: Callable[[], None], on_top: Callable[[QWidget], bool], parent: QObject
    ) -> None:
        super().__init__(parent)
        self._session, self._show, self._on_top = session, show, on_top
        self._is_due = False
        session.opened.connect(self._begin)
        session.reveal_requested.connect(self._end)
        session.select_requested.connect(self._end)
        session.selection_changed.connect(self._on_selection)
        application = QApplication.instance()
        assert isinstance(application, QApplication)
        application.focusChanged.connect(self._on_focus)

    def _on_focus(self, _old: QWidget | None, now: QWidget | None) -> None:
        self._is_due = self._is_due and not (now is not None and self._on_top(now))

    def _begin(self) -> None:
        self._is_due = True

    def _end(self, *_: object) -> None:
        self._is_due = False

    def _on_selection(self) -> None:
        catalogue = self._session.catalogue
        if self._is_due and catalogue is not None and len(held(catalogue, self._session.selection).rows) == 1:
            self._is_due = False
            self._show()
