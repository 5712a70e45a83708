"""What the memory panel draws: a bar a device for each strategy, a column a phase for its timeline, and the words.

Every figure is taken from the analysis as it is: a bar's segments add up to the peak that the library gives.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from core.memory.analysis import LOADS, OUT_OF_MEMORY, Analysis, Outcome
from core.memory.ledger import OWNERS, DeviceState, HostState, Phase
from core.memory.sizes import memory_text
from core.words import marked, say
from gui.look.wording import sentence
from gui.memory.answer_model import way_words

HOST = "RAM"
"""Stands where a GPU's name would, for the memory of the computer itself."""
RESERVED, MOMENTARY, CONTEXT = "reserved", "momentary", "context"
ANONYMOUS, MAPPED, KEPT = "anonymous", "file", "kept"
SEGMENTS = (CONTEXT, *OWNERS, RESERVED, ANONYMOUS, MAPPED, KEPT, MOMENTARY)
"""All that a bar may consist of, in the order in which it is stacked."""

SEGMENT_NAMES: Mapping[str, str] = {
    "model": marked("model"),
    "optimizer": marked("optimizer"),
    "other": marked("other"),
    "leftover": marked("left over"),
    RESERVED: marked("reserved"),
    MOMENTARY: marked("momentary"),
    CONTEXT: marked("context"),
    ANONYMOUS: marked("RAM"),
    MAPPED: marked("mapped file"),
    KEPT: marked("may be held back"),
}
SEGMENT_TIPS: Mapping[str, str] = {
    "model": marked(
        "Parameters and buffers: those of the live model, and those in the checkpoint until load_state_dict has\n"
        "copied them"
    ),
    "optimizer": marked("Optimizer state: exp_avg, momentum_buffer and the like"),
    "other": marked("Tensors of the file that belong neither to the model nor to the optimizer"),
    "leftover": marked(
        "Loaded and copied, alive only because `checkpoint` still refers to it: `del checkpoint` frees it"
    ),
    RESERVED: marked(
        "What torch's caching allocator holds beyond the tensors, for those to come: most of\n"
        "torch.cuda.memory_reserved() minus torch.cuda.memory_allocated()"
    ),
    MOMENTARY: marked("Needed within the phase and given back before its end"),
    CONTEXT: marked(
        "What CUDA itself takes in each process on each GPU it touches; an assumption that you can edit.\n"
        "Only the end of the process frees it."
    ),
    ANONYMOUS: marked("RAM of the process: storages that were read, and a model on the CPU"),
    KEPT: marked(
        "Freed, but the C library (glibc) may hold it back for what is allocated next: between nothing and this much"
    ),
    MAPPED: marked("Pages of the checkpoint file (mmap=True) that were touched; the system may drop them again"),
}
PHASE_WORDS: Mapping[str, str] = {
    "start": "Model().to(device)",
    "load": "torch.load",
    "model": "model.load_state_dict",
    "optimizer": "optimizer.load_state_dict",
    "del": "del checkpoint",
    "empty_cache": "torch.cuda.empty_cache",
}


@dataclass(frozen=True)
class Segment:
    """A piece of a bar: who holds it, and how many bytes."""

    owner: str
    nbytes: int


@dataclass(frozen=True)
class DeviceBar:
    """A device at its fullest; `capacity` is what loading may take of it, 0 where that is not known (RAM).

    GPUs that hold exactly the same, one after the other, share a bar: `devices` has them all, `device` the first.
    """

    devices: tuple[str, ...]
    label: str
    segments: tuple[Segment, ...]
    total: int
    capacity: int
    phase: str

    @property
    def device(self) -> str:
        """The first of the devices."""
        return self.devices[0]

    @property
    def tip(self) -> str:
        """The exact figures."""
        each = say("each of {devices}", devices=", ".join(self.devices)) if len(self.devices) > 1 else self.device
        lines = [
            say(
                "{each} at its fullest, in {step}: {total:,} bytes",
                each=each,
                step=PHASE_WORDS[self.phase],
                total=self.total,
            )
        ]
        lines += [f"{say(SEGMENT_NAMES[part.owner])}: {part.nbytes:,}" for part in self.segments]
        if self.capacity:
            lines.append(say("loading may take {capacity:,}", capacity=self.capacity))
        return "\n".join(lines)


@dataclass(frozen=True)
class StrategyRow:
    """One way of loading as the list shows it.

    `words` say what `title`, torch's term for it, does. `sentence` is short, `full` leaves nothing out; `mark` says
    that no way is better, and is empty where one is.
    """

    id: str
    title: str
    words: str
    state: str
    sentence: str
    full: str
    bars: tuple[DeviceBar, ...]
    mark: str
    code: str


def strategy_rows(analysis: Analysis) -> list[StrategyRow]:
    """A row a strategy, in the order of the library."""
    return [_row(outcome, analysis) for outcome in analysis.outcomes]


def owners_in(analysis: Analysis) -> set[str]:
    """Everybody who holds memory in any phase of any strategy: what a legend has to name."""
    found: set[str] = set()
    for outcome in analysis.outcomes:
        for phase in outcome.phases:
            found |= {part.owner for part in host_segments(phase.host)}
            found |= {part.owner for state in phase.devices.values() for part in device_segments(state)}
    return found


def scale_of(rows: Sequence[StrategyRow]) -> int:
    """The bytes that the full width of a bar stands for: the card and what goes beyond it, within reason."""
    bars = [bar for row in rows for bar in row.bars]
    most = max((bar.total for bar in bars), default=0)
    capacity = max((bar.capacity for bar in bars), default=0)
    return min(max(most, capacity), 2 * capacity) if capacity else most


def _row(outcome: Outcome, analysis: Analysis) -> StrategyRow:
    short, full = _words(outcome)
    mark = say("best") if len(analysis.equals) == 1 else say("good")
    return StrategyRow(
        outcome.strategy.id,
        outcome.title,
        sentence(way_words(outcome, analysis.machine)),
        outcome.verdict,
        short,
        full,
        _bars(outcome, analysis),
        mark if outcome in analysis.equals else "",
        outcome.code,
    )


def _words(outcome: Outcome) -> tuple[str, str]:
    """The verdict in a line, and with all that there is to say."""
    if not outcome.phases:
        return first_sentence(outcome.message), outcome.message
    host = say("{size} RAM", size=memory_text(outcome.host_peak))
    if outcome.device is None:
        return say("loads, no GPU memory · {host}", host=host), say(
            "Takes no GPU memory, and {host_peak:,} bytes of RAM.", host_peak=outcome.host_peak
        )
    device, step = outcome.device, PHASE_WORDS[outcome.phase or "load"]
    if outcome.verdict == OUT_OF_MEMORY:
        lacks = memory_text(-outcome.spare)
        short = say("out of memory in {phase}: {lacks} short", phase=outcome.phase, lacks=lacks)
        return short, say(
            "torch.OutOfMemoryError on {device} in {step}: {lacks} short of what it takes at its fullest.",
            device=device,
            step=step,
            lacks=lacks,
        )
    spare = memory_text(outcome.spare)
    return say("loads, {spare} to spare · {host}", spare=spare, host=host), say(
        "loads, {spare} to spare at the fullest moment ({device} in {step}); {host} at most.",
        spare=spare,
        device=device,
        step=step,
        host=host,
    )


def first_sentence(text: str) -> str:
    """The text up to the first full stop that ends a sentence."""
    head, stop, _ = text.partition(". ")
    return head + stop.strip()


# ---- bars


def _bars(outcome: Outcome, analysis: Analysis) -> tuple[DeviceBar, ...]:
    """One bar a GPU that is touched; RAM where the model lives on the CPU or no GPU is touched."""
    if not outcome.phases:
        return ()
    bars = _joined([_device_bar(device, outcome, analysis) for device in devices_of(outcome) if device != HOST])
    if not bars or analysis.machine.target == "cpu":
        bars.append(_host_bar(outcome))
    return tuple(bars)


def _joined(bars: Sequence[DeviceBar]) -> list[DeviceBar]:
    """One bar for neighbours that look the same: with sixteen processes nobody reads sixteen equal bars."""
    found: list[DeviceBar] = []
    for bar in bars:
        last = found[-1] if found else None
        if last is not None and (last.segments, last.phase) == (bar.segments, bar.phase):
            devices = (*last.devices, *bar.devices)
            label = f"{devices[0]}–{devices[-1].rpartition(':')[2]}"
            found[-1] = replace(last, devices=devices, label=label)
        else:
            found.append(bar)
    return found


def _device_bar(device: str, outcome: Outcome, analysis: Analysis) -> DeviceBar:
    found = [(phase, phase.devices[device]) for phase in outcome.phases if device in phase.devices]
    phase, state = max(found, key=lambda pair: (pair[1].peak, pair[1].allocated))
    parts = [(CONTEXT, state.context), *((owner, state.owners[owner]) for owner in OWNERS)]
    parts.append((RESERVED, state.peak - state.context - sum(state.owners[owner] for owner in OWNERS)))
    return DeviceBar((device,), device, _segments(parts), state.peak, analysis.machine.room, phase.name)


def _host_bar(outcome: Outcome) -> DeviceBar:
    phase = max(outcome.phases, key=lambda item: (item.host.peak, item.host.anonymous + item.host.file))
    segments = host_segments(replace(phase.host, kept=0))
    return DeviceBar((HOST,), HOST, segments, phase.host.peak, 0, phase.name)


def _segments(parts: Sequence[tuple[str, int]]) -> tuple[Segment, ...]:
    return tuple(Segment(owner, nbytes) for owner, nbytes in parts if nbytes > 0)


def device_segments(state: DeviceState) -> tuple[Segment, ...]:
    """One GPU at the end of a phase, and what it needed for a moment within it."""
    parts = [(CONTEXT, state.context), *((owner, state.owners[owner]) for owner in OWNERS)]
    parts.append((RESERVED, state.reserved - sum(state.owners[owner] for owner in OWNERS)))
    parts.append((MOMENTARY, state.peak - state.context - state.reserved))
    return _segments(parts)


def host_segments(state: HostState) -> tuple[Segment, ...]:
    """RAM at the end of a phase, and what it needed for a moment within it."""
    kept = state.kept or 0
    rest = state.peak - state.anonymous - state.file - kept
    return _segments([(ANONYMOUS, state.anonymous), (MAPPED, state.file), (KEPT, kept), (MOMENTARY, rest)])


# ---- the timeline


@dataclass(frozen=True)
class PhaseBar:
    """One phase of a timeline; `reached` is False once the card was too small before it."""

    phase: str
    segments: tuple[Segment, ...]
    total: int
    reached: bool

    def tip(self, device: str) -> str:
        """The exact figures."""
        lines = [
            say(
                "{step} · {device}: {total:,} bytes at most",
                step=PHASE_WORDS[self.phase],
                device=device,
                total=self.total,
            )
        ]
        lines += [f"{say(SEGMENT_NAMES[part.owner])}: {part.nbytes:,}" for part in self.segments]
        if not self.reached:
            lines.append(say("never reached: the memory ran out before"))
        return "\n".join(lines)


@dataclass(frozen=True)
class Timeline:
    """One device through all phases."""

    device: str
    phases: tuple[PhaseBar, ...]
    capacity: int


def devices_of(outcome: Outcome) -> list[str]:
    """The devices of an outcome: GPUs by number, then RAM."""
    gpus = {device for phase in outcome.phases for device in phase.devices}
    found = sorted(gpus, key=lambda name: (len(name), name))
    return [*found, HOST] if outcome.phases else []


def timeline_of(outcome: Outcome, device: str, capacity: int) -> Timeline:
    """The phases of one device, or of RAM."""
    bars = []
    full = False
    for phase in outcome.phases:
        segments, total = _phase_segments(phase, device)
        bars.append(PhaseBar(phase.name, segments, total, not full))
        full = full or (outcome.verdict != LOADS and any(state.peak > capacity for state in phase.devices.values()))
    return Timeline(device, tuple(bars), 0 if device == HOST else capacity)


def _phase_segments(phase: Phase, device: str) -> tuple[tuple[Segment, ...], int]:
    if device == HOST:
        segments = host_segments(phase.host)
        return segments, sum(part.nbytes for part in segments)
    state = phase.devices.get(device)
    return (device_segments(state), state.peak) if state is not None else ((), 0)
