"""The command ``drift``: how far the tensors of a run moved, from checkpoint to checkpoint."""

from __future__ import annotations

import argparse

from cli.opening import catalogue_of, opened_or_run, rows_of
from cli.output import DONE, complain, counting, print_json, print_lines
from cli.shared_arguments import Add, add_file, json_argument, overwrite_argument
from core.errors import EditError
from core.report.drift import KINDS, drift_json, drift_lines, drift_rows
from core.report.scan_table import fill, parquet_writer, write_csv
from core.runs.drift import drift
from core.runs.members import Members
from core.saving.gate import check_apart, place_of
from core.words import say


def add_arguments(add: Add) -> None:
    """What it takes."""
    add_file(add, several=True)
    add("--layers", action="store_true", help=say("group the tensors by layer"))
    add("--csv", metavar="OUT", help=say("also write the drift as CSV, one line per tensor and checkpoint"))
    add("--parquet", metavar="OUT", help=say("also write this table as Parquet (needs pyarrow)"))
    overwrite_argument(add)
    json_argument(add)


def run(arguments: argparse.Namespace) -> int:
    """Say how the tensors of a run drift."""
    members = opened_or_run(arguments, catalogue_of)
    if not isinstance(members, Members):
        raise EditError("A drift needs at least two checkpoints.")
    wanted = ((arguments.csv, write_csv), (arguments.parquet, parquet_writer() if arguments.parquet else None))
    tables = [(place_of(out, overwrite=arguments.overwrite), write) for out, write in wanted if out and write]
    check_apart(*(place.path for place, _ in tables))
    rows = rows_of(members)
    with counting(say("reading")) as tick:
        found = drift(rows, tick)
    found = found.by_layer() if arguments.layers else found
    for place, write in tables:
        fill(place, write, KINDS, drift_rows(rows, found))
        arguments.written = place.path
    if arguments.json:
        print_json(drift_json(members.folder, rows, found))
    else:
        print_lines(drift_lines(members.folder, rows, found))
        for place, _ in tables:
            complain(say("{path} was written.", path=place.path))
    return DONE
