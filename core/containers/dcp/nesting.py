"""Puts flat keys back to where they stood in what was saved, as ``set_element`` in torch's ``_traverse.py`` does."""

from __future__ import annotations

from typing import Any

from core.containers.dcp.listing import Path
from core.errors import Malformed, TooLarge
from core.pickling.nodes import DictNode
from core.text import clip
from core.words import say

_MOST_HOLES = 100_000
"""Places in lists that nothing was saved for: an empty dict in a list leaves one."""


class Nest:
    """Dicts and lists that are filled by the paths of what is in them: ``root`` is the outermost."""

    def __init__(self) -> None:
        self.root = DictNode([])
        self._holders: dict[Path, DictNode | list[Any]] = {(): self.root}
        self._filled: set[Path] = set()
        self._holes = 0

    def put(self, path: Path, value: Any) -> None:
        """Put a value at a path; what lies before it in a list is None until it comes.

        Raises `Malformed` where that contradicts another path, `TooLarge` for a list of hardly anything.
        """
        holder, part = self._holder(path), path[-1]
        if path in self._filled or type(holder) is not (list if type(part) is int else DictNode):
            key = clip(".".join(map(str, path)))
            raise Malformed(
                say("The .metadata of this checkpoint says of {key!r} that it is two things at once.", key=key)
            )
        self._filled.add(path)
        if type(holder) is DictNode:
            holder.items += (part, value)
            return
        assert type(holder) is list
        assert type(part) is int
        self._holes += max(part - len(holder), 0)
        if self._holes > _MOST_HOLES:
            raise TooLarge(say("places in lists"), self._holes, _MOST_HOLES)
        holder += [None] * (part + 1 - len(holder))
        holder[part] = value

    def _holder(self, path: Path) -> DictNode | list[Any]:
        """The dict or list that the last part of a path is a key or a place of."""
        found = self._holders.get(path[:-1])
        if found is None:
            found = self._holders[path[:-1]] = [] if type(path[-1]) is int else DictNode([])
            self.put(path[:-1], found)
        return found
