"""What the frameworks' own loaders said of the folders in ``tests/data``, and the same as this program shows it."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

from core.catalogue.catalogue import Catalogue
from core.numbers.reader import Numbers

FOLDERS = Path(__file__).parents[1] / "data" / "folders"
Tensors = dict[tuple[Any, ...], tuple[str, tuple[int, ...], str]]
"""Path → dtype, shape and SHA-256 of the bytes, row by row."""


def facts(name: str) -> dict[str, Any]:
    """The facts of ``tests/data/folders/NAME``."""
    found: dict[str, Any] = json.loads((FOLDERS / f"{name}.json").read_text())
    return found


def told(name: str) -> Tensors:
    """The whole tensors, as the framework's loader gave them."""
    return {tuple(path): (dtype, tuple(shape), digest) for path, dtype, shape, digest in facts(name)["tensors"]}


def shown(catalogue: Catalogue) -> Tensors:
    """The tensors of a catalogue."""
    found: Tensors = {}
    with Numbers(catalogue) as numbers:
        for row, tensor in enumerate(catalogue.tensors):
            raw = bytearray()
            for piece in numbers.tensor(row).in_order():
                raw += piece.tobytes()
            digest = hashlib.sha256(raw).hexdigest()
            found[catalogue.path(tensor.entry)] = tensor.dtype, tensor.shape, digest
    return found
