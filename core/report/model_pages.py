"""Pages of Python that make the main model of a file, and load the file into it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

from core.catalogue.catalogue import Catalogue
from core.catalogue.modules import module_entries
from core.catalogue.quoting import comment
from core.diagnosis.traps.objects import extracting
from core.edits.preview import Preview, preview
from core.loading.computer import Computer
from core.loading.elsewhere import paths_of
from core.loading.recipes import LONGEST_CODE, Snippet, load_into
from core.recipes.as_command import as_command
from core.report.known import known_models, making_code, said_lines
from core.report.layers import main_model, skeleton_lines
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
    title = say("the model, as its library makes it")
    known = [Snippet(title, making_code(found), sentences(*said_lines(said)), is_whole=True)] if found else []
    code = "\n".join(skeleton_lines(view.planned, model.entry))
    if len(code) > LONGEST_CODE:
        code, note = "", say("It is too long to show here; code --skeleton prints it.")
    else:
        kind = re.findall(r"^class (\w+)", code, re.MULTILINE)[-1]
        planned = _extracted(view, model.entry)
        saved, copy = (saved, copy) if planned is view else (None, None)
        paths = paths_of(planned, saved)
        if planned is not view:
            paths["fixed"] = [*_to_be_saved(planned), *paths["fixed"]]
        code = _with_load(code, *load_into((model.entry, kind), planned, computer, copy, paths))
        more = say("A file with the whole pickled model says more: names of classes, settings, activations.")
        note = sentences(
            say(
                "The file's state_dict loads into this class with strict=True. The comments and forward() list what "
                "the file does not say."
            ),
            "" if model.named else more,
        )
    return (
        *known,
        Snippet(say("a model class that fits this file"), code, note, is_whole=True, makes_class=bool(code)),
    )


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
