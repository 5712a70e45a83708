"""Several tensors: ridges and columns, sorted together, read one batch after the other."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import torch
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtTest import QAbstractItemModelTester
from pytestqt.qtbot import QtBot

from core.catalogue.catalogue import Catalogue
from core.edits.edits import Cast, SetNumbers
from gui.session.scanning import Scanner
from gui.session.session import Session
from gui.values import several
from gui.values.several import SeveralTensors, common_span
from tests.gui.documents import opened
from tests.gui.user import show, texts

LEFT = Qt.MouseButton.LeftButton


def model() -> dict[str, torch.Tensor]:
    """Layers of rising spread, one with NaN, one without a number."""
    torch.manual_seed(5)
    found = {f"layers.{n}.weight": torch.randn(20, 30) * (n + 1) for n in range(4)}
    found["layers.1.weight"][0, :3] = float("nan")
    found["none"] = torch.zeros(0, 3)
    found["count"] = torch.tensor([1, 2, 3])
    found["wave"] = torch.randn(8, dtype=torch.complex64)
    return found


@pytest.fixture
def page(session: Session, qtbot: QtBot) -> Iterator[SeveralTensors]:
    made = SeveralTensors(session)
    show(made, qtbot, 420, 560)
    yield made
    made.forget()


@pytest.fixture
def layers(session: Session, tmp_path: Path) -> Catalogue:
    torch.save(model(), tmp_path / "layers.pth")
    return opened(session, tmp_path / "layers.pth")


@pytest.fixture
def read(page: SeveralTensors, layers: Catalogue, qtbot: QtBot) -> SeveralTensors:
    """The page with all tensors read."""
    page.show_rows(range(len(layers.tensors)))
    qtbot.waitUntil(lambda: not page.busy)
    return page


def column(page: SeveralTensors, number: int) -> list[str]:
    return [row[number] for row in texts(page.model)]


def test_the_columns_are_torchs_own(read: SeveralTensors) -> None:
    rows = {row[0]: row for row in texts(read.model)}
    for key in ("layers.0.weight", "layers.2.weight"):
        tensor = model()[key].double()
        wanted = (tensor.min(), tensor.max(), tensor.mean(), tensor.std(), tensor.pow(2).mean().sqrt())
        assert rows[key][2:7] == [f"{float(each):.4g}" for each in wanted]
    assert rows["layers.1.weight"][8] == "3"
    assert rows["none"][2:] == [""] * 7
    assert rows["count"][2:4] == ["1", "3"]
    assert rows["wave"][2:4] == ["", ""]
    assert "12 tensors" not in read.head.text()
    assert read.head.text().startswith("7 tensors")


def test_a_click_on_a_heading_sorts_table_and_ridges(read: SeveralTensors, qtbot: QtBot) -> None:
    header = read.table.horizontalHeader()
    place = QPoint(header.sectionViewportPosition(5) + 8, header.height() // 2)
    read.table.horizontalScrollBar().setValue(0)
    for _ in range(2):
        qtbot.mouseClick(header.viewport(), LEFT, pos=place)
    keys = column(read, 0)
    weights = [key for key in keys if key in ("layers.0.weight", "layers.2.weight", "layers.3.weight")]
    assert weights == ["layers.3.weight", "layers.2.weight", "layers.0.weight"]
    assert [row.key for row in read.ridges.rows] == keys


@pytest.mark.parametrize("by", ["Enter in the table", "double click in the table", "Enter", "double click"])
def test_one_goes_to_a_tensor(read: SeveralTensors, session: Session, layers: Catalogue, qtbot: QtBot, by: str) -> None:
    with qtbot.waitSignal(session.reveal_requested) as asked:
        if by == "Enter in the table":
            read.table.selectRow(1)
            qtbot.keyClick(read.table, Qt.Key.Key_Return)
        elif by == "double click in the table":
            place = read.table.visualRect(read.model.index(1, 0)).center()
            qtbot.mouseClick(read.table.viewport(), LEFT, pos=place)
            qtbot.mouseDClick(read.table.viewport(), LEFT, pos=place)
        elif by == "Enter":
            read.ridges.setFocus()
            qtbot.keyClick(read.ridges, Qt.Key.Key_Down)
            qtbot.keyClick(read.ridges, Qt.Key.Key_Down)
            assert read.table.currentIndex().row() == 1
            qtbot.keyClick(read.ridges, Qt.Key.Key_Return)
        else:
            qtbot.mouseDClick(read.ridges.viewport(), LEFT, pos=QPoint(80, 65))
    assert asked.args == [layers.find("layers.1.weight")]


def test_the_pointer_tells_the_bin(read: SeveralTensors) -> None:
    middle = QPoint(sum(read.ridges._axis) // 2, 35)
    assert read.ridges.place_at(middle) == 0
    assert read.ridges.tip_at(middle).startswith("layers.0.weight\n")
    assert "estimated from a sample" in read.ridges.tip_at(middle)


def test_each_can_have_its_own_scale(read: SeveralTensors, qtbot: QtBot) -> None:
    common = read.ridges.grab().toImage()
    qtbot.mouseClick(read.own_scale, LEFT, pos=QPoint(6, read.own_scale.height() // 2))
    assert read.ridges.own_scale
    assert read.ridges.grab().toImage() != common


def test_outliers_do_not_squash_the_others(
    session: Session, page: SeveralTensors, qtbot: QtBot, tmp_path: Path
) -> None:
    torch.manual_seed(1)
    weights = torch.randn(1000)
    weights[3] = 1e6
    torch.save({"a": torch.randn(1000), "b": weights, "c": torch.full((5,), 2.0)}, tmp_path / "f.pth")
    opened(session, tmp_path / "f.pth")
    page.show_rows([0, 2])
    qtbot.waitUntil(lambda: not page.busy)
    low, high = common_span(page.model.rows)
    assert -5 < low < -2
    assert 2 <= high < 5
    page.grab()


def test_one_that_explodes_does_not_squash_the_others(
    session: Session, page: SeveralTensors, qtbot: QtBot, tmp_path: Path
) -> None:
    torch.manual_seed(1)
    torch.save({f"w{n}": torch.randn(50) * (1e6 if n == 2 else 1) for n in range(8)}, tmp_path / "f.pth")
    opened(session, tmp_path / "f.pth")
    page.show_rows(range(8))
    qtbot.waitUntil(lambda: not page.busy)
    low, high = common_span(page.model.rows)
    assert -20 < low < -1 < 1 < high < 20


def test_what_few_reach_to_the_left_is_cut_no_sooner_than_to_the_right(
    session: Session, page: SeveralTensors, qtbot: QtBot, tmp_path: Path
) -> None:
    torch.manual_seed(1)
    wide = torch.randn(500)
    torch.save({f"w{n}": wide if n == 2 else torch.rand(50) * 1.1 - 0.1 for n in range(8)}, tmp_path / "f.pth")
    opened(session, tmp_path / "f.pth")
    page.show_rows(range(8))
    qtbot.waitUntil(lambda: not page.busy)
    low, high = common_span(page.model.rows)
    assert low <= float(wide.min()) + 0.01
    assert float(wide.max()) - 0.01 <= high


def test_thousands_are_bounded_and_it_is_said(
    session: Session, page: SeveralTensors, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(several, "BATCH", 0.01)
    flat = torch.arange(9.0)
    torch.save({f"w{n}": flat[n % 4 :] for n in range(1000)}, tmp_path / "many.pth")
    opened(session, tmp_path / "many.pth")
    asked: list[int] = []
    page.model.dataChanged.connect(lambda *_: asked.append(sum(not row.is_pending for row in page.model.rows)))
    page.show_rows(range(1000))
    qtbot.waitUntil(lambda: not page.busy)
    assert "the first 400 are shown, and 600 more are not" in page.head.text()
    assert len(page.model.rows) == 400
    assert len(asked) > 2
    assert asked == sorted(asked)


def test_others_may_be_asked_for_before_the_first_are_read(
    page: SeveralTensors, layers: Catalogue, qtbot: QtBot
) -> None:
    for rows in ([0, 1, 2], [3, 0], [2, 3]):
        page.show_rows(rows)
    qtbot.waitUntil(lambda: not page.busy)
    assert column(page, 0) == ["2.weight", "3.weight"]
    assert page.head.text().startswith("2 tensors of layers. ")
    assert all(column(page, 5))


def test_a_scan_is_used_and_not_made_again(
    page: SeveralTensors, session: Session, layers: Catalogue, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    Scanner.of(session).start()
    qtbot.waitUntil(lambda: not Scanner.of(session).busy)

    def refuse(*_arguments: Any) -> None:
        raise AssertionError("read again")

    monkeypatch.setattr(several, "statistics_of", refuse)
    page.show_rows([0, 2])
    qtbot.waitUntil(lambda: not page.busy)
    assert column(page, 5) == [f"{float(model()[f'layers.{n}.weight'].double().std()):.4g}" for n in (0, 2)]


def test_it_can_be_stopped(
    page: SeveralTensors, layers: Catalogue, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(several, "BATCH", -1.0)
    page.show_rows(range(4))
    page._show_progress()
    assert page.progress.isVisible()
    qtbot.mouseClick(page.progress.cancel_button, LEFT)
    qtbot.waitUntil(lambda: not page.busy)
    assert not page.progress.isVisible()


def change(path: Path) -> None:
    path.write_bytes(path.read_bytes() + b"x")


@pytest.mark.parametrize(("do", "says"), [(change, "has changed on disk"), (Path.unlink, "cannot be read any more")])
def test_a_file_that_changes_is_a_sentence(
    page: SeveralTensors,
    session: Session,
    layers: Catalogue,
    qtbot: QtBot,
    do: Callable[[Path], object],
    says: str,
) -> None:
    do(layers.checkpoint.path)
    page.show_rows([0, 1])
    qtbot.waitUntil(lambda: not page.busy)
    assert says in page.error.text()
    assert page.error.isVisible()


def test_the_table_keeps_to_the_rules_of_qt(page: SeveralTensors, layers: Catalogue, qtbot: QtBot) -> None:
    tester = QAbstractItemModelTester(page.model, QAbstractItemModelTester.FailureReportingMode.Fatal)
    page.show_rows([0, 1, 2])
    qtbot.waitUntil(lambda: not page.busy)
    page.model.sort(8, Qt.SortOrder.DescendingOrder)
    assert column(page, 8)[0] == "3"
    page.show_rows([])
    assert tester.model() is page.model


def test_the_numbers_are_those_that_would_be_saved(
    read: SeveralTensors, layers: Catalogue, session: Session, qtbot: QtBot
) -> None:
    entry = layers.find("layers.0.weight")
    session.apply(SetNumbers(entry, ((0, 20, 1), (0, 30, 1)), 7))
    session.apply(Cast("bfloat16", frozenset([layers.rows[layers.find("layers.2.weight")]])))
    read.show_rows(range(len(layers.tensors)))
    qtbot.waitUntil(lambda: not read.busy)
    rows = {layers.path_text(row.entry): row for row in read.model.rows}
    filled, cast = rows["layers.0.weight"], rows["layers.2.weight"]
    assert filled.statistics is not None
    assert (filled.statistics.minimum, filled.statistics.maximum) == (7, 7)
    assert cast.statistics is not None
    assert cast.dtype == "float32 → bfloat16"
    assert cast.statistics.maximum == model()["layers.2.weight"].bfloat16().max().item()


@pytest.mark.parametrize("height", [160, 220, 320])
def test_in_a_low_panel_ridges_and_table_do_not_lie_on_each_other(
    read: SeveralTensors, qtbot: QtBot, height: int
) -> None:
    read.resize(420, height)
    qtbot.waitUntil(lambda: read.height() == height)
    ridges, table = (QRect(part.mapTo(read, QPoint()), part.size()) for part in (read.ridges, read.table))
    assert not ridges.intersects(table)
    assert read.table.height() >= 90
