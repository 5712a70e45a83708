"""Pthfinder: ``main.py [FILE…]`` opens the window, ``main.py inspect|diagnose|fix|… FILE`` works in the terminal.

Only what is wanted is imported: the terminal needs neither Qt nor torch, and answers in milliseconds.
"""

from __future__ import annotations

import gc
import os
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import TracebackType
    from typing import NoReturn

ALONE = "--new-window"
MACHINE = ("--machine", "--card", "--target")


def main(arguments: list[str]) -> int:
    """Run what the arguments ask for; returns the exit code, see `cli.main.run`."""
    from cli.language import speak_as_asked, split

    language, rest = split(arguments)
    if not speak_as_asked(language):
        return 2
    if wants_window(arguments):
        problem, rest = means_machine(rest)
        if problem:
            return problem
        alone = rest[:1] == [ALONE]
        return open_window(rest[alone:], language, alone=alone)
    from cli.main import run

    return run(rest)


def wants_window(arguments: list[str]) -> bool:
    """True for nothing, for a lone file and for several; a command or an option is for the terminal."""
    from cli.language import split
    from cli.register import COMMANDS

    rest = [word for word, is_value in leading(split(arguments)[1]) if not is_value]
    alone = rest[:1] == [ALONE]
    files = rest[alone:]
    if len(files) < 2:
        return alone or not files or (files[0] not in COMMANDS and not files[0].startswith("-"))
    return files[0] not in COMMANDS and all(map(_names_a_file, files))


def _names_a_file(word: str) -> bool:
    """Whether a word can only be meant as a file: among several it could be a command that was mistyped."""
    return not word.startswith("-") and (not {"/", os.sep, "."}.isdisjoint(word) or os.path.lexists(word))


def leading(words: list[str]) -> list[tuple[str, bool]]:
    """The words of the command line, each with whether it is one of those before the file that name a machine."""
    marked: list[tuple[str, bool]] = []
    open_for = 0
    for place, word in enumerate(words):
        before = all(said or each == ALONE for each, said in marked)
        name, _, value = word.partition("=")
        names = before and name in MACHINE
        marked.append((word, names or (before and open_for == place and place > 0)))
        open_for = place + 1 if names and not value else open_for
    return marked


def means_machine(words: list[str]) -> tuple[int, list[str]]:
    """Have the window mean the machine of ``--machine``, ``--card`` and ``--target``; an exit code where it is none,
    and the other words.
    """
    marked = leading(words)
    named = [word for word, is_value in marked if is_value]
    if named:
        from cli.startup import machine_asked

        kept = machine_asked(named)
        if kept is None:
            return 2, []
        os.environ["PTHFINDER_MACHINE"] = kept
    return 0, [word for word, is_value in marked if not is_value]


def open_window(paths: list[str], language: str | None = None, *, alone: bool = False) -> int:
    """The window on files, or empty, in the program that runs already unless it shall be ``alone``; where none can be
    shown, the reason and the same in the terminal.
    """
    from cli.startup import qt_problem, show_in_terminal, why_no_window

    problem = why_no_window()
    if problem is None:
        if not alone and is_shown_elsewhere(paths):
            return 0
        try:
            from gui.app.start import run
        except ImportError as error:
            problem = qt_problem(error)
        else:
            gc.enable()
            return run(next(iter(paths), None), language, paths[1:])
    return show_in_terminal(paths, problem)


def is_shown_elsewhere(paths: list[str]) -> bool:
    """Whether a program that runs already has taken the files, or comes to the front; else this one is found by later
    starts.
    """
    from core.remote.address import is_url
    from gui.app.instance import claim, hand_over

    # Links stay as they were said, and so do URLs, with what is secret in them: nobody else is told.
    wanted = [path if is_url(path) else os.path.abspath(path) for path in paths]  # noqa: PTH100 - links, as said
    if hand_over(wanted):
        return True
    claim()
    return False


def leave(code: int) -> NoReturn:
    """End the process without tidying memory first: for a large file that takes longer than reading it."""
    from cli.output import flush

    flush()
    os._exit(code)


def hold_streams() -> None:
    """Keep the places of streams that are closed: a checkpoint opened there would be printed into."""
    for place in (0, 1, 2):
        try:
            os.fstat(place)
        except OSError:
            os.open(os.devnull, os.O_RDWR)  # takes the lowest place that is free


def unforeseen(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
    """Say what nobody caught: an error can have texts of a file in it, which a terminal must not obey."""
    from cli.output import unforeseen as tell

    tell(kind, error, trace)


def start(*program: str) -> NoReturn:
    """Be the program: run what the command line asks for and end the process.

    ``program`` is what starts it, for the command lines that it offers, if that is not ``python main.py``.
    """
    hold_streams()
    sys.excepthook = unforeseen
    if getattr(sys, "frozen", False):  # packed with its own Python it is also what its workers are started by
        from multiprocessing import freeze_support

        freeze_support()
    gc.disable()  # what is imported stays, and a command is over before a collection would pay
    window, code = False, 130
    try:
        window = wants_window(sys.argv[1:])
        if program:
            from core.program import call

            call(*program)
        code = main(sys.argv[1:])
        if not window:
            leave(code)
    except KeyboardInterrupt:  # while still importing, or once more while ending; else the command answers for itself
        pass
    if window:
        raise SystemExit(code)  # settings are still to be written
    leave(code)


if __name__ == "__main__":
    start()
