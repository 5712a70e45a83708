"""The engine, for scripts and notebooks. What is listed here stays as it is; every other name in `core` may change.

``docs/library.md`` shows it at work. Nothing is imported before it is asked for, and torch never.
"""

from __future__ import annotations

TYPE_CHECKING = False  # what type checkers take for true; `typing` itself would be imported for nothing
if TYPE_CHECKING:
    from core.catalogue.build import open_catalogue
    from core.catalogue.catalogue import Catalogue
    from core.diagnosis.diagnose import cure_all, diagnose
    from core.diagnosis.finding import Finding
    from core.diagnosis.model_match.model_keys import ModelKeys, read_model_keys
    from core.edits.edits import (
        FOLLOW,
        AddPrefix,
        Drop,
        Extract,
        Keep,
        MakePlain,
        MoveOptimizer,
        Plan,
        RemapDevice,
        RenameKey,
        SetValue,
        StripPrefix,
        UseContainer,
    )
    from core.edits.preview import Preview, preview
    from core.errors import Cancelled, CheckpointError
    from core.loading.computer import Computer
    from core.memory.analysis import Analysis, Outcome, predict_memory
    from core.memory.known_cards import card_memory
    from core.memory.machine import Machine
    from core.report.tensors import TensorInfo, list_tensors
    from core.saving.save import SaveReport, save

__all__ = [
    "FOLLOW",
    "AddPrefix",
    "Analysis",
    "Cancelled",
    "Catalogue",
    "CheckpointError",
    "Computer",
    "Drop",
    "Extract",
    "Finding",
    "Keep",
    "Machine",
    "MakePlain",
    "ModelKeys",
    "MoveOptimizer",
    "Outcome",
    "Plan",
    "Preview",
    "RemapDevice",
    "RenameKey",
    "SaveReport",
    "SetValue",
    "StripPrefix",
    "TensorInfo",
    "UseContainer",
    "card_memory",
    "cure_all",
    "diagnose",
    "list_tensors",
    "open_catalogue",
    "predict_memory",
    "preview",
    "read_model_keys",
    "save",
]

_ROOMS = {
    "catalogue.build": "open_catalogue",
    "catalogue.catalogue": "Catalogue",
    "diagnosis.diagnose": "cure_all diagnose",
    "diagnosis.finding": "Finding",
    "diagnosis.model_match.model_keys": "ModelKeys read_model_keys",
    "edits.edits": "FOLLOW AddPrefix Drop Extract Keep MakePlain MoveOptimizer Plan RemapDevice RenameKey SetValue "
    "StripPrefix UseContainer",
    "edits.preview": "Preview preview",
    "errors": "Cancelled CheckpointError",
    "loading.computer": "Computer",
    "memory.analysis": "Analysis Outcome predict_memory",
    "memory.known_cards": "card_memory",
    "memory.machine": "Machine",
    "report.tensors": "TensorInfo list_tensors",
    "saving.save": "SaveReport save",
}
"""Where each name is at home: the imports above once more, for when the program runs."""

if not TYPE_CHECKING:  # a type checker would take it to mean that there is every name

    def __getattr__(name):
        from importlib import import_module  # noqa: PLC0415 - only scripts come here

        for room, names in _ROOMS.items():
            if name in names.split():
                return getattr(import_module(f"{__name__}.{room}"), name)
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted(__all__)
