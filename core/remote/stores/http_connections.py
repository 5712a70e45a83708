"""Connections to web servers, those that may go anywhere and those that may not go inside.

Inside is this computer and the network around it: a server on the internet that sends us there wants something that it
cannot reach itself (CWE-918). What counts is the address that was connected to, not what a name was said to mean.
"""

from __future__ import annotations

import ipaddress
import socket
import threading
from enum import Enum
from typing import Any

import urllib3
from urllib3.connection import HTTPConnection, HTTPSConnection
from urllib3.connectionpool import HTTPConnectionPool, HTTPSConnectionPool
from urllib3.util import Timeout

from core.remote.trouble import Untrusted
from core.words import say

SECONDS = Timeout(connect=5.0, read=8.0)
"""Until a connection must stand, and between two pieces of an answer."""
_HOSTS, _CONNECTIONS = 16, 8


class Outside(Enum):
    """Where connections may go: outside only, or outside and inside too."""

    ONLY = "only"
    TOO = "too"


def is_outside(address: str) -> bool:
    """Whether an address is one of the internet."""
    try:
        return ipaddress.ip_address(address.partition("%")[0]).is_global
    except ValueError:
        return False


class _Guarded(HTTPConnection):
    def _new_conn(self) -> socket.socket:
        return _checked(super()._new_conn(), self.host)


class _GuardedByTLS(HTTPSConnection):
    def _new_conn(self) -> socket.socket:
        return _checked(super()._new_conn(), self.host)


def _checked(sock: socket.socket, host: str) -> socket.socket:
    if is_outside(sock.getpeername()[0]):
        return sock
    sock.close()
    raise Untrusted(say("A server on the internet leads to {host}, inside this network: not followed.", host=host))


class _GuardedPool(HTTPConnectionPool):
    ConnectionCls = _Guarded


class _GuardedPoolByTLS(HTTPSConnectionPool):
    ConnectionCls = _GuardedByTLS


_pools: dict[tuple[Outside, str | None], urllib3.PoolManager] = {}
_lock = threading.Lock()


def pool(outside: Outside, proxy: str | None) -> urllib3.PoolManager:
    """The connections of a kind; certificates are checked against those that the system trusts."""
    with _lock:
        found = _pools.get((outside, proxy))
        if found is None:
            found = _pools[outside, proxy] = _made(outside, proxy)
        return found


def was_outside(answer: urllib3.BaseHTTPResponse) -> bool:
    """Whether an answer, of which nothing has been read yet, comes from the internet."""
    sock: Any = getattr(answer.connection, "sock", None)
    return sock is not None and is_outside(sock.getpeername()[0])


def _made(outside: Outside, proxy: str | None) -> urllib3.PoolManager:
    common: dict[str, Any] = {"num_pools": _HOSTS, "maxsize": _CONNECTIONS, "timeout": SECONDS, "retries": False}
    if proxy:
        return urllib3.ProxyManager(proxy, **common)
    made = urllib3.PoolManager(**common)
    if outside is Outside.ONLY:
        made.pool_classes_by_scheme = {"http": _GuardedPool, "https": _GuardedPoolByTLS}
    return made
