"""The answer the panel shows: each strategy with its phases and a verdict, and which one to take."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from core.catalogue.quoting import literal
from core.edits.edits import device_matches
from core.edits.preview import Preview
from core.loading.code import (
    has_ties,
    imports,
    load,
    models,
    optimizers,
    part,
    unwrapped,
    whole_models,
    without_wrappers,
)
from core.loading.methods import ALLOW, JIT, MANY, NO_WAY, OWN, PLAIN, SAFETENSORS, TRUST, Way, way_to_load
from core.loading.torch_messages import ELSEWHERE, NO_GPUS, NO_SUCH_ORDINAL, cannot_map, cannot_restore
from core.memory.contents import Contents, contents_of, is_shared, part_of, together
from core.memory.ledger import OWNERS, DeviceState, HostState, Phase, Rank
from core.memory.machine import Machine, assumptions
from core.memory.sizes import MIB, card_text, memory_text
from core.memory.strategies import BY_RANKS, PART, STRATEGIES, Strategy, as_saved
from core.memory.training.least import Resuming, Training
from core.memory.training.trained import Loaded, resumed
from core.objects.nested import has_checkpoint
from core.progress import Tick, ignore
from core.text import listed
from core.words import marked, say

LOADS, OUT_OF_MEMORY, ERROR, UNTOLD = (
    marked("loads"),
    marked("out of memory"),
    marked("error"),
    marked("no prediction"),
)
"""Verdicts, in English: who shows one says it. That a checkpoint loads does not say that there is room to train."""
_PERCENT = 100
_ALIKE = (32 * MIB, 256 * MIB)
"""One in a hundred, but no less and no more than this: two ways that differ by less are as good as each other."""


@dataclass(frozen=True)
class Outcome:
    """One strategy on one machine.

    ``verdict`` is `LOADS`, `OUT_OF_MEMORY`, `ERROR` or `UNTOLD`; ``message`` says it in a sentence, an error in torch's
    own words. ``spare`` is what the fullest card has left at its peak beside what shall stay free (negative: what it
    lacks), ``peak`` the most that any card holds, ``device`` and ``phase`` where that is (out of memory: where that
    happens first). ``code`` is the Python that does it. ``total_peak`` adds up the peaks of all cards. ``title`` is
    what the strategy is called here. ``resuming`` is what going on with training takes then, where it loads at all.
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
    resuming: Resuming | None = None


@dataclass(frozen=True)
class Analysis:
    """All strategies that make sense, the ``best`` one that loads (None when none does) and the sentence why.

    ``equals`` are the ways that are as good as the best one, itself among them. ``assumptions`` are sentences about
    what the figures rest on. A file that no strategy is about has one outcome, `UNTOLD`. ``notice`` says that plain
    ``torch.load(f)`` refuses the file, and what the code does about it; empty where it does not.
    """

    machine: Machine
    outcomes: tuple[Outcome, ...]
    best: Outcome | None
    why: str
    notice: str = ""
    equals: tuple[Outcome, ...] = ()
    assumptions: tuple[str, ...] = ()

    def outcome(self, strategy_id: str) -> Outcome:
        """The outcome of one strategy. Raises KeyError for an unknown id."""
        for outcome in self.outcomes:
            if outcome.strategy.id == strategy_id:
                return outcome
        raise KeyError(strategy_id)


def predict_memory(
    preview: Preview,
    machine: Machine = Machine(),
    *,
    keep: bool = False,
    training: Training = Training(),
    tick: Tick = ignore,
) -> Analysis:
    """What each way of loading would allocate on a machine, in bytes, and then resuming with ``training``.

    The planned file is one more way where there is a plan; ``keep`` leaves out ``del checkpoint``. Without a machine it
    is one with an RTX 4090.
    """
    as_is = way_to_load(preview.source)
    planned = way_to_load(preview) if preview.plan else as_is
    nothing = unsupported(preview, as_is, planned)
    if nothing is not None:
        only = Strategy("only", nothing.title, as_saved)
        outcome = Outcome(only, UNTOLD, nothing.why, (), 0, 0, 0, None, None, nothing.code, title=nothing.title)
        return Analysis(machine, (outcome,), None, nothing.why)
    outcomes = []
    strategies = tuple(_fitting(preview, as_is))
    for number, strategy in enumerate(strategies):
        tick(number, len(strategies))
        way = planned if strategy.planned else as_is
        on = together(preview.catalogue, machine) if strategy.ranks else machine
        outcome = _run(preview, strategy, on, way, keep=keep)
        then = _resuming(preview, outcome, on, training) if strategy.ranks != PART else None
        outcomes.append(replace(outcome, title=title(strategy, on, way), resuming=then))
    equals = _best(outcomes)
    return Analysis(
        machine,
        tuple(outcomes),
        equals[0] if equals else None,
        _why(equals, outcomes, machine, optimizers=bool(preview.catalogue.optimizers)),
        about_refusal(as_is),
        tuple(equals),
        assumptions(machine, keep=keep),
    )


def _fitting(preview: Preview, way: Way) -> Iterator[Strategy]:
    """The strategies that make sense for the file. A pickled model comes with the load: there is none before it that
    could take its tensors over. Of many files that no one call loads, ranks load them, or they are saved as one first.
    """
    shared = is_shared(preview.catalogue) and not way.branches
    by_ranks_alone = shared and (way.dcp or way.kind in (MANY, SAFETENSORS))
    for strategy in (*STRATEGIES, *(BY_RANKS if shared else ())):
        if by_ranks_alone and not (strategy.ranks or strategy.planned):
            continue
        if strategy.mmap and any(branch.file.member for branch in way.branches):
            continue  # torch maps a file by its path alone
        whole = bool(whole_models(preview, planned=strategy.planned))
        if (preview.plan or not strategy.planned) and not (whole and strategy.assign):
            yield replace(strategy, whole=whole)


def _resuming(preview: Preview, outcome: Outcome, machine: Machine, training: Training) -> Resuming | None:
    if not outcome.phases:
        return None
    strategy, device, last = outcome.strategy, machine.home(0), outcome.phases[-1]
    file = preview.planned if strategy.planned else preview.catalogue
    loaded = Loaded(file.gone, strategy.optimizer, machine.model_dtype)
    found = resumed(file.laid_out_as, loaded, training, device)
    state = last.devices.get(device)
    there = state.allocated + state.context if state is not None else last.host.anonymous + last.host.file
    return replace(found, loaded=there)


def _run(preview: Preview, strategy: Strategy, machine: Machine, way: Way, *, keep: bool) -> Outcome:
    if way.kind == NO_WAY:
        return Outcome(strategy, ERROR, no_way(way), (), 0, 0, 0, None, None, "")
    code = recipe(preview, strategy, machine, way, keep=keep)
    contents = contents_of(
        preview, planned=strategy.planned, optimizer=strategy.optimizer, model_dtype=machine.model_dtype
    )
    error = _error(preview, strategy, contents, machine)
    if error is not None:
        return Outcome(strategy, ERROR, error, (), 0, 0, 0, None, None, code)
    of_ranks = [contents] * machine.ranks
    if strategy.ranks == PART:
        file = preview.planned if strategy.planned else preview.catalogue
        of_ranks = [part_of(contents, file, rank, machine.ranks) for rank in range(machine.ranks)]
    ranks = [Rank(each, strategy, machine, rank, keep=keep).phases() for rank, each in enumerate(of_ranks)]
    phases = tuple(_together([rank[index] for rank in ranks]) for index in range(len(ranks[0])))
    states = [(phase.name, device, state.peak) for phase in phases for device, state in phase.devices.items()]
    phase, device, peak = max(states, key=lambda item: item[2], default=(None, None, 0))
    spare = machine.room - peak
    if device is None:
        message = say("Loads, and takes no GPU memory.")
    elif spare >= 0:
        message = say(
            "Loads, with {spare} to spare on {device} at its peak (phase {phase}).",
            spare=memory_text(spare),
            device=device,
            phase=phase,
        )
    else:
        phase, device, _ = next(item for item in states if item[2] > machine.room)
        message = say(
            "Out of memory on {device} in phase {phase}: {lack} too much at the peak.",
            device=device,
            phase=phase,
            lack=memory_text(-spare),
        )
    highest: dict[str, int] = {}
    for _, name, each in states:
        highest[name] = max(highest.get(name, 0), each)
    return Outcome(
        strategy,
        LOADS if spare >= 0 else OUT_OF_MEMORY,
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
        sum(phase.host.kept or 0 for phase in phases),
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
        one.requested + two.requested,
    )


def _error(preview: Preview, strategy: Strategy, contents: Contents, machine: Machine) -> str | None:
    """The error that torch would raise, in its words."""
    checkpoint = preview.catalogue.checkpoint
    if strategy.mmap and not checkpoint.format.mappable:
        return cannot_map(checkpoint.path)
    ranks = range(machine.ranks)
    for saved in contents.saved_on:
        for rank in ranks:
            device = strategy.place(saved, machine.load_target(rank))
            if not machine.has(device):
                return cannot_restore(device, machine.gpus) or say(ELSEWHERE)
    for rank in ranks:
        if not machine.has(machine.home(rank)):
            return NO_SUCH_ORDINAL if machine.gpus else NO_GPUS
    return None


def _best(outcomes: Sequence[Outcome]) -> list[Outcome]:
    """The least on all cards together among the strategies that load and keep the optimizer; then the least RAM. Those
    that are as good come with it, the simplest first.

    A context on a card that the run does not use is a cost too, hence the sum.
    """
    of_one = [item for item in outcomes if not item.strategy.ranks] or outcomes
    loading = [item for item in of_one if item.verdict == LOADS]
    whole = [item for item in loading if item.strategy.optimizer] or loading
    on_cards = [item for item in whole if _alike(item.total_peak, min(each.total_peak for each in whole))]
    return [item for item in on_cards if _alike(item.host_peak, min(each.host_peak for each in on_cards))]


def _alike(nbytes: int, least: int) -> bool:
    smallest, largest = _ALIKE
    return nbytes - least <= min(max(least // _PERCENT, smallest), largest)


def _why(equals: Sequence[Outcome], outcomes: Sequence[Outcome], machine: Machine, *, optimizers: bool) -> str:
    if not equals:
        if all(item.verdict == ERROR for item in outcomes):
            return say("No way of loading works {machine}.", machine=machine.in_words)
        return _too_much(min((item for item in outcomes if item.verdict != ERROR), key=lambda item: item.peak), machine)
    plain, best = outcomes[0], equals[0]
    takes = _takes(equals, optimizers and not all(each.strategy.optimizer for each in outcomes))
    if plain.verdict == ERROR:
        return say("{takes}; plain torch.load(f) fails {machine}.", takes=takes, machine=machine.in_words)
    if plain.strategy.ranks:
        return say("{takes}.", takes=takes)
    if plain in equals:
        return say("{takes}; no other way takes less.", takes=takes)
    if not _alike(plain.total_peak, best.total_peak):
        less = memory_text(plain.total_peak - best.total_peak)
        return say("{takes}, {less} less on the cards than plain torch.load(f).", takes=takes, less=less)
    less = memory_text(plain.host_peak - best.host_peak)
    return say("{takes}, {less} less RAM than plain torch.load(f).", takes=takes, less=less)


def _too_much(least: Outcome, machine: Machine) -> str:
    card, peak = card_text(machine.capacity), memory_text(least.peak)
    if not machine.margin:
        return say(
            "No way of loading fits on {card}; {way} takes the least, {peak} at its peak.",
            card=card,
            way=least.title,
            peak=peak,
        )
    return say(
        "No way of loading fits on {card} with {margin} kept free; {way} takes the least, {peak} at its peak.",
        card=card,
        margin=memory_text(machine.margin),
        way=least.title,
        peak=peak,
    )


def _takes(equals: Sequence[Outcome], leaves_some_out: bool) -> str:
    """``map_location='cpu': nothing on a card and 1.2 GiB of RAM``; that it loads the optimizer where others do not."""
    text = marked("The {count} ways marked with * hardly differ")
    if leaves_some_out and all(each.strategy.optimizer for each in equals):
        text = marked("The {count} ways marked with * load the optimizer too and hardly differ")
    ways = say(text, count=len(equals)) if len(equals) > 1 else equals[0].title
    peak, host = max(item.peak for item in equals), memory_text(max(item.host_peak for item in equals))
    if not peak:
        return say("{ways}: nothing on a card and {ram} of RAM", ways=ways, ram=host)
    return say("{ways}: at most {peak} on a card and {ram} of RAM", ways=ways, peak=memory_text(peak), ram=host)


# ---- the code: a few lines of Python that do what a strategy says, ready to copy


def title(strategy: Strategy, machine: Machine, way: Way) -> str:
    """What a strategy is called on this machine: with the device itself for "target", and as torch takes the file."""
    text = say(strategy.title).replace("target", _place(machine, own=machine.own_gpu))
    told = {ALLOW: say("torch.load(f) and safe_globals"), TRUST: "torch.load(f, weights_only=False)"}
    return text.replace("torch.load(f)", told.get(way.kind, "torch.load(f)") if not way.branches else "torch.load")


def recipe(preview: Preview, strategy: Strategy, machine: Machine, way: Way, *, keep: bool) -> str:
    """The code for one strategy: the model where it shall be, the load, both ``load_state_dict``, ``del``.

    ``way`` is how torch takes the file that the strategy loads.
    """
    if strategy.ranks == PART and not way.shards:
        return "\n".join(_of_ranks(preview, way, _place(machine, own=True)))
    home, target = _place(machine, own=True), _place(machine, own=machine.own_gpu)
    mapping = _mapping(preview, strategy, target)
    options = [each.replace("{target}", target).replace("{mapping}", mapping) for each in strategy.options]
    parts = models(preview)
    pickled = whole_models(preview, planned=strategy.planned) if strategy.whole else {}
    found = optimizers(preview, planned=strategy.planned) if strategy.optimizer else {}
    names = list(parts) or list(pickled) or ["model"]
    dtype = f", torch.{machine.model_dtype}" if machine.model_dtype else ""
    entries = [*parts.values(), *pickled.values(), *found.values()]
    way = way.only(preview.catalogue, entries) if entries else way
    special = way.kind == ALLOW or way.imports or way.branches or way.shards or way.dcp
    lines = [*imports(way), ""] if special else []
    if parts or (found and not pickled):
        built = [f"{name} = {name.title()}()" for name in names]
        lines += _on_meta(built) if strategy.assign and parts else _on_device(built, home, machine.model_dtype)
    loading = _loading(way, strategy, options)
    is_model = 0 in pickled.values()
    lines += [line.replace("checkpoint =", "model =", 1) for line in loading] if is_model else loading
    for name, entry in pickled.items():
        if entry:
            lines.append(f"{name} = {part(preview, entry, planned=strategy.planned)}")
        lines += [*unwrapped(preview, name, entry), f"{name}.to({home}{dtype})"]
    how = ", strict=False" if strategy.ranks == PART else ", assign=True" if strategy.assign else ""
    lines += _into_models(preview if strategy.planned else preview.source, parts, how)
    if strategy.assign:
        if has_ties(preview):
            again = "tie again what shares weights: assign=True took them apart"
            lines += [f"{name}.tie_weights()  # {again}" for name in parts]
        lines += [f"{name}.to({home}{dtype})" for name in parts]
    for number, (name, entry) in enumerate(found.items()):
        model = names[min(number, len(names) - 1)]
        groups = next((each.groups for each in preview.catalogue.optimizers if each.entry == entry), 1)
        also = f"; pass your {groups} parameter groups, not {model}.parameters()" if groups > 1 else ""
        lines.append(f"{name} = {name.title()}({model}.parameters())  # after the model is where it belongs{also}")
        lines.append(f"{name}.load_state_dict({part(preview, entry, planned=strategy.planned)})")
    if not keep and not is_model and (parts or pickled or found):
        lines.append("del checkpoint")
    if not keep and (parts or pickled or found) and machine.target.startswith("cuda"):
        lines.append("torch.cuda.empty_cache()")
    return "\n".join(lines)


def _into_models(loaded: Preview, models: dict[str, int], how: str) -> Iterator[str]:
    """The lines that give models their weights, under the keys that models outside of any wrapper have."""
    for name, entry in models.items():
        lines, state = without_wrappers(part(loaded, entry, planned=True), loaded.wrappers_of(entry))
        yield from (*lines, f"{name}.load_state_dict({state}{how})")


def _loading(way: Way, strategy: Strategy, options: list[str]) -> list[str]:
    """The lines that make ``checkpoint``: of the file, of all, or of the one that is a rank's own."""
    if strategy.ranks != PART:
        return load(way, strategy.file, options)
    own = f"part = sorted(Path(f).glob({literal(way.shards)}))[rank]  # one of the files"
    return [own, *load(replace(way, shards=""), "part", options)]


def _of_ranks(preview: Preview, way: Way, home: str) -> list[str]:
    """How each rank loads its part: torch.distributed.checkpoint knows which that is, as does what else saved it."""
    found = [preview.catalogue.path(entry) for entry in models(preview).values()]
    if not way.dcp or not found:
        return ["# Load it with what saved it, in as many ranks as have saved it."]
    whole = "state"
    for key in reversed(found[0]):
        whole = f"{{{literal(key)}: {whole}}}"
    return [
        "import torch",
        "import torch.distributed.checkpoint as dcp",
        "",
        f"with torch.device({home}):",
        "    model = Model()  # sharded, by fully_shard for one: each rank holds its part",
        "state = model.state_dict()",
        f"dcp.load({whole}, checkpoint_id=f)",
        "model.load_state_dict(state)",
    ]


def _on_device(built: list[str], device: str, dtype: str) -> list[str]:
    """Models made where they shall be, and of the dtype they shall have: nothing is made twice."""
    lines = [f"with torch.device({device}):", *(f"    {line}" for line in built)]
    if not dtype:
        return lines
    return [f"torch.set_default_dtype(torch.{dtype})", *lines, "torch.set_default_dtype(torch.float32)"]


def _on_meta(built: list[str]) -> list[str]:
    """Models of which the parameters alone are on ``meta``. A buffer that is not saved (``persistent=False``) has to be
    made for real: no file has its values.
    """
    return [
        "def to_meta(module, name, parameter):",
        "    if type(parameter) is torch.nn.Parameter and not parameter.is_meta:",
        "        return torch.nn.Parameter(parameter.to('meta'), parameter.requires_grad)",
        "",
        "hook = torch.nn.modules.module.register_module_parameter_registration_hook(to_meta)",
        *(f"{line}  # parameters without memory, buffers as they are" for line in built),
        "hook.remove()",
    ]


def _place(machine: Machine, *, own: bool) -> str:
    """A device as code; with several processes each has its own card."""
    if machine.ranks > 1 and own and machine.target.startswith("cuda"):
        return "f'cuda:{rank}'"
    return literal(machine.target)


def _mapping(preview: Preview, strategy: Strategy, target: str) -> str:
    totals = preview.totals_after if strategy.planned else preview.totals_before
    devices = dict.fromkeys(total.device for total in totals)
    return (
        "{" + ", ".join(f"{literal(device)}: {target}" for device in devices if device_matches("cuda:*", device)) + "}"
    )


# ---- files whose loading takes no memory that could be told: what there is to say about them instead


_MOST_SHOWN = 2


class Unsupported(NamedTuple):
    """``title`` is the call that loads the file, ``why`` a sentence or two, ``code`` the lines that load it."""

    title: str
    why: str
    code: str


def unsupported(view: Preview, way: Way, planned: Way) -> Unsupported | None:
    """What to say of a file that no strategy is about; None for all others.

    ``way`` is how torch takes the file as it is, ``planned`` as the plan would save it.
    """
    code = "\n".join([*imports(way), "", *load(way, "f")]) if way.kind != NO_WAY else ""
    if way.kind == SAFETENSORS and not is_shared(view.catalogue):
        call = "safetensors.torch.load_file(f, device='cpu')"
        return Unsupported(
            call, say("There is no prediction for a safetensors file. Load it with {call}.", call=call), code
        )
    if way.kind == JIT:
        call = "torch.jit.load(f, map_location='cpu')"
        return Unsupported(
            call, say("There is no prediction for a TorchScript archive. Load it with {call}.", call=call), code
        )
    if way.kind == OWN:
        call = way.call.format(f="f")
        return Unsupported(call, say("There is no prediction for such a file. Load it with {call}.", call=call), code)
    if way.kind == NO_WAY and planned.kind == NO_WAY:
        return Unsupported(say("no way"), no_way(way), code)
    if not view.catalogue.tensors and not view.totals_after:
        why = say("The file holds no tensors, so there is nothing to load onto a card.")
        if has_checkpoint(view.catalogue.values):
            why = say(
                "Its tensors are in another checkpoint, which it holds as bytes. Extract that checkpoint and use "
                "its file instead."
            )
        return Unsupported("torch.load(f)", f"{why} {about_refusal(way)}".strip(), code)
    return None


def no_way(way: Way) -> str:
    """The sentence for a file that nothing loads."""
    return say("No current torch loads this file: {why}.", why=say(way.why))


def about_refusal(way: Way) -> str:
    """That plain ``torch.load(f)`` refuses the file, and what the code does about it; empty where it does not."""
    if way.kind in (PLAIN, NO_WAY, MANY, SAFETENSORS):
        return ""
    names = listed(way.names, _MOST_SHOWN)
    if way.kind == ALLOW:
        return say(
            "Plain torch.load(f) refuses this file, because it uses {names}. Diagnose the file for a fix; this "
            "code marks these names as safe.",
            names=names,
        )
    if not names:
        return say(
            "Plain torch.load(f) refuses this file, because it does not support this kind of pickle. Diagnose the "
            "file for a fix; this code lets the file run code and needs the classes that it uses."
        )
    return say(
        "Plain torch.load(f) refuses this file, because it uses {names}. Diagnose the file for a fix; this code "
        "lets the file run code and needs what it uses to be importable.",
        names=names,
    )
