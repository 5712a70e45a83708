"""The fields of the save dialog: name, folder, container and files, and what is to be accepted."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QCheckBox, QComboBox, QFileDialog, QGridLayout, QLineEdit, QWidget

from core.catalogue.checkpoint import Checkpoint
from core.formats.register import format_of
from core.words import say
from gui.look import theme
from gui.look.plain_text import caption
from gui.save.model import containers_for, kept_container, shard_choices
from gui.save.saver import short_name
from gui.widgets.basic_widgets import button, plain_label


class SaveForm(QWidget):
    """The fields, filled with what is offered first."""

    place_changed = Signal()
    """`name`, `folder` or what is accepted is new."""
    layout_changed = Signal()
    """Another container is chosen, or other files."""

    def __init__(self, checkpoint: Checkpoint, source: Path, folder: Path, name: str) -> None:
        super().__init__()
        self._make_place(folder, name)
        self._make_ticks(source)
        self._make_boxes(checkpoint)
        self._lay_out()
        for line in (self.name, self.folder):
            line.textChanged.connect(self.place_changed)
        for tick in (self.accept_odd, self.accept_damage):
            tick.toggled.connect(self.place_changed)
        for box in (self.container, self.shards):
            box.currentIndexChanged.connect(self.layout_changed)

    def _make_place(self, folder: Path, name: str) -> None:
        self.name = QLineEdit(name)
        self.name.setFont(theme.key_font())
        self.name.setAccessibleName(say("File name"))
        self.folder = QLineEdit(str(folder))
        self.folder.setAccessibleName(say("Folder"))
        self.browse = button(say("Browse…"), self._browse, tip=say("Choose folder and name"))

    def _make_ticks(self, source: Path) -> None:
        name = caption(short_name(source.name))
        self.replace = QCheckBox(say("Replace the source file {name}", name=name))
        self.replace.setToolTip(
            say(
                "Write over the file that is open. It is replaced in one step, and only after what was written has "
                "been read back and compared; the old content is then gone."
            )
        )
        self.accept_odd = QCheckBox(say("Write a plain file of what is shown, without what is hidden"))
        self.accept_odd.setToolTip(
            say(
                "No torch.save wrote this file, so nobody can be sure that all of it is shown. What is written holds "
                "what you see here, as torch.save would have written it, and nothing else."
            )
        )
        self.accept_damage = QCheckBox(say("Write damaged bytes all the same"))
        self.accept_damage.setToolTip(
            say(
                "Where a damaged tensor is cast or packed anew, the copy gets a checksum that fits it: nothing shows "
                "the damage any more. Without this tick such a copy is not written."
            )
        )

    def _make_boxes(self, checkpoint: Checkpoint) -> None:
        self.container = QComboBox()
        self.container.setToolTip(
            say(
                "How the file is packed. torch.load reads zip and legacy; mmap=True needs zip, torch before 1.6 needs "
                "legacy. safetensors holds tensors by name and nothing else."
            )
        )
        kept = kept_container(checkpoint)
        for key in containers_for(checkpoint):
            name = say(format_of(key).title)
            self.container.addItem(say("{container}, as the source", container=name) if key == kept else name, key)
        self.shards = QComboBox()
        self.shards.setAccessibleName(say("One file or several"))
        for words, size in shard_choices(checkpoint):
            self.shards.addItem(words, size)

    def _lay_out(self) -> None:
        form = QGridLayout(self)
        form.setContentsMargins(0, 0, 0, 0)
        form.setHorizontalSpacing(10)
        form.setVerticalSpacing(8)
        fields = {
            say("Name"): self.name,
            say("Folder"): self.folder,
            say("Container"): self.container,
            say("Files"): self.shards,
        }
        for row, (words, its) in enumerate(fields.items()):
            label = plain_label(words)
            label.setBuddy(its)
            form.addWidget(label, row, 0)
            form.addWidget(its, row, 1, 1, 1 if its is self.folder else 2)
        form.addWidget(self.browse, 1, 2)
        for tick in (self.replace, self.accept_odd, self.accept_damage):
            form.addWidget(tick, form.rowCount(), 1, 1, 2)

    def _browse(self) -> None:
        start = Path(self.folder.text()) / self.name.text()
        chosen, _kind = QFileDialog.getSaveFileName(
            self, say("Save fixed checkpoint"), str(start), options=QFileDialog.Option.DontConfirmOverwrite
        )
        if chosen:
            self.folder.setText(str(Path(chosen).parent))
            self.name.setText(Path(chosen).name)
