"""Notices that the file on the disk is no longer the one that was opened: a training run saves over it, say."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from PySide6.QtCore import QFileSystemWatcher, QObject, QTimer, Signal

from core.catalogue.catalogue import Catalogue
from core.formats.files import FileIdentity

_UNKNOWN = FileIdentity(-1, -1, -1, -1)
SETTLED: Final = 300
"""Milliseconds for which a file has to stay as it is before it is worth a look: it may still be written."""


class SourceWatch(QObject):
    """Watches the file of one document, and its folder: who saves by renaming puts another file in its place."""

    changed = Signal(object)
    """The path; another file is there now, and nobody has written to it for `SETTLED`."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._path = Path()
        self._identity: FileIdentity | None = None
        self._seen: FileIdentity | None = None
        self._watcher = QFileSystemWatcher(self)
        self._pause = QTimer(self)
        self._pause.setSingleShot(True)
        self._pause.setInterval(SETTLED)
        self._pause.timeout.connect(self._look)
        self._watcher.fileChanged.connect(self._pause.start)
        self._watcher.directoryChanged.connect(self._pause.start)

    def watch(self, catalogue: Catalogue | None) -> None:
        """Watch the file of another document, or of none."""
        watched = [*self._watcher.files(), *self._watcher.directories()]
        if watched:
            self._watcher.removePaths(watched)
        self._pause.stop()
        self._identity = self._seen = None
        if catalogue is not None:
            self._path, self._identity = catalogue.checkpoint.path, catalogue.checkpoint.identity
            self._watcher.addPaths([str(self._path), str(self._path.parent)])

    def look_again(self) -> None:
        """Tell of the change once more: it came at a bad time."""
        if self._identity is not None:
            self._identity = _UNKNOWN
            self._pause.start()

    def _look(self) -> None:
        now = self._there()
        if now is None or now == self._identity:
            return  # gone: what comes in its place is told as a change of the folder
        if now != self._seen:
            self._seen = now
            self._pause.start()
            return
        self._identity = now  # told once
        if str(self._path) not in self._watcher.files():
            self._watcher.addPath(str(self._path))
        self.changed.emit(self._path)

    def _there(self) -> FileIdentity | None:
        try:
            return FileIdentity.of(self._path.stat())
        except OSError:
            return None
