"""``.metadata`` of ``torch.distributed.checkpoint``, as torch 2.13 pickles its objects; torch reads it since 2.3.

Source: ``torch/distributed/checkpoint/metadata.py`` and ``filesystem.py``.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

from core.containers.lost import MARK
from core.dtypes import Shape
from core.pickling import writer
from core.pickling.nodes import Call, DictNode, Global
from core.saving.targets.dcp_entries import Entry

LIST = ".metadata"
_PROTOCOL = 2
_CHECKPOINT = "torch.distributed.checkpoint"
_VERSION = "1.0.0"
"""``CURRENT_DCP_VERSION``."""


class Lies(NamedTuple):
    """Where an entry was written: ``length`` bytes at ``offset`` of a file."""

    file: str
    offset: int
    length: int


def pickled(places: Iterable[tuple[Entry, Lies]], mark: str = "") -> bytes:
    """The list of entries that were written, each as a whole.

    A ``mark`` of `core.containers.lost` is an attribute more, which torch does not look for.
    """
    shared = _Shared()
    entries: list[Any] = []
    paths: list[Any] = []
    stored: list[Any] = []
    for entry, lies in places:
        entries += (entry.key, shared.entry(entry))
        paths += (entry.key, entry.path)
        stored += (shared.index(entry), shared.place(lies))
    meta = _object(f"{_CHECKPOINT}.metadata", "StorageMeta", checkpoint_id=None, save_id=None, load_id=None, modules=[])
    root = _object(
        f"{_CHECKPOINT}.metadata",
        "Metadata",
        state_dict_metadata=DictNode(entries),
        planner_data=DictNode(paths),
        storage_data=DictNode(stored),
        storage_meta=meta,
        version=_VERSION,
        **({MARK: mark} if mark else {}),
    )
    return writer.dumps(root, _PROTOCOL)


def _object(module: str, name: str, **fields: Any) -> Call:
    """An object with attributes, as Python pickles one."""
    made = Call("N", Global(module, name), ())
    if fields:
        made.set_state(DictNode([part for pair in fields.items() for part in pair]))
    return made


class _Shared:
    """Makes objects; what all tensors have in common is one object, as with torch."""

    def __init__(self) -> None:
        self._layout = Call("R", Global("torch.serialization", "_get_layout"), ("torch.strided",))
        self._format = Call("R", Global(f"{_CHECKPOINT}.metadata", "_MEM_FORMAT_ENCODING"), (0,))

    def entry(self, entry: Entry) -> Call:
        """What there is under a key."""
        tensor = entry.tensor
        if tensor is None:
            return _object(f"{_CHECKPOINT}.metadata", "BytesStorageMetadata")
        properties = Call("N", Global(f"{_CHECKPOINT}.metadata", "TensorProperties"), ())
        dtype = Global("torch", tensor.dtype)
        properties.set_state((dtype, self._layout, tensor.requires_grad, self._format, False))
        first = _size((0,) * len(tensor.shape))
        chunk = _object(f"{_CHECKPOINT}.metadata", "ChunkStorageMetadata", offsets=first, sizes=_size(tensor.shape))
        return _object(
            f"{_CHECKPOINT}.metadata",
            "TensorStorageMetadata",
            properties=properties,
            size=_size(tensor.shape),
            chunks=[chunk],
        )

    def index(self, entry: Entry) -> Call:
        """What a place is found by."""
        fields: dict[str, Any] = {"fqn": entry.key, "index": None}
        if entry.tensor is not None:
            fields |= {"index": 0, "offset": _size((0,) * len(entry.tensor.shape))}
        return _object(f"{_CHECKPOINT}.metadata", "MetadataIndex", **fields)

    def place(self, lies: Lies) -> Call:
        """The place."""
        fields = {"relative_path": lies.file, "offset": lies.offset, "length": lies.length}
        return _object(f"{_CHECKPOINT}.filesystem", "_StorageInfo", **fields)


def _size(shape: Shape) -> Call:
    return Call("R", Global("torch", "Size"), (tuple(shape),))
