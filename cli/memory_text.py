"""What the command ``memory`` prints: a table of ways, the phases of the one to take, and its code."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from core.memory.analysis import ERROR, LOADS, UNTOLD, Analysis, Outcome
from core.memory.assumptions import NOT_TRAINING, guess
from core.memory.ledger import DeviceState, HostState
from core.memory.sizes import memory_text
from core.memory.training.words import resuming_text
from core.report.inspect import JsonDict
from core.report.layout import columns, padded
from core.text import count_text
from core.words import marked, say

_MOST_CARDS = 3
_PROCESSES = marked("{context}, {ranks} processes")
_NAIVE_PROCESSES = marked("{context}, {ranks} processes, all loading naively")


def lines(analysis: Analysis, measured: dict[str, JsonDict], *, measuring: bool) -> Iterator[str]:
    """The whole answer. ``measured`` is by strategy."""
    if analysis.outcomes[0].verdict == UNTOLD:
        yield analysis.why
        yield from _code(analysis.outcomes[0])
        return
    machine = analysis.machine
    where = f"{machine.gpus} × {machine.card_text}" if machine.gpus else say("no card")
    if machine.gpus and machine.margin:
        where = say("{cards}, {memory} kept free", cards=where, memory=memory_text(machine.margin))
    model = say("model on {device}", device=machine.target)
    if machine.model_dtype:
        model = say("model on {device} in {dtype}", device=machine.target, dtype=machine.model_dtype)
    context = say("{memory} for each CUDA context", memory=memory_text(machine.context))
    if machine.ranks > 1:
        text = _PROCESSES if machine.own_gpu else _NAIVE_PROCESSES
        context = say(text, context=context, ranks=machine.ranks)
    yield f"{model}; {where}; {context}"
    yield ""
    head = ["", "", say("verdict"), say("peak of each card"), "RAM", *([say("measured")] if measuring else [])]
    rows = [
        [
            "*" if outcome in analysis.equals else " ",
            outcome.strategy.id,
            say(outcome.verdict),
            "-" if outcome.verdict == ERROR else _cards(outcome),
            "-" if outcome.verdict == ERROR else memory_text(outcome.host_peak),
            *([_measured_text(measured[outcome.strategy.id])] if measuring else []),
        ]
        for outcome in analysis.outcomes
    ]
    yield from _table([head, *rows])
    yield ""
    yield from _notes(analysis, measured)
    yield _line(say("best"), analysis.why) if analysis.best else analysis.why
    if analysis.notice:
        yield _line(say("note"), analysis.notice)
    if machine.guessed:
        yield _line(say("note"), guess(machine))
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


def _line(label: str, text: str) -> str:
    """A text behind what it is."""
    return f"{padded(label, 7)} {text}"


def _table(rows: Sequence[Sequence[str]]) -> Iterator[str]:
    widths = [max(columns(row[column]) for row in rows) for column in range(len(rows[0]))]
    for row in rows:
        yield "  ".join(map(padded, row, widths)).rstrip()


def _phases(outcome: Outcome) -> Iterator[str]:
    """One way phase by phase: what each card holds at the end of a phase and at most, and RAM."""
    cards = _alike(outcome)
    more = len(cards) - _MOST_CARDS
    shown = list(cards)[:_MOST_CARDS]
    head = [f"  {outcome.strategy.id}"]
    for name in shown:
        head += [say("{name} allocated", name=name), say("reserved"), say("at most")]
    rows = [[*head, "RAM", say("at most")]]
    for place, phase in enumerate(outcome.phases):
        row = [f"  {phase.name}"]
        for name in shown:
            state = cards[name][place]
            sizes = (state.allocated, state.reserved, state.peak) if state is not None else ()
            row += map(memory_text, sizes) if sizes else ["-", "-", "-"]
        rows.append([*row, _host(phase.host), memory_text(phase.host.peak)])
    yield from _table(rows)
    if more > 0:
        yield f"  {say('and {kinds} of cards: --json has them all', kinds=count_text(more, 'more kind'))}"


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
    return ", ".join(f"{device} {memory_text(peak)}" for device, peak in peaks.items()) or say("none")


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
        yield f"{', '.join(names)}: {sentence}"
    if about:
        yield ""
