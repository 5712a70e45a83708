"""Which known model a file has: the same, the same but for its head, a part of it, or close to one.

What is called the same was held against the keys and shapes of the model, each of them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from core.catalogue.prefixes import without as prefix_off
from core.catalogue.prefixes import wrapper_chain
from core.layers.held import Model
from core.layers.known_table import (
    Known,
    Shapes,
    Table,
    hash_of,
    is_below,
    keys_of,
    known_table,
    smallest_of,
    total,
    without,
)
from core.words import marked

SAME, OTHER_HEAD, NO_HEAD, CLOSE = (
    marked("the same"),
    marked("the same but for the head"),
    marked("the same without its head"),
    marked("close to"),
)
_COUNTER = "num_batches_tracked"
_MOST, _MOST_KEYS, _DEEPEST = 12, 20_000, 12
_LEAST_ALIKE, _LEAST_PART = 0.6, 8
"""The share of keys and shapes that make a model close, and the tensors that a part has at least."""
_CLASSES = {"transformers": "num_labels", "smp": "classes", "ultralytics": "nc"}
"""What the number of classes is called by libraries that do not call it ``num_classes``."""


@dataclass(frozen=True)
class Candidate:
    """A known model that a file may have.

    ``how`` is one of the answers above; ``prefix`` is what stands before its keys in the file, ``part`` the module that
    it is where it is not all of the model. ``classes`` are those of another head where its shape says them. Of what is
    close, ``lacking``, ``more`` and ``misshapen`` are keys of the model that the file lacks, keys it has besides, and
    keys of other shapes.
    """

    name: str
    line: str
    how: str
    prefix: str = ""
    part: str = ""
    classes: int | None = None
    lacking: tuple[str, ...] = ()
    more: tuple[str, ...] = ()
    misshapen: tuple[str, ...] = ()


@dataclass(frozen=True)
class _View:
    """Some keys of a file under the names that a model may have for them."""

    shapes: Shapes
    prefix: str = ""
    part: str = ""


def candidates(model: Model) -> tuple[Candidate, ...]:
    """The known models that a model of a file may be, the likeliest first; none where none is known."""
    shapes = {held.key: held.shape for held in model.held if held.is_float and held.shape is not None}
    shapes = {key: shape for key, shape in shapes.items() if not key.endswith(_COUNTER)}  # one that was cast to half
    if not 0 < len(shapes) <= _MOST_KEYS:
        return ()
    table = known_table()
    views = list(_whole_views(shapes))
    found = [each for view in views for each in _exact(table, view)]
    if not found:
        found = [each for view in _part_views(views[-1]) for each in _exact(table, view)]
    if not found:
        found = next(filter(None, (list(_close(table, view)) for view in views)), [])
    order = (SAME, OTHER_HEAD, NO_HEAD, CLOSE)
    found.sort(key=lambda each: (order.index(each.how), len(each.name.partition(":")[2])))
    return tuple({each.name: each for each in found[::-1]}.values())[::-1][:_MOST]


def _whole_views(shapes: Shapes) -> Iterator[_View]:
    """All keys: as they are, without those of wrappers, and without the modules that all of them are in."""
    yield _View(shapes)
    saved = next(iter(shapes))
    for found in wrapper_chain(list(shapes), 0):
        names = prefix_off(list(shapes), found)
        if len(set(names)) == len(shapes) and names != list(shapes):
            shapes = dict(zip(names, shapes.values(), strict=True))
            yield _View(shapes, saved.removesuffix(names[0]))
    for _ in range(_DEEPEST):
        first = next(iter(shapes)).partition(".")[0] + "."
        if not all(key.startswith(first) and len(key) > len(first) for key in shapes):
            return
        shapes = {key[len(first) :]: shape for key, shape in shapes.items()}
        yield _View(shapes, saved.removesuffix(next(iter(shapes))))


def _part_views(view: _View) -> Iterator[_View]:
    """The modules at the top of a model, and those one below, each by itself."""
    groups: dict[str, dict[str, tuple[int, ...]]] = {}
    for key, shape in view.shapes.items():
        path = key.split(".", 2)
        for depth in range(1, len(path)):
            part = ".".join(path[:depth])
            groups.setdefault(part, {})[key[len(part) + 1 :]] = shape
    for part, shapes in groups.items():
        if len(shapes) >= max(_LEAST_PART, len(view.shapes) // 10):
            yield _View(shapes, view.prefix, part)


def _exact(table: Table, view: _View) -> Iterator[Candidate]:
    """The models that have just these keys and shapes, whatever their heads are."""
    hashes = {key: hash_of(key, shape) for key, shape in view.shapes.items()}
    whole = total(hashes.values())
    same = [*table.wholes.get(whole, ())]
    yield from _checked(table, view, same, ())
    if same:
        return
    yield from _checked(table, view, table.bodies.get(whole, ()), (), bare=True)
    sums: dict[str, int] = {}
    for key, each in hashes.items():
        at = key.find(".")
        for _ in range(_DEEPEST):
            if at < 0:
                break
            sums[key[:at]] = sums.get(key[:at], 0) + each
            at = key.find(".", at + 1)
    for head in dict.fromkeys(model.head for model in table.models if model.head):
        if any(module in sums for module in head):
            left = without(whole, sum(sums.get(module, 0) for module in head))
            numbers = [number for number in table.bodies.get(left, ()) if table.models[number].head == head]
            yield from _checked(table, view, numbers, head)


def _checked(
    table: Table, view: _View, numbers: Sequence[int], head: tuple[str, ...], *, bare: bool = False
) -> Iterator[Candidate]:
    """Those of some models whose keys and shapes, all but those of the head, are the ones of the file."""
    for number, (shapes, others) in zip(numbers, keys_of(numbers), strict=True):
        model = table.models[number]
        away = model.head if bare else head
        floats = {key: shape for key, shape in shapes.items() if key not in others}
        wanted = {key: shape for key, shape in floats.items() if not is_below(key, away)}
        here = {key: shape for key, shape in view.shapes.items() if not is_below(key, away)}
        tied = not away and wanted != here and here.items() <= wanted.items()
        if wanted != here and not tied:
            continue
        how = NO_HEAD if bare else OTHER_HEAD if head else SAME
        classes = _classes(model, floats, view.shapes) if head else None
        yield Candidate(model.name, _line(model, classes), how, view.prefix, view.part, classes)


def _classes(model: Known, wanted: Shapes, here: Shapes) -> int | None:
    """The number of classes that makes the head of a model the one of the file; None where none does.

    Sizes may differ in the inside of a head too, where a layer takes what another of the head gives.
    """
    mine, theirs = ({key: shape for key, shape in each.items() if is_below(key, model.head)} for each in (here, wanted))
    key, per, more = model.classes
    if key not in mine or not mine[key] or (theirs and mine.keys() != theirs.keys()):
        return None
    given = {shape[0] for shape in mine.values() if shape}
    for each, shape in theirs.items():
        if len(mine[each]) != len(shape) or mine[each][2:] != shape[2:]:
            return None
        if mine[each][1:2] != shape[1:2] and mine[each][1] not in given:
            return None
    count, left = divmod(mine[key][0] - more, per)
    return count if count > 0 and not left else None


def _line(model: Known, classes: int | None) -> str:
    """The line that makes a model, with a number of classes that is not its own."""
    if classes is None:
        return model.line
    library = model.name.partition(":")[0]
    given = f"{_CLASSES.get(library, 'num_classes')}={classes}"
    end = len(model.line) - (2 if library == "transformers" else 1)  # they stand in the configuration
    start = model.line[:end]
    return f"{start}{'' if start.endswith('(') else ', '}{given}{model.line[end:]}"


def _close(table: Table, view: _View) -> Iterator[Candidate]:
    """The models that have most keys and shapes alike, with what differs."""
    counts: dict[int, int] = {}
    for small in smallest_of(hash_of(key, shape) for key, shape in view.shapes.items()):
        for number in table.smallest.get(small, ()):
            counts[number] = counts.get(number, 0) + 1
    numbers = sorted(counts, key=lambda number: -counts[number])[:_MOST]
    found = []
    for number, (shapes, others) in zip(numbers, keys_of(numbers), strict=True):
        model = table.models[number]
        wanted = {key: shape for key, shape in shapes.items() if key not in others}
        alike = len(wanted.items() & view.shapes.items()) / len(wanted.keys() | view.shapes.keys())
        if alike >= _LEAST_ALIKE:
            found.append((alike, _differing(model, wanted, view)))
    found.sort(key=lambda each: -each[0])
    yield from (each for _, each in found[:3])


def _differing(model: Known, wanted: Shapes, view: _View) -> Candidate:
    return Candidate(
        model.name,
        model.line,
        CLOSE,
        view.prefix,
        view.part,
        lacking=tuple(key for key in wanted if key not in view.shapes),
        more=tuple(key for key in view.shapes if key not in wanted),
        misshapen=tuple(key for key, shape in wanted.items() if view.shapes.get(key, shape) != shape),
    )


def shapes_of(name: str) -> Shapes | None:
    """The keys and shapes of the model that a name such as ``timm:resnet50`` stands for; None where none is known."""
    number = known_table().number(name)
    return None if number is None else keys_of([number])[0][0]
