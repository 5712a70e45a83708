"""Tensors that are made of others: DTensors of FSDP2, wrapper subclasses, sparse ones, and tensors in attributes."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import torch
from torch import nn
from torch.testing._internal.two_tensor import TwoTensor

from core.edits.edits import FOLLOW, AddPrefix, Drop, Extract, MoveOptimizer, RemapDevice, StripPrefix, UseFullTensors
from core.errors import EditError
from core.report.inspect import inspection, inspection_lines
from gui.details.model import facts_of
from tests.files import sharding
from tests.files.sharding import Judge
from tests.support.engine import catalogue_of, fix, planned
from tests.support.judging import CPU, assert_cures_cure, cured_copy, findings_of, quiet_load, torch_says
from tests.support.oracle import PretendGpus, assert_same


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of files with DTensors."""
    folder = tmp_path_factory.mktemp("sharded")
    sharding.make(folder)
    return folder


@pytest.fixture(scope="module")
def judge() -> Iterator[Judge]:
    """Who loads DTensors."""
    with Judge() as process:
        yield process


def roles(path: Path) -> dict[str, str]:
    """The role of each tensor by its path."""
    catalogue = catalogue_of(path)
    return {catalogue.path_text(row.entry): row.role for row in catalogue.tensors}


# -- DTensors ---------------------------------------------------------------------------------------------------


def test_a_checkpoint_of_fsdp2_is_read_as_what_it_is(files: Path) -> None:
    catalogue = catalogue_of(files / "fsdp2.pt")
    assert [catalogue.path_text(entry) for entry in catalogue.state_dicts] == ["model"]
    assert [(found.prefix, found.keys, found.of) for found in catalogue.prefixes] == [("module.", 4, 4)]
    (optimizer,) = catalogue.optimizers
    assert (optimizer.params, optimizer.matched) == (4, 4)
    names = [item.name for item in optimizer.entries]
    assert names == ["module.0.weight", "module.0.bias", "module.1.weight", "module.1.bias"]
    for path, role in roles(files / "fsdp2.pt").items():
        about = "_rank_map" in path
        assert role == ("other" if about else "model" if path.startswith("model/") else "optimizer"), path


def test_prefixes_come_off_and_fsdp2_has_its_tensors_back(files: Path, judge: Judge, tmp_path: Path) -> None:
    fix(files / "fsdp2.pt", tmp_path / "b.pt", StripPrefix("module."))
    before, after = judge.tell(files / "fsdp2.pt"), judge.tell(tmp_path / "b.pt")
    assert after["model"] == {key.removeprefix("module."): value for key, value in before["model"].items()}
    assert after["optimizer"] == before["optimizer"]


@pytest.mark.parametrize("name", ["fsdp2", "meshes", "gpu_shards", "gpu_copies", "gpu_alone"])
def test_placements_and_mesh_are_those_of_torch(files: Path, judge: Judge, name: str) -> None:
    path = files / f"{name}.pt"
    told = judge.tell(path, "cpu")
    held = told.get("model", told)
    listed = inspection(catalogue_of(path))["subclasses"]
    found = {each["path"][-1]: each for each in listed if each["path"][0] != "optimizer"}
    assert found.keys() == held.keys()
    for key, wanted in held.items():
        assert list(found[key]["shape"]) == wanted["shape"]
        mesh = found[key]["mesh"]
        assert (mesh["device_type"], list(mesh["shape"])) == (wanted["mesh"], wanted["sizes"])
        assert (mesh["dim_names"] and list(mesh["dim_names"])) == wanted["names"]
        placed = [text.replace("reduce_op=", "").replace("'", "") for text in found[key]["placements"]]
        shown = {"S": "Shard(dim={})", "R": "Replicate()", "P": "Partial({})"}
        assert placed == [shown[text[0]].format(text[2:-1]) for text in wanted["placements"]]


def test_people_are_told_placements_and_mesh(files: Path) -> None:
    assert "subclass    2 DTensor: Shard(dim=0) on a cuda mesh of 2 processes\n" in "\n".join(
        inspection_lines(catalogue_of(files / "gpu_shards.pt"))
    )
    assert "Shard(dim=0), Replicate() on a cpu mesh of dp=2 × tp=4 processes" in "\n".join(
        inspection_lines(catalogue_of(files / "meshes.pt"))
    )
    view = planned(files / "gpu_shards.pt")
    facts = {fact.name: fact.text for fact in facts_of(view, view.catalogue.find("module.weight"))}
    assert facts["Kind"] == "torch.distributed.tensor.DTensor"
    assert (facts["Shape"], facts["Placements"], facts["Mesh"]) == ("8×3", "Shard(dim=0)", "cuda mesh of 2 processes")


def test_a_remap_takes_wrapper_and_mesh_along(files: Path, judge: Judge, tmp_path: Path) -> None:
    """FSDP2 copies only between tensors of one mesh, and ``map_location`` leaves the mesh what it was."""
    stripped, mapped = tmp_path / "a.pt", tmp_path / "b.pt"
    fix(files / "gpu_alone.pt", stripped, StripPrefix("module."))
    assert "different meshes" in judge.resume(stripped)
    preview = planned(stripped, RemapDevice("cuda:*", "cpu"))
    assert any("mesh of 2 DTensors also changes to cpu" in text for text in preview.warnings)
    fix(stripped, mapped, RemapDevice("cuda:*", "cpu"))
    assert "All keys matched" in judge.resume(mapped)
    before, after = judge.tell(stripped, "cpu"), judge.tell(mapped)
    for wanted in before.values():
        wanted["mesh"] = "cpu"
    assert after == before


@pytest.mark.parametrize("edit", [RemapDevice("cuda:1", "cpu", role="model"), RemapDevice("cuda:1", "cuda:0")])
def test_the_wrapper_says_where_what_it_wraps_goes(files: Path, tmp_path: Path, edit: RemapDevice) -> None:
    fix(files / "gpu_shards.pt", tmp_path / "b.pt", edit)
    found = inspection(catalogue_of(tmp_path / "b.pt"))
    devices = {tensor["path"][0]: tensor["device"] for tensor in found["tensors"] if tensor["role"] == "model"}
    assert set(devices.values()) == {edit.target}
    assert {each["path"][0]: each["device"] for each in found["subclasses"]} == devices
    assert {each["mesh"]["device_type"] for each in found["subclasses"]} == {edit.target.partition(":")[0]}


def test_whole_dtensors_can_become_plain_ones(files: Path, judge: Judge, tmp_path: Path) -> None:
    for name, count in (("fsdp2", 12), ("gpu_alone", 2), ("gpu_copies", 2), ("meshes", 1)):
        path, target = files / f"{name}.pt", tmp_path / f"{name}.pt"
        notes = [each for each in findings_of(path) if each.code == "whole-dtensor"]
        assert [(each.severity, each.count, each.edits) for each in notes] == [("note", count, (UseFullTensors(),))]
        fix(path, target, UseFullTensors(), RemapDevice("cuda:*", "cpu"))
        assert _plain(judge.tell(path, "cpu")) == judge.tell(target)
        if name != "meshes":  # the others in it are parts of a tensor
            assert torch_says(target) is None


def test_dtensors_become_plain_beside_a_model_whose_state_dict_gets_other_keys(files: Path, tmp_path: Path) -> None:
    path, target = files / "beside_a_model.pt", tmp_path / "b.pt"
    catalogue = catalogue_of(path)
    net = next(entry for entry in range(len(catalogue)) if catalogue.path_text(entry) == "net")
    fix(path, target, UseFullTensors(), AddPrefix("x."), Extract(net))
    found = torch.load(target)
    assert list(found["net"]) == ["x.0.weight", "x.0.bias"]
    assert list(found["state"]) == [f"x.module.{key}" for key in ("0.weight", "0.bias", "1.weight", "1.bias")]
    assert {type(tensor) for tensor in found["state"].values()} == {torch.Tensor}


def _plain(told: Any) -> Any:
    """What the full tensors of whole DTensors are, by the local ones."""
    if isinstance(told, dict) and "local" in told:
        whole = all(size == 1 or text == "R" for size, text in zip(told["sizes"], told["placements"], strict=True))
        return told["local"] if whole else told
    if isinstance(told, dict):
        return {key: _plain(value) for key, value in told.items()}
    return [_plain(value) for value in told] if isinstance(told, list) else told


def test_parts_stay_parts_and_all_cures_leave_dtensors_alone(files: Path, tmp_path: Path) -> None:
    assert not [each for each in findings_of(files / "gpu_shards.pt") if each.code == "whole-dtensor"]
    with pytest.raises(EditError, match="torch has to put its parts together"):
        planned(files / "gpu_shards.pt", UseFullTensors())
    for name in ("fsdp2", "gpu_alone"):
        cured = cured_copy(files / f"{name}.pt", tmp_path / f"{name}.pt", CPU)
        assert cured.plan.find(UseFullTensors) is None
        assert_cures_cure(planned(files / f"{name}.pt"))


def test_what_a_tensor_is_made_of_is_not_dropped(files: Path) -> None:
    catalogue = catalogue_of(files / "gpu_shards.pt")
    inner = [row.entry for row in catalogue.tensors]
    for entry in inner:
        with pytest.raises(EditError, match="is part of an object"):
            planned(files / "gpu_shards.pt", Drop(entry))
    assert planned(files / "gpu_shards.pt", Drop(catalogue.find("module.bias"))).tensors_dropped == 2


def test_state_follows_parameters_and_meshes_stay_on_the_cpu(files: Path) -> None:
    view = planned(files / "fsdp2.pt", RemapDevice("cpu", "cuda:2", role="model"), MoveOptimizer(FOLLOW))
    for index, row in enumerate(view.catalogue.tensors):
        stays = row.role == "other" or view.catalogue.labels[row.entry] == "step"
        assert view.device(index) == ("cpu" if stays else "cuda:2"), view.catalogue.path_text(row.entry)


# -- other wrappers ---------------------------------------------------------------------------------------------


def test_a_state_dict_of_wrappers_alone_is_one(tmp_path: Path) -> None:
    """A subclass of torch's own that holds two tensors, as torchao's hold codes and scales."""
    with PretendGpus() as gpus:
        model, state = {}, {}
        for at, (key, shape) in enumerate({"module.fc.weight": (4, 3), "module.fc.bias": (4,)}.items()):
            model[key] = TwoTensor(torch.randn(shape), torch.randn(shape))
            state[at] = {"step": torch.tensor(2.0), "exp_avg": TwoTensor(torch.randn(shape), torch.ones(shape))}
            for whole in (model[key], state[at]["exp_avg"]):
                gpus.place(whole.a, "cuda:4")
                gpus.place(whole.b, "cuda:4")
        groups = [{"lr": 0.1, "betas": (0.9, 0.99), "params": [0, 1]}]
        torch.save({"model": model, "optimizer": {"state": state, "param_groups": groups}}, tmp_path / "a.pt")
    catalogue = catalogue_of(tmp_path / "a.pt")
    assert [catalogue.path_text(entry) for entry in catalogue.state_dicts] == ["model"]
    assert [item.name for item in catalogue.optimizers[0].entries] == list(model)
    assert set(roles(tmp_path / "a.pt").values()) == {"model", "optimizer"}
    fix(tmp_path / "a.pt", tmp_path / "b.pt", RemapDevice("cuda:4", "cpu"), StripPrefix("module."))
    loaded = quiet_load(tmp_path / "b.pt", weights_only=False)
    for key, theirs in model.items():
        ours = loaded["model"][key.removeprefix("module.")]
        assert type(ours) is TwoTensor
        assert torch.equal(ours.a, theirs.a)
        assert torch.equal(ours.b, theirs.b)


@pytest.mark.filterwarnings("ignore:Sparse")
@pytest.mark.parametrize("layout", [torch.sparse_coo, torch.sparse_csr], ids=str)
def test_a_state_dict_of_sparse_tensors_alone_is_one(layout: torch.layout, tmp_path: Path) -> None:
    value = {"module.a": torch.eye(3).to_sparse(layout=layout), "module.b": torch.eye(2).to_sparse(layout=layout)}
    torch.save(value, tmp_path / "a.pt")
    assert set(roles(tmp_path / "a.pt").values()) == {"model"}
    fix(tmp_path / "a.pt", tmp_path / "b.pt", StripPrefix("module."))
    assert_same(quiet_load(tmp_path / "b.pt"), {key[7:]: each for key, each in quiet_load(tmp_path / "a.pt").items()})


# -- attributes -------------------------------------------------------------------------------------------------


def with_attributes() -> dict[str, torch.Tensor]:
    """Parameters and a buffer to which a script gave tensors."""
    weight, bias, plain = nn.Parameter(torch.ones(2, 3)), nn.Parameter(torch.zeros(2)), torch.arange(4.0)
    weight.grad_acc = torch.full((2, 3), 5.0)  # type: ignore[attr-defined]
    weight.history = {"norms": [torch.ones(1), torch.zeros(1)], "steps": 3}  # type: ignore[attr-defined]
    plain.twin = torch.ones(5)  # type: ignore[attr-defined]
    bias.is_sequence_parallel = True  # type: ignore[attr-defined]
    return {"weight": weight, "bias": bias, "plain": plain}


def test_tensors_in_attributes_are_listed_and_go_along(tmp_path: Path) -> None:
    with PretendGpus() as gpus:
        held = with_attributes()
        gpus.place(held["weight"].grad_acc, "cuda:6")  # type: ignore[attr-defined]
        torch.save(held, tmp_path / "a.pt")
    catalogue = catalogue_of(tmp_path / "a.pt")
    assert roles(tmp_path / "a.pt") == {
        **dict.fromkeys(("weight", "bias", "plain"), "model"),
        **dict.fromkeys(("weight/grad_acc", "weight/history/norms/0", "weight/history/norms/1", "plain/twin"), "other"),
    }
    assert catalogue.device_of(catalogue.rows[catalogue.find("weight/grad_acc")]) == "cuda:6"
    fix(tmp_path / "a.pt", tmp_path / "b.pt", RemapDevice("cuda:6", "cpu"))
    assert_same(quiet_load(tmp_path / "b.pt"), quiet_load(tmp_path / "a.pt", map_location="cpu"))
    fix(tmp_path / "a.pt", tmp_path / "c.pt", Drop(catalogue.find("weight/grad_acc")), RemapDevice("cuda:*", "cpu"))
    assert not hasattr(quiet_load(tmp_path / "c.pt")["weight"], "grad_acc")


def test_a_state_dict_extracted_has_no_attributes_of_tensors(tmp_path: Path) -> None:
    """As ``state_dict()`` has none: it detaches."""
    model = nn.Linear(3, 2)
    model.weight.grad_acc = torch.ones(7)  # type: ignore[assignment]
    torch.save(model, tmp_path / "a.pt")
    fix(tmp_path / "a.pt", tmp_path / "b.pt", Extract(0))
    assert_same(quiet_load(tmp_path / "b.pt"), model.state_dict())
