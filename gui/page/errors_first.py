"""The diagnosis comes into view when a file is opened that will not load as it is."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QObject

from core.diagnosis.finding import ERROR
from gui.session.doctor import Doctor
from gui.session.session import Session


class ErrorsFirst(QObject):
    """Once a file, with the first answer about it: from then on the tabs are the user's.

    A file that is read again, or comes back with the window, keeps the panels where they were. ``show`` brings the
    diagnosis into view.
    """

    def __init__(self, session: Session, comes_back: Callable[[], bool], show: Callable[[], None]) -> None:
        super().__init__(session)
        self._session, self._doctor = session, Doctor.of(session)
        self._comes_back, self._show = comes_back, show
        self._seen: Path | None = None
        self._is_due = False
        session.opened.connect(self._begin)
        self._doctor.changed.connect(self._look)

    def _begin(self) -> None:
        catalogue = self._session.catalogue
        path = catalogue.checkpoint.path if catalogue is not None else None
        self._is_due = path != self._seen and not self._comes_back()
        self._seen = path
        self._look()

    def _look(self) -> None:
        answered = self._doctor.answered
        if not self._is_due or answered is None or answered.preview is not self._session.preview:
            return
        self._is_due = False
        if any(finding.severity == ERROR for finding in self._doctor.findings or ()):
            self._show()
