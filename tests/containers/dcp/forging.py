"""DCP folders by torch itself, and what becomes of them when their lists are changed."""

from __future__ import annotations

import pickle
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any

import torch.distributed.checkpoint as dcp
from torch.distributed.checkpoint.metadata import Metadata


def saved(state: dict[str, Any], folder: Path, **options: Any) -> Path:
    """What ``dcp.save`` writes in one process."""
    writer = dcp.FileSystemWriter(folder, sync_files=False, **options)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        dcp.save(state, storage_writer=writer, no_dist=True)
    return folder


def changed(folder: Path, change: Callable[[Metadata], Any]) -> Path:
    """The folder with another list: ``change`` gets torch's own object, and changes it or gives another."""
    path = folder / ".metadata"
    metadata = pickle.loads(path.read_bytes())
    path.write_bytes(pickle.dumps(change(metadata) or metadata))
    return folder
