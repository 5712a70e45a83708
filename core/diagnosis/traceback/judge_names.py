"""Errors that name a class, function or module: a file is the cause only where its pickle names the same."""

from __future__ import annotations

import re
from collections.abc import Iterable

from core.catalogue.modules import module_entries, pickled_optimizers
from core.diagnosis.finding import Finding
from core.diagnosis.traceback.verdicts import Case, Judged, cause, innocent, unknown
from core.edits.preview import Preview
from core.objects.global_names import python3_name
from core.pickling.nodes import names_below
from core.text import clip, listed, sentence
from core.words import say

REFUSED = (
    "refused-name",
    "whole-model",
    "whole-optimizer",
    "import-first",
    "pickle-protocol",
    "pickle-opcode",
    "text-ids",
)
"""The findings of what ``weights_only`` refuses."""
_WITH_CODE = ("whole-model", "whole-optimizer", "missing-code", "refused-name", "foreign-path")
"""The findings of objects that need their classes."""
_WRAPPED = ("dataparallel-on-cpu", "several-gpus", "wrapped-model")
_SHOWN = 3
_OF_ALL_FILES = ("_rebuild_tensor_v2", "_rebuild_parameter")
"""What torch.save names since 0.4, whatever it saves."""
_OF_TORCH = ("torch.", "collections.", "builtins.", "numpy.")


def refused_name(case: Case) -> Judged | None:
    """``Unsupported global: GLOBAL argparse.Namespace``."""
    name = case.details.get("name") or case.details.get("module")
    there = case.findings_of(*REFUSED)
    if not name or case.view is None:
        return None
    named = [each for each in names_of(case.view) if _same(case, each, name)]
    about = tuple(finding for finding in there if any(_is_about(finding, each) for each in named))
    if about or (named and there):
        return cause(say("it names {names}, as the error says.", names=_listed(named)), *(about or there))
    if named:
        return unknown(say("it names {names}, which torch of today takes; update torch.", names=_listed(named)))
    return innocent(
        say("the error speaks of {name}, which it does not name. {instead}", name=name, instead=_instead(case)).strip()
    )


def missing_code(case: Case) -> Judged | None:
    """``No module named 'models'``, ``Can't get attribute 'Net' on <module '__main__'>``."""
    module, name = case.details.get("module", ""), case.details.get("name") or case.details.get("class", "")
    if case.view is None or not (module or name):
        return None
    names = names_of(case.view)
    named = [each for each in names if _is_of(case, each, module, name)]
    there = case.findings_of(*case.recognised.codes) or case.findings_of(*_WITH_CODE)
    if named:
        about = tuple(finding for finding in there if any(_is_about(finding, each) for each in named)) or there
        return cause(say("it names {names}, as the error says.", names=_listed(named)), *about)
    missing = f"{module}.{name}".strip(".")
    code = sorted(each for each in names if not each.startswith(_OF_TORCH))
    if there and code and module and not name:
        return unknown(
            say(
                "it does not name {missing} but {names}. If torch.load raised the error, it imported that code, "
                "which imports {missing}: install {missing}, or extract the state_dict, which needs no code.",
                missing=missing,
                names=_listed(code),
            ),
            *there,
        )
    return innocent(
        say(
            "the error speaks of {missing}, which it does not name. {instead}", missing=missing, instead=_instead(case)
        ).strip()
    )


def newer_torch(case: Case) -> Judged | None:
    """``Can't get attribute 'SiLU' on <module 'torch.nn.modules.activation'``: torch of the error lacks a name."""
    name = case.details.get("name", "")
    if case.view is None or not name:
        return None
    named = [each for each in names_of(case.view) if each.rpartition(".")[2] == name]
    if not named:
        return innocent(say("the error speaks of {name}, which it does not name.", name=name))
    if name in _OF_ALL_FILES:
        return unknown(
            say(
                "it names {names}, as every file of today with tensors in it does. Nothing is wrong with it: load it "
                "with a newer torch.",
                names=_listed(named),
            )
        )
    return cause(
        say("it names {names}, which the torch of the error does not have yet.", names=_listed(named)),
        *case.findings_of("whole-model"),
    )


def pickled_object(case: Case) -> Judged | None:
    """``'Conv2d' object has no attribute 'padding_mode'``: an object of another torch, pickled whole."""
    name = case.details.get("class", "")
    if case.view is None:
        return None
    there = case.findings_of(*case.recognised.codes)
    if not there:
        models, optimizers = module_entries(case.view.catalogue), pickled_optimizers(case.view.catalogue)
        if case.view.plan or not (models or optimizers):
            return innocent(say("it holds no pickled model or optimizer, only data."))
        return None
    named = [each for each in names_of(case.view) if name and each.rpartition(".")[2] == name.rpartition(".")[2]]
    if named:
        return cause(say("it holds a pickled {names}, as the error says.", names=_listed(named)), *there)
    if case.details.get("attribute") and not name:
        return cause(sentence(there[0].title), *there)
    if name:
        return innocent(
            say("the error speaks of {name}, and this file holds {title}.", name=name, title=clip(there[0].title, 120))
        )
    return unknown(
        say("it holds {title}; the error does not say of which class it is.", title=clip(there[0].title, 120)), *there
    )


def of_a_wrapper(case: Case) -> Judged | None:
    """``'DataParallel' object has no attribute 'predict'``: who wrapped the model, the script or the file?"""
    if case.view is None:
        return None
    wrapped = [each for each in module_entries(case.view.catalogue) if not case.view.dropped(each.entry)]
    name = case.details.get("class", "")
    if any(each.wrapper == name for each in wrapped):
        there = case.findings_of(*_WRAPPED)
        return cause(
            say("it holds a model pickled inside {name}. Take it out: model = model.module.", name=name), *there
        )
    return innocent(
        say("it holds no model pickled inside {name}: the script wraps it. {fix}", name=name, fix=case.recognised.fix)
    )


def names_of(view: Preview) -> frozenset[str]:
    """The dotted names of classes and functions in the pickle of the planned file, as Python 3 reads them."""
    names = names_below(*view.edited_graph()) if view.plan else view.catalogue.checkpoint.mentions.names
    return frozenset(map(python3_name, names))


def _same(case: Case, there: str, name: str) -> bool:
    """Whether a name of the file is that of the error, which may leave out the module; numpy 2 has new ones."""
    there, name = _normal(case, there), _normal(case, name)
    return there == name or ("." not in name and there.rpartition(".")[2] == name)


def _is_of(case: Case, there: str, module: str, name: str) -> bool:
    """Whether a name of the file is ``name`` in ``module``, or in that module at all where the error names no more."""
    there, module, name = (_normal(case, each) for each in (there, module, name))
    if name and not module:
        return name in there.split(".")
    if module.startswith("__main__"):
        module = "__main__"
    inside = there.removeprefix(f"{module}.")
    return inside != there and (
        not name or inside == name or inside.startswith(f"{name}.") or name in inside.split(".")
    )


def _normal(case: Case, name: str) -> str:
    name = re.sub(r"^numpy\._core\b", "numpy.core", name)
    name = re.sub(r"^(?:__builtin__|builtins)\.", "", name)
    return name.casefold() if case.details.get("folded") else name


def _is_about(finding: Finding, name: str) -> bool:
    words = f"{finding.title}\n{finding.message}\n{finding.explanation}"
    return name in words or name.partition(".")[0] in re.findall(r"[\w.]+", finding.title)


def _instead(case: Case) -> str:
    """What torch refuses in this file, where it does: the user is to know that it will not load either."""
    there = case.findings_of(*_WITH_CODE)
    return say("(This file has a trap of its own: {title}.)", title=clip(there[0].title, 120)) if there else ""


def _listed(names: Iterable[str]) -> str:
    return listed([clip(each, 80) for each in sorted(names)], _SHOWN)
