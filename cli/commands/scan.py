"""The command ``scan``: the statistics of every tensor, and how healthy they are."""

from __future__ import annotations

import argparse

from cli.opening import catalogue_of, opened_or_run, rows_of
from cli.output import DONE, FOUND, complain, print_json, print_lines
from cli.shared_arguments import Add, add_file, json_argument, overwrite_argument
from cli.workers import at_work, worker_arguments
from core.catalogue.checkpoint import Checkpoint
from core.errors import EditError
from core.report.scan import scan_json, scan_lines
from core.report.scan_table import Write, parquet_writer, write_csv, write_table
from core.runs.members import Members
from core.saving.gate import Place, check_apart, place_of
from core.values.scan import scan as read_all
from core.words import say


def add_arguments(add: Add) -> None:
    """What it takes."""
    add_file(add, several=True)
    add(
        "--all",
        action="store_true",
        help=say("read all checkpoints of a run, not only those needed to find when it went wrong"),
    )
    worker_arguments(add)
    add("--csv", metavar="OUT", help=say("also write the statistics as CSV, one line per tensor"))
    add("--parquet", metavar="OUT", help=say("also write this table as Parquet (needs pyarrow)"))
    overwrite_argument(add)
    json_argument(add)


def run(arguments: argparse.Namespace) -> int:
    """Read all numbers; 3 where one is NaN or Inf and not on purpose, or cannot be read as it was saved."""
    catalogue = opened_or_run(arguments, catalogue_of)
    if isinstance(catalogue, Members):
        return _run(arguments, catalogue)
    tables = _tables(arguments, catalogue.checkpoint)
    with at_work(arguments, say("reading"), catalogue.checkpoint.bytes) as work:
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
    return DONE if found.is_sound else FOUND


def _run(arguments: argparse.Namespace, run: Members) -> int:
    """Say since when a run is sick; 3 where it is, and where a checkpoint is damaged or not all there."""
    from core.report.runs import is_sound, since_json, since_lines  # noqa: PLC0415 - one file does without
    from core.runs.health import Reader  # noqa: PLC0415
    from core.runs.since import most_read, since  # noqa: PLC0415

    if arguments.csv is not None or arguments.parquet is not None:
        raise EditError("--csv and --parquet need one checkpoint: name one of the run.")
    rows = rows_of(run)
    with at_work(arguments, say("reading"), sum(row.bytes for row in rows)) as work:
        read = Reader(rows, work.tick, work.crew, most=most_read(rows, read_all=arguments.all))
        found = since(rows, read, read_all=arguments.all, ahead=read.ahead)
    if arguments.json:
        print_json(since_json(run.folder, rows, found))
    else:
        print_lines(since_lines(run.folder, rows, found))
    return DONE if is_sound(rows, found) else FOUND


def _tables(arguments: argparse.Namespace, source: Checkpoint) -> list[tuple[Place, Write]]:
    """The files to write, each with what writes it; all is checked before anything is read."""
    found: list[tuple[Place, Write]] = []
    if arguments.csv is not None:
        found.append((place_of(arguments.csv, source, overwrite=arguments.overwrite), write_csv))
    if arguments.parquet is not None:
        found.append((place_of(arguments.parquet, source, overwrite=arguments.overwrite), parquet_writer()))
    check_apart(*(place.path for place, _ in found))
    return found
