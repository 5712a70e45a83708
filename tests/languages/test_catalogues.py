"""The files of translations: found texts are in them, Qt and our own reader agree on what is compiled of them."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QTranslator

from core import languages, words
from core.languages import LANGUAGES, compiled
from core.qm import Messages
from scripts import translations
from scripts.translations import Message, compile_into, faults, read

TRANSLATED = [language for language in LANGUAGES if language != "en"]
EXAMPLES = [
    Message("a & b <i>c</i> \"d\" 'e'", False, ("core/a.py",), "<i>丙</i> & “丁”"),
    Message("lines\n\tof text ", False, ("core/a.py",), "几行\n\t文字 "),
    Message("not translated", False, ("core/b.py",)),
    Message("{n:,} keys removed", True, ("core/a.py", "gui/b.py"), "移除了 {n:,} 个键"),
    Message("×→…“é”", False, ("core/a.py",), "×→…「é」𠮷"),
]


@pytest.fixture
def example(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The examples, written as the translations of a language and compiled by Qt."""
    monkeypatch.setattr(translations, "compiled", lambda language: tmp_path / f"{language}.qm")
    translations.write("zh", EXAMPLES)
    compile_into("zh")
    return tmp_path / "zh.qm"


def of_qt(file: Path) -> QTranslator:
    translator = QTranslator()
    assert translator.load(str(file))
    return translator


def test_messages_come_back_as_they_were_written(example: Path) -> None:
    assert read("zh") == EXAMPLES


def test_qt_and_the_terminal_read_the_same(example: Path) -> None:
    qt, ours = of_qt(example), Messages(example)
    for message in EXAMPLES:
        for count in (-1, 0, 1, 7) if message.counts else (-1,):
            assert (qt.translate("pthfinder", message.text, None, count) or "") == message.translation
            assert ours.translated(message.text, count) == message.translation
    assert ours.translated("never said") == ""


@pytest.mark.parametrize("data", [b"", b"no translations", bytes(40)])
def test_what_is_no_file_of_qt_is_refused(data: bytes, tmp_path: Path) -> None:
    file = tmp_path / "x.qm"
    file.write_bytes(data)
    with pytest.raises(ValueError, match="no file of translations"):
        Messages(file)


def test_a_file_that_is_cut_off_is_refused_and_english_is_spoken(
    example: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = example.read_bytes()
    cut = 0
    for length in range(16, len(whole)):
        example.write_bytes(whole[:length])
        try:
            assert Messages(example).translated("×→…“é”") in ("", "×→…「é」𠮷")  # whole parts may be missing
        except ValueError as error:
            cut += "is cut off" in str(error)
    assert cut > (len(whole) - 16) * 0.9
    monkeypatch.setattr(languages, "compiled", lambda _language: example)
    languages.speak("zh")
    assert words.language() == "en"


@pytest.mark.parametrize("language", TRANSLATED)
def test_what_is_compiled_is_up_to_date(language: str, tmp_path: Path) -> None:
    compile_into(language, tmp_path / "new.qm")
    assert (tmp_path / "new.qm").read_bytes() == compiled(language).read_bytes(), "run `make texts`"


@pytest.mark.parametrize("language", TRANSLATED)
def test_qt_and_the_terminal_say_the_same(language: str) -> None:
    qt, ours = of_qt(compiled(language)), Messages(compiled(language))
    for message in read(language):
        count = 3 if message.counts else -1
        assert (qt.translate("pthfinder", message.text, None, count) or "") == message.translation
        assert ours.translated(message.text, count) == message.translation


@pytest.mark.parametrize(("text", "translation", "fault"), [
    ("{n:,} keys", "{n:,} 个键", None),
    ("{n:,} keys", "{n} 个键", "holes"),
    ("{a} to {b}", "{b}：{a}", None),
    ("{a} to {b}", "{b}", "holes"),
    ("a key", "{a} 个键", "holes"),
    ("a\nb", "甲 乙", "lines"),
    ("&Open…", "打开…", "keyboard"),
    ("&Open…", "打开(&O)…", None),
    ("a", "", "not translated"),
    ("map_location={'cuda:0'", "map_location={'cuda:0'", None),
])  # fmt: skip
def test_a_faulty_translation_is_found(text: str, translation: str, fault: str | None) -> None:
    found = faults(Message(text, False, (), translation))
    assert [word for word in found if fault and fault in word] if fault else not found


@pytest.mark.parametrize("language", TRANSLATED)
def test_translations_have_the_holes_of_the_english(language: str) -> None:
    wrong = {message.text: faults(message) for message in read(language) if message.translation}
    assert {text: found for text, found in wrong.items() if found} == {}
