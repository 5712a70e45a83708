"""Records and storages: sizes, checksums and names that torch stumbles over, and what no torch.save writes."""

from __future__ import annotations

import struct
from collections.abc import Iterator
from contextlib import suppress
from typing import NamedTuple

from core.catalogue.catalogue import Catalogue
from core.catalogue.derived import derived
from core.catalogue.odd_places import oddities_of
from core.catalogue.subclasses import whole_dtensors
from core.diagnosis.damage import Damage, Kind
from core.diagnosis.finding import ERROR, NOTE, WARNING, Finding, make_finding
from core.diagnosis.trap import NAMES, Case, Judged, cause, error, innocent, says, trap
from core.diagnosis.traps.containers import broken, file_findings
from core.dtypes import ITEM_SIZES
from core.edits.edits import UseContainer, UseFullTensors
from core.edits.preview import Preview
from core.errors import SourceChanged
from core.files.byte_source import ByteSource
from core.formats.legacy import LegacyArchive
from core.formats.zip_archive import ZipArchive, is_header, read_record
from core.formats.zip_forms import FACTS
from core.formats.zip_records import Record
from core.formats.zip_writer import ALIGNMENT, computed_next, computed_start
from core.loading.computer import Computer
from core.loading.opcodes import first_unsupported
from core.loading.torch_messages import no_header, unsupported_opcode, wrong_record, wrong_size
from core.objects.dtensors import sharding_of
from core.objects.tensors import storage_id
from core.oddities import NOT_OF_TORCH, listed_oddities
from core.saving.legacy_format import stamp
from core.text import clip, count_text, listed, sentences
from core.words import say

_SOVITS = {
    "00": "v1",
    "01": "v2",
    "02": "v3",
    "03": "v3, LoRA",
    "04": "v4, LoRA",
    "05": "v2Pro",
    "06": "v2ProPlus",
}
"""What it calls its models. Source: ``head2version`` of ``process_ckpt.py``."""
_COUNT = 8
"""Bytes of the number of elements that stands before each storage. torch counts on it being little-endian."""
_OTHER_SIZE = Damage(frozenset({Kind.STORAGE_SIZE}))


def text_id_finding(preview: Preview) -> Finding:
    """The one thing to say of a file whose storages are named by texts; whatever else is in it comes later."""
    code = first_unsupported(preview.catalogue)
    return make_finding(
        preview,
        "text-ids",
        ERROR,
        say("pickle protocol 0, which cannot name storages: no torch loads this file"),
        unsupported_opcode(code),
        [0],
        say(
            "It was saved with pickle_protocol=0, which wrote the name of each storage as a line of text instead of a "
            "tuple. weights_only=False fails too, in every version: “saved_id must be a tuple, got str”."
        ),
        say("Pthfinder cannot repair it. Save the data again with pickle_protocol=2, the default of torch.save."),
        damage=Damage(opcode=code),
    )


def size_findings(preview: Preview, _computer: Computer) -> Iterator[Finding]:
    """Storages of whose bytes there are more or less than the pickle says."""
    yield from _too_large(preview)
    catalogue = preview.catalogue
    if not isinstance(catalogue.checkpoint.archive, LegacyArchive):
        return
    misfits = _misfits(catalogue)
    if not misfits:
        return
    index, there = misfits[0]
    storage = catalogue.storages[index]
    rows = (row for index, _ in misfits for row in catalogue.rows_of_storage[index])
    yield make_finding(
        preview,
        "storage-size",
        ERROR,
        say("{storages} whose size differs from what the pickle says", storages=count_text(len(misfits), "storage")),
        wrong_size(storage.nbytes, there),
        [catalogue.tensors[row].entry for row in rows],
        say(
            "The pickle says that storage {key} has {nbytes:,} bytes, but the length stored in front of its data "
            "is {there:,}. It is no longer possible to tell which bytes belong to which tensor.",
            key=storage.key,
            nbytes=storage.nbytes,
            there=there,
        ),
        say("Download the file again, or go back to an older checkpoint."),
        damage=_OTHER_SIZE,
    )


def _too_large(preview: Preview) -> Iterator[Finding]:
    """Records of a zip that are larger than their storage; any save cuts them."""
    catalogue = preview.catalogue
    archive = catalogue.checkpoint.archive
    if preview.plan or not isinstance(archive, ZipArchive):
        return
    sizes = ((key, nbytes, archive.storage(key)) for key, nbytes in first_named(catalogue))
    larger = {key: (nbytes, record.size) for key, nbytes, record in sizes if record and record.size > nbytes}
    if not larger:
        return
    nbytes, there = next(iter(larger.values()))
    yield make_finding(
        preview,
        "record-size",
        ERROR,
        say("{storages} with more bytes in the file than the pickle says", storages=count_text(len(larger), "storage")),
        wrong_record(nbytes, there),
        [row.entry for row in catalogue.tensors if catalogue.storages[row.storage].key in larger],
        say(
            "torch.save writes such a file for a tensor whose storage is not a whole number of elements long, but "
            "torch.load of torch 2.13 refuses it."
        ),
        say(
            "Save a copy here: it cuts each storage to the bytes that the pickle says, which is also what "
            "torch.load(f, mmap=True) reads."
        ),
        [UseContainer("zip")],
        say("torch.load(f, mmap=True) loads the file only because it does not compare the sizes."),
        damage=_OTHER_SIZE,
    )


def first_named(catalogue: Catalogue) -> Iterator[tuple[str, int]]:
    """(key, bytes) of each storage as the pickle first names it, in the order of the pickle."""
    mentioned = catalogue.checkpoint.mentions.persistent
    if len(mentioned) == len(catalogue.storages) and not catalogue.carried:
        return ((storage.key, storage.nbytes) for storage in catalogue.storages)
    first: dict[str, int] = {}
    for storage in map(storage_id, mentioned):
        if storage is not None:
            first.setdefault(storage.key, storage.nbytes)
    return iter(first.items())


@derived
def _misfits(catalogue: Catalogue) -> tuple[tuple[int, int], ...]:
    """(storage, bytes that are there), in the order of the file: that is a read for each storage.

    Of a file elsewhere it is not looked: that would be as many questions to a server.
    """
    if catalogue.checkpoint.is_elsewhere:
        return ()
    return tuple(_find_misfits(catalogue))


def _find_misfits(catalogue: Catalogue) -> Iterator[tuple[int, int]]:
    """Up to the first whose bytes would lie outside the file: behind it no storage can be found."""
    checkpoint, storages = catalogue.checkpoint, catalogue.storages
    assert isinstance(checkpoint.archive, LegacyArchive)
    index = {storage.key: number for number, storage in enumerate(storages)}
    with checkpoint.files() as files, suppress(OSError, SourceChanged):  # gone, or another, meanwhile
        at = checkpoint.archive.data_start
        for key in checkpoint.archive.keys:
            if key not in index:
                return
            raw = files.peek(at, _COUNT)
            storage = storages[index[key]]
            there = int.from_bytes(raw, "little", signed=True) * ITEM_SIZES[storage.dtype]
            if len(raw) == _COUNT and there != storage.nbytes:
                yield index[key], there
            at += _COUNT + there
            if there < 0 or at > checkpoint.bytes:
                return


def _stamped(preview: Preview) -> Iterator[Finding]:
    """A zip over whose first two bytes GPT-SoVITS wrote the version of its model, which only its own loader reads."""
    digits = stamp(preview).decode()
    if not digits:
        return
    model = _SOVITS.get(digits)
    yield make_finding(
        preview,
        "gpt-sovits",
        ERROR,
        say("written by GPT-SoVITS, for its own loader"),
        unsupported_opcode(ord(digits[0])),
        [preview.root],
        sentences(
            say(
                "The file begins with {digits} instead of PK, the signature of a zip. The rest is a zip of "
                "torch.save, which torch does not recognise without those two letters.",
                digits=digits,
            ),
            say("GPT-SoVITS reads the version of its model from the first two bytes: {model}.", model=model)
            if model
            else say("GPT-SoVITS reads the version of its model from the first two bytes."),
        ),
        say("Leave it as it is for GPT-SoVITS. For torch.load, save a copy that begins with PK."),
        [UseContainer("zip")],
        loses=say("the version that GPT-SoVITS reads from the first two bytes"),
        damage=Damage(frozenset({Kind.FOREIGN}), ord(digits[0])),
    )


class _Places(NamedTuple):
    """What torch says, keys of the storages that it cannot reach, and the first whose place it computes wrongly."""

    message: str = ""
    lost: tuple[str, ...] = ()
    elsewhere: str | None = None


_HEADER = struct.Struct("<4s22x2H")
_MOST_NAMED = 3


def record_findings(preview: Preview, _computer: Computer) -> Iterator[Finding]:
    """Records of which torch does not find the beginning, and small ones that do not say what torch wants to know."""
    archive = preview.catalogue.checkpoint.archive
    if not isinstance(archive, ZipArchive):
        return
    yield from _stamped(preview)
    message, keys, elsewhere = _places(preview.catalogue)
    packed = [] if preview.plan else archive.packed_storages()
    if packed:
        yield _packed(preview, packed)
    elif elsewhere is not None and not preview.plan:
        yield _elsewhere(preview, elsewhere)
    if not message:
        return
    catalogue, wanted = preview.catalogue, set(keys)
    entries = (
        [row.entry for row in catalogue.tensors if catalogue.storages[row.storage].key in wanted] if wanted else []
    )
    yield make_finding(
        preview,
        "damaged",
        ERROR,
        say("The file is damaged"),
        message,
        entries or [preview.root],
        say(
            "The header before {records} is damaged, so torch.load(f) stops there. The rest of the file can be looked "
            "at.",
            records=_records(keys),
        )
        if keys
        else say(
            "A record that torch reads first is damaged, so torch.load(f) stops there. The rest of the file can be "
            "looked at."
        ),
        say("Download the file again, or go back to an older checkpoint."),
        damage=Damage(frozenset({Kind.RECORD_ELSEWHERE})),
    )


def _records(keys: tuple[str, ...]) -> str:
    named = listed(clip(f"data/{key}", 40) for key in keys[:_MOST_NAMED])
    if len(keys) <= _MOST_NAMED:
        return named
    return say("{records} and {more}", records=named, more=count_text(len(keys) - _MOST_NAMED, "more record"))


def _packed(preview: Preview, keys: list[str]) -> Finding:
    return make_finding(
        preview,
        "packed-storages",
        WARNING,
        say("another program packed the file: mmap=True reads wrong numbers"),
        "",
        [preview.root],
        say(
            "The zip stores {records} compressed. torch.load(f) unpacks them, but torch.load(f, "
            "mmap=True) silently takes the compressed bytes for numbers.",
            records=_records(tuple(keys)),
        ),
        say("Save the file again here, which stores them as torch.save does, or load without mmap=True."),
        [UseContainer("zip")],
    )


def _elsewhere(preview: Preview, key: str) -> Finding:
    return make_finding(
        preview,
        "computed-offsets",
        NOTE,
        say("another program packed the file: torch cannot compute offsets"),
        "",
        [preview.root],
        say(
            "The bytes of data/{key} are not where torch.save puts them. If calculate_storage_offsets is set in "
            "torch.utils.serialization.config.load, torch.load(f, mmap=True) silently reads wrong numbers.",
            key=clip(key, 40),
        ),
        say("Leave that setting off, or save the file again here."),
        [UseContainer("zip")],
    )


@derived
def _places(catalogue: Catalogue) -> _Places:
    """What torch finds in a zip: that is a read for each storage, and too many questions to a server elsewhere."""
    archive = catalogue.checkpoint.archive
    assert isinstance(archive, ZipArchive)
    if catalogue.checkpoint.is_elsewhere:
        return _Places()
    try:
        with catalogue.checkpoint.files() as files:
            first = _lost_fact(files, archive)
            return _Places(no_header(first)) if first else _look_up(files, catalogue, archive)
    except (OSError, SourceChanged):  # gone, or another, meanwhile
        return _Places()


def _lost_fact(file: ByteSource, archive: ZipArchive) -> str:
    """The first of the small records, in the order in which torch reads them, that has no header; empty for none."""
    for name in FACTS:
        record = archive.record(name)
        if record is not None and _start(file, record) is None:
            return name
    return ""


def _look_up(file: ByteSource, catalogue: Catalogue, archive: ZipArchive) -> _Places:
    """Each storage in the order of the pickle: the header of its record, and where torch thinks its bytes begin."""
    alignment = 0 if oddities_of(catalogue) else _computed_with(file, archive)
    lost: list[str] = []
    elsewhere, at = None, None
    for key, nbytes in first_named(catalogue):
        record = archive.storage(key)
        if record is None:
            continue
        start = _start(file, record)
        if start is None:
            lost.append(key)
        elif alignment and elsewhere is None:
            name = len(record.name.encode("utf-8", "surrogateescape"))
            is_right = key == "0" if at is None else computed_start(at, name, nbytes, alignment) == start
            elsewhere = None if is_right else key
            at = computed_next(record.header if at is None else at, start, nbytes)
    return _Places(no_header(f"data/{lost[0]}") if lost else "", tuple(lost), elsewhere)


def _computed_with(file: ByteSource, archive: ZipArchive) -> int:
    """The alignment with which torch computes places where it is told to; 0 where the file is too old for that."""
    version, alignment = archive.record(".format_version"), archive.record(".storage_alignment")
    if version is None or read_record(file, version) < b"1":
        return 0
    return int(read_record(file, alignment)) if alignment is not None else ALIGNMENT


def _start(file: ByteSource, record: Record) -> int | None:
    """Where the bytes of a record begin; None where torch finds no header before them. It looks at none of no bytes."""
    raw = file.peek(record.header, _HEADER.size)
    if len(raw) < _HEADER.size:
        return None
    magic, name, extra = _HEADER.unpack(raw)
    start = record.header + _HEADER.size + int(name) + int(extra)
    is_there = is_header(magic, record.header) and start + record.stored <= file.size
    return start if is_there or not record.stored else None


def sharding_findings(preview: Preview, _computer: Computer) -> Iterator[Finding]:
    """A note, because FSDP2 saves them so on purpose and takes nothing else back."""
    if not preview.catalogue.tree.compounds or preview.plan.find(UseFullTensors) is not None:
        return
    whole = [entry for entry, _, _ in whole_dtensors(preview.catalogue) if not preview.dropped(entry)]
    if not whole:
        return
    sharding = sharding_of(preview.catalogue.values[whole[0]])
    assert sharding is not None
    yield make_finding(
        preview,
        "whole-dtensor",
        NOTE,
        say("{dtensors} that are not split: each is whole in this file", dtensors=count_text(len(whole), "DTensor")),
        "",
        whole,
        say(
            "{key} is {sharding}, so this file has the whole tensor. Only FSDP2 and tensor parallelism need DTensors. "
            "Everyone else can use plain tensors, which also load without importing torch.distributed.tensor.",
            key=clip(preview.path_text(whole[0]), 60) or say("The tensor"),
            sharding=sharding._replace(mesh=sharding.mesh._replace(device_type=None)).text,
        ),
        say("If your model is not sharded, convert them to plain tensors, as full_tensor() does."),
        [UseFullTensors()],
        loses=say("the placements and the mesh"),
    )


def sparse_indices(case: Case) -> Judged | None:
    """``size is inconsistent with indices``: a sparse tensor of that size, whose indices torch checks as it loads."""
    if case.view is None:
        return None
    at, size = (int(case.details.get(name, "0")) for name in ("dim", "size"))
    tensors = case.view.catalogue.tree.compounds
    sparse = [
        entry for entry, each in tensors.items() if each.name.startswith("sparse") and not case.view.dropped(entry)
    ]
    shapes = {entry: tensors[entry].shape or () for entry in sparse}
    named = next((entry for entry, shape in shapes.items() if at < len(shape) and shape[at] == size), None)
    if named is None:
        return innocent("it has no sparse tensor of such a size.")
    key = clip(case.view.path_text(named), 80)
    return cause("{key} is a sparse tensor whose size in that dimension is {size}.", key=key, size=size)


ODD_FILE = "odd-file"


def odd_findings(preview: Preview) -> Iterator[Finding]:
    """One finding for all that is odd, with the places."""
    oddities = oddities_of(preview.catalogue)
    if oddities:
        yield make_finding(
            preview,
            ODD_FILE,
            ERROR,
            say(NOT_OF_TORCH),
            "",
            [preview.root],
            say(
                "{oddities}. No version of torch.save and no known framework writes that. A file can be "
                "made to show one thing and load another, and nobody can tell whether this one was.",
                oddities=listed_oddities(oddities),
            ),
            say(
                "Load it only if you trust who made it, or ask for a file that torch.save wrote. You can "
                "save what you see as a plain file, without anything hidden."
            ),
        )


RECORDS = (
    trap(
        "text-ids",
        error(
            "a pickle that names its storages as text",
            "persistent_load of torch wants a tuple for each storage. A file that was saved with pickle_protocol=0 "
            "has a line of text there.",
            "Save the data again with pickle_protocol=2, the default of torch.save.",
            says(r"(?:assert isinstance\(saved_id, ?tuple\)|saved_id must be a tuple)"),
            says(r"persistent IDs in protocol 0 must be ASCII"),
            absent="Its pickle names storages by tuples.",
        ),
        judge=broken,
        kin=(NAMES,),
        breaks=True,
    ),
    trap(
        "sparse-indices",
        error(
            "a sparse tensor with indices outside its size",
            "torch.load checks the indices of sparse tensors, and one index is outside the size saved with the "
            "tensor. Either the program that wrote the file saved a wrong size, or the indices were overwritten.",
            "Build the tensor again with a size that fits its indices, and save it.",
            says(
                r"size is inconsistent with indices: ?for dim (?P<dim>\d{1,2}), ?size is (?P<size>\d{1,18}) but found"
            ),
            says(r"indices found at dim (?P<dim>\d{1,2})|found negative index"),
        ),
        judge=sparse_indices,
        loading=True,
    ),
    trap(
        "record-size",
        error(
            "more bytes in the file than the pickle says",
            "torch.save writes every byte of a storage, but a current torch.load expects a whole number of "
            "elements. They disagree if a storage ends in the middle of an element. The weights themselves are "
            "fine.",
            "Save the file again here, which cuts such storages, or load it with torch.load(f, mmap=True).",
            says(r"record size \(\d{1,20} bytes\) does not match expected size \(\d{1,20} bytes"),
            absent="Each of its storages has as many bytes as the pickle says.",
        ),
        look=record_findings,
        judge=broken,
        breaks=True,
    ),
    trap(
        "gpt-sovits",
        look=record_findings,
        judge=broken,
        breaks=True,
    ),
    trap("whole-dtensor", look=sharding_findings),
    trap(
        "storage-size",
        look=size_findings,
        judge=broken,
        breaks=True,
        late=True,
    ),
    trap("packed-storages", look=record_findings),
    trap("computed-offsets", look=record_findings),
    trap(
        "damaged",
        look=record_findings,
        judge=broken,
        breaks=True,
    ),
    trap(
        "bit-rot",
        error(
            "the file is damaged: bytes have changed",
            "Part of the file does not match its checksum. torch never checks checksums and would "
            "load the damaged data.",
            "Download or copy the file again, and verify it.",
            says(r"Bad CRC-32 for file '(?P<record>[^'\n]{1,200})'"),
            absent="Verify the file: checksums are compared only then.",
        ),
        judge=broken,
        breaks=True,
    ),
    trap(
        "no-version",
        error(
            "the zip does not say its version",
            "torch asks a zip for a record called version before it reads anything else, and this one has none: "
            "whoever packed the file anew left it out. The weights themselves are fine.",
            "Save the file again here, which adds the record.",
            says(r"Expected hasRecord\(\"version\"\) to be true, ?but got false"),
            absent="It says its version.",
        ),
        look=file_findings,
        judge=broken,
        breaks=True,
    ),
)
