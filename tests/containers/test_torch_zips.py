"""TorchScript, exported programs and packages of torch, against what torch's own loaders give."""

from __future__ import annotations

import json
import shutil
import warnings
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import torch

from cli.main import run
from core.catalogue.build import open_catalogue
from core.catalogue.catalogue import Catalogue
from core.edits.edits import Plan
from core.edits.preview import preview
from core.errors import CheckpointError, Malformed, ReadOnlyFormat
from core.saving.save import save
from tests.containers.facts import FOLDERS, Tensors, facts, shown, told

HERE = FOLDERS / "containers"


def quietly(work: Callable[[], Any]) -> Any:
    """torch.jit would have everything exported anew."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return work()


def below(label: str, tensors: Tensors) -> Tensors:
    return {path[1:]: each for path, each in tensors.items() if path[0] == label}


def others(catalogue: Catalogue) -> dict[str, str]:
    assert catalogue.checkpoint.several is not None
    return {other.name: other.what for other in catalogue.checkpoint.several.others}


@pytest.mark.parametrize("name", ["scripted.pt", "traced.pt"])
def test_torchscript_is_its_state_dict_in_the_order_of_torch(name: str) -> None:
    catalogue = open_catalogue(HERE / name)
    assert below("state_dict", shown(catalogue)) == told(f"containers/{name}")
    model = quietly(lambda: torch.jit.load(HERE / name, map_location="cpu"))
    labels = [catalogue.path(tensor.entry) for tensor in catalogue.tensors]
    assert [path[1] for path in labels if path[0] == "state_dict"] == list(model.state_dict())
    assert "compiled code" in next(what for path, what in others(catalogue).items() if path.endswith(".py"))


def test_constants_are_no_part_of_the_state_dict(tmp_path: Path) -> None:
    class Odd(torch.nn.Module):
        def __init__(self) -> None:
            super().__init__()
            self.weight = torch.nn.Parameter(torch.ones(2))
            self.plain = torch.full((3,), 7.0)
            self.register_buffer("gone", torch.zeros(1), persistent=False)

        def forward(self, x: torch.Tensor) -> torch.Tensor:
            return x * self.weight + torch.tensor([4.0, 5.0]) + self.plain.sum()

    quietly(lambda: torch.jit.save(torch.jit.trace(Odd(), torch.ones(2)), tmp_path / "odd.pt"))
    loaded = quietly(lambda: torch.jit.load(tmp_path / "odd.pt"))
    kept = shown(open_catalogue(tmp_path / "odd.pt"))
    assert [path[1] for path in kept if path[0] == "state_dict"] == list(loaded.state_dict())
    assert any(path[0] == "constants" for path in kept)


def test_no_storage_of_an_object_stands_for_a_constant(tmp_path: Path) -> None:
    """torch takes both for what they are: records of two folders."""

    class Adds(torch.nn.Module):
        def __init__(self) -> None:
            super().__init__()
            self.weight = torch.nn.Parameter(torch.ones(2))

        def forward(self, x: torch.Tensor) -> torch.Tensor:
            return x * self.weight + torch.tensor([4.0, 5.0])

    quietly(lambda: torch.jit.save(torch.jit.trace(Adds(), torch.ones(2)), tmp_path / "a.pt"))
    with zipfile.ZipFile(tmp_path / "a.pt") as old, zipfile.ZipFile(tmp_path / "b.pt", "w") as new:
        for member in old.namelist():
            data = old.read(member)
            if member.endswith("/data.pkl"):
                data = data.replace(b"X\1\0\0\x000", b"X\x0b\0\0\0constants/0")
            new.writestr(member.replace("/data/0", "/data/constants/0"), data)
    loaded = quietly(lambda: torch.jit.load(tmp_path / "b.pt"))
    assert torch.equal(loaded(torch.zeros(2)), torch.tensor([4.0, 5.0]))
    with pytest.raises(Malformed, match="both a storage and a constant"):
        open_catalogue(tmp_path / "b.pt")


def test_an_exported_program_is_what_it_lists() -> None:
    catalogue = open_catalogue(HERE / "exported.pt2")
    assert shown(catalogue) == told("containers/exported.pt2")
    assert "not run" in next(what for path, what in others(catalogue).items() if path.endswith("model.json"))


def test_a_package_is_its_pickles() -> None:
    catalogue = open_catalogue(HERE / "package.pt")
    wanted = told("containers/package.pt")
    assert sorted(each for _, _, each in shown(catalogue).values()) == sorted(each for _, _, each in wanted.values())
    for module in facts("containers/package.pt")["code"]:
        assert others(catalogue)[module.replace(".", "/") + ".py"] == "a program, which is not run"


@pytest.mark.parametrize("name", ["scripted.pt", "exported.pt2", "package.pt"])
def test_its_state_dict_is_extracted(name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    target = tmp_path / "weights.pth"
    assert run(["extract", str(HERE / name), "-o", str(target)]) == 0
    loaded = torch.load(target)
    wanted = told(f"containers/{name}")
    keys = {path[-1] for path in wanted if path[0] in ("state_dict", "model/model.pkl") or len(path) == 1}
    assert set(loaded) == keys
    assert capsys.readouterr().out


def test_nothing_is_written_without_its_code(tmp_path: Path) -> None:
    for name, container in (("scripted.pt", None), ("package.pt", "zip"), ("exported.pt2", None)):
        with pytest.raises(ReadOnlyFormat, match=r"use `python main\.py extract FILE"):
            save(preview(open_catalogue(HERE / name), Plan()), tmp_path / "a.pt", container=container)
    assert not list(tmp_path.iterdir())


def rewritten(source: Path, target: Path, change: dict[str, Any]) -> Path:
    """A copy of a zip with other bytes in the members whose names end so."""
    with zipfile.ZipFile(source) as old, zipfile.ZipFile(target, "w") as new:
        for member in old.namelist():
            end = next((end for end in change if member.endswith(end)), None)
            new.writestr(member, old.read(member) if end is None else change[end])
    return target


def config(**meta: Any) -> str:
    whole = {"dtype": 7, "sizes": [{"as_int": 3}], "strides": [{"as_int": 1}], "storage_offset": {"as_int": 0}}
    whole |= {"requires_grad": False, "device": {"type": "cpu", "index": None}} | meta
    return json.dumps({"config": {"a": {"path_name": "weight_0", "use_pickle": False, "tensor_meta": whole}}})


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        '{"config": [1]}',
        '{"config": {"a": {}}}',
        config(dtype=99),
        config(sizes=[{"as_int": -1}]),
        config(sizes=[{"as_int": 10**15}]),
        config(strides=[]),
        config(storage_offset={"as_int": 10**12}),
    ],
)
def test_a_list_that_lies(tmp_path: Path, text: str) -> None:
    path = rewritten(HERE / "exported.pt2", tmp_path / "a.pt2", {"model_weights_config.json": text})
    with pytest.raises(CheckpointError):
        open_catalogue(path)


def test_objects_in_each_other_without_end(tmp_path: Path) -> None:
    raw = b"\x80\x02" + b"c__torch__\nA\n)\x81}(X\x01\x00\x00\x00x" * 5000 + b"N" + b"ub" * 5000 + b"."
    path = rewritten(HERE / "scripted.pt", tmp_path / "a.pt", {"data.pkl": raw})
    with pytest.raises(CheckpointError):
        open_catalogue(path)


def test_a_package_with_a_broken_pickle_spares_the_others(tmp_path: Path) -> None:
    path = rewritten(HERE / "package.pt", tmp_path / "a.pt", {"rows.pkl": b"\x80\x02oh no"})
    several = open_catalogue(path).checkpoint.several
    assert several is not None
    assert [missing.name for missing in several.missing] == ["model/rows.pkl"]


def test_a_storage_that_is_not_there(tmp_path: Path) -> None:
    shutil.copy(HERE / "package.pt", tmp_path / "a.pt")
    with zipfile.ZipFile(HERE / "package.pt") as old, zipfile.ZipFile(tmp_path / "b.pt", "w") as new:
        for member in old.namelist():
            if not member.endswith("0.storage"):
                new.writestr(member, old.read(member))
    with pytest.raises(Malformed, match="missing from the file"):
        open_catalogue(tmp_path / "b.pt")
