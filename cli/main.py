"""The commands: arguments in, one engine call, text or JSON out, an exit code a script can rely on."""

from __future__ import annotations

import importlib
import os
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from cli.arguments import COMMANDS, parse
from cli.output import AT_FAULT, CANCELLED, DONE
from core.errors import Cancelled, CheckpointError, TargetExists
from core.litter import clear_litter


def run(argv: Sequence[str]) -> int:
    """Run one command; returns the exit code.

    0 done, 1 the file or the request is at fault (one line on stderr), 2 usage, 3 `diagnose` found an error, 130
    cancelled.
    """
    arguments = parse(argv)
    clear_litter()
    try:
        return _command(arguments.command)(arguments)
    except TargetExists:
        return _fail(f"{arguments.output} is there already. Choose another name, or add --overwrite.")
    except CheckpointError as error:
        name = Path(arguments.file).name
        return _fail(str(error) if name in str(error) else f"{name}: {error}")
    except (KeyboardInterrupt, Cancelled):
        print("Cancelled; nothing was changed.", file=sys.stderr)
        return CANCELLED
    except BrokenPipeError:
        # The reader of our output (head, less) has gone; there is nobody to tell.
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        return DONE
    except MemoryError:
        return _fail("There is not enough memory to open this file.")
    except Exception as error:  # scripts rely on one line and an exit code, whatever happens
        if os.environ.get("PTHFINDER_TRACEBACK"):
            raise
        kind = type(error).__name__
        return _fail(
            f"This should not have happened ({kind}: {error}). Nothing was changed. Please report it; with "
            "PTHFINDER_TRACEBACK=1 the whole story is shown."
        )


def _fail(message: str) -> int:
    print(f"pthfinder: {' '.join(message.split())}", file=sys.stderr)
    return AT_FAULT


def _command(name: str) -> Callable[[Any], int]:
    """What runs a command, imported only now."""
    module, _, function = COMMANDS[name].run.partition(".")
    found: Callable[[Any], int] = getattr(importlib.import_module(f"cli.{module}"), function)
    return found
