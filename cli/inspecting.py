"""The command ``inspect``."""

from __future__ import annotations

from typing import Any

from cli.opening import opened
from cli.output import DONE, print_json, print_lines
from core.report.inspect import inspection, inspection_lines


def inspect(arguments: Any) -> int:
    """List what a file holds."""
    catalogue = opened(arguments)
    if arguments.json:
        print_json(inspection(catalogue))
    else:
        print_lines(inspection_lines(catalogue, None if arguments.all else 40))
    return DONE
