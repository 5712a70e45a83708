"""What other versions of torch, and loaders around it, say where torch 2.13 says what it says: read in their sources.

Each row is what torch 2.13 says (a pattern), the words of the others, of which versions, and where they stand. In the
words ``{name}`` are groups of the pattern, ``{file}`` is the path. The words of safetensors were printed by its own
releases 0.2.8 to 0.8.0.
"""

# ruff: noqa: E501 - the words are as they are printed
from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple


class Older(NamedTuple):
    """``says`` are the words of ``versions``, which stand in ``source``, for what is ``now`` said otherwise."""

    now: str
    says: str
    versions: str
    source: str


_UNSAFE_1 = (
    "_pickle.UnpicklingError: Weights only load failed. Re-running `torch.load` with `weights_only` set to `False` will "
    "likely succeed, but it can result in arbitrary code execution.Do it only if you get the file from a trusted source. "
    "WeightsUnpickler error: "
)
_UNSAFE_2 = (
    "Re-running `torch.load` with `weights_only` set to `False` will likely succeed, but it can result in arbitrary code "
    "execution. Do it only if you got the file from a trusted source."
)
_DOCS = (
    "\n\nCheck the documentation of torch.load to learn more about types accepted by default with weights_only "
    "https://pytorch.org/docs/stable/generated/torch.load.html."
)
_GLOBAL = r"GLOBAL (?P<name>[\w.]+\.(?P<last>\w+)) was not an allowed global by default"
_BLOCKED = r"Trying to load unsupported GLOBAL (?P<name>\S+) whose module (?P<module>\w+) is blocked"
_OPERAND = r"Unsupported operand (?P<code>\d+)"
_TAGGED = r"restore data location of \S+ \(tagged with (?P<tag>\S+)\)"
_STREAM = r"PytorchStreamReader failed (?P<doing>[a-z ]+(?: [\w/.]+)?): (?P<why>[\w ]+)\."
_RECORD = r"record size \((?P<has>\d+) bytes\) does not match expected size \((?P<wants>\d+) bytes"
_UNPICKLER, _SERIALIZATION = "torch/_weights_only_unpickler.py", "torch/serialization.py"
_CONTAINER, _STORAGE = "caffe2/serialize/inline_container.cc", "torch/csrc/generic/serialization.cpp"
_TRANSFORMERS, _DIFFUSERS = "transformers/modeling_utils.py", "diffusers/models/model_loading_utils.py"

OLDER = (
    Older(_GLOBAL, f"{_UNSAFE_1}Unsupported class {{name}}", "torch 1.13.1 and 2.1.2", _UNPICKLER),
    Older(_BLOCKED, f"{_UNSAFE_1}Unsupported class {{name}}", "torch 1.13.1 and 2.1.2", _UNPICKLER),
    Older(
        _GLOBAL,
        "_pickle.UnpicklingError: Weights only load failed. This file can still be loaded, to do so you have two options "
        f"\n\t(1) {_UNSAFE_2}\n\t(2) Alternatively, to load with `weights_only=True` please check the recommended steps "
        "in the following error message.\n\tWeightsUnpickler error: Unsupported global: GLOBAL {name} was not an "
        "allowed global by default. Please use `torch.serialization.add_safe_globals([{last}])` to allowlist this "
        f"global if you trust this class/function.{_DOCS}",
        "torch 2.4.1",
        _UNPICKLER,
    ),
    Older(_OPERAND, f"{_UNSAFE_1}Unsupported operand {{code}}", "torch 1.13.1 and 2.1.2", _UNPICKLER),
    Older(
        _OPERAND,
        f"_pickle.UnpicklingError: Weights only load failed. {_UNSAFE_2}\n Please file an issue with the following so that "
        f"we can make `weights_only=True` compatible with your use case: WeightsUnpickler error: Unsupported operand {{code}}{_DOCS}",
        "torch 2.4.1",
        _UNPICKLER,
    ),
    Older(
        r"on a CUDA device but",
        "RuntimeError: Attempting to deserialize object on a CUDA device but torch.cuda.is_available() is False. If you "
        "are running on a CPU-only machine, please use torch.load with map_location='cpu' to map your storages to the "
        "CPU.",
        "threads of torch 0.4.1 to 1.1",
        _SERIALIZATION,
    ),
    *(
        Older(
            _TAGGED,
            f"RuntimeError: don't know how to restore data location of {kind} (tagged with {{tag}})",
            versions,
            _SERIALIZATION,
        )
        for kind, versions in (
            ("torch.FloatStorage", "torch 1.4.0 to 1.10.2"),
            ("torch.storage._UntypedStorage", "torch 1.13.1"),
        )
    ),
    Older(
        r"on a (?P<kind>XPU|HPU) device but",
        "RuntimeError: don't know how to restore data location of torch.storage.UntypedStorage (tagged with xpu:0)",
        "torch 2.1.2",
        _SERIALIZATION,
    ),
    Older(
        r"Storage device not recognized: mps",
        "RuntimeError: don't know how to restore data location of torch.FloatStorage (tagged with mps)",
        "torch 1.4.0 to 1.10.2",
        _SERIALIZATION,
    ),
    Older(
        _STREAM,
        "RuntimeError: [enforce fail at inline_container.cc:145] . PytorchStreamReader failed {doing}: {why}",
        "threads of torch 1.6 to 1.10",
        _CONTAINER,
    ),
    Older(_STREAM, "RuntimeError: PytorchStreamReader failed {doing}: {why}", "torch 1.4.0 to 2.6.0", _CONTAINER),
    Older(
        r"file in archive is not in a subdirectory: (?P<name>[\w.]+)",
        "RuntimeError: [enforce fail at inline_container.cc:110] . file in archive is not in a subdirectory: {name}",
        "threads of torch 1.6 to 1.10",
        _CONTAINER,
    ),
    Older(
        r"unexpected EOF, expected (?P<more>\d+) more",
        "RuntimeError: unexpected EOF, expected {more} more bytes. The file might be corrupted.",
        "torch 1.4.0 to 2.13",
        _STORAGE,
    ),
    Older(
        _RECORD, "RuntimeError: storage has wrong size: expected {wants} got {has}", "torch 1.4.0 to 1.10.2", _STORAGE
    ),
    Older(
        _RECORD,
        "RuntimeError: storage has wrong byte size: expected {wants} got {has}",
        "torch 1.13.1 to 2.6.0",
        _STORAGE,
    ),
    Older(
        r"Trying to resize storage that is not resizable",
        "RuntimeError: setStorage: sizes [3, 3], strides [3, 1], storage offset 0, and itemsize 4 requiring a storage "
        "size of 36 are out of bounds for storage of size 16",
        "torch 1.7 to 2.13",
        "aten/src/ATen/native/Resize.h",
    ),
    Older(
        r"Unsupported operand 3\b",
        "OSError: Unable to load weights from pytorch checkpoint file for '{file}' at '{file}'. If you tried to load a "
        "PyTorch model from a TF 2.0 checkpoint, please set from_tf=True.",
        "transformers 4.30.2 and 4.46.3",
        _TRANSFORMERS,
    ),
    Older(
        r"EOF|truncated|PytorchStreamReader failed",
        "OSError: Unable to load weights from pytorch checkpoint file for '{file}' at '{file}'. If you tried to load a "
        "PyTorch model from a TF 2.0 checkpoint, please set from_tf=True.",
        "transformers 4.30.2 and 4.46.3",
        _TRANSFORMERS,
    ),
    Older(
        r"EOF|truncated|PytorchStreamReader failed",
        "OSError: Unable to load weights from checkpoint file for '{file}' at '{file}'. ",
        "diffusers 0.31.0",
        _DIFFUSERS,
    ),
    Older(
        r"Unsupported operand 118\b",
        "OSError: You seem to have cloned a repository without having git-lfs installed. Please install git-lfs and run "
        "`git lfs install` followed by `git lfs pull` in the folder you cloned.",
        "transformers 4.30.2 and 4.46.3, diffusers 0.21.4 and 0.31.0",
        _TRANSFORMERS,
    ),
    Older(
        r"Unsupported operand (?:60|109|118)\b",
        "ValueError: Unable to locate the file {file} which is necessary to load this pretrained model. Make sure you "
        "have saved the model properly.",
        "transformers 4.30.2 and 4.46.3, diffusers 0.21.4 and 0.31.0",
        _TRANSFORMERS,
    ),
)

SAFETENSORS: dict[str, tuple[str, ...]] = {
    "header too small": ("HeaderTooSmall",),
    "header too large": ("HeaderTooLarge",),
    "invalid header length": ("InvalidHeaderLength",),
    "incomplete metadata, file not fully covered": ("MetadataIncompleteBuffer",),
    "invalid JSON in header": ("InvalidHeaderDeserialization",),
    "invalid UTF-8 in header": ("InvalidHeader",),
    "invalid offset for tensor `a`": ('InvalidOffset("a")',),
    "invalid shape, data type, or offset for tensor": ("TensorInvalidInfo",),
}
"""What safetensors 0.6 and later says of a header, and what 0.2.8 to 0.5.3 says."""


def older(said: str, path: Path) -> Iterator[str]:
    """What others say of a file of which torch 2.13 says ``said``."""
    for row in OLDER:
        found = re.search(row.now, said)
        if found is not None:
            yield row.says.format(**found.groupdict(), file=path)


def older_safetensors(said: str) -> Iterator[str]:
    """The same of a safetensors file and its own library."""
    for now, others in SAFETENSORS.items():
        if now in said:
            yield from (
                f"safetensors_rust.SafetensorError: Error while deserializing header: {each}" for each in others
            )
