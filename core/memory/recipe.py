"""The few lines of Python that do what a strategy says, ready to copy."""

from __future__ import annotations

from core.edits import device_matches
from core.memory.contents import live_rows, main_models
from core.memory.machine import Machine
from core.memory.strategies import Strategy
from core.preview import Preview


def recipe(preview: Preview, strategy: Strategy, machine: Machine, *, keep: bool) -> str:
    """The code for one strategy: the model where it shall be, the load, both ``load_state_dict``, ``del``."""
    home, target = _place(machine, own=True), _place(machine, own=machine.own_gpu)
    load = strategy.load.replace("{target}", target).replace("{mapping}", _mapping(preview, strategy, target))
    models = _models(preview, strategy)
    device = "'meta'" if strategy.assign else home
    lines = [f"with torch.device({device}):", *(f"    {name} = {name.title()}()" for name in models)]
    lines.append(f"checkpoint = {load}")
    for name, part in models.items():
        lines.append(f"{name}.load_state_dict({part}{', assign=True' if strategy.assign else ''})")
    if strategy.assign:
        if _ties(preview):
            again = "tie again what shares weights: assign=True took them apart"
            lines += [f"{name}.tie_weights()  # {again}" for name in models]
        lines += [f"{name}.to({home})" for name in models]
    optimizers = _optimizers(preview, strategy) if strategy.optimizer else {}
    for number, (name, part) in enumerate(optimizers.items()):
        model = list(models)[min(number, len(models) - 1)]
        lines.append(f"{name} = {name.title()}({model}.parameters())  # after the model is where it belongs")
        lines.append(f"{name}.load_state_dict({part})")
    if not keep:
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


def _models(preview: Preview, strategy: Strategy) -> dict[str, str]:
    """The models by the names of their variables, with the part of the checkpoint that fills each."""
    entries = main_models(preview.catalogue) or [0]
    return {_numbered("model", number, len(entries)): _part(preview, strategy, e) for number, e in enumerate(entries)}


def _ties(preview: Preview) -> bool:
    """Whether two names of a model share a tensor."""
    rows = live_rows(preview.catalogue)
    names = sum(len(preview.catalogue.subtree_rows(entry)) for entry in main_models(preview.catalogue))
    return names > len(rows)


def _optimizers(preview: Preview, strategy: Strategy) -> dict[str, str]:
    entries = [optimizer.entry for optimizer in preview.catalogue.optimizers]
    if strategy.planned:
        entries = [entry for entry in entries if not preview.dropped(entry)]
    count = len(entries)
    return {_numbered("optimizer", number, count): _part(preview, strategy, e) for number, e in enumerate(entries)}


def _numbered(name: str, number: int, count: int) -> str:
    return name if count == 1 else f"{name}_{number}"


def _part(preview: Preview, strategy: Strategy, entry: int) -> str:
    """The expression for one entry of the loaded object."""
    path = preview.path(entry) if strategy.planned else preview.catalogue.path(entry)
    return "checkpoint" + "".join(f"[{key if isinstance(key, int) else str(key)!r}]" for key in path)
