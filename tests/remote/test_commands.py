"""Every command says of a file on a server what it says of the same file here."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch

from cli.main import run
from tests.files.shards import save_shards
from tests.servers import behaviours as how
from tests.servers.nginx import Nginx
from tests.servers.toxic import Toxic

DEMO = Path(__file__).parents[2] / "resources" / "demo.pth"
COMMANDS = (
    "inspect {file} --json --all",
    "inspect {file}",
    "diagnose {file} --json",
    "diagnose {file} --machine gpus:2 --ranks 2",
    "diagnose {file} --json --against {file}",
    "verify {file}",
    "memory {file} --json --gpu-memory 24GB",
    "values {file} **.weight --json",
    "values {file} conv.weight --slice 0,:4",
    "diff {file} {file} --json",
    "fix {file} --dry-run --json --cure all",
    "fix {file} --dry-run --json --set conv.bias=@{file}:conv.bias",
    "code {file} --machine gpus:1",
    "report {file} -o page.html --overwrite",
)


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize("command", COMMANDS)
def test_what_it_says(nginx: Nginx, folder: Path, here: Path, command: str, capsys: pytest.CaptureFixture[str]) -> None:
    shutil.copy(DEMO, folder / "demo.pth")
    said = []
    for place in (str(folder / "demo.pth"), f"{nginx.url}/files/demo.pth"):
        code = run(command.format(file=place).split())
        told = capsys.readouterr()
        text = f"{told.out}\n{told.err}".replace(place, "FILE")
        said.append((code, _without_times(text), _page(here / "page.html", place)))
    assert said[0] == said[1]
    assert said[0][1].strip()


def _without_times(text: str) -> str:
    try:
        found = json.loads(text)
    except ValueError:
        return text
    return json.dumps(_bare(found))


def _bare(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: _bare(each) for name, each in value.items() if name not in {"seconds", "opened_in"}}
    return [_bare(each) for each in value] if isinstance(value, list) else value


def _page(path: Path, place: str) -> str:
    return path.read_text(encoding="utf-8").replace(place, "FILE") if path.exists() else ""


def test_a_fix_from_a_server_is_that_of_the_file_here(nginx: Nginx, folder: Path, here: Path) -> None:
    """Byte for byte, which real torch has been asked about elsewhere; and torch loads it."""
    save_shards(folder / "llama")
    shutil.copy(DEMO, folder / "demo.pth")
    options = ["--map", "cuda:*=cpu", "--strip-prefix", "module."]
    for name, place in (("one", str(folder)), ("two", f"{nginx.url}/files")):
        assert run(["fix", f"{place}/demo.pth", "-o", f"{name}.pth", *options]) == 0
        assert run(["fix", f"{place}/llama/", "-o", f"{name}-llama.pth", *options, "--container", "zip"]) == 0
    for name in (".pth", "-llama.pth"):
        assert (here / f"one{name}").read_bytes() == (here / f"two{name}").read_bytes()
    assert torch.load(here / "two-llama.pth")["layers.0.weight"].device.type == "cpu"
    assert not (here / "two.pth").stat().st_mode & 0o111


def test_an_array_of_a_tensor_of_a_server(nginx: Nginx, folder: Path, here: Path) -> None:
    shutil.copy(DEMO, folder / "demo.pth")
    assert run(["export", f"{nginx.url}/files/demo.pth", "conv.bias", "-o", "bias.npy"]) == 0
    wanted = torch.load(DEMO, map_location="cpu", weights_only=False)["state_dict"]["module.conv.bias"]
    assert np.array_equal(np.load(here / "bias.npy"), wanted.numpy())


def test_all_of_a_file_is_fetched_where_that_is_said(
    toxic: Toxic, here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    torch.save({"weight": torch.ones(4 << 20)}, here / "model.pth")
    url = toxic.serve("model.pth", (here / "model.pth").read_bytes(), how.no_ranges)
    assert run(["inspect", url]) == 1
    assert "--download" in capsys.readouterr().err
    assert run(["inspect", url, "--download"]) == 0
    assert run(["verify", url, "--download"]) == 0
