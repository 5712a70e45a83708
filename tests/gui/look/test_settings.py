"""Where settings are kept."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from gui.look.settings import MOST_RECENT, Setting, Settings

MOST_RECENT_FILES = MOST_RECENT.default


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


def test_settings_of_the_wrong_type_read_as_the_default(app_settings: Settings) -> None:
    number = Setting("x/number", int, 3)
    assert app_settings.get(number) == 3
    app_settings.set(Setting("x/number", str, ""), "many")
    assert app_settings.get(number) == 3
    app_settings.set(number, 5)
    assert app_settings.get(number) == 5
    app_settings.forget(number)
    assert app_settings.get(number) == 3


def test_recent_files_are_few_distinct_and_latest_first(app_settings: Settings) -> None:
    for number in range(MOST_RECENT_FILES + 5):
        app_settings.add_recent_file(Path(f"/x/{number}.pth"))
    app_settings.add_recent_file(Path("/x/7.pth"))
    files = app_settings.recent_files()
    assert len(files) == MOST_RECENT_FILES
    assert files[:2] == [Path("/x/7.pth"), Path(f"/x/{MOST_RECENT_FILES + 4}.pth")]
    app_settings.remove_recent_file(Path("/x/7.pth"))
    assert Path("/x/7.pth") not in app_settings.recent_files()


def test_one_recent_file_survives_the_ini_file(tmp_path: Path) -> None:
    from PySide6.QtCore import QSettings

    def opened() -> Settings:
        return Settings(QSettings(str(tmp_path / "one.ini"), QSettings.Format.IniFormat))

    first = opened()
    first.add_recent_file(Path("/x/only.pth"))
    del first
    assert opened().recent_files() == [Path("/x/only.pth")]
