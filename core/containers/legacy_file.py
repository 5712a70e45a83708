"""The container of torch < 1.6: pickles in a row, and the bytes of the storages behind them."""

from __future__ import annotations

from core.containers.content import Content, Read
from core.containers.location import Location
from core.containers.lost import MARK, from_text
from core.formats.legacy import looks_like, read_legacy
from core.objects.pickle_forms import normalize
from core.pickling.nodes import pairs
from core.pickling.reader import protocol_of
from core.progress import Tick


def claims(location: Location) -> bool:
    """Whether a pickle of the magic number is at its front."""
    return looks_like(location.head)


def read(location: Location, _tick: Tick, _read_other: Read) -> Content:
    """The graph of the object's pickle."""
    archive, pickle = read_legacy(location.file)
    lost = next((from_text(value) for key, value in pairs(archive.facts) if key == MARK), ())
    return Content(archive, pickle.root, normalize(pickle), protocol_of(archive.preamble), lost=lost)
