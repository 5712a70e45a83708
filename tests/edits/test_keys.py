"""Keys: prefixes and names, what follows them, and what is refused."""

from __future__ import annotations

import copy
from collections import OrderedDict
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st
from torch import nn

from core.edits.edits import (
    AddPrefix,
    Drop,
    InsertSegment,
    Plan,
    RenameKey,
    SetValue,
    StripPrefix,
)
from core.edits.preview import preview
from core.errors import EditError, KeyCollision
from tests.files.checkpoints import Net, save, train
from tests.support.engine import catalogue_of, fix, planned


def state_file(path: Path, *keys: str) -> Path:
    return save(OrderedDict((key, torch.full((2,), float(index))) for index, key in enumerate(keys)), path)


def keys_after(source: Path, *edits: Any) -> list[str]:
    target = source.with_name("after.pth")
    fix(source, target, *edits, overwrite=True)
    return list(torch.load(target))


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


@settings(max_examples=200)
@given(KEYS, NAME_EDITS)
def test_names_against_a_plain_model(tmp_path: Path, keys: list[str], edits: list[Any]) -> None:
    source = state_file(tmp_path / "a.pth", *keys)
    wanted = simply(keys, edits)
    if wanted is None:
        with pytest.raises(EditError):
            planned(source, *edits)
    else:
        assert keys_after(source, *edits) == wanted


def test_a_key_that_several_edits_rename_is_one_key(tmp_path: Path) -> None:
    path = save({"model": {f"module.{name}": torch.ones(1) for name in "abcd"}, "n": 1}, tmp_path / "twice.pt")
    catalogue = catalogue_of(path)
    strip = StripPrefix("module.")
    again = [RenameKey(catalogue.find(f"model/module.{name}"), f"new.{name}") for name in "ab"]
    assert preview(catalogue, Plan((strip,))).keys_renamed == 4
    assert preview(catalogue, Plan((strip, *again))).keys_renamed == 4
    assert preview(catalogue, Plan((strip, Drop(catalogue.find("model/module.c"))))).keys_renamed == 3
    assert preview(catalogue, Plan((strip, Drop(catalogue.find("model"))))).keys_renamed == 0
    assert preview(catalogue, Plan((strip, AddPrefix("module.")))).keys_renamed == 0
    assert preview(catalogue, Plan((strip, SetValue(catalogue.find("n"), 2)))).keys_renamed == 4
