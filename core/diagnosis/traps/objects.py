"""Objects that a pickle names and weights_only refuses, and the edits that put plain data in their place."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from core.catalogue.catalogue import Catalogue
from core.catalogue.modules import (
    PickledModule,
    PickledOptimizer,
    module_entries,
    pickled_optimizers,
    wrapper_prefix,
)
from core.catalogue.subclasses import whole_dtensors
from core.diagnosis.finding import ERROR, WARNING, Finding, make_finding
from core.diagnosis.losses import lost_by
from core.edits.edits import Drop, Edit, Extract, MakePlain, RenameModule
from core.edits.extract import extraction
from core.edits.preview import Preview, preview
from core.edits.refused import RefusedObject, refused_objects
from core.edits.to_plain import Conversion, can_be_plain, conversion_text, conversions, hindrances_below, refused_itself
from core.errors import CheckpointError, EditError
from core.front_end import WRITES_CLASS, class_writing
from core.loading.computer import Computer
from core.loading.made_state_dict import on_any_computer
from core.loading.methods import around_the_refusal, runs_code, way_to_load
from core.loading.torch_messages import load_failed, no_module, no_path_here, not_in_main, reason_against
from core.objects.global_names import PUBLISHED, module_needed, python3_name
from core.objects.plain_rules import class_of, refused_below
from core.objects.tensors import GENERATOR, USUAL
from core.pickling.allowlist import import_first
from core.pickling.nodes import ATOMS, ORDERED_DICT, Call, DictNode, Global, PersistentId, calls, inside
from core.text import clip, count_text, enumerated, listed, quoted, sentences
from core.words import marked, say, say_count

_MOST_NAMED = 3


WITH_ITS_CODE = marked(
    "On a computer that has its code, load the file with weights_only=False and save the state_dict() there."
)
_MEET = marked(
    "As plain data, two keys of a dict in it would become the same key. Rename or drop one of them, then replace "
    "the object with plain data."
)
_LAZY = marked(
    "A lazy module in it has seen no data, so its parameters have no shape yet. Run a batch through the model, "
    "then save its state_dict()."
)
_UNINITIALISED = frozenset(
    Global("torch.nn.parameter", name) for name in ("UninitializedParameter", "UninitializedBuffer")
)

Extracting = Mapping[int, tuple[Edit, ...]]
"""For the entries of whole models and optimizers the edits that make state dicts of them."""


class Around(NamedTuple):
    """How to load a file as it is: to be told with what to do, or not to be advised, because it runs its code."""

    text: str
    runs_code: bool

    @property
    def advised(self) -> str:
        """What may be done in place of the fix."""
        return "" if self.runs_code else self.text

    @property
    def not_advised(self) -> str:
        """What is often done, and should not be."""
        return self.text if self.runs_code else ""


class WayOut(NamedTuple):
    """The edits that make a state dict of a whole model or optimizer; or none, and why, and what to do (``stuck``)."""

    edits: tuple[Edit, ...]
    stuck: str = ""


def extracting(view: Preview, entry: int) -> WayOut:
    """How a state dict that ``torch.load(f)`` takes is made of the model or optimizer at an entry, without its code.

    What it refuses in the state dict itself, such as a learning rate of NumPy, is made plain with it. A model comes
    out of its wrappers: nearly everybody loads into the bare one.
    """
    unwrap = bool(wrapper_prefix(view.catalogue.tree, entry))
    out = Extract(entry, unwrap=unwrap)
    try:
        made = extraction(view.catalogue, entry, view.rewrite, unwrap=unwrap)
    except EditError as error:
        reason = str(error)
        return WayOut((), reason if "weights_only=False" in reason else sentences(reason, say(WITH_ITS_CODE)))
    left = {id(node): node for node in _refused_below(made.node, view)}
    if not left:
        return WayOut((out,))
    tree = view.catalogue.tree
    places = {id(tree.values[at]): at for at in range(entry, tree.ends[entry]) if id(tree.values[at]) in left}
    hindrances = hindrances_below()
    for key, node in left.items():
        name = class_of(node)
        if name in _UNINITIALISED:
            return WayOut((), say(_LAZY))
        if key not in places or not can_be_plain(node, hindrances(node)) or view.catalogue.subtree_rows(places[key]):
            what = say("an object of {name}", name=name.dotted) if name is not None else say("an object")
            return WayOut(
                (),
                sentences(
                    say("Its state_dict holds {what}, which torch.load(f) refuses as well.", what=what),
                    say(WITH_ITS_CODE),
                ),
            )
    return WayOut((*map(MakePlain, places.values()), out))


def about_prefix(view: Preview, model: PickledModule) -> str:
    """Which of the two state dicts of a wrapped model is wanted when."""
    prefix = wrapper_prefix(view.catalogue.tree, model.entry)
    if not prefix:
        return ""
    return say(
        "Without “{prefix}” the keys are those of the model inside {wrapper}. Keep “{prefix}” only if the model "
        "that loads them is wrapped as well.",
        prefix=clip(prefix, 60),
        wrapper=clip(model.wrapper or "", 60),
    )


def _refused_below(root: Any, view: Preview) -> Iterator[Any]:
    """The outermost objects of a graph that ``torch.load(f)`` refuses, whatever is imported."""
    seen: set[int] = set()
    pending, replaced = [root], view.replacements
    while pending:
        node = pending.pop()
        while type(node) not in ATOMS and id(node) in replaced:
            node = replaced[id(node)]
        if type(node) in ATOMS or id(node) in seen:
            continue
        seen.add(id(node))
        if refused_itself(node) and not all(map(import_first, view.refused_below(node))):
            yield node
        else:
            pending.extend(inside(node))


def no_cure(view: Preview, objects: Iterable[RefusedObject], losing: int) -> str:
    """Why nothing is offered."""
    if any(_is_lazy(view, each) for each in objects):
        return say(_LAZY)
    if any(each.meet for each in objects):
        return say(_MEET)
    if losing:
        return say(
            "Pthfinder offers no fix, because replacing {objects} with plain data would lose tensor data.",
            objects=count_text(losing, "object"),
        )
    return say("It cannot be replaced with plain data.")


def cures(view: Preview, objects: Iterable[RefusedObject], whole: Extracting) -> tuple[tuple[Edit, ...], int]:
    """For each object the edit that loses least: plain data in its place, or else nothing; and how many have none.

    The models and optimizers of ``whole`` that are inside are extracted first. There is no edit for an object in which
    two keys would meet, because which of the two is to go is for people to say, and none that would lose weights.
    """
    extracts = _extracts_below(view, objects, whole)
    edits: list[Drop | MakePlain] = []
    for each in objects:
        if each.meet or _is_lazy(view, each):
            continue
        edit: Drop | MakePlain = MakePlain(each.entry) if each.convertible else Drop(each.entry)
        if isinstance(edit, Drop) and not _can_drop(view, edit):
            continue
        edits.append(edit)
    losing = _losing_weights(view, extracts, edits)
    kept = [edit for edit in edits if edit not in losing]
    return (*(extracts if kept else ()), *kept), len(losing)


def _losing_weights(view: Preview, extracts: Sequence[Edit], edits: Sequence[Drop | MakePlain]) -> set[Edit]:
    """The edits after which bytes of tensors are in the file no more: of tensors that only their own class can read."""
    catalogue = view.catalogue
    rows = {edit: catalogue.subtree_rows(edit.entry) for edit in edits}
    about = [edit for edit, below in rows.items() if below and not _is_generator(catalogue.values[edit.entry])]
    if not about:
        return set()
    lost = _lost(_storages_after(view, extracts), _storages_after(view, [*extracts, *about]))
    storage_of = catalogue.storage_of
    return {edit for edit in about if lost and any(storage_of[row] in lost for row in rows[edit])}


def _is_generator(node: Any) -> bool:
    """Whether an object is a source of random numbers, whose state is a tensor, but no weight."""
    return calls(node, {GENERATOR})


def storages_lost(view: Preview, whole: Extracting) -> dict[int, int]:
    """For each entry of ``whole`` how many of its storages are in the file no more once all of them are extracted."""
    catalogue = view.catalogue
    edits = dict.fromkeys(edit for own in whole.values() for edit in own)
    lost = _lost(view.storages_kept, _storages_after(view, edits))
    rows = {entry: catalogue.subtree_rows(entry) for entry in whole} if lost else {}
    return {entry: len(lost & {catalogue.storage_of[row] for row in rows[entry]}) for entry in rows}


def tensors_lost(view: Preview, whole: Extracting) -> dict[int, int]:
    """The same in tensors, those that share a storage too."""
    catalogue = view.catalogue
    edits = dict.fromkeys(edit for own in whole.values() for edit in own)
    lost = _lost(view.storages_kept, _storages_after(view, edits)) if edits else set()
    return {entry: sum(catalogue.storage_of[row] in lost for row in catalogue.subtree_rows(entry)) for entry in whole}


def _storages_after(view: Preview, edits: Iterable[Edit]) -> Sequence[bool]:
    """Which storages stay after edits; nothing where these do not go together, as is found out where they are used."""
    try:
        return preview(view.catalogue, view.plan.with_edits(edits)).storages_kept
    except CheckpointError:
        return ()


def _lost(before: Sequence[bool], after: Sequence[bool]) -> set[int]:
    """The storages that are there before and not after; none where either is not known."""
    return {index for index, (was, stays) in enumerate(zip(before, after, strict=False)) if was and not stays}


def _is_lazy(view: Preview, each: RefusedObject) -> bool:
    return class_of(view.catalogue.values[each.entry]) in _UNINITIALISED


def _extracts_below(view: Preview, objects: Iterable[RefusedObject], whole: Extracting) -> tuple[Edit, ...]:
    """The models and optimizers of ``whole`` that are inside objects that can be made plain, extracted."""
    ends = view.catalogue.tree.ends
    spans = [(each.entry, ends[each.entry]) for each in objects if each.convertible and not each.meet]
    inner = [own for entry, own in whole.items() if any(first < entry < end for first, end in spans)]
    return tuple(edit for own in inner for edit in own)


def _can_drop(view: Preview, edit: Drop) -> bool:
    try:
        preview(view.catalogue, view.plan.with_edit(edit))
    except CheckpointError:
        return False
    return True


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
    way = way_to_load(view)
    around = Around(around_the_refusal(way), runs_code(way))
    models = [each for each in module_entries(view.catalogue) if _is_refused(view, each.entry)]
    optimizers = [each for each in pickled_optimizers(view.catalogue) if _is_refused(view, each.entry)]
    whole: list[PickledModule | PickledOptimizer] = [*models, *optimizers]
    ways_out = {each.entry: extracting(view, each.entry) for each in whole}
    extracted = {entry: way_out.edits for entry, way_out in ways_out.items() if way_out.edits}
    left_out = tensors_lost(view, {each.entry: extracted[each.entry] for each in models if each.entry in extracted})
    empty = [each for each in models if not each.parameters + each.buffers and each.entry in extracted]
    without = {each.entry for each in empty}
    for model in models:
        if model.entry not in without:
            yield from _whole_model(view, model, ways_out[model.entry], left_out, around)
    if empty:
        yield _without_weights(view, empty, [edit for each in empty for edit in extracted[each.entry]], left_out)
    some = {each.entry: extracted[each.entry] for each in optimizers if each.entry in extracted}
    lost = storages_lost(view, some)
    for optimizer in optimizers:
        yield _whole_optimizer(view, optimizer, ways_out[optimizer.entry], lost.get(optimizer.entry, 0), around)
    inside = [(each.entry, view.catalogue.tree.ends[each.entry]) for each in whole]
    rest = [each for each in refused if not any(first <= each.entry < end for first, end in inside)]
    rest = _without_whole(view, rest, inside)
    rest = [each for each in rest if each.names]
    yield from _import_first(view, [each for each in rest if all(map(import_first, each.names))])
    rest = [each for each in rest if not all(map(import_first, each.names))]
    # What no edit cures stays apart from what one does.
    for meet in (False, True):
        here, outside = ([each for each in some if each.meet == meet] for some in (refused, rest))
        yield from _refused_names(view, outside, extracted, left_out, around)
        yield from _missing_code(view, here, extracted, outside, left_out)
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
    """Tensors that torch loads once what they are of is imported: nothing is wrong with the file."""
    by_module: dict[str, list[RefusedObject]] = {}
    for each in objects:
        for module in dict.fromkeys(map(import_first, each.names)):
            by_module.setdefault(module, []).append(each)
    whole = {entry for entry, _, _ in whole_dtensors(view.catalogue)} if by_module else set()
    for module, where in by_module.items():
        of_processes = module == "torch.distributed.tensor"
        yield make_finding(
            view,
            "import-first",
            ERROR,
            say("torch.load(f) needs `import {module}` first", module=module),
            refusal(next(name for name in where[0].names if import_first(name) == module)),
            [each.entry for each in where],
            sentences(
                say(
                    "The file has {tensors}, and torch allows their class only after `import {module}`.",
                    tensors=count_text(
                        len(where),
                        "DTensor"
                        if of_processes
                        else "nested tensor"
                        if module == "torch._dynamo"
                        else "torchao tensor",
                    ),
                    module=module,
                ),
                say(
                    "A sharded DTensor holds only the part of the process that saved it; the other parts are in "
                    "the files of the other processes."
                )
                if of_processes and not whole.issuperset(each.entry for each in where)
                else "",
            ),
            sentences(
                say("Run `import {module}` before torch.load(f).", module=module),
                _without_import(offered=bool(whole.intersection(each.entry for each in where))) if of_processes else "",
            ),
        )


def _without_import(*, offered: bool) -> str:
    """How to be rid of DTensors; here, where it is ``offered``, or where they are saved."""
    if offered:
        return say(
            "To load the file without this import, convert the DTensors to plain tensors with the fix of the note "
            "whole-dtensor below; for files to come, save tensor.full_tensor() in the script that writes them."
        )
    return say("To load the file without this import, save tensor.full_tensor() in the script that writes it.")


def _is_refused(view: Preview, entry: int) -> bool:
    """Whether an object is still in the file, and refused."""
    return not view.dropped(entry) and bool(_names_at(view, entry))


def _names_at(view: Preview, entry: int) -> tuple[Global, ...]:
    return view.refused_below(view.catalogue.values[entry])


def _without_whole(
    view: Preview, objects: Sequence[RefusedObject], inside: Sequence[tuple[int, int]]
) -> list[RefusedObject]:
    """The objects, with the names that are not all in the models and optimizers that they hold."""
    values, ends = view.catalogue.values, view.catalogue.tree.ends
    firsts = sorted(first for first, _ in inside)
    without = {**view.replacements, **{id(values[entry]): None for entry in firsts}}
    below = refused_below(without)
    holds = [bisect_right(firsts, each.entry) < bisect_left(firsts, ends[each.entry]) for each in objects]
    return [
        replace(each, names=below(values[each.entry])) if held else each
        for each, held in zip(objects, holds, strict=True)
    ]


def _whole_model(
    view: Preview, model: PickledModule, way_out: WayOut, left_out: Mapping[int, int], around: Around
) -> Iterator[Finding]:
    names = _names_at(view, model.entry)
    refused = clip(listed(name.dotted for name in names), 300)
    alone = model.entry == view.root
    yield make_finding(
        view,
        "whole-model",
        ERROR,
        say("the file holds a whole pickled model ({model})", model=model.name),
        refusal(names[0]),
        [model.entry],
        say(
            "This is the model object itself, saved with torch.save(model), not its state_dict. torch.load(f) refuses "
            "its classes ({names}), and weights_only=False needs the exact code that defines them."
            if alone
            else "This is a module object itself, not its state_dict. torch.load(f) refuses its classes "
            "({names}), and weights_only=False needs the exact code that defines them.",
            names=refused,
        ),
        way_out.stuck
        or sentences(
            say(
                "Extract the state_dict: it is what model.state_dict() would return, and needs no code of the model. "
                "Then build the model yourself and call model.load_state_dict({call})."
                if alone
                else "Extract the state_dict: it is what state_dict() would return, and needs no code of the model. "
                "Then build the model yourself and call model.load_state_dict with the extracted dict.",
                call=on_any_computer(view),
            ),
            say(WRITES_CLASS, skeleton=class_writing()),
            say("Run that command before you fix the file, because the fixed copy tells less about the model."),
            about_prefix(view, model),
            around.advised,
        ),
        way_out.edits,
        around.not_advised,
        lost_by(view, way_out.edits, {}, left_out),
    )


def _without_weights(
    view: Preview, modules: Sequence[PickledModule], edits: Sequence[Edit], left_out: Mapping[int, int]
) -> Finding:
    """Modules that are options rather than models, such as an activation among hyper-parameters."""
    names = tuple(dict.fromkeys(each.name for each in modules))
    needed = dict.fromkeys(module_needed(name) for each in modules for name in _names_at(view, each.entry))
    return make_finding(
        view,
        "whole-model",
        ERROR,
        say_count(
            len(modules),
            "pickled module with an empty state_dict(): {names}",
            "pickled modules with an empty state_dict(): {names}",
            names=clip(listed(names), 120),
        ),
        refusal(_names_at(view, modules[0].entry)[0]),
        [each.entry for each in modules],
        say(
            "The file holds {objects} with an empty state_dict(), which is normal for some activations, losses and "
            "metrics. torch.load(f) refuses the class, and weights_only=False needs the code that defines it.",
            objects=count_text(len(modules), "module object"),
        ),
        sentences(_with_packages(needed), _empty(len(modules))),
        edits,
        loses=lost_by(view, edits, {}, left_out),
    )


def _with_packages(needed: Iterable[str]) -> str:
    """How to load what is of use only as the object that it is; ``needed`` are the modules of its classes."""
    packages = [quoted(each) for each in needed if each not in ("", "__main__")]
    if not packages:
        return say("If you trust the file, load it with weights_only=False.")
    return say(
        "If you trust the file, load it with weights_only=False where {packages} can be imported.",
        packages=enumerated(packages, _MOST_NAMED),
    )


def _empty(count: int) -> str:
    """What the fix makes of modules whose state dicts are empty."""
    return say_count(
        count,
        "The fix only makes the file load: it leaves an empty dict in place of the module, because the module's "
        "state_dict() is empty.",
        "The fix only makes the file load: it leaves empty dicts in place of the modules, because their "
        "state_dict() is empty.",
    )


def _whole_optimizer(view: Preview, optimizer: PickledOptimizer, way_out: WayOut, lost: int, around: Around) -> Finding:
    names = _names_at(view, optimizer.entry)
    alone = ""
    if lost:
        alone = say(
            "{tensors} that only this optimizer has will be left out.",
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
            "This is the optimizer object itself, not its state_dict. torch.load(f) refuses its class. With "
            "weights_only=False it loads, but under another torch version optimizer.step() can fail on attributes "
            "that the old object lacks, such as “'{kind}' object has no attribute "
            "'_warned_capturable_if_run_uncaptured'”.",
            kind=optimizer.name.rpartition(".")[2],
        ),
        way_out.stuck
        or sentences(
            say("Extract its state_dict, build a new optimizer and load the state into it."), alone, around.advised
        ),
        way_out.edits,
        around.not_advised,
        say("the optimizer's class"),
    )


def _refused_names(
    view: Preview, objects: Sequence[RefusedObject], whole: Extracting, left_out: Mapping[int, int], around: Around
) -> Iterator[Finding]:
    """One finding a name, with all the places it occurs at; where a cure reaches some of them alone, one more.

    ``whole`` has the edits for models and optimizers of which state dicts can be made; those inside an object that is
    made plain are extracted with the same cure, else they would be plain dicts of their attributes.
    """
    places: dict[Global, list[RefusedObject]] = {}
    parts = _parts(view, objects, whole)
    for each in objects:
        for name in each.names:
            places.setdefault(name, []).append(each)
    for name, edits, losing, where in _by_cure(view, places, whole):
        kept = any(isinstance(edit, MakePlain) for edit in edits)
        dropped = any(isinstance(edit, Drop) for edit in edits)
        how = sentences(
            conversion_text(name, (parts[each.entry] for each in where if each.entry in parts)) if kept else "",
            say("Objects that cannot be replaced with plain data are dropped.") if dropped else "",
        )
        found = make_finding(
            view,
            "refused-name",
            ERROR,
            say("torch.load(f) refuses {name}", name=clip(python3_name(name), 80)),
            refusal(name),
            [each.entry for each in where],
            say(
                "Since torch 2.6, torch.load takes only plain data, because a pickle can run any code "
                "that it names. This file uses {name} in {places}.",
                name=clip(python3_name(name), 80),
                places=count_text(len(where), "place"),
            ),
            sentences(how, around.advised)
            if how
            else _without_cure(no_cure(view, where, losing), around.text, why_last=bool(losing)),
            edits,
            around.not_advised if edits else "",
            lost_by(view, edits, {each.entry: parts[each.entry] for each in where if each.entry in parts}, left_out),
        )
        yield replace(found, name=python3_name(name))


def _without_cure(why: str, advice: str, *, why_last: bool) -> str:
    """What to do where nothing is offered."""
    return sentences(advice, why) if why_last else sentences(why, advice)


def _package(name: Global) -> str:
    return name.module.partition(".")[0]


def _by_cure(
    view: Preview, places: Mapping[Global, Sequence[RefusedObject]], whole: Extracting
) -> Iterator[tuple[Global, tuple[Edit, ...], int, list[RefusedObject]]]:
    """Each name with its cure, how many objects none is possible for, and where: what it reaches, then the rest."""
    for name, where in places.items():
        edits, losing = cures(view, where, whole)
        left = _not_reached(where, edits)
        if edits:
            yield name, edits, 0, [each for each in where if each not in left]
        if left:
            yield name, (), losing, left


def _not_reached(objects: Iterable[RefusedObject], edits: Iterable[Edit]) -> list[RefusedObject]:
    reached = {edit.entry for edit in edits if isinstance(edit, (Drop, MakePlain))}
    return [each for each in objects if each.entry not in reached]


def _parts(view: Preview, objects: Sequence[RefusedObject], whole: Extracting) -> dict[int, Sequence[Conversion]]:
    """For the entries of objects that can be plain data, what becomes of each object in them."""
    values = view.catalogue.values
    nodes = {id(values[entry]) for entry in whole}
    plain = [each.entry for each in objects if each.convertible and not each.meet]
    below = conversions(values[0], nodes) if plain else None
    return {entry: below(values[entry]) for entry in plain} if below is not None else {}


def _missing_code(
    view: Preview,
    refused: Sequence[RefusedObject],
    whole: Extracting,
    rest: Sequence[RefusedObject],
    left_out: Mapping[int, int],
) -> Iterator[Finding]:
    """Modules that must be importable where the file is loaded with ``weights_only=False``."""
    by_module: dict[str, list[RefusedObject]] = {}
    names: dict[str, Global] = {}
    for each in refused:
        for name in each.names:
            if top := module_needed(name):
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
        if _not_reached(named, edits):  # the module would still be needed
            edits = []
        yield make_finding(
            view,
            "missing-code",
            WARNING,
            say("needs the Python module {top}", top=quoted(top))
            if top != "__main__"
            else say("needs classes of the script that saved it"),
            message,
            entries,
            say(
                "With weights_only=False torch.load imports {dotted}, and fails if that code is missing "
                "or has moved. A pickle holds only the names of classes.",
                dotted=clip(names[top].dotted, 80),
            ),
            _said_of(view, edits, names[top]),
            edits,
            ""
            if top == "__main__" or top in PUBLISHED
            else say("A copy of the old source on sys.path works only as long as it fits the file."),
            lost_by(view, edits, {each.entry: parts[each.entry] for each in named if each.entry in parts}, left_out),
        )


def _said_of(view: Preview, edits: Sequence[Edit], name: Global) -> str:
    """What to do about code that is missing."""
    top = module_needed(name)
    if not edits:
        install = say("Install {package} where the file is loaded.", package=top)
        return install if top in PUBLISHED else say(WITH_ITS_CODE)
    models = {each.entry: each.parameters + each.buffers for each in module_entries(view.catalogue)}
    extracted = [edit.entry for edit in edits if isinstance(edit, Extract)]
    empty = [entry for entry in extracted if not models.get(entry, 1)]
    if empty and len(empty) == len(edits):
        return sentences(_with_packages([top]), _empty(len(empty)))
    told = say("Replace the objects with plain data.")
    if extracted:
        told = say("Extract the state_dict.")
    if 0 < len(extracted) < len(edits):
        told = say("Extract the state_dict, and replace the other objects with plain data.")
    install = say("Or install {package} where the file is loaded.", package=top)
    skeleton = say(WRITES_CLASS, skeleton=class_writing())
    return sentences(told, install if top in PUBLISHED else "", "" if models.keys().isdisjoint(extracted) else skeleton)


def _modules_at(view: Preview, entry: int) -> frozenset[str]:
    return frozenset(map(_package, _names_at(view, entry)))


_KNOWN_TO_LAST_NUMPY_1 = {
    f"numpy._core.{name}"
    for name in ("multiarray", "umath", "_multiarray_umath", "_dtype", "_dtype_ctypes", "_internal")
}
"""Modules of which numpy 1.26.1 to 1.26.4 have a copy by the new name, for pickles of numpy 2."""


def _numpy(view: Preview, refused: Sequence[RefusedObject]) -> Iterator[Finding]:
    where = [each for each in refused if any(name.module.startswith("numpy._core") for name in each.names)]
    if where:
        modules = {name.module for each in where for name in each.names if name.module.startswith("numpy._core")}
        oldest = "1.26.1" if modules <= _KNOWN_TO_LAST_NUMPY_1 else "2"
        yield make_finding(
            view,
            "numpy-core",
            WARNING,
            say("saved with numpy 2"),
            no_module("numpy._core"),
            [each.entry for each in where],
            say(
                "numpy 2 renamed numpy.core to numpy._core, and that name is in the file. With weights_only=False and "
                "numpy older than {oldest}, torch.load does not find it.",
                oldest=oldest,
            ),
            say(
                "Change the name in the file to numpy.core, which both numpy 1 and 2 know; or use numpy ≥ {oldest}.",
                oldest=oldest,
            ),
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
                    "The file holds a path object of another system. On {system} torch.load(f, "
                    "weights_only=False) fails on it.",
                    system=system,
                ),
                say("Replace the path with a string."),
                cures(view, where, {})[0],
                say(
                    "Setting pathlib.PosixPath = pathlib.WindowsPath before loading avoids the error on Windows, but "
                    "changes pathlib for the whole program."
                ),
            )


_USUAL_ARGUMENTS = (6, 7)


def call_findings(preview: Preview) -> Iterator[Finding]:
    """One finding where the pickle calls, or refers to, what torch never does."""
    catalogue = preview.catalogue
    if preview.plan or not _is_odd(catalogue):
        return
    yield make_finding(
        preview,
        "damaged",
        ERROR,
        say("The pickle inside the file is damaged"),
        "",
        [preview.root],
        say(
            "The pickle can be read to its end, but it builds an object in a way that torch.save never does: a "
            "byte was probably changed during a download or a copy."
        ),
        say("Download the file again, or go back to an older checkpoint."),
    )


def _is_odd(catalogue: Catalogue) -> bool:
    mentions = catalogue.checkpoint.mentions
    if any(type(node.pid) is not tuple or node.pid[:1] != ("storage",) for node in mentions.persistent):
        return True
    if any(kind in (DictNode, list) for kind in set(map(type, catalogue.labels))):  # keys that cannot be hashed
        return True
    # Nearly all calls make tensors; where all do, none is looked at.
    return len(mentions.calls) > len(catalogue.tensors) and any(map(_is_odd_call, mentions.calls))


def _is_odd_call(call: Call) -> bool:
    if type(call.func) is not Global:
        return True
    if call.func == USUAL:
        return not _makes_a_tensor(call.args)
    return call.func == ORDERED_DICT and type(call.args) is tuple and len(call.args) > 1


def _makes_a_tensor(arguments: Any) -> bool:
    if type(arguments) is not tuple or len(arguments) not in _USUAL_ARGUMENTS:
        return False
    storage, offset, shape, stride = arguments[:4]
    return type(storage) is PersistentId and type(offset) is int and _are_sizes(shape) and _are_sizes(stride)


def _are_sizes(sizes: Sequence[Any]) -> bool:
    return type(sizes) is tuple and all(type(size) is int for size in sizes)
