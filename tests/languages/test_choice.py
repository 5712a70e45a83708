"""Which language: of the environment, as gettext chooses, and of ``--lang``."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from core.languages import language_of, language_of_environment

ROOT = Path(__file__).resolve().parents[2]


@pytest.mark.parametrize(("environment", "language"), [
    ({}, "en"),
    ({"LANG": "zh_CN.UTF-8"}, "zh"),
    ({"LANG": "ja_JP.eucJP"}, "ja"),
    ({"LANG": "de_DE.UTF-8"}, "en"),
    ({"LANG": "de_DE.UTF-8", "LANGUAGE": "de:ja:en"}, "ja"),
    ({"LANG": "en_US.UTF-8", "LANGUAGE": "zh_CN"}, "zh"),
    ({"LANG": "en_US.UTF-8", "LANGUAGE": ""}, "en"),
    ({"LANGUAGE": "ja"}, "ja"),
    ({"LC_ALL": "C", "LANG": "zh_CN.UTF-8", "LANGUAGE": "zh"}, "en"),
    ({"LC_ALL": "C.UTF-8", "LANGUAGE": "zh"}, "en"),
    ({"LC_ALL": "POSIX", "LANG": "ja_JP"}, "en"),
    ({"LC_ALL": "", "LC_MESSAGES": "ja_JP", "LANG": "zh_CN"}, "ja"),
    ({"LC_ALL": "zh_TW", "LC_MESSAGES": "ja_JP"}, "zh"),
    ({"LANG": "not a locale"}, "en"),
])  # fmt: skip
def test_the_environment_is_read_as_gettext_reads_it(environment: dict[str, str], language: str) -> None:
    assert language_of_environment(environment) == language


@pytest.mark.parametrize(("locale", "language"), [
    ("zh-Hans-CN", "zh"), ("ja", "ja"), ("ja@x", "ja"), ("EN_gb.utf8", "en"), ("fr", None), ("", None), ("zhx", None),
])  # fmt: skip
def test_the_language_of_a_locale(locale: str, language: str | None) -> None:
    assert language_of(locale) == language


def run(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """The program in a process of its own."""
    return subprocess.run(
        [sys.executable, "main.py", *arguments],
        cwd=ROOT,
        env=os.environ | {"PYTHONUTF8": "1", "COLUMNS": "200"} | environment,
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.parametrize("arguments", [("--lang", "xx", "inspect", "f"), ("--lang=", "inspect", "f"), ("--lang",)])
def test_a_language_that_is_not_spoken_is_bad_usage(arguments: tuple[str, ...]) -> None:
    done = run(*arguments)
    assert done.returncode == 2
    assert done.stdout == ""
    assert done.stderr.startswith("pthfinder: --lang takes en, zh, ja")
    assert done.stderr.count("\n") == 1
