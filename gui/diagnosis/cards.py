"""The one list: what is wrong, each with its cure, notes folded under one line, then what else can be done."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QPushButton, QScrollArea, QVBoxLayout, QWidget

from core.diagnosis.finding import NOTE, Finding
from core.text import count_text
from core.words import say
from gui.diagnosis.finding_card import FindingCard
from gui.diagnosis.model import Card
from gui.look import theme
from gui.look.roles import Role, set_role

_LEAST = 120
"""Pixels in which a card can be read."""


class CardList(QScrollArea):
    """Cards below each other. A finding that stays keeps its card, so that what was unfolded and scrolled to stays."""

    cure_asked = Signal(object)
    reveal_asked = Signal(int)

    def __init__(self, above: Sequence[QWidget], below: QWidget, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._above = tuple(above)
        """What scrolls along above the cards; `below` does below them."""
        self.cards: list[FindingCard] = []
        self.notes: list[FindingCard] = []
        self.notes_button = QPushButton()
        self.notes_button.setProperty("link", True)
        self.notes_button.setCheckable(True)
        self.notes_button.setToolTip(say("Good to know; nothing fails because of it"))
        self.notes_button.toggled.connect(self._show_notes)
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setAccessibleName(say("Findings"))
        set_role(self, Role.Grouping)
        page = QWidget()
        self._column = QVBoxLayout(page)
        self._column.setContentsMargins(0, 0, 3, 0)
        self._column.setSpacing(8)
        for above_cards in self._above:
            self._column.addWidget(above_cards)
        self._column.addWidget(self.notes_button)
        self._column.addWidget(below)
        self._column.addStretch(1)
        self.setWidget(page)
        self._give_height()
        theme.theme().changed.connect(self._give_height)
        self.show_cards(())

    def _give_height(self) -> None:
        """A card can be read; where there is less room, the whole panel is scrolled."""
        self.setMinimumHeight(theme.px(_LEAST))

    def show_cards(self, cards: Sequence[Card], *, anew: bool = False) -> None:
        """Show these findings, worst first; `anew` makes every card again, in the colours of another theme, say."""
        known: dict[Finding, FindingCard] = {} if anew else {w.card.finding: w for w in (*self.cards, *self.notes)}
        before = [*self.cards, *self.notes]
        self.cards = [self._widget(card, known) for card in cards if card.finding.severity != NOTE]
        self.notes = [self._widget(card, known) for card in cards if card.finding.severity == NOTE]
        kept = set(map(id, (*self.cards, *self.notes)))
        for widget in before:
            self._column.removeWidget(widget)
            if id(widget) not in kept:
                widget.hide()
                widget.deleteLater()
        for place, shown in enumerate((*self.cards, self.notes_button, *self.notes), len(self._above)):
            self._column.insertWidget(place, shown)
        self.notes_button.setVisible(bool(self.notes))
        self._show_notes()

    def _widget(self, card: Card, known: dict[Finding, FindingCard]) -> FindingCard:
        widget = known.get(card.finding)
        if widget is not None and widget.card == card:
            return widget
        widget = FindingCard(card)
        widget.cure_asked.connect(self.cure_asked)
        widget.reveal_asked.connect(self.reveal_asked)
        return widget

    def _show_notes(self, *_toggled: object) -> None:
        shown = self.notes_button.isChecked()
        self.notes_button.setText(f"{'▾' if shown else '▸'} {count_text(len(self.notes), 'note')}")
        for widget in self.notes:
            widget.setVisible(shown)
        for widget in self.cards:
            widget.show()
