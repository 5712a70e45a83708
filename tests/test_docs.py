"""docs/: the pages lead to each other, and show all pictures that are there."""

from __future__ import annotations

import re
from pathlib import Path

DOCS = Path(__file__).parent.parent / "docs"
PAGES = sorted(DOCS.glob("*.md"))


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
