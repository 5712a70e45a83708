"""Two files compared: what torch wrote into both is known, and so is what differs."""

from __future__ import annotations

import math
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st
from safetensors.torch import save_file
from torch import nn

from core.catalogue.build import open_catalogue
from core.catalogue.catalogue import Catalogue
from core.edits.edits import Plan, RemapDevice, StripPrefix
from core.edits.preview import preview
from core.errors import Cancelled, SourceChanged, Truncated
from core.files.copy import Source
from core.numbers.spans import Span
from core.saving.save import save
from core.values.diff import DEVICE, DTYPE, ORDER, SHAPE, TYPE, VALUES, FileDifference, compare
from core.values.difference.renames import branches
from tests.support.oracle import PretendGpus


class Compared:
    """Two things that torch saved, and how the files differ, by paths."""

    def __init__(self, first: Path, second: Path) -> None:
        self.a, self.b = open_catalogue(first), open_catalogue(second)
        self.found = compare(self.a, self.b)

    @property
    def kinds(self) -> dict[str, tuple[str, ...]]:
        return {each.path: each.kinds for each in self.found.changed}

    @property
    def renamed(self) -> dict[str, str]:
        return {self.a.path_text(one): self.b.path_text(other) for one, other in self.found.renamed}

    @property
    def only(self) -> tuple[list[str], list[str]]:
        return _paths(self.a, self.found.only_a), _paths(self.b, self.found.only_b)


def _paths(catalogue: Catalogue, entries: tuple[int, ...]) -> list[str]:
    return [catalogue.path_text(entry) for entry in entries]


@pytest.fixture
def compared(tmp_path: Path) -> Callable[[Any, Any], Compared]:
    def saved(first: Any, second: Any) -> Compared:
        torch.save(first, tmp_path / "a.pth")
        torch.save(second, tmp_path / "b.pth")
        return Compared(tmp_path / "a.pth", tmp_path / "b.pth")

    return saved


def net(*, seed: int = 0) -> nn.Sequential:
    torch.manual_seed(seed)
    return nn.Sequential(nn.Linear(3, 4), nn.BatchNorm1d(4), nn.Linear(4, 2))


def trained(model: nn.Module, steps: int = 1, **options: Any) -> dict[str, Any]:
    optimizer = torch.optim.Adam(model.parameters(), **options)
    for _ in range(steps):
        optimizer.zero_grad()
        model(torch.randn(5, 3)).square().sum().backward()
        optimizer.step()
    return {"epoch": steps, "model": model.state_dict(), "optimizer": optimizer.state_dict()}


def test_what_is_saved_twice_is_the_same(compared: Callable[[Any, Any], Compared]) -> None:
    state = trained(net())
    of = compared(state, state)
    assert of.found.is_same
    assert of.found.same == 9 + 6 * 3
    assert all(one == other for one, other in of.found.pairs.items())
    assert {*of.a.tree.tensors} < of.found.pairs.keys()


def test_two_epochs(compared: Callable[[Any, Any], Compared]) -> None:
    model = net()
    first = trained(model, 1)
    first["model"] = {key: value.clone() for key, value in first["model"].items()}
    second = trained(model, 2, lr=0.5, betas=(0.8, 0.9))
    of = compared(first, second)
    assert {"epoch", "optimizer/param_groups/0/lr", "optimizer/param_groups/0/betas"} <= of.kinds.keys()
    assert set(of.kinds.values()) == {(VALUES,)}
    by_path = {each.path: each for each in of.found.changed}
    for key, ours in first["model"].items():
        theirs = second["model"][key]
        apart = (ours.double() - theirs.double()).abs()
        assert by_path[f"model/{key}"].max_abs == pytest.approx(apart.max().item())
        assert by_path[f"model/{key}"].mean_abs == pytest.approx(apart.mean().item())


def test_shapes_dtypes_types_and_keys(compared: Callable[[Any, Any], Compared]) -> None:
    same = torch.arange(6.0)
    of = compared(
        {"same": same, "shape": same, "dtype": same, "type": [1, {}], "gone": {"x": same * 3, "y": 1}, "nan": math.nan},
        {
            "same": same,
            "shape": same.reshape(2, 3),
            "dtype": same.bfloat16(),
            "type": {"x": 1},
            "nan": math.nan,
            "new": 2,
        },
    )
    assert of.kinds == {"shape": (SHAPE,), "dtype": (DTYPE,), "type": (TYPE,)}
    assert of.only == (["gone"], ["new"])
    assert of.found.same == 1


def test_bfloat16_is_compared_as_numbers(compared: Callable[[Any, Any], Compared]) -> None:
    ours = torch.randn(100)
    of = compared({"w": ours}, {"w": ours.bfloat16()})
    (found,) = of.found.changed
    assert found.kinds == (VALUES, DTYPE)
    assert found.max_abs == pytest.approx((ours.double() - ours.bfloat16().double()).abs().max().item())


@pytest.mark.parametrize(
    ("first", "second"),
    [(1, 1.0), (1, True), (1, 2), ("a", "b"), (None, 0), ([1, 2], [2, 1]), ([1], [1, 2]), ({1}, {2}), (b"a", b"b")],
)
def test_plain_values(compared: Callable[[Any, Any], Compared], first: Any, second: Any) -> None:
    assert compared({"x": first}, {"x": second}).kinds == {"x": (VALUES,)}
    assert compared({"x": first, "y": [second]}, {"x": first, "y": [second]}).found.is_same


def test_numpy_values(compared: Callable[[Any, Any], Compared]) -> None:
    first = {"loss": np.float64(0.5), "seen": np.arange(5)}
    assert compared(first, {"loss": np.float64(0.5), "seen": np.arange(5)}).found.is_same
    assert compared(first, {"loss": np.float64(0.25), "seen": np.arange(5) + 1}).kinds.keys() == {"loss", "seen"}


@pytest.mark.filterwarnings("ignore:TypedStorage:UserWarning")
def test_bare_storages(compared: Callable[[Any, Any], Compared]) -> None:
    first, second = ({"s": torch.tensor([1.0, each])._typed_storage()} for each in (2.0, 3.0))
    assert compared(first, second).kinds == {"s": (VALUES,)}
    assert compared(first, {"s": torch.tensor([1.0, 2.0])._typed_storage()}).found.is_same


def test_the_order_of_keys(compared: Callable[[Any, Any], Compared]) -> None:
    ones, twos = torch.ones(2), torch.full((2,), 2.0)
    assert compared({"m": {"x": ones, "y": twos}}, {"m": {"y": twos, "x": ones}}).kinds == {"m": (ORDER,)}


def test_devices(tmp_path: Path) -> None:
    with PretendGpus() as gpus:
        weights = {key: torch.randn(3) for key in "xy"}
        torch.save(weights, tmp_path / "cpu.pth")
        for tensor in weights.values():
            gpus.place(tensor, "cuda:7")
        torch.save(weights, tmp_path / "gpu.pth")
    of = Compared(tmp_path / "cpu.pth", tmp_path / "gpu.pth")
    assert of.kinds == {"x": (DEVICE,), "y": (DEVICE,)}
    assert of.found.changed[0].max_abs in (None, 0)


def test_containers_are_no_difference(tmp_path: Path) -> None:
    state = {key: value.clone() for key, value in net().state_dict().items()}
    torch.save(net().state_dict(), tmp_path / "zip.pth")
    torch.save(net().state_dict(), tmp_path / "legacy.pth", _use_new_zipfile_serialization=False)
    save_file(state, tmp_path / "x.safetensors")
    paths = [tmp_path / name for name in ("zip.pth", "legacy.pth", "x.safetensors")]
    for first in paths:
        for second in paths:
            of = Compared(first, second)
            assert of.found.is_same, (first, second)
            assert of.found.same == 9


def test_layouts_and_tied_tensors_are_compared_by_numbers(compared: Callable[[Any, Any], Compared]) -> None:
    tensor = torch.randn(2, 3, 4, 5)
    lasts = tensor.to(memory_format=torch.channels_last)
    of = compared({"x": tensor, "y": tensor, "z": tensor}, {"x": lasts, "y": tensor.clone(), "z": tensor.clone()})
    assert of.found.is_same


# -- renamed -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("change", [0.0, 1.0])
def test_prefixes(compared: Callable[[Any, Any], Compared], change: float) -> None:
    """Also where every number changed: then by the keys alone."""
    state = {key: value.float() for key, value in net().state_dict().items()}
    of = compared(
        {"epoch": 1, "state_dict": state},
        {"epoch": 1, "state_dict": {f"module.{key}": value + change for key, value in state.items()}},
    )
    assert of.renamed == {f"state_dict/{key}": f"state_dict/module.{key}" for key in state}
    assert branches(of.renamed.items()) == {("state_dict/", "state_dict/module."): 9}
    assert of.only == ([], [])
    assert len(of.kinds) == (9 if change else 0)


@pytest.mark.parametrize("change", [0.0, 1.0])
def test_what_torch_notes_of_modules_follows_the_keys(compared: Callable[[Any, Any], Compared], change: float) -> None:
    """A wrapper puts its prefix before the names in ``_metadata`` too, and a name of its own; none of it is news."""
    model = net()
    wrapped: Any = nn.DataParallel(model).state_dict()
    assert wrapped._metadata.keys() - model.state_dict()._metadata.keys() == {"module", *(f"module.{n}" for n in "012")}
    for value in wrapped.values() if change else ():
        value.add_(int(change))
    for of in (
        compared({"model": net().state_dict()}, {"model": wrapped}),
        compared({"model": wrapped}, {"model": net().state_dict()}),
    ):
        assert of.only == ([], [])
        assert len(of.renamed) == 9
        assert not any("_metadata" in path for path in of.renamed)
    grown = nn.Sequential(*net(), nn.Linear(2, 2))
    of = compared(net().state_dict(), grown.state_dict())
    assert of.only == ([], ["3.weight", "3.bias"])


def test_what_torch_notes_of_one_module_is_news_where_it_differs(compared: Callable[[Any, Any], Compared]) -> None:
    older = net().state_dict()
    older._metadata["1"]["version"] = 1
    assert compared(older, net().state_dict()).kinds == {"_metadata/1/version": (VALUES,)}
    assert compared(older, dict(net().state_dict())).only == (["_metadata"], [])


def test_a_key_of_that_name_is_a_key_like_others(compared: Callable[[Any, Any], Compared]) -> None:
    first, second = {"_metadata": {"a": 1, "b": 2}}, {"_metadata": {"a": 1, "c": 2}}
    assert compared(first, second).only == (["_metadata/b"], ["_metadata/c"])


def test_another_mapping_and_another_prefix(compared: Callable[[Any, Any], Compared]) -> None:
    state = net().state_dict()
    of = compared(
        {"net": {f"a.b.{key}": value for key, value in state.items()}}, {f"c.{key}": state[key] for key in state}
    )
    assert of.renamed == {f"net/a.b.{key}": f"c.{key}" for key in state}
    assert (of.found.same, of.only) == (9, ([], []))


def test_nested_and_flat_after_more_training(compared: Callable[[Any, Any], Compared]) -> None:
    """No byte is the same, and no path: the names that they end with are."""
    state = {key: value.float() for key, value in net().state_dict().items()}
    of = compared({"epoch": 3, "net": state}, {f"backbone.{key}": value + 1 for key, value in state.items()})
    assert of.renamed == {f"net/{key}": f"backbone.{key}" for key in state}
    assert of.only == (["epoch"], [])


def test_a_config_under_another_name(compared: Callable[[Any, Any], Compared]) -> None:
    of = compared({"args": {"lr": 1, "seed": 2, "x": 3}}, {"config": {"lr": 1, "seed": 5, "x": 3}})
    assert of.renamed == {"args": "config"}
    assert of.kinds == {"args/seed": (VALUES,)}


def test_state_of_two_parameters_is_not_one(compared: Callable[[Any, Any], Compared]) -> None:
    """Both have a ``step`` and moments; their shapes tell that they are of two things."""
    first, second = ({"step": 1, "m": torch.ones(size), "v": torch.ones(size)} for size in (3, 4))
    assert compared({"state": {"x": first}}, {"state": {"y": second}}).only == (["state/x"], ["state/y"])


def test_any_renames(tmp_path: Path) -> None:
    """No two have a word in common: bytes say which is which."""
    tensors = {f"{number}": torch.full((3,), float(number)).cumsum(0) for number in range(1, 9)}
    torch.save(tensors, tmp_path / "a.pth")
    torch.save({f"x{number}y": tensors[str(number)] for number in (4, 2, 8, 1, 3, 5, 6, 7)}, tmp_path / "b.pth")
    of = Compared(tmp_path / "a.pth", tmp_path / "b.pth")
    assert of.renamed == {key: f"x{key}y" for key in tensors}


def test_zeros_are_nobodys(compared: Callable[[Any, Any], Compared]) -> None:
    """Alike are many things that are nothing but zeros."""
    of = compared({"p": torch.zeros(4), "q": torch.zeros(4)}, {"r": torch.zeros(4), "s": torch.zeros(4)})
    assert of.renamed == {}
    assert of.only == (["p", "q"], ["r", "s"])
    assert of.found.unsure == ((of.found.only_a, of.found.only_b),)
    assert compared({"p": torch.zeros(4)}, {"r": torch.zeros(4)}).renamed == {}
    assert compared({"a": {"bias": torch.zeros(4)}}, {"b": 1, "c": [{"bias": torch.zeros(4)}]}).renamed == {
        "a/bias": "c/0/bias"
    }


def test_zeros_follow_the_tensors_beside_them(compared: Callable[[Any, Any], Compared]) -> None:
    state = {"old.weight": torch.randn(4), "old.bias": torch.zeros(4), "old.mean": torch.zeros(4)}
    of = compared({"x": 0, **state}, {"x": 0, **{key.replace("old", "new.er"): value for key, value in state.items()}})
    assert of.renamed == {key: key.replace("old", "new.er") for key in state}
    assert of.found.unsure == ()


def test_optimizer_state_is_known_by_its_parameters(compared: Callable[[Any, Any], Compared]) -> None:
    """The same model with its layers in another order: the numbers of their state are others."""

    def checkpoint(order: tuple[str, ...]) -> dict[str, Any]:
        sizes = {"first": 3, "second": 4, "third": 5}
        model = nn.ModuleDict({name: nn.Linear(sizes[name], 2) for name in order})
        for name, layer in model.items():
            nn.init.constant_(layer.weight, sizes[name])
            nn.init.constant_(layer.bias, -sizes[name])
        optimizer = torch.optim.Adam(model.parameters())
        sum((p * p).sum() for p in model.parameters()).backward()
        optimizer.step()
        return {"model": model.state_dict(), "optimizer": optimizer.state_dict()}

    of = compared(checkpoint(("first", "second", "third")), checkpoint(("third", "first", "second")))
    assert of.renamed["optimizer/state/0/exp_avg"] == "optimizer/state/2/exp_avg"
    assert of.renamed["optimizer/state/4/exp_avg_sq"] == "optimizer/state/0/exp_avg_sq"
    assert {kinds for path, kinds in of.kinds.items() if path.startswith("optimizer/state/")} == set()


@settings(max_examples=15)
@given(st.data())
def test_keys_changed_at_random(tmp_path_factory: pytest.TempPathFactory, data: st.DataObject) -> None:
    """Some tensors get other keys, some other numbers, some go: what is said adds up to that."""
    folder = tmp_path_factory.mktemp("random")
    fate = data.draw(st.lists(st.sampled_from(["stays", "renamed", "changed", "gone"]), min_size=1, max_size=8))
    first = {f"k{at}.weight": torch.arange(4.0) + 10 * at + 1 for at in range(len(fate))}
    second = {}
    for at, (key, tensor) in enumerate(first.items()):
        if fate[at] != "gone":
            second[f"z{at}q" if fate[at] == "renamed" else key] = tensor + (fate[at] == "changed")
    torch.save(first, folder / "a.pth")
    torch.save(second, folder / "b.pth")
    of = Compared(folder / "a.pth", folder / "b.pth")
    assert of.renamed == {f"k{at}.weight": f"z{at}q" for at, each in enumerate(fate) if each == "renamed"}
    assert of.kinds == {f"k{at}.weight": (VALUES,) for at, each in enumerate(fate) if each == "changed"}
    if "gone" in fate and second:
        assert of.only == ([f"k{at}.weight" for at, each in enumerate(fate) if each == "gone"], [])
    assert of.found.same == len([each for each in fate if each in ("stays", "renamed")])


def test_a_file_and_its_fixed_self(tmp_path: Path) -> None:
    with PretendGpus() as gpus:
        state = {f"module.{key}": value for key, value in net().state_dict().items()}
        for tensor in state.values():
            gpus.place(tensor, "cuda:3")
        torch.save({"state_dict": state}, tmp_path / "a.pth")
    catalogue = open_catalogue(tmp_path / "a.pth")
    plan = Plan((RemapDevice("cuda:*", "cpu"), StripPrefix("module.", None)))
    save(preview(catalogue, plan), tmp_path / "b.pth")
    of = Compared(tmp_path / "a.pth", tmp_path / "b.pth")
    assert of.renamed == {f"state_dict/{key}": f"state_dict/{key.removeprefix('module.')}" for key in state}
    assert set(of.kinds.values()) == {(DEVICE,)}
    assert of.only == ([], [])


# -- bad input -----------------------------------------------------------------------------------------------


def test_one_file_given_twice_is_not_read(tmp_path: Path) -> None:
    torch.save({"x": torch.randn(4)}, tmp_path / "a.pth")
    catalogue = open_catalogue(tmp_path / "a.pth")

    def tick(done: int, total: int) -> None:
        raise AssertionError("it was read")

    assert compare(catalogue, open_catalogue(tmp_path / "a.pth"), tick).is_same


def test_a_file_that_changes_is_named(tmp_path: Path) -> None:
    for name in ("a.pth", "b.pth"):
        torch.save({"x": torch.randn(100_000)}, tmp_path / name)
    catalogues = [open_catalogue(tmp_path / name) for name in ("a.pth", "b.pth")]

    def change(_done: int, _total: int) -> None:
        with (tmp_path / "b.pth").open("ab") as file:
            file.write(b"more")

    with pytest.raises(SourceChanged, match=r"b\.pth"):
        compare(*catalogues, change)
    with pytest.raises(SourceChanged, match=r"b\.pth"):
        compare(*catalogues)


def test_a_file_cut_short_meanwhile_is_named(tmp_path: Path) -> None:
    for name in ("a.pth", "b.pth"):
        torch.save({"x": torch.randn(1_000_000)}, tmp_path / name)
    catalogues = [open_catalogue(tmp_path / name) for name in ("a.pth", "b.pth")]

    def cut(_done: int, _total: int) -> None:
        with (tmp_path / "b.pth").open("r+b") as file:
            file.truncate(10_000)

    with pytest.raises((SourceChanged, Truncated), match=r"b\.pth"):
        compare(*catalogues, cut)


@pytest.mark.parametrize("hurt", ["a.pth", "b.pth"])
def test_a_damaged_file_is_named(tmp_path: Path, hurt: str) -> None:
    for name in ("a.pth", "b.pth"):
        torch.save({"x": torch.randn(9), "y": torch.randn(9)}, tmp_path / name)
    raw = (tmp_path / hurt).read_bytes()
    header = raw.rindex(b"PK\x03\x04", 0, raw.index(b"/data/1"))
    (tmp_path / hurt).write_bytes(raw[:header] + b"XX" + raw[header + 2 :])
    catalogues = [open_catalogue(tmp_path / name) for name in ("a.pth", "b.pth")]
    found = compare(*catalogues)
    (entry,) = found.unread
    assert catalogues[0].path_text(entry) == "y"
    assert found.unread[entry].startswith(f"{hurt}: ")
    assert [(each.path, each.kinds) for each in found.changed] == [("x", ("values",)), ("y", ("unreadable",))]


def test_it_can_be_cancelled(tmp_path: Path) -> None:
    for name in ("a.pth", "b.pth"):
        torch.save({"x": torch.zeros(1_000_000)}, tmp_path / name)
    asked = 0

    def tick(done: int, total: int) -> None:
        nonlocal asked
        assert 0 <= done <= total
        asked += 1
        if asked == 3:
            raise Cancelled

    with pytest.raises(Cancelled):
        compare(open_catalogue(tmp_path / "a.pth"), open_catalogue(tmp_path / "b.pth"), tick)


def test_it_can_be_cancelled_while_a_record_is_unpacked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One compressed record can be gigabytes: whoever wants to stop is heard before it is there."""
    paths = [tmp_path / "a.pth", tmp_path / "b.pth"]
    for path in paths:
        torch.save({"x": torch.zeros(3_000_000)}, path)
        with zipfile.ZipFile(path) as source:
            records = {name: source.read(name) for name in source.namelist()}
        with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as packed:
            for name, data in records.items():
                packed.writestr(name, data)
    catalogues = [open_catalogue(path) for path in paths]
    unpacking = False

    def cancel(_done: int, _total: int) -> None:
        if unpacking:
            raise Cancelled

    pieces = Span.pieces

    def told(span: Span, source: Source) -> Iterator[memoryview]:
        nonlocal unpacking
        for number, piece in enumerate(pieces(span, source)):
            assert number < 100
            unpacking = True
            yield piece
        unpacking = False

    monkeypatch.setattr(Span, "pieces", told)
    with pytest.raises(Cancelled):
        compare(*catalogues, cancel)
    assert unpacking


def test_nothing_differs_says_so() -> None:
    assert FileDifference(3, (), (), (), (), (), {}).is_same
    assert not FileDifference(3, (), (), (), ((1, 2),), (), {}).is_same
