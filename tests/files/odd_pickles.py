"""Pickles that no torch.save writes, put together opcode by opcode; and what torch makes of them, in a child process.

``python -m tests.files.odd_pickles FOLDER`` loads every file of a folder in two ways and prints what came out as JSON:
plain ``torch.load`` and, for what the opcodes mean, Python's own unpickler with no other names than torch allows.
"""

from __future__ import annotations

import hashlib
import json
import struct
import subprocess
import sys
import warnings
from pathlib import Path
from typing import Any

import torch

RECORDS = {name: bytes((int(name) * 16 + at) % 120 for at in range(16)) for name in "0123"}
V1, V2, V3 = "torch._utils _rebuild_tensor", "torch._utils _rebuild_tensor_v2", "torch._utils _rebuild_tensor_v3"
PARAMETER, WITH_STATE = "torch._utils _rebuild_parameter", "torch._utils _rebuild_parameter_with_state"
FROM_TYPE = "torch._tensor _rebuild_from_type_v2"
ORDERED, COUNTER = "collections OrderedDict", "collections Counter"


# --- opcodes ---


def text(value: str) -> bytes:
    raw = value.encode("utf-8", "surrogatepass")
    return b"X" + struct.pack("<I", len(raw)) + raw


def number(value: int) -> bytes:
    return (
        b"J" + struct.pack("<i", value)
        if -(1 << 31) <= value < 1 << 31
        else b"\x8a\x09" + value.to_bytes(9, "little", signed=True)
    )


def name(spelt: str) -> bytes:
    module, _, attribute = spelt.partition(" ")
    return b"c" + module.encode() + b"\n" + attribute.encode() + b"\n"


def put(index: int) -> bytes:
    return b"q" + bytes((index,)) if index < 256 else b"r" + struct.pack("<I", index)


def get(index: int) -> bytes:
    return b"h" + bytes((index,)) if index < 256 else b"j" + struct.pack("<I", index)


def some(*parts: bytes) -> bytes:
    """A tuple."""
    return b"(" + b"".join(parts) + b"t"


def numbers(values: Any) -> bytes:
    return some(*map(number, values))


def call(function: str, *arguments: bytes) -> bytes:
    return name(function) + some(*arguments) + b"R"


def items(*parts: bytes) -> bytes:
    """Keys and values for what is below them on the stack."""
    return b"(" + b"".join(parts) + b"u"


def listed(*parts: bytes) -> bytes:
    return b"](" + b"".join(parts) + b"e"


def table(**values: bytes) -> bytes:
    """A dict."""
    return b"}" + items(*(part for key, value in values.items() for part in (text(key), value)))


EMPTY = name(ORDERED) + b")R"


def storage(key: str = "0", kind: str = "torch FloatStorage", device: str = "cpu", numel: int = 4) -> bytes:
    return some(text("storage"), name(kind), text(key), text(device), number(numel)) + b"Q"


def arguments(
    of: bytes | None = None,
    offset: int = 0,
    shape: Any = (2, 2),
    stride: Any = (2, 1),
    grad: bytes = b"\x89",
    hooks: bytes = EMPTY,
) -> tuple[bytes, ...]:
    return of or storage(), number(offset), numbers(shape), numbers(stride), grad, hooks


def tensor(*args: Any, **options: Any) -> bytes:
    return call(V2, *arguments(*args, **options))


def keyed(key: str) -> bytes:
    return tensor(storage(key))


T0, T1, T2 = map(keyed, "012")


def pickled(*parts: bytes, protocol: int = 2) -> bytes:
    return b"\x80" + bytes((protocol,)) + b"".join(parts) + b"."


A, B, C, X, N = text("a"), text("b"), text("c"), text("x"), b"N"
TRUE, FALSE = b"\x88", b"\x89"
MEMOIZE, POP, POP_MARK, DUP, MARK, BUILD, NEWOBJ, NEWOBJ_EX = b"\x94", b"0", b"1", b"2", b"(", b"b", b"\x81", b"\x92"
SIZE, DEVICE = "torch Size", "torch device"


def root(**values: bytes) -> bytes:
    return pickled(table(**values))


def root4(*parts: bytes) -> bytes:
    return pickled(*parts, protocol=4)


def ordered(*parts: bytes) -> bytes:
    return name(ORDERED) + b")R" + (items(*parts) if parts else b"")


def frame(length: int) -> bytes:
    return b"\x95" + length.to_bytes(8, "little")


def stack_global(module: str, attribute: str) -> bytes:
    return (
        b"\x8c"
        + bytes((len(module),))
        + module.encode()
        + b"\x8c"
        + bytes((len(attribute),))
        + attribute.encode()
        + b"\x93"
    )


def write(path: Path, pickle: bytes) -> Path:
    """The pickle in a zip as torch lays it out, with `RECORDS`."""
    writer = torch._C.PyTorchFileWriter(str(path))
    writer.write_record("data.pkl", pickle, len(pickle))
    for key, raw in RECORDS.items():
        writer.write_record(f"data/{key}", raw, len(raw))
    writer.write_end_of_file()
    return path


# --- what torch makes of them ---


def key_of(key: Any) -> str:
    if type(key) is tuple:
        return f"({', '.join(map(key_of, key))})"
    return repr(key) if type(key) in (str, int, float, bool, type(None)) else "an object"


def facts(value: torch.Tensor) -> list[Any]:
    """What is compared of a tensor."""
    plain = value.detach()
    plain = plain.conj() if plain.is_conj() else plain  # as it is stored
    plain = (torch._neg_view(plain) if plain.is_neg() else plain).contiguous()
    raw = plain.reshape(-1).view(torch.uint8).numpy().tobytes() if plain.numel() else b""
    return [
        "tensor",
        str(value.dtype).removeprefix("torch."),
        list(value.shape),
        list(value.stride()),
        value.storage_offset(),
        value.requires_grad,
        isinstance(value, torch.nn.Parameter),
        hashlib.sha256(raw).hexdigest()[:12],
    ]


def described(value: Any) -> dict[str, Any]:
    """Everything in a loaded value, by its path."""
    found: dict[str, Any] = {}
    pending: list[tuple[str, Any, tuple[int, ...]]] = [("", value, ())]
    while pending:
        path, each, above = pending.pop()
        below: list[tuple[Any, Any]] = []
        if isinstance(each, torch.Tensor):
            strange = each.layout != torch.strided or each.is_nested or each.is_meta or each.is_quantized
            found[path] = ["object"] if strange else facts(each)
        elif isinstance(each, dict):
            found[path] = ["dict"]
            below = [*((key_of(key), item) for key, item in each.items()), *getattr(each, "__dict__", {}).items()]
        elif type(each) in (list, tuple):
            found[path] = [type(each).__name__]
            below = [(str(at), item) for at, item in enumerate(each)]
        elif type(each) in (str, int, float, bool, type(None), bytes):
            found[path] = [repr(each)]
        else:
            found[path] = ["object"]
        if id(each) not in above:
            pending += [(f"{path}/{label}", item, (*above, id(each))) for label, item in reversed(below)]
    found["order"] = list(found)
    return found


def _limited() -> Any:
    """A pickle module with Python's unpickler, that imports nothing but what torch allows."""
    import pickle as python
    import types

    from torch._weights_only_unpickler import _get_allowed_globals

    class Unpickler(python.Unpickler):
        def find_class(self, module: str, attribute: str) -> Any:
            found = super().find_class(module, attribute) if module in _MODULES else None
            if found is None or not any(found is each for each in (*_get_allowed_globals().values(), set, frozenset)):
                raise python.UnpicklingError(f"{module}.{attribute}")
            return found

    return types.SimpleNamespace(Unpickler=Unpickler, load=python.load, __name__="limited")


_MODULES = frozenset(
    [
        "collections",
        "torch",
        "torch._utils",
        "torch._tensor",
        "torch.nn.parameter",
        "torch.serialization",
        "torch.storage",
        "_codecs",
        "builtins",
        "__builtin__",
        "torch.sparse",
    ]
)


def loaded(path: Path) -> dict[str, Any]:
    """What a file loads as, plainly and by Python's unpickler; a text for each that fails."""
    found: dict[str, Any] = {}
    for way, options in (("plain", {}), ("python", {"weights_only": False, "pickle_module": _limited()})):
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            try:
                found[way] = described(torch.load(path, **options))
            except Exception as error:  # noqa: BLE001 - whatever it is, it is what the user sees
                found[way] = f"{type(error).__name__}: {error}"[:300]
    return found


def judged(folder: Path) -> dict[str, Any]:
    """`loaded` of every file of a folder, by a child, in case one of them takes torch down."""
    command = [sys.executable, "-m", "tests.files.odd_pickles", str(folder)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 0, f"torch fell over: {done.returncode} {done.stderr[-800:]}"
    found: dict[str, Any] = json.loads(done.stdout)
    return found


if __name__ == "__main__":
    sys.stdout.write(json.dumps({path.name: loaded(path) for path in sorted(Path(sys.argv[1]).iterdir())}))
