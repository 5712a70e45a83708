"""The names that ``torch.load`` accepts by default, against torch's own list."""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from pathlib import Path

import pytest
import torch

from core.dtypes import ITEM_SIZES, STORAGE_CLASSES
from core.edits.edits import Drop, Keep
from core.pickling import allowlist
from core.pickling.allowlist import is_allowed
from core.pickling.nodes import Global
from tests.files.checkpoints import save
from tests.support.engine import catalogue_of, fix, planned

_ASKED = """
import io, json, sys, torch
from pickle import UnpicklingError
from torch._utils import IMPORT_MAPPING, NAME_MAPPING
from torch._weights_only_unpickler import Unpickler, _get_allowed_globals, _get_user_allowed_globals

def allows(module, name):
    try:
        Unpickler(io.BytesIO(f"c{module}\\n{name}\\n.".encode())).load()
    except UnpicklingError:
        return False
    return True

listed = [*_get_allowed_globals(), *_get_user_allowed_globals()]
names = [dotted.rsplit(".", 1) for dotted in listed] + json.load(sys.stdin) + list(NAME_MAPPING)
names += [(old, dotted.rsplit(".", 1)[1]) for old in IMPORT_MAPPING for dotted in listed]
names += [dotted.split(".", 1) for dotted in listed]
print(json.dumps([(module, name, allows(module, name)) for module, name in names]))
"""
"""What a torch that has imported no more than itself says to names: its own, ours, and those that it translates."""


def test_the_list_is_that_of_torch_name_by_name() -> None:
    modules = ("torch", "torch.cuda", "torch.sparse", "torch.cuda.sparse", "torch.storage", "torch.xpu", "builtins")
    kinds = [*STORAGE_CLASSES, "TypedStorage", *(name.replace("Storage", "Tensor") for name in STORAGE_CLASSES)]
    ours = [dotted.rsplit(".", 1) for dotted in allowlist._ALLOWED]
    ours += [(module, kind) for module in modules for kind in (*kinds, *ITEM_SIZES, "eval", "frozenset", "bytes")]
    done = subprocess.run(
        [sys.executable, "-c", _ASKED], input=json.dumps(ours), capture_output=True, text=True, check=True
    )
    told = json.loads(done.stdout)
    assert len(told) > 2000
    assert [name for *name, allowed in told if is_allowed(Global(*name)) != allowed] == []
    assert {allowed for *_, allowed in told} == {True, False}


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
