"""The first error that is shown is the one that torch raises: it stops there, so that is the one people ask about."""

from __future__ import annotations

import argparse
import random
import warnings
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch

from core.diagnosis.finding import Finding
from core.loading.computer import Computer
from tests.files.checkpoints import Net
from tests.support.engine import planned
from tests.support.judging import CPU, errors, findings_of, torch_says
from tests.support.oracle import PretendGpus
from tests.support.thinning import in_turn


def parts(gpus: PretendGpus) -> dict[str, Any]:
    """What torch of a computer without a GPU takes and what it does not, for different reasons."""
    return {
        "on a card": gpus.to(torch.ones(2), "cuda:1"),
        "on another": gpus.to(torch.ones(2), "cuda:3"),
        "here": torch.ones(3),
        "array": np.ones(2),
        "number": np.float32(1),
        "args": argparse.Namespace(lr=0.1, other=np.float64(2)),
        "model": Net(),
        "flag": True,
        "bytes": b"\xff\x00" * 9,
        "epoch": 7,
        "nested": {"on a card": gpus.to(torch.zeros(2), "cuda:1"), "args": argparse.Namespace(a=1)},
    }


def first_error(path: Path, computer: Computer = CPU) -> Finding:
    return errors(findings_of(path, computer=computer))[0]


@pytest.mark.parametrize(("protocol", "container"), in_turn([1, 2, 3, 4, 5], ["zip", "legacy"]))
def test_the_first_error_is_torchs(container: str, protocol: int, tmp_path: Path) -> None:
    path = tmp_path / "a.pt"
    rng = random.Random(protocol)
    for _ in range(25):
        with PretendGpus() as gpus, warnings.catch_warnings():
            warnings.simplefilter("ignore")
            some = list(parts(gpus).items())
            some = rng.sample(some, rng.randint(2, len(some)))
            is_zip = container == "zip"
            torch.save(dict(some), path, pickle_protocol=protocol, _use_new_zipfile_serialization=is_zip)
        said = torch_says(path)
        if said is None:
            assert errors(findings_of(path)) == []
        else:
            assert said == first_error(path).message, [name for name, _ in some]


def test_the_order_of_a_plan(tmp_path: Path) -> None:
    path = tmp_path / "a.pt"
    with PretendGpus() as gpus:
        torch.save({name: parts(gpus)[name] for name in ("args", "on a card", "array")}, path)
    view = planned(path)
    assert [each.code for each in errors(findings_of(path))][:2] == ["refused-name", "refused-name"]
    without = first_error(path).edits
    assert view.catalogue.path_text(first_error(path).entries[0]) == "args"
    assert errors(findings_of(path, *without))[0].code == "no-gpu"
