"""Strategies run for real in a child process, and the live cards."""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
import torch

from core.edits.edits import Plan, RemapDevice
from core.edits.preview import preview
from core.errors import Cancelled
from core.memory import measure
from core.memory.analysis import predict_memory
from core.memory.ledger import PHASES
from core.memory.machine import Machine
from core.memory.measure import CannotMeasure
from core.memory.strategies import STRATEGIES
from core.torch_child import gpus as cards
from core.torch_child.limits import Limits
from tests.files.checkpoints import save, training_checkpoint
from tests.support.children import children
from tests.support.engine import catalogue_of, planned
from tests.support.oracle import PretendGpus
from tests.support.thinning import first

CPU = Machine(gpus=0, target="cpu")
BY_ID = {strategy.id: strategy for strategy in STRATEGIES}
pytestmark = pytest.mark.skipif(not Path("/proc/self/smaps_rollup").exists(), reason="the kernel does not tell")


@pytest.fixture
def training_file(tmp_path) -> Path:
    with PretendGpus() as gpus:
        return save(training_checkpoint(gpus), tmp_path / "training.pt")


@pytest.fixture(scope="module")
def eighth_of_a_gigabyte(tmp_path_factory) -> Path:
    """16 tensors and their Adam state, 128 MB in all, saved on the CPU."""
    elements = 128_000_000 // 48 // 4
    model = {f"layers.{n}.weight": torch.full((elements,), 0.5) for n in range(16)}
    state = {n: {name: torch.full((elements,), 0.1) for name in ("exp_avg", "exp_avg_sq")} for n in range(16)}
    state = {n: {"step": torch.tensor(1.0), **item} for n, item in state.items()}
    group = {"lr": 0.1, "betas": (0.9, 0.99), "amsgrad": False, "params": list(range(16))}
    path = tmp_path_factory.mktemp("measured") / "eighth.pt"
    return save({"model": model, "optimizer": {"state": state, "param_groups": [group]}}, path)


@pytest.mark.usefixtures("optimizers_at_hand")
@pytest.mark.parametrize("strategy", first(2, ["map-cpu", "mmap-cpu", "meta-assign"]))
def test_measured_is_what_was_predicted(eighth_of_a_gigabyte, strategy):
    """Anonymous and file-backed memory, in every phase; the small slack is what Python's objects take. And that much
    is enough of a limit: what is mapped from the file does not count.
    """
    view = planned(eighth_of_a_gigabyte)
    ticks: list[tuple[int, int]] = []
    predicted = predict_memory(view, CPU).outcome(strategy).phases
    limits = Limits(memory=max(phase.host.anonymous for phase in predicted) + 50_000_000)
    found = measure.measure(view, BY_ID[strategy], CPU, tick=lambda *done: ticks.append(done), limits=limits)
    assert [phase.name for phase in found.phases] == list(PHASES)
    for ours, real in zip(predicted, found.phases, strict=True):
        for kind in ("anonymous", "file", "peak"):
            assert getattr(ours.host, kind) == pytest.approx(getattr(real.host, kind), abs=10_000_000), (ours, real)
    assert ticks[-1] == (6, 6)
    assert sorted(ticks) == ticks
    assert found.torch == torch.__version__


@pytest.mark.usefixtures("optimizers_at_hand")
@pytest.mark.parametrize("strategy", ["fixed", "model-only"])
def test_a_small_training_checkpoint_really_loads(training_file, tmp_path, strategy):
    """Prefixes, several groups, a parameter without state, tied weights: torch's own checks must be content."""
    catalogue = catalogue_of(training_file)
    view = preview(catalogue, Plan((RemapDevice("cuda:*", "cpu"),)))
    found = measure.measure(view, BY_ID[strategy], CPU)
    assert [phase.name for phase in found.phases] == list(PHASES)
    assert all(abs(phase.host.anonymous) < 10_000_000 for phase in found.phases)


@pytest.mark.usefixtures("optimizers_at_hand")
def test_a_file_for_a_card_that_is_not_here_says_why_not(training_file):
    view = planned(training_file)
    with pytest.raises(CannotMeasure, match="Attempting to deserialize object on a CUDA device"):
        measure.measure(view, BY_ID["default"], CPU)
    reason = measure.why_not(view, BY_ID["map-target"], Machine(gpus=1, target="cuda:0"))
    assert "cuda:0" in reason
    assert "this computer does not have" in reason
    assert "Only one process" in measure.why_not(view, BY_ID["map-cpu"], Machine(target="cpu", ranks=2))


def test_what_does_not_fit_into_this_computer_is_not_tried(training_file, monkeypatch):
    monkeypatch.setattr(measure, "free_memory", lambda: 10)
    with pytest.raises(CannotMeasure, match="of RAM and only 10 "):
        measure.measure(planned(training_file), BY_ID["map-cpu"], CPU)


def test_nothing_in_the_file_is_run(tmp_path):
    """A file that would write a mark when it is unpickled is refused by name, and leaves no mark."""
    mark = tmp_path / "mark"

    class Evil:
        def __reduce__(self) -> Any:
            return os.mkdir, (str(mark),)

    path = save({"model": {"w": torch.zeros(3)}, "evil": Evil()}, tmp_path / "evil.pt")
    with pytest.raises(CannotMeasure, match=r"more than weights_only=True allows.*never runs"):
        measure.measure(planned(path), BY_ID["map-cpu"], CPU)
    assert not mark.exists()


@pytest.mark.usefixtures("optimizers_at_hand")
def test_an_unknown_class_is_named(tmp_path):
    path = save({"model": {"w": torch.zeros(3)}, "args": argparse.Namespace(lr=1)}, tmp_path / "args.pt")
    with pytest.raises(CannotMeasure, match=r"argparse\.Namespace"):
        measure.measure(planned(path), BY_ID["map-cpu"], CPU)


def test_cancel_ends_the_child(eighth_of_a_gigabyte):
    """The tick is heard while the child is still busy importing torch."""
    before, found = children(os.getpid()), []

    def tick(done: int, total: int) -> None:
        assert done == 0, "nothing is measured yet"
        found.extend(set(children(os.getpid())).difference(before))
        if found:
            raise Cancelled

    with pytest.raises(Cancelled):
        measure.measure(planned(eighth_of_a_gigabyte), BY_ID["map-cpu"], CPU, tick=tick)
    assert found
    assert not any(Path(f"/proc/{pid}").exists() for pid in found)


def test_a_child_that_dies_is_reported(eighth_of_a_gigabyte, monkeypatch):
    monkeypatch.setattr(sys, "executable", "/bin/false")
    with pytest.raises(CannotMeasure, match="failed with code 1"):
        measure.measure(planned(eighth_of_a_gigabyte), BY_ID["map-cpu"], CPU)


def test_asking_why_not_imports_neither_torch_nor_the_driver():
    code = (
        "import sys, core.memory.measure, core.memory.analysis, core.torch_child.bridge, core.torch_child.gpus\n"
        "print([name for name in ('torch', 'pynvml', 'numpy') if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


# -- cards -------------------------------------------------------------------------------------------------------


class FakeDriver:
    """As much of NVML as is asked for, with two cards."""

    class NVMLError(Exception):
        pass

    def __init__(self) -> None:
        self.tells_processes = True

    def nvmlInit(self) -> None: ...  # noqa: N802

    def nvmlDeviceGetCount(self) -> int:  # noqa: N802
        return 2

    def nvmlDeviceGetHandleByIndex(self, index: int) -> int:  # noqa: N802
        return index

    def nvmlDeviceGetUUID(self, index: int) -> str:  # noqa: N802
        return f"GPU-{'ab'[index]}000"

    def nvmlDeviceGetName(self, index: int) -> bytes:  # noqa: N802
        return b"Card %d" % index

    def nvmlDeviceGetMemoryInfo(self, index: int) -> SimpleNamespace:  # noqa: N802
        return SimpleNamespace(total=1000 * (index + 1), used=400, free=600)

    def nvmlDeviceGetComputeRunningProcesses(self, index: int) -> list[SimpleNamespace]:  # noqa: N802
        if not self.tells_processes:
            raise self.NVMLError
        mine = SimpleNamespace(pid=os.getpid(), usedGpuMemory=100)
        return [mine, SimpleNamespace(pid=1, usedGpuMemory=250), SimpleNamespace(pid=2, usedGpuMemory=None)]

    def nvmlDeviceGetGraphicsRunningProcesses(self, index: int) -> list[SimpleNamespace]:  # noqa: N802
        return []


@pytest.fixture
def driver(monkeypatch):
    monkeypatch.delenv("CUDA_VISIBLE_DEVICES", raising=False)
    fake = FakeDriver()
    monkeypatch.setitem(sys.modules, "pynvml", fake)
    cards._nvml.cache_clear()
    yield fake
    cards._nvml.cache_clear()


def test_a_card_is_used_by_us_by_others_and_free(driver):
    first, second = cards.live_cards().cards
    assert (first.device, first.name, first.total) == ("cuda:0", "Card 0", 1000)
    assert (first.ours, first.others, first.free) == (100, 300, 600)
    assert (second.device, second.free) == ("cuda:1", 1600)
    assert cards.live_cards(pids=[1]).cards[0].ours == 350


def test_a_driver_that_does_not_tell_processes_still_tells_the_card(driver):
    driver.tells_processes = False
    card = cards.live_cards().cards[0]
    assert (card.ours, card.others, card.free) == (0, 400, 600)


@pytest.mark.parametrize(
    ("visible", "names"),
    [("1,0", ["Card 1", "Card 0"]), ("1", ["Card 1"]), ("GPU-b", ["Card 1"]), ("", []), ("0,7,1", ["Card 0"])],
)
def test_cards_are_named_as_cuda_names_them(driver, monkeypatch, visible, names):
    monkeypatch.setenv("CUDA_VISIBLE_DEVICES", visible)
    found = cards.live_cards()
    assert [card.name for card in found.cards] == names
    assert [card.device for card in found.cards] == [f"cuda:{number}" for number in range(len(names))]
    assert (found.problem is None) == bool(names)


@pytest.mark.parametrize("how", ["no package", "no driver"])
def test_without_a_driver_there_is_a_sentence(driver, monkeypatch, how):
    def fail() -> None:
        raise driver.NVMLError("NVML Shared Library Not Found")

    monkeypatch.setattr(driver, "nvmlInit", fail, raising=False)
    if how == "no package":
        monkeypatch.setitem(sys.modules, "pynvml", None)
    found = cards.live_cards()
    assert found.cards == ()
    assert how.replace("no package", "not installed").replace("no driver", "no NVIDIA driver") in found.problem
