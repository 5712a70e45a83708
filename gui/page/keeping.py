"""What of a page is kept for the next start, and what comes back of it once its file is open."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

from core.errors import EditError
from core.memory.known_cards import parse_card
from core.remote.address import as_path
from gui.look import settings
from gui.look.settings import Settings
from gui.session.computers import SessionMachine
from gui.session.kept_desk import MOST_SELECTED, KeptTab, TabState
from gui.session.loading_on import loading_on
from gui.session.session import Session, Steps


class Keeping:
    """Remembers what a page was like when the program ended, until its file is open."""

    def __init__(self, session: Session, remembered: Settings) -> None:
        self._session = session
        self._machine = SessionMachine.of(session)
        self.kept: KeptTab | None = None
        """What is to come back."""
        self._steps: Steps | None = None
        last = remembered.get(settings.LAST_CARD)
        with suppress(EditError):
            self._machine.last_card = parse_card(last) if last else None
        self._machine.card_used.connect(lambda card: remembered.set(settings.LAST_CARD, card.kept))

    def expect(self, kept: KeptTab | None, steps: Steps | None = None) -> None:
        """This is to come back; None for nothing. ``steps`` are those of a page of before."""
        self.kept, self._steps = kept, steps
        if kept is not None and kept.machine is not None:
            self._machine.choose(loading_on(kept.machine))

    def is_about(self, path: Path) -> bool:
        """Whether something is to come back of a file."""
        return self.kept is not None and as_path(self.kept.path) == path

    def state(self, path: Path, showing: str) -> TabState:
        """The page as it is to be kept."""
        session = self._session
        if session.catalogue is None or self.kept is not None:
            return TabState(path, showing=showing, machine=self._machine.on.kept, not_yet_back=self.kept)
        few = len(session.selection) <= MOST_SELECTED
        return TabState(
            session.catalogue.checkpoint.path,
            session.catalogue,
            session.plan,
            session.current,
            tuple(session.selection) if few else (),
            session.filter_text,
            session.filter_regex,
            showing,
            self._machine.on.kept,
        )

    def bring_back(self) -> None:
        """Take the steps, select and search what was selected and searched, as far as the file still has it."""
        session, kept, steps = self._session, self.kept, self._steps
        self.expect(None)
        catalogue = session.catalogue
        if steps is not None:
            session.take_steps(steps)
        if kept is None or catalogue is None:
            return
        if kept.search:
            session.set_filter(kept.search, kept.regex)
        current = catalogue.finds(kept.current) if kept.current else None
        if current is not None:
            session.reveal(current)
        selected = [entry for entry in map(catalogue.finds, kept.selected) if entry is not None]
        if len(selected) > 1:
            session.request_selection(selected)
