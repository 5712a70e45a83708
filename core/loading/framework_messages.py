"""The sentences of loaders of many files that this program quotes, word for word, each with where it stands."""

from __future__ import annotations

from typing import Final

NO_GROUP: Final = 'Need to initialize default process group using "init_process_group" before loading ShardedTensor'
"""``ShardedTensorBase.__setstate__``, ``torch/distributed/_shard/sharded_tensor/api.py``."""
NO_MESH: Final = "Could not resolve the process group registered under the name 0"
"""``full_tensor()`` of a DTensor whose mesh there is not (``torch/csrc/distributed/c10d/GroupRegistry.cpp``)."""


def other_ranks_of_fsdp(saved: int, ranks: int) -> str:
    """The same method of ShardedTensor, in a group of another size."""
    return f"Local world size at save time was {saved}, but at load time was {ranks}"


def other_ranks_of_zero(saved: int, ranks: int) -> str:
    """``_load_zero_checkpoint``, ``deepspeed/runtime/engine.py``."""
    return (
        f"The checkpoint being loaded used a DP world size of {saved} but the current world size is {ranks}. Automatic "
        "adjustment of ZeRO's optimizer state partitioning with a new world size is not currently supported."
    )


def too_few_optimizer_files(folder: str, wanted: int, found: int) -> str:
    """``parse_optim_states``, ``deepspeed/utils/zero_to_fp32.py``."""
    return (
        f"Expected {wanted} of '*_optim_states.pt' under '{folder}' but found {found} files. Possibly due to an "
        "overwrite of an old checkpoint, or a checkpoint didn't get saved by one or more processes."
    )


def no_file(path: str) -> str:
    """What Python says, and safetensors, which leaves the number and the quotes out."""
    return (
        f"No such file or directory: {path}"
        if path.endswith(".safetensors")
        else (f"[Errno 2] No such file or directory: {path!r}")
    )


def no_weights(folder: str) -> str:
    """``_get_resolved_checkpoint_files``, ``transformers/modeling_utils.py`` of version 5."""
    return f"Error no file named model.safetensors, or pytorch_model.bin, found in directory {folder}."


def missing_key_in_dcp(key: str) -> str:
    """``create_default_local_load_plan``, ``torch/distributed/checkpoint/default_planner.py``."""
    return f"Missing key in checkpoint state_dict: {key}."


def no_notes() -> str:
    """``load_state_dict``, ``transformers/modeling_utils.py`` of version 4, of a safetensors file without metadata."""
    return "'NoneType' object has no attribute 'get'"


def no_format(path: str) -> str:
    """The same of one whose metadata has no format that it knows."""
    return (
        f"The safetensors archive passed at {path} does not contain the valid metadata. Make sure you save your model "
        "with the `save_pretrained` method."
    )
