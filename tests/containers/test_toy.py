"""A format of one's own, as CONTRIBUTING.md tells: one module and one entry of the register."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest
import torch

from core.catalogue.build import open_catalogue
from core.containers.content import Content
from core.containers.location import Location
from core.edits.edits import Plan, RemapDevice
from core.edits.preview import preview
from core.files.copy import Source
from core.formats import register
from core.formats.archives import Archive, Places
from core.formats.register import Format
from core.formats.span import Span
from core.formats.tensor_node import tensor_node
from core.numbers.reader import Numbers
from core.objects.pickle_forms import mentions_of
from core.pickling.nodes import DictNode
from core.saving.save import save


@dataclass(frozen=True)
class ToyArchive(Archive, Places):
    """``TOY!``, the number of floats, and the floats: one tensor called ``weight``."""

    count: int
    start: int = 8
    kind: str = "toy"
    oddities: tuple[()] = ()

    def moved(self, start: int) -> ToyArchive:
        return replace(self, start=self.start + start)

    def places(self, _source: Source, _item_sizes: object) -> ToyArchive:
        return self

    def check(self, _keys: Sequence[str], sizes: Sequence[int], size: int) -> None:
        assert self.start + sum(sizes) == size

    def span(self, _key: str) -> Span:
        return Span(self.start, 4 * self.count, None)

    def begins(self, _key: str) -> int:
        return self.start


def claims(location: Location) -> bool:
    return location.head.startswith(b"TOY!")


def read(location: Location, _tick: object, _read_other: object) -> Content:
    count = int.from_bytes(location.file.peek(4, 4), "little")
    tensor = tensor_node("weight", "float32", (count,), "cuda:3")
    return Content(ToyArchive(count), DictNode(["weight", tensor]), mentions_of([tensor]), 2)


def test_a_format_is_one_module_and_one_entry(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    module = ModuleType("toy")
    vars(module).update(claims=claims, read=read)
    monkeypatch.setitem(sys.modules, "toy", module)
    toy = Format("toy", suffixes=(".toy",), reader="toy", files=r"\.toy$")
    monkeypatch.setattr(register, "FORMATS", (toy, *register.FORMATS))
    numbers = np.arange(5, dtype=np.float32)
    path = tmp_path / "a.toy"
    path.write_bytes(b"TOY!" + len(numbers).to_bytes(4, "little") + numbers.tobytes())

    catalogue = open_catalogue(path)
    assert [(total.device, total.bytes) for total in catalogue.devices] == [("cuda:3", 20)]
    with Numbers(catalogue) as opened:
        assert opened.tensor(0).read().tolist() == numbers.tolist()
    save(preview(catalogue, Plan((RemapDevice("cuda:*", "cpu"),))), tmp_path / "b.pth", container="zip")
    assert torch.equal(torch.load(tmp_path / "b.pth")["weight"], torch.from_numpy(numbers))
