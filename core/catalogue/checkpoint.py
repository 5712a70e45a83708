"""Opens a checkpoint: which container it is, and the inert graph of what its pickle says.

Reads directories and pickles; never the bytes of a tensor. Nothing that a pickle names is imported.
"""

from __future__ import annotations

import gc
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from core.containers import table
from core.containers.content import Lost, Several
from core.containers.location import FOLLOWS_LINKS, located
from core.errors import CannotOpen
from core.files.byte_source import FileIdentity
from core.files.member import MemberPath
from core.files.parts import Files, Part, identity_of, side_by_side
from core.formats.archives import Archive
from core.formats.register import Format, format_of
from core.formats.several import SeveralArchive
from core.objects.pickle_forms import Mentions
from core.oddities import Oddity
from core.progress import Tick, ignore
from core.remote.address import RemotePath, as_path
from core.words import say

if TYPE_CHECKING:
    from core.formats.assembled import PieceRow


@dataclass(frozen=True, eq=False, repr=False)
class Checkpoint:
    """One opened checkpoint, of one file or many.

    ``path`` is absolute, that of a folder where it is one; ``parts`` are its files. ``archive`` says where bytes lie in
    them, ``root`` is the inert graph of the object saved, ``mentions`` what its pickle refers to, ``protocol`` the
    pickle protocol, ``seconds`` how long opening took, ``several`` what there is to be told of many files,
    ``why_read_only`` a sentence why it cannot be edited, in English, or None, ``alone`` and ``as_parts`` how it was
    opened, ``lost`` what it says itself that it was made without.
    """

    path: Path
    parts: tuple[Part, ...]
    archive: Archive
    root: Any
    mentions: Mentions
    protocol: int
    seconds: float
    several: Several | None = None
    why_read_only: str | None = None
    alone: bool = False
    as_parts: bool = False
    lost: tuple[Lost, ...] = ()

    @property
    def read_only(self) -> str | None:
        """Why the file cannot be edited, in one sentence; None where it can be."""
        return None if self.why_read_only is None else say(self.why_read_only)

    @cached_property
    def name(self) -> str:
        """What it is called: one file by its name, many by that of their folder, whichever of them was asked for."""
        its_own = self.several is None or self.paths == {self.path} or self.path.is_dir()
        return self.path.name if its_own else self.path.parent.name or self.path.name

    @cached_property
    def paths(self) -> frozenset[Path]:
        """Where its files lie."""
        return frozenset(part.path for part in self.parts)

    @property
    def is_elsewhere(self) -> bool:
        """Whether its bytes come over a network: each place that is looked at is a question to a server."""
        return isinstance(self.path, RemotePath)

    @property
    def part_names(self) -> tuple[str, ...]:
        """What its files are called, in the order of the parts."""
        names = self.several.names if self.several is not None else ()
        return names if len(names) == len(self.parts) else tuple(part.path.name for part in self.parts)

    def covers(self, path: Path) -> bool:
        """Whether a path is shown already: it was opened by that, or the file there is part of it."""
        if path == self.path or self.alone or self.several is None:
            return path == self.path
        return path in self.paths or path in self.several.listings

    def holds(self, path: Path) -> bool:
        """Whether the file at a path, which is there, is one of its own, by whatever name. Raises `OSError`."""
        if isinstance(path, RemotePath):
            return path in self.paths or (self.several is not None and path in self.several.listings)
        there = FileIdentity.of(path.stat())
        own = [part.identity for part in self.parts]
        if isinstance(self.path, MemberPath) and self.path.outermost.exists():
            own.append(identity_of(self.path.outermost))
        if self.several is not None and not self.is_elsewhere:
            own += [identity_of(each) for each in self.several.listings if each.exists()]
        return any((each.device, each.inode) == (there.device, there.inode) for each in own)

    @property
    def of_many(self) -> bool:
        """Whether it is read from several files, none of which can be replaced by the whole."""
        return self.several is not None and not self.alone and self.paths != {self.path}

    @property
    def identity(self) -> FileIdentity:
        """What tells whether it is still what was opened."""
        return FileIdentity.of_all([part.identity for part in self.parts])

    @property
    def bytes(self) -> int:
        return sum(part.size for part in self.parts)

    @property
    def oddities(self) -> tuple[Oddity, ...]:
        """What no ``torch.save`` writes, in the container and in the pickle."""
        return (*self.archive.oddities, *self.mentions.oddities)

    @property
    def container(self) -> str:
        """What the container is called: ``zip``, ``legacy``, ``zip TorchScript``, ``safetensors``, ``sharded``, …"""
        return self.archive.kind

    @property
    def format(self) -> Format:
        """What is known of its container."""
        return format_of(self.container)

    @cached_property
    def part_formats(self) -> tuple[Format, ...]:
        """The formats of the files that lie in it as they are, in the order of the parts; its own of one file."""
        parts = self.archive.archives if isinstance(self.archive, SeveralArchive) else (self.archive,)
        return tuple(format_of(part.kind) for part in parts)

    @property
    def pickled(self) -> bool:
        """Whether there is a pickle in it, so that its protocol tells something."""
        return any(each.pickled for each in self.part_formats)

    def pieces(self, key: str) -> tuple[PieceRow, ...]:
        """The pieces that a storage is put together of, and who wrote each; none of one that lies in a file as it is.

        ``key`` is its name in `core.catalogue.catalogue.Catalogue.storage_columns`.
        """
        from core.formats.assembled import pieces_of  # noqa: PLC0415 - for those who ask

        return pieces_of(self.archive, self.several.names if self.several is not None else (self.name,), key)

    def files(self) -> Files:
        """Its files, to be read; opened when bytes of them are asked for."""
        return Files(self.parts)

    def seen_now(self) -> FileIdentity:
        """Its identity by what lies on the disk now. Raises `OSError` where a file is gone."""
        return FileIdentity.of_all([identity_of(part.path) for part in self.parts])


def open_checkpoint(  # noqa: PLR0913 - each is a question of its own
    path: str | Path,
    tick: Tick | None = None,
    *,
    alone: bool = False,
    as_parts: bool = False,
    follow_links: bool = False,
    download: bool = False,
) -> Checkpoint:
    """Open a checkpoint without running anything in it: a file, a folder, or a file that stands for all of several.

    ``alone`` shows one file of several by itself, ``as_parts`` the files of ranks as they are and not put together.
    ``follow_links`` reads symbolic links of a folder that lead out of it, as those of the cache of Hugging Face.
    ``download`` fetches all of a file, however large, whose server gives no parts of it.

    Raises a `core.errors.CheckpointError` that says what is the matter and what to do, or `Cancelled`
    when ``tick`` does.
    """
    started = time.perf_counter()
    with _each_asked_once(path, download), located(path, alone=alone, as_parts=as_parts) as location, no_collector():
        before = FOLLOWS_LINKS.set(follow_links)
        try:
            content = table.read(location, tick or ignore)
        except OSError as error:
            path = os.fspath(path)
            raise CannotOpen("{path} cannot be read: {reason}.", path=path, reason=error.strerror or error) from None
        finally:
            FOLLOWS_LINKS.reset(before)
        files = content.files or ((location.path, location.identity),)
    seconds = time.perf_counter() - started
    graph = content.archive, content.root, content.mentions, content.protocol
    told = content.several, content.read_only
    return Checkpoint(location.path, side_by_side(files), *graph, seconds, *told, alone, as_parts, content.lost)


@contextmanager
def _each_asked_once(path: str | Path, download: bool) -> Iterator[None]:
    """What is asked of a server meanwhile is asked once."""
    if not isinstance(as_path(path), RemotePath):
        yield
        return
    from core.remote.asking import each_once  # noqa: PLC0415 - for those who need it
    from core.remote.downloads import downloads_allowed  # noqa: PLC0415

    with each_once(), downloads_allowed(download):
        yield


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
