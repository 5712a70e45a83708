"""Files of ranks as they are: a branch each."""

from __future__ import annotations

from collections.abc import Sequence

from core.containers.content import Content, Several
from core.containers.joining import ReadPart
from core.pickling.nodes import DictNode


def branches(content: Content, parts: Sequence[ReadPart], several: Several) -> Content:
    """All files below one root, by their names, joined to ``content``; one alone is the root itself."""
    flat = [each for part in parts for each in (part.name, part.content.root)]
    return content._replace(root=parts[0].content.root if len(parts) == 1 else DictNode(flat), several=several)
