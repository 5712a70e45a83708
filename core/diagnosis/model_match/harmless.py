"""The gate of cures: one that an error alone speaks for is offered only where it does what the error asks, and no harm.

The plan is worked out on the file, and its keys are held against those that the error names: what it calls missing is
there, what it calls unexpected is not, and nothing that the model asks for is gone, but for tensors of another shape.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace

from core.diagnosis.finding import Finding
from core.diagnosis.model_match.key_rows import Have, is_state_dict, planned_state, planned_state_dicts
from core.diagnosis.model_match.parametrized import is_made_of_parts
from core.diagnosis.model_match.renames import renamed
from core.diagnosis.model_match.state_keys import COUNTER
from core.diagnosis.trap import Recognised
from core.edits.edits import Edit
from core.edits.keys import OfNames
from core.edits.preview import Preview
from core.edits.preview import preview as preview_of
from core.errors import CheckpointError
from core.front_end import comparing
from core.text import clip, count_text, sentences
from core.words import say

_SHAPES = "size-mismatch"


def harmless(
    recognised: Recognised, view: Preview, findings: Sequence[Finding], asked: Collection[str] = ()
) -> tuple[Finding, ...]:
    """The findings, without the cures that would leave the error as it is, or lose what the model asks for.

    ``asked`` are the keys of the model, as far as they are known beyond those that the error names. A cure that is
    none by itself is offered together with those before it, where they are one together.
    """
    passed: list[Finding] = []
    edits: list[Edit] = []
    for finding in findings:
        if not any(edit.changes_keys for edit in finding.edits):
            passed.append(finding)
            continue
        ways = [finding.edits, tuple(dict.fromkeys((*edits, *finding.edits)))]
        why = [_harm(recognised, view, replace(finding, edits=way), asked) for way in dict.fromkeys(ways)]
        if "" in why:
            edits += (way := ways[why.index("")])
            passed.append(replace(finding, edits=way))
        else:
            passed.append(replace(finding, edits=(), losses=(), fix=why[0]))
    return tuple(passed)


def _harm(recognised: Recognised, view: Preview, finding: Finding, asked: Collection[str]) -> str:
    """What is against a cure, and what to look at instead; empty where nothing is."""
    try:
        cured = preview_of(view.catalogue, view.plan.with_edits(finding.edits))
    except CheckpointError as error:
        return str(error)
    named = {*recognised.keys("unexpected"), *recognised.keys("mismatched")}
    missing = set(recognised.keys("missing"))
    entries = [entry for entry in planned_state_dicts(view) if is_state_dict(cured, entry)]
    states = [(planned_state(view, entry)[0], planned_state(cured, entry)[0]) for entry in entries]
    if not states or not (named or missing):
        return ""
    before, after = max(states, key=lambda each: (len(named & each[0].keys()), len(missing & each[1].keys())))
    lost = [*_gone(recognised, before, after, asked), *_carried_along(recognised, finding.edits, before, after)]
    stray = _put_astray(recognised, finding.edits, before, after)
    return _left_missing(missing, after) or _losing(lost) or _left(recognised, finding, after, stray)


def _left_missing(missing: Collection[str], after: Mapping[str, Have]) -> str:
    left = sorted(key for key in missing if key not in after and not is_made_of_parts(key, after))
    if not left:
        return ""
    return sentences(
        say(
            "No fix is offered, because {keys} that the model expects would still be missing, such as {example!r}.",
            keys=count_text(len(left), "key"),
            example=clip(left[0], 80),
        ),
        say(
            "The file may have what is missing under another name: compare it with the model ({compare}).",
            compare=comparing(),
        ),
    )


def _gone(
    recognised: Recognised, before: Mapping[str, Have], after: Mapping[str, Have], asked: Collection[str]
) -> list[str]:
    """Tensors that the model asks for, and that the cure takes away or gives another name."""
    named = {*recognised.keys("mismatched"), *recognised.keys("unexpected")}
    there = {have.entry: key for key, have in after.items()}
    fitting = set(asked) - named
    return [
        key
        for key, have in before.items()
        if (key in fitting and there.get(have.entry) != key) or (key not in named and have.entry not in there)
    ]


def _carried_along(
    recognised: Recognised, edits: Sequence[Edit], before: Mapping[str, Have], after: Mapping[str, Have]
) -> list[str]:
    """Keys that the error does not name and a rename changes all the same, though nothing speaks for it.

    What is put in for something else belongs only where that was; and who lists missing keys alone, all of them, knows
    every key of the file.
    """
    there = {have.entry: key for key, have in after.items()}
    unexpected, missing = set(recognised.keys("unexpected")), set(recognised.keys("missing"))
    strips = [edit for edit in edits if isinstance(edit, OfNames) and edit.taken_off]
    adds = _puts_in(edits)
    knows_all = not unexpected and bool(missing) and "abridged" not in recognised.details
    keys = list(before)
    found = []
    for key, stripped in zip(keys, renamed(keys, strips, before), strict=True):
        new = there.get(before[key].entry, key)
        if new == key or key in unexpected or new in missing or new.rpartition(".")[2] == COUNTER:
            continue
        if knows_all or (strips and adds and stripped == key):
            found.append(key)
    return found


def _put_astray(
    recognised: Recognised, edits: Sequence[Edit], before: Mapping[str, Have], after: Mapping[str, Have]
) -> set[str]:
    """Unexpected keys to which a cure gives another name that the error does not ask for, by what it puts into them.

    What is only taken off makes no name up: what a prefix stood before and the model has no place for was there before.
    """
    if "abridged" in recognised.details or not _puts_in(edits):
        return set()
    there = {have.entry: key for key, have in after.items()}
    known = {*recognised.keys("missing"), *recognised.keys("mismatched")}
    unexpected = recognised.keys("unexpected")
    new = {key: there.get(before[key].entry, key) for key in unexpected if key in before}
    return {key for key, name in new.items() if name not in known and name.rpartition(".")[2] != COUNTER}


def _puts_in(edits: Sequence[Edit]) -> bool:
    return any(isinstance(edit, OfNames) and edit.put_in for edit in edits)


def _losing(lost: Sequence[str]) -> str:
    if not lost:
        return ""
    return say(
        "No fix is offered, because it would also rename or drop {example!r}, which fits the model. Compare the "
        "file with the model ({compare}).",
        compare=comparing(),
        example=clip(min(lost), 80),
    )


def _left(recognised: Recognised, finding: Finding, after: Mapping[str, Have], stray: Collection[str]) -> str:
    """What the error complains of and the cure leaves as it is; that of shapes is about shapes alone."""
    kind = "mismatched" if finding.code == _SHAPES else "unexpected"
    left = sorted({*(set(recognised.keys(kind)) & after.keys()), *stray})
    if not left:
        return ""
    return say(
        "No fix is offered, because {keys} that the error names would still not fit, such as {example!r}. Compare "
        "the file with the model ({compare}).",
        compare=comparing(),
        keys=count_text(len(left), "key"),
        example=clip(left[0], 80),
    )
