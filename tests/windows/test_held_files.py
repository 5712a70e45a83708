"""No file is removed, moved or replaced while it is open, which Windows refuses: held here on any system."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from tests.support.as_on_windows import hold_open_files
from tests.windows.journey import pack, travelled

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="what is open is looked up as Linux shows it")


def test_commands_close_what_they_remove_and_replace(
    tmp_path: Path, state: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folders = [pack(tmp_path / name) for name in ("free", "held")]
    monkeypatch.chdir(folders[0])
    free = travelled()
    monkeypatch.chdir(folders[1])
    refused = hold_open_files(monkeypatch)
    held = travelled()
    assert refused == []
    assert [held[line][3] for line in held] == [free[line][3] for line in free]
    assert list(state.iterdir()) == []


def test_an_open_file_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    hold_open_files(monkeypatch)
    path = tmp_path / "held"
    with path.open("w"), pytest.raises(PermissionError):
        path.unlink()
    path.unlink()
