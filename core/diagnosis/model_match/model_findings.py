"""The file against what a model expects: which keys and shapes fit, and what does not as findings."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

from core.diagnosis.finding import WARNING, Finding
from core.diagnosis.model_match.group_findings import group_findings
from core.diagnosis.model_match.key_rows import (
    ComparedKey,
    compare_keys,
    is_state_dict,
    planned_state,
    planned_state_dicts,
)
from core.diagnosis.model_match.misshapen import why_kept
from core.diagnosis.model_match.model_keys import ModelKeys
from core.diagnosis.model_match.renames import Rename, find_rename
from core.edits.edits import Edit, Plan
from core.edits.entries import dropping_too, drops, left_behind
from core.edits.keys import OfNames
from core.edits.preview import Preview
from core.edits.preview import preview as preview_of
from core.errors import CheckpointError, EditError
from core.loading.left_out import about_left_out, keys_left_out
from core.loading.torch_messages import missing_keys, size_mismatch, unexpected_keys
from core.text import capital as with_capital
from core.text import clauses, clip, count_text, enumerated, listed, sentences
from core.words import marked, say, say_count

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
            raise EditError("The file as it will be saved has no such state dict.")
        return _compare(preview, wanted, entry)
    entries = planned_state_dicts(preview)[:_CANDIDATES]
    if not entries:
        raise EditError(
            "This file has no state dict to compare with a model. If it holds a whole model, extract its "
            "state_dict first."
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
    edits: list[OfNames] = []
    plan = preview.plan
    for edit in rename.edits:
        for new in dict.fromkeys(edit.within(at) for at in (edit.entry, entry, None)):
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


__all__ = ["ComparedKey", "Comparison", "Rename", "compare", "model_findings", "without_unexpected"]

_MOST_DROPS = 500
_MOST_LAYERS = 64
"""Modules around a tensor that are looked at."""
_SHOWN = 6
_MOST_NAMED = 3
_WEIGHT = re.compile("weight|kernel", re.IGNORECASE)
_STAY_MISSING = marked("{keys} of the model still missing ({some})")
_STAY_UNEXPECTED = marked("{keys} of the file still unexpected ({some})")
_DIFFER = marked("{keys} with a different shape ({some})")
_BY_NAME = marked("load_state_dict matches by name only.")
_STRICT = marked(
    "strict=False hides this: torch silently skips keys whose names do not match, and the model keeps its random "
    "weights."
)


# -- findings ------------------------------------------------------------------------------------------------


def model_findings(preview: Preview, wanted: ModelKeys) -> tuple[Finding, ...]:
    """What would fail when the planned file is loaded into a model and its optimizer."""
    findings: list[Finding] = []
    try:
        comparison = compare(preview, wanted) if wanted.shapes else None
    except EditError:
        comparison = None
    if comparison is not None:
        findings += _of_names(preview, comparison)
        if comparison.mismatched:
            findings.append(_size_mismatch(preview, comparison))
    return (*findings, *group_findings(preview, wanted))


def _of_names(preview: Preview, comparison: Comparison) -> list[Finding]:
    rename = comparison.rename
    if not comparison.missing and not comparison.unexpected:
        return []
    if rename is not None and rename.wrapper:
        return [_of_wrapper(preview, comparison, rename)]
    findings = []
    if comparison.missing:
        findings.append(_missing(preview, comparison, rename))
    if comparison.unexpected:
        findings.append(_unexpected(preview, comparison, rename))
    return findings


def _of_wrapper(preview: Preview, comparison: Comparison, rename: Rename) -> Finding:
    names = listed(dict.fromkeys(edit.segments for edit in rename.edits if edit.segments))
    message = "\n\t".join(
        part for part in (missing_keys(comparison.missing), unexpected_text(comparison.unexpected)) if part
    )
    entries = _entries(comparison.unexpected)
    if rename.adds:
        explanation = say(
            "The keys of the model begin with {names} because it is wrapped (DataParallel, DDP, torch.compile), and "
            "those of the file do not.",
            names=names,
        )
        fix = say("Load the file into the model inside the wrapper (model.module), or {offer}", offer=_offer(rename))
    else:
        explanation = say(
            "The keys of the file start with {names} from the wrapper they were saved in "
            "(DataParallel, DDP, FSDP, torch.compile). Those of the model do not.",
            names=names,
        )
        fix = sentences(_offer(rename, capital=True), say("From then on save model.module.state_dict()."))
    return Finding(
        "missing-prefix" if rename.adds else "wrapper-prefix",
        WARNING,
        say("without the prefix {names}", names=names) if rename.adds else say("with the prefix {names}", names=names),
        message,
        _paths(preview, entries),
        entries,
        sentences(explanation, _loss(rename)),
        fix,
        rename.edits,
        say(_STRICT),
    )


def _missing(preview: Preview, comparison: Comparison, rename: Rename | None) -> Finding:
    fix = (
        _offer(rename, capital=True)
        or _dropped(preview, comparison)
        or say(
            "Renaming does not help. Does this file belong to another model, or to only a part of yours? If these "
            "layers are meant to start from new weights, load with strict=False and check the missing_keys that "
            "load_state_dict returns."
        )
    )
    return Finding(
        "missing-keys",
        WARNING,
        say("{keys} of the model not in the file", keys=count_text(len(comparison.missing), "key")),
        missing_keys(comparison.missing),
        (),
        (),
        sentences(_all_or_some_missing(comparison), say(_BY_NAME), _loss(rename)),
        fix,
        rename.edits if rename else (),
        say(_STRICT),
    )


def _dropped(preview: Preview, comparison: Comparison) -> str:
    """What to do where it is the plan that leaves out all that is missing; nothing where other keys are missing too."""
    left_out = keys_left_out(preview).get(preview.path(comparison.entry), ())
    return about_left_out(preview) if left_out and {*left_out} >= {*comparison.missing} else ""


def _unexpected(preview: Preview, comparison: Comparison, rename: Rename | None) -> Finding:
    entries = _entries(comparison.unexpected)
    edits: tuple[Edit, ...] = ()
    if rename is not None:
        edits, fix = rename.edits, _offer(rename, capital=True)
    elif needed := _needed(preview, comparison):
        fix = needed
    elif found := without_unexpected(preview, comparison):
        edits, fix = (
            found,
            say_count(
                len(entries),
                "Drop {keys}: the model has no use for it, and your original file keeps it.",
                "Drop {keys}: the model has no use for them, and your original file keeps them.",
                keys=_named(comparison.unexpected),
            ),
        )
    else:
        fix = say("Renaming does not help. Does this file belong to another model, or to a larger one?")
    return Finding(
        "unexpected-keys",
        WARNING,
        say("{keys} that the model does not know", keys=count_text(len(comparison.unexpected), "key")),
        unexpected_text(comparison.unexpected),
        _paths(preview, entries),
        entries,
        sentences(_all_or_some_unexpected(comparison), say(_BY_NAME), _loss(rename)),
        fix,
        edits,
        say(_STRICT),
        losses=(_tensors_of(comparison.unexpected, edits),) if edits and rename is None else (),
    )


def _needed(preview: Preview, comparison: Comparison) -> str:
    """Why keys that the model does not know are not to be dropped: the scales of weights that stay quantised."""
    catalogue = preview.catalogue
    quantised = {
        str(row.key_in_file): catalogue.tensors[catalogue.rows[row.entry]].dtype
        for row in comparison.rows
        if row.state == "same" and row.entry is not None and catalogue.rows[row.entry] >= 0
        if _WEIGHT.search(str(row.key_in_file).rpartition(".")[2])
    }
    quantised = {key: dtype for key, dtype in quantised.items() if _is_quantised(dtype)}
    if not quantised:
        return ""
    layers = {key.rpartition(".")[0]: key for key in quantised}
    for row in comparison.unexpected:
        layer = str(row.key_in_file)
        for _ in range(min(layer.count("."), _MOST_LAYERS)):
            layer = layer.rpartition(".")[0]
            key = layer if layer in quantised else layers.get(layer, "") if layer else ""
            if key:
                return say(
                    "{unexpected!r} belongs to {key!r}, whose numbers are {dtype} and mean nothing without it. "
                    "Load the file with the library that quantized it.",
                    unexpected=clip(str(row.key_in_file), 80),
                    key=clip(key, 80),
                    dtype=quantised[key],
                )
    return ""


def _is_quantised(dtype: str) -> bool:
    return dtype.startswith(("float8", "float4", "q", "bits")) or dtype in ("int8", "uint8")


def _size_mismatch(preview: Preview, comparison: Comparison) -> Finding:
    entries = _entries(comparison.mismatched)
    have = {row.key_in_file: row.have for row in comparison.rows if row.key_in_file is not None}
    kept = why_kept(comparison.mismatched, have)
    edits = _drops(preview, entries, numbers=False) if len(entries) <= _MOST_DROPS and not kept else ()
    return Finding(
        "size-mismatch",
        WARNING,
        say("{tensors} whose shape differs from the model's", tensors=count_text(len(entries), "tensor")),
        mismatch_text(comparison.mismatched),
        _paths(preview, entries),
        entries,
        say(
            "The names match but the shapes do not. strict=False alone does not help: load_state_dict still raises "
            "this. Usually the model was built for another number of classes or with other sizes."
        ),
        kept
        or (
            _drop_or_build(len(entries), with_state=len(edits) > len(entries))
            if edits
            else say("Build the model with the sizes in the file.")
        ),
        edits,
        losses=(_tensors_of(comparison.mismatched, edits),) if edits else (),
    )


def _drop_or_build(tensors: int, *, with_state: bool) -> str:
    """What to do where the tensors that differ can be left out: what the cure does comes first."""
    return sentences(
        say_count(
            tensors,
            "To keep your script's model, drop this entry from the file and load with strict=False: that parameter "
            "starts from new weights.",
            "To keep your script's model, drop these entries from the file and load with strict=False: those "
            "parameters start from new weights.",
        ),
        say("Optimizer state that has the old shapes is dropped too.") if with_state else "",
        say("Or build the model with the sizes in the file."),
    )


# -- our words -----------------------------------------------------------------------------------------------


def _offer(rename: Rename | None, *, capital: bool = False) -> str:
    if rename is None:
        return ""
    title = with_capital(rename.title) if capital else rename.title
    return say(
        "{title}: {matched_after:,} of the model's {of:,} keys will fit (now: {matched_before:,}).",
        title=title,
        matched_after=rename.matched_after,
        of=rename.of,
        matched_before=rename.matched_before,
    )


def _loss(rename: Rename | None) -> str:
    """What stays unmatched after a rename."""
    if rename is None:
        return ""
    left = [
        say(text, keys=count_text(len(keys), "key"), some=_some(keys))
        for keys, text in (
            (rename.missing, _STAY_MISSING),
            (rename.unexpected, _STAY_UNEXPECTED),
            (rename.mismatched, _DIFFER),
        )
        if keys
    ]
    return say("After the rename: {left}.", left=clauses(left)) if left else ""


def _some(keys: Sequence[str]) -> str:
    return listed([*keys[:_SHOWN], *(["…"] if len(keys) > _SHOWN else [])])


def _named(rows: Sequence[ComparedKey]) -> str:
    return enumerated([clip(str(row.key_in_file), 60) for row in rows], _MOST_NAMED)


def _tensors_of(rows: Sequence[ComparedKey], drops: Sequence[Edit]) -> str:
    """What dropping these keys, and their state with them, loses."""
    if len(drops) > len(rows):
        return say_count(
            len(rows),
            "the tensor {keys}, and optimizer state that no longer fits",
            "the tensors {keys}, and optimizer state that no longer fits",
            keys=_named(rows),
        )
    return say_count(len(rows), "the tensor {keys}", "the tensors {keys}", keys=_named(rows))


def _all_or_some_missing(comparison: Comparison) -> str:
    count, of, name = len(comparison.missing), len(comparison.wanted.shapes), comparison.wanted.name
    if count == of:
        return say("This file has none of the {of:,} keys of {name}.", of=of, name=name)
    return say("This file lacks {count:,} of the {of:,} keys of {name}.", count=count, of=of, name=name)


def _all_or_some_unexpected(comparison: Comparison) -> str:
    of = sum(row.key_in_file is not None for row in comparison.rows)
    count, name = len(comparison.unexpected), comparison.wanted.name
    if count == of:
        return say("{name} knows none of the {of:,} keys of this file.", of=of, name=name)
    return say("{name} does not know {count:,} of the {of:,} keys of this file.", count=count, of=of, name=name)


def _entries(rows: Iterable[ComparedKey]) -> tuple[int, ...]:
    return tuple(row.entry for row in rows if row.entry is not None)


def _paths(preview: Preview, entries: Iterable[int]) -> tuple[str, ...]:
    return tuple(preview.catalogue.path_text(entry) for entry in entries)


def without_unexpected(preview: Preview, comparison: Comparison) -> tuple[Edit, ...]:
    """Edits that leave out what the model does not know; none where that may be of use, or nothing else would load."""
    entries = _entries(comparison.unexpected)
    if comparison.rename is not None or not comparison.matched or _needed(preview, comparison):
        return ()
    if len(entries) > _MOST_DROPS or comparison.entry in entries:  # a pickled model has keys that are no entries
        return ()
    return _drops(preview, entries, numbers=True)


def _drops(preview: Preview, entries: Iterable[int], *, numbers: bool) -> tuple[Edit, ...]:
    """Edits that leave the entries out, and the state of their optimizers as `dropping_too` does, which stay where the
    model has all parameters; none where the plan refuses one of them.
    """
    catalogue, plan = preview.catalogue, Plan(drops(entries))
    try:
        without = preview_of(catalogue, plan)
    except CheckpointError:
        return ()
    left = left_behind(catalogue, without.gone, without.root)
    staying = (each for each in left if not preview.dropped(each.optimizer.entry))
    state = [each if numbers else each._replace(whole=False) for each in staying]
    return (*plan.edits, *dropping_too(catalogue, state, numbers=numbers))
