"""What ``.metadata`` says: which entries there are, of which pieces, and where each lies. Nothing of it is run.

It is a pickle of ``torch.distributed.checkpoint.metadata.Metadata``. Its classes are known by their names, wherever
they stood in the torch that wrote it (``torch/distributed/checkpoint/metadata.py`` and ``filesystem.py``; before torch
2.0 ``torch/distributed/_shard/checkpoint/``).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import count, islice
from typing import Any, NamedTuple

from core.containers.dcp.runs import RUN, Places, Runs, Tensor
from core.containers.lost import MARK
from core.dtypes import ITEM_SIZES, Shape
from core.errors import Malformed, TooLarge
from core.oddities import Oddity
from core.pickling.nodes import Call, DictNode, Global, mapping
from core.pickling.reader import Pickle, read_alone
from core.text import clip
from core.words import say

_MOST_HOLES = 100_000
"""Places in lists that nothing was saved for: an empty dict in a list leaves one."""


class Nest:
    """Dicts and lists that are filled by the paths of what is in them: ``root`` is the outermost."""

    def __init__(self) -> None:
        self.root = DictNode([])
        self._holders: dict[Path, DictNode | list[Any]] = {(): self.root}
        self._filled: set[Path] = set()
        self._holes = 0

    def put(self, path: Path, value: Any) -> None:
        """Put a value at a path; what lies before it in a list is None until it comes.

        Raises `Malformed` where that contradicts another path, `TooLarge` for a list of hardly anything.
        """
        holder, part = self._holder(path), path[-1]
        if path in self._filled or type(holder) is not (list if type(part) is int else DictNode):
            key = clip(".".join(map(str, path)))
            raise Malformed(
                "The .metadata of this checkpoint describes {key!r} in two ways that contradict each other.", key=key
            )
        self._filled.add(path)
        if type(holder) is DictNode:
            holder.items += (part, value)
            return
        assert type(holder) is list
        assert type(part) is int
        self._holes += max(part - len(holder), 0)
        if self._holes > _MOST_HOLES:
            raise TooLarge(say("list entries"), self._holes, _MOST_HOLES)
        holder += [None] * (part + 1 - len(holder))
        holder[part] = value

    def _holder(self, path: Path) -> DictNode | list[Any]:
        """The dict or list that the last part of a path is a key or a place of."""
        found = self._holders.get(path[:-1])
        if found is None:
            found = self._holders[path[:-1]] = [] if type(path[-1]) is int else DictNode([])
            self.put(path[:-1], found)
        return found


Path = tuple[str | int, ...]
"""Where an entry stood in what was saved: keys of dicts, and places in lists."""
_MAX = (1 << 63) - 1
_MOST_DIMENSIONS = 64
_DEEPEST = 100
_MODULE = "torch.distributed"
_LIST = ".metadata"
_MOST_TOLD = 1000


class PiecePlace(NamedTuple):
    """Where a piece lies: ``length`` bytes at ``offset`` of a file; ``transforms`` are what was done to them."""

    file: str
    offset: int
    length: int
    transforms: tuple[str, ...] = ()


class PlaceTable:
    """Where pieces and objects lie, in columns: ``files``, ``offsets`` and ``lengths``.

    ``find`` gives the number of a place by the key of its entry and where its piece begins, None for an object; None
    where there is no such place.
    """

    def __init__(self) -> None:
        self.files: list[str] = []
        self.offsets: list[int] = []
        self.lengths: list[int] = []
        self.transforms: dict[int, tuple[str, ...]] = {}
        self._numbers: dict[tuple[str, Shape | None], int] = {}
        self.find = self._numbers.get

    def __getitem__(self, number: int) -> PiecePlace:
        transforms = self.transforms.get(number, ())
        return PiecePlace(self.files[number], self.offsets[number], self.lengths[number], transforms)

    def add(self, places: Places) -> None:
        """Put in those of a run: a later one takes the place of one of the same piece."""
        begun = len(self.files)
        self.files += places.files
        self.offsets += places.offsets
        self.lengths += places.lengths
        self._numbers.update(zip(zip(places.keys, places.firsts, strict=True), count(begun), strict=False))

    def add_one(self, key: str, first: Shape | None, place: PiecePlace) -> None:
        if place.transforms:
            self.transforms[len(self.files)] = place.transforms
        self.add(Places((key,), (first,), (place.file,), (place.offset,), (place.length,)))

    @property
    def has_doubles(self) -> bool:
        """Whether two places are of the same piece."""
        return len(self._numbers) < len(self.files)

    def join(self, others: PlaceTable) -> None:
        """Put in all of another table."""
        for (key, first), number in others._numbers.items():
            self.add_one(key, first, others[number])


class Listing(NamedTuple):
    """``.metadata``: each entry by its flat key, None where it is an object that was pickled.

    ``paths`` say where an entry stood, as far as the file does. ``places`` are those of pieces: by key and first
    element, and of objects by key and None. ``mark`` is the text of `core.containers.lost`, if any. ``oddities`` is
    what torch never writes there.
    """

    entries: Mapping[str, Tensor | None]
    paths: Mapping[str, Path]
    places: PlaceTable
    mark: str = ""
    oddities: tuple[Oddity, ...] = ()


def read_listing(data: bytes) -> Listing:
    """The pickle of a ``.metadata``. Raises `Malformed` for what torch would not write there."""
    plain = _without_frames(data)
    if plain is not None:
        try:
            return _listing(read_alone(plain, runs=Runs), len(plain))
        except Malformed:
            pass  # a value that was passed over is referred to, or there is something wrong: the loop says what
    return _listing(read_alone(data), len(data))


def _without_frames(data: bytes) -> bytes | None:
    """The opcodes of a pickle of protocol 4 or 5 without the lengths of its frames, which can stand anywhere.

    None where it is not all frames, one behind the other.
    """
    parts, pos = [data[:2]], 2
    while data[pos : pos + 1] == b"\x95":
        end = pos + 9 + int.from_bytes(data[pos + 1 : pos + 9], "little")
        parts.append(data[pos + 9 : end])
        pos = end
    return b"".join(parts) if pos == len(data) else None


def _listing(pickle: Pickle, size: int) -> Listing:
    root, oddities = pickle.root, [*pickle.oddities]
    if pickle.end < size:
        oddities.append(Oddity(_LIST, say("bytes after the end of the pickle")))
    fields = _fields(root, "Metadata")
    if fields is None or mapping(fields.get("state_dict_metadata")) is None:
        raise Malformed("This .metadata is not the list of a checkpoint of torch.distributed.checkpoint.")
    entries: dict[str, Tensor | None] = {}
    said = 0
    for key, node in _pairs(fields["state_dict_metadata"]):
        said += len(node.keys) if key is RUN else 1
        if key is RUN:
            entries.update(zip(node.keys, node.tensors, strict=True))
        else:
            text = _key(key)
            entries[text] = _entry(text, node)
    places = PlaceTable()
    for key, node in _pairs(fields.get("storage_data")):
        if key is RUN:
            places.add(node)
        else:
            places.add_one(*_index(key), _place(node))
    if len(entries) < said or places.has_doubles:
        oddities.append(Oddity(_LIST, say("a key comes twice in a dict, or an element in a set")))
    paths = _paths(fields.get("planner_data"))
    oddities += islice(_contradictions(fields.get("planner_data"), entries, paths), _MOST_TOLD)
    mark = fields.get(MARK)
    return Listing(entries, paths, places, mark if isinstance(mark, str) else "", tuple(oddities))


def _contradictions(planner: Any, entries: Mapping[str, Any], paths: Mapping[str, Path]) -> Iterator[Oddity]:
    """Entries that stood elsewhere than their keys say, which are the paths with dots between: who loads by keys loads
    something else than who loads by paths.
    """
    pairs = _pairs(planner)
    if len(paths) < len(pairs):
        known = any(isinstance(key, str) and key in entries for key, _ in pairs)
        if known:
            yield Oddity(_LIST, say("paths that belong to no entry, or two paths for one entry"))
    for key, path in paths.items():
        if path != (key,) and ".".join(map(str, path)) != key and key in entries:
            yield Oddity(
                key, say(".metadata gives a different path for it: {path}", path=clip(".".join(map(str, path))))
            )


def joined(listings: Sequence[Listing]) -> Listing:
    """What ranks listed each for itself, as one list: pieces that several have count once."""
    entries: dict[str, Tensor | None] = {}
    paths: dict[str, Path] = {}
    places = PlaceTable()
    for listing in listings:
        for key, entry in listing.entries.items():
            known = entries.get(key)
            both = [*(known.chunks if known else ()), *(entry.chunks if entry else ())]
            entries[key] = entry and entry._replace(chunks=tuple(dict.fromkeys(both)))
        paths |= listing.paths
        places.join(listing.places)
    return Listing(entries, paths, places, "", tuple(odd for listing in listings for odd in listing.oddities))


def _pairs(node: Any) -> list[tuple[Any, Any]]:
    found = mapping(node)
    flat = found.items if found is not None else []
    return list(zip(flat[::2], flat[1::2], strict=True))


def _fields(node: Any, *names: str) -> dict[str, Any] | None:
    """The attributes of an object of one of these classes of torch; None of anything else."""
    if type(node) is not Call or type(node.func) is not Global or node.func.name not in names:
        return None
    state = node.payload("state")
    if not node.func.module.startswith(_MODULE) or (state is not None and type(state) is not DictNode):
        return None
    if len(node.steps or ()) > 1:
        return None
    flat = state.items if state is not None else []
    return {name: value for name, value in zip(flat[::2], flat[1::2], strict=True) if isinstance(name, str)}


def _key(key: Any) -> str:
    if not isinstance(key, str):
        raise Malformed("The .metadata of this checkpoint has a key that is not text.")
    return str(key)


def _entry(key: str, node: Any) -> Tensor | None:
    if _fields(node, "BytesStorageMetadata") is not None:
        return None
    fields = _fields(node, "TensorStorageMetadata")
    if fields is None:
        raise _unknown(key, node)
    chunks = tuple(_chunk(key, chunk) for chunk in _list(key, fields.get("chunks")))
    return Tensor(_dtype(key, fields.get("properties")), _sizes(key, fields.get("size")), chunks)


def _chunk(key: str, node: Any) -> tuple[Shape, Shape]:
    fields = _fields(node, "ChunkStorageMetadata")
    if fields is None:
        raise _unknown(key, node)
    return _sizes(key, fields.get("offsets")), _sizes(key, fields.get("sizes"))


def _dtype(key: str, node: Any) -> str:
    """The dtype of `TensorProperties`, the first of what ``__getstate__`` gives."""
    state = node.payload("state") if type(node) is Call and len(node.steps or ()) == 1 else None
    dtype = state[0] if type(state) is tuple and state else None
    if type(dtype) is not Global or dtype.module != "torch" or dtype.name not in ITEM_SIZES:
        raise _unknown(key, dtype or node)
    return dtype.name


def _sizes(key: str, node: Any) -> Shape:
    """A ``torch.Size``, or a tuple or a list."""
    if type(node) is Call and node.func == ("torch", "Size") and type(node.args) is tuple and len(node.args) == 1:
        node = node.args[0]
    sizes = tuple(node) if type(node) in (tuple, list) else None
    if sizes is None or len(sizes) > _MOST_DIMENSIONS or not all(type(n) is int and 0 <= n <= _MAX for n in sizes):
        raise _unknown(key, node)
    return sizes


def _list(key: str, node: Any) -> list[Any]:
    if type(node) is not list:
        raise _unknown(key, node)
    return node


def _index(node: Any) -> tuple[str, Shape | None]:
    """A `MetadataIndex`: its hint ``index`` is no part of what it is equal by."""
    fields = _fields(node, "MetadataIndex")
    if fields is None:
        raise _unknown(say("the list of places"), node)
    key, offset = _key(fields.get("fqn")), fields.get("offset")
    return key, None if offset is None else _sizes(key, offset)


def _place(node: Any) -> PiecePlace:
    fields = _fields(node, "_StorageInfo") or {}
    file, offset, length = _text(fields.get("relative_path")), fields.get("offset"), fields.get("length")
    transforms = fields.get("transform_descriptors") or []
    sound = all(type(n) is int and 0 <= n <= _MAX for n in (offset, length)) and type(transforms) in (list, tuple)
    if file is None or not sound:
        raise _unknown(say("the list of places"), node)
    known = tuple(str(each) for each in transforms if type(each) is str)
    return PiecePlace(file, int(offset or 0), int(length or 0), known)


def _text(node: Any) -> str | None:
    """A text, or a path of ``pathlib``."""
    if type(node) is Call and type(node.func) is Global and node.func.module.startswith("pathlib"):
        parts = node.args if type(node.args) is tuple else ()
        return "/".join(parts) if parts and all(isinstance(part, str) for part in parts) else None
    return str(node) if isinstance(node, str) else None


def _paths(node: Any) -> dict[str, Path]:
    """Where entries stood. A planner of somebody else may have kept something else there, which says nothing."""
    found: dict[str, Path] = {}
    for key, path in _pairs(node):
        if not isinstance(key, str) or type(path) is not tuple or not 0 < len(path) <= _DEEPEST:
            return {}
        if not all(isinstance(part, str) or (type(part) is int and part >= 0) for part in path):
            return {}
        found[str(key)] = path
    return found


def _unknown(key: str, node: Any) -> Malformed:
    func = node.func if type(node) is Call else node
    what = func.dotted if type(func) is Global else type(func).__name__
    return Malformed(
        "The .metadata of this checkpoint describes {key!r} in a way that torch.distributed.checkpoint never "
        "writes: {what}.",
        key=clip(key),
        what=clip(what),
    )
