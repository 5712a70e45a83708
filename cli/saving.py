"""What ``fix`` and ``extract`` share: a plan is previewed, saved unless it is only asked about, and reported."""

from __future__ import annotations

import argparse
import signal
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any, Protocol

from cli.output import DONE, counting, print_json, print_lines, progress, shows_progress
from core.edits.edits import AddPrefix, Edit, StripPrefix
from core.edits.preview import Preview
from core.errors import Cancelled
from core.loading.left_out import about_left_out
from core.loading.made_state_dict import about_made_state_dict
from core.objects.global_names import global_of, python3_name
from core.progress import Tick
from core.remote.address import as_path
from core.report.layout import labelled
from core.report.plan import preview_json, preview_lines
from core.saving.allowed import check_missing
from core.saving.choice import call_of_copy, chosen
from core.saving.outlook import Outlook, one_of_many, outlook
from core.saving.save import save
from core.saving.save_report import SaveReport
from core.text import bracketed, clauses, clip, count_text, listed, series, size_text
from core.words import say

_line = partial(labelled, width=7)


class Beside(Protocol):
    """Something else that is written with a copy: its place was checked before."""

    def write(self) -> Path:
        """Write it. Returns its file."""


def carry_out(
    result: Preview,
    arguments: argparse.Namespace,
    notes: Sequence[str] = (),
    extra: dict[str, Any] | None = None,
    beside: Beside | None = None,
) -> int:
    """Save what ``result`` shows to ``-o OUT`` and print it; ``notes`` are lines of text, ``extra`` goes into JSON.

    What is written ``beside`` it is written once it is in its place, or where nothing else was asked for.
    """
    file = result.catalogue.checkpoint.path
    report: dict[str, Any] = {"file": str(file), "output": None, **preview_json(result)}
    report |= {"refused_names": list(result.refused_names), **(extra or {})}
    lines = list(preview_lines(result))
    expected, saved, told = _save(result, arguments)
    if result.draft.recipes:
        lost, report["losses"] = _losses(result, saved)
        notes = [*notes, *lost]
    if expected.same:
        name = result.catalogue.checkpoint.name
        notes = [*notes, say("Nothing changes: the copy is the same as {name}.", name=name)]
    missing = [_line(say("missing:"), each) for each in expected.missing]
    report |= {"notes": list(told), "missing": list(expected.missing)}
    notes = [*notes, *told]
    if saved is not None:
        arguments.written = saved.path  # whatever goes wrong from here on, this is told
        report |= {
            "output": str(saved.path),
            "bytes": saved.bytes,
            "tensors": saved.tensors,
            "storages": saved.storages,
            "damaged": list(saved.damaged),
            "second_name": str(saved.left) if saved.left else None,
            "files": list(saved.files),
            "carried": list(saved.carried),
        }
        notes = [*notes, *(say("damaged: {path}", path=clip(path, 160)) for path in saved.damaged)]
        if saved.left:
            notes.append(
                say(
                    "the temporary file {left} could not be removed. You can delete it.",
                    left=saved.left,
                )
            )
    if beside is not None and not arguments.dry_run:
        arguments.written = kept = beside.write()
        report["recipe"] = str(kept)
    if arguments.json:
        print_json(report)
        return DONE
    lines += [*missing, *(_line(say("note:"), note) for note in notes)]
    if result.refused_names:
        lines.append(_refusal(result.refused_names, "all" in getattr(arguments, "cure", ())))
    if saved is not None:
        lines.append(_line(say("wrote"), bracketed(arguments.output, _amount(saved))))
    if beside is not None and not arguments.dry_run:
        lines.append(_line(say("wrote"), arguments.save_recipe))
    print_lines(lines)
    return DONE


def _amount(saved: SaveReport) -> str:
    """The size, how many files of a folder there are, and what went along."""
    files = count_text(len(saved.files), "file") if saved.files else ""
    carried = [say("carried over: {names}", names=listed(saved.carried, 6))] if saved.files and saved.carried else []
    return clauses((series((size_text(saved.bytes), files)), *carried))


def _save(result: Preview, arguments: argparse.Namespace) -> tuple[Outlook, SaveReport | None, tuple[str, ...]]:
    """What was expected, and what was saved, none where it is only asked whether it could be; and all notes on it."""
    accepted: dict[str, Any] = {name: getattr(arguments, name, False) for name in ("accept_damage", "accept_odd")}
    accept_missing = getattr(arguments, "accept_missing", False)
    asked: dict[str, Any] = {name: getattr(arguments, name, None) for name in ("container", "shard_size")}
    target, overwrite = as_path(arguments.output or ""), getattr(arguments, "overwrite", False)
    beside = tuple(_notes(result, arguments))
    if getattr(arguments, "dry_run", False) or arguments.output is None:
        expected = outlook(result, target=target, **asked, **accepted)
        check_missing(result, accept_missing)
        return expected, None, (*expected.notes, *beside)
    options: dict[str, Any] = {"overwrite": overwrite, "accept_missing": accept_missing, **asked, **accepted}
    options["last"] = not result.draft.recipes  # what is lost is told by the tables of the source
    with interruptible() as tick:
        saved = save(result, target, tick=tick, **options)
    return saved.outlook, saved, (*saved.outlook.notes, *beside)


def _losses(result: Preview, saved: SaveReport | None) -> tuple[list[str], list[dict[str, Any]]]:
    """What casts lose, as lines of text and for JSON: where nothing was saved, the numbers are read for it."""
    from core.report.plan import losses_json, losses_lines  # noqa: PLC0415 - only for a cast
    from core.saving.losses import cast_losses  # noqa: PLC0415 - NumPy, for a plan that needs it

    if saved is not None:
        found = saved.losses
    else:
        with counting(say("checking what the new dtype loses")) as tick:
            found = cast_losses(result, tick)
    return list(losses_lines(result, found)), losses_json(result, found)


def _notes(result: Preview, arguments: argparse.Namespace) -> Iterator[str]:
    """How the copy is loaded where a model is a state dict in it, or lacks keys; how one of several files is taken by
    itself.
    """
    output, asked = arguments.output or "", [getattr(arguments, each, None) for each in ("container", "shard_size")]
    name = as_path(output).name if output else ""
    made = call_of_copy(chosen(result, output, *asked), name)
    yield from filter(None, (about_made_state_dict(result, name, made), about_left_out(result)))
    if one_of_many(result.catalogue.checkpoint) and hasattr(arguments, "alone"):
        yield say("add --alone to open only this file")


def _refusal(names: Sequence[str], all_cured: bool) -> str:
    """What plain torch.load says to names that are more than data, and what to do that has not been done."""
    names = list(dict.fromkeys(python3_name(global_of(name)) for name in names))
    shown = listed(names, 3)
    if all_cured:
        refused = say("torch.load(f) refuses {names}; pass weights_only=False if you trust the file", names=shown)
    else:
        refused = say(
            "torch.load(f) refuses {names}; pass weights_only=False if you trust the file, or add --cure all",
            names=shown,
        )
    return _line(say("note:"), refused)


def prefix_edits(arguments: argparse.Namespace) -> list[Edit]:
    """The edits of names that were asked for."""
    edits: list[Edit] = [StripPrefix(prefix) for prefix in arguments.strip_prefix]
    edits += [StripPrefix(prefix, inner=True) for prefix in arguments.strip_segment]
    return edits + [AddPrefix(prefix) for prefix in arguments.add_prefix]


@contextmanager
def interruptible() -> Iterator[Tick]:
    """Ctrl-C stops a save between two pieces, a second one at once; it is undone then, and no other one stops that."""
    pressed = 0
    shown = shows_progress()

    def ask(*_: Any) -> None:
        nonlocal pressed
        pressed += 1
        if pressed == 2:
            raise KeyboardInterrupt

    def tick(done: int, total: int) -> None:
        nonlocal pressed
        if pressed:
            pressed = 2
            raise Cancelled
        if shown:
            progress(f"{say('writing')} {done * 100 // max(total, 1):3} %")

    before = signal.signal(signal.SIGINT, ask)
    try:
        yield tick
    finally:
        signal.signal(signal.SIGINT, before)
        if shown:
            progress("")
