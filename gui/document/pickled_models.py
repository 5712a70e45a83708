"""Whole pickled models as people think of them: modules with parameters, buffers and modules in them.

In the pickle each module is an object with some twenty attributes, three of which are dicts of parameters, of buffers
and of modules. The outline leaves those dicts out and folds the other attributes away.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from core.catalogue.catalogue import Catalogue
from core.catalogue.derived import derived
from core.catalogue.modules import Module, is_of_author, module_entries, read_module
from core.words import marked

_DICTS = ("_parameters", "_buffers", "_modules")
ATTRIBUTES = marked("(attributes)")
"""The name under which the other attributes of a module are folded away."""
PARAMETER, BUFFER, TRANSIENT = marked("param"), marked("buffer"), marked("buffer, not in state_dict")
NOTES = (PARAMETER, BUFFER, TRANSIENT)
"""What stands beside an entry; any other note is the name of a class."""


@dataclass(frozen=True)
class PickledModels:
    """`children` are the parameters, buffers and modules of each module, `attributes` its others, the author's first.

    `homes` says in which module a parameter, buffer, module or attribute lies, `notes` what stands beside it: the
    class of a module, `param` or `buffer`. The dicts between them are `hidden`.
    """

    children: dict[int, list[int]] = field(default_factory=dict)
    attributes: dict[int, list[int]] = field(default_factory=dict)
    homes: dict[int, int] = field(default_factory=dict)
    notes: dict[int, str] = field(default_factory=dict)
    hidden: set[int] = field(default_factory=set)


@derived
def models_of(catalogue: Catalogue) -> PickledModels:
    """The whole models in a file; nothing in a file of plain data."""
    found = PickledModels()
    pending = [model.entry for model in module_entries(catalogue)]
    while pending:
        module = read_module(catalogue.tree, entry := pending.pop())
        if module is not None and _is_plain(catalogue, module):
            _take(catalogue, found, module)
            pending += [item.entry for item in module.children]
        elif module is not None:
            found.notes[entry] = module.name.name
    return found


def _is_plain(catalogue: Catalogue, module: Module) -> bool:
    """Whether the three dicts lie right in the module, as they do in all but a `torch.fx.GraphModule`."""
    items = (*module.parameters, *module.buffers, *module.children)
    parents = catalogue.parents
    return all(parents[parents[item.entry]] == module.entry for item in items)


def _take(catalogue: Catalogue, found: PickledModels, module: Module) -> None:
    entry = module.entry
    found.notes[entry] = module.name.name
    for item in module.parameters:
        found.notes[item.entry] = PARAMETER
    for item in module.buffers:
        found.notes[item.entry] = TRANSIENT if item.name in module.transient else BUFFER
    inside = [item.entry for item in (*module.parameters, *module.buffers, *module.children)]
    dicts = [child for child in catalogue.children(entry) if catalogue.labels[child] in _DICTS]
    rest = [child for child in catalogue.children(entry) if child not in dicts]
    rest.sort(key=lambda child: not is_of_author(catalogue.labels[child]))
    found.hidden.update(dicts)
    found.children[entry] = inside
    found.attributes[entry] = rest
    found.homes.update(dict.fromkeys((*inside, *dicts, *rest), entry))
