"""Small sound files of every container, for the fuzzers to break."""

from __future__ import annotations

import io
import json
import pickle
import zipfile
from argparse import Namespace
from collections import OrderedDict
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
import torch

from tests.files import attacks
from tests.files.checkpoints import save


def seeds() -> dict[str, bytes]:
    """Name → bytes; always the same."""
    torch.manual_seed(5)
    found: dict[str, bytes] = {}
    with TemporaryDirectory() as folder:
        for name, value in _values().items():
            for container in ("zip", "legacy"):
                found[f"{name}, {container}"] = save(value, Path(folder) / "a.pth", container).read_bytes()
    for name in ("state dict", "training"):
        found[f"{name}, deflated"] = _deflated(found[f"{name}, zip"])
    found["pickle"] = pickle.dumps({"weights": [1, 2.5, None, "x"]})
    found["pickle, protocol 0"] = pickle.dumps({"weights": [1, 2.5, None, "x", (1, {2})]}, 0)
    for attack in ("BUILD, __setstate__", "STACK_GLOBAL, names out of the memo", "NEWOBJ_EX", "INST", "EXT4"):
        pickled = attacks.written(attack, Path("/nowhere/mark"))
        found[f"{attack}, zip"] = _zip({"a/data.pkl": pickled, "a/version": b"3\n"})
    header = {
        "__metadata__": {"format": "pt"},
        "a.weight": {"dtype": "F32", "shape": [2, 2], "data_offsets": [0, 16]},
        "b": {"dtype": "F8_E4M3", "shape": [3], "data_offsets": [16, 19]},
    }
    encoded = json.dumps(header).encode()
    found["safetensors"] = len(encoded).to_bytes(8, "little") + encoded + bytes(19)
    found["TorchScript"] = _zip(
        {"a/data.pkl": b"\x80\x02}.", "a/constants.pkl": b"\x80\x02).", "a/code/a.py": b"x = 1"}
    )
    return found


def _values() -> dict[str, Any]:
    shared = torch.arange(6.0)
    state = OrderedDict([("module.a.weight", shared.view(2, 3)), ("module.a.bias", shared[:2]), (".odd", shared[::2])])
    model = torch.nn.Linear(2, 3)
    adam = torch.optim.Adam(model.parameters())
    model(torch.ones(1, 2)).sum().backward()
    adam.step()
    return {
        "state dict": state,
        "many": {f"layer.{number}.weight": torch.ones(number % 3, 2) for number in range(60)},
        "training": {
            "epoch": 3,
            "model": model.state_dict(),
            "optimizer": adam.state_dict(),
            "args": Namespace(lr=0.1),
        },
        "values": {
            "int": 2**70,
            "set": {1, "a"},
            "bytes": b"\xff\x00",
            "nested": [[(1, None)], {"deep": {"er": True}}],
            "numpy": np.float64(0.5),
            "half": torch.zeros(2, dtype=torch.bfloat16),
            "empty": torch.zeros(0),
            "parameter": torch.nn.Parameter(torch.ones(1)),
            "device": torch.device("cuda:1"),
            "size": torch.Size([1, 2]),
        },
        "a tensor": torch.zeros(3, dtype=torch.int8),
    }


def _zip(records: dict[str, bytes]) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for name, data in records.items():
            archive.writestr(zipfile.ZipInfo(name), data)
    return out.getvalue()


def _deflated(data: bytes) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as archive, zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as packed:
        for name in archive.namelist():
            packed.writestr(zipfile.ZipInfo(name), archive.read(name), zipfile.ZIP_DEFLATED)
    return out.getvalue()
