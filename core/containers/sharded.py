"""A state dict cut into files, as transformers saves large models: shards, and as a rule an index that lists them.

The index is JSON, ``{"metadata": {…}, "weight_map": {key: file}}`` (``save_pretrained`` of transformers, and
``split_torch_state_dict_into_shards`` of huggingface_hub); shards are called ``model-00001-of-00003.safetensors``.
Without an index the names of the shards say as much.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from core.containers.content import Content, Missing, Read, Several
from core.containers.joining import ReadPart, inside, join, read_parts
from core.containers.location import Location, are_there, located
from core.containers.lost import MARK, from_text, merged
from core.errors import CannotOpen, Malformed, TooLarge
from core.formats.bounded_json import parse_json
from core.formats.safetensors import NOTES
from core.pickling.nodes import DictNode, mapping
from core.progress import Tick
from core.text import clip
from core.words import say

KIND = "sharded"
_SHARD = re.compile(r"(?P<stem>.+)-(?P<number>\d{1,7})-of-(?P<count>\d{1,7})(?P<end>\.\w+)", re.DOTALL)
_INDEX = re.compile(r"(?P<stem>.+?)(?P<end>\.\w+)\.index(?P<variant>\.[\w-]+)?\.json", re.DOTALL)
_MOST_INDEX = 64 << 20
"""Bytes of an index; one of 300,000 keys takes 30 million."""
_MOST_SHARDS = 20_000


class Group(NamedTuple):
    """The shards of one save: what their names begin and end with, the name of their index, and the ``first`` shard.

    Either is None where there is none.
    """

    stem: str
    end: str
    listing: str | None = None
    first: str | None = None


def claims(location: Location) -> bool:
    """Whether it is an index, a shard that is not alone, or a folder of one save."""
    return not location.alone and _group(location) is not None


def read(location: Location, tick: Tick, read_other: Read) -> Content:
    """All shards as one state dict: those that the index names or, where none of these is there, the shards that are.

    Raises `CannotOpen` where there is no shard, `Malformed` for an index that is none.
    """
    group = _group(location)
    assert group is not None
    here = set(location.names)
    listed, mark = _listed(location.folder / group.listing) if group.listing is not None else (None, None)
    wanted = sorted(set(listed.values())) if listed is not None else _numbered(group, here)
    for name in wanted:
        inside(location.folder, name)
    there = are_there(location.folder, wanted)
    if not there and group.first is not None:
        there = [name for name in _numbered(group, here) if name in here]  # the index is that of another save
    if not there:
        raise CannotOpen(
            "All {count} files that hold the pieces of {name} are missing.", count=len(wanted), name=location.name
        )
    parts = read_parts(location.folder, there, read_other, tick)
    root, doubled = _merged(parts)
    held = {key for part in parts for key in _keys_of(part)}
    absent = {key: name for key, name in (listed or {}).items() if key not in held}
    gone = _keys_by_file(absent, set(wanted) - set(there))
    missing = tuple(Missing(name, keys) for name, keys in gone.items()) if listed else _not_in(wanted, there)
    extra = tuple(sorted(name for name in here if _is_shard(name, group) and name not in (*wanted, *there)))
    listings = () if group.listing is None else (location.folder / group.listing,)
    several = Several(KIND, tuple(there), missing, extra, doubled, listings=listings)
    content = join(parts, root, several if listed is None else _compared(several, parts, listed))
    return content._replace(lost=merged((*from_text(mark), *content.lost)))


def _compared(several: Several, parts: Sequence[ReadPart], listed: Mapping[str, str]) -> Several:
    """What the index says otherwise than the shards that are there."""
    held = {key: part.name for part in parts for key in _keys_of(part)}
    there, twice = set(several.names), set(several.doubled)
    kept = [key for key, name in listed.items() if held.get(key) != name and name in there and key not in twice]
    return several._replace(
        absent=tuple(key for key in kept if key not in held),
        elsewhere=tuple(key for key in kept if key in held),
        unlisted=tuple(key for key in held if key not in listed),
    )


def _keys_of(part: ReadPart) -> list[str]:
    """The keys of a shard, in which there is nothing but keys and tensors, and notes perhaps."""
    items = mapping(part.content.root)
    return [key for key in items.items[::2] if key != NOTES] if items is not None else []


def _group(location: Location) -> Group | None:
    """The save that a path stands for; of a folder the one that transformers would load."""
    found = groups(location.names)
    if location.is_folder:
        return min(found, key=_preference, default=None)
    shard = _SHARD.fullmatch(location.name)
    of_name = [
        group
        for group in found
        if location.name == group.listing or (shard is not None and (shard["stem"], shard["end"]) == group[:2])
    ]
    return of_name[0] if of_name else None


def _preference(group: Group) -> tuple[bool, bool, bool, str]:
    """An index alone comes after shards; else the order is that of transformers."""
    return group.first is None, group.end != ".safetensors", group.listing is None, group.stem


def groups(names: Iterable[str]) -> list[Group]:
    """The saves in a folder, each once, with its index where it has one."""
    found: dict[tuple[str, str], Group] = {}
    first: dict[tuple[str, str], str] = {}
    for name in names:
        index = _INDEX.fullmatch(name)
        if index is not None:
            stem = index["stem"] + (index["variant"] or "")
            found[stem, index["end"]] = Group(stem, index["end"], name)
        shard = _SHARD.fullmatch(name)
        if shard is not None:
            of = shard["stem"], shard["end"]
            first.setdefault(of, name)
            if int(shard["count"]) > 1:
                found.setdefault(of, Group(*of))
    return [group._replace(first=first.get(of)) for of, group in found.items()]


def is_shard(name: str) -> bool:
    """Whether a name says that a file is one of several shards."""
    shard = _SHARD.fullmatch(name)
    return shard is not None and int(shard["count"]) > 1


def _is_shard(name: str, group: Group) -> bool:
    shard = _SHARD.fullmatch(name)
    return shard is not None and (shard["stem"], shard["end"]) == group[:2]


def _numbered(group: Group, here: Iterable[str]) -> list[str]:
    """The names of all shards, by those that are there: one of them says how many there are."""
    shards = [shard for shard in map(_SHARD.fullmatch, here) if shard and (shard["stem"], shard["end"]) == group[:2]]
    like = max(shards, key=lambda shard: (int(shard["count"]), shard[0]))
    count, digits = int(like["count"]), len(like["number"])
    if count > _MOST_SHARDS:
        raise TooLarge(say("shards"), count, _MOST_SHARDS)
    first = 0 if any(int(shard["number"]) == 0 for shard in shards) else 1
    return [f"{group.stem}-{first + at:0{digits}}-of-{like['count']}{group.end}" for at in range(count)]


def _listed(path: Path) -> tuple[Mapping[str, str], Any]:
    """The file of each key, as an index says, and what it says of the model that it was made of."""
    with located(path, alone=True) as index:
        if index.file.size > _MOST_INDEX:
            raise TooLarge(say("bytes of index"), index.file.size, _MOST_INDEX)
        try:
            text = index.file.claimed(0, index.file.size).decode()
            index_json = parse_json(text)
            listed, notes = index_json["weight_map"], index_json.get("metadata")
            sound = type(listed) is dict and all(type(name) is str for name in listed.values())
        except (ValueError, KeyError, TypeError):
            sound = False
    if not sound or not listed:
        raise Malformed(
            "{name} is not an index of shards: it has no “weight_map” of keys and files. Fetch it again.",
            name=path.name,
        )
    found: dict[str, str] = listed
    if len(set(found.values())) > _MOST_SHARDS:
        raise TooLarge(say("shards"), len(set(found.values())), _MOST_SHARDS)
    return found, notes.get(MARK) if isinstance(notes, dict) else None


def _keys_by_file(listed: Mapping[str, str], names: Iterable[str]) -> dict[str, list[str]]:
    """The keys of some files, as an index says."""
    found: dict[str, list[str]] = {name: [] for name in sorted(names)}
    for key, file in listed.items():
        if file in found:
            found[file].append(key)
    return found


def _not_in(wanted: Sequence[str], there: Sequence[str]) -> tuple[Missing, ...]:
    known = set(there)
    return tuple(Missing(name) for name in wanted if name not in known)


def _merged(parts: Sequence[ReadPart]) -> tuple[DictNode, tuple[str, ...]]:
    """The state dicts of all parts as one, in their order, and the keys that two of them have: the last one counts."""
    found: dict[Any, Any] = {}
    notes: list[Any] = []
    doubled: list[str] = []
    for part in parts:
        items = mapping(part.content.root)
        if items is None or not all(isinstance(key, str) for key in items.items[::2]):
            raise Malformed("{name} is not a shard of a state dict: it holds no keys.", name=clip(part.name))
        for key, value in zip(items.items[::2], items.items[1::2], strict=True):
            if key == NOTES and type(value) is DictNode:
                notes = notes or value.items
                continue
            if key in found:
                doubled.append(key)
            found[key] = value
    flat = [each for pair in found.items() for each in pair]
    return DictNode([*([NOTES, DictNode(notes)] if notes else []), *flat]), tuple(dict.fromkeys(doubled))
