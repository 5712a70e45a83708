"""What stands against a save from the start: a source that is only shown, is odd, or is not all there."""

from __future__ import annotations

from core.catalogue.odd_places import oddities_of
from core.containers.lost import will_be_missing
from core.edits.preview import Preview
from core.errors import MissingParts, OddSource, Step, Way
from core.oddities import NOT_OF_TORCH, listed_oddities
from core.saving.lacking import lost_in
from core.saving.look_only import check_look_only
from core.text import sentences
from core.words import say, say_count

_MOST_NAMED = 3


def check_allowed(preview: Preview, container: str | None, accept_odd: bool) -> None:
    """Raises where the source can be looked at alone, and `OddSource` for an odd one that is not accepted."""
    check_look_only(preview, container or preview.container)
    oddities = oddities_of(preview.catalogue)
    if oddities and not accept_odd:
        raise OddSource(
            "{name} was {not_of_torch} ({oddities}). Nothing was written. A plain file of what is shown can be "
            "written if you accept that.",
            name=preview.catalogue.checkpoint.name,
            not_of_torch=say(NOT_OF_TORCH),
            oddities=listed_oddities(oddities),
        ).with_ways(Way(Step.ACCEPT_ODD))


def missing_of(preview: Preview) -> tuple[str, ...]:
    """Sentences on what of what is kept is not there, and will not be in a copy."""
    return tuple(will_be_missing(lost) for lost in lost_in(preview))


def check_missing(preview: Preview, accepted: bool) -> None:
    """Raises `MissingParts` for a source of which something is not there, unless that is accepted."""
    missing = () if accepted else missing_of(preview)
    if missing:
        more = len(missing) - _MOST_NAMED
        rest = say_count(more, "{n:,} more part is missing.", "{n:,} more parts are missing.") if more > 0 else ""
        raise MissingParts(
            sentences(
                *missing[:_MOST_NAMED],
                rest,
                say("Nothing was written. Fetch what is missing, or accept a copy that is incomplete."),
            )
        ).with_ways(Way(Step.ACCEPT_MISSING))
