"""What argparse finds wrong with a command line, in the language in use: its own sentences are English."""

from __future__ import annotations

import re

from core.words import language, marked, say

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
"""Its sentences, and ours; the last brings a reason that is ours already."""


def message_text(message: str) -> str:
    """The message in the language in use; as it is in English, and where it is not known."""
    if language() == "en":
        return message
    for pattern, text in _SENTENCES:
        found = re.fullmatch(pattern, message, re.DOTALL)
        if found:
            return say(text, **found.groupdict())
    return message
