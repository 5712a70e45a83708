"""What objects of other libraries are called: asked of the objects themselves."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch

from core.catalogue.tree import part_name
from core.edits.edits import Plan
from core.edits.preview import preview
from core.report.inspect import inspection_lines
from core.text import shape_text
from gui.document.cells import Cells
from gui.document.outline import Outline
from tests.files.checkpoints import save
from tests.support.engine import catalogue_of

ARRAYS: dict[str, np.ndarray[Any, Any]] = {
    "floats": np.zeros((3, 2)),
    "big endian": np.arange(4, dtype=">i2"),
    "no dimension": np.array(2.5, dtype="f4"),
    "fortran": np.asfortranarray(np.ones((2, 3), dtype="complex64")),
    "empty": np.zeros((0, 4), dtype="bool"),
}


@pytest.mark.parametrize("name", ARRAYS)
@pytest.mark.parametrize("protocol", [2, 4, 5])
def test_an_array_is_one_entry_with_its_shape_and_type(name: str, protocol: int, tmp_path: Path) -> None:
    array = ARRAYS[name]
    catalogue = catalogue_of(save({"x": array}, tmp_path / "a.pth", pickle_protocol=protocol))
    assert len(catalogue) == 2
    assert catalogue.summary(catalogue.find("x")) == f"numpy array {shape_text(array.shape)} {array.dtype.name}"


def test_an_array_of_objects_shows_them(tmp_path: Path) -> None:
    value = np.array([torch.ones(2), None], dtype=object)
    catalogue = catalogue_of(save({"x": value}, tmp_path / "a.pth"))
    assert len(catalogue.tensors) == 1


@pytest.mark.parametrize("number", [np.float64(0.5), np.int32(-3), np.bool_(True), np.str_("adam")])
def test_a_number_of_numpy_shows_its_value(number: Any, tmp_path: Path) -> None:
    catalogue = catalogue_of(save({"x": number}, tmp_path / "a.pth"))
    summary = catalogue.summary(catalogue.find("x"))
    assert summary.startswith("numpy ")
    assert summary.endswith(f" {number.item()!r}")


@pytest.mark.filterwarnings("ignore:Sparse")
def test_tensors_of_other_layouts_say_which(tmp_path: Path) -> None:
    dense = torch.tensor([[0.0, 1.0, 0.0], [2.0, 0.0, 0.0]])
    values = {
        "coo": dense.to_sparse(),
        "csr": dense.to_sparse_csr(),
        "meta": torch.empty(3, 1, device="meta", dtype=torch.float16),
    }
    catalogue = catalogue_of(save(values, tmp_path / "a.pth"))
    for name in ("coo", "csr"):
        layout = str(values[name].layout).removeprefix("torch.")
        assert catalogue.summary(catalogue.find(name)) == f"{layout} tensor {shape_text(values[name].shape)}"
    assert catalogue.summary(catalogue.find("meta")) == "tensor on meta, without data, 3×1 float16"


def test_a_file_without_tensors_says_what_it_holds(tmp_path: Path) -> None:
    for value, words in (
        (np.zeros((3, 2)), "numpy array 3×2 float64"),
        ([1, "a"], "[1, 'a']"),
        ({"a": 1}, "dict of 1"),
    ):
        text = "\n".join(inspection_lines(catalogue_of(save(value, tmp_path / "a.pth"))))
        assert f"holds       {words}" in text


@pytest.mark.filterwarnings("ignore:Sparse", "ignore:The PyTorch API of nested tensors")
def test_parts_of_tensors_are_called_as_torch_calls_them(tmp_path: Path) -> None:
    dense = torch.zeros(4, 8)
    dense[1, 2], dense[3, 5], dense[0, 0] = 1, 2, 3
    whole = {
        "coo": dense.to_sparse(),
        "csr": dense.to_sparse_csr(),
        "csc": dense.to_sparse_csc(),
        "bsr": dense.to_sparse_bsr((2, 2)),
        "bsc": dense.to_sparse_bsc((2, 2)),
        "nested": torch.nested.nested_tensor([torch.ones(2), torch.arange(5.0)]),
        "plain": {"(1)": (torch.ones(2),)},
    }
    path = save(whole, tmp_path / "a.pth")
    catalogue = catalogue_of(path)
    found: dict[str, list[str]] = {}
    for row in catalogue.tensors:
        found.setdefault(str(catalogue.path(row.entry)[0]), []).append(part_name(catalogue.tree, row.entry))
        name, part = catalogue.path(row.entry)[0], found[str(catalogue.path(row.entry)[0])][-1]
        if part and name != "nested":
            assert tuple(row.shape) == getattr(whole[name].coalesce() if name == "coo" else whole[name], part)().shape
    assert found.pop("plain") == [""]
    assert found.pop("nested") == ["values", "sizes", "strides", "offsets"]
    assert found.pop("coo") == ["indices", "values"]
    assert all(len(parts) == 3 for parts in found.values())
    assert "csr/(1)/0 (crow_indices)" in "\n".join(inspection_lines(catalogue))
    assert Cells(Outline(catalogue), preview(catalogue, Plan())).note(catalogue.find("csr/(1)/1")) == "· col_indices"
