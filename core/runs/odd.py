"""Which checkpoints of a run are unlike the others: another model, other names, dtypes or optimizer, a step back.

What most of them have is usual. A checkpoint is held to that, and never to a rule of how runs should be.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterator, Sequence
from itertools import pairwise
from typing import Final, NamedTuple, TypeVar

from core.runs.folder import CheckpointRow, Model, said_by_name
from core.runs.texts import number_text
from core.text import clip, count_text, listed, quoted, sentences
from core.words import say

MODEL, KEYS, PREFIX, SHAPES = "architecture", "keys", "prefix", "shapes"
DTYPES, OPTIMIZER, BACK, NAME, FILES = "dtypes", "optimizer", "step-goes-back", "name", "files"
SAME_KEYS_NOT: Final = frozenset((MODEL, KEYS, PREFIX))
"""What a checkpoint with other keys than its neighbours is called."""
_MOST_SHARED = 0.5
"""The part of the keys below which two models have nothing to do with each other."""
_MOST_NAMED = 3
_A_WHILE = 60
"""Seconds that training takes at least to begin again and to save."""
Value = TypeVar("Value", bound=Hashable)


class Odd(NamedTuple):
    """What is unlike the others about the checkpoint at a ``row``: a code for scripts, and a sentence for people."""

    row: int
    code: str
    why: str


def odd_ones(rows: Sequence[CheckpointRow]) -> tuple[Odd, ...]:
    """All that is unlike the others, in the order of the run. Rows that do not open are left out."""
    read = [at for at, row in enumerate(rows) if row.is_read and not row.problem]
    models = [*(_strangers(rows, read) or _against_usual(rows, read, lambda row: row.model, _model))]
    others = {each.row for each in models if each.code == MODEL}
    alike = [at for at in read if at not in others]  # another model has another optimizer and other files
    found = [
        *models,
        *_against_usual(rows, alike, lambda row: row.optimizers, _optimizers),
        *_against_usual(rows, alike, _names_of_files, _files),
        *_backwards(rows, read),
        *_by_name(rows, read),
    ]
    return tuple(sorted(found, key=lambda each: each.row))


def _strangers(rows: Sequence[CheckpointRow], read: Sequence[int]) -> list[Odd]:
    """All of at least three, if none has a key that another has: there is nothing usual about them."""
    keys = [rows[at].model.keys for at in read]
    if len(keys) < 3 or not all(keys) or len(set().union(*keys)) < sum(map(len, map(set, keys))):
        return []
    why = say("No two of these share a key: each is a different model.")
    return [Odd(at, MODEL, why) for at in read]


def _against_usual(
    rows: Sequence[CheckpointRow],
    read: Sequence[int],
    asked: Callable[[CheckpointRow], Value],
    told: Callable[[Value, Value, str], tuple[str, str] | None],
) -> Iterator[Odd]:
    """What differs from what most have; of two that are as frequent the one that came last is usual."""
    values = {at: asked(rows[at]) for at in read}
    if len(set(values.values())) < 2:
        return
    usual, times = Counter(reversed(values.values())).most_common(1)[0]
    others = _others(times, len(read), next(rows[at].name for at, value in values.items() if value == usual))
    for at, value in values.items():
        found = told(value, usual, others) if value != usual else None
        if found is not None:
            yield Odd(at, *found)


def _others(times: int, of: int, name: str) -> str:
    """Those that have the usual, which ``times`` of them do: by its ``name`` where it is only one."""
    if times == 1:
        return clip(name, 60)
    return say("the others") if times == of - 1 else say("{count:,} others", count=times)


# -- the model ---------------------------------------------------------------------------------------------------------


def _model(model: Model, usual: Model, others: str) -> tuple[str, str] | None:
    if not model.keys:
        return MODEL, say("It holds no tensor, unlike {others}.", others=others)
    ours, theirs = set(model.keys), set(usual.keys)
    if ours != theirs:
        return _keys(model, usual, others)
    if model.shapes != usual.shapes:
        differ = [key for key, one, other in zip(model.keys, model.shapes, usual.shapes, strict=True) if one != other]
        return SHAPES, say("{keys} have different shapes than in {others}.", keys=_some(differ), others=others)
    before, now = (Counter(each.dtypes).most_common(1)[0][0] for each in (usual, model))
    if before == now:
        differ = [key for key, one, other in zip(model.keys, model.dtypes, usual.dtypes, strict=True) if one != other]
        return DTYPES, say("{keys} have different dtypes than in {others}.", keys=_some(differ), others=others)
    return DTYPES, say("Its tensors are {now}, but in {others} {before}.", now=now, before=before, others=others)


def _keys(model: Model, usual: Model, others: str) -> tuple[str, str]:
    ours, theirs = set(model.keys), set(usual.keys)
    change = prefixes(model.keys, usual.keys)
    if change is not None:
        own, other = (quoted(each) if each else say("nothing") for each in change)
        told = say("Its keys begin with {own}, but in {others} with {other}.", own=own, other=other, others=others)
        return PREFIX, told
    more, fewer, shared = sorted(ours - theirs), sorted(theirs - ours), ours & theirs
    if len(shared) < _MOST_SHARED * max(len(ours), len(theirs)):
        return MODEL, say(
            "It is a different model: it shares {shared:,} of {keys} with {others}.",
            shared=len(shared),
            keys=count_text(len(theirs), "key"),
            others=others,
        )
    has = say("It has {keys}, unlike {others}.", keys=_some(more), others=others) if more else ""
    lacks = say("It lacks {keys}, unlike {others}.", keys=_some(fewer), others=others) if fewer else ""
    return KEYS, sentences(has, lacks)


def prefixes(keys: Sequence[str], usual: Sequence[str]) -> tuple[str, str] | None:
    """The beginnings that are to be swapped for the keys to be the usual ones; None where nothing so simple is it."""
    if len(keys) != len(usual):
        return None
    one, other = keys[0], usual[0]
    shared = 0
    while shared < min(len(one), len(other)) and one[-1 - shared] == other[-1 - shared]:
        shared += 1
    own, theirs = one[: len(one) - shared], other[: len(other) - shared]
    if not any(each.startswith(own) for each in keys):
        return None
    became = {theirs + each[len(own) :] for each in keys if each.startswith(own)}
    return (own, theirs) if became == set(usual) else None


def _some(keys: Sequence[str]) -> str:
    return listed([clip(key, 60) for key in keys], _MOST_NAMED)


# -- the optimizer, and the files --------------------------------------------------------------------------------------


def _optimizers(kinds: tuple[str, ...], usual: tuple[str, ...], others: str) -> tuple[str, str] | None:
    own, other = (listed(each, _MOST_NAMED) for each in (kinds, usual))
    if not own:
        return OPTIMIZER, say("It has no optimizer state, unlike {others} ({other}).", other=other, others=others)
    if not other:
        return OPTIMIZER, say("It has optimizer state ({own}), unlike {others}.", own=own, others=others)
    return OPTIMIZER, say("Its optimizer is {own}, but {other} in {others}.", own=own, other=other, others=others)


def _names_of_files(row: CheckpointRow) -> tuple[str, ...]:
    """The names of the files of a folder; none of one file, which is called as its step is."""
    return tuple(sorted({file.name for file in row.files})) if row.path not in row.files else ()


def _files(names: tuple[str, ...], usual: tuple[str, ...], others: str) -> tuple[str, str] | None:
    lacking = [name for name in usual if name not in names]
    if not names or not lacking:
        return None
    return FILES, say("It lacks {keys}, unlike {others}.", keys=listed(lacking, _MOST_NAMED), others=others)


# -- steps -------------------------------------------------------------------------------------------------------------


def _backwards(rows: Sequence[CheckpointRow], read: Sequence[int]) -> Iterator[Odd]:
    """Steps that were saved after a later one: training went back, and went on from there.

    Files that were copied have dates by their names, or in any order, and close to each other. So a run is told only
    where it goes back once or twice, after a while.
    """
    places = returns(rows, read)
    if len(places) > max(2, len(read) // 10):
        return
    for at, before in places:
        told = say(
            "It was written later than the checkpoint of step {before}: either training restarted from an earlier "
            "step, or the files were copied. The file does not show which.",
            before=number_text(rows[before].step),
        )
        yield Odd(at, BACK, told)


def returns(rows: Sequence[CheckpointRow], read: Sequence[int]) -> list[tuple[int, int]]:
    """Checkpoints that were written after one of a later step, each with that one; none where dates are of copies."""
    dated = [at for at in read if rows[at].modified and rows[at].step is not None and not rows[at].links_to]
    dated.sort(key=lambda at: (rows[at].modified, rows[at].step or 0))
    if dated == sorted(dated, key=lambda at: rows[at].name):
        return []
    return [
        (now, before)
        for before, now in pairwise(dated)
        if (rows[now].step or 0) < (rows[before].step or 0) and rows[now].modified >= rows[before].modified + _A_WHILE
    ]


def _by_name(rows: Sequence[CheckpointRow], read: Sequence[int]) -> Iterator[Odd]:
    """Names that say another step than the file. Where most do, it is how this run counts.

    Lightning before 1.6 counted one step less in the name.
    """
    said = {at: said_by_name(rows[at].name, surely=True).step for at in read}
    named = [at for at in read if said[at] is not None and rows[at].step is not None]
    differ = [at for at in named if abs((said[at] or 0) - (rows[at].step or 0)) > 1]
    if 2 * len(differ) > len(named):
        return
    for at in differ:
        told = say(
            "Its name says step {named}, but the file says step {step}.",
            named=number_text(said[at]),
            step=number_text(rows[at].step),
        )
        yield Odd(at, NAME, told)
