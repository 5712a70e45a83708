"""Plans and previews: what an edit means, what it refuses, and that nothing happens before the save."""

from __future__ import annotations

import copy
from collections import OrderedDict
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import torch
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from torch import nn

from core.edits.edits import (
    AddPrefix,
    Drop,
    Edit,
    InsertSegment,
    Keep,
    MoveOptimizer,
    Plan,
    RemapDevice,
    RenameKey,
    StripPrefix,
    check_device,
)
from core.edits.preview import preview
from core.errors import BadDevice, CheckpointError, EditError, KeyCollision, PathNotFound
from tests.files.checkpoints import Net, odd_tensors, place, save, train, training_checkpoint
from tests.support.engine import catalogue_of, fix, planned
from tests.support.oracle import PretendGpus, assert_same, assert_same_files, load, saved_devices


@pytest.fixture
def source(tmp_path: Path) -> Path:
    with PretendGpus() as gpus:
        return save(training_checkpoint(gpus), tmp_path / "source.pth")


def state_file(path: Path, *keys: str) -> Path:
    return save(OrderedDict((key, torch.full((2,), float(index))) for index, key in enumerate(keys)), path)


def keys_after(source: Path, *edits: Any) -> list[str]:
    target = source.with_name("after.pth")
    fix(source, target, *edits, overwrite=True)
    return list(torch.load(target))


# -- devices -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "device"), [("cpu", "cpu"), (" CUDA:3 ", "cuda:3"), ("cuda", "cuda"), ("mps", "mps"), ("xpu:1", "xpu:1")]
)
def test_devices_torch_knows(text: str, device: str) -> None:
    assert check_device(text) == device
    torch.device(check_device(text))


@pytest.mark.parametrize(
    "text", ["", "gpu", "cuda:", "cuda:-1", "cuda:x", "cuda:01", "cpu:a", "cuda 0", "meta", "gpu3"]
)
def test_devices_torch_does_not_know(text: str) -> None:
    with pytest.raises(BadDevice):
        check_device(text)


def test_a_number_is_guessed() -> None:
    with pytest.raises(BadDevice, match="cuda:3"):
        check_device("gpu3")


@pytest.mark.parametrize(
    ("pattern", "moved"),
    [
        ("cuda:*", {"cuda:0", "cuda:1", "cuda:12"}),
        ("*", {"cuda:0", "cuda:1", "cuda:12", "mps"}),
        ("cuda:1", {"cuda:1"}),
        ("cuda:1*", {"cuda:1", "cuda:12"}),
        ("cuda:[01]", {"cuda:0", "cuda:1"}),
        ("mps", {"mps"}),
    ],
)
def test_globs(tmp_path: Path, pattern: str, moved: set[str]) -> None:
    devices = ["cuda:0", "cuda:1", "cuda:12", "mps"]
    with PretendGpus() as gpus:
        values = {device: torch.ones(1) for device in devices}
        for device, tensor in values.items():
            gpus.place(tensor, device)
        source = save(values, tmp_path / "source.pth")
    fix(source, tmp_path / "new.pth", RemapDevice(pattern, "cpu"))
    assert saved_devices(tmp_path / "new.pth") == ["cpu" if device in moved else device for device in devices]


def test_the_later_remap_wins_and_sees_the_saved_device(tmp_path: Path) -> None:
    with PretendGpus() as gpus:
        values = {"a": torch.ones(1), "b": torch.ones(1)}
        gpus.place(values["a"], "cuda:0")
        gpus.place(values["b"], "cuda:1")
        source = save(values, tmp_path / "source.pth")
    fix(source, tmp_path / "swap.pth", RemapDevice("cuda:0", "cuda:1"), RemapDevice("cuda:1", "cuda:0"))
    assert saved_devices(tmp_path / "swap.pth") == ["cuda:1", "cuda:0"]
    fix(source, tmp_path / "late.pth", RemapDevice("cuda:*", "cpu"), RemapDevice("cuda:1", "cuda:4"))
    assert saved_devices(tmp_path / "late.pth") == ["cpu", "cuda:4"]


@pytest.mark.parametrize("target", ["cpu", "cuda:0"])
def test_device_values_stay_as_map_location_leaves_them(tmp_path: Path, target: str) -> None:
    shared = torch.device("cuda:7")
    values = {
        "a": shared,
        "config": [shared, torch.device("cpu"), torch.device("cuda"), torch.device("cuda:6")],
        "tensor": torch.ones(2),
    }
    source = save(values, tmp_path / "source.pth")
    fix(source, tmp_path / "new.pth", RemapDevice("cuda:*", target))
    assert_same(
        torch.load(tmp_path / "new.pth"), torch.load(source, map_location={f"cuda:{n}": target for n in (6, 7)})
    )


@pytest.mark.parametrize(
    ("edits", "kept"),
    [
        ([RemapDevice("cuda:7", "cpu")], "2 torch.device values stay as saved: a (cuda:7), config/0 (cuda:7)."),
        ([RemapDevice("cuda:0", "cpu")], "1 torch.device value stays as saved: config/2 (cuda)."),
        (
            [RemapDevice("cuda:*", "cpu")],
            "4 torch.device values stay as saved: a (cuda:7), config/0 (cuda:7), config/2",
        ),
        ([RemapDevice("cuda:*", "cuda:7")], "2 torch.device values stay as saved: config/2 (cuda), config/3 (cuda:6)."),
        ([RemapDevice("cuda:*", "cpu"), Drop(1)], "3 torch.device values stay as saved: config/0"),
        ([RemapDevice("cpu", "cuda:0", role="model")], ""),
        ([RemapDevice("cuda:5", "cpu")], ""),
    ],
)
def test_device_values_that_stay_are_told(tmp_path: Path, edits: list[Edit], kept: str) -> None:
    devices = [torch.device(each) for each in ("cuda:7", "cpu", "cuda", "cuda:6")]
    source = save({"a": devices[0], "config": devices, "tensor": torch.ones(2)}, tmp_path / "source.pth")
    told = [warning for warning in planned(source, *edits).warnings if "torch.device" in warning]
    assert [warning[: len(kept)] for warning in told] == ([kept] if kept else [])


class Wrapped(torch.Tensor):
    """A tensor around another, as quantised ones are."""

    inner: torch.Tensor

    @staticmethod
    def __new__(cls, inner: torch.Tensor, device: str) -> Wrapped:  # noqa: PYI034 - a tensor in the place of it
        made = torch.Tensor._make_wrapper_subclass(cls, inner.shape, dtype=inner.dtype, device=device)
        made.inner = inner
        return made

    @classmethod
    def __torch_dispatch__(cls, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
        return NotImplemented


def test_the_device_of_a_tensor_around_another_goes_along(tmp_path: Path) -> None:
    """As with ``map_location``: it is no value of the user but where the tensor is."""
    wrapped = Wrapped(torch.ones(3), "cuda:5")
    source = save({"w": wrapped, "config": torch.device("cuda:5")}, tmp_path / "source.pth")
    fix(source, tmp_path / "new.pth", RemapDevice("cuda:*", "cpu"))
    ours = torch.load(tmp_path / "new.pth", weights_only=False)
    theirs = torch.load(source, map_location="cpu", weights_only=False)
    assert str(ours["w"].device) == str(theirs["w"].device) == "cpu"
    assert ours["config"] == theirs["config"] == torch.device("cuda:5")


def test_step_stays_on_the_cpu(source: Path) -> None:
    """``If capturable=False, state_steps should not be CUDA tensors.``"""
    for edit in (MoveOptimizer("cuda:0"), MoveOptimizer("follow"), RemapDevice("*", "cuda:0")):
        result = planned(source, edit)
        for index, row in enumerate(result.catalogue.tensors):
            if result.catalogue.path(row.entry)[-1] == "step":
                assert result.device(index) == "cpu"


def test_steps_that_went_to_a_gpu_come_back(tmp_path: Path) -> None:
    """Someone's loop moved everything; moving the state puts ``step`` where torch wants it."""
    with PretendGpus() as gpus:
        made = training_checkpoint(gpus)
        place(gpus, made["optimizer"], "cuda:7")
        source = save(made, tmp_path / "source.pth")
    result = planned(source, MoveOptimizer("follow"))
    steps = [i for i, row in enumerate(result.catalogue.tensors) if result.catalogue.path(row.entry)[-1] == "step"]
    assert steps
    assert {result.device(index) for index in steps} == {"cpu"}


def test_moving_what_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(EditError, match="optimizer"):
        planned(state_file(tmp_path / "a.pth", "x"), MoveOptimizer("cpu"))


def test_one_of_two_optimizers(tmp_path: Path) -> None:
    with PretendGpus() as gpus:
        one, two = (training_checkpoint(gpus)["optimizer"] for _ in range(2))
        source = save({"g": one, "d": two}, tmp_path / "source.pth")
    catalogue = catalogue_of(source)
    result = planned(source, MoveOptimizer("cuda:1", entry=catalogue.find("d")))
    moved = {catalogue.path(row.entry)[0] for i, row in enumerate(catalogue.tensors) if result.device(i) == "cuda:1"}
    assert moved == {"d"}


# -- names -------------------------------------------------------------------------------------------------


def test_prefixes_are_whole_segments(tmp_path: Path) -> None:
    source = state_file(tmp_path / "a.pth", "module.x", "submodule.x", "a.module.b", "module", "modules.x")
    assert keys_after(source, StripPrefix("module.")) == ["x", "submodule.x", "a.module.b", "module", "modules.x"]
    assert keys_after(source, StripPrefix("module")) == ["x", "submodule.x", "a.module.b", "module", "modules.x"]
    assert keys_after(source, StripPrefix("module.", inner=True)) == ["x", "submodule.x", "a.b", "module", "modules.x"]


@pytest.mark.parametrize("entry", [None, "again"])
@pytest.mark.parametrize(
    ("edit", "wanted"),
    [
        (AddPrefix("module."), "module.module.module."),
        (StripPrefix("module."), "module."),
        (InsertSegment("x.", 1), "module.x.module."),
    ],
)
def test_a_state_dict_shown_twice_is_renamed_once(tmp_path: Path, edit: Any, wanted: str, entry: str | None) -> None:
    """As a whole, and as a copy that has keys of its own and shares the versions of the modules."""
    weights = nn.DataParallel(nn.DataParallel(nn.Linear(2, 2))).state_dict()
    source = save({"model": weights, "again": weights, "copy": copy.copy(weights)}, tmp_path / "a.pt")
    catalogue = catalogue_of(source)
    edit = replace(edit, entry=None if entry is None else catalogue.find(entry))
    new = torch.load(fix(source, tmp_path / "b.pt", edit).path)
    assert new["model"] is new["again"]
    assert [*new["model"]] == [f"{wanted}weight", f"{wanted}bias"]
    assert new["copy"]._metadata is new["model"]._metadata
    assert wanted[:-1] in new["copy"]._metadata
    assert f"module.{wanted[:-1]}" not in new["copy"]._metadata
    assert ([*new["copy"]] == [*weights]) == (entry is not None)
    (change,) = preview(catalogue, Plan((edit,))).changes
    assert change.keys == (4 if entry is None else 2)


def test_prefixes_of_prefixes(tmp_path: Path) -> None:
    source = state_file(tmp_path / "a.pth", "module._orig_mod.x", "module._orig_mod.y.z")
    assert keys_after(source, StripPrefix("module."), StripPrefix("_orig_mod.")) == ["x", "y.z"]
    assert keys_after(source, StripPrefix("module._orig_mod.")) == ["x", "y.z"]
    assert keys_after(source, StripPrefix("module."), AddPrefix("net.core.")) == [
        "net.core._orig_mod.x",
        "net.core._orig_mod.y.z",
    ]


@pytest.mark.parametrize("prefix", ["", ".", "a..b", "..", ".x"])
def test_what_is_no_prefix(tmp_path: Path, prefix: str) -> None:
    source = state_file(tmp_path / "a.pth", "x.y")
    for edit in (StripPrefix(prefix), AddPrefix(prefix)):
        with pytest.raises(EditError):
            planned(source, edit)


def test_stripping_what_is_not_there(source: Path) -> None:
    with pytest.raises(EditError, match="net"):
        planned(source, StripPrefix("net."))


@pytest.mark.parametrize(
    ("keys", "edits"),
    [
        (["module.a", "a"], [StripPrefix("module.")]),
        (["a", "module.a"], [StripPrefix("module.")]),
        (["x.module.a", "x.a"], [StripPrefix("module.", inner=True)]),
        (["a", "b"], [RenameKey(1, "b")]),
        (["a", "b"], [RenameKey(1, "c"), RenameKey(2, "c")]),
    ],
)
def test_collisions_name_both_keys(tmp_path: Path, keys: list[str], edits: list[Any]) -> None:
    source = state_file(tmp_path / "a.pth", *keys)
    before = source.read_bytes()
    with pytest.raises(KeyCollision) as caught:
        planned(source, *edits)
    assert all(repr(key) in str(caught.value) for key in keys)
    assert source.read_bytes() == before


def test_renames_may_swap_and_free_names(tmp_path: Path) -> None:
    source = state_file(tmp_path / "a.pth", "a", "b")
    assert keys_after(source, RenameKey(1, "b"), RenameKey(2, "a")) == ["b", "a"]
    assert keys_after(source, Drop(1), RenameKey(2, "a")) == ["a"]
    assert keys_after(source, RenameKey(1, "x.y/ü z")) == ["x.y/ü z", "b"]


@pytest.mark.parametrize("name", [""])
def test_names_no_key_can_have(tmp_path: Path, name: str) -> None:
    with pytest.raises(EditError):
        planned(state_file(tmp_path / "a.pth", "a"), RenameKey(1, name))


def test_only_text_keys_can_be_renamed(tmp_path: Path) -> None:
    source = save({"list": [torch.ones(1)], 7: torch.ones(1)}, tmp_path / "a.pth")
    catalogue = catalogue_of(source)
    for path in ("7", "list/0"):
        with pytest.raises(EditError):
            planned(source, RenameKey(catalogue.find(path), "x"))
    with pytest.raises(EditError):
        planned(source, RenameKey(0, "x"))


def test_names_in_optimizers_follow(tmp_path: Path) -> None:
    """``param_names``, and FSDP's parameters that are called by name."""
    model = nn.DataParallel(Net())
    optimizer = torch.optim.Adam(model.named_parameters())
    train(model.module, optimizer)
    bare = Net()
    bare.load_state_dict(model.module.state_dict())
    other = torch.optim.Adam(bare.named_parameters())
    names = optimizer.state_dict()["param_groups"][0]["param_names"]
    wanted = other.state_dict()["param_groups"][0]["param_names"]
    assert names != wanted
    checkpoint = {"model": model.state_dict(), "optimizer": optimizer.state_dict()}
    source = save(checkpoint, tmp_path / "source.pth")
    fix(source, tmp_path / "new.pth", StripPrefix("module."))
    assert torch.load(tmp_path / "new.pth")["optimizer"]["param_groups"][0]["param_names"] == wanted

    state = checkpoint["optimizer"]
    state["state"] = {names[number]: value for number, value in state["state"].items()}
    state["param_groups"] = [{**group, "params": list(names)} for group in state["param_groups"]]
    source = save(checkpoint, tmp_path / "fsdp.pth")
    fix(source, tmp_path / "new.pth", StripPrefix("module."), overwrite=True)
    found = torch.load(tmp_path / "new.pth")["optimizer"]
    assert found["param_groups"][0]["params"] == wanted
    assert list(found["state"]) == [name for name in wanted if name != "unused"]


def test_a_dict_in_two_places_is_changed_in_both(tmp_path: Path) -> None:
    state = OrderedDict({"module.x": torch.ones(2)})
    source = save({"state_dict": state, "ema": [state]}, tmp_path / "a.pth")
    fix(source, tmp_path / "b.pth", StripPrefix("module."))
    found = torch.load(tmp_path / "b.pth")
    assert found["state_dict"] is found["ema"][0]
    assert list(found["state_dict"]) == ["x"]


def test_one_state_dict_of_two(tmp_path: Path) -> None:
    made = {name: OrderedDict({"module.x": torch.ones(2)}) for name in ("model", "ema")}
    source = save(made, tmp_path / "a.pth")
    fix(source, tmp_path / "b.pth", StripPrefix("module.", entry=catalogue_of(source).find("ema")))
    found = torch.load(tmp_path / "b.pth")
    assert (list(found["model"]), list(found["ema"])) == (["module.x"], ["x"])


# -- what stays --------------------------------------------------------------------------------------------


def test_drop_in_lists_and_nested_dicts(tmp_path: Path) -> None:
    value = {"list": [1, torch.ones(1), {"a": 2, "b": 3}], "x": 1}
    source = save(value, tmp_path / "a.pth")
    catalogue = catalogue_of(source)
    fix(source, tmp_path / "b.pth", *(Drop(catalogue.find(path)) for path in ("list/1", "list/2/a", "x")))
    assert torch.load(tmp_path / "b.pth") == {"list": [1, {"b": 3}]}


def test_drop_of_a_shared_storage_keeps_the_bytes_others_use(tmp_path: Path) -> None:
    base = torch.arange(4.0)
    source = save({"a": base, "b": base[1:]}, tmp_path / "a.pth")
    fix(source, tmp_path / "b.pth", Drop(catalogue_of(source).find("a")))
    assert_same(torch.load(tmp_path / "b.pth"), {"b": torch.arange(4.0)[1:]})


@pytest.mark.parametrize("edit", [Drop(0), Drop(10**6), Drop(-1), Keep(10**6), RenameKey(10**6, "x")])
def test_entries_that_cannot_be(source: Path, edit: Any) -> None:
    with pytest.raises(EditError):
        planned(source, edit)


def test_keep_refuses_what_holds_nothing(source: Path) -> None:
    with pytest.raises(EditError):
        planned(source, Keep(catalogue_of(source).find("epoch")))


def test_a_selection_that_is_not_in_the_file(source: Path) -> None:
    with pytest.raises(PathNotFound):
        planned(source, RemapDevice("*", "cpu", rows=frozenset({10**6})))


# -- plans and previews ------------------------------------------------------------------------------------


def test_a_plan_is_a_value() -> None:
    empty = Plan()
    assert not empty
    one = empty.with_edit(RemapDevice("cuda:7", "cpu"))
    two = one.with_edit(StripPrefix("module."))
    assert (len(empty.edits), len(one.edits), len(two.edits)) == (0, 1, 2)
    changed = two.with_edit(RemapDevice("cuda:7", "cuda:0"))
    assert changed.find(RemapDevice, source="cuda:7") == RemapDevice("cuda:7", "cuda:0")
    assert len(changed.edits) == 2
    assert changed.without(StripPrefix("module.")) == Plan((RemapDevice("cuda:7", "cuda:0"),))
    assert changed.find(MoveOptimizer) is None
    moved = Plan((MoveOptimizer("cpu"),)).with_edit(MoveOptimizer("follow"))
    assert moved == Plan((MoveOptimizer("follow"),))
    kept = Plan((Keep(1),)).with_edit(Keep(2))
    assert kept == Plan((Keep(2),))


def test_preview_says_what_will_be(source: Path, tmp_path: Path) -> None:
    catalogue = catalogue_of(source)
    optimizer = catalogue.find("optimizer")
    edits = (RemapDevice("cuda:7", "cpu"), StripPrefix("module."), Drop(optimizer))
    result = preview(catalogue, Plan(edits))
    report = fix(source, tmp_path / "new.pth", *edits)
    written = catalogue_of(tmp_path / "new.pth")
    assert [change.edit for change in result.changes] == list(edits)
    assert [change.title for change in result.changes[:2]] == ["cuda:7 → cpu", "strip module."]
    assert result.keys_renamed == result.changes[1].keys == len(written.tensors)
    assert result.tensors_dropped == len(catalogue.tensors) - len(written.tensors)
    assert result.tensors_moved == len(written.tensors)
    assert result.totals_before == catalogue.devices
    assert sorted(result.totals_after) == sorted(written.devices)
    assert abs(result.bytes_after - report.bytes) < 400 * result.tensors_dropped  # headers are not in the estimate
    kept = [entry for entry in range(len(catalogue.labels)) if catalogue.rows[entry] >= 0 and not result.dropped(entry)]
    assert [result.path(entry) for entry in kept] == [written.path(row.entry) for row in written.tensors]
    assert all(result.changed(entry) for entry in kept)
    assert result.dropped(optimizer)
    assert not result.changed(catalogue.find("epoch"))


def test_an_empty_plan_changes_nothing(source: Path) -> None:
    result = planned(source)
    assert (result.tensors_moved, result.keys_renamed, result.tensors_dropped, result.changes) == (0, 0, 0, ())
    assert result.totals_after == result.totals_before
    assert not any(result.changed(entry) for entry in range(len(result.catalogue.labels)))


def test_a_remap_of_nothing_warns(source: Path) -> None:
    assert any("cuda:3" in warning for warning in planned(source, RemapDevice("cuda:3", "cpu")).warnings)


# -- against a plain model of what edits mean --------------------------------------------------------------

SEGMENTS = st.sampled_from(["module", "a", "b", "_orig_mod", "x"])
KEYS = st.lists(st.lists(SEGMENTS, min_size=1, max_size=4).map(".".join), min_size=1, max_size=6, unique=True)
NAME_EDITS = st.lists(
    st.one_of(
        st.builds(StripPrefix, st.sampled_from(["module.", "a.", "module.a."])),
        st.builds(StripPrefix, st.sampled_from(["module.", "_orig_mod."]), inner=st.just(True)),
        st.builds(AddPrefix, st.sampled_from(["module.", "a.b."])),
    ),
    min_size=1,
    max_size=4,
    unique=True,
)


def simply(keys: list[str], edits: list[Any]) -> list[str] | None:
    """The keys after the edits, worked out by hand; None where an edit has nothing to do or keys collide."""
    for edit in edits:
        before = keys
        segments = edit.prefix.rstrip(".").split(".")
        new = []
        for key in keys:
            parts = key.split(".")
            if isinstance(edit, AddPrefix):
                parts = segments + parts
            elif edit.inner:
                parts = [part for part in parts[:-1] if part != segments[0]] + parts[-1:]
            elif parts[: len(segments)] == segments and len(parts) > len(segments):
                parts = parts[len(segments) :]
            new.append(".".join(parts))
        keys = new
        if isinstance(edit, StripPrefix) and keys == before:
            return None
    return keys if len(set(keys)) == len(keys) else None


@settings(max_examples=200, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(KEYS, NAME_EDITS)
def test_names_against_a_plain_model(tmp_path: Path, keys: list[str], edits: list[Any]) -> None:
    source = state_file(tmp_path / "a.pth", *keys)
    wanted = simply(keys, edits)
    if wanted is None:
        with pytest.raises(EditError):
            planned(source, *edits)
    else:
        assert keys_after(source, *edits) == wanted


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.data())
def test_any_plan_ends_in_a_good_file_or_a_sentence(tmp_path: Path, data: st.DataObject) -> None:
    """Random edits of a whole checkpoint; what is written must load and have the previewed devices."""
    path = tmp_path / "source.pth"
    if not path.exists():
        with PretendGpus() as gpus:
            save({**training_checkpoint(gpus), "odd": odd_tensors(gpus)["nested"]}, path)
    catalogue = catalogue_of(path)
    entries = st.integers(0, len(catalogue.labels) - 1)
    devices = st.sampled_from(["cpu", "cuda:0", "cuda:7", "mps"])
    edit = st.one_of(
        st.builds(RemapDevice, st.sampled_from(["cuda:*", "cuda:7", "*", "cpu"]), devices),
        st.builds(RemapDevice, st.just("*"), devices, role=st.sampled_from(["model", "optimizer", "other"])),
        st.builds(RemapDevice, st.just("*"), devices, rows=st.frozensets(st.integers(0, len(catalogue.tensors) - 1))),
        st.builds(MoveOptimizer, st.sampled_from(["follow", "cpu", "cuda:1"])),
        st.builds(StripPrefix, st.just("module."), inner=st.booleans()),
        st.builds(AddPrefix, st.just("module.")),
        st.builds(RenameKey, entries, st.text(min_size=1, max_size=5)),
        st.builds(Drop, entries),
        st.builds(Keep, entries),
    )
    plan = Plan().with_edits(data.draw(st.lists(edit, max_size=5)))
    try:
        result = preview(catalogue, plan)
    except CheckpointError:
        return
    target = tmp_path / "new.pth"
    fix(path, target, *plan.edits, overwrite=True, container=data.draw(st.sampled_from([None, "legacy"])))
    found = {
        (row.shape, written.device_of(i)) for written in [catalogue_of(target)] for i, row in enumerate(written.tensors)
    }
    kept = [i for i, row in enumerate(catalogue.tensors) if not result.dropped(row.entry)]
    assert found == {(catalogue.tensors[i].shape, result.device(i)) for i in kept}
    with PretendGpus():
        load(target)


def test_two_ways_to_the_same_file(source: Path, tmp_path: Path) -> None:
    """Edits do not depend on each other's order where they touch different things."""
    edits = [RemapDevice("cuda:7", "cuda:1"), StripPrefix("module."), Drop(catalogue_of(source).find("args"))]
    fix(source, tmp_path / "one.pth", *edits)
    fix(source, tmp_path / "two.pth", *reversed(edits))
    assert_same_files(tmp_path / "one.pth", tmp_path / "two.pth")
