"""Keys renamed in bulk: what is written is what Python's own `re` and torch's own state dicts give."""

from __future__ import annotations

import re
from collections import OrderedDict
from pathlib import Path
from typing import Any

import pytest
import torch
from torch import nn

from core.edits.edits import Extract, RenameKey, RenameKeys, StripPrefix
from core.edits.outlook import outlook
from core.edits.preview import preview
from core.errors import Cancelled, EditError, KeyCollision
from tests.edits.test_keys import keys_after, state_file
from tests.files.checkpoints import Net, save, train
from tests.support.engine import catalogue_of, fix, planned
from tests.support.oracle import assert_same, assert_same_files


@pytest.mark.parametrize(
    ("edit", "wanted"),
    [
        (RenameKeys("conv", "c"), ["c1.weight", "c1.bias", "x.c.c", "fc.weight"]),
        (RenameKeys("conv*.weight", "layers.*.w", "glob"), ["layers.1.w", "conv1.bias", "x.conv.conv", "fc.weight"]),
        (RenameKeys("?c.*", "?d.*", "glob"), ["conv1.weight", "conv1.bias", "x.conv.conv", "fd.weight"]),
        (RenameKeys("*", "m.*", "glob"), ["m.conv1.weight", "m.conv1.bias", "m.x.conv.conv", "m.fc.weight"]),
        (RenameKeys(r"^conv(\d)\.", r"c.\1.", "regex"), ["c.1.weight", "c.1.bias", "x.conv.conv", "fc.weight"]),
        (
            RenameKeys(r"(?P<end>weight|bias)$", r"\g<end>_", "regex"),
            ["conv1.weight_", "conv1.bias_", "x.conv.conv", "fc.weight_"],
        ),
        (RenameKeys(r"[cf]", "", "regex"), ["onv1.weight", "onv1.bias", "x.onv.onv", ".weight"]),
        (RenameKeys(r"\.", r"\\", "regex"), [r"conv1\weight", r"conv1\bias", r"x\conv\conv", r"fc\weight"]),
        (RenameKeys("fc.*", r"\1.*", "glob"), ["conv1.weight", "conv1.bias", "x.conv.conv", r"\1.weight"]),
        (RenameKeys(r"x.conv", r"\g<0>"), ["conv1.weight", "conv1.bias", r"\g<0>.conv", "fc.weight"]),
    ],
)
def test_what_becomes_of_keys(tmp_path: Path, edit: RenameKeys, wanted: list[str]) -> None:
    keys = ["conv1.weight", "conv1.bias", "x.conv.conv", "fc.weight"]
    source = state_file(tmp_path / "a.pth", *keys)
    assert keys_after(source, edit) == wanted
    if edit.form == "regex":
        assert wanted == [re.sub(edit.pattern, edit.replacement, key) for key in keys]
    seen = outlook(planned(source), edit)
    assert [(each.old, each.new) for each in seen.renamings] == [
        (old, new) for old, new in zip(keys, wanted, strict=True) if old != new
    ]
    assert seen.problems == 0
    assert seen.keys == len(keys)


def test_metadata_is_no_key(tmp_path: Path) -> None:
    source = save({"net": torch.nn.Linear(2, 2).state_dict()}, tmp_path / "a.pt")
    catalogue = catalogue_of(source)
    attribute = catalogue.find("net/_metadata")
    assert not catalogue.is_key(attribute)
    seen = outlook(preview(catalogue), RenameKeys("a", "x"))
    assert (seen.keys, [each.old for each in seen.renamings]) == (2, ["bias"])
    chosen = RenameKeys("a", "x", entries=frozenset((attribute, catalogue.find("net/bias"))))
    seen = outlook(preview(catalogue), chosen)
    assert (seen.keys, [each.old for each in seen.renamings]) == (1, ["bias"])
    fix(source, tmp_path / "b.pt", chosen)
    after = torch.load(tmp_path / "b.pt")["net"]
    assert (list(after), hasattr(after, "_metadata")) == (["weight", "bixs"], True)


def test_only_the_selected_keys(tmp_path: Path) -> None:
    value = {"conv": 1, "model": OrderedDict({"conv.a": torch.ones(1), "conv.b": torch.ones(1)}), 7: {"conv": 2}}
    source = save(value, tmp_path / "a.pt")
    catalogue = catalogue_of(source)
    chosen = frozenset(catalogue.find(path) for path in ("conv", "model/conv.b", "7", "7/conv"))
    edit = RenameKeys("conv", "c", entries=chosen)
    fix(source, tmp_path / "b.pt", edit)
    after = torch.load(tmp_path / "b.pt")
    assert_same(after, {"c": 1, "model": OrderedDict({"conv.a": torch.ones(1), "c.b": torch.ones(1)}), 7: {"c": 2}})
    assert [each.new for each in outlook(preview(catalogue), edit).renamings] == ["c", "c.b", "c"]


def test_metadata_goes_along_as_of_a_model_whose_modules_are_called_so(tmp_path: Path) -> None:
    """The judge is the state dict of the same modules under other names."""

    def model(name: str, inner: str) -> nn.Module:
        block = nn.Sequential(OrderedDict({inner: nn.Conv2d(1, 1, 1), "norm": nn.BatchNorm2d(1), "act": nn.ReLU()}))
        return nn.ModuleDict({name: nn.Sequential(block, nn.Flatten()), "head": nn.Linear(1, 1)})

    old, new = model("layer", "conv"), model("stage", "c")
    new.load_state_dict(dict(zip(new.state_dict(), old.state_dict().values(), strict=True)))
    save({"net": old.state_dict()}, tmp_path / "old.pt")
    save({"net": new.state_dict()}, tmp_path / "new.pt")
    edits = (RenameKeys("layer", "stage"), RenameKeys(r"(\d)\.conv\.", r"\1.c.", "regex"))
    fix(tmp_path / "old.pt", tmp_path / "fixed.pt", *edits)
    assert_same_files(tmp_path / "fixed.pt", tmp_path / "new.pt")


@pytest.mark.parametrize("pattern", [RenameKeys("module.", ""), RenameKeys(r"^module\.", "", "regex")])
def test_a_prefix_taken_off_by_a_pattern_leaves_what_torch_leaves(tmp_path: Path, pattern: RenameKeys) -> None:
    weights = nn.DataParallel(nn.Sequential(nn.Linear(1, 1), nn.BatchNorm1d(1))).state_dict()
    save(weights, tmp_path / "a.pt")
    fix(tmp_path / "a.pt", tmp_path / "b.pt", pattern)
    nn.modules.utils.consume_prefix_in_state_dict_if_present(weights, "module.")
    assert_same(torch.load(tmp_path / "b.pt"), weights)


def test_names_in_the_optimizer_follow(tmp_path: Path) -> None:
    net = Net()
    optimizer = torch.optim.Adam(net.named_parameters())
    train(net, optimizer)
    source = save({"model": net.state_dict(), "optimizer": optimizer.state_dict()}, tmp_path / "a.pt")
    fix(source, tmp_path / "b.pt", RenameKeys("bias", "b"))
    after = torch.load(tmp_path / "b.pt")
    wanted = [name.replace("bias", "b") for name, _ in net.named_parameters()]
    assert after["optimizer"]["param_groups"][0]["param_names"] == wanted
    assert any(name.endswith(".b") for name in wanted)
    assert set(wanted) <= set(after["model"])


def test_keys_of_a_whole_model_that_becomes_a_state_dict(tmp_path: Path) -> None:
    model = nn.Sequential(nn.Linear(1, 1), nn.Linear(1, 1))
    source = save(model, tmp_path / "a.pt")
    edits = (Extract(0), RenameKeys(r"^(\d)", r"layers.\1", "regex"))
    fix(source, tmp_path / "b.pt", *edits)
    assert list(torch.load(tmp_path / "b.pt")) == [f"layers.{key}" for key in model.state_dict()]
    seen = outlook(planned(source, Extract(0)), edits[1])  # type: ignore[arg-type]
    assert [each.new for each in seen.renamings] == [f"layers.{key}" for key in model.state_dict()]


def test_patterns_see_the_keys_as_the_edits_before_left_them(tmp_path: Path) -> None:
    source = state_file(tmp_path / "a.pth", "module.a", "module.b")
    assert keys_after(source, StripPrefix("module."), RenameKeys("^a$", "x", "regex")) == ["x", "b"]
    entry = catalogue_of(source).find("module.b")
    assert keys_after(source, RenameKey(entry, "module.a2"), RenameKeys("a2", "z")) == ["module.a", "module.z"]
    assert [each.old for each in outlook(planned(source, StripPrefix("module.")), RenameKeys("a", "x")).renamings] == [
        "a"
    ]


@pytest.mark.parametrize(
    ("edit", "problems"),
    [
        (RenameKeys(r"\.\d", "", "regex"), {"a.1", "a.2"}),
        (RenameKeys("b", "c"), {"b"}),
        (RenameKeys(r"^c$", "", "regex"), {"c"}),
        (RenameKeys("c", "c" * 10_001), {"c"}),
    ],
)
def test_what_is_refused_is_shown_before(tmp_path: Path, edit: RenameKeys, problems: set[str]) -> None:
    source = state_file(tmp_path / "a.pth", "a.1", "a.2", "b", "c")
    with pytest.raises((KeyCollision, EditError)):
        planned(source, edit)
    seen = outlook(planned(source), edit)
    assert {each.old for each in seen.renamings if each.problem} == problems
    assert seen.problems == len(problems)


@pytest.mark.parametrize(
    ("edit", "said"),
    [
        (RenameKeys("", "x"), "which keys"),
        (RenameKeys("zzz", "x"), "zzz"),
        (RenameKeys("(", "x", "regex"), "unterminated"),
        (RenameKeys("a", r"\2", "regex"), "invalid group reference"),
        (RenameKeys("zzz", r"\3", "regex"), "invalid group reference"),
        (RenameKeys("(?:|){64}b", "x", "regex"), "too long"),
        (RenameKeys("(?P<n>a)", r"\g<m>", "regex"), "unknown group name"),
        (RenameKeys("*", "**.*", "glob"), "more"),
        (RenameKeys("[[a]", "b", "regex"), "character set"),
        (RenameKeys("a", "b", "sql"), "kind of pattern"),
        (RenameKeys("a", "b", entries=frozenset({10**6})), "not in this file"),
        (RenameKeys("q", "b", entries=frozenset({1})), "selected keys"),
        (RenameKeys("x" * 3000, "b", "regex"), "at most"),
    ],
)
def test_bad_patterns_are_refused_in_words(tmp_path: Path, edit: RenameKeys, said: str) -> None:
    source = state_file(tmp_path / "a.pth", "a.1", "a.2")
    with pytest.raises(EditError, match=said):
        planned(source, edit)


def test_looking_ahead_can_be_cancelled(tmp_path: Path) -> None:
    def stop(*_: Any) -> None:
        raise Cancelled

    with pytest.raises(Cancelled):
        outlook(planned(state_file(tmp_path / "a.pth", "a")), RenameKeys("a", "b"), stop)
