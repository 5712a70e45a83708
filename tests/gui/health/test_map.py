"""The map of the model: a cell a tensor, in modules, coloured by what one chooses."""

from __future__ import annotations

import json
import struct
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtGui import QColor, QFontMetrics
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from core.catalogue.catalogue import Catalogue
from core.values.scan import scan
from gui.health.board import HealthBoard
from gui.health.colouring import CHOICES, severity_colours
from gui.health.map import BETWEEN, CELLS, Block, ModelMap, Room, Splitter, labels_of, laid_out
from gui.jobs import job
from gui.look import theme
from gui.plots.colour_maps import INFINITE, NAN
from gui.session.scanning import Scanner
from gui.session.session import Session
from tests.gui.documents import catalogue_of, opened, saved, two_gpus
from tests.gui.user import show

LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def board(session: Session, qtbot: QtBot) -> HealthBoard:
    made = HealthBoard(session)
    show(made, qtbot, 760, 320)
    return made


def many(folder: Path, count: int) -> Catalogue:
    """A model of many tensors of one number, in the container that is written fastest."""
    names = (f"layers.{n // 40}.block.{n % 40 // 4}.{'qkvo'[n % 4]}" for n in range(count))
    facts = {name: {"dtype": "F32", "shape": [1], "data_offsets": [4 * n, 4 * n + 4]} for n, name in enumerate(names)}
    header = json.dumps(facts).encode()
    path = folder / "many.safetensors"
    path.write_bytes(struct.pack("<Q", len(header)) + header + bytes(4 * count))
    return catalogue_of(path)


# ---- blocks


def test_blocks_are_modules_and_hold_every_tensor_once(catalogue: Catalogue) -> None:
    for most in (1, 2, 5, 40):
        blocks = Splitter(catalogue).blocks(most)
        assert sorted(row for block in blocks for row in block.rows) == list(range(len(catalogue.tensors)))
        assert len(blocks) <= max(most, 2)  # what the file itself is made of is never put together
    labels = {most: [block.label for block in Splitter(catalogue).blocks(most)] for most in (4, 5, 6)}
    modules = ["model/module.embed", "model/module.layer1", "model/module.out"]
    assert labels[4] == [*modules, "optimizer/state"]
    assert labels[5] == [*modules, "optimizer/state/0 … 2", "optimizer/state/3 … 4"]
    assert labels[6] == ["model/module", *(f"optimizer/state/{n}" for n in range(5))]


@pytest.mark.parametrize("count", [3, 5_000, 75_000])
@pytest.mark.parametrize("room", [Room(250, 180, 14), Room(900, 240, 14), Room(40, 20, 14)])
def test_cells_lie_beside_each_other_and_are_found_again(count: int, room: Room) -> None:
    parts = min(count, 7)
    layout = laid_out([Block(f"layers.{n}", range(n, count, parts)) for n in range(parts)], room)
    assert sorted(layout.rows) == list(range(count))
    for place in (0, 1, count // 2, count - 1):
        x, y = layout.cell_corner(place)
        assert layout.place_at(x, y) == layout.place_at(x + layout.cell - 1, y + layout.cell - 1) == place
        assert x + layout.cell <= max(room.width, layout.cell)
        assert y + layout.cell <= layout.height
    assert layout.place_at(-1, 0) == layout.place_at(5, layout.height + 5) == layout.place_at(2, 2) == -1
    if count == 3 and room.height > 100:
        assert layout.cell == CELLS[0]
    if count == 75_000:
        assert layout.cell == CELLS[-1]


def test_columns_are_of_one_height_and_no_wider_than_what_is_in_them() -> None:
    blocks = [Block(f"layers.{n}", range(3 * n, 3 * n + 3)) for n in range(10)]
    layout = laid_out(blocks, Room(1200, 380, 14, widest=200))
    assert {left for left, _top in layout.corners} == {0, 200 + BETWEEN}
    assert [top for _left, top in layout.corners[:5]] == [top for _left, top in layout.corners[5:]]
    assert layout.height < 380
    assert laid_out([Block("layers", range(30))], Room(1200, 380, 14, widest=200)).columns == 30


def test_labels_that_are_cut_keep_their_ends_and_differ(qapp: QApplication) -> None:
    names = [f"model/state_dict/atom_conv_layers.{n}.{part}.layers.1" for n in range(4) for part in ("core", "gate")]
    metrics = QFontMetrics(theme.key_font())
    width = metrics.horizontalAdvance("0" * 22)
    layout = laid_out([Block(name, range(n, n + 1)) for n, name in enumerate(names)], Room(width, 600, 14))
    labels = labels_of(layout, metrics)
    assert len(set(labels)) == len(names)
    assert all(label.startswith("…") and label.endswith(".layers.1") for label in labels)
    assert max(map(metrics.horizontalAdvance, labels)) <= width


# ---- colours


def colours(catalogue: Catalogue, text: str, *, scanned: bool = True) -> list[str]:
    choice = next(choice for choice in CHOICES if choice.text == text)
    found = choice.colour(catalogue, scan(catalogue) if scanned else None)
    return [QColor.fromRgb(int(pixel)).name() for pixel in found.pixels]


def test_colours_say_what_the_scan_found(ill: Catalogue) -> None:
    c, known = theme.colours(), severity_colours()
    assert colours(ill, "Health") == [known[each] for each in ("error", "error", "warning", "")]
    assert len(set(known.values())) == 4
    assert colours(ill, "NaN and Inf") == [NAN.lower(), INFINITE.lower(), known[""], known[""]]
    sizes = colours(ill, "Size (RMS)")
    assert sizes[:3] == [NAN.lower(), NAN.lower(), c.border]
    zeros = colours(ill, "Zeros")
    assert zeros[0] == zeros[3] != zeros[2]


def test_devices_and_dtypes_are_coloured_without_a_scan(catalogue: Catalogue) -> None:
    devices = colours(catalogue, "Device", scanned=False)
    assert len(set(devices)) == len(catalogue.devices) == 3
    assert len(set(colours(catalogue, "Dtype", scanned=False))) == 1
    for text in ("Health", "Size (RMS)", "Zeros", "NaN and Inf"):
        assert set(colours(catalogue, text, scanned=False)) == {theme.colours().border}


@pytest.mark.parametrize("choice", CHOICES, ids=lambda choice: choice.text)
def test_a_file_without_tensors_has_an_empty_map(
    board: HealthBoard, session: Session, qtbot: QtBot, tmp_path: Path, choice: object
) -> None:
    opened(session, saved(tmp_path, lambda tensor: {"epoch": 3, "empty": tensor("cpu", 0)}, "empty.pth"))
    Scanner.of(session).start()
    qtbot.waitUntil(lambda: not Scanner.of(session).busy)
    board.choice.setCurrentIndex(next(place for place, each in enumerate(CHOICES) if each is choice))
    board.grab()
    opened(session, saved(tmp_path, lambda _tensor: {"epoch": 3}, "none.pth"))
    Scanner.of(session).start()
    qtbot.waitUntil(lambda: not Scanner.of(session).busy)
    board.grab()


def rect_of(cells: ModelMap, row: int) -> QRect:
    """The cell of a tensor row in the viewport."""
    assert cells.layout_ is not None
    x, y = cells.layout_.cell_corner(cells.layout_.place_of(row))
    return QRect(x, y - cells.verticalScrollBar().value(), cells.layout_.cell, cells.layout_.cell)


# ---- mouse and keyboard


def test_the_pointer_tells_the_tensor_and_a_click_selects_it(
    board: HealthBoard, session: Session, catalogue: Catalogue, qtbot: QtBot
) -> None:
    row = 3
    place = rect_of(board.map, row).center()
    qtbot.mouseMove(board.map.viewport(), place)
    path = catalogue.path_text(catalogue.tensors[row].entry)
    qtbot.waitUntil(lambda: path in board.told.text())
    with qtbot.waitSignal(session.select_requested) as asked:
        qtbot.mouseClick(board.map.viewport(), LEFT, pos=place)
    assert asked.args == [[catalogue.tensors[row].entry]]
    assert board.map.row_at(QPoint(1, 1)) == -1  # a label


def test_the_keyboard_goes_from_cell_to_cell(
    board: HealthBoard, session: Session, catalogue: Catalogue, qtbot: QtBot
) -> None:
    key = Qt.Key
    board.map.setFocus()
    qtbot.keyClick(board.map, key.Key_Right)
    assert board.map.current_row == 0
    for _ in range(2):
        qtbot.keyClick(board.map, key.Key_Right)
    qtbot.keyClick(board.map, key.Key_Left)
    assert board.map.current_row == 1
    assert catalogue.path_text(catalogue.tensors[1].entry) in board.told.text()
    qtbot.keyClick(board.map, key.Key_End)
    assert board.map.current_row == board.map.layout_.rows[-1]  # type: ignore[union-attr]
    with qtbot.waitSignal(session.select_requested) as asked:
        qtbot.keyClick(board.map, key.Key_Return)
    assert asked.args == [[catalogue.tensors[board.map.current_row].entry]]
    qtbot.keyClick(board.map, key.Key_Home)
    assert board.map.current_row == 0


def test_what_is_current_in_the_tree_has_a_frame(board: HealthBoard, session: Session, catalogue: Catalogue) -> None:
    entry = catalogue.find("model/module.out.weight")
    session.set_current(entry)
    assert board.map.current_row == catalogue.rows[entry]
    session.set_current(catalogue.find("epoch"))
    assert board.map.current_row == -1


def test_the_cells_have_the_colours(board: HealthBoard, session: Session, ill: Catalogue, qtbot: QtBot) -> None:
    Scanner.of(session).start()
    qtbot.waitUntil(lambda: not Scanner.of(session).busy)
    picture = board.map.viewport().grab().toImage()
    wanted = colours(ill, "Health")
    for row, colour in enumerate(wanted):
        assert picture.pixelColor(rect_of(board.map, row).topLeft() + QPoint(3, 3)).name() == colour
    board.choice.setCurrentIndex(3)
    picture = board.map.viewport().grab().toImage()
    assert picture.pixelColor(rect_of(board.map, 0).topLeft() + QPoint(3, 3)).name() == NAN.lower()


def test_a_large_model_scrolls(board: HealthBoard, session: Session, qtbot: QtBot, tmp_path: Path) -> None:
    many(tmp_path, 75_000)
    opened(session, tmp_path / "many.safetensors")
    board.grab()
    bar = board.map.verticalScrollBar()
    qtbot.waitUntil(lambda: bar.maximum() > 0)  # parted beside the event loop
    board.map.setFocus()
    qtbot.keyClick(board.map, Qt.Key.Key_End)
    assert bar.value() > bar.maximum() * 0.9
    last = board.map.current_row
    assert board.map.viewport().rect().contains(rect_of(board.map, last).center())
    board.resize(500, 700)
    board.grab()
    qtbot.waitUntil(lambda: not job.running())
    assert board.map.current_row == last


def test_another_theme_has_other_colours(board: HealthBoard, session: Session, tmp_path: Path) -> None:
    opened(session, saved(tmp_path, two_gpus))
    before = board.map.viewport().grab().toImage()
    theme.theme().apply("dark")
    assert board.map.viewport().grab().toImage() != before
    theme.theme().apply("light")
