"""What a document that lies on another computer cannot do before there is a copy of it here."""

from __future__ import annotations

from core.catalogue.checkpoint import Checkpoint
from core.text import size_text
from core.words import say


def why_no_torch(checkpoint: Checkpoint) -> str | None:
    """Why torch is not asked about a document; None where its files lie on this computer."""
    if not checkpoint.is_elsewhere:
        return None
    return say(
        "torch loads only local files. Save a local copy first (Ctrl+S), which downloads all {size}, and open that.",
        size=size_text(checkpoint.bytes),
    )
