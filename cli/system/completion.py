"""The command ``completion``: what bash, zsh or fish needs to complete the words of this program.

Made of the same declarations that parse the words, so a new option is completed without a line here.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cli.output import DONE, print_lines
from cli.system.shells import LANG, SCRIPTS, Option, Taken
from core.languages import LANGUAGES
from core.words import say

if TYPE_CHECKING:
    import argparse

_FILES = ("FILE", "OUT", "OTHER", "A", "B")
"""How the declarations call a value that is a path."""


def completion(arguments: argparse.Namespace) -> int:
    """Print the script of one shell, to be read by it at start."""
    print_lines(SCRIPTS[arguments.shell](taken_by_commands()))
    return DONE


def taken_by_commands() -> dict[str, Taken]:
    """What each command takes, by its name."""
    from cli.arguments import COMMANDS  # noqa: PLC0415 - which names this module

    found = {}
    for name, command in COMMANDS.items():
        taken = Taken(say(command.help))
        command.arguments(_Recorder(taken))
        taken.options.append(Option((LANG,), say("the language to speak"), True, "LANG", False, tuple(LANGUAGES)))
        found[name] = taken
    return found


class _Recorder:
    """Stands where `argparse.ArgumentParser.add_argument` does."""

    def __init__(self, taken: Taken) -> None:
        self.taken = taken

    def __call__(self, *names: str, **options: Any) -> None:
        words = tuple(map(str, options.get("choices") or ()))
        metavar = str(options.get("metavar", ""))
        path = metavar in _FILES
        if not names[0].startswith("-"):
            self.taken.words.extend(words)
            self.taken.paths |= path
        else:
            takes = not str(options.get("action", "")).startswith("store_")
            self.taken.options.append(Option(names, str(options.get("help", "")), takes, metavar, path, words))
