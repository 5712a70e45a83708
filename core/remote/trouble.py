"""What goes wrong between two computers."""

from __future__ import annotations

from core.errors import CannotOpen, CheckpointError, SourceChanged
from core.remote.address import RemotePath
from core.text import size_text
from core.words import say

LATER = frozenset({408, 425, 429, 500, 502, 503, 504})
"""Answers of HTTP after which it may be better in a moment (RFC 9110, RFC 6585, RFC 8470)."""


class Passing(Exception):
    """Something that may be better in a moment. ``wait`` is how many seconds the server asks for."""

    def __init__(self, reason: str, wait: float = 0.0) -> None:
        super().__init__(reason)
        self.reason, self.wait = reason, wait


class Unreachable(CannotOpen):
    """A server that did not answer, however often it was asked, or that answered with an error."""


class Refused(Unreachable):
    """A server that will not do what it was asked for; ``code`` is what it calls that."""

    def __init__(self, message: str, code: str) -> None:
        super().__init__(message)
        self.code = code


class Untrusted(CannotOpen):
    """A server that answered with what it must not: it was not followed, or not believed."""


def changed(path: RemotePath) -> SourceChanged:
    """The error of a file that is another one by now."""
    return SourceChanged("{name} has changed on its server since it was opened. Open it again.", name=path.name)


def lacking(path: RemotePath, package: str) -> CannotOpen:
    """The error where a package is not installed."""
    return CannotOpen(
        "Addresses with {scheme}:// need the package {package}. Install it: pip install {package}",
        scheme=path.scheme,
        package=package,
    )


class NeedsDownload(CheckpointError):
    """A server that gives no parts of files: all ``size`` bytes would be fetched. None where it does not say."""

    def __init__(self, path: object, size: int | None) -> None:
        much = size_text(size) if size is not None else say("an unknown number of bytes")
        super().__init__(
            say(
                "The server of {path} cannot send parts of a file. To open this file, all of it must be "
                "downloaded: {much}. Use --download, or download it yourself.",
                path=path,
                much=much,
            )
        )
        self.size = size
