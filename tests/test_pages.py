"""docs/values.md, docs/command-line.md, README.md: every command on them is run, and says what the page says."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import numpy as np
import pytest

from cli.main import run

ROOT = Path(__file__).parent.parent
SECONDS = re.compile(r"in [0-9.]+ s")


def pattern(wanted: str) -> str:
    """A line ``…`` stands for any others, within a line for a part of it."""
    pieces = [re.escape(SECONDS.sub("in 0.1 s", piece)) for piece in re.split(r"^…\n", wanted, flags=re.MULTILINE)]
    return "(?:.*\n)*".join(pieces).replace("…", ".*")


@pytest.mark.parametrize(("page", "least"), [("docs/values.md", 12), ("docs/command-line.md", 3), ("README.md", 1)])
def test_what_the_page_says(
    page: str, least: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """In its order, in one folder: later commands read what earlier ones wrote."""
    text = (ROOT / page).read_text(encoding="utf-8")
    (tmp_path / "resources").symlink_to(ROOT / "resources")
    np.save(tmp_path / "bias.npy", np.zeros(32, np.float32))
    monkeypatch.chdir(tmp_path)
    count = 0
    for block in re.findall(r"^```console\n(.*?)^```", text, re.DOTALL | re.MULTILINE):
        for asked in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            line, _, wanted = asked.partition("\n")
            words = shlex.split(line)
            assert words[:2] == ["python", "main.py"]
            run(words[2:])
            printed = capsys.readouterr()
            said = SECONDS.sub("in 0.1 s", (printed.out + printed.err).replace(f"{Path.cwd()}/", ""))
            assert re.fullmatch(pattern(wanted), said), f"{line}\n{said}"
            count += 1
    assert count >= least
