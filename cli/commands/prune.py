"""The command ``prune``: which checkpoints of a run can go by a rule; and, where it is asked for, to the trash."""

from __future__ import annotations

import argparse

from cli.opening import catalogue_of, opened_or_run, rows_of
from cli.output import DONE, print_json, print_lines
from cli.shared_arguments import Add, add_file, json_argument
from cli.workers import at_work, worker_arguments
from core.errors import EditError
from core.runs.members import Members
from core.runs.prune import Rules, prune, what_can_go
from core.text import bracketed, count_text, size_text, titled
from core.words import say


def add_arguments(add: Add) -> None:
    """What it takes."""
    add_file(add, several=True)
    add("--keep-every", type=_count, default=0, metavar="N", help=say("keep the first of each N checkpoints"))
    add("--keep-last", type=_count, default=0, metavar="N", help=say("keep the last N checkpoints"))
    add("--keep-best", action="store_true", help=say("keep checkpoints with “best” in their name"))
    add(
        "--keep-healthy",
        action="store_true",
        help=say("keep the last checkpoint without NaN and Inf (reads the checkpoints to find it)"),
    )
    add("--to-trash", action="store_true", help=say("move the others to the trash; without this they are only listed"))
    worker_arguments(add)
    json_argument(add)


def run(arguments: argparse.Namespace) -> int:
    """List what can go, and move it to the trash where that was said."""
    members = opened_or_run(arguments, catalogue_of)
    if not isinstance(members, Members):
        raise EditError(
            "This folder is itself one checkpoint, and prune needs several. To prune checkpoints inside it, add "
            "--run; or name their files."
            if members.checkpoint.path.is_dir()
            else "This is one checkpoint. Give a folder that holds several, or several files."
        )
    if not (arguments.keep_every or arguments.keep_last or arguments.keep_best or arguments.keep_healthy):
        raise EditError("Say what to keep: --keep-last N, --keep-every N, --keep-best or --keep-healthy.")
    rows = rows_of(members)
    healthy = None
    if arguments.keep_healthy:
        from core.runs.health import Reader  # noqa: PLC0415 - it reads numbers, which the others do not
        from core.runs.since import most_read, since  # noqa: PLC0415

        with at_work(arguments, say("reading"), sum(row.bytes for row in rows)) as work:
            healthy = since(rows, Reader(rows, work.tick, work.crew, most=most_read(rows))).last_healthy
    rules = Rules(arguments.keep_every, arguments.keep_last, arguments.keep_best, healthy)
    found = what_can_go(members.folder, rows, rules)
    moved: dict[int, list[str]] = {}
    if arguments.to_trash:
        for at, place in prune(rows, found):
            arguments.written = place
            if place is not None:
                moved.setdefault(at, []).append(str(place))
    if arguments.json:
        go = [{"name": rows[at].name, "bytes": rows[at].bytes, "moved_to": moved.get(at, [])} for at in found.go]
        stay = [{"name": rows[at].name, "why": why} for at, why in found.stays.items()]
        print_json({"run": str(members.folder), "go": go, "stay": stay, "bytes": found.nbytes})
        return DONE
    goes = say("moved to the trash") if arguments.to_trash else say("can go")
    lines = [bracketed(f"{goes}  {rows[at].name}", size_text(rows[at].bytes)) for at in found.go]
    lines += [titled(f"{say('stays')}  {rows[at].name}", why) for at, why in found.stays.items()]
    count, size = count_text(len(found.go), "checkpoint"), size_text(found.nbytes)
    if arguments.to_trash:
        lines.append(say("Moved {count} to the trash. Empty the trash to free {size}.", count=count, size=size))
    else:
        lines.append(
            say("{count} can go, {size}. Nothing was moved; to do that, add --to-trash.", count=count, size=size)
        )
    print_lines(lines)
    return DONE


def _count(text: str) -> int:
    if not text.isascii() or not text.isdigit() or not int(text[:10]):
        raise argparse.ArgumentTypeError(say("{text!r} is not a number of checkpoints", text=text))
    return int(text)
