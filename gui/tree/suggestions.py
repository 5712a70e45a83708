"""The list below the search: what can be typed, a line each with what it means."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QAbstractListModel, QModelIndex, QPersistentModelIndex, QPoint, QRect, Qt, Signal
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QFrame, QLineEdit, QListView, QStyleOptionViewItem

from core.words import say
from gui.look import theme
from gui.look.plain_text import one_line
from gui.tree.search_words import Suggestion
from gui.widgets.delegates import CellDelegate, Index
from gui.widgets.item_roles import ItemRole

_GAP = 14
_LEAST = 480
"""Pixels in which what a word means can be read; a short line has a list wider than itself."""
_INDENT = 90
"""Pixels from the left at which meanings begin, one below the other."""


class _Model(QAbstractListModel):
    def __init__(self) -> None:
        super().__init__()
        self.found: Sequence[Suggestion] = ()

    def show(self, found: Sequence[Suggestion]) -> None:
        self.beginResetModel()
        self.found = found
        self.endResetModel()

    def rowCount(self, parent: QModelIndex | QPersistentModelIndex = QModelIndex()) -> int:  # noqa: B008 - Qt's signature
        return 0 if parent.isValid() else len(self.found)

    def data(self, index: QModelIndex | QPersistentModelIndex, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if not index.isValid():
            return None
        word, meaning = self.found[index.row()]
        if role == Qt.ItemDataRole.DisplayRole:
            return one_line(word)
        if role == ItemRole.NOTE:
            return one_line(meaning)
        return one_line(f"{word} {meaning}") if role == Qt.ItemDataRole.AccessibleTextRole else None


class _Delegate(CellDelegate):
    """The word as it is typed, and in pale what it means."""

    def paint_content(self, painter: QPainter, rect: QRect, option: QStyleOptionViewItem, index: Index) -> None:
        """Paint both."""
        font = theme.key_font()
        width = self.draw_text(painter, rect, str(index.data()), font, self.colour(option))
        beside = rect.adjusted(max(width + _GAP, _INDENT), 0, 0, 0)
        self.draw_text(painter, beside, str(index.data(ItemRole.NOTE)), option.font, self.colour(option, pale=True))


class Suggestions(QListView):
    """Lies over the window below a line of text, which keeps the keyboard; gone when there is nothing to say."""

    chosen = Signal(str)
    """The word to put in."""

    def __init__(self, line: QLineEdit) -> None:
        super().__init__(line.window())
        self._line = line
        self._model = _Model()
        self.setModel(self._model)
        self.setObjectName("suggestions")
        self.setAccessibleName(say("What can be searched for"))
        self.setItemDelegate(_Delegate(self))
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setFrameShape(QFrame.Shape.StyledPanel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setMouseTracking(True)
        self.entered.connect(self.setCurrentIndex)
        self.clicked.connect(lambda index: self.chosen.emit(self._model.found[index.row()].word))
        self.hide()

    def offer(self, found: Sequence[Suggestion]) -> None:
        """Show these, none of them chosen."""
        self._model.show(found)
        self.setVisible(bool(found))
        if found:
            self._place(len(found) * self.sizeHintForRow(0) + 2 * self.frameWidth())
            self.raise_()

    def _place(self, height: int) -> None:
        window = self._line.window()
        if self.parentWidget() is not window:
            self.setParent(window)
            self.show()
        at = self._line.mapTo(window, QPoint(0, self._line.height() + 2))
        width = min(max(self._line.width(), _LEAST), window.width())
        self.setGeometry(min(at.x(), window.width() - width), at.y(), width, height)

    @property
    def word(self) -> str:
        """The word that is chosen, if one is."""
        index = self.currentIndex()
        return self._model.found[index.row()].word if self.isVisible() and index.isValid() else ""

    @property
    def first(self) -> str:
        """The word that stands first; nothing while none is offered."""
        return self._model.found[0].word if self.isVisible() else ""

    def step(self, by: int) -> bool:
        """Choose the next one, or the one before; False where the line itself is next, or nothing is offered."""
        row = self.currentIndex().row() + by
        if not self.isVisible() or row >= len(self._model.found):
            return False
        if row < 0:
            self.setCurrentIndex(QModelIndex())
        else:
            self.setCurrentIndex(self._model.index(row, 0))
        return True
