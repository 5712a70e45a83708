"""Where new files are made until all of them can be put in their place: beside it, or in a store elsewhere.

A file is a folder of one: what a save does is the same for both, here and elsewhere.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from types import TracebackType
from typing import Self

from core.errors import Cancelled
from core.files.copy import Out, Sink
from core.progress import Tick
from core.saving.permissions import Like
from core.saving.publishing import Temporary, check_space


class NewPlace(ABC):
    """New files of about ``total`` bytes, removed at the end where they were not put in place. Errors are `SaveError`.

    ``path`` is where they are read back once they are finished, ``bytes`` are those written so far. ``left`` is a
    second name of the new file that could not be removed, or what is left of a folder that was replaced.
    """

    left: Path | None = None
    path: Path

    def __init__(self, target: Path, tick: Tick) -> None:
        self.target = target
        self.bytes = self.total = 0
        self._tick, self._last = tick, (0, 0)
        self._published = False

    @abstractmethod
    def __enter__(self) -> Self: ...

    @abstractmethod
    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, _: TracebackType | None
    ) -> bool: ...

    def _ends_well(self, kind: type[BaseException] | None) -> bool:
        """Whether all is in place, so that the save is done and there is nothing to cancel any more."""
        return self._published and kind is not None and issubclass(kind, KeyboardInterrupt | Cancelled)

    def tick(self, done: int, total: int) -> None:
        """Tell the progress; it does not stop what cannot be undone."""
        self._last = done, total
        self._tick(done, total)

    @contextmanager
    def file(self, name: str = "") -> Iterator[Sink]:
        """As `core.saving.targets.target.Destination.file` says."""
        begin = self.bytes
        with self._opened(name) as out:
            sink = Sink(out, self.total, lambda done, total: self.tick(min(begin + done, total), total))
            yield sink
            sink.flush()
        self.bytes += sink.position

    @abstractmethod
    def _opened(self, name: str) -> AbstractContextManager[Out]:
        """What takes the bytes of a new file."""

    @abstractmethod
    def expect(self, nbytes: int) -> None:
        """About so many bytes will come. Raises `NotEnoughSpace`."""

    def names(self) -> list[str]:
        """What the files of a folder are called that were written so far."""
        return []

    def carry(self, files: Sequence[Path]) -> list[str]:  # noqa: ARG002 - nothing goes along with one file
        """Have files of other folders here too, as far as none of their names is there; the names."""
        return []

    @abstractmethod
    def finish(self) -> None:
        """All bytes have come: they can be read at ``path`` now."""

    @abstractmethod
    def put(self) -> None:
        """It was read back: have all in place in one step, with no more permissions than the source has."""


class NewFileHere(NewPlace):
    """A file of this computer."""

    def __init__(self, target: Path, tick: Tick, like: Like | None, overwrite: bool) -> None:
        super().__init__(target, tick)
        self._like, self._overwrite = like, overwrite
        self._temporary = Temporary(target)
        self.path = self._temporary.path

    def __enter__(self) -> Self:
        self._temporary.__enter__()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> bool:
        try:
            return self._temporary.__exit__(kind, error, at)
        finally:
            self.left = self._temporary.left

    @contextmanager
    def _opened(self, _name: str) -> Iterator[Out]:
        yield self._temporary.out

    def expect(self, nbytes: int) -> None:
        check_space(self.target, nbytes)

    def finish(self) -> None:
        """As `NewPlace.finish` says."""

    def put(self) -> None:
        self._temporary.publish(self._like, self._overwrite)
