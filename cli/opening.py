"""What a command is about: one checkpoint, with its optimizers matched to models that were named, or those of a run."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from cli.output import counting
from core.catalogue.build import open_catalogue
from core.catalogue.catalogue import Catalogue
from core.catalogue.optimizers.matched import chosen_by, matched
from core.errors import CheckpointError, EditError, SeveralCheckpoints
from core.runs.members import Members, members_named
from core.text import titled
from core.words import say

if TYPE_CHECKING:
    from core.runs.folder import CheckpointRow


def catalogue_of(arguments: Any, path: str | None = None) -> Catalogue:
    """The catalogue of ``FILE``, or of another path, with ``--alone``, ``--as-parts`` and ``--follow-links``."""
    wanted = arguments.file if path is None else path
    return open_catalogue(
        wanted, alone=arguments.alone, as_parts=arguments.as_parts, follow_links=arguments.follow_links
    )


def opened(arguments: Any) -> Catalogue:
    """The catalogue of ``FILE``, with ``--model`` and ``--optimizer-of``."""
    return with_named_models(catalogue_of(arguments), arguments)


def with_named_models(catalogue: Catalogue, arguments: Any) -> Catalogue:
    """The catalogue with the models of its optimizers that ``--model`` and ``--optimizer-of`` name.

    Raises `EditError` where they do not fit, and for a file of the model that does not open.
    """
    model = getattr(arguments, "model", None)  # `memory` has none
    if not arguments.optimizer_of and not model:
        return catalogue
    other = None
    if model:
        try:
            other = open_catalogue(model)
        except CheckpointError as error:
            raise EditError(titled(f"--model {model}", error)) from None
    return matched(catalogue, chosen_by(catalogue, arguments.optimizer_of, other), other)


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
