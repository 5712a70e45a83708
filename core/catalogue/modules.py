"""Pickled ``nn.Module`` and optimizer objects, read without their classes.

A module is pickled as the name of its class and its ``__dict__``. What makes it a module is three dicts in there:
``_parameters``, ``_buffers`` and ``_modules`` (``torch/nn/modules/module.py``). An optimizer likewise has ``state``,
``param_groups`` and ``defaults`` (``torch/optim/optimizer.py``).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from core.catalogue.catalogue import Catalogue
from core.catalogue.derived import derived
from core.catalogue.rows import Optimizer, OptimizerEntry
from core.catalogue.tree import Tree
from core.objects.plain_rules import attributes, class_of
from core.objects.value_text import key_text
from core.pickling.allowlist import is_allowed
from core.pickling.nodes import Call, DictNode, Global, SetNode, get, is_set, mapping, pairs

MODULE, PARAMETER, BUFFER, UNREADABLE = "module", "parameter", "buffer", "unreadable"
DATA_PARALLEL = "DataParallel"
"""The wrapper that runs only on the cards it keeps the numbers of."""
_ROOM = 64 << 20
"""Letters that the keys of a module have together."""


class Item(NamedTuple):
    """A parameter, buffer or child of a module: its name there and its entry."""

    name: str
    entry: int


class Module(NamedTuple):
    """One module of the pickle; ``transient`` names the buffers that are not persistent.

    Parameters, buffers and children that are None are there too, as torch has them.
    """

    entry: int
    name: Global
    parameters: tuple[Item, ...]
    buffers: tuple[Item, ...]
    children: tuple[Item, ...]
    transient: frozenset[str]


class ModuleNode(NamedTuple):
    """One row of a module tree.

    ``kind`` is ``module``, ``parameter``, ``buffer`` or, for a child that only its own code can read, ``unreadable``;
    ``parent`` the index of the module it belongs to (-1 at the top); ``label`` its name there; ``class_name`` that of a
    module; ``persistent`` whether ``state_dict()`` has a buffer.
    """

    entry: int
    parent: int
    label: str
    kind: str
    class_name: str
    persistent: bool


class PickledModule(NamedTuple):
    """A whole model in the file: how many modules it has, itself included, and different parameters and buffers.

    ``wrapper`` is the class around the model, such as ``DataParallel``, or None, and ``device_ids`` the cards it keeps.
    """

    entry: int
    name: str
    wrapper: str | None
    modules: int
    parameters: int
    buffers: int
    device_ids: tuple[int, ...] = ()


class PickledOptimizer(NamedTuple):
    """A whole optimizer in the file, with the number of its groups and of the parameters in them."""

    entry: int
    name: str
    groups: int
    parameters: int


def is_optimizer(node: Any) -> bool:
    """Whether a node is a pickled ``torch.optim.Optimizer``, or an object of the same make."""
    name = class_of(node)
    state = attributes(node) if name is not None else None
    groups, held = get(state, "param_groups"), mapping(get(state, "state"))
    if name is None or type(groups) is not list or held is None or any(mapping(group) is None for group in groups):
        return False
    return name.module.startswith("torch.optim") or mapping(get(state, "defaults")) is not None


def module_entries(catalogue: Catalogue) -> tuple[PickledModule, ...]:
    """The pickled modules that are in no other module, in file order."""
    found = outermost_modules(catalogue.tree) if _names_classes(catalogue) else ()
    return tuple(_described(catalogue, entry) for entry in found)


def outermost_modules(tree: Tree) -> tuple[int, ...]:
    """The entries of the pickled modules that are in no other module, in file order."""
    owners = {_owner(tree, at) for at in _entries_called(tree, "_parameters")}
    return tuple(_outermost(tree, {owner for owner in owners if read_module(tree, owner) is not None}))


def outermost_optimizers(tree: Tree) -> tuple[int, ...]:
    """The entries of the optimizers that were pickled as objects, not as their state dicts, in file order."""
    owners = {tree.parents[at] for at in _entries_called(tree, "param_groups")}
    return tuple(_outermost(tree, {owner for owner in owners if is_optimizer(tree.values[owner])}))


def pickled_optimizers(catalogue: Catalogue) -> tuple[PickledOptimizer, ...]:
    """The pickled optimizers, in file order."""
    found = []
    for entry in outermost_optimizers(catalogue.tree) if _names_classes(catalogue) else ():
        node = catalogue.values[entry]
        groups = get(attributes(node), "param_groups")
        sizes = [len(params) for params in (get(group, "params") for group in groups) if type(params) is list]
        found.append(PickledOptimizer(entry, _dotted(node), len(groups), sum(sizes)))
    return tuple(found)


def module_tree(catalogue: Catalogue, entry: int) -> tuple[ModuleNode, ...]:
    """The module at an entry with all that is in it, in the order of ``state_dict()``; empty where there is none.

    Under each module first its parameters, then its buffers, then its children; what is None is left out. Where names
    that many share make endless keys, the rest is unreadable.
    """
    tree = catalogue.tree
    if read_module(tree, entry) is None:
        return ()
    nodes: list[ModuleNode] = []
    room = _ROOM
    pending = [(Item(catalogue.label_text(entry), entry), -1, 0)]
    while pending:
        (label, at), parent, above = pending.pop()
        module = read_module(tree, at)
        length = above + len(label) + 1 if nodes else 0
        room -= length + sum(length + len(item.name) for item in _tensors(module))
        if module is None or room < 0:
            nodes.append(ModuleNode(at, parent, label, UNREADABLE, _dotted(tree.values[at]), False))
            continue
        index = len(nodes)
        nodes.append(ModuleNode(at, parent, label, MODULE, module.name.dotted, True))
        for kind, items in ((PARAMETER, module.parameters), (BUFFER, module.buffers)):
            nodes += [
                ModuleNode(place, index, name, kind, "", kind == PARAMETER or name not in module.transient)
                for name, place in _present(tree, items)
            ]
        pending += [(item, index, length) for item in reversed(list(_present(tree, module.children)))]
    return tuple(nodes)


def _tensors(module: Module | None) -> tuple[Item, ...]:
    return () if module is None else (*module.parameters, *module.buffers)


def read_module(tree: Tree, entry: int) -> Module | None:
    """The module at an entry; None for anything else, and where the tree was cut off in it."""
    node = tree.values[entry]
    name = class_of(node)
    if name is None:
        return None
    if name in _GRAPH_MODULES:  # the function that makes one anew
        name = _GRAPH_MODULE
    if name == _COMPILED and node.payload("state") is None:  # called with the module and a context
        inner = tuple(Item("_orig_mod", child) for child in _children(tree, entry) if tree.labels[child] == "(0)")
        return Module(entry, name, (), (), inner, frozenset()) if inner else None
    parts: dict[str, tuple[Item, ...]] = {}
    transient: frozenset[str] = frozenset()
    for child in _children(tree, module_body(tree, entry)):
        label = tree.labels[child]
        if not isinstance(label, str):
            continue
        if label in MODULE_PARTS:
            items = _items(tree, child)
            if items is not None:
                parts[str(label)] = items
        elif label == "_non_persistent_buffers_set":
            transient = frozenset(_texts(tree.values[child]))
    if len(parts) < len(MODULE_PARTS):
        return None
    return Module(entry, name, parts["_parameters"], parts["_buffers"], parts["_modules"], transient)


def module_attributes(node: Call) -> DictNode | None:
    """The ``__dict__`` of a module."""
    if class_of(node) in _GRAPH_MODULES:
        first = node.args[0] if type(node.args) is tuple and node.args else None
        return first if type(first) is DictNode else None
    return attributes(node)


def is_of_author(attribute: Any) -> bool:
    """Whether an attribute of a module is its author's: of torch's own all but ``training`` begin with ``_``."""
    return type(attribute) is str and not attribute.startswith("_") and attribute != "training"


def wrapper_of(tree: Tree, module: Module) -> str | None:
    """The class of a module that is nothing but a wrapper of another, such as ``DataParallel``; else None."""
    short = module.name.name.rpartition(".")[2]
    known = short in _WRAPPERS or short.endswith("DataParallel")
    names = {item.name for item in module.children}
    tensors = list(_present(tree, _tensors(module)))
    return short if known and not tensors and len(names) == 1 and names <= _WRAPPED else None


def unwrapped(tree: Tree, entry: int) -> int:
    """The entry of the module inside all wrappers; ``entry`` itself where there is none."""
    return max((item.entry for item in wrapped_in(tree, entry)), default=entry)


def wrapper_prefix(tree: Tree, entry: int) -> str:
    """What the wrappers of a module put before the keys of its state dict: ``module.``; empty where there is none."""
    return "".join(f"{item.name}." for item in wrapped_in(tree, entry))


def wrapped_in(tree: Tree, entry: int) -> Iterator[Item]:
    """The modules inside the wrappers at an entry, from the outermost on, by the names that the wrappers have."""
    module = read_module(tree, entry)
    while module is not None and wrapper_of(tree, module):
        yield module.children[0]
        module = read_module(tree, module.children[0].entry)


def _described(catalogue: Catalogue, entry: int) -> PickledModule:
    tree = catalogue.tree
    top, inner = read_module(tree, entry), read_module(tree, unwrapped(tree, entry))
    assert top is not None
    different: dict[str, set[int]] = {MODULE: set(), PARAMETER: set(), BUFFER: set(), UNREADABLE: set()}
    for node in module_tree(catalogue, entry):
        different[node.kind].add(id(tree.values[node.entry]))
    return PickledModule(
        entry,
        (inner or top).name.dotted,
        wrapper_of(tree, top),
        len(different[MODULE]),
        len(different[PARAMETER]),
        len(different[BUFFER]),
        _device_ids(tree.values[entry]),
    )


def _device_ids(node: Any) -> tuple[int, ...]:
    """The ``device_ids`` of a ``DataParallel``: a list of numbers."""
    ids = get(attributes(node), "device_ids")
    return tuple(ids) if type(ids) is list and all(type(index) is int for index in ids) else ()


def _names_classes(catalogue: Catalogue) -> bool:
    """Whether there can be pickled modules: else nobody needs to look for them."""
    return not all(map(is_allowed, catalogue.checkpoint.mentions.names))


def _entries_called(tree: Tree, name: str) -> Iterator[int]:
    labels, at = tree.labels, -1
    while True:
        try:
            at = labels.index(name, at + 1)
        except ValueError:
            return
        yield at


def _owner(tree: Tree, at: int) -> int:
    """The entry of the object that has ``_parameters`` at entry ``at``."""
    owner = tree.parents[at]
    above = tree.parents[owner] if owner > 0 else -1
    if above >= 0 and tree.labels[owner] == "(0)" and class_of(tree.values[above]) in _GRAPH_MODULES:
        owner, above = above, tree.parents[above]
    if above >= 0 and tree.labels[owner] == "(0)" and class_of(tree.values[above]) == _COMPILED:
        owner = above
    return max(owner, 0)


def _outermost(tree: Tree, entries: set[int]) -> Iterator[int]:
    end = 0
    for entry in sorted(entries):
        if entry >= end:
            yield entry
            end = tree.ends[entry]


def module_body(tree: Tree, entry: int) -> int:
    """The entry whose children are the attributes: of a ``torch.fx.GraphModule``, its first argument."""
    if class_of(tree.values[entry]) not in _GRAPH_MODULES:
        return entry
    return next((child for child in _children(tree, entry) if tree.labels[child] == "(0)"), entry)


def _children(tree: Tree, entry: int) -> Iterator[int]:
    child, end, ends = entry + 1, tree.ends[entry], tree.ends
    while child < end:
        yield child
        child = ends[child]


def _items(tree: Tree, entry: int) -> tuple[Item, ...] | None:
    """The items of a dict by name; None for no dict, or one that the tree does not show in full."""
    held = mapping(tree.values[entry])
    if held is None:
        return None
    found = tuple(
        Item(key_text(tree.labels[child]), child) for child in _children(tree, entry) if tree.homes[child] is held
    )
    return found if 2 * len(found) == len(held.items) else None


def _present(tree: Tree, items: tuple[Item, ...]) -> Iterator[Item]:
    return (item for item in items if tree.values[item.entry] is not None)


def _texts(node: Any) -> Iterator[str]:
    elements: Any = ()
    if type(node) is SetNode:
        elements = node.elements
    elif is_set(node) and type(node.args) is tuple and node.args:
        elements = node.args[0]
    return (str(each) for each in elements if isinstance(each, str)) if type(elements) is list else iter(())


def _dotted(node: Any) -> str:
    name = class_of(node)
    return name.dotted if name is not None else type(node).__name__


def hooks_of(state: DictNode | None, which: str) -> list[Any]:
    """The functions in one of a module's dicts of hooks, such as ``_state_dict_hooks``."""
    return [hook for _, hook in pairs(get(state, which))]


@derived
def pickled_states(catalogue: Catalogue) -> tuple[Optimizer, ...]:
    """The pickled optimizers of a file with their parameters that have state, which need no matching."""
    return tuple(_state_of(catalogue, whole) for whole in pickled_optimizers(catalogue))


def _state_of(catalogue: Catalogue, whole: PickledOptimizer) -> Optimizer:
    """The same in the words of the state dict that it would give.

    There a parameter is a number; here the state is kept under the parameter itself, which a group lists.
    """
    tree = catalogue.tree
    parts = catalogue.by_text(whole.entry)
    homes: dict[int, tuple[int, int, bool]] = {}  # id of a parameter → its group, its entry, where its step belongs
    for number, group in enumerate(catalogue.children(parts["param_groups"]) if "param_groups" in parts else ()):
        node = tree.values[group]
        on_device = get(node, "capturable") is True or get(node, "fused") is True
        params = catalogue.by_text(group).get("params")
        for parameter in catalogue.children(params) if params is not None else ():
            homes.setdefault(id(tree.values[parameter]), (number, parameter, on_device))
    found: list[OptimizerEntry] = []
    for entry in catalogue.children(parts["state"]) if "state" in parts else ():
        key = tree.labels[entry]
        number, parameter, on_device = homes.get(id(key), (0, -1, False))
        of = parameter if parameter >= 0 and catalogue.row_of(parameter) >= 0 else None
        found.append(OptimizerEntry(entry, key, number, of, None, on_device))
    kind = whole.name.rpartition(".")[2]
    matched = sum(item.parameter is not None for item in found)
    return Optimizer(whole.entry, kind, whole.groups, whole.parameters, matched, None, tuple(found))


MODULE_PARTS = frozenset({"_parameters", "_buffers", "_modules"})
_WRAPPED = frozenset({"module", "_orig_mod", "_fsdp_wrapped_module"})
_WRAPPERS = frozenset({"OptimizedModule", "DistributedDataParallelCPU"})
_COMPILED = Global("torch._dynamo.eval_frame", "OptimizedModule")
_GRAPH_MODULE = Global("torch.fx.graph_module", "GraphModule")
_GRAPH_MODULES = frozenset({Global("torch.fx.graph_module", "reduce_graph_module")})
