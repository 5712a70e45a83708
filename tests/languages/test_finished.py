"""Every text that a user reads is said; and before a release, found and translated."""

from __future__ import annotations

import pytest

from scripts.texts import ROOT, TRANSLATED, english, read, source_files, texts, texts_of, translation
from tests.support.unsaid import unsaid


def test_what_a_user_reads_is_said() -> None:
    found = [f"{file.relative_to(ROOT)}:{line}: {text!r}" for file in source_files() for line, text in unsaid(file)]
    assert found == []


@pytest.mark.release
@pytest.mark.parametrize("language", TRANSLATED)
def test_every_text_is_in_the_catalogues(language: str) -> None:
    """`make texts` puts new ones there."""
    assert {message.id for message in texts(read(language))} == {
        message.id for message in texts(texts_of(source_files()))
    }


@pytest.mark.release
@pytest.mark.parametrize("language", TRANSLATED)
def test_every_text_is_translated(language: str) -> None:
    assert [english(message) for message in texts(read(language)) if not translation(message)] == []
