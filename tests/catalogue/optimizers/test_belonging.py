"""Which model an optimizer belongs to: torch, which built both, knows the parameter behind each piece of state."""

from __future__ import annotations

import copy
import tempfile
from pathlib import Path
from typing import Any

import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st
from torch import nn

from core.catalogue.catalogue import Catalogue
from core.catalogue.optimizers.find import DEVICES, NAME, SHAPES
from core.catalogue.rows import Optimizer
from core.diagnosis.diagnose import cure_all
from core.edits.edits import FOLLOW, MoveOptimizer, Plan
from core.loading.computer import Computer
from tests.files.checkpoints import save
from tests.support.engine import catalogue_of, fix
from tests.support.judging import findings_of
from tests.support.oracle import PretendGpus, saved_devices

GPUS = Computer(8)


def net(width: int = 4) -> nn.Module:
    """Layers of one shape, a norm with buffers, and a buffer of no known name."""
    model = nn.Sequential(nn.Linear(width, width), nn.BatchNorm1d(width), nn.Linear(width, width, bias=False))
    model.register_buffer("table", torch.ones(width))
    return model


def adam(*models: nn.Module, step: bool = True) -> torch.optim.Optimizer:
    """An optimizer over models after a step."""
    optimizer = torch.optim.Adam([parameter for model in models for parameter in model.parameters()])
    if step:
        stepped(optimizer)
    return optimizer


def stepped(optimizer: torch.optim.Optimizer) -> None:
    """A step with any gradients, so that there is state."""
    for group in optimizer.param_groups:
        for parameter in group["params"]:
            parameter.grad = torch.ones_like(parameter)
    optimizer.step()


def put(gpus: PretendGpus, value: Any, device: str) -> Any:
    """What it is given, on a device; ``step`` stays on the CPU."""
    for key, each in value.items():
        if isinstance(each, dict):
            put(gpus, each, device)
        elif isinstance(each, torch.Tensor) and key != "step":
            gpus.place(each, device)
    return value


def of(catalogue: Catalogue, path: str) -> Optimizer:
    """The optimizer at a path."""
    return next(each for each in catalogue.optimizers if catalogue.path_text(each.entry) == path)


def answer(catalogue: Catalogue, path: str) -> tuple[str | None, str | None]:
    """The model of an optimizer and by what it was found."""
    found = of(catalogue, path)
    return (catalogue.path_text(found.model) if found.model is not None else None), found.matched_by


def written(tmp_path: Path, models: dict[str, str], optimizers: dict[str, str | None]) -> Path:
    """Models that are alike, each on a device, and the optimizers of some of them, with them; at paths of keys.

    An optimizer of None has its state on another device than any model.
    """
    checkpoint: dict[str, Any] = {}
    with PretendGpus() as gpus:
        built = {path: net() for path in models}
        for path, model in built.items():
            set_at(checkpoint, path, put(gpus, model.state_dict(), models[path]))
        for path, trained in optimizers.items():
            state = adam(built[trained or next(iter(built))]).state_dict()
            set_at(checkpoint, path, put(gpus, state, models[trained] if trained else "cuda:7"))
        return save(listed(checkpoint), tmp_path / "a.pt")


def set_at(value: dict[Any, Any], path: str, leaf: Any) -> None:
    *above, last = [int(key) if key.isdigit() else key for key in path.split("/")]
    for key in above:
        value = value.setdefault(key, {})
    value[last] = leaf


def listed(value: Any) -> Any:
    """Dicts from 0 on as lists; state dicts and state as they are."""
    if type(value) is not dict or "param_groups" in value:
        return value
    inside = {key: listed(each) for key, each in value.items()}
    return [*inside.values()] if list(inside) == list(range(len(inside))) and inside else inside


GAN = {"netG": "cuda:0", "netD": "cuda:1"}
NAMED: dict[str, tuple[dict[str, str], dict[str, str]]] = {
    "gan": (GAN, {"optimizerG": "netG", "optimizerD": "netD"}),
    "gan, the other way round": (GAN, {"optimizerD": "netD", "optimizerG": "netG"}),
    "initials": ({"generator": "cuda:0", "discriminator": "cuda:1"}, {"opt_d": "discriminator", "opt_g": "generator"}),
    "words cut short": ({"generator": "cuda:0", "critic": "cuda:1"}, {"optim_crit": "critic", "gen_opt": "generator"}),
    "lower case": ({"netg": "cuda:0", "netd": "cuda:1"}, {"optimizerd": "netd", "optimizerg": "netg"}),
    "suffixes": (
        {"discriminator_state_dict": "cuda:1", "generator_state_dict": "cuda:0"},
        {"g_optimizer_state_dict": "generator_state_dict", "d_optimizer_state_dict": "discriminator_state_dict"},
    ),
    "numbers": ({"model": "cuda:0", "model2": "cuda:1"}, {"optimizer2": "model2", "optimizer": "model"}),
    "nested": (
        {"student_run/model": "cuda:0", "other_run/model": "cuda:1"},
        {"other_run/optimizer": "other_run/model", "student_run/optimizer": "student_run/model"},
    ),
    "two lists": (
        {"models/0": "cuda:0", "models/1": "cuda:1"},
        {"optimizers/0": "models/0", "optimizers/1": "models/1"},
    ),
    "a list beside models": (
        {"generator": "cuda:0", "discriminator": "cuda:1"},
        {"optimizer_states/0": "generator", "optimizer_states/1": "discriminator"},
    ),
    "dicts by name": (
        {"nets/actor": "cuda:0", "nets/critic": "cuda:1"},
        {"optimizers/critic": "nets/critic", "optimizers/actor": "nets/actor"},
    ),
    "actor and critic": (
        {"actor_target": "cpu", "critic_target": "cpu", "actor": "cuda:0", "critic": "cuda:1"},
        {"critic_optimizer": "critic", "actor_optimizer": "actor"},
    ),
    "cycle": (
        {"netD_A": "cuda:0", "netD_B": "cuda:1", "netG_A2B": "cuda:2", "netG_B2A": "cuda:3"},
        {"optimizer_D_B": "netD_B", "optimizer_D_A": "netD_A", "optimizer_G_B2A": "netG_B2A"},
    ),
    "ema": ({"ema": "cpu", "model": "cuda:0"}, {"optimizer": "model"}),
    "ema of a gan": ({"g_ema": "cpu", "g": "cuda:0", "d": "cuda:1"}, {"g_optim": "g", "d_optim": "d"}),
    "teacher": ({"teacher": "cpu", "student": "cuda:0"}, {"optimizer": "student"}),
    "target": ({"target_net": "cpu", "policy_net": "cuda:0"}, {"optimizer": "policy_net"}),
    "swa": ({"swa_model": "cpu", "state_dict": "cuda:0"}, {"optimizer_states/0": "state_dict"}),
    "averaged": ({"averagedModel": "cpu", "net": "cuda:0"}, {"optim": "net"}),
    "best": ({"best_state_dict": "cpu", "state_dict": "cuda:0"}, {"optimizer": "state_dict"}),
    "the average under the plain name": (
        {"state_dict": "cpu", "current_model_state": "cuda:0"},
        {"optimizer_states/0": "current_model_state"},
    ),
    "a copy that is trained": ({"student": "cpu", "teacher": "cuda:0"}, {"teacher_optimizer": "teacher"}),
}


@pytest.mark.parametrize("case", NAMED)
def test_names_tell_models_apart_that_are_alike(case: str, tmp_path: Path) -> None:
    """A healthy file: torch finds all devices as they were after ``--cure all`` and after *follow*."""
    models, optimizers = NAMED[case]
    path = written(tmp_path, models, dict(optimizers))
    catalogue = catalogue_of(path)
    assert {each: answer(catalogue, each) for each in optimizers} == {
        each: (model, NAME) for each, model in optimizers.items()
    }
    for each in catalogue.optimizers:
        assert each.matched == each.params
        assert not each.candidates
    assert "optimizer-elsewhere" not in {each.code for each in findings_of(path, computer=GPUS)}
    assert cure_all(catalogue, Plan(), GPUS) == Plan()
    fix(path, tmp_path / "b.pt", MoveOptimizer(FOLLOW))
    assert saved_devices(tmp_path / "b.pt") == saved_devices(path)


@pytest.mark.parametrize("case", NAMED)
def test_state_that_lies_elsewhere_goes_to_its_own_model(case: str, tmp_path: Path) -> None:
    """Names tell where the devices do not: all state lies on a third one."""
    models, optimizers = NAMED[case]
    path = written(tmp_path, models, dict.fromkeys(optimizers))
    fix(path, tmp_path / "b.pt", MoveOptimizer(FOLLOW))
    with PretendGpus() as gpus:
        loaded = torch.load(tmp_path / "b.pt")
        for each, model in optimizers.items():
            state = at(loaded, each)["state"]
            assert {gpus.device_of(piece["exp_avg"]) for piece in state.values()} == {models[model]}


def at(value: Any, path: str) -> Any:
    for key in path.split("/"):
        value = value[int(key) if key.isdigit() else key]
    return value


AMBIGUOUS: dict[str, tuple[dict[str, str], dict[str, str | None]]] = {
    "no word in common": ({"a": "cuda:0", "b": "cuda:0"}, {"optimizer": "a"}),
    "state on a third device": ({"a": "cuda:0", "b": "cuda:1"}, {"optimizer": None}),
    "both begin alike": ({"decoder": "cuda:0", "discriminator": "cuda:0"}, {"opt_d": "decoder"}),
    "the kind of optimizer is no name of a model": ({"net_a": "cuda:0", "net_s": "cuda:0"}, {"opt_adam": "net_s"}),
    "fewer optimizers than models": ({"a": "cuda:0", "b": "cuda:0"}, {"optimizers/0": "b"}),
    "two copies": ({"ema": "cuda:0", "swa": "cuda:0"}, {"optimizer": "ema"}),
}


@pytest.mark.parametrize("case", AMBIGUOUS)
def test_what_cannot_be_told_is_not_told(case: str, tmp_path: Path) -> None:
    models, optimizers = AMBIGUOUS[case]
    path = written(tmp_path, models, optimizers)
    catalogue = catalogue_of(path)
    (found,) = catalogue.optimizers
    assert (found.model, found.matched_by, found.matched) == (None, None, 0)
    assert {catalogue.path_text(entry) for entry in found.candidates} == set(models)
    assert "optimizer-elsewhere" not in {each.code for each in findings_of(path, computer=GPUS)}
    assert cure_all(catalogue, Plan(), GPUS) == Plan()
    fix(path, tmp_path / "b.pt", MoveOptimizer(FOLLOW))
    assert saved_devices(tmp_path / "b.pt") == saved_devices(path)


@pytest.mark.parametrize("first", ["a", "b"])
def test_devices_tell_where_names_do_not(first: str, tmp_path: Path) -> None:
    path = written(tmp_path, {"a": "cuda:0", "b": "cuda:1"}, {"optimizer": first})
    assert answer(catalogue_of(path), "optimizer") == (first, DEVICES)


def test_a_place_in_a_list_is_not_believed_against_the_devices(tmp_path: Path) -> None:
    models = {"generator": "cuda:0", "discriminator": "cuda:1"}
    path = written(tmp_path, models, {"optimizers/0": "discriminator", "optimizers/1": "generator"})
    catalogue = catalogue_of(path)
    assert [each.model for each in catalogue.optimizers] == [None, None]
    assert all(each.candidates for each in catalogue.optimizers)


def test_shapes_come_first(tmp_path: Path) -> None:
    """What only has the right name is no candidate."""
    trained, other = net(4), net(6)
    checkpoint = {"model": other.state_dict(), "ema": trained.state_dict(), "optimizer": adam(trained).state_dict()}
    assert answer(catalogue_of(save(checkpoint, tmp_path / "a.pt")), "optimizer") == ("ema", SHAPES)


def test_one_model_under_two_keys(tmp_path: Path) -> None:
    model = net()
    state = model.state_dict()
    checkpoint = {"b": state, "a": state, "c": model.state_dict(), "optimizer": adam(model).state_dict()}
    assert answer(catalogue_of(save(checkpoint, tmp_path / "a.pt")), "optimizer") == ("b", SHAPES)


# -- an optimizer of a single tensor -------------------------------------------------------------------------------


def agents(*, alpha: bool) -> dict[str, Any]:
    """SAC: an actor, a critic with a bias of one number, and the temperature, each with an optimizer of its own."""
    actor, critic = nn.Linear(3, 2), nn.Sequential(nn.Linear(5, 8), nn.Linear(8, 1))
    log_alpha = torch.zeros(1, requires_grad=True)
    temperature = torch.optim.Adam([log_alpha])
    stepped(temperature)
    return {
        "actor": actor.state_dict(),
        "critic": critic.state_dict(),
        "actor_optimizer": adam(actor).state_dict(),
        "critic_optimizer": adam(critic).state_dict(),
        "alpha_optimizer": temperature.state_dict(),
        **({"log_alpha": log_alpha} if alpha else {}),
    }


def test_a_tensor_of_no_model_has_its_own_optimizer(tmp_path: Path) -> None:
    catalogue = catalogue_of(save(agents(alpha=True), tmp_path / "a.pt"))
    assert answer(catalogue, "critic_optimizer") == ("critic", SHAPES)
    assert answer(catalogue, "alpha_optimizer") == ("log_alpha", NAME)


def test_the_state_of_a_single_tensor_follows_it(tmp_path: Path) -> None:
    with PretendGpus() as gpus:
        state = agents(alpha=True)
        for key, device in (("critic", "cuda:0"), ("critic_optimizer", "cuda:0"), ("alpha_optimizer", "cuda:1")):
            put(gpus, state[key], device)
        path = save(state, tmp_path / "a.pt")
    fix(path, tmp_path / "b.pt", MoveOptimizer(FOLLOW))
    assert saved_devices(tmp_path / "a.pt").count("cuda:1") == 2
    assert saved_devices(tmp_path / "b.pt").count("cuda:1") == 0


def test_nobody_has_a_part_of_what_another_optimizer_has_in_full(tmp_path: Path) -> None:
    optimizers = catalogue_of(save(agents(alpha=False), tmp_path / "a.pt")).optimizers
    assert [each.matched for each in optimizers] == [2, 4, 0]


def test_a_key_that_is_the_name_of_a_parameter_decides(tmp_path: Path) -> None:
    """The optimizers of pyro: one a parameter, each under its name; a model has a bias of the same shape."""
    params = {name: torch.zeros(1, requires_grad=True) for name in ("loc", "scale")}
    optimizers = {name: torch.optim.Adam([value]) for name, value in params.items()}
    for optimizer in optimizers.values():
        stepped(optimizer)
    state = {
        "model": nn.Linear(3, 1).state_dict(),
        "params": {"params": {name: value.detach() for name, value in params.items()}, "constraints": {}},
        "optim": {name: optimizer.state_dict() for name, optimizer in optimizers.items()},
    }
    found = catalogue_of(save(state, tmp_path / "a.pt")).optimizers
    assert [[item.name for item in each.entries] for each in found] == [["loc"], ["scale"]]


def test_a_group_for_each_parameter_is_the_order_of_the_model(tmp_path: Path) -> None:
    """As mmengine builds them; all layers are alike, so that no shape tells."""
    model = nn.Sequential(*(nn.Linear(4, 4) for _ in range(3)))
    optimizer = torch.optim.SGD([{"params": [each]} for each in model.parameters()], momentum=0.9)
    stepped(optimizer)
    state = {"state_dict": model.state_dict(), "optimizer": optimizer.state_dict()}
    (found,) = catalogue_of(save(state, tmp_path / "a.pt")).optimizers
    assert [item.name for item in found.entries] == [name for name, _ in model.named_parameters()]


# -- one model, several optimizers -----------------------------------------------------------------------------


class Pair(nn.Module):
    """A GAN in one module, as Lightning has it; its parts are alike, or not."""

    def __init__(self, like: bool) -> None:
        super().__init__()
        self.generator = net()
        self.discriminator = net() if like else net(6)


@pytest.mark.parametrize("like", [True, False])
@pytest.mark.parametrize(
    ("first", "second", "keys"),
    [
        ("generator", "discriminator", ("optimizer_states/0", "optimizer_states/1")),
        ("generator", "discriminator", ("opt_g", "opt_d")),
        ("discriminator", "generator", ("optimizerD", "optimizerG")),
    ],
)
def test_parts_of_one_model(like: bool, first: str, second: str, keys: tuple[str, str], tmp_path: Path) -> None:
    model = Pair(like)
    for part in (model.generator, model.discriminator):
        del part.table
    names = {id(parameter): name for name, parameter in model.named_parameters()}
    checkpoint: dict[str, Any] = {"state_dict": model.state_dict()}
    true: dict[str, list[str]] = {}
    for key, part in zip(keys, (first, second), strict=True):
        optimizer = adam(getattr(model, part))
        set_at(checkpoint, key, optimizer.state_dict())
        true[key] = [names[id(parameter)] for parameter in optimizer.param_groups[0]["params"]]
    catalogue = catalogue_of(save(listed(checkpoint), tmp_path / "a.pt"))
    for key in keys:
        assert answer(catalogue, key) == ("state_dict", SHAPES)
        assert [item.name for item in of(catalogue, key).entries] == true[key]


@pytest.mark.parametrize("rest", ["frozen", "buffer", "neither"])
def test_parts_that_cannot_be_told(rest: str, tmp_path: Path) -> None:
    """No names where something else may be what is trained, or nothing says which of two parts alike."""
    model = Pair(like=True)
    for part in (model.generator, model.discriminator):
        if rest != "buffer":
            del part.table
    if rest == "frozen":
        model.loss = net()
    optimizers = {"one": adam(model.discriminator), "two": adam(model.generator)}
    checkpoint = {key: each.state_dict() for key, each in optimizers.items()} | {"model": model.state_dict()}
    catalogue = catalogue_of(save(checkpoint, tmp_path / "a.pt"))
    names = {id(parameter): name for name, parameter in model.named_parameters()}
    for key, optimizer in optimizers.items():
        true = [names[id(parameter)] for parameter in optimizer.param_groups[0]["params"]]
        for item, name in zip(of(catalogue, key).entries, true, strict=True):
            assert item.name in (None, name)


# -- any models ------------------------------------------------------------------------------------------------

LAYERS = (
    lambda: nn.Linear(4, 4),
    lambda: nn.Linear(4, 4, bias=False),
    lambda: nn.LayerNorm(4),
    lambda: nn.BatchNorm1d(4),
    lambda: nn.Linear(4, 6),
    lambda: nn.Sequential(nn.Linear(4, 4), nn.LayerNorm(4)),
)
Named = list[tuple[str, nn.Parameter]]


def split(parameters: Named, how: str, at: int) -> list[Named]:
    """The parameters of a model in groups as training scripts split them."""
    if how == "flat":
        return [[each for each in parameters if (each[1].ndim > 1) is many] for many in (True, False)]
    if how == "biases":
        return [[each for each in parameters if each[0].endswith("bias") is bias] for bias in (False, True)]
    layers = list(dict.fromkeys(name.rpartition(".")[0] for name, _ in parameters))
    first = layers[: at % (len(layers) + 1)]
    return [[each for each in parameters if (each[0].rpartition(".")[0] in first) is part] for part in (True, False)]


@st.composite
def trained(draw: st.DrawFn) -> tuple[nn.Module, torch.optim.Optimizer, list[list[str]]]:
    """A model, its optimizer after a step, and the true names in its groups."""
    model = nn.Sequential(*(make() for make in draw(st.lists(st.sampled_from(LAYERS), min_size=1, max_size=5))))
    parameters = list(model.named_parameters())
    frozen = draw(st.sets(st.sampled_from([name for name, _ in parameters])))
    live = [each for each in parameters if each[0] not in frozen] or parameters
    how = draw(st.sampled_from(["one", "flat", "biases", "layers"]))
    groups = [live] if how == "one" else split(live, how, draw(st.integers(0, 9)))
    make = draw(st.sampled_from([torch.optim.Adam, torch.optim.SGD, torch.optim.Adafactor]))
    optimizer = make([{"params": [parameter for _, parameter in group]} for group in groups], lr=0.1)
    without = draw(st.sets(st.sampled_from([name for name, _ in live])))
    for name, parameter in live:
        parameter.grad = torch.ones_like(parameter) if name not in without else None
    optimizer.step()
    return model, optimizer, [[name for name, _ in group] for group in groups]


@settings(max_examples=40)
@given(st.lists(trained(), min_size=1, max_size=3), st.permutations(["cpu", "cuda:0", "cuda:1"]), st.booleans())
def test_every_name_that_is_told_is_the_true_one(
    pieces: list[tuple[nn.Module, torch.optim.Optimizer, list[list[str]]]], devices: list[str], copied: bool
) -> None:
    """Whatever is trained, frozen, grouped and copied: a model that is told is the one, and so are the names."""
    letters = "xyz"
    checkpoint: dict[str, Any] = {}
    with PretendGpus() as gpus, tempfile.TemporaryDirectory() as folder:
        for letter, (model, optimizer, _), device in zip(letters, pieces, devices, strict=False):
            if copied:
                checkpoint[f"ema_{letter}"] = copy.deepcopy(model.state_dict())
            checkpoint[f"net_{letter}"] = put(gpus, model.state_dict(), device)
            checkpoint[f"optimizer_{letter}"] = put(gpus, optimizer.state_dict(), device)
        catalogue = catalogue_of(save(checkpoint, Path(folder) / "a.pt"))
    for letter, (_, _, groups) in zip(letters, pieces, strict=False):
        found = of(catalogue, f"optimizer_{letter}")
        assert found.model is not None
        assert catalogue.path_text(found.model) == f"net_{letter}"
        for item, name in zip(found.entries, [name for group in groups for name in group], strict=True):
            assert item.name in (None, name)
