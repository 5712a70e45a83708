"""What resuming takes, in words."""

from __future__ import annotations

from collections.abc import Iterator

from core.memory.machine import Machine
from core.memory.sizes import card_text, memory_text
from core.memory.training.least import SPARSE_ADAM, Resuming
from core.text import bracketed, clip, count_text, sentences, series, titled
from core.words import marked, say

_LONG_NAME = 40


def resuming_text(resuming: Resuming, machine: Machine) -> tuple[str, ...]:
    """Sentences about what resuming takes: the figures, whether there is room, and what is not in them."""
    if not resuming.gradients and all(step.state is None for step in resuming.steps):
        return (
            say("The file does not say which parameters are trained, so it is unknown how much memory resuming takes."),
        )
    return (
        _figures(resuming),
        _room(resuming, machine),
        *_unknown_steps(resuming),
        *_without_optimizer(resuming),
        *_data_parallel(resuming, machine),
        *_moved_later(resuming),
    )


def _figures(resuming: Resuming) -> str:
    hows = dict.fromkeys(titled(clip(step.name, _LONG_NAME), _how(step.how)) for step in resuming.steps if step.how)
    parts = [say("gradients {size}", size=memory_text(resuming.gradients))] if resuming.gradients else []
    if resuming.state or (not parts and any(step.state is not None for step in resuming.steps)):
        parts.append(say("new optimizer state {size}", size=memory_text(resuming.state)))
    if any(step.temporaries is not None for step in resuming.steps):
        size = memory_text(resuming.temporaries)
        step = f"step() {size}" if all(each.exact for each in resuming.steps) else say("step() about {size}", size=size)
        parts.append(bracketed(step, series(hows)) if hows else step)
    if resuming.activations:
        parts.append(say("activations {size}", size=memory_text(resuming.activations)))
    used = marked("After loading, {loaded} are in use on {device}.")
    if resuming.device.startswith("cuda"):
        used = marked("After loading, {loaded} are in use on {device}, not counting torch's cache.")
    text = marked("Resuming takes at least {more} more: {parts}.")
    if not resuming.activations:
        text = marked("Resuming takes at least {more} more: {parts}. Activations come on top.")
    return sentences(
        say(used, loaded=memory_text(resuming.loaded), device=resuming.device),
        say(text, more=memory_text(resuming.total), parts=series(parts)),
    )


def _how(implementation: str) -> str:
    """``foreach implementation``."""
    return say("{name} implementation", name=implementation)


def _room(resuming: Resuming, machine: Machine) -> str:
    needs, room = memory_text(resuming.needs), card_text(machine.room)
    if not resuming.device.startswith("cuda"):
        return say("That is at least {needs} of RAM.", needs=needs)
    spare = machine.room - resuming.needs
    if spare < 0:
        return say(
            "That is at least {needs} of {room}: {lack} too much, so it cannot train like this.",
            needs=needs,
            room=room,
            lack=memory_text(-spare),
        )
    if resuming.activations:
        return say(
            "That is at least {needs} of {room}; {spare} are left.", needs=needs, room=room, spare=memory_text(spare)
        )
    return say(
        "That is at least {needs} of {room}; {spare} are left for activations. Only a run shows whether that is "
        "enough.",
        needs=needs,
        room=room,
        spare=memory_text(spare),
    )


def _unknown_steps(resuming: Resuming) -> Iterator[str]:
    for name, step in {step.name: step for step in resuming.unknown_steps}.items():
        yield say(_UNKNOWN[name == SPARSE_ADAM, step.state is None], name=clip(name, _LONG_NAME))


_UNKNOWN = {
    (True, True): marked(
        "The file does not say how much the gradients, further state and step() of {name} take; add that to the total."
    ),
    (True, False): marked(
        "The file does not say how much the gradients and step() of {name} take; add that to the total."
    ),
    (False, True): marked(
        "The file does not say how much further state and step() of {name} take; add that to the total."
    ),
    (False, False): marked("The file does not say how much step() of {name} takes; add that to the total."),
}
"""By whether the gradients are unknown too, and the state."""


def _without_optimizer(resuming: Resuming) -> Iterator[str]:
    if not resuming.steps:
        yield say(
            "No optimizer was found in the file: Adam's state would take {size} more; plain SGD has no state.",
            size=memory_text(2 * resuming.gradients),
        )


def _data_parallel(resuming: Resuming, machine: Machine) -> Iterator[str]:
    if not resuming.device.startswith("cuda") or (resuming.cards < 2 and not (resuming.wrapped and machine.gpus > 1)):
        return
    text = marked(
        "DataParallel: every other card takes at least {model} for a copy of the model, made again for every "
        "forward(), and {gradients} for its gradients."
    )
    if resuming.cards > 2:
        text = marked(
            "DataParallel: each of {cards} takes at least {model} for a copy of the model, made again for every "
            "forward(), and {gradients} for its gradients."
        )
    yield say(
        text,
        cards=count_text(resuming.cards - 1, "other card"),
        model=memory_text(resuming.replica),
        gradients=memory_text(resuming.replica_gradients),
    )


def _moved_later(resuming: Resuming) -> Iterator[str]:
    if resuming.loaded_state and resuming.device.startswith("cuda"):
        yield say(
            "Load the optimizer after the model is on {device}. If you load it earlier, its state ({state}) stays "
            "in RAM and step() fails.",
            device=resuming.device,
            state=memory_text(resuming.loaded_state),
        )
