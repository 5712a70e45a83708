"""Whole models that were pickled in a wrapper: what their state dict is told of, and what curing all makes of it.

The judge is torch: the bare model takes the file, strictly.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
import torch
from torch import nn

from core.diagnosis.diagnose import cure_all
from core.edits.edits import Extract, Plan, StripPrefix
from core.edits.preview import preview
from core.saving.save import save as save_preview
from tests.files.checkpoints import Net, save
from tests.gui.documents import catalogue_of
from tests.support.judging import findings_of, only, quiet_load


class FullyShardedDataParallel(nn.Module):
    """Holds its model under FSDP's name for it."""

    def __init__(self, module: nn.Module) -> None:
        super().__init__()
        self._fsdp_wrapped_module = module


class Around(nn.Module):
    """No wrapper, but a model that calls a part of its own so."""

    def __init__(self) -> None:
        super().__init__()
        self.module = Net()


def _distributed(model: nn.Module) -> nn.Module:
    store = torch.distributed.HashStore()
    torch.distributed.init_process_group("gloo", store=store, rank=0, world_size=1)
    return nn.parallel.DistributedDataParallel(model)


@pytest.fixture
def no_group() -> object:
    yield
    if torch.distributed.is_initialized():
        torch.distributed.destroy_process_group()


WRAPPERS: dict[str, tuple[Callable[[nn.Module], nn.Module], str]] = {
    "DataParallel": (nn.DataParallel, "module."),
    "DistributedDataParallel": (_distributed, "module."),
    "twice": (lambda model: nn.DataParallel(nn.DataParallel(model)), "module.module."),
    "FSDP": (FullyShardedDataParallel, "_fsdp_wrapped_module."),
    "compile": (torch.compile, "_orig_mod."),
    "compiled in DataParallel": (lambda model: nn.DataParallel(torch.compile(model)), "module._orig_mod."),
}


@pytest.mark.usefixtures("no_group")
@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("name", WRAPPERS)
@pytest.mark.parametrize("where", ["", "net"])
def test_what_is_extracted_is_told_of_and_stripped(name: str, where: str, tmp_path: Path) -> None:
    wrap, prefix = WRAPPERS[name]
    model = Net()
    wrapped = wrap(model)
    path = save({"net": wrapped, "epoch": 3} if where else wrapped, tmp_path / "a.pt")
    catalogue = catalogue_of(path)
    entry = catalogue.find(where) if where else 0
    keys = model.state_dict()
    for unwrap in (False, True):
        plan = Plan((Extract(entry, unwrap=unwrap),))
        left = [each for each in findings_of(path, *plan.edits) if each.code == "wrapper-prefix"]
        assert [each.title for each in left] == ([] if unwrap else [f"{len(keys)} keys start with “{prefix}”"])
        cured = cure_all(catalogue, plan)
        if not unwrap:
            assert any(isinstance(edit, StripPrefix) for edit in cured.edits)
        save_preview(preview(catalogue, cured), tmp_path / f"{unwrap}.pt")
        found = quiet_load(tmp_path / f"{unwrap}.pt")
        Net().load_state_dict(found[where] if where else found)


def test_a_part_that_the_model_itself_calls_module_keeps_its_name(tmp_path: Path) -> None:
    path = save(Around(), tmp_path / "a.pt")
    assert not [each for each in findings_of(path, Extract(0)) if each.code == "wrapper-prefix"]
    wrapped = save(nn.DataParallel(Around()), tmp_path / "b.pt")
    catalogue = catalogue_of(wrapped)
    save_preview(preview(catalogue, cure_all(catalogue, Plan((Extract(0),)))), tmp_path / "c.pt")
    Around().load_state_dict(quiet_load(tmp_path / "c.pt"))


@pytest.mark.parametrize("extras", [0, 2])
def test_all_counts_are_of_the_keys_that_are_renamed(extras: int, tmp_path: Path) -> None:
    state = nn.DataParallel(Net()).state_dict()
    state |= {f"module.extra{place}": place for place in range(extras)}
    path = save({"model": state, "epoch": 1}, tmp_path / "a.pt")
    finding = only("wrapper-prefix", findings_of(path))
    (change,) = preview(catalogue_of(path), Plan(finding.edits)).changes
    found, *_ = catalogue_of(path).prefixes
    assert change.keys == found.keys == len(state)
    assert finding.title == f"{len(state)} keys start with “module.”"
    assert f"{len(state)} of {len(state)}" in finding.explanation


def test_a_copy_of_the_same_wrapped_model_is_stripped_with_it(tmp_path: Path) -> None:
    """Stripped first, the model looked like the bare one, and its copy like one that wants the prefix back."""
    model = nn.DataParallel(Net())
    optimizer = torch.optim.Adam(model.parameters())
    copy = {key: value.clone() for key, value in model.state_dict().items()}
    states = {"model": model.state_dict(), "ema": copy, "optimizer": optimizer.state_dict()}
    path = save(states, tmp_path / "a.pt")
    catalogue = catalogue_of(path)
    save_preview(preview(catalogue, cure_all(catalogue)), tmp_path / "b.pt")
    found = quiet_load(tmp_path / "b.pt")
    for name in ("model", "ema"):
        Net().load_state_dict(found[name])
