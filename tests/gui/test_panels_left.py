"""Devices, fixes and pending changes: a few clicks make a plan, and show it."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QApplication, QCheckBox, QLineEdit, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from core.catalogue.catalogue import Catalogue
from core.edits.edits import FOLLOW, AddPrefix, Drop, Keep, MoveOptimizer, Plan, RemapDevice, RenameKey, StripPrefix
from core.text import size_text
from gui.changes.panel import ChangesPanel
from gui.devices.panel import DevicesPanel
from gui.fixes.model import add_fixes, prefix_fixes, unwrap_fixes
from gui.fixes.panel import FixesPanel
from gui.session.doctor import Doctor
from gui.session.session import Session
from gui.tree.panel import TreePanel
from gui.widgets.device_box import DeviceBox, ask_device
from tests.gui.documents import catalogue_of, opened, saved, two_gpus

LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def catalogue(session: Session, tmp_path: Path) -> Catalogue:
    return opened(session, saved(tmp_path, two_gpus))


def show(panel: QWidget, qtbot: QtBot, width: int = 340, height: int = 320) -> None:
    qtbot.addWidget(panel)
    panel.resize(width, height)
    panel.show()
    qtbot.waitExposed(panel)


def pick(qtbot: QtBot, box: DeviceBox, text: str) -> None:
    """Choose an item with the keyboard, as a user does."""
    box.setFocus()
    box.showPopup()
    view = box.view()
    row = box.findText(text)
    assert row >= 0, [box.itemText(place) for place in range(box.count())]
    view.setCurrentIndex(box.model().index(row, 0))
    qtbot.keyClick(view, Qt.Key.Key_Return)
    QApplication.processEvents()


# ---- devices


@pytest.fixture
def devices(session: Session, catalogue: Catalogue, qtbot: QtBot) -> DevicesPanel:
    panel = DevicesPanel(session)
    show(panel, qtbot)
    return panel


def test_a_drop_down_moves_a_device_and_keep_takes_it_back(
    devices: DevicesPanel, session: Session, qtbot: QtBot
) -> None:
    box = devices.boxes[1]
    pick(qtbot, box, "cpu")
    assert session.plan == Plan((RemapDevice("cuda:0", "cpu"),))
    pick(qtbot, box, "cuda:1")
    assert session.plan == Plan((RemapDevice("cuda:0", "cuda:1"),))
    pick(qtbot, box, "keep")
    assert not session.plan
    assert session.undo_stack.count() == 3


def test_drop_downs_follow_undo_and_globs(devices: DevicesPanel, session: Session) -> None:
    session.apply(RemapDevice("cuda:*", "cpu"))
    assert [box.currentText() for box in devices.boxes.values()] == ["cpu", "cpu", "keep"]
    session.undo_stack.undo()
    assert [box.currentText() for box in devices.boxes.values()] == ["keep", "keep", "keep"]


def test_a_target_that_is_on_no_list_is_shown(devices: DevicesPanel, session: Session) -> None:
    session.apply(RemapDevice("cuda:0", "cuda:13"))
    assert devices.boxes[1].currentText() == "cuda:13"
    assert devices.boxes[1].value == "cuda:13"


def test_keep_takes_one_device_out_of_a_glob(devices: DevicesPanel, session: Session, qtbot: QtBot) -> None:
    session.apply(RemapDevice("cuda:*", "cpu"))
    pick(qtbot, devices.boxes[1], "keep")
    assert session.preview is not None
    assert {total.device for total in session.preview.totals_after} == {"cpu", "cuda:0"}
    assert devices.boxes[1].currentText() == "keep"
    assert devices.boxes[0].currentText() == "cpu"


def test_all_gpus_to_cpu_is_one_step(devices: DevicesPanel, session: Session, qtbot: QtBot) -> None:
    qtbot.mouseClick(devices.to_cpu, LEFT)
    assert session.preview is not None
    assert [total.device for total in session.preview.totals_after] == ["cpu"]
    assert session.undo_stack.count() == 1
    assert not devices.to_cpu.isEnabled()
    assert devices.after.isVisible()
    assert devices.after_line.accessibleName() == f"cpu {size_text(session.preview.totals_after[0].bytes)}"


def test_what_lies_where_after_saving_takes_no_room_from_what_is_below(
    devices: DevicesPanel, session: Session, catalogue: Catalogue
) -> None:
    height = devices.minimumSizeHint().height()
    session.apply(StripPrefix("module.", catalogue.find("model")))
    assert not devices.after.isVisible()  # nothing moves to another device
    session.apply(RemapDevice("cuda:0", "cpu"))
    assert devices.after.isVisible()
    assert devices.after_line.accessibleName() == "cuda:1, cpu"
    assert devices.minimumSizeHint().height() == height


# ---- very many devices

MANY = 400


@pytest.fixture
def hundreds(session: Session, tmp_path: Path, qtbot: QtBot) -> DevicesPanel:
    path = saved(tmp_path, lambda tensor: {f"layer{n}": tensor(f"cuda:{n}", 3) for n in range(MANY)}, "many.pth")
    opened(session, path)
    panel = DevicesPanel(session)
    show(panel, qtbot)
    return panel


def test_a_diagnosis_of_very_many_devices_keeps_nobody_waiting(
    hundreds: DevicesPanel, session: Session, qtbot: QtBot
) -> None:
    doctor = Doctor.of(session)
    qtbot.waitUntil(lambda: not doctor.busy)
    session.apply(RemapDevice("cuda:7", "cpu"))
    assert doctor.busy  # the answer comes from a thread of its own
    qtbot.waitUntil(lambda: not doctor.busy)
    assert doctor.findings


def test_only_rows_in_view_have_drop_downs(hundreds: DevicesPanel, session: Session) -> None:
    assert len(hundreds.model.rows) == MANY
    assert {0, 1, 2} < hundreds.boxes.keys()
    assert len(hundreds.boxes) < 40
    bar = hundreds.view.verticalScrollBar()
    bar.setValue(bar.maximum())
    assert MANY - 1 in hundreds.boxes
    assert 0 not in hundreds.boxes
    assert len(hundreds.boxes) < 40
    hundreds.boxes[MANY - 1].chosen.emit("cpu")
    assert session.plan == Plan((RemapDevice(f"cuda:{MANY - 1}", "cpu"),))
    assert hundreds.boxes[MANY - 1].currentText() == "cpu"
    assert hundreds.boxes[MANY - 1].count() < 40


def test_hundreds_of_devices_are_moved_by_one_change_and_each_can_be_taken_out(
    hundreds: DevicesPanel, session: Session, qtbot: QtBot
) -> None:
    qtbot.mouseClick(hundreds.to_cpu, LEFT)
    assert session.plan == Plan((RemapDevice("cuda:*", "cpu"),))
    hundreds.boxes[1].chosen.emit(None)
    assert session.preview is not None
    assert {total.device: total.tensors for total in session.preview.totals_after} == {"cpu": MANY - 1, "cuda:1": 1}
    assert [hundreds.boxes[row].currentText() for row in range(3)] == ["cpu", "keep", "cpu"]
    hundreds.boxes[1].chosen.emit("cuda:7")
    assert session.preview.totals_after[-1].device == "cuda:7"
    hundreds.boxes[1].chosen.emit("cpu")
    assert session.plan == Plan((RemapDevice("cuda:*", "cpu"),))


def test_a_click_on_a_row_asks_for_its_tensors(devices: DevicesPanel, session: Session, qtbot: QtBot) -> None:
    rect = devices.view.visualRect(devices.model.index(1, 0))
    with qtbot.waitSignal(session.select_requested) as asked:
        qtbot.mouseClick(devices.view.viewport(), LEFT, pos=rect.center())
    catalogue = session.catalogue
    assert catalogue is not None
    rows = [catalogue.rows[entry] for entry in asked.args[0]]
    assert {catalogue.device_of(row) for row in rows} == {"cuda:0"}
    assert len(rows) == 2


def test_a_row_is_lit_up_as_long_as_its_tensors_are_selected(
    devices: DevicesPanel, session: Session, catalogue: Catalogue, qtbot: QtBot
) -> None:
    tree = TreePanel(session)
    show(tree, qtbot, width=700)
    qtbot.mouseClick(devices.view.viewport(), LEFT, pos=devices.view.visualRect(devices.model.index(1, 0)).center())
    assert len(session.selection) == 2
    assert [index.row() for index in devices.view.selectionModel().selectedRows()] == [1]
    session.apply(RemapDevice("cuda:0", "cpu"))
    assert [index.row() for index in devices.view.selectionModel().selectedRows()] == [1]
    tree.select_entries([catalogue.find("epoch")])
    assert not devices.view.selectionModel().selectedRows()
    qtbot.mouseClick(devices.view.viewport(), LEFT, pos=devices.view.visualRect(devices.model.index(1, 0)).center())
    assert [index.row() for index in devices.view.selectionModel().selectedRows()] == [1]


def test_another_device_can_be_typed_and_nonsense_is_explained(devices: DevicesPanel, qtbot: QtBot) -> None:
    taken: list[str] = []
    popup = ask_device(devices, taken.append, QPoint(0, 0))
    line = popup.findChild(QLineEdit)
    button = popup.findChild(QPushButton)
    assert line is not None
    assert button is not None
    line.setText("gpu3")
    qtbot.mouseClick(button, LEFT)
    assert not taken
    assert "cuda:3" in popup.error.text()  # type: ignore[attr-defined]
    line.setText(" cuda:3 ")
    qtbot.keyClick(line, Qt.Key.Key_Return)
    assert taken == ["cuda:3"]


def test_the_wheel_over_a_drop_down_changes_nothing(devices: DevicesPanel, session: Session, qtbot: QtBot) -> None:
    devices.boxes[1].setFocus()
    qtbot.mouseMove(devices.boxes[1])
    from PySide6.QtCore import QPointF
    from PySide6.QtGui import QWheelEvent

    nowhere = QPointF(5, 5)
    event = QWheelEvent(
        nowhere, nowhere, QPoint(), QPoint(0, -120), Qt.MouseButton.NoButton, Qt.KeyboardModifier.NoModifier,
        Qt.ScrollPhase.NoScrollPhase, False,
    )  # fmt: skip
    QApplication.sendEvent(devices.boxes[1], event)
    assert not session.plan


def test_a_format_that_names_no_device_offers_no_map_location(session: Session, tmp_path: Path, qtbot: QtBot) -> None:
    header = b'{"w":{"dtype":"F32","shape":[1],"data_offsets":[0,4]}}'
    path = tmp_path / "made.safetensors"
    path.write_bytes(len(header).to_bytes(8, "little") + header + bytes(4))
    opened(session, path)
    panel = DevicesPanel(session)
    show(panel, qtbot)
    (box,) = panel.boxes.values()
    assert not box.isEnabled()
    assert box.accessibleName() == "No device is saved"
    assert "map_location" not in box.toolTip()
    assert "It names no devices" in box.toolTip()


# ---- fixes


@pytest.fixture
def fixes(session: Session, catalogue: Catalogue, qtbot: QtBot) -> FixesPanel:
    panel = FixesPanel(session)
    show(panel, qtbot)
    return panel


def box(panel: FixesPanel, title: str) -> QCheckBox:
    (found,) = [box for fix, box in panel.boxes if fix.title.startswith(title)]
    return found


def test_a_tick_strips_and_unticking_takes_it_back(
    fixes: FixesPanel, session: Session, catalogue: Catalogue, qtbot: QtBot
) -> None:
    strip = box(fixes, "strip “module.”")
    strip.click()
    assert session.plan == Plan((StripPrefix("module.", catalogue.find("model")),))
    assert strip.isChecked()
    strip.click()
    assert not session.plan
    session.apply(StripPrefix("module."))
    assert strip.isChecked()
    strip.click()
    assert not session.plan


def test_a_refused_tick_falls_back(fixes: FixesPanel, session: Session, catalogue: Catalogue, qtbot: QtBot) -> None:
    session.apply(RenameKey(catalogue.find("model/module.out.weight"), "embed.weight"))
    with qtbot.waitSignal(session.refused):
        box(fixes, "strip “module.”").click()
    assert not box(fixes, "strip “module.”").isChecked()
    assert len(session.plan.edits) == 1


def test_the_optimizer_follows_its_parameters(fixes: FixesPanel, session: Session, qtbot: QtBot) -> None:
    ((optimizer, place, mover),) = fixes.movers
    assert place.accessibleName().startswith("cuda:1")
    pick(qtbot, mover, "follow parameters")
    assert session.plan == Plan((MoveOptimizer(FOLLOW, optimizer.entry),))
    pick(qtbot, mover, "cuda:0")
    assert session.plan == Plan((MoveOptimizer("cuda:0", optimizer.entry),))
    pick(qtbot, mover, "keep")
    assert not session.plan


def test_state_that_is_where_its_parameters_are_cannot_be_sent_there(
    fixes: FixesPanel, session: Session, qtbot: QtBot
) -> None:
    def follow() -> str:
        ((_optimizer, _place, mover),) = fixes.movers
        return mover.itemText(mover.findData(FOLLOW))

    assert follow() == "follow parameters"
    session.apply(RemapDevice("cuda:*", "cpu"))
    assert follow() == "follow parameters: nothing to move"
    ((_optimizer, _place, mover),) = fixes.movers
    mover.setFocus()
    qtbot.keyClick(mover, Qt.Key.Key_Down)  # to the next that can be chosen
    assert mover.currentData() != FOLLOW
    session.undo_stack.undo()
    session.undo_stack.undo()
    session.apply(MoveOptimizer(FOLLOW))
    assert follow() == "follow parameters"  # it is planned, and can be taken back
    assert session.preview is not None
    (change,) = session.preview.changes
    assert change.tensors == 2  # of four exp_avg on cuda:1, those of the parameters on cuda:0


def test_dropping_and_unwrapping_are_offered(fixes: FixesPanel, session: Session, catalogue: Catalogue) -> None:
    box(fixes, "drop “optimizer”").click()
    box(fixes, "keep only “model”").click()
    assert session.plan == Plan((Drop(catalogue.find("optimizer")), Keep(catalogue.find("model"))))
    session.undo_stack.undo()
    session.undo_stack.undo()
    assert not box(fixes, "drop “optimizer”").isChecked()


def test_a_prefix_in_several_state_dicts_is_one_tick(session: Session, tmp_path: Path) -> None:
    def make(tensor: object) -> object:
        model = two_gpus(tensor)["model"]  # type: ignore[arg-type]
        return {"model": model, "ema": dict(model), "plain": {"a.b": next(iter(model.values()))}}

    catalogue = catalogue_of(saved(tmp_path, make))
    (fix,) = prefix_fixes(catalogue)
    assert (fix.count, len(fix.edits)) == ("12/12", 2)
    plan = fix.toggled(Plan(), on=True)
    assert fix.on(plan)
    assert not fix.toggled(plan, on=False)
    (add,) = add_fixes(catalogue)
    assert add.edits == (AddPrefix("module.", catalogue.find("plain")),)
    assert unwrap_fixes(catalogue)[0].title == "keep only “model”"


def test_inner_segments_are_offered_as_such(tmp_path: Path) -> None:
    def make(tensor: object) -> object:
        return {"model._orig_mod.x": tensor("cpu", 1), "submodule.y": tensor("cpu", 1)}  # type: ignore[operator]

    fixes = prefix_fixes(catalogue_of(saved(tmp_path, make)))
    assert [(fix.title, fix.count) for fix in fixes] == [("strip “_orig_mod.” inside keys", "1/2")]


# ---- changes


@pytest.fixture
def changes(session: Session, catalogue: Catalogue, qtbot: QtBot) -> ChangesPanel:
    panel = ChangesPanel(session)
    show(panel, qtbot)
    return panel


def plan_three(session: Session) -> None:
    for edit in (RemapDevice("cuda:0", "cpu"), StripPrefix("module."), MoveOptimizer("cuda:1")):
        session.apply(edit)


def test_the_list_shows_the_plan_and_each_change_can_go(changes: ChangesPanel, session: Session, qtbot: QtBot) -> None:
    plan_three(session)
    assert [change.title for change in changes.model.rows][:2] == ["cuda:0 → cpu", "strip module."]
    rect = changes.view.visualRect(changes.model.index(1, 2))
    qtbot.mouseClick(changes.view.viewport(), LEFT, pos=rect.center())
    assert StripPrefix("module.") not in session.plan.edits
    assert changes.model.rowCount() == 2
    changes.view.setFocus()
    changes.view.setCurrentIndex(changes.model.index(0, 0))
    qtbot.keyClick(changes.view, Qt.Key.Key_Delete)
    assert session.plan == Plan((MoveOptimizer("cuda:1"),))


def test_undo_redo_and_clear(changes: ChangesPanel, session: Session, qtbot: QtBot) -> None:
    assert not changes.undo.isEnabled()
    plan_three(session)
    assert "optimizer state" in changes.undo.toolTip()
    changes.undo.click()
    assert changes.model.rowCount() == 2
    assert changes.redo.isEnabled()
    changes.redo.click()
    assert changes.model.rowCount() == 3
    changes.clear.click()
    assert changes.model.rowCount() == 0
    changes.undo.click()
    assert changes.model.rowCount() == 3


def test_warnings_are_told(changes: ChangesPanel, session: Session) -> None:
    assert changes.warnings.isHidden()
    session.apply(RemapDevice("cpu", "cuda:0"))
    assert "step" in changes.warnings.text()
    assert changes.warnings.textFormat() == Qt.TextFormat.PlainText
    session.undo_stack.undo()
    assert changes.warnings.isHidden()


@pytest.mark.parametrize("make", [DevicesPanel, FixesPanel, ChangesPanel])
def test_panels_come_and_go_with_the_document(
    make: type[QWidget], session: Session, qtbot: QtBot, tmp_path: Path
) -> None:
    panel = make(session)  # type: ignore[arg-type]
    show(panel, qtbot)
    path = saved(tmp_path, two_gpus)
    for _ in range(2):
        opened(session, path)
        plan_three(session)
        QApplication.processEvents()
        session.close()
        QApplication.processEvents()
    panel.grab()


def test_a_long_path_is_cut_and_leaves_its_count_in_sight(session: Session, tmp_path: Path, qtbot: QtBot) -> None:
    long = "a_dictionary_with_a_name_that_is_longer_than_any_panel"
    opened(session, saved(tmp_path, lambda tensor: {long: {"a.weight": tensor("cuda:0", 2), "b": tensor("cuda:0", 2)}}))
    panel = FixesPanel(session)
    qtbot.addWidget(panel)
    panel.resize(310, 260)
    panel.show()
    qtbot.waitExposed(panel)
    ((_fix, box),) = [(fix, box) for fix, box in panel.boxes if fix.title.startswith("keep only")]
    assert "…" in box.text()
    assert long in box.accessibleName()
    assert panel.widget().width() <= panel.viewport().width()


# ---- counts


def counted(panel: FixesPanel) -> dict[str, tuple[str, bool]]:
    """The number beside each fix, and whether it can be ticked."""
    return {
        fix.title: (label.text(), box.isEnabled()) for (fix, box), label in zip(panel.boxes, panel._counts, strict=True)
    }


def test_counts_follow_what_is_dropped_and_renamed(session: Session, catalogue: Catalogue, qtbot: QtBot) -> None:
    """They are what the fix would do now; what is gone needs no fix."""
    panel = FixesPanel(session)
    show(panel, qtbot)
    strip, drop, keep = "strip “module.”", "drop “optimizer”", "keep only “model”"
    before = counted(panel)
    keys = [entry for entry in catalogue.children(catalogue.find("model")) if catalogue.rows[entry] >= 0]
    assert before[strip] == (f"{len(keys)}/{len(keys)}", True)
    session.apply(Drop(keys[0]))
    assert counted(panel)[strip] == (f"{len(keys) - 1}/{len(keys) - 1}", True)
    assert counted(panel)[keep][0] == f"{len(catalogue.subtree_rows(catalogue.find('model'))) - 1} tensors"
    session.apply(RenameKey(keys[1], "other.weight"))
    assert counted(panel)[strip] == (f"{len(keys) - 2}/{len(keys) - 1}", True)
    session.apply(Drop(catalogue.find("optimizer/state/0")))
    rows = [*catalogue.subtree_rows(catalogue.find("optimizer"))]
    out = set(catalogue.subtree_rows(catalogue.find("optimizer/state/0")))
    left = sum(catalogue.tensors[row].nbytes for row in rows if row not in out)
    assert counted(panel)[drop] == (size_text(left), True)
    session.apply(Drop(catalogue.find("model")))
    assert counted(panel)[strip] == ("0/0", False)
    assert counted(panel)[keep] == ("0 tensors", False)
    for _ in range(4):
        session.undo()
    assert counted(panel) == before
    session.apply(Keep(catalogue.find("model")))
    assert counted(panel)[drop] == ("0 B", False)
    assert counted(panel)[keep] == before[keep]  # it is what was ticked


def test_the_enter_that_chose_other_is_no_empty_device(devices: DevicesPanel, session: Session, qtbot: QtBot) -> None:
    """Where the list is worked by keyboard its Enter arrives in the line as well."""
    said: list[str] = []
    popup = ask_device(devices, said.append)
    qtbot.addWidget(popup)
    qtbot.keyClick(popup.line, Qt.Key.Key_Return)  # type: ignore[attr-defined]
    assert popup.isVisible()
    assert not popup.error.isVisible()  # type: ignore[attr-defined]
    qtbot.keyClicks(popup.line, "gpu")  # type: ignore[attr-defined]
    qtbot.keyClick(popup.line, Qt.Key.Key_Return)  # type: ignore[attr-defined]
    assert popup.error.isVisible()  # type: ignore[attr-defined]
    popup.line.setText("cuda:3")  # type: ignore[attr-defined]
    qtbot.keyClick(popup.line, Qt.Key.Key_Return)  # type: ignore[attr-defined]
    assert said == ["cuda:3"]
