"""Makes all folders anew and compares the facts with those of ``tests/data/folders``.

``python -m tests.frameworks.folders.run [NAME…]`` in the frameworks' environment, for some makers or for all; with
``--keep`` the new folders replace the old ones. What one processor computes may differ from another's in the last
bit, and files by a few bytes, so the comparison is of everything else.
"""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from tests.frameworks.run import differences, in_python

MAKERS = ("sharded", "dcp", "fsdp", "deepspeed_zero", "runs", "containers")
FOLDER = Path(".frameworks") / "folders"
KEPT = Path(__file__).parents[2] / "data" / "folders"


def make(name: str) -> list[str]:
    """The cases of one maker; raises `RuntimeError` with what its process said when it fails."""
    done = in_python("-m", "tests.frameworks.folders.make", name, str(FOLDER), stderr=subprocess.PIPE)
    if done.returncode:
        raise RuntimeError(f"no folders of {name}:\n{done.stderr}")
    names: list[str] = json.loads(done.stdout.splitlines()[-1])
    return names


def compared(facts: Any) -> Any:
    """Facts without what may differ between processors: digests, sizes and fractions."""
    if isinstance(facts, dict):
        return {name: compared(each) for name, each in facts.items() if name != "bytes"}
    if isinstance(facts, list):
        return [compared(each) for each in facts]
    if isinstance(facts, float) or (isinstance(facts, str) and re.fullmatch("[0-9a-f]{64}", facts)):
        return "…"
    return facts


def changes(name: str) -> list[str]:
    """Where a maker's new facts are not those kept."""
    told = []
    for folder, other in ((FOLDER, KEPT), (KEPT, FOLDER)):
        for path in sorted((folder / name).glob("*.json")):
            twin = other / path.relative_to(folder)
            if not twin.exists():
                told.append(f"{path} has no {twin}")
            elif folder is FOLDER:
                ours, theirs = (compared(json.loads(each.read_text(encoding="utf-8"))) for each in (path, twin))
                told += [f"{name}/{path.name}: {each}" for each in differences(ours, theirs)]
    return told


def keep(name: str) -> None:
    """What a maker made replaces what is kept of it."""
    shutil.rmtree(KEPT / name, ignore_errors=True)
    shutil.copytree(FOLDER / name, KEPT / name)


def main(arguments: list[str]) -> int:
    """See the top; the exit code is 1 where facts differ."""
    names = [each for each in arguments if each in MAKERS] or list(MAKERS)
    with ThreadPoolExecutor(2) as workers:
        made = list(workers.map(make, names))
    print(f"made {sum(map(len, made))} folders and containers by {len(made)} makers")
    if "--keep" in arguments:
        for name in names:
            keep(name)
    changed = [line for name in names for line in changes(name)]
    print(*changed[:20], sep="\n")
    return 1 if changed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
