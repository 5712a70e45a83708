"""Objects in checkpoints: the diagnosis says just what torch says, and plain data in their place loads."""

from __future__ import annotations

import collections
import pathlib
import warnings
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from cli.main import run
from tests.files.bombs import as_zip, text
from tests.files.odd_objects import ALLOWED, CANNOT, ODD, Attributes, Frozen
from tests.support.engine import planned
from tests.support.judging import assert_agree, assert_cures_cure, cured_copy, quiet_load
from tests.support.oracle import assert_same
from tests.support.thinning import halves, in_turn

CONTAINERS = ("zip", "legacy")
PROTOCOLS = (2, 3, 4, 5)
_NO_ORACLE = ("csr", "nested tensor", "storage", "typed storage", "layout")  # that they load is all that can be told


def with_protocols(names: Iterable[str]) -> list[Any]:
    """Each name in each container, with half of the protocols each, so that it has all of them; the others are long."""
    shared = [
        (name, container, halves(PROTOCOLS, number + at))
        for number, name in enumerate(names)
        for at, container in enumerate(CONTAINERS)
    ]
    return [pytest.param(name, container, some, id=f"{name}-{container}") for name, container, (some, _) in shared] + [
        pytest.param(name, container, rest, id=f"{name}-{container}-others", marks=pytest.mark.long)
        for name, container, (_, rest) in shared
    ]


def written(value: Any, path: Path, container: str, protocol: int) -> Path:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        torch.save(value, path, _use_new_zipfile_serialization=container == "zip", pickle_protocol=protocol)
    return path


def load_cured(value: Any, folder: Path, container: str, protocol: int) -> Any:
    """What plain ``torch.load`` gives of a file with all its cures; `CANNOT` where it refuses that as well."""
    source, target = written(value, folder / "a.pt", container, protocol), folder / "b.pt"
    view = planned(source)
    assert_agree(view, source)
    assert_cures_cure(view)
    cured = cured_copy(source, target)
    return CANNOT if assert_agree(cured, target) else quiet_load(target)


@pytest.mark.parametrize(("name", "container", "protocols"), with_protocols(ALLOWED))
def test_what_torch_allows(name: str, container: str, protocols: Sequence[int], tmp_path: Path) -> None:
    if name == "nested tensor" and container == "legacy":
        pytest.skip("torch itself loses the sizes of nested tensors there")
    for protocol in protocols:
        loaded = load_cured({"it": ALLOWED[name]}, tmp_path, container, protocol)
        if name not in _NO_ORACLE:
            assert_same(loaded["it"], ALLOWED[name])


@pytest.mark.parametrize(("name", "container", "protocols"), with_protocols(ODD))
def test_what_torch_refuses(name: str, container: str, protocols: Sequence[int], tmp_path: Path) -> None:
    value, plain = ODD[name]
    for protocol in protocols:
        loaded = load_cured({"it": value, "weight": torch.ones(2)}, tmp_path, container, protocol)
        assert_same(loaded["weight"], torch.ones(2))
        if plain is CANNOT:
            assert "it" not in loaded
        else:
            assert_same(loaded["it"], plain)


@pytest.mark.parametrize(("name", "protocol"), in_turn([*ODD], (2, 4)))
def test_the_whole_file_is_such_an_object(name: str, protocol: int, tmp_path: Path) -> None:
    value, plain = ODD[name]
    loaded = load_cured(value, tmp_path, "zip", protocol)
    assert loaded is CANNOT if plain is CANNOT else assert_same(loaded, plain) is None


def test_the_tables_are_what_they_say(tmp_path: Path) -> None:
    for name, (value, _) in ODD.items():
        with pytest.raises(Exception, match="Weights only load failed"):
            quiet_load(written(value, tmp_path / "a.pt", "zip", 2))
        assert name not in ALLOWED
    for value in ALLOWED.values():
        quiet_load(written(value, tmp_path / "a.pt", "zip", 2))


def in_a_circle(value: Any) -> Any:
    """A list that holds itself, and an object that knows who holds it."""
    circle: list[Any] = [value]
    circle += [circle, Attributes(held_by=circle)]
    return circle


_LEAVES = st.one_of(
    st.sampled_from([value for name, value in ALLOWED.items() if name not in _NO_ORACLE]),
    st.sampled_from([value for value, _ in ODD.values()]),
    st.integers(),
    st.text(max_size=5),
    st.binary(max_size=5),
)
_KEYS = st.one_of(
    st.text(max_size=3), st.integers(), st.sampled_from([np.int64(9), pathlib.PurePosixPath("k"), (1, 2)])
)


def graphs(*more: Any) -> st.SearchStrategy[Any]:
    """Odd values in containers and objects of many kinds; ``more`` maps a strategy to another."""
    return st.recursive(
        _LEAVES,
        lambda inner: st.one_of(
            st.lists(inner, max_size=3),
            st.lists(inner, max_size=4).map(tuple),
            st.dictionaries(_KEYS, inner, max_size=3),
            st.dictionaries(st.text(max_size=3), inner, max_size=3).map(collections.OrderedDict),
            st.dictionaries(st.text(max_size=3), inner, max_size=3).map(
                lambda items: collections.defaultdict(int, items)
            ),
            inner.map(lambda value: Attributes(held=value)),
            inner.map(lambda value: [value, value]),
            inner.map(lambda value: Attributes(a=Attributes(b=value), c=[value])),
            *(each(inner) for each in more),
        ),
        max_leaves=6,
    )


@settings(max_examples=150, suppress_health_check=list(HealthCheck))
@given(
    value=graphs(lambda inner: inner.map(in_a_circle)),
    container=st.sampled_from(CONTAINERS),
    protocol=st.sampled_from(PROTOCOLS),
)
@example(value=in_a_circle(Attributes), container="zip", protocol=2)
@example(
    value=[Attributes(a=1), Attributes(a={Frozen(rate=0.1, name="a"): 1}, b=torch.ones(2))], container="zip", protocol=2
)
@example(value=[[Attributes, 1], Attributes(of=[Attributes, 1])], container="zip", protocol=2)
def test_the_diagnosis_agrees_with_torch(
    value: Any, container: str, protocol: int, tmp_path_factory: pytest.TempPathFactory
) -> None:
    load_cured({"it": value}, tmp_path_factory.getbasetemp(), container, protocol)


@pytest.mark.parametrize("code", ["U²", "S٣", "U-1", "U" + "9" * 5000], ids=lambda code: ascii(code)[:8])
def test_a_length_of_texts_that_is_none_is_borne(code: str, tmp_path: Path) -> None:
    """``numpy.dtype('U²')``: a digit to Python, and no number."""
    dtype = (
        b"cnumpy\ndtype\n"
        + text(code)
        + b"\x89\x88\x87R(K\x03"
        + text("<")
        + b"NNN"
        + (b"J" + b"\xff" * 4) * 2
        + b"K\0tb"
    )
    array = b"cnumpy.core.multiarray\n_reconstruct\ncnumpy\nndarray\nK\0\x85C\x01b\x87R"
    path = tmp_path / "a.pth"
    as_zip(b"}" + text("a") + array + b"(K\x01K\x01\x85" + dtype + b"\x89C\x04abcdtbs")(path)
    assert run(["diagnose", str(path)]) in {0, 3}
