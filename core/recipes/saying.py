"""The edits of a plan as steps, the options of ``fix`` that do the same: each is read again before it is believed."""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, Final, NamedTuple

from core.catalogue.catalogue import Catalogue
from core.catalogue.quoting import path_word
from core.edits.edits import (
    AddPrefix,
    Cast,
    Compact,
    Drop,
    Edit,
    Extract,
    InsertSegment,
    Keep,
    MakePlain,
    MoveOptimizer,
    NumberState,
    Plan,
    PutTensor,
    RemapDevice,
    RenameKey,
    RenameKeys,
    RenameModule,
    SetNumbers,
    SetValue,
    StripPrefix,
    UseContainer,
    UseFullTensors,
    UseProtocol,
)
from core.edits.outlook import outlook
from core.edits.preview import preview
from core.edits.renaming.patterns import GLOB, TEXT, form_of, regex_of
from core.edits.wording import box_text
from core.errors import CheckpointError
from core.recipes.options import ROOT, Step, edits_of, scalar

MOST_STEPS: Final = 200
"""For one edit: nobody reads more, and no command line holds them."""


class Said(NamedTuple):
    """The ``steps`` that do what some edits do, and the edits that are ``left``, because no step means the same."""

    steps: tuple[Step, ...]
    left: tuple[Edit, ...]


def steps_of(catalogue: Catalogue, plan: Plan) -> Said:
    """A plan as steps, in its order."""
    steps: list[Step] = []
    left: list[Edit] = []
    for place, edit in enumerate(plan.edits):
        said = said_alone(catalogue, edit, plan.edits[:place])
        if said is None:
            left.append(edit)
        else:
            steps += said
    return Said(tuple(steps), tuple(left))


def said_alone(catalogue: Catalogue, edit: Edit, before: Sequence[Edit] = ()) -> list[Step] | None:
    """The steps that are an edit which comes after others; None where there are none."""
    if isinstance(edit, RenameKeys):
        return _selected(catalogue, edit, before) if edit.entries is not None else [_pattern(edit)]
    for steps in _tries(catalogue, edit):
        if 0 < len(steps) <= MOST_STEPS and _means(catalogue, steps, edit):
            return steps
    return None


def _means(catalogue: Catalogue, steps: Iterable[Step], edit: Edit) -> bool:
    """Whether some steps are read as the edit; several as parts of it."""
    try:
        found = [each for step in steps for each in edits_of(catalogue, step).edits]
    except CheckpointError:
        return False
    if len(found) == 1:
        return repr(_sorted(found[0])) == repr(_sorted(edit))  # which has NaN equal to itself
    rows = getattr(edit, "rows", None)
    parts = [getattr(each, "rows", None) or frozenset() for each in found]
    return rows is not None and frozenset().union(*parts) == rows and len({type(each) for each in found}) == 1


def _sorted(edit: Edit) -> tuple[Any, ...]:
    fields = (getattr(edit, name) for name in edit.__dataclass_fields__)
    return type(edit), *(sorted(each) if isinstance(each, frozenset) else each for each in fields)


def _tries(catalogue: Catalogue, edit: Edit) -> Iterator[list[Step]]:  # noqa: C901, PLR0912 - one arm an edit
    """Ways to say an edit, the shortest first; whether they mean the same is not known yet."""

    def path(entry: int) -> str:
        return path_word(catalogue, entry) if entry else ROOT

    def within(entry: int | None, value: str) -> str:
        return value if entry is None else f"{path(entry)}={value}"

    match edit:
        case RemapDevice(source=source, target=target, role=role, rows=None):
            yield [Step("map", f"{role}:{source}={target}" if role else f"{source}={target}")]
        case RemapDevice(target=target, rows=rows) if rows is not None:
            yield from _named(catalogue, "move", rows, target)
        case Cast(dtype=dtype, rows=rows):
            yield from _named(catalogue, "cast", rows, dtype)
        case MoveOptimizer(target=target, entry=entry):
            yield [Step("optimizer-device", within(entry, target))]
        case StripPrefix(prefix=prefix, entry=entry, inner=inner):
            yield [Step("strip-segment" if inner else "strip-prefix", within(entry, prefix))]
        case AddPrefix(prefix=prefix, entry=entry):
            yield [Step("add-prefix", within(entry, prefix))]
        case InsertSegment(segment=segment, depth=depth, entry=entry, under=under):
            yield [Step("insert-segment", within(entry, f"{depth}:{under}:{segment}"))]
        case RenameKey(entry=entry, name=name):
            yield [Step("rename", f"{path(entry)}={name}")]
        case NumberState(entry=entry):
            yield [Step("number-state", path(entry))]
        case SetValue(entry=entry, value=value):
            yield [Step("set", f"{path(entry)}={scalar_text(value)}")]
        case SetNumbers(entry=entry, box=box, value=value):
            yield [Step("set", f"{path(entry)}={_number_text(value)}")]
            yield [Step("set", f"{path(entry)}[{box_text(box)}]={_number_text(value)}")]
        case PutTensor(entry=entry, file=file, key=key):
            yield [Step("set", f"{path(entry)}=@{file}" + (f":{key}" if key is not None else ""))]
        case Drop(entry=entry):
            yield [Step("drop", path(entry))]
        case Keep(entry=entry):
            yield [Step("keep", path(entry))]
        case MakePlain(entry=entry):
            yield [Step("make-plain", path(entry))]
        case Extract(entry=entry, unwrap=unwrap):
            yield [Step("extract-unwrapped" if unwrap else "extract", path(entry))]
        case RenameModule(source=source, target=target):
            yield [Step("rename-module", f"{source}={target}")]
        case Compact():
            yield [Step("compact")]
        case UseFullTensors():
            yield [Step("full-tensors")]
        case UseContainer(container=container):
            yield [Step("container", container)]
        case UseProtocol(protocol=protocol):
            yield [Step("protocol", str(protocol))]


def _named(catalogue: Catalogue, option: str, rows: frozenset[int], value: str) -> Iterator[list[Step]]:
    """Tensors by what they all are, else by the branch that holds them, else one by one."""
    entries = [catalogue.tree.tensors[row] for row in sorted(rows)]
    yield [Step(option, f"**={value}")]
    branch = _branch(catalogue, entries)
    while branch:
        yield [Step(option, f"{path_word(catalogue, branch)}={value}")]
        branch = catalogue.parents[branch]
    if len(entries) <= MOST_STEPS:
        yield [Step(option, f"{path_word(catalogue, entry) if entry else ROOT}={value}") for entry in entries]


def _branch(catalogue: Catalogue, entries: Sequence[int]) -> int:
    """The innermost entry with all of some below it."""
    first, last = entries[0], entries[-1]
    while first and catalogue.ends[first] <= last:
        first = catalogue.parents[first]
    return max(first, 0)


# -- renames by a pattern ----------------------------------------------------------------------------------------


def _pattern(edit: RenameKeys) -> Step:
    """A rename of all keys by a pattern."""
    simple = edit.form in (TEXT, GLOB) and form_of(edit.pattern) == edit.form
    if simple and "=" not in edit.replacement:
        return Step("rename-keys", f"{edit.pattern}={edit.replacement}")
    pattern, template = regex_of(edit)
    return Step("rename-regex", f"{pattern}={_without_equals(template)}")


def _without_equals(template: str) -> str:
    r"""A replacement in which ``=`` is ``\075``, for what stands after the last equals sign is the replacement."""
    parts: list[str] = []
    letters = iter(template)
    for letter in letters:
        if letter == "\\":
            following = next(letters, "")
            parts.append(r"\\\075" if following == "=" else letter + following)
        else:
            parts.append(r"\075" if letter == "=" else letter)
    return "".join(parts)


def _selected(catalogue: Catalogue, edit: RenameKeys, before: Sequence[Edit]) -> list[Step] | None:
    """A rename of selected keys, key by key; None where that would not come to the same."""
    try:
        found = outlook(preview(catalogue, Plan(tuple(before))), edit).renamings
        if not found or len(found) > MOST_STEPS:
            return None
        ways: list[Callable[[], list[Step]]] = [
            lambda: [
                _pattern(RenameKeys(f"^{regex_of(RenameKeys(each.old, ''))[0]}$", _plain(each.new), "regex"))
                for each in found
            ],
            lambda: [Step("rename", f"{path_word(catalogue, each.entry)}={each.new}") for each in found],
        ]
        wanted = preview(catalogue, Plan((*before, edit))).rewrite
        for way in ways:
            steps = way()
            try:
                edits = [each for step in steps for each in edits_of(catalogue, step).edits]
                made = preview(catalogue, Plan((*before, *edits))).rewrite
            except CheckpointError:
                continue
            if made.names == wanted.names and made.drops == wanted.drops:
                return steps
    except CheckpointError:
        pass
    return None


def _plain(text: str) -> str:
    """A text as the replacement of a regular expression."""
    return text.replace("\\", r"\\")


# -- values ------------------------------------------------------------------------------------------------------


def scalar_text(value: float | str | bool | None) -> str:
    """A value that `core.recipes.options.scalar` reads: a text as it is where it would not be taken for another."""
    if isinstance(value, str) and scalar(value) == value and not value.startswith(("@", '"')):
        return value
    return json.dumps(value)


def _number_text(value: complex | bool) -> str:
    if isinstance(value, complex):
        return str(value).strip("()")
    return repr(value) if isinstance(value, float) and not math.isfinite(value) else json.dumps(value)
