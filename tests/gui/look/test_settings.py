"""Where settings are kept."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from gui.look.settings import Settings


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="settings lie in a file of that name on Linux")
@pytest.mark.parametrize("name", ["pthfinder.conf", "pthfinder.conf.lock"])
def test_a_pipe_in_their_place_is_not_opened(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    """Opening it would wait for somebody at its other end: this test would not end."""
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    (tmp_path / "pthfinder").mkdir()
    os.mkfifo(tmp_path / "pthfinder" / name)
    settings = Settings()
    assert settings.recent_files() == []
    settings.add_recent_file(Path("/a.pth"))
    assert settings.recent_files() == [Path("/a.pth")]
    settings.remove_recent_file(Path("/a.pth"))
    assert settings.recent_files() == []
    assert [path.name for path in (tmp_path / "pthfinder").iterdir()] == [name]
