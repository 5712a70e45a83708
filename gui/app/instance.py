"""One running program for each user and screen: a second start hands its file to the first and is done.

They talk through a socket of the system in a folder that only this user can enter, so whoever answers there is this
user; still neither side waits long for the other, nor takes more than a few paths from it. Needs no Qt, so a start that
hands over takes no time for it. On Windows they talk through a pipe; its name, and the key that each side shows the
other, lie in a file of that folder, which is this user's.
"""

from __future__ import annotations

import json
import os
import stat
import sys
import zlib
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from core.remote.address import is_url
from core.saving.leftovers import state_folder

if TYPE_CHECKING:
    import socket
    from multiprocessing.connection import Listener as Pipe

NEW = "PTHFINDER_NEW"
"""``1`` in the environment: a program of its own; ``0``: one for all, even where there is no screen."""
MACHINE = "PTHFINDER_MACHINE"
"""In the environment: the machine that the command line has named."""
ANSWER = b"yes\n"
MOST_VISITORS = 8
MOST_BYTES = 1 << 16
"""What a wish may take; four times the longest path of Linux, escaped."""
_WITHOUT_SCREEN = ("offscreen", "minimal", "minimalegl", "vnc", "linuxfb", "eglfs")
_SCREEN = ("SESSIONNAME",) if sys.platform == "win32" else ("WAYLAND_DISPLAY", "DISPLAY", "QT_QPA_PLATFORM")
_PROTOCOL = 1
_TO_CONNECT, _TO_ANSWER = 0.2, 4.0
"""Seconds after which a start opens a window of its own: the program that runs hangs. One that makes its first window
on a busy computer needs most of them."""


_early: socket.socket | Pipe | None = None
"""What `claim` made, until somebody hears."""


class _Given(NamedTuple):
    paths: list[str]
    token: str


class Wish(_Given):
    """What a start was given: absolute paths and URLs, and the desktop's leave to come to the front (Wayland)."""

    machine: str = ""
    """Where they are to be loaded: JSON, as `gui.session.loading_on` keeps it; two wishes are alike without it."""


def is_shared(environment: Mapping[str, str] = os.environ) -> bool:
    """Whether this start may hand its file to a program that runs."""
    wish = environment.get(NEW, "")
    return wish == "0" or (not wish and environment.get("QT_QPA_PLATFORM", "").partition(":")[0] not in _WITHOUT_SCREEN)


def address(environment: Mapping[str, str] = os.environ) -> str:
    """Where the program of this user on this screen listens; empty where starts do not find each other."""
    if not is_shared(environment):
        return ""
    screen = "\0".join(environment.get(name, "") for name in _SCREEN)
    runtime = environment.get("XDG_RUNTIME_DIR", "")
    folder = Path(runtime) if runtime.startswith("/") else state_folder().parent / "run"
    place = folder / f"pthfinder-{_PROTOCOL}-{zlib.crc32(screen.encode('utf-8', 'surrogateescape')):08x}"
    return str(place) if _is_ours(folder) else ""


def _is_ours(folder: Path) -> bool:
    """Whether a folder is there, or can be made, that nobody else can enter."""
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        found = folder.lstat()
    except OSError:
        return False
    if sys.platform == "win32":
        return True
    return stat.S_ISDIR(found.st_mode) and found.st_uid == os.geteuid() and not found.st_mode & 0o077


def hand_over(paths: Sequence[str], environment: Mapping[str, str] = os.environ) -> bool:
    """Have the program that runs show these files, or itself if there are none; True when it says that it does."""
    place = address(environment)
    if not place or not os.path.lexists(place):
        return False
    wish = {"open": list(paths), "token": environment.get("XDG_ACTIVATION_TOKEN", "")}
    wish["machine"] = environment.get(MACHINE, "")
    line = json.dumps(wish).encode() + b"\n"
    if sys.platform == "win32":
        return _told_by_pipe(place, line)
    import socket  # noqa: PLC0415 - the first start asks nobody

    with suppress(OSError), socket.socket(socket.AF_UNIX) as asking:
        asking.settimeout(_TO_CONNECT)
        asking.connect(place)
        asking.sendall(line)
        asking.settimeout(_TO_ANSWER)
        return asking.recv(len(ANSWER)) == ANSWER
    return False


def claim() -> None:
    """Be the program that later starts find, before there is a window: they wait until it hears them."""
    global _early
    _early = claimed()


def claimed(environment: Mapping[str, str] = os.environ) -> socket.socket | Pipe | None:
    """What later starts find, unless a program is there, be it busy. What one left that died is cleared."""
    global _early
    if _early is not None:
        early, _early = _early, None
        return early
    place = address(environment)
    if not place or _answers(place):
        return None
    if sys.platform == "win32":
        return _made_pipe(place)
    import socket  # noqa: PLC0415 - as above

    taken = socket.socket(socket.AF_UNIX)
    taken.setblocking(False)
    try:
        with suppress(FileNotFoundError):
            Path(place).unlink()
        taken.bind(place)
        taken.listen(MOST_VISITORS)
    except OSError:  # too long a path, or a file system without sockets: each start has a window of its own then
        taken.close()
        return None
    return taken


def _answers(place: str) -> bool:
    if sys.platform == "win32":
        import _winapi  # noqa: PLC0415 - there only

        try:
            _winapi.WaitNamedPipe(_pipe_at(place)[0], 1)
        except OSError as error:
            return not isinstance(error, FileNotFoundError)  # it has another visitor
        except ValueError:
            return False
        return True
    import socket  # noqa: PLC0415 - as above

    with socket.socket(socket.AF_UNIX) as asking:
        asking.setblocking(False)
        try:
            asking.connect(place)
        except BlockingIOError:
            return True
        except OSError:
            return False
    return True


def _told_by_pipe(place: str, line: bytes) -> bool:
    """As `hand_over`. Nothing that waits on a pipe ends by itself, so a thread does, which is left alone in the end."""
    from multiprocessing import AuthenticationError  # noqa: PLC0415 - for this alone
    from multiprocessing.connection import Client  # noqa: PLC0415
    from threading import Thread  # noqa: PLC0415

    answers = []

    def ask() -> None:
        with suppress(OSError, ValueError, EOFError, AuthenticationError):
            name, key = _pipe_at(place)
            with Client(name, "AF_PIPE", authkey=key) as asking:
                asking.send_bytes(line)
                answers.append(asking.recv_bytes(len(ANSWER)))

    asker = Thread(target=ask, daemon=True)
    asker.start()
    asker.join(_TO_ANSWER)
    return answers == [ANSWER]


def _made_pipe(place: str) -> Pipe | None:
    from multiprocessing.connection import Listener as Pipe  # noqa: PLC0415 - for this alone

    name, key = f"\\\\.\\pipe\\pthfinder-{os.urandom(16).hex()}", os.urandom(32)
    try:
        taken = Pipe(name, "AF_PIPE", authkey=key)
        Path(place).write_text(f"{name} {key.hex()}", encoding="ascii")
    except OSError:
        return None
    return taken


def _pipe_at(place: str) -> tuple[str, bytes]:
    """The name and the key of what listens. Raises `OSError`, and `ValueError` for a file of others."""
    name, key = Path(place).read_text(encoding="ascii").split()
    return name, bytes.fromhex(key)


def understood(line: bytes) -> Wish | None:
    """The wish that a line tells; None for anything else."""
    try:
        wish = json.loads(line)
        paths, token, machine = wish["open"], wish["token"], wish.get("machine", "")
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        return None
    if not isinstance(paths, list) or not all(isinstance(each, str) for each in (token, machine, *paths)):
        return None
    places = [each for each in paths if (Path(each).is_absolute() or is_url(each)) and "\0" not in each]
    asked = Wish(places, token)
    asked.machine = machine
    return asked
