"""Whether a file has what a script looked for in it: a key at the top, the state of its kind of optimizer."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, NamedTuple

from core.catalogue import Catalogue
from core.diagnosis.traps import Recognised
from core.diagnosis.traps_scripts import KEPT_BY, NO_SUCH_KEY, OTHER_OPTIMIZER, OTHER_SHAPES
from core.edits import Edit, RenameKey
from core.graph import mapping
from core.prefixes import WRAPPERS
from core.preview import Preview
from core.text import clip, count_text, key_text

_SHOWN = 6
_PART = re.compile(
    r"model|state|net|optim|sched|epoch|weight|param|ema|generator|discriminator|encoder|decoder|backbone|teacher|student"
    r"|args|config|hyper|scaler|step|module|loss|best|iter|version",
    re.IGNORECASE,
)
"""What the parts of checkpoints are called; a key of another kind may have been looked for anywhere."""
_OPTIMIZER = re.compile(r"optim", re.IGNORECASE)
_WEIGHTS = re.compile(r"model|state_?dict|^state$|net|weight|param|module", re.IGNORECASE)


class LookedUp(NamedTuple):
    """``text`` says what is there instead, ``is_cause`` whether that explains the error, and ``cure`` mends it."""

    text: str
    is_cause: bool
    cure: tuple[Edit, ...] = ()


def looked_up(recognised: Recognised, view: Preview) -> LookedUp | None:
    """What the file as planned says to an error of the script around it; None for errors of torch."""
    code = recognised.codes[0]
    if code == NO_SUCH_KEY.codes[0]:
        return _key(recognised.details["key"], view)
    if code == OTHER_OPTIMIZER.codes[0]:
        return _option(recognised.details["option"], view.catalogue)
    if code == OTHER_SHAPES.codes[0]:
        return _shapes(view.catalogue)
    return None


def _key(key: str, view: Preview) -> LookedUp:
    shown = repr(clip(key, 60))
    catalogue = view.catalogue
    parts = {child: view.label(child) for child in catalogue.children(view.root) if not view.dropped(child)}
    if mapping(catalogue.values[view.root]) is not None and key in parts.values():
        return LookedUp(f"This file has {shown} at the top; look for another file that the script loads.", False)
    inside = _in_a_state_dict(key, catalogue)
    if inside is not None:
        return LookedUp(inside, True)
    found = f"it has no {shown} at the top. {_instead(view, parts)}"
    if not _PART.search(key):
        return LookedUp(f"If it is this file that the script looked into: {found}", False)
    meant = _meant(key, catalogue, parts)
    return LookedUp(found, True, (RenameKey(meant, key),) if meant is not None else ())


def _meant(key: str, catalogue: Catalogue, parts: Mapping[int, Any]) -> int | None:
    """The one part that the script knows under another name: the weights, or the state of the optimizer."""
    optimizers = {optimizer.entry for optimizer in catalogue.optimizers}
    wanted = optimizers if _OPTIMIZER.search(key) else set(catalogue.state_dicts) if _WEIGHTS.search(key) else set()
    found = [child for child in parts if child in wanted]
    return found[0] if len(found) == 1 else None


def _in_a_state_dict(key: str, catalogue: Catalogue) -> str | None:
    """Where a name of a weight is: not at the top, or with the prefix of a wrapper."""
    for entry in catalogue.state_dicts if "." in key else ():
        names = {catalogue.labels[child] for child in catalogue.children(entry)}
        for name in (key, *(f"{wrapper}.{key}" for wrapper in WRAPPERS)):
            if name in names:
                where = f"checkpoint[{catalogue.path_text(entry)!r}]" if entry else "this file"
                return f"the name is {clip(name, 80)!r} in {where}."
    return None


def _instead(view: Preview, parts: Mapping[int, Any]) -> str:
    """What a file holds at the top, and where the weights are."""
    catalogue = view.catalogue
    if mapping(catalogue.values[view.root]) is None:
        return f"It is no dict: {catalogue.summary(view.root)}."
    if view.root in catalogue.state_dicts:
        first = clip(key_text(next(iter(parts.values()))), 60) if parts else ""
        return (
            f"It is the state dict itself, {count_text(len(parts), 'key')} such as {first!r}: "
            "model.load_state_dict(torch.load(f))."
        )
    weights = next((key_text(label) for child, label in parts.items() if child in catalogue.state_dicts), None)
    where = f" The weights are in checkpoint[{weights!r}]." if weights is not None else ""
    names = [repr(clip(key_text(label), 40)) for label in parts.values()]
    more = f" and {len(names) - _SHOWN} more" if len(names) > _SHOWN else ""
    return f"It holds {', '.join(names[:_SHOWN]) or 'nothing'}{more}.{where}"


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
