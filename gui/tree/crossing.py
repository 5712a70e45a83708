"""How the keyboard goes from the search to what it found, and back."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from gui.session.session import Session


class Crossing(QObject):
    """Between the search line and the tree of a session, which know nothing of each other."""

    to_results = Signal()
    """On to the first row that the search found."""
    to_search = Signal()
    """Back to what is searched for."""

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self._session = session
        self._crossed = False

    @staticmethod
    def of(session: Session) -> Crossing:
        return session.findChild(Crossing) or Crossing(session)

    def go(self) -> None:
        """On to what was found."""
        self._crossed = True
        self.to_results.emit()

    def go_back(self) -> bool:
        """Back to where one came from; False for who has not come from a search, or has ended it since."""
        if not (self._crossed and self._session.filter_text):
            return False
        self._crossed = False
        self.to_search.emit()
        return True
