"""Choosing the model that an optimizer belongs to: one of the file, or that of another file."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtWidgets import QFileDialog, QWidget

from core.catalogue.catalogue import Catalogue
from core.catalogue.rows import Optimizer
from core.edits.preview import Preview
from core.errors import CheckpointError
from core.progress import Tick
from core.text import clip
from core.words import marked, say
from gui.document.optimizer_models import ChosenModels, offers, with_chosen, with_file
from gui.jobs.latest_job import LatestJob
from gui.look.wording import file_kinds
from gui.session.session import MANY_ENTRIES, Session
from gui.widgets.basic_widgets import CutBox

_FILE = object()
_TIP = marked(
    "The model that this optimizer trains. Its parameters are matched to that model's:\n"
    "their names, and where the state goes when it follows them, come from there."
)
_FILE_TIP = marked("The file of the model, such as model.safetensors beside an optimizer.pt")


class ModelBox(CutBox):
    """A drop-down of the models; a choice is looked into beside the event loop, and refused where it does not fit."""

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(6, parent)
        self._session = session
        self._optimizer: Optimizer | None = None
        self._chosen = ChosenModels()
        self._latest = LatestJob(self)
        self._latest.done.connect(self._done)
        self._latest.failed.connect(self._failed)
        self._offering = LatestJob(self, in_turn=True)
        self._offering.done.connect(self._show_offers)
        self.setToolTip(say(_TIP))
        self.setAccessibleName(say("Model of the optimizer"))
        self.activated.connect(self._on_activated)
        session.opened.connect(self._forget)
        session.closed.connect(self._forget)

    def show_optimizer(self, optimizer: Optimizer | None) -> None:
        """Offer the models for an optimizer, and show the one that it is matched to."""
        self._optimizer = optimizer
        self.clear()
        catalogue = self._session.catalogue
        if optimizer is None or catalogue is None:
            self._offering.drop()
            return
        self._offering.ask(lambda _tick: offers(catalogue), at_once=len(catalogue) < MANY_ENTRIES)

    def _show_offers(self, offered: Sequence[tuple[str, int | None]]) -> None:
        optimizer = self._optimizer
        if optimizer is None:
            return
        self.clear()
        for text, value in offered:
            self.addItem(text, value)
        self.insertSeparator(self.count())
        other = self._chosen.other
        self.addItem(
            say("its model: in another file…")
            if other is None
            else say("its model: {model}", model=clip(other.checkpoint.name, 40)),
            _FILE,
        )
        self.setItemData(self.count() - 1, say(_FILE_TIP), Qt.ItemDataRole.ToolTipRole)
        model = self._chosen.models.get(optimizer.entry)
        self.setCurrentIndex(self.count() - 1 if other is not None else max(0, self.findData(model)))

    def _forget(self) -> None:
        """Another document: what was said of the one before holds no more."""
        self._latest.drop()
        self._chosen = ChosenModels()

    def _on_activated(self, place: int) -> None:
        value = self.itemData(place)
        if self._optimizer is None:
            return
        if value is not _FILE:
            self._match(self._chosen.of(self._optimizer.entry, value))
            return
        catalogue = self._session.catalogue
        here = catalogue is not None and not catalogue.checkpoint.is_elsewhere
        folder = str(catalogue.checkpoint.path.parent) if catalogue is not None and here else ""
        path, _kind = QFileDialog.getOpenFileName(self, say("The file of the model"), folder, file_kinds())
        if path:
            self.read_file(Path(path))
        else:
            self.show_optimizer(self._optimizer)

    def read_file(self, path: Path) -> None:
        """Match the optimizers to the model in another file."""
        self._match(self._chosen, path)

    def _match(self, chosen: ChosenModels, path: Path | None = None) -> None:
        """Look into what was chosen, and show the document with it."""
        catalogue, plan = self._session.catalogue, self._session.plan
        if catalogue is None:
            return

        def work(tick: Tick) -> tuple[ChosenModels, Catalogue, Preview]:
            wanted = chosen if path is None else with_file(chosen, path, tick)
            return wanted, *with_chosen(catalogue, wanted, plan)

        self.setEnabled(False)
        self._latest.ask(work)

    def _done(self, result: tuple[ChosenModels, Catalogue, Preview]) -> None:
        self.setEnabled(True)
        self._chosen, catalogue, preview = result
        self._session.rematch(catalogue, preview)

    def _failed(self, error: Exception) -> None:
        self.setEnabled(True)
        self.show_optimizer(self._optimizer)
        if not isinstance(error, CheckpointError):
            raise error
        self._session.refused.emit(str(error))

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Leave the wheel to the panel: scrolling past must never change what is chosen."""
        event.ignore()
