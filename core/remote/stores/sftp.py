"""Servers of SFTP (draft-ietf-secsh-filexfer-02, and what OpenSSH adds to it)."""

from __future__ import annotations

import asyncio
import stat
from typing import Any

from core.remote.address import RemotePath
from core.remote.status import Fetch, RemoteStatus
from core.remote.stores.ssh import Connection
from core.remote.trouble import Passing, Unreachable, changed
from core.words import say

_PIECE = 4 << 20


def make(path: RemotePath) -> SftpStore:
    """The store that the host of a path is."""
    return SftpStore(Connection(path))


class SftpStore:
    """A server. A file is told from another by its time and its size, as nothing else is told of it."""

    def __init__(self, connection: Connection) -> None:
        self.connection = connection

    def close(self) -> None:
        """Let its connection go."""
        self.connection.close()

    def status(self, path: RemotePath) -> RemoteStatus:
        """As `core.remote.status.Store.status` says."""
        found = self.connection.run(path, lambda sftp: sftp.stat(name_of(path)))
        kind = stat.S_IFMT(found.permissions or stat.S_IFREG)
        if kind == stat.S_IFDIR:
            return RemoteStatus(0, is_folder=True)
        if kind not in {stat.S_IFREG, 0}:
            raise Unreachable(say("{path} is neither a file nor a folder.", path=path))
        return RemoteStatus(found.size, version_of(found))

    def fetch(self, path: RemotePath, status: RemoteStatus, wanted: Fetch) -> None:
        """As `core.remote.status.Store.fetch` says. The version is asked for with each piece."""

        async def work(sftp: Any) -> None:
            async with sftp.open(name_of(path), "rb") as file:
                while wanted.left and not wanted.stopped:
                    size = min(_PIECE, wanted.left)
                    piece, now = await asyncio.gather(file.read(size, wanted.next), file.stat())
                    if (now.size, version_of(now)) != (status.size, status.version):
                        raise changed(path)
                    if len(piece) != size:
                        raise Passing(say("the connection ended in the middle"))
                    wanted.add(piece)

        self.connection.run(path, work)

    def names(self, path: RemotePath) -> list[str]:
        """As `core.remote.status.Store.names` says."""
        found = self.connection.run(path, lambda sftp: sftp.readdir(name_of(path)))
        each = ((str(one.filename), one.attrs.permissions or 0) for one in found)
        return [f"{name}/" if stat.S_ISDIR(mode) else name for name, mode in each if name not in {".", ".."}]


def name_of(path: RemotePath) -> str:
    """What the server calls it."""
    return f"/{path.key}"


def version_of(facts: Any) -> str:
    """What tells one state of a file from another: seconds, and what is below them where the server says so."""
    return f"{facts.mtime}.{facts.mtime_ns or 0}"
