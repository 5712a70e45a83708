"""The command ``inspect``."""

from __future__ import annotations

from typing import Any

from cli.opening import opened
from cli.output import DONE, say, say_json
from core.report.inspect import inspection, inspection_lines


def inspect(arguments: Any) -> int:
    """List what a file holds."""
    catalogue = opened(arguments)
    if arguments.json:
        say_json(inspection(catalogue))
    else:
        say(inspection_lines(catalogue, None if arguments.all else 40))
    return DONE
