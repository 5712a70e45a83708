"""The files that a save reads from, open while it does, and what is said where one of them is another by now."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from core.catalogue.checkpoint import Checkpoint
from core.edits.preview import Preview
from core.errors import Malformed, SourceChanged, Truncated
from core.files.copy import Source
from core.files.parts import Files
from core.words import say

if TYPE_CHECKING:
    from core.edits.numbers.theirs import Theirs


@contextmanager
def source_of(checkpoint: Checkpoint) -> Iterator[Source]:
    """The files of a checkpoint. Raises `SourceChanged` where they cannot be read any more, or are others."""
    files = checkpoint.files()
    try:
        files.open()
    except SourceChanged:
        raise _changed(checkpoint) from None
    except OSError as error:
        raise SourceChanged(
            say(
                "{path} cannot be read any more: {reason}. Open it again.",
                path=checkpoint.path,
                reason=error.strerror,
            )
        ) from None
    with files:
        yield Source(files, checkpoint.name)


@contextmanager
def their_files(preview: Preview) -> Iterator[Theirs | None]:
    """The files that tensors are put in from; None where no numbers change, and NumPy is not needed."""
    if not preview.recipes:
        yield None
        return
    from core.edits.numbers.theirs import Theirs  # noqa: PLC0415

    with Theirs() as theirs:
        yield theirs


def check_unchanged(checkpoint: Checkpoint, files: Files) -> None:
    """Raises `SourceChanged` where a file that was read is another by now."""
    try:
        files.check_unchanged()
    except SourceChanged:
        raise _changed(checkpoint) from None


def _changed(checkpoint: Checkpoint) -> SourceChanged:
    return SourceChanged(
        say(
            "{name} has changed on disk since it was opened. Nothing was written; open it again and repeat the plan.",
            name=checkpoint.name,
        )
    )


@contextmanager
def changes_told(checkpoint: Checkpoint, files: Files) -> Iterator[None]:
    """What no longer fits together because the source is another by now is not called damage."""
    try:
        yield
    except (Malformed, Truncated):
        check_unchanged(checkpoint, files)
        raise
