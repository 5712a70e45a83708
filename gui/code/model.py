"""What the dialog with code shows, worked out without Qt."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from core.catalogue.build import open_catalogue
from core.catalogue.catalogue import Catalogue
from core.edits.preview import Preview
from core.errors import CheckpointError
from core.loading.computer import Computer
from core.loading.elsewhere import paths_of
from core.loading.recipes import Snippet, load_recipes, names_in, needs_a_class
from core.recipes.pages import pages
from core.remote.address import RemotePath
from core.report.model_pages import model_pages
from core.text import capital, sentences
from core.words import say


def pages_of(shown: Preview, computer: Computer, saved: Path | None) -> tuple[Snippet, ...]:
    """The first way to load, the model that it takes, then the other ways and the pending changes; last what fails
    without code that the file does not have.

    ``saved`` is the copy that has the plan as it is now.
    """
    copy = _opened(saved)
    ways = load_recipes(shown, computer, copy, paths_of(shown, saved))
    found = (*ways[:1], *model_pages(shown, computer, saved, copy), *ways[1:], *pages(shown, saved))
    return tuple(sorted(found, key=lambda each: each.is_last))


def note_of(recipe: Snippet, recipes: Sequence[Snippet] = ()) -> str:
    """What to know of some code, what the names in it stand for that are not made there, and which of ``recipes`` has
    the class that it wants.
    """
    if recipe.is_whole:
        return recipe.note
    page = next((each for each in recipes if each.makes_class), None)
    hint = ""
    if page is not None and needs_a_class(recipe.code):
        hint = say("If you have no such class, use the page “{page}”.", page=capital(page.title))
    return sentences(recipe.note, names_in(recipe.code), hint)


def _opened(saved: Path | None) -> Catalogue | None:
    """The copy, whose form may be another than the plan's; None where it is far away, or gone."""
    if saved is None or isinstance(saved, RemotePath):
        return None
    try:
        return open_catalogue(saved, alone=saved.is_file())
    except CheckpointError:
        return None
