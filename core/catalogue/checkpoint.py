"""Opens a file: which container it is, and the inert graph of what its pickle says.

Reads the directory and the pickle; never the bytes of a tensor. Nothing that the pickle names is imported.
"""

from __future__ import annotations

import gc
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from core.errors import CannotOpen, Malformed, NotACheckpoint, Truncated
from core.formats import zip_reader
from core.formats.file_io import NotAFile, open_file, read_at
from core.formats.zip_reader import ZipArchive, read_archive, read_record
from core.objects.pickle_forms import Mentions, normalize
from core.oddities import Oddity
from core.pickling.reader import read_pickle
from core.progress import Tick, ignore
from core.words import marked, say

if TYPE_CHECKING:
    from pathlib import Path

    from core.formats.legacy import LegacyArchive
    from core.formats.safetensors import SafetensorsArchive

    Archive = ZipArchive | LegacyArchive | SafetensorsArchive

TORCHSCRIPT_READ_ONLY = marked(
    "This is a TorchScript archive: compiled code with its weights. It can be looked at but not changed "
    "here; load it with torch.jit.load(f, map_location='cpu') and save it again with torch.jit.save."
)


class FileIdentity(NamedTuple):
    """What tells whether a file is still the one that was opened."""

    device: int
    inode: int
    size: int
    mtime_ns: int

    @classmethod
    def of(cls, status: os.stat_result) -> FileIdentity:
        return cls(status.st_dev, status.st_ino, status.st_size, status.st_mtime_ns)


@dataclass(frozen=True, eq=False, repr=False)
class Checkpoint:
    """One opened file.

    ``path`` is absolute, ``archive`` says where its parts lie, ``root`` is the inert graph of the object saved,
    ``mentions`` what its pickle refers to, ``protocol`` the pickle protocol, ``seconds`` how long opening took, and
    ``why_read_only`` a sentence why the file cannot be edited, in English, or None.
    """

    path: Path
    identity: FileIdentity
    archive: Archive
    root: Any
    mentions: Mentions
    protocol: int
    seconds: float
    why_read_only: str | None = None

    @property
    def read_only(self) -> str | None:
        """Why the file cannot be edited, in one sentence; None where it can be."""
        return None if self.why_read_only is None else say(self.why_read_only)

    @property
    def name(self) -> str:
        """The name of the file without its folders."""
        return self.path.name

    @property
    def bytes(self) -> int:
        return self.identity.size

    @property
    def oddities(self) -> tuple[Oddity, ...]:
        """What no ``torch.save`` writes, in the container and in the pickle."""
        return (*self.archive.oddities, *self.mentions.oddities)

    @property
    def container(self) -> str:
        """``zip``, ``legacy``, ``zip TorchScript`` or ``safetensors``."""
        return self.archive.kind


def open_checkpoint(path: str | Path, tick: Tick | None = None) -> Checkpoint:
    """Open a checkpoint without running anything in it.

    Raises a `core.errors.CheckpointError` that says what is the matter and what to do, or `Cancelled`
    when ``tick`` does.
    """
    started = time.perf_counter()
    path = os.path.expanduser(path)  # noqa: PTH111 - pathlib raises for a user that there is not
    with _opened(path) as fd, no_collector():
        status = os.fstat(fd)
        if not status.st_size:
            raise NotACheckpoint(
                say(
                    "{name} is empty (0 bytes): a download or a save was never finished. Fetch it again.",
                    name=Path(path).name,
                )
            )
        try:
            content = _read(fd, path, status.st_size, tick or ignore)
        except OSError as error:
            raise CannotOpen(
                say("{path} cannot be read: {reason}.", path=path, reason=error.strerror or error)
            ) from None
    seconds = time.perf_counter() - started
    return Checkpoint(Path(path).absolute(), FileIdentity.of(status), *content[:4], seconds, content[4])


def _read(fd: int, path: str | Path, size: int, tick: Tick) -> tuple[Archive, Any, Mentions, int, str | None]:
    head = read_at(fd, 4096, 0)
    if zip_reader.looks_like(head):
        archive = read_archive(fd, size, tick)
        record = archive.record("data.pkl")
        if record is None:
            raise Malformed(say("This is a zip archive, but not one of torch.save: it has no data.pkl."))
        data = read_record(fd, record)
        tick(len(data), size)
        pickle = read_pickle(data)
        mentions = normalize(pickle)
        if pickle.end < len(data):
            mentions.oddities.append(Oddity("data.pkl", say("bytes follow behind the end of the pickle")))
        read_only = TORCHSCRIPT_READ_ONLY if archive.is_torchscript else None
        return archive, pickle.root, mentions, protocol_of(data), read_only
    # The other kinds are rarer, and half of what `inspect` of a zip takes is imports.
    from core.formats import safetensors  # noqa: PLC0415
    from core.formats.legacy import read_legacy  # noqa: PLC0415

    found = read_legacy(fd, size)
    if found is not None:
        legacy, pickle = found
        return legacy, pickle.root, normalize(pickle), protocol_of(legacy.preamble), None
    if safetensors.looks_like(head, size):
        tensors = safetensors.read(fd, size)
        return tensors, tensors.graph(), Mentions(), 0, safetensors.READ_ONLY
    if size < 64 and b"\x80\x02\x8a\nl\xfc\x9cF\xf9 j\xa8P\x19."[: len(head)] == head[:14]:
        raise Truncated(
            say("The file begins like a checkpoint and ends after a few bytes; it was cut short. Fetch it again.")
        )
    from core.formats.identify import explain_stranger  # noqa: PLC0415

    raise NotACheckpoint(explain_stranger(head, Path(path).name))


def protocol_of(data: bytes) -> int:
    """The protocol a pickle declares; protocols 0 and 1 declare none and count as 1."""
    return data[1] if data[:1] == b"\x80" and len(data) > 1 else 1


@contextmanager
def _opened(path: str) -> Iterator[int]:
    try:
        fd = open_file(path)
    except NotAFile as other:
        if os.path.isdir(path):  # noqa: PTH112 - as below
            raise CannotOpen(_directory(path)) from None
        raise CannotOpen(
            say(
                "{path} is no regular file: {reason}. Copy the checkpoint into a file first.",
                path=path,
                reason=other.strerror,
            )
        ) from None
    except FileNotFoundError:
        raise CannotOpen(say("There is no file {path}. Check the name.", path=path)) from None
    except PermissionError:
        if os.path.isdir(path):  # noqa: PTH112 - pathlib raises again where the folder itself may not be entered
            raise CannotOpen(_directory(path)) from None
        raise CannotOpen(
            say("You have no permission to read {path}. Ask its owner, or copy it to where you may read it.", path=path)
        ) from None
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        raise CannotOpen(say("{path} cannot be opened: {reason}.", path=path, reason=reason)) from None
    try:
        yield fd
    finally:
        os.close(fd)


def _directory(path: str) -> str:
    try:
        from core.formats.identify import explain_folder  # noqa: PLC0415

        known = explain_folder(os.listdir(path))  # noqa: PTH208 - names are wanted
    except OSError:
        known = ""
    if known:
        return say("{path} is a directory, not a file. {known}", path=path, known=known)
    return say(
        "{path} is a directory, not a file. Open the checkpoint inside it (a .pth, .pt, .ckpt or .bin file).",
        path=path,
    )


@contextmanager
def no_collector() -> Iterator[None]:
    """The cyclic garbage collector finds nothing in a growing graph and would walk it again and again."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        # What was built holds no cycles; frozen, it is freed as ever and never walked again, which for a
        # large file would stop the program for a moment now and then.
        gc.freeze()
        if was_on:
            gc.enable()
