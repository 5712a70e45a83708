"""The state dict of a whole pickled model or optimizer is the one that torch itself gives, bit for bit."""

from __future__ import annotations

import importlib
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import torch
from torch import nn

from core.catalogue import tree
from core.edits.edits import (
    Extract,
    Plan,
    UseContainer,
    UseProtocol,
)
from core.edits.preview import preview
from core.errors import EditError
from core.saving.save import save
from tests.edits.whole_models import MODELS, edited, opened, planned
from tests.files import checkpoints
from tests.files.checkpoints import Net
from tests.support import oracle


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("container", ["zip", "legacy"])
@pytest.mark.parametrize("name", MODELS)
def test_a_model_becomes_its_state_dict(tmp_path: Path, name: str, container: str) -> None:
    """Keys and their order, values, `_metadata`, tied weights: all as torch has it, and loaded as weights only."""
    torch.manual_seed(3)
    model = MODELS[name]()
    source = checkpoints.save(model, tmp_path / "model.pt", container)
    wanted = checkpoints.save(model.state_dict(), tmp_path / "theirs.pt", container)
    ours = edited(source, Extract(0))
    oracle.assert_same_files(ours, wanted)
    if name not in ("traced", "lazy"):
        model.load_state_dict(torch.load(ours))


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("name", ["net", "wrapped", "wrapped twice", "compiled", "compiled and wrapped"])
def test_wrappers_go_when_asked(tmp_path: Path, name: str) -> None:
    torch.manual_seed(3)
    model = MODELS[name]()
    source = checkpoints.save(model, tmp_path / "model.pt")
    while isinstance(model, nn.DataParallel) or hasattr(model, "_orig_mod"):
        model = model.module if isinstance(model, nn.DataParallel) else model._orig_mod
    wanted = checkpoints.save(model.state_dict(), tmp_path / "theirs.pt")
    oracle.assert_same_files(edited(source, Extract(0, unwrap=True)), wanted)


@pytest.mark.parametrize("protocol", [3, 4, 5])
def test_newer_protocols(tmp_path: Path, protocol: int) -> None:
    """They are read as well; written in protocol 2, the only one that ``weights_only`` reads in full."""
    model = Net()
    source = checkpoints.save(model, tmp_path / "model.pt", pickle_protocol=protocol)
    wanted = checkpoints.save(model.state_dict(), tmp_path / "theirs.pt")
    oracle.assert_same_files(edited(source, Extract(0), UseProtocol(2)), wanted)


@pytest.mark.parametrize("way", [("zip", "legacy"), ("legacy", "zip")])
def test_the_other_container(tmp_path: Path, way: tuple[str, str]) -> None:
    model = Net()
    source = checkpoints.save(model, tmp_path / "model.pt", way[0])
    wanted = checkpoints.save(model.state_dict(), tmp_path / "theirs.pt", way[1])
    oracle.assert_same_files(edited(source, Extract(0), UseContainer(way[1])), wanted)


@pytest.fixture
def lost_code(tmp_path: Path) -> Iterator[Callable[[], Any]]:
    """A module ``models`` that can be imported until the function given is called."""
    folder = tmp_path / "code"
    folder.mkdir()
    (folder / "models.py").write_text(
        "from torch import nn\n\n\nclass Net(nn.Module):\n    def __init__(self):\n        super().__init__()\n"
        "        self.fc = nn.Linear(3, 2)\n        self.bn = nn.BatchNorm1d(2)\n"
    )
    sys.path.insert(0, str(folder))
    importlib.invalidate_caches()

    def lose() -> None:
        sys.path.remove(str(folder))
        sys.modules.pop("models", None)

    yield lose
    if str(folder) in sys.path:
        lose()


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("container", ["zip", "legacy"])
def test_a_model_whose_code_is_gone(tmp_path: Path, lost_code: Callable[[], Any], container: str) -> None:
    """torch cannot load it in any way; its state dict loads, and into a model of the same make."""
    model = importlib.import_module("models").Net()
    source = checkpoints.save(nn.DataParallel(model), tmp_path / "model.pt", container)
    wanted = checkpoints.save(model.state_dict(), tmp_path / "theirs.pt", container)
    lost_code()
    with pytest.raises(ModuleNotFoundError, match="No module named 'models'"):
        torch.load(source, weights_only=False)
    with pytest.raises(Exception, match="Weights only load failed"):
        torch.load(source)
    ours = edited(source, Extract(0, unwrap=True))
    oracle.assert_same_files(ours, wanted)
    assert planned(torch.load(ours), tmp_path / "again.pt").refused_names == ()


OPTIMIZERS: dict[str, Callable[[list[Any]], torch.optim.Optimizer]] = {
    "adam": torch.optim.Adam,
    "adamw": lambda groups: torch.optim.AdamW(groups, amsgrad=True),
    "sgd": lambda groups: torch.optim.SGD(groups, lr=0.1, momentum=0.9),
    "rmsprop": lambda groups: torch.optim.RMSprop(groups, centered=True, momentum=0.1),
    "adagrad": torch.optim.Adagrad,
    "learning rate in a tensor": lambda groups: torch.optim.Adam(groups, lr=torch.tensor(0.1), capturable=False),
}


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("container", ["zip", "legacy"])
@pytest.mark.parametrize("kind", OPTIMIZERS)
def test_an_optimizer_becomes_its_state_dict(tmp_path: Path, kind: str, container: str) -> None:
    """In groups of another order than the model, one parameter without state, names where torch saves them."""
    torch.manual_seed(4)
    net = Net()
    flat = [pair for pair in net.named_parameters() if pair[1].ndim < 2]
    deep = [pair for pair in net.named_parameters() if pair[1].ndim >= 2]
    optimizer = OPTIMIZERS[kind]([{"params": flat}, {"params": deep, "weight_decay": 0.1}])
    checkpoints.train(net, optimizer)
    source = checkpoints.save(optimizer, tmp_path / "optimizer.pt", container)
    wanted = checkpoints.save(optimizer.state_dict(), tmp_path / "theirs.pt", container)
    ours = edited(source, Extract(0))
    oracle.assert_same_files(ours, wanted)
    optimizer.load_state_dict(torch.load(ours))


def test_lbfgs_and_values_that_belong_to_no_parameter(tmp_path: Path) -> None:
    net = nn.Linear(2, 1)
    optimizer = checkpoints.stepped_lbfgs(net)
    optimizer.state["global_step"] = 7
    source = checkpoints.save(optimizer, tmp_path / "optimizer.pt")
    wanted = checkpoints.save(optimizer.state_dict(), tmp_path / "theirs.pt")
    oracle.assert_same_files(edited(source, Extract(0)), wanted)


def test_state_of_a_parameter_in_no_group_is_told(tmp_path: Path) -> None:
    """torch raises a KeyError at such an optimizer; here the rest is saved."""
    net = Net()
    optimizer = torch.optim.Adam(net.parameters())
    checkpoints.train(net, optimizer)
    stray = optimizer.param_groups[0]["params"].pop()
    shown = planned(optimizer, tmp_path / "a.pt", Extract(0))
    assert shown.warnings == ("The state of 1 parameter is left out, because no group lists them.",)
    save(shown, tmp_path / "b.pt")
    del optimizer.state[stray]
    oracle.assert_same(torch.load(tmp_path / "b.pt"), optimizer.state_dict())


def test_an_old_batch_norm_gets_the_version_that_loads(tmp_path: Path) -> None:
    """torch < 0.4.1 counted no batches; as version 1 torch adds the count itself, as version 2 it would miss it."""
    norm = nn.BatchNorm2d(2)
    del norm._buffers["num_batches_tracked"]
    ours = edited(checkpoints.save(norm, tmp_path / "a.pt"), Extract(0))
    nn.BatchNorm2d(2).load_state_dict(torch.load(ours))


@pytest.mark.filterwarnings("ignore")
def test_hooks_and_packed_weights_are_told(tmp_path: Path) -> None:
    net = nn.Linear(2, 2)
    net._register_state_dict_hook(_hook)
    (warning,) = planned(net, tmp_path / "a.pt", Extract(0)).warnings
    assert "a hook that changes its state dict (tests.edits.test_state_dict._hook)" in warning
    quantised = nn.Sequential(torch.ao.nn.quantized.Linear(2, 2))
    with pytest.raises(EditError, match="packed weights only its own code can unpack"):
        planned(quantised, tmp_path / "b.pt", Extract(0))


def _hook(*_: object) -> None:
    """Stands for one that renames keys."""


def test_what_is_no_module(tmp_path: Path) -> None:
    source = checkpoints.save({"a": {"b": 1}, "c": torch.ones(2), "d": Path("x")}, tmp_path / "a.pt")
    catalogue = opened(source)
    for path in ("", "a", "a/b", "c", "d"):
        with pytest.raises(EditError, match="is not a pickled module or optimizer"):
            preview(catalogue, Plan((Extract(catalogue.find(path) if path else 0),)))


def sharing(what: str) -> Any:
    """Something with one part in two places."""
    one, two = nn.Linear(2, 2), nn.Linear(2, 2)
    if what == "module":
        return nn.Sequential(one, nn.Sequential(one))
    if what == "parameters":
        two._parameters = one._parameters
        return nn.Sequential(one, two)
    optimizer = torch.optim.SGD(one.parameters())
    optimizer.param_groups *= 2
    return optimizer


@pytest.mark.parametrize("what", ["module", "parameters", "group"])
def test_where_the_tree_is_cut_off_nothing_is_made_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, what: str
) -> None:
    """What is not laid out the second time would lose its tensors there: refused."""
    value = sharing(what)
    source = checkpoints.save(value, tmp_path / "a.pt")
    wanted = checkpoints.save(value.state_dict(), tmp_path / "theirs.pt")
    oracle.assert_same_files(edited(source, Extract(0)), wanted)
    monkeypatch.setattr(tree, "_MAX_REPEATED", -1)
    with pytest.raises(EditError, match=r"nests too deeply, or repeats too often|could be found without its code"):
        edited(source, Extract(0))


@pytest.mark.parametrize("hundreds", [20, pytest.param(100, marks=pytest.mark.timing)])
def test_a_model_of_thousands_of_modules(tmp_path: Path, hundreds: int) -> None:
    """Linear in the modules: ten thousand take about half a second (bounded generously, for a busy machine)."""
    model = nn.Sequential(*[nn.Sequential(*[nn.Linear(1, 1) for _ in range(99)]) for _ in range(hundreds)])
    catalogue = opened(checkpoints.save(model, tmp_path / "a.pt"))
    started = time.process_time()
    shown = preview(catalogue, Plan((Extract(0),)))
    assert time.process_time() - started < 3
    assert shown.changes[0].tensors == 198 * hundreds
