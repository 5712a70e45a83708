"""Pickled modules and optimizers become their state dicts, wherever the file shows them, without their code.

What ``state_dict()`` does is read off ``torch/nn/modules/module.py`` and ``torch/optim/optimizer.py``. Tensors are
detached as torch does it: each is a new tensor over the storage it had, so tied weights stay tied.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from core.catalogue.catalogue import Catalogue
from core.catalogue.modules import (
    BUFFER,
    MODULE,
    MODULE_PARTS,
    UNREADABLE,
    ModuleNode,
    hooks_of,
    is_optimizer,
    module_attributes,
    module_body,
    module_tree,
    unwrapped,
    wrapper_prefix,
)
from core.edits.diff import Rewrite
from core.edits.draft import Draft
from core.edits.edit import NO_EFFECT, Edit, Effect, InRow, Option
from core.edits.fields import Entry
from core.edits.keys import OfNames
from core.edits.steps import PATH, Names, Step, entry_at, only_at
from core.errors import EditError
from core.objects.module_versions import refused_module, version_of
from core.objects.plain_rules import attributes, class_of
from core.objects.tensors import detached, is_parameter
from core.pickling.nodes import ORDERED_DICT, Call, DictNode, Global, get, mapping, named_items
from core.text import clip, count_text, listed, titled
from core.words import marked, say, say_count

if TYPE_CHECKING:
    from core.edits.script import Script


@dataclass(frozen=True)
class Extraction:
    """``node`` is the state dict as a graph and ``name`` the class of what it was made of, such as ``models.Net``.

    ``places`` has, for each entry that is in it with all below it, the keys below ``node``; ``copies`` the call that
    now stands for the tensor at an entry; ``notes`` are sentences for the user.
    """

    node: Any
    name: str
    places: Mapping[int, tuple[Any, ...]]
    copies: Mapping[int, Call] = field(default_factory=dict)
    notes: tuple[str, ...] = ()


def extraction(catalogue: Catalogue, entry: int, rewrite: Rewrite, *, unwrap: bool = False) -> Extraction:
    """What ``state_dict()`` of the module or optimizer at ``entry`` would give, with the differences of ``rewrite``.

    With ``unwrap`` it is that of the module inside DataParallel and its like. Raises `EditError` where there is no
    module or optimizer, or one whose tensors only its own code can get at.
    """
    tree = catalogue.tree
    if is_optimizer(tree.values[entry]):
        return _Optimizer(catalogue, entry, rewrite).extract()
    inside = unwrapped(tree, entry) if unwrap else entry
    nodes = module_tree(catalogue, inside)
    if not nodes:
        raise EditError(_no_module(catalogue, inside))
    return _Modules(catalogue, rewrite).extract(nodes)


class _Made:
    """A state dict in the making."""

    def __init__(self, catalogue: Catalogue, rewrite: Rewrite) -> None:
        self.catalogue = catalogue
        self.tree = catalogue.tree
        self.rewrite = rewrite
        self.places: dict[int, tuple[Any, ...]] = {}
        self.copies: dict[int, Call] = {}
        self.notes: dict[str, None] = {}

    def left_out(self, entry: int) -> bool:
        return (id(self.tree.homes[entry]), self.tree.slots[entry]) in self.rewrite.drops

    def label(self, entry: int, label: Any) -> Any:
        return self.rewrite.names.get((id(self.tree.homes[entry]), self.tree.slots[entry]), label)

    def items(self, entry: int, node: Any) -> Iterator[tuple[int, Any, Any]]:
        """(entry, key, value) of the items of a dict or list that stay. Raises `EditError` for one not laid out."""
        items = mapping(node)
        held = node if items is None else items
        wanted = len(items.items) // 2 if items is not None else len(node) if type(node) is list else -1
        found = [child for child in self.catalogue.children(entry) if self.tree.homes[child] is held]
        if len(found) != wanted:
            raise EditError(_cut_off(self.catalogue, entry))
        for child in found:
            if not self.left_out(child):
                yield child, self.label(child, self.tree.labels[child]), self.rewrite.value_at(self.tree, child)


class _Modules(_Made):
    """The state dict of a module."""

    def extract(self, nodes: tuple[ModuleNode, ...]) -> Extraction:
        tree = self.tree
        items: list[Any] = []
        versions: list[Any] = []
        prefixes: list[tuple[str, str] | None] = []  # of keys and in `_metadata`; None for what is left out
        states = _OpenModules(self)
        for index, node in enumerate(nodes):
            items += states.closed_before(node)
            above = prefixes[node.parent] if index else ("", "")
            gone = index > 0 and (self.left_out(node.entry) or self.left_out(tree.parents[node.entry]))
            prefixes.append(None)
            if above is None or gone or (node.kind == BUFFER and not node.persistent):
                continue
            label = str(self.label(node.entry, node.label))
            if node.kind == UNREADABLE:
                raise EditError(_no_module(self.catalogue, node.entry))
            if node.kind != MODULE:
                key = above[0] + label
                items += (key, self._tensor(node.entry, key))
                continue
            segment = f"{label}." if index else ""
            path = above[1] + segment
            versions += (path[:-1], self._version(node))
            keys = above[0] if self._sees_through(nodes, node) else above[0] + segment
            prefixes[index] = (keys, path)
            states.open(index, node.entry, keys)
        items += states.closed_before(None)
        self._note_what_cannot_be_known(nodes)
        metadata = Call("R", ORDERED_DICT, ())
        metadata.set_items(versions)
        made = Call("R", ORDERED_DICT, ())
        if items:
            made.set_items(items)
        made.set_state(DictNode(["_metadata", metadata]))
        return Extraction(made, nodes[0].class_name, self.places, self.copies, tuple(self.notes))

    def _tensor(self, entry: int, key: str) -> Any:
        """The parameter or buffer at an entry as ``.detach()`` gives it."""
        node = self.tree.values[entry]
        if self.catalogue.rows[entry] >= 0:
            self.places[entry] = (key,)
            self.copies[entry] = detached(node)
            return self.copies[entry]
        while is_parameter(node):  # of a sparse tensor, say, which has no row of its own
            inside = [child for child in self.catalogue.children(entry) if self.tree.labels[child] == "(0)"]
            if not inside:
                raise EditError(_cut_off(self.catalogue, entry))
            entry, node = inside[0], node.args[0]
        self.places[entry] = (key,)
        return node

    def state(self, entry: int, key: str) -> Any:
        """A tensor or list of them that is saved though it is no buffer."""
        if self.catalogue.rows[entry] >= 0:
            return self._tensor(entry, key)
        self.places[entry] = (key,)
        return self.rewrite.value_at(self.tree, entry)

    def _sees_through(self, nodes: tuple[ModuleNode, ...], node: ModuleNode) -> bool:
        """Whether the keys of a module lack its name: a wrapper for checkpointed activations takes it out."""
        return node.parent >= 0 and node.label == _SEEN_THROUGH and _CHECKPOINTED in nodes[node.parent].class_name

    def _version(self, node: ModuleNode) -> DictNode:
        """What ``_metadata`` says of one module. Notes what a state dict made by its class might have besides."""
        value = self.tree.values[node.entry]
        name = class_of(value)
        assert name is not None
        if refused_module(name):
            raise EditError(
                "{path!r} is a {name}, whose packed weights only its own code can unpack. On a computer with that "
                "code, load the file with torch.load(f, weights_only=False) and save model.state_dict().",
                path=self.catalogue.path_text(node.entry) or say("The file"),
                name=clip(name.dotted, 60),
            )
        state = module_attributes(value)
        buffers = set(named_items(get(state, "_buffers")))
        local: list[Any] = ["version", version_of(name, state, buffers)]
        hooks = hooks_of(state, "_state_dict_hooks") + hooks_of(state, "_state_dict_pre_hooks")
        normed: list[Any] = []
        for hook in hooks:
            hook_name = hook if type(hook) is Global else class_of(hook)
            if hook_name is not None and hook_name.name == "SpectralNormStateDictHook":
                parameter = _attribute(_attribute(hook, "fn"), "name")
                normed += (f"{parameter}.version", 1)
            elif _CHECKPOINTED not in name.dotted:
                self.notes.setdefault(_hook_note(name, hook_name))
        if normed:
            local += ("spectral_norm", DictNode(normed))
        if name.module.partition(".")[0] == "transformer_engine":
            self.notes.setdefault(
                say(
                    "Modules of Transformer Engine keep more data in `_extra_state`, which only their own code can "
                    "produce. It is not in the state dict."
                )
            )
        return DictNode(local)

    def attributes_of(self, entry: int) -> dict[str, int]:
        """The entries of what a module keeps beside its parameters, buffers and children, by name."""
        body, labels = module_body(self.tree, entry), self.tree.labels
        return {
            str(labels[child]): child
            for child in self.catalogue.children(body)
            if isinstance(labels[child], str) and labels[child] not in MODULE_PARTS
        }

    def _note_what_cannot_be_known(self, nodes: tuple[ModuleNode, ...]) -> None:
        """Tensors that no rule of torch puts into a state dict, and classes that may have rules of their own."""
        left: list[str] = []
        transient = [node.label for node in nodes if node.kind == BUFFER and not node.persistent]
        known = {*self.places, *(node.entry for node in nodes)}
        for node in nodes:
            if node.kind == MODULE:
                held = self.attributes_of(node.entry).items()
                left += [n for n, at in held if n != _DEFAULTS and at not in known and self.catalogue.subtree_rows(at)]
        if transient:
            note = say_count(
                len(transient),
                "{n:,} buffer that state_dict() leaves out: {names} (persistent=False).",
                "{n:,} buffers that state_dict() leaves out: {names} (persistent=False).",
                names=_some(list(dict.fromkeys(transient))),
            )
            self.notes[note] = None
        own = dict.fromkeys(
            node.class_name for node in nodes if node.kind == MODULE and not node.class_name.startswith("torch.")
        )
        if left:
            note = say_count(
                len(left),
                "{names} is left out: it holds tensors, but is neither a parameter nor a buffer. A state_dict has "
                "it only if the model's own code puts it there.",
                "{names} are left out: they hold tensors, but are neither parameters nor buffers. A state_dict has "
                "them only if the model's own code puts them there.",
                names=_some(list(dict.fromkeys(left))),
            )
            self.notes[note] = None
        elif own:
            note = say_count(
                len(own),
                "The keys follow torch's own state_dict(). If {classes} overrides it, its keys may differ.",
                "The keys follow torch's own state_dict(). If {classes} override it, their keys may differ.",
                classes=_some(list(own)),
            )
            self.notes[note] = None


class _OpenModules:
    """Metrics of torchmetrics, whose ``state_dict`` adds their persistent states after all that is inside them.

    Such a module has the states as plain attributes, their names in ``_defaults`` and which are saved in
    ``_persistent`` (``Metric.state_dict`` in ``torchmetrics/metric.py``).
    """

    def __init__(self, made: _Modules) -> None:
        self._made = made
        self._open: list[tuple[int, int, str]] = []

    def open(self, index: int, entry: int, prefix: str) -> None:
        """A module begins; what follows may be inside it."""
        self._open.append((index, entry, prefix))

    def closed_before(self, node: ModuleNode | None) -> list[Any]:
        """Keys and values of the states of the modules that a node is no longer in; of all of them at the end."""
        items: list[Any] = []
        while self._open and (node is None or self._open[-1][0] > node.parent):
            _, entry, prefix = self._open.pop()
            items += self._states(entry, prefix)
        return items

    def _states(self, entry: int, prefix: str) -> list[Any]:
        state = module_attributes(self._made.tree.values[entry])
        persistent = named_items(get(state, "_persistent"))
        if mapping(get(state, _DEFAULTS)) is None or True not in persistent.values():
            return []
        items: list[Any] = []
        held = self._made.attributes_of(entry)
        for name in named_items(get(state, _DEFAULTS)):
            if persistent.get(name) is True and name in held:
                items += (prefix + name, self._made.state(held[name], prefix + name))
        return items


class _Optimizer(_Made):
    """The state dict of an optimizer: parameters become their positions in the groups."""

    def __init__(self, catalogue: Catalogue, entry: int, rewrite: Rewrite) -> None:
        super().__init__(catalogue, rewrite)
        self.entry = entry
        self.positions: dict[int, int] = {}  # parameters by id
        self.count = 0

    def extract(self) -> Extraction:
        parts = self.catalogue.by_text(self.entry)
        if not {"state", "param_groups"} <= parts.keys():
            raise EditError(_cut_off(self.catalogue, self.entry))
        groups = self._groups(parts["param_groups"])
        state = DictNode([]) if self.left_out(parts["state"]) else self._state(parts["state"])
        made = DictNode(["state", state, "param_groups", groups])
        name = class_of(self.tree.values[self.entry])
        return Extraction(made, name.dotted if name is not None else "", self.places, {}, tuple(self.notes))

    def _groups(self, entry: int) -> list[Any]:
        found: list[Any] = []
        for group, _, node in self.items(entry, self.tree.values[entry]):
            packed: list[Any] = []
            params: list[int] = []
            for item, key, value in self.items(group, node):
                if key == "params":
                    params = self._packed(value)
                else:
                    packed += (key, value)
                    self.places[item] = ("param_groups", len(found), key)
            found.append(DictNode([*packed, "params", params]))
        return found

    def _packed(self, params: Any) -> list[int]:
        """The positions of the parameters of a group, counted on from the group before."""
        if type(params) not in (list, tuple):
            raise EditError("A group of the optimizer has no list of parameters; the file is damaged.")
        kept = [each for slot, each in enumerate(params) if (id(params), slot) not in self.rewrite.drops]
        for position, parameter in enumerate(kept, self.count):
            self.positions.setdefault(id(parameter), position)
        self.count += len(kept)
        return [self.positions[id(parameter)] for parameter in kept]

    def _state(self, entry: int) -> DictNode:
        items: list[Any] = []
        strays = 0
        for item, key, value in self.items(entry, self.tree.values[entry]):
            position = self.positions.get(id(key))
            if position is None and type(key) is Call:
                strays += 1
                continue
            place = key if position is None else position
            items += (place, value)
            self.places[item] = ("state", place)
        if strays:
            note = say(
                "The state of {parameters} is left out, because no group lists them.",
                parameters=count_text(strays, "parameter"),
            )
            self.notes[note] = None
        return DictNode(items)


def _attribute(node: Any, name: str) -> Any:
    return get(attributes(node), name) if class_of(node) is not None else None


def _no_module(catalogue: Catalogue, entry: int) -> str:
    path = catalogue.path_text(entry) or say("The file")
    node = catalogue.tree.values[entry]
    if entry in catalogue.tree.repeats:
        return _cut_off(catalogue, entry)
    name = class_of(node)
    what = repr(path) if name is None else f"{path!r} ({clip(name.dotted, 60)})"
    return say(
        "{what} is not a pickled module or optimizer whose parameters could be found without its code.", what=what
    )


def _cut_off(catalogue: Catalogue, entry: int) -> str:
    path = catalogue.path_text(entry) or say("The file")
    return say(
        "{path!r} cannot be extracted: it nests too deeply, or repeats too often, to be written out in full.",
        path=clip(path),
    )


def _some(names: Sequence[str]) -> str:
    return listed([clip(name, 60) for name in names], _MOST_NAMED)


def _hook_note(name: Global, hook: Global | None) -> str:
    hooked = clip(name.dotted, 60)
    if hook is None:
        return say(
            "{name} has a hook that changes its state dict; hooks do not run here, so keys may differ from what the "
            "class itself would give.",
            name=hooked,
        )
    return say(
        "{name} has a hook that changes its state dict ({hook}); hooks do not run here, so keys may differ from what "
        "the class itself would give.",
        name=hooked,
        hook=clip(hook.dotted, 60),
    )


_MOST_NAMED = 3
_DEFAULTS = "_defaults"
"""Where torchmetrics keeps what its states begin with."""
_SEEN_THROUGH = "_checkpoint_wrapped_module"
_CHECKPOINTED = "torch.distributed.algorithms._checkpoint.checkpoint_wrapper."


# -- the edit ----------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Extract(Edit):
    """The pickled module at ``entry`` becomes its ``state_dict()``, a pickled optimizer likewise.

    With ``unwrap`` it is that of the module inside DataParallel and its like.
    """

    entry: Entry
    unwrap: bool = False

    options = (
        Option(
            "extract",
            PATH,
            "PATH",
            marked("replace a whole pickled model with its state dict; / if it is the whole file"),
            lambda catalogue, value: [Extract(entry_at(catalogue, value))],
            lambda value: only_at(value, say("extract state_dict")),
        ),
        Option(
            "extract-unwrapped",
            PATH,
            "PATH",
            marked("like --extract, for the model inside DataParallel or a similar wrapper"),
            lambda catalogue, value: [Extract(entry_at(catalogue, value), unwrap=True)],
            lambda value: only_at(value, say("extract and unwrap")),
        ),
    )
    about = ("entry",)
    turn = 1

    @property
    def extracted(self) -> int | None:
        return self.entry

    def apply(self, draft: Draft) -> Effect:
        catalogue, tree = draft.catalogue, draft.catalogue.tree
        path = clip(catalogue.path_text(self.entry), 60) or say("the file")
        if self.entry < draft.root < tree.ends[self.entry]:
            raise EditError("Only a part of {path!r} is kept, so its state dict cannot be extracted.", path=path)
        if draft.is_hidden(self.entry):
            draft.note(say("{path!r} is part of an object that is replaced with its state dict.", path=path))
            return Effect(what=say("in another state_dict"))
        found = extraction(catalogue, self.entry, draft.rewrite, unwrap=self.unwrap)
        draft.rewrite.replace(tree.values[self.entry], found.node)
        for note in found.notes:
            draft.note(note)
        for entry in _shown(draft, self.entry):
            twin = found if entry == self.entry else extraction(catalogue, entry, draft.rewrite, unwrap=self.unwrap)
            draft.put_state_dict(entry, found.node)
            draft.hide(entry + 1, tree.ends[entry])
            for part, keys in twin.places.items():
                draft.place(part, entry, keys)
            for part, call in twin.copies.items():
                draft.stand_in(part, call)
                _hide_attributes(draft, part)
        rows = [row for part in found.places for row in catalogue.subtree_rows(part)]
        nbytes = sum(catalogue.tensors[row].nbytes for row in rows)
        return Effect(len(rows), nbytes=nbytes, what=say("{name} → state_dict", name=clip(found.name, 60)))

    def in_row(self, becomes: str) -> InRow | None:
        return InRow(self.entry, "state_dict")

    def title(self, catalogue: Catalogue, effect: Effect = NO_EFFECT) -> str:
        where = clip(catalogue.path_text(self.entry), 60)
        prefix = self._prefix(catalogue)
        if prefix and not self.unwrap:
            few = self._with_class(catalogue)
            return titled(where, few) if where else few
        if prefix and not where:
            return say("{extracted}, without “{prefix}”", extracted=self._with_class(catalogue), prefix=prefix)
        return titled(where, effect.what) if where else self._with_class(catalogue)

    def on_button(self, catalogue: Catalogue, most: int = 32) -> str:
        prefix = self._prefix(catalogue)
        if not prefix:
            return say("extract state_dict")
        return self._with_class(catalogue) if self.unwrap else say("extract it and keep “{prefix}”", prefix=prefix)

    def _prefix(self, catalogue: Catalogue) -> str:
        return clip(wrapper_prefix(catalogue.tree, self.entry), 40)

    def _with_class(self, catalogue: Catalogue) -> str:
        """With what the class of the object is called, without its module: ``DataParallel``."""
        name = class_of(catalogue.tree.values[self.entry])
        called = clip(name.name.rpartition(".")[2], 60) if name is not None else say("model")
        return say("extract the state_dict from the pickled {name}", name=called)

    def ways(self, names: Names) -> Iterator[list[Step]]:
        yield [Step("extract-unwrapped" if self.unwrap else "extract", names.path(self.entry))]

    def in_torch(self, script: Script) -> None:
        values = script.catalogue.values
        if script.is_first(values[self.entry]):
            inner = ".module" if self.unwrap else ""
            for shown in (at for at, value in enumerate(values) if value is values[self.entry]):
                script.assign(shown, f"{script.at(shown)}{inner}.state_dict()")


def in_wrappers(edits: Iterable[Edit]) -> tuple[Edit, ...]:
    """The same edits, with models extracted as they are, wrappers and all: for who loads into a wrapped model."""
    return tuple(Extract(edit.entry) if isinstance(edit, Extract) else edit for edit in edits)


def _shown(draft: Draft, entry: int) -> Iterator[int]:
    """The entries that show the same object, which the file holds once; not those inside another such."""
    tree, end = draft.catalogue.tree, 0
    for other in draft.shown(tree.values[entry]):
        if other >= end and not draft.is_hidden(other):
            yield other
            end = tree.ends[other]


def _hide_attributes(draft: Draft, entry: int) -> None:
    """What a tensor has as Python attributes is not in the file: ``.detach()`` leaves those behind."""
    tree = draft.catalogue.tree
    for child in draft.catalogue.children(entry):
        if type(tree.homes[child]) is not tuple:
            draft.hide(child, tree.ends[child])


def rename_in_made(draft: Draft, edits: Iterable[Edit], before: Mapping[Edit, Effect]) -> dict[Edit, Effect]:
    """Edits of names once more, now on the state dicts that the plan makes; their effects with these keys.

    Raises `EditError` for one that renames nothing there and did not ``before``.
    """
    effects = {edit: edit.apply_to_made(draft, before[edit]) for edit in edits}
    if any(isinstance(edit, OfNames) and edit.is_everywhere for edit in effects):
        held = {at: mapping(node) for at, node in draft.made.items()}
        names = {at: draft.rewrite.new_names(items) for at, items in held.items() if items is not None}
        for entry, (at, keys) in list(draft.moved.items()):
            if keys and at in names:
                draft.place(entry, at, (names[at].get(keys[0], keys[0]), *keys[1:]))
    return effects
