"""What the user can do in the pages: tabs, sliders, tiles, parts, going to an index, copying, editing."""

from __future__ import annotations

import warnings

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit
from pytestqt.qtbot import QtBot

from core.edits.edits import SetNumbers
from gui.session.session import Session
from gui.values.one_tensor import HISTOGRAM, NUMBERS, PICTURE, OneTensor
from tests.gui.values.conftest import Pick, settled, tensors

LEFT = Qt.MouseButton.LeftButton


def open_tab(page: OneTensor, tab: int) -> None:
    QTest.mouseClick(page.tabs, LEFT, pos=page.tabs.tabRect(tab).center())
    assert page.pages.currentIndex() == tab


def copied(page: OneTensor, text: str, qtbot: QtBot) -> str:
    """What an entry of the menu puts on the clipboard."""
    (action,) = (action for action in page.copy.menu.actions() if action.text() == text)
    with qtbot.waitSignal(page.copy.said):
        action.trigger()
    return QGuiApplication.clipboard().text()


def type_into(page: OneTensor, row: int, column: int, text: str) -> None:
    """Double-click a number, type another, Enter."""
    view = page.numbers.grid.view
    cell = view.visualRect(page.numbers.grid.model.index(row, column)).center()
    QTest.mouseClick(view.viewport(), LEFT, pos=cell)
    QTest.mouseDClick(view.viewport(), LEFT, pos=cell)
    (editor,) = view.viewport().findChildren(QLineEdit)
    editor.selectAll()
    QTest.keyClicks(editor, text)
    QTest.keyClick(editor, Qt.Key.Key_Return)
    QApplication.processEvents()


def test_kernels_are_tiles_until_planes_are_wanted(pick: Pick, qtbot: QtBot) -> None:
    page = pick("conv.weight")
    open_tab(page, PICTURE)
    assert page.picture.tiles.isChecked()
    assert not page.planes.isVisible()
    QTest.mouseClick(page.picture.tiles, LEFT, pos=QPoint(8, page.picture.tiles.height() // 2))
    assert page.planes.isVisible()
    settled(page, qtbot)
    picture = page.picture.heat_map.plot.picture
    assert picture is not None
    assert np.array_equal(picture.exact, tensors()["conv.weight"][0, 0].numpy())


def test_sliders_and_drop_downs_choose_the_plane_of_picture_and_numbers(pick: Pick, qtbot: QtBot) -> None:
    page, tensor = pick("five"), tensors()["five"]
    open_tab(page, NUMBERS)
    slider, spin = page.planes.sliders[1]
    slider.setFocus()
    QTest.keyClick(slider, Qt.Key.Key_Right)
    QTest.keyClick(slider, Qt.Key.Key_Right)
    assert spin.value() == 2
    settled(page, qtbot)
    assert page.numbers.grid.model.value(1, 3) == tensor[0, 2, 0, 1, 3]
    page.planes.rows.setCurrentIndex(2)
    page.planes.rows.activated.emit(2)
    settled(page, qtbot)
    assert page.numbers.grid.model.value(3, 1) == tensor[0, 2, 3, 0, 1]
    assert set(page.planes.sliders) == {0, 1, 3}
    page.planes.columns.setCurrentIndex(2)  # the dimension of the rows: they change places
    page.planes.columns.activated.emit(2)
    settled(page, qtbot)
    assert page.numbers.grid.model.value(1, 3) == tensor[0, 2, 3, 0, 1]
    picture = page.picture.heat_map.plot.picture
    assert picture is not None
    assert np.array_equal(picture.exact, tensor[0, 2, :, 0, :].T.numpy())


def test_one_dimension_is_a_line(pick: Pick) -> None:
    page = pick("bias")
    open_tab(page, PICTURE)
    assert page.picture.line.isVisible()
    said = []
    page.picture.line.told.connect(said.append)
    for _ in range(3):
        QTest.keyClick(page.picture.line, Qt.Key.Key_Right)
    assert said[-1] == f"[2] = {tensors()['bias'].numpy()[2]!s}"
    assert page.status.text() == said[-1]


@pytest.mark.parametrize(("part", "of"), [("magnitude", np.abs), ("real part", np.real), ("imaginary part", np.imag)])
def test_parts_of_complex_numbers(pick: Pick, qtbot: QtBot, part: str, of: object) -> None:
    page = pick("complex")
    open_tab(page, PICTURE)
    page.picture.part.setCurrentText(part)
    page.picture.part.activated.emit(0)
    settled(page, qtbot)
    picture = page.picture.heat_map.plot.picture
    assert picture is not None
    assert np.allclose(picture.values, of(tensors()["complex"].numpy()))  # type: ignore[operator]


def test_logarithmic_axes(pick: Pick) -> None:
    page = pick("big")
    open_tab(page, HISTOGRAM)
    for box in (page.histogram.log_counts, page.histogram.log_edges):
        QTest.mouseClick(box, LEFT, pos=QPoint(8, box.height() // 2))
    assert page.histogram.plot.log_counts
    assert page.histogram.plot.log_edges
    assert sum(page.histogram.plot.layers[0].counts) == 700 * 500


def test_going_to_an_index(pick: Pick, qtbot: QtBot) -> None:
    page = pick("five")
    open_tab(page, NUMBERS)
    QTest.keyClicks(page.numbers.index, "1, 2, -1, 1, 4")
    QTest.keyClick(page.numbers.index, Qt.Key.Key_Return)
    settled(page, qtbot)
    assert page.numbers.grid.selected == ((1, 4), (1, 4))
    assert page.numbers.grid.model.value(1, 4) == tensors()["five"][1, 2, 3, 1, 4]
    for wrong, sentence in (("1, 2", "An index of this tensor is 5 whole numbers"), ("0 0 0 0 5", "Dimension 4 goes")):
        page.numbers.index.setText(wrong)
        QTest.keyClick(page.numbers.index, Qt.Key.Key_Return)
        assert page.status.text().startswith(sentence)
        assert page.status.property("rank") == "error"


@pytest.mark.parametrize("name", ["odd", "ids", "mask", "bf", "complex", "scalar", "five", "bias"])
def test_copied_as_numpy_it_is_the_same_array(pick: Pick, qtbot: QtBot, name: str) -> None:
    code = copied(pick(name), "Copy as NumPy", qtbot)
    scope: dict[str, np.ndarray] = {}
    exec(code, scope)
    tensor = tensors()[name]
    values = scope["values"]
    assert values.shape == tuple(tensor.shape)
    if name == "bf":
        assert values.dtype.name == "bfloat16"
        values, tensor = values.astype(np.float32), tensor.float()
    assert values.dtype == tensor.numpy().dtype
    assert np.array_equal(values, tensor.numpy(), equal_nan=values.dtype.kind == "f")


def test_of_many_numbers_the_code_reads_the_file(pick: Pick, qtbot: QtBot) -> None:
    code = copied(pick("big"), "Copy as NumPy", qtbot)
    scope: dict[str, np.ndarray] = {}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # torch about its own storages
        exec(code, scope)
    assert np.array_equal(scope["values"], tensors()["big"].numpy())


def test_copied_as_csv_picture_and_statistics(pick: Pick, qtbot: QtBot) -> None:
    page = pick("bias")
    text = copied(page, "Copy as CSV", qtbot)
    assert np.array_equal(np.loadtxt(text.splitlines(), delimiter=",", dtype=np.float32), tensors()["bias"].numpy())
    assert copied(page, "Copy statistics", qtbot).startswith("bias\nmin: ")
    copied(page, "Copy picture", qtbot)
    assert QGuiApplication.clipboard().pixmap().size() == page.pages.currentWidget().size()  # type: ignore[union-attr]


def test_a_number_typed_is_a_pending_change_with_undo(pick: Pick, session: Session, qtbot: QtBot) -> None:
    page = pick("odd")
    open_tab(page, NUMBERS)
    type_into(page, 1, 0, "1e-3")
    entry = session.catalogue.find("model/odd")  # type: ignore[union-attr]
    assert session.plan.edits == (SetNumbers(entry, ((1, 2, 1), (0, 1, 1)), 1e-3),)
    settled(page, qtbot)
    model = page.numbers.grid.model
    assert model.value(1, 0) == np.float32(1e-3)
    assert model.index(1, 0).data(Qt.ItemDataRole.FontRole).bold()
    assert model.index(1, 1).data(Qt.ItemDataRole.FontRole) is None
    assert {fact.name: fact.text for fact in page.facts.facts}["±Inf"] == "+0 −1"
    assert page.tabs.currentIndex() == NUMBERS
    assert page.numbers.grid.selected == ((1, 0), (1, 0))
    session.undo()
    qtbot.waitUntil(lambda: not page.busy)
    settled(page, qtbot)
    assert np.isposinf(model.value(1, 0))


@pytest.mark.parametrize(
    ("name", "text", "sentence"),
    [
        ("bias", "abc", "“abc” is no number: type one such as 0.5, 1e-3, nan or -inf."),
        ("ids", "1.5", "1.5 is no whole number, and the tensor is int64."),
        ("mask", "7", "7 does not fit bool"),
        ("bias", "1e99", "1e99 is beyond what float32 holds: it would become inf."),
        ("bf", "1+2j", "(1+2j) is complex, and the tensor is bfloat16."),
    ],
)
def test_what_is_no_number_is_told_and_changes_nothing(
    pick: Pick, session: Session, name: str, text: str, sentence: str
) -> None:
    page = pick(name)
    open_tab(page, NUMBERS)
    type_into(page, 0, 0, text)
    assert page.status.text().startswith(sentence)
    assert page.status.property("rank") == "error"
    assert not session.plan


def test_what_cannot_be_set_has_no_editor(pick: Pick) -> None:
    page = pick("q")
    assert not page.numbers.grid.model.source.editable


def test_the_menu_of_the_right_button_is_there(pick: Pick, qtbot: QtBot) -> None:
    page = pick("bias")
    from PySide6.QtGui import QContextMenuEvent

    for widget in (page.histogram.plot.viewport(), page.facts):
        at = widget.rect().center()
        QApplication.sendEvent(widget, QContextMenuEvent(QContextMenuEvent.Reason.Mouse, at, widget.mapToGlobal(at)))
        assert page.copy.menu.isVisible()
        page.copy.menu.close()
