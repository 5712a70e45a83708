"""What the new pickle says of storages: their keys in the new file, and the devices that were planned."""

from __future__ import annotations

from collections.abc import Mapping
from operator import is_
from typing import Any

from core.catalogue.catalogue import Catalogue
from core.dtypes import ITEM_SIZES, NO_DEVICE, STORAGE_CLASSES, STORAGE_OF, UNTYPED
from core.edits.preview import Preview
from core.errors import EditError
from core.formats.register import format_of
from core.objects.tensors import is_untyped, storage_id
from core.pickling.nodes import Global, PersistentId
from core.words import marked

_UNTYPED = marked(
    "The file has dtypes (float8, uint16 or newer) that torch cannot load from the legacy format. Keep the zip format."
)


class NewIds:
    """The persistent ids of a new file, asked for one by one in the order in which they are written.

    ``keys`` has the storage keys that were written so far: in the source → in the new file. ``index_of`` is the number
    in the catalogue of a storage of the source: `indices`.
    """

    def __init__(self, preview: Preview, container: str, index_of: Mapping[str, int]) -> None:
        self.keys: dict[str, str] = {}
        self.index_of = index_of
        self._preview = preview
        self._catalogue = preview.catalogue
        self._format = format_of(container)
        self._added = preview.new_storages
        self._sizes = _named_twice(preview.catalogue)
        self._names: dict[str, str] = {}  # devices, each one text
        self._classes: dict[str, Global] = {}  # of storages that are cast, by dtype

    def __call__(self, node: PersistentId) -> Any:
        """The persistent id to write: the planned device, and torch's numbering in a zip.

        Where it says what that of the source says, with the very strings of the source: they stay shared, and its
        tuple too where nothing differs.
        """
        storage = storage_id(node)
        if storage is None:
            return self._class_of(node)
        pid = node.pid
        old, saved = pid[2], pid[3]
        key = self.keys.get(old)
        if key is None:
            # torch computes offsets only when storages are numbered in the order of the pickle, from 0.
            key = str(len(self.keys)) if self._format.numbered else old
            key = self.keys[old] = old if key == old else key
        if key == old:
            key = old
        device = self._device(old, saved)
        device = saved if device == saved else self._names.setdefault(device, device)
        if storage.nbytes != self._sizes.get(old, storage.nbytes):
            node = self._resized(node, old)
            pid = node.pid
        if self._preview.draft.recipes:
            pid = self._cast(pid, old)
        if self._format.numbered and len(pid) == 5:
            return pid if key is old and device is saved else (pid[0], pid[1], key, device, pid[4])
        new = (pid[0], pid[1], key, device, pid[4], *self._view(node, pid[1]))
        return pid if len(new) == len(pid) and all(map(is_, new, pid)) else new

    def _resized(self, node: PersistentId, key: str) -> PersistentId:
        """A storage id that says how many elements the storage has, and not how many another one says."""
        elements, rest = divmod(self._sizes[key], ITEM_SIZES[STORAGE_CLASSES[node.pid[1].name]])
        return node if rest else PersistentId((*node.pid[:4], elements, *node.pid[5:]))

    def _device(self, key: str, saved: str) -> str:
        """The planned device of a storage; that of arrays, which NumPy has in main memory, is the CPU.

        What only carries the bytes of a tensor of another device stays where it was ``saved``.
        """
        index = self._added[key].source if key in self._added else self.index_of[key]
        return planned_device(self._preview, index, saved)

    def _class_of(self, node: PersistentId) -> Any:
        """Legacy files wrap a class with its source code; a zip, as torch reads it, has the bare name."""
        pid = node.pid
        wraps = type(pid) is tuple and len(pid) > 1 and pid[0] == "module" and type(pid[1]) is Global
        return pid[1] if wraps and self._format.numbered else pid

    def _cast(self, pid: tuple[Any, ...], key: str) -> tuple[Any, ...]:
        """The persistent id of a storage whose dtype becomes another, as torch.save writes one of that dtype."""
        new = self._added.get(key)
        index = new.source if new is not None else self.index_of[key]
        recipe = self._preview.draft.recipes.get(index)
        if recipe is None or not recipe.casts:
            return pid
        nbytes = new.nbytes if new is not None else self._preview.storage_bytes[index]
        kind = self._classes.get(recipe.dtype)
        if kind is None:
            name = STORAGE_OF.get(recipe.dtype)
            kind = Global("torch", name) if name else Global("torch.storage", "UntypedStorage")
            kind = self._classes[recipe.dtype] = pid[1] if kind == pid[1] else kind
        count = nbytes // (ITEM_SIZES[recipe.dtype] if recipe.dtype in STORAGE_OF else 1)
        return (pid[0], kind, pid[2], pid[3], count, *pid[5:])

    def _view(self, node: PersistentId, kind: Global) -> tuple[Any, ...]:
        if self._format.after_objects:
            untyped = kind.name in UNTYPED
            if untyped and (not is_untyped(node) or not self._catalogue.checkpoint.format.after_objects):
                raise EditError(_UNTYPED)
            return (node.pid[5] if len(node.pid) == 6 else None,)
        if len(node.pid) == 6 and node.pid[5] is not None:
            raise EditError(
                "The file has views of storages that only torch 0.1 wrote and that a zip cannot hold. Keep the "
                "legacy format."
            )
        return ()


def planned_device(preview: Preview, index: int, saved: str = "") -> str:
    """The device that storage number ``index`` of the catalogue gets; that of one that is all new, -1, is the CPU.

    So it is for those of a file that names none.
    """
    if index < 0:
        return "cpu"
    device = saved if saved and index in preview.catalogue.carried else preview.draft.devices[index]
    return "cpu" if device == NO_DEVICE else device


def indices(catalogue: Catalogue) -> dict[str, int]:
    """The number of each storage of the file by its key; one that carries bytes and is used as it is, by the latter."""
    keys, carried = catalogue.storage_columns.keys, catalogue.carried
    if not carried:
        return {key: index for index, key in enumerate(keys)}
    found = {keys[index]: index for index in carried - catalogue.in_pickle}
    found.update((key, index) for index, key in enumerate(keys) if index not in carried)
    return found


def _named_twice(catalogue: Catalogue) -> dict[str, int]:
    """Storage key → its bytes, of a file that names some storage more than once and may say two sizes; else nothing."""
    if len(catalogue.checkpoint.mentions.persistent) == len(catalogue.storages) and not catalogue.carried:
        return {}
    return dict(zip(catalogue.storage_columns.keys, catalogue.storage_columns.nbytes, strict=True))
