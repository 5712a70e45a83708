"""The copy that was saved last of a document: there to be opened, until something else is done."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path
from typing import NamedTuple

from PySide6.QtCore import Signal

from core.files.byte_source import FileIdentity
from core.remote.address import RemotePath
from gui.session.session import Session, SessionService


class _Written(NamedTuple):
    """When a copy was saved, and what its files were then."""

    at: datetime
    state: frozenset[tuple[object, ...]]


class Copy(NamedTuple):
    """The new file, or folder; how large it is, and how long it took; a sentence on what one might not expect of it."""

    path: Path
    size: str
    note: str = ""


class SavedCopy(SessionService):
    """What was saved last; forgotten with the next change of the plan, with the next save, and with the document.

    When each copy of the document was saved is remembered for as long as it is open.
    """

    changed = Signal()
    """`copy` is new."""

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self.copy: Copy | None = None
        """None where there is nothing to tell."""
        self._written: dict[Path, _Written] = {}
        session.opened.connect(self._written.clear)
        for signal in (session.opened, session.closed, session.plan_changed):
            signal.connect(self.forget)

    @property
    def path(self) -> Path | None:
        return self.copy.path if self.copy is not None else None

    def put(self, copy: Copy) -> None:
        """This was saved just now."""
        self.copy = copy
        self.changed.emit()

    def note(self, path: Path) -> None:
        """A copy was written there just now."""
        if state := _state(path):
            self._written[path.resolve()] = _Written(datetime.now().astimezone(), state)

    def saved_at(self, path: Path) -> datetime | None:
        """When a copy was saved there; None where there was none, or something has changed it since."""
        written = self._written.get(path.resolve()) if not isinstance(path, RemotePath) else None
        return written.at if written is not None and written.state == _state(path) else None

    def forget(self) -> None:
        """Forget the copy: something else was done since."""
        if self.copy is not None:
            self.copy = None
            self.changed.emit()


def _state(path: Path) -> frozenset[tuple[object, ...]]:
    """The files of a copy, each as it is now; none where they cannot be asked, as of a copy that lies elsewhere."""
    if isinstance(path, RemotePath):
        return frozenset()
    try:
        files = [each for each in path.rglob("*") if each.is_file()] if path.is_dir() else [path]
        return frozenset((str(file), FileIdentity.of(file.stat())) for file in files)
    except OSError:
        return frozenset()
