"""The pasted error that a document is asked about, for those beside the panel that answers it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Signal

from core.diagnosis.finding import Finding
from gui.session.session import Session, SessionService

if TYPE_CHECKING:
    from core.diagnosis.trap import Recognised


class AskedError(SessionService):
    """What stands in the box: `recognised` is an error that the file causes, or would without what is planned."""

    changed = Signal()
    """`recognised` or `offered` is new."""

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self.recognised: Recognised | None = None
        self.offered = ""
        """What the button of the answer does that is on the screen; empty where there is none."""
        self._past: dict[Finding, bool] = {}
        session.opened.connect(self._past.clear)

    def put(self, recognised: Recognised | None, offered: str) -> None:
        """The answer is this one now."""
        if (recognised, offered) != (self.recognised, self.offered):
            self.recognised, self.offered = recognised, offered
            self._past.clear()
            self.changed.emit()

    def got_past(self, finding: Finding) -> bool:
        """Whether the script that raised the error got past what a finding tells of the open file."""
        if self.recognised is None:
            return False
        if finding not in self._past:
            self._past[finding] = self._got_past(self.recognised, finding)
        return self._past[finding]

    def _got_past(self, recognised: Recognised, finding: Finding) -> bool:
        from core.diagnosis.traceback.answer import got_past  # noqa: PLC0415 - the window starts without

        return got_past(recognised, finding, self._session.catalogue)
