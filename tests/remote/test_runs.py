"""A run in a bucket, and on a web server that lists its folders: by ranges, since when it is sick."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
import torch

from cli.main import run
from core.remote import asking
from tests.servers.nginx import Nginx
from tests.servers.s3 import S3

LARGE = 4 << 20


def sick_run(folder: Path) -> None:
    for step in range(1, 6):
        weight = torch.zeros(LARGE // 4)
        if step >= 4:
            weight[7] = torch.nan
        torch.save({"step": step, "model": {"w": weight}}, folder / f"step_{step}.pt")


def asked(capsys: pytest.CaptureFixture[str], code: int, *words: str) -> Any:
    assert run([*words, "--json"]) == code
    return json.loads(capsys.readouterr().out)


def test_a_folder_that_a_server_lists(folder: Path, nginx: Nginx, capsys: pytest.CaptureFixture[str]) -> None:
    sick_run(folder)
    rows = asked(capsys, 0, "inspect", f"{nginx.url}/list/")["checkpoints"]
    assert [(row["step"], row["complete"]) for row in rows] == [(step, True) for step in range(1, 6)]
    assert sum(each.sent for each in nginx.requests()) < 5 * LARGE / 8  # no tensor came over
    found = asked(capsys, 3, "scan", f"{nginx.url}/list/")
    assert (found["last_healthy"], found["first_not_finite"]) == ("step_3.pt", "step_4.pt")
    words = [f"{nginx.url}/list/step_{step}.pt" for step in (1, 2, 3)]
    assert asked(capsys, 0, "scan", *words)["last_healthy"] == "step_3.pt"
    out = folder / "average.pt"
    assert asked(capsys, 0, "average", *words, "-o", str(out))["output"] == str(out)
    assert torch.load(out)["step"] == 3


def test_a_prefix_of_a_bucket(
    s3: S3, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in s3.environment.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr(asking, "_FIRST_PAUSE", 0.01)
    (tmp_path / "run").mkdir()
    sick_run(tmp_path / "run")
    for path in (tmp_path / "run").iterdir():
        s3.put("models", f"run/{path.name}", path.read_bytes())
    found = asked(capsys, 3, "scan", "s3://models/run/")
    assert (found["last_healthy"], found["first_not_finite"], found["read"]) == ("step_3.pt", "step_4.pt", 3)
    s3.forget()
    assert asked(capsys, 3, "scan", "s3://models/run/") == found  # what was found is kept by the versions there
    assert sum(each.received for each in s3.requests()) < LARGE
    assert run(["prune", "s3://models/run/", "--keep-last", "1"]) == 1
    assert "is remote" in capsys.readouterr().err
