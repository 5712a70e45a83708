"""The command ``inspect``."""

from __future__ import annotations

import sys

from cli.output import DONE, printable
from core.catalogue import build_catalogue
from core.checkpoint import open_checkpoint
from core.light import Any
from core.report import inspection, inspection_text


def inspect(arguments: Any) -> int:
    """List what a file holds."""
    catalogue = build_catalogue(open_checkpoint(arguments.file))
    if arguments.json:
        import json  # noqa: PLC0415 - only here: the text is the quick answer

        print(json.dumps(inspection(catalogue), ensure_ascii=True))
    else:
        print(printable(inspection_text(catalogue, None if arguments.all else 40)))
    sys.stdout.flush()
    return DONE
