"""The one gate for what the program writes to this computer: where a file may be, and all of it or nothing.

Checkpoints, tables, reports, exports, recipes and what the program keeps for itself obey the same rules. A file is
never the source or one of its files; nothing that is there is replaced unless that is asked for, and then only a
regular file; the new one is made beside it under a name of its own, and moved there in one step.
"""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from core.catalogue.checkpoint import Checkpoint
from core.errors import SaveError
from core.remote.address import RemotePath, real
from core.saving import leftovers
from core.saving.permissions import Like, like_source
from core.saving.publishing import Temporary, check_target, disk_errors, resolved


class Place(NamedTuple):
    """Where a new file may be written; ``like`` is what it takes of those it tells of if it is new."""

    path: Path
    overwrite: bool
    like: Like | None

    @contextmanager
    def new_file(self) -> Iterator[Temporary]:
        """A file to be filled, put in its place at the end. Raises `SaveError`; then nothing was changed."""
        with disk_errors(self.path), Temporary(self.path) as temporary:
            yield temporary
            temporary.publish(self.like, self.overwrite)

    def fill(self, write: Callable[[io.TextIOWrapper], object]) -> None:
        """Have ``write`` fill a file of UTF-8. Half characters, which no encoding has, are spelled out."""
        with self.new_file() as temporary, temporary.stream() as file:
            text = io.TextIOWrapper(file, "utf-8", errors="backslashreplace", newline="")
            write(text)
            text.flush()
            text.detach()


def place_of(target: str | Path, source: Checkpoint | None = None, *, overwrite: bool = False) -> Place:
    """The place of a file that tells of ``source``, or of nothing; asked for before the work.

    Raises `SaveError` where it may not be written.
    """
    path = resolved(target)
    check_target(path, overwrite)
    if source is not None:
        check_source(path, source)
    leftovers.clear_litter()
    with disk_errors(path):
        like = like_source(source) if source is not None else None
    return Place(path, overwrite, like and like.bare)


def make_folder(folder: Path) -> None:
    """Make the folder of what the program keeps for itself. Raises `DiskError`."""
    with disk_errors(folder):
        folder.mkdir(parents=True, exist_ok=True)


def check_apart(*paths: Path) -> None:
    """Raises `SaveError` for two files that would be one, by whatever names."""
    whole = [real(path) for path in paths]
    twice = next((path for path in whole if whole.count(path) > 1), None)
    if twice is not None:
        raise SaveError("{path} cannot be two files. Give each a name of its own.", path=twice)


def check_source(path: Path, source: Checkpoint) -> None:
    """Raises `SaveError` for the source and each of its files, by whatever name."""
    with disk_errors(path):
        if (isinstance(path, RemotePath) or path.exists()) and source.holds(path):
            raise SaveError("{path} is the checkpoint itself, or one of its files. Choose another name.", path=path)
