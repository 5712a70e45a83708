"""Commands on folders, on one file of several, and on both."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
import torch

from cli.main import run
from core.catalogue.build import open_catalogue
from tests.files.shards import name_of, save_shards, state_dict


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return save_shards(tmp_path / "llama")


def asked(capsys: pytest.CaptureFixture[str], *words: object) -> Any:
    assert run([*map(str, words), "--json"]) in (0, 3)
    return json.loads(capsys.readouterr().out)


@pytest.mark.parametrize("name", ["", "pytorch_model.bin.index.json", name_of(1, 3)])
def test_the_folder_its_index_and_each_part_are_the_whole(
    folder: Path, capsys: pytest.CaptureFixture[str], name: str
) -> None:
    told = asked(capsys, "inspect", folder / name)
    assert len(told["tensors"]) == 6
    assert [file["name"] for file in told["parts"]["files"]] == [name_of(place, 3) for place in range(3)]


def test_a_missing_file_is_told_where_the_rest_is_checked_or_saved(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / name_of(1, 3)).unlink()
    assert run(["verify", str(folder)]) == 0
    assert f"{name_of(1, 3)} is missing, and with it 2 keys." in " ".join(capsys.readouterr().out.split())
    words = ["fix", str(folder), "-o", str(tmp_path / "rest"), "--map", "cuda:*=cpu", "--accept-missing"]
    assert run(words) == 0
    assert "missing: 2 keys of shard 2 of 3 are missing and will not be in the copy." in capsys.readouterr().out


@pytest.mark.parametrize("command", ["inspect", "scan", "verify", "memory", "diagnose", "code"])
def test_a_part_is_opened_alone(folder: Path, capsys: pytest.CaptureFixture[str], command: str) -> None:
    whole = asked(capsys, command, folder)
    alone = asked(capsys, command, folder / name_of(0, 3), "--alone")
    assert whole != alone
    if command == "inspect":
        assert len(alone["tensors"]) == 2


def test_a_part_alone_differs_from_the_whole(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["diff", str(folder), str(folder / name_of(0, 3)), "--alone"]) == 3
    assert "same        2 tensors" in capsys.readouterr().out
    assert run(["diff", str(folder), str(folder / name_of(0, 3))]) == 0


def test_values_tables_and_exports_come_from_the_file_that_has_them(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    wanted = state_dict(3)["module.layers.2.bias"]
    told = asked(capsys, "values", folder, "module.layers.2.bias")
    assert told["max"] == pytest.approx(wanted.max().item())
    assert run(["export", str(folder), "module.layers.2.bias", "-o", str(tmp_path / "bias.npy")]) == 0
    table = tmp_path / "keys.csv"
    assert run(["inspect", str(folder), "--table", str(table)]) == 0
    rows = [line.split(",") for line in table.read_text().splitlines()]
    assert rows[0][-1] == "file"
    assert rows[-1][-1] == name_of(2, 3)


def test_nothing_is_written_over_a_part(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before = {path.name: path.read_bytes() for path in folder.iterdir()}
    for words in (["inspect", "--table"], ["report", "-o"], ["export", "module.layers.2.bias", "-o"]):
        command, *key, option = words
        target = folder / (name_of(1, 3) if command == "report" else "part.csv")
        if not target.exists():
            target.hardlink_to(folder / name_of(1, 3))
        assert run([command, str(folder), *key, option, str(target), "--overwrite"]) == 1, command
        assert "checkpoint itself" in (err := capsys.readouterr().err) or "the source file" in err
    assert {name: (folder / name).read_bytes() for name in before} == before


def test_the_whole_is_saved_on_the_cpu_as_one_file(folder: Path, tmp_path: Path) -> None:
    target = tmp_path / "one.pth"
    edits = ["--map", "cuda:*=cpu", "--strip-prefix", "module."]
    assert run(["fix", str(folder), "-o", str(target), *edits]) == 0
    loaded, wanted = torch.load(target), state_dict(3)
    assert {f"module.{key}" for key in loaded} == set(wanted)
    assert all(torch.equal(value, wanted[f"module.{key}"]) for key, value in loaded.items())


def test_whoever_names_one_file_is_told_that_all_are_taken(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    part = str(folder / name_of(1, 3))
    assert run(["fix", part, "-o", str(tmp_path / "all.pth"), "--map", "cuda:*=cpu"]) == 0
    assert "one of 3 files of a model" in capsys.readouterr().out
    assert run(["fix", part, "-o", str(tmp_path / "one.pth"), "--map", "cuda:*=cpu", "--alone"]) == 0
    assert "--alone" not in capsys.readouterr().out
    assert len(torch.load(tmp_path / "one.pth")) < len(torch.load(tmp_path / "all.pth"))


def test_what_is_missing_is_told_when_the_rest_is_saved(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / name_of(1, 3)).unlink()
    words = ["fix", str(folder), "-o", str(tmp_path / "rest.pth"), "--map", "cuda:*=cpu"]
    for dry in ([], ["--dry-run"]):
        assert run([*words, *dry]) == 1
        said = capsys.readouterr()
        assert said.out == ""
        assert "2 keys of shard 2 of 3 are missing and will not be in the copy. Nothing was written." in said.err
        assert said.err.endswith("To save without the missing files, add --accept-missing.\n")
        assert not (tmp_path / "rest.pth").exists()
    assert run([*words, "--accept-missing", "--dry-run", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["missing"] == [
        "2 keys of shard 2 of 3 are missing and will not be in the copy."
    ]
    assert run([*words, "--accept-missing"]) == 0
    assert "missing: 2 keys of shard 2 of 3" in capsys.readouterr().out
    found = asked(capsys, "inspect", tmp_path / "rest.pth")["made_without"]
    assert [(each["name"], each["keys"], len(each["some"])) for each in found] == [(name_of(1, 3), 2, 2)]
    assert run(["inspect", str(tmp_path / "rest.pth")]) == 0
    assert "made from a model with missing files: 2 keys of shard 2 of 3." in capsys.readouterr().out
    assert run(["diagnose", str(tmp_path / "rest.pth")]) == 3
    assert "incomplete-copy" in capsys.readouterr().out


def test_the_whole_is_not_said_to_be_the_same_where_it_is_not(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    same = "Nothing changes: the copy is the same as llama."
    assert run(["fix", str(folder), "-o", str(tmp_path / "a")]) == 0
    assert same in capsys.readouterr().out
    assert run(["fix", str(folder), "-o", str(tmp_path / "a.pth")]) == 0
    assert same not in capsys.readouterr().out  # one file: the form is another
    (folder / name_of(1, 3)).unlink()
    assert run(["fix", str(folder), "-o", str(tmp_path / "b"), "--accept-missing"]) == 0
    assert same not in capsys.readouterr().out


def test_a_refusal_names_the_options_that_help(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    torch.save({"model": {"w": torch.ones(2)}, "epoch": 3}, tmp_path / "a.pth")
    assert run(["fix", str(tmp_path / "a.pth"), "-o", str(tmp_path / "a.safetensors")]) == 1
    assert "This file also has epoch. " in (error := capsys.readouterr().err)
    assert "Add --keep model or --container zip." in error
    torch.save({"net": torch.nn.Linear(2, 2), "epoch": 3}, tmp_path / "a.pth")
    assert run(["fix", str(tmp_path / "a.pth"), "-o", str(tmp_path / "a.safetensors")]) == 1
    assert "Add --extract net --keep net or --container zip." in capsys.readouterr().err  # the first two go together


def test_batch_writes_no_incomplete_copy_unless_it_is_accepted(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    recipe = tmp_path / "r.json"
    assert run(["fix", str(folder), "--map", "cuda:*=cpu", "--save-recipe", str(recipe)]) == 0
    for place in (1, 2):
        (folder / name_of(place, 3)).unlink()
    capsys.readouterr()
    words = ["batch", str(folder), "--recipe", str(recipe), "--into", str(tmp_path / "new"), "--json"]
    for dry in (["--dry-run"], []):
        assert run([*words, *dry]) == 1
        (told,) = json.loads(capsys.readouterr().out)["files"]
        assert told["state"] == "failed"
        assert told["error"].endswith("To save without the missing files, add --accept-missing.")
    assert run([*words, "--accept-missing"]) == 0
    (told,) = json.loads(capsys.readouterr().out)["files"]
    assert len(told["missing"]) == 2
    assert open_catalogue(Path(told["output"])).checkpoint.lost
