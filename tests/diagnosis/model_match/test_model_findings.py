"""A file against a model: what real torch's load_state_dict says, word for word, and renames that make it fit."""

from __future__ import annotations

import contextlib
import json
import time
from collections import OrderedDict
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st
from torch import nn

from core.diagnosis.finding import WARNING
from core.diagnosis.model_match.model_findings import compare, model_findings
from core.diagnosis.model_match.model_keys import SNIPPET, ModelKeys, parse_model_keys, read_model_keys
from core.diagnosis.traceback.answer import answer
from core.diagnosis.traceback.recognise import recognise
from core.edits.edits import Drop, Extract, Plan, StripPrefix
from core.edits.preview import Preview, preview
from core.errors import CheckpointError, EditError
from core.saving.save import save as save_planned
from tests.support.engine import catalogue_of, planned


class Net(nn.Module):
    """Nested modules, norms with their buffers, a parameter of its own, a number and a list."""

    def __init__(self, classes: int = 5) -> None:
        super().__init__()
        self.scale = nn.Parameter(torch.tensor(2.0))
        self.stem = nn.Conv2d(3, 4, 3)
        self.backbone = nn.ModuleDict({"norm": nn.BatchNorm2d(4), "body": nn.Sequential(nn.Linear(4, 4), nn.ReLU())})
        self.layers = nn.ModuleList(nn.Linear(4, 4) for _ in range(3))
        self.head = nn.Linear(4, classes)


def saved(value: Any, path: Path, **options: Any) -> Path:
    torch.save(value, path, **options)
    return path


def wanted_from(model: nn.Module, optimizer: torch.optim.Optimizer | None = None) -> ModelKeys:
    """What the snippet for users makes of a model."""
    optimizer = optimizer or torch.optim.SGD(model.parameters(), lr=0.1)
    written: list[str] = []
    code = SNIPPET.replace('open("model.json", "w")', "out")

    class Out:
        def write(self, text: str) -> None:
            written.append(text)

    exec(code, {"model": model, "optimizer": optimizer, "out": Out()})
    return parse_model_keys("".join(written), "model.json")


def torch_says(model: nn.Module, state_dict: Any) -> str:
    """The lines below “Error(s) in loading state_dict”; empty when it loads."""
    try:
        model.load_state_dict(state_dict)
    except RuntimeError as error:
        return str(error).split("\n\t", 1)[1]
    return ""


def applied(path: Path, found: Any) -> Preview:
    """The file with the edits of a finding or a rename."""
    return planned(path, *found.edits)


def by_code(view: Preview, wanted: ModelKeys) -> dict[str, Any]:
    findings = model_findings(view, wanted)
    assert len({finding.code for finding in findings}) == len(findings)
    assert all(finding.severity == WARNING for finding in findings)
    return {finding.code: finding for finding in findings}


def dropped(state: dict[str, Any], *keys: str) -> dict[str, Any]:
    return OrderedDict((key, value) for key, value in state.items() if key not in keys)


def with_metadata(state: Any, source: nn.Module) -> Any:
    state = OrderedDict(state)
    state._metadata = source.state_dict()._metadata
    return state


# -- what torch says -----------------------------------------------------------------------------------------

CASES: dict[str, Callable[[nn.Module], Any]] = {
    "the same": lambda net: net.state_dict(),
    "missing": lambda net: with_metadata(
        dropped(net.state_dict(), "scale", "layers.1.bias", "backbone.norm.weight"), net
    ),
    "unexpected inside and outside": lambda net: with_metadata(
        {
            "zz.weight": torch.ones(1),
            "layers.7.weight": torch.ones(1),
            **net.state_dict(),
            "backbone.norm.extra": torch.ones(1),
            "layers.0.inner.weight": torch.ones(1),
            "alone": torch.ones(1),
            "backbone.body.1.weight": torch.ones(1),
            "stem": torch.ones(2),
            "scale.x": torch.ones(2),
            "layers._extra_state": torch.ones(2),
            "layers.2._extra_state": torch.ones(2),
        },
        net,
    ),
    "sizes": lambda net: Net(7).state_dict(),
    "all three": lambda net: with_metadata({**dropped(Net(7).state_dict(), "scale"), "more": torch.ones(3)}, net),
    "a number saved as one element": lambda net: with_metadata({**net.state_dict(), "scale": torch.ones(1)}, net),
    "a number saved as two elements": lambda net: with_metadata({**net.state_dict(), "scale": torch.ones(2)}, net),
    "one element wanted, a number saved": lambda net: with_metadata(
        {**net.state_dict(), "head.bias": torch.tensor(1.0)}, net
    ),
    "old file without the count of batches": lambda net: dict(
        dropped(net.state_dict(), "backbone.norm.num_batches_tracked")
    ),
    "new file without the count of batches": lambda net: with_metadata(
        dropped(net.state_dict(), "backbone.norm.num_batches_tracked"), net
    ),
    "another order": lambda net: dict(reversed(list(net.state_dict().items()))),
    "prefixed": lambda net: nn.DataParallel(net).state_dict(),
    "nothing in common": lambda net: {"a.weight": torch.ones(2), "b.weight": torch.ones(3)},
}


@pytest.mark.parametrize("case", CASES)
def test_the_words_and_their_order_are_torchs(case: str, tmp_path: Path) -> None:
    net = Net()
    state = CASES[case](net)
    view = planned(saved(state, tmp_path / "a"))
    comparison = compare(view, wanted_from(net))
    assert comparison.message == torch_says(net, state)
    findings = model_findings(view, wanted_from(net))
    assert "\n\t".join(finding.message for finding in findings) == torch_says(net, state)


_PARTS = st.sampled_from(["a", "b", "norm", "module", "_orig_mod", "0", "1", "_extra_state"])


@settings(max_examples=120)
@given(st.lists(st.lists(_PARTS, min_size=1, max_size=4), max_size=12), st.integers(0, 3))
def test_any_extra_keys_are_told_in_torchs_order(tmp_path: Path, extra: list[list[str]], left_out: int) -> None:
    net = nn.ModuleDict({"a": nn.ModuleDict({"b": nn.Linear(1, 1), "norm": nn.Linear(1, 1)}), "b": nn.Linear(1, 1)})
    own = list(net.state_dict().items())[left_out:]
    state = OrderedDict([*((".".join(parts), torch.ones(1)) for parts in extra), *own])
    view = planned(saved(state, tmp_path / "a"))
    assert compare(view, wanted_from(net)).message == torch_says(net, state)


def test_what_is_no_tensor_is_told(tmp_path: Path) -> None:
    net = Net()
    state = {**net.state_dict(), "head.bias": [1.0]}
    message = model_findings(planned(saved(state, tmp_path / "a")), wanted_from(net))[0].message
    assert torch_says(net, state).startswith(message.partition(" but received")[0])


def test_the_plan_is_what_is_compared(tmp_path: Path) -> None:
    net = Net()
    path = saved(nn.DataParallel(net).state_dict(), tmp_path / "a")
    assert compare(planned(path), wanted_from(net)).matched == 0
    view = planned(path, StripPrefix("module."))
    assert compare(view, wanted_from(net)).matched == len(net.state_dict())
    assert model_findings(view, wanted_from(net)) == ()
    view = planned(path, StripPrefix("module."), Drop(catalogue_of(path).find("module.head.bias")))
    assert compare(view, wanted_from(net)).missing == ("head.bias",)


def test_the_best_state_dict_is_chosen(tmp_path: Path) -> None:
    net = Net()
    other = nn.Sequential(*(nn.Linear(2, 2) for _ in range(30)))
    file = {"big": other.state_dict(), "mine": nn.DataParallel(net).state_dict(), "epoch": 3}
    path = saved(file, tmp_path / "a")
    view = planned(path)
    comparison = compare(view, wanted_from(net))
    assert view.catalogue.path_text(comparison.entry) == "mine"
    assert compare(view, wanted_from(net), view.catalogue.find("big")).matched == 0
    # The cure is about that one alone.
    cured = applied(path, comparison.rename)
    assert compare(cured, wanted_from(net)).matched == len(net.state_dict())
    assert cured.keys_renamed == len(net.state_dict())


def test_where_there_is_no_state_dict_it_is_said(tmp_path: Path) -> None:
    view = planned(saved({"epoch": 3}, tmp_path / "a"))
    with pytest.raises(EditError, match="no state dict"):
        compare(view, wanted_from(Net()))
    assert model_findings(view, wanted_from(Net())) == ()
    with pytest.raises(EditError):
        compare(view, wanted_from(Net()), 1)


# -- renames -------------------------------------------------------------------------------------------------


def renamed(state: Any, change: Callable[[str], str]) -> Any:
    return OrderedDict((change(key), value) for key, value in state.items())


RENAMES: dict[str, tuple[Callable[[str], str], Callable[[str], str]]] = {
    # what is done to the file's keys, and to the model's
    "module": (lambda key: f"module.{key}", lambda key: key),
    "orig_mod": (lambda key: f"_orig_mod.{key}", lambda key: key),
    "both wrappers": (lambda key: f"module._orig_mod.{key}", lambda key: key),
    "module twice": (lambda key: f"module.module.{key}", lambda key: key),
    "inner wrapper": (lambda key: key.replace("layers.", "layers._orig_mod."), lambda key: key),
    "wrapper wherever": (
        lambda key: "_fsdp_wrapped_module." + key.replace(".", "._fsdp_wrapped_module.", 1),
        lambda key: key,
    ),
    "any prefix": (lambda key: f"student.net.{key}", lambda key: key),
    "prefix to add": (lambda key: key, lambda key: f"encoder.{key}"),
    "module to add": (lambda key: key, lambda key: f"module.{key}"),
    "one prefix for another": (lambda key: f"model.{key}", lambda key: f"net.{key}"),
    "a segment to drop": (lambda key: key.replace("backbone.", "backbone.body2."), lambda key: key),
    "a segment to insert": (lambda key: key, lambda key: key.replace("backbone.", "backbone.trunk.")),
    "a segment to insert everywhere": (lambda key: f"m.{key}", lambda key: f"m.core.{key}"),
}


@pytest.mark.parametrize("name", RENAMES)
def test_a_rename_is_found_and_cures(name: str, tmp_path: Path) -> None:
    net = Net()
    in_file, in_model = RENAMES[name]
    path = saved({"state_dict": renamed(net.state_dict(), in_file), "epoch": 1}, tmp_path / "a")
    shapes = {in_model(key): tuple(value.shape) for key, value in net.state_dict().items()}
    wanted = ModelKeys("the model", shapes)
    rename = compare(planned(path), wanted).rename
    assert rename is not None
    assert rename.matched_after == rename.of == len(shapes)
    assert rename.missing == rename.unexpected == rename.mismatched == ()
    cured = compare(applied(path, rename), wanted)
    assert cured.matched == len(shapes)
    assert model_findings(applied(path, rename), wanted) == ()
    findings = by_code(planned(path), wanted)
    assert all(finding.edits == rename.edits for finding in findings.values())
    save_planned(applied(path, rename), tmp_path / "b")
    assert set(torch.load(tmp_path / "b")["state_dict"]) == set(shapes)


@pytest.mark.parametrize(("wrapped_file", "code"), [(True, "wrapper-prefix"), (False, "missing-prefix")])
def test_a_wrappers_prefix_has_a_finding_of_its_own(wrapped_file: bool, code: str, tmp_path: Path) -> None:
    net = Net()
    parallel = nn.DataParallel(Net())
    file, model = (parallel, net) if wrapped_file else (net, parallel)
    path = saved(file.state_dict(), tmp_path / "a")
    findings = by_code(planned(path), wanted_from(model))
    assert list(findings) == [code]
    assert findings[code].message == torch_says(model, file.state_dict())
    save_planned(applied(path, findings[code]), tmp_path / "b")
    assert torch_says(model, torch.load(tmp_path / "b")) == ""
    assert model_findings(applied(path, findings[code]), wanted_from(model)) == ()
    recognised = recognise("Error(s) in loading state_dict for Net:\n\t" + torch_says(model, file.state_dict()))
    assert answer(recognised, list(findings.values())).is_cause


def test_what_stays_unmatched_is_listed(tmp_path: Path) -> None:
    net = Net()
    state = renamed(dropped(Net(9).state_dict(), "scale"), lambda key: f"module.{key}")
    path = saved(OrderedDict({**state, "module.more": torch.ones(2)}), tmp_path / "a")
    view = planned(path)
    rename = compare(view, wanted_from(net)).rename
    assert rename.missing == ("scale",)
    assert rename.unexpected == ("more",)
    assert rename.mismatched == ("head.weight", "head.bias")
    assert (rename.matched_before, rename.matched_after, rename.of) == (
        0,
        len(net.state_dict()) - 3,
        len(net.state_dict()),
    )
    finding = by_code(view, wanted_from(net))["wrapper-prefix"]
    for key in ("scale", "more", "head.weight", "head.bias"):
        assert key in finding.explanation
    after = by_code(applied(path, finding), wanted_from(net))
    assert list(after) == ["missing-keys", "unexpected-keys", "size-mismatch"]
    assert after["missing-keys"].message == 'Missing key(s) in state_dict: "scale". '


def test_a_part_of_a_larger_model_is_found(tmp_path: Path) -> None:
    """A backbone's weights, for a model with a head of its own."""
    net = Net()
    path = saved(net.backbone.state_dict(), tmp_path / "a")
    rename = compare(planned(path), wanted_from(net)).rename
    assert rename.matched_after == len(net.backbone.state_dict())
    assert compare(applied(path, rename), wanted_from(net)).matched == rename.matched_after
    whole = saved(net.state_dict(), tmp_path / "b")
    rename = compare(planned(whole), wanted_from(net.backbone)).rename
    assert rename.matched_after == len(net.backbone.state_dict())
    assert compare(applied(whole, rename), wanted_from(net.backbone)).matched == rename.matched_after


@pytest.mark.parametrize("names", [("student", "teacher"), ("module", "_orig_mod")])
def test_shapes_decide_between_renames(names: tuple[str, str], tmp_path: Path) -> None:
    """Teacher and student have the same names; only one of them has the shapes."""
    small, large = Net(3), Net(8)
    state = {
        **renamed(small.state_dict(), lambda key: f"{names[0]}.{key}"),
        **renamed(large.state_dict(), lambda key: f"{names[1]}.{key}"),
    }
    path = saved(state, tmp_path / "a")
    for model, prefix in ((small, f"{names[0]}."), (large, f"{names[1]}.")):
        rename = compare(planned(path), wanted_from(model)).rename
        assert rename.edits == (StripPrefix(prefix),)
        assert rename.mismatched == ()


def test_no_rename_is_offered_that_makes_nothing_better(tmp_path: Path) -> None:
    path = saved({"x.weight": torch.ones(3, 3), "y.bias": torch.ones(9)}, tmp_path / "a")
    assert compare(planned(path), wanted_from(Net())).rename is None
    path = saved(Net().state_dict(), tmp_path / "b")
    assert compare(planned(path), wanted_from(Net())).rename is None


def test_an_accident_is_no_rename(tmp_path: Path) -> None:
    """Each layer has a segment of its own: what makes one in thirty fit is no help."""
    state = {f"module.layers.{n}.m{n}.weight": torch.ones(2) for n in range(30)}
    wanted = ModelKeys("other", {f"layers.{n}.k{n}.weight": (2,) for n in range(30)})
    assert compare(planned(saved(state, tmp_path / "a")), wanted).rename is None


def test_a_rename_after_a_rename(tmp_path: Path) -> None:
    """The same prefix twice: the plan has the first edit already, and the offer must be another one."""
    net = Net()
    path = saved(renamed(net.state_dict(), lambda key: f"module.module.{key}"), tmp_path / "a")
    view = planned(path, StripPrefix("module."))
    rename = compare(view, wanted_from(net)).rename
    plan = view.plan.with_edits(rename.edits)
    assert compare(preview(view.catalogue, plan), wanted_from(net)).matched == len(net.state_dict())


# -- cures of the rest ---------------------------------------------------------------------------------------


def test_unexpected_keys_can_be_dropped(tmp_path: Path) -> None:
    net = Net()
    path = saved(with_metadata({**net.state_dict(), "ema.weight": torch.ones(3)}, net), tmp_path / "a")
    finding = by_code(planned(path), wanted_from(net))["unexpected-keys"]
    assert finding.paths == ("ema.weight",)
    assert model_findings(applied(path, finding), wanted_from(net)) == ()
    save_planned(applied(path, finding), tmp_path / "b")
    assert torch_says(net, torch.load(tmp_path / "b")) == ""


def test_shapes_that_differ_can_be_dropped(tmp_path: Path) -> None:
    net = Net()
    path = saved(Net(7).state_dict(), tmp_path / "a")
    finding = by_code(planned(path), wanted_from(net))["size-mismatch"]
    after = by_code(applied(path, finding), wanted_from(net))
    assert list(after) == ["missing-keys"]
    assert finding.fix.startswith("To keep your script's model, drop these entries from the file and load with ")
    save_planned(applied(path, finding), tmp_path / "b")
    left = net.load_state_dict(torch.load(tmp_path / "b"), strict=False)
    assert left.missing_keys == ["head.weight", "head.bias"]


def test_groups_of_optimizers(tmp_path: Path) -> None:
    net = Net()
    one = torch.optim.Adam(net.parameters())
    parameters = list(net.parameters())
    two = torch.optim.Adam([{"params": parameters[:2]}, {"params": parameters[2:]}])
    few = torch.optim.Adam(parameters[:5])

    def says(optimizer: torch.optim.Optimizer, state: Any) -> str:
        with pytest.raises(ValueError, match="loaded state dict") as caught:
            optimizer.load_state_dict(state)
        return str(caught.value)

    path = saved({"model": net.state_dict(), "optimizer": one.state_dict()}, tmp_path / "a")
    for other in (two, few):
        findings = by_code(planned(path), wanted_from(net, other))
        assert list(findings) == ["optimizer-groups"]
        assert findings["optimizer-groups"].message == says(other, one.state_dict())
        assert findings["optimizer-groups"].paths == ("optimizer",)
    assert by_code(planned(path), wanted_from(net, one)) == {}
    without = planned(path, Drop(catalogue_of(path).find("optimizer")))
    assert by_code(without, wanted_from(net, two)) == {}


# -- whole models --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("wrap", [False, True])
def test_whole_models_are_compared_once_extracted(wrap: bool, tmp_path: Path) -> None:
    net = Net()
    path = saved(nn.DataParallel(net) if wrap else net, tmp_path / "a")
    with pytest.raises(EditError, match="extract"):
        compare(planned(path), wanted_from(net))
    comparison = compare(planned(path, Extract(0, unwrap=wrap)), wanted_from(net))
    assert comparison.matched == len(net.state_dict())
    assert comparison.message == ""
    larger = compare(planned(path, Extract(0, unwrap=wrap)), wanted_from(Net(9)))
    assert larger.message == torch_says(Net(9), net.state_dict())
    other = compare(planned(saved(net.state_dict(), tmp_path / "b")), read_model_keys(path))
    assert other.matched == (0 if wrap else len(net.state_dict()))


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("nested", [False, True])
def test_what_is_extracted_is_renamed_to_fit(nested: bool, tmp_path: Path) -> None:
    """Compared with its planned keys; the cure makes it load, beside another state dict of the file too."""
    net = Net()
    model = nn.DataParallel(net)
    path = saved({"model": model, "other": nn.Linear(1, 1).state_dict()} if nested else model, tmp_path / "a")
    entry = catalogue_of(path).find("model") if nested else 0
    wanted = wanted_from(net)
    view = planned(path, Extract(entry))
    finding = by_code(view, wanted)["wrapper-prefix"]
    assert finding.message == torch_says(net, model.state_dict())
    cured = preview(view.catalogue, view.plan.with_edits(finding.edits))
    assert "wrapper-prefix" not in by_code(cured, wanted)
    assert compare(cured, wanted, entry).matched == len(net.state_dict())
    save_planned(cured, tmp_path / "b")
    loaded = torch.load(tmp_path / "b")
    Net().load_state_dict(loaded["model"] if nested else loaded)


# -- what a model wants --------------------------------------------------------------------------------------

SHAPES = {"conv1.weight": (64, 3, 7, 7), "bias": (64,), "scale": ()}
TEXTS = {
    "json dict": json.dumps({key: list(shape) for key, shape in SHAPES.items()}),
    "json pairs": json.dumps([[key, list(shape)] for key, shape in SHAPES.items()]),
    "json parts": json.dumps({"model": {key: list(shape) for key, shape in SHAPES.items()}, "groups": [2, 1]}),
    "crossed": "conv1.weight 64x3x7x7\nbias 64\nscale scalar\n",
    "times": "conv1.weight\t64×3×7×7\nbias: 64\nscale ()\n",
    "sizes": "conv1.weight \t torch.Size([64, 3, 7, 7])\nbias \t torch.Size([64])\nscale \t torch.Size([])\n",
    "lists": "# my model\n\n'conv1.weight': [64, 3, 7, 7],\n\"bias\": (64,),\nscale []\n",
    "tuples": "conv1.weight (64, 3, 7, 7)\r\nbias (64,)\r\nscale ()",
}
LISTS = {
    "json list": '["conv1.weight", "bias", "scale"]',
    "python list": "['conv1.weight', 'bias', 'scale']",
    "lines": "conv1.weight\nbias\nscale\n",
    "odict_keys": "odict_keys(['conv1.weight', 'bias', 'scale'])",
    "dict_keys": "dict_keys(['conv1.weight', \"bias\",\n 'scale'])",
    "json nulls": '{"conv1.weight": null, "bias": null, "scale": null}',
    "json parts": '{"model": ["conv1.weight", "bias", "scale"]}',
}


@pytest.mark.parametrize("name", TEXTS)
def test_texts_with_shapes(name: str) -> None:
    wanted = parse_model_keys(TEXTS[name], "it")
    assert dict(wanted.shapes) == SHAPES
    assert list(wanted.shapes) == list(SHAPES)
    assert wanted.groups == ((2, 1) if name == "json parts" else None)


@pytest.mark.parametrize("name", LISTS)
def test_lists_of_keys(name: str) -> None:
    assert dict(parse_model_keys(LISTS[name], "it").shapes) == dict.fromkeys(SHAPES)


def test_keys_of_that_name_are_keys() -> None:
    assert dict(parse_model_keys('{"model": [3], "groups": [2, 1]}', "it").shapes) == {"model": (3,), "groups": (2, 1)}


def test_what_python_prints_is_read() -> None:
    net = Net()
    assert list(parse_model_keys(str(net.state_dict().keys()), "it").shapes) == list(net.state_dict())
    lines = "\n".join(f"{key}\t{value.size()}" for key, value in net.state_dict().items())
    assert dict(parse_model_keys(lines, "it").shapes) == {
        key: tuple(value.shape) for key, value in net.state_dict().items()
    }


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "empty"),
        (" \n", "empty"),
        ("{}", "no key"),
        ("[]", "no key"),
        ("# nothing", "no key"),
        ('{"a": [1', "JSON"),
        ('{"a": [1.5]}', "shape of 'a'"),
        ('{"a": [-1]}', "shape of 'a'"),
        ('{"a": [true]}', "shape of 'a'"),
        ('{"a": {"b": 1}}', "shape of 'a'"),
        ('{"a": "big"}', "shape of 'a'"),
        ('{"a": [1, 99999999999999999999999]}', "shape of 'a'"),
        ('{"model": {"a": [1]}, "groups": "two"}', "groups"),
        ('{"model": {"a": [1]}, "groups": [-1]}', "groups"),
        ("[1, 2]", "lists 1"),
        ('[["a", [1], 3]]', "lists"),
        ("[" * 100_000, "JSON"),
        ("conv1.weight is the first of them", "Line 1"),
        ("a 1x2\n<html>", "Line 2|no key"),
        ("a 3x", "Line 1"),
        ("a " + "x" * 100_000, "Line 1"),
    ],
)
def test_bad_texts_are_explained(text: str, says: str) -> None:
    if text.endswith("<html>"):
        assert "<html>" in parse_model_keys(text, "keys.txt").shapes
        return
    with pytest.raises(CheckpointError, match=says) as caught:
        parse_model_keys(text, "keys.txt")
    assert "keys.txt" in str(caught.value)
    assert len(str(caught.value)) < 300


@settings(max_examples=200)
@given(st.text(max_size=200))
def test_any_text_is_read_or_explained(text: str) -> None:
    with contextlib.suppress(CheckpointError):
        assert parse_model_keys(text, "it").shapes


@pytest.mark.parametrize("options", [{}, {"_use_new_zipfile_serialization": False}])
def test_a_second_checkpoint_is_read(options: dict[str, Any], tmp_path: Path) -> None:
    net = Net()
    optimizer = torch.optim.SGD([{"params": [net.scale]}, {"params": list(net.parameters())[1:]}], lr=0.1, momentum=0.9)
    file = {"small": {"x": torch.ones(2, 2)}, "model": net.state_dict(), "optimizer": optimizer.state_dict()}
    wanted = read_model_keys(saved(file, tmp_path / "a.pth", **options))
    assert dict(wanted.shapes) == {key: tuple(value.shape) for key, value in net.state_dict().items()}
    assert list(wanted.shapes) == list(net.state_dict())
    assert wanted.groups == (1, len(list(net.parameters())) - 1)
    assert wanted.name == "a.pth"


def test_files_of_text_are_read(tmp_path: Path) -> None:
    path = tmp_path / "keys.txt"
    for encoding in ("utf-8", "utf-8-sig", "utf-16"):
        path.write_text(TEXTS["crossed"], encoding=encoding)
        assert dict(read_model_keys(path).shapes) == SHAPES


def test_files_that_are_neither_are_explained(tmp_path: Path) -> None:
    for name, content in (
        ("a.pth", b"<html>"),
        ("b.json", b"{"),
        ("c", b"\0\1\2"),
        ("d", b""),
        ("e.txt", b"a\xff" * 9),
    ):
        (tmp_path / name).write_bytes(content)
        with pytest.raises(CheckpointError):
            read_model_keys(tmp_path / name)
    with pytest.raises(CheckpointError, match="There is no file"):
        read_model_keys(tmp_path / "none")
    with pytest.raises(CheckpointError, match="directory"):
        read_model_keys(tmp_path)
    with pytest.raises(CheckpointError, match="neither a state dict"):
        read_model_keys(saved({"epoch": 1}, tmp_path / "f.pth"))


# -- speed ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("count", [15_000, pytest.param(75_000, marks=pytest.mark.timing)])
def test_large_models_take_no_time(tmp_path: Path, count: int) -> None:
    shared = torch.zeros(8)
    keys = [f"layers.{n // 750}.experts.{n // 3 % 250}.w{n % 3}.weight" for n in range(count)]
    path = saved(OrderedDict((f"module.{key}", shared[: 1 + n % 7]) for n, key in enumerate(keys)), tmp_path / "a")
    view = preview(catalogue_of(path), Plan())
    wanted = ModelKeys("m", {key.replace(".experts.", ".mlp.experts."): (1 + n % 7,) for n, key in enumerate(keys)})
    bare = ModelKeys("m", {key: (1 + n % 7,) for n, key in enumerate(keys)})
    for each in (bare, wanted):
        started = time.process_time()
        comparison = compare(view, each)
        seconds = time.process_time() - started
        assert comparison.rename is not None
        assert comparison.rename.matched_after == count, comparison.rename
        assert seconds < 6, seconds  # about a second for 75,000; the machines of tests are slow
