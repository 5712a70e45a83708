"""The command ``scan``: the statistics of every tensor, and how healthy they are."""

from __future__ import annotations

import argparse
from pathlib import Path

from cli.opening import catalogue_of
from cli.output import DONE, FOUND, complain, fail, print_json, print_lines
from cli.shared_arguments import Add, add_file, json_argument, overwrite_argument
from cli.workers import at_work, worker_arguments
from core.errors import SaveError, TargetExists
from core.report.scan import scan_json, scan_lines
from core.report.scan_table import Write, checked_target, parquet_writer, write_csv, write_table
from core.text import first_sentence, sentences
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
    """Read all numbers; 3 where one is NaN or Inf, or cannot be read."""
    catalogue = catalogue_of(arguments)
    overwrite = arguments.overwrite
    try:
        tables = _tables(arguments, catalogue.checkpoint.path)
        with at_work(arguments, say("reading"), catalogue) as work:
            found = read_all(catalogue, work.tick, work.crew)
        for path, write in tables:
            write_table(catalogue, found, path, write, overwrite=overwrite)
            arguments.written = path
    except TargetExists as error:
        return fail(sentences(first_sentence(str(error)), say("Choose another name, or add --overwrite.")))
    if arguments.json:
        print_json(scan_json(catalogue, found))
    else:
        print_lines(scan_lines(catalogue, found))
        for path, _ in tables:
            complain(say("{path} was written.", path=path))
    return DONE if found.is_finite else FOUND


def _tables(arguments: argparse.Namespace, source: Path) -> list[tuple[Path, Write]]:
    """The files to write, each with what writes it; all is checked before anything is read."""
    found: list[tuple[Path, Write]] = []
    if arguments.csv is not None:
        found.append((checked_target(arguments.csv, source, overwrite=arguments.overwrite), write_csv))
    if arguments.parquet is not None:
        found.append((checked_target(arguments.parquet, source, overwrite=arguments.overwrite), parquet_writer()))
    if len(found) > 1 and found[0][0] == found[1][0]:
        raise SaveError(say("{found} cannot be both tables. Give each a name of its own.", found=found[0][0]))
    return found
