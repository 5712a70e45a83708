"""Files with a byte changed, all over the parts that torch reads first: what plain torch.load refuses has an error."""

from __future__ import annotations

import random
import struct
import zipfile
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest
import torch

from core.diagnosis.damage import damage_said
from core.diagnosis.diagnose import diagnose
from core.diagnosis.finding import Finding
from core.diagnosis.unopened import diagnose_unopened
from core.errors import CheckpointError
from tests.files.checkpoints import save
from tests.files.fitting_files import weights, wrong_count, zeroed_header
from tests.support.engine import planned
from tests.support.judging import CPU, errors, findings_of, only, torch_says

HEADER = 30


def found_in(path: Path) -> list[Finding]:
    """The findings of level error, of a file that opens or does not."""
    try:
        view = planned(path)
    except CheckpointError as error:
        return errors(diagnose_unopened(path, error))
    return errors(diagnose(view, CPU))


def missed(path: Path, data: bytes, changes: Iterable[tuple[int, int]]) -> tuple[int, list[tuple[int, int, str]]]:
    """How many of the changed files torch refuses, and those of them in which nothing is found."""
    refused, found = 0, []
    for at, value in changes:
        changed = bytearray(data)
        changed[at] = value
        path.write_bytes(changed)
        said = torch_says(path)
        if said is not None:
            refused += 1
            if not found_in(path):
                found.append((at, value, said))
    return refused, found


def local_headers(path: Path) -> list[int]:
    with zipfile.ZipFile(path) as archive:
        return [each.header_offset for each in archive.infolist()]


def directory(path: Path) -> int:
    with zipfile.ZipFile(path) as archive:
        return archive.start_dir


def test_every_byte_of_every_local_header(tmp_path: Path) -> None:
    path = save(weights(), tmp_path / "a.pth")
    data, headers = path.read_bytes(), local_headers(path)
    places = [at + place for at in headers for place in (0, 1, 2, 3, 26, 27, 28, 29)]
    changes = [(place, value) for place in places for value in (0, 255) if data[place] != value]
    refused, left = missed(path, data, changes)
    assert refused > 3 * len(headers)
    assert left == []


def test_every_byte_of_every_count_in_a_legacy_file(tmp_path: Path) -> None:
    path = save(weights(), tmp_path / "a.pth", "legacy")
    data = path.read_bytes()
    places = list(_counts(data, [each.numel() for each in weights().values()]))
    changes = [(at, value) for at in places for value in (1, 255) if data[at] != value]
    refused, left = missed(path, data, changes)
    assert refused == len(changes)
    assert left == []


def _counts(data: bytes, sizes: list[int]) -> Iterator[int]:
    """The places of all bytes of all counts; the storages end the file, in the order of their addresses."""
    left, end = sizes.copy(), len(data)
    while left:
        size = next(size for size in left if data[end - 4 * size - 8 : end - 4 * size] == struct.pack("<q", size))
        left.remove(size)
        end -= 4 * size + 8
        yield from range(end, end + 8)


@pytest.mark.parametrize("container", ["zip", "legacy"])
def test_bytes_of_the_pickle_and_of_the_directory(container: str, tmp_path: Path) -> None:
    """Of what torch refuses nearly all is found; what is not looks like another file that torch could have written."""
    path = save(weights(), tmp_path / "a.pth", container)
    data = path.read_bytes()
    read = [*range(900)]
    if container == "zip":
        read += range(directory(path), len(data))
    chosen = random.Random(5)
    changes = [(at, chosen.choice((0, 255, data[at] ^ 1, chosen.randrange(256)))) for at in read[::2]]
    refused, left = missed(path, data, [(at, value) for at, value in changes if data[at] != value])
    assert refused > 100
    assert len(left) <= 0.01 * refused, left


@pytest.mark.parametrize("record", ["data/1", "data.pkl", "byteorder", ".format_version", ".data/serialization_id"])
def test_a_header_of_zeros(record: str, tmp_path: Path) -> None:
    zeroed_header(tmp_path / "a.pth", record)
    said = torch_says(tmp_path / "a.pth")
    first = found_in(tmp_path / "a.pth")[0]
    assert said is not None
    assert first.damage.has(damage_said(said))
    assert first.message == said


def test_records_behind_a_lost_header_are_named(tmp_path: Path) -> None:
    zeroed_header(tmp_path / "a.pth")
    finding = only("damaged", findings_of(tmp_path / "a.pth"))
    assert "data/1" in finding.explanation
    assert finding.paths == ("model/entry.bias",)


def test_a_wrong_count(tmp_path: Path) -> None:
    wrong_count(tmp_path / "a.pth")
    assert only("storage-size", findings_of(tmp_path / "a.pth")).message == torch_says(tmp_path / "a.pth")


def test_a_damaged_pickle(tmp_path: Path) -> None:
    path = save({"w": torch.ones(3)}, tmp_path / "a.pth", "legacy")
    data = path.read_bytes()
    path.write_bytes(data.replace(b"K\x03\x85", b"NK\x03", 1))  # the shape is lost
    said = torch_says(path)
    assert said is not None
    finding = next(each for each in found_in(path) if each.code == "damaged")
    assert finding.severity == "error"
