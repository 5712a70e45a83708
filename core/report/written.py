"""A file beside a checkpoint that tells of it, all or nothing: a table or a report."""

from __future__ import annotations

import io
import os
from collections.abc import Callable
from pathlib import Path

from core.catalogue.checkpoint import Checkpoint
from core.errors import SaveError
from core.saving.publishing import Temporary, check_target, disk_errors, resolved
from core.words import say


def checked_place(target: str | Path, source: Checkpoint, *, overwrite: bool) -> Path:
    """The file that is to be written; asked before the work. Raises `SaveError` where it cannot be."""
    path = resolved(target)
    check_target(path, overwrite)
    with disk_errors(path):
        if path.exists() and source.holds(path):
            raise SaveError(say("{path} is the checkpoint itself. Choose another name.", path=path))
    return path


def write_text(path: Path, source: Checkpoint, write: Callable[[io.TextIOWrapper], None], *, overwrite: bool) -> None:
    """Have ``write`` fill a file of UTF-8 beside its place, and move it there in one step.

    Half characters, which no encoding has, are spelled out. Raises `SaveError`; then nothing was changed.
    """
    with Temporary(path) as temporary:
        with disk_errors(path), os.fdopen(os.dup(temporary.fd), "wb") as file:
            text = io.TextIOWrapper(file, "utf-8", errors="backslashreplace", newline="")
            write(text)
            text.flush()
            text.detach()
        temporary.publish(status_of(source), overwrite)


def status_of(source: Checkpoint) -> os.stat_result | None:
    """The status of the file that a new one takes after, of several that of the first; None of one elsewhere."""
    with source.files() as files:
        return files.status()
