"""Optimizer state on another device than its parameters: how both get to one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from core.loading.computer import Computer
from core.text import sentences
from core.words import marked, say

ORDER = marked(
    "Move the model to its device, then build the optimizer, then load the optimizer's state. "
    "optimizer.load_state_dict puts each piece where its parameter is."
)


class Together(NamedTuple):
    """``how`` they get there: by the fix of an error about their devices, which covers this, or by that and the fix of
    the state; then ``error`` is the code of that error.
    """

    how: str
    is_covered: bool = False
    error: str = ""


def together(devices: Sequence[str], homes: Sequence[str], computer: Computer) -> Together:
    """What to do about state on ``devices`` with parameters on ``homes``."""
    used = dict.fromkeys((*homes, *devices))
    missing = [device for device in used if not computer.has(device)]
    after = {computer.saved_for if device in missing else device for device in used}
    error = "no-such-gpu" if computer.gpus else "no-gpu"
    if missing and len(after) == 1:
        text = marked(
            "The fix of {error} above leaves both the state and the parameters on {target}, so it fixes this, too."
        )
        return Together(say(text, error=error, target=computer.saved_for), is_covered=True)
    if missing:
        text = marked(
            "Or use two fixes together: {this} moves the state to its parameters, and {error} moves both to {target}."
        )
        how = say(text, this="optimizer-elsewhere", error=error, target=computer.saved_for)
        return Together(sentences(say(ORDER), how), error=error)
    return Together(sentences(say(ORDER), say("Or change the saved device of the state to that of its parameters.")))
