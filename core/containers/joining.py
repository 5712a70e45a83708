"""Makes one graph of several files: their storages get names of their own, and their mentions become one."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from core.containers.content import Content, Several
from core.containers.location import located
from core.errors import CannotOpen, CheckpointError, Malformed
from core.formats.files import FileIdentity, side_by_side
from core.formats.several import SeveralArchive, joined
from core.objects.pickle_forms import Mentions
from core.objects.tensors import storage_id
from core.oddities import Oddity
from core.pickling.nodes import PersistentId
from core.progress import Tick
from core.words import say

_LOWEST_PROTOCOL = 2


class ReadPart(NamedTuple):
    """A file that was read: ``name`` as the user knows it, and what is in it."""

    name: str
    path: Path
    identity: FileIdentity
    content: Content


def read_parts(
    folder: Path, names: Sequence[str], read: Callable[..., Content], tick: Tick, *, links: bool = False
) -> list[ReadPart]:
    """The files of these names below a folder, each by itself, with ``read`` of `core.containers.table`.

    Raises what is the matter with one of them with its name in front, and `CannotOpen` for a name that leads out of
    the folder: by ``..``, from the root, or by a symbolic link unless ``links`` are to be followed.
    """
    parts = []
    for done, name in enumerate(names):
        tick(done, len(names))
        path = inside(folder, name, links=links)
        try:
            with located(path, alone=True) as location:
                parts.append(ReadPart(name, location.path, location.identity, read(location, lambda *_: tick(0, 0))))
        except CheckpointError as error:
            raise type(error)(say("{name}: {reason}", name=name, reason=error)) from None
    return parts


def inside(folder: Path, name: str, *, links: bool = False) -> Path:
    """Where a file lies that another one names. Raises `CannotOpen` where that is not in the folder."""
    path = folder / name
    real = Path(os.path.realpath(path))
    climbs = not name or Path(name).is_absolute() or ".." in Path(name).parts or "\0" in name
    if climbs or (not links and not real.is_relative_to(os.path.realpath(folder))):
        raise CannotOpen(
            say(
                "{name!r} leads out of the folder {folder}, and was not followed. Put the file itself into the folder.",
                name=name,
                folder=folder,
            )
        )
    return path


def join(parts: Sequence[ReadPart], root: Any, kind: str, several: Several) -> Content:
    """One checkpoint of several files, whose graph is ``root``, made of the graphs of the parts.

    Storages are renamed in place. Raises `Malformed` for one that torch would not write so.
    """
    places = side_by_side([(part.path, part.identity) for part in parts])
    archives = tuple(part.content.archive.moved(place.start) for part, place in zip(parts, places, strict=True))
    oddities: list[Oddity] = []
    for number, part in enumerate(parts):
        _rename(number, part.content.mentions.persistent, part.name)
        oddities += (Oddity(f"{part.name}: {odd.place}", odd.what, odd.node) for odd in part.content.archive.oddities)
    ends = tuple(place.end for place in places)
    archive = SeveralArchive(kind, archives, tuple(part.name for part in parts), ends, tuple(oddities))
    protocol = max(_LOWEST_PROTOCOL, *(part.content.protocol for part in parts))
    read_only = next((part.content.read_only for part in parts if part.content.read_only), None)
    files = tuple((part.path, part.identity) for part in parts)
    return Content(archive, root, _mentions(parts), protocol, read_only, files, several)


def _mentions(parts: Iterable[ReadPart]) -> Mentions:
    merged = Mentions()
    names: dict[Any, None] = {}
    for part in parts:
        mentions = part.content.mentions
        names.update(dict.fromkeys(mentions.names))
        merged.persistent += mentions.persistent
        merged.calls += mentions.calls
        merged.shared |= mentions.shared
        merged.opcodes |= mentions.opcodes
        merged.oddities += mentions.oddities
    merged.names = list(names)
    return merged


def _rename(number: int, persistent: Iterable[PersistentId], name: str) -> None:
    """Give the storages of a file the names that they have among those of all."""
    known: dict[str, str] = {}
    for node in persistent:
        found = storage_id(node)
        if found is None:
            continue
        if found.view_offset or any(node.pid[5:]):
            raise Malformed(say("{name} has views of storages as only torch 0.1 wrote them.", name=name))
        key = known.setdefault(found.key, joined(number, found.key))
        node.pid = (*node.pid[:2], key, *node.pid[3:5])
