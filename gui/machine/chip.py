"""A chip that says on which machine the file is to be loaded; its menu chooses another."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Final

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QFontMetrics, QIcon
from PySide6.QtWidgets import QInputDialog, QMenu, QPushButton, QSizePolicy, QWidget

from core.errors import EditError
from core.memory.known_cards import CARDS, known_card
from core.memory.machine import parse_checked_card
from core.words import say
from gui.look import icons, messages, scale, theme
from gui.look.plain_text import caption, tooltip
from gui.session.computers import SessionMachine
from gui.session.loading_on import machine_choices, target_choices, words
from gui.session.session import Session

_MOST: Final = 340
"""Pixels that the words take at most, in usual text."""
_AROUND: Final = 40
_ICON: Final = 15
"""Pixels of the computer that stands for “Loading on”."""
_BESIDE: Final = 5
"""Pixels between it and the words."""


class MachineChip(QPushButton):
    """Shows the machine of a session, as every panel does, and sets it for all of them."""

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._machine = SessionMachine.of(session)
        self._room = _MOST
        self.setProperty("chip", True)
        scale.give_icon_size(self, _ICON)
        self.setSizePolicy(QSizePolicy.Policy.Minimum, QSizePolicy.Policy.Fixed)
        self.choices = QMenu(self)
        self.choices.aboutToShow.connect(self.fill_menu)
        self.setMenu(self.choices)
        for signal in (session.opened, self._machine.changed):
            signal.connect(self.refresh)
        theme.theme().follow(self.refresh)
        self.refresh()

    @property
    def whole(self) -> str:
        """All that the chip says where there is room."""
        return say("Loading on: {machine}", machine=self._words())

    def _words(self) -> str:
        return words(self._machine.computer, self._machine.on.card)

    def refresh(self) -> None:
        about = say(
            "The machine that will load the file. Banner, Diagnosis, Memory, Code and Save all use "
            "it. Click to choose another."
        )
        self.setToolTip(tooltip(f"{self.whole} ▾\n\n{about}") or "")
        self.setAccessibleName(self.whole)
        self.fit(self._room)

    def fit(self, room: int) -> None:
        """Take no more than so many pixels: “Loading on” gives way first, then “this computer”, then the end.

        Without “Loading on” a computer says what the words are about: they would be read on from the button beside it.
        """
        self._room = room
        metrics, most = QFontMetrics(self.font()), min(room, theme.px(_MOST)) - _AROUND
        text = self.whole
        alone = metrics.horizontalAdvance(text) > most
        if alone:
            most = max(most - theme.px(_ICON) - _BESIDE, 0)
            shortest = words(replace(self._machine.computer, is_here=False), self._machine.on.card)
            text = self._words() if metrics.horizontalAdvance(self._words()) <= most else shortest
            text = metrics.elidedText(text, Qt.TextElideMode.ElideRight, most)
        self.setIcon(icons.icon("computer") if alone else QIcon())
        self.setText(caption(f" {text} ▾" if alone else f"{text} ▾"))
        self.updateGeometry()

    def changeEvent(self, event: QEvent) -> None:
        """Other letters take other room."""
        super().changeEvent(event)
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.StyleChange):
            self.updateGeometry()

    # ---- the menu

    def fill_menu(self) -> None:
        """List what there is to choose from, with a mark at what is meant now."""
        menu, computer = self.choices, self._machine.computer
        menu.clear()
        plain = replace(computer, card=0)
        for choice in machine_choices(self._machine.here):
            its = choice.computer or self._machine.here
            if its.ranks == 2:
                menu.addSeparator()
            self._add(menu, choice.text, its == plain, partial(self._machine.set_computer, choice.computer))
        menu.addSeparator()
        targets = target_choices(computer)
        if targets:
            runs_on = menu.addMenu(say("Run on"))
            for card, name in enumerate(targets):
                self._add(
                    runs_on,
                    name,
                    card == computer.card,
                    partial(self._machine.set_computer, replace(computer, card=card)),
                )
        self._add_cards(menu.addMenu(say("Card")))

    def _add_cards(self, menu: QMenu) -> None:
        """The card that is meant or was chosen last, those that are known by name, and any other size."""
        meant = self._machine.card
        cards = [known_card(name) for name in CARDS]
        for card in dict.fromkeys((meant, *cards)):
            if card is not None:
                is_meant = card == meant and bool(self._machine.computer.gpus)
                self._add(menu, card.text, is_meant, partial(self._machine.set_card, card))
        menu.addSeparator()
        menu.addAction(say("Another size…"), self.ask_card)

    @staticmethod
    def _add(menu: QMenu, text: str, chosen: bool, act: Callable[[], object]) -> None:
        action = menu.addAction(caption(text), act)
        action.setCheckable(True)
        action.setChecked(chosen)

    def ask_card(self) -> None:
        """Have a card typed, by its name or by its size."""
        card, question = self._machine.card, say("Its name or its memory, such as T4 or 24 GB:")
        text, given = QInputDialog.getText(self, say("Which card?"), question, text=card.text if card else "")
        if not given:
            return
        try:
            self._machine.set_card(parse_checked_card(text))
        except EditError as error:
            messages.say(str(error), "warning")
