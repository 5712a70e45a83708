"""Makes the checkpoints beside it, with a torch of its time.

    python3.7 -m pip install torch==1.0.0 numpy   # and once more with torch==1.5.1
    python3.7 make.py

They are kept because such a torch runs on no Python that this program runs on.
"""

import argparse
import collections
import inspect
import os
import sys
import warnings

import numpy as np
import torch
from torch import nn

HERE = os.path.dirname(os.path.abspath(__file__))  # noqa: PTH100, PTH120 - for Python 3.7 too
VERSION = torch.__version__.split("+")[0]


def save(value, name, **options):
    torch.save(value, os.path.join(HERE, "torch-" + VERSION + "-" + name), **options)  # noqa: PTH118


class Tail(nn.Module):
    """A module with a parameter of its own, a buffer and attributes that are no tensors."""

    def __init__(self):
        super().__init__()
        self.scale = nn.Parameter(torch.ones(2))
        self.register_buffer("offset", torch.arange(3))
        self.labels = ["a", "b"]


def network():
    return nn.Sequential(nn.Conv2d(3, 4, 3), nn.BatchNorm2d(4), nn.ReLU(), Tail())


def models():
    net = network()
    net[:3](torch.randn(4, 3, 8, 8))
    save(net.state_dict(), "state_dict.pth")
    save(nn.DataParallel(nn.Sequential(nn.Conv2d(3, 4, 3), nn.BatchNorm2d(4))), "whole_in_parallel.pth")
    save(nn.Sequential(nn.Linear(2, 3), nn.Dropout(), nn.LayerNorm(3), nn.Embedding(4, 2)), "whole.pth")
    recurrent = nn.LSTM(4, 5, 2, bidirectional=True)
    save(recurrent, "whole_lstm.pth")
    save(recurrent.state_dict(), "lstm.pth")


def optimizers():
    for kind, options in (
        (torch.optim.Adam, {"amsgrad": True}),
        (torch.optim.SGD, {"lr": 0.1, "momentum": 0.9, "nesterov": True}),
        (torch.optim.RMSprop, {"centered": True, "momentum": 0.5}),
        (torch.optim.LBFGS, {}),
    ):
        model = nn.Linear(4, 3)
        optimizer = kind(model.parameters(), **options)

        def loss(model=model, optimizer=optimizer):
            optimizer.zero_grad()
            value = model(torch.randn(2, 4)).pow(2).sum()
            value.backward()
            return value

        optimizer.step(loss)
        save({"model": model.state_dict(), "optim": optimizer.state_dict()}, kind.__name__.lower() + ".pth")
        if kind is torch.optim.Adam:
            save(optimizer, "optimizer_object.pth")
            step = torch.optim.lr_scheduler.StepLR(optimizer, 3)
            given = argparse.Namespace(lr=0.1, gpu=None)
            everything = {"model": model, "optimizer": optimizer, "scheduler": step.state_dict(), "args": given}
            save(everything, "everything.pth")


def values():
    flat = torch.arange(12.0)
    tensors = {
        "first": flat[:3],
        "last": flat[6:].view(2, 3),
        "all": flat,
        "turned": torch.eye(3).t(),
        "expanded": torch.zeros(1).expand(5),
        "number": torch.tensor(3.0),
        "nothing": torch.empty(0),
        "wants": torch.ones(2, requires_grad=True),
    }
    if VERSION > "1.4":
        tensors["sparse"] = torch.sparse_coo_tensor(torch.tensor([[0, 1], [1, 0]]), torch.tensor([1.0, 2.0]), (2, 2))
    for kind in ("float16", "float64", "uint8", "int8", "int16", "int32", "int64", "bool", "bfloat16"):
        if VERSION > "1.2" or kind not in ("bool", "bfloat16"):
            tensors[kind] = torch.ones(3).to(getattr(torch, kind))
    save(tensors, "tensors.pth")
    arrays = {
        "best": np.float64(0.93),
        "array": np.arange(6).reshape(2, 3),
        "fortran": np.asfortranarray(np.ones((2, 3), "f2")),
        "texts": np.array(["a", "b"]),
        "objects": np.array([1, None], dtype=object),
        "weight": torch.ones(1),
    }
    save(arrays, "numpy.pth")
    python = {
        "set": {1, 2},
        "counter": collections.Counter("aab"),
        "lists": collections.defaultdict(list, {"a": [1]}),
        "queue": collections.deque([1, 2]),
        "size": torch.Size([1, 2]),
        "dtype": torch.float32,
        "device": torch.device("cuda:1"),
        "complex": 1 + 2j,
        "large": 2**80,
        "bytes": b"\xff",
        "weight": torch.ones(1),
    }
    save(python, "python.pth")
    for protocol in (1, 3, 4):
        words = {"w": torch.ones(2), "ключ": [1, (2,), {"x": None}]}
        save(words, f"protocol{protocol}.pth", pickle_protocol=protocol)
    save(torch.ones(3).storage(), "storage.pth")
    if VERSION > "1.4":
        save(network().state_dict(), "zip.pth", _use_new_zipfile_serialization=True)
        quantised = {
            "tensor": torch.quantize_per_tensor(torch.randn(4), 0.1, 3, torch.qint8),
            "channels": torch.quantize_per_channel(
                torch.randn(2, 3), torch.tensor([0.1, 0.2]), torch.tensor([0, 1]), 0, torch.quint8
            ),
        }
        save(quantised, "quantised.pth")


if __name__ == "__main__":
    warnings.simplefilter("ignore")
    # Beside a whole model lies the source of its classes, most of the file: a line of it will do.
    inspect.getsourcelines = lambda made: ([f"class {made.__name__}: ...\n"], 1)
    torch.manual_seed(0)
    models()
    optimizers()
    values()
    sys.stdout.write(VERSION + "\n")
