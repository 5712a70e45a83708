"""How bad a finding is, in the words of the language in use."""

from __future__ import annotations

from core.diagnosis.finding import ERROR, NOTE, WARNING
from core.report.layout import padded
from core.words import marked, marked_noun, say

_SEVERITIES = {ERROR: marked("error"), WARNING: marked("warning"), NOTE: marked("note")}
NOUNS = {ERROR: marked_noun("error"), WARNING: marked_noun("warning"), NOTE: marked_noun("note")}
"""What `core.text.count_text` counts."""


def severity_text(severity: str) -> str:
    """``error``, ``warning`` or ``note``, in seven columns."""
    return padded(say(_SEVERITIES[severity]), 7)
