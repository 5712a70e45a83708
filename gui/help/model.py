"""The pages of the help: the Markdown of docs/, cut into sections that can be named and searched."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Final

FIRST: Final = ("tour", "glossary", "desk", "many-files", "recipes", "values", "health", "memory", "security")
"""The order of the pages; others follow by name."""
NOT_HERE: Final = frozenset({"benchmarks", "packaging"})
"""Pages for who works on the program."""
_TRANSLATION: Final = re.compile(r"\.(?:zh|ja)$")
_HEADING: Final = re.compile(r"^(#{1,3}) (.+?)\s*$", re.MULTILINE)
_CODE: Final = re.compile(r"^```.*?^```$", re.DOTALL | re.MULTILINE)
_PICTURE: Final = re.compile(
    r'<picture>\s*<source[^>]*srcset="(?P<dark>[^"]+)">\s*'
    r'<img alt="(?P<alt>[^"]*)" src="(?P<light>[^"]+)">\s*</picture>'
)
_WORDS: Final = re.compile(r'"([^"]*)"?|([^\s"]+)')
_MARKUP: Final = re.compile(r"\]\([^)\s]*\)|<[^>]+>|[`*\[|]|^[#>]+ ?|^```.*$", re.MULTILINE)


class Search:
    """Words that are looked for in any case and in any order; what stands in “"” is one word."""

    def __init__(self, text: str) -> None:
        self.words = tuple(quoted.strip() or bare for quoted, bare in _WORDS.findall(text) if quoted.strip() or bare)
        longest_first = sorted(self.words, key=len, reverse=True)
        self.pattern = "|".join(map(re.escape, longest_first))
        """Finds each place of a word; Qt and Python read it alike."""

    def __bool__(self) -> bool:
        return bool(self.words)

    def hits(self, text: str) -> int:
        """How often the words occur in a text; 0 unless each of them does."""
        folded = text.casefold()
        if not self.words or any(word.casefold() not in folded for word in self.words):
            return 0
        return len(re.findall(self.pattern, text, re.IGNORECASE))


@dataclass(frozen=True)
class Section:
    """A heading and what stands below it up to the next."""

    title: str
    anchor: str
    """As a link names it; empty for the page as a whole."""
    plain: str
    """Its text without markup."""

    def hits(self, search: Search) -> int:
        """How often the words occur; 0 unless each of them does."""
        return search.hits(self.plain)


@dataclass(frozen=True)
class HelpPage:
    """One page; `name` is what links call it, `tour.md`, in whatever language the text is."""

    name: str
    text: str
    """Markdown."""

    @cached_property
    def sections(self) -> tuple[Section, ...]:
        """The page's own heading with what stands before the first section, then its sections."""
        hidden = _CODE.sub(lambda found: re.sub(r"[^\n]", " ", found[0]), self.text)  # a # in code is no heading
        heads = [found for found in _HEADING.finditer(hidden) if len(found[1]) < 3]
        ends = [*(found.start() for found in heads[1:]), len(self.text)]
        return tuple(
            Section(
                plain(found[2]), anchor(found[2]) if len(found[1]) > 1 else "", plain(self.text[found.start() : end])
            )
            for found, end in zip(heads, ends, strict=True)
        )

    @property
    def title(self) -> str:
        """Its first heading."""
        return self.sections[0].title if self.sections else self.name

    @cached_property
    def plain(self) -> str:
        """Its text without markup."""
        return "\n".join(section.plain for section in self.sections)

    def hits(self, search: Search) -> int:
        """How often the words occur; 0 unless each of them is somewhere on the page."""
        return search.hits(self.plain)

    def rank(self, search: Search) -> tuple[bool, bool, int]:
        """What makes it a better answer than another page: a heading has all words, a section has, they come often."""
        heads = any(search.hits(section.title) for section in self.sections)
        return heads, any(section.hits(search) for section in self.sections), self.hits(search)


def found_in(pages: Iterable[HelpPage], search: Search) -> list[HelpPage]:
    """The pages that have all the words, best first; all of them in their order where there is no word."""
    if not search:
        return list(pages)
    return sorted((page for page in pages if page.hits(search)), key=lambda page: page.rank(search), reverse=True)


def read_pages(folder: Path, language: str = "en") -> tuple[HelpPage, ...]:
    """All pages of a folder, in a language where they are translated, else in English; none without a folder."""
    files = {path.stem: path for path in sorted(folder.glob("*.md")) if not _TRANSLATION.search(path.stem)}
    files = {name: path for name, path in files.items() if name not in NOT_HERE}
    order = [name for name in FIRST if name in files] + [name for name in files if name not in FIRST]
    pages = []
    for name in order:
        translated = folder / f"{name}.{language}.md"
        path = translated if translated.exists() else files[name]
        pages.append(HelpPage(f"{name}.md", path.read_text(encoding="utf-8")))
    return tuple(pages)


def shortcuts_page(title: str, about: str, heads: tuple[str, str], rows: Sequence[tuple[str, str]]) -> HelpPage:
    """A page of keys and what they do."""
    lines = [f"# {title}", "", about, "", f"| {heads[0]} | {heads[1]} |", "|---|---|"]
    lines += [f"| `{keys}` | {what} |" for keys, what in rows]
    return HelpPage("shortcuts.md", "\n".join(lines) + "\n")


def page_of(name: str) -> str:
    """What the help calls the file that a link names: `tour.zh.md` is `tour.md` in another language."""
    stem, _, kind = name.rpartition(".")
    return f"{_TRANSLATION.sub('', stem)}.{kind}"


def for_browser(text: str, *, dark: bool) -> str:
    """Markdown with one picture in the place of two, as Qt knows no `<picture>`."""
    return _PICTURE.sub(lambda found: f"\n![{found['alt']}]({found['dark' if dark else 'light']})\n", text)


def anchor(heading: str) -> str:
    """The name of a heading in links, as GitHub makes it: `#1-it-was-saved-on-another-gpu`."""
    return re.sub(r"[^\w\- ]", "", plain(heading).lower()).replace(" ", "-")


def is_named(heading: str, name: str) -> bool:
    """Whether a link means a heading: by its name, or by its number, which it keeps in every language."""
    own = anchor(heading)
    number, _, rest = name.partition("-")
    return own == name or bool(number.isdigit() and rest and own.startswith(f"{number}-"))


def plain(text: str) -> str:
    """Markdown without its marks, as it is searched."""
    return _MARKUP.sub("", text)
