"""Lets torchvision import where its compiled part does not fit the torch that is there.

Its wheels for Linux are built for CUDA. Beside a torch for CPUs the library of its operators does not load, which
torchvision bears, but it registers rules of shapes for two of them all the same
(``torchvision/_meta_registrations.py``). With those two declared it imports; nobody here calls them.
"""

from __future__ import annotations

from functools import cache
from importlib.util import find_spec
from pathlib import Path

import torch

_OPERATORS = (
    "nms(Tensor dets, Tensor scores, float iou_threshold) -> Tensor",
    "qnms(Tensor dets, Tensor scores, float iou_threshold) -> Tensor",
)
_declared: list[torch.library.Library] = []


@cache
def allow() -> None:
    """Declare the operators unless torchvision's own library brings them; call it before anything imports it."""
    found = find_spec("torchvision")
    if found is None or found.origin is None:
        return
    try:
        for library in Path(found.origin).parent.glob("_C*.so"):
            torch.ops.load_library(str(library))
    except OSError:
        own = torch.library.Library("torchvision", "DEF")
        for schema in _OPERATORS:
            own.define(schema)
        _declared.append(own)  # what it declares goes with it
