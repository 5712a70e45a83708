"""The command ``diff``: where two checkpoints differ."""

from __future__ import annotations

import argparse

from cli.opening import catalogue_of
from cli.output import DONE, FOUND, fail, print_json, print_lines
from cli.shared_arguments import Add, json_argument, ways_to_open
from cli.workers import at_work, worker_arguments
from core.catalogue.catalogue import Catalogue
from core.errors import CannotOpen, CheckpointError
from core.remote.address import as_path
from core.report.difference import difference_json, difference_lines
from core.text import titled
from core.values.diff import compare
from core.words import say


def add_arguments(add: Add) -> None:
    """What it takes."""
    add("file", metavar="A")
    add("other", metavar="B")
    ways_to_open(add)
    worker_arguments(add)
    add("--all", action="store_true", help=say("list all differences, not just 20 of each kind"))
    json_argument(add)


def run(arguments: argparse.Namespace) -> int:
    """Compare two files; 3 where they differ."""
    try:
        a, b = _opened(arguments, arguments.file), _opened(arguments, arguments.other)
        with at_work(arguments, say("comparing"), a.checkpoint.bytes + b.checkpoint.bytes) as work:
            found = compare(a, b, work.tick, work.crew)
    except CheckpointError as error:
        return fail(str(error))
    if arguments.json:
        print_json(difference_json(a, b, found))
    else:
        print_lines(difference_lines(a, b, found, everything=arguments.all))
    return DONE if found.is_same else FOUND


def _opened(arguments: argparse.Namespace, path: str) -> Catalogue:
    """The catalogue of a file. What is wrong with it is said with its name: there are two."""
    try:
        return catalogue_of(arguments, path)
    except CheckpointError as error:
        if as_path(path).name in str(error):
            raise
        raise CannotOpen(titled(path, error)) from None
