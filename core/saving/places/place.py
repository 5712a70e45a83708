"""Where one new file is written: beside its target on this computer, or in a store elsewhere; then put in its place."""

from __future__ import annotations

import os
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Protocol, Self

from core.catalogue.checkpoint import Checkpoint
from core.files.copy import Out
from core.progress import Tick
from core.remote.address import RemotePath
from core.saving import leftovers
from core.saving.folders.companions import Replaced, check_folder
from core.saving.folders.new_folder import NewFolder
from core.saving.publishing import Temporary, check_space, check_target

if TYPE_CHECKING:
    from core.saving.places.folder_elsewhere import FolderElsewhere


class NewPlace(Protocol):
    """A new file, removed at the end where it was not published. Errors are `SaveError`.

    ``out`` takes its bytes, ``path`` is where it is read back once it is finished, ``left`` a second name of it that
    could not be removed. ``tick`` is told the progress; it does not stop what cannot be undone.
    """

    @property
    def out(self) -> Out: ...
    @property
    def path(self) -> Path: ...
    @property
    def left(self) -> Path | None: ...

    def __enter__(self) -> Self: ...
    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None
    ) -> bool: ...

    def tick(self, done: int, total: int) -> None: ...

    def expect(self, nbytes: int) -> None:
        """About so many bytes will come. Raises `NotEnoughSpace`."""

    def finish(self) -> None:
        """All bytes have come: it can be read at ``path`` now."""

    def put(self, source: os.stat_result | None) -> None:
        """It was read back: have it in its place in one step, with the permissions of ``source``, if any."""


def check_place(path: Path, source: Checkpoint, overwrite: bool) -> None:
    """Raises `SaveError` for a target that cannot be written, or must not be; clears what killed saves left there."""
    if isinstance(path, RemotePath):
        from core.saving.places.elsewhere import check_elsewhere  # noqa: PLC0415 - for those who have one

        check_elsewhere(path, source, overwrite)
        return
    check_target(path, overwrite)
    leftovers.clear_litter()


def check_folder_place(path: Path, overwrite: bool) -> Replaced | None:
    """What a new folder replaces; None where nothing is there.

    Raises `SaveError` for a folder that cannot be written, or must not be; clears what killed saves left there.
    """
    if isinstance(path, RemotePath):
        from core.saving.places.folder_elsewhere import check_new_folder  # noqa: PLC0415 - as above

        check_new_folder(path)
        return None
    replaced = check_folder(path, overwrite)
    leftovers.clear_litter()
    return replaced


def new_folder(path: Path, tick: Tick) -> NewFolder | FolderElsewhere:
    """A new folder that is to be at a path, to be entered."""
    if isinstance(path, RemotePath):
        from core.saving.places.folder_elsewhere import FolderElsewhere  # noqa: PLC0415 - as above

        return FolderElsewhere(path, tick)
    return NewFolder(path, tick)


def new_place(path: Path, tick: Tick, *, overwrite: bool) -> NewPlace:
    """A new file that is to be at a path, to be entered."""
    if isinstance(path, RemotePath):
        from core.saving.places.elsewhere import NewElsewhere  # noqa: PLC0415 - as above

        return NewElsewhere(path, tick, overwrite)
    return NewHere(path, tick, overwrite)


class NewHere(Temporary):
    """A file of this computer."""

    def __init__(self, target: Path, tick: Tick, overwrite: bool) -> None:
        super().__init__(target)
        self._tick, self._overwrite = tick, overwrite

    def tick(self, done: int, total: int) -> None:
        """As `NewPlace` says."""
        self._tick(done, total)

    def expect(self, nbytes: int) -> None:
        """As `NewPlace.expect` says."""
        check_space(self.target, nbytes)

    def finish(self) -> None:
        """As `NewPlace.finish` says. What is replaced is gone afterwards, so the new bytes must have reached the disk.

        A new name is written as `cp` and torch.save do: the source is there if the power fails.
        """
        if self.target.exists():
            os.fsync(self.fd)

    def put(self, source: os.stat_result | None) -> None:
        """As `NewPlace.put` says."""
        self.publish(source, self._overwrite)
