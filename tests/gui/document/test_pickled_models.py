"""Whole pickled models in the tree: modules with parameters, buffers and modules, the rest folded away."""

from __future__ import annotations

from argparse import Namespace
from pathlib import Path

import pytest
import torch
from torch import nn

from core.edits.edits import Drop, Extract, MakePlain, Plan
from core.edits.preview import preview
from gui.details.model import facts_of
from gui.document.cells import Cells
from gui.document.outline import TOP, Outline
from gui.document.pickled_models import ATTRIBUTES, models_of
from gui.document.rows import Rows
from tests.gui.documents import catalogue_of, unplanned


class Net(nn.Module):
    """A model with a buffer that is not persistent, and a parameter that is None."""

    def __init__(self) -> None:
        super().__init__()
        self.conv = nn.Conv2d(3, 8, 3, bias=False)
        self.norm = nn.BatchNorm2d(8)
        self.register_buffer("scratch", torch.zeros(2), persistent=False)
        self.rate = 0.5


def rows_of(path: Path, modules: bool = True) -> list[str]:
    """All rows unfolded, indented, with their notes."""
    catalogue = catalogue_of(path)
    outline = Outline(catalogue, modules)
    cells = Cells(outline, unplanned(catalogue))
    rows = Rows(outline)
    rows.unfold_all()
    rows.rebuild()
    shown = zip(rows.nodes, rows.depths, strict=True)
    return ["  " * depth + f"{cells.label(node)} {cells.note(node)}".rstrip() for node, depth in shown]


@pytest.fixture
def whole(tmp_path: Path) -> Path:
    """A model saved as a whole, in DataParallel."""
    torch.save({"epoch": 3, "model": nn.DataParallel(Net())}, tmp_path / "whole.pth")
    return tmp_path / "whole.pth"


def test_a_model_is_shown_as_modules_parameters_and_buffers(whole: Path) -> None:
    rows = rows_of(whole)
    start = rows.index("model · DataParallel")
    assert rows[start + 1 : start + 3] == ["  module · Net", "    scratch · buffer, not in state_dict"]
    assert "    conv · Conv2d" in rows
    assert "      weight · param" in rows
    assert "      running_mean · buffer" in rows
    assert not [row for row in rows if row.strip().startswith(("_parameters", "_buffers", "_modules"))]
    place = rows.index("    conv · Conv2d")
    assert rows[place + 1 : place + 4] == ["      weight · param", "      bias · param", f"      {ATTRIBUTES}"]
    assert "      rate 0.5" in rows


def test_what_the_author_gave_a_module_stands_first_in_its_attributes_which_stay_folded(whole: Path) -> None:
    outline = Outline(catalogue_of(whole))
    rows = Rows(outline)
    rows.unfold_a_little(1000)
    assert ATTRIBUTES in map(outline.label, rows.nodes)
    assert not any(outline.is_attributes(node) for node in rows.unfolded)
    net = next(node for node in rows.nodes if outline.label(node) == "module")
    inside = outline.children(outline.children(net)[-1])
    assert outline.label(inside[0]) == "rate"
    assert "_forward_hooks" in map(outline.label, inside)


def test_the_flat_view_shows_what_the_pickle_has(whole: Path) -> None:
    rows = rows_of(whole, modules=False)
    assert "  _modules dict of 1" in rows or "  _modules" in rows
    assert not [row for row in rows if ATTRIBUTES in row]


def test_a_file_that_is_a_model_begins_with_its_row(tmp_path: Path) -> None:
    torch.save(nn.Sequential(nn.Linear(2, 2)), tmp_path / "whole.pth")
    rows = rows_of(tmp_path / "whole.pth")
    assert rows[:3] == ["whole.pth · Sequential", "  0 · Linear", "    weight · param"]


def test_every_node_is_found_from_below(whole: Path) -> None:
    catalogue = catalogue_of(whole)
    outline = Outline(catalogue)
    pending, seen = [TOP], set()
    while pending:
        above = pending.pop()
        for child in outline.children(above):
            assert outline.parent(child) == above
            assert child not in seen, "one place for each"
            seen.add(child)
            if outline.has_children(child):
                pending.append(child)
    hidden = models_of(catalogue).hidden
    assert hidden
    entries = set(range(1, len(catalogue))) - hidden
    assert entries <= seen
    assert all(node in seen for node in outline.nodes_for(hidden))


def test_a_filter_finds_what_lies_in_a_model(whole: Path) -> None:
    catalogue = catalogue_of(whole)
    outline = Outline(catalogue)
    rows = Rows(outline)
    match = next(entry for entry in range(len(catalogue)) if catalogue.path_text(entry).endswith("running_var"))
    rows.refilter([match])
    rows.rebuild()
    assert [outline.label(node) for node in rows.nodes] == ["model", "module", "norm", "running_var"]


def test_plain_files_are_left_alone(tmp_path: Path) -> None:
    torch.save({"_parameters": {"a": torch.zeros(2)}, "_modules": {}, "_buffers": {}}, tmp_path / "plain.pth")
    catalogue = catalogue_of(tmp_path / "plain.pth")
    assert not models_of(catalogue).children


def test_what_a_cure_makes_of_an_entry_is_said(whole: Path) -> None:
    catalogue = catalogue_of(whole)
    model = next(entry for entry in range(len(catalogue)) if catalogue.path_text(entry) == "model")
    outline = Outline(catalogue)
    cells = Cells(outline, preview(catalogue, Plan((Extract(model),))))
    inner = outline.children(model)[0]
    conv = next(node for node in outline.children(inner) if outline.label(node) == "conv")
    attributes = outline.children(conv)[-1]
    assert cells.after_text(model) == "state_dict"
    assert cells.after_text(inner) == ""
    assert cells.after_text(outline.children(conv)[0]) == "module.conv.weight"
    assert cells.after_text(attributes) == "dropped"
    assert "After" not in {fact.name for fact in facts_of(cells.preview, conv)}
    assert "1 buffer that state_dict() leaves out: scratch (persistent=False)." in cells.preview.warnings


def test_a_layer_without_tensors_is_not_dropped_from_a_state_dict(tmp_path: Path) -> None:
    """It is in none; only what the user leaves out is dropped, and what stands beside the model."""
    inner = nn.Sequential(nn.Linear(2, 2), nn.ReLU())
    torch.save({"model": nn.Sequential(inner, nn.Dropout()), "beside": nn.ReLU()}, tmp_path / "model.pth")
    catalogue = catalogue_of(tmp_path / "model.pth")
    outline = Outline(catalogue)
    model, beside = outline.children(TOP)
    first, dropout = outline.children(model)[:2]
    linear, relu = outline.children(first)[:2]
    for edits, dropped in (
        ([], []),
        ([Drop(relu)], [relu]),
        ([Drop(beside)], [beside]),
        ([Drop(each.entry) for each in catalogue.tensors], [first, linear]),
    ):
        cells = Cells(outline, preview(catalogue, Plan((Extract(model), *edits))))
        nodes = (model, first, linear, relu, dropout, beside)
        assert [node for node in nodes if cells.after(node).dropped] == dropped, edits
        assert ("After" in {fact.name for fact in facts_of(cells.preview, relu)}) == (relu in dropped)


def test_details_tell_the_layer_of_the_module_itself(whole: Path) -> None:
    catalogue = catalogue_of(whole)
    outline, shown = Outline(catalogue), unplanned(catalogue)
    model = next(entry for entry in range(len(catalogue)) if catalogue.path_text(entry) == "model")
    inner = outline.children(model)[0]
    conv = next(node for node in outline.children(inner) if outline.label(node) == "conv")
    told = [
        [fact.text for fact in facts_of(shown, node) if fact.name == "Layer"]
        for node in (model, inner, conv, outline.children(conv)[0])
    ]
    layer = "Conv2d(3, 8, kernel_size=(3, 3), stride=(1, 1), bias=False)"
    name = f"({Net.__module__})"
    assert [each[0] for each in told[1:]] == [f"Net(rate=0.5) {name}", layer, layer]
    assert told[0][0].startswith("DataParallel(")


def test_plain_data_is_said_to_come(tmp_path: Path) -> None:
    torch.save({"args": Namespace(lr=0.1)}, tmp_path / "args.pth")
    catalogue = catalogue_of(tmp_path / "args.pth")
    cells = Cells(Outline(catalogue), preview(catalogue, Plan((MakePlain(1),))))
    assert cells.after_text(1) == "plain data"
    assert cells.after(1).changed
