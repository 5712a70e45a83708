"""Nothing that a file or a name says is drawn as markup, takes a key, or passes for a line of the window."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import (
    QAbstractItemModel,
    QAbstractListModel,
    QAbstractTableModel,
    QMessageLogContext,
    QModelIndex,
    Qt,
    QtMsgType,
)
from PySide6.QtGui import QAction
from PySide6.QtGui import Qt as QtText
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QApplication,
    QComboBox,
    QLabel,
    QMenu,
    QMessageBox,
    QPushButton,
    QTabBar,
    QWidget,
)
from pytestqt.qtbot import QtBot

from core.edits.edits import AddPrefix, Drop, RemapDevice, RenameKey
from gui.app import start
from gui.app.overlays import Toast, WindowMessenger
from gui.app.window import MainWindow
from gui.look import messages
from gui.look.messages import Choice, Message, Offer, Question
from gui.save.dialog import SaveDialog
from gui.tree.menu import Handlers, Selection, copy_lines, fill_menu
from tests.cli.test_gate import as_name
from tests.files.evil import FORGED, KINDS, TEXTS, WORST, seen
from tests.gui.conftest import Said
from tests.places import ROOT

OWN = str.maketrans("", "", "\u200b\u00a0\u2060")
"""What the window itself puts between letters, for lines to break there or not."""
Texts = Iterator[tuple[str, str]]
"""Where a text is, with the name of how Qt takes it, and the text."""


def texts(root: QWidget) -> Texts:
    """All texts below a widget: what Qt may take for rich text, for a key to press, or just draws."""
    for widget in (root, *root.findChildren(QWidget)):
        where = f"{type(widget).__name__} {widget.objectName()}"
        yield f"rich: tip of {where}", widget.toolTip()
        yield f"rich: status tip of {where}", widget.statusTip()
        yield f"rich: what's this of {where}", widget.whatsThis()
        yield f"drawn: accessible name of {where}", widget.accessibleName()
        yield f"drawn: title of {where}", widget.windowTitle()
        match widget:
            case QMessageBox():
                yield f"drawn: {where}", widget.text()
            case QLabel():
                plain = widget.textFormat() == Qt.TextFormat.PlainText
                yield f"{'drawn' if plain else 'rich'}: {where}", widget.text()
            case QAbstractButton():
                yield f"key: {where}", widget.text()
            case QMenu():
                yield f"key: title of {where}", widget.title()
            case QTabBar():
                yield from ((f"key: tab of {where}", widget.tabText(at)) for at in range(widget.count()))
            case QComboBox():
                yield from _cells(where, widget.model())
            case QAbstractItemView() if widget.model() is not None:
                yield from _cells(where, widget.model())
    for action in root.findChildren(QAction):
        for part in action.text().split("\t", 1):  # behind a tab of ours stands what is drawn at the right
            yield f"key: {type(action.parent()).__name__} action {action.objectName()}", part
        yield f"rich: tip of action {action.objectName()}", action.toolTip()


def _cells(where: str, model: QAbstractItemModel, parent: QModelIndex | None = None) -> Texts:
    parent = parent or QModelIndex()
    for row in range(min(model.rowCount(parent), 60)):
        for column in range(model.columnCount(parent) if not isinstance(model, QAbstractListModel) else 1):
            index = model.index(row, column, parent)
            yield f"rich: tip in {where}", str(index.data(Qt.ItemDataRole.ToolTipRole) or "")
            yield f"drawn: cell in {where}", str(index.data(Qt.ItemDataRole.DisplayRole) or "")
        below = model.index(row, 0, parent)
        if not isinstance(model, QAbstractListModel | QAbstractTableModel) and parent.row() < 0:
            yield from _cells(where, model, below)


def obeyed(root: QWidget) -> set[str]:
    """What is wrong with the texts below a widget."""
    found = set()
    for where, text in texts(root):
        if where.startswith("rich") and QtText.mightBeRichText(text):
            safe = text.startswith('<span style="white-space: pre-wrap">') and text.count("<") == 2
            if not safe:
                found.add(f"markup: {where}: {text[:200]!r}")
        elif where.startswith("key") and ("a&b" in text or "&x[" in text) and "a&&b" not in text and "&&x[" not in text:
            found.add(f"a key to press: {where}: {text[:200]!r}")
        for line in text.translate(OWN).split("\n"):
            if not seen(line):
                found.add(f"characters: {where}: {text[:200]!r}")
            if line.strip().startswith(FORGED):
                found.add(f"a line of its own: {where}: {text[:200]!r}")
    return found


def all_obeyed() -> set[str]:
    QApplication.processEvents()
    return {each for top in QApplication.topLevelWidgets() for each in obeyed(top)}


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    made = tmp_path / "hostile"
    made.mkdir()
    return made


@pytest.mark.parametrize(
    ("name", "kind"), [("characters", "state dict"), ("characters", "whole model"), ("words", "state dict")]
)
def test_the_whole_window(
    window: MainWindow, open_in: Callable[[MainWindow, Path], None], folder: Path, name: str, kind: str, qtbot: QtBot
) -> None:
    evil = {**TEXTS, **WORST}[name]
    path = folder / as_name(evil)
    KINDS[kind](path, evil)
    open_in(window, path)
    for dock in window.page.workspace.docks.values():
        dock.show()
        dock.raise_()
    session = window.page.session
    catalogue = session.catalogue
    assert catalogue is not None
    found = set(all_obeyed())
    assert len(list(texts(window))) > 300
    for entry in (0, 2, len(catalogue) - 1):
        session.set_current(entry)
        session.set_selection([entry])
        session.reveal(entry)
        found |= all_obeyed()
    window.recent_menu.fill()
    found |= all_obeyed()
    children = catalogue.children(0)
    for edit in (RemapDevice("*", "cpu"), RenameKey(children[1], f"{evil}2"), AddPrefix(f"{evil}."), Drop(children[0])):
        try:
            session.apply(edit)
            session.settle()
        except Exception as error:  # noqa: BLE001 - a name or a device that cannot be: the window would say so
            session.refused.emit(str(error))
        found |= all_obeyed()
    dialog = SaveDialog(session.preview, window)
    dialog.show()
    dialog._say(f"{evil} is there already.")
    found |= all_obeyed()
    dialog.close()
    assert sorted(found) == []


@pytest.mark.parametrize("name", WORST)
def test_what_comes_and_goes(
    window: MainWindow, open_in: Callable[[MainWindow, Path], None], folder: Path, name: str, qtbot: QtBot
) -> None:
    """Menus, notes, questions, dialogs, the empty window, what is dragged, and files that do not open."""
    evil = {**TEXTS, **WORST}[name]
    path = folder / as_name(evil)
    KINDS["state dict"](path, evil)
    open_in(window, path)
    session = window.page.session
    found: set[str] = set()
    tree = window.page.workspace.tree
    assert tree.model.outline is not None
    for node in range(len(session.catalogue or ())):
        menu = QMenu(window)
        chosen = Selection(tree.model.outline, node, [node], [node])
        nothing = Handlers(lambda: None, lambda: None, lambda: None, True, lambda _: None, lambda _: None)
        fill_menu(menu, session, chosen, nothing)
        found |= obeyed(menu)
        menu.deleteLater()
    tools = window.page.diagnosis
    tools.ask_error(f"KeyError: {evil!r}")
    tools.show_code()
    tools.compare()
    qtbot.waitUntil(lambda: tools.recipes_dialog is not None and bool(tools.recipes_dialog.recipes))
    found |= all_obeyed()
    for missing in (f'Missing key(s) in state_dict: "{evil}.weight". ', f'Unexpected key(s) in state_dict: "{evil}". '):
        tools.panel.ask_error(f"RuntimeError: Error(s) in loading state_dict for {evil}:\n\t{missing}")
        found |= all_obeyed()
    note = Toast(window.page.pages)
    note.show_message(Message(f"{evil} is there already.", "error", (Offer(evil, lambda: None),)))
    found |= obeyed(note)
    window.drop_target.sign.show_for([path])
    window.page.welcome.show_recent([path])
    window.page.opening_page.show_path(path)
    found |= all_obeyed()
    broken = folder / f"broken{as_name(evil)}"
    broken.write_bytes(b"PK\3\4" + evil.encode("utf-8", "surrogatepass") * 9)
    window.open_file(broken)
    qtbot.waitUntil(lambda: window.page.pages.currentWidget() is window.page.error_page)
    found |= all_obeyed()
    window.page.error_page.show_error(path, ValueError(evil), evil.encode("utf-8", "surrogatepass"), evil)
    found |= all_obeyed()
    assert sorted(found) == []


def test_a_question(window: MainWindow, monkeypatch: pytest.MonkeyPatch) -> None:
    found: set[str] = set()

    def look(box: QMessageBox) -> int:
        box.show()
        labels = {label.text() for label in box.findChildren(QLabel)}
        assert len(labels) > 2  # the text below the title is there
        found.update(obeyed(box))
        box.hide()
        return 0

    monkeypatch.setattr(QMessageBox, "exec", look)
    for evil in (*WORST.values(), TEXTS["markup"]):
        WindowMessenger(window, Toast(window.page.pages)).ask(Question(evil, f"{evil}?", (Choice("a", evil),)))
    assert sorted(found) == []


def test_what_is_copied_is_one_line(qtbot: QtBot) -> None:
    words = list(TEXTS.values())
    copy_lines(words.__getitem__, range(len(words)))
    copied = QApplication.clipboard().text().split("\n")
    assert all(map(seen, copied))
    assert [each if each == word else ast.literal_eval(each) for each, word in zip(copied, words, strict=True)] == words


def test_what_is_logged(caplog: pytest.LogCaptureFixture, said: Said) -> None:
    """It goes to the terminal that the window was started from."""
    for evil in TEXTS.values():
        start.tell_of_qt(QtMsgType.QtWarningMsg, QMessageLogContext(), f"inotify_add_watch({evil}) failed")
        start.tell_unforeseen(ValueError, ValueError(evil), None)
        messages.use(None).say(Message(evil))
        messages.say(evil)
        messages.use(said)
    lines = [line for record in caplog.records for line in record.getMessage().split("\n")]
    assert len(lines) > 50
    assert [line for line in lines if not seen(line) or line.startswith(FORGED)] == []


def test_the_check_sees(qtbot: QtBot) -> None:
    careless = QWidget()
    qtbot.addWidget(careless)
    label, press, menu = QLabel(TEXTS["markup"], careless), QPushButton(TEXTS["markup"], careless), QMenu(careless)
    label.setToolTip(TEXTS["markup"])
    menu.addAction(TEXTS["newline"])
    press.setAccessibleName(TEXTS["bidi"])
    wrong = {each.split(":")[0] for each in obeyed(careless)}
    assert wrong == {"markup", "a key to press", "characters", "a line of its own"}


# -- nobody goes around the gate ---------------------------------------------------------------------------------


def around_the_gate(source: str) -> list[str]:
    """The tooltips and labels of a module that are given texts as they are."""
    found = []
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Call(func=ast.Attribute(attr="setToolTip" | "setWhatsThis" | "setStatusTip"), args=[text]):
                if not _is_own(text):
                    found.append(ast.unparse(node))
            case ast.Call(func=ast.Name(id="QLabel" | "QMessageBox"), args=[text]) if not _is_own(text):
                found.append(ast.unparse(node))
            case ast.Call(func=ast.Attribute(attr="setHtml" | "insertHtml" | "setMarkdown")):
                found.append(ast.unparse(node))
    return found


def _is_own(text: ast.expr) -> bool:
    """Whether a text is one of the program's own, or has passed the gate."""
    match text:
        case ast.Constant():
            return True
        case ast.Name(id=name):
            return name.isupper()
        case ast.Call(func=ast.Name(id="say"), args=[own], keywords=[]):
            return _is_own(own)
        case ast.BoolOp(values=[ast.Call(func=ast.Name(id="tooltip")), ast.Constant(value="")]):
            return True
    return ast.unparse(text) == "self._window.window()"


def test_no_room_goes_around_the_gate() -> None:
    sources = {str(room.relative_to(ROOT)): room.read_text("utf-8") for room in (ROOT / "gui").rglob("*.py")}
    found = {name: around_the_gate(source) for name, source in sources.items()}
    (own,) = found.pop("gui/help/window.py")  # the pages of the help: markup of the program's own
    assert own.startswith("document.setMarkdown(for_browser(self._page.text,")
    assert {name: places for name, places in found.items() if places} == {}
    assert around_the_gate("label.setToolTip(path.name)")
    assert around_the_gate("QLabel(name)")
