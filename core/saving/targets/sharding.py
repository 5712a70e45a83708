"""A state dict cut into files, and their index, as huggingface_hub cuts and names them for transformers.

Sources: ``split_state_dict_into_shards_factory`` and ``parse_size_to_int`` of huggingface_hub
(``serialization/_base.py``), and ``save_pretrained`` of transformers, which writes the index.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar, NamedTuple

from core.containers.content import Lost
from core.containers.lost import MARK, as_json
from core.errors import SaveError
from core.files.copy import Sink
from core.formats.several import split
from core.saving.planned import Planned
from core.saving.targets.target import Destination, Promise

_SIZE = re.compile(r"\s*(\d+(?:\.\d+)?)\s*([KMGT]?)(i?)B?\s*", re.IGNORECASE)
_POWERS = {"": 0, "k": 1, "m": 2, "g": 3, "t": 4}
_SHARD = re.compile(r"(?P<stem>.+)-\d+-of-\d+(?P<end>\.\w+)", re.DOTALL)


def size_of(text: str) -> int:
    """The bytes of a size such as ``5GB``, ``500MB`` or ``5GiB``. Raises `SaveError` for what is none."""
    found = _SIZE.fullmatch(text)
    size = 0
    if found is not None:
        size = int(float(found[1]) * (1024 if found[3] else 1000) ** _POWERS[found[2].lower()])
    if size <= 0:
        raise SaveError("{text!r} is not a size of files; write it as 5GB, 500MB or 5GiB.", text=text)
    return size


class Stem(NamedTuple):
    """What the files of a save are called: ``model`` and ``.safetensors``."""

    stem: str
    end: str

    def names(self, count: int) -> list[str]:
        """The names of so many files; of one alone there is no number in it."""
        if count == 1:
            return [self.stem + self.end]
        return [f"{self.stem}-{number:05d}-of-{count:05d}{self.end}" for number in range(1, count + 1)]

    @property
    def listing(self) -> str:
        """The name of the index."""
        return f"{self.stem}{self.end}.index.json"


class Cut(NamedTuple):
    """A key to be put into a file: its bytes, the storage that it shares, and the file that it came from, if any."""

    key: str
    nbytes: int
    storage: str
    file: int = 0


def cut_by_size(keys: Sequence[Cut], most: int) -> list[list[str]]:
    """The keys of each file of at most ``most`` bytes; tensors of one storage stay together, at the first of them."""
    shards: list[list[str]] = []
    current: list[str] = []
    size = 0
    place: dict[str, list[str]] = {}
    later: list[Cut] = []
    for each in keys:
        if each.storage and each.storage in place:
            later.append(each)
            continue
        if each.nbytes > most:
            shards.append([each.key])
            place[each.storage] = shards[-1]
            continue
        if size + each.nbytes > most:
            shards.append(current)
            current, size = [], 0
        current.append(each.key)
        size += each.nbytes
        place[each.storage] = current
    if current:
        shards.append(current)
    for each in later:
        place[each.storage].append(each.key)
    return shards


def cut_as_before(keys: Iterable[Cut]) -> dict[int, list[str]]:
    """The keys by the files that they came from."""
    found: dict[int, list[str]] = {}
    for each in keys:
        found.setdefault(each.file, []).append(each.key)
    return dict(sorted(found.items()))


def total_size(keys: Iterable[Cut]) -> int:
    """The bytes of all tensors, those of a storage that several share once."""
    seen: set[str] = set()
    total = 0
    for each in keys:
        if not each.storage or each.storage not in seen:
            total += each.nbytes
            seen.add(each.storage)
    return total


def saved_names(planned: Planned) -> tuple[str, ...]:
    """The names of the shards that the source is cut into; none where it is not."""
    checkpoint = planned.preview.catalogue.checkpoint
    return checkpoint.several.names if checkpoint.format.cut and checkpoint.several is not None else ()


def saved_file(planned: Planned, storage: str) -> int:
    """The number of the shard of the source that a planned storage comes from; 0 for one that is all new."""
    index = planned.storages.saved_index(storage)
    return split(planned.preview.catalogue.storage_columns.keys[index])[0] if index >= 0 else 0


def files_of(planned: Planned, keys: Sequence[Cut], most: int | None, usual: Stem) -> tuple[dict[str, list[str]], Stem]:
    """The keys of each file by its name: cut by size, or else as the source was, under its names if all are there."""
    names = saved_names(planned)
    if most is not None or not names:
        shards = cut_by_size(keys, most if most is not None else _USUAL_SIZE) or [[]]
        return dict(zip(usual.names(len(shards)), shards, strict=True)), usual
    before = cut_as_before(keys) or {0: []}
    saved, several = _SHARD.fullmatch(names[0]), planned.preview.catalogue.checkpoint.several
    if saved is None or saved["end"] != usual.end:
        return dict(zip(usual.names(len(before)), before.values(), strict=True)), usual
    stem = Stem(saved["stem"], saved["end"])
    is_whole = several is not None and not several.missing and len(before) == len(names)
    new = [names[at] for at in before] if is_whole else stem.names(len(before))
    return dict(zip(new, before.values(), strict=True)), stem


_USUAL_SIZE = 5 * 1000**3
"""What huggingface_hub cuts into where nobody says more."""


@dataclass(frozen=True)
class Sharded:
    """Files of a state dict, and their index where one is needed. ``write_part`` writes the keys of one file.

    ``lost`` is what the index says that they were made without.
    """

    files: Mapping[str, Sequence[str]]
    index: str
    total: int
    size: int
    notes: tuple[str, ...]
    promises: tuple[Promise, ...]
    keeps_devices: bool
    write_part: Callable[[Sequence[str], Sink], None]
    lost: tuple[Lost, ...] = ()

    is_folder: ClassVar[bool] = True
    whole: ClassVar[None] = None
    lists_all: ClassVar[bool] = True

    @property
    def opens(self) -> str:
        """The file that stands for all."""
        return self.index if self._is_listed else next(iter(self.files))

    @property
    def _is_listed(self) -> bool:
        """Whether there is an index: loaders find one file by its name, but for one with a number in it."""
        return len(self.files) > 1 or _SHARD.fullmatch(next(iter(self.files))) is not None

    def write(self, place: Destination) -> None:
        """As `core.saving.targets.target.Prepared.write` says."""
        for name, keys in self.files.items():
            with place.file(name) as sink:
                self.write_part(keys, sink)
        if self._is_listed:
            weight_map = {key: name for name, keys in self.files.items() for key in keys}
            facts = {"total_size": self.size, **({MARK: as_json(self.lost)} if self.lost else {})}
            listed = {"metadata": facts, "weight_map": weight_map}
            with place.file(self.index) as sink:
                sink.write((json.dumps(listed, indent=2, sort_keys=True) + "\n").encode())
