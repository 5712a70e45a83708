"""The names a pickle refers to: which are torch's own, and what loading the others would mean."""

from __future__ import annotations

import sys
from _compat_pickle import IMPORT_MAPPING, NAME_MAPPING
from collections.abc import Iterable

from core.dtypes import ITEM_SIZES, STORAGE_CLASSES
from core.objects.tensors import TENSOR_FUNCTIONS
from core.pickling.allowlist import is_allowed
from core.pickling.nodes import Global
from core.words import marked

_PLAIN = TENSOR_FUNCTIONS | {
    Global("collections", "OrderedDict"),
    Global("torch", "Size"),
    Global("torch.serialization", "_get_layout"),
    Global("_codecs", "encode"),  # how protocol 2 writes bytes
}
SAFE = "safe"
RUNS_CODE = "runs code"
WARNING = marked("would run code when loaded without weights_only")
"""What `RUNS_CODE` means, for people."""
_SCRIPTED = "__torch__"
"""What the classes of a TorchScript archive are named after; Python has no such module, and none is imported."""
SCRIPT = "__main__"
"""What Python calls the script that it runs."""
_WITH_TORCH = frozenset({*sys.stdlib_module_names, "__builtin__", "copy_reg", "torch", "numpy"}) - {SCRIPT}
"""Modules that are there wherever torch is, or that no package brings."""
OF_CHECKPOINTS = frozenset(
    f"torch{name}" for name in ("", "vision", "audio", "text", "metrics", "tune", "titan", "_xla")
) | {
    *("lightning", "pytorch_lightning", "lightning_fabric", "lightning_utilities", "transformers", "accelerate"),
    *("diffusers", "deepspeed", "timm", "fastai", "ultralytics", "mmcv", "mmengine", "ignite", "apex", "fairseq"),
    *("peft", "safetensors", "bitsandbytes", "detectron2", "speechbrain", "allennlp", "catalyst", "megatron"),
}
"""Packages that write checkpoints, or load them: their errors are about such files."""
PUBLISHED = OF_CHECKPOINTS | {
    *("torchao", "torchrl", "torch_geometric", "tensordict", "skorch", "sklearn", "scipy", "pandas", "omegaconf"),
    *("stable_baselines3", "sb3_contrib", "gym", "gymnasium", "monai", "kornia", "segmentation_models_pytorch"),
    *("open_clip", "sentence_transformers", "transformer_engine", "hydra", "pydantic", "attr", "attrs", "jax"),
}
"""Packages of which anybody can install the version that a file was written with."""
_BUILTINS = frozenset({"set", "frozenset", "bytearray", "complex", "list", "dict", "tuple"})


def is_torch_plain(name: Global) -> bool:
    """Whether a name is one that state dicts are made of: tensors, storages, dtypes, ``OrderedDict``."""
    if name in _PLAIN or (name.module in ("builtins", "__builtin__") and name.name in _BUILTINS):
        return True
    return name.module in ("torch", "torch.cuda", "torch.storage") and (
        name.name in STORAGE_CLASSES or name.name in ITEM_SIZES
    )


def foreign_names(names: Iterable[Global]) -> tuple[str, ...]:
    """All other names, dotted, in order."""
    return tuple(name.dotted for name in names if not is_torch_plain(name))


def severity(name: Global) -> str:
    """`SAFE` for a name that torch itself trusts, that only makes plain data or is TorchScript's, else `RUNS_CODE`.

    An allow-list: nobody can list all the names that do harm, and importing a module is running it.
    """
    return SAFE if is_torch_plain(name) or is_allowed(name) or name.module.partition(".")[0] == _SCRIPTED else RUNS_CODE


def module_needed(name: Global) -> str:
    """The module, by the first part of its name, that somebody else than Python, torch and NumPy has to bring for a
    name: ``__main__`` is the script that saved it. Empty where none is needed.
    """
    top = name.module.partition(".")[0]
    return "" if top in _WITH_TORCH else top


def python3_name(name: Global) -> str:
    """The dotted name as Python 3 reads it: modules of Python 2 have their name of today."""
    module, attribute = name
    if (module, attribute) in NAME_MAPPING:
        module, attribute = NAME_MAPPING[module, attribute]
    else:
        module = IMPORT_MAPPING.get(module, module)
    return f"{module}.{attribute}"


def global_of(dotted: str) -> Global:
    """The name that a dotted text stands for."""
    module, _, name = dotted.rpartition(".")
    return Global(module, name)


def spoken_name(name: Global) -> str:
    """A name for people: NumPy's inner functions by what they make."""
    if name.module.partition(".")[0] == "numpy":
        for function, made in _NUMPY_MAKES.items():
            if name.name == function:
                return made
    return python3_name(name).removeprefix("builtins.")


_NUMPY_MAKES = {
    "scalar": "numpy scalar",
    "_reconstruct": "numpy array",
    "_frombuffer": "numpy array",
    "dtype": "numpy.dtype",
}
