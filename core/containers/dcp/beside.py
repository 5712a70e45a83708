"""What lies in a folder of DCP beside the pieces: ``meta.pt``, in which Lightning keeps the rest of a run, and others.

Source: ``_METADATA_FILENAME`` in ``lightning/fabric/strategies/fsdp.py``: what is in it belongs beside the entries.
"""

from __future__ import annotations

from core.containers.content import Content, Missing, Other, Read
from core.containers.joining import ReadPart, join, read_part
from core.containers.known_files import what_is
from core.containers.location import Location
from core.errors import CheckpointError
from core.pickling.nodes import DictNode, mapping
from core.progress import Tick

_META = "meta.pt"


def with_rest(location: Location, content: Content, tick: Tick, read_other: Read) -> Content:
    """A folder with what Lightning put beside it, and the names of what else there is."""
    several = content.several
    assert several is not None
    known = {*several.names, *several.extra}
    others = tuple(Other(name, what_is(name)) for name in location.names if name not in known and name != _META)
    several = several._replace(others=others)
    if _META not in location.names:
        return content._replace(several=several)
    try:
        meta = read_part(location.folder, _META, read_other, tick)
    except CheckpointError as error:
        missing = (*several.missing, Missing(_META, (), str(error)))
        return content._replace(several=several._replace(missing=missing))
    own, more = mapping(content.root), mapping(meta.content.root)
    assert own is not None
    flat = [*own.items]
    taken = {key for key in own.items[::2] if isinstance(key, str)}
    doubled = []
    for key, value in zip(more.items[::2], more.items[1::2], strict=True) if more else (("meta", meta.content.root),):
        if isinstance(key, str) and key in taken:
            doubled.append(key)
        else:
            flat += (key, value)
    several = several._replace(names=(*several.names, _META), doubled=tuple(doubled))
    whole = ReadPart(location.folder.name, location.folder, location.identity, content)
    return join([whole, meta], DictNode(flat), several)
