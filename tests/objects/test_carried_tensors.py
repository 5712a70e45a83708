"""Tensors of XLA, MTIA, MAIA and other devices of which no storage is saved: a copy of them, and the device beside it.

The calls are those of torch/_tensor.py and torch/_utils.py, saved and loaded by real torch; where such a device is not
there, torch.load(map_location=…) says what is right.
"""

from __future__ import annotations

import zipfile
from collections import OrderedDict
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
from torch import _utils, nn

from cli.main import run
from core.edits.edits import Drop, MakePlain, RemapDevice, StripPrefix, UseContainer
from core.errors import EditError
from tests.files.checkpoints import Net
from tests.support.engine import catalogue_of, fix, planned
from tests.support.judging import CPU, assert_cures_cure, cured_copy, findings_of, only, quiet_load, torch_says
from tests.support.oracle import assert_same

_FLOATS = torch.arange(6.0).reshape(2, 3)


class Reduced:
    """What is pickled as a call."""

    def __init__(self, function: Callable[..., Any], *arguments: Any) -> None:
        self.reduced = function, arguments

    def __reduce_ex__(self, _protocol: Any) -> Any:
        return self.reduced


def by_tensor(tensor: torch.Tensor, device: str, dtype: torch.dtype | None = None) -> Any:
    """As torch writes it since 2.5."""
    call = _utils._rebuild_device_tensor_from_cpu_tensor
    tensor = tensor.to(dtype or tensor.dtype)
    return Reduced(call, tensor, tensor.dtype, device, tensor.requires_grad)


def by_array(tensor: torch.Tensor, device: str, dtype: torch.dtype | None = None) -> Any:
    """As torch wrote it before; ``bfloat16``, which NumPy lacks, as ``float32``."""
    call = _utils._rebuild_device_tensor_from_numpy
    return Reduced(call, tensor.detach().numpy(), dtype or tensor.dtype, device, tensor.requires_grad)


def parameter(call: Any) -> Any:
    """A parameter around it."""
    return Reduced(_utils._rebuild_parameter, call, True, OrderedDict())


WAYS = {"tensor": by_tensor, "array": by_array}


@pytest.fixture(params=WAYS)
def written(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """A checkpoint of which some tensors were on XLA."""
    carried = WAYS[request.param]
    model = {
        "module.a.weight": carried(_FLOATS.clone(), "xla:0"),
        "module.a.bias": parameter(carried(torch.ones(2), "xla:0")),
        "module.a.half": carried(torch.arange(3.0), "xla:1", torch.bfloat16),
        "module.a.turned": carried(torch.arange(6.0).reshape(2, 3).t(), "xla:1"),
        "module.a.here": torch.ones(4),
    }
    model["module.a.tied"] = model["module.a.weight"]
    torch.save({"model": model, "epoch": 3}, tmp_path / "a.pt")
    return tmp_path / "a.pt"


def test_they_are_listed_with_their_saved_device(written: Path) -> None:
    catalogue = catalogue_of(written)
    loaded = quiet_load(written, map_location="cpu", weights_only=False)["model"]
    found = {
        catalogue.path_text(row.entry).removeprefix("model/"): (
            catalogue.device_of(index),
            row.dtype,
            row.shape,
            row.stride,
            row.requires_grad,
            row.parameter,
            row.role,
        )
        for index, row in enumerate(catalogue.tensors)
    }
    devices = dict.fromkeys(("weight", "bias", "tied"), "xla:0") | dict.fromkeys(("half", "turned"), "xla:1")
    assert found == {
        key: (
            devices.get(key[9:], "cpu"),
            str(tensor.dtype)[6:],
            tuple(tensor.shape),
            tensor.stride(),
            tensor.requires_grad,
            isinstance(tensor, nn.Parameter),
            "model",
        )
        for key, tensor in loaded.items()
    }
    assert {total.device: total.bytes for total in catalogue.devices}["xla:0"] == 4 * (6 + 2)


def test_a_remap_is_what_map_location_gives(written: Path, tmp_path: Path) -> None:
    fix(written, tmp_path / "b.pt", RemapDevice("xla:*", "cpu"), StripPrefix("module."))
    loaded = quiet_load(tmp_path / "b.pt", weights_only=False)
    wanted = quiet_load(written, map_location="cpu", weights_only=False)
    wanted["model"] = {key.removeprefix("module."): value for key, value in wanted["model"].items()}
    assert_same(loaded, wanted)
    assert {row.device for row in catalogue_of(tmp_path / "b.pt").storages} == {"cpu"}


def test_a_remap_of_one_device_leaves_the_other(written: Path, tmp_path: Path) -> None:
    fix(written, tmp_path / "b.pt", RemapDevice("xla:0", "cpu"))
    assert {row.device for row in catalogue_of(tmp_path / "b.pt").storages} == {"cpu", "xla:1"}
    there = {"xla:1": "cpu"}  # all that is not mapped would be looked for on a device that is not here
    assert_same(
        quiet_load(tmp_path / "b.pt", map_location=there, weights_only=False),
        quiet_load(written, map_location={"xla:0": "cpu", **there}, weights_only=False),
    )


def test_all_cures_give_a_file_that_plain_torch_loads(written: Path, tmp_path: Path) -> None:
    assert_cures_cure(planned(written))
    cured_copy(written, tmp_path / "b.pt", CPU)
    loaded = quiet_load(tmp_path / "b.pt")
    wanted = quiet_load(written, map_location="cpu", weights_only=False)["model"]
    assert_same(loaded["model"], {key.removeprefix("module."): value for key, value in wanted.items()})


def test_the_command_line_cures_it(written: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["fix", str(written), "-o", str(tmp_path / "b.pt"), "--cure", "all"]) == 0
    capsys.readouterr()
    assert quiet_load(tmp_path / "b.pt")["model"]["a.half"].dtype == torch.bfloat16


def test_arrays_become_tensors_that_keep_their_device(tmp_path: Path) -> None:
    torch.save({"w": by_array(_FLOATS, "hpu:0")}, tmp_path / "a.pt")
    catalogue = catalogue_of(tmp_path / "a.pt")
    fix(tmp_path / "a.pt", tmp_path / "b.pt", MakePlain(catalogue.find("w")))
    assert [row.device for row in catalogue_of(tmp_path / "b.pt").storages] == ["hpu:0"]
    assert_same(quiet_load(tmp_path / "b.pt", map_location="cpu"), {"w": _FLOATS})


@pytest.mark.parametrize("device", ["xla:0", "hpu:0", "maia:0", "mtia:0", "ipu:0", "npu:0", "privateuseone:0"])
def test_that_the_device_is_not_here_is_said_in_the_words_of_torch(device: str, tmp_path: Path) -> None:
    torch.save({"w": by_tensor(_FLOATS, device)}, tmp_path / "a.pt")
    said = torch_says(tmp_path / "a.pt")
    assert said is not None
    assert only("unknown-device", assert_cures_cure(planned(tmp_path / "a.pt"))).message in said


def test_the_legacy_format_takes_copies_that_are_the_tensors_themselves(tmp_path: Path) -> None:
    """torch makes a tensor of another device, or dtype, of a copy that it reads only afterwards."""
    path, zipped, moved = tmp_path / "a.pt", tmp_path / "zip.pt", tmp_path / "b.pt"
    torch.save({"w": by_array(_FLOATS, "xla:0")}, path, _use_new_zipfile_serialization=False)
    torch.save({"w": by_tensor(_FLOATS, "xla:0")}, zipped)
    assert not only("new-container", findings_of(zipped)).edits
    plain = MakePlain(catalogue_of(path).find("w"))
    for source, edits in ((path, [plain]), (zipped, [UseContainer("legacy")])):
        with pytest.raises(EditError, match="Use the zip format"):
            fix(source, moved, *edits, overwrite=True)
        fix(source, moved, *edits, RemapDevice("xla:0", "cpu"), overwrite=True)
        assert_same(quiet_load(moved), {"w": _FLOATS})
    cured_copy(path, tmp_path / "c.pt", CPU)
    assert_same(quiet_load(tmp_path / "c.pt"), {"w": _FLOATS})


def test_the_old_name_is_read_too(tmp_path: Path) -> None:
    path = tmp_path / "a.pt"
    torch.save({"w": by_array(_FLOATS, "xla:0")}, path)
    with zipfile.ZipFile(path) as archive:
        pickled = archive.read("a/data.pkl")
    assert b"_rebuild_device_tensor_from_numpy" in pickled
    pickled = pickled.replace(b"_rebuild_device_tensor_from_numpy", b"_rebuild_xla_tensor")
    with zipfile.ZipFile(path, "w", zipfile.ZIP_STORED) as archive:
        archive.writestr("a/data.pkl", pickled)
        archive.writestr("a/version", "3\n")
    assert [row.device for row in catalogue_of(path).storages] == ["xla:0"]
    fix(path, tmp_path / "b.pt", RemapDevice("xla:0", "cpu"))
    assert_same(quiet_load(tmp_path / "b.pt", weights_only=False), {"w": _FLOATS})


def test_one_copy_that_serves_two_devices_and_itself(tmp_path: Path) -> None:
    """torch never writes it; each of the three still goes where it is sent."""
    value = {"a": by_tensor(_FLOATS, "xla:0"), "b": by_tensor(_FLOATS, "maia:0"), "c": _FLOATS}
    torch.save(value, tmp_path / "a.pt")
    fix(tmp_path / "a.pt", tmp_path / "b.pt", RemapDevice("maia:0", "cpu"))
    assert [row.device for row in catalogue_of(tmp_path / "b.pt").storages] == ["xla:0", "cpu", "cpu"]
    fix(tmp_path / "b.pt", tmp_path / "c.pt", RemapDevice("xla:0", "cpu"))
    assert_same(quiet_load(tmp_path / "c.pt"), dict.fromkeys("abc", quiet_load(tmp_path / "c.pt")["a"]))
    dropped = Drop(catalogue_of(tmp_path / "a.pt").find("c"))
    fix(tmp_path / "a.pt", tmp_path / "d.pt", dropped, RemapDevice("*:0", "cpu"))
    assert torch.equal(quiet_load(tmp_path / "d.pt")["b"], _FLOATS)


def test_a_module_saved_there_as_a_whole_gives_its_state_dict(tmp_path: Path) -> None:
    model = Net()
    for module in model.modules():
        for name, tensor in module._parameters.items():
            if tensor is not None:
                module._parameters[name] = parameter(by_tensor(tensor.detach().clone(), "xla:0"))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(nn.Module, "__setstate__", lambda self, state: self.__dict__.update(state), raising=False)
        torch.save(model, tmp_path / "a.pt")
    cured_copy(tmp_path / "a.pt", tmp_path / "b.pt", CPU)
    wanted = torch.load(tmp_path / "a.pt", map_location="cpu", weights_only=False).state_dict()
    loaded = quiet_load(tmp_path / "b.pt")
    assert list(loaded) == list(wanted)
    assert all(torch.equal(loaded[key], wanted[key]) for key in wanted)


def test_an_array_that_is_no_array_is_an_object(tmp_path: Path) -> None:
    torch.save({"w": by_array(_FLOATS, "xla:0"), "x": np.array(["a"])}, tmp_path / "a.pt")
    assert len(catalogue_of(tmp_path / "a.pt").tensors) == 1
    torch.save({"w": Reduced(_utils._rebuild_device_tensor_from_numpy, np.array(["a"]), 3, None, 1)}, tmp_path / "b.pt")
    assert len(catalogue_of(tmp_path / "b.pt").tensors) == 0
