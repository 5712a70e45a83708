"""What a toxic server can do to a client, a function each; those with arguments make one.

All but what is named answers as a good server would: ranges, HEAD, ETag, `If-Match` and `If-Range` (RFC 9110).
"""

from __future__ import annotations

import gzip
import itertools
import threading

from tests.servers.toxic import Behaviour, Cut, Exchange

PIECE = 1 << 16


# -- as it should be -----------------------------------------------------------------------------------------------


def well(exchange: Exchange) -> None:
    """Answer as a good server does."""
    body = _head(exchange)
    exchange.send(body)


def _head(exchange: Exchange, *, etag: bool = True, ranges: bool = True, **other: object) -> bytes:
    """Send the head that is due, headers in `other` instead of its own (none if None); gives the body that is due."""
    asked, data = exchange.asked, exchange.data
    headers: dict[str, object] = {"Content-Type": "application/octet-stream"}
    if etag:
        headers["ETag"] = exchange.etag
    if ranges:
        headers["Accept-Ranges"] = "bytes"
    status, body = 200, data
    span = asked.range if ranges and asked.headers.get("if-range", exchange.etag) == exchange.etag else None
    if asked.method not in ("GET", "HEAD"):
        status, body = 405, b""
    elif etag and asked.headers.get("if-match", exchange.etag) not in (exchange.etag, "*"):
        status, body = 412, b""
    elif span is not None and span[0] >= len(data):
        status, body, headers["Content-Range"] = 416, b"", f"bytes */{len(data)}"
    elif span is not None:
        begin, end = span[0], min(span[1], len(data))
        status, body, headers["Content-Range"] = 206, data[begin:end], f"bytes {begin}-{end - 1}/{len(data)}"
    headers["Content-Length"] = len(body)
    headers |= {name.replace("_", "-"): value for name, value in other.items()}
    exchange.start(status, {name: value for name, value in headers.items() if value is not None})
    return body


# -- how the bytes come --------------------------------------------------------------------------------------------


def slow(piece: int, pause: float) -> Behaviour:
    """The body comes so many bytes at a time, with a pause of so many seconds before each."""

    def behaviour(exchange: Exchange) -> None:
        body = _head(exchange)
        for begin in range(0, len(body), piece):
            exchange.pause(pause)
            exchange.send(body[begin : begin + piece])

    return behaviour


def silent(exchange: Exchange) -> None:
    """The request is taken and never answered."""
    exchange.hang()


def drips(pause: float) -> Behaviour:
    """A head that goes on and on, a byte at a time, with a pause of so many seconds before each."""

    def behaviour(exchange: Exchange) -> None:
        exchange.send_raw(b"HTTP/1.1 200 OK\r\nX-Long: ")
        while True:
            exchange.pause(pause)
            exchange.send_raw(b"x")

    return behaviour


def not_yet(exchange: Exchange) -> None:
    """Informational answers (RFC 9110, section 15.2) as fast as they go, and never the one that was asked for."""
    while True:
        exchange.send_raw(b"HTTP/1.1 100 Continue\r\nX-Header: y\r\n\r\n" * 1000)


def endless_headers(exchange: Exchange) -> None:
    """One header after the other."""
    exchange.send_raw(b"HTTP/1.1 200 OK\r\n")
    while True:
        exchange.send_raw(b"X-Header: y\r\n" * 1000)


def stalls(after: int) -> Behaviour:
    """So many bytes of the body, and then nothing while the connection stays open."""

    def behaviour(exchange: Exchange) -> None:
        exchange.send(_head(exchange)[:after])
        exchange.hang()

    return behaviour


def cuts(after: int, times: int | None = None) -> Behaviour:
    """So many bytes of the body, and the connection is closed; the first `times` requests for a body, or always."""

    def behaviour(exchange: Exchange) -> None:
        exchange.send(_head(exchange)[:after])
        raise Cut

    return _except_head(first(times, behaviour))


def resets(exchange: Exchange) -> None:
    """The connection is reset instead of an answer."""
    exchange.reset()


def closes(exchange: Exchange) -> None:
    """The connection is closed instead of an answer."""
    raise Cut


def endless(exchange: Exchange) -> None:
    """A body without an announced length that never ends, whatever range was asked for."""
    exchange.start(200, {"Content-Type": "application/octet-stream", "Connection": "close"})
    while exchange.asked.method != "HEAD":
        exchange.send(bytes(PIECE))
    raise Cut


def chunked(exchange: Exchange) -> None:
    """The right bytes in pieces, without an announced length."""
    body = _head(exchange, Content_Length=None, Transfer_Encoding="chunked")
    for begin in range(0, len(body), PIECE):
        piece = body[begin : begin + PIECE]
        exchange.send(b"%x\r\n%b\r\n" % (len(piece), piece))
    exchange.send(b"0\r\n\r\n")


# -- lies ----------------------------------------------------------------------------------------------------------


def no_ranges(exchange: Exchange) -> None:
    """200 with all bytes, whatever range was asked for."""
    body = _head(exchange, ranges=False)
    exchange.send(body)


def ranges_unsaid(exchange: Exchange) -> None:
    """HEAD does not say that ranges are understood, which they are."""
    exchange.send(_head(exchange, Accept_Ranges=None))


def no_etag(exchange: Exchange) -> None:
    """Nothing says which version of the file this is."""
    exchange.send(_head(exchange, etag=False))


def no_head(exchange: Exchange) -> None:
    """Only GET is allowed, as with a signed URL of S3."""
    if exchange.asked.method == "HEAD":
        exchange.start(403, {"Content-Length": 0})
    else:
        well(exchange)


def lies_longer(by: int) -> Behaviour:
    """Content-Length announces so many bytes more than come before the connection is closed."""

    def behaviour(exchange: Exchange) -> None:
        exchange.send(_head(exchange, Content_Length=_due(exchange) + by))
        raise Cut

    return behaviour


def lies_shorter(by: int) -> Behaviour:
    """Content-Length announces so many bytes less than come."""

    def behaviour(exchange: Exchange) -> None:
        exchange.send(_head(exchange, Content_Length=_due(exchange) - by))
        raise Cut

    return behaviour


def short_range(by: int) -> Behaviour:
    """A range that ends so many bytes before what was asked for, as both headers say. RFC 9110 allows it."""

    def behaviour(exchange: Exchange) -> None:
        _moved(exchange, 0, -by)

    return behaviour


def wrong_range(by: int) -> Behaviour:
    """206 with as many bytes as were asked for, from so many bytes further on, as Content-Range says."""

    def behaviour(exchange: Exchange) -> None:
        _moved(exchange, by, by)

    return behaviour


def wrong_total(total: int | str) -> Behaviour:
    """206 with the right bytes and a wrong length of the whole in Content-Range; ``"*"`` says that it is not known."""

    def behaviour(exchange: Exchange) -> None:
        span = exchange.asked.range
        said = {} if span is None else {"Content_Range": f"bytes {span[0]}-{span[1] - 1}/{total}"}
        exchange.send(_head(exchange, **said))

    return behaviour


def no_content_range(exchange: Exchange) -> None:
    """206 that does not say which range it is."""
    exchange.send(_head(exchange, Content_Range=None))


def multipart(exchange: Exchange) -> None:
    """A range comes as multipart/byteranges."""
    if (span := exchange.asked.range) is None:
        well(exchange)
        return
    total, limit = len(exchange.data), b"--piece"
    described = f"\r\nContent-Type: application/octet-stream\r\nContent-Range: bytes {span[0]}-{span[1] - 1}/{total}"
    body = limit + described.encode() + b"\r\n\r\n" + exchange.data[slice(*span)] + b"\r\n" + limit + b"--\r\n"
    kind = "multipart/byteranges; boundary=piece"
    exchange.start(206, {"Content-Type": kind, "Content-Length": len(body), "ETag": exchange.etag})
    exchange.send(body)


def gzipped(exchange: Exchange) -> None:
    """Compressed, though nobody asked for it; a range is cut before."""
    span = exchange.asked.range
    body = gzip.compress(exchange.data if span is None else exchange.data[slice(*span)])
    _head(exchange, Content_Encoding="gzip", Content_Length=len(body))
    exchange.send(body)


def garbage(exchange: Exchange) -> None:
    """An answer that is no HTTP."""
    exchange.send_raw(b"220 mail.example ESMTP\r\n")
    raise Cut


def huge_header(size: int) -> Behaviour:
    """One header of so many bytes."""

    def behaviour(exchange: Exchange) -> None:
        exchange.send(_head(exchange, X_Huge="x" * size))

    return behaviour


def web_page(exchange: Exchange) -> None:
    """200 with a page of HTML instead of the file, as where one has to log in."""
    body = b"<!DOCTYPE html><title>Log in</title><p>Please log in."
    exchange.start(200, {"Content-Type": "text/html; charset=utf-8", "Content-Length": len(body)})
    exchange.send(body)


# -- answers that are no file --------------------------------------------------------------------------------------


def errors(status: int, times: int | None = None, retry_after: str | None = None) -> Behaviour:
    """This status, for the first `times` requests or always; with Retry-After (seconds, or a date) if given."""

    def behaviour(exchange: Exchange) -> None:
        body = b"no"
        more = {} if retry_after is None else {"Retry-After": retry_after}
        exchange.start(status, {"Content-Type": "text/plain", "Content-Length": len(body), **more})
        exchange.send(body)

    return first(times, behaviour)


def redirects(to: str | None = None, status: int = 302, times: int | None = None) -> Behaviour:
    """To that URL, whatever it is, or to itself; the first `times` requests or always."""

    def behaviour(exchange: Exchange) -> None:
        exchange.start(status, {"Location": exchange.asked.path if to is None else to, "Content-Length": 0})

    return first(times, behaviour)


# -- made of others ------------------------------------------------------------------------------------------------


def changes(after: int, data: bytes) -> Behaviour:
    """Behaves well, and is another file with another ETag after so many requests."""

    def changed(exchange: Exchange) -> None:
        well(Exchange(exchange.asked, data, exchange.handler))

    return first(after, well, changed)


def first(times: int | None, behaviour: Behaviour, then: Behaviour = well) -> Behaviour:
    """One behaviour for so many requests, always if None, and another one after that."""
    count = itertools.count()
    lock = threading.Lock()

    def either(exchange: Exchange) -> None:
        with lock:
            number = next(count)
        (behaviour if times is None or number < times else then)(exchange)

    return either


def _except_head(behaviour: Behaviour) -> Behaviour:
    def only_bodies(exchange: Exchange) -> None:
        (well if exchange.asked.method == "HEAD" else behaviour)(exchange)

    return only_bodies


def _due(exchange: Exchange) -> int:
    """How many bytes of a body are due."""
    total = len(exchange.data)
    begin, end = exchange.asked.range or (0, total)
    return min(end, total) - begin


def _moved(exchange: Exchange, begin_by: int, end_by: int) -> None:
    """Answer with another range than was asked for, and say so."""
    if (span := exchange.asked.range) is None:
        well(exchange)
        return
    total = len(exchange.data)
    begin, end = span[0] + begin_by, min(span[1] + end_by, total)
    body = exchange.data[begin:end]
    said = {"Content-Range": f"bytes {begin}-{end - 1}/{total}", "Content-Length": len(body), "ETag": exchange.etag}
    exchange.start(206, said)
    exchange.send(body)
