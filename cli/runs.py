"""What a command is about: one checkpoint, or the checkpoints of a run."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from cli.output import counting
from core.catalogue.catalogue import Catalogue
from core.errors import SeveralCheckpoints
from core.runs.members import Members, members_named
from core.words import say

if TYPE_CHECKING:
    from core.runs.folder import CheckpointRow


def opened_or_run(arguments: Any, opened: Callable[[Any], Catalogue]) -> Catalogue | Members:
    """The catalogue of the one checkpoint that is named, or the members of a run where several are."""
    run = members_named([str(arguments.file), *arguments.more], whole=arguments.run)
    if run is not None:
        return run
    try:
        return opened(arguments)
    except SeveralCheckpoints as several:
        return Members.of_folder(str(arguments.file), several.names)


def rows_of(run: Members) -> tuple[CheckpointRow, ...]:
    """The rows of a run, read while somebody may look on."""
    from core.runs.folder import checkpoints_in  # noqa: PLC0415 - one checkpoint does without

    with counting(say("opening")) as tick:
        return checkpoints_in(run.folder, run.names, tick)
