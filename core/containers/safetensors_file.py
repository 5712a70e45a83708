"""A safetensors file: a header of names, and bytes."""

from __future__ import annotations

from core.containers.content import Content, Read
from core.containers.location import Location
from core.containers.lost import MARK, from_text
from core.formats import safetensors
from core.objects.pickle_forms import mentions_of
from core.pickling.nodes import Call
from core.progress import Tick
from core.words import marked

_UNKNOWN = marked(
    "This safetensors file has tensors of dtypes that torch does not know. It can be looked at but not changed here."
)


def claims(location: Location) -> bool:
    """Whether it has a header."""
    return safetensors.looks_like(location.head, location.file.size)


def read(location: Location, _tick: Tick, _read_other: Read) -> Content:
    """The header as the graph that a file of torch with the same tensors would have."""
    archive = safetensors.read(location.file)
    root = archive.graph()
    tensors = (node for node in root.items[1::2] if type(node) is Call)
    read_only = _UNKNOWN if archive.unknown_dtypes() else None
    lost = from_text((archive.notes or {}).get(MARK))
    return Content(archive, root, mentions_of(tensors), 0, read_only, lost=lost)
