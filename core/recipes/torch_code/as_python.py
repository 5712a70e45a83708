"""A plan as torch code: the file is loaded, changed as Python objects, and saved with the same tensors and keys."""

from __future__ import annotations

from typing import NamedTuple

from core.edits.edits import Plan
from core.edits.preview import Preview, preview
from core.loading.code import call, imports, load
from core.loading.methods import JIT, NO_WAY, OWN, SAFETENSORS, way_to_load
from core.loading.quoting import comment, literal
from core.recipes.torch_code.keys import renames
from core.recipes.torch_code.objects import drops, keep, objects, values
from core.recipes.torch_code.script import Script
from core.recipes.torch_code.tensors import casts, cuts, map_location, numbers

_USUAL_PROTOCOL = 2


class AsPython(NamedTuple):
    """The ``code``, and what it does not do (``left``), which stands in it as comments too."""

    code: str
    left: tuple[str, ...]


def as_python(view: Preview, source: str, target: str) -> AsPython:
    """Code that makes the file of a preview. It loads the file with torch, so it runs what the file runs."""
    catalogue = view.catalogue
    way = way_to_load(preview(catalogue, Plan()))
    if way.kind in (NO_WAY, JIT, OWN, SAFETENSORS):
        why = way.why or "torch.load does not read this kind of file"
        return AsPython(comment(f"There is no code for this file: {why}."), (why,))
    script = Script(catalogue)
    script.imports(*imports(way))
    options = map_location(script, view)
    casts(script, view)
    numbers(script, view)
    cuts(script, view)
    values(script, view)
    objects(script, view)
    drops(script, view)
    renames(script, view)
    keep(script, view)
    code = script.text(load(way, literal(source), options), _save(view, target))
    return AsPython(code, tuple(script.left))


def _save(view: Preview, target: str) -> list[str]:
    options = []
    if (view.container or view.catalogue.checkpoint.container) == "legacy":
        options.append("_use_new_zipfile_serialization=False")
    if view.protocol is not None and view.protocol != _USUAL_PROTOCOL:
        options.append(f"pickle_protocol={view.protocol}")
    arguments = ["checkpoint", literal(target), *options]
    return [line.removeprefix(" = ") for line in call("", arguments, "torch.save")]
