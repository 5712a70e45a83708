"""The command ``average``: one checkpoint whose weights are the means of those of several."""

from __future__ import annotations

import argparse

from cli.opening import catalogue_of, opened_or_run, rows_of
from cli.output import counting
from cli.saving import carry_out
from cli.shared_arguments import Add, add_file, json_argument, overwrite_argument
from core.errors import EditError, OtherPrefix
from core.loading.quoting import command, file_word
from core.runs.members import Members
from core.saving.gate import check_source
from core.saving.publishing import resolved
from core.text import listed, sentences
from core.words import say


def add_arguments(add: Add) -> None:
    """What it takes."""
    add_file(add, several=True)
    add("-o", "--output", metavar="OUT", help=say("the file to write (not needed with --dry-run)"))
    add("--last", type=_count, metavar="N", help=say("only the last N checkpoints of the run"))
    add(
        "--weights",
        type=_weights,
        default=(),
        metavar="W,W…",
        help=say("a weight for each checkpoint, in the order of training"),
    )
    add("--keep", default="", metavar="PATH", help=say("write only the entry at this path, such as model"))
    add("--container", metavar="C", help=say("write another container, such as safetensors"))
    add("--dry-run", action="store_true", help=say("show what would change, and write nothing"))
    add("--accept-damage", action="store_true", help=say("average bytes that do not match their checksum"))
    overwrite_argument(add)
    json_argument(add)


def run(arguments: argparse.Namespace) -> int:
    """Average the weights, and write the last checkpoint with them."""
    from core.runs.average import average  # noqa: PLC0415 - NumPy, for who got so far

    if arguments.output is None and not arguments.dry_run:
        raise EditError("Say where to write it: -o OUT, or --dry-run.")
    members = opened_or_run(arguments, catalogue_of)
    if not isinstance(members, Members):
        raise EditError("An average needs at least two checkpoints.")
    rows = [row for row in rows_of(members) if not row.links_to]
    if arguments.last is not None:
        rows = [row for row in rows if row.step is not None or row.epoch is not None][-arguments.last :]
    try:
        with counting(say("checking")) as tick:
            found = average(
                rows, arguments.weights, keep=arguments.keep, accept_damage=arguments.accept_damage, tick=tick
            )
    except OtherPrefix as other:
        strip = command(["fix", file_word(str(other.path)), "-o", "OUT", "--strip-prefix", other.prefix])
        raise EditError(sentences(str(other), say("To do that: {command}", command=strip) if strip else "")) from None
    if arguments.output is not None:
        for source in found.sources:
            check_source(resolved(arguments.output), source.checkpoint)
    notes = [say("average of {names}", names=listed(row.name for row in rows)), *found.notes]
    return carry_out(found.preview, arguments, notes, {"averaged": [str(row.path) for row in rows], "about": notes})


def _count(text: str) -> int:
    if not text.isascii() or not text.isdigit() or not int(text[:10]) > 1:
        raise argparse.ArgumentTypeError(say("{text!r} is not a number of checkpoints; give 2 or more", text=text))
    return int(text)


def _weights(text: str) -> tuple[float, ...]:
    try:
        found = tuple(float(each) for each in text.split(","))
    except ValueError:
        found = ()
    if not found or not all(0 <= each < float("inf") for each in found):
        raise argparse.ArgumentTypeError(say("{text!r} is not a list of weights; write them as 1,2,3", text=text))
    return found
