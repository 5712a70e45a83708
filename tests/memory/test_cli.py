"""``main.py memory`` as a script calls it."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from core.memory import analysis
from core.memory.analysis import predict_memory
from core.memory.ledger import PHASES
from core.memory.machine import Machine
from core.memory.sizes import GIB, memory_text, parse_size
from core.memory.strategies import STRATEGIES
from main import main
from tests.files.checkpoints import save, training_checkpoint
from tests.places import ROOT
from tests.support.command import run_here
from tests.support.engine import planned
from tests.support.oracle import PretendGpus


def run(*arguments: str | Path) -> subprocess.CompletedProcess[str]:
    return run_here("memory", *arguments)


def answer(*arguments: str | Path) -> dict[str, Any]:
    done = run(*arguments, "--json")
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


@pytest.fixture(scope="module")
def path(tmp_path_factory) -> Path:
    with PretendGpus() as gpus:
        return save(training_checkpoint(gpus), tmp_path_factory.mktemp("memory") / "training.pt")


WITHOUT_PLAN = [strategy.id for strategy in STRATEGIES if not strategy.planned]


def test_a_process_of_its_own_says_the_same(path):
    line = [sys.executable, str(ROOT / "main.py"), "memory", str(path), "--gpus", "8"]
    done = subprocess.run(line, capture_output=True, text=True, check=False)
    here = run(path, "--gpus", "8")
    assert (done.returncode, done.stdout, done.stderr) == (here.returncode, here.stdout, here.stderr)


def test_json_is_what_the_library_says(path):
    found = answer(path, "--gpus", "8", "--gpu-memory", "16GiB", "--target", "cuda:1", "--context", "0")
    machine = Machine(8, parse_size("16GiB"), "cuda:1", context=0)
    wanted = predict_memory(planned(path), machine)
    assert [each["id"] for each in found["strategies"]] == WITHOUT_PLAN
    assert found["best"] == wanted.best.strategy.id
    assert found["as_good"] == [outcome.strategy.id for outcome in wanted.equals]
    assert found["assumptions"] == list(wanted.assumptions)
    assert "Loading is not training" in found["assumptions"][-1]
    for ours, outcome in zip(found["strategies"], wanted.outcomes, strict=True):
        assert ours["verdict"] == outcome.verdict
        assert (ours["device"], ours["phase"], ours["peak"]) == (outcome.device, outcome.phase, outcome.peak)
        assert ours["spare"] == machine.capacity - outcome.peak
        assert [phase["name"] for phase in ours["phases"]] == list(PHASES)
        for phase, expected in zip(ours["phases"], outcome.phases, strict=True):
            host = expected.host
            assert phase["host"] == {
                "anonymous": host.anonymous,
                "file": host.file,
                "peak": host.peak,
                "kept": host.kept,
            }
            assert set(phase["devices"]) == set(expected.devices)
            for device, state in expected.devices.items():
                numbers = {"allocated": state.allocated, "reserved": state.reserved, "context": 0}
                assert numbers.items() <= phase["devices"][device].items()


def test_a_strategy_that_fails_has_no_phases(path):
    default = answer(path, "--gpus", "1")["strategies"][0]
    assert (default["verdict"], default["phases"]) == ("error", [])
    assert "CUDA device 7 but torch.cuda.device_count() is 1" in default["message"]


def test_ranks_naive_and_keep_reach_the_ledger(path):
    found = {}
    for options in ((), ("--ranks", "4"), ("--ranks", "4", "--naive"), ("--keep",)):
        each = next(
            item for item in answer(path, *options, "--context", "1MiB")["strategies"] if item["id"] == "map-target"
        )
        found[options] = each["phases"]
    load, last = PHASES.index("load"), -1
    contexts = {key: phases[load]["devices"]["cuda:0"]["context"] >> 20 for key, phases in found.items()}
    assert list(contexts.values()) == [1, 1, 4, 1]
    assert len(found["--ranks", "4"][load]["devices"]) == 4
    assert found["--keep",][last]["devices"]["cuda:0"]["owners"]["leftover"] > 0
    assert found[()][last]["devices"]["cuda:0"]["owners"]["leftover"] == 0


def test_the_table_has_a_line_a_strategy_those_to_take_and_code(path):
    done = run(path, "--gpus", "8")
    assert done.returncode == 0
    lines = done.stdout.splitlines()
    for strategy in WITHOUT_PLAN:
        assert any(line[3:].startswith(strategy + " ") for line in lines), strategy
    assert not any("fixed" in line for line in lines)
    analysis = predict_memory(planned(path), Machine(gpus=8))
    marked = [line.split()[1] for line in lines if line.startswith("*")]
    assert marked == [each.strategy.id for each in analysis.equals]
    code = "\n".join(line[4:] for line in lines if line.startswith("    "))
    assert analysis.best.code in code
    compile(analysis.best.code, "code", "exec")


def test_the_text_has_the_phases_of_the_way_to_take(path):
    lines = run(path, "--gpus", "8").stdout.splitlines()
    best = predict_memory(planned(path), Machine(gpus=8)).best
    first = next(at for at, line in enumerate(lines) if line.startswith(f"  {best.strategy.id}, step by step"))
    for phase, line in zip(best.phases, lines[first + 2 :], strict=False):
        state = phase.devices["cuda:0"]
        sizes = [memory_text(size) for size in (state.allocated, state.reserved, state.peak)]
        assert re.split(r"\s{2,}", line.strip())[:4] == [phase.name, *sizes]


def test_loading_is_told_apart_from_training(path):
    said = run(path, "--gpus", "8").stdout
    assert "Loading is not training" in said
    assert "fits" not in said


def test_all_code_is_python(path):
    for options in ((), ("--ranks", "2"), ("--ranks", "2", "--naive"), ("--target", "cpu"), ("--keep",)):
        for strategy in answer(path, "--gpus", "8", *options)["strategies"]:
            compile(strategy["code"], strategy["id"], "exec")
    naive = answer(path, "--gpus", "8", "--ranks", "2", "--naive")["strategies"]
    code = next(each["code"] for each in naive if each["id"] == "map-dict")
    assert "{'cuda:7': 'cuda:0'}" in code
    assert "with torch.device(f'cuda:{rank}')" in code


def test_cards_are_told_in_the_units_of_everything_else_and_ram_has_one_name(path):
    for size, said in (
        ("24GiB", "1 × 24 GiB;"),
        ("24GB", "1 × 24 GiB;"),
        ("25757220864", "1 × 24.0 GiB;"),
        ("512MiB", "1 × 512 MiB;"),
    ):
        done = run(path, "--gpu-memory", size, "--gpus", "1")
        assert said in done.stdout
        assert not re.search(r"\d [kMG]B\b", done.stdout)
        assert ("24GB is read as 24 GiB: for cards, GB usually means GiB." in done.stdout) is (size == "24GB")
        assert "RAM" in done.stdout
        assert "main memory" not in done.stdout
        assert "fails with one GPU" in done.stdout  # the file is of a card that is not there


def test_a_context_is_what_was_measured_of_the_card(path: Path) -> None:
    """`benchmarks/measure_steps_on_card.py` and NVML on an H100 and an H200."""
    contexts = [
        answer(path, *options)["machine"]["context"] >> 20
        for options in (
            ("--card", "h100"),
            ("--card", "T4"),
            ("--card", "h200", "--context", "400MiB"),
            ("--gpus", "0"),
        )
    ]
    assert contexts == [619, 300, 400, 300]


@pytest.mark.parametrize(
    ("name", "gib"),
    [
        ("T4", 14.6),
        ("l4", 22.5),
        ("NVIDIA A10", 22.5),
        ("RTX 4090", 23.6),
        ("4090", 23.6),
        ("A100 40GB", 39.5),
        ("L40S", 45.0),
        ("H100", 79.1),
        ("Tesla V100-16GB", 15.7),
    ],
)
def test_a_card_has_what_programs_get_of_it(path, name, gib):
    found = answer(path, "--card", name, "--gpus", "8", "--margin", "1GiB")["machine"]
    assert (found["gpu_memory"], found["margin"]) == (round(gib * GIB), GIB)


def test_the_live_model_may_be_of_another_dtype(path):
    found = {}
    for dtype in (None, "bf16", "torch.float32", "fp64"):
        options = ("--model-dtype", dtype) if dtype else ()
        found[dtype] = next(
            each for each in answer(path, "--gpus", "8", *options)["strategies"] if each["id"] == "map-cpu"
        )
    requested = {dtype: each["phases"][0]["devices"]["cuda:0"]["requested"] for dtype, each in found.items()}
    assert requested[None] == requested["torch.float32"] > requested["bf16"]
    assert requested["fp64"] > requested["torch.float32"]
    assert "torch.set_default_dtype(torch.bfloat16)" in found["bf16"]["code"]


def test_out_of_memory_says_where_and_when(path):
    done = run(path, "--gpu-memory", "1MiB", "--gpus", "8")
    assert done.returncode == 0
    assert "out of memory" in done.stdout
    assert "in phase start" in done.stdout
    assert "No way of loading fits on" in done.stdout


@pytest.mark.usefixtures("optimizers_at_hand")
def test_measuring_lays_real_figures_beside_or_says_why_not(path, monkeypatch, capsys):
    monkeypatch.setattr(analysis, "STRATEGIES", [each for each in STRATEGIES if each.id in ("default", "map-cpu")])
    assert main(["memory", str(path), "--target", "cpu", "--measure", "--json"]) == 0
    default, map_cpu = json.loads(capsys.readouterr().out)["strategies"]
    assert [phase["name"] for phase in map_cpu["measured"]] == list(PHASES)
    assert 0 < map_cpu["measured"][1]["host"]["anonymous"] < 10_000_000
    assert "CUDA device" in default["not_measured"]


@pytest.mark.parametrize(
    ("arguments", "code", "says"),
    [
        (("--target", "mps"), 1, "not for mps"),
        (("--target", "gpu0"), 1, "Did you mean 'cuda:0'"),
        (("--gpu-memory", "lots"), 1, "write it as 24GiB"),
        (("--gpu-memory", "24"), 1, "write 24GiB"),
        (("--gpu-memory", "9999999TiB"), 1, "between 1 MiB and 4 TiB"),
        (("--context", "100GiB"), 1, "never more than 4.00 GiB, not 100 GiB"),
        (("--context", "-1"), 1, "is not a size"),
        (("--margin", "99GiB"), 1, "nothing is left of a card of 23.6 GiB"),
        (("--card", "A100"), 1, "A100-40 or A100-80"),
        (("--card", "Voodoo 2"), 1, "not a known card (RTX 3070,"),
        (("--card", ""), 1, "not a known card"),
        (("--card", "T4", "--gpu-memory", "1GiB"), 1, "give one of them"),
        (("--model-dtype", "int8"), 1, "write float32, bfloat16"),
        (("--ranks", "0"), 2, "at least one process"),
        (("--gpus", "-1"), 2, "--gpus"),
        (("--nonsense",), 2, "unrecognized"),
    ],
)
def test_what_is_wrong_is_said_in_one_line(path, arguments, code, says):
    done = run(path, *arguments)
    assert (done.returncode, done.stdout) == (code, "")
    assert says in done.stderr
    assert len(done.stderr.splitlines()) == 1


def test_a_missing_file_is_at_fault(tmp_path):
    assert run(tmp_path / "none.pt").returncode == 1


def test_predicting_imports_no_torch(path):
    code = f"import sys, main; main.main(['memory', {str(path)!r}, '--json']); sys.exit('torch' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False, cwd=ROOT)
    assert (done.returncode, done.stderr) == (0, "")


def test_ram_of_a_phase_is_never_more_than_its_peak() -> None:
    lines = run(ROOT / "resources" / "demo.pth", "--card", "24GB").stdout.split("\n")
    last = next(line for line in lines if line.strip().startswith("empty_cache"))
    assert re.search(r" to (\S+ \S+) +(\S+ \S+)$", last)
    assert last.endswith(last[last.index(" to ") + 4 :].split("  ")[0])
