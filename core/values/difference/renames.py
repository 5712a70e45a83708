"""Tensors under other keys, found among those of two files that no key pairs: by their bytes, and by what the keys of
those have in common.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Sequence
from hashlib import blake2b
from typing import Any, NamedTuple

from core.catalogue.catalogue import Catalogue
from core.numbers.reader import Numbers
from core.numbers.tensor import TensorNumbers
from core.values.difference.pairing import Pause, renamed_keys

_PIECE = 1 << 18
_GLANCE = 1 << 12
"""Bytes at both ends of a tensor that are looked at first: most that differ do so there."""
_MOST_CHANGES = 64
"""Changes of paths, the most common first, that other paths are looked up by: more of them are no rule."""
Done = Callable[[int], None]


class Leftover(NamedTuple):
    """A tensor that has no partner: its row and entry, its path and its last key as text, and its shape."""

    row: int
    entry: int
    path: str
    key: str
    shape: tuple[int, ...]


class Renames(NamedTuple):
    """``pairs`` of entries of a and of b; ``unsure`` are groups of either that have the same bytes, so that nobody can
    say which is which.
    """

    pairs: tuple[tuple[int, int], ...]
    unsure: tuple[tuple[tuple[int, ...], tuple[int, ...]], ...]


def leftovers(catalogue: Catalogue, paired: Iterable[int]) -> list[Leftover]:
    """The tensors of a file whose entries are not among those paired."""
    known = set(paired)
    entries = catalogue.tree.tensors
    shapes = catalogue.tree.facts.shapes
    return [
        Leftover(row, entry, catalogue.path_text(entry), catalogue.label_text(entry), shapes[row])
        for row, entry in enumerate(entries)
        if entry not in known
    ]


def renames(
    numbers: tuple[Numbers, Numbers], first: Sequence[Leftover], second: Sequence[Leftover], done: Done
) -> Renames:
    """Pair tensors with the same bytes, dtype and shape; then others whose paths changed as the paths of these did, and
    those that end with the same key.

    Only what has a partner of its dtype and shape is read, and whole only where both ends of it are alike.
    """
    ours, theirs = _same(numbers, first, second, done)
    pairs, groups = _sure(ours, theirs)
    pairs += _learned(first, second, pairs)
    pairs += _named(first, second, pairs, lambda: done(0))
    paired_a, paired_b = {one.entry for one, _ in pairs}, {other.entry for _, other in pairs}
    unsure = []
    for one, other in groups:
        rest = (
            [each for each in one if each.entry not in paired_a],
            [each for each in other if each.entry not in paired_b],
        )
        if all(rest):
            unsure.append((tuple(each.entry for each in rest[0]), tuple(each.entry for each in rest[1])))
    return Renames(tuple((one.entry, other.entry) for one, other in pairs), tuple(unsure))


_Groups = dict[Any, list[Leftover]]
_Pairs = list[tuple[Leftover, Leftover]]


def _same(numbers: tuple[Numbers, Numbers], first: Sequence[Leftover], second: Sequence[Leftover], done: Done) -> Any:
    """Both in groups that have one dtype, shape and bytes, without groups that only one of them has."""
    ours: _Groups = {None: list(first)}
    theirs: _Groups = {None: list(second)}
    for tell in (_form, _ends, _digest):
        ours = _split(numbers[0], ours, tell, done)
        theirs = _split(numbers[1], theirs, tell, done)
        common = ours.keys() & theirs.keys()
        ours = {key: found for key, found in ours.items() if key in common}
        theirs = {key: theirs[key] for key in ours}
    return ours, theirs


def _split(numbers: Numbers, groups: _Groups, tell: Callable[[TensorNumbers, Done], Any], done: Done) -> _Groups:
    found: _Groups = defaultdict(list)
    for key, members in groups.items():
        for each in members:
            found[key, tell(numbers.tensor(each.row), done)].append(each)
            done(0)
    return found


def _form(tensor: TensorNumbers, _done: Done) -> Any:
    """Dtype and shape; of a tensor without plain bytes something that no other has."""
    return (tensor.dtype, tensor.shape) if tensor.plain_bytes is not None and tensor.size else object()


def _ends(tensor: TensorNumbers, _done: Done) -> Any:
    assert tensor.plain_bytes is not None
    stored, start, size = tensor.plain_bytes
    some = bytearray(min(_GLANCE, size))
    stored.read_into(memoryview(some), start)
    first = bytes(some)
    stored.read_into(memoryview(some), start + size - len(some))
    return first, bytes(some)


def _digest(tensor: TensorNumbers, done: Done) -> Any:
    """A digest of all bytes, and whether they are one number over and over."""
    assert tensor.plain_bytes is not None
    stored, start, size = tensor.plain_bytes
    item = size // tensor.size if tensor.size else 1
    summed = blake2b(digest_size=32)
    piece = bytearray(min(size, _PIECE))
    constant = True
    for at in range(0, size, _PIECE):
        if size - at < len(piece):
            del piece[size - at :]
        stored.read_into(memoryview(piece), start + at)
        summed.update(piece)
        constant = constant and bool(item) and piece == piece[:item] * (len(piece) // item)
        done(len(piece))
    return summed.digest(), constant


def _sure(ours: _Groups, theirs: _Groups) -> tuple[_Pairs, list[tuple[list[Leftover], list[Leftover]]]]:
    """Pairs of which there is no doubt, and the groups of the others.

    One of each, with bytes that are no constant or names that end alike; or as many on both sides that are no constant
    and whose names have the same ends, in their order.
    """
    pairs: _Pairs = []
    groups = []
    for key, one in ours.items():
        other = theirs[key]
        constant = key[1][1]
        ends = [_end(each) for each in one] == [_end(each) for each in other]
        if len(one) == len(other) and (ends or (len(one) == 1 and not constant)) and not (constant and len(one) > 1):
            pairs += zip(one, other, strict=True)
        else:
            groups.append((one, other))
    return pairs, groups


def _end(tensor: Leftover) -> str:
    return tensor.path.replace("/", ".").rpartition(".")[2]


def _learned(first: Sequence[Leftover], second: Sequence[Leftover], pairs: _Pairs) -> _Pairs:
    """More pairs, of tensors whose paths changed at their beginning as those of sure pairs did."""
    common = Counter(beginnings(one.path, other.path) for one, other in pairs).most_common(_MOST_CHANGES)
    changes = [change for change, _ in common]
    known = {one.entry for one, _ in pairs}, {other.entry for _, other in pairs}
    there = {each.path: each for each in second if each.entry not in known[1]}
    found: _Pairs = []
    for each in first:
        if each.entry in known[0]:
            continue
        for old, new in changes:
            partner = there.get(new + each.path[len(old) :]) if each.path.startswith(old) else None
            if partner is not None:
                del there[partner.path]
                found.append((each, partner))
                break
    return found


def _named(first: Sequence[Leftover], second: Sequence[Leftover], pairs: _Pairs, pause: Pause) -> _Pairs:
    """More pairs, of tensors of one shape whose last keys are parameters' names, alike but for a prefix."""
    known = {one.entry for one, _ in pairs}, {other.entry for _, other in pairs}
    ours, theirs = (
        {each.key: each for each in side if each.entry not in seen and counts[each.key] == 1 and "." in each.key}
        for side, seen in zip((first, second), known, strict=True)
        for counts in (Counter(each.key for each in side),)
    )
    found = [(ours[key], theirs[partner]) for key, partner in renamed_keys(list(ours), list(theirs), pause).items()]
    return [(one, other) for one, other in found if one.shape == other.shape]


def beginnings(old: str, new: str) -> tuple[str, str]:
    """What is left of two paths without the keys, and parts of keys between dots, that both end with."""
    first, second = _PARTS.findall(old), _PARTS.findall(new)
    while first and second and first[-1] == second[-1]:
        first.pop()
        second.pop()
    return "".join(first), "".join(second)


def branches(pairs: Iterable[tuple[str, str]]) -> dict[tuple[str, str], int]:
    """Renamed paths by what changed at their beginning, and how many each is of: ``("state_dict/", "model/module.")``.

    The beginning can be the whole path.
    """
    return dict(Counter(beginnings(old, new) for old, new in pairs))


_PARTS = re.compile("[^./]*[./]|[^./]+$")
