"""What the columns of the tree are called, and what they mean."""

from __future__ import annotations

from typing import Final

from core.words import marked
from gui.document.cells import Column

NAMES: Final = (
    marked("Key"),
    marked("Shape"),
    marked("Dtype"),
    marked("Size"),
    marked("Device"),
    marked("After"),
    marked("Parameters"),
    marked("File"),
)
TIPS: Final = (
    marked("The keys of the file, dotted ones as modules or flat as torch sees them"),
    marked("The shape of a tensor; for anything else, how many tensors lie below"),
    marked("The dtype, as torch names it"),
    marked("The bytes of the tensor; what tensors share is counted once"),
    marked("The device the tensor was saved on: where torch.load(f) without map_location puts it"),
    marked("What will be different in the file you save; shown as soon as something is planned"),
    marked("How many numbers, buffers among them: numel() of a tensor, else the sum of all below, shared ones once"),
    marked("The file that the tensor lies in, or how many files it is put together of"),
)
NUMBERS: Final = frozenset({Column.SIZE, Column.NUMBERS})
"""Columns of numbers, which stand one below the other."""
