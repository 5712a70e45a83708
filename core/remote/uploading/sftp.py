"""A file of a server of SFTP in the making: it lies beside its place, and is moved there in one step.

Each piece goes to an offset, so it can be sent again where a connection broke. Ranges of files that the same server has
are copied by it where it can (``copy-data``, draft-ietf-secsh-filexfer-extensions-00, as OpenSSH has it since 9.0).
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable, Callable
from typing import Any

from core.errors import SaveError
from core.remote.address import RemotePath
from core.remote.asking import asked, tried
from core.remote.file import RemoteFile
from core.remote.sending import Sending, not_written
from core.remote.status import Upload
from core.remote.stores.sftp import SftpStore, name_of
from core.remote.traffic import listening

_PIECE = 8 << 20
_TIDY = 5.0
"""Seconds for removing what was written."""


def make(store: SftpStore, path: RemotePath, beside: RemotePath, overwrite: bool) -> SftpUpload:
    """As `core.remote.uploading.upload_to` says."""
    return SftpUpload(store, path, beside, overwrite)


def clear(store: SftpStore, path: RemotePath, facts: dict[str, str]) -> None:
    """As `core.remote.uploading.clear` says: the file beside its place, or the folder."""
    beside = name_of(path.with_name(facts["beside"]))
    with contextlib.suppress(FileNotFoundError):
        store.connection.run(path, lambda sftp: sftp.rmtree(beside) if "folder" in facts else sftp.remove(beside))


def make_folder(store: SftpStore, path: RemotePath, mode: int | None) -> None:
    """As `core.remote.uploading.make_folder` says."""

    async def work(sftp: Any) -> None:
        wanted = store.connection.library.SFTPAttrs(permissions=mode)
        await sftp.makedirs(name_of(path), wanted, exist_ok=True)

    asked(path, lambda: store.connection.run(path, work))


def move_folder(store: SftpStore, path: RemotePath, target: RemotePath) -> None:
    """As `core.remote.uploading.move_folder` says."""

    async def work(sftp: Any) -> None:
        if await sftp.exists(name_of(target)):
            if not await sftp.exists(name_of(path)):
                return  # the answer to an earlier attempt was lost
            raise FileExistsError
        await sftp.rename(name_of(path), name_of(target))  # which replaces nothing

    with listening():  # nobody can stop it from here on
        asked(target, lambda: store.connection.run(target, work), failed=not_written)


class SftpUpload(Upload):
    """It lies beside its place until it is published."""

    def __init__(self, store: SftpStore, path: RemotePath, beside: RemotePath, overwrite: bool) -> None:
        self.path, self._overwrite = beside, overwrite
        self._target, self._store = path, store
        self._made = self._published = False
        self._copies = False
        self._at = 0
        self._held = bytearray()
        self._sending = Sending(path, 2)
        self._open: dict[str, tuple[Any, Any]] = {}
        self._opening: asyncio.Lock | None = None

    def begin(self) -> None:

        async def work(sftp: Any) -> None:
            mode, self._made = "wb" if self._made else "xb", True  # an attempt whose answer was lost has made it
            self._open[name_of(self.path)] = sftp, await sftp.open(name_of(self.path), mode)
            self._copies = sftp.supports_remote_copy

        try:
            asked(self.path, lambda: self._store.connection.run(self._target, work), failed=not_written)
        except FileNotFoundError:
            raise SaveError("There is no folder {folder}. Make it first.", folder=self._target.parent) from None

    def facts(self) -> dict[str, str]:
        return {"beside": self.path.name}

    def write(self, data: bytes | bytearray | memoryview) -> None:
        self._held += data
        while len(self._held) >= _PIECE:
            self._send(_PIECE)

    def take(self, file: object, offset: int, length: int) -> int:
        """Files on the same server are copied by it."""
        if (
            not self._copies
            or not isinstance(file, RemoteFile)
            or ((file.path.scheme, file.path.host) != (self._target.scheme, self._target.host))
        ):
            return 0
        self._send(len(self._held))
        at, source = self._at, name_of(file.path)
        self._at += length

        async def work(sftp: Any) -> None:
            new, old = await self._file(sftp, name_of(self.path), "r+b"), await self._file(sftp, source, "rb")
            await sftp.remote_copy(old, new, offset, length, at)

        self._sending.send(lambda: self._run(work))
        return length

    def end(self) -> None:
        self._send(len(self._held))
        self._sending.wait()

    def finish(self) -> None:
        """All that was sent is on the disk of the server."""

        async def work(sftp: Any) -> int:
            file = await self._file(sftp, name_of(self.path), "r+b")
            with contextlib.suppress(self._store.connection.library.SFTPOpUnsupported):
                await file.fsync()
            found = await file.stat()
            await asyncio.gather(*(each.close() for _, each in self._open.values()), return_exceptions=True)
            self._open.clear()
            return int(found.size)

        there = self._ask(work)
        if there != self._at:
            raise SaveError(
                "The server of {path} did not receive as many bytes as were sent. The target is unchanged.",
                path=self._target,
            )

    def publish(self, mode: int | None) -> None:
        with listening():  # nobody can stop it from here on
            self._ask(lambda sftp: self._move(sftp, mode))
        self._published = True

    def abandon(self) -> bool:
        self._sending.stop(_TIDY)
        if self._published or not self._made:
            return True
        return tried(lambda: clear(self._store, self._target, self.facts()), _TIDY)

    # -- one step ------------------------------------------------------------------------------------------

    def _send(self, nbytes: int) -> None:
        """Have the first bytes of those that are held written."""
        if not nbytes:
            return
        data, at = bytes(self._held[:nbytes]), self._at
        del self._held[:nbytes]
        self._at += nbytes

        async def work(sftp: Any) -> None:
            await (await self._file(sftp, name_of(self.path), "r+b")).write(data, at)

        self._sending.send(lambda: self._run(work))

    async def _file(self, sftp: Any, name: str, mode: str) -> Any:
        """A file that is open on this connection."""
        self._opening = self._opening or asyncio.Lock()
        async with self._opening:
            of, file = self._open.get(name, (None, None))
            if of is not sftp:
                file = await sftp.open(name, mode)
                self._open[name] = sftp, file
        return file

    async def _move(self, sftp: Any, mode: int | None) -> None:
        library, made, target = self._store.connection.library, name_of(self.path), name_of(self._target)
        old = await sftp.stat(target) if await sftp.exists(target) else None
        if not await sftp.exists(made) and old is not None and old.size == self._at:
            return  # the answer to an earlier attempt was lost
        if old is not None and not self._overwrite:
            raise FileExistsError
        now = (await sftp.stat(made)).permissions & 0o777
        wanted = old.permissions & 0o777 if old is not None else now & (0o777 if mode is None else mode)
        if wanted != now:
            with contextlib.suppress(library.SFTPError):
                await sftp.chmod(made, wanted)
        if self._overwrite:
            await sftp.posix_rename(made, target)
            return
        try:
            await sftp.rename(made, target)  # which replaces nothing
        except (library.SFTPFailure, library.SFTPFileAlreadyExists):
            if await sftp.exists(target):
                raise FileExistsError from None
            raise

    def _run(self, work: Callable[[Any], Awaitable[Any]]) -> Any:
        return self._store.connection.run(self._target, work)

    def _ask(self, work: Callable[[Any], Awaitable[Any]]) -> Any:
        return asked(self._target, lambda: self._run(work), failed=not_written)
