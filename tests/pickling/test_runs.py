"""Runs of tensors that are read at once: to be told from the slow way by nothing but the time."""

from __future__ import annotations

import random
import zipfile
from collections import OrderedDict
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import torch

from core.errors import CheckpointError
from core.objects.pickle_forms import normalize
from core.pickling import loop
from core.pickling.nodes import Call, DictNode, PersistentId, SetNode
from core.pickling.reader import read_pickle
from core.pickling.runs import Runs
from tests.files.checkpoints import save
from tests.support.engine import catalogue_of, fix
from tests.support.oracle import PretendGpus, assert_same_files

SHAPES: tuple[tuple[int, ...], ...] = ((), (3,), (4, 2), (2, 3, 1), (1, 2, 1, 2), (0, 7), (1, 1, 1, 1, 1), (300, 1))


@pytest.fixture(autouse=True)
def small_pickles_too(monkeypatch: pytest.MonkeyPatch) -> None:
    """Look for runs in files of any size."""
    monkeypatch.setattr(loop, "_MANY", 0)


def weights(count: int, gpus: PretendGpus | None = None) -> OrderedDict[str, Any]:
    """Tensors of many shapes, types and layouts; some share a storage, some have odd keys and places."""
    flat = torch.arange(70_000.0)
    dtypes = (torch.float32, torch.float16, torch.int64, torch.bool, torch.bfloat16)
    found: OrderedDict[str, Any] = OrderedDict()
    for index in range(count):
        tensor = torch.zeros(SHAPES[index % len(SHAPES)], dtype=dtypes[index // 40 % len(dtypes)])
        if index % 11 == 3:
            tensor = flat[index : index + 4].view(2, 2).t()
        elif index % 17 == 5:
            tensor = flat[69_000 + index :]
        elif index % 23 == 7:
            tensor = torch.ones(2, 2, requires_grad=True)
        if gpus is not None and index % 3:
            gpus.place(tensor, f"cuda:{index % 2}")
        found[("schicht.ä.%d" if index % 29 == 9 else "module.layers.%d.weight") % index] = tensor
        if index % 37 == 1:
            found[f"extra.{index}"] = index / 3 if index % 2 else None
    return found


def checkpoint(count: int, gpus: PretendGpus | None = None) -> dict[str, Any]:
    """A state dict and what three optimizers keep beside it."""
    model = weights(count, gpus)
    adam = {
        index: {"step": torch.tensor(float(index)), "exp_avg": torch.zeros(4, 2), "exp_avg_sq": torch.ones(4, 2)}
        for index in range(count)
    }
    odd = {index * 700: {"step": index, "sum": torch.zeros(index % 4), "lr": 0.1} for index in range(count)}
    plain = {index: {"momentum_buffer": torch.zeros(index % 3, 2)} for index in range(count)}
    states = [{"state": state, "param_groups": [{"params": list(state)}]} for state in (adam, odd, plain)]
    return {"model": model, "optimizers": states, "tensors": [torch.zeros(2) for _ in range(5)]}


def pickle_of(path: Path) -> bytes:
    with zipfile.ZipFile(path) as archive:
        return archive.read(next(name for name in archive.namelist() if name.endswith("data.pkl")))


def listing(root: Any) -> Iterator[Any]:
    """All of a graph, depth first, with the same number for the same object; also where it is in a circle.

    Alike tuples of whole numbers, which are shapes and strides, may be one object or two.
    """
    numbers: dict[int, int] = {}
    stack = [root]
    while stack:
        node = stack.pop()
        yield type(node)
        if type(node) not in (list, tuple, DictNode, SetNode, Call, PersistentId) or is_shape(node):
            yield repr(node)
            continue
        known = id(node) in numbers
        yield numbers.setdefault(id(node), len(numbers))
        if not known:
            stack += node if type(node) in (list, tuple) else [getattr(node, name) for name in type(node).__slots__]


def is_shape(node: Any) -> bool:
    return type(node) is tuple and all(type(part) is int for part in node)


def outcome(data: bytes) -> Any:
    """All that a reading gives: the graph, its sharing, where it ended and what was mentioned; or the refusal."""
    try:
        found = read_pickle(data)
    except CheckpointError as error:
        return type(error), str(error)
    mentions = normalize(found)
    said = len(found.shared), mentions.names, mentions.opcodes, [oddity[:2] for oddity in mentions.oddities]
    return list(listing([found.root, mentions.persistent, mentions.calls])), found.end, *said


def both_ways(data: bytes) -> tuple[Any, Any, int]:
    """What comes out with runs and without, and how many tensors were read in runs."""
    taken = 0
    take = Runs.take

    def counted(self: Runs, pos: int) -> int:
        nonlocal taken
        before = len(self.state.calls)
        end = take(self, pos)
        taken += len(self.state.calls) - before
        return end

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(Runs, "take", counted)
        fast = outcome(data)
        patched.setattr(Runs, "take", lambda _, pos: pos)
        return fast, outcome(data), taken


@pytest.mark.parametrize("count", [40, 300, 1500])
def test_a_run_reads_like_one_opcode_after_the_other(count: int, tmp_path: Path) -> None:
    with PretendGpus() as gpus:
        data = pickle_of(save(checkpoint(count, gpus), tmp_path / "a.pth"))
    fast, slow, taken = both_ways(data)
    assert fast == slow
    assert taken > count * 2 - 300  # of three a parameter, all but the first of each kind and the odd ones


@pytest.mark.parametrize("protocol", [2, 3, 4, 5])
def test_other_protocols_and_containers_read_the_same(protocol: int, tmp_path: Path) -> None:
    for container in ("zip", "legacy"):
        path = save(checkpoint(150), tmp_path / f"{container}.pth", container, pickle_protocol=protocol)
        data = pickle_of(path) if container == "zip" else path.read_bytes()
        fast, slow, _ = both_ways(data)
        assert fast == slow


def test_torch_loads_what_was_read_in_runs_and_written_again(tmp_path: Path) -> None:
    with PretendGpus() as gpus:
        path = save(checkpoint(400, gpus), tmp_path / "a.pth")
    fix(path, tmp_path / "b.pth")
    assert_same_files(tmp_path / "b.pth", path)
    assert (tmp_path / "b.pth").read_bytes() == path.read_bytes()
    tensors = [value for value in weights(400).values() if isinstance(value, torch.Tensor)]
    rows = [row for row in catalogue_of(path).tensors if row.role == "model"]
    assert [row.shape for row in rows] == [tuple(tensor.shape) for tensor in tensors]
    assert [row.stride for row in rows] == [tensor.stride() for tensor in tensors]


@pytest.mark.parametrize("seed", [0, 1, *(pytest.param(seed, marks=pytest.mark.long) for seed in range(2, 8))])
def test_damaged_runs_read_the_same(seed: int, tmp_path: Path) -> None:
    chance = random.Random(seed)
    whole = pickle_of(save(checkpoint(150), tmp_path / "a.pth"))
    opcodes = b"(tRQrhujKMJX}\x85\x86\x87\x88\x89)\x00\xff"
    for _ in range(60):
        data = bytearray(whole)
        for _ in range(chance.choice((1, 1, 2, 5))):
            at = chance.randrange(len(data))
            if chance.random() < 0.7:
                data[at] = chance.choice(opcodes) if chance.random() < 0.5 else chance.randrange(256)
            else:
                length = chance.randrange(1, 40)
                data[at : at + length] = b"" if chance.random() < 0.5 else data[at : at + length] * 2
        fast, slow, _ = both_ways(bytes(data))
        assert fast == slow


def numbered(first: int, *parts: bytes) -> bytes:
    """The parts with a number after each, one higher than the one before."""
    return b"".join(part + b"r" + (first + at).to_bytes(4, "little") for at, part in enumerate(parts))


def tensor(first: int, key: bytes = b"X\x01\0\0\0k", name: bytes = b"X\x01\0\0\x000") -> bytes:
    """A tensor as torch writes it, its values numbered from ``first`` on, on values 0 to 4."""
    parts = (key, b"h\0((h\x01h\x02" + name, b"h\x03K\x08t", b"QK\0K\x04\x85", b"K\x01\x85", b"\x89h\x04)R", b"t", b"R")
    return numbered(first, *parts)


def strange(body: bytes, before: bytes = b"") -> bytes:
    names = (
        b"ctorch._utils\n_rebuild_tensor_v2\n",
        b"X\x07\0\0\0storage",
        b"ctorch\nFloatStorage\n",
        b"X\x03\0\0\0cpu",
    )
    fill = numbered(0, *names, b"ccollections\nOrderedDict\n", *[b"N"] * 295)
    return b"\x80\x02(" + fill + before + b"1}(" + body + b"u."


def inner(body: bytes) -> bytes:
    """A key and a dict."""
    return b"X\x01\0\0\0d}(" + body + b"u"


GIVEN, GIVEN_IN_TEXT = b"X\x01\0\0\0zNr\x03\0\0\0", b"X\x01\0\0\0zNp3\n"
STRANGE = {
    "as torch does it": (strange(tensor(300) + tensor(308)), 2),
    "numbered from elsewhere": (strange(tensor(310)), 0),
    "a number left out": (strange(tensor(300) + tensor(309)), 0),
    "a number given anew": (strange(inner(tensor(300)) + GIVEN + inner(tensor(308))), 1),
    "a number given anew in text": (strange(inner(tensor(300)) + GIVEN_IN_TEXT + inner(tensor(308))), 1),
    "a number below zero": (strange(tensor(300).replace(b"K\x01\x85", b"J\xff\xff\xff\xff\x85")), 1),
    "a text longer than it says": (strange(tensor(300, b"X\x01\0\0\0kk")), 0),
    "a text shorter than it says": (strange(tensor(300, b"X\x03\0\0\0kk")), 0),
    "a key that is not text": (strange(tensor(300, b"X\x02\0\0\0\xff\xfe")), 0),
    "a surrogate in a key": (strange(tensor(300, b"X\x03\0\0\0\xed\xa0\x80")), 0),
    "a storage key that is too long": (strange(tensor(300, name=b"X\x02\0\0\x000")), 0),
    "a value to come": (strange(tensor(300).replace(b"h\x03K", b"j\xff\xff\0\0K")), 0),
    "a value in a hole": (strange(tensor(321).replace(b"h\x03K", b"j\x2c\x01\0\0K"), b"Nr\x40\x01\0\0"), 0),
    "a tensor inside a text": (
        strange(b"X\x01\0\0\0tX" + len(tensor(300) * 9).to_bytes(4, "little") + tensor(300) * 9),
        0,
    ),
    "hooks of another kind": (strange(tensor(300).replace(b"\x89h\x04", b"\x89h\x02")), 0),
    "cut": (strange(tensor(300) + tensor(308))[:-40], 1),
}


REFUSED = {
    "a text longer than it says",
    "a text shorter than it says",
    "a storage key that is too long",
    "a key that is not text",
    "a tensor inside a text",
    "a value to come",
    "a value in a hole",
    "cut",
}


@pytest.mark.parametrize("name", STRANGE)
def test_what_torch_never_writes_reads_the_same(name: str) -> None:
    data, expected = STRANGE[name]
    fast, slow, taken = both_ways(data)
    assert fast == slow
    assert taken == expected
    assert len(fast) == (2 if name in REFUSED else 6)


def test_a_pickle_full_of_what_only_looks_like_tensors_is_not_searched_again_and_again() -> None:
    body = b"".join(b"(" + tensor(0) + b"1" for _ in range(20_000))  # each begins a run that does not hold
    data = b"\x80\x02" + b"N" + b"".join(b"Nr" + at.to_bytes(4, "little") for at in range(300)) + body + b"."
    searched = 0
    search = Runs._beside_one_another

    def counted(self: Runs, pos: int) -> Any:
        nonlocal searched
        searched += self.window
        return search(self, pos)

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(Runs, "_beside_one_another", counted)
        outcome(data)
    assert 0 < searched <= len(data)
