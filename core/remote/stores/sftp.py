"""Servers of SFTP (draft-ietf-secsh-filexfer-02, and what OpenSSH adds to it)."""

from __future__ import annotations

import asyncio
import importlib
import stat
import threading
from asyncio import log
from collections.abc import Awaitable, Callable
from contextlib import aclosing
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

from core.errors import CheckpointError
from core.remote import secrets
from core.remote.address import RemotePath
from core.remote.status import MOST_NAMES, Fetch, RemoteStatus, Store
from core.remote.trouble import Passing, Refused, Unreachable, Untrusted, changed, lacking
from core.words import say

Answer = TypeVar("Answer")
_SECONDS = 8.0
_STILL_THERE = {"keepalive_interval": 5, "keepalive_count_max": 3}
"""A server that answers nothing for so many times so many seconds is lost."""
_NONE = frozenset({"SFTPNoSuchFile", "SFTPNoSuchPath"})
_LOST = frozenset({"SFTPConnectionLost", "SFTPNoConnection"})


class Connection:
    """The connection to the host of a path, and SFTP on it. All may be called from any thread.

    Raises `CannotOpen` where asyncssh is not installed.
    """

    def __init__(self, path: RemotePath) -> None:
        try:
            self.library: Any = importlib.import_module("asyncssh")
        except ImportError:
            raise lacking(path, "asyncssh") from None
        self._options = _options(path)
        self._making: asyncio.Lock | None = None
        self._ssh: Any = None
        self._sftp: Any = None

    def run(self, path: RemotePath, work: Callable[[Any], Awaitable[Answer]]) -> Answer:
        """What is done with the client of SFTP. Raises as `core.remote.status.Store` says."""
        try:
            return asyncio.run_coroutine_threadsafe(self._run(work), _loop()).result()
        except (CheckpointError, Passing, FileExistsError):
            raise
        except Exception as error:  # noqa: BLE001 - it has errors of its own, and those of sockets
            raise self._trouble(path, error) from None

    def close(self) -> None:
        """Let it go."""
        asyncio.run_coroutine_threadsafe(self._close(), _loop()).result(_SECONDS)

    def _known_as(self) -> str:
        """What known_hosts calls the server."""
        host, port = self._options["host"], self._options.get("port")
        return f"[{host}]:{port}" if port else host

    def _knows_another_key(self) -> bool:
        """Whether the user's known_hosts, where OpenSSH keeps it, has any key of the server."""
        hosts = Path.home() / ".ssh" / "known_hosts"
        try:
            found = self.library.match_known_hosts(str(hosts), self._options["host"], "", self._options.get("port"))
        except (OSError, ValueError):
            return False
        return any(found[:2])

    async def _run(self, work: Callable[[Any], Awaitable[Answer]]) -> Answer:
        return await work(await self._client())

    async def _client(self) -> Any:
        if self._making is None:
            self._making = asyncio.Lock()
        async with self._making:
            if self._ssh is None or self._ssh.is_closed():
                await self._close()
                self._ssh = await self.library.connect(**self._options)
                self._sftp = await self._ssh.start_sftp_client()
            return self._sftp

    async def _close(self) -> None:
        ssh, self._ssh, self._sftp = self._ssh, None, None
        if ssh is not None:
            ssh.abort()
            await ssh.wait_closed()

    def _trouble(self, path: RemotePath, error: Exception) -> Exception:
        """What an error of asyncssh is."""
        known, kind = self.library, type(error).__name__
        reason = secrets.redacted(getattr(error, "reason", "") or str(error) or kind)
        if isinstance(error, known.HostKeyNotVerifiable):
            if self._knows_another_key():
                return Untrusted(
                    "The host key of {path} differs from the one in your known_hosts. Either the server was "
                    "reinstalled, or somebody is intercepting the connection. Ask the server's owner whether the "
                    "key has changed. If so, remove the old key with ssh-keygen -R {host}.",
                    path=path,
                    host=self._known_as(),
                )
            return Untrusted(
                "The server of {path} is not trusted: {reason}. Log in to it with ssh once, and compare its key "
                "with what its owner tells you.",
                path=path,
                reason=reason,
            )
        if kind in _NONE:
            return FileNotFoundError(2, say("there is no such file on the server"), str(path))
        if isinstance(error, known.SFTPPermissionDenied):
            return PermissionError(13, reason, str(path))
        if isinstance(error, known.PermissionDenied | known.KeyImportError):
            return Unreachable(
                "The server of {path} does not accept any of your SSH keys ({reason}). Check with ssh that you can "
                "log in.",
                path=path,
                reason=reason,
            )
        if isinstance(error, known.SFTPError) and kind not in _LOST:
            said = say("The server of {path} answers {code}.", path=path, code=f"{kind.removeprefix('SFTP')}: {reason}")
            return Refused(said, kind)
        if isinstance(error, known.ProtocolNotSupported | known.ConfigParseError):
            return Unreachable("{path} cannot be reached: {reason}.", path=path, reason=reason)
        return Passing(reason)


def _options(path: RemotePath) -> dict[str, Any]:
    """How to connect to the host of a path; ``known_hosts`` is not among it: what OpenSSH does not know is refused."""
    user, at, place = path.host.rpartition("@")
    host, _, port = place.partition(":")
    found: dict[str, Any] = {"host": host, "connect_timeout": _SECONDS, "login_timeout": _SECONDS, **_STILL_THERE}
    if at:
        found["username"] = user
    if port:
        found["port"] = int(port)
    password = secrets.password_of(f"{path.scheme}://{path.host}")
    if password is not None:
        found["password"] = password
    return found


def _is_news(record: Any) -> bool:
    """Whether asyncio should log something: a connection that broke is raised, and not once more for each piece."""
    return "socket.send() raised" not in record.getMessage()


@cache
def _loop() -> asyncio.AbstractEventLoop:
    """Where all connections live: a loop on a thread of its own, which ends with the program."""
    log.logger.addFilter(_is_news)
    loop = asyncio.new_event_loop()
    threading.Thread(target=loop.run_forever, name="ssh", daemon=True).start()
    return loop


_PIECE = 4 << 20


def make(path: RemotePath) -> SftpStore:
    """The store that the host of a path is."""
    return SftpStore(Connection(path))


class SftpStore(Store):
    """A server. A file is told from another by its time and its size, as nothing else is told of it."""

    def __init__(self, connection: Connection) -> None:
        self.connection = connection

    def close(self) -> None:
        """Let its connection go."""
        self.connection.close()

    def status(self, path: RemotePath) -> RemoteStatus:
        found = self.connection.run(path, lambda sftp: sftp.stat(name_of(path)))
        kind = stat.S_IFMT(found.permissions or stat.S_IFREG)
        if kind == stat.S_IFDIR:
            return RemoteStatus(0, is_folder=True)
        if kind not in {stat.S_IFREG, 0}:
            raise Unreachable("{path} is neither a file nor a folder.", path=path)
        return RemoteStatus(found.size, version_of(found))

    def fetch(self, path: RemotePath, status: RemoteStatus, wanted: Fetch) -> None:
        """The version is asked for with each piece."""

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

        async def work(sftp: Any) -> list[Any]:
            entries: list[Any] = []
            async with aclosing(sftp.scandir(name_of(path))) as more:
                async for entry in more:
                    entries.append(entry)
                    if len(entries) == MOST_NAMES:
                        break
            return entries

        found = self.connection.run(path, work)
        each = ((str(one.filename), one.attrs.permissions or 0) for one in found)
        return [f"{name}/" if stat.S_ISDIR(mode) else name for name, mode in each if name not in {".", ".."}]


def name_of(path: RemotePath) -> str:
    """What the server calls it."""
    return f"/{path.key}"


def version_of(facts: Any) -> str:
    """What tells one state of a file from another: seconds, and what is below them where the server says so."""
    return f"{facts.mtime}.{facts.mtime_ns or 0}"
