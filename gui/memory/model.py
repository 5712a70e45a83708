"""What the memory panel shows, worked out without Qt: the answer, a row a way of loading, phases, figures measured.

Every figure is taken from the analysis as it is: a bar's segments add up to the peak that the library gives.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar, Final, TypedDict

from core.catalogue.storages import DeviceTotal
from core.diagnosis.finding import NOTE, WARNING
from core.edits.preview import Preview
from core.memory.analysis import ERROR, LOADS, OUT_OF_MEMORY, UNTOLD, Analysis, Outcome
from core.memory.ledger import OWNERS, DeviceState, HostState, Phase
from core.memory.machine import NOT_TRAINING, Machine
from core.memory.sizes import memory_text
from core.memory.training.words import resuming_text
from core.text import listed, titled
from core.words import marked, say
from gui.look.wording import sentence

# ---- the answer: whether the file loads, by which way, in one sentence


WAYS: Final[Mapping[str, str]] = {
    "default": marked("loaded as it was saved"),
    "map-cpu": marked("loaded to the CPU first"),
    "map-target": marked("loaded straight to {target}"),
    "map-dict": marked("tensors of the other GPUs loaded to {target}"),
    "mmap-cpu": marked("mapped from the disk"),
    "meta-assign": marked("its tensors taken over without a copy"),
    "model-only": marked("saved without its optimizer first"),
    "ranks-all": marked("each rank loading everything"),
    "ranks-part": marked("each rank loading only its part"),
    "fixed": marked("saved as planned"),
}
"""What each `core.memory.strategies.Strategy` does, in words; torch's term stands beside them."""
_HUNDREDTHS: Final = 100


@dataclass(frozen=True)
class MemoryAnswer:
    """A sentence; how bad it is, empty for good news; the id of the way that it speaks of."""

    text: str
    severity: str = ""
    way: str = ""


def way_words(outcome: Outcome, machine: Machine) -> str:
    """What a way of loading does, in words; the title of a file that has no ways to choose from."""
    known = WAYS.get(outcome.strategy.id)
    if outcome.strategy.id == "map-cpu" and machine.target == "cpu":
        return say("loaded to the CPU")  # where it stays
    return say(known, target=machine.target) if known is not None else outcome.title


def answer_of(analysis: Analysis) -> MemoryAnswer:
    """The answer about the file as it would be saved; about the file as it is where nothing was planned."""
    if analysis.outcomes[0].verdict == UNTOLD:
        return MemoryAnswer(analysis.why, NOTE)
    saved = next((each for each in analysis.outcomes if each.strategy.planned), None)
    if saved is None:
        return _of_the_file(analysis)
    if saved.verdict == LOADS and leaves_nothing(saved, analysis.machine):
        amount = _amount(saved, analysis.machine)
        text = say("Barely, once saved: it takes {amount} and leaves nothing to spare.", amount=amount)
        return MemoryAnswer(text, WARNING, way=saved.strategy.id)
    if saved.verdict == LOADS:
        text = say("Yes, once saved: it takes {amount} with plain torch.load.", amount=_amount(saved, analysis.machine))
        return MemoryAnswer(text, way=saved.strategy.id)
    now = _of_the_file(analysis)
    if saved.verdict == OUT_OF_MEMORY:
        text = say(
            "Plain torch.load runs out of memory for the saved copy. For the file as it is now: {answer}",
            answer=now.text,
        )
    else:
        text = say("Plain torch.load fails for the saved copy. For the file as it is now: {answer}", answer=now.text)
    return MemoryAnswer(text, now.severity, now.way)


def _of_the_file(analysis: Analysis) -> MemoryAnswer:
    machine, plain, best = analysis.machine, analysis.outcomes[0], analysis.best
    if best is None:
        return _no(analysis)
    amount, way = _amount(best, machine), best.title
    if leaves_nothing(best, machine):
        text = say("Barely, with {way}: it takes {amount} and leaves nothing to spare.", amount=amount, way=way)
        return MemoryAnswer(text, WARNING, best.strategy.id)
    if plain.strategy.ranks:
        text = say("Yes, with {way}: it takes {amount}.", amount=amount, way=way)
    elif analysis.notice:
        text = say("Yes, with {way}: it takes {amount}. Plain torch.load refuses the file.", amount=amount, way=way)
    elif plain in analysis.equals:
        best, text = plain, say("Yes: it takes {amount} with plain torch.load.", amount=_amount(plain, machine))
    elif plain.verdict == ERROR:
        text = say("Yes, with {way}: it takes {amount}. Plain torch.load fails.", amount=amount, way=way)
    elif plain.verdict == OUT_OF_MEMORY:
        text = say("Yes, with {way}: it takes {amount}. Plain torch.load runs out of memory.", amount=amount, way=way)
    else:
        more = memory_text(max(plain.total_peak - best.total_peak, plain.host_peak - best.host_peak))
        text = say(
            "Yes, with {way}: it takes {amount}. Plain torch.load takes {more} more.", amount=amount, way=way, more=more
        )
    return MemoryAnswer(text, way=best.strategy.id)


def leaves_nothing(outcome: Outcome, machine: Machine) -> bool:
    """Whether a card is full to the last hundredth: no figure of the prediction is that good."""
    return outcome.peak > 0 and (machine.room - outcome.peak) * _HUNDREDTHS < machine.room


def _no(analysis: Analysis) -> MemoryAnswer:
    """No way loads it: the one that lacks the least, or that there is none."""
    machine = analysis.machine
    tried = [each for each in analysis.outcomes if each.verdict == OUT_OF_MEMORY and not each.strategy.planned]
    if not tried:
        return MemoryAnswer(say("No: no way of loading it works {where}.", where=machine.in_words), WARNING)
    least = min(tried, key=lambda each: each.peak)
    amount, way = _amount(least, machine), least.title
    text = say("No: with {way} it takes at least {amount}.", amount=amount, way=way)
    return MemoryAnswer(text, WARNING, least.strategy.id)


def _amount(outcome: Outcome, machine: Machine) -> str:
    """`12.4 of 23.6 GiB`, by the fullest card; of RAM where no card is touched."""
    if not outcome.peak:
        return say("{size} of RAM", size=memory_text(outcome.host_peak))
    used, room = memory_text(outcome.peak), memory_text(machine.room)
    number, unit = used.split(" ")
    return say("{used} of {room}", used=number if room.endswith(f" {unit}") else used, room=room)


# ---- the ways of loading, and bars


HOST = marked("RAM")
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
        "What torch's caching allocator reserves for later tensors: most of\ntorch.cuda.memory_reserved() minus "
        "torch.cuda.memory_allocated()"
    ),
    MOMENTARY: marked("Needed within the phase and freed before its end"),
    CONTEXT: marked(
        "What CUDA itself takes per process on each GPU that it uses: an assumption that you can "
        "edit.\n"
        "It is freed only when the process ends."
    ),
    ANONYMOUS: marked("RAM of the process: storages that were read, and a model on the CPU"),
    KEPT: marked("Freed, but the C library (glibc) may keep up to this much for later allocations"),
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
"""What each phase calls."""
_PHASE_NAMES: Mapping[str, str] = {
    "start": marked("start"),
    "load": marked("load"),
    "model": marked("model"),
    "optimizer": marked("optimizer"),
}
"""Those with a name that is a word; the others are called as in code."""


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
    reached: ClassVar[bool] = True
    measured: ClassVar[int | None] = None

    @property
    def device(self) -> str:
        return self.devices[0]

    @property
    def tip(self) -> str:
        each = (
            say("each of {devices}", devices=listed(self.devices))
            if len(self.devices) > 1
            else device_text(self.device)
        )
        lines = [
            say(
                "{each} at its peak, in {step}: {total:,} bytes",
                each=each,
                step=PHASE_WORDS[self.phase],
                total=self.total,
            )
        ]
        lines += [titled(say(SEGMENT_NAMES[part.owner]), f"{part.nbytes:,}") for part in self.segments]
        if self.capacity:
            lines.append(say("loading may take {capacity:,}", capacity=self.capacity))
        return "\n".join(lines)


@dataclass(frozen=True)
class WayRow:
    """One way of loading as the table shows it.

    `words` say what `title`, torch's term for it, does. `sentence` is short, `full` leaves nothing out; `mark` says
    that no way is better, and is empty where one is. `peak` is what the fullest card holds of its `room`, `spare` what
    it has left then (negative: what it lacks), `ram` the most that the process takes; all None where nothing is told.
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
    device: str | None = None
    room: int = 0
    peak: int | None = None
    spare: int | None = None
    ram: int | None = None


def way_rows(analysis: Analysis) -> list[WayRow]:
    """A row a way of loading, best first: those that are as good as the best, then by what they take, then those that
    run out of memory, then those that fail.
    """

    def worse(outcome: Outcome) -> tuple[object, ...]:
        good = outcome in analysis.equals
        return _VERDICTS[outcome.verdict], not good, *((0, 0) if good else (outcome.total_peak, outcome.host_peak))

    return [_row(outcome, analysis) for outcome in sorted(analysis.outcomes, key=worse)]


_VERDICTS: Final = {LOADS: 0, OUT_OF_MEMORY: 1, ERROR: 2, UNTOLD: 2}


def range_text(total: int, segments: Sequence[Segment]) -> str:
    """What a bar comes to, and from what on where some of it may or may not be held: ``4.47 MiB``, ``1.2–4.5 MiB``."""
    most = memory_text(total)
    least = memory_text(total - sum(part.nbytes for part in segments if part.owner == KEPT))
    if least == most:
        return most
    number, unit = least.split(" ")
    return f"{number if most.endswith(f' {unit}') else least}–{most}"


def scale_of(rows: Sequence[WayRow]) -> int:
    """The bytes that the full width of a bar stands for: the card and what goes beyond it, within reason."""
    bars = [bar for row in rows for bar in row.bars]
    most = max((bar.total for bar in bars), default=0)
    capacity = max((bar.capacity for bar in bars), default=0)
    return min(max(most, capacity), 2 * capacity)


class _Figures(TypedDict, total=False):
    device: str
    room: int
    peak: int
    spare: int
    ram: int


def _row(outcome: Outcome, analysis: Analysis) -> WayRow:
    short, full = _words(outcome)
    mark = say("best") if len(analysis.equals) == 1 else say("good")
    return WayRow(
        outcome.strategy.id,
        outcome.title,
        sentence(way_words(outcome, analysis.machine)),
        outcome.verdict,
        short,
        full,
        _bars(outcome, analysis),
        mark if outcome in analysis.equals else "",
        outcome.code,
        **_figures(outcome, analysis.machine.room),
    )


def _figures(outcome: Outcome, room: int) -> _Figures:
    if not outcome.phases:
        return {}
    if outcome.device is None:
        return {"ram": outcome.host_peak}
    return {
        "device": outcome.device,
        "room": room,
        "peak": outcome.peak,
        "spare": outcome.spare,
        "ram": outcome.host_peak,
    }


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
            "torch.OutOfMemoryError on {device} in {step}: the peak is {lacks} too much.",
            device=device,
            step=step,
            lacks=lacks,
        )
    spare = memory_text(outcome.spare)
    return say("loads, {spare} to spare · {host}", spare=spare, host=host), say(
        "Loads, with {spare} to spare at the peak ({device} in {step}), and takes {host}.",
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
    return DeviceBar((HOST,), say(HOST), segments, phase.host.peak, 0, phase.name)


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


# ---- phases


@dataclass(frozen=True)
class PhaseBar:
    """One phase of a way on one device; `reached` is False once the card was too small before it, `measured` is the
    most that was measured in it, where it was.
    """

    phase: str
    device: str
    segments: tuple[Segment, ...]
    total: int
    capacity: int
    reached: bool
    measured: int | None

    @property
    def label(self) -> str:
        return phase_text(self.phase)

    @property
    def tip(self) -> str:
        lines = [
            say(
                "{step} · {device}: {total:,} bytes at most",
                step=PHASE_WORDS[self.phase],
                device=device_text(self.device),
                total=self.total,
            )
        ]
        lines += [titled(say(SEGMENT_NAMES[part.owner]), f"{part.nbytes:,}") for part in self.segments]
        if not self.reached:
            lines.append(say("never reached: the memory ran out before"))
        text = "\n".join(lines)
        if self.measured is not None:
            text += say("\nmeasured: {measured:,} bytes at most", measured=self.measured)
        if self.capacity:
            text += say(
                "\nthe card has {capacity:,} ({memory})", capacity=self.capacity, memory=memory_text(self.capacity)
            )
        return text


def devices_of(outcome: Outcome) -> list[str]:
    """The devices of an outcome: GPUs by number, then RAM."""
    gpus = {device for phase in outcome.phases for device in phase.devices}
    found = sorted(gpus, key=lambda name: (len(name), name))
    return [*found, HOST] if outcome.phases else []


def phases_of(outcome: Outcome, device: str, capacity: int, measured: Mapping[str, int]) -> list[PhaseBar]:
    """The phases of one device, or of RAM, which has no capacity; `measured` has the most by phase."""
    bars = []
    full = False
    for phase in outcome.phases:
        segments, total = _phase_segments(phase, device)
        room = 0 if device == HOST else capacity
        bars.append(PhaseBar(phase.name, device, segments, total, room, not full, measured.get(phase.name)))
        full = full or (outcome.verdict != LOADS and any(state.peak > capacity for state in phase.devices.values()))
    return bars


def _phase_segments(phase: Phase, device: str) -> tuple[tuple[Segment, ...], int]:
    if device == HOST:
        segments = host_segments(phase.host)
        return segments, sum(part.nbytes for part in segments)
    state = phase.devices.get(device)
    return (device_segments(state), state.peak) if state is not None else ((), 0)


def device_text(device: str) -> str:
    """A device as it is called on screen."""
    return say(HOST) if device == HOST else device


def phase_text(phase: str) -> str:
    """A phase as it is called on screen."""
    return say(_PHASE_NAMES.get(phase, phase))


# ---- training


def training_line(outcome: Outcome, machine: Machine) -> str:
    """That loading is not training, and the least that going on takes."""
    resuming = outcome.resuming
    if resuming is None:
        return say(NOT_TRAINING)
    needs, device, spare = memory_text(resuming.needs), resuming.device, machine.room - resuming.needs
    if not device.startswith("cuda"):
        text = marked("Loading is not training: resuming takes at least {needs} on {device}, activations aside.")
    elif spare < 0:
        text = marked("Loading is not training: resuming takes at least {needs} on {device}, {rest} too much.")
    elif resuming.activations:
        text = marked("Loading is not training: resuming takes at least {needs} on {device}; {rest} left.")
    else:
        text = marked(
            "Loading is not training: resuming takes at least {needs} on {device}; {rest} left for activations."
        )
    return say(text, needs=needs, device=device, rest=memory_text(abs(spare)))


def has_room(outcome: Outcome, machine: Machine) -> bool:
    """Whether the least that going on takes is there, as far as is known."""
    resuming = outcome.resuming
    return resuming is None or not resuming.device.startswith("cuda") or resuming.needs <= machine.room


def training_text(analysis: Analysis, outcome: Outcome) -> str:
    """All sentences, each a paragraph."""
    if outcome.resuming is None:
        return say(NOT_TRAINING)
    return "\n\n".join(resuming_text(outcome.resuming, analysis.machine))


# ---- measured beside predicted: a row a phase of each device


@dataclass(frozen=True)
class MeasuredRow:
    """One phase on one device; the two figures are what torch and the kernel count at the end of the phase.

    `label` names the device only where there are several. `at_most` is above `predicted` where the C library may hold
    back what was freed.
    """

    phase: str
    device: str
    predicted: int
    measured: int
    detail: str
    label: str = ""
    at_most: int = 0


def measured_rows(outcome: Outcome, phases: Sequence[Phase]) -> list[MeasuredRow]:
    """RAM first, because every computer has some; then the GPUs."""
    real = {phase.name: phase for phase in phases}
    pairs = [(phase, real[phase.name]) for phase in outcome.phases if phase.name in real]
    rows = [_host_row(predicted.name, predicted.host, measured.host) for predicted, measured in pairs]
    for device in devices_of(outcome):
        rows += [
            _device_row(predicted.name, device, predicted.devices[device], measured.devices[device])
            for predicted, measured in pairs
            if device in predicted.devices and device in measured.devices
        ]
    several = len({row.device for row in rows}) > 1
    names = [
        f"{phase_text(row.phase)} · {device_text(row.device)}" if several else phase_text(row.phase) for row in rows
    ]
    return [replace(row, label=name) for row, name in zip(rows, names, strict=True)]


def measured_peaks(phases: Sequence[Phase], device: str) -> dict[str, int]:
    """The most that a device held in each phase, as it was measured."""
    if device == HOST:
        return {phase.name: max(0, phase.host.peak) for phase in phases}
    return {phase.name: phase.devices[device].peak for phase in phases if device in phase.devices}


def signed_size(nbytes: int) -> str:
    """A size that may be below nothing: a process can end with less than it began with."""
    return f"−{memory_text(-nbytes)}" if nbytes < 0 else memory_text(nbytes)


def _host_row(phase: str, predicted: HostState, measured: HostState) -> MeasuredRow:
    pairs = [
        ("anonymous", predicted.anonymous, measured.anonymous),
        ("file", predicted.file, measured.file),
        ("peak", predicted.peak, measured.peak),
    ]
    used, detail = predicted.anonymous + predicted.file, _detail(pairs)
    if predicted.kept:
        detail += say(
            "\nkept by the C library: up to {kept:,} bytes more, which the measured value includes", kept=predicted.kept
        )
    return MeasuredRow(
        phase, HOST, used, measured.anonymous + measured.file, detail, at_most=used + (predicted.kept or 0)
    )


def _device_row(phase: str, device: str, predicted: DeviceState, measured: DeviceState) -> MeasuredRow:
    pairs = [
        ("memory_allocated", predicted.allocated, measured.allocated),
        ("requested", predicted.requested, measured.requested),
        ("memory_reserved", predicted.reserved, measured.reserved),
        ("context", predicted.context, measured.context),
        ("peak", predicted.peak, measured.peak),
    ]
    return MeasuredRow(phase, device, predicted.allocated, measured.allocated, _detail(pairs))


def _detail(pairs: Sequence[tuple[str, int, int]]) -> str:
    return "\n".join(
        say("{name}: predicted {one:,}, measured {two:,} bytes", name=name, one=one, two=two)
        for name, one, two in pairs
    )


# ---- what each device has to hold, in the file and after the plan


_NOTHING = DeviceTotal("", 0, 0, 0)


@dataclass(frozen=True)
class MemoryRow:
    """One device; `most` is the largest number of bytes of any row, which the longest bar stands for."""

    device: str
    before: DeviceTotal
    after: DeviceTotal
    most: int


def memory_rows(preview: Preview, order: Sequence[str]) -> list[MemoryRow]:
    """One row a device that holds something before or after."""
    before = _by_device(preview.totals_before)
    after = _by_device(preview.totals_after) if preview.plan else before
    most = max((total.bytes for total in (*before.values(), *after.values())), default=0)
    devices = [device for device in order if device in before or device in after]
    return [MemoryRow(d, before.get(d, _NOTHING), after.get(d, _NOTHING), most) for d in devices]


def _by_device(totals: Iterable[DeviceTotal]) -> dict[str, DeviceTotal]:
    return {total.device: total for total in totals}
