"""``fix`` with workers, on the command line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
import torch

from cli.main import run
from tests.containers.ranks.zero_files import files_of, groups_of, write
from tests.saving.spread.test_same_bytes import files, model


@pytest.mark.parametrize("who", [("--workers", "2"), ("--cluster", "local:2")], ids=["processes", "dask"])
def test_fix_writes_the_same(tmp_path: Path, state: Path, capsys: pytest.CaptureFixture[str], who: list[str]) -> None:
    if who[0] == "--cluster":
        pytest.importorskip("distributed")
    torch.save(model(), tmp_path / "file.pth")
    zero = write(files_of(groups_of([{"a": (333, 211), "b": (1000,)}]), 3, 2), tmp_path / "zero")
    cast = [str(tmp_path / "file.pth"), "--cast", "**=bfloat16", "--json"]
    together = [str(zero), "--container", "zip", "--json"]
    for name, arguments in (("cast", cast), ("together", together)):
        reports = []
        for each, options in (("alone", ()), ("workers", who)):
            assert run(["fix", *arguments, "-o", str(tmp_path / f"{name}-{each}.pth"), *options]) == 0
            reports.append(json.loads(capsys.readouterr().out))
        assert {**reports[0], "output": ""} == {**reports[1], "output": ""}
        assert files(tmp_path / f"{name}-alone.pth") == files(tmp_path / f"{name}-workers.pth")


def test_workers_that_have_nothing_to_do_are_not_started(
    tmp_path: Path, state: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    torch.save(model(), tmp_path / "file.pth")
    fix = ["fix", str(tmp_path / "file.pth"), "-o", str(tmp_path / "out.pth"), "--map", "*=cuda:0"]
    assert run([*fix, "--workers", "2"]) == 0
    assert "no workers were needed" in capsys.readouterr().out
    assert run([*fix, "--overwrite", "--workers", "1"]) == 0
    assert "no workers" not in capsys.readouterr().out
