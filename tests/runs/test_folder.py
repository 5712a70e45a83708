"""Folders of several checkpoints, as real programs name them: which are found, and how far each had come."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
import torch
import torch.distributed.checkpoint as dcp

from core.catalogue.build import open_catalogue
from core.errors import Cancelled, CannotOpen, SeveralCheckpoints
from core.runs.folder import CheckpointRow, by_names, checkpoints_in, said_by_name
from core.runs.texts import date_text, moment, name_text, number_text
from tests.files.checkpoints import save
from tests.support.oracle import PretendGpus

Said = list[tuple[str, int | None, float | None]]


def weights() -> dict[str, torch.Tensor]:
    return {"w": torch.zeros(3, 3)}


def rows_of(folder: Path) -> tuple[CheckpointRow, ...]:
    with pytest.raises(SeveralCheckpoints) as told:
        open_catalogue(folder)
    return checkpoints_in(folder, told.value.names)


def said(folder: Path) -> Said:
    return [(row.name, row.step, row.epoch) for row in rows_of(folder)]


def test_lightning(tmp_path: Path) -> None:
    for epoch, step in ((10, 1100), (2, 300), (9, 1000)):
        state = {"epoch": epoch, "global_step": step, "state_dict": weights(), "pytorch-lightning_version": "2.4.0"}
        torch.save(state, tmp_path / f"epoch={epoch}-step={step}.ckpt")
    (tmp_path / "last.ckpt").symlink_to("epoch=10-step=1100.ckpt")
    assert said(tmp_path) == [
        ("epoch=2-step=300.ckpt", 300, 2),
        ("epoch=9-step=1000.ckpt", 1000, 9),
        ("epoch=10-step=1100.ckpt", 1100, 10),
        ("last.ckpt", 1100, 10),
    ]
    assert [row.links_to for row in rows_of(tmp_path)][-1] == "epoch=10-step=1100.ckpt"


def test_the_trainer_of_transformers_says_it_beside_the_weights(tmp_path: Path) -> None:
    for step in (1000, 500):
        folder = tmp_path / f"checkpoint-{step}"
        folder.mkdir()
        torch.save(weights(), folder / "pytorch_model.bin")
        torch.save({"state": {}, "param_groups": []}, folder / "optimizer.pt")
        torch.save({}, folder / "training_args.bin")
        (folder / "trainer_state.json").write_text(json.dumps({"global_step": step, "epoch": step / 400}))
    torch.save({}, tmp_path / "training_args.bin")  # goes along, and is no checkpoint
    assert said(tmp_path) == [("checkpoint-500", 500, 1.25), ("checkpoint-1000", 1000, 2.5)]
    several = rows_of(tmp_path)[0]
    assert several.bytes == sum(
        (several.path / name).stat().st_size for name in ("pytorch_model.bin", "optimizer.pt", "training_args.bin")
    )
    assert len(open_catalogue(tmp_path / "checkpoint-500").tensors) == 1  # one document, as ever


def test_a_step_that_all_files_say_is_that_of_none(tmp_path: Path) -> None:
    """As accelerate writes beside the random numbers, which counts only what it accumulates."""
    for step in (5, 10):
        torch.save({"step": 0, "model": weights()}, tmp_path / f"step_{step}.pt")
    assert said(tmp_path) == [("step_5.pt", 5, None), ("step_10.pt", 10, None)]


def test_loops_written_by_hand(tmp_path: Path) -> None:
    torch.save(weights(), tmp_path / "ckpt_0001.pt")
    torch.save({"iter_num": 20, "model": weights()}, tmp_path / "ckpt.pt")
    torch.save({"epoch": 3, "state_dict": weights()}, tmp_path / "model_best.pth.tar")
    torch.save({"meta": {"epoch": 4, "iter": 70}, "state_dict": weights()}, tmp_path / "epoch_4.pth")
    torch.save(weights(), tmp_path / "snapshot-77")
    torch.save(weights(), tmp_path / "llama_7b.pt")
    (tmp_path / "images.tar").write_bytes(b"PK\3\4" + bytes(600))
    (tmp_path / "notes").write_text("lr 0.1")
    assert said(tmp_path) == [
        ("ckpt_0001.pt", 1, None),
        ("ckpt.pt", 20, None),
        ("epoch_4.pth", 70, 4),
        ("snapshot-77", 77, None),
        ("model_best.pth.tar", None, 3),
        ("llama_7b.pt", None, None),
    ]


def test_a_number_without_a_word_is_no_step_where_the_file_says_an_epoch(tmp_path: Path) -> None:
    for epoch in (3, 20):
        torch.save({"epoch": epoch, "model": weights()}, tmp_path / f"net_{epoch}.pth")
    assert said(tmp_path) == [("net_3.pth", None, 3), ("net_20.pth", None, 20)]


@pytest.mark.filterwarnings("ignore:torch.distributed is disabled")
def test_folders_by_step_that_ranks_wrote(tmp_path: Path) -> None:
    for step in (20, 9):
        dcp.save({"model": weights()}, checkpoint_id=str(tmp_path / f"step-{step}"), no_dist=True)
    part = tmp_path / "iter_0000100" / "mp_rank_00"
    part.mkdir(parents=True)
    torch.save({"model": weights(), "iteration": 100, "checkpoint_version": 3.0}, part / "model_optim_rng.pt")
    assert said(tmp_path) == [("step-9", 9, None), ("step-20", 20, None), ("iter_0000100", 100, None)]


def test_what_lies_in_a_folder_below_is_listed_too(tmp_path: Path) -> None:
    (tmp_path / "checkpoints").mkdir()
    (tmp_path / "logs").mkdir()
    (tmp_path / "logs" / "events.txt").write_text("x")
    for epoch in (1, 2):
        torch.save({"epoch": epoch, "state_dict": weights()}, tmp_path / "checkpoints" / f"e{epoch}.ckpt")
    assert said(tmp_path) == [("checkpoints/e1.ckpt", None, 1), ("checkpoints/e2.ckpt", None, 2)]
    assert all(row.path.is_file() for row in rows_of(tmp_path))


def test_devices_size_and_date_and_why_one_does_not_open(tmp_path: Path) -> None:
    with PretendGpus() as gpus:
        save({"a": gpus.to(torch.zeros(9), "cuda:1"), "b": torch.zeros(2)}, tmp_path / "step_1.pt")
    (tmp_path / "step_2.pt").write_bytes(b"<html>")
    (tmp_path / "step_3.pt").symlink_to("gone.pt")
    one, page, gone = rows_of(tmp_path)
    assert one.devices == ("cuda:1", "cpu")
    assert one.bytes == one.path.stat().st_size
    assert one.modified == one.path.stat().st_mtime
    assert not one.problem
    assert "web page" in page.problem
    assert page.step == 2
    assert "There is no file" in gone.problem
    assert (gone.links_to, gone.bytes, gone.modified) == ("gone.pt", 0, 0)


def test_names_alone_tell_before_anything_is_opened(tmp_path: Path) -> None:
    for name in ("step_10.pt", "step_9.pt"):
        (tmp_path / name).write_bytes(b"no checkpoint")
    assert [(row.step, row.is_read) for row in by_names(tmp_path, ["step_10.pt", "step_9.pt"])] == [
        (9, False),
        (10, False),
    ]


def test_each_row_is_told_and_reading_can_be_stopped(tmp_path: Path) -> None:
    for step in (1, 2, 3):
        torch.save(weights(), tmp_path / f"step_{step}.pt")
    told: list[CheckpointRow] = []

    def tick(_done: int, _total: int) -> None:
        if len(told) == 2:
            raise Cancelled

    with pytest.raises(Cancelled):
        checkpoints_in(tmp_path, ["step_1.pt", "step_2.pt", "step_3.pt"], tick, told.append)
    assert [row.step for row in told] == [1, 2]


def test_one_checkpoint_is_a_list_of_one(tmp_path: Path) -> None:
    torch.save(weights(), tmp_path / "last.ckpt")
    assert [row.name for row in rows_of(tmp_path)] == ["last.ckpt"]


def test_a_folder_without_a_checkpoint_is_no_list(tmp_path: Path) -> None:
    with pytest.raises(CannotOpen, match="This folder is empty") as told:
        open_catalogue(tmp_path)
    assert not isinstance(told.value, SeveralCheckpoints)
    (tmp_path / "config.json").write_text("{}")
    with pytest.raises(CannotOpen, match="holds no checkpoint") as told:
        open_catalogue(tmp_path)
    assert not isinstance(told.value, SeveralCheckpoints)


@pytest.mark.parametrize(
    ("name", "step", "epoch"),
    [
        ("checkpoint-500", 500, None),
        ("epoch=3-step=1200.ckpt", 1200, 3),
        ("epoch=3-step=1200-v1.ckpt", 1200, 3),
        ("epoch=3-val_loss=0.25.ckpt", None, 3),
        ("ckpt_0001.pt", 1, None),
        ("global_step40", 40, None),
        ("iter_0001000", 1000, None),
        ("ep1-ba1000-rank0.pt", 1000, 1),
        ("checkpoint_3_1500.pt", 1500, 3),
        ("model_10k.pt", 10_000, None),
        ("step-20/model.pt", 20, None),
        ("1000", 1000, None),
        ("best.pt", None, None),
        ("best_0.912.pt", None, None),
        ("llama_7b.pt", None, None),
        ("resnet50.pth", None, None),
        ("multilingual-e5-large.bin", None, None),
    ],
)
def test_what_names_say(name: str, step: int | None, epoch: int | None) -> None:
    assert said_by_name(name) == (step, epoch)


def test_words_of_a_row(tmp_path: Path) -> None:
    row = CheckpointRow("last.ckpt", tmp_path / "last.ckpt", 1200, 2.5, links_to="e.ckpt", modified=1e30)
    assert name_text(row) == "last.ckpt → e.ckpt"
    assert [number_text(number) for number in (row.step, row.epoch, 3.0, 0.333333, None)] == [
        "1,200", "2.5", "3", "0.33", "",
    ]  # fmt: skip
    assert (moment(row), date_text(row)) == (None, "")  # no calendar has it


def test_a_run_of_parts_stays_one_document(tmp_path: Path) -> None:
    for part in ("pytorch_model_fsdp_0", "optimizer_0"):  # as accelerate saves
        with pytest.warns(UserWarning, match="torch.distributed is disabled"):
            dcp.save({"model": weights()}, checkpoint_id=str(tmp_path / part), no_dist=True)
    assert open_catalogue(tmp_path).checkpoint.container == "run folder"


def test_what_says_another_step_than_its_name_is_believed_by_name_though_one_is_cut(tmp_path: Path) -> None:
    for step in (10, 20, 30, 40):
        torch.save({"step": 0, "model": weights()}, tmp_path / f"step_{step}.pt")
    whole = (tmp_path / "step_20.pt").read_bytes()
    (tmp_path / "step_20.pt").write_bytes(whole[: len(whole) // 2])
    torch.save({"other": torch.zeros(2)}, tmp_path / "step_30.pt")
    rows = checkpoints_in(tmp_path, [path.name for path in tmp_path.iterdir()])
    assert [row.step for row in rows] == [10, 20, 30, 40]


def test_one_that_says_another_step_than_its_name_is_believed(tmp_path: Path) -> None:
    for step in (10, 20, 30, 40):
        torch.save({"step": 25 if step == 40 else step, "model": weights()}, tmp_path / f"step_{step}.pt")
    rows = checkpoints_in(tmp_path, [path.name for path in tmp_path.iterdir()])
    assert [row.step for row in rows] == [10, 20, 25, 30]
