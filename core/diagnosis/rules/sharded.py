"""DTensors that hold a whole tensor each: right for who trains with FSDP2, in the way of everyone else."""

from __future__ import annotations

from collections.abc import Iterator

from core.catalogue.dtensors import whole_dtensors
from core.diagnosis.finding import NOTE, Finding, make_finding
from core.edits.edits import UseFullTensors
from core.edits.preview import Preview
from core.loading.computer import Computer
from core.objects.dtensors import sharding_of
from core.text import count_text
from core.words import say


def sharding_findings(preview: Preview, _computer: Computer) -> Iterator[Finding]:
    """A note, because FSDP2 saves them so on purpose and takes nothing else back."""
    if not preview.catalogue.tree.compounds or preview.plan.find(UseFullTensors) is not None:
        return
    whole = [entry for entry, _, _ in whole_dtensors(preview.catalogue) if not preview.dropped(entry)]
    if not whole:
        return
    sharding = sharding_of(preview.catalogue.values[whole[0]])
    assert sharding is not None
    yield make_finding(
        preview,
        "whole-dtensor",
        NOTE,
        say("{dtensors}, each with all of its elements", dtensors=count_text(len(whole), "DTensor")),
        "",
        whole,
        say(
            "The first is {sharding}, so this file has the whole tensor. FSDP2 and tensor parallelism want DTensors "
            "back; everyone else can do without them, and without import torch.distributed.tensor.",
            sharding=sharding.text,
        ),
        say("For a model that is not sharded: plain tensors, as full_tensor() gives them. Lost: placements and mesh."),
        [UseFullTensors()],
    )
