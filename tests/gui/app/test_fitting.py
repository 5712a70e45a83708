"""Every panel and dialog in every language, and in one that nobody speaks: nothing cut off, nothing left in English."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from core import words
from core.edits.edits import RemapDevice, StripPrefix
from core.languages import LANGUAGES
from core.memory.machine import MODEL_DTYPES
from gui.app.desk import Desk
from gui.app.window import MainWindow
from gui.jobs.latest_job import LatestJob
from gui.look import language, messages, scale
from gui.look.settings import Settings
from gui.page.file_kinds import DEMO
from gui.page.workspace import PANELS
from tests.gui.conftest import Said
from tests.support.fitting import clipped, untranslated
from tests.support.pseudo import LANGUAGE, pseudo

SIZES = ((1024, 700), (1280, 800))
_GROWN = 40
"""Pixels by which the window may be wider than it was asked to be, where everything is 40 % longer at once."""
KNOWN = {DEMO.name, *LANGUAGES.values(), *MODEL_DTYPES, "cpu", "cuda:0", "kB, MB, GB", "KiB, MiB, GiB"}
"""Texts that stay as they are."""
DIALOGS = ("code", "compare", "preferences", "rename_keys", "apply_recipe", "save", "ask_error", "palette", "shortcuts")
"""Actions that open one; those of files are Qt's own."""


@pytest.fixture(autouse=True)
def english(qapp: QApplication) -> Iterator[None]:
    yield
    language.apply("en")
    scale.apply_size(scale.USUAL)


@pytest.fixture(params=["en", "zh", "ja", LANGUAGE])
def demo(
    request: pytest.FixtureRequest, make_window: Callable[[], MainWindow], open_in: Callable[..., None]
) -> MainWindow:
    """The window with the demo, in a language."""
    if request.param == LANGUAGE:
        words.use(pseudo, LANGUAGE)
    else:
        language.apply(request.param)
    window = make_window()
    open_in(window, DEMO)
    return window


def rest(window: MainWindow, qtbot: QtBot) -> None:
    """Until nobody works and everything is laid out."""
    qtbot.waitUntil(lambda: not any(job.busy for job in window.findChildren(LatestJob)))
    for _ in range(4):
        QApplication.processEvents()


def faults(root: QWidget, window: MainWindow) -> list[str]:
    """What is wrong with the texts of a window, or of a dialog of it."""
    if words.language() != LANGUAGE:
        return clipped(root)
    catalogue = window.page.session.catalogue
    assert catalogue is not None
    return clipped(root, boxes=False) + untranslated(
        root, KNOWN | {total.device for total in catalogue.devices} | set(catalogue.labels)
    )


def test_every_panel_has_room_for_what_it_says(demo: MainWindow, qtbot: QtBot) -> None:
    found: dict[str, list[str]] = {}
    for width, height in SIZES:
        demo.resize(width, height)
        banner = demo.page.banner.text
        rest(demo, qtbot)
        assert banner.shown == banner.text() or words.language() == LANGUAGE
        for spec in PANELS:
            demo.page.workspace.show_panel(spec.name)
            rest(demo, qtbot)
            assert demo.width() <= width + (_GROWN if words.language() == LANGUAGE else 0), spec.name
            for fault in faults(demo, demo):
                found.setdefault(fault, []).append(f"{spec.name} {width}")
    assert not found, "\n".join(f"{fault}: {places}" for fault, places in found.items())


@pytest.mark.parametrize("demo", ["en", "zh"], indirect=True)
def test_every_panel_has_room_for_larger_text(demo: MainWindow, qtbot: QtBot) -> None:
    demo.resize(1280, 800)
    catalogue = demo.page.session.catalogue
    assert catalogue is not None
    demo.page.session.reveal(catalogue.find("state_dict/module.conv.weight"))
    scale.apply_size(150)
    rest(demo, qtbot)
    devices = demo.page.workspace.docks["devices"].widget()
    assert devices is not None
    assert devices.height() >= devices.minimumSizeHint().height()
    found: dict[str, list[str]] = {}
    for spec in PANELS:
        demo.page.workspace.show_panel(spec.name)
        rest(demo, qtbot)
        for fault in clipped(demo):
            found.setdefault(fault, []).append(spec.name)
    assert not found, "\n".join(f"{fault}: {places}" for fault, places in found.items())


def test_every_dialog_has_room_for_what_it_says(demo: MainWindow, qtbot: QtBot) -> None:
    found = []
    for name in DIALOGS:
        demo.actions_[name].trigger()
        rest(demo, qtbot)
        opened = [each for each in QApplication.topLevelWidgets() if each.isVisible() and each is not demo]
        for dialog in opened:
            found += [f"{name}: {fault}" for fault in faults(dialog, demo)]
            dialog.close()
    assert not found, "\n".join(found)


def test_what_is_open_is_said_anew_in_another_language(
    app_settings: Settings, said: Said, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All that a window says after the switch, in every panel, is what it would have said from the start."""
    desk = Desk(app_settings, None)
    window = desk.start()
    messages.use(said)
    window.open_file(DEMO)
    qtbot.waitUntil(lambda: window.page.session.catalogue is not None)
    rest(window, qtbot)
    monkeypatch.setattr(language, "apply", lambda _choice: words.use(pseudo, LANGUAGE))
    desk.set_language("ja")
    (window,) = desk.windows
    qtbot.waitUntil(lambda: window.page.session.catalogue is not None)
    found: list[str] = []
    for spec in PANELS:
        window.page.workspace.show_panel(spec.name)
        rest(window, qtbot)
        found += faults(window, window)
    monkeypatch.undo()
    window.close()
    window.deleteLater()
    assert not found, "\n".join(dict.fromkeys(found))


def test_what_was_done_is_undone_after_another_language_too(
    app_settings: Settings, said: Said, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk = Desk(app_settings, None)
    window = desk.start()
    messages.use(said)
    window.open_file(DEMO)
    qtbot.waitUntil(lambda: window.page.session.catalogue is not None)
    edits = (RemapDevice("cuda:1", "cpu"), StripPrefix("module."), RemapDevice("cuda:5", "cpu"))
    for edit in edits:
        window.page.session.apply(edit)
    window.page.session.undo()
    monkeypatch.setattr(language, "apply", lambda _choice: words.use(pseudo, LANGUAGE))
    desk.set_language("ja")
    (window,) = desk.windows
    session = window.page.session
    qtbot.waitUntil(lambda: session.catalogue is not None)
    assert session.undo_stack.count() == 3
    assert "strip" not in session.undo_stack.text(1)
    for step, count in ((session.redo, 3), (session.undo, 2), (session.undo, 1), (session.undo, 0), (session.redo, 1)):
        step()
        assert session.plan.edits == edits[:count]
        assert session.preview is not None
        assert session.preview.plan == session.plan
    monkeypatch.undo()
    window.page.session.undo_stack.setClean()
    window.close()
    window.deleteLater()
