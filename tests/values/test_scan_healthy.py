"""What frameworks write on purpose is left alone: real files, and what real torch makes of modules as they begin."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import torch
from torch import nn
from torch.nn.utils import prune

from core.catalogue.build import open_catalogue
from core.errors import CannotOpen, CheckpointError
from core.values.scan import scan
from core.values.symptom import ERROR, NOTE
from tests.places import ROOT
from tests.support.corpus import FILES, corpus_file, name_of
from tests.values.healing import Deep, checkpoint, step, told, trained

DATA = ROOT / "tests" / "data"
FOLDERS = DATA / "folders"  # models of many files: those of each are looked at as one
REAL = sorted(
    path for path in DATA.rglob("*") if path.suffix not in (".json", "", ".md") and not path.is_relative_to(FOLDERS)
) + sorted(path for room in ("sharded", "dcp", "fsdp", "runs") for path in (FOLDERS / room).iterdir() if path.is_dir())
KNOWN = {
    # The weights that move sites, trained from another epoch on: 996,401 steps and 996,744 of all others.
    "chgnet_0.3.0_e29f68s314m37.pth.tar": ["step-differs"],
    "chgnet_r2scan_transfer_learning_e15f36s161m23.pth.tar": ["step-differs"],
}


def codes(path: Path) -> list[str]:
    try:
        catalogue = open_catalogue(path)
    except CannotOpen:  # a folder of several
        return []
    if catalogue.checkpoint.read_only is not None:  # packed by an extension
        return []
    return [symptom.code for symptom in scan(catalogue).symptoms]


def test_files_of_real_frameworks() -> None:
    assert len(REAL) > 60
    assert [(path.name, codes(path)) for path in [ROOT / "resources" / "demo.pth", *REAL] if codes(path)] == []


def test_files_of_old_torch() -> None:
    opened = 0
    for path in sorted((ROOT / "tests" / "old_torch").glob("*.pth")):
        try:
            catalogue = open_catalogue(path)
        except CheckpointError:
            continue  # another test says which are meant
        opened += 1
        assert all(symptom.severity == NOTE for symptom in scan(catalogue).symptoms), path.name
    assert opened > 30


@pytest.mark.corpus
@pytest.mark.parametrize("entry", FILES, ids=name_of)
def test_files_that_nobody_here_wrote(entry: dict[str, Any]) -> None:
    path = corpus_file(entry)
    assert codes(path) == KNOWN.get(path.name, [])


class Residual(nn.Module):
    """A block that does nothing at first, as ResNets are begun (``zero_init_residual`` of torchvision)."""

    def __init__(self) -> None:
        super().__init__()
        self.conv1, self.conv2 = nn.Conv2d(4, 4, 3, padding=1), nn.Conv2d(4, 4, 3, padding=1)
        self.bn1, self.bn2 = nn.BatchNorm2d(4), nn.BatchNorm2d(4)
        self.rest = nn.Sequential(nn.Conv2d(4, 4, 3), nn.BatchNorm2d(4), nn.Conv2d(4, 4, 3), nn.BatchNorm2d(4))
        nn.init.zeros_(self.bn2.weight)
        nn.init.zeros_(self.rest[3].weight)
        nn.init.zeros_(self.conv1.bias)


class Lora(nn.Module):
    """A layer with an adapter as peft names it: B begins at zero."""

    def __init__(self) -> None:
        super().__init__()
        self.base_layer = nn.Linear(8, 8)
        self.lora_A, self.lora_B = nn.Linear(8, 2, bias=False), nn.Linear(2, 8, bias=False)
        nn.init.zeros_(self.lora_B.weight)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        out: torch.Tensor = self.base_layer(x) + self.lora_B(self.lora_A(x))
        return out


class Norms(nn.Module):
    """Norms, some over several dimensions, and factors as ConvNeXt has them."""

    def __init__(self) -> None:
        super().__init__()
        self.first, self.over_two = nn.LayerNorm(8), nn.LayerNorm([4, 8])
        self.groups, self.instance = nn.GroupNorm(2, 8), nn.InstanceNorm2d(8, affine=True, track_running_stats=True)
        self.gamma = nn.Parameter(1e-6 * torch.ones(8, 1, 1))


class Frozen(nn.Module):
    """Filters that are made: a box that blurs, and waves, of which two are nothing but zeros."""

    def __init__(self) -> None:
        super().__init__()
        self.register_buffer("blur_kernel", torch.full((3, 3), 1 / 9))
        waves = torch.fft.rfft(torch.eye(16)).T
        self.register_buffer("stft_basis", torch.cat([waves.real, waves.imag]))
        self.register_buffer("inv_freq", 1e4 ** -(torch.arange(0, 8, 2) / 8))
        self.register_buffer("position_ids", torch.arange(1)[None])


BEGIN: dict[str, Callable[[], nn.Module]] = {
    "batch norm": lambda: nn.Sequential(nn.Conv2d(3, 4, 3), nn.BatchNorm2d(4), nn.Conv2d(4, 4, 3), nn.BatchNorm2d(4)),
    "zero residual": lambda: nn.Sequential(*(Residual() for _ in range(4))),
    "lora": lambda: nn.Sequential(*(Lora() for _ in range(4))),
    "norms": Norms,
    "attention": lambda: nn.TransformerEncoder(nn.TransformerEncoderLayer(8, 2, 16, batch_first=True), 4),
    "padding": lambda: nn.Embedding(10, 4, padding_idx=0),
    "lstm": lambda: nn.LSTM(4, 4, 2, bidirectional=True),
    "prelu": lambda: nn.Sequential(nn.Linear(4, 4), nn.PReLU(4)),
    "made": Frozen,
    "weight norm": lambda: nn.utils.parametrizations.weight_norm(nn.Linear(4, 4)),
    "spectral norm": lambda: nn.utils.parametrizations.spectral_norm(nn.Linear(4, 4)),
    "lazy": lambda: nn.Bilinear(3, 4, 5),
}


@pytest.mark.parametrize("name", BEGIN)
def test_modules_as_they_begin(name: str, tmp_path: Path) -> None:
    torch.manual_seed(0)
    assert told(BEGIN[name]().state_dict(), tmp_path) == []
    assert told({"model": BEGIN[name]().half().state_dict()}, tmp_path) == []


def test_masks_of_attention_are_told_as_a_note(tmp_path: Path) -> None:
    mask = nn.Transformer.generate_square_subsequent_mask(4)
    assert told({"attn.mask": mask, "weight": torch.randn(4, 4)}, tmp_path) == [("inf", "attn.mask", 6, NOTE)]
    one = {"layer.score": mask[:, None], "weight": torch.randn(4, 4)}  # the last row is nothing but zeros
    assert told(one, tmp_path) == [("inf", "layer.score", 6, NOTE)]


def test_observers_that_saw_nothing_yet_are_told_as_a_note(tmp_path: Path) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        from torch.ao.quantization import MinMaxObserver

        observer = nn.Sequential(nn.Linear(2, 2), MinMaxObserver())
    found = told(observer.state_dict(), tmp_path)
    assert sorted(found) == [("inf", "1.max_val", 1, NOTE), ("inf", "1.min_val", 1, NOTE)]


def test_bounds_are_infinite_on_purpose(tmp_path: Path) -> None:
    """What gpytorch and callbacks keep: nothing but one infinity. A weight that is so overflowed."""
    infinite = torch.tensor(float("inf"))
    state = {"raw_noise_constraint.upper_bound": infinite, "kth_value": -infinite, "lower": infinite.repeat(3)}
    assert {each[3] for each in told({**state, "weight": torch.randn(4, 4)}, tmp_path)} == {NOTE}
    assert {each[3] for each in told({"logit_scale": infinite, "weight": torch.randn(4, 4)}, tmp_path)} == {ERROR}


def test_rows_of_zeros_that_fill_a_table(tmp_path: Path) -> None:
    table = torch.randn(16, 4)
    table[13:] = 0
    assert told({"model.embed_tokens.weight": table, "lm_head.weight": table}, tmp_path) == []
    table[2] = 0
    assert told({"model.embed_tokens.weight": table}, tmp_path) == [
        ("dead-channels", "model.embed_tokens.weight", 4, NOTE)
    ]


def test_pruned_rows_are_a_note(tmp_path: Path) -> None:
    torch.manual_seed(0)
    model = Deep()
    for layer in model.layers:
        prune.ln_structured(layer.up, "weight", amount=0.25, n=2, dim=0)
    assert told(model.state_dict(), tmp_path) == []
    for layer in model.layers:
        prune.remove(layer.up, "weight")
    found = told(model.state_dict(), tmp_path)
    assert {symptom[::3] for symptom in found} == {("dead-channels", NOTE)}
    assert len(found) == 6


@pytest.mark.parametrize("name", ["SGD", "Adam", "AdamW", "NAdam", "RAdam", "RMSprop", "Adagrad", "Adadelta", "Adamax"])
def test_optimizers_before_and_after_steps(name: str, tmp_path: Path) -> None:
    for steps in (0, 1, 4):
        assert told(checkpoint(*trained(steps, getattr(torch.optim, name))), tmp_path) == []


def test_parameters_that_were_never_trained_have_no_state(tmp_path: Path) -> None:
    torch.manual_seed(0)
    model = Deep()
    model.embedding.requires_grad_(requires_grad=False)
    optimizer = torch.optim.AdamW(model.parameters())
    step(model, optimizer)
    assert told(checkpoint(model, optimizer), tmp_path) == []


def test_state_that_is_there_before_the_first_step(tmp_path: Path) -> None:
    """Adagrad makes its state with itself, that of frozen parameters too."""
    torch.manual_seed(0)
    model = Deep()
    optimizer = torch.optim.Adagrad(model.parameters())
    model.embedding.requires_grad_(requires_grad=False)
    step(model, optimizer)
    assert [symptom[0] for symptom in told(checkpoint(model, optimizer), tmp_path)] == ["step-differs"]


def test_the_last_convolution_of_each_block_begins_at_zero(tmp_path: Path) -> None:
    """As ``zero_module`` of diffusion models makes it: a note, for its fellows are no layers of the same kind."""
    torch.manual_seed(0)
    names = [f"blocks.{block}.conv{part}.weight" for block in range(4) for part in (1, 2)]
    weights = {name: torch.randn(4, 4, 3, 3) * (not name.endswith("2.weight")) for name in names}
    assert {symptom[::3] for symptom in told(weights, tmp_path)} == {("all-zero", NOTE)}


def test_words_that_never_came(tmp_path: Path) -> None:
    torch.manual_seed(0)
    table = nn.Embedding(50, 4, sparse=True)
    optimizer = torch.optim.SparseAdam(table.parameters())
    table(torch.tensor([1, 2, 3])).square().sum().backward()
    optimizer.step()
    assert told({"model": table.state_dict(), "optimizer": optimizer.state_dict()}, tmp_path) == []


def test_first_steps_behind_a_layer_of_zeros_are_a_note(tmp_path: Path) -> None:
    """A of LoRA gets no gradient while B is zero, that is in the first step."""
    torch.manual_seed(0)
    model = nn.Sequential(*(Lora() for _ in range(2)))
    optimizer = torch.optim.AdamW([each for name, each in model.named_parameters() if "lora" in name])
    model(torch.randn(3, 8)).square().sum().backward()
    optimizer.step()
    found = told({"model": model.state_dict(), "optimizer": optimizer.state_dict()}, tmp_path)
    assert {symptom[::3] for symptom in found} <= {("optimizer-does-not-fit", NOTE)}


def test_gates_and_denormals_of_half_precision(tmp_path: Path) -> None:
    torch.manual_seed(0)
    weights = {f"layers.{number}.weight": torch.randn(64, 64).mul(1e-3).half() for number in range(3)}
    assert (weights["layers.0.weight"].abs() < 6e-5).any()
    assert told(weights, tmp_path) == []


def test_moments_of_small_gradients_are_denormal(tmp_path: Path) -> None:
    torch.manual_seed(0)
    layer = nn.Linear(4, 4)
    optimizer = torch.optim.Adam(layer.parameters())
    for parameter in layer.parameters():
        parameter.grad = torch.full_like(parameter, 1e-19)
    optimizer.step()
    assert told({"model": layer.state_dict(), "optimizer": optimizer.state_dict()}, tmp_path) == []
