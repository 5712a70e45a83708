"""What the ``writer`` of a `core.formats.register.Format` is asked for: a module with one function, `prepare`.

`prepare` looks at what is planned and raises where the format cannot hold it, before anything is written. What it gives
then writes the file, or the files of a folder, into a place that is put where it belongs only once it is whole.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import AbstractContextManager
from importlib import import_module
from typing import NamedTuple, Protocol

from core.files.copy import Sink
from core.formats.register import Format, format_of
from core.saving.damage import check_pickle
from core.saving.layout import NewFile
from core.saving.planned import Path, Planned, PlannedTensor


class Options(NamedTuple):
    """How a target is written: the ``kind`` of `core.formats.register.TARGETS`, in one file or as a folder.

    ``shard_size`` are the most bytes of a file in a folder, None for those of the source.
    """

    kind: str = "zip"
    is_folder: bool = False
    shard_size: int | None = None

    @property
    def format(self) -> Format:
        """What is known of the kind."""
        return format_of(self.kind)


class Promise(NamedTuple):
    """A tensor that the finished checkpoint has at ``path`` when it is opened."""

    path: Path
    tensor: PlannedTensor


class Destination(Protocol):
    """Where new files are written: a folder that nobody sees yet, or one file."""

    def file(self, name: str = "") -> AbstractContextManager[Sink]:
        """A new file of this name, open to be written; the name of a single file is that which the user gave.

        The sink counts from 0 in each file, and reports progress of all of them together.
        """


class Prepared(Protocol):
    """A checkpoint that can be written.

    ``is_folder`` is whether it is several files, ``total`` their bytes, up to headers, ``notes`` are sentences for the
    user on what the format does not keep, or keeps otherwise. ``keeps_devices`` is whether devices and gradients read
    back as they are planned, ``lists_all`` whether there is a promise of every tensor. ``opens`` is the name of the
    file that is opened to read all back, empty for the folder. ``whole`` is the file where it is one of torch, which is
    read back as a whole; others have ``promises``.
    """

    @property
    def is_folder(self) -> bool: ...
    @property
    def total(self) -> int: ...
    @property
    def notes(self) -> Sequence[str]: ...
    @property
    def keeps_devices(self) -> bool: ...
    @property
    def lists_all(self) -> bool: ...
    @property
    def opens(self) -> str: ...
    @property
    def promises(self) -> Sequence[Promise]: ...
    @property
    def whole(self) -> NewFile | None: ...

    def write(self, place: Destination) -> None:
        """Write all files. Raises `Cancelled` as the sinks do."""


class Target(Protocol):
    """A module that writes one format."""

    def prepare(self, planned: Planned, options: Options) -> Prepared:
        """What would be written, while the source of ``planned`` is open.

        Raises `EditError` for what the format cannot hold, with a sentence that says what to do.
        """


def target_of(kind: str) -> Target:
    """The module that writes a format, imported when it is asked for."""
    found: Target = import_module(format_of(kind).writer)
    return found


def prepared_for(planned: Planned, options: Options, *, accept_damage: bool) -> tuple[Prepared, tuple[str, ...]]:
    """What is written, and the pickle of the source where that is damaged.

    Raises what a save would, as far as no bytes are copied.
    """
    damaged = check_pickle(planned.preview.catalogue.checkpoint, planned.storages.source, accept_damage)
    prepared = target_of(options.kind).prepare(planned, options)
    planned.storages.check(dict.fromkeys(promise.tensor.storage for promise in prepared.promises))
    return prepared, damaged
