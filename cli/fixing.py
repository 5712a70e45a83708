"""The command ``fix``: a plan from the arguments, previewed and saved."""

from __future__ import annotations

import argparse
import json
import signal
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from cli.output import DONE, USAGE, printable
from core.catalogue import Catalogue, build_catalogue
from core.checkpoint import open_checkpoint
from core.edits import AddPrefix, Drop, Edit, Keep, MoveOptimizer, Plan, RemapDevice, StripPrefix
from core.errors import Cancelled
from core.preview import preview
from core.progress import Tick
from core.summary import preview_json, preview_text
from core.text import size_text
from core.writer import save


def fix(arguments: argparse.Namespace) -> int:
    """Write a fixed copy."""
    if arguments.output is None and not arguments.dry_run:
        return _usage("fix needs -o OUT (or --dry-run)")
    catalogue = build_catalogue(open_checkpoint(arguments.file))
    plan = _plan(catalogue, arguments)
    result = preview(catalogue, plan)
    report: dict[str, Any] = {"file": str(catalogue.checkpoint.path), "output": None, **preview_json(result)}
    report["refused_names"] = list(result.refused_names)
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
    print(printable(preview_text(result)))
    if result.refused_names:
        print(printable(_refusal(result.refused_names)))
    if not arguments.dry_run:
        print(printable(f"wrote   {arguments.output} ({size_text(report['bytes'])})"))
    return DONE


def _refusal(names: Sequence[str]) -> str:
    """What plain torch.load says to names that are more than data."""
    shown = ", ".join(names[:3]) + (f" and {len(names) - 3} more" if len(names) > 3 else "")
    return f"note:   torch.load(f) refuses {shown}; pass weights_only=False, or --drop what holds them"


@contextmanager
def _interruptible() -> Iterator[Tick]:
    """Ctrl-C stops a save between two pieces, where it can be undone, and not in the middle of undoing it.

    A second Ctrl-C stops at once.
    """
    asked = False
    shown = sys.stderr.isatty()

    def ask(*_: Any) -> None:
        nonlocal asked
        if asked:
            raise KeyboardInterrupt
        asked = True

    def tick(done: int, total: int) -> None:
        if asked:
            raise Cancelled
        if shown:
            print(f"\rwriting {done * 100 // max(total, 1):3} %", end="", file=sys.stderr, flush=True)

    before = signal.signal(signal.SIGINT, ask)
    try:
        yield tick
    finally:
        signal.signal(signal.SIGINT, before)
        if shown:
            print("\r\x1b[K", end="", file=sys.stderr)


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
