"""The average of checkpoints: a plan for the last of them, whose weights become the means of all.

Floating and complex tensors of the model become ``sum(w * x.double()) / sum(w)``, in the order of the checkpoints,
rounded once to their own dtype. All else is that of the last one: integers and bool, as in ``torch.optim.swa_utils``,
the optimizer, steps and objects.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import permutations

from core.catalogue.build import open_catalogue
from core.catalogue.catalogue import Catalogue
from core.catalogue.integrity import verify
from core.dtypes import takes_gradients
from core.edits.edits import Keep, Plan
from core.edits.numbers.mean import Average, MeanOf
from core.edits.numbers.theirs import SEVERAL, put_of
from core.edits.preview import Preview, preview
from core.errors import DamagedSource, EditError, OtherPrefix
from core.progress import Tick, ignore
from core.runs.folder import CheckpointRow, model_rows
from core.runs.odd import prefixes
from core.text import clip, count_text, listed, quoted, shape_text, titled
from core.words import say

_OF_NORMS = ("running_mean", "running_var")
_MOST_NAMED = 3


@dataclass(frozen=True)
class Averaged:
    """A plan that makes an average, previewed, and sentences on what else is in it.

    ``sources`` are all checkpoints, opened; they must be held until it is saved.
    """

    preview: Preview
    notes: tuple[str, ...]
    sources: tuple[Catalogue, ...]


def average(
    rows: Sequence[CheckpointRow],
    weights: Sequence[float] = (),
    *,
    keep: str = "",
    accept_damage: bool = False,
    tick: Tick = ignore,
) -> Averaged:
    """The average of checkpoints in their order, weighted or not; ``keep`` is a path that becomes the whole file.

    ``tick`` counts the bytes that are held against their checksums, as nothing can tell damage from an average. Raises
    `EditError` for fewer than two, one that is not all there, and models that are not alike, and `DamagedSource`.
    """
    _check(rows, weights)
    sources = tuple(open_catalogue(row.path) for row in rows)
    if not accept_damage:
        _check_sums(sources, tick)
    last = sources[-1]
    wanted = _averaged(last)
    alike = [_alike(last, source) for source in sources]
    weights = tuple(weights) or (1.0,) * len(sources)
    means = [(entry, _mean(sources, [theirs[entry] for theirs in alike], entry, weights)) for entry in wanted]
    edits = [Average(tuple(means)), *([Keep(last.find(keep))] if keep else [])]
    return Averaged(preview(last, Plan(tuple(edits))), tuple(_notes(last, wanted, keep)), sources)


def _check(rows: Sequence[CheckpointRow], weights: Sequence[float]) -> None:
    if len(rows) < 2:
        raise EditError("An average needs at least two checkpoints.")
    if weights and len(weights) != len(rows):
        raise EditError(
            "You gave {weights:,} averaging weights for {count:,} checkpoints. Give one for each.",
            weights=len(weights),
            count=len(rows),
        )
    if weights and not sum(weights):
        raise EditError("The averaging weights add up to 0.")
    for row in rows:
        if not row.is_complete:
            missing = say("Missing: {files}.", files=listed(row.missing, _MOST_NAMED)) if row.missing else ""
            raise EditError(titled(row.name, row.problem or missing))


def _check_sums(sources: Sequence[Catalogue], tick: Tick) -> None:
    done, total = 0, sum(source.checkpoint.bytes for source in sources)
    for source in sources:
        tick(done, total)
        if not source.checkpoint.is_elsewhere:
            damages = verify(source).damages
            if damages:
                raise DamagedSource(
                    "{name} is damaged: record {record}: {problem} An average would not show it. Leave it out, or "
                    "accept the damage.",
                    name=source.checkpoint.name,
                    record=clip(damages[0].record),
                    problem=damages[0].problem,
                )
        done += source.checkpoint.bytes


def _averaged(catalogue: Catalogue) -> list[int]:
    """The entries of what is averaged; of tensors that are tied one."""
    seen: dict[tuple[object, ...], int] = {}
    for row in model_rows(catalogue):
        tensor = catalogue.tensors[row]
        if takes_gradients(tensor.dtype):
            place = (tensor.storage, tensor.storage_offset, tensor.dtype, tensor.shape, tensor.stride)
            seen.setdefault(place, tensor.entry)
    if not seen:
        raise EditError("{name} has no weights to average.", name=catalogue.checkpoint.name)
    return list(seen.values())


def _alike(last: Catalogue, other: Catalogue) -> dict[int, int]:
    """The entries of the other model by those of the last. Raises `EditError` where keys or shapes are others."""
    ours, theirs = map(_rows, (last, other))
    one, two = last.checkpoint.name, other.checkpoint.name
    if ours.keys() != theirs.keys():
        _check_prefix((last, list(ours)), (other, list(theirs)))
        only, where = (one, two) if ours.keys() - theirs.keys() else (two, one)
        keys = sorted(ours.keys() - theirs.keys() or theirs.keys() - ours.keys())
        raise EditError(
            "The models differ: {other} lacks keys that {name} has: {keys}.",
            keys=listed([clip(key, 60) for key in keys], _MOST_NAMED),
            name=only,
            other=where,
        )
    for key, row in ours.items():
        shape, its = last.tensors[row].shape, other.tensors[theirs[key]].shape
        if shape != its:
            raise EditError(
                "The models differ: {key} is {shape} in {name}, but {its} in {other}.",
                key=clip(key, 60),
                shape=shape_text(shape),
                name=one,
                its=shape_text(its),
                other=two,
            )
    return {last.tensors[row].entry: other.tensors[theirs[key]].entry for key, row in ours.items()}


def _check_prefix(*models: tuple[Catalogue, list[str]]) -> None:
    """Raises `OtherPrefix` where the keys of the one are those of the other with something before each."""
    for (one, keys), (other, others) in permutations(models):
        own, theirs = prefixes(keys, others) or ("", "")
        prefix = own.removeprefix(theirs)
        if own.startswith(theirs) and prefix.endswith(".") and "/" not in prefix:
            raise OtherPrefix(
                "The keys differ only in a prefix: those of {one} begin with {prefix}, those of {other} do not. Strip "
                "the prefix first.",
                one=one.checkpoint.name,
                prefix=quoted(prefix),
                other=other.checkpoint.name,
            ).at(one.checkpoint.path, prefix)


def _rows(catalogue: Catalogue) -> dict[str, int]:
    """The rows of the model by their paths. Raises `EditError` where two have the same."""
    found: dict[str, int] = {}
    for row in model_rows(catalogue):
        path = catalogue.path_text(catalogue.tensors[row].entry)
        if found.setdefault(path, row) != row:
            raise EditError(SEVERAL, path=clip(path, 72), name=catalogue.checkpoint.name)
    return found


def _mean(sources: Sequence[Catalogue], theirs: Sequence[int], entry: int, weights: tuple[float, ...]) -> MeanOf:
    return MeanOf(tuple(put_of(entry, *each) for each in zip(sources, theirs, strict=True)), weights)


def _notes(last: Catalogue, wanted: Sequence[int], keep: str) -> list[str]:
    name = last.checkpoint.name
    whole = sum(not takes_gradients(last.tensors[row].dtype) for row in model_rows(last))
    notes = []
    if whole:
        tensors = count_text(whole, "tensor")
        notes.append(say("Integers are not averaged but come from {name}: {tensors}.", tensors=tensors, name=name))
    if any(last.path_text(entry).endswith(_OF_NORMS) for entry in wanted):
        notes.append(
            say(
                "Batch norm statistics are averaged too; torch.optim.swa_utils.update_bn(loader, model) recomputes "
                "them for the averaged weights."
            )
        )
    if last.optimizers and not keep:
        notes.append(
            say("The optimizer, steps and everything else come from {name}; --keep writes only the model.", name=name)
        )
    return notes
