"""Files that frameworks wrote: every tensor that can be reached by its keys is what torch loads."""

from __future__ import annotations

import pickle
from pathlib import Path
from typing import Any

import pytest
import torch

from core.catalogue.build import open_catalogue
from core.numbers.reader import Numbers
from tests.numbers.judge import assert_all_ways, wanted
from tests.support.corpus import FILES, corpus_file, name_of
from tests.support.judging import quiet_load

DATA = Path(__file__).parent.parent / "data"
HERE = sorted(
    path
    for path in DATA.rglob("*")
    if path.suffix in (".pt", ".pth", ".ckpt", ".bin", ".tar") and path.stat().st_size > 100
)


def compared(path: Path, loaded: Any) -> int:
    """How many tensors were compared: those of dicts, lists and tuples, however deep."""
    catalogue = open_catalogue(path, alone=True)
    count = 0
    with Numbers(catalogue) as numbers:
        for row, entry in enumerate(catalogue.tree.tensors):
            tensor = reached(loaded, catalogue.path(entry))
            if type(tensor) in (torch.Tensor, torch.nn.Parameter):
                assert_all_ways(numbers.tensor(row), wanted(tensor.cpu()), 1 << 16, catalogue.path_text(entry))
                count += 1
    return count


def reached(value: Any, path: tuple[Any, ...]) -> Any:
    for key in path:
        if not isinstance(value, dict | list | tuple):
            return None
        try:
            value = value[key]
        except (KeyError, IndexError, TypeError):
            return None
    return value


@pytest.mark.parametrize("path", HERE, ids=lambda path: "/".join(path.parts[-2:]))
def test_files_of_frameworks(path: Path) -> None:
    try:
        loaded = quiet_load(path, map_location="cpu")
    except pickle.UnpicklingError:  # of classes of frameworks that are not installed here
        return
    except RuntimeError:  # of other containers: those are held against torch beside their tests
        return
    compared(path, loaded)


@pytest.mark.corpus
@pytest.mark.parametrize("entry", [each for each in FILES if each["container"] in ("zip", "legacy")], ids=name_of)
def test_files_of_packages(entry: dict[str, Any]) -> None:
    path = corpus_file(entry)
    trusted = {} if entry["weights_only"] else {"weights_only": False}
    assert compared(path, quiet_load(path, map_location="cpu", **trusted)) or not entry["storages"]


def test_that_something_is_compared() -> None:
    assert (
        compared(DATA / "torch" / "adadelta.pth", quiet_load(DATA / "torch" / "adadelta.pth", map_location="cpu")) > 10
    )
