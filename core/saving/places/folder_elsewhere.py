"""A new folder in a store elsewhere: all of its files or none, as far as the store can promise that.

Where a store can rename, as a server of SFTP, the folder is made beside its place, read back, and moved there in one
step. Elsewhere nobody sees a file before all bytes of all files are there; then one after the other is completed in the
order of writing, the index last, and all are removed again where they do not read back. What a kill in just that moment
leaves are files without their index.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from types import TracebackType
from typing import Self, cast

from core.errors import Cancelled, LeftElsewhere, SaveError, TargetExists
from core.files.copy import CHUNK, Sink
from core.files.parts import reading
from core.progress import Tick
from core.remote.address import RemotePath
from core.remote.asking import is_there, tried
from core.remote.status import Upload
from core.remote.traffic import pausing
from core.remote.uploading import can_rename, check_writable, clear, make_folder, move_folder, upload_to
from core.saving import leftovers
from core.saving.places.left_elsewhere import NoteElsewhere, clear_elsewhere
from core.saving.publishing import APPEARED, disk_errors, said_of
from core.words import say

_TIDY = 10.0
"""Seconds for removing what was written."""


def check_new_folder(path: RemotePath) -> None:
    """Raises `SaveError` for a folder elsewhere that cannot be written; clears what killed saves left there."""
    check_writable(path)
    clear_elsewhere([path])
    path.remember_none()  # it is asked for anew
    if is_there(path):
        raise SaveError(
            say("{path} is there already, and no folder elsewhere is replaced. Choose another name.", path=path)
        )


class FolderElsewhere:
    """As `core.saving.folders.new_folder.NewFolder`, in a store."""

    left = None

    def __init__(self, target: RemotePath, tick: Tick) -> None:
        self.target = target
        self._renames = can_rename(target)
        self.path = cast(RemotePath, leftovers.temporary_name(target)) if self._renames else target
        self.bytes = self.total = 0
        self._tick, self._last = tick, (0, 0)
        self._uploads: dict[str, tuple[Upload, NoteElsewhere]] = {}
        self._carried: list[str] = []
        self._held = ExitStack()
        self._published = False

    def __enter__(self) -> Self:
        self._note = NoteElsewhere(self.target) if self._renames else None
        try:
            self._held.enter_context(pausing(lambda: self._tick(*self._last)))
            if self._note is not None:
                self._note.write({"beside": self.path.name, "folder": "yes"})
                with disk_errors(self.target):
                    make_folder(self.path)
        except BaseException:
            self.__exit__(*sys.exc_info())
            raise
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, _: TracebackType | None) -> bool:
        self._held.close()
        gone = True
        for upload, note in self._uploads.values():
            removed = self._published or upload.abandon()
            note.end(gone=removed)
            gone = gone and removed
        gone = (self._published or not self._renames or self._cleared()) and gone
        if self._note is not None:
            self._note.end(gone=gone)
        if not gone:
            raise LeftElsewhere(said_of(error), self.target) from None
        return self._published and kind is not None and issubclass(kind, KeyboardInterrupt | Cancelled)

    @contextmanager
    def file(self, name: str = "") -> Iterator[Sink]:
        """As `core.saving.targets.target.Destination.file` says."""
        begin, path = self.bytes, self.path / name
        if self._renames and path.parent != self.path:
            make_folder(path.parent)
        upload = upload_to(path, cast(RemotePath, leftovers.temporary_name(path)), overwrite=False)
        note = NoteElsewhere(path)
        self._uploads[name] = upload, note
        note.write(upload.facts())
        upload.begin()
        note.write(upload.facts())
        upload.expect(self.total)
        sink = Sink(upload, self.total, lambda done, _: self._told(begin + done))
        yield sink
        sink.flush()
        upload.end()
        if self._renames:
            self._put(upload)
        self.bytes += sink.position

    def expect(self, nbytes: int) -> None:
        """How many bytes will come is all the same: parts are as large as those of one file of all of them."""

    def names(self) -> list[str]:
        """What the files are called that were written so far."""
        return sorted({name.partition("/")[0] for name in self._uploads})

    def carry(self, files: Sequence[Path]) -> list[str]:
        """Have files of other folders here too, as far as none of their names is there; the names."""
        written, carried = self.bytes, [file for file in files if file.name not in self._uploads]
        for file in carried:
            with self.file(file.name) as sink, reading(file) as source:
                while piece := source.read(CHUNK):
                    sink.write(piece)
        self.bytes, self._carried = written, [file.name for file in carried]
        return self._carried

    def finish(self) -> None:
        """All files were written: they can be read at ``path`` now."""
        if not self._renames:
            for name in dict.fromkeys((*self._carried, *self._uploads)):  # the index was written last
                self._put(self._uploads[name][0])

    def publish(self, _old: Sequence[str] | None) -> None:
        """Have the folder in its place. Raises `TargetExists` where something of that name has appeared."""
        if self._renames:
            try:
                move_folder(self.path, self.target)
            except FileExistsError:
                raise TargetExists(say(APPEARED, path=self.target)) from None
        self._published = True
        self.target.remember(is_folder=True)

    def _put(self, upload: Upload) -> None:
        try:
            upload.finish()
            upload.publish(None)
        except FileExistsError:
            raise TargetExists(say(APPEARED, path=upload.path)) from None

    def _told(self, done: int) -> None:
        self._last = min(done, self.total), self.total
        self._tick(*self._last)

    def _cleared(self) -> bool:
        return leftovers.is_temporary(self.path.name) and tried(
            lambda: clear(self.target, {"beside": self.path.name, "folder": "yes"}), _TIDY
        )
