"""What can be done with a page, as the rules of the actions ask it."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class ActionState:
    """A page at one moment."""

    document: bool = False
    run: bool = False
    """The checkpoints of a run are listed."""
    editable: bool = False
    """A document is open and its format can be written."""
    planned: bool = False
    """Changes are pending, or saved already."""
    busy: bool = False
    """A file is being opened."""
    alone: bool = False
    """The document is one file of several, shown by itself."""
    undo: str = ""
    """The step that undo would take back, or nothing."""
    redo: str = ""
    way_on: str = ""
    """What the button of the banner would do, or nothing."""
    comparing: bool = False
    """A second file is compared with, or being read for it."""
    pages: int = 1
    """How many tabs the window has."""
