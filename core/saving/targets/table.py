"""The modules that write the formats of `core.saving.targets.names`."""

from __future__ import annotations

from importlib import import_module
from typing import Final

from core.saving.targets.target import Target

_MODULES: Final = {
    "zip": "core.saving.targets.torch_files",
    "legacy": "core.saving.targets.torch_files",
    "safetensors": "core.saving.targets.safetensors",
    "dcp": "core.saving.targets.dcp",
    "files": "core.saving.targets.same_files",
}
"""Each imported when it is asked for."""


def target(kind: str) -> Target:
    """The module that writes a format."""
    found: Target = import_module(_MODULES[kind])
    return found
