"""Web servers: ranges by HTTP/1.1 (RFC 9110, section 14), each answer held against what was asked for.

No server is trusted. An answer must be of the range, the length and the version that were asked for, is not unpacked,
and is never longer in memory than what was wanted.
"""

from __future__ import annotations

import ipaddress
import netrc
import re
import socket
import ssl
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from email.utils import parsedate_to_datetime
from enum import Enum
from html import unescape
from http import HTTPStatus
from http.client import HTTPResponse
from io import BufferedReader, RawIOBase
from itertools import islice
from math import inf
from time import monotonic
from typing import Any
from urllib.parse import unquote, urljoin, urlsplit
from urllib.request import getproxies, proxy_bypass

import urllib3
from urllib3.connection import HTTPConnection, HTTPSConnection
from urllib3.connectionpool import HTTPConnectionPool, HTTPSConnectionPool
from urllib3.exceptions import HTTPError, NewConnectionError, ReadTimeoutError, SSLError
from urllib3.util import Timeout, make_headers

from core.errors import CheckpointError
from core.remote import secrets
from core.remote.address import RemotePath
from core.remote.status import Fetch, RemoteStatus, Store
from core.remote.trouble import LATER, Passing, Unreachable, Untrusted, changed
from core.version import VERSION
from core.words import say

SECONDS = Timeout(connect=5.0, read=8.0)
"""Until a connection must stand, and between two pieces of an answer."""
HEAD_SECONDS, PIECE_SECONDS = 20.0, 60.0
"""Until all that comes before a body is there, and until its next 64 KiB are."""
_HOSTS, _CONNECTIONS = 16, 8


class Outside(Enum):
    """Where connections may go: outside only, or outside and inside too."""

    ONLY = "only"
    TOO = "too"


_CARRIERS = tuple(map(ipaddress.IPv6Network, ("::/96", "::ffff:0:0/96", "::ffff:0:0:0/96", "64:ff9b::/96")))
"""IPv6 whose last four bytes are the IPv4 that is reached: compatible, mapped, translated (RFC 7915), NAT64 (6052)."""
_NOT_INTERNET = tuple(map(ipaddress.ip_network, ("64:ff9b:1::/48", "fec0::/10")))
"""NAT64 of a network of its own (RFC 8215), and site-local addresses, which not every Python takes for private."""


def is_outside(address: str) -> bool:
    """Whether an address is one of the internet, and leads there, where another is packed in it."""
    try:
        known = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return False
    if isinstance(known, ipaddress.IPv6Address):
        packed = known.sixtofour
        if any(known in net for net in _CARRIERS):
            packed = ipaddress.IPv4Address(known.packed[-4:])
        if packed is not None:
            return is_outside(str(packed))
    return known.is_global and not known.is_multicast and not any(known in net for net in _NOT_INTERNET)


class _Timely(RawIOBase):
    """What comes over a connection, up to a moment, however fast or slowly it comes."""

    def __init__(self, raw: RawIOBase, until: float) -> None:
        self._raw, self.until = raw, until

    def readable(self) -> bool:
        return True

    def readinto(self, target: Any) -> int | None:
        """Raises `TimeoutError` behind that moment."""
        if monotonic() > self.until:
            raise TimeoutError
        return self._raw.readinto(target)

    def close(self) -> None:
        self._raw.close()
        super().close()


class _Answer(HTTPResponse):
    """An answer whose whole head comes in time, with all that may stand before it."""

    def __init__(self, sock: socket.socket, *more: Any, **named: Any) -> None:
        super().__init__(sock, *more, **named)
        self._timely = _Timely(self.fp.detach(), monotonic() + HEAD_SECONDS)
        self.fp = BufferedReader(self._timely)

    def begin(self) -> None:
        super().begin()
        self._timely.until = inf


class _Bounded(HTTPConnection):
    """A connection to a proxy, which decides whom it reaches."""

    response_class = _Answer


class _BoundedByTLS(_Bounded, HTTPSConnection):
    """The same, encrypted."""


class _Seen(_Bounded):
    """A connection that knows whom it reached: its socket may be gone by the time an answer is looked at."""

    reached = ""
    only_outside = False

    def _new_conn(self) -> socket.socket:
        sock = super()._new_conn()
        self.reached = sock.getpeername()[0]
        if self.only_outside and not is_outside(self.reached):
            sock.close()
            raise Untrusted(
                "A server on the internet redirects to {host}, which is inside this network. Pthfinder did not "
                "follow the redirect.",
                host=self.host,
            )
        return sock


class _SeenByTLS(_Seen, HTTPSConnection):
    """The same, encrypted."""


class _Guarded(_Seen):
    only_outside = True


class _GuardedByTLS(_SeenByTLS):
    only_outside = True


def _pools_of(plain: type[_Bounded], by_tls: type[HTTPSConnection]) -> dict[str, type[HTTPConnectionPool]]:
    """The kinds of pools of such connections, by scheme."""

    class Pool(HTTPConnectionPool):
        ConnectionCls = plain

    class PoolByTLS(HTTPSConnectionPool):
        ConnectionCls = by_tls

    return {"http": Pool, "https": PoolByTLS}


_POOLS = {Outside.ONLY: _pools_of(_Guarded, _GuardedByTLS), Outside.TOO: _pools_of(_Seen, _SeenByTLS)}
_PROXIED = _pools_of(_Bounded, _BoundedByTLS)
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
    """Whether an answer, of which nothing has been read yet, comes from the internet, or nobody knows where from."""
    reached: str = getattr(answer.connection, "reached", "")
    return not reached or is_outside(reached)


def _made(outside: Outside, proxy: str | None) -> urllib3.PoolManager:
    common: dict[str, Any] = {"num_pools": _HOSTS, "maxsize": _CONNECTIONS, "timeout": SECONDS, "retries": False}
    made = urllib3.ProxyManager(proxy, **common) if proxy else urllib3.PoolManager(**common)
    made.pool_classes_by_scheme = _PROXIED if proxy else _POOLS[outside]
    return made


_MOST, _LONGEST = 200_000, 2048
_LINK = re.compile(r"<a(?=\s)[^<>]*+>", re.IGNORECASE)
_TARGET = re.compile(r"""\shref\s*+=\s*+(?:"([^"]*+)"|'([^']*+)'|([^\s"'>]++))""", re.IGNORECASE)


def _links_on(page: str) -> Iterator[str]:
    """Where the links of a page lead: in one pass, whatever the page is."""
    for tag in islice(_LINK.finditer(page), _MOST):
        found = _TARGET.search(tag[0])
        if found is not None and len(target := found[found.lastindex or 0]) <= _LONGEST:
            yield unescape(target)


def names_on_page(page: str, folder: str) -> list[str]:
    """The names that a page at ``folder`` links to and that lie right in that folder; folders end with ``/``."""
    home = urlsplit(folder)
    names: dict[str, None] = {}
    for link in dict.fromkeys(_links_on(page)):
        try:
            target = urlsplit(urljoin(folder, link))
        except ValueError:
            continue
        name = target.path.removeprefix(home.path)
        beside = (target.scheme, target.netloc) == (home.scheme, home.netloc) and target.path.startswith(home.path)
        if beside and name and "/" not in name.rstrip("/") and unquote(name) not in {".", ".."}:
            names[name] = None
    return sorted(names)


HEAD = 1 << 17
"""Bytes that are fetched to see what is there."""
_PIECE = 1 << 16
_ENDLESS = 1 << 62
MOST_HOPS = 5
_MOST_PAGE = 8 << 20
_LONGEST_WAIT = 30.0
_RANGE = re.compile(r"bytes (\d{1,19})-(\d{1,19})/(\d{1,19}|\*)", re.ASCII)
_NO_RANGE = re.compile(r"bytes \*/(\d{1,19})", re.ASCII)
_REDIRECTS = frozenset({301, 302, 303, 307, 308})
_UPGRADE = ("http", "https")
_BASE = {"Accept-Encoding": "identity", "User-Agent": f"pthfinder/{VERSION}"}


def make(_path: RemotePath) -> HttpStore:
    """The store of all web servers."""
    return HttpStore()


class HttpStore(Store):
    """Web servers. Where one sends us on, the place it named is kept for the next range of the same file."""

    def __init__(self) -> None:
        self._moved: dict[RemotePath, str] = {}

    def close(self) -> None:
        """Let all connections go."""
        self._moved.clear()
        for outside in Outside:
            pool(outside, None).clear()

    def status(self, path: RemotePath) -> RemoteStatus:
        """Its first bytes come along."""
        self._moved.pop(path, None)
        if path.is_dir():
            return RemoteStatus(0, is_folder=True)
        with self._answer(path, {"Range": f"bytes=0-{HEAD - 1}"}) as answer:
            if self._is_folder(path):
                return RemoteStatus(0, is_folder=True)
            version = _version(answer)
            if answer.status == HTTPStatus.REQUESTED_RANGE_NOT_SATISFIABLE:
                return RemoteStatus(_size_of_none(answer), version)
            if answer.status == HTTPStatus.PARTIAL_CONTENT:
                first, last, size = _content_range(answer)
                if first or last >= HEAD or size is None:
                    raise _wrong_range(path)
                head = Fetch(0, last + 1)
                _read_body(path, answer, head, head.length)
                return RemoteStatus(size, version, head=bytes(head.data))
            size = _length(answer)
            if size == 0:
                return RemoteStatus(0, version)
            return RemoteStatus(size, version, ranges=False)

    def fetch(self, path: RemotePath, status: RemoteStatus, wanted: Fetch) -> None:
        if not status.ranges:
            self._fetch_all(path, status, wanted)
            return
        while wanted.left and not wanted.stopped:  # a server may answer with less than it was asked for
            self._fetch_some(path, status, wanted)

    def _fetch_some(self, path: RemotePath, status: RemoteStatus, wanted: Fetch) -> None:
        assert wanted.length is not None
        first, last = wanted.next, wanted.start + wanted.length - 1
        headers = {"Range": f"bytes={first}-{last}"}
        if status.version.startswith('"'):
            headers["If-Match"] = status.version
        with self._answer(path, headers) as answer:
            if answer.status == HTTPStatus.PRECONDITION_FAILED or _version(answer) != status.version:
                raise changed(path)
            if answer.status == HTTPStatus.OK:
                raise Untrusted(
                    "The server of {path} no longer sends parts of the file. Open the file again.", path=path
                )
            if answer.status == HTTPStatus.REQUESTED_RANGE_NOT_SATISFIABLE:
                raise changed(path)
            begins, ends, size = _content_range(answer)
            if size not in {status.size, None} and begins >= 0:
                raise changed(path)
            if begins != first or not first <= ends <= last:
                raise _wrong_range(path)
            _read_body(path, answer, wanted, ends + 1 - first)

    def names(self, path: RemotePath) -> list[str]:
        """The names that a page which lists a folder links to."""
        folder = path.url if path.url.endswith("/") else _with_slash(path.url)
        with self._answer(path, {}, folder) as answer:
            if answer.status != HTTPStatus.OK or "html" not in answer.headers.get("Content-Type", ""):
                return []
            page = b"".join(_pieces(answer, _MOST_PAGE))
        return names_on_page(page.decode("utf-8", "replace"), folder)

    def _fetch_all(self, path: RemotePath, status: RemoteStatus, wanted: Fetch) -> None:
        """All of a file of a server that gives no ranges, from its beginning on."""
        wanted.begin_again()
        with self._answer(path, {}) as answer:
            if _version(answer) != status.version or _length(answer) != status.size:
                raise changed(path)
            _read_body(path, answer, wanted, status.size)

    def _is_folder(self, path: RemotePath) -> bool:
        """Whether the server leads from a name to the same with a slash behind it, as servers do for folders."""
        return bool(path.names) and urlsplit(self._moved.get(path, path.url)).path.endswith("/")

    @contextmanager
    def _answer(self, path: RemotePath, headers: dict[str, str], url: str = "") -> Iterator[urllib3.BaseHTTPResponse]:
        """The answer at the end of all redirects, its body not read yet. Raises as `Store` says."""
        known = self._moved.get(path) if not url else None
        try:
            answer, at = _followed(path, known or url or path.url, headers, known is not None)
            if known is not None and answer.status in {401, 403, 404, 410}:
                _let_go(answer)  # what it had been sent on to was for a while only
                self._moved.pop(path, None)
                answer, at = _followed(path, path.url, headers, False)
        except (HTTPError, OSError, ValueError) as error:
            if isinstance(error, FileNotFoundError | PermissionError):
                raise
            raise _trouble(path, error) from None
        try:
            if not url and at != path.url:
                self._moved[path] = at
            if url or not self._is_folder(path):  # one that may not be listed is one all the same
                _check_status(path, answer)
            yield answer
        except (HTTPError, OSError) as error:
            if isinstance(error, FileNotFoundError | PermissionError):
                raise
            raise _trouble(path, error) from None
        finally:
            _let_go(answer)


def _followed(
    path: RemotePath, url: str, headers: dict[str, str], sent_on: bool
) -> tuple[urllib3.BaseHTTPResponse, str]:
    """The answer, and where it came from. Raises `Untrusted` for a redirect that may not be followed."""
    guard = sent_on and path in _guarded
    for _ in range(MOST_HOPS + 1):
        proxy = _proxy(url)
        own = {**_BASE, **headers, **(_credentials(path) if _same_host(url, path.url) else {})}
        manager = pool(Outside.ONLY if guard else Outside.TOO, proxy)
        answer = manager.request(
            "GET", url, headers=own, redirect=False, retries=False, preload_content=False, decode_content=False
        )
        if answer.status not in _REDIRECTS or "Location" not in answer.headers:
            return answer, url
        if was_outside(answer):
            guard = True
            _guarded.add(path)
        _let_go(answer)
        url = _next(path, url, answer.headers["Location"])
    raise Untrusted("The server of {path} redirected {count} times and gave no answer.", path=path, count=MOST_HOPS)


_guarded: set[RemotePath] = set()
"""What a server outside has sent us on from: it may not lead back into this computer or its network."""


def _let_go(answer: urllib3.BaseHTTPResponse) -> None:
    """Nothing more is read of an answer. Its connection can be used again where little is left of it."""
    left = answer.length_remaining
    if left is not None and left <= _PIECE:
        with suppress(HTTPError, OSError):
            answer.drain_conn()
    else:
        answer.close()
    answer.release_conn()


def _next(path: RemotePath, url: str, location: str) -> str:
    """Where a redirect leads. Raises `Untrusted` where it leads to another scheme."""
    target = urljoin(url, location)
    before, after = urlsplit(url), urlsplit(target)
    if after.scheme != before.scheme and (before.scheme, after.scheme) != _UPGRADE:
        raise Untrusted(
            "The server of {path} redirects from {before}:// to {after}://. Pthfinder did not follow the redirect.",
            path=path,
            before=before.scheme,
            after=secrets.redacted(after.scheme),
        )
    if not after.hostname:
        raise Untrusted("The server of {path} sent a redirect without a target.", path=path)
    secrets.shown_query(after.query)
    return target


def _check_status(path: RemotePath, answer: urllib3.BaseHTTPResponse) -> None:
    code = answer.status
    if code in {200, 206, 412, 416}:
        if answer.headers.get("Content-Encoding", "identity") not in {"identity", ""}:
            raise Untrusted(
                "The server of {path} compresses what it sends, although Pthfinder asked it not to.", path=path
            )
        return
    if code in {404, 410}:
        raise FileNotFoundError(2, say("there is no such file on the server"), str(path))
    if code == 401:
        said = say(
            "the server asks for a name and a password, or refuses yours (HTTP 401). Put them into the "
            "address, https://NAME:PASSWORD@host/…, or into ~/.netrc"
        )
        raise PermissionError(13, said, str(path))
    if code in {403, 407}:
        raise PermissionError(13, say("the server denies access (HTTP {code})", code=code), str(path))
    if code in LATER:
        raise Passing(say("its server answers {code}", code=_code_text(code)), _retry_after(answer))
    raise Unreachable("The server of {path} answers {code}.", path=path, code=_code_text(code))


def _code_text(code: int) -> str:
    try:
        return f"{code} {HTTPStatus(code).phrase}"
    except ValueError:
        return str(code)


def _retry_after(answer: urllib3.BaseHTTPResponse) -> float:
    """Seconds that the server asks us to wait, within reason."""
    text = answer.headers.get("Retry-After", "")
    return min(float(text), _LONGEST_WAIT) if text.isdecimal() and len(text) < 6 else 0.0


def _version(answer: urllib3.BaseHTTPResponse) -> str:
    """What tells one state of a file from another, as far as the server says."""
    tag = answer.headers.get("ETag", "")
    if tag and len(tag) <= 256:
        return tag
    try:
        return parsedate_to_datetime(answer.headers.get("Last-Modified", "")).isoformat()
    except (ValueError, TypeError, OverflowError):
        return ""


def _length(answer: urllib3.BaseHTTPResponse) -> int | None:
    text = answer.headers.get("Content-Length", "")
    return int(text) if text.isdecimal() and len(text) < 20 else None


def _content_range(answer: urllib3.BaseHTTPResponse) -> tuple[int, int, int | None]:
    """The first and the last byte of an answer, and the size of the whole."""
    found = _RANGE.fullmatch(answer.headers.get("Content-Range", "").strip())
    if found is None:
        return -1, -1, None
    size = None if found[3] == "*" else int(found[3])
    return int(found[1]), int(found[2]), size


def _size_of_none(answer: urllib3.BaseHTTPResponse) -> int:
    """The size of a file of which the range that was asked for has nothing: an empty one."""
    found = _NO_RANGE.fullmatch(answer.headers.get("Content-Range", "").strip())
    return int(found[1]) if found is not None else 0


def _read_body(path: RemotePath, answer: urllib3.BaseHTTPResponse, wanted: Fetch, length: int | None) -> None:
    """Add the ``length`` bytes that come to what is here, and no byte more; all that come where nobody knows."""
    said = _length(answer)
    if said is not None and said != length:
        raise _wrong_range(path)
    left = _ENDLESS if length is None else length
    for piece in _pieces(answer, left):
        wanted.add(piece)
        left -= len(piece)
        if wanted.stopped:
            return
    if left and length is not None:
        raise Passing(say("the connection ended in the middle"))


def _pieces(answer: urllib3.BaseHTTPResponse, most: int) -> Iterator[bytes]:
    """What comes of a body, as it comes, up to ``most`` bytes. Raises `Passing` where next to nothing does."""
    came, due, until = 0, _PIECE, monotonic() + PIECE_SECONDS
    while came < most and (piece := answer.read1(min(_PIECE, most - came))):
        came += len(piece)
        yield piece
        if came >= due:
            due, until = came + _PIECE, monotonic() + PIECE_SECONDS
        elif monotonic() > until:
            raise Passing(say("its server sends next to nothing"))


def _wrong_range(path: RemotePath) -> Untrusted:
    return Untrusted(
        "The server of {path} did not send the part of the file that was requested. Pthfinder did not use what came.",
        path=path,
    )


def _trouble(path: RemotePath, error: Exception) -> Exception:
    """What went wrong below HTTP: passing, as a rule."""
    reason = error.__cause__ if isinstance(error.__cause__, ssl.SSLError) else error
    if isinstance(reason, SSLError | ssl.SSLError) and "CERTIFICATE" not in str(reason).upper():
        return Unreachable(
            "No encrypted connection to the server of {path} could be made: {reason}. Perhaps it speaks http:// only.",
            path=path,
            reason=secrets.redacted(getattr(reason, "reason", "") or reason),
        )
    if isinstance(reason, SSLError | ssl.SSLError):
        return Untrusted(
            "The certificate of the server of {path} is not trusted: {reason}. Nothing was read.",
            path=path,
            reason=secrets.redacted(getattr(reason, "verify_message", "") or reason),
        )
    if isinstance(error, CheckpointError):
        return error
    if isinstance(error, ReadTimeoutError | TimeoutError):
        return Passing(say("its server does not answer"))
    if isinstance(error, NewConnectionError):
        return Passing(say("there is no connection to {host}", host=path.host))
    return Passing(say("the connection broke ({reason})", reason=secrets.redacted(type(error).__name__)))


def _same_host(url: str, other: str) -> bool:
    """Whether two URLs are of the same server: credentials go to no other."""
    one, two = urlsplit(url), urlsplit(other)
    return (one.hostname, one.port, one.scheme) == (two.hostname, two.port, two.scheme)


def _credentials(path: RemotePath) -> dict[str, str]:
    """The header with the name and password of the URL, or of ``~/.netrc``."""
    user, at, host = path.host.rpartition("@")
    password = secrets.password_of(f"{path.scheme}://{path.host}")
    if not at:
        try:
            found = netrc.netrc().authenticators(host.partition(":")[0])
        except (OSError, netrc.NetrcParseError):
            found = None
        if found is None:
            return {}
        user, _, password = found
        secrets.keep_word(password or "")
    else:
        user = secrets.full_name(user) or ""
    header: dict[str, str] = make_headers(basic_auth=f"{user}:{password or ''}")
    return header


def _proxy(url: str) -> str | None:
    """The proxy that the environment names for a URL."""
    parts = urlsplit(url)
    found = getproxies().get(parts.scheme)
    return None if not found or proxy_bypass(parts.netloc) else found


def _with_slash(url: str) -> str:
    way, mark, query = url.partition("?")
    return f"{way}/{mark}{query}"
