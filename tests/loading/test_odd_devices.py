"""Devices as no torch writes them: what torch says to each in a file is found in it, and a user is told so."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest
import torch
from torch import serialization

from cli.main import run as main
from core.devices import card_of
from core.diagnosis.diagnose import cure_all, diagnose
from core.edits.edits import RemapDevice, check_device
from core.edits.preview import preview
from core.errors import EditError
from core.loading.computer import Computer, parse_computer
from core.saving.save import save
from tests.support.engine import planned
from tests.support.judging import errors, quiet_load, torch_says

HERE = ("cpu", "cuda", "cuda:0", "cuda:1")
CARDS = ("cuda:2", "cuda:10", "cuda:127")
"""Cards that a file can name, and few computers have."""
ODD = (
    *("cpu:0", "CPU", "cpu ", "cuda:", "cuda:00", "cuda:007", "cuda:1x", "cuda:-1", "cuda:128", "cuda:254", "cuda:384"),
    *("cuda:2147483648", "cuda:99999999999", "cuda0", "cuda٠", "cuda:٠", "cuda:²", "cuda:1_0"),
    *("cuda:+1", "cuda: 1", "cuda:1.0", "cuda:0:1", "cuda:0\n", "cuda\n", " cuda:0", "cudax", "CUDA:0", "cuda:*", "*"),
    *("[", "", "None", "mps", "mps:0", "mpsx", "xpu", "xpu:0", "xpu:x", "hpu:0", "hpu:x", "privateuseone", "mtia"),
    *("privateuseone:0", "mtia:0", "mtia:x", "meta:0", "xla:0", "vulkan", "npu:3", "cuda:0\0", "\ud800"),
)
LONG = ("cuda:" + "9" * 5000, "x" * 1_000_000)
TURNED = ("cuda:255", "cuda:256", "cuda:511", "cuda:2147483647")
"""Of their index torch keeps eight bits, and takes another card."""


def on_device(device: str, path: Path, *, legacy: bool = False) -> Path:
    """A file whose storages were saved on a device of any name."""
    registered = list(serialization._package_registry)
    serialization.register_package(0, lambda _storage: device or "nowhere", lambda _storage, _location: None)
    try:
        torch.save({"a": torch.arange(3.0), "b": torch.ones(2)}, path, _use_new_zipfile_serialization=not legacy)
    finally:
        serialization._package_registry[:] = registered
    return path


def with_cards(patched: pytest.MonkeyPatch, count: int) -> None:
    """torch as on a computer with so many cards; what goes there stays in memory."""
    patched.setattr(torch.cuda, "is_available", lambda: True)
    patched.setattr(torch.cuda, "device_count", lambda: count)
    patched.setattr(torch.cuda, "current_device", lambda: 0)
    patched.setattr(torch.UntypedStorage, "to", lambda self, *, device: self)


@pytest.mark.parametrize("gpus", [0, 2])
def test_a_device_is_an_error_where_torch_does_not_know_it(
    gpus: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if gpus:
        with_cards(monkeypatch, gpus)
    for number, device in enumerate((*HERE, *CARDS, *ODD, *TURNED, *LONG)):
        path = on_device(device, tmp_path / f"{number}.pt", legacy=number % 2 == 0)
        said, found = torch_says(path), errors(diagnose(planned(path), Computer(gpus)))
        if device in TURNED:
            assert found, device
        else:
            assert bool(found) == (said is not None), (device[:40], said, found)
        if said and device and device not in LONG:
            assert found[0].message == said
        assert all(len(each.title) < 200 and len(each.message) < 1000 for each in found), device[:40]


def test_what_is_cured_loads(tmp_path: Path) -> None:
    for number, device in enumerate((*CARDS, *ODD, *TURNED, *LONG)):
        view = planned(on_device(device, tmp_path / f"{number}.pt"))
        cured = cure_all(view.catalogue, view.plan, Computer())
        save(preview(view.catalogue, cured), tmp_path / "o.pt", overwrite=True)
        assert quiet_load(tmp_path / "o.pt")["a"].tolist() == [0, 1, 2], device[:40]


def test_no_command_stumbles(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for number, device in enumerate((*ODD, *TURNED, *LONG)):
        path = str(on_device(device, tmp_path / f"{number}.pt"))
        asked = (["inspect"], ["memory", "--gpus", "2"], ["code"], ["diagnose", "--machine", "gpus:2"])
        codes = [main([command, path, *more]) for command, *more in asked]
        assert codes == [0, 0, 0, 3], device[:40]
        assert "found a bug in Pthfinder" not in capsys.readouterr().err


def test_a_device_called_like_a_glob_is_meant_alone(tmp_path: Path) -> None:
    first = on_device("cuda:*", tmp_path / "a.pt")
    view = planned(first)
    (found,) = errors(diagnose(view, Computer(2)))
    (edit,) = found.edits
    assert isinstance(edit, RemapDevice)
    assert set(preview(view.catalogue, view.plan.with_edits(found.edits)).draft.devices) == {"cuda:0"}
    save(preview(view.catalogue, view.plan.with_edits((RemapDevice("cuda:[*]", "cuda:1"),))), tmp_path / "b.pt")
    there = planned(tmp_path / "b.pt")
    assert set(preview(there.catalogue, there.plan.with_edits((edit,))).draft.devices) == {"cuda:1"}


def test_a_target_is_a_device_or_a_sentence() -> None:
    """What is accepted, torch reads as the same device."""
    for device in (*HERE, *CARDS, *ODD, *TURNED, *LONG):
        taken, card = _answer(check_device, device), _answer(partial(parse_computer, None), device)
        if not isinstance(taken, EditError):
            assert taken.startswith("npu") or str(torch.device(taken)) == taken
        if not isinstance(card, EditError):
            assert card.card == (card_of(device.strip().lower()) or 0)
        assert all(len(str(error)) < 300 for error in (taken, card)), device[:40]


def _answer(ask: Callable[[str], Any], device: str) -> Any:
    try:
        return ask(device)
    except EditError as error:
        return error
