"""The help in the language in use: headings with its colon, lines that begin and end where they may."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from cli.arguments import parse
from core.languages import speak
from core.report.layout import columns


@pytest.fixture(autouse=True)
def english() -> Iterator[None]:
    yield
    speak("en")


@pytest.mark.parametrize(
    ("language", "headings"), [("zh", ("位置参数：", "选项：")), ("ja", ("位置引数：", "オプション："))]
)
def test_lines_are_those_of_the_language(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, language: str, headings: tuple[str, ...]
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    speak(language)
    with pytest.raises(SystemExit):
        parse(["fix", "--help"])
    lines = capsys.readouterr().out.splitlines()
    assert set(headings) <= set(lines)
    assert not [line for line in lines if line.lstrip()[:1] in "、。，；：）」”" and line.strip()]
    assert max(map(columns, lines)) <= 80
