"""What a plan leaves of the entries of a file, told from its drops and renames alone, and where it sends what stays.

A plan has few of these edits, a file may have hundreds of thousands of keys: what is counted is what the edits change.
"""

from __future__ import annotations

from collections.abc import Collection

from core.catalogue.catalogue import Catalogue
from core.catalogue.prefixes import FoundPrefix
from core.catalogue.rows import Optimizer
from core.edits.edits import Edit, Plan
from core.edits.preview import Preview
from core.text import clip, listed
from core.words import say


def leaving_out(plan: Plan) -> tuple[Edit, ...]:
    """The edits that change what is left."""
    return tuple(each for each in plan.edits if (each.left_out, each.kept_alone, each.renamed) != (None, None, None))


class Remaining:
    """The entries that a plan leaves, under the keys that it gives to single ones."""

    def __init__(self, catalogue: Catalogue, plan: Plan) -> None:
        self._catalogue = catalogue
        self._dropped = {edit.left_out for edit in plan.edits if edit.left_out is not None}
        self._renamed = dict(edit.renamed for edit in plan.edits if edit.renamed is not None)
        self._kept = next((each.kept_alone for each in reversed(plan.edits) if each.kept_alone is not None), 0)

    def gone(self, entry: int) -> bool:
        """Whether an entry, or one that it lies in, is left out."""
        ends, parents = self._catalogue.ends, self._catalogue.parents
        inside = self._kept <= entry < ends[self._kept]
        around = entry <= self._kept < ends[entry]
        if not (inside or around):
            return True
        while entry >= 0:
            if entry in self._dropped:
                return True
            entry = parents[entry]
        return False

    def rows(self, entry: int) -> list[range]:
        """The spans of tensor rows that are left of an entry."""
        if self.gone(entry):
            return []
        catalogue = self._catalogue
        whole = catalogue.subtree_rows(max(entry, self._kept))
        spans, first = [], whole.start
        for dropped in sorted(self._dropped):
            out = catalogue.subtree_rows(dropped)
            if out and first <= out.start < whole.stop:
                spans.append(range(first, out.start))
                first = out.stop
        return [*spans, range(first, whole.stop)]

    def tensors(self, entry: int) -> int:
        """How many tensors are left of an entry."""
        return sum(map(len, self.rows(entry)))

    def prefixed(self, found: FoundPrefix) -> tuple[int, int]:
        """How many keys of a state dict have a prefix, and how many keys there are."""
        if self.gone(found.entry):
            return 0, 0
        keys, of = found.keys, found.of
        for entry in self._touched(found.entry):
            name = self._catalogue.labels[entry]
            had = _has(str(name), found)
            if entry in self._dropped:
                keys, of = keys - had, of - 1
            else:
                keys += _has(self._renamed[entry], found) - had
        return keys, of

    def keys(self, entry: int, of: int) -> int:
        """How many of the keys of a state dict are left."""
        if self.gone(entry):
            return 0
        return of - sum(touched in self._dropped for touched in self._touched(entry))

    def _touched(self, state_dict: int) -> list[int]:
        parents = self._catalogue.parents
        return [entry for entry in {*self._dropped, *self._renamed} if parents[entry] == state_dict]


def _has(key: str, found: FoundPrefix) -> bool:
    return f".{found.prefix}" in key if found.inner else key.startswith(found.prefix)


# ---- where it goes: no control says that something stays that moves by whatever edit


def going_from(preview: Preview) -> dict[str, tuple[str, ...]]:
    """For each saved device that something leaves where that goes, most bytes first."""
    devices = dict.fromkeys(saved for saved, _ in preview.moves)
    return {device: tuple(planned for saved, planned in preview.moves if saved == device) for device in devices}


def state_going(preview: Preview, optimizer: Optimizer) -> tuple[str, ...]:
    """Return where the tensors of an optimizer's state go that do not stay where they are; nothing where all stay."""
    return tuple(dict.fromkeys(planned for _, planned in preview.moves_of_state[optimizer.entry]))


def keep_text(going: Collection[str], keep: str) -> str:
    """What the choice of no edit is called: what it ``keep``s, or where other edits send it."""
    devices = listed(map(clip, going))
    return say("{devices} (already set)", devices=devices) if devices else keep
