"""Takes large tables apart piece by piece.

To free a catalogue of 300,000 tensors in one go takes a fifth of a second in which no other thread has its turn, the
one that draws the window least of all.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from core.formats.zip_reader import ZipArchive
from core.pickling.nodes import Call, DictNode
from core.release import release_dict, release_list

if TYPE_CHECKING:
    from core.catalogue.catalogue import Catalogue
    from core.catalogue.checkpoint import Archive


def release(catalogue: Catalogue) -> None:
    """Empty a catalogue that nobody will look at again, and the graph below it. It is of no use afterwards."""
    tree, mentions = catalogue.tree, catalogue.checkpoint.mentions
    lists = list(_lists(tree.values))
    columns = (catalogue.tensors.taken(), catalogue.storages.taken(), *tree.facts, tree.homes, tree.labels, tree.values)
    for column in (*columns, mentions.calls, mentions.persistent, *lists):
        release_list(column)
    release_records(catalogue.checkpoint.archive)


def release_records(archive: Archive) -> None:
    """Empty the directory of a zip."""
    if isinstance(archive, ZipArchive):
        release_dict(archive.records.places)


def _lists(nodes: Iterable[Any]) -> Iterable[list[Any]]:
    """The lists that the items and elements of a graph are in."""
    for node in nodes:
        kind = type(node)
        if kind is DictNode:
            yield node.items
        elif kind is list:
            yield node
        elif kind is Call and node.steps:
            for _, payload in node.steps:
                yield payload.items if type(payload) is DictNode else payload
