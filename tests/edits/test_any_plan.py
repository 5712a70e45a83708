"""Plans of any edits in any order on files of any objects: what is saved is what was promised, and judged rightly."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
import torch
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from core.edits.edits import (
    AddPrefix,
    Compact,
    Drop,
    Keep,
    MakePlain,
    Plan,
    RemapDevice,
    RenameModule,
    SetValue,
    StripPrefix,
    UseContainer,
    UseProtocol,
)
from core.edits.preview import preview
from core.errors import EditError, KeyCollision, PathNotFound
from core.saving.save import save
from tests.files.odd_objects import Attributes
from tests.objects.test_plain_rules import graphs, written
from tests.support.engine import catalogue_of
from tests.support.judging import assert_agree

_NUMBERS = st.integers(0, 10_000)
_CLASS = [Attributes]
_MADE_BY_ITSELF = Attributes(a=Attributes(b=_CLASS), c=[_CLASS])
"""The pickle has the name once, for the objects that are made by it and for the class in the list."""
_TWICE = [Attributes(held=torch.arange(6.0))] * 2
_SHARED = Attributes(a=Attributes(b=_TWICE), c=[_TWICE])
"""What is left out of the list at one place is left out at the other."""
_EDITS = st.one_of(
    st.builds(MakePlain, _NUMBERS),
    st.builds(Drop, _NUMBERS),
    st.builds(Keep, _NUMBERS),
    st.builds(SetValue, _NUMBERS, st.sampled_from([0, "text", None, 2.5])),
    st.sampled_from(
        [
            *(Compact(), UseContainer("zip"), UseContainer("legacy"), UseProtocol(2), UseProtocol(4)),
            *(RemapDevice("*", "cpu"), AddPrefix("a."), StripPrefix("a."), RenameModule("numpy._core", "numpy.core")),
        ]
    ),
)


@settings(max_examples=100, suppress_health_check=list(HealthCheck))
@given(
    value=graphs(),
    container=st.sampled_from(["zip", "legacy"]),
    protocol=st.sampled_from([2, 4]),
    edits=st.lists(_EDITS, max_size=5),
)
@example(value=_MADE_BY_ITSELF, container="zip", protocol=2, edits=[MakePlain(3)])
@example(value=_SHARED, container="zip", protocol=2, edits=[MakePlain(0), Drop(10)])
def test_any_plan(
    value: Any, container: str, protocol: int, edits: list[Any], tmp_path_factory: pytest.TempPathFactory
) -> None:
    folder = tmp_path_factory.getbasetemp()
    source, target = folder / "any.pt", folder / "planned.pt"
    table = torch.arange(3000.0)
    written({"it": value, "views": [table[5:9], table[7:20]], "a.w": torch.ones(1)}, source, container, protocol)
    catalogue = catalogue_of(source)
    plan = Plan()
    for wanted in edits:
        entry = getattr(wanted, "entry", None)
        edit = replace(wanted, entry=entry % len(catalogue)) if entry is not None else wanted
        if isinstance(edit, Keep) and not catalogue.children(edit.entry):
            continue  # of an empty tuple no protocol says anything that torch does not know
        try:
            preview(catalogue, plan.with_edit(edit))
        except (EditError, KeyCollision, PathNotFound):
            continue
        plan = plan.with_edit(edit)
    view = preview(catalogue, plan)
    try:
        save(view, target, overwrite=True)
    except EditError:  # newer dtypes into the legacy format
        return
    assert_agree(view, target, words=False)
