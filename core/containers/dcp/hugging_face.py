"""Pieces in safetensors, as torch's ``HuggingFaceStorageWriter`` has each rank save them: there is no list of them.

Where a piece begins in its tensor stands in the header of its file (``DCP_SHARDING_INFO``, in
``torch/distributed/checkpoint/_hf_utils.py``); a tensor is as large as its pieces reach, as torch takes it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from core.containers import table
from core.containers.content import Content, Missing, Several
from core.containers.dcp.archive import KIND
from core.containers.joining import ReadPart, join, read_parts
from core.containers.location import Location, located
from core.dtypes import ITEM_SIZES, Shape
from core.errors import Malformed
from core.formats.assembled import AssembledArchive, Piece, Whole, check_tiling
from core.formats.bounded_json import parse_json
from core.formats.several import joined
from core.formats.tensor_node import tensor_node
from core.objects.pickle_forms import mentions_of
from core.objects.tensors import tensor_spec
from core.pickling.nodes import Call, DictNode, get, pairs
from core.progress import Tick
from core.text import clip
from core.words import say

_SHARD = re.compile(r"shard-(?P<number>\d{5})-(?P<rest>.+-\d{5}-of-\d{5}\.safetensors)", re.DOTALL)
_MARK = b"DCP_SHARDING_INFO"
_NOTES = "__metadata__"
_MOST = 1 << 62


class _Cut(NamedTuple):
    """A tensor as far as it was found: its dtype and its pieces."""

    dtype: str
    pieces: list[Piece]

    @property
    def shape(self) -> Shape:
        ends = [[begin + size for begin, size in zip(*piece[:2], strict=True)] for piece in self.pieces]
        return tuple(map(max, zip(*ends, strict=True)))


def claims(location: Location) -> bool:
    """Whether it is a file of such pieces, or a folder that has some."""
    if location.alone:
        return False
    names = _names(location)
    if not names or not location.is_folder:
        return bool(names) and _MARK in location.head
    path = location.path / names[0]
    if not path.is_file():
        return False
    with located(path, alone=True) as first:
        return _MARK in first.head


def read(location: Location, tick: Tick) -> Content:
    """All pieces as whole tensors. Raises `Malformed` for pieces that do not make them up."""
    names = _names(location)
    parts = read_parts(location.folder, names, table.read, tick)
    found: dict[str, _Cut] = {}
    for number, part in enumerate(parts):
        _add(found, number, part)
    missing = list(_missing(names))
    wholes: dict[str, Whole] = {}
    root: list[Any] = []
    lost: list[str] = []
    for key, cut in found.items():
        pieces = tuple(piece for piece in cut.pieces if all(piece.sizes))
        whole = Whole(cut.shape, ITEM_SIZES[cut.dtype], pieces)
        try:
            check_tiling(clip(key), whole)
        except Malformed:
            if not missing:
                raise
            lost.append(key)
            continue
        root += (key, tensor_node(str(len(wholes)), cut.dtype, cut.shape))
        wholes[str(len(wholes))] = whole
    several = Several(KIND, tuple(names), tuple(Missing(name, tuple(lost)) for name in missing))
    content = join(parts, DictNode(root), several)
    archive = AssembledArchive(KIND, content.archive, wholes)
    return content._replace(archive=archive, mentions=mentions_of(root[1::2]))


def _names(location: Location) -> list[str]:
    """The files of the save; of a file those that are called like it."""
    own = _SHARD.fullmatch(location.name)
    rest = own["rest"] if own is not None and not location.is_folder else None
    found = [name for name in location.names if (shard := _SHARD.fullmatch(name)) and rest in (None, shard["rest"])]
    return found if location.is_folder or rest is not None else []


def _missing(names: Sequence[str]) -> Iterator[str]:
    """The names of files before the last one that are not there."""
    shards = [shard for shard in map(_SHARD.fullmatch, names) if shard is not None]
    numbers = {int(shard["number"]) for shard in shards}
    for number in range(1, max(numbers)):
        if number not in numbers:
            yield f"shard-{number:05d}-{shards[0]['rest']}"


def _add(found: dict[str, _Cut], number: int, part: ReadPart) -> None:
    """Put in the pieces of a file."""
    told = get(get(part.content.root, _NOTES), _MARK.decode())
    try:
        places = parse_json(told) if isinstance(told, str) else {}
        firsts = {key: tuple(each["saved_offsets"]) for key, each in places.items()}
    except (ValueError, KeyError, TypeError, AttributeError):
        firsts = {}
    for key, node in pairs(part.content.root):
        spec = tensor_spec(node) if type(node) is Call else None
        if spec is None:
            continue
        first = firsts.get(key, ())
        if len(first) != len(spec.shape) or not all(type(each) is int and 0 <= each < _MOST for each in first):
            raise Malformed(
                say(
                    "{name} does not say where {key!r} belongs in its tensor. Fetch it again.",
                    name=part.name,
                    key=clip(key),
                )
            )
        cut = found.setdefault(key, _Cut(spec.dtype, []))
        same = cut.dtype == spec.dtype and len(cut.pieces[0].sizes if cut.pieces else first) == len(first)
        if not same:
            raise Malformed(say("Two files say different things of {key!r}.", key=clip(key)))
        cut.pieces.append(Piece(first, spec.shape, joined(number, key)))
