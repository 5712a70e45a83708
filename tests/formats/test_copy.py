"""Every way of copying bytes gives the same file."""

from __future__ import annotations

import errno
import os
from pathlib import Path

import pytest
import torch

from core.edits.edits import RemapDevice
from core.files import copy
from tests.files.checkpoints import save
from tests.support.engine import fix
from tests.support.oracle import PretendGpus, assert_same_files


@pytest.mark.parametrize("ways", [["_copy_range"], ["_send_file"], [], ["_broken", "_send_file"]])
@pytest.mark.parametrize("container", ["zip", "legacy"])
def test_large_storages(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, ways: list[str], container: str) -> None:
    used: list[str] = []

    def watched(name: str):  # type: ignore[no-untyped-def]
        def way(source: int, target: int, offset: int, length: int) -> int:
            used.append(name)
            if name == "_broken":
                raise OSError(errno.EXDEV, os.strerror(errno.EXDEV))
            return int(getattr(copy, name)(source, target, offset, length))

        return way

    monkeypatch.setattr(copy, "_KERNEL_WAYS", [watched(name) for name in ways])
    values = {"large": torch.arange(700_001), "small": torch.ones(3), "other": torch.randn(1_000_003)}
    with PretendGpus() as gpus:
        for value in values.values():
            gpus.place(value, "cuda:5")
        source = save(values, tmp_path / "a.pth", container)
    theirs = save(values, tmp_path / "theirs.pth", container)
    fix(source, tmp_path / "b.pth", RemapDevice("cuda:5", "cpu"))
    assert_same_files(tmp_path / "b.pth", theirs)
    assert set(used) == set(ways)
    assert used.count("_broken") <= 1


def test_whole_pages_go_on_their_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file system that can share blocks shares whole ones: all of a large save but the edges must be such."""
    pieces: list[tuple[int, int, int]] = []

    def shared(source: int, target: int, offset: int, length: int) -> int:
        pieces.append((offset, os.lseek(target, 0, os.SEEK_CUR), length))
        return copy._copy_range(source, target, offset, length)

    monkeypatch.setattr(copy, "_KERNEL_WAYS", [shared])
    values = {f"layer{number}.weight": torch.randn(3_000_000 + number) for number in range(4)}
    with PretendGpus() as gpus:
        for value in values.values():
            gpus.place(value, "cuda:5")
        source = save(values, tmp_path / "a.pth")
    theirs = save(values, tmp_path / "theirs.pth")
    fix(source, tmp_path / "b.pth", RemapDevice("cuda:5", "cpu"))
    assert_same_files(tmp_path / "b.pth", theirs)
    assert all(part % copy.PAGE == 0 for piece in pieces for part in piece)
    edges = source.stat().st_size - sum(length for _, _, length in pieces)
    assert edges < 8 * copy.PAGE * len(values)
