"""Save as fixed checkpoint: what will differ, the file name and the container. The saving itself needs no dialog."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDialog,
    QFileDialog,
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from core.catalogue.odd_places import oddities_of
from core.edits.preview import Preview
from core.errors import CannotOpen
from core.oddities import NOT_OF_TORCH
from core.remote.address import RemotePath, as_path
from core.saving.choice import place_of
from core.words import say
from gui.jobs.latest_job import LatestJob
from gui.look import messages, theme
from gui.look.palette import chip_icon, device_colour
from gui.look.plain_text import caption, one_line
from gui.look.roles import Role, set_role
from gui.save.model import (
    CONTAINERS,
    Layout,
    containers_for,
    ending_of,
    kept_container,
    layout_of,
    name_stem,
    refusal,
    renamed,
    shard_choices,
)
from gui.save.saver import (
    NOTHING_DIFFERS,
    Line,
    SaveRequest,
    change_lines,
    default_target,
    device_lines,
    is_source,
    is_there,
    kept_out,
    outcome,
    short_name,
    size_line,
    typed_name,
    with_ending,
)
from gui.widgets.basic_widgets import bigger, button, plain_label

_WIDTH = 620
_MOST_LINES_HIGH = 260


class SaveDialog(QDialog):
    """Asks what is needed to save.

    `again` is a save that failed: what was asked for then is there already, and `note` says why it failed.
    """

    chosen = Signal(object)
    """The `SaveRequest`; the dialog is closed by then."""

    def __init__(
        self,
        preview: Preview,
        parent: QWidget | None = None,
        again: SaveRequest | None = None,
        note: str = "",
        folder: Path | None = None,
    ) -> None:
        """``folder`` is offered where the source lies on no folder of this computer."""
        super().__init__(parent)
        self.setWindowTitle(say("Save fixed checkpoint") if preview.changes else say("Save a copy"))
        self.setWindowModality(Qt.WindowModality.WindowModal)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._preview = preview
        checkpoint = preview.catalogue.checkpoint
        self._source = place_of(checkpoint)
        self._elsewhere = isinstance(self._source, RemotePath)
        self._beside = folder if self._elsewhere and folder is not None else self._source.parent
        self._saved = layout_of(checkpoint)
        self._ending = ending_of(self._saved, self._source)
        self._looking = LatestJob(self)
        self._looking.done.connect(self._tell_lost)
        self._looking.failed.connect(lambda error: self._say(str(error)))
        self._changed = bool(preview.changes)
        self._make_form()
        self._lay_out()
        self.save_button.setDefault(True)
        self._set_replace(False)
        self._offer_to_replace(self._layout())
        if again is not None:
            self._fill_in(again)
            self._say(note)
        self.name.setFocus()
        self.name.setSelection(0, len(name_stem(self.name.text())))

    # ---- what the dialog is made of

    def _make_form(self) -> None:
        target = default_target(self._source, changed=self._changed)
        before = "" if self._source.is_dir() else target.name[len(name_stem(target.name)) :]
        target = target.with_name(renamed(target.name, before, self._ending))
        mono = theme.key_font()
        self.name = QLineEdit(target.name)
        self.name.setFont(mono)
        self.name.setAccessibleName(say("File name"))
        self.name.textChanged.connect(lambda: self._say(""))
        self.name.textEdited.connect(self._drop_second_ending)
        self.folder = QLineEdit(str(self._beside))
        self.folder.setAccessibleName(say("Folder"))
        self.folder.textChanged.connect(lambda: self._say(""))
        self.browse = button(say("Browse…"), self._browse, tip=say("Choose folder and name"))
        name = caption(short_name(self._source.name))
        self.replace = QCheckBox(say("Replace the source file {name}", name=name))
        self.replace.setToolTip(
            say(
                "Write over the file that is open. It is replaced in one step, and only after what was written has "
                "been read back and compared; the old content is then gone."
            )
        )
        self.replace.toggled.connect(self._set_replace)
        self.accept_odd = QCheckBox(say("Write a plain file of what is shown, without what is hidden"))
        self.accept_odd.setToolTip(
            say(
                "No torch.save wrote this file, so nobody can be sure that all of it is shown. What is written holds "
                "what you see here, as torch.save would have written it, and nothing else."
            )
        )
        self.accept_odd.setVisible(bool(oddities_of(self._preview.catalogue)))
        self.accept_odd.toggled.connect(lambda: self._say(""))
        self.container = QComboBox()
        self.container.setToolTip(
            say(
                "How the file is packed. torch.load reads zip and legacy; mmap=True needs zip, torch before 1.6 needs "
                "legacy. safetensors holds tensors by name and nothing else."
            )
        )
        kept = kept_container(self._preview.catalogue.checkpoint)
        for key in containers_for(self._preview.catalogue.checkpoint):
            name = say(CONTAINERS[key])
            self.container.addItem(say("{container}, as the source", container=name) if key == kept else name, key)
        self.shards = QComboBox()
        self.shards.setAccessibleName(say("One file or several"))
        for words, size in shard_choices(self._preview.catalogue.checkpoint):
            self.shards.addItem(words, size)
        for box in (self.container, self.shards):
            box.currentIndexChanged.connect(lambda _: self._lay_out_anew())
        self.note = plain_label(wrap=True, rank="error")
        self.note.setMinimumHeight(2 * self.note.fontMetrics().lineSpacing())  # what lies below never moves
        self.note.setAlignment(Qt.AlignmentFlag.AlignTop)
        self.save_button = button(say("Save"), self._start, primary=True)
        self.cancel_button = button(say("Cancel"), self.reject)

    def _lay_out(self) -> None:
        self.title = plain_label("")
        bigger(self.title, 1.25, bold=True)
        self.subtitle = plain_label(rank="muted", wrap=True)
        self.subtitle.setMinimumHeight(2 * self.subtitle.fontMetrics().lineSpacing())  # what lies below never moves
        self.subtitle.setAlignment(Qt.AlignmentFlag.AlignTop)
        form = QGridLayout()
        form.setHorizontalSpacing(10)
        form.setVerticalSpacing(8)
        for row, (words, field) in enumerate(((say("Name"), self.name), (say("Folder"), self.folder))):
            label = plain_label(words)
            label.setBuddy(field)
            form.addWidget(label, row, 0)
            form.addWidget(field, row, 1, 1, 1 if field is self.folder else 2)
        form.addWidget(self.browse, 1, 2)
        form.addWidget(plain_label(say("Container")), 2, 0)
        packed = QHBoxLayout()
        packed.setSpacing(8)
        packed.addWidget(self.container, 3)
        packed.addWidget(self.shards, 2)
        form.addLayout(packed, 2, 1, 1, 2)
        form.addWidget(self.replace, 3, 1, 1, 2)
        form.addWidget(self.accept_odd, 4, 1, 1, 2)
        self.form = QWidget()
        self.form.setLayout(form)
        form.setContentsMargins(0, 0, 0, 0)
        ends = QHBoxLayout()
        ends.addStretch(1)
        ends.addWidget(self.cancel_button)
        ends.addWidget(self.save_button)
        column = QVBoxLayout(self)
        column.setContentsMargins(22, 20, 22, 18)
        column.setSpacing(12)
        column.addWidget(self.title)
        column.addWidget(self.subtitle)
        column.addWidget(self._summary())
        for warning in self._preview.warnings:
            column.addWidget(plain_label(f"⚠ {warning}", wrap=True))
        column.addWidget(self.form)
        column.addWidget(self.note)
        column.addLayout(ends)
        self.setFixedWidth(_WIDTH)

    def _summary(self) -> QWidget:
        box = QWidget()
        self._grid = QGridLayout(box)
        self._grid.setContentsMargins(14, 12, 14, 12)
        self._grid.setHorizontalSpacing(14)
        self._grid.setVerticalSpacing(5)
        self._grid.setColumnStretch(1, 1)
        self._add_section(say("What will differ"), change_lines(self._preview) or [Line(say(NOTHING_DIFFERS), "")])
        self._add_section(say("Devices after"), device_lines(self._preview), chips=True)
        self._add_section(say("File size"), [Line(size_line(self._preview), "")])
        self.then = self._add_section(say("Then"), [Line(outcome(self._preview, self._saved), "")])
        area = QScrollArea()
        area.setObjectName("summary")
        area.setWidget(box)
        area.setWidgetResizable(True)
        area.setAccessibleName(say("What will differ"))
        set_role(area, Role.Grouping)
        area.setFrameShape(QFrame.Shape.StyledPanel)
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        wanted = box.heightForWidth(_WIDTH - 60) if box.hasHeightForWidth() else box.sizeHint().height()
        area.setFixedHeight(min(_MOST_LINES_HIGH, wanted + 4))
        return area

    def _add_section(self, head: str, lines: list[Line], *, chips: bool = False) -> QLabel:
        """Lines below each other; the last of them."""
        grid, what = self._grid, QLabel()
        if grid.count():
            grid.setRowMinimumHeight(grid.rowCount(), 4)
        top = Qt.AlignmentFlag.AlignTop
        for place, line in enumerate(lines):
            row = grid.rowCount()
            if not place:
                grid.addWidget(plain_label(head, rank="muted"), row, 0, top)
            middle = QHBoxLayout()
            middle.setSpacing(7)
            if chips and line.amount:
                dark = theme.is_dark()
                picture = QLabel()
                picture.setPixmap(chip_icon(device_colour(line.what, dark), dark).pixmap(12, 12))
                middle.addWidget(picture)
            mono = theme.key_font() if chips else None
            what = plain_label(line.what, mono=mono, wrap=not chips)
            middle.addWidget(what, 1)
            grid.addLayout(middle, row, 1, 1, 1 if line.amount else 2)
            if line.amount:
                grid.addWidget(plain_label(line.amount, rank="muted"), row, 2, top | Qt.AlignmentFlag.AlignRight)
        return what

    # ---- what the user does

    def target(self) -> Path:
        """Where the file will be written."""
        if self.replace.isChecked():
            return self._source
        name = with_ending(self.name.text().strip(), self._ending)
        try:
            return as_path(self.folder.text()).expanduser() / Path(name).expanduser()
        except CannotOpen:  # a location of a kind that is not known: there is no such folder
            return Path(self.folder.text()) / name

    def _drop_second_ending(self, text: str) -> None:
        """Only the stem is selected at first; whoever types an ending too is not to get `g.pth.pth`."""
        name = typed_name(text, self.name.cursorPosition(), self._ending)
        if name != text:
            self.name.setText(name)

    def _set_replace(self, replace: bool) -> None:
        for field in (self.name, self.folder, self.browse):
            field.setEnabled(not replace)
        self.save_button.setText(say("Replace the source") if replace else say("Save"))
        name = short_name(self._source.name)
        if replace:
            title = say("{name}, fixed", name=name) if self._changed else say("{name}, written anew", name=name)
        else:
            title = say("A fixed copy of {name}", name=name) if self._changed else say("A copy of {name}", name=name)
        self.title.setText(title)
        gone = say("{name} will be replaced. What is in it now is gone then; Undo does not bring it back.", name=name)
        self.subtitle.setText(gone if replace else say("{name} itself stays as it is.", name=name))
        self._say("")

    def _browse(self) -> None:
        chosen, _kind = QFileDialog.getSaveFileName(
            self, say("Save fixed checkpoint"), str(self.target()), options=QFileDialog.Option.DontConfirmOverwrite
        )
        if chosen:
            self.folder.setText(str(Path(chosen).parent))
            self.name.setText(Path(chosen).name)

    def _start(self) -> None:
        target = self.target()
        objection = self._objection(target)
        if objection:
            self._say(objection)
            return
        self.name.setText(with_ending(self.name.text().strip(), self._ending))
        overwrite = self.replace.isChecked()
        if not overwrite and is_there(target):
            if not confirm_overwrite(target):
                return
            overwrite = True
        layout = self._layout()
        kind = None if layout.container == self._preview.catalogue.checkpoint.container else layout.container
        self.accept()
        accepted = self.accept_odd.isChecked()
        self.chosen.emit(SaveRequest(self._preview, target, kind, layout.shard_size, overwrite, accepted))

    def _layout(self) -> Layout:
        """What is to be written, as it is chosen."""
        return Layout(self.container.currentData(), self.shards.currentData(), self._saved.of_folder)

    def _lay_out_anew(self) -> None:
        """The name follows what is written, and what that would lose is told."""
        layout = self._layout()
        self.shards.setEnabled(layout.container != "files")
        self.then.setText(outcome(self._preview, layout))
        ending = ending_of(layout, self._source)
        if ending != self._ending:
            self.name.setText(renamed(self.name.text(), self._ending, ending))
            self._ending = ending
        self._offer_to_replace(layout)
        self._say("")
        self._looking.drop()
        if layout.is_folder or layout.container not in ("zip", "legacy"):
            preview, target = self._preview, self.target()
            self._looking.ask(lambda _tick: kept_out(preview, target, layout))

    def _offer_to_replace(self, layout: Layout) -> None:
        """A file is replaced by one of its name, a folder by a folder, and no code by what is left without it."""
        like = self._ending == ending_of(self._saved, self._source) and layout.is_folder == self._source.is_dir()
        may_replace = like and not self._elsewhere and self._preview.catalogue.checkpoint.read_only is None
        self.replace.setEnabled(may_replace)
        self.replace.setChecked(self.replace.isChecked() and may_replace)

    def _tell_lost(self, notes: tuple[str, ...]) -> None:
        self._say(" ".join(notes), "muted")

    def _objection(self, target: Path) -> str:
        if not self.accept_odd.isHidden() and not self.accept_odd.isChecked():
            return say(
                "The source was {not_of_torch}. Tick “{text}” to save it.",
                not_of_torch=say(NOT_OF_TORCH),
                text=self.accept_odd.text(),
            )
        if not self.replace.isChecked():
            if not self.name.text().strip():
                return say("Give the new file a name.")
            if is_source(target, self._source):
                return say("That is the source file itself. Choose another name, or tick “Replace the source file”.")
            if target.is_dir() and not self._layout().is_folder:
                return say("{target} is a folder. Choose another name.", target=target.name)
        if isinstance(target, RemotePath):
            return refusal(target)
        if not target.parent.is_dir():
            return say("There is no folder {parent}.", parent=target.parent)
        return ""

    def _fill_in(self, again: SaveRequest) -> None:
        """What was asked for before."""
        self.folder.setText(str(again.target.parent))
        self.name.setText(again.target.name)
        self.accept_odd.setChecked(again.accept_odd)
        self.replace.setChecked(is_source(again.target, self._source))
        if again.container is not None:
            self.container.setCurrentIndex(self.container.findData(again.container))
        if again.shard_size is not None:
            self.shards.setCurrentIndex(self.shards.findData(again.shard_size))
        self.name.setText(again.target.name)

    def _say(self, note: str, rank: str = "error") -> None:
        if self.note.property("rank") != rank:
            self.note.setProperty("rank", rank)
            self.note.style().polish(self.note)
        self.note.setText(one_line(note))


def confirm_overwrite(target: Path) -> bool:
    """Ask whether a file that is there already may be replaced."""
    if target.is_dir():
        there = say("A folder of that name is already in {parent}. Saving replaces it.", parent=target.parent)
    else:
        there = say("A file of that name is already in {parent}. Saving replaces it.", parent=target.parent)
    question = messages.Question(
        say("Replace {name}?", name=target.name),
        there,
        (messages.Choice("replace", say("Replace"), destructive=True), messages.Choice("keep", say("Cancel"))),
    )
    return messages.ask(question) == "replace"
