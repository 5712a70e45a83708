"""What real torch raises while loading, resuming and saving: each is recognised as the trap that it is."""

from __future__ import annotations

import copy
import pickle
import random
import traceback
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
import torch.distributed.checkpoint as dcp
from torch import nn

from core.diagnosis.traceback.recognise import recognise
from core.diagnosis.trap import Recognised
from tests.diagnosis.traceback.test_recognise import raised
from tests.support.pasting import WRAPS


def of(act: Callable[[], Any]) -> Recognised:
    text = raised(act)
    found = recognise(text)
    assert found is not None, text
    return found


@pytest.mark.parametrize("device", ["cuda0", "cuda:x", "gpu", "GPU:0", "CUDA", ""])
def test_names_of_devices(device: str) -> None:
    found = of(lambda: torch.device(device))
    assert found.codes == ("map-location",)
    assert found.details.get("device", "") == device.partition(":")[0] or found.details["device"] == device
    assert not found.in_file


@pytest.mark.parametrize("location", ["gpu", "cpu:0", "CPU", "cuda0"])
def test_map_location(location: str, tmp_path: Path) -> None:
    torch.save({"a": torch.ones(2)}, tmp_path / "a")
    found = of(lambda: torch.load(tmp_path / "a", map_location=location))
    assert found.codes == ("map-location",)
    assert found.details.get("tag", location) == location


@pytest.mark.parametrize("state", [torch.zeros(5056), torch.zeros(16, dtype=torch.uint8), [1]])
def test_states_of_random_numbers(state: Any) -> None:
    assert of(lambda: torch.set_rng_state(state)).codes == ("rng-state",)


@pytest.mark.parametrize("given", ["weights.pth", None, [1], (1,), 5, torch.ones(1)])
def test_what_is_no_state_dict(given: Any) -> None:
    found = of(lambda: nn.Linear(2, 2).load_state_dict(given))
    assert found.codes == ("state-not-dict",)
    assert not found.in_file


def test_a_model_for_a_state_dict() -> None:
    found = of(lambda: nn.Linear(2, 2).load_state_dict(nn.Linear(2, 2)))  # type: ignore[arg-type]
    assert found.codes[0] == "whole-model"
    assert found.details["class"] == "torch.nn.modules.linear.Linear"


def test_what_is_no_state_of_an_optimizer() -> None:
    net = nn.Linear(2, 2)
    for given in (net.state_dict(), {}):
        optimizer = torch.optim.Adam(net.parameters())
        assert of(lambda given=given, to=optimizer: to.load_state_dict(given)).codes[0] == "optimizer-not-dict"


def test_a_scheduler_without_the_optimizer_s_state() -> None:
    optimizer = torch.optim.SGD(nn.Linear(2, 2).parameters(), 0.1)
    assert of(lambda: torch.optim.lr_scheduler.StepLR(optimizer, 1, last_epoch=3)).codes == ("initial-lr",)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full")
@pytest.mark.parametrize("container", [True, False])
def test_a_full_disk(container: bool) -> None:
    value = {"a": torch.ones(100_000)}
    found = of(lambda: torch.save(value, "/dev/full", _use_new_zipfile_serialization=container))
    assert found.codes == ("disk-full",)


def test_a_folder_that_is_not_there(tmp_path: Path) -> None:
    assert of(lambda: torch.save({}, tmp_path / "gone" / "a.pth")).codes == ("disk-full",)


def test_the_pickle_alone(tmp_path: Path) -> None:
    torch.save({"a": torch.ones(2)}, tmp_path / "a.pth")
    alone = tmp_path / "data.pkl"
    alone.write_bytes(zipfile.ZipFile(tmp_path / "a.pth").read("a/data.pkl"))
    assert of(lambda: torch.load(alone)).codes[0] == "not-a-checkpoint"
    assert of(lambda: pickle.loads(alone.read_bytes())).codes == ("wrong-loader",)


def test_other_loaders(tmp_path: Path) -> None:
    torch.save({"a": torch.ones(2)}, tmp_path / "a.pth", _use_new_zipfile_serialization=False)
    assert of(lambda: np.load(tmp_path / "a.pth")).codes == ("wrong-loader",)


@pytest.mark.filterwarnings("ignore")
def test_a_script_taken_for_a_dict(tmp_path: Path) -> None:
    torch.jit.script(nn.Linear(2, 2)).save(str(tmp_path / "a"))
    loaded = torch.jit.load(str(tmp_path / "a"))
    assert of(lambda: loaded["state_dict"]).codes == ("torchscript",)


@pytest.mark.parametrize(
    ("act", "code"),
    [
        (lambda: nn.Linear(2, 2).module, "not-wrapped"),
        (lambda: nn.DataParallel(nn.Linear(2, 2)).encode(1), "wrapped"),
        (lambda: nn.Linear(2, 2).state_dict().to("cpu"), "state-dict-not-model"),
        (lambda: nn.Linear(2, 2).state_dict()(1), "state-dict-not-model"),
        (lambda: torch.empty(2, device="meta").to("cpu"), "no-data"),
        (lambda: torch.empty(1, device="meta").item(), "meta-model"),
    ],
)
def test_objects_of_another_kind(act: Callable[[], Any], code: str) -> None:
    assert of(act).codes[0] == code


MODULES = [
    (nn.Conv2d(2, 2, 1), (1, 2, 4, 4)),
    (nn.ConvTranspose2d(2, 2, 1), (1, 2, 4, 4)),
    (nn.BatchNorm2d(2), (1, 2, 4, 4)),
    (nn.GroupNorm(1, 2), (1, 2, 4, 4)),
    (nn.LayerNorm(4), (1, 2, 4, 4)),
    (nn.Upsample(scale_factor=2), (1, 2, 4, 4)),
    (nn.MaxPool2d(2), (1, 2, 4, 4)),
    (nn.AvgPool2d(2), (1, 2, 4, 4)),
    (nn.AdaptiveAvgPool2d(1), (1, 2, 4, 4)),
    (nn.Dropout(0.5), (2, 4)),
    (nn.GELU(), (2, 4)),
    (nn.SiLU(), (2, 4)),
    (nn.LeakyReLU(), (2, 4)),
    (nn.Hardtanh(), (2, 4)),
    (nn.Softmax(1), (2, 4)),
    (nn.Flatten(), (2, 4)),
    (nn.PixelShuffle(1), (1, 1, 2, 2)),
    (nn.LSTM(4, 4), (1, 2, 4)),
    (nn.GRU(4, 4), (1, 2, 4)),
    (nn.TransformerEncoderLayer(4, 2, 4), (1, 2, 4)),
]


@pytest.mark.parametrize(("module", "shape"), MODULES, ids=[type(module).__name__ for module, _ in MODULES])
def test_a_module_without_a_field_that_torch_gave_its_class_later(module: nn.Module, shape: tuple[int, ...]) -> None:
    """Each field that forward reads, missing as in a pickle of an older torch."""
    missed = 0
    for field in [name for name in vars(module) if not name.startswith("_") and name != "training"]:
        old = copy.deepcopy(module)
        del old.__dict__[field]
        try:
            old(torch.ones(shape))
        except AttributeError:
            missed += 1
            found = of(lambda old=old: old(torch.ones(shape)))
            assert found.codes[0] == "whole-model", field
            assert found.details["attribute"] == field
        except (TypeError, RuntimeError):
            continue  # a field that is looked at before it is read
    assert missed


def _other() -> tuple[nn.Module, dict[str, Any]]:
    net = nn.Sequential(*(nn.Linear(4, 4) for _ in range(12)), nn.LayerNorm(4))
    keys = {f"encoder.layers.{key}": value for key, value in net.state_dict().items()}
    model = nn.Module()
    model.encoder = nn.Module()
    model.encoder.layers = nn.Sequential(*(nn.Linear(4, 6) for _ in range(6)), *(nn.Tanh() for _ in range(6)))
    model.decoder = nn.Sequential(*(nn.Linear(3, 3) for _ in range(9)))
    return model, keys


@pytest.mark.parametrize("wrap", WRAPS, ids=str)
def test_every_key_and_every_shape_is_told(wrap: str) -> None:
    model, keys = _other()
    found = recognise(WRAPS[wrap](raised(lambda: model.load_state_dict(keys))))
    assert found is not None
    mine = model.state_dict()
    assert set(found.keys("missing")) == mine.keys() - keys.keys()
    assert set(found.keys("unexpected")) == keys.keys() - mine.keys()
    other = [key for key in mine if key in keys and mine[key].shape != keys[key].shape]
    assert found.keys("mismatched") == tuple(other)
    for name, shapes in (("shapes", mine), ("file_shapes", keys)):
        assert found.details[name] == ";".join(f"{key} {list(shapes[key].shape)}" for key in other)
    assert "abridged" not in found.details


@pytest.mark.parametrize("seed", range(60))
def test_a_message_that_ends_too_early_is_a_sample(seed: int) -> None:
    model, keys = _other()
    text = raised(lambda: model.load_state_dict(keys))
    lists = text[text.index('in state_dict: "') :]
    start, end = len(text) - len(lists) + 20, text.rindex("size mismatch") + 40
    at = random.Random(seed).randrange(start, end)
    ends = [place for place in range(start, end) if text.startswith(('". \n', "]).\n"), place - 3)]
    if any(place - 3 <= at <= place + 1 for place in ends):
        at += 9  # a paste that ends where a list does cannot be told from the whole
    for rest in ("", "…", "...", " ... and 80 more\n"):
        found = recognise(text[:at] + rest)
        assert found is not None
        assert found.details.get("abridged") == "1", text[:at][-60:]


def test_a_value_that_is_no_tensor() -> None:
    found = of(lambda: nn.Linear(2, 2).load_state_dict({"weight": [1], "bias": torch.ones(2)}))  # type: ignore[dict-item]
    assert found.codes[0] == "size-mismatch"
    assert found.keys("mismatched") == ("weight",)


def test_a_weight_of_the_right_shape_that_cannot_be_copied() -> None:
    net = nn.Linear(2, 2)
    without_data = {key: value.to("meta") for key, value in net.state_dict().items()}
    assert of(lambda: net.load_state_dict(without_data)).codes[0] == "no-data"
    text = raised(lambda: net.load_state_dict(without_data)).replace("Cannot copy out of meta tensor; no data!", "no")
    assert recognise(text).codes == ("copy-failed",)  # type: ignore[union-attr]


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize(
    ("asked", "code", "details"),
    [
        ({"b.c": torch.ones(2)}, "missing-keys", {"missing": '"b.c"'}),
        ({"a": torch.ones(3)}, "size-mismatch", {"have": "[2]", "want": "[3]", "key": "a"}),
    ],
    ids=["missing", "shape"],
)
def test_distributed_checkpoints(asked: dict[str, Any], code: str, details: dict[str, str], tmp_path: Path) -> None:
    dcp.save({"a": torch.ones(2)}, checkpoint_id=tmp_path / "c", no_dist=True)
    with pytest.raises(dcp.api.CheckpointException) as error:
        dcp.load(asked, checkpoint_id=tmp_path / "c", no_dist=True)
    found = recognise("".join(traceback.format_exception(error.value)))
    assert found is not None
    assert found.codes[0] == code
    assert details.items() <= found.details.items()
