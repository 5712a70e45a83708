"""What claims more than there is ends in a sentence, and nothing of a file stays open."""

from __future__ import annotations

import os
import tracemalloc
from itertools import islice
from pathlib import Path

import numpy as np
import pytest
import torch

from core.catalogue.build import open_catalogue
from core.errors import CannotOpen, CheckpointError, Malformed, SourceChanged
from core.numbers.reader import Numbers
from tests.numbers.test_containers import deflated


def saved(path: Path, tensor: torch.Tensor) -> Path:
    torch.save({"w": tensor}, path)
    return path


def open_here(path: Path) -> int:
    """How often this process has a file open, or mapped; or a file without a name, as pytest has some."""
    found = []
    for fd in Path("/proc/self/fd").iterdir():
        try:
            found.append(str(fd.readlink()))
        except OSError:
            continue
    found += Path("/proc/self/maps").read_text(encoding="utf-8").splitlines()
    return sum(str(path) in each or "(deleted)" in each for each in found)


def test_expanded_to_a_million_millions(tmp_path: Path) -> None:
    path = saved(tmp_path / "a.pt", torch.arange(6.0).reshape(2, 1, 3).expand(2, 10**12, 3))
    with Numbers(open_catalogue(path)) as numbers:
        found = numbers.tensor(0)
        assert np.concatenate([piece.copy() for piece in found.once()]).tolist() == [0, 1, 2, 3, 4, 5]
        assert found.repeats == 10**12
        assert found.read((slice(1, 2, 1), slice(10**11, 10**11 + 2, 1), slice(0, 3, 1))).tolist() == [[[3, 4, 5]] * 2]
        with pytest.raises(Malformed, match="6,000,000,000,000 numbers"):
            next(found.tiles())


def test_windows_over_each_other_without_end(tmp_path: Path) -> None:
    """Strides that claim a million times as many numbers as there are."""
    path = saved(tmp_path / "a.pt", torch.zeros(3 << 20).as_strided((1 << 20, 1 << 20), (1, 1)))
    with Numbers(open_catalogue(path)) as numbers:
        with pytest.raises(Malformed, match="make them overlap"):
            next(numbers.tensor(0).once())
        assert not numbers.tensor(0).read((slice(0, 10**6, 10**5), slice(5, 10**6, 10**5))).any()


def test_a_first_tile_does_not_wait_for_all(tmp_path: Path) -> None:
    """Steps are counted as they come, never listed."""
    path = saved(tmp_path / "a.pt", torch.zeros(1).expand(1 << 33))
    with Numbers(open_catalogue(path)) as numbers:
        tracemalloc.start()
        try:
            assert len(list(islice(numbers.tensor(0).tiles(16), 5))) == 5
            assert tracemalloc.get_traced_memory()[1] < 4 << 20
        finally:
            tracemalloc.stop()


def test_memory_does_not_grow_with_the_tensor(tmp_path: Path) -> None:
    path = saved(tmp_path / "a.pt", torch.zeros(8 << 20, dtype=torch.float64).reshape(1024, 8192).t())
    packed = deflated(path, tmp_path / "b.pt")
    for each in (path, packed):
        with Numbers(open_catalogue(each)) as numbers:
            found = numbers.tensor(0)
            tracemalloc.start()
            try:
                assert sum(values.size for _, values in found.tiles()) == 8 << 20
                assert sum(values.size for values in found.once()) == 8 << 20
                most = 4 << 20 if each is path else 32 << 20  # three pieces of what is unpacked
                assert tracemalloc.get_traced_memory()[1] < most
            finally:
                tracemalloc.stop()


@pytest.mark.parametrize("packed", [False, True])
def test_nothing_stays_open(packed: bool, tmp_path: Path) -> None:
    path = saved(tmp_path / "a.pt", torch.zeros(100, 100))
    if packed:
        path = deflated(path, tmp_path / "b.pt")
    before = open_here(path)
    catalogue = open_catalogue(path)
    with Numbers(catalogue) as numbers:
        assert numbers.tensor(0).read().shape == (100, 100)
        assert open_here(path) > before
        late = numbers.tensor(0)
    assert open_here(path) == before
    with pytest.raises(CheckpointError):  # never the bytes of whatever has that descriptor now
        late.read()
    assert open_here(path) == before


def test_after_an_error_too(tmp_path: Path) -> None:
    path = saved(tmp_path / "a.pt", torch.zeros(100, 100))
    before = open_here(path)
    catalogue = open_catalogue(path)
    os.utime(path, ns=(1, 1))
    with pytest.raises(SourceChanged, match=r"a\.pt has changed on disk since it was opened"), Numbers(catalogue):
        pass
    path.unlink()
    with pytest.raises(CannotOpen, match=r"cannot be read any more: No such file"), Numbers(catalogue):
        pass
    assert open_here(path) == before


def test_cut_short_while_it_is_read(tmp_path: Path) -> None:
    path = saved(tmp_path / "a.pt", torch.zeros(1 << 20))
    before = open_here(path)
    catalogue = open_catalogue(path)

    def read_on() -> None:
        with Numbers(catalogue) as numbers:
            found = numbers.tensor(0).tiles()
            next(found)
            os.truncate(path, 1 << 20)
            list(found)

    with pytest.raises(SourceChanged, match="has changed on disk"):
        read_on()
    assert open_here(path) == before


def test_written_to_while_it_is_read(tmp_path: Path) -> None:
    """The numbers may be half old and half new: whoever got them is told at the end."""
    path = saved(tmp_path / "a.pt", torch.zeros(1 << 10))
    catalogue = open_catalogue(path)
    numbers = Numbers(catalogue).__enter__()
    numbers.tensor(0).read()
    os.utime(path, ns=(5, 5))
    with pytest.raises(SourceChanged, match="has changed on disk"):
        numbers.__exit__(None, None, None)


def test_a_compressed_record_that_does_not_unpack(tmp_path: Path) -> None:
    path = deflated(saved(tmp_path / "a.pt", torch.randn(100, 100)), tmp_path / "b.pt")
    raw = bytearray(path.read_bytes())
    at = raw.index(b"data/0") + 3000
    raw[at : at + 200] = bytes(200)
    path.write_bytes(raw)
    before = open_here(path)
    with pytest.raises(Malformed, match=r"does not unpack"), Numbers(open_catalogue(path)) as numbers:
        numbers.tensor(0).read()
    assert open_here(path) == before
