"""Errors of resuming: what an optimizer, a scheduler or a generator of random numbers wants of the checkpoint."""

from __future__ import annotations

from core.diagnosis.rules.rng import random_states
from core.diagnosis.traceback.verdicts import Case, Judged, cause, innocent, unknown
from core.text import count_text, first_sentence
from core.words import say

_SHOWN = 3


def groups(case: Case) -> Judged | None:
    """Other groups of parameters: the optimizer of the script decides what is right."""
    if case.view is None:
        return None
    there = case.findings_of("optimizer-groups")
    if there:
        return cause(first_sentence(there[0].explanation), *there)
    optimizers = case.view.catalogue.optimizers
    if not optimizers:
        return innocent(say("no optimizer state is in it."))
    sizes = "; ".join(_sizes(optimizer.params, optimizer.groups) for optimizer in optimizers[:3])
    return unknown(
        say(
            "its optimizer has {sizes}. Compare that with the script: [len(g['params']) for g in "
            "optimizer.param_groups].",
            sizes=sizes,
        )
    )


def _sizes(params: int, number: int) -> str:
    return say(
        "{parameters} in {groups}",
        parameters=count_text(params, "parameter"),
        groups=count_text(number, "group"),
    )


def no_optimizer(case: Case) -> Judged | None:
    """``KeyError: 'param_groups'``: something else was handed to an optimizer's ``load_state_dict``."""
    if case.view is None:
        return None
    catalogue = case.view.catalogue
    if not catalogue.optimizers:
        return unknown(say("no optimizer state is in it, so whatever the script handed to the optimizer is none."))
    where = [catalogue.path_text(optimizer.entry) for optimizer in catalogue.optimizers[:_SHOWN]]
    return innocent(
        say(
            "it has optimizer state at {where}; the script handed over something else.",
            where=", ".join(map(repr, where)),
        )
    )


def no_state_dict(case: Case) -> Judged | None:
    """``'tuple' object has no attribute 'copy'``: a file that is no dict, handed to ``load_state_dict`` as it is."""
    kind = case.details.get("class", "")
    if case.view is None or not kind:
        return None
    whole = type(case.view.catalogue.values[case.view.root])
    if whole in (list, tuple) and whole.__name__ == kind:
        return cause(
            say(
                "it is a {kind}. The state_dict is in it: look for its place in the tree, and take it from there.",
                kind=kind,
            )
        )
    return innocent(
        say("it is no {kind}. The script takes something out of it, or hands over something else.", kind=kind)
    )


def without_data(case: Case) -> Judged | None:
    """``Cannot copy out of meta tensor; no data!``: of the model, or of the file that was saved from such a one."""
    there = case.findings_of("no-data") if "no data" in case.recognised.quote else ()
    return cause(say("it has {title}.", title=there[0].title), *there) if there else None


def initial_lr(case: Case) -> Judged | None:
    """A scheduler with ``last_epoch`` wants ``initial_lr`` in each group (``torch/optim/lr_scheduler.py``)."""
    if case.view is None:
        return None
    catalogue = case.view.catalogue
    lacking = [
        optimizer
        for optimizer in catalogue.optimizers
        if "initial_lr" not in catalogue.labels[optimizer.entry : catalogue.tree.ends[optimizer.entry]]
    ]
    if not catalogue.optimizers:
        return innocent(say("no optimizer state is in it."))
    if not lacking:
        return innocent(
            say("the groups of its optimizer have initial_lr; the script makes the scheduler before it loads them.")
        )
    return unknown(
        say(
            "the groups of its optimizer have no initial_lr, as it was saved without a scheduler. Look at the script: "
            "make the scheduler without last_epoch and load its own state, or set group.setdefault('initial_lr', "
            "group['lr'])."
        )
    )


def random_state(case: Case) -> Judged | None:
    """``RNG state must be a torch.ByteTensor``: bytes on the CPU, whichever generator they are of."""
    if case.view is None:
        return None
    view = case.view
    states = [(each, view.device(row)) for row, each in random_states(view)]
    if not states:
        return innocent(say("no state of random numbers is in it."))
    if "ByteTensor" not in case.recognised.quote:
        sizes = ", ".join(
            say("{path!r} has {size:,}", path=view.path_text(row.entry), size=row.shape[0])
            for row, _ in states[:_SHOWN]
        )
        return unknown(
            say(
                "a CPU's state has 5,056 bytes, that of a card 16; {sizes}. Look which goes to which generator.",
                sizes=sizes,
            )
        )
    is_type = "got torch.FloatTensor" in case.recognised.quote
    wrong = [row.entry for row, device in states if (row.dtype != "uint8" if is_type else device != "cpu")]
    if wrong:
        path = view.path_text(wrong[0])
        text = (
            say(
                "its {path!r} is of another type than uint8; a generator takes its state as bytes on the CPU.",
                path=path,
            )
            if is_type
            else say("its {path!r} was saved on a GPU; a generator takes its state as bytes on the CPU.", path=path)
        )
        return cause(text, *case.findings_of("rng-state"))
    path = view.path_text(states[0][0].entry)
    return innocent(
        say("its {path!r} lies on the CPU as bytes. map_location moves it: write .cpu() behind it.", path=path)
    )


def whole_lightning(case: Case) -> Judged | None:
    """Lightning resumes only from what ``Trainer.save_checkpoint`` saved with ``weights_only=False``.

    None where the error is that of a key that is looked for.
    """
    if case.view is None or " " not in case.details.get("key", ""):
        return None
    view = case.view
    parts = {view.label(child) for child in view.catalogue.children(view.root) if not view.dropped(child)}
    if not parts & {"pytorch-lightning_version"}:
        return innocent(say("it is no checkpoint of Lightning, which would say so under 'pytorch-lightning_version'."))
    if "optimizer_states" in parts:
        return innocent(say("it has 'optimizer_states'."))
    return cause(say("it is a checkpoint of Lightning without 'optimizer_states', saved with save_weights_only=True."))
