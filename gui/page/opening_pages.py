"""The pages of a file that is being opened, and of one that could not be: what is the matter, and what to do."""

from __future__ import annotations

import traceback
from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QLabel, QVBoxLayout, QWidget

from core.errors import CheckpointError, LinkOut
from core.remote.address import RemotePath
from core.remote.secrets import redacted
from core.remote.traffic import News
from core.remote.trouble import NeedsDownload, Unreachable
from core.text import size_text
from core.words import marked, say
from gui.diagnosis.finding_card import MessageBox
from gui.diagnosis.model import clean, shortened
from gui.look import icons, theme
from gui.look.plain_text import caption, one_line
from gui.look.wording import breakable
from gui.widgets.basic_widgets import bigger, button, plain_label, set_state
from gui.widgets.layouts import Gap, MiddleColumn, Stretch, fill, horizontal, vertical
from gui.widgets.progress import ProgressLine
from gui.widgets.side_by_side import SideBySide

_WIDTH = 660
_BYTES_A_LINE = 16


class ErrorPage(QWidget):
    """Shown in place of a document."""

    open_asked = Signal()
    folder_asked = Signal()
    """The user wants to choose a folder."""
    retry_asked = Signal(object)
    """Try the same path again."""
    follow_asked = Signal(object)
    """Try it again, with links followed that lead out of its folder."""
    download_asked = Signal(object)
    """Try it again, with all of it fetched: its server gives no parts."""
    location_asked = Signal(object)
    """Say where it is in another way; the path to begin with."""
    back_asked = Signal()
    explain_asked = Signal()
    """Something about a traceback is wanted."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.path = Path()
        self.due: int | None = None
        """The bytes that would be downloaded, where that is asked and known."""
        self._details = ""
        self._sign = QLabel()
        self.title = plain_label(wrap=True)
        bigger(self.title, 1.5, bold=True)
        self.sentence = plain_label(wrap=True)
        bigger(self.sentence, 1.1)
        self.where = plain_label(rank="muted", wrap=True)
        self.torch_says: MessageBox | None = None
        self._torch_place = QVBoxLayout()
        self.beginning_title = plain_label(say("How the file begins"), rank="title")
        self.beginning = plain_label(mono=theme.key_font())
        self.beginning.setObjectName("firstBytes")
        self.beginning.setMargin(8)
        for label in (self.sentence, self.where, self.beginning):
            label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.open_button = button(say("Open another file…"), self.open_asked.emit, primary=True)
        self.folder_button = button(
            say("Open folder…"),
            self.folder_asked.emit,
            tip=say("Open a folder with a model split over many files (Ctrl+Shift+O)"),
        )
        self.retry_button = button(say("Try again"), lambda: self.retry_asked.emit(self.path))
        self.follow_button = button(
            say("Follow its links"),
            lambda: self.follow_asked.emit(self.path),
            tip=say("Follow the symbolic links in this folder, as in the Hugging Face cache"),
        )
        self.download_button = button(
            "",
            lambda: self.download_asked.emit(self.path),
            tip=say("Download all of it to a temporary file, which Pthfinder deletes when it closes"),
            primary=True,
        )
        self.location_button = button(
            say("Open location…"),
            lambda: self.location_asked.emit(self.path),
            tip=say("Correct the address, or browse its folder (Ctrl+Shift+L)"),
        )
        self.back_button = button(say("Back"), self.back_asked.emit)
        self.copy_button = button(
            say("Copy details"), self._copy, tip=say("Copy what a bug report needs to the clipboard")
        )
        self.explain_button = button(
            say("Explain an error…"),
            self.explain_asked.emit,
            tip=say("Paste the traceback that you got with this file to see what it means (Ctrl+E)"),
        )
        self._lay_out()

    def show_error(self, path: Path, error: Exception, begins: bytes, back_to: str | None) -> None:
        """Say why `path` could not be opened; `begins` are its first bytes, `back_to` the file still open."""
        ours = not isinstance(error, CheckpointError)
        self.path = path
        what = redacted(f"{type(error).__name__}: {error}")
        failed = say("Pthfinder itself failed while it read this file: {error}", error=what)
        self.sentence.setText(breakable(one_line(failed if ours else str(error))))
        self._show_kind(path, error)
        self.where.setText(breakable(one_line(str(path))))
        self._details = redacted("".join(traceback.format_exception(error))) if ours else ""
        self.copy_button.setVisible(ours)
        self.follow_button.setVisible(isinstance(error, LinkOut))
        self.beginning.setText(hex_text(begins))
        self.beginning.setVisible(bool(begins))
        self.beginning_title.setVisible(bool(begins))
        self.back_button.setText(caption(say("Back to {name}", name=back_to)))
        self.back_button.setVisible(back_to is not None)
        self.show_torch_words("")

    def _show_kind(self, path: Path, error: Exception) -> None:
        """Title and buttons: something went wrong, or something is to be decided."""
        name, elsewhere = one_line(path.name or str(path)), isinstance(path, RemotePath)
        asks = isinstance(error, NeedsDownload)
        self.due = error.size if isinstance(error, NeedsDownload) else None
        self._sign.setPixmap(icons.pixmap(*(("question", 40) if asks else ("error", 40, theme.colours().error))))
        self.title.setText(say("{name} could not be opened", name=name))
        if asks:
            much = size_text(self.due) if self.due is not None else say("an unknown number of bytes")
            self.title.setText(say("Download {name}?", name=name))
            self.sentence.setText(
                say(
                    "The server cannot send parts of a file. To look into this one, you must download all of "
                    "it: {much}.",
                    much=much,
                )
            )
            words = say("Download {much}", much=much) if self.due is not None else say("Download")
            self.download_button.setText(words)
        self.download_button.setVisible(asks)
        self.retry_button.setVisible(not asks)
        self.location_button.setVisible(elsewhere)
        self.folder_button.setVisible(not elsewhere)
        self._put_first(
            asks, elsewhere, may_help=not isinstance(error, CheckpointError) or isinstance(error, Unreachable)
        )

    def _put_first(self, asks: bool, elsewhere: bool, *, may_help: bool) -> None:
        """The button that is the way on comes first, with the keyboard; ``may_help`` says whether to try again."""
        first = self.retry_button if elsewhere and may_help else self.location_button if elsewhere else self.open_button
        first = self.download_button if asks else first
        for each in (self.open_button, self.retry_button, self.location_button):
            set_state(each, "primary", each is first)
        self._buttons.put_first(first)
        first.setFocus()

    def show_torch_words(self, message: str) -> None:
        """Show what torch says when it is given this file; nothing hides the place for it."""
        if self.torch_says is not None:
            self._torch_place.removeWidget(self.torch_says)
            self.torch_says.hide()
            self.torch_says.deleteLater()
            self.torch_says = None
        if message:
            words = clean(message)
            self.torch_says = MessageBox(words, shortened(words))
            self._torch_place.addWidget(self.torch_says)

    def _copy(self) -> None:
        QGuiApplication.clipboard().setText(self._details)

    def _lay_out(self) -> None:
        first = self.download_button, self.open_button, self.follow_button, self.retry_button, self.location_button
        buttons = self._buttons = SideBySide(
            *first, self.folder_button, self.back_button, self.explain_button, self.copy_button
        )
        page = MiddleColumn(_WIDTH)
        beginning = Gap(6), self._torch_place, self.beginning_title, self.beginning, Stretch(3)
        fill(
            page.column, Stretch(2), self._sign, self.title, self.sentence, self.where, buttons, *beginning, spacing=12
        )
        vertical(page, of=self, margins=0)


def hex_text(data: bytes) -> str:
    """Bytes as a hex editor shows them."""
    lines = []
    for start in range(0, len(data), _BYTES_A_LINE):
        piece = data[start : start + _BYTES_A_LINE]
        seen = "".join(chr(byte) if 32 <= byte < 127 else "·" for byte in piece)
        lines.append(f"{piece.hex(' '):<{3 * _BYTES_A_LINE - 1}}   {seen}")
    return "\n".join(lines)


# -- while a big file is being opened --------------------------------------------------------------------------


_OPENING_WIDTH = 460


class OpeningPage(QWidget):
    """Progress of the opening, with Cancel."""

    cancel_asked = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.path = Path()
        self._expected: int | None = None
        self.title = plain_label(wrap=True)
        bigger(self.title, 1.4, bold=True)
        self.where = plain_label(rank="muted", wrap=True)
        self.progress = ProgressLine(self.cancel)
        frame = QWidget()
        frame.setFixedWidth(_OPENING_WIDTH)
        vertical(Stretch(2), self.title, self.where, self.progress, Stretch(3), of=frame, spacing=14)
        horizontal(Stretch(), frame, Stretch(), of=self)

    def show_path(self, path: Path) -> None:
        self.path = path
        name = one_line(path.name)
        words = marked("Opening {name}") if self._expected is None else marked("Downloading {name}")
        self.title.setText(say(words, name=name))
        self.where.setText(breakable(one_line(str(path))))
        self.where.setVisible(isinstance(path, RemotePath))
        if isinstance(path, RemotePath):
            self.progress.start(say("Asking {host}; tensor bytes stay there", host=path.host))
        else:
            self.progress.start(say("Reading the pickle; tensor bytes stay on disk"))

    def expect(self, size: int | None) -> None:
        """Say how many bytes of the next file are fetched, which are all; None where parts of it are enough."""
        self._expected = size

    def show_news(self, news: News) -> None:
        self.progress.show_news(news, self._expected)

    def cancel(self) -> None:
        self.progress.show_cancelling()
        self.cancel_asked.emit()
