"""The average of checkpoints: the stated reference to the bit, those of torch, fairseq and espnet within rounding."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import torch
from torch.optim.swa_utils import AveragedModel

from cli.main import run
from tests.places import ROOT

State = dict[str, torch.Tensor]
FLOATS = (torch.float32, torch.float16, torch.bfloat16, torch.float64, torch.complex64, torch.complex128)


def reference(states: list[State], weights: tuple[float, ...] | None = None) -> State:
    """What is promised: sums in float64 in their order, rounded once; whole numbers of the last."""
    weights = weights or (1.0,) * len(states)
    found = {}
    for key, last in states[-1].items():
        if not (last.is_floating_point() or last.is_complex()):
            found[key] = last
            continue
        wide = torch.complex128 if last.is_complex() else torch.float64
        total = sum(w * state[key].to(wide) for w, state in zip(weights, states, strict=True))
        found[key] = (total / sum(weights)).to(last.dtype)  # type: ignore[operator]
    return found


def is_same(one: State, other: State) -> bool:
    def raw(tensor: torch.Tensor) -> torch.Tensor:
        return tensor.reshape(tensor.numel()).view(torch.uint8)

    return one.keys() == other.keys() and all(
        each.dtype == other[key].dtype and torch.equal(raw(each), raw(other[key])) for key, each in one.items()
    )


def states(count: int = 5) -> list[State]:
    torch.manual_seed(7)
    found = []
    for at in range(count):
        state = {str(dtype): torch.randn(37, 1001, dtype=dtype) for dtype in FLOATS}
        state |= {"scalar": torch.randn(()), "whole": torch.tensor(at), "truth": torch.tensor([at % 2 == 0])}
        found.append(state | {"turned": torch.randn(30, 50).t(), "empty": torch.zeros(0, 3)})
    return found


def saved(folder: Path, each: list[State]) -> list[Path]:
    paths = []
    for step, state in enumerate(each):
        paths.append(folder / f"step_{step}.pt")
        torch.save({"step": step, "model": state}, paths[-1])
    return paths


def averaged(*words: object) -> Any:
    out = next(word for at, word in enumerate(words) if words[at - 1] == "-o")
    assert run(["average", *map(str, words)]) == 0
    return torch.load(Path(str(out)))


def test_it_is_the_reference_to_the_bit(tmp_path: Path) -> None:
    each = states()
    saved(tmp_path, each)
    found = averaged(tmp_path, "-o", tmp_path.parent / "average.pt")
    assert found["step"] == 4
    assert is_same({key: value.contiguous() for key, value in found["model"].items()}, reference(each))


def test_weights_the_last_ones_and_the_model_alone(tmp_path: Path) -> None:
    each = states()
    saved(tmp_path, each)
    found = averaged(tmp_path, "--last", 3, "--weights", "1,0.5,3", "--keep", "model", "-o", tmp_path / "out.pt")
    assert is_same({key: value.contiguous() for key, value in found.items()}, reference(each[2:], (1.0, 0.5, 3.0)))


def net() -> torch.nn.Module:
    return torch.nn.Sequential(torch.nn.Conv2d(3, 8, 3), torch.nn.BatchNorm2d(8), torch.nn.Conv2d(8, 4, 3))


def trained() -> list[torch.nn.Module]:
    torch.manual_seed(1)
    found = []
    for _ in range(6):
        found.append(net())
        found[-1](torch.randn(2, 3, 9, 9))
    return found


def test_it_is_that_of_swa_utils_within_rounding(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    models = trained()
    average = AveragedModel(models[0])
    for model in models:
        average.update_parameters(model)
    theirs: State = average.module.state_dict()
    saved(tmp_path, [model.state_dict() for model in models])
    ours = averaged(tmp_path, "-o", tmp_path / "out.pt")["model"]
    for key, value in theirs.items():
        if "running" not in key:  # which swa_utils takes of the last model, and update_bn makes anew
            assert torch.allclose(ours[key], value, rtol=1e-6, atol=1e-7), key
    assert ours["1.num_batches_tracked"] == theirs["1.num_batches_tracked"] == 1
    assert "update_bn" in capsys.readouterr().out


def test_it_is_that_of_swa_utils_with_buffers_within_rounding(tmp_path: Path) -> None:
    models = trained()
    average = AveragedModel(models[0], use_buffers=True)
    for model in models:
        average.update_parameters(model)
    saved(tmp_path, [model.state_dict() for model in models])
    ours = averaged(tmp_path, "-o", tmp_path / "out.pt")["model"]
    for key, value in average.module.state_dict().items():
        if value.is_floating_point():
            assert torch.allclose(ours[key], value, rtol=1e-6, atol=1e-7), key


def test_it_is_that_of_fairseq_within_rounding(tmp_path: Path) -> None:
    """Its script adds float32, half made float32 first, and divides by how many there are."""
    each: list[State] = [{"w": torch.randn(50, 50), "h": torch.randn(9).half()} for _ in range(7)]
    saved(tmp_path, each)
    ours = averaged(tmp_path, "-o", tmp_path / "out.pt")["model"]
    for key in ("w", "h"):
        total = torch.zeros(each[0][key].shape)
        for state in each:
            total += state[key].float()
        assert torch.allclose(
            ours[key].float(), total.div(7), rtol=1e-3 if key == "h" else 1e-6, atol=1e-4 if key == "h" else 1e-7
        )


def test_it_is_that_of_espnet_within_rounding(tmp_path: Path) -> None:
    """Its script adds in the dtype of the weights and divides by how many there are; whole numbers it only adds."""
    each: list[State] = [{"w": torch.randn(50, 50), "batches": torch.tensor(at)} for at in range(5)]
    saved(tmp_path, each)
    ours = averaged(tmp_path, "-o", tmp_path / "out.pt")["model"]
    total = dict(each[0])
    for state in each[1:]:
        total = {key: value + state[key] for key, value in total.items()}
    assert torch.allclose(ours["w"], torch.true_divide(total["w"], 5), rtol=1e-6, atol=1e-7)
    assert ours["batches"] == 4  # theirs is 10, which is the count of nothing


def test_tied_weights_stay_tied(tmp_path: Path) -> None:
    each = [{"a": torch.randn(4, 4), "step": torch.tensor(at)} for at in range(3)]
    saved(tmp_path, [{**state, "b": state["a"]} for state in each])
    ours = averaged(tmp_path, "-o", tmp_path / "out.pt")["model"]
    assert ours["a"].data_ptr() == ours["b"].data_ptr()
    assert torch.equal(ours["a"], reference(each)["a"])


def test_the_optimizer_is_that_of_the_last_and_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for step in (1, 2):
        model = torch.nn.Linear(3, 3)
        optimizer = torch.optim.AdamW(model.parameters())
        for _ in range(step):
            model(torch.ones(3)).sum().backward()
            optimizer.step()
        torch.save({"model": model.state_dict(), "optimizer": optimizer.state_dict()}, tmp_path / f"step_{step}.pt")
    ours = averaged(tmp_path, "-o", tmp_path / "out.pt")
    last = torch.load(tmp_path / "step_2.pt")
    assert is_same(ours["optimizer"]["state"][0], last["optimizer"]["state"][0])
    assert "come from step_2.pt" in capsys.readouterr().out


def test_safetensors_and_mixed_dtypes(tmp_path: Path) -> None:
    from safetensors.torch import load_file, save_file

    each = [{"w": torch.randn(5, 5)}, {"w": torch.randn(5, 5).half()}, {"w": torch.randn(5, 5)}]
    for step, state in enumerate(each):
        save_file(state, tmp_path / f"step_{step}.safetensors")
    out = tmp_path / "out.safetensors"
    assert run(["average", str(tmp_path), "-o", str(out)]) == 0
    assert is_same(load_file(out), reference(each))


@pytest.mark.filterwarnings("ignore:torch.distributed is disabled")
def test_checkpoints_of_many_files(tmp_path: Path) -> None:
    import torch.distributed.checkpoint as dcp

    each = [{key: value for key, value in state.items() if value.numel()} for state in states(3)]
    for step, state in enumerate(each):
        dcp.save({"model": state}, checkpoint_id=str(tmp_path / f"step-{step}"), no_dist=True)
    found = averaged(tmp_path, "--container", "zip", "-o", tmp_path / "out.pt")["model"]
    assert is_same({key: value.contiguous() for key, value in found.items()}, reference(each))


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"w": torch.zeros(4, 3)}, "w is 4×3 in step_1.pt, but 3×3 in step_0.pt"),
        ({"v": torch.zeros(3, 3)}, "step_0.pt lacks keys that step_1.pt has: v"),
    ],
    ids=["shapes", "keys"],
)
def test_models_that_are_not_alike(
    tmp_path: Path, change: State, told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    saved(tmp_path, [{"w": torch.zeros(3, 3)}, {"w": torch.zeros(3, 3)} | change])
    assert run(["average", str(tmp_path), "-o", str(tmp_path / "out.pt")]) == 1
    assert told.replace("w is", "model/w is").replace("has: v", "has: model/v") in capsys.readouterr().err
    assert not (tmp_path / "out.pt").exists()


def test_models_that_differ_only_in_a_prefix(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """One of them was saved from DataParallel: the error names the command that helps, whichever comes first."""
    saved(
        tmp_path, [{"module.w": torch.zeros(3), "module.b": torch.ones(3)}, {"w": torch.zeros(3), "b": torch.ones(3)}]
    )
    paths = tmp_path / "step_0.pt", tmp_path / "step_1.pt"
    for one, other in (paths, paths[::-1]):
        assert run(["average", str(one), str(other), "-o", str(tmp_path / "out.pt")]) == 1
        told = capsys.readouterr().err
        assert "those of step_0.pt begin with “module.”, those of step_1.pt do not. Strip the prefix first" in told
        assert f"{paths[0]} -o OUT --strip-prefix module." in told
    assert run(["fix", str(paths[0]), "-o", str(tmp_path / "bare.pt"), "--strip-prefix", "module."]) == 0
    averaged(tmp_path / "bare.pt", paths[1], "-o", tmp_path / "out.pt")


def test_damage_in_any_of_them_is_no_average(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    each = [{"w": torch.randn(64, 64)} for _ in range(3)]
    path = saved(tmp_path, each)[0]
    raw = bytearray(path.read_bytes())
    raw[raw.find(each[0]["w"].numpy().tobytes()) + 9] ^= 1
    path.write_bytes(raw)
    assert run(["average", str(tmp_path), "-o", str(tmp_path / "out.pt")]) == 1
    assert "step_0.pt is damaged" in capsys.readouterr().err
    averaged(tmp_path, "-o", tmp_path / "out.pt", "--accept-damage")


def test_it_is_no_place_of_a_source_and_not_of_one(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    paths = saved(tmp_path, [{"w": torch.zeros(2)} for _ in range(3)])
    before = paths[1].read_bytes()
    assert run(["average", str(tmp_path), "-o", str(paths[1]), "--overwrite"]) == 1
    assert paths[1].read_bytes() == before
    assert run(["average", str(paths[0]), "-o", str(tmp_path / "out.pt")]) == 1
    assert "at least two checkpoints" in capsys.readouterr().err
    assert run(["average", str(tmp_path), "--dry-run", "--json"]) == 0
    assert len(json.loads(capsys.readouterr().out)["averaged"]) == 3


@pytest.mark.skipif(sys.platform != "linux", reason="the peak of memory is counted otherwise")
def test_memory_does_not_grow_with_the_checkpoints(tmp_path: Path) -> None:
    code = (
        "import re, sys; from cli.main import run; code = run(sys.argv[1:]);"
        "print(re.search(r'VmHWM:\\s+(\\d+)', open('/proc/self/status').read())[1]); sys.exit(code)"
    )
    peaks = []
    for count in (2, 12):
        folder = tmp_path / str(count)
        folder.mkdir()
        saved(folder, [{"w": torch.zeros(3000, 3000), "v": torch.zeros(3000)}] * count)
        words = ["average", str(folder), "-o", str(folder / "out.pt")]
        done = subprocess.run(
            [sys.executable, "-c", code, *words], cwd=ROOT, capture_output=True, text=True, check=True
        )
        peaks.append(int(done.stdout.split()[-1]) * 1024)
    assert peaks[1] < peaks[0] + (24 << 20)
    assert peaks[1] < 200e6


def test_a_name_of_two_tensors_is_no_average(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The number 1 and the text 1: by its path the second would be taken for the first."""
    twice: Any = {1: torch.zeros(2), "1": torch.ones(2)}
    saved(tmp_path, [twice, twice])
    assert run(["average", str(tmp_path), "-o", str(tmp_path / "out.pt")]) == 1
    assert "does not match exactly one tensor" in capsys.readouterr().err
    assert not (tmp_path / "out.pt").exists()
