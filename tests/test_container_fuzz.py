"""Containers, broken, against their own loaders: the same inputs each time; ``make fuzz`` makes others for long."""

from __future__ import annotations

from collections import Counter

import pytest

from tests.fuzz import containers
from tests.fuzz.containers import KINDS, differences, installed


@pytest.mark.parametrize(
    "kind",
    [
        pytest.param(kind, marks=pytest.mark.skipif(kind not in installed(), reason="`make frameworks` installs it"))
        for kind in KINDS
    ],
)
def test_what_is_shown_as_clean_is_what_its_loader_loads(kind: str) -> None:
    """Sound ones too, which are shown as clean."""
    outcomes: Counter[tuple[str, str]] = Counter()
    assert differences(kind, range(15), outcomes) == []
    assert outcomes.total() == 15


def test_a_difference_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        containers, "made", lambda _kind, source, target, _chance: target.write_bytes(source.read_bytes())
    )
    real = containers.shown
    monkeypatch.setattr(containers, "shown", lambda catalogue: dict(list(real(catalogue).items())[1:]))
    sound, copy = differences("npz", range(1), Counter())
    assert sound.startswith("npz: the sound one")
    assert copy.startswith("npz:0")
