"""`values`: JSON that torch agrees with, text for people, one sentence for what does not work."""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
from safetensors.torch import save_file

from cli.main import run

KEYS = [
    *("key", "dtype", "shape", "device", "count", "min", "max", "mean", "std", "l1", "l2", "zeros", "nan", "posinf"),
    *("neginf", "denormal", "first", "percentiles", "histogram", "exact"),
]


@pytest.fixture(scope="module")
def tensors() -> dict[str, torch.Tensor]:
    torch.manual_seed(3)
    weight = torch.randn(6, 3, 5, 5)
    return {
        "conv.weight": weight,
        "half": weight.bfloat16(),
        "mask": weight > 0,
        "ids": torch.arange(-3, 7),
        "z": torch.randn(4, 3, dtype=torch.complex64),
        "odd": torch.tensor([1.0, math.nan, math.inf, -math.inf, 0.0]),
        "scalar": torch.tensor(2.5),
        "none": torch.empty(0, 4),
    }


@pytest.fixture(scope="module")
def file(tensors: dict[str, torch.Tensor], tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("values") / "run.pt"
    torch.save({"model": tensors, "epoch": 3}, path)
    return path


def asked(capsys: pytest.CaptureFixture[str], *words: object) -> Any:
    assert run(["values", *map(str, words), "--json"]) == 0
    said = capsys.readouterr()
    assert said.err == ""
    return json.loads(said.out, parse_constant=lambda word: pytest.fail(f"{word} is no JSON"))


def test_json_is_what_torch_says(file: Path, tensors: dict[str, torch.Tensor], capsys: Any) -> None:
    found = asked(capsys, file, "conv.weight")
    weight = tensors["conv.weight"].double()
    assert list(found) == KEYS
    assert (found["key"], found["dtype"], found["shape"]) == ("model/conv.weight", "float32", [6, 3, 5, 5])
    assert (found["device"], found["count"], found["exact"]) == ("cpu", 450, True)
    right = {"min": weight.min(), "max": weight.max(), "mean": weight.mean(), "std": weight.std()}
    right |= {"l1": weight.abs().sum(), "l2": weight.norm()}
    assert {name: found[name] for name in right} == pytest.approx({name: value.item() for name, value in right.items()})
    assert [found[name] for name in ("zeros", "nan", "posinf", "neginf", "denormal")] == [0] * 5
    percents = [1, 5, 25, 50, 75, 95, 99]
    assert list(found["percentiles"]) == list(map(str, percents))
    quantiles = torch.quantile(weight, torch.tensor(percents, dtype=torch.float64) / 100)
    assert list(found["percentiles"].values()) == pytest.approx(quantiles.tolist())
    counts, edges = np.histogram(weight.numpy(), 100)
    assert found["histogram"]["edges"] == pytest.approx(edges.tolist())
    assert found["histogram"]["counts"] == counts.tolist()


@pytest.mark.parametrize("text", ["0,:,3", "-1", "...,::2", "[1:4, 0]", ":"])
def test_a_part(file: Path, tensors: dict[str, torch.Tensor], text: str, capsys: Any) -> None:
    part = eval(f"weight[{text.strip('[]')}]", {"weight": tensors["conv.weight"]})
    found = (
        asked(capsys, file, "conv.weight", "--slice", text)
        if text[0] != "-"
        else asked(capsys, file, "conv.weight", f"--slice={text}")
    )
    assert found["slice"] == text
    assert found["shape"] == list(part.shape)
    assert found["count"] == part.numel()
    assert found["l1"] == pytest.approx(part.double().abs().sum().item())


def test_what_json_has_no_numbers_for(file: Path, capsys: Any) -> None:
    odd = asked(capsys, file, "odd")
    assert [odd[name] for name in ("min", "max", "mean", "std", "l1", "l2")] == ["nan"] * 6
    assert [odd[name] for name in ("nan", "posinf", "neginf", "zeros")] == [1] * 4
    assert odd["percentiles"]["50"] == 0.5
    none = asked(capsys, file, "none")
    assert [none[name] for name in ("count", "min", "max", "mean", "std", "l1")] == [0, None, None, None, None, 0]
    assert (none["percentiles"], none["histogram"]) == ({}, {"edges": [], "counts": []})
    scalar = asked(capsys, file, "scalar")
    assert (scalar["shape"], scalar["mean"], scalar["std"]) == ([], 2.5, None)


def test_other_kinds_of_numbers(file: Path, tensors: dict[str, torch.Tensor], capsys: Any) -> None:
    mask, ids, z = (asked(capsys, file, name) for name in ("mask", "ids", "z"))
    assert (mask["min"], mask["max"], mask["l1"]) == (0, 1, int(tensors["mask"].sum()))
    assert mask["histogram"]["edges"] == [-0.5, 0.5, 1.5]
    assert (ids["min"], ids["max"], ids["l1"], ids["mean"]) == (-3, 6, 27, 1.5)
    mean = tensors["z"].mean().item()
    assert (z["min"], z["mean"]) == (None, pytest.approx([mean.real, mean.imag]))


def test_several_tensors(file: Path, capsys: Any) -> None:
    found = asked(capsys, file, "model/**")
    assert [each["key"] for each in found["tensors"]][:2] == ["model/conv.weight", "model/half"]
    assert run(["values", str(file), "model"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 9
    assert lines[0].split() == ["shape", "dtype", "min", "max", "mean", "std"]
    assert lines[6].split() == ["model/odd", "5", "float32", *["nan"] * 4, "1", "NaN,", "1", "+Inf,", "1", "-Inf"]


def test_safetensors_name_no_device(tmp_path: Path, capsys: Any) -> None:
    save_file({"w": torch.ones(2, 2)}, tmp_path / "a.safetensors")
    assert asked(capsys, tmp_path / "a.safetensors", "w")["device"] is None
    assert run(["values", str(tmp_path / "a.safetensors"), "w"]) == 0
    assert capsys.readouterr().out.startswith("w: float32 2×2, 4 numbers\n")


def test_text(file: Path, tensors: dict[str, torch.Tensor], capsys: Any) -> None:
    assert run(["values", str(file), "conv.weight"]) == 0
    text = capsys.readouterr().out
    weight = tensors["conv.weight"]
    assert text.startswith("model/conv.weight: float32 6×3×5×5 on cpu, 450 numbers\n")
    assert f"maximum   {weight.max().item():.6g}" in text
    assert f"50 %: {torch.quantile(weight.double(), 0.5).item():.6g}" in text
    bars = [line for line in text.splitlines() if line.endswith("#")]
    counts = np.histogram(weight.double().numpy(), 20)[0]
    assert [int(line.split()[1]) for line in bars] == [count for count in counts.tolist() if count]
    assert max(len(line.split()[2]) for line in bars) == 50
    corner = np.array2string(weight[0, 0].numpy(), precision=4)
    assert [line.strip() for line in text.splitlines()[-5:]] == [line.strip() for line in corner.splitlines()]
    assert "the numbers at [0, 0, :5, :5]" in text


def test_text_of_few_values_and_of_none(file: Path, capsys: Any) -> None:
    assert run(["values", str(file), "odd"]) == 0
    text = capsys.readouterr().out
    assert "not finite: 1 NaN (first at [" in text
    assert f"  0  1  {'#' * 50}\n  1  1  {'#' * 50}\n" in text
    assert run(["values", str(file), "none"]) == 0
    assert capsys.readouterr().out.startswith("model/none: float32 0×4 on cpu, 0 numbers\n  minimum   - ")
    assert run(["values", str(file), "half", "--slice", "0,0"]) == 0
    assert "model/half[0,0]: bfloat16 5×5 on cpu, 25 numbers" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["conv.wieght"], "No tensor in this file is named 'conv.wieght'. Did you mean 'conv.weight'?"),
        (["epoch"], "'epoch' is 3, with no tensor in it."),
        (["conv.weight", "--slice", "6"], "'6' is out of range: 6 is not an index of dimension 0 (0 to 5)."),
        (
            ["conv.weight", "--slice", "x"],
            "'x' does not select a part of a tensor: write an index or a range for each dimension, such as 0,:,3.",
        ),
        (["model/**", "--slice", "0", "--json"], "'0' names 1 dimension; the tensor has none."),
    ],
)
def test_one_sentence(file: Path, words: list[str], said: str, capsys: Any) -> None:
    assert run(["values", str(file), *words]) == 1
    assert capsys.readouterr() == ("", f"pthfinder: run.pt: {said}\n")


def test_where_numbers_stand_in_a_part_is_said_of_the_whole(tmp_path: Path, capsys: Any) -> None:
    weight = torch.randn(40, 30)
    weight[12, 3] = float("nan")
    torch.save({"a": weight}, tmp_path / "a.pth")
    assert run(["values", str(tmp_path / "a.pth"), "a", "--slice", "2::2,1:"]) == 0
    assert "not finite: 1 NaN (first at [12, 3]);" in capsys.readouterr().out
    assert run(["values", str(tmp_path / "a.pth"), "a", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)["first"]
    assert found["nan"] == [[12, 3]]
    assert found["highest"] == (weight == weight.nan_to_num(-9).max()).nonzero().tolist()
