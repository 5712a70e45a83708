"""The command ``code``: Python that loads a checkpoint on a computer, with the paths that are in it."""

from __future__ import annotations

import argparse
import textwrap
from collections.abc import Iterator

from cli.opening import opened
from cli.output import DONE, LONGEST, print_json, print_lines
from cli.shared_arguments import Add, add_file, computer_of, json_argument, machine_arguments, optimizer_of
from core.catalogue.catalogue import Catalogue
from core.catalogue.quoting import comment
from core.edits.edits import Plan
from core.edits.preview import preview
from core.loading.elsewhere import path_lines
from core.loading.many_files import is_many, path_as_typed
from core.loading.recipes import Snippet, load_recipes, names_in
from core.text import sentences
from core.words import marked, say

_WIDTH = 100
_TOO_LONG = marked("a line that is too long to be shown; --json has all of it")


def add_arguments(add: Add) -> None:
    """What it takes."""
    add_file(add)
    machine_arguments(add)
    optimizer_of(add)
    told = say("print a class that loads the model of the file with strict=True")
    add("--skeleton", action="store_true", help=told)
    add("--of", metavar="PATH", help=say("for --skeleton: which model, such as state_dict_ema (default: the main one)"))
    json_argument(add)


def run(arguments: argparse.Namespace) -> int:
    """Print every way to load the file that makes sense there, as Python to copy."""
    if arguments.skeleton:
        return _skeleton(arguments)
    computer = computer_of(arguments)
    catalogue = opened(arguments)
    recipes = load_recipes(preview(catalogue, Plan()), computer)
    if arguments.json:
        made = [{"title": each.title, "code": each.code, "note": each.note} for each in recipes]
        print_json({"file": str(catalogue.checkpoint.path), "machine": computer.text, "recipes": made})
    else:
        heading = say(
            "To load {checkpoint} on {computer}.", checkpoint=catalogue.checkpoint.name, computer=computer.text
        )
        path = path_as_typed(catalogue.checkpoint, arguments.file)
        lines = [
            *_comment(heading),
            *map(comment, _known(catalogue)),
            *path_lines("f", path, is_folder=is_many(catalogue.checkpoint)),
            *(line for each in recipes for line in _lines(each)),
        ]
        print_lines(lines)
    return DONE


def _known(catalogue: Catalogue) -> list[str]:
    """The lines that make the model, where its keys are those of a known one."""
    from core.report.known import candidate_lines, known_models  # noqa: PLC0415 - with all about layers
    from core.report.layers import main_model  # noqa: PLC0415

    model = main_model(catalogue)
    found, said = known_models(catalogue, model) if model is not None else ((), ())
    return list(candidate_lines(found, said)) if found else []


def _skeleton(arguments: argparse.Namespace) -> int:
    """Print a class that takes a model of the file."""
    from core.report.layers import skeleton_of  # noqa: PLC0415 - what most calls do without

    catalogue = opened(arguments)
    entry = catalogue.find(arguments.of) if arguments.of else None
    lines = skeleton_of(catalogue, entry).lines
    if arguments.json:
        print_json({"file": str(catalogue.checkpoint.path), "code": "\n".join(lines)})
    else:
        print_lines(map(_whole, lines))
    return DONE


def _lines(recipe: Snippet) -> Iterator[str]:
    yield ""
    yield ""
    yield comment(f"---- {recipe.title}")
    yield from _comment(sentences(recipe.note, names_in(recipe.code)))
    yield from map(_whole, recipe.code.split("\n"))


def _whole(line: str) -> str:
    """A line of code that nothing cuts: half of one might be another."""
    return line if len(line) <= LONGEST else comment(say(_TOO_LONG))


def _comment(text: str) -> list[str]:
    return [comment(line) for line in textwrap.wrap(text, _WIDTH - 2, break_long_words=False, break_on_hyphens=False)]
