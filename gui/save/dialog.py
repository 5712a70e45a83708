"""Save as fixed checkpoint: what will differ, the file name and the container. The saving itself needs no dialog."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import Final

from PySide6.QtCore import QSize, Qt, Signal
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
    QPushButton,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from core.catalogue.checkpoint import Checkpoint
from core.catalogue.odd_places import oddities_of
from core.edits.preview import Preview
from core.errors import CannotOpen
from core.files.member import MemberPath
from core.formats.register import format_of
from core.oddities import NOT_OF_TORCH
from core.remote.address import RemotePath, as_path
from core.saving.allowed import missing_of
from core.saving.choice import place_of
from core.words import say, say_count
from gui.jobs.latest_job import LatestJob
from gui.look import messages, theme
from gui.look.palette import chip_icon, device_colour
from gui.look.plain_text import caption, one_line, tooltip
from gui.look.roles import Role, set_role
from gui.save.forecast import Click, Forecast, Line, Loading, Section, clicks_of, forecast, lost_numbers, sections_of
from gui.save.model import (
    SaveLayout,
    SaveRequest,
    containers_for,
    default_target,
    ending_of,
    is_source,
    is_there,
    kept_container,
    layout_of,
    name_stem,
    refusal,
    renamed,
    shard_choices,
    short_name,
    typed_name,
    with_ending,
)
from gui.widgets.basic_widgets import bigger, button, plain_label, set_state
from gui.widgets.layouts import ScrolledColumn, Stretch, horizontal, vertical
from gui.widgets.on_screen import room_for

# -- the frame: as large as what it shows, in the room that there is; the rest is scrolled to ------------------


_WIDTH = 620
_LEAST_HEIGHT = 360
_KEPT = 2


class FittingDialog(QDialog):
    """`scrolling` is the column that scrolls where there is no room, `staying` the one that stays in sight."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.coming_and_going: tuple[QLabel, ...] = ()
        """Labels that have lines kept for them, so that what lies below never moves."""
        self._page, self._foot = QWidget(), QWidget()
        self.scrolling = vertical(of=self._page, margins=0, spacing=12)
        self.staying = vertical(of=self._foot, margins=0, spacing=8)
        body = ScrolledColumn(self._page)
        self._whole = vertical((body, 1), self._foot, of=self, margins=(22, 20, 22, 18), spacing=12)

    @property
    def room_for_words(self) -> int:
        """The width of what is shown."""
        ends = self._whole.contentsMargins()
        return self._room()[0] - ends.left() - ends.right()

    def fit(self) -> None:
        """Be as large as all of it, where there is room; where there is none, no line is kept free either."""
        if self._is_higher_than_room(_KEPT):
            self._is_higher_than_room(0)
        width, most = self._room()
        self._foot.setFixedHeight(_height(self.staying, self.room_for_words))
        self.setFixedSize(width, max(min(self._wanted, most), _LEAST_HEIGHT))

    def _is_higher_than_room(self, kept: int) -> bool:
        """Keep so many lines for what comes and goes."""
        for label in self.coming_and_going:
            label.setMinimumHeight(kept * label.fontMetrics().lineSpacing())
            label.setVisible(bool(kept or label.text()))
        return self._wanted > self._room()[1]

    @property
    def _wanted(self) -> int:
        inner, ends = self.room_for_words, self._whole.contentsMargins()
        around = ends.top() + ends.bottom() + self._whole.spacing()
        return _height(self.scrolling, inner) + _height(self.staying, inner) + around

    def _room(self) -> tuple[int, int]:
        room, parent = room_for(self), self.parentWidget()
        if parent is not None:
            room = room.boundedTo(parent.window().size())
        return min(theme.px(_WIDTH), room.width()), room.height()


def _height(column: QVBoxLayout, width: int) -> int:
    wanted = column.totalHeightForWidth(width) if column.hasHeightForWidth() else column.totalSizeHint().height()
    return max(wanted, column.totalMinimumSize().height())


# -- the dialog ------------------------------------------------------------------------------------------------


_MOST_MISSING = 3
_QUICK = 2_000
"""Entries up to which what would be written is worked out before the dialog shows."""
_QUICK_BYTES = 1 << 20
"""Bytes up to which the numbers that a cast loses are counted before that."""


@dataclass(frozen=True)
class Around:
    """What the dialog is told: where the copy is to be loaded, what is ``known`` of the source's numbers, and whether
    some of them are ``damaged``. ``folder`` is offered where the source lies on no folder of this computer.
    """

    loading: Loading = field(default_factory=Loading)
    known: Sequence[str] = ()
    damaged: bool = False
    folder: Path | None = None
    tell: Callable[[Exception], object] = lambda _error: None
    """Told why the source could not be looked at."""
    saved_at: Callable[[Path], datetime | None] = lambda _target: None
    """When the copy at a path was saved of what is open, if it is one and nothing has changed it since."""


class SaveDialog(FittingDialog):
    """Asks what is needed to save.

    `again` is a save that failed: what was asked for then is there already, and `note` says why it failed.
    """

    chosen = Signal(object)
    """The `SaveRequest`; the dialog is closed by then."""
    edits_asked = Signal(object, str)
    """The user wants these edits planned, which help; and the container that was chosen. The dialog is closed by then.
    """

    def __init__(
        self,
        preview: Preview,
        parent: QWidget | None = None,
        again: SaveRequest | None = None,
        note: str = "",
        around: Around = Around(),
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle(say("Save fixed checkpoint") if preview.changes else say("Save a copy"))
        self.setWindowModality(Qt.WindowModality.WindowModal)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._preview, self._around = preview, around
        checkpoint = preview.catalogue.checkpoint
        self._missing = missing_of(preview)
        self._found: Forecast | None = None
        self._source = place_of(checkpoint)
        self._elsewhere = isinstance(self._source, RemotePath)
        self._beside = around.folder if self._elsewhere and around.folder is not None else self._source.parent
        self._saved = layout_of(checkpoint)
        self._ending = ending_of(self._saved, self._source)
        self._looking = LatestJob(self, done=self._foretell, failed=lambda error: self._say(str(error)))
        self._counting = LatestJob(self, done=self._lose, failed=lambda error: self._lose([str(error)]))
        self._lost: list[str] = []
        self._changed = bool(preview.changes)
        self._make_form()
        self._lay_out()
        self.save_button.setDefault(True)
        self._set_replace(False)
        self._offer_to_replace(self._layout())
        if again is not None:
            self._fill_in(again)
        self._count_lost()
        self._look()
        if note:
            self._say(note)
        self.name.setFocus()
        self.name.setSelection(0, len(name_stem(self.name.text())))

    def choose(self, container: str) -> None:
        """Have a container chosen, where it is offered."""
        self.container.setCurrentIndex(max(self.container.findData(container), 0))

    # ---- what the dialog is made of

    def _make_form(self) -> None:
        target = default_target(self._source, changed=self._changed, missing=bool(self._missing))
        before = "" if self._source.is_dir() else target.name[len(name_stem(target.name)) :]
        name = renamed(target.name, before, self._ending)
        form = self.form = SaveForm(self._preview.catalogue.checkpoint, self._source, self._beside, name)
        self.name, self.folder, self.browse = form.name, form.folder, form.browse
        self.container, self.shards, self.replace = form.container, form.shards, form.replace
        self.accept_odd, self.accept_damage = form.accept_odd, form.accept_damage
        self.accept_odd.setVisible(bool(oddities_of(self._preview.catalogue)))
        self.accept_damage.setVisible(self._around.damaged)
        form.place_changed.connect(self._check)
        form.layout_changed.connect(self._lay_out_anew)
        self.name.textEdited.connect(self._drop_second_ending)
        self.replace.toggled.connect(self._set_replace)
        self.save_button = button(say("Save"), self._start, primary=True)
        self.cancel_button = button(say("Cancel"), self.reject)

    def _lay_out(self) -> None:
        self.title = plain_label("")
        bigger(self.title, 1.25, bold=True)
        self.subtitle = plain_label(rank="muted", wrap=True)
        self.summary = Summary()
        self.summary.show_sections(sections_of(self._preview, None))
        self.alarm = plain_label("\n".join(self._alarms()), wrap=True, rank="error")
        self.alarm.setVisible(bool(self.alarm.text()))
        self.note = plain_label(wrap=True, rank="error")
        self.coming_and_going = self.subtitle, self.note
        for label in self.coming_and_going:
            label.setAlignment(Qt.AlignmentFlag.AlignTop)
        self.ways: list[QPushButton] = []
        self._ways = QHBoxLayout()
        for each in (self.title, self.subtitle, self.summary, self.form):
            self.scrolling.addWidget(each, 1 if each is self.summary else 0)
        ends = horizontal(self._ways, Stretch(), self.cancel_button, self.save_button)
        self.staying.addWidget(self.alarm)
        self.staying.addWidget(self.note)
        self.staying.addLayout(ends)

    def _fit(self) -> None:
        self.summary.want(self.room_for_words)
        self.fit()

    def _alarms(self) -> list[str]:
        """What is missing or damaged, as lines that cannot be overlooked."""
        more = len(self._missing) - _MOST_MISSING
        rest = say_count(more, "{n:,} more part is missing.", "{n:,} more parts are missing.") if more > 0 else ""
        return [*self._missing[:_MOST_MISSING], *filter(None, [rest]), *self._around.known]

    # ---- what the user does

    def target(self) -> Path:
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
        for each in (self.name, self.folder, self.browse):
            each.setEnabled(not replace)
        if self._missing:
            words = say("Replace with incomplete copy") if replace else say("Save incomplete copy")
        else:
            words = say("Replace the source") if replace else say("Save")
        self.save_button.setText(words)
        name = short_name(self._source.name)
        if replace:
            title = say("{name}, fixed", name=name) if self._changed else say("{name}, rewritten", name=name)
        else:
            title = say("A fixed copy of {name}", name=name) if self._changed else say("A copy of {name}", name=name)
        self.title.setText(title)
        gone = say("{name} will be replaced. You lose its current content, and Undo cannot bring it back.", name=name)
        self.subtitle.setText(gone if replace else say("{name} itself stays unchanged.", name=name))
        self._check()

    def _start(self) -> None:
        target = self.target()
        if self._check():
            return
        self.name.setText(with_ending(self.name.text().strip(), self._ending))
        overwrite = self.replace.isChecked()
        if not overwrite and is_there(target):
            if not confirm_overwrite(target, self._around.saved_at(target)):
                return
            overwrite = True
        layout = self._layout()
        kind = None if layout.container == self._preview.catalogue.checkpoint.container else layout.container
        self.accept()
        request = SaveRequest(
            self._preview,
            target,
            kind,
            layout.shard_size,
            overwrite,
            self.accept_odd.isChecked(),
            bool(self._missing),
            self.accept_damage.isChecked(),
        )
        self.chosen.emit(request)

    def _layout(self) -> SaveLayout:
        """What is to be written, as it is chosen."""
        return SaveLayout(self.container.currentData(), self.shards.currentData(), self._saved.of_folder)

    def _lay_out_anew(self) -> None:
        """The name follows what is written, and what that would lose is told."""
        layout = self._layout()
        self.shards.setEnabled(not layout.format.of_branches)
        ending = ending_of(layout, self._source)
        if ending != self._ending:
            self.name.setText(renamed(self.name.text(), self._ending, ending))
            self._ending = ending
        self._offer_to_replace(layout)
        self._look()

    def _look(self) -> None:
        """Work out what would be written, as it is chosen now."""
        preview, layout, target, loading = self._preview, self._layout(), self.target(), self._around.loading
        self._found = None
        checkpoint = preview.catalogue.checkpoint
        quick = len(preview.catalogue) < _QUICK and not checkpoint.is_elsewhere and len(checkpoint.parts) <= 1
        self._looking.ask(lambda _tick: forecast(preview, target, layout, loading), at_once=quick)
        if self._found is None:
            self._show_found()

    def _count_lost(self) -> None:
        """Count once what a cast loses, which no choice here changes; of what is elsewhere the save tells it."""
        recipes, sizes = self._preview.draft.recipes, self._preview.catalogue.storage_columns.nbytes
        if recipes and not self._preview.catalogue.checkpoint.is_elsewhere:
            self._lost = [say("Counting the numbers that do not fit the new dtype…")]
            quick = sum(sizes[storage] for storage in recipes) < _QUICK_BYTES
            self._counting.ask(partial(lost_numbers, self._preview), at_once=quick)

    def _lose(self, lost: list[str]) -> None:
        self._lost = lost
        self._show_found()

    def _foretell(self, found: Forecast) -> None:
        self._found = found
        if found.error is not None:
            self._around.tell(found.error)
        self._show_found()

    def _show_found(self) -> None:
        found = self._found
        self.summary.show_sections(sections_of(self._preview, found, self._lost))
        for each in self.ways:
            self._ways.removeWidget(each)
            each.hide()
            each.deleteLater()
        clicks = clicks_of(self._preview, found.ways) if found is not None else []
        self.ways = [button(caption(click.words), partial(self._help, click)) for click in clicks]
        for each in self.ways:
            each.setAutoDefault(False)
            self._ways.addWidget(each)
        self._check()
        self._fit()

    def _help(self, click: Click) -> None:
        if click.container:
            self.choose(click.container)
            return
        container = self.container.currentData()
        self.reject()
        self.edits_asked.emit(click.edits, container)

    def _offer_to_replace(self, layout: SaveLayout) -> None:
        """A file is replaced by one of its name, a folder by a folder, and no code by what is left without it."""
        like = self._ending == ending_of(self._saved, self._source) and layout.is_folder == self._source.is_dir()
        own = not self._elsewhere and not isinstance(self._source, MemberPath)
        may_replace = like and own and self._preview.catalogue.checkpoint.read_only is None
        self.replace.setEnabled(may_replace)
        self.replace.setChecked(self.replace.isChecked() and may_replace)

    def _check(self) -> str:
        """Why nothing can be saved so, which is said; nothing where it can."""
        refused = self._found.refused if self._found is not None else ""
        objection = refused or self._objection(self.target())
        self._say(objection)
        self.save_button.setEnabled(not objection)
        set_state(self.save_button, "primary", not objection)
        self.save_button.setToolTip(tooltip(objection) or "")
        return objection

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
        self.accept_damage.setChecked(again.accept_damage)
        self.replace.setChecked(is_source(again.target, self._source))
        if again.container is not None:
            self.container.setCurrentIndex(self.container.findData(again.container))
        if again.shard_size is not None:
            self.shards.setCurrentIndex(self.shards.findData(again.shard_size))
        self.name.setText(again.target.name)

    def _say(self, note: str) -> None:
        text = one_line(note)
        if text != self.note.text():
            self.note.setText(text)
            self._fit()


def confirm_overwrite(target: Path, saved_at: datetime | None = None) -> bool:
    """Ask whether a file that is there already may be replaced, as is likely of a copy that was saved just now."""
    if saved_at is not None:
        there = say("You saved this copy from this tab at {time}. It is unchanged since.", time=f"{saved_at:%H:%M}")
    elif target.is_dir():
        there = say("{parent} already has a folder with that name. Saving replaces it.", parent=target.parent)
    else:
        there = say("{parent} already has a file with that name. Saving replaces it.", parent=target.parent)
    question = messages.Question(
        say("Replace {name}?", name=target.name),
        there,
        (messages.Choice("replace", say("Replace"), saved_at is None), messages.Choice("keep", say("Cancel"))),
    )
    return messages.ask(question) == "replace"


# -- the fields: name, folder, container and files, and what is to be accepted ---------------------------------


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
                "Overwrite the open file. Pthfinder first writes the new file and reads it back to check "
                "it, then replaces the old one in one step. The old content is lost."
            )
        )
        self.accept_odd = QCheckBox(say("Save only what you see, as a plain file"))
        self.accept_odd.setToolTip(
            say(
                "torch.save did not write this file, so it may hide something. The copy will hold only "
                "what you see here, written as torch.save would write it."
            )
        )
        self.accept_damage = QCheckBox(say("Save damaged bytes anyway"))
        self.accept_damage.setToolTip(
            say(
                "If a damaged tensor is cast or repacked, it gets a new checksum that hides the damage. "
                "Pthfinder saves such a copy only if you tick this."
            )
        )

    def _make_boxes(self, checkpoint: Checkpoint) -> None:
        self.container = QComboBox()
        self.container.setToolTip(
            say(
                "The file format. torch.load reads zip and legacy; mmap=True needs zip, torch before 1.5 needs "
                "legacy. safetensors holds only named tensors."
            )
        )
        kept = kept_container(checkpoint)
        for key in containers_for(checkpoint):
            name = say(format_of(key).title)
            self.container.addItem(say("{container}, same as the source", container=name) if key == kept else name, key)
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
            say("Shards"): self.shards,
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


# -- the summary, as a list that scrolls where it is long ------------------------------------------------------


_HIGHEST: Final = 300
_LOWEST: Final = 84


class Summary(QScrollArea):
    """Shows `Section`s. Its height is that of what it shows, within limits."""

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("summary")
        self.setWidgetResizable(True)
        self.setAccessibleName(say("What will change"))
        set_role(self, Role.Grouping)
        self.setFrameShape(QFrame.Shape.StyledPanel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._sections: list[Section] = []
        self._wanted = _LOWEST
        self._box = QWidget()

    def show_sections(self, sections: Sequence[Section]) -> None:
        if list(sections) == self._sections:
            return
        self._sections = list(sections)
        box = QWidget()
        grid = QGridLayout(box)
        grid.setContentsMargins(14, 12, 14, 12)
        grid.setHorizontalSpacing(14)
        grid.setVerticalSpacing(5)
        grid.setColumnStretch(1, 1)
        for section in sections:
            _add(grid, section)
        grid.setRowStretch(grid.rowCount(), 1)
        self._box = box
        self.setWidget(box)

    def want(self, width: int) -> None:
        """Ask for the height of what is shown in this width."""
        box, room = self._box, width - self.verticalScrollBar().sizeHint().width()
        wanted = box.heightForWidth(room) if box.hasHeightForWidth() else box.sizeHint().height()
        self._wanted = min(wanted + 4, theme.px(_HIGHEST))
        self.setMinimumHeight(min(self._wanted, theme.px(_LOWEST)))
        self.updateGeometry()

    def sizeHint(self) -> QSize:
        """Return the height of what is shown, within limits."""
        return QSize(super().sizeHint().width(), self._wanted)


def _add(grid: QGridLayout, section: Section) -> None:
    if grid.count():
        grid.setRowMinimumHeight(grid.rowCount(), 4)
    top = Qt.AlignmentFlag.AlignTop
    for place, line in enumerate(section.lines):
        row = grid.rowCount()
        if not place:
            grid.addWidget(plain_label(section.head, rank="muted"), row, 0, top)
        grid.addLayout(_line(line, section), row, 1, 1, 1 if line.amount else 2)
        if line.amount:
            grid.addWidget(plain_label(line.amount, rank="muted"), row, 2, top | Qt.AlignmentFlag.AlignRight)


def _line(line: Line, section: Section) -> QHBoxLayout:
    row = QHBoxLayout()
    row.setSpacing(7)
    if section.devices and line.amount:
        dark, picture = theme.is_dark(), QLabel()
        picture.setPixmap(chip_icon(device_colour(line.what, dark), dark).pixmap(12, 12))
        row.addWidget(picture)
    mono = theme.key_font() if section.devices else None
    row.addWidget(plain_label(line.what, mono=mono, wrap=not section.devices), 1)
    return row
