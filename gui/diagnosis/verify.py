"""Verify with torch: really load what would be saved, in a process of its own, and show what torch says."""

from __future__ import annotations

from typing import Final

from PySide6.QtWidgets import QWidget

from core.diagnosis.finding import ERROR, NOTE
from core.torch_child.limits import UNLIMITED, USUAL, Limits, OverLimit
from core.torch_child.trial_load import LoadResult as Loaded
from core.torch_child.trial_load import verify_preview, why_not
from core.words import marked, say
from gui.diagnosis.check import CheckView
from gui.diagnosis.finding_card import MessageBox
from gui.diagnosis.model import clean, shortened
from gui.look.wording import seconds_text
from gui.session.elsewhere import why_no_torch
from gui.session.session import Session
from gui.widgets.basic_widgets import WITHOUT_LIMITS, WITHOUT_LIMITS_TIP, button

START_TIP: Final = marked(
    "Save the planned file to a temporary folder and load it with plain torch.load(f), in a process of its own.\n"
    "weights_only stays as torch has it, so nothing that the file names is run."
)


class VerifyView(CheckView):
    """What torch says to the file that would be saved; another plan makes it forget."""

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(session, parent)
        self.loaded: Loaded | None = None
        session.plan_changed.connect(self.forget)

    @property
    def shown(self) -> str:
        """What torch said, whole; empty where it raised nothing."""
        return self.details.message if isinstance(self.details, MessageBox) else ""

    def start(self, limits: Limits = USUAL) -> None:
        """Load what would be saved."""
        self.session.settle()
        preview = self.session.preview
        if preview is None or self.busy:
            return
        self.loaded = None
        reason = why_no_torch(preview.catalogue.checkpoint) or why_not()
        if reason is not None:
            self.say(NOTE, reason)
            return
        self.run(say("Loading it with torch …"), lambda tick: verify_preview(preview, tick, limits))

    def refuse(self, error: Exception) -> None:
        """Where loading was stopped at a limit, the user may want it without."""
        if not isinstance(error, OverLimit):
            super().refuse(error)
            return
        self.say(NOTE, str(error))
        self.show_details(button(say(WITHOUT_LIMITS), lambda: self.start(UNLIMITED), tip=say(WITHOUT_LIMITS_TIP)))

    def forget(self) -> None:
        """Another file, or another plan: what torch said is not about it."""
        self.loaded = None
        super().forget()

    def take(self, result: Loaded) -> None:
        """Show a tick, or torch's words."""
        self.loaded = result
        preview = self.session.preview
        planned = preview is not None and bool(preview.plan)
        told = {"torch": result.torch, "summary": result.summary, "time": seconds_text(result.seconds)}
        if result.ok:
            text = marked("torch {torch} loaded this file: {summary} in {time}.")
            if planned:
                text = marked("torch {torch} loaded what you would save: {summary} in {time}.")
            self.say("", say(text, **told))
            return
        text = marked("torch {torch}, on this computer, with this file: {summary}.")
        if planned:
            text = marked("torch {torch}, on this computer, with what you would save: {summary}.")
        self.say(ERROR, say(text, **told))
        message = clean(f"{result.kind}: {result.message}" if result.kind else result.message)
        self.show_details(MessageBox(message, shortened(message)))
