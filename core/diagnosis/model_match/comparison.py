"""The keys of a planned file beside those of a model, and what torch says of the differences."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

from core.diagnosis.model_match.key_rows import (
    ComparedKey,
    compare_keys,
    is_state_dict,
    planned_state,
    planned_state_dicts,
)
from core.diagnosis.model_match.model_keys import ModelKeys
from core.diagnosis.model_match.renames import Rename, find_rename
from core.edits.edits import AddPrefix, Edit, InsertSegment, RenameKeys, StripPrefix
from core.edits.preview import Preview
from core.edits.preview import preview as preview_of
from core.errors import CheckpointError, EditError
from core.loading.torch_messages import missing_keys, size_mismatch, unexpected_keys
from core.words import say

_CANDIDATES = 8


@dataclass(frozen=True)
class Comparison:
    """The state dict at ``entry``, as planned, against a model.

    ``rows`` has the model's keys in its order and then the file's other keys in the order torch names them;
    ``matched`` counts the keys of the file that load. ``rename`` makes more of them fit; None when nothing does.
    """

    entry: int
    wanted: ModelKeys
    rows: tuple[ComparedKey, ...] = field(repr=False)
    matched: int
    rename: Rename | None

    @cached_property
    def missing(self) -> tuple[str, ...]:
        """Keys of the model that the file lacks, in torch's order."""
        return tuple(row.key_wanted for row in self.rows if row.state == "missing" and row.key_wanted is not None)

    @cached_property
    def unexpected(self) -> tuple[ComparedKey, ...]:
        """Keys of the file that the model does not know, in torch's order."""
        return tuple(row for row in self.rows if row.state == "unexpected")

    @cached_property
    def mismatched(self) -> tuple[ComparedKey, ...]:
        """Keys of both whose shapes differ."""
        return tuple(row for row in self.rows if row.state == "mismatch")

    @property
    def message(self) -> str:
        """What torch says below its line ``Error(s) in loading state_dict for …:``; empty when all loads."""
        parts = [missing_keys(self.missing), unexpected_text(self.unexpected), mismatch_text(self.mismatched)]
        return "\n\t".join(part for part in parts if part)


def compare(preview: Preview, wanted: ModelKeys, entry: int | None = None) -> Comparison:
    """Compare a state dict of the planned file with a model; without ``entry`` the one that fits best.

    Raises `EditError` when there is no state dict, or ``entry`` is none.
    """
    catalogue = preview.catalogue
    if entry is not None:
        if not 0 <= entry < len(catalogue) or not is_state_dict(preview, entry):
            raise EditError(say("That is no state dict of the file to be written."))
        return _compare(preview, wanted, entry)
    entries = planned_state_dicts(preview)[:_CANDIDATES]
    if not entries:
        raise EditError(
            say(
                "This file has no state dict to compare with a model. Where it holds a whole model, extract its "
                "state_dict first."
            )
        )
    found = [_compare(preview, wanted, each) for each in entries]
    return max(found, key=lambda item: item.rename.matched_after if item.rename else item.matched)


def _compare(preview: Preview, wanted: ModelKeys, entry: int) -> Comparison:
    have, versions = planned_state(preview, entry)
    rows = compare_keys(have, wanted.shapes, versions)
    matched = sum(row.state == "same" and row.key_in_file is not None for row in rows)
    rename = None
    if matched < len(wanted.shapes):
        about = entry if len(planned_state_dicts(preview)) != 1 else None
        rename = _applicable(preview, find_rename(have, wanted.shapes, about), entry)
    return Comparison(entry, wanted, tuple(rows), matched, rename)


def _applicable(preview: Preview, rename: Rename | None, entry: int) -> Rename | None:
    """The rename with edits that really are added to the plan; None where the plan refuses them."""
    if rename is None:
        return None
    edits: list[Edit] = []
    plan = preview.plan
    for edit in rename.edits:
        assert isinstance(edit, (StripPrefix, AddPrefix, InsertSegment, RenameKeys))
        ways = [edit] if isinstance(edit, RenameKeys) else [replace(edit, entry=at) for at in (edit.entry, entry, None)]
        for new in ways:
            if new.subject not in {each.subject for each in plan.edits}:  # the same edit twice would count once
                plan = plan.with_edit(new)
                edits.append(new)
                break
        else:
            return None
    try:
        preview_of(preview.catalogue, plan)
    except CheckpointError:
        return None
    return replace(rename, edits=tuple(edits))


def unexpected_text(rows: Sequence[ComparedKey]) -> str:
    """What torch says of unexpected keys; empty for none."""
    return unexpected_keys([str(row.key_in_file) for row in rows])


def mismatch_text(rows: Sequence[ComparedKey]) -> str:
    """What torch says of shapes that differ, one line a key."""
    return "\n\t".join(size_mismatch(row.key_in_file, row.have, row.want or ()) for row in rows)
