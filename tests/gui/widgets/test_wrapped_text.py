"""Text in two lines at most."""

from __future__ import annotations

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
