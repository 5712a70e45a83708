"""Verify integrity: read every byte and compare it with the checksums in the file; name the keys that are hurt."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from core.catalogue.catalogue import Catalogue
from core.catalogue.integrity import IntegrityReport, verify
from core.progress import Tick
from core.spread.choice import crew_for
from core.words import say
from gui.diagnosis.check import CheckView
from gui.diagnosis.finding_card import FindingCard
from gui.diagnosis.integrity_model import damage_finding, report_text
from gui.diagnosis.model import card_of
from gui.session.integrity import Integrity
from gui.session.session import Session


class IntegrityView(CheckView):
    """What the checksums say of the file on disk; a plan does not change that."""

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(session, parent)
        self.report: IntegrityReport | None = None
        self._catalogue: Catalogue | None = None

    def start(self) -> None:
        """Read the file."""
        catalogue = self.session.catalogue
        if catalogue is not None and not self.busy:
            self._catalogue, self.report = catalogue, None
            self.run(say("Reading the file …"), lambda tick: _verify(catalogue, tick), sizes=True)

    def take(self, result: IntegrityReport) -> None:
        """Say that it is sound, or show what is hurt."""
        self.report = result
        if self._catalogue is not None:
            Integrity.of(self.session).put(self._catalogue, result)
        self.say(*report_text(result))
        if not result.is_sound and self._catalogue is not None:
            card = FindingCard(card_of(self._catalogue, damage_finding(self._catalogue, result)))
            card.reveal_asked.connect(self.session.reveal)
            card.unfold(True)
            self.show_details(card)


def _verify(catalogue: Catalogue, tick: Tick) -> IntegrityReport:
    """A large file is read by several processes."""
    with crew_for(catalogue.checkpoint.bytes) as crew:
        return verify(catalogue, tick, crew)
