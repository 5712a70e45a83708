"""docs/: the pages lead to each other, and show all pictures that are there."""

from __future__ import annotations

import re
from pathlib import Path
from typing import NamedTuple

import pytest

from core.languages import LANGUAGES
from gui.help.model import NOT_HERE

DOCS = Path(__file__).parent.parent / "docs"
PAGES = sorted(DOCS.glob("*.md"))
OF_THE_HELP = [page for page in PAGES if "." not in page.stem and page.stem not in NOT_HERE]
TRANSLATED = [language for language in LANGUAGES if language != "en"]
BLOCK = re.compile(r"^```.*?^```$", re.DOTALL | re.MULTILINE)


def test_links_lead_somewhere() -> None:
    """From every page to pages, pictures and headings that are there."""
    for page in PAGES:
        text = page.read_text(encoding="utf-8")
        for target in re.findall(r"\]\(([^)\s]+)\)|(?:src|srcset)=\"([^\"]+)\"", text):
            file, _, anchor = "".join(target).partition("#")
            if "://" in file:
                continue
            other = page.parent / file if file else page
            assert other.exists(), f"{page.name}: {file}"
            if anchor:
                assert anchor in anchors(other), f"{page.name}: {file}#{anchor}"


def test_every_picture_is_shown_in_both_themes() -> None:
    """And each is small; the pages are installed with the program."""
    shown = {name for page in PAGES for name in re.findall(r'"(pictures/[^"]+)"', page.read_text(encoding="utf-8"))}
    files = list((DOCS / "pictures").iterdir())
    assert shown == {f"pictures/{path.name}" for path in files}
    assert {name for name in shown if "-light" in name} == {name.replace("-dark", "-light") for name in shown}
    assert sum(path.stat().st_size for path in files) < 2_500_000


@pytest.mark.parametrize("name", [page.stem for page in OF_THE_HELP])
def test_help_does_not_talk_of_tests(name: str) -> None:
    """Whoever reads it uses the program; CONTRIBUTING.md is for who works on it."""
    for page in DOCS.glob(f"{name}*.md"):
        assert not re.search(r"\btests/|make test\b", page.read_text(encoding="utf-8")), page.name


class Frame(NamedTuple):
    """What a page has in every language: all but its words."""

    headings: list[str]
    """How deep they are, with their numbers, by which links find them."""
    blocks: list[str]
    """Commands with what they print, and code."""
    pictures: list[str]
    items: list[str]
    """What lists begin their lines with."""
    cells: list[int]
    """How many each row of a table has."""
    links: list[str]
    """To other pages."""
    code: set[str]
    """What stands as code among the words: options, keys, names of torch."""


def frame(text: str) -> Frame:
    words = BLOCK.sub("", text)
    return Frame(
        re.findall(r"^(#+(?: \d\.)?)", words, re.MULTILINE),
        BLOCK.findall(text),
        re.findall(r'"(pictures/[^"]+)"', text),
        re.findall(r"^(-|\d\.) ", words, re.MULTILINE),
        [line.count("|") - line.count(r"\|") for line in words.splitlines() if line.startswith("|")],
        sorted(re.findall(r"\]\(([^)#\s]+\.md)", words)),
        set(re.findall(r"`[^`]+`", re.sub(r"\s+", " ", words))),
    )


@pytest.mark.parametrize("language", TRANSLATED)
@pytest.mark.parametrize("english", OF_THE_HELP, ids=lambda page: page.stem)
def test_a_page_is_the_same_but_for_its_words_in_every_language(english: Path, language: str) -> None:
    """What changes in one language changes in all of them, so its commands need not be run again."""
    page = english.with_suffix(f".{language}.md")
    ours, theirs = frame(english.read_text(encoding="utf-8")), frame(page.read_text(encoding="utf-8"))
    if english.stem in ("tour", "glossary"):  # whose sentences are told anew in each language
        assert theirs[:4] == ours[:4]
    else:
        assert theirs == ours


def test_the_glossary_has_the_same_words_in_every_language() -> None:
    """They are torch's own, and links name them; each links to the same places."""
    english = DOCS / "glossary.md"
    for page in DOCS.glob("glossary.*.md"):
        heads = [re.findall(r"^## .*$", each.read_text(encoding="utf-8"), re.MULTILINE) for each in (page, english)]
        assert heads[0] == heads[1]
        links = [sorted(re.findall(r"\]\(([^)]+)\)", each.read_text(encoding="utf-8"))) for each in (page, english)]
        assert links[0] == links[1]


def anchors(page: Path) -> set[str]:
    """Of its headings, as GitHub makes them."""
    headings = re.findall(r"^#+ (.*)$", page.read_text(encoding="utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}
