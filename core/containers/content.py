"""What a container is asked for, and what it gives."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NamedTuple, Protocol

from core.containers.location import Location
from core.files.byte_source import FileIdentity
from core.formats.archives import Archive
from core.objects.pickle_forms import Mentions
from core.progress import Tick


class Missing(NamedTuple):
    """A file that is not there, by its ``name``, and the ``keys`` that it takes along, as far as they are known.

    ``why`` is a sentence where it is there and cannot be opened. ``branch`` is the label of the branch that it belongs
    to, where the others have nothing to do with it.
    """

    name: str
    keys: Sequence[str] = ()
    why: str = ""
    branch: str = ""


class Lost(NamedTuple):
    """What is not there: ``name`` is that of a file, empty for keys that are in none of the files that are there.

    ``keys`` is how many keys it takes along, 0 where nobody knows; ``some`` are the first of them. ``why`` is a
    sentence where the file is there and cannot be opened.
    """

    name: str
    keys: int = 0
    some: tuple[str, ...] = ()
    why: str = ""


class Other(NamedTuple):
    """A file of the folder that is not opened, by its ``name``, and ``what`` it is, in English."""

    name: str
    what: str


class Several(NamedTuple):
    """What is known of a checkpoint of many files besides what is in them.

    ``kind`` is what the whole is called, ``names`` its files, in the order of the parts, as the user knows them.
    ``missing`` are files that belong to it and are not there, ``extra`` those that look as if they did and are not
    used, ``doubled`` keys that two files have, of which the last counts. ``absent`` are keys that their list says are
    in files that are there, and that no file has; ``elsewhere`` those in another file than it says, and ``unlisted``
    those that it does not name. ``can_be_parts`` is whether the same files can also be shown as they are, a branch
    each: those of ranks, whose whole is put together. ``others`` are the rest of the folder. ``note`` is a sentence on
    what is shown of the parts, in English, and ``listings`` are files that hold no tensor and say which do, such as an
    index. ``pieces`` is the class of torch as whose pieces ranks saved their tensors.
    """

    kind: str
    names: tuple[str, ...]
    missing: tuple[Missing, ...] = ()
    extra: tuple[str, ...] = ()
    doubled: tuple[str, ...] = ()
    absent: tuple[str, ...] = ()
    elsewhere: tuple[str, ...] = ()
    unlisted: tuple[str, ...] = ()
    can_be_parts: bool = False
    others: tuple[Other, ...] = ()
    note: str | None = None
    listings: tuple[Path, ...] = ()
    pieces: str = ""


class Content(NamedTuple):
    """What a container holds.

    ``archive`` says where the bytes of storages lie, ``root`` is the inert graph of the object saved, ``mentions`` what
    its pickles refer to, and ``protocol`` that of the pickle. ``read_only`` is a sentence why it cannot be edited, in
    English, or None. ``files`` are those that it was read from, in the order in which the archive counts them; none
    where it is the one file that was asked for. ``several`` is told of more than one. ``lost`` is
    what the checkpoint says itself that it was made without, as `core.containers.lost` writes it.
    """

    archive: Archive
    root: Any
    mentions: Mentions
    protocol: int
    read_only: str | None = None
    files: tuple[tuple[Path, FileIdentity], ...] = ()
    several: Several | None = None
    lost: tuple[Lost, ...] = ()


Read = Callable[[Location, Tick], Content]
"""`core.containers.table.read`: handed in, because the table knows the readers that join parts."""


class Container(Protocol):
    """A module that reads one format: the ``reader`` of `core.formats.register.Format`."""

    def claims(self, location: Location) -> bool:
        """Whether what lies there is of this kind, as far as its name and first bytes tell, or names in a folder."""

    def read(self, location: Location, tick: Tick, read_other: Read) -> Content:
        """What it holds: no tensor is read. ``read_other`` reads what it is made of, of whatever format that is.

        Raises a `core.errors.CheckpointError`, or `Cancelled` as ``tick`` does.
        """
