"""The language of a run: ``--lang`` before the command, or what the environment says; and argparse made to speak it."""

from __future__ import annotations

import os
import re
from collections.abc import Sequence

from cli.output import complain
from core.languages import LANGUAGES, language_of_environment, speak
from core.text import listed
from core.words import language as spoken
from core.words import marked, say

OPTION = "--lang"


def split(argv: Sequence[str]) -> tuple[str | None, list[str]]:
    """What ``--lang`` names, before the command or behind it, None without it; and the other arguments."""
    for place, word in enumerate(argv):
        before = list(argv[:place])
        if word == "--":
            break
        if word.startswith(f"{OPTION}="):
            return word.partition("=")[2], before + list(argv[place + 1 :])
        if word == OPTION:
            return "".join(argv[place + 1 : place + 2]), before + list(argv[place + 2 :])
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
            languages=listed(LANGUAGES),
            language=language,
        )
    )
    return False


_SENTENCES = (
    (r"the following arguments are required: (?P<names>.+)", marked("the following arguments are required: {names}")),
    (r"unrecognized arguments: (?P<names>.+)", marked("unrecognized arguments: {names}")),
    (r"argument (?P<name>.+?): expected one argument", marked("argument {name}: expected one argument")),
    (
        r"argument (?P<name>.+?): expected at least one argument",
        marked("argument {name}: expected at least one argument"),
    ),
    (
        r"argument (?P<name>.+?): invalid choice: (?P<value>.+) \(choose from (?P<choices>.+)\)",
        marked("argument {name}: invalid choice: {value} (choose from {choices})"),
    ),
    (
        r"argument (?P<name>.+?): invalid \w+ value: (?P<value>.+)",
        marked("argument {name}: invalid value: {value}"),
    ),
    (r"argument (?P<name>.+?): (?P<why>.+)", marked("argument {name}: {why}")),
)
"""Sentences of argparse, and ours; the last brings a reason that is ours already."""


def message_text(message: str) -> str:
    """A message of argparse in the language in use; as it is in English, and where it is not known."""
    if spoken() == "en":
        return message
    for pattern, text in _SENTENCES:
        found = re.fullmatch(pattern, message, re.DOTALL)
        if found:
            return say(text, **found.groupdict())
    return message
