"""The columns of the tree: a new one is a member of `Column`, with all that the window has to know of it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import KW_ONLY, dataclass
from enum import IntEnum
from functools import partial
from typing import Any, Final, Self

from core.dtypes import NO_DEVICE
from core.text import clip, count_text, listed
from core.words import marked, say, say_count
from gui.document.cells import Cells
from gui.document.contents import contents_text
from gui.document.removed_cells import RemovedCells
from gui.document.removed_rows import RemovedRow

_LONGEST = 400
#: Names of what lies in a dict that its tooltip tells.
_MOST_NAMES = 12


@dataclass(frozen=True)
class ColumnSpec:
    """What a column is called, what it says of a node and of a removed row, and what room it has."""

    title: str
    means: str
    text: Callable[[Cells, int], str]
    order: Callable[[Cells, int], Any]
    """The raw value to sort by: numbers as numbers."""
    tip: Callable[[Cells, int], str]
    """The exact matter behind a cell, as plain text; asked of nodes with tensors only, but for the key."""
    exported: tuple[str, ...]
    """What a table of a report calls what the column tells."""
    _: KW_ONLY
    removed: Callable[[RemovedCells, RemovedRow], str] = lambda _cells, _row: ""
    """What is said of something that only the other file has."""
    number: bool = False
    """Numbers stand one below the other."""
    shown: bool = True
    """Whether it shows as long as nobody has chosen."""
    optional: bool = False
    """It is there only where the file has anything to say in it."""
    room: tuple[int, int] | None = None
    """Characters that it has of itself, at least and at most; key and After share what the others leave."""
    narrows: int = 0
    """Its turn to become narrower before keys cannot be read; 0 for never."""
    hides: int = 0
    """Its turn not to show where there is no room at all, the first one as soon as keys are cut; 0 for never."""


# ---- what stands in tooltips


def _hidden_tip(cells: Cells, node: int) -> str:
    count, shown = cells.counts(node)
    if shown == count:
        return ""
    return say(
        "The search found {shown:,} of these {count:,} tensors. If you select this row, you select only those.",
        shown=shown,
        count=count,
    )


def _key_tip(cells: Cells, node: int) -> str:
    if cells.outline.is_group(node):
        entry, prefix = cells.outline.prefix(node)
        keys = count_text(len(cells.outline.members(node)), "key")
        name, where = clip(prefix, _LONGEST), clip(cells.catalogue.path_text(entry), _LONGEST) or say("the file")
        return say("{name}.*\n{keys} of {where} begin with “{name}.”", name=name, keys=keys, where=where)
    lines = [clip(cells.catalogue.path_text(node), 1000)]
    meaning = cells.preview.planned.meaning(node)
    if meaning is not None:
        meaning = clip(meaning, _LONGEST)
        below = cells.catalogue.rows[node] >= 0
        lines.append(meaning if below else say("optimizer state of {meaning}", meaning=meaning))
    elif cells.tensor(node) is None:
        lines.append(contents_text(cells.catalogue, node, _MOST_NAMES))
    return "\n".join(lines)


def _file_tip(cells: Cells, node: int) -> str:
    """The whole names of the files."""
    names = cells.catalogue.checkpoint.part_names
    parts = cells.parts(node)
    told = [clip(names[number], _LONGEST) for number in parts[:_MOST_NAMES]]
    if len(parts) > len(told):
        told.append(say("… and {files}", files=count_text(len(parts) - len(told), "more file")))
    return "\n".join(told)


def _device_tip(cells: Cells, node: int) -> str:
    devices, tensors = cells.devices(node), cells.below(node).tensors
    if devices == ("cpu",):
        return say("Saved on the CPU: torch.load(f) needs no map_location for this.")
    if devices == (NO_DEVICE,):
        return say("This format stores no devices: you choose one when you load the file.")
    names = listed(map(clip, devices))
    return say_count(
        tensors,
        "Saved on {devices}: without map_location, torch.load(f) puts this tensor there again.",
        "Saved on {devices}: without map_location, torch.load(f) puts these {n:,} tensors there again.",
        devices=names,
    )


def _after_tip(cells: Cells, node: int) -> str:
    after = cells.after(node)
    if after.dropped:
        return say("Will not be in the file that is saved.")
    lines = []
    if after.devices:
        lines.append(say("torch.load(saved) will put it on {devices}.", devices=listed(map(clip, after.devices))))
    if after.key is not None:
        key = clip(after.key, _LONGEST)
        gone = say("This level is removed, and the keys below it move up.")
        lines.append(say("Its key will be “{key}”.", key=key) if key else gone)
    if after.becomes:
        lines.append(say("In the file that is saved: {becomes}", becomes=after.becomes))
    return "\n".join(lines)


def _size_tip(cells: Cells, node: int) -> str:
    return say_count(cells.below(node).nbytes, "{n:,} byte", "{n:,} bytes")


def _numbers_tip(cells: Cells, node: int) -> str:
    return say_count(cells.number_count(node), "{n:,} number", "{n:,} numbers")


def _shape_tip(cells: Cells, node: int) -> str:
    tensor = cells.tensor(node)
    if tensor is None:
        return _hidden_tip(cells, node)
    return say("shape {shape}\nstride {stride}", shape=tuple(tensor.shape), stride=tuple(tensor.stride))


def _dtype_tip(cells: Cells, node: int) -> str:
    tensor = cells.tensor(node)
    return tensor.dtype if tensor is not None else listed(map(clip, cells.below(node).dtypes))


# ---- the columns


class Column(IntEnum):
    """From left to right, as long as nobody moves any. Names are kept in the settings of users: they stay as they are.

    The key stays first: the hierarchy is drawn in it.
    """

    spec: ColumnSpec

    def __new__(cls, spec: ColumnSpec) -> Self:
        """Number them as they come."""
        member = int.__new__(cls, len(cls.__members__))
        member._value_ = len(cls.__members__)
        member.spec = spec
        return member

    KEY = ColumnSpec(
        marked("Key"),
        marked("The keys of the file, dotted ones as modules or flat as torch sees them"),
        Cells.label,
        Cells.natural_order,
        _key_tip,
        ("key", "value"),
        removed=RemovedCells.label,
    )
    SHAPE = ColumnSpec(
        marked("Shape"),
        marked("The shape of a tensor; for anything else, how many tensors lie below"),
        Cells.shape,
        Cells.shape_order,
        _shape_tip,
        ("shape",),
        removed=RemovedCells.shape,
        room=(9, 18),
        narrows=2,
        hides=4,
    )
    NUMBERS = ColumnSpec(
        marked("Parameters"),
        marked(
            "The number of elements, including buffers: numel() of a tensor, otherwise the sum of everything "
            "below. Shared tensors count once"
        ),
        Cells.numbers,
        Cells.number_count,
        _numbers_tip,
        ("numbers",),
        removed=RemovedCells.numbers,
        number=True,
        shown=False,
        room=(9, 11),
    )
    DTYPE = ColumnSpec(
        marked("Dtype"),
        marked("The dtype, as torch names it"),
        Cells.dtype,
        lambda cells, node: cells.below(node).dtypes,
        _dtype_tip,
        ("dtype",),
        removed=RemovedCells.dtype,
        room=(8, 14),
        narrows=3,
        hides=3,
    )
    SIZE = ColumnSpec(
        marked("Size"),
        marked("The size of the tensor in bytes; shared storage is counted once"),
        Cells.size,
        lambda cells, node: cells.below(node).nbytes,
        _size_tip,
        ("bytes",),
        removed=RemovedCells.size,
        number=True,
        room=(10, 10),
        hides=1,
    )
    DEVICE = ColumnSpec(
        marked("Device"),
        marked("The device the tensor was saved on: where torch.load(f) without map_location puts it"),
        lambda cells, node: listed(cells.devices(node)),
        Cells.devices,
        _device_tip,
        ("device",),
        removed=lambda cells, removed: listed(cells.devices(removed)),
        room=(13, 23),
        narrows=4,
    )
    FILE = ColumnSpec(
        marked("File"),
        marked("The file that holds the tensor, or how many files hold its pieces"),
        Cells.file,
        Cells.parts,
        _file_tip,
        ("file",),
        optional=True,
        room=(8, 20),
        narrows=1,
        hides=2,
    )
    AFTER = ColumnSpec(
        marked("After"),
        marked("What will be different in the file you save; shown as soon as something is planned"),
        Cells.after_text,
        Cells.after_order,
        _after_tip,
        ("after",),
    )

    def text(self, cells: Cells, node: int) -> str:
        return self.spec.text(cells, node)

    def order(self, cells: Cells) -> Callable[[int], Any]:
        """The raw value of a node to sort by."""
        return partial(self.spec.order, cells)

    def tip(self, cells: Cells, node: int) -> str:
        """The exact matter behind a cell, as plain text."""
        return self.spec.tip(cells, node) if self is Column.KEY or cells.below(node).tensors else ""


COLUMNS: Final = tuple(Column)
