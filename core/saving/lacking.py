"""What a plan's copy will lack because it is not there: what is missing of a part that is not kept is none of it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from core.containers.content import Lost, Missing
from core.containers.lost import lost_of, merged
from core.edits.preview import Preview


def lost_in(preview: Preview) -> tuple[Lost, ...]:
    """What is missing of what the plan keeps; nothing where all of it is there."""
    several = preview.catalogue.checkpoint.several
    if several is None:
        return ()
    found = (_kept_of(preview, each) for each in several.missing)
    return lost_of(several._replace(missing=tuple(each for each in found if each is not None)))


def lost_in_copy(preview: Preview) -> tuple[Lost, ...]:
    """The same, and what the source says itself that it was made without."""
    return merged((*lost_in(preview), *preview.catalogue.checkpoint.lost))


def _kept_of(preview: Preview, missing: Missing) -> Missing | None:
    """What of a missing file the copy would have had; None for nothing."""
    path, base = list(preview.catalogue.path(preview.root)), 0
    if missing.branch:
        if path and path.pop(0) != missing.branch:
            return None
        branch = _child(preview, 0, missing.branch)
        if branch is not None and preview.dropped(branch) and not preview.root:
            return None
        base = branch or 0
    if not missing.keys:
        return missing
    keys = [key for key in missing.keys if _is_kept(preview, key, path, preview.root or base)]
    return missing._replace(keys=keys) if keys else None


def _is_kept(preview: Preview, key: str, path: Sequence[Any], base: int) -> bool:
    """Whether a key that joins its path with dots lies at a path, and not below what is dropped there."""
    start = "".join(f"{each}." for each in path)
    if not key.startswith(start):
        return False
    inner = _child(preview, base, key.removeprefix(start).partition(".")[0])
    return inner is None or not preview.dropped(inner)


def _child(preview: Preview, entry: int, label: Any) -> int | None:
    catalogue = preview.catalogue
    return next((each for each in catalogue.children(entry) if catalogue.labels[each] == label), None)
