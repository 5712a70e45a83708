"""A second start hands its file to the program that runs; nobody who listens or asks in its place does any harm."""

from __future__ import annotations

import contextlib
import json
import os
import socket
import subprocess
import sys
from collections.abc import Iterator
from multiprocessing import Pipe
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from gui.app import instance, start
from gui.app.instance import NEW, address, hand_over, is_shared
from gui.app.start import Listener
from tests.places import ROOT

of_sockets = pytest.mark.skipif(sys.platform == "win32", reason="Python has no sockets with names there")

FIRST = """
import sys
from PySide6.QtCore import QTimer
from gui.app import desk, start, window

def tell(page):
    print(page.name, this.tabs.count(), flush=True)

class Told(window.MainWindow):
    def __init__(self, remembered):
        global this
        super().__init__(remembered)
        this = self
        self.opened.connect(tell)

desk.MainWindow = Told
start.make_application([])
sys.exit(start.run(sys.argv[1]))
"""


@pytest.fixture
def environment(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """A user of this test alone, whose programs find each other though there is no screen."""
    folder = tmp_path_factory.mktemp("run")
    folder.chmod(0o700)
    own = {name: str(folder) for name in ("HOME", "XDG_RUNTIME_DIR", "XDG_CONFIG_HOME", "LOCALAPPDATA", "APPDATA")}
    return {**os.environ, **own, NEW: "0", "QT_QPA_PLATFORM": "offscreen"}


def started(file: Path, environment: dict[str, str], *before: str) -> subprocess.Popen[str]:
    words = before or ("main.py",)
    return subprocess.Popen(
        [sys.executable, *words, str(file)], cwd=ROOT, env=environment, stdout=subprocess.PIPE, text=True
    )


@pytest.fixture
def running(environment: dict[str, str], small_file: Path) -> Iterator[subprocess.Popen[str]]:
    """A program with one file open."""
    with started(small_file, environment, "-c", FIRST) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == f"{small_file.name} 1\n"
        yield process
        process.kill()


def test_a_second_start_opens_a_tab_in_the_first(
    running: subprocess.Popen[str], environment: dict[str, str], small_file: Path
) -> None:
    other = small_file.with_name("second.pth")
    other.write_bytes(small_file.read_bytes())
    with started(Path(os.path.relpath(other, ROOT)), environment) as second:
        assert second.wait(60) == 0
    assert running.stdout is not None
    assert running.stdout.readline() == "second.pth 2\n"


def test_a_second_start_hands_over_all_its_files(
    running: subprocess.Popen[str], environment: dict[str, str], small_file: Path
) -> None:
    others = [small_file.with_name(name) for name in ("second.pth", "third.pth")]
    for other in others:
        other.write_bytes(small_file.read_bytes())
    with started(others[1], environment, "main.py", str(others[0])) as second:
        assert second.wait(60) == 0
    assert running.stdout is not None
    assert [running.stdout.readline() for _ in others] == ["second.pth 2\n", "third.pth 3\n"]


def test_a_first_start_opens_all_its_files(environment: dict[str, str], small_file: Path) -> None:
    other = small_file.with_name("second.pth")
    other.write_bytes(small_file.read_bytes())
    first = FIRST.replace("sys.argv[1]", "sys.argv[1], more=sys.argv[2:]")
    with started(other, environment, "-c", first, str(small_file)) as process:
        assert process.stdout is not None
        assert [process.stdout.readline() for _ in range(2)] == [f"{small_file.name} 1\n", "second.pth 2\n"]
        process.kill()


@of_sockets
def test_a_start_waits_for_a_program_that_makes_its_window(
    environment: dict[str, str], small_file: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(instance, "_early", instance.claimed(environment))
    with started(small_file, environment) as second:
        listener = Listener()
        with qtbot.waitSignal(listener.asked) as asked:
            assert listener.listen(environment)
        assert second.wait(60) == 0
    assert asked.args == [([str(small_file)], "")]
    listener.close()


@of_sockets
def test_what_a_killed_program_left_is_no_hindrance(
    running: subprocess.Popen[str], environment: dict[str, str], qtbot: QtBot
) -> None:
    running.kill()
    running.wait()
    assert Path(address(environment)).is_socket()
    assert not hand_over(["/a.pth"], environment)
    listener = Listener()
    assert listener.listen(environment)
    with qtbot.waitSignal(listener.asked) as asked:
        asking = asked_for(environment, "/a.pth")
    assert asked.args == [(["/a.pth"], "")]
    asking.close()
    listener.close()


@of_sockets
def test_a_program_that_hangs_is_let_be(
    environment: dict[str, str], qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(instance, "_TO_ANSWER", 0.2)
    with socket.socket(socket.AF_UNIX) as hanging:
        hanging.bind(address(environment))
        hanging.listen()
        assert not hand_over(["/a.pth"], environment)
        listener = Listener()
        assert not listener.listen(environment)
        assert Path(address(environment)).is_socket()


@of_sockets
@pytest.mark.parametrize(
    "said",
    [
        b"",
        b"\n",
        b"x" * 200_000,
        b"[" * 60_000 + b"\n",
        b'{"open": [1], "token": ""}\n',
        b'{"open": "/a"}\n',
        b"\xff\n",
    ],
    ids=["nothing", "empty", "long", "deep", "numbers", "no token", "no text"],
)
def test_what_is_no_wish_is_not_heard(environment: dict[str, str], qtbot: QtBot, said: bytes) -> None:
    listener = Listener()
    assert listener.listen(environment)
    heard: list[object] = []
    listener.asked.connect(heard.append)
    with socket.socket(socket.AF_UNIX) as asking:
        asking.connect(address(environment))
        asking.setblocking(False)
        with contextlib.suppress(BlockingIOError):  # nobody reads so much
            asking.sendall(said)
        with qtbot.waitSignal(listener.asked):
            good = asked_for(environment, "/good.pth", "relative")
    assert heard == [(["/good.pth"], "")]
    assert good.recv(10) == b"yes\n"
    good.close()
    listener.close()


def asked_for(environment: dict[str, str], *paths: str) -> socket.socket:
    """Somebody who asks in a program that is not ours."""
    asking = socket.socket(socket.AF_UNIX)
    asking.settimeout(60)
    asking.connect(address(environment))
    asking.sendall(json.dumps({"open": paths, "token": ""}).encode() + b"\n")
    return asking


@of_sockets
def test_a_folder_of_others_is_not_trusted(environment: dict[str, str]) -> None:
    Path(environment["XDG_RUNTIME_DIR"]).chmod(0o777)
    assert address(environment) == ""
    assert not hand_over([], environment)


@pytest.mark.parametrize(
    ("names", "shared"),
    [
        ({}, True),
        ({NEW: "1"}, False),
        ({"QT_QPA_PLATFORM": "offscreen"}, False),
        ({"QT_QPA_PLATFORM": "offscreen", NEW: "0"}, True),
        ({"QT_QPA_PLATFORM": "wayland;xcb"}, True),
    ],
    ids=str,
)
def test_who_shares(names: dict[str, str], shared: bool) -> None:
    assert is_shared(names) is shared


def test_a_pipe_of_windows_is_answered_by_the_event_loop(
    environment: dict[str, str], qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    asking, visitor = Pipe()
    visitors = iter([EOFError(), visitor, OSError()])

    class Held:
        def accept(self) -> object:
            found = next(visitors)
            if isinstance(found, Exception):
                raise found
            return found

    monkeypatch.setattr(start, "claimed", lambda _environment: Held())
    listener = Listener()
    with qtbot.waitSignal(listener.asked) as asked:
        assert listener.listen(environment)
        asking.send_bytes(json.dumps({"open": [str(ROOT), "relative"], "token": ""}).encode() + b"\n")
    assert asked.args == [([str(ROOT)], "")]
    assert asking.recv_bytes() == b"yes\n"
    with pytest.raises(EOFError):
        asking.recv_bytes()


@of_sockets
def test_each_screen_has_its_own(environment: dict[str, str]) -> None:
    assert address({**environment, "DISPLAY": ":1"}) != address({**environment, "DISPLAY": ":2"})
