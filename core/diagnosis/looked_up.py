"""Whether a file has what a script looked for in it: a key at the top, the state of its kind of optimizer."""

from __future__ import annotations

import re
from typing import NamedTuple

from core.catalogue import Catalogue
from core.diagnosis.traps import Recognised
from core.diagnosis.traps_scripts import KEPT_BY, NO_SUCH_KEY, OTHER_OPTIMIZER, OTHER_SHAPES
from core.graph import mapping
from core.prefixes import WRAPPERS
from core.text import clip, count_text, key_text

_SHOWN = 6
_PART = re.compile(
    r"model|state|net|optim|sched|epoch|weight|param|ema|generator|discriminator|encoder|decoder|backbone|teacher|student"
    r"|args|config|hyper|scaler|step|module|loss|best|iter|version",
    re.IGNORECASE,
)
"""What the parts of checkpoints are called; a key of another kind may have been looked for anywhere."""


class LookedUp(NamedTuple):
    """``text`` says what is there in its place; ``is_cause`` whether that explains the error."""

    text: str
    is_cause: bool


def looked_up(recognised: Recognised, catalogue: Catalogue) -> LookedUp | None:
    """What the file says to an error of the script around it; None for errors of torch."""
    code = recognised.codes[0]
    if code == NO_SUCH_KEY.codes[0]:
        return _key(recognised.details["key"], catalogue)
    if code == OTHER_OPTIMIZER.codes[0]:
        return _option(recognised.details["option"], catalogue)
    if code == OTHER_SHAPES.codes[0]:
        return _shapes(catalogue)
    return None


def _key(key: str, catalogue: Catalogue) -> LookedUp:
    shown = repr(clip(key, 60))
    children = catalogue.children(0)
    if mapping(catalogue.values[0]) is not None and any(catalogue.labels[child] == key for child in children):
        return LookedUp(f"This file has {shown} at the top; look for another file that the script loads.", False)
    found = _in_a_state_dict(key, catalogue) or f"it has no {shown} at the top. {_instead(catalogue, children)}"
    if "." in key or _PART.search(key):
        return LookedUp(found, True)
    return LookedUp(f"If it is this file that the script looked into: {found}", False)


def _in_a_state_dict(key: str, catalogue: Catalogue) -> str | None:
    """Where a name of a weight is: not at the top, or with the prefix of a wrapper."""
    for entry in catalogue.state_dicts if "." in key else ():
        names = {catalogue.labels[child] for child in catalogue.children(entry)}
        for name in (key, *(f"{wrapper}.{key}" for wrapper in WRAPPERS)):
            if name in names:
                where = f"checkpoint[{catalogue.path_text(entry)!r}]" if entry else "this file"
                return f"the name is {clip(name, 80)!r} in {where}."
    return None


def _instead(catalogue: Catalogue, children: list[int]) -> str:
    """What a file holds at the top, and where the weights are."""
    if mapping(catalogue.values[0]) is None:
        return f"It is no dict: {catalogue.summary(0)}."
    if 0 in catalogue.state_dicts:
        first = clip(catalogue.label_text(children[0]), 60)
        return (
            f"It is the state dict itself, {count_text(len(children), 'key')} such as {first!r}: "
            "model.load_state_dict(torch.load(f))."
        )
    weights = next((child for child in children if child in catalogue.state_dicts), None)
    where = f" The weights are in checkpoint[{catalogue.label_text(weights)!r}]." if weights is not None else ""
    return f"It holds {_parts(catalogue, children)}.{where}"


def _parts(catalogue: Catalogue, children: list[int]) -> str:
    shown = ", ".join(f"{clip(key_text(catalogue.labels[child]), 40)!r}" for child in children[:_SHOWN])
    more = len(children) - _SHOWN
    return (f"{shown} and {more} more" if more > 0 else shown) or "nothing"


def _option(option: str, catalogue: Catalogue) -> LookedUp:
    keepers = KEPT_BY.get(option, ())
    asked = f"{option!r} is kept by {' and '.join(keepers)}" if keepers else f"the optimizer looked for {option!r}"
    kinds = [optimizer.kind for optimizer in catalogue.optimizers]
    if not kinds:
        return LookedUp(f"No optimizer state is in this file; {asked}.", False)
    found = [kind for kind in kinds if kind is not None]
    if not found or any(keeper in kind.split() for kind in found for keeper in keepers):
        return LookedUp(f"This file has state of that kind of optimizer; {asked}.", False)
    return LookedUp(f"it has the state of {' and of '.join(dict.fromkeys(found))}, and {asked}.", True)


def _shapes(catalogue: Catalogue) -> LookedUp:
    for optimizer in catalogue.optimizers:
        if optimizer.matched == optimizer.params > 0:
            return LookedUp(
                "In this file the state fits the model beside it, parameter by parameter: the model of the script is "
                "another, or has its parameters in another order.",
                False,
            )
    return LookedUp("Compare the model of the script with the one this file was saved from.", False)
