"""The marks on the open document: each search for something puts its own layer of them, and the tree shows all."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import Signal

from core.catalogue.catalogue import Catalogue
from gui.document.marks import Mark, Marks
from gui.session.session import Session, SessionService


class Marking(SessionService):
    """What is marked in the document of one session. Whoever finds something out asks for the one of the session."""

    changed = Signal()
    """`layers` is new."""

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self._layers: dict[str, tuple[object, Marks]] = {}

    @property
    def layers(self) -> tuple[Marks, ...]:
        """The marks on the document of now; those on another one are not shown."""
        catalogue = self._session.catalogue
        if catalogue is None:
            return ()
        return tuple(marks for tree, marks in self._layers.values() if tree is catalogue.tree)

    def put(self, layer: str, catalogue: Catalogue, marks: Iterable[Mark] | Marks) -> None:
        """Put marks in place of those that the layer had; very many are better made `Marks` on another thread."""
        self._layers[layer] = (catalogue.tree, marks if isinstance(marks, Marks) else Marks(marks))
        self.changed.emit()

    def clear(self, layer: str) -> None:
        """Take the marks of a layer away."""
        if self._layers.pop(layer, None) is not None:
            self.changed.emit()
