"""The status line: what the file is, on the left; what the plan will do to it, on the right."""

from __future__ import annotations

import time
from typing import Final

from PySide6.QtCore import QSize, Signal
from PySide6.QtWidgets import QProgressBar, QSizePolicy, QWidget

from core.catalogue.catalogue import Catalogue
from core.catalogue.checkpoint import Checkpoint
from core.catalogue.named import WARNING, named
from core.edits.edit import Change
from core.edits.preview import Preview
from core.pace import left_text
from core.remote.address import RemotePath
from core.remote.traffic import News
from core.report.inspect import some_of
from core.text import clip_middle, count_text, series, size_text, titled
from core.words import marked, say, say_count
from gui.look.plain_text import one_line, tooltip
from gui.look.wording import is_trouble, news_text, seconds_text
from gui.save.model import short_name
from gui.session.session import Session
from gui.widgets.basic_widgets import CutLabel, button
from gui.widgets.layouts import horizontal
from gui.widgets.progress import STEPS

_LONGEST_TITLE = 50
SAFE = marked("nothing in this file was executed")


class StatusLine(QWidget):
    """Totals of the open document; the window shows it in its status bar."""

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self.received = 0
        """Bytes that came over a network when the document was opened."""
        self._standing = ""
        self.file_label = CutLabel()
        self.saving = SavingLine()
        self.plan_label = CutLabel()
        self.plan_label.setObjectName("planSummary")
        horizontal((self.file_label, 1), (self.saving, 1), self.plan_label, of=self, margins=0)
        for signal in (session.opened, session.closed, session.plan_changed, session.undo_stack.cleanChanged):
            signal.connect(self.refresh)
        self.refresh()

    def show_saving(self, on: bool) -> None:
        """While a file is being saved the line tells of that; what is open has not changed."""
        self.file_label.setHidden(on)
        self.saving.setVisible(on)

    def stand_for(self, text: str) -> None:
        """Say something while no file is open; nothing says just that."""
        self._standing = text
        self.refresh()

    def refresh(self) -> None:
        catalogue, preview = self._session.catalogue, self._session.preview
        self.file_label.setText(
            file_text(catalogue, self.received) if catalogue is not None else self._standing or say("No file is open")
        )
        if catalogue is not None:
            self.file_label.setToolTip(tooltip(file_tip(catalogue, self.received)) or "")
        saved = self._session.undo_stack.isClean()
        self.plan_label.setText(plan_text(preview, saved=saved) if preview is not None else "")
        self.plan_label.setToolTip(tooltip(self.plan_label.text()) or "")


def file_text(catalogue: Catalogue, received: int = 0) -> str:
    """`4.63 MiB · zip, pickle 2 · 517 tensors · opened in 9 ms · nothing in this file was executed`.

    ``received`` are the bytes that came over a network; of a file elsewhere it is told how few they were.
    """
    checkpoint = catalogue.checkpoint
    container = checkpoint.container
    if checkpoint.pickled:
        container = say("{container}, pickle {protocol}", container=container, protocol=checkpoint.protocol)
    runs = len(named(catalogue).runs_code)
    return " · ".join(
        (
            size_text(checkpoint.bytes),
            container,
            count_text(len(catalogue.tensors), "tensor"),
            _opened_text(checkpoint, received),
            _runs_text(runs),
        )
    )


def _opened_text(checkpoint: Checkpoint, received: int) -> str:
    seconds = seconds_text(checkpoint.seconds)
    path = checkpoint.path
    if not isinstance(path, RemotePath):
        return say("opened in {seconds}", seconds=seconds)
    return say(
        "opened from {host} in {seconds}, {received} of {size} read",
        host=path.host,
        seconds=seconds,
        received=size_text(received),
        size=size_text(checkpoint.bytes),
    )


def _runs_text(names: int) -> str:
    if not names:
        return say(SAFE)
    return say_count(
        names,
        "refers to {n:,} class or function; it was not run",
        "refers to {n:,} classes or functions; none was run",
    )


def file_tip(catalogue: Catalogue, received: int = 0) -> str:
    """Return the whole line, the place, the exact bytes, and the names in the file with what they would do."""
    checkpoint = catalogue.checkpoint
    elsewhere = checkpoint.is_elsewhere
    lines = [
        file_text(catalogue, received),
        *([str(checkpoint.path)] if elsewhere else []),
        f"{checkpoint.bytes:,} B" if elsewhere else say("{count:,} bytes on disk", count=checkpoint.bytes),
    ]
    names = named(catalogue)
    for what, here in ((WARNING, names.runs_code), (marked("safe"), names.safe)):
        if here:
            lines.append(titled(say(what), some_of(here)))
    return "\n".join(lines)


def plan_text(preview: Preview, *, saved: bool) -> str:
    """What the plan changes, in numbers; nothing for an empty plan."""
    if not preview.changes:
        return ""
    parts = []
    if preview.tensors_moved:
        parts.append(
            say_count(preview.tensors_moved, "{n:,} tensor to another device", "{n:,} tensors to another device")
        )
    if preview.keys_renamed:
        parts.append(say_count(preview.keys_renamed, "{n:,} key renamed", "{n:,} keys renamed"))
    if preview.tensors_dropped:
        parts.append(say_count(preview.tensors_dropped, "{n:,} tensor dropped", "{n:,} tensors dropped"))
    parts += _others(preview)
    changes = series(parts or [count_text(len(preview.changes), "change")])
    return say("Saved: {changes}", changes=changes) if saved else say("Pending: {changes}", changes=changes)


def _others(preview: Preview) -> list[str]:
    """The changes that no number of tensors or keys tells: the one by its title, several by their count."""
    counted = [change for change in preview.changes if _is_counted(change)]
    others = [change for change in preview.changes if not _is_counted(change)]
    if len(others) == 1:
        return [clip_middle(others[0].title, _LONGEST_TITLE)]
    if others:
        return [count_text(len(others), "other change" if counted else "change")]
    return []


def _is_counted(change: Change) -> bool:
    """Whether the tensors moved and dropped and the keys renamed tell all of it."""
    return change.edit.is_tallied and bool(change.tensors or change.keys)


# -- a save under way: how far, how fast, the time left, and Cancel --------------------------------------------


_BAR: Final = QSize(130, 6)
_BEFORE_SPEED: Final = 0.3
"""Seconds after which the speed is more than a guess."""


class SavingLine(QWidget):
    """Hidden until a save begins, and when it has ended."""

    cancel_asked = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._name, self._began = "", 0.0
        self.words = CutLabel()
        self.words.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        self.bar = QProgressBar()
        self.bar.setTextVisible(False)
        self.bar.setFixedSize(_BAR)
        self.cancel = button(say("Cancel"), self.cancel_asked.emit, tip=say("Stop saving and leave no partial file"))
        self.cancel.setProperty("link", True)
        self.cancel.setAccessibleName(say("Stop saving"))
        horizontal((self.words, 1), self.bar, self.cancel, of=self, margins=0, spacing=8)
        self.hide()

    def begin(self, name: str) -> None:
        self._name, self._began = short_name(name), time.monotonic()
        self.bar.setRange(0, 0)
        self.cancel.setEnabled(True)
        self._say(say("Saving {name} …", name=self._name))

    def show_progress(self, done: int, total: int) -> None:
        if total <= 0 or not self.cancel.isEnabled():
            return
        self.bar.setRange(0, STEPS)
        self.bar.setValue(min(STEPS, done * STEPS // total))
        seconds = time.monotonic() - self._began
        parts = [say("Saving {name}: {done} of {total}", name=self._name, done=size_text(done), total=size_text(total))]
        if seconds > _BEFORE_SPEED:
            parts.append(say("{size} a second", size=size_text(int(done / seconds))))
        self._say(" · ".join([*parts, *filter(None, [left_text(done, total, seconds)])]))

    def show_news(self, news: News) -> None:
        """Say so where the server that the source comes from does not answer."""
        if self.cancel.isEnabled() and is_trouble(news):
            self._say(say("Saving {name}: {trouble}", name=self._name, trouble=news_text(news)))

    def show_cancelling(self) -> None:
        self.cancel.setEnabled(False)
        self._say(say("Stopping …"))

    def _say(self, text: str) -> None:
        self.words.setText(one_line(text))
        self.words.setToolTip(tooltip(text) or "")
        self.bar.setAccessibleName(text)
