"""Pending changes: what will be different in the file that is saved, until then only planned."""

from __future__ import annotations

from functools import partial
from math import ceil

from PySide6.QtCore import QModelIndex, QRect, QRectF, QSize, Qt
from PySide6.QtGui import (
    QFontMetrics,
    QKeySequence,
    QPainter,
    QShortcut,
    QTextLayout,
    QTextOption,
)
from PySide6.QtWidgets import (
    QSizePolicy,
    QStyleOptionViewItem,
    QTableView,
    QWidget,
)

from core.edits.edit import Change
from core.edits.edits import Edit
from core.edits.entries import LeftBehind, dropping_too, left_behind
from core.text import size_text
from core.words import marked, say
from gui.look import theme
from gui.look.plain_text import one_line, tooltip
from gui.look.wording import breakable
from gui.session.session import Session
from gui.widgets.basic_widgets import CutButton, button, plain_label
from gui.widgets.delegates import PADDING, ROW_PADDING, CellDelegate, IconDelegate, Index
from gui.widgets.layouts import Stretch, vertical
from gui.widgets.table_view import Column, Sizing, TableModel, TableView

_COUNT, _REMOVE = 1, 2
_MOST_WHOLE = 500
"""Changes up to which each has all of its title on the screen."""
_NOTHING = marked("No changes yet.")
_ROWS_AT_LEAST = 2
"""Changes that are seen without scrolling, however low the window is."""
_LARGE = 1.25
"""Text from which on, in a low window, one change and the button below it are worth more than two."""
_MOST_OF_IT = 100
"""What the rows take of the height, before what is left below them."""
_TITLE = 130
"""Pixels that the words of a change and its button have at least, in usual text, beside the count."""
_SIDE = 8
"""Pixels beside what is in the panel."""
_LONGEST_WORD = 14
"""Letters of a word that fit the narrow column of titles."""


# ---- the list of changes

_OPTION = QTextOption(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
_OPTION.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)


class TitleDelegate(CellDelegate):
    """Paints all of a title in as many lines as it takes; `sizeHint` says how high the row must be."""

    def __init__(self, parent: QTableView) -> None:
        super().__init__(parent)
        self._view = parent

    def paint_content(self, painter: QPainter, rect: QRect, option: QStyleOptionViewItem, index: Index) -> None:
        painter.setFont(self.font(option, index))
        painter.setPen(self.colour(option))
        painter.drawText(QRectF(rect), _text(index), _OPTION)

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        width = max(self._view.columnWidth(index.column()) - 2 * PADDING, 1)
        layout = QTextLayout(_text(index), option.font)
        layout.setTextOption(_OPTION)
        layout.beginLayout()
        heights = []
        while (line := layout.createLine()).isValid():
            line.setLineWidth(width)
            heights.append(line.height())  # more than that of the font, where another one has to help out
        layout.endLayout()
        metrics = QFontMetrics(option.font)
        between = metrics.leading() * max(len(heights) - 1, 0)
        return QSize(width, max(ceil(sum(heights)) + between, metrics.lineSpacing()) + ROW_PADDING)


def _text(index: Index) -> str:
    return breakable(one_line(index.data(Qt.ItemDataRole.DisplayRole) or ""), _LONGEST_WORD)


def _extent_tip(change: Change) -> str:
    """All of it, and the bytes."""
    if not change.nbytes:
        return _title_tip(change)
    return say(
        "{extent}, {size} ({nbytes:,} bytes)",
        extent=change.extent,
        size=size_text(change.nbytes),
        nbytes=change.nbytes,
    )


def _title_tip(change: Change) -> str:
    return say("{title}: {extent}\nDel removes it.", title=change.title, extent=change.extent)


COLUMNS = (
    Column[Change](
        marked("Change"),
        marked("What will change in the file you save"),
        lambda change: change.title,
        tip=_title_tip,
        paint=TitleDelegate,
        sizing=Sizing.Stretch,
    ),
    Column[Change](
        marked("Affects"),
        marked("How much of the file this change affects"),
        lambda change: change.extent,
        tip=_extent_tip,
        number=True,
        paint=partial(CellDelegate, pale=True),
        sizing=Sizing.ResizeToContents,
    ),
    Column[Change](
        "",
        marked("Remove"),
        lambda _change: "",
        spoken=lambda change: say("Remove {title}", title=change.title),
        tip=lambda change: say("Remove “{title}” from the pending changes. Ctrl+Z brings it back.", title=change.title),
        paint=partial(IconDelegate, name="close"),
        sizing=Sizing.Fixed,
        width=30,
    ),
)


class ChangesPanel(QWidget):
    """The edits of the plan, each with a button that takes it out, one for all of them, and what to be warned of."""

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._left: list[LeftBehind] = []
        self.model = TableModel(COLUMNS, self)
        self.view = TableView(self.model, say("Pending changes"), self)
        self.clear = button("", self._clear)
        self.clear.setProperty("link", True)
        self.warnings = plain_label(rank="warning", wrap=True)
        self.warnings.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.drop_state = CutButton(say("Drop their state"))
        self.drop_state.setToolTip(
            say("The optimizer creates new state for them, whatever their shape is in your model.")
        )
        self.drop_numbers = CutButton(say("Drop their state and numbers"))
        self.drop_numbers.setToolTip(
            say(
                "Choose this if your model no longer has these parameters: optimizer.load_state_dict needs one "
                "number in param_groups[…]['params'] for each parameter of the group."
            )
        )
        for link, numbers in ((self.drop_state, False), (self.drop_numbers, True)):
            link.setProperty("link", True)
            link.clicked.connect(partial(self._drop_state, numbers))
        self._lay_out()
        self._connect()
        self._refresh()

    def _lay_out(self) -> None:
        view = self.view
        view.horizontalHeader().hide()
        view.setSelectionMode(view.SelectionMode.SingleSelection)
        self.warnings.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Minimum)
        vertical(
            (view, _MOST_OF_IT),
            self.warnings,
            (self.drop_state, 0, Qt.AlignmentFlag.AlignLeft),
            (self.drop_numbers, 0, Qt.AlignmentFlag.AlignLeft),
            (self.clear, 0, Qt.AlignmentFlag.AlignRight),
            Stretch(),
            of=self,
            margins=(_SIDE, 2, _SIDE, 8),
            spacing=4,
        )

    def _connect(self) -> None:
        session = self._session
        for signal in (session.opened, session.closed, session.plan_changed):
            signal.connect(self._refresh)
        session.undo_stack.cleanChanged.connect(self._refresh)
        self.view.clicked.connect(self._on_clicked)
        self.view.horizontalHeader().sectionResized.connect(self._show_titles_whole)
        self.view.resized.connect(self._share_width)
        self.view.resized.connect(self._show_titles_whole)
        delete = QShortcut(QKeySequence(QKeySequence.StandardKey.Delete), self.view)
        delete.setContext(Qt.ShortcutContext.WidgetShortcut)
        delete.activated.connect(lambda: self._remove(self.view.currentIndex().row()))

    def sizeHint(self) -> QSize:
        return QSize(330, super().sizeHint().height())

    def minimumSizeHint(self) -> QSize:
        links = (each for each in (self.drop_state, self.drop_numbers) if not each.isHidden())
        width = max(each.sizeHint().width() for each in (self.clear, *links))
        return QSize(width + 2 * _SIDE, super().minimumSizeHint().height())

    def _share_width(self) -> None:
        """Where there is little room the counts give way to what is changed."""
        counts = max(self.view.sizeHintForColumn(_COUNT), 0)
        self.view.setColumnHidden(_COUNT, self.view.viewport().width() - counts < theme.px(_TITLE))

    def _refresh(self) -> None:
        session = self._session
        preview = session.preview
        changes = preview.changes if preview is not None else ()
        self.view.empty_text = say(_NOTHING) if preview is not None else say("Open a checkpoint to plan changes.")
        self.model.set_rows(changes)
        self._share_width()
        self._show_titles_whole()
        warnings = preview.warnings if preview is not None else ()
        self.warnings.setText("\n".join(f"⚠ {warning}" for warning in warnings))
        self.warnings.setVisible(bool(warnings))
        self._left = []
        if preview is not None and warnings:
            self._left = left_behind(preview.catalogue, preview.gone, preview.root)
        self.drop_state.setVisible(bool(self._left))
        self.drop_numbers.setVisible(bool(self._left) and self._dropping(True) != self._dropping(False))
        self.clear.setVisible(bool(session.plan))
        saved = bool(changes) and session.undo_stack.isClean()
        self.setWindowTitle(say("Saved changes") if saved else say("Pending changes"))
        tip = say("Discard all pending changes. Ctrl+Z brings them back.")
        kept = say("Show the file as you opened it. Your saved copy stays. Ctrl+Z brings the changes back.")
        self.clear.setText(say("Clear the list") if saved else say("Discard all"))
        self.clear.setToolTip(tooltip(kept if saved else tip) or "")

    def _show_titles_whole(self) -> None:
        """Give rows the lines that their titles take; those of a very long list have one each."""
        if len(self.model.rows) <= _MOST_WHOLE:
            self.view.resizeRowsToContents()
        self.view.hug_rows(_ROWS_AT_LEAST if theme.theme().zoom <= _LARGE else 1)

    # ---- what the user does

    def _on_clicked(self, index: QModelIndex) -> None:
        if index.column() == _REMOVE:
            self._remove(index.row())

    def _remove(self, row: int) -> None:
        if 0 <= row < len(self.model.rows):
            self._session.retract(self.model.rows[row].edit)

    def _dropping(self, numbers: bool) -> tuple[Edit, ...]:
        catalogue = self._session.catalogue
        return dropping_too(catalogue, self._left, numbers=numbers) if catalogue is not None else ()

    def _drop_state(self, numbers: bool, _checked: bool = False) -> None:
        self._session.set_plan(self._session.plan.with_edits(self._dropping(numbers)))

    def _clear(self) -> None:
        self._session.set_plan(type(self._session.plan)(), say("discard all changes"))
