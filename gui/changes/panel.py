"""Pending changes: what will be different in the file that is saved, until then only planned."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QSize, Qt
from PySide6.QtGui import QKeySequence, QResizeEvent, QShortcut
from PySide6.QtWidgets import QHBoxLayout, QHeaderView, QPushButton, QSizePolicy, QToolButton, QVBoxLayout, QWidget

from core.edits.edits import Edit
from core.edits.entries import dropping_too
from core.words import marked, say
from gui.changes.table_model import ChangesModel
from gui.changes.title_delegate import TitleDelegate
from gui.look import icons, scale, theme
from gui.look.plain_text import tooltip
from gui.session.session import Session
from gui.widgets.basic_widgets import plain_label
from gui.widgets.delegates import CellDelegate, IconDelegate
from gui.widgets.table_view import TableView
from gui.widgets.words_or_icons import fit, least

_COUNT, _REMOVE = 1, 2
_MOST_WHOLE = 500
"""Changes up to which each has all of its title on the screen."""
_NOTHING = marked("No changes yet.\nNothing is written until you save.")
_TITLE = 130
"""Pixels that the words of a change and its button have at least, in usual text, beside the count."""
_SIDE, _BETWEEN = 8, 8
"""Pixels beside what is in the panel, and between its buttons."""


class ChangesPanel(QWidget):
    """The edits of the plan, each with a button that takes it out, undo and redo, and what to be warned of."""

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self.model = ChangesModel(self)
        self.view = TableView(self.model, say("Pending changes"), self)
        self.undo = self._tool("undo", say("Undo"), session.undo)
        self.redo = self._tool("redo", say("Redo"), session.redo)
        self.clear = self._tool(None, say("Clear"), self._clear)
        self.clear.setToolTip(say("Take all changes back, as one step that can be undone itself"))
        self.warnings = plain_label(rank="warning", wrap=True)
        self.warnings.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.drop_state = QPushButton(say("Drop the optimizer state too"))
        self.drop_state.setProperty("link", True)
        self.drop_state.setToolTip(say("Leave out the state of the parameters that are dropped; Ctrl+Z takes it back"))
        self.drop_state.clicked.connect(self._drop_state)
        self._lay_out()
        self._connect()
        self.undo.setEnabled(session.undo_stack.canUndo())
        self.redo.setEnabled(session.undo_stack.canRedo())
        self._name_undo(session.undo_stack.undoText())
        self._name_redo(session.undo_stack.redoText())
        self._refresh_icons()
        self._refresh()

    def _tool(self, icon: str | None, text: str, act: object) -> QToolButton:
        button = QToolButton()
        button.setText(text)
        button.setAutoRaise(True)
        button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        scale.give_icon_size(button, 16)
        if icon is not None:
            button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        button.setAccessibleName(text)
        button.clicked.connect(act)
        return button

    def _lay_out(self) -> None:
        view = self.view
        view.horizontalHeader().hide()
        header = view.horizontalHeader()
        header.setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        header.setSectionResizeMode(_COUNT, QHeaderView.ResizeMode.ResizeToContents)
        header.setSectionResizeMode(_REMOVE, QHeaderView.ResizeMode.Fixed)
        header.resizeSection(_REMOVE, 30)
        view.setItemDelegateForColumn(0, TitleDelegate(view))
        view.setItemDelegateForColumn(_COUNT, CellDelegate(view, pale=True))
        view.setItemDelegateForColumn(_REMOVE, IconDelegate(view, "close"))
        view.setSelectionMode(view.SelectionMode.SingleSelection)
        view.setMinimumHeight(56)
        buttons = QHBoxLayout()
        buttons.setSpacing(2)
        for button in (self.undo, self.redo):
            buttons.addWidget(button)
        buttons.addStretch(1)
        buttons.addWidget(self.clear)
        self.warnings.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Minimum)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(_SIDE, 2, _SIDE, 8)
        layout.setSpacing(4)
        layout.addWidget(view, 1)
        layout.addWidget(self.warnings)
        layout.addWidget(self.drop_state, 0, Qt.AlignmentFlag.AlignLeft)
        layout.addLayout(buttons)

    def _connect(self) -> None:
        session = self._session
        for signal in (session.opened, session.closed, session.plan_changed):
            signal.connect(self._refresh)
        stack = session.undo_stack
        stack.cleanChanged.connect(self._refresh)
        stack.canUndoChanged.connect(self.undo.setEnabled)
        stack.canRedoChanged.connect(self.redo.setEnabled)
        stack.undoTextChanged.connect(self._name_undo)
        stack.redoTextChanged.connect(self._name_redo)
        theme.theme().changed.connect(self._refresh_icons)
        self.view.clicked.connect(self._on_clicked)
        self.view.horizontalHeader().sectionResized.connect(self._show_titles_whole)
        self.view.resized.connect(self._share_width)
        self.view.resized.connect(self._show_titles_whole)
        delete = QShortcut(QKeySequence(QKeySequence.StandardKey.Delete), self.view)
        delete.setContext(Qt.ShortcutContext.WidgetShortcut)
        delete.activated.connect(self._remove_current)

    def sizeHint(self) -> QSize:
        """Room for a few changes."""
        return QSize(330, 190)

    def minimumSizeHint(self) -> QSize:
        """Undo and redo may be icons alone."""
        link = 0 if self.drop_state.isHidden() else self.drop_state.sizeHint().width()
        buttons = least((self.undo, self.redo)) + self.clear.sizeHint().width() + _BETWEEN
        return QSize(max(link, buttons) + 2 * _SIDE, super().minimumSizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Less room: words give way to icons."""
        super().resizeEvent(event)
        self._fit_words()

    def _share_width(self) -> None:
        """Where there is little room the counts give way to what is changed."""
        counts = max(self.view.sizeHintForColumn(_COUNT), 0)
        self.view.setColumnHidden(_COUNT, self.view.viewport().width() - counts < theme.px(_TITLE))

    def _fit_words(self) -> None:
        room = self.width() - self.clear.sizeHint().width() - _BETWEEN - 2 * _SIDE
        fit((self.undo, self.redo), room, Qt.ToolButtonStyle.ToolButtonTextBesideIcon)

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
        self.drop_state.setVisible(bool(warnings) and bool(self._state_left()))
        self.clear.setEnabled(bool(session.plan))
        saved = bool(changes) and session.undo_stack.isClean()
        self.setWindowTitle(say("Saved changes") if saved else say("Pending changes"))

    def _show_titles_whole(self) -> None:
        """Give rows the lines that their titles take; those of a very long list have one each."""
        if len(self.model.rows) <= _MOST_WHOLE:
            self.view.resizeRowsToContents()

    def _refresh_icons(self) -> None:
        self.undo.setIcon(icons.icon("undo"))
        self.redo.setIcon(icons.icon("redo"))
        self._fit_words()
        self.view.viewport().update()

    def _name_undo(self, step: str) -> None:
        self.undo.setToolTip(tooltip(say("Undo: {step} (Ctrl+Z)", step=step) if step else say("Nothing to undo")) or "")

    def _name_redo(self, step: str) -> None:
        self.redo.setToolTip(
            tooltip(say("Redo: {step} (Ctrl+Shift+Z)", step=step) if step else say("Nothing to redo")) or ""
        )

    # ---- what the user does

    def _on_clicked(self, index: QModelIndex) -> None:
        if index.column() == _REMOVE:
            self._remove(index.row())

    def _remove_current(self) -> None:
        self._remove(self.view.currentIndex().row())

    def _remove(self, row: int) -> None:
        if 0 <= row < len(self.model.rows):
            self._session.retract(self.model.rows[row].edit)

    def _state_left(self) -> tuple[Edit, ...]:
        preview = self._session.preview
        return dropping_too(preview.catalogue, preview.gone, preview.root) if preview is not None else ()

    def _drop_state(self) -> None:
        self._session.set_plan(self._session.plan.with_edits(self._state_left()))

    def _clear(self) -> None:
        self._session.set_plan(type(self._session.plan)(), say("all changes taken back"))
