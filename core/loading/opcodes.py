"""Which pickle opcodes torch's ``weights_only`` reader knows: those that torch.save writes in protocol 2.

Source: ``torch/_weights_only_unpickler.py`` of torch 2.13.
"""

from __future__ import annotations

import pickletools
from collections.abc import Collection
from itertools import chain
from typing import Any, NamedTuple

from core.catalogue.catalogue import Catalogue
from core.catalogue.checkpoint import Checkpoint
from core.catalogue.derived import derived
from core.edits.preview import Preview
from core.errors import CheckpointError
from core.formats.legacy import LegacyArchive
from core.formats.zip_archive import ZipArchive, read_record
from core.objects.global_names import python3_name
from core.pickling.nodes import Global
from core.saving.legacy_format import planned_format

_KNOWN = frozenset(
    (
        *("PROTO", "STOP", "GLOBAL", "NEWOBJ", "REDUCE", "BUILD", "APPEND", "APPENDS", "SETITEM", "SETITEMS", "MARK"),
        *("TUPLE", "TUPLE1", "TUPLE2", "TUPLE3", "NONE", "NEWFALSE", "NEWTRUE", "BININT", "BININT1", "BININT2"),
        *("EMPTY_TUPLE", "EMPTY_LIST", "EMPTY_DICT", "EMPTY_SET", "BINFLOAT", "BINUNICODE", "SHORT_BINSTRING"),
        *("LONG1", "BINPERSID", "BINGET", "LONG_BINGET", "BINPUT", "LONG_BINPUT"),
    )
)


_KNOWN_CODES = frozenset(ord(code.code) for code in pickletools.opcodes if code.name in _KNOWN)
LONG4, POP, POP_MARK = 0x8B, 0x30, 0x31
"""What protocol 2 needs for numbers of 2,040 bits and more, and for tuples that hold themselves."""
MEMOIZE = 0x94
"""The first opcode behind the first dict, list or object in protocol 4 and later, as it is written here."""
LASTING = frozenset({LONG4, POP, POP_MARK})
_PERSID = ord("P")
_NUMBERS = frozenset({int, float, bool, type(None)})
_TOO_MANY_BITS = 2040


def has_text_ids(checkpoint: Checkpoint) -> bool:
    """Whether storages are named by lines of text (pickle protocol 0); ``persistent_load`` of torch wants tuples."""
    return _PERSID in checkpoint.mentions.opcodes


def has_unsupported(used: Collection[int]) -> bool:
    """Whether torch does not know one of some opcodes."""
    return any(code not in _KNOWN_CODES for code in used)


def refused_at_once(head: bytes) -> int | None:
    """The byte at which torch's reader stops when it has read nothing yet, or no more than a protocol."""
    first = head[2:3] if head[:1] == b"\x80" else head[:1]
    return first[0] if first and first[0] not in _KNOWN_CODES else None


def protocol_used(checkpoint: Checkpoint) -> int:
    """The pickle protocol of a file. Those of 0 and 1 do not say it: 0 is lines of text alone."""
    if checkpoint.protocol != 1:
        return checkpoint.protocol
    try:
        return int(any(code.proto for data in _pickles(checkpoint) for code, _, _ in pickletools.genops(data)))
    except (OSError, ValueError, CheckpointError):  # changed on disk meanwhile
        return 1


@derived
def first_unsupported(catalogue: Catalogue, among: Collection[int] = ()) -> int | None:
    """The first opcode of the file that ``torch.load(f)`` does not know, as the number it names; None for none.

    With ``among`` only those count. Where the list of opcodes itself cannot be read, any that was used.
    """
    checkpoint = catalogue.checkpoint
    try:
        for data in _pickles(checkpoint):
            for code, _, _ in pickletools.genops(data):
                if code.name not in _KNOWN and (not among or ord(code.code) in among):
                    return ord(code.code)
    except (OSError, ValueError, CheckpointError):  # changed on disk meanwhile, or a text that is no ASCII
        return next(
            (code for code in sorted(checkpoint.mentions.opcodes - _KNOWN_CODES) if not among or code in among), None
        )
    return None


def uses(checkpoint: Checkpoint, code: int) -> bool:
    """Whether an opcode, known or not, is in the pickles of a file."""
    try:
        return any(ord(each.code) == code for data in _pickles(checkpoint) for each, _, _ in pickletools.genops(data))
    except (OSError, ValueError, CheckpointError):  # changed on disk meanwhile
        return code in checkpoint.mentions.opcodes


def planned_opcode(preview: Preview) -> int | None:
    """The first opcode that torch does not know, in the file as it is or in the protocol it is to be written in."""
    checkpoint, wanted = preview.catalogue.checkpoint, preview.draft.protocol
    if preview.plan and _is_number_in_a_zip(preview):
        return None  # as it is written here, what is new in protocol 4 is for texts and containers
    if wanted is not None and wanted >= 4:
        return MEMOIZE
    if wanted == 2 or (wanted is not None and wanted != checkpoint.protocol):
        return None
    if checkpoint.protocol == 2 and not has_unsupported(checkpoint.mentions.opcodes):
        return None
    return first_unsupported(preview.catalogue)


def lasting_opcode(preview: Preview) -> int | None:
    """The first opcode that torch does not know and no other protocol has a word for; None for none."""
    checkpoint = preview.catalogue.checkpoint
    used = LASTING & checkpoint.mentions.opcodes
    if not (used - {LONG4} or (used and long_numbers(preview))):
        return None
    return first_unsupported(preview.catalogue, used if preview.draft.protocol == 2 or checkpoint.protocol == 2 else ())


def long_numbers(preview: Preview) -> list[int]:
    """The entries of integers of so many bits that only LONG4 says them, which stay in the file."""
    if LONG4 not in preview.catalogue.checkpoint.mentions.opcodes:
        return []
    tree, values = preview.catalogue.tree, preview.rewrite.values
    return [
        entry
        for entry, value in enumerate(tree.values)
        if type(value) is int and value.bit_length() >= _TOO_MANY_BITS and not preview.dropped(entry)
        if (id(tree.homes[entry]), tree.slots[entry]) not in values
    ]


def _is_number_in_a_zip(preview: Preview) -> bool:
    """The legacy format has dicts and texts before what was saved, in the same protocol."""
    planned = planned_format(preview)
    return planned.of_torch and not planned.after_objects and type(_whole(preview)) in _NUMBERS


def _whole(preview: Preview) -> Any:
    """What the file to be written holds: a number of NumPy, say, that is a plain one by then."""
    node, replaced = preview.edited_graph()
    while id(node) in replaced and type(node) not in _NUMBERS:
        node = replaced[id(node)]
    return node


class Stops(NamedTuple):
    """What else torch's reader stops at: names that it refuses, as Python 3 has them, and the number of the reference
    to a storage, counted from 0, whose device is missing.
    """

    names: frozenset[str]
    storage: int | None


def stops_at_opcode(checkpoint: Checkpoint, others: Stops) -> bool:
    """Whether the first thing that torch's reader stops at is an opcode that it does not know."""
    storages = 0
    try:
        for code, argument, _ in chain.from_iterable(map(pickletools.genops, _pickles(checkpoint))):
            if ord(code.code) not in _KNOWN_CODES:
                return True
            if code.name == "GLOBAL" and python3_name(Global(*str(argument).split(" ", 1))) in others.names:
                return False
            if code.name == "BINPERSID":
                if storages == others.storage:
                    return False
                storages += 1
    except (OSError, ValueError, CheckpointError):  # changed on disk meanwhile, or a text that is no ASCII
        pass
    return True


def _pickles(checkpoint: Checkpoint) -> list[bytes]:
    archive = checkpoint.archive
    with checkpoint.files() as files:
        if isinstance(archive, ZipArchive):
            record = archive.record("data.pkl")
            return [read_record(files, record)] if record is not None else []
        if isinstance(archive, LegacyArchive):
            return _split(files.peek(0, archive.data_start))
    return []


def _split(data: bytes) -> list[bytes]:
    """The pickles of a legacy file, one after the other."""
    found = []
    start = 0
    for _ in range(5):
        stop = start
        for _code, _, position in pickletools.genops(data[start:]):
            stop = start + (position or 0)
        found.append(data[start : stop + 1])
        start = stop + 1
        if start >= len(data):
            break
    return found
