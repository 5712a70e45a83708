"""The models of a file and what each holds: state dicts, and whole modules that were pickled with their classes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from core.catalogue.catalogue import Catalogue
from core.catalogue.modules import MODULE, UNREADABLE, module_entries, module_tree
from core.layers.layer import Held, Layer
from core.layers.pickled import pickled_layer

_DEEPEST = 200
"""Modules in each other; torch itself loads no more than some hundreds."""


@dataclass(frozen=True)
class Model:
    """One model: its entry, its items in the order of ``state_dict()``, and the layers whose classes the file names.

    ``in_order`` says whether the order of the items is that of the model. ``modules`` has the paths of a whole model's
    modules by their entries, ``transient`` by path the buffers that ``state_dict()`` leaves out.
    """

    entry: int
    held: tuple[Held, ...]
    named: Mapping[str, Layer]
    in_order: bool = True
    modules: Mapping[int, str] = field(default_factory=dict)
    transient: Mapping[str, tuple[Held, ...]] = field(default_factory=dict)


def models_of(catalogue: Catalogue) -> Iterator[Model]:
    """Every model of a file, as it is or as it is planned, in file order."""
    whole = {each.entry for each in module_entries(catalogue) if not catalogue.dropped(each.entry)}
    for entry in sorted({*catalogue.state_dicts, *whole}):
        if not catalogue.dropped(entry):
            model = model_at(catalogue, entry, is_whole=entry in whole)
            if model.held:
                yield model


def model_at(catalogue: Catalogue, entry: int, *, is_whole: bool) -> Model:
    """The model at an entry that is a state dict, or a whole module."""
    trained = _trained(catalogue, entry)
    if is_whole:
        return _whole(catalogue, entry, trained)
    named = [
        _held(catalogue, child, label, None, trained)
        for child in catalogue.children(entry)
        if not catalogue.dropped(child)
        and isinstance(label := catalogue.label(child), str)
        and (catalogue.labels[child] != "_metadata" or catalogue.is_key(child))
    ]
    return Model(entry, tuple(named), {}, catalogue.checkpoint.format.order)


def _whole(catalogue: Catalogue, entry: int, trained: frozenset[int] | None) -> Model:
    held: list[Held] = []
    named: dict[str, Layer] = {}
    modules: dict[int, str] = {}
    transient: dict[str, tuple[Held, ...]] = {}
    paths: list[tuple[str, int]] = []
    for node in module_tree(catalogue, entry):
        above, depth = paths[node.parent] if node.parent >= 0 else ("", -1)
        if node.kind == UNREADABLE or depth >= _DEEPEST:
            paths.append(("", _DEEPEST))
            continue
        path = (f"{above}.{node.label}" if above else node.label) if node.parent >= 0 else ""
        paths.append((path, depth + 1))
        if node.kind == MODULE:
            named[path] = pickled_layer(catalogue, node.entry, node.class_name)
            modules[node.entry] = path
        elif not node.persistent:
            transient[above] = (*transient.get(above, ()), _held(catalogue, node.entry, path, False, trained))
        elif not catalogue.dropped(node.entry):
            held.append(_held(catalogue, node.entry, path, node.kind == "parameter", trained))
    return Model(entry, tuple(held), named, modules=modules, transient=transient)


def _held(catalogue: Catalogue, entry: int, key: str, parameter: bool | None, trained: frozenset[int] | None) -> Held:
    """One item. A tensor of a state dict has lost its ``requires_grad``; a parameter of a whole module keeps it."""
    row = catalogue.rows[entry]
    if row < 0:
        compound = catalogue.compound(entry)
        if compound is None or compound.shape is None:
            return Held(key, entry, None, "", 0)
        rows = catalogue.made_of(entry)
        nbytes = sum(catalogue.tensors[each].nbytes for each in rows)
        return Held(key, entry, compound.shape, compound.dtype or "", nbytes, None, parameter, made=True)
    tensor = catalogue.tensors[row]
    place = (tensor.storage, tensor.storage_offset, tensor.shape, tensor.stride) if tensor.nbytes else None
    known = parameter if parameter is not None or not tensor.parameter else True
    trainable = None if trained is None or known is False else entry in trained
    if known and (not tensor.requires_grad or trained is None):
        trainable = tensor.requires_grad
    frozen = known is True and not tensor.requires_grad
    return Held(key, entry, tensor.shape, tensor.dtype, tensor.nbytes, place, known, trainable, frozen=frozen)


def _trained(catalogue: Catalogue, entry: int) -> frozenset[int] | None:
    """The entries that an optimizer of the file works on; None where none is known to be of this model."""
    of = [optimizer for optimizer in catalogue.optimizers if optimizer.model == entry]
    of = [optimizer for optimizer in of if optimizer.matched == optimizer.params]
    if not of:
        return None
    return frozenset(item.parameter for each in of for item in each.entries if item.parameter is not None)
