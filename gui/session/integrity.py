"""What the check against the checksums found in the open file: asked for in one panel, shown in several."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from gui.session.session import Session

if TYPE_CHECKING:
    from core.catalogue.catalogue import Catalogue
    from core.catalogue.integrity import IntegrityReport


class Integrity(QObject):
    """The last check of one document; forgotten with it."""

    changed = Signal()
    """`report` is new."""

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self._session = session
        self.report: IntegrityReport | None = None
        for signal in (session.opened, session.closed):
            signal.connect(self._forget)

    @staticmethod
    def of(session: Session) -> Integrity:
        """The one of a session."""
        return session.findChild(Integrity) or Integrity(session)

    def put(self, catalogue: Catalogue, report: IntegrityReport) -> None:
        """A check has come to its end."""
        if self._session.catalogue is not None and catalogue.tree is self._session.catalogue.tree:
            self.report = report
            self.changed.emit()

    def _forget(self) -> None:
        if self.report is not None:
            self.report = None
            self.changed.emit()
