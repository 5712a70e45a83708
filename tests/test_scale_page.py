"""docs/measured.md says what the model says, and the model hands out all of the work, once."""

from __future__ import annotations

import pytest

from benchmarks.scale_model import GB, LARGE, MB, SITES, TB, Price, Simulated, Site, forecast, rows
from core.spread.crew import spread
from tests.places import ROOT

PAGE = (ROOT / "docs/measured.md").read_text(encoding="utf-8")


def test_the_table_is_that_of_the_model() -> None:
    (site, *_) = SITES.values()
    for line in rows(*LARGE, (2, 100, 1000), Price(), site):
        assert f"\n{line}\n" in PAGE


@pytest.mark.parametrize("workers", [1, 2, 7, 100])
def test_every_span_is_answered_once_whoever_dies(workers: int) -> None:
    with Simulated(Site(workers, lives=13)) as crew:
        spans = [[(number, 10 * MB)] for number in range(500)]
        found = [answer.number for answer in spread(crew, "", spans, lambda: None)]
    assert sorted(found) == list(range(500))
    assert crew.deaths > 30


def test_the_model_keeps_to_what_cannot_be_otherwise() -> None:
    """More workers are never slower, nobody reads faster than the store, and what one reads takes its time."""
    before = float("inf")
    for workers in (1, 3, 10, 30, 100):
        found = forecast(Site(workers, store=2 * GB), TB // 10, 100)
        assert found.seconds < before * 1.001
        assert found.seconds >= TB / 10 / (2 * GB)
        assert 0 < found.used <= 1
        before = found.seconds
    alone = forecast(Site(1, latency=0, overhead=0, start=0), TB // 10, 100)
    assert alone.seconds == pytest.approx(TB / 10 / (90 * MB))
