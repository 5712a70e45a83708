"""What tensors of data are called, which are no weights: graphs, samples with their labels, and memories of agents."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

_TELLING = frozenset(
    (
        # Those of graphs, as in torch_geometric/data/data.py.
        *("edge_index", "edge_attr", "edge_label", "edge_label_index", "adj_t", "train_mask", "val_mask", "test_mask"),
        # Those of samples, of torchvision and of tokenizers.
        *("images", "image", "labels", "label", "targets", "target", "samples"),
        *("input_ids", "attention_mask", "token_type_ids", "position_ids"),
        # What agents remember, as in stable_baselines3/common/buffers.py.
        *("observations", "observation", "obs", "next_observations", "next_obs", "actions", "action", "rewards"),
        *("reward", "dones", "done", "terminals", "terminated", "truncated", "timeouts", "episode_starts"),
        *("advantages", "log_probs"),
    )
)
_USUAL = frozenset(
    (
        *("x", "y", "z", "pos", "batch", "ptr", "data", "features", "feats", "inputs", "outputs", "mask", "masks"),
        *("train", "test", "val", "index", "indices", "returns", "values", "states", "next_states", "ids", "name"),
    )
)
"""What others use as well: it tells beside one of the above."""


def are_of_data(keys: Sequence[Any]) -> bool:
    """Whether the texts that are the keys of a dict of tensors are names of data: two of them, and most."""
    known = [key for key in keys if key in _TELLING or key in _USUAL]
    return len(known) > 1 and 2 * len(known) > len(keys) and not _TELLING.isdisjoint(known)
