"""Pages of Python that make the main model of a file, and load the file into it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from core.catalogue.catalogue import Catalogue
from core.catalogue.modules import module_entries
from core.catalogue.quoting import comment
from core.diagnosis.traps.objects import extracting
from core.edits.preview import Preview, preview
from core.front_end import CLASS_PAGE
from core.layers.known import Candidate
from core.loading.computer import Computer
from core.loading.elsewhere import paths_of
from core.loading.quoting import command, file_word
from core.loading.recipes import LONGEST_CODE, Snippet, load_into, to_load
from core.recipes.as_command import as_command
from core.report.known import Said, known_models, making_code, said_lines
from core.report.layers import main_model, skeleton_of
from core.saving.choice import place_of, suggested
from core.text import sentences
from core.words import say


def model_pages(
    view: Preview, computer: Computer, saved: Path | None = None, copy: Catalogue | None = None
) -> tuple[Snippet, ...]:
    """Python that makes the main model of a file: as a library does where it is known, and as a class of its own.

    The class is loaded too, with what was ``saved`` of the plan, whose content is ``copy``, if anything was.
    """
    model = main_model(view.planned)
    if model is None:
        return ()
    found, said = known_models(view.planned, model)
    known = [_of_library(found, said)] if found else []
    made = skeleton_of(view.planned, model.entry)
    code = "\n".join(made.lines)
    if len(code) > LONGEST_CODE:
        file = file_word(str(place_of(view.catalogue.checkpoint)))
        line = command(["code", file, "--skeleton"])
        code, note = "", say("It is too long to show here. In a terminal, this prints it: {command}", command=line)
    else:
        planned = _extracted(view, model.entry)
        saved, copy = (saved, copy) if planned is view else (None, None)
        paths = paths_of(planned, saved)
        if planned is not view:
            paths["fixed"] = [*_to_be_saved(planned), *paths["fixed"]]
        code = _with_load(code, *load_into((model.entry, made.name), planned, computer, copy, paths))
        more = say(
            "This file has only weights. If you also have one with the whole pickled model, its page says more: names "
            "of classes, settings, activations."
        )
        note = sentences(
            say(
                "The file's state_dict loads into this class with strict=True. The comments and forward() list what "
                "the file does not say."
            ),
            "" if model.named else more,
        )
    return (*known, Snippet(say(CLASS_PAGE), code, note, to_load(computer), is_whole=True, makes_class=bool(code)))


def _of_library(found: Sequence[Candidate], said: Sequence[Said]) -> Snippet:
    note = sentences(*said_lines(said))
    title = say("the model, as its library makes it")
    return Snippet(title, making_code(found), note, say("To make the model without its weights"), is_whole=True)


def _extracted(view: Preview, entry: int) -> Preview:
    """The view after which a whole model at an entry is a state dict: as it is where there is none, or no way."""
    whole = {each.entry for each in module_entries(view.catalogue)} - set(view.plan.extracted)
    edits = extracting(view, entry).edits if entry in whole else ()
    return preview(view.catalogue, view.plan.with_edits(edits)) if edits else view


def _to_be_saved(view: Preview) -> list[str]:
    """A comment with the command that saves the copy of a plan that is not pending; none where no line can say it."""
    made = as_command(view, str(place_of(view.catalogue.checkpoint)), str(suggested(view)))
    if not made.line or made.left:
        return []
    return [comment(say("First save a copy with the state_dict: {command}", command=made.line))]


def _with_load(code: str, imports: Sequence[str], lines: Sequence[str]) -> str:
    """The code of a class with the lines that load it, and what they import beside torch at the top."""
    code = code.replace("import torch\n", "\n".join([*imports, ""]), 1) if imports else code
    return "\n".join([code, "", "", *lines]) if lines else code
