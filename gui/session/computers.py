"""The one machine of a session, which all panels ask; what this computer has is asked once and without torch."""

from __future__ import annotations

import functools
from dataclasses import replace

from PySide6.QtCore import QObject, Signal

from core.loading.computer import Computer
from core.memory.known_cards import Card
from core.torch_child.gpus import Gpu, live_cards
from gui.session.loading_on import LoadingOn
from gui.session.session import Session, SessionService


class Assumptions(QObject):
    """What the user prefers to be assumed, in the whole program; `changed` tells whoever has worked with it."""

    changed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.gpus: int | None = None
        """The GPUs of this computer; None for those that it has."""
        self.card: Card | None = None
        """The card whose memory is asked about; None for what this computer has."""

    def assume(self, gpus: int | None, card: Card | None) -> None:
        """Assume something else from now on."""
        if (gpus, card) != (self.gpus, self.card):
            self.gpus, self.card = gpus, card
            self.changed.emit()


@functools.cache
def assumptions() -> Assumptions:
    """The one object of the program."""
    return Assumptions()


class SessionMachine(SessionService):
    """The machine that the file of a session is to be loaded on: every panel shows it, and any of them sets it."""

    changed = Signal()
    """`computer` or `card` is new."""
    card_used = Signal(object)
    """The user has chosen this `Card`."""

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self.on = LoadingOn()
        """What was chosen."""
        self.last_card: Card | None = None
        """The card that was chosen last, in whatever file: what is asked about where nothing else is known."""
        self._seen: tuple[Gpu, ...] | None = None
        self._assumed = assumptions().gpus, assumptions().card
        assumptions().changed.connect(self._assume)

    @property
    def computer(self) -> Computer:
        return self.on.computer or self.here

    @property
    def here(self) -> Computer:
        """The computer that the user sits at, or what it counts as."""
        assumed = assumptions().gpus
        return Computer(len(self._cards) if assumed is None else assumed, is_here=True)

    @property
    def _cards(self) -> tuple[Gpu, ...]:
        return _live() if self._seen is None else self._seen

    def see(self, cards: tuple[Gpu, ...]) -> None:
        """Take the cards that the driver says this computer has."""
        if [(card.name, card.total) for card in cards] != [(card.name, card.total) for card in self._cards]:
            self._seen = cards
            self.changed.emit()

    @property
    def card(self) -> Card | None:
        """Its card; None where nobody has said which, and there is none here to be asked about."""
        least = min(self._cards, key=lambda card: card.total, default=None)
        found = Card(least.total, least.name) if least is not None else None
        return self.on.card or assumptions().card or found or self.last_card

    def choose(self, on: LoadingOn) -> None:
        """Be another machine from now on. What is just this computer is called so."""
        if on.computer is not None:
            on = replace(on, computer=None if on.computer == self.here else replace(on.computer, is_here=False))
        if on == self.on:
            return
        self.on = on
        if on.card is not None and on.card != self.last_card:
            self.last_card = on.card
            self.card_used.emit(on.card)
        self.changed.emit()

    def set_computer(self, computer: Computer | None) -> None:
        """Mean another computer; None is this one."""
        self.choose(replace(self.on, computer=computer))

    def set_card(self, card: Card) -> None:
        """Mean a card of this kind: a computer without a GPU gets one."""
        self.choose(self.on.with_card(card, self.here))

    def _assume(self) -> None:
        """What the user prefers now holds at once, whatever was chosen before."""
        before, self._assumed = self._assumed, (assumptions().gpus, assumptions().card)
        computer = self.on.computer if before[0] == self._assumed[0] else None
        self.on = LoadingOn(computer, self.on.card if before[1] == self._assumed[1] else None)
        self.changed.emit()


def gpus_here() -> int:
    """The NVIDIA cards that this program can see, 0 where there is no driver; or as many as are assumed."""
    assumed = assumptions().gpus
    return len(_live()) if assumed is None else assumed


@functools.cache
def _live() -> tuple[Gpu, ...]:
    return live_cards().cards
