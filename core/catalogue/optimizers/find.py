"""Finds optimizer state wherever it lies and says which parameter of which model each piece belongs to.

An optimizer's state dict is ``{'state': {id: {...}}, 'param_groups': [{'params': [id, …]}, …]}``. The ids
are positions (torch ≥ 1.2), memory addresses (before) or names (FSDP). torch matches them to parameters by
their order in the groups; so do we, helped by the shapes of the state and by ``param_names`` where saved.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import accumulate, pairwise, permutations
from typing import Any, NamedTuple

from core.catalogue.catalogue import Catalogue
from core.catalogue.optimizers.matching import Effort, Match, match, match_without_some, merged
from core.catalogue.optimizers.models import Model, device_at, path_of
from core.catalogue.optimizers.params import OptimizerParameters, Parameter
from core.catalogue.rows import Home, Optimizer, OptimizerEntry, OtherModel
from core.dtypes import Shape

_MOST = 4
"""Optimizers of one model that are tried in any order."""

Groups = Sequence[Sequence[Shape | None]]


def share(
    optimizers: Sequence[tuple[Path, Groups]], names: Sequence[str], shapes: Sequence[Shape], effort: Effort
) -> list[Match] | None:
    """Where the parameters of each optimizer are among those of the model; None where they do not share it.

    ``optimizers`` have their paths and the shapes in their groups.
    """
    sizes = [sum(map(len, groups)) for _, groups in optimizers]
    if sum(sizes) != len(names):
        return None
    together = merged([group for _, groups in optimizers for group in groups], shapes, effort)
    if together is None:
        return None
    if all(index is not None for group in together for index in group):
        places = iter(together)
        return [Match([next(places) for _ in groups], ordered=True) for _, groups in optimizers]
    return _whole_parts(optimizers, sizes, names, shapes, effort) if len(sizes) <= _MOST else None


def _whole_parts(
    optimizers: Sequence[tuple[Path, Groups]],
    sizes: Sequence[int],
    names: Sequence[str],
    shapes: Sequence[Shape],
    effort: Effort,
) -> list[Match] | None:
    """The one order in which the parts fit; of several the one that their names say, or that of a list."""
    found: list[tuple[int, tuple[int, ...], list[Match]]] = []
    for order in permutations(range(len(sizes))):
        parts = [range(*between) for between in pairwise(accumulate((sizes[at] for at in order), initial=0))]
        prefixes = list(_prefixes(names, parts))
        matches: dict[int, Match] = {}
        for at, part in zip(order, parts, strict=True) if len(prefixes) == len(parts) else ():
            own = [shapes[index] for index in part]
            inside = match(optimizers[at][1], [names[index] for index in part], own, effort)
            if inside is not None and inside.ordered:
                matches[at] = _shifted(inside, part.start)
        if len(matches) == len(sizes):
            score = sum(in_common(optimizers[at][0], (each,)) for at, each in zip(order, prefixes, strict=True))
            found.append((score, order, [matches[at] for at in range(len(sizes))]))
    best = [each for each in found if each[0] == max(score for score, _, _ in found)]
    if len(best) > 1 and all(path and type(path[-1]) is int for path, _ in optimizers):
        best = [each for each in best if each[1] == tuple(range(len(sizes)))]
    return best[0][2] if len(best) == 1 else None


def _prefixes(names: Sequence[str], parts: Sequence[range]) -> Iterator[str]:
    """What all keys of each part begin with, whole segments, and no other key does; fewer where that is not so."""
    for part in parts:
        first, last = names[part.start].split("."), names[part.stop - 1].split(".")
        shared = [one for one, other in zip(first[:-1], last[:-1], strict=False) if one == other]
        prefix = ".".join([*shared, ""])
        inside = [name.startswith(prefix) for name in names]
        if shared and all(inside[part.start : part.stop]) and sum(inside) == len(part):
            yield prefix


def _shifted(found: Match, by: int) -> Match:
    return Match([[None if index is None else index + by for index in group] for group in found.places], found.ordered)


Path = tuple[str | int, ...]
"""The keys that lead to an optimizer or a model."""

SHAPES, NAME, DEVICES = "shapes", "name", "devices"
"""By what the model was found: its shapes, what it is called, or where it lies."""

_COPIES = frozenset(
    (
        *("ema", "swa", "avg", "average", "averaged", "polyak", "teacher", "target", "tgt", "momentum", "slow", "copy"),
        *("shadow", "best", "old", "prev", "previous", "init", "initial", "backup", "ref", "reference", "frozen"),
    )
)
"""What copies are called that follow the model that is trained, or that it was at another time."""
_TRAINED = frozenset(("current", "student", "online", "live"))
"""What the model that is trained is called beside such copies, when they have the plain name."""
_ANY = (
    *("optimizers", "optimizer", "optimisers", "optimiser", "optims", "optim", "opts", "opt"),
    *("networks", "network", "nets", "net", "models", "model", "modules", "module", "checkpoint", "ckpt"),
    *("states", "state", "dicts", "dict", "weights", "weight", "params", "param", "parameters", "parameter"),
)
"""Words of what a thing is, which do not say which of them it is; longest first of those that begin alike."""
_WORD = re.compile(r"[A-Z][A-Z0-9]*(?![a-z])|[^\W\d_][^\W\d_A-Z]*|\d+")
_LONGEST, _DEEPEST = 200, 8
"""Letters of a key, and keys of a path, that are looked at."""


class Contender(NamedTuple):
    """A model that the parameters fit: its ``number`` and ``path``, and what hints at it.

    ``whole`` says whether the optimizer has all of its parameters, ``in_place`` whether it is at the place that the
    optimizer has in a list, ``is_tensor`` whether it is a tensor of no model; ``agrees``, whether the state lies where
    its parameters are, takes time to answer.
    """

    number: int
    path: Path
    whole: bool
    in_place: bool
    is_tensor: bool
    agrees: Callable[[], bool]


def decide(optimizer: Path, kind: str, contenders: Sequence[Contender]) -> tuple[list[Contender], str]:
    """The contenders that are left, one where it could be told, and by what.

    ``kind`` is the class of the optimizer, which says nothing of its model: ``opt_adam`` is not that of ``net_a``.
    """
    left = list(contenders)
    if len(left) == 1:
        return left, SHAPES
    wanted = words(optimizer) - {*kind.lower().split()}
    shared = frozenset.intersection(*(words(each.path) for each in left))
    left = _best(left, lambda each: _alike(wanted, words(each.path) - shared))
    left = _best(left, lambda each: not is_copy(each.path, wanted | shared))
    left = _best(left, lambda each: bool((words(each.path) - shared) & _TRAINED))
    if len(left) == 1:
        return left, NAME
    together = [each for each in left if each.agrees()]
    likely, by = _likely(left, shared)
    if likely and (not together or likely[0] in together):
        return likely, by
    return (together, DEVICES) if len(together) == 1 and not likely else (left, "")


def is_copy(path: Path, besides: frozenset[str] = frozenset()) -> bool:
    """Whether a model is called a copy of another, by words other than some."""
    return bool((words(path) - besides) & _COPIES)


def in_common(optimizer: Path, model: Path) -> int:
    """How many words the names of an optimizer and of a model, or a part of one, have in common."""
    return _alike(words(optimizer), words(model))[0]


@lru_cache(maxsize=1024)
def words(path: Path) -> frozenset[str]:
    """The words of a path that say which one it is: ``d`` for ``optimizerD``; places in lists are such words too."""
    found: list[str] = []
    for key in path[-_DEEPEST:]:
        if type(key) is int:
            found.append(f"#{key}")
        elif isinstance(key, str):
            found += filter(None, map(_bare, _WORD.findall(key[:_LONGEST])))
    return frozenset(found)


def _bare(word: str) -> str:
    """A word without what it says of the kind of thing: ``g`` for ``netg``."""
    word = word.lower()
    for known in _ANY:
        if word.startswith(known):
            return word[len(known) :]
        if word.endswith(known):
            return word[: -len(known)]
    return word


def _alike(wanted: frozenset[str], have: frozenset[str]) -> tuple[int, int, int]:
    """How well two names agree: words in common, those not only abbreviated, and fewer words left over where any is."""
    same = have & wanted
    short = {each for each in have - same - _COPIES if any(_abbreviates(each, word) for word in wanted)}
    found = len(same) + len(short)
    return found, len(same), -len(have - same - short) if found else 0


def _abbreviates(first: str, second: str) -> bool:
    return first.isalpha() and second.isalpha() and (first.startswith(second) or second.startswith(first))


def _likely(left: Sequence[Contender], shared: frozenset[str]) -> tuple[list[Contender], str]:
    """The one at its place, else that has no other parameters, else the model, else of the plainest name; or none."""
    hints: tuple[tuple[Callable[[Contender], Any], str], ...] = (
        (lambda each: each.in_place, NAME),
        (lambda each: each.whole, SHAPES),
        (lambda each: not each.is_tensor, SHAPES),
        (lambda each: -len(words(each.path) - shared), NAME),
    )
    for hint, by in hints:
        best = _best(left, hint)
        if len(best) == 1:
            return best, by
    return [], ""


def _best(contenders: Iterable[Contender], score: Callable[[Contender], Any]) -> list[Contender]:
    scored = [(score(each), each) for each in contenders]
    most = max(value for value, _ in scored)
    return [each for value, each in scored if value == most]


CHOSEN, PARAM_NAMES = "chosen", "param_names"
"""By what a model was found, besides what `belonging` says: by the user, by the names saved with the groups."""


def find_optimizers(
    catalogue: Catalogue,
    entries: Sequence[int],
    models: Sequence[Model],
    chosen: Mapping[int, int] | None = None,
    file: str | None = None,
) -> tuple[Optimizer, ...]:
    """Describe the optimizers at some entries and match each to the model that it trains.

    ``chosen`` has the model of an optimizer, entry by entry, where somebody said so. ``file`` is the name of the file
    that the models are in, where it is another one.
    """
    if not entries:
        return ()
    search = _Search([OptimizerParameters(catalogue, entry) for entry in entries], models)
    answers = [search.answer(number, (chosen or {}).get(entry)) for number, entry in enumerate(entries)]
    search.leave_whole(answers)
    search.share(answers)
    return tuple(_described(held, *each, file) for held, each in zip(search.held, answers, strict=True))


class _Fit:
    """A model that has the parameters of an optimizer; ``quality`` grows with what speaks for it.

    ``entries`` are those of the model's tensors, one a parameter, None where it cannot be told which.
    """

    def __init__(self, held: OptimizerParameters, model: Model, found: Match | None, named: int) -> None:
        self.held, self.model, self.named = held, model, named
        self.match = found
        self.quality = (2, named) if named else (1 if found is None or found.ordered is not False else 0, 0)
        self.whole = len(held.parameters) == len(model.entries)

    def entries(self) -> list[int | None]:
        if self.match is None:
            return [*_by_saved_names(self.held, self.model)]
        own = self.model.entries
        return [None if index is None else own[index] for group in self.match.places for index in group]

    def agrees(self) -> bool:
        """Whether all of the state lies where its parameters are."""
        some = False
        for parameter, entry in zip(self.held.parameters, self.entries(), strict=True):
            there = self.model.devices if entry is None else (device_at(self.model.catalogue, entry),)
            for device_of_state in self.held.devices(parameter):
                if device_of_state not in there:
                    return False
                some = True
        return some


_Way = Callable[..., Match | None]
_WAYS: Sequence[_Way] = (match, match_without_some)
"""How parameters are looked for in a model, the surest way first."""

_Answer = tuple[list[_Fit], str]
"""The models that an optimizer may belong to, and by what one of them was found."""


class _Search:
    """All optimizers of a file with the models that each of them fits."""

    def __init__(self, held: Sequence[OptimizerParameters], models: Sequence[Model]) -> None:
        self.held = held
        self.models = models
        self.effort = Effort()
        self.fits = [self._fitting(each, models) for each in held]
        self.paths = [path_of(each.catalogue, each.entry) for each in held]
        copies = {number for number, model in enumerate(models) if is_copy(model.path)}
        self.originals = _different(models, [number for number in range(len(models)) if number not in copies])
        self.rows: dict[tuple[str | int, ...], list[int]] = {}  # the optimizers in one list
        for number, path in enumerate(self.paths):
            if path and type(path[-1]) is int:
                self.rows.setdefault(path[:-1], []).append(number)

    def _fitting(self, held: OptimizerParameters, models: Sequence[Model]) -> dict[int, _Fit]:
        """The models that fit best, by number; the same one is there once, under its first name."""
        if not held.parameters:
            return {}
        fits: dict[int, _Fit] = {}
        for way in _WAYS:
            known: dict[Any, Match | None] = {}
            found = ((number, _fit(held, model, self.effort, known, way)) for number, model in enumerate(models))
            fits = fits or {number: fit for number, fit in found if fit is not None}
        best = max((fit.quality for fit in fits.values()), default=None)
        some = [number for number, fit in fits.items() if fit.quality == best]
        return {number: fits[number] for number in _different(models, some)}

    def answer(self, number: int, chosen: int | None = None, taken: Collection[int] = ()) -> _Answer:
        """The models that an optimizer may belong to, one where it could be told or was chosen, and by what.

        Of the ``taken`` ones it may not have a part.
        """
        if chosen is not None:
            model = next((each for each in self.models if each.entry == chosen), None)
            tried = (_fit(self.held[number], model, self.effort, {}, way) for way in _WAYS if model is not None)
            fit = next(filter(None, tried), None)
            return [fit] if fit is not None else [], CHOSEN
        fits = {at: fit for at, fit in self.fits[number].items() if fit.whole or fit.model.entry not in taken}
        if not fits:
            return [], SHAPES
        place = self._in_place(number)
        contenders = [
            Contender(
                index,
                fit.model.path,
                fit.whole,
                index == place,
                fit.model.is_tensor,
                fit.agrees,
            )
            for index, fit in fits.items()
        ]
        left, by = decide(self.paths[number], self.held[number].kind or "", contenders)
        if by == SHAPES and left and fits[left[0].number].named:
            by = PARAM_NAMES
        return [fits[each.number] for each in left], by

    def leave_whole(self, answers: list[_Answer]) -> None:
        """Answer anew for those that would have a part of what another optimizer has in full."""
        taken = {left[0].model.entry for left, _ in answers if len(left) == 1 and left[0].whole}
        for number, (left, by) in enumerate(answers):
            if by != CHOSEN and any(not fit.whole and not fit.named and fit.model.entry in taken for fit in left):
                answers[number] = self.answer(number, taken=taken)

    def share(self, answers: list[_Answer]) -> None:
        """Tell the parts of a model that several optimizers train together."""
        together: dict[int, list[int]] = {}
        for number, (left, _) in enumerate(answers):
            if len(left) == 1 and left[0].match is not None and len(left[0].model.entries) > len(left[0].entries()):
                together.setdefault(left[0].model.entry, []).append(number)
        for numbers in together.values():
            model = answers[numbers[0]][0][0].model
            wanted = [(self.paths[number], self.held[number].shapes) for number in numbers]
            for number, found in zip(
                numbers, share(wanted, model.names, model.shapes, self.effort) or (), strict=False
            ):
                answers[number] = [_Fit(self.held[number], model, found, 0)], answers[number][1]

    def _in_place(self, number: int) -> int | None:
        """The model at the place of an optimizer, of as many models and optimizers that fit each other in order."""
        row = self.rows.get(self.paths[number][:-1], [])
        if number not in row or len(row) != len(self.originals):
            return None
        pairs = list(zip(row, self.originals, strict=True))
        if any(model not in self.fits[optimizer] for optimizer, model in pairs):
            return None
        return dict(pairs)[number]


def _different(models: Sequence[Model], numbers: Sequence[int]) -> list[int]:
    """Of models that are the same tensors under two keys, the first."""
    seen: dict[Any, int] = {}
    for number in numbers:
        seen.setdefault(models[number].places, number)
    return list(seen.values())


def _fit(
    held: OptimizerParameters, model: Model, effort: Effort, known: dict[Any, Match | None], way: _Way
) -> _Fit | None:
    """How the parameters are in a model; None where they are not. ``known`` has the answers for models alike."""
    if model.is_tensor and len(held.parameters) > 1:
        return None
    if (index := _called_after(held, model)) is not None:
        return _Fit(held, model, Match([[index]], ordered=True), 1)
    if held.is_named and (named := sum(entry is not None for entry in _by_saved_names(held, model))):
        return _Fit(held, model, None, named)
    alike = (tuple(model.shapes), tuple(model.names))
    if alike not in known:
        known[alike] = way(held.shapes, model.names, model.shapes, effort, in_order=model.in_order)
    found = known[alike]
    return _Fit(held, model, found, 0) if found is not None else None


def _called_after(held: OptimizerParameters, model: Model) -> int | None:
    """The parameter that an optimizer of a single one lies under the name of, as pyro keeps them."""
    path = path_of(held.catalogue, held.entry)
    if len(held.parameters) != 1 or not path or path[-1] not in model.names:
        return None
    index = model.names.index(str(path[-1]))
    return index if held.parameters[0].shape in (None, model.shapes[index]) else None


def _by_saved_names(held: OptimizerParameters, model: Model) -> Iterator[int | None]:
    """The tensor that has the saved name of each parameter, and a shape that its state allows."""
    shape_of = model.catalogue.shape
    for parameter in held.parameters:
        entry = model.by_name.get(parameter.name) if parameter.name is not None else None
        yield entry if entry is not None and parameter.shape in (None, shape_of(entry)) else None


def _described(held: OptimizerParameters, left: Sequence[_Fit], by: str, file: str | None) -> Optimizer:
    """What is known of an optimizer, given the models that are left for it."""
    fit = left[0] if len(left) == 1 else None
    here = fit is not None and file is None
    matches = fit.entries() if fit is not None else [None] * len(held.parameters)
    model = fit.model if fit is not None else None
    entries = [_entry(*each, model, here=here) for each in zip(held.parameters, matches, strict=True)]
    own = tuple(each.model.entry for each in left) if file is None else ()
    others = tuple(OtherModel(file, each.model.path) for each in left) if file is not None else ()
    return Optimizer(
        held.entry,
        held.kind,
        len(held.groups),
        len(entries),
        sum(item.name is not None for item in entries),
        own[0] if len(own) == 1 else None,
        tuple(entries),
        by if fit is not None else None,
        own if len(own) > 1 else (),
        others[0] if len(others) == 1 else None,
        others if len(others) > 1 else (),
    )


def _entry(parameter: Parameter, found: int | None, model: Model | None, *, here: bool) -> OptimizerEntry:
    name, home = parameter.name, None
    if found is not None and model is not None:
        name = name if name is not None else model.name_of[found]
        home = None if here else _home(model.catalogue, found)
    return OptimizerEntry(
        parameter.entry,
        parameter.param_id,
        parameter.group,
        found if here else None,
        name,
        parameter.step_on_device,
        home,
    )


def _home(catalogue: Catalogue, entry: int) -> Home:
    """What is known of a parameter in another file."""
    row = catalogue.row_of(entry)
    dtype = catalogue.tree.facts.dtypes[row] if row >= 0 else ""
    return Home(device_at(catalogue, entry), dtype, catalogue.shape(entry) or ())
