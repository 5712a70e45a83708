"""Traps of random numbers: a generator takes its state as bytes on the CPU, whichever device it draws for.

Source: ``torch/random.py`` and ``torch/cuda/random.py``, whose ``get_rng_state`` give such tensors too.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from core.catalogue.rows import TensorRow
from core.diagnosis.finding import WARNING, Finding, make_finding
from core.edits.edits import RemapDevice
from core.edits.preview import Preview
from core.loading.computer import Computer
from core.loading.torch_messages import RNG_STATE
from core.words import say

_NAMES = re.compile(r"rng|random_state|generator_state", re.IGNORECASE)


def random_states(preview: Preview) -> Iterator[tuple[int, TensorRow]]:
    """(row, tensor) of each tensor of one dimension at or below a name that speaks of random numbers."""
    catalogue, end = preview.catalogue, 0
    for entry, label in enumerate(catalogue.labels):
        if entry < end or type(label) is not str or _NAMES.search(label) is None:
            continue
        end = catalogue.tree.ends[entry]
        for row in catalogue.subtree_rows(entry):
            tensor = catalogue.tensors[row]
            if len(tensor.shape) == 1 and not preview.dropped(tensor.entry):
                yield row, tensor


def rng_findings(preview: Preview, _computer: Computer) -> Iterator[Finding]:
    """States that were saved on another device, where some map_location had put them."""
    rows = [(row, each) for row, each in random_states(preview) if each.dtype == "uint8"]
    away = [(row, each) for row, each in rows if preview.device(row) not in ("cpu", "meta")]
    if not away:
        return
    saved = dict.fromkeys(preview.catalogue.device_of(row) for row, _ in away)
    edits = [
        RemapDevice(
            device, "cpu", None, frozenset(row for row, _ in away if preview.catalogue.device_of(row) == device)
        )
        for device in saved
    ]
    yield make_finding(
        preview,
        "rng-state",
        WARNING,
        say(
            "a state of random numbers on {away}",
            away=", ".join(dict.fromkeys((preview.device(row) for row, _ in away))),
        ),
        RNG_STATE,
        [each.entry for _, each in away],
        say(
            "set_rng_state takes bytes on the CPU only, also for the generator of a GPU. get_rng_state gives them so; "
            "a load with map_location moved them, and they were saved again."
        ),
        say("Save them on the cpu; or write .cpu() behind them in the script."),
        edits,
    )
