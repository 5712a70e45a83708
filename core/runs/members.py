"""Which checkpoints a run consists of: those in a folder, those that a pattern finds, or those that were named."""

from __future__ import annotations

import glob
import os
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from core.containers.location import located
from core.containers.table import claims_one
from core.errors import CannotOpen, SeveralCheckpoints
from core.remote.address import RemotePath, as_path
from core.words import say


class Members(NamedTuple):
    """The checkpoints of a run by their ``names`` in, or below, a ``folder``."""

    folder: Path
    names: tuple[str, ...]

    @classmethod
    def of_folder(cls, folder: str | Path, names: Sequence[str]) -> Members:
        """Those that `SeveralCheckpoints` names, or whoever looked into a folder."""
        return cls(_absolute(folder), tuple(names))


def members_named(words: Sequence[str], *, whole: bool = False) -> Members | None:
    """The checkpoints that the words of a command name; None where they are one path, which is opened as it is.

    Several paths are a run, and so is a pattern such as ``runs/step_*.pt``. With ``whole`` a folder is one even where
    it is a checkpoint itself, as that of a Trainer with its last weights is. Raises `CannotOpen` for nothing.
    """
    paths = [path for word in words for path in _meant(word)]
    if len(paths) == 1 and not _is_pattern(words[0]):
        return _inside(paths[0]) if whole else None
    paths = [_absolute(path) for path in dict.fromkeys(paths)]
    for path in paths:
        if not isinstance(path, RemotePath) and not os.path.lexists(path):
            raise CannotOpen("There is no file {path}. Check the name.", path=path)
    if len({path.anchor for path in paths}) > 1 or len({type(path) for path in paths}) > 1:
        raise CannotOpen("The files of a run lie in one place: on one disk, or in one store.")
    folder = _common(paths)
    return Members(folder, tuple(path.relative_to(folder).as_posix() for path in paths))


def _meant(word: str) -> Iterator[Path]:
    if not _is_pattern(word):
        yield as_path(word)
        return
    found = sorted(glob.glob(os.path.expanduser(word)))  # noqa: PTH111, PTH207 - a pattern is no path yet
    if not found:
        raise CannotOpen("No file fits {pattern}.", pattern=word)
    yield from map(Path, found)


def _is_pattern(word: str) -> bool:
    """Whether a word is a pattern, and not the name of a file that is there."""
    path = as_path(word)
    return not isinstance(path, RemotePath) and glob.has_magic(word) and not os.path.lexists(path)


def _inside(path: Path) -> Members | None:
    with located(path) as location:
        if not location.is_folder:
            return None
        from core.containers.inside import checkpoints_inside  # noqa: PLC0415 - as in `core.containers.table`

        found = checkpoints_inside(location, claims_one)
    if not found:
        raise SeveralCheckpoints(say("{path} holds no checkpoint.", path=path), ())
    return Members.of_folder(path, found)


def _common(paths: Sequence[Path]) -> Path:
    """The nearest folder that all of them are in."""
    above = [set(path.parents) for path in paths]
    return next(folder for folder in paths[0].parents if all(folder in each for each in above))


def _absolute(path: str | Path) -> Path:
    found = as_path(path)
    return found if isinstance(found, RemotePath) else Path(os.path.abspath(os.path.expanduser(found)))  # noqa: PTH100, PTH111
