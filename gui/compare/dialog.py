"""Compare with a model: its keys beside those of the file, as load_state_dict(strict=True) compares them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

from PySide6.QtCore import QModelIndex, QObject, QRect, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QColor, QGuiApplication, QKeyEvent, QMouseEvent, QPainter, QShowEvent, QTextOption
from PySide6.QtWidgets import (
    QCheckBox,
    QDialog,
    QFileDialog,
    QPlainTextEdit,
    QStackedWidget,
    QStyle,
    QStyleOptionViewItem,
    QWidget,
)

from core.diagnosis.finding import NOTE, WARNING
from core.diagnosis.model_match.model_findings import Comparison, compare, without_unexpected
from core.diagnosis.model_match.model_keys import SNIPPET, ModelKeys, UnreadableKeys, parse_model_keys, read_model_keys
from core.edits.edits import Edit
from core.edits.preview import Preview
from core.errors import CheckpointError
from core.text import capital, clip
from core.words import marked, say, say_count
from gui.compare.model import (
    MISSING,
    SAME,
    STATE_SIGNS,
    STATE_WORDS,
    UNEXPECTED,
    Branch,
    CompareTree,
    compared_text,
    matched_text,
    name_of,
    shown_name,
    side_text,
)
from gui.jobs.latest_job import LatestJob
from gui.look import theme
from gui.look.plain_text import caption, tooltip
from gui.look.wording import breakable, file_kinds
from gui.session.diagnosis_service import DiagnosisService
from gui.session.session import Session
from gui.widgets.basic_widgets import button, plain_label
from gui.widgets.delegates import CellDelegate, Index, KeyDelegate
from gui.widgets.file_menu import OpenFile, ask_file
from gui.widgets.item_roles import ItemRole
from gui.widgets.layouts import Gap, Stretch, horizontal, vertical
from gui.widgets.on_screen import fit, grow
from gui.widgets.table_view import Column, Sizing, TableModel, TableView
from gui.widgets.verdict import VerdictLabel
from gui.widgets.wrapped_text import WrappedText

# ---- Where the keys of the model come from: another checkpoint, a list in a file, or a list that is pasted.

PASTED = marked("pasted keys")


class CompareSource(QWidget):
    """`given` has the `ModelKeys` as soon as something readable was chosen or pasted."""

    given = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._latest = LatestJob(self, done=self._done, failed=self._failed)
        self.folder = ""
        self.others: Callable[[], Sequence[OpenFile]] = tuple
        """The files that are open on other tabs."""
        self.choose = button(
            say("Choose a file…"),
            self._ask,
            tip=say("Another checkpoint of the same model, or a JSON or text file with its keys and shapes"),
        )
        self.snippet = WrappedText(SNIPPET, theme.key_font())
        self.snippet.setAccessibleName(say("Python that lists the keys of a model"))
        self.copy = button(say("Copy"), self._copy, tip=say("Copy these lines of Python"))
        self.edit = QPlainTextEdit()
        self.edit.setObjectName("errorBox")
        self.edit.setFont(theme.key_font())
        self.edit.setTabChangesFocus(True)
        self.edit.setWordWrapMode(QTextOption.WrapMode.NoWrap)
        self.edit.setAccessibleName(say("Keys of the model"))
        self.edit.setPlaceholderText(
            say("The contents of model.json, or one key per line with its shape:")
            + "\nconv1.weight 64x3x7x7\nconv1.bias 64\n…"
        )
        self.read = button(say("Compare"), self._read_text, tip=say("Compare with the keys in the box"))
        self.problem = plain_label(rank="error", wrap=True)
        self.problem.hide()
        self.edit.textChanged.connect(lambda: self.read.setEnabled(bool(self.edit.toPlainText().strip())))
        self.read.setEnabled(False)
        self._lay_out()

    def _lay_out(self) -> None:
        code = horizontal((self.snippet, 1), (self.copy, 0, Qt.AlignmentFlag.AlignTop))
        below = horizontal((self.problem, 1), (self.read, 0, Qt.AlignmentFlag.AlignRight))
        vertical(
            plain_label(
                say("Find out before load_state_dict which keys or shapes of this file do not fit your model."),
                wrap=True,
            ),
            Gap(4),
            plain_label(say("Either compare with a checkpoint that your model loads without errors"), rank="title"),
            plain_label(
                say("A JSON or text file with the keys of the model will do too. Nothing in the file is run."),
                rank="muted",
                wrap=True,
            ),
            self.choose,
            Gap(10),
            plain_label(say("Or compare with keys that you export from your model"), rank="title"),
            plain_label(
                say(
                    "Run this in the script that creates the model. Then choose model.json, or paste its contents "
                    "below."
                ),
                rank="muted",
                wrap=True,
            ),
            code,
            (self.edit, 1),
            below,
            of=self,
            margins=0,
            spacing=8,
        )

    def read_file(self, path: Path) -> None:
        """Read the keys of a file beside the event loop."""
        self._start(lambda: _with_keys(read_model_keys(path)))

    def _ask(self) -> None:
        """One of the files that are open, or any other."""
        window = self.window()  # this widget rests while a file is read, and would have its menu rest too
        below = self.choose.mapTo(window, self.choose.rect().bottomLeft())
        ask_file(window, below, say("Compare with a model"), self.others(), self.read_file, self._choose)

    def _choose(self) -> None:
        kinds = file_kinds(say("Checkpoints and lists of keys"), ".json", ".txt")
        chosen, _kind = QFileDialog.getOpenFileName(self, say("Compare with a model"), self.folder, kinds)
        if chosen:
            self.folder = str(Path(chosen).parent)
            self.read_file(Path(chosen))

    def _read_text(self) -> None:
        text = self.edit.toPlainText()
        self._start(lambda: parse_model_keys(text, say(PASTED)))

    def _start(self, work: Callable[[], ModelKeys]) -> None:
        self.problem.hide()
        self.setEnabled(False)
        self._latest.ask(lambda _tick: work())

    def _done(self, wanted: ModelKeys) -> None:
        self.setEnabled(True)
        self.given.emit(wanted)

    def _failed(self, error: Exception) -> None:
        self.setEnabled(True)
        reason = str(error) if isinstance(error, CheckpointError) else f"{type(error).__name__}: {error}"
        self.problem.setText(breakable(reason))
        self.problem.show()

    def _copy(self) -> None:
        QGuiApplication.clipboard().setText(SNIPPET)
        self.copy.setText(say("Copied"))


def _with_keys(wanted: ModelKeys) -> ModelKeys:
    """What is wanted; raises `UnreadableKeys` for a file of optimizer state alone, which has none to be shown."""
    if not wanted.shapes:
        raise UnreadableKeys(
            say("{name} holds only optimizer state, so there are no keys to compare with.", name=wanted.name)
        )
    return wanted


# ---- The table of a comparison: modules that fold, keys, and what each side has of them.

_SHAPE_WIDTH = 150
_RESULT_WIDTH = 230
STATE_ROLE = ItemRole.OWN
"""The state of a row, for its colour."""


class CompareModel(TableModel[Branch]):
    """Rows of modules and keys; the tree says which are visible."""

    def __init__(self, parent: QObject | None = None) -> None:
        self.tree = CompareTree(())
        roles = {
            ItemRole.DEPTH: lambda branch: branch.depth,
            ItemRole.UNFOLDED: lambda branch: self.tree.unfolded(branch) if branch.children else None,
            ItemRole.SUMMARY: lambda branch: branch.key is None,
            STATE_ROLE: lambda branch: branch.key.state if branch.key is not None else None,
        }
        column = partial(Column[Branch], means="", tip=_tip, roles=roles)
        shape = partial(column, paint=partial(CellDelegate, mono=True), width=_SHAPE_WIDTH)
        columns = (
            column(marked("Key"), text=lambda branch: branch.name, paint=KeyDelegate, sizing=Sizing.Stretch),
            shape(marked("In the file"), text=_in_file),
            shape(marked("In the model"), text=_in_model),
            column("load_state_dict(strict=True)", text=self._result, paint=_ResultDelegate, width=_RESULT_WIDTH),
        )
        super().__init__(columns, parent)

    def set_tree(self, tree: CompareTree) -> None:
        self.tree = tree
        self._show()

    def toggle(self, row: int) -> None:
        self.tree.toggle(self.rows[row])
        self._show()

    def show_only_differences(self, on: bool) -> None:
        self.tree.show_only_differences(on)
        self._show()

    def _show(self) -> None:
        self.beginResetModel()
        self.rows = self.tree.visible
        self.endResetModel()

    def _result(self, branch: Branch) -> str:
        key = branch.key
        if key is None:
            return "" if self.tree.unfolded(branch) else branch.summary
        return f"{STATE_SIGNS[key.state]} {say(STATE_WORDS[key.state])}"


def _in_file(branch: Branch) -> str:
    key = branch.key
    return side_text(key.key_in_file is not None, key.have) if key is not None else ""


def _in_model(branch: Branch) -> str:
    key = branch.key
    return side_text(key.key_wanted is not None, key.want) if key is not None else ""


def _tip(branch: Branch) -> str:
    key = branch.key
    return branch.summary if key is None else f"{name_of(key)}\n{say(STATE_WORDS[key.state])}"


def state_colour(state: str) -> QColor:
    """The colour of a state; the words and signs say the same."""
    colours = theme.colours()
    if state == SAME:
        return QColor(colours.muted)
    return QColor(colours.error if state == MISSING else colours.accent if state == UNEXPECTED else colours.on_warning)


class CompareView(TableView):
    """Folds at a click on an arrow; `chosen` says which entry of the file a click on a key means."""

    chosen = Signal(int)

    def __init__(self, model: CompareModel, parent: QWidget | None = None) -> None:
        super().__init__(model, say("Keys of the file beside those of the model"), parent)
        self._model = model
        self.setSelectionMode(self.SelectionMode.SingleSelection)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        index = self.indexAt(event.position().toPoint())
        branch = self._model.rows[index.row()] if index.isValid() else None
        super().mousePressEvent(event)
        if branch is None or event.button() != Qt.MouseButton.LeftButton:
            return
        if branch.children:
            arrow = KeyDelegate.arrow_rect(self.visualRect(index.siblingAtColumn(0)), branch.depth)
            if arrow.contains(event.position().toPoint()):
                self._toggle(index.row())
        else:
            self._choose(index)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """A double click anywhere on a module folds it."""
        index = self.indexAt(event.position().toPoint())
        if index.isValid() and self._model.rows[index.row()].children:
            self._toggle(index.row())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Left and right fold and unfold, Enter shows the key in the tree."""
        index = self.currentIndex()
        if index.isValid():
            branch = self._model.rows[index.row()]
            unfolded = self._model.tree.unfolded(branch)
            if branch.children and event.key() == (Qt.Key.Key_Left if unfolded else Qt.Key.Key_Right):
                self._toggle(index.row())
                return
            if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
                self._choose(index)
                return
        super().keyPressEvent(event)

    def _toggle(self, row: int) -> None:
        place = self.verticalScrollBar().value()
        self._model.toggle(row)
        self.setCurrentIndex(self._model.index(row, 0))
        self.verticalScrollBar().setValue(place)

    def _choose(self, index: QModelIndex) -> None:
        key = self._model.rows[index.row()].key
        if key is not None and key.entry is not None:
            self.chosen.emit(key.entry)


class _ResultDelegate(CellDelegate):
    """The state of a key, in its colour."""

    def paint_content(self, painter: QPainter, rect: QRect, option: QStyleOptionViewItem, index: Index) -> None:
        text, state = index.data(Qt.ItemDataRole.DisplayRole) or "", index.data(STATE_ROLE)
        colour = self.colour(option, pale=state is None)
        if state is not None and not option.state & QStyle.StateFlag.State_Selected:
            colour = state_colour(state)
        self.draw_text(painter, rect, text, self.font(option, index), colour)


# ---- The dialog.

_ASKING, _SIZE = QSize(940, 480), QSize(940, 660)
"""While the dialog asks for a model, and with the table of a comparison."""


class CompareDialog(QDialog):
    """Stays open beside the work: every step of the plan is compared anew."""

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self.service = DiagnosisService.of(session)
        self.comparison: Comparison | None = None
        self._latest = LatestJob(self, done=self._take, failed=self._fail)
        self._stale = True
        self.setWindowTitle(say("Compare with a model"))
        self.setModal(False)
        fit(self, _ASKING)
        self.source = CompareSource()
        self.title = plain_label(rank="title", wrap=True)
        self.verdict = VerdictLabel()
        self.rename = button("", self._take_rename)
        self.drop = button("", self._take_drops, tip=say("Nothing is written until you save."))
        self._drops: tuple[Edit, ...] = ()
        self.only = QCheckBox(say("only differences"))
        self.pages = QStackedWidget()
        ask_another = partial(self.pages.setCurrentIndex, 0)
        self.another = button(say("Another model…"), ask_another, tip=say("Compare with something else"))
        self.stop = button(say("Stop comparing"), self._stop, tip=say("Diagnose without a model again"))
        self.model = CompareModel(self)
        self.view = CompareView(self.model)
        self._lay_out()
        self.source.given.connect(self.show_wanted)
        self.only.clicked.connect(self.model.show_only_differences)
        self.view.chosen.connect(session.reveal)
        session.plan_changed.connect(self._compare)
        session.opened.connect(self._reopen)
        session.closed.connect(self.close)

    def _lay_out(self) -> None:
        self.only.setToolTip(say("Leave out the keys that fit"))
        head = horizontal(
            (self.title, 1), (self.another, 0, Qt.AlignmentFlag.AlignTop), (self.stop, 0, Qt.AlignmentFlag.AlignTop)
        )
        filters = horizontal(self.rename, self.drop, Stretch(), self.only)
        result = QWidget()
        vertical(head, self.verdict, filters, (self.view, 1), of=result, margins=0, spacing=8)
        self.pages.addWidget(self.source)
        self.pages.addWidget(result)
        vertical(self.pages, of=self, margins=(16, 14, 16, 14))
        self.rename.hide()
        self.drop.hide()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if self._stale:
            self._compare()

    # ---- what is compared

    def show_wanted(self, wanted: ModelKeys) -> None:
        """Compare with this model from now on; the diagnosis panel does so too."""
        self.service.set_wanted(wanted)
        self.pages.setCurrentIndex(1)
        grow(self, _SIZE * theme.theme().zoom)
        self._compare()

    def _stop(self) -> None:
        self.service.set_wanted(None)
        self._compare()
        self.close()

    def _reopen(self) -> None:
        """Another file: the service has forgotten the model by then, or does so next."""
        self.comparison = None
        self.model.set_tree(CompareTree(()))
        QTimer.singleShot(0, self, self._compare)

    def _compare(self) -> None:
        preview, wanted = self._session.preview, self.service.wanted
        self._latest.drop()
        self._stale = not self.isVisible()
        if self._stale:
            return
        if preview is None or wanted is None:
            self.pages.setCurrentIndex(0)
            return
        self.title.setText(breakable(say("Compared with {name}", name=shown_name(wanted.name))))
        self.verdict.say(NOTE, say("Comparing …"))
        self._latest.ask(lambda _tick: _compared(preview, wanted))

    def _take(self, result: tuple[Comparison, CompareTree, tuple[Edit, ...]]) -> None:
        comparison, tree, self._drops = result
        self.comparison = comparison
        self.verdict.say(*compared_text(comparison.matched, tree.counts))
        self._show_rename(comparison)
        self.drop.setVisible(bool(self._drops))
        self.drop.setText(
            say_count(
                len(comparison.unexpected),
                "Drop the {n:,} key that the model does not have",
                "Drop the {n:,} keys that the model does not have",
            )
        )
        self.model.set_tree(tree)
        self.only.setChecked(tree.only_differences)
        self.only.setEnabled(bool(tree.roots))
        self.view.empty_text = "" if tree.roots else say("There are no keys on either side.")

    def _show_rename(self, comparison: Comparison) -> None:
        rename = comparison.rename
        self.rename.setVisible(rename is not None)
        if rename is not None:
            title = clip(capital(rename.title), 60)
            fit = matched_text(rename.matched_after, rename.of)
            self.rename.setText(caption(say("{title}: then {fit}", title=title, fit=fit)))
            self.rename.setToolTip(
                tooltip(say("{title}\nIt stays pending until you save. Ctrl+Z undoes it.", title=rename.title)) or ""
            )

    def _fail(self, error: Exception) -> None:
        self.comparison = None
        self.rename.hide()
        self.drop.hide()
        self.model.set_tree(CompareTree(()))
        self.verdict.say(
            WARNING, str(error) if isinstance(error, CheckpointError) else say("This failed: {error!r}", error=error)
        )

    def _take_rename(self) -> None:
        if self.comparison is not None and self.comparison.rename is not None:
            rename = self.comparison.rename
            self._session.set_plan(self._session.plan.with_edits(rename.edits))

    def _take_drops(self) -> None:
        self._session.set_plan(self._session.plan.with_edits(self._drops))


def _compared(preview: Preview, wanted: ModelKeys) -> tuple[Comparison, CompareTree, tuple[Edit, ...]]:
    comparison = compare(preview, wanted)
    return comparison, CompareTree(comparison.rows), without_unexpected(preview, comparison)
