"""The session: plans as undoable steps, refusals, selection and filter."""

from __future__ import annotations

from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

import gui.session.session
from core.catalogue.catalogue import Catalogue
from core.edits.edits import Drop, MoveOptimizer, Plan, RemapDevice, RenameKey, StripPrefix
from gui.devices.panel import COLUMNS, device_rows
from gui.document.cells import Cells
from gui.document.outline import Outline
from gui.document.tree_columns import Column
from gui.look.palette import device_colour
from gui.session.session import Session
from gui.tree.table_model import TreeModel
from tests.gui.documents import opened, saved, two_gpus


@pytest.fixture
def catalogue(session: Session, tmp_path: Path) -> Catalogue:
    return opened(session, saved(tmp_path, two_gpus))


def test_apply_previews_and_can_be_undone_and_redone(session: Session, catalogue: Catalogue, qtbot: QtBot) -> None:
    with qtbot.waitSignal(session.plan_changed):
        assert session.apply(RemapDevice("cuda:0", "cpu"))
    assert session.preview is not None
    assert "cuda:0" not in {total.device for total in session.preview.totals_after}
    assert session.undo_stack.undoText() == "cuda:0 → cpu"
    session.undo_stack.undo()
    assert session.plan == Plan()
    assert "cuda:0" in {total.device for total in session.preview.totals_after}
    session.undo_stack.redo()
    assert session.plan == Plan((RemapDevice("cuda:0", "cpu"),))


def test_every_step_takes_one_undo(session: Session, catalogue: Catalogue) -> None:
    for edit in (RemapDevice("cuda:0", "cpu"), RemapDevice("cuda:0", "cuda:1"), StripPrefix("module.")):
        session.apply(edit)
    session.retract(StripPrefix("module."))
    assert session.undo_stack.undoText() == "without strip “module.”"
    assert session.undo_stack.count() == 4
    for _ in range(4):
        session.undo_stack.undo()
    assert not session.plan
    assert session.undo_stack.isClean()


def test_a_plan_that_is_in_place_already_is_no_step(session: Session, catalogue: Catalogue) -> None:
    session.apply(RemapDevice("cuda:0", "cpu"))
    assert session.apply(RemapDevice("cuda:0", "cpu"))
    assert session.undo_stack.count() == 1


def test_a_collision_is_refused_with_both_keys_and_changes_nothing(
    session: Session, catalogue: Catalogue, qtbot: QtBot
) -> None:
    entry = catalogue.find("model/module.layer1.0.conv.bias")
    with qtbot.waitSignal(session.refused) as said, qtbot.assertNotEmitted(session.plan_changed):
        assert not session.apply(RenameKey(entry, "module.out.weight"))
    assert "module.layer1.0.conv.bias" in said.args[0]
    assert "module.out.weight" in said.args[0]
    assert not session.plan
    assert session.undo_stack.count() == 0


def test_devices_keep_their_place_when_plans_come_and_go(session: Session, catalogue: Catalogue) -> None:
    before = session.device_order
    session.apply(RemapDevice("cuda:0", "cuda:3"))
    assert session.device_order == (*before, "cuda:3")
    session.undo_stack.undo()
    session.apply(RemapDevice("cuda:0", "cuda:2"))
    assert session.device_order == (*before, "cuda:3", "cuda:2")


def test_another_document_starts_afresh(session: Session, catalogue: Catalogue, tmp_path: Path) -> None:
    session.apply(MoveOptimizer("follow"))
    session.set_current(3)
    session.set_selection([3])
    session.set_filter("conv")
    opened(session, saved(tmp_path, lambda tensor: {"a.b": tensor("cuda:2", 1)}, "other.pth"))
    assert not session.plan
    assert session.undo_stack.count() == 0
    assert (session.current, session.selection, session.filter_text) == (-1, [], "")
    assert session.device_order == ("cuda:2",)


def test_a_closed_session_takes_no_plan(session: Session, catalogue: Catalogue, qtbot: QtBot) -> None:
    with qtbot.waitSignal(session.closed):
        session.close()
    assert session.catalogue is None
    assert not session.apply(Drop(1))


def test_a_file_that_can_only_be_shown_takes_no_plan(session: Session, tmp_path: Path, qtbot: QtBot) -> None:
    header = b'{"w":{"dtype":"C128","shape":[1],"data_offsets":[0,16]}}'
    path = tmp_path / "made.safetensors"
    path.write_bytes(len(header).to_bytes(8, "little") + header + bytes(16))
    catalogue = opened(session, path)
    with qtbot.waitSignal(session.refused) as said:
        assert not session.apply(RemapDevice("cpu", "cuda:0"))
    assert said.args == [catalogue.checkpoint.read_only]
    model = TreeModel()
    assert session.preview is not None
    model.take(catalogue, session.preview)
    assert not model.can_rename(catalogue.find("w"))


def test_a_format_that_names_no_device_says_so_and_has_no_colour(session: Session, tmp_path: Path) -> None:
    header = b'{"w":{"dtype":"F32","shape":[1],"data_offsets":[0,4]}}'
    path = tmp_path / "made.safetensors"
    path.write_bytes(len(header).to_bytes(8, "little") + header + bytes(4))
    catalogue = opened(session, path)
    assert session.preview is not None
    cells = Cells(Outline(catalogue), session.preview)
    (row,) = device_rows(catalogue.devices, session.plan)
    for text, tip in (
        (Column.DEVICE.text(cells, 1), Column.DEVICE.tip(cells, 1)),
        (COLUMNS[0].text(row), COLUMNS[0].tip(row)),
    ):
        assert text == "no device"
        assert tip is not None
        assert tip.startswith("This format stores no device")
    assert device_colour(Column.DEVICE.text(cells, 1), dark=False).alpha() == 0


def test_the_same_filter_and_the_same_entry_are_told_once(session: Session, catalogue: Catalogue, qtbot: QtBot) -> None:
    session.set_filter("conv", False)
    session.set_current(2)
    with qtbot.assertNotEmitted(session.filter_changed), qtbot.assertNotEmitted(session.current_changed):
        session.set_filter("conv", False)
        session.set_current(2)
    with qtbot.waitSignal(session.filter_changed):
        session.set_filter("conv", True)


# ---- a large file: plans are worked out beside the event loop


@pytest.fixture
def large(catalogue: Catalogue, monkeypatch: pytest.MonkeyPatch) -> Catalogue:
    monkeypatch.setattr(gui.session.session, "MANY_ENTRIES", 0)
    return catalogue


def test_a_plan_holds_at_once_and_its_preview_follows(session: Session, large: Catalogue, qtbot: QtBot) -> None:
    wanted = Plan((RemapDevice("cuda:0", "cpu"),))
    with qtbot.waitSignal(session.plan_changed):
        assert session.set_plan(wanted)
        assert session.plan == wanted
        assert session.preview is not None
        assert session.preview.plan == Plan()
    assert session.preview.plan == wanted
    assert session.undo_stack.undoText() == "cuda:0 → cpu"


def test_quick_clicks_are_as_many_steps(session: Session, large: Catalogue, qtbot: QtBot) -> None:
    edits = (RemapDevice("cuda:0", "cpu"), StripPrefix("module."), RemapDevice("cuda:1", "cpu"))
    plans = []
    session.plan_changed.connect(lambda: plans.append(session.plan))
    for edit in edits:
        session.apply(edit)
    qtbot.waitUntil(lambda: session.undo_stack.count() == len(edits))
    assert plans == [Plan(edits)] * len(edits), "a box that was ticked last must not lose its tick in between"
    assert session.preview is not None
    for left in (2, 1, 0):
        session.undo()
        assert session.plan == session.preview.plan == Plan(edits[:left])
    session.redo()
    assert session.plan == session.preview.plan == Plan(edits[:1])


def test_undo_takes_back_what_is_still_being_worked_out(session: Session, large: Catalogue) -> None:
    session.apply(RemapDevice("cuda:0", "cpu"))
    session.apply(StripPrefix("module."))
    session.undo()
    assert session.preview is not None
    assert session.plan == session.preview.plan == Plan((RemapDevice("cuda:0", "cpu"),))
    assert session.undo_stack.canRedo()


def test_a_refusal_that_comes_late_leaves_the_plan_that_holds(session: Session, large: Catalogue, qtbot: QtBot) -> None:
    session.apply(RemapDevice("cuda:0", "cpu"))
    session.settle()
    entry = large.find("model/module.layer1.0.conv.bias")
    with qtbot.waitSignals([session.refused, session.plan_changed]):
        session.apply(RenameKey(entry, "module.out.weight"))
        session.apply(RemapDevice("cuda:1", "cpu"))
    assert session.plan == Plan((RemapDevice("cuda:0", "cpu"),))
    assert session.undo_stack.count() == 1


def test_a_late_plan_never_reaches_another_document(
    session: Session, large: Catalogue, tmp_path: Path, qtbot: QtBot
) -> None:
    session.apply(RemapDevice("cuda:0", "cpu"))
    opened(session, saved(tmp_path, two_gpus, "other.pth"))
    qtbot.wait(50)
    assert session.plan == Plan()
    assert session.undo_stack.count() == 0
