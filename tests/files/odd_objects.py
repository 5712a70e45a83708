"""Objects that people leave in checkpoints, and the plain data that says the same."""

from __future__ import annotations

import argparse
import collections
import dataclasses
import datetime as dt
import decimal
import enum
import fractions
import functools
import io
import pathlib
import types
import uuid
import warnings
from typing import Any, NamedTuple

import numpy as np
import torch
from torch import nn


class Colour(enum.Enum):
    RED = 1
    BLUE = "blue"


class Level(enum.IntEnum):
    LOW = 3


class Options(enum.Flag):
    A = 1
    B = 2


@dataclasses.dataclass
class Config:
    rate: float
    layers: list[int]


@dataclasses.dataclass(frozen=True, slots=True)
class Frozen:
    rate: float
    name: str


class Point(NamedTuple):
    x: int
    y: float


class Attributes:
    """An object of a class of one's own."""

    def __init__(self, **given: Any) -> None:
        self.__dict__.update(given)


class Text(str):  # noqa: SLOT000 - as people write it
    """A text of a class of one's own."""


class Number(int):
    """A number of a class of one's own."""


class Steps(list):  # type: ignore[type-arg]
    """A list of a class of one's own."""


class Table(dict):  # type: ignore[type-arg]
    """A dict of a class of one's own, with attributes."""


class OwnTensor(torch.Tensor):
    """A tensor of a class of one's own."""


class Cannot(NamedTuple):
    """Stands for what has no plain data."""


READ_TOO_EARLY = ("nested tensor", "generator")
"""What torch makes from bytes that it reads later, where the container is the one of torch before 1.6."""
CANNOT = Cannot()


def a_function(value: Any) -> Any:
    return value


def _tensors_torch_warns_of() -> dict[str, Any]:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        scales, zeros = torch.tensor([0.1, 0.2], dtype=torch.float64), torch.tensor([0, 1])
        return {
            "sparse": torch.eye(3).to_sparse(),
            "csr": torch.eye(3).to_sparse_csr(),
            "nested tensor": torch.nested.nested_tensor([torch.ones(2), torch.ones(3)]),
            "quantised": torch.quantize_per_tensor(torch.ones(4), 0.1, 3, torch.qint8),
            "per channel": torch.quantize_per_channel(torch.ones(2, 3), scales, zeros, 0, torch.quint8),
            "typed storage": torch.ones(3).storage(),
        }


_LINEAR = nn.Linear(1, 1)
_BASE = torch.arange(6.0).reshape(2, 3)
_PARAMETER = nn.Parameter(torch.ones(2), requires_grad=False)
_TABLE = Table(a=1)
_TABLE.extra = 5  # type: ignore[attr-defined]
_OWN = torch.ones(3).as_subclass(OwnTensor)
_MARKED = torch.ones(2)
_MARKED.note = "kept"  # type: ignore[attr-defined]
_ORDERED: Any = collections.OrderedDict(a=torch.ones(1))
_ORDERED._metadata = collections.OrderedDict({"": {"version": 1}})

ALLOWED: dict[str, Any] = {
    "none": None,
    "true": True,
    "small": 7,
    "negative": -5,
    "word": 70_000,
    "huge": 2**80,
    "negative huge": -(2**300),
    "float": 0.1,
    "nan": float("nan"),
    "infinite": float("-inf"),
    "complex": 1 + 2j,
    "text": "run-ü",
    "lone surrogate": "\ud800x",
    "long text": "x" * 70_000,
    "bytes": b"ab\xff",
    "bytearray": bytearray(b"ab\xff"),
    "empty bytearray": bytearray(),
    "list": [1, [2, []]],
    "tuple": (1, 2, 3, 4, ()),
    "dict": {"a": {1: {(1, 2): None}}},
    "empties": [[], (), {}, set(), ""],
    "many": list(range(2500)),
    "many keys": {str(key): key for key in range(1100)},
    "set": {1, "a", (2, 3)},
    "ordered": _ORDERED,
    "counter": collections.Counter("abca"),
    "torch dtype": torch.bfloat16,
    "torch device": torch.device("cpu"),
    "torch size": torch.Size([2, 3]),
    "tensor": _BASE,
    "views": [_BASE, _BASE[0], _BASE.t()],
    "parameter": _PARAMETER,
    "complex tensor": torch.ones(2, dtype=torch.complex64).conj(),
    "negated tensor": torch.ones(2, dtype=torch.complex64).conj().imag,
    "new dtypes": [
        torch.ones(3).to(dtype) for dtype in (torch.uint16, torch.uint32, torch.uint64, torch.float8_e4m3fn)
    ],
    "empty tensor": torch.empty(0, 3),
    "marked tensor": _MARKED,
    **_tensors_torch_warns_of(),
    "meta tensor": torch.empty(3, device="meta"),
    "storage": torch.ones(3).untyped_storage(),
    "layout": torch.sparse_coo,
}
"""Values that ``torch.load(f)`` is to judge for itself: most of them load."""

ODD: dict[str, tuple[Any, Any]] = {
    "namespace": (argparse.Namespace(lr=0.1, names=["a"]), {"lr": 0.1, "names": ["a"]}),
    "empty namespace": (argparse.Namespace(), {}),
    "simple namespace": (types.SimpleNamespace(a=1), {"a": 1}),
    "namespace in namespace": (argparse.Namespace(deep=argparse.Namespace(x=1)), {"deep": {"x": 1}}),
    "path": (pathlib.PosixPath("/data/run/best.pt"), "/data/run/best.pt"),
    "relative path": (pathlib.PurePosixPath("run/best.pt"), "run/best.pt"),
    "root path": (pathlib.PosixPath("/"), "/"),
    "empty path": (pathlib.PosixPath(), "."),
    "windows path": (pathlib.PureWindowsPath("C:\\data\\best.pt"), "C:\\data\\best.pt"),
    "windows share": (pathlib.PureWindowsPath("\\\\host\\share\\a"), "\\\\host\\share\\a"),
    "windows relative": (pathlib.PureWindowsPath("C:best.pt"), "C:best.pt"),
    "date": (dt.date(2026, 1, 31), "2026-01-31"),
    "moment": (dt.datetime(2026, 1, 31, 12, 5, 6, 70), "2026-01-31T12:05:06.000070"),  # noqa: DTZ001
    "time": (dt.time(1, 2, 3), "01:02:03.000000"),
    "duration": (dt.timedelta(days=1, microseconds=500_000), 86_400.5),
    "enum": (Colour.RED, 1),
    "text enum": (Colour.BLUE, "blue"),
    "int enum": (Level.LOW, 3),
    "flag": (Options.A | Options.B, 3),
    "frozen set": (frozenset({1, 2}), {1, 2}),
    "empty frozen set": (frozenset(), set()),
    "frozen set of frozen sets": ([frozenset({1})], [{1}]),
    "default dict": (collections.defaultdict(list, a=[1]), {"a": [1]}),
    "empty default dict": (collections.defaultdict(int), {}),
    "deque": (collections.deque([1, 2]), [1, 2]),
    "bounded deque": (collections.deque([1, 2], maxlen=5), [1, 2]),
    "empty deque": (collections.deque(maxlen=5), []),
    "range": (range(1, 9, 2), [1, 3, 5, 7]),
    "slice": (slice(1, 2), CANNOT),
    "empty bytes": (b"", b""),
    "decimal": (decimal.Decimal("0.10"), "0.10"),
    "fraction": (fractions.Fraction(1, 3), "1/3"),
    "uuid": (uuid.UUID(int=5), "00000000-0000-0000-0000-000000000005"),
    "buffer": (io.BytesIO(b"abc"), b"abc"),
    "dataclass": (Config(0.1, [1, 2]), {"rate": 0.1, "layers": [1, 2]}),
    "named tuple": (Point(1, 2.5), (1, 2.5)),
    "attributes": (Attributes(a=1, b=[2]), {"a": 1, "b": [2]}),
    "no attributes": (Attributes(), {}),
    "own text": (Text("abc"), "abc"),
    "own number": (Number(4), 4),
    "own list": (Steps([1, 2]), [1, 2]),
    "own dict": (_TABLE, {"a": 1}),
    "class": (Attributes, f"{__name__}.Attributes"),
    "builtin class": (int, "builtins.int"),
    "function": (a_function, f"{__name__}.a_function"),
    "torch function": (torch.nn.functional.relu, "torch.nn.functional.relu"),
    "partial": (functools.partial(a_function, 1), CANNOT),
    "ellipsis": (..., "builtins.Ellipsis"),
    "generator": (torch.Generator(), CANNOT),
    "module": (_LINEAR, _LINEAR.state_dict()),
    "own tensor": (_OWN, torch.ones(3)),
    "numpy float64": (np.float64(0.93), 0.93),
    "numpy float32": (np.float32(0.5), 0.5),
    "numpy float16": (np.float16(0.5), 0.5),
    "numpy int64": (np.int64(-5), -5),
    "numpy uint64": (np.uint64(2**63), 2**63),
    "numpy uint8": (np.uint8(7), 7),
    "numpy bool": (np.bool_(True), True),
    "numpy complex": (np.complex64(1 + 2j), 1 + 2j),
    "numpy big-endian": (np.dtype(">f4").type(1.5), 1.5),
    "numpy nan": (np.float64("nan"), float("nan")),
    "numpy text": (np.str_("héé"), "héé"),
    "numpy bytes": (np.bytes_(b"abc"), "abc"),
    "numpy moment": (np.datetime64("2026-01-31"), CANNOT),
    "numpy long double": (np.longdouble(1.5), CANNOT),
    "numpy dtype": (np.dtype("float32"), "float32"),
    "numpy big dtype": (np.dtype(">i2"), "int16"),
    "numpy class": (np.float32, "float32"),
    "numpy bool class": (np.bool_, "bool"),
    "array": (np.arange(6.0).reshape(2, 3), torch.arange(6.0, dtype=torch.float64).reshape(2, 3)),
    "fortran array": (np.asfortranarray(np.arange(6).reshape(2, 3)), torch.tensor([[0, 3], [1, 4], [2, 5]]).t()),
    "big-endian array": (np.arange(4, dtype=">i4"), torch.arange(4, dtype=torch.int32)),
    "big-endian complex": (np.array([1 + 2j], dtype=">c16"), torch.tensor([1 + 2j], dtype=torch.complex128)),
    "0-d array": (np.array(2.5), torch.tensor(2.5, dtype=torch.float64)),
    "empty array": (np.empty((0, 3), dtype=np.float32), torch.empty(0, 3)),
    "bool array": (np.array([True, False]), torch.tensor([True, False])),
    "complex array": (np.array([1 + 2j], dtype=np.complex64), torch.tensor([1 + 2j], dtype=torch.complex64)),
    "half array": (np.array([1, 2], dtype=np.float16), torch.tensor([1, 2], dtype=torch.float16)),
    "uint16 array": (np.array([1, 65535], dtype=np.uint16), torch.tensor([1, 65535], dtype=torch.uint16)),
    "strided array": (np.arange(10)[::3], torch.arange(10)[::3].clone()),
    "transposed array": (np.arange(6).reshape(2, 3).T, torch.arange(6).reshape(2, 3).T),
    "object array": (np.array([1, "a", None], dtype=object), [1, "a", None]),
    "text array": (np.array(["a", "bcd"]), ["a", "bcd"]),
    "bytes array": (np.array([b"a", b"bcd"]), ["a", "bcd"]),
    "2-d text array": (np.array([["a", "b"], ["c", "d"]]), [["a", "b"], ["c", "d"]]),
    "record array": (np.zeros(2, dtype=[("a", "i4")]), CANNOT),
    "masked array": (np.ma.array([1, 2], mask=[True, False]), CANNOT),
    "random state": (np.random.RandomState(0), CANNOT),
    "numpy state": (("MT19937", np.arange(3, dtype=np.uint32), 1), ("MT19937", torch.arange(3).to(torch.uint32), 1)),
    "numpy key": ({np.int64(3): "a"}, {3: "a"}),
    "path key": ({pathlib.PosixPath("a"): 1}, {"a": 1}),
    "frozen key": ({frozenset({1}): 1}, {(1,): 1}),
    "frozen key in a tuple": ({(frozenset({1}), 2): 1}, {((1,), 2): 1}),
    "frozen set in a set": ({frozenset({1})}, {(1,)}),
    "dataclass as a key": ({Frozen(0.1, "a"): 1}, CANNOT),
    "object as a key": ({Attributes(a=1): 1}, CANNOT),
    "named tuple in set": ({Point(1, 2)}, {(1, 2)}),
    "numpy in set": ({np.int64(4)}, {4}),
    "default factory of one's own": (collections.defaultdict(Attributes, a=1), {"a": 1}),
    "in an ordered dict": (collections.OrderedDict(a=np.float64(1.5)), collections.OrderedDict(a=1.5)),
    "in a counter": (collections.Counter({"a": np.int64(2)}), collections.Counter(a=2)),
}
"""Objects that ``torch.load(f)`` refuses, and what is expected in their place; `CANNOT` where nothing is."""
