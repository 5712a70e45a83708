"""The commands ``inspect``, and ``report``: what a file holds, on the terminal or in a file of its own."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cli.opening import opened, opened_or_run, rows_of
from cli.output import DONE, complain, print_json, print_lines
from core.catalogue.catalogue import Catalogue
from core.errors import EditError
from core.report.inspect import inspection, inspection_lines
from core.runs.members import Members
from core.words import say

if TYPE_CHECKING:
    import argparse

    from cli.shared_arguments import Add


def add_arguments(add: Add) -> None:
    """What it takes."""
    from cli.shared_arguments import (  # noqa: PLC0415 - ``inspect FILE`` is understood without a parser
        add_file,
        json_argument,
        model_arguments,
        overwrite_argument,
    )

    add_file(add, several=True)
    json_argument(add)
    add("--all", action="store_true", help=say("list all tensors, not just the first ones"))
    add("--layers", action="store_true", help=say("show the layer type of each module, as far as it is known"))
    table = say("write all keys as a table: a file that ends in .csv, .json or .md")
    add("--table", dest="output", metavar="OUT", help=table)
    overwrite_argument(add)
    model_arguments(add)


def run(arguments: argparse.Namespace) -> int:
    """List what a file holds, or the checkpoints of a run."""
    found = opened_or_run(arguments, opened)
    if isinstance(found, Members):
        return _list(arguments, found)
    catalogue = found
    if arguments.output is not None:
        return _table(catalogue, arguments)
    if arguments.layers:
        _layers(catalogue, arguments)
    elif arguments.json:
        print_json(inspection(catalogue))
    else:
        print_lines(inspection_lines(catalogue, None if arguments.all else 40))
    return DONE


def _list(arguments: Any, run: Members) -> int:
    """List the checkpoints of a run, each by itself."""
    from core.report.checkpoints import checkpoint_lines, checkpoints_json  # noqa: PLC0415 - what most calls do without

    if arguments.output is not None or arguments.layers:
        raise EditError("--table and --layers need one checkpoint: name one of the run.")
    rows = rows_of(run)
    if arguments.json:
        print_json(checkpoints_json(run.folder, rows))
    else:
        print_lines(checkpoint_lines(run.folder, rows))
    return DONE


def _layers(catalogue: Catalogue, arguments: Any) -> None:
    """Tell what the modules of its models are."""
    from core.report.layers import MOST_LINES, layers_json, layers_lines  # noqa: PLC0415 - what most calls do without

    if arguments.json:
        print_json({"file": str(catalogue.checkpoint.path), "models": layers_json(catalogue)})
    else:
        print_lines(layers_lines(catalogue, None if arguments.all else MOST_LINES))


def _table(catalogue: Catalogue, arguments: Any) -> int:
    """Write all keys into a file."""
    from core.edits.edits import Plan  # noqa: PLC0415 - what most calls do without
    from core.edits.preview import preview  # noqa: PLC0415
    from core.report.table import save_table  # noqa: PLC0415

    arguments.written = save_table(preview(catalogue, Plan()), arguments.output, overwrite=arguments.overwrite)
    complain(say("{path} was written.", path=arguments.written))
    return DONE
