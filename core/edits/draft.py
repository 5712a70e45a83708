"""What a plan makes of a checkpoint, as differences that edits put in by the methods of `Draft`."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import Any

from core.catalogue.catalogue import Catalogue
from core.catalogue.rows import TensorRow
from core.dtypes import ITEM_SIZES, PACKED
from core.edits.diff import FIRST_KEY, ByteTransform, NewStorage, NewTensor, Place, Places, Rewrite
from core.errors import EditError
from core.numbers.layout import StridedLayout
from core.objects.plain_rules import keys_below
from core.objects.tensors import QUANTISED, rebuilt, storage_call
from core.pickling.nodes import Call, DictNode
from core.text import clip
from core.words import say


def _saved_key(rewrite: Rewrite, place: Place) -> Any:
    home, slot = rewrite.homes[place[0]], place[1]
    return home.items[2 * slot] if type(home) is DictNode else None


class Draft:
    """What the edits so far make of a ``catalogue``, which itself never changes; in the end what a `Preview` holds.

    Edits change it by its methods alone, keys and nodes by those of ``rewrite``. ``extracted`` are the entries of the
    objects that become state dicts, by edits that come last.

    ``devices`` has the device of each storage, ``root`` the entry that becomes the whole file. ``container`` (``zip``
    or ``legacy``) and ``protocol`` are what the plan asks for, None for those of the source. ``moved`` says where
    tensors are that have another place than their keys say, ``made`` has the state dicts by the entry they are in the
    place of, ``added`` the storages that the source does not have as such, ``new_tensors`` the tensors, ``pieces``
    which tensor rows lie in a new storage (its index in ``added``, and the offset there in elements), ``shrunk`` what
    is left of storages in bytes, ``layouts`` which tensor rows have another shape, stride or offset, ``recipes`` which
    storages have other numbers.
    """

    def __init__(self, catalogue: Catalogue, extracted: Iterable[int] = ()) -> None:
        self.catalogue = catalogue
        self.rewrite = Rewrite()
        self.devices = list(catalogue.storage_columns.devices)
        self.root = 0
        self.container: str | None = None
        self.protocol: int | None = None
        self.made: dict[int, Any] = {}
        self.moved: Places = {}
        self.added: list[NewStorage] = []
        self.new_tensors: list[NewTensor] = []
        self.pieces: dict[int, tuple[int, int]] = {}
        self.shrunk: dict[int, int] = {}
        self.layouts: dict[int, StridedLayout] = {}
        self.recipes: dict[int, ByteTransform] = {}
        self._notes: dict[str, None] = {}
        self._follows: dict[int, int] = {}  # storage → entry of the parameter it goes along with
        self._paths: dict[int, str] = {}  # id of a node with keys → where it is
        self._extracted = {id(catalogue.tree.values[entry]) for entry in extracted}
        self._plain: set[int] = set()  # ids of the nodes that plain data stands for
        self.made_plain_below: set[int] = set()  # ids of those below which all is plain that is to be
        self.plain_names: list[tuple[Any, Any]] = []  # names that are values, each with the text to be in its place
        self._hidden: list[tuple[int, int]] = []  # entries, first to end, that only `moved` brings back
        self._calls: dict[int, Call] = {}  # entry of a tensor → the call that stands for it

    # -- words -------------------------------------------------------------------------------------------------

    def note(self, text: str) -> None:
        """A sentence for the user; one that is there already is not said twice."""
        self._notes.setdefault(text)

    @property
    def notes(self) -> Iterable[str]:
        return self._notes

    # -- how the file is written -------------------------------------------------------------------------------

    def write_container(self, container: str) -> None:
        self.container = container

    def write_protocol(self, protocol: int) -> None:
        self.protocol = protocol

    # -- devices -----------------------------------------------------------------------------------------------

    def put(self, storages: Iterable[int], device: str) -> None:
        """Storages go to a device."""
        devices, follows = self.devices, self._follows
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
                self.devices[storage] = self.devices[self.catalogue.storage_of[row]]

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

    def keep(self, entry: int) -> None:
        """What is at an entry becomes the whole file."""
        self.root = entry

    def hide(self, first: int, end: int) -> None:
        """Entries are not in the file, but for those that have another place in it: see `place`."""
        self._hidden.append((first, end))

    def is_hidden(self, entry: int) -> bool:
        return any(first <= entry < end for first, end in self._hidden)

    def gone(self) -> bytes:
        """One byte an entry: 1 when it is not in the file to be written. Empty when all stay."""
        drops, root = self.rewrite.drops, self.root
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
        moved = sorted(self.moved) if self._hidden else []
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

    def put_state_dict(self, entry: int, node: Any) -> None:
        """A state dict, as a node, is in the place of what was at an entry."""
        self.made[entry] = node

    # -- tensors that have another place, or other bytes -------------------------------------------------------

    def place(self, entry: int, base: int, keys: tuple[Any, ...]) -> None:
        """What is at an entry is at ``keys`` below the entry ``base`` in the new file."""
        self.moved[entry] = base, keys

    def call_of(self, entry: int) -> Call | None:
        """The call that stands for that of the tensor at an entry; None where it is written as it was."""
        return self._calls.get(entry)

    def stand_in(self, entry: int, call: Call) -> None:
        """A call is in the place of that of the tensor at an entry."""
        self._calls[entry] = call

    @cached_property
    def keys(self) -> dict[int, Any]:
        """The nodes of the file that are keys of dicts or in sets, by ``id``."""
        return keys_below(self.catalogue.tree.values[0])

    def make_plain(self, node: Any, stand_in: Any) -> None:
        """Plain data is in the place of an object."""
        self.rewrite.replace(node, stand_in)
        self._plain.add(id(node))

    def made_plain(self) -> set[int]:
        """The entries that show an object in whose place plain data is."""
        return {entry for entry, value in enumerate(self.catalogue.tree.values) if id(value) in self._plain}

    def add_storage(
        self, dtype: str, nbytes: int, data: bytes | None = None, source: int = -1, start: int = 0
    ) -> NewStorage:
        """A storage that the source does not have as such: see `NewStorage`."""
        storage = NewStorage(str(FIRST_KEY + len(self.added)), dtype, nbytes, data, source, start)
        self.added.append(storage)
        return storage

    def add_tensor(self, tensor: NewTensor) -> None:
        self.new_tensors.append(tensor)

    def put_piece(self, row: int, storage: NewStorage, offset: int) -> None:
        """A tensor row lies in a new storage, ``offset`` elements from the start of it."""
        self.pieces[row] = int(storage.key) - FIRST_KEY, offset

    def shrink(self, storage: int, nbytes: int) -> None:
        """Of a storage of the source only so many bytes are left."""
        self.shrunk[storage] = nbytes

    # -- shapes ------------------------------------------------------------------------------------------------

    def reshape(self, row: int, shape: tuple[int, ...], stride: tuple[int, ...], offset: int | None = None) -> None:
        """A tensor is seen as another shape and stride over the same storage, as by ``torch.as_strided``.

        ``offset`` counts elements from the start of the storage; without it the tensor begins where it began. So do
        all tensors that the file has as one object with this. This is all that an edit of shapes has to say: the
        planned catalogue, the numbers of it and the calls that are written follow. An edit that does so takes its turn
        with those that set numbers, whose boxes count in the shape that a tensor has by then. Raises `EditError` for a
        tensor whose shape says more than how its storage is looked at.
        """
        catalogue, tree = self.catalogue, self.catalogue.tree
        call, storage = storage_call(tree.values[tree.tensors[row]]), catalogue.storage_of[row]
        new = StridedLayout(shape, stride, self.laid_out(row).storage_offset if offset is None else offset)
        self._check_reshape(row, new)
        for other in catalogue.rows_of_storage[storage] if catalogue.storage_columns.tensors[storage] > 1 else (row,):
            if storage_call(tree.values[tree.tensors[other]]) is call:
                self.layouts[other] = new

    def _check_reshape(self, row: int, new: StridedLayout) -> None:
        catalogue, tensor = self.catalogue, self.catalogue.tensors[row]
        made = rebuilt(catalogue.values[tensor.entry])
        above = tensor.entry
        while above > 0 and above not in catalogue.tree.compounds:
            above = catalogue.parents[above]
        is_part = above in catalogue.tree.compounds and tensor.entry not in self.moved
        if made is None or made.func == QUANTISED or tensor.dtype in PACKED or row in catalogue.tree.carried or is_part:
            path = repr(clip(catalogue.path_text(tensor.entry), 72)) if tensor.entry else say("The tensor")
            raise EditError(
                "{path} keeps its shape: it is quantized, part of another tensor, or rebuilt from a CPU copy at "
                "loading.",
                path=path,
            )
        if (new.offset + new.reach) * ITEM_SIZES[tensor.dtype] > catalogue.storage_columns.nbytes[tensor.storage]:
            raise ValueError(f"{new} reaches outside of storage {tensor.storage}")

    def laid_out(self, row: int) -> TensorRow:
        """A tensor row as the edits so far lay it out in its storage; the dtype and the storage are those saved."""
        tensor = self.catalogue.tensors[row]
        new = self.layouts.get(row)
        if new is None:
            return tensor
        nbytes = new.size * ITEM_SIZES[tensor.dtype]
        return tensor._replace(shape=new.shape, stride=new.stride, storage_offset=new.offset, nbytes=nbytes)

    # -- numbers -----------------------------------------------------------------------------------------------

    def make(self, storage: int, recipe: ByteTransform) -> None:
        """The numbers of a storage of the source are made by a recipe."""
        self.recipes[storage] = recipe
