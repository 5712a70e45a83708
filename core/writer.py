"""Saves a previewed plan: a temporary file beside the target, streamed, checked and moved into place.

Until the last step the target is what it was; after it, it is the whole new file.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import time
import zlib
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Self

from core import litter
from core.assembly import Assembly
from core.checkpoint import Checkpoint, FileIdentity, no_collector
from core.copying import Sink, Source
from core.errors import (
    DamagedSource,
    Malformed,
    NotEnoughSpace,
    ReadOnlyFormat,
    SaveError,
    SourceChanged,
    TargetExists,
    Truncated,
)
from core.files import O_BINARY
from core.preview import Preview
from core.progress import Tick, ignore
from core.reading_back import verify
from core.remaking import CONTAINERS
from core.text import clip, size_text
from core.ziparchive import ZipArchive, read_record


@dataclass(frozen=True)
class SaveReport:
    """What was saved: ``bytes`` of the file, and how many tensors and storages are in it.

    ``damaged`` are the paths of tensors whose bytes did not match the checksum of the source, which this file lacks,
    and ``data.pkl`` where the pickle did not.
    """

    path: Path
    bytes: int
    seconds: float
    tensors: int
    storages: int
    damaged: tuple[str, ...] = ()


def save(  # noqa: PLR0913 - each is an option of its own
    preview: Preview,
    target: str | Path,
    *,
    container: str | None = None,
    overwrite: bool = False,
    accept_damage: bool = False,
    tick: Tick | None = None,
) -> SaveReport:
    """Write the checkpoint as the preview shows it.

    ``container`` is ``zip`` or ``legacy``, or None for that of the source. Raises a `SaveError` (the target
    exists, no space, the source changed, what was written does not read back) or `Cancelled`; the target is
    then as it was and nothing is left beside it. Bytes that do not match their checksum are a `DamagedSource` where
    the new file would not show it, as one of the older container cannot, unless ``accept_damage``.
    """
    started = time.perf_counter()
    tick = tick or ignore
    checkpoint = preview.catalogue.checkpoint
    if checkpoint.read_only is not None:
        raise ReadOnlyFormat(checkpoint.read_only)
    kind = container or preview.container or checkpoint.container
    if kind not in CONTAINERS:
        raise SaveError(f"{kind!r} is no container; choose zip or legacy.")
    path = _resolve(Path(target).expanduser())
    _check_target(path, overwrite)
    litter.clear_litter()
    with _Temporary(path) as temporary:
        with _source(checkpoint) as source, no_collector():
            damaged = _damaged_pickle(checkpoint, source)
            if damaged and not accept_damage:
                raise DamagedSource(_DAMAGED_PICKLE)
            assembly = Assembly(preview, kind, source)
            _check_space(path, assembly.total)
            with _disk_errors(path), _changes_told(checkpoint, source.fd):
                # The size that was shown beforehand; in another container only the assembly can tell.
                size = preview.bytes_after if kind == (preview.container or checkpoint.container) else assembly.total
                sink = Sink(temporary.fd, size, tick)
                assembly.write(sink)
                if path.exists():
                    # What is replaced is gone afterwards, so the new bytes must have reached the disk. A new
                    # name is written as `cp` and torch.save do: the source is there if the power fails.
                    os.fsync(temporary.fd)
            _check_unchanged(checkpoint, source.fd)
            damaged += (paths := _damaged_paths(preview, assembly.damaged))
            if paths and not accept_damage:
                raise DamagedSource(_damage(paths))
            tensors, storages = verify(assembly, temporary.path, lambda: tick(sink.position, sink.position))
            assembly.release()
            tick(sink.position, sink.position)
        with _disk_errors(path):
            temporary.close()  # Windows moves no open file
            _publish(temporary.path, path, overwrite)
    return SaveReport(path, sink.position, time.perf_counter() - started, tensors, storages, damaged)


def _damaged_pickle(checkpoint: Checkpoint, source: Source) -> tuple[str, ...]:
    """The record of the pickle where it does not match its checksum: the new file gets a pickle with a right one."""
    archive = checkpoint.archive
    record = archive.record("data.pkl") if isinstance(archive, ZipArchive) else None
    if record is None or not record.crc or zlib.crc32(read_record(source.fd, record)) == record.crc:
        return ()
    return ("data.pkl",)


def _damaged_paths(preview: Preview, storages: Sequence[int]) -> tuple[str, ...]:
    catalogue = preview.catalogue
    found: list[str] = []
    for storage in storages:
        rows = catalogue.rows_of_storage[storage]
        paths = [catalogue.path_text(catalogue.tensors[row].entry) or "the tensor" for row in rows]
        found += paths or [f"storage {catalogue.storages[storage].key}"]
    return tuple(found)


_DAMAGED_PICKLE = (
    "The pickle of this file does not match the checksum that was saved with it: the file is damaged, and names, "
    "shapes or values may be wrong. Nothing was written, because the new file could not tell any more. Fetch the file "
    "again."
)


def _damage(paths: Sequence[str]) -> str:
    more = f" and {len(paths) - 3} more" if len(paths) > 3 else ""
    return (
        f"The bytes of {', '.join(clip(path, 72) for path in paths[:3])}{more} do not match the "
        "checksum that was saved with them: the file is damaged. Nothing was written, because the new file could not "
        "tell any more. Fetch the file again. A zip in which storages are whole keeps the checksums."
    )


def check(preview: Preview, container: str | None = None, *, accept_damage: bool = False) -> None:
    """Raises what `save` would raise because of what is in the source or asked for, as far as no bytes are copied."""
    checkpoint = preview.catalogue.checkpoint
    if checkpoint.read_only is not None:
        raise ReadOnlyFormat(checkpoint.read_only)
    with _source(checkpoint) as source, no_collector(), _changes_told(checkpoint, source.fd):
        if _damaged_pickle(checkpoint, source) and not accept_damage:
            raise DamagedSource(_DAMAGED_PICKLE)
        Assembly(preview, container or preview.container or checkpoint.container, source).release()


def _resolve(path: Path) -> Path:
    """The file behind a symbolic link: replacing the link would leave the old file in place."""
    return path.resolve() if path.is_symlink() else path.absolute()


def _check_target(path: Path, overwrite: bool) -> None:
    if path.is_dir():
        raise SaveError(f"{path} is a directory; give the name of a file in it.")
    if not path.parent.is_dir():
        raise SaveError(f"There is no folder {path.parent}. Make it first or choose another.")
    if path.exists() and not overwrite:
        raise TargetExists(f"{path} is there already. Choose another name, or ask to overwrite it.")
    if path.exists() and not os.access(path, os.W_OK):
        raise SaveError(f"You have no permission to replace {path}.")


@contextmanager
def _source(checkpoint: Checkpoint) -> Iterator[Source]:
    try:
        fd = os.open(checkpoint.path, os.O_RDONLY | O_BINARY)
    except OSError as error:
        raise SourceChanged(f"{checkpoint.path} cannot be read any more: {error.strerror}. Open it again.") from None
    try:
        _check_unchanged(checkpoint, fd)
        yield Source(fd, checkpoint.bytes)
    finally:
        os.close(fd)


def _check_unchanged(checkpoint: Checkpoint, fd: int) -> None:
    if FileIdentity.of(os.fstat(fd)) != checkpoint.identity:
        raise SourceChanged(
            f"{checkpoint.path.name} has changed on disk since it was opened. Nothing was written; "
            "open it again and repeat the plan."
        )


@contextmanager
def _changes_told(checkpoint: Checkpoint, fd: int) -> Iterator[None]:
    """What no longer fits together because the source is another by now is not called damage."""
    try:
        yield
    except (Malformed, Truncated):
        _check_unchanged(checkpoint, fd)
        raise


def _check_space(path: Path, needed: int) -> None:
    free = shutil.disk_usage(path.parent).free
    if needed > free:
        raise NotEnoughSpace(
            f"The file needs {size_text(needed)} and {path.parent} has {size_text(free)} free. "
            "Make room or choose another disk."
        )


class _Temporary:
    """A new file beside the target, removed at the end unless it was moved into place."""

    def __init__(self, target: Path) -> None:
        self.target = target
        self.path = litter.temporary_name(target)
        self.fd = -1
        self._note = litter.noted(self.path)

    def __enter__(self) -> Self:
        self._note.__enter__()  # before the file is there: a save can be killed at any moment
        try:
            with _disk_errors(self.target):
                self.fd = os.open(self.path, os.O_RDWR | os.O_CREAT | os.O_EXCL | O_BINARY, 0o600)
        except BaseException:
            self._note.__exit__(None, None, None)
            raise
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
        with contextlib.suppress(FileNotFoundError):
            self.path.unlink()
        self._note.__exit__(None, None, None)

    def close(self) -> None:
        """Close the file; a second call does nothing."""
        if self.fd >= 0:
            os.close(self.fd)
            self.fd = -1


@contextmanager
def _disk_errors(path: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise SaveError(f"{path} could not be written: {error.strerror or error}. Nothing was changed.") from None


def _publish(temporary: Path, path: Path, overwrite: bool) -> None:
    """Move the finished file into place in one step, with the permissions a new file would have."""
    umask = os.umask(0)
    os.umask(umask)
    mode = path.stat().st_mode & 0o7777 if path.exists() else 0o666 & ~umask
    temporary.chmod(mode)
    if overwrite:
        temporary.replace(path)
    else:
        _publish_new(temporary, path)
    _sync_folder(path.parent)


def _publish_new(temporary: Path, path: Path) -> None:
    """Never replaces a file that appeared meanwhile, where the file system can tell."""
    try:
        os.link(temporary, path)
    except FileExistsError:
        raise TargetExists(f"{path} has appeared meanwhile. Choose another name, or ask to overwrite it.") from None
    except OSError:
        temporary.replace(path)


def _sync_folder(folder: Path) -> None:
    with contextlib.suppress(OSError):
        fd = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(fd)
        finally:
            os.close(fd)
