"""The list of pending changes: each can go, and all can be undone."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainter, QPixmap
from PySide6.QtWidgets import QApplication, QStyleOptionViewItem
from pytestqt.qtbot import QtBot

from core.catalogue.catalogue import Catalogue
from core.edits.edits import Drop, MoveOptimizer, Plan, RemapDevice, RenameKey, StripPrefix
from gui.changes.panel import _OPTION, ChangesPanel, _text
from gui.session.session import Session
from gui.widgets.delegates import ROW_PADDING
from tests.gui.user import plan_three, show

LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def changes(session: Session, catalogue: Catalogue, qtbot: QtBot) -> ChangesPanel:
    panel = ChangesPanel(session)
    show(panel, qtbot)
    return panel


def test_the_list_shows_the_plan_and_each_change_can_go(changes: ChangesPanel, session: Session, qtbot: QtBot) -> None:
    plan_three(session)
    assert [change.title for change in changes.model.rows][:2] == ["cuda:0 → cpu", "strip “module.”"]
    rect = changes.view.visualRect(changes.model.index(1, 2))
    qtbot.mouseClick(changes.view.viewport(), LEFT, pos=rect.center())
    assert StripPrefix("module.") not in session.plan.edits
    assert changes.model.rowCount() == 2
    changes.view.setFocus()
    changes.view.setCurrentIndex(changes.model.index(0, 0))
    qtbot.keyClick(changes.view, Qt.Key.Key_Delete)
    assert session.plan == Plan((MoveOptimizer("cuda:1"),))


def test_all_go_in_one_step(changes: ChangesPanel, session: Session) -> None:
    assert not changes.clear.isVisible()
    plan_three(session)
    session.undo()
    assert changes.model.rowCount() == 2
    session.redo()
    assert changes.model.rowCount() == 3
    changes.clear.click()
    assert changes.model.rowCount() == 0
    session.undo()
    assert changes.model.rowCount() == 3


def test_after_saving_the_button_does_not_sound_as_if_the_copy_went(changes: ChangesPanel, session: Session) -> None:
    plan_three(session)
    assert changes.clear.text() == "Discard all"
    session.undo_stack.setClean()
    assert changes.clear.text() == "Clear the list"
    assert "Your saved copy stays." in changes.clear.toolTip()
    session.undo()
    assert changes.clear.text() == "Discard all"


def test_warnings_are_told(changes: ChangesPanel, session: Session) -> None:
    assert changes.warnings.isHidden()
    session.apply(RemapDevice("cpu", "cuda:0"))
    assert "step" in changes.warnings.text()
    assert changes.warnings.textFormat() == Qt.TextFormat.PlainText
    session.undo_stack.undo()
    assert changes.warnings.isHidden()


def test_state_without_its_parameter_goes_with_a_click(
    changes: ChangesPanel, session: Session, catalogue: Catalogue, qtbot: QtBot
) -> None:
    assert changes.drop_state.isHidden()
    key = catalogue.find("model/module.layer1.0.conv.bias")
    session.apply(Drop(key))
    assert "its optimizer state stays in optimizer/state" in changes.warnings.text()
    QApplication.processEvents()
    qtbot.mouseClick(changes.drop_numbers, LEFT)
    assert Drop(catalogue.find("optimizer/state/2")) in session.plan.edits
    assert changes.warnings.isHidden()
    assert changes.drop_numbers.isHidden()
    session.undo()
    assert changes.drop_state.isVisible()
    qtbot.mouseClick(changes.drop_state, LEFT)
    assert Drop(catalogue.find("optimizer/state/2")) in session.plan.edits
    assert changes.drop_state.isHidden()
    assert len(session.plan.edits) == 2  # the groups still list it


def test_a_title_has_the_height_that_its_lines_take(
    changes: ChangesPanel, session: Session, catalogue: Catalogue
) -> None:
    """Letters that another font has to help out with may be higher than those of the usual one."""
    session.apply(RenameKey(catalogue.find("model"), "ファイルから名前を変更_日本語の長いキー_" * 4))
    index = changes.model.index(0, 0)
    option = QStyleOptionViewItem()
    option.font = changes.view.font()
    hint = changes.view.itemDelegateForIndex(index).sizeHint(option, index)
    picture = QPixmap(1, 1)
    painter = QPainter(picture)
    painter.setFont(option.font)
    drawn = painter.boundingRect(QRectF(0, 0, hint.width(), 10_000), _text(index), _OPTION)
    painter.end()
    assert drawn.height() > 3 * changes.view.fontMetrics().height()
    assert changes.view.rowHeight(0) >= hint.height() >= drawn.height() + ROW_PADDING
