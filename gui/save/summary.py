"""The summary of a save, as a list that scrolls where it is long."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QFrame, QGridLayout, QHBoxLayout, QLabel, QScrollArea, QWidget

from core.words import say
from gui.look import theme
from gui.look.palette import chip_icon, device_colour
from gui.look.roles import Role, set_role
from gui.save.sections import Line, Section
from gui.widgets.basic_widgets import plain_label

_HIGHEST: Final = 260
_LOWEST: Final = 84


class Summary(QScrollArea):
    """Shows `Section`s. Its height is that of what it shows, within limits."""

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("summary")
        self.setWidgetResizable(True)
        self.setAccessibleName(say("What will differ"))
        set_role(self, Role.Grouping)
        self.setFrameShape(QFrame.Shape.StyledPanel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._sections: list[Section] = []
        self._wanted = _LOWEST
        self._box = QWidget()

    def show_sections(self, sections: Sequence[Section]) -> None:
        """Show these in place of what was shown."""
        if list(sections) == self._sections:
            return
        self._sections = list(sections)
        box = QWidget()
        grid = QGridLayout(box)
        grid.setContentsMargins(14, 12, 14, 12)
        grid.setHorizontalSpacing(14)
        grid.setVerticalSpacing(5)
        grid.setColumnStretch(1, 1)
        for section in sections:
            _add(grid, section)
        grid.setRowStretch(grid.rowCount(), 1)
        self._box = box
        self.setWidget(box)

    def want(self, width: int) -> None:
        """Ask for the height of what is shown in this width."""
        box, room = self._box, width - self.verticalScrollBar().sizeHint().width()
        wanted = box.heightForWidth(room) if box.hasHeightForWidth() else box.sizeHint().height()
        self._wanted = min(wanted + 4, theme.px(_HIGHEST))
        self.setMinimumHeight(min(self._wanted, theme.px(_LOWEST)))
        self.updateGeometry()

    def sizeHint(self) -> QSize:
        """As high as what is shown, within limits."""
        return QSize(super().sizeHint().width(), self._wanted)


def _add(grid: QGridLayout, section: Section) -> None:
    if grid.count():
        grid.setRowMinimumHeight(grid.rowCount(), 4)
    top = Qt.AlignmentFlag.AlignTop
    for place, line in enumerate(section.lines):
        row = grid.rowCount()
        if not place:
            grid.addWidget(plain_label(section.head, rank="muted"), row, 0, top)
        grid.addLayout(_line(line, section), row, 1, 1, 1 if line.amount else 2)
        if line.amount:
            grid.addWidget(plain_label(line.amount, rank="muted"), row, 2, top | Qt.AlignmentFlag.AlignRight)


def _line(line: Line, section: Section) -> QHBoxLayout:
    row = QHBoxLayout()
    row.setSpacing(7)
    if section.devices and line.amount:
        dark, picture = theme.is_dark(), QLabel()
        picture.setPixmap(chip_icon(device_colour(line.what, dark), dark).pixmap(12, 12))
        row.addWidget(picture)
    mono = theme.key_font() if section.devices else None
    row.addWidget(plain_label(line.what, mono=mono, wrap=not section.devices), 1)
    return row
