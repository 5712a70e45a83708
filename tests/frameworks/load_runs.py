"""Runs that frameworks leave, with a NaN at a known step: found, and so are a cut file, another model, half a save.

Torch is the judge of which checkpoint has the first NaN. DeepSpeed's are those of ``tests/data``, saved again by torch.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import lightning
import pytest
import torch
from accelerate import Accelerator
from lightning.pytorch.callbacks import ModelCheckpoint
from safetensors.torch import load_file
from torch import nn
from torch.distributed import checkpoint as dcp
from torch.distributed.checkpoint.format_utils import dcp_to_torch_save
from transformers import GPT2LMHeadModel, Trainer, TrainerCallback, TrainingArguments

from core.progress import ignore
from core.runs.folder import CheckpointRow, checkpoints_in
from core.runs.growing import first_look, next_look
from core.runs.health import Reader
from core.runs.members import members_named
from core.runs.odd import odd_ones
from core.runs.since import Since, most_read, since
from tests.frameworks.make_transformers import GPT2, Words
from tests.frameworks.making import small_net

STEPS, SICK = 8, 6
"""Steps that are saved, each of them, and the first with NaN."""
ZERO = Path(__file__).parent.parent / "data" / "folders" / "deepspeed_zero" / "no_zero"
Make = Callable[[Path], None]


def poisoned(model: nn.Module, step: int) -> None:
    """From the known step on one weight of the last tensor is NaN."""
    if step >= SICK:
        list(model.parameters())[-1].data.view(-1)[0] = torch.nan


class Poison(TrainerCallback):
    """Makes it NaN before the Trainer saves."""

    def on_step_end(self, args: Any, state: Any, control: Any, **given: Any) -> None:
        poisoned(given["model"], state.global_step)


def by_trainer(folder: Path) -> None:
    """``checkpoint-1`` to ``checkpoint-8``."""
    told = TrainingArguments(
        output_dir=str(folder), max_steps=STEPS, save_steps=1, per_device_train_batch_size=2, use_cpu=True, report_to=[]
    )
    torch.manual_seed(0)
    Trainer(GPT2LMHeadModel(GPT2), told, train_dataset=Words(), callbacks=[Poison()]).train()


class Net(lightning.LightningModule):
    """Learns nothing, and is NaN from the known step on."""

    def __init__(self) -> None:
        super().__init__()
        self.net = small_net()

    def training_step(self, rows: torch.Tensor, index: int) -> torch.Tensor:
        poisoned(self.net, self.global_step + 1)
        loss: torch.Tensor = self.net(rows).square().sum()
        return loss

    def configure_optimizers(self) -> torch.optim.Optimizer:
        return torch.optim.AdamW(self.parameters(), 1e-3)


def by_lightning(folder: Path) -> None:
    """``epoch=0-step=1.ckpt`` to the last."""
    saving = ModelCheckpoint(folder, every_n_train_steps=1, save_top_k=-1)
    quiet = {"logger": False, "enable_progress_bar": False, "enable_model_summary": False}
    rows = torch.utils.data.DataLoader(torch.randn(5 * STEPS, 4), batch_size=5)
    lightning.Trainer(max_steps=STEPS, accelerator="cpu", callbacks=[saving], **quiet).fit(Net(), rows)


def trained() -> Iterator[tuple[int, nn.Module, torch.optim.Optimizer]]:
    """A loop as people write it."""
    torch.manual_seed(0)
    net = small_net()
    optimizer = torch.optim.AdamW(net.parameters(), 1e-3)
    for step in range(1, STEPS + 1):
        optimizer.zero_grad()
        net(torch.randn(5, 4)).square().sum().backward()
        optimizer.step()
        poisoned(net, step)
        yield step, net, optimizer


def by_accelerate(folder: Path) -> None:
    """``step_1`` to ``step_8``, a folder each."""
    run = Accelerator(cpu=True)
    for step, net, optimizer in trained():
        if step == 1:
            run.prepare(net, optimizer)
        run.save_state(str(folder / f"step_{step}"))


def by_dcp(folder: Path) -> None:
    """``step-1`` to ``step-8``, a folder each."""
    for step, net, optimizer in trained():
        state = {"model": net.state_dict(), "optimizer": optimizer.state_dict()}
        dcp.save(state, checkpoint_id=str(folder / f"step-{step}"), no_dist=True)


def by_hand(folder: Path) -> None:
    """``ckpt_0001.pt`` to the last."""
    for step, net, optimizer in trained():
        torch.save(
            {"step": step, "model": net.state_dict(), "opt": optimizer.state_dict()}, folder / f"ckpt_{step:04}.pt"
        )


def by_deepspeed(folder: Path) -> None:
    """``global_step1`` to the last, and ``latest``."""
    for step in range(1, STEPS + 1):
        made = folder / f"global_step{step}"
        shutil.copytree(next(ZERO.glob("global_step*")), made)
        for path in made.iterdir():
            state = torch.load(path, weights_only=False, map_location="cpu")
            if "global_steps" in state:
                state["global_steps"] = step
            if step >= SICK and "module" in state:
                next(iter(state["module"].values())).view(-1)[0] = torch.nan
            torch.save(state, path)
    (folder / "latest").write_text(f"global_step{STEPS}")


MAKERS: dict[str, Make] = {
    "trainer": by_trainer,
    "lightning": by_lightning,
    "accelerate": by_accelerate,
    "dcp": by_dcp,
    "deepspeed": by_deepspeed,
    "hand": by_hand,
}


@pytest.fixture(scope="module")
def runs(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Path]:
    """The run of a framework, made once, in a copy for each test."""
    made: dict[str, Path] = {}

    def run(name: str) -> Path:
        if name not in made:
            made[name] = tmp_path_factory.mktemp(name)
            MAKERS[name](made[name])
        copy = tmp_path_factory.mktemp(f"copy-of-{name}") / "run"
        return Path(shutil.copytree(made[name], copy))

    return run


@pytest.fixture(autouse=True)
def own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What was read is kept for this test alone."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))


EACH = pytest.mark.parametrize("name", MAKERS)
Runs = Callable[[str], Path]


def rows_of(run: Path) -> tuple[CheckpointRow, ...]:
    members = members_named([str(run)], whole=True)
    assert members is not None
    return checkpoints_in(members.folder, members.names)


def looked(rows: tuple[CheckpointRow, ...]) -> Since:
    return since(rows, Reader(rows, ignore, most=most_read(rows)))


def is_sick(path: Path, scratch: Path) -> bool:
    """What torch, safetensors or torch's own converter of DCP load of a checkpoint, asked for NaN."""
    files = [path] if path.is_file() else [each for each in path.rglob("*") if each.is_file()]
    if any(each.name == ".metadata" for each in files):
        dcp_to_torch_save(path, scratch / "whole.pt")
        files = [scratch / "whole.pt"]
    found = []
    for file in files:
        if file.suffix == ".safetensors":
            found += load_file(file).values()
        elif file.suffix in (".pt", ".bin", ".ckpt"):
            state = torch.load(file, weights_only=False, map_location="cpu")
            kept = ("state_dict", "optimizer_states") if isinstance(state, dict) else ()
            trained = [state[key] for key in kept if key in state]
            found += tensors(trained or state)  # Lightning's callbacks begin with the best score that is infinite
    return any(not bool(each.isfinite().all()) for each in found if each.is_floating_point())


def tensors(value: Any) -> Iterator[torch.Tensor]:
    if isinstance(value, torch.Tensor):
        yield value
    elif isinstance(value, dict | list | tuple):
        for each in value.values() if isinstance(value, dict) else value:
            yield from tensors(each)


def largest(path: Path) -> Path:
    files = [path] if path.is_file() else [each for each in path.rglob("*") if each.is_file()]
    return max(files, key=lambda each: each.stat().st_size)


@EACH
def test_the_planted_nan_is_found(name: str, runs: Runs, tmp_path: Path) -> None:
    rows = rows_of(runs(name))
    assert [row.step for row in rows] == list(range(1, STEPS + 1))
    assert all(row.is_complete for row in rows)
    assert not odd_ones(rows)
    found = looked(rows)
    judged = [row.step for row in rows if is_sick(row.path, tmp_path)]
    assert judged[0] == SICK
    assert found.first_sick is not None
    assert found.last_healthy is not None
    assert rows[found.first_sick].step == SICK
    assert rows[found.last_healthy].step == SICK - 1
    assert len(found.health) < STEPS


@EACH
def test_a_cut_file_is_found_and_misleads_nobody(name: str, runs: Runs) -> None:
    run = runs(name)
    cut = next(row for row in rows_of(run) if row.step == SICK - 1)
    path = largest(cut.path)
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])
    rows = rows_of(run)
    found = looked(rows)
    at = next(at for at, row in enumerate(rows) if row.name == cut.name)
    health = found.health.get(at)
    assert not rows[at].is_complete or (health is not None and health.is_sick is None)
    assert found.first_sick is not None
    assert found.last_healthy is not None
    assert rows[found.first_sick].step == SICK
    assert rows[found.last_healthy].step == SICK - 2


@EACH
def test_another_model_is_found(name: str, runs: Runs) -> None:
    run = runs(name)
    other = next(row for row in rows_of(run) if row.step == 3)
    target = other.path
    if target.is_dir():
        shutil.rmtree(target)
        if name == "dcp":
            dcp.save({"model": {"other": torch.zeros(3)}}, checkpoint_id=str(target), no_dist=True)
        else:
            target.mkdir()
            torch.save({"other.weight": torch.zeros(3)}, target / "pytorch_model.bin")
    else:
        torch.save({"step": 3, "model": {"other.weight": torch.zeros(3)}}, target)
    rows = rows_of(run)
    odd = {(rows[each.row].name, each.code) for each in odd_ones(rows)}
    assert (other.name, "architecture") in odd
    found = looked(rows)
    assert found.first_sick is not None
    assert rows[found.first_sick].step == SICK


@EACH
def test_a_save_that_is_written_while_it_is_looked_at(name: str, runs: Runs) -> None:
    run = runs(name)
    last = rows_of(run)[-1].path
    whole = {
        path: path.read_bytes() for path in ([last] if last.is_file() else sorted(last.rglob("*"))) if path.is_file()
    }
    look = first_look(run, [row.name for row in rows_of(run)])
    for path in whole:
        path.write_bytes(b"")
    for done in range(1, 5):
        for path, data in whole.items():
            path.write_bytes(data[: len(data) * done // 4 - (done < 4)])
        look = next_look(look)
        assert look.writing == {last.name}
        assert next(row for row in look.rows if row.name == last.name).is_complete  # as it was read before
    look = next_look(look)
    assert not look.writing
    assert all(row.is_complete for row in look.rows)
