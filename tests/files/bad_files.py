"""Files that are no checkpoints, or broken ones, and a word that the message about each must have."""

from __future__ import annotations

import contextlib
import io
import pickle
import struct
import tarfile
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import torch

from tests.files.checkpoints import save, training_checkpoint
from tests.support.oracle import PretendGpus


def empty(path: Path) -> None:
    path.write_bytes(b"")


def web_page(path: Path) -> None:
    path.write_text("<!DOCTYPE html>\n<html><head><title>Sign in</title></head><body>…</body></html>\n")


def git_lfs_pointer(path: Path) -> None:
    path.write_text("version https://git-lfs.github.com/spec/v1\noid sha256:4d7a2146\nsize 12345\n")


def plain_pickle(path: Path) -> None:
    path.write_bytes(pickle.dumps({"weights": [1, 2, 3]}))


def old_tar(path: Path) -> None:
    """As torch before 0.1.10 saved, but for its ``storages`` and ``tensors``."""
    with tarfile.open(path, "w", format=tarfile.USTAR_FORMAT) as archive:
        for name in ("sys_info", "pickle"):
            data = pickle.dumps({"protocol_version": 1000}, 2)
            member = tarfile.TarInfo(name)
            member.size = len(data)
            archive.addfile(member, io.BytesIO(data))


def directory(path: Path) -> None:
    path.mkdir()


def text(path: Path) -> None:
    path.write_text("model weights will be uploaded soon\n")


def text_like_a_zip(path: Path) -> None:
    path.write_text("PKG-INFO\n" * 20)


def zeros(path: Path) -> None:
    path.write_bytes(bytes(5000))


def noise(path: Path) -> None:
    path.write_bytes(bytes(range(3, 256)) * 20)


def other_zip(path: Path) -> None:
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("readme.txt", "hello")


def good(path: Path, container: str = "zip") -> Path:
    """A checkpoint with nothing wrong, to be broken."""
    with PretendGpus() as gpus:
        return save(training_checkpoint(gpus), path, container)


def cut_zip(path: Path) -> None:
    data = good(path).read_bytes()
    path.write_bytes(data[: len(data) * 2 // 3])


def cut_legacy_pickle(path: Path) -> None:
    data = good(path, "legacy").read_bytes()
    path.write_bytes(data[: len(data) // 4])


def cut_legacy_storages(path: Path) -> None:
    data = good(path, "legacy").read_bytes()
    path.write_bytes(data[:-40])


def cut_after_a_few_bytes(path: Path) -> None:
    path.write_bytes(good(path, "legacy").read_bytes()[:10])


def rezip(path: Path, change: Callable[[str, bytes], bytes | None], **extra: bytes) -> None:
    """Write the records of a good file again with some changed; None leaves one out."""
    with zipfile.ZipFile(good(path.with_name("good.pth"))) as records, zipfile.ZipFile(path, "w") as archive:
        for name in records.namelist():
            data = change(name.partition("/")[2], records.read(name))
            if data is not None:
                archive.writestr(name, data)
        for name, data in extra.items():
            archive.writestr(f"good/{name}", data)
    path.with_name("good.pth").unlink()


def no_pickle(path: Path) -> None:
    rezip(path, lambda name, data: None if name == "data.pkl" else data)


def failed_save(path: Path) -> None:
    """As an error in the middle of torch.save leaves it: what comes before the pickle, and a directory of that."""
    with contextlib.suppress(pickle.PicklingError, AttributeError):
        torch.save({"x": torch.ones(3), "function": lambda: None}, path)
    assert path.stat().st_size


def killed_save(path: Path) -> None:
    """As a full disk leaves it: no directory."""
    rest = 2500

    class Disk(io.BytesIO):
        def write(self, data: Any) -> int:
            nonlocal rest
            rest -= len(data)
            if rest < 0:
                raise OSError(28, "No space left on device")
            return super().write(data)

    disk = Disk()
    with contextlib.suppress(RuntimeError, OSError):
        torch.save({str(index): torch.ones(300) for index in range(5)}, disk)
    path.write_bytes(disk.getvalue())


def reserved_and_not_filled(path: Path) -> None:
    """A download into space that was reserved before."""
    data = good(path).read_bytes()
    path.write_bytes(data[: len(data) // 2] + bytes(len(data) - len(data) // 2))


def missing_storage(path: Path) -> None:
    rezip(path, lambda name, data: None if name == "data/0" else data)


def short_storage(path: Path) -> None:
    rezip(path, lambda name, data: data[:-4] if name == "data/0" else data)


def damaged_pickle(path: Path) -> None:
    rezip(path, lambda name, data: data[:200] + b"\xff\xff" + data[202:] if name == "data.pkl" else data)


def storage_outside_the_file(path: Path) -> None:
    """The directory of the zip says that a record lies behind the end of the file."""
    data = bytearray(good(path).read_bytes())
    at = data.rfind(b"PK\x01\x02")
    while b"/data/0" not in data[at : at + 80]:
        at = data.rfind(b"PK\x01\x02", 0, at)
    struct.pack_into("<L", data, at + 42, len(data) + 1000)
    path.write_bytes(data)


def tensor_outside_its_storage(path: Path) -> None:
    """A shape that reaches further than the storage, as a hostile file would have."""
    base = torch.arange(4.0)
    torch.save({"x": base}, path)
    archive = zipfile.ZipFile(path)
    records = {name: archive.read(name) for name in archive.namelist()}
    with zipfile.ZipFile(path, "w") as changed:
        for name, data in records.items():
            changed.writestr(name, data.replace(b"K\x04\x85", b"K\x09\x85") if name.endswith("data.pkl") else data)


# name → how it is made, and what the message must say
BAD: dict[str, tuple[Callable[[Path], Any], str]] = {
    "empty": (empty, "empty"),
    "web page": (web_page, "web page"),
    "git-lfs pointer": (git_lfs_pointer, "git-lfs|git lfs"),
    "plain pickle": (plain_pickle, "plain pickle"),
    "old tar": (old_tar, "tar archive"),
    "directory": (directory, "directory"),
    "text": (text, "text"),
    "zeros": (zeros, "zero"),
    "noise": (noise, "not a PyTorch checkpoint"),
    "other zip": (other_zip, "zip"),
    "cut zip": (cut_zip, "cut short.* the save or the download was interrupted"),
    "cut legacy pickle": (cut_legacy_pickle, "cut short"),
    "cut legacy storages": (cut_legacy_storages, "cut short"),
    "cut after a few bytes": (cut_after_a_few_bytes, "cut short"),
    "no pickle": (no_pickle, "data.pkl.* the save or the download was interrupted"),
    "failed save": (failed_save, "data.pkl.* the save or the download was interrupted"),
    "killed save": (killed_save, "the save or the download was interrupted"),
    "reserved and not filled": (reserved_and_not_filled, "only zeros.* the save or the download was interrupted"),
    "text that begins like a zip": (text_like_a_zip, "a text file"),
    "missing storage": (missing_storage, "storage|record"),
    "short storage": (short_storage, "storage|record"),
    "damaged pickle": (damaged_pickle, "damaged|cut short"),
    "storage outside the file": (storage_outside_the_file, "outside the file"),
    "tensor outside its storage": (tensor_outside_its_storage, "outside its storage"),
}
