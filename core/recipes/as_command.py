"""A plan as the line of a shell that saves the same file."""

from __future__ import annotations

from typing import NamedTuple

from core.catalogue.odd_places import oddities_of
from core.catalogue.optimizers.find import CHOSEN
from core.catalogue.quoting import path_word
from core.edits.edits import IN_ORDER, OPTIONS, Edit, Step
from core.edits.preview import Preview
from core.loading.quoting import command, command_lines, file_word, option
from core.recipes.saying import steps_of
from core.saving.lacking import lost_in

_NO_VALUE = frozenset(name for name, each in OPTIONS.items() if not each.form)


class AsCommand(NamedTuple):
    """The ``line`` to copy, empty where it would be too long for a shell or hold what no shell can; ``left`` are the
    edits that no option says, so that the line does less than the plan. ``lines`` is the same, an option a line.
    """

    line: str
    left: tuple[Edit, ...]
    lines: str = ""


def as_command(view: Preview, source: str, target: str) -> AsCommand:
    """The command that writes the file of a preview: ``source`` and ``target`` are paths as they shall stand in it."""
    steps, left = steps_of(view.catalogue, view.plan)
    words = ["-o", file_word(target), *words_of(steps), *_models(view)]
    if oddities_of(view.catalogue):
        words.append("--accept-odd")
    if lost_in(view):
        words.append("--accept-missing")
    first = ["fix", file_word(source)]
    line = command([*first, *words])
    return AsCommand(line, left, command_lines([first, *_grouped(words)]) if line else "")


def _grouped(words: list[str]) -> list[list[str]]:
    """Each option with its value: a word that begins with a dash is an option, as `option` sees to it."""
    groups: list[list[str]] = []
    for word in words:
        if word.startswith("-"):
            groups.append([word])
        else:
            groups[-1].append(word)
    return groups


def words_of(steps: tuple[Step, ...]) -> list[str]:
    """Steps as words of a command line, with `--in-order` where it matters in which they stand."""
    words = [
        word
        for step in steps
        for word in ((f"--{step.option}",) if step.option in _NO_VALUE else option(f"--{step.option}", step.value))
    ]
    places = [IN_ORDER[step.option] for step in steps]
    return words if places == sorted(places) else [*words, "--in-order"]


def _models(view: Preview) -> list[str]:
    """Which models optimizers belong to, where somebody said so: what follows from it must come out the same."""
    catalogue = view.catalogue
    words: list[str] = []
    for optimizer in catalogue.optimizers:
        if optimizer.matched_by == CHOSEN and optimizer.model is not None:
            pair = f"{path_word(catalogue, optimizer.entry)}={path_word(catalogue, optimizer.model)}"
            words += option("--optimizer-of", pair)
    return words
