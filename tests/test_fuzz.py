"""The fuzzers for a short time, the same each time; ``make fuzz`` runs them for long, each time otherwise.

That which is guided by coverage is part of ``make slow``: it imports all modules anew, each with counters in its lines.
"""

from __future__ import annotations

import importlib.util
import random
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from core.pickling import loop
from tests.fuzz.folders import FolderTrial, whole_folders
from tests.fuzz.mutation import mutated
from tests.fuzz.seeds import seeds
from tests.fuzz.trial import Defect, Trial

ROOT = Path(__file__).parents[1]
INPUTS = 800
FOLDERS = 60


@pytest.fixture
def trial(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Trial]:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))  # a trial sets it for good
    made = Trial(tmp_path / "found")
    yield made
    made.close()


def test_sound_files(trial: Trial) -> None:
    for name, data in seeds().items():
        assert trial(data) == _expected(name), name


def _expected(name: str) -> str:
    if name.startswith("pickle"):
        return "NotACheckpoint"
    if name == "safetensors":  # with a dtype that the legacy format does not hold
        return "saved/EditError/saved"
    return "saved/saved/ReadOnlyFormat" if name == "TorchScript" else "saved/saved/saved"


def test_mutations(trial: Trial) -> None:
    chance = random.Random(5)
    pool = beginnings = list(seeds().values())
    pool = pool.copy()
    for _ in range(INPUTS):
        data = mutated(chance.choice(pool), chance, beginnings)
        if "saved" in trial(data) and len(pool) < 500:
            pool.append(data)
    assert sum(trial.outcomes.values()) == INPUTS
    # They reach past the outermost checks: every tenth at least is saved.
    assert sum(count for outcome, count in trial.outcomes.items() if "saved" in outcome) > INPUTS / 10


def test_folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    made, chance, folders = FolderTrial(tmp_path / "found"), random.Random(5), whole_folders()
    try:
        for _ in range(FOLDERS):
            made.of_folder(chance.choice(folders), chance, folders)
    finally:
        made.close()
    assert sum(made.outcomes.values()) == FOLDERS
    assert sum(count for name, count in made.outcomes.items() if "looked" in name or "saved" in name) > FOLDERS / 10


@pytest.mark.long
@pytest.mark.skipif(importlib.util.find_spec("atheris") is None, reason="Atheris is for Linux on x86-64 only")
def test_guided_by_coverage(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "tests.fuzz.guided", f"-runs={INPUTS}", "-seed=5"],
        cwd=tmp_path,
        env={"PYTHONPATH": str(ROOT), "PATH": "/usr/bin:/bin"},
        check=False,
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert done.returncode == 0, done.stderr[-3000:]
    assert f"Done {INPUTS} runs" in done.stderr
    # It sees the engine's lines: what is new is told with the number of places reached.
    assert max(map(int, re.findall(r"cov: (\d+)", done.stderr))) > 500


def test_a_defect_is_found(trial: Trial, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(loop, "rare", lambda *_: 1 / 0)
    with pytest.raises(Defect, match="ZeroDivisionError"):
        test_mutations(trial)
    assert list(trial.found.iterdir())
