"""Models cut into several files with an index: transformers, huggingface_hub, accelerate and safetensors."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import torch
from accelerate import Accelerator, load_checkpoint_in_model
from huggingface_hub import save_torch_state_dict
from safetensors.torch import load_file, load_model, save_file, save_model
from transformers import GPT2Config, GPT2LMHeadModel

from tests.frameworks.folders.recording import Case, equal
from tests.frameworks.making import Cards, small_net

FROM_PRETRAINED = "transformers' from_pretrained, which ties lm_head.weight to transformer.wte.weight"

TIED = [["lm_head.weight", "transformer.wte.weight"]]


def make(folder: Path) -> Iterator[Case]:
    """All folders and files of these libraries."""
    yield from_transformers(folder / "transformers")
    yield from_transformers(folder / "transformers_bf16", torch.bfloat16)
    yield from_transformers(folder / "transformers_variant", torch.float16, variant="fp16")
    yield in_bins(folder / "bin")
    yield without_index(folder / "bin", folder / "bin_without_index")
    yield without_index(folder / "transformers", folder / "safetensors_without_index")
    yield by_accelerate(folder / "accelerate_bin")
    yield shared(folder / "shared.safetensors")
    yield types(folder / "types.safetensors")


def gpt2() -> GPT2LMHeadModel:
    """The same small model each time; saving it writes its dtype into its configuration."""
    torch.manual_seed(17)
    size = {"vocab_size": 12, "n_positions": 8, "n_embd": 8, "n_layer": 1, "n_head": 2}
    return GPT2LMHeadModel(GPT2Config(**size, bos_token_id=0, eos_token_id=1))


def from_transformers(folder: Path, dtype: torch.dtype = torch.float32, variant: str | None = None) -> Case:
    """``save_pretrained(max_shard_size=…)``: config, shards and index."""
    gpt2().to(dtype).save_pretrained(folder, max_shard_size="2KB", variant=variant)
    read = GPT2LMHeadModel.from_pretrained(folder, variant=variant).state_dict()
    named = f" and variant={variant!r}" if variant else ""
    what = f"a GPT-2 in {dtype}, save_pretrained(max_shard_size='2KB'){named}; lm_head is tied and left out"
    return Case(folder, what, FROM_PRETRAINED, read, ("transformers", "safetensors"), {"tied": TIED})


def in_bins(folder: Path) -> Case:
    """What transformers wrote before it wrote safetensors only, by the function that transformers 4 called for it."""
    model = gpt2()
    model.config.save_pretrained(folder)
    with Cards() as cards:
        cards.put(model, "cuda:5")
        save_torch_state_dict(model.state_dict(), folder, max_shard_size="2KB", safe_serialization=False)
        read = GPT2LMHeadModel.from_pretrained(folder).state_dict()
    assert equal(read, model.state_dict())
    what = "the same on cuda:5 as .bin, by huggingface_hub's save_torch_state_dict; the tied pair is in one shard"
    return Case(folder, what, FROM_PRETRAINED, dict(read), ("transformers", "huggingface_hub"), {"tied": TIED})


def without_index(folder: Path, copy: Path) -> Case:
    """The shards alone."""
    shutil.copytree(folder, copy)
    for each in list(copy.glob("*.json")):
        each.unlink()
    whole: dict[str, torch.Tensor] = {}
    with Cards():
        for each in sorted(copy.iterdir()):
            safe = each.suffix == ".safetensors"
            whole.update(load_file(each) if safe else torch.load(each))
    return Case(copy, f"the shards of {folder.name} without index and config", "each shard by itself", whole)


def by_accelerate(folder: Path) -> Case:
    """``Accelerator.save_model`` in .bin files."""
    torch.manual_seed(17)
    net, other = small_net(width=40, outputs=30), small_net(width=40, outputs=30)
    with Cards() as cards:
        cards.put(net, "cuda:0")
        Accelerator(cpu=True).save_model(net, str(folder), max_shard_size="1KB", safe_serialization=False)
        load_checkpoint_in_model(other, str(folder))
    what = "a net cut by Accelerator.save_model(max_shard_size='1KB', safe_serialization=False), on cuda:0"
    return Case(folder, what, "accelerate's load_checkpoint_in_model", dict(other.state_dict()), ("accelerate",))


def shared(path: Path) -> Case:
    """``safetensors.torch.save_model``: of a tied pair one is written, and the header's metadata names the other."""
    model = gpt2()
    save_model(model, str(path), {"format": "pt", "note": "kept"})
    again = gpt2()
    load_model(again, path)
    what = "a GPT-2 by safetensors' save_model, with metadata in the header"
    loader = "safetensors.torch.load_model"
    return Case(path, what, loader, dict(again.state_dict()), ("safetensors",), {"tied": TIED})


def types(path: Path) -> Case:
    """Each dtype that safetensors has a word for, scalars and empty tensors."""
    row = torch.arange(6.0).reshape(2, 3)
    names = ("float64", "float32", "float16", "bfloat16", "int64", "int32", "int16", "int8", "uint8", "bool")
    odd = ("uint16", "uint32", "uint64", "float8_e4m3fn", "float8_e5m2", "complex64")
    state = {name: row.to(getattr(torch, name)) for name in (*names, *odd)}
    state |= {"scalar": torch.tensor(2.5), "nothing": torch.empty(0, 3), "ключ ☃": torch.ones(1)}
    save_file(state, path)
    return Case(path, "a tensor of each dtype", "safetensors.torch.load_file", load_file(path), ("safetensors",))
