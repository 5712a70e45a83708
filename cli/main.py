"""The commands: arguments in, one engine call, text or JSON out, an exit code a script can rely on."""

from __future__ import annotations

import importlib
import os
from collections.abc import Callable, Sequence
from types import SimpleNamespace
from typing import Any

from cli.elsewhere import reached
from cli.output import CANCELLED, DONE, Unsaid, complain, fail
from core.errors import Cancelled, CheckpointError, TargetExists
from core.saving.leftovers import clear_litter
from core.text import sentences
from core.words import say


def run(argv: Sequence[str]) -> int:
    """Run one command; returns the exit code.

    0 done, 1 the file or the request is at fault, or the answer could not be printed (one line on stderr), 2 usage, 3
    `diagnose` or `scan` found an error or `diff` a difference, 130 cancelled.
    """
    arguments = plain_inspect(argv)
    if arguments is None:
        from cli.arguments import parse

        arguments = parse(argv)
    clear_litter()
    try:
        with reached(arguments):
            return _command(arguments.command)(arguments)
    except TargetExists:
        return fail(say("{output} is there already. Choose another name, or add --overwrite.", output=arguments.output))
    except CheckpointError as error:
        name = arguments.file.rpartition("/")[2]
        text = _told(error, arguments)
        return fail(text if name in text else f"{name}: {text}")
    except (KeyboardInterrupt, Cancelled):
        done = _written(arguments)
        complain(sentences(say("Cancelled."), done) if done else say("Cancelled; nothing was changed."))
        return CANCELLED
    except BrokenPipeError:
        # The reader of our output (head, less) has gone; there is nobody to tell.
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        return DONE
    except Unsaid as error:
        return fail(sentences(say("The answer could not be printed: {error}.", error=error), _written(arguments)))
    except MemoryError:
        return fail(sentences(say("There is not enough memory to open this file."), _written(arguments)))
    except Exception as error:  # scripts rely on one line and an exit code, whatever happens
        if os.environ.get("PTHFINDER_TRACEBACK"):
            raise
        kind = type(error).__name__
        return fail(
            sentences(
                say("This should not have happened ({kind}: {error}).", kind=kind, error=error),
                _written(arguments) or say("Nothing was changed."),
                say("Please report it; with PTHFINDER_TRACEBACK=1 the whole story is shown."),
            )
        )


def _told(error: CheckpointError, arguments: Any) -> str:
    """What an error says, with the options that help."""
    if not error.ways:
        return str(error)
    from cli.ways import with_options

    return with_options(error, arguments)


def _written(arguments: Any) -> str:
    """What is on the disk by now, whatever happened since; empty where nothing was changed."""
    written = getattr(arguments, "written", None)
    return say("{path} was written before that.", path=written) if written else ""


def plain_inspect(argv: Sequence[str]) -> Any:
    """The arguments of ``inspect FILE``, with its flags or without; None for anything else.

    To import an argument parser and to describe the commands to it takes longer than to read a checkpoint.
    """
    flags = ("--json", "--all", "--alone", "--as-parts", "--follow-links", "--download")
    files = [word for word in argv[1:] if word not in flags]
    if argv[:1] != ["inspect"] or len(files) != 1 or files[0].startswith("-"):
        return None
    wanted = {flag[2:].replace("-", "_"): flag in argv for flag in flags}
    return SimpleNamespace(
        command="inspect", file=files[0], **wanted, output=None, overwrite=False, model=None, optimizer_of=[]
    )


def _command(name: str) -> Callable[[Any], int]:
    """What runs a command, imported only now."""
    if name == "inspect":
        from cli.inspecting import inspect

        return inspect
    from cli.arguments import COMMANDS

    module, _, function = COMMANDS[name].run.rpartition(".")
    found: Callable[[Any], int] = getattr(importlib.import_module(f"cli.{module}"), function)
    return found
