"""What the fixes panel offers for a file, as data. No Qt here.

A fix is on or off: `on` says whether a plan has it, `toggled` gives the plan with it or without.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from core.catalogue import Catalogue
from core.edits import (
    FOLLOW,
    AddPrefix,
    Drop,
    Edit,
    Keep,
    MakePlain,
    MoveOptimizer,
    Plan,
    RemapDevice,
    StripPrefix,
)
from core.errors import CheckpointError
from core.graph import mapping
from core.optimizers import Optimizer
from core.preview import preview
from core.safe_names import is_allowed, names_below
from core.text import clip, count_text, size_text
from gui.models.refused import plain_entries, refused_entries
from gui.models.totals import tables_of

#: What DataParallel and DistributedDataParallel put before every key.
WRAPPER = "module."
_MOST_UNWRAPS = 4
_MOST_NAMED = 3
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

    def on(self, plan: Plan) -> bool:
        """Whether a plan has it."""
        return all(edit in plan.edits or _for_all(edit) in plan.edits for edit in self.edits)

    def toggled(self, plan: Plan, on: bool) -> Plan:
        """The plan with the fix, or without it."""
        for edit in self.edits:
            plan = plan.with_edit(edit) if on else plan.without(edit).without(_for_all(edit))
        return plan


def _for_all(edit: Edit) -> Edit:
    """The same edit for all state dicts at once, which other parts of the program may have planned."""
    if isinstance(edit, StripPrefix):
        return StripPrefix(edit.prefix, None, edit.inner)
    return AddPrefix(edit.prefix, None) if isinstance(edit, AddPrefix) else edit


def prefix_fixes(catalogue: Catalogue) -> list[Fix]:
    """One fix a prefix found; the same prefix in several state dicts is one fix."""
    found: dict[tuple[str, bool], list[int]] = {}
    for place, item in enumerate(catalogue.prefixes):
        found.setdefault((item.prefix, item.inner), []).append(place)
    fixes = []
    for (prefix, inner), places in found.items():
        here = [catalogue.prefixes[place] for place in places]
        keys, of = sum(item.keys for item in here), sum(item.of for item in here)
        where = _where(catalogue, [item.entry for item in here])
        edits = tuple(StripPrefix(prefix, item.entry, inner) for item in here)
        title = f"strip “{prefix}” inside keys" if inner else f"strip “{prefix}”"
        fixes.append(Fix(title, f"{keys:,}/{of:,}", _strip_tip(prefix, inner, keys, where), edits))
    return fixes


def _strip_tip(prefix: str, inner: bool, keys: int, where: str) -> str:
    if inner:
        return (
            f"{count_text(keys, 'key')} of {where} hold the segment “{prefix}” further in, such as a.{prefix}b → a.b.\n"
            "Strip it only if the model that loads this is not wrapped at that place."
        )
    return (
        f"Take “{prefix}” off {count_text(keys, 'key')} of {where}; _metadata and param_names follow.\n"
        "load_state_dict of a model without the wrapper then finds its keys, with strict=True too."
    )


def add_fixes(catalogue: Catalogue) -> list[Fix]:
    """The reverse: a prefix for the keys of a plain model that DataParallel is to load."""
    wrapped = {item.entry for item in catalogue.prefixes if item.prefix == WRAPPER and not item.inner}
    plain = [entry for entry in catalogue.state_dicts if entry not in wrapped]
    if not plain:
        return []
    items = (mapping(catalogue.values[entry]) for entry in plain)
    keys = sum(len(node.items) // 2 for node in items if node is not None)
    tip = (
        f"Put “{WRAPPER}” before every key of {_where(catalogue, plain)}:\n"
        "for load_state_dict of a model that is wrapped in DataParallel or DistributedDataParallel."
    )
    edits = tuple(AddPrefix(WRAPPER, entry) for entry in plain)
    return [Fix(f"add “{WRAPPER}”", count_text(keys, "key"), tip, edits)]


def drop_fix(catalogue: Catalogue, optimizer: Optimizer) -> Fix | None:
    """Leave an optimizer out; None where it is the whole file."""
    if optimizer.entry == 0:
        return None
    nbytes = tables_of(catalogue).nbytes([catalogue.subtree_rows(optimizer.entry)])
    path = clip(catalogue.path_text(optimizer.entry), 60)
    tip = f"Leave “{path}” out of the file: enough for inference, not to resume training."
    return Fix(f"drop “{path}”", size_text(nbytes), tip, (Drop(optimizer.entry),))


def plain_fix(catalogue: Catalogue) -> Fix | None:
    """Plain data in the place of what plain torch.load refuses; None where there is nothing, or nothing can be."""
    entries = plain_entries(catalogue)
    if not entries:
        return None
    shown = _named(catalogue, entries)
    tip = (
        "Replace objects that torch.load(f) refuses by plain data: a Namespace by a dict, a path by its text,\n"
        "a NumPy number by a number, an array by a tensor. Then torch.load(saved) works with no argument."
    )
    return Fix(f"make {shown} plain data", count_text(len(entries), "object"), tip, tuple(map(MakePlain, entries)))


def refused_fix(catalogue: Catalogue) -> Fix | None:
    """Leave out what plain torch.load refuses; None where there is nothing, or where it is the whole file."""
    entries = refused_entries(catalogue)
    if not entries:
        return None
    shown = _named(catalogue, entries)
    names = sorted({name for entry in entries for name in _refused_below(catalogue, entry)})
    tip = (
        f"Leave {shown} out of the file. torch.load(f) refuses {clip(', '.join(names), 200)}\n"
        "unless it is told weights_only=False; without them torch.load(saved) works with no argument."
    )
    return Fix(f"drop {shown}", count_text(len(names), "name"), tip, tuple(map(Drop, entries)))


def _named(catalogue: Catalogue, entries: Sequence[int]) -> str:
    """The first entries by their paths."""
    paths = [f"“{clip(catalogue.path_text(entry), 40)}”" for entry in entries[:_MOST_NAMED]]
    return ", ".join(paths) + (" …" if len(entries) > _MOST_NAMED else "")


def _refused_below(catalogue: Catalogue, entry: int) -> set[str]:
    return {name.dotted for name in names_below(catalogue.values[entry], {}) if not is_allowed(name)}


def unwrap_fixes(catalogue: Catalogue) -> list[Fix]:
    """State dicts that can become the whole file, the largest first."""
    inside = [entry for entry in catalogue.state_dicts if entry > 0]
    inside.sort(key=lambda entry: -len(catalogue.subtree_rows(entry)))
    fixes = []
    for entry in inside[:_MOST_UNWRAPS]:
        path = clip(catalogue.path_text(entry), 60)
        tip = (
            f"Make “{path}” the whole file: torch.load(saved) returns this state_dict and nothing around it,\n"
            "ready for model.load_state_dict(torch.load(saved))."
        )
        count = count_text(len(catalogue.subtree_rows(entry)), "tensor")
        fixes.append(Fix(f"keep only “{path}”", count, tip, (Keep(entry),)))
    return fixes


def state_devices(catalogue: Catalogue, optimizer: Optimizer) -> tuple[str, ...]:
    """Where the state of an optimizer was saved."""
    return tables_of(catalogue).saved.within([catalogue.subtree_rows(optimizer.entry)])


def follows_already(catalogue: Catalogue, plan: Plan, optimizer: Optimizer) -> bool:
    """Whether the state, sent to where its parameters are, would stay where it is.

    False for a large file, where nobody can wait for the answer.
    """
    if len(catalogue) > _MOST_TRIED:
        return False
    moves = Plan(tuple(edit for edit in plan.edits if isinstance(edit, RemapDevice | MoveOptimizer)))
    try:
        now = preview(catalogue, moves).storage_devices
        return now == preview(catalogue, moves.with_edit(MoveOptimizer(FOLLOW, optimizer.entry))).storage_devices
    except CheckpointError:
        return False


def optimizer_title(catalogue: Catalogue, optimizer: Optimizer) -> str:
    """`Adam state`, with the path where there are several optimizers."""
    name = f"{optimizer.kind} state" if optimizer.kind else "optimizer state"
    return name if len(catalogue.optimizers) == 1 else f"{name} in “{clip(catalogue.path_text(optimizer.entry), 40)}”"


def _where(catalogue: Catalogue, entries: Sequence[int]) -> str:
    if len(entries) > 1:
        return count_text(len(entries), "state_dict")
    path = catalogue.path_text(entries[0])
    return f"“{clip(path, 60)}”" if path else "the file"
