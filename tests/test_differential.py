"""What is shown of odd files, held against torch: the same inputs each time; ``make fuzz`` makes others for long."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.fuzz import differential
from tests.fuzz.differential import Differential
from tests.fuzz.differential_facts import DTYPE
from tests.fuzz.differential_files import KINDS, made, zipped
from tests.fuzz.differential_judge import Judge
from tests.fuzz.differential_known import known
from tests.fuzz.differential_shown import Shown, shown
from tests.fuzz.differential_verdict import Difference

INPUTS = 500


@pytest.fixture(scope="module")
def fuzz() -> Iterator[Differential]:
    with pytest.MonkeyPatch.context() as patched:
        patched.setenv("XDG_STATE_HOME", "")  # which it sets for good
        one = Differential()
        yield one
        one.close()


@pytest.mark.parametrize("kind", KINDS)
def test_what_is_shown_is_what_torch_loads(fuzz: Differential, kind: str) -> None:
    fuzz.outcomes.clear()
    names = [f"{kind}:{number}" for number in range(INPUTS)]
    assert list(fuzz.differences((name, made(name)) for name in names)) == []
    # They reach past the outermost checks: every fifth at least opens as sound and loads.
    assert fuzz.outcomes["sound here, loads in torch"] > INPUTS / 5


def test_what_differed_once(fuzz: Differential) -> None:
    assert list(fuzz.differences(known())) == []


def test_a_difference_is_found(fuzz: Differential, monkeypatch: pytest.MonkeyPatch) -> None:
    def otherwise(path: str) -> Shown:
        found = shown(path)
        for fact in found.facts.values():
            if fact[0] == "tensor":
                fact[DTYPE] = "float99"
        return found

    monkeypatch.setattr(differential, "shown", otherwise)
    name = next(f"zip:{number}" for number in range(INPUTS) if _is_sound(fuzz, f"zip:{number}"))
    ((_, found),) = fuzz.differences([(name, made(name))])
    assert found.cause == "shown otherwise: dtype"


def _is_sound(fuzz: Differential, name: str) -> bool:
    fuzz.outcomes.clear()
    list(fuzz.differences([(name, made(name))]))
    return fuzz.outcomes["sound here, loads in torch"] == 1


def test_what_is_raised_is_a_difference(fuzz: Differential, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(differential, "shown", lambda path: 1 / 0)
    found = list(fuzz.differences([("zip:1", made("zip:1"))]))
    assert [each.cause.partition(" at ")[0] for _, each in found] == ["raises ZeroDivisionError"]
    assert isinstance(found[0][1], Difference)


def test_inputs_are_made_again() -> None:
    for kind in KINDS:
        assert made(f"{kind}:1") == made(f"{kind}:1") != made(f"{kind}:2")


def test_torch_that_hangs_is_ended_and_asked_for_the_rest(tmp_path: Path) -> None:
    nested = b"\x80\2})" + b"2\x86".replace(b"2", b"q\0h\0") * 40 + b"Ns."
    files = {"hangs": nested, "loads": b"\x80\2K\1."}
    for name, pickled in files.items():
        (tmp_path / name).write_bytes(zipped({"a/data.pkl": pickled, "a/version": b"3\n"}))
    judge = Judge(seconds=1)
    try:
        judge.ask([str(tmp_path / name) for name in files])
        hangs, loads = judge.answers()
    finally:
        judge.close()
    assert hangs["plain"]["died"]
    assert loads["plain"]["facts"] == {"": ["value", "i1"]}
