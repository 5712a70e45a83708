"""Errors of broken files and of other containers: whether torch says to this file what the error says.

What is wrong with a file decides which words torch has for it, and the words of one kind of damage have changed little
since torch 0.4: the kinds below are compared, not the words.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from core.diagnosis.finding import Finding
from core.diagnosis.traceback.verdicts import Case, Judged, cause, innocent, unknown
from core.text import clip

BROKEN = (
    *("cut-short", "not-a-checkpoint", "damaged", "bit-rot", "lost-record", "storage-size", "record-size"),
    *("no-version", "untyped-in-legacy", "nested-in-legacy", "generator-in-legacy", "text-ids"),
)
"""The findings of files whose bytes torch does not get through."""

_MANY = ("cut-short", "not-a-checkpoint", "damaged")
"""Codes of many kinds of damage."""
_NOTHING = "a file without a byte"
_EMPTY = "is empty (0 bytes)"
_KINDS = {
    "a zip without its end": re.compile(
        r"failed finding central directory|\[Errno 22\] Invalid argument|not a ZIP archive|not a zip file"
        r"|unexpected pos|unsupported multidisk archive|archive does not contain any files",
        re.IGNORECASE,
    ),
    "a record that is not where the zip says": re.compile(
        r"failed reading (?:file|zip)[^:]{0,99}: ?(?:invalid header|.{0,20}corrupted)"
        r"|Bad CRC-32|unexpected pos|seek failed|read failed|decompression failed",
        re.IGNORECASE,
    ),
    "a record that is not there": re.compile(r"failed (?:locating|getting|retrieving) file|file not found"),
    _NOTHING: re.compile(r"Ran out of input|EOFError|string of length 0"),
    "an older file that ends too early": re.compile(
        r"unexpected EOF|EOFError|Ran out of input|pickle data was truncated|pickle exhausted"
        r"|expected a character, but string of length 0|mmap length is greater",
        re.IGNORECASE,
    ),
    "a storage of another size": re.compile(r"storage has wrong (?:byte )?size|record size \(", re.IGNORECASE),
    "a safetensors file that is cut short": re.compile(
        r"deserializing header: ?(?:Metadata|Incomplete|InvalidHeaderLength)|of this safetensors file", re.IGNORECASE
    ),
    "another magic number": re.compile(r"magic number|Invalid protocol version|corrupt file\?", re.IGNORECASE),
    "a pickle that names storages": re.compile(r"persistent[ _](?:id|load)", re.IGNORECASE),
}
_LOAD_KEY = re.compile(r"invalid load key, ?'(?P<key>\\?[^'\n]{1,8})'|Unsupported operand (?P<operand>\d{1,3})")


def broken(case: Case) -> Judged | None:
    """The bytes of the file: is the damage the same?"""
    there = case.findings_of(*BROKEN)
    kinds = set(_kinds(f"{case.recognised.quote}\n{case.details.get('reason', '')}"))
    if not there:
        if case.view is None or case.findings_of("torchscript", "safetensors"):
            return None
        return _sound(case)
    same = tuple(finding for finding in there if kinds & set(_kinds_of(finding)))
    if not kinds:
        same = tuple(finding for finding in there if finding.code == case.code and finding.code not in _MANY)
    if same:
        return cause(_sentence(same[0]), *same)
    return unknown(f"it is broken too, but torch has other words for it: {_sentence(there[0])} {there[0].fix}", *there)


def wrapped(case: Case) -> Judged:
    """What a framework says around any error: what torch says of this file is all there is to judge by."""
    there = case.findings_of(*BROKEN)
    why = f"torch does not get through it: {_sentence(there[0])} " if there else ""
    return unknown(f"{why}The words are those of another program; torch's own stand above them.", *there)


def _sound(case: Case) -> Judged:
    """Of a file that opens: what was looked at, and what was not."""
    if case.code == "bit-rot":
        return unknown("its checksums are compared only when the file is verified: do that (--verify, or Verify).")
    return innocent(case.recognised.absent or "it opens as a checkpoint, and all of its bytes are there.")


def protocol(case: Case) -> Judged | None:
    """Opcodes that ``weights_only`` does not know; storages named by a pickle outside a file of torch.save."""
    if set(_kinds(case.recognised.quote)) and (case.view is None or case.findings_of(*BROKEN)):
        return broken(case)
    there = case.findings_of("pickle-protocol", "pickle-opcode", "text-ids")
    if there:
        return cause(_sentence(there[0]), *there)
    return innocent("its pickle is of protocol 2.") if case.view is not None else broken(case)


def container(case: Case) -> Judged | None:
    """A container that the torch of the error, or the way of loading, does not take."""
    if case.view is None:
        return None
    kind = case.view.container or case.view.catalogue.checkpoint.container
    if case.code == "new-container":
        if kind.startswith("zip"):
            return cause("it is a zip, which torch before 1.5 cannot read.", *case.findings_of("new-container"))
        return innocent(f"it is no zip but a {kind} file.")
    if case.code == "old-container":
        if kind == "legacy":
            return cause("it is in the container of torch before 1.6.", *case.findings_of("old-container"))
        return innocent(f"it is in the {kind} container, which can be mapped.")
    wanted = {"torchscript": "zip TorchScript"}.get(case.code, case.code)
    if kind == wanted:
        return cause(f"it is a {kind} file.", *case.findings_of(case.code))
    return innocent(f"it is in the {kind} container.")


def _kinds_of(finding: Finding) -> Iterator[str]:
    """The kinds of damage in what torch says to this file, this version and the older ones."""
    if _EMPTY in finding.explanation:
        return iter((_NOTHING,))
    return _kinds(f"{finding.message}\n{finding.explanation}")


def _kinds(text: str) -> Iterator[str]:
    """The kinds of damage that a text speaks of; a first byte counts as a kind of its own."""
    yield from (kind for kind, words in _KINDS.items() if words.search(text))
    for found in _LOAD_KEY.finditer(text):
        code = int(found["operand"]) if found["operand"] else _first_byte(found["key"])
        if code is not None:
            yield f"first byte {code}"


def _first_byte(key: str) -> int | None:
    if found := re.fullmatch(r"\\x([0-9a-fA-F]{2})", key):
        return int(found[1], 16)
    if len(key) == 2 and key[0] == "\\":
        return {"n": 10, "t": 9, "r": 13, "\\": 92}.get(key[1])
    return ord(key) if len(key) == 1 else None


def _sentence(finding: Finding) -> str:
    text = clip(finding.title, 160)
    return text if text.endswith((".", "!", "?")) else f"{text}."
