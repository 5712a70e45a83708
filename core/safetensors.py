"""Shows safetensors files: a JSON header of names, dtypes, shapes and byte ranges. They name no device.

The header is read here and not by the safetensors package, which opens the tensors themselves and has no
notion of where in the file they lie.
"""

from __future__ import annotations

from core.dtypes import ITEM_SIZES, STORAGE_CLASSES
from core.errors import Malformed
from core.files import read_at
from core.graph import Call, DictNode, Global, PersistentId
from core.light import Any, ClassVar, Literal, dataclass
from core.tensors import NO_DEVICE

READ_ONLY = (
    "This is a safetensors file. It names no devices and holds no code, so there is nothing to fix: "
    "load it with safetensors.torch.load_file(f, device=…)."
)
_MAX_HEADER = 100_000_000  # the limit that the format itself sets
_STORAGE_OF = {
    "F64": "DoubleStorage",
    "F32": "FloatStorage",
    "F16": "HalfStorage",
    "BF16": "BFloat16Storage",
    "I64": "LongStorage",
    "I32": "IntStorage",
    "I16": "ShortStorage",
    "I8": "CharStorage",
    "U8": "ByteStorage",
    "BOOL": "BoolStorage",
}
_DTYPE_OF = {"F8_E4M3": "float8_e4m3fn", "F8_E5M2": "float8_e5m2", "U16": "uint16", "U32": "uint32", "U64": "uint64"}


@dataclass(frozen=True, eq=False, repr=False)
class SafetensorsArchive:
    """The header, and where the bytes begin."""

    header: dict[str, Any]
    data_start: int

    kind: ClassVar[Literal["safetensors"]] = "safetensors"

    def graph(self) -> DictNode:
        """The header as the inert graph that a torch file with the same tensors would have."""
        flat: list[Any] = []
        for name, facts in self.header.items():
            flat += [
                name,
                DictNode([x for pair in facts.items() for x in pair])
                if name == "__metadata__"
                else _tensor(name, facts),
            ]
        return DictNode(flat)


def looks_like(head: bytes, size: int) -> bool:
    """Whether a file of ``size`` bytes that begins with ``head`` has a safetensors header."""
    length = int.from_bytes(head[:8], "little")
    return len(head) > 8 and head[8:9] == b"{" and 2 <= length <= min(size - 8, _MAX_HEADER)


def read(fd: int, size: int) -> SafetensorsArchive:
    """Read the header. Raises `Malformed` when it is damaged or a tensor lies outside the file."""
    import json  # noqa: PLC0415 - other files do without

    length = int.from_bytes(read_at(fd, 8, 0), "little")
    try:
        header = json.loads(read_at(fd, length, 8))
    except (ValueError, RecursionError):
        raise Malformed("The header of this safetensors file is damaged. Fetch it again.") from None
    start = 8 + length
    for name, facts in header.items():
        if name == "__metadata__" and isinstance(facts, dict):
            continue
        try:
            begin, end = facts["data_offsets"]
            sound = 0 <= begin <= end <= size - start and all(isinstance(n, int) and n >= 0 for n in facts["shape"])
            sound = sound and isinstance(facts["dtype"], str)
        except (KeyError, TypeError, ValueError):
            sound = False
        if not sound:
            raise Malformed(
                f"Tensor {name!r} of this safetensors file lies outside the file; it was cut short. Fetch it again."
            )
    return SafetensorsArchive(header, start)


def _tensor(name: str, facts: dict[str, Any]) -> Call:
    begin, end = facts["data_offsets"]
    kind = _STORAGE_OF.get(facts["dtype"])
    dtype = _DTYPE_OF.get(facts["dtype"])
    shape = tuple(facts["shape"])
    strides: list[int] = []
    step = 1
    for extent in reversed(shape):
        strides.insert(0, step)
        step *= max(extent, 1)
    if kind is not None:
        size = end - begin
        numel = size // ITEM_SIZES[STORAGE_CLASSES[kind]]
        pid = PersistentId(("storage", Global("torch", kind), name, NO_DEVICE, numel))
        return Call("R", Global("torch._utils", "_rebuild_tensor_v2"), (pid, 0, shape, tuple(strides), False, None))
    pid = PersistentId(("storage", Global("torch.storage", "UntypedStorage"), name, NO_DEVICE, end - begin))
    known = Global("torch", dtype or "uint8")
    if dtype is None:
        shape, strides = (end - begin,), [1]
    return Call("R", Global("torch._utils", "_rebuild_tensor_v3"), (pid, 0, shape, tuple(strides), False, None, known))
