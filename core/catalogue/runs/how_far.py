"""How far the training had got that a checkpoint is of: as it says itself, else as its name does.

Sources: ``dump_checkpoint`` of Lightning, ``TrainerState`` of transformers, ``save_checkpoint`` of Megatron and
DeepSpeed, ``meta`` of mmengine, ``recipe_state`` of torchtune, ``iter_num`` of nanoGPT, names of Composer and fairseq.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from core.catalogue.checkpoint import Checkpoint
from core.errors import TooLarge
from core.formats.bounded_json import parse_json
from core.pickling.nodes import mapping, pairs

_STEPS = (
    *("global_step", "global_steps", "step", "steps", "iteration", "iterations", "iter", "iters", "iter_num", "it"),
    *("num_steps", "num_updates", "n_iter", "train_step", "train_steps", "current_step", "update"),
)
_EPOCHS = ("epoch", "epochs", "current_epoch", "cur_epoch", "epochs_run", "epoch_num", "num_epoch")
"""The keys, those that are meant for sure first."""
_BELOW = frozenset(
    (
        *("meta", "state", "trainer_state", "training_state", "train_state", "extra_state", "extra", "progress"),
        *("client_state", "info", "metadata", "recipe_state", "custom_checkpoint_0"),
    )
)
"""Dictionaries beside the weights in which these keys stand as well."""
_TRAINER = "trainer_state.json"
_MOST_JSON = 64 << 20
_NUMBER = r"[-_=.]?(\d{1,15})(?!\d)([kKmM](?![a-zA-Z]))?"
_STEP = re.compile(rf"(?<![a-z])(?:global[-_]?)?(?:steps?|iters?|iterations?|it|updates?|ba){_NUMBER}", re.IGNORECASE)
_EPOCH = re.compile(rf"(?<![a-z])(?:epochs?|ep){_NUMBER}", re.IGNORECASE)
_FAIRSEQ = re.compile(r"checkpoint_(\d{1,9})_(\d{1,12})")
_LAST = re.compile(r"(?:^|[-_]|checkpoint|ckpt|chkpt|model|weights|snapshot|state)(\d{1,15})([kKmM])?$", re.IGNORECASE)
_ENDING = re.compile(r"\.[A-Za-z]\w*$")
_THOUSANDS = {"k": 1000, "m": 1_000_000}


class HowFar(NamedTuple):
    """The step and the epoch; None for what is not known. Transformers counts parts of epochs."""

    step: int | None = None
    epoch: float | None = None

    def __bool__(self) -> bool:
        return self.step is not None or self.epoch is not None

    def or_else(self, other: HowFar) -> HowFar:
        """What ``other`` knows where this knows nothing."""
        return HowFar(other.step if self.step is None else self.step, other.epoch if self.epoch is None else self.epoch)


def said_inside(checkpoint: Checkpoint) -> HowFar:
    """What a checkpoint says: at its top, in a dictionary there, in a file of its run, or for transformers' Trainer."""
    found = HowFar()
    for node in _places(checkpoint):
        values = {key: value for key, value in pairs(node) if isinstance(key, str)}
        found = found.or_else(HowFar(_whole(_first(values, _STEPS)), _first(values, _EPOCHS)))
    return found.or_else(_of_trainer(checkpoint))


def said_by_name(name: str, *, surely: bool = False) -> HowFar:
    """What the name of a file or folder says, or that of the folder that it is in: ``epoch=3-step=1200.ckpt``.

    A number without a word, as in ``ckpt_0003.pt``, is taken for the step, unless only what is said ``surely`` counts.
    """
    for part in reversed(name.split("/")):
        stem = part
        while _ENDING.search(stem):
            stem = _ENDING.sub("", stem)
        found = _of_stem(stem, surely=surely)
        if found:
            return found
    return HowFar()


def _of_stem(stem: str, *, surely: bool) -> HowFar:
    both = _FAIRSEQ.fullmatch(stem)
    if both is not None:
        return HowFar(int(both[2]), int(both[1]))
    found = HowFar(_counted(_STEP.search(stem)), _counted(_EPOCH.search(stem)))
    return found if found or surely else HowFar(_counted(_LAST.search(stem)))


def _counted(found: re.Match[str] | None) -> int | None:
    return None if found is None else int(found[1]) * _THOUSANDS.get((found[2] or "").lower(), 1)


def _places(checkpoint: Checkpoint) -> Iterator[Any]:
    """The dictionaries that may say it: the top first, then what stands beside the weights."""
    root = checkpoint.root
    yield root
    run = checkpoint.format.of_branches and checkpoint.format.folders
    for key, value in pairs(root):
        if mapping(value) is not None and (run or key in _BELOW):
            yield value


def _first(values: dict[str, Any], keys: tuple[str, ...]) -> float | None:
    return next((values[key] for key in keys if _is_count(values.get(key))), None)


def _is_count(value: Any) -> bool:
    return type(value) in (int, float) and math.isfinite(value) and 0 <= value < 10**15


def _whole(value: float | None) -> int | None:
    return int(value) if value is not None and value == int(value) else None


def _of_trainer(checkpoint: Checkpoint) -> HowFar:
    """What ``trainer_state.json`` says, which transformers' Trainer writes beside the weights."""
    if checkpoint.several is None or checkpoint.is_elsewhere:
        return HowFar()
    folder = checkpoint.path if checkpoint.path.is_dir() else checkpoint.path.parent
    said = _json(folder / _TRAINER)
    step, epoch = (said.get(key) if _is_count(said.get(key)) else None for key in ("global_step", "epoch"))
    return HowFar(_whole(step), epoch)


def _json(path: Path) -> dict[str, Any]:
    """An object that a file holds; empty where it is none."""
    try:
        if path.stat().st_size > _MOST_JSON:
            return {}
        found = parse_json(path.read_text(encoding="utf-8"))
    except (OSError, ValueError, TooLarge):
        return {}
    return found if isinstance(found, dict) else {}
