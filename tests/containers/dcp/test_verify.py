"""Bit rot in a piece is found, and named with the tensor that it hurts."""

from __future__ import annotations

import pickle
import shutil
from pathlib import Path

import pytest

from core.catalogue.build import open_catalogue
from core.catalogue.integrity import verify
from core.edits.edits import UseContainer
from core.errors import DamagedSource
from tests.containers.facts import FOLDERS
from tests.support.engine import fix


def test_a_flipped_bit_in_a_piece(tmp_path: Path) -> None:
    folder = tmp_path / "run"
    shutil.copytree(FOLDERS / "dcp" / "two_uneven", folder)
    sound = verify(open_catalogue(folder))
    assert sound.is_sound
    assert sound.checked > 10
    metadata = pickle.loads((folder / ".metadata").read_bytes())
    place = next(info for index, info in metadata.storage_data.items() if index.fqn == "rows" and index.offset[0])
    data = bytearray((folder / place.relative_path).read_bytes())
    middle = data.index(b"PK\5\6", place.offset)
    at = data.index(b"archive/data/0", place.offset, middle)
    data[at + 80] ^= 1
    (folder / place.relative_path).write_bytes(data)
    catalogue = open_catalogue(folder)
    (damage,) = verify(catalogue).damages
    assert damage.record == "__1_0.distcp: rows: archive/data/0"
    assert [catalogue.path_text(entry) for entry in damage.entries] == ["rows"]
    assert damage.part == catalogue.checkpoint.several.names.index("__1_0.distcp")  # type: ignore[union-attr]
    for container in ("zip", "legacy", "safetensors", "dcp"):
        with pytest.raises(DamagedSource, match="rows"):
            fix(folder, tmp_path / "out", UseContainer(container))
        assert not (tmp_path / "out").exists()
    fix(folder, tmp_path / "out.pth", UseContainer("zip"), accept_damage=True)
    data[place.offset : place.offset + 2] = b"XX"
    (folder / place.relative_path).write_bytes(data)
    catalogue = open_catalogue(folder)
    assert "not written by torch.save" in verify(catalogue).damages[0].problem


@pytest.mark.parametrize("name", ["dcp/one", "dcp/types", "dcp/compressed"])
def test_what_is_sound_is_called_so(name: str) -> None:
    report = verify(open_catalogue(FOLDERS / name))
    assert report.is_sound
    assert (report.checked == 0) == (name == "dcp/compressed")
