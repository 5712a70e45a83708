"""The pending plan in other words, to be copied: the line of a shell, and torch code."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from core.edits.preview import Preview
from core.loading.recipes import LONGEST_CODE, Snippet
from core.recipes.as_command import as_command
from core.recipes.as_python import as_python
from core.saving.choice import is_cut, place_of, suggested
from core.text import listed, sentences, series
from core.words import marked, say, say_count

COMMAND: Final = marked("the changes as a command")
PYTHON: Final = marked("the changes as Python")


def pages(view: Preview, saved: Path | None = None) -> tuple[Snippet, ...]:
    """Both, for a plan that there is something of; `COMMAND` and `PYTHON` are their titles, in English.

    They write what was ``saved`` where that was done, else what the program suggests.
    """
    if not view.plan or view.catalogue.checkpoint.read_only is not None:
        return ()
    one = suggested(view, one_file=is_cut(view.catalogue.checkpoint))
    return _command(view, saved or suggested(view)), _python(view, saved or one)


def _command(view: Preview, target: Path) -> Snippet:
    line, left, lines = as_command(view, str(place_of(view.catalogue.checkpoint)), _here(view, target))
    if not line:
        note = say("It is too long for a command line. Keep the changes as a recipe, and pass that to fix --recipe.")
    elif left:
        what = series(edit.title(view.catalogue) for edit in left)
        note = say_count(
            len(left),
            "{n} change is not in the command, because there is no option for it: {what}.",
            "{n} changes are not in the command, because there is no option for them: {what}.",
            what=what,
        )
    else:
        note = say("This command writes the same file as “Save fixed…”.")
    return Snippet(say(COMMAND), lines, note, say("To save the fixed copy from a terminal"), is_whole=True)


def _python(view: Preview, target: Path) -> Snippet:
    checkpoint, purpose = view.catalogue.checkpoint, say("To save the fixed copy with torch")
    code, left, devices = as_python(view, _here(view, place_of(checkpoint)), _here(view, target))
    if len(code) > LONGEST_CODE:
        note = say("The code is too long to read. Keep the changes as a recipe, and pass that to fix --recipe.")
        return Snippet(say(PYTHON), "", note, purpose, is_whole=True)
    note = say("This torch code writes the same file as “Save fixed…”.")
    if devices:
        note = sentences(note, say("It needs a computer with {devices}.", devices=listed(devices)))
    if checkpoint.is_elsewhere:
        note = sentences(note, say("The code reads a local copy of the source, because torch loads only local files."))
    if left:
        note = say_count(
            len(left),
            "{n} change is not in the code; a comment says which.",
            "{n} changes are not in the code; comments say which.",
        )
    return Snippet(say(PYTHON), code, note, purpose, is_whole=True)


def _here(view: Preview, path: Path) -> str:
    """How a file is named that lies on this computer: of what is elsewhere by its name, in the folder one is in."""
    return path.name if view.catalogue.checkpoint.is_elsewhere else str(path)
