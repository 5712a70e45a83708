"""What a page offers to repeat what was planned: keys renamed in bulk, recipes, a folder of files, the plan as code."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QFileDialog, QWidget

from core.recipes.recipe import Recipe
from core.words import say
from gui.jobs.latest_job import LatestJob
from gui.look.settings import Settings
from gui.session.doctor import Doctor
from gui.session.session import MANY_ENTRIES, Session
from gui.widgets.on_screen import bring_up

if TYPE_CHECKING:
    from gui.recipes.dialog import RecipeBook
    from gui.recipes.folder_dialog import FolderDialog
    from gui.recipes.model import Shown
    from gui.rename.dialog import RenameDialog


class RecipeTools(QObject):
    """Opens the dialogs, which are imported when they are first asked for."""

    folder_begun = Signal(object)
    """A `FolderDialog` is there. It is the window's: the folder is done to its end when the tab is closed."""

    def __init__(self, window: QWidget, session: Session, remembered: Settings) -> None:
        super().__init__(window)
        self._window, self._session, self._settings = window, session, remembered
        self.rename_dialog: RenameDialog | None = None
        self.book: RecipeBook | None = None
        self.folder_dialog: FolderDialog | None = None
        self._latest = LatestJob(self)
        self._latest.done.connect(self._open)

    @property
    def handlers(self) -> Mapping[str, Callable[[], object]]:
        """What the actions do."""
        return {
            "rename_keys": self.rename,
            "save_recipe": self.save_recipe,
            "apply_recipe": self.show_recipes,
            "fix_folder": self.fix_folder,
        }

    def rename(self) -> None:
        """Rename keys by a pattern."""
        if self.rename_dialog is None:
            self.rename_dialog = import_module("gui.rename.dialog").RenameDialog(self._session, self._window)
        bring_up(self.rename_dialog)

    def show_recipes(self) -> None:
        """Show the recipes that are kept."""
        if self.book is None:
            folder = self._settings.folder / "recipes"
            self.book = import_module("gui.recipes.dialog").RecipeBook(self._session, folder, self._window)
            self.book.folder_asked.connect(self._ask_folder)
        bring_up(self.book)

    def save_recipe(self) -> None:
        """Keep what is planned as a recipe."""
        self.show_recipes()
        assert self.book is not None
        self.book.ask_name()

    def fix_folder(self) -> None:
        """Do what is planned to all files of a folder."""
        view = self._session.preview
        folder = self._chosen_folder() if view is not None and view.plan else None
        if view is None or folder is None:
            return
        of_plan, name = import_module("gui.recipes.model").of_plan, view.catalogue.checkpoint.name
        few = len(view.catalogue) < MANY_ENTRIES
        self._latest.ask(lambda _tick: (*of_plan(view, name), folder), at_once=few)

    def _ask_folder(self, recipe: Recipe) -> None:
        folder = self._chosen_folder()
        if folder is not None:
            self._open((recipe, import_module("gui.recipes.model").shown(recipe), folder))

    def _chosen_folder(self) -> Path | None:
        catalogue = self._session.catalogue
        begin = self._settings.local_folder(catalogue.checkpoint.path if catalogue is not None else None)
        chosen = QFileDialog.getExistingDirectory(self._window, say("Folder to fix"), str(begin))
        return Path(chosen) if chosen else None

    def _open(self, found: tuple[Recipe, Shown, Path]) -> None:
        recipe, shown, folder = found
        computer = Doctor.of(self._session).computer
        make = import_module("gui.recipes.folder_dialog").FolderDialog
        self.folder_dialog = dialog = make(recipe, shown, computer, folder, self._window.window())
        self.folder_begun.emit(dialog)
        bring_up(dialog)
