"""What one ``step()`` of an optimizer takes on its parameters' device, by a table that was measured with torch.

The table (``resources/steps.json``, made by ``make steps``; it says by which torch) has for each optimizer of
``torch.optim``

- ``state``: the tensors that a parameter has as state, and when they are made: in the ``constructor``, ``before`` the
  step, or ``within`` it;
- ``for-loop``, ``foreach``, ``fused``: the tensors that are there at once, beyond that state, while it steps: one row a
  moment, without those that hold no more than another. The peak is the largest of them.

Both by the options that make a difference. Parameters are handled in bunches: one by one in a loop, all of one dtype by
foreach. ``P`` is a tensor like the parameter for each of the bunch, ``P one`` for its largest alone, ``P last`` for the
last; with ``before`` what the bunch before it has left over, in variables that Python had not dropped yet, and with
``long before`` the last one that is matrices where that is none, or the other way round. ``M`` is a mask of it (bool),
``S`` a scalar, ``K`` its state, made within the step; ``R``, ``C`` and ``W`` are its row and column statistics and the
mean of the rows (Adafactor), ``B`` is it as bfloat16 and ``G`` the Gram matrix of its shorter side (Muon).

Counted are the tensors that torch's Python code makes. What kernels take for themselves is not: workspaces of cuBLAS
(Muon, Adafactor), buffers of large reductions (norms), staging of host copies.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from math import prod
from pathlib import Path
from typing import Any, Final, NamedTuple

from core.dtypes import ITEM_SIZES
from core.memory.allocator import MIN_BLOCK

LOOP, FOREACH, FUSED = "for-loop", "foreach", "fused"
"""The implementations. A fused one is a kernel that works in place."""
TABLE: Final = Path(__file__).parents[3] / "resources" / "steps.json"
LBFGS: Final = "LBFGS"
_SCALAR: Final = 4  # float32, see ``_get_scalar_dtype`` in ``torch/optim/optimizer.py``


class TrainedParameter(NamedTuple):
    """A parameter that gets a gradient of its own shape and dtype. ``stateless`` ones make their state first."""

    shape: tuple[int, ...]
    dtype: str
    stateless: bool = True

    @property
    def nbytes(self) -> int:
        return prod(self.shape) * ITEM_SIZES[self.dtype]


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
    optimizer = _optimizers()[kind]
    if wanted is not None and wanted in optimizer:
        return wanted
    fused, foreach = options.get("fused"), options.get("foreach")
    if fused is True and FUSED in optimizer:
        return FUSED
    if foreach is True and FOREACH in optimizer:
        return FOREACH
    chosen = on_card and fused is None and foreach is None and not options.get("differentiable")
    tensor_lr = not isinstance(options.get("lr", 0.0), int | float) and not options.get("capturable")
    default: str = optimizer["default"]
    return default if chosen and not (kind in ("Adam", "AdamW") and tensor_lr) else LOOP


def is_exact(group: Group) -> bool:
    """Whether the table was held against torch for such a group, to the byte: a graph of the step, a learning rate that
    is a tensor and a line search make tensors that it does not know.
    """
    options = group.options
    return not (options.get("differentiable") or options.get("line_search_fn") or options.get("lr", 0.0) is None)


def step_growth(
    kind: str, groups: Sequence[Group], *, on_card: bool = True, wanted: str | None = None, later: bool = False
) -> Growth:
    """What the next step takes; with ``later`` what one takes when all state is there. LBFGS is taken to go on until
    its history is full. Raises KeyError for a ``kind`` that is not in the table.
    """
    piece = MIN_BLOCK if on_card else 1
    if kind == LBFGS:
        grown = [_lbfgs_growth(group, piece, later=later) for group in groups if group.parameters]
        return Growth(sum(each.state for each in grown), 0, max((each.peak for each in grown), default=0))
    ways = [implementation_of(kind, group.options, on_card=on_card, wanted=wanted) for group in groups]
    runs = [_GroupRun(kind, group, way, piece, later=later) for group, way in zip(groups, ways, strict=True)]
    made = _optimizers()[kind]["made"]
    state = sum(run.state for run in runs) if made == "constructor" else 0
    peak = state
    for run in runs:
        state += run.state if made == "before" else 0
        peak = max(peak, state, state + run.peak)
        state += run.state if made == "within" else 0
    return Growth(state, sum(run.host_state for run in runs), peak)


@cache
def _optimizers() -> dict[str, dict[str, Any]]:
    found: dict[str, dict[str, Any]] = json.loads(TABLE.read_text(encoding="utf-8"))["optimizers"]
    return found


class _GroupRun:
    """A group as its step meets it: the bytes of ``state`` it makes, and the ``peak`` of its step beyond state that was
    made before.
    """

    def __init__(self, kind: str, group: Group, way: str, piece: int, *, later: bool) -> None:
        parameters = [each._replace(stateless=False) for each in group.parameters] if later else group.parameters
        flags = _flags(kind, group.options).union({FUSED} if way == FUSED else ())
        optimizer = _optimizers()[kind]
        self.state = self.host_state = 0
        for each in parameters:
            if each.stateless:
                for name, number in _row(optimizer["state"], flags | _own_flags(each)).items():
                    if name == "host":
                        self.host_state += number * _SCALAR
                    else:
                        self.state += number * _size(name, each, piece)
        self.peak = kept = 0
        before = long_before = _Bunch((), piece)
        for alike in [[each] for each in parameters] if way == LOOP else _alike(kind, parameters):
            bunch = _Bunch(alike, piece)
            changed = before.kind is not None and before.kind != bunch.kind
            own = flags.union(_own_flags(alike[0]), {"changed"} if changed else ())
            for moment in _row(optimizer[way], own):
                held = sum(number * _held(name, bunch, before, long_before) for name, number in moment.items())
                self.peak = max(self.peak, kept + held)
            if optimizer["made"] == "within":
                kept += bunch.held("K", "") if _row(optimizer["state"], own) else 0
                self.peak = max(self.peak, kept)
            long_before, before = before if changed else long_before, bunch


class _Bunch:
    """Parameters that are handled together, and the bytes of tensors that are made of them."""

    def __init__(self, parameters: Sequence[TrainedParameter], piece: int) -> None:
        self._parameters, self._piece = parameters, piece
        self.kind = len(parameters[0].shape) > 1 if parameters else None
        """Whether they are matrices, as far as that is known."""

    def held(self, kind: str, which: str) -> int:
        """Tensors of a kind for all of them; for the largest where ``which`` is ``one``, or for the ``last``."""
        parameters = [each for each in self._parameters if each.stateless] if kind == "K" else self._parameters
        sizes = [_size(kind, each, self._piece) for each in parameters]
        if which == "last":
            return sizes[-1] if sizes else 0
        return max(sizes, default=0) if which == "one" else sum(sizes)


def _held(name: str, bunch: _Bunch, before: _Bunch, long_before: _Bunch) -> int:
    kind, *which = name.split()
    found = long_before if "long" in which else before if "before" in which else bunch
    return found.held(kind, which[0] if which else "")


def _row(rows: Mapping[str, Any], flags: frozenset[str]) -> Any:
    """What the table has for these flags, of which most make no difference."""
    return rows[" ".join(sorted(flags & _matter(tuple(rows))))]


@lru_cache(maxsize=64)
def _matter(keys: tuple[str, ...]) -> frozenset[str]:
    return frozenset(word for key in keys for word in key.split())


def _alike(kind: str, parameters: Sequence[TrainedParameter]) -> list[list[TrainedParameter]]:
    """The parameters that a foreach implementation takes together, in its order: the dtype met last comes first."""
    by_dtype: dict[str, dict[bool, list[TrainedParameter]]] = {}
    for each in parameters:
        split = kind == "Adafactor" and len(each.shape) > 1
        by_dtype.setdefault(each.dtype, {}).setdefault(split, []).append(each)
    return [alike for found in reversed(by_dtype.values()) for alike in found.values()]


def _flags(kind: str, options: Mapping[str, Any]) -> frozenset[str]:
    """The options that may make a difference, by the names that `scripts/measure_steps.py` gives them."""
    names = ("maximize", "amsgrad", "capturable", "nesterov", "centered", "momentum")
    flags = {name for name in names if options.get(name)}
    if options.get("weight_decay") and not (kind == "AdamW" or options.get("decoupled_weight_decay")):
        flags.add("coupled")
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


def _lbfgs_growth(group: Group, piece: int, *, later: bool) -> Growth:
    """LBFGS flattens all gradients into one tensor, and remembers pairs of such tensors: what is there once its history
    is full, beyond what its ``pairs`` take now. What the closure takes (forward and backward) comes on top.
    """
    table = _optimizers()[LBFGS]
    flat = _Bunch(
        [TrainedParameter((sum(prod(each.shape) for each in group.parameters),), group.parameters[0].dtype)], piece
    )

    def bytes_of(tensors: Mapping[str, int]) -> int:
        return sum(number * flat.held(kind, "") for kind, number in tensors.items())

    history = group.options.get("history_size")
    full = history if isinstance(history, int) and history >= 0 else 100
    pair = bytes_of(table["pair"])
    whole = bytes_of(table["state"]) + full * pair
    there = whole if later else 0 if group.pairs is None else bytes_of(table["state"]) + group.pairs * pair
    moments = table["first" if not later and group.pairs is None else "later"]
    return Growth(max(0, whole - there), 0, max(0, whole - there + max(map(bytes_of, moments))))


@lru_cache(maxsize=4096)
def _size(kind: str, parameter: TrainedParameter, piece: int) -> int:
    """The bytes of one tensor that the table names, in whole pieces."""
    shape, item = parameter.shape, ITEM_SIZES[parameter.dtype]
    if kind == "S":
        nbytes = _SCALAR
    elif kind == "M":
        nbytes = prod(shape) * (2 if parameter.dtype.startswith("complex") else 1)
    elif kind in "RCW":
        kept = {"R": (*shape[:-1], 1), "C": (*shape[:-2], 1, *shape[-1:]), "W": (*shape[:-2], 1, 1)}
        nbytes = prod(kept[kind]) * item
    elif kind in "BG":
        nbytes = 2 * (prod(shape) if kind == "B" else min(shape, default=0) ** 2)
    else:
        nbytes = parameter.nbytes
    return -(-nbytes // piece) * piece
