"""Pthfinder: ``main.py [FILE]`` opens the window, ``main.py inspect|fix …`` works in the terminal.

Qt is imported only when a window is wanted and can be shown; the terminal needs neither Qt nor torch.
"""

from __future__ import annotations

import ctypes
import os
import sys
from pathlib import Path

DEMO = Path(__file__).parent / "resources" / "demo.pth"
FIXED_DEMO = "demo-fixed.pth"


def main(arguments: list[str]) -> int:
    """Run what the arguments ask for; returns the exit code (0 done, 1 at fault, 2 usage, 130 cancelled)."""
    if not wants_window(arguments):
        return run_command(arguments)
    path = arguments[0] if arguments else None
    problem = window_problem()
    return open_window(path) if problem is None else show_in_terminal(path, problem)


def wants_window(arguments: list[str]) -> bool:
    """True for nothing and for a lone file; a command, an option or more than one word is for the terminal."""
    return not arguments or (
        len(arguments) == 1 and arguments[0] not in ("inspect", "fix") and not arguments[0].startswith("-")
    )


def run_command(arguments: list[str]) -> int:
    """The command line."""
    from cli.main import run

    return run(arguments)


def open_window(path: str | None) -> int:
    """The window, on a file or empty."""
    from gui.app import run

    return run(path)


def window_problem() -> str | None:
    """Why no window can be shown, as a sentence; None when one can."""
    if os.environ.get("QT_QPA_PLATFORM", "xcb").partition(":")[0] in ("xcb", "wayland") and not display_answers():
        return "There is no display here, so the window cannot open."
    try:
        import PySide6.QtWidgets  # noqa: F401 - only to learn whether it can be
    except ImportError as error:
        from scripts.qt_libraries import advice, missing_libraries

        missing = missing_libraries()
        return advice(missing) if missing else f"The window needs Qt, which cannot be loaded: {error}."
    return platform_problem()


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
        from scripts.qt_libraries import advice, missing_libraries

        missing = missing_libraries()
        return advice(missing) if missing else None
    return None


def show_in_terminal(path: str | None, problem: str) -> int:
    """The same inspection as text; the demo is then fixed too, to show how that is done."""
    print(problem, file=sys.stderr)
    if path is None:
        print("To look at a file here: python main.py inspect FILE", file=sys.stderr)
        return 1
    code = run_command(["inspect", path])
    if code:
        return code
    fix = ["fix", path, "-o", FIXED_DEMO, "--map", "cuda:*=cpu", "--strip-prefix", "module."]
    if Path(path).resolve() != DEMO.resolve():
        print("\nTo save a copy that loads without a GPU: python main.py fix FILE -o OUT --map 'cuda:*=cpu'")
        return 0
    print(f"\n$ python main.py {' '.join(fix)}".replace("cuda:*=cpu", "'cuda:*=cpu'"), flush=True)
    return run_command([*fix, "--overwrite"])


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
