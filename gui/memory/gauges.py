"""A live gauge of each NVIDIA card of this computer, or a quiet line that says why there is none."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QColor, QFontMetrics, QHideEvent, QPainter, QPaintEvent, QShowEvent
from PySide6.QtWidgets import QSizePolicy, QVBoxLayout, QWidget

from core.memory.sizes import memory_text
from core.torch_child.gpus import Gpu, LiveCards, live_cards
from core.words import say
from gui.jobs.latest_job import LatestJob
from gui.look import theme
from gui.look.plain_text import tooltip
from gui.look.roles import Role, set_role
from gui.memory.legend import owner_colour
from gui.widgets.basic_widgets import plain_label
from gui.widgets.on_screen import is_on_screen

INTERVAL: Final = 1000
"""Milliseconds between two looks at the cards while somebody watches."""
_BAR = 8


class Gauge(QWidget):
    """One card: its name and what is free, and a bar of used by us, used by others, free."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        set_role(self, Role.Indicator)
        self.card: Gpu | None = None
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def show_card(self, card: Gpu) -> None:
        """Show a card as it is now."""
        self.card = card
        text = say(
            "{device}: {card}, {total:,} bytes\n"
            "used by this program: {ours:,}\n"
            "used by others: {others:,}\n"
            "free: {free:,}",
            device=card.device,
            card=card.name,
            total=card.total,
            ours=card.ours,
            others=card.others,
            free=card.free,
        )
        self.setToolTip(tooltip(text) or "")
        self.setAccessibleName(
            say(
                "{device}: {memory} of {memory_of_total} free",
                device=card.device,
                memory=memory_text(card.free),
                memory_of_total=memory_text(card.total),
            )
        )
        self.update()

    def sizeHint(self) -> QSize:
        """A line of text and a bar."""
        return QSize(200, QFontMetrics(self.font()).height() + _BAR + 4)

    def minimumSizeHint(self) -> QSize:
        """The name may be cut."""
        return QSize(140, self.sizeHint().height())

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint words and bar."""
        card = self.card
        if card is None:
            return
        painter = QPainter(self)
        colours, metrics = theme.colours(), QFontMetrics(self.font())
        free = say("{memory} free", memory=memory_text(card.free))
        line = QRectF(0, 0, self.width(), metrics.height())
        painter.setPen(QColor(colours.muted))
        painter.drawText(line, int(Qt.AlignmentFlag.AlignRight), free)
        painter.setPen(QColor(colours.text))
        room = self.width() - metrics.horizontalAdvance(free) - 10
        name = metrics.elidedText(f"{card.device} · {card.name}", Qt.TextElideMode.ElideRight, room)
        painter.drawText(line, int(Qt.AlignmentFlag.AlignLeft), name)
        track = QRectF(0, metrics.height() + 2, self.width(), _BAR)
        painter.fillRect(track, QColor(colours.hover))
        left = 0.0
        for nbytes, colour in ((card.ours, owner_colour("model")), (card.others, owner_colour("leftover"))):
            width = track.width() * min(nbytes, card.total) / max(1, card.total)
            painter.fillRect(QRectF(left, track.top(), width, _BAR), colour)
            left += width
        painter.end()


class Gauges(QWidget):
    """All cards; asks the driver beside the event loop, and only while it is on the screen."""

    #: The cards of this computer are known.
    found = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.gauges: list[Gauge] = []
        self.quiet = plain_label(rank="muted", wrap=True)
        self._latest = LatestJob(self)
        self._latest.done.connect(self._take)
        self._latest.failed.connect(self._fail)
        self._timer = QTimer(self)
        self._timer.setInterval(INTERVAL)
        self._timer.timeout.connect(self._look_again)
        self._layout = QVBoxLayout(self)
        self._layout.setContentsMargins(0, 0, 0, 0)
        self._layout.setSpacing(4)
        self._layout.addWidget(self.quiet)

    def look(self) -> None:
        """Ask once."""
        if not self._latest.busy:
            self._latest.ask(lambda _tick: live_cards())

    def _look_again(self) -> None:
        if is_on_screen(self):
            self.look()

    def showEvent(self, event: QShowEvent) -> None:
        """Somebody watches."""
        super().showEvent(event)
        self.look()

    def hideEvent(self, event: QHideEvent) -> None:
        """Nobody watches any more."""
        super().hideEvent(event)
        self._timer.stop()

    def _take(self, live: LiveCards) -> None:
        while len(self.gauges) < len(live.cards):
            self.gauges.append(Gauge())
            self._layout.addWidget(self.gauges[-1])
        for place, gauge in enumerate(self.gauges):
            gauge.setVisible(place < len(live.cards))
            if place < len(live.cards):
                gauge.show_card(live.cards[place])
        self.quiet.setVisible(not live.cards)
        self.quiet.setText(live.problem or "")
        # Where there is no card now, none will be plugged in.
        if live.cards and self.isVisible():
            self._timer.start()
        self.found.emit(live)

    def _fail(self, error: Exception) -> None:
        self._take(LiveCards((), say("The cards of this computer cannot be read: {error}", error=error)))
