"""Lists whose like parts are read many at once: what comes out is what torch reads, and what the loop alone reads."""

from __future__ import annotations

import pickle
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import torch
from torch.distributed.checkpoint.filesystem import _StorageInfo
from torch.distributed.checkpoint.metadata import (
    BytesStorageMetadata,
    ChunkStorageMetadata,
    Metadata,
    MetadataIndex,
    TensorProperties,
    TensorStorageMetadata,
)

from core.containers.dcp import listing, runs
from core.containers.dcp.listing import read_listing
from core.pickling import loop
from tests.containers.facts import FOLDERS
from tests.support.thinning import in_turn

LISTS = sorted(FOLDERS.glob("*/*/.metadata"))


@pytest.fixture(autouse=True)
def _at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Small lists too are looked through for runs."""
    monkeypatch.setattr(loop, "_MANY", 0)


@pytest.fixture
def met(monkeypatch: pytest.MonkeyPatch) -> dict[str, int]:
    """How many entries and places were read in runs."""
    found = {"entries": 0, "places": 0}
    for kind, name in ((runs.Entries, "entries"), (runs.Places, "places")):

        def made(*columns: Any, kind: Any = kind, name: str = name) -> Any:
            found[name] += len(columns[0])
            return kind(*columns)

        monkeypatch.setattr(runs, name.capitalize(), made)
    return found


def facts(found: listing.Listing) -> Any:
    """All that a list says, in order."""
    table = found.places
    places = {(key, first): table[number] for (key, first), number in table._numbers.items()}
    return list(found.entries.items()), list(found.paths.items()), list(places.items())


def facts_of_torch(metadata: Metadata) -> Any:
    """The same, of what torch reads."""
    entries: list[Any] = []
    for key, each in metadata.state_dict_metadata.items():
        if isinstance(each, BytesStorageMetadata):
            entries.append((key, None))
            continue
        chunks = tuple((tuple(chunk.offsets), tuple(chunk.sizes)) for chunk in each.chunks)
        dtype = str(each.properties.dtype).removeprefix("torch.")
        entries.append((key, (dtype, tuple(each.size), chunks)))
    places = [
        (
            (index.fqn, None if index.offset is None else tuple(index.offset)),
            (info.relative_path, info.offset, info.length, tuple(getattr(info, "transform_descriptors", None) or ())),
        )
        for index, info in metadata.storage_data.items()
    ]
    return entries, list((metadata.planner_data or {}).items()), places


def alone(data: bytes, monkeypatch: pytest.MonkeyPatch) -> Any:
    """What the loop alone makes of a list."""
    with monkeypatch.context() as patch:
        patch.setattr(runs.Runs, "take", lambda _, pos: pos)
        return facts(read_listing(data))


@pytest.mark.parametrize("path", LISTS, ids=lambda path: path.parent.name)
def test_kept_lists(path: Path, met: dict[str, int], monkeypatch: pytest.MonkeyPatch) -> None:
    data = path.read_bytes()
    found = facts(read_listing(data))
    assert found == facts_of_torch(pickle.loads(data))
    entries, places = len(found[0]), len(found[2])
    assert entries < 20 or met["entries"] > 0.3 * entries
    assert "compressed" in str(path) or met["places"] > 0.8 * places - 2
    assert found == alone(data, monkeypatch)


def made(count: int, *, shared: bool, seed: int = 0) -> Metadata:
    """A list as ranks write it: of all ranks or, where texts and sizes are ``shared``, of one process."""
    choose = random.Random(seed)
    entries: dict[str, Any] = {}
    paths: dict[str, Any] = {}
    places: dict[Any, Any] = {}
    files = [f"__{rank}_0.distcp" for rank in range(4)]
    for number in range(count):
        key = f"modèle.{number}.weight" if number % 7 else "x" * choose.randrange(1, 400) + str(number)
        again = key if shared else key[:1] + key[1:]
        paths[again] = (again, number) if number % 5 else (again,)
        if number % 11 == 3:
            entries[key] = BytesStorageMetadata()
            places[MetadataIndex(again)] = _StorageInfo(files[0], number, 3)
            continue
        rank = choose.randrange(5)
        rows = choose.choice([1, 3, 200, 70_000, 1 << 33])
        rest = [choose.choice([1, 5, 300]) for _ in range(rank - 1)]
        chunks = []
        for at in range(choose.choice([1, 1, 4]) if rank else 1):
            first = torch.Size([at * rows, *[0] * (rank - 1)] if rank else [])
            chunks.append(ChunkStorageMetadata(first, torch.Size([rows, *rest] if rank else [])))
            offset = choose.choice([5, 300, 70_000, 1 << 31, 1 << 40, 1 << 50])
            length = choose.choice([5, 1577, 1 << 35])
            path = files[at] if shared else files[at][:2] + files[at][2:]
            places[MetadataIndex(again, first, at)] = _StorageInfo(path, offset, length)
        whole = [rows * len(chunks), *rest] if rank else []
        dtype = choose.choice([torch.float32, torch.bfloat16, torch.int64])
        properties = TensorProperties(dtype=dtype, requires_grad=bool(number % 2))
        entries[key] = TensorStorageMetadata(properties, torch.Size(whole), chunks)
    return Metadata(entries, paths, places)


@pytest.mark.parametrize(
    ("count", "protocol", "shared"), in_turn([1, 3, 1001, 1100], [2, 4, 5], [False, True], turns=3)
)
def test_large_lists(
    count: int, shared: bool, protocol: int, met: dict[str, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    metadata = made(count, shared=shared)
    data = pickle.dumps(metadata, protocol)
    found = facts(read_listing(data))
    assert found == facts_of_torch(metadata)
    assert found == alone(data, monkeypatch)
    if count > 3:
        assert (met["places"] > 0.5 * len(found[2])) == (protocol > 2)
        assert (met["entries"] > 0.5 * len(found[0])) == (protocol > 2)


def test_sizes_that_are_shared_are_read_by_the_loop(met: dict[str, int]) -> None:
    """A run passes over values; a list that refers to one of them later is read again without."""
    metadata = made(40, shared=True)
    for entry in metadata.state_dict_metadata.values():
        if isinstance(entry, TensorStorageMetadata):
            entry.chunks[0].sizes = entry.size = next(
                each.size
                for each in metadata.state_dict_metadata.values()
                if isinstance(each, TensorStorageMetadata) and len(each.size) == len(entry.size)
            )
    data = pickle.dumps(metadata)
    assert facts(read_listing(data)) == facts_of_torch(metadata)


def test_objects_that_are_shared(met: dict[str, int]) -> None:
    metadata = made(300, shared=True)
    places = metadata.storage_data
    last = list(places.values())[-1]
    places.update(dict.fromkeys(list(places)[:5], last))
    metadata.planner_data["again"] = list(places)[7].fqn, 3
    data = pickle.dumps(metadata)
    assert facts(read_listing(data)) == facts_of_torch(metadata)


def broken() -> Iterator[bytes]:
    """A list with a byte of it changed, many times."""
    data = bytearray(pickle.dumps(made(25, shared=False)))
    choose = random.Random(5)
    for _ in range(150):
        at = choose.randrange(len(data))
        before, data[at] = data[at], choose.randrange(256)
        yield bytes(data)
        data[at] = before


def test_broken_lists_are_read_as_the_loop_reads_them(monkeypatch: pytest.MonkeyPatch) -> None:
    for data in broken():
        assert said(data) == told_alone(data, monkeypatch)


@pytest.mark.parametrize("text", [b"mod\xc3\xa8le.20.weight", b"__1_0.distcp"])
@pytest.mark.parametrize("change", [-1, 1, 4])
def test_texts_are_as_long_as_they_say(text: bytes, change: int, monkeypatch: pytest.MonkeyPatch) -> None:
    data = bytearray(pickle.dumps(made(60, shared=False)))
    at = data.rindex(b"\x8c" + bytes([len(text)]) + text) + 1
    data[at] += change
    assert said(bytes(data)) == told_alone(bytes(data), monkeypatch)


def said(data: bytes) -> Any:
    try:
        return facts(read_listing(data))
    except Exception as error:  # noqa: BLE001 - whatever it is, the loop says the same
        return type(error), str(error)


def told_alone(data: bytes, monkeypatch: pytest.MonkeyPatch) -> Any:
    with monkeypatch.context() as patch:
        patch.setattr(runs.Runs, "take", lambda _, pos: pos)
        return said(data)
