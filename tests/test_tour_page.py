"""docs/tour.md: all its Python and all its commands are run in their order, and torch says what the page says."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest
import torch

from cli.main import run
from core.layers.known import shapes_of
from tests.files.tour_files import FILES_OF_THE_TOUR, Net, ResNet18, make
from tests.support.machines import machine

ROOT = Path(__file__).parent.parent
PAGE = ROOT / "docs" / "tour.md"
BLOCK = re.compile(r"^```(python|text|console)\n(.*?)^```\n", re.DOTALL | re.MULTILINE)
GPUS = {1: 1, 2: 1, 3: 0, 4: 1, 5: 0, 6: 0, 7: 0}
"""How many GPUs the computer of each trouble has."""


class Timm:
    """Stands in for timm, which is in the frameworks' environment alone."""

    @staticmethod
    def create_model(name: str, num_classes: int) -> torch.nn.Module:
        """Make the one that is on the page."""
        assert name == "resnet18"
        return ResNet18(num_classes)


class Step(NamedTuple):
    """Something to do, and what is said of it: the error of Python, or what a command prints."""

    kind: str
    text: str
    said: str


def steps(number: int) -> Iterator[Step]:
    """What is done about one trouble."""
    text = PAGE.read_text(encoding="utf-8")
    section = re.split(r"^## ", text, flags=re.MULTILINE)[number]
    assert section.startswith(f"{number}.")
    blocks = BLOCK.findall(section)
    for place, (kind, body) in enumerate(blocks):
        if kind == "python":
            error = blocks[place + 1][1] if place + 1 < len(blocks) and blocks[place + 1][0] == "text" else ""
            yield Step(kind, body, error)
        elif kind == "console":
            for asked in re.split(r"^\$ ", body, flags=re.MULTILINE)[1:]:
                line, _, printed = asked.partition("\n")
                yield Step(kind, line, printed)


def assert_says(wanted: str, said: str) -> None:
    """``…`` stands for anything in its line; alone on a line, for lines."""
    pieces = [re.escape(piece).replace("…", ".*") for piece in re.split(r"^…\n", wanted, flags=re.MULTILINE)]
    assert bool(re.fullmatch("(?:.*\n)*".join(pieces), said)), f"{wanted}\n---- and not\n{said}"


def does(step: Step, names: dict[str, Any], gpus: int, capsys: pytest.CaptureFixture[str]) -> None:
    """Do a step on a computer with so many GPUs, and hold what is said against the page."""
    if step.kind == "console":
        words = shlex.split(step.text)
        assert words[:2] == ["python", "main.py"]
        run(words[2:])
        printed = capsys.readouterr()
        assert_says(step.said, (printed.out + printed.err).replace(f"{Path.cwd()}/", ""))
        return
    with machine(gpus):
        said = error_of(step.text, names)
    assert bool(said) == bool(step.said), f"{step.text}\n{said}"
    for wanted in step.said.splitlines():
        pattern = re.escape(wanted).replace("…", ".*")
        assert any(re.fullmatch(pattern, line) for line in said.splitlines()), f"{wanted}\n---- and not\n{said}"


def error_of(code: str, names: dict[str, Any]) -> str:
    """What Python code raises, as a traceback ends with it; nothing where all is well."""
    try:
        exec(compile(code, "the page", "exec"), names)
    except Exception as error:  # noqa: BLE001 - whatever it is
        return re.sub("\x1b\\[[0-9]m", "", f"{type(error).__name__}: {error}")
    return ""


@pytest.mark.corpus
@pytest.mark.parametrize("number", GPUS)
def test_the_trouble_is_there_and_then_gone(
    number: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """In the order of the page; later steps find what earlier ones wrote."""
    name = list(FILES_OF_THE_TOUR)[number - 1]
    make(name, tmp_path)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    names: dict[str, Any] = {"torch": torch, "Net": Net, "timm": Timm}
    done = list(steps(number))
    for step in done:
        does(step, names, GPUS[number], capsys)
    python = [step for step in done if step.kind == "python"]
    assert name in python[0].text
    assert python[0].said, "the trouble"
    assert not python[-1].said, "and that it is gone"
    assert any(step.kind == "console" for step in done)


def test_the_stand_in_has_the_keys_and_shapes_of_the_model_of_timm() -> None:
    ours = {key: tuple(value.shape) for key, value in ResNet18(1000).state_dict().items()}
    assert ours == shapes_of("timm:resnet18")


def test_state_follows_its_parameters(tmp_path: Path) -> None:
    """The fourth trouble as torch sees it: on which device each piece of state is, before and after."""
    make("resume.pt", tmp_path)
    run(["fix", str(tmp_path / "resume.pt"), "-o", str(tmp_path / "here.pt"), "--optimizer-device", "follow"])
    with machine(1) as gpus:
        state = torch.load(tmp_path / "here.pt")["optimizer"]["state"]
        devices = {key: {gpus.device_of(each[key]) for each in state.values()} for key in state[0]}
    assert devices == {"step": {"cpu"}, "exp_avg": {"cuda:0"}, "exp_avg_sq": {"cuda:0"}}


def test_a_step_with_state_put_in_by_hand(tmp_path: Path) -> None:
    """What the person of the fourth story does; ``meta`` stands in for the second device that this computer lacks."""
    make("resume.pt", tmp_path)
    run(["fix", str(tmp_path / "resume.pt"), "-o", str(tmp_path / "here.pt"), "--optimizer-device", "follow"])

    def step_with(name: str) -> None:
        checkpoint = torch.load(tmp_path / name, map_location={"cuda:0": "cpu", "cuda:1": "meta"})
        model = Net()
        model.load_state_dict(checkpoint["model"])
        optimizer = torch.optim.Adam(model.parameters(), foreach=False)
        state = checkpoint["optimizer"]["state"].values()
        optimizer.state.update(zip(model.parameters(), state, strict=True))
        model(torch.randn(2, 3, 8, 8)).sum().backward()
        optimizer.step()

    with pytest.raises(RuntimeError, match="on device cpu is not on the expected device meta"):
        step_with("resume.pt")
    step_with("here.pt")
