"""Optimizers matched to the model that somebody names: another one of the file, or one in a file of its own."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from core.catalogue.catalogue import Catalogue
from core.catalogue.optimizers.find import find_optimizers
from core.catalogue.optimizers.models import candidates_of
from core.errors import EditError, PathNotFound
from core.text import clip, count_text, listed
from core.words import say

_MOST = 8
"""Paths that are listed for who named another."""


def matched(catalogue: Catalogue, chosen: Mapping[int, int], other: Catalogue | None = None) -> Catalogue:
    """The catalogue with each optimizer matched to a model of its file, or of another: to the one chosen where one is.

    ``chosen`` has entries of optimizers and of models. Raises `EditError` where parameters do not fit a chosen model,
    and where none of the optimizers fits the other file.
    """
    entries = [each.entry for each in catalogue.optimizers]
    models = candidates_of(other or catalogue, entries)
    file = other.checkpoint.name if other is not None else None
    if other is not None and not entries:
        raise EditError(
            "{name} holds no optimizer's state dict that could belong to a model.", name=catalogue.checkpoint.name
        )
    if other is not None and not models:
        raise EditError("{file} holds no model: neither a state dict nor a pickled one.", file=file)
    found = find_optimizers(catalogue, entries, models, chosen, file)
    strays = [each for each in found if each.matched_by is None and not (each.candidates or each.others)]
    for optimizer in strays:
        if optimizer.entry in chosen or (other is not None and len(strays) == len(found)):
            at = chosen.get(optimizer.entry)
            what = (other or catalogue).path_text(at) if at is not None else say("any model of {file}", file=file)
            raise EditError(
                "The {parameters} of {path} do not fit {model}: it has fewer, or they have other shapes.",
                parameters=count_text(optimizer.params, "parameter"),
                path=_path(catalogue, optimizer.entry),
                model=what or file or say("the file"),
            )
    return catalogue.with_optimizers(found)


def chosen_by(catalogue: Catalogue, pairs: Iterable[str], other: Catalogue | None = None) -> dict[int, int]:
    """The optimizers and models that pairs of paths name, such as ``optimizerD=netD``, as `matched` wants them.

    Raises `EditError` or `PathNotFound` for what is no such pair.
    """
    return dict(_pair(catalogue, other or catalogue, pair) for pair in pairs)


def choices(catalogue: Catalogue) -> list[int]:
    """The entries of the models that an optimizer of the file may be said to belong to."""
    return [model.entry for model in candidates_of(catalogue, [each.entry for each in catalogue.optimizers])]


def _pair(catalogue: Catalogue, other: Catalogue, pair: str) -> tuple[int, int]:
    """The entries of an optimizer and of a model; a path may hold an equals sign itself."""
    optimizers = [each.entry for each in catalogue.optimizers]
    models = choices(other)
    signs = [at for at, letter in enumerate(pair) if letter == "="]
    for at in signs:
        try:
            optimizer, model = catalogue.find(pair[:at]), other.find(pair[at + 1 :])
        except PathNotFound:
            if at == signs[-1] == signs[0]:
                raise
            continue
        if optimizer not in optimizers:
            said = say("{path!r} is not an optimizer.", path=pair[:at])
            raise EditError(f"{said} {_optimizers(catalogue, optimizers)}")
        if model not in models:
            said = say("{path!r} is not a model.", path=pair[at + 1 :])
            raise EditError(f"{said} {_models(other, models)}")
        return optimizer, model
    raise PathNotFound(
        "{pair!r} is not a pair of paths. Write OPTIMIZER=MODEL, such as optimizerD=netD.", pair=clip(pair)
    )


def _path(catalogue: Catalogue, entry: int) -> str:
    return clip(catalogue.path_text(entry), 40) or catalogue.checkpoint.name


def _optimizers(catalogue: Catalogue, entries: Sequence[int]) -> str:
    file = catalogue.checkpoint.name
    if not entries:
        return say("{file} has no optimizers.", file=file)
    return say("Optimizers of {file}: {paths}.", file=file, paths=_paths(catalogue, entries))


def _models(catalogue: Catalogue, entries: Sequence[int]) -> str:
    file = catalogue.checkpoint.name
    if not entries:
        return say("{file} has no models.", file=file)
    return say("Models of {file}: {paths}.", file=file, paths=_paths(catalogue, entries))


def _paths(catalogue: Catalogue, entries: Sequence[int]) -> str:
    return listed([_path(catalogue, entry) for entry in entries], _MOST)
