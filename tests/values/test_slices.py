"""Parts of tensors are those that torch gives for the same text."""

from __future__ import annotations

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

from core.errors import BadSlice
from core.numbers.slices import part_of
from core.values.statistics import statistics_of
from tests.numbers.test_every_dtype import in_memory

SHAPE = (4, 5, 6)
NUMBERS = torch.arange(120.0).reshape(SHAPE)


@st.composite
def texts(draw: st.DrawFn) -> str:
    """What `part_of` takes: places, ranges, and at most one ``...``."""
    words = []
    for length in SHAPE[: draw(st.integers(1, 3))]:
        end = st.integers(-length - 2, length + 2).map(str) | st.just("")
        ranges = st.tuples(end, end).map(":".join) | st.tuples(end, end, st.sampled_from(["", "1", "2", "9"])).map(
            ":".join
        )
        words.append(draw(st.integers(-length, length - 1).map(str) | ranges))
    if draw(st.booleans()):
        words.append("...")
    return draw(st.sampled_from([",", ", "])).join(words)


@given(texts())
def test_any_part(text: str) -> None:
    right = eval(f"numbers[{text}]", {"numbers": NUMBERS})
    part = part_of(text, SHAPE)
    assert part.shape == tuple(right.shape)
    found = in_memory(NUMBERS).part(part.box)
    assert found.read().reshape(part.shape).tolist() == right.tolist()
    assert statistics_of(found).l1 == right.sum().item()


def test_part_of_a_part_that_is_quantised_along_an_axis() -> None:
    box = part_of("1:3,0", (4, 3)).box
    assert [(each.start, each.stop) for each in box] == [(1, 3), (0, 1)]


@pytest.mark.parametrize(
    ("text", "shape", "said"),
    [
        ("4", SHAPE, "'4' is out of range: 4 is not an index of dimension 0 (0 to 3)."),
        ("0,:,-7", SHAPE, "-7 is not an index of dimension 2 (0 to 5)."),
        ("0", (0,), "0 is not an index of dimension 0 (none)."),
        ("0,0,0,0", SHAPE, "'0,0,0,0' names 4 dimensions; the tensor has only 3 dimensions."),
        ("0", (), "'0' names 1 dimension; the tensor has none."),
        ("::-1", SHAPE, "'::-1' goes backwards or nowhere; steps are 1 and more."),
        ("::0", SHAPE, "goes backwards or nowhere"),
        ("...,...", SHAPE, "more than one"),
        ("a", SHAPE, "'a' does not select a part of a tensor"),
        ("", SHAPE, "'' does not select a part of a tensor"),
        ("0,,1", SHAPE, "does not select a part of a tensor"),
        ("1:2:3:4", SHAPE, "does not select a part of a tensor"),
        ("١", SHAPE, "does not select a part of a tensor"),
        ("9" * 5000, SHAPE, "does not select a part of a tensor"),
    ],
)
def test_what_does_not_fit(text: str, shape: tuple[int, ...], said: str) -> None:
    with pytest.raises(BadSlice) as caught:
        part_of(text, shape)
    assert said in str(caught.value)
    assert len(str(caught.value)) < 300
