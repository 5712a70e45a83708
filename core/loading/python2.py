"""Texts of Python 2: bytes in an encoding that the file does not say, which ``torch.load`` takes for UTF-8."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Literal, NamedTuple

from core.edits.preview import Preview
from core.pickling.nodes import ATOMS, OldStr, inside

_OLD_TEXTS = frozenset(b"STU")
"""STRING, BINSTRING and SHORT_BINSTRING."""


class OldText(NamedTuple):
    """``raw`` are bytes that are no UTF-8: the key or the value of an entry, or somewhere within it (None)."""

    entry: int
    part: Literal["key", "value"] | None
    raw: bytes


def texts_not_utf8(preview: Preview) -> list[OldText]:
    """Those that stay in the file; the ones without an entry of their own only where no entry is such a text."""
    if not preview.catalogue.checkpoint.mentions.opcodes & _OLD_TEXTS:
        return []
    texts = list(_of_entries(preview))
    return texts or [OldText(preview.root, None, raw) for raw in _unlisted(*preview.edited_graph())]


def decoding_error(raw: bytes) -> str:
    """What decoding as UTF-8 raises, in Python itself as in torch; empty when it works."""
    try:
        raw.decode("utf-8")
    except UnicodeDecodeError as error:
        return str(error)
    return ""


def _of_entries(preview: Preview) -> Iterator[OldText]:
    tree = preview.catalogue.tree
    for entry, value in enumerate(tree.values):
        if preview.dropped(entry):
            continue
        home = tree.homes[entry]
        is_set = home is not None and (id(home), tree.slots[entry]) in preview.rewrite.values
        key, raw = _not_utf8(preview.label(entry)), None if is_set else _not_utf8(value)
        if key is not None:
            yield OldText(entry, "key", key)
        if raw is not None:
            yield OldText(entry, "value", raw)


def _unlisted(root: Any, replaced: Mapping[int, Any]) -> Iterator[bytes]:
    """Such texts among attributes of tensors, say, which have no entry of their own."""
    seen: set[int] = set()
    stack = [root]
    while stack:
        node = stack.pop()
        raw = _not_utf8(node)
        if raw is not None:
            yield raw
        if type(node) in ATOMS:
            continue
        while id(node) in replaced:
            node = replaced[id(node)]
        if id(node) not in seen:
            seen.add(id(node))
            stack.extend(inside(node))


def _not_utf8(text: object) -> bytes | None:
    """The bytes of a text of Python 2 that is not UTF-8; None for all else."""
    if not isinstance(text, OldStr):
        return None
    raw = text.encode("utf-8", "surrogateescape")
    return raw if decoding_error(raw) else None
