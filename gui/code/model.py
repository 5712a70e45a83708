"""What the dialog with code shows, worked out without Qt."""

from __future__ import annotations

from pathlib import Path

from core.catalogue.build import open_catalogue
from core.catalogue.catalogue import Catalogue
from core.edits.preview import Preview
from core.errors import CheckpointError
from core.loading.computer import Computer
from core.loading.elsewhere import paths_of
from core.loading.recipes import Snippet, load_recipes, names_in
from core.recipes.pages import pages
from core.remote.address import RemotePath
from core.report.layers import model_pages
from core.text import sentences


def pages_of(shown: Preview, computer: Computer, saved: Path | None) -> tuple[Snippet, ...]:
    """The first way to load, the model that it takes, then the other ways and the pending changes.

    ``saved`` is the copy that has the plan as it is now.
    """
    ways = load_recipes(shown, computer, _opened(saved), paths_of(shown, saved))
    return *ways[:1], *model_pages(shown.planned), *ways[1:], *pages(shown, saved)


def note_of(recipe: Snippet) -> str:
    """What to know of some code, and what the names in it stand for that are not made there."""
    return recipe.note if recipe.is_whole else sentences(recipe.note, names_in(recipe.code))


def _opened(saved: Path | None) -> Catalogue | None:
    """The copy, whose form may be another than the plan's; None where it is far away, or gone."""
    if saved is None or isinstance(saved, RemotePath):
        return None
    try:
        return open_catalogue(saved, alone=saved.is_file())
    except CheckpointError:
        return None
