"""What a prediction rests on, in words."""

from __future__ import annotations

from core.memory.machine import Machine
from core.memory.sizes import memory_text

NOT_TRAINING = "Loading is not training: gradients, activations and step() come on top."


def assumptions(machine: Machine, *, keep: bool) -> tuple[str, ...]:
    """What the figures rest on, a sentence each."""
    dtype = f"of dtype {machine.model_dtype}" if machine.model_dtype else "of the dtypes in the file"
    sentences = [
        f"The live model is {dtype}, contiguous and built where it shall be.",
        "Buffers that are not in the file are not counted.",
        "The optimizer is built with plain numbers as options.",
    ]
    if machine.gpus:
        sentences += [
            f"A CUDA context takes {memory_text(machine.context)} on each card that a process touches.",
            "Nobody else uses the cards.",
            f"{memory_text(machine.margin)} of each card stay free." if machine.margin else "",
            "torch's caching allocator has its default settings (no PYTORCH_CUDA_ALLOC_CONF).",
        ]
    sentences += [
        "" if keep else "`del checkpoint` drops the last reference to the checkpoint.",
        "RAM is what is in use, beyond Python and torch; glibc may hold back what was freed, as told beside it.",
        NOT_TRAINING,
    ]
    return tuple(filter(None, sentences))
