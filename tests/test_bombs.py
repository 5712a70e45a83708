"""Files that ask for more than any machine has end in an error or a catalogue, soon and in little memory.

Each is opened in a process of its own that may take no more than `MEMORY` and `SECONDS` of the processor: by far more
than any needs, also where other work slows the machine's caches, and far less than work without bounds takes. What it
takes is shown by ``pytest -rP``.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.files.bombs import BOMBS, make_bomb
from tests.support.answering import answering

TAKE_SECONDS = {
    "modules that share a list of a million",
    "modules that share tuples in each other",
    "objects that share a state dict",
    "calls 100,000 deep",
    "twenty models of 20,000 keys",
    "dicts that double over a name",
}
"""What ``make slow`` looks at, and ``make test`` not."""
SECONDS = 40
MEMORY = 448 << 20

_SERVER = """
import json, os, resource, sys, time
from core.errors import CheckpointError
from tests.support.exercise import look

def answer(path, limit):
    limit += OWN
    resource.setrlimit(resource.RLIMIT_AS, (limit, limit))
    resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))
    started = time.process_time()
    try:
        outcome = f"{len(look(path))} entries"
    except CheckpointError as error:
        outcome = f"{type(error).__name__}: {error}"
    peak = next(line for line in open("/proc/self/status") if line.startswith("VmHWM")).split()[1]
    print(json.dumps([time.process_time() - started, int(peak) // 1024, outcome]), flush=True)

look("resources/demo.pth")  # which imports what others would each import anew
SECONDS = int(sys.argv[1])
OWN = int(open("/proc/self/statm").read().split()[0]) * os.sysconf("SC_PAGESIZE")  # what the program itself maps
for line in sys.stdin:
    if os.fork() == 0:
        try:
            answer(*json.loads(line))
        except BaseException as error:
            print(json.dumps([0, 0, f"not caught: {type(error).__name__} {error}"]), flush=True)
        os._exit(0)
    if os.wait()[1] != 0:
        print(json.dumps([0, 0, "not caught: killed"]), flush=True)
"""

Answer = tuple[float, int, str]
Looked = Callable[..., Answer]


@pytest.fixture(scope="module")
def looked_at() -> Iterator[Looked]:
    """Looks at a file in a fresh process: processor seconds, megabytes at most, and the entries or the error."""
    with answering(_SERVER, SECONDS) as answer:

        def ask(path: Path, memory: int = MEMORY) -> Answer:
            seconds, megabytes, outcome = answer([str(path), memory])
            return seconds, megabytes, outcome

        yield ask


pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="no other system tells its processes' memory like this")


@pytest.mark.parametrize(
    "bomb", [pytest.param(bomb, marks=[pytest.mark.long] * (bomb in TAKE_SECONDS)) for bomb in BOMBS]
)
def test_it_ends_soon_in_little_memory(bomb: str, tmp_path: Path, looked_at: Looked) -> None:
    path = tmp_path / "bomb.pth"
    make_bomb(bomb, path)
    seconds, megabytes, outcome = looked_at(path)
    sys.stdout.write(f"{seconds:.2f} s, {megabytes} MB: {bomb}: {outcome}\n")
    assert "not caught" not in outcome
    assert seconds < SECONDS
    assert [each.name for each in tmp_path.iterdir()] == ["bomb.pth"]


def test_those_that_take_seconds_are_bombs() -> None:
    assert set(BOMBS) >= TAKE_SECONDS


def test_the_limit_is_felt(tmp_path: Path, looked_at: Looked) -> None:
    """The largest bombs do need memory, so the limit above is one."""
    path = tmp_path / "bomb.pth"
    make_bomb("a million Nones", path)
    assert "MemoryError" in looked_at(path, memory=128 << 20)[2]
