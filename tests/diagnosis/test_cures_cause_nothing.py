"""Curing all leaves no finding that was not there before, on any machine, with files of all frameworks."""

from __future__ import annotations

from itertools import product
from pathlib import Path

import pytest
import torch

from core.diagnosis.diagnose import cure_all, diagnose
from core.diagnosis.finding import NOTE, OF_OLD_TORCH, is_for_all
from core.edits.edits import Plan, RemapDevice
from core.edits.preview import Preview, preview
from core.errors import CheckpointError
from core.loading.computer import Computer
from core.saving.save import save as save_preview
from tests.files.checkpoints import save, training_checkpoint
from tests.places import ROOT
from tests.support.engine import catalogue_of, planned
from tests.support.oracle import PretendGpus, saved_devices

MACHINES = (Computer(), Computer(1), Computer(2, card=1), Computer(2, ranks=2))
_ENDINGS = (".pt", ".pth", ".ckpt", ".tar", ".bin", ".safetensors")
FILES = sorted(path for path in (ROOT / "tests" / "data").rglob("*") if path.suffix in _ENDINGS)
KINDS = sorted({path.relative_to(ROOT / "tests" / "data").parts[0] for path in FILES})


def views(path: Path) -> list[Preview]:
    """The file as it is, and as it would be saved from a card: all of it, or all but what torch keeps on the CPU."""
    try:
        catalogue = catalogue_of(path)
    except CheckpointError:
        return []
    every = frozenset(range(len(catalogue.tensors)))
    made = []
    for edits in ((), (RemapDevice("cpu", "cuda:5"),), (RemapDevice("*", "cuda:5", rows=every),)):
        try:
            made.append(preview(catalogue, Plan(edits)))
        except CheckpointError:  # it is only shown
            continue
    return made


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("everything", [False, pytest.param(True, marks=pytest.mark.long)])
def test_nothing_is_found_that_the_cures_have_caused(kind: str, everything: bool) -> None:
    """A view of each file on one of the machines, of the next file the next on the next; every view on all is long."""
    files = [path for path in FILES if path.relative_to(ROOT / "tests" / "data").parts[0] == kind]
    for number, path in enumerate(files):
        pairs = [*product(MACHINES, views(path))]
        for machine, view in pairs if everything else pairs[number % max(len(pairs), 1) :][:1]:
            before = {finding.code for finding in diagnose(view, machine)}
            cured = preview(view.catalogue, cure_all(view.catalogue, view.plan, machine))
            after = diagnose(cured, machine)
            caused = [each for each in after if each.code not in before | OF_OLD_TORCH]
            assert not caused, (path, machine, caused)
            assert not [each.code for each in after if each.severity != NOTE and is_for_all(each)], (path, machine)


def test_step_goes_where_torch_has_it_with_the_weights(tmp_path: Path) -> None:
    """A checkpoint that a load with map_location='cuda:5' had put there, step and all."""
    with PretendGpus() as gpus:
        checkpoint = training_checkpoint(gpus, "cuda:5")
        for state in checkpoint["optimizer"]["state"].values():
            gpus.place(state["step"], "cuda:5")
        checkpoint["rng_state"] = torch.get_rng_state()
        gpus.place(checkpoint["rng_state"], "cuda:5")
        path = save(checkpoint, tmp_path / "a.pt")
    view, one = planned(path), Computer(1)
    finding = next(each for each in diagnose(view, one) if each.code == "no-such-gpu")
    for plan in (cure_all(view.catalogue, Plan(), one), Plan(finding.edits)):
        cured = preview(view.catalogue, plan)
        assert not {"step-on-gpu", "rng-state", "no-such-gpu"} & {each.code for each in diagnose(cured, one)}
        assert not cured.warnings
        paths = [view.catalogue.path_text(tensor.entry) for tensor in view.catalogue.tensors]
        assert {cured.device(row) for row, key in enumerate(paths) if key.endswith("/step")} == {"cpu"}
        assert {cured.device(row) for row, key in enumerate(paths) if "exp_avg" in key} == {"cuda:0"}
        save_preview(cured, tmp_path / "b.pt", overwrite=True)
        assert set(saved_devices(tmp_path / "b.pt")) == {"cpu", "cuda:0"}


def test_for_ranks_a_missing_card_goes_to_the_cpu_at_once(tmp_path: Path) -> None:
    with PretendGpus() as gpus:
        path = save(training_checkpoint(gpus, "cuda:5"), tmp_path / "a.pt")
    (finding,) = [each for each in diagnose(planned(path), Computer(2, ranks=2)) if each.code == "no-such-gpu"]
    assert finding.edits == (RemapDevice("cuda:5", "cpu"),)
    assert "each process" in finding.fix
