"""The answer the panel shows: each strategy with its phases and a verdict, and which one to take."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from core.diagnosis.ways import NO_WAY, Way, way_to_load
from core.edits import Plan
from core.legacy import LegacyArchive
from core.memory.contents import Contents, contents_of
from core.memory.ledger import OWNERS, DeviceState, HostState, Phase, Rank
from core.memory.machine import Machine, card_text
from core.memory.recipe import recipe, title
from core.memory.strategies import STRATEGIES, Strategy, as_saved
from core.memory.untold import about_refusal, no_way, untold
from core.preview import Preview
from core.preview import preview as preview_of
from core.text import size_text

FITS, OUT_OF_MEMORY, ERROR, UNTOLD = "fits", "out of memory", "error", "no prediction"


@dataclass(frozen=True)
class Outcome:
    """One strategy on one machine.

    ``verdict`` is `FITS`, `OUT_OF_MEMORY`, `ERROR` or `UNTOLD`; ``message`` says it in a sentence, an error in torch's
    own words. ``spare`` is what the fullest card has left at its peak (negative: what it lacks), ``peak`` the most that
    any card holds, ``device`` and ``phase`` where that is (out of memory: where that happens first). ``code`` is the
    Python that does it. ``total_peak`` adds up the peaks of all cards. ``title`` is what the strategy is called here.
    """

    strategy: Strategy
    verdict: str
    message: str
    phases: tuple[Phase, ...]
    peak: int
    host_peak: int
    spare: int
    device: str | None
    phase: str | None
    code: str
    total_peak: int = 0
    title: str = ""


@dataclass(frozen=True)
class Analysis:
    """All strategies, the ``best`` one that fits (None when none does) and the sentence why.

    A file that no strategy is about has one outcome, `UNTOLD`. ``notice`` says that plain ``torch.load(f)`` refuses the
    file, and what the code does about it; empty where it does not.
    """

    machine: Machine
    outcomes: tuple[Outcome, ...]
    best: Outcome | None
    why: str
    notice: str = ""

    def outcome(self, strategy_id: str) -> Outcome:
        """The outcome of one strategy. Raises KeyError for an unknown id."""
        for outcome in self.outcomes:
            if outcome.strategy.id == strategy_id:
                return outcome
        raise KeyError(strategy_id)


def analyse(preview: Preview, machine: Machine, *, keep: bool = False) -> Analysis:
    """What each strategy would allocate; ``keep`` leaves out ``del checkpoint``."""
    as_is = way_to_load(preview_of(preview.catalogue, Plan()) if preview.plan else preview)
    planned = way_to_load(preview) if preview.plan else as_is
    nothing = untold(preview, as_is, planned)
    if nothing is not None:
        only = Strategy("only", nothing.title, as_saved)
        outcome = Outcome(only, UNTOLD, nothing.why, (), 0, 0, 0, None, None, nothing.code, title=nothing.title)
        return Analysis(machine, (outcome,), None, nothing.why)
    outcomes = []
    for strategy in STRATEGIES:
        way = planned if strategy.planned else as_is
        outcome = _run(preview, strategy, machine, way, keep=keep)
        outcomes.append(replace(outcome, title=title(strategy, machine, way)))
    best = _best(outcomes)
    return Analysis(machine, tuple(outcomes), best, _why(best, outcomes, machine), about_refusal(as_is))


def _run(preview: Preview, strategy: Strategy, machine: Machine, way: Way, *, keep: bool) -> Outcome:
    if way.kind == NO_WAY:
        return Outcome(strategy, ERROR, no_way(way), (), 0, 0, 0, None, None, "")
    code = recipe(preview, strategy, machine, way, keep=keep)
    contents = contents_of(preview, planned=strategy.planned, optimizer=strategy.optimizer)
    error = _error(preview, strategy, contents, machine)
    if error is not None:
        return Outcome(strategy, ERROR, error, (), 0, 0, 0, None, None, code)
    ranks = [Rank(contents, strategy, machine, rank, keep=keep).phases() for rank in range(machine.ranks)]
    phases = tuple(_together([rank[index] for rank in ranks]) for index in range(len(ranks[0])))
    states = [(phase.name, device, state.peak) for phase in phases for device, state in phase.devices.items()]
    phase, device, peak = max(states, key=lambda item: item[2], default=(None, None, 0))
    spare = machine.capacity - peak
    if device is None:
        message = "Takes no GPU memory."
    elif spare >= 0:
        message = f"Fits: {size_text(spare)} to spare on {device}."
    else:
        phase, device, _ = next(item for item in states if item[2] > machine.capacity)
        message = f"Out of memory on {device} in phase {phase}: {size_text(-spare)} too much at the peak."
    highest: dict[str, int] = {}
    for _, name, each in states:
        highest[name] = max(highest.get(name, 0), each)
    return Outcome(
        strategy,
        FITS if spare >= 0 else OUT_OF_MEMORY,
        message,
        phases,
        peak,
        max(item.host.peak for item in phases),
        spare,
        device,
        phase,
        code,
        sum(highest.values()),
    )


def _together(phases: Sequence[Phase]) -> Phase:
    """The same phase of all ranks: cards add up, mapped pages of the file are shared."""
    devices: dict[str, DeviceState] = {}
    for phase in phases:
        for device, state in phase.devices.items():
            devices[device] = _add(devices[device], state) if device in devices else state
    host = HostState(
        sum(phase.host.anonymous for phase in phases),
        max(phase.host.file for phase in phases),
        sum(phase.host.peak - phase.host.file for phase in phases) + max(phase.host.file for phase in phases),
    )
    return Phase(phases[0].name, devices, host)


def _add(one: DeviceState, two: DeviceState) -> DeviceState:
    owners = {owner: one.owners[owner] + two.owners[owner] for owner in OWNERS}
    return DeviceState(
        one.allocated + two.allocated,
        one.reserved + two.reserved,
        one.context + two.context,
        one.peak + two.peak,
        owners,
        one.in_blocks + two.in_blocks,
    )


def _error(preview: Preview, strategy: Strategy, contents: Contents, machine: Machine) -> str | None:
    """The error that torch would raise, in its words."""
    checkpoint = preview.catalogue.checkpoint
    if strategy.mmap and isinstance(checkpoint.archive, LegacyArchive):
        return (
            f"mmap can only be used with files saved with `torch.save({checkpoint.path}, "
            "_use_new_zipfile_serialization=True), please torch.save your checkpoint with this option in order to "
            "use mmap."
        )
    ranks = range(machine.ranks)
    for saved in contents.saved_on:
        for rank in ranks:
            device = strategy.place(saved, machine.load_target(rank))
            if not machine.has(device):
                return cannot_place(device, machine.gpus)
    for rank in ranks:
        if not machine.has(machine.home(rank)):
            return "CUDA error: invalid device ordinal" if machine.gpus else "No CUDA GPUs are available"
    return None


_ADVICE = (
    "If you are running on a CPU-only machine, please use torch.load with map_location=torch.device('cpu') to map your "
    "storages to the CPU."
)


def cannot_place(device: str, gpus: int) -> str:
    """What torch says about a storage that was saved on a device which is not there (``torch/serialization.py``)."""
    kind, _, index = device.partition(":")
    if kind == "mps":
        return "PyTorch is not linked with support for mps devices"
    if kind == "cuda" and gpus:
        return (
            f"Attempting to deserialize object on CUDA device {index or 0} but torch.cuda.device_count() is {gpus}. "
            "Please use torch.load with map_location to map your storages to an existing device."
        )
    if kind in ("cuda", "xpu", "mtia"):
        return (
            f"Attempting to deserialize object on a {kind.upper()} device but torch.{kind}.is_available() is False. "
            + _ADVICE
        )
    if kind == "hpu":
        return f"The HPU device module is not registered. {_ADVICE}"
    return f"don't know how to restore data location of torch.storage.UntypedStorage (tagged with {device})"


def _best(outcomes: Iterable[Outcome]) -> Outcome | None:
    """The least on all cards together among the strategies that fit and keep the optimizer; then the least RAM.

    A context on a card that the run does not use is a cost too, hence the sum.
    """
    fitting = [item for item in outcomes if item.verdict == FITS]
    whole = [item for item in fitting if item.strategy.optimizer] or fitting
    return min(whole, key=lambda item: (item.total_peak, item.host_peak), default=None)


def _why(best: Outcome | None, outcomes: Sequence[Outcome], machine: Machine) -> str:
    if best is None:
        if all(item.verdict == ERROR for item in outcomes):
            return f"No way of loading works {machine.in_words}."
        least = min((item for item in outcomes if item.verdict != ERROR), key=lambda item: item.peak)
        return (
            f"Nothing fits into {card_text(machine.capacity)}; the least is {least.title} with "
            f"{size_text(least.peak)} at its peak."
        )
    plain = outcomes[0]
    on_card = f"at most {size_text(best.peak)} on a card" if best.device is not None else "nothing on a card"
    text = f"{best.title}: {on_card} and {size_text(best.host_peak)} of RAM"
    if plain.verdict == ERROR:
        return f"{text}; plain torch.load(f) fails {machine.in_words}."
    if plain.total_peak > best.total_peak:
        less = size_text(plain.total_peak - best.total_peak)
        return f"{text}, {less} less on the cards than plain torch.load(f)."
    if plain.host_peak > best.host_peak:
        return f"{text}, {size_text(plain.host_peak - best.host_peak)} less RAM than plain torch.load(f)."
    return f"{text}; no other way takes less."
