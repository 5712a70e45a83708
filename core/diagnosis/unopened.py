"""Findings for files that are no checkpoint that can be edited: broken ones, other things, and other containers."""

from __future__ import annotations

import os
import re
from pathlib import Path

from core.catalogue.catalogue import Catalogue
from core.diagnosis.finding import ERROR, Finding
from core.errors import CannotOpen, CheckpointError, NotACheckpoint, Truncated
from core.formats.file_io import open_file
from core.formats.safetensors import SafetensorsArchive
from core.loading.computer import Computer
from core.loading.torch_messages import NO_SAFETENSORS
from core.loading.torch_words import words_for
from core.text import clip, size_text

_TITLES = {
    "cut-short": "The file is cut short",
    "not-a-checkpoint": "This is no checkpoint",
    "damaged": "The file is damaged",
}
_FIXES = {
    "cut-short": "Fetch the file again.",
    "not-a-checkpoint": "Look for the checkpoint itself and load that.",
    "damaged": "Fetch the file again, or go back to an older checkpoint.",
}
_SENTENCES = re.compile(r"(?<=[.!?)]) (?=[A-Z])")
_OPCODES = frozenset(b"(.0123FGIJKLMNPQRSTUVXabcdeghijlopqrstu]})\x80\x81\x82\x83\x84\x85\x86\x87\x88\x89\x8a\x8b")
"""First bytes with which Python's own unpickler goes on, for a while."""
_NO_LOADER = "A load persistent id instruction was encountered, but no persistent_load function was specified"


def diagnose_unopened(
    path: str | Path, error: CheckpointError, computer: Computer | None = None
) -> tuple[Finding, ...]:
    """The finding for a file that opening gave ``error`` for, with what torch says to its bytes on ``computer``.

    Empty where the file itself is not to blame: it is missing, a directory, or may not be read.
    """
    path = Path(path).expanduser()
    if isinstance(error, CannotOpen):
        return ()
    computer = computer or Computer()
    try:
        message, elsewhere = words_for(path, computer), words_for(path, None)
        with os.fdopen(open_file(path), "rb") as file:
            head = file.read(1)
            size = file.seek(0, 2)
    except OSError:
        return ()
    code = _code(error, size)
    what, fix = _split(str(error), path)
    if code == "cut-short" and size:
        fix = f"{fix or _FIXES[code]} It has {size_text(size)} ({size:,} bytes) here; compare that with the source."
    return (
        Finding(
            code,
            ERROR,
            _TITLES[code],
            message or "",
            (),
            (),
            " ".join([what, *_about_the_words(message, elsewhere, head, what)]),
            fix or _FIXES[code],
        ),
    )


def findings_of_container(catalogue: Catalogue) -> tuple[Finding, ...]:
    """The finding for a TorchScript archive or a safetensors file, which open here and not in ``torch.load``."""
    checkpoint = catalogue.checkpoint
    if checkpoint.container == "zip TorchScript":
        return (
            Finding(
                "torchscript",
                ERROR,
                "A TorchScript archive, for torch.jit.load",
                _words(checkpoint.path),
                (),
                (),
                "This file holds compiled code with its weights, as torch.jit.save writes it. torch.load of torch 2.6 "
                "and later refuses it, because loading it can run that code.",
                "Load it with torch.jit.load(f, map_location='cpu'), from a source that you trust; its state_dict() "
                "can then be saved with torch.save.",
                workaround="torch.load(f, weights_only=False) hands the file to torch.jit.load, with a warning.",
            ),
        )
    if checkpoint.container == "safetensors":
        by_name = checkpoint.path.name.endswith(".safetensors")
        return (
            Finding(
                "safetensors",
                ERROR,
                "A safetensors file, for safetensors.torch.load_file",
                NO_SAFETENSORS if by_name else _words(checkpoint.path),
                (),
                (),
                "This file is in the safetensors format, which is no pickle. "
                + (
                    "torch.load fails on it before torch 2.13, which goes by the name's ending and needs the "
                    "safetensors package."
                    if by_name
                    else "torch.load takes it for a checkpoint of its older format, and cannot read it."
                )
                + _about_dtypes(checkpoint.archive),
                "Load it with safetensors.torch.load_file(f, device='cpu').",
            ),
        )
    return ()


def _about_dtypes(archive: object) -> str:
    unknown = archive.unknown_dtypes() if isinstance(archive, SafetensorsArchive) else []
    if not unknown:
        return ""
    return f" Its tensors of {clip(', '.join(unknown))} are shown as bytes, because torch has no such dtype."


def _words(path: Path) -> str:
    """What torch says to a file that was open a moment ago."""
    try:
        return words_for(path, None) or ""
    except OSError:
        return ""


def _code(error: CheckpointError, size: int) -> str:
    if isinstance(error, Truncated) or not size:
        return "cut-short"
    if isinstance(error, NotACheckpoint):
        return "not-a-checkpoint"
    return "damaged"


def _split(text: str, path: Path) -> tuple[str, str]:
    """What is the matter, and what to do: the last sentence of what the error says."""
    text = text.replace(str(path), "The file").replace(f"{path.name} is ", "The file is ")
    *what, last = _SENTENCES.split(text)
    return (" ".join(what), last) if what else (last, "")


def _about_the_words(message: str | None, elsewhere: str | None, head: bytes, what: str) -> list[str]:
    """What else may be said to these bytes: by other loads, and by other versions."""
    if message == "":
        return ["torch.load takes it all the same, without a word."]
    if message is not None and elsewhere and message != elsewhere:
        words = elsewhere if elsewhere.endswith(".") else f"{elsewhere}."
        return [f"torch stumbles over the saved device first; with map_location='cpu' it says: {words}"]
    if not head:
        return ["torch before 2.6, and weights_only=False, say: Ran out of input."]
    if "persistent id" in (message or ""):
        return [f"torch before 2.6, and weights_only=False, say: {_NO_LOADER}."]
    if what.startswith("This is a plain pickle"):
        return ["With “Invalid magic number; corrupt file?” torch before 2.6, and weights_only=False, refuse it."]
    if head[0] not in _OPCODES and head != b"P":
        key = chr(head[0]) if 32 <= head[0] < 127 else f"\\x{head[0]:02x}"
        return [f"torch before 2.6, and weights_only=False, say: invalid load key, '{key}'."]
    return []
