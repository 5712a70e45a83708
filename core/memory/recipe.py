"""The few lines of Python that do what a strategy says, ready to copy."""

from __future__ import annotations

from core.diagnosis.ways import ALLOW, TRUST, Way
from core.edits import device_matches
from core.loading_code import has_ties, imports, load, models, optimizers, part
from core.memory.machine import Machine
from core.memory.strategies import Strategy
from core.preview import Preview


def title(strategy: Strategy, machine: Machine, way: Way) -> str:
    """What a strategy is called on this machine: with the device itself for "target", and as torch takes the file."""
    text = strategy.title.replace("target", _place(machine, own=machine.own_gpu))
    told = {ALLOW: "torch.load(f) with safe_globals", TRUST: "torch.load(f, weights_only=False)"}
    return text.replace("torch.load(f)", told.get(way.kind, "torch.load(f)"))


def recipe(preview: Preview, strategy: Strategy, machine: Machine, way: Way, *, keep: bool) -> str:
    """The code for one strategy: the model where it shall be, the load, both ``load_state_dict``, ``del``.

    ``way`` is how torch takes the file that the strategy loads.
    """
    home, target = _place(machine, own=True), _place(machine, own=machine.own_gpu)
    mapping = _mapping(preview, strategy, target)
    options = [each.replace("{target}", target).replace("{mapping}", mapping) for each in strategy.options]
    parts = {name: part(preview, entry, planned=strategy.planned) for name, entry in models(preview).items()}
    found = optimizers(preview, planned=strategy.planned) if strategy.optimizer else {}
    names = list(parts) or ["model"]
    lines = [*imports(way), ""] if way.kind == ALLOW or way.imports else []
    if parts or found:
        device = "'meta'" if strategy.assign and parts else home
        lines += [f"with torch.device({device}):", *(f"    {name} = {name.title()}()" for name in names)]
    lines += load(way, strategy.file, options)
    for name, state in parts.items():
        lines.append(f"{name}.load_state_dict({state}{', assign=True' if strategy.assign else ''})")
    if strategy.assign:
        if has_ties(preview):
            again = "tie again what shares weights: assign=True took them apart"
            lines += [f"{name}.tie_weights()  # {again}" for name in parts]
        lines += [f"{name}.to({home})" for name in parts]
    for number, (name, entry) in enumerate(found.items()):
        model = names[min(number, len(names) - 1)]
        lines.append(f"{name} = {name.title()}({model}.parameters())  # after the model is where it belongs")
        lines.append(f"{name}.load_state_dict({part(preview, entry, planned=strategy.planned)})")
    if not keep and (parts or found):
        lines.append("del checkpoint")
        if machine.target.startswith("cuda"):
            lines.append("torch.cuda.empty_cache()")
    return "\n".join(lines)


def _place(machine: Machine, *, own: bool) -> str:
    """A device as code; with several processes each has its own card."""
    if machine.ranks > 1 and own and machine.target.startswith("cuda"):
        return "f'cuda:{rank}'"
    return repr(machine.target)


def _mapping(preview: Preview, strategy: Strategy, target: str) -> str:
    devices = dict.fromkeys(_saved(preview, strategy))
    return "{" + ", ".join(f"{device!r}: {target}" for device in devices if device_matches("cuda:*", device)) + "}"


def _saved(preview: Preview, strategy: Strategy) -> list[str]:
    return [total.device for total in (preview.totals_after if strategy.planned else preview.totals_before)]
