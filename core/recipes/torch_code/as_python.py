"""A plan as torch code: the file is loaded, changed as Python objects, and saved with the same tensors and keys."""

from __future__ import annotations

from typing import NamedTuple

from core.catalogue.quoting import comment, literal
from core.edits.edits import Plan
from core.edits.preview import Preview, preview
from core.edits.script import Script
from core.loading.code import call, imports, load
from core.loading.methods import JIT, NO_WAY, OWN, SAFETENSORS, way_to_load
from core.objects.value_text import device_argument
from core.pickling.nodes import Call
from core.recipes.torch_code.keys import keep, renames
from core.recipes.torch_code.tensors import casts, cuts, map_location
from core.saving.choice import chosen

_USUAL_PROTOCOL = 2


class AsPython(NamedTuple):
    """The ``code``, and what it does not do (``left``), which stands in it as comments too."""

    code: str
    left: tuple[str, ...]


def as_python(view: Preview, source: str, target: str) -> AsPython:
    """Code that makes the file of a preview. It loads the file with torch, so it runs what the file runs."""
    catalogue = view.catalogue
    way = way_to_load(preview(catalogue, Plan()))
    if way.kind in (NO_WAY, JIT, OWN):
        why = way.why or "torch.load does not read this kind of file"
        return AsPython(comment(f"There is no code for this file: {why}."), (why,))
    script = Script(catalogue, view.rewrite)
    script.imports(*imports(way))
    options = map_location(script, view)
    casts(script, view)
    for turn, then in ((0, cuts), (1, _devices), (2, None), (3, None)):
        edits = [edit for edit in dict.fromkeys(view.plan.edits) if edit.torch_turn == turn]
        for edit in sorted(edits, key=lambda edit: edit.torch_order):
            edit.in_torch(script)
        if then is not None:
            then(script, view)
    renames(script, view)
    keep(script, view)
    loading = load(way, literal(source), options)
    kind = chosen(view, target).kind
    if kind == "safetensors":
        script.imports("import safetensors.torch")
        notes = way.kind == SAFETENSORS and not way.shards
        if notes:
            script.imports("import safetensors")
        code = script.text([*loading, *(_notes(source) if notes else [])], _save_safetensors(view, target, notes))
    else:
        code = script.text(loading, _save(view, target))
    return AsPython(code, tuple(script.left))


def _devices(script: Script, view: Preview) -> None:
    """Devices that the file names."""
    catalogue = view.catalogue
    for entry in catalogue.tree.device_objects:
        node = view.rewrite.nodes.get(id(catalogue.values[entry]))
        if type(node) is Call and type(node.args) is tuple and script.reaches(entry):
            script.assign(entry, f"torch.device({device_argument(node.args)!r})")


def _notes(source: str) -> list[str]:
    """The notes in the header of a safetensors file."""
    return [f"with safetensors.safe_open({literal(source)}, 'pt') as file:", "    notes = file.metadata() or {}"]


def _save_safetensors(view: Preview, target: str, notes: bool) -> list[str]:
    """As ``save_model`` of the library saves a state dict: what shares its numbers is written once."""
    lines = ["metadata = {'format': 'pt', **notes}" if notes else "metadata = {'format': 'pt'}"]
    if any(tensors > 1 for tensors in view.kept_tensors):
        lines += [
            "for kept, names in safetensors.torch._remove_duplicate_names(checkpoint).items():",
            "    for name in names:",
            "        metadata.setdefault(name, kept)",
            "        del checkpoint[name]",
        ]
    lines.append("checkpoint = {key: tensor.contiguous() for key, tensor in checkpoint.items()}")
    arguments = ["checkpoint", literal(target), "metadata=metadata"]
    return [*lines, *(line.removeprefix(" = ") for line in call("", arguments, "safetensors.torch.save_file"))]


def _save(view: Preview, target: str) -> list[str]:
    options = []
    if (view.container or view.catalogue.checkpoint.container) == "legacy":
        options.append("_use_new_zipfile_serialization=False")
    if view.protocol is not None and view.protocol != _USUAL_PROTOCOL:
        options.append(f"pickle_protocol={view.protocol}")
    arguments = ["checkpoint", literal(target), *options]
    return [line.removeprefix(" = ") for line in call("", arguments, "torch.save")]
