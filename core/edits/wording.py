"""What an edit is called, in the list of changes and on a button, and what it did to how many."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from core.catalogue.catalogue import Catalogue
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
    RenameModule,
    SetNumbers,
    SetValue,
    StripPrefix,
    UseContainer,
    UseFullTensors,
    UseProtocol,
)
from core.objects.value_text import value_text
from core.text import clip, count_text, size_text


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

    @property
    def extent(self) -> str:
        """``390 tensors``, ``161 keys``."""
        if self.keys:
            return count_text(self.keys, "key")
        return count_text(self.tensors, "tensor") if self.tensors else "no tensor"

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


def in_few_words(catalogue: Catalogue, edits: Sequence[Edit], most: int = 32) -> str:
    """What some edits do, as on a button: ``map cuda:5 → cpu``. Paths and values have ``most`` characters."""
    words = []
    for kind in dict.fromkeys(map(type, edits)):
        alike = [edit for edit in edits if type(edit) is kind]
        one = dict.fromkeys(_words(catalogue, edit, NO_EFFECT, most)[1] for edit in alike)
        words.append(next(iter(one)) if len(one) == 1 else _of_many(alike, len(one)))
    return ", ".join(words)


def _words(  # noqa: C901, PLR0912 - one arm an edit
    catalogue: Catalogue, edit: Edit, effect: Effect, most: int = 32
) -> tuple[str, str]:
    """The line in the list of changes, and the few words on a button."""

    def path(entry: int) -> str:
        return catalogue.path_text(entry)

    def called(entry: int) -> str:
        return f"“{clip(path(entry), most)}”" if entry else "the whole file"

    match edit:
        case RemapDevice(source=source, target=target):
            return _remap_title(edit), f"map {clip(source, 40)} → {clip(target, 40)}"
        case MoveOptimizer(target=target):
            if target == FOLLOW:
                return "optimizer state → its parameters", "state → its parameters"
            return f"optimizer state → {target.strip().lower()}", f"optimizer state → {clip(target, 40)}"
        case StripPrefix(prefix=prefix, inner=inner):
            return f"strip {_dotted(prefix)}{' everywhere' if inner else ''}", f"strip “{clip(prefix, 40)}”"
        case AddPrefix(prefix=prefix):
            return f"add {_dotted(prefix)}", f"add “{clip(prefix, 40)}”"
        case InsertSegment(segment=segment, under=under):
            where = f"{under}… " if under else ""
            return f"insert {_dotted(segment)} into {where}keys", f"insert “{clip(segment, 40)}”"
        case RenameKey(entry=entry, name=name):
            return f"rename {effect.what} → {name}", f"rename {called(entry)} to “{clip(name, most)}”"
        case NumberState():
            return f"number the state of {count_text(effect.keys, 'parameter')}", "number the state"
        case SetValue(entry=entry, value=value):
            old = value_text(catalogue.tree.values[entry])
            text = f"{path(entry)}: {clip(old, 40)} → {clip(value_text(value), 40)}"
            return text, f"set {called(entry)} to {edit.value_text(most)}"
        case Cast(dtype=dtype, rows=rows):
            return f"cast {count_text(len(rows), 'tensor')} → {clip(dtype, 40)}", f"cast to {clip(dtype, 40)}"
        case SetNumbers(entry=entry, box=box):
            where = f"[{box_text(box)}]" if box else ""
            text = f"{path(entry) or 'the tensor'}{where}: → {edit.value_text(40)}"
            return text, f"set numbers of {called(entry)} to {edit.value_text(most)}"
        case PutTensor(entry=entry, file=file, key=key):
            source = clip(file.name, 60) if key is None else f"{clip(key, 60)} of {clip(file.name, 60)}"
            return f"{path(entry) or 'the tensor'}: ← {source}", f"put {source} into {called(entry)}"
        case Drop(entry=entry):
            return f"drop {path(entry)}", f"drop {called(entry)}"
        case Keep(entry=entry):
            return f"keep only {path(entry) or 'the whole file'}", f"keep only {called(entry)}"
        case MakePlain(entry=entry):
            return f"{clip(path(entry), 60) or 'the file'}: {effect.what}", f"make {called(entry)} plain data"
        case Extract(entry=entry, unwrap=unwrap):
            few = "extract and unwrap" if unwrap else "extract state_dict"
            return f"{clip(path(entry), 60) or 'the file'}: {effect.what}", few
        case RenameModule(source=source, target=target):
            return f"{source} → {target} in {effect.what}", f"write {clip(source, 32)} as {clip(target, 32)}"
        case Compact():
            return "cut storages to what tensors use", "cut storages to what is used"
        case UseFullTensors():
            return f"{count_text(effect.tensors, 'DTensor')} → plain tensors", "make DTensors plain tensors"
        case UseContainer(container=container):
            since = " (torch ≥ 1.6)" if container == "zip" else ""
            return f"{container} container{since}", f"write the {container} container"
        case UseProtocol(protocol=protocol):
            return f"pickle protocol {protocol}", f"write pickle protocol {protocol}"


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


def _remap_title(edit: RemapDevice) -> str:
    target = edit.target.strip().lower()
    if edit.rows is not None:
        return f"{count_text(len(edit.rows), 'selected tensor')} → {target}"
    return f"{edit.source} → {target}{f' ({edit.role} only)' if edit.role else ''}"


_OF_MANY = {
    StripPrefix: ("strip {}", "prefix"),
    Drop: ("drop {}", "entry"),
    MakePlain: ("make {} plain data", "entry"),
    SetValue: ("set {}", "value"),
    SetNumbers: ("set numbers in {}", "place"),
    PutTensor: ("put numbers into {}", "tensor"),
    RenameKey: ("rename {}", "key"),
    RenameModule: ("rename {}", "Python module"),
}


def _of_many(edits: Sequence[Edit], count: int) -> str:
    """The few words for edits of one kind that differ."""
    remaps = [edit for edit in edits if isinstance(edit, RemapDevice)]
    if remaps:
        sources, targets = {edit.source for edit in remaps}, {edit.target for edit in remaps}
        cuda = all(source.partition(":")[0] == "cuda" for source in sources)
        what = "cuda:*" if cuda else count_text(len(sources), "device")
        return f"map {what} → {targets.pop()}" if len(targets) == 1 else f"map {what}"
    words, noun = _OF_MANY.get(type(edits[0]), ("{} of this kind", "change"))
    return words.format(count_text(count, noun))
