"""The changes that are offered for a file, as data.

A fix is on or off: `on` says whether a plan has it, `toggled` gives the plan with it or without.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from core.catalogue.catalogue import Catalogue
from core.catalogue.modules import module_entries
from core.catalogue.named import refused_names_below
from core.catalogue.optimizers.words import kind_text
from core.catalogue.rows import Optimizer
from core.edits.devices import move_optimizer
from core.edits.edit import in_few_words
from core.edits.edits import FOLLOW, AddPrefix, Edit, MakePlain, Plan, StripPrefix
from core.edits.entries import drops, keep
from core.edits.preview import preview
from core.errors import CheckpointError
from core.text import clip, count_text, listed, quoted, size_text
from core.words import say, say_count
from gui.document.refused import plain_entries, refused_entries
from gui.document.remaining import Remaining
from gui.document.totals import tables_of

NO_PLAN = Plan()
#: What DataParallel and DistributedDataParallel put before every key.
WRAPPER = "module."
_MOST_UNWRAPS = 4
_MOST_NAMED = 3
_LONGEST = 60
#: Entries of a file up to which it is tried out what an offer would change.
_MOST_TRIED = 5_000


@dataclass(frozen=True)
class Fix:
    """One thing to tick: its edits go into the plan together, and out of it together."""

    title: str
    #: How much it touches, shown in pale on the right.
    count: str
    tip: str
    edits: tuple[Edit, ...]
    #: Whether the plan leaves nothing for it to do.
    idle: bool = False

    def on(self, plan: Plan) -> bool:
        """Whether a plan has it; for all state dicts at once other parts of the program may have planned it."""
        return all(edit in plan.edits or edit.everywhere in plan.edits for edit in self.edits)

    def toggled(self, plan: Plan, on: bool) -> Plan:
        """The plan with the fix, or without it."""
        for edit in self.edits:
            plan = plan.with_edit(edit) if on else plan.without(edit).without(edit.everywhere)
        return plan


def fixes_of(catalogue: Catalogue, plan: Plan) -> tuple[list[Fix], list[Fix]]:
    """Return the fixes of prefixes, and all others, with what the plan leaves for each to do."""
    refused = [fix for fix in (plain_fix(catalogue, plan), refused_fix(catalogue, plan)) if fix is not None]
    drops = [drop_fix(catalogue, optimizer, plan) for optimizer in catalogue.optimizers]
    rest = [fix for fix in drops if fix is not None] + unwrap_fixes(catalogue, plan) + add_fixes(catalogue, plan)
    return prefix_fixes(catalogue, plan), refused + rest


def prefix_fixes(catalogue: Catalogue, plan: Plan = NO_PLAN) -> list[Fix]:
    """One fix a prefix found; the same prefix in several state dicts is one fix."""
    left = Remaining(catalogue, plan)
    found: dict[tuple[str, bool], list[int]] = {}
    for place, item in enumerate(catalogue.prefixes):
        found.setdefault((item.prefix, item.inner), []).append(place)
    fixes = []
    for (prefix, inner), places in found.items():
        here = [catalogue.prefixes[place] for place in places]
        counts = [left.prefixed(item) for item in here]
        keys, of = sum(keys for keys, _ in counts), sum(of for _, of in counts)
        where = _where(catalogue, [item.entry for item in here])
        edits = tuple(StripPrefix(prefix, item.entry, inner) for item in here)
        tip = _strip_tip(prefix, inner, keys, where)
        count = say_count(of, "{keys:,} of {n:,} key", "{keys:,} of {n:,} keys", keys=keys)
        fixes.append(Fix(in_few_words(catalogue, edits), count, tip, edits, idle=not keys))
    return fixes


def _strip_tip(prefix: str, inner: bool, keys: int, where: str) -> str:
    if inner:
        return say(
            "{keys} of {where} have “{prefix}” in the middle, such as a.{prefix}b → a.b.\n"
            "Strip it only if your model is not wrapped at that place.",
            keys=count_text(keys, "key"),
            where=where,
            prefix=prefix,
        )
    return say(
        "Remove “{prefix}” from {keys} of {where}, and from _metadata and param_names.\nA model without the "
        "wrapper can then load them, even with strict=True.",
        prefix=prefix,
        keys=count_text(keys, "key"),
        where=where,
    )


def add_fixes(catalogue: Catalogue, plan: Plan = NO_PLAN) -> list[Fix]:
    """The reverse: a prefix for the keys of a plain model that DataParallel is to load; not where one is to strip."""
    wrapped = {item.entry for item in catalogue.prefixes if not item.inner}
    plain = [entry for entry in catalogue.state_dicts if entry not in wrapped]
    if not plain:
        return []
    left = Remaining(catalogue, plan)
    keys = sum(left.keys(entry, catalogue.key_count(entry)) for entry in plain)
    tip = say(
        "Add “{wrapper}” to the start of every key of {where}.\n"
        "A model wrapped in DataParallel or DistributedDataParallel can then load them.",
        wrapper=WRAPPER,
        where=_where(catalogue, plain),
    )
    edits = tuple(AddPrefix(WRAPPER, entry) for entry in plain)
    return [Fix(in_few_words(catalogue, edits), count_text(keys, "key"), tip, edits, idle=not keys)]


def drop_fix(catalogue: Catalogue, optimizer: Optimizer, plan: Plan = NO_PLAN) -> Fix | None:
    """Leave an optimizer out; None where it is the whole file."""
    if optimizer.entry == 0:
        return None
    own = drops((optimizer.entry,))
    left = Remaining(catalogue, plan.without(*own))
    nbytes = tables_of(catalogue).nbytes(left.rows(optimizer.entry))
    path = clip(catalogue.path_text(optimizer.entry), _LONGEST)
    tip = say("Drop “{path}”. The copy is then enough for inference, but not to resume training.", path=path)
    less = say("{size} less", size=size_text(nbytes))
    return Fix(in_few_words(catalogue, own, _LONGEST), less, tip, own, idle=left.gone(optimizer.entry))


def plain_fix(catalogue: Catalogue, plan: Plan = NO_PLAN) -> Fix | None:
    """Plain data in the place of what plain torch.load refuses; None where there is nothing, or nothing can be."""
    entries = plain_entries(catalogue)
    if not entries:
        return None
    shown = _named(catalogue, entries)
    tip = say(
        "Turn objects that torch.load(f) refuses into plain data: a Namespace becomes a dict, a path becomes a "
        "string,\na NumPy scalar becomes a number, an array becomes a tensor. torch.load(saved) then works without "
        "arguments."
    )
    left = _left(catalogue, plan, entries)
    edits = tuple(map(MakePlain, entries))
    return Fix(say("make {shown} plain data", shown=shown), count_text(len(left), "object"), tip, edits, idle=not left)


def refused_fix(catalogue: Catalogue, plan: Plan = NO_PLAN) -> Fix | None:
    """Leave out what plain torch.load refuses; None where there is nothing, or where it is the whole file."""
    entries = _without_all_models(catalogue, refused_entries(catalogue))
    if not entries:
        return None
    shown = _named(catalogue, entries)
    names = sorted(refused_names_below(catalogue, *entries))
    tip = say(
        "Drop {shown}. torch.load(f) refuses {names} unless you pass weights_only=False;\n"
        "without them torch.load(saved) works without arguments.",
        shown=shown,
        names=clip(listed(names), 200),
    )
    edits = drops(entries)
    others = Plan(tuple(edit for edit in plan.edits if edit not in edits))
    still = [entry for entry in _left(catalogue, others, entries) if entry not in plan.extracted]
    left = refused_names_below(catalogue, *still)
    return Fix(say("drop {shown}", shown=shown), count_text(len(left), "name"), tip, edits, idle=not left)


def _without_all_models(catalogue: Catalogue, entries: Sequence[int]) -> Sequence[int]:
    """What can be left out without the last model: all of some entries, where a model lies in none of them."""
    models = [*catalogue.state_dicts, *(model.entry for model in module_entries(catalogue))]
    holders = {entry for entry in entries for model in models if entry <= model < catalogue.ends[entry]}
    if any(not any(holder <= model < catalogue.ends[holder] for holder in holders) for model in models):
        return entries
    return [entry for entry in entries if entry not in holders]


def _left(catalogue: Catalogue, plan: Plan, entries: Sequence[int]) -> list[int]:
    left = Remaining(catalogue, plan)
    return [entry for entry in entries if not left.gone(entry)]


def _named(catalogue: Catalogue, entries: Sequence[int]) -> str:
    """The first entries by their paths."""
    paths = [quoted(catalogue.path_text(entry), 40) for entry in entries[:_MOST_NAMED]]
    return listed(paths) + (" …" if len(entries) > _MOST_NAMED else "")


def unwrap_fixes(catalogue: Catalogue, plan: Plan = NO_PLAN) -> list[Fix]:
    """State dicts and whole models that can become the whole file, the largest first."""
    whole = {model.entry for model in module_entries(catalogue)}
    inside = [entry for entry in (*catalogue.state_dicts, *whole) if entry > 0]
    inside.sort(key=lambda entry: -len(catalogue.subtree_rows(entry)))
    fixes = []
    for entry in inside[:_MOST_UNWRAPS]:
        path = clip(catalogue.path_text(entry), _LONGEST)
        tip = (
            say(
                "Make “{path}” the whole file: torch.load(saved) returns only this model,\nor only its state_dict "
                "if you extract that too.",
                path=path,
            )
            if entry in whole
            else say(
                "Make “{path}” the whole file: torch.load(saved) returns only this state_dict,\nready for "
                "model.load_state_dict(torch.load(saved)).",
                path=path,
            )
        )
        [alone] = keep(NO_PLAN, entry).edits
        left = Remaining(catalogue, plan.without(alone))
        tensors, of = left.tensors(entry), left.tensors(0)
        count = say_count(of, "{tensors:,} of {n:,} tensor", "{tensors:,} of {n:,} tensors", tensors=tensors)
        fixes.append(Fix(in_few_words(catalogue, (alone,), _LONGEST), count, tip, (alone,), idle=not tensors))
    return fixes


def state_devices(catalogue: Catalogue, optimizer: Optimizer) -> tuple[str, ...]:
    """Return where the state of an optimizer was saved."""
    return tables_of(catalogue).saved.within([catalogue.subtree_rows(optimizer.entry)])


def follows_already(catalogue: Catalogue, plan: Plan, optimizer: Optimizer) -> bool:
    """Whether the state, sent to where its parameters are, would stay where it is.

    False for a large file, where nobody can wait for the answer.
    """
    if len(catalogue) > _MOST_TRIED:
        return False
    moves = Plan(tuple(edit for edit in plan.edits if edit.moves))
    try:
        now = preview(catalogue, moves).draft.devices
        return now == preview(catalogue, move_optimizer(moves, optimizer.entry, FOLLOW)).draft.devices
    except CheckpointError:
        return False


def optimizer_title(catalogue: Catalogue, optimizer: Optimizer) -> str:
    """`Adam state:`, with the path where there are several optimizers."""
    name = say("{kind} state", kind=kind_text(optimizer.kind)) if optimizer.kind else say("Optimizer state")
    if len(catalogue.optimizers) > 1:
        name = say("{name} in “{path}”", name=name, path=clip(catalogue.path_text(optimizer.entry), 40))
    return say("{state}:", state=name)


def _where(catalogue: Catalogue, entries: Sequence[int]) -> str:
    if len(entries) > 1:
        return count_text(len(entries), "state_dict")
    path = catalogue.path_text(entries[0])
    return quoted(path, 60) if path else say("the file")
