"""A plan kept as JSON is the same plan again, every edit of it, and makes the same file of the file opened again."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st

from core.catalogue.catalogue import Catalogue
from core.edits.edits import (
    EDITS,
    Cast,
    Drop,
    Edit,
    Keep,
    Plan,
    PutTensor,
    RemapDevice,
    RenameKey,
    SetNumbers,
    SetValue,
    StripPrefix,
)
from core.errors import EditError, PathNotFound
from core.files.byte_source import FileIdentity
from core.recipes.kept_plan import as_far_as_it_fits, plan_from_json, plan_to_json
from core.saving.save import save as save_plan
from tests.files.checkpoints import save
from tests.support.engine import catalogue_of, fix, planned
from tests.support.oracle import assert_same_files

_ODD_KEYS = {("a", 1): 0, 2.5: 1, None: 2, True: 3, "1": 4, 0: 5, "": 6, "a/b": {"c": 7}, float("nan"): 8, 1 << 300: 9}
_ANY = {"model": {"a": torch.ones(2), "b": torch.ones(3)}, "odd": _ODD_KEYS, "deep": [[{"x": [torch.ones(1)]}]]}


@cache
def _catalogue() -> Catalogue:
    folder = Path(pytest_folder[0])
    return catalogue_of(save(_ANY, folder / "any.pt"))


pytest_folder: list[str] = []


@pytest.fixture(autouse=True, scope="module")
def _folder(tmp_path_factory: pytest.TempPathFactory) -> None:
    pytest_folder[:] = [str(tmp_path_factory.mktemp("kept"))]


_ENTRY = st.integers(0, 20)
_TEXT = st.text(max_size=8)
_NUMBER = st.integers() | st.integers(1 << 256, 1 << 300) | st.floats() | st.booleans()
_FIELDS: dict[str, st.SearchStrategy[Any]] = {
    "entry": _ENTRY,
    "rows": st.frozensets(st.integers(0, 2), min_size=1),
    "entries": st.frozensets(_ENTRY, min_size=1),
    "role": st.none() | _TEXT,
    "key": st.none() | _TEXT,
    "box": st.lists(st.tuples(*[st.integers()] * 3), max_size=3).map(tuple),
    "shape": st.lists(st.integers(), max_size=3).map(tuple),
    "file": st.text(st.characters(exclude_characters="\0"), min_size=1).map(Path),
    "identity": st.builds(FileIdentity, *[st.integers()] * 4),
    **dict.fromkeys(("inner", "unwrap"), st.booleans()),
    **dict.fromkeys(("depth", "protocol"), st.integers()),
    **dict.fromkeys(
        (
            "source",
            "target",
            "prefix",
            "pattern",
            "replacement",
            "form",
            "segment",
            "under",
            "name",
            "dtype",
            "container",
        ),
        _TEXT | st.just("\ud800 and \u202e"),
    ),
}
_VALUES = {SetValue: _NUMBER | _TEXT | st.none(), SetNumbers: _NUMBER | st.complex_numbers()}
_OPTIONAL = {
    "entry": st.none() | _ENTRY,
    "entries": st.none() | _FIELDS["entries"],
    "rows": st.none() | _FIELDS["rows"],
}


def _edits_of(kind: type[Any]) -> st.SearchStrategy[Any]:
    fields = {}
    for name, field in kind.__dataclass_fields__.items():
        optional = "None" in str(field.type) and name in _OPTIONAL
        fields[name] = _VALUES[kind] if name == "value" else (_OPTIONAL if optional else _FIELDS)[name]
    return st.builds(kind, **fields)


def exact(plan: Plan) -> str:
    """All that a plan says: True told from 1, -0.0 from 0.0, NaN as it is, and sets in one order."""
    values = [(type(edit), [getattr(edit, name) for name in edit.__dataclass_fields__]) for edit in plan.edits]
    return repr([(kind, [sorted(each) if isinstance(each, frozenset) else each for each in of]) for kind, of in values])


@pytest.mark.parametrize("kind", EDITS, ids=lambda kind: kind.__name__)
@settings(max_examples=12)
@given(data=st.data())
def test_every_edit_comes_back_as_it_was(kind: type[Any], data: st.DataObject) -> None:
    catalogue = _catalogue()
    plan = Plan(tuple(data.draw(st.lists(_edits_of(kind), max_size=3))))
    text = json.dumps(plan_to_json(catalogue, plan), allow_nan=False)
    again = plan_from_json(catalogue, json.loads(text))
    assert exact(again) == exact(plan)
    assert all(type(edit) is kind for edit in again.edits)


def test_the_plan_finds_its_entries_in_the_file_opened_again(tmp_path: Path) -> None:
    source = save({"epoch": 1, "model": {"module.a": torch.ones(2), "module.b": torch.ones(2)}}, tmp_path / "a.pt")
    later = {"new": 0, "model": {"module.0": torch.ones(1), "module.a": torch.ones(2), "module.b": torch.ones(2)}}
    catalogue = catalogue_of(source)

    def edits(catalogue: Catalogue) -> tuple[Edit, ...]:
        rows = frozenset(catalogue.rows[catalogue.find(f"model/module.{name}")] for name in "ab")
        entry = catalogue.find("model/module.b")
        box = SetNumbers(entry, ((0, 1, 1),), float("inf"))
        strip = StripPrefix("module.", catalogue.find("model"))
        return (RemapDevice("*", "cuda:1", rows=rows), Cast("bfloat16", rows), RenameKey(entry, "module.c"), strip, box)

    kept = json.loads(json.dumps(plan_to_json(catalogue, Plan(edits(catalogue)))))
    save({**later, "epoch": 2}, source)
    again = catalogue_of(source)
    assert plan_from_json(again, kept) == Plan(edits(again))
    save_plan(planned(source, *plan_from_json(again, kept).edits), tmp_path / "kept.pt")
    fix(source, tmp_path / "made.pt", *edits(again))
    assert_same_files(tmp_path / "kept.pt", tmp_path / "made.pt")


def test_what_is_gone_is_told_and_the_rest_stays(tmp_path: Path) -> None:
    catalogue = catalogue_of(save(_ANY, tmp_path / "a.pt"))
    plan = Plan((Drop(catalogue.find("deep")), Keep(catalogue.find("model")), Cast("float16", frozenset({2}))))
    kept = plan_to_json(catalogue, plan)
    fewer = catalogue_of(save({"model": _ANY["model"]}, tmp_path / "b.pt"))
    assert as_far_as_it_fits(fewer, kept) == (Plan((Keep(fewer.find("model")),)), ("Drop", "Cast"))
    with pytest.raises(PathNotFound, match="Drop"):
        plan_from_json(fewer, kept)


def test_keys_that_are_written_alike(tmp_path: Path) -> None:
    catalogue = catalogue_of(save({tuple(range(5)): 1, tuple(range(5, 10)): 2}, tmp_path / "a.pt"))
    first, second = catalogue.children(0)
    assert catalogue.path_text(first) == catalogue.path_text(second)
    plan = Plan((SetValue(second, 5), SetValue(first, 6)))
    assert plan_from_json(catalogue, plan_to_json(catalogue, plan)) == plan


@pytest.mark.parametrize(
    "data",
    [
        *(None, [], {}, {"version": 2, "edits": []}, {"version": 1}, {"version": 1, "edits": {}}),
        *({"version": 1, "edits": [each]} for each in (None, 1, "Drop", {}, {"edit": "Plan"}, {"edit": ["Drop"]})),
        *(
            {"version": 1, "edits": [each]}
            for each in (
                {"edit": "Drop"},
                {"edit": "Drop", "entry": "model"},
                {"edit": "Drop", "entry": [{"text": 1}]},
                {"edit": "Drop", "entry": [{"nth": 0}]},
                {"edit": "Drop", "entry": [{"text": "model", "nth": -1}]},
                {"edit": "Drop", "entry": ["model"], "more": 1},
                {"edit": "Cast", "dtype": 16, "rows": []},
                {"edit": "Cast", "dtype": "float16", "rows": 7},
                {"edit": "SetValue", "entry": [], "value": [1]},
                {"edit": "SetValue", "entry": [], "value": {"int": "x"}},
                {"edit": "SetValue", "entry": [], "value": {"complex": ["0x1p9999", "0x1p0"]}},
                {"edit": "SetNumbers", "entry": [], "box": [[0, 1]], "value": 0},
                {"edit": "StripPrefix", "prefix": "a.", "inner": 1},
            )
        ),
    ],
)
def test_json_that_is_no_plan_is_refused_in_words(data: Any) -> None:
    with pytest.raises(EditError, match="plan"):
        plan_from_json(_catalogue(), data)


def test_a_tensor_of_another_file_comes_along(tmp_path: Path) -> None:
    catalogue = catalogue_of(save(_ANY, tmp_path / "a.pt"))
    put = PutTensor(3, tmp_path / "ünï.npy", None, FileIdentity(1, 2, 3, 4), "float32", (2,))
    assert plan_from_json(catalogue, plan_to_json(catalogue, Plan((put,)))) == Plan((put,))
