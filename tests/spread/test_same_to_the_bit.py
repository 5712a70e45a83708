"""Whatever the workers and the spans: what a scan, a comparison and a check find is what they find without them."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import suppress
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
import torch

from core.catalogue.build import open_catalogue
from core.catalogue.catalogue import Catalogue
from core.catalogue.integrity import IntegrityReport, verify
from core.errors import CheckpointError
from core.spread import cutting
from core.spread.crew import Crew
from core.values.diff import compare
from core.values.scan import Scan, scan
from tests.containers.facts import FOLDERS
from tests.places import ROOT
from tests.spread.conftest import odd_tensors
from tests.spread.here import Here

DATA = ROOT / "tests/data"
KEPT = sorted({*(path for path in DATA.iterdir() if path.is_dir()), *FOLDERS.glob("*/")} - {FOLDERS})
"""Files that frameworks wrote: zips, older ones, shards, DCP, ranks of ZeRO and FSDP."""


def opened(below: Path) -> Iterator[Catalogue]:
    """All checkpoints in a folder, and the folders that are some."""
    for path in sorted(below.rglob("*")):
        with suppress(CheckpointError):
            yield open_catalogue(path)


def told(found: Scan) -> str:
    """All but the time: each float with all its digits, NaN and the sign of zero too."""
    return repr((found.tensors, found.bytes, found.symptoms, found.statistics))


def reported(found: IntegrityReport) -> Any:
    """All but the time."""
    return found.records, found.checked, found.bytes, found.damages


@pytest.mark.usefixtures("small_spans")
def test_a_scan(odd_file: Path, crew: Crew) -> None:
    catalogue = open_catalogue(odd_file)
    alone = scan(catalogue)
    assert {each.code for each in alone.symptoms} >= {"nan", "inf", "dead-channels", "negative-second-moment"}
    assert told(scan(catalogue, crew=crew)) == told(alone)


@pytest.mark.usefixtures("small_spans")
def test_statistics_of_a_tensor_that_was_cut_are_those_of_torch(tmp_path: Path) -> None:
    torch.manual_seed(0)
    tensor = torch.randn(1500, 1000)
    torch.save({"a.weight": tensor}, tmp_path / "file.pth")
    with Here() as crew:
        (found,) = scan(open_catalogue(tmp_path / "file.pth"), crew=crew).statistics
    exact = tensor.double()
    assert (found.count, found.minimum, found.maximum) == (tensor.numel(), exact.min().item(), exact.max().item())
    assert found.mean == pytest.approx(exact.mean().item(), rel=1e-6)
    assert found.std == pytest.approx(exact.std().item(), rel=1e-6)
    assert found.l1 == pytest.approx(exact.abs().sum().item(), rel=1e-6)


@pytest.mark.parametrize("most", [1 << 16, 300_000, 1 << 20, 1 << 30])
def test_wherever_it_is_cut(odd_file: Path, most: int, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("LARGEST", "SMALLEST"):
        monkeypatch.setattr(cutting, name, most)
    catalogue = open_catalogue(odd_file)
    with Here() as crew:
        assert told(scan(catalogue, crew=crew)) == told(scan(catalogue))


def test_whichever_is_done_first(odd_file: Path, monkeypatch: pytest.MonkeyPatch, small_spans: None) -> None:
    """Answers taken in reverse."""

    class Backwards(Here):
        room = 1000

        def take(self, seconds: float) -> Any:
            self._given.reverse()
            found = [super(Backwards, self).take(seconds) for _ in range(len(self._given))]
            return [answer for each in found for answer in each]

    catalogue = open_catalogue(odd_file)
    with Backwards() as crew:
        assert told(scan(catalogue, crew=crew)) == told(scan(catalogue))


@pytest.mark.parametrize("below", KEPT, ids=lambda path: str(path.relative_to(DATA)))
def test_files_of_every_container(below: Path) -> None:
    found = list(opened(below))
    assert found
    for catalogue in found:
        with Here() as crew:
            assert told(scan(catalogue, crew=crew)) == told(scan(catalogue))
            assert reported(verify(catalogue, crew=crew)) == reported(verify(catalogue))


@pytest.mark.parametrize("kind", ["dcp", "fsdp", "deepspeed_zero", "sharded"])
def test_whole_folders_are_compared(kind: str) -> None:
    """With themselves under another identity, and with each other."""
    found = [each for each in opened(FOLDERS / kind) if each.checkpoint.several is not None]
    found = [each for each in found if each.checkpoint.name != "compressed"][:6]
    with Here() as crew:
        for a, b in pairwise(found):
            assert repr(compare(a, b, crew=crew)) == repr(compare(a, b))


@pytest.mark.usefixtures("small_spans")
def test_a_check(odd_file: Path, crew: Crew, tmp_path: Path) -> None:
    """Of a file as it was saved, and with bytes changed in a record that is cut, and in a small one."""
    assert reported(verify(open_catalogue(odd_file), crew=crew)) == reported(verify(open_catalogue(odd_file)))
    hurt = tmp_path / "hurt.pth"
    shutil.copyfile(odd_file, hurt)
    with hurt.open("r+b") as file:
        for at in (1_000_000, 3_000_000, hurt.stat().st_size - 200_000):
            file.seek(at)
            file.write(b"damage")
    catalogue = open_catalogue(hurt)
    alone = verify(catalogue)
    assert alone.damages
    assert reported(verify(catalogue, crew=crew)) == reported(alone)


@pytest.mark.usefixtures("small_spans")
def test_a_comparison(odd_file: Path, crew: Crew, tmp_path: Path) -> None:
    """With tensors changed in many ways: all numbers, one stretch alone, the dtype, the layout, the key."""
    value = odd_tensors()
    model = value["model"]
    model["dead.weight"][600, 1] += 1
    model["holed.weight"] += 1e-3
    model["turned.weight"] = model["turned.weight"].contiguous() * 1.001
    model["half.brain"] = model["half.brain"].float() + 0.01
    model["every.second"] = model["every.second"].half()
    model["truth"][3] ^= True
    model["whole.int64"][-1] += 1
    model["complex"] = model["complex"] * 1j
    model["renamed.weight"] = model.pop("eight.bits")
    del model["scalar"]
    torch.save(value, tmp_path / "other.pth")
    a, b = open_catalogue(odd_file), open_catalogue(tmp_path / "other.pth")
    alone = compare(a, b)
    assert len(alone.changed) > 6
    assert repr(compare(a, b, crew=crew)) == repr(alone)
    shutil.copyfile(odd_file, tmp_path / "same.pth")
    assert compare(a, open_catalogue(tmp_path / "same.pth"), crew=crew).is_same
