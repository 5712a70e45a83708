"""Storages that a pickle names with several sizes, or with another size than they have in the file."""

from __future__ import annotations

import io
import pickle
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import pytest
import torch

from cli.main import run
from core.diagnosis.traceback.recognise import recognise
from core.edits.edits import Drop
from core.errors import DamagedSource, Malformed
from core.saving.save import check
from tests.support.engine import catalogue_of, fix, planned
from tests.support.judging import findings_of, only, torch_says
from tests.support.oracle import assert_same, load

CONTAINERS = ("zip", "legacy")


class Named(NamedTuple):
    """A storage as a pickle names it."""

    key: str
    elements: int


class Written:
    """A tensor of ``reach`` float32 from the start of a storage."""

    def __init__(self, key: str, elements: int, reach: int) -> None:
        self.named, self.reach = Named(key, elements), reach

    def __reduce__(self) -> tuple[Callable[..., Any], tuple[Any, ...]]:
        return torch._utils._rebuild_tensor_v2, (self.named, 0, (self.reach,), (1,), False, {})


def write(path: Path, value: Any, container: str, **storages: int) -> Path:
    """What torch.save would write of a value if its storages had as many elements as are given."""

    class Pickler(pickle._Pickler):
        def persistent_id(self, each: Any) -> Any:
            if not isinstance(each, Named):
                return None
            named = ("storage", torch.FloatStorage, each.key, "cpu", each.elements)
            return named if container == "zip" else (*named, None)

    buffer = io.BytesIO()
    Pickler(buffer, 2).dump(value)
    contents = {key: torch.arange(1.0, count + 1) for key, count in storages.items()}
    if container == "zip":
        writer = torch._C.PyTorchFileWriter(str(path))
        writer.write_record("data.pkl", buffer.getvalue(), len(buffer.getvalue()))
        for key, tensor in contents.items():
            writer.write_record(f"data/{key}", tensor.untyped_storage(), tensor.nbytes)
        writer.write_end_of_file()
        return path
    facts = {"protocol_version": 1001, "little_endian": True, "type_sizes": {"short": 2, "int": 4, "long": 4}}
    head = b"".join(pickle.dumps(part, 2) for part in (0x1950A86A20F9469CFC6C, 1001, facts))
    parts = [head, buffer.getvalue(), pickle.dumps(list(contents), 2)]
    for tensor in contents.values():
        parts += (len(tensor).to_bytes(8, "little"), tensor.numpy().tobytes())
    path.write_bytes(b"".join(parts))
    return path


def named_twice(first: int, second: int, reach: int) -> dict[str, Written]:
    return {"a": Written("x", first, min(first, reach)), "b": Written("x", second, reach), "c": Written("y", 2, 2)}


@pytest.mark.parametrize("target", CONTAINERS)
@pytest.mark.parametrize(
    ("first", "second", "reach", "there", "source"),
    [
        (3, 6, 6, 6, "legacy"),  # a tensor enlarges what was named first
        (3, 6, 3, 3, "legacy"),
        (3, 6, 3, 3, "zip"),
        (6, 3, 3, 6, "legacy"),
        (6, 3, 3, 6, "zip"),
    ],
)
def test_a_storage_of_two_sizes_is_as_large_as_torch_makes_it(
    first: int, second: int, reach: int, there: int, source: str, target: str, tmp_path: Path
) -> None:
    path = write(tmp_path / "a.pt", named_twice(first, second, reach), source, x=there, y=2)
    wanted = load(path)
    assert not [each for each in findings_of(path) if each.code.endswith("-size")]
    written = fix(path, tmp_path / "new.pt", container=target, accept_odd=True).path
    for way in ("plain", "weights_only", "mmap", "computed offsets")[: 4 if target == "zip" else 2]:
        assert_same(load(written, way), wanted)


@pytest.mark.parametrize("target", CONTAINERS)
def test_a_storage_of_which_other_bytes_are_there_is_refused(target: str, tmp_path: Path) -> None:
    path = write(tmp_path / "a.pt", named_twice(3, 6, 3), "legacy", x=6, y=2)
    assert torch_says(path) == only("storage-size", findings_of(path)).message
    with pytest.raises(Malformed, match="'x' has 12 bytes, but the file says 24"):
        fix(path, tmp_path / "new.pt", container=target, accept_odd=True)
    with pytest.raises(Malformed, match="'x' has 12 bytes"):
        check(planned(path), target, accept_odd=True)
    assert [each.name for each in tmp_path.iterdir()] == ["a.pt"]


def test_what_is_left_beside_such_a_storage_is_saved(tmp_path: Path) -> None:
    path = write(tmp_path / "a.pt", named_twice(3, 6, 3), "legacy", x=6, y=2)
    catalogue = catalogue_of(path)
    drops = Drop(catalogue.find("a")), Drop(catalogue.find("b"))
    written = fix(path, tmp_path / "new.pt", *drops, container="zip", accept_odd=True).path
    assert_same(load(written), {"c": torch.arange(1.0, 3.0)})


@pytest.fixture
def refused_by_torch(tmp_path: Path) -> Path:
    """What torch.save writes of a storage of five bytes, a float and a quarter."""
    storage = torch.arange(5, dtype=torch.uint8).untyped_storage()
    path = tmp_path / "a.pt"
    torch.save({"a": torch.empty(0).set_(storage, 0, (1,)), "b": torch.ones(3)}, path)
    return path


@pytest.mark.parametrize("target", CONTAINERS)
def test_a_record_larger_than_its_storage(refused_by_torch: Path, target: str, tmp_path: Path) -> None:
    finding = only("record-size", findings_of(refused_by_torch))
    assert finding.message == torch_says(refused_by_torch)
    assert finding.paths == ("a",)
    pasted = recognise(f"RuntimeError: {torch_says(refused_by_torch)}")
    assert pasted is not None
    assert pasted.codes == ("record-size",)
    new = tmp_path / "new.pt"
    wanted = load(refused_by_torch, "mmap")
    assert run(["fix", str(refused_by_torch), "-o", str(new), "--cure", "record-size", "--container", target]) == 0
    assert not [each for each in findings_of(new) if each.code == "record-size"]
    for way in ("plain", "mmap", "computed offsets")[: 3 if target == "zip" else 1]:
        assert_same(load(new, way), wanted)


@pytest.mark.parametrize("target", CONTAINERS)
def test_a_deflated_record_larger_than_its_storage(refused_by_torch: Path, target: str, tmp_path: Path) -> None:
    packed = tmp_path / "packed.pt"
    with zipfile.ZipFile(refused_by_torch) as source, zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as written:
        for name in source.namelist():
            written.writestr(name, source.read(name))
    assert torch_says(packed) == only("record-size", findings_of(packed)).message
    assert_same(
        load(fix(packed, tmp_path / "new.pt", container=target, accept_odd=True).path), load(refused_by_torch, "mmap")
    )


@pytest.mark.parametrize("target", CONTAINERS)
def test_damage_behind_a_storage_is_not_hidden(refused_by_torch: Path, target: str, tmp_path: Path) -> None:
    raw = bytearray(refused_by_torch.read_bytes())
    raw[raw.index(b"\0\1\2\3\4") + 4] ^= 1
    refused_by_torch.write_bytes(raw)
    with pytest.raises(DamagedSource, match="a do not match"):
        fix(refused_by_torch, tmp_path / "new.pt", container=target)


def test_a_record_too_large_of_which_two_sizes_are_said(tmp_path: Path) -> None:
    path = write(tmp_path / "a.pt", named_twice(3, 6, 6), "zip", x=6, y=2)
    assert torch_says(path) == only("record-size", findings_of(path)).message
    written = fix(path, tmp_path / "new.pt", accept_odd=True).path
    legacy = write(tmp_path / "b.pt", named_twice(3, 6, 6), "legacy", x=6, y=2)
    assert_same(load(written), load(legacy))
