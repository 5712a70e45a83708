"""Saves that are killed, cancelled, or meet a full disk, a file that changes or another program: all for real.

``PTHFINDER_KILLS=200`` kills a save at that many moments (``make faults``); a few do in an ordinary run.
"""

from __future__ import annotations

import contextlib
import errno
import json
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import torch

from cli.saving import interruptible
from core.edits.edits import RemapDevice
from core.errors import Cancelled, SaveError, SourceChanged
from core.saving import leftovers
from core.saving.publishing import Temporary
from core.saving.save import save
from tests.places import ROOT
from tests.saving.test_save import TO_CPU, large_source
from tests.support import torch_forks
from tests.support.engine import catalogue_of, fix, planned
from tests.support.oracle import PretendGpus
from tests.support.thinning import in_turn

KILLS = int(os.environ.get("PTHFINDER_KILLS", "8"))
pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="signals and locks are those of POSIX")


def command(*arguments: Any) -> list[str]:
    return [sys.executable, "main.py", "fix", *map(str, arguments)]


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


@pytest.mark.parametrize("container", ["zip", "legacy"])
def test_killed_at_any_moment(folder: Path, state: Path, container: str) -> None:
    """The source is intact; the target is the old file or the whole new one; the next start leaves no litter."""
    source = large_source(folder / "source.pth", 24)
    target = folder / "target.pth"
    before = source.read_bytes()
    fix(source, folder / "whole.pth", TO_CPU, container=container)
    whole = (folder / "whole.pth").read_bytes()
    (folder / "whole.pth").unlink()
    run = command(source, "-o", target, "--map", "cuda:*=cpu", "--container", container, "--overwrite")
    started = time.perf_counter()
    subprocess.run(run, cwd=ROOT, check=True, capture_output=True)
    duration = time.perf_counter() - started
    chance = random.Random(5)
    outcomes = {"old": 0, "new": 0, "litter": 0}
    for _ in range(KILLS // 2):
        target.write_bytes(b"old")
        with subprocess.Popen(run, cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as child:
            with contextlib.suppress(subprocess.TimeoutExpired):
                # Most of the time goes into starting Python, which is of no interest.
                child.wait(chance.uniform(duration * 0.2, duration * 1.1))
            child.kill()
        content = target.read_bytes()
        assert content in (b"old", whole)
        outcomes["old" if content == b"old" else "new"] += 1
        outcomes["litter"] += len(names(folder)) > 2
        assert source.read_bytes() == before
        leftovers.clear_litter()
        assert names(folder) == ["source.pth", "target.pth"]
        assert names(state) == []
    sys.stdout.write(f"{container}: {outcomes}\n")


_KILL_AT = """
import os, signal, sys
from core.saving import save
from core.edits.edits import RemapDevice
from tests.support.engine import fix

steps = int(sys.argv[3].removeprefix("at "))
WATCHED = ("saving/save.py", "publishing.py", "leftovers.py", "zip_writer.py")

def count(frame, event, argument):
    global steps
    if event == "line" and frame.f_code.co_filename.endswith(WATCHED):
        steps -= 1
        if steps == 0:
            os.kill(os.getpid(), signal.SIGKILL)
    return count

sys.settrace(count)
fix(sys.argv[1], sys.argv[2], RemapDevice("cuda:*", "cpu"), overwrite=True)
sys.settrace(None)
print(steps)
"""
_IMPORTS = "torch,tests.support.engine"


def test_killed_between_any_two_lines(source: Path, folder: Path, state: Path) -> None:
    """Chance rarely meets the moments around the rename; this goes through the writer line by line."""
    target = folder / "target.pth"
    run = ["-c", _KILL_AT, str(source), str(target)]
    fix(source, folder / "whole.pth", TO_CPU)
    whole = (folder / "whole.pth").read_bytes()
    (folder / "whole.pth").unlink()
    target.write_bytes(b"old")
    lines = 10**9 - int(torch_forks.run([*run, f"at {10**9}"], imports=_IMPORTS))
    outcomes = set()
    last = range(max(lines - 70, 1), lines)  # publishing and tidying up
    for step in sorted({*random.Random(5).sample(range(1, lines), KILLS // 6), *last[:: 80 // KILLS + 1]}):
        target.write_bytes(b"old")
        with pytest.raises(subprocess.CalledProcessError) as ended:
            torch_forks.run([*run, f"at {step}"], imports=_IMPORTS)
        assert ended.value.returncode == -signal.SIGKILL
        content = target.read_bytes()
        assert content in (b"old", whole)
        outcomes.add((content == whole, names(folder) != ["target.pth"]))
        fix(source, folder / "other.pth", TO_CPU)  # the next save of anything tidies up too
        (folder / "other.pth").unlink()
        assert names(folder) == ["target.pth"]
        assert names(state) == []
    assert {(False, True), (True, False)} <= outcomes, "no kill hit a save at work and none after it"


def test_the_next_start_tidies_up(folder: Path, state: Path) -> None:
    source = large_source(folder / "source.pth", 8)
    for start in (["inspect", source], ["fix", source, "-o", folder / "new.pth", "--overwrite"]):
        dead = _dead_save(folder)
        subprocess.run([sys.executable, "main.py", *map(str, start)], cwd=ROOT, check=True, capture_output=True)
        assert not dead.exists()
        assert names(state) == []


def _dead_save(folder: Path) -> Path:
    """What is left of a save whose process was killed while it wrote."""
    code = """
import os, signal, sys
from pathlib import Path
from core.saving import leftovers
temporary = leftovers.temporary_name(Path(sys.argv[1]) / "target.pth")
with leftovers.noted(temporary):
    temporary.write_bytes(b"half")
    print(temporary, flush=True)
    os.kill(os.getpid(), signal.SIGKILL)
"""
    done = subprocess.run([sys.executable, "-c", code, folder], cwd=ROOT, check=False, capture_output=True, text=True)
    path = Path(done.stdout.strip())
    assert path.read_bytes() == b"half"
    return path


def test_a_save_that_runs_is_left_alone(folder: Path, state: Path) -> None:
    temporary = leftovers.temporary_name(folder / "target.pth")
    with leftovers.noted(temporary):
        temporary.write_bytes(b"half")
        code = "from core.saving.leftovers import clear_litter; print(clear_litter())"
        assert subprocess.check_output([sys.executable, "-c", code], cwd=ROOT, text=True) == "[]\n"
        assert leftovers.clear_litter() == []
        assert temporary.exists()
        temporary.unlink()
    assert names(state) == []


@pytest.mark.parametrize(
    ("note", "kept"),
    [
        (b"", False),
        (b"no json", False),
        (b'{"host": 1}', False),
        (b'{"host": "HERE", "temporary": "precious.pthfinder"}', False),
        (b'{"host": "HERE", "temporary": "FOLDER/precious.pth"}', False),
        (b'{"host": "HERE", "temporary": "FOLDER/.folder.pthfinder"}', False),
        (b'{"host": "HERE", "temporary": "FOLDER/.link.pthfinder"}', False),
        (b'{"host": "elsewhere", "temporary": "FOLDER/.other.pthfinder"}', True),
    ],
)
def test_nothing_else_is_removed(folder: Path, state: Path, note: bytes, kept: bool) -> None:
    """Only a hidden regular file with our ending, of this machine; notes that make no sense go."""
    (folder / "precious.pth").write_bytes(b"precious")
    (folder / ".other.pthfinder").write_bytes(b"of another machine, or of nobody")
    (folder / ".folder.pthfinder").mkdir()
    (folder / ".link.pthfinder").symlink_to(folder / "precious.pth")
    before = names(folder)
    state.mkdir(parents=True)
    text = note.replace(b"FOLDER", str(folder).encode()).replace(b"HERE", os.uname().nodename.encode())
    (state / "1.json").write_bytes(text)
    assert leftovers.clear_litter() == []
    assert names(folder) == before
    assert (state / "1.json").exists() == kept


def test_a_home_that_cannot_be_written(folder: Path, source: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (folder / "file").write_bytes(b"")
    monkeypatch.setenv("XDG_STATE_HOME", str(folder / "file"))
    leftovers.clear_litter()
    fix(source, folder / "new.pth", TO_CPU)
    assert names(folder) == ["file", "new.pth"]


def test_a_name_as_long_as_can_be(folder: Path, source: Path) -> None:
    fix(source, folder / ("\N{SNOWMAN}" * 83 + ".pth"), TO_CPU)
    assert len(names(folder)) == 1


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A file system of 8 MB."""
    place = tmp_path / "disk"
    place.mkdir()
    done = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=8m", "tmpfs", place], check=False, capture_output=True, text=True
    )
    if done.returncode:
        pytest.skip(f"no file system can be mounted here: {done.stderr.strip()}")
    try:
        yield place
    finally:
        subprocess.run(["umount", place], check=True)


@pytest.mark.parametrize("container", ["zip", "legacy"])
@pytest.mark.parametrize("told", [True, False])
def test_a_full_disk(
    small_disk: Path, tmp_path: Path, state: Path, container: str, told: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    source = large_source(tmp_path / "source.pth", 24)
    before = source.read_bytes()
    target = small_disk / "target.pth"
    target.write_bytes(b"old")
    if not told:  # as when the disk fills up meanwhile
        usage = shutil.disk_usage(small_disk)
        monkeypatch.setattr(shutil, "disk_usage", lambda path: usage._replace(free=1 << 40))
    with pytest.raises(SaveError, match="free" if told else os.strerror(errno.ENOSPC)):
        fix(source, target, TO_CPU, overwrite=True, container=container)
    assert (names(small_disk), target.read_bytes()) == (["target.pth"], b"old")
    assert source.read_bytes() == before
    assert names(state) == []


def as_nobody(function: Callable[[], object]) -> str:
    """What a `SaveError` said that the function ended in, run by a user who is not root; a process of its own."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        said = "it was saved"
        try:
            if os.geteuid() == 0:
                os.setgid(65534)
                os.setuid(65534)
            function()
        except SaveError as error:
            said = str(error)
        except BaseException as error:  # noqa: BLE001 - must not get out of the child
            said = repr(error)
        os.write(writing, said.encode())
        os._exit(0)
    os.close(writing)
    os.waitpid(child, 0)
    with os.fdopen(reading, encoding="utf-8") as file:
        return file.read()


@pytest.mark.filterwarnings("ignore:.*fork:DeprecationWarning")
@pytest.mark.parametrize(
    ("folder_mode", "target_mode", "words"),
    [(0o555, 0o666, "Permission denied"), (0o777, 0o444, "no permission to replace")],
)
def test_a_target_that_cannot_be_replaced(folder_mode: int, target_mode: int, words: str, state: Path) -> None:
    with tempfile.TemporaryDirectory() as name:  # pytest's own are closed to others
        folder = Path(name)
        source = large_source(folder / "source.pth", 4)
        target = folder / "target.pth"
        target.write_bytes(b"old")
        before = source.read_bytes()
        target.chmod(target_mode)
        folder.chmod(folder_mode)
        assert words in as_nobody(lambda: fix(source, target, TO_CPU, overwrite=True))
        assert names(folder) == ["source.pth", "target.pth"]
        assert (target.read_bytes(), source.read_bytes()) == (b"old", before)
        folder.chmod(0o700)


def truncate(path: Path) -> None:
    os.truncate(path, path.stat().st_size // 2)


def replace(path: Path) -> None:
    path.with_suffix(".new").write_bytes(b"another file")
    path.with_suffix(".new").replace(path)


def overwrite(path: Path) -> None:
    with path.open("r+b") as file:
        file.seek(path.stat().st_size // 2)
        file.write(b"changed" * 1000)


@pytest.mark.parametrize(
    ("change", "container", "moment"),
    in_turn([truncate, replace, overwrite, Path.unlink], ["zip", "legacy"], [0.0, 0.5, 0.9], turns=2),
)
def test_a_source_that_changes_while_it_is_read(
    folder: Path, tmp_path: Path, container: str, change: Any, moment: float
) -> None:
    source = large_source(tmp_path / "large.pth", 48)
    target = folder / "target.pth"
    target.write_bytes(b"old")
    changed = False

    def tick(done: int, total: int) -> None:
        nonlocal changed
        if not changed and done >= total * moment:
            changed = True
            time.sleep(0.01)  # so that the time of the change differs from the file's, on coarse clocks too
            change(source)

    ready = planned(source, TO_CPU)
    if change in (replace, Path.unlink):
        # What was opened is still there for the one who has it open: both outcomes are whole files.
        with contextlib.suppress(SourceChanged):
            save(ready, target, overwrite=True, container=container, tick=tick)
        assert target.read_bytes() == b"old" or len(catalogue_of(target).tensors) == 12
    else:
        with pytest.raises(SourceChanged):
            save(ready, target, overwrite=True, container=container, tick=tick)
        assert target.read_bytes() == b"old"
    assert changed
    assert names(folder) == ["target.pth"]


@pytest.mark.parametrize("presses", [1, 2])
def test_ctrl_c(folder: Path, state: Path, presses: int) -> None:
    """Once stops between two pieces, twice at once: either way nothing is left and nothing is changed."""
    source = large_source(folder / "source.pth", 240)
    before = source.stat()
    for moment in (0.0, 0.02):
        target = folder / "target.pth"
        target.write_bytes(b"old")
        with subprocess.Popen(
            command(source, "-o", target, "--map", "cuda:*=cpu", "--overwrite", "--container", "legacy"),
            cwd=ROOT,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        ) as child:
            while child.poll() is None and len(names(folder)) < 3:
                time.sleep(0.001)
            time.sleep(moment)
            for _ in range(presses):
                child.send_signal(signal.SIGINT)
                time.sleep(0.002)
            _, said = child.communicate(timeout=60)
        assert child.returncode in (130, 0), said
        assert names(folder) == ["source.pth", "target.pth"]
        if child.returncode == 130:
            assert said.strip() == "Cancelled; nothing was changed."
            assert target.read_bytes() == b"old"
        else:
            assert target.stat().st_size > 240 << 20
        assert source.stat().st_mtime_ns == before.st_mtime_ns
        assert names(state) == []


def test_ctrl_c_again_while_it_is_undone(
    folder: Path, state: Path, source: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On a busy machine a second Ctrl-C comes when the first has stopped the save: all is undone nevertheless."""
    close = Temporary.close

    def press_and_close(temporary: Temporary) -> None:
        signal.raise_signal(signal.SIGINT)
        close(temporary)

    monkeypatch.setattr(Temporary, "close", press_and_close)
    with interruptible() as tick:

        def press(done: int, total: int) -> None:
            if names(folder):
                signal.raise_signal(signal.SIGINT)
            tick(done, total)

        with pytest.raises(Cancelled):
            fix(source, folder / "new.pth", TO_CPU, tick=press)
    assert names(folder) == []
    assert names(state) == []


def test_two_programs_save_to_one_target(folder: Path, state: Path) -> None:
    """The target is the whole file of one of them."""
    target = folder / "target.pth"
    wholes = []
    runs = []
    for device in ("cuda:1", "cuda:2", "cuda:3"):
        with PretendGpus() as gpus:
            tensors = {str(n): gpus.place(torch.full((1 << 20,), float(device[-1])), device) for n in range(8)}
            torch.save(tensors, folder / f"{device[-1]}.pth")
        fix(folder / f"{device[-1]}.pth", folder / "whole.pth", RemapDevice("*", "cpu"), overwrite=True)
        wholes.append((folder / "whole.pth").read_bytes())
        runs.append(command(folder / f"{device[-1]}.pth", "-o", target, "--map", "*=cpu", "--overwrite"))
    (folder / "whole.pth").unlink()
    before = names(folder)
    for _ in range(3):
        children = [
            subprocess.Popen(run, cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE) for run in runs * 2
        ]
        for child in children:
            assert child.wait(60) == 0, child.stderr and child.stderr.read()
            assert child.stderr is not None
            child.stderr.close()
        assert target.read_bytes() in wholes
    assert names(folder) == sorted([*before, "target.pth"])
    assert names(state) == []


def test_a_note_is_held_while_a_save_runs(folder: Path, state: Path, source: Path) -> None:
    """Otherwise another program would take the save for dead."""
    import fcntl

    held = []

    def tick(done: int, total: int) -> None:
        for note in state.glob("*.json"):
            facts = json.loads(note.read_bytes())
            assert Path(facts["temporary"]).exists()
            with note.open("rb") as file:
                try:
                    fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
                    held.append(False)
                except BlockingIOError:
                    held.append(True)

    fix(source, folder / "new.pth", TO_CPU, tick=tick)
    assert held
    assert all(held)


ENDING = """
import runpy, sys

class Output:
    flushed = 0
    def __getattr__(self, name):
        return getattr(sys.__stdout__, name)
    def flush(self):
        Output.flushed += 1
        if Output.flushed == 2:  # the first is of the command, the second of the end of the process
            raise KeyboardInterrupt

sys.stdout = Output()
runpy.run_path("main.py", run_name="__main__")
"""


def test_ctrl_c_while_the_process_ends() -> None:
    command = [sys.executable, "-c", ENDING, "inspect", "resources/demo.pth"]
    ended = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=60, check=False)
    assert (ended.returncode, ended.stderr) == (0, "")
