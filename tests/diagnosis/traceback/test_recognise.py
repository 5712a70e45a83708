"""Pasted errors: every wording that torch has had is recognised, whatever terminals and logs did to it."""

from __future__ import annotations

import argparse
import io
import json
import pickle
import sys
import time
import traceback
import types
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest
import torch
from torch import nn

from core.diagnosis.finding import WARNING, Finding
from core.diagnosis.traceback.answer import Answer, answer, machine_of
from core.diagnosis.traceback.recognise import recognise
from core.loading.computer import Computer
from tests.support.engine import planned
from tests.support.judging import CPU, findings_of
from tests.support.oracle import PretendGpus

NO_GPU = (
    "RuntimeError: Attempting to deserialize object on a CUDA device but torch.cuda.is_available() is False. If you "
    "are running on a CPU-only machine, please use torch.load with map_location=torch.device('cpu') to map your "
    "storages to the CPU."
)
NO_SUCH_GPU = (
    "RuntimeError: Attempting to deserialize object on CUDA device 5 but torch.cuda.device_count() is 1. Please use "
    "torch.load with map_location to map your storages to an existing device."
)
PREFIXED = (
    "RuntimeError: Error(s) in loading state_dict for Net:\n"
    '\tMissing key(s) in state_dict: "conv1.weight", "conv1.bias". \n'
    '\tUnexpected key(s) in state_dict: "module.conv1.weight", "module.conv1.bias". '
)

# What each text says, the first code it must get, and details that must be found.
WORDINGS = [
    (item["text"], item["code"], item["details"])
    for item in json.loads(Path(__file__).with_name("wordings.json").read_text(encoding="utf-8"))
]
_BEFORE = ["2024-05-01 12:00:00,123 ", "[rank0]: ", "trainer-1  | ", "E       ", "> ", "(worker pid=7) "]
_IDS = [f"{index}-{code}" for index, (_, code, _) in enumerate(WORDINGS)]


def assert_recognised(text: str, code: str, details: dict[str, str]) -> None:
    found = recognise(text)
    assert found is not None
    assert found.codes[0] == code
    assert {name: found.details.get(name) for name in details} == details
    assert found.title
    assert found.explanation.count(". ") >= 1 or found.explanation.endswith(".")
    assert found.fix
    assert found.quote


def _in_a_traceback(text: str) -> str:
    lines = "\n".join(f'  File "/home/me/project/loader.py", line {n}, in load\n    go({n})' for n in range(9))
    return f"Epoch 1: 10%\nTraceback (most recent call last):\n{lines}\n{text}\n\nexit status 1\n"


def _coloured(text: str) -> str:
    return " ".join(f"\x1b[31m\x1b[1m{word}\x1b[0m" for word in text.split(" "))


def _framed(text: str) -> str:
    inside = "\n".join(f"│ {line:<80} │" for line in text.splitlines())
    return f"╭──── Traceback ────╮\n{inside}\n╰────╯"


def _logged(before: str, text: str) -> str:
    return "\n".join(before + line for line in text.splitlines())


def _logged_and_wrapped(before: str, text: str) -> str:
    return "\n".join(before + word for line in text.splitlines() for word in line.strip().split(" "))


_WHOLE: list[Callable[[str], str]] = [
    str,
    _in_a_traceback,
    _coloured,
    _framed,
    *(partial(_logged, before) for before in _BEFORE),
]
"""What terminals and logs do to a text and leave all of it to be read."""
_TORN: list[Callable[[str], str]] = [
    lambda text: text.replace(" ", "\n    "),
    lambda text: "\n".join(text[at : at + 30] for at in range(0, len(text), 30)),
    lambda text: json.dumps({"level": "error", "message": text}),
    *(partial(_logged_and_wrapped, before) for before in _BEFORE),
]
"""And what leaves enough of it to tell which error it is."""


@pytest.mark.parametrize(("text", "code", "details"), WORDINGS, ids=_IDS)
def test_every_wording(text: str, code: str, details: dict[str, str]) -> None:
    """Together: each is done in a moment."""
    for change in _WHOLE:
        assert_recognised(change(text), code, details)
    for change in _TORN:
        found = recognise(change(text))
        assert found is not None
        assert found.codes[0] == code


@pytest.mark.parametrize(
    "text",
    [
        "",
        "   \n\t",
        "hello",
        "Epoch 3: loss 0.25 on cuda:0",
        "RuntimeError: shape '[2, 3]' is invalid for input of size 7",
        "RuntimeError: Expected object of scalar type Long but got scalar type Float for argument #2 'target'",
        "RuntimeError: Input type (torch.cuda.HalfTensor) and weight type (torch.cuda.FloatTensor) should be the same",
        "KeyError: 7",
        "RuntimeError: The size of tensor a (2) must match the size of tensor b (5) at non-singleton dimension 0",
        "FileNotFoundError: [Errno 2] No such file or directory: 'net.pth'",
        "\x1b[",
        "\0\0",
    ],
)
def test_what_is_none_of_the_traps_is_not_recognised(text: str) -> None:
    assert recognise(text) is None


# -- real torch ----------------------------------------------------------------------------------------------


def raised(act: Callable[[], Any]) -> str:
    """The whole traceback that an act ends in."""
    try:
        act()
    except Exception:  # noqa: BLE001 - whatever torch raises
        return traceback.format_exc()
    raise AssertionError("nothing was raised")


def saved(value: Any, path: Path, **options: Any) -> Path:
    torch.save(value, path, **options)
    return path


def gpu_file(path: Path, device: str) -> Path:
    with PretendGpus() as gpus:
        weight = torch.ones(2)
        gpus.place(weight, device)
        return saved({"weight": weight}, path)


class Holder:
    """A class of the user's."""


def test_devices_by_torch(tmp_path: Path) -> None:
    assert_recognised(raised(lambda: torch.load(gpu_file(tmp_path / "a", "cuda:5"))), "no-gpu", {})
    assert_recognised(
        raised(lambda: torch.load(gpu_file(tmp_path / "b", "xpu:0"))), "unknown-device", {"backend": "XPU"}
    )
    odd = raised(lambda: torch.load(gpu_file(tmp_path / "c", "odd:1")))
    assert_recognised(odd, "unknown-device", {"device": "odd:1"})


def test_a_gpu_too_many_by_torch(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(torch.cuda, "is_available", lambda: True)
    monkeypatch.setattr(torch.cuda, "device_count", lambda: 1)
    text = raised(lambda: torch.load(gpu_file(tmp_path / "a", "cuda:5")))
    assert_recognised(text, "no-such-gpu", {"device": "5", "count": "1"})


def test_state_dicts_by_torch() -> None:
    net = nn.Sequential(nn.Linear(2, 3), nn.BatchNorm1d(3))
    wrapped = {f"module.{key}": value for key, value in net.state_dict().items()}
    found = recognise(raised(lambda: net.load_state_dict(wrapped)))
    assert found.codes[0] == "wrapper-prefix"
    # A norm layer makes up the count of batches for files without _metadata.
    assert found.keys("missing") == tuple(key for key in net.state_dict() if "num_batches" not in key)
    assert found.keys("unexpected") == tuple(wrapped)
    parallel = nn.DataParallel(net)
    assert recognise(raised(lambda: parallel.load_state_dict(net.state_dict()))).codes[0] == "missing-prefix"
    other = nn.Sequential(nn.Linear(2, 4), nn.BatchNorm1d(4))
    text = raised(lambda: other.load_state_dict(net.state_dict()))
    assert_recognised(text, "size-mismatch", {"key": "0.weight", "have": "[3, 2]", "want": "[4, 2]"})
    assert recognise(text).keys("mismatched") == (
        "0.weight",
        "0.bias",
        "1.weight",
        "1.bias",
        "1.running_mean",
        "1.running_var",
    )
    short = nn.Sequential(nn.Linear(2, 4))
    found = recognise(raised(lambda: short.load_state_dict(net.state_dict())))
    assert found.codes[0] == "unexpected-keys"
    assert "size-mismatch" in found.codes
    assert_recognised(raised(lambda: net.load_state_dict(net)), "whole-model", {})


def test_optimizers_by_torch() -> None:
    weights = [nn.Parameter(torch.ones(2)) for _ in range(3)]
    one = torch.optim.Adam(weights)
    two = torch.optim.Adam([{"params": weights[:1]}, {"params": weights[1:]}])
    few = torch.optim.Adam(weights[:2])
    assert_recognised(raised(lambda: one.load_state_dict(two.state_dict())), "optimizer-groups", {})
    assert_recognised(raised(lambda: one.load_state_dict(few.state_dict())), "optimizer-groups", {})

    def step_capturable() -> None:
        optimizer = torch.optim.Adam([weight], capturable=True)
        weight.grad = torch.ones(2)
        optimizer.step()

    weight = weights[0]
    assert_recognised(raised(step_capturable), "step-on-cpu", {})


def test_two_devices_by_torch() -> None:
    """The meta device is the one other device that every computer has."""

    def multiply() -> None:
        nn.Linear(2, 2, device="meta")(torch.ones(1, 2))

    def step(*, foreach: bool) -> None:
        weight = nn.Parameter(torch.ones(2))
        optimizer = torch.optim.Adam([weight], foreach=foreach)
        weight.grad = torch.ones(2)
        optimizer.step()
        optimizer.state[weight]["exp_avg"] = torch.ones(2, device="meta")
        optimizer.step()

    assert_recognised(raised(multiply), "meta-model", {})
    text = raised(lambda: step(foreach=False))
    assert_recognised(text, "optimizer-elsewhere", {"device": "cpu", "other": "meta"})
    assert_recognised(raised(lambda: step(foreach=True)), "optimizer-elsewhere", {})


@pytest.mark.filterwarnings("ignore")
def test_refused_names_by_torch(tmp_path: Path) -> None:
    text = raised(lambda: torch.load(saved({"a": Holder()}, tmp_path / "a")))
    assert_recognised(text, "refused-name", {"name": f"{__name__}.Holder"})
    text = raised(lambda: torch.load(saved({"a": 1}, tmp_path / "b", pickle_protocol=4)))
    assert_recognised(text, "pickle-protocol", {"operand": "149"})


def test_missing_code_by_torch(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    module = types.ModuleType("models_of_mine")
    exec("class Net: pass", module.__dict__)
    monkeypatch.setitem(sys.modules, "models_of_mine", module)
    path = saved(module.Net(), tmp_path / "a")
    del module.Net
    text = raised(lambda: torch.load(path, weights_only=False))
    assert_recognised(text, "missing-code", {"name": "Net", "module": "models_of_mine"})
    monkeypatch.delitem(sys.modules, "models_of_mine")
    assert_recognised(
        raised(lambda: torch.load(path, weights_only=False)), "missing-code", {"module": "models_of_mine"}
    )


@pytest.mark.filterwarnings("ignore")
def test_containers_by_torch(tmp_path: Path) -> None:
    whole = saved({"a": torch.ones(1000)}, tmp_path / "a")
    cut = tmp_path / "cut"
    cut.write_bytes(whole.read_bytes()[:2000])
    assert_recognised(raised(lambda: torch.load(cut)), "cut-short", {})
    page = tmp_path / "page"
    page.write_bytes(b"<html>login</html>")
    assert recognise(raised(lambda: torch.load(page))).codes[0] == "not-a-checkpoint"
    assert_recognised(raised(lambda: torch.load(page, weights_only=False)), "not-a-checkpoint", {"key": "<"})
    pointer = tmp_path / "pointer"
    pointer.write_bytes(b"version https://git-lfs.github.com/spec/v1\n")
    assert recognise(raised(lambda: torch.load(pointer))).codes[0] == "not-a-checkpoint"
    empty = tmp_path / "empty"
    empty.write_bytes(b"")
    assert recognise(raised(lambda: torch.load(empty, weights_only=False))).codes[0] == "not-a-checkpoint"
    plain = tmp_path / "plain"
    plain.write_bytes(pickle.dumps([1, 2], protocol=2))
    assert recognise(raised(lambda: torch.load(plain, weights_only=False))).codes[0] == "not-a-checkpoint"
    legacy = saved({"a": torch.ones(10)}, tmp_path / "b", _use_new_zipfile_serialization=False)
    assert_recognised(raised(lambda: torch.load(legacy, mmap=True)), "old-container", {})
    cut.write_bytes(legacy.read_bytes()[:-8])
    assert_recognised(raised(lambda: torch.load(cut)), "cut-short", {})
    assert_recognised(raised(lambda: torch.jit.load(str(whole))), "torchscript", {})


@pytest.mark.filterwarnings("ignore")
def test_torchscript_by_torch(tmp_path: Path) -> None:
    path = tmp_path / "a"
    torch.jit.script(nn.Linear(2, 2)).save(str(path))
    assert_recognised(raised(lambda: torch.load(path)), "torchscript", {})


def test_a_pickle_inside_a_pickle_by_torch(tmp_path: Path) -> None:
    path = gpu_file(tmp_path / "a", "cuda:1")

    class Layer(nn.Module):
        def set_extra_state(self, state: Any) -> None:
            torch.load(io.BytesIO(state))

    text = raised(lambda: Layer().load_state_dict({"_extra_state": path.read_bytes()}))
    assert recognise(text).codes[:2] == ("nested-pickle", "no-gpu")


# -- several errors ------------------------------------------------------------------------------------------


def test_the_last_exception_counts() -> None:
    text = f"Traceback:\n{NO_GPU}\n\nDuring handling of the above exception, another exception occurred:\n\n{PREFIXED}"
    assert recognise(text).codes[0] == "wrapper-prefix"
    text = f"Traceback:\n{PREFIXED}\n\nDuring handling of the above exception, another exception occurred:\n\n{NO_GPU}"
    assert recognise(text).codes[0] == "no-gpu"


CAUSED = "The above exception was the direct cause of the following exception:"
HANDLING = "During handling of the above exception, another exception occurred:"


@pytest.mark.parametrize("between", [CAUSED, HANDLING])
def test_the_first_exception_counts_where_the_last_is_unknown(between: str) -> None:
    text = f"{NO_SUCH_GPU}\n\n{between}\n\nTraceback:\nValueError: could not load"
    assert recognise(text).codes[0] == "no-such-gpu"
    assert recognise(f"{text}\n\n{HANDLING}\n\n{PREFIXED}").codes[0] == "wrapper-prefix"
    assert recognise(f"{PREFIXED}\n\n{between}\n\n{text}").codes[0] == "no-such-gpu"


def test_what_torch_raises_from_another_exception(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The module that is missing is torch's business; what it makes of that is the answer."""
    monkeypatch.setitem(sys.modules, "safetensors", None)
    monkeypatch.setitem(sys.modules, "safetensors.torch", None)
    path = tmp_path / "model.safetensors"
    path.write_bytes(b"\x02\0\0\0\0\0\0\0{}")
    with pytest.raises(RuntimeError) as error:
        torch.load(path)
    text = "".join(traceback.format_exception(error.value))
    assert CAUSED in text
    assert "ModuleNotFoundError" in text
    assert recognise(text).codes[0] == "safetensors"


@pytest.mark.filterwarnings("ignore:Detected pickle protocol")
def test_a_library_that_reads_the_file_as_text_after_torch_failed(tmp_path: Path) -> None:
    """transformers looks whether the file is a pointer of git-lfs, and fails at that too."""
    path = tmp_path / "pytorch_model.bin"
    torch.save({"a": 1}, path, pickle_protocol=4, _use_new_zipfile_serialization=False)

    def load() -> None:
        try:
            torch.load(path)
        except pickle.UnpicklingError:
            try:
                path.read_text(encoding="utf-8")
            except UnicodeDecodeError:
                raise OSError("Unable to load weights from pytorch checkpoint file")  # noqa: B904 - as it does

    with pytest.raises(OSError, match="Unable to load") as error:
        load()
    text = "".join(traceback.format_exception(error.value))
    assert "codec can't decode" in text
    assert recognise(text).codes[0] == "pickle-protocol"


def test_a_module_of_the_script_counts_less_than_torch() -> None:
    assert recognise(f"{NO_GPU}\nModuleNotFoundError: No module named 'wandb'").codes[0] == "no-gpu"
    loading = f"{NO_GPU}\n  File \"torch/serialization.py\", line 3\nModuleNotFoundError: No module named 'models'"
    assert recognise(loading).codes[0] == "missing-code"


def test_the_optimizers_step_is_seen_above_the_message() -> None:
    text = (
        'File "torch/optim/adam.py", line 100, in step\n    exp_avg.mul_(beta1).add_(grad)\n'
        "RuntimeError: expected device cpu but got device cuda:5"
    )
    assert recognise(text).codes[0] == "optimizer-elsewhere"


def test_an_error_of_load_state_dict_is_one() -> None:
    text = f"{PREFIXED}\n\tsize mismatch for fc.weight: copying a param with shape torch.Size([1]) from checkpoint, "
    found = recognise(f"{text}the shape in current model is torch.Size([2]).")
    assert found.codes[0] == "wrapper-prefix"
    assert {"missing-keys", "unexpected-keys", "size-mismatch"} <= set(found.codes)
    assert found.keys("missing") == ("conv1.weight", "conv1.bias")
    assert found.details["key"] == "fc.weight"


@pytest.mark.parametrize(
    "piece",
    [
        "a",
        " ",
        '"',
        "'",
        "\x1b[",
        "│ ",
        "\\n",
        '"a", ',
        "Missing key(s) in state_dict: ",
        'Missing key(s) in state_dict: "a", ',
        "unexpected key ' in state_dict ",
        "torch.Size([1, 2, ",
        "size mismatch for a: copying a param with shape torch.Size([1]) from ",
        "If capturable=True, params, ",
        "Expected all tensors to be on the same device, but found at least two devices, ",
        "No module named 'models' deserialize Unsupported operand ",
        "2024-01-01 10:00:00 ",
        "(a pid=3 ",
        "The above exception was the direct cause of the following exception\nRan out of input\n",
    ],
)
@pytest.mark.parametrize("length", [500_000, pytest.param(5_000_000, marks=pytest.mark.timing)])
def test_megabytes_take_no_time(piece: str, length: int) -> None:
    """Half a megabyte takes a tenth of a second; anything but linear time, many minutes."""
    text = piece * (length // len(piece))
    started = time.process_time()
    recognise(text)
    assert time.process_time() - started < 6


def test_an_error_at_the_end_of_a_long_log_is_found() -> None:
    log = "".join(f"2024-01-01 10:00:00 step {n} loss 0.1\n" for n in range(120_000))
    assert recognise(log + NO_SUCH_GPU).details["device"] == "5"


# -- is this file the cause? ---------------------------------------------------------------------------------


def finding(code: str, message: str = "", *paths: str) -> Finding:
    return Finding(code, WARNING, f"what {code} is", message, paths, (), "It is so. It is bad.", "Mend it.")


def test_a_file_with_the_same_trap_is_the_cause() -> None:
    found = answer(recognise(NO_GPU), [finding("optimizer-groups"), finding("no-gpu")])
    assert found.is_cause
    assert [each.code for each in found.findings] == ["no-gpu"]
    assert found.text.startswith("This file is the cause")


def judged(text: str, path: Path, computer: Computer = CPU) -> Answer:
    found = recognise(text)
    assert found is not None
    return answer(found, findings_of(path, computer=machine_of(found, computer)), planned(path))


def test_a_file_without_it_is_not(tmp_path: Path) -> None:
    found = judged(NO_GPU, saved({"weight": torch.ones(2)}, tmp_path / "a"))
    assert (found.verdict, found.findings) == ("not-cause", ())
    assert found.text.startswith("This file is not the cause: its tensors are on cpu")


def test_the_numbers_of_devices_are_compared(tmp_path: Path) -> None:
    mine = judged(NO_SUCH_GPU, gpu_file(tmp_path / "a", "cuda:5"))
    assert [each.code for each in mine.findings] == ["no-such-gpu"]
    assert mine.is_cause
    other = judged(NO_SUCH_GPU, gpu_file(tmp_path / "b", "cuda:3"))
    assert other.verdict == "not-cause"
    assert "cuda:3" in other.text


def test_the_machine_is_that_of_the_error(tmp_path: Path) -> None:
    path = gpu_file(tmp_path / "a", "cuda:5")
    for asked in (CPU, Computer(1), Computer(8)):
        said = judged(NO_SUCH_GPU, path, asked)
        assert said.is_cause
        assert "device_count() is 1" in said.findings[0].message


def test_keys_are_compared() -> None:
    recognised = recognise(PREFIXED)
    mine = finding("wrapper-prefix", "", "state_dict/module.conv1.weight", "state_dict/module.conv1.bias")
    other = finding("wrapper-prefix", "", "state_dict/module.encoder.weight")
    assert answer(recognised, [mine]).is_cause
    assert "module.conv1" in answer(recognised, [mine]).text
    assert not answer(recognised, [other]).is_cause


def test_names_are_compared(tmp_path: Path) -> None:
    path = saved({"args": argparse.Namespace(lr=1)}, tmp_path / "a")
    text = raised(lambda: torch.load(path))
    assert judged(text, path).is_cause
    other = judged(text, saved({"where": Path("a")}, tmp_path / "b"))
    assert other.verdict == "not-cause"
    assert "argparse.Namespace, which this file does not name" in other.text


@pytest.mark.parametrize("text", ["Bus error (core dumped)", "Tensor on device meta is not on the expected device"])
def test_what_no_file_shows_says_what_to_do(text: str) -> None:
    recognised = recognise(text)
    found = answer(recognised, [finding("no-gpu")])
    assert not found.is_cause
    assert recognised.fix in found.text
