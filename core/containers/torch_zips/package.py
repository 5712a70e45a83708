"""An archive of torch.package: pickles with their storages, and the code that they need.

Source: ``torch/package/package_exporter.py``. Pickles may lie anywhere in it under any name; a storage is a record of
``.data``, and the code is Python that is not run here.
"""

from __future__ import annotations

from core.containers.content import Content, Missing, Other, Read, Several
from core.containers.known_files import what_is
from core.containers.location import Location
from core.containers.torch_zips.archive import TorchZip, odd_in_zip
from core.errors import CheckpointError
from core.formats.zip_archive import read_record
from core.formats.zip_reader import read_records
from core.objects.pickle_forms import Mentions, normalize
from core.objects.tensors import storage_id
from core.pickling.nodes import DictNode, PersistentId
from core.pickling.reader import read_pickle
from core.progress import Tick
from core.words import marked

KIND = "zip torch.package"
READ_ONLY = marked(
    "This is an archive of torch.package: objects with the code that they need. It can be looked at but not changed "
    "here."
)
_MARK = ".data/extern_modules"
_OWN = ".data/"
_PARTS = 5


def claims(location: Location) -> bool:
    """Whether the zip has the list of modules that a package always has."""
    return any(name.endswith("/" + _MARK) for name in read_records(location.file))


def read(location: Location, tick: Tick, _read_other: Read) -> Content:
    """Each pickle as a branch, by its place in the package; what else is in it with what it is."""
    records = read_records(location.file)
    prefix = next(name.removesuffix(_MARK) for name in records if name.endswith("/" + _MARK))
    mentions, protocol = Mentions(), 2
    names: dict[str, str] = {}
    root: list[object] = []
    missing: list[Missing] = []
    others: list[Other] = []
    for name in records:
        short = name.removeprefix(prefix)
        if short.startswith(_OWN) or "/" not in short:
            continue
        if not short.endswith((".pkl", ".pickle", ".pt")):
            others.append(Other(short, what_is(short)))
            continue
        tick(0, 0)
        try:
            data = read_record(location.file, records[name])
            pickle = read_pickle(data)
            _spell_keys(pickle.persistent)
            found = normalize(pickle, short, len(data))
        except CheckpointError as error:
            missing.append(Missing(short, (), str(error)))
            continue
        root += [short, pickle.root]
        protocol = max(protocol, pickle.protocol)
        _gather(mentions, found)
    _find_storages(mentions, prefix, names)
    several = Several(KIND, (location.name,), tuple(missing), others=tuple(others))
    archive = TorchZip(KIND, records, names, odd_in_zip(location.file, records))
    return Content(archive, DictNode(root), mentions, protocol, READ_ONLY, several=several)


def _spell_keys(persistent: list[PersistentId]) -> None:
    """Call storages by texts, as torch.save does; a package has numbers."""
    for node in persistent:
        if type(node.pid) is tuple and len(node.pid) == _PARTS and type(node.pid[2]) is int:
            node.pid = (*node.pid[:2], str(node.pid[2]), *node.pid[3:])


def _gather(mentions: Mentions, found: Mentions) -> None:
    mentions.names += [name for name in found.names if name not in mentions.names]
    mentions.persistent += found.persistent
    mentions.calls += found.calls
    mentions.shared |= found.shared
    mentions.opcodes |= found.opcodes
    mentions.oddities += found.oddities


def _find_storages(mentions: Mentions, prefix: str, names: dict[str, str]) -> None:
    for node in mentions.persistent:
        storage = storage_id(node)
        if storage is not None:
            names[storage.key] = f"{prefix}{_OWN}{storage.key}.storage"
