"""The edits that make cures: plain data, values, modules, segments, containers, protocols; judged by real torch."""

from __future__ import annotations

import argparse
import itertools
import pathlib
import types
from collections import OrderedDict, defaultdict
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
from torch import nn

from core.edits.edits import (
    AddPrefix,
    Compact,
    Drop,
    InsertSegment,
    Keep,
    MakePlain,
    RemapDevice,
    RenameModule,
    SetValue,
    StripPrefix,
    UseContainer,
    UseProtocol,
)
from core.errors import CheckpointError, EditError, KeyCollision
from tests.files.checkpoints import Net, save, training_checkpoint
from tests.support.engine import catalogue_of, fix, planned
from tests.support.judging import quiet_load, torch_says
from tests.support.oracle import PretendGpus, assert_same, assert_same_files

pytestmark = pytest.mark.filterwarnings("ignore:Detected pickle protocol")
CONTAINERS = ("zip", "legacy")


def at(path: Path, text: str) -> int:
    """The entry of a path."""
    catalogue = catalogue_of(path)
    return next(entry for entry in range(len(catalogue)) if catalogue.path_text(entry) == text)


def edited(value: Any, folder: Path, *edits: Any, container: str = "zip", **options: Any) -> Any:
    """What plain ``torch.load`` gives after edits; an edit may be a function of the path."""
    source = save(value, folder / "a.pt", container, **options)
    made = [edit(source) if callable(edit) else edit for edit in edits]
    fix(source, folder / "b.pt", *made, overwrite=True)
    return quiet_load(folder / "b.pt")


def plain(text: str) -> Any:
    return lambda path: MakePlain(at(path, text))


# -- MakePlain ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("container", CONTAINERS)
def test_plain_keeps_what_is_shared(container: str, tmp_path: Path) -> None:
    weight, inner = torch.ones(3), [1]
    held = argparse.Namespace(weight=weight, inner=inner, deep=types.SimpleNamespace(inner=inner))
    value = {"weight": weight, "args": held, "inner": inner, "same": held, "view": weight[1:]}
    loaded = edited(value, tmp_path, plain("args"), plain("same"), container=container)
    assert loaded["args"] == {"weight": loaded["weight"], "inner": [1], "deep": {"inner": [1]}}
    assert loaded["args"]["weight"] is loaded["weight"]
    assert loaded["args"]["inner"] is loaded["inner"] is loaded["args"]["deep"]["inner"]
    assert loaded["same"] is loaded["args"]
    assert loaded["view"].data_ptr() == loaded["weight"].data_ptr() + 4


def test_plain_at_one_place_is_plain_at_all(tmp_path: Path) -> None:
    held = argparse.Namespace(numbers=np.arange(3))
    loaded = edited({"one": held, "other": [held]}, tmp_path, plain("one"))
    assert_same(loaded["one"], {"numbers": torch.arange(3)})
    assert loaded["other"][0] is loaded["one"]


def test_plain_in_a_circle(tmp_path: Path) -> None:
    held = argparse.Namespace(a=torch.ones(2))
    held.me, held.all = held, [held]
    loaded = edited({"args": held}, tmp_path, plain("args"))
    assert loaded["args"]["me"] is loaded["args"] is loaded["args"]["all"][0]
    assert torch.equal(loaded["args"]["a"], torch.ones(2))


def test_plain_of_the_whole_file(tmp_path: Path) -> None:
    value = argparse.Namespace(state=Net().state_dict(), path=pathlib.PurePosixPath("a/b"), best=np.float32(0.5))
    assert_same(edited(value, tmp_path, plain("")), {"state": value.state, "path": "a/b", "best": 0.5})


def test_plain_says_what_is_lost(tmp_path: Path) -> None:
    path = save({"d": defaultdict(list, a=[1]), "n": argparse.Namespace(a=1)}, tmp_path / "a.pt")
    warned = planned(path, MakePlain(at(path, "d"))).warnings
    assert any("lost" in each and "default" in each for each in warned)
    assert not planned(path, MakePlain(at(path, "n"))).warnings


def test_plain_then_dropped_and_kept(tmp_path: Path) -> None:
    value = {"a": argparse.Namespace(x=np.ones(2), y=torch.ones(3)), "b": {"c": np.ones(4)}, "w": torch.ones(1)}
    kept = edited(value, tmp_path, plain("a"), plain("b"), lambda path: Drop(at(path, "a")))
    assert_same(kept, {"b": {"c": torch.ones(4, dtype=torch.float64)}, "w": torch.ones(1)})
    kept = edited(value, tmp_path, lambda path: Keep(at(path, "b")), plain("a"), plain("b"))
    assert_same(kept, {"c": torch.ones(4, dtype=torch.float64)})


def test_plain_cannot_be_what_there_is_no_data_for(tmp_path: Path) -> None:
    path = save({"a": torch.Generator()}, tmp_path / "a.pt")
    with pytest.raises(EditError, match=r"cannot become plain data"):
        planned(path, MakePlain(at(path, "a")))


# -- SetValue ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("container", CONTAINERS)
@pytest.mark.parametrize("new", [5, -(2**70), 0.25, "text ü", True, None, ""])
def test_set_values(new: Any, container: str, tmp_path: Path) -> None:
    value = {"a": 1, "list": [1, "x", None], "tuple": (1, (2.5, False)), "w": torch.ones(2)}
    edits = [lambda path, text=text: SetValue(at(path, text), new) for text in ("a", "list/1", "tuple/1/0")]
    loaded = edited(value, tmp_path, *edits, container=container)
    assert_same(loaded, {"a": new, "list": [1, new, None], "tuple": (1, (new, False)), "w": torch.ones(2)})


def test_values_that_cannot_be_set(tmp_path: Path) -> None:
    value = {"w": torch.ones(2), "list": [1], "set": {1}, "ns": argparse.Namespace(a=1), "o": OrderedDict(a=1)}
    path = save(value, tmp_path / "a.pt")
    for text in ("", "w", "list", "set", "ns", "o"):
        with pytest.raises(EditError):
            planned(path, SetValue(at(path, text), 3))
    with pytest.raises(EditError):
        planned(path, SetValue(at(path, "list/0"), [1]))  # type: ignore[arg-type]
    with pytest.raises(CheckpointError):
        planned(path, SetValue(10_000, 3))


def test_a_value_set_where_an_object_becomes_plain(tmp_path: Path) -> None:
    value = {"ns": argparse.Namespace(lr=1.0, gone=2)}
    edits = [plain("ns"), lambda path: SetValue(at(path, "ns/lr"), 0.5), lambda path: Drop(at(path, "ns/gone"))]
    for order in itertools.permutations(edits):
        assert edited(value, tmp_path, *order) == {"ns": {"lr": 0.5}}


# -- RenameModule ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("container", CONTAINERS)
@pytest.mark.parametrize("protocol", [2, 4])
def test_numpy_2_for_numpy_1(protocol: int, container: str, tmp_path: Path) -> None:
    value = {"a": np.arange(3), "b": np.float32(2), "c": np.array(["x"], dtype=object), "w": torch.ones(2)}
    path = save(value, tmp_path / "a.pt", container, pickle_protocol=protocol)
    fix(path, tmp_path / "b.pt", RenameModule("numpy._core", "numpy.core"))
    assert b"numpy._core" in path.read_bytes()
    assert b"numpy._core" not in (tmp_path / "b.pt").read_bytes()
    assert_same(quiet_load(tmp_path / "b.pt", weights_only=False), value)
    fix(tmp_path / "b.pt", tmp_path / "c.pt", RenameModule("numpy.core", "numpy._core"))
    assert_same(quiet_load(tmp_path / "c.pt", weights_only=False), value)


def test_only_whole_module_names(tmp_path: Path) -> None:
    path = save({"a": np.arange(3)}, tmp_path / "a.pt")
    with pytest.raises(EditError, match=r"Nothing in the file"):
        planned(path, RenameModule("numpy._co", "x"))


def test_what_makes_tensors_keeps_its_name(tmp_path: Path) -> None:
    """It is refused when it is planned, not once it is written."""
    path = save({"w": torch.ones(2)}, tmp_path / "a.pt")
    for source, target in (("torch._utils", "torch.utils"), ("torch", "mine")):
        with pytest.raises(EditError, match=r"torch needs torch\._utils\._rebuild_tensor_v2"):
            planned(path, RenameModule(source, target))


# -- InsertSegment -----------------------------------------------------------------------------------------------


class Backbone(nn.Module):
    """The same network one module deeper."""

    def __init__(self) -> None:
        super().__init__()
        self.backbone = nn.Module()
        self.backbone.body = Net()
        self.head = nn.Linear(2, 2)


class Flat(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.backbone = Net()
        self.head = nn.Linear(2, 2)


@pytest.mark.parametrize("container", CONTAINERS)
def test_insert_a_segment(container: str, tmp_path: Path) -> None:
    model = Flat()
    loaded = edited(
        {"model": model.state_dict()}, tmp_path, InsertSegment("body.", 1, under="backbone."), container=container
    )["model"]
    other = Backbone()
    assert not any(other.load_state_dict(loaded))
    assert list(loaded) == list(other.state_dict())
    for (key, mine), its in zip(loaded.items(), model.state_dict().values(), strict=True):
        assert torch.equal(mine, its), key
    assert loaded._metadata["backbone.body.norm"] == {"version": 2}
    assert loaded._metadata["head"] == {"version": 1}
    assert "backbone.norm" not in loaded._metadata


def test_insert_and_drop_a_segment_again(tmp_path: Path) -> None:
    path = save(Flat().state_dict(), tmp_path / "a.pt")
    fix(path, tmp_path / "b.pt", InsertSegment("body.", 1, under="backbone."))
    assert any(".body." in key for key in quiet_load(tmp_path / "b.pt"))
    fix(tmp_path / "b.pt", tmp_path / "c.pt", StripPrefix("body.", inner=True))
    assert list(quiet_load(tmp_path / "c.pt")) == list(quiet_load(path))


def test_names_in_optimizers_follow(tmp_path: Path) -> None:
    model = Flat()
    optimizer = torch.optim.SGD(list(model.named_parameters()), 0.1, momentum=0.9)
    for parameter in model.parameters():
        parameter.grad = torch.ones_like(parameter)
    optimizer.step()
    value = {"model": model.state_dict(), "optimizer": optimizer.state_dict()}
    assert "param_names" in value["optimizer"]["param_groups"][0]
    loaded = edited(value, tmp_path, InsertSegment("body.", 1, under="backbone."))
    wanted = [name for name, _ in Backbone().named_parameters()]
    assert loaded["optimizer"]["param_groups"][0]["param_names"] == wanted


def test_insert_where_nothing_is(tmp_path: Path) -> None:
    path = save(Flat().state_dict(), tmp_path / "a.pt")
    with pytest.raises(EditError):
        planned(path, InsertSegment("body.", 1, under="neck."))


def test_names_that_would_meet(tmp_path: Path) -> None:
    path = save({"a.x.w": torch.ones(1), "a.w": torch.ones(1), "b": torch.ones(1)}, tmp_path / "a.pt")
    with pytest.raises(KeyCollision):
        planned(path, StripPrefix("x.", inner=True))


def test_add_then_strip_is_nothing(tmp_path: Path) -> None:
    path = save(Net().state_dict(), tmp_path / "a.pt")
    fix(path, tmp_path / "b.pt", AddPrefix("module."), StripPrefix("module."))
    assert_same(quiet_load(tmp_path / "b.pt"), quiet_load(path))


# -- containers and protocols ------------------------------------------------------------------------------------

VALUES: dict[str, Any] = {
    "bytes": b"ab\xff\x00",
    "long bytes": bytes(range(256)) * 300,
    "bytearray": bytearray(b"xyz\x80"),
    "set": {1, "two", (3,)},
    "text": "ü" * 300,
    "long text": "long" * 20_000,
    "big": 2**70,
    "nested": {"a": [({"b": (1, 2, 3, 4)},)] * 2, 5: None},
    "ordered": OrderedDict(a=1),
    "complex": 1 + 2j,
    "weights": Net().state_dict(),
}


@pytest.mark.parametrize("container", CONTAINERS)
@pytest.mark.parametrize("protocol", [2, 3, 4, 5])
def test_protocols(protocol: int, container: str, tmp_path: Path) -> None:
    path = save({**VALUES, "frozen": frozenset({1})}, tmp_path / "a.pt", container, pickle_protocol=protocol)
    before = quiet_load(path, weights_only=False)
    for wanted in (5, 4, 3, 2):
        fix(path, tmp_path / "b.pt", UseProtocol(wanted), overwrite=True)
        after = quiet_load(tmp_path / "b.pt", weights_only=False)
        assert set(after.pop("frozen")) == {1}
        assert_same(after, {key: value for key, value in before.items() if key != "frozen"})
        assert catalogue_of(tmp_path / "b.pt").checkpoint.protocol == wanted
    fix(path, tmp_path / "c.pt", UseProtocol(2), Drop(at(path, "frozen")))
    assert torch_says(tmp_path / "c.pt") is None


@pytest.mark.parametrize("source", CONTAINERS)
@pytest.mark.parametrize("target", CONTAINERS)
def test_containers(source: str, target: str, tmp_path: Path) -> None:
    with PretendGpus() as gpus:
        path = save(training_checkpoint(gpus), tmp_path / "a.pt", source)
    fix(path, tmp_path / "b.pt", UseContainer(target), UseProtocol(2))
    assert catalogue_of(tmp_path / "b.pt").checkpoint.container == target
    assert_same_files(tmp_path / "b.pt", path)


@pytest.mark.filterwarnings("ignore:Detected pickle protocol")
@pytest.mark.parametrize("container", CONTAINERS)
@pytest.mark.parametrize("wanted", [2, 3])
def test_keys_of_bytes_in_an_older_protocol(wanted: int, container: str, tmp_path: Path) -> None:
    """Which spells them as a call; the tensors below them are found again all the same."""
    value = {b"k": {"w": torch.ones(2)}, (b"\xff", 1): torch.zeros(3), b"": [torch.ones(1)]}
    source = save(value, tmp_path / "a.pt", container, pickle_protocol=4)
    new = fix(source, tmp_path / "b.pt", UseProtocol(wanted)).path
    assert_same(quiet_load(new, weights_only=wanted == 2), value)
    fix(new, tmp_path / "c.pt", Drop(catalogue_of(new).find("b'k'/w")))
    assert_same(quiet_load(tmp_path / "c.pt", weights_only=False), {**value, b"k": {}})


@pytest.mark.parametrize("edit", [UseContainer("tar"), UseProtocol(1), UseProtocol(6), UseContainer("")])
def test_no_such_container_or_protocol(edit: Any, tmp_path: Path) -> None:
    path = save({"a": torch.ones(1)}, tmp_path / "a.pt")
    with pytest.raises(EditError):
        planned(path, edit)


# -- all together ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("container", CONTAINERS)
def test_any_order(container: str, tmp_path: Path) -> None:
    table = torch.arange(4000.0).reshape(100, 40)
    with PretendGpus() as gpus:
        checkpoint = training_checkpoint(gpus, "cuda:2")
        checkpoint |= {"args": argparse.Namespace(lr=0.1, best=np.float64(2), path=pathlib.PurePosixPath("x"))}
        checkpoint |= {"scores": np.arange(3.0), "row": table[5], "gone": {"w": torch.ones(5)}}
        path = save(checkpoint, tmp_path / "a.pt", container)
    edits = [
        RemapDevice("cuda:*", "cpu"),
        StripPrefix("module."),
        MakePlain(at(path, "args")),
        MakePlain(at(path, "scores")),
        Drop(at(path, "gone")),
        SetValue(at(path, "epoch"), 0),
        Compact(),
        UseContainer("zip"),
        UseProtocol(2),
    ]
    # What a script would do with torch.
    wanted = torch.load(path, map_location="cpu", weights_only=False)
    nn.modules.utils.consume_prefix_in_state_dict_if_present(wanted["state_dict"], "module.")
    wanted |= {"args": {"lr": 0.1, "best": 2.0, "path": "x"}, "scores": torch.from_numpy(wanted["scores"]), "epoch": 0}
    wanted["row"] = wanted["row"].clone()
    del wanted["gone"]
    save(wanted, tmp_path / "c.pt")
    results = set()
    for first in range(len(edits)):
        order = [*edits[first:], *edits[:first]]
        for each in (order, order[::-1]):
            fix(path, tmp_path / "b.pt", *each, overwrite=True)
            results.add((tmp_path / "b.pt").read_bytes())
    assert len(results) == 1
    assert torch_says(tmp_path / "b.pt") is None
    assert_same(quiet_load(tmp_path / "b.pt"), quiet_load(tmp_path / "c.pt"))


def test_keys_that_would_meet_as_plain_data(tmp_path: Path) -> None:
    path = pathlib.PurePosixPath("a")
    for value in ({path: 1, "a": 2}, {"a": 2, path: 1}, {path: 1, pathlib.PureWindowsPath("a"): 2}):
        source = save({"files": value}, tmp_path / "a.pt")
        with pytest.raises(KeyCollision, match="would both become"):
            planned(source, MakePlain(catalogue_of(source).find("files")))
    apart = save({"files": {path: 1, "b": 2}}, tmp_path / "a.pt")
    fix(apart, tmp_path / "b.pt", MakePlain(catalogue_of(apart).find("files")))
    assert torch.load(tmp_path / "b.pt") == {"files": {"a": 1, "b": 2}}


def test_an_array_at_two_places_is_counted_once(tmp_path: Path) -> None:
    array = np.arange(6.0)
    source = save({"a": array, "b": array, "w": torch.ones(2)}, tmp_path / "a.pt")
    find = catalogue_of(source).find
    edits = (MakePlain(find("a")), MakePlain(find("b")))
    promised = planned(source, *edits).totals_after
    fix(source, tmp_path / "b.pt", *edits)
    assert promised == catalogue_of(tmp_path / "b.pt").devices
    assert (promised[0].tensors, promised[0].storages) == (3, 2)


def test_a_storage_that_no_tensor_uses_is_counted_in_the_size_to_come(tmp_path: Path) -> None:
    bare = torch.zeros(100_000).untyped_storage()
    source = save({"noise": bare, "weight": torch.zeros(50_000)}, tmp_path / "source.pth")
    assert planned(source).bytes_after == source.stat().st_size
    dropped = planned(source, Drop(catalogue_of(source).find("weight")))
    assert dropped.bytes_after == source.stat().st_size - 200_000
    target = tmp_path / "target.pth"
    fix(source, target, Drop(catalogue_of(source).find("weight")))
    assert abs(target.stat().st_size - dropped.bytes_after) < 1000
