"""A network between a client and a server on the same machine: time to travel, a rate, and connections that break.

It carries TCP and knows nothing of what is said on it, so it serves for HTTP, TLS, SSH and S3 alike.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from typing import NamedTuple, Self

from tests.servers.programs import LOOPBACK

_PIECE = 1 << 16
_UNDER_WAY = 256
"""Pieces that may be under way in one direction of a connection: 16 MiB."""


class Carried(NamedTuple):
    """What a network has carried so far."""

    connections: int
    open_now: int
    turns: int
    """How often a client has begun to speak after it was answered, or at first: its round trips on a connection."""
    sent: int
    """Bytes from clients to the server."""
    received: int
    """Bytes that reached clients."""


class _Line:
    """One direction of a connection: bytes come out in the order and at the distance in which they went in."""

    def __init__(self, network: Latency, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._network, self._reader, self._writer = network, reader, writer
        self._under_way: asyncio.Queue[tuple[float, bytes]] = asyncio.Queue(_UNDER_WAY)

    async def take(self, due: Callable[[int], float], heard: Callable[[], None]) -> None:
        """Take what comes in, an empty piece for the end, each with the time at which it arrives."""
        piece = b"-"
        while piece:
            piece = await self._reader.read(_PIECE)
            if piece:
                heard()
            await self._under_way.put((due(len(piece)), piece))

    async def give(self, gives: Callable[[bytes], tuple[bytes, bool]]) -> None:
        """Hand over what is due. Raises `ConnectionError` where the network cuts the connection."""
        while True:
            due, piece = await self._under_way.get()
            await asyncio.sleep(due - asyncio.get_running_loop().time())
            await self._network.flowing.wait()
            if not piece:
                self._writer.write_eof()
                return
            allowed, cut = gives(piece)
            self._writer.write(allowed)
            await self._writer.drain()
            if cut:
                raise ConnectionError


class Latency:
    """A network before the server on that port of 127.0.0.1; clients talk to `port` instead.

    Every answer arrives `seconds` after it was given, and the first bytes of a connection reach the server that much
    later than they were sent, as the handshake of TCP would have it. `rate` is how many bytes a second reach all
    clients together.
    """

    def __init__(self, server: int, *, seconds: float = 0.0, rate: float | None = None) -> None:
        self.seconds, self.rate = seconds, rate
        self._server = server
        self._free = 0.0  # the time from which the line to the clients has room
        self._count = {"connections": 0, "turns": 0, "sent": 0, "received": 0}
        self._fuses: dict[str, int | None] = {"sent": None, "received": None}
        self._refused = False
        self._open: dict[asyncio.Task[None], tuple[asyncio.StreamWriter, ...]] = {}

    def __enter__(self) -> Self:
        self._ready = threading.Event()
        self._thread = threading.Thread(target=lambda: asyncio.run(self._serve()), name="latency")
        self._thread.start()
        self._ready.wait()
        return self

    def __exit__(self, *_: object) -> None:
        """Break what is open; when this returns, its thread is gone."""
        self._now(self._stopping.set)
        self._thread.join()

    @property
    def url(self) -> str:
        """``http://127.0.0.1:PORT``, without a slash at its end."""
        return f"http://{LOOPBACK}:{self.port}"

    def carried(self) -> Carried:
        """What was carried so far."""
        return Carried(**self._count, open_now=len(self._open))

    def cut(self) -> None:
        """Reset all connections that are open."""
        self._now(self._reset)

    def cut_after(self, count: int, *, direction: str = "received") -> None:
        """Close the connection that carries the last of the next `count` bytes that are ``received`` or ``sent``."""
        self._now(lambda: self._fuses.update({direction: count}))

    def hang(self) -> None:
        """Carry nothing from now on, and keep connections open."""
        self._now(self.flowing.clear)

    def flow(self) -> None:
        """Go on, with what has been held back first."""
        self._now(self.flowing.set)

    def refuse(self, refused: bool = True) -> None:
        """Close new connections as soon as they come, or no more."""
        self._refused = refused

    # -- in its thread ---------------------------------------------------------------------------------------------

    def _now(self, act: Callable[[], None]) -> None:
        """Have it done before this returns."""
        done = threading.Event()
        self._loop.call_soon_threadsafe(lambda: (act(), done.set()))
        done.wait()

    async def _serve(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._stopping, self.flowing = asyncio.Event(), asyncio.Event()
        self.flowing.set()
        server = await asyncio.start_server(self._accept, LOOPBACK, 0)
        self.port: int = server.sockets[0].getsockname()[1]
        self._ready.set()
        await self._stopping.wait()
        server.close()
        tasks = list(self._open)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await server.wait_closed()

    def _reset(self) -> None:
        for writers in self._open.values():
            for writer in writers:
                writer.transport.abort()

    async def _accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._count["connections"] += 1
        self._open[task] = (writer,)
        try:
            if not self._refused:
                there, back = await asyncio.open_connection(LOOPBACK, self._server)
                self._open[task] = (writer, back)
                await self._carry(reader, writer, there, back)
        except* ConnectionError:
            pass
        except* asyncio.CancelledError:
            pass  # the network ends
        finally:
            for each in self._open.pop(task):
                each.close()

    async def _carry(
        self,
        reader: asyncio.StreamReader,
        writer: asyncio.StreamWriter,
        there: asyncio.StreamReader,
        back: asyncio.StreamWriter,
    ) -> None:
        connected = self._loop.time() + self.seconds
        speaking: str | None = None

        def turned(who: str) -> None:
            nonlocal speaking
            self._count["turns"] += who == "client" != speaking
            speaking = who

        up, down = _Line(self, reader, back), _Line(self, there, writer)
        async with asyncio.TaskGroup() as both:
            both.create_task(up.take(lambda _: connected, lambda: turned("client")))
            both.create_task(up.give(lambda piece: self._pass("sent", piece)))
            both.create_task(down.take(self._due, lambda: turned("server")))
            both.create_task(down.give(lambda piece: self._pass("received", piece)))

    def _due(self, size: int) -> float:
        """When so many bytes that the server has just given are with the client."""
        self._free = max(self._free, self._loop.time()) + (size / self.rate if self.rate else 0.0)
        return self._free + self.seconds

    def _pass(self, direction: str, piece: bytes) -> tuple[bytes, bool]:
        """What of a piece gets through, and whether the connection ends there."""
        fuse = self._fuses[direction]
        cut = fuse is not None and fuse <= len(piece)
        if fuse is not None:
            self._fuses[direction] = None if cut else fuse - len(piece)
        allowed = piece[:fuse] if cut else piece
        self._count[direction] += len(allowed)
        return allowed, cut
