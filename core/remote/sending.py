"""Sends parts of a file to a store, a few at the same time, and each again where that may help."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable

from core.errors import CheckpointError
from core.remote.address import RemotePath
from core.remote.asking import ATTEMPTS, LOOK, pause_after, spread
from core.remote.secrets import redacted
from core.remote.traffic import traffic_of_thread
from core.remote.trouble import Passing, Unreachable

AT_ONCE = 4
"""Parts under way at most; each is in memory until it has arrived."""


def not_written(path: RemotePath, reason: str, count: int = ATTEMPTS) -> CheckpointError:
    """The error of a store that takes nothing, ``count`` times."""
    if count == 1:
        return Unreachable("{path} could not be written: {reason}. The target is unchanged.", path=path, reason=reason)
    return Unreachable(
        "{path} could not be written after {count} tries: {reason}. The target is unchanged.",
        path=path,
        reason=reason,
        count=count,
    )


class Sending:
    """Carries out several orders to a store at the same time, such as parts of an upload. It may repeat an order.

    The caller waits in `send` and `wait`. They report progress, as reading does, and raise the error of any order.
    """

    def __init__(self, path: RemotePath, at_once: int = AT_ONCE) -> None:
        self._path, self._at_once = path, at_once
        self._changed = threading.Condition()
        self._stopped = threading.Event()
        self._under_way = 0
        self._error: BaseException | None = None
        self._attempt, self._trouble, self._last = 1, "", time.monotonic()

    def send(self, order: Callable[[], None]) -> None:
        """Give an order, once fewer are under way than may be."""
        self._wait(self._at_once - 1)
        with self._changed:
            self._under_way += 1
        traffic_of_thread().requests += 1
        threading.Thread(target=self._carry_out, args=(order,), name="sending", daemon=True).start()

    def wait(self) -> None:
        """Wait until all orders are done."""
        self._wait(0)

    def stop(self, seconds: float) -> None:
        """Repeat no order from now on, and wait up to ``seconds`` for those under way."""
        self._stopped.set()
        with self._changed:
            self._changed.wait_for(lambda: not self._under_way, seconds)

    def _wait(self, most: int) -> None:
        while True:
            with self._changed:
                self._changed.wait_for(lambda: self._under_way <= most or self._error is not None, LOOK)
                if self._error is not None:
                    raise self._error
                if self._under_way <= most:
                    return
                silent, attempt, trouble = time.monotonic() - self._last, self._attempt, self._trouble
            traffic_of_thread().tell(self._path.host, silent, attempt, ATTEMPTS, trouble)

    def _carry_out(self, order: Callable[[], None]) -> None:
        error: BaseException | None = None
        try:
            self._try(order)
        except BaseException as raised:  # noqa: BLE001 - it belongs to whoever gave the order
            error = raised
        with self._changed:
            self._under_way -= 1
            self._error = self._error or error
            self._attempt, self._trouble, self._last = 1, "", time.monotonic()
            self._changed.notify_all()

    def _try(self, order: Callable[[], None]) -> None:
        attempt = 1
        while not self._stopped.is_set():
            try:
                order()
                return
            except Passing as passing:
                reason = redacted(passing.reason)
                if attempt >= ATTEMPTS:
                    raise not_written(self._path, reason) from None
                attempt += 1
                self._attempt, self._trouble = attempt, reason
                self._stopped.wait(spread(pause_after(passing, attempt - 1)))
