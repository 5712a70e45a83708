"""The cure of a head that does not fit, by the error that torch raises, is one that torch goes on training with."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import pytest
import torch
from torch import nn

from core.diagnosis.diagnose import diagnose
from core.diagnosis.finding import Finding
from core.diagnosis.traceback.answer import NOT_CAUSE, answer
from core.diagnosis.traceback.recognise import recognise
from core.edits.edits import Plan
from core.edits.preview import preview
from core.loading.computer import Computer
from core.report.diagnosis import answer_lines
from core.saving.save import save
from tests.files.checkpoints import save as save_value
from tests.support.engine import catalogue_of

Make = Callable[[nn.Module], torch.optim.Optimizer]


class Net(nn.Module):
    def __init__(self, classes: int, *, auxiliary: bool = False) -> None:
        super().__init__()
        self.body = nn.Linear(4, 8)
        if auxiliary:
            self.aux = nn.Linear(8, 3)
        self.fc = nn.Linear(8, classes)

    def forward(self, values: torch.Tensor) -> torch.Tensor:
        inner = self.body(values)
        return self.fc(inner).sum() + (self.aux(inner).sum() if hasattr(self, "aux") else 0)


def in_groups(model: nn.Module) -> torch.optim.Optimizer:
    biases = [each for each in model.parameters() if each.ndim == 1]
    rest = [each for each in model.parameters() if each.ndim > 1]
    return torch.optim.AdamW([{"params": rest}, {"params": biases, "weight_decay": 0.0}])


MAKES: dict[str, Make] = {
    "Adam": lambda model: torch.optim.Adam(model.parameters()),
    "SGD": lambda model: torch.optim.SGD(model.parameters(), lr=0.1, momentum=0.9),
    "named": lambda model: torch.optim.Adam(model.named_parameters()),
    "groups": in_groups,
}


def steps(model: nn.Module, optimizer: torch.optim.Optimizer) -> None:
    for _ in range(2):
        optimizer.zero_grad()
        model(torch.randn(5, 4)).backward()
        optimizer.step()


def cured(path: Path, message: str, out: Path) -> tuple[Finding, Any]:
    """The finding that the error is answered with, and what its cure saves."""
    view, computer = preview(catalogue_of(path), Plan()), Computer()
    recognised = recognise(message)
    assert recognised is not None
    (finding, *_) = answer(recognised, diagnose(view, computer), view).offered
    save(preview(view.catalogue, Plan(finding.edits)), out)
    return finding, torch.load(out)


def message_of(model: nn.Module, state: dict[str, torch.Tensor]) -> str:
    with pytest.raises(RuntimeError) as raised:
        model.load_state_dict(state)
    return f"RuntimeError: {raised.value}"


def exp_avgs(optimizer: torch.optim.Optimizer, parameters: Iterable[nn.Parameter]) -> list[torch.Tensor]:
    return [
        next(value for value in optimizer.state[each].values() if value is not None and value.ndim)
        for each in parameters
    ]


@pytest.mark.parametrize("name", MAKES)
def test_a_head_of_another_size(name: str, tmp_path: Path) -> None:
    torch.manual_seed(1)
    old = Net(1000)
    trained = MAKES[name](old)
    steps(old, trained)
    path = save_value({"model": old.state_dict(), "optimizer": trained.state_dict()}, tmp_path / "a.pth")
    new = Net(10)
    finding, found = cured(path, message_of(new, old.state_dict()), tmp_path / "b.pth")
    assert finding.loses == "the tensors fc.weight and fc.bias, and optimizer state that no longer fits"
    assert new.load_state_dict(found["model"], strict=False).missing_keys == ["fc.weight", "fc.bias"]
    optimizer = MAKES[name](new)
    optimizer.load_state_dict(found["optimizer"])
    assert [len(each["params"]) for each in optimizer.param_groups] == [
        len(each["params"]) for each in found["optimizer"]["param_groups"]
    ]
    before, after = exp_avgs(trained, old.body.parameters()), exp_avgs(optimizer, new.body.parameters())
    assert all(map(torch.equal, before, after))
    steps(new, optimizer)
    assert optimizer.state[new.fc.weight]


def test_an_optimizer_of_the_head_alone_stays(tmp_path: Path) -> None:
    old, new = Net(1000), Net(10)
    trained = torch.optim.Adam(old.fc.parameters(), lr=0.125)
    steps(old, trained)
    path = save_value({"model": old.state_dict(), "optimizer": trained.state_dict()}, tmp_path / "a.pth")
    _, found = cured(path, message_of(new, old.state_dict()), tmp_path / "b.pth")
    optimizer = torch.optim.Adam(new.fc.parameters())
    optimizer.load_state_dict(found["optimizer"])
    assert optimizer.param_groups[0]["lr"] == 0.125
    steps(new, optimizer)


@pytest.mark.parametrize("name", MAKES)
def test_a_head_that_the_model_does_not_have(name: str, tmp_path: Path) -> None:
    torch.manual_seed(1)
    old = Net(10, auxiliary=True)
    trained = MAKES[name](old)
    steps(old, trained)
    path = save_value({"model": old.state_dict(), "optimizer": trained.state_dict()}, tmp_path / "a.pth")
    new = Net(10)
    finding, found = cured(path, message_of(new, old.state_dict()), tmp_path / "b.pth")
    assert finding.loses == "the tensors aux.weight and aux.bias, and optimizer state that no longer fits"
    new.load_state_dict(found["model"])
    optimizer = MAKES[name](new)
    optimizer.load_state_dict(found["optimizer"])
    kept = [*new.body.parameters(), *new.fc.parameters()]
    before = exp_avgs(trained, [*old.body.parameters(), *old.fc.parameters()])
    assert all(map(torch.equal, before, exp_avgs(optimizer, kept)))
    steps(new, optimizer)


def test_a_file_without_an_optimizer_loses_no_state(tmp_path: Path) -> None:
    old, new = Net(1000), Net(10)
    path = save_value({"model": old.state_dict()}, tmp_path / "a.pth")
    finding, _ = cured(path, message_of(new, old.state_dict()), tmp_path / "b.pth")
    assert finding.loses == "the tensors fc.weight and fc.bias"
    assert "optimizer" not in finding.fix


def test_another_file_is_told_nothing_of_the_error_but_what_to_open(tmp_path: Path) -> None:
    path, computer = save_value({"model": Net(1000).state_dict()}, tmp_path / "a.pth"), Computer()
    recognised = recognise(message_of(Net(10), Net(500).state_dict()))
    assert recognised is not None
    view = preview(catalogue_of(path), Plan())
    said = answer(recognised, diagnose(view, computer), view)
    assert (said.verdict, said.explanation) == (NOT_CAUSE, "")
    assert said.why.endswith("not the one in the error. Open the file that your script loads.")
    assert not any("the error:" in line for line in answer_lines(said, (), (), view, empty=False))
