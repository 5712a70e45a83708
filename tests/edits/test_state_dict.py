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
from torch import fx, nn
from torch.distributed.algorithms._checkpoint.checkpoint_wrapper import checkpoint_wrapper

from core.catalogue import tree
from core.catalogue.build import build_catalogue
from core.catalogue.catalogue import Catalogue
from core.catalogue.checkpoint import open_checkpoint
from core.edits.edits import (
    AddPrefix,
    Compact,
    Drop,
    Edit,
    Extract,
    InsertSegment,
    Keep,
    MakePlain,
    Plan,
    RemapDevice,
    RenameKey,
    SetValue,
    StripPrefix,
    UseContainer,
    UseProtocol,
)
from core.edits.preview import Preview, preview
from core.errors import EditError, KeyCollision
from core.saving.save import save
from tests.files import checkpoints
from tests.files.checkpoints import Net
from tests.support import oracle
from tests.support.oracle import PretendGpus


class Block(nn.Module):
    """What a residual network is made of."""

    def __init__(self, width: int, down: bool = False) -> None:
        super().__init__()
        self.conv1 = nn.Conv2d(width, width, 3, padding=1, bias=False)
        self.bn1 = nn.BatchNorm2d(width)
        self.relu = nn.ReLU(inplace=True)
        self.downsample = nn.Sequential(nn.Conv2d(width, width, 1), nn.BatchNorm2d(width)) if down else None


class Odd(nn.Module):
    """Everything that a module can hold besides plain weights."""

    def __init__(self) -> None:
        super().__init__()
        self.blocks = nn.ModuleList([Block(2), Block(2, down=True)])
        self.again = self.blocks[0]  # registered twice
        self.table = nn.ModuleDict({"a": nn.Embedding(3, 2), "b": nn.LayerNorm(2)})
        self.table["tied"] = nn.Embedding(3, 2)
        self.table["tied"].weight = self.table["a"].weight
        self.nothing = None
        self.register_parameter("absent", None)
        self.register_buffer("missing", None)
        self.register_buffer("kept", torch.arange(3))
        self.register_buffer("cache", torch.zeros(4), persistent=False)
        self.register_buffer("wants_grad", torch.ones(2, requires_grad=True))
        self.register_buffer("view", self.kept[1:])
        self.register_buffer("sparse", torch.eye(2).to_sparse())
        self.new_style = nn.Buffer(torch.ones(2))
        self.loose = nn.Buffer(torch.ones(2), persistent=False)
        self.frozen = nn.Parameter(torch.ones(1), requires_grad=False)
        self.marked = nn.Parameter(torch.ones(1))
        self.marked.note = "attributes are no part of a state dict"
        self.thin = nn.Parameter(torch.eye(2).to_sparse())
        self.listed = nn.ParameterList([torch.ones(1), torch.zeros(1)])
        self.named = nn.ParameterDict({"x": torch.ones(1)})
        self.plain = torch.ones(5)  # no buffer
        self.lstm = nn.LSTM(2, 2, bidirectional=True)
        self.attention = nn.MultiheadAttention(2, 1)
        self.norm = nn.InstanceNorm1d(2, affine=True, track_running_stats=True)
        self.half = nn.Linear(2, 2).half()
        self.brain = nn.Linear(2, 2).bfloat16()
        self.seen_through = checkpoint_wrapper(nn.Linear(2, 2))
        self.normed = nn.utils.weight_norm(nn.Linear(2, 2))
        self.spectral = nn.utils.spectral_norm(nn.Linear(2, 2))


def quantising() -> nn.Module:
    """A model that is trained for quantisation: observers, and nothing packed yet."""
    kinds = (torch.ao.quantization.MinMaxObserver, torch.ao.quantization.HistogramObserver)
    observers = [kind() for kind in kinds]
    for observer in observers:
        observer(torch.randn(8))
    return nn.Sequential(torch.ao.nn.quantized.FloatFunctional(), *observers, torch.ao.quantization.FakeQuantize())


def lazy() -> nn.Module:
    """Made with its shapes unknown, and run once."""
    net = nn.Sequential(nn.LazyLinear(3), nn.LazyBatchNorm1d())
    net(torch.ones(2, 2))
    return net


MODELS: dict[str, Callable[[], nn.Module]] = {
    "net": Net,
    "odd": Odd,
    "wrapped": lambda: nn.DataParallel(Odd()),
    "wrapped twice": lambda: nn.DataParallel(nn.DataParallel(Net())),
    "compiled": lambda: torch.compile(Net(), backend="eager"),
    "compiled and wrapped": lambda: nn.DataParallel(torch.compile(Net(), backend="eager")),
    "averaged": lambda: torch.optim.swa_utils.AveragedModel(Net()),
    "transformer": lambda: nn.Transformer(4, 2, 1, 1, 8),
    "traced": lambda: fx.symbolic_trace(nn.Sequential(nn.Linear(2, 2), nn.Sequential(nn.BatchNorm1d(2)))),
    "half": lambda: Net().half(),
    "frozen": lambda: Net().requires_grad_(False),
    "empty": nn.ReLU,
    "lazy": lazy,
    "quantising": quantising,
}


def opened(path: Path) -> Catalogue:
    return build_catalogue(open_checkpoint(path))


def edited(path: Path, *edits: Edit) -> Path:
    """The file after the edits."""
    target = path.with_name("ours.pt")
    save(preview(opened(path), Plan(edits)), target, overwrite=True)
    return target


def planned(value: Any, path: Path, *edits: Edit) -> Preview:
    return preview(opened(checkpoints.save(value, path)), Plan(edits))


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
    assert shown.warnings == ("The state of 1 parameter that no group has is left out.",)
    save(shown, tmp_path / "b.pt")
    del optimizer.state[stray]
    oracle.assert_same(torch.load(tmp_path / "b.pt"), optimizer.state_dict())


def training_file(gpus: PretendGpus | None = None) -> tuple[dict[str, Any], dict[str, Any]]:
    """What YOLO-like scripts save, and the same with state dicts."""
    torch.manual_seed(5)
    net, ema = Net(), Net()
    optimizer = torch.optim.Adam(net.parameters())
    checkpoints.train(net, optimizer)
    if gpus is not None:
        checkpoints.place(gpus, [*net.state_dict().values(), *ema.state_dict().values()], "cuda:7")
        for state in optimizer.state.values():
            checkpoints.place(gpus, {key: value for key, value in state.items() if key != "step"}, "cuda:7")
    objects = {"epoch": 3, "model": nn.DataParallel(net), "ema": ema, "optimizer": optimizer}
    plain = {"epoch": 3, "model": net.state_dict(), "ema": ema.state_dict(), "optimizer": optimizer.state_dict()}
    return objects, plain


def test_a_training_checkpoint_with_everything_pickled_whole(tmp_path: Path) -> None:
    objects, plain = training_file()
    source = checkpoints.save(objects, tmp_path / "last.pt")
    catalogue = opened(source)
    edits = [Extract(catalogue.find(name), unwrap=True) for name in ("model", "ema", "optimizer")]
    shown = preview(catalogue, Plan(tuple(edits)))
    assert shown.refused_names == ()
    assert [change.title for change in shown.changes] == [
        "model: tests.files.checkpoints.Net → state_dict",
        "ema: tests.files.checkpoints.Net → state_dict",
        "optimizer: torch.optim.adam.Adam → state_dict",
    ]
    wanted = checkpoints.save(plain, tmp_path / "theirs.pt")
    oracle.assert_same_files(edited(source, *edits), wanted)
    oracle.assert_same_files(edited(source, *reversed(edits)), wanted)


def test_the_preview_says_where_everything_goes(tmp_path: Path) -> None:
    objects, _ = training_file()
    catalogue = opened(checkpoints.save(objects, tmp_path / "last.pt"))
    shown = preview(
        catalogue, Plan((Extract(catalogue.find("model"), unwrap=True), Extract(catalogue.find("optimizer"))))
    )
    weight = catalogue.find("model/_modules/module/_modules/submodule/_parameters/weight")
    assert shown.path_text(weight) == "model/submodule.weight"
    rate = catalogue.find("optimizer/param_groups/0/lr")
    assert shown.path_text(rate) == "optimizer/param_groups/0/lr"
    assert not shown.dropped(rate)
    assert shown.dropped(catalogue.find("model/training"))
    after = save(shown, tmp_path / "b.pt").bytes
    assert sum(total.tensors for total in shown.totals_after) == len(opened(tmp_path / "b.pt").tensors)
    assert abs(shown.bytes_after - after) < 0.5 * after  # both small: mostly pickle


def test_devices_are_remapped_on_the_way(tmp_path: Path) -> None:
    with PretendGpus() as gpus:
        objects, plain = training_file(gpus)
        source = checkpoints.save(objects, tmp_path / "last.pt")
        assert set(oracle.saved_devices(source)) == {"cpu", "cuda:7"}
        theirs = checkpoints.save(plain, tmp_path / "theirs.pt")
    catalogue = opened(source)
    edits = [Extract(catalogue.find(name), unwrap=True) for name in ("model", "ema", "optimizer")]
    oracle.assert_same_files(edited(source, *edits), theirs)
    ours = edited(source, RemapDevice("cuda:7", "cpu"), *edits)
    assert set(oracle.saved_devices(ours)) == {"cpu"}
    oracle.assert_same(torch.load(ours), torch.load(theirs, map_location="cpu"))
    oracle.assert_same_files(edited(source, *edits, RemapDevice("cuda:7", "cpu")), ours)


def test_a_nested_model_becomes_the_whole_file(tmp_path: Path) -> None:
    objects, plain = training_file()
    source = checkpoints.save(objects, tmp_path / "last.pt")
    entry = opened(source).find("model")
    wanted = checkpoints.save(plain["model"], tmp_path / "theirs.pt")
    oracle.assert_same_files(edited(source, Keep(entry), Extract(entry, unwrap=True)), wanted)
    oracle.assert_same_files(edited(source, Extract(entry, unwrap=True), Keep(entry)), wanted)


def test_dropped_renamed_and_set_below(tmp_path: Path) -> None:
    """Other edits below what is extracted are in the result."""
    objects, plain = training_file()
    source = checkpoints.save(objects, tmp_path / "last.pt")
    find = opened(source).find
    inside = "ema/_modules"
    ours = edited(
        source,
        Extract(find("ema")),
        Drop(find(f"{inside}/norm")),
        Drop(find(f"{inside}/submodule/_parameters/bias")),
        Drop(find("optimizer/param_groups/0/foreach")),
        RenameKey(find(f"{inside}/first"), "stem"),
        SetValue(find("optimizer/param_groups/0/lr"), 0.5),
        Extract(find("optimizer")),
        Keep(0),
        Drop(find("model")),
    )
    ema = plain["ema"]
    for key in [key for key in ema if key.startswith("norm.")] + ["submodule.bias"]:
        del ema[key]
    del ema._metadata["norm"]
    renamed = type(ema)((key.replace("first", "stem"), value) for key, value in ema.items())
    renamed._metadata = type(ema)((key.replace("first", "stem"), value) for key, value in ema._metadata.items())
    group = plain["optimizer"]["param_groups"][0]
    del group["foreach"]
    group["lr"] = 0.5
    wanted = {"epoch": 3, "ema": renamed, "optimizer": plain["optimizer"]}
    oracle.assert_same_files(ours, checkpoints.save(wanted, tmp_path / "theirs.pt"))


def test_storages_are_cut_on_the_way(tmp_path: Path) -> None:
    """`Compact` knows the tensors of a state dict, tied ones included."""
    net = nn.Sequential(nn.Linear(2, 2), nn.Linear(2, 2))
    net[0].weight = net[1].weight = nn.Parameter(torch.randn(100_000)[:4].view(2, 2))
    source = checkpoints.save({"model": net}, tmp_path / "a.pt")
    ours = edited(source, Extract(opened(source).find("model")), Compact())
    assert ours.stat().st_size < 10_000 < source.stat().st_size
    loaded = torch.load(ours)["model"]
    assert all(torch.equal(loaded[key], value) for key, value in net.state_dict().items())
    assert loaded["0.weight"].data_ptr() == loaded["1.weight"].data_ptr()


def test_plain_data_on_the_way(tmp_path: Path) -> None:
    """What `weights_only` refuses beside and below becomes plain with it, whatever the order."""
    net = nn.Linear(2, 2)
    optimizer = torch.optim.Adam(net.parameters(), lr=1e-3)
    optimizer.param_groups[0]["where"] = Path("runs")
    source = checkpoints.save({"model": net, "optimizer": optimizer, "out": Path("a")}, tmp_path / "a.pt")
    find = opened(source).find
    plain = (MakePlain(find("optimizer/param_groups/0/where")), MakePlain(find("out")))
    extracted = (Extract(find("model")), Extract(find("optimizer")))
    optimizer.param_groups[0]["where"] = "runs"
    wanted = {"model": net.state_dict(), "optimizer": optimizer.state_dict(), "out": "a"}
    theirs = checkpoints.save(wanted, tmp_path / "theirs.pt")
    oracle.assert_same_files(edited(source, *plain, *extracted), theirs)
    oracle.assert_same_files(edited(source, *extracted, *plain), theirs)
    oracle.assert_same_files(edited(source, *extracted, MakePlain(0)), theirs)


def test_a_model_that_the_file_shows_twice(tmp_path: Path) -> None:
    model = nn.DataParallel(Net())
    source = checkpoints.save({"a": model, "b": [model], "inner": model.module}, tmp_path / "a.pt")
    state = model.state_dict()
    find = opened(source).find
    value = {"a": state, "b": [state], "inner": model.module}
    wanted = checkpoints.save(value, tmp_path / "theirs.pt")
    oracle.assert_same_files(edited(source, Extract(find("b/0"))), wanted, ways=("plain",))
    value["inner"] = model.module.state_dict()
    wanted = checkpoints.save(value, tmp_path / "theirs.pt")
    for edits in ((Extract(find("a")), Extract(find("inner"))), (Extract(find("inner")), Extract(find("a")))):
        oracle.assert_same_files(edited(source, *edits), wanted)


def test_one_inside_the_other(tmp_path: Path) -> None:
    """The state dict of the whole stays that of the whole."""
    model = Net()
    source = checkpoints.save(model, tmp_path / "a.pt")
    entry = opened(source).find("_modules/norm")
    wanted = checkpoints.save(model.state_dict(), tmp_path / "theirs.pt")
    oracle.assert_same_files(edited(source, Extract(0), Extract(entry)), wanted)
    oracle.assert_same_files(edited(source, Extract(entry), Extract(0)), wanted)
    shown = preview(opened(source), Plan((Extract(0), Extract(entry))))
    assert "'_modules/norm' is part of what becomes a state dict as a whole." in shown.warnings
    with pytest.raises(EditError, match="is a part of 'the file'"):
        edited(source, Keep(entry), Extract(0))


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
    with pytest.raises(EditError, match="packed as only its own code can unpack"):
        planned(quantised, tmp_path / "b.pt", Extract(0))


def _hook(*_: object) -> None:
    """Stands for one that renames keys."""


def test_what_is_no_module(tmp_path: Path) -> None:
    source = checkpoints.save({"a": {"b": 1}, "c": torch.ones(2), "d": Path("x")}, tmp_path / "a.pt")
    catalogue = opened(source)
    for path in ("", "a", "a/b", "c", "d"):
        with pytest.raises(EditError, match="is no pickled module or optimizer"):
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


# -- renamed on the way ----------------------------------------------------------------------------------------


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("container", ["zip", "legacy"])
@pytest.mark.parametrize("about", [None, 0])
def test_a_prefix_is_stripped_from_what_is_extracted(tmp_path: Path, container: str, about: int | None) -> None:
    """In either order; `_metadata` and tied weights are those of the model inside the wrapper."""
    net = Net()
    source = checkpoints.save(nn.DataParallel(net), tmp_path / "a.pt", container)
    wanted = checkpoints.save(net.state_dict(), tmp_path / "theirs.pt", container)
    edits = (Extract(0), StripPrefix("module.", entry=about))
    oracle.assert_same_files(edited(source, *edits), wanted)
    oracle.assert_same_files(edited(source, *reversed(edits)), wanted)
    Net().load_state_dict(torch.load(edited(source, *edits)))


@pytest.mark.filterwarnings("ignore")
def test_a_prefix_is_added_to_what_is_extracted(tmp_path: Path) -> None:
    net = Net()
    source = checkpoints.save(net, tmp_path / "a.pt")
    wanted = checkpoints.save(nn.DataParallel(net).state_dict(), tmp_path / "theirs.pt")
    oracle.assert_same_files(edited(source, Extract(0), AddPrefix("module.")), wanted)


@pytest.mark.filterwarnings("ignore")
def test_segments_go_out_of_and_into_what_is_extracted(tmp_path: Path) -> None:
    """A compiled part of a model; and keys for a model that has its backbone one level further in."""
    net = Net()
    plain = net.state_dict()
    net.module = torch.compile(net.module, backend="eager")
    source = checkpoints.save(net, tmp_path / "a.pt")
    ours = torch.load(edited(source, Extract(0), StripPrefix("_orig_mod.", inner=True)))
    oracle.assert_same(ours, plain)
    assert ours._metadata == Net().state_dict()._metadata
    outer = nn.Sequential(net.submodule)
    source = checkpoints.save(nn.Sequential(outer), tmp_path / "b.pt")
    ours = torch.load(edited(source, Extract(0), InsertSegment("body.", 1, under="0.")))
    assert list(ours) == ["0.body.0.weight", "0.body.0.bias"]
    assert set(ours._metadata) == {"", "0.body", "0.body.0"}


@pytest.mark.filterwarnings("ignore")
def test_what_is_extracted_and_what_was_plain_are_renamed_alike(tmp_path: Path) -> None:
    """All state dicts of the file, and the names that an optimizer keeps; with an entry, only that one."""
    net, ema = Net(), Net()
    model = nn.DataParallel(net)
    optimizer = torch.optim.Adam(model.named_parameters())
    checkpoints.train(net, optimizer)
    value = {"model": model, "ema": nn.DataParallel(ema).state_dict(), "optimizer": optimizer, "again": [model]}
    source = checkpoints.save(value, tmp_path / "a.pt")
    find = opened(source).find
    whole = (Extract(find("model")), Extract(find("optimizer")))
    inner = torch.optim.Adam(net.named_parameters())
    inner.load_state_dict(optimizer.state_dict())
    state = net.state_dict()
    plain = {"model": state, "ema": ema.state_dict(), "optimizer": inner.state_dict(), "again": [state]}
    plain["optimizer"]["param_groups"][0]["param_names"] = [name for name, _ in net.named_parameters()]
    wanted = checkpoints.save(plain, tmp_path / "theirs.pt")
    oracle.assert_same_files(edited(source, *whole, StripPrefix("module.")), wanted)
    shown = preview(opened(source), Plan((*whole, StripPrefix("module."))))
    weight = "_modules/module/_modules/submodule/_parameters/weight"
    assert shown.path_text(find(f"model/{weight}")) == "model/submodule.weight"
    assert shown.path_text(find(f"again/0/{weight}")) == "again/0/submodule.weight"
    assert shown.changes[2].keys == len(state) + len(ema.state_dict())
    ours = torch.load(edited(source, *whole, StripPrefix("module.", entry=find("model"))))
    assert next(iter(ours["model"])) == "unused"
    assert next(iter(ours["ema"])) == "module.unused"


@pytest.mark.filterwarnings("ignore")
def test_what_cannot_be_renamed_in_what_is_extracted(tmp_path: Path) -> None:
    source = checkpoints.save({"net": Net(), "wrapped": nn.DataParallel(Net())}, tmp_path / "a.pt")
    find = opened(source).find
    net, wrapped = find("net"), find("wrapped")
    with pytest.raises(EditError, match=r"No key of 'net' begins with 'module\.x\.'; there is nothing to strip"):
        edited(source, Extract(net), StripPrefix("module.x.", entry=net))
    with pytest.raises(EditError, match="is no dictionary"):
        edited(source, Extract(wrapped), StripPrefix("module.", entry=net))
    both = (StripPrefix("submodule.", entry=net), StripPrefix("module.", entry=net))
    with pytest.raises(KeyCollision, match=r"'submodule\.weight' and 'module\.weight' in net would both become"):
        edited(source, Extract(net), *both)
    unwrapped = (Extract(wrapped, unwrap=True), StripPrefix("module.", entry=wrapped))
    shown = preview(opened(source), Plan(unwrapped))
    assert shown.changes[1].keys == 2  # those of the layer that is called so
