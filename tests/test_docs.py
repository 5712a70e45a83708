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
            if "://" in file or file.endswith(".png"):
                continue
            other = page.parent / file if file else page
            assert other.exists(), f"{page.name}: {file}"
            if anchor:
                assert anchor in anchors(other), f"{page.name}: {file}#{anchor}"


def anchors(page: Path) -> set[str]:
    """Of its headings, as GitHub makes them."""
    headings = re.findall(r"^#+ (.*)$", page.read_text(encoding="utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}
