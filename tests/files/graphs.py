"""Arbitrary Python object graphs for property tests: values of many kinds that share and contain each other."""

from __future__ import annotations

from collections import Counter, OrderedDict, defaultdict
from fractions import Fraction
from types import SimpleNamespace
from typing import Any, Self

from hypothesis import strategies as st


class WithKeywords:
    """Made by ``__new__`` with keywords (opcode NEWOBJ_EX)."""

    def __new__(cls, *, value: Any) -> Self:
        made = super().__new__(cls)
        made.value = value
        return made

    value: Any

    def __getnewargs_ex__(self) -> tuple[tuple[Any, ...], dict[str, Any]]:
        return (), {"value": self.value}


class WithSlots:
    """State that is a pair: no attributes, but slots."""

    __slots__ = ("one", "two")

    def __init__(self, one: Any, two: Any) -> None:
        self.one, self.two = one, two

    def __getstate__(self) -> Any:
        return None, {"one": self.one, "two": self.two}


class ListWithState(list):  # type: ignore[type-arg]
    """A list with attributes: elements and state."""


class ByFunction:
    """Rebuilt by calling a function, which gets the state afterwards."""

    def __init__(self, value: Any) -> None:
        self.value = value

    def __reduce__(self) -> Any:
        return blank, ("text",), {"value": self.value}


def blank(text: str) -> ByFunction:
    """An object with nothing in it yet."""
    return ByFunction(text)


def make_list(elements: list[Any]) -> ListWithState:
    made = ListWithState(elements)
    made.extra = elements[:1]
    return made


def make_ordered(elements: list[Any]) -> Any:
    made = OrderedDict((f"key {index}", each) for index, each in enumerate(elements))
    made._metadata = elements[-1:]  # type: ignore[attr-defined]
    return made


CONTAINERS: list[Any] = [
    list,
    tuple,
    lambda elements: dict(enumerate(elements)),
    lambda elements: {str(index): each for index, each in enumerate(elements)},
    lambda elements: SimpleNamespace(**{f"a{index}": each for index, each in enumerate(elements)}),
    make_list,
    make_ordered,
    lambda elements: defaultdict(list, enumerate(elements)),
    lambda elements: WithSlots(elements, elements[0] if elements else None),
    lambda elements: WithKeywords(value=elements),
    ByFunction,
]


def atoms(shortest: int) -> st.SearchStrategy[Any]:
    """Values that contain no others; texts and bytes of at least ``shortest`` characters."""
    return st.one_of(
        st.none(),
        st.booleans(),
        st.integers(),
        st.integers(-(2**70), 2**70),
        st.integers(-5, 5).map(lambda n: n * 2 ** (8 * abs(n))),
        st.floats(),
        st.complex_numbers(),
        st.text(st.characters(codec=None), min_size=shortest),
        st.text(min_size=1, max_size=3).map(lambda text: text * 200),
        st.binary(min_size=shortest),
        st.binary(min_size=1, max_size=2).map(lambda raw: raw * 300),
        st.binary(min_size=shortest).map(bytearray),
        st.fractions(),
        st.frozensets(st.integers() | st.text(min_size=shortest)),
        st.sets(st.integers() | st.text(min_size=shortest)),
        st.sampled_from([int, len, Fraction, OrderedDict, Counter("abca"), range(3), slice(1, None), ...]),
        st.sampled_from([255, 256, 65535, 65536, 2**31 - 1, 2**31, -(2**31), -(2**31) - 1, -128, -129, 2**2040]),
    )


@st.composite
def graphs(draw: st.DrawFn, shortest: int = 0) -> Any:
    """A list of values in which later ones contain earlier ones, and some lists contain what is around them."""
    made: list[Any] = draw(st.lists(atoms(shortest), min_size=1, max_size=6))
    for _ in range(draw(st.integers(0, 12))):
        picks = draw(st.lists(st.integers(0, len(made) - 1), max_size=5))
        made.append(draw(st.sampled_from(CONTAINERS))([made[pick] for pick in picks]))
    lists = [each for each in made if type(each) is list]
    for each in draw(st.lists(st.sampled_from(lists), max_size=3)) if lists else []:
        each.append(made[draw(st.integers(0, len(made) - 1))])
    return made
