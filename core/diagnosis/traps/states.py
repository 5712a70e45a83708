"""What a scaler of mixed precision and a scheduler refuse when their ``load_state_dict`` meets a state."""

from __future__ import annotations

import re
from collections.abc import Iterator

from core.diagnosis.finding import WARNING, Finding
from core.diagnosis.trap import Case, Judged, cause, error, innocent, says, trap, unknown
from core.edits.edits import Drop
from core.edits.preview import Preview
from core.pickling.nodes import mapping
from core.text import clip, listed

_SCALER = re.compile(r"scaler|scaling_state|mixed_?precision|(?:^|_)amp(?:_|$)", re.IGNORECASE)
"""What scripts and frameworks call the state of a scaler."""
_SCHEDULER = re.compile(r"sched", re.IGNORECASE)
_OF_SCALERS = frozenset({"growth_factor", "backoff_factor", "growth_interval", "_growth_tracker"})
_OF_SCHEDULERS = frozenset({"base_lrs", "_last_lr", "_schedulers", "lr_lambdas", "num_bad_epochs", "_scale_fn_custom"})
"""What schedulers of any version of ``torch/optim/lr_scheduler.py`` keep, of which each has one at least."""
_SHOWN = 3


def _dicts(view: Preview) -> Iterator[tuple[int, dict[object, int]]]:
    """Each dict that stays, with its items; dropped items left out."""
    catalogue = view.catalogue
    for entry in range(len(catalogue.labels)):
        if mapping(catalogue.values[entry]) is not None and not view.dropped(entry):
            yield (
                entry,
                {
                    label: child
                    for child in catalogue.children(entry)
                    if not view.dropped(child) and isinstance(label := view.label(child), str)
                },
            )


def _with_any(view: Preview, keys: frozenset[str]) -> Iterator[tuple[int, dict[object, int]]]:
    """The dicts that have one of some keys, without those inside them: a scheduler may hold others."""
    end = 0
    for entry, items in _dicts(view):
        if entry >= end and not keys.isdisjoint(items):
            yield entry, items
            end = view.catalogue.tree.ends[entry]


def _empty(view: Preview, name: re.Pattern[str]) -> list[int]:
    """The empty dicts of such a name, and the whole file where it is one."""
    return [
        entry
        for entry, _ in _dicts(view)
        if all(map(view.dropped, view.catalogue.children(entry)))
        and (entry == view.root or name.search(view.label_text(entry)))
    ]


def empty_scaler(case: Case) -> Judged | None:
    """``GradScaler.load_state_dict({})``: a scaler that was off gave that as its state."""
    view = case.view
    if view is None:
        return None
    found = _empty(view, _SCALER)
    if not found:
        filled = next(_with_any(view, _OF_SCALERS), None)
        if filled is None:
            return innocent("it has no state of a GradScaler.")
        return innocent("its {path!r} has the state of an enabled GradScaler.", path=_path(view, filled[0]))
    if found == [view.root]:
        return cause("it is an empty dict.")
    return cause("its {path!r} is empty.", _without(case, view, found), path=_path(view, found[0]))


def _without(case: Case, view: Preview, entries: list[int]) -> Finding:
    """The empty states as a finding: without them a script that asks first starts a new scaler."""
    recognised = case.recognised
    return Finding(
        case.code,
        WARNING,
        recognised.title,
        recognised.quote,
        tuple(map(view.path_text, entries)),
        tuple(entries),
        recognised.explanation,
        recognised.fix,
        tuple(map(Drop, entries)),
    )


def other_scaler(case: Case) -> Judged | None:
    """``KeyError: 'scale'`` in ``GradScaler.load_state_dict``."""
    said = _lacking(case, _OF_SCALERS, _SCALER) if case.details.get("key") else empty_scaler(case)
    return said or (None if case.view is None else innocent("it has no state of a GradScaler."))


def other_scheduler(case: Case) -> Judged | None:
    """A scheduler that is given the state of one of another class, or of one with other schedulers inside."""
    view = case.view
    if view is None:
        return None
    if case.details.get("key"):
        return _lacking(case, _OF_SCHEDULERS, _SCHEDULER) or innocent("it has no state of a scheduler.")
    name = case.details.get("attribute", "").lower()
    found = [(entry, items[name]) for entry, items in _with_any(view, _OF_SCHEDULERS) if name in items]
    if not found:
        return innocent("it has no state of a scheduler with {name!r}.", name=name)
    entry, inside = found[0]
    return unknown(
        "its {path!r} has {count:,} in {name!r}. Create the scheduler in the script with the same number.",
        path=_path(view, entry),
        name=name,
        count=len(view.catalogue.children(inside)),
    )


def _lacking(case: Case, keys: frozenset[str], name: re.Pattern[str]) -> Judged | None:
    """Whether the states, which have some of the ``keys`` or a ``name`` alone, lack the one that was looked for."""
    view, key = case.view, case.details["key"]
    states = [] if view is None else [*_with_any(view, keys), *((entry, {}) for entry in _empty(view, name))]
    if view is None or not states:
        return None
    lacking = [entry for entry, items in states if key not in items]
    if not lacking:
        return innocent("its {path!r} has {key!r}.", path=_path(view, states[0][0]), key=key)
    paths = listed([repr(_path(view, entry)) for entry in lacking], _SHOWN)
    if len(lacking) < len(states):
        having = next(entry for entry, items in states if key in items)
        return unknown(
            "its {path!r} has {key!r}, but {paths} does not. Check which one the script loads.",
            path=_path(view, having),
            key=key,
            paths=paths,
        )
    return cause("there is no {key!r} in {paths}.", key=key, paths=paths)


def _path(view: Preview, entry: int) -> str:
    return clip(view.path_text(entry), 120)


_IN_SCALER = r"grad_scaler\.py"

STATES = (
    trap(
        "grad-scaler",
        error(
            "the empty state of a disabled GradScaler",
            "A GradScaler that is created with enabled=False, or without a GPU, has an empty dict as its state. An "
            "enabled GradScaler refuses to load that.",
            "Skip scaler.load_state_dict if the state is empty: if checkpoint['scaler']: … A new scaler finds its "
            "scale within a few hundred steps. If your script checks whether the entry exists, you can drop it "
            "from the file instead.",
            says(
                r"The source state dict is empty, ?possibly because it was saved from a disabled instance of \w{1,40}"
            ),
            absent="It has no empty state of a GradScaler.",
        ),
        error(
            "not the state of a GradScaler",
            "scaler.load_state_dict expects the state of an enabled GradScaler: scale, growth_factor, "
            "backoff_factor, growth_interval and _growth_tracker.",
            "Pass the part of the checkpoint that is the state of the scaler; or start with a new scaler, which "
            "finds its scale within a few hundred steps.",
            says(
                r"KeyError: ?'(?P<key>scale|growth_factor|backoff_factor|growth_interval|_growth_tracker)'",
                above=_IN_SCALER,
            ),
            absent="It has no such state of a GradScaler.",
        ),
        judge=other_scaler,
        loaded=True,
    ),
    trap(
        "other-scheduler",
        error(
            "the state of another scheduler",
            "Each scheduler class stores different values. LambdaLR, MultiplicativeLR, SequentialLR, "
            "ChainedScheduler and CyclicLR raise an error if theirs are missing; the others silently accept any "
            "state.",
            "Create a scheduler of the class that the file was saved with, or start a new one without its state.",
            says(r"KeyError: ?'(?P<key>lr_lambdas|_schedulers|_scale_fn_custom)'"),
            absent="It has the state of such a scheduler.",
        ),
        error(
            "a scheduler with fewer parts than its state",
            "The state of a scheduler has one entry for each scheduler inside it, or for each of its lambda "
            "functions. The scheduler of the script has fewer.",
            "Create the scheduler with the same number of inner schedulers or functions, in the same order as when "
            "the file was saved.",
            says(
                r"self\.(?P<attribute>_schedulers|lr_lambdas)\[idx\][^\0]{0,160}?IndexError: ?list index out of range"
            ),
            absent="Compare its scheduler with that of the script.",
        ),
        judge=other_scheduler,
        loaded=True,
    ),
)
