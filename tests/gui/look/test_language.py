"""The language of the window: chosen, switched, and Qt's own texts with it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QCoreApplication, QLocale
from PySide6.QtWidgets import QApplication

from core import words
from core.languages import LANGUAGES
from gui.look import language
from gui.look.language import SYSTEM, apply, system_language


@pytest.fixture(autouse=True)
def english(qapp: QApplication) -> Iterator[None]:
    """English before and after."""
    yield
    apply("en")


@pytest.mark.parametrize("choice", LANGUAGES)
def test_a_choice_is_spoken_at_once_and_taken_back(choice: str) -> None:
    apply(choice)
    assert words.language() == choice
    apply("en")
    assert words.language() == "en"


@pytest.mark.parametrize(("choice", "cancel"), [("en", "Cancel"), ("zh", "取消"), ("ja", "キャンセル")])
def test_qts_own_buttons_follow(choice: str, cancel: str) -> None:
    apply("ja" if choice == "en" else "en")
    apply(choice)
    assert QCoreApplication.translate("QPlatformTheme", "Cancel") == cancel


@pytest.mark.parametrize(("told", "spoken"), [
    (["zh-Hans-CN", "zh"], "zh"), (["ja-JP"], "ja"), (["de-DE", "ja"], "ja"), (["C"], "en"), ([], "en"),
])  # fmt: skip
def test_the_system_tells_its_language(told: list[str], spoken: str, monkeypatch: pytest.MonkeyPatch) -> None:
    class Locale:
        @staticmethod
        def system() -> type[Locale]:
            return Locale

        @staticmethod
        def uiLanguages() -> list[str]:  # noqa: N802 - as Qt calls it
            return told

    monkeypatch.setattr(language, "QLocale", Locale)
    assert system_language() == spoken
    for choice in (SYSTEM, "xx"):
        apply(choice)
        assert words.language() == spoken


def test_here_the_system_speaks_english() -> None:
    assert QLocale.system().uiLanguages()
    assert system_language() == "en"
