"""Keys, devices, names and file names that look like markup show as they are, and nothing they name is fetched."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QAbstractItemModel, QAbstractListModel, QModelIndex, Qt
from PySide6.QtGui import QAction, QTextDocument, QTextLayout
from PySide6.QtGui import Qt as QtText
from PySide6.QtWidgets import (
    QAbstractItemView,
    QApplication,
    QComboBox,
    QLabel,
    QMessageBox,
    QTextBrowser,
    QTextEdit,
    QWidget,
)
from pytestqt.qtbot import QtBot

from core.catalogue.build import build_catalogue
from core.catalogue.checkpoint import open_checkpoint
from core.edits.edits import AddPrefix, Drop, Plan, RemapDevice, RenameKey
from gui.app.window import MainWindow
from gui.look.plain_text import caption, lines, one_line, title
from gui.save.dialog import SaveDialog
from gui.save.model import SaveRequest
from tests.files.bombs import as_zip, storage, text
from tests.gui.conftest import Said

MARK = "<img src=canary.png><b>evil</b>"
DEVICE = "<b>evil</b>"
"""As a device, a class and a module."""


def _tensor(device: str) -> bytes:
    return (
        b"ctorch._utils\n_rebuild_tensor_v2\n("
        + storage(device=device)
        + b"K\x00K\x02K\x02\x86K\x02K\x01\x86\x89ccollections\nOrderedDict\n)RtR"
    )


def hostile_file(folder: Path) -> Path:
    """A checkpoint in which every text is markup."""
    name = f"c{DEVICE}\n{DEVICE}\n".encode()
    group = b"}" + text("params") + b"]" + text(f"{MARK}.weight") + b"as"
    optimizer = b"}(" + text("state") + b"}" + text(f"{MARK}.weight") + b"}" + text(MARK) + _tensor(DEVICE) + b"ss"
    optimizer += text("param_groups") + b"]" + group + b"au"
    body = (
        b"}("
        + (text(MARK) + text(MARK))
        + (text(f"model {MARK}") + b"}(" + text(f"module.{MARK}.weight") + _tensor(DEVICE))
        + (text(f"module.{MARK}") + _tensor(DEVICE) + b"u")
        + (text(f"optimizer {MARK}") + optimizer)
        + (text(f"object {MARK}") + name + text(MARK) + b"\x85R}" + text(MARK) + b"K\x01sb")
        + (text("class") + name)
        + (name + b")R" + b"K\x01")  # a key that is an object
        + b"u"
    )
    path = folder / "<b>evil</b> & co.pth".replace("/", "\N{DIVISION SLASH}")
    as_zip(body, protocol=2)(path)
    return path


@pytest.fixture
def evil(tmp_path: Path) -> Path:
    folder = tmp_path / "hostile"
    folder.mkdir()
    return hostile_file(folder)


@pytest.fixture(autouse=True)
def fetched(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """Whatever a text of the window asks to be fetched: nothing ever may be."""
    seen: list[str] = []

    def load(self: QTextDocument, kind: int, url: object) -> None:
        seen.append(str(url))

    monkeypatch.setattr(QTextDocument, "loadResource", load)
    yield seen
    assert seen == []


def markup(value: str) -> bool:
    """Whether a text that Qt may take for rich text has the markup in it."""
    return "<b>evil" in value and QtText.mightBeRichText(value)


def taken_for_markup(root: QWidget) -> list[str]:
    """Every place below a widget where a text of the file would be read as markup."""
    found: list[str] = []
    for widget in (root, *root.findChildren(QWidget)):
        where = f"{type(widget).__name__} {widget.objectName() or widget.accessibleName()!r}"
        if markup(widget.toolTip()):
            found.append(f"tool tip of {where}: {widget.toolTip()[:80]}")
        if markup(widget.whatsThis()):
            found.append(f"what's this of {where}")
        if isinstance(widget, QLabel) and widget.textFormat() != Qt.TextFormat.PlainText and markup(widget.text()):
            found.append(f"label {where}: {widget.text()[:80]}")
        if isinstance(widget, QMessageBox) and widget.textFormat() != Qt.TextFormat.PlainText:
            found.append(f"message box {where}")
        if (
            isinstance(widget, (QTextEdit, QTextBrowser))
            and "evil" in widget.toHtml()
            and "<b>evil" not in widget.toPlainText()
        ):
            found.append(f"text of {where}")
        if isinstance(widget, QComboBox):
            found += [
                f"item of {where}"
                for at in range(widget.count())
                if markup(widget.itemData(at, Qt.ItemDataRole.ToolTipRole) or "")
            ]
        if isinstance(widget, QAbstractItemView) and widget.model() is not None:
            found += [f"tool tip in {where}: {tip[:80]}" for tip in _tips(widget.model()) if markup(tip)]
    for action in root.findChildren(QAction):
        if markup(action.toolTip()) and action.toolTip() != action.text():
            found.append(f"tool tip of action {action.text()!r}")
        if markup(action.toolTip()) and any(_shows_tips(menu) for menu in action.associatedObjects()):
            found.append(f"tool tip of menu entry {action.text()!r}")
    return found


def _shows_tips(where: object) -> bool:
    return bool(getattr(where, "toolTipsVisible", lambda: False)())


def _tips(model: QAbstractItemModel, parent: QModelIndex | None = None) -> Iterator[str]:
    parent = parent or QModelIndex()
    columns = 1 if isinstance(model, QAbstractListModel) else model.columnCount(parent)  # a list keeps that to itself
    for row in range(min(model.rowCount(parent), 100)):
        for column in range(columns):
            tip = model.index(row, column, parent).data(Qt.ItemDataRole.ToolTipRole)
            if tip:
                yield str(tip)
    for column in range(columns):
        yield str(model.headerData(column, Qt.Orientation.Horizontal, Qt.ItemDataRole.ToolTipRole) or "")


def everywhere(window: MainWindow) -> list[str]:
    QApplication.processEvents()
    return [each for top in (window, *QApplication.topLevelWidgets()) for each in taken_for_markup(top)]


def test_the_whole_window(
    window: MainWindow, open_in: Callable[[MainWindow, Path], None], evil: Path, qtbot: QtBot, said: Said
) -> None:
    open_in(window, evil)
    session = window.page.session
    catalogue = session.catalogue
    assert catalogue is not None
    assert DEVICE in {total.device for total in catalogue.devices}
    assert any(MARK in name for name in map(catalogue.label_text, range(len(catalogue))))
    assert everywhere(window) == []
    for entry in range(len(catalogue)):
        session.set_current(entry)
        session.set_selection([entry])
        session.reveal(entry)
        assert everywhere(window) == []
    session.set_filter(MARK)
    assert everywhere(window) == []
    session.set_filter("(" + MARK, regex=True)
    assert everywhere(window) == []
    session.set_filter("")
    key = catalogue.find(f"model {MARK}/module.{MARK}")
    edits = [
        RemapDevice(DEVICE, "cpu"),
        RenameKey(key, f"new {MARK}"),
        AddPrefix("evil."),
        Drop(catalogue.find(f"object {MARK}")),
    ]
    for edit in edits:
        session.apply(edit)
        session.settle()
        assert everywhere(window) == []
    session.undo()
    assert everywhere(window) == []
    session.refused.emit(f"There is nothing at {MARK}.")
    assert everywhere(window) == []
    assert all(MARK not in message.text or "&lt;" not in message.text for message in said.messages)


def test_panels_behind_the_tabs(window: MainWindow, open_in: Callable[[MainWindow, Path], None], evil: Path) -> None:
    open_in(window, evil)
    for dock in window.page.workspace.docks.values():
        dock.show()
        dock.raise_()
        assert everywhere(window) == []


def test_saving(window: MainWindow, open_in: Callable[[MainWindow, Path], None], evil: Path, qtbot: QtBot) -> None:
    open_in(window, evil)
    window.page.session.apply(RemapDevice(DEVICE, "cpu"))
    window.page.session.settle()
    preview = window.page.session.preview
    assert preview is not None
    dialog = SaveDialog(preview, window)
    qtbot.addWidget(dialog)
    dialog.show()
    assert everywhere(window) == []
    dialog._say(f"{MARK} is there already.")
    assert everywhere(window) == []
    dialog.close()
    again = SaveDialog(preview, window, SaveRequest(preview, Path("a.pth")), str(OSError(MARK)))
    qtbot.addWidget(again)
    again.show()
    assert everywhere(window) == []
    again.close()


def test_a_file_that_does_not_open(window: MainWindow, tmp_path: Path, qtbot: QtBot) -> None:
    broken = tmp_path / "<b>evil<b>.pth"
    broken.write_bytes(b"PK\3\4" + MARK.encode() * 10)
    window.open_file(broken)
    qtbot.waitUntil(lambda: any("evil" in label.text() for label in window.findChildren(QLabel) if label.isVisible()))
    assert everywhere(window) == []


def test_the_check_sees_markup(qtbot: QtBot) -> None:
    careless = QLabel(MARK)
    careless.setToolTip(MARK)
    qtbot.addWidget(careless)
    assert len(taken_for_markup(careless)) == 2


def test_no_path_of_a_file_is_used_on_disk(
    window: MainWindow, open_in: Callable[[MainWindow, Path], None], tmp_path: Path, evil: Path
) -> None:
    """Opening, planning and saving touch the file and the target, whatever paths the file names."""
    folder = evil.parent
    open_in(window, evil)
    assert [path.name for path in folder.iterdir()] == [evil.name]
    catalogue = build_catalogue(open_checkpoint(evil))
    assert catalogue.globals
    assert Plan() == window.page.session.plan


@pytest.mark.parametrize(("text", "drawn"), [
    ("模型/检查点.weight", "模型/检查点.weight"),
    ("نموذج/وزن 27", "نموذج/وزن 27"),
    ("שלום.משקל: cuda:1", "שלום.משקל: cuda:1"),
    ("שלום עולם (float32)", "שלום עולם (float32)"),
    ("“نموذج”, 32×3", "“نموذج”, 32×3"),
])  # fmt: skip
@pytest.mark.parametrize(
    "gate", [one_line, lines, lambda text: lines(one_line(text)), lambda text: one_line(caption(text)), caption, title]
)
def test_words_from_right_to_left_keep_their_places(gate: Callable[[str], str], text: str, drawn: str) -> None:
    """Each word runs from right to left in itself; what is around it stays where it was written, as Qt lays it out."""
    shown = gate(text)
    assert shown.replace("\u200e", "") == drawn
    layout = QTextLayout(shown)
    layout.beginLayout()
    line = layout.createLine()
    layout.endLayout()
    places = [line.cursorToX(at)[0] for at, letter in enumerate(shown) if not _right_to_left(letter)]  # type: ignore[index]
    assert places == sorted(places)
    alone = QTextLayout(text)
    alone.beginLayout()
    bare = alone.createLine()
    alone.endLayout()
    assert abs(bare.naturalTextWidth() - line.naturalTextWidth()) < 1


def _right_to_left(letter: str) -> bool:
    return unicodedata.bidirectional(letter) in ("R", "AL")
