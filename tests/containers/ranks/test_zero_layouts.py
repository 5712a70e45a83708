"""ZeRO's layouts that the kept folders do not have, and files that do not belong together."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import torch

from core.catalogue.build import open_catalogue
from core.catalogue.catalogue import Catalogue
from core.catalogue.integrity import verify
from core.edits.edits import Plan
from core.edits.preview import preview
from core.errors import CannotOpen, CheckpointError, DamagedSource, Malformed
from core.numbers.reader import Numbers
from core.saving.save import save
from tests.containers.ranks.zero_files import KINDS, Files, files_of, groups_of, write

SHAPES = [{"a": (3, 5), "one": (), "b": (7,)}, {"c": (2, 3, 4)}, {"small": (1,)}]


def numbers(catalogue: Catalogue) -> dict[tuple[Any, ...], torch.Tensor]:
    """All tensors by their paths."""
    with Numbers(catalogue) as reader:
        found = {}
        for row, tensor in enumerate(catalogue.tensors):
            raw = b"".join(piece.tobytes() for piece in reader.tensor(row).in_order())
            dtype = getattr(torch, tensor.dtype)
            flat = torch.frombuffer(bytearray(raw), dtype=dtype) if raw else torch.empty(0, dtype=dtype)
            found[catalogue.path(tensor.entry)] = flat.reshape(tensor.shape)
        return found


@pytest.mark.parametrize("ranks", [1, 2, 3, 4, 7, 8])
@pytest.mark.parametrize("stage", [1, 2, 3])
def test_any_number_of_ranks(stage: int, ranks: int, tmp_path: Path) -> None:
    groups = groups_of(SHAPES)
    found = numbers(open_catalogue(write(files_of(groups, stage, ranks), tmp_path)))
    for name, each in [item for group in groups for item in group.items()]:
        assert torch.equal(found["module", name], each[0])
        for kind, value in zip(KINDS[1:], each[1:], strict=True):
            assert torch.equal(found["optimizer", "state", name, kind], value)
    assert len(found) == 4 * sum(map(len, groups))


@pytest.mark.parametrize("stage", [2, 3])
def test_ranks_of_model_parallelism_are_put_together_each_by_itself(stage: int, tmp_path: Path) -> None:
    for mp in (0, 1):
        files = files_of(groups_of(SHAPES, seed=mp), stage, 2)
        write({name.replace("mp_rank_00", f"mp_rank_{mp:02}"): each for name, each in files.items()}, tmp_path)
    catalogue = open_catalogue(tmp_path)
    found = numbers(catalogue)
    for mp in (0, 1):
        for name, each in groups_of(SHAPES, seed=mp)[0].items():
            assert torch.equal(found[f"mp_rank_{mp:02}", "module", name], each[0])
    assert catalogue.checkpoint.several is not None
    assert "model-parallel rank" in str(catalogue.checkpoint.several.note)


def test_groups_of_experts_are_shown_as_parts(tmp_path: Path) -> None:
    catalogue = open_catalogue(write(files_of(groups_of(SHAPES), 2, 2, partition_count=[2, 1, 1]), tmp_path))
    assert catalogue.checkpoint.several is not None
    assert "experts" in str(catalogue.checkpoint.several.note)


def other_version(files: Files) -> None:
    files["zero_pp_rank_1_mp_rank_00_optim_states.pt"]["ds_version"] = "0.9.0"


def other_shapes(files: Files) -> None:
    for name, file in files.items():
        if name.endswith("model_states.pt"):
            file["param_shapes"][0]["a"] = torch.Size((30, 5))


def terabytes(files: Files) -> None:
    for name, file in files.items():
        if name.endswith("model_states.pt"):
            file["param_shapes"][0]["a"] = torch.Size((1 << 20, 1 << 20))


def shapes_of_nothing(files: Files) -> None:
    for name, file in files.items():
        if name.endswith("model_states.pt"):
            file["param_shapes"][0]["a"] = (-1, "x")


def cut_short(files: Files) -> None:
    for group in flat(files, 0), flat(files, 1):
        group[0] = group[0][:-8]


def of_other_sizes(files: Files) -> None:
    flat(files, 0)[0], flat(files, 1)[0] = flat(files, 0)[0][:3].clone(), torch.zeros(24)


def copied(files: Files) -> None:
    names = [name for name in files if name.endswith("optim_states.pt")]
    files[names[1]] = files[names[0]]


def twice(files: Files) -> None:
    files["bf16_zero_pp_rank_0_mp_rank_00_optim_states.pt"] = files["zero_pp_rank_0_mp_rank_00_optim_states.pt"]


def other_state(files: Files) -> None:
    held = files["zero_pp_rank_1_mp_rank_00_optim_states.pt"]["optimizer_state_dict"]
    own = held.get("base_optimizer_state") or held["optimizer_state_dict"]
    own["state"][0]["exp_avg"] = torch.zeros(3)


def no_weights(files: Files) -> None:
    held = files["zero_pp_rank_1_mp_rank_00_optim_states.pt"]["optimizer_state_dict"]
    held.pop("fp32_flat_groups", held.pop("single_partition_of_fp32_groups", None))


def another_count(files: Files) -> None:
    held = files["zero_pp_rank_1_mp_rank_00_optim_states.pt"]["optimizer_state_dict"]
    held["partition_count"] = 3


def flat(files: Files, rank: int) -> list[torch.Tensor]:
    held = files[f"zero_pp_rank_{rank}_mp_rank_00_optim_states.pt"]["optimizer_state_dict"]
    found: list[torch.Tensor] = held.get("fp32_flat_groups") or held["single_partition_of_fp32_groups"]
    return found


@pytest.mark.parametrize("stage", [2, 3])
@pytest.mark.parametrize(
    ("change", "says"),
    [
        (other_version, "from different saves"),
        (other_shapes, "different saves"),
        (terabytes, "The model needs 1,099,511,627,"),
        (shapes_of_nothing, "a shape that no tensor can have"),
        (cut_short, "The model needs"),
        (of_other_sizes, "different saves|The model needs"),
        (copied, "hold the same numbers: one is a copy"),
        (twice, "are both from rank 0"),
        (other_state, "exp_avg and the weights differ in their number"),
        (no_weights, "it lacks"),
        (another_count, "from different saves"),
    ],
)
def test_files_that_do_not_belong_together(
    change: Callable[[Files], None], says: str, stage: int, tmp_path: Path
) -> None:
    files = files_of(groups_of(SHAPES), stage, 2)
    change(files)
    write(files, tmp_path)
    with pytest.raises(Malformed, match=says):
        open_catalogue(tmp_path)
    if change is not twice:
        assert open_catalogue(tmp_path, as_parts=True).tensors  # which can be looked at all the same


@pytest.mark.parametrize("count", [float("nan"), 0, -1, "2", None, [], [2, float("nan")], 10**12, 1 << 70])
def test_counts_of_ranks_that_are_none(count: object, tmp_path: Path) -> None:
    write(files_of(groups_of(SHAPES), 2, 2, partition_count=count), tmp_path)
    with pytest.raises(CheckpointError, match=r"does not give the number of ranks|ranks; no real checkpoint"):
        open_catalogue(tmp_path)


@pytest.mark.parametrize("tag", ["../outside", "/etc", "", "a\0b", "gone", "link", "x" * 10_000])
def test_latest_leads_nowhere_else(tag: str, tmp_path: Path) -> None:
    write(files_of(groups_of(SHAPES), 2, 2), tmp_path / "outside")
    folder = tmp_path / "run"
    folder.mkdir()
    (folder / "link").symlink_to(tmp_path / "outside")
    (folder / "latest").write_text(tag)
    with pytest.raises(CannotOpen):
        open_catalogue(folder)


def test_a_rank_is_not_read_through_a_link(tmp_path: Path) -> None:
    write(files_of(groups_of(SHAPES), 2, 2), tmp_path / "run")
    file = tmp_path / "run" / "zero_pp_rank_1_mp_rank_00_optim_states.pt"
    file.rename(tmp_path / "elsewhere.pt")
    file.symlink_to(tmp_path / "elsewhere.pt")
    with pytest.raises(CannotOpen, match="leads out of the folder"):
        open_catalogue(tmp_path / "run")


@pytest.mark.parametrize("container", ["zip", "legacy"])
@pytest.mark.parametrize("stage", [2, 3])
def test_a_damaged_rank_is_not_passed_on_as_sound(stage: int, container: str, tmp_path: Path) -> None:
    """What is put together gets new checksums, which would hide it."""
    groups = groups_of([{"a": (300, 5), "b": (7,)}])
    folder = write(files_of(groups, stage, 2), tmp_path / "run")
    file = folder / "zero_pp_rank_1_mp_rank_00_optim_states.pt"
    data = bytearray(file.read_bytes())
    weights = groups[0]["a"][0].flatten()[-60:-40].numpy().tobytes()
    data[data.index(weights)] ^= 1
    file.write_bytes(data)
    catalogue = open_catalogue(folder)
    assert not verify(catalogue).is_sound
    with pytest.raises(DamagedSource, match=r"module/a|module/b"):
        save(preview(catalogue, Plan(())), tmp_path / "one.pth", container=container)
    assert not (tmp_path / "one.pth").exists()
