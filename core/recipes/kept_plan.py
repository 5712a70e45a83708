"""A plan for the same file opened again, or in a newer state: entries are found by their paths, tensors by theirs.

Which fields of an edit name entries, `core.edits.fields` knows: nothing here knows any edit.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import MISSING, Field, dataclass, fields, replace
from typing import Any, Final, NamedTuple

from core.catalogue.catalogue import Catalogue
from core.edits.edits import EDITS, Edit, Plan
from core.edits.fields import Json, Paths, kinds_of
from core.edits.preview import Preview, preview
from core.errors import CheckpointError, EditError, PathNotFound
from core.text import clip

VERSION: Final = 1
"""Of the JSON: another one is not read."""


class Kept(NamedTuple):
    """A plan that was read again, and the kinds of the edits in it that name what the file no longer has."""

    plan: Plan
    lost: tuple[str, ...]


def plan_to_json(catalogue: Catalogue, plan: Plan) -> dict[str, Json]:
    """All edits of a plan, as what `json.dumps` takes. Linear in the entries that they name."""
    paths = Paths(catalogue)
    return {"version": VERSION, "edits": [_edit_to_json(paths, edit) for edit in plan.edits]}


def plan_from_json(catalogue: Catalogue, data: Json) -> Plan:
    """The plan that `plan_to_json` wrote.

    Raises `PathNotFound` where the file lacks an entry that it names, `EditError` for what is no such JSON.
    """
    kept = as_far_as_it_fits(catalogue, data)
    if kept.lost:
        raise PathNotFound("The kept plan names entries that this file does not have ({edit}).", edit=kept.lost[0])
    return kept.plan


def as_far_as_it_fits(catalogue: Catalogue, data: Json) -> Kept:
    """The plan of what `plan_to_json` wrote, without the edits of what is gone from the file.

    Whether the rest can still be done is for `core.edits.preview.preview` to say. Raises `EditError` for what is no
    such JSON.
    """
    if not isinstance(data, dict) or data.get("version") != VERSION or not isinstance(data.get("edits"), list):
        raise EditError("This is not a plan that this version of the program has kept.")
    paths = Paths(catalogue)
    edits: list[Edit] = []
    lost: list[str] = []
    for each in data["edits"]:
        try:
            edits.append(_edit_from_json(paths, each))
        except PathNotFound:
            lost.append(each["edit"])
        except (TypeError, ValueError, KeyError, AttributeError, OverflowError, RecursionError):
            raise EditError("The kept plan is damaged: {edit} is not an edit.", edit=clip(repr(each), 80)) from None
    return Kept(Plan(tuple(edits)), tuple(lost))


_KINDS: Final[dict[str, type[Any]]] = {kind.__name__: kind for kind in EDITS}


def _edit_to_json(paths: Paths, edit: Edit) -> dict[str, Json]:
    found: dict[str, Json] = {"edit": type(edit).__name__}
    for field in fields(edit):
        value = getattr(edit, field.name)
        if field.default is MISSING or value != field.default:
            found[field.name] = kinds_of(type(edit))[field.name].write(paths, value)
    return found


def _edit_from_json(paths: Paths, data: Json) -> Edit:
    kind = _KINDS[data["edit"]]
    edit: Edit = kind(**{field.name: _value_of(paths, kind, field, data) for field in fields(kind)})
    if not data.keys() <= {"edit", *(field.name for field in fields(kind))}:
        raise ValueError
    hash(edit)  # which plans rely on
    return edit


def _value_of(paths: Paths, kind: type[Edit], field: Field[Any], data: dict[str, Json]) -> Any:
    if field.name not in data and field.default is not MISSING:
        return field.default
    return kinds_of(kind)[field.name].read(paths, data[field.name])


# -- as far as it fits ---------------------------------------------------------------------------------------------

_MOST_TRIED = 200
"""Edits that are tried one by one where they cannot all be carried over."""


@dataclass(frozen=True)
class Carried:
    """``preview`` has the ``plan`` as far as it still fits; ``lost`` are the edits that do not, or what kinds they were
    of where no more is known of them.
    """

    preview: Preview
    lost: tuple[Edit | str, ...]

    @property
    def plan(self) -> Plan:
        """The edits that still fit."""
        return self.preview.plan


def carry(plan: Plan, old: Catalogue, new: Catalogue) -> Carried:
    """The plan made for one state of a file, for another. Linear in the entries that its edits name."""
    paths = Paths(old), Paths(new)
    found = [(edit, _twin(edit, *paths)) for edit in plan.edits]
    gone = [edit for edit, twin in found if twin is None]
    return _what_can_be_done(new, [(edit, twin) for edit, twin in found if twin is not None], gone)


def restored(catalogue: Catalogue, data: Json) -> Carried:
    """The plan that `plan_to_json` wrote, as far as it still fits; what is no such JSON counts as lost."""
    try:
        kept = as_far_as_it_fits(catalogue, data)
    except EditError as error:
        return Carried(preview(catalogue, Plan()), (str(error),))
    return _what_can_be_done(catalogue, [(edit, edit) for edit in kept.plan.edits], kept.lost)


def _what_can_be_done(new: Catalogue, found: Sequence[tuple[Edit, Edit]], gone: Sequence[Edit | str]) -> Carried:
    """The plan of those edits that fit a file; each comes as it was before and as it is for that file."""
    try:
        return Carried(preview(new, Plan(tuple(twin for _, twin in found))), tuple(gone))
    except CheckpointError:
        pass  # some of them can still be done: each is tried
    kept = preview(new, Plan())
    lost = [*gone, *(edit for edit, _ in found[_MOST_TRIED:])]
    for edit, twin in found[:_MOST_TRIED]:
        try:
            kept = preview(new, kept.plan.with_edit(twin))
        except CheckpointError:
            lost.append(edit)
    return Carried(kept, tuple(lost))


def _twin(edit: Edit, old: Paths, new: Paths) -> Edit | None:
    """The edit about the same things, which are under the same keys; None where there is nothing left of them."""
    try:
        return replace(
            edit,
            **{
                name: kind.read(new, kind.write(old, getattr(edit, name)))
                for name, kind in kinds_of(type(edit)).items()
                if kind.names_entries
            },
        )
    except PathNotFound:
        return None
