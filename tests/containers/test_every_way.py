"""Every kept checkpoint of the frameworks, saved as every container: what comes back is what was there."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.catalogue.build import open_catalogue
from core.edits.edits import Plan, RemapDevice
from core.edits.preview import preview
from core.errors import CannotOpen, EditError
from core.saving.save import save
from tests.containers.facts import FOLDERS, Tensors, shown

ROOMS = ("sharded", "dcp", "deepspeed_zero", "fsdp", "runs", "containers")
FOREIGN = (".gguf", ".onnx", ".h5", ".keras", ".joblib", ".gz")
DOCUMENTS = sorted(
    path.relative_to(FOLDERS).as_posix()
    for room in ROOMS
    for path in (FOLDERS / room).iterdir()
    if path.suffix not in (".json", ".gguf", ".onnx", ".h5", ".keras", ".joblib", ".gz")
    and path.name != "onnx_external"
)
SEVERAL = {"fsdp/fsdp1_full", "fsdp/fsdp1_raw", "runs/trainer"}
"""Folders that no program could put together, or of several checkpoints."""
ENDINGS = {"zip": "one.pth", "legacy": "old.pth", "safetensors": "one.safetensors", "dcp": "folder"}


def by_text(tensors: Tensors) -> dict[tuple[str, ...], tuple[str, tuple[int, ...], str]]:
    """DCP has texts for keys."""
    return {tuple(map(str, path)): each for path, each in tensors.items()}


@pytest.mark.parametrize("name", DOCUMENTS)
def test_what_comes_back_is_what_was_there(name: str, tmp_path: Path) -> None:
    if name in SEVERAL:
        with pytest.raises(CannotOpen, match="is a directory"):
            open_catalogue(FOLDERS / name)
        return
    catalogue = open_catalogue(FOLDERS / name)
    if catalogue.checkpoint.read_only is not None:
        return
    view, wanted = preview(catalogue, Plan((RemapDevice("*", "cpu"),))), by_text(shown(catalogue))
    done = []
    for container, ending in ENDINGS.items():
        try:
            save(view, tmp_path / ending, container=container)
        except EditError:  # which the format cannot hold
            continue
        found = by_text(shown(open_catalogue(tmp_path / ending)))
        shared = container == "safetensors" and len(found) < len(wanted)
        assert found.items() <= wanted.items() if shared else found == wanted
        done.append(container)
    assert {"zip", "dcp"} <= set(done)
