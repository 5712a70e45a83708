"""The engine, for scripts and notebooks. What is listed here stays as it is; every other name in `core` may change.

``docs/library.md`` shows it at work. Nothing is imported before it is asked for, and torch never.
"""
# ruff: noqa: F403, F405 - edits are named by their register, once

from __future__ import annotations

TYPE_CHECKING = False  # what type checkers take for true; `typing` itself would be imported for nothing
if TYPE_CHECKING:
    from core.catalogue.build import open_catalogue
    from core.catalogue.catalogue import Catalogue
    from core.catalogue.rows_named import rows_named
    from core.diagnosis.diagnose import cure_all, diagnose
    from core.diagnosis.finding import Finding
    from core.diagnosis.model_match.model_keys import ModelKeys, read_model_keys
    from core.edits.edits import *
    from core.edits.numbers.theirs import put_tensor
    from core.edits.preview import Preview, preview
    from core.errors import Cancelled, CheckpointError
    from core.loading.computer import Computer
    from core.memory.analysis import Analysis, Outcome, predict_memory
    from core.memory.known_cards import card_memory
    from core.memory.machine import Machine
    from core.numbers.reader import Numbers
    from core.report.tensors import TensorInfo, list_tensors, tensors_table
    from core.saving.losses import Loss, cast_losses
    from core.saving.save import save
    from core.saving.save_report import SaveReport
    from core.values.diff import FileDifference, compare
    from core.values.distribution import Distribution, distribution_of
    from core.values.export import Exported, export
    from core.values.scan import Scan, scan
    from core.values.statistics import Statistics, statistics_of

__all__ = [
    "FOLLOW",
    "AddPrefix",
    "Analysis",
    "Cancelled",
    "Cast",
    "Catalogue",
    "CheckpointError",
    "Compact",
    "Computer",
    "Distribution",
    "Drop",
    "Exported",
    "Extract",
    "FileDifference",
    "Finding",
    "InsertSegment",
    "Keep",
    "Loss",
    "Machine",
    "MakePlain",
    "ModelKeys",
    "MoveOptimizer",
    "NumberState",
    "Numbers",
    "Outcome",
    "Plan",
    "Preview",
    "PutTensor",
    "RemapDevice",
    "RenameKey",
    "RenameKeys",
    "RenameModule",
    "SaveReport",
    "Scan",
    "SetNumbers",
    "SetValue",
    "Statistics",
    "StripPrefix",
    "TensorInfo",
    "UseContainer",
    "UseFullTensors",
    "UseProtocol",
    "card_memory",
    "cast_losses",
    "compare",
    "cure_all",
    "diagnose",
    "distribution_of",
    "export",
    "list_tensors",
    "open_catalogue",
    "predict_memory",
    "preview",
    "put_tensor",
    "read_model_keys",
    "rows_named",
    "save",
    "scan",
    "statistics_of",
    "tensors_table",
]

_ROOMS = {
    "catalogue.build": "open_catalogue",
    "catalogue.catalogue": "Catalogue",
    "diagnosis.diagnose": "cure_all diagnose",
    "diagnosis.finding": "Finding",
    "diagnosis.model_match.model_keys": "ModelKeys read_model_keys",
    "edits.numbers.theirs": "put_tensor",
    "edits.preview": "Preview preview",
    "errors": "Cancelled CheckpointError",
    "loading.computer": "Computer",
    "memory.analysis": "Analysis Outcome predict_memory",
    "memory.known_cards": "card_memory",
    "memory.machine": "Machine",
    "numbers.reader": "Numbers",
    "report.tensors": "TensorInfo list_tensors tensors_table",
    "saving.losses": "Loss cast_losses",
    "saving.save": "save",
    "saving.save_report": "SaveReport",
    "values.diff": "FileDifference compare",
    "values.distribution": "Distribution distribution_of",
    "values.export": "Exported export",
    "catalogue.rows_named": "rows_named",
    "values.scan": "Scan scan",
    "values.statistics": "Statistics statistics_of",
}
"""Where each name is at home: the imports above once more, for when the program runs. All others are edits."""

if not TYPE_CHECKING:  # a type checker would take it to mean that there is every name

    def __getattr__(name):
        from importlib import import_module  # noqa: PLC0415 - only scripts come here

        for room, names in _ROOMS.items():
            if name in names.split():
                return getattr(import_module(f"{__name__}.{room}"), name)
        if name in __all__:
            return getattr(import_module(f"{__name__}.edits.edits"), name)
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def _show_in_notebooks() -> None:
    """Have IPython, where this is imported in it, show files and what is found in them as HTML."""
    from sys import modules  # noqa: PLC0415 - no name of this module

    shell = modules["IPython"].get_ipython() if "IPython" in modules else None
    if shell is None:
        return
    from importlib import import_module  # noqa: PLC0415 - of notebooks alone

    formatter = shell.display_formatter.formatters["text/html"]
    for room, name in _IN_NOTEBOOKS.items():
        show = lambda shown: import_module(f"{__name__}.report.notebook").html_of(shown)  # noqa: E731
        formatter.for_type_by_name(f"{__name__}.{room}", name, show)


_IN_NOTEBOOKS = {
    "catalogue.catalogue": "Catalogue",
    "edits.preview": "Preview",
    "values.scan": "Scan",
    "values.diff": "FileDifference",
}
"""What a notebook shows in a form of its own, by its room."""
_show_in_notebooks()


def __dir__() -> list[str]:
    return sorted(__all__)
