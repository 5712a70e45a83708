"""The way to any key of any open document, found by a few letters."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QMainWindow

from core.catalogue.catalogue import Catalogue
from core.words import say, say_count
from gui.jobs.latest_job import LatestJob
from gui.palette.key_index import Found, KeyPlace, find_keys
from gui.palette.popup import Popup


class KeyJump(QObject):
    """Lists keys as one types. The documents are looked through beside the event loop, one question at a time."""

    chosen = Signal(object, int)
    """A document, as `documents` named it, and the entry to go to."""

    def __init__(self, window: QMainWindow, documents: Callable[[], Sequence[tuple[object, Catalogue]]]) -> None:
        super().__init__(window)
        self._ask_documents = documents
        self._documents: Sequence[tuple[object, Catalogue]] = ()
        self._places: list[KeyPlace] = []
        self._search = LatestJob(self, in_turn=True)
        self._search.done.connect(self._list)
        self._search.failed.connect(self._fail)
        self.popup = Popup(window, say("Keys of all open files"), say("Letters of a key, such as l11 query weight"))
        self.popup.asked.connect(self._look)
        self.popup.chosen.connect(self._go)
        self.popup.closed.connect(self._search.drop)

    def open(self) -> None:
        """Come up with the keys of the documents open now; the first letter is quick once all are read."""
        self._documents = self._ask_documents()
        self._places = []
        self.popup.open()

    def _look(self, query: str) -> None:
        catalogues = [catalogue for _document, catalogue in self._documents]
        self._search.ask(partial(_found, catalogues, query))

    def _list(self, found: Found) -> None:
        self._places = found.places
        self.popup.show_rows([place.row for place in found.places], self._told(found))

    def _told(self, found: Found) -> str:
        if found.total > len(found.places):
            return say("The best {shown:,} of {count:,}", shown=len(found.places), count=found.total)
        if found.total or not self.popup.line.text().strip():
            return ""
        return say_count(len(self._documents), "No key of this file fits.", "No key of the {n:,} files fits.")

    @staticmethod
    def _fail(error: Exception) -> None:
        raise error

    def _go(self, place: int) -> None:
        where = self._places[place]
        document, _catalogue = self._documents[where.document]
        self._documents, self._places = (), []
        self.chosen.emit(document, where.entry)


def _found(catalogues: Sequence[Catalogue], query: str, tick: Callable[[int, int], None]) -> Found:
    return find_keys(catalogues, query, tick)
