"""What stands in for `typing` and `dataclasses` does what those do."""

from __future__ import annotations

import copy
import dataclasses
import pickle
import subprocess
import sys
import typing
from pathlib import Path

import pytest
import torch

from core import light
from tests.places import ROOT


class Light(light.NamedTuple):
    """A place."""

    x: int
    y: int = 2

    @property
    def both(self) -> int:
        return self.x + self.y

    @classmethod
    def of(cls, number: int) -> Light:
        return cls(number, number)


class Real(typing.NamedTuple):
    """A place."""

    x: int
    y: int = 2

    @property
    def both(self) -> int:
        return self.x + self.y

    @classmethod
    def of(cls, number: int) -> Real:
        return cls(number, number)


@light.dataclass(frozen=True, eq=False, repr=False)
class LightRecord:
    kind: light.ClassVar[str] = "record"
    name: str
    size: int = 3


@dataclasses.dataclass(frozen=True, eq=False, repr=False)
class RealRecord:
    kind: typing.ClassVar[str] = "record"
    name: str
    size: int = 3


def outcome(act: object) -> object:
    """What a call gives, or the kind of error that it raises."""
    try:
        return act()  # type: ignore[operator]
    except (TypeError, AttributeError) as error:
        return TypeError if isinstance(error, TypeError) else AttributeError


@pytest.mark.parametrize(
    "act",
    [
        lambda kind: tuple(kind(1)),
        lambda kind: tuple(kind(1, y=5)),
        lambda kind: kind(),
        lambda kind: kind(1, 2, 3),
        lambda kind: kind(1, z=3),
        lambda kind: kind(1).both,
        lambda kind: tuple(kind.of(4)),
        lambda kind: tuple(kind(1)._replace(x=9)),
        lambda kind: kind._fields,
        lambda kind: kind.__doc__,
        lambda kind: kind.__module__,
        lambda kind: setattr(kind(1), "x", 2),
        lambda kind: kind(1) == kind(1, 2),
        lambda kind: tuple(pickle.loads(pickle.dumps(kind(7)))),
        lambda kind: isinstance(kind(1), tuple),
    ],
)
def test_a_named_tuple_is_one_of_typing(act: object) -> None:
    assert outcome(lambda: act(Light)) == outcome(lambda: act(Real))  # type: ignore[operator]


@pytest.mark.parametrize(
    "act",
    [
        lambda kind: vars(kind("a")),
        lambda kind: vars(kind("a", 4)),
        lambda kind: (kind("a").kind, kind.kind),
        lambda kind: kind("a", kind="b"),
        lambda kind: vars(kind(size=1, name="b")),
        lambda kind: kind(),
        lambda kind: kind("a", 1, 2),
        lambda kind: kind("a", name="b"),
        lambda kind: kind("a", width=2),
        lambda kind: setattr(kind("a"), "name", "b"),
        lambda kind: setattr(kind("a"), "other", "b"),
        lambda kind: delattr(kind("a"), "name"),
        lambda kind: kind("a") == kind("a"),
        lambda kind: len({kind("a"), kind("a")}),
        lambda kind: vars(copy.copy(kind("a"))),
    ],
)
def test_a_record_is_a_frozen_dataclass(act: object) -> None:
    assert outcome(lambda: act(LightRecord)) == outcome(lambda: act(RealRecord))  # type: ignore[operator]


def test_other_dataclasses_are_left_to_the_standard_library() -> None:
    with pytest.raises(TypeError, match="standard library"):
        light.dataclass(frozen=True, eq=True, repr=False)


@pytest.mark.parametrize("container", ["zip", "legacy"])
def test_inspect_imports_nothing_that_takes_long(container: str, tmp_path: Path) -> None:
    path = tmp_path / "a.file"
    torch.save({"a": torch.ones(2)}, path, _use_new_zipfile_serialization=container == "zip")
    code = (
        f"import main, sys; main.main(['inspect', {str(path)!r}]);"
        "slow = {'typing', 'dataclasses', 're', 'enum', 'inspect', 'pathlib', 'json'} & set(sys.modules);"
        "print(slow, file=sys.stderr)"
    )
    done = subprocess.run([sys.executable, "-S", "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stderr.strip() == "set()"
