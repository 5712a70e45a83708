"""A sentence on a ground that says how bad it is: does torch.load(f) work there, and does the file fit the model."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import QFrame, QWidget

from core.diagnosis.finding import ERROR, WARNING
from gui.look import icons, theme
from gui.look.plain_text import tooltip
from gui.look.roles import Role, set_role
from gui.look.wording import breakable
from gui.widgets.basic_widgets import plain_label
from gui.widgets.layouts import horizontal
from gui.widgets.wrapped_text import first_sentences

_ICON = 18


class VerdictLabel(QFrame):
    """A sentence on a ground that says how bad it is."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._text, self._brief = "", False
        set_role(self, Role.Grouping)
        self.severity = ""
        self._sign = plain_label()
        self.label = plain_label(wrap=True)
        self.label.setMinimumWidth(10)
        top = Qt.AlignmentFlag.AlignTop
        horizontal((self._sign, 0, top), (self.label, 1), of=self, margins=(10, 6, 10, 6), spacing=8)

    def say(self, severity: str, text: str, *, brief: bool = False) -> None:
        """Show a sentence; of a ``brief`` text those that would make it more than one line go into the tooltip."""
        self.severity = severity
        name = {ERROR: "error", WARNING: "warning", "": "good"}.get(severity, "info")
        self._sign.setPixmap(icons.pixmap(name, _ICON, self.ink))
        self._sign.setFixedSize(theme.px(_ICON), theme.px(_ICON))
        self._text, self._brief = text, brief
        self._fit()
        self.label.setStyleSheet(f"color: {theme.colours().text if severity == ERROR else self.ink};")
        self.setAccessibleName(text)
        self.update()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        shown, metrics = breakable(self._text), self.label.fontMetrics()
        if self._brief:
            one_line = QSize(self.label.width(), metrics.lineSpacing() * 9 // 5)
            shown = first_sentences(metrics, shown, one_line) or shown
        self.label.setText(shown)
        self.label.setToolTip(tooltip("" if shown == breakable(self._text) else self._text) or "")

    @property
    def ink(self) -> str:
        """The colour of its sign."""
        c = theme.colours()
        return {ERROR: c.error, WARNING: c.on_warning, "": c.on_good}.get(self.severity, c.text)

    def paintEvent(self, _event: QPaintEvent) -> None:
        c = theme.colours()
        grounds = {ERROR: (c.base, c.error), WARNING: (c.warning, c.warning_line), "": (c.good, c.good_line)}
        ground, line = grounds.get(self.severity, (c.hover, c.border))
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(QColor(line), 1))
        painter.setBrush(QColor(ground))
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), 6, 6)
        painter.end()
