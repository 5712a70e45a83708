"""Zips of checkpoints, as stable-baselines3 saves them."""

from __future__ import annotations

import io
import zipfile
from pathlib import Path
from typing import Any

import pytest
import torch

from core.catalogue.build import open_catalogue
from core.catalogue.integrity import verify
from core.edits.edits import Plan, RemapDevice
from core.edits.preview import preview
from core.errors import NotACheckpoint
from core.saving.save import save


def saved(value: Any) -> bytes:
    stream = io.BytesIO()
    torch.save(value, stream)
    return stream.getvalue()


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "ppo.zip"
    with zipfile.ZipFile(path, "w") as target:
        target.writestr("data", "{}")
        target.writestr("policy.pth", saved({"net.weight": torch.arange(6.0).reshape(2, 3)}))
        target.writestr("policy.optimizer.pth", saved({"state": {0: {"exp_avg": torch.ones(2, 3)}}}))
        target.writestr("_stable_baselines3_version", "2.0")
    return path


def test_members_are_branches(path: Path, tmp_path: Path) -> None:
    catalogue = open_catalogue(path)
    assert [catalogue.label_text(child) for child in catalogue.children(0)] == ["policy", "policy.optimizer"]
    assert verify(catalogue).is_sound
    several = catalogue.checkpoint.several
    assert several is not None
    assert [other.name for other in several.others] == ["data", "_stable_baselines3_version"]
    save(preview(catalogue, Plan((RemapDevice("*", "cpu"),))), tmp_path / "one.pth", container="zip")
    loaded = torch.load(tmp_path / "one.pth")
    assert torch.equal(loaded["policy"]["net.weight"], torch.arange(6.0).reshape(2, 3))
    assert torch.equal(loaded["policy.optimizer"]["state"][0]["exp_avg"], torch.ones(2, 3))


def test_a_flipped_bit_is_found_in_its_member(path: Path) -> None:
    raw = bytearray(path.read_bytes())
    raw[raw.index(torch.arange(6.0).numpy().tobytes())] ^= 1
    path.write_bytes(raw)
    (damage,) = verify(open_catalogue(path)).damages
    assert damage.record.startswith("policy.pth: ")
    assert damage.entries


def test_a_member_that_does_not_open_spares_the_others(path: Path) -> None:
    with zipfile.ZipFile(path, "a") as target:
        target.writestr("broken.pth", saved({"a": torch.zeros(1)})[:-50])
    several = open_catalogue(path).checkpoint.several
    assert several is not None
    assert [missing.name for missing in several.missing] == ["broken.pth"]


def test_packed_members_are_told(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "a.zip", "w", zipfile.ZIP_DEFLATED) as target:
        target.writestr("a.pth", saved({"a": torch.zeros(1000)}))
    with pytest.raises(NotACheckpoint, match="Unpack it first"):
        open_catalogue(tmp_path / "a.zip")


def test_zips_of_something_else_are_left_alone(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "a.zip", "w") as target:
        target.writestr("a.npy", b"")
    with pytest.raises(NotACheckpoint, match="NumPy archive"):
        open_catalogue(tmp_path / "a.zip")


def test_zips_in_zips_are_not_looked_into(tmp_path: Path) -> None:
    inner = saved({"a": torch.zeros(1)})
    for depth in range(2):
        stream = io.BytesIO()
        with zipfile.ZipFile(stream, "w") as target:
            target.writestr(f"{depth}.pth", inner)
        inner = stream.getvalue()
    path = tmp_path / "deep.zip"
    path.write_bytes(inner)
    with pytest.raises(NotACheckpoint, match="Unpack it first"):
        open_catalogue(path)
