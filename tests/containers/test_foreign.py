"""Arrays of NumPy as tensors, against NumPy's own reading."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
import torch
from safetensors.numpy import load_file

from core.catalogue.build import open_catalogue
from core.catalogue.checkpoint import open_checkpoint
from core.diagnosis.diagnose import diagnose
from core.edits.edits import Plan
from core.edits.preview import preview
from core.errors import CheckpointError, DamagedSource
from core.loading.computer import Computer
from core.loading.recipes import load_recipes
from core.saving.save import save
from tests.containers.facts import FOLDERS, shown, told
from tests.support.judging import torch_says

HERE = FOLDERS / "containers"


@pytest.mark.parametrize("name", ["arrays.npz", "compressed.npz", "object.npz"])
def test_archives_are_what_numpy_loads(name: str) -> None:
    assert shown(open_catalogue(HERE / name)) == told(f"containers/{name}")


@pytest.mark.parametrize("container", ["zip", "legacy", "safetensors", "dcp"])
def test_packed_arrays_are_written_as_they_are_and_are_not_damaged(container: str, tmp_path: Path) -> None:
    """The checksum of a member of an .npz is of its header too."""
    wanted = {"a": np.asfortranarray(np.random.default_rng(0).random((30, 40))), "b": np.arange(12.0).reshape(3, 4)}
    np.savez_compressed(tmp_path / "a.npz", **wanted)
    view = preview(open_catalogue(tmp_path / "a.npz"), Plan())
    report = save(view, tmp_path / "copy", container=container)
    assert not report.damaged
    if container == "safetensors":
        found = load_file(tmp_path / "copy")
    elif container != "dcp":
        found = {key: each.numpy() for key, each in torch.load(tmp_path / "copy").items()}
    else:
        return
    assert all(np.array_equal(found[key], each) for key, each in wanted.items())


def test_a_packed_array_whose_bytes_do_not_fit_its_checksum_is_told(tmp_path: Path) -> None:
    np.savez_compressed(tmp_path / "a.npz", a=np.asfortranarray(np.arange(12.0).reshape(3, 4)))
    data = bytearray((tmp_path / "a.npz").read_bytes())
    for signature, at in ((b"PK\x03\x04", 14), (b"PK\x01\x02", 16)):
        data[data.find(signature) + at] ^= 1
    (tmp_path / "a.npz").write_bytes(data)
    view = preview(open_catalogue(tmp_path / "a.npz"), Plan())
    with pytest.raises(DamagedSource, match="bytes of a do not match"):
        save(view, tmp_path / "a.safetensors", container="safetensors")


@pytest.mark.parametrize("name", ["arrays.npz", "exported.pt2", "package.pt"])
def test_which_call_loads_it_is_told(name: str) -> None:
    view = preview(open_catalogue(HERE / name), Plan())
    (found,) = diagnose(view, Computer())
    call = view.catalogue.checkpoint.format.own_loader.function
    assert call in found.fix
    assert any(call in line for recipe in load_recipes(view, Computer()) for line in recipe.code.splitlines())
    assert torch_says(HERE / name) is not None


def test_arrays_of_objects_are_named(tmp_path: Path) -> None:
    several = open_catalogue(HERE / "object.npz").checkpoint.several
    assert several is not None
    assert all("Pthfinder does not read" in other.what for other in several.others)
    assert several.others
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("order", ["C", "F"])
def test_an_array_by_itself(tmp_path: Path, order: str) -> None:
    array = np.asarray(np.arange(24.0).reshape(2, 3, 4), order=order)  # type: ignore[call-overload]
    np.save(tmp_path / "weights.npy", array)
    ((path, (dtype, shape, _)),) = shown(open_catalogue(tmp_path / "weights.npy")).items()
    assert (path, dtype, shape) == (("weights",), "float64", (2, 3, 4))


@pytest.mark.parametrize(
    "head",
    [
        b"\x93NUMPY\x01\x00",
        b"\x93NUMPY\x01\x00\x10\x00__import__('os')",
        b"\x93NUMPY\x09\x09\x10\x00",
        b"\x93NUMPY\x02\x00\xff\xff\xff\x7f{",
        b"\x93NUMPY\x01\x00\x80\x00"
        + b"{'descr': '<f8', 'fortran_order': False, 'shape': (1000000000000,), }".ljust(127)
        + b"\n",
    ],
)
def test_headers_that_lie(tmp_path: Path, head: bytes) -> None:
    (tmp_path / "a.npy").write_bytes(head)
    with pytest.raises(CheckpointError):
        open_catalogue(tmp_path / "a.npy")


META = (
    '{"a": {"device": "cpu", "shape": [3], "dtype": "torch.float32", "is_nested": false}, "shape": [3], '
    '"_type": "<class \'tensordict._td.TensorDict\'>"}'
)
"""As tensordict 0.15 writes it."""


def test_memory_maps_of_tensordict_are_told(tmp_path: Path) -> None:
    (tmp_path / "meta.json").write_text(META)
    (tmp_path / "a.memmap").write_bytes(bytes(12))
    for path in (tmp_path, tmp_path / "meta.json", tmp_path / "a.memmap"):
        with pytest.raises(CheckpointError, match="load_memmap"):
            open_checkpoint(path)
    (tmp_path / "meta.json").write_text('{"dataset": "of another program"}')
    with pytest.raises(CheckpointError, match="holds no checkpoint"):
        open_checkpoint(tmp_path)
