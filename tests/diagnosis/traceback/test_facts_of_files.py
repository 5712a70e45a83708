"""What an answer says of a file is true of it: of one without a pickle, without an optimizer, of another program."""

from __future__ import annotations

import pickle
import sys
import types
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
from safetensors.torch import save_file

from core.diagnosis.traceback.answer import CANNOT_TELL, CAUSE, NOT_CAUSE, Answer
from core.diagnosis.traceback.recognise import recognise
from tests.diagnosis.traceback.test_evidence import asked
from tests.files.checkpoints import save

STATE = {"fc.weight": torch.ones(2, 3), "fc.bias": torch.ones(2)}
STEP = 'File "/x/site-packages/torch/optim/adam.py", line 3, in step\n'
TWO = "RuntimeError: Expected all tensors to be on the same device, but found at least two devices, cuda:0 and cpu!"
OF_OPTIMIZERS = (
    "AssertionError: If capturable=False, state_steps should not be CUDA tensors.",
    "ValueError: loaded state dict has a different number of parameter groups",
    f"{STEP}RuntimeError: The size of tensor a (10) must match the size of tensor b (4) at non-singleton dimension 0",
    f"{STEP}KeyError: 'exp_avg'",
    f"{STEP}{TWO}",
    "KeyError: \"param 'initial_lr' is not specified in param_groups[0] when resuming an optimizer\"",
)
LOADING = 'File "/x/site-packages/torch/optim/optimizer.py", line 3, in load_state_dict\n'


def said(text: str, path: Path) -> Answer:
    found = asked(text, path)
    assert found is not None, text
    return found


@pytest.mark.parametrize("text", OF_OPTIMIZERS)
def test_a_file_without_an_optimizer_has_none_of_their_errors(text: str, tmp_path: Path) -> None:
    found = said(text, save(STATE, tmp_path / "a.pth"))
    assert (found.verdict, found.why) == (NOT_CAUSE, "it has no optimizer state.")


@pytest.mark.parametrize("key", ["param_groups", "state"])
def test_what_is_none_may_have_been_handed_to_an_optimizer(key: str, tmp_path: Path) -> None:
    found = said(f"{LOADING}KeyError: {key!r}", save(STATE, tmp_path / "a.pth"))
    assert (found.verdict, found.recognised.codes[0]) == (CANNOT_TELL, "optimizer-not-dict")


def test_a_file_without_a_pickle_names_nothing(tmp_path: Path) -> None:
    save_file(STATE, tmp_path / "a.safetensors")
    text = "AttributeError: Can't get attribute '_rebuild_tensor_v2' on <module 'torch._utils' from '/x/_utils.py'>"
    found = said(text, tmp_path / "a.safetensors")
    assert found.verdict == NOT_CAUSE
    assert "which this file does not name" in found.text
    assert "protocol" not in said("Unsupported operand 149", tmp_path / "a.safetensors").text


@pytest.mark.parametrize("text", OF_OPTIMIZERS)
def test_nothing_is_advised_for_a_sound_file(text: str, tmp_path: Path) -> None:
    assert said(text, save(STATE, tmp_path / "a.pth")).advice == ""


def test_a_list_of_missing_keys_alone_tells_nothing_of_the_file() -> None:
    head = "RuntimeError: Error(s) in loading state_dict for DataParallel:\n\t"
    missing = 'Missing key(s) in state_dict: "module.fc.weight", "module.fc.bias"'
    cut, whole = (
        recognise(f'{head}{missing}, "module.ou'),
        recognise(f'{head}{missing}. \n\tUnexpected key(s) in state_dict: "fc.weight", "fc.bias". '),
    )
    assert cut is not None
    assert whole is not None
    assert cut.codes[0] == whole.codes[0] == "missing-prefix"
    assert "saved from a bare one" not in cut.explanation
    assert "saved from a bare one" in whole.explanation


# -- of other programs -------------------------------------------------------------------------------------------


def _pickled(path: Path) -> Path:
    """An object of a module that is gone."""
    module: Any = types.ModuleType("models_of_before")
    exec("class Net:\n    pass", module.__dict__)
    sys.modules["models_of_before"] = module
    try:
        path.write_bytes(pickle.dumps({"net": module.Net()}))
    finally:
        del sys.modules["models_of_before"]
    return path


FRAMES = {
    "pickle": "    net = pickle.load(f)\n",
    "joblib": '  File "/x/site-packages/joblib/numpy_pickle.py", line 3, in load\n    pickle.Unpickler(f).load()\n',
}


@pytest.mark.parametrize("frames", FRAMES)
def test_a_pickle_of_another_program_names_what_is_not_here(frames: str, tmp_path: Path) -> None:
    path = _pickled(tmp_path / "a.pkl")
    with pytest.raises(ModuleNotFoundError) as raised:
        torch.load(path, weights_only=False)
    text = f"Traceback (most recent call last):\n{FRAMES[frames]}ModuleNotFoundError: {raised.value}"
    assert said(text, path).verdict == CAUSE
    assert said(text.replace("of_before", "of_today"), path).verdict != CAUSE
    assert said(text, save(STATE, tmp_path / "b.pth")).verdict == NOT_CAUSE


def test_arrays_are_what_torch_cannot_read(tmp_path: Path) -> None:
    np.save(tmp_path / "a.npy", np.ones(3))
    with pytest.raises(pickle.UnpicklingError) as raised:
        torch.load(tmp_path / "a.npy", weights_only=False)
    assert said(f"UnpicklingError: {raised.value}", tmp_path / "a.npy").verdict == CAUSE
    assert (
        said(
            "RuntimeError: unexpected EOF, expected 3 more bytes. The file might be corrupted.", tmp_path / "a.npy"
        ).verdict
        == CANNOT_TELL
    )


# -- of libraries around torch -----------------------------------------------------------------------------------

REPORT = """BertForSequenceClassification LOAD REPORT from: bert
Key               | Status   |
------------------+----------+-----------------------------------------------------------------------------------
classifier.weight | MISMATCH | Reinit due to size mismatch - ckpt: torch.Size([3, 8]) vs model:torch.Size([5, 8])
classifier.bias   | MISMATCH | Reinit due to size mismatch - ckpt: torch.Size([3]) vs model:torch.Size([5])

Traceback (most recent call last):
RuntimeError: You set `ignore_mismatched_sizes` to `False`, thus raising an error. For details look at the above report!
"""
"""As transformers 5.24 logs and raises it."""
COPY = (
    "RuntimeError: Error(s) in loading state_dict for PeftModel:\n\tsize mismatch for base_model.model.head."
    "modules_to_save.mine.weight: copying a param with shape torch.Size([3, 8]) from checkpoint, the shape in current "
    "model is torch.Size([5, 8])."
)
"""As PEFT 0.21 raises it: the adapter's file has no name of the adapter, nor that of the copy."""
OF_LIBRARIES = {
    "transformers": (REPORT, "classifier.weight", "classifier.bias"),
    "peft": (COPY, "base_model.model.head.weight", "base_model.model.head.bias"),
}


@pytest.mark.parametrize("library", OF_LIBRARIES)
def test_shapes_in_the_words_of_libraries(library: str, tmp_path: Path) -> None:
    text, weight, bias = OF_LIBRARIES[library]
    for rows, verdict in ((3, CAUSE), (5, NOT_CAUSE)):
        path = save({weight: torch.ones(rows, 8), bias: torch.ones(rows)}, tmp_path / f"{rows}.bin")
        found = said(text, path)
        assert (found.verdict, found.recognised.codes[0]) == (verdict, "size-mismatch")
    assert said(text, save(STATE, tmp_path / "other.bin")).verdict == NOT_CAUSE


def test_an_optimizer_that_was_handed_to_a_model(tmp_path: Path) -> None:
    """It is the file's where it is nothing else, or where the model beside it is the one that wants its keys."""
    net = torch.nn.Linear(3, 2)
    state = torch.optim.SGD(net.parameters(), lr=0.1).state_dict()
    with pytest.raises(RuntimeError) as raised:
        net.load_state_dict(state)
    text = f"RuntimeError: {raised.value}"
    assert said(text, save(state, tmp_path / "a.pt")).verdict == CAUSE
    assert said(text, save({"net": net.state_dict(), "opt": state}, tmp_path / "b.pt")).verdict == CAUSE
    assert said(text, save({"net": STATE, "opt": state}, tmp_path / "c.pt")).verdict != CAUSE


def test_a_pickle_of_python_stops_torch_before_its_names(tmp_path: Path) -> None:
    (tmp_path / "a.pkl").write_bytes(pickle.dumps(torch.nn.Linear(2, 2)))
    refused = (
        "WeightsUnpickler error: Unsupported global: GLOBAL torch.nn.modules.linear.Linear was not an allowed global"
    )
    assert said(refused, tmp_path / "a.pkl").verdict == CANNOT_TELL


def test_a_weight_that_is_not_there_tells_nothing(tmp_path: Path) -> None:
    """Any file of another model lacks it; and what the model of a script lacks may be in a sound file."""
    path = save(STATE, tmp_path / "a.pt")
    assert said("KeyError: 'model.diffusion_model.out.0.weight'", path).verdict == CANNOT_TELL
    looked_up = "    param = params_dict[name]\nKeyError: 'fc.weight'"
    assert said(f"Traceback (most recent call last):\n{looked_up}", path).verdict == CANNOT_TELL
    loaded = "    weight = checkpoint[name]\nKeyError: 'fc.weight'"
    assert said(f"Traceback (most recent call last):\n{loaded}", path).verdict == NOT_CAUSE


def test_a_folder_without_what_a_loader_looks_for(tmp_path: Path) -> None:
    folder = tmp_path / "step-3"
    folder.mkdir()
    save(STATE, folder / "pytorch_model.bin")
    text = (
        "ValueError: Unable to find latest file at /data/{}/latest, if trying to load latest checkpoint please ensure"
    )
    assert said(text.format("step-3"), folder).verdict == CAUSE
    other = asked(text.format("step-4"), folder)
    assert other is None or not other.is_cause


def test_an_unknown_error_that_names_the_file(tmp_path: Path) -> None:
    path = save(STATE, tmp_path / "mine.ckpt")
    found = said("AssertionError: models/mine.ckpt is not of a kind that this program has", path)
    assert found.verdict == CANNOT_TELL
    assert "names this file" in found.text
    assert asked("AssertionError: models/other.ckpt is not of a kind that this program has", path) is None
