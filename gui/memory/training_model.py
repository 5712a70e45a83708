"""What the memory panel says of training: a line for the chosen way, and all that there is to say of it."""

from __future__ import annotations

from core.memory.analysis import Analysis, Outcome
from core.memory.assumptions import NOT_TRAINING
from core.memory.machine import Machine
from core.memory.sizes import memory_text
from core.memory.training.words import resuming_text
from core.words import marked, say


def training_line(outcome: Outcome, machine: Machine) -> str:
    """That loading is not training, and the least that going on takes."""
    resuming = outcome.resuming
    if resuming is None:
        return say(NOT_TRAINING)
    needs, device, spare = memory_text(resuming.needs), resuming.device, machine.room - resuming.needs
    if not device.startswith("cuda"):
        text = marked("Loading is not training: resuming takes at least {needs} on {device}, activations aside.")
    elif spare < 0:
        text = marked("Loading is not training: resuming takes at least {needs} on {device}, {rest} too much.")
    elif resuming.activations:
        text = marked("Loading is not training: resuming takes at least {needs} on {device}; {rest} left.")
    else:
        text = marked(
            "Loading is not training: resuming takes at least {needs} on {device}; {rest} left for activations."
        )
    return say(text, needs=needs, device=device, rest=memory_text(abs(spare)))


def has_room(outcome: Outcome, machine: Machine) -> bool:
    """Whether the least that going on takes is there, as far as is known."""
    resuming = outcome.resuming
    return resuming is None or not resuming.device.startswith("cuda") or resuming.needs <= machine.room


def training_text(analysis: Analysis, outcome: Outcome) -> str:
    """All sentences, each a paragraph."""
    if outcome.resuming is None:
        return say(NOT_TRAINING)
    return "\n\n".join(resuming_text(outcome.resuming, analysis.machine))
