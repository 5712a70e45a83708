"""Entries and values of a file as they are written elsewhere: as Python, and as one path on a command line.

Whatever a file says, Python takes it for one value, and `Catalogue.find` for one entry.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import Any

from core.catalogue.catalogue import Catalogue
from core.files.member import MARK
from core.objects.nested import holds_checkpoint, pickled_bytes
from core.pickling.nodes import PLAIN_KEYS, OldStr
from core.text import shown


def path_word(catalogue: Catalogue, entry: int) -> str:
    """The path of an entry as `Catalogue.find` reads it; empty where it would find another, or none."""
    path = catalogue.path_text(entry)
    return path if path != "--" and catalogue.finds(path) == entry else ""  # which argparse takes for nothing


def is_member(catalogue: Catalogue, entry: int) -> bool:
    """Whether an entry holds a checkpoint as bytes."""
    data = pickled_bytes(catalogue.values[entry]) if 0 < entry < len(catalogue) else None
    return data is not None and holds_checkpoint(data)


def member_word(catalogue: Catalogue, entry: int) -> str:
    """The path ``FILE!KEY`` of the checkpoint that an entry holds as bytes; empty where there is none, or none here."""
    path = path_word(catalogue, entry) if is_member(catalogue, entry) else ""
    place = f"{catalogue.checkpoint.path}{MARK}{path}"
    return place if path and not catalogue.checkpoint.is_elsewhere and not os.path.lexists(place) else ""


def literal(value: Any) -> str:
    """A value as Python, in characters that everybody sees."""
    text = repr(value)
    return text if shown(text) == text else ascii(value)


def indexed(name: str, keys: Iterable[Any]) -> str:
    """The expression for what keys lead to: ``checkpoint['optimizer'][0]``."""
    return name + "".join(f"[{literal(_as_loaded(key))}]" for key in keys)


def comment(text: str) -> str:
    """A comment, which ends where the text does."""
    return f"# {shown(text)}"


def is_indexed(catalogue: Catalogue, entry: int) -> bool:
    """Whether keys alone lead from the loaded object to an entry: none above it is an object with attributes."""
    while entry:
        label, entry = catalogue.labels[entry], catalogue.parents[entry]
        if catalogue.kind(entry) not in _INDEXED or not _is_plain(label):
            return False
    return True


def _is_plain(key: Any) -> bool:
    """Whether a key can be written as code: a text, a number, or a flat tuple of these."""
    parts = key if type(key) is tuple else (key,)
    return PLAIN_KEYS.issuperset(map(type, parts))


_INDEXED = ("dict", "list", "tuple")


def _as_loaded(key: Any) -> Any:
    """A key as it will be read: texts of Python 2 that are not UTF-8 as Latin-1, which the load asks for."""
    if not isinstance(key, OldStr):
        return key
    raw = key.encode("utf-8", "surrogateescape")
    try:
        return raw.decode("utf-8")
    except UnicodeDecodeError:
        return raw.decode("latin-1")
