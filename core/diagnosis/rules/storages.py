"""Traps of the storages themselves: torch cannot find their bytes, or not as many as it wants."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress

from core.catalogue.catalogue import Catalogue
from core.catalogue.derived import derived
from core.diagnosis.damage import Damage, Kind
from core.diagnosis.finding import ERROR, Finding, make_finding
from core.dtypes import ITEM_SIZES
from core.edits.edits import UseContainer
from core.edits.preview import Preview
from core.errors import SourceChanged
from core.formats.legacy import LegacyArchive
from core.formats.zip_archive import ZipArchive
from core.loading.computer import Computer
from core.loading.opcodes import first_unsupported
from core.loading.torch_messages import unsupported_opcode, wrong_record, wrong_size
from core.objects.tensors import storage_id
from core.text import count_text
from core.words import say

_COUNT = 8
"""Bytes of the number of elements that stands before each storage. torch counts on it being little-endian."""
_OTHER_SIZE = Damage(frozenset({Kind.STORAGE_SIZE}))


def text_id_finding(preview: Preview) -> Finding:
    """The one thing to say of a file whose storages are named by texts; whatever else is in it comes later."""
    code = first_unsupported(preview.catalogue.checkpoint)
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
        say(
            "Nothing here can bring it back. Save the data anew with pickle_protocol=2, which is what torch.save "
            "takes when it is not told otherwise."
        ),
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
        say("{storages} of another size than the pickle says", storages=count_text(len(misfits), "storage")),
        wrong_size(storage.nbytes, there),
        [catalogue.tensors[row].entry for row in rows],
        say(
            "The pickle says that storage {key} has {nbytes:,} bytes, and before its bytes stands that there are "
            "{there:,}. Which bytes belong to which tensor cannot be told any more.",
            key=storage.key,
            nbytes=storage.nbytes,
            there=there,
        ),
        say("Fetch the file again, or go back to an older checkpoint."),
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
            "torch.save writes such a file for a tensor whose storage is no whole number of elements long, and "
            "torch.load of torch 2.13 refuses what it wrote."
        ),
        say(
            "Save it anew here: each storage gets the bytes that the pickle says, as torch.load(f, mmap=True) sees "
            "them."
        ),
        [UseContainer("zip")],
        say("torch.load(f, mmap=True) does not compare the sizes."),
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
