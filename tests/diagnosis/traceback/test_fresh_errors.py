"""Errors out of threads of other projects, each with a file by real torch that causes it and one beside it that does
not, and what is right to say of both: written down before the first of them was asked.
"""

from __future__ import annotations

import collections
import functools
import io
import json
import pickle
import types
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
from safetensors.torch import save_file
from torch import nn

from cli.main import run
from tests.files.checkpoints import save
from tests.files.fitting_files import pretended_class

Maker = Callable[[Path], Any]
TEXTS: dict[str, str] = {
    each["source"].partition("/")[2]: each["text"]
    for each in json.loads(Path(__file__).with_name("fresh_errors.json").read_text(encoding="utf-8"))
}


def weights(*names: str, shape: tuple[int, ...] = (2, 2)) -> dict[str, torch.Tensor]:
    return {name: torch.ones(*shape) for name in names}


def bare(prefix: str = "") -> dict[str, torch.Tensor]:
    return weights(*(f"{prefix}{name}" for name in ("conv.weight", "conv.bias", "bn.weight", "bn.bias")))


def training() -> dict[str, Any]:
    model = nn.Linear(2, 3)
    optimizer = torch.optim.Adam(model.parameters())
    model(torch.ones(1, 2)).sum().backward()
    optimizer.step()
    return {"state_dict": model.state_dict(), "optimizer": optimizer.state_dict(), "epoch": 3}


def holding(value: Any) -> Maker:
    """A file of torch.save."""
    return lambda path: save(value, path)


def legacy(value: Any) -> Maker:
    return lambda path: torch.save(value, path, _use_new_zipfile_serialization=False)


def tensors(value: dict[str, torch.Tensor], notes: dict[str, str] | None = None) -> Maker:
    """A safetensors file."""
    return lambda path: save_file(value, path, notes)


def scheduler_for_optimizer(path: Path) -> None:
    model = nn.Linear(2, 2)
    optimizer = torch.optim.SGD(model.parameters(), 0.1, momentum=0.9)
    steps = torch.optim.lr_scheduler.StepLR(optimizer, 3)
    save({"model": model.state_dict(), "optimizer": steps.state_dict(), "scheduler": optimizer.state_dict()}, path)


def script(path: Path) -> None:
    torch.jit.script(nn.Linear(2, 2)).save(str(path))


def script_with_an_operation(path: Path) -> None:
    library = torch.library.Library("torch_scatter", "DEF")
    library.define("segment_sum_csr(Tensor src, Tensor indptr, Tensor? out) -> Tensor")

    class Summed(nn.Module):
        def forward(self, rows: torch.Tensor, at: torch.Tensor) -> torch.Tensor:
            out: torch.Tensor = torch.ops.torch_scatter.segment_sum_csr(rows, at, None)
            return out

    torch.jit.script(Summed()).save(str(path))
    del library


def distributed(*keys: str) -> Maker:
    """A folder of torch.distributed.checkpoint; what a layer has besides its weights is bytes in it."""

    def make(path: Path) -> None:
        import torch.distributed.checkpoint as dcp

        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            state = {key: io.BytesIO(b"x") if "_extra" in key else torch.ones(2, 2) for key in keys}
            dcp.save(state, checkpoint_id=str(path), no_dist=True)

    return make


def whole_model(path: Path) -> None:
    with pretended_class("__main__.LocNet", nn.Sequential) as made:
        legacy(made(nn.Linear(3, 2)))(path)


def name_of_python_2(path: Path) -> None:
    """As dill of Python 2 writes what is in the module of the script."""

    class Pickler(pickle._Pickler):
        def save(self, obj: Any, save_persistent_id: bool = True) -> None:
            if obj == "the script":
                self.write(b"c__builtin__\n__main__\n")
            else:
                super().save(obj, save_persistent_id)

    module = types.ModuleType("pickling")
    vars(module).update(Pickler=Pickler, dump=lambda value, file, protocol: Pickler(file, protocol).dump(value))
    value = {"model": bare(), "epoch": 7, "args": "the script"}
    torch.save(value, path, pickle_module=module, _use_new_zipfile_serialization=False)


def zero(ranks: int) -> Maker:
    """A folder of DeepSpeed's ZeRO 2."""

    def make(path: Path) -> None:
        folder, state = path / "global_step100", weights("a.weight", "b.weight", shape=(4, 2))
        folder.mkdir(parents=True)
        (path / "latest").write_text("global_step100")
        shapes = [collections.OrderedDict((key, value.shape) for key, value in state.items())]
        whole = {"module": state, "dp_world_size": ranks, "mp_world_size": 1, "param_shapes": shapes}
        save({**whole, "ds_version": "0.14.0", "global_steps": 100}, folder / "mp_rank_00_model_states.pt")
        for rank in range(ranks):
            part = torch.full((16 // ranks,), float(rank))
            base = {"state": {0: {"step": 1, "exp_avg": part + 1, "exp_avg_sq": part + 2}}}
            saved = {
                "zero_stage": 2,
                "partition_count": ranks,
                "base_optimizer_state": {**base, "param_groups": [{"lr": 0.1, "params": [0]}]},
                "single_partition_of_fp32_groups": [part],
            }
            name = f"zero_pp_rank_{rank}_mp_rank_00_optim_states.pt"
            save({"optimizer_state_dict": saved, "ds_version": "0.14.0"}, folder / name)

    return make


def shards(*, cut: bool) -> Maker:
    def make(path: Path) -> None:
        path.mkdir()
        names = {f"layer.{number}.weight": f"pytorch_model-0000{number}-of-00007.bin" for number in range(1, 8)}
        for key, name in names.items():
            save(weights(key, shape=(64, 64)), path / name)
        index = {"metadata": {"total_size": 7 * 64 * 64 * 4}, "weight_map": names}
        (path / "pytorch_model.bin.index.json").write_text(json.dumps(index))
        first = path / "pytorch_model-00001-of-00007.bin"
        first.write_bytes(first.read_bytes()[: 9000 if cut else None])

    return make


def array(elements: int) -> Maker:
    """An array of NumPy whose header says another number than there are."""

    def make(path: Path) -> None:
        with path.open("wb") as file:
            header = {"descr": "<f4", "fortran_order": False, "shape": (512, 25088)}
            np.lib.format.write_array_header_1_0(file, header)
            file.truncate(file.tell() + 4 * elements)

    return make


def plain(value: Any) -> Maker:
    """A pickle of Python itself."""
    return lambda path: path.write_bytes(pickle.dumps(value, protocol=2))


def zeros_at_the_end(path: Path) -> None:
    legacy({"w": torch.ones(82944)})(path)
    raw = path.read_bytes()
    tail = 82944 * 4 + 8
    path.write_bytes(raw[:-tail] + bytes(tail))


_QUANTISED = "base_model.model.model.layers.8.self_attn.o_proj.weight"
_OTHER = "base_model.model.model.layers.8.mlp.gate_proj.base_layer.weight"


def four_bit() -> dict[str, torch.Tensor]:
    made = {}
    for key in (_QUANTISED, _OTHER):
        state = torch.frombuffer(bytearray(b'{"quant_type": "nf4", "shape": [4, 4]}'), dtype=torch.uint8)
        made |= {key: torch.zeros(8, 1, dtype=torch.uint8), f"{key}.absmax": torch.ones(1)}
        made |= {f"{key}.quant_map": torch.linspace(-1, 1, 16), f"{key}.quant_state.bitsandbytes__nf4": state}
    return made


_EMBED = ("projection.embed.0.conv.weight", "projection.embed.0.norm.weight", "projection.embed.0.norm.bias")
_EMBED += ("projection.embed.1.conv.weight", "projection.embed.1.norm.weight")
_DECODER = ("module.decoder.layers.self_attention.q_layernorm.weight", "module.decoder.layers.mlp.linear_fc1.weight")
_INTRO = ("intro.block5.0.a_l", "intro.block5.0.a_r", "intro.block5.0.b")
_INTRO += ("intro.block5.0.block1.0.seq.0.weight", "intro.block5.0.block1.0.seq.0.bias")
_BERT = ("bert.bert.embeddings.word_embeddings.weight", "bert.bert.encoder.layer.0.output.dense.weight")
_CONVS = ("res_1a.conv1", "res_1a.conv2", "res_1b.conv1")
_PROJECTIONS = [f"model.layers.26.self_attn.{each}_proj.weight" for each in "kvo"]
_HEAD = "ema_pts_bbox_head_shared_conv_conv_weight"
_LIGHTNING = {"epoch": 1, "global_step": 9, "pytorch-lightning_version": "1.0.5", "state_dict": bare()}
_POINTER = b"version https://git-lfs.github.com/spec/v1\noid sha256:" + b"ab" * 32 + b"\nsize 13371337\n"
_SCALED = "model.layers.0.mlp.down_proj.weight"
CAUSE, NOT, UNKNOWN, OPEN = "cause", "not-cause", "cannot-tell", "not-cause|cannot-tell"

FILES: dict[str, tuple[str, Maker, str, Maker, str]] = {
    # what it is called, the file that causes it and what is right of it, the other and what is right of that
    "SFA3D#48": ("a.pth", holding(bare()), UNKNOWN, holding(training()), NOT),  # its optimizer is in a second file
    "moco#8": ("current.pth", scheduler_for_optimizer, CAUSE, holding(training()), NOT),
    "SOLOFusion#14": (
        "ema.pth",
        holding({"state_dict": weights("pts_bbox_head.conv.weight")}),
        CAUSE,
        holding({"state_dict": weights("pts_bbox_head.conv.weight", _HEAD)}),
        NOT,
    ),
    "OpenTAD#44": (
        "epoch_37.pth",
        holding({"state_dict": weights(*_EMBED), "state_dict_ema": weights(*(f"module.{key}" for key in _EMBED))}),
        CAUSE,
        holding({"epoch": 37, "state_dict_ema": weights(*_EMBED)}),
        NOT,
    ),
    "torch-mlir#2072": ("model.pt", script_with_an_operation, CAUSE, script, NOT),
    "SimDINO#32": ("vitb.pth", holding(bare()), NOT, legacy(bare()), NOT),
    "TimeChat#9": ("a.pth", holding(training()), OPEN, holding(bare()), OPEN),
    "cosmos#69": (
        "weights",
        distributed(*_DECODER),
        CAUSE,
        distributed(*_DECODER, _DECODER[0].replace("weight", "_extra_state/shard_0_16")),
        NOT,
    ),
    "fsdp_qlora#70": (
        "model_state_dict.safetensors",
        tensors(four_bit()),
        CAUSE,
        tensors(weights(_QUANTISED, _OTHER)),
        NOT,
    ),
    "FD-GAN#40": (
        "netE.pth.tar",
        legacy({"state_dict": weights("module.base_model.base.conv1.weight", "module.base_model.base.bn1.bias")}),
        CAUSE,
        legacy({"state_dict": weights("base_model.base.conv1.weight")}),
        NOT,
    ),
    "MangaQuick#13": (
        "detector.pt",
        holding({"model": bare(), "norm": functools.partial(nn.LayerNorm, eps=1e-6)}),
        CAUSE,
        holding(training()),
        NOT,
    ),
    "AdaTarget#5": ("LocNet_TR.pth", whole_model, CAUSE, legacy({"fc.weight": torch.ones(2, 3)}), NOT),
    "robustness#22": ("cifar_l2_1_0.pt", name_of_python_2, CAUSE, legacy({"model": bare(), "epoch": 7}), NOT),
    "goturn-pytorch#8": (
        "last.ckpt",
        holding(_LIGHTNING),
        CAUSE,
        holding({**_LIGHTNING, "hparams_name": "hparams", "hyper_parameters": {"lr": 0.1}}),
        NOT,
    ),
    "Megatron-DeepSpeed#439": ("ckpt", zero(8), CAUSE, zero(4), NOT),
    "OpenRLHF#839": (
        "model.safetensors",
        tensors({**weights(*_PROJECTIONS, shape=(0,)), "model.norm.weight": torch.ones(4)}),
        CAUSE,
        tensors({**weights(*_PROJECTIONS), "model.norm.weight": torch.ones(4)}),
        NOT,
    ),
    "phoneme-informed-note-level-singing-transcription#1": (
        "model.pt",
        lambda path: path.write_bytes(_POINTER),
        CAUSE,
        holding(bare()),
        NOT,
    ),
    "ChatGLM-Finetuning#86": ("chatglm2-6b", shards(cut=True), CAUSE, shards(cut=False), OPEN),
    "FaceImageQuality#24": ("pre_fc1_weights.npy", array(7618528), CAUSE, array(512 * 25088), NOT),
    "kissing-detector#1": (
        "model.pkl",
        plain(nn.Sequential(nn.Linear(2, 2), nn.Identity())),
        CAUSE,
        plain(nn.Sequential(nn.Linear(2, 2))),
        NOT,
    ),
    "DSRNet#12": (
        "dsrnet_l_latest.pt",
        holding({"weight": weights(*_INTRO), "epoch": 3, "iterations": 99, "opt_g": training()["optimizer"]}),
        CAUSE,
        holding(weights(*_INTRO)),
        NOT,
    ),
    "Cream#2": ("checkpoint-0.pth.tar", holding(training()), OPEN, holding(bare()), NOT),
    "MASR#62": ("inference.pt", holding(bare()), CAUSE, script, NOT),
    "MoleculeX#10": ("qm8.pt", holding(bare()), CAUSE, legacy(bare()), NOT),
    "AnimateDiff#384": (
        "flux1.safetensors",
        tensors({key: value.to(torch.float8_e5m2) for key, value in bare().items()}),
        CAUSE,
        tensors({key: value.half() for key, value in bare().items()}),
        NOT,
    ),
    "SuperYOLO#133": (
        "train.cache",
        holding({"images/0.png": [np.zeros((2, 5), "float32"), (640, 640)]}),
        CAUSE,
        holding({"images/0.png": [torch.zeros(2, 5), (640, 640)]}),
        NOT,
    ),
    "TextMatch#5": (
        "best.pth.tar",
        holding({"epoch": 3, "model": weights(*_BERT)}),
        CAUSE,
        holding({"epoch": 3, "model": weights(*_BERT, "bert.bert.embeddings.position_ids")}),
        NOT,
    ),
    "llm-compressor#959": (  # healthy files of quantised models have it too
        "model.safetensors",
        tensors(weights(_SCALED, f"{_SCALED}_scale"), {"format": "pt"}),
        UNKNOWN,
        tensors(weights(_SCALED), {"format": "pt"}),
        OPEN,
    ),
    "kerosene#111": ("optimizer.tar", holding(training()), OPEN, holding(bare()), OPEN),
    "bts#76": ("bts", zeros_at_the_end, CAUSE, legacy({"w": torch.ones(82944)}), NOT),
    "improved_contrastive_divergence#13": (
        "celeba.pth",
        holding(weights(*(f"{each}.weight" for each in _CONVS))),
        CAUSE,
        holding(weights(*(f"{each}.{name}" for each in _CONVS for name in ("weight_orig", "weight_u", "weight_v")))),
        NOT,
    ),
}


def verdict(path: Path, text: str, capsys: pytest.CaptureFixture[str]) -> tuple[str, str]:
    capsys.readouterr()
    run(["diagnose", str(path), "--json", "--error", text])
    said = json.loads(capsys.readouterr().out)["error"]
    return said["verdict"], said["answer"]


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("source", TEXTS)
def test_what_is_right_is_said_of_both(source: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    name, guilty, of_guilty, innocent, of_innocent = FILES[source]
    for folder, make, right in (("guilty", guilty, of_guilty), ("innocent", innocent, of_innocent)):
        path = tmp_path / folder / name
        path.parent.mkdir()
        make(path)
        said = verdict(path, TEXTS[source], capsys)
        assert said[0] in right.split("|"), (folder, said)


_IN_NUMPY = (
    '  File "/v/numpy/lib/npyio.py", line 440, in load\nValueError: cannot reshape array of size 9 into shape (3,4)'
)
_ARGUMENT = "    model = Net.load_from_checkpoint(path)\nTypeError: Net.__init__() "
_TAKEN = {**_LIGHTNING, "hparams_name": "kwargs", "hyper_parameters": {"width": 3}}
_OBJECTS = io.BytesIO()
np.save(_OBJECTS, np.array([{"a": 1}, None], dtype=object))


_BEFORE = b"\x80\x02\x8a\nl\xfc\x9cF\xf9 j\xa8P\x19.\x80\x02M\xe9\x03.\x80\x02}.\x80\x02"
"""What a file of the legacy format has before its pickle."""


def of_bytes(data: bytes) -> Maker:
    return lambda path: path.write_bytes(data)


NEIGHBOURS: dict[str, tuple[str, Maker, Maker]] = {
    "a part of a part": (
        "    net.load_state_dict(checkpoint[\"nets\"]['generator'])\nKeyError: 'generator'",
        holding({"nets": {"critic": bare()}}),
        holding({"nets": {"generator": bare()}}),
    ),
    "a part whose name only the script knows": (
        "    state = torch.load(path)['models'][name]\nKeyError: 'teacher'",
        holding({"models": {"student": bare()}}),
        holding({"models": {"teacher": bare()}}),
    ),
    "the part above it": (
        "    state = checkpoint['model']['encoder']\nKeyError: 'model'",
        holding({"net": {"encoder": bare()}}),
        holding({"model": {"encoder": bare()}}),
    ),
    "a file of Python 2": (
        "AttributeError: Can't get attribute 'file' on <module 'builtins' (built-in)>",
        of_bytes(_BEFORE + b"c__builtin__\nfile\n.\x80\x02]."),
        legacy(bare()),
    ),
    "a buffer": (
        'Missing key(s) in state_dict: "net.bn1.num_batches_tracked", "net.bn2.num_batches_tracked". ',
        holding(weights("net.bn1.weight", "net.bn2.weight")),
        holding(weights("other.bn1.weight", "net.bn2.bias")),
    ),
    "a dtype in a pickle": (
        "AttributeError: module 'torch' has no attribute 'uint16'",
        holding({"ids": torch.zeros(2, dtype=torch.uint16)}),
        holding({"ids": torch.zeros(2, dtype=torch.int16)}),
    ),
    "a dtype of four bits": (
        "AttributeError: module 'torch' has no attribute 'float8_e8m0fnu'",
        tensors({"scale": torch.ones(2).to(torch.float8_e8m0fnu)}),
        tensors({"scale": torch.ones(2)}),
    ),
    "an argument more": (
        f"{_ARGUMENT}got an unexpected keyword argument 'width'",
        holding(_TAKEN),
        holding(_LIGHTNING),
    ),
    "two arguments": (
        f"{_ARGUMENT}missing 2 required keyword-only arguments: 'depth' and 'height'",
        holding(_TAKEN),
        holding({**_TAKEN, "hyper_parameters": {"depth": 1, "height": 2}}),
    ),
    "an array in numpy's own words": (_IN_NUMPY, array(100), array(512 * 25088)),
    "no number of an array": ("EOFError: No data left in file", array(0), array(512 * 25088)),
    "an array of objects": (
        "ValueError: Object arrays cannot be loaded when allow_pickle=False",
        of_bytes(_OBJECTS.getvalue()),
        array(512 * 25088),
    ),
    "a source of random numbers of NumPy 2": (
        "ValueError: <class 'numpy.random._mt19937.MT19937'> is not a known BitGenerator module.",
        holding({"rng": np.random.Generator(np.random.MT19937(3)), "w": torch.ones(2)}),
        holding({"rng": np.random.MT19937(3).state["state"]["pos"], "w": torch.ones(2)}),
    ),
    "bytes for a converter": (
        "    return self.CLASSES[(module, name)]\nKeyError: ('torch', 'ByteStorage')",
        holding({"w": torch.ones(2), "w.absmax": torch.zeros(2, dtype=torch.uint8)}),
        holding({"w": torch.ones(2)}),
    ),
    "long numbers for a converter": (
        "KeyError: ('torch', 'LongStorage')",
        holding({"w": torch.ones(2), "ids": torch.zeros(2, dtype=torch.int64)}),
        holding({"w": torch.ones(2)}),
    ),
    "a parameter for a converter": (
        "KeyError: ('torch._utils', '_rebuild_parameter')",
        holding({"w": nn.Parameter(torch.ones(2))}),
        holding({"w": torch.ones(2)}),
    ),
    "an operation of torch": (
        "RuntimeError: \nUnknown builtin op: aten::linear.\nCould not find any similar ops",
        script,
        holding(bare()),
    ),
}
"""Of each rule that an error above needed three more: what is said, a file that causes it and one that does not."""


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("name", NEIGHBOURS)
def test_neighbours(name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text, guilty, innocent = NEIGHBOURS[name]
    suffix = ".npy" if "array" in name else ".safetensors" if "four bits" in name else ".ckpt"
    for make, right in ((guilty, {CAUSE}), (innocent, {NOT, UNKNOWN})):
        path = tmp_path / f"{len(right)}{suffix}"
        make(path)
        said = verdict(path, text, capsys)
        assert said[0] in right, said
