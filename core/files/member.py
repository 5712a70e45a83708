"""Paths of bytes that lie in a file: ``FILE!KEY`` is what ``KEY`` of the checkpoint ``FILE`` holds."""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

MARK = "!"
_NATIVE: Any = type(Path())

if TYPE_CHECKING:
    _Base = Path
else:
    _Base = _NATIVE


class MemberPath(_Base):
    """A path that is called by what it lies in, and whose bytes are in a file of ours as long as anybody has the path.

    Whoever opens or asks it is led to that file; ``str`` and ``name`` say where the bytes come from. What is made of
    it, such as a name beside it, is a path like any other.
    """

    _outer: Path | None = None
    _copy = ""

    @classmethod
    def of(cls, outer: Path, key: str, data: bytes) -> MemberPath:
        """A path for some bytes. Raises `OSError` where they cannot be kept."""
        import tempfile  # noqa: PLC0415 - few files lie in others
        import weakref  # noqa: PLC0415 - as above

        path = cls(f"{outer}{MARK}{key}")
        path._outer = outer
        fd, path._copy = tempfile.mkstemp(prefix="pthfinder-member-")
        weakref.finalize(path, Path(path._copy).unlink, missing_ok=True)
        with os.fdopen(fd, "wb") as file:
            file.write(data)
        return path

    @property
    def outermost(self) -> Path:
        """The file that was opened first, to find it."""
        if self._outer is None:
            return Path(self)
        return self._outer.outermost if isinstance(self._outer, MemberPath) else self._outer

    @property
    def as_file(self) -> Path:
        """What it would be called as a file of its own beside that one."""
        first = self.outermost
        return first.with_name(
            "-".join([first.stem, *re.findall(r"[\w.]+", self.name[len(first.name) :])]) + first.suffix
        )

    @property
    def name(self) -> str:
        first = self.outermost
        return super().name if self._outer is None else f"{first.name}{str(self)[len(str(first)) :]}"

    @property
    def parent(self) -> Path:  # type: ignore[override]  # what is beside it is a path like any other
        return super().parent if self._outer is None else self.outermost.parent

    def __fspath__(self) -> str:
        return self._copy or str(self)

    def __reduce__(self) -> Any:
        return Path, (os.fspath(self),)

    def with_name(self, name: str) -> Path:  # type: ignore[override]  # the same
        return self.parent / name

    def resolve(self, strict: bool = False) -> MemberPath:
        del strict
        return self


def outer_and_key(place: str) -> tuple[str, str] | None:
    """The file and the key in it that ``FILE!KEY`` names; None for everything else, files of that name too."""
    if MARK not in place or os.path.lexists(place):
        return None
    ends = (at for at, each in enumerate(place) if each == MARK and at < len(place) - 1)
    at = next((at for at in ends if Path(place[:at]).is_file()), None)
    return None if at is None else (place[:at], place[at + 1 :].replace(os.sep, "/"))
