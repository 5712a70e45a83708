"""Edits tried one by one, so that of many those that can be done are, and the others say why not."""

from __future__ import annotations

from core.catalogue.catalogue import Catalogue
from core.edits.apply import DOES
from core.edits.draft import Draft
from core.edits.edits import Edit
from core.errors import EditError


class Trial:
    """A file as it is, and what the edits that were tried so far make of it; nobody sees it."""

    def __init__(self, catalogue: Catalogue) -> None:
        self._draft = Draft(catalogue)

    def why_not(self, edit: Edit) -> str:
        """The sentence with which an edit is refused; empty where it can be done."""
        try:
            DOES[type(edit)](edit, self._draft)
        except EditError as error:
            return str(error)
        return ""
