"""The panel follows the plan, its controls and what is chosen in it."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from core.catalogue.catalogue import Catalogue
from core.edits.edits import Drop, RemapDevice
from core.memory.analysis import ERROR, LOADS, OUT_OF_MEMORY
from core.memory.sizes import GIB, MIB
from gui.memory.model import HOST
from gui.memory.panel import CODE, RAM, SPARE, MemoryBoard, MemoryPanel
from gui.session.session import Session
from tests.gui.memory.user import cell, choose_item, chosen_row, click, expected, row_of, type_into, way_bars, words

LEFT = Qt.MouseButton.LeftButton


def test_the_bars_follow_an_edit_and_its_undo(panel: MemoryBoard, session: Session, catalogue: Catalogue) -> None:
    def totals() -> list[tuple[str, int, str]]:
        return [(bar.device, bar.total, bar.phase) for bar in way_bars(panel, "fixed")]

    plain = way_bars(panel, "default")
    assert "fixed" not in {row.id for row in panel.rows}, "without a plan there is no fixed file"
    session.apply(RemapDevice("cuda:1", "cuda:0"))
    QApplication.processEvents()
    moved = totals()
    assert [device for device, _, _ in moved] == ["cuda:0"]
    assert [bar.total for bar in way_bars(panel, "fixed")] == [expected(panel, session).outcome("fixed").peak]
    assert way_bars(panel, "default") == plain
    fixed = expected(panel, session).outcome("fixed")
    assert words(panel) == f"Yes, once saved: it takes {fixed.peak / MIB:.0f} MiB of 23.6 GiB with plain torch.load."
    assert panel.bar.bar == way_bars(panel, "fixed")[0]
    session.apply(Drop(catalogue.find("optimizer")))
    QApplication.processEvents()
    owners = {part.owner for bar in way_bars(panel, "fixed") for part in bar.segments}
    assert "optimizer" not in owners
    session.undo_stack.undo()
    QApplication.processEvents()
    assert totals() == moved
    session.undo_stack.undo()
    QApplication.processEvents()
    assert "fixed" not in {row.id for row in panel.rows}


def test_the_naive_resume_and_the_way_that_fits(panel: MemoryBoard, session: Session, qtbot: QtBot) -> None:
    """One card, and the file was saved on two: plain torch.load fails, and the panel says what works."""
    choose_item(panel.controls.gpus, "1")
    naive = row_of(panel, "default")
    assert naive.state == ERROR
    assert naive.sentence.startswith("Attempting to deserialize object on CUDA device 1 but")
    assert not way_bars(panel, "default")
    best = expected(panel, session).best
    assert best is not None
    equals = [each.strategy.id for each in expected(panel, session).equals]
    assert [row.id for row in panel.rows][: len(equals)] == equals, "best first"
    assert [row.id for row in panel.rows if row.mark] == equals
    assert {row.mark for row in panel.rows if row.mark} == {"good"}
    assert panel.chosen == best.strategy.id == equals[0]
    assert (
        words(panel)
        == f"Yes, with map_location='cpu': it takes {best.peak / MIB:.0f} MiB of 23.6 GiB. Plain torch.load fails."
    )
    assert chosen_row(panel) == best.strategy.id
    assert cell(panel, "default", SPARE) == "error"
    click(panel, "default", qtbot)
    told = panel.phases.note.text().replace("\u200b", "").replace("\u00a0", " ")
    assert told.endswith(expected(panel, session).outcome("default").message)


def test_a_card_that_is_too_small(panel: MemoryBoard, session: Session, qtbot: QtBot) -> None:
    type_into(panel, panel.controls.card, "301MiB", qtbot)
    assert panel.controls.machine.capacity == 301 * MIB
    row = row_of(panel, "map-target")
    assert row.state == OUT_OF_MEMORY
    assert "short" in row.sentence
    assert panel.analysis is not None
    assert panel.analysis.best is None
    assert words(panel).startswith("No: ")
    assert words(panel).endswith(" it takes at least 302 of 301 MiB.")
    click(panel, "map-target", qtbot)
    assert cell(panel, "map-target", SPARE).startswith("−")
    assert [line.bar.reached for line in panel.phases.bars if line.bar] == [True] + [False] * 5
    type_into(panel, panel.controls.card, "24", qtbot)
    assert panel.controls.machine.capacity == 24 * GIB
    assert row_of(panel, "map-target").state == LOADS


def test_what_is_no_size_is_marked_and_changes_nothing(panel: MemoryBoard, qtbot: QtBot) -> None:
    line = panel.controls.card.lineEdit()
    assert line is not None
    before = panel.controls.machine
    type_into(panel, panel.controls.card, "much", qtbot)
    assert line.property("wrong") == "true"
    assert panel.controls.machine == before
    choose_item(panel.controls.card, "RTX 3070 · 7.7 GiB")
    assert line.property("wrong") == "false"
    assert panel.controls.machine.capacity == round(7.7 * GIB)
    assert panel.controls.card.currentText() == "RTX 3070 · 7.7 GiB"


def test_every_control_counts(panel: MemoryBoard, session: Session, qtbot: QtBot) -> None:
    controls = panel.controls
    choose_item(controls.gpus, "4")
    controls.more.click()
    seen = [panel.analysis]

    def has_changed() -> None:
        assert panel.analysis != seen[-1]
        assert panel.analysis == expected(panel, session)
        seen.append(panel.analysis)

    choose_item(controls.ranks, "4")
    has_changed()
    (bar,) = way_bars(panel, "map-target")  # all four hold the same
    assert (bar.label, bar.devices) == ("cuda:0–3", ("cuda:0", "cuda:1", "cuda:2", "cuda:3"))
    naive = way_bars(panel, "default")
    assert [bar.label for bar in naive] == ["cuda:0", "cuda:1", "cuda:2–3"]
    assert len(naive[1].tip.splitlines()) > 3
    choose_item(controls.spread, "one GPU for all")
    has_changed()
    controls.keep.click()
    has_changed()
    assert "del checkpoint" not in panel.recipe.text.toPlainText()
    type_into(panel, controls.context, "500 MiB", qtbot)
    has_changed()
    assert controls.machine.context == 500 * MIB
    choose_item(controls.target, "cpu")
    has_changed()
    assert [bar.device for bar in way_bars(panel, "map-cpu")] == [HOST]


def test_a_click_chooses_and_the_arrows_walk(panel: MemoryBoard, qtbot: QtBot) -> None:
    click(panel, "map-dict", qtbot)
    assert panel.chosen == "map-dict"
    assert chosen_row(panel) == "map-dict"
    assert panel.recipe.text.toPlainText() == row_of(panel, "map-dict").code
    place = [row.id for row in panel.rows].index("map-dict")
    QTest.keyClick(panel.ways, Qt.Key.Key_Down)
    assert panel.chosen == chosen_row(panel) == panel.rows[place + 1].id
    QTest.keyClick(panel.ways, Qt.Key.Key_Up)
    assert panel.chosen == "map-dict"


def test_the_chosen_way_stays_chosen_in_any_order(panel: MemoryBoard, qtbot: QtBot) -> None:
    click(panel, "map-dict", qtbot)
    for order in (Qt.SortOrder.DescendingOrder, Qt.SortOrder.AscendingOrder):
        panel.ways.sortByColumn(RAM, order)
        assert panel.chosen == chosen_row(panel) == "map-dict"
        ram = [row.ram or 0 for row in panel.ways.ways.rows]
        assert ram == sorted(ram, reverse=order == Qt.SortOrder.DescendingOrder)


def test_torchs_term_has_a_column_where_there_is_room(shown: MemoryPanel, panel: MemoryBoard) -> None:
    assert panel.ways.isColumnHidden(CODE)
    shown.resize(700, 800)
    QApplication.processEvents()
    assert not panel.ways.isColumnHidden(CODE)
    assert cell(panel, "map-cpu", CODE) == "map_location='cpu'"


def test_the_code_is_copied_as_it_is(panel: MemoryBoard, session: Session, qtbot: QtBot) -> None:
    click(panel, "meta-assign", qtbot)
    panel.pages.setCurrentWidget(panel.recipe)
    qtbot.mouseClick(panel.recipe.copy, LEFT)
    assert QGuiApplication.clipboard().text() == expected(panel, session).outcome("meta-assign").code
    compile(QGuiApplication.clipboard().text(), "copied", "exec")
