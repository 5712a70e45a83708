"""safetensors: the header of the library, and the numbers of each tensor behind it, written as they are read.

Tensors that share numbers are kept once, under the name that the library's ``save_model`` keeps, and the notes of the
header say which stands for which. Source: ``safetensors/bindings/python/py_src/safetensors/torch.py`` 0.8,
``_remove_duplicate_names``.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar, NamedTuple

from core.containers.lost import MARK, as_text
from core.dtypes import ITEM_SIZES
from core.errors import EditError, Step, Way
from core.files.copy import Sink
from core.formats.safetensors import NOTES
from core.saving.lacking import lost_in_copy
from core.saving.planned import Planned, PlannedTensor
from core.saving.targets.safetensors_header import CODES, MOST_HEADER, Written, header, in_order
from core.saving.targets.sharding import Cut, Sharded, Stem, files_of, saved_file, saved_names, total_size
from core.saving.targets.state_dict import state_dict_of
from core.saving.targets.target import Destination, Options, Prepared, Promise
from core.text import clip, listed
from core.words import say, say_count

_STEM = Stem("model", ".safetensors")
_MOST_NAMED = 3


def prepare(planned: Planned, options: Options) -> Prepared:
    """As `core.saving.targets.target.Target.prepare` says."""
    found = state_dict_of(planned, "safetensors", values=False)
    tensors = {item.key: item.tensor for item in found.items if item.tensor is not None}
    for key, tensor in tensors.items():
        _check(key, tensor)
    dropped = shared_names(planned, tensors)
    kept = {key: tensor for key, tensor in tensors.items() if key not in dropped}
    notes = {"format": "pt", **found.notes}
    for name, stays in dropped.items():
        notes.setdefault(name, stays)
    lost = lost_in_copy(planned.preview)
    if lost:
        notes[MARK] = as_text(lost)
    file = _File(planned, kept, notes)
    told, promises = tuple(_told(tensors, dropped)), tuple(Promise((key,), each) for key, each in kept.items())
    total = sum(tensor.nbytes for tensor in kept.values()) + 160 * len(kept) + (1 << 12)
    if not options.is_folder:
        return _Single(total, told, promises, file)
    is_cut = bool(saved_names(planned))
    keys = [
        Cut(key, each.nbytes, each.storage, saved_file(planned, each.storage) if is_cut else 0)
        for key, each in kept.items()
    ]
    files, stem = files_of(planned, keys, options.shard_size, _STEM)
    return Sharded(files, stem.listing, total, total_size(keys), told, promises, False, file.write, lost)


class _File(NamedTuple):
    """What files are written of."""

    planned: Planned
    tensors: Mapping[str, PlannedTensor]
    notes: Mapping[str, str]

    def write(self, keys: Iterable[str], sink: Sink) -> None:
        tensors = [(key, self.tensors[key]) for key in keys]
        rows = [Written(key, CODES[each.dtype], _shape(each), each.nbytes) for key, each in tensors]
        order = in_order(rows)
        head = header((rows[at] for at in order), self.notes)
        if len(head) > MOST_HEADER:
            raise EditError("The names of all tensors together are more than a safetensors file can hold.")
        sink.write(head)
        for at in order:
            self.planned.write(tensors[at][1], sink)


@dataclass(frozen=True)
class _Single:
    """One file."""

    total: int
    notes: tuple[str, ...]
    promises: tuple[Promise, ...]
    file: _File

    is_folder: ClassVar[bool] = False
    whole: ClassVar[None] = None
    keeps_devices: ClassVar[bool] = False
    lists_all: ClassVar[bool] = True
    opens: ClassVar[str] = ""

    def write(self, place: Destination) -> None:
        """As `core.saving.targets.target.Prepared.write` says."""
        with place.file() as sink:
            self.file.write(self.file.tensors, sink)


def _shape(tensor: PlannedTensor) -> Sequence[int]:
    """The shape in numbers: torch counts two of float4 as one."""
    return (*tensor.shape[:-1], 2 * tensor.shape[-1]) if tensor.dtype == "float4_e2m1fn_x2" else tensor.shape


def _check(key: str, tensor: PlannedTensor) -> None:
    if tensor.dtype not in CODES or (tensor.dtype == "float4_e2m1fn_x2" and not tensor.shape):
        raise EditError(
            "safetensors does not support {dtype}, the dtype of {key!r}. Save as zip, or leave that tensor out.",
            dtype=tensor.dtype,
            key=clip(key, 60),
        ).with_ways(Way(Step.SAVE_AS, "zip"), Way(Step.DROP, key))
    try:
        key.encode()
    except UnicodeEncodeError:  # half a surrogate pair
        key = NOTES
    if key == NOTES:
        told = say(
            "No tensor of a safetensors file can be called {key!r}. Rename it, or save as zip.", key=clip(key, 60)
        )
        raise EditError(told).with_ways(Way(Step.RENAME, key), Way(Step.SAVE_AS, "zip"))


# -- tensors that share numbers ------------------------------------------------------------------------------------


def shared_names(planned: Planned, tensors: Mapping[str, PlannedTensor]) -> dict[str, str]:
    """The names that are left out, each with the one that stands for it.

    Of names whose numbers overlap that of a whole storage stays, as with ``save_model``. Where none is whole, which
    that refuses, only names of the very same numbers become one, and the others are written each by itself.
    """
    by_storage: dict[str, list[str]] = {}
    for key, tensor in tensors.items():
        if tensor.nbytes:
            by_storage.setdefault(tensor.storage, []).append(key)
    dropped: dict[str, str] = {}
    for storage, keys in by_storage.items():
        for group in _overlapping(keys, tensors) if len(keys) > 1 else ():
            whole = sorted(key for key in group if tensors[key].nbytes == planned.storages.nbytes(storage))
            same: dict[object, str] = {}
            for key in sorted(group):
                stays = whole[0] if whole else same.setdefault((tensors[key].dtype, tensors[key].layout), key)
                if stays != key:
                    dropped[key] = stays
    return dropped


def _overlapping(keys: Sequence[str], tensors: Mapping[str, PlannedTensor]) -> list[list[str]]:
    """Keys of one storage in groups whose bytes meet."""
    groups: list[list[str]] = []
    end = -1
    for begin, stop, key in sorted((*_area(tensors[key]), key) for key in keys):
        if begin >= end:
            groups.append([])
        groups[-1].append(key)
        end = max(stop, end) if begin < end else stop
    return groups


def _area(tensor: PlannedTensor) -> tuple[int, int]:
    item = ITEM_SIZES[tensor.dtype]
    return tensor.offset * item, (tensor.offset + tensor.layout.reach) * item


# -- what is told --------------------------------------------------------------------------------------------------


def _told(tensors: Mapping[str, PlannedTensor], dropped: Mapping[str, str]) -> Iterable[str]:
    if dropped:
        names = listed([clip(f"{name} = {kept}", 90) for name, kept in dropped.items()], _MOST_NAMED)
        yield say_count(
            len(dropped),
            "{n:,} tensor shares its numbers with another and is not written twice: {names}. "
            "safetensors.torch.load_model puts it back.",
            "{n:,} tensors share their numbers with others and are not written twice: {names}. "
            "safetensors.torch.load_model puts them back.",
            names=names,
        )
    devices = sorted({tensor.device for tensor in tensors.values()} - {"cpu"})
    if devices:
        yield say("safetensors names no devices: {devices} is not kept.", devices=listed(devices, _MOST_NAMED))
    if any(tensor.requires_grad for tensor in tensors.values()):
        yield say("safetensors does not say which tensors require gradients.")
