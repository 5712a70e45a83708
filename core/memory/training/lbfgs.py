"""What ``step()`` of LBFGS takes: it flattens all gradients into one tensor and remembers pairs of such tensors.

From ``torch/optim/lbfgs.py`` of torch 2.13, without line search. How many iterations a step makes and which of them
add a pair depends on the numbers: here all do, as in a run that does not converge early. What the closure takes
(forward and backward) comes on top.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import prod
from typing import Any

from core.memory.tally import Tally, TrainedParameter

_GRADIENT = """
flat = P
each P S
small = S with S
"""
_ITERATION = """
opening ? direction = P
opening ? previous = P
opening ? each P S
opening ? each S S S
opening ? size = S
!opening ? del size
!opening ? keep P
!opening ? keep P
!opening ? product = S
!opening ? each S
full ? lose P P S
!opening ? each S S
!opening ? keep S
!opening ? scale = S with S
!opening ? residual = P
!opening ? each S S
!opening !full ? keep S
!opening ? direction = P
!opening ? beta = S with S
!opening ? each S
several ? beta = S with S
slope = S
each S
"""
_PROGRESS = "each P P"


def run_lbfgs(
    tally: Tally, parameters: Sequence[TrainedParameter], options: Mapping[str, Any], pairs: int | None
) -> None:
    """One step, when ``pairs`` of the history are there already; None when there is no state at all.

    At most `_MOST` iterations are gone through: by then a history that anybody can afford is full.
    """
    if not parameters:
        return
    flat = [TrainedParameter((sum(prod(each.shape) for each in parameters),), parameters[0].dtype)]
    history, iterations = history_size(options), _count(options, "max_iter", 20)
    evaluations = _count(options, "max_eval", iterations * 5 // 4)
    tally.run(_GRADIENT, frozenset(), flat)
    count = pairs
    for number in range(iterations):
        flags = {"opening": count is None, "full": count == history, "several": count is not None and count > 0}
        tally.run(_ITERATION, frozenset(name for name, holds in flags.items() if holds), flat)
        count = 0 if count is None else min(count + 1, history)
        if number + 1 == iterations:
            break
        tally.run(_GRADIENT, frozenset(), flat)
        if number + 2 >= evaluations:
            break
        tally.run(_PROGRESS, frozenset(), flat)
    tally.run("stay direction previous size scale", frozenset(), flat)
    if pairs is not None:
        tally.run("lose P S", frozenset(), flat)  # the old direction and scale
    tally.forget_names()


def history_size(options: Mapping[str, Any]) -> int:
    """How many pairs there are at most."""
    return _count(options, "history_size", 100)


_MOST = 2_000


def _count(options: Mapping[str, Any], name: str, usual: int) -> int:
    value = options.get(name)
    return min(value, _MOST) if isinstance(value, int) and value >= 0 else usual
