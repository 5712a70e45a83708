"""What else is done every day, by mouse and by keyboard."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
import torch
from PySide6.QtWidgets import QApplication, QDialog, QPlainTextEdit, QTabBar, QTextEdit, QWidget

from gui.diagnosis.finding_card import FindingCard
from gui.look import theme
from gui.palette.popup import Popup
from tests.files.tour_files import make
from tests.gui.hands import Hands
from tests.gui.tasks.conftest import Desk
from tests.support.machines import machine
from tests.support.oracle import PretendGpus

Answer = Callable[[Path], None]
KEY = "module.conv1.bias"


def dialog_of(desk: Desk) -> QWidget:
    """The dialog that has come up."""
    desk.hands.until(lambda: [each for each in desk.window.findChildren(QDialog) if each.isVisible()])
    (dialog,) = [each for each in desk.window.findChildren(QDialog) if each.isVisible()]
    return dialog


def keys_saved(desk: Desk) -> set[str]:
    """Save, and let torch say which keys there are."""
    desk.window.activateWindow()  # a dialog that has gone leaves the keyboard to nobody, where there is no desktop
    desk.hands.press("Ctrl+S")
    desk.save_dialog()
    desk.hands.press("Return")
    saved = desk.saved()
    with PretendGpus():
        keys = set(torch.load(saved))
    saved.unlink()
    return keys


def to_key(desk: Desk, hands: Hands, letters: str) -> None:
    """By the keyboard to a key."""
    hands.press("Ctrl+P")
    hands.type(letters)
    hands.press("Return")
    hands.until(lambda: not any(popup.isVisible() for popup in desk.window.findChildren(Popup)))
    hands.until(lambda: desk.session.current >= 0 and desk.path(desk.session.current) == KEY)


def test_a_key_is_copied_renamed_dropped(desk: Desk, tmp_path: Path) -> None:
    file = make("two_cards.pth", tmp_path)
    before = set(torch.load(file, map_location="cpu"))
    for way in (desk.by_mouse, desk.by_keyboard):
        with way("copy a key", file) as hands:
            desk.click_key(KEY) if way == desk.by_mouse else to_key(desk, hands, "1 bi")
            hands.press("Ctrl+C")
        assert QApplication.clipboard().text() in before
        with way("drop a key") as hands:
            desk.click_key(KEY) if way == desk.by_mouse else to_key(desk, hands, "1 bi")
            hands.press("Delete")
        assert keys_saved(desk) == before - {KEY}
        desk.session.undo()
        with way("rename a key") as hands:
            desk.click_key(KEY) if way == desk.by_mouse else to_key(desk, hands, "1 bi")
            hands.press("F2", "Ctrl+A")
            hands.type("b")
            hands.press("Return")
        assert len(keys_saved(desk) - before) == 1


def test_keys_are_renamed_in_bulk(desk: Desk, tmp_path: Path) -> None:
    task, file = "`conv` to `c` in all keys", make("two_cards.pth", tmp_path)
    wanted = {key.replace("conv", "c") for key in torch.load(file, map_location="cpu")}
    for way in (desk.by_mouse, desk.by_keyboard):
        with way(task, file) as hands:
            hands.click_menu("Edit", "Rename keys…") if way == desk.by_mouse else hands.press("Ctrl+R")
            dialog = dialog_of(desk)
            hands.type("conv")
            line = dialog.replacement  # type: ignore[attr-defined]
            if way == desk.by_mouse:
                hands.click(line)
            while not line.hasFocus():
                hands.press("Tab")
            hands.type("c")
            hands.until(dialog.apply.isEnabled)  # type: ignore[attr-defined]
            hands.click_words("Rename", dialog) if way == desk.by_mouse else hands.press("Return")
            hands.until(lambda: desk.session.plan)
        assert keys_saved(desk) == wanted


def test_tabs(desk: Desk, tmp_path: Path) -> None:
    files = make("two_cards.pth", tmp_path), make("resume.pt", tmp_path)
    for way in (desk.by_mouse, desk.by_keyboard):
        with way("to the other open file", *files) as hands:
            hands.click_tab("two_cards.pth") if way == desk.by_mouse else hands.press("Ctrl+Tab")
        assert desk.page.path == files[0]
        with way("close a file", *files) as hands:
            if way == desk.by_mouse:
                bar = desk.window.tabs.tabBar()
                cross = bar.tabButton(1, QTabBar.ButtonPosition.RightSide)
                assert cross is not None
                hands.click(cross)
            else:
                hands.press("Ctrl+W")
        assert desk.page.path == files[0]
        assert desk.window.tabs.count() == 1


def test_looks(desk: Desk, tmp_path: Path) -> None:
    file = make("two_cards.pth", tmp_path)
    for way in (desk.by_mouse, desk.by_keyboard):
        with way("the dark theme", file) as hands:
            if way == desk.by_mouse:
                hands.click_menu("View", "Theme", "Dark")
            else:
                hands.press("Ctrl+Shift+P")
                hands.type("dar")
                hands.press("Return")
        assert theme.is_dark()
        theme.theme().apply("light")


def test_a_report(desk: Desk, tmp_path: Path, system_dialog: Answer) -> None:
    file, page = make("two_cards.pth", tmp_path), tmp_path / "report.html"
    system_dialog(page)
    for way in (desk.by_mouse, desk.by_keyboard):
        with way("a report for a colleague", file) as hands:
            if way == desk.by_mouse:
                hands.click_menu("File", "Export", "Report…")
            else:
                hands.press("Ctrl+Shift+P")
                hands.type("rep")
                hands.press("Return")
            hands.until(lambda: page.exists() and "</html>" in page.read_text(encoding="utf-8"))
        assert "cuda:0" in page.read_text(encoding="utf-8")
        page.unlink()


def test_the_code_that_loads_it(desk: Desk, tmp_path: Path) -> None:
    task, file = "the code that loads it", make("two_cards.pth", tmp_path)
    for way in (desk.by_mouse, desk.by_keyboard):
        with way(task, file) as hands:
            hands.click_words("Code to load it…") if way == desk.by_mouse else hands.press("Ctrl+L")
            dialog = dialog_of(desk)
        views = [*dialog.findChildren(QTextEdit), *dialog.findChildren(QPlainTextEdit)]
        desk.hands.until(lambda views=views: "torch.load(" in "".join(view.toPlainText() for view in views))
        dialog.close()


def test_why_it_fails(desk: Desk, tmp_path: Path) -> None:
    task, file = "what does torch say, word for word?", make("two_cards.pth", tmp_path)
    with desk.by_mouse(task, file) as hands:
        hands.click_words("Why?")
        card = desk.page.diagnosis.panel.list.cards[0]
        hands.until(lambda: card.message is not None and card.message.isVisible())
    with machine(0), pytest.raises(RuntimeError) as raised:
        torch.load(file)
    assert str(raised.value)[:60] in read(card)
    with desk.by_keyboard(task, file) as hands:
        while QApplication.focusWidget() is not desk.page.banner.why:
            hands.press("Tab")
        hands.press("Space")
        card = desk.page.diagnosis.panel.list.cards[0]
        hands.until(lambda: card.message is not None and card.message.isVisible())
    assert str(raised.value)[:60] in read(card)


def read(card: FindingCard) -> str:
    """What torch says, as the card has it."""
    assert card.message is not None
    return card.card.finding.message
