"""The folders and files of tests for the packages that differ from ``main``, or for those named: ``make quick``."""

from __future__ import annotations

import subprocess
import sys

from tests.places import ROOT

_ASKED = (("diff", "--name-only", "main..."), ("diff", "--name-only", "HEAD"), ("ls-files", "-o", "--exclude-standard"))
_ALONE = (
    "tests/test_map.py",
    "tests/cli/test_gate.py",
    "tests/gui/look/test_qt_gate.py::test_no_room_goes_around_the_gate",
    "tests/loading/test_quoting.py::test_only_one_room_quotes",
    "tests/saving/test_gate.py::test_nothing_is_written_around_the_gate",
    "tests/test_only_files.py::test_nothing_is_opened_around_the_gate",
)
"""What reads all modules: their sizes, their place on the map, who prints, quotes, opens and writes."""


def tests_of(file: str) -> str | None:
    """The tests that a file of the product needs first, or itself if it is one; None for what has none of its own."""
    parts = file.split("/")
    if parts[0] == "tests":
        is_test = parts[-1].startswith("test_") and file.endswith(".py")
        return file if is_test and (ROOT / file).exists() else None
    if parts[0] not in ("core", "gui", "cli", "main.py"):
        return None
    places = [["tests", "gui", *parts[1:2]]] if parts[0] == "gui" else [["tests", *parts[1:2]], ["tests", "cli"]]
    if parts[0] in ("cli", "main.py"):
        places = [["tests", "cli"]]
    return next(("/".join(place) for place in places if (ROOT.joinpath(*place)).is_dir()), None)


def changed() -> list[str]:
    """Files that differ from ``main``: committed, not committed, and new ones."""
    found: set[str] = set()
    for words in _ASKED:
        done = subprocess.run(["git", *words], cwd=ROOT, capture_output=True, text=True, check=False)
        found.update(done.stdout.split())
    return sorted(found)


def main(packages: list[str]) -> str:
    """Names for pytest."""
    wanted = {tests_of(f"{each.rstrip('/')}/" if "." not in each else each) for each in packages or changed()}
    folders = {each for each in wanted if each and (ROOT / each).is_dir()}
    files = {each for each in wanted if each and not any(each.startswith(f"{folder}/") for folder in folders)}
    return " ".join(sorted({*folders, *files, *_ALONE}))


if __name__ == "__main__":
    sys.stdout.write(main(sys.argv[1:]) + "\n")
