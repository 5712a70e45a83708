"""State that ``Optimizer.load_state_dict`` does not find, and state that is not there at all.

It goes through ``state`` and gives each piece to the parameter whose id the groups list under the same key; what has
another key it keeps and never uses, without a word (``torch/optim/optimizer.py``). State under texts of its own, as
some optimizers keep for all parameters together, is no parameter's.
"""

from __future__ import annotations

from collections.abc import Iterator

from core.catalogue.rows import Optimizer
from core.diagnosis.finding import NOTE, WARNING, Finding, make_finding
from core.diagnosis.planned import child_named, group_of
from core.edits.edits import NumberState
from core.edits.numbering import listed_ids, numbers_meant
from core.edits.preview import Preview
from core.pickling.nodes import mapping
from core.text import count_text
from core.words import marked, say

_STARTS_ANEW = marked(
    "the optimizer goes on as if it had never stepped: its averages begin at zero, and the loss may jump after resuming"
)


def state_findings(preview: Preview, optimizer: Optimizer) -> Iterator[Finding]:
    """Everything about state under wrong keys, and about state that is missing, of one optimizer that stays."""
    entry = child_named(preview, optimizer.entry, "state")
    if entry is None or preview.dropped(entry):
        return
    catalogue = preview.catalogue
    items = mapping(catalogue.values[entry])
    if items is None:
        return
    listed = listed_ids(catalogue.values[optimizer.entry])
    keys = [(child, preview.label(child)) for child in catalogue.children(entry) if not preview.dropped(child)]
    numbers = numbers_meant((key for _, key in keys), listed)
    if numbers:
        texts = [child for child, key in keys if isinstance(key, str) and key in numbers]
        yield _text_keys(preview, optimizer, texts)
    stray = [child for child, key in keys if _is_stray(key, listed) and not (isinstance(key, str) and key in numbers)]
    if stray:
        yield _stray(preview, stray)
    if listed and next(preview.rewrite.live_keys(items), None) is None and _keeps_state(preview, optimizer):
        yield _none(preview, optimizer, entry)


def _is_stray(key: object, listed: set[int | str]) -> bool:
    return (type(key) is int and key not in listed) or (isinstance(key, str) and key.isdecimal() and key not in listed)


def _text_keys(preview: Preview, optimizer: Optimizer, entries: list[int]) -> Finding:
    return make_finding(
        preview,
        "optimizer-text-keys",
        WARNING,
        say(
            "the state of {parameters} has texts for keys, its groups list numbers",
            parameters=count_text(len(entries), "parameter"),
        ),
        "",
        entries,
        say(
            "optimizer.load_state_dict finds no parameter for such keys and says nothing: it keeps the state aside, "
            "and {starts_anew}. torch.distributed.checkpoint turns keys into texts, and dcp_to_torch_save leaves them "
            "so.",
            starts_anew=say(_STARTS_ANEW),
        ),
        say("Make the keys the numbers that they were."),
        [NumberState(optimizer.entry)],
    )


def _stray(preview: Preview, entries: list[int]) -> Finding:
    return make_finding(
        preview,
        "optimizer-stray-state",
        NOTE,
        say(
            "the state of {parameters} belongs to none that the optimizer's groups list",
            parameters=count_text(len(entries), "parameter"),
        ),
        "",
        entries,
        say(
            "optimizer.load_state_dict keeps such state aside and never uses it; it takes room in the file and in "
            "memory. So it is where a file with keys of another kind was loaded and trained on, or groups were taken "
            "out."
        ),
        say("Nothing fails. Leave it out if nothing else reads it."),
    )


def _none(preview: Preview, optimizer: Optimizer, entry: int) -> Finding:
    return make_finding(
        preview,
        "optimizer-no-state",
        NOTE,
        say("the optimizer has its groups and no state of {kind}", kind=optimizer.kind)
        if optimizer.kind
        else say("the optimizer has its groups and no state"),
        "",
        [entry],
        say(
            "It was saved before its first step, or its state was left out to make the file smaller; the file does "
            "not say which. Where it was trained before, {starts_anew}.",
            starts_anew=say(_STARTS_ANEW),
        ),
        say(
            "If training went on before it was saved, look for a checkpoint with the state; else there is nothing to "
            "do."
        ),
    )


def _keeps_state(preview: Preview, optimizer: Optimizer) -> bool:
    """Whether the optimizer has state once it stepped: SGD without momentum has none (``torch/optim/sgd.py``)."""
    if optimizer.kind != "SGD":
        return True
    groups = (group_of(preview, optimizer.entry, index)[1] for index in range(optimizer.groups))
    return any(preview.planned_value(group, "momentum")[0] for group in groups)
