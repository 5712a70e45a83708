"""Containers of other kinds than ``torch.save``'s: torch's own others, and those of other programs."""

from __future__ import annotations

import hashlib
import logging
import os
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Any

os.environ["KERAS_BACKEND"] = "torch"
import gguf
import gymnasium
import joblib
import keras
import numpy as np
import onnx
import torch
from onnx import TensorProto, helper, numpy_helper
from stable_baselines3 import PPO, SAC
from stable_baselines3.common.save_util import load_from_zip_file
from torch import nn
from torch.package import PackageExporter, PackageImporter

from tests.frameworks import stand_ins
from tests.frameworks.folders.old_tar import save_tar
from tests.frameworks.folders.recording import Case
from tests.frameworks.making import Cards, small_net


def make(folder: Path) -> Iterator[Case]:
    """All files."""
    warnings.simplefilter("ignore")
    logging.getLogger("torch").setLevel(logging.ERROR)
    yield from stable_baselines(folder)
    yield from scripts(folder)
    yield package(folder / "package.pt")
    yield exported(folder / "exported.pt2")
    yield tar(folder / "old.tar.pth")
    yield of_gguf(folder / "model.gguf")
    yield from of_onnx(folder)
    yield from of_keras(folder)
    yield from of_numpy(folder)


def stable_baselines(folder: Path) -> Iterator[Case]:
    """``save`` of stable-baselines3: a zip with a checkpoint for the policy and one for each optimizer."""
    with Cards() as cards:
        for kind, world in ((PPO, "CartPole-v1"), (SAC, "Pendulum-v1")):
            path = folder / f"{kind.__name__.lower()}.zip"
            few = {"n_steps": 8, "batch_size": 4} if kind is PPO else {"learning_starts": 4, "batch_size": 4}
            agent = kind("MlpPolicy", gymnasium.make(world), device="cpu", policy_kwargs={"net_arch": [4]}, **few)
            agent.learn(8)
            cards.put(agent.policy, "cuda:2")
            agent.save(path)
            _, state, variables = load_from_zip_file(path)
            what = f"{kind.__name__} of stable-baselines3, on cuda:2: checkpoints in a zip"
            whole = {**state, "variables": variables or {}}
            yield Case(path, what, "stable_baselines3's load_from_zip_file", whole, ("stable_baselines3",))


def scripts(folder: Path) -> Iterator[Case]:
    """TorchScript: a scripted module with an extra file, and a traced one."""
    net = small_net().eval()
    scripted = torch.jit.script(net)
    scripted.save(str(folder / "scripted.pt"), _extra_files={"note.txt": "of mine"})
    traced = torch.jit.trace(net, torch.ones(1, 4))
    torch.jit.save(traced, folder / "traced.pt")
    for name in ("scripted", "traced"):
        path = folder / f"{name}.pt"
        without_debugging(path)
        read = torch.jit.load(path)
        known = {"left_out": ["*.debug_pkl"], "code": read.code}
        yield Case(path, f"a {name} module, TorchScript", "torch.jit.load", dict(read.state_dict()), (), known)


def without_debugging(path: Path) -> None:
    """Written anew by torch's own writer without the records that hold the paths of the maker's source files."""
    reader = torch._C.PyTorchFileReader(str(path))
    records = {name: reader.get_record(name) for name in reader.get_all_records()}
    writer = torch._C.PyTorchFileWriter(str(path))
    for name, content in records.items():
        if not name.endswith(".debug_pkl") and name not in ("version", "byteorder", ".data/serialization_id"):
            writer.write_record(name, content, len(content))
    writer.write_end_of_file()


def package(path: Path) -> Case:
    """``torch.package``: a module with its code, a tensor, text and bytes."""
    with PackageExporter(path) as exporter:
        exporter.extern(["torch.**", "__future__"])
        exporter.intern("tests.**")
        exporter.save_pickle("model", "model.pkl", stand_ins.Block(3, 4))
        exporter.save_pickle("model", "rows.pkl", {"rows": torch.arange(6.0).reshape(2, 3)})
        exporter.save_text("model", "note.txt", "of mine")
        exporter.save_binary("model", "raw.bin", b"\x00\x01")
    importer = PackageImporter(path)
    whole = {
        "model/model.pkl": dict(importer.load_pickle("model", "model.pkl").state_dict()),
        "model/rows.pkl": importer.load_pickle("model", "rows.pkl"),
    }
    code = {"code": [stand_ins.__name__], "classes": [f"{stand_ins.__name__}.Block"]}
    return Case(
        path, "a torch.package with code, a module, a tensor, text and bytes", "PackageImporter", whole, (), code
    )


class Scaled(nn.Module):
    """Parameters, a buffer, one that is not kept in the state dict, and a constant."""

    def __init__(self) -> None:
        super().__init__()
        self.linear = nn.Linear(4, 3)
        self.register_buffer("scale", torch.full((3,), 0.5))
        self.register_buffer("shift", torch.ones(3), persistent=False)

    def forward(self, rows: torch.Tensor) -> torch.Tensor:
        return self.linear(rows) * self.scale + self.shift


def exported(path: Path) -> Case:
    """``torch.export.save``; the paths of the maker's own files are taken out of the graph first."""
    program = torch.export.export(Scaled(), (torch.ones(2, 4),))
    for node in program.graph.nodes:
        node.meta.pop("stack_trace", None)
    torch.export.save(program, path)
    read = torch.export.load(path)
    whole = {"state_dict": dict(read.state_dict), "constants": dict(read.constants)}
    return Case(path, "an exported program, .pt2", "torch.export.load: state_dict and constants", whole)


def tar(path: Path) -> Case:
    """Written by `old_tar` and read by torch, since no torch that wrote it can be installed."""
    rows = torch.arange(12.0).reshape(3, 4)
    state = {"weight": rows, "part of weight": rows[1:, :2], "turned": rows.t(), "count": torch.tensor([1, 2, 3])}
    save_tar({"model": state, "epoch": 3}, path, "cuda:1")
    with Cards():
        whole = torch.load(path, weights_only=False)
    what = "the tar of torch before 0.1.10, on cuda:1; written by hand in the layout that torch reads"
    return Case(path, what, "torch.load(weights_only=False)", whole)


def of_gguf(path: Path) -> Case:
    """Tensors as numbers and in blocks, with keys of several kinds."""
    writer = gguf.GGUFWriter(path, "llama")
    writer.add_name("a small model")
    writer.add_block_count(1)
    writer.add_array("tokenizer.ggml.tokens", ["a", "b", "☃"])
    rows = (np.arange(128, dtype=np.float32).reshape(2, 64) - 64) / 7
    writer.add_tensor("token_embd.weight", rows)
    writer.add_tensor("output_norm.weight", rows[0].astype(np.float16))
    for kind in (gguf.GGMLQuantizationType.Q8_0, gguf.GGMLQuantizationType.Q4_0, gguf.GGMLQuantizationType.BF16):
        writer.add_tensor(f"blk.0.{kind.name}.weight", gguf.quants.quantize(rows, kind), raw_dtype=kind)
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()
    reader = gguf.GGUFReader(path)
    tensors = []
    for each in reader.tensors:
        shape, digest = [int(size) for size in each.shape], hashlib.sha256(each.data.tobytes()).hexdigest()
        tensors.append([each.name, each.tensor_type.name, shape, int(each.data_offset), int(each.n_bytes), digest])
    plain = {
        each.name: torch.from_numpy(each.data.copy()) for each in reader.tensors if each.tensor_type.name[0] == "F"
    }
    what = (
        "GGUF: F32, F16, Q8_0, Q4_0 and BF16; its rows are [name, type, shape, offset, bytes, sha256 of the raw bytes]"
    )
    known = {"gguf": tensors, "keys": sorted(key for key in reader.fields if not key.startswith("GGUF."))}
    return Case(path, what, "gguf.GGUFReader", plain, ("gguf",), known)


def of_onnx(folder: Path) -> Iterator[Case]:
    """A graph with weights inside, and with weights in a file beside it."""
    weights = {"weight": np.arange(12, dtype=np.float32).reshape(3, 4), "bias": np.arange(3, dtype=np.float16)}
    weights["steps"] = np.array([7], dtype=np.int64)
    rows = [helper.make_tensor_value_info(name, TensorProto.FLOAT, [None, 4]) for name in ("rows", "same")]
    node = helper.make_node("Identity", ["rows"], ["same"])
    made = [numpy_helper.from_array(value, name) for name, value in weights.items()]
    graph = helper.make_graph([node], "small", rows[:1], rows[1:], made)
    onnx.save(helper.make_model(graph), folder / "model.onnx")
    (folder / "onnx_external").mkdir()
    beside = {"save_as_external_data": True, "location": "model.onnx.data", "size_threshold": 0}
    onnx.save(helper.make_model(graph), folder / "onnx_external" / "model.onnx", **beside)
    for path, what in ((folder / "model.onnx", "inside"), (folder / "onnx_external", "in a file beside it")):
        read = onnx.load(path / "model.onnx" if path.is_dir() else path).graph.initializer
        whole = {each.name: torch.from_numpy(numpy_helper.to_array(each).copy()) for each in read}
        yield Case(path, f"ONNX with its weights {what}", "onnx.load and numpy_helper.to_array", whole, ("onnx",))


def of_keras(folder: Path) -> Iterator[Case]:
    """A whole model in both formats, and weights alone."""
    keras.utils.set_random_seed(17)
    model = keras.Sequential(
        [keras.Input((4,)), keras.layers.Dense(3, name="first"), keras.layers.Dense(2, name="last")]
    )
    model.compile("adam", keras.losses.MeanSquaredError())
    model.fit(np.ones((2, 4)), np.ones((2, 2)), verbose=0)
    for name in ("model.keras", "model.h5", "model.weights.h5"):
        path = folder / name
        if "weights" in name:
            model.save_weights(path)
            read, model_read = model, model
        else:
            model.save(path)
            model_read = read = keras.models.load_model(path)
        values = {each.path: torch.from_numpy(np.array(each.numpy())) for each in model_read.weights}
        optimizer = {each.path: torch.from_numpy(np.array(each.numpy())) for each in read.optimizer.variables}
        whole = {"weights": values, "optimizer": optimizer}
        yield Case(path, f"a small Keras model: {name}", "keras.models.load_model", whole, ("keras", "h5py"))


def of_numpy(folder: Path) -> Iterator[Case]:
    """npz stored and compressed, one with an object in it, and joblib's dumps."""
    rows = {"weight": np.arange(6, dtype=np.float32).reshape(2, 3), "count": np.array(3), "flags": np.array([True])}
    rows["columns"] = np.asfortranarray(np.arange(6, dtype=np.float64).reshape(2, 3))
    np.savez(folder / "arrays.npz", **rows)
    np.savez_compressed(folder / "compressed.npz", **rows)
    np.savez(folder / "object.npz", weight=rows["weight"], names=np.array([{"a": 1}, None], dtype=object))
    for name, what in (("arrays", "stored"), ("compressed", "compressed"), ("object", "one of objects, pickled")):
        path = folder / f"{name}.npz"
        with np.load(path, allow_pickle=True) as file:
            whole = {key: _tensor(file[key]) for key in file.files}
        yield Case(path, f"arrays in an npz, {what}", "numpy.load", whole, ("numpy",))
    state = {"coef": rows["columns"], "model": {"weight": rows["weight"]}, "epoch": 3}
    for name, compress in (("dump.joblib", 0), ("dump.joblib.gz", ("gzip", 3)), ("dump_zlib.joblib", 3)):
        joblib.dump(state, folder / name, compress=compress)
        read: Any = joblib.load(folder / name)
        whole = {"coef": _tensor(read["coef"]), "model": {"weight": _tensor(read["model"]["weight"])}, "epoch": 3}
        yield Case(folder / name, f"joblib.dump with compress={compress}", "joblib.load", whole, ("joblib", "numpy"))


def _tensor(array: np.ndarray) -> Any:
    return (
        array.tolist() if array.dtype == object else torch.from_numpy(np.ascontiguousarray(array).reshape(array.shape))
    )
