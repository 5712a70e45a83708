"""Preferences: what is chosen applies at once and is there at the next start."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from PySide6.QtCore import QSettings, Qt
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from core.text import size_text
from gui.app.preferred import put_in_force
from gui.app.window import MainWindow
from gui.look import scale, settings, theme
from gui.look.settings import Settings
from gui.preferences.dialog import PreferencesDialog
from gui.session.computers import gpus_here
from gui.session.diagnosis_service import DiagnosisService

CONTROL = Qt.KeyboardModifier.ControlModifier


@pytest.fixture(autouse=True)
def as_before(app_settings: Settings) -> Iterator[None]:
    yield
    for each in (settings.TEXT_SIZE, settings.DENSITY, settings.UNITS, settings.GPUS, settings.CARD):
        app_settings.forget(each)
    app_settings.set(settings.THEME, "light")
    put_in_force(app_settings)


@pytest.fixture
def dialog(document: MainWindow, qtbot: QtBot) -> PreferencesDialog:
    qtbot.keyClick(document, Qt.Key.Key_Comma, CONTROL)
    found = document.preferred.dialog
    assert found is not None
    assert not found.isModal()
    return found


def choose(dialog: PreferencesDialog, setting: settings.Setting, value: object) -> None:
    box = dialog.boxes[setting.key]
    place = box.findData(value)
    assert place >= 0
    box.setCurrentIndex(place)
    box.activated.emit(place)


def test_every_choice_applies_at_once_and_is_remembered(
    dialog: PreferencesDialog, document: MainWindow, app_settings: Settings
) -> None:
    choose(dialog, settings.THEME, "dark")
    assert theme.is_dark()
    choose(dialog, settings.TEXT_SIZE, 150)
    assert scale.size() == 150
    choose(dialog, settings.UNITS, "binary")
    assert size_text(1 << 20) == "1.00 MiB"
    choose(dialog, settings.GPUS, 4)
    assert gpus_here() == 4
    assert DiagnosisService.of(document.page.session).computer.gpus == 4
    assert "4 GPU" in document.page.workspace.docks["diagnosis"].widget().content.computer.itemText(0)
    choose(dialog, settings.CARD, "H100")
    memory = document.page.workspace.docks["memory"].widget().board
    assert memory.controls.machine.gpus == 4
    assert round(memory.controls.machine.capacity / 2**30, 1) == 79.1
    again = Settings(QSettings(app_settings._store.fileName(), QSettings.Format.IniFormat))
    assert again.get(settings.TEXT_SIZE) == 150
    assert again.get(settings.GPUS) == 4


def test_a_page_goes_back_to_what_it_was_and_leaves_the_others(
    dialog: PreferencesDialog, app_settings: Settings
) -> None:
    choose(dialog, settings.TEXT_SIZE, 80)
    choose(dialog, settings.MOST_RECENT, 5)
    dialog.resets[0].click()
    assert scale.size() == 100
    assert dialog.boxes["view/text_size"].currentData() == 100
    assert app_settings.get(settings.MOST_RECENT) == 5


def test_text_grows_by_the_keyboard_and_the_dialog_follows(
    dialog: PreferencesDialog, document: MainWindow, qtbot: QtBot
) -> None:
    qtbot.keyClick(document, Qt.Key.Key_Plus, CONTROL)
    qtbot.keyClick(document, Qt.Key.Key_Equal, CONTROL)
    assert scale.size() == 125
    assert dialog.boxes["view/text_size"].currentData() == 125
    qtbot.keyClick(dialog, Qt.Key.Key_Minus, CONTROL)
    assert scale.size() == 110
    qtbot.keyClick(document, Qt.Key.Key_0, CONTROL)
    assert scale.size() == 100


def test_sizes_in_binary_units() -> None:
    from core.text import use_binary_units

    assert size_text(1000) == "1.00 kB"
    use_binary_units(True)
    try:
        assert [size_text(n) for n in (1023, 1024, 10_240, 1 << 40)] == ["1023 B", "1.00 KiB", "10.0 KiB", "1.00 TiB"]
    finally:
        use_binary_units(False)


def test_columns_are_as_at_first(dialog: PreferencesDialog, document: MainWindow, app_settings: Settings) -> None:
    columns = document.page.workspace.tree.view.columns
    app_settings.set(settings.TREE_COLUMNS, '{"order": ["KEY"]}')
    dialog.columns_reset.emit()
    assert columns.choice == type(columns.choice)()


def test_of_two_windows_a_shortcut_means_the_one_used_last(
    document: MainWindow, make_window: Callable[[], MainWindow], qtbot: QtBot
) -> None:
    other = make_window()
    for window in (other, document):
        window.activateWindow()
        QApplication.processEvents()
        qtbot.waitUntil(window.isActiveWindow)
        before = scale.size()
        qtbot.keyClick(window, Qt.Key.Key_Plus, CONTROL)
        assert scale.size() > before


def test_return_resets_nothing(dialog: PreferencesDialog, app_settings: Settings, qtbot: QtBot) -> None:
    app_settings.set(settings.UNITS, "binary")
    dialog.show_values()
    dialog.activateWindow()
    qtbot.keyClick(dialog.boxes[settings.UNITS.key], Qt.Key.Key_Return)
    assert app_settings.get(settings.UNITS) == "binary"
    assert not dialog.isVisible()
