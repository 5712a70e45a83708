"""The dialog for bulk renames: what it shows while one types is what the plan does, and bad input is told."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from core.edits.edits import RenameKeys
from gui.rename.dialog import COLUMNS, NEW, PROBLEM, RenameDialog
from gui.rename.model import MOST_SHOWN, Asked, answer, keys_meant
from gui.session.session import Session
from gui.widgets.item_roles import ItemRole
from gui.widgets.table_view import TableModel
from tests.gui.documents import catalogue_of, opened, saved, two_gpus, unplanned


@pytest.fixture
def dialog(qtbot: QtBot, session: Session, tmp_path: Path) -> RenameDialog:
    opened(session, saved(tmp_path, two_gpus))
    dialog = RenameDialog(session)
    qtbot.addWidget(dialog)
    dialog.show()
    return dialog


def wait(qtbot: QtBot, dialog: RenameDialog) -> None:
    qtbot.waitUntil(lambda: not dialog._latest.busy)


def test_what_is_typed_is_shown_and_done_as_one_change(qtbot: QtBot, session: Session, dialog: RenameDialog) -> None:
    assert not dialog.apply.isEnabled()
    dialog.pattern.setText("module.")
    dialog.replacement.setText("net.")
    wait(qtbot, dialog)
    assert all(row.new == row.old.replace("module.", "net.") for row in dialog.model.rows)
    assert dialog.model.rows
    before = session.plan
    dialog.apply.click()
    assert session.plan.edits == (RenameKeys("module.", "net."),)
    assert not dialog.isVisible()
    session.undo()
    assert session.plan == before


def test_collisions_are_red_and_first_and_stop_it(qtbot: QtBot, session: Session, dialog: RenameDialog) -> None:
    dialog.kind.setCurrentIndex(2)
    dialog.pattern.setText(r"^.*\.")
    dialog.replacement.setText("x.")
    wait(qtbot, dialog)
    assert dialog.model.rows[0].problem
    index = dialog.model.index(0, NEW)
    assert index.data(ItemRole.OWN) is True
    assert dialog.model.index(0, PROBLEM).data() == dialog.model.rows[0].problem
    assert not dialog.view.isColumnHidden(PROBLEM)
    assert not dialog.apply.isEnabled()
    assert "cannot have their new names" in dialog.sentence.text()
    dialog._apply()
    assert not session.plan


@pytest.mark.parametrize("pattern", ["(", "(a+)+b", "a" * 3000])
def test_a_bad_expression_is_told(qtbot: QtBot, session: Session, dialog: RenameDialog, pattern: str) -> None:
    dialog.kind.setCurrentIndex(2)
    dialog.pattern.setText(pattern)
    wait(qtbot, dialog)
    assert dialog.sentence.text()
    assert dialog.sentence.property("rank") == "error"
    assert not dialog.apply.isEnabled()
    dialog.pattern.setText("weight")
    wait(qtbot, dialog)
    assert dialog.sentence.property("rank") == "muted"


def test_it_follows_the_plan_and_the_selection(qtbot: QtBot, session: Session, dialog: RenameDialog) -> None:
    catalogue = session.catalogue
    assert catalogue is not None
    dialog.pattern.setText("weight")
    dialog.replacement.setText("w")
    wait(qtbot, dialog)
    many = len(dialog.model.rows)
    session.apply(RenameKeys("module.", ""))
    wait(qtbot, dialog)
    assert all(not row.old.startswith("module.") for row in dialog.model.rows)
    dialog.scope.setCurrentIndex(1)
    wait(qtbot, dialog)
    assert not dialog.model.rows
    one = dialog.model.rows or [
        next(child for child in catalogue.children(catalogue.state_dicts[0]) if "weight" in catalogue.labels[child])
    ]
    session.set_selection(one)  # type: ignore[arg-type]
    wait(qtbot, dialog)
    assert len(dialog.model.rows) == 1 < many


def test_a_branch_means_the_keys_of_state_dicts_below_it(tmp_path: Path) -> None:
    catalogue = catalogue_of(saved(tmp_path, two_gpus))
    state_dict = catalogue.state_dicts[0]
    assert keys_meant(catalogue, [0]) >= set(catalogue.children(state_dict))
    assert keys_meant(catalogue, [state_dict]) == set(catalogue.children(state_dict))
    leaf = catalogue.children(state_dict)[0]
    assert keys_meant(catalogue, [leaf]) == {leaf}


def test_many_keys_are_shown_in_part(tmp_path: Path) -> None:
    catalogue = catalogue_of(
        saved(tmp_path, lambda tensor: {f"k{number}": tensor("cpu", 1) for number in range(MOST_SHOWN + 5)})
    )
    found = answer(unplanned(catalogue), Asked("k", "key"), (), lambda *_: None)
    assert len(found.rows) == MOST_SHOWN
    assert "1,005 of 1,005 keys will be renamed; the first 1,000 are shown" in found.sentence
    assert found.can


def test_the_model_shows_three_columns() -> None:
    assert TableModel(COLUMNS).columnCount() == 3


def test_tab_goes_from_what_is_sought_to_what_takes_its_place(qtbot: QtBot, dialog: RenameDialog) -> None:
    dialog.activateWindow()
    qtbot.waitUntil(dialog.pattern.hasFocus)
    for following in (dialog.replacement, dialog.kind, dialog.scope):
        qtbot.keyClick(QApplication.focusWidget(), Qt.Key.Key_Tab)
        assert following.hasFocus()
