"""Findings for files that are no checkpoint that can be edited: broken ones, other things, and other containers."""

from __future__ import annotations

import re
from pathlib import Path

from core.catalogue.catalogue import Catalogue
from core.diagnosis.damage import Damage, Kind, damage_of
from core.diagnosis.finding import ERROR, Finding
from core.errors import CannotOpen, CheckpointError, NotACheckpoint, Truncated
from core.files.parts import open_part
from core.formats.legacy import is_tar
from core.formats.safetensors import SafetensorsArchive
from core.loading.code import own_on_cpu
from core.loading.many_files import path_of
from core.loading.methods import JIT, SAFETENSORS
from core.loading.opcodes import refused_at_once
from core.loading.torch_messages import NO_SAFETENSORS, OF_TAR, OF_TORCHSCRIPT, unsupported_opcode
from core.remote.address import as_path
from core.remote.trouble import NeedsDownload
from core.saving.look_only import about_state_dict
from core.text import clip, listed, sentences, size_text
from core.words import marked, say

_TITLES = {
    "cut-short": marked("The file is cut short"),
    "not-a-checkpoint": marked("This is not a checkpoint"),
    "damaged": marked("The file is damaged"),
}
_FIXES = {
    "cut-short": marked("Download the file again."),
    "not-a-checkpoint": marked("Look for the checkpoint itself and load that."),
    "damaged": marked("Download the file again, or go back to an older checkpoint."),
}
_SENTENCES = re.compile(r"(?<=[.!?)]) (?=[A-Z])|(?<=。)(?=.)")
_OPCODES = frozenset(b"(.0123FGIJKLMNPQRSTUVXabcdeghijlopqrstu]})\x80\x81\x82\x83\x84\x85\x86\x87\x88\x89\x8a\x8b")
"""First bytes with which Python's own unpickler goes on, for a while."""
_ZIP = b"PK\3\4"
_HEAD = 1 << 22
"""Bytes that are looked at: in them all devices of a file of the legacy format are named, as a rule."""
_HEAD_ELSEWHERE = 1 << 17
"""The same of a file that comes over a network: what came along when it was looked at."""
_MOST_NAMED = 4
_NO_LOADER = "A load persistent id instruction was encountered, but no persistent_load function was specified"


def diagnose_unopened(path: str | Path, error: CheckpointError) -> tuple[Finding, ...]:
    """The finding for a file that opening gave ``error`` for, with torch's words where its first bytes decide them.

    Empty where the file itself is not to blame: it is missing, a directory, or may not be read.
    """
    path = as_path(error.part or path).expanduser()
    if isinstance(error, CannotOpen | NeedsDownload):
        return ()
    beginning = _beginning(path)
    if beginning is None:
        return ()
    head, size = beginning
    code = _code(error, size)
    what, fix = _split(str(error), path)
    if code == "cut-short" and size:
        has = say(
            "This file has {size} ({bytes:,} bytes): compare that with its size where you got it.",
            size=size_text(size),
            bytes=size,
        )
        fix = sentences(fix or say(_FIXES[code]), has)
    damage = damage_of(error, head, path.name)
    explanation, title = sentences(what, *_about_other_loads(damage, head)), say(_TITLES[code])
    return (Finding(code, ERROR, title, _words(head), (), (), explanation, fix or say(_FIXES[code]), damage=damage),)


def findings_of_container(catalogue: Catalogue) -> tuple[Finding, ...]:
    """The finding for a TorchScript archive or a safetensors file, which open here and not in ``torch.load``."""
    checkpoint, path = catalogue.checkpoint, path_of(catalogue.checkpoint)
    if checkpoint.format.way == JIT:
        return (
            Finding(
                "torchscript",
                ERROR,
                say("A TorchScript archive, for torch.jit.load"),
                OF_TORCHSCRIPT,
                (),
                (),
                say(
                    "This file holds compiled code with its weights, as torch.jit.save writes it. torch.load of torch "
                    "2.6 and later refuses it, because loading it can run that code."
                ),
                sentences(
                    say(
                        "If you trust its source, load it with torch.jit.load(f, map_location='cpu'); its "
                        "state_dict() can then be saved with torch.save."
                    ),
                    about_state_dict(catalogue),
                ),
                workaround=say(
                    "torch.load(f, weights_only=False) only passes the file on to torch.jit.load, with a warning."
                ),
            ),
        )
    if checkpoint.format.way == SAFETENSORS:
        by_name, head = path.name.endswith(".safetensors"), _head(path)
        return (
            Finding(
                "safetensors",
                ERROR,
                say("A safetensors file, for safetensors.torch.load_file"),
                NO_SAFETENSORS if by_name else _words(head),
                (),
                (),
                sentences(
                    say("This file is in the safetensors format, which is not a pickle."),
                    say(
                        "torch.load cannot read it before torch 2.13, which recognizes it by its .safetensors "
                        "suffix and needs the safetensors package."
                    )
                    if by_name
                    else say("torch.load takes it for a checkpoint in the legacy format and cannot read it."),
                    _about_dtypes(checkpoint.archive),
                ),
                say("Load it with safetensors.torch.load_file(f, device='cpu')."),
                damage=_of_others(head),
            ),
        )
    own = checkpoint.format.own_loader
    if own is None:
        return ()
    head = _head(path)
    return (
        Finding(
            "other-loader",
            ERROR,
            say(own.title),
            _words(head),
            (),
            (),
            checkpoint.read_only or "",
            _from_a_card(catalogue)
            or sentences(say("Load the file with {call}.", call=own.call()), about_state_dict(catalogue)),
            damage=_of_others(head),
        ),
    )


def _from_a_card(catalogue: Catalogue) -> str:
    """How it is loaded where it was saved on other devices than the CPU, which its loader may need; else nothing."""
    return own_on_cpu(catalogue) if any(total.device != "cpu" for total in catalogue.devices) else ""


def _of_others(head: bytes) -> Damage:
    """What an unpickler makes of a sound file that is none for it."""
    return Damage(frozenset() if head.startswith(_ZIP) else frozenset({Kind.FOREIGN}), refused_at_once(head))


def _about_dtypes(archive: object) -> str:
    unknown = archive.unknown_dtypes() if isinstance(archive, SafetensorsArchive) else []
    if not unknown:
        return ""
    return say(
        "Its tensors of {unknown} are shown as bytes, because torch has no such dtype.",
        unknown=clip(listed(unknown)),
    )


def _head(path: Path) -> bytes:
    """The first bytes of a file that was open a moment ago."""
    found = _beginning(path)
    return found[0] if found is not None else b""


def _beginning(path: Path) -> tuple[bytes, int] | None:
    """The first bytes of a file, and how many there are; None where it cannot be read."""
    try:
        file = open_part(path)
        try:
            return file.peek(0, _HEAD_ELSEWHERE if file.fd is None else _HEAD), file.size
        finally:
            file.close()
    except (OSError, CheckpointError):
        return None


def _words(head: bytes) -> str:
    """What torch says to a file, where its first bytes alone decide that; an exception without words by its name."""
    if not head:
        return "EOFError"
    if head.startswith(_ZIP):
        return ""
    if is_tar(head):
        return OF_TAR
    code = refused_at_once(head)
    return unsupported_opcode(code) if code is not None else ""


def _code(error: CheckpointError, size: int) -> str:
    if isinstance(error, Truncated) or not size:
        return "cut-short"
    if isinstance(error, NotACheckpoint):
        return "not-a-checkpoint"
    return "damaged"


def _split(text: str, path: Path) -> tuple[str, str]:
    """What is the matter, and what to do: the last sentence of what the error says."""
    text = text.replace(str(path), say("The file")).replace(f"{path.name} is ", "The file is ")
    *what, last = _SENTENCES.split(text)
    return (sentences(*what), last) if what else (last, "")


def _about_other_loads(damage: Damage, head: bytes) -> list[str]:
    """What torch says elsewhere: where a device is missing, in older versions and with ``weights_only=False``."""
    older = say("torch before 2.6, or any torch with weights_only=False, says:")
    if not head:
        return [say("{older} Ran out of input.", older=older)]
    if damage.devices:
        named = listed(damage.devices[:_MOST_NAMED])
        return [
            say(
                "It names {named}. On a computer without such a device, torch reports the missing device before it "
                "reaches the end of the file.",
                named=named,
            )
        ]
    if Kind.NAMES_STORAGES in damage.kinds:
        return [f"{older} {_NO_LOADER}."]
    if Kind.OTHER_MAGIC in damage.kinds:
        return [
            say(
                "torch before 2.6, or any torch with weights_only=False, refuses it with “Invalid magic number; "
                "corrupt file?”."
            )
        ]
    if head[0] not in _OPCODES and not head.startswith(b"P"):
        key = chr(head[0]) if 32 <= head[0] < 127 else f"\\x{head[0]:02x}"
        return [say("{older} invalid load key, '{key}'.", older=older, key=key)]
    return []
