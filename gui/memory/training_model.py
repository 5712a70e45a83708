"""What the memory panel says of training: a line for the chosen way, and all that there is to say of it."""

from __future__ import annotations

from core.memory.analysis import Analysis, Outcome
from core.memory.assumptions import NOT_TRAINING
from core.memory.machine import Machine
from core.memory.sizes import memory_text
from core.memory.training.words import resuming_text
from core.words import say


def training_line(outcome: Outcome, machine: Machine) -> str:
    """That loading is not training, and the least that going on takes."""
    resuming = outcome.resuming
    if resuming is None:
        return NOT_TRAINING
    least = say(
        "Loading is not training: resuming takes at least {memory} on {device}",
        memory=memory_text(resuming.needs),
        device=resuming.device,
    )
    if not resuming.device.startswith("cuda"):
        return say("{least}, activations aside.", least=least)
    spare = machine.room - resuming.needs
    if spare < 0:
        return say("{least}, {memory} more than there is.", least=least, memory=memory_text(-spare))
    return say(
        "{least}; {memory} left{part}.",
        least=least,
        memory=memory_text(spare),
        part="" if resuming.activations else say(" for activations"),
    )


def has_room(outcome: Outcome, machine: Machine) -> bool:
    """Whether the least that going on takes is there, as far as is known."""
    resuming = outcome.resuming
    return resuming is None or not resuming.device.startswith("cuda") or resuming.needs <= machine.room


def training_text(analysis: Analysis, outcome: Outcome) -> str:
    """All sentences, each a paragraph."""
    if outcome.resuming is None:
        return NOT_TRAINING
    return "\n\n".join(resuming_text(outcome.resuming, analysis.machine))
