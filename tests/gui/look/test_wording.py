"""Where a long name may break."""

from __future__ import annotations

from PySide6.QtGui import QFontMetrics, QGuiApplication, QTextLayout
from pytestqt.qtbot import QtBot

from gui.look.wording import breakable


def test_a_call_within_a_sentence_without_blanks_stays_whole() -> None:
    for text in (
        "それだけでは害はありません：load_state_dict_in_place は",
        "また torch.load(f)：「Attempting_to_deserialize」です",
    ):
        assert breakable(text).replace("\u2060", "") == text


def test_a_long_name_breaks_after_its_joints_whatever_stands_around_it() -> None:
    name = "model.state_dict.encoder.layers.first"
    assert "\u200b" in breakable(f"最初は「{name}」です")
    assert breakable(name).replace("\u200b", "") == name


def test_no_character_stands_alone_on_the_last_line(qtbot: QtBot) -> None:
    for text in ("10 个键带有“module.”前缀。", "保存時のデバイスは cuda:5 です"):
        shown = breakable(text)
        assert shown.replace("\u2060", "") == text
        layout, font = QTextLayout(shown, QGuiApplication.font()), QFontMetrics(QGuiApplication.font())
        for width in range(40, font.horizontalAdvance(text)):
            layout.beginLayout()
            lines = []
            while (line := layout.createLine()).isValid():
                line.setLineWidth(width)
                lines.append(shown[line.textStart() : line.textStart() + line.textLength()])
            layout.endLayout()
            assert sum(map(str.isalnum, lines[-1])) != 1, (width, lines)
