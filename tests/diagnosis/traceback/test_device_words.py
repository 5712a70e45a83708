"""Values of a file that name the device of an error: a script may go by them, so the file alone cannot tell."""

from __future__ import annotations

import json
from argparse import Namespace
from pathlib import Path
from typing import Any

import pytest
import torch
from torch import nn

from core.diagnosis.traceback.answer import CANNOT_TELL, NOT_CAUSE
from tests.diagnosis.traceback.test_judge_lookups import answered, raised_by
from tests.files.checkpoints import save
from tests.support.engine import fix

ORDINAL = "RuntimeError: CUDA error: invalid device ordinal"
CARD = torch.device("cuda:5")
NAMING: dict[str, tuple[dict[str, Any], Any]] = {
    "args/device": ({"args": Namespace(device=CARD)}, torch.device("cuda:0")),
    "hyper_parameters/device": ({"hyper_parameters": {"device": "cuda:5"}}, "cuda:0"),
    "config": ({"config": json.dumps({"lr": 0.1, "device": "cuda:5"})}, '{"lr": 0.1, "device": "cuda:0"}'),
    "args/gpu": ({"args": Namespace(gpu=5)}, 0),
    "train_args/device": ({"train_args": {"device": "5"}}, "0"),
}


def _file(path: Path, **values: Any) -> Path:
    return save({"model": {"w": torch.ones(3)}, **values}, path)


@pytest.mark.parametrize("where", NAMING)
def test_a_value_that_names_the_card_is_told_and_can_be_set(where: str, tmp_path: Path) -> None:
    values, wanted = NAMING[where]
    said = answered(ORDINAL, _file(tmp_path / "a.pt", **values))
    assert said.verdict == CANNOT_TELL
    assert repr(where) in said.text
    (offered,) = said.offered
    fix(tmp_path / "a.pt", tmp_path / "b.pt", *offered.edits)
    found: Any = torch.load(tmp_path / "b.pt", weights_only=False)
    for key in where.split("/"):
        found = vars(found)[key] if isinstance(found, Namespace) else found[key]
    assert found == wanted
    assert answered(ORDINAL, tmp_path / "b.pt").verdict == NOT_CAUSE


@pytest.mark.parametrize(
    "values",
    [
        {"args": Namespace(device="cpu", gpu=None, n_gpu=5, epochs=5)},
        {"args": Namespace(device=torch.device("cuda:0"), gpus=5)},
        {"note": "see /mnt/cuda:5/run and torch.cuda", "no_cuda": True},
    ],
)
def test_other_values_acquit(values: dict[str, Any], tmp_path: Path) -> None:
    assert answered(ORDINAL, _file(tmp_path / "a.pt", **values)).verdict == NOT_CAUSE


@pytest.mark.parametrize("device", [CARD, "cuda:5", torch.device("cuda"), "gpu0", "mps", torch.device("xpu:1")])
def test_what_torch_raises_of_a_device_in_the_file(device: Any, tmp_path: Path) -> None:
    """``.to(args.device)`` and ``map_location=args.device``, on a computer without any of them."""
    path = _file(tmp_path / "a.pt", args={"device": device})
    other = _file(tmp_path / "b.pt", args={"device": "cpu"})
    args = torch.load(path)["args"]
    for text in (
        raised_by(lambda: nn.Linear(2, 2).to(args["device"])),
        raised_by(lambda: torch.load(other, map_location=args["device"])),
    ):
        assert text is not None
        said = answered(text, path)
        assert said.verdict == CANNOT_TELL, text
        assert "'args/device'" in said.text
        assert said.offered[0].edits
        assert answered(text, other).verdict == NOT_CAUSE


def test_cards_in_a_list_are_told_but_not_set(tmp_path: Path) -> None:
    """Two of them set to one card would be two replicas there."""
    said = answered(ORDINAL, _file(tmp_path / "a.pt", cfg={"device_ids": [5, 6]}))
    assert said.verdict == CANNOT_TELL
    assert "'cfg/device_ids/0'" in said.text
    assert said.offered == ()


def test_a_flag_is_set_where_there_is_no_card(tmp_path: Path) -> None:
    text = raised_by(lambda: nn.Linear(2, 2).cuda())
    assert text is not None
    path = _file(tmp_path / "a.pt", args={"use_cuda": True})
    (offered,) = answered(text, path).offered
    fix(path, tmp_path / "b.pt", *offered.edits)
    assert torch.load(tmp_path / "b.pt")["args"] == {"use_cuda": False}
    assert answered(ORDINAL, path).verdict == NOT_CAUSE
