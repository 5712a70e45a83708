"""Files that real frameworks wrote: opened, described and left alone as the frameworks' own facts demand.

``tests/data`` has the files, and ``manifest.json`` beside them what torch and the frameworks said of them when they
were made: ``tests/frameworks`` has the makers. Nothing but torch is needed here.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import pytest

from cli.main import run
from core.catalogue.rows import Optimizer
from core.diagnosis.diagnose import cure_all, diagnose
from core.diagnosis.finding import ERROR, NOTE
from core.edits.edits import Plan
from core.loading.computer import Computer
from tests.frameworks.facts import tensors_below
from tests.support.engine import catalogue_of, planned
from tests.support.judging import quiet_load
from tests.support.oracle import PretendGpus, assert_same_files

DATA = Path(__file__).with_name("data")
MANIFEST: dict[str, Any] = json.loads((DATA / "manifest.json").read_text(encoding="utf-8"))
FILES: dict[str, dict[str, Any]] = {
    name: facts for framework in MANIFEST.values() for name, facts in framework["files"].items()
}
PLAIN = [name for name, facts in FILES.items() if facts["healthy"] and facts["plain_load"] is None]
"""Those that load with plain ``torch.load`` where nothing but torch was imported."""
REFUSED = [name for name, facts in FILES.items() if facts["healthy"] and facts["plain_load"] is not None]
"""Healthy files with objects in them: their framework loads them, plain torch refuses them by its own words."""
REFUSALS = ("refused-name", "whole-model", "import-first")
TRAINED = [name for name, facts in FILES.items() if facts["optimizers"]]

IN_BYTES = "skorch/net.pt"
"""What has tensors of a model in bytes, which torch loads as well."""
CANNOT_BE_TOLD = {
    "torch/muon_fresh.pth": "two parameters without state, and six to choose from",
    "torchrl/sac.pt": "log_alpha lies beside two other single numbers",
    "lightning/classifier.ckpt": "a bias has the shape of a buffer, the loss's weights",
    "lightning/bf16.ckpt": "the same",
    "lightning/ema.ckpt": "the average has the plainer name, the trained model the optimizer's device",
}
"""Where the file does not say which parameters an optimizer has: none may be named wrong, but not all must be named."""


def files(names: Iterable[str]) -> Callable[..., Any]:
    """A test for each file."""
    return pytest.mark.parametrize("name", names)


def computer_for(name: str) -> Computer:
    """The computer that a file comes from."""
    return Computer(FILES[name]["gpus"])


def test_ten_frameworks_and_twenty_healthy_files() -> None:
    assert len(PLAIN) >= 20
    assert len({name.split("/")[0] for name in PLAIN} - {"torch"}) >= 10
    files = {path.relative_to(DATA) for path in DATA.rglob("*") if path.is_file()}
    kept = {path.as_posix() for path in files if path.parts[0] != "folders"}  # tests/containers/test_kept.py
    assert kept == {*FILES, "manifest.json"}


@files(PLAIN)
def test_the_facts_are_what_torch_says(name: str) -> None:
    with PretendGpus() as gpus:
        found = tensors_below(quiet_load(DATA / name))
        said = [[list(path), str(each.dtype)[6:], list(each.shape), gpus.device_of(each)] for path, each in found]
    assert said == FILES[name]["tensors"]


@files([name for name in FILES if name != IN_BYTES])
def test_devices(name: str) -> None:
    assert Counter(catalogue_of(DATA / name).storage_columns.devices) == FILES[name]["storages"]


def test_a_model_in_bytes_is_taken_out(tmp_path: Path) -> None:
    saved = FILES[IN_BYTES]["storages"]["cpu"]
    assert (
        run(["extract", str(DATA / IN_BYTES), "--bytes", "__cuda_dependent_attributes__", "-o", str(tmp_path / "a")])
        == 0
    )
    inside = len(catalogue_of(tmp_path / "a").storage_columns.devices)
    assert len(catalogue_of(DATA / IN_BYTES).storage_columns.devices) + inside == saved


@files(FILES)
def test_tensors(name: str) -> None:
    catalogue = catalogue_of(DATA / name)
    rows = {
        catalogue.path(tensor.entry): (tensor.dtype, list(tensor.shape), catalogue.device_of(row))
        for row, tensor in enumerate(catalogue.tensors)
    }
    for path, *facts in FILES[name]["tensors"]:
        if not in_a_module(name, path):
            assert rows[tuple(path)] == tuple(facts), path


def in_a_module(name: str, path: list[Any]) -> bool:
    """Whether the manifest tells of a whole model by its ``state_dict()``."""
    return name == "torch/whole.pt" and path[0] == "model"


@files(TRAINED)
def test_optimizers(name: str) -> None:
    catalogue = catalogue_of(DATA / name)
    found = {catalogue.path(each.entry): each for each in catalogue.optimizers}
    for facts in FILES[name]["optimizers"]:
        optimizer = found[tuple(facts["path"])]
        assert says(optimizer, facts["kind"]), f"{optimizer.kind} is not {facts['kind']}"
        assert optimizer.params == len(facts["parameters"])
        if facts["model"] is not None:
            models = optimizer.candidates if optimizer.model is None and name in CANNOT_BE_TOLD else [optimizer.model]
            assert tuple(facts["model"]) in [catalogue.path(each) for each in models if each is not None]
            named = zip([each.name for each in optimizer.entries], facts["parameters"], strict=True)
            assert [pair for pair in named if pair[0] != pair[1] and (pair[0] or name not in CANNOT_BE_TOLD)] == []


def says(optimizer: Optimizer, kind: str) -> bool:
    """Whether the class is named, be it among others that cannot be told apart from it, or without its bits."""
    named = re.findall(r"\w+", (optimizer.kind or "").lower())
    return kind.lower() in named or re.sub(r"(\d+bit|fp8)$", "", kind.lower()) in named


@files(PLAIN)
def test_the_healthy_are_left_alone(name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    view, computer = planned(DATA / name), computer_for(name)
    assert [finding for finding in diagnose(view, computer) if finding.severity != NOTE] == []
    assert cure_all(view.catalogue, Plan(), computer) == Plan()
    machine, target = f"gpus:{computer.gpus}" if computer.gpus else "cpu", tmp_path / "fixed"
    assert run(["fix", str(DATA / name), "--alone", "-o", str(target), "--cure", "all", "--machine", machine]) == 0
    assert "nothing to fix" in capsys.readouterr().out
    assert_same_files(target, DATA / name)


@files([name for name in TRAINED if FILES[name]["healthy"]])
def test_state_that_lies_right_stays(name: str, tmp_path: Path) -> None:
    assert run(["fix", str(DATA / name), "--alone", "-o", str(tmp_path / "fixed"), "--optimizer-device", "follow"]) == 0
    assert Counter(catalogue_of(tmp_path / "fixed").storage_columns.devices) == FILES[name]["storages"]


@files(REFUSED)
def test_of_files_with_objects_only_the_refusal_is_told(name: str) -> None:
    told = [finding for finding in diagnose(planned(DATA / name), computer_for(name)) if finding.severity != NOTE]
    errors = [finding for finding in told if finding.severity == ERROR]
    refused = str(FILES[name]["plain_load"])
    assert any(refused in finding.message for finding in errors), f"{refused} is refused"
    assert {finding.code for finding in told} <= {*REFUSALS, "missing-code", "numpy-core"}
