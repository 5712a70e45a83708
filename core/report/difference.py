"""How two files differ, as ``diff`` prints it: as data for JSON, and as text with the worst first."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from core.catalogue.catalogue import Catalogue
from core.catalogue.optimizers.hyperparameters import json_value
from core.objects.value_text import json_path
from core.report.inspect import JsonDict
from core.report.layout import aligned, labelled
from core.report.numbers import json_number
from core.text import clip, count_text, shape_text, titled
from core.values.diff import (
    DEVICE,
    DTYPE,
    GRADIENT,
    ORDER,
    SHAPE,
    TYPE,
    VALUES,
    Difference,
    FileDifference,
    worst_first,
)
from core.values.difference.renames import branches
from core.words import marked, say

_MOST = 20
"""Lines of a part, where not everything is wanted."""
_MOST_ALIKE = 3
"""Renamed branches below the same two entries that are told one by one."""
_LONGEST = 72
_HEAD = ("max |a-b|", "mean |a-b|", marked("relative"), "1-cosine", marked("numbers that differ"))
_KINDS = {DTYPE: "dtype", DEVICE: marked("device"), GRADIENT: marked("gradient")}


def difference_json(a: Catalogue, b: Catalogue, found: FileDifference) -> JsonDict:
    """The object that ``diff --json`` prints: ``same`` counts tensors; a pair is that of a and that of b."""
    renamed = [(a.path_text(one), b.path_text(other)) for one, other in found.renamed]
    return {
        "a": str(a.checkpoint.path),
        "b": str(b.checkpoint.path),
        "identical": found.is_same,
        "same": found.same,
        "changed": [_changed(a, b, each) for each in found.changed],
        "only_a": _paths(a, found.only_a),
        "only_b": _paths(b, found.only_b),
        "renamed": [[json_path(a.path(one)), json_path(b.path(other))] for one, other in found.renamed],
        "renamed_prefixes": [
            {"a": old, "b": new, "keys": count} for (old, new), count in branches(renamed).items() if count > 1
        ],
        "unreadable": [{"path": json_path(a.path(entry)), "why": why} for entry, why in found.unread.items()],
        "unsure": [[_paths(a, ours), _paths(b, theirs)] for ours, theirs in found.unsure],
    }


def _paths(catalogue: Catalogue, entries: Iterable[int]) -> list[list[str | int]]:
    return [json_path(catalogue.path(entry)) for entry in entries]


def _changed(a: Catalogue, b: Catalogue, each: Difference) -> JsonDict:
    found: JsonDict = {
        "path": json_path(a.path(each.entry_a)),
        "kinds": list(each.kinds),
        **{name: json_number(number) for name, number in _distances(each).items()},
        "differing": each.differing,
        "not_finite": each.not_finite,
    }
    for kind in each.kinds:
        pair = _pair(a, b, each, kind)
        if pair is not None:
            found["value" if kind == VALUES else kind] = pair
    return found


def _distances(each: Difference) -> dict[str, float | None]:
    """How far the numbers are apart; None where of all that differ one is NaN or infinite: 0 would say they do not."""
    found = {"max_abs": each.max_abs, "mean_abs": each.mean_abs, "relative": each.relative, "cosine": each.cosine}
    return dict.fromkeys(found) if each.not_finite and each.not_finite == each.differing else found


def _pair(a: Catalogue, b: Catalogue, each: Difference, kind: str) -> list[Any] | None:
    """What a and b have, of one kind of difference."""
    entries = (a, each.entry_a), (b, each.entry_b)
    if kind == ORDER:
        return None
    if kind == TYPE:
        return [catalogue.kind(entry) for catalogue, entry in entries]
    rows = [catalogue.rows[entry] for catalogue, entry in entries]
    if min(rows) < 0:
        return [json_value(catalogue.values[entry]) for catalogue, entry in entries]
    if kind == DEVICE:
        return [catalogue.device_of(row) for catalogue, row in zip((a, b), rows, strict=True)]
    tensors = [catalogue.tensors[row] for catalogue, row in zip((a, b), rows, strict=True)]
    return None if kind == VALUES else [getattr(tensor, kind) for tensor in tensors]


# -- text ----------------------------------------------------------------------------------------------------


def difference_lines(a: Catalogue, b: Catalogue, found: FileDifference, *, everything: bool = False) -> Iterator[str]:
    """The same for a terminal; at most 20 lines of each part, all with ``everything``."""
    first, second = names_of(a, b)
    most = None if everything else _MOST
    if found.is_same:
        yield say("{first} and {second}: nothing differs", first=first, second=second)
    elif found.has_same_values:
        yield say("{first} and {second}: they differ, but no tensor value changed", first=first, second=second)
    else:
        yield say("{first} and {second}: they differ", first=first, second=second)
    if a.checkpoint.identity == b.checkpoint.identity:
        yield labelled("", say("they are one and the same file"))
    yield labelled(say("same"), count_text(found.same, "tensor"))
    for kind, pairs in _alike(a, b, found.changed).items():
        for (one, other), count in pairs.most_common(most):
            yield labelled(
                say(_KINDS[kind]), titled(f"{clip(one, 40)} → {clip(other, 40)}", count_text(count, "tensor"))
            )
    yield from _value_lines(a, b, found.changed, most)
    yield from _number_lines(found.changed, most)
    yield from _rename_lines(a, b, found, most)
    yield from _part(
        labelled(say("damaged"), _counted(len(found.unread))),
        [f"{clip(a.path_text(entry), _LONGEST)}  {clip(why, 300)}" for entry, why in found.unread.items()],
        most,
    )
    for name, catalogue, entries in ((first, a, found.only_a), (second, b, found.only_b)):
        yield from _part(
            say("only in {name}: {entries}", name=clip(name), entries=_counted(len(entries))),
            _alone(catalogue, entries),
            most,
        )
    for ours, theirs in found.unsure[:most]:
        told = say(
            "{tensors} only in {first} and {count:,} only in {second} have the same bytes, such as {one} and "
            "{other}, so they cannot be paired",
            tensors=count_text(len(ours), "tensor"),
            first=clip(first),
            count=len(theirs),
            second=clip(second),
            one=clip(a.path_text(ours[0])),
            other=clip(b.path_text(theirs[0])),
        )
        yield labelled(say("unsure"), told)


def names_of(a: Catalogue, b: Catalogue) -> tuple[str, str]:
    """What the two files are called: their names, with as many folders as tell them apart."""
    first, second = a.checkpoint.path.parts, b.checkpoint.path.parts
    for count in range(1, max(len(first), len(second))):
        if first[-count:] != second[-count:]:
            return "/".join(first[-count:]), "/".join(second[-count:])
    return a.checkpoint.name, b.checkpoint.name


def _counted(count: int) -> str:
    return count_text(count, "entry")


def _alike(a: Catalogue, b: Catalogue, changed: Sequence[Difference]) -> dict[str, Counter[tuple[str, str]]]:
    """Dtypes, devices and the like by what became what: a whole model moves at once."""
    found: dict[str, Counter[tuple[str, str]]] = {kind: Counter() for kind in (DTYPE, DEVICE, GRADIENT)}
    for each in changed:
        for kind in found.keys() & set(each.kinds):
            one, other = map(str, _pair(a, b, each, kind) or ("", ""))
            found[kind][one, other] += 1
    return found


def _value_lines(a: Catalogue, b: Catalogue, changed: Sequence[Difference], most: int | None) -> Iterator[str]:
    """Plain values, shapes, and what else is of one entry."""
    lines = []
    for each in changed:
        path = clip(each.path, _LONGEST) or say("the whole file")
        if SHAPE in each.kinds:
            one, other = (shape_text(shape or ()) for shape in (a.shape(each.entry_a), b.shape(each.entry_b)))
            lines.append((path, f"{one} → {other}"))
        elif TYPE in each.kinds or (VALUES in each.kinds and each.max_abs is None):
            one, other = a.summary(each.entry_a), b.summary(each.entry_b)
            lines.append((path, f"{one} → {other}" if one != other else say("{one}, with other values", one=one)))
        elif ORDER in each.kinds:
            lines.append((path, say("its keys are in a different order")))
    yield from _part(labelled(say("changed"), _counted(len(lines))), list(aligned(lines)), most)


def _number_lines(changed: Sequence[Difference], most: int | None) -> Iterator[str]:
    """The tensors whose numbers differ, the worst first, as a table."""
    worst = worst_first(changed)
    if not worst:
        return
    rows = [("", *map(say, _HEAD)), *map(_row, worst[:most])]
    numbers = say("the numbers of {tensors}, largest difference first", tensors=count_text(len(worst), "tensor"))
    yield labelled(say("changed"), numbers)
    yield from (f"  {line}" for line in aligned(rows, right=range(1, len(rows[0]))))
    if len(worst) > len(rows) - 1:
        yield _more(len(worst) - len(rows) + 1)


def _row(each: Difference) -> tuple[str, ...]:
    differing = f"{each.differing or 0:,}"
    if each.not_finite:
        differing = say(
            "{differing}, {not_finite:,} of them NaN or Inf in one file",
            differing=differing,
            not_finite=each.not_finite,
        )
    numbers = ("-" if number is None else f"{number:.3g}" for number in _distances(each).values())
    return (clip(each.path, _LONGEST), *numbers, differing)


def _rename_lines(a: Catalogue, b: Catalogue, found: FileDifference, most: int | None) -> Iterator[str]:
    pairs = [(a.path_text(one), b.path_text(other)) for one, other in found.renamed]
    alike: dict[tuple[str, str], list[tuple[str, str, int]]] = {}
    for (old, new), count in branches(pairs).items():
        alike.setdefault((_above(old), _above(new)), []).append((old, new, count))
    lines = []
    for group in alike.values():
        if most is None or len(group) <= _MOST_ALIKE:
            lines += [_renamed(*each) for each in group]
        else:  # the numbers of optimizer state, most often
            old, new, _ = group[0]
            lines.append(_renamed(old, new, sum(count for *_, count in group), like_it=len(group) - 1))
    yield from _part(labelled(say("renamed"), _counted(len(pairs))), lines, most)


def _above(path: str) -> str:
    return path.rstrip("/.").rpartition("/")[0]


def _renamed(old: str, new: str, count: int, *, like_it: int = 0) -> str:
    renamed = f"{clip(old) or say('(nothing)')} → {clip(new) or say('(nothing)')}"
    if like_it:
        renamed = say("{renamed} and {count:,} more like it", renamed=renamed, count=like_it)
    return titled(renamed, _counted(count)) if count > 1 else renamed


def _alone(catalogue: Catalogue, entries: Sequence[int]) -> list[str]:
    return list(aligned([(clip(catalogue.path_text(each), _LONGEST), catalogue.summary(each)) for each in entries]))


def _part(title: str, lines: Sequence[str], most: int | None) -> Iterator[str]:
    """A title with its lines below; nothing without lines."""
    if not lines:
        return
    yield title
    yield from (f"  {line}" for line in lines[:most])
    if len(lines) > len(lines[:most]):
        yield _more(len(lines) - len(lines[:most]))


def _more(count: int) -> str:
    return f"  {say('and {count:,} more: --all lists them', count=count)}"
