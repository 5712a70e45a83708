"""Works out what each column says about a node, as the file has it and after the plan."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, NamedTuple

from core.catalogue.rows import CompoundRow
from core.edits.edit import Change
from core.edits.preview import Preview, layout_text
from core.text import clip, count_text, listed, shape_text, size_text
from core.words import say, say_count
from gui.document.contents import contents_text
from gui.document.outline import Outline
from gui.document.pickled_models import ATTRIBUTES, NOTES
from gui.document.search_result import SearchResult
from gui.document.totals import Below, Planned, Totals

#: A key on screen is cut here; the details show all of it.
_LONGEST = 400
#: Numbers that are set in one tensor, and named in its row.
_MOST_SET = 2
_DIGITS = re.compile(r"(\d+)")


class After(NamedTuple):
    """What a plan makes of a node: new devices, a new key, something else; all empty where nothing changes."""

    devices: tuple[str, ...] = ()
    key: str | None = None
    dropped: bool = False
    becomes: str = ""

    @property
    def changed(self) -> bool:
        """Whether the node differs in the file that will be saved."""
        return bool(self.devices) or self.key is not None or self.dropped or bool(self.becomes)


_UNCHANGED = After()


def quantity_text(count: int) -> str:
    """Write a count of elements as people do for models: ``9,408``, ``25.6 M``, ``7.24 B``."""
    if count < 1_000_000:
        return f"{count:,}"
    value, unit = (count / 1e6, "M") if count < 999_500_000 else (count / 1e9, "B")
    return f"{value:,.{2 if value < 9.995 else 1 if value < 99.95 else 0}f} {unit}"


def found_text(shown: int, count: int) -> str:
    """How many tensors below a node a search has found."""
    return say_count(count, "{shown:,}/{n:,} tensor", "{shown:,}/{n:,} tensors", shown=shown)


def _after_key(after: After) -> str:
    if after.dropped:
        return say("dropped")
    if after.key is None:
        return after.becomes
    key = clip(after.key, _LONGEST) or say("stripped")
    return f"{key} · {after.becomes}" if after.becomes else key


def _told_in_rows(changes: Sequence[Change]) -> dict[int, str]:
    """Return what rows say of edits, such as ``0.1 → 0.25``. The first few set numbers are named, the rest counted."""
    found: dict[int, str] = {}
    numbers: dict[int, list[tuple[str, int]]] = {}
    for told in filter(None, (change.edit.in_row(change.becomes) for change in changes)):
        if told.numbers:
            numbers.setdefault(told.entry, []).append((told.text, told.numbers))
        else:
            found[told.entry] = told.text
    return found | {entry: _first_of(texts) for entry, texts in numbers.items()}


def _first_of(texts: Sequence[tuple[str, int]]) -> str:
    first = listed(text for text, _ in texts[:_MOST_SET])
    more = sum(count for _, count in texts[_MOST_SET:])
    if not more:
        return first
    return say_count(more, "{first} and {n:,} more number", "{first} and {n:,} more numbers", first=first)


class _Stem(NamedTuple):
    """What the keys of a group begin with, and whether its own level is in that."""

    keys: str
    stays: bool = True


def _below(stem: str, key: str, prefix: str) -> str:
    """A key whose prefix becomes a stem."""
    return f"{stem}{key[len(prefix) :]}".removeprefix(".")


def _kept_levels(before: Sequence[str], after: Sequence[str]) -> list[bool] | None:
    """Which segments of a key stay, where some of them go and nothing else changes; else None."""
    kept, left = [False] * len(before), len(after)
    for place in range(len(before) - 1, -1, -1):
        if left and before[place] == after[left - 1]:
            kept[place], left = True, left - 1
    return None if left else kept


class Cells:
    """Texts and raw values of the nodes of one outline under one plan."""

    def __init__(self, outline: Outline, preview: Preview) -> None:
        self.outline = outline
        self.catalogue = outline.catalogue
        self.totals = Totals(outline)
        self.preview = preview
        self._search_result: SearchResult | None = None
        self._among: dict[int, Below] = {}
        self._after: dict[int, After] = {}
        self._contents: dict[int, str] = {}
        self.replan(preview)

    @property
    def search_result(self) -> SearchResult | None:
        """What a search has found. A row then counts that alone, and says how much is hidden."""
        return self._search_result

    @search_result.setter
    def search_result(self, result: SearchResult | None) -> None:
        self._search_result = result
        self._among.clear()
        self._after.clear()

    def replan(self, preview: Preview) -> None:
        """Take a new plan, or the same document with its optimizers matched anew."""
        self.preview = preview
        self.catalogue = self.outline.catalogue = preview.catalogue
        self.totals.replan(preview)
        self._after.clear()
        self._becomes = _told_in_rows(preview.changes)

    # ---- the columns

    def label(self, node: int) -> str:
        """The key, or the last segment of it where modules are shown."""
        label = self.outline.label(node)
        if label == ATTRIBUTES and self.outline.is_group(node):
            return say(ATTRIBUTES)
        return clip(label, _LONGEST) or '""'

    def note(self, node: int) -> str:
        """What stands beside the key: the parameter an optimizer entry belongs to, or a plain value."""
        if self.outline.is_group(node):
            return ""
        kind = self.outline.note(node)
        if kind:
            return f"· {say(kind) if kind in NOTES else clip(kind, _LONGEST)}"
        name = self.preview.planned.parameter_of(node)
        if name is not None:
            return say("of {name}", name=clip(name, _LONGEST))
        meaning = self.preview.planned.meaning(node)
        if meaning is not None:
            return f"· {clip(meaning, _LONGEST)}"
        part = self.catalogue.part_name(node)
        if part:
            return f"· {part}"
        compound = self._compound(node)
        if compound is not None and compound.wrapper:
            return f"· {clip(compound.name, _LONGEST)}"
        if self.catalogue.rows[node] >= 0 or self.totals.below(node).tensors:
            return ""
        found = self._contents.get(node)
        if found is None:
            found = self._contents[node] = contents_text(self.catalogue, node)
        return found

    def shape(self, node: int) -> str:
        """The shape of a tensor, the number of tensors of anything that holds some.

        Nothing for the state of one parameter: the parameter's name runs on into this column and tells more.
        """
        tensor = self.tensor(node)
        if tensor is not None:
            return shape_text(tensor.shape)
        compound = self._compound(node)
        if compound is not None and compound.shape is not None:
            return shape_text(compound.shape)
        if not self.outline.is_group(node) and self.catalogue.meaning(node) is not None:
            return ""
        count, shown = self.counts(node)
        if shown < count:
            return found_text(shown, count)
        return count_text(count, "tensor") if count else ""

    def counts(self, node: int) -> tuple[int, int]:
        """How many tensors lie below a node, and how many of them a search has found."""
        return self.totals.below(node).tensors, self.below(node).tensors

    def below(self, node: int) -> Below:
        """What a row tells of: all that lies below a node, or what a search has found of it."""
        if self._search_result is None:
            return self.totals.below(node)
        known = self._among.get(node)
        if known is None:
            rows = self._search_result.rows(self.totals.spans(node))
            whole = self.totals.below(node)
            known = self._among[node] = whole if len(rows) == whole.tensors else self.totals.among(rows)
        return known

    def dtype(self, node: int) -> str:
        """The dtype, or the few that occur below."""
        compound = self._compound(node)
        if compound is not None and compound.dtype is not None:
            return compound.dtype
        dtypes = self.below(node).dtypes
        return listed(dtypes) if len(dtypes) <= 2 else say_count(len(dtypes), "{n} dtype", "{n} dtypes")

    def size(self, node: int) -> str:
        """The bytes of a tensor or of all below."""
        below = self.below(node)
        return size_text(below.nbytes) if below.tensors else ""

    def numbers(self, node: int) -> str:
        """How many numbers a tensor has, or all below together."""
        return quantity_text(self.number_count(node)) if self.below(node).tensors else ""

    def number_count(self, node: int) -> int:
        """The count of elements that `numbers` writes."""
        if self._search_result is None:
            return self.totals.elements(node)
        return self.totals.elements_among(self._search_result.rows(self.totals.spans(node)))

    def file(self, node: int) -> str:
        """The file that a tensor lies in, or how many there are; nothing where all is in one."""
        parts = self.parts(node)
        return self.totals.part_names[parts[0]] if len(parts) == 1 else count_text(len(parts), "file") if parts else ""

    def parts(self, node: int) -> Sequence[int]:
        """The numbers of the files that the tensors below a node lie in; none where all is in one."""
        if self._search_result is None:
            return self.totals.parts(node)
        return self.totals.parts_among(self._search_result.rows(self.totals.spans(node)))

    def devices(self, node: int) -> tuple[str, ...]:
        return self.below(node).devices

    def after(self, node: int) -> After:
        """What the plan makes of a node."""
        if not self.preview.plan:
            return _UNCHANGED
        found = self._after.get(node)
        if found is None:
            found = self._after[node] = self._work_out(node)
        return found

    def after_text(self, node: int) -> str:
        """The planned devices and key in words."""
        after = self.after(node)
        if after.dropped:
            return say("dropped")
        return " · ".join(part for part in (listed(after.devices), self.after_key(node)) if part)

    def after_key(self, node: int) -> str:
        """The planned key in words; empty where it stays."""
        return _after_key(self.after(node))

    def is_container(self, node: int) -> bool:
        """Whether the node is no tensor and no single value."""
        return self.tensor(node) is None

    # ---- order

    def after_order(self, node: int) -> Any:
        """Work it out each time: a thread may sort while the plan changes, so nothing is remembered."""
        after = self._work_out(node) if self.preview.plan else _UNCHANGED
        return after.dropped, after.devices, _after_key(after)

    def natural_order(self, node: int) -> list[Any]:
        """`layer10` after `layer9`."""
        # A split with a group alternates text and digits, so that numbers only ever meet numbers.
        return [int(part) if place % 2 else part for place, part in enumerate(_DIGITS.split(self.outline.label(node)))]

    def shape_order(self, node: int) -> tuple[int, tuple[int, ...]]:
        """Tensors by their shapes, then what holds many of them by how many."""
        tensor = self.tensor(node)
        return (0, tuple(tensor.shape)) if tensor is not None else (1, (self.below(node).tensors,))

    # ---- the plan

    def _work_out(self, node: int) -> After:
        members = self.outline.members(node)
        if self.preview.lost(members):
            return After(dropped=True)
        before, planned = self.below(node), self._planned(node)
        # What comes is told first: where chips are cut, "cuda:1 +1 → cuda:1 +1" would look like no change.
        devices = tuple(sorted(planned.devices, key=lambda device: device in before.devices))
        come = [dtype for dtype in planned.dtypes if dtype not in before.dtypes]
        dtypes = listed(come or planned.dtypes) if planned.dtypes != before.dtypes else ""
        layout = layout_text(self.preview, self.catalogue.rows[node]) if self.tensor(node) is not None else ""
        becomes = " · ".join(filter(None, [dtypes, layout, self._becomes.get(node, "")]))
        return After(devices if planned.devices != before.devices else (), self._planned_key(node), becomes=becomes)

    def _planned(self, node: int) -> Planned:
        if self._search_result is None:
            return self.totals.planned(node)
        return self.totals.planned_among(self._search_result.rows(self.totals.spans(node)))

    def _planned_key(self, node: int) -> str | None:
        """What is told of a key: None where it stays, or has another name only as what lies above it has one."""
        above, label = self.outline.parent(node), self.catalogue.label_text
        while self.outline.is_group(above) and len(self.outline.members(above)) == 1:
            above = self.outline.parent(above)  # whose name cannot be told from that of its only key
        stem = self._planned_stem(above) if self.outline.is_group(above) else None
        if self.outline.is_group(node):
            before, found = self.outline.prefix(node)[1], self._planned_stem(node)
            planned = before if found is None else found.keys if found.stays else ""
        else:
            before, planned = label(node) if node else "", self.preview.label_text(node) if node else ""
        if stem is not None and planned == _below(stem.keys, before, self.outline.prefix(above)[1]):
            return None
        return planned if planned != before else None

    def _planned_stem(self, group: int) -> _Stem | None:
        """What a group's keys will begin with. A module keeps its name only as long as the keys below it do: compare
        the part before the rest of a key. None where that cannot be told.
        """
        members = self.outline.members(group)
        stems = {self._stem_of(member, group) for member in (members[0], members[-1])}
        return stems.pop() if len(stems) == 1 else None

    def _stem_of(self, member: int, group: int) -> _Stem | None:
        prefix, label = self.outline.prefix(group)[1], self.catalogue.label_text(member)
        planned, rest = self.preview.label_text(member), label[len(prefix) :]
        if planned == label:
            return _Stem(prefix)
        kept = _kept_levels(label.split("."), planned.split("."))
        level = prefix.count(".")
        if kept is not None:
            levels = list(zip(label.split("."), kept, strict=True))[: level + 1]
            return _Stem(".".join(segment for segment, stays in levels if stays), kept[level])
        return _Stem(planned[: len(planned) - len(rest)]) if planned.endswith(rest) else None

    def _compound(self, node: int) -> CompoundRow | None:
        """The tensor without a storage of its own that a node is."""
        return None if self.outline.is_group(node) else self.catalogue.compound(node)

    def tensor(self, node: int) -> Any:
        """The row of the tensor that a node is, or None."""
        if self.outline.is_group(node):
            return None
        row = self.catalogue.rows[node]
        return self.catalogue.tensors[row] if row >= 0 else None
