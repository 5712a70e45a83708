"""The command line as argparse reads it: the commands of the register, and its English said in the language in use."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from typing import Any, NoReturn

from cli.language import OPTION, message_text
from cli.output import DONE, USAGE, complain, print_lines
from cli.register import COMMANDS, module_of
from core import program
from core.languages import LANGUAGES
from core.report.layout import wrapped
from core.version import VERSION
from core.words import marked, say

_WINDOW = "[--lang LANG] [--new-window] [--machine M] [--card CARD] [FILE…]"


def parse(argv: Sequence[str]) -> argparse.Namespace:
    """Read the command line; ``command`` is the name of the command. Ends the process for `--help` and bad usage.

    Only the command that is wanted gets its arguments: each costs time to describe.
    """
    parser = _Parser(
        prog=program.name(),
        usage="\n       ".join(f"{program.name()} {usage}" for usage in _usages()),
        description=say(
            "Look into PyTorch checkpoints and fix them without running them. Without a command the "
            "window opens. If Pthfinder is running already, files open there unless you add "
            "--new-window. The commands work in the terminal and need neither Qt nor torch."
        ),
        formatter_class=_Formatter,
        add_help=False,
    )
    _help(parser)
    parser.add_argument("--version", action=_Version, nargs=0, help=say("print the version"))
    spoken = say("language of the output; put this option before the command")  # where it is taken away already
    parser.add_argument(OPTION, metavar="|".join(LANGUAGES), default=argparse.SUPPRESS, help=spoken)
    commands = parser.add_subparsers(
        title="commands", required=True, metavar="COMMAND", prog=program.name(), dest="command"
    )
    for name, command in COMMANDS.items():
        described = commands.add_parser(
            name, help=say(command.help), allow_abbrev=False, add_help=False, formatter_class=_Formatter
        )
        _help(described)
        if name in argv:
            module_of(name).add_arguments(described.add_argument)
    if argv and not argv[0].startswith("-") and argv[0] not in COMMANDS:
        parser.no_command(argv[0])
    lost = next((word for word in argv if word.startswith("--") and word.endswith("=--")), None)
    if lost is not None:  # argparse of Python before 3.13 takes the value away
        parser.error(say("{lost} cannot be passed: -- is not a value. Rename that key in the window", lost=lost))
    return parser.parse_args(argv)


def _usages() -> list[str]:
    """The first lines of the help; in these ``diff`` stands beside ``values``, before ``scan``."""
    names = sorted(COMMANDS, key=lambda name: [*COMMANDS].index("values" if name == "diff" else name))
    return [_WINDOW, *(f"{name} {COMMANDS[name].usage}" for name in names)]


def _help(parser: argparse.ArgumentParser) -> None:
    """The option that argparse describes in English."""
    parser.add_argument("-h", "--help", action="help", help=say("show this help message and exit"))


_HEADINGS = {
    "commands": marked("commands"),
    "options": marked("options"),
    "positional arguments": marked("positional arguments"),
}


class _Formatter(argparse.HelpFormatter):
    """Asks for the width of the terminal itself: argparse imports a third of the standard library for it.

    Lines are broken where they may be in the language in use.
    """

    def __init__(self, prog: str) -> None:
        super().__init__(prog, width=_columns() - 2)
        self._said: list[str] = []

    def start_section(self, heading: str | None) -> None:
        """Headings that argparse has in English."""
        self._said.append(say(_HEADINGS.get(heading or "", heading or "")))
        super().start_section(self._said[-1])

    def format_help(self) -> str:
        """The whole text; argparse puts an English colon behind headings."""
        text = super().format_help()
        for heading in self._said:
            text = text.replace(f"\n{heading}:\n", f"\n{say('{heading}:', heading=heading)}\n")
        return text

    def _split_lines(self, text: str, width: int) -> list[str]:
        return wrapped(text, width)

    def _fill_text(self, text: str, width: int, indent: str) -> str:
        return "\n".join(indent + line for line in wrapped(text, width))

    def add_usage(self, usage: str | None, actions: Any, groups: Any, prefix: str | None = None) -> None:
        """The line above all, which argparse begins in English."""
        super().add_usage(usage, actions, groups, say("usage: ") if prefix is None else prefix)


def _columns() -> int:
    try:
        return int(os.environ.get("COLUMNS", "")) or 80
    except ValueError:
        try:
            return os.get_terminal_size(sys.__stdout__.fileno()).columns if sys.__stdout__ else 80
        except (OSError, ValueError):
            return 80


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        message = message_text(message)
        complain(say("pthfinder: {message}. See `{prog} --help`.", message=message, prog=self.prog))
        self.exit(USAGE)

    def no_command(self, word: str) -> NoReturn:
        """Say that a word is no command, and which one it may have been."""
        from difflib import get_close_matches  # noqa: PLC0415 - for a slip, and for nothing else

        meant = next(iter(get_close_matches(word.lower(), COMMANDS, 1, 0.65)), None)
        if meant is None:
            self.error(say("there is no command {word}", word=word))
        complain(
            say(
                "pthfinder: there is no command {word}. Did you mean {meant}? See `{prog} --help`.",
                word=word,
                meant=meant,
                prog=self.prog,
            )
        )
        self.exit(USAGE)

    def print_help(self, _file: object = None) -> None:
        print_lines(self.format_help().splitlines())


class _Version(argparse.Action):
    def __call__(self, parser: argparse.ArgumentParser, *_: Any) -> NoReturn:
        print_lines([f"pthfinder {VERSION}"])
        parser.exit(DONE)
