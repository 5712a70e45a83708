"""A recipe made of one file does the same to others, and says what it cannot carry over; in a file it stays itself."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
import torch

from core.edits.edits import (
    OPTIONS,
    AddPrefix,
    Compact,
    Drop,
    Edit,
    InsertSegment,
    MoveOptimizer,
    Plan,
    PutTensor,
    RemapDevice,
    RenameKey,
    RenameKeys,
    SetNumbers,
    SetValue,
    Step,
    StripPrefix,
    UseContainer,
    UseProtocol,
)
from core.edits.numbers.theirs import put_tensor
from core.edits.preview import preview
from core.edits.steps import scalar
from core.errors import BadDevice, CannotOpen, CheckpointError, EditError, KeyCollision
from core.recipes.applying import apply_recipe
from core.recipes.recipe import (
    Recipe,
    keep_recipe,
    read_recipe,
    recipe_from_json,
    recipe_json,
    recipe_of,
    recipes_in,
    step_text,
    step_words,
    write_recipe,
)
from core.recipes.saying import said_alone
from core.saving.save import save as save_plan
from tests.files.checkpoints import save, training_checkpoint
from tests.support.engine import catalogue_of, fix
from tests.support.oracle import PretendGpus, assert_same_files, saved_devices


def run_file(path: Path, device: str = "cuda:7", **more: Any) -> Path:
    with PretendGpus() as gpus:
        return save({**training_checkpoint(gpus, device), **more}, path)


def test_what_was_done_to_one_file_is_done_to_another(tmp_path: Path) -> None:
    first = catalogue_of(run_file(tmp_path / "a.pt"))
    edits = (
        RemapDevice("cuda:7", "cpu"),
        StripPrefix("module.", first.find("state_dict")),
        Drop(first.find("optimizer")),
        RenameKey(first.find("state_dict"), "model"),
        SetValue(first.find("epoch"), 0),
    )
    made = recipe_of(preview(first, Plan(edits)), "lab")
    assert made.left == ()
    assert made.recipe.steps == (
        Step("map", "cuda:*=cpu"),
        Step("strip-prefix", "module."),
        Step("drop", "optimizer"),
        Step("rename", "state_dict=model"),
        Step("set", "epoch=0"),
    )
    other = catalogue_of(run_file(tmp_path / "b.pt", "cuda:3", extra=1))
    applied = apply_recipe(other, made.recipe)
    assert applied.not_done == ()
    save_plan(applied.preview, tmp_path / "recipe.pt")
    by_hand = (
        RemapDevice("cuda:3", "cpu"),
        StripPrefix("module."),
        Drop(other.find("optimizer")),
        RenameKey(other.find("state_dict"), "model"),
        SetValue(other.find("epoch"), 0),
    )
    fix(tmp_path / "b.pt", tmp_path / "hand.pt", *by_hand)
    assert_same_files(tmp_path / "recipe.pt", tmp_path / "hand.pt", ("plain",))
    assert set(saved_devices(tmp_path / "recipe.pt")) == {"cpu"}


def test_a_step_that_a_file_has_nothing_for_is_told_and_the_rest_is_done(tmp_path: Path) -> None:
    steps = (Step("map", "cuda:*=cpu"), Step("drop", "optimizer"), Step("strip-prefix", "module."), Step("compact"))
    catalogue = catalogue_of(save({"model": {"module.a": torch.ones(2)}}, tmp_path / "a.pt"))
    applied = apply_recipe(catalogue, Recipe("", steps))
    assert applied.preview.plan == Plan((StripPrefix("module."),))
    assert [step_text(each.step) for each in applied.not_done] == ["map cuda:*=cpu", "drop optimizer", "compact"]
    assert all(each.why for each in applied.not_done)


def test_keys_that_would_meet_stop_the_file(tmp_path: Path) -> None:
    catalogue = catalogue_of(save({"module.a": torch.ones(2), "a": torch.ones(2)}, tmp_path / "a.pt"))
    with pytest.raises(KeyCollision):
        apply_recipe(catalogue, Recipe("", (Step("strip-prefix", "module."), Step("drop", "x"))))


def test_a_device_that_there_is_not_stops_it(tmp_path: Path) -> None:
    catalogue = catalogue_of(save({"a": torch.ones(2)}, tmp_path / "a.pt"))
    with pytest.raises(BadDevice):
        apply_recipe(catalogue, Recipe("", (Step("map", "cuda:*=nonsense"), Step("drop", "x"))))


def test_a_step_can_cure(tmp_path: Path) -> None:
    catalogue = catalogue_of(run_file(tmp_path / "a.pt"))
    applied = apply_recipe(catalogue, Recipe("", (Step("cure", "all"), Step("drop", "best"))))
    save_plan(applied.preview, tmp_path / "b.pt")
    assert "best" not in torch.load(tmp_path / "b.pt", weights_only=True)


def test_what_belongs_to_one_file_is_no_part_of_it(tmp_path: Path) -> None:
    import numpy as np

    catalogue = catalogue_of(run_file(tmp_path / "a.pt"))
    np.save(tmp_path / "x.npy", np.ones(4))
    entry = catalogue.find("state_dict/module.norm.weight")
    put = put_tensor(entry, str(tmp_path / "x.npy"))
    rows = frozenset(catalogue.subtree_rows(catalogue.find("optimizer")))
    edits = (SetNumbers(entry, ((0, 1, 1),), 0), put, Compact(), RemapDevice("*", "cuda:1", rows=rows))
    made = recipe_of(preview(catalogue, Plan(edits)), "x")
    assert isinstance(put, PutTensor)
    assert made.recipe.steps == (Step("compact"), Step("move", "optimizer/state=cuda:1"))
    assert len(made.left) == 2
    assert "apply only to this file" in made.left[0].why


def test_devices_are_meant_as_kinds_only_where_all_go_to_one_place(tmp_path: Path) -> None:
    with PretendGpus() as gpus:
        tensors = [torch.ones(1), torch.ones(1), torch.ones(1)]
        for number, tensor in enumerate(tensors):
            gpus.place(tensor, f"cuda:{number}")
        catalogue = catalogue_of(save(tensors, tmp_path / "a.pt"))

    def steps(*edits: Any) -> list[str]:
        return [step.value for step in recipe_of(preview(catalogue, Plan(edits)), "").recipe.steps]

    assert steps(RemapDevice("cuda:1", "cuda:0"), RemapDevice("cuda:2", "cuda:0")) == ["cuda:*=cuda:0"]
    assert steps(RemapDevice("cuda:1", "cuda:0")) == ["cuda:1=cuda:0"]
    assert steps(RemapDevice("cuda:0", "cuda:1"), RemapDevice("cuda:1", "cuda:0")) == ["cuda:0=cuda:1", "cuda:1=cuda:0"]


def test_the_only_optimizer_is_any_optimizer(tmp_path: Path) -> None:
    catalogue = catalogue_of(run_file(tmp_path / "a.pt"))
    view = preview(catalogue, Plan((MoveOptimizer("cpu", catalogue.find("optimizer")),)))
    assert recipe_of(view, "").recipe.steps == (Step("optimizer-device", "cpu"),)


def test_a_recipe_in_a_file_stays_itself(tmp_path: Path) -> None:
    recipe = Recipe("mein Rezept ü", (Step("map", "cuda:*=cpu"), Step("compact"), Step("set", 'a="5"')))
    assert recipe_from_json(json.loads(json.dumps(recipe_json(recipe)))) == recipe
    folder = tmp_path / "not there yet"
    path = keep_recipe(folder, recipe)
    assert path.name == "mein-rezept-ü.recipe.json"
    assert read_recipe(path) == recipe
    assert json.loads(path.read_text())["steps"][:2] == [{"map": "cuda:*=cpu"}, {"compact": True}]
    assert keep_recipe(folder, recipe._replace(steps=recipe.steps[:1])) == path
    other = keep_recipe(folder, Recipe("mein  rezept/ü", recipe.steps[:1]))
    (folder / "broken.recipe.json").write_text("{")
    assert other != path
    assert [each.recipe.name for each in recipes_in(folder)] == ["mein  rezept/ü", "mein Rezept ü"]
    assert sorted(each.name for each in folder.iterdir()) == sorted([path.name, other.name, "broken.recipe.json"])


@pytest.mark.parametrize(
    "data",
    [
        *(None, [], {}, {"recipe": 2, "steps": []}, {"recipe": 1}, {"recipe": 1, "steps": {}}),
        {"recipe": 1, "steps": [], "name": 5},
        *(
            {"recipe": 1, "steps": [step]}
            for step in (1, {}, {"map": 1}, {"map": "cpu"}, {"fly": "x"}, {"map": "a=b", "drop": "c"}, {"cure": ""})
        ),
    ],
)
def test_what_is_no_recipe_is_refused_in_words(tmp_path: Path, data: Any) -> None:
    (tmp_path / "a.json").write_text(json.dumps(data))
    with pytest.raises(EditError):
        read_recipe(tmp_path / "a.json")


@pytest.mark.parametrize("raw", [b"", b"\xff\xfe", b"{", b"[" * 100_000, b" " * (1 << 21)])
def test_broken_files_are_refused_in_words(tmp_path: Path, raw: bytes) -> None:
    (tmp_path / "a.json").write_bytes(raw)
    with pytest.raises(EditError, match=r"a\.json"):
        read_recipe(tmp_path / "a.json")
    with pytest.raises(CannotOpen):
        read_recipe(tmp_path / "b.json")
    with pytest.raises(CheckpointError):
        write_recipe(tmp_path / "a.json" / "c.json", Recipe("", ()))


@pytest.mark.parametrize(
    "edit",
    [
        RemapDevice("cuda:*", "cpu"),
        RemapDevice("cuda:7", "cpu", "optimizer"),
        MoveOptimizer("follow"),
        MoveOptimizer("cuda:1"),
        StripPrefix("module."),
        StripPrefix("_orig_mod.", None, inner=True),
        AddPrefix("net."),
        InsertSegment("body.", 1, under="backbone."),
        InsertSegment("body.", 1),
        RenameKeys("backbone.", "encoder."),
        RenameKeys("^a(.*)", "", "regex"),
        Compact(),
        UseContainer("legacy"),
        UseProtocol(2),
    ],
    ids=str,
)
def test_a_step_is_called_as_in_the_list_of_changes(edit: Edit, tmp_path: Path) -> None:
    catalogue = catalogue_of(save({"a": torch.ones(1)}, tmp_path / "a.pt"))
    said = said_alone(catalogue, edit)
    assert said is not None
    assert [step_words(step) for step in said] == [edit.title(catalogue)]


def test_each_option_has_its_words() -> None:
    for option in OPTIONS.keys() - {"drop"}:  # the same in both
        step = Step(option, "a=b")
        assert step_words(step) != step_text(step), option
        assert step_words(step)


def test_a_recipe_without_steps_is_not_written(tmp_path: Path) -> None:
    with pytest.raises(EditError, match="no recipe was written"):
        keep_recipe(tmp_path, Recipe("empty", ()))
    assert not list(tmp_path.iterdir())


def test_a_value_that_is_deep_is_a_text() -> None:
    assert scalar("[" * 100_000) == "[" * 100_000
