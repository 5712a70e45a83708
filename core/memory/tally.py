"""Runs the programs of `step_programs` on paper and counts the bytes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from math import prod
from typing import NamedTuple

from core.dtypes import ITEM_SIZES

_SCALAR = 4  # float32, see ``_get_scalar_dtype`` in ``torch/optim/optimizer.py``


class TrainedParameter(NamedTuple):
    """A parameter that gets a gradient of its own shape and dtype. ``stateless`` ones make their state first."""

    shape: tuple[int, ...]
    dtype: str
    stateless: bool = True

    @property
    def nbytes(self) -> int:
        return prod(self.shape) * ITEM_SIZES[self.dtype]


class Tally:
    """Bytes on the parameters' device, each tensor rounded up to whole ``piece``: ``state`` that stays, and ``peak``,
    the most of state and temporaries together. ``host`` is state in main memory, not rounded.
    """

    def __init__(self, piece: int) -> None:
        self._piece = piece
        self._now = 0
        self._held: dict[str, list[int]] = {}
        self.state = self.host = self.peak = 0

    def run(self, program: str, flags: frozenset[str], parameters: Sequence[TrainedParameter]) -> None:
        """Run a program for parameters that are handled together."""
        columns: dict[str, list[int]] = {}

        def sizes(symbol: str) -> list[int]:
            if symbol not in columns:
                columns[symbol] = [-(-_size(symbol, each) // self._piece) * self._piece for each in parameters]
            return columns[symbol]

        for action in _actions(program, flags):
            if action.sizes:
                self._make(action, sizes, parameters)
            else:
                self._name(action.verb, action.names)

    def forget_names(self) -> None:
        """The function returns: its variables go."""
        self._name("del", tuple(self._held))

    def _make(self, action: _Action, sizes: Callable[[str], list[int]], parameters: Sequence[TrainedParameter]) -> None:
        made, *beside = (sizes(symbol) for symbol in action.sizes)
        if action.verb == "each":
            self._rise(max(map(sum, zip(made, *beside, strict=True)), default=0))
        elif action.verb == "host":
            self.host += _SCALAR * len(parameters)
        elif action.verb == "lose":
            self._keep(-sum(map(sum, (made, *beside))))
        elif action.verb == "keep":
            self._keep(sum(size for size, each in zip(made, parameters, strict=True) if each.stateless))
        else:
            if beside:
                self._one_by_one(made, beside)
            self._rise(sum(made))
            self._now += sum(made)
            self._name("del", action.names)
            self._held[action.names[0]] = made

    def _one_by_one(self, made: list[int], beside: list[list[int]]) -> None:
        before = 0
        for size, *others in zip(made, *beside, strict=True):
            self._rise(before + size + sum(others))
            before += size

    def _keep(self, nbytes: int) -> None:
        self._rise(nbytes)
        self._now += nbytes
        self.state += nbytes

    def _rise(self, nbytes: int) -> None:
        self.peak = max(self.peak, self._now + nbytes)

    def _name(self, verb: str, names: tuple[str, ...]) -> None:
        held = self._held
        if verb == "del":
            for name in names:
                self._now -= sum(held.pop(name, ()))
        elif verb == "is":
            new, old = names
            self._now -= sum(held.pop(new, ()))
            held[new] = held.pop(old, [])
        elif verb == "stay":
            self.state += sum(sum(held.pop(name, ())) for name in names)
        else:
            one, rest = names
            self._now -= sum(held[rest][:-1])
            held[one] = held.pop(rest)[-1:]


class _Action(NamedTuple):
    """One line: verbs that make or lose tensors have ``sizes``, those that are about names alone have none."""

    verb: str
    names: tuple[str, ...]
    sizes: tuple[str, ...]


@lru_cache(maxsize=256)
def _actions(program: str, flags: frozenset[str]) -> tuple[_Action, ...]:
    """The lines of a program that count with these flags."""
    found = []
    for line in program.splitlines():
        conditions, _, action = line.rpartition("?")
        if action.strip() and all((word[0] != "!") == (word.lstrip("!") in flags) for word in conditions.split()):
            found.append(_action(action.split()))
    return tuple(found)


def _action(words: list[str]) -> _Action:
    if words[0] in ("keep", "lose", "host", "each"):
        return _Action(words[0], (), tuple(words[1:]))
    if words[0] in ("del", "last", "stay"):
        return _Action(words[0], tuple(words[1:]), ())
    name, verb, *rest = words
    if verb == "is":
        return _Action(verb, (name, *rest), ())
    return _Action(verb, (name,), tuple(word for word in rest if word != "with"))


@lru_cache(maxsize=4096)
def _size(symbol: str, parameter: TrainedParameter) -> int:
    """The bytes of one tensor that a program names."""
    shape, item = parameter.shape, ITEM_SIZES[parameter.dtype]
    if symbol == "S":
        return _SCALAR
    if symbol == "M":
        return prod(shape) * (2 if parameter.dtype.startswith("complex") else 1)
    if symbol in "RCW":
        kept = {"R": (*shape[:-1], 1), "C": (*shape[:-2], 1, *shape[-1:]), "W": (*shape[:-2], 1, 1)}
        return prod(kept[symbol]) * item
    if symbol in "BG":
        return 2 * (prod(shape) if symbol == "B" else min(shape, default=0) ** 2)
    return parameter.nbytes
