"""What was worked out of the numbers of checkpoints, kept on this computer by the versions of their files.

A look at a run that was looked at before reads what is new alone. Losing any of it costs the reading and nothing else.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from core.errors import CheckpointError
from core.files.parts import identity_of
from core.remote import blocks
from core.saving.gate import make_folder, place_of
from core.version import VERSION
from core.words import language

_MOST = 10_000
"""Answers that are kept; each has some kilobytes."""


def folder() -> Path:
    """Where answers are kept, beside the ranges of files elsewhere."""
    return blocks.folder().parent / "runs"


def version_of(files: Sequence[Path]) -> str:
    """What is another text once any of the files is another; empty where one cannot be asked."""
    try:
        each = [(str(path), *identity_of(path)) for path in sorted(files)]
    except (OSError, CheckpointError):
        return ""
    return json.dumps(each) if each else ""


def get(kind: str, *versions: str) -> Any:
    """What `put` was told of these versions; None for nothing."""
    with suppress(OSError, ValueError, RuntimeError):  # without a home nothing is kept
        return json.loads(_place(kind, versions).read_text("utf-8")) if all(versions) else None
    return None


def put(kind: str, answer: Any, *versions: str) -> None:
    """Keep an answer, as JSON has it. A disk that takes none is no error."""
    if not all(versions):
        return
    with suppress(CheckpointError, OSError, RuntimeError):
        place = _place(kind, versions)
        make_folder(place.parent)
        _make_room(place.parent)
        place_of(place, overwrite=True).fill(lambda file: json.dump(answer, file))


def _place(kind: str, versions: Sequence[str]) -> Path:
    """The file of an answer; sentences in it are in one language."""
    name = hashlib.sha256("\n".join((VERSION, language(), kind, *versions)).encode()).hexdigest()
    return folder() / f"{name[:40]}.json"


def _make_room(inside: Path) -> None:
    found = list(inside.iterdir())
    if len(found) >= _MOST:
        for path in sorted(found, key=lambda each: each.stat().st_mtime)[: _MOST // 2]:
            path.unlink(missing_ok=True)
