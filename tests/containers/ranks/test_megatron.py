"""Megatron's folders of ranks. Megatron needs a GPU: torch writes these as its ``save_checkpoint`` names them."""

from __future__ import annotations

import shutil
from argparse import Namespace
from pathlib import Path

import pytest
import torch

from core.catalogue.build import open_catalogue
from core.errors import CannotOpen
from tests.containers.facts import FOLDERS, shown


def written(folder: Path, ranks: list[str]) -> Path:
    """``iter_0000500`` with a file for each of the ranks, and what names it."""
    for number, rank in enumerate(ranks):
        inner = folder / "iter_0000500" / f"mp_rank_{rank}"
        inner.mkdir(parents=True)
        weight = torch.full((2, 3), float(number))
        args = Namespace(tensor_model_parallel_size=2)
        state = {"model": {"embedding.weight": weight}, "iteration": 500, "args": args, "checkpoint_version": 3.0}
        torch.save(state, inner / "model_optim_rng.pt")
    (folder / "latest_checkpointed_iteration.txt").write_text("500")
    return folder


def test_each_rank_is_a_branch_and_what_would_merge_them_is_told(tmp_path: Path) -> None:
    folder = written(tmp_path, ["00_000", "00_001", "01_000", "01_001"])
    wanted = shown(open_catalogue(folder))
    assert [path[:2] for path in wanted] == [
        (f"mp_rank_{tp}_{pp}/model_optim_rng.pt", "model") for tp in ("00", "01") for pp in ("000", "001")
    ]
    several = open_catalogue(folder).checkpoint.several
    assert several is not None
    assert several.kind == "Megatron TP 2 × PP 2"
    assert "convert.py" in str(several.note)
    inner = folder / "iter_0000500"
    below = inner / "mp_rank_01_001"
    for path in (folder / "latest_checkpointed_iteration.txt", inner, below, below / "model_optim_rng.pt"):
        assert shown(open_catalogue(path)) == wanted
    assert [*shown(open_catalogue(below / "model_optim_rng.pt", alone=True))] == [("model", "embedding.weight")]


def test_a_missing_rank_is_named(tmp_path: Path) -> None:
    folder = written(tmp_path, ["00_000", "01_001"])
    several = open_catalogue(folder).checkpoint.several
    assert several is not None
    assert [missing.name for missing in several.missing] == [
        "mp_rank_00_001/model_optim_rng.pt",
        "mp_rank_01_000/model_optim_rng.pt",
    ]


def test_a_rank_whose_folder_is_empty_is_missing(tmp_path: Path) -> None:
    folder = written(tmp_path, ["00", "01"])
    inner = folder / "iter_0000500"
    (inner / "mp_rank_01" / "model_optim_rng.pt").unlink()
    for path in (folder, inner, inner / "mp_rank_00" / "model_optim_rng.pt"):
        several = open_catalogue(path).checkpoint.several
        assert several is not None
        assert [missing.name for missing in several.missing] == ["mp_rank_01/model_optim_rng.pt"]
        assert several.kind == "Megatron TP 2"


def test_one_rank_is_the_model(tmp_path: Path) -> None:
    folder = written(tmp_path, ["00"])
    assert [*shown(open_catalogue(folder))] == [("model", "embedding.weight")]
    file = folder / "iter_0000500" / "mp_rank_00" / "model_optim_rng.pt"
    assert open_catalogue(file).checkpoint.several is None


def test_the_newest_save_may_be_one_of_dcp(tmp_path: Path) -> None:
    (tmp_path / "iter_0000007").symlink_to(FOLDERS / "dcp" / "two_fsdp2")
    (tmp_path / "latest_checkpointed_iteration.txt").write_text("7")
    with pytest.raises(CannotOpen, match="leads out of the folder"):
        open_catalogue(tmp_path)
    (tmp_path / "iter_0000007").unlink()
    shutil.copytree(FOLDERS / "dcp" / "two_fsdp2", tmp_path / "iter_0000007")
    assert shown(open_catalogue(tmp_path)) == shown(open_catalogue(FOLDERS / "dcp" / "two_fsdp2"))
