"""The same fix for a folder of files: each is saved whole or not at all, and one that fails stops no other."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch

from cli.main import run as command
from core.edits.edits import Step
from core.edits.numbers import theirs
from core.errors import Cancelled, EditError
from core.recipes.batch import FAILED, SAVED, THERE, UNCHANGED, WOULD_SAVE, Where, files_in, run
from core.recipes.recipe import Recipe, write_recipe
from core.saving.gate import place_of
from tests.files.checkpoints import save
from tests.support.oracle import PretendGpus, saved_devices

RECIPE = Recipe("lab", (Step("map", "cuda:*=cpu"), Step("strip-prefix", "module."), Step("drop", "optimizer")))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    folder = tmp_path / "runs"
    (folder / "deep").mkdir(parents=True)
    with PretendGpus() as gpus:
        for number in range(3):
            weights = {"module.a": torch.full((2,), float(number)), "module.b": torch.ones(1)}
            for tensor in weights.values():
                gpus.place(tensor, f"cuda:{number}")
            save({"model": weights, "optimizer": {}}, folder / f"{number}.pth.tar")
        save({"model": weights}, folder / "deep" / "d.pt")
    save({"model": {"a": torch.ones(1)}}, folder / "done.pt")
    save({"module.a": torch.ones(1), "a": torch.ones(1)}, folder / "meets.pt")
    (folder / "broken.pt").write_bytes(b"PK\x03\x04")
    (folder / "notes.txt").write_text("no checkpoint")
    (folder / ".hidden.pt").write_text("")
    return folder


def left_alone(folder: Path) -> dict[str, bytes]:
    return {str(path): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_each_file_is_saved_or_said_why_not(folder: Path, tmp_path: Path) -> None:
    before, where = left_alone(folder), Where(tmp_path / "out")
    files = files_in(folder, where)
    assert [each.name for each in files] == ["0.pth.tar", "1.pth.tar", "2.pth.tar", "broken.pt", "done.pt", "meets.pt"]
    found = {each.file.name: each for each in run(RECIPE, files, folder, where)}
    assert [each.state for each in found.values()] == [SAVED] * 3 + [FAILED, UNCHANGED, FAILED]
    assert "both become" in found["meets.pt"].why
    assert len(found["done.pt"].not_done) == 3
    assert len(found["1.pth.tar"].changes) == 3
    for number in range(3):
        target = tmp_path / "out" / f"{number}.pth.tar"
        assert found[target.name].target == target
        assert found[target.name].nbytes == target.stat().st_size
        assert set(saved_devices(target)) == {"cpu"}
        assert torch.equal(torch.load(target)["model"]["a"], torch.full((2,), float(number)))
        assert "optimizer" not in torch.load(target)
    assert sorted(path.name for path in (tmp_path / "out").iterdir()) == [f"{number}.pth.tar" for number in range(3)]
    assert left_alone(folder) == before
    saved = left_alone(tmp_path / "out")
    again = {each.file.name: each for each in run(RECIPE, files, folder, where)}
    assert [each.state for each in again.values()] == [THERE] * 3 + [FAILED, UNCHANGED, FAILED]
    assert again["0.pth.tar"].target == tmp_path / "out" / "0.pth.tar"
    assert left_alone(tmp_path / "out") == saved
    assert [each.state for each in run(RECIPE, files[:1], folder, where._replace(overwrite=True))] == [SAVED]


def test_beside_the_old_ones_and_below_folders(folder: Path) -> None:
    where = Where(suffix="-fixed")
    shutil.copy(folder / "deep" / "d.pt", folder / "v1.2.pt")
    for _ in range(2):  # those made by the first run are no sources of the second
        files = files_in(folder, where, deep=True)
        assert len(files) == 8
        list(run(RECIPE, files, folder, where))
    assert (folder / "deep" / "d-fixed.pt").exists()
    assert (folder / "0-fixed.pth.tar").exists()
    assert (folder / "v1.2-fixed.pt").exists()
    assert not list(folder.rglob("*-fixed-fixed*"))


def test_the_sources_are_replaced_only_when_asked(folder: Path) -> None:
    before = left_alone(folder)
    files = files_in(folder, Where())
    for where in (Where(), Where(into=folder)):
        with pytest.raises(EditError, match="replace the old ones"):
            run(RECIPE, files, folder, where)
    assert left_alone(folder) == before
    found = list(run(RECIPE, files[:1], folder, Where(overwrite=True)))
    assert found[0].target == files[0]
    assert set(saved_devices(files[0])) == {"cpu"}


def test_nothing_is_written_when_only_asked(folder: Path) -> None:
    before = left_alone(folder)
    files = files_in(folder, Where(suffix="-x"))
    found = list(run(RECIPE, files, folder, Where(suffix="-x"), dry_run=True))
    assert [each.state for each in found][:3] == [WOULD_SAVE] * 3
    assert left_alone(folder) == before


def test_cancelled_at_any_moment_leaves_whole_files_only(folder: Path, tmp_path: Path) -> None:
    where = Where(tmp_path / "out")
    files = files_in(folder, where)[:3]
    moments = [0]

    def count(*_: Any) -> None:
        moments[0] += 1

    list(run(RECIPE, files, folder, where, tick=count))
    for stop in range(1, moments[0] + 1):
        into, left = tmp_path / f"out{stop}", [stop]

        def tick(*_: Any) -> None:
            left[0] -= 1  # noqa: B023
            if not left[0]:  # noqa: B023
                raise Cancelled

        done: list[Any] = []
        with pytest.raises(Cancelled):
            done.extend(run(RECIPE, files, folder, Where(into), tick=tick))
        there = sorted(into.iterdir()) if into.exists() else []
        assert len(there) - len(done) in (0, 1)  # one may be in its place, and not told yet
        for path in there:
            assert path.read_bytes() == (tmp_path / "out" / path.name).read_bytes()


@pytest.mark.parametrize("what", ["nothing", "notes.txt"])
def test_folders_without_checkpoints(folder: Path, what: str) -> None:
    with pytest.raises(EditError):
        files_in(folder / what, Where(suffix="-x"))
    (folder / "empty").mkdir()
    with pytest.raises(EditError, match="no checkpoint"):
        files_in(folder / "empty", Where(suffix="-x"))


def test_the_command(folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    recipe = tmp_path / "lab.json"
    write_recipe(place_of(recipe), RECIPE)
    assert command(["batch", str(folder), "--recipe", str(recipe), "--into", str(tmp_path / "out"), "--json"]) == 1
    found = json.loads(capsys.readouterr().out)
    assert [each["state"] for each in found["files"]] == ["saved"] * 3 + ["failed", "unchanged", "failed"]
    assert found["files"][0]["output"] == str(tmp_path / "out" / "0.pth.tar")
    (folder / "broken.pt").unlink()
    (folder / "meets.pt").unlink()
    assert command(["batch", str(folder), "--recipe", str(recipe), "--dry-run"]) == 0
    assert "3 files would be saved, 0 failed, 1 left as it is" in capsys.readouterr().out
    assert command(["batch", str(folder), "--recipe", str(recipe)]) == 0
    assert "3 files saved, 0 failed, 1 left as it is" in capsys.readouterr().out
    assert (folder / "2-fixed.pth.tar").exists()
    (folder / "1-fixed.pth.tar").unlink()
    for options in (["--dry-run"], []):  # what is there already is no failure, and the way to replace it is named
        assert command(["batch", str(folder), "--recipe", str(recipe), *options]) == 0
        said = capsys.readouterr().out
        assert "0 failed" in said
        assert "2 new files already exist: --overwrite replaces them" in said
    assert (folder / "1-fixed.pth.tar").exists()
    assert command(["batch", str(folder), "--recipe", str(recipe), "--overwrite"]) == 0
    assert "3 files saved" in capsys.readouterr().out
    assert command(["batch", str(folder), "--recipe", str(recipe), "--in-place", "--suffix=-x"]) == 1
    assert command(["batch", str(folder), "--recipe", str(folder / "0.pth.tar")]) == 1
    capsys.readouterr()
    assert command(["batch", str(folder), "--recipe", str(tmp_path / "none.json")]) == 1
    assert f"{folder.name}:" not in capsys.readouterr().err
    assert command(["batch", str(folder / "nothing"), "--recipe", str(recipe)]) == 1


def test_fix_takes_a_recipe_and_writes_one(folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    recipe, source = tmp_path / "made.json", str(folder / "1.pth.tar")
    options = ["--map", "cuda:1=cpu", "--strip-prefix", "module.", "--drop", "optimizer"]
    assert command(["fix", source, *options, "--save-recipe", str(recipe)]) == 0
    assert json.loads(recipe.read_text()) == {
        "recipe": 1,
        "name": "made",
        "steps": [{"map": "cuda:*=cpu"}, {"strip-prefix": "module."}, {"drop": "optimizer"}],
    }
    capsys.readouterr()
    target = tmp_path / "b.pt"
    assert command(["fix", str(folder / "done.pt"), "-o", str(target), "--recipe", str(recipe), "--json"]) == 0
    assert len(json.loads(capsys.readouterr().out)["left_out"]) == 3
    assert command(["fix", str(folder / "2.pth.tar"), "-o", str(tmp_path / "c.pt"), "--recipe", str(recipe)]) == 0
    assert set(saved_devices(tmp_path / "c.pt")) == {"cpu"}


def test_a_recipe_that_reads_other_files_is_told_first(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A stranger's recipe would choose which files of this computer, or of which server, are put into a copy."""
    touched: list[object] = []
    monkeypatch.setattr(theirs, "put_tensor", lambda *named: touched.append(named))
    recipe, source = tmp_path / "r.json", str(folder / "1.pth.tar")
    named = ["epoch=@/home/me/secret.npy", "epoch=@https://example.org/a.pth:w"]
    recipe.write_text(json.dumps({"recipe": 1, "name": "", "steps": [{"set": each} for each in named]}))
    out = str(tmp_path / "out.pt")
    for words in (["fix", source, "-o", out], ["fix", source, "--dry-run"]):
        assert command([*words, "--recipe", str(recipe)]) == 1
        said = capsys.readouterr().err
        assert "reads other files (/home/me/secret.npy, https://example.org/a.pth:w)" in said
        assert "To allow this, add --accept-files." in said
    assert command(["batch", str(folder), "--recipe", str(recipe), "--json"]) == 1
    each = json.loads(capsys.readouterr().out)["files"][0]
    assert each["error"].endswith("Nothing was done. To allow this, add --accept-files.")
    assert (touched, (tmp_path / "out.pt").exists()) == ([], False)


def test_it_reads_them_where_it_may(folder: Path, tmp_path: Path) -> None:
    source, recipe, out = tmp_path / "a.pth", tmp_path / "r.json", tmp_path / "b.pth"
    torch.save({"w": torch.zeros(2)}, source)
    np.save(tmp_path / "n.npy", np.ones(2, np.float32))
    recipe.write_text(json.dumps({"recipe": 1, "name": "", "steps": [{"set": f"w=@{tmp_path / 'n.npy'}"}]}))
    assert command(["fix", str(source), "-o", str(out), "--recipe", str(recipe), "--accept-files"]) == 0
    assert torch.equal(torch.load(out)["w"], torch.ones(2))
