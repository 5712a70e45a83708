"""The edits a user can plan. Each is frozen and refers to the checkpoint as it was opened, so a plan can be
swapped, undone and previewed without touching anything.
"""

from __future__ import annotations

import fnmatch
import re
from collections.abc import Iterable
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any, TypeVar

from core.errors import BadDevice, EditError
from core.files.one_file import FileIdentity
from core.objects.value_text import value_text
from core.text import clip
from core.words import say

FOLLOW = "follow"
"""Target of `MoveOptimizer`: each piece of state goes to where its parameter is."""

_INDEXED = ("cuda", "xpu", "hpu", "npu", "xla", "mtia", "privateuseone", "hip", "maia", "ipu", "vulkan")
_INDEX = "0|[1-9][0-9]?|1[01][0-9]|12[0-7]"
"""torch keeps an index in a signed byte, and would take a larger one for another device."""
_DEVICE = re.compile(rf"(?:cpu|mps|(?:{'|'.join(_INDEXED)})(?::(?:{_INDEX}))?)")


@dataclass(frozen=True, slots=True)
class RemapDevice:
    """What was saved on ``source`` (a device or a glob such as ``cuda:*``) goes to ``target``.

    Like ``torch.load(map_location={source: target})``, which leaves ``torch.device`` values alone. ``role`` limits it
    to ``model``, ``optimizer`` or ``other``; ``rows`` to the storages of those tensor rows.
    """

    source: str
    target: str
    role: str | None = None
    rows: frozenset[int] | None = None


@dataclass(frozen=True, slots=True)
class MoveOptimizer:
    """Optimizer state goes to ``target``, a device or `FOLLOW`; ``entry`` names one optimizer, None means all.

    ``step`` and its like stay on the CPU unless their group is capturable or fused:
    `core.catalogue.optimizers.scalar_state`.
    """

    target: str
    entry: int | None = None


@dataclass(frozen=True, slots=True)
class StripPrefix:
    """Keys lose ``prefix`` (whole dotted segments); ``entry`` names one state dict, None means all.

    With ``inner`` the segment goes wherever it stands: ``model._orig_mod.x`` becomes ``model.x``.
    """

    prefix: str
    entry: int | None = None
    inner: bool = False


@dataclass(frozen=True, slots=True)
class AddPrefix:
    """All keys of a state dict gain ``prefix``, as a model wrapped in DataParallel expects."""

    prefix: str
    entry: int | None = None


@dataclass(frozen=True, slots=True)
class RenameKey:
    """The key of one dict entry becomes ``name``."""

    entry: int
    name: str


@dataclass(frozen=True, slots=True)
class RenameKeys:
    """Keys in which ``pattern`` is found get another name: see `core.edits.renaming.patterns.renamer`.

    ``form`` is ``text``, ``glob`` or ``regex``. Meant are the keys of all state dicts, or those at ``entries``, which
    may be keys of any dictionary.
    """

    pattern: str
    replacement: str
    form: str = "text"
    entries: frozenset[int] | None = None


@dataclass(frozen=True, slots=True)
class NumberState:
    """Text keys in the ``state`` of the optimizer at ``entry`` become the numbers that its groups list: ``'0'``, 0."""

    entry: int


@dataclass(frozen=True, slots=True)
class Drop:
    """One entry and all below it is left out."""

    entry: int


@dataclass(frozen=True, slots=True)
class Keep:
    """What is at ``entry`` becomes the whole file, as when ``state_dict`` is taken out of a checkpoint."""

    entry: int


@dataclass(frozen=True, slots=True)
class InsertSegment:
    """Keys of a state dict gain ``segment`` after their first ``depth`` dotted segments.

    Only keys that begin with ``under`` do; ``entry`` names one state dict, None means all. With
    ``InsertSegment("body.", 1, under="backbone.")``, ``backbone.conv.weight`` becomes ``backbone.body.conv.weight``.
    """

    segment: str
    depth: int
    entry: int | None = None
    under: str = ""


@dataclass(frozen=True, slots=True)
class SetValue:
    """The number, text, truth value or None at ``entry`` becomes ``value``."""

    entry: int
    value: int | float | str | bool | None

    def value_text(self, most: int) -> str:
        """The new value as people read it, in no more than ``most`` characters."""
        return value_text(self.value, most)


@dataclass(frozen=True, slots=True)
class Cast:
    """The tensors of some ``rows`` are stored in another ``dtype``, rounded as ``tensor.to(dtype)`` does.

    A dtype belongs to a storage, as a device does: tensors that share one are cast together.
    """

    dtype: str
    rows: frozenset[int]


@dataclass(frozen=True, slots=True)
class SetNumbers:
    """The numbers of a tensor in ``box`` become ``value``: (start, stop, step) a dimension, as in ``tensor[box]``."""

    entry: int
    box: tuple[tuple[int, int, int], ...]
    value: int | float | complex | bool

    def value_text(self, most: int) -> str:
        """The new number as people read it, in no more than ``most`` characters."""
        return clip(str(self.value), most)


@dataclass(frozen=True, slots=True)
class PutTensor:
    """The numbers of a tensor become those of another file: of an ``.npy``, or of what is at path ``key`` in a
    checkpoint.

    Numbers of an ``.npy`` are put into the tensor's own dtype; a tensor of a checkpoint brings its dtype along.
    Made by `core.edits.numbers.theirs.put_tensor`, which looks into the file: ``dtype`` and ``shape`` are those that it
    found there, ``identity`` tells whether the file is still the same when it is read.
    """

    entry: int
    file: Path
    key: str | None
    identity: FileIdentity
    dtype: str
    shape: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class MakePlain:
    """The object at ``entry`` becomes plain data: a ``Namespace`` a dict, a path its text, an array a tensor.

    So do all objects below it that ``weights_only=True`` refuses.
    """

    entry: int


@dataclass(frozen=True, slots=True)
class Extract:
    """The pickled module at ``entry`` becomes its ``state_dict()``, a pickled optimizer likewise.

    With ``unwrap`` it is that of the module inside DataParallel and its like.
    """

    entry: int
    unwrap: bool = False


@dataclass(frozen=True, slots=True)
class RenameModule:
    """Names of the Python module ``source`` are written as names of ``target``: ``numpy._core``, ``numpy.core``."""

    source: str
    target: str


@dataclass(frozen=True, slots=True)
class Compact:
    """Storages keep only the bytes that tensors use, as after ``.clone()``; tensors that overlap stay shared."""


@dataclass(frozen=True, slots=True)
class UseFullTensors:
    """DTensors that hold the whole tensor become plain ones, as ``full_tensor()`` gives them; others stay."""


@dataclass(frozen=True, slots=True)
class UseContainer:
    """The file is written as a ``zip`` (torch ≥ 1.6) or in the ``legacy`` container."""

    container: str


@dataclass(frozen=True, slots=True)
class UseProtocol:
    """The pickle is written in this protocol; 2 is the only one that ``weights_only=True`` reads in full."""

    protocol: int


Edit = (
    RemapDevice
    | MoveOptimizer
    | StripPrefix
    | AddPrefix
    | InsertSegment
    | RenameKey
    | RenameKeys
    | NumberState
    | SetValue
    | Cast
    | SetNumbers
    | PutTensor
    | Drop
    | Keep
    | MakePlain
    | Extract
    | RenameModule
    | Compact
    | UseFullTensors
    | UseContainer
    | UseProtocol
)
_E = TypeVar("_E", bound=Edit)


def subject(edit: Edit) -> tuple[Any, ...]:  # noqa: C901 - one arm an edit
    """What an edit is about: a new edit with the same subject takes the place of the old one."""
    match edit:
        case RemapDevice(source=source, role=role, rows=rows):
            return RemapDevice, source, role, rows
        case MoveOptimizer(entry=entry):
            return MoveOptimizer, entry
        case StripPrefix(prefix=prefix, entry=entry, inner=inner):
            return StripPrefix, prefix, entry, inner
        case AddPrefix(prefix=prefix, entry=entry):
            return AddPrefix, prefix, entry
        case InsertSegment(segment=segment, depth=depth, entry=entry, under=under):
            return InsertSegment, segment, depth, entry, under
        case RenameModule(source=source):
            return RenameModule, source
        case RenameKeys(pattern=pattern, form=form, entries=entries):
            return RenameKeys, pattern, form, entries
        case RenameKey(entry=entry) | SetValue(entry=entry) | Drop(entry=entry) | PutTensor(entry=entry):
            return type(edit), entry
        case Cast(rows=rows):
            return Cast, rows
        case SetNumbers(entry=entry, box=box):
            return SetNumbers, entry, box
        case MakePlain(entry=entry) | Extract(entry=entry) | NumberState(entry=entry):
            return type(edit), entry
        case Keep() | Compact() | UseFullTensors() | UseContainer() | UseProtocol():
            return (type(edit),)


@dataclass(frozen=True)
class Plan:
    """Edits in the order the user made them. Where two touch the same thing, the later one wins."""

    edits: tuple[Edit, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.edits)

    def with_edit(self, edit: Edit) -> Plan:
        """The plan with ``edit`` in it, in the place of an earlier edit about the same thing."""
        return self.with_edits((edit,))

    def with_edits(self, edits: Iterable[Edit]) -> Plan:
        """The plan with several edits in it, one after the other: see `with_edit`.

        Numbers go over those that were set since the earlier edit, so they come last.
        """
        found: list[Edit | None] = list(self.edits)
        places = {subject(edit): place for place, edit in reversed(list(enumerate(self.edits)))}
        for edit in edits:
            place = places.setdefault(subject(edit), len(found))
            if place < len(found) and isinstance(edit, SetNumbers | PutTensor):
                found[place] = None
                place = places[subject(edit)] = len(found)
            found[place : place + 1] = [edit]
        return Plan(tuple(edit for edit in found if edit is not None))

    def without(self, edit: Edit) -> Plan:
        """The plan without ``edit``; the same plan when it is not in it."""
        return Plan(tuple(old for old in self.edits if old != edit))

    def find(self, kind: type[_E], **wanted: Any) -> _E | None:
        """The last edit of a kind whose fields have the values given."""
        known = {field.name for field in fields(kind)}
        assert wanted.keys() <= known, wanted
        for edit in reversed(self.edits):
            if isinstance(edit, kind) and all(getattr(edit, name) == value for name, value in wanted.items()):
                return edit
        return None


def check_device(text: str) -> str:
    """A device as torch spells it. Raises `BadDevice`, with the nearest spelling that torch knows."""
    device = text.strip().lower()
    if _DEVICE.fullmatch(device):
        return device
    if device.startswith("meta"):
        raise BadDevice(
            say("A tensor on 'meta' has no bytes: the file would lose its weights. Choose cpu or a GPU such as cuda:0.")
        )
    guess = re.fullmatch(rf"(?:gpu|cuda|g)?[ :_-]*0*({_INDEX})", device)
    said = say("{text!r} is no device that torch knows; use cpu, cuda:0, cuda:1, mps or xpu:0.", text=clip(text, 60))
    hint = say("Did you mean 'cuda:{index}'?", index=guess[1]) if guess else ""
    raise BadDevice(f"{said} {hint}" if hint else said)


def check_prefix(text: str) -> str:
    """A prefix as whole dotted segments, with its final dot. Raises `EditError` for an empty one."""
    prefix = text.strip().rstrip(".")
    if not prefix or prefix.startswith(".") or ".." in prefix:
        raise EditError(say("{text!r} is no prefix; write whole dotted segments, such as 'module.'.", text=text))
    return prefix + "."


def device_matches(pattern: str, device: str) -> bool:
    """Whether a saved device is meant by a device or glob; ``cuda`` without a number is a ``cuda:*``."""
    if pattern == device or fnmatch.fnmatchcase(device, pattern):
        return True
    return ":" not in device and device != "cpu" and fnmatch.fnmatchcase(f"{device}:0", pattern) and "*" in pattern
