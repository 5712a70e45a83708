"""Works out the model that raised an error of ``load_state_dict``, from the error and the file that it was about.

An error that lists all keys tells all keys of the model. One that was cut short, or that names a few of many, is a
sample: it tells how the names differ, and nothing of the keys that it does not name.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import accumulate

from core.catalogue.catalogue import Catalogue
from core.catalogue.prefixes import WRAPPERS
from core.catalogue.quoting import indexed, is_indexed
from core.diagnosis.model_match.key_rows import Have
from core.diagnosis.model_match.model_keys import ModelKeys
from core.diagnosis.model_match.parametrized import parametrized
from core.diagnosis.model_match.renames import find_rename, renamed
from core.diagnosis.model_match.state_keys import COUNTER, key_entries, largest_state_dicts
from core.diagnosis.trap import Recognised
from core.dtypes import Shape
from core.edits.edits import StripPrefix
from core.edits.keys import OfNames
from core.text import clip, sentences
from core.words import say

_MOST_TRIED = 50
_ADAPTER = re.compile(r"(\.lora_\w{1,40}|\.modules_to_save)\.\w{1,100}(?=\.\w|$|[\"; ])")
_COPY = ".modules_to_save"
"""What PEFT calls the copies of whole modules that an adapter has; their keys in its file are those of the modules."""
_ENOUGH = 4
"""Names that must agree before a prefix other than a wrapper's is believed."""

_OF_OPTIMIZERS = {"state", "param_groups"}

Keys = Mapping[str, Have]


@dataclass(frozen=True)
class ModelOfError:
    """The model, as far as the error tells.

    ``is_sample`` says that some of its keys are unknown. Then no key of the file may be dropped for it, and only a rule
    for all names can cure the error.
    """

    wanted: ModelKeys
    is_sample: bool


def model_of_error(recognised: Recognised, catalogue: Catalogue) -> ModelOfError | None:
    """The model that raised this error with this file; None where another file did, or the error tells too little.

    The file is taken as it is on the disk: that is what the error is about, whatever is planned.
    """
    for keys in state_dicts_of(catalogue):
        if (fitting := fit(recognised, keys)) is not None:
            return fitting
    return None


def state_dicts_of(catalogue: Catalogue) -> Sequence[dict[str, Have]]:
    """The keys of the largest state dicts of a file, with their shapes."""
    return [_keys_of(catalogue, entry) for entry in largest_state_dicts(catalogue, _MOST_TRIED)]


def as_saved(recognised: Recognised, catalogue: Catalogue) -> Recognised:
    """The error with the keys as the file has them, where others were loaded.

    PEFT puts the name of an adapter into them, and a script may take a prefix off all of them, or put one before them:
    then the file has what the error calls misshapen under that prefix, or without it, in the same shapes.
    """
    every = state_dicts_of(catalogue)
    plain = recognised.with_keys(lambda key: _ADAPTER.sub(r"\1", key).replace(_COPY, ""))
    named, renamed_ones = ({*each.keys("unexpected"), *each.keys("mismatched")} for each in (recognised, plain))
    if any(keys.keys() >= named for keys in every):
        return recognised
    if any(keys.keys() >= renamed_ones for keys in every):
        return plain
    scripts = (recognised.with_keys(change) for keys in every for change in _of_scripts(recognised, keys))
    return next(scripts, recognised)


def _of_scripts(recognised: Recognised, keys: Keys) -> Iterator[Callable[[str], str]]:
    """What a script may have done to all names, undone, where the shapes that the error tells are in the file then."""
    told = {key: shape for key, shape in shapes_told(recognised)[0].items() if shape is not None}
    named = {*recognised.keys("unexpected"), *recognised.keys("mismatched")}
    for change in other_names(named, keys) if told else ():
        if all(keys[change(key)].shape == shape for key, shape in told.items()):
            yield change


def other_names(named: Collection[str], keys: Collection[str]) -> Iterator[Callable[[str], str]]:
    """What turns names into keys of a file, all in one way: a prefix before them, or one taken off.

    Nothing does where none is of two parts: any file may have a "weight" somewhere.
    """
    if not any("." in name for name in named):
        return
    first = min(named)
    ways = [("", key.removesuffix(first)) for key in keys if key.endswith(f".{first}")]
    ways += [(f"{start}.", "") for start in accumulate(first.split(".")[:-1], "{}.{}".format)]
    for off, put in ways:
        change = partial(_renamed, off=off, put=put)
        if all(key.startswith(off) and change(key) in keys for key in named):
            yield change


def _renamed(key: str, off: str, put: str) -> str:
    return f"{put}{key.removeprefix(off)}"


def fit(recognised: Recognised, keys: Keys) -> ModelOfError | None:
    """The model, if the keys are those of the state dict that it was given."""
    unexpected, mismatched = recognised.keys("unexpected"), recognised.keys("mismatched")
    missing = tuple(dict.fromkeys(recognised.keys("missing")))
    if not keys.keys() >= {*unexpected, *mismatched} or not keys.keys().isdisjoint(missing):
        return None
    if not _shapes_agree(recognised, keys):
        return None
    is_sample = recognised.details.get("abridged") == "1"
    rule = _rule(unexpected, missing, keys, is_sample=is_sample)
    if rule is None and not unexpected and not mismatched:
        return None
    names = renamed(list(keys), rule or (), keys)
    shapes: dict[str, Shape | None] = {name: key.shape for name, key in zip(names, keys.values(), strict=True)}
    for key in unexpected:
        shapes.pop(key, None)
    for key in (*missing, *(_untold_counters(unexpected, missing) if rule is None else ())):
        shapes.setdefault(key, None)
    shapes.update(_wanted_shapes(recognised, keys))
    # An empty list of missing keys beside a rule says that the first part of the error was left out.
    return ModelOfError(ModelKeys(say("the model"), shapes), is_sample or (rule is not None and not missing))


def _rule(
    unexpected: Sequence[str], missing: Sequence[str], keys: Keys, *, is_sample: bool
) -> tuple[OfNames, ...] | None:
    """How all names of the file have to change, as the names in the error show it; None where they show nothing."""
    some = {key: keys[key] for key in unexpected}
    wrappers: tuple[OfNames, ...] = tuple(
        StripPrefix(f"{name}.", None, inner=True)
        for name in WRAPPERS
        if any(name in key.split(".")[:-1] for key in unexpected)
        if not any(name in key.split(".")[:-1] for key in missing)
    )
    ways = [wrappers, *((*wrappers, *edits) for edits in parametrized(keys, None))]
    best = max(ways, key=lambda way: len(set(missing).intersection(renamed(unexpected, way, keys))))
    stripped = set(renamed(unexpected, best, keys))
    agree = is_sample or not missing or not stripped.isdisjoint(missing)
    if wrappers and agree and keys.keys().isdisjoint(stripped - set(unexpected)):
        return best
    rename = find_rename(some or keys, dict.fromkeys(missing), None) if missing else None
    if rename is None:
        return None
    edits = rename.edits
    if some and not is_sample and not rename.wrapper and not _goes_further(edits, unexpected, keys):
        return None  # lists that are whole are followed to the letter
    if len(set(renamed(list(keys), edits, keys))) < len(keys):
        return None
    of = len(missing) if not some or not is_sample else 0  # of lists that were both cut few names may be the same
    return edits if rename.matched_after >= (of if rename.known else max(of, _ENOUGH)) else None


def _goes_further(edits: tuple[OfNames, ...], named: Sequence[str], keys: Keys) -> bool:
    """Whether a prefix that is to be stripped stands before more keys than torch, which names all, would have named."""
    if len(edits) != 1 or not (edits[0].taken_off and edits[0].is_of_beginnings):
        return False
    return sum(key.startswith(edits[0].taken_off) for key in keys) > len(named)


def _shapes_agree(recognised: Recognised, keys: Keys) -> bool:
    """Whether the file has the shapes that the error says it has."""
    have, _ = shapes_told(recognised)
    return all(keys[key].shape in (shape, None) for key, shape in have.items() if shape is not None)


def _wanted_shapes(recognised: Recognised, keys: Keys) -> dict[str, Shape | None]:
    """The shapes of the model; none where the file has them too."""
    _, want = shapes_told(recognised)
    return {key: None if keys[key].shape == shape else shape for key, shape in want.items()}


def shapes_told(recognised: Recognised) -> tuple[dict[str, Shape | None], dict[str, Shape | None]]:
    """The shapes that the error says the file and the model have."""
    mismatched = recognised.keys("mismatched")
    have, want = (_shapes(recognised, which, mismatched) for which in ("file_shapes", "shapes"))
    if mismatched and not have and (shape := shape_in(recognised.details.get("have", ""))) is not None:
        have = {mismatched[0]: shape}
    return have, want


def _shapes(recognised: Recognised, which: str, keys: Collection[str]) -> dict[str, Shape | None]:
    listed = (part.partition(" ") for part in recognised.details.get(which, "").split(";"))
    told = {key: shape_in(text) for key, _, text in listed}
    return {key: told.get(key) for key in keys if which == "shapes" or key in told}


def shape_in(text: str) -> Shape | None:
    """``torch.Size([5, 8])`` as numbers; None where there is nothing."""
    return tuple(map(int, re.findall(r"\d+", text))) if text.strip() else None


def _untold_counters(unexpected: Sequence[str], missing: Sequence[str]) -> list[str]:
    """The counters of normalisation layers, which torch calls unexpected under their old names but never missing.

    Source: ``_NormBase._load_from_state_dict``, which makes one where no ``_metadata`` tells of it.
    """
    if not any(key.rpartition(".")[2] == COUNTER for key in unexpected):
        return []
    parted = (key.rpartition(".") for key in missing)
    return [f"{layer}{dot}{COUNTER}" for layer, dot, name in parted if name == "running_mean"]


def handed_whole(recognised: Recognised, catalogue: Catalogue) -> str | None:
    """What to say when the error's unexpected keys are no weights but parts of the checkpoint or of an optimizer."""
    unexpected = set(recognised.keys("unexpected"))
    if unexpected == _OF_OPTIMIZERS and catalogue.optimizers:
        missing = set(recognised.keys("missing"))
        alone = any(each.entry == 0 for each in catalogue.optimizers)
        has_model = any(keys.keys() & missing for keys in state_dicts_of(catalogue))
        return _handed_optimizer(catalogue) if alone or has_model or not missing else None
    if not unexpected or 0 in catalogue.state_dicts:
        return None
    parts = catalogue.by_text(0)
    state_dicts = set(catalogue.state_dicts)
    inside = [label for label, child in parts.items() if child in state_dicts]
    if not inside or not unexpected <= parts.keys():
        return None
    shown = clip(indexed("checkpoint", inside[:1]), 160)
    return say(
        "these unexpected keys are the top-level keys of the checkpoint: the script passed the whole checkpoint to "
        "load_state_dict. Pass only the weights: model.load_state_dict({shown}).",
        shown=shown,
    )


def _handed_optimizer(catalogue: Catalogue) -> str:
    weights = next((entry for entry in catalogue.state_dicts if is_indexed(catalogue, entry)), None)
    said = say(
        "these unexpected keys belong to an optimizer: the script passed the optimizer's state to "
        "model.load_state_dict."
    )
    if not weights:
        return said
    shown = clip(indexed("checkpoint", catalogue.path(weights)), 160)
    return sentences(said, say("The weights are in {expression}.", expression=shown))


def _keys_of(catalogue: Catalogue, entry: int) -> dict[str, Have]:
    entries = key_entries(catalogue, entry)
    return {str(catalogue.labels[child]): Have(child, catalogue.shape(child)) for child in entries}
