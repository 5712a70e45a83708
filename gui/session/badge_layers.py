"""The badges on the open document: each search for something puts its own layer of them, and the tree shows all."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import Signal

from core.catalogue.catalogue import Catalogue
from gui.document.badges import Badge, Badges
from gui.session.session import Session, SessionService


class BadgeLayers(SessionService):
    """What is marked in the document of one session. Whoever finds something out asks for the one of the session."""

    changed = Signal()
    """`layers` is new."""

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self._layers: dict[str, tuple[object, Badges]] = {}

    @property
    def layers(self) -> tuple[Badges, ...]:
        """The badges on the document of now; those on another one are not shown."""
        catalogue = self._session.catalogue
        if catalogue is None:
            return ()
        return tuple(badges for tree, badges in self._layers.values() if tree is catalogue.tree)

    def put(self, layer: str, catalogue: Catalogue, badges: Iterable[Badge] | Badges) -> None:
        """Put badges in place of those that the layer had; very many are better made `Badges` on another thread."""
        self._layers[layer] = (catalogue.tree, badges if isinstance(badges, Badges) else Badges(badges))
        self.changed.emit()

    def clear(self, layer: str) -> None:
        """Take the badges of a layer away."""
        if self._layers.pop(layer, None) is not None:
            self.changed.emit()
