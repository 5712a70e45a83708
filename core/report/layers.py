"""What the modules of a model are, as data for JSON and as an outline for people."""

from __future__ import annotations

from collections.abc import Container, Iterator, Sequence
from itertools import islice
from typing import Any

from core.catalogue.catalogue import Catalogue
from core.catalogue.main_model import main_models
from core.catalogue.quoting import comment
from core.errors import EditError
from core.layers.held import Model, models_of
from core.layers.layer import CANNOT_TELL, FROM_SHAPES, IN_FILE, Held, Layer
from core.layers.outline import Part, Run, module_of, outline, runs
from core.layers.skeleton import Skeleton, only_dtype, skeleton
from core.objects.value_text import json_path
from core.report.known import candidate_lines, candidates_json, known_models
from core.report.layout import padded
from core.text import bracketed, clauses, clip, count_text, listed, series, shape_text, size_text
from core.words import marked, say

MOST_MODELS, MOST_LINES = 20, 400
_MARKS = {IN_FILE: "=", FROM_SHAPES: "~", CANNOT_TELL: "?"}
_NO_TENSOR = marked("no tensor")
_NEVER = marked("What no state dict says: activations and other layers without tensors, and the order of calls.")
_CODE = marked("The order of the calls: write forward() yourself, because a file of weights has no code.")
_SOME_UNSAID = marked("the file does not say whether {count:,} parameters are frozen")


def layers_json(catalogue: Catalogue) -> list[dict[str, Any]]:
    """Each model of a file with its modules, those that are alike told once."""
    return [
        {
            "path": json_path(catalogue.path(model.entry)),
            **candidates_json(*known_models(catalogue, model)),
            **_part_json(Run(whole, 1, "")),
            **_trained_json(whole),
        }
        for model, whole in ((model, outline(model)) for model in islice(models_of(catalogue), MOST_MODELS))
    ]


def _part_json(run: Run) -> dict[str, Any]:
    part, layer = run.first, run.first.layer
    said = {"module": part.path, "times": run.times, "parameters": part.parameters, "bytes": part.nbytes}
    if layer is not None:
        said["layer"] = {
            "kind": layer.kind,
            "call": layer.call,
            "grade": layer.grade,
            "others": list(layer.others),
            "unknown": list(layer.unknown),
            "note": layer.note,
        }
    if part.own:
        said["tensors"] = {name: held.shape for name, held in part.own.items()}
    return {**said, "modules": [_part_json(each) for each in runs(part.parts)]}


def _trained_json(whole: Part) -> dict[str, Any]:
    return {"trained": whole.parameters - whole.frozen - whole.unsaid, "frozen": whole.frozen, "unsaid": whole.unsaid}


def layers_lines(catalogue: Catalogue, limit: int | None = MOST_LINES) -> Iterator[str]:
    """The models of a file for a terminal, at most so many lines of each; all when None."""
    models = list(islice(models_of(catalogue), MOST_MODELS + 1))
    if not models:
        yield say("This file holds no model: neither a state dict nor a module.")
    for model in models[:MOST_MODELS]:
        whole = outline(model)
        yield _heading(catalogue, model, whole)
        yield from (f"  {line}" for line in candidate_lines(*known_models(catalogue, model)))
        lines = list(outline_lines(whole))
        yield from lines[:limit]
        if limit is not None and len(lines) > limit:
            yield say("… {lines}; --all lists them.", lines=count_text(len(lines) - limit, "more line"))
        yield from _legend(whole)
        yield ""
    if len(models) > MOST_MODELS:
        yield say("The file holds more models; the first {count} are listed.", count=MOST_MODELS)


def _heading(catalogue: Catalogue, model: Model, whole: Part) -> str:
    where = _named(catalogue, model.entry)
    told = say(
        "{where}: {keys}, {parameters}, {size}",
        where=where,
        keys=count_text(len(model.held), "key"),
        parameters=count_text(whole.parameters, "parameter"),
        size=size_text(whole.nbytes),
    )
    return clauses((told, trained_text(whole)))


def trained_text(part: Part) -> str:
    """Whether what is in a module is trained, as far as the file tells."""
    if part.unsaid:
        if part.unsaid == part.parameters:
            return say("the file does not say which are frozen")
        return say(_SOME_UNSAID, count=part.unsaid)
    if not part.frozen:
        return say("none frozen")
    return say("all frozen") if part.frozen == part.parameters else say("{count:,} of them frozen", count=part.frozen)


def outline_lines(whole: Part) -> Iterator[str]:
    """The modules of a model, indented as they lie in each other; those that are alike told once."""
    frozen = whole.frozen == whole.parameters
    rows = list(_rows(Run(whole, 1, ""), 0, frozen)) if whole.own or whole.layer else []
    rows = rows or [row for run in runs(whole.parts) for row in _rows(run, 0, frozen)]
    width, wide = (min(max((len(row[at]) for row in rows), default=0), most) for at, most in ((0, 48), (2, 64)))
    for name, mark, told, count in rows:
        yield f"  {mark} {padded(name, width)}  {padded(told, wide)}  {count}".rstrip()


def _rows(run: Run, depth: int, frozen: bool) -> Iterator[tuple[str, str, str, str]]:
    """Name, mark, layer and size of a module and those in it; of what is ``frozen`` around it that is said already."""
    part, name = run.first, run.first.name
    while part.layer is None and not part.own and len(part.parts) == 1 and run.times == 1:  # nothing to say of it
        part = part.parts[0]
        name = f"{name}.{part.name}"
    name = clip(name, 60) if run.times == 1 else f"{run.times} × {clip(run.first.name)}–{clip(run.last)}"
    size = (
        series((count_text(part.parameters, "parameter"), size_text(part.nbytes))) if part.nbytes and part.path else ""
    )
    size = say("{size} each", size=size) if run.times > 1 and size else size
    now_frozen = frozen or 0 < part.parameters == part.frozen
    size = say("{size}, frozen", size=size) if now_frozen and not frozen else size
    mark = _MARKS[part.layer.grade] if part.layer is not None else " "
    yield "  " * depth + (name or say("(itself)")), mark, layer_text(part), size
    for each in runs(part.parts):
        yield from _rows(each, depth + 1, now_frozen)


def outline_text(catalogue: Catalogue, entries: Container[int]) -> str:
    """The outline of the module that some entries are of, for the clipboard; empty where they are of none."""
    part = module_of(catalogue, entries)
    return "" if part is None else "\n".join((clip(part.path), *outline_lines(part))).lstrip("\n")


def layer_text(part: Part) -> str:
    """``Linear(…) or Embedding(…)``; of what has no name here, its tensors."""
    layer = part.layer
    if layer is None or not layer.kind:
        return listed(clip(f"{name} {_shape(held)}") for name, held in islice(part.own.items(), 6))
    told = clip(say(" or ").join((layer.call, *layer.others)), 160)
    more = clip(layer.note, 80)
    return bracketed(told, more) if more else told


def _shape(held: Held) -> str:
    return say(_NO_TENSOR) if held.shape is None else shape_text(held.shape)


def _legend(whole: Part) -> Iterator[str]:
    layers = [part.layer for part in whole.walk() if part.layer is not None]
    grades = [grade for grade in _MARKS if any(layer.grade == grade for layer in layers)]
    if grades:
        yield "  " + "   ".join(f"{_MARKS[grade]} {say(grade)}" for grade in grades)
    yield from (f"  {line}" for line in unknown_lines(layers))


def unknown_lines(layers: list[Layer]) -> Iterator[str]:
    """What a file does not say of the layers of a model, by their kinds."""
    settings: dict[tuple[str, ...], dict[str, None]] = {}
    for layer in layers:
        if layer.unknown:
            settings.setdefault(layer.unknown, {})[layer.kind] = None
    for names, kinds in settings.items():
        yield say("Unknown for {kinds}: {names}.", kinds=listed(kinds), names=listed(names))
    yield say(_CODE) if all(layer.grade == IN_FILE for layer in layers) else say(_NEVER)


def main_model(catalogue: Catalogue) -> Model | None:
    """The model of a file that training goes on with, else the one with most keys; None without any."""
    models = {model.entry: model for model in models_of(catalogue)}
    main = [entry for entry in main_models(catalogue) if entry in models]
    return models[main[0]] if main else max(models.values(), key=lambda each: len(each.held), default=None)


def skeleton_of(catalogue: Catalogue, entry: int | None = None) -> Skeleton:
    """A module of Python whose last class takes a model of the file strictly: the one at an entry, or the main one.

    Raises `EditError` where there is none.
    """
    models = {model.entry: model for model in models_of(catalogue)}
    model = main_model(catalogue) if entry is None else models.get(entry)
    if model is None:
        raise EditError("There is no model at {path!r}.", path=catalogue.path_text(entry or 0))
    layers = [part.layer for part in outline(model).walk() if part.layer is not None]
    made = skeleton(model, [say("What the file does not say:"), *unknown_lines(layers)])
    others = [clip(catalogue.path_text(each)) for each in models if each != model.entry]
    return made._replace(lines=[*_introduction(catalogue, model, others), "", *made.lines])


def _introduction(catalogue: Catalogue, model: Model, others: Sequence[str]) -> Iterator[str]:
    """Comments on which model it is, ``others`` in the file, the libraries that make it, and its dtype."""
    path, file = clip(catalogue.path_text(model.entry)), catalogue.checkpoint.name
    told = (
        say("The model at {path} of {file}.", path=path, file=file) if path else say("The model of {file}.", file=file)
    )
    yield comment(told)
    if others:
        yield comment(say("The file has other models: {paths}.", paths=listed(others, 6)))
    yield from map(comment, candidate_lines(*known_models(catalogue, model)))
    if (dtype := only_dtype(model)) not in {"", "float32"}:
        told = say(
            "Floating-point tensors are created in torch's default dtype; .to(torch.{dtype}) converts them to the "
            "dtype of the file.",
            dtype=dtype,
        )
        yield comment(told)


def _named(catalogue: Catalogue, entry: int) -> str:
    return clip(catalogue.path_text(entry)) or say("the whole file")
