"""Everything that can go wrong with a checkpoint, one class a cause.

Each message is one sentence or two that a user can act on: what is the matter, and what to do.
"""

from __future__ import annotations

import errno
from enum import Enum
from pathlib import Path
from typing import NamedTuple, Self

from core.words import marked, say


class Step(Enum):
    """What a user can do about a refusal; each front end has a click, or an option, for it."""

    EXTRACT = "put the state dict of the object at a path in its place"
    KEEP = "keep what is at a path alone"
    DROP = "leave out what is at a path"
    RENAME = "rename the key at a path"
    SAVE_AS = "save in the container of that name"
    ACCEPT_DAMAGE = "write bytes that do not match their checksum"
    ACCEPT_ODD = "write what is shown of an odd file"
    ACCEPT_MISSING = "write a copy that is incomplete"
    ACCEPT_FILES = "let a recipe read the files that it names"


class Way(NamedTuple):
    """A way out of a refusal: a step, and the path or the name that it is about, empty for the whole file."""

    step: Step
    what: str = ""


class CheckpointError(Exception):
    """Base of all errors that the file or the request is to blame for.

    ``part`` is the path of the one of many files that it is about; empty where that is the file that was asked for.
    ``ways`` are what the user can do, the best first: its text names neither a click nor an option, a front end adds
    its own.
    """

    part = ""
    ways: tuple[Way, ...] = ()

    def __init__(self, text: str = "", /, **values: object) -> None:
        """Say a text, as `core.words.say` does."""
        super().__init__(say(text, **values))

    def with_ways(self, *ways: Way) -> Self:
        """The error with what the user can do."""
        self.ways = ways
        return self


class CannotOpen(CheckpointError):
    """The file cannot be read at all: missing, a directory, no permission."""


class SeveralCheckpoints(CannotOpen):
    """A folder holds checkpoints, each by itself, and is none; ``names`` are what they are called in it."""

    def __init__(self, message: str, names: tuple[str, ...]) -> None:
        super().__init__(message)
        self.names = names


class LinkOut(CannotOpen):
    """A symbolic link of a folder leads out of it: it is followed only where the user says so."""


class NotACheckpoint(CheckpointError):
    """The file is something else: a web page, a git-lfs pointer, a plain pickle, an old tar."""


class Truncated(CheckpointError):
    """The file ends before what it promises."""


class Malformed(CheckpointError):
    """The file contradicts itself, or uses the format in a way that no program writes."""


class NoZipEnd(Truncated):
    """A zip without the directory at its end."""


class NoPickle(Truncated):
    """A zip as torch begins to write it, without its ``data.pkl``."""


class DamagedZip(Malformed):
    """The directory of a zip contradicts itself, or what it says of a record is not so."""


class MissingRecord(Malformed):
    """Bytes that the pickle refers to are not in the file."""


class ShortRecord(Malformed):
    """A storage of which the file has fewer bytes than the pickle says."""


class TooLarge(CheckpointError):
    """The file asks for more nodes or nesting than any real checkpoint has.

    ``what`` is counted, ``found`` exceeds ``limit``.
    """

    def __init__(self, what: str, found: int, limit: int) -> None:
        super().__init__(
            say(
                "The file asks for {found:,} {what}; no real checkpoint needs more than {limit:,}. Pthfinder stops "
                "there.",
                found=found,
                what=what,
                limit=limit,
            )
        )
        self.what, self.found, self.limit = what, found, limit


class ReadOnlyFormat(CheckpointError):
    """The file can be shown but not edited (TorchScript, safetensors)."""


class EditError(CheckpointError):
    """An edit that does not fit this file."""


class PathNotFound(EditError):
    """A path in a request names nothing in the file."""


class KeyCollision(EditError):
    """Two keys would become one."""


class BadDevice(EditError):
    """A device that torch would not know."""


class OtherPrefix(EditError):
    """The keys of the model at ``path`` are those of another with a ``prefix``, which is to be stripped first."""

    path = Path()
    prefix = ""

    def at(self, path: Path, prefix: str) -> Self:
        """The error with the file and the prefix that it is about."""
        self.path, self.prefix = path, prefix
        return self


class BadSlice(CheckpointError):
    """A part of a tensor that is none, or that does not fit its shape."""


class SaveError(CheckpointError):
    """The save could not be done; the source and the target are as they were."""


class TargetExists(SaveError):
    """``path`` is there already, or has appeared meanwhile, and nobody asked to replace it."""

    def __init__(self, path: object, *, meanwhile: bool = False) -> None:
        there = marked("{path} already exists. Choose another name, or allow overwriting.")
        appeared = marked("{path} was created in the meantime. Choose another name, or allow overwriting.")
        super().__init__(appeared if meanwhile else there, path=path)
        self.path = path


_HELD = (5, 32)
"""ERROR_ACCESS_DENIED and ERROR_SHARING_VIOLATION of Windows."""


def _reason(error: OSError) -> str:
    """What the system says; of a full disk it speaks of a device, which is a GPU everywhere else."""
    reason = str(error.strerror or error)
    return say("the disk is full ({reason})", reason=reason) if error.errno == errno.ENOSPC else reason


class DiskError(SaveError):
    """The system could not do a step of writing; ``what`` says it without that nothing was changed."""

    def __init__(self, path: object, error: OSError) -> None:
        self.what = say("{path} could not be written: {reason}.", path=path, reason=_reason(error))
        if getattr(error, "winerror", 0) in _HELD:
            self.what += " " + say("Another program may have it open, and Windows does not replace open files.")
        super().__init__(say("{what} Nothing was changed.", what=self.what))


class LeftBehind(SaveError):
    """What was written so far could not be removed again: ``said`` is what went wrong before, ``path`` what is left."""

    def __init__(self, said: str, path: object, reason: OSError) -> None:
        super().__init__(
            say(
                "{said} The target is unchanged, but a temporary file could not be removed ({reason}): "
                "{path}. You can delete it.",
                said=said,
                reason=reason.strerror or reason,
                path=path,
            )
        )
        self.path = path


class LeftElsewhere(SaveError):
    """What was sent so far could not be removed from a store: ``said`` is what went wrong before."""

    def __init__(self, said: str, path: object) -> None:
        super().__init__(
            say(
                "{said} The unfinished upload of {path} could not be removed. The next save to the same place "
                "removes it.",
                said=said,
                path=path,
            )
        )
        self.path = path


class NotEnoughSpace(SaveError):
    """The disk has no room for the file."""


class SourceChanged(SaveError):
    """The file on disk is no longer the one that was opened."""


class DamagedSource(SaveError):
    """Bytes of the source do not match their checksum, and what would be written could not tell any more."""


class OddSource(SaveError):
    """The source is not as ``torch.save`` writes files, and nobody accepted a plain file of what is shown of it."""


class MissingParts(SaveError):
    """Files of the source are missing, or cannot be opened, and nobody accepted a copy without what they hold."""


class NotPlain(SaveError):
    """What is shown of an odd source cannot be said in the forms that ``torch.save`` writes."""


class SelfMade(SaveError):
    """An object whose own arguments contain it through a list, which no order of writing can express."""


class VerifyFailed(SaveError):
    """What was written does not read back as planned; the target was left alone."""


class ClusterError(CheckpointError):
    """The workers of a cluster cannot do what is asked of them: none is there, or none answers any more."""


class NotSeen(ClusterError):
    """A worker cannot read the file that the program sees."""


class OtherVersion(ClusterError):
    """A worker has another version of the program, or of what it stands on."""


class Cancelled(Exception):
    """The user asked to stop. Not an error: nothing was written."""
