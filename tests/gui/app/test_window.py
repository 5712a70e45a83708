"""The frame: keyboard, menus, themes, the remembered layout, the banner, the search line."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtGui import QKeySequence, QPalette
from PySide6.QtWidgets import QApplication, QLabel, QToolButton
from pytestqt.qtbot import QtBot

from core.catalogue.search import search
from core.edits.edits import MoveOptimizer, RemapDevice
from gui.app import start
from gui.app.actions import ACTIONS, MENUS, PANELS, RECENT, SEPARATOR, THEMES, TOOLBAR
from gui.app.docks import FLOATING_SIZE
from gui.app.window import MainWindow
from gui.app.workspace import PANELS as PANEL_SPECS
from gui.look import messages, settings, theme
from gui.look.messages import Message, Offer, Question
from gui.look.settings import MOST_RECENT_FILES, Setting, Settings
from gui.look.theme import DARK, LIGHT, Colours
from gui.session.session import Session
from gui.tree.search_line import SearchLine, regex_objection
from tests.gui.conftest import Said

OpenIn = Callable[[MainWindow, Path], None]
CONTROL = Qt.KeyboardModifier.ControlModifier
SHIFT = Qt.KeyboardModifier.ShiftModifier


@pytest.fixture
def document(window: MainWindow, open_in: OpenIn, small_file: Path) -> MainWindow:
    """The window with the small checkpoint open and the keyboard in the tree."""
    open_in(window, small_file)
    window.activateWindow()
    return window


# ---- keyboard and menus


def test_the_whole_plan_by_keyboard(document: MainWindow, qtbot: QtBot) -> None:
    document.session.apply(RemapDevice("cuda:5", "cpu"))
    document.session.apply(RemapDevice("cuda:5", "cuda:0"))
    for _ in range(2):
        qtbot.keyClick(document, Qt.Key.Key_Z, CONTROL)
    assert not document.session.plan
    assert not document.actions_["undo"].isEnabled()
    qtbot.keyClick(document, Qt.Key.Key_Z, CONTROL | SHIFT)
    qtbot.keyClick(document, Qt.Key.Key_Y, CONTROL)
    assert document.session.plan.edits == (RemapDevice("cuda:5", "cuda:0"),)


@pytest.mark.parametrize("modifiers", [CONTROL, CONTROL | SHIFT])
def test_both_save_shortcuts_ask_to_save(document: MainWindow, qtbot: QtBot, modifiers: Qt.KeyboardModifier) -> None:
    qtbot.keyClick(document, Qt.Key.Key_S, modifiers)
    assert document.saving.dialog is not None
    document.saving.dialog.reject()


def test_find_focuses_the_search_and_escape_clears_it(document: MainWindow, qtbot: QtBot) -> None:
    qtbot.keyClick(document, Qt.Key.Key_F, CONTROL)
    assert document.focusWidget() is document.search
    qtbot.keyClicks(document.search, "weight")
    qtbot.waitUntil(lambda: document.session.filter_text == "weight")
    qtbot.keyClick(document.search, Qt.Key.Key_Escape)
    assert document.search.text() == ""
    assert document.session.filter_text == ""


def test_the_keyboard_goes_from_the_search_to_the_tree_and_escape_clears_from_there(
    document: MainWindow, qtbot: QtBot
) -> None:
    qtbot.keyClick(document, Qt.Key.Key_F, CONTROL)
    qtbot.keyClicks(document.search, "bias")
    qtbot.keyClick(document.search, Qt.Key.Key_Down)
    assert document.session.filter_text == "bias"
    focus = document.focusWidget()
    assert focus is document.workspace.tree or document.workspace.tree.isAncestorOf(focus)
    qtbot.keyClick(focus, Qt.Key.Key_Escape)
    assert document.search.text() == ""
    assert document.session.filter_text == ""


def test_help_is_not_modal_and_lists_every_shortcut(document: MainWindow, qtbot: QtBot) -> None:
    from PySide6.QtWidgets import QLabel

    from gui.app.help import HelpDialog

    qtbot.keyClick(document, Qt.Key.Key_F1)
    (dialog,) = document.findChildren(HelpDialog)
    assert dialog.isVisible()
    assert not dialog.isModal()
    words = " ".join(label.text() for label in dialog.findChildren(QLabel))
    for spec in ACTIONS:
        for keys in spec.shortcuts:
            assert QKeySequence(keys).toString(QKeySequence.SequenceFormat.NativeText) in words


def test_undo_names_the_step_it_takes_back(document: MainWindow) -> None:
    document.session.apply(RemapDevice("cuda:5", "cpu"), "R&D")
    assert document.actions_["undo"].text() == "&Undo R&&D"
    assert document.actions_["undo"].iconText() == "Undo"


def test_menus_and_toolbar_name_only_declared_actions() -> None:
    declared = {spec.id for spec in ACTIONS} | {SEPARATOR, PANELS, THEMES, RECENT}
    named = [item for _title, items in MENUS for item in items]
    assert {*named, *TOOLBAR} <= declared
    assert {spec.id for spec in ACTIONS} <= set(named), "every action can be found in the menus"
    assert len(declared) == len(ACTIONS) + 4


def test_no_shortcut_means_two_things() -> None:
    keys = [keys for spec in ACTIONS for keys in spec.shortcuts]
    assert len(keys) == len(set(keys))


def test_every_action_says_what_it_does(window: MainWindow) -> None:
    for spec in ACTIONS:
        assert spec.tip.endswith(".")
        assert spec.tip in window.actions_[spec.id].toolTip()


# ---- panels


def test_panels_show_and_hide_from_the_view_menu(document: MainWindow) -> None:
    assert set(document.workspace.docks) == {spec.name for spec in PANEL_SPECS}
    for action, spec in zip(document.workspace.toggle_actions(), PANEL_SPECS, strict=True):
        assert action.text() == spec.title
        dock = document.workspace.docks[spec.name]
        assert not dock.isHidden()
        action.trigger()
        assert dock.isHidden()
        action.trigger()
        assert not dock.isHidden()


def test_the_layout_is_remembered_and_can_be_reset(
    make_window: Callable[[], MainWindow], open_in: OpenIn, small_file: Path
) -> None:
    first = make_window()
    open_in(first, small_file)
    first.workspace.docks["changes"].close()
    first.workspace.addDockWidget(Qt.DockWidgetArea.RightDockWidgetArea, first.workspace.docks["devices"])
    first.close()
    second = make_window()
    open_in(second, small_file)
    assert second.workspace.docks["changes"].isHidden()
    assert second.workspace.dockWidgetArea(second.workspace.docks["devices"]) == Qt.DockWidgetArea.RightDockWidgetArea
    second.actions_["reset_layout"].trigger()
    assert not second.workspace.docks["changes"].isHidden()
    assert second.workspace.dockWidgetArea(second.workspace.docks["devices"]) == Qt.DockWidgetArea.LeftDockWidgetArea


def test_the_layout_is_that_of_the_last_document(
    make_window: Callable[[], MainWindow], open_in: OpenIn, small_file: Path
) -> None:
    first = make_window()
    open_in(first, small_file)
    first.workspace.docks["fixes"].close()
    first.workspace.docks["changes"].setFloating(True)
    first.close_file()
    first.close()  # with no document, and with the floating panel off the screen
    second = make_window()
    open_in(second, small_file)
    assert second.workspace.docks["fixes"].isHidden()
    assert second.workspace.docks["changes"].isFloating()
    assert second.workspace.docks["changes"].isVisible()


def test_a_floating_panel_leaves_with_its_document(document: MainWindow) -> None:
    details = document.workspace.docks["details"]
    details.setFloating(True)
    document.close_file()
    assert not details.isVisible()


def test_a_tab_that_is_not_on_top_floats_into_view(document: MainWindow, qtbot: QtBot) -> None:
    memory = document.workspace.docks["memory"]
    memory.setFloating(True)
    qtbot.waitUntil(lambda: document.frameGeometry().intersects(memory.geometry()))
    assert memory.width() >= FLOATING_SIZE.width()


# ---- themes


@pytest.mark.parametrize(("choice", "colours"), [("light", LIGHT), ("dark", DARK)])
def test_a_theme_recolours_the_window_and_is_remembered(
    window: MainWindow, qapp: QApplication, choice: str, colours: Colours
) -> None:
    action = next(action for action in window.theme_menu.actions() if action.data() == choice)
    action.trigger()
    assert window.palette().color(QPalette.ColorRole.Window).name() == colours.window
    assert theme.is_dark() == colours.dark
    assert window.settings.get(settings.THEME) == choice
    assert "@" not in qapp.styleSheet(), "every colour of the style sheet has a value"


@pytest.mark.parametrize("colours", [LIGHT, DARK], ids=["light", "dark"])
@pytest.mark.parametrize(
    ("front", "back"),
    [
        ("text", "base"),
        ("text", "window"),
        ("muted", "base"),
        ("muted", "window"),
        ("accent", "base"),
        ("on_accent", "accent"),
        ("on_selection", "selection"),
        ("on_warning", "warning"),
        ("on_good", "good"),
        ("error", "base"),
        ("error", "window"),
    ],
)
def test_text_can_be_read(colours: Colours, front: str, back: str) -> None:
    assert contrast(getattr(colours, front), getattr(colours, back)) >= 4.5  # WCAG AA


def contrast(one: str, other: str) -> float:
    """The contrast ratio of two `#rrggbb` by WCAG 2."""

    def luminance(colour: str) -> float:
        parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
        red, green, blue = (part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue

    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def test_a_tab_floats_and_closes_without_repeating_its_name(document: MainWindow, qtbot: QtBot) -> None:
    details = document.workspace.docks["details"]
    details.raise_()
    title = details.titleBarWidget()
    floats, closes = title.findChildren(QToolButton)
    assert not [label for label in title.findChildren(QLabel) if label.isVisible()]
    assert floats.isVisible()
    qtbot.mouseClick(floats, Qt.MouseButton.LeftButton)
    assert details.isFloating()
    qtbot.waitUntil(lambda: [label.text() for label in title.findChildren(QLabel) if label.isVisible()] == ["DETAILS"])
    qtbot.mouseClick(closes, Qt.MouseButton.LeftButton)
    assert details.isHidden()


# ---- banner


def test_the_banner_warns_then_guides_then_confirms(document: MainWindow, qtbot: QtBot) -> None:
    banner = document.banner
    assert banner.property("state") == "warning"
    assert banner.text.text().startswith("Saved on cuda:5. On a machine without a GPU, torch.load(f) raises")
    assert banner.map_button.text() == "Map cuda:5 → cpu"
    document.session.apply(RemapDevice("cuda:5", "cuda:0"))
    assert banner.text.text().startswith("Will be saved on cuda:0.")
    qtbot.mouseClick(banner.map_button, Qt.MouseButton.LeftButton)
    assert banner.property("state") == "good"
    assert banner.text.text().startswith("Once saved, torch.load(f) works")
    assert banner.save_button.isVisible()
    document.resize(1900, 800)  # the words take one line
    QApplication.processEvents()
    height = banner.height()
    for name in ("a.pth", "b.pth"):
        document.session.mark_saved(name)
        assert banner.text.text().startswith(f"Saved as {name}: torch.load(f) works")
        assert banner.text.text().endswith("epoch27.pth, which is open here, is as it was.")
    assert not banner.save_button.isVisible()
    QApplication.processEvents()
    assert banner.height() == height  # nothing below it moves away under the pointer


def test_the_banner_explains_itself_when_asked(document: MainWindow, qtbot: QtBot) -> None:
    banner = document.banner
    assert not banner.why.isVisible()
    qtbot.mouseClick(banner.why_button, Qt.MouseButton.LeftButton)
    assert "map_location" in banner.why.text()
    assert banner.why.isVisible()
    banner.map_button.click()
    assert not banner.why.isVisible()


def test_the_button_maps_all_gpus_in_one_step(window: MainWindow, qtbot: QtBot) -> None:
    with qtbot.waitSignal(window.session.opened):
        window.open_demo()
    assert window.banner.map_button.text() == "Map cuda:* → cpu"
    window.banner.map_button.click()
    preview = window.session.preview
    assert preview is not None
    assert [total.device for total in preview.totals_after] == ["cpu"]
    window.session.undo_stack.undo()
    assert not window.session.plan


def test_mapping_takes_back_what_was_sent_to_a_gpu(document: MainWindow) -> None:
    document.session.apply(RemapDevice("cuda:5", "cpu"))
    document.session.apply(MoveOptimizer("cuda:0"))
    assert document.banner.text.text().startswith("Will be saved on cuda:0.")
    document.banner.map_button.click()
    assert document.banner.property("state") == "good"
    assert document.session.preview is not None
    assert [total.device for total in document.session.preview.totals_after] == ["cpu"]


def test_a_file_for_every_machine_has_no_banner(
    window: MainWindow, open_in: OpenIn, tmp_path: Path, qtbot: QtBot
) -> None:
    import torch

    torch.save({"weight": torch.zeros(2)}, tmp_path / "cpu.pth")
    open_in(window, tmp_path / "cpu.pth")
    assert not window.banner.isVisible()


# ---- search


def test_a_broken_expression_is_shown_and_filters_nothing(session: Session, qtbot: QtBot) -> None:
    line = SearchLine(session)
    qtbot.addWidget(line)
    line.setText("conv")
    line.apply()
    line.regex.setChecked(True)
    line.setText("conv[")
    line.apply()
    assert line.property("wrong") == "true"
    assert "no regular expression" in line.toolTip()
    assert line.count.text().startswith("not valid: ")
    assert session.filter_text == "conv"
    line.setText("conv[12]")
    line.apply()
    assert line.property("wrong") == "false"
    assert (session.filter_text, session.filter_regex) == ("conv[12]", True)


def test_the_search_says_how_many_it_found(document: MainWindow, qtbot: QtBot) -> None:
    document.search.setText("role:model bias")
    document.search.apply()
    qtbot.waitUntil(document.search.count.isVisible)
    found = int(document.search.count.text().removesuffix(" found"))
    assert document.session.catalogue is not None
    assert found == len(search(document.session.catalogue, "role:model bias")) > 0
    assert document.search.rect().contains(document.search.count.geometry())
    document.search.reset()
    assert not document.search.count.isVisible()


def test_the_line_follows_a_filter_that_others_lift(document: MainWindow, qtbot: QtBot) -> None:
    document.search.setText("no such key")
    document.search.apply()
    assert document.session.filter_text == "no such key"
    document.session.set_filter("")
    assert document.search.text() == ""
    assert not document.search.count.isVisible()


def test_typing_searches_once_after_a_pause(session: Session, qtbot: QtBot) -> None:
    line = SearchLine(session)
    qtbot.addWidget(line)
    heard: list[str] = []
    session.filter_changed.connect(lambda text, regex: heard.append(text))
    qtbot.keyClicks(line, "bias")
    assert heard == []
    qtbot.waitUntil(lambda: heard == ["bias"])


@pytest.mark.parametrize(("pattern", "fine"), [("a+", True), ("(", False), ("", True), ("*", False)])
def test_regex_objection(pattern: str, fine: bool) -> None:
    assert (regex_objection(pattern) == "") == fine


# ---- settings and messages


def test_settings_of_the_wrong_type_read_as_the_default(app_settings: Settings) -> None:
    number = Setting("x/number", int, 3)
    assert app_settings.get(number) == 3
    app_settings.set(Setting("x/number", str, ""), "many")
    assert app_settings.get(number) == 3
    app_settings.set(number, 5)
    assert app_settings.get(number) == 5
    app_settings.forget(number)
    assert app_settings.get(number) == 3


def test_recent_files_are_few_distinct_and_latest_first(app_settings: Settings) -> None:
    for number in range(MOST_RECENT_FILES + 5):
        app_settings.add_recent_file(Path(f"/x/{number}.pth"))
    app_settings.add_recent_file(Path("/x/7.pth"))
    files = app_settings.recent_files()
    assert len(files) == MOST_RECENT_FILES
    assert files[:2] == [Path("/x/7.pth"), Path(f"/x/{MOST_RECENT_FILES + 4}.pth")]
    app_settings.remove_recent_file(Path("/x/7.pth"))
    assert Path("/x/7.pth") not in app_settings.recent_files()


def test_one_recent_file_survives_the_ini_file(tmp_path: Path) -> None:
    from PySide6.QtCore import QSettings

    def opened() -> Settings:
        return Settings(QSettings(str(tmp_path / "one.ini"), QSettings.Format.IniFormat))

    first = opened()
    first.add_recent_file(Path("/x/only.pth"))
    del first
    assert opened().recent_files() == [Path("/x/only.pth")]


def test_a_note_shows_plain_text_offers_and_goes(window: MainWindow, qtbot: QtBot) -> None:
    taken: list[bool] = []
    window.toast.show_message(Message("<b>a</b>", "info", (Offer("Do it", lambda: taken.append(True)),)))
    assert window.toast.isVisible()
    assert window.toast.text.text() == "<b>a</b>"
    assert window.toast.text.textFormat() == Qt.TextFormat.PlainText
    (offer,) = window.toast.buttons()
    qtbot.mouseClick(offer, Qt.MouseButton.LeftButton)
    assert taken == [True]
    assert not window.toast.isVisible()


@pytest.mark.parametrize("words", ["short", "long " * 90])
def test_a_note_covers_the_status_bar_and_nothing_else(window: MainWindow, words: str) -> None:
    toast, bar = window.toast, window.statusBar()
    before = bar.height()
    toast.show_message(Message(words, "error", (Offer("Do it", lambda: None),)))
    for width, height in ((1280, 800), (800, 500)):
        window.resize(width, height)
        QApplication.processEvents()
        place = QRect(toast.mapTo(window, QPoint()), toast.size())
        assert place == bar.geometry()
        assert place.bottom() <= window.rect().bottom()
        assert place.top() > window.pages.geometry().bottom()
        assert toast.text.height() >= toast.text.heightForWidth(toast.text.width())
    toast.hide()
    QApplication.processEvents()
    assert bar.height() == before


def test_an_unforeseen_error_is_told_with_details(said: Said, qtbot: QtBot, caplog: pytest.LogCaptureFixture) -> None:
    try:
        raise ZeroDivisionError("nobody foresaw this")
    except ZeroDivisionError as error:
        start.tell_unforeseen(type(error), error, error.__traceback__)
    (message,) = said.messages
    assert message.level == "error"
    assert "nobody foresaw this" in message.text
    message.offers[0].act()
    assert "ZeroDivisionError" in QApplication.clipboard().text()
    assert "ZeroDivisionError" in caplog.text


def test_without_a_window_messages_go_to_the_log(caplog: pytest.LogCaptureFixture) -> None:
    before = messages.use(None)
    try:
        messages.say("hello")
        question = Question("Go?", "Really?", (messages.Choice("go", "Go"), messages.Choice("stay", "Stay")))
        assert messages.ask(question) == "stay"
    finally:
        messages.use(before)
    assert "hello" in caplog.text
