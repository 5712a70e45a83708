"""The command ``export``: tensors in a file of NumPy, safetensors, or CSV."""

from __future__ import annotations

import argparse
from typing import Any

from cli.opening import catalogue_of
from cli.output import DONE, print_json, print_lines
from cli.saving import interruptible
from cli.shared_arguments import KEY, Add, add_file, json_argument, overwrite_argument
from core.catalogue.rows_named import rows_named
from core.report.export import export_json, export_lines
from core.values.export.export import export as write
from core.words import say


def add_arguments(add: Add) -> None:
    """What it takes."""
    add_file(add)
    add("key", metavar="KEY", nargs="+", help=say("{key}; several for .npz and .safetensors", key=say(KEY)))
    add("-o", "--output", metavar="OUT", required=True, help=say("the file to write: .npy, .npz, .safetensors or .csv"))
    add("--slice", metavar="PART", help=say("the part of each tensor to write, such as '0,:,3' or '-1,:64'"))
    overwrite_argument(add)
    json_argument(add)


def run(arguments: argparse.Namespace) -> int:
    """Write the tensors that the keys name."""
    catalogue = catalogue_of(arguments)
    rows = [row for key in arguments.key for row in rows_named(catalogue, key)]
    options: dict[str, Any] = {"part": arguments.slice or "", "overwrite": arguments.overwrite}
    with interruptible() as tick:
        exported = write(catalogue, rows, arguments.output, tick=tick, **options)
    arguments.written = exported.path  # whatever goes wrong from here on, this is told
    if arguments.json:
        print_json(export_json(catalogue, exported))
    else:
        print_lines(export_lines(exported, arguments.output))
    return DONE
