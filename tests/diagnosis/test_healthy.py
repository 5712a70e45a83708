"""No false alarms: what plain ``torch.load`` loads has no finding of level error, and what it refuses has one."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import torch
from torch import nn

from core.diagnosis.diagnose import diagnose
from core.diagnosis.finding import NOTE
from core.edits.edits import RemapDevice
from core.loading.computer import Computer
from tests.files.checkpoints import Net, odd_tensors, save, training_checkpoint
from tests.support.corpus import FILES, corpus_file, name_of
from tests.support.engine import catalogue_of, fix, planned
from tests.support.judging import CPU, assert_agree, assert_cures_cure, cured_copy, errors, findings_of, torch_says
from tests.support.oracle import PretendGpus

CONTAINERS = ("zip", "legacy")
EDITABLE = [entry for entry in FILES if entry["container"] in CONTAINERS]
OPTIMIZERS = ("SGD", "Adam", "AdamW", "RMSprop", "Adagrad", "Adadelta", "Adamax", "NAdam", "RAdam", "ASGD", "Rprop")


@pytest.mark.corpus
@pytest.mark.parametrize("entry", EDITABLE, ids=name_of)
def test_real_files(entry: dict[str, Any], tmp_path: Path) -> None:
    path = corpus_file(entry)
    view = planned(path)
    said = assert_agree(view, path)
    if set(entry["storages_by_device"]) <= {"cpu"} and not entry["other_globals"]:
        assert said is None
    assert_cures_cure(view)
    cured = cured_copy(path, tmp_path / "cured")
    assert assert_agree(cured, tmp_path / "cured") is None


@pytest.mark.corpus
def test_real_files_are_of_both_kinds() -> None:
    heard = [torch_says(corpus_file(entry)) for entry in EDITABLE]
    assert any(said is None for said in heard)
    assert any(said is not None for said in heard)


@pytest.mark.corpus
@pytest.mark.parametrize("entry", EDITABLE, ids=name_of)
def test_real_files_of_gpus_where_the_gpus_are(entry: dict[str, Any]) -> None:
    codes = {finding.code for finding in errors(findings_of(corpus_file(entry), computer=Computer(8)))}
    assert not codes & {"no-gpu", "no-such-gpu", "unknown-device"}


@pytest.mark.parametrize("container", CONTAINERS)
@pytest.mark.parametrize("name", OPTIMIZERS)
def test_training_on_a_cpu(name: str, container: str, tmp_path: Path) -> None:
    with PretendGpus() as gpus:
        checkpoint = training_checkpoint(gpus, "cpu", wrap=False, make=getattr(torch.optim, name), lr=0.01)
    path = save(checkpoint, tmp_path / "a.pt", container)
    assert assert_agree(planned(path), path) is None
    findings = assert_cures_cure(planned(path))
    assert all(finding.severity == NOTE for finding in findings), findings


@pytest.mark.parametrize("container", CONTAINERS)
def test_tensors_of_all_kinds(container: str, tmp_path: Path) -> None:
    with PretendGpus() as gpus:
        path = save(odd_tensors(gpus, container), tmp_path / "a.pt", container)
    fix(path, tmp_path / "cpu.pt", RemapDevice("*", "cpu"))
    assert assert_agree(planned(tmp_path / "cpu.pt"), tmp_path / "cpu.pt") is None
    assert assert_agree(planned(path), path) is not None  # as it was saved it is for GPUs


def quantised() -> nn.Module:
    torch.backends.quantized.engine = "fbgemm"
    return torch.ao.quantization.quantize_dynamic(nn.Sequential(nn.Linear(4, 4)), {nn.Linear})


MODELS: dict[str, Callable[[], nn.Module]] = {
    "net": Net,
    "transformer": lambda: nn.TransformerEncoderLayer(8, 2, 16),
    "lstm": lambda: nn.LSTM(3, 4, 2, bidirectional=True),
    "half": lambda: nn.Linear(3, 3).to(torch.bfloat16),
    "weight norm": lambda: nn.utils.parametrizations.weight_norm(nn.Linear(3, 3)),
    "embedding": lambda: nn.Embedding(10, 3, padding_idx=0),
    "nothing": nn.Identity,
}


@pytest.mark.parametrize("container", CONTAINERS)
@pytest.mark.parametrize("name", MODELS)
def test_state_dicts(name: str, container: str, tmp_path: Path) -> None:
    path = save(MODELS[name]().state_dict(), tmp_path / "a.pt", container)
    assert assert_agree(planned(path), path) is None
    assert all(finding.severity == NOTE for finding in findings_of(path))


def test_a_quantised_model(tmp_path: Path) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        path = save(quantised().state_dict(), tmp_path / "a.pt")
    assert_agree(planned(path), path)


def test_schedulers_and_scalers(tmp_path: Path) -> None:
    model = nn.Linear(2, 2)
    optimizer = torch.optim.SGD(model.parameters(), 0.1)
    schedulers = [
        torch.optim.lr_scheduler.StepLR(optimizer, 3),
        torch.optim.lr_scheduler.CosineAnnealingLR(optimizer, 10),
        torch.optim.lr_scheduler.OneCycleLR(optimizer, 0.1, 10),
        torch.optim.lr_scheduler.MultiStepLR(optimizer, [1, 2]),  # milestones are a Counter
        torch.optim.lr_scheduler.ReduceLROnPlateau(optimizer),
        torch.optim.lr_scheduler.LambdaLR(optimizer, lambda epoch: 1.0),
    ]
    state = {str(number): each.state_dict() for number, each in enumerate(schedulers)}
    path = save({**state, "rng": torch.get_rng_state(), "model": model.state_dict()}, tmp_path / "a.pt")
    assert assert_agree(planned(path), path) is None
    assert all(finding.severity == NOTE for finding in findings_of(path))


def test_a_file_that_cannot_be_edited_is_judged_too(tmp_path: Path) -> None:
    model = nn.Linear(2, 2)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        torch.jit.save(torch.jit.script(model), tmp_path / "a.pt")
    assert torch_says(tmp_path / "a.pt") is not None
    assert errors(diagnose(planned(tmp_path / "a.pt"), CPU))
    assert catalogue_of(tmp_path / "a.pt").checkpoint.read_only
