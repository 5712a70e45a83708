"""The few lines of Python that do what a strategy says, ready to copy."""

from __future__ import annotations

from dataclasses import replace

from core.catalogue.quoting import literal
from core.edits.edits import device_matches
from core.edits.preview import Preview
from core.loading.code import has_ties, imports, load, models, optimizers, part, unwrapped, whole_models
from core.loading.methods import ALLOW, TRUST, Way
from core.memory.machine import Machine
from core.memory.strategies import PART, Strategy
from core.words import say


def title(strategy: Strategy, machine: Machine, way: Way) -> str:
    """What a strategy is called on this machine: with the device itself for "target", and as torch takes the file."""
    text = say(strategy.title).replace("target", _place(machine, own=machine.own_gpu))
    told = {ALLOW: say("torch.load(f) with safe_globals"), TRUST: "torch.load(f, weights_only=False)"}
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
    parts = {name: part(preview, entry, planned=strategy.planned) for name, entry in models(preview).items()}
    pickled = whole_models(preview, planned=strategy.planned) if strategy.whole else {}
    found = optimizers(preview, planned=strategy.planned) if strategy.optimizer else {}
    names = list(parts) or list(pickled) or ["model"]
    dtype = f", torch.{machine.model_dtype}" if machine.model_dtype else ""
    entries = [*models(preview).values(), *pickled.values(), *found.values()]
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
    lines += [f"{name}.load_state_dict({state}{how})" for name, state in parts.items()]
    if strategy.assign:
        if has_ties(preview):
            again = "tie again what shares weights: assign=True took them apart"
            lines += [f"{name}.tie_weights()  # {again}" for name in parts]
        lines += [f"{name}.to({home}{dtype})" for name in parts]
    for number, (name, entry) in enumerate(found.items()):
        model = names[min(number, len(names) - 1)]
        lines.append(f"{name} = {name.title()}({model}.parameters())  # after the model is where it belongs")
        lines.append(f"{name}.load_state_dict({part(preview, entry, planned=strategy.planned)})")
    if not keep and not is_model and (parts or pickled or found):
        lines.append("del checkpoint")
    if not keep and (parts or pickled or found) and machine.target.startswith("cuda"):
        lines.append("torch.cuda.empty_cache()")
    return "\n".join(lines)


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
    devices = dict.fromkeys(_saved(preview, strategy))
    return (
        "{" + ", ".join(f"{literal(device)}: {target}" for device in devices if device_matches("cuda:*", device)) + "}"
    )


def _saved(preview: Preview, strategy: Strategy) -> list[str]:
    return [total.device for total in (preview.totals_after if strategy.planned else preview.totals_before)]
