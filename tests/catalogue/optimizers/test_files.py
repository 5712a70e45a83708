"""Optimizers whose model is chosen, lies in another file or is a whole pickled module; torch is the judge."""

from __future__ import annotations

import copy
import json
import struct
from pathlib import Path
from typing import Any

import pytest
import torch
from torch import nn

from cli.main import run
from core.catalogue.optimizers.find import NAME, SHAPES
from core.catalogue.optimizers.matched import chosen_by, matched
from tests.catalogue.optimizers.test_belonging import GPUS, adam, answer, net, of, put, stepped, written
from tests.files.checkpoints import save
from tests.support.engine import catalogue_of
from tests.support.judging import findings_of
from tests.support.oracle import PretendGpus, saved_devices

GROUPS = "loaded state dict contains a parameter group that doesn't match the size of optimizer's group"


def asked(capsys: pytest.CaptureFixture[str], *arguments: Any) -> tuple[int, Any]:
    """The exit code of a command, and its JSON or what it says on stderr."""
    code = run([*map(str, arguments), "--json"])
    said = capsys.readouterr()
    return code, json.loads(said.out) if said.out else said.err


# -- the model is chosen ---------------------------------------------------------------------------------------


@pytest.fixture
def ambiguous(tmp_path: Path) -> Path:
    """Two models, of which none is called like the optimizer or lies where its state does."""
    return written(tmp_path, {"left": "cuda:0", "right": "cuda:1"}, {"optimizer": None})


@pytest.mark.parametrize(("model", "device"), [("left", "cuda:0"), ("right", "cuda:1")])
def test_the_model_that_is_chosen(
    model: str, device: str, ambiguous: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code, found = asked(capsys, "inspect", ambiguous)
    (optimizer,) = found["optimizers"]
    assert (code, optimizer["ambiguous"], optimizer["model"]) == (0, True, None)
    assert optimizer["candidates"] == [["left"], ["right"]]
    code, found = asked(capsys, "inspect", ambiguous, "--optimizer-of", f"optimizer={model}")
    (optimizer,) = found["optimizers"]
    assert (optimizer["model"], optimizer["matched_by"]) == ([model], "chosen")
    assert (optimizer["ambiguous"], optimizer["candidates"]) == (False, [])
    follow = ["--optimizer-device", "follow", "--optimizer-of", f"optimizer={model}"]
    code, found = asked(capsys, "fix", ambiguous, "-o", tmp_path / "b.pt", *follow)
    assert code == 0
    with PretendGpus() as gpus:
        state = torch.load(tmp_path / "b.pt")["optimizer"]["state"]
        assert {gpus.device_of(each["exp_avg"]) for each in state.values()} == {device}


def test_follow_says_what_is_ambiguous(ambiguous: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, found = asked(capsys, "fix", ambiguous, "-o", tmp_path / "b.pt", "--optimizer-device", "follow")
    (warning,) = found["warnings"]
    assert code == 0
    assert "left or right" in warning
    assert saved_devices(tmp_path / "b.pt") == saved_devices(ambiguous)
    assert run(["inspect", str(ambiguous)]) == 0
    assert "ambiguous: belongs to left or right" in capsys.readouterr().out


@pytest.mark.parametrize("command", ["inspect", "diagnose", "memory"])
def test_other_commands_take_the_model_too(command: str, ambiguous: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert asked(capsys, command, ambiguous, "--optimizer-of", "optimizer=left")[0] in (0, 3)
    code, said = asked(capsys, command, ambiguous, "--optimizer-of", "optimizer=middle")
    assert code == 1
    assert "There is nothing at 'middle'" in said


@pytest.mark.parametrize(
    ("pair", "words"),
    [
        ("left=right", "'left' is not an optimizer. Optimizers of a.pt: optimizer."),
        ("optimizer=optimizer/state", "'optimizer/state' is not a model. Models of a.pt: left, right."),
        ("optimizer", "Write OPTIMIZER=MODEL"),
        ("a=b=c", "'a=b=c' is not a pair of paths"),
    ],
)
def test_what_is_no_pair(pair: str, words: str, ambiguous: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, said = asked(capsys, "inspect", ambiguous, "--optimizer-of", pair)
    assert code == 1
    assert words in said


def test_a_model_that_does_not_fit(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    model = net()
    checkpoint = {"model": model.state_dict(), "wide": net(6).state_dict(), "optimizer": adam(model).state_dict()}
    path = save(checkpoint, tmp_path / "a.pt")
    code, said = asked(capsys, "inspect", path, "--optimizer-of", "optimizer=wide")
    assert code == 1
    assert "The 5 parameters of optimizer do not fit wide" in said


def test_keys_that_hold_an_equals_sign(tmp_path: Path) -> None:
    model = net()
    checkpoint = {"a=b": model.state_dict(), "c=d": net().state_dict(), "e=f": adam(model).state_dict()}
    catalogue = catalogue_of(save(checkpoint, tmp_path / "a.pt"))
    assert answer(matched(catalogue, chosen_by(catalogue, ["e=f=c=d"])), "e=f") == ("c=d", "chosen")


# -- the model is in another file ------------------------------------------------------------------------------


def two_files(tmp_path: Path, optimizer_on: str, model_on: str, kind: str = "pt") -> tuple[Path, Path, list[str]]:
    """Optimizer state and the model each in a file of its own, as Trainer writes them, and the true names."""
    model = net()
    del model.table  # of the shape of a bias: no file tells which of the two is trained
    decayed = [parameter for parameter in model.parameters() if parameter.ndim > 1]
    others = [parameter for parameter in model.parameters() if parameter.ndim <= 1]
    optimizer = torch.optim.AdamW([{"params": decayed}, {"params": others, "weight_decay": 0.0}])
    stepped(optimizer)
    names = {id(parameter): name for name, parameter in model.named_parameters()}
    with PretendGpus() as gpus:
        path = save(put(gpus, optimizer.state_dict(), optimizer_on), tmp_path / "optimizer.pt")
        if kind == "safetensors":
            other = safetensors(model.state_dict(), tmp_path / "model.safetensors")
        else:
            whole = {"pt": model.state_dict(), "nested": {"step": 3, "model": model.state_dict()}, "module": model}[
                kind
            ]
            if kind == "module":
                for tensor in [*model.parameters(), *model.buffers()]:
                    gpus.place(tensor.data, model_on)
                other = save(whole, tmp_path / "pytorch_model.bin")
            else:
                other = save(put(gpus, whole, model_on), tmp_path / "pytorch_model.bin")
    return path, other, [names[id(each)] for each in [*decayed, *others]]


def safetensors(state: dict[str, torch.Tensor], path: Path) -> Path:
    """The format as its description has it: eight bytes of length, a header in JSON, the bytes; keys are sorted."""
    header: dict[str, Any] = {}
    data = b""
    kinds = {torch.float32: "F32", torch.int64: "I64"}
    for name, tensor in sorted(state.items()):
        raw = tensor.contiguous().numpy().tobytes()
        span = [len(data), len(data) + len(raw)]
        header[name] = {"dtype": kinds[tensor.dtype], "shape": list(tensor.shape), "data_offsets": span}
        data += raw
    text = json.dumps(header).encode()
    path.write_bytes(struct.pack("<Q", len(text)) + text + data)
    return path


@pytest.mark.parametrize("kind", ["pt", "nested", "module", "safetensors"])
def test_names_come_from_the_file_of_the_model(kind: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path, other, names = two_files(tmp_path, "cuda:1", "cuda:1", kind)
    catalogue = matched(catalogue_of(path), {}, catalogue_of(other))
    (found,) = catalogue.optimizers
    told = [item.name for item in found.entries]
    assert told == (names if kind != "safetensors" else [*names[:2], None, None, None])  # order tells biases apart
    assert found.other is not None
    _, said = asked(capsys, "inspect", path, "--model", other)
    (optimizer,) = said["optimizers"]
    assert (optimizer["model_file"], optimizer["matched_by"], optimizer["matched"]) == (
        *(other.name, SHAPES),
        sum(name is not None for name in told),
    )
    assert optimizer["model"] == (["model"] if kind == "nested" else [])
    code, said = asked(capsys, "diagnose", path, "--model", other, "--machine", "gpus:8")
    assert code == 0
    assert not {each["code"] for each in said["findings"]} & {"optimizer-elsewhere", "optimizer-groups", "other-shapes"}


@pytest.mark.parametrize("resaved", [False, True])
def test_names_that_were_sorted(resaved: bool, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Keys as safetensors sorts them are in no model's order: layers of one kind go by their numbers, nothing else."""
    block = [nn.Linear(4, 8), nn.LayerNorm(8), nn.Linear(8, 4)]
    model = nn.Sequential(*(copy.deepcopy(layer) for _ in range(5) for layer in block))
    names = [name for name, _ in model.named_parameters()]
    path = save(adam(model).state_dict(), tmp_path / "optimizer.pt")
    state = dict(sorted(model.state_dict().items()))
    other = save(state, tmp_path / "m.pt") if resaved else safetensors(state, tmp_path / "m.safetensors")
    assert list(state) != names
    (found,) = matched(catalogue_of(path), {}, catalogue_of(other)).optimizers
    told = {item.name for item in found.entries} - {None}
    assert all(item.name in (None, name) for item, name in zip(found.entries, names, strict=True))
    assert told == {name for name, parameter in model.named_parameters() if tuple(parameter.shape) != (8,)}
    _, said = asked(capsys, "diagnose", path, "--against", other)
    assert not [each for each in said["findings"] if each["severity"] != "note"]


@pytest.mark.parametrize("kind", ["pt", "nested", "module"])
def test_state_follows_a_model_in_another_file(kind: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path, other, _ = two_files(tmp_path, "cpu", "cuda:3", kind)
    _, said = asked(capsys, "diagnose", path, "--model", other, "--machine", "gpus:8")
    assert "optimizer-elsewhere" in {each["code"] for each in said["findings"]}
    follow = ["--optimizer-device", "follow", "--model", other]
    code, said = asked(capsys, "fix", path, "-o", tmp_path / "b.pt", *follow)
    assert (code, said["warnings"]) == (0, [])
    with PretendGpus() as gpus:
        for state in torch.load(tmp_path / "b.pt")["state"].values():
            assert {key: gpus.device_of(value) for key, value in state.items()} == {
                "step": "cpu",
                "exp_avg": "cuda:3",
                "exp_avg_sq": "cuda:3",
            }


def test_a_model_that_names_no_devices_cannot_be_followed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path, other, _ = two_files(tmp_path, "cuda:1", "cpu", "safetensors")
    follow = ["--optimizer-device", "follow", "--model", other]
    code, said = asked(capsys, "fix", path, "-o", tmp_path / "b.pt", *follow)
    assert code == 0
    assert any("model.safetensors names no devices" in warning for warning in said["warnings"])
    assert saved_devices(tmp_path / "b.pt") == saved_devices(path)


def test_files_that_are_no_pair(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path, other, _ = two_files(tmp_path, "cpu", "cpu")
    small = save(nn.Linear(2, 2).state_dict(), tmp_path / "small.pt")
    for model, words in (
        (small, "The 5 parameters of optimizer.pt do not fit any model of small.pt"),
        (path, "holds no model"),
        (tmp_path / "none.pt", "There is no file"),
    ):
        code, said = asked(capsys, "inspect", path, "--model", model)
        assert code == 1
        assert words in said
    code, said = asked(capsys, "inspect", other, "--model", other)
    assert code == 1
    assert "holds no optimizer's state dict" in said


def test_several_models_in_the_other_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path, _, _ = two_files(tmp_path, "cpu", "cpu")
    other = save({"a": net().state_dict(), "b": net().state_dict()}, tmp_path / "b.pt")
    with PretendGpus() as gpus:
        both = {"a": put(gpus, net().state_dict(), "cuda:1"), "b": put(gpus, net().state_dict(), "cuda:2")}
        other = save(both, tmp_path / "both.pt")
    _, said = asked(capsys, "inspect", path, "--model", other)
    assert said["optimizers"][0]["candidates"] == [["a"], ["b"]]
    _, said = asked(capsys, "inspect", path, "--model", other, "--optimizer-of", "=b")
    assert (said["optimizers"][0]["model"], said["optimizers"][0]["matched_by"]) == (["b"], "chosen")


# -- optimizer state alone, against a model --------------------------------------------------------------------


def torch_says(state: dict[str, Any], model: nn.Module) -> str:
    """What ``load_state_dict`` of a new optimizer raises; empty when it takes the state and makes a step."""
    optimizer = torch.optim.AdamW(model.parameters())
    try:
        optimizer.load_state_dict(copy.deepcopy(state))
        stepped(optimizer)
    except (ValueError, RuntimeError) as error:
        return str(error)
    return ""


def swapped() -> nn.Module:
    """As many parameters as `net`, of the same shapes but for one."""
    return nn.Sequential(nn.Linear(4, 4), nn.BatchNorm1d(4), nn.Linear(4, 6, bias=False))


@pytest.mark.parametrize(
    ("model", "code"),
    [(net, None), (lambda: nn.Linear(4, 4), "optimizer-groups"), (swapped, "other-shapes")],
)
def test_optimizer_state_alone_against_a_model(
    model: Any, code: str | None, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    state = adam(net()).state_dict()
    path = save(state, tmp_path / "optimizer.pt")
    wanted = model()
    other = save(wanted.state_dict(), tmp_path / "model.pt")
    said = torch_says(state, wanted)
    exit_code, found = asked(capsys, "diagnose", path, "--against", other)
    codes = {each["code"]: each for each in found["findings"] if each["severity"] != "note"}
    assert exit_code == 0
    assert list(codes) == ([code] if code else [])
    assert bool(said) == (code is not None)
    if code == "optimizer-groups":
        assert codes[code]["message"] == said == GROUPS
    assert ("does not fit" in found["against"]["message"]) == (code is not None)


@pytest.mark.parametrize("sizes", [[5], [3, 2], [4, 1], [2]])
def test_optimizer_state_alone_against_another(
    sizes: list[int], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    state = adam(net()).state_dict()
    path = save(state, tmp_path / "optimizer.pt")
    parameters = iter([nn.Parameter(torch.ones(2)) for _ in range(sum(sizes))])
    other = torch.optim.AdamW([{"params": [next(parameters) for _ in range(size)]} for size in sizes])
    said = ""
    try:
        other.load_state_dict(state)
    except ValueError as error:
        said = str(error)
    saved = save(other.state_dict(), tmp_path / "other.pt")
    _, found = asked(capsys, "diagnose", path, "--against", saved)
    messages = [each["message"] for each in found["findings"] if each["code"] == "optimizer-groups"]
    assert messages == ([said] if said else [])


# -- whole pickled models --------------------------------------------------------------------------------------


def yolo(gpus: PretendGpus, *, model: bool = True) -> tuple[dict[str, Any], list[str]]:
    """As YOLO saves: the model and its average as pickled modules, the optimizer as a state dict of three groups."""
    trained = nn.Sequential(
        *(nn.Sequential(nn.Conv2d(4, 4, 1, bias=False), nn.BatchNorm2d(4), nn.SiLU()) for _ in range(3)),
        nn.Conv2d(4, 2, 1),
    )
    named = list(trained.named_parameters())
    biases = [each for each in named if "bias" in each[0]]
    weights = [each for each in named if "bias" not in each[0] and each[1].ndim > 1]
    norms = [each for each in named if "bias" not in each[0] and each[1].ndim == 1]
    optimizer = torch.optim.SGD([parameter for _, parameter in biases], lr=0.1, momentum=0.9)
    optimizer.add_param_group({"params": [parameter for _, parameter in weights], "weight_decay": 0.1})
    optimizer.add_param_group({"params": [parameter for _, parameter in norms]})
    stepped(optimizer)
    average = copy.deepcopy(trained).requires_grad_(False)
    for whole, device in ((trained, "cuda:0"), (average, "cpu")):
        for tensor in [*whole.parameters(), *whole.buffers()]:
            tensor.grad = None
            gpus.place(tensor.data, device)
    state = put(gpus, optimizer.state_dict(), "cuda:0" if model else "cpu")
    checkpoint = {"epoch": 3, "model": trained if model else None, "ema": average, "optimizer": state}
    return checkpoint, [name for name, _ in [*biases, *weights, *norms]]


@pytest.mark.parametrize("model", [True, False])
def test_a_pickled_model_beside_its_optimizer(model: bool, tmp_path: Path) -> None:
    with PretendGpus() as gpus:
        checkpoint, names = yolo(gpus, model=model)
        path = save(checkpoint, tmp_path / "best.pt")
    catalogue = catalogue_of(path)
    assert answer(catalogue, "optimizer") == (("model", NAME) if model else ("ema", SHAPES))
    found = of(catalogue, "optimizer")
    assert [item.name for item in found.entries] == names
    for item in found.entries:
        assert item.parameter is not None
        own = catalogue.tensors[catalogue.rows[item.parameter]]
        state = catalogue.tensors[catalogue.subtree_rows(item.entry or 0)[0]]
        assert own.shape == state.shape
    assert "optimizer-elsewhere" not in {each.code for each in findings_of(path, computer=GPUS)}


def test_a_wrapped_pickled_model_with_tied_weights(tmp_path: Path) -> None:
    model = nn.Sequential(nn.Linear(4, 4), nn.LayerNorm(4), nn.Linear(4, 4))
    model[2].weight = model[0].weight
    wrapped = nn.DataParallel(model)
    names = [name for name, _ in wrapped.named_parameters()]
    path = save({"net": wrapped, "optim": adam(wrapped).state_dict()}, tmp_path / "a.pt")
    (found,) = catalogue_of(path).optimizers
    assert [item.name for item in found.entries] == names
