"""Pieces of Python code that load a file, with the file's own paths: shared by all rooms that write recipes.

``planned`` means the file as the pending plan would save it, else the file as it is.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import partial

from core import program
from core.catalogue.catalogue import Catalogue
from core.catalogue.main_model import live_rows, main_models
from core.catalogue.modules import DATA_PARALLEL, module_entries
from core.catalogue.prefixes import FoundPrefix
from core.catalogue.quoting import comment, indexed, is_indexed, literal
from core.edits.preview import Preview
from core.formats.safetensors import NOTES
from core.loading.many_files import load_branch, load_dcp, load_shards
from core.loading.methods import ALLOW, JIT, MANY, OWN, SAFETENSORS, TRUST, Way, way_to_load
from core.saving.look_only import about_state_dict
from core.text import sentences
from core.words import say

LIGHTNING = "pytorch-lightning_version"
"""What a checkpoint of Lightning has at the top."""
_WIDTH = 88
"""Columns after which a call goes on in the next line."""


def imports(way: Way) -> list[str]:
    """The lines that come first."""
    if way.branches:
        return _imports_of_branches(way)
    if way.shards:
        return ["from pathlib import Path", "", *imports(replace(way, shards=""))]
    if way.dcp:
        return ["import torch", "from torch.distributed.checkpoint.format_utils import dcp_to_torch_save"]
    if way.kind == SAFETENSORS:
        return ["import safetensors.torch", "import torch"]
    modules = [line for line in way.imports if line.startswith("import ")]
    rest = [line for line in way.imports if not line.startswith("import ")]
    return [*sorted({*modules, "import torch"}), *rest]


def _imports_of_branches(way: Way) -> list[str]:
    """What the branches need, each line once: of Python, of packages, and lines that are more than an import."""
    lines = [line for branch in way.branches for line in imports(replace(branch.way, shards=""))]
    modules = sorted({line for line in lines if line.startswith("import ")})
    first = "import zipfile" if way.branches[0].file.member else "from pathlib import Path"
    return [first, "", *modules, *dict.fromkeys(line for line in lines if not line.startswith("import "))]


def _load_branches(way: Way, file: str, options: Sequence[str]) -> list[str]:
    lines: list[str] = []
    for branch in way.branches:
        lines += load_branch(branch.label, branch.file, file, partial(_load_of, branch.way, options))
    if way.branches[0].file.member:
        lines = [f"with zipfile.ZipFile({file}) as archive:", *(f"    {line}" for line in lines)]
    return ["checkpoint = {}", *lines]


def _load_of(way: Way, options: Sequence[str], file: str) -> list[str]:
    if way.kind == SAFETENSORS and file.startswith("archive."):
        return [f"checkpoint = safetensors.torch.load({file}.read())"]
    return load(way, file, options)


def load(way: Way, file: str, options: Iterable[str] = ()) -> list[str]:
    """The lines that make ``checkpoint`` of a file in a way that torch takes; ``options`` are those of ``torch.load``.

    There must be a way.
    """
    options = list(options)
    if way.branches:
        return _load_branches(way, file, options)
    if way.shards:
        return load_shards(way.shards, file, load(replace(way, shards=""), "part", options))
    if way.dcp:
        return load_dcp(file, load(replace(way, dcp=False), "one", options))
    if way.kind == MANY:
        command = " ".join([*program.words(), "fix FOLDER -o one.pth"])
        made = comment(say("all of it in one file: {command}", command=command))
        return [f"one = 'one.pth'  {made}", *call("checkpoint", ["one", *options])]
    if way.kind == SAFETENSORS:
        return [f"checkpoint = safetensors.torch.load_file({file}, device={_device_of(options)})"]
    if way.kind == OWN:
        return [f"checkpoint = {way.call.format(f=file)}"]
    if way.kind == JIT:
        return [f"checkpoint = torch.jit.load({file}, map_location='cpu')"]
    arguments = [file, *options, *(["encoding='latin1'"] if way.latin1 else [])]
    if way.kind == TRUST:
        return [
            comment(say("weights_only=False runs the code that the file names")),
            *call("checkpoint", [*arguments, "weights_only=False"]),
        ]
    if way.kind == ALLOW:
        listed = ["allowed = [", *(f"    {item}," for item in way.allowed), "]"]
        inside = [f"    {line}" for line in call("checkpoint", arguments)]
        return [*listed, "with torch.serialization.safe_globals(allowed):", *inside]
    return call("checkpoint", arguments)


def on_cpu(view: Preview) -> str:
    """How a file that has a loader of its own comes to the CPU, in a sentence; nothing for one of ``torch.load``."""
    return own_on_cpu(view.catalogue) if way_to_load(view).kind in (JIT, OWN) else ""


def own_on_cpu(catalogue: Catalogue) -> str:
    """The same of the file as it is."""
    saved = catalogue.checkpoint.format
    if saved.way == JIT:
        return say("Load it with {call}.", call=load(Way(JIT), "f")[0].partition(" = ")[2])
    if saved.own_loader is not None and saved.own_loader.on_cpu:
        return sentences(say(saved.own_loader.on_cpu), about_state_dict(catalogue))
    return ""


def loader(view: Preview) -> str:
    """The function that loads a file: `torch.load`, unless it has one of its own."""
    way, own = way_to_load(view), view.catalogue.checkpoint.format.own_loader
    return "torch.jit.load" if way.kind == JIT else own.function if way.kind == OWN and own else "torch.load"


def shared_again(preview: Preview, way: Way) -> list[str]:
    """The lines that give back the keys that safetensors leave out, because another one has the same tensor: the notes
    of the file say which (``_remove_duplicate_names`` of ``safetensors/torch.py``).
    """
    catalogue = preview.catalogue
    at_top = catalogue.by_text(0)
    notes = at_top.get(NOTES)
    if way.kind != SAFETENSORS or preview.plan or notes is None:
        return []
    pairs = [(key, catalogue.values[child]) for key, child in catalogue.by_text(notes).items()]
    left_out = [(key, kept) for key, kept in pairs if type(kept) is str and kept in at_top and key not in at_top]
    return [f"checkpoint[{literal(key)}] = checkpoint[{literal(kept)}]" for key, kept in left_out]


def _device_of(options: Iterable[str]) -> str:
    """The device that options of ``torch.load`` ask for, as code; safetensors name none, so that no dict maps them."""
    asked = [option.removeprefix("map_location=") for option in options if option.startswith("map_location=")]
    return next((device for device in asked if not device.startswith("{")), "'cpu'")


def call(name: str, arguments: Sequence[str], function: str = "torch.load") -> list[str]:
    """``name = function(…)``, in several lines where one would be too long."""
    line = f"{name} = {function}({', '.join(arguments)})"
    if len(line) <= _WIDTH:
        return [line]
    return [f"{name} = {function}(", *(f"    {argument}," for argument in arguments), ")"]


def models(preview: Preview) -> dict[str, int]:
    """The entries of the models that training goes on with, by the names of their variables; none where none can be
    reached by keys.
    """
    catalogue = preview.catalogue
    entries = main_models(catalogue) or ([0] if 0 in catalogue.state_dicts else [])
    entries = [entry for entry in entries if can_be_reached(catalogue, entry)]
    return {numbered("model", number, len(entries)): entry for number, entry in enumerate(entries)}


def averaged(preview: Preview, trained: dict[str, int]) -> dict[str, int]:
    """The models for inference, by the same names: of two in a file of Lightning the one that ``load_from_checkpoint``
    takes. Its ``state_dict`` is an average where a callback keeps one, and the optimizer's model lies beside it
    (``lightning/pytorch/callbacks/weight_averaging.py``).
    """
    catalogue = preview.catalogue
    at_top = catalogue.by_text(0)
    entry = at_top.get("state_dict")
    if LIGHTNING not in at_top or entry not in catalogue.state_dicts or preview.dropped(entry):
        return trained
    return {"model": entry} if len(trained) == 1 else trained


def whole_models(preview: Preview, *, planned: bool) -> dict[str, int]:
    """The entries of pickled models that are used as they come, by the names of their variables; none where there is a
    state dict to load.
    """
    catalogue = preview.catalogue
    if catalogue.state_dicts or not catalogue.globals:
        return {}
    entries = [each.entry for each in module_entries(catalogue) if is_indexed(catalogue, each.entry)]
    if planned:
        entries = [each for each in entries if each not in preview.plan.extracted and not preview.dropped(each)]
    return {numbered("model", number, len(entries)): entry for number, entry in enumerate(entries)}


def optimizers(preview: Preview, *, planned: bool) -> dict[str, int]:
    """The entries of the optimizers' state dicts, by the names of their variables."""
    catalogue = preview.catalogue
    entries = [each.entry for each in catalogue.optimizers if can_be_reached(catalogue, each.entry)]
    if planned:
        entries = [entry for entry in entries if not preview.dropped(entry)]
    return {numbered("optimizer", number, len(entries)): entry for number, entry in enumerate(entries)}


def can_be_reached(catalogue: Catalogue, entry: int) -> bool:
    """Whether an entry is a dict, and keys alone lead to it."""
    return catalogue.kind(entry) == "dict" and is_indexed(catalogue, entry)


def numbered(name: str, number: int, count: int) -> str:
    """``model``, or ``model_0`` where there are several."""
    return name if count == 1 else f"{name}_{number}"


def part(preview: Preview, entry: int, *, planned: bool) -> str:
    """The expression for one entry of the loaded object: ``checkpoint['optimizer']``."""
    path = preview.path(entry) if planned else preview.catalogue.path(entry)
    return indexed("checkpoint", path)


def without_wrappers(state: str, found: Sequence[FoundPrefix], wants: str = "") -> tuple[list[str], str]:
    """The lines that take off what wrappers left in the keys of a state dict, and the expression for what is left.

    ``state`` is the expression for it as it is loaded, ``found`` the `wrapper_chain` of its keys; ``wants`` is the
    prefix that stays, because the model is wrapped itself.
    """
    kept = [each for each in found[:1] if each.prefix == wants]
    leading = [each.prefix for each in found if not each.inner and not kept]
    consume = "torch.nn.modules.utils.consume_prefix_in_state_dict_if_present"
    lines = [f"{consume}({state}, {literal(prefix)})" for prefix in leading]
    for each in found[len(kept) :]:
        if each.inner or kept:
            inner = f".{each.prefix}"
            lines.append(f"state = {{key.replace({literal(inner)}, '.'): value for key, value in {state}.items()}}")
            state = "state"
    return lines, state


def unwrapped(preview: Preview, name: str, entry: int) -> list[str]:
    """The line that takes a pickled model out of ``DataParallel``; none where it is not inside one."""
    wrappers = {each.entry: each.wrapper for each in module_entries(preview.catalogue)}
    why = comment(say("DataParallel runs only on the cards that it was saved for"))
    return [f"{name} = {name}.module  {why}"] if wrappers[entry] == DATA_PARALLEL else []


def has_ties(preview: Preview) -> bool:
    """Whether two names of a model share a tensor."""
    rows = live_rows(preview.catalogue)
    names = sum(len(preview.catalogue.subtree_rows(entry)) for entry in main_models(preview.catalogue))
    return names > len(rows)
