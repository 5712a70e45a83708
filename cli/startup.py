"""Says why no window can be shown, and shows the same in the terminal.

Qt aborts the whole program where its display or one of its system libraries is missing, so that is found
out before Qt is imported.
"""

from __future__ import annotations

import ctypes
import json
import os
import sys
from argparse import Namespace
from collections.abc import Sequence
from pathlib import Path

from cli.main import run as run_command
from cli.output import complain, print_lines
from cli.qt_libraries import advice, missing_libraries
from core.errors import EditError
from core.loading.quoting import command
from core.words import say

DEMO = Path(__file__).parent.parent / "resources" / "demo.pth"
FIXED_DEMO = "demo-fixed.pth"


def why_no_window() -> str | None:
    """Why no window can be shown, as a sentence; None when nothing speaks against it. Imports no Qt."""
    if os.environ.get("QT_QPA_PLATFORM", "xcb").partition(":")[0] in ("xcb", "wayland") and not display_answers():
        return say("There is no display here, so the window cannot open.")
    return platform_problem()


def qt_problem(error: ImportError) -> str:
    """What to do about a Qt that cannot be imported."""
    missing = missing_libraries()
    return advice(missing) if missing else say("The window needs Qt, which cannot be loaded: {error}.", error=error)


def display_answers() -> bool:
    """Whether a display is there. A DISPLAY left over from a closed connection is none: Qt would abort on it."""
    if not sys.platform.startswith("linux") or os.environ.get("WAYLAND_DISPLAY"):
        return True
    if not os.environ.get("DISPLAY"):
        return False
    try:
        xcb = ctypes.CDLL("libxcb.so.1")
    except OSError:
        return True  # the missing library is reported with its remedy
    xcb.xcb_connect.restype = ctypes.c_void_p
    connection = ctypes.c_void_p(xcb.xcb_connect(None, None))
    answers = not xcb.xcb_connection_has_error(connection)
    xcb.xcb_disconnect(connection)
    return answers


def platform_problem() -> str | None:
    """The libraries that Qt's display plugin lacks: it would abort the program instead of raising."""
    if not sys.platform.startswith("linux") or os.environ.get("QT_QPA_PLATFORM"):
        return None
    try:
        ctypes.CDLL("libxcb-cursor.so.0")  # the one that distributions leave out
    except OSError:
        missing = missing_libraries()
        return advice(missing) if missing else None
    return None


def machine_asked(words: Sequence[str]) -> str | None:
    """The machine that ``--machine``, ``--card`` and ``--target`` name, for a window; None once it is said why it is
    none.
    """
    from cli.shared_arguments import card_of, computer_of  # noqa: PLC0415 - most windows are told no machine

    asked: dict[str, str | None] = {"machine": None, "card": None, "target": None}
    left = list(words)
    while left:
        name, _, value = left.pop(0).partition("=")
        value = value or (left.pop(0) if left else "")
        asked[name.removeprefix("--")] = value
    try:
        arguments = Namespace(**asked, ranks=1)
        computer, card = computer_of(arguments), card_of(arguments)
    except EditError as error:
        complain(f"pthfinder: {error}")
        return None
    numbers = [computer.gpus, computer.ranks, computer.card]
    return json.dumps({"computer": numbers, "card": [card.nbytes, card.name] if card is not None else None})


def show_in_terminal(paths: Sequence[str], problem: str) -> int:
    """The same inspections as text; the demo is then fixed too, to show how that is done."""
    complain(problem)
    if not paths:
        complain(say("To look at a file here: {command}", command=command(["inspect", "FILE"])))
        return 1
    code = max(run_command(["inspect", path]) for path in paths)
    if code or len(paths) > 1:
        return code
    (path,) = paths
    fix = ["fix", path, "-o", FIXED_DEMO, "--map", "cuda:*=cpu", "--strip-prefix", "module."]
    if Path(path).resolve() != DEMO.resolve():
        wanted = ["fix", "FILE", "-o", "OUT", "--map", "cuda:*=cpu"]
        print_lines(["", say("To save a copy that loads without a GPU: {command}", command=command(wanted))])
        return 0
    print_lines(["", f"$ {command(fix)}"])
    return run_command([*fix, "--overwrite"])
