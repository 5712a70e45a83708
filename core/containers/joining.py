"""Makes one graph of several files: their storages get names of their own, and their mentions become one."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from itertools import accumulate
from pathlib import Path
from typing import Any, NamedTuple

from core.containers.content import Content, Read, Several
from core.containers.location import FOLLOWS_LINKS, Location, located
from core.containers.lost import merged as merged_lost
from core.errors import CannotOpen, CheckpointError, LinkOut, Malformed
from core.files.byte_source import FileIdentity
from core.files.parts import side_by_side
from core.formats.several import SeveralArchive, joined
from core.formats.zip_archive import ZipArchive, read_record
from core.objects.pickle_forms import Mentions
from core.objects.tensors import storage_id
from core.oddities import Oddity
from core.pickling.nodes import PersistentId
from core.progress import Tick
from core.remote.address import RemotePath, is_url
from core.text import titled

_LOWEST_PROTOCOL = 2


class ReadPart(NamedTuple):
    """A part that was read: ``name`` as the user knows it, and what is in it, of one file or of several."""

    name: str
    path: Path
    identity: FileIdentity
    content: Content

    @property
    def files(self) -> tuple[tuple[Path, FileIdentity], ...]:
        return self.content.files or ((self.path, self.identity),)

    @property
    def file_names(self) -> tuple[str, ...]:
        """What its files are called: below its own name where it is a folder of several."""
        if self.content.several is None:
            return (self.name,)
        folder = self.name if self.path.is_dir() else self.name.rpartition("/")[0]
        return tuple(f"{folder}/{name}" if folder else name for name in self.content.several.names)


def read_parts(folder: Path, names: Sequence[str], read: Read, tick: Tick) -> list[ReadPart]:
    """The files of these names below a folder, each by itself, with ``read`` of `core.containers.table`.

    Raises as `read_part` does.
    """
    parts = []
    if isinstance(folder, RemotePath):
        from core.files.elsewhere import fetch_ends  # noqa: PLC0415 - for those who need it

        fetch_ends([folder / name for name in names])
    for done, name in enumerate(names):
        tick(done, len(names))
        parts.append(read_part(folder, name, read, _saying(tick, done, len(names))))
    return parts


def read_part(folder: Path, name: str, read: Read, tick: Tick, *, alone: bool = True) -> ReadPart:
    """What is there under a name below a folder; a file by itself, unless it is not ``alone``.

    Raises what is the matter with it with its name in front, and as `inside` does.
    """
    path = inside(folder, name)
    try:
        with located(path, alone=alone) as location:
            content = read(location, tick)
            check_byte_order(location, content)
            return ReadPart(name, location.path, location.identity, content)
    except CheckpointError as error:
        if not alone and not path.is_dir():
            raise  # which says itself of which file it is
        told = titled(name, error)
        raise _same_kind(error, told, path) from None


def check_byte_order(location: Location, content: Content) -> None:
    """Raises `Malformed` for a part whose numbers are written the other way round than those of the others."""
    archive = content.archive
    record = archive.record("byteorder") if isinstance(archive, ZipArchive) else None
    if record is not None and read_record(location.file, record) == b"big":
        raise Malformed("It was saved on a big-endian machine. Pthfinder can only open such a file separately.")


def _saying(tick: Tick, done: int, total: int) -> Tick:
    """A tick for one of several parts, which leaves it at how many of them are done."""
    return lambda *_: tick(done, total)


def _same_kind(error: CheckpointError, told: str, path: Path) -> CheckpointError:
    """An error of the same class that says something else, and which file it is about."""
    other = error.__class__.__new__(error.__class__)
    other.part = error.part or os.fspath(path)
    Exception.__init__(other, told)
    return other


def is_file_name(name: str) -> bool:
    """Whether a file can be called so: JSON and pickles may have halves of letters, which no file system takes."""
    try:
        os.fsencode(name)
    except UnicodeEncodeError:
        return False
    return True


def inside(folder: Path, name: str) -> Path:
    """Where a file lies that another one names.

    Raises `CannotOpen` where that is not in the folder: by ``..``, from the root, or by a symbolic link, which is
    followed where `FOLLOWS_LINKS` says so.
    """
    path = folder / name
    if not is_file_name(name):
        raise CannotOpen("{name!r} is not a name that a file can have.", name=name)
    if not name or "\0" in name or Path(name).is_absolute() or is_url(name) or ".." in Path(name).parts:
        raise CannotOpen(
            "{name!r} leads out of the folder {folder}, and was not followed. Put the file itself into the folder.",
            name=name,
            folder=folder,
        )
    if isinstance(path, RemotePath):
        return path
    real, real_folder = Path(os.path.realpath(path)), Path(os.path.realpath(folder))
    if real_folder.is_relative_to(real):
        raise CannotOpen(
            "{name!r} leads back to the folder {folder} that it is in, and was not followed. Put the file itself "
            "into the folder.",
            name=name,
            folder=folder,
        )
    if not FOLLOWS_LINKS.get() and not real.is_relative_to(real_folder):
        raise LinkOut(
            "{name!r} is a link that leads out of the folder {folder}, and was not followed. If you trust it, "
            "follow its links (--follow-links), or put the file itself into the folder.",
            name=name,
            folder=folder,
        )
    return path


def join(parts: Sequence[ReadPart], root: Any, several: Several) -> Content:
    """One checkpoint of several parts, whose graph is ``root``, made of the graphs of the parts.

    Storages are renamed in place. Raises `Malformed` for one that torch would not write so.
    """
    places = side_by_side([file for part in parts for file in part.files])
    firsts = tuple(accumulate((len(part.files) for part in parts), initial=0))
    starts = [places[first].start for first in firsts[:-1]]
    ends = [places[behind - 1].end for behind in firsts[1:]]
    joined_parts = _join(parts, root, several, starts, ends, firsts)
    return joined_parts._replace(files=tuple(file for part in parts for file in part.files))


def join_members(
    parts: Sequence[ReadPart], root: Any, several: Several, starts: Sequence[int], oddities: Sequence[Oddity]
) -> Content:
    """The same of parts that lie in one file, each from its ``starts`` on; ``oddities`` are those of the file."""
    ends = [start + part.identity.size for part, start in zip(parts, starts, strict=True)]
    return _join(parts, root, several, starts, ends, [0] * len(parts), oddities)


def _join(  # noqa: PLR0913 - a column each
    parts: Sequence[ReadPart],
    root: Any,
    several: Several,
    starts: Sequence[int],
    ends: Sequence[int],
    firsts: Sequence[int],
    of_file: Sequence[Oddity] = (),
) -> Content:
    archives = []
    oddities = [*of_file]
    for number, (part, start) in enumerate(zip(parts, starts, strict=True)):
        renamed(number, part.content.mentions.persistent, part.name)
        archives.append(part.content.archive.moved(start))
        oddities += (Oddity(f"{part.name}: {odd.place}", odd.what, odd.node) for odd in part.content.archive.oddities)
    names = tuple(part.name for part in parts)
    archive = SeveralArchive(several.kind, tuple(archives), names, tuple(ends), tuple(firsts), tuple(oddities))
    protocol = max(_LOWEST_PROTOCOL, *(part.content.protocol for part in parts))
    read_only = next((part.content.read_only for part in parts if part.content.read_only), None)
    mentions = merged([part.content.mentions for part in parts])
    lost = merged_lost(each for part in parts for each in part.content.lost)
    return Content(archive, root, mentions, protocol, read_only, several=several, lost=lost)


def merged(each: Iterable[Mentions]) -> Mentions:
    """What several pickles mention, as one."""
    found = Mentions()
    names: dict[Any, None] = {}
    for mentions in each:
        names.update(dict.fromkeys(mentions.names))
        found.persistent += mentions.persistent
        found.calls += mentions.calls
        found.shared |= mentions.shared
        found.opcodes |= mentions.opcodes
        found.oddities += mentions.oddities
    found.names = list(names)
    return found


def renamed(number: int, persistent: Iterable[PersistentId], name: str) -> None:
    """Give the storages of the file number ``number``, called ``name``, the names that they have among those of all.

    Raises `Malformed` for one that torch would not write so.
    """
    known: dict[str, str] = {}
    for node in persistent:
        found = storage_id(node)
        if found is None:
            continue
        if found.view_offset or any(node.pid[5:]):
            raise Malformed("{name} has views of storages as only torch 0.1 wrote them.", name=name)
        key = known.setdefault(found.key, joined(number, found.key))
        node.pid = (*node.pid[:2], key, *node.pid[3:5])
