"""What the window does around a second checkpoint: the dialog that asks for it, and its panel, which comes and goes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QFileDialog, QWidget

from core.errors import CheckpointError
from core.remote.trouble import NeedsDownload, Unreachable
from core.text import clip, size_text
from core.words import say
from gui.diff.panel import DifferencesPanel
from gui.look import messages
from gui.look.messages import Offer
from gui.look.settings import Settings
from gui.look.wording import file_kinds
from gui.page.workspace import Workspace
from gui.session.comparison import Comparison
from gui.session.session import Session

PANEL = "differences"


class Comparing(QObject):
    """Starts and ends comparisons for one window."""

    changed = Signal()
    """A comparison has begun, or ended."""

    def __init__(self, window: QWidget, session: Session, workspace: Workspace, remembered: Settings) -> None:
        super().__init__(window)
        self._window, self._session, self._workspace = window, session, workspace
        self._settings = remembered
        self._comparison = Comparison.of(session)
        self._comparison.changed.connect(self._follow)
        self._comparison.found.connect(self.show_panel)
        self._comparison.failed.connect(self._tell)
        panel = workspace.docks[PANEL].widget()
        assert isinstance(panel, DifferencesPanel)
        panel.choose_asked.connect(self.ask_file)

    @property
    def handlers(self) -> Mapping[str, Callable[[], object]]:
        """What the actions do."""
        return {"compare_file": self.ask_file, "end_compare": self.end}

    @property
    def on(self) -> bool:
        """A second file is compared with, or being read for it."""
        return self._comparison.on

    def ask_file(self) -> None:
        """Let the user choose the second checkpoint."""
        catalogue = self._session.catalogue
        if catalogue is None:
            return
        folder = str(self._settings.local_folder(self._comparison.path or catalogue.checkpoint.path))
        name = catalogue.checkpoint.name
        chosen, _kind = QFileDialog.getOpenFileName(
            self._window, say("Compare {name} with", name=name), folder, file_kinds()
        )
        if chosen:
            self.start(Path(chosen))

    def start(self, path: Path) -> None:
        """Compare the document with a file."""
        self._comparison.start(path)

    def _tell(self, path: Path, error: CheckpointError) -> None:
        """Say why a file cannot be compared with; where that may be another matter the next time, offer it."""
        text = say("{name} cannot be compared with. {error}", name=clip(path.name), error=error)
        offers = []
        if isinstance(error, NeedsDownload):
            much = size_text(error.size) if error.size is not None else say("all of it")
            text = say(
                "The server of {name} gives no parts of files: to compare, all of it is fetched.", name=path.name
            )
            again = partial(self._comparison.start, path, download=True)
            offers = [Offer(say("Download {much}", much=much), again)]
        elif isinstance(error, Unreachable):
            offers = [Offer(say("Try again"), partial(self.start, path))]
        messages.say(text, "warning", *offers)

    def end(self) -> None:
        """Compare no longer."""
        self._comparison.end()

    def show_panel(self) -> None:
        """Bring the panel into view."""
        dock = self._workspace.docks[PANEL]
        dock.show()
        dock.raise_()

    def _follow(self) -> None:
        if not self._comparison.on:
            self._workspace.docks[PANEL].hide()
        self.changed.emit()
