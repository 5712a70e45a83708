"""Which entry of one file is which of another: by keys, by what optimizer state belongs to, and by keys without what
wrappers put before them.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import accumulate, chain, pairwise
from math import isnan
from typing import Any

from core.catalogue.catalogue import Catalogue
from core.catalogue.prefixes import WRAPPERS, strip_from, strip_segment
from core.objects.numpy_data import ArrayBytes, array_of, number_of
from core.objects.tensors import storage_id
from core.objects.value_text import key_text
from core.pickling.nodes import ATOMS, Call, Global, PersistentId, SetNode, mapping

Pause = Callable[[], None]
_MOST_LOOKED_AT = 1_000_000
"""Keys that mappings are found by to have in common, before they are taken for others: some tenths of a second."""


@dataclass
class Pairing:
    """``pairs`` are the entries of a and those of b that they are.

    Of them ``values`` are those whose plain values differ, ``kinds`` those that are another kind of thing, ``orders``
    the mappings whose keys stand in another order, and ``storages`` the storages of one type and size that no tensor is
    made of: their bytes are still to be compared. ``whole`` are those below which nothing is paired, because they were
    compared whole; ``unsaid`` are keys that one of the files has no room for.
    """

    pairs: dict[int, int] = field(default_factory=dict)
    values: list[int] = field(default_factory=list)
    storages: list[int] = field(default_factory=list)
    kinds: list[int] = field(default_factory=list)
    orders: list[int] = field(default_factory=list)
    whole: set[int] = field(default_factory=set)
    unsaid: frozenset[str] = frozenset()


def pair(a: Catalogue, b: Catalogue, pause: Pause) -> Pairing:
    """Pair the entries of two files, from their roots down; ``pause`` is called every now and then."""
    return _Walk(a, b, pause).run()


class _Walk:
    def __init__(self, a: Catalogue, b: Catalogue, pause: Pause) -> None:
        self.a, self.b, self.pause = a, b, pause
        self.names = _state_names(a, pause), _state_names(b, pause)
        is_bare = not (a.checkpoint.format.devices and b.checkpoint.format.devices)
        self.found = Pairing(unsaid=_UNSAID if is_bare else frozenset())

    def run(self) -> Pairing:
        pending = [(0, 0)]
        while pending:
            one, other = pending.pop()
            self.found.pairs[one] = other
            if not len(self.found.pairs) % _OFTEN:
                self.pause()
            pending += reversed(self._below(one, other))
        return self.found

    def _below(self, one: int, other: int) -> list[tuple[int, int]]:
        """The children of two entries that are one, paired; what differs about the two is noted."""
        if self._is_whole(one, other):
            self.found.whole.add(one)
            return []
        first, second = self._keyed(0, one), self._keyed(1, other)
        if first.keys() == second.keys():
            pairs = [(child, second[key]) for key, child in first.items()]
        else:
            pairs = [(child, second[key]) for key, child in first.items() if key in second]
            pairs += self._renamed(
                {key: child for key, child in first.items() if key not in second},
                {key: child for key, child in second.items() if key not in first},
            )
            pairs.sort()
        if (
            not self.found.unsaid
            and not is_metadata(self.a, one)
            and any(then < before for (_, before), (_, then) in pairwise(pairs))
        ):
            self.found.orders.append(one)
        return pairs

    def _is_whole(self, one: int, other: int) -> bool:
        """Whether nothing below two entries is to be paired; what differs about them is noted."""
        a, b = self.a, self.b
        if a.rows[one] >= 0 and b.rows[other] >= 0:
            return False  # their numbers are looked at later; the scales of one may be below it
        if a.kind(one) != b.kind(other):
            self.found.kinds.append(one)
            return True
        if self._is_value(one, other):
            if not same_value(a.values[one], b.values[other]):
                self.found.values.append(one)
            elif storage_id(a.values[one]) is not None:
                self.found.storages.append(one)
            return True
        return one in a.tree.repeats or other in b.tree.repeats

    def _is_value(self, one: int, other: int) -> bool:
        """Whether two entries are compared whole: plain values, lists of nothing else, and what has no keys inside."""
        return _is_value(self.a, one) and _is_value(self.b, other)

    def _keyed(self, side: int, entry: int) -> dict[Any, int]:
        """The children of an entry by what they are looked up by."""
        catalogue, names = (self.a, self.b)[side], self.names[side]
        children = catalogue.children(entry)
        if names and self.names[1 - side] and children and all(child in names for child in children):
            return _unique((("of", names[child]), child) for child in children)
        labels = catalogue.labels
        return _unique((_key(labels[child]), child) for child in children)

    def _renamed(self, first: dict[Any, int], second: dict[Any, int]) -> Iterator[tuple[int, int]]:
        """Pairs among children of two entries whose keys differ."""
        ours = {key: child for key, child in first.items() if type(key) is str}
        theirs = {key: child for key, child in second.items() if type(key) is str}
        for key, partner in renamed_keys(list(ours), list(theirs), self.pause).items():
            yield ours.pop(key), theirs.pop(partner)
        yield from self._alike(ours.values(), theirs.values())

    def _alike(self, first: Any, second: Any) -> Iterator[tuple[int, int]]:
        """Mappings under other keys that hold mostly the same, by keys and shapes: ``state_dict`` and ``model``."""
        theirs = {child: self._inside(self.b, child) for child in second}
        holders: dict[Any, list[int]] = defaultdict(list)
        for other, keys in theirs.items():
            for key in keys:
                holders[key].append(other)
        looked = 0
        for child in first:
            ours = self._inside(self.a, child)
            looked += sum(len(holders.get(key, ())) for key in ours)
            if looked > _MOST_LOOKED_AT:
                return
            shared = Counter(chain.from_iterable(holders.get(key, ()) for key in ours))
            alike = [
                other
                for other, count in shared.items()
                if other in theirs and 2 * count > max(len(ours), len(theirs[other]))
            ]
            if len(alike) == 1:
                del theirs[alike[0]]
                yield child, alike[0]

    def _inside(self, catalogue: Catalogue, entry: int) -> set[Any]:
        """The keys of a mapping, without wrappers, and the shapes of what is a tensor."""
        if catalogue.kind(entry) != "dict":
            return set()
        keys = ((_key(catalogue.labels[child]), catalogue.shape(child)) for child in catalogue.children(entry))
        return {(bare(key) if type(key) is str else key, shape) for key, shape in keys}


def alone(
    catalogue: Catalogue, paired: Collection[int], whole: Collection[int], unsaid: Collection[str]
) -> Iterator[int]:
    """The entries without a partner, the topmost of those that are alone with all below them.

    What is below an entry of ``whole`` is no question, nor is what has a key of ``unsaid``. Nothing is said of a
    container whose parts are paired, nor of what follows keys.
    """
    before = [0, *accumulate(entry in paired for entry in range(len(catalogue)))]
    entry, ends = 0, catalogue.ends
    while entry < len(catalogue):
        if entry in whole or (unsaid and key_text(catalogue.labels[entry]) in unsaid):
            entry = ends[entry]
        elif before[ends[entry]] == before[entry]:
            if not follows_keys(catalogue, entry):
                yield entry
            entry = ends[entry]
        else:
            entry += 1


def follows_keys(catalogue: Catalogue, entry: int) -> bool:
    """Whether an entry is what torch notes of one module in a state dict: there because of its keys or a wrapper."""
    return is_metadata(catalogue, catalogue.parents[entry])


def is_metadata(catalogue: Catalogue, entry: int) -> bool:
    """Whether an entry is the ``_metadata`` that torch gives to a state dict, as an attribute: no key of that name."""
    tree, parent = catalogue.tree, catalogue.parents[entry] if entry > 0 else -1
    return parent >= 0 and tree.labels[entry] == "_metadata" and tree.homes[entry] is not mapping(tree.values[parent])


def renamed_keys(first: Sequence[str], second: Sequence[str], pause: Pause) -> dict[str, str]:
    """Which keys are which where none is in both: those alike without wrappers, or without one prefix that most have.

    A key is paired where there is one like it and no other.
    """
    if not first or not second:
        return {}
    changes: list[tuple[Callable[[str], str], Callable[[str], str]]] = [(bare, bare)]
    changes += [(_without(prefix), str) for prefix in _beginnings(first[0])]
    changes += [(str, _without(prefix)) for prefix in _beginnings(second[0])]
    tried = [_matches(first, second, *change, pause) for change in changes]
    best = max(tried, key=len)
    return best if best is tried[0] or 2 * len(best) > min(len(first), len(second)) else tried[0]


def bare(key: str) -> str:
    """A key without the segments that wrappers leave."""
    for wrapper in WRAPPERS:
        if wrapper in key:
            key = strip_segment(key, f"{wrapper}.")
    return key


def _matches(
    first: Sequence[str], second: Sequence[str], ours: Callable[[str], str], theirs: Callable[[str], str], pause: Pause
) -> dict[str, str]:
    partners = _unique_by(theirs, second, pause)
    return {key: partners[name] for name, key in _unique_by(ours, first, pause).items() if name in partners}


def _unique_by(change: Callable[[str], str], keys: Sequence[str], pause: Pause) -> dict[str, str]:
    """The keys by what a change makes of them, without those that it makes one."""
    found: dict[str, str] = {}
    doubtful = set()
    for number, key in enumerate(keys):
        changed = change(key)
        if found.setdefault(changed, key) is not key:
            doubtful.add(changed)
        if not number % _OFTEN:
            pause()
    for changed in doubtful:
        del found[changed]
    return found


def _without(prefix: str) -> Callable[[str], str]:
    return lambda key: strip_from(key, prefix)


def _beginnings(key: str) -> list[str]:
    """``a.``, ``a.b.`` of ``a.b.c``."""
    parts = key.split(".")[:_MOST_SEGMENTS]
    return [".".join(parts[:count]) + "." for count in range(1, len(parts))]


def _state_names(catalogue: Catalogue, pause: Pause) -> dict[int, str]:
    """The parameter's name for each entry of an optimizer's state, without wrappers, where it is known."""
    found: dict[int, str] = {}
    for number, item in enumerate(item for optimizer in catalogue.optimizers for item in optimizer.entries):
        if item.entry is not None and item.name is not None:
            found[item.entry] = bare(item.name)
        if not number % _OFTEN:
            pause()
    return found


def _is_value(catalogue: Catalogue, entry: int) -> bool:
    kind, value, end = catalogue.kind(entry), catalogue.values[entry], catalogue.ends[entry]
    if end == entry + 1 or (kind == "object" and number_of(value) is not None):
        return True
    below = range(entry + 1, end)
    if kind == "set":
        return not catalogue.subtree_rows(entry)
    return kind in ("list", "tuple") and all(
        catalogue.ends[child] == child + 1 and catalogue.rows[child] < 0 for child in below
    )


def _unique(items: Iterator[tuple[Any, int]]) -> dict[Any, int]:
    """Items by their keys; of some that are one, each but the first gets a key of its own."""
    found: dict[Any, int] = {}
    for key, child in items:
        if key not in found:
            found[key] = child
        else:
            times = 2
            while (key, times) in found:
                times += 1
            found[key, times] = child
    return found


def _key(label: Any) -> Any:
    """A key to look up: numbers and texts as they are, all else by how it is written."""
    return str(label) if isinstance(label, str) else label if type(label) is int else ("", key_text(label))


_UNSAID = frozenset({"_metadata"})
"""What a safetensors file has no room for beside its tensors, whose order is its own too."""
_OFTEN = 1024
_MOST_SEGMENTS = 8


# -- whether two nodes say the same: numbers, texts, names, and objects part by part -----------------------------------


_MOST = 1_000_000
"""Parts that are gone through: a small pickle can hold objects that unfold without end."""
_NUMBERS = frozenset({int, float, bool, str})


def same_value(first: Any, second: Any) -> bool:
    """Whether two values are equal, in kind too: 1 is neither 1.0 nor True; NaN is NaN.

    Mappings of whatever class are compared as such, arrays by type, shape and bytes, storages by type and size.
    """
    pending = [(first, second)]
    left = _MOST
    while pending and left:
        left -= 1
        one, other = pending.pop()
        if one is other:
            continue
        if type(one) in ATOMS or type(other) in ATOMS:
            if not _same_atom(one, other):
                return False
            continue
        parts = _parts(one, other)
        if parts is None:
            return False
        pending += parts
    return not pending


def _same_atom(one: Any, other: Any) -> bool:
    if isinstance(one, str) and isinstance(other, str):
        return one == other  # whichever Python wrote it
    return type(one) is type(other) and (one == other or (type(one) is float and isnan(one) and isnan(other)))


def _parts(one: Any, other: Any) -> list[tuple[Any, Any]] | None:
    """The parts that are to be compared one with the other; None where two things differ by themselves."""
    items, others = mapping(one), mapping(other)
    if items is not None and others is not None:
        return _paired(items.items, others.items)
    if type(one) is not type(other):
        return None
    if type(one) in (list, tuple):
        return _paired(one, other)
    if type(one) is SetNode:
        return _paired(one.elements, other.elements)
    if type(one) is Global:
        return [] if one == other else None
    if type(one) is PersistentId:
        return _storages(one, other)
    return _calls(one, other) if type(one) is Call else None


def _paired(first: Any, second: Any) -> list[tuple[Any, Any]] | None:
    return list(zip(first, second, strict=True)) if len(first) == len(second) else None


def _storages(one: PersistentId, other: PersistentId) -> list[tuple[Any, Any]] | None:
    first, second = storage_id(one), storage_id(other)
    if first is None or second is None:
        return [(one.pid, other.pid)]
    return [(first.dtype, second.dtype), (first.nbytes, second.nbytes)]


def _calls(one: Call, other: Call) -> list[tuple[Any, Any]] | None:
    arrays = array_of(one), array_of(other)
    if type(arrays[0]) is type(arrays[1]) is ArrayBytes:
        return [] if arrays[0] == arrays[1] else None
    numbers = number_of(one), number_of(other)
    if type(numbers[0]) is type(numbers[1]) and type(numbers[0]) in _NUMBERS:
        return [numbers]
    steps, others = one.steps or (), other.steps or ()
    if one.kind != other.kind or [name for name, _ in steps] != [name for name, _ in others]:
        return None
    payloads = zip((payload for _, payload in steps), (payload for _, payload in others), strict=True)
    return [(one.func, other.func), (one.args, other.args), *payloads]
