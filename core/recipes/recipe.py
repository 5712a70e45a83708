"""A recipe: what was done to one file, said so that it can be done to others; and the JSON file that it is kept in."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

from core.edits.edits import OPTIONS, Step, check_step
from core.edits.preview import Preview
from core.errors import CannotOpen, CheckpointError, EditError
from core.files.parts import whole_file
from core.recipes.saying import said_alone
from core.remote.address import RemotePath
from core.saving.gate import Place, make_folder, place_of
from core.text import clip, listed, sentence, titled
from core.words import say

VERSION: Final = 1
SUFFIX: Final = ".recipe.json"
CURE: Final = "cure"
"""The step that is no edit: cures findings by their code, or ``all``, whatever the file has."""
_LARGEST: Final = 1 << 20
_MOST: Final = 1000
_LONGEST: Final = 200
_MOST_NAMED: Final = 3
_SETS: Final = "set"
"""The option of the step that can name another file: ``KEY=@FILE``."""


class Recipe(NamedTuple):
    """``steps`` to be done in their order, under a ``name`` that people choose."""

    name: str
    steps: tuple[Step, ...]


class Left(NamedTuple):
    """An edit that is no part of a recipe: its ``title`` in the list of changes, and ``why``, a sentence."""

    title: str
    why: str


class Made(NamedTuple):
    """The recipe of a plan, and what in the plan cannot be carried over to another file."""

    recipe: Recipe
    left: tuple[Left, ...]


def recipe_of(view: Preview, name: str) -> Made:
    """The plan of a preview as a recipe: devices as kinds of devices and prefixes of any state dict, where that comes
    to the same in this file.
    """
    catalogue, edits = view.catalogue, view.plan.edits
    steps: dict[Step, None] = {}
    left: list[Left] = []
    for place, change in enumerate(view.changes):
        edit = change.edit.general(catalogue, view.plan)
        if edit.only_here:
            left.append(Left(change.title, say(edit.only_here)))
            continue
        said = said_alone(catalogue, edit, edits[:place])
        if said is None:
            left.append(Left(change.title, say("The entries selected here cannot be named in another file.")))
            continue
        steps |= dict.fromkeys(said)
    return Made(Recipe(name, tuple(steps)), tuple(left))


def step_text(step: Step) -> str:
    """A step as people read it: ``map cuda:*=cpu``."""
    return clip(f"{step.option} {step.value}".strip(), _LONGEST)


def files_read(recipe: Recipe) -> tuple[str, ...]:
    """The files, here or elsewhere, of which the recipe puts numbers into a copy, as it names them."""
    named = (step.value.partition("=@") for step in recipe.steps if step.option == _SETS)
    return tuple(dict.fromkeys(file for _key, found, file in named if found))


def reads_words(recipe: Recipe) -> str:
    """A sentence on the files that a recipe reads; empty for nearly all."""
    files = files_read(recipe)
    if not files:
        return ""
    shown = listed([clip(file, _LONGEST) for file in files], _MOST_NAMED)
    return say("This recipe reads other files ({files}), and their numbers would be in the copy.", files=shown)


def step_words(step: Step) -> str:
    """What a step does, in the words of the list of changes: ``strip module.``; as it stands where it is unknown."""
    if step.option == CURE:
        return clip(say("fix problems: {codes}", codes=step.value), _LONGEST)
    option = OPTIONS.get(step.option)
    return clip(step_text(step) if option is None else option.words(step.value), _LONGEST)


# -- as a file -------------------------------------------------------------------------------------------------


def recipe_json(recipe: Recipe) -> dict[str, Any]:
    """The recipe as JSON: ``{"recipe": 1, "name": …, "steps": [{"map": "cuda:*=cpu"}, {"compact": true}]}``."""
    steps = [{step.option: step.value or True} for step in recipe.steps]
    return {"recipe": VERSION, "name": recipe.name, "steps": steps}


def recipe_from_json(data: Any) -> Recipe:
    """The recipe that some JSON is. Raises `EditError`, with the step that is wrong."""
    if not isinstance(data, dict) or "steps" not in data or "recipe" not in data:
        raise EditError("This is not a recipe: it has no “recipe” and no “steps”.")
    if data["recipe"] != VERSION:
        raise EditError(
            "This recipe is from another version of the program ({version}).", version=str(data["recipe"])[:20]
        )
    name, steps = data.get("name", ""), data["steps"]
    if not isinstance(name, str) or not isinstance(steps, list) or len(steps) > _MOST:
        raise EditError("This is not a recipe: its name is not text, or its steps are not a list.")
    return Recipe(name, tuple(_step(each) for each in steps))


def _step(data: Any) -> Step:
    if not isinstance(data, dict) or len(data) != 1:
        raise EditError("{step} is not a step; write one as {example}.", step=clip(repr(data), 60), example=_EXAMPLE)
    [(option, value)] = data.items()
    step = Step(option, "" if value is True else value)
    if not isinstance(step.value, str):
        raise EditError("{step} is not a step; write one as {example}.", step=clip(repr(data), 60), example=_EXAMPLE)
    if option == CURE and step.value:
        return step
    check_step(step)
    return step


_EXAMPLE = '{"map": "cuda:*=cpu"}'


def read_recipe(path: Path) -> Recipe:
    """The recipe in a file. Raises `CannotOpen` where it cannot be read, `EditError` for what is none."""
    if isinstance(path, RemotePath):
        raise EditError("A recipe must be a file on this computer. Download it first.")
    try:
        raw = whole_file(path, _LARGEST)
        if raw is None:
            raise EditError("{file} is too large to be a recipe.", file=clip(path.name, 72))
        text = raw.decode()
    except UnicodeDecodeError:
        raise EditError("{file} is not a recipe: it is not text.", file=clip(path.name, 72)) from None
    except OSError as error:
        raise CannotOpen(sentence(titled(path, error.strerror))) from None
    try:
        return recipe_from_json(json.loads(text))
    except (ValueError, RecursionError) as error:
        raise EditError(
            "{file} is not a recipe: {wrong}.", file=clip(path.name, 72), wrong=clip(str(error), 100)
        ) from None


def check_steps(recipe: Recipe) -> None:
    """Raises `EditError` for a recipe without steps, which is not worth a file."""
    if not recipe.steps:
        raise EditError("No change of this plan can be made to another file, so no recipe was written.")


def write_recipe(place: Place, recipe: Recipe) -> None:
    """Keep a recipe in a file. Raises `SaveError` where that fails, `EditError` where it has no steps."""
    check_steps(recipe)
    place.fill(lambda file: file.write(json.dumps(recipe_json(recipe), indent=2) + "\n"))


class KeptRecipe(NamedTuple):
    """A recipe of the folder, and its file."""

    path: Path
    recipe: Recipe


def recipes_in(folder: Path) -> list[KeptRecipe]:
    """The recipes that a folder holds, by name; files that are none are left out."""
    found: list[KeptRecipe] = []
    for path in sorted(folder.glob(f"*{SUFFIX}")):
        try:
            found.append(KeptRecipe(path, read_recipe(path)))
        except CheckpointError:
            continue
    return sorted(found, key=lambda each: each.recipe.name.casefold())


def keep_recipe(folder: Path, recipe: Recipe) -> Path:
    """Keep a recipe among those of a folder, in the place of one of the same name. Raises `SaveError`, `EditError`."""
    same = [each.path for each in recipes_in(folder) if each.recipe.name == recipe.name]
    path = same[0] if same else _free(folder, recipe.name)
    check_steps(recipe)
    make_folder(folder)
    write_recipe(place_of(path, overwrite=bool(same)), recipe)
    return path


def _free(folder: Path, name: str) -> Path:
    """A file of the folder that is not there yet, called nearly as the recipe."""
    letters = "".join(letter if letter.isalnum() else "-" for letter in name.strip().lower())
    stem = "-".join(filter(None, letters.split("-")))[:60] or "recipe"
    numbered: Sequence[str] = (stem, *(f"{stem}-{number}" for number in range(2, 1000)))
    return next(path for each in numbered if not (path := folder / f"{each}{SUFFIX}").exists())
