"""Pieces of Python code that load a file, with the file's own paths: shared by all rooms that write recipes.

``planned`` means the file as the pending plan would save it, else the file as it is.
"""

from __future__ import annotations

from core.memory.contents import live_rows, main_models
from core.preview import Preview


def models(preview: Preview) -> dict[str, int]:
    """The entries of the models that training goes on with, by the names of their variables."""
    entries = main_models(preview.catalogue) or [0]
    return {numbered("model", number, len(entries)): entry for number, entry in enumerate(entries)}


def optimizers(preview: Preview, *, planned: bool) -> dict[str, int]:
    """The entries of the optimizers' state dicts, by the names of their variables."""
    entries = [optimizer.entry for optimizer in preview.catalogue.optimizers]
    if planned:
        entries = [entry for entry in entries if not preview.dropped(entry)]
    return {numbered("optimizer", number, len(entries)): entry for number, entry in enumerate(entries)}


def numbered(name: str, number: int, count: int) -> str:
    """``model``, or ``model_0`` where there are several."""
    return name if count == 1 else f"{name}_{number}"


def part(preview: Preview, entry: int, *, planned: bool) -> str:
    """The expression for one entry of the loaded object: ``checkpoint['optimizer']``."""
    path = preview.path(entry) if planned else preview.catalogue.path(entry)
    return "checkpoint" + "".join(f"[{key if isinstance(key, int) else str(key)!r}]" for key in path)


def has_ties(preview: Preview) -> bool:
    """Whether two names of a model share a tensor."""
    rows = live_rows(preview.catalogue)
    names = sum(len(preview.catalogue.subtree_rows(entry)) for entry in main_models(preview.catalogue))
    return names > len(rows)
