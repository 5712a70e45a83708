"""The trap of Python 2: its texts are bytes in an encoding that the file does not say."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from core.diagnosis.finding import ERROR, Finding, make_finding
from core.edits.edits import Edit, RenameKey, SetValue
from core.edits.preview import Preview
from core.edits.preview import preview as preview_of
from core.errors import CheckpointError
from core.pickling.allowlist import ATOMS, inside
from core.pickling.nodes import OldStr
from core.text import count_text

_OLD_TEXTS = frozenset(b"STU")
"""STRING, BINSTRING and SHORT_BINSTRING."""


def python2_findings(preview: Preview) -> Iterator[Finding]:
    """Texts that are not UTF-8, as which torch.load reads them."""
    if not preview.catalogue.checkpoint.mentions.opcodes & _OLD_TEXTS:
        return
    tree = preview.catalogue.tree
    entries: list[int] = []
    texts: list[bytes] = []
    edits: list[Edit] = []
    for entry, value in enumerate(tree.values):
        if preview.dropped(entry):
            continue
        key, home = preview.label(entry), tree.homes[entry]
        raw = _not_utf8(key)
        if raw is not None:
            edits.append(RenameKey(entry, raw.decode("latin-1")))
            texts.append(raw)
        is_set = home is not None and (id(home), tree.slots[entry]) in preview.rewrite.values
        other = None if is_set else _not_utf8(value)
        if other is not None:
            edits.append(SetValue(entry, other.decode("latin-1")))
            texts.append(other)
        if raw is not None or other is not None:
            entries.append(entry)
    if not entries:
        texts = list(_unlisted(*preview.edited_graph()))
        entries = [preview.root] if texts else []
    if not entries:
        return
    yield make_finding(
        preview,
        "python2-pickle",
        ERROR,
        f"{count_text(len(texts), 'text')} of Python 2 that are not UTF-8",
        _words(texts[0]),
        entries,
        "Python 2 wrote texts as bytes and did not say in which encoding. torch.load reads them as UTF-8, and these "
        "are in another one.",
        "Write them as Latin-1 reads them, which every byte has a letter in; or pass encoding='latin1' at every load.",
        edits if edits and _fits(preview, edits) else (),
    )


def _unlisted(root: Any, replaced: Mapping[int, Any]) -> Iterator[bytes]:
    """Such texts among attributes of tensors, say, which have no entry of their own."""
    seen: set[int] = set()
    stack = [root]
    while stack:
        node = stack.pop()
        raw = _not_utf8(node)
        if raw is not None:
            yield raw
        if type(node) in ATOMS or isinstance(node, str):
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
    return raw if _words(raw) else None


def _words(raw: bytes) -> str:
    """What decoding raises, empty when it works."""
    try:
        raw.decode("utf-8")
    except UnicodeDecodeError as error:
        return str(error)
    return ""


def _fits(preview: Preview, edits: list[Edit]) -> bool:
    try:
        preview_of(preview.catalogue, preview.plan.with_edits(edits))
    except CheckpointError:
        return False
    return True
