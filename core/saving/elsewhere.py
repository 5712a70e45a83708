"""Writes a new file or folder to a store elsewhere: all of it or nothing, as far as the store can promise that.

Where a store can rename, the file is read back before it is moved to its place. Where it cannot, as in
S3, what was sent is compared part by part, and the file is read back once it is in its place. If it is wrong, it is
removed again, unless it replaced another file.
"""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from types import TracebackType
from typing import Self, cast

from core.catalogue.checkpoint import Checkpoint
from core.errors import Cancelled, CheckpointError, LeftElsewhere, SaveError, TargetExists, VerifyFailed
from core.files.copy import CHUNK, Out
from core.files.parts import reading
from core.progress import Tick
from core.remote.address import RemotePath
from core.remote.asking import is_there, tried
from core.remote.status import Upload
from core.remote.traffic import pausing
from core.remote.uploading import can_rename, check_writable, clear, make_folder, move_folder, upload_to
from core.saving import leftovers
from core.saving.left_elsewhere import NoteElsewhere, clear_elsewhere
from core.saving.permissions import Like, LikeFolder
from core.saving.place import NewPlace
from core.saving.publishing import disk_errors, said_of
from core.text import sentences
from core.words import say

_TIDY = 10.0
"""Seconds for removing what was written."""


def check_elsewhere(path: RemotePath, source: Checkpoint, overwrite: bool) -> None:
    """Raises `SaveError` for a file elsewhere that cannot be written, or must not be; clears what killed saves left."""
    check_writable(path)
    clear_elsewhere([path])
    if source.holds(path) and not can_rename(path):
        raise SaveError(
            "{path} is the source file, and its server would replace it before Pthfinder can check the copy. Give "
            "another name.",
            path=path,
        )
    if is_there(path):
        if path.is_dir():
            raise SaveError(
                "{path} is {kind}, not a file. Give the name of a file.", path=path, kind=say("a directory")
            )
        if not overwrite:
            raise TargetExists(path)


class NewFileElsewhere(NewPlace):
    """A file in a store."""

    def __init__(self, target: RemotePath, tick: Tick, like: Like | None, overwrite: bool) -> None:
        super().__init__(target, tick)
        self.target: RemotePath = target
        self._like = like
        self._overwrite = overwrite
        self._held = ExitStack()

    def __enter__(self) -> Self:
        beside = cast(RemotePath, leftovers.temporary_name(self.target))
        self._upload: Upload = upload_to(self.target, beside, overwrite=self._overwrite)
        self.path = self._upload.path
        self._note = NoteElsewhere(self.target)
        try:
            self._held.enter_context(pausing(lambda: self.tick(*self._last)))
            self._note.write(self._upload.facts())  # before it is there: a save can be killed at any moment
            with disk_errors(self.target):
                self._upload.begin()
            self._note.write(self._upload.facts())
        except BaseException:
            self.__exit__(*sys.exc_info())
            raise
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, _: TracebackType | None) -> bool:
        self._held.close()
        gone = self._published
        try:
            gone = gone or self._upload.abandon()
        finally:
            self._note.end(gone=gone)
        if not self._published and isinstance(error, VerifyFailed):
            raise VerifyFailed(self._not_as_planned(error, gone=gone)) from None
        if not gone:
            raise LeftElsewhere(said_of(error), self.target) from None
        return self._ends_well(kind)

    def tick(self, done: int, total: int) -> None:
        """Once a file was replaced for good, nobody can stop the save any more."""
        self._last = done, total
        with contextlib.suppress(*((Cancelled,) if self._upload.replaces else ())):
            self._tick(done, total)

    @contextmanager
    def _opened(self, _name: str) -> Iterator[Out]:
        yield self._upload

    def expect(self, nbytes: int) -> None:
        self._upload.expect(nbytes)

    def finish(self) -> None:
        self._upload.end()
        with self._appeared():
            self._upload.finish()

    def put(self) -> None:
        with self._appeared():
            self._upload.publish(None if self._like is None else self._like.mode)
        self._published = True
        self.target.remember(is_folder=False)

    @contextmanager
    def _appeared(self) -> Iterator[None]:
        try:
            yield
        except FileExistsError:
            raise TargetExists(self.target, meanwhile=True) from None

    def _not_as_planned(self, error: CheckpointError, *, gone: bool) -> str:
        """What is said of a file that does not read back: what has become of the target."""
        if self._upload.path != self.target:
            return str(error)
        if self._upload.replaces:
            told = say("{path} has already been replaced: do not use it, and save again.", path=self.target)
        elif gone:
            told = say("It was removed again.")
        else:
            told = say("{path} could not be removed: do not use it.", path=self.target)
        return sentences(say("The written file does not read back as planned."), told)


# -- folders ---------------------------------------------------------------------------------------------------------


def check_new_folder(path: RemotePath) -> None:
    """Raises `SaveError` for a folder elsewhere that cannot be written; clears what killed saves left there."""
    check_writable(path)
    clear_elsewhere([path])
    path.remember_none()  # it is asked for anew
    if is_there(path):
        raise SaveError(
            "{path} already exists, and Pthfinder does not replace remote folders. Choose another name.",
            path=path,
        )


class NewFolderElsewhere(NewPlace):
    """A folder in a store.

    Where a store can rename, as a server of SFTP, the folder is made beside its place, read back, and moved there in
    one step. Elsewhere nobody sees a file before all bytes of all files are there; then one after the other is
    completed in the order of writing, the index last, and all are removed again where they do not read back. A
    kill in just that moment leaves files without their index.
    """

    def __init__(self, target: RemotePath, tick: Tick, like: LikeFolder) -> None:
        super().__init__(target, tick)
        folder = like.of(Path(), is_folder=True)
        self._mode, self._mode_of_files = None if folder is None else folder.mode, like.mode
        self.target: RemotePath = target
        self._renames = can_rename(target)
        self.path: RemotePath = cast(RemotePath, leftovers.temporary_name(target)) if self._renames else target
        self._uploads: dict[str, tuple[Upload, NoteElsewhere]] = {}
        self._carried: list[str] = []
        self._held = ExitStack()

    def __enter__(self) -> Self:
        self._note = NoteElsewhere(self.target) if self._renames else None
        try:
            self._held.enter_context(pausing(lambda: self.tick(*self._last)))
            if self._note is not None:
                self._note.write({"beside": self.path.name, "folder": "yes"})
                with disk_errors(self.target):
                    make_folder(self.path, self._mode)
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
        return self._ends_well(kind)

    @contextmanager
    def _opened(self, name: str) -> Iterator[Out]:
        path = self.path / name
        if self._renames and path.parent != self.path:
            make_folder(path.parent, self._mode)
        upload = upload_to(path, cast(RemotePath, leftovers.temporary_name(path)), overwrite=False)
        note = NoteElsewhere(path)
        self._uploads[name] = upload, note
        note.write(upload.facts())
        upload.begin()
        note.write(upload.facts())
        upload.expect(self.total)
        yield upload
        upload.end()
        if self._renames:
            self._complete(upload)

    def expect(self, nbytes: int) -> None:
        """Do nothing: `_opened` tells each upload the bytes of the whole folder, and these set the size of parts."""

    def names(self) -> list[str]:
        return sorted({name.partition("/")[0] for name in self._uploads})

    def carry(self, files: Sequence[Path]) -> list[str]:
        written, carried = self.bytes, [file for file in files if file.name not in self._uploads]
        for file in carried:
            with self.file(file.name) as sink, reading(file) as source:
                while piece := source.read(CHUNK):
                    sink.write(piece)
        self.bytes, self._carried = written, [file.name for file in carried]
        return self._carried

    def finish(self) -> None:
        if not self._renames:
            for name in dict.fromkeys((*self._carried, *self._uploads)):  # the index was written last
                self._complete(self._uploads[name][0])

    def put(self) -> None:
        """Raises `TargetExists` where something of that name has appeared."""
        if self._renames:
            try:
                move_folder(self.path, self.target)
            except FileExistsError:
                raise TargetExists(self.target, meanwhile=True) from None
        self._published = True
        self.target.remember(is_folder=True)

    def _complete(self, upload: Upload) -> None:
        try:
            upload.finish()
            upload.publish(self._mode_of_files)
        except FileExistsError:
            raise TargetExists(upload.path, meanwhile=True) from None

    def _cleared(self) -> bool:
        return leftovers.is_temporary(self.path.name) and tried(
            lambda: clear(self.target, {"beside": self.path.name, "folder": "yes"}), _TIDY
        )
