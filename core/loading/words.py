"""What torch's messages are made of: escape codes for terminals, and what stands around the reason of a refusal."""

from __future__ import annotations

import re
from typing import Final

REASON: Final = "WeightsUnpickler error:"
"""What stands before the reason in a message of ``weights_only``."""
DOCS: Final = (
    "\n\nCheck the documentation of torch.load to learn more about types accepted by default with weights_only "
    "https://pytorch.org/docs/stable/generated/torch.load.html."
)
"""What stands after it."""
_ESCAPES = re.compile(r"\x1b(?:\[[0-?]{0,64}[ -/]{0,8}[@-~]|\][^\x07\x1b]{0,500}(?:\x07|\x1b\\)|[@-Z\\-_])")


def without_escapes(text: str) -> str:
    """A text without what a terminal obeys and does not show."""
    return _ESCAPES.sub("", text)


def reason_in(message: str) -> str:
    """What a refusal says of this file and not of every file; empty for other messages."""
    _, mark, reason = message.partition(REASON)
    return reason.strip().removesuffix(DOCS.strip()).strip() if mark else ""
