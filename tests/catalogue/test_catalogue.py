"""The catalogue: paths, sharing, roles, optimizers and their parameters, prefixes."""

from __future__ import annotations

from collections import Counter, OrderedDict
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import torch
from torch import nn

from core.catalogue.catalogue import Catalogue
from core.catalogue.optimizers.matching import match_by_custom
from core.edits.edits import AddPrefix, Extract
from core.errors import PathNotFound
from tests.files.checkpoints import Net, odd_tensors, place, save, train, training_checkpoint
from tests.support.engine import catalogue_of, fix
from tests.support.oracle import PretendGpus, load


def saved(value: Any, tmp_path: Path, container: str = "zip") -> Catalogue:
    return catalogue_of(save(value, tmp_path / "file.pth", container))


@pytest.mark.parametrize("container", ["zip", "legacy"])
def test_rows_agree_with_torch(tmp_path: Path, container: str) -> None:
    with PretendGpus() as gpus:
        path = save(odd_tensors(gpus, container), tmp_path / "odd.pth", container)
        loaded = load(path)
        catalogue = catalogue_of(path)
        assert len(catalogue.tensors) > 25
        for row in catalogue.tensors:
            tensor = loaded
            for key in catalogue.path(row.entry):
                tensor = tensor[key]
            storage = catalogue.storages[row.storage]
            assert row.dtype == str(tensor.dtype).removeprefix("torch.")
            assert (row.shape, row.stride, row.storage_offset) == (
                tuple(tensor.shape),
                tensor.stride(),
                tensor.storage_offset(),
            )
            assert row.nbytes == tensor.nbytes
            assert row.requires_grad == tensor.requires_grad
            assert row.parameter == isinstance(tensor, nn.Parameter)
            assert storage.nbytes == tensor.untyped_storage().nbytes()
            assert storage.device == gpus.device_of(tensor)
        groups: dict[int, int] = {}
        for index, row in enumerate(catalogue.tensors):
            tensor = loaded
            for key in catalogue.path(row.entry):
                tensor = tensor[key]
            assert groups.setdefault(tensor.untyped_storage()._cdata, row.storage) == row.storage
            assert catalogue.device_of(index) == gpus.device_of(tensor)
        assert len(groups) == len(catalogue.storages)


def test_shared_bytes_are_counted_once(tmp_path: Path) -> None:
    base = torch.zeros(1000)
    catalogue = saved({"a": base, "b": base[:10], "c": base, "d": torch.zeros(5)}, tmp_path)
    (total,) = catalogue.devices
    assert (total.device, total.tensors, total.storages, total.bytes) == ("cpu", 4, 2, 4020)
    assert [storage.tensors for storage in catalogue.storages] == [3, 1]
    assert [row.nbytes for row in catalogue.tensors] == [4000, 40, 4000, 20]


def test_the_tree_is_in_pre_order(tmp_path: Path) -> None:
    with PretendGpus() as gpus:
        catalogue = saved(training_checkpoint(gpus), tmp_path)
    seen = []

    def visit(entry: int) -> int:
        seen.append(entry)
        end = entry + 1
        for child in catalogue.children(entry):
            assert child == end
            assert catalogue.parents[child] == entry
            end = visit(child)
        assert catalogue.ends[entry] == end
        return end

    visit(0)
    assert seen == list(range(len(catalogue.labels)))
    assert catalogue.parents[0] == -1
    for entry in seen:
        inside = [index for index, row in enumerate(catalogue.tensors) if entry <= row.entry < catalogue.ends[entry]]
        assert list(catalogue.subtree_rows(entry)) == inside
        row = catalogue.rows[entry]
        assert row == -1 or catalogue.tensors[row].entry == entry


def test_values_and_kinds(tmp_path: Path) -> None:
    value = {
        "epoch": 3,
        "name": "adam",
        "lr": 0.5,
        "on": True,
        "no": None,
        "t": torch.ones(2),
        "d": {},
        "l": [1],
        "u": (),
    }
    catalogue = saved({**value, "s": {1}, "o": torch.device("cuda:1")}, tmp_path)
    kinds = {catalogue.path_text(entry): catalogue.kind(entry) for entry in catalogue.children(0)}
    assert kinds["t"] == "tensor"
    assert (kinds["d"], kinds["l"], kinds["u"], kinds["s"], kinds["o"]) == ("dict", "list", "tuple", "set", "object")
    assert {kinds[key] for key in ("epoch", "name", "lr", "on", "no")} == {"value"}
    summaries = {catalogue.path_text(entry): catalogue.summary(entry) for entry in catalogue.children(0)}
    assert summaries["epoch"] == "3"
    assert summaries["name"] == "'adam'"
    assert (summaries["on"], summaries["no"], summaries["lr"]) == ("True", "None", "0.5")
    assert "cuda:1" in summaries["o"]


@pytest.mark.parametrize("value", [torch.ones(2), [torch.ones(1)], OrderedDict(a=torch.ones(1)), {}, 3, None])
def test_any_value_can_be_the_file(tmp_path: Path, value: Any) -> None:
    catalogue = saved(value, tmp_path)
    assert catalogue.path(0) == ()
    assert catalogue.label_text(0) == "file.pth"


def test_keys_of_many_kinds(tmp_path: Path) -> None:
    value = {"a/b.c": {"d": torch.ones(1)}, 7: torch.ones(1), ("x", 1): torch.ones(1), "": torch.ones(1), None: 1}
    catalogue = saved(value, tmp_path)
    assert catalogue.path(catalogue.find("a/b.c/d")) == ("a/b.c", "d")
    assert catalogue.path(catalogue.find("7")) == (7,)
    assert len(catalogue.tensors) == 4
    for entry in range(1, len(catalogue.labels)):
        assert isinstance(catalogue.label_text(entry), str)
        if catalogue.label_text(entry):
            assert catalogue.path_text(catalogue.find(catalogue.path_text(entry))) == catalogue.path_text(entry)


@pytest.mark.parametrize(
    ("wrong", "hint"), [("optimiser", "optimizer"), ("state_dict/module.norm.weigth", "norm.weight"), ("x", "epoch")]
)
def test_a_wrong_path_is_answered_with_a_right_one(tmp_path: Path, wrong: str, hint: str) -> None:
    with PretendGpus() as gpus:
        catalogue = saved(training_checkpoint(gpus), tmp_path)
    with pytest.raises(PathNotFound, match=hint):
        catalogue.find(wrong)


def test_roles(tmp_path: Path) -> None:
    with PretendGpus() as gpus:
        checkpoint = training_checkpoint(gpus)
    catalogue = saved({**checkpoint, "rng": torch.get_rng_state(), "means": [torch.ones(2)]}, tmp_path)
    for row in catalogue.tensors:
        top = catalogue.path(row.entry)[0]
        assert row.role == {"state_dict": "model", "optimizer": "optimizer"}.get(str(top), "other")


@pytest.mark.parametrize("container", ["zip", "legacy"])
@pytest.mark.parametrize("alone", [False, True])
def test_roles_in_a_pickled_optimizer(tmp_path: Path, container: str, alone: bool) -> None:
    """Its state is optimizer state, and no state dict of a model; the parameters in its groups are the model's."""
    net = Net()
    optimizer = torch.optim.Adam(net.parameters(), lr=torch.tensor(0.1))
    train(net, optimizer)
    value = optimizer if alone else {"a": optimizer, "b": optimizer.state_dict(), "c": net.state_dict(), "d": optimizer}
    catalogue = saved(value, tmp_path, container)
    state = sum(map(len, optimizer.state.values())) + 2  # and the learning rate, in `param_groups` and `defaults`
    rows = [row for row in catalogue.tensors if alone or catalogue.path(row.entry)[0] in ("a", "d")]
    roles, times = Counter(row.role for row in rows), 1 if alone else 2
    assert roles == {"optimizer": times * state, "model": times * len(list(net.parameters()))}
    assert [catalogue.path_text(entry) for entry in catalogue.state_dicts] == ([] if alone else ["c"])


def test_state_of_a_pickled_optimizer_keeps_its_keys(tmp_path: Path) -> None:
    """A prefix is for keys of models: torch would not find `module.step`."""
    net = Net()
    optimizer = torch.optim.Adam(net.parameters())
    train(net, optimizer)
    source = save({"model": net.state_dict(), "optimizer": optimizer}, tmp_path / "a.pt")
    entry = catalogue_of(source).find("optimizer")
    for edits in ([AddPrefix("module.")], [Extract(entry), AddPrefix("module.")]):
        fix(source, tmp_path / "b.pt", *edits, overwrite=True)
        loaded = load(tmp_path / "b.pt")
        assert all(key.startswith("module.") for key in loaded["model"])
        found = loaded["optimizer"].state.values() if len(edits) == 1 else loaded["optimizer"]["state"].values()
        assert all(set(each) == {"step", "exp_avg", "exp_avg_sq"} for each in found)


def true_names(checkpoint: dict[str, Any], model: nn.Module, optimizer: torch.optim.Optimizer) -> dict[Any, str]:
    """What torch knows: the name of the parameter behind each id."""
    names = {id(parameter): name for name, parameter in model.named_parameters()}
    found = {}
    for group, kept in zip(optimizer.param_groups, checkpoint["optimizer"]["param_groups"], strict=True):
        for parameter, param_id in zip(group["params"], kept["params"], strict=True):
            found[param_id] = names[id(parameter)]
    return found


class Tower(nn.Module):
    """Many layers of one shape, which only their order tells apart."""

    def __init__(self, wide: bool = False) -> None:
        super().__init__()
        size = 6 if wide else 4
        self.stem = nn.Linear(75, size)
        self.blocks = nn.ModuleList(nn.Sequential(nn.Linear(size, size), nn.LayerNorm(size)) for _ in range(4))
        self.frozen = nn.Parameter(torch.ones(size), requires_grad=False)
        self.head = nn.Linear(size, size)

    def forward(self, pictures: torch.Tensor) -> torch.Tensor:
        hidden = self.stem(pictures.flatten(1))
        for block in self.blocks:
            hidden = block(hidden)
        return self.head(hidden)


def one_group(model: nn.Module) -> Any:
    return model.parameters()


def without_frozen(model: nn.Module) -> Any:
    return [parameter for parameter in model.parameters() if parameter.requires_grad]


def decay_split(model: nn.Module) -> Any:
    flat = [parameter for parameter in model.parameters() if parameter.ndim == 1]
    return [{"params": [p for p in model.parameters() if p.ndim > 1]}, {"params": flat, "weight_decay": 0.0}]


def bias_split(model: nn.Module) -> Any:
    """Norms have weights and biases of one shape, so that only the usual way of splitting tells them apart."""
    parameters = list(model.named_parameters())
    biases = [parameter for name, parameter in parameters if name.endswith("bias")]
    return [{"params": [p for name, p in parameters if not name.endswith("bias")]}, {"params": biases, "lr": 1e-4}]


def head_last(model: nn.Module) -> Any:
    parameters = list(model.parameters())
    return [{"params": parameters[:-2]}, {"params": parameters[-2:], "lr": 1e-2}]


def head_first(model: nn.Module) -> Any:
    head = list(model.head.parameters())  # type: ignore[union-attr, operator]
    ids = {id(parameter) for parameter in head}
    return [{"params": head}, {"params": [p for p in model.parameters() if id(p) not in ids], "lr": 1e-4}]


def named(model: nn.Module) -> Any:
    return model.named_parameters()


GROUPS = (one_group, without_frozen, decay_split, bias_split, head_last, named)


def by_address(state: dict[str, Any]) -> dict[str, Any]:
    """As torch before 1.2 saved: parameters are called by their addresses."""
    return renumbered(state, lambda number: 139_872_000_000_000 + 7_919 * (97 - number) * 16)


def by_name(state: dict[str, Any], names: dict[Any, str]) -> dict[str, Any]:
    """As FSDP's full optimizer state dict: parameters are called by their names."""
    return renumbered(state, names.__getitem__)


def renumbered(state: dict[str, Any], new: Callable[[Any], Any]) -> dict[str, Any]:
    return {
        "state": {new(key): value for key, value in state["state"].items()},
        "param_groups": [{**group, "params": [new(key) for key in group["params"]]} for group in state["param_groups"]],
    }


@pytest.mark.parametrize("keys", ["numbers", "addresses", "names"])
@pytest.mark.parametrize(
    ("model_type", "groups"),
    [*((each, groups) for each in (Net, Tower) for groups in GROUPS), (Tower, head_first)],
)
def test_state_is_matched_to_its_parameter(
    tmp_path: Path, model_type: type[nn.Module], groups: Callable[[nn.Module], Any], keys: str
) -> None:
    model = model_type()
    optimizer = torch.optim.AdamW(groups(model))
    train(model, optimizer)
    checkpoint = {"model": model.state_dict(), "optimizer": optimizer.state_dict()}
    names = true_names(checkpoint, model, optimizer)
    state_of = dict(checkpoint["optimizer"]["state"])
    if keys == "addresses":
        checkpoint["optimizer"] = by_address(checkpoint["optimizer"])
    elif keys == "names":
        checkpoint["optimizer"] = by_name(checkpoint["optimizer"], names)
    catalogue = saved(checkpoint, tmp_path)
    (found,) = catalogue.optimizers
    assert (found.kind, found.params, found.groups) == ("AdamW", len(names), len(optimizer.param_groups))
    assert catalogue.path(found.entry) == ("optimizer",)
    assert [each.group for each in found.entries] == sorted(each.group for each in found.entries)
    assert found.model is not None
    assert catalogue.path(found.model) == ("model",)
    with_state = [each for each in found.entries if each.entry is not None]
    assert len(with_state) == len(state_of)
    told = [each.name for each in with_state]
    assert told == [names[number] for number in state_of]
    for each in with_state:
        assert each.entry is not None
        assert each.parameter is not None
        assert catalogue.path(each.parameter) == ("model", each.name)
        child = next(child for child in catalogue.children(each.entry) if catalogue.labels[child] == "exp_avg")
        assert catalogue.meaning(child) == f"exp_avg of {each.name}"


def test_each_optimizer_finds_its_own_model(tmp_path: Path) -> None:
    """A GAN: two models, two optimizers, in lists as Lightning saves them."""
    models = {"generator": Tower(), "critic": Tower(wide=True)}
    optimizers = {name: torch.optim.Adam(model.parameters()) for name, model in models.items()}
    for name, model in models.items():
        train(model, optimizers[name])
    checkpoint = {
        "states": [optimizers["critic"].state_dict(), optimizers["generator"].state_dict()],
        **{name: model.state_dict() for name, model in models.items()},
    }
    catalogue = saved(checkpoint, tmp_path)
    homes = [catalogue.path(each.model) for each in catalogue.optimizers if each.model is not None]
    assert homes == [("critic",), ("generator",)]
    assert [catalogue.path(each.entry) for each in catalogue.optimizers] == [("states", 0), ("states", 1)]


def test_an_optimizer_alone(tmp_path: Path) -> None:
    model = Net()
    optimizer = torch.optim.Adam(model.parameters())
    train(model, optimizer)
    catalogue = saved(optimizer.state_dict(), tmp_path)
    (found,) = catalogue.optimizers
    assert (found.entry, found.matched, found.model) == (0, 0, None)
    assert {row.role for row in catalogue.tensors} == {"optimizer"}


KINDS: dict[str, dict[str, Any]] = {
    "Adadelta": {},
    "Adafactor": {},
    "Adagrad": {},
    "Adam": {},
    "AdamW": {},
    "Adamax": {},
    "ASGD": {},
    "NAdam": {},
    "RAdam": {},
    "RMSprop": {},
    "Rprop": {},
    "SGD": {"lr": 0.1, "momentum": 0.9},
}


@pytest.mark.parametrize("name", KINDS)
def test_kinds(tmp_path: Path, name: str) -> None:
    model = Tower()
    optimizer = getattr(torch.optim, name)(model.parameters(), **KINDS[name])
    train(model, optimizer)
    catalogue = saved({"model": model.state_dict(), "optimizer": optimizer.state_dict()}, tmp_path)
    (found,) = catalogue.optimizers
    assert found.kind == name
    assert found.matched >= found.params - 1


@pytest.mark.parametrize("name", ["Adam", "SGD"])
def test_an_optimizer_that_never_stepped(tmp_path: Path, name: str) -> None:
    model = Tower()
    optimizer = getattr(torch.optim, name)(model.parameters(), lr=0.1)
    catalogue = saved({"model": model.state_dict(), "optimizer": optimizer.state_dict()}, tmp_path)
    (found,) = catalogue.optimizers
    assert all(each.entry is None for each in found.entries)
    assert found.params == len(list(model.parameters()))


def prefixes(catalogue: Catalogue) -> set[tuple[str, int, int, bool]]:
    return {(each.prefix, each.keys, each.of, each.inner) for each in catalogue.prefixes}


def test_prefix_of_data_parallel(tmp_path: Path) -> None:
    catalogue = saved(nn.DataParallel(Net()).state_dict(), tmp_path)
    # Net has a layer called "module" too: two keys, which are no wrapper's.
    assert ("module.", 12, 12, False) in prefixes(catalogue)


@pytest.mark.filterwarnings("ignore::DeprecationWarning")  # torch's own, from importing its compiler
def test_prefix_of_torch_compile(tmp_path: Path) -> None:
    compiled = torch.compile(Tower())
    catalogue = saved(compiled.state_dict(), tmp_path)  # type: ignore[attr-defined]
    keys = len(list(Tower().state_dict()))
    assert prefixes(catalogue) == {("_orig_mod.", keys, keys, False)}


@pytest.mark.parametrize(
    "prefix",
    ["module.", "_orig_mod.", "_fsdp_wrapped_module.", "_checkpoint_wrapped_module.", "_forward_module.", "model."],
)
def test_known_prefixes(tmp_path: Path, prefix: str) -> None:
    state = OrderedDict((prefix + key, value) for key, value in Tower().state_dict().items())
    assert prefixes(saved({"state_dict": state}, tmp_path)) == {(prefix, len(state), len(state), False)}


def test_inner_prefixes(tmp_path: Path) -> None:
    state = {f"model._orig_mod.{key}": value for key, value in Tower().state_dict().items()}
    assert ("_orig_mod.", len(state), len(state), True) in prefixes(saved(state, tmp_path))


@pytest.mark.parametrize("keys", [["submodule.x", "mymodule.y"], ["module", "modules.a"], ["a.module", "b.model"]])
def test_what_only_looks_like_a_prefix(tmp_path: Path, keys: list[str]) -> None:
    assert prefixes(saved({key: torch.ones(1) for key in keys}, tmp_path)) == set()


def test_loops_and_doubling_stay_finite(tmp_path: Path) -> None:
    loop: dict[str, Any] = {"t": torch.ones(1)}
    loop["self"] = loop
    laughs: list[Any] = [torch.ones(1)]
    for _ in range(40):
        laughs = [laughs, laughs]
    catalogue = saved({"loop": loop, "laughs": laughs}, tmp_path)
    assert len(catalogue.labels) < 2_000_000
    for entry in list(range(0, len(catalogue.labels), 1 + len(catalogue.labels) // 1000)):
        catalogue.summary(entry)
        catalogue.path_text(entry)


def test_deep_nesting(tmp_path: Path) -> None:
    deep: Any = {"t": torch.ones(1)}
    for _ in range(300):
        deep = {"x": deep}
    catalogue = saved(deep, tmp_path)
    assert len(catalogue.tensors) == 1
    assert len(catalogue.path(catalogue.tensors[0].entry)) == 301


@pytest.mark.filterwarnings("ignore:Sparse CSR tensor support is in beta")
def test_sparse_and_meta_tensors_open(tmp_path: Path) -> None:
    values = {
        "sparse": torch.eye(3).to_sparse(),
        "csr": torch.eye(3).to_sparse_csr(),
        "meta": torch.ones(2, device="meta"),
        "plain": torch.ones(2),
    }
    catalogue = saved(values, tmp_path)
    assert catalogue.rows[catalogue.find("plain")] >= 0
    assert sum(total.storages for total in catalogue.devices) == len(catalogue.storages)


def test_devices_in_order_of_appearance(tmp_path: Path) -> None:
    with PretendGpus() as gpus:
        values = {str(index): torch.ones(1) for index in range(4)}
        for tensor, device in zip(values.values(), ["cuda:3", "cpu", "cuda:0", "cuda:3"], strict=True):
            place(gpus, tensor, device)
        catalogue = saved(values, tmp_path)
    assert [total.device for total in catalogue.devices] == ["cuda:3", "cpu", "cuda:0"]


def test_scores_of_a_callback_are_no_state_dict(tmp_path: Path) -> None:
    """A prefix for the model must not rename them."""
    scores = {"best_model_score": torch.tensor(0.5), "current_score": torch.tensor(0.4)}
    weights = {"a.weight": torch.ones(2, 2), "a.scale": torch.tensor(1.0)}
    catalogue = saved({"state_dict": weights, "callbacks": {"ModelCheckpoint": scores}}, tmp_path)
    assert [catalogue.path(entry) for entry in catalogue.state_dicts] == [("state_dict",)]
    assert [row.role for row in catalogue.tensors] == ["model", "model", "other", "other"]


def test_ways_of_splitting_that_disagree_are_not_believed() -> None:
    """Two groups of one: as they stand, or the bias first? The shapes do not say."""
    assert match_by_custom([[(4,)], [(4,)]], ["a.weight", "a.bias"], [(4,), (4,)]) is None
    assert match_by_custom([[(4,)], [(4,)]], ["a.bias", "a.weight"], [(4,), (4,)]) is None
    assert match_by_custom([[(4,)], [(2,)]], ["a.weight", "a.bias"], [(4,), (2,)]) == [[0], [1]]


GRAPH = {"x": torch.ones(4, 3), "edge_index": torch.zeros(2, 5, dtype=torch.int64), "y": torch.zeros(4)}
MEMORY = {"obs": torch.ones(9, 3), "actions": torch.ones(9, 1), "rewards": torch.ones(9), "dones": torch.ones(9)}
SAMPLES = {"images": torch.ones(4, 3, 8, 8), "labels": torch.zeros(4, dtype=torch.int64)}


@pytest.mark.parametrize("data", [GRAPH, MEMORY, SAMPLES], ids=["graph", "memory", "samples"])
def test_data_are_no_model(tmp_path: Path, data: dict[str, torch.Tensor]) -> None:
    alone = catalogue_of(save(data, tmp_path / "a.pt"))
    assert alone.state_dicts == ()
    assert {row.role for row in alone.tensors} == {"other"}
    beside = catalogue_of(save({"policy": {"fc.weight": torch.ones(2, 2)}, "buffer": data}, tmp_path / "b.pt"))
    assert [beside.path_text(entry) for entry in beside.state_dicts] == ["policy"]


def test_a_layer_with_names_of_data_is_a_model(tmp_path: Path) -> None:
    """One name proves nothing, nor do names that others use, and what torch calls a state dict is one."""
    for weights in ({"weight": torch.ones(2), "x": torch.ones(2)}, {"x": torch.ones(2), "y": torch.ones(2)}):
        assert catalogue_of(save(weights, tmp_path / "a.pt")).state_dicts
    module = torch.nn.Module()
    for name in ("labels", "targets"):
        module.register_buffer(name, torch.ones(2))
    assert catalogue_of(save(module.state_dict(), tmp_path / "b.pt")).state_dicts
