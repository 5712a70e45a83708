"""Finds what no pickler writes in a pickle that was read, and puts it right in the graph or leaves it out.

The graph then says what Python makes of the pickle. A key that comes twice has its first place and its last value. An
OrderedDict that is filled in several steps has all items. What cannot be put right stays as it is.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from collections.abc import Set as AbstractSet
from itertools import chain
from typing import Any

from core.objects.call_forms import PARAMETER, odd_call, old_flag, put_right
from core.objects.tensors import TENSOR_FUNCTIONS, USUAL
from core.oddities import Oddity, distinct
from core.pickling.allowlist import is_allowed
from core.pickling.equal_keys import Unhashable, check_parts, last_values, repeated
from core.pickling.nodes import (
    COUNTER,
    DEFAULT_DICT,
    MAPPINGS,
    ORDERED_DICT,
    Call,
    DictNode,
    Global,
    PersistentId,
    SetNode,
    is_set,
    mapping,
)
from core.pickling.opcodes import size_of
from core.pickling.reader import Pickle
from core.words import marked, say

_OWN = frozenset(dir(dict)) | {"move_to_end"}
"""Names that an OrderedDict has itself. An attribute of such a name would hide them."""
_FORMS: tuple[list[str], ...] = ([], ["items"], ["state"], ["items", "state"])
_LAST_OF_PYTHON_2 = 2
_SEVERAL, _FEW, _BATCH = 3, 64, 2048
"""Dicts are compared with each other from ``_SEVERAL`` on, if each has ``_FEW`` keys and values at most.

``_BATCH`` of them are compared at once. This runs in C and lets no other thread have its turn, so a batch is small.
"""
_WITH_STATE = ("torch.nested", "torch.distributed")
"""Modules of objects that a pickle makes first and gives their state afterwards."""


class Mentions:
    """What a pickle refers to outside itself: ``names`` and ``persistent`` ids, in order of appearance.

    ``calls``, ``shared`` and ``opcodes`` are as in `Pickle`, ``oddities`` all that no pickler writes.
    """

    __slots__ = ("calls", "names", "oddities", "opcodes", "persistent", "shared")

    def __init__(self) -> None:
        self.names: list[Global] = []
        self.persistent: list[PersistentId] = []
        self.calls: list[Call] = []
        self.shared: AbstractSet[int] = frozenset()
        self.opcodes: set[int] = set()
        self.oddities: list[Oddity] = []


def mentions_of(tensors: Iterable[Call]) -> Mentions:
    """Return the `Mentions` of a graph that no pickle was read for. `core.formats.tensor_node` made its ``tensors``.

    Nothing of it is shared, and nothing odd.
    """
    mentions = Mentions()
    mentions.calls = list(tensors)
    mentions.persistent = [call.args[0] for call in mentions.calls]
    mentions.names = list({name: None for call in mentions.calls for name in (call.func, call.args[0].pid[1])})
    return mentions


def normalize(pickle: Pickle, name: str = "", size: int = 0) -> Mentions:
    """What a pickle mentions, once its graph says what Python makes of it.

    What no pickler writes is put right in the graph, or left out of it, and noted. ``name`` is what the pickle is
    called and ``size`` its bytes, where nothing should follow it.
    """
    mentions = Mentions()
    mentions.names = list(dict.fromkeys(pickle.names.values()))
    mentions.persistent, mentions.calls, mentions.opcodes = pickle.persistent, pickle.calls, pickle.opcodes
    mentions.shared = pickle.shared
    mentions.oddities = [*pickle.oddities, *_odd_parts(pickle)]
    if pickle.end < size:
        mentions.oddities.append(Oddity(name, say("bytes after the end of the pickle")))
    return mentions


def _odd_parts(pickle: Pickle) -> list[Oddity]:
    """Return the oddities that the reader did not note itself. Puts right in the graph what can be."""
    usual = pickle.names.get(USUAL)
    changed = list({id(call): call for call in pickle.changed}.values())
    others = [call for call in pickle.calls if call.func is not usual or usual is None]
    others += [call for call in changed if call.args == () or call.kind != "R"]
    mappings = [call for call in (*others, *changed) if type(call.func) is Global and call.func in MAPPINGS]
    mappings = list({id(call): call for call in mappings}.values())
    check_parts(_keys(pickle, others, mappings))
    found = [*_names(pickle), *_changed_later(pickle)]
    found += _called(others)
    found += _after_they_were_made(changed)
    for call in mappings:
        found += [Oddity("", say(what, name=call.func.dotted), call) for what in _plain_mapping(call)]
    found += _repeated(pickle, mappings)
    return distinct(found)


def _keys(pickle: Pickle, others: Iterable[Call], mappings: Iterable[Call]) -> Iterator[Sequence[Any]]:
    """What is looked up as a key: by each dict, OrderedDict and set, which are filled a thousand at a time."""
    dicts = (items for items in map(mapping, mappings) if items is not None)
    for node in {id(node): node for node in chain(pickle.filled, dicts)}.values():
        yield node.items[::2] if isinstance(node, DictNode) else node.elements
    sets = (call.args for call in others if is_set(call) and type(call.args) is tuple)
    yield from (part for args in sets for part in args if type(part) is list)


def _names(pickle: Pickle) -> Iterable[Oddity]:
    for spelt, name in pickle.names.items():
        if not name.module or ("." in name.name and (type(spelt) is bytes or is_allowed(name))):
            yield Oddity(name.dotted, say("split into module and name at the wrong place"))
        if name.module == "__builtin__" and pickle.protocol > _LAST_OF_PYTHON_2:
            yield Oddity(name.dotted, say("a name of Python 2 in protocol {protocol}", protocol=pickle.protocol))


def _changed_later(pickle: Pickle) -> Iterable[Oddity]:
    """Containers that were filled after something was made of what was in them until then."""
    for part, size in pickle.sizes.values():
        if size_of(part) != size:
            yield Oddity("", say("a list or dict is filled after something was made of it"), part)


def _called(calls: Sequence[Call]) -> Iterable[Oddity]:
    """Calls that torch.load makes and torch.save never writes so."""
    if all(type(call.func) is Global and call.func in MAPPINGS for call in calls):
        return
    for call in calls:
        odd = odd_call(call)
        if odd:
            put_right(call)
            yield Oddity("", odd, call)


def _after_they_were_made(changed: Iterable[Call]) -> Iterable[Oddity]:
    """Find changes to objects of torch after they were made. Only parameters before torch 0.4 have any."""
    for call in changed:
        if not call.steps or type(call.func) is not Global or not _is_finished(call.func):
            continue
        if not _is_old_parameter(call):
            yield Oddity("", say("what {name} made is changed afterwards", name=call.func.dotted), call)
            call.steps = None


def _is_old_parameter(call: Call) -> bool:
    """Whether an object is a parameter of torch 0.1 to 0.3, with the state of those."""
    return call.func == PARAMETER and len(call.steps or ()) == 1 and old_flag(call) is not None


def _is_finished(name: Global) -> bool:
    """Whether what a name makes is complete from the start."""
    return name not in MAPPINGS and (
        name in TENSOR_FUNCTIONS or (is_allowed(name) and not name.module.startswith(_WITH_STATE))
    )


def _plain_mapping(call: Call) -> Iterable[str]:
    """Put the items of an OrderedDict, a Counter or a defaultdict into one step and its attributes into another.

    Gives what is odd about it, which is left out. What Python's pickler writes stays as it is.
    """
    own, steps = _own_items(call), call.steps or []
    states = [payload for name, payload in steps if name == "state"]
    taken = [payload for payload in states if _are_attributes(payload)]
    if own is None:
        yield marked("{name} is built from arguments that no pickler writes")
    elif call.kind == "R" and [name for name, _ in steps] in _FORMS and states == taken and _is_usual(call):
        return
    if len(taken) < len(states):
        yield marked("{name} is given attributes that it does not take")
    if {name for name, _ in steps} - {"items", "state"}:
        yield marked("{name} is filled like a list")
    if call.kind in "NX":  # the class itself is not called, and takes no notice of arguments
        own = []
    items = [payload for name, payload in steps if name == "items"]
    _fold(call, [*(own or ()), *(part for payload in items for part in payload.items)], taken)


def _own_items(call: Call) -> list[Any] | None:
    """Keys and values that a mapping has from its arguments; None for arguments of another kind."""
    if type(call.args) is not tuple:
        return None
    args = call.args[0] if call.kind == "X" else call.args
    if type(args) is not tuple or (call.kind == "X" and call.args[1].items):
        return None
    if call.func == DEFAULT_DICT:
        return [] if len(args) < 2 else None
    if not args:
        return []
    if len(args) == 1 and type(args[0]) is DictNode:
        return list(args[0].items)
    pairs = args[0] if len(args) == 1 and call.func == ORDERED_DICT else None
    if isinstance(pairs, list | tuple) and all(type(pair) in (list, tuple) and len(pair) == 2 for pair in pairs):
        return [part for pair in pairs for part in pair]
    return None


def _is_usual(call: Call) -> bool:
    """Whether a mapping that gets items from its arguments is one as Python writes it."""
    if not call.args or call.func == DEFAULT_DICT:
        return True
    kind = DictNode if call.func == COUNTER else list
    return call.payload("items") is None and type(call.args[0]) is kind


def _are_attributes(state: Any) -> bool:
    """Whether a state becomes attributes of an OrderedDict, and hides none of its own."""
    return type(state) is DictNode and all(isinstance(key, str) and key not in _OWN for key in state.items[::2])


def _fold(call: Call, items: list[Any], states: Iterable[DictNode]) -> None:
    """Give a mapping all items in one step and all attributes in another."""
    call.kind, call.view, call.steps = "R", None, None
    call.args = call.args[:1] if call.func == DEFAULT_DICT and type(call.args) is tuple else ()
    attributes = [part for payload in states for part in payload.items]
    if items:
        call.set_items(items)
    if attributes:
        call.set_state(DictNode(attributes))


def _repeated(pickle: Pickle, mappings: Iterable[Call]) -> Iterable[Oddity]:
    """Find keys that come twice, and keys that Python does not take as keys."""
    nodes: dict[int, DictNode | SetNode] = {id(node): node for node in pickle.filled}
    for call in mappings:
        for name, payload in call.steps or ():
            if name in ("items", "state"):
                nodes[id(payload)] = payload
        items = mapping(call)
        if items is not None and items is call.view and _odd_keys(items.items[::2]):
            _fold(call, list(items.items), [payload for name, payload in call.steps or () if name == "state"])
            nodes[id(call)] = call.payload("items")
    for node in _not_alike(list(nodes.values())):
        keys = node.items[::2] if isinstance(node, DictNode) else node.elements
        odd = _odd_keys(keys)
        if not odd:
            continue
        yield Oddity("", odd, node)
        try:
            if isinstance(node, DictNode):
                node.items[:] = last_values(node.items)
            else:
                node.elements[:] = last_values([part for each in node.elements for part in (each, each)])[::2]
        except Unhashable:
            continue


def _not_alike(nodes: Sequence[DictNode | SetNode]) -> Iterator[DictNode | SetNode]:
    """The dicts and sets to be looked at one by one: not those of an optimizer's state, with the same keys each."""
    by_size: dict[int, list[DictNode]] = {}
    for node in nodes:
        if type(node) is DictNode:
            by_size.setdefault(len(node.items), []).append(node)
        else:
            yield node
    for size, dicts in by_size.items():
        if not _are_alike(dicts, size):
            yield from dicts


def _are_alike(dicts: Sequence[DictNode], size: int) -> bool:
    """Whether dicts have the same keys at the same places, all different."""
    keys = dicts[0].items[::2]
    if len(dicts) < _SEVERAL or size > _FEW or _odd_keys(keys):
        return False
    for first in range(0, len(dicts), _BATCH):
        some = [node.items for node in dicts[first : first + _BATCH]]
        flat = list(chain.from_iterable(some))
        if any(flat[2 * at :: size].count(key) < len(some) for at, key in enumerate(keys)):
            return False
    return True


def _odd_keys(keys: list[Any]) -> str:
    try:
        return say("a key comes twice in a dict, or an element in a set") if repeated(keys) else ""
    except Unhashable as error:
        what = str(error)
        return say("a dict has {key}", key=say(what))
