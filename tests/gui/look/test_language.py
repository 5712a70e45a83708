"""The language of the window: chosen, switched, and Qt's own texts with it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication, QLocale, QPoint, Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import (
    QAbstractItemView,
    QApplication,
    QComboBox,
    QFileDialog,
    QHeaderView,
    QInputDialog,
    QLineEdit,
    QMenu,
    QMessageBox,
    QPlainTextEdit,
    QSpinBox,
    QTextBrowser,
    QWidget,
)
from pytestqt.qtbot import QtBot

from core import words
from core.languages import LANGUAGES
from gui.look import language
from gui.look.language import SYSTEM, apply, system_language


@pytest.fixture(autouse=True)
def english(qapp: QApplication) -> Iterator[None]:
    """English before and after."""
    yield
    apply("en")


@pytest.mark.parametrize("choice", LANGUAGES)
def test_a_choice_is_spoken_at_once_and_taken_back(choice: str) -> None:
    apply(choice)
    assert words.language() == choice
    apply("en")
    assert words.language() == "en"


@pytest.mark.parametrize(("choice", "cancel"), [("en", "Cancel"), ("zh", "取消"), ("ja", "キャンセル")])
def test_qts_own_buttons_follow(choice: str, cancel: str) -> None:
    apply("ja" if choice == "en" else "en")
    apply(choice)
    assert QCoreApplication.translate("QPlatformTheme", "Cancel") == cancel


def shown(widget: QWidget) -> Iterator[str]:
    """Everything that a widget and those in it say, menus and rows included."""
    for each in (widget, *widget.findChildren(QWidget)):
        for name in ("text", "title", "toolTip", "windowTitle", "placeholderText"):
            text = getattr(each, name, str)()
            yield text if isinstance(text, str) else ""
        if isinstance(each, QMenu):
            yield from (action.text() for action in each.actions())
        elif isinstance(each, QComboBox):
            yield from (each.itemText(row) for row in range(each.count()))
        elif isinstance(each, QAbstractItemView) and not isinstance(each, QHeaderView) and each.model() is not None:
            model, root = each.model(), each.rootIndex()
            columns = range(model.columnCount(root))
            yield from (str(model.headerData(column, Qt.Orientation.Horizontal) or "") for column in columns)
            for row in range(model.rowCount(root)):
                yield from (str(model.index(row, column, root).data() or "") for column in columns)


def english_in(widget: QWidget) -> list[str]:
    """What a widget says in English: a path, a shortcut of the keyboard and a unit are in none."""
    texts = [
        re.sub(r"\(.*\*.*\)|/\S*|(\b(Ctrl|Shift|Alt)\+)+\w+|\bDel\b|\b[KM]i?B\b", "", text) for text in shown(widget)
    ]
    return [text for text in texts if re.search(r"[A-Za-z]{2}", text) and text != "OK"]


@pytest.mark.parametrize("choice", ["zh", "ja"])
def test_no_dialog_and_no_menu_of_qt_is_half_english(choice: str, qtbot: QtBot, tmp_path: Path) -> None:
    apply(choice)
    (tmp_path / "1").mkdir()
    (tmp_path / "2").write_text("1" * 5000)
    (tmp_path / "3").write_bytes(bytes(5000))
    for mode in (QFileDialog.AcceptMode.AcceptOpen, QFileDialog.AcceptMode.AcceptSave):
        files = QFileDialog(None, "", str(tmp_path))
        qtbot.addWidget(files)
        files.setOption(QFileDialog.Option.DontUseNativeDialog)
        files.setSidebarUrls([])  # they have the names of folders
        files.setAcceptMode(mode)
        files.setViewMode(QFileDialog.ViewMode.Detail)
        files.show()
        rows = files.findChildren(QAbstractItemView)
        qtbot.waitUntil(lambda rows=rows: any(each.model().rowCount(each.rootIndex()) == 3 for each in rows))
        assert english_in(files) == []
    box = QMessageBox()
    qtbot.addWidget(box)
    for button in QMessageBox.StandardButton:
        if button.value.bit_count() == 1 and button.value >= QMessageBox.StandardButton.Ok.value:
            box.addButton(button)
    box.setDetailedText("1")
    assert english_in(box) == []
    question = QInputDialog()
    qtbot.addWidget(question)
    question.show()
    assert english_in(question) == []
    page = QTextBrowser()
    page.setHtml("<a href='1'>1</a>")
    line, plain, number = QLineEdit("1"), QPlainTextEdit("1"), QSpinBox()
    menus = [line.createStandardContextMenu(), plain.createStandardContextMenu()]
    menus += [page.createStandardContextMenu(QPoint(5, 5)), number.findChild(QLineEdit).createStandardContextMenu()]
    for widget in (line, plain, page, number, *menus):
        qtbot.addWidget(widget)
        assert english_in(widget) == []


@pytest.mark.parametrize("choice", ["zh", "ja"])
def test_keys_are_called_as_on_keyboards(choice: str) -> None:
    apply(choice)
    text = QKeySequence("Ctrl+Return, Ctrl+Shift+Right, Alt+Up, Space").toString(QKeySequence.SequenceFormat.NativeText)
    assert text == "Ctrl+Enter, Ctrl+Shift+→, Alt+↑, Space"


@pytest.mark.parametrize(("told", "spoken"), [
    (["zh-Hans-CN", "zh"], "zh"), (["ja-JP"], "ja"), (["de-DE", "ja"], "ja"), (["C"], "en"), ([], "en"),
])  # fmt: skip
def test_the_system_tells_its_language(told: list[str], spoken: str, monkeypatch: pytest.MonkeyPatch) -> None:
    class Locale(QLocale):
        @staticmethod
        def system() -> Locale:
            return Locale()

        def uiLanguages(self) -> list[str]:  # type: ignore[override] # noqa: N802 - as Qt calls it
            return told

    monkeypatch.setattr(language, "QLocale", Locale)
    assert system_language() == spoken
    for choice in (SYSTEM, "xx"):
        apply(choice)
        assert words.language() == spoken


def test_here_the_system_speaks_english() -> None:
    assert QLocale.system().uiLanguages()
    assert system_language() == "en"
