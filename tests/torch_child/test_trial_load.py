"""Files loaded for real in a child process: torch's own words, and nothing in the file is run."""

from __future__ import annotations

import importlib.metadata
import importlib.util
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

import pytest
import torch

from core.edits.edits import Drop, RemapDevice
from core.errors import Cancelled
from core.torch_child import interpreter, trial_load
from core.torch_child.trial_load import CannotVerify, verify_file, verify_preview
from tests.files.bad_files import BAD
from tests.files.checkpoints import save, training_checkpoint
from tests.support.children import children, hanging_file
from tests.support.corpus import FILES, corpus_file, name_of
from tests.support.engine import catalogue_of, planned
from tests.support.oracle import PretendGpus


def torch_says(path: Path) -> tuple[str, str]:
    """The exception of plain ``torch.load(f)``, class and words; empty when it loads."""
    try:
        torch.load(path)
    except Exception as error:  # noqa: BLE001 - whatever torch raises
        return type(error).__name__, str(error)
    return "", ""


def on_gpus(path: Path) -> Path:
    """A training checkpoint of a GPU that is not here."""
    with PretendGpus() as gpus:
        return save(training_checkpoint(gpus), path)


def test_what_loads_is_counted(tmp_path: Path) -> None:
    path = save({"model": {"w": torch.zeros(3), "b": torch.zeros(2)}, "epoch": 3}, tmp_path / "fine.pt")
    verdict = verify_file(path)
    assert (verdict.ok, verdict.on_cpu, verdict.message, verdict.kind) == (True, True, "", "")
    assert verdict.summary == "2 tensors loaded"
    assert verdict.torch == torch.__version__
    assert 0 < verdict.seconds < 60


@pytest.mark.usefixtures("torch_at_hand")
def test_the_device_is_in_the_way(tmp_path: Path) -> None:
    path = on_gpus(tmp_path / "gpu.pt")
    verdict = verify_file(path)
    assert (verdict.kind, verdict.message) == torch_says(path)
    assert verdict.message.startswith("Attempting to deserialize object on a CUDA device")
    assert (verdict.ok, verdict.on_cpu) == (False, True)
    assert (
        verdict.summary
        == f"torch.load(f) fails; with map_location='cpu' it loads {len(catalogue_of(path).tensors)} tensors"
    )


@pytest.mark.usefixtures("torch_at_hand")
@pytest.mark.parametrize("name", ["empty", "web page", "cut zip", "missing storage", "damaged pickle"])
def test_a_broken_file_in_the_words_of_torch(tmp_path: Path, name: str) -> None:
    path = tmp_path / "broken.pt"
    BAD[name][0](path)
    verdict = verify_file(path)
    assert (verdict.kind, verdict.message) == torch_says(path)
    assert (verdict.ok, verdict.on_cpu, verdict.summary) == (False, False, "does not load")


@pytest.mark.usefixtures("torch_at_hand")
@pytest.mark.parametrize("entry", [FILES[1], FILES[3]], ids=name_of)
def test_a_real_checkpoint(entry: dict[str, Any]) -> None:
    path = corpus_file(entry)
    verdict = verify_file(path)
    assert (verdict.kind, verdict.message) == torch_says(path)
    assert f"{entry['tensors']} tensor" in verdict.summary


def test_nothing_in_the_file_is_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Not even where the environment tells torch to run everything."""
    mark = tmp_path / "mark"

    class Evil:
        def __reduce__(self) -> Any:
            return os.mkdir, (str(mark),)

    path = save({"model": {"w": torch.zeros(3)}, "evil": Evil()}, tmp_path / "evil.pt")
    monkeypatch.setenv("TORCH_FORCE_NO_WEIGHTS_ONLY_LOAD", "1")
    verdict = verify_file(path)
    monkeypatch.undo()
    assert (verdict.kind, verdict.message) == torch_says(path)
    assert verdict.kind == "UnpicklingError"
    assert not verdict.on_cpu
    assert not mark.exists()


@pytest.mark.usefixtures("torch_at_hand")
def test_a_plan_is_saved_and_loaded_and_leaves_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = on_gpus(tmp_path / "gpu.pt")
    folder = tmp_path / "temporary"
    folder.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(folder))
    cured = planned(path, RemapDevice("cuda:*", "cpu"))
    ticks: list[tuple[int, int]] = []
    verdict = verify_preview(cured, tick=lambda *done: ticks.append(done))
    assert verdict.ok
    assert verdict.summary == f"{len(cured.catalogue.tensors)} tensors loaded"
    assert ticks
    smaller = planned(path, RemapDevice("cuda:*", "cpu"), Drop(cured.catalogue.find("optimizer")))
    assert verify_preview(smaller).summary == "12 tensors loaded"
    assert not verify_preview(planned(path)).ok
    assert list(folder.iterdir()) == []
    assert not verify_file(path).ok  # the source is as it was


def test_cancel_ends_the_child(tmp_path: Path) -> None:
    """The tick is heard while the child is busy, first with importing torch, then with a file that takes years."""
    path = hanging_file(tmp_path / "hanging.pt")
    before, found = children(os.getpid()), []

    def tick(_done: int, _total: int) -> None:
        found.extend(set(children(os.getpid())).difference(before))
        if found:
            raise Cancelled

    with pytest.raises(Cancelled):
        verify_file(path, tick)
    assert found
    assert not any(Path(f"/proc/{pid}").exists() for pid in found)


def test_a_child_that_dies_is_no_verdict(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = save({"w": torch.zeros(3)}, tmp_path / "fine.pt")
    monkeypatch.setattr(sys, "executable", "/bin/false")
    with pytest.raises(CannotVerify, match="failed with code 1"):
        verify_file(path)
    monkeypatch.setattr(sys, "executable", "/bin/true")
    with pytest.raises(CannotVerify, match="without an answer"):
        verify_file(path)


def test_without_a_torch_that_can_be_trusted_there_is_a_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = save({"w": torch.zeros(3)}, tmp_path / "fine.pt")
    assert trial_load.why_not() is None
    with monkeypatch.context() as patch:
        patch.setattr(importlib.metadata, "version", lambda _: "2.5.1+cpu")
        assert "torch 2.5.1+cpu may run code" in str(trial_load.why_not())
        with pytest.raises(CannotVerify, match=r"2\.6 or later"):
            verify_file(path)
    with monkeypatch.context() as patch:
        patch.setattr(importlib.util, "find_spec", lambda _: None)
        patch.setattr(interpreter, "_candidates", lambda _environment: iter(()))  # an active one has torch
        with pytest.raises(CannotVerify, match="not installed"):
            verify_file(path)


def test_asking_does_not_import_torch() -> None:
    code = "import sys, core.torch_child.trial_load as v; v.why_not(); print('torch' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"
