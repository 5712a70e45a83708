"""Folders of runs: transformers' Trainer, accelerate, lightning, and a pipeline of diffusers."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import torch
from accelerate import Accelerator
from accelerate.utils import FullyShardedDataParallelPlugin
from accelerate.utils.fsdp_utils import save_fsdp_model, save_fsdp_optimizer
from safetensors.torch import load_file
from torch import nn
from torch.distributed.fsdp import FullyShardedDataParallel as Fsdp
from transformers import GPT2LMHeadModel, Trainer, TrainingArguments

from tests.frameworks.folders import dcp_reading, fsdp
from tests.frameworks.folders.ranks import hand_over, on_ranks, rank, taken
from tests.frameworks.folders.recording import Case
from tests.frameworks.folders.sharded import gpt2
from tests.frameworks.make_transformers import Watch, Words
from tests.frameworks.making import Cards, small_net, steps


def make(folder: Path) -> Iterator[Case]:
    """All folders."""
    yield from accelerate_fsdp(folder)
    yield from lightning_fsdp(folder / "lightning_fsdp2")
    yield trainer(folder / "trainer")
    yield accelerate_state(folder / "accelerate")
    yield diffusers_pipeline(folder / "diffusers")


def trainer(folder: Path) -> Case:
    """Two checkpoints of a run on cuda:3, in the Trainer's own output folder."""
    with Cards() as cards:
        arguments = TrainingArguments(
            output_dir=str(folder),
            max_steps=4,
            save_steps=2,
            logging_steps=1,
            per_device_train_batch_size=2,
            optim="adamw_torch",
            use_cpu=True,
            report_to=[],
            disable_tqdm=True,
            log_level="error",
        )
        watch = Watch(cards, "cuda:3")
        Trainer(gpt2(), arguments, train_dataset=Words(), callbacks=[watch]).train()
        last = folder / "checkpoint-4"
        held = {name: torch.load(last / f"{name}.pt") for name in ("optimizer", "scheduler")}
    whole = {"model": dict(GPT2LMHeadModel.from_pretrained(last).state_dict()), **held}
    known = {"last": last.name, "tied": TIED, "parameters": list(watch.known[0].names)}
    what = "a Trainer's folder with two checkpoints: model.safetensors, optimizer, scheduler, random numbers, arguments"
    return Case(folder, what, "from_pretrained and torch.load of checkpoint-4", whole, ("transformers",), known)


TIED = [["lm_head.weight", "transformer.wte.weight"]]


class Counter:
    """An object of the script's own that accelerate saves with the rest."""

    def __init__(self) -> None:
        self.seen = 0

    def state_dict(self) -> dict[str, Any]:
        return {"seen": self.seen, "mean": torch.full((3,), 0.5)}

    def load_state_dict(self, state: dict[str, Any]) -> None:
        self.seen = state["seen"]


def accelerate_state(folder: Path) -> Case:
    """``Accelerator.save_state`` with safetensors."""
    run = Accelerator(cpu=True)
    net = small_net()
    optimizer = torch.optim.AdamW(net.parameters(), 1e-3)
    scheduler = torch.optim.lr_scheduler.StepLR(optimizer, 2)
    rows = torch.utils.data.DataLoader([torch.randn(4) for _ in range(6)], batch_size=2, shuffle=True)
    run.register_for_checkpointing(Counter())
    run.prepare(net, optimizer, scheduler, rows)
    steps(net, optimizer)
    with Cards() as cards:
        cards.put(net, "cuda:1")
        cards.put_state(optimizer, "cuda:1")
        run.save_state(str(folder))
        whole = {
            "model": load_file(folder / "model.safetensors"),
            "optimizer": torch.load(folder / "optimizer.bin"),
            "scheduler": torch.load(folder / "scheduler.bin"),
            "custom": torch.load(folder / "custom_checkpoint_0.pkl"),
        }
    what = "Accelerator.save_state: model, optimizer, scheduler, sampler, random numbers and an object of one's own"
    return Case(folder, what, "safetensors and torch.load", whole, ("accelerate",))


def accelerate_fsdp(folder: Path) -> Iterator[Case]:
    """What accelerate writes under FSDP1, as DCP folders or a file by each rank.

    accelerate has FSDP on cards only, so its functions that save are called by themselves.
    """
    kinds = {"accelerate_fsdp": "SHARDED_STATE_DICT", "accelerate_fsdp_local": "LOCAL_STATE_DICT"}

    def work() -> None:
        run = Accelerator(cpu=True)
        for name, kind in kinds.items():
            net, optimizer = fsdp.wrapped(use_orig_params=kind != "LOCAL_STATE_DICT")
            hand_over(fsdp.full_of(net, optimizer), folder / f"{name}.live")
            plugin = FullyShardedDataParallelPlugin(fsdp_version=1, state_dict_type=kind)
            with Cards() as cards:
                for unit in (each for each in net.modules() if isinstance(each, Fsdp) and each._handle):
                    cards.put([unit._handle.flat_param], f"cuda:{rank()}")
                save_fsdp_model(plugin, run, net, str(folder / name))
                if kind != "LOCAL_STATE_DICT":
                    save_fsdp_optimizer(plugin, run, optimizer, net, str(folder / name))

    on_ranks(2, work)
    for name, kind in kinds.items():
        known: dict[str, Any] = {"world_size": 2}
        for part in ("pytorch_model_fsdp_0", "optimizer_0"):
            if (folder / name / part).exists():
                known[part] = dcp_reading.case(folder / name / part, "").known["entries"]
        what = f"accelerate's save_fsdp_model and save_fsdp_optimizer with {kind}, two ranks"
        yield Case(folder / name, what, fsdp.FULL, taken(folder / f"{name}.live"), ("accelerate",), known)


def lightning_fsdp(folder: Path) -> Iterator[Case]:
    """lightning's ModelParallelStrategy: a DCP folder with ``meta.pt``."""

    def work() -> None:
        from lightning.fabric import Fabric
        from lightning.fabric.strategies import ModelParallelStrategy
        from torch.distributed.fsdp import fully_shard

        def cut(net: nn.Module, mesh: Any) -> nn.Module:
            return fully_shard(net, mesh=mesh["data_parallel"])

        strategy = ModelParallelStrategy(cut, data_parallel_size=2, tensor_parallel_size=1)
        run = Fabric(accelerator="cpu", devices=2, strategy=strategy)
        run.launch()
        net = run.setup_module(nn.Sequential(nn.Linear(4, 5), nn.ReLU(), nn.Linear(5, 3)))
        optimizer = run.setup_optimizers(torch.optim.AdamW(net.parameters(), 1e-3))
        steps(net, optimizer)
        run.save(folder, {"model": net, "optimizer": optimizer, "step": 2})

    on_ranks(2, work)
    yield dcp_reading.case(folder, "Fabric.save under ModelParallelStrategy (FSDP2), two ranks", world_size=2)


def diffusers_pipeline(folder: Path) -> Case:
    """Stable Diffusion's parts at their smallest: a folder for each."""
    from diffusers import AutoencoderKL, DDIMScheduler, StableDiffusionPipeline, UNet2DConditionModel
    from transformers import CLIPTextConfig, CLIPTextModel

    logging.getLogger("diffusers").setLevel(logging.ERROR)
    blocks = {"block_out_channels": (4,), "norm_num_groups": 2, "layers_per_block": 1}
    text = CLIPTextConfig(
        vocab_size=9,
        hidden_size=4,
        intermediate_size=4,
        num_hidden_layers=1,
        num_attention_heads=2,
        max_position_embeddings=5,
        bos_token_id=0,
        eos_token_id=2,
    )
    parts = {
        "unet": UNet2DConditionModel(
            sample_size=4,
            down_block_types=("DownBlock2D",),
            up_block_types=("UpBlock2D",),
            mid_block_type=None,
            cross_attention_dim=4,
            attention_head_dim=2,
            **blocks,
        ),
        "vae": AutoencoderKL(**blocks),
        "text_encoder": CLIPTextModel(text),
    }
    rest = {"scheduler": DDIMScheduler(), "tokenizer": None, "safety_checker": None, "feature_extractor": None}
    StableDiffusionPipeline(**parts, **rest, requires_safety_checker=False).save_pretrained(folder)
    whole = {name: dict(type(each).from_pretrained(folder / name).state_dict()) for name, each in parts.items()}
    what = "a Stable Diffusion pipeline of tiny parts: unet, vae, text_encoder, scheduler"
    return Case(folder, what, "each part's from_pretrained", whole, ("diffusers", "transformers"))
