"""The table of known models, ``resources/known_models.xz``: fingerprints, and the keys and shapes of each.

A fingerprint is the sum of a hash of each key with its shape, so that a part is taken off by subtraction and no order
matters. Only tensors of floats count: counters and tables of indices come and go with the version of a library.
``tests/frameworks/known_models.py`` makes the table with the libraries.
"""

from __future__ import annotations

import json
import lzma
import sys
from array import array
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from hashlib import blake2b
from heapq import nsmallest
from pathlib import Path
from typing import NamedTuple

from core.layers.layer import Shape

FILE = Path(__file__).resolve().parents[2] / "resources" / "known_models.xz"
SMALLEST = 6
"""The hashes of a model that are kept, the smallest, to find the models that have most keys alike."""
_ALL = 1 << 64
_TOGETHER = 256
"""Models whose keys are compressed together."""
_NOT_FLOAT = "!"
_FILTERS = [
    {"id": lzma.FILTER_LZMA2, "preset": 9 | lzma.PRESET_EXTREME, "lc": 4, "lp": 0, "pb": 0, "dict_size": 1 << 26}
]
Shapes = Mapping[str, Shape]


class Known(NamedTuple):
    """A model: its name (``timm:resnet50``), the line that makes it, and the modules that are its head.

    ``classes`` are the key of a tensor of the head whose first size tells how many classes it has, the sizes that each
    of them takes, and how many there are besides.
    """

    name: str
    line: str
    head: tuple[str, ...]
    classes: tuple[str, int, int] = ("", 1, 0)


@dataclass(frozen=True, eq=False)
class Table:
    """``models`` with the ``versions`` of their libraries; the numbers of models by fingerprint, and ``smallest``."""

    models: Sequence[Known]
    versions: Mapping[str, str]
    wholes: Mapping[int, Sequence[int]] = field(repr=False)
    bodies: Mapping[int, Sequence[int]] = field(repr=False)
    smallest: Mapping[int, Sequence[int]] = field(repr=False)

    def number(self, name: str) -> int | None:
        """The number of the model of a name; None for none."""
        return next((at for at, model in enumerate(self.models) if model.name == name), None)


def hash_of(key: str, shape: Shape) -> int:
    """The hash of one key with its shape."""
    text = f"{key} {','.join(map(str, shape))}"
    return int.from_bytes(blake2b(text.encode("utf-8", "surrogatepass"), digest_size=8).digest(), "little")


def total(hashes: Iterable[int]) -> int:
    """The fingerprint of what has these hashes."""
    return sum(hashes) % _ALL


def without(whole: int, part: int) -> int:
    """The fingerprint of what is left of a model when a part is taken off."""
    return (whole - part) % _ALL


def smallest_of(hashes: Iterable[int]) -> list[int]:
    """The smallest hashes, by their upper halves."""
    return [each >> 32 for each in nsmallest(SMALLEST, hashes)]


def is_below(key: str, modules: Sequence[str]) -> bool:
    """Whether a key is of one of some modules."""
    return any(key.startswith(f"{module}.") for module in modules)


# -- reading -------------------------------------------------------------------------------------------------------


@cache
def known_table() -> Table:
    """The table, without the keys. Raises `OSError` where the program was installed without it."""
    data = _part(0)
    size = int.from_bytes(data[:4], "little")
    told = json.loads(data[4 : 4 + size])
    heads = [(tuple(modules), tuple(classes)) for modules, classes in told["heads"]]
    models = [Known(name, line, *heads[head]) for name, line, head in told["models"]]
    prints, smallest = array("Q"), array("I")
    after = 4 + size + 24 * len(models)
    prints.frombytes(data[4 + size : after])
    smallest.frombytes(data[after:])
    if sys.byteorder == "big":
        prints.byteswap()
        smallest.byteswap()
    wholes: dict[int, list[int]] = {}
    bodies: dict[int, list[int]] = {}
    near: dict[int, list[int]] = {}
    for at, model in enumerate(models):
        whole, untied, body = prints[3 * at : 3 * at + 3]
        for each in {whole, untied}:
            wholes.setdefault(each, []).append(at)
        if model.head:
            bodies.setdefault(body, []).append(at)
        for small in smallest[SMALLEST * at : SMALLEST * (at + 1)]:
            near.setdefault(small, []).append(at)
    return Table(models, told["versions"], wholes, bodies, near)


def keys_of(numbers: Sequence[int]) -> list[tuple[Shapes, frozenset[str]]]:
    """The keys and shapes of models, in the order of the model, and which of the keys are of no floats."""
    parts = {number // _TOGETHER for number in numbers}
    texts = {part: _part(1 + part).decode().split("\n\n") for part in parts}
    return [_decoded(texts[number // _TOGETHER][number % _TOGETHER]) for number in numbers]


def _part(number: int) -> bytes:
    """The models, or the keys of some of them; before all parts stand their number and their sizes."""
    with FILE.open("rb") as file:
        count = int.from_bytes(file.read(4), "little")
        sizes = [int.from_bytes(file.read(4), "little") for _ in range(count)]
        file.seek(sum(sizes[:number]), 1)
        return lzma.decompress(file.read(sizes[number]), lzma.FORMAT_RAW, filters=_FILTERS)


def _decoded(text: str) -> tuple[Shapes, frozenset[str]]:
    shapes: dict[str, Shape] = {}
    others: set[str] = set()
    before: list[str] = []
    for line in text.split("\n"):
        path, *words = line.split(" ")
        same, _, rest = path.partition("|")
        before = [*before[: int(same)], *(rest.split(".") if rest else [])]
        for name, shape in zip(words[::2], words[1::2], strict=True):
            key = ".".join((*before, name.removeprefix(_NOT_FLOAT)))
            shapes[key] = tuple(map(int, shape.split(","))) if shape else ()
            if name.startswith(_NOT_FLOAT):
                others.add(key)
    return shapes, frozenset(others)


# -- writing -------------------------------------------------------------------------------------------------------


def table_bytes(
    models: Sequence[tuple[Known, Shapes, frozenset[str], frozenset[str]]], versions: Mapping[str, str]
) -> bytes:
    """The table as it is kept: of each model keys and shapes, which keys are of no floats, and which are tied."""
    heads = list(dict.fromkeys((model.head, model.classes) for model, *_ in models))
    lines = [(m.name, m.line, heads.index((m.head, m.classes))) for m, *_ in models]
    told = {"versions": versions, "heads": heads, "models": lines}
    prints, smallest = array("Q"), array("I")
    for model, shapes, others, tied in models:
        hashes = {key: hash_of(key, shape) for key, shape in shapes.items() if key not in others}
        whole = total(hashes.values())
        prints.append(whole)
        prints.append(total(each for key, each in hashes.items() if key not in tied))
        prints.append(total(each for key, each in hashes.items() if not is_below(key, model.head)))
        found = smallest_of(hashes.values())
        smallest.extend([*found, *[0] * (SMALLEST - len(found))])
    head = json.dumps(told, separators=(",", ":")).encode()
    index = len(head).to_bytes(4, "little") + head + prints.tobytes() + smallest.tobytes()
    keys = ["\n".join(_encoded(shapes, others)) for _, shapes, others, _ in models]
    blocks = ["\n\n".join(keys[at : at + _TOGETHER]).encode() for at in range(0, len(keys), _TOGETHER)]
    parts = [lzma.compress(part, lzma.FORMAT_RAW, filters=_FILTERS) for part in (index, *blocks)]
    sizes = b"".join(len(part).to_bytes(4, "little") for part in parts)
    return len(parts).to_bytes(4, "little") + sizes + b"".join(parts)


def _encoded(shapes: Shapes, others: frozenset[str]) -> Iterator[str]:
    """A line a module: how many names its path has in common with the one before, the rest, and its tensors."""
    before: list[str] = []
    line = "0|"
    for key, shape in shapes.items():
        *path, name = key.split(".")
        if path != before:
            alike = [one == other for one, other in zip(path, before, strict=False)]
            same = alike.index(False) if False in alike else len(alike)
            if line != "0|":
                yield line
            line, before = f"{same}|{'.'.join(path[same:])}", path
        line += f" {_NOT_FLOAT * (key in others)}{name} {','.join(map(str, shape))}"
    yield line
