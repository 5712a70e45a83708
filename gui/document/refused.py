"""What in a file plain `torch.load(f)` refuses, in words, and which entries to change or leave out.

Since torch 2.6 `torch.load` takes nothing but plain data unless `weights_only=False` is passed: an
`argparse.Namespace` or a NumPy scalar is enough to be refused.
"""

from __future__ import annotations

from core.catalogue import named
from core.catalogue.catalogue import Catalogue
from core.catalogue.derived import derived
from core.catalogue.modules import module_entries, pickled_optimizers
from core.edits.edits import Plan
from core.edits.preview import Preview, preview
from core.edits.refused import refused_objects
from core.text import clip
from core.words import say_count


def refusal(preview: Preview) -> str:
    """`argparse.Namespace and 2 more names`, that `torch.load(saved)` refuses; empty where it refuses nothing."""
    names = preview.refused_names
    if not names:
        return ""
    first, more = clip(names[0], 60), len(names) - 1
    if not more:
        return first
    return say_count(more, "{name} and {n:,} more name", "{name} and {n:,} more names", name=first)


refused_entries = derived(named.refused_entries)


@derived
def plain_entries(catalogue: Catalogue) -> tuple[int, ...]:
    """The objects that plain data can take the place of; whole models and optimizers are extracted instead."""
    if not refused_entries(catalogue):
        return ()
    whole = [each.entry for each in module_entries(catalogue)]
    whole += [each.entry for each in pickled_optimizers(catalogue)]
    return tuple(
        each.entry
        for each in refused_objects(preview(catalogue, Plan()))
        if each.convertible and not any(each.entry <= entry < catalogue.ends[each.entry] for entry in whole)
    )
