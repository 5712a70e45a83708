"""What is typed over a plain value becomes a pending change."""

from __future__ import annotations

from core.edits.edits import SetValue
from core.text import shown
from gui.document.typed import pending_value, planned_value, text_of, value_typed
from gui.session.session import Session


def text_now(session: Session, entry: int) -> str:
    """The value of an entry as it is planned, as one would type it."""
    assert session.catalogue is not None
    return shown(text_of(planned_value(session.catalogue, session.plan, entry)))


def set_typed(session: Session, entry: int, text: str) -> None:
    """Have a value as it is typed. Raises `EditError` for a text that is none, with nothing changed."""
    catalogue = session.catalogue
    if catalogue is None or text == text_now(session, entry):
        return
    value, found = value_typed(text, planned_value(catalogue, session.plan, entry)), catalogue.values[entry]
    if type(value) is not type(found) or value != found:
        session.apply(SetValue(entry, value))
        return
    pending = pending_value(session.plan, entry)
    if pending is not None:  # as it was in the file: there is nothing to change
        session.retract(pending)
