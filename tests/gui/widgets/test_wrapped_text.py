"""Text in two lines at most."""

from __future__ import annotations

import re

import pytest
from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtGui import QFontMetrics
from PySide6.QtWidgets import QApplication

from gui.look.wording import breakable
from gui.widgets.wrapped_text import even_lines, fitted


def test_a_long_name_is_cut_at_one_of_its_joints_and_not_left_out() -> None:
    metrics = QFontMetrics(QApplication.font())
    text = "The scan found NaN in model.state_dict.encoder.layers.first.attention.query.weight"
    room = QSize(metrics.horizontalAdvance("The scan found NaN in model.state_dict"), 2 * metrics.lineSpacing())
    shown = fitted(metrics, breakable(text), room).replace("\u200b", "")
    assert shown.startswith("The scan found NaN in model.state_dict.")
    assert shown.endswith(" …")


@pytest.mark.parametrize("text", [
    "Saved on cuda:5, but this computer has no GPU. torch.load(f) fails here. Also: 10 keys begin with “module.”.",
    "cuda:5 で保存されました。torch.load(f) は失敗します。ほかに：10 個のキーが「module.」で始まります。",
])  # fmt: skip
def test_a_sentence_that_does_not_fit_goes_as_a_whole(text: str) -> None:
    metrics = QFontMetrics(QApplication.font())
    first = re.split(r"(?<=。)|(?<=\.)\s", text)[0]
    for width in range(metrics.horizontalAdvance(first) * 6 // 10, 1000, 10):
        shown = fitted(metrics, text, QSize(width, 2 * metrics.lineSpacing()))
        if first in shown and not re.search(r"[“「][^”」]*$", shown.removesuffix(" …")):
            assert shown.removesuffix(" …")[-1] in ".。", shown


def test_a_quotation_that_does_not_fit_tells_its_first_words() -> None:
    metrics = QFontMetrics(QApplication.font())
    text = "Saved on cuda:5. torch.load(f) raises “Attempting to deserialize object on a CUDA device but there is none”"
    room = QSize(metrics.horizontalAdvance("Saved on cuda:5. torch.load(f) raises “Att"), 2 * metrics.lineSpacing())
    assert fitted(metrics, text, room).startswith("Saved on cuda:5. torch.load(f) raises “Attempting to")


@pytest.mark.parametrize("text", [
    "See on which device every tensor was saved, fix the file with a few clicks, and save a copy.",
    "各テンソルがどのデバイスで保存されたかを確かめ、数クリックで直して、コピーを保存できます。",
    "wav2vec2.encoder.layers.11.attention.out_proj.weight is the longest of all words",
])  # fmt: skip
def test_centred_lines_are_of_about_one_length(text: str) -> None:
    metrics = QFontMetrics(QApplication.font())

    def taken(width: int) -> QRect:
        return metrics.boundingRect(QRect(0, 0, width, 10_000), int(Qt.TextFlag.TextWordWrap), text)

    whole = metrics.horizontalAdvance(text)
    for width in range(whole * 55 // 100, whole + 40, 7):
        room = QRect(10, 0, width, 100)
        even = even_lines(metrics, room, text)
        assert taken(even.width()).height() == taken(width).height()
        assert taken(even.width()).width() <= even.width() or even == room
        assert abs(even.center().x() - room.center().x()) <= 1
        if width < whole and " is the" not in text:
            assert even.width() < whole * 0.62
