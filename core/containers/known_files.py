"""What the files of a run are, by the names that frameworks give them.

Sources: ``Trainer._save_checkpoint`` of transformers, ``accelerate/utils/constants.py``, ``save_pretrained`` of
transformers, peft and diffusers, and torchtune's ``FullModelHFCheckpointer``.
"""

from __future__ import annotations

import re
from enum import Enum
from typing import NamedTuple

from core.words import marked


class Role(Enum):
    """What a file of a run holds."""

    MODEL = "model"
    OPTIMIZER = "optimizer"
    STATE = "state"
    """What else is needed to go on training: schedulers, random numbers, the settings."""


_NUMBER = r"(?:_\d+)?"
_TORCH = r"\.(?:pt|pth|bin|ckpt|pkl)"
_MODEL = re.compile(
    rf"(?P<stem>(?:model|pytorch_model|adapter_model|diffusion_pytorch_model|pytorch_lora_weights){_NUMBER})"
    r"(?P<variant>\.[\w-]+)?(?P<end>\.(?:safetensors|bin|pt|pth))"
)
_ROLES = (
    (Role.MODEL, _MODEL),
    (Role.OPTIMIZER, re.compile(rf"(?:optimizer|optim){_NUMBER}{_TORCH}")),
    (Role.STATE, re.compile(rf"(?:scheduler|lr_scheduler|scaler|sampler|dataloader|dl_state_dict){_NUMBER}{_TORCH}")),
    (Role.STATE, re.compile(rf"(?:rng_state|random_states|custom_checkpoint){_NUMBER}{_TORCH}")),
    (Role.STATE, re.compile(rf"(?:training_args|recipe_state|trainer_state|training_state){_TORCH}")),
)
_OTHERS = (
    (r"trainer_state\.json", marked("how far the Trainer of transformers got")),
    (r"model_index\.json", marked("the parts of a diffusers pipeline")),
    (r"(?:adapter_|generation_|preprocessor_|scheduler_)?config\.json", marked("settings of the model")),
    (r"(?:tokenizer.*|special_tokens_map|added_tokens|vocab)\.(?:json|txt|model)|merges\.txt", marked("the tokenizer")),
    (r".*\.index(?:\.[\w-]+)?\.json", marked("the list of shards")),
    (r"README\.md|LICENSE.*", marked("a README or license")),
    (r"events\.out\.tfevents.*", marked("a log of TensorBoard")),
    (r"zero_to_fp32\.py", marked("a program of DeepSpeed, which is not run")),
    (r"latest|latest_checkpointed_iteration\.txt", marked("the name of the newest checkpoint")),
    (r".*\.py", marked("a program, which is not run")),
    (r".*\.(?:json|ya?ml|toml|txt|csv|log)", marked("a text")),
)
"""Of files that hold no tensors: what they are, as sentences begin in English."""
ALTERNATIVE = marked("the same weights in another format, which is not loaded")
_UNKNOWN = marked("not looked into")


class Weights(NamedTuple):
    """The name of a file of weights: what it begins with, the variant such as ``.fp16``, and its ending."""

    stem: str
    variant: str
    end: str


def role_of(name: str) -> Role | None:
    """What a file of this name holds, where frameworks call what they save so; None for others."""
    return next((role for role, pattern in _ROLES if pattern.fullmatch(name)), None)


def weights(name: str) -> Weights | None:
    """The parts of the name of a file of weights; None for others."""
    found = _MODEL.fullmatch(name)
    return Weights(found["stem"], found["variant"] or "", found["end"]) if found else None


def what_is(name: str) -> str:
    """What a file of a run is that is not opened, in English."""
    return next((what for pattern, what in _OTHERS if re.fullmatch(pattern, name)), _UNKNOWN)
