"""What a file asks for is counted before there is memory for it, and what torch writes has room at any length."""

from __future__ import annotations

import gc
import io
import json
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pytest
import torch

from core.catalogue.build import open_catalogue
from core.catalogue.checkpoint import no_collector
from core.diagnosis.model_match.model_keys import UnreadableKeys, parse_model_keys
from core.errors import TooLarge
from core.formats.bounded_json import parse_json
from core.pickling import bounds, equal_keys
from core.pickling.reader import read_pickle

DENSE: dict[str, Any] = {
    "flat": lambda count: {str(n): torch.zeros(1) for n in range(count)},
    "views": lambda count: list(torch.zeros(count)),
    "parameters": lambda count: [torch.nn.Parameter(torch.zeros(1)) for _ in range(count)],
    "state of Adam": lambda count: {n: {"step": torch.zeros(()), "exp_avg": torch.zeros(1)} for n in range(count // 2)},
}


def pickled(value: Any, protocol: int) -> bytes:
    file = io.BytesIO()
    torch.save(value, file, pickle_protocol=protocol)
    with ZipFile(file) as archive:
        return archive.read("archive/data.pkl")


@pytest.mark.parametrize("kind", DENSE)
@pytest.mark.parametrize("protocol", [2, 4])
def test_there_is_room_for_300_000_of_the_shortest_tensors(
    kind: str, protocol: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """To scale: so many fewer, with so much less room."""
    data = pickled(DENSE[kind](2000), protocol)
    monkeypatch.setattr(bounds, "STRIDE", 1 << 10)
    monkeypatch.setattr(bounds, "MAX_NODES", bounds.MAX_NODES // 150)
    monkeypatch.setattr(bounds, "MAX_VALUES", bounds.MAX_VALUES // 150)
    with no_collector():
        read_pickle(data)


@pytest.mark.parametrize(
    "unit", [b"]", b"}", b"N\x85", b")\x8f", b"(", b"NQ", b"(N" + b"N" * 99 + b"t", b"](" + b"N" * 99 + b"e"]
)
def test_what_is_made_is_counted(unit: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bounds, "STRIDE", 1 << 10)
    monkeypatch.setattr(bounds, "MAX_NODES", 1000)
    monkeypatch.setattr(bounds, "MAX_VALUES", 2000)
    with no_collector(), pytest.raises(TooLarge):
        read_pickle(unit * 10_000)
    assert gc.isenabled()


def test_keys_are_counted_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A pickle fills a dict a thousand items at a time, and tells of it each time."""
    path = tmp_path / "pairs.pt"
    torch.save({"w": torch.ones(1), "ranks": {(str(n), "b"): n for n in range(2000)}}, path)
    monkeypatch.setattr(equal_keys, "_MOST_PARTS", 3 * 2000)
    assert len(open_catalogue(path).tensors) == 1
    monkeypatch.setattr(equal_keys, "_MOST_PARTS", 3 * 2000 - 1)
    with pytest.raises(TooLarge):
        open_catalogue(path)


@pytest.mark.parametrize("text", ["[" * 2_000_000, "[" + "[]," * 2_000_000 + "1]", "[" + "1," * 6_000_000 + "1]"])
def test_json_is_counted_before_it_is_read(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(json, "loads", lambda _: pytest.fail("it was read"))
    with pytest.raises(TooLarge):
        parse_json(text)
    with pytest.raises(UnreadableKeys, match="too many for a list of a model's keys"):
        parse_model_keys(text, "model.json")


def test_lines_are_read_no_further_than_keys_go() -> None:
    with pytest.raises(UnreadableKeys, match="more than 1,000,000 keys"):
        parse_model_keys("".join(f"{n}\n" for n in range(1_000_010)), "keys.txt")
