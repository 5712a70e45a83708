"""What resuming takes, in words."""

from __future__ import annotations

from collections.abc import Iterator

from core.memory.machine import Machine
from core.memory.sizes import card_text, memory_text
from core.memory.training.least import SPARSE_ADAM, Resuming
from core.text import clip, count_text

_LONG_NAME = 40


def resuming_text(resuming: Resuming, machine: Machine) -> tuple[str, ...]:
    """Sentences about what resuming takes: the figures, whether there is room, and what is not in them."""
    if not resuming.gradients and all(step.state is None for step in resuming.steps):
        return ("Which parameters are trained cannot be told from the file, and so not what resuming takes.",)
    return (
        _figures(resuming),
        _room(resuming, machine),
        *_unknown_steps(resuming),
        *_without_optimizer(resuming),
        *_data_parallel(resuming, machine),
        *_moved_later(resuming),
    )


def _figures(resuming: Resuming) -> str:
    hows = dict.fromkeys(f"{clip(step.name, _LONG_NAME)}: {step.how}" for step in resuming.steps if step.how)
    how = f" ({', '.join(hows)})" if hows else ""
    parts = [f"gradients {memory_text(resuming.gradients)}"] if resuming.gradients else []
    if any(step.state is not None for step in resuming.steps):
        parts.append(f"optimizer state to come {memory_text(resuming.state)}")
    if any(step.temporaries is not None for step in resuming.steps):
        parts.append(f"step() {memory_text(resuming.temporaries)}{how}")
    if resuming.activations:
        parts.append(f"activations {memory_text(resuming.activations)}")
    without = "" if resuming.activations else ", without activations"
    return (
        f"Loading leaves {memory_text(resuming.loaded)} on {resuming.device}; resuming takes at least "
        f"{memory_text(resuming.total)} more{without}: {', '.join(parts)}."
    )


def _room(resuming: Resuming, machine: Machine) -> str:
    needs = f"That is at least {memory_text(resuming.needs)}"
    if not resuming.device.startswith("cuda"):
        return f"{needs} of RAM."
    needs = f"{needs} of {card_text(machine.room)}"
    spare = machine.room - resuming.needs
    if spare < 0:
        return f"{needs}: {memory_text(-spare)} more than there is, so it cannot train like this."
    if resuming.activations:
        return f"{needs}; {memory_text(spare)} are left."
    return f"{needs}; {memory_text(spare)} are left for activations, which only a run can tell."


def _unknown_steps(resuming: Resuming) -> Iterator[str]:
    for name, step in {step.name: step for step in resuming.unknown_steps}.items():
        parts = ["the gradients"] if name == SPARSE_ADAM else []
        parts += ["further state"] if step.state is None else []
        what = f"{', '.join(parts)} and step()"
        yield f"{what[0].upper()}{what[1:]} of {clip(name, _LONG_NAME)} cannot be told from the file and come on top."


def _without_optimizer(resuming: Resuming) -> Iterator[str]:
    if not resuming.steps:
        twice = memory_text(2 * resuming.gradients)
        yield f"No optimizer was found in the file: Adam's state would take {twice} more, that of plain SGD nothing."


def _data_parallel(resuming: Resuming, machine: Machine) -> Iterator[str]:
    if not resuming.device.startswith("cuda") or (resuming.cards < 2 and not (resuming.wrapped and machine.gpus > 1)):
        return
    others = count_text(resuming.cards - 1, "other card")
    where = f"DataParallel: each of {others}" if resuming.cards > 2 else "DataParallel: each other card"
    yield (
        f"{where} takes at least {memory_text(resuming.replica)} for a copy of the model, made anew for every forward, "
        f"and {memory_text(resuming.replica_gradients)} for its gradients."
    )


def _moved_later(resuming: Resuming) -> Iterator[str]:
    if resuming.loaded_state and resuming.device.startswith("cuda"):
        yield (
            f"Load the optimizer after the model is on {resuming.device}: before that its state, "
            f"{memory_text(resuming.loaded_state)}, stays in RAM, and step() fails."
        )
