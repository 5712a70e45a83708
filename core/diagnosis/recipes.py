"""Code to load a file on the computer at hand, ready to copy: as it is, and as the plan would save it.

The order is what torch's maintainers advise: the model is moved first, the optimizer is built after it, the states are
loaded last, and the checkpoint is let go.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from core.catalogue import Catalogue
from core.diagnosis.computer import Computer
from core.diagnosis.planned import made_keys, planned_keys
from core.edits import Extract, Plan
from core.graph import Global
from core.loading_code import models, numbered, optimizers, part
from core.modules import module_entries
from core.names import python3_name
from core.preview import Preview, preview
from core.wrappers import wrapper_chain

_WORTH_MAPPING = 1 << 27
"""Bytes from which ``mmap=True`` is worth a word."""
_EPOCHS = ("epoch", "epochs", "global_step", "step", "iteration", "iter")
_SAFE_TO_ALLOW = {
    "argparse.Namespace": ("argparse", "argparse.Namespace"),
    "collections.defaultdict": ("collections", "collections.defaultdict"),
    **{f"pathlib.{name}": ("pathlib", f"pathlib.{name}") for name in ("PosixPath", "WindowsPath", "PurePosixPath")},
}
"""Names that can be allowed one by one without giving the file more power: what to import, and how they are called."""
_NUMPY = {
    f"numpy.{module}.{name}": f"numpy.{module}.{name}"
    for module in ("core.multiarray", "_core.multiarray")
    for name in ("scalar", "_reconstruct")
} | {"numpy.dtype": "numpy.dtype", "numpy.ndarray": "numpy.ndarray"}
_NUMPY_TYPES = "*(type(numpy.dtype(name)) for name in numpy.sctypeDict.values())"


@dataclass(frozen=True)
class Recipe:
    """``title`` says what for, ``code`` is Python to copy, ``note`` what to know before; empty where nothing."""

    title: str
    code: str
    note: str


@dataclass(frozen=True)
class _File:
    """One state of the file: how it is called in the code, and how ``torch.load`` is told to take it."""

    view: Preview
    name: str
    title: str
    computer: Computer

    @property
    def catalogue(self) -> Catalogue:
        return self.view.catalogue

    @property
    def names(self) -> list[str]:
        """Names that ``torch.load`` refuses, as Python 3 has them."""
        dotted = [name.rpartition(".") for name in self.view.refused_names]
        return [python3_name(Global(module, name)) for module, _, name in dotted]

    def part(self, entry: int) -> str:
        return part(self.view, entry, planned=True)


def load_recipes(view: Preview, computer: Computer) -> tuple[Recipe, ...]:
    """All ways to load that make sense for this file: as it is and, with a plan, as it would be saved.

    In the code ``Model``, ``Optimizer`` and ``Scheduler`` stand for the program's own classes, ``f`` for the path of
    the file and ``fixed`` for that of the planned one; ``rank`` is the number of the process.
    """
    recipes = list(_recipes(_File(preview(view.catalogue, Plan()), "f", "as it is", computer)))
    if view.plan:
        recipes += _recipes(_File(view, "fixed", "after the plan", computer))
    return tuple(recipes)


def _recipes(file: _File) -> Iterator[Recipe]:
    whole = module_entries(file.catalogue) if not file.catalogue.state_dicts else ()
    made = [each.entry for each in whole if file.view.plan.find(Extract, entry=each.entry)]
    if whole and not made:
        yield _whole(file)
        return
    named = {numbered("model", number, len(made)): entry for number, entry in enumerate(made)} or models(file.view)
    found = {name: entry for name, entry in named.items() if not file.view.dropped(entry)}
    if not found:
        return
    yield _inference(file, found)
    yield _data_parallel(file, found)
    if optimizers(file.view, planned=True):
        yield _resume(file, found, ranks=False)
    if file.computer.ranks > 1:
        yield _resume(file, found, ranks=True)


def _inference(file: _File, found: dict[str, int]) -> Recipe:
    home = file.computer.home
    lines = [f"{name} = {_class(name)}()" for name in found]
    lines += _load(file)
    for name, entry in found.items():
        lines += _load_model(file, name, entry)
    lines.append("del checkpoint")
    lines += [f"{name}.to({home!r})" for name in found if file.computer.gpus]
    lines += [f"{name}.eval()" for name in found]
    return _recipe(file, "inference only", lines)


def _data_parallel(file: _File, found: dict[str, int]) -> Recipe:
    """A model in DataParallel wants ``module.`` before its keys; the model inside it does not."""
    lines, wrapped = [], False
    for name in found:
        where = f".to({file.computer.home!r})" if file.computer.gpus else ""
        lines.append(f"{name} = torch.nn.DataParallel({_class(name)}(){where})")
    lines += _load(file)
    for name, entry in found.items():
        if [each.prefix for each in wrapper_chain(_keys(file, entry), entry)[:1]] == ["module."]:
            lines += _load_model(file, name, entry, wants="module.")
            lines[-1] += "  # its keys begin with module. already"
            wrapped = True
        else:
            lines += _load_model(file, f"{name}.module", entry)
    lines.append("del checkpoint")
    note = "" if wrapped else "A file whose keys begin with module. (Add prefix) loads into the wrapped model itself."
    if not file.computer.gpus:
        note = f"Without a GPU DataParallel does nothing: leave it off where you can. {note}".strip()
    return _recipe(file, "into a model in DataParallel", lines, note)


def _resume(file: _File, found: dict[str, int], *, ranks: bool) -> Recipe:
    """Model first, then the optimizer on its parameters, then the states in the same order."""
    view, computer = file.view, file.computer
    per_rank = ranks and computer.gpus > 0
    home = "device" if per_rank else repr(computer.home)
    lines = ["torch.cuda.set_device(rank)  # each process its own card", "device = f'cuda:{rank}'"] if per_rank else []
    for name in found:
        moved = f".to({home})  # first, so that the optimizer finds its parameters there" if computer.gpus else ""
        lines.append(f"{name} = {_class(name)}(){moved}")
    opts = optimizers(view, planned=True)
    names = list(found)
    for number, name in enumerate(opts):
        model = names[min(number, len(names) - 1)]
        lines.append(f"{name} = {_class(name)}({model}.parameters())  {_about_groups(file, opts[name])}")
    schedulers = _schedulers(view) if opts else {}
    for number, name in enumerate(schedulers):
        lines.append(f"{name} = {_class(name)}({list(opts)[min(number, len(opts) - 1)]})")
    lines += _load(file, "device" if per_rank else "")
    for name, entry in found.items():
        lines += _load_model(file, name, entry)
    for name, entry in (opts | schedulers).items():
        lines.append(f"{name}.load_state_dict({file.part(entry)})")
    epoch = _epoch(view) if opts else None
    if epoch is not None:
        label = str(view.label(epoch))
        then = "the next one" if label.startswith("epoch") else "where it stopped"
        lines.append(f"start_{label} = {file.part(epoch)}{' + 1' if then == 'the next one' else ''}  # {then}")
    lines.append("del checkpoint")
    if ranks:
        ids = "device_ids=[rank]" if per_rank else ""
        lines += [
            f"{name} = torch.nn.parallel.DistributedDataParallel({', '.join(filter(None, (name, ids)))})"
            for name in found
        ]
        return _recipe(
            file,
            "resume training in several processes" if opts else "several processes",
            lines,
            "Every process runs this after torch.distributed.init_process_group. Without map_location all of them "
            "would load onto the saved device.",
        )
    return _recipe(file, "resume training", lines, "The parameters must be in the same order as when it was saved.")


def _whole(file: _File) -> Recipe:
    """A pickled object: there is no state dict to load."""
    lines = [f"model = torch.load({', '.join([file.name, *_options(file), 'weights_only=False'])})"]
    if file.computer.gpus:
        lines.append(f"model.to({file.computer.home!r})")
    names = ", ".join(file.names[:3])
    return _recipe(
        file,
        "the whole pickled object",
        lines,
        f"This runs what the file says, and needs its code ({names}): only for files that you trust. Extract the "
        "state dict to need neither.",
        load=False,
    )


def _recipe(file: _File, title: str, lines: Sequence[str], note: str = "", *, load: bool = True) -> Recipe:
    notes = [note] if note else []
    if load:
        notes += _about_names(file.names)
    code = "\n".join(line.rstrip() for line in [*_imports(file if load else None), *lines])
    return Recipe(f"{file.title}: {title}", code, " ".join(notes))


# -- the load itself ---------------------------------------------------------------------------------------------


def _load(file: _File, device: str = "") -> list[str]:
    """The lines that make ``checkpoint``."""
    options = _options(file, device)
    refused = file.names
    if not refused:
        return [f"checkpoint = torch.load({', '.join([file.name, *options])})"]
    allowed = _allowed(refused)
    if allowed is None:
        return [
            "# runs what the file says:",
            f"checkpoint = torch.load({', '.join([file.name, *options, 'weights_only=False'])})",
        ]
    return [
        f"with torch.serialization.safe_globals([{', '.join(allowed)}]):",
        f"    checkpoint = torch.load({', '.join([file.name, *options])})",
    ]


def _options(file: _File, device: str = "") -> list[str]:
    """The CPU takes what was saved on a GPU: the model is there already, and needs no second copy beside it."""
    options = []
    saved = {total.device for total in file.view.totals_after}
    if device:
        options.append(f"map_location={device}")
    elif saved - {"cpu"}:
        options.append("map_location='cpu'")
    if _container(file.view) == "zip" and file.view.bytes_after >= _WORTH_MAPPING:
        options.append("mmap=True")
    return options


def _container(view: Preview) -> str:
    wanted = [getattr(edit, "container", "") for edit in view.plan.edits]
    return next(filter(None, reversed(wanted)), view.catalogue.checkpoint.container)


def _allowed(names: Sequence[str]) -> list[str] | None:
    """What `safe_globals` must list; None where allowing the names would mean running code."""
    found = [_SAFE_TO_ALLOW[name][1] if name in _SAFE_TO_ALLOW else _NUMPY.get(name, "") for name in names]
    if not all(found):
        return None
    return [*dict.fromkeys(found), *([_NUMPY_TYPES] if any(name in _NUMPY for name in names) else [])]


def _imports(file: _File | None) -> list[str]:
    modules = ["torch"]
    names = file.names if file is not None else []
    if names and _allowed(names) is not None:
        modules += [_SAFE_TO_ALLOW[name][0] if name in _SAFE_TO_ALLOW else "numpy" for name in names]
    return [f"import {module}" for module in sorted(set(modules))] + [""]


def _about_names(names: Sequence[str]) -> list[str]:
    if not names:
        return []
    shown = ", ".join(names[:3]) + (f" and {len(names) - 3} more" if len(names) > 3 else "")
    if _allowed(names) is not None:
        return [f"The file names {shown}, which torch.load refuses unless it is told that they are safe."]
    advice = "weights_only=False runs whatever the file says, so only for files that you trust; better cure the file."
    return [f"The file names {shown}, which torch.load refuses: {advice}"]


# -- the parts of the file ---------------------------------------------------------------------------------------


def _load_model(file: _File, target: str, entry: int, wants: str = "") -> list[str]:
    """Load one state dict, without what wrappers left in its keys but for what ``target`` wants before them."""
    state = file.part(entry)
    found = wrapper_chain(_keys(file, entry), entry)
    kept = found[:1] if found and found[0].prefix == wants else []
    leading = [each.prefix for each in found if not each.inner and not kept]
    consume = "torch.nn.modules.utils.consume_prefix_in_state_dict_if_present"
    lines = [f"{consume}({state}, {prefix!r})" for prefix in leading]
    for each in found[len(kept) :]:
        if each.inner or kept:
            inner = f".{each.prefix}"
            lines.append(f"state = {{key.replace({inner!r}, '.'): value for key, value in {state}.items()}}")
            state = "state"
    return [*lines, f"{target}.load_state_dict({state})"]


def _keys(file: _File, entry: int) -> list[str]:
    """The planned keys of a state dict; for a module that becomes one, those it will have."""
    whole = file.view.plan.find(Extract, entry=entry) is not None
    return [key for _, key in (made_keys if whole else planned_keys)(file.view, entry)]


def _about_groups(file: _File, entry: int) -> str:
    """A comment on what the optimizer was."""
    optimizer = next(each for each in file.catalogue.optimizers if each.entry == entry)
    kind = optimizer.kind or "the same class as was saved"
    groups = f", with its {optimizer.groups} groups" if optimizer.groups > 1 else ""
    return f"# {kind}{groups}"


def _schedulers(view: Preview) -> dict[str, int]:
    """The states of schedulers, by the names of their variables: outermost dicts with a ``last_epoch``."""
    catalogue = view.catalogue
    inside = [(optimizer.entry, catalogue.ends[optimizer.entry]) for optimizer in catalogue.optimizers]
    found: list[int] = []
    for entry, label in enumerate(catalogue.labels):
        holder = catalogue.parents[entry]
        if not isinstance(label, str) or label != "last_epoch" or holder <= 0 or catalogue.kind(holder) != "dict":
            continue
        within = any(
            first <= holder < end for first, end in [*inside, *((each, catalogue.ends[each]) for each in found)]
        )
        if not within and not view.dropped(holder):
            found = [each for each in found if not holder < each < catalogue.ends[holder]] + [holder]
    return {("scheduler" if len(found) == 1 else f"scheduler_{number}"): each for number, each in enumerate(found)}


def _epoch(view: Preview) -> int | None:
    """The number of the epoch or step that was reached, at the top."""
    catalogue = view.catalogue
    children = [child for child in catalogue.children(view.root) if not view.dropped(child)]
    for name in _EPOCHS:
        for child in children:
            if view.label(child) == name and type(catalogue.values[child]) is int:
                return child
    return None


def _class(name: str) -> str:
    """``Model`` for ``model``, ``Model_0`` for ``model_0``."""
    return name[:1].upper() + name[1:]
