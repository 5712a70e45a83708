"""The answer on top of the panel: whether it fits, and by which way; below it torch's term for that way."""

from __future__ import annotations

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QFrame, QHBoxLayout, QVBoxLayout, QWidget

from gui.look import icons, theme
from gui.look.wording import breakable
from gui.widgets.basic_widgets import plain_label

_ICON = 16


class Headline(QFrame):
    """A sentence on a ground that says whether it is a good one."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._good: bool | None = None
        self._said: tuple[str, bool | None, str] = ("", None, "")
        self.doubtful = False
        self._mark = plain_label()
        self.label = plain_label(wrap=True)
        self.term = plain_label(wrap=True, mono=theme.key_font())
        words = QVBoxLayout()
        words.setSpacing(2)
        words.addWidget(self.label)
        words.addWidget(self.term)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(9, 6, 9, 6)
        layout.setSpacing(7)
        layout.addWidget(self._mark, 0, Qt.AlignmentFlag.AlignTop)
        layout.addLayout(words, 1)

    def say(self, text: str, good: bool | None, term: str = "") -> None:
        """Show a sentence, and a piece of code it speaks of; None: it says nothing good and nothing bad."""
        self._said = text, good, term
        self._good = good = None if self.doubtful else good
        colours = theme.colours()
        name, ink = {
            True: ("good", colours.on_good),
            False: ("warning", colours.on_warning),
            None: ("info", colours.disabled if self.doubtful else colours.text),
        }[good]
        self.label.setText(breakable(text))
        self.label.setStyleSheet(f"color: {ink};")
        self.term.setText(breakable(term))
        self.term.setStyleSheet(f"color: {colours.muted if good is None else ink};")
        self.term.setVisible(bool(term))
        self._mark.setPixmap(icons.pixmap(name, _ICON, ink))
        self._mark.setFixedSize(theme.px(_ICON), theme.px(_ICON))
        self.update()

    def doubt(self, on: bool) -> None:
        """Grey, while what stands above is no machine: the sentence is about the one of before."""
        if on != self.doubtful:
            self.doubtful = on
            self.say(*self._said)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint the ground."""
        colours = theme.colours()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        line, ground = {
            True: (colours.good_line, colours.good),
            False: (colours.warning_line, colours.warning),
            None: (colours.border, colours.hover),
        }[self._good]
        painter.setPen(QPen(QColor(line), 1))
        painter.setBrush(QColor(ground))
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), 6, 6)
        painter.end()
