"""Every panel and dialog in every language, and in one that nobody speaks: nothing cut off, nothing left in English."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
import torch
from PySide6.QtCore import QSize
from PySide6.QtWidgets import QApplication, QTabBar, QWidget
from pytestqt.qtbot import QtBot
from safetensors.torch import save_file

from core import words
from core.edits.edits import RemapDevice, StripPrefix
from core.languages import LANGUAGES
from core.loading.computer import Computer
from core.memory.known_cards import known_card
from core.memory.machine import MODEL_DTYPES
from gui.app.desk import Desk
from gui.app.window import MainWindow
from gui.health.board import Legend as HealthLegend
from gui.jobs.latest_job import LatestJob
from gui.look import language, messages, scale
from gui.look.settings import Settings
from gui.look.wording import breakable
from gui.memory.bars import Legend as MemoryLegend
from gui.memory.panel import Headline
from gui.page.welcome import DEMO
from gui.page.workspace import PANELS
from gui.session.computers import SessionMachine
from gui.widgets.table_view import TableView
from tests.gui.conftest import Said
from tests.gui.documents import saved, two_gpus
from tests.support.fitting import clipped, untranslated
from tests.support.pseudo import LANGUAGE, PSEUDO
from tests.support.thinning import first, in_turn

SMALL = (1024, 640)
SIZES = ((1024, 700), (1280, 800))
_GROWN = 40
"""Pixels by which the window may be wider than it was asked to be, where everything is 40 % longer at once."""
KNOWN = {DEMO.name, *LANGUAGES.values(), *MODEL_DTYPES, "cpu", "cuda:0", "kB, MB, GB"}
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
        words.use(PSEUDO, LANGUAGE)
    else:
        language.apply(request.param)
    window = make_window()
    open_in(window, DEMO)
    return window


def rest(window: MainWindow, qtbot: QtBot) -> None:
    """Until nobody works and everything is laid out."""
    qtbot.waitUntil(lambda: not any(job.busy for job in window.findChildren(LatestJob)))
    for _ in range(6):
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
        assert banner.shown == breakable(banner.text()) or words.language() == LANGUAGE
        for spec in PANELS:
            demo.page.workspace.show_panel(spec.name)
            rest(demo, qtbot)
            assert demo.width() <= width + (_GROWN if words.language() == LANGUAGE else 0), spec.name
            for fault in faults(demo, demo):
                found.setdefault(fault, []).append(f"{spec.name} {width}")
    assert not found, "\n".join(f"{fault}: {places}" for fault, places in found.items())


@pytest.mark.parametrize(("demo", "size"), in_turn(["en", "zh", "ja"], [SMALL, (1280, 800)]), indirect=["demo"])
def test_every_panel_has_room_for_larger_text(demo: MainWindow, qtbot: QtBot, size: tuple[int, int]) -> None:
    demo.resize(*size)
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
        assert demo.size().toTuple() == size, spec.name
        assert demo.searches.visibleRegion().boundingRect().width() == demo.searches.width()
        for fault in clipped(demo):
            found.setdefault(fault, []).append(spec.name)
    assert not found, "\n".join(f"{fault}: {places}" for fault, places in found.items())


@pytest.mark.parametrize("spoken", first(1, ["en", "zh", "ja"]))
def test_a_small_screen_has_room_for_the_largest_text(
    make_window: Callable[[], MainWindow], open_in: Callable[..., None], small_file: Path, qtbot: QtBot, spoken: str
) -> None:
    """Two files, and pending changes; panels are as narrow as they must be, and cut what is longer within."""
    language.apply(spoken)
    scale.apply_size(200)
    window = make_window()
    open_in(window, DEMO)
    open_in(window, small_file)
    window.page.banner.go_on()
    for spec in PANELS:
        window.page.workspace.show_panel(spec.name)
        rest(window, qtbot)
        qtbot.waitUntil(lambda: is_small(window, qtbot))
        for tabs in window.page.workspace.findChildren(QTabBar):
            if tabs.isVisible() and tabs.count() > 1:
                assert tabs.tabRect(0).left() >= 0
                assert tabs.tabRect(tabs.count() - 1).right() <= tabs.width(), (spec.name, tabs.tabText(0))
                assert tabs.fontMetrics().height() >= window.fontMetrics().height() * 0.45
        for table in (window.page.workspace.tree.view, *dock_of(window, spec.name).findChildren(TableView)):
            assert not table.horizontalScrollBar().isVisible(), spec.name
    clear = dock_of(window, "changes").clear
    assert clear.visibleRegion().boundingRect() == clear.rect()
    (headline,) = dock_of(window, "memory").findChildren(Headline)
    label = headline.label
    qtbot.waitUntil(lambda: label.height() >= label.heightForWidth(label.width()))
    assert headline.rect().contains(label.geometry())


def is_small(window: MainWindow, qtbot: QtBot) -> bool:
    """Whether a window takes the small size, once everything in it has found its own."""
    window.resize(*SMALL)
    rest(window, qtbot)
    return window.size().toTuple() == SMALL


def dock_of(window: MainWindow, name: str) -> QWidget:
    """What is in a dock."""
    return window.page.workspace.docks[name].widget()


@pytest.mark.parametrize("spoken", first(1, ["en", "zh", "ja"]))
def test_a_small_screen_has_room_for_larger_text(
    make_window: Callable[[], MainWindow], tmp_path: Path, qtbot: QtBot, spoken: str
) -> None:
    """Pages without a document, what a scan found, what is missing, a machine without a card, and the save of each."""
    language.apply(spoken)
    scale.apply_size(150)
    window = make_window()
    window.resize(*SMALL)
    window.show()
    found: dict[str, list[str]] = {}

    def look(where: str, *dialogs: QWidget) -> None:
        rest(window, qtbot)
        assert window.size().toTuple() == SMALL, where
        for root in dialogs or (window,):
            assert QSize(*SMALL).expandedTo(root.size()).toTuple() == SMALL, where
            legends = [each for kind in (HealthLegend, MemoryLegend) for each in root.findChildren(kind)]
            short = [each for each in legends if each.isVisible() and each.height() < each.heightForWidth(each.width())]
            for fault in (*clipped(root), *map(repr, short)):
                found.setdefault(fault, []).append(where)

    def save(where: str, container: str = "") -> None:
        window.page.saving.ask()
        qtbot.waitUntil(lambda: window.page.saving.dialog is not None)
        dialog = window.page.saving.dialog
        assert dialog is not None
        if container:
            dialog.choose(container)
        qtbot.waitUntil(lambda: not any(job.busy for job in dialog.findChildren(LatestJob)))
        look(f"save {where}", dialog)
        dialog.reject()
        qtbot.waitUntil(lambda: window.page.saving.dialog is None)

    def open_file(path: Path) -> None:
        window.open_file(path)
        qtbot.waitUntil(lambda: (each := window.page.path) is not None and each == path)
        rest(window, qtbot)

    look("welcome")
    web = tmp_path / "page.pth"
    web.write_text("<!DOCTYPE html><html></html>")
    window.open_file(web)
    qtbot.waitUntil(window.page.error_page.isVisible)
    look("error")
    open_file(saved(tmp_path, two_gpus, "gpus.pth"))
    save("as it is")
    save("refused", "safetensors")
    machine = SessionMachine.of(window.page.session)
    window.page.workspace.show_panel("memory")
    look("no card")
    machine.set_computer(Computer(1))
    look("which card")
    machine.set_card(known_card("T4"))
    look("a card")
    window.page.banner.go_on()
    look("planned")
    save("planned")
    window.page.session.undo_stack.setClean()
    open_file(with_nan(tmp_path / "nan.pth"))
    window.actions_["scan"].trigger()
    look("health")
    window.actions_["next_odd"].trigger()
    look("number")
    save("with NaN")
    open_file(without_a_shard(tmp_path / "model"))
    look("missing")
    save("incomplete")
    assert not found, "\n".join(f"{fault}: {places}" for fault, places in found.items())


def with_nan(path: Path) -> Path:
    """A checkpoint with a NaN and an infinite number."""
    numbers = torch.zeros(10, 20)
    numbers[2, 17], numbers[3, 1] = float("nan"), float("inf")
    torch.save({"state_dict": {"module.head.weight": numbers}}, path)
    return path


def without_a_shard(folder: Path) -> Path:
    """A model in three files of which the second is not there."""
    folder.mkdir()
    files = {f"layers.{at}.weight": f"model-{at:05d}-of-00003.safetensors" for at in (1, 2, 3)}
    for key, name in files.items():
        if "00002-of" not in name:
            save_file({key: torch.zeros(4, 4)}, folder / name, metadata={"format": "pt"})
    index = {"metadata": {"total_size": 3 * 64}, "weight_map": files}
    (folder / "model.safetensors.index.json").write_text(json.dumps(index))
    return folder


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
    monkeypatch.setattr(language, "apply", lambda _choice: words.use(PSEUDO, LANGUAGE))
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
    monkeypatch.setattr(language, "apply", lambda _choice: words.use(PSEUDO, LANGUAGE))
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
