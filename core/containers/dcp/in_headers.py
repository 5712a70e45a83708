"""Pieces of tensors in safetensors files, each with its place in the header: torch's ``HuggingFaceStorageWriter``.

The header of such a file says ``DCP_SHARDING_INFO``: JSON, for each key where in the whole its piece begins
(``torch/distributed/checkpoint/_hf_utils.py``). There is no list of all files; the whole is what the pieces make up.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from core.containers.content import Content, Read, Several
from core.containers.joining import ReadPart, join, read_parts
from core.containers.location import Location
from core.dtypes import ITEM_SIZES, NO_DEVICE
from core.errors import Malformed
from core.formats.assembled import AssembledArchive, Piece, Whole, check_tiling
from core.formats.bounded_json import parse_json
from core.formats.safetensors import NOTES
from core.formats.several import joined
from core.formats.tensor_node import tensor_node
from core.objects.pickle_forms import mentions_of
from core.objects.tensors import tensor_spec
from core.pickling.nodes import Call, DictNode, get, pairs
from core.progress import Tick
from core.text import clip

KIND = "safetensors of ranks"
_NAME = re.compile(r"shard-\d+-model-\d+-of-\d+\.safetensors")
_SUFFIX = ".safetensors"
_PLACES, _BEGINS = "DCP_SHARDING_INFO", "saved_offsets"


def claims(location: Location) -> bool:
    """Whether it is a folder of such files, or one of them that is not to be shown alone."""
    if location.alone:
        return False
    return any(map(_NAME.fullmatch, location.names if location.is_folder else (location.name,)))


def read(location: Location, tick: Tick, read_other: Read) -> Content:
    """The whole tensors. Raises `Malformed` where pieces do not make up a whole."""
    names = [name for name in location.names if name.endswith(_SUFFIX)]
    read_ones = read_parts(location.folder, names, read_other, tick)
    # torch reads each file of this suffix, whatever it is called; a model that lies beside them is none of theirs.
    parts = [part for part in read_ones if _NAME.fullmatch(part.name) or _text(part) is not None]
    several = Several(KIND, tuple(part.name for part in parts))
    files = join(parts, DictNode([]), several)
    found: dict[str, tuple[str, list[Piece]]] = {}
    for number, part in enumerate(parts):
        for key, dtype, piece in _pieces(number, part):
            known, pieces = found.setdefault(key, (dtype, []))
            if known != dtype or len(piece.first) != len(pieces[0].first if pieces else piece.first):
                raise Malformed("Two pieces of {name} are of different kinds.", name=clip(key))
            pieces.append(piece)
    wholes = {f"whole/{key}": _whole(key, dtype, pieces) for key, (dtype, pieces) in found.items()}
    tensors = {
        key: tensor_node(f"whole/{key}", dtype, wholes[f"whole/{key}"].shape, NO_DEVICE)
        for key, (dtype, _) in found.items()
    }
    root = DictNode([each for pair in tensors.items() for each in pair])
    archive = AssembledArchive(KIND, files.archive, wholes)
    return files._replace(archive=archive, root=root, mentions=mentions_of(tensors.values()))


def _pieces(number: int, part: ReadPart) -> Sequence[tuple[str, str, Piece]]:
    """(key, dtype, piece) of each tensor in a file."""
    begins = _begins(part)
    found = []
    for key, node in pairs(part.content.root):
        spec = tensor_spec(node) if type(node) is Call else None
        if spec is None:
            continue
        first = begins.get(key, (0,) * len(spec.shape))
        own = spec.storage.key.partition("/")[2]  # as it is called in its file
        found.append((key, spec.dtype, Piece(first, spec.shape, joined(number, own))))
    return found


def _text(part: ReadPart) -> object:
    """What a header says of the places of its pieces; None where it says nothing."""
    return get(get(part.content.root, NOTES), _PLACES)


def _begins(part: ReadPart) -> dict[str, tuple[int, ...]]:
    """Where each piece of a file begins in its whole, as the header says."""
    text = _text(part)
    if text is None:
        return {}
    try:
        said: dict[str, Any] = parse_json(str(text))
        found = {key: tuple(facts[_BEGINS]) for key, facts in said.items()}
        sound = all(type(number) is int for first in found.values() for number in first)
    except (ValueError, TypeError, KeyError, AttributeError):
        sound = False
    if not sound:
        raise Malformed("{name} does not say where its pieces belong; it is damaged.", name=part.name)
    return found


def _whole(key: str, dtype: str, pieces: Sequence[Piece]) -> Whole:
    ends = [[begin + size for begin, size in zip(piece.first, piece.sizes, strict=False)] for piece in pieces]
    whole = Whole(tuple(map(max, *ends)) if len(ends) > 1 else tuple(ends[0]), ITEM_SIZES[dtype], tuple(pieces))
    check_tiling(key, whole)
    return whole
