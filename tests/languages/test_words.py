"""Sentences: values put in, plurals, and what a translator may answer."""

from __future__ import annotations

import pytest

from core import words
from core.languages import speak
from core.text import bracketed, clauses, count_text, listed, series, titled
from core.words import marked, say, say_count
from scripts.texts import holes
from tests.support.pseudo import pseudo, spoken


class Saying:
    """A catalogue that has one translation, of one English text or of any."""

    def __init__(self, translation: str, of: str | None = None) -> None:
        self.translation, self.of = translation, of

    def gettext(self, text: str, /) -> str:
        return self.translation if self.of in (text, None) else text

    def ngettext(self, one: str, many: str, count: int, /) -> str:
        return self.translation if self.of in (many, None) else one if count == 1 else many


def test_values_are_put_in_as_format_does() -> None:
    assert say("{count:,} of {name!r}", count=1234567, name="a") == "1,234,567 of 'a'"


def test_braces_stand_for_themselves_where_there_are_no_values() -> None:
    assert say("pass map_location={'cuda:0': 'cpu'}") == "pass map_location={'cuda:0': 'cpu'}"


def test_a_value_is_never_translated_nor_filled_in() -> None:
    words.use(Saying("{name} 键", "key {name}"), "zh")
    assert say("key {name}", name="{name} key {name}") == "{name} key {name} 键"


@pytest.mark.parametrize(("count", "noun", "text"), [
    (1, "tensor", "1 tensor"),
    (0, "tensor", "0 tensors"),
    (1204, "tensor", "1,204 tensors"),
    (2, "entry", "2 entries"),
    (2, "key", "2 keys"),
    (2, "prefix", "2 prefixes"),
    (1000, "GPU", "1,000 GPUs"),
])  # fmt: skip
def test_nouns_count_in_english(count: int, noun: str, text: str) -> None:
    assert count_text(count, noun) == text


@pytest.mark.parametrize(("count", "text"), [(1, "1 个张量"), (1204, "1,204 个张量")])
def test_another_language_counts_by_its_own_form(count: int, text: str) -> None:
    words.use(Saying("{n:,} 个张量", "{n:,} tensors"), "zh")
    assert count_text(count, "tensor") == text
    assert say_count(count, "a tensor", "{n:,} tensors") == text


@pytest.mark.parametrize(("text", "value", "said"), [
    ("已选{it}", "3 个张量", "已选 3 个张量"),
    ("模型的 {it} 不在文件中", "3 个键", "模型的 3 个键不在文件中"),
    ("在{it}上", "cuda:1", "在 cuda:1 上"),
    ("在{it}上", "没有 GPU 的计算机", "在没有 GPU 的计算机上"),
    ("保存为 {it} 了", "模型", "保存为 模型 了"),
    ("{it}で読み込む", "2 個の GPU", "2 個の GPU で読み込む"),
    ("（{it}）", "3 个键", "（3 个键）"),
    ("移除 {it}", "“optimizer”", "移除“optimizer”"),
    ("{it} を削除", "「optimizer」", "「optimizer」を削除"),
    ("torch {it} です", "「a」", "torch 「a」です"),
    ("{it!r}的{{}}", "w", "'w'的{}"),
])  # fmt: skip
def test_chinese_and_japanese_stand_apart_from_latin_letters_alone(text: str, value: str, said: str) -> None:
    words.use(Saying(text), "zh")
    assert say("{it}", it=value) == said


def test_what_is_not_translated_is_said_in_english() -> None:
    words.use(Saying("", "something else"), "ja")
    assert say("{n} bytes", n=3) == "3 bytes"
    assert say_count(1, "a key", "{n} keys") == "a key"
    assert words.language() == "ja"


def test_what_is_marked_is_itself() -> None:
    words.use(Saying("x"), "ja")
    assert marked("no GPU") == "no GPU"


@pytest.mark.parametrize("text", ["Open…", "&Save fixed…", "{n:,} of {name!r} in <b>{place}</b>", "map_location={{0}}"])
def test_the_pseudo_language_keeps_its_holes_and_is_longer(text: str) -> None:
    assert holes(pseudo(text)) == holes(text)
    assert len(pseudo(text)) >= len(text) + 2
    with spoken():
        assert say("Open the file") != "Open the file"
    assert say("Open the file") == "Open the file"


@pytest.mark.parametrize(("language", "told"), [
    ("en", "a.pth: cuda:0, cpu; 2 keys (1 kB), x"),
    ("zh", "a.pth：cuda:0、cpu；2 keys（1 kB），x"),
    ("ja", "a.pth：cuda:0、cpu、2 keys（1 kB）、x"),
])  # fmt: skip
def test_texts_are_joined_as_the_language_in_use_does(language: str, told: str) -> None:
    speak(language)
    parts = clauses((listed(["cuda:0", "cpu"]), series((bracketed("2 keys", "1 kB"), "", "x"))))
    assert titled("a.pth", parts) == told
