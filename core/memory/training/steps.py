"""What one ``step()`` of an optimizer takes on its parameters' device: the programs of `step_programs`, run on paper.

Counted are the tensors that torch's Python code makes. What kernels take for themselves is not: workspaces of cuBLAS
(Muon, Adafactor), buffers of large reductions (norms), staging of host copies.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from core.memory.allocator import MIN_BLOCK
from core.memory.tally import Tally, TrainedParameter
from core.memory.training.lbfgs import history_size, run_lbfgs
from core.memory.training.step_programs import FOREACH, FUSED, LOOP, OPTIMIZERS


class Group(NamedTuple):
    """A parameter group: its options that are numbers, truths or None, such as ``{'amsgrad': True}``, and its
    parameters with gradients.

    ``pairs`` counts what LBFGS has in its history; None for all others, and without state.
    """

    options: Mapping[str, Any]
    parameters: Sequence[TrainedParameter]
    pairs: int | None = None


class Growth(NamedTuple):
    """What a step adds, in bytes: ``state`` that stays, ``host_state`` that stays in main memory although the
    parameters are on a card, and ``peak``, the most of state and temporaries together at any moment.
    """

    state: int = 0
    host_state: int = 0
    peak: int = 0


def implementation_of(kind: str, options: Mapping[str, Any], *, on_card: bool, wanted: str | None = None) -> str:
    """How torch runs the step of a group: as its options or ``wanted`` say, else as torch chooses by the device."""
    optimizer = OPTIMIZERS[kind]
    if wanted in optimizer.programs:
        return wanted
    fused, foreach = options.get("fused"), options.get("foreach")
    if fused is True and FUSED in optimizer.programs:
        return FUSED
    if foreach is True and FOREACH in optimizer.programs:
        return FOREACH
    chosen = on_card and fused is None and foreach is None and not options.get("differentiable")
    tensor_lr = not isinstance(options.get("lr", 0.0), int | float) and not options.get("capturable")
    return optimizer.default if chosen and not (kind in ("Adam", "AdamW") and tensor_lr) else LOOP


def step_growth(
    kind: str, groups: Iterable[Group], *, on_card: bool = True, wanted: str | None = None, later: bool = False
) -> Growth:
    """What the next step takes; with ``later`` what one takes when all state is there. Raises KeyError for a ``kind``
    that has no program.
    """
    tally = Tally(MIN_BLOCK if on_card else 1)
    if kind == "LBFGS":
        for group in groups:
            pairs = history_size(group.options) if later else group.pairs
            run_lbfgs(tally, group.parameters, group.options, pairs)
        return Growth(tally.state, tally.host, tally.peak)
    runs = [_GroupRun(kind, group, on_card=on_card, wanted=wanted, later=later) for group in groups]
    if OPTIMIZERS[kind].in_constructor:
        for run in runs:
            run.make_state(tally)
    for run in runs:
        if not OPTIMIZERS[kind].in_constructor:
            run.make_state(tally)
        run.step(tally)
    return Growth(tally.state, tally.host, tally.peak)


class _GroupRun:
    """A group as its step meets it."""

    def __init__(self, kind: str, group: Group, *, on_card: bool, wanted: str | None, later: bool) -> None:
        implementation = implementation_of(kind, group.options, on_card=on_card, wanted=wanted)
        options = group.options if wanted is None else {**group.options, "fused": implementation == FUSED}
        parameters = [each._replace(stateless=False) for each in group.parameters] if later else group.parameters
        self._flags = _flags(kind, options)
        self._state, self._program = OPTIMIZERS[kind].state, OPTIMIZERS[kind].programs[implementation]
        self._stateless: dict[frozenset[str], list[TrainedParameter]] = {}
        for each in parameters:
            if each.stateless:
                self._stateless.setdefault(self._flags | _own_flags(each), []).append(each)
        self._together = _alike(kind, parameters) if implementation != LOOP else [[each] for each in parameters]

    def make_state(self, tally: Tally) -> None:
        """The order does not matter: all of it stays."""
        for flags, parameters in self._stateless.items():
            tally.run(self._state, flags, parameters)
        tally.forget_names()

    def step(self, tally: Tally) -> None:
        for parameters in self._together:
            tally.run(self._program, self._flags | _own_flags(parameters[0]), parameters)
        tally.forget_names()


def _alike(kind: str, parameters: Sequence[TrainedParameter]) -> list[list[TrainedParameter]]:
    """The parameters that a foreach implementation takes together, in its order: the dtype met last comes first."""
    by_dtype: dict[str, dict[bool, list[TrainedParameter]]] = {}
    for each in parameters:
        split = kind == "Adafactor" and len(each.shape) > 1
        by_dtype.setdefault(each.dtype, {}).setdefault(split, []).append(each)
    return [alike for found in reversed(by_dtype.values()) for alike in found.values()]


def _flags(kind: str, options: Mapping[str, Any]) -> frozenset[str]:
    """What the lines of a program ask for."""
    flags = {name for name in ("maximize", "amsgrad", "capturable", "nesterov", "centered") if options.get(name)}
    if options.get("momentum"):
        flags.add("momentum")
    if options.get("weight_decay") and not (kind == "AdamW" or options.get("decoupled_weight_decay")):
        flags.add("coupled")
    if flags & {"maximize", "coupled"}:
        flags.add("own")  # the step works on a gradient of its own
    if options.get("capturable") or options.get("fused"):
        flags.add("on_card")
    if _number(options, "ns_steps", 5) > 1:
        flags.add("iterated")
    if _number(options, "t0", 1e6) <= 1:
        flags.add("averaged")
    return frozenset(flags)


def _number(options: Mapping[str, Any], name: str, usual: float) -> float:
    value = options.get(name)
    return usual if value is None else value


@lru_cache(maxsize=64)
def _own_flags(parameter: TrainedParameter) -> frozenset[str]:
    """The flags that differ between the parameters of a group."""
    flags = set()
    if len(parameter.shape) > 1:
        flags.add("matrix")
    if parameter.dtype == "bfloat16":
        flags.add("bfloat16")
    if not parameter.stateless:
        flags.add("rectified")  # RAdam's first steps (five by default) are not
    return frozenset(flags)
