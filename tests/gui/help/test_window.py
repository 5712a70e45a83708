"""The help as somebody uses it; Qt's own document says which links and pictures a page has, and where words are."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt, QUrl
from PySide6.QtGui import QDesktopServices, QTextDocument, QTextTable
from pytestqt.qtbot import QtBot

from gui.help.model import HelpPage, found_pages, shortcuts_page, terms
from gui.help.window import HelpWindow
from gui.look import theme
from tests.support.thinning import first

IMAGE = QTextDocument.ResourceType.ImageResource.value


@pytest.fixture
def help_window(qtbot: QtBot) -> HelpWindow:
    """The help, open, with a page that is no file."""
    window = HelpWindow([shortcuts_page("Shortcuts", "Keys.", ("Keys", "Commands"), [("Ctrl+O", "Open")])])
    qtbot.addWidget(window)
    window.show()
    qtbot.waitExposed(window)
    return window


def formats(document: QTextDocument) -> Iterator[tuple[str, str]]:
    """All links and pictures of a document."""
    for each in document.allFormats():
        if each.isImageFormat():
            yield "picture", each.toImageFormat().name()
        elif each.isCharFormat() and each.toCharFormat().anchorHref():
            yield "link", each.toCharFormat().anchorHref()


def test_it_opens_with_the_tour(help_window: HelpWindow) -> None:
    assert help_window.place == ("tour.md", "")
    assert list(help_window.pages)[:2] == ["tour.md", "glossary.md"]
    assert list(help_window.pages)[-1] == "shortcuts.md"
    assert help_window.reader.verticalScrollBar().value() == 0


def test_tables_have_no_line_at_their_right_edge(help_window: HelpWindow) -> None:
    help_window.show_place("shortcuts.md")
    frames = help_window.reader.document().rootFrame().childFrames()
    assert [frame.format().border() for frame in frames if isinstance(frame, QTextTable)] == [0.0]


@pytest.mark.parametrize("look", first(1, ["light", "dark"]))
def test_every_link_and_picture_of_every_page_works(help_window: HelpWindow, look: str) -> None:
    theme.theme().apply(look)
    seen = 0
    for name in list(help_window.pages):
        help_window.show_place(name)
        for kind, target in set(formats(help_window.reader.document())):
            seen += 1
            if kind == "picture":
                picture = help_window.reader.loadResource(IMAGE, QUrl(target))
                assert picture is not None, f"{name}: {target}"
                assert 0 < picture.deviceIndependentSize().width() <= help_window.reader.viewport().width()
                assert look in target or "-" not in target
            elif "://" not in target:
                help_window.show_place(name)
                help_window.reader.anchorClicked.emit(QUrl(target))
                file, _, heading = target.partition("#")
                assert help_window.place == (file or name, heading), f"{name}: {target}"
                if heading:
                    assert heading in {section.anchor for section in help_window.pages[file or name].sections}
    assert seen > 50


def test_a_heading_is_scrolled_to(help_window: HelpWindow) -> None:
    help_window.show_place("glossary.md", "container")
    at_top = help_window.reader.cursorForPosition(help_window.reader.viewport().rect().topLeft())
    at_top.movePosition(at_top.MoveOperation.NextBlock)
    assert "container" in {at_top.block().text(), at_top.block().previous().text()}


def test_only_a_click_opens_the_browser(help_window: HelpWindow, monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[str] = []
    monkeypatch.setattr(QDesktopServices, "openUrl", lambda url: opened.append(url.toString()))
    for name in help_window.pages:
        help_window.show_place(name)
    assert not opened
    here = help_window.place
    help_window.reader.anchorClicked.emit(QUrl("https://docs.pytorch.org/docs/stable/generated/torch.load.html"))
    help_window.reader.anchorClicked.emit(QUrl("file:///etc/passwd"))
    assert opened == ["https://docs.pytorch.org/docs/stable/generated/torch.load.html"]
    assert help_window.place == here
    for name in ("file:///etc/passwd", "https://example.org/a.png", "../resources/icons/app.svg", "/etc/passwd"):
        assert help_window.reader.loadResource(IMAGE, QUrl(name)) is None


@pytest.mark.parametrize("words", ["device", "map_location", "state_dict", "Ctrl+O", "NO SUCH GPU"])
def test_what_is_searched_is_counted_and_marked(help_window: HelpWindow, qtbot: QtBot, words: str) -> None:
    qtbot.keyClicks(help_window.search, words)
    listed = help_window.contents
    for row in range(listed.topLevelItemCount()):
        item = listed.topLevelItem(row)
        name = item.data(0, Qt.ItemDataRole.UserRole)[0]
        help_window.show_place(name)
        marked = [each.cursor.selectedText() for each in help_window.reader.extraSelections()]
        wanted = {words.casefold()} if words.casefold() in map(str.casefold, marked) else set(words.casefold().split())
        assert {text.casefold() for text in marked} == wanted
        assert f"{len(marked):,}" == item.text(1), name
    named = {listed.topLevelItem(row).data(0, Qt.ItemDataRole.UserRole)[0] for row in range(listed.topLevelItemCount())}
    for name in set(help_window.pages) - named:
        help_window.show_place(name)
        assert not help_window.reader.extraSelections(), name


def test_titles_have_the_room_of_counts_while_nothing_is_searched(help_window: HelpWindow, qtbot: QtBot) -> None:
    listed = help_window.contents
    assert listed.columnWidth(0) == listed.viewport().width()
    qtbot.keyClicks(help_window.search, "device")
    assert listed.columnWidth(0) < listed.viewport().width()


def test_enter_goes_from_place_to_place_and_on_to_the_next_page(help_window: HelpWindow, qtbot: QtBot) -> None:
    qtbot.keyClicks(help_window.search, "bfloat16")
    pages = []
    for _ in range(help_window.pages["values.md"].hits("bfloat16") + help_window.pages["glossary.md"].hits("bfloat16")):
        qtbot.keyClick(help_window.search, Qt.Key.Key_Return)
        assert help_window.reader.textCursor().selectedText() == "bfloat16"
        pages.append(help_window.place[0])
    assert pages[0] == "glossary.md"
    assert pages[-1] == "values.md"
    qtbot.keyClick(help_window.search, Qt.Key.Key_Escape)
    assert not help_window.search.text()
    assert help_window.isVisible()
    assert not help_window.reader.extraSelections()
    qtbot.keyClick(help_window.search, Qt.Key.Key_Escape)
    assert not help_window.isVisible()


def test_back_and_forward(help_window: HelpWindow, qtbot: QtBot) -> None:
    assert not help_window.back.isEnabled()
    help_window.show_place("glossary.md", "strict")
    help_window.show_place("memory.md")
    help_window.activateWindow()
    qtbot.waitUntil(help_window.isActiveWindow)
    qtbot.keyClick(help_window.search, Qt.Key.Key_Left, Qt.KeyboardModifier.AltModifier)
    assert help_window.place == ("glossary.md", "strict")
    help_window.back.click()
    assert help_window.place == ("tour.md", "")
    help_window.forward.click()
    help_window.forward.click()
    assert help_window.place == ("memory.md", "")
    assert not help_window.forward.isEnabled()


def test_a_heading_in_the_contents_is_gone_to(help_window: HelpWindow) -> None:
    glossary = help_window.contents.topLevelItem(1)
    help_window.contents.setCurrentItem(glossary.child(3))
    assert help_window.place == ("glossary.md", glossary.child(3).data(0, Qt.ItemDataRole.UserRole)[1])
    assert help_window.contents.currentItem().text(0) == help_window.pages["glossary.md"].sections[4].title


def test_ctrl_f_goes_to_the_search(help_window: HelpWindow, qtbot: QtBot) -> None:
    help_window.activateWindow()
    qtbot.waitUntil(help_window.isActiveWindow)
    help_window.reader.setFocus()
    qtbot.keyClick(help_window.reader, Qt.Key.Key_F, Qt.KeyboardModifier.ControlModifier)
    assert help_window.search.hasFocus()


def test_without_the_pages_the_rest_is_there(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("gui.help.window.docs_folder", lambda: tmp_path / "gone")
    window = HelpWindow([shortcuts_page("Shortcuts", "Keys.", ("Keys", "Commands"), [("Ctrl+O", "Open")])])
    qtbot.addWidget(window)
    window.show()
    assert window.place == ("shortcuts.md", "")
    window.reader.page_asked.emit("tour.md", "")
    assert window.place == ("shortcuts.md", "")


@pytest.mark.parametrize("words", ["gpu another saved", "Prefix dataparallel"])
def test_words_are_found_in_any_order(help_window: HelpWindow, qtbot: QtBot, words: str) -> None:
    qtbot.keyClicks(help_window.search, words)
    assert help_window.contents.topLevelItemCount()
    assert "tour.md" in {
        help_window.contents.topLevelItem(row).data(0, Qt.ItemDataRole.UserRole)[0]
        for row in range(help_window.contents.topLevelItemCount())
    }


def test_what_is_written_without_spaces_is_found_by_its_parts() -> None:
    assert terms("デバイスを変更") == ("デバイス", "変更")
    assert terms("显存预测") == ("显存", "存预", "预测")
    page = HelpPage("it.md", "# 预测\n\n每张卡的显存。")
    assert page.hits("显存 预测")
    assert not page.hits("显存 训练")
    near = HelpPage("near.md", "# a\n\nnumbers of one tensor")
    far = HelpPage("far.md", "# b\n\none of the tensor numbers")
    assert found_pages([far, near], "one tensor") == [near, far]
