"""Where a long name may break."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QFontMetrics, QGuiApplication, QTextLayout
from pytestqt.qtbot import QtBot

from gui.look.wording import breakable, together
from gui.widgets.basic_widgets import plain_label


def test_a_call_within_a_sentence_without_blanks_stays_whole() -> None:
    for text in (
        "それだけでは害はありません：load_state_dict_in_place は",
        "また torch.load(f)：「Attempting_to_deserialize」です",
    ):
        assert breakable(text).replace("\u2060", "").replace("\u00a0", " ") == text


def test_a_long_name_breaks_after_its_joints_whatever_stands_around_it() -> None:
    name = "model.state_dict.encoder.layers.first"
    assert "\u200b" in breakable(f"最初は「{name}」です")
    assert breakable(name).replace("\u200b", "") == name


def broken(text: str) -> list[list[str]]:
    """The lines of a text in each width."""
    layout, font = QTextLayout(text, QGuiApplication.font()), QFontMetrics(QGuiApplication.font())
    found = []
    for width in range(40, font.horizontalAdvance(text)):
        layout.beginLayout()
        lines = []
        while (line := layout.createLine()).isValid():
            line.setLineWidth(width)
            lines.append(text[line.textStart() : line.textStart() + line.textLength()])
        layout.endLayout()
        found.append(lines)
    return found


def test_no_character_stands_alone_on_the_last_line(qtbot: QtBot) -> None:
    for text in ("10 个键带有“module.”前缀。", "保存時のデバイスは cuda:5 です", "torch 把它留在 CPU 上。"):
        shown = breakable(text)
        assert shown.replace("\u2060", "").replace("\u00a0", " ") == text
        for lines in broken(shown):
            assert sum(map(str.isalnum, lines[-1])) != 1, lines


def test_a_number_stays_with_what_it_counts(qtbot: QtBot) -> None:
    for text in ("チェックサムはすべて一致しました（レコード 33 個、71.0 KiB）。", "这里共有 33 个记录"):
        assert any(line.endswith("33 ") for lines in broken(text) for line in lines)
        assert not any(line.rstrip().endswith("33") for lines in broken(breakable(text)) for line in lines)


def test_a_label_in_several_lines_breaks_well_by_itself(qtbot: QtBot) -> None:
    text = "違いはツリーに示されます。"
    assert plain_label(text, wrap=True).text() == together(text) != text
    assert plain_label(text).text() == text
    copied = plain_label(wrap=True)
    copied.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
    copied.setText(text)
    assert copied.text() == text
