"""The columns of the tree: shown, moved and sized as the user wants them, by the menu of their heading and by hand."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from PySide6.QtCore import QObject, QPoint, Qt, QTimer, Signal
from PySide6.QtGui import QFontMetrics
from PySide6.QtWidgets import QApplication, QHeaderView, QMenu, QTableView

from core.words import say
from gui.document.tree_columns import COLUMNS, Column
from gui.look import settings, theme
from gui.look.plain_text import caption, tooltip
from gui.look.settings import Settings
from gui.tree.column_widths import ColumnChoice, Needs, shared

_LEAST = 48
"""Pixels below which nobody can make a column narrower."""


class Columns(QObject):
    """Sees to the heading of a table. What the user chooses is remembered; a file or a plan chooses nothing."""

    laid_out = Signal()
    """The columns have their widths."""

    def __init__(self, view: QTableView, remembered: Settings | None = None) -> None:
        super().__init__(view)
        self._view = view
        self._header = view.horizontalHeader()
        self._settings = remembered or Settings()
        self.needs = Needs()
        """What the cells of the file on show take."""
        self._planned = False
        self._busy = False
        self._by_hand = QTimer(self, singleShot=True, interval=0)  # the last column has followed then
        self._by_hand.timeout.connect(self._remember_widths)
        self.choice = ColumnChoice.from_text(self._settings.get(settings.TREE_COLUMNS))
        header = self._header
        header.setSectionsMovable(True)
        header.setFirstSectionMovable(False)
        header.setStretchLastSection(True)
        header.setMinimumSectionSize(_LEAST)
        header.setSectionResizeMode(QHeaderView.ResizeMode.Interactive)
        header.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        header.customContextMenuRequested.connect(self._show_menu)
        header.sectionResized.connect(self._on_resized)
        header.sectionMoved.connect(self._on_moved)
        self._arrange()

    # ---- widths

    def begin(self, needs: Needs) -> None:
        """Another file is shown, whose cells take so much."""
        self.needs = needs
        self.share()

    def plan(self, planned: bool) -> None:
        """Whether there is anything to be told in After."""
        if planned != self._planned:
            self._planned = planned
            self.share()

    def share(self) -> None:
        """Share the width of the table among the columns that show."""
        self._lay_out(shared(self._room(), self.needs, character(), self.choice, planned=self._planned))
        self.laid_out.emit()

    def _room(self) -> int:
        """The width of the table without that of the bar to scroll, which comes and goes as rows unfold."""
        return self._view.maximumViewportSize().width() - self._view.verticalScrollBar().sizeHint().width()

    def _lay_out(self, widths: Mapping[Column, int]) -> None:
        self._busy = True
        self._header.setStretchLastSection(False)  # what is the last for now would take the room of what comes
        for column, width in widths.items():
            self._header.setSectionHidden(column, not width)
            if width:
                self._header.resizeSection(column, width)
        self._header.setStretchLastSection(True)
        self._busy = False

    def follow(self) -> None:
        """Do as was chosen in another tree meanwhile."""
        choice = ColumnChoice.from_text(self._settings.get(settings.TREE_COLUMNS))
        if choice != self.choice:
            self.choice = choice
            self._arrange()
            self.share()

    def _arrange(self) -> None:
        """Put the columns in their order."""
        self._busy = True
        for place, column in enumerate(self.choice.order):
            self._header.moveSection(self._header.visualIndex(column), place)
        self._busy = False

    def visible(self) -> list[Column]:
        """The columns that show, from left to right."""
        return [column for column in self.choice.order if not self._header.isSectionHidden(column)]

    # ---- what the user does

    def show(self, column: Column, shown: bool) -> None:
        """Show a column, or hide it."""
        self._choose(self.choice.showing(column, shown))

    def move(self, column: Column, step: int) -> None:
        """Move a column some places to the right."""
        self._choose(self.choice.moved(column, step))

    def fit(self) -> None:
        """Make all columns as wide as their contents; the keys have the rest."""
        wide = {column: self._view.sizeHintForColumn(column) for column in self.visible()[1:]}
        titles = {column: self._header.sectionSizeHint(column) for column in wide}
        self._choose(replace(self.choice, widths={column: max(wide[column], titles[column]) for column in wide}))

    def reset(self) -> None:
        """As if nobody had ever chosen anything."""
        self._choose(ColumnChoice())

    def _choose(self, choice: ColumnChoice) -> None:
        self.choice = choice
        self._settings.set(settings.TREE_COLUMNS, choice.to_text())
        self._arrange()
        self.share()

    def _on_resized(self, _section: int, _old: int, _new: int) -> None:
        if not self._busy and QApplication.mouseButtons() & Qt.MouseButton.LeftButton:
            self._by_hand.start()

    def _remember_widths(self) -> None:
        widths = {column: self._header.sectionSize(column) for column in self.visible()[1:]}
        if widths:  # the last one reaches as far as the table does
            last = list(widths)[-1]
            widths[last] = max(_LEAST, widths[last] - max(0, self._view.viewport().width() - self._room()))
        self.choice = replace(self.choice, widths={**self.choice.widths, **widths})
        self._settings.set(settings.TREE_COLUMNS, self.choice.to_text())
        self.laid_out.emit()

    def _on_moved(self, *_places: int) -> None:
        if not self._busy:
            order = (COLUMNS[self._header.logicalIndex(place)] for place in range(self._header.count()))
            self.choice = replace(self.choice, order=tuple(order))
            self._settings.set(settings.TREE_COLUMNS, self.choice.to_text())

    # ---- the menu

    def _show_menu(self, point: QPoint) -> None:
        menu = QMenu(self._view)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.fill_menu(menu, self._header.logicalIndexAt(point))
        menu.popup(self._header.mapToGlobal(point))

    def fill_menu(self, menu: QMenu, section: int) -> None:
        """Which columns show, and what can be done to the one that was clicked on."""
        menu.setToolTipsVisible(True)
        model = self._view.model()
        for column in self._there():
            name = str(model.headerData(column, Qt.Orientation.Horizontal))
            action = menu.addAction(caption(name))
            tip = str(model.headerData(column, Qt.Orientation.Horizontal, Qt.ItemDataRole.ToolTipRole))
            action.setToolTip(tooltip(tip) or "")
            action.setCheckable(True)
            action.setChecked(self._is_wanted(column))
            action.toggled.connect(lambda shown, column=column: self.show(column, shown))
        menu.addSeparator()
        if section > Column.KEY:
            clicked, place = COLUMNS[section], self.choice.order.index(section)
            self._add(menu, say("Move left"), lambda: self.move(clicked, -1), "", place > 1)
            self._add(menu, say("Move right"), lambda: self.move(clicked, 1), "", place < len(Column) - 1)
            menu.addSeparator()
        self._add(menu, say("Fit to contents"), self.fit, say("Make each column as wide as what is in it"))
        self._add(menu, say("Reset columns"), self.reset, say("Columns, order and widths as they were at first"))

    def _there(self) -> list[Column]:
        """The columns besides the key that this file has anything to say in."""
        return [column for column in self.choice.order[1:] if self.needs.has(column)]

    def _is_wanted(self, column: Column) -> bool:
        comes_and_goes = column is Column.AFTER
        return self.choice.shown.get(column, comes_and_goes or not self._header.isSectionHidden(column))

    @staticmethod
    def _add(menu: QMenu, text: str, act: Callable[[], None], tip: str, enabled: bool = True) -> None:
        action = menu.addAction(text)
        action.setToolTip(tooltip(tip) or "")
        action.setEnabled(enabled)
        action.triggered.connect(lambda _checked=False: act())


def character() -> int:
    """Pixels that a character of a key takes."""
    return QFontMetrics(theme.key_font()).horizontalAdvance("0")
