"""A sentence on a ground that says how bad it is: does torch.load(f) work there, and does the file fit the model."""

from __future__ import annotations

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QFrame, QWidget

from core.diagnosis.finding import ERROR, WARNING
from gui.look import icons, theme
from gui.look.roles import Role, set_role
from gui.look.wording import breakable
from gui.widgets.basic_widgets import plain_label
from gui.widgets.layouts import horizontal

_ICON = 18


class VerdictLabel(QFrame):
    """A sentence on a ground that says how bad it is."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        set_role(self, Role.Grouping)
        self.severity = ""
        self._sign = plain_label()
        self.label = plain_label(wrap=True)
        self.label.setMinimumWidth(10)
        top = Qt.AlignmentFlag.AlignTop
        horizontal((self._sign, 0, top), (self.label, 1), of=self, margins=(10, 6, 10, 6), spacing=8)

    def say(self, severity: str, text: str) -> None:
        """Show a sentence."""
        self.severity = severity
        name = {ERROR: "error", WARNING: "warning", "": "good"}.get(severity, "info")
        self._sign.setPixmap(icons.pixmap(name, _ICON, self.ink))
        self._sign.setFixedSize(theme.px(_ICON), theme.px(_ICON))
        self.label.setText(breakable(text))
        self.label.setStyleSheet(f"color: {theme.colours().text if severity == ERROR else self.ink};")
        self.setAccessibleName(text)
        self.update()

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
