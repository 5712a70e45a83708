"""Headers of safetensors files as the package writes none: refused where it refuses them, else shown as it loads them.

What is expected was told by safetensors 0.8.0 (``safetensors.deserialize``, ``safetensors.torch.load_file``).
"""

from __future__ import annotations

import json
import struct
from pathlib import Path
from typing import Any

import pytest

from core.catalogue.build import build_catalogue
from core.catalogue.checkpoint import open_checkpoint
from core.diagnosis.diagnose import diagnose
from core.errors import CheckpointError
from core.loading.computer import Computer
from tests.support.engine import catalogue_of, planned

EIGHT = b'"dtype":"F32","shape":[2],"data_offsets":[0,8]'


def facts(dtype: str = "F32", shape: Any = (2,), offsets: Any = (0, 8), **more: Any) -> dict[str, Any]:
    return {"dtype": dtype, "shape": list(shape), "data_offsets": list(offsets), **more}


A, B = facts(), facts(offsets=(8, 16))
REFUSED: dict[str, tuple[Any, int]] = {
    "a gap": ({"a": A, "b": facts(offsets=(12, 20))}, 20),
    "a gap in front": ({"a": facts(offsets=(4, 12))}, 12),
    "an overlap": ({"a": A, "b": facts(offsets=(4, 12))}, 12),
    "the same bytes": ({"a": A, "b": A}, 8),
    "an empty tensor inside another": ({"a": A, "e": facts(shape=(0,), offsets=(4, 4))}, 8),
    "an empty tensor behind the end": ({"a": A, "e": facts(shape=(0,), offsets=(16, 16))}, 8),
    "bytes behind the end": ({"a": A}, 9),
    "bytes of no tensor": ({}, 1),
    "cut short": ({"a": A}, 7),
    "a larger shape": ({"a": facts(shape=(3,))}, 8),
    "a smaller shape": ({"a": facts(shape=(1,))}, 8),
    "more elements than can be": ({"a": facts(shape=(1 << 62, 4))}, 8),
    "more elements than can be, and none": ({"a": facts(shape=(1 << 62, 4, 0), offsets=(0, 0))}, 0),
    "a size of 65 bits": ({"a": facts(shape=(1 << 64,), offsets=(0, 0))}, 0),
    "a size that is no whole number": ({"a": facts(shape=(2.0,))}, 8),
    "a size that is True": ({"a": facts(shape=(True,), offsets=(0, 4))}, 4),
    "a shape in text": ({"a": facts(shape="2")}, 8),
    "no shape": ({"a": {"dtype": "F32", "data_offsets": [0, 8]}}, 8),
    "offsets the other way round": ({"a": facts(offsets=(8, 0))}, 8),
    "three offsets": ({"a": facts(offsets=(0, 8, 8))}, 8),
    "negative offsets": ({"a": facts(offsets=(-8, 0))}, 8),
    "offsets that are no whole numbers": ({"a": facts(offsets=(0.0, 8.0))}, 8),
    "an offset that is False": ({"a": facts(offsets=(False, 8))}, 8),
    "half a byte": ({"a": facts("F4", (3,), (0, 2))}, 2),
    "nothing for a tensor": ({"a": None}, 8),
    "a number in the metadata": ({"__metadata__": {"format": 1}, "a": A}, 8),
    "a dict in the metadata": ({"__metadata__": {"format": {"a": "b"}}, "a": A}, 8),
    "a list for metadata": ({"__metadata__": [], "a": A}, 8),
    "a tensor for metadata": ({"__metadata__": A, "a": A}, 8),
    "two tensors of a name": (b'{"a":{%b},"a":{"dtype":"F32","shape":[2],"data_offsets":[8,16]}}' % EIGHT, 16),
    "two dtypes": (b'{"a":{"dtype":"F64",%b}}' % EIGHT, 8),
    "metadata twice": (b'{"__metadata__":{},"__metadata__":{},"a":{%b}}' % EIGHT, 8),
    "NaN": (b'{"__metadata__":{"a":NaN},"a":{%b}}' % EIGHT, 8),
    "minus zero": (b'{"a":{"dtype":"F32","shape":[2],"data_offsets":[-0,8]}}', 8),
    "half a surrogate pair": (b'{"\\ud800":{%b}}' % EIGHT, 8),
    "half a surrogate pair in bytes": (b'{"\xed\xa0\x80":{%b}}' % EIGHT, 8),
    "no UTF-8": (b'{"\xff":{%b}}' % EIGHT, 8),
    "a line break in a name": (b'{"a\n":{%b}}' % EIGHT, 8),
    "zeros behind the header": (b'{"a":{%b}}\0\0' % EIGHT, 8),
    "something behind the header": (b'{"a":{%b}}x' % EIGHT, 8),
    "a list": (b"[]", 0),
    "nothing": (b"", 0),
}
LOADED: dict[str, tuple[Any, int, dict[str, Any]]] = {
    "one": ({"a": A}, 8, {"a": ("float32", (2,))}),
    "in another order": ({"b": B, "a": A}, 16, {"a": ("float32", (2,)), "b": ("float32", (2,))}),
    "an empty one between": (
        {"a": A, "e": facts(shape=(0,), offsets=(8, 8)), "b": B},
        16,
        {"a": ("float32", (2,)), "e": ("float32", (0,)), "b": ("float32", (2,))},
    ),
    "a number": ({"a": facts(shape=(), offsets=(0, 4))}, 4, {"a": ("float32", ())}),
    "none": ({}, 0, {}),
    "metadata alone": ({"__metadata__": {"a": "-0"}}, 0, {}),
    "no metadata": ({"__metadata__": None, "a": A}, 8, {"a": ("float32", (2,))}),
    "more facts": ({"a": facts(more=1)}, 8, {"a": ("float32", (2,))}),
    "blanks behind the header": (b'{"a":{%b}}  \n' % EIGHT, 8, {"a": ("float32", (2,))}),
    "a name beside minus zero": (b'{"a-0":{%b}}' % EIGHT, 8, {"a-0": ("float32", (2,))}),
    "a pair of surrogates": (b'{"\\ud83d\\ude00":{%b}}' % EIGHT, 8, {"\N{GRINNING FACE}": ("float32", (2,))}),
    "complex": ({"a": facts("C64", (1,))}, 8, {"a": ("complex64", (1,))}),
    "scales": ({"a": facts("F8_E8M0", (8,))}, 8, {"a": ("float8_e8m0fnu", (8,))}),
    "the other 8 bits": ({"a": facts("F8_E4M3FNUZ", (8,))}, 8, {"a": ("float8_e4m3fnuz", (8,))}),
    "and the other": ({"a": facts("F8_E5M2FNUZ", (8,))}, 8, {"a": ("float8_e5m2fnuz", (8,))}),
    "pairs of 4 bits": ({"a": facts("F4", (2, 8))}, 8, {"a": ("float4_e2m1fn_x2", (2, 4))}),
}


def written(path: Path, header: Any, count: int) -> Path:
    raw = header if isinstance(header, bytes) else json.dumps(header).encode()
    path.write_bytes(struct.pack("<Q", len(raw)) + raw + bytes(count))
    return path


@pytest.mark.parametrize("name", REFUSED)
def test_what_the_package_refuses_does_not_open(name: str, tmp_path: Path) -> None:
    path = written(tmp_path / "a.safetensors", *REFUSED[name])
    with pytest.raises(CheckpointError):
        build_catalogue(open_checkpoint(path))


@pytest.mark.parametrize("name", LOADED)
def test_what_the_package_loads_is_shown_as_it_does(name: str, tmp_path: Path) -> None:
    header, count, expected = LOADED[name]
    catalogue = catalogue_of(written(tmp_path / "a.safetensors", header, count))
    assert {catalogue.label_text(each.entry): each[2:4] for each in catalogue.tensors} == expected
    assert catalogue.checkpoint.container == "safetensors"


@pytest.mark.parametrize("dtype", ["F6_E2M3", "F6_E3M2", "C128"])
def test_dtypes_that_torch_lacks_are_said_to_be_bytes(dtype: str, tmp_path: Path) -> None:
    path = written(tmp_path / "a.safetensors", {"a": facts(dtype, (8,), (0, 6)), "b": facts(offsets=(6, 14))}, 14)
    (found,) = (each for each in diagnose(planned(path), Computer()) if each.code != "no-format")
    assert f"Its tensors of {dtype} are shown as bytes" in found.explanation
    assert [each[2:4] for each in catalogue_of(path).tensors] == [("uint8", (6,)), ("float32", (2,))]
