"""Which of the formats of `core.formats.register` a path is, and what lies there.

A reader is imported when a name fits, so that what is rare costs the common file nothing.
"""

from __future__ import annotations

import os
from importlib import import_module

from core.containers.content import Container, Content
from core.containers.location import Location
from core.errors import CannotOpen, NotACheckpoint, SeveralCheckpoints, Truncated
from core.files.byte_source import open_stream
from core.formats.register import Format, asked
from core.progress import Tick
from core.remote.address import RemotePath
from core.text import listed
from core.words import say

_LEGACY_HEAD = b"\x80\x02\x8a\nl\xfc\x9cF\xf9 j\xa8P\x19."
_TINY = 64
_MOST_NAMED = 4
_LISTS = "meta.json"


def read(location: Location, tick: Tick) -> Content:
    """What lies at a path, by the first format that claims it.

    Raises `CannotOpen` for a folder (`SeveralCheckpoints` where it holds some) and `NotACheckpoint` for a file that
    none does, with a sentence on what it is.
    """
    for each in asked(is_folder=location.is_folder, name=location.name):
        reader = reader_of(each)
        if reader.claims(location):
            return reader.read(location, tick, read)
    if location.is_folder:
        raise _folder(location)
    head = location.head
    if location.file.size < _TINY and _LEGACY_HEAD[: len(head)] == head[: len(_LEGACY_HEAD) - 1]:
        raise Truncated(
            "The file begins like a checkpoint and ends after a few bytes; it was cut short. Fetch it again."
        )
    from core.formats.identify import explain_stranger  # noqa: PLC0415 - for strangers alone

    raise NotACheckpoint(explain_stranger(head, location.name))


def reader_of(found: Format) -> Container:
    """The module that reads a format."""
    reader: Container = import_module(found.reader)
    return reader


def claims_one(location: Location) -> bool:
    """Whether a format claims what lies at a path."""
    return any(reader_of(each).claims(location) for each in asked(is_folder=location.is_folder, name=location.name))


def _folder(location: Location) -> CannotOpen:
    """What to say of a folder that is no checkpoint: which checkpoints are in it."""
    from core.containers.inside import checkpoints_inside  # noqa: PLC0415 - for a folder that is none

    path, inside = os.fspath(location.path), checkpoints_inside(location, claims_one)
    if len(inside) > 1:
        told = say(
            "{path} is a directory with several separate checkpoints: {names}. Open one of them.",
            path=path,
            names=listed(inside, _MOST_NAMED),
        )
        return SeveralCheckpoints(told, tuple(inside))
    if inside:
        told = say("{path} is a directory. Open {name} inside it.", path=path, name=inside[0])
        return SeveralCheckpoints(told, tuple(inside))
    return CannotOpen(_without(location, path))


def _is_memmap(location: Location) -> bool:
    """Whether a folder is a TensorDict in memory maps, by the list of its tensors: ``tensordict/_td.py``."""
    if _LISTS not in location.names or isinstance(location.path, RemotePath):
        return False
    try:
        with open_stream(location.path / _LISTS) as file:
            return b"<class 'tensordict." in file.read(1 << 20)
    except OSError:
        return False


def _without(location: Location, path: str) -> str:
    """What to say of a folder in which there is no checkpoint."""
    if _is_memmap(location):
        return say(
            "{path} is a TensorDict that tensordict saved as memory maps, which is not a checkpoint. "
            "Load it with TensorDict.load_memmap({path!r}), and save what is in it with torch.save.",
            path=path,
        )
    if isinstance(location.path, RemotePath):
        if not location.names:
            return say(
                "Pthfinder found no checkpoint at {path}: the server lists no files there, and none of the usual "
                "checkpoint names exists. Give the address of a file.",
                path=path,
            )
    elif not location.names:
        try:
            os.scandir(path).close()
        except OSError as error:
            return say("{path} cannot be read: {reason}.", path=path, reason=error.strerror or error)
        return say("This folder is empty: {path} is a directory without a file in it.", path=path)
    return say(
        "{path} is a directory that holds no checkpoint: no .pth, .pt, .ckpt, .bin or .safetensors file is in it.",
        path=path,
    )
