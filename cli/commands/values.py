"""The command ``values``: what the numbers of a tensor are."""

from __future__ import annotations

import argparse

from cli.opening import catalogue_of
from cli.output import DONE, counting, print_json, print_lines
from cli.shared_arguments import KEY, Add, add_file, json_argument
from core.catalogue.rows_named import rows_named
from core.numbers.reader import Numbers
from core.report.values import facts_of, table_lines, values_json, values_lines
from core.words import say


def add_arguments(add: Add) -> None:
    """What it takes."""
    add_file(add)
    add("key", metavar="KEY", help=say(KEY))
    add("--slice", metavar="PART", help=say("the part of the tensor to look at, such as '0,:,3' or '-1,:64'"))
    json_argument(add)


def run(arguments: argparse.Namespace) -> int:
    """Show one tensor, or a table of several. JSON of several is ``{"tensors": […]}``."""
    catalogue = catalogue_of(arguments)
    rows = rows_named(catalogue, arguments.key)
    with counting(say("reading")) as tick, Numbers(catalogue) as numbers:
        facts = (facts_of(catalogue, numbers, row, arguments.slice) for row in rows)
        if arguments.json:
            answers = [values_json(each, tick) for each in facts]
        else:
            lines = list(values_lines(next(facts), tick) if len(rows) == 1 else table_lines(facts, tick))
        numbers.check_unchanged()
    if arguments.json:
        print_json(answers[0] if len(answers) == 1 else {"tensors": answers})
    else:
        print_lines(lines)
    return DONE
