"""How a file is read by a scan: once, in its order, with progress, until somebody stops it or the file changes."""

from __future__ import annotations

import os
from collections import OrderedDict
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
import torch
from safetensors.torch import save_file

from core.catalogue.build import open_catalogue
from core.errors import Cancelled, SourceChanged, Truncated
from core.numbers.stored import StoredBytes
from core.values.scan import Scan, scan
from tests.values.healing import checkpoint, scanned, trained


@pytest.fixture
def reads(monkeypatch: pytest.MonkeyPatch) -> list[tuple[int, int]]:
    """(first byte in the file, bytes) of everything that is read of storages."""
    found: list[tuple[int, int]] = []
    real = StoredBytes.read_into

    def read_into(self: StoredBytes, buffer: memoryview, start: int) -> None:
        found.append((self.offset + start, len(buffer)))
        real(self, buffer, start)

    monkeypatch.setattr(StoredBytes, "read_into", read_into)
    return found


@pytest.mark.parametrize("container", ["zip", "legacy", "safetensors"])
def test_each_byte_is_read_once_from_front_to_back(container: str, reads: list[Any], tmp_path: Path) -> None:
    torch.manual_seed(0)
    weights = OrderedDict((f"layers.{number}.weight", torch.randn(50, number + 2)) for number in range(12, 0, -1))
    weights["last.weight"] = torch.randn(300, 400).t()
    if container == "safetensors":
        save_file({name: tensor.contiguous() for name, tensor in weights.items()}, tmp_path / "file.safetensors")
        found = scan(open_catalogue(tmp_path / "file.safetensors"))
    else:
        weights["first.weight"] = weights["layers.12.weight"]
        found = scanned(weights, tmp_path, _use_new_zipfile_serialization=container == "zip")
        assert found.statistics[0] == found.statistics[-1]
    assert reads == sorted(reads)
    assert all(first + size <= after for (first, size), (after, _) in pairwise(reads))
    nbytes = sum(tensor.nbytes for name, tensor in weights.items() if name != "first.weight")
    assert sum(size for _, size in reads) == nbytes == found.bytes
    assert found.tensors == len(weights)


def test_statistics_are_those_of_torch_in_the_order_of_the_file(tmp_path: Path) -> None:
    model, optimizer = trained()
    found = scanned(checkpoint(model, optimizer), tmp_path)
    weights = [*model.state_dict().values()]
    for tensor, of in zip(weights, found.statistics, strict=False):
        assert (of.count, of.minimum, of.maximum) == (tensor.numel(), tensor.min().item(), tensor.max().item())
        assert of.mean == pytest.approx(tensor.double().mean().item())
    assert found.tensors == len(found.statistics) == len(weights) + 3 * len(optimizer.state)


def test_parts_of_a_storage_have_statistics_of_their_own(tmp_path: Path) -> None:
    whole = torch.tensor([1.0, 2.0, -3.0, 4.0])
    found = scanned({"all": whole, "first": whole[:2], "second": whole[::2], "folded": whole.view(2, 2)}, tmp_path)
    assert [each.minimum for each in found.statistics] == [-3.0, 1.0, -3.0, -3.0]
    assert [each.count for each in found.statistics] == [4, 2, 2, 4]
    assert found.bytes == 16


def test_a_row_that_is_there_a_billion_times_is_read_once(reads: list[Any], tmp_path: Path) -> None:
    found = scanned({"fc.weight": torch.tensor([0.0, 1.0]).expand(10**12, 2)}, tmp_path)
    assert found.statistics[0].zeros == 10**12
    assert [size for _, size in reads] == [8]


def test_nothing_scalars_and_no_tensor_at_all(tmp_path: Path) -> None:
    found = scanned({"none": torch.zeros(0, 3), "one": torch.tensor(2.0)}, tmp_path)
    assert [each.count for each in found.statistics] == [0, 1]
    empty = scanned({"epoch": 3}, tmp_path)
    assert (empty.tensors, empty.bytes, empty.symptoms) == (0, 0, ())


def test_progress_goes_up_to_all_bytes_inside_large_tensors_too(tmp_path: Path) -> None:
    torch.save({"a.weight": torch.randn(600, 1000), "b.weight": torch.randn(10, 10)}, tmp_path / "file.pth")
    seen: list[tuple[int, int]] = []
    scan(open_catalogue(tmp_path / "file.pth"), lambda done, total: seen.append((done, total)))
    dones = [done for done, _ in seen]
    assert dones == sorted(dones)
    assert seen[-1] == (2_400_400, 2_400_400)
    steps = [after - before for before, after in zip([0, *dones], dones, strict=False)]
    assert max(steps) <= 4 << 16


@pytest.mark.parametrize("rows", [0, 300])
def test_it_stops_at_any_tick_and_holds_no_file(rows: int, tmp_path: Path) -> None:
    """Within the second look for rows of zeros as well."""
    large = torch.randn(600, 1000)
    large[:rows] = 0
    torch.save({"fc.weight": large, "fc.bias": torch.zeros(600)}, tmp_path / "file.pth")
    catalogue = open_catalogue(tmp_path / "file.pth")
    ticks = 0

    def count(done: int, total: int) -> None:
        nonlocal ticks
        ticks += 1

    scan(catalogue, count)
    held = len([*Path("/proc/self/fd").iterdir()])
    assert ticks >= (10 if not rows else 20)
    for stop in (1, ticks // 2, ticks):
        left = stop

        def cancel(done: int, total: int) -> None:
            nonlocal left
            left -= 1
            if not left:
                raise Cancelled

        with pytest.raises(Cancelled):
            scan(catalogue, cancel)
    assert len([*Path("/proc/self/fd").iterdir()]) == held


def test_a_file_that_changes_meanwhile(tmp_path: Path) -> None:
    path = tmp_path / "file.pth"
    torch.save({"a.weight": torch.randn(400, 1000)}, path)
    catalogue = open_catalogue(path)

    def change(done: int, total: int) -> None:
        os.utime(path, (1, 1))

    with pytest.raises(SourceChanged, match=r"file\.pth has changed on disk"):
        scan(catalogue, change)


def test_a_file_that_is_cut_short_meanwhile(tmp_path: Path) -> None:
    path = tmp_path / "file.pth"
    torch.save({"a.weight": torch.randn(400, 1000)}, path)
    catalogue = open_catalogue(path)
    with pytest.raises((Truncated, SourceChanged)):
        scan(catalogue, lambda done, total: os.truncate(path, 1000))


def test_many_tensors_of_one_name_take_no_longer_each(tmp_path: Path) -> None:
    """Told by how often their statistics are asked for, as no clock may judge."""
    asked = {}
    for count in (50, 200):
        value = {f"layers.{number}.weight": torch.full((2, 2), 1.0 + number % 3) for number in range(count)}
        torch.save(value, tmp_path / "file.pth")
        asked[count] = _lines_run(lambda: scan(open_catalogue(tmp_path / "file.pth")))
    assert asked[200] < 4.4 * asked[50]


def _lines_run(work: Any) -> int:
    """How many functions were called."""
    import sys

    calls = 0

    def count(*_: Any) -> None:
        nonlocal calls
        calls += 1

    before = sys.getprofile()
    sys.setprofile(count)
    try:
        found: Scan = work()
    finally:
        sys.setprofile(before)
    assert found.tensors
    return calls
