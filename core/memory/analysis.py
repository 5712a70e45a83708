"""The answer the panel shows: each strategy with its phases and a verdict, and which one to take."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from core.edits import device_matches
from core.legacy import LegacyArchive
from core.memory.contents import Contents, contents_of
from core.memory.ledger import OWNERS, DeviceState, HostState, Phase, Rank
from core.memory.machine import Machine
from core.memory.strategies import STRATEGIES, Strategy
from core.preview import Preview
from core.text import size_text

FITS, OUT_OF_MEMORY, ERROR = "fits", "out of memory", "error"


@dataclass(frozen=True)
class Outcome:
    """One strategy on one machine.

    ``verdict`` is `FITS`, `OUT_OF_MEMORY` or `ERROR`; ``message`` says it in a sentence, an error in torch's own
    words. ``spare`` is what the fullest card has left at its peak (negative: what it lacks), ``peak`` the most that
    any card holds, ``device`` and ``phase`` where that is. ``code`` is the Python that does it.
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


@dataclass(frozen=True)
class Analysis:
    """All strategies, the ``best`` one that fits (None when none does) and the sentence why."""

    machine: Machine
    outcomes: tuple[Outcome, ...]
    best: Outcome | None
    why: str

    def outcome(self, strategy_id: str) -> Outcome:
        """The outcome of one strategy. Raises KeyError for an unknown id."""
        for outcome in self.outcomes:
            if outcome.strategy.id == strategy_id:
                return outcome
        raise KeyError(strategy_id)


def analyse(preview: Preview, machine: Machine, *, keep: bool = False) -> Analysis:
    """What each strategy would allocate; ``keep`` leaves out ``del checkpoint``."""
    known: dict[tuple[bool, bool], Contents] = {}
    outcomes = []
    for strategy in STRATEGIES:
        wanted = (strategy.planned, strategy.optimizer)
        if wanted not in known:
            known[wanted] = contents_of(preview, planned=strategy.planned, optimizer=strategy.optimizer)
        outcomes.append(_run(preview, strategy, known[wanted], machine, keep=keep))
    best = _best(outcomes)
    return Analysis(machine, tuple(outcomes), best, _why(best, outcomes, machine))


def _run(preview: Preview, strategy: Strategy, contents: Contents, machine: Machine, *, keep: bool) -> Outcome:
    code = _code(preview, strategy, machine, keep=keep)
    error = _error(preview, strategy, contents, machine)
    if error is not None:
        return Outcome(strategy, ERROR, error, (), 0, 0, 0, None, None, code)
    ranks = [Rank(contents, strategy, machine, rank, keep=keep).phases() for rank in range(machine.ranks)]
    phases = tuple(_together([rank[index] for rank in ranks]) for index in range(len(ranks[0])))
    peak, device, phase = max(
        ((state.peak, device, phase.name) for phase in phases for device, state in phase.devices.items()),
        key=lambda item: item[0],
        default=(0, None, None),
    )
    spare = machine.capacity - peak
    verdict = FITS if spare >= 0 else OUT_OF_MEMORY
    first = next(
        (
            (name, phase.name)
            for phase in phases
            for name, state in phase.devices.items()
            if state.peak > machine.capacity
        ),
        (device, phase),
    )
    if device is None:
        message = "Takes no GPU memory."
    elif verdict == FITS:
        message = f"Fits: {size_text(spare)} to spare on {device}."
    else:
        message = f"Out of memory on {first[0]} in phase {first[1]}: {size_text(-spare)} too much at the peak."
    host_peak = max(phase.host.peak for phase in phases)
    return Outcome(strategy, verdict, message, phases, peak, host_peak, spare, first[0], first[1], code)


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
    touched = {strategy.place(storage.device, machine.load_target(0)) for storage in contents.storages}
    homes = {machine.home(rank) for rank in range(machine.ranks)}
    for device in sorted(touched | homes):
        if not machine.has(device):
            return _no_such_gpu(device, machine.gpus)
    return None


def _no_such_gpu(device: str, gpus: int) -> str:
    if not gpus:
        return (
            "Attempting to deserialize object on a CUDA device but torch.cuda.is_available() is False. If you are "
            "running on a CPU-only machine, please use torch.load with map_location=torch.device('cpu') to map your "
            "storages to the CPU."
        )
    index = device.partition(":")[2] or "0"
    return (
        f"Attempting to deserialize object on CUDA device {index} but torch.cuda.device_count() is {gpus}. Please use "
        "torch.load with map_location to map your storages to an existing device."
    )


def _best(outcomes: Iterable[Outcome]) -> Outcome | None:
    """The lowest peak on a card among the strategies that fit and keep the optimizer; then the least main memory."""
    fitting = [item for item in outcomes if item.verdict == FITS]
    whole = [item for item in fitting if item.strategy.optimizer] or fitting
    return min(whole, key=lambda item: (item.peak, item.host_peak), default=None)


def _why(best: Outcome | None, outcomes: Sequence[Outcome], machine: Machine) -> str:
    if best is None:
        if all(item.verdict == ERROR for item in outcomes):
            return "No way of loading works on this machine."
        least = min((item for item in outcomes if item.verdict != ERROR), key=lambda item: item.peak)
        return (
            f"Nothing fits into {size_text(machine.capacity)}; the least is {least.strategy.title} with "
            f"{size_text(least.peak)} at its peak."
        )
    naive = outcomes[0]
    most = f"at most {size_text(best.peak)} on a card and {size_text(best.host_peak)} of main memory"
    text = f"{best.strategy.title}: {most}"
    if naive.verdict == ERROR:
        return f"{text}; plain torch.load(f) fails on this machine."
    if naive.peak > best.peak:
        return f"{text}, {size_text(naive.peak - best.peak)} less on the card than plain torch.load(f)."
    return f"{text}; no other way takes less."


def _code(preview: Preview, strategy: Strategy, machine: Machine, *, keep: bool) -> str:
    """The few lines of Python for a strategy."""
    target = machine.home(0)
    catalogue = preview.catalogue
    saved = [total.device for total in catalogue.devices if device_matches("cuda:*", total.device)]
    mapping: Mapping[str, str] = dict.fromkeys(saved, target)
    load = strategy.load.replace("{target}", target).replace("{mapping}", repr(mapping))
    if machine.ranks > 1 and machine.own_gpu:
        load = load.replace(f"'{target}'", "f'cuda:{rank}'")
        target = "cuda:{rank}"
    place = f"f'{target}'" if "{" in target else repr(target)
    lines = [f"checkpoint = {load}"]
    if strategy.assign:
        lines = ["with torch.device('meta'):", "    model = Model()", *lines]
        lines.append(f"model.load_state_dict({_part(preview, strategy, 'model')}, assign=True)")
        lines.append(f"model.to({place})")
    else:
        lines = [f"model = Model().to({place})", *lines]
        lines.append(f"model.load_state_dict({_part(preview, strategy, 'model')})")
    if strategy.optimizer and catalogue.optimizers:
        lines.append("optimizer = Optimizer(model.parameters())  # after the model is where it belongs")
        lines.append(f"optimizer.load_state_dict({_part(preview, strategy, 'optimizer')})")
    if not keep:
        lines += ["del checkpoint", "torch.cuda.empty_cache()"]
    return "\n".join(lines)


def _part(preview: Preview, strategy: Strategy, what: str) -> str:
    """The expression for the model's or the optimizer's part of the loaded object."""
    catalogue = preview.catalogue
    if what == "optimizer":
        entry = catalogue.optimizers[0].entry
    else:
        linked = next((item.model for item in catalogue.optimizers if item.model is not None), None)
        entry = linked if linked is not None else next(iter(catalogue.state_dicts), 0)
    path = preview.path(entry) if strategy.planned else catalogue.path(entry)
    return "checkpoint" + "".join(f"[{key if isinstance(key, int) else str(key)!r}]" for key in path)
