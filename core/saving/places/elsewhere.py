"""A new file in a store elsewhere.

It is read back before it is in its place where a store can rename. Where it cannot, as S3, what was sent is compared
part by part, the whole is read back once it is there, and removed again if nothing was there before.
"""

from __future__ import annotations

import contextlib
import os
import stat
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from types import TracebackType
from typing import Self, cast

from core.catalogue.checkpoint import Checkpoint
from core.errors import Cancelled, CheckpointError, LeftElsewhere, SaveError, TargetExists, VerifyFailed
from core.files.copy import Out
from core.progress import Tick
from core.remote.address import RemotePath
from core.remote.asking import is_there
from core.remote.status import Upload
from core.remote.traffic import pausing
from core.remote.uploading import can_rename, check_writable, upload_to
from core.saving import leftovers
from core.saving.places.left_elsewhere import NoteElsewhere, clear_elsewhere
from core.saving.publishing import APPEARED, disk_errors, said_of
from core.text import sentences
from core.words import say


def check_elsewhere(path: RemotePath, source: Checkpoint, overwrite: bool) -> None:
    """As `core.saving.places.place.check_place` says, for a target elsewhere."""
    check_writable(path)
    clear_elsewhere([path])
    if source.holds(path) and not can_rename(path):
        raise SaveError(
            say(
                "{path} is the file that is read, and what is written there is in its place before it can be read "
                "back. Give another name.",
                path=path,
            )
        )
    if is_there(path):
        if path.is_dir():
            raise SaveError(
                say("{path} is {kind}, no file. Give the name of a file.", path=path, kind=say("a directory"))
            )
        if not overwrite:
            raise TargetExists(say("{path} is there already. Choose another name, or ask to overwrite it.", path=path))


class NewElsewhere:
    """A file in a store."""

    left = None

    def __init__(self, target: RemotePath, tick: Tick, overwrite: bool) -> None:
        self.target, self._overwrite = target, overwrite
        self._tick = tick
        self._last = (0, 0)
        self._published = False
        self._held = ExitStack()

    @property
    def path(self) -> Path:
        return self._upload.path

    @property
    def out(self) -> Out:
        return self._upload

    def __enter__(self) -> Self:
        beside = cast(RemotePath, leftovers.temporary_name(self.target))
        self._upload: Upload = upload_to(self.target, beside, overwrite=self._overwrite)
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
        return self._published and kind is not None and issubclass(kind, KeyboardInterrupt | Cancelled)

    def tick(self, done: int, total: int) -> None:
        """Tell the progress. Once something was replaced that cannot be had back, nobody can stop it any more."""
        self._last = done, total
        with contextlib.suppress(*((Cancelled,) if self._upload.replaces else ())):
            self._tick(done, total)

    def expect(self, nbytes: int) -> None:
        self._upload.expect(nbytes)

    def finish(self) -> None:
        """As `NewPlace.finish` says."""
        self._upload.end()
        with self._appeared():
            self._upload.finish()

    def put(self, source: os.stat_result | None) -> None:
        """As `NewPlace.put` says."""
        with self._appeared():
            self._upload.publish(None if source is None else stat.S_IMODE(source.st_mode) & 0o777)
        self._published = True
        self.target.remember(is_folder=False)

    @contextmanager
    def _appeared(self) -> Iterator[None]:
        try:
            yield
        except FileExistsError:
            raise TargetExists(say(APPEARED, path=self.target)) from None

    def _not_as_planned(self, error: CheckpointError, *, gone: bool) -> str:
        """What is said of a file that does not read back: what has become of the target."""
        if self._upload.path != self.target:
            return str(error)
        if self._upload.replaces:
            told = say("{path} is the new file already: do not use it, and save again.", path=self.target)
        elif gone:
            told = say("It was removed again.")
        else:
            told = say("{path} could not be removed: do not use it.", path=self.target)
        return sentences(say("What was written does not read back as planned."), told)
