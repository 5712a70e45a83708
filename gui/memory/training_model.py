"""What the memory panel says of training: a line for the chosen way, and all that there is to say of it."""

from __future__ import annotations

from core.memory.analysis import Analysis, Outcome
from core.memory.assumptions import NOT_TRAINING
from core.memory.machine import Machine
from core.memory.sizes import memory_text
from core.memory.training.words import resuming_text


def training_line(outcome: Outcome, machine: Machine) -> str:
    """That loading is not training, and the least that going on takes."""
    resuming = outcome.resuming
    if resuming is None:
        return NOT_TRAINING
    least = f"Loading is not training: resuming takes at least {memory_text(resuming.needs)} on {resuming.device}"
    if not resuming.device.startswith("cuda"):
        return f"{least}, activations aside."
    spare = machine.room - resuming.needs
    if spare < 0:
        return f"{least}, {memory_text(-spare)} more than there is."
    return f"{least}; {memory_text(spare)} left{'' if resuming.activations else ' for activations'}."


def has_room(outcome: Outcome, machine: Machine) -> bool:
    """Whether the least that going on takes is there, as far as is known."""
    resuming = outcome.resuming
    return resuming is None or not resuming.device.startswith("cuda") or resuming.needs <= machine.room


def training_text(analysis: Analysis, outcome: Outcome) -> str:
    """All sentences, each a paragraph."""
    if outcome.resuming is None:
        return NOT_TRAINING
    return "\n\n".join(resuming_text(outcome.resuming, analysis.machine))
