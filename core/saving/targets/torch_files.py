"""What ``torch.save`` writes: one zip, or one file of the legacy format; or a state dict cut into several of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, NamedTuple

from core.files.copy import Sink
from core.pickling.nodes import DictNode
from core.saving.lacking import lost_in_copy
from core.saving.layout import NewFile
from core.saving.planned import Planned
from core.saving.targets.target import Destination, Options, Prepared, Promise
from core.words import say

if TYPE_CHECKING:
    from core.saving.targets.state_dict import StateDict


def prepare(planned: Planned, options: Options) -> Prepared:
    """As `core.saving.targets.target.Target.prepare` says."""
    if options.is_folder:
        return _shards(planned, options)
    preview, whole = planned.preview, NewFile(planned.preview, options.kind, planned.storages)
    # The size that was shown beforehand; in another container only the new file can tell.
    is_same = options.kind == (preview.container or preview.catalogue.checkpoint.container)
    return _OneFile(whole, preview.bytes_after if is_same else whole.total)


@dataclass(frozen=True)
class _OneFile:
    """The whole in one file; ``shown`` are the bytes that progress counts to."""

    whole: NewFile
    shown: int

    notes: ClassVar[tuple[str, ...]] = ()
    promises: ClassVar[tuple[Promise, ...]] = ()
    is_folder: ClassVar[bool] = False
    keeps_devices: ClassVar[bool] = True
    lists_all: ClassVar[bool] = True
    opens: ClassVar[str] = ""

    @property
    def total(self) -> int:
        return self.whole.total

    def write(self, place: Destination) -> None:
        """As `core.saving.targets.target.Prepared.write` says."""
        with place.file() as sink:
            sink.total = self.shown
            self.whole.write(sink)


# -- shards --------------------------------------------------------------------------------------------------------


def _shards(planned: Planned, options: Options) -> Prepared:
    from core.saving.targets.sharding import (  # noqa: PLC0415 - for who cuts
        Cut,
        Sharded,
        Stem,
        files_of,
        saved_file,
        saved_names,
        total_size,
    )
    from core.saving.targets.state_dict import state_dict_of  # noqa: PLC0415 - as above

    found = state_dict_of(planned, say("A checkpoint in shards"), values=True)
    is_cut = bool(saved_names(planned))
    keys = [
        Cut(item.key, 0, "")
        if item.tensor is None
        else Cut(
            item.key,
            planned.storages.nbytes(item.tensor.storage),
            item.tensor.storage,
            saved_file(planned, item.tensor.storage) if is_cut else 0,
        )
        for item in found.items
    ]
    files, stem = files_of(planned, keys, options.shard_size, Stem("pytorch_model", ".bin"))
    size = total_size(keys)
    promises = tuple(Promise((item.key,), item.tensor) for item in found.items if item.tensor is not None)
    total = size + 256 * len(keys) + (1 << 16) * len(files)
    lost, write = lost_in_copy(planned.preview), _Parts(planned, options.kind, found).write
    return Sharded(files, stem.listing, total, size, (), promises, True, write, lost)


class _Parts(NamedTuple):
    planned: Planned
    kind: str
    found: StateDict

    def write(self, keys: Sequence[str], sink: Sink) -> None:
        wanted = set(keys)
        flat = [part for item in self.found.items if item.key in wanted for part in (item.key, item.node)]
        self.planned.write_saved(DictNode(flat), sink, self.kind)
