"""An object of a store that fsspec knows, in the making: it is there once its file is closed, and not before."""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from typing import Any

from core.remote.address import RemotePath
from core.remote.asking import asked
from core.remote.sending import Sending, not_written
from core.remote.status import Upload
from core.remote.stores.by_fsspec import FsspecStore
from core.remote.traffic import listening
from core.remote.trouble import Passing

_PIECE = 16 << 20
_TIDY = 5.0
"""Seconds for what is under way when the save is given up."""
_EXCLUSIVE = frozenset({"gs", "az"})
"""Stores that complete a file only where nothing is, if they are told so when it is begun (by "xb")."""


def make(store: FsspecStore, path: RemotePath, beside: RemotePath, overwrite: bool) -> FsspecUpload:
    """As `core.remote.uploading.upload_to` says; nothing is beside it."""
    del beside
    return FsspecUpload(store, path, overwrite)


def clear(store: FsspecStore, path: RemotePath, facts: dict[str, str]) -> None:
    """Nothing to do: these stores forget by themselves what was never completed."""


class FsspecUpload(Upload):
    """Nothing is sent twice: the packages try again by themselves."""

    def __init__(self, store: FsspecStore, path: RemotePath, overwrite: bool) -> None:
        self.path, self._overwrite = path, overwrite
        self._store, self._completed = store, False
        self._file: Any = None
        self._held = bytearray()
        self._sending = Sending(path, 1)

    def begin(self) -> None:
        name = self._store.name(self.path)
        mode = "xb" if self.path.scheme in _EXCLUSIVE and not self._overwrite else "wb"
        self._file = self._ask(lambda: self._store.call(self.path, "open", name, mode, block_size=_PIECE))

    def write(self, data: bytes | bytearray | memoryview) -> None:
        self._held += data
        if len(self._held) >= _PIECE:
            self._send()

    def end(self) -> None:
        self._send()
        self._sending.wait()

    def finish(self) -> None:
        """Whether something has appeared is asked right before; most stores look once more."""
        there = self._is_there()
        if there and not self._overwrite:
            raise FileExistsError
        with listening():  # nobody can stop it from here on
            self._once(self._file.close)
        self._completed, self.replaces = True, there

    def abandon(self) -> bool:
        """What was completed goes as well, where there was nothing before."""
        self._sending.stop(_TIDY)
        if self._file is not None and not self._completed:
            with contextlib.suppress(Exception):  # what is never completed, the store forgets
                self._file.discard()
            self._file.closed = True  # it would complete itself when it is collected
        elif self._completed and not self.replaces:
            name = self._store.name(self.path)
            self._ask(lambda: self._store.call(self.path, "rm_file", name))
        return True

    def _send(self) -> None:
        data, self._held = bytes(self._held), bytearray()
        if data:
            self._sending.send(lambda: self._once(lambda: self._file.write(data)))

    def _is_there(self) -> bool:
        try:
            self._ask(lambda: self._store.status(self.path))
        except FileNotFoundError:
            return False
        return True

    def _ask(self, question: Any) -> Any:
        return asked(self.path, question, failed=not_written)

    def _once(self, work: Callable[[], object]) -> None:
        """Do what cannot be repeated: a file of fsspec has taken bytes before it fails, and would take them twice."""
        try:
            self._store.guarded(self.path, work)
        except Passing as passing:
            raise not_written(self.path, passing.reason, 1) from None
