"""Shards of torch: a state dict cut into zips, or files of the older container, each as ``torch.save`` writes it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from core.files.copy import Sink
from core.pickling.nodes import DictNode
from core.saving.lacking import lost_in_copy
from core.saving.planned import Planned
from core.saving.targets.sharding import Cut, Sharded, Stem, files_of, saved_file, saved_names, total_size
from core.saving.targets.state_dict import StateDict, state_dict_of
from core.saving.targets.target import Options, Prepared, Promise
from core.words import say

_STEM = Stem("pytorch_model", ".bin")


def prepare(planned: Planned, options: Options) -> Prepared:
    """As `core.saving.targets.target.Target.prepare` says."""
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
    files, stem = files_of(planned, keys, options.shard_size, _STEM)
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
        """Write a file that has these keys."""
        wanted = set(keys)
        flat = [part for item in self.found.items if item.key in wanted for part in (item.key, item.node)]
        self.planned.write_saved(DictNode(flat), sink, self.kind)
