"""The command ``scan``: the statistics of every tensor, and how healthy they are."""

from __future__ import annotations

import argparse

from cli.opening import catalogue_of
from cli.output import DONE, FOUND, complain, print_json, print_lines
from cli.shared_arguments import Add, add_file, json_argument, overwrite_argument
from cli.workers import at_work, worker_arguments
from core.catalogue.checkpoint import Checkpoint
from core.report.scan import scan_json, scan_lines
from core.report.scan_table import Write, parquet_writer, write_csv, write_table
from core.saving.gate import Place, check_apart, place_of
from core.values.scan import scan as read_all
from core.words import say


def add_arguments(add: Add) -> None:
    """What it takes."""
    add_file(add)
    worker_arguments(add)
    add("--csv", metavar="OUT", help=say("also write the statistics as CSV, a line a tensor"))
    add("--parquet", metavar="OUT", help=say("the same as Parquet (needs pyarrow)"))
    overwrite_argument(add)
    json_argument(add)


def run(arguments: argparse.Namespace) -> int:
    """Read all numbers; 3 where one is NaN or Inf, or cannot be read as it was saved."""
    catalogue = catalogue_of(arguments)
    tables = _tables(arguments, catalogue.checkpoint)
    with at_work(arguments, say("reading"), catalogue) as work:
        found = read_all(catalogue, work.tick, work.crew)
    for place, write in tables:
        write_table(catalogue, found, place, write)
        arguments.written = place.path
    if arguments.json:
        print_json(scan_json(catalogue, found))
    else:
        print_lines(scan_lines(catalogue, found))
        for place, _ in tables:
            complain(say("{path} was written.", path=place.path))
    return DONE if found.is_finite else FOUND


def _tables(arguments: argparse.Namespace, source: Checkpoint) -> list[tuple[Place, Write]]:
    """The files to write, each with what writes it; all is checked before anything is read."""
    found: list[tuple[Place, Write]] = []
    if arguments.csv is not None:
        found.append((place_of(arguments.csv, source, overwrite=arguments.overwrite), write_csv))
    if arguments.parquet is not None:
        found.append((place_of(arguments.parquet, source, overwrite=arguments.overwrite), parquet_writer()))
    check_apart(*(place.path for place, _ in found))
    return found
