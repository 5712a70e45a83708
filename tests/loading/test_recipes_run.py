"""The first code that is offered for a file runs in torch and gives what was saved, whatever the file holds."""

from __future__ import annotations

import json
from collections import OrderedDict
from pathlib import Path
from typing import Any

import pytest
import torch

from core.diagnosis.diagnose import cure_all
from core.edits.edits import Plan
from core.edits.preview import Preview, preview
from core.loading.computer import Computer
from core.loading.recipes import Snippet, load_recipes
from core.saving.save import save as save_plan
from tests.files.checkpoints import save
from tests.files.odd_objects import ALLOWED, ODD, READ_TOO_EARLY
from tests.support import torch_forks
from tests.support.corpus import FILES, corpus_file, name_of
from tests.support.engine import catalogue_of, planned
from tests.support.running_recipes import HOPELESS

VALUES = {**ALLOWED, **{name: value for name, (value, _) in ODD.items()}}


def first(view: Preview) -> Snippet:
    """Of the file as it is or, where something is planned, as planned."""
    return next(
        each
        for each in load_recipes(view, Computer())
        if each.title.startswith("load the fixed copy") == bool(view.plan)
    )


def failures(paths: dict[str, Path], views: dict[str, Preview] | None = None) -> dict[str, str]:
    """What went wrong where; a file that torch cannot load at all must be called that.

    ``views`` are those with the plans that the files were saved by, none by default.
    """
    recipes = {name: first(views[name] if views else planned(path)) for name, path in paths.items()}
    asked = {name: {"path": str(path), "code": recipes[name].code} for name, path in paths.items()}
    said: dict[str, str] = json.loads(torch_forks.run(["-m", "tests.support.running_recipes"], json.dumps(asked)))
    for name, recipe in recipes.items():
        assert max(map(len, recipe.code.splitlines()), default=0) <= 120
        assert " object at 0x" not in recipe.code
        if said[name] == HOPELESS:
            assert "needs the original classes" in recipe.note or "No current torch" in recipe.note, name
            said[name] = ""
    return {name: error for name, error in said.items() if error}


def values_in(folder: Path, wrap: Any, container: str, **options: Any) -> dict[str, Path]:
    paths = {}
    for number, (name, value) in enumerate(VALUES.items()):
        if name in READ_TOO_EARLY and container == "legacy":
            continue  # torch itself cannot load them from there
        paths[name] = save(wrap(value), folder / f"{number}.pt", container, **options)
    return paths


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize(("container", "protocol"), [("zip", 2), ("legacy", 2), ("legacy", 4), ("zip", 3)])
def test_objects_alone(tmp_path: Path, container: str, protocol: int) -> None:
    assert failures(values_in(tmp_path, lambda value: value, container, pickle_protocol=protocol)) == {}


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("container", ["zip", "legacy"])
def test_objects_beside_a_state_dict(tmp_path: Path, container: str) -> None:
    state = OrderedDict({"0.weight": torch.ones(2, 3), "0.bias": torch.zeros(2)})
    assert failures(values_in(tmp_path, lambda value: {"state_dict": state, "it": value}, container)) == {}


@pytest.mark.filterwarnings("ignore")
def test_objects_after_all_is_cured(tmp_path: Path) -> None:
    views, fixed = {}, {}
    for name, path in values_in(tmp_path, lambda value: {"it": value, "epoch": 3}, "zip", pickle_protocol=4).items():
        catalogue = catalogue_of(path)
        view = preview(catalogue, cure_all(catalogue, Plan(), Computer()))
        assert view.plan.edits  # its protocol, if nothing else
        views[name], fixed[name] = view, save_plan(view, path.with_suffix(".fixed")).path
    assert failures(fixed, views) == {}


@pytest.mark.parametrize(("key", "value"), [(b"net", b"text"), (b"n\xe9t", b"text"), (b"net", b"M\xfcller")])
def test_texts_of_python2(tmp_path: Path, key: bytes, value: bytes) -> None:
    path = save({"key": {"0.weight": torch.ones(2, 3)}, "name": "text"}, tmp_path / "a.pt", "legacy")
    data = path.read_bytes()
    for text, raw in ((b"key", key), (b"text", value)):
        data = data.replace(b"X" + len(text).to_bytes(4, "little") + text, b"U" + bytes([len(raw)]) + raw)
    path.write_bytes(data)
    assert "load_state_dict(checkpoint['n" in first(planned(path)).code
    assert failures({"it": path}) == {}


def test_keys_that_are_no_texts(tmp_path: Path) -> None:
    """Each leads to the state dict; a key within keys is no code that anybody wants."""
    state = {"0.weight": torch.ones(2, 3), "0.bias": torch.zeros(2)}
    deep: Any = ()
    for _ in range(500):
        deep = (deep,)
    paths = {}
    for number, key in enumerate((3, 0.5, True, None, b"x", ("a", 1), deep)):
        paths[str(number)] = save({key: state}, tmp_path / f"{number}.pt")
    assert failures(paths) == {}


@pytest.mark.corpus
@pytest.mark.parametrize("entry", FILES, ids=name_of)
def test_real_checkpoints(entry: dict[str, Any]) -> None:
    path = corpus_file(entry)
    if entry["container"] == "safetensors":
        pytest.importorskip("safetensors", reason="the code needs that package")
    assert failures({"it": path}) == {}
