"""docs/many-files.md: every command on the page is run, and says what the page says."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from cli.main import run
from tests.files.shards import name_of, save_shards

ROOT = Path(__file__).parent.parent
TEXT = (ROOT / "docs" / "many-files.md").read_text(encoding="utf-8")


def test_what_the_page_says(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """In its order, in one folder: later commands read what earlier ones wrote."""
    save_shards(tmp_path / "llama")
    (save_shards(tmp_path / "broken") / name_of(1, 3)).unlink()
    monkeypatch.chdir(tmp_path)
    count = 0
    for block in re.findall(r"^```console\n(.*?)^```", TEXT, re.DOTALL | re.MULTILINE):
        for asked in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            line, _, wanted = asked.partition("\n")
            run(shlex.split(line)[2:])
            printed = capsys.readouterr()
            assert printed.out + printed.err == wanted, line
            count += 1
    assert count == 11
