"""What modules are, against the modules of torch that the file was made of."""

from __future__ import annotations

from collections import OrderedDict
from pathlib import Path
from typing import Any

import pytest
import torch
from torch import nn

from core.catalogue.build import open_catalogue
from core.edits.edits import Plan, StripPrefix
from core.edits.entries import Drop
from core.edits.preview import preview
from core.layers.held import models_of
from core.layers.layer import CANNOT_TELL, FROM_SHAPES, IN_FILE, Layer
from core.layers.outline import Part, outline, runs
from core.report.layers import layers_json, layers_lines

TOLD: dict[str, nn.Module] = {
    "fc": nn.Linear(3, 4),
    "wide_proj": nn.Linear(3, 5, bias=False),
    "embed": nn.Embedding(11, 3),
    "c1": nn.Conv1d(3, 4, 5),
    "c2": nn.Conv2d(3, 4, (5, 6), bias=False),
    "c3": nn.Conv3d(3, 4, 5),
    "up": nn.ConvTranspose2d(6, 4, 3),
    "rnn": nn.RNN(3, 5),
    "gru": nn.GRU(3, 5, num_layers=2, bidirectional=True),
    "lstm": nn.LSTM(3, 5, num_layers=2, bias=False),
    "projected": nn.LSTM(3, 6, proj_size=2),
    "cell": nn.LSTMCell(3, 5),
    "attention": nn.MultiheadAttention(8, 2),
    "other_attention": nn.MultiheadAttention(8, 2, kdim=6, vdim=5, bias=False, add_bias_kv=True),
    "ln": nn.LayerNorm(7),
    "image_norm": nn.LayerNorm((4, 5)),
}


class Net(nn.Module):
    """A net of the layers above."""

    def __init__(self, layers: dict[str, nn.Module]) -> None:
        super().__init__()
        for name, layer in layers.items():
            self.add_module(name, layer)


def whole(path: Path, at: int = 0) -> Part:
    return outline(list(models_of(open_catalogue(path)))[at])


def saved(tmp_path: Path, held: Any) -> Path:
    torch.save(held, tmp_path / "model.pth")
    return tmp_path / "model.pth"


def layers(part: Part) -> dict[str, Layer]:
    return {each.path: each.layer for each in part.walk() if each.layer is not None}


@pytest.mark.parametrize("name", TOLD)
def test_layers_told_by_their_shapes_take_the_tensors_that_they_were_told_by(tmp_path: Path, name: str) -> None:
    state = Net({name: TOLD[name]}).state_dict()
    found = layers(whole(saved(tmp_path, state)))[name]
    made = eval(f"nn.{found.call}", {"nn": nn})
    assert (found.grade, type(made)) == (FROM_SHAPES, type(TOLD[name]))
    Net({name: made}).load_state_dict(state)


def test_dimensions_of_batch_norm_are_those_of_what_is_before(tmp_path: Path) -> None:
    model = nn.Sequential(nn.Conv2d(3, 4, 3), nn.BatchNorm2d(4), nn.Linear(4, 6), nn.BatchNorm1d(6, affine=False))
    found = layers(whole(saved(tmp_path, model.state_dict())))
    assert found["1"].call == "BatchNorm2d(4)"
    assert found["3"].call == "BatchNorm1d(6, affine=False)"
    alone = layers(whole(saved(tmp_path, nn.BatchNorm2d(4).state_dict())))[""]
    assert (alone.grade, alone.others) == (CANNOT_TELL, ("BatchNorm1d(4)", "BatchNorm3d(4)"))


def test_linear_or_embedding_is_told_by_names_and_ties_alone(tmp_path: Path) -> None:
    state = {"a.weight": torch.zeros(9, 4)}
    found = layers(whole(saved(tmp_path, state)))["a"]
    assert found.grade == CANNOT_TELL
    assert (found.call, found.others) == ("Linear(in_features=4, out_features=9, bias=False)", ("Embedding(9, 4)",))
    tied = torch.zeros(9, 4)
    found = layers(whole(saved(tmp_path, {"wte.weight": tied, "last.weight": tied})))
    assert [layer.kind for layer in found.values()] == ["Embedding", "Linear"]


def test_transposed_layers_of_gpt2_are_no_linears(tmp_path: Path) -> None:
    state = {"c_attn.weight": torch.zeros(4, 12), "c_attn.bias": torch.zeros(12)}
    state |= {"c_proj.weight": torch.zeros(4, 4), "c_proj.bias": torch.zeros(4)}
    found = layers(whole(saved(tmp_path, state)))
    assert [layer.call for layer in found.values()] == ["Conv1D(nf=12, nx=4)", "Conv1D(nf=4, nx=4)"]


def test_adapters_and_packed_weights_are_linears(tmp_path: Path) -> None:
    state = {
        "q.lora_A.default.weight": torch.zeros(2, 8),
        "q.lora_B.default.weight": torch.zeros(6, 2),
        "gptq.qweight": torch.zeros(4, 16, dtype=torch.int32),
        "gptq.qzeros": torch.zeros(1, 2, dtype=torch.int32),
        "gptq.scales": torch.zeros(1, 16),
        "gptq.g_idx": torch.zeros(32, dtype=torch.int32),
        "int8.weight": torch.zeros(3, 5, dtype=torch.int8),
        "int8.SCB": torch.zeros(3),
    }
    found = layers(whole(saved(tmp_path, state)))
    assert {layer.kind for layer in found.values()} == {"Linear"}
    assert found["gptq"].call == "Linear(in_features=32, out_features=16, bias=False)"
    assert "4 bits" in found["gptq"].note
    assert found["int8"].call == "Linear(in_features=5, out_features=3, bias=False)"


PICKLED = (
    nn.Linear(3, 4, bias=False),
    nn.Conv2d(4, 8, 3, stride=2, padding=1, dilation=2, groups=2, bias=False, padding_mode="reflect"),
    nn.Conv1d(4, 8, 3, padding="same"),
    nn.ConvTranspose2d(4, 8, 3, stride=2, output_padding=1),
    nn.BatchNorm2d(4, momentum=None),
    nn.InstanceNorm1d(4),
    nn.GroupNorm(2, 4),
    nn.LayerNorm(4),
    nn.RMSNorm(4),
    nn.Embedding(7, 4, padding_idx=0),
    nn.LSTM(3, 4, 2, dropout=0.5, batch_first=True, bidirectional=True),
    nn.GRU(3, 4),
    nn.Dropout(0.25),
    nn.MaxPool2d(3, 2, padding=1),
    nn.AvgPool2d(2),
    nn.AdaptiveAvgPool2d((1, 1)),
    nn.ReLU(inplace=True),
    nn.ReLU(),
    nn.LeakyReLU(0.2),
    nn.GELU(),
    nn.SiLU(),
    nn.Softmax(dim=1),
    nn.Flatten(),
    nn.Identity(),
    nn.PReLU(3),
    nn.Upsample(scale_factor=2.0, mode="nearest"),
)


@pytest.mark.parametrize("module", PICKLED, ids=repr)
def test_whole_modules_are_told_as_torch_prints_them(tmp_path: Path, module: nn.Module) -> None:
    found = layers(whole(saved(tmp_path, nn.Sequential(module, nn.Linear(1, 1)))))
    printed = repr(module).replace(", bias=True", "" if "affine=True" in repr(module) else ", bias=True")
    printed = printed.replace("affine=False, bias=False", "affine=False")
    assert (found["0"].call.replace("'", ""), found["0"].grade) == (printed.replace("'", ""), IN_FILE)


def test_blocks_that_are_alike_are_told_once(tmp_path: Path) -> None:
    model = nn.ModuleList([nn.Sequential(nn.Linear(4, 4), nn.LayerNorm(4)) for _ in range(12)])
    part = whole(saved(tmp_path, {f"encoder.layer.{key}": value for key, value in model.state_dict().items()}))
    (run,) = runs(part.parts[0].parts[0].parts)
    assert (run.times, run.first.parameters, run.first.nbytes) == (12, 28, 112)
    assert any(
        "12 ×" in line and "28 parameters, 112 B each" in line
        for line in layers_lines(open_catalogue(tmp_path / "model.pth"))
    )


def test_trained_and_frozen_as_the_optimizer_has_it(tmp_path: Path) -> None:
    model = nn.Sequential(nn.Linear(3, 4), nn.Linear(4, 5))
    state = {"model": model.state_dict(), "optimizer": torch.optim.SGD(model[1].parameters(), 0.1).state_dict()}
    assert whole(saved(tmp_path, state)).unsaid == 41
    for parameter in model[0].parameters():
        parameter.requires_grad_(False)
    part = whole(saved(tmp_path, model))
    assert (part.frozen, part.unsaid) == (16, 0)
    whole_state = {"model": model.state_dict(), "optimizer": torch.optim.Adam(model.parameters()).state_dict()}
    assert (whole(saved(tmp_path, whole_state)).frozen, whole(tmp_path / "model.pth").unsaid) == (0, 0)


def test_a_plan_is_asked_as_a_file_is(tmp_path: Path) -> None:
    state = {f"module.{key}": value for key, value in Net(TOLD).state_dict().items()}
    catalogue = open_catalogue(saved(tmp_path, state))
    planned = preview(catalogue, Plan((StripPrefix("module.", 0), Drop(catalogue.find("module.fc.weight"))))).planned
    (model,) = models_of(planned)
    found = layers(outline(model))
    assert found["lstm"].kind == "LSTM"
    assert found["fc"].grade == CANNOT_TELL


def test_names_and_shapes_that_no_model_has_are_borne(tmp_path: Path) -> None:
    state: dict[str, Any] = {
        "": torch.zeros(2),
        ".": torch.zeros(2),
        "..a": torch.zeros(0, 3),
        "a": torch.zeros(()),
        "a.weight": torch.zeros(0, 0),
        "b.weight_ih_l0": torch.zeros(0, 0),
        "b.weight_hh_l0": torch.zeros(0, 0),
        "c.running_mean": torch.zeros(()),
        "c.running_var": torch.zeros(()),
        "d.qweight": torch.zeros(0, 0),
        "d.qzeros": torch.zeros(1),
        "d.scales": torch.zeros(0, 0),
        "\x1b[31m.weight": torch.zeros(3),
        "e.weight": torch.zeros(0, 0, 0, 0),
        ".".join("x" * 400): torch.zeros(1),
        "n.9999999999999999999999.weight": torch.zeros(1, 1),
        "extra": 3,
    }
    path = saved(tmp_path, OrderedDict(state))
    lines = list(layers_lines(open_catalogue(path)))
    assert not any("\x1b" in line for line in lines)
    assert layers_json(open_catalogue(path))[0]["times"] == 1
