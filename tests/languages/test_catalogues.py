"""The catalogues of translations: written and read back as they are, compiled, and said out of what is compiled."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

from core import languages, words
from core.languages import compiled, speak
from core.words import say, say_count
from scripts import texts
from scripts.texts import TRANSLATED, compile_into, english, faults, read, source, texts_of, translation, write

DOCS = Path(__file__).resolve().parents[2] / "docs"
CODE = re.compile(r"^```.*?^```$|`[^`\n]+`", re.MULTILINE | re.DOTALL)
SOURCE = """
from core.words import say, say_count
say("a & b <i>c</i> \\"d\\" 'e' \\\\n")
say("lines\\n\\tof text ")
say("not translated")
say("{place} % of it", place=1)
say_count(n, "a key removed", "{n:,} keys removed")
say_count(n, "a key not translated", "{n:,} keys not translated")
say("×→…“é”")
"""
TRANSLATIONS = {
    "a & b <i>c</i> \"d\" 'e' \\n": "<i>丙</i> & “丁”\\",
    "lines\n\tof text ": "几行\n\t文字 ",
    "not translated": "",
    "{place} % of it": "它的 {place} %",
    "{n:,} keys removed": "移除了 {n:,} 个键",
    "{n:,} keys not translated": "",
    "×→…“é”": "×→…「é」𠮷",
}


@pytest.fixture
def example(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with the texts of a module and their translations, written as the catalogue of Chinese and compiled."""
    for module in (languages, texts):
        monkeypatch.setattr(module, "compiled", lambda language: tmp_path / f"{language}.mo")
    (tmp_path / "a.py").write_text(SOURCE, encoding="utf-8")
    catalogue = read("zh")
    catalogue.update(texts_of([tmp_path / "a.py"]), no_fuzzy_matching=True)
    for message in texts.texts(catalogue):
        given = TRANSLATIONS[english(message)]
        message.string = given if isinstance(message.id, str) else (given,)
    write("zh", catalogue)
    return tmp_path


def test_texts_come_back_as_they_were_written(example: Path) -> None:
    assert {english(message): translation(message) for message in texts.texts(read("zh"))} == TRANSLATIONS
    before = source("zh").read_bytes()
    write("zh", read("zh"))
    assert source("zh").read_bytes() == before


def test_a_place_is_named_without_its_line(example: Path) -> None:
    """Or every change of a module would change the catalogues."""
    places = {line for line in source("zh").read_text(encoding="utf-8").splitlines() if line.startswith("#:")}
    assert places == {"#: a.py"}


def test_what_is_compiled_is_said_and_the_rest_in_english(example: Path) -> None:
    speak("zh")
    for text, translated in TRANSLATIONS.items():
        if "{" not in text:
            assert say(text) == (translated or text)
    assert say("{place} % of it", place=3) == "它的 3 %"
    assert say("") == ""
    assert say("never found") == "never found"
    for count in (0, 1, 1204):
        assert say_count(count, "a key removed", "{n:,} keys removed") == f"移除了 {count:,} 个键"
    assert say_count(1, "a key not translated", "{n:,} keys not translated") == "a key not translated"
    assert say_count(3, "a key not translated", "{n:,} keys not translated") == "3 keys not translated"


def test_texts_that_come_and_go(example: Path) -> None:
    """Those that stay keep their translations; one that counts now wants another, but nothing is guessed."""
    (example / "b.py").write_text(
        'from core.words import say, say_count\nsay("×→…“é”")\nsay("lines of text")\n'
        'say_count(n, "not translated", "{n} not translated")\nsay_count(n, "{place} % of it", "{n} of it")\n',
        encoding="utf-8",
    )
    catalogue = read("zh")
    catalogue.update(texts_of([example / "b.py"]), no_fuzzy_matching=True)
    write("zh", catalogue)
    assert {english(message): translation(message) for message in texts.texts(read("zh"))} == {
        "×→…“é”": "×→…「é」𠮷", "lines of text": "", "{n} not translated": "", "{n} of it": "",
    }  # fmt: skip
    speak("zh")
    assert say_count(2, "{place} % of it", "{n} of it") == "2 of it"


@pytest.mark.parametrize("data", [b"", b"no translations", bytes(40)])
def test_what_is_no_catalogue_is_refused_and_english_is_spoken(data: bytes, example: Path) -> None:
    (example / "zh.mo").write_bytes(data)
    speak("zh")
    assert words.language() == "en"


def test_a_catalogue_that_is_cut_off_is_refused_wherever_it_is(example: Path) -> None:
    whole = (example / "zh.mo").read_bytes()
    for length in range(len(whole)):
        (example / "zh.mo").write_bytes(whole[:length])
        speak("zh")
        assert words.language() == "en"
    shutil.rmtree(example)
    speak("zh")
    assert words.language() == "en"


@pytest.mark.parametrize("language", TRANSLATED)
def test_what_is_compiled_is_up_to_date(language: str, tmp_path: Path) -> None:
    compile_into(language, tmp_path / "new.mo")
    assert (tmp_path / "new.mo").read_bytes() == compiled(language).read_bytes(), "run `make texts`"


@pytest.mark.parametrize("language", TRANSLATED)
def test_all_that_is_translated_is_said(language: str) -> None:
    speak(language)
    assert words.language() == language
    said = 0
    for message in texts.texts(read(language)):
        if isinstance(message.id, str):
            assert say(message.id) == (translation(message) or message.id)
        elif translation(message):
            assert words._catalogue is not None
            assert words._catalogue.ngettext(*message.id, 3) == translation(message)
        said += bool(translation(message))
    assert said > 3000


@pytest.mark.parametrize(("text", "translation", "fault"), [
    ("{n:,} keys", "{n:,} 个键", None),
    ("{n:,} keys", "{n} 个键", "holes"),
    ("{a} to {b}", "{b}：{a}", None),
    ("{a} to {b}", "{b}", "holes"),
    ("a key", "{a} 个键", "holes"),
    ("a\nb", "甲 乙", "lines"),
    ("&Open…", "打开…", "keyboard"),
    ("&Open…", "打开(&O)…", None),
    ("map_location={'cuda:0'", "map_location={'cuda:0'", None),
])  # fmt: skip
def test_a_faulty_translation_is_found(text: str, translation: str, fault: str | None) -> None:
    found = faults(text, translation)
    assert [word for word in found if fault and fault in word] if fault else not found


@pytest.mark.parametrize("language", TRANSLATED)
def test_translations_have_the_holes_of_the_english(language: str) -> None:
    translated = [(english(message), translation(message)) for message in texts.texts(read(language))]
    wrong = {text: faults(text, found) for text, found in translated if found}
    assert {text: found for text, found in wrong.items() if found} == {}


def test_no_language_speaks_another_one() -> None:
    """Han that Chinese has simplified in its own way is none of Japanese."""
    chinese = re.compile("[这个没们张设备读错误请进该选择为]")
    said = {english(message): translation(message) for message in texts.texts(read("ja"))}
    assert {text: japanese for text, japanese in said.items() if chinese.search(japanese)} == {}


def test_japanese_has_one_word_for_one_thing() -> None:
    """Neither the program nor its pages say what was once said in two ways, or with quotes and colons of English."""
    other_word = re.compile(
        "(?:パラメータ|バッファ|コンテナ|コンピュータ|サーバ|フォルダ|オプティマイザ)(?!ー)"
        "|索引|レイヤー|標本|訓練|名指|保留中|計算機|わか[らりる]|pickle された|“|[ぁ-んァ-ヶ一-龥]: "
    )
    said = {english(message): translation(message) for message in texts.texts(read("ja"))}
    pages = {page.name: CODE.sub("", page.read_text(encoding="utf-8")) for page in DOCS.glob("*.ja.md")}
    found = {name: other_word.findall(text) for name, text in (said | pages).items()}
    assert {name: words for name, words in found.items() if words} == {}


OF_SEVERAL = re.compile(r"\bfirst\b|^None of|^All \{n")


def test_what_can_be_said_of_several_things_alone_is_a_text_of_its_own() -> None:
    """Chinese and Japanese have one form for one thing and for several, and would name the first of one."""
    counted = [message.id for message in read("zh") if isinstance(message.id, tuple)]
    assert counted
    assert not [many for one, many in counted if OF_SEVERAL.search(many) and not OF_SEVERAL.search(one)]
