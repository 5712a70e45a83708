"""The command ``inspect``."""

from __future__ import annotations

from typing import Any

from cli.opening import opened
from cli.output import DONE, complain, print_json, print_lines
from core.catalogue.catalogue import Catalogue
from core.report.inspect import inspection, inspection_lines
from core.words import say


def inspect(arguments: Any) -> int:
    """List what a file holds."""
    catalogue = opened(arguments)
    if arguments.output is not None:
        return _table(catalogue, arguments)
    if arguments.json:
        print_json(inspection(catalogue))
    else:
        print_lines(inspection_lines(catalogue, None if arguments.all else 40))
    return DONE


def _table(catalogue: Catalogue, arguments: Any) -> int:
    """Write all keys into a file."""
    from core.edits.edits import Plan  # noqa: PLC0415 - what most calls do without
    from core.edits.preview import preview  # noqa: PLC0415
    from core.report.table import save_table  # noqa: PLC0415

    arguments.written = save_table(preview(catalogue, Plan()), arguments.output, overwrite=arguments.overwrite)
    complain(say("{path} was written.", path=arguments.written))
    return DONE
