"""Plans and previews: what an edit means, what it refuses, and that nothing happens before the save."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st

from core.edits.edits import (
    AddPrefix,
    Drop,
    Keep,
    MoveOptimizer,
    Plan,
    RemapDevice,
    RenameKey,
    StripPrefix,
)
from core.edits.preview import preview
from core.errors import CheckpointError, EditError, PathNotFound
from tests.files.checkpoints import odd_tensors, save, training_checkpoint
from tests.support.engine import catalogue_of, fix, planned
from tests.support.oracle import PretendGpus, assert_same, assert_same_files, load


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
    assert [change.title for change in result.changes[:2]] == ["cuda:7 → cpu", "strip “module.”"]
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


# -- any plan ------------------------------------------------------------------------------------------------


@settings(max_examples=60)
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
