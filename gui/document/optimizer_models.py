"""Which model an optimizer belongs to: what the window offers, and the document with what was chosen."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from core.catalogue.build import open_catalogue
from core.catalogue.catalogue import Catalogue
from core.catalogue.optimizers.matched import choices, matched
from core.catalogue.optimizers.words import model_text
from core.edits.edits import Plan
from core.edits.preview import Preview, preview
from core.progress import Tick
from core.words import say

#: Models that are offered; what is beyond can be named on the command line.
_MOST = 40


@dataclass(frozen=True)
class ChosenModels:
    """What the user said: models by the entries of their optimizers, and the file that the models are in."""

    models: Mapping[int, int] = field(default_factory=dict)
    other: Catalogue | None = None

    def of(self, optimizer: int, model: int | None) -> ChosenModels:
        """Return this choice with a model of this file for one optimizer; None takes it back, and another file too."""
        rest = {entry: each for entry, each in self.models.items() if entry != optimizer}
        return ChosenModels(rest if model is None else {**rest, optimizer: model})


def offers(catalogue: Catalogue) -> list[tuple[str, int | None]]:
    """The texts to choose from, each with the entry of a model; None for the one that is found without being told."""
    models = (
        (say("Model: {model}", model=model_text(catalogue, entry)), entry) for entry in choices(catalogue)[:_MOST]
    )
    return [(say("Model: detected"), None), *models]


def with_chosen(catalogue: Catalogue, chosen: ChosenModels, plan: Plan) -> tuple[Catalogue, Preview]:
    """The document with its optimizers matched as was said, and what the plan makes of it. Raises `EditError`."""
    found = matched(catalogue, chosen.models, chosen.other)
    return found, preview(found, plan)


def with_file(chosen: ChosenModels, path: Path, tick: Tick) -> ChosenModels:
    """Return this choice with the models of another file. Raises a `CheckpointError` for one that does not open."""
    return replace(chosen, models={}, other=open_catalogue(path, tick))
