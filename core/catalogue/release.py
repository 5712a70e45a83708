"""Empties a catalogue that nobody will look at again, piece by piece.

To free one of 300,000 tensors in one go keeps every other thread from its turn for a fifth of a second or more, the one
that draws the window among them; after each piece another may have its turn.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from core.catalogue.catalogue import Catalogue
from core.formats.zip_archive import ZipArchive
from core.pickling.nodes import Call, DictNode

_PIECE = 4096


def release(catalogue: Catalogue, nodes: Iterable[Any] = ()) -> None:
    """Empty the tables of a catalogue, what was worked out of them, and the graph. Nothing but its checkpoint is left.

    ``nodes`` that a plan has in the place of others are emptied, too.
    """
    tree, mentions, archive = catalogue.tree, catalogue.checkpoint.mentions, catalogue.checkpoint.archive
    for table in (catalogue.tensors.taken(), catalogue.storages.taken(), *vars(catalogue).values(), *tree.facts):
        _empty(table)
    for table in (*_lists(tree.values), *_lists(nodes)):
        _empty(table)
    for table in (tree.homes, tree.labels, tree.values, mentions.calls, mentions.persistent):
        _empty(table)
    if isinstance(archive, ZipArchive):
        _empty(archive.records.places)
    for name in vars(catalogue).keys() - {"checkpoint"}:
        del vars(catalogue)[name]


def _empty(table: Any) -> None:
    """Empty a list or dict; anything else is left alone."""
    while type(table) is list and table:
        del table[-_PIECE:]
    while type(table) is dict and table:
        table.popitem()


def _lists(nodes: Iterable[Any]) -> Iterator[list[Any]]:
    """The lists that the items and elements of a graph are in."""
    for node in nodes:
        if type(node) is DictNode:
            yield node.items
        elif type(node) is list:
            yield node
        elif type(node) is Call and node.steps:
            for _, payload in node.steps:
                yield payload.items if type(payload) is DictNode else payload
