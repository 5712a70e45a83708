"""The sentences of torch that this program quotes, word for word, as torch 2.13 says them; those of others so marked.

What is quoted is certain from a simple fact: a device, a name, a number. Other words come from torch itself
(``--verify``). How errors are recognised that somebody pasted, of whatever version, stands in
``core.diagnosis.traps``.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from typing import Final

from core.text import clip
from core.words import marked

_ESCAPES = re.compile(r"\x1b(?:\[[0-?]{0,64}[ -/]{0,8}[@-~]|\][^\x07\x1b]{0,500}(?:\x07|\x1b\\)|[@-Z\\-_])")


def without_escapes(text: str) -> str:
    """A text without what a terminal obeys and does not show."""
    return _ESCAPES.sub("", text)


# -- what weights_only refuses (torch/_weights_only_unpickler.py and torch/serialization.py) ----------------------

REASON: Final = "WeightsUnpickler error:"
"""What stands before the reason in a message of ``weights_only``."""
DOCS: Final = (
    "\n\nCheck the documentation of torch.load to learn more about types accepted by default with weights_only "
    "https://pytorch.org/docs/stable/generated/torch.load.html."
)
"""What stands after it."""
_UNSAFE = (
    "In PyTorch 2.6, we changed the default value of the `weights_only` argument in `torch.load` from `False` to "
    "`True`. Re-running `torch.load` with `weights_only` set to `False` will likely succeed, but it can result in "
    "arbitrary code execution. Do it only if you got the file from a trusted source."
)
BLOCKED = ("sys", "os", "posix", "nt")
_NESTED, _SHARDED = "``torch.nested`` and ``torch._dynamo``", "``torch.distributed.tensor``"
_FOR = {_NESTED: "nested jagged tensors (NJTs)", _SHARDED: "DTensors"}
_MUST_BE_IMPORTED = {
    "torch.nested._internal.nested_tensor.NestedTensor": _NESTED,
    "torch.nested._internal.nested_tensor._rebuild_njt": _NESTED,
    "torch._dynamo.decorators._DimRange": _NESTED,
    "torch.distributed.device_mesh.DeviceMesh": _SHARDED,
    "torch.distributed.tensor._dtensor_spec.DTensorSpec": _SHARDED,
    "torch.distributed.tensor._dtensor_spec.TensorMeta": _SHARDED,
    "torch.distributed.tensor.DTensor": _SHARDED,
    "torch.distributed.tensor.placement_types.Partial": _SHARDED,
    "torch.distributed.tensor.placement_types.Replicate": _SHARDED,
    "torch.distributed.tensor.placement_types.Shard": _SHARDED,
}
OF_TAR: Final = f"Cannot use ``weights_only=True`` with files saved in the legacy .tar format. {_UNSAFE}"
OF_TORCHSCRIPT: Final = (
    f"Cannot use ``weights_only=True`` with TorchScript archives passed to ``torch.load``. {_UNSAFE}"
)


def load_failed(reason: str) -> str:
    """The whole message of ``torch.load`` when its unpickler refuses for ``reason``."""
    if "was not an allowed global by default." in reason:
        text = (
            "Weights only load failed. This file can still be loaded, to do so you have two options, "
            f"\033[1mdo those steps only if you trust the source of the checkpoint\033[0m. \n\t(1) {_UNSAFE}\n\t"
            "(2) Alternatively, to load with `weights_only=True` please check the recommended steps in the following "
            f"error message.\n\t{REASON} " + reason
        )
    elif "must be imported to load" in reason:
        return f"Weights only load failed. {reason}\n {_UNSAFE}\n"
    else:
        text = f"Weights only load failed. {_UNSAFE}\n"
        if "is blocked" not in reason:
            text += (
                "Please file an issue with the following so that we can make `weights_only=True` compatible with your "
                f"use case: {REASON} "
            )
        text += "\n\n" + reason
    return text + DOCS


def _unsupported_global(dotted: str) -> str:
    """The words for a name that is not on torch's list."""
    name = dotted.removeprefix("builtins.")
    return (
        f"Unsupported global: GLOBAL {name} was not an allowed global by default. Please use "
        f"`torch.serialization.add_safe_globals([{name}])` or the `torch.serialization.safe_globals([{name}])` context "
        "manager to allowlist this global if you trust this class/function."
    )


def reason_against(dotted: str) -> str:
    """The words for a name, as Python 3 has it, that is refused."""
    module = dotted.rpartition(".")[0]
    if module in BLOCKED:
        return f"Trying to load unsupported GLOBAL {dotted} whose module {module} is blocked."
    if dotted in _MUST_BE_IMPORTED:
        return f"{_MUST_BE_IMPORTED[dotted]} must be imported to load {_FOR[_MUST_BE_IMPORTED[dotted]]}"
    return _unsupported_global(dotted)


def unsupported_opcode(code: int | None) -> str:
    """The whole message for a byte that its unpickler has no step for."""
    return load_failed(f"Unsupported operand {code}")


def reason_in(message: str) -> str:
    """What a refusal says of this file and not of every file; empty for other messages."""
    _, mark, reason = message.partition(REASON)
    return reason.strip().removesuffix(DOCS.strip()).strip() if mark else ""


# -- containers (torch/serialization.py, caffe2/serialize/inline_container.cc) -----------------------------------

NO_SAFETENSORS: Final = (
    "Attempting to load a safetensors file but safetensors is not installed. "
    "Please install safetensors with: pip install safetensors"
)
"""What torch says where the package is not there."""
NO_VERSION: Final = (
    'Expected hasRecord("version") to be true, but got false.  (Could this error message be improved?  If so, please '
    "report an enhancement request to PyTorch.)"
)
UNTYPED_IN_LEGACY: Final = "type object 'torch.storage.UntypedStorage' has no attribute 'dtype'"
NESTED_IN_LEGACY: Final = "Storage size calculation overflowed with sizes=[…] and strides=[…]"
"""The sizes are what is in memory by chance."""
GENERATOR_IN_LEGACY: Final = (
    "<built-in method __setstate__ of torch._C.Generator object at 0x…> returned a result with an exception set"
)


def cannot_map(path: object = None) -> str:
    """The words to ``mmap=True`` for a file of the legacy format; torch names the file only where it got its name."""
    named = "" if path is None else f"{path}, "
    return (
        f"mmap can only be used with files saved with `torch.save({named}_use_new_zipfile_serialization=True), please "
        "torch.save your checkpoint with this option in order to use mmap."
    )


def is_a_zip(name: str) -> str:
    """The words of torch before 1.5 to a zip."""
    return f"{name} is a zip archive (did you mean to use torch.jit.load()?)"


def no_header(record: str) -> str:
    """The words to a record of a zip without a header of its own where the directory says."""
    return (
        f"PytorchStreamReader failed reading file {record}: invalid header or archive is corrupted. This is an "
        "internal miniz error. If you are seeing this error, there is a high likelihood that your checkpoint file is "
        "corrupted. This can happen if the checkpoint was not saved properly, was transferred incorrectly, or the "
        "file was modified after saving."
    )


def wrong_record(expected: int, there: int) -> str:
    """torch's words to a record of another size than its storage."""
    return (
        f"record size ({there} bytes) does not match expected size ({expected} bytes = {expected} elements * 1 "
        "bytes/element) for dtype Byte"
    )


def wrong_size(expected: int, there: int) -> str:
    """torch's words. The numbers miss their places in them and come at the end, that of the pickle last."""
    return f"storage has wrong byte size: expected %ld got %ld{there}{expected}"


# -- devices ----------------------------------------------------------------------------------------------------
#
# ``default_restore_location`` in torch/serialization.py and what it asks in turn; ``torch.device`` reads an index into
# 32 bits and keeps eight of them (c10/core/Device.cpp).

NO_GPUS: Final = "No CUDA GPUs are available"
NO_SUCH_ORDINAL: Final = "CUDA error: invalid device ordinal"
NO_DATA: Final = "Cannot copy out of meta tensor; no data!"
_ASKED = re.compile(r"(cuda|privateuseone|hpu|xpu|mtia)(?:\Z|(?=[:0-9]))")
"""The kinds of devices that have a module in torch, with an index behind a colon or, as torch looks for it, without."""
_NOT_REGISTERED = ("privateuseone", "hpu")
_INDEX = re.compile(r":(0|[1-9][0-9]*)")
_LARGEST = (1 << 31) - 1
_LAST_CARD = 127
_NO_CARD = 255
ELSEWHERE = marked("torch stores a device index in one byte, so it mistakes this index for another card.")
_MOST = 200
"""Characters of a device that are repeated."""
ADVICE = (
    "If you are running on a CPU-only machine, please use torch.load with map_location=torch.device('cpu') to map your "
    "storages to the CPU."
)
_NAMED_BY_TORCH = ("xpu", "mtia")
"""Devices beside CUDA that torch can be asked for without a package of their own."""
_BACKENDS = {"xla": "empty.memory_format", "ipu": "empty.memory_format", "maia": "empty_strided"}
"""Types of devices that torch knows without a package of their own, and what it asks them for first."""


def cannot_restore(device: str, gpus: int) -> str:
    """The words for a device that is not on a computer with so many CUDA cards.

    Empty where torch takes it all the same, for another card.
    """
    asked = _ASKED.match(device)
    name = clip(device, _MOST) if len(device) > _MOST else device
    if device.startswith("mps"):
        return "torch.UntypedStorage(): Storage device not recognized: mps"
    if asked is None:
        return f"don't know how to restore data location of torch.storage.UntypedStorage (tagged with {name})"
    kind, index = asked[1], device[asked.end() :]
    if kind in _NOT_REGISTERED:
        return f"The {kind.upper()} device module is not registered. {ADVICE}"
    return _misread(name, index) or _absent(kind, index, gpus)


def _misread(name: str, index: str) -> str:
    """What ``torch.device`` says to a text; empty where it is a device."""
    number = _INDEX.fullmatch(index)
    if index and number is None:
        return f"Invalid device string: '{name}'".partition("\0")[0]
    if number is not None and (len(number[1]) > len(str(_LARGEST)) or int(number[1]) > _LARGEST):
        return f"Could not parse device index '{clip(number[1], _MOST)}' in device string '{name}'"
    if number is not None and _LAST_CARD < _kept(index) < _NO_CARD:
        return "Device index must not be negative"
    return ""


def _absent(kind: str, index: str, gpus: int) -> str:
    if kind == "mtia" and not index:
        return "Cannot execute getCurrentDevice() without MTIA backend."
    if kind != "cuda" or not gpus:
        return (
            f"Attempting to deserialize object on a {kind.upper()} device but torch.{kind}.is_available() is False. "
            + ADVICE
        )
    card = _kept(index)
    if card < gpus or card == _NO_CARD:
        return ""
    return (
        f"Attempting to deserialize object on CUDA device {card} but torch.cuda.device_count() is {gpus}. "
        "Please use torch.load with map_location to map your storages to an existing device."
    )


def _kept(index: str) -> int:
    """The byte of an index that torch keeps; 255 stands for none, the card in use."""
    return int(index[1:] or 0) & _NO_CARD


def cannot_copy(kind: str) -> str:
    """How torch fails to copy a tensor to a device that is not here."""
    if kind in _NOT_REGISTERED:
        return no_module(f"torch.{kind}")
    if kind in _NAMED_BY_TORCH:
        return f"Torch not compiled with {kind.upper()} enabled"
    if kind not in _BACKENDS:
        return (
            "Expected one of cpu, cuda, ipu, xpu, mkldnn, opengl, opencl, ideep, hip, ve, fpga, maia, xla, lazy, "
            f"vulkan, mps, meta, hpu, mtia, privateuseone device type at start of device string: {kind}"
        )
    return f"Could not run 'aten::{_BACKENDS[kind]}' with arguments from the '{kind.upper()}' backend."


def not_on_first(first: str, other: str) -> str:
    """The words of ``DataParallel`` for a model that is not all on its first card."""
    return (
        f"module must have its parameters and buffers on device {first} (device_ids[0]) but found one of them on "
        f"device: {other}"
    )


# -- state dicts and optimizers (torch/nn/modules/module.py, torch/optim) -----------------------------------------

OTHER_GROUPS: Final = "loaded state dict has a different number of parameter groups"
OTHER_GROUP_SIZE: Final = (
    "loaded state dict contains a parameter group that doesn't match the size of optimizer's group"
)
STEP_ON_GPU: Final = "If capturable=False, state_steps should not be CUDA tensors."
RNG_STATE: Final = "RNG state must be a torch.ByteTensor"


def missing_keys(keys: Sequence[str], most: int | None = None) -> str:
    """What torch says of missing keys, the first ``most`` named; empty for none."""
    return _keys("Missing", keys, most)


def unexpected_keys(keys: Sequence[str], most: int | None = None) -> str:
    """What torch says of unexpected keys, the first ``most`` named; empty for none."""
    return _keys("Unexpected", keys, most)


def _keys(what: str, keys: Sequence[str], most: int | None) -> str:
    left = 0 if most is None else len(keys) - most
    more = f" and {left:,} more key{'s' if left > 1 else ''}" if left > 0 else ""
    named = ", ".join(f'"{key}"' for key in keys[:most])
    return f"{what} key(s) in state_dict: {named}{more}. " if keys else ""


def size_mismatch(key: str | None, have: Sequence[int] | None, want: Sequence[int]) -> str:
    """The line for one key whose shapes differ; ``have`` is None for what is no tensor."""
    if have is None:
        return (
            f'While copying the parameter named "{key}", expected torch.Tensor or Tensor-like object from checkpoint '
            "but received something else"
        )
    return (
        f"size mismatch for {key}: copying a param with shape torch.Size({list(have)}) from checkpoint, the shape in "
        f"current model is torch.Size({list(want)})."
    )


_CAPTURABLE = ("cuda", "xpu", "hpu", "privateuseone", "xla")
"""``_get_capturable_supported_devices`` in ``torch/optim/optimizer.py``."""
_CAPTURABLE_STATE = {
    "mu_product": "params, mu_products and state_steps",  # NAdam
    "mu": "params, mus, etas, and state_steps",  # ASGD
}
"""What the message calls the state beside ``step``, by a name of it."""


def not_capturable(state: Collection[object]) -> str:
    """The words of an optimizer whose state has these names, on a device that cannot be captured."""
    what = next((words for name, words in _CAPTURABLE_STATE.items() if name in state), "params and state_steps")
    supported = _CAPTURABLE[:-1] if "acc_delta" in state else _CAPTURABLE  # Adadelta leaves xla out
    devices = ", ".join(f"'{kind}'" for kind in supported)
    return f"If capturable=True, {what} must be on supported devices: [{devices}]."


# -- modules of Python that are not there ------------------------------------------------------------------------


def no_module(name: str) -> str:
    """Python's words where a module cannot be imported."""
    return f"No module named '{name}'"


def not_in_main(name: str) -> str:
    """pickle's words for what the script that saved the file defined itself."""
    return f"Can't get attribute '{name}' on <module '__main__'"


def no_path_here(kind: str) -> str:
    """pathlib's words for a path of another system."""
    return f"cannot instantiate '{kind}' on your system"
