"""URLs as paths: a `RemotePath` goes wherever the path of a file goes, and asks nobody anything on the way."""

from __future__ import annotations

import os
import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self
from urllib.parse import quote, unquote, urlsplit

from core.errors import CannotOpen
from core.remote import secrets
from core.text import listed
from core.words import say

SCHEMES = ("https", "http", "s3", "gs", "az", "sftp", "hf")
"""What is understood, besides ``file``."""
_SAME = {"gcs": "gs", "abfs": "az", "abfss": "az", "ssh": "sftp", "s3a": "s3"}
_URL = re.compile(r"[A-Za-z][A-Za-z0-9+.:-]+://", re.ASCII)
_NAMED = {"sftp", "az", "hf"}
"""Where a name before ``@`` says what is meant: whose home, which container or model. Elsewhere it is half of a key."""
_KEPT = "/%:@!$&'()*+,;=~"
_NATIVE: Any = type(Path())
_seen: dict[str, bool] = {}
"""What was found at a location when it was last looked at: whether it is a folder."""

if TYPE_CHECKING:
    _Base = Path
else:
    _Base = _NATIVE


class RemotePath(_Base):
    """A file or a folder elsewhere. Two are equal where their URLs are.

    ``str`` is the URL without anything secret. The parts are the scheme, the host or bucket, the query where there is
    one (files beside this one are asked for by it too), and the names. It asks nobody anything: whether it is there,
    and a folder, is answered as it was when `core.remote.asking` last looked.
    """

    __slots__ = ()

    @classmethod
    def parse(cls, text: str) -> Self:
        """The path that a URL means. Raises `CannotOpen` for one that is not understood."""
        try:
            url = urlsplit(text.strip().replace("\\", "/"))
        except ValueError:
            raise _incomplete(text) from None
        scheme = _SAME.get(url.scheme.lower(), url.scheme.lower())
        if scheme not in SCHEMES:
            raise CannotOpen(
                "{scheme}:// is not understood. Addresses begin with {known}.",
                scheme=url.scheme,
                known=listed(f"{each}://" for each in SCHEMES),
            )
        user, at, host = url.netloc.rpartition("@")
        _, colon, port = host.rpartition(":")
        is_port = not colon or port.isdecimal() or host.endswith("]")
        if not host or not is_port or any(not character.isprintable() for character in text):
            raise _incomplete(text)
        name, colon, password = user.partition(":")
        is_web = scheme in {"http", "https"}
        if scheme not in _NAMED or (colon and scheme != "sftp"):
            name = secrets.shown_user(name)
        place = f"{name}@{host}" if at else host
        if colon:
            secrets.keep_password(f"{scheme}://{place}", password)
        shown = secrets.shown_query(url.query) if is_web else ""
        # What would be a query or a fragment of a page is part of the name of an object.
        way = url.path if is_web else text.strip().replace("\\", "/").partition(f"//{url.netloc}")[2]
        names = [each for each in way.split("/") if each not in {"", "."}]
        names = list(map(secrets.shown_name, names)) if is_web else names
        path = cls(f"{scheme}:", place, *([f"?{shown}"] if shown else []), *names)
        if way.endswith("/") or not names:
            path.remember(is_folder=True)
        return path

    @property
    def scheme(self) -> str:
        return str(self.parts[0][:-1])

    @property
    def host(self) -> str:
        """The host, with its port and the name of a user, or the bucket."""
        return self.parts[1] if len(self.parts) > 1 else ""

    @property
    def query(self) -> str:
        """What is shown of the query, without ``?``."""
        return self.parts[2][1:] if self._has_query else ""

    @property
    def names(self) -> tuple[str, ...]:
        """The names behind the host."""
        return self.parts[3 if self._has_query else 2 :]

    @property
    def url(self) -> str:
        """What is asked for, with what is secret in the query; the password of a user is not in it.

        Raises `CannotOpen` where the secret was told to another run of the program.
        """
        query = secrets.full_query(self.query)
        names = [name for each in self.names if (name := secrets.full_name(each)) is not None]
        user, _, host = self.host.rpartition("@")
        if query is None or len(names) < len(self.names) or secrets.full_name(user) is None:
            raise CannotOpen(
                "The address of {path} had a secret part (a password, token or signature), which Pthfinder does "
                "not store. Paste the whole address again.",
                path=self,
            )
        way = "".join(f"/{quote(name, safe=_KEPT)}" for name in names) or "/"
        return f"{self.scheme}://{host}{way}{'?' if query else ''}{query}"

    @property
    def whole(self) -> str:
        """The location with all that is secret in it, for another process of ours. Raises as `url` does."""
        password = secrets.password_of(f"{self.scheme}://{self.host}")
        user, at, _ = self.host.rpartition("@")
        if self.scheme in {"http", "https"}:
            found = self.url.replace("://", f"://{quote(secrets.full_name(user) or '', safe='')}{at}", 1)
        else:
            found = str(self).replace(user, secrets.full_name(user) or user, 1)
        return found if password is None else found.replace("@", f":{quote(password, safe='')}@", 1)

    @property
    def key(self) -> str:
        """The names as one text, decoded: what an object in a bucket is called."""
        return "/".join(self.names)

    def remember(self, *, is_folder: bool) -> None:
        _seen[str(self)] = is_folder

    def remember_none(self) -> None:
        _seen.pop(str(self), None)

    @property
    def _has_query(self) -> bool:
        return len(self.parts) > 2 and self.parts[2].startswith("?") and self.scheme in {"http", "https"}

    def __str__(self) -> str:
        query = f"?{self.query}" if self.query else ""
        return f"{self.scheme}://{'/'.join((self.host, *self.names))}{query}"

    def __fspath__(self) -> str:
        return str(self)

    # -- what a path of this computer would ask the disk ------------------------------------------------------

    def is_dir(self, **_: Any) -> bool:
        return _seen.get(str(self), False)

    def is_file(self, **_: Any) -> bool:
        return not _seen.get(str(self), True)

    def exists(self, **_: Any) -> bool:
        return str(self) in _seen

    def relative_to(self, *other: Any) -> Path:  # type: ignore[override]  # what is left is no location
        return Path(*super().relative_to(*other).parts)

    def is_symlink(self) -> bool:
        return False

    def is_absolute(self) -> bool:
        return True

    def absolute(self) -> Self:
        return self

    def resolve(self, strict: bool = False) -> Self:
        del strict
        return self

    def expanduser(self) -> Self:
        return self

    def stat(self, **_: Any) -> os.stat_result:
        """Raises `OSError`: a file elsewhere has no status as those of this computer have."""
        raise FileNotFoundError(2, say("it is not on this computer"), str(self))

    def samefile(self, other: str | os.PathLike[str]) -> bool:
        return self == as_path(other)


def _incomplete(text: str) -> CannotOpen:
    return CannotOpen("{url} is not a complete address.", url=secrets.without_key(text.strip()))


def is_url(text: str) -> bool:
    """Whether a text is a URL and no path."""
    return _URL.match(text.lstrip()) is not None


def as_path(place: str | os.PathLike[str]) -> Path:
    """The path that a user means: a URL, or a file of this computer, also by ``file://``. Raises `CannotOpen`."""
    if isinstance(place, Path):
        return place
    text = os.fspath(place)
    if not is_url(text):
        return Path(text)
    if text.lstrip().lower().startswith("file://"):
        return _of_this_computer(text)
    return RemotePath.parse(text)


def _of_this_computer(text: str) -> Path:
    """The path of a ``file://``: Windows has a drive in the first name, and shares of other computers as hosts."""
    url = urlsplit(text.strip())
    way, on_windows = unquote(url.path), sys.platform == "win32"
    if url.netloc not in {"", "localhost"}:
        if not on_windows:
            raise CannotOpen("{url} is not a file on this computer.", url=text)
        way = f"//{url.netloc}{way}"
    return Path(way[1:] if on_windows and way[2:3] == ":" else way)


def real(path: Path) -> Path:
    """Where a path leads in the end; one whose links lead in a circle stays as it is."""
    try:
        return path.resolve()
    except RuntimeError:  # until Python 3.13
        return path.absolute()
