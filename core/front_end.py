"""How the front end in use does something: the window has buttons and pages for it, the command line options."""

from __future__ import annotations

from core import program
from core.text import capital
from core.words import marked, say

CLASS_PAGE = marked("a model class that fits this file")
"""The page of code with a class for the file."""
WRITES_CLASS = marked(
    "Is the code of the model lost? {skeleton} writes the class with its layers; you write forward()."
)
_BUTTON, _PAGE = marked("“{button}”"), marked("“{button}” ▸ “{page}”")
_COMPARE, _VERIFY, _CODE = marked("Compare with a model…"), marked("Verify integrity"), marked("Code to load it…")
_has_window = False


def show_window(*, shown: bool = True) -> None:
    """Speak of what to click from now on: who started the program looks at a window."""
    global _has_window
    _has_window = shown


def comparing() -> str:
    """What compares the file with a model."""
    return say(_BUTTON, button=say(_COMPARE)) if _has_window else "--against"


def verifying() -> str:
    """What compares the checksums of the file."""
    return say(_BUTTON, button=say(_VERIFY)) if _has_window else "--verify"


def class_writing() -> str:
    """What writes a class for the model of the file."""
    if _has_window:
        return say(_PAGE, button=say(_CODE), page=capital(say(CLASS_PAGE)))
    return f"`{' '.join(program.words())} code FILE --skeleton`"


def say_own(text: str) -> str:
    """A sentence of a table, in which `WRITES_CLASS` may stand."""
    return say(text, skeleton=class_writing()) if text == WRITES_CLASS else say(text)
