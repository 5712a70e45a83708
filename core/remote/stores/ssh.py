"""Connections to servers of SSH, through asyncssh: made when they are needed, and again once one is lost.

Not through fsspec: its sshfs has no ranges, and unless it is told otherwise believes any server. Keys, agents and hosts
are those of OpenSSH: ``~/.ssh/config``, ``~/.ssh/known_hosts`` and ``SSH_AUTH_SOCK``.
"""

from __future__ import annotations

import asyncio
import importlib
import threading
from asyncio import log
from collections.abc import Awaitable, Callable
from functools import cache
from typing import Any, TypeVar

from core.errors import CheckpointError
from core.remote import secrets
from core.remote.address import RemotePath
from core.remote.trouble import Passing, Refused, Unreachable, Untrusted, lacking
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
            return Untrusted(
                say(
                    "The server of {path} is not trusted: {reason}. Log in to it with ssh once, and compare its key "
                    "with what its owner tells you.",
                    path=path,
                    reason=reason,
                )
            )
        if kind in _NONE:
            return FileNotFoundError(2, say("there is no such file on the server"), str(path))
        if isinstance(error, known.SFTPPermissionDenied):
            return PermissionError(13, reason, str(path))
        if isinstance(error, known.PermissionDenied | known.KeyImportError):
            return Unreachable(
                say(
                    "The server of {path} lets nobody in with the keys that are here ({reason}). Try it with ssh.",
                    path=path,
                    reason=reason,
                )
            )
        if isinstance(error, known.SFTPError) and kind not in _LOST:
            said = say("The server of {path} answers {code}.", path=path, code=f"{kind.removeprefix('SFTP')}: {reason}")
            return Refused(said, kind)
        if isinstance(error, known.ProtocolNotSupported | known.ConfigParseError):
            return Unreachable(say("{path} cannot be reached: {reason}.", path=path, reason=reason))
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
