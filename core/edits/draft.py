"""A plan half worked out: what a checkpoint becomes, as differences that edits put in by the methods of `Draft`."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from typing import Any

from core.catalogue.catalogue import Catalogue
from core.edits.diff import FIRST_KEY, NewStorage, NewTensor, Place, Places, Rewrite
from core.edits.recipe import Recipe
from core.pickling.nodes import Call, DictNode


def _saved_key(rewrite: Rewrite, place: Place) -> Any:
    home, slot = rewrite.homes[place[0]], place[1]
    return home.items[2 * slot] if type(home) is DictNode else None


class Draft:
    """What the edits so far make of a ``catalogue``, which itself never changes.

    Keys and nodes are changed by the methods of ``rewrite``, all else by those here. ``extracted`` are the entries of
    the objects that become state dicts, by edits that come last.
    """

    def __init__(self, catalogue: Catalogue, extracted: Iterable[int] = ()) -> None:
        self.catalogue = catalogue
        self.rewrite = Rewrite()
        self._devices = list(catalogue.storage_columns.devices)
        self._follows: dict[int, int] = {}  # storage → entry of the parameter it goes along with
        self._root = 0
        self._container: str | None = None
        self._protocol: int | None = None
        self._notes: dict[str, None] = {}
        self._paths: dict[int, str] = {}  # id of a node with keys → where it is
        self._extracted = {id(catalogue.tree.values[entry]) for entry in extracted}
        self._made: dict[int, Any] = {}  # entry → the state dict in the place of it
        self._plain: set[int] = set()  # ids of the nodes that plain data stands for
        self._hidden: list[tuple[int, int]] = []  # entries, first to end, that only `_moved` brings back
        self._moved: Places = {}
        self._calls: dict[int, Call] = {}  # entry of a tensor → the call that stands for it
        self._added: list[NewStorage] = []
        self._new_tensors: list[NewTensor] = []
        self._pieces: dict[int, tuple[int, int]] = {}
        self._shrunk: dict[int, int] = {}
        self._recipes: dict[int, Recipe] = {}

    # -- words -------------------------------------------------------------------------------------------------

    def note(self, text: str) -> None:
        """A sentence for the user; one that is there already is not said twice."""
        self._notes.setdefault(text)

    @property
    def notes(self) -> Iterable[str]:
        return self._notes

    # -- how the file is written -------------------------------------------------------------------------------

    @property
    def container(self) -> str | None:
        """``zip`` or ``legacy``; None for that of the source."""
        return self._container

    @property
    def protocol(self) -> int | None:
        """The pickle protocol; None for that of the source."""
        return self._protocol

    def write_container(self, container: str) -> None:
        self._container = container

    def write_protocol(self, protocol: int) -> None:
        self._protocol = protocol

    # -- devices -----------------------------------------------------------------------------------------------

    @property
    def devices(self) -> Sequence[str]:
        """The device of each storage, so far."""
        return self._devices

    def put(self, storages: Iterable[int], device: str) -> None:
        """Storages go to a device."""
        devices, follows = self._devices, self._follows
        for storage in storages:
            devices[storage] = device
            if follows:
                follows.pop(storage, None)

    def put_with(self, storage: int, parameter: int) -> None:
        """A storage goes to where the tensor at the entry ``parameter`` will be."""
        self._follows[storage] = parameter

    def stay(self, storage: int) -> None:
        """A storage goes along with nothing any more."""
        self._follows.pop(storage, None)

    def settle_devices(self) -> None:
        """Place what goes along with a parameter, now that all parameters have their place."""
        for storage, parameter in self._follows.items():
            row = self.catalogue.row_of(parameter)
            if row >= 0:
                self._devices[storage] = self._devices[self.catalogue.storage_of[row]]

    # -- keys --------------------------------------------------------------------------------------------------

    def locate(self, node: Any, path: str) -> None:
        """Say where a node is whose keys change, should two of them become one."""
        self._paths[id(node)] = path

    def check_collisions(self) -> None:
        """Raises `KeyCollision` where two keys of a dict would become one."""
        self.rewrite.check_collisions(self._paths)

    def renamed(self) -> frozenset[Place]:
        """The items whose keys edits changed, each once; not what only follows them, as names in an optimizer do."""
        rewrite = self.rewrite
        return frozenset(
            place
            for place, name in rewrite.names.items()
            if place[0] in self._paths and place not in rewrite.drops and name != _saved_key(rewrite, place)
        )

    # -- entries -----------------------------------------------------------------------------------------------

    @property
    def root(self) -> int:
        """The entry that becomes the whole file."""
        return self._root

    def keep(self, entry: int) -> None:
        """What is at an entry becomes the whole file."""
        self._root = entry

    def hide(self, first: int, end: int) -> None:
        """Entries are not in the file, but for those that have another place in it: see `place`."""
        self._hidden.append((first, end))

    def is_hidden(self, entry: int) -> bool:
        return any(first <= entry < end for first, end in self._hidden)

    def gone(self) -> bytes:
        """One byte an entry: 1 when it is not in the file to be written. Empty when all stay."""
        drops, root = self.rewrite.drops, self._root
        if not drops and not root and not self._hidden:
            return b""
        tree = self.catalogue.tree
        total = len(tree.labels)
        gone = bytearray(total)
        if root:
            gone = bytearray(b"\1") * total
            gone[root : tree.ends[root]] = bytes(tree.ends[root] - root)
        dropped_homes = {home for home, _ in drops}
        for entry, home in enumerate(tree.homes):
            holds_root = root and entry <= root < tree.ends[entry]  # what is kept stays, wherever it was
            if id(home) in dropped_homes and (id(home), tree.slots[entry]) in drops and not holds_root:
                gone[entry : tree.ends[entry]] = b"\1" * (tree.ends[entry] - entry)
        moved = sorted(self._moved) if self._hidden else []
        for first, end in self._hidden:
            left_out = bytes(gone[first:end])
            gone[first:end] = b"\1" * (end - first)
            for entry in moved[bisect_left(moved, first) : bisect_left(moved, end)]:  # it is there with all below it
                below = slice(entry - first, tree.ends[entry] - first)
                gone[entry : tree.ends[entry]] = left_out[below]
        return bytes(gone)

    # -- state dicts in the place of objects -------------------------------------------------------------------

    @property
    def extracts(self) -> bool:
        """Whether any object becomes a state dict."""
        return bool(self._extracted)

    def is_extracted(self, node: Any) -> bool:
        """Whether an object becomes a state dict, now or by an edit still to come."""
        return id(node) in self._extracted

    @cached_property
    def _shown(self) -> dict[int, list[int]]:
        shown: dict[int, list[int]] = {key: [] for key in self._extracted}
        for entry, key in enumerate(map(id, self.catalogue.tree.values)):
            if key in shown:
                shown[key].append(entry)
        return shown

    def shown(self, node: Any) -> Sequence[int]:
        """The entries that show an object that becomes a state dict."""
        return self._shown[id(node)]

    @property
    def made(self) -> Mapping[int, Any]:
        """The state dicts made so far, by the entry they are in the place of."""
        return self._made

    def put_state_dict(self, entry: int, node: Any) -> None:
        """A state dict, as a node, is in the place of what was at an entry."""
        self._made[entry] = node

    # -- tensors that have another place, or other bytes -------------------------------------------------------

    @property
    def moved(self) -> Places:
        """Entry of a tensor → where it is in the new file."""
        return self._moved

    def place(self, entry: int, base: int, keys: tuple[Any, ...]) -> None:
        """What is at an entry is at ``keys`` below the entry ``base`` in the new file."""
        self._moved[entry] = base, keys

    def call_of(self, entry: int) -> Call | None:
        """The call that stands for that of the tensor at an entry; None where it is written as it was."""
        return self._calls.get(entry)

    def stand_in(self, entry: int, call: Call) -> None:
        """A call is in the place of that of the tensor at an entry."""
        self._calls[entry] = call

    def make_plain(self, node: Any, stand_in: Any) -> None:
        """Plain data is in the place of an object."""
        self.rewrite.replace(node, stand_in)
        self._plain.add(id(node))

    def made_plain(self) -> set[int]:
        """The entries that show an object in whose place plain data is."""
        return {entry for entry, value in enumerate(self.catalogue.tree.values) if id(value) in self._plain}

    @property
    def added(self) -> Sequence[NewStorage]:
        """The storages that the source does not have as such."""
        return self._added

    def add_storage(
        self, dtype: str, nbytes: int, data: bytes | None = None, source: int = -1, start: int = 0
    ) -> NewStorage:
        """A storage that the source does not have as such: see `NewStorage`."""
        storage = NewStorage(str(FIRST_KEY + len(self._added)), dtype, nbytes, data, source, start)
        self._added.append(storage)
        return storage

    @property
    def new_tensors(self) -> Sequence[NewTensor]:
        return self._new_tensors

    def add_tensor(self, tensor: NewTensor) -> None:
        self._new_tensors.append(tensor)

    @property
    def pieces(self) -> Mapping[int, tuple[int, int]]:
        """Tensor row → index of its storage in ``added``, its offset there in elements."""
        return self._pieces

    def put_piece(self, row: int, storage: NewStorage, offset: int) -> None:
        """A tensor row lies in a new storage, ``offset`` elements from the start of it."""
        self._pieces[row] = int(storage.key) - FIRST_KEY, offset

    @property
    def shrunk(self) -> Mapping[int, int]:
        """Storage → bytes left of it."""
        return self._shrunk

    def shrink(self, storage: int, nbytes: int) -> None:
        """Of a storage of the source only so many bytes are left."""
        self._shrunk[storage] = nbytes

    # -- numbers -----------------------------------------------------------------------------------------------

    @property
    def recipes(self) -> Mapping[int, Recipe]:
        """Storage → how its numbers differ."""
        return self._recipes

    def make(self, storage: int, recipe: Recipe) -> None:
        """The numbers of a storage of the source are made by a recipe."""
        self._recipes[storage] = recipe
