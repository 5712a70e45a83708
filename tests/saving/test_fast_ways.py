"""What came to light when the fast ways of writing and reading back were compared with the slow ones."""

from __future__ import annotations

from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pytest
import torch
from torch.utils.serialization import config

from core.errors import OddSource, VerifyFailed
from core.formats.zip_writer import ZipWriter
from core.objects.tensors import USUAL
from core.pickling import reader
from core.pickling import writer as pickler
from core.pickling.nodes import ORDERED_DICT, Call, Global, PersistentId
from core.saving import save as writer
from core.saving.verify import verify
from tests.saving.test_many_tensors import Recorder
from tests.support.engine import fix

FLOATS = Global("torch", "FloatStorage")
FILLING = [(index,) for index in range(300)]
"""For memo numbers above 255, from which on tensors are written as a whole."""


def tensor(key: int, *, hooks: str = "R", func: Any = USUAL) -> Call:
    shape, stride = (tuple(range(at, at + 1)) for at in (6, 1))  # which no other tensor shares
    pid = ("storage", FLOATS, str(1000 + key), "cuda:1", 6)
    return Call("R", func, (PersistentId(pid), 0, shape, stride, False, Call(hooks, ORDERED_DICT, ())))


@pytest.mark.parametrize("protocol", [2, 4])
@pytest.mark.parametrize("kind", ["N", "O"])
def test_hooks_made_in_another_way_stay_made_that_way(kind: str, protocol: int) -> None:
    """``OrderedDict.__new__(OrderedDict)`` between two of ``OrderedDict()``."""
    tensors = [tensor(at, hooks=kind if at == 3 else "R") for at in range(5)]
    written = reader.read_pickle(pickler.dumps([FILLING, tensors], protocol, shared=set())).root
    assert [each.args[5].kind for each in written[1]] == ["R", "R", "R", kind, "R"]


def test_storages_are_numbered_in_the_order_in_which_they_are_written() -> None:
    """torch computes from it where their bytes lie, wherever they stand: here in what is called."""
    inside = PersistentId(("storage", FLOATS, "inside", "cuda:1", 6))
    calls = [tensor(1), tensor(2, func=Call("R", Global("functools", "partial"), (USUAL, inside)))]
    asked: dict[str, None] = {}

    def persistent(node: PersistentId) -> Any:
        asked.setdefault(node.pid[2])
        return node.pid

    written = reader.read_pickle(pickler.dumps([FILLING, calls], 2, None, persistent, shared=set()))
    assert list(asked) == [node.pid[2] for node in written.persistent] == ["1001", "inside", "1002"]


def test_a_storage_missing_from_what_was_written_is_told_like_all_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    source, target = tmp_path / "a.pth", tmp_path / "b.pth"
    torch.save({"a": torch.zeros(3), "b": torch.ones(3)}, source)

    def damaged(prepared: Any, planned: Any, path: Path, *rest: Any) -> tuple[int, int]:
        path.write_bytes(path.read_bytes().replace(b"data/1", b"data/x"))
        return verify(prepared, planned, path, *rest)

    monkeypatch.setattr(writer, "verify", damaged)
    with pytest.raises(VerifyFailed, match="missing"):
        fix(source, target)
    assert [path.name for path in tmp_path.iterdir()] == ["a.pth"]


def test_an_alignment_that_no_zip_can_hold_is_refused(tmp_path: Path) -> None:
    """The padding of a record is counted in 16 bits; with another one torch would compute the wrong places."""
    source, trap = tmp_path / "a.pth", tmp_path / "b.pth"
    value = {"a": torch.zeros(3), "b": torch.ones(3)}
    torch.save(value, source)
    for alignment in (65536, 65537, 1 << 20, 1 << 30):
        with ZipFile(source) as old, ZipFile(trap, "w") as new:
            for name in old.namelist():
                aligned = name.endswith(".storage_alignment")
                new.writestr(name, str(alignment) if aligned else old.read(name))
        if alignment > 65536:
            with pytest.raises(OddSource, match=f"{alignment}"):
                fix(trap, tmp_path / "c.pth")
        fix(trap, tmp_path / "c.pth", accept_odd=True)
        with config.patch({"load.calculate_storage_offsets": True}):
            assert torch.equal(torch.load(tmp_path / "c.pth", mmap=True)["b"], value["b"])
        (tmp_path / "c.pth").unlink()
    assert not (tmp_path / "c.pth").exists()


def test_many_records_of_long_names_across_four_gigabytes() -> None:
    recorder = Recorder((1 << 32) - 1_000_000)
    writer = ZipWriter(recorder)  # type: ignore[arg-type]
    names = [b"a" * 60_000 + str(index).encode() for index in range(40)]
    writer.add_small(names, [b"content"] * len(names), [1] * len(names))
    writer.finish()
    assert all(recorder.data.count(name) == 2 for name in (names[0], names[-1]))
