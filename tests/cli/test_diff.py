"""The command ``diff`` as scripts and people see it."""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import Any

import pytest
import torch

from cli.main import run
from tests.places import TESTS
from tests.support.corpus import FILES, corpus_file

STATE = {"fc.weight": torch.arange(6.0).reshape(2, 3), "fc.bias": torch.tensor([1.0, 2.0])}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    torch.save({"epoch": 1, "model": STATE}, tmp_path / "one.pth")
    torch.save({"epoch": 1, "model": {key: value.clone() for key, value in STATE.items()}}, tmp_path / "same.pth")
    later = {"module.fc.weight": STATE["fc.weight"] * 2, "module.fc.bias": STATE["fc.bias"]}
    torch.save({"epoch": 2, "model": later, "extra": [1, 2]}, tmp_path / "later.pth")
    return tmp_path


def answer(capsys: pytest.CaptureFixture[str], *arguments: Any, code: int) -> str:
    assert run(["diff", *map(str, arguments)]) == code
    out, err = capsys.readouterr()
    assert err == ""
    return out


def test_json(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    found = json.loads(answer(capsys, folder / "one.pth", folder / "later.pth", "--json", code=3))
    assert (found["same"], found["identical"]) == (1, False)
    epoch, weight = found["changed"]
    assert (epoch["path"], epoch["kinds"], epoch["value"]) == (["epoch"], ["values"], [1, 2])
    assert {epoch[name] for name in ("max_abs", "mean_abs", "relative", "cosine")} == {None}
    assert (weight["path"], weight["kinds"]) == (["model", "fc.weight"], ["values"])
    numbers = STATE["fc.weight"]
    assert weight["max_abs"] == 5.0
    assert weight["mean_abs"] == pytest.approx(numbers.mean().item())
    assert weight["relative"] == pytest.approx(0.5)
    assert weight["cosine"] == pytest.approx(0, abs=1e-7)
    assert (weight["differing"], weight["not_finite"]) == (5, 0)
    assert (found["only_a"], found["only_b"]) == ([], [["extra"]])
    assert found["renamed"] == [[["model", key], ["model", f"module.{key}"]] for key in STATE]
    assert found["renamed_prefixes"] == [{"a": "model/", "b": "model/module.", "keys": 2}]


def test_json_knows_no_infinity(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    torch.save({"x": torch.tensor([1.0, math.nan]), "y": math.inf}, tmp_path / "a.pth")
    torch.save({"x": torch.tensor([math.inf, math.nan]), "y": math.nan}, tmp_path / "b.pth")
    out = answer(capsys, tmp_path / "a.pth", tmp_path / "b.pth", "--json", code=3)
    found = json.loads(out, parse_constant=pytest.fail)
    assert found["changed"][0]["not_finite"] == 1
    assert found["changed"][0]["max_abs"] is None  # it is not 0: they do differ


def test_where_one_is_not_finite_there_is_no_distance(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    torch.save({"x": torch.tensor([1.0, 2.0]), "far": torch.tensor([1e308], dtype=torch.float64)}, tmp_path / "a.pth")
    torch.save(
        {"x": torch.tensor([1.0, math.nan]), "far": torch.tensor([-1e308], dtype=torch.float64)}, tmp_path / "b.pth"
    )
    lines = answer(capsys, tmp_path / "a.pth", tmp_path / "b.pth", code=3).splitlines()
    found = json.loads(answer(capsys, tmp_path / "a.pth", tmp_path / "b.pth", "--json", code=3))
    assert found["changed"][1]["max_abs"] == "inf"
    (row,) = (line for line in lines if line.startswith("  x "))
    assert row.split()[:6] == ["x", "-", "-", "-", "-", "1,"]


def test_the_same(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert answer(capsys, folder / "one.pth", folder / "same.pth", code=0).splitlines() == [
        "one.pth and same.pth: nothing differs",
        "same        2 tensors",
    ]
    assert json.loads(answer(capsys, folder / "one.pth", folder / "same.pth", "--json", code=0))["identical"] is True
    assert "one and the same file" in answer(capsys, folder / "one.pth", folder / "one.pth", code=0)


def test_text(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lines = answer(capsys, folder / "one.pth", folder / "later.pth", code=3).splitlines()
    assert lines[:2] == ["one.pth and later.pth: they differ", "same        1 tensor"]
    assert "  epoch  1 → 2" in lines
    assert any(line.split() == ["model/fc.weight", "5", "2.5", "0.5", "0", "5"] for line in lines)
    assert "  model/ → model/module.: 2 entries" in lines
    assert lines[-2:] == ["only in later.pth: 1 entry", "  extra  [1, 2]"]


def test_files_of_one_name_are_told_apart(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for epoch in ("1", "2"):
        (folder / epoch).mkdir()
        torch.save({"epoch": epoch}, folder / epoch / "last.pth")
    first = answer(capsys, folder / "1" / "last.pth", folder / "2" / "last.pth", code=3).splitlines()[0]
    assert first == "1/last.pth and 2/last.pth: they differ"


def test_the_worst_comes_first_and_the_rest_is_counted(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    torch.save({f"k{at}": torch.ones(3) for at in range(50)}, tmp_path / "a.pth")
    changed = {f"k{at}": torch.ones(3) + at / 10 for at in range(50)}
    changed["k7"][1] = math.nan
    torch.save(changed, tmp_path / "b.pth")
    lines = answer(capsys, tmp_path / "a.pth", tmp_path / "b.pth", code=3).splitlines()
    table = lines[lines.index("changed     the numbers of 49 tensors, largest difference first") + 2 :]
    assert [line.split()[0] for line in table[:3]] == ["k7", "k49", "k48"]
    assert table[0].endswith("3, 1 of them NaN or Inf in one file")
    assert table[20:] == ["  and 29 more: --all lists them"]
    everything = answer(capsys, tmp_path / "a.pth", tmp_path / "b.pth", "--all", code=3).splitlines()
    assert len(everything) == len(lines) - 1 + 29


@pytest.mark.parametrize("turned", [False, True])
def test_what_is_wrong_with_either_is_said_with_its_name(
    folder: Path, capsys: pytest.CaptureFixture[str], *, turned: bool
) -> None:
    (folder / "cut.pth").write_bytes((folder / "one.pth").read_bytes()[:-300])
    (folder / "page.pth").write_text("<html>not found</html>")
    for name in ("cut.pth", "page.pth", "absent.pth"):
        files = [str(folder / "one.pth"), str(folder / name)]
        assert run(["diff", *(reversed(files) if turned else files)]) == 1
        out, err = capsys.readouterr()
        assert out == ""
        assert err.startswith("pthfinder: ")
        assert err.count("\n") == 1
        assert name in err
        assert "one.pth" not in err


def test_what_a_file_says_never_reaches_the_terminal_as_it_is(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    torch.save({"\x1b[31mred\n": torch.ones(2), "x": "\x1b]0;"}, tmp_path / "a.pth")
    torch.save({"\x1b[31mred\n": torch.zeros(2), "x": "\x07"}, tmp_path / "b.pth")
    out = answer(capsys, tmp_path / "a.pth", tmp_path / "b.pth", code=3)
    assert "\x1b" not in out
    assert "\x07" not in out


def test_state_that_is_numbered_otherwise_is_told_once(capsys: pytest.CaptureFixture[str]) -> None:
    """Names in one file, numbers in the other, written by torch's own distributed checkpoints."""
    data = TESTS / "data" / "dcp"
    out = answer(capsys, data / "named.pt", data / "numbered.pt", code=3)
    assert "same        27 tensors" in out
    assert "optimizer/state/0.weight/ → optimizer/state/0/ and 5 more like it: 18 entries" in out


@pytest.mark.corpus
def test_two_epochs_of_one_model_in_the_wild(capsys: pytest.CaptureFixture[str]) -> None:
    """The third was trained on from the second: what torch says of each tensor is what is told."""
    second, third = (
        corpus_file(entry)
        for entry in FILES
        if entry["member"].startswith("chgnet/pretrained/") and entry["tensors"] == 517
    )
    found = json.loads(answer(capsys, second, third, "--json", code=3))
    ours, theirs = (torch.load(file, map_location="cpu")["model"]["state_dict"] for file in (second, third))
    told = {each["path"][-1]: each for each in found["changed"] if each["path"][:2] == ["model", "state_dict"]}
    compared = 0
    for key, first in ours.items():
        if key in theirs and first.shape == theirs[key].shape and not torch.equal(first, theirs[key]):
            apart = (first.double() - theirs[key].double()).abs()
            assert told[key]["max_abs"] == pytest.approx(apart.max().item(), rel=1e-6)
            assert told[key]["mean_abs"] == pytest.approx(apart.mean().item(), rel=1e-6)
            compared += 1
    assert compared > 50
