"""What an edit is called, in the list of changes and on a button, and what it did to how many."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import NamedTuple

from core.catalogue.catalogue import Catalogue
from core.catalogue.modules import wrapper_prefix
from core.edits.edits import (
    FOLLOW,
    AddPrefix,
    Cast,
    Compact,
    Drop,
    Edit,
    Extract,
    InsertSegment,
    Keep,
    MakePlain,
    MoveOptimizer,
    NumberState,
    PutTensor,
    RemapDevice,
    RenameKey,
    RenameKeys,
    RenameModule,
    SetNumbers,
    SetValue,
    StripPrefix,
    UseContainer,
    UseFullTensors,
    UseProtocol,
)
from core.objects.plain_rules import class_of
from core.objects.value_text import value_text
from core.text import clip, count_text, series, size_text
from core.words import say, say_count


class Effect(NamedTuple):
    """How many tensors, keys and bytes an edit touches.

    ``what`` is what only the edit itself knows: the name a key had before, the class that became a state dict, what
    an object became. ``sent`` are storages to be counted once all have their place.
    """

    tensors: int = 0
    keys: int = 0
    nbytes: int = 0
    what: str = ""
    sent: Sequence[int] | None = None


class Change(NamedTuple):
    """What one edit does: a ``title`` such as ``cuda:7 → cpu`` and how much it touches."""

    edit: Edit
    title: str
    tensors: int
    keys: int
    nbytes: int
    becomes: str = ""
    """``0.1 → 0.25`` of a value or of numbers; empty for all other changes."""

    @property
    def extent(self) -> str:
        """``390 tensors``, ``161 keys``."""
        if self.keys:
            return count_text(self.keys, "key")
        return count_text(self.tensors, "tensor") if self.tensors else say("no tensor")

    @property
    def amounts(self) -> list[str]:
        """How many tensors, keys and bytes, as far as there are any: ``390 tensors``, ``1.2 GB``."""
        tensors = [count_text(self.tensors, "tensor")] if self.tensors else []
        keys = [count_text(self.keys, "key")] if self.keys else []
        return tensors + keys + ([size_text(self.nbytes)] if self.nbytes else [])


NO_EFFECT = Effect()


def title(catalogue: Catalogue, edit: Edit, effect: Effect = NO_EFFECT) -> str:
    """The line in the list of changes: ``strip module.``."""
    return _words(catalogue, edit, effect)[0]


def becomes(catalogue: Catalogue, edit: SetValue | SetNumbers, effect: Effect = NO_EFFECT) -> str:
    """``0.1 → 0.25``: a value of before, or how many numbers, and what it becomes."""
    if isinstance(edit, SetValue):
        return f"{clip(value_text(catalogue.tree.values[edit.entry]), 40)} → {clip(value_text(edit.value), 40)}"
    return f"{effect.what} → {edit.value_text(40)}".lstrip()


def in_few_words(catalogue: Catalogue, edits: Sequence[Edit], most: int = 32) -> str:
    """What some edits do, as on a button: ``map cuda:5 → cpu``. Paths and values have ``most`` characters."""
    words = []
    for kind in dict.fromkeys(map(type, edits)):
        alike = [edit for edit in edits if type(edit) is kind]
        # What a cure keeps on the CPU is no word of its own beside the device that all else goes to.
        alike = [edit for edit in alike if not _keeps_steps(edit)] or alike
        one = dict.fromkeys(_words(catalogue, edit, NO_EFFECT, most)[1] for edit in alike)
        words.append(next(iter(one)) if len(one) == 1 else _of_many(alike, len(one)))
    return series(words)


def _words(  # noqa: C901, PLR0912 - one arm an edit
    catalogue: Catalogue, edit: Edit, effect: Effect, most: int = 32
) -> tuple[str, str]:
    """The line in the list of changes, and the few words on a button."""

    def path(entry: int) -> str:
        return catalogue.path_text(entry)

    def called(entry: int) -> str:
        return f"“{clip(path(entry), most)}”" if entry else say("the whole file")

    match edit:
        case RemapDevice(source=source, target=target, rows=rows):
            line = _remap_title(catalogue, edit)
            few = say("map {source} → {target}", source=clip(source, 40), target=clip(target, 40))
            return line, line if rows is not None and _are_steps(catalogue, rows) else few
        case MoveOptimizer(target=target):
            if target == FOLLOW:
                return say("optimizer state → its parameters"), say("state → its parameters")
            line = say("optimizer state → {target}", target=target.strip().lower())
            return line, say("optimizer state → {target}", target=clip(target, 40))
        case StripPrefix(prefix=prefix):
            return _strip_title(catalogue, edit), say("strip “{prefix}”", prefix=clip(prefix, 40))
        case AddPrefix(prefix=prefix):
            return say("add {prefix}", prefix=_dotted(prefix)), say("add “{prefix}”", prefix=clip(prefix, 40))
        case InsertSegment(segment=segment):
            return _insert_title(edit), say("insert “{segment}”", segment=clip(segment, 40))
        case RenameKey(entry=entry, name=name):
            line = say("rename {old} → {new}", old=effect.what, new=name)
            return line, say("rename {path} to “{name}”", path=called(entry), name=clip(name, most))
        case RenameKeys(pattern=pattern, replacement=replacement):
            what = f"{clip(pattern, 40)} → {clip(replacement, 40) or say('(nothing)')}"
            return say("rename {what} in keys", what=what), say(
                "rename “{pattern}” in keys", pattern=clip(pattern, most)
            )
        case NumberState():
            parameters = count_text(effect.keys, "parameter")
            return say("number the state of {parameters}", parameters=parameters), say("number the state")
        case SetValue(entry=entry):
            line = f"{path(entry)}: {becomes(catalogue, edit, effect)}"
            return line, say("set {path} to {value}", path=called(entry), value=edit.value_text(most))
        case Cast(dtype=dtype, rows=rows):
            tensors = count_text(len(rows), "tensor")
            line = say("cast {tensors} → {dtype}", tensors=tensors, dtype=clip(dtype, 40))
            return line, say("cast to {dtype}", dtype=clip(dtype, 40))
        case SetNumbers(entry=entry, box=box):
            where = f"[{box_text(box)}]" if box else ""
            line = f"{path(entry) or say('the tensor')}{where}: {becomes(catalogue, edit, effect)}"
            return line, say("set numbers of {path} to {value}", path=called(entry), value=edit.value_text(most))
        case PutTensor(entry=entry):
            line = f"{path(entry) or say('the tensor')}: ← {_source(edit)}"
            return line, say("put {source} into {path}", source=_source(edit), path=called(entry))
        case Drop(entry=entry):
            return say("drop {path}", path=path(entry)), say("drop {path}", path=called(entry))
        case Keep(entry=entry):
            line = say("keep only {path}", path=path(entry) or say("the whole file"))
            return line, say("keep only {path}", path=called(entry))
        case MakePlain(entry=entry):
            line = f"{clip(path(entry), 60) or say('the file')}: {effect.what}"
            return line, say("make {path} plain data", path=called(entry))
        case Extract(entry=entry, unwrap=unwrap):
            return _extract_words(catalogue, entry, effect.what, unwrap=unwrap)
        case RenameModule(source=source, target=target):
            line = say("{source} → {target} in {names}", source=source, target=target, names=effect.what)
            return line, say("write {source} as {target}", source=clip(source, 32), target=clip(target, 32))
        case Compact():
            return say("cut storages to what tensors use"), say("cut storages to what is used")
        case UseFullTensors():
            line = say("{dtensors} → plain tensors", dtensors=count_text(effect.tensors, "DTensor"))
            return line, say("make DTensors plain tensors")
        case UseContainer(container=container):
            line = say("zip container (torch ≥ 1.6)") if container == "zip" else say("legacy container")
            return line, say("write the zip container") if container == "zip" else say("write the legacy container")
        case UseProtocol(protocol=protocol):
            line = say("pickle protocol {protocol}", protocol=protocol)
            return line, say("write pickle protocol {protocol}", protocol=protocol)


def _extract_words(catalogue: Catalogue, entry: int, what: str, *, unwrap: bool) -> tuple[str, str]:
    where = clip(catalogue.path_text(entry), 60)
    prefix = clip(wrapper_prefix(catalogue.tree, entry), 40)
    line = f"{where or say('the file')}: {what}"
    if not prefix:
        return line, say("extract state_dict")
    few = say("extract the state_dict from the pickled {name}", name=_class_name(catalogue, entry))
    if not unwrap:
        return f"{where}: {few}" if where else few, say("extract it and keep “{prefix}”", prefix=prefix)
    return line if where else say("{extracted}, without “{prefix}”", extracted=few, prefix=prefix), few


def _class_name(catalogue: Catalogue, entry: int) -> str:
    """``DataParallel``: what the class of an object is called, without its module."""
    name = class_of(catalogue.tree.values[entry])
    return clip(name.name.rpartition(".")[2], 60) if name is not None else say("model")


def box_text(box: Sequence[tuple[int, int, int]]) -> str:
    """A box as in ``tensor[0, 2:5, ::2]``."""
    return ", ".join(map(_slice_text, box))


def _slice_text(part: tuple[int, int, int]) -> str:
    start, stop, step = part
    if stop == start + 1:
        return str(start)
    return f"{start}:{stop}" + (f":{step}" if step != 1 else "")


def _dotted(prefix: str) -> str:
    return f"{prefix.strip().rstrip('.')}."


def _strip_title(catalogue: Catalogue, edit: StripPrefix) -> str:
    prefix = _dotted(edit.prefix)
    if edit.entry and len(catalogue.state_dicts) > 1:  # else another line may say the same of another state dict
        where = clip(catalogue.path_text(edit.entry), 60)
        return (
            say("strip {prefix} everywhere in {path}", prefix=prefix, path=where)
            if edit.inner
            else say("strip {prefix} in {path}", prefix=prefix, path=where)
        )
    return say("strip {prefix} everywhere", prefix=prefix) if edit.inner else say("strip {prefix}", prefix=prefix)


def _insert_title(edit: InsertSegment) -> str:
    segment = _dotted(edit.segment)
    if not edit.under:
        return say("insert {segment} into keys", segment=segment)
    return say("insert {segment} into {under}… keys", segment=segment, under=edit.under)


def _source(edit: PutTensor) -> str:
    file = clip(edit.file.name, 60)
    return file if edit.key is None else say("{key} of {file}", key=clip(edit.key, 60), file=file)


def _remap_title(catalogue: Catalogue, edit: RemapDevice) -> str:
    target = edit.target.strip().lower()
    if edit.rows is not None:
        if _are_steps(catalogue, edit.rows):  # which a cure keeps on the CPU, and nobody has selected
            return f"{count_text(len(edit.rows), '`step` tensor')} → {target}"
        return f"{count_text(len(edit.rows), 'selected tensor')} → {target}"
    if not edit.role:
        return f"{edit.source} → {target}"
    return say("{source} → {target} ({role} only)", source=edit.source, target=target, role=say(edit.role))


def _keeps_steps(edit: Edit) -> bool:
    return isinstance(edit, RemapDevice) and edit.rows is not None and edit.target == "cpu"


def _are_steps(catalogue: Catalogue, rows: Collection[int]) -> bool:
    entries = catalogue.tree.tensors
    return all(row < len(entries) and catalogue.labels[entries[row]] == "step" for row in rows) and bool(rows)


def _of_many(edits: Sequence[Edit], count: int) -> str:
    """The few words for edits of one kind that differ."""
    match edits[0]:
        case RemapDevice():
            return _remaps([edit for edit in edits if isinstance(edit, RemapDevice)])
        case StripPrefix():
            return say_count(count, "strip {n:,} prefix", "strip {n:,} prefixes")
        case Drop():
            return say_count(count, "drop {n:,} entry", "drop {n:,} entries")
        case MakePlain():
            return say_count(count, "make {n:,} entry plain data", "make {n:,} entries plain data")
        case SetValue():
            return say_count(count, "set {n:,} value", "set {n:,} values")
        case SetNumbers():
            return say_count(count, "set numbers in {n:,} place", "set numbers in {n:,} places")
        case PutTensor():
            return say_count(count, "put numbers into {n:,} tensor", "put numbers into {n:,} tensors")
        case RenameKey():
            return say_count(count, "rename {n:,} key", "rename {n:,} keys")
        case RenameModule():
            return say_count(count, "rename {n:,} Python module", "rename {n:,} Python modules")
        case _:
            return say_count(count, "{n:,} change of this kind", "{n:,} changes of this kind")


def _remaps(edits: Sequence[RemapDevice]) -> str:
    sources, targets = {edit.source for edit in edits}, {edit.target for edit in edits}
    cuda = all(source.partition(":")[0] == "cuda" for source in sources)
    what = "cuda:*" if cuda else count_text(len(sources), "device")
    if len(targets) == 1:
        return say("map {source} → {target}", source=what, target=targets.pop())
    return say("map {source}", source=what)
