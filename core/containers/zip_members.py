"""A zip with checkpoints in it, as stable-baselines3 saves its models: each member a branch of one tree.

Members lie in the zip as they are (``zipfile`` stores them), so that they are read where they lie.
"""

from __future__ import annotations

from collections.abc import Collection

from core.containers.content import Content, Missing, Other, Read, Several
from core.containers.joining import ReadPart, check_byte_order, join_members
from core.containers.known_files import what_is
from core.containers.location import Location
from core.errors import CheckpointError, Malformed, NotACheckpoint
from core.files.byte_source import Window, part_of
from core.formats.identify import explain_zip, known_zip
from core.formats.register import is_checkpoint_name
from core.formats.zip_archive import data_offset
from core.formats.zip_reader import odd_for_python, read_records
from core.formats.zip_records import Record
from core.pickling.nodes import DictNode
from core.progress import Tick

KIND = "zip of files"
_MOST_MEMBERS = 1000


def claims(location: Location) -> bool:
    """Whether there is a checkpoint among the members, and not more of them than anybody puts together.

    A zip of another program is none that is known for what it is, nor one that is a member itself.
    """
    if isinstance(location.file, Window) or known_zip(read_records(location.file)):
        return False
    return 0 < len(_checkpoints(location)) <= _MOST_MEMBERS


def read(location: Location, tick: Tick, read_other: Read) -> Content:
    """The members as branches. One that cannot be opened is told of. Raises `NotACheckpoint` where none can."""
    wanted = _checkpoints(location)
    parts: list[ReadPart] = []
    starts: list[int] = []
    missing: list[Missing] = []
    records = read_records(location.file)
    for name, record in wanted.items():
        try:
            start, part = _member(location, name, record, tick, read_other)
        except CheckpointError as error:
            missing.append(Missing(name, (), str(error), _label(name, wanted)))
            continue
        parts.append(part)
        starts.append(start)
    if not parts:
        raise NotACheckpoint(explain_zip(records))
    rest = (name for name in map(records.for_python, records) if name not in wanted)
    others = tuple(Other(name, what_is(name)) for name in rest)
    several = Several(KIND, (location.name,), tuple(missing), others=others)
    root = DictNode([each for part in parts for each in (_label(part.name, wanted), part.content.root)])
    return join_members(parts, root, several, starts, odd_for_python(records))


def _checkpoints(location: Location) -> dict[str, Record]:
    """Members by what Python calls them."""
    records = read_records(location.file)
    wanted = (name for name in records if is_checkpoint_name(name, alone=True))
    return {records.for_python(name): records[name] for name in wanted}


def _member(location: Location, name: str, record: Record, tick: Tick, read_other: Read) -> tuple[int, ReadPart]:
    """Where a member begins, and what is in it."""
    if record.method:
        raise Malformed("{name} is compressed inside the zip. Unpack the zip and open the file.", name=name)
    start = data_offset(location.file, record)
    identity = location.identity._replace(size=record.size)
    path = location.path / name
    inner = Location(path, identity, part_of(location.file, start, record.size), alone=True)
    content = read_other(inner, lambda *_: tick(0, 0))
    check_byte_order(inner, content)
    return start, ReadPart(name, path, identity, content)


def _label(name: str, names: Collection[str]) -> str:
    """What a member is called in the tree: its name without the ending, where that tells it from the others."""
    short = name.rpartition(".")[0]
    return name if any(other != name and other.rpartition(".")[0] == short for other in names) else short
