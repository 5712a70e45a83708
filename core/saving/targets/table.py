"""The formats that a checkpoint can be written in, and which of them are folders."""

from __future__ import annotations

from importlib import import_module
from typing import NamedTuple

from core.saving.targets.target import Target


class Row(NamedTuple):
    """A format: its ``module``, imported when it is asked for, and whether it is ``always_folder``."""

    module: str
    always_folder: bool = False


KNOWN: dict[str, Row] = {
    "zip": Row("core.saving.targets.torch_files"),
    "legacy": Row("core.saving.targets.torch_files"),
    "safetensors": Row("core.saving.targets.safetensors"),
}
"""By the names that ``--container`` takes."""


def target(kind: str) -> Target:
    """The module that writes a format of `KNOWN`."""
    found: Target = import_module(KNOWN[kind].module)
    return found
