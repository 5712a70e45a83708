"""Traps of objects: what ``weights_only=True`` refuses, and what needs its code."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from dataclasses import replace

from core.catalogue.modules import PickledModule, PickledOptimizer, module_entries, pickled_optimizers
from core.diagnosis.finding import ERROR, WARNING, Finding, make_finding
from core.diagnosis.rules.losses import OF_MODULES, lost_by
from core.diagnosis.rules.object_cures import (
    WITH_ITS_CODE,
    Extracting,
    WayOut,
    about_prefix,
    cures,
    extracting,
    no_cure,
    storages_lost,
)
from core.edits.edits import Drop, Edit, MakePlain, RenameModule
from core.edits.preview import Preview
from core.edits.refused import RefusedObject, refused_objects
from core.edits.to_plain import Conversion, conversion_text, conversions
from core.loading.computer import Computer
from core.loading.methods import around_the_refusal, way_to_load
from core.loading.torch_messages import load_failed, no_module, no_path_here, not_in_main, reason_against
from core.objects.global_names import python3_name
from core.objects.plain_rules import CLASS_LOST, is_refused
from core.pickling.allowlist import import_first
from core.pickling.nodes import Global, names_below
from core.text import clip, count_text, sentences
from core.words import say, say_count

_OWN = frozenset({*sys.stdlib_module_names, "__builtin__", "copy_reg", "torch", "numpy", "__main__"})
"""Modules that are there wherever torch is, or that no package brings."""
_ALLOWED = ("random_states", "rng_state", "training_args", "custom_checkpoint")
"""Files of a run that transformers and accelerate load with ``safe_globals`` (``transformers/trainer.py``,
``accelerate/utils/other.py``), with ``weights_only=False``, or not at all.
"""
_UNCHECKED = ("dcp", "DeepSpeed", "FSDP")
"""Kinds whose loaders pass ``weights_only=False``: ``load_bytes`` of ``torch/distributed/checkpoint/planner.py``,
``deepspeed/runtime/checkpoint_engine/torch_checkpoint_engine.py``; FSDP's files hold what is loaded in no other way.
"""


def object_findings(view: Preview, _computer: Computer) -> Iterator[Finding]:
    """Everything about objects that are more than data."""
    refused = [each for each in refused_objects(view) if not _is_taken(view, each)]
    if not refused:
        return
    models = [each for each in module_entries(view.catalogue) if _is_refused(view, each.entry)]
    optimizers = [each for each in pickled_optimizers(view.catalogue) if _is_refused(view, each.entry)]
    whole: list[PickledModule | PickledOptimizer] = [*models, *optimizers]
    ways_out = {each.entry: extracting(view, each.entry) for each in whole}
    extracted = {entry: way_out.edits for entry, way_out in ways_out.items() if way_out.edits}
    empty = [each for each in models if not each.parameters + each.buffers and each.entry in extracted]
    without = {each.entry for each in empty}
    for model in models:
        if model.entry not in without:
            yield from _whole_model(view, model, ways_out[model.entry])
    if empty:
        yield _without_weights(view, empty, [edit for each in empty for edit in extracted[each.entry]])
    some = {each.entry: extracted[each.entry] for each in optimizers if each.entry in extracted}
    lost = storages_lost(view, some)
    for optimizer in optimizers:
        yield _whole_optimizer(view, optimizer, ways_out[optimizer.entry], lost.get(optimizer.entry, 0))
    inside = [(each.entry, view.catalogue.tree.ends[each.entry]) for each in whole]
    rest = [each for each in refused if not any(first <= each.entry < end for first, end in inside)]
    rest = [replace(each, names=_names_outside(view, each, inside)) for each in rest]
    rest = [each for each in rest if each.names]
    yield from _import_first(view, [each for each in rest if all(map(import_first, each.names))])
    rest = [each for each in rest if not all(map(import_first, each.names))]
    # What no edit cures stays apart from what one does.
    for meet in (False, True):
        here, outside = ([each for each in some if each.meet == meet] for some in (refused, rest))
        yield from _refused_names(view, outside, extracted)
        yield from _missing_code(view, here, extracted, outside)
        yield from _paths(view, outside)
    yield from _numpy(view, refused)


def _is_taken(view: Preview, each: RefusedObject) -> bool:
    """Whether the loader of a checkpoint of many files takes an object: it allows all names, as those of ranks do."""
    several = view.catalogue.checkpoint.several
    if several is None or view.container is not None:
        return False
    label = view.catalogue.path(each.entry)[:1]
    if several.kind == "run folder" and str(*label).startswith(_ALLOWED):
        return True
    of_a_rank = any(name.module.startswith("torch.distributed") for name in each.names)
    return of_a_rank or several.kind.startswith(_UNCHECKED)


def refusal(name: Global) -> str:
    """What torch.load says to a name, word for word."""
    return load_failed(reason_against(python3_name(name)))


def _import_first(view: Preview, objects: Sequence[RefusedObject]) -> Iterator[Finding]:
    """Tensors of torch's own that it loads once a part of it is imported: nothing is wrong with the file."""
    by_module: dict[str, list[RefusedObject]] = {}
    for each in objects:
        by_module.setdefault(import_first(each.names[0]), []).append(each)
    for module, where in by_module.items():
        of_processes = module == "torch.distributed.tensor"
        yield make_finding(
            view,
            "import-first",
            ERROR,
            say("torch.load(f) takes it only after import {module}", module=module),
            refusal(where[0].names[0]),
            [each.entry for each in where],
            sentences(
                say(
                    "{tensors}, whose class torch allows when {module} is imported, not before.",
                    tensors=count_text(len(where), "DTensor" if of_processes else "nested tensor"),
                    module=module,
                ),
                say("A sharded one holds this process's part; every process saved its own.") if of_processes else "",
            ),
            sentences(
                say("import {module} before torch.load(f).", module=module),
                say("To load without it, save tensor.full_tensor() there.") if of_processes else "",
            ),
        )


def _is_refused(view: Preview, entry: int) -> bool:
    """Whether an object is still in the file, and refused."""
    value = view.catalogue.values[entry]
    return not view.dropped(entry) and any(map(is_refused, names_below(value, view.replacements)))


def _names_at(view: Preview, entry: int) -> tuple[Global, ...]:
    below = names_below(view.catalogue.values[entry], view.replacements)
    return tuple(dict.fromkeys(filter(is_refused, below)))


def _names_outside(view: Preview, each: RefusedObject, inside: Sequence[tuple[int, int]]) -> tuple[Global, ...]:
    """The names of an object that are not all in the models and optimizers that it holds."""
    held = [first for first, _ in inside if each.entry < first < view.catalogue.tree.ends[each.entry]]
    if not held:
        return each.names
    without = {**view.replacements, **{id(view.catalogue.values[entry]): None for entry in held}}
    return tuple(dict.fromkeys(filter(is_refused, names_below(view.catalogue.values[each.entry], without))))


def _whole_model(view: Preview, model: PickledModule, way_out: WayOut) -> Iterator[Finding]:
    names = _names_at(view, model.entry)
    listed = clip(", ".join(name.dotted for name in names), 300)
    alone = model.entry == view.root
    yield make_finding(
        view,
        "whole-model",
        ERROR,
        say("a whole pickled model: {model}", model=model.name),
        refusal(names[0]),
        [model.entry],
        say(
            "This is the model object itself, saved with torch.save(model), not its state_dict. torch.load(f) refuses "
            "its classes ({names}), and with weights_only=False it needs the very code that they were defined in."
            if alone
            else "This is a module object itself, not its state_dict. torch.load(f) refuses its classes ({names}), "
            "and with weights_only=False it needs the very code that they were defined in.",
            names=listed,
        ),
        way_out.stuck
        or say(
            "Extract the state_dict: keys and bytes as torch's own state_dict() gives them, without the code. Then "
            "model.load_state_dict(torch.load(f)) into a model that you build yourself."
            if alone
            else "Extract the state_dict: keys and bytes as torch's own state_dict() gives them, without the code. "
            "Then model.load_state_dict(the dict in its place) into a model that you build yourself."
        )
        + about_prefix(view, model),
        way_out.edits,
        around_the_refusal(way_to_load(view)),
        OF_MODULES,
    )


def _without_weights(view: Preview, modules: Sequence[PickledModule], edits: Sequence[Edit]) -> Finding:
    """Modules that are options rather than models, such as an activation among hyper-parameters."""
    names = tuple(dict.fromkeys(each.name for each in modules))
    others = sum(len(view.catalogue.subtree_rows(each.entry)) for each in modules)
    return make_finding(
        view,
        "whole-model",
        ERROR,
        say_count(
            len(modules),
            "pickled module without weights: {names}",
            "pickled modules without weights: {names}",
            names=clip(", ".join(names), 120),
        ),
        refusal(_names_at(view, modules[0].entry)[0]),
        [each.entry for each in modules],
        say(
            "{objects} without a parameter or buffer, such as an activation among hyper-parameters. torch.load(f) "
            "refuses the class, and with weights_only=False it needs its code.",
            objects=count_text(len(modules), "module object"),
        ),
        _emptied(len(modules), others),
        edits,
        around_the_refusal(way_to_load(view)),
        CLASS_LOST,
    )


def _emptied(modules: int, tensors: int) -> str:
    """What to do about modules without weights, and what is lost by it."""
    if not tensors:
        return say_count(
            modules,
            "Put its state_dict, which is empty, in its place: the name of its class is lost.",
            "Put its state_dict, which is empty, in the place of each: the name of its class is lost.",
        )
    return say_count(
        modules,
        "Put its state_dict, which is empty, in its place: the name of its class is lost, and with it {tensors} that "
        "state_dict() leaves out too.",
        "Put its state_dict, which is empty, in the place of each: the name of its class is lost, and with it "
        "{tensors} that state_dict() leaves out too.",
        tensors=count_text(tensors, "tensor"),
    )


def _whole_optimizer(view: Preview, optimizer: PickledOptimizer, way_out: WayOut, lost: int) -> Finding:
    names = _names_at(view, optimizer.entry)
    alone = ""
    if lost:
        alone = say(
            "{tensors} that it trains, which only optimizers have here, will be left out.",
            tensors=count_text(lost, "tensor"),
        )
    return make_finding(
        view,
        "whole-optimizer",
        ERROR,
        say("a whole pickled optimizer: {optimizer}", optimizer=optimizer.name),
        refusal(names[0]),
        [optimizer.entry],
        say(
            "This is the optimizer object itself, not its state_dict. torch.load(f) refuses its class; with "
            "weights_only=False it loads, and steps of another torch version fail on attributes it lacks, such as "
            "“'{kind}' object has no attribute '_warned_capturable_if_run_uncaptured'”.",
            kind=optimizer.name.rpartition(".")[2],
        ),
        way_out.stuck or sentences(say("Extract its state_dict, build the optimizer anew and load that."), alone),
        way_out.edits,
        around_the_refusal(way_to_load(view)),
        CLASS_LOST,
    )


def _refused_names(view: Preview, objects: Sequence[RefusedObject], whole: Extracting) -> Iterator[Finding]:
    """One finding a name, with all the places it occurs at.

    ``whole`` has the edits for models and optimizers of which state dicts can be made; those inside an object that is
    made plain are extracted with the same cure, else they would be plain dicts of their attributes.
    """
    places: dict[Global, list[RefusedObject]] = {}
    parts = _parts(view, objects, whole)
    for each in objects:
        for name in each.names:
            places.setdefault(name, []).append(each)
    advice = around_the_refusal(way_to_load(view)) if places else ""
    for name, where in places.items():
        edits, losing = cures(view, where, whole)
        kept = any(isinstance(edit, MakePlain) for edit in edits)
        dropped = any(isinstance(edit, Drop) for edit in edits)
        how = sentences(
            conversion_text(name, (parts[each.entry] for each in where if each.entry in parts)) if kept else "",
            say("What nothing plain can stand for is dropped.") if dropped else "",
        )
        yield make_finding(
            view,
            "refused-name",
            ERROR,
            say("torch.load(f) refuses {name}", name=clip(python3_name(name), 80)),
            refusal(name),
            [each.entry for each in where],
            say(
                "Since torch 2.6 torch.load takes only plain data, because a pickle can run any code that it names. "
                "{name} is used at {places} of this file.",
                name=clip(python3_name(name), 80),
                places=count_text(len(where), "place"),
            ),
            how or sentences(no_cure(view, where, losing), advice),
            edits,
            advice if edits else "",
            lost_by(view, edits, {each.entry: parts[each.entry] for each in where if each.entry in parts}),
        )


def _parts(view: Preview, objects: Sequence[RefusedObject], whole: Extracting) -> dict[int, list[Conversion]]:
    """For the entries of objects that can be plain data, what becomes of each object in them."""
    values = view.catalogue.values
    nodes = {id(values[entry]) for entry in whole}
    plain = [each.entry for each in objects if each.convertible and not each.meet]
    return {entry: conversions(values[entry], nodes) for entry in plain}


def _missing_code(
    view: Preview,
    refused: Sequence[RefusedObject],
    whole: Extracting,
    rest: Sequence[RefusedObject],
) -> Iterator[Finding]:
    """Modules that must be importable where the file is loaded with ``weights_only=False``."""
    by_module: dict[str, list[RefusedObject]] = {}
    names: dict[str, Global] = {}
    for each in refused:
        for name in each.names:
            top = name.module.partition(".")[0]
            if top == "__main__" or top not in _OWN:
                by_module.setdefault(top, []).append(each)
                names.setdefault(top, name)
    parts = _parts(view, rest, whole) if names else {}
    needed = {entry: _modules_at(view, entry) for entry in (*whole, *(each.entry for each in rest))} if names else {}
    for top, where in by_module.items():
        message = no_module(top)
        if top == "__main__":
            message = not_in_main(names[top].name)
        entries = list(dict.fromkeys(each.entry for each in where))
        named = [each for each in rest if top in needed[each.entry]]
        used = [edit for entry, own in whole.items() if top in needed[entry] for edit in own]
        edits = list(dict.fromkeys((*used, *cures(view, named, whole)[0])))
        yield make_finding(
            view,
            "missing-code",
            WARNING,
            say("needs the Python module {top}", top=top)
            if top != "__main__"
            else say("needs classes of the script that saved it"),
            message,
            entries,
            say(
                "With weights_only=False torch.load imports {dotted} and fails where that code is not, or has moved. "
                "A pickle holds names of classes, never the classes.",
                dotted=clip(names[top].dotted, 80),
            ),
            say("Keep data instead of objects: extract the state_dict, make the rest plain.")
            if edits
            else say(WITH_ITS_CODE),
            edits,
            say("Putting the old source on sys.path makes it load again, until the code changes once more."),
            lost_by(view, edits, {each.entry: parts[each.entry] for each in named if each.entry in parts}),
        )


def _modules_at(view: Preview, entry: int) -> frozenset[str]:
    return frozenset(name.module.partition(".")[0] for name in _names_at(view, entry))


def _numpy(view: Preview, refused: Sequence[RefusedObject]) -> Iterator[Finding]:
    where = [each for each in refused if any(name.module.startswith("numpy._core") for name in each.names)]
    if where:
        yield make_finding(
            view,
            "numpy-core",
            WARNING,
            say("saved with numpy 2"),
            no_module("numpy._core"),
            [each.entry for each in where],
            say(
                "numpy 2 renamed numpy.core to numpy._core, and that name is in the file. With weights_only=False and "
                "numpy 1 torch.load does not find it."
            ),
            say("Write the older name, which both numpy 1 and 2 know; or use numpy ≥ 2."),
            [RenameModule("numpy._core", "numpy.core")],
        )


def _paths(view: Preview, refused: Sequence[RefusedObject]) -> Iterator[Finding]:
    for kind in ("PosixPath", "WindowsPath"):
        where = [
            each
            for each in refused
            if any(name.name == kind and name.module.partition(".")[0] == "pathlib" for name in each.names)
        ]
        if where:
            system = "Windows" if kind == "PosixPath" else say("Linux or macOS")
            yield make_finding(
                view,
                "foreign-path",
                WARNING,
                say("holds a {kind}, which {system} cannot load", kind=kind, system=system),
                no_path_here(kind),
                [each.entry for each in where],
                say(
                    "A path object of the other system was pickled. On {system} torch.load(f, weights_only=False) "
                    "fails on it.",
                    system=system,
                ),
                say("Replace the path by its text."),
                cures(view, where, {})[0],
                say("Setting pathlib.PosixPath = pathlib.WindowsPath before loading is the workaround passed around."),
            )
