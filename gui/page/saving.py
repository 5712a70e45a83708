"""Saving from a page: the dialog, the save beside the event loop, and the question before changes are let go.

A save keeps to the plan it was given: what is changed meanwhile is not in it, and stays to be saved.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import QObject, QUrl, Signal
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QWidget

from core.edits.edits import Edit, Plan
from core.edits.preview import preview as preview_of
from core.errors import CheckpointError, DamagedSource, DiskError, TargetExists
from core.remote.address import RemotePath, as_path
from core.saving.choice import call_of_copy, chosen
from core.saving.look_only import state_dict_edits
from core.saving.save_report import SaveReport
from core.text import sentences, size_text
from core.words import say, say_count
from gui.jobs.latest_job import LatestJob
from gui.look import messages
from gui.look.messages import Choice, Offer, Question
from gui.look.settings import Settings
from gui.look.wording import seconds_text
from gui.save import model
from gui.save.dialog import Around, SaveDialog
from gui.save.forecast import Loading
from gui.save.model import SaveRequest, is_source
from gui.session.asked_error import AskedError
from gui.session.diagnosis_service import DiagnosisService, diagnose
from gui.session.known import is_damaged, known_of
from gui.session.opening import Before, Opener
from gui.session.saved_copy import Copy, SavedCopy
from gui.session.session import Session


class Saving(QObject):
    """Shows the dialog and saves, once at a time. ``open_file`` opens a file as the user would."""

    asking = Signal(bool)
    """The dialog has come, or has gone."""
    begun = Signal(str)
    """The name of the file that is being written."""
    progress = Signal(object, object)
    """Bytes done, and bytes in all."""
    waiting = Signal(object)
    """The `News` of a server that the source is read from."""
    stopping = Signal()
    """The user has asked to stop; the work has not yet."""
    saved = Signal(object)
    """The writer's `SaveReport`."""
    ended = Signal()
    """The save is done, was given up, or has failed."""

    def __init__(
        self, page: QWidget, session: Session, opener: Opener, remembered: Settings, open_file: Callable[[Path], None]
    ) -> None:
        super().__init__(page)
        self._page, self._session, self._opener = page, session, opener
        self._settings, self._open_file = remembered, open_file
        self.dialog: SaveDialog | None = None
        self._request: SaveRequest | None = None
        self._after: Callable[[], object] | None = None  # what was asked for when the question came up
        self._news: Callable[[], object] | None = None  # what is to be said once the file is open again
        self._copy = SavedCopy.of(session)
        self._latest = LatestJob(self, done=self._saved, failed=self._failed, cancelled=self._cancelled)
        self._latest.progress.connect(self.progress)
        self._latest.waiting.connect(self.waiting)

    @property
    def unsaved(self) -> bool:
        """Whether there are changes that no file has yet."""
        return bool(self._session.plan) and not self._session.undo_stack.isClean()

    @property
    def busy(self) -> bool:
        """A file is being written."""
        return self._request is not None

    @property
    def at_work(self) -> bool:
        """The user is about to save, or it is being done: what is open is not to be read again now."""
        return self.busy or self.dialog is not None

    def ask(self) -> None:
        """Show what will differ, and save a fixed copy."""
        self._show_dialog()

    def _show_dialog(
        self, again: SaveRequest | None = None, note: str = "", *, container: str = "", damaged: bool = False
    ) -> None:
        self._session.settle()
        preview = self._session.preview
        if preview is None or self.dialog is not None:
            return
        if self._request is not None:
            messages.say(say("{name} is still being saved", name=self._request.target.name), "info")
            return
        edits = state_dict_edits(preview.catalogue)
        if edits:
            preview = preview_of(preview.catalogue, Plan(edits))
        dialog = self.dialog = SaveDialog(preview, self._page, again, note, self._around(damaged=damaged))
        if container:
            dialog.choose(container)
        dialog.chosen.connect(self._begin)
        dialog.edits_asked.connect(self._plan)
        dialog.finished.connect(self._closed)
        dialog.open()
        self.asking.emit(True)

    def _around(self, *, damaged: bool) -> Around:
        """What is known besides the plan: the machine that is chosen, and what was found in the numbers."""
        session, service = self._session, DiagnosisService.of(self._session)
        computer, wanted = service.computer, service.wanted
        loading = Loading(computer, lambda view: diagnose(view, computer, wanted), AskedError.of(session).got_past)
        damaged = damaged or is_damaged(session)
        folder, saved_at = self._settings.local_folder(), self._copy.saved_at
        return Around(loading, known_of(session), damaged, folder, session.could_not_read, saved_at)

    def _plan(self, edits: tuple[Edit, ...], container: str) -> None:
        """Do what helps, and ask again."""
        self._session.set_plan(self._session.plan.with_edits(edits))
        self._show_dialog(container=container)

    def cancel(self) -> None:
        """Give up the save that is under way; nothing of it is left."""
        self.stopping.emit()
        self._latest.cancel()

    def may_leave(self, before: str, go_on: Callable[[], object]) -> bool:
        """Whether the document may be let go; asks where it is being saved, or where no file has its changes yet.

        Who wants to save first, or to wait for the save, gets what was asked for afterwards: ``go_on`` is called then.
        """
        if self._request is not None:
            return self._may_leave_while_saving(self._request.target.name, go_on)
        self._session.settle()
        if not self.unsaved:
            return True
        assert self._session.catalogue is not None
        name = self._session.catalogue.checkpoint.name
        question = Question(
            say("Save the fixed checkpoint before {before}?", before=before),
            say("Your changes to {name} are not saved yet. The file itself is unchanged.", name=name),
            (
                Choice("save", say("Save fixed…")),
                Choice("discard", say("Discard changes"), True),
                Choice("stay", say("Cancel")),
            ),
        )
        answer = messages.ask(question)
        if answer == "save":
            self.ask()
            self._after = go_on if self.dialog is not None else None
        return answer == "discard"

    def _may_leave_while_saving(self, name: str, go_on: Callable[[], object]) -> bool:
        question = Question(
            say("{name} is still being saved", name=name),
            say("Wait until it is done, or stop: no partial file will be left."),
            (
                Choice("wait", say("Close when it is saved")),
                Choice("stop", say("Stop saving"), True),
                Choice("stay", say("Cancel")),
            ),
        )
        answer = messages.ask(question)
        if not self.busy:  # it was quicker than the answer
            return answer == "wait" and not self.unsaved
        if answer == "wait":
            self._after = go_on
        elif answer == "stop":
            self.cancel()
        return False

    def tell_news(self) -> None:
        """A file is open: say that it was replaced, if that is why."""
        news, self._news = self._news, None
        if news is not None:
            news()

    def _closed(self, result: int) -> None:
        self.dialog = None
        self.asking.emit(False)
        if not result:
            self._after = None

    def _begin(self, request: SaveRequest) -> None:
        self._request = request
        self._copy.forget()
        self.begun.emit(request.target.name)
        self._latest.ask(lambda tick: model.write(request, tick))

    # ---- how it ends

    def _end(self) -> tuple[SaveRequest, Callable[[], object] | None]:
        """What was saved, and what was asked for since."""
        request, go_on = self._request, self._after
        assert request is not None
        self._request = self._after = None
        self.ended.emit()
        return request, go_on

    def _cancelled(self) -> None:
        self._end()
        messages.say(say("Saving was stopped. Nothing was written."), "info")

    def _failed(self, error: Exception) -> None:
        request, _given_up = self._end()
        self._session.could_not_read(error)
        text = str(error)
        if not isinstance(error, CheckpointError):
            kind = type(error).__name__
            text = say("Pthfinder itself failed while saving: {kind}: {error}", kind=kind, error=error)
        damaged = isinstance(error, DamagedSource)
        again = Offer(say("Try again…"), lambda: self._show_dialog(request, text, damaged=damaged))
        name = request.target.name
        # Elsewhere nobody asks before the work whether something is there: that takes a server.
        there = isinstance(error, TargetExists) and isinstance(request.target, RemotePath)
        instead = [Offer(say("Replace it"), lambda: self._begin(replace(request, overwrite=True)))] if there else []
        told = (
            text if isinstance(error, DiskError) else say("{name} could not be saved. {error}", name=name, error=text)
        )
        messages.say(told, "error", *instead, again)

    def _saved(self, report: SaveReport) -> None:
        request, go_on = self._end()
        path, session = as_path(report.path), self._session
        self._settings.add_recent_file(path)
        session.settle()
        of_this = session.catalogue is not None and session.catalogue.checkpoint is request.preview.catalogue.checkpoint
        as_planned = of_this and session.plan == request.preview.plan
        if as_planned:
            view = request.preview
            made = chosen(view, request.target, request.container, request.shard_size)
            session.mark_saved(path, call_of_copy(made, path.name))
        self.saved.emit(report)
        if go_on is not None and not self.unsaved:
            go_on()
        else:
            self._tell(report, request, of_this=of_this, as_planned=as_planned)

    def _tell(self, report: SaveReport, request: SaveRequest, *, of_this: bool, as_planned: bool) -> None:
        path, catalogue = as_path(report.path), self._session.catalogue
        size = say("{size} in {time}", size=size_text(report.bytes), time=seconds_text(report.seconds))
        note = _note(report)
        if of_this and not as_planned and not state_dict_edits(request.preview.catalogue):
            note = sentences(note, say("Your later changes are not in it."))
        show = Offer(say("Show in folder"), lambda: show_in_folder(path))
        if of_this and catalogue is not None and is_source(path, catalogue.checkpoint.path):
            words = say("Replaced {name} ({size}) and read it back to check it.", name=path.name, size=size)
            self._news = lambda: messages.say(sentences(words, note), "info", show)
            later = Plan(tuple(edit for edit in self._session.plan.edits if edit not in request.preview.plan.edits))
            self._opener.open(path, Before(catalogue, later) if later else None)
            return
        if of_this:
            self._copy.note(path)
            self._copy.put(Copy(path, size, note))
        if of_this and self._page.isVisible():
            return  # the banner says it
        again = Offer(say("Open copy"), lambda: self._open_file(path))
        words = say("Saved {name} ({size}) and read it back to check it.", name=path.name, size=size)
        messages.say(sentences(words, note), "info", show, again)


def _note(report: SaveReport) -> str:
    """What one might not expect of what was saved; empty where there is nothing."""
    lost = sum(loss.beyond + loss.vanished for loss in report.losses)
    return sentences(
        say("The temporary file {left} could not be removed.", left=report.left.name)
        if report.left is not None
        else "",
        say_count(lost, "1 number did not fit the new dtype.", "{n:,} numbers did not fit the new dtype.")
        if lost
        else "",
    )


def show_in_folder(path: Path) -> None:
    """Open the folder of a file in the desktop's file manager."""
    QDesktopServices.openUrl(QUrl.fromLocalFile(str(path.parent)))
