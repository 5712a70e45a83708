"""What the window says: no word that is not so, no number that leaves something out, no name cut without a sign."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
import torch
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QFontMetrics
from PySide6.QtWidgets import QCheckBox, QLabel, QToolBar, QWidget
from pytestqt.qtbot import QtBot

from core.edits.edits import Extract, InsertSegment, RemapDevice, RenameKeys, SetValue
from core.loading.recipes import names_in
from core.objects.value_text import value_text
from core.text import shape_text
from gui.app.window import MainWindow
from gui.look import theme
from gui.look.eliding import elided
from gui.page.welcome import DEMO
from gui.save.dialog import SaveDialog
from gui.save.model import short_name
from tests.support.oracle import PretendGpus

OpenIn = Callable[[MainWindow, Path], None]


@pytest.fixture
def demo(window: MainWindow, open_in: OpenIn) -> MainWindow:
    open_in(window, DEMO)
    return window


def save_dialog(window: MainWindow, qtbot: QtBot) -> SaveDialog:
    window.page.saving.ask()
    dialog = window.page.saving.dialog
    assert dialog is not None
    qtbot.waitExposed(dialog)
    return dialog


# ---- the status bar


def test_the_status_bar_tells_of_an_extracted_model_beside_moved_tensors(
    window: MainWindow, open_in: OpenIn, tmp_path: Path
) -> None:
    with PretendGpus() as gpus:
        model = torch.nn.Linear(4, 4)
        for tensor in (model.weight.data, model.bias.data):
            gpus.place(tensor, "cuda:5")
        torch.save({"model": model}, tmp_path / "whole.pth")
    open_in(window, tmp_path / "whole.pth")
    catalogue = window.page.session.catalogue
    assert catalogue is not None
    window.page.session.apply(Extract(catalogue.find("model")))
    window.page.session.apply(RemapDevice("cuda:5", "cpu"))
    said = window.page.status.plan_label.text()  # type: ignore[attr-defined]
    assert "2 tensors to another device" in said
    assert "state_dict" in said


def test_the_status_bar_says_what_a_single_change_is(demo: MainWindow) -> None:
    catalogue = demo.page.session.catalogue
    assert catalogue is not None
    demo.page.session.apply(SetValue(catalogue.find("epoch"), 28))
    said = demo.page.status.plan_label.text()  # type: ignore[attr-defined]
    assert "epoch" in said
    assert "1 change" not in said


@pytest.mark.parametrize("edit", [RenameKeys("weight", "w"), InsertSegment("net", 1)], ids=str)
def test_the_status_bar_says_a_rename_once(demo: MainWindow, edit: RenameKeys | InsertSegment) -> None:
    demo.page.session.apply(edit)
    said = demo.page.status.plan_label.text()  # type: ignore[attr-defined]
    assert re.fullmatch(r"Pending: \d+ keys renamed", said)


# ---- saving


def test_without_changes_nothing_is_called_fixed(demo: MainWindow, qtbot: QtBot) -> None:
    dialog = save_dialog(demo, qtbot)
    words = [label.text() for label in dialog.findChildren(QLabel)]
    words += [dialog.windowTitle(), dialog.name.text(), dialog.save_button.text()]
    assert [word for word in words if "fixed" in word.lower()] == []
    assert dialog.title.text() == "A copy of demo.pth"
    assert dialog.name.text() == "demo-copy.pth"
    dialog.replace.setChecked(True)
    assert "fixed" not in dialog.title.text()
    dialog.reject()


def test_a_long_name_of_a_file_is_cut_with_a_sign(
    window: MainWindow, open_in: OpenIn, tmp_path: Path, qtbot: QtBot
) -> None:
    path = tmp_path / f"{'name_of_an_experiment_' * 6}best.pth"
    path.write_bytes(DEMO.read_bytes())
    open_in(window, path)
    window.page.session.apply(RemapDevice("cuda:*", "cpu"))
    dialog = save_dialog(window, qtbot)
    places = set()
    for replace in (False, True):
        dialog.replace.setChecked(replace)
        qtbot.wait(10)
        for widget in (dialog.title, dialog.replace):
            assert "…" in widget.text()
            assert "best.pth" in widget.text()
            assert QFontMetrics(widget.font()).horizontalAdvance(widget.text()) <= widget.width()
        assert isinstance(dialog.replace, QCheckBox)
        assert all(label.sizeHint().width() <= dialog.width() for label in dialog.findChildren(QLabel))
        summary, at = dialog.findChild(QWidget, "summary"), QPoint(0, 0)
        top, form = summary.mapTo(dialog, at).y(), dialog.form.mapTo(dialog, at).y()
        assert top + summary.height() <= form
        places.add((top, form))
    assert len(places) == 1
    dialog.reject()


def test_short_names_stay_whole() -> None:
    assert short_name("epoch27.pth") == "epoch27.pth"
    assert len(short_name("x" * 300 + ".pth")) == 44


# ---- code, details, theme


@pytest.mark.parametrize(
    ("code", "said"),
    [
        ("checkpoint = torch.load(f)", "f is the path of the checkpoint."),
        (
            "model = Model()\nmodel.load_state_dict(torch.load(fixed))",
            "fixed is the path of the saved copy. Replace Model with your class.",
        ),
        ("a = Model_0()\nb = Optimizer(a)\ntorch.load(f)", "Replace Model and Optimizer with your classes."),
        (
            "model = Classifier()\nhead = torch.nn.Linear(Path(f))",
            "Import Classifier, the class of the model, from your code.",
        ),
        ("pass", ""),
    ],
)
def test_only_names_that_are_in_the_code_are_explained(code: str, said: str) -> None:
    assert said in names_in(code)
    assert ("fixed" in names_in(code)) == ("fixed" in code)
    assert ("Scheduler" in names_in(code)) == ("Scheduler" in code)


def test_details_and_tree_write_a_shape_alike(demo: MainWindow, qtbot: QtBot) -> None:
    panel = demo.page.workspace.docks["details"]
    panel.raise_()
    catalogue = demo.page.session.catalogue
    assert catalogue is not None
    node = catalogue.find("state_dict/module.conv.weight")
    demo.page.session.reveal(node)
    shape = shape_text(catalogue.tensors[catalogue.rows[node]].shape)
    qtbot.waitUntil(lambda: any(fact.name == "Shape" for fact in panel.widget().facts))
    (fact,) = (fact for fact in panel.widget().facts if fact.name == "Shape")
    assert fact.plain.startswith(f"Shape: {shape} ")


def test_nothing_jumps_when_the_theme_changes(demo: MainWindow, qtbot: QtBot) -> None:
    bar = demo.findChild(QToolBar)
    assert bar is not None
    heights = []
    for choice in ("light", "dark", "system", "light"):
        demo.set_theme(choice)
        qtbot.wait(20)
        heights.append((bar.height(), demo.page.search.x(), demo.page.banner.height()))
    assert len(set(heights)) == 1


@pytest.mark.parametrize(
    "text",
    [
        "drop “optimizer/state/0/exp_avg”",
        "'a long value of an option'",
        "strip “module.”, drop “optimizer”",
        "no quotes at all",
    ],
)
@pytest.mark.parametrize("cut", list(Qt.TextElideMode)[:3])
def test_what_is_cut_keeps_its_quotation_marks(text: str, cut: Qt.TextElideMode, qtbot: QtBot) -> None:
    metrics = QFontMetrics(theme.key_font())
    for characters in range(6, len(text)):
        room = metrics.horizontalAdvance("0" * characters)
        shown = elided(metrics, text, cut, room)
        assert metrics.horizontalAdvance(shown) <= room
        assert shown.count("“") == shown.count("”"), shown
        assert shown.count("'") % 2 == 0, shown
        assert "…" in shown
    assert elided(metrics, text, cut, metrics.horizontalAdvance(text) + 1) == text


def test_a_value_that_is_cut_keeps_its_quotation_marks() -> None:
    shown = value_text("a" * 300, 40)
    assert len(shown) == 40
    assert (shown[0], shown[-2:]) == ("'", "…'")
