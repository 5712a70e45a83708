"""Save as fixed checkpoint: what will differ, the file name and the container. The saving itself needs no dialog."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDialog,
    QFileDialog,
    QGridLayout,
    QHBoxLayout,
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
from core.saving.before.allowed import missing_of
from core.saving.choice import place_of
from core.words import say, say_count
from gui.jobs.latest_job import LatestJob
from gui.look import messages, theme
from gui.look.plain_text import caption, one_line
from gui.save.clicks import Click, clicks_of
from gui.save.forecast import Forecast, Loading, forecast
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
    SaveRequest,
    default_target,
    is_source,
    is_there,
    short_name,
    typed_name,
    with_ending,
)
from gui.save.sections import sections_of
from gui.save.summary import Summary
from gui.widgets.basic_widgets import bigger, button, plain_label, set_state

_WIDTH = 620
_LEAST_HEIGHT = 360
_MOST_MISSING = 3
_QUICK = 2_000
"""Entries up to which what would be written is worked out before the dialog shows."""


@dataclass(frozen=True)
class Around:
    """What the dialog is told: where the copy is to be loaded, what is ``known`` of the source's numbers, and whether
    some of them are ``damaged``. ``folder`` is offered where the source lies on no folder of this computer.
    """

    loading: Loading = field(default_factory=Loading)
    known: Sequence[str] = ()
    damaged: bool = False
    folder: Path | None = None


class SaveDialog(QDialog):
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
        self._missing = missing_of(checkpoint)
        self._found: Forecast | None = None
        self._source = place_of(checkpoint)
        self._elsewhere = isinstance(self._source, RemotePath)
        self._beside = around.folder if self._elsewhere and around.folder is not None else self._source.parent
        self._saved = layout_of(checkpoint)
        self._ending = ending_of(self._saved, self._source)
        self._looking = LatestJob(self)
        self._looking.done.connect(self._foretell)
        self._looking.failed.connect(lambda error: self._say(str(error)))
        self._changed = bool(preview.changes)
        self._make_form()
        self._lay_out()
        self.save_button.setDefault(True)
        self._set_replace(False)
        self._offer_to_replace(self._layout())
        if again is not None:
            self._fill_in(again)
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
        target = target.with_name(renamed(target.name, before, self._ending))
        mono = theme.key_font()
        self.name = QLineEdit(target.name)
        self.name.setFont(mono)
        self.name.setAccessibleName(say("File name"))
        self.name.textChanged.connect(self._check)
        self.name.textEdited.connect(self._drop_second_ending)
        self.folder = QLineEdit(str(self._beside))
        self.folder.setAccessibleName(say("Folder"))
        self.folder.textChanged.connect(self._check)
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
        self.accept_odd.toggled.connect(self._check)
        self.accept_damage = QCheckBox(say("Write damaged bytes all the same"))
        self.accept_damage.setToolTip(
            say(
                "Where a damaged tensor is cast or packed anew, the copy gets a checksum that fits it: nothing shows "
                "the damage any more. Without this tick such a copy is not written."
            )
        )
        self.accept_damage.setVisible(self._around.damaged)
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
        self.alarm = plain_label("\n".join(self._alarms()), wrap=True, rank="error")
        self.alarm.setVisible(bool(self.alarm.text()))
        self.ways = QWidget()
        QHBoxLayout(self.ways).setContentsMargins(0, 0, 0, 0)
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
        for row, (words, box) in enumerate(((say("Container"), self.container), (say("Files"), self.shards)), 2):
            label = plain_label(words)
            label.setBuddy(box)
            form.addWidget(label, row, 0)
            form.addWidget(box, row, 1, 1, 2)
        for row, tick in enumerate((self.replace, self.accept_odd, self.accept_damage), 4):
            form.addWidget(tick, row, 1, 1, 2)
        form.setContentsMargins(0, 0, 0, 0)
        self.summary = Summary()
        self.summary.show_sections(sections_of(self._preview, None))
        self._page, self._foot = QWidget(), QWidget()
        column = QVBoxLayout(self._page)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(12)
        column.addWidget(self.title)
        column.addWidget(self.subtitle)
        column.addWidget(self.summary, 1)
        column.addLayout(form)
        self._area = QScrollArea()
        self._area.setWidgetResizable(True)
        self._area.setFrameShape(QScrollArea.Shape.NoFrame)
        self._area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._area.setWidget(self._page)
        ends = QHBoxLayout()
        ends.addWidget(self.ways)
        ends.addStretch(1)
        ends.addWidget(self.cancel_button)
        ends.addWidget(self.save_button)
        below = QVBoxLayout(self._foot)
        below.setContentsMargins(0, 0, 0, 0)
        below.setSpacing(8)
        below.addWidget(self.alarm)
        below.addWidget(self.note)
        below.addLayout(ends)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(22, 20, 22, 18)
        whole.setSpacing(12)
        whole.addWidget(self._area, 1)
        whole.addWidget(self._foot)

    def _fit(self) -> None:
        """Be as large as all of it, in the room that there is; what has none is scrolled to."""
        window = self.parentWidget().window() if self.parentWidget() is not None else self
        room = self.screen().availableGeometry().size()
        if window is not self:
            room = room.boundedTo(window.size())
        width = min(theme.px(_WIDTH), room.width())
        ends = self.layout().contentsMargins()
        inner = width - ends.left() - ends.right()
        foot = self._foot.layout()
        self._foot.setFixedHeight(max(foot.totalHeightForWidth(inner), foot.totalMinimumSize().height()))
        self.summary.want(inner)
        page = self._page.layout().totalHeightForWidth(inner)
        wanted = page + self._foot.height() + ends.top() + ends.bottom() + self.layout().spacing()
        self.setFixedSize(width, max(min(wanted, room.height()), _LEAST_HEIGHT))

    def _alarms(self) -> list[str]:
        """What is missing or damaged, as lines that cannot be overlooked."""
        more = len(self._missing) - _MOST_MISSING
        rest = say_count(more, "{n:,} more part is missing.", "{n:,} more parts are missing.") if more > 0 else ""
        return [*self._missing[:_MOST_MISSING], *filter(None, [rest]), *self._around.known]

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
        if self._missing:
            words = say("Replace by incomplete copy") if replace else say("Save incomplete copy")
        else:
            words = say("Replace the source") if replace else say("Save")
        self.save_button.setText(words)
        name = short_name(self._source.name)
        if replace:
            title = say("{name}, fixed", name=name) if self._changed else say("{name}, written anew", name=name)
        else:
            title = say("A fixed copy of {name}", name=name) if self._changed else say("A copy of {name}", name=name)
        self.title.setText(title)
        gone = say("{name} will be replaced. What is in it now is gone then; Undo does not bring it back.", name=name)
        self.subtitle.setText(gone if replace else say("{name} itself stays as it is.", name=name))
        self._check()

    def _browse(self) -> None:
        chosen, _kind = QFileDialog.getSaveFileName(
            self, say("Save fixed checkpoint"), str(self.target()), options=QFileDialog.Option.DontConfirmOverwrite
        )
        if chosen:
            self.folder.setText(str(Path(chosen).parent))
            self.name.setText(Path(chosen).name)

    def _start(self) -> None:
        target = self.target()
        if self._check():
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

    def _layout(self) -> Layout:
        """What is to be written, as it is chosen."""
        return Layout(self.container.currentData(), self.shards.currentData(), self._saved.of_folder)

    def _lay_out_anew(self) -> None:
        """The name follows what is written, and what that would lose is told."""
        layout = self._layout()
        self.shards.setEnabled(layout.container != "files")
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

    def _foretell(self, found: Forecast) -> None:
        self._found = found
        self._show_found()

    def _show_found(self) -> None:
        found = self._found
        self.summary.show_sections(sections_of(self._preview, found))
        _clear(self.ways)
        for click in clicks_of(self._preview, found.ways) if found is not None else ():
            self.ways.layout().addWidget(button(caption(click.words), lambda it=click: self._help(it)))
        self._check()
        self._fit()

    def _help(self, click: Click) -> None:
        if click.container:
            self.choose(click.container)
            return
        container = self.container.currentData()
        self.reject()
        self.edits_asked.emit(click.edits, container)

    def _offer_to_replace(self, layout: Layout) -> None:
        """A file is replaced by one of its name, a folder by a folder, and no code by what is left without it."""
        like = self._ending == ending_of(self._saved, self._source) and layout.is_folder == self._source.is_dir()
        may_replace = like and not self._elsewhere and self._preview.catalogue.checkpoint.read_only is None
        self.replace.setEnabled(may_replace)
        self.replace.setChecked(self.replace.isChecked() and may_replace)

    def _check(self) -> str:
        """Why nothing can be saved so, which is said; nothing where it can."""
        refused = self._found.refused if self._found is not None else ""
        objection = refused or self._objection(self.target())
        self._say(objection)
        self.save_button.setEnabled(not objection)
        set_state(self.save_button, "primary", not objection)
        self.save_button.setToolTip(one_line(objection))
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


def _clear(holder: QWidget) -> None:
    """Take all buttons out."""
    while (item := holder.layout().takeAt(0)) is not None:
        item.widget().hide()
        item.widget().deleteLater()


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
