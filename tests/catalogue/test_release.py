"""A catalogue that is released holds no large table any more, so that what is left of it is freed in no time."""

from __future__ import annotations

import gc
from collections import OrderedDict
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any

import pytest
import torch

from core.catalogue.catalogue import Catalogue
from core.catalogue.release import release
from tests.files.checkpoints import save
from tests.support.engine import catalogue_of

MANY = 300


def large_tables(catalogue: Catalogue) -> list[str]:
    """The types of all containers with at least `MANY` objects that a catalogue leads to; texts and numbers aside."""
    found, seen, pending = [], set[int](), [catalogue]
    while pending:
        each: Any = pending.pop()
        if id(each) in seen or isinstance(each, (type, ModuleType, FunctionType)):
            continue
        seen.add(id(each))
        inside = [part for part in gc.get_referents(each) if gc.is_tracked(part) and not isinstance(part, type)]
        if len(inside) >= MANY:
            found.append(type(each).__name__)
        pending += inside
    return found


@pytest.mark.parametrize("container", ["zip", "legacy"])
@pytest.mark.parametrize("kind", [dict, OrderedDict])
def test_nothing_large_is_left(kind: type, container: str, tmp_path: Path) -> None:
    weights = kind((f"layer.{number}.weight", torch.zeros(number % 7 + 1)) for number in range(MANY + 5))
    catalogue = catalogue_of(save({"model": weights, "rows": [[1]] * MANY}, tmp_path / "a.pt", container))
    catalogue.fill()
    assert len(catalogue.rows_of_storage) > MANY
    assert len(large_tables(catalogue)) > 5
    release(catalogue)
    assert not large_tables(catalogue)
