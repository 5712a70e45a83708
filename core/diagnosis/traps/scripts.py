"""The traps in the script around the file: what it looks up in the checkpoint, and which optimizer it made."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from itertools import takewhile
from typing import Any

from core.catalogue.catalogue import Catalogue
from core.catalogue.prefixes import WRAPPERS
from core.catalogue.quoting import indexed, is_indexed
from core.catalogue.rows import Optimizer
from core.diagnosis.finding import WARNING, Finding
from core.diagnosis.trap import Case, Judged, cause, error, innocent, keys_in, says, trap, unknown
from core.edits.edits import RenameKey
from core.edits.preview import Preview
from core.front_end import comparing
from core.objects.value_text import key_text
from core.pickling.nodes import mapping
from core.text import clip, count_text, listed, sentences
from core.words import say

_STEP = r"torch[/\\]{1,2}optim[/\\_]{1,2}\w{1,20}\.py"
PART = re.compile(
    r"model|state|net|optim|sched|epoch|weight|param|ema|gen|disc|encoder|decoder|backbone|teacher|student|args|config"
    r"|hyper|scaler|step|module|loss|best|iter|version|meta|class|vocab|arch|critic|actor|policy|ckpt|head|layer|\.",
    re.IGNORECASE,
)
"""What the parts of checkpoints are called; a key of another kind may have been looked for anywhere."""


KEPT_BY = {
    "momentum": ("SGD", "RMSprop"),
    "dampening": ("SGD",),
    "nesterov": ("SGD",),
    "momentum_buffer": ("SGD", "RMSprop", "Muon"),
    "ns_steps": ("Muon",),
    "betas": ("Adam", "AdamW", "NAdam", "RAdam", "Adamax", "Lion"),
    "exp_avg": ("Adam", "AdamW", "NAdam", "RAdam", "Adamax", "Lion"),
    "exp_avg_sq": ("Adam", "AdamW", "NAdam", "RAdam"),
    "max_exp_avg_sq": ("Adam", "AdamW"),
    "exp_inf": ("Adamax",),
    "momentum_decay": ("NAdam",),
    "mu_product": ("NAdam",),
    "alpha": ("RMSprop", "ASGD"),
    "centered": ("RMSprop",),
    "square_avg": ("RMSprop", "Adadelta"),
    "rho": ("Adadelta",),
    "acc_delta": ("Adadelta",),
    "sum": ("Adagrad",),
    "lr_decay": ("Adagrad",),
    "etas": ("Rprop",),
    "prev": ("Rprop",),
    "step_size": ("Rprop",),
    "step_sizes": ("Rprop",),
    "lambd": ("ASGD",),
    "t0": ("ASGD",),
    "eta": ("ASGD",),
    "mu": ("ASGD",),
    "ax": ("ASGD",),
    "max_iter": ("LBFGS",),
    "max_eval": ("LBFGS",),
    "history_size": ("LBFGS",),
    "tolerance_grad": ("LBFGS",),
}
"""Which optimizers of ``torch/optim`` keep an option or a piece of state of that name."""


_SHOWN = 6
_PART = re.compile(
    r"model|state|net|optim|sched|epoch|weight|param|ema|generator|discriminator|encoder|decoder|backbone|teacher|student"
    r"|args|config|hyper|scaler|step|module|loss|best|iter|version",
    re.IGNORECASE,
)
"""What the parts of checkpoints are called; a key of another kind may have been looked for anywhere."""
_OPTIMIZER = re.compile(r"opt(?:im(?:izer)?)?s?(?:_?(?:state(?:s|_?dict)?|dict))?", re.IGNORECASE)
_WEIGHTS = re.compile(
    r"(?:model|net(?:work)?)(?:_?(?:state(?:_?dict)?|dict|weights|params))?|state(?:_?dict)?|weights|params|module",
    re.IGNORECASE,
)
"""What whole checkpoints call the two; a longer name, such as ``embedding_model``, may be one of any dictionary."""
_CHECKPOINT = re.compile(r"ckpt|check_?point|chkpt|load|state|saved|snapshot|pretrain|weights|dump|resum|\bpth?\b")
"""What scripts call the checkpoint that they look into."""


_NO_CHECKPOINT = re.compile(
    r"[A-Z][A-Z0-9_]+|(?=\w*(?:params?_dict|named_|files|cfg|conf|registry|vocab|batch|sample|environ))\w++(?:\(.*)?",
    re.ASCII,
)
"""What scripts call dictionaries that are no part of a file: constants, parameters of the model, options, data."""


def key_at_the_top(case: Case) -> Judged | None:
    """``KeyError: 'state_dict'``: a part of the checkpoint that the script knows under this name."""
    view, key = case.view, case.details.get("key", "")
    if view is None or not key:
        return None
    shown = repr(clip(key, 60))
    catalogue = view.catalogue
    if mapping(catalogue.values[view.root]) is None:
        summary = catalogue.summary(view.root)
        return innocent(
            "it holds {summary} instead of a dict, and looking up a key in that raises a TypeError, not a KeyError.",
            summary=summary,
        )
    looked_in = case.details.get("looked_in", "")
    is_loaded = _CHECKPOINT.search(looked_in.lower())
    inside = list(takewhile(key.__ne__, keys_in(case.details.get("inside", ""))))
    if inside and is_loaded:
        return _key_inside(view, inside, key)
    parts = _parts(view, view.root)
    found = say("it has no {shown} at the top. {instead}", shown=shown, instead=_instead(view, parts, key))
    if _NO_CHECKPOINT.fullmatch(looked_in.rpartition(".")[2]) and not is_loaded:
        return _not_in(looked_in, key, parts, found)
    if key in parts.values():
        return innocent("it has {shown} at the top.", shown=shown)
    in_state_dict = _in_a_state_dict(key, catalogue)
    if in_state_dict is not None:
        return cause(in_state_dict)
    is_weights_alone = view.root in catalogue.state_dicts
    if "." in key and catalogue.state_dicts:
        return unknown(
            "it has no weight named {shown}, so it may belong to another model. Compare it with yours ({compare}).",
            shown=shown,
            compare=comparing(),
        )
    if not _PART.search(key) or (is_weights_alone and _OPTIMIZER.fullmatch(key)):
        return unknown("if the script looked into this file: {found}", found=found)
    meant = _meant(key, catalogue, parts)
    if looked_in and not is_loaded:
        meant = None  # a rename would help no script, and harm those that know the part as it is
    return cause(found, *(() if meant is None else (_renamed(case, view, meant, key),)))


def _not_in(looked_in: str, key: str, parts: Mapping[int, Any], found: str) -> Judged:
    """What is looked up in a dictionary that no file fills; loaders look there for the names of the file, as they are
    or without their first parts.
    """
    names = [each for each in parts.values() if isinstance(each, str)]
    here = next((each for each in names if f".{each}".endswith(f".{key}")), None)
    if here is None and "." in key:
        return unknown(
            "the key is missing from {looked_in}, which perhaps does not come from a file at all.", looked_in=looked_in
        )
    if here is None:
        return unknown(
            "the key is missing from {looked_in}, which perhaps does not come from a file at all. {found}",
            looked_in=looked_in,
            found=found,
        )
    if "." not in key:
        return innocent("it has {shown} at the top.", shown=repr(clip(key, 60)))
    return unknown(
        "it has {shown}, but {looked_in} does not. If {looked_in} is from your model, the file belongs to another "
        "model or is quantized differently: compare the two ({compare}).",
        compare=comparing(),
        shown=repr(clip(here, 80)),
        looked_in=looked_in,
    )


def _key_inside(view: Preview, inside: Sequence[str], key: str) -> Judged:
    """``checkpoint['state_dict'][name]``: what the script went to first is there, or the file is another."""
    entry = view.root
    for name in inside:
        there = [child for child, label in _parts(view, entry).items() if label == name]
        if not there:
            return unknown(
                "the script looks inside {shown}, which this file does not have.", shown=repr(clip(name, 60))
            )
        entry = there[0]
    shown, where = repr(clip(key, 80)), _expression(view.catalogue, entry)
    if key in _parts(view, entry).values():
        return innocent("it has {shown} in {where}.", shown=shown, where=where)
    said = cause if PART.search(key) else unknown
    return said("it has no {shown} in {where}.", shown=shown, where=where)


def _parts(view: Preview, entry: int) -> dict[int, Any]:
    """What is directly below an entry, with its labels."""
    return {child: view.label(child) for child in view.catalogue.children(entry) if not view.dropped(child)}


def _renamed(case: Case, view: Preview, entry: int, key: str) -> Finding:
    """The error of the script as a finding: with its cure, though the file alone is sound."""
    recognised = case.recognised
    return Finding(
        "no-such-key",
        WARNING,
        recognised.title,
        recognised.quote,
        (view.path_text(entry),),
        (entry,),
        recognised.explanation,
        recognised.fix,
        (RenameKey(entry, key),),
    )


def _meant(key: str, catalogue: Catalogue, parts: Mapping[int, Any]) -> int | None:
    """The one part that the script knows under another name: the weights, or the state of the optimizer."""
    optimizers = {optimizer.entry for optimizer in catalogue.optimizers}
    weights = set(catalogue.state_dicts) if _WEIGHTS.fullmatch(key) else set()
    wanted = optimizers if _OPTIMIZER.fullmatch(key) else weights
    found = [child for child in parts if child in wanted]
    return found[0] if len(found) == 1 else None


def _in_a_state_dict(key: str, catalogue: Catalogue) -> str | None:
    """Where a name of a weight is: not at the top, or with the prefix of a wrapper."""
    for entry in catalogue.state_dicts if "." in key else ():
        names = catalogue.by_text(entry)
        for name in (key, *(f"{wrapper}.{key}" for wrapper in WRAPPERS)):
            if name in names:
                where = _expression(catalogue, entry) if entry else say("this file")
                return say("the name is {name!r} in {where}.", name=clip(name, 80), where=where)
    return None


def _expression(catalogue: Catalogue, entry: int) -> str:
    """What leads to an entry, as Python where keys alone do."""
    keys = is_indexed(catalogue, entry)
    return clip(indexed("checkpoint", catalogue.path(entry)) if keys else catalogue.path_text(entry), 160)


def _instead(view: Preview, parts: Mapping[int, Any], key: str) -> str:
    """What a file holds at the top, and where the weights are, or the state of the optimizer whose ``key`` it is."""
    catalogue = view.catalogue
    if view.root in catalogue.state_dicts:
        first = clip(key_text(next(iter(parts.values()))), 60) if parts else ""
        return say(
            "It is the state dict itself ({keys}, such as {first!r}), which is how torch recommends saving it. Fix "
            "the script: model.load_state_dict({loaded}).",
            loaded="safetensors.torch.load_file(f)" if not catalogue.checkpoint.pickled else "torch.load(f)",
            keys=count_text(len(parts), "key"),
            first=first,
        )
    weights = next((child for child in parts if child in catalogue.state_dicts), None)
    stepped = next((each.entry for each in catalogue.optimizers if key in _labels(catalogue, each.entry)), None)
    where = ""
    if stepped is not None:
        expression = _expression(catalogue, stepped)
        where = say("The state of the optimizer is in {expression}.", expression=expression)
    elif weights is not None:
        where = say("The weights are in {expression}.", expression=_expression(catalogue, weights))
    names = [repr(clip(key_text(label), 40)) for label in parts.values()]
    holds = say("It holds {names}.", names=listed(names, _SHOWN)) if names else say("It holds nothing.")
    return sentences(holds, where)


def _labels(catalogue: Catalogue, entry: int) -> set[Any]:
    """The keys that have a hash: texts and numbers."""
    return {label for child in catalogue.children(entry) if isinstance(label := catalogue.labels[child], (str, int))}


def arguments_of_lightning(case: Case) -> Judged | None:
    """The arguments that a file has for its LightningModule, which ``load_from_checkpoint`` passes on."""
    if case.view is None:
        return None
    top = {label: entry for entry, label in _parts(case.view, case.view.root).items() if isinstance(label, str)}
    if "state_dict" not in top:
        return unknown("it is not a Lightning checkpoint.")
    unwanted, wanted = case.details.get("unwanted", ""), case.details.get("argument", "")
    if wanted and "hyper_parameters" not in top:
        fix = case.recognised.fix
        return cause("it has no 'hyper_parameters': the module was saved without them. {fix}", fix=fix)
    names = list(_parts(case.view, top["hyper_parameters"]).values()) if "hyper_parameters" in top else []
    if unwanted in names:
        return cause("its 'hyper_parameters' have {name!r}.", name=unwanted)
    whole = case.view.catalogue.values[top["hparams_name"]] if "hparams_name" in top else None
    if wanted and wanted not in names and wanted != whole:
        return cause("its 'hyper_parameters' have no {name!r}.", name=wanted)
    return innocent(case.recognised.absent)


def option_of_an_optimizer(case: Case) -> Judged | None:
    """``KeyError: 'betas'`` at a step: what only some kinds of optimizers keep."""
    if case.view is None:
        return None
    option = case.details.get("option", "")
    keepers = KEPT_BY.get(option, ())
    asked = (
        say("{option!r} is kept by {kinds}", option=option, kinds=_listed(keepers))
        if keepers
        else say("the optimizer looked for {option!r}", option=option)
    )
    kinds = [optimizer.kind for optimizer in case.view.catalogue.optimizers]
    found = [kind for kind in kinds if kind is not None]
    if any(keeper in kind.split() for kind in found for keeper in keepers):
        return innocent("it has state of that kind of optimizer; {asked}.", asked=asked)
    if _keeps(option, case.view.catalogue):
        return innocent("its optimizer state has {option!r}.", option=option)
    state = (
        say("the state of {kinds}", kinds=_listed(tuple(dict.fromkeys(found))))
        if found
        else say("optimizer state without that entry")
    )
    return cause("it has {state}, and {asked}.", state=state, asked=asked)


def _listed(names: Sequence[str]) -> str:
    if len(names) < 2:
        return "".join(names)
    return say("{names} and {last}", names=listed(names[:-1]), last=names[-1])


def _in_one_piece(optimizer: Optimizer) -> bool:
    """Whether the state of all parameters lies with the first of them, as LBFGS keeps it (``torch/optim/lbfgs.py``)."""
    return optimizer.params > 1 and all(item.entry is None for item in optimizer.entries[1:])


def _keeps(option: str, catalogue: Catalogue) -> bool:
    """Whether an optimizer of the file has an option, or a piece of state, of that name."""
    return any(
        option in catalogue.labels[optimizer.entry : catalogue.tree.ends[optimizer.entry]]
        for optimizer in catalogue.optimizers
    )


def shapes_of_an_optimizer(case: Case) -> Judged | None:
    """State whose tensors have other shapes than the parameters they are used with."""
    if case.view is None:
        return None
    optimizers = case.view.catalogue.optimizers
    if any(optimizer.matched == optimizer.params > 0 and not _in_one_piece(optimizer) for optimizer in optimizers):
        return unknown(
            "its optimizer state fits its own model, parameter by parameter. So the script builds another model, "
            "or one with its parameters in another order: compare the two."
        )
    return unknown("compare the model of the script with the one that this file was saved from.")


SCRIPTS = (
    trap(
        "other-optimizer",
        error(
            "state of another kind of optimizer",
            "optimizer.load_state_dict silently accepts the groups and state of any other class of optimizer. At "
            "the next step(), the optimizer looks for values that only its own class stores.",
            "Build the optimizer that the file was saved with, or load only the model and start with new optimizer "
            "state.",
            says(
                r"KeyError: "
                r"?'(?P<option>momentum|dampening|nesterov|betas|rho|alpha|centered|etas|momentum_decay|mu_product|",
                r"lambd|t0|eta|mu|ax|lr_decay|max_iter|max_eval|history_size|tolerance_grad|exp_avg|exp_avg_sq|exp_avg_var|max_exp_avg_sq|",
                r"exp_inf|square_avg|acc_delta|step_sizes?|prev|momentum_buffer|ns_steps)'",
            ),
            says(r"KeyError: ?'(?P<option>step|sum|eps|weight_decay)'", above=_STEP),
            weak=True,
        ),
        judge=option_of_an_optimizer,
        of_optimizers=True,
    ),
    trap(
        "other-shapes",
        error(
            "optimizer state whose shapes do not fit the parameters",
            "optimizer.load_state_dict matches by position and does not check shapes. At the next step(), a "
            "parameter meets the state of another parameter, or state from when its layer had another size.",
            "Build the model with the sizes and in the order that it was trained with, or start with new optimizer "
            "state.",
            says(
                r"The size of tensor a \((?P<state>\d{1,12})\) must match the size of tensor b ",
                r"\((?P<parameter>\d{1,12})\) at non-singleton dimension",
                above=_STEP,
            ),
        ),
        judge=shapes_of_an_optimizer,
        of_optimizers=True,
    ),
    trap(
        "no-such-key",
        error(
            "the script asks for a key that the file does not have",
            "A checkpoint is a dict, and every project names its parts differently: 'model', "
            "'state_dict', 'model_state_dict', or just the weights without a name.",
            "Look at the top-level keys of the file and take the weights from there, such as "
            "checkpoint['state_dict']. Or rename the key in the file to what the script expects.",
            says(r"KeyError: ?['\"](?P<key>[^'\"\n]{1,200})['\"]"),
            weak=True,
        ),
        judge=key_at_the_top,
        loaded=True,
    ),
)
