"""What resuming takes beyond loading: predicted from the file, against real ``load_state_dict`` and ``step()``."""

from __future__ import annotations

import json
from dataclasses import replace
from itertools import count
from pathlib import Path
from typing import Any

import pytest
import torch
from torch import nn

from core.edits.edits import Drop
from core.memory.allocator import round_size
from core.memory.analysis import predict_memory
from core.memory.machine import Machine
from core.memory.sizes import MIB, memory_text
from core.memory.training.least import Resuming, Training, resuming
from core.memory.training.trained import _OPTIONS, Loaded, trained
from core.memory.training.words import resuming_text
from main import main
from tests.files.checkpoints import Net, save
from tests.memory.test_steps import STEPPING
from tests.support.engine import catalogue_of, planned
from tests.support.fake_card import fake_card
from tests.support.oracle import tensors_in

CARD = "cuda:0"


class Small(nn.Module):
    """Matrices, and unless ``flat`` is off a vector, a scalar, and a parameter that never gets a gradient."""

    def __init__(self, flat: bool = True) -> None:
        super().__init__()
        self.first = nn.Parameter(torch.randn(300, 40))
        self.second = nn.Parameter(torch.randn(40, 70))
        if flat:
            self.scale = nn.Parameter(torch.randn(300))
            self.shift = nn.Parameter(torch.randn(()))
            self.unused = nn.Parameter(torch.randn(50, 60))

    def trained(self) -> list[nn.Parameter]:
        return [each for name, each in self.named_parameters() if name != "unused"]


def checkpoint(name: str, steps: int, **options: Any) -> dict[str, Any]:
    """A model and its optimizer after some steps on the CPU. Muon takes matrices alone."""
    torch.manual_seed(1)
    model = Small(name != "Muon")
    optimizer = getattr(torch.optim, name)(model.parameters(), **options)
    for _ in range(steps):
        for parameter in model.trained():
            parameter.grad = torch.randn_like(parameter)
        optimizer.step(lambda: 1.0) if name == "LBFGS" else optimizer.step()
    return {"model": model.state_dict(), "optimizer": optimizer.state_dict()}


def resumed(path: Path, name: str, steps: int, *, unused: bool, **options: Any) -> tuple[int, int, int]:
    """Real torch resumes on a fake card: what it holds once loaded, what stays from then on, and the most it holds.

    ``unused`` says whether the parameter of that name gets a gradient, too.
    """
    with fake_card() as card:
        card.truths = lambda operator, limit: operator == "aten::lt" or (operator == "aten::gt" and limit > 0)
        loaded = torch.load(path, map_location=CARD)
        for tensor in tensors_in(loaded):
            card.count(tensor)
        with torch.device(CARD):
            model = Small(name != "Muon")
        model.load_state_dict(loaded["model"])
        optimizer = getattr(torch.optim, name)(model.parameters(), **options)
        optimizer.load_state_dict(loaded["optimizer"])
        del loaded
        losses = count()
        before = card.now
        card.watch()
        for parameter in model.parameters() if unused else model.trained():
            parameter.grad = torch.empty_like(parameter)
        for number in range(steps):
            card.scalar = 1.0 if name == "ASGD" else 10.0 + number
            optimizer.step(lambda: float(next(losses))) if name == "LBFGS" else optimizer.step()
        return before, card.now - before, card.peak - before


def predicted(path: Path, **training: Any) -> Resuming:
    return resuming(trained(catalogue_of(path)), Training(**training), CARD)


OPTIONS: dict[str, dict[str, Any]] = {
    "SGD": {"lr": 0.1, "momentum": 0.9},
    "RMSprop": {"momentum": 0.9, "centered": True},
    "AdamW": {"amsgrad": True},
}


@pytest.mark.parametrize("name", STEPPING)
@pytest.mark.parametrize("steps", [0, 3], ids=["before the first step", "after three"])
def test_resuming_takes_what_is_predicted(tmp_path, name, steps):
    """Gradients, state and the step's temporaries, to the byte. What had no gradient so far is not counted."""
    options = OPTIONS.get(name, {})
    path = save(checkpoint(name, steps, **options), tmp_path / "run.pt")
    # before the first step nothing tells that a parameter is not trained; Adagrad makes state for all at once
    _, stays, peak = resumed(path, name, 2, unused=not steps or name == "Adagrad", **options)
    ours = predicted(path)
    assert ours.gradients + ours.state == stays
    assert ours.total == peak
    assert (ours.state == 0) == (steps > 0 or name == "Adagrad")
    assert not ours.unknown_steps


def test_lbfgs_takes_its_whole_history(tmp_path):
    path = save(checkpoint("LBFGS", 1, history_size=5, max_iter=4), tmp_path / "run.pt")
    _, stays, peak = resumed(path, "LBFGS", 6, unused=True, history_size=5, max_iter=4)
    ours = predicted(path)
    assert ours.gradients + ours.state == stays
    assert ours.total == peak


def test_radam_is_past_its_first_steps(tmp_path):
    """They take less than the later ones do."""
    path = save(checkpoint("RAdam", 0, foreach=False), tmp_path / "run.pt")
    _, stays, peak = resumed(path, "RAdam", 2, unused=True, foreach=False)
    ours = predicted(path)
    assert (ours.gradients + ours.state, ours.total) == (stays, peak)


@pytest.mark.parametrize("step", ["foreach", "fused", "for-loop"])
def test_the_implementation_that_is_asked_for(tmp_path, step):
    path = save(checkpoint("AdamW", 0), tmp_path / "run.pt")
    options = {"foreach": {"foreach": True}, "fused": {"fused": True}, "for-loop": {"foreach": False}}[step]
    asked = save(checkpoint("AdamW", 0, **options), tmp_path / "asked.pt")
    _, stays, peak = resumed(asked, "AdamW", 2, unused=True, **options)
    ours = predicted(path, step=step)
    assert (ours.gradients + ours.state, ours.total) == (stays, peak)
    assert ours.steps[0].how == step


def test_the_activations_are_the_users_number(tmp_path):
    path = save(checkpoint("SGD", 0, lr=0.1), tmp_path / "run.pt")
    assert predicted(path, activations=12345).total - predicted(path).total == 12345


def test_sparse_adam_is_told_as_far_as_it_can_be(tmp_path):
    path = save(checkpoint("SparseAdam", 0), tmp_path / "run.pt")
    ours = predicted(path)
    model = [round_size(each.nbytes) for each in Small().parameters()]
    assert (ours.gradients, ours.state) == (0, 2 * sum(model))
    assert [step.temporaries for step in ours.unknown_steps] == [None]
    assert "how much the gradients and step() of SparseAdam take" in " ".join(resuming_text(ours, Machine()))


def test_an_optimizer_of_somebody_else_is_not_told(tmp_path):
    """Lion is not of torch, nor is an AdamW with options that torch has not."""
    model = Small()
    for options, state in (
        ({"lr": 1e-4, "betas": (0.9, 0.99), "weight_decay": 0.0}, ("exp_avg",)),
        (
            {"lr": 1e-4, "betas": (0.9, 0.99), "eps": 1e-6, "weight_decay": 0.0, "correct_bias": True},
            ("step", "exp_avg", "exp_avg_sq"),
        ),
    ):
        groups = [{**options, "params": list(range(5))}]
        held = {
            number: {key: torch.tensor(1.0) if key == "step" else torch.zeros_like(each) for key in state}
            for number, each in enumerate(model.parameters())
        }
        path = save({"m": model.state_dict(), "o": {"state": held, "param_groups": groups}}, tmp_path / "run.pt")
        ours = predicted(path)
        assert ours.gradients == sum(round_size(each.nbytes) for each in model.parameters())
        assert len(ours.unknown_steps) == 1
        assert (ours.state, ours.temporaries) == (0, 0)
        figures, *_, unknown, _ = resuming_text(ours, Machine())
        assert "step()" not in figures
        assert unknown.startswith("The file does not say how much further state and step() of ")


def test_a_file_without_a_model_is_not_told(tmp_path):
    path = save({"rng": torch.get_rng_state(), "epoch": 3}, tmp_path / "rng.pt")
    (sentence,) = resuming_text(predicted(path), Machine())
    assert "does not say which parameters are trained" in sentence


def test_without_an_optimizer_there_are_gradients_of_the_parameters_alone(tmp_path):
    net = Net()
    path = save({**net.state_dict(), "position_ids": torch.arange(5000)}, tmp_path / "weights.pt")
    ours = predicted(path)
    assert ours.gradients == sum(round_size(each.nbytes) for each in net.parameters())
    assert (ours.steps, ours.state, ours.temporaries) == ((), 0, 0)
    assert not ours.wrapped, "one of its own modules is called module"


def test_a_generator_and_its_discriminator_step_one_after_the_other(tmp_path):
    parts: dict[str, Any] = {}
    for name, size in (("G", 3000), ("D", 1000)):
        layer = nn.Linear(size, 4, bias=False)
        parts |= {
            f"net{name}": layer.state_dict(),
            f"optimizer{name}": torch.optim.Adam(layer.parameters()).state_dict(),
        }
    ours = predicted(save(parts, tmp_path / "gan.pt"))
    large, small = round_size(4 * 4 * 3000), round_size(4 * 4 * 1000)
    assert (ours.gradients, ours.state, ours.temporaries) == (large + small, 2 * (large + small), large)


def test_on_the_cpu_torch_takes_the_loop_and_nothing_is_rounded(tmp_path):
    path = save(checkpoint("AdamW", 0), tmp_path / "run.pt")
    ours = resuming(trained(catalogue_of(path)), Training(), "cpu")
    sizes = [each.nbytes for each in Small().parameters()]
    assert (ours.gradients, ours.state, ours.steps[0].how) == (sum(sizes), 2 * sum(sizes), "for-loop")


def test_the_live_models_dtype_decides(tmp_path):
    path = save(checkpoint("AdamW", 0), tmp_path / "run.pt")
    half = resuming(trained(catalogue_of(path), Loaded(model_dtype="bfloat16")), Training(), CARD)
    assert half.gradients == sum(round_size(each.numel() * 2) for each in Small().parameters())


def test_without_its_state_the_optimizer_begins_anew(tmp_path):
    path = save(checkpoint("Adam", 3), tmp_path / "run.pt")
    catalogue = catalogue_of(path)
    kept, anew = (
        resuming(trained(catalogue, Loaded(optimizer=optimizer)), Training(), CARD) for optimizer in (True, False)
    )
    assert (kept.state, anew.state) == (0, 2 * anew.gradients)
    assert (kept.loaded_state > 0, anew.loaded_state) == (True, 0)


# -- with what loading leaves ------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["AdamW", "SGD", "Adafactor", "NAdam"])
def test_loading_and_resuming_together_take_what_the_card_holds(tmp_path, name):
    """From ``torch.load`` to the second step, for the way that real torch goes here."""
    options = OPTIONS.get(name, {})
    path = save(checkpoint(name, 3, **options), tmp_path / "run.pt")
    loaded, stays, peak = resumed(path, name, 2, unused=False, **options)
    ours = predict_memory(planned(path), Machine(context=0)).outcome("map-target").resuming
    assert ours is not None
    assert (ours.loaded, ours.needs) == (loaded, loaded + peak)
    assert ours.loaded + ours.gradients + ours.state == loaded + stays


def test_what_was_worked_out_once_is_told_of_each_training(tmp_path):
    """Only the implementation decides anew; a plan that drops is another file."""
    path = save(checkpoint("AdamW", 3), tmp_path / "run.pt")
    view, machine = planned(path), Machine(gpus=2)
    trainings = [Training(), Training(1000), Training(step="fused"), Training(cards=2), Training()]
    found = [predict_memory(view, machine, training=each).outcome("map-cpu").resuming for each in trainings]
    for each, training in zip(found, trainings, strict=True):
        assert each is not None
        fresh = resuming(trained(catalogue_of(path)), training, CARD)
        assert replace(each, loaded=0) == fresh


def test_a_file_that_loads_may_not_train(tmp_path):
    path = save(checkpoint("Adam", 3), tmp_path / "run.pt")
    machine = Machine(context=0, capacity=4 * MIB)
    (fits, lacks) = (
        predict_memory(planned(path), machine, training=Training(activations)).outcome("map-target")
        for activations in (0, 4 * MIB)
    )
    assert fits.verdict == lacks.verdict == "loads"
    assert fits.resuming is not None
    assert lacks.resuming is not None
    assert "are left for activations. Only a run shows" in resuming_text(fits.resuming, machine)[1]
    more = memory_text(lacks.resuming.needs - machine.room)
    assert f"{more} too much, so it cannot train like this" in resuming_text(lacks.resuming, machine)[1]


def test_a_dropped_optimizer_is_not_resumed(tmp_path):
    path = save(checkpoint("Adam", 3), tmp_path / "run.pt")
    entry = catalogue_of(path).find("optimizer")
    outcome = predict_memory(planned(path, Drop(entry)), Machine()).outcome("fixed")
    assert outcome.resuming is not None
    assert outcome.resuming.steps == ()
    assert any("No optimizer" in line for line in resuming_text(outcome.resuming, Machine()))


def test_a_replica_is_what_torch_copies(tmp_path, monkeypatch):
    """Real ``replicate``, with copies of tensors without bytes in the place of its broadcast."""
    from torch.nn.parallel import comm, replicate

    path = save(nn.DataParallel(Net()).state_dict(), tmp_path / "wrapped.pt")
    made: list[torch.Tensor] = []

    def broadcast(tensors: Any, devices: Any, *_: Any) -> list[list[torch.Tensor]]:
        assert list(devices) == [0, 1]
        copies = [torch.empty_like(tensor) for tensor in tensors]
        made.extend(copies)
        return [list(tensors), copies]

    monkeypatch.setattr(comm, "broadcast_coalesced", broadcast)
    with torch.device("meta"):
        net = Net()
    net.tied.weight = net.first.weight
    replicate(net, [0, 1])
    ours = predicted(path, cards=2)
    assert ours.replica == sum(round_size(tensor.nbytes) for tensor in made)
    assert ours.replica_gradients == sum(round_size(each.nbytes) for each in net.parameters())
    two = Machine(gpus=2)
    assert sum("DataParallel: every other card" in line for line in resuming_text(ours, two)) == 1
    assert not any("DataParallel" in line for line in resuming_text(predicted(path), Machine()))
    assert any("DataParallel" in line for line in resuming_text(predicted(path), two)), "the keys say module."


def test_an_optimizer_loaded_before_the_model_moves_leaves_its_state_in_ram(tmp_path):
    path = save(checkpoint("Adam", 3), tmp_path / "run.pt")
    loaded = torch.load(path)
    on_cpu = Small()
    optimizer = torch.optim.Adam(on_cpu.parameters())
    optimizer.load_state_dict(loaded["optimizer"])
    state = [tensor for each in optimizer.state.values() for tensor in tensors_in(each)]
    assert {tensor.device.type for tensor in state} == {"cpu"}
    with fake_card():
        with torch.device(CARD):
            moved = Small()
        later = torch.optim.Adam(moved.parameters(), foreach=False)
        for parameter, before in zip(moved.parameters(), on_cpu.parameters(), strict=True):
            parameter.grad = torch.empty_like(parameter)
            if before in optimizer.state:
                # `model.to` moves what is in the parameters alone
                later.state[parameter] = {key: torch.empty_like(each) for key, each in optimizer.state[before].items()}
        with pytest.raises(RuntimeError, match="device"):
            later.step()
    ours = predicted(path)
    assert ours.loaded_state == sum(tensor.nbytes for tensor in state)
    assert any("stays in RAM and step() fails" in line for line in resuming_text(ours, Machine()))


def test_the_command_line_tells_the_same(tmp_path, capsys):
    path = save(checkpoint("AdamW", 0), tmp_path / "run.pt")
    asked = ["--activations", "1GiB", "--step", "for-loop", "--data-parallel", "3", "--gpus", "3"]
    assert main(["memory", str(path), *asked, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)["strategies"][2]
    training = Training(1 << 30, "for-loop", 3)
    ours = predict_memory(planned(path), Machine(gpus=3), training=training).outcome("map-target").resuming
    assert ours is not None
    told = {key: found["resuming"][key] for key in ("gradients", "state_to_come", "step", "activations", "needs")}
    assert list(told.values()) == [ours.gradients, ours.state, ours.temporaries, 1 << 30, ours.needs]
    assert found["resuming"]["text"] == list(resuming_text(ours, Machine(gpus=3)))
    assert found["resuming"]["optimizers"][0]["how"] == "for-loop"
    assert main(["memory", str(path), *asked]) == 0
    printed = capsys.readouterr().out
    best = predict_memory(planned(path), Machine(gpus=3), training=Training(1 << 30, "for-loop", 3)).best
    assert best is not None
    assert best.resuming is not None
    for sentence in resuming_text(best.resuming, Machine(gpus=3)):
        assert f"resume  {sentence}\n" in printed
    assert main(["memory", str(path), "--gpus", "1", "--data-parallel", "2"]) == 1
    assert "needs 2 cards" in capsys.readouterr().err


def test_the_options_are_those_of_torch():
    parameters = [nn.Parameter(torch.zeros(2, 2))]
    for name, options in _OPTIONS.items():
        assert getattr(torch.optim, name)(parameters, lr=0.1).defaults.keys() <= set(options.split()), name
    assert _OPTIONS.keys() == {*STEPPING, "LBFGS", "SparseAdam"}
