"""Where two checkpoints differ: keys, shapes, dtypes, devices, plain values, and numbers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import partial
from math import inf
from typing import NamedTuple

from core.catalogue.catalogue import Catalogue
from core.dtypes import NO_DEVICE
from core.errors import CannotOpen, CheckpointError, Malformed, Truncated
from core.numbers.reader import Numbers
from core.objects.tensors import storage_id
from core.progress import Tick, ignore
from core.spread.crew import Crew
from core.text import titled
from core.values.difference.pairing import Pairing, alone, follows_keys, pair
from core.values.difference.renames import leftovers, renames
from core.values.difference_numbers import blamed, numbers_between, same_parts
from core.values.spread_diff import SpreadDiff, Verdict
from core.values.sums import Scratch

VALUES, SHAPE, DTYPE, DEVICE = "values", "shape", "dtype", "device"
TYPE, ORDER, GRADIENT, UNREAD = "type", "order", "requires_grad", "unreadable"
_OF_VALUES = frozenset((VALUES, SHAPE, TYPE, UNREAD))
"""After any of these a file may say another thing."""


class Difference(NamedTuple):
    """What differs about one entry: ``entry_a`` of a, at ``path``, and ``entry_b`` of b.

    ``kinds`` are of `VALUES` (the numbers of a tensor, or a plain value), `SHAPE`, `DTYPE`, `DEVICE`, `GRADIENT`,
    `TYPE` (a mapping became a list), `ORDER` (the keys of a mapping) and `UNREAD` (bytes that are damaged). The numbers
    are those of `core.values.difference.sums.NumberDifference`, None where there are none to compare.
    """

    entry_a: int
    entry_b: int
    path: str
    kinds: tuple[str, ...]
    max_abs: int | float | None = None
    mean_abs: float | None = None
    relative: float | None = None
    cosine: float | None = None
    differing: int | None = None
    not_finite: int | None = None


@dataclass(frozen=True)
class FileDifference:
    """How file a and file b differ.

    ``same`` counts the tensors that are the same in both, under whatever key. ``changed`` are in the order of a.
    ``only_a`` and ``only_b`` are entries without a partner, the topmost of each branch; ``renamed`` are tensors with
    other paths, (entry of a, entry of b), and entries with other keys that hold none; among ``changed`` are those of
    them that differ besides. What torch notes of modules in the ``_metadata`` of a state dict follows its keys: it is
    told only where it says something else of one module. ``unsure`` are groups of entries
    of ``only_a`` and ``only_b`` that have the same bytes, several of them, so that it cannot be told which is which.
    ``pairs`` has the entry of b for each of a that has one, ``unread`` why the numbers of a pair could not be read, by
    its entry of a. ``files`` are a and b.
    """

    same: int
    changed: tuple[Difference, ...]
    only_a: tuple[int, ...]
    only_b: tuple[int, ...]
    renamed: tuple[tuple[int, int], ...]
    unsure: tuple[tuple[tuple[int, ...], tuple[int, ...]], ...]
    pairs: dict[int, int]
    unread: Mapping[int, str] = field(default_factory=dict)
    files: tuple[Catalogue, Catalogue] | None = field(default=None, repr=False, compare=False)

    @property
    def is_same(self) -> bool:
        """Whether nothing differs."""
        return not (self.changed or self.only_a or self.only_b or self.renamed)

    @property
    def has_same_values(self) -> bool:
        """Whether all that both files have is equal, value by value, wherever it lies and whatever it is called."""
        return bool(self.same or self.changed) and not any(_OF_VALUES.intersection(each.kinds) for each in self.changed)


def worst_first(changed: Iterable[Difference]) -> list[Difference]:
    """What differs in its numbers, the most first: NaN or infinite on one side only, then by `relative`."""
    found = [each for each in changed if each.max_abs is not None and VALUES in each.kinds]
    return sorted(found, key=lambda each: (not each.not_finite, -(inf if each.relative is None else each.relative)))


def compare(a: Catalogue, b: Catalogue, tick: Tick | None = None, crew: Crew | None = None) -> FileDifference:
    """Compare two files, in constant memory beside their catalogues; ``tick`` is told the bytes of a that are done.

    With a ``crew`` its workers compare the tensors that are paired: what is found is the same to the bit. Pairs that
    cannot be read are told, and all others are compared. Raises `CannotOpen`, `Malformed` or `Truncated` where it is
    not even known what is a pair, `SourceChanged` when a file changes meanwhile, `ClusterError` where workers cannot do
    it, and `Cancelled` when ``tick`` does.
    """
    comparison = _Comparison((a, b), tick or ignore, crew)
    with Numbers(a, comparison.pause) as first, Numbers(b, comparison.pause) as second:
        if a.checkpoint.identity == b.checkpoint.identity:
            same = {entry: entry for entry in range(len(a))}
            return FileDifference(len(a.tensors), (), (), (), (), (), same, files=(a, b))
        try:
            found = comparison.run((first, second))
        except (Malformed, Truncated):
            for numbers in (first, second):
                numbers.check_unchanged()
            for numbers in (first, second):
                _name_the_damaged(numbers)
            raise
        except OSError as error:
            raise CannotOpen(
                "{first} or {second} cannot be read: {reason}.",
                first=a.checkpoint.name,
                second=b.checkpoint.name,
                reason=error.strerror,
            ) from None
        finally:
            del comparison.numbers  # it and what it reads by would keep each other alive, and both files
    return found


def _name_the_damaged(numbers: Numbers) -> None:
    """Raises what is wrong with the first tensor of a file that has not all its bytes, with the name of the file."""
    for row in range(len(numbers.catalogue.tensors)):
        try:
            tensor = numbers.tensor(row)
            tensor.read(tuple(slice(max(length - 1, 0), length, 1) for length in tensor.shape))
        except (Malformed, Truncated) as error:
            raise type(error)(titled(numbers.catalogue.checkpoint.name, error)) from None


class _Comparison:
    numbers: tuple[Numbers, Numbers]

    def __init__(self, files: tuple[Catalogue, Catalogue], tick: Tick, crew: Crew | None) -> None:
        self.a, self.b = files
        self.tick, self.crew = tick, crew
        self.unread: dict[int, str] = {}
        self.done = 0
        self._scratch = Scratch()
        self.total = sum(row.nbytes for row in self.a.tensors)

    def run(self, numbers: tuple[Numbers, Numbers]) -> FileDifference:
        self.numbers = numbers
        a, b = self.a, self.b
        pairing = pair(a, b, self.pause)
        first, second = leftovers(a, pairing.pairs), leftovers(b, pairing.pairs.values())
        self.pause()
        found = renames(self.numbers, first, second, lambda _: self.pause())
        pairs = pairing.pairs | dict(found.pairs)
        changed = [*self._plain(pairing), *self._storages(pairing), *self._tensors(pairs)]
        changed.sort(key=lambda each: each.entry_a)
        self.pause()
        tensors = [entry for entry in a.tree.tensors if entry in pairs]
        differing = {each.entry_a for each in changed}
        return FileDifference(
            sum(entry not in differing for entry in tensors),
            tuple(changed),
            tuple(alone(a, pairs.keys(), pairing.whole, pairing.unsaid)),
            tuple(alone(b, set(pairs.values()), {pairs[entry] for entry in pairing.whole}, pairing.unsaid)),
            tuple(self._renamed(pairs)),
            found.unsure,
            pairs,
            self.unread,
            (a, b),
        )

    def _renamed(self, pairs: dict[int, int]) -> Iterator[tuple[int, int]]:
        a, b = self.a, self.b
        moved: set[int] = set()  # what may have another path
        for entry, partner in sorted(pairs.items()):
            above = a.parents[entry]
            is_other = entry > 0 and a.labels[entry] != b.labels[partner]
            if not is_other and above not in moved and pairs.get(above, -1) == b.parents[partner]:
                continue
            moved.add(entry)
            if a.rows[entry] >= 0:
                if a.path_text(entry) != b.path_text(partner):
                    yield entry, partner
            elif is_other and not a.subtree_rows(entry) and self._is_news(entry, partner):
                yield entry, partner

    def _is_news(self, entry: int, partner: int) -> bool:
        return self.a.label_text(entry) != self.b.label_text(partner) and not follows_keys(self.a, entry)

    def _plain(self, pairing: Pairing) -> Iterator[Difference]:
        """What differs about entries that are no tensors."""
        for kind, entries in ((VALUES, pairing.values), (TYPE, pairing.kinds), (ORDER, pairing.orders)):
            for entry in entries:
                yield Difference(entry, pairing.pairs[entry], self.a.path_text(entry), (kind,))

    def _storages(self, pairing: Pairing) -> Iterator[Difference]:
        """Storages that no tensor is made of, where the bytes of two differ."""
        for entry in pairing.storages:
            ours, theirs = (
                numbers.stored(numbers.catalogue.storage_columns.keys.index(key))
                for numbers, key in zip(self.numbers, self._keys_of_storages(entry, pairing.pairs[entry]), strict=True)
            )
            if not same_parts((ours, 0), (theirs, 0), ours.size, lambda _: self.pause()):
                yield Difference(entry, pairing.pairs[entry], self.a.path_text(entry), (VALUES,))

    def _keys_of_storages(self, entry: int, partner: int) -> Iterator[str]:
        for node in (self.a.values[entry], self.b.values[partner]):
            found = storage_id(node)
            assert found is not None
            yield found.key

    def _tensors(self, pairs: dict[int, int]) -> Iterator[Difference]:
        """What differs about tensors."""
        rows = {
            row: self.b.rows[pairs[entry]]
            for row, entry in enumerate(self.a.tree.tensors)
            if entry in pairs and self.b.rows[pairs[entry]] >= 0
        }
        known = self._by_workers(rows) if self.crew is not None else None
        for row in range(len(self.a.tree.tensors)):
            if row not in rows:
                self._advance(0 if known is not None else self.a.tensors[row].nbytes)
                continue
            found = self._tensor(row, rows[row], known)
            if found is not None:
                yield found

    def _by_workers(self, rows: dict[int, int]) -> dict[int, Verdict]:
        assert self.crew is not None
        alike = [(row, other) for row, other in rows.items() if self._shapes_fit(row, other)]
        found = SpreadDiff(self.numbers, self.tick).run(self.crew, alike)
        self.done = self.total
        return found

    def _shapes_fit(self, row: int, other: int) -> bool:
        return self.a.tensors[row].shape == self.b.tensors[other].shape

    def _tensor(self, row: int, other: int, known: Mapping[int, Verdict] | None) -> Difference | None:
        one, two = self.a.tensors[row], self.b.tensors[other]
        kinds = [
            kind
            for kind, differs in (
                (SHAPE, one.shape != two.shape),
                (DTYPE, one.dtype != two.dtype),
                (DEVICE, _differ(self.a.device_of(row), self.b.device_of(other))),
                (GRADIENT, one.requires_grad != two.requires_grad and self._says_gradients),
            )
            if differs
        ]
        verdict = Verdict()
        if self._shapes_fit(row, other):
            verdict = self._verdict(row, other) if known is None else known[row]
        numbers = verdict.numbers
        if verdict.problem:
            self.unread[one.entry] = verdict.problem
            kinds.insert(0, UNREAD)
        if numbers is not None and not numbers.is_none:
            kinds.insert(0, VALUES)
        if not kinds:
            return None
        told = (None,) * 6 if numbers is None else (*numbers[3:], numbers.differing, numbers.not_finite)
        return Difference(one.entry, two.entry, self.a.path_text(one.entry), tuple(kinds), *told)

    def _verdict(self, row: int, other: int) -> Verdict:
        """How far the numbers of two tensors of one shape are from each other, or why that cannot be told."""
        nbytes, before = self.a.tensors[row].nbytes, self.done
        sides = partial(self.numbers[0].tensor, row), partial(self.numbers[1].tensor, other)

        def tick(done: int, total: int) -> None:
            self.tick(before + done * nbytes // total, self.total)

        try:
            found = Verdict(numbers_between(sides[0](), sides[1](), self._scratch, self._advance, tick))
        except CheckpointError as error:
            for numbers in self.numbers:
                numbers.check_unchanged()
            names = self.numbers[0].name, self.numbers[1].name
            found = Verdict(problem=blamed(zip(names, sides, strict=True), error))
        self.done = before
        self._advance(nbytes)
        return found

    def pause(self) -> None:
        """Nothing gets on that could be counted; whoever wants to stop can do it."""
        self.tick(self.done, self.total)

    def _advance(self, nbytes: int) -> None:
        self.done += nbytes
        self.tick(self.done, self.total)

    @property
    def _says_gradients(self) -> bool:
        return self.a.checkpoint.format.devices and self.b.checkpoint.format.devices


def _differ(one: str, other: str) -> bool:
    """Whether two devices are two; a file that names none says nothing of them."""
    return one != other and NO_DEVICE not in (one, other)
