"""Open location: a line for the address of a checkpoint, what is understood of it, and the folder that it is in."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Final

from PySide6.QtCore import QModelIndex, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFont, QHideEvent, QKeyEvent, QKeySequence, QShortcut
from PySide6.QtWidgets import QComboBox, QDialog, QLineEdit, QListView, QPushButton, QWidget

from core.errors import CheckpointError
from core.remote.address import RemotePath, is_url
from core.remote.traffic import News
from core.words import say
from gui.jobs.latest_job import LatestJob
from gui.location.model import (
    Entry,
    Understood,
    above,
    count_of,
    entries_in,
    fitting,
    folder_of,
    folder_text,
    recent_locations,
    understood,
)
from gui.look import icons, theme
from gui.look.plain_text import caption, one_line
from gui.look.wording import breakable, news_text
from gui.widgets.basic_widgets import allow_clearing, button, plain_label, set_state
from gui.widgets.layouts import Stretch, horizontal, vertical
from gui.widgets.on_screen import bring_up, grow, room_for
from gui.widgets.table_view import Column, Role, TableModel

# ---- A folder elsewhere: its names, which come beside the event loop, and a line that leaves those with some letters.

_MOVES = frozenset({Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_PageUp, Qt.Key.Key_PageDown})


def _icon(entry: Entry) -> tuple[str, str]:
    colours = theme.colours()
    if entry.is_folder:
        return "open", colours.text
    return "file", colours.accent if entry.is_checkpoint else colours.muted


def _spoken(entry: Entry) -> str:
    name = one_line(entry.name)
    if entry.is_folder:
        return say("folder {name}", name=name)
    return say("checkpoint {name}", name=name) if entry.is_checkpoint else name


def _font(entry: Entry) -> QFont:
    font = QFont(theme.key_font())
    font.setBold(entry.is_checkpoint and not entry.is_folder)
    return font


NAMES = (
    Column[Entry](
        "",
        "",
        lambda entry: entry.name,
        spoken=_spoken,
        roles={
            Role.DecorationRole: lambda entry: icons.icon(*_icon(entry)),
            Role.ForegroundRole: lambda entry: (
                None if entry.is_folder or entry.is_checkpoint else QColor(theme.colours().muted)
            ),
            Role.FontRole: _font,
        },
    ),
)
"""Folders and files; what may be a checkpoint stands out, and what is none is grey."""


class FolderView(QWidget):
    """Lists one folder after the other; a double click, or Enter, goes into folders and chooses files."""

    chosen = Signal(object)
    """The path of a file."""
    pointed = Signal(object)
    """The path of what is current in the list."""
    address_typed = Signal(str)
    """What was put into the line for a name, and is the address of another place."""
    entered = Signal(object)
    """The path of the folder that is shown."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.folder: RemotePath | None = None
        self._entries: tuple[Entry, ...] = ()
        self._asking = LatestJob(self, done=self._show, failed=self._fail)
        self._asking.waiting.connect(self._wait)
        self._asking.cancelled.connect(lambda: self._end(say("Stopped.")))
        self.up = button(say("Up"), self.go_up, tip=say("The folder that this one is in (Alt+Up)"))
        self.filter = FilterLine()
        self.filter.setPlaceholderText(say("Type to find a name"))
        self.filter.setAccessibleName(say("Find a name"))
        allow_clearing(self.filter)
        self.model = TableModel(NAMES, self)
        self.list = EntryList()
        self.list.setModel(self.model)
        self.list.setAccessibleName(say("Names in the folder"))
        self.list.setUniformItemSizes(True)
        self.told = plain_label(rank="muted", wrap=True)
        self.again = button(say("Try again"), self._ask)
        self.stop = button(say("Stop"), self._asking.cancel, tip=say("Stop waiting for the server"))
        self._lay_out()
        self.filter.textChanged.connect(self._list)
        self.filter.moved.connect(self.list.keyPressEvent)
        self.filter.returned.connect(lambda: self._take(self.list.currentIndex()))
        self.filter.left.connect(self.go_up)
        self.list.returned.connect(self._take)
        self.list.doubleClicked.connect(self._take)
        self.list.left.connect(self.go_up)
        self.list.selectionModel().currentChanged.connect(self._point)
        QShortcut(QKeySequence("Alt+Up"), self, self.go_up)

    def _lay_out(self) -> None:
        head = horizontal(self.up, (self.filter, 1))
        foot = horizontal((self.told, 1), self.again, self.stop)
        vertical(head, (self.list, 1), foot, of=self, margins=0, spacing=6)
        self.again.hide()
        self.stop.hide()

    @property
    def busy(self) -> bool:
        return self._asking.busy

    def show_folder(self, folder: RemotePath) -> None:
        """Go into a folder: its names come as soon as its server answers."""
        self.folder = folder
        self.filter.clear()
        self._entries = ()
        self._list()
        self.entered.emit(folder)
        self._ask()

    def go_up(self) -> None:
        outer = above(self.folder) if self.folder is not None else None
        if outer is not None:
            self.show_folder(outer)

    def forget(self) -> None:
        self._asking.drop()
        self._end("")

    def _ask(self) -> None:
        folder = self.folder
        if folder is None:
            return
        self.up.setEnabled(bool(folder.names))
        self._end(say("Asking {host} …", host=folder.host))
        self.stop.show()
        self._asking.ask(lambda _tick: entries_in(folder))

    def _wait(self, news: News) -> None:
        if news.silent >= 1.0 or news.trouble:
            self.told.setText(breakable(news_text(news)))

    def _show(self, entries: tuple[Entry, ...]) -> None:
        self._entries = entries
        self._end(count_of(entries))
        self._list()
        if self.isVisible():
            self.filter.setFocus()

    def _fail(self, error: Exception) -> None:
        if not isinstance(error, CheckpointError):
            raise error
        self._end(str(error))
        self.again.show()

    def _end(self, words: str) -> None:
        self.stop.hide()
        self.again.hide()
        self.told.setText(breakable(words))

    def _list(self, *_text: str) -> None:
        text = self.filter.text()
        if is_url(text):
            self.filter.clear()
            self.address_typed.emit(text)
            return
        self.model.set_rows(())  # other names, even where there are as many
        self.model.set_rows(fitting(self._entries, text))
        if self.model.rows:
            self.list.setCurrentIndex(self.model.index(0, 0))
        if self._entries:
            none = say("No name here has “{text}” in it.", text=one_line(text))
            self.told.setText(breakable(count_of(self._entries) if self.model.rows else none))

    def _path(self, index: QModelIndex) -> RemotePath | None:
        if self.folder is None or not index.isValid():
            return None
        return self.folder / self.model.rows[index.row()].name

    def _point(self, now: QModelIndex) -> None:
        path = self._path(now)
        if path is not None and self.list.hasFocus():
            self.pointed.emit(path)

    def _take(self, index: QModelIndex) -> None:
        path = self._path(index)
        if path is not None and self.model.rows[index.row()].is_folder:
            self.show_folder(path)
        elif path is not None:
            self.chosen.emit(path)


class FilterLine(QLineEdit):
    """The arrows go through the list meanwhile, Enter takes what is current, and Backspace in the empty line leaves."""

    moved = Signal(object)
    """A key that is the list's."""
    returned = Signal()
    left = Signal()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = Qt.Key(event.key())
        if key in _MOVES:
            self.moved.emit(event)
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.returned.emit()
        elif key == Qt.Key.Key_Backspace and not self.text():
            self.left.emit()
        else:
            super().keyPressEvent(event)


class EntryList(QListView):
    """Enter takes the current row on every platform, and Backspace leaves the folder."""

    returned = Signal(QModelIndex)
    left = Signal()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.returned.emit(self.currentIndex())
        elif event.key() == Qt.Key.Key_Backspace:
            self.left.emit()
        else:
            super().keyPressEvent(event)


# ---- The dialog.

_WIDTH: Final = 680
_HEIGHT_OF_FOLDER: Final = 340


class LocationDialog(QDialog):
    """Stays beside the work. Enter opens a file and lists a folder; nobody is asked for anything before that."""

    chosen = Signal(object)
    """The path of a file, or of a folder as a whole."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setModal(False)
        self._understood = Understood(None, "")
        self.place = QComboBox()
        self.place.setEditable(True)
        self.place.setInsertPolicy(QComboBox.InsertPolicy.NoInsert)
        self.place.setFont(theme.key_font())
        self.place.setAccessibleName(say("Address"))
        self.place.setToolTip(say("The address of a checkpoint, or of a folder; below are the last ones"))
        line = self.place.lineEdit()
        assert line is not None
        self.line = line
        self.line.setPlaceholderText("https://example.org/model.pth")
        self.line.setAccessibleName(say("Address"))
        # Enter means what stands in the line, not what it may have been going to be.
        self.line.setCompleter(None)  # type: ignore[arg-type]  # the stubs do not know that it may be None
        self.said = plain_label(rank="muted", wrap=True)
        self.said.setMinimumHeight(2 * self.said.fontMetrics().lineSpacing())  # what lies below never moves
        self.said.setAlignment(Qt.AlignmentFlag.AlignTop)
        self.folder = FolderView()
        self.browse = button(say("Browse"), self._browse, tip=say("List the folder at this address below"))
        self.whole = button(
            say("Open the folder"),
            self._take_folder,
            tip=say("Open the folder as one document: a model that lies in many files"),
        )
        self.open_button = button(say("Open"), self._go, primary=True)
        self.leave = button(say("Cancel"), self.close)
        self._lay_out()
        self.line.textChanged.connect(self._understand)
        self.folder.chosen.connect(self._take)
        self.folder.pointed.connect(lambda path: self._write(str(path)))
        self.folder.entered.connect(self._enter)
        self.folder.address_typed.connect(self._begin_with)
        self._understand("")

    def _lay_out(self) -> None:
        label = plain_label(say("Address"))
        label.setBuddy(self.place)
        top = horizontal(label, (self.place, 1), self.browse)
        below = horizontal(self.whole, Stretch(), self.leave, self.open_button)
        vertical(top, self.said, (self.folder, 1), below, Stretch(0), of=self, margins=(18, 16, 18, 14), spacing=10)
        for each in self.findChildren(QPushButton):
            each.setAutoDefault(each is self.open_button)
        self.open_button.setDefault(True)
        self.folder.hide()
        self.whole.hide()

    def ask(self, recent: Sequence[Path], begin: Path | None = None, beside: str = "") -> None:
        """Come up with the last places to choose from. ``beside`` is the document to compare with, if any."""
        self.setWindowTitle(say("Compare {name} with", name=one_line(beside)) if beside else say("Open address"))
        self.open_button.setText(caption(say("Compare")) if beside else say("Open"))
        self.place.clear()
        self.place.addItems(recent_locations(recent))
        self.place.setCurrentIndex(-1)
        self._close_folder()
        self._write(str(begin) if begin is not None else "")
        bring_up(self)
        self.line.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.line.selectAll()

    # ---- what is understood

    def _understand(self, text: str) -> None:
        known = self._understood = understood(text)
        set_state(self.said, "rank", "error" if known.wrong else "muted")
        self.said.setText(breakable(one_line(known.words)))
        self.open_button.setEnabled(known.path is not None)
        self.browse.setEnabled(isinstance(known.path, RemotePath))

    def _write(self, text: str) -> None:
        self.line.setText(text)
        self._understand(text)

    # ---- what the user does

    def _begin_with(self, text: str) -> None:
        """An address that was put into the line for a name."""
        self._write(text)
        self.line.setFocus()

    def _go(self) -> None:
        """Open what stands in the line; a folder is listed."""
        known = self._understood
        if known.is_folder:
            self._browse()
        elif known.path is not None:
            self._take(known.path)

    def _browse(self) -> None:
        path = self._understood.path
        if isinstance(path, RemotePath):
            self.folder.show_folder(folder_of(path))

    def _enter(self, folder: RemotePath) -> None:
        self._write(folder_text(folder))
        if self.folder.isHidden():
            self.folder.show()
            self.whole.show()
            grow(self, self.size() + QSize(0, theme.px(_HEIGHT_OF_FOLDER)))

    def _take_folder(self) -> None:
        if self.folder.folder is not None:
            self._take(self.folder.folder)

    def _take(self, path: Path) -> None:
        self.close()
        self.chosen.emit(path)

    def _close_folder(self) -> None:
        self.folder.forget()
        self.folder.hide()
        self.whole.hide()
        self.setMinimumWidth(min(theme.px(_WIDTH), room_for(self).width()))
        layout, width = self.layout(), self.minimumWidth()
        assert layout is not None
        self.resize(width, layout.totalHeightForWidth(width))  # `adjustSize` adds what words would take in little room

    def hideEvent(self, event: QHideEvent) -> None:
        """No server is waited for any more."""
        super().hideEvent(event)
        self.folder.forget()
