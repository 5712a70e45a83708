"""Writes folders with a torch of its time, each in an environment of its own (Python 3.10):

    python3.10 -m pip install torch==2.1.2 "numpy<2" transformers==4.36.2   # 2.2.2, 2.3.1, 2.5.1: torch alone
    python3.10 write.py FOLDER
    python3.10 -m pip install torch==2.5.1 "numpy<2" torchao==0.8.0 torchtune==0.6.1
    python3.10 write.py FOLDER torchtune

Beside each it leaves ``NAME.live``, what the processes had, for `tests.frameworks.folders.old.facts`.
"""

import os
import sys
import tempfile

import torch
import torch.distributed as dist
import torch.distributed.checkpoint as dcp
from torch import multiprocessing, nn
from torch.distributed._shard import sharded_tensor
from torch.distributed._shard.sharded_tensor import Shard as Piece
from torch.distributed._tensor import DeviceMesh, Replicate, Shard, distribute_tensor
from torch.distributed.checkpoint.default_planner import DefaultSavePlanner

VERSION = torch.__version__.split("+")[0]


def on_two_ranks(work, *arguments):
    with tempfile.TemporaryDirectory() as folder:
        multiprocessing.start_processes(_rank, (work, folder + "/store", arguments), nprocs=2, start_method="fork")


def _rank(rank, work, store, arguments):
    told = {"RANK": rank, "LOCAL_RANK": rank, "WORLD_SIZE": 2}
    os.environ.update({name: str(value) for name, value in told.items()}, GLOO_SOCKET_IFNAME="lo")
    torch.manual_seed(3)
    dist.init_process_group("gloo", store=dist.FileStore(store, 2), rank=rank, world_size=2)
    work(*arguments)
    dist.barrier()


def left(value, path):
    if dist.get_rank() == 0:
        torch.save(value, path)


def dcp_save(state, folder):
    """What there was then: ``save`` came with 2.2."""
    if hasattr(dcp, "save"):
        dcp.save(state, storage_writer=dcp.FileSystemWriter(folder))
    else:
        dcp.save_state_dict(state, dcp.FileSystemWriter(folder), planner=DefaultSavePlanner())


def by_hand(folder):
    """Plain tensors, DTensors, a ShardedTensor of uneven pieces, objects; in nested dicts."""
    rows, mesh, rank = torch.arange(15.0).reshape(5, 3), DeviceMesh("cpu", [0, 1]), dist.get_rank()
    piece = Piece.from_tensor_and_offsets((rows[:2] if rank == 0 else rows[2:]).clone(), [2 * rank, 0], rank)
    live = {"plain": rows, "halves": rows.bfloat16(), "scalar": torch.tensor(2.5)}
    live = {**live, "rows": rows, "columns": rows, "copies": rows, "sharded": rows}
    model = {
        **live,
        "rows": distribute_tensor(rows, mesh, [Shard(0)]),
        "columns": distribute_tensor(rows, mesh, [Shard(1)]),
        "copies": distribute_tensor(rows, mesh, [Replicate()]),
        "sharded": sharded_tensor.init_from_local_shards([piece], 5, 3),
    }
    rest = {"epoch": 3, "note": "a run", "list": [torch.ones(1), {"lr": 0.1}]}
    left({"model": live, **rest}, folder + ".live")
    dcp_save({"model": model, **rest}, folder)


def fsdp1(folder):
    """A model under FSDP1 and its optimizer, as sharded state dicts."""
    from torch.distributed.fsdp import FullyShardedDataParallel as Fsdp
    from torch.distributed.fsdp import StateDictType

    net = Fsdp(nn.Sequential(nn.Linear(3, 5), nn.Linear(5, 1)), device_id=torch.device("cpu"), use_orig_params=True)
    optimizer = torch.optim.SGD(net.parameters(), 0.1, momentum=0.9)
    for _ in range(2):
        optimizer.zero_grad()
        net(torch.randn(6, 3)).square().sum().backward()
        optimizer.step()
    Fsdp.set_state_dict_type(net, StateDictType.FULL_STATE_DICT)
    live = {"model": dict(net.state_dict()), "optimizer": Fsdp.optim_state_dict(net, optimizer)}
    left(live, folder + ".live")
    Fsdp.set_state_dict_type(net, StateDictType.SHARDED_STATE_DICT)
    dcp_save({"model": net.state_dict(), "optimizer": Fsdp.optim_state_dict(net, optimizer)}, folder)


def transformers_bins(folder):
    """``save_pretrained`` when it still wrote .bin, on cuda:5."""
    from transformers import GPT2Config, GPT2LMHeadModel

    size = {"vocab_size": 12, "n_positions": 8, "n_embd": 8, "n_layer": 1, "n_head": 2}
    model = GPT2LMHeadModel(GPT2Config(**size, bos_token_id=0, eos_token_id=1))
    torch.save(dict(model.state_dict()), folder + ".live")
    torch.serialization.register_package(0, lambda storage: "cuda:5", lambda storage, location: None)
    model.save_pretrained(folder, max_shard_size="2KB", safe_serialization=False)


def torchtune_run(folder):
    """An epoch's folder and the recipe's state, as torchtune's full fine-tuning leaves them."""
    import json
    from pathlib import Path

    from safetensors.torch import save_file
    from torchtune.models.llama3 import llama3
    from torchtune.training import FullModelHFCheckpointer

    size = {"num_heads": 2, "num_kv_heads": 1, "embed_dim": 8}
    net = llama3(vocab_size=11, num_layers=1, max_seq_len=8, intermediate_dim=6, **size)
    from torchtune.models.convert_weights import tune_to_hf

    with tempfile.TemporaryDirectory() as given:
        config = {"num_attention_heads": 2, "num_key_value_heads": 1, "hidden_size": 8, "vocab_size": 11}
        Path(given, "config.json").write_text(json.dumps(config))
        save_file(tune_to_hf(net.state_dict(), 2, 1, 8), given + "/model.safetensors", {"format": "pt"})
        keeper = FullModelHFCheckpointer(given, ["model.safetensors"], "LLAMA3", folder)
        net.load_state_dict(keeper.load_checkpoint()["model"])
        optimizer = torch.optim.AdamW(net.parameters(), 1e-3)
        net(torch.tensor([[1, 2, 3]])).square().sum().backward()
        optimizer.step()
        state = {"model": net.state_dict(), "optimizer": optimizer.state_dict(), "epochs_run": 1, "seed": 17}
        live = {"model": tune_to_hf(net.state_dict(), 2, 1, 8), "optimizer": optimizer.state_dict()}
        torch.save(live, folder + ".live")
        state = {**state, "total_epochs": 2, "max_steps_per_epoch": 1}
        keeper.save_checkpoint(state, epoch=0, intermediate_checkpoint=True)


if __name__ == "__main__":
    target = sys.argv[1] + "/torch-" + VERSION
    if sys.argv[2:] == ["torchtune"]:
        torchtune_run(sys.argv[1] + "/torchtune-0.6.1")
    else:
        on_two_ranks(by_hand, target + "-dcp")
        if VERSION == "2.5.1":  # before, it needed a card for its streams
            on_two_ranks(fsdp1, target + "-fsdp1")
        if VERSION == "2.1.2":
            transformers_bins(sys.argv[1] + "/transformers-4.36.2")
