"""How the tensors of a model drift over a run: their norms, how far each save moved them, and from where they began.

Few checkpoints are open at once: the first, the one before, and some that follow. A piece of one tensor is read in all
of these, one after the other.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from functools import partial
from math import nan, sqrt
from operator import add
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from core.catalogue.build import open_catalogue
from core.catalogue.catalogue import Catalogue
from core.dtypes import takes_gradients
from core.errors import EditError
from core.numbers.layout import contiguous
from core.numbers.reader import Numbers
from core.numbers.tensor import PIECE, TensorNumbers
from core.progress import Tick, ignore
from core.runs import kept
from core.runs.folder import CheckpointRow, model_tensors
from core.words import say

_KIND = "drift"
_MOST_OPEN = 8
"""Checkpoints that are open beside the first and the one before."""


class Point(NamedTuple):
    """The sums of one tensor, or of several together, in one checkpoint.

    Of its ``size`` numbers ``squares`` is the sum of the squares, ``moved`` that of the squares of the differences from
    the checkpoint before, ``along`` that of the products with those of the first, whose squares are ``first``.
    """

    size: int = 0
    squares: float = 0.0
    moved: float = 0.0
    along: float = 0.0
    first: float = 0.0
    zeros: int = 0

    def beside(self, other: Point) -> Point:
        """Both together."""
        return Point(*map(add, self, other))

    @property
    def norm(self) -> float:
        return sqrt(self.squares)

    @property
    def update(self) -> float:
        """The root of the mean square of the update since the checkpoint before."""
        return sqrt(self.moved / self.size) if self.size else nan

    @property
    def cosine(self) -> float:
        """The cosine of the angle to the first checkpoint; NaN where one of both is nothing but zeros."""
        lengths = sqrt(self.squares) * sqrt(self.first)
        return self.along / lengths if lengths else nan

    @property
    def zero_share(self) -> float:
        return self.zeros / self.size if self.size else nan


@dataclass(frozen=True)
class Drift:
    """The ``points`` of each of some tensors at ``paths``, one for each of the checkpoints at ``rows`` of a run.

    The first of them moved from nowhere: its ``update`` says nothing.
    """

    rows: tuple[int, ...]
    paths: tuple[str, ...]
    points: tuple[tuple[Point, ...], ...]

    def by_layer(self) -> Drift:
        """The same with the tensors of one module together: ``layers.3.attn`` for its weight and its bias."""
        groups: dict[str, list[tuple[Point, ...]]] = {}
        for path, points in zip(self.paths, self.points, strict=True):
            above = path.rpartition(".")[0] or path.rpartition("/")[0] or path
            groups.setdefault(above, []).append(points)
        return Drift(self.rows, tuple(groups), tuple(_together(each) for each in groups.values()))

    @property
    def whole(self) -> tuple[Point, ...]:
        """All tensors together, a point a checkpoint."""
        return _together(self.points)


def _together(each: Iterable[tuple[Point, ...]]) -> tuple[Point, ...]:
    found: tuple[Point, ...] = ()
    for points in each:
        found = tuple(one.beside(other) for one, other in zip(found, points, strict=True)) if found else points
    return found


def drift(rows: Sequence[CheckpointRow], tick: Tick = ignore) -> Drift:
    """How the model drifts over the checkpoints that are whole, of which a step is known, and that have one model.

    What was worked out before, of just these files, is looked up. ``tick`` counts tensors. Raises `EditError` for fewer
    than two, and what opening and reading raise.
    """
    chosen = _chosen(rows)
    versions = [kept.version_of(rows[at].files) for at in chosen]
    known = [kept.get(_KIND, versions[0], versions[max(at - 1, 0)], versions[at]) for at in range(len(chosen))]
    found = [_points(each) for each in known]
    due = {at for at, each in enumerate(found) if each is None or each.keys() != (found[0] or {}).keys()}
    wanted = {0} | due | {at - 1 for at in due if at} if due else set()
    read = _read([rows[at] for at in chosen], sorted(wanted), tick) if wanted else {}
    for at in due:
        found[at] = {path: points[at] for path, points in read.items()}
        kept.put(_KIND, found[at], versions[0], versions[max(at - 1, 0)], versions[at])
    paths = tuple(found[0] or ())
    return Drift(tuple(chosen), paths, tuple(tuple((each or {})[path] for each in found) for path in paths))


def _points(kept_answer: Any) -> dict[str, Point] | None:
    try:
        return {path: Point(*sums) for path, sums in kept_answer.items()}
    except (AttributeError, TypeError):
        return None


def _chosen(rows: Sequence[CheckpointRow]) -> list[int]:
    """The checkpoints of the model that most have, in the order of training."""
    ready = [
        at
        for at, row in enumerate(rows)
        if row.is_complete and not row.links_to and (row.step is not None or row.epoch is not None)
    ]
    alike = {at: (rows[at].model.keys, rows[at].model.shapes, _complex(rows[at].model.dtypes)) for at in ready}
    usual = Counter(alike.values()).most_common(1)
    chosen = [at for at in ready if alike[at] == usual[0][0]]
    if len(chosen) < 2:
        raise EditError(
            "Drift needs at least two checkpoints of the same model with a known step or epoch. {these}",
            these=_too_few(len(ready), len(rows)),
        )
    return chosen


def _too_few(ready: int, rows: int) -> str:
    """What there is in place of two checkpoints of one model."""
    if ready < 2:
        return say("Of the {count:,} given, {ready:,} can be used.", count=rows, ready=ready)
    return say("The {count:,} with a known step or epoch are of different models.", count=ready)


def _complex(dtypes: Sequence[str]) -> tuple[bool, ...]:
    return tuple(dtype.startswith("complex") for dtype in dtypes)


def _read(rows: Sequence[CheckpointRow], wanted: Sequence[int], tick: Tick) -> dict[str, dict[int, Point]]:
    """The points of each tensor in the wanted checkpoints, of which the first is one."""
    found: dict[str, dict[int, Point]] = {}
    groups = [wanted[at : at + _MOST_OPEN] for at in range(0, len(wanted), _MOST_OPEN)]
    for place, group in enumerate(groups):
        beside = dict.fromkeys((0, *(at for at in wanted if at == group[0] - 1), *group))
        points = _read_beside(rows, list(beside), partial(_share, tick, place, len(groups)))
        found = found or {path: {} for path in points}
        for path in found:
            found[path] |= {at: points[path][at] for at in group if path in points}
    count = len(wanted)
    return {path: each for path, each in found.items() if len(each) == count}


def _share(tick: Tick, place: int, count: int, done: int, total: int) -> None:
    tick(place * total + done, count * total)


def _read_beside(rows: Sequence[CheckpointRow], wanted: Sequence[int], tick: Tick) -> dict[str, dict[int, Point]]:
    """The same of a few checkpoints that are open at once; the first is that of the run."""
    with ExitStack() as stack:
        opened = [stack.enter_context(Numbers(open_catalogue(rows[at].path))) for at in wanted]
        places = [_tensors(each.catalogue) for each in opened]
        paths = [path for path in places[0] if all(path in each for each in places)]
        found: dict[str, dict[int, Point]] = {}
        for done, path in enumerate(paths):
            tensors = [numbers.tensor(place[path]) for numbers, place in zip(opened, places, strict=True)]
            found[path] = _of_one(tensors, wanted, partial(tick, done, len(paths)))
        tick(len(paths), len(paths))
        return found


def _tensors(catalogue: Catalogue) -> dict[str, int]:
    """The rows of the floating tensors of a model, by their paths in it; of tied ones the first."""
    places = {entry: at for at, entry in enumerate(catalogue.tree.tensors)}
    found: dict[str, int] = {}
    seen = set()
    for path, row in model_tensors(catalogue).items():
        lies_at = (row.storage, row.storage_offset, row.shape, row.stride)
        if takes_gradients(row.dtype) and lies_at not in seen:
            seen.add(lies_at)
            found[path] = places[row.entry]
    return found


def _of_one(tensors: Sequence[TensorNumbers], wanted: Sequence[int], pause: Callable[[], None]) -> dict[int, Point]:
    found = {at: Point() for at in wanted}
    for box in contiguous(tensors[0].shape).tiles(PIECE):
        pause()
        before = first = _flat(tensors[0].read(box))
        squares = _product(first, first)
        for place, (at, tensor) in enumerate(zip(wanted, tensors, strict=True)):
            values = _flat(tensor.read(box)) if place else first
            follows = place and wanted[place - 1] == at - 1
            moved = _moved(values, before) if follows else 0.0
            zeros = values.size - int(np.count_nonzero(values))
            sums = _product(values, values), moved, _product(values, first), squares
            found[at] = found[at].beside(Point(values.size, *sums, zeros))
            before = values
    return found


def _flat(values: NDArray[Any]) -> NDArray[Any]:
    """Numbers as float64, of a complex one both parts."""
    values = np.ascontiguousarray(values).reshape(-1)
    return (values.view(values.real.dtype) if values.dtype.kind == "c" else values).astype(np.float64)


def _product(one: NDArray[Any], other: NDArray[Any]) -> float:
    with np.errstate(invalid="ignore", over="ignore"):
        return float(one @ other)


def _moved(values: NDArray[Any], before: NDArray[Any]) -> float:
    """The sum of the squares of the differences."""
    with np.errstate(invalid="ignore", over="ignore"):
        moved = values - before
    return _product(moved, moved)
