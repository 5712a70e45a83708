"""Recipes: those that are kept, what each does, and what one can do with it: to this file, or to a folder of them."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QSize, Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import (
    QDialog,
    QFileDialog,
    QLineEdit,
    QListWidget,
    QPlainTextEdit,
    QSplitter,
    QWidget,
)

from core.edits.preview import Preview
from core.errors import CheckpointError
from core.recipes.recipe import (
    SUFFIX,
    KeptRecipe,
    Recipe,
    keep_recipe,
    read_recipe,
    reads_words,
    recipes_in,
    write_recipe,
)
from core.saving.gate import place_of
from core.saving.new_name import save_name
from core.words import say
from gui.jobs.latest_job import LatestJob
from gui.look import messages, theme
from gui.look.plain_text import one_line
from gui.recipes.model import Shown, applied, of_plan, shown
from gui.session.diagnosis_service import DiagnosisService
from gui.session.session import MANY_ENTRIES, Session
from gui.widgets.basic_widgets import button, plain_label
from gui.widgets.layouts import Stretch, horizontal, vertical
from gui.widgets.on_screen import fit

_SIZE = QSize(820, 460)
_LIST_WIDTH = 260


class RecipeBook(QDialog):
    """Keeps the plan of the open file as a recipe, and applies kept ones; stays open beside the work."""

    folder_asked = Signal(object)
    """A `Recipe` is to be applied to a folder."""

    def __init__(self, session: Session, folder: Path, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session, self._folder = session, folder
        self._saved: list[KeptRecipe] = []
        self._latest = LatestJob(self, done=self._put, failed=self._refuse)
        self._telling, self._keeping = LatestJob(self), LatestJob(self)
        self._telling.done.connect(self._show_left)
        self._keeping.done.connect(self._put_away)
        self.setWindowTitle(say("Recipes"))
        self.setModal(False)
        fit(self, _SIZE)
        self.name = QLineEdit()
        self.keep = button(say("Save as recipe"), self._keep, tip=say("Save the pending changes as a recipe"))
        self.left = plain_label(rank="warning", wrap=True)
        self.list = QListWidget()
        self.steps = QPlainTextEdit()
        self.note = plain_label(rank="muted", wrap=True)
        self.apply = button(
            say("Apply to this file"), self._apply, tip=say("Its steps become pending changes; nothing is written yet")
        )
        self.to_folder = button(
            say("Apply to a folder…"),
            self._apply_to_folder,
            tip=say("Apply this recipe to all checkpoints of a folder"),
        )
        self.export = button(say("Export…"), self._export, tip=say("Write this recipe to a .json file, for others"))
        self.remove = button(say("Delete"), self._remove, tip=say("Remove this recipe; files made by it stay"))
        self._lay_out()
        self.name.textChanged.connect(self._refresh)
        self.list.currentRowChanged.connect(self._show_steps)
        session.plan_changed.connect(self._tell_left)
        session.opened.connect(self._tell_left)
        session.closed.connect(self._tell_left)

    def _lay_out(self) -> None:
        self.name.setPlaceholderText(say("Name of a new recipe"))
        self.name.setAccessibleName(say("Name of a new recipe"))
        self.list.setAccessibleName(say("Kept recipes"))
        self.steps.setReadOnly(True)
        self.steps.setAccessibleName(say("Steps of the recipe"))
        top = horizontal((self.name, 1), self.keep)
        splitter = QSplitter()
        splitter.addWidget(self.list)
        splitter.addWidget(self.steps)
        splitter.setChildrenCollapsible(False)
        splitter.setSizes([_LIST_WIDTH, _SIZE.width() - _LIST_WIDTH])
        splitter.setStretchFactor(1, 1)
        below = horizontal(
            button(say("Import…"), self._import, tip=say("Add a recipe from a .json file")),
            self.export,
            self.remove,
            Stretch(),
            self.to_folder,
            self.apply,
        )
        vertical(top, self.left, (splitter, 1), self.note, below, of=self, margins=(16, 14, 16, 14), spacing=10)

    def showEvent(self, event: QShowEvent) -> None:
        """Read the folder, in which another window may have kept one."""
        super().showEvent(event)
        self._list()
        self._tell_left()

    def ask_name(self) -> None:
        """Let the user name the recipe that the plan is kept as."""
        self.name.setFocus()
        self.name.selectAll()

    # ---- what is shown

    @property
    def chosen(self) -> KeptRecipe | None:
        row = self.list.currentRow()
        return self._saved[row] if 0 <= row < len(self._saved) else None

    def _list(self, name: str = "") -> None:
        wanted = name or (self.chosen.recipe.name if self.chosen is not None else "")
        self._saved = recipes_in(self._folder)
        self.list.blockSignals(True)
        self.list.clear()
        self.list.addItems([one_line(each.recipe.name) or say("(no name)") for each in self._saved])
        names = [each.recipe.name for each in self._saved]
        self.list.setCurrentRow(names.index(wanted) if wanted in names else min(len(names), 1) - 1)
        self.list.blockSignals(False)
        self._show_steps()

    def _show_steps(self, *_changed: object) -> None:
        chosen = self.chosen
        self.steps.setPlainText("\n".join(shown(chosen.recipe).steps) if chosen is not None else "")
        nothing = say(
            "No recipes yet. A recipe is a set of changes that you can apply to other files: make the changes in one "
            "file, then name them above to keep them."
        )
        self.steps.setPlaceholderText("" if chosen is not None else nothing)
        self.steps.setFont(theme.key_font() if chosen is not None else self.font())
        self.note.setText(reads_words(chosen.recipe) if chosen is not None else "")
        self._refresh()

    def _refresh(self, *_changed: object) -> None:
        preview, chosen = self._session.preview, self.chosen
        can_keep = preview is not None and bool(preview.plan) and bool(self.name.text().strip())
        self.keep.setEnabled(can_keep)
        editable = preview is not None and preview.catalogue.checkpoint.read_only is None
        self.apply.setEnabled(chosen is not None and editable)
        self.to_folder.setEnabled(chosen is not None)
        self.export.setEnabled(chosen is not None)
        self.remove.setEnabled(chosen is not None)

    def _tell_left(self, *_changed: object) -> None:
        """Say what of the plan no recipe can hold."""
        self._refresh()
        preview = self._session.preview
        self._telling.drop()
        if preview is None or not preview.plan:
            self._show_left((None, Shown(())))
        elif self.isVisible():
            self._telling.ask(lambda _tick: of_plan(preview, ""), at_once=_is_small(preview))

    def _show_left(self, found: tuple[Recipe | None, Shown]) -> None:
        left = found[1].left
        self.left.setText("\n".join(left))
        self.left.setVisible(bool(left))

    # ---- what the user does

    def _keep(self) -> None:
        preview, name = self._session.preview, self.name.text().strip()
        if preview is not None and name:
            self._keeping.ask(lambda _tick: of_plan(preview, name), at_once=_is_small(preview))

    def _put_away(self, found: tuple[Recipe, Shown]) -> None:
        recipe = found[0]
        try:
            keep_recipe(self._folder, recipe)
        except CheckpointError as error:
            self.note.setText(str(error))
            return
        self.name.clear()
        self._list(recipe.name)

    def _import(self) -> None:
        chosen, _kind = QFileDialog.getOpenFileName(self, say("Import a recipe"), "", _kinds())
        if not chosen:
            return
        path = Path(chosen)
        try:
            recipe = read_recipe(path)
            recipe = recipe if recipe.name else recipe._replace(name=path.name.partition(".")[0])
            keep_recipe(self._folder, recipe)
        except CheckpointError as error:
            self.note.setText(str(error))
            return
        self._list(recipe.name)

    def _export(self) -> None:
        if self.chosen is None:
            return
        name = self.chosen.path.name
        chosen, _kind = QFileDialog.getSaveFileName(self, say("Export the recipe"), name, _kinds())
        if not chosen:
            return
        target, source = save_name(chosen, SUFFIX), self._session.catalogue
        try:
            checkpoint = source.checkpoint if source is not None else None
            write_recipe(place_of(target.path, checkpoint, overwrite=target.overwrite), self.chosen.recipe)
        except CheckpointError as error:
            self.note.setText(str(error))
            return
        self.note.setText(say("Written: {file}", file=str(target.path)))

    def _remove(self) -> None:
        if self.chosen is None:
            return
        try:
            self.chosen.path.unlink(missing_ok=True)
        except OSError as error:
            self.note.setText(error.strerror or str(error))
            return
        self._list()

    def _apply_to_folder(self) -> None:
        if self.chosen is not None:
            self.folder_asked.emit(self.chosen.recipe)

    def _apply(self) -> None:
        if self.chosen is not None:
            self._apply_recipe(self.chosen.recipe)

    def _apply_recipe(self, recipe: Recipe) -> None:
        self._session.settle()
        view, computer = self._session.preview, DiagnosisService.of(self._session).computer
        if view is None:
            return
        self.apply.setEnabled(False)
        self._latest.ask(lambda tick: (recipe, view, *applied(view, recipe, computer, tick)))

    def _put(self, answer: tuple[Recipe, Preview, Preview, tuple[str, ...]]) -> None:
        recipe, before, found, not_done = answer
        self._refresh()
        if before.catalogue is not self._session.catalogue:
            return
        if before.plan != self._session.plan:  # it was changed meanwhile, and that must not be lost
            self._apply_recipe(recipe)
            return
        self.note.setText("\n".join(not_done))
        self._session.set_plan(found.plan, say("recipe {name}", name=recipe.name))

    def _refuse(self, error: Exception) -> None:
        self._refresh()
        if not isinstance(error, CheckpointError):
            raise error
        self.note.setText(str(error))
        messages.say(str(error), "warning")


def _kinds() -> str:
    """Files that may be recipes."""
    return say("Recipes ({pattern})", pattern="*.json")


def _is_small(preview: Preview) -> bool:
    """Whether the event loop can work the recipe out."""
    return len(preview.catalogue) < MANY_ENTRIES
