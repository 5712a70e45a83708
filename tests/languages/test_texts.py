"""Every text that is said is found in the source, and what is no literal is refused."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from scripts.texts import Unreadable, english, source_files, texts, texts_of

IMPORTS = (
    "from core.words import marked, marked_noun, say, say_count\n"
    "from core.text import count_text; from core.errors import EditError, SaveError; "
    "from core.diagnosis.trap import cause, error, unknown\n"
)


def found(tmp_path: Path, source: str, imports: str = IMPORTS) -> list[tuple[str, bool]]:
    file = tmp_path / "a.py"
    file.write_text(imports + source, encoding="utf-8")
    return [(english(message), not isinstance(message.id, str)) for message in texts(texts_of([file]))]


@pytest.mark.parametrize(("source", "said"), [
    ("say('one {x} ' 'two', x=1)", [("one {x} two", False)]),
    ("say('a' if x else 'b')", [("a", False), ("b", False)]),
    ("T = {1: marked('a b')}\nsay(T[1])", [("a b", False)]),
    ("say_count(n, '1 key', '{n} keys')", [("{n} keys", True)]),
    ("count_text(n, 'entry')", [("{n:,} entries", True)]),
    ("N = marked_noun('prefix')\ncount_text(n, N)", [("{n:,} prefixes", True)]),
    ("say(kind.text)\nprint('never')", []),
    ("raise EditError('no {x}', x=1)\nSaveError('a' if x else f'{b} {c}')\nEditError(str(error))\nSaveError()", [
        ("no {x}", False), ("a", False)
    ]),
    ("error('a', 'b', ('c', D), says('x'), absent='e')\ncause('f {x}', *there, x=1)\nunknown(sentences(g))", [
        (each, False) for each in ("a", "b", "c", "e", "f {x}")
    ]),
])  # fmt: skip
def test_texts_are_found(source: str, said: list[tuple[str, bool]], tmp_path: Path) -> None:
    assert found(tmp_path, source) == said


@pytest.mark.parametrize("source", [
    "say(f'{n} keys')", "say('a ' + b)", "say('a {}'.format(b))", "say(word())", "marked(word)", "marked('')",
    "say_count(n, '1 key', many)", "say_count(n, f'1 {x}', '{n} keys')", "marked_noun(noun)", "say(*words)", "say()",
    "count_text(n, 'a' + b)", "say_count(n, '1 key')",
    "say_count(n, 'one', '{n}')\nsay_count(n, 'one', '{n} of them')",
])  # fmt: skip
def test_a_text_made_of_pieces_is_refused_with_its_place(source: str, tmp_path: Path) -> None:
    with pytest.raises(Unreadable, match=r"^a\.py:[34]: "):
        found(tmp_path, source)


def test_all_that_is_no_literal_is_told_at_once(tmp_path: Path) -> None:
    with pytest.raises(Unreadable, match=r"a\.py:3: .*\na\.py:5: "):
        found(tmp_path, "say(f'{n} keys')\nsay('a')\nsay('a ' + b)")


def test_other_functions_of_the_same_name_are_left_alone(tmp_path: Path) -> None:
    assert found(tmp_path, "say({'a': 1}, 2)", "from elsewhere import say\n") == []


def test_everything_that_the_program_says_can_be_found() -> None:
    assert len(texts_of(source_files())) > 3000


_STRAIGHT = re.compile(r"(?<![\w\])])'([^']{1,60})'(?!\w)")
_ARGUMENTS = {"conv1.weight 64x3x7x7", "{program} code {path}", "exp_avg of conv1.weight"}
"""What is typed into a terminal as one word, with blanks."""


def test_straight_quotes_are_code_and_prose_has_curly_ones() -> None:
    """A key is quoted as Python writes it; a word of prose, and what somebody else says, as in a book."""
    said = [english(message) for message in texts(texts_of(source_files()))]
    assert [text for text in said if '"' in text] == []
    straight = {quoted for text in said for quoted in _STRAIGHT.findall(text)}
    assert {quoted for quoted in straight if " " in quoted or quoted.startswith("{pattern")} <= _ARGUMENTS
