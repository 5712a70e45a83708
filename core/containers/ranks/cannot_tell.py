"""Why ranks' parts cannot be put together, where that is nobody's fault."""

from __future__ import annotations


class CannotTell(Exception):
    """What ranks have is shown as parts; ``note`` says why, in English."""

    def __init__(self, note: str) -> None:
        super().__init__(note)
        self.note = note
