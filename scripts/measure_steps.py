"""``make steps``: what ``step()`` of every optimizer of torch makes on a card, measured, as `resources/steps.json`.

Real optimizers step on a card that is not there (`tests/support/fake_card.py`). Every tensor that comes to be is
followed to the parameter that it was made of, and told by its size: the parameters are chosen so that no two kinds of
tensors are equally large. What is alive when one is born is a *moment*: so many tensors for all parameters that are
handled together, for one of them, for the last of them, and so many left over from those handled before. Moments that
hold no more than another are dropped. `core/memory/training/steps.py` says what the words of the table mean.
"""

from __future__ import annotations

import inspect
import json
from collections.abc import Iterator, Mapping, Sequence
from itertools import count, product
from math import prod
from typing import Any, Final, NamedTuple

import torch

from core.memory.training.steps import FOREACH, FUSED, LBFGS, LOOP, TABLE
from tests.support.fake_card import FakeCard, fake_card, key_of

Counts = dict[str, int]
"""How many tensors of each kind: ``{"P": 2, "S once": 1}``."""

OPTIMIZERS: Final = (
    *("Adam", "AdamW", "Adamax", "NAdam", "RAdam", "Adadelta", "Adagrad", "RMSprop", "Rprop", "ASGD", "SGD"),
    *("Adafactor", "Muon"),
)
_DTYPES: Final = (torch.float32, torch.float64, torch.float16)
_SCALAR: Final = 512
_WAYS: Final[Mapping[str, Mapping[str, Any]]] = {
    LOOP: {"foreach": False},
    FOREACH: {"foreach": True},
    FUSED: {"fused": True},
}
_FLAGS: Final[Mapping[str, tuple[Mapping[str, Any], Mapping[str, Any]]]] = {
    "maximize": ({}, {"maximize": True}),
    "capturable": ({}, {"capturable": True}),
    "amsgrad": ({}, {"amsgrad": True}),
    "centered": ({}, {"centered": True}),
    "momentum": ({}, {"momentum": 0.9}),
    "nesterov": ({"nesterov": False}, {"nesterov": True}),
    "coupled": ({"weight_decay": 0}, {"weight_decay": 0.1}),
    "iterated": ({"ns_steps": 1}, {"ns_steps": 3}),
    "averaged": ({"t0": 1e6}, {"t0": 0}),
}
"""The options that change what is made, off and on; the names are those of `core.memory.training.steps.flags_of`."""


class Born(NamedTuple):
    """A tensor on the card: the number of the parameter that it was made of, and its bytes."""

    number: int
    owner: int
    nbytes: int


class Watched(FakeCard):
    """Knows of each tensor which parameter it was made of, and remembers what was alive when each was born."""

    def __init__(self) -> None:
        super().__init__()
        self.live: dict[int, Born] = {}
        self.moments: list[list[Born]] = []
        self._numbers = count()
        self._inputs: Sequence[Any] = ()
        self._place = 0
        self._owner = 0

    def __torch_dispatch__(self, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
        self._inputs, self._place = args, 0
        self._owner = self._owner_of_inputs()
        return super().__torch_dispatch__(func, types, args, kwargs)

    def count(self, tensor: torch.Tensor) -> None:
        key = key_of(tensor)
        known = key in self.alive
        super().count(tensor)
        self._owner = self._owner_of_inputs()
        self._place += 1
        if not known and key in self.alive:
            self.live[key] = Born(next(self._numbers), self._owner, self.alive[key])
            self.moments.append(list(self.live.values())[::-1])

    def own(self, tensor: torch.Tensor, owner: int) -> None:
        """This tensor is a parameter, or its gradient or state."""
        key = key_of(tensor)
        if key in self.live:
            self.live[key] = self.live[key]._replace(owner=owner)

    def _owner_of_inputs(self) -> int:
        for given in self._inputs:
            each = given[self._place : self._place + 1] if isinstance(given, list | tuple) else [given]
            for tensor in each:
                if isinstance(tensor, torch.Tensor):
                    found = self.live.get(key_of(tensor))
                    if found is not None:
                        return found.owner
        return self._owner

    def gone(self, key: int) -> None:
        super().gone(key)
        self.live.pop(key, None)


class Steps(NamedTuple):
    """Two steps of an optimizer over some parameters: their shapes and dtypes, the state of each after the first step,
    and what was alive at each moment of the step that counts besides what was there before; ``kept`` are the numbers
    of what stays.
    """

    shapes: list[tuple[int, ...]]
    dtypes: list[torch.dtype]
    kinds: list[dict[int, str]]
    state: Counts
    moments: list[list[Born]]
    kept: frozenset[int]


def stepped(name: str, flags: frozenset[str], options: Mapping[str, Any]) -> Steps:
    """Let an optimizer step."""
    together = options.get("foreach") or options.get("fused")
    dtypes = [*_DTYPES] * 6 if together else [torch.bfloat16 if "bfloat16" in flags else torch.float32] * 8
    matrices = ["matrix" in flags] * len(dtypes)
    if name == "Adafactor" and not together:
        matrices = [bool(number // 2 % 2) for number in range(len(dtypes))]
    elif "changed" in flags:
        matrices = [bool(number // 3 % 2) for number in range(len(dtypes))]
    shapes = [_shape(number, name, matrix=each) for number, each in enumerate(matrices)]
    kinds = [_kinds(name, shape, dtype) for shape, dtype in zip(shapes, dtypes, strict=True)]
    with fake_card(Watched) as card:
        parameters = [
            torch.nn.Parameter(torch.empty(shape, dtype=dtype, device="cuda:0"))
            for shape, dtype in zip(shapes, dtypes, strict=True)
        ]
        for number, parameter in enumerate(parameters):
            parameter.grad = torch.empty_like(parameter)
            card.own(parameter, number)
            card.own(parameter.grad, number)
        optimizer = getattr(torch.optim, name)(parameters, **options)
        # what ``item()`` says of ``step``, ``mu_product`` and ASGD's ``mu``, which stays 1 until ``t0`` steps
        card.scalar = 1.0 if name == "ASGD" and "averaged" not in flags else 10.0 if "rectified" in flags else 0.5
        first = name == "SGD"  # its state comes within the step
        if not first:
            optimizer.step()
            for number, parameter in enumerate(parameters):
                for held in optimizer.state[parameter].values():
                    if isinstance(held, torch.Tensor):
                        card.own(held, number)
        there = {each.number for each in card.live.values()}
        card.moments = []
        optimizer.step()
        kept = frozenset(each.number for each in card.live.values())
        moments = [[each for each in moment if each.number not in there] for moment in card.moments]
        state: Counts = {}
        for held in optimizer.state[parameters[0]].values():
            if isinstance(held, torch.Tensor):
                kind = kinds[0][_rounded(held.nbytes)] if held.device.type == "cuda" else "host"
                state[kind] = state.get(kind, 0) + 1
        return Steps(shapes, dtypes, kinds, state, moments, kept if first else frozenset())


def _shape(number: int, name: str, *, matrix: bool) -> tuple[int, ...]:
    """No two kinds of tensors of any two parameters are equally large; the largest is not the last."""
    number = (5 * number + 3) % 9
    if name == "Muon":
        return 70 + 13 * number, 400 + 37 * number
    if name == "Adafactor" and not matrix:
        return (30_011 + 4_001 * number,)
    return 301 + 150 * number, 7 + number, 23 + 2 * number


def _rounded(nbytes: int) -> int:
    return -(-nbytes // _SCALAR) * _SCALAR


def _kinds(name: str, shape: tuple[int, ...], dtype: torch.dtype) -> dict[int, str]:
    """The kinds of tensors by their sizes."""
    size = prod(shape)
    sizes = {"S": 1, "M": size}
    if name == "Adafactor" and len(shape) > 1:
        rows = {"R": prod(shape[:-1]), "C": size // shape[-2], "W": prod(shape[:-2])}
        sizes |= {kind: number * dtype.itemsize for kind, number in rows.items()}
    if name == "Muon":
        sizes |= {"G": 2 * min(shape) ** 2, "B": 2 * size}
    return {_rounded(nbytes): kind for kind, nbytes in {**sizes, "P": size * dtype.itemsize}.items()}


def moments_of(steps: Steps, flags: frozenset[str]) -> list[Counts]:
    """The moments, each as counts of tensors, and none that holds no more than another."""
    places: dict[frozenset[tuple[str, int]], set[int]] = {}
    order: list[int] = []
    together = _together(steps)
    matrices = [len(shape) > 1 for shape in steps.shapes]
    for moment in steps.moments:
        now = together[moment[0].owner]
        if now not in order[-1:]:
            order.append(now)
        before = order[-2] if len(order) > 1 else -1
        others = [each for each in order[:-2] if matrices[each] != matrices[before]]
        bunches = {"": now, " before": before, " long before": others[-1] if others else -1}
        strange = [each for each in moment if together[each.owner] not in bunches.values()]
        if any(each.number not in steps.kept for each in strange):
            raise ValueError(f"left over from longer before: {strange}")
        if len(set(matrices)) > 1:
            changed = before >= 0 and matrices[before] != matrices[now]
            if before < 0 or matrices[now] != ("matrix" in flags) or changed != ("changed" in flags):
                continue
        counts: Counts = {}
        singled = {
            place
            for suffix, bunch in bunches.items()
            for place in _count(
                steps, moment, [at for at, each in enumerate(together) if each == bunch], suffix, counts
            )
        }
        if -1 not in counts.values():
            places.setdefault(frozenset(counts.items()), set()).update(singled)
    last = {together.count(together[0]) - 1}
    found = [
        {
            name.replace("one", "last") if places[counts] == last != {0} else name: number
            for name, number in sorted(counts)
        }
        for counts in places
    ]
    return _largest(found)


def _together(steps: Steps) -> list[int]:
    """The number of the bunch of each parameter, which is that of its first: foreach handles those of one dtype
    together, and Adafactor's matrices apart.
    """
    if len(set(steps.dtypes)) == 1:
        return list(range(len(steps.shapes)))
    kinds = [(dtype, len(shape) > 1) for dtype, shape in zip(steps.dtypes, steps.shapes, strict=True)]
    return [kinds.index(each) for each in kinds]


def _count(steps: Steps, moment: Sequence[Born], members: Sequence[int], suffix: str, counts: Counts) -> Iterator[int]:
    """Count the tensors of each kind that the parameters of a bunch have: so many for all, and more for one of them,
    whose place is yielded; -1 while they come to be one by one.
    """
    found: dict[str, list[int]] = {}
    for each in moment:
        if each.owner in members and not (suffix and each.number in steps.kept):
            kind = "K" if each.number in steps.kept else steps.kinds[each.owner][each.nbytes]
            found.setdefault(kind, [0] * len(members))[members.index(each.owner)] += 1
    for kind, held in found.items():
        for_all = min(held)
        more = [(place, each - for_all) for place, each in enumerate(held) if each > for_all]
        if for_all:
            counts[f"{kind}{suffix}"] = for_all
        if len(more) == 1:
            counts[f"{kind} one{suffix}"] = more[0][1]
            yield more[0][0]
        elif more:
            counts[f"{kind} partly"] = -1


def _within(counts: Counts, other: Counts) -> bool:
    """Whether these are never more bytes than the other ones."""
    rest = dict(other)
    for name, number in counts.items():
        kind, _, which = name.partition(" ")
        lacking = number
        for wanted in (name, *_LARGER.get(which, ())):
            wider = wanted if wanted == name else f"{kind} {wanted}".strip()
            taken = min(lacking, rest.get(wider, 0))
            rest[wider] = rest.get(wider, 0) - taken
            lacking -= taken
        if lacking:
            return False
    return True


_LARGER: Final = {"last": ("one", ""), "one": ("",), "last before": ("one before", "before"), "one before": ("before",)}


def cases(name: str, way: str) -> Iterator[tuple[frozenset[str], dict[str, Any]]]:
    """All sets of flags that an optimizer may have with an implementation, and the options that are meant."""
    known = inspect.signature(getattr(torch.optim, name)).parameters
    flags = [flag for flag, (_, on) in _FLAGS.items() if on.keys() <= known.keys()]
    flags = [
        flag for flag in flags if (name, flag) not in {("AdamW", "coupled"), ("Muon", "momentum"), ("Muon", "coupled")}
    ]
    own = {"Adafactor": ["matrix", "changed"], "Muon": ["bfloat16"], "RAdam": ["rectified"]}.get(name, [])
    for chosen in product((False, True), repeat=len(flags + own)):
        held = frozenset(flag for flag, on in zip(flags + own, chosen, strict=True) if on)
        options = dict(_WAYS[way]) if name != "Muon" else {}
        for flag in flags:
            options |= _FLAGS[flag][flag in held]
        if name == "SGD" and not options.get("momentum"):
            options["nesterov"] = False  # it is refused, and makes no difference
        yield held, options


def shortened(rows: Mapping[frozenset[str], Any]) -> dict[str, Any]:
    """The rows by the flags that make a difference."""
    flags = sorted(frozenset().union(*rows))
    matter = [flag for flag in flags if any(rows.get(key ^ {flag}, rows[key]) != rows[key] for key in rows)]
    return {" ".join(flag for flag in matter if flag in key): row for key, row in rows.items()}


def measured(name: str) -> dict[str, Any]:
    """All that the table says of an optimizer."""
    known = inspect.signature(getattr(torch.optim, name)).parameters
    ways = [way for way, option in _WAYS.items() if option.keys() <= known.keys() or way == LOOP]
    state: dict[frozenset[str], Counts] = {}
    steps: dict[str, Any] = {}
    for way in ways:
        rows: dict[frozenset[str], list[Counts]] = {}
        for flags, options in cases(name, way):
            found = stepped(name, flags, options)
            rows[flags] = moments_of(found, flags)
            if "changed" not in flags:
                state[flags | ({FUSED} if way == FUSED else set())] = found.state
        steps[way] = shortened(rows)
    return {"default": default_of(name, ways), "made": made_of(name), "state": shortened(state), **steps}


def default_of(name: str, ways: Sequence[str]) -> str:
    """What torch takes on a card where nobody asks for anything: what makes the same tensors."""
    with fake_card(Watched) as card:

        def made(options: Mapping[str, Any]) -> list[list[int]]:
            parameters = [torch.nn.Parameter(torch.empty(size, 3, device="cuda:0")) for size in (500, 300, 400)]
            for parameter in parameters:
                parameter.grad = torch.empty_like(parameter)
            optimizer = (
                getattr(torch.optim, name)(parameters, maximize=True, **options)
                if name != "Muon"
                else torch.optim.Muon(parameters)
            )
            card.moments = []
            optimizer.step()
            return [[each.nbytes for each in moment] for moment in card.moments]

        card.scalar = 0.5
        chosen = made({})
        return next(way for way in ways if len(ways) == 1 or made(_WAYS[way]) == chosen)


def made_of(name: str) -> str:
    """When state is made."""
    parameter = torch.nn.Parameter(torch.ones(3, 4))
    optimizer = getattr(torch.optim, name)([parameter])
    return "constructor" if optimizer.state else "within" if name == "SGD" else "before"


def measured_lbfgs() -> dict[str, Any]:
    """LBFGS makes tensors like all parameters together, ``P``, and scalars: how many it keeps without its history and
    for each pair of that, and how many are there at once beyond those when the history is full, in the first step that
    fills it and later.
    """
    found = [_lbfgs(history) for history in (4, 7)]
    (least, first, later), (most, first_too, later_too) = found
    pair = {kind: (most[kind] - least[kind]) // 3 for kind in least}
    if (first, later) != (first_too, later_too):
        raise ValueError(f"not in proportion to the history: {found}")
    return {
        "state": {kind: least[kind] - 4 * pair[kind] for kind in least},
        "pair": pair,
        "first": first,
        "later": later,
    }


def _lbfgs(history: int) -> tuple[Counts, list[Counts], list[Counts]]:
    """What is kept once the history is full, and the moments of the step that fills it and of one more, beyond that."""
    with fake_card(Watched) as card:
        card.truths = lambda operator, limit: operator == "aten::lt" or (operator == "aten::gt" and limit > 0)
        parameters = [torch.nn.Parameter(torch.empty(size, 30, device="cuda:0")) for size in (50, 70, 60)]
        for parameter in parameters:
            parameter.grad = torch.empty_like(parameter)
        there = {each.number for each in card.live.values()}
        optimizer = torch.optim.LBFGS(parameters, history_size=history, max_iter=3 * history)
        losses = count()

        def counted(moment: Sequence[Born]) -> Counts:
            sizes = [each.nbytes for each in moment if each.number not in there]
            if not set(sizes) <= {_SCALAR, _rounded(180 * 30 * 4)}:
                raise ValueError(f"neither scalar nor like all parameters: {sizes}")
            return {"P": len(sizes) - sizes.count(_SCALAR), "S": sizes.count(_SCALAR)}

        steps = []
        for _ in range(2):
            card.moments = []
            optimizer.step(lambda: float(next(losses)))
            steps.append([counted(moment) for moment in card.moments])
        state = counted(list(card.live.values()))
        beyond = [[{kind: each[kind] - state[kind] for kind in each} for each in moments] for moments in steps]
        first, later = ([each for at, each in enumerate(some) if each not in some[:at]] for some in beyond)
        return state, _largest(first), _largest(later)


def _largest(moments: list[Counts]) -> list[Counts]:
    found = [each for each in moments if not any(each != other and _within(each, other) for other in moments)]
    return sorted(found, key=lambda each: sorted(each.items()))


def main() -> None:
    """Measure all, and write the table, a row a line."""
    found = {**{name: measured(name) for name in OPTIMIZERS}, LBFGS: measured_lbfgs()}
    lines = []
    for name, optimizer in found.items():
        parts = []
        for what, rows in optimizer.items():
            if isinstance(rows, dict):
                inner = ",\n".join(f"    {json.dumps(key)}: {json.dumps(row)}" for key, row in rows.items())
                parts.append(f"   {json.dumps(what)}: {{\n{inner}\n   }}")
            else:
                parts.append(f"   {json.dumps(what)}: {json.dumps(rows)}")
        lines.append(f"  {json.dumps(name)}: {{\n" + ",\n".join(parts) + "\n  }")
    version = torch.__version__.partition("+")[0]
    body = ",\n".join(lines)
    TABLE.write_text(f'{{\n "torch": "{version}",\n "optimizers": {{\n{body}\n }}\n}}\n', encoding="utf-8")


if __name__ == "__main__":
    main()
