"""The register of all that a user can plan; and what is asked of it: the options of ``fix``, the steps of recipes."""

from __future__ import annotations

from typing import Final

from core.catalogue.catalogue import Catalogue
from core.edits.containers import RenameModule, UseContainer, UseProtocol
from core.edits.devices import FOLLOW, MoveOptimizer, RemapDevice, check_device, device_matches
from core.edits.edit import Edit, Meant, Option, Plan
from core.edits.entries import Drop, Keep
from core.edits.extract import Extract
from core.edits.keys import AddPrefix, InsertSegment, RenameKey, StripPrefix, check_prefix
from core.edits.numbering import NumberState
from core.edits.numbers.cast import Cast
from core.edits.numbers.setting import PutTensor, SetNumbers
from core.edits.numbers.values import SetValue
from core.edits.patterns import RenameKeys
from core.edits.shrink import Compact
from core.edits.steps import Step
from core.edits.to_plain import MakePlain, UseFullTensors
from core.errors import EditError
from core.text import clip, listed
from core.words import say

EDITS: Final[tuple[type[Edit], ...]] = (
    RemapDevice,
    MoveOptimizer,
    StripPrefix,
    AddPrefix,
    InsertSegment,
    RenameKeys,
    Drop,
    RenameKey,
    NumberState,
    MakePlain,
    Extract,
    UseFullTensors,
    RenameModule,
    Compact,
    Cast,
    SetValue,
    SetNumbers,
    PutTensor,
    Keep,
    UseContainer,
    UseProtocol,
)
"""In the order in which ``fix`` does them: devices first, then keys, then what the file is."""
OPTIONS: Final[dict[str, Option]] = {option.name: option for edit in EDITS for option in edit.options}
IN_ORDER: Final = {name: place for place, name in enumerate(OPTIONS)}


def edits_of(catalogue: Catalogue, step: Step) -> Meant:
    """The edits that a step is in a file. Raises `EditError` for what it cannot be, `PathNotFound` for what is not."""
    check_step(step)
    found = OPTIONS[step.option].read(catalogue, step.value)
    return found if isinstance(found, Meant) else Meant(tuple(found))


def check_step(step: Step) -> None:
    """Raises `EditError` for an option that there is not, and for a value that is not written as it should be."""
    option = OPTIONS.get(step.option)
    if option is None:
        known = listed(OPTIONS)
        raise EditError("{option} is not a step; choose {known}.", option=repr(clip(step.option, 40)), known=known)
    if option.form and not _is_written(step.value, option):
        raise EditError("{value} is not {form}", value=repr(clip(step.value, 80)), form=say(option.form))


def _is_written(value: str, option: Option) -> bool:
    if "=" not in option.form.partition(",")[0]:
        return bool(value.strip())
    left, equals, _ = value.partition("=")
    return bool(equals and left.strip()) and (option.may_be_empty or not value.endswith("="))


__all__ = [
    "EDITS", "FOLLOW", "IN_ORDER", "OPTIONS", "AddPrefix", "Cast", "Compact", "Drop", "Edit", "Extract",
    "InsertSegment", "Keep", "MakePlain", "Meant", "MoveOptimizer", "NumberState", "Option", "Plan", "PutTensor",
    "RemapDevice", "RenameKey", "RenameKeys", "RenameModule", "SetNumbers", "SetValue", "Step", "StripPrefix",
    "UseContainer", "UseFullTensors", "UseProtocol", "check_device", "check_prefix", "check_step", "device_matches",
    "edits_of",
]  # fmt: skip
