"""The code for a model on ``meta``, run by real torch on models as people write them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import torch
from torch import nn

from core.memory.analysis import predict_memory
from core.memory.machine import Machine
from tests.files.checkpoints import save
from tests.support.engine import planned


class Rotary(nn.Module):
    """A table that is worked out when the model is made and never saved, as in models with rotary embeddings."""

    def __init__(self, dim: int = 8) -> None:
        super().__init__()
        self.register_buffer("inv_freq", 1.0 / (10_000 ** (torch.arange(0, dim, 2) / dim)), persistent=False)


class Attention(nn.Module):
    """Buffers saved and unsaved, a normalisation with statistics, parameters in a list, and none at all."""

    def __init__(self) -> None:
        super().__init__()
        self.rotary = Rotary()
        self.project = nn.Linear(8, 8, bias=False)
        self.register_buffer("mask", torch.ones(4, 4).tril(), persistent=False)
        self.register_buffer("scale", torch.tensor(3.0))
        self.norm = nn.BatchNorm1d(8)
        self.extra = nn.ParameterList([nn.Parameter(torch.randn(3)), nn.Parameter(torch.randn(2), requires_grad=False)])
        self.register_parameter("bias", None)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return self.norm(self.project(x) * self.scale * self.rotary.inv_freq.sum() * self.mask.sum()) + self.extra[0][0]


class Language(nn.Module):
    """Two names of one weight, which ``assign=True`` takes apart."""

    def __init__(self) -> None:
        super().__init__()
        self.rotary = Rotary(4)
        self.embed = nn.Embedding(11, 8)
        self.head = nn.Linear(8, 11, bias=False)
        self.tie_weights()

    def tie_weights(self) -> None:
        self.head.weight = self.embed.weight

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return self.head(self.embed(x.long().abs() % 11).sum(1)) * self.rotary.inv_freq.sum()


def code_for(path: Path, **options: Any) -> str:
    return predict_memory(planned(path), Machine(gpus=0, target="cpu", **options)).outcome("meta-assign").code


def run(code: str, path: Path, model: type[nn.Module]) -> dict[str, Any]:
    scope: dict[str, Any] = {"torch": torch, "f": path, "Model": model, "Optimizer": torch.optim.Adam}
    exec(compile(code, "code", "exec"), scope)
    return scope


@pytest.mark.parametrize("kind", [Attention, Language])
def test_the_model_is_whole_and_computes_what_it_did(tmp_path, kind):
    saved = kind().eval()
    optimizer = torch.optim.Adam(saved.parameters())
    x = torch.randn(5, 8)
    saved(x).sum().backward()
    optimizer.step()
    path = save({"model": saved.state_dict(), "optimizer": optimizer.state_dict()}, tmp_path / "saved.pt")
    scope = run(code_for(path), path, kind)
    model = scope["model"].eval()
    parts = [*model.named_parameters(), *model.named_buffers()]
    assert {name for name, _ in parts} == {name for name, _ in (*saved.named_parameters(), *saved.named_buffers())}
    assert [name for name, value in parts if value.is_meta] == []
    assert torch.equal(model(x), saved(x))
    wanted = {name: value.requires_grad for name, value in saved.named_parameters()}
    assert {name: value.requires_grad for name, value in model.named_parameters()} == wanted
    assert len(scope["optimizer"].state) == len(optimizer.state)
    model(x).sum().backward()
    scope["optimizer"].step()
    fresh = kind()  # models made later are not on meta
    assert not any(value.is_meta for value in fresh.parameters())


def test_no_parameter_takes_memory_before_the_file_is_there(tmp_path):
    path = save({"model": Attention().state_dict()}, tmp_path / "model.pt")
    code = code_for(path).partition("checkpoint = ")[0]
    model = run(code, path, Attention)["model"]
    assert all(value.is_meta for value in model.parameters())
    assert not any(value.is_meta for value in model.buffers())


@pytest.mark.parametrize("dtype", ["bfloat16", "float64"])
def test_the_model_has_the_dtype_that_was_asked_for(tmp_path, dtype):
    path = save({"model": Attention().state_dict()}, tmp_path / "model.pt")
    machine = Machine(gpus=0, target="cpu", model_dtype=dtype)
    for outcome in predict_memory(planned(path), machine).outcomes:
        if outcome.strategy.optimizer:
            model = run(outcome.code, path, Attention)["model"]
            assert {value.dtype for value in model.parameters()} == {getattr(torch, dtype)}, outcome.strategy.id
            assert torch.get_default_dtype() == torch.float32
