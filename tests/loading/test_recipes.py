"""The code that is offered for loading, really run with torch: as the file is, and as the plan saves it."""

from __future__ import annotations

import argparse
import copy
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
from safetensors.torch import save_file
from torch import nn

from core.edits.edits import AddPrefix, Drop, Edit, Extract, Keep, RemapDevice, RenameKey, StripPrefix, UseContainer
from core.edits.preview import preview
from core.loading.computer import Computer
from core.loading.recipes import Snippet, load_recipes, names_in
from core.saving.save import save as save_plan
from tests.files.checkpoints import Net, save, training_checkpoint
from tests.support.engine import catalogue_of, planned
from tests.support.oracle import PretendGpus

TO_CPU = RemapDevice("cuda:*", "cpu")
CPU = Computer()


class Grouped(torch.optim.Adam):
    """The optimizer of the training script: two groups, as in `training_checkpoint`."""

    def __init__(self, parameters: Any) -> None:
        both = list(parameters)
        super().__init__([{"params": [p for p in both if p.ndim < 2]}, {"params": [p for p in both if p.ndim >= 2]}])


class Scheduler(torch.optim.lr_scheduler.StepLR):
    def __init__(self, optimizer: torch.optim.Optimizer) -> None:
        super().__init__(optimizer, 3)


def run(recipe: Snippet, **names: Any) -> dict[str, Any]:
    """What the code leaves behind."""
    namespace: dict[str, Any] = {"Model": Net, "Optimizer": Grouped, "Scheduler": Scheduler, **names}
    exec(compile(recipe.code, recipe.title, "exec"), namespace)
    assert "checkpoint" not in namespace  # it would keep everything twice
    return namespace


@pytest.fixture(params=["zip", "legacy"])
def training(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """A whole run on ``cuda:7`` in DataParallel, with a scheduler."""
    with PretendGpus() as gpus:
        checkpoint = training_checkpoint(gpus)
        checkpoint["lr_scheduler"] = {"last_epoch": 27, "step_size": 3, "base_lrs": [0.001, 0.02], "_step_count": 28}
        return save(checkpoint, tmp_path / "run.pth", request.param)


def assert_loaded(found: dict[str, Any], path: Path, prefix: str = "module.") -> None:
    """The model has the values of the file, name by name."""
    saved = torch.load(path, map_location="cpu", weights_only=False)["state_dict"]
    model = found["model"].module if isinstance(found["model"], nn.DataParallel) else found["model"]
    loaded = model.state_dict()
    assert loaded.keys() == {key.removeprefix(prefix) for key in saved}
    assert all(torch.equal(loaded[key.removeprefix(prefix)], value) for key, value in saved.items())


def assert_resumed(found: dict[str, Any], path: Path) -> None:
    """Optimizer, scheduler and epoch are those of the file, and another step can be done."""
    saved = torch.load(path, map_location="cpu", weights_only=False)
    state = found["optimizer"].state_dict()
    assert state["param_groups"] == saved["optimizer"]["param_groups"]
    for number, item in saved["optimizer"]["state"].items():
        assert all(torch.equal(state["state"][number][key], value) for key, value in item.items())
    assert found["scheduler"].last_epoch == 27
    assert found["start_epoch"] == 28
    before = copy.deepcopy(found["model"].state_dict())
    found["model"](torch.randn(2, 3, 5, 5)).square().sum().backward()
    found["optimizer"].step()
    assert not torch.equal(before["submodule.weight"], found["model"].state_dict()["submodule.weight"])


def recipes(path: Path, *edits: Edit, computer: Computer = CPU) -> dict[str, Snippet]:
    return {recipe.title: recipe for recipe in load_recipes(planned(path, *edits), computer)}


def test_every_recipe_of_a_run_as_it_is(training: Path) -> None:
    found = recipes(training)
    assert list(found) == [
        f"load the file as it is: {what}"
        for what in ("inference only", "into a model in DataParallel", "resume training")
    ]
    for recipe in found.values():
        left = run(recipe, f=training)
        assert_loaded(left, training)
        assert left["model"].training == ("inference" not in recipe.title)
    assert_resumed(run(found["load the file as it is: resume training"], f=training), training)


@pytest.mark.parametrize("prefix", ["strip", "keep"])
def test_every_recipe_after_the_plan(training: Path, tmp_path: Path, prefix: str) -> None:
    edits: list[Edit] = [TO_CPU, *([StripPrefix("module.")] if prefix == "strip" else [])]
    view = planned(training, *edits)
    fixed = save_plan(view, tmp_path / "fixed.pth").path
    after = [recipe for recipe in load_recipes(view, CPU) if recipe.title.startswith("load the fixed copy")]
    assert len(after) == 3
    for recipe in after:
        assert "map_location" not in recipe.code  # nothing of it is on a GPU any more
        assert_loaded(run(recipe, fixed=fixed), training)
    assert_resumed(run(after[2], fixed=fixed), training)


def test_in_dataparallel_the_prefix_decides(training: Path, tmp_path: Path) -> None:
    """With ``module.`` the state goes into the wrapped model, without it into the one inside."""
    for edits, into in (((), "model.load_state_dict("), ((StripPrefix("module."),), "model.module.load_state_dict(")):
        view = planned(training, TO_CPU, *edits)
        fixed = save_plan(view, tmp_path / "fixed.pth", overwrite=True).path
        title = "load the fixed copy: into a model in DataParallel"
        (recipe,) = [each for each in load_recipes(view, CPU) if each.title == title]
        assert into in recipe.code
        assert "Without a GPU DataParallel does nothing" in recipe.note
        left = run(recipe, fixed=fixed)
        assert isinstance(left["model"], nn.DataParallel)
        assert_loaded(left, training)


def test_paths_follow_the_plan(training: Path, tmp_path: Path) -> None:
    catalogue = catalogue_of(training)
    edits = [
        TO_CPU,
        RenameKey(catalogue.find("optimizer"), "optim"),
        RenameKey(catalogue.find("state_dict"), "it's a net"),
        RenameKey(catalogue.find("lr_scheduler"), "schedule"),
    ]
    view = planned(training, *edits)
    fixed = save_plan(view, tmp_path / "fixed.pth").path
    recipe = load_recipes(view, CPU)[2]
    assert recipe.title == "load the fixed copy: resume training"
    assert "checkpoint['optim']" in recipe.code
    assert "checkpoint['schedule']" in recipe.code
    assert_resumed(run(recipe, fixed=fixed), training)


def test_what_is_left_out_is_not_loaded(training: Path, tmp_path: Path) -> None:
    """Only the state dict is kept: the file is the state dict, and there is nothing to resume."""
    catalogue = catalogue_of(training)
    for edit, where in ((Keep(catalogue.find("state_dict")), "(checkpoint"), (Drop(catalogue.find("optimizer")), "")):
        view = preview(catalogue, planned(training, TO_CPU, edit).plan)
        fixed = save_plan(view, tmp_path / "fixed.pth", overwrite=True).path
        after = [recipe for recipe in load_recipes(view, CPU) if recipe.title.startswith("load the fixed copy")]
        assert [recipe.title.partition(": ")[2] for recipe in after] == [
            "inference only",
            "into a model in DataParallel",
        ]
        for recipe in after:
            assert "optimizer" not in recipe.code
            assert f"{where}" in recipe.code
            assert_loaded(run(recipe, fixed=fixed), training)


def test_segments_of_torch_compile_are_taken_out(tmp_path: Path) -> None:
    state = nn.Sequential(nn.Linear(2, 3), nn.Linear(3, 1)).state_dict()
    leading = save({"model": {f"_orig_mod.{key}": value for key, value in state.items()}}, tmp_path / "leading.pt")
    inner = {f"{key[0]}._orig_mod.{key[2:]}": value for key, value in state.items()}
    both = {f"module.{key}": value for key, value in inner.items()}
    wrapped = {f"_orig_mod.module.{key}": value for key, value in state.items()}
    compiled = {f"module._orig_mod.{key}": value for key, value in state.items()}
    files = {"inner": inner, "both": both, "wrapped": wrapped, "compiled": compiled}
    for path in (leading, *(save(value, tmp_path / f"{name}.pt") for name, value in files.items())):
        for recipe in recipes(path).values():
            left = run(recipe, f=path, Model=lambda: nn.Sequential(nn.Linear(2, 3), nn.Linear(3, 1)))
            model = left["model"].module if isinstance(left["model"], nn.DataParallel) else left["model"]
            assert all(torch.equal(value, state[key]) for key, value in model.state_dict().items())


def test_a_name_of_the_model_that_looks_like_a_wrapper_stays(tmp_path: Path) -> None:
    """`Net` has a ``module.`` and a ``submodule.`` of its own."""
    path = save({"state_dict": Net().state_dict()}, tmp_path / "net.pt")
    for recipe in recipes(path).values():
        assert_loaded(run(recipe, f=path), path, prefix="")


@pytest.mark.parametrize(
    "extra",
    [
        {"args": argparse.Namespace(lr=0.1)},
        {"best": np.float64(0.5)},
        {"history": np.arange(3.0), "where": Path("/data/run")},
    ],
    ids=["Namespace", "numpy scalar", "numpy array and path"],
)
def test_names_that_may_be_allowed_one_by_one(tmp_path: Path, extra: dict[str, Any]) -> None:
    path = save({"state_dict": Net().state_dict(), **extra}, tmp_path / "named.pt")
    for recipe in recipes(path).values():
        assert "with torch.serialization.safe_globals(allowed):" in recipe.code
        assert "weights_only=False" not in recipe.code
        assert "which torch.load refuses unless you list them in safe_globals" in recipe.note
        assert_loaded(run(recipe, f=path), path, prefix="")
    view = planned(path, *(Drop(catalogue_of(path).find(key)) for key in extra))
    assert "safe_globals" not in load_recipes(view, CPU)[0].code


def test_a_name_that_runs_code_is_not_allowed_quietly(tmp_path: Path) -> None:
    path = save({"state_dict": Net().state_dict(), "how": len}, tmp_path / "named.pt")
    for recipe in recipes(path).values():
        assert "weights_only=False" in recipe.code
        assert "only for files that you trust" in recipe.note
        assert "builtins.len" in recipe.note
        assert_loaded(run(recipe, f=path), path, prefix="")


def test_a_whole_pickled_model(tmp_path: Path) -> None:
    path = save(Net(), tmp_path / "whole.pt")
    (recipe,) = recipes(path).values()
    assert recipe.title == "load the file as it is: the whole pickled object"
    assert "such as tests.files.checkpoints.Net. weights_only=False" in recipe.note
    assert recipe.note.startswith("It needs the Python module tests, which defines its class.")
    assert isinstance(run(recipe, f=path)["model"], Net)


HERE = "class Here(torch.nn.Linear):\n    pass\n"
WITHOUT_CODE = "Once the state_dict is extracted, torch.load needs none of this code; only building the model does."


@pytest.mark.parametrize(
    ("made", "told", "needed"),
    [
        (
            f"{HERE}model = Here(2, 3)",
            f"Its class Here was defined in the script that saved it: define or import it in yours. {WITHOUT_CODE}",
            HERE,
        ),
        (
            "from tests.files.checkpoints import Net\nmodel = Net()",
            f"It needs the Python module tests, which defines its class. {WITHOUT_CODE}",
            "import sys\nsys.path.insert(0, root)",
        ),
        (
            "model = torch.nn.Linear(2, 3)",
            "Once the state_dict is extracted, torch.load needs no weights_only=False.",
            "",
        ),
    ],
    ids=["of the script", "of a module", "of torch"],
)
def test_what_is_said_of_the_code_that_a_whole_model_needs_is_what_torch_needs(
    tmp_path: Path, made: str, told: str, needed: str
) -> None:
    """In a process that has neither the script nor its modules, as that of somebody else."""
    path, root = tmp_path / "whole.pt", str(Path(__file__).parents[2])
    begin = f"import torch\nf, root = {str(path)!r}, {root!r}\n"

    def ends_well(code: str) -> bool:
        (tmp_path / "script.py").write_text(begin + code)
        command = [sys.executable, "-P", tmp_path / "script.py"]
        return subprocess.run(command, capture_output=True, check=False).returncode == 0

    assert ends_well(f"import sys\nsys.path.insert(0, root)\n{made}\ntorch.save(model, f)")
    (recipe,) = recipes(path).values()
    assert recipe.note.startswith(told)
    assert ends_well(f"{needed}\n{recipe.code}")
    assert ends_well(recipe.code) == (needed == "")
    assert not ends_well("torch.load(f)")
    fixed = save_plan(planned(path, Extract(0)), tmp_path / "fixed.pt").path
    assert ends_well(f"assert all(key.islower() for key in torch.load({str(fixed)!r}))")


def test_a_note_speaks_of_variables_and_not_of_words(tmp_path: Path) -> None:
    """The copy itself has the word in its name."""
    path = save({"model": Net().state_dict(), "f": 1}, tmp_path / "fixed.pt")
    recipe = recipes(path)["load the file as it is: inference only"]
    assert names_in(f"# f, fixed\ng = {str(path)!r}\nmodel = g") == ""
    assert names_in(recipe.code).startswith("f is the path of the checkpoint. ")


@pytest.mark.parametrize("how", ["as it is", "unwrapped", "stripped"])
@pytest.mark.parametrize("nested", [False, True])
def test_a_model_that_is_extracted(tmp_path: Path, nested: bool, how: str) -> None:
    net = Net()
    wrapped = nn.DataParallel(net)
    path = save({"model": wrapped} if nested else wrapped, tmp_path / "whole.pt")
    strip = [StripPrefix("module.")] if how == "stripped" else []
    view = planned(path, Extract(1 if nested else 0, unwrap=how == "unwrapped"), *strip)
    fixed = save_plan(view, tmp_path / "fixed.pt").path
    *after, whole = load_recipes(view, CPU)
    assert whole.title == "load the file as it is: the whole pickled object"
    assert [recipe.title.partition(": ")[2] for recipe in after] == ["inference only", "into a model in DataParallel"]
    for recipe in after:
        assert "weights_only" not in recipe.code
        assert "Net()" in recipe.code  # the file has the name of the class
        left = run(recipe, fixed=fixed, Net=Net)["model"]
        loaded = left.module if isinstance(left, nn.DataParallel) else left
        assert all(torch.equal(value, net.state_dict()[key]) for key, value in loaded.state_dict().items())


def test_on_gpus_the_model_is_moved_first_and_loaded_from_the_cpu(training: Path) -> None:
    """No GPU is needed to see the order."""
    code = recipes(training, computer=Computer(gpus=2))["load the file as it is: resume training"].code
    steps = ["Model().to('cuda:0')", "Optimizer(", "Scheduler(", "map_location='cpu'", "model.load_state_dict("]
    steps += ["optimizer.load_state_dict(", "scheduler.load_state_dict(", "start_epoch", "del checkpoint"]
    places = [code.index(step) for step in steps]
    assert places == sorted(places)


def test_several_processes_each_take_their_own_card(training: Path) -> None:
    title = "load the file as it is: resume training in several processes"
    found = recipes(training, computer=Computer(gpus=4, ranks=4))[title]
    assert found.code.index("set_device(rank)") < found.code.index("map_location=device")
    assert "DistributedDataParallel(model, device_ids=[rank])" in found.code


def test_several_processes_without_a_gpu_really_run(training: Path) -> None:
    code = recipes(training, computer=Computer(ranks=2))["load the file as it is: resume training in several processes"]
    store = torch.distributed.HashStore()
    torch.distributed.init_process_group("gloo", store=store, rank=0, world_size=1)
    try:
        left = run(code, f=training)
    finally:
        torch.distributed.destroy_process_group()
    assert_loaded({"model": left["model"].module}, training)


def test_mmap_is_offered_for_large_zips_only(tmp_path: Path) -> None:
    path = tmp_path / "large.pt"
    torch.save({"model": {"w": torch.zeros(1 << 25)}}, path)
    assert all("mmap=True" in recipe.code for recipe in recipes(path).values())
    after = recipes(path, UseContainer("legacy"))
    assert not any("mmap" in recipe.code for title, recipe in after.items() if title.startswith("load the fixed copy"))
    left = run(recipes(path)["load the file as it is: inference only"], f=path, Model=_Flat)
    assert left["model"].w.numel() == 1 << 25


class _Flat(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.w = nn.Parameter(torch.ones(1 << 25))


def test_the_wrapped_model_takes_added_prefixes(tmp_path: Path) -> None:
    path = save({"state_dict": Net().state_dict()}, tmp_path / "net.pt")
    view = planned(path, AddPrefix("module."))
    fixed = save_plan(view, tmp_path / "fixed.pt").path
    for recipe in load_recipes(view, CPU)[:2]:
        assert_loaded(run(recipe, fixed=fixed), path, prefix="")


def test_dataparallel_is_offered_where_the_file_or_the_computer_has_to_do_with_it(tmp_path: Path) -> None:
    plain, wrapped = save(Net().state_dict(), tmp_path / "a.pt"), nn.DataParallel(Net()).state_dict()
    offered = [
        any("into a model in DataParallel" in title for title in found)
        for found in (
            recipes(plain),
            recipes(plain, computer=Computer(1)),
            recipes(plain, computer=Computer(2)),
            recipes(plain, AddPrefix("module.")),
            recipes(save(wrapped, tmp_path / "b.pt")),
        )
    ]
    assert offered == [False, False, True, True, True]


@pytest.mark.parametrize("wrapped", [False, True])
def test_code_of_a_file_without_its_head_says_which_keys_are_missing(tmp_path: Path, wrapped: bool) -> None:
    state = (nn.DataParallel(Net()) if wrapped else Net()).state_dict()
    path = save({"state_dict": state}, tmp_path / "net.pt")
    labels = catalogue_of(path).labels
    view = planned(path, *(Drop(at) for at, label in enumerate(labels) if "middle." in str(label)))
    fixed = save_plan(view, tmp_path / "fixed.pt").path
    after, *_, before = load_recipes(view, CPU)
    assert "# these keys are missing: middle.weight, middle.bias\nmodel.load_state_dict(" in after.code
    assert "strict=False" not in before.code
    loaded = run(after, fixed=fixed)["model"].state_dict()
    assert torch.equal(loaded["first.weight"], state["module.first.weight" if wrapped else "first.weight"])


def test_code_of_a_model_without_a_layer_says_which_keys_are_missing(tmp_path: Path) -> None:
    path = save(Net(), tmp_path / "net.pt")
    catalogue = catalogue_of(path)
    view = planned(
        path,
        Extract(0),
        *(Drop(each.entry) for each in catalogue.tensors if "middle" in str(catalogue.path(each.entry))),
    )
    fixed = save_plan(view, tmp_path / "fixed.pt").path
    (after, *_) = load_recipes(view, CPU)
    assert "# these keys are missing: middle.weight, middle.bias\n" in after.code
    run(after, fixed=fixed, Net=Net)


@pytest.mark.parametrize("source", ["a.pt", "a.safetensors"])
def test_code_of_a_copy_in_safetensors_is_for_their_library(tmp_path: Path, source: str) -> None:
    path, state = tmp_path / source, {"module.a.weight": torch.ones(3, 3), "module.a.bias": torch.zeros(3)}
    (save if source.endswith(".pt") else save_file)(state, path)
    asked = [UseContainer("safetensors")] if source.endswith(".pt") else []
    view = planned(path, StripPrefix("module."), *asked)
    fixed = save_plan(view, tmp_path / "fixed.safetensors").path
    (after, *_) = load_recipes(view, CPU)
    found = run(after, fixed=fixed, Model=lambda: nn.ModuleDict({"a": nn.Linear(3, 3)}))
    assert torch.equal(found["model"].state_dict()["a.weight"], torch.ones(3, 3))
