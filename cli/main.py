"""``inspect`` and ``fix``: arguments in, one engine call, text or JSON out, an exit code a script can rely on."""

from __future__ import annotations

import argparse
import json
import os
import signal
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NoReturn

from core.catalogue import Catalogue, build_catalogue
from core.checkpoint import open_checkpoint
from core.edits import AddPrefix, Drop, Edit, Keep, MoveOptimizer, Plan, RemapDevice, StripPrefix
from core.errors import Cancelled, CheckpointError
from core.preview import preview
from core.progress import Tick
from core.report import inspection, inspection_text, preview_json, preview_text
from core.text import size_text
from core.writer import save

DONE, AT_FAULT, USAGE, CANCELLED = 0, 1, 2, 130


def run(argv: Sequence[str]) -> int:
    """Run one command; returns the exit code.

    0 done, 1 the file or the request is at fault (one line on stderr), 2 usage, 130 cancelled.
    """
    arguments = _parser().parse_args(argv)
    try:
        return int(arguments.command(arguments))
    except CheckpointError as error:
        return _fail(str(error))
    except (KeyboardInterrupt, Cancelled):
        print("Cancelled; nothing was changed.", file=sys.stderr)
        return CANCELLED
    except BrokenPipeError:
        # The reader of our output (head, less) has gone; there is nobody to tell.
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        return DONE
    except MemoryError:
        return _fail("There is not enough memory to open this file.")


def _fail(message: str) -> int:
    print(f"pthfinder: {' '.join(message.split())}", file=sys.stderr)
    return AT_FAULT


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        self.exit(USAGE, f"pthfinder: {message}. See `{self.prog} --help`.\n")


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(prog="main.py", description="Look into PyTorch checkpoints and fix them, without running them.")
    commands = parser.add_subparsers(title="commands", required=True, metavar="COMMAND")
    _add_inspect(commands)
    _add_fix(commands)
    return parser


def _add_inspect(commands: Any) -> None:
    command = commands.add_parser("inspect", help="list tensors, devices, prefixes and optimizer state")
    command.set_defaults(command=_inspect)
    command.add_argument("file", metavar="FILE")
    command.add_argument("--json", action="store_true", help="print one JSON object")
    command.add_argument("--all", action="store_true", help="list all tensors, not only the first")


def _add_fix(commands: Any) -> None:
    command = commands.add_parser("fix", help="write a fixed copy", allow_abbrev=False)
    command.set_defaults(command=_fix)
    add = command.add_argument
    add("file", metavar="FILE")
    add("-o", "--output", metavar="OUT", help="the file to write; may be FILE itself with --overwrite")
    add(
        "--map",
        action="append",
        default=[],
        type=_mapping,
        metavar="FROM=TO",
        help="saved device to new one, as map_location; globs such as 'cuda:*' are allowed",
    )
    add("--optimizer-device", metavar="DEV", help="move optimizer state to a device, or `follow` its parameters")
    add("--strip-prefix", action="append", default=[], metavar="P", help="strip a leading prefix such as module.")
    add(
        "--strip-segment",
        action="append",
        default=[],
        metavar="P",
        help="strip a segment such as _orig_mod. wherever it stands",
    )
    add("--add-prefix", action="append", default=[], metavar="P", help="add a prefix to the keys of every state dict")
    add(
        "--drop",
        action="append",
        default=[],
        metavar="PATH",
        help="leave out an entry, such as optimizer or optimizer/state",
    )
    add("--keep", metavar="PATH", help="make this sub-dictionary the whole file, such as state_dict")
    add("--container", choices=("zip", "legacy"), help="write this container (default: that of FILE)")
    add("--overwrite", action="store_true", help="replace OUT if it is there")
    add("--dry-run", action="store_true", help="say what would be done and write nothing")
    add("--json", action="store_true", help="print one JSON object")


def _mapping(text: str) -> tuple[str, str]:
    source, equals, target = text.partition("=")
    if not equals or not source.strip() or not target.strip():
        raise argparse.ArgumentTypeError(f"{text!r} is not FROM=TO, such as 'cuda:*=cpu'")
    return source.strip(), target.strip()


def _inspect(arguments: argparse.Namespace) -> int:
    catalogue = build_catalogue(open_checkpoint(arguments.file))
    if arguments.json:
        print(json.dumps(inspection(catalogue), ensure_ascii=True))
    else:
        print(_printable(inspection_text(catalogue, None if arguments.all else 40)))
    sys.stdout.flush()
    return DONE


def _fix(arguments: argparse.Namespace) -> int:
    if arguments.output is None and not arguments.dry_run:
        return _usage("fix needs -o OUT (or --dry-run)")
    catalogue = build_catalogue(open_checkpoint(arguments.file))
    plan = _plan(catalogue, arguments)
    result = preview(catalogue, plan)
    report: dict[str, Any] = {"file": str(catalogue.checkpoint.path), "output": None, **preview_json(result)}
    if not arguments.dry_run:
        target = Path(arguments.output)
        with _interruptible() as tick:
            saved = save(result, target, container=arguments.container, overwrite=arguments.overwrite, tick=tick)
        report |= {
            "output": str(saved.path),
            "bytes": saved.bytes,
            "tensors": saved.tensors,
            "storages": saved.storages,
        }
    if arguments.json:
        print(json.dumps(report))
        return DONE
    print(_printable(preview_text(result)))
    if not arguments.dry_run:
        print(_printable(f"wrote   {report['output']} ({size_text(report['bytes'])})"))
    return DONE


@contextmanager
def _interruptible() -> Iterator[Tick]:
    """Ctrl-C stops a save between two pieces, where it can be undone, and not in the middle of undoing it.

    A second Ctrl-C stops at once.
    """
    asked = False

    def ask(*_: Any) -> None:
        nonlocal asked
        if asked:
            raise KeyboardInterrupt
        asked = True

    def tick(_done: int, _total: int) -> None:
        if asked:
            raise Cancelled

    before = signal.signal(signal.SIGINT, ask)
    try:
        yield tick
    finally:
        signal.signal(signal.SIGINT, before)


def _plan(catalogue: Catalogue, arguments: argparse.Namespace) -> Plan:
    edits: list[Edit] = [RemapDevice(source, target) for source, target in arguments.map]
    if arguments.optimizer_device:
        edits.append(MoveOptimizer(arguments.optimizer_device))
    edits += [StripPrefix(prefix) for prefix in arguments.strip_prefix]
    edits += [StripPrefix(prefix, inner=True) for prefix in arguments.strip_segment]
    edits += [AddPrefix(prefix) for prefix in arguments.add_prefix]
    edits += [Drop(catalogue.find(path)) for path in arguments.drop]
    if arguments.keep:
        edits.append(Keep(catalogue.find(arguments.keep)))
    return Plan(tuple(edits))


def _usage(message: str) -> int:
    print(f"pthfinder: {message}. See `main.py fix --help`.", file=sys.stderr)
    return USAGE


def _printable(text: str) -> str:
    """Text from a file may hold what the terminal cannot show or would obey."""
    encoding = sys.stdout.encoding or "utf-8"
    clean = "".join(char if char.isprintable() or char == "\n" else "\N{REPLACEMENT CHARACTER}" for char in text)
    return clean.encode(encoding, "replace").decode(encoding)
