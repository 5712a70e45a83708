"""What the dialogs about recipes show, worked out without Qt."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from core.edits.preview import Preview
from core.errors import CheckpointError
from core.loading.computer import Computer
from core.progress import Tick
from core.recipes.applying import apply_recipe
from core.recipes.batch import DEFAULT_SUFFIX, FAILED, SAVED, THERE, UNCHANGED, Result, Where, files_in
from core.recipes.recipe import Left, Recipe, reads_words, recipe_of, step_words
from core.text import series, titled
from core.words import say, say_count


class Shown(NamedTuple):
    """A recipe as it is read: its ``steps``, a line each, and sentences on what is no part of it."""

    steps: tuple[str, ...]
    left: tuple[str, ...] = ()


def shown(recipe: Recipe, left: Sequence[Left] = ()) -> Shown:
    """The lines of a recipe."""
    warned = (reads_words(recipe), *(titled(each.title, each.why) for each in left))
    return Shown(tuple(map(step_words, recipe.steps)), tuple(filter(None, warned)))


def of_plan(preview: Preview, name: str) -> tuple[Recipe, Shown]:
    """The plan as a recipe, and how it is read."""
    made = recipe_of(preview, name)
    return made.recipe, shown(made.recipe, made.left)


def applied(preview: Preview, recipe: Recipe, computer: Computer, tick: Tick) -> tuple[Preview, tuple[str, ...]]:
    """The file with a recipe behind what is planned, and a line for each step that does nothing here.

    The dialog has told already which files it reads.
    """
    found = apply_recipe(preview.catalogue, recipe, preview.plan, computer, tick, accept_files=True)
    return found.preview, tuple(titled(step_words(each.step), each.why) for each in found.not_done)


# -- a folder --------------------------------------------------------------------------------------------------


class FileRow(NamedTuple):
    """One file of the folder: what became of it, None as long as it has not had its turn."""

    file: Path
    result: Result | None = None

    @property
    def state(self) -> str:
        """In a word; nothing for a file whose turn is still to come."""
        return say(self.result.state) if self.result is not None else ""

    @property
    def changes(self) -> str:
        """What was done, or why not."""
        if self.result is None:
            return ""
        parts = [self.result.line]
        if self.result.not_done and self.result.state == SAVED:
            left = len(self.result.not_done)
            parts.append(say_count(left, "{n} step had nothing to do", "{n} steps had nothing to do"))
        return " · ".join(parts)

    @property
    def target(self) -> str:
        target = self.result.target if self.result is not None else None
        return str(target) if target is not None else ""

    @property
    def tip(self) -> str:
        if self.result is None:
            return str(self.file)
        left = (
            say("left out: {step}: {why}", step=step_words(each.step), why=each.why) for each in self.result.not_done
        )
        return "\n".join((str(self.file), self.result.why or self.changes, *left))


class Listed(NamedTuple):
    """The files of a folder, or a sentence why there are none."""

    files: tuple[Path, ...]
    sentence: str


def listed(folder: Path, where: Where, *, deep: bool) -> Listed:
    """What would be done with a folder."""
    try:
        files = tuple(files_in(folder, where, deep=deep))
    except CheckpointError as error:
        return Listed((), str(error))
    except OSError as error:
        return Listed((), titled(folder, error.strerror))
    return Listed(files, say_count(len(files), "{n:,} file", "{n:,} files"))


def summary(rows: Sequence[FileRow]) -> str:
    """How it went: ``38 saved, 2 failed``."""
    states = [row.result.state for row in rows if row.result is not None]
    parts = [
        say_count(states.count(SAVED), "{n:,} saved", "{n:,} saved"),
        say_count(states.count(FAILED), "{n:,} failed", "{n:,} failed") if FAILED in states else "",
        say_count(states.count(UNCHANGED), "{n:,} with nothing to do", "{n:,} with nothing to do")
        if UNCHANGED in states
        else "",
        say_count(states.count(THERE), "{n:,} already there", "{n:,} already there") if THERE in states else "",
        say_count(len(rows) - len(states), "{n:,} not begun", "{n:,} not begun") if len(rows) > len(states) else "",
    ]
    return series(parts)


BESIDE, INTO, IN_PLACE = "beside", "into", "in place"


def where_to(choice: str, into: Path | None) -> Where:
    """Where the new files go, as it is chosen."""
    if choice == INTO:
        return Where(into)
    return Where(overwrite=True) if choice == IN_PLACE else Where(suffix=DEFAULT_SUFFIX)
