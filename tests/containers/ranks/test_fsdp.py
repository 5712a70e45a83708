"""Files of FSDP's ranks, against FSDP's own full state dicts."""

from __future__ import annotations

import math
import shutil
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest
import torch
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.tensor import Placement, Replicate, Shard, distribute_tensor
from torch.distributed.tensor.placement_types import _StridedShard
from torch.testing._internal.distributed.fake_pg import FakeStore

from core.catalogue.build import open_catalogue
from core.catalogue.integrity import verify
from core.edits.edits import Plan
from core.edits.preview import preview
from core.errors import CheckpointError, Malformed
from core.saving.save import save
from tests.containers.facts import FOLDERS, shown, told

FSDP = FOLDERS / "fsdp"
WHOLE = ["fsdp1_dtensor", "fsdp1_local_metadata", "fsdp1_sharded", "fsdp2", "fsdp2_hybrid"]


@pytest.fixture(params=["fsdp1_sharded", "fsdp2"])
def folder(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    return Path(shutil.copytree(FSDP / request.param, tmp_path / "run"))


@pytest.mark.parametrize("name", WHOLE)
def test_the_whole_is_the_full_state_dict_bit_for_bit(name: str, tmp_path: Path) -> None:
    catalogue = open_catalogue(FSDP / name)
    ours, theirs = shown(catalogue), told(f"fsdp/{name}")
    if name.startswith("fsdp2"):  # whose optimizers number the parameters, which torch's full state dict names
        names = [path[1] for path in ours if path[0] == "model" and path[1] != "scale"]
        named = {path: (*path[:2], names[path[2]], path[3]) for path in ours if path[0] == "optimizer"}
        ours = {named.get(path, path): value for path, value in ours.items()}
    assert ours == theirs
    assert verify(catalogue).is_sound
    save(preview(catalogue, Plan(())), tmp_path / "one.pth", container="zip")
    assert set(torch.load(tmp_path / "one.pth")) >= {"model", "optimizer"}
    assert shown(open_catalogue(tmp_path / "one.pth")) == shown(catalogue)


def test_the_folder_and_any_file_are_the_same(folder: Path) -> None:
    wanted = shown(open_catalogue(folder))
    for path in folder.iterdir():
        assert shown(open_catalogue(path)) == wanted
    assert open_catalogue(folder / "rank1.pt", alone=True).checkpoint.several is None


def test_as_parts_each_file_is_a_branch(folder: Path) -> None:
    catalogue = open_catalogue(folder, as_parts=True)
    assert catalogue.checkpoint.several is not None
    assert catalogue.checkpoint.several.names == ("rank0.pt", "rank1.pt")
    for path in folder.iterdir():
        alone = {(path.name, *key): value for key, value in shown(open_catalogue(path, alone=True)).items()}
        assert alone
        assert alone.items() <= shown(catalogue).items()


def test_flat_parameters_without_their_names_are_shown_as_parts() -> None:
    catalogue = open_catalogue(FSDP / "fsdp1_local")
    assert catalogue.checkpoint.several is not None
    assert "flat parameters" in str(catalogue.checkpoint.several.note)
    assert {path[0] for path in shown(catalogue)} == {"rank0.pt", "rank1.pt"}


def test_what_does_not_say_that_it_is_a_piece_is_a_file() -> None:
    for name in ("fsdp1_raw", "fsdp1_full"):
        assert open_catalogue(FSDP / name / "rank0.pt").checkpoint.several is None


@pytest.mark.parametrize("gone", [0, 1])
def test_a_missing_rank_is_named_and_the_others_are_shown(folder: Path, gone: int) -> None:
    (folder / f"rank{gone}.pt").unlink()
    several = open_catalogue(folder).checkpoint.several
    assert several is not None
    assert [missing.name for missing in several.missing] == [f"rank{gone}.pt"]
    assert "missing" in str(several.note)


def test_of_replicas_one_is_enough(tmp_path: Path) -> None:
    folder = shutil.copytree(FSDP / "fsdp2_hybrid", tmp_path / "run")
    wanted = shown(open_catalogue(folder))
    (folder / "rank0.pt").unlink()
    catalogue = open_catalogue(folder)
    assert shown(catalogue) == wanted
    assert catalogue.checkpoint.several is not None
    assert [missing.name for missing in catalogue.checkpoint.several.missing] == ["rank0.pt"]


State = Callable[[int, torch.Tensor], dict[str, object]]


def written(
    folder: Path,
    ranks: int,
    state: State,
    extents: tuple[int, ...] = (2,),
    placements: Sequence[Placement] = (Shard(0),),
) -> torch.Tensor:
    """A file by each rank, with a ``state`` of its number and its piece of a tensor, which is returned whole."""
    whole = torch.randn(4, 6)
    for rank in range(ranks):
        torch.distributed.init_process_group("fake", store=FakeStore(), rank=rank, world_size=ranks)
        piece = distribute_tensor(whole, init_device_mesh("cpu", extents), placements, src_data_rank=None)
        torch.save(state(rank, piece), folder / f"x-rank-{rank:02}.pt")
        torch.distributed.destroy_process_group()
    return whole


LAYOUTS = {
    "rows": ((4,), [Shard(0)]),
    "columns": ((3,), [Shard(1)]),
    "fewer rows than ranks": ((8,), [Shard(0)]),
    "rows and columns": ((2, 3), [Shard(1), Shard(0)]),
    "rows twice": ((2, 2), [Shard(0), Shard(0)]),
    "replicated": ((2, 3), [Replicate(), Shard(1)]),
    "FSDP over tensor parallelism": ((2, 2), [_StridedShard(0, split_factor=2), Shard(0)]),
}


@pytest.mark.parametrize("name", LAYOUTS)
def test_dtensors_of_any_placement(name: str, tmp_path: Path) -> None:
    """Written by torch with a process group that sends nothing: each rank cuts its piece by itself."""
    extents, placements = LAYOUTS[name]
    whole = written(tmp_path, math.prod(extents), lambda _, piece: {"w": piece}, extents, placements)
    save(preview(open_catalogue(tmp_path), Plan(())), tmp_path / "one.pth", container="zip")
    assert torch.equal(torch.load(tmp_path / "one.pth")["w"], whole)


def test_a_rank_that_is_a_copy_of_another(folder: Path) -> None:
    shutil.copy(folder / "rank0.pt", folder / "rank1.pt")
    with pytest.raises(Malformed, match="one is a copy of the other"):
        open_catalogue(folder)


def test_a_rank_of_another_save(folder: Path) -> None:
    shutil.copy(FSDP / "fsdp2_hybrid" / "rank1.pt", folder / "rank1.pt")
    with pytest.raises(Malformed, match="the files are from different saves"):
        open_catalogue(folder)
    assert open_catalogue(folder, as_parts=True).tensors


def test_two_names_of_one_rank(folder: Path) -> None:
    shutil.copy(folder / "rank1.pt", folder / "rank01.pt")
    with pytest.raises(CheckpointError):
        open_catalogue(folder)


def test_what_differs_between_ranks_is_told(tmp_path: Path) -> None:
    written(tmp_path, 2, lambda rank, piece: {"w": piece, "generator": torch.tensor([rank, 1])})
    several = open_catalogue(tmp_path).checkpoint.several
    assert several is not None
    assert "differ between ranks" in str(several.note)


def test_an_optimizer_in_pieces_that_do_not_say_so_is_not_made_up(tmp_path: Path) -> None:
    def state(rank: int, piece: torch.Tensor) -> dict[str, object]:
        groups = [{"lr": 0.1, "params": [0]}]
        return {"w": piece, "optimizer": {"state": {0: {"exp_avg": torch.full((5,), rank)}}, "param_groups": groups}}

    written(tmp_path, 2, state)
    catalogue = open_catalogue(tmp_path)
    assert catalogue.checkpoint.several is not None
    assert "do not say which tensors they belong to" in str(catalogue.checkpoint.several.note)
    assert {path[0] for path in shown(catalogue)} == {"x-rank-00.pt", "x-rank-01.pt"}


def test_model_and_optimizer_in_files_of_their_own_are_branches(tmp_path: Path) -> None:
    """As verl saves them."""
    for name in ("model", "optim"):
        (tmp_path / name).mkdir()
        written(tmp_path / name, 2, lambda _, piece: {"w": piece})
        for rank in (0, 1):
            source = tmp_path / name / f"x-rank-{rank:02}.pt"
            source.rename(tmp_path / f"{name}_world_size_2_rank_{rank}.pt")
        (tmp_path / name).rmdir()
    torch.save({"seed": 3}, tmp_path / "extra_state_world_size_2_rank_0.pt")
    catalogue = open_catalogue(tmp_path)
    assert {path: each[1] for path, each in shown(catalogue).items()} == {
        ("model", "w"): (4, 6),
        ("optim", "w"): (4, 6),
    }
    assert catalogue.checkpoint.several is not None
    assert catalogue.checkpoint.several.extra == ("extra_state_world_size_2_rank_0.pt",)
