"""The names that ``torch.load`` accepts by default, against torch's own list."""

from __future__ import annotations

import argparse
from pathlib import Path

import pytest
import torch
from torch._weights_only_unpickler import _get_allowed_globals

from core.edits import Drop, Keep
from core.graph import Global
from core.safe_names import is_allowed
from tests.checkpoints import save
from tests.engine import catalogue_of, fix, planned


def test_every_name_that_torch_allows() -> None:
    for dotted in _get_allowed_globals():
        assert is_allowed(Global(*dotted.rsplit(".", 1))), dotted


def test_no_name_that_torch_refuses() -> None:
    allowed = {name.replace("builtins.", "__builtin__.") for name in _get_allowed_globals()} | set(
        _get_allowed_globals()
    )
    from core.safe_names import _ALLOWED

    extra = {name for name in _ALLOWED - allowed if hasattr(torch, name.removeprefix("torch."))}
    assert extra == set()
    for module, name in [("argparse", "Namespace"), ("os", "system"), ("builtins", "eval"), ("collections", "deque")]:
        assert not is_allowed(Global(module, name))


def test_what_the_saved_file_still_refers_to(tmp_path: Path) -> None:
    values = {"args": argparse.Namespace(lr=1), "weights": {"a": torch.ones(2)}}
    source = save(values, tmp_path / "a.pth")
    catalogue = catalogue_of(source)
    assert planned(source).refused_names == ("argparse.Namespace",)
    with pytest.raises(Exception, match=r"argparse\.Namespace"):
        torch.load(source)
    for edit in (Drop(catalogue.find("args")), Keep(catalogue.find("weights"))):
        assert planned(source, edit).refused_names == ()
        fix(source, tmp_path / "b.pth", edit, overwrite=True)
        torch.load(tmp_path / "b.pth")
