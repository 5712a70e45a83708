"""``code FILE`` prints the window's recipes, and the device that is meant is understood by every command that asks."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
import torch
from torch import nn

from cli.main import run
from core.errors import EditError
from core.loading.computer import Computer, parse_computer
from core.loading.recipes import load_recipes
from tests.files.checkpoints import save, training_checkpoint
from tests.places import TESTS
from tests.support.engine import planned
from tests.support.oracle import PretendGpus, saved_devices


@pytest.fixture
def source(tmp_path: Path) -> Path:
    with PretendGpus() as gpus:
        return save(training_checkpoint(gpus, "cuda:5"), tmp_path / "a.pt")


def test_code_is_what_the_window_offers(source: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["code", str(source), "--machine", "gpus:2", "--target", "cuda:1", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)["recipes"]
    offered = load_recipes(planned(source), Computer(2, card=1))
    assert [(each["title"], each["code"], each["note"]) for each in told] == [
        (each.title, each.code, each.note) for each in offered
    ]
    assert run(["code", str(source), "--machine", "gpus:2", "--target", "cuda:1"]) == 0
    text = capsys.readouterr().out
    compile(text, "all of it", "exec")
    assert all(each.code in text for each in offered)
    assert "model = Model().to('cuda:1')" in text
    assert "DataParallel(Model().to('cuda:1'), device_ids=[1, 0])" in text


def test_an_optimizer_alone_finds_its_parameters_on_the_card(tmp_path: Path) -> None:
    """Built before the model is moved, it would keep its state on the CPU."""
    net = nn.Linear(2, 2)
    optimizer = torch.optim.Adam(net.parameters())
    net(torch.ones(1, 2)).sum().backward()
    optimizer.step()
    path = save(optimizer.state_dict(), tmp_path / "optimizer.pt")
    (recipe,) = load_recipes(planned(path), Computer(1))
    moved, built = recipe.code.index("Model().to('cuda:0')"), recipe.code.index("torch.optim.Adam(model.parameters()")
    assert moved < built


def test_the_card_that_is_meant(source: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["diagnose", str(source), "--target", "cuda:5"]) == 0
    assert "old-gpu-memory" not in capsys.readouterr().out
    assert run(["diagnose", str(source), "--machine", "gpus:8"]) == 0
    assert "old-gpu-memory" in capsys.readouterr().out
    fixed = tmp_path / "b.pt"
    cure = ["fix", str(source), "-o", str(fixed), "--cure", "no-such-gpu", "--machine", "gpus:2", "--target", "cuda:1"]
    assert run(cure) == 0
    assert set(saved_devices(fixed)) == {"cpu", "cuda:1"}


def test_the_command_that_cures_names_the_card(source: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run(["diagnose", str(source), "--machine", "gpus:2", "--target", "cuda:1"])
    assert "--machine gpus:2 --target cuda:1 --cure no-such-gpu" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("machine", "target", "computer"),
    [
        (None, None, Computer()),
        (None, "cuda:3", Computer(4, card=3)),
        (None, "cpu", Computer()),
        ("gpus:2", "cuda", Computer(2)),
        ("gpus:2", "CUDA:1", Computer(2, card=1)),
    ],
)
def test_computers(machine: str | None, target: str | None, computer: Computer) -> None:
    assert parse_computer(machine, target) == computer


@pytest.mark.parametrize(
    ("machine", "target", "words"),
    [
        ("cpu", "cuda:0", "a computer without a GPU"),
        ("gpus:2", "cuda:2", "a computer with 2 GPUs"),
        (None, "gpu", "write cpu, cuda:0"),
        ("gpu", None, "write cpu, gpus:1"),
    ],
)
def test_a_target_that_is_not_there(machine: str | None, target: str | None, words: str) -> None:
    with pytest.raises(EditError, match=words):
        parse_computer(machine, target)


def test_notes_say_why_and_how(source: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["diagnose", str(source), "--machine", "gpus:8", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)["findings"]
    run(["diagnose", str(source), "--machine", "gpus:8"])
    text = " ".join(capsys.readouterr().out.split())
    notes = [each for each in found if each["severity"] == "note" and each["code"] != "new-container"]
    assert {"memory-twice", "old-gpu-memory"} <= {each["code"] for each in notes}
    for note in notes:
        assert f"why: {' '.join(note['explanation'].split())}" in text
        assert f"--cure {note['code']}" in text


def two_models(path: Path, first: str, second: str, trained: int) -> Path:
    """Two models of the same shapes, and an optimizer of one of them."""
    nets = [nn.Linear(2, 2), nn.Linear(2, 2)]
    optimizer = torch.optim.Adam(nets[trained].parameters())
    nets[trained](torch.ones(1, 2)).sum().backward()
    optimizer.step()
    states = {first: nets[0].state_dict(), second: nets[1].state_dict()}
    return save({**states, "opt": optimizer.state_dict()}, path)


def test_an_optimizer_is_built_of_the_model_that_it_trains(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    unknown = two_models(tmp_path / "a.pt", "left", "right", 1)
    assert run(["code", str(unknown)]) == 0
    assert "whose model the file does not tell" in capsys.readouterr().out
    assert run(["code", str(unknown), "--optimizer-of", "opt=right"]) == 0
    text = capsys.readouterr().out
    assert "whose model" not in text
    assert "model.load_state_dict(checkpoint['right'])" in text
    assert "optimizer = torch.optim.Adam(model.parameters(), lr=0.001)" in text


def test_optimizers_in_another_order_than_their_models(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = two_models(tmp_path / "a.pt", "netD", "netG", 0)
    both = torch.load(path)
    state = both.pop("opt")
    save({**both, "optD": state, "optG": state}, path)
    assert run(["code", str(path), "--optimizer-of", "optD=netG", "--optimizer-of", "optG=netD"]) == 0
    text = capsys.readouterr().out
    pairs = dict(re.findall(r"(model_\d)\.load_state_dict\(checkpoint\['(\w+)'\]\)", text))
    built = dict(re.findall(r"(optimizer_\d) = torch.optim.Adam\((model_\d)\.parameters", text))
    loaded = dict(re.findall(r"(optimizer_\d)\.load_state_dict\(checkpoint\['(\w+)'\]\)", text))
    assert {loaded[each]: pairs[model] for each, model in built.items()} == {"optD": "netG", "optG": "netD"}


def test_the_part_that_an_optimizer_trains_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    """Lightning's GAN: two optimizers, each of a part of one model."""
    assert run(["code", str(TESTS / "data" / "lightning" / "gan.ckpt")]) == 0
    text = capsys.readouterr().out
    assert "of what is below generator" in text
    assert "of what is below discriminator" in text


def test_an_optimizer_over_two_models_is_said_to_fit_none_alone(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    nets = [nn.Linear(2, 2), nn.Linear(2, 3)]
    optimizer = torch.optim.Adam([each for net in nets for each in net.parameters()])
    states = {"coarse": nets[0].state_dict(), "fine": nets[1].state_dict()}
    assert run(["code", str(save({**states, "optimizer": optimizer.state_dict()}, tmp_path / "a.pt"))]) == 0
    assert "whose parameters match no single model in this file" in capsys.readouterr().out
