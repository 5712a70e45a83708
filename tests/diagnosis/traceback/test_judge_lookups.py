"""Errors of the script around the file: what it looked for in there, and what it found instead."""

from __future__ import annotations

import traceback
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import torch
from torch import nn

from cli.main import run
from core.diagnosis.traceback.answer import Answer, answer
from core.diagnosis.traceback.recognise import recognise
from tests.containers.facts import FOLDERS
from tests.files.checkpoints import save
from tests.support.engine import fix, planned
from tests.support.oracle import assert_same

OPTIMIZERS = [
    *("Adam", "AdamW", "SGD", "RMSprop", "Adagrad", "Adadelta"),
    *("Adamax", "NAdam", "RAdam", "Rprop", "ASGD", "LBFGS"),
]


def raised_by(run: Callable[[], Any]) -> str | None:
    """The traceback of what a script does; None where nothing is raised."""
    try:
        run()
    except Exception:  # noqa: BLE001 - whatever it is, it is what the user sees
        return traceback.format_exc()
    return None


def answered(text: str, path: Path) -> Answer:
    found = recognise(text)
    assert found is not None, text
    return answer(found, (), planned(path))


def made(kind: str, width: int = 2) -> tuple[nn.Module, torch.optim.Optimizer]:
    model = nn.Linear(3, width)
    options = {"lr": 0.1, "momentum": 0.9} if kind == "SGD" else {}
    return model, getattr(torch.optim, kind)(model.parameters(), **options)


def step(model: nn.Module, optimizer: torch.optim.Optimizer) -> None:
    def loss() -> torch.Tensor:
        optimizer.zero_grad()
        value = model(torch.ones(4, 3)).pow(2).sum()
        value.backward()
        return value

    optimizer.step(loss)


def trained(kind: str) -> dict[str, Any]:
    model, optimizer = made(kind)
    step(model, optimizer)
    return {"model": model.state_dict(), "optimizer": optimizer.state_dict()}


@pytest.mark.parametrize("of", OPTIMIZERS)
def test_state_of_another_optimizer(of: str, tmp_path: Path) -> None:
    checkpoint = trained(of)
    path = save(checkpoint, tmp_path / "a.pth")
    told = 0
    for kind in OPTIMIZERS:
        model, optimizer = made(kind)

        def resume(model: nn.Module = model, optimizer: torch.optim.Optimizer = optimizer) -> None:
            optimizer.load_state_dict(checkpoint["optimizer"])
            step(model, optimizer)

        text = raised_by(resume)
        if text is None:
            continue
        assert kind != of
        found = recognise(text)
        assert found is not None, text
        assert found.codes[0] == "other-optimizer", text
        said = answered(text, path)
        told += said.is_cause
        assert not said.is_cause or of in said.text or of in ("AdamW", "RAdam", "NAdam"), said.text
    assert told >= 7


@pytest.mark.parametrize("kind", OPTIMIZERS)
def test_state_of_other_shapes(kind: str, tmp_path: Path) -> None:
    checkpoint = trained(kind)
    model, optimizer = made(kind, width=5)

    def resume() -> None:
        optimizer.load_state_dict(checkpoint["optimizer"])
        step(model, optimizer)

    text = raised_by(resume)
    assert text is not None
    found = recognise(text)
    assert found is not None
    assert found.codes[0] == "other-shapes"
    assert found.quote.startswith("RuntimeError: The size of tensor")
    said = answered(text, save(checkpoint, tmp_path / "a.pth")).text
    assert ("fits its own model" in said) == (kind != "LBFGS")  # which keeps the state of all in one piece


def test_a_shape_error_of_a_model_is_none_of_an_optimizer() -> None:
    text = raised_by(lambda: torch.ones(3, 2) + torch.ones(3, 5))
    assert text is not None
    assert recognise(text) is None


WHOLE = {"state_dict": {"a.weight": torch.ones(1)}, "epoch": 3, "optimizer": {}}
WRAPPED = {"net": {"module.a.weight": torch.ones(2)}}
LOOKED_FOR: dict[str, tuple[Any, str, str]] = {
    "a part under another name": (
        WHOLE,
        "model",
        (
            "it has no 'model' at the top. It holds 'state_dict', 'epoch', 'optimizer'. "
            "The weights are in checkpoint['state_dict']."
        ),
    ),
    "a part of the bare weights": (
        {"a.weight": torch.ones(1), "a.bias": torch.ones(2)},
        "state_dict",
        (
            "it has no 'state_dict' at the top. It is the state dict itself (2 keys, such as 'a.weight'), which is "
            "how torch recommends saving it. Fix the script: model.load_state_dict(torch.load(f))."
        ),
    ),
    "a weight one step inside": (WHOLE, "a.weight", "the name is 'a.weight' in checkpoint['state_dict']."),
    "a weight with a prefix": (WRAPPED, "a.weight", "the name is 'module.a.weight' in checkpoint['net']."),
}


@pytest.mark.parametrize("name", LOOKED_FOR)
def test_a_key_that_is_not_there(name: str, tmp_path: Path) -> None:
    value, key, expected = LOOKED_FOR[name]
    text = raised_by(lambda: value[key])
    assert text is not None
    said = answered(text, save(value, tmp_path / "a.pth"))
    assert said.recognised.codes == ("no-such-key",)
    assert said.is_cause
    assert said.text == f"This file is the cause: {expected}"


def test_a_key_that_is_there_is_no_cause(tmp_path: Path) -> None:
    said = answered("KeyError: 'epoch'", save(WHOLE, tmp_path / "a.pth"))
    assert (said.verdict, said.text) == ("not-cause", "This file is not the cause: it has 'epoch' at the top.")


def test_what_is_no_dict_raises_no_key_error(tmp_path: Path) -> None:
    value = [torch.ones(1)]
    assert "TypeError" in str(raised_by(lambda: value["model"]))  # type: ignore[call-overload]
    said = answered("KeyError: 'model'", save(value, tmp_path / "a.pth"))
    assert said.verdict == "not-cause"
    assert "list of 1" in said.text


def test_a_key_of_another_kind_may_be_of_something_else(tmp_path: Path) -> None:
    said = answered("KeyError: 'image_id'", save(WHOLE, tmp_path / "a.pth"))
    assert said.verdict == "cannot-tell"
    assert "if the script looked into this file: it has no 'image_id'" in said.text


def test_what_torch_says_counts_more_than_a_key_error() -> None:
    between = "During handling of the above exception, another exception occurred:"
    found = recognise(f"KeyError: 'model'\n\n{between}\n\nEOFError: Ran out of input")
    assert found is not None
    assert found.codes[0] == "not-a-checkpoint"


@pytest.mark.parametrize(("of", "kind"), [("Adam", "SGD"), ("SGD", "Adam")])
def test_the_last_line_alone_will_do(of: str, kind: str, tmp_path: Path) -> None:
    asked = "betas" if kind == "Adam" else "momentum"
    said = answered(f"KeyError: {asked!r}", save(trained(of), tmp_path / "a.pth"))
    assert said.is_cause
    assert f"it has the state of {of}" in said.text


OTHER_NAMES = {
    "the weights": ({"state_dict": {"a.weight": torch.ones(1)}, "epoch": 1}, "model", "state_dict"),
    "the optimizer": (trained("Adam"), "optim_state_dict", "optimizer"),
}


@pytest.mark.parametrize("name", OTHER_NAMES)
def test_a_part_under_another_name_is_renamed(name: str, tmp_path: Path) -> None:
    value, key, called = OTHER_NAMES[name]
    path = save(value, tmp_path / "a.pth")
    said = answered(f"KeyError: {key!r}", path)
    (finding,) = said.findings
    assert finding.paths == (called,)
    fix(path, tmp_path / "out.pth", *finding.edits)
    out = torch.load(tmp_path / "out.pth")
    assert_same(out[key], value[called])
    assert called not in out
    cured = answer(said.recognised, (), planned(path, *finding.edits))
    assert not cured.is_cause


def test_no_name_is_guessed_between_two(tmp_path: Path) -> None:
    value = {"net": {"a.weight": torch.ones(1)}, "ema": {"a.weight": torch.ones(1)}}
    said = answered("KeyError: 'model'", save(value, tmp_path / "a.pth"))
    assert said.is_cause
    assert said.findings == ()


def test_the_terminal_says_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = save({"my weights": {"a.weight": torch.ones(1)}}, tmp_path / "a.pth")
    run(["diagnose", str(path), "--error", "KeyError: 'model_state_dict'"])
    assert "--rename 'my weights=model_state_dict'" in capsys.readouterr().out


def test_a_warning_of_a_protocol_that_torch_reads(tmp_path: Path) -> None:
    """The file is of protocol 3, and holds nothing that protocol 2 would say otherwise."""
    path = save({"w": torch.ones(2)}, tmp_path / "a.pt", pickle_protocol=3)
    with pytest.warns(UserWarning, match="Detected pickle protocol 3") as warned:
        torch.load(path)
    said = answered(str(warned[0].message), path)
    assert said.text == "This file is not the cause: torch.load can read every opcode of its pickle."


def test_which_formats_can_be_mapped(tmp_path: Path) -> None:
    whole, legacy = (save({"w": torch.ones(2)}, tmp_path / kind, kind) for kind in ("zip", "legacy"))
    tar = FOLDERS / "containers" / "old.tar.pth"
    errors = [raised_by(lambda path=path: torch.load(path, mmap=True)) for path in (whole, legacy, tar)]
    assert errors[0] is None
    assert answered(str(errors[1]), whole).text == "This file is not the cause: it is a zip, so mmap=True works."
    assert answered(str(errors[1]), legacy).text == "This file is the cause: it is in the legacy format."
    assert answered(str(errors[2]), tar).text == "This file is the cause: it is in the tar format."


def test_a_key_of_the_same_module_is_shown_for_one_that_is_missing(tmp_path: Path) -> None:
    """Of the two modules it is that of the key named before it."""
    path = save({key: torch.ones(1) for key in ("net.a.c.w", "net.a.0")}, tmp_path / "a.pt")
    said = answered('Missing key(s) in state_dict: "net.a.c.k", "net.a.z". ', path)
    assert said.text.endswith("names: net.a.c.k and net.a.z. It does have 'net.a.c.w', in the same module.")
