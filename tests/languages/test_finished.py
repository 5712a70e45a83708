"""Every text that a user reads is said, found and translated."""

from __future__ import annotations

import pytest

from core.languages import LANGUAGES
from scripts.texts import ROOT, source_files, texts_of
from scripts.translations import faults, read
from tests.support.unsaid import unsaid

TRANSLATED = [language for language in LANGUAGES if language != "en"]


def test_what_a_user_reads_is_said() -> None:
    found = [f"{file.relative_to(ROOT)}:{line}: {text!r}" for file in source_files() for line, text in unsaid(file)]
    assert found == []


def test_every_text_is_in_the_files_of_the_translators() -> None:
    """`make texts` puts new ones there."""
    said = {(text.text, text.counts) for text in texts_of(source_files())}
    counted = {text for text, counts in said if counts}
    for language in TRANSLATED:
        messages = read(language)
        assert {message.text for message in messages} == {text for text, _ in said}
        assert {message.text for message in messages if message.counts} == counted


@pytest.mark.parametrize("language", TRANSLATED)
def test_every_text_is_translated(language: str) -> None:
    wrong = {message.text: faults(message) for message in read(language)}
    assert {text: found for text, found in wrong.items() if found} == {}
