"""The exact matter behind a cell of the tree, as plain text."""

from __future__ import annotations

from core.dtypes import NO_DEVICE
from core.text import clip, count_text
from core.words import say, say_count
from gui.document.cells import Cells, Column
from gui.document.contents import contents_text

_LONGEST = 400
#: Names of what lies in a dict that its tooltip tells.
_MOST_NAMES = 12


def cell_tip(cells: Cells, node: int, column: Column) -> str:
    """The exact matter behind a cell, as plain text."""
    if column is Column.KEY:
        return _key_tip(cells, node)
    below = cells.below(node)
    if not below.tensors:
        return ""
    if column is Column.SIZE:
        return say_count(below.nbytes, "{n:,} byte", "{n:,} bytes")
    if column is Column.NUMBERS:
        return say_count(cells.number_count(node), "{n:,} number", "{n:,} numbers")
    if column is Column.DEVICE:
        return _device_tip(below.devices, below.tensors)
    if column is Column.FILE:
        return _file_tip(cells, node)
    if column is Column.AFTER:
        return _after_tip(cells, node)
    tensor = cells.tensor(node)
    if tensor is None:
        return _hidden_tip(cells, node) if column is Column.SHAPE else ""
    return (
        say("shape {shape}\nstride {stride}", shape=tuple(tensor.shape), stride=tuple(tensor.stride))
        if column is Column.SHAPE
        else tensor.dtype
    )


def _hidden_tip(cells: Cells, node: int) -> str:
    count, shown = cells.counts(node)
    if shown == count:
        return ""
    return say(
        "The search found {shown:,} of these {count:,} tensors. Selected, the row stands for those it found.",
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
    meaning = cells.catalogue.meaning(node)
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


def _device_tip(devices: tuple[str, ...], tensors: int) -> str:
    if devices == ("cpu",):
        return say("Saved on the CPU: torch.load(f) needs no map_location for this.")
    if devices == (NO_DEVICE,):
        return say("This format saves no device: whoever loads the file chooses one.")
    names = ", ".join(map(clip, devices))
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
        lines.append(say("torch.load(saved) will put it on {devices}.", devices=", ".join(map(clip, after.devices))))
    if after.key is not None:
        key = clip(after.key, _LONGEST)
        gone = say("This level goes, and the keys below it move up.")
        lines.append(say("Its key will be “{key}”.", key=key) if key else gone)
    if after.becomes:
        lines.append(say("In the file that is saved: {becomes}", becomes=after.becomes))
    return "\n".join(lines)
