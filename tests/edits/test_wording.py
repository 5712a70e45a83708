"""What edits are called: each has a line in the list of changes and few words, and many of a kind are counted."""

from __future__ import annotations

import inspect
from collections.abc import Sequence
from pathlib import Path

import pytest
import torch

from core.edits.edit import Change, in_few_words
from core.edits.edits import (
    EDITS,
    OPTIONS,
    Compact,
    Drop,
    Edit,
    Keep,
    MakePlain,
    RemapDevice,
    RenameKey,
    SetValue,
    StripPrefix,
    UseContainer,
    UseProtocol,
)
from core.edits.fields import kinds_of
from tests.files.checkpoints import save
from tests.support.engine import catalogue_of, planned


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """Entries 1 and 2 are texts, 3 is a state dict."""
    return save({"note": "a", "other": "b", "model": {"module.w": torch.ones(2)}}, tmp_path / "f.pt")


def test_the_register_has_every_edit_and_each_is_whole() -> None:
    """None is forgotten in the register; none lacks an answer, a kind for a field, or a field that it is about."""
    made = [kind for kind in _below(Edit) if not inspect.isabstract(kind) and kind.__module__.startswith("core.")]
    by_command = {"Average"}  # which the command of its name makes, and no option of `fix`
    assert {kind.__name__ for kind in made} - by_command <= {kind.__name__ for kind in EDITS}
    for kind in EDITS:
        assert not inspect.isabstract(kind), kind
        assert kinds_of(kind).keys() == kind.__dataclass_fields__.keys()
        assert set(kind.about or ()) <= kind.__dataclass_fields__.keys(), kind
    assert len(OPTIONS) == sum(len(kind.options) for kind in EDITS)  # no two of one name


def test_an_edit_without_one_of_its_parts_cannot_be_made() -> None:
    class Half(Edit):
        __slots__ = ()

    with pytest.raises(TypeError, match="abstract"):
        Half()  # type: ignore[abstract]


def _below(kind: type[Edit]) -> list[type[Edit]]:
    return [each for below in kind.__subclasses__() for each in (below, *_below(below))]


@pytest.mark.parametrize(
    ("edits", "words"),
    [
        ((), ""),
        ((Drop(1),), "drop “note”"),
        ((Drop(1), Drop(2)), "drop 2 entries"),
        ((StripPrefix("module."), StripPrefix("module.", 3)), "strip “module.”"),
        ((StripPrefix("module."), StripPrefix("model.")), "strip 2 prefixes"),
        ((RemapDevice("cuda:1", "cpu"), RemapDevice("cuda:2", "cpu")), "map cuda:* → cpu"),
        ((RemapDevice("cuda:1", "cpu"), RemapDevice("xpu:2", "cpu")), "map 2 devices → cpu"),
        ((RemapDevice("cuda:1", "cpu"), RemapDevice("cuda:2", "cuda:0")), "map cuda:*"),
        ((SetValue(1, 5), SetValue(2, None)), "set 2 values"),
        ((MakePlain(1), MakePlain(2)), "make 2 entries plain data"),
        ((UseProtocol(2), UseProtocol(4)), "2 changes of this kind"),
        ((RenameKey(1, "n"), UseContainer("zip")), "rename “note” to “n”, write the zip format"),
        ((Keep(0), Compact()), "keep only the whole file, cut storages to what is used"),
    ],
)
def test_few_words(file: Path, edits: Sequence[Edit], words: str) -> None:
    assert in_few_words(catalogue_of(file), edits) == words


@pytest.mark.parametrize(
    ("edit", "line"),
    [
        (StripPrefix("module", inner=True), "strip “module.” everywhere"),
        (RemapDevice("*", "CPU", role="model"), "* → cpu (model only)"),
        (RemapDevice("*", "cuda:1", rows=frozenset({0})), "1 tensor → cuda:1"),
        (RenameKey(1, "text"), "rename note → text"),
        (SetValue(1, 5), "note: 'a' → 5"),
        (UseContainer("zip"), "zip (torch ≥ 1.5)"),
    ],
)
def test_the_line_in_the_list_of_changes(file: Path, edit: Edit, line: str) -> None:
    assert [change.title for change in planned(file, edit).changes] == [line]


def test_state_that_is_dropped_is_called_by_its_parameter_too(tmp_path: Path) -> None:
    model = torch.nn.Linear(2, 2)
    optimizer = torch.optim.Adam(model.parameters())
    model(torch.ones(2)).sum().backward()
    optimizer.step()
    path = save({"model": model.state_dict(), "optimizer": optimizer.state_dict()}, tmp_path / "a")
    catalogue = catalogue_of(path)
    (state,) = (entry for entry in range(len(catalogue)) if catalogue.path_text(entry) == "optimizer/state/1")
    (change,) = planned(path, Drop(state)).changes
    assert change.title == "drop “optimizer/state/1” · bias"
    assert in_few_words(catalogue, (Drop(state),)) == "drop “optimizer/state/1”"


@pytest.mark.parametrize(
    ("container", "title", "button"),
    [
        ("zip", "zip (torch ≥ 1.5)", "write the zip format"),
        ("legacy", "legacy format", "write the legacy format"),
        ("safetensors", "safetensors (tensors only)", "write it as safetensors"),
        ("dcp", "torch.distributed.checkpoint (a folder)", "write it as dcp"),
    ],
)
def test_each_container_is_called_by_its_own_name(file: Path, container: str, title: str, button: str) -> None:
    [change] = planned(file, UseContainer(container)).changes
    assert (change.title, OPTIONS["container"].words(container)) == (title, title)
    assert in_few_words(planned(file).catalogue, [change.edit]) == button


def test_how_much_a_change_touches() -> None:
    change = Change(Drop(1), "drop it", tensors=2, keys=0, nbytes=4000)
    assert (change.extent, change.amounts) == ("2 tensors", ["2 tensors", "3.91 KiB"])
    assert change._replace(keys=1).extent == "1 key"
    assert change._replace(tensors=0).extent == "no tensor"


def test_what_a_cure_keeps_on_the_cpu_is_no_word_beside_the_rest(tmp_path: Path) -> None:
    """The one button says where the weights go; by itself, that `step` tensors go, and not all of a device."""
    step, weight = {"step": torch.tensor(1.0), "exp_avg": torch.ones(2)}, torch.ones(2)
    groups = [{"lr": 0.1, "betas": (0.9, 0.999), "params": [0]}]
    held = {"model": {"w": weight}, "optimizer": {"state": {0: step}, "param_groups": groups}}
    catalogue = catalogue_of(save(held, tmp_path / "a.pt"))
    (row,) = (row for row, entry in enumerate(catalogue.tree.tensors) if catalogue.labels[entry] == "step")
    stays = RemapDevice("cuda:5", "cpu", rows=frozenset({row}))
    assert in_few_words(catalogue, (RemapDevice("cuda:5", "cuda:0"), stays)) == "map cuda:5 → cuda:0"
    assert in_few_words(catalogue, (stays,)) == "1 “step” tensor → cpu"
