"""Fixes: a tick is a step of the plan, and beside it stands how much it would change."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QCheckBox
from pytestqt.qtbot import QtBot

from core.catalogue.catalogue import Catalogue
from core.edits.edits import FOLLOW, AddPrefix, Drop, Keep, MoveOptimizer, Plan, RemapDevice, RenameKey, StripPrefix
from core.text import size_text
from gui.diagnosis.content import DiagnosisContent
from gui.diagnosis.fixes_list import FixesList
from gui.diagnosis.fixes_model import add_fixes, prefix_fixes, unwrap_fixes
from gui.look import theme
from gui.session.session import Session
from tests.gui.documents import catalogue_of, opened, saved, two_gpus
from tests.gui.user import pick, show


@pytest.fixture
def fixes(session: Session, catalogue: Catalogue, qtbot: QtBot) -> FixesList:
    panel = FixesList(session)
    show(panel, qtbot)
    return panel


def box(panel: FixesList, title: str) -> QCheckBox:
    (found,) = [box for fix, box in panel.boxes if fix.title.startswith(title)]
    return found


def test_a_tick_strips_and_unticking_takes_it_back(
    fixes: FixesList, session: Session, catalogue: Catalogue, qtbot: QtBot
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


def test_a_refused_tick_falls_back(fixes: FixesList, session: Session, catalogue: Catalogue, qtbot: QtBot) -> None:
    session.apply(RenameKey(catalogue.find("model/module.out.weight"), "embed.weight"))
    with qtbot.waitSignal(session.refused):
        box(fixes, "strip “module.”").click()
    assert not box(fixes, "strip “module.”").isChecked()
    assert len(session.plan.edits) == 1


def test_the_optimizer_follows_its_parameters(fixes: FixesList, session: Session, qtbot: QtBot) -> None:
    ((optimizer, place, mover),) = fixes.movers
    assert place.accessibleName().startswith("cuda:1")
    pick(qtbot, mover, "where its parameters are")
    assert session.plan == Plan((MoveOptimizer(FOLLOW, optimizer.entry),))
    pick(qtbot, mover, "cuda:0")
    assert session.plan == Plan((MoveOptimizer("cuda:0", optimizer.entry),))
    pick(qtbot, mover, "keep")
    assert not session.plan


def test_state_that_is_where_its_parameters_are_cannot_be_sent_there(
    fixes: FixesList, session: Session, qtbot: QtBot
) -> None:
    def follow() -> str:
        ((_optimizer, _place, mover),) = fixes.movers
        return mover.itemText(mover.findData(FOLLOW))

    assert follow() == "where its parameters are"
    session.apply(RemapDevice("cuda:*", "cpu"))
    assert follow() == "where its parameters are: nothing to move"
    ((_optimizer, _place, mover),) = fixes.movers
    mover.setFocus()
    qtbot.keyClick(mover, Qt.Key.Key_Down)  # to the next that can be chosen
    assert mover.currentData() != FOLLOW
    session.undo_stack.undo()
    session.undo_stack.undo()
    session.apply(MoveOptimizer(FOLLOW))
    assert follow() == "where its parameters are"  # it is planned, and can be taken back
    assert session.preview is not None
    (change,) = session.preview.changes
    assert change.tensors == 2  # of four exp_avg on cuda:1, those of the parameters on cuda:0


def test_dropping_and_unwrapping_are_offered(fixes: FixesList, session: Session, catalogue: Catalogue) -> None:
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
    assert (fix.count, len(fix.edits)) == ("12 of 12 keys", 2)
    plan = fix.toggled(Plan(), on=True)
    assert fix.on(plan)
    assert not fix.toggled(plan, on=False)
    (add,) = add_fixes(catalogue)
    assert add.edits == (AddPrefix("module.", catalogue.find("plain")),)
    assert unwrap_fixes(catalogue)[0].title == "keep only “model”"


def test_no_prefix_is_added_to_one_that_could_be_stripped(tmp_path: Path) -> None:
    def make(tensor: object) -> object:
        return {f"model.{name}": tensor("cpu", 1) for name in "abc"}  # type: ignore[operator]

    catalogue = catalogue_of(saved(tmp_path, make))
    assert prefix_fixes(catalogue)
    assert not add_fixes(catalogue)


def test_inner_segments_are_offered_as_such(tmp_path: Path) -> None:
    def make(tensor: object) -> object:
        return {"model._orig_mod.x": tensor("cpu", 1), "submodule.y": tensor("cpu", 1)}  # type: ignore[operator]

    fixes = prefix_fixes(catalogue_of(saved(tmp_path, make)))
    assert [(fix.title, fix.count) for fix in fixes] == [("strip “_orig_mod.” everywhere", "1 of 2 keys")]


def test_a_long_path_is_cut_and_leaves_its_count_in_sight(session: Session, tmp_path: Path, qtbot: QtBot) -> None:
    long = "a_dictionary_with_a_name_that_is_longer_than_any_panel"
    opened(session, saved(tmp_path, lambda tensor: {long: {"a.weight": tensor("cuda:0", 2), "b": tensor("cuda:0", 2)}}))
    panel = FixesList(session)
    qtbot.addWidget(panel)
    panel.resize(310, 260)
    panel.show()
    qtbot.waitExposed(panel)
    ((_fix, box),) = [(fix, box) for fix, box in panel.boxes if fix.title.startswith("keep only")]
    assert "…" in box.text()
    assert long in box.accessibleName()
    assert panel.minimumSizeHint().width() <= panel.width()


def test_a_count_is_words_and_not_code(session: Session, tmp_path: Path, qtbot: QtBot) -> None:
    """In the font of keys it took room from what it counts; Japanese changed fonts in the midst of it."""
    opened(session, saved(tmp_path, two_gpus))
    panel = FixesList(session)
    qtbot.addWidget(panel)
    assert panel.boxes
    fonts = {label.font().family() for label in panel._counts}
    assert fonts == {box.font().family() for _, box in panel.boxes} != {theme.key_font().family()}


def counted(panel: FixesList) -> dict[str, tuple[str, bool]]:
    """The number beside each fix, and whether it can be ticked."""
    return {
        fix.title: (label.text(), box.isEnabled()) for (fix, box), label in zip(panel.boxes, panel._counts, strict=True)
    }


def test_counts_follow_what_is_dropped_and_renamed(session: Session, catalogue: Catalogue, qtbot: QtBot) -> None:
    """They are what the fix would do now; what is gone needs no fix."""
    panel = FixesList(session)
    show(panel, qtbot)
    strip, drop, keep = "strip “module.”", "drop “optimizer”", "keep only “model”"
    before = counted(panel)
    keys = [entry for entry in catalogue.children(catalogue.find("model")) if catalogue.rows[entry] >= 0]
    assert before[strip] == (f"{len(keys)} of {len(keys)} keys", True)
    session.apply(Drop(keys[0]))
    assert counted(panel)[strip] == (f"{len(keys) - 1} of {len(keys) - 1} keys", True)
    of_model = len(catalogue.subtree_rows(catalogue.find("model")))
    assert counted(panel)[keep][0] == f"{of_model - 1} of {len(catalogue.tensors) - 1} tensors"
    session.apply(RenameKey(keys[1], "other.weight"))
    assert counted(panel)[strip] == (f"{len(keys) - 2} of {len(keys) - 1} keys", True)
    session.apply(Drop(catalogue.find("optimizer/state/0")))
    rows = [*catalogue.subtree_rows(catalogue.find("optimizer"))]
    out = set(catalogue.subtree_rows(catalogue.find("optimizer/state/0")))
    left = sum(catalogue.tensors[row].nbytes for row in rows if row not in out)
    assert counted(panel)[drop] == (f"{size_text(left)} less", True)
    session.apply(Drop(catalogue.find("model")))
    assert counted(panel)[strip] == ("0 of 0 keys", False)
    assert counted(panel)[keep] == (f"0 of {len(catalogue.tensors) - of_model - len(out)} tensors", False)
    for _ in range(4):
        session.undo()
    assert counted(panel) == before
    session.apply(Keep(catalogue.find("model")))
    assert counted(panel)[drop] == ("0 B less", False)
    assert counted(panel)[keep] == before[keep]  # it is what was ticked


def test_what_a_finding_cures_is_offered_once(session: Session, catalogue: Catalogue, qtbot: QtBot) -> None:
    """The tick comes when the card has gone: there what was done can be taken back."""
    board = DiagnosisContent(session)
    show(board, qtbot)
    strip = box(board.fixes, "strip “module.”")
    (cure,) = [card.cure for card in board.list.cards if card.card.finding.code == "wrapper-prefix"]
    assert cure is not None
    assert not strip.isVisible()
    cure.click()
    qtbot.waitUntil(strip.isVisible)
    assert strip.isChecked()
    strip.click()
    qtbot.waitUntil(lambda: not strip.isVisible())
    assert not session.plan
