"""The command ``memory``: what every way of loading allocates, as a table or JSON, and measured where wanted."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial

from cli.opening import opened
from cli.output import DONE, print_json, print_lines, progress, shows_progress
from cli.shared_arguments import (
    Add,
    add_file,
    child_arguments,
    count,
    json_argument,
    limits_of,
    optimizer_of,
    ranks,
    told,
)
from core.edits.edits import Plan, check_device
from core.edits.preview import Preview, preview
from core.errors import CheckpointError, EditError
from core.loading.computer import Computer, parse_computer
from core.memory.analysis import ERROR, LOADS, UNTOLD, Analysis, Outcome, predict_memory
from core.memory.known_cards import Card, as_sold, parse_card
from core.memory.ledger import DeviceState, HostState, Phase
from core.memory.machine import NOT_TRAINING, Machine, check_machine, guess, machine_on, parse_dtype
from core.memory.measure import measure
from core.memory.sizes import memory_text, parse_size
from core.memory.training.least import Resuming, Training
from core.memory.training.words import resuming_text
from core.report.inspect import JsonDict
from core.report.layout import aligned, labelled
from core.text import clauses, count_text, listed, titled
from core.torch_child.gpus import Gpu, live_cards
from core.torch_child.limits import Limits, OverLimit
from core.words import marked, say

_line = partial(labelled, width=7)


def add_arguments(add: Add) -> None:
    """What it takes."""
    add_file(add)
    add("--target", metavar="DEV", help=say("device of the model (default: cuda:0, or cpu with --machine cpu)"))
    add(
        "--card",
        metavar="CARD",
        help=say(
            "each card, by name or memory, such as T4 or 24GB (default: the cards of this computer, otherwise an "
            "RTX 4090)"
        ),
    )
    add("--gpu-memory", metavar="SIZE", help=say("memory of each card, such as 22.5GiB: the same as --card"))
    add("--machine", metavar="M", help=say("cpu or gpus:N, as in the other commands; use it instead of --gpus"))
    add(
        "--gpus",
        type=count,
        metavar="N",
        help=say("number of cards (default: those of this computer, or as many as are needed)"),
    )
    add(
        "--ranks",
        type=ranks,
        default=1,
        metavar="N",
        help=say("number of processes that load the file, each for its own card"),
    )
    add("--naive", action="store_true", help=say("every process loads onto the target, not onto its own card"))
    add(
        "--context",
        metavar="SIZE",
        help=say("memory that a CUDA context takes on a card (default: 300MiB, or the measured value if there is one)"),
    )
    add("--margin", metavar="SIZE", help=say("memory to keep free on each card (default: none)"))
    add("--model-dtype", metavar="DTYPE", help=say("dtype of the live model, such as bf16 (default: as in the file)"))
    add(
        "--activations",
        metavar="SIZE",
        help=say("memory that activations take in training, counted in the “resume” lines"),
    )
    add(
        "--step",
        choices=("foreach", "fused", "for-loop"),
        help=say("how the optimizer steps (default: as torch chooses)"),
    )
    add("--data-parallel", type=ranks, default=1, metavar="N", help=say("number of cards that DataParallel uses"))
    optimizer_of(add)
    add("--keep", action="store_true", help=say("the script keeps the checkpoint instead of `del checkpoint`"))
    add(
        "--measure",
        action="store_true",
        help=say("also run each way of loading here, in a separate process (needs torch)"),
    )
    child_arguments(add)
    json_argument(add)


def run(arguments: argparse.Namespace) -> int:
    """Predict, and measure with ``--measure``."""
    machine = _machine(arguments)
    view = preview(opened(arguments), Plan())
    analysis = predict_memory(view, machine, keep=arguments.keep, training=_training(arguments))
    measured = _measured(view, analysis, limits_of(arguments), keep=arguments.keep) if arguments.measure else {}
    if arguments.json:
        print_json(_answer(view, analysis, measured))
    else:
        size = arguments.card or arguments.gpu_memory or ""
        print_lines(lines(analysis, measured, size, measuring=arguments.measure))
    return DONE


def _machine(arguments: argparse.Namespace) -> Machine:
    """The machine asked about: what is not said is that of the cards found here, else an RTX 4090 is assumed."""
    if arguments.machine is not None and arguments.gpus is not None:
        raise EditError("--machine and --gpus both say how many cards there are; give one of them.")
    gpus = arguments.gpus if arguments.machine is None else parse_computer(arguments.machine).gpus
    target = check_device(arguments.target or ("cpu" if gpus == 0 and arguments.machine is not None else "cuda:0"))
    kind, _, index = target.partition(":")
    if kind not in ("cpu", "cuda"):
        raise EditError("Memory can be predicted only for the CPU and for CUDA cards, not for {target}.", target=target)
    target = "cuda:0" if target == "cuda" else target
    cards = live_cards().cards
    if gpus is None:
        least = max(int(index or 0) + 1, arguments.ranks, arguments.data_parallel)
        gpus = max(len(cards), 0 if target == "cpu" else least)
    elif gpus < arguments.data_parallel > 1:
        raise EditError(
            "--data-parallel {data_parallel} needs {data_parallel} cards, but you gave --gpus {gpus}.",
            data_parallel=arguments.data_parallel,
            gpus=gpus,
        )
    margin = parse_size(arguments.margin) if arguments.margin is not None else 0
    dtype = parse_dtype(arguments.model_dtype) if arguments.model_dtype is not None else ""
    card = _card(arguments, cards)
    machine = machine_on(Computer(gpus, arguments.ranks), card)
    return check_machine(
        replace(
            machine,
            target=target,
            own_gpu=not arguments.naive,
            context=parse_size(arguments.context) if arguments.context is not None else machine.context,
            margin=margin,
            model_dtype=dtype,
        )
    )


def _training(arguments: argparse.Namespace) -> Training:
    """What is said of the training that goes on."""
    activations = parse_size(arguments.activations) if arguments.activations is not None else 0
    return Training(activations, arguments.step, arguments.data_parallel)


def _card(arguments: argparse.Namespace, cards: Sequence[Gpu]) -> Card | None:
    """The card that was named, or the smallest that is here; None where nobody knows."""
    if arguments.card is not None and arguments.gpu_memory is not None:
        raise EditError("--card and --gpu-memory both say how much memory a card has; give one of them.")
    if arguments.card is not None:
        return parse_card(arguments.card)
    if arguments.gpu_memory is not None:
        return Card(parse_size(as_sold(arguments.gpu_memory)))
    least = min(cards, key=lambda card: card.total, default=None)
    return Card(least.total, least.name) if least is not None else None


def _measured(view: Preview, analysis: Analysis, limits: Limits, *, keep: bool) -> dict[str, JsonDict]:
    """For each strategy its measured phases, or the sentence why there are none."""
    shown = shows_progress()
    found: dict[str, JsonDict] = {}
    for outcome in analysis.outcomes:
        name = outcome.strategy.id

        def tick(done: int, total: int, name: str = name) -> None:
            if shown:
                progress(say("measuring {name}: phase {done} of {total}", name=name, done=done, total=total))

        try:
            result = measure(view, outcome.strategy, analysis.machine, keep=keep, tick=tick, limits=limits)
        except OverLimit as error:
            found[name] = {"not_measured": told(error)}
        except CheckpointError as error:
            found[name] = {"not_measured": str(error)}
        else:
            phases = [_phase(phase) for phase in result.phases]
            found[name] = {"measured": phases, "host_peak": max(phase.host.peak for phase in result.phases)}
        finally:
            if shown:
                progress("")
    return found


# -- JSON ------------------------------------------------------------------------------------------------------


def _answer(view: Preview, analysis: Analysis, measured: dict[str, JsonDict]) -> JsonDict:
    machine, best = analysis.machine, analysis.best
    return {
        "file": str(view.catalogue.checkpoint.path),
        "machine": {
            "gpus": machine.gpus,
            "gpu_memory": machine.capacity,
            "card": machine.card or None,
            "assumed": machine.guessed,
            "target": machine.target,
            "ranks": machine.ranks,
            "naive": not machine.own_gpu,
            "context": machine.context,
            "margin": machine.margin,
            "model_dtype": machine.model_dtype or None,
        },
        "assumptions": list(analysis.assumptions),
        "best": best.strategy.id if best is not None else None,
        "as_good": [outcome.strategy.id for outcome in analysis.equals],
        "why": analysis.why,
        "notice": analysis.notice,
        "strategies": [
            _strategy(outcome, machine, measured.get(outcome.strategy.id, {})) for outcome in analysis.outcomes
        ],
    }


def _strategy(outcome: Outcome, machine: Machine, measured: JsonDict) -> JsonDict:
    found: JsonDict = {
        "id": outcome.strategy.id,
        "title": outcome.strategy.title,
        "verdict": outcome.verdict,
        "message": outcome.message,
        "peak": outcome.peak,
        "device": outcome.device,
        "phase": outcome.phase,
        "spare": outcome.spare if outcome.device is not None else None,
        "host_peak": outcome.host_peak,
        "code": outcome.code,
        "phases": [_phase(phase) for phase in outcome.phases],
        "resuming": _resuming(outcome.resuming, machine) if outcome.resuming is not None else None,
    }
    return found | {key: value for key, value in measured.items() if key != "host_peak"}


def _resuming(resuming: Resuming, machine: Machine) -> JsonDict:
    """What resuming takes; ``needs`` is the least that the device must hold, ``spare`` what is left of a card then."""
    on_card = resuming.device.startswith("cuda")
    return {
        "device": resuming.device,
        "loaded": resuming.loaded,
        "gradients": resuming.gradients,
        "state_to_come": resuming.state,
        "step": resuming.temporaries,
        "activations": resuming.activations,
        "total": resuming.total,
        "needs": resuming.needs,
        "spare": machine.room - resuming.needs if on_card else None,
        "host_state_to_come": resuming.host_state,
        "optimizers": [
            {"name": step.name, "how": step.how, "state_to_come": step.state, "step": step.temporaries}
            for step in resuming.steps
        ],
        "state_left_in_ram_if_loaded_first": resuming.loaded_state if on_card else 0,
        "data_parallel": {
            "cards": resuming.cards,
            "replica": resuming.replica,
            "replica_gradients": resuming.replica_gradients,
        },
        "text": list(resuming_text(resuming, machine)),
    }


def _phase(phase: Phase) -> JsonDict:
    return {
        "name": phase.name,
        "devices": {
            device: {
                "allocated": state.allocated,
                "requested": state.requested,
                "reserved": state.reserved,
                "context": state.context,
                "peak": state.peak,
                **({"owners": dict(state.owners)} if state.owners else {}),
            }
            for device, state in phase.devices.items()
        },
        "host": {
            "anonymous": phase.host.anonymous,
            "file": phase.host.file,
            "peak": phase.host.peak,
            **({"kept": phase.host.kept} if phase.host.kept is not None else {}),
        },
    }


# ---- as text


_MOST_CARDS = 3
_PROCESSES = marked("{context}, {ranks} processes")
_NAIVE_PROCESSES = marked("{context}, {ranks} processes, all loading naively")


def lines(analysis: Analysis, measured: dict[str, JsonDict], size: str, *, measuring: bool) -> Iterator[str]:
    """The whole answer. ``measured`` is by strategy, ``size`` how the card was given, if it was."""
    if analysis.outcomes[0].verdict == UNTOLD:
        yield analysis.why
        yield from _code(analysis.outcomes[0])
        return
    machine = analysis.machine
    model = say("model on {device}", device=machine.target)
    if machine.model_dtype:
        model = say("model on {device} in {dtype}", device=machine.target, dtype=machine.model_dtype)
    context = say("{memory} for each CUDA context", memory=memory_text(machine.context))
    if machine.ranks > 1:
        text = _PROCESSES if machine.own_gpu else _NAIVE_PROCESSES
        context = say(text, context=context, ranks=machine.ranks)
    yield titled(say("computed for"), clauses((model, _cards_of(machine), context)))
    yield ""
    measured_head = [say("measured")] if measuring else []
    head = ["", "", say("verdict"), say("peak of each card"), say("RAM"), *measured_head, say("how it loads")]
    rows = [
        [
            "*" if outcome in analysis.equals else " ",
            outcome.strategy.id,
            say(outcome.verdict),
            "-" if outcome.verdict == ERROR else _cards(outcome),
            "-" if outcome.verdict == ERROR else memory_text(outcome.host_peak),
            *([_measured_text(measured[outcome.strategy.id])] if measuring else []),
            outcome.title,
        ]
        for outcome in analysis.outcomes
    ]
    yield from aligned([head, *rows])
    yield ""
    yield from _notes(analysis, measured)
    yield _line(say("best"), analysis.why) if analysis.best else analysis.why
    if analysis.notice:
        yield _line(say("note"), analysis.notice)
    if told := guess(machine) or _read_as(size, machine):
        yield _line(say("note"), told)
    yield _line(say("note"), say(NOT_TRAINING))
    shown = analysis.best or min(
        (each for each in analysis.outcomes if each.phases), key=lambda each: each.peak, default=None
    )
    if shown is not None:
        yield ""
        yield from _phases(shown)
        if shown.resuming is not None:
            yield ""
            yield from (_line(say("resume"), sentence) for sentence in resuming_text(shown.resuming, machine))
    if analysis.best is not None:
        yield from _code(analysis.best)


def _read_as(size: str, machine: Machine) -> str:
    """That GB was taken for GiB; empty if it was not."""
    if machine.card or not machine.gpus or size == as_sold(size):
        return ""
    return say("{size} is read as {memory}: for cards, GB usually means GiB.", size=size, memory=machine.card_text)


def _cards_of(machine: Machine) -> str:
    if not machine.gpus:
        return say("no card")
    cards = f"{machine.gpus} × {machine.card_text}"
    if machine.guessed:
        cards = say("{cards} (assumed)", cards=cards)
    return (
        say("{cards}, {memory} kept free", cards=cards, memory=memory_text(machine.margin)) if machine.margin else cards
    )


def _phases(outcome: Outcome) -> Iterator[str]:
    """One way phase by phase: what each card holds at the end of a phase and at most, and RAM."""
    cards = _alike(outcome)
    more = len(cards) - _MOST_CARDS
    shown = list(cards)[:_MOST_CARDS]
    text = marked("{way}, step by step (at “start” the model is on its device and nothing is loaded yet):")
    if outcome.strategy.taken_over:
        text = marked("{way}, step by step:")
    yield f"  {say(text, way=outcome.strategy.id)}"
    head = ["  "]
    for name in shown:
        head += [say("{name} allocated", name=name), say("reserved"), say("peak, with context")]
    rows = [[*head, say("RAM"), say("RAM peak")]]
    for place, phase in enumerate(outcome.phases):
        row = [f"  {phase.name}"]
        for name in shown:
            state = cards[name][place]
            sizes = (state.allocated, state.reserved, state.peak) if state is not None else ()
            row += map(memory_text, sizes) if sizes else ["-", "-", "-"]
        rows.append([*row, _host(phase.host), memory_text(_most(phase.host))])
    yield from aligned(rows)
    if more > 0:
        yield f"  {say('and {kinds} of cards: --json has them all', kinds=count_text(more, 'more kind'))}"
    if any(phase.host.kept for phase in outcome.phases):
        yield ""
        yield _line(
            say("note"),
            say(
                "RAM as a range (“… to …”): the lower number if the C library returns freed memory to the system, "
                "the higher one if it keeps it."
            ),
        )


def _alike(outcome: Outcome) -> dict[str, list[DeviceState | None]]:
    """The states of each card phase by phase; cards that hold the same all the time have one line, ``cuda:0-3``."""
    found: dict[str, list[DeviceState | None]] = {}
    names = sorted({device for phase in outcome.phases for device in phase.devices}, key=lambda name: (len(name), name))
    for device in names:
        states = [phase.devices.get(device) for phase in outcome.phases]
        last = next(reversed(found), "")
        if last and found[last] == states:
            found[f"{last.partition('-')[0]}-{device.rpartition(':')[2]}"] = found.pop(last)
        else:
            found[device] = states
    return found


def _most(state: HostState) -> int:
    """The most RAM during a phase, with what the C library may hold back at its end."""
    return max(state.peak, state.anonymous + state.file + (state.kept or 0))


def _host(state: HostState) -> str:
    """RAM at the end of a phase, and up to what, where the C library may hold back what was freed."""
    used = state.anonymous + state.file
    return (
        say("{least} to {most}", least=memory_text(used), most=memory_text(used + state.kept))
        if state.kept
        else memory_text(used)
    )


def _code(outcome: Outcome) -> Iterator[str]:
    yield from ("", *(f"    {line}".rstrip() for line in outcome.code.splitlines())) if outcome.code else ()


def _cards(outcome: Outcome) -> str:
    peaks: dict[str, int] = {}
    for phase in outcome.phases:
        for device, state in phase.devices.items():
            peaks[device] = max(peaks.get(device, 0), state.peak)
    return listed(f"{device} {memory_text(peak)}" for device, peak in peaks.items()) or say("none")


def _measured_text(found: JsonDict) -> str:
    if "not_measured" in found:
        return say("no")
    return memory_text(max(int(found["host_peak"]), 0))


def _notes(analysis: Analysis, measured: dict[str, JsonDict]) -> Iterator[str]:
    """What went wrong, each sentence once with all strategies that it is about."""
    about: dict[str, list[str]] = {}
    for outcome in analysis.outcomes:
        if outcome.verdict != LOADS:
            about.setdefault(outcome.message, []).append(outcome.strategy.id)
        elif "not_measured" in measured.get(outcome.strategy.id, {}):
            reason = say("Not measured: {why}", why=measured[outcome.strategy.id]["not_measured"])
            about.setdefault(reason, []).append(outcome.strategy.id)
    for sentence, names in about.items():
        yield titled(listed(names), sentence)
    if about:
        yield ""
