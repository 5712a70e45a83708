"""What every Japanese text keeps to that a look at one text alone does not show."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from scripts.texts import english, read, translation

ROOT = Path(__file__).resolve().parents[2]
CORE = ROOT / "core"
TITLE_AT = {"make_finding": 3, "Finding": 2, "error": 0}
"""The place of the title among the arguments."""
SENTENCE = re.compile(r"(です|ます|ません|でした|ました)(（.*）|：\{\w+\})?$|\{computer\}$")
PLAIN = re.compile(r"(です|ます|ません|でした|ました|ている|である|ない|する|れる|いた)$")


def titles(*makers: str) -> Iterator[str]:
    """The English of what is written as the title of a finding, or of an error that is recognised."""
    for file in (CORE / "diagnosis").rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in makers:
                yield from _said(node.args[TITLE_AT[node.func.id]]) if len(node.args) > 1 else ()


def _said(title: ast.expr) -> Iterator[str]:
    """A text as it stands, or what is said, without the words that are put into it."""
    if isinstance(title, ast.Constant):
        yield title.value
    for node in (title.body, title.orelse) if isinstance(title, ast.IfExp) else (title,):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id.startswith("say"):
            yield from (each.value for each in node.args if isinstance(each, ast.Constant))


def japanese() -> dict[str, str]:
    """Translations by all their English forms."""
    messages = [message for message in read("ja") if message.id]
    return {
        form: translation(each) for each in messages for form in ([each.id] if isinstance(each.id, str) else each.id)
    }


def test_a_finding_is_a_sentence_and_an_error_has_a_name() -> None:
    known = japanese()
    findings = set(titles("make_finding", "Finding"))
    errors = set(titles("error")) - findings
    assert len(findings) > 60
    assert len(errors) > 80
    assert not {known[each] for each in findings if not SENTENCE.search(known[each])}
    assert not {known[each] for each in errors if PLAIN.search(known[each])}


def test_a_tensor_was_saved_on_a_device_and_will_be_saved_to_one() -> None:
    was = re.compile(r"(\}|GPU|デバイス) ?に保存され(?!ます)")
    assert not [text for text in map(translation, read("ja")) if was.search(text)]


def test_what_computes_is_called_a_gpu() -> None:
    assert not [english(each) for each in read("ja") if "カード" in translation(each).replace("ワイルドカード", "")]


FILES = "(?:チェックポイント|コピー|フォルダー|形式|コンテナー|プロトコル [0-9]|平均|モデル|state_dict)"
OTHER_SAVING = re.compile(
    r"書き込(?!め|まれていません|み\*\*)|書きかけ|何も書[かき]|指定どおりに書|ステートディクト"
    rf"|{FILES}(?:を|で|でも|として)書き?[いくこ出]"
    "|(?:torch.save|プログラム|フレームワーク|rank)[がは]書|(?:torch.save|pickle.dump|dcp.save)`? ?で書"
)
"""Words for saving, and for a state_dict, beside the one that the glossary gives: 保存 a file, 書き出す what is made of
it, and 書き込めない where the disk fails.
"""


def test_saving_is_one_verb_and_a_state_dict_has_one_name() -> None:
    said = {english(each): translation(each) for each in read("ja")}
    pages = {page.name: page.read_text(encoding="utf-8") for page in (ROOT / "docs").glob("*.ja.md")}
    found = {name: OTHER_SAVING.findall(text) for name, text in (said | pages).items()}
    assert {name: words for name, words in found.items() if words} == {}
