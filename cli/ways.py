"""What a user can do about a refusal, as options of the command line: errors of the engine name none."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby
from typing import Any

from core.errors import CheckpointError, Step, Way
from core.loading.quoting import option
from core.text import alternatives, sentences
from core.words import marked, say

_ACCEPTED = {
    Step.ACCEPT_DAMAGE: ("accept_damage", marked("To use the damaged bytes anyway, add --accept-damage.")),
    Step.ACCEPT_ODD: ("accept_odd", marked("To save it anyway, add --accept-odd.")),
    Step.ACCEPT_MISSING: ("accept_missing", marked("To save without the missing files, add --accept-missing.")),
    Step.ACCEPT_FILES: ("accept_files", marked("To allow this, add --accept-files.")),
}
_OPTIONS = {
    Step.EXTRACT: "--extract",
    Step.KEEP: "--keep",
    Step.DROP: "--drop",
    Step.RENAME: "--rename",
    Step.SAVE_AS: "--container",
}


def with_options(error: CheckpointError, arguments: Any) -> str:
    """What an error says, and the options of this command that help."""
    return sentences(str(error), *accepting(error.ways, arguments), _by_options(error, arguments))


def accepting(ways: Iterable[Way], arguments: Any) -> list[str]:
    """The options of this command that write all the same."""
    found = [_ACCEPTED[way.step] for way in ways if way.step in _ACCEPTED]
    return [say(text) for name, text in found if hasattr(arguments, name)]


def _by_options(error: CheckpointError, arguments: Any) -> str:
    """Kinds of files are a choice, and one more beside all the others together."""
    ways = [way for way in error.ways if way.step in _OPTIONS]
    if not ways or getattr(arguments, "command", "") != "fix":
        return ""
    groups = groupby(enumerate(ways), lambda each: each[0] if each[1].step is Step.SAVE_AS else None)
    options = [" ".join(_option(way) for _, way in group) for _, group in groups]
    return say("Add {options}.", options=alternatives(options))


def _option(way: Way) -> str:
    return " ".join(option(_OPTIONS[way.step], f"{way.what}=…" if way.step is Step.RENAME else way.what))
