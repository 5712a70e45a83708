"""Where the keys of the model come from: another checkpoint, a list in a file, or a list that is pasted."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QGuiApplication, QTextOption
from PySide6.QtWidgets import QFileDialog, QHBoxLayout, QPlainTextEdit, QVBoxLayout, QWidget

from core.diagnosis.model_match.model_keys import SNIPPET, ModelKeys, UnreadableKeys, parse_model_keys, read_model_keys
from core.errors import CheckpointError
from core.words import marked, say
from gui.jobs.latest_job import LatestJob
from gui.look import theme
from gui.look.wording import breakable, file_kinds
from gui.widgets.basic_widgets import button, plain_label
from gui.widgets.wrapped_text import WrappedText

PASTED = marked("pasted keys")


class CompareSource(QWidget):
    """`given` has the `ModelKeys` as soon as something readable was chosen or pasted."""

    given = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._latest = LatestJob(self)
        self._latest.done.connect(self._done)
        self._latest.failed.connect(self._failed)
        self.folder = ""
        self.choose = button(
            say("Choose a file…"),
            self._choose,
            tip=say("Another checkpoint of the same model, or a JSON or text file with its keys and shapes"),
        )
        self.snippet = WrappedText(SNIPPET, theme.key_font())
        self.snippet.setAccessibleName(say("Python that lists the keys of a model"))
        self.copy = button(say("Copy"), self._copy, tip=say("Copy these lines of Python"))
        self.edit = QPlainTextEdit()
        self.edit.setObjectName("errorBox")
        self.edit.setFont(theme.key_font())
        self.edit.setTabChangesFocus(True)
        self.edit.setWordWrapMode(QTextOption.WrapMode.NoWrap)
        self.edit.setAccessibleName(say("Keys of the model"))
        self.edit.setPlaceholderText("conv1.weight 64x3x7x7\nconv1.bias 64\n…")
        self.read = button(say("Compare"), self._read_text, tip=say("Compare with the keys in the box"))
        self.problem = plain_label(rank="error", wrap=True)
        self.problem.hide()
        self.edit.textChanged.connect(lambda: self.read.setEnabled(bool(self.edit.toPlainText().strip())))
        self.read.setEnabled(False)
        self._lay_out()

    def _lay_out(self) -> None:
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(8)
        column.addWidget(plain_label(say("1. A file of the model that is to load this one"), rank="title"))
        column.addWidget(
            plain_label(
                say("Another checkpoint of it will do, or a JSON or text file with its keys. Nothing in it is run."),
                rank="muted",
                wrap=True,
            )
        )
        column.addWidget(self.choose)
        column.addSpacing(10)
        column.addWidget(plain_label(say("2. Or ask the model itself"), rank="title"))
        column.addWidget(
            plain_label(
                say("Run this where the model is made; then choose the file model.json, or paste what is in it below."),
                rank="muted",
                wrap=True,
            )
        )
        code = QHBoxLayout()
        code.addWidget(self.snippet, 1)
        code.addWidget(self.copy, 0, Qt.AlignmentFlag.AlignTop)
        column.addLayout(code)
        column.addWidget(self.edit, 1)
        below = QHBoxLayout()
        below.addWidget(self.problem, 1)
        below.addWidget(self.read, 0, Qt.AlignmentFlag.AlignRight)
        column.addLayout(below)

    def read_file(self, path: Path) -> None:
        """Read the keys of a file beside the event loop."""
        self._start(lambda: _with_keys(read_model_keys(path)))

    def _choose(self) -> None:
        kinds = file_kinds(say("Checkpoints and lists of keys"), ".json", ".txt")
        chosen, _kind = QFileDialog.getOpenFileName(self, say("Compare with a model"), self.folder, kinds)
        if chosen:
            self.folder = str(Path(chosen).parent)
            self.read_file(Path(chosen))

    def _read_text(self) -> None:
        text = self.edit.toPlainText()
        self._start(lambda: parse_model_keys(text, say(PASTED)))

    def _start(self, work: Callable[[], ModelKeys]) -> None:
        self.problem.hide()
        self.setEnabled(False)
        self._latest.ask(lambda _tick: work())

    def _done(self, wanted: ModelKeys) -> None:
        self.setEnabled(True)
        self.given.emit(wanted)

    def _failed(self, error: Exception) -> None:
        self.setEnabled(True)
        reason = str(error) if isinstance(error, CheckpointError) else f"{type(error).__name__}: {error}"
        self.problem.setText(breakable(reason))
        self.problem.show()

    def _copy(self) -> None:
        QGuiApplication.clipboard().setText(SNIPPET)
        self.copy.setText(say("Copied"))


def _with_keys(wanted: ModelKeys) -> ModelKeys:
    """What is wanted; raises `UnreadableKeys` for a file of optimizer state alone, which has none to be shown."""
    if not wanted.shapes:
        raise UnreadableKeys(
            say("{name} holds optimizer state alone, so there are no keys to compare with.", name=wanted.name)
        )
    return wanted
