"""The table of docs/security.md is the register of formats, and says of each what is true of a file of it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
import torch

from core.catalogue.integrity import verify
from core.formats.register import FORMATS
from tests.containers.facts import FOLDERS
from tests.fuzz.containers import KINDS
from tests.places import ROOT
from tests.support.engine import catalogue_of

PAGE = (ROOT / "docs/security.md").read_text("utf-8")
ROWS = dict(re.findall(r"^\| `([^`]+)` \| (.*) \|$", PAGE, re.MULTILINE))
SAMPLES = {
    "zip": ROOT / "resources/demo.pth",
    "zip TorchScript": FOLDERS / "containers/scripted.pt",
    "zip torch.package": FOLDERS / "containers/package.pt",
    "zip pt2": FOLDERS / "containers/exported.pt2",
    "zip of files": FOLDERS / "containers/ppo.zip",
    "tar": FOLDERS / "containers/old.tar.pth",
    "safetensors": FOLDERS / "sharded/types.safetensors",
    "numpy": FOLDERS / "containers/arrays.npz",
    "dcp": FOLDERS / "dcp/one",
    "safetensors of ranks": FOLDERS / "dcp/hf_together/sharded",
}


def test_every_container_that_opens_has_a_row() -> None:
    assert ROWS.keys() == {each.name for each in FORMATS if each.reader or each.name == "zip TorchScript"}


def test_what_is_broken_in_the_fuzzers_is_told() -> None:
    told = {kind for row in ROWS.values() for kind in re.findall(r"`(\w+)`", row.split(" | ")[1])}
    assert told == KINDS.keys()


@pytest.mark.parametrize("name", SAMPLES)
def test_checksums_are_there_as_it_says(name: str) -> None:
    catalogue = catalogue_of(SAMPLES[name])
    assert catalogue.checkpoint.format.name == name
    has_some = not ROWS[name].split(" | ")[2].startswith("none")
    assert (verify(catalogue).checked > 0) is has_some


def test_an_old_file_has_none(tmp_path: Path) -> None:
    torch.save({"w": torch.ones(2)}, tmp_path / "a.pth", _use_new_zipfile_serialization=False)
    assert ROWS["legacy"].endswith("none, only sizes")
    assert verify(catalogue_of(tmp_path / "a.pth")).checked == 0
