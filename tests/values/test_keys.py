"""The tensors that a text names: paths, globs, parameters, optimizer state; and the nearest where it names none."""

from __future__ import annotations

from pathlib import Path

import pytest
import torch

from core.catalogue.catalogue import Catalogue
from core.catalogue.rows_named import rows_named
from core.errors import PathNotFound
from tests.files.checkpoints import save, training_checkpoint
from tests.support.engine import catalogue_of
from tests.support.oracle import PretendGpus


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Catalogue:
    """A model in DataParallel, and Adam."""
    path = tmp_path_factory.mktemp("keys") / "run.pth"
    with PretendGpus() as gpus:
        save(training_checkpoint(gpus), path)
    return catalogue_of(path)


def named(catalogue: Catalogue, text: str) -> list[str]:
    return [catalogue.path_text(catalogue.tensors[row].entry) for row in rows_named(catalogue, text)]


MODEL = "state_dict/module."


@pytest.mark.parametrize(
    ("text", "found"),
    [
        (f"{MODEL}first.weight", [f"{MODEL}first.weight"]),
        ("module.first.weight", [f"{MODEL}first.weight"]),
        ("first.weight", [f"{MODEL}first.weight"]),
        ("middle.weight", [f"{MODEL}middle.weight"]),
        ("optimizer/state/7/exp_avg", ["optimizer/state/7/exp_avg"]),
        ("exp_avg of module.first.weight", ["optimizer/state/7/exp_avg"]),
        ("exp_avg of first.weight", ["optimizer/state/7/exp_avg"]),
        ("optimizer/state/7", [f"optimizer/state/7/{name}" for name in ("step", "exp_avg", "exp_avg_sq")]),
        ("optimizer/state/7/exp*", [f"optimizer/state/7/{name}" for name in ("exp_avg", "exp_avg_sq")]),
        ("exp_avg of *", [f"optimizer/state/{number}/exp_avg" for number in range(1, 8)]),
        ("exp_avg", [f"optimizer/state/{number}/exp_avg" for number in range(1, 8)]),
        ("*.bias", [f"{MODEL}{name}.bias" for name in ("submodule", "norm", "middle")]),
        ("**/*.bias", [f"{MODEL}{name}.bias" for name in ("submodule", "norm", "middle")]),
        ("state_dict/*norm.running_????", [f"{MODEL}norm.running_mean"]),
        ("state_dict/*norm.running_[!m]*", [f"{MODEL}norm.running_var"]),
        ("**/[27]/step", ["optimizer/state/2/step", "optimizer/state/7/step"]),
    ],
)
def test_what_a_text_names(run: Catalogue, text: str, found: list[str]) -> None:
    assert named(run, text) == found


@pytest.mark.parametrize(
    ("text", "count"), [("state_dict/**", 12), ("state_dict", 12), ("**", 33), ("", 33), ("*", 33)]
)
def test_branches(run: Catalogue, text: str, count: int) -> None:
    assert len(named(run, text)) == count


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("first.wieght", "named 'first.wieght'. Did you mean 'first.weight'?"),
        ("state_dict/module.first.wight", "Did you mean 'state_dict/module.first.weight'?"),
        ("exp_avg of first.weigth", "Did you mean 'exp_avg of first.weight'?"),
        ("optimizer/*", "named 'optimizer/*'."),
        ("zzz", "The first one is 'state_dict/module.unused'."),
        ("epoch", "'epoch' is 27, with no tensor in it."),
        ("args", "'args' is dict of 6, with no tensor in it."),
        ("[", "No tensor in this file is named '['."),
        ("\x1b[31m", "No tensor in this file is named"),
    ],
)
def test_nothing_is_named(run: Catalogue, text: str, said: str) -> None:
    with pytest.raises(PathNotFound) as caught:
        rows_named(run, text)
    assert said in str(caught.value)
    assert "\x1b" not in str(caught.value)


def test_a_key_with_signs_of_globs_is_itself(tmp_path: Path) -> None:
    torch.save(
        {"a[0].w": torch.ones(1), "a0.w": torch.ones(1), "a/b": torch.ones(1), "*": torch.ones(1)}, tmp_path / "f"
    )
    catalogue = catalogue_of(tmp_path / "f")
    assert named(catalogue, "a[0].w") == ["a[0].w"]
    assert named(catalogue, "a[01].w") == ["a0.w"]
    assert named(catalogue, "a/b") == ["a/b"]
    assert named(catalogue, "*") == ["*"]
    assert len(named(catalogue, "**")) == 4


def test_a_tensor_made_of_others_is_its_parts(tmp_path: Path) -> None:
    torch.save({"s": torch.eye(3).to_sparse(), "w": torch.ones(2)}, tmp_path / "f")
    catalogue = catalogue_of(tmp_path / "f")
    parts = {catalogue.part_name(catalogue.tensors[row].entry) for row in rows_named(catalogue, "s")}
    assert parts == {"indices", "values"}
    assert len(rows_named(catalogue, "?")) == 3


def test_several_models_have_a_parameter_of_the_name(tmp_path: Path) -> None:
    torch.save({"model": {"w": torch.ones(1)}, "ema": {"w": torch.ones(1)}, "bare": torch.ones(1)}, tmp_path / "f")
    assert named(catalogue_of(tmp_path / "f"), "w") == ["model/w", "ema/w"]


def test_a_file_that_is_one_tensor(tmp_path: Path) -> None:
    torch.save(torch.ones(3), tmp_path / "f")
    catalogue = catalogue_of(tmp_path / "f")
    assert rows_named(catalogue, "") == [0]
    torch.save({"epoch": 3}, tmp_path / "g")
    with pytest.raises(PathNotFound, match="There is none in it"):
        rows_named(catalogue_of(tmp_path / "g"), "w")
