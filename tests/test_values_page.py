"""docs/values.md: every command on the page is run, and says what the page says."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import numpy as np
import pytest

from cli.main import run

ROOT = Path(__file__).parent.parent
PAGE = ROOT / "docs" / "values.md"
BLOCKS = re.findall(r"^```console\n(.*?)^```", PAGE.read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE)
SECONDS = re.compile(r"in [0-9.]+ s")


def test_what_the_page_says(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """In its order, in one folder: later commands read what earlier ones wrote. A line ``…`` stands for any others."""
    (tmp_path / "resources").symlink_to(ROOT / "resources")
    np.save(tmp_path / "bias.npy", np.zeros(32, np.float32))
    monkeypatch.chdir(tmp_path)
    count = 0
    for block in BLOCKS:
        for asked in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            line, _, wanted = asked.partition("\n")
            words = shlex.split(line)
            assert words[:2] == ["python", "main.py"]
            run(words[2:])
            printed = capsys.readouterr()
            said = SECONDS.sub("in 0.1 s", printed.out + printed.err)
            pieces = [
                re.escape(SECONDS.sub("in 0.1 s", piece)) for piece in re.split(r"^…\n", wanted, flags=re.MULTILINE)
            ]
            assert re.fullmatch("(?:.*\n)*".join(pieces), said), f"{line}\n{said}"
            count += 1
    assert count >= 12
