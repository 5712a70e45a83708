"""Storages and tensors of the file to be written that the source does not have as such."""

from __future__ import annotations

from typing import Any, NamedTuple

FIRST_KEY = 9_000_000_000_000
"""Keys of storages that the source does not have: a zip numbers them anew, a legacy file keeps them."""


class NewStorage(NamedTuple):
    """A storage that the source does not have as such.

    Its bytes are ``data``, or the ``nbytes`` bytes from ``start`` on of storage number ``source`` of the catalogue.
    """

    key: str
    dtype: str
    nbytes: int
    data: bytes | None = None
    source: int = -1
    start: int = 0


class NewTensor(NamedTuple):
    """A tensor that stands for an array: below entry ``base`` at ``keys``; ``storage`` is a key."""

    base: int
    keys: tuple[Any, ...]
    dtype: str
    shape: tuple[int, ...]
    stride: tuple[int, ...]
    storage: str


Places = dict[int, tuple[int, tuple[Any, ...]]]
"""Entry of a tensor → the entry it is below of in the new file, and the keys from there."""
