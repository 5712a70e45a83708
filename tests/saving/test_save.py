"""Saving: the target is the old file or the whole new one, whatever happens in between."""

from __future__ import annotations

import errno
import os
import shutil
import signal
import stat
import subprocess
import sys
import textwrap
from pathlib import Path
from typing import Any

import pytest
import torch

from core.catalogue.checkpoint import open_checkpoint
from core.edits.edits import RemapDevice, StripPrefix
from core.errors import (
    Cancelled,
    DiskError,
    NotEnoughSpace,
    SaveError,
    SourceChanged,
    TargetExists,
    VerifyFailed,
)
from core.files import copy
from core.saving import layout, new_ids
from core.saving.publishing import resolved
from core.saving.save import save
from tests.files.checkpoints import save as torch_save
from tests.places import ROOT
from tests.support.engine import catalogue_of, fix, planned
from tests.support.oracle import PretendGpus, assert_same_files

TO_CPU = RemapDevice("cuda:*", "cpu")
of_posix = pytest.mark.skipif(sys.platform == "win32", reason="links, calls and signals are those of POSIX")


def large_source(path: Path, megabytes: int, device: str = "cuda:7") -> Path:
    with PretendGpus() as gpus:
        tensors = {str(index): torch.full((1 << 20,), float(index)) for index in range(megabytes // 4)}
        for tensor in tensors.values():
            gpus.place(tensor, device)
        return torch_save(tensors, path)


def test_report(source: Path, tmp_path: Path) -> None:
    report = fix(source, tmp_path / "new.pth", TO_CPU)
    catalogue = catalogue_of(tmp_path / "new.pth")
    assert report.path == tmp_path / "new.pth"
    assert report.bytes == report.path.stat().st_size
    assert (report.tensors, report.storages) == (len(catalogue.tensors), len(catalogue.storages))
    assert sorted(path.name for path in tmp_path.iterdir()) == ["new.pth", "source.pth"]


def test_an_existing_target_is_kept(source: Path, tmp_path: Path) -> None:
    target = tmp_path / "there.pth"
    target.write_bytes(b"precious")
    with pytest.raises(TargetExists, match="already exists"):
        fix(source, target, TO_CPU)
    assert target.read_bytes() == b"precious"
    fix(source, target, TO_CPU, overwrite=True)
    torch.load(target)


def test_the_source_is_replaced_only_when_asked(source: Path) -> None:
    before = source.read_bytes()
    with pytest.raises(TargetExists):
        fix(source, source, TO_CPU)
    assert source.read_bytes() == before
    source.chmod(0o640)
    fix(source, source, TO_CPU, overwrite=True)
    torch.load(source)
    assert sys.platform == "win32" or stat.S_IMODE(source.stat().st_mode) == 0o640
    assert [path.name for path in source.parent.iterdir()] == ["source.pth"]


@of_posix
def test_a_reader_of_the_old_file_keeps_it(source: Path, tmp_path: Path) -> None:
    """A process that has the file open with mmap must not see it change (``Bus error`` otherwise)."""
    before = source.read_bytes()
    with source.open("rb") as held:
        fix(source, source, TO_CPU, overwrite=True)
        assert held.read() == before


@of_posix
def test_a_link_stays_a_link(source: Path, tmp_path: Path) -> None:
    link = tmp_path / "latest.pth"
    link.symlink_to(source)
    fix(link, link, TO_CPU, overwrite=True)
    assert link.is_symlink()
    torch.load(source)


@of_posix
def test_new_files_respect_the_umask(source: Path, tmp_path: Path) -> None:
    before = os.umask(0o027)
    try:
        fix(source, tmp_path / "new.pth")
    finally:
        os.umask(before)
    assert stat.S_IMODE((tmp_path / "new.pth").stat().st_mode) == 0o640


@pytest.mark.parametrize("overwrite", [False, True])
def test_cancelled_at_any_tick(source: Path, tmp_path: Path, overwrite: bool) -> None:
    target = tmp_path / "new.pth"
    if overwrite:
        target.write_bytes(b"old")
    ready = planned(source, TO_CPU)
    ticks: list[tuple[int, int]] = []
    save(ready, tmp_path / "probe.pth", tick=lambda done, total: ticks.append((done, total)))
    (tmp_path / "probe.pth").unlink()
    assert ticks
    assert [done for done, _ in ticks] == sorted(done for done, _ in ticks)
    assert all(done <= total for done, total in ticks)
    before = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    for limit in range(len(ticks)):
        seen = 0

        def tick(done: int, total: int, limit: int = limit) -> None:
            nonlocal seen
            if seen == limit:
                raise Cancelled
            seen += 1

        with pytest.raises(Cancelled):
            save(ready, target, overwrite=overwrite, tick=tick)
        assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == before


def test_progress_of_a_large_file(tmp_path: Path) -> None:
    source = large_source(tmp_path / "large.pth", 96)
    ticks: list[tuple[int, int]] = []
    fix(source, tmp_path / "new.pth", TO_CPU, tick=lambda done, total: ticks.append((done, total)))
    assert len(ticks) >= 3
    assert ticks[-1][0] == ticks[-1][1]


def append_byte(path: Path) -> None:
    with path.open("ab") as file:
        file.write(b"x")


def touch(path: Path) -> None:
    os.utime(path, ns=(1, 1))


def swap(path: Path) -> None:
    shutil.copy2(path, path.with_suffix(".copy"))
    path.with_suffix(".copy").replace(path)


@pytest.mark.parametrize("change", [append_byte, touch, swap, Path.unlink])
def test_a_source_that_changed_is_refused(source: Path, tmp_path: Path, change: Any) -> None:
    ready = planned(source, TO_CPU)
    change(source)
    with pytest.raises(SourceChanged):
        save(ready, tmp_path / "new.pth")
    assert not (tmp_path / "new.pth").exists()
    assert len(list(tmp_path.iterdir())) <= 1


def test_a_source_that_changes_meanwhile_is_refused(source: Path, tmp_path: Path) -> None:
    ready = planned(source, TO_CPU)
    with pytest.raises(SourceChanged):
        save(ready, tmp_path / "new.pth", tick=lambda done, total: append_byte(source))
    assert [path.name for path in tmp_path.iterdir()] == ["source.pth"]


def test_space_is_checked_first(source: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    usage = shutil.disk_usage(tmp_path)
    monkeypatch.setattr(shutil, "disk_usage", lambda path: usage._replace(free=1000))
    with pytest.raises(NotEnoughSpace, match="free"):
        fix(source, tmp_path / "new.pth", TO_CPU)
    assert [path.name for path in tmp_path.iterdir()] == ["source.pth"]


@pytest.mark.parametrize("number", [errno.ENOSPC, errno.EIO, errno.EDQUOT])
def test_a_failing_disk(source: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, number: int) -> None:
    def fail(*arguments: Any) -> int:
        raise OSError(number, os.strerror(number))

    ready = planned(source, TO_CPU)
    monkeypatch.setattr(copy.os, "write", fail)
    with pytest.raises(SaveError, match=os.strerror(number)) as caught:
        save(ready, tmp_path / "new.pth")
    assert ("the disk is full" in str(caught.value)) == (number == errno.ENOSPC)  # “device” alone would be a GPU
    assert [path.name for path in tmp_path.iterdir()] == ["source.pth"]


def in_child(code: str, *arguments: Any) -> subprocess.CompletedProcess[str]:
    """Run code in a process of its own, with the engine imported."""
    imports = ("from core.edits.edits import RemapDevice", "from tests.support.engine import fix", "")
    prelude = "import os, resource, signal, sys\n" + "\n".join(imports)
    command = [sys.executable, "-c", prelude + textwrap.dedent(code), *map(str, arguments)]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False, timeout=120)


@of_posix
def test_a_file_size_limit_is_a_full_disk(tmp_path: Path) -> None:
    source = large_source(tmp_path / "large.pth", 32)
    done = in_child(
        """
        resource.setrlimit(resource.RLIMIT_FSIZE, (10 << 20, 10 << 20))
        from core.errors import SaveError
        try:
            fix(sys.argv[1], sys.argv[2], RemapDevice("cuda:7", "cpu"))
        except SaveError as error:
            print(error)
        """,
        source,
        tmp_path / "new.pth",
    )
    assert "could not be written" in done.stdout, done.stderr
    assert [path.name for path in tmp_path.iterdir()] == ["large.pth"]


@of_posix
@pytest.mark.parametrize("over_source", [False, True])
def test_killed_while_writing(tmp_path: Path, over_source: bool) -> None:
    source = large_source(tmp_path / "large.pth", 96)
    before = source.read_bytes()
    target = source if over_source else tmp_path / "new.pth"
    done = in_child(
        """
        def tick(done, total):
            if done > total // 2:
                os.kill(os.getpid(), signal.SIGKILL)
        fix(sys.argv[1], sys.argv[2], RemapDevice("cuda:7", "cpu"), overwrite=True, tick=tick)
        """,
        source,
        target,
    )
    assert done.returncode == -signal.SIGKILL
    assert source.read_bytes() == before
    assert over_source or not target.exists()
    fix(source, target, TO_CPU, overwrite=True)  # nothing that was left behind stands in the way
    torch.load(target)


@pytest.mark.skipif(sys.platform != "linux", reason="asks Linux for the peak")
def test_memory_does_not_grow_with_the_file(tmp_path: Path) -> None:
    peaks = []
    for megabytes in (8, 240):
        source = large_source(tmp_path / f"{megabytes}.pth", megabytes)
        done = in_child(
            """
            fix(sys.argv[1], sys.argv[2], RemapDevice("cuda:7", "cpu"), container=sys.argv[3])
            with open("/proc/self/status") as status:  # getrusage has the peak of the process that forked this one
                print(next(line.split()[1] for line in status if line.startswith("VmHWM")))
            """,
            source,
            tmp_path / f"new{megabytes}.pth",
            "legacy",
        )
        assert done.returncode == 0, done.stderr
        peaks.append(int(done.stdout) * 1024)
    # The oracle's own torch is in the child too, so only the difference counts.
    assert peaks[1] - peaks[0] < 60 << 20


def test_a_wrong_device_is_found_by_reading_back(source: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(new_ids.NewIds, "_device", lambda self, key, saved: "cuda:3")
    with pytest.raises(VerifyFailed):
        fix(source, tmp_path / "new.pth", TO_CPU)
    assert [path.name for path in tmp_path.iterdir()] == ["source.pth"]


def test_wrong_bytes_are_found_by_reading_back(source: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(layout.Span, "write", lambda self, source, sink: sink.write(b"\xa5" * self.size))
    with pytest.raises(VerifyFailed):
        fix(source, tmp_path / "new.pth", TO_CPU)
    assert [path.name for path in tmp_path.iterdir()] == ["source.pth"]


@pytest.mark.parametrize("target", [".", "missing/new.pth"])
def test_targets_that_cannot_be(source: Path, tmp_path: Path, target: str) -> None:
    with pytest.raises(SaveError, match=r"directory|folder"):
        fix(source, tmp_path / target, TO_CPU, overwrite=True)


def test_an_unknown_container(source: Path, tmp_path: Path) -> None:
    with pytest.raises(SaveError, match="zip, legacy"):
        fix(source, tmp_path / "new.pth", container="tar")


def test_the_container_is_kept_unless_asked(source: Path, tmp_path: Path) -> None:
    kind = open_checkpoint(source).container
    fix(source, tmp_path / "same.pth")
    fix(source, tmp_path / "zip.pth", container="zip")
    assert open_checkpoint(tmp_path / "same.pth").container == kind
    assert open_checkpoint(tmp_path / "zip.pth").container == "zip"
    assert_same_files(tmp_path / "zip.pth", source)


def test_saving_twice_is_saving_once(source: Path, tmp_path: Path) -> None:
    fix(source, tmp_path / "once.pth", TO_CPU, StripPrefix("module."))
    fix(tmp_path / "once.pth", tmp_path / "twice.pth", TO_CPU)
    assert (tmp_path / "twice.pth").read_bytes() == (tmp_path / "once.pth").read_bytes()


@pytest.mark.parametrize("name", ["CON", "nul.pth", "Com1.tar.gz", "ab:c.pth", "what?.pth", "model.", "model ", "LPT¹"])
def test_names_that_windows_has_for_something_else(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """There ``a:b.pth`` would be a stream in ``a``, and ``model.`` would be called ``model``."""
    if sys.platform != "win32":
        assert resolved(tmp_path / name).name == name
    monkeypatch.setattr(sys, "platform", "win32")
    with pytest.raises(SaveError, match="Windows does not allow the file name"):
        resolved(tmp_path / name)


@pytest.mark.parametrize("name", ["console.pth", "com10.pth", ".pth", "a.b.pth", "nullable", "模型.pth"])
def test_names_that_windows_takes(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "win32")
    assert resolved(tmp_path / name).name == name


@pytest.mark.parametrize("number", [5, 32])
def test_windows_says_little_of_a_file_that_is_open(number: int) -> None:
    error = PermissionError(errno.EACCES, "Access is denied")
    assert "open" not in str(DiskError("a.pth", error))
    error.winerror = number  # type: ignore[attr-defined]
    assert "Another program may have it open" in str(DiskError("a.pth", error))
