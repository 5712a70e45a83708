"""One open document: its catalogue, the plan of edits, undo, and what is selected.

The panels and the window talk to the session and never to each other. A plan is a frozen value, so
undo is nothing but putting the plan before back in place.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple, Self

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QUndoCommand, QUndoStack

from core.catalogue.catalogue import Catalogue
from core.edits.edit import in_few_words
from core.edits.edits import Edit, Plan
from core.edits.preview import Preview, preview
from core.errors import CheckpointError, SourceChanged
from core.text import series
from core.words import say
from gui.jobs.disposer import Disposer
from gui.jobs.latest_job import LatestJob

#: No entry is current.
NO_ENTRY = -1

#: From so many entries on, a plan is worked out beside the event loop.
MANY_ENTRIES = 20_000


class Steps(NamedTuple):
    """The plan before and after each step, and how many of the steps are done; the others were undone."""

    plans: tuple[tuple[Plan, Plan], ...]
    done: int


class SavedAs(NamedTuple):
    """A file that was saved, and the call that loads it; empty where it takes more than one."""

    path: Path
    call: str


class Session(QObject):
    """The document of one window.

    `catalogue` and `preview` are None when no file is open. `plan` is what the user wants to be
    different in the file that will be saved; the file on disk is not touched by anything here. With a
    large file `preview` and `plan_changed` follow a moment after `plan`; `settle` waits for them.
    """

    opened = Signal()
    closed = Signal()
    plan_changed = Signal()
    #: An edit cannot be done; the sentence says why. Nothing was changed.
    refused = Signal(str)
    current_changed = Signal(int)
    selection_changed = Signal(object)
    #: What was opened is not what lies there any more, and nothing of it can be read; `outdated` says so.
    source_changed = Signal()
    #: A panel asks the tree to select these entries.
    select_requested = Signal(object)
    #: A panel asks the tree to show this entry and make it the current one.
    reveal_requested = Signal(int)
    #: A panel asks for one number to be shown: its entry, its index, and a word on how one came there.
    number_requested = Signal(int, object, str)
    #: A panel asks for the dialog that renames many keys.
    rename_requested = Signal()
    #: A panel asks for a file of several to be shown by itself: its path.
    alone_requested = Signal(object)
    #: A panel asks for another file to be shown, or a checkpoint within this one: its path.
    file_requested = Signal(object)
    #: A panel asks for the files of ranks as they are, or put together again.
    parts_requested = Signal(bool)
    filter_changed = Signal(str, bool)
    #: The tree has applied the filter: how many entries match (-1: no filter), why it could not, how many are tensors.
    filter_answered = Signal(int, str, int)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.catalogue: Catalogue | None = None
        self.plan = Plan()
        self.preview: Preview | None = None
        self.undo_stack = _quiet_at_the_end(self)
        self._saved_as: SavedAs | None = None
        self.outdated = False
        """Whether something was to be read of the file, and it was another one by then."""
        self.current = NO_ENTRY
        self.selection: Sequence[int] = []
        self.filter_text = ""
        self.filter_regex = False
        self._device_order: tuple[str, ...] = ()
        self._planner = Planner(self)
        self._planner.done.connect(lambda wanted, result: self._step(wanted.plan, result, wanted.text))
        self._planner.failed.connect(self._refuse)

    # ---- the document

    def open_catalogue(self, catalogue: Catalogue, first_preview: Preview | None = None) -> None:
        """Take a new document in place of the one before.

        `first_preview` is the preview of the empty plan; a caller that opens in a worker thread can
        make it there, so that a large file does not hold up the window.
        """
        self._let_go()
        self.undo_stack.setClean()
        self.catalogue = catalogue
        self.plan = Plan()
        self._saved_as = None
        self.outdated = False
        self.preview = first_preview if first_preview is not None else preview(catalogue, Plan())
        self._device_order = tuple(total.device for total in catalogue.devices)
        self._forget_selection()
        self.opened.emit()

    def rematch(self, catalogue: Catalogue, result: Preview) -> None:
        """Take the same document with its optimizers matched to other models; the plan and its steps stay.

        `result` is the preview of a plan of this document, used where the plan is still that one.
        """
        if self.catalogue is None or catalogue.tree is not self.catalogue.tree:
            return  # another document was opened since
        self.settle()
        self.catalogue = catalogue
        self.put(self.plan, result if result.plan == self.plan else self.preview)

    def close(self) -> None:
        """Let go of the document."""
        self._let_go()
        self.catalogue = None
        self.plan = Plan()
        self.preview = None
        self._device_order = ()
        self._forget_selection()
        self.closed.emit()

    def could_not_read(self, error: Exception) -> None:
        """Take note of the error that reading something of the file has raised."""
        if isinstance(error, SourceChanged) and self.catalogue is not None and not self.outdated:
            self.outdated = True
            self.source_changed.emit()

    def _let_go(self) -> None:
        self._planner.drop()
        if self.catalogue is not None and len(self.catalogue) >= MANY_ENTRIES:
            Disposer.of_program().let_go(self.catalogue)
        self.undo_stack.clear()

    def _forget_selection(self) -> None:
        self.current = NO_ENTRY
        self.selection = []
        self.filter_text = ""
        self.filter_regex = False

    # ---- the plan

    def set_plan(self, plan: Plan, text: str | None = None) -> bool:
        """Put a plan in place as one step that can be undone; `text` names the step in the menu.

        Without a text the step is named after what differs between the two plans. Returns False, with
        `refused` emitted and nothing changed, when the plan cannot be done. With a large file that is found out
        after this has returned.
        """
        if self.catalogue is None:
            return False
        if plan == self.plan:
            return True
        if self.catalogue.checkpoint.read_only is not None:
            self.refused.emit(self.catalogue.checkpoint.read_only)
            return False
        if len(self.catalogue) >= MANY_ENTRIES:
            self.plan = plan
            self._planner.want(WantedPlan(self.catalogue, plan, text))
            return True
        try:
            result = preview(self.catalogue, plan)
        except CheckpointError as error:
            self.refused.emit(str(error))
            return False
        self._step(plan, result, text)
        return True

    def _step(self, plan: Plan, result: Preview, text: str | None) -> None:
        before = (self.preview.plan, self.preview) if self.preview is not None else (Plan(), None)
        self.undo_stack.push(_SwapPlan(self, text or _step_text(self.preview, result), before, (plan, result)))

    def _refuse(self, error: Exception) -> None:
        """A plan that was hoped for cannot be done: back to the one that holds."""
        if self.preview is not None:
            self.plan = self.preview.plan
            self.plan_changed.emit()
        if not isinstance(error, CheckpointError):
            raise error
        self.refused.emit(str(error))

    @property
    def saved_as(self) -> SavedAs | None:
        """The file that has the plan as it is now; None as long as there is none."""
        return self._saved_as if self.plan and self.undo_stack.isClean() else None

    def mark_saved(self, path: Path, call: str = "") -> None:
        """The plan as it is now is in this file, which one ``call`` loads, if any does."""
        self._saved_as = SavedAs(path, call)
        self.undo_stack.resetClean()  # so that all hear of it, also of a second file
        self.undo_stack.setClean()

    def settle(self) -> None:
        """Have `preview` show what `plan` says, now."""
        self._planner.settle()

    def undo(self) -> None:
        self.settle()
        self.undo_stack.undo()

    def redo(self) -> None:
        self.settle()
        self.undo_stack.redo()

    def apply(self, edit: Edit, text: str | None = None) -> bool:
        """Add an edit to the plan; it takes the place of an earlier one about the same thing."""
        return self.set_plan(self.plan.with_edit(edit), text)

    def retract(self, edit: Edit, text: str | None = None) -> bool:
        """Take an edit out of the plan, itself an undoable step."""
        return self.set_plan(self.plan.without(edit), text)

    @property
    def steps(self) -> Steps:
        """What can be undone and done again."""
        stack = self.undo_stack
        commands = [stack.command(place) for place in range(stack.count())]
        return Steps(tuple(each.plans for each in commands if isinstance(each, _SwapPlan)), stack.index())

    def take_steps(self, steps: Steps) -> None:
        """Have the steps of another session of the same file, where they led to the plan that holds."""
        plans = [plan for step in steps.plans[: steps.done][-1:] for plan in step[1:]]
        if self.catalogue is None or (plans or [Plan()]) != [self.plan]:
            return
        self.undo_stack.clear()
        for before, after in steps.plans:
            edits = [edit for edit in after.edits if edit not in before.edits]
            text = in_few_words(self.catalogue, edits) if edits else say("restored changes")
            self.undo_stack.push(_SwapPlan(self, text, (before, None), (after, None), done=True))
        self.undo_stack.setIndex(steps.done)

    def put(self, plan: Plan, result: Preview | None) -> None:
        """Swap plans without a step to undo; for the steps themselves."""
        if self.catalogue is not None and (result is None or result.catalogue is not self.catalogue):
            result = preview(self.catalogue, plan)  # of before another session, or optimizers matched to other models
        wanted = self._planner.last
        self.plan = plan if wanted is None else wanted
        self.preview = result
        if result is not None:
            known = set(self._device_order)
            self._device_order += tuple(t.device for t in result.totals_after if t.device not in known)
        self.plan_changed.emit()

    @property
    def device_order(self) -> tuple[str, ...]:
        """The devices of the document in order of first appearance, then those planned so far.

        It only grows while a document is open, so that a device keeps its place in menus.
        """
        return self._device_order

    # ---- selection and filter

    def set_current(self, entry: int) -> None:
        """Say which entry has the keyboard focus; -1 for none."""
        if entry != self.current:
            self.current = entry
            self.current_changed.emit(entry)

    def set_selection(self, entries: Sequence[int]) -> None:
        self.selection = entries
        self.selection_changed.emit(self.selection)

    def request_selection(self, entries: Sequence[int]) -> None:
        self.select_requested.emit(entries)

    def reveal(self, entry: int) -> None:
        """Ask the tree to unfold down to an entry, scroll there and make it the current one."""
        self.reveal_requested.emit(entry)

    def show_number(self, entry: int, index: tuple[int, ...], word: str = "") -> None:
        """Ask for a number of the tensor at an entry to be shown, ready to be overwritten."""
        self.reveal(entry)
        self.number_requested.emit(entry, index, word)

    def set_filter(self, text: str, regex: bool = False) -> None:
        """Show only what matches; an empty text shows everything."""
        if (text, regex) != (self.filter_text, self.filter_regex):
            self.filter_text = text
            self.filter_regex = regex
            self.filter_changed.emit(text, regex)


class SessionService(QObject):
    """Something that a session has one of; whoever asks for it first makes it."""

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self._session = session

    @classmethod
    def of(cls, session: Session) -> Self:
        return session.findChild(cls) or cls(session)


def _quiet_at_the_end(session: Session) -> QUndoStack:
    """An undo stack that does not tell of being emptied by its own destruction."""
    stack = QUndoStack(session)
    session.destroyed.connect(lambda: stack.blockSignals(True))
    return stack


def _step_text(before: Preview | None, after: Preview) -> str:
    """Name a step by the changes it brings or, where it brings none, by those it takes back."""
    old = before.changes if before is not None else ()
    was = {change.edit for change in old}
    now = {change.edit for change in after.changes}
    brought = [change.title for change in after.changes if change.edit not in was]
    taken = [change.title for change in old if change.edit not in now]
    return series(brought) or say("without {changes}", changes=series(taken))


class _SwapPlan(QUndoCommand):
    """One step of the user: a plan and its preview before, and the same after."""

    def __init__(
        self,
        session: Session,
        text: str,
        before: tuple[Plan, Preview | None],
        after: tuple[Plan, Preview | None],
        *,
        done: bool = False,
    ) -> None:
        super().__init__(text)
        self._done = done
        self._session = session
        self._before = before
        self._after = after

    @property
    def plans(self) -> tuple[Plan, Plan]:
        """The plan before and the one after."""
        return self._before[0], self._after[0]

    def undo(self) -> None:
        self._session.put(*self._before)

    def redo(self) -> None:
        done, self._done = self._done, False
        if not done:  # it is only put on the stack
            self._session.put(*self._after)


# -- plans of a large file: worked out beside the event loop, in the order they were wanted --------------------


@dataclass(frozen=True)
class WantedPlan:
    """A plan that is wanted, and the name of the step."""

    catalogue: Catalogue
    plan: Plan
    text: str | None


class Planner(QObject):
    """Makes previews; every plan ends in `done` or, with all that were wanted after it, in `failed`.

    A plan that cannot be done takes those wanted after it along: they were made from it.
    """

    done = Signal(object, object)
    """The `WantedPlan` and its `Preview`."""
    failed = Signal(object)
    """The exception."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._queue: deque[WantedPlan] = deque()
        self._latest = LatestJob(self, done=self._go_on, failed=self._fail)

    @property
    def last(self) -> Plan | None:
        """The plan that will hold when all is done; None while nothing is under way."""
        return self._queue[-1].plan if self._queue else None

    def want(self, wanted: WantedPlan) -> None:
        """Work a plan out after those wanted before it."""
        self._queue.append(wanted)
        if not self._latest.busy:
            self._start()

    def settle(self) -> None:
        """Work out now, in this thread, all that is under way."""
        while self._queue:
            self._latest.drop()
            try:
                result = worked_out(self._queue[0])
            except Exception as error:  # noqa: BLE001 - told like one of the worker thread
                self._fail(error)
            else:
                self._finish(result)

    def drop(self) -> None:
        """Forget all that is under way."""
        self._queue.clear()
        self._latest.drop()

    def _start(self) -> None:
        wanted = self._queue[0]
        self._latest.ask(lambda _tick: worked_out(wanted))

    def _go_on(self, result: Preview) -> None:
        self._finish(result)
        if self._queue and not self._latest.busy:
            self._start()

    def _finish(self, result: Preview) -> None:
        self.done.emit(self._queue.popleft(), result)

    def _fail(self, error: Exception) -> None:
        self._queue.clear()
        self.failed.emit(error)


def worked_out(wanted: WantedPlan) -> Preview:
    """The preview of a plan, with all the numbers that the window shows at once. Raises `CheckpointError`."""
    result = preview(wanted.catalogue, wanted.plan)
    work_out_now(result)
    return result


def work_out_now(shown: Preview) -> None:
    """Have the numbers that the window shows at once worked out here, and not when it first asks for them."""
    for name in (
        "totals_after",
        "moves",
        "moves_of_state",
        "tensors_moved",
        "tensors_dropped",
        "keys_renamed",
        "bytes_after",
        "refused_names",
    ):
        getattr(shown, name)
