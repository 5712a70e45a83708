"""What the dialog for locations says and lists: what a text means, and the names in a folder. Without Qt."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from core.containers.location import names_in
from core.errors import CannotOpen
from core.formats.register import SUFFIXES
from core.remote.address import RemotePath, as_path, is_url
from core.text import series
from core.words import marked, say, say_count

HINT: Final = marked(
    "Paste the address of a checkpoint: https://…, s3://bucket/…, gs://…, az://…, sftp://host/…, hf://owner/model/…"
)
_KINDS: Final = {
    "https": marked("a web server"),
    "http": marked("a web server, without encryption"),
    "s3": marked("a bucket of S3"),
    "gs": marked("a bucket of Google Cloud Storage"),
    "az": marked("a container of Azure Blob Storage"),
    "sftp": marked("a computer reached by SSH"),
    "hf": marked("Hugging Face Hub"),
}


@dataclass(frozen=True)
class Understood:
    """What a text means. ``path`` is None where it means nothing; then ``words`` say why, if anything was typed."""

    path: Path | None
    words: str
    wrong: bool = False

    @property
    def is_folder(self) -> bool:
        """Whether it is a folder elsewhere, as far as one knows without asking."""
        return isinstance(self.path, RemotePath) and self.path.is_dir()


def understood(text: str) -> Understood:
    """What a text means; nobody is asked for that."""
    text = text.strip()
    if not text:
        return Understood(None, say(HINT))
    try:
        path = as_path(text).expanduser()
        if isinstance(path, RemotePath):
            path.url  # noqa: B018 - raises where the key in it is not known any more
            return Understood(path, _about(path))
    except (CannotOpen, RuntimeError) as error:
        return Understood(None, str(error), wrong=True)
    if path.is_absolute():
        return Understood(path, say("A file or folder on this computer"))
    words = say("Not an address. Start with https://, s3:// or the like, or with / for a file on this computer.")
    return Understood(None, words, wrong=True)


def _about(path: RemotePath) -> str:
    kind = say(_KINDS[path.scheme])
    what = say("{name} on {host}, {kind}", name=path.name, host=path.host, kind=kind)
    if path.is_dir() or not path.names:
        what = say("A folder on {host}, {kind}", host=path.host, kind=kind)
    if str(path) != path.url and "•" in path.query:
        return say(
            "{what}. The access key in its address is kept until you close Pthfinder, and is never shown.", what=what
        )
    return say("{what}.", what=what)


@dataclass(frozen=True)
class Entry:
    """A name in a folder."""

    name: str
    is_folder: bool
    is_checkpoint: bool = False


def entries_in(folder: RemotePath) -> tuple[Entry, ...]:
    """What is in a folder elsewhere: folders first, then what may be a checkpoint. Asks its server, on any thread.

    Raises a `CheckpointError` where that does not answer.
    """
    found = [Entry(name, (folder / name).is_dir(), is_checkpoint(name)) for name in names_in(folder)]
    return tuple(sorted(found, key=lambda each: (not each.is_folder, not each.is_checkpoint, each.name.lower())))


def is_checkpoint(name: str) -> bool:
    """Whether a file is called as checkpoints are."""
    return name.lower().endswith(SUFFIXES)


def fitting(entries: Sequence[Entry], text: str) -> list[Entry]:
    """Those whose names have all words of a text in them."""
    words = text.lower().split()
    return [each for each in entries if all(word in each.name.lower() for word in words)]


def folder_of(path: RemotePath) -> RemotePath:
    """The folder that is listed for a location: itself, or the one it is in."""
    found = path if path.is_dir() or not path.names else above(path)
    return found if found is not None else path


def above(folder: RemotePath) -> RemotePath | None:
    """The folder that a folder or file is in; None for the uppermost."""
    if not folder.names:
        return None
    parent = folder.parent
    parent.remember(is_folder=True)
    return parent


def folder_text(folder: RemotePath) -> str:
    """A folder as it is typed: with a slash at its end, and without anything secret."""
    way, mark, query = str(folder).partition("?")
    return f"{way.rstrip('/')}/{mark}{query}"


def count_of(entries: Sequence[Entry]) -> str:
    """What a folder holds, in a line."""
    if not entries:
        return say("Nothing is listed here: the folder is empty, or its server does not list it.")
    folders = sum(each.is_folder for each in entries)
    checkpoints = sum(each.is_checkpoint and not each.is_folder for each in entries)
    others = len(entries) - folders - checkpoints
    told = (
        (folders, say_count(folders, "{n:,} folder", "{n:,} folders")),
        (checkpoints, say_count(checkpoints, "{n:,} checkpoint", "{n:,} checkpoints")),
        (others, say_count(others, "{n:,} other file", "{n:,} other files")),
    )
    return series(words for count, words in told if count)


def recent_locations(paths: Sequence[Path]) -> list[str]:
    """Those of the files opened last that lie elsewhere."""
    return list(dict.fromkeys(str(path) for path in paths if is_url(str(path))))
