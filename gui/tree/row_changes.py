"""Changes of which rows show: made at once in a small file, beside the event loop in a large one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QObject, Signal

from core.catalogue.catalogue import Catalogue
from core.catalogue.search import search
from core.errors import CheckpointError
from gui.document.rows import RowChange, Rows
from gui.jobs.latest_job import LatestJob
from gui.session.session import MANY_ENTRIES
from gui.tree.table_model import TreeModel

if TYPE_CHECKING:
    from gui.document.compared import Compared

FILTER: Final = "filter"
REMOVED_ROWS: Final = "removed rows"
ORDER: Final = "order"


@dataclass(frozen=True)
class Search:
    """A change of rows: only what a search finds; everything, if nothing is searched for.

    While two files are ``compared`` what only the other has is searched too; ``changed`` leaves out what is the same.
    """

    text: str
    regex: bool
    compared: Compared | None = None
    changed: bool = False

    def __call__(self, rows: Rows) -> None:
        """On any thread. Raises `CheckpointError` for what cannot be searched for."""
        if not self:
            rows.refilter(None)
            return
        matches = self._matches(rows.outline.catalogue)
        if self.changed and self.compared is not None:
            found = set(matches)
            matches = [entry for entry in self.compared.differing if entry in found]
        rows.refilter(matches, set(self._matches(self.compared.theirs)) if self.compared is not None else ())

    def __bool__(self) -> bool:
        """Whether anything is left out."""
        return bool(self.text.strip()) or (self.changed and self.compared is not None)

    def _matches(self, catalogue: Catalogue) -> Sequence[int]:
        return search(catalogue, self.text, self.regex) if self.text.strip() else range(len(catalogue))


class RowChanges(QObject):
    """The changes that are wanted and not made yet. Of several that are about the same the last one counts."""

    made = Signal(object, object)
    """The changed `Rows`, which the model does not show yet, and what the changes were about."""
    refused = Signal(object)
    """A `CheckpointError`: what cannot be searched for. The other changes are made without it."""

    def __init__(self, model: TreeModel, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._model = model
        self._wanted: dict[str, RowChange] = {}
        self._latest = LatestJob(self)
        self._latest.done.connect(self._take)
        self._latest.failed.connect(self._fail)

    @property
    def busy(self) -> bool:
        """Whether changes are being made beside the event loop; the rows of before show meanwhile."""
        return self._latest.busy

    def wants_besides(self, what: str) -> bool:
        """Whether changes are wanted that are about something else."""
        return bool(self._wanted.keys() - {what})

    def want(self, what: str, change: RowChange) -> None:
        """Have a change made, in a large file beside the event loop."""
        rows = self._model.rows
        if rows is None:
            return
        self._wanted.pop(what, None)
        self._wanted[what] = change
        self._make(at_once=len(rows.outline.catalogue) < MANY_ENTRIES)

    def forget(self, what: str) -> None:
        """One change is not wanted any more; the others are made without it."""
        self._wanted.pop(what, None)
        if self._wanted:
            self._make()
        else:
            self.stop()

    def settle(self) -> None:
        """Make now what is wanted."""
        if self._latest.busy:
            self._make(at_once=True)

    def stop(self) -> None:
        """No change is wanted any more."""
        self._wanted.clear()
        self._latest.drop()

    def _make(self, *, at_once: bool = False) -> None:
        rows, changes = self._model.rows, tuple(self._wanted.values())
        assert rows is not None
        version = rows.version
        self._latest.ask(lambda _tick: (version, rows.changed(changes)), at_once=at_once)

    def _take(self, result: tuple[int, Rows]) -> None:
        version, changed = result
        rows = self._model.rows
        assert rows is not None
        if rows.version != version:  # the user has folded something meanwhile
            self._make()
            return
        what = frozenset(self._wanted)
        self._wanted.clear()
        self.made.emit(changed, what)

    def _fail(self, error: Exception) -> None:
        if not isinstance(error, CheckpointError):
            self.stop()
            raise error
        self.forget(FILTER)
        self.refused.emit(error)
