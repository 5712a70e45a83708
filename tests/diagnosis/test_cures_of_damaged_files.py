"""Files that are damaged inside and open all the same: a cure that is offered can be saved."""

from __future__ import annotations

import random
import zipfile
from pathlib import Path
from typing import Any

import pytest
import torch

from core.diagnosis.diagnose import cure_all, diagnose
from core.edits.edits import Plan, UseContainer
from core.edits.preview import preview
from core.errors import CheckpointError, SaveError, VerifyFailed
from core.saving.save import save
from tests.files import checkpoints
from tests.fuzz.mutation import mutated
from tests.fuzz.seeds import seeds
from tests.support.engine import catalogue_of, planned
from tests.support.judging import CPU, assert_agree, assert_cures_cure, cured_copy, errors

SEED = 7


def patched(value: Any, path: Path, old: bytes, new: bytes) -> Path:
    """The file with something else in its pickle, its checksums right."""
    checkpoints.save(value, path.with_name("whole.pt"))
    with zipfile.ZipFile(path.with_name("whole.pt")) as source, zipfile.ZipFile(path, "w") as target:
        for name in source.namelist():
            data = source.read(name)
            assert old in data or not name.endswith("data.pkl")
            target.writestr(name, data.replace(old, new) if name.endswith("data.pkl") else data)
    return path


@pytest.mark.parametrize("alone", [False, True])
def test_a_storage_of_another_package(tmp_path: Path, alone: bool) -> None:
    """No text can stand for its class, and no cure leaves out a weight."""
    tensor = torch.ones(3)
    value = tensor if alone else {"a": tensor, "b": {"c": [1, tensor]}, "d": 5}
    path = patched(value, tmp_path / "a.pt", b"ctorch\nFloatStorage\n", b"ctouch\nFloatStorage\n")
    view = planned(path)
    assert_agree(view, path)
    assert not any(finding.edits for finding in errors(assert_cures_cure(view)))
    assert cured_copy(path, tmp_path / "b.pt").tensors_dropped == 0


def test_a_function_where_a_storage_should_be_named(tmp_path: Path) -> None:
    """torch reads it in no way; another container would make something else of it."""
    rebuild = b"ctorch._utils\n_rebuild_tensor_v2\nq\x02"
    path = patched({"a": torch.ones(3)}, tmp_path / "a.pt", rebuild, rebuild + b"Q")
    findings = assert_cures_cure(planned(path))
    assert not any(isinstance(edit, UseContainer) for each in findings for edit in each.edits)


@pytest.mark.usefixtures("state")
@pytest.mark.parametrize("inputs", [400, pytest.param(2_000, marks=pytest.mark.long)])
def test_what_is_offered_for_mutations_can_be_saved(tmp_path: Path, inputs: int) -> None:
    """Where the file can be saved as it is, it can be saved with each cure, and with all."""
    chance = random.Random(SEED)
    pool = list(seeds().values())
    path, target = tmp_path / "a.pth", tmp_path / "b.pth"
    tried = 0
    for _ in range(inputs):
        path.write_bytes(mutated(chance.choice(pool), chance, pool))
        try:
            view = preview(catalogue_of(path), Plan())
            save(view, target, overwrite=True, accept_damage=True)
            findings = diagnose(view, CPU)
        except CheckpointError:
            continue
        plans = [Plan(finding.edits) for finding in findings if finding.edits]
        plans += [cure_all(view.catalogue, Plan(), CPU)] if plans else []
        for plan in plans:
            tried += 1
            try:
                save(preview(view.catalogue, plan), target, overwrite=True, accept_damage=True)
            except VerifyFailed as error:
                pytest.fail(f"{plan}: {error}")
            except SaveError:  # an object that holds itself in its arguments, say
                continue
    assert tried > inputs / 10
