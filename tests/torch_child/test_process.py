"""No child outlives its parent, none takes more than its limits, and what it leaves behind is cleared."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

import pytest

from core.saving import leftovers
from core.torch_child.limits import MEMORY, PROCESSOR, SECONDS, UNLIMITED, Limits, OverLimit
from core.torch_child.process import ChildFailed, answers
from tests.places import ROOT
from tests.support.children import Watched, children, hanging_file, has_open, huge_file, until

STAND_IN = "tests.support.stand_in"
pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="processes are watched as Linux shows them")


@pytest.fixture(autouse=True)
def stand_in_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """A child finds the program and nothing else, so also not what stands in for it here."""
    monkeypatch.setenv("PYTHONPATH", str(ROOT))


@pytest.fixture
def state(state: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The temporary files are of this test alone too."""
    (tmp_path / "temporary").mkdir()
    monkeypatch.setenv("TMPDIR", str(tmp_path / "temporary"))
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "temporary"))
    return state


def scratch(tmp_path: Path) -> list[str]:
    return [path.name for path in (tmp_path / "temporary").iterdir()]


# -- it ends with its parent ---------------------------------------------------------------------------------------

_ASK = """
import sys
from core.torch_child.process import answers
from core.torch_child.limits import UNLIMITED
for answer in answers("tests.support.stand_in", {"verify": sys.argv[1]}, lambda: None, UNLIMITED.for_bytes(0)):
    print("there", flush=True)
"""


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGKILL, signal.SIGSEGV], ids=lambda how: how.name)
def test_a_child_that_hangs_ends_with_its_parent(state: Path, tmp_path: Path, how: signal.Signals) -> None:
    with subprocess.Popen([sys.executable, "-c", _ASK, "hang"], cwd=ROOT, stdout=subprocess.PIPE) as parent:
        assert parent.stdout is not None
        assert parent.stdout.readline() == b"there\n"
        with Watched(*children(parent.pid)) as child:
            assert not child.ends(0.1)  # it hangs by now
            parent.send_signal(how)
            parent.wait()
            assert child.ends()
    assert len(scratch(tmp_path)) == 1
    leftovers.clear_litter()
    assert scratch(tmp_path) == []


def test_torch_over_a_hanging_file_ends_with_the_command(state: Path, tmp_path: Path) -> None:
    path = hanging_file(tmp_path / "hang.pth")
    command = [sys.executable, "main.py", "diagnose", str(path), "--verify"]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.DEVNULL) as parent:
        until(lambda: any(has_open(child, path) for child in children(parent.pid)))
        with Watched(*children(parent.pid)) as child:
            assert not child.ends(0.2)  # it does hang
            parent.terminate()
            parent.wait()
            assert child.ends()


def test_the_end_of_its_input_alone_ends_it(tmp_path: Path) -> None:
    """As where there is no signal at the death of a parent."""
    code = "import sys; sys.platform = 'other'; from tests.support.stand_in import main; main()"
    run = [sys.executable, "-c", code, "0"]
    with subprocess.Popen(run, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as child:
        assert child.stdin is not None
        assert child.stdout is not None
        job = {"verify": "wait", "bounds": UNLIMITED.for_bytes(0).as_json(), "language": "en"}
        child.stdin.write(json.dumps(job).encode() + b"\n")
        child.stdin.flush()
        assert child.stdout.readline()
        with Watched(child.pid) as watched:
            assert not watched.ends(0)
            child.stdin.close()
            assert watched.ends()


def test_a_parent_that_is_gone_already_is_noticed() -> None:
    """The signal would never come: this one is started by somebody else than it is told."""
    run = [sys.executable, "-m", STAND_IN, str(os.getppid())]
    child = subprocess.Popen(run, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    with child, Watched(child.pid) as watched:
        assert watched.ends()


def test_a_question_that_is_dropped_ends_it(state: Path, tmp_path: Path) -> None:
    asked = answers(STAND_IN, {"verify": "hang"}, lambda: None, UNLIMITED.for_bytes(0))
    assert next(asked)["ok"]
    with Watched(*children(os.getpid())) as child:
        assert len(scratch(tmp_path)) == 1
        asked.close()
        assert child.ends(0)
    assert scratch(tmp_path) == []


# -- limits --------------------------------------------------------------------------------------------------------


def test_the_usual_limits_follow_the_file(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("core.torch_child.limits.free_memory", lambda: 100 << 30)
    small, large = Limits().for_bytes(1000), Limits().for_bytes(30_000_000_000)
    assert 1 << 30 <= small.memory < 1.1 * 2**30
    assert (small.processor, small.seconds) == (pytest.approx(60, abs=1), pytest.approx(300, abs=1))
    assert large.memory == 100 << 30  # what the machine has
    assert (large.processor, large.seconds) == (3600, 6300)
    wished = Limits(memory=5, seconds=7).for_bytes(1000)
    assert (wished.memory, wished.processor, wished.seconds) == (5, small.processor, 7)


@pytest.mark.parametrize(
    ("limits", "what", "limit", "words"),
    [
        (Limits(processor=1, seconds=60), "hang", PROCESSOR, "more than the 1 seconds of processor time"),
        (Limits(seconds=0), "wait", SECONDS, "longer than the 0 seconds allowed"),
    ],
)
def test_time_is_limited(limits: Limits, what: str, limit: str, words: str) -> None:
    with pytest.raises(OverLimit, match=words) as stopped:
        list(answers(STAND_IN, {"verify": what}, lambda: None, limits.for_bytes(0)))
    assert stopped.value.limit == limit
    assert children(os.getpid()) == []


def test_a_crash_may_be_of_memory_that_was_refused() -> None:
    def ask(limits: Limits) -> None:
        list(answers(STAND_IN, {"verify": "crash"}, lambda: None, limits.for_bytes(0)))

    with pytest.raises(OverLimit, match=r"crashed \(signal 6\)\. It may have needed more than the 7 B") as stopped:
        ask(Limits(memory=7))
    assert stopped.value.limit == MEMORY
    with pytest.raises(ChildFailed, match="ended by signal 6"):
        ask(UNLIMITED)


_REFUSED = """
import math, sys, torch
from core.torch_child.limits import ChildLimits
from core.torch_child.child_side import limit_memory, ran_out
file, huge = sys.argv[1:]
torch.save({"w": torch.zeros(50_000_000)}, file)

def limit(memory):
    global bounds
    bounds = ChildLimits(memory, math.inf, math.inf)
    limit_memory(bounds)

def told(load):
    try:
        load()
    except Exception as error:
        return ran_out(error, bounds)
    return "loaded"

limit(math.inf)
print(told(lambda: torch.load("nowhere")), told(lambda: torch.empty(1 << 50)))
limit(400_000_000)
print(told(lambda: torch.load(file)))
limit(100_000_000)
print(told(lambda: torch.load(file)), told(lambda: torch.load(huge)), told(lambda: torch.load(file, mmap=True)))
print(told(lambda: torch.load("nowhere")), told(lambda: torch.load(file, map_location="meta")))
"""


def test_every_way_to_be_refused_memory_is_told_apart(tmp_path: Path) -> None:
    files = [str(tmp_path / "large.pt"), str(huge_file(tmp_path / "huge.pth"))]
    said = subprocess.check_output([sys.executable, "-c", _REFUSED, *files], cwd=ROOT, text=True)
    assert said.splitlines() == ["False False", "loaded", "True True True", "False loaded"]


def test_a_small_file_that_takes_gigabytes_is_stopped(state: Path, tmp_path: Path) -> None:
    """In the words of the command, which say how to allow more."""
    path = huge_file(tmp_path / "huge.pth")
    assert path.stat().st_size < 700
    command = [sys.executable, "main.py", "diagnose", str(path), "--verify", "--json"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    why = json.loads(done.stdout)["verdict"]["why_not"]
    assert why.startswith("Loading was stopped: torch needed more than the 1.00 GiB of memory allowed.")
    assert why.endswith("raise the limit with --child-memory SIZE, or remove it with --child-memory none.")
    assert done.stderr == ""
    assert scratch(tmp_path) == []


@pytest.mark.parametrize(
    ("option", "value", "words"),
    [
        ("--child-memory", "12", "'12' has no unit; write 12GiB or 12MiB, or none. See"),
        ("--child-seconds", "0", "'0' is not a number of seconds; write none, or a number such as 600. See"),
        ("--child-seconds", "9" * 5000, "is not a number of seconds"),
    ],
)
def test_a_limit_that_is_none(option: str, value: str, words: str, capsys: pytest.CaptureFixture[str]) -> None:
    from cli.arguments import parse

    with pytest.raises(SystemExit, match="2"):
        parse(["diagnose", "x.pth", "--verify", option, value])
    assert words in capsys.readouterr().err
    from cli.shared_arguments import limits_of

    assert limits_of(parse(["memory", "x.pth", option, "none"])) != Limits()


# -- what it leaves behind -----------------------------------------------------------------------------------------

_KILL_AT = """
import os, signal, sys
from core.torch_child import trial_load
from core.catalogue.build import build_catalogue
from core.catalogue.checkpoint import open_checkpoint
from core.torch_child.process import answers
from core.edits.edits import Plan, RemapDevice
from core.edits.preview import preview

trial_load.answers = lambda _, *rest: answers("tests.support.stand_in", *rest)
wanted = preview(build_catalogue(open_checkpoint(sys.argv[1])), Plan((RemapDevice("cuda:*", "cpu"),)))
steps = int(sys.argv[2])

def count(frame, event, argument):
    global steps
    if event == "line" and frame.f_code.co_filename.endswith(("trial_load.py", "leftovers.py", "process.py")):
        steps -= 1
        if steps == 0:
            os.kill(os.getpid(), signal.SIGKILL)
    return count

sys.settrace(count)
trial_load.verify_preview(wanted)
sys.settrace(None)
print(steps)
"""


def test_killed_at_any_moment_it_leaves_nothing(state: Path, tmp_path: Path) -> None:
    run = [sys.executable, "-c", _KILL_AT, "resources/demo.pth"]
    lines = 10**6 - int(subprocess.check_output([*run, str(10**6)], cwd=ROOT, text=True))
    assert scratch(tmp_path) == []
    left = set()
    for step in range(lines // 8, lines, lines // 8):
        done = subprocess.run([*run, str(step)], cwd=ROOT, capture_output=True, check=False)
        assert done.returncode in (-signal.SIGKILL, 0)  # the child may answer a look earlier than the first did
        left.add(len(scratch(tmp_path)))
        leftovers.clear_litter()
        assert scratch(tmp_path) == []
        assert list(state.iterdir()) == []
    assert 2 in left, "no kill came while there was a copy and a child"


def test_what_a_living_process_uses_stays(state: Path, tmp_path: Path) -> None:
    with leftovers.scratch_folder() as folder:
        (folder / "copy.pth").write_bytes(b"half")
        code = "from core.saving.leftovers import clear_litter; print(clear_litter())"
        assert subprocess.check_output([sys.executable, "-c", code], cwd=ROOT, text=True) == "[]\n"
        assert (folder / "copy.pth").exists()
        assert folder.stat().st_mode & 0o777 == 0o700
    assert scratch(tmp_path) == []
    assert list(state.iterdir()) == []


def _note(state: Path, folder: Path) -> None:
    """What a process leaves that died while it used this folder."""
    state.mkdir(parents=True, exist_ok=True)
    (state / "0.json").write_text(json.dumps({"host": os.uname().nodename, "temporary": str(folder)}))


def test_only_folders_of_this_user_are_cleared(state: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    precious = tmp_path / "precious"
    precious.mkdir()
    (precious / "file").write_bytes(b"precious")
    temporary = tmp_path / "temporary"
    link, file, other, mine = (temporary / f"pthfinder-{16 * letter}" for letter in "0123")
    named_alike = temporary / "pthfinder-project"
    named_alike.mkdir()
    link.symlink_to(precious)
    file.write_bytes(b"no folder")
    for folder in (other, mine):
        folder.mkdir()
        (folder / "inside").symlink_to(precious)
    for kept in (link, file, named_alike, precious):
        _note(state, kept)
        assert leftovers.clear_litter() == []
        assert kept.exists()
    with monkeypatch.context() as patch:
        patch.setattr(os, "geteuid", lambda: 12345)
        _note(state, other)
        assert leftovers.clear_litter() == []
    assert other.exists()
    _note(state, mine)
    assert leftovers.clear_litter() == [mine]
    assert not mine.exists()
    assert (precious / "file").read_bytes() == b"precious"


def test_a_temporary_folder_that_cannot_be_had_is_told(state: Path, tmp_path: Path, monkeypatch: Any) -> None:
    from core.errors import SaveError

    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "nowhere"))
    with pytest.raises(SaveError, match=r"No folder for temporary files.*Set TMPDIR"), leftovers.scratch_folder():
        pass
