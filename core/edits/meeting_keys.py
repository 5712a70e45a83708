"""Keys of one dict that are different as objects and the same as plain data: ``PosixPath('a')`` beside ``'a'``.

Loading would keep the last of them and lose what is at the other, without a word.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import compress
from typing import TYPE_CHECKING, Any

from core.edits.diff import DEEPEST_KEY, key_as_planned
from core.errors import KeyCollision
from core.objects.global_names import spoken_name
from core.objects.numpy_data import raw_bytes
from core.objects.plain_rules import class_of
from core.objects.value_text import value_text
from core.pickling.nodes import PLAIN_KEYS, DictNode, Global, mapping, nodes_below
from core.text import clip

if TYPE_CHECKING:
    from core.edits.draft import Work


def check_meeting_keys(work: Work) -> None:
    """Raises `KeyCollision`, naming both keys, where objects that the plan makes plain data become a key twice."""
    tree = work.catalogue.tree
    gone = work.gone()
    seen: set[int] = set()
    for entry in compress(range(len(tree.labels)), (type(label) not in PLAIN_KEYS for label in tree.labels)):
        home = tree.homes[entry]
        if type(home) is not DictNode or id(home) in seen or (gone and gone[entry]):
            continue
        seen.add(id(home))
        keys = [key for _, key in work.rewrite.live_keys(home)]
        met = _first_meeting(keys, lambda key: key_as_planned(key, work.rewrite.nodes))
        if met is not None:
            place = work.catalogue.path_text(tree.parents[entry]) or "the file"
            one, other, become = met
            raise KeyCollision(
                f"{_called(other)} and {_called(one)} are two keys in {clip(place)!r} that would both become "
                f"{_called(become)}, and one would be lost. Rename or drop one of them first."
            )


def keys_meet(root: Any, planned: Callable[[Any], Any]) -> bool:
    """Whether two keys of some dict below ``root`` would be the same, each as ``planned`` gives it."""
    for node in nodes_below(root):
        items = mapping(node)
        keys = items.items[::2] if items is not None else []
        if not PLAIN_KEYS.issuperset(map(type, keys)) and _first_meeting(keys, planned) is not None:
            return True
    return False


def _first_meeting(keys: Iterable[Any], planned: Callable[[Any], Any]) -> tuple[Any, Any, Any] | None:
    """(key, other key, what they become) of the first two that are equal once loaded, one of them no plain value."""
    known: dict[Any, Any] = {}
    for key in sorted(keys, key=lambda key: type(key) not in PLAIN_KEYS):  # plain ones first: they stay as they are
        become = planned(key)
        other = known.setdefault(_as_loaded(become), key)
        if other is not key and type(key) not in PLAIN_KEYS:
            return other, key, become
    return None


def _as_loaded(key: Any, depth: int = 0) -> Any:
    """Something that is equal where the keys will be: an object that stays one is equal to itself alone."""
    if type(key) in PLAIN_KEYS:
        return key
    if type(key) is tuple and depth < DEEPEST_KEY:
        return tuple(_as_loaded(part, depth + 1) for part in key)
    data = raw_bytes(key)
    return (_OBJECT, id(key)) if data is None else data


def _called(key: Any, depth: int = 0) -> str:
    if type(key) is tuple and depth < DEEPEST_KEY:
        return clip(f"({', '.join(_called(part, depth + 1) for part in key)})", 60)
    name = key if type(key) is Global else class_of(key)
    if name is not None:
        return clip(spoken_name(name), 60)
    return clip(repr(key), 60) if type(key) in PLAIN_KEYS else clip(value_text(key), 60)


_OBJECT = object()
