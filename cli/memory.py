"""The command ``memory``: what every way of loading allocates, as a table or JSON, and measured where wanted."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator
from typing import Any

from cli.output import DONE, ERASE_LINE, printable
from core.catalogue import build_catalogue
from core.checkpoint import open_checkpoint
from core.edits import Plan, check_device
from core.errors import CheckpointError, EditError
from core.memory.analysis import ERROR, UNTOLD, Analysis, Outcome, analyse
from core.memory.cards import live_cards
from core.memory.ledger import Phase
from core.memory.machine import DEFAULT_CONTEXT, Machine, card_text, parse_size
from core.preview import Preview, preview
from core.text import size_text

_DEFAULT_CARD = "24GiB"
Answer = dict[str, Any]


def memory(arguments: argparse.Namespace) -> int:
    """Predict, and measure with ``--measure``."""
    machine = _machine(arguments)
    view = preview(build_catalogue(open_checkpoint(arguments.file)), Plan())
    analysis = analyse(view, machine, keep=arguments.keep)
    measured = _measured(view, analysis, keep=arguments.keep) if arguments.measure else {}
    if arguments.json:
        print(json.dumps(_answer(view, analysis, measured)))
    else:
        print(printable("\n".join(_lines(analysis, measured, measuring=arguments.measure))))
    sys.stdout.flush()
    return DONE


def _machine(arguments: argparse.Namespace) -> Machine:
    """The machine asked about: what is not said is that of the cards found here, else one of 24 GiB."""
    target = check_device(arguments.target)
    kind, _, index = target.partition(":")
    if kind not in ("cpu", "cuda"):
        raise EditError(f"Memory can be told for the CPU and for CUDA cards, not for {target}.")
    target = "cuda:0" if target == "cuda" else target
    cards = live_cards().cards
    gpus = arguments.gpus
    if gpus is None:
        gpus = max(len(cards), 0 if target == "cpu" else max(int(index or 0) + 1, arguments.ranks))
    if arguments.gpu_memory:
        capacity = parse_size(arguments.gpu_memory)
    else:
        capacity = min((card.total for card in cards), default=parse_size(_DEFAULT_CARD))
    context = parse_size(arguments.context) if arguments.context else DEFAULT_CONTEXT
    return Machine(gpus, capacity, target, arguments.ranks, not arguments.naive, context)


def _measured(view: Preview, analysis: Analysis, *, keep: bool) -> dict[str, Answer]:
    """For each strategy its measured phases, or the sentence why there are none."""
    from core.memory.measure import measure  # noqa: PLC0415 - only here: prediction needs none of it

    shown = sys.stderr.isatty()
    found: dict[str, Answer] = {}
    for outcome in analysis.outcomes:
        name = outcome.strategy.id

        def tick(done: int, total: int, name: str = name) -> None:
            if shown:
                print(f"{ERASE_LINE}measuring {name}: phase {done} of {total}", end="", file=sys.stderr, flush=True)

        try:
            result = measure(view, outcome.strategy, analysis.machine, keep=keep, tick=tick)
        except CheckpointError as error:
            found[name] = {"not_measured": str(error)}
        else:
            phases = [_phase(phase) for phase in result.phases]
            found[name] = {"measured": phases, "host_peak": max(phase.host.peak for phase in result.phases)}
        finally:
            if shown:
                print(ERASE_LINE, end="", file=sys.stderr, flush=True)
    return found


# -- JSON ------------------------------------------------------------------------------------------------------


def _answer(view: Preview, analysis: Analysis, measured: dict[str, Answer]) -> Answer:
    machine, best = analysis.machine, analysis.best
    return {
        "file": str(view.catalogue.checkpoint.path),
        "machine": {
            "gpus": machine.gpus,
            "gpu_memory": machine.capacity,
            "target": machine.target,
            "ranks": machine.ranks,
            "naive": not machine.own_gpu,
            "context": machine.context,
        },
        "best": best.strategy.id if best is not None else None,
        "why": analysis.why,
        "notice": analysis.notice,
        "strategies": [_strategy(outcome, measured.get(outcome.strategy.id, {})) for outcome in analysis.outcomes],
    }


def _strategy(outcome: Outcome, measured: Answer) -> Answer:
    found: Answer = {
        "id": outcome.strategy.id,
        "title": outcome.strategy.title,
        "verdict": outcome.verdict,
        "message": outcome.message,
        "peak": outcome.peak,
        "host_peak": outcome.host_peak,
        "code": outcome.code,
        "phases": [_phase(phase) for phase in outcome.phases],
    }
    return found | {key: value for key, value in measured.items() if key != "host_peak"}


def _phase(phase: Phase) -> Answer:
    return {
        "name": phase.name,
        "devices": {
            device: {
                "allocated": state.allocated,
                "reserved": state.reserved,
                "context": state.context,
                "peak": state.peak,
                **({"owners": dict(state.owners)} if state.owners else {}),
            }
            for device, state in phase.devices.items()
        },
        "host": {"anonymous": phase.host.anonymous, "file": phase.host.file, "peak": phase.host.peak},
    }


# -- text ------------------------------------------------------------------------------------------------------


def _lines(analysis: Analysis, measured: dict[str, Answer], *, measuring: bool) -> Iterator[str]:
    if analysis.outcomes[0].verdict == UNTOLD:
        yield analysis.why
        yield from _code(analysis.outcomes[0])
        return
    machine = analysis.machine
    where = f"{machine.gpus} × {card_text(machine.capacity)}" if machine.gpus else "no card"
    ranks = (
        f", {machine.ranks} processes{'' if machine.own_gpu else ', all loading naively'}" if machine.ranks > 1 else ""
    )
    yield f"model on {machine.target}; {where}; {size_text(machine.context)} for each CUDA context{ranks}"
    yield ""
    head = ["", "", "verdict", "peak of each card", "RAM", *(["measured"] if measuring else [])]
    rows = [head] + [
        [
            "*" if outcome is analysis.best else " ",
            outcome.strategy.id,
            outcome.verdict,
            "-" if outcome.verdict == ERROR else _cards(outcome),
            "-" if outcome.verdict == ERROR else size_text(outcome.host_peak),
            *([_measured_text(measured[outcome.strategy.id])] if measuring else []),
        ]
        for outcome in analysis.outcomes
    ]
    widths = [max(len(row[column]) for row in rows) for column in range(len(head))]
    for row in rows:
        yield "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()
    yield ""
    yield from _notes(analysis, measured)
    yield f"best    {analysis.why}" if analysis.best else analysis.why
    if analysis.notice:
        yield f"note    {analysis.notice}"
    if analysis.best is not None:
        yield from _code(analysis.best)


def _code(outcome: Outcome) -> Iterator[str]:
    yield from ("", *(f"    {line}".rstrip() for line in outcome.code.splitlines())) if outcome.code else ()


def _cards(outcome: Outcome) -> str:
    peaks: dict[str, int] = {}
    for phase in outcome.phases:
        for device, state in phase.devices.items():
            peaks[device] = max(peaks.get(device, 0), state.peak)
    return ", ".join(f"{device} {size_text(peak)}" for device, peak in peaks.items()) or "none"


def _measured_text(found: Answer) -> str:
    if "not_measured" in found:
        return "no"
    return size_text(max(int(found["host_peak"]), 0))


def _notes(analysis: Analysis, measured: dict[str, Answer]) -> Iterator[str]:
    """What went wrong, each sentence once with all strategies that it is about."""
    about: dict[str, list[str]] = {}
    for outcome in analysis.outcomes:
        if outcome.verdict != "fits":
            about.setdefault(outcome.message, []).append(outcome.strategy.id)
        elif "not_measured" in measured.get(outcome.strategy.id, {}):
            reason = f"Not measured: {measured[outcome.strategy.id]['not_measured']}"
            about.setdefault(reason, []).append(outcome.strategy.id)
    for sentence, names in about.items():
        yield f"{', '.join(names)}: {sentence}"
    if about:
        yield ""
