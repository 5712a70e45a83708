"""Files that no torch.save wrote: told by every command, and saved only where somebody accepts what is shown."""

from __future__ import annotations

import json
import zipfile
from pathlib import Path

import pytest
import torch

from cli.main import run as main
from core.catalogue.odd_places import oddities_of
from core.errors import NotPlain
from tests.files.checkpoints import save
from tests.support.engine import catalogue_of, fix
from tests.support.judging import quiet_load


def odd_file(path: Path) -> Path:
    """A zip with a second record that miniz takes for ``data.pkl`` when it looks that up without regard to case."""
    save({"epoch": 3}, path)
    with zipfile.ZipFile(path, "a") as archive:
        archive.writestr(f"{path.stem}/DATA.PKL", b"\x80\x02}q\x00.")
    return path


def test_every_command_tells(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = odd_file(tmp_path / "a.pt")
    assert main(["diagnose", str(path), "--json"]) == 3
    findings = {each["code"]: each for each in json.loads(capsys.readouterr().out)["findings"]}
    assert findings["odd-file"]["severity"] == "error"
    assert "DATA.PKL" in findings["odd-file"]["explanation"]
    assert "--" not in str(findings["odd-file"])  # the window shows it too
    assert main(["inspect", str(path)]) == 0
    assert "not written by torch.save" in capsys.readouterr().out
    assert main(["inspect", str(path), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["oddities"]


def test_it_is_saved_only_where_that_is_accepted(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path, target = odd_file(tmp_path / "a.pt"), tmp_path / "b.pt"
    asked = ["fix", str(path), "-o", str(target), "--set", "epoch=4"]
    for more in ([], ["--dry-run"]):
        assert main([*asked, *more]) == 1
        assert "--accept-odd" in capsys.readouterr().err
        assert not target.exists()
    assert main([*asked, "--accept-odd"]) == 0
    assert quiet_load(target) == {"epoch": 4}
    assert not any("DATA" in name for name in zipfile.ZipFile(target).namelist())
    assert main(["diagnose", str(target)]) == 0


def test_what_cannot_be_said_plainly_is_not_saved(tmp_path: Path) -> None:
    """A tensor of nothing: no torch loads it, and there is no other way to write it."""
    path, target = tmp_path / "a.pt", tmp_path / "b.pt"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("a/data.pkl", b"\x80\x02}X\x01\x00\x00\x00actorch._utils\n_rebuild_tensor_v2\n)Rs.")
        archive.writestr("a/version", b"3\n")
    with pytest.raises(NotPlain, match="_rebuild_tensor_v2"):
        fix(path, target, accept_odd=True)
    assert not target.exists()


@pytest.mark.parametrize("wrap", [torch.Tensor, torch.nn.Parameter])
def test_an_odd_tensor_is_told_with_its_keys(wrap: type[torch.Tensor], tmp_path: Path) -> None:
    """Its shape is a list, which torch takes and torch.save never writes."""
    path = tmp_path / "a.pt"
    value = {"model": {"layer.weight": wrap(torch.arange(5.0)), "layer.bias": torch.ones(2)}}
    torch.save(value, path, _use_new_zipfile_serialization=True)
    archive = records(path)
    pickle = archive["a/data.pkl"]
    assert pickle.count(b"K\x05\x85") == 1
    archive["a/data.pkl"] = pickle.replace(b"K\x05\x85", b"](K\x05e")
    write_records(path, archive)
    assert quiet_load(path)["model"]["layer.weight"].tolist() == [0, 1, 2, 3, 4]
    places = [oddity.place for oddity in oddities_of(catalogue_of(path))]
    assert places == ["model/layer.weight"]


def records(path: Path) -> dict[str, bytes]:
    with zipfile.ZipFile(path) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def write_records(path: Path, data: dict[str, bytes]) -> None:
    with zipfile.ZipFile(path, "w") as archive:
        for name, content in data.items():
            archive.writestr(name, content)
