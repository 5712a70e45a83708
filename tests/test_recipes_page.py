"""docs/recipes.md: every command on the page is run, and says what the page says."""

from __future__ import annotations

import json
import re
import shlex
import shutil
from pathlib import Path

import pytest

from cli.main import run

ROOT = Path(__file__).parent.parent
TEXT = (ROOT / "docs" / "recipes.md").read_text(encoding="utf-8")


def test_what_the_page_says(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """In its order, in one folder: later commands read what earlier ones wrote."""
    (tmp_path / "resources").symlink_to(ROOT / "resources")
    (tmp_path / "runs").mkdir()
    for name in ("1.pth", "2.pth"):
        shutil.copy(ROOT / "resources" / "demo.pth", tmp_path / "runs" / name)
    (tmp_path / "runs" / "page.pt").write_text("<!doctype html><html></html>")
    monkeypatch.chdir(tmp_path)
    count = 0
    for block in re.findall(r"^```console\n(.*?)^```", TEXT, re.DOTALL | re.MULTILINE):
        for asked in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            line, _, wanted = asked.partition("\n")
            run(shlex.split(line)[2:])
            printed = capsys.readouterr()
            assert printed.out + printed.err == wanted, line
            count += 1
    assert count == 8
    shown = re.search(r"^```json\n(.*?)^```", TEXT, re.DOTALL | re.MULTILINE)
    assert shown is not None
    assert json.loads((tmp_path / "lab.json").read_text()) == json.loads(shown[1])
