"""Text in two lines at most."""

from __future__ import annotations

import re

import pytest
from PySide6.QtCore import QSize
from PySide6.QtGui import QFontMetrics
from PySide6.QtWidgets import QApplication

from gui.look.wording import breakable
from gui.widgets.wrapped_text import fitted


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
