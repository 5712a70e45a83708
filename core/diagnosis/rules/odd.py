"""Files that no ``torch.save`` wrote: what torch loads of them can differ from what is shown."""

from __future__ import annotations

from collections.abc import Iterator

from core.catalogue.odd_places import oddities_of
from core.diagnosis.finding import ERROR, Finding, make_finding
from core.edits.preview import Preview
from core.oddities import NOT_OF_TORCH, listed_oddities
from core.words import say

ODD_FILE = "odd-file"


def odd_findings(preview: Preview) -> Iterator[Finding]:
    """One finding for all that is odd, with the places."""
    oddities = oddities_of(preview.catalogue)
    if oddities:
        yield make_finding(
            preview,
            ODD_FILE,
            ERROR,
            say(NOT_OF_TORCH),
            "",
            [preview.root],
            say(
                "{oddities}. No version of torch.save writes that, nor a framework that is known here. A file "
                "can be made to show one thing and load as another; whether this one was, cannot be told.",
                oddities=listed_oddities(oddities),
            ),
            say(
                "Load it only if you trust who made it, and ask for a file that torch.save wrote. Saving writes a "
                "plain file of what is shown, without what is hidden, once you accept that."
            ),
        )
