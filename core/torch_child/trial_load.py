"""Loads a file for real, with plain ``torch.load(f)`` in a child process, and says what torch said.

This side knows no torch. The child keeps ``weights_only`` as torch ≥ 2.6 has it, so nothing in the file is run.
"""

from __future__ import annotations

import importlib.metadata
import os
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from core.edits.preview import Preview
from core.errors import CheckpointError
from core.progress import Tick, ignore
from core.remote.address import RemotePath, as_path
from core.saving.leftovers import scratch_folder
from core.saving.save import save
from core.text import count_text
from core.torch_child.interpreter import CHOICE, is_packed, python_with_torch
from core.torch_child.jobs import OLDEST_TORCH, VerifyJob
from core.torch_child.limits import USUAL, Limits
from core.torch_child.process import ChildFailed, answers
from core.words import say


class CannotVerify(CheckpointError):
    """The file could not be loaded with torch for a reason that is not the file's; the message says which."""


@dataclass(frozen=True)
class LoadResult:
    """What plain ``torch.load(f)`` did on this computer.

    ``message`` is what torch said, character by character, and ``kind`` the class of its exception; both are empty
    when ``ok``. ``on_cpu`` says whether it loads with ``map_location='cpu'``; then only the devices were in the way.
    ``summary`` is one line for people, ``torch`` the version that tried, ``seconds`` what the loading took.
    """

    ok: bool
    message: str
    kind: str
    on_cpu: bool
    torch: str
    seconds: float
    summary: str


def why_not() -> str | None:
    """A sentence why nothing can be loaded with torch here; None when it can. Does not import torch."""
    python = python_with_torch()
    if python is None and is_packed():
        return say(
            "This program has no torch of its own, and found no Python that has it: neither python3 nor python, nor "
            "one that {variable} names. Nothing can be loaded with torch.",
            variable=CHOICE,
        )
    if python is None:
        return say("torch is not installed here: nothing can be loaded with it. Install it with `pip install torch`.")
    if python != sys.executable:
        return None  # the child looks before it loads anything
    try:
        version = importlib.metadata.version("torch")
        known = tuple(int(part) for part in version.split(".")[:2])
    except (importlib.metadata.PackageNotFoundError, ValueError):
        return None  # built from source, perhaps; the child looks again before it loads anything
    if known < OLDEST_TORCH:
        return say(
            "torch {version} may run code from a file, so Pthfinder does not load with it. Install torch 2.6 or later.",
            version=version,
        )
    return None


def why_not_there(path: Path) -> str | None:
    """A sentence why torch cannot load what lies there; None for a file of this computer."""
    if not isinstance(path, RemotePath):
        return None
    return say(
        "torch loads only local files, and {path} is remote. Save a local copy first (fix {path} -o COPY), and "
        "load that.",
        path=path,
    )


def verify_file(path: str | Path, tick: Tick | None = None, limits: Limits = USUAL) -> LoadResult:
    """Load the file at ``path`` in a child process, which is ended when ``tick`` raises.

    Raises `CannotVerify` where there is no torch that may be asked, or the child was killed, and
    `core.torch_child.limits.OverLimit` where it was stopped at one of the ``limits``.
    """
    reason = why_not() or why_not_there(as_path(path))
    if reason is not None:
        raise CannotVerify(reason)
    follow = tick or ignore
    file = Path(os.fspath(path)).expanduser().absolute()
    job: VerifyJob = {"verify": str(file)}
    bounds = limits.for_bytes(_size(file))
    started = time.perf_counter()
    try:
        said = list(answers("core.torch_child.bridge", job, lambda: follow(0, 0), bounds))
    except ChildFailed as error:
        raise CannotVerify(str(error)) from None
    for message in said:
        if "error" in message:
            raise CannotVerify(message["error"])
    if not said:
        raise CannotVerify(say("The process with torch ended without an answer."))
    return _result(said, time.perf_counter() - started)


def verify_preview(preview: Preview, tick: Tick | None = None, limits: Limits = USUAL) -> LoadResult:
    """Load what ``preview`` would save: a copy in a temporary folder, removed afterwards; many files are one there.

    Raises what `verify_file` does, and a `core.errors.SaveError` when the copy cannot be written.
    """
    checkpoint = preview.catalogue.checkpoint
    reason = why_not_there(checkpoint.path)
    if reason is not None:  # a copy of all of it would be fetched for that alone
        raise CannotVerify(reason)
    many = len(checkpoint.parts) > 1
    if not preview.plan and not many:
        return verify_file(checkpoint.path, tick, limits)
    with scratch_folder() as folder:
        copy = folder / (f"{checkpoint.name}.pth" if many else checkpoint.name)
        save(preview, copy, accept_odd=True, tick=tick, container="zip" if many else None)  # nobody keeps it
        return verify_file(copy, tick, limits)


def _size(file: Path) -> int:
    try:
        return file.stat().st_size
    except OSError:  # torch will say why
        return 0


def _result(said: list[dict[str, Any]], waited: float) -> LoadResult:
    """The first answer is that of plain ``torch.load(f)``, the second that with ``map_location='cpu'``."""
    plain, on_cpu = said[0], said[-1]
    if plain["ok"]:
        summary = say("{tensors} loaded", tensors=count_text(plain["tensors"], "tensor"))
    elif on_cpu["ok"]:
        tensors = count_text(on_cpu["tensors"], "tensor")
        summary = say("torch.load(f) fails; with map_location='cpu' it loads {tensors}", tensors=tensors)
    else:
        summary = say("does not load")
    return LoadResult(
        plain["ok"],
        plain["message"],
        plain["kind"],
        on_cpu["ok"],
        plain["torch"],
        plain.get("seconds", waited),
        summary,
    )
