"""The pages of the help: the Markdown of docs/, cut into sections that can be named and searched."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Final

FIRST: Final = ("tour", "glossary", "desk", "many-files", "recipes", "values", "health", "memory", "security")
"""The order of the pages; others follow by name."""
NOT_HERE: Final = frozenset({"benchmarks", "measured", "packaging", "platforms"})
"""Pages for who works on the program."""
_TRANSLATION: Final = re.compile(r"\.(?:zh|ja)$")
_HEADING: Final = re.compile(r"^(#{1,3}) (.+?)\s*$", re.MULTILINE)
_CODE: Final = re.compile(r"^```.*?^```$", re.DOTALL | re.MULTILINE)
_PICTURE: Final = re.compile(
    r'<picture>\s*<source[^>]*srcset="(?P<dark>[^"]+)">\s*'
    r'<img alt="(?P<alt>[^"]*)" src="(?P<light>[^"]+)">\s*</picture>'
)
_HIRAGANA: Final = re.compile(r"[\u3040-\u309f]")
_HAN: Final = re.compile(r"[\u3005\u3400-\u9fff]")
_RUNS: Final = re.compile(
    r"[\u3040-\u309f]+|[\u30a0-\u30ff]+|[\u3005\u3400-\u9fff]+|[^\s\u3005\u3040-\u30ff\u3400-\u9fff]+"
)
"""Runs of letters of one script: Hiragana, Katakana, Han, and words of all others up to a space."""
_MARKUP: Final = re.compile(r"\]\([^)\s]*\)|<[^>]+>|[`*\[|]|^[#>]+ ?|^```.*$", re.MULTILINE)


@dataclass(frozen=True)
class Section:
    """A heading and what stands below it up to the next."""

    title: str
    anchor: str
    """As a link names it; empty for the page as a whole."""
    plain: str
    """Its text without markup."""

    def hits(self, words: str) -> int:
        """In how many places some words stand, in any case, where all of them do: see `looked_for`."""
        return hits_in(self._folded, words)

    @cached_property
    def _folded(self) -> str:
        return self.plain.casefold()


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

    def hits(self, words: str) -> int:
        """In how many places some words stand on the page, where all of them do, if need be in sections apart."""
        return hits_in(self._folded, words)

    @cached_property
    def _folded(self) -> str:
        return "\n".join(section.plain for section in self.sections).casefold()

    def looked_for(self, words: str) -> tuple[str, ...]:
        """What of some words is marked on the page."""
        return looked_for(self._folded, words)

    def worth(self, words: str) -> tuple[bool, bool, bool]:
        """How well the page answers some words, to be sorted by: those that stand together as they were typed come
        first, then those that are all in one heading, then those that are in one section.
        """
        titled = any(section.title and hits_in(section.title.casefold(), words) for section in self.sections)
        together = words.casefold().strip() in self._folded
        return together, titled and not together, any(section.hits(words) for section in self.sections)


def found_pages(pages: Sequence[HelpPage], words: str) -> list[HelpPage]:
    """The pages that have all of some words, the best first; all of them, in their order, where nothing is asked."""
    if not terms(words):
        return list(pages)
    return sorted((page for page in pages if page.hits(words)), key=lambda page: page.worth(words), reverse=True)


def terms(words: str) -> tuple[str, ...]:
    """What is looked for: words, without the s of a plural; of Chinese and Japanese, which write none apart, the runs
    of one script, long ones of Han in pairs, and no particles of Japanese where there is more.
    """
    found: dict[str, None] = {}
    runs = _RUNS.findall(words.casefold())
    for run in runs:
        if _HAN.match(run) and len(run) > 2:
            found |= dict.fromkeys(run[at : at + 2] for at in range(len(run) - 1))
        elif not (_HIRAGANA.match(run) and len(runs) > 1):
            found[run.removesuffix("s") if len(run) > 3 and run.isascii() and not run.endswith("ss") else run] = None
    return tuple(found)


def looked_for(text: str, words: str) -> tuple[str, ...]:
    """What stands in a folded text of some words: all of them as they were typed, else each of them in any order; none
    where one of them is missing.
    """
    typed, wanted = words.casefold().strip(), terms(words)
    if typed and typed in text:
        return (typed,)
    return wanted if all(term in text for term in wanted) else ()


def hits_in(text: str, words: str) -> int:
    """In how many places a folded text has what is looked for."""
    return sum(text.count(term) for term in looked_for(text, words))


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
