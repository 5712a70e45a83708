"""Every command on files and folders that ask for more than any machine has: it ends soon, in little memory.

One process forks for each, so that what is imported is imported once; each may take no more than `MEMORY` and `SECONDS`
of the processor. ``make test`` has those of `TOOK_TOO_LONG` that take little today; ``make slow`` the others, and a
command on every bomb; ``make fuzz`` has every command on every bomb (``PTHFINDER_BOMBS=all``).
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Iterator
from itertools import cycle
from pathlib import Path

import pytest
import torch

from cli.register import COMMANDS
from tests.files.bombs import BOMBS, make_bomb
from tests.support.answering import answering

SECONDS = 40
MEMORY = 448 << 20
_SMALL = 16 << 20
"""Bytes of a bomb that is put into a checkpoint as bytes."""
WORDS = {
    "inspect": "inspect BOMB --all",
    "inspect layers": "inspect BOMB --layers --all",
    "inspect bytes": "inspect around.pth!bomb --all",
    "diagnose": "diagnose BOMB",
    "diagnose of its keys": "diagnose good.pth --against BOMB",
    "diagnose against others": "diagnose BOMB --against good.pth",
    "fix": "fix BOMB -o new.pth --map *=cpu --cure all --dry-run",
    "fix by the keys of another": "fix good.pth -o new.pth --against BOMB --cure all --dry-run",
    "fix renamed": "fix BOMB -o new.pth --rename *a*=*b* --dry-run",
    "batch": "batch FOLDER --recipe recipe.json --into new --dry-run",
    "average": "average BOMB BOMB -o new.pth",
    "prune": "prune FOLDER --keep-last 1",
    "extract": "extract BOMB -o new.pth",
    "code": "code BOMB",
    "code of a class": "code BOMB --skeleton",
    "verify": "verify BOMB",
    "memory": "memory BOMB",
    "values": "values BOMB w",
    "scan": "scan BOMB",
    "drift": "drift BOMB BOMB",
    "diff": "diff BOMB good.pth --all",
    "diff with itself": "diff BOMB BOMB",
    "report": "report BOMB -o new.html",
    "export": "export BOMB * -o new",
}
NO_FILE = {"completion", "install-desktop"}
FOLDERS = "20,000 indices in a folder"
TOOK_TOO_LONG = {
    "ten keys of dots": [*WORDS],
    FOLDERS: ["inspect", "diagnose"],
    "many classes of TorchScript": [*WORDS],
    "modules that share a list of a million": ["diagnose", "fix", "code"],
    "objects that share a state dict": ["diagnose", "fix"],
}
"""Those that a command once took too long for, or too much; the first two are tried each time."""
_LONG = pytest.mark.long
_EVERY = os.environ.get("PTHFINDER_BOMBS") == "all"
"""Whether a bomb has every command; otherwise it has one, and the bomb after it the next one."""

_SERVER = """
import json, os, resource, sys
from cli.main import run
from cli.register import COMMANDS, module_of
from core.remote import asking

def answer(folder, words, out):
    os.chdir(folder)
    resource.setrlimit(resource.RLIMIT_AS, (OWN + MEMORY, OWN + MEMORY))
    resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))
    sys.stdout = open(os.devnull, "w")
    sys.stderr = open("stderr", "w+", encoding="utf-8")
    code = run(words)
    sys.stderr.seek(0)
    out.write(json.dumps([code, sys.stderr.read()[-2000:]]) + "\\n")

for name in COMMANDS:
    module_of(name)
SECONDS, MEMORY = map(int, sys.argv[1:])
OWN = int(open("/proc/self/statm").read().split()[0]) * os.sysconf("SC_PAGESIZE")  # what the program itself maps
for line in sys.stdin:
    child = os.fork()
    if child == 0:
        try:
            with os.fdopen(os.dup(1), "w") as out:
                answer(*json.loads(line), out)
            os._exit(0)
        except BaseException as error:
            os.write(1, (json.dumps([-1, repr(error)]) + "\\n").encode())
            os._exit(0)
    if os.waitpid(child, 0)[1] != 0:
        print(json.dumps([-1, "killed"]), flush=True)
"""

Ran = Callable[[Path, str], tuple[int, str]]
pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="no other system tells its processes' memory like this")


@pytest.fixture(scope="module")
def ran() -> Iterator[Ran]:
    """Runs a command in a folder, in a process of its own: its exit code, and what it said of errors."""
    with answering(_SERVER, SECONDS, MEMORY) as answer:

        def ask(folder: Path, words: str) -> tuple[int, str]:
            code, said = answer([str(folder), words.split()])
            return code, said

        yield ask


def in_folders(path: Path) -> None:
    """Twenty thousand indices, none of which has a shard."""
    path.mkdir()
    for at in range(20_000):
        (path / f"m{at}.safetensors.index.json").touch()


@pytest.fixture(scope="module")
def folder_of(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Path]:
    """A folder with a bomb and what the commands need beside it."""
    made: dict[str, Path] = {}

    def make(bomb: str) -> Path:
        if bomb not in made:
            folder = made[bomb] = tmp_path_factory.mktemp("bomb")
            (folder / "FOLDER").mkdir()
            (folder / "recipe.json").write_text(json.dumps({"recipe": 1, "name": "", "steps": [{"map": "*=cpu"}]}))
            torch.save({"w": torch.zeros(2), "a.b": torch.ones(1)}, folder / "good.pth")
            in_folders(folder / "BOMB") if bomb == FOLDERS else make_bomb(bomb, folder / "BOMB")
            small = (folder / "BOMB").is_file() and (folder / "BOMB").stat().st_size < _SMALL
            torch.save({"bomb": (folder / "BOMB").read_bytes() if small else b""}, folder / "around.pth")
            (folder / "FOLDER" / "bomb.pth").symlink_to(folder / "BOMB")
        return made[bomb]

    return make


@pytest.mark.parametrize(
    ("bomb", "commands"),
    [
        *(pytest.param(*each, marks=[_LONG] * (at > 1)) for at, each in enumerate(TOOK_TOO_LONG.items())),
        *(
            pytest.param(bomb, [*WORDS] if _EVERY else [name], marks=_LONG)
            for bomb, name in zip((*BOMBS, FOLDERS), cycle(WORDS), strict=False)
        ),
    ],
)
def test_every_command_ends_soon_in_little_memory(
    bomb: str, commands: list[str], folder_of: Callable[[str], Path], ran: Ran
) -> None:
    folder = folder_of(bomb)
    before = {path.name for path in folder.iterdir()}
    for name in commands:
        code, said = ran(folder, WORDS[name])
        assert code in {0, 1, 3}, f"{name}: {code} {said}"
        assert "found a bug in Pthfinder" not in said, f"{name}: {said}"
    left = {path.name for path in folder.iterdir()} - before
    assert left <= {"new.html", "new.pth", "stderr", *(path.name for path in folder.glob("new*"))}


def test_every_command_is_tried() -> None:
    assert {words.split()[0] for words in WORDS.values()} | NO_FILE == COMMANDS.keys()
