"""The zip of torch ≥ 1.6: a directory, a pickle, and a record a storage."""

from __future__ import annotations

from importlib import import_module

from core.containers.content import Container, Content, Lost, Read
from core.containers.location import Location
from core.containers.lost import MARK, MOST_TEXT, from_text
from core.errors import Malformed, NotACheckpoint
from core.files.byte_source import ByteSource
from core.formats import zip_reader
from core.formats.register import in_zips
from core.formats.zip_archive import ZipArchive, read_record, stamp_of
from core.objects.pickle_forms import normalize
from core.pickling.reader import protocol_of, read_pickle
from core.progress import Tick


def claims(location: Location) -> bool:
    """Whether it is a zip; of which program is seen when it is read."""
    return zip_reader.looks_like(location.head) or bool(stamp_of(location.head))


def read(location: Location, tick: Tick, read_other: Read) -> Content:
    """The graph of its pickle. Raises `NotACheckpoint` for a zip of something else."""
    file = location.file
    try:
        archive = zip_reader.read_archive(file, tick)
    except NotACheckpoint:
        for each in in_zips():
            other: Container = import_module(each.reader)
            if other.claims(location):
                return other.read(location, tick, read_other)
        raise
    record = archive.record("data.pkl")
    if record is None:
        raise Malformed("This is a zip archive, but not one of torch.save: it has no data.pkl.")
    data = read_record(file, record)
    tick(len(data), file.size)
    pickle = read_pickle(data)
    if archive.is_torchscript:
        from core.containers.torch_zips import script  # noqa: PLC0415 - for what is rare

        return script.read(location, archive, data, pickle)
    mentions = normalize(pickle, "data.pkl", len(data))
    return Content(archive, pickle.root, mentions, protocol_of(data), lost=_lost(archive, file))


def _lost(archive: ZipArchive, file: ByteSource) -> tuple[Lost, ...]:
    record = archive.record(MARK)
    return from_text(read_record(file, record)) if record is not None and record.size <= MOST_TEXT else ()
