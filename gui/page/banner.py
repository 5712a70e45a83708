"""The line above the tree that says the one thing to know about this file, and has the button for the next step."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QLabel, QPushButton, QToolButton, QWidget

from core.diagnosis.finding import Finding
from core.remote.address import RemotePath
from core.words import marked, say
from gui.look import icons, theme
from gui.look.plain_text import caption, tooltip
from gui.machine.chip import MachineChip
from gui.page.notice import CURE, CURE_ALL, MAP, RELOAD, SAVE, STATE_DICT, Notice, mapped, notice, outdated, with_news
from gui.session.asked_error import AskedError
from gui.session.diagnosis_service import DiagnosisService
from gui.session.known import Integrity, known_of
from gui.session.saved_copy import SavedCopy
from gui.session.scanning import Scanner
from gui.session.session import Session
from gui.widgets.basic_widgets import button, does_the_same, set_state
from gui.widgets.layouts import horizontal
from gui.widgets.wrapped_text import TwoLines

WHY: Final = marked(
    "A checkpoint records the device of every storage, and torch.load(f) puts it back there. If the computer lacks "
    "that device, torch.load(f) raises an error unless you pass map_location. Mapping permanently changes the "
    "recorded device in the copy you save. The values of the tensors stay the same, and Adam's step stays on the "
    "CPU unless its group is capturable or fused."
)
_TIPS: Final = {
    MAP: marked(
        "Change the saved device of these tensors to one that the chosen computer has, as map_location does, but "
        "permanently. Ctrl+Z undoes it."
    ),
    CURE: marked("Fix this in the copy you save. Diagnosis on the right tells you more. Ctrl+Z undoes it."),
    CURE_ALL: marked(
        "Fix all errors and warnings in the copy you save, except where a fix loses something, in one step. "
        "Ctrl+Z undoes it."
    ),
    SAVE: marked("Write a new checkpoint with the pending changes (Ctrl+S)"),
    RELOAD: marked("Open the file again, as it is now (F5)"),
    STATE_DICT: marked("Write only the weights as a checkpoint. Nothing in this file is run."),
}
_SHARE: Final = 23
"""Percent of the banner that the chip may take."""


class Banner(QFrame):
    """Shows the notice of the open document; as high whatever it says, so that nothing below it ever moves."""

    save_asked = Signal()
    reload_asked = Signal()
    missing_asked = Signal()
    """Show what is missing."""
    diagnosis_asked = Signal()
    """Show what the diagnosis says."""
    changed = Signal()
    """The banner says something else now."""

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("banner")
        self._session = session
        self._diagnosis, self._asked = DiagnosisService.of(session), AskedError.of(session)
        self._copy, self.saved = SavedCopy.of(session), SavedLinks(session)
        self._notice: Notice | None = None
        self._stands_back = False
        self._sign = QLabel()
        self.text = TwoLines()
        self.machine = MachineChip(session)
        self.go = button("", self._go, primary=True)
        self.why = _link(say("Why?"), say("Show what torch says, where it happens, and how to fix it"))
        self.why.clicked.connect(lambda _checked=False: self.diagnosis_asked.emit())
        self.missing = _link(say("Which keys?"), say("List the keys in the missing files"))
        self.missing.clicked.connect(lambda _checked=False: self.missing_asked.emit())
        self._sign.setMinimumHeight(self.go.sizeHint().height())  # as high with buttons or not
        self._line = horizontal(
            self._sign,
            (self.text, 1),
            self.saved,
            self.missing,
            self.why,
            self.go,
            self.machine,
            of=self,
            margins=(14, 7, 12, 7),
            spacing=10,
        )
        of_session = session.opened, session.closed, session.plan_changed, session.source_changed
        for signal in (*of_session, session.undo_stack.cleanChanged):
            signal.connect(self.refresh)
        for each in (self._diagnosis, self._asked, self._copy, Integrity.of(session), Scanner.of(session)):
            each.changed.connect(self.refresh)
        theme.theme().follow(self.refresh)
        self.refresh()

    def refresh(self) -> None:
        preview = self._session.preview
        self._notice = None
        if preview is not None:
            if self._session.outdated:
                self._notice = outdated(preview.catalogue.checkpoint.name)
            else:
                known = known_of(self._session)
                said = notice(
                    preview,
                    saved=self._session.saved_as,
                    findings=self._findings(),
                    computer=self._diagnosis.computer,
                    got_past=self._asked.got_past,
                )
                shown = preview.catalogue.checkpoint.name if self._session.saved_as is not None else ""
                self._notice = with_news(said, known, self._copy.copy, shown)
            self._show(self._notice)
        self._fill()
        self.saved.refresh()
        self.changed.emit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """The words come first: the chip takes no more than its share."""
        super().resizeEvent(event)
        self.machine.fit(self.width() * _SHARE // 100)
        self._line.activate()  # it was laid out for the size before

    def _show(self, shown: Notice) -> None:
        c = theme.colours()
        name, colour = {
            "warning": ("warning", c.on_warning),
            "good": ("good", c.on_good),
            "calm": ("info", c.text),
        }[shown.tone]
        self._sign.setPixmap(icons.pixmap(name, 20, colour))
        self.text.setText(shown.text)
        more = say(WHY) if shown.tone == "warning" else shown.more
        self.text.setToolTip(tooltip("\n\n".join(filter(None, (shown.text, more)))) or "")
        step = shown.step
        if step is not None:
            self.go.setText(caption(step.words))
            lines = [say(_TIPS[step.kind]), *([] if self._asked.offered else [does_the_same("Ctrl+Return")])]
            self.go.setToolTip(tooltip("\n".join(lines)) or "")
        self.go.setVisible(step is not None)
        self.missing.setVisible(shown.missing)
        self.why.setVisible(shown.explained)
        self.setProperty("state", shown.tone)
        theme.tone(self, shown.tone)

    @property
    def way_on(self) -> QPushButton | None:
        """The button that does the next thing: curing what is wrong, then saving. None where there is none."""
        return self.go if self._notice is not None and self._notice.step is not None else None

    def go_on(self) -> None:
        """Do what the main button does."""
        if self.way_on is not None:
            self.go.click()

    def stand_back(self, on: bool) -> None:
        """While a dialog is there whose button is the next step, this one is a quiet one."""
        self._stands_back = on
        self._fill()

    def _fill(self) -> None:
        """The answer to a pasted error has a filled button too, and comes first: it cures what the user asks about."""
        set_state(self.go, "primary", not (self._stands_back or self._asked.offered))

    def _findings(self) -> Sequence[Finding] | None:
        """What the diagnosis has found in the file as it is planned now; None while that is not known."""
        service = self._diagnosis
        asked = service.answered
        if asked is not None and asked.preview is self._session.preview and asked.computer == service.computer:
            return service.findings
        return () if service.problem else None

    def _go(self) -> None:
        preview, step = self._session.preview, self._notice.step if self._notice is not None else None
        if preview is None or step is None:
            return
        if step.kind == CURE_ALL:
            self._diagnosis.cure_all()
        elif step.kind == MAP:
            self._session.set_plan(mapped(preview, self._diagnosis.computer))
        elif step.kind == CURE:
            self._session.set_plan(self._session.plan.with_edits(step.edits))
        elif step.kind == RELOAD:
            self.reload_asked.emit()
        else:
            self.save_asked.emit()


# -- what there is to do with the copy that was saved last -----------------------------------------------------


class SavedLinks(QWidget):
    """Hidden as long as nothing was saved."""

    open_asked = Signal(object)
    """The path of the copy."""
    folder_asked = Signal(object)

    def __init__(self, session: Session) -> None:
        super().__init__()
        self._copy = SavedCopy.of(session)
        self.open = _link(say("Open copy"), say("Open what was just saved"))
        self.open.clicked.connect(lambda _checked=False: self.open_asked.emit(self._copy.path))
        self.folder = _link(say("Show in folder"), say("Show the saved copy in the file manager"))
        self.folder.clicked.connect(lambda _checked=False: self.folder_asked.emit(self._copy.path))
        self.dismiss = QToolButton()
        self.dismiss.setAutoRaise(True)
        self.dismiss.setToolTip(say("Dismiss"))
        self.dismiss.setAccessibleName(say("Dismiss"))
        self.dismiss.clicked.connect(lambda _checked=False: self._copy.forget())
        horizontal(self.open, self.folder, self.dismiss, of=self, margins=0, spacing=4)
        self.refresh()

    def refresh(self) -> None:
        """Be there if there is a copy to open."""
        path = self._copy.path
        self.dismiss.setIcon(icons.icon("close", theme.colours().muted))
        self.folder.setVisible(not isinstance(path, RemotePath))
        self.setVisible(path is not None)


def _link(words: str, tip: str) -> QPushButton:
    link = QPushButton(words)
    link.setProperty("link", True)
    link.setToolTip(tooltip(tip) or "")
    return link
