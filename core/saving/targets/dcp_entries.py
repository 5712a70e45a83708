"""What is planned as the flat entries that ``torch.distributed.checkpoint`` would make of it.

Source: ``traverse_state_dict`` in ``torch/distributed/checkpoint/_traverse.py``, and ``flatten_state_dict``. Dicts are
gone into, and lists that have a tensor or a dict somewhere; a tuple is an object. All keys become texts.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from core.errors import EditError, Step, Way
from core.objects.tensors import QUANTISED, rebuilt
from core.objects.value_text import key_text
from core.saving.planned import Path, Planned, PlannedTensor
from core.text import clip
from core.words import say

_DEEPEST = 100
"""Keys that lead to an entry, as far as they are read back."""


class Entry(NamedTuple):
    """An entry: its flat ``key``, where it stood, and the tensor or the ``node`` of the object that it is."""

    key: str
    path: Path
    tensor: PlannedTensor | None
    node: Any


class Entries(NamedTuple):
    """All entries, in order; whether keys were numbers, which become texts, and empty dicts, of which nothing is kept.

    ``numbers`` and ``empty`` count those.
    """

    entries: tuple[Entry, ...]
    numbers: int
    empty: int


def entries_of(planned: Planned) -> Entries:
    """The entries of what is planned. Raises `EditError` for what is no dict, or where two would have one key."""
    if planned.items(planned.root) is None:
        raise EditError(
            say(
                "torch.distributed.checkpoint keeps a dict of tensors and values, and this file is a whole object. Put "
                "its state dict in its place, or save it as zip."
            )
        ).with_ways(Way(Step.EXTRACT, "/"), Way(Step.SAVE_AS, "zip"))
    walk = _Walk(planned)
    entries = tuple(walk.below((), planned.root))
    seen: set[str] = set()
    for entry in entries:
        if entry.key in seen:
            raise EditError(
                say(
                    "torch.distributed.checkpoint would call two entries {key!r}: it joins keys with dots. Rename one.",
                    key=clip(entry.key, 60),
                )
            )
        seen.add(entry.key)
    return Entries(entries, walk.numbers, walk.empty)


class _Walk:
    def __init__(self, planned: Planned) -> None:
        self._planned = planned
        self.numbers = self.empty = 0

    def below(self, path: Path, node: Any) -> Iterator[Entry]:
        """The entries at a path and below it, in order."""
        planned = self._planned
        node = planned.written(node)
        tensor = self._tensor(path, node) if path else None
        items = planned.items(node) if tensor is None else None
        if len(path) > _DEEPEST:
            raise EditError(say("{path} is nested too deeply to be saved so.", path=clip(_flat(path), 60)))
        if items is not None:
            self.empty += not items.items
            for key, child in zip(items.items[::2], items.items[1::2], strict=True):
                yield from self.below((*path, self._key(planned.written(key))), child)
        elif type(node) is list and tensor is None and not self._is_one(node):
            for at, child in enumerate(node):
                yield from self.below((*path, at), child)
        else:
            yield Entry(_flat(path), path, tensor, node)

    def _key(self, key: Any) -> str:
        if isinstance(key, str):
            return str(key)
        self.numbers += 1
        return str(key) if type(key) in (int, float, bool) or key is None else key_text(key)

    def _is_one(self, node: list[Any], depth: int = 0) -> bool:
        """Whether a list is one object: it has no tensor and no dict anywhere."""
        for each in map(self._planned.written, node):
            if self._planned.items(each) is not None or self._tensor((), each) is not None:
                return False
            if type(each) is list and (depth > _DEEPEST or not self._is_one(each, depth + 1)):
                return False
        return True

    def _tensor(self, path: Path, node: Any) -> PlannedTensor | None:
        """The tensor at a node, of the kind that has a place in a list of pieces: a quantised one is an object."""
        tensor = self._planned.tensor(path, node)
        made = rebuilt(tensor.node) if tensor is not None else None
        return None if made is None or made.func == QUANTISED else tensor


def _flat(path: Path) -> str:
    return ".".join(map(str, path))
