"""``--lang`` before the command, or what the environment says: the language of a run."""

from __future__ import annotations

import os
from collections.abc import Sequence

from cli.output import complain
from core.languages import LANGUAGES, language_of_environment, speak
from core.words import say

OPTION = "--lang"


def split(argv: Sequence[str]) -> tuple[str | None, list[str]]:
    """What ``--lang`` names, None without it, and the other arguments."""
    first = argv[0] if argv else ""
    if first.startswith(f"{OPTION}="):
        return first.partition("=")[2], list(argv[1:])
    if first == OPTION:
        return (argv[1] if len(argv) > 1 else ""), list(argv[2:])
    return None, list(argv)


def speak_as_asked(language: str | None) -> bool:
    """Say everything in a language, or in that of the environment where none is named; False, and a complaint in that,
    where it is not spoken.
    """
    speak(language if language in LANGUAGES else language_of_environment(os.environ))
    if language is None or language in LANGUAGES:
        return True
    complain(
        say(
            "pthfinder: {option} takes {languages}, before the command, and not {language!r}.",
            option=OPTION,
            languages=", ".join(LANGUAGES),
            language=language,
        )
    )
    return False
