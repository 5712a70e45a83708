"""What in a file plain `torch.load(f)` refuses, in words, and which entries to change or leave out. No Qt here.

Since torch 2.6 `torch.load` takes nothing but plain data unless `weights_only=False` is passed: an
`argparse.Namespace` or a NumPy scalar is enough to be refused.
"""

from __future__ import annotations

from typing import Any
from weakref import WeakKeyDictionary

from core.catalogue import Catalogue
from core.edits import Plan
from core.graph import Call, Global
from core.modules import module_entries, pickled_optimizers
from core.preview import Preview, preview
from core.refusals import refused_objects
from core.safe_names import is_allowed, names_below
from core.text import clip

_ENTRIES: WeakKeyDictionary[object, tuple[int, ...]] = WeakKeyDictionary()
_PLAIN: WeakKeyDictionary[object, tuple[int, ...]] = WeakKeyDictionary()


def refusal(preview: Preview) -> str:
    """`argparse.Namespace and 2 more names`, that `torch.load(saved)` refuses; empty where it refuses nothing."""
    names = preview.refused_names
    if not names:
        return ""
    more = f" and {len(names) - 1} more name{'s' if len(names) > 2 else ''}" if len(names) > 1 else ""
    return clip(names[0], 60) + more


def refused_entries(catalogue: Catalogue) -> tuple[int, ...]:
    """The least that can be left out of the file for `torch.load(f)` to take the rest.

    Empty where nothing is refused, and where the file itself is one object that is.
    """
    found = _ENTRIES.get(catalogue.tree)
    if found is None:
        found = _ENTRIES[catalogue.tree] = _find(catalogue)
    return found


def plain_entries(catalogue: Catalogue) -> tuple[int, ...]:
    """The objects that plain data can take the place of; whole models and optimizers are extracted instead."""
    found = _PLAIN.get(catalogue.tree)
    if found is None:
        found = _PLAIN[catalogue.tree] = _find_plain(catalogue)
    return found


def _find_plain(catalogue: Catalogue) -> tuple[int, ...]:
    if not refused_entries(catalogue):
        return ()
    whole = [each.entry for each in module_entries(catalogue)]
    whole += [each.entry for each in pickled_optimizers(catalogue)]
    return tuple(
        each.entry
        for each in refused_objects(preview(catalogue, Plan()))
        if each.convertible and not any(each.entry <= entry < catalogue.ends[each.entry] for entry in whole)
    )


def _find(catalogue: Catalogue) -> tuple[int, ...]:
    if all(map(is_allowed, catalogue.checkpoint.mentions.names)):
        return ()
    found: list[int] = []
    entry = 0
    while entry < len(catalogue):
        value = catalogue.values[entry]
        if catalogue.kind(entry) == "dict" and not _is_refused_itself(value):
            entry += 1  # whatever is refused in it is met below, so each node is looked at once
            continue
        if not all(map(is_allowed, names_below(value, {}))):
            found.append(entry)
        entry = catalogue.ends[entry]
    return () if 0 in found else tuple(found)


def _is_refused_itself(value: Any) -> bool:
    """Whether a dict is of a class that is refused, such as a `defaultdict`."""
    return isinstance(value, Call) and isinstance(value.func, Global) and not is_allowed(value.func)
