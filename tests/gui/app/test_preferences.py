"""Preferences: what is chosen applies at once and is there at the next start."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from PySide6.QtCore import QSettings, Qt
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from core.text import size_text
from gui.app.window import MainWindow
from gui.look import scale, settings, theme
from gui.look.settings import Settings
from gui.preferences import offered
from gui.preferences.dialog import PreferencesDialog
from gui.preferences.offered import PAGES, Preference, put_in_force
from gui.session.computers import gpus_here
from gui.session.diagnosis_service import DiagnosisService

CONTROL = Qt.KeyboardModifier.ControlModifier


@pytest.fixture(autouse=True)
def as_before(app_settings: Settings) -> Iterator[None]:
    yield
    for each in (
        offered.TEXT_SIZE.setting,
        offered.DENSITY.setting,
        offered.UNITS.setting,
        offered.GPUS.setting,
        offered.CARD.setting,
    ):
        app_settings.forget(each)
    app_settings.set(offered.THEME.setting, "light")
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


ALL = [preference for page in PAGES for preference in page.preferences]


@pytest.mark.parametrize("preference", ALL, ids=lambda preference: preference.setting.key)
def test_a_preference_has_a_name_a_tip_choices_and_an_effect(
    preference: Preference[Any], app_settings: Settings
) -> None:
    assert preference.name
    assert preference.tip not in ("", preference.name)
    values, names = zip(*preference.choices(), strict=True)
    assert preference.setting.default in values
    assert len(set(values)) == len(set(names)) > 1
    assert all(names)
    assert all(isinstance(value, preference.setting.type) for value in values)
    if preference is not offered.LANGUAGE:  # the texts of all tests are said in one
        for value in values:
            preference.effect(value)
    put_in_force(app_settings)


def test_no_two_preferences_are_remembered_in_one_place() -> None:
    assert len({preference.setting.key for preference in ALL}) == len(ALL)


def test_every_choice_applies_at_once_and_is_remembered(
    dialog: PreferencesDialog, document: MainWindow, app_settings: Settings
) -> None:
    choose(dialog, offered.THEME.setting, "dark")
    assert theme.is_dark()
    choose(dialog, offered.TEXT_SIZE.setting, 150)
    assert scale.size() == 150
    choose(dialog, offered.UNITS.setting, "decimal")
    assert size_text(10**6) == "1.00 MB"
    choose(dialog, offered.GPUS.setting, 4)
    assert gpus_here() == 4
    assert DiagnosisService.of(document.page.session).computer.gpus == 4
    choose(dialog, offered.CARD.setting, "H100")
    memory = document.page.workspace.docks["memory"].widget().board
    assert memory.controls.machine.gpus == 4
    assert round(memory.controls.machine.capacity / 2**30, 1) == 79.1
    again = Settings(QSettings(app_settings._store.fileName(), QSettings.Format.IniFormat))
    assert again.get(offered.TEXT_SIZE.setting) == 150
    assert again.get(offered.GPUS.setting) == 4


def test_a_page_goes_back_to_what_it_was_and_leaves_the_others(
    dialog: PreferencesDialog, app_settings: Settings
) -> None:
    choose(dialog, offered.TEXT_SIZE.setting, 80)
    choose(dialog, offered.MOST_RECENT.setting, 5)
    dialog.resets[0].click()
    assert scale.size() == 100
    assert dialog.boxes["view/text_size"].currentData() == 100
    assert app_settings.get(offered.MOST_RECENT.setting) == 5


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
    app_settings.set(offered.UNITS.setting, "decimal")
    dialog.show_values()
    dialog.activateWindow()
    qtbot.keyClick(dialog.boxes[offered.UNITS.setting.key], Qt.Key.Key_Return)
    assert app_settings.get(offered.UNITS.setting) == "decimal"
    assert not dialog.isVisible()
