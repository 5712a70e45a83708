"""Works out beforehand what the first rows on screen would otherwise wait for."""

from __future__ import annotations

from core.catalogue.catalogue import Catalogue
from gui.document.outline import Outline
from gui.document.refused import plain_entries, refused_entries
from gui.document.rows import Rows
from gui.document.totals import tables_of


def fill_caches(catalogue: Catalogue) -> None:
    """Fill the caches of a catalogue; for the thread that opens it. Everything works without, only later."""
    tables_of(catalogue)
    Rows(Outline(catalogue)).unfold_a_little()
    refused_entries(catalogue)
    plain_entries(catalogue)
    catalogue.meaning(0)
    catalogue.subtree_rows(0)
    _ = catalogue.rows_of_storage
