"""What a prediction rests on, in words."""

from __future__ import annotations

from core.memory.machine import Machine
from core.memory.sizes import memory_text
from core.words import marked, say

NOT_TRAINING = marked("Loading is not training: gradients, activations and step() come on top.")


def assumptions(machine: Machine, *, keep: bool) -> tuple[str, ...]:
    """What the figures rest on, a sentence each."""
    sentences = [
        guess(machine),
        _of_the_model(machine.model_dtype),
        say("Buffers that are not in the file are not counted."),
        say("The optimizer is built with plain numbers as options."),
    ]
    if machine.gpus:
        sentences += [
            say(
                "A CUDA context takes {context} on each card that a process touches.",
                context=memory_text(machine.context),
            ),
            say("Nobody else uses the cards."),
            say("{margin} of each card stay free.", margin=memory_text(machine.margin)) if machine.margin else "",
            say("torch's caching allocator has its default settings (no PYTORCH_CUDA_ALLOC_CONF)."),
        ]
    sentences += [
        "" if keep else say("`del checkpoint` drops the last reference to the checkpoint."),
        say("RAM is what is in use, beyond Python and torch; glibc may hold back what was freed, as told beside it."),
        say(NOT_TRAINING),
    ]
    return tuple(filter(None, sentences))


def guess(machine: Machine) -> str:
    """That nobody has said which cards there are; nothing where it is known."""
    if not machine.guessed:
        return ""
    return say("No card was found here and none was named: {card} is assumed.", card=machine.card_text)


def _of_the_model(dtype: str | None) -> str:
    if not dtype:
        return say("The live model is of the dtypes in the file, contiguous and built where it shall be.")
    return say("The live model is of dtype {dtype}, contiguous and built where it shall be.", dtype=dtype)
