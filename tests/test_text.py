"""Numbers and values as people read them."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.memory.sizes import memory_text
from core.objects.value_text import key_text, value_text
from core.pickling.nodes import Call, DictNode, Global, OldStr, PersistentId, SetNode
from core.text import clip, count_text, shape_text, size_text, use_decimal_units


@pytest.mark.parametrize(
    ("nbytes", "text"),
    [
        (0, "0 B"),
        (508, "508 B"),
        (1023, "1023 B"),
        (1024, "1.00 KiB"),
        (10_234, "9.99 KiB"),
        (10_236, "10.0 KiB"),
        (102_348, "99.9 KiB"),
        (102_350, "100 KiB"),
        (1_023_487, "999 KiB"),
        (1_023_488, "0.98 MiB"),
        (4_834_567, "4.61 MiB"),
        (3_600_000_000, "3.35 GiB"),
        (2 << 60, "2048 PiB"),
    ],
)
def test_sizes(nbytes: int, text: str) -> None:
    """The same for a file, a tensor and the memory of a card."""
    assert size_text(nbytes) == memory_text(nbytes) == text


@pytest.mark.parametrize(
    ("nbytes", "text"),
    [
        (999, "999 B"),
        (1000, "1.00 kB"),
        (9_996, "10.0 kB"),
        (999_499, "999 kB"),
        (999_500, "1.00 MB"),
        (3_600_000_000, "3.60 GB"),
        (2 * 10**18, "2000 PB"),
    ],
)
def test_a_front_end_prefers_decimal_units_and_memory_stays_binary(nbytes: int, text: str) -> None:
    memory = memory_text(nbytes)
    use_decimal_units(True)
    try:
        assert size_text(nbytes) == text
        assert memory_text(nbytes) == memory
    finally:
        use_decimal_units(False)


@given(st.integers(1024, 10**17))
def test_sizes_are_near(nbytes: int) -> None:
    number, unit = size_text(nbytes).split()
    assert sum(char.isdigit() for char in number) == 3
    factor = 1024 ** (1 + ["KiB", "MiB", "GiB", "TiB", "PiB"].index(unit))
    assert abs(float(number) * factor - nbytes) <= 0.0055 * nbytes


def test_shapes_and_counts() -> None:
    assert shape_text((64, 3, 7, 7)) == "64×3×7×7"
    assert shape_text((5,)) == "5"
    assert shape_text(()) == "scalar"
    assert count_text(1, "tensor") == "1 tensor"
    assert count_text(0, "tensor") == "0 tensors"
    assert count_text(1204, "tensor") == "1,204 tensors"
    assert count_text(2, "entry") == "2 entries"
    assert count_text(2, "key") == "2 keys"
    assert count_text(3, "prefix") == "3 prefixes"


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (3, "3"),
        (-0.5, "-0.5"),
        (True, "True"),
        (None, "None"),
        ("adam", "'adam'"),
        (OldStr("old"), "'old'"),
        (b"abc", "3 bytes"),
        (Call("R", Global("_codecs", "encode"), ("abc", "latin1")), "3 bytes"),
        ((b"abc", 1), "(3 bytes, 1)"),
        ([1, 2], "[1, 2]"),
        ((1,), "(1,)"),
        ([0] * 1000, "list of 1,000"),
        (DictNode(["a", 1]), "dict of 1"),
        (SetNode([1], frozen=False), "set of 1"),
        (Global("os", "system"), "os.system"),
        (Call("R", Global("torch", "device"), ("cuda", 7)), "torch.device('cuda:7')"),
        (Call("N", Global("argparse", "Namespace"), ()), "argparse.Namespace"),
        (PersistentId(("storage", None, "12", "cpu", 3)), "storage 12"),
    ],
)
def test_values(value: Any, text: str) -> None:
    assert value_text(value) == text


@pytest.mark.parametrize(
    "value",
    [
        "x" * 10**7,
        2**1_000_000,
        [2**1000] * 4,
        Global("m" * 10**6, "n"),
        Call("R", Global("m", "f"), ("x" * 10**6,)),
        Call("R", Global("torch", "device"), ("x" * 10**6, 1)),
        Call("R", Global("_codecs", "encode"), ("x" * 10**6, "latin1")),
        ["y" * 10**6],
        PersistentId(("module", Global("m" * 10**6, "n"))),
    ],
    ids=range(9),
)
def test_nothing_makes_a_long_text(value: Any) -> None:
    assert len(value_text(value)) < 200


def test_keys() -> None:
    assert key_text("a b") == "a b"
    assert key_text(7) == "7"
    assert key_text((1, "a")) == "(1, 'a')"
    assert key_text(None) == "None"


@pytest.mark.parametrize("data", [b"abc", b"\xff\0", b""])
def test_keys_of_bytes_read_the_same_in_every_protocol(data: bytes) -> None:
    as_text = Call("R", Global("_codecs", "encode"), (data.decode("latin-1"), "latin1"))
    of_none = Call("R", Global("__builtin__", "bytes"), ())
    assert key_text(data) == key_text(as_text) == repr(data)
    assert data or key_text(of_none) == repr(data)
    assert key_text((data, 1)) == key_text((as_text, 1))


@given(st.text(st.characters(codec=None)))
def test_clipped_text_is_one_printable_line(text: str) -> None:
    assert all(char.isprintable() for char in clip(text, 20))
    assert len(clip(text, 20)) <= 20
