"""A plan as JSON and back, for the same file opened again: entries are named by their paths, tensors by theirs."""

from __future__ import annotations

from dataclasses import MISSING, Field, fields
from typing import Any, Final, NamedTuple

from core.catalogue.catalogue import Catalogue
from core.edits.edits import EDITS, Edit, Plan
from core.edits.fields import Json, Paths, kinds_of
from core.errors import EditError, PathNotFound
from core.text import clip
from core.words import say

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
        raise PathNotFound(say("The kept plan names entries that this file does not have ({edit}).", edit=kept.lost[0]))
    return kept.plan


def as_far_as_it_fits(catalogue: Catalogue, data: Json) -> Kept:
    """The plan of what `plan_to_json` wrote, without the edits of what is gone from the file.

    Whether the rest can still be done is for `core.edits.preview.preview` to say. Raises `EditError` for what is no
    such JSON.
    """
    if not isinstance(data, dict) or data.get("version") != VERSION or not isinstance(data.get("edits"), list):
        raise EditError(say("This is no plan that this version of the program has kept."))
    paths = Paths(catalogue)
    edits: list[Edit] = []
    lost: list[str] = []
    for each in data["edits"]:
        try:
            edits.append(_edit_from_json(paths, each))
        except PathNotFound:
            lost.append(each["edit"])
        except (TypeError, ValueError, KeyError, AttributeError, OverflowError, RecursionError):
            raise EditError(say("The kept plan is damaged: {edit} is no edit.", edit=clip(repr(each), 80))) from None
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
