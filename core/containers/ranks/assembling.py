"""Assembles the checkpoint that ranks saved in parts: a new graph, whose tensors are put together from their runs."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import prod
from typing import Any, NamedTuple

from core.containers.content import Content, Several
from core.containers.joining import ReadPart
from core.dtypes import ITEM_SIZES, Shape
from core.errors import Malformed
from core.files.parts import side_by_side
from core.formats.assembled import AssembledArchive, Piece, Whole, check_tiling
from core.formats.several import SeveralArchive, joined, split
from core.formats.tensor_node import contiguous, tensor_node
from core.formats.zip_archive import ZipArchive
from core.objects.pickle_forms import Mentions
from core.objects.tensors import is_carried, is_packed, rebuilt, signs, tensor_spec
from core.pickling.nodes import ATOMS, ORDERED_DICT, Call, DictNode, Global, PersistentId, inside


class CannotTell(Exception):
    """Says that the parts of ranks cannot be assembled and are shown as they are; ``note`` says why, in English."""

    def __init__(self, note: str) -> None:
        super().__init__(note)
        self.note = note


def branches(content: Content, parts: Sequence[ReadPart], several: Several) -> Content:
    """All files below one root, by their names, joined to ``content``; one alone is the root itself."""
    flat = [each for part in parts for each in (part.name, part.content.root)]
    return content._replace(root=parts[0].content.root if len(parts) == 1 else DictNode(flat), several=several)


class RankRun(NamedTuple):
    """Numbers that lie one behind the other: ``length`` of them from byte ``at`` of ``storage`` on.

    ``nbytes`` is how large the storage is said to be.
    """

    storage: str
    at: int
    length: int
    dtype: str
    nbytes: int

    def part(self, first: int, length: int) -> RankRun:
        return self._replace(at=self.at + first * ITEM_SIZES[self.dtype], length=length)


class Stored(NamedTuple):
    """A tensor as a rank saved it."""

    shape: Shape
    run: RankRun
    is_on_cpu: bool = True


def stored(node: Any) -> Stored | None:
    """The tensor of a node, whose numbers lie in order; None for what is no such tensor.

    Raises `Malformed` for one that reaches outside its storage.
    """
    spec = tensor_spec(node) if type(node) is Call else None
    if spec is None or not spec.storage.key or is_carried(node) or is_packed(node, spec.dtype):
        return None
    made = rebuilt(node)
    steps = zip(spec.shape, spec.stride, contiguous(spec.shape), strict=True)
    in_order = not spec.elements or all(size == 1 or step == usual for size, step, usual in steps)
    if made is None or not in_order or any(signs(made)):
        return None
    at = spec.offset * ITEM_SIZES[spec.dtype]
    run = RankRun(spec.storage.key, at, spec.elements, spec.dtype, spec.storage.nbytes)
    return Stored(spec.shape, run, spec.storage.device == "cpu")


class Assembly:
    """Builds the graph of the assembled checkpoint from parts that `branches` joined to ``content``.

    Its storages have new names. Its tensors lie on the CPU, where DeepSpeed's and FSDP's own tools put them too.
    """

    def __init__(self, content: Content, parts: int) -> None:
        self._content = content
        self._number = parts  # a storage is named by the number of its file; no file has this number
        self._wholes: dict[str, Whole] = {}
        self._claimed: dict[str, int] = {}

    def in_a_row(self, shape: Shape, dtype: str, runs: Iterable[RankRun]) -> Call:
        """Make a tensor from runs that lie one behind the other and have as many numbers as it."""
        first, pieces = 0, []
        for run in runs:
            pieces.append(Piece((first,), (run.length,), run.storage, run.at))
            self._claimed[run.storage] = run.nbytes
            first += run.length
        return self._tensor(shape, dtype, Whole((first,), ITEM_SIZES[dtype], tuple(pieces)))

    def of_boxes(self, name: str, shape: Shape, dtype: str, boxes: Iterable[tuple[Shape, Stored]]) -> Call:
        """A tensor of boxes, each with the indices where it begins. Raises `Malformed` where they do not tile it."""
        pieces = []
        for first, box in boxes:
            if box.run.dtype != dtype:
                raise Malformed(
                    "A piece of {name} has dtype {dtype}, but the whole tensor has {other}: the files are from "
                    "different saves.",
                    name=name,
                    dtype=box.run.dtype,
                    other=dtype,
                )
            pieces.append(Piece(first, box.shape, box.run.storage, box.run.at))
            self._claimed[box.run.storage] = box.run.nbytes
        whole = Whole(shape, ITEM_SIZES[dtype], tuple(pieces))
        check_tiling(name, whole)
        return self._tensor(shape, dtype, whole)

    def copy(self, found: Stored) -> Call:
        """The same tensor with a storage of its own."""
        return self.in_a_row(found.shape, found.run.dtype, [found.run])

    def checksum(self, storage: str) -> int | None:
        """Return the checksum that the file gives for the bytes of a storage; None where it gives none."""
        archive = self._content.archive
        number, key = split(storage)
        part = archive.archives[number] if isinstance(archive, SeveralArchive) else archive
        record = part.storage(key) if isinstance(part, ZipArchive) else None
        return record.crc or None if record is not None else None

    def finish(self, root: Any, several: Several) -> Content:
        """The whole. Raises `Malformed` or `Truncated` where a file lacks what is taken from it."""
        below = self._content.archive
        end = side_by_side(self._content.files)[-1].end
        below.check(list(self._claimed), list(self._claimed.values()), end)
        archive = AssembledArchive(several.kind, below, self._wholes)
        mentions = mentions_below(root, self._content.mentions)
        return self._content._replace(archive=archive, root=root, mentions=mentions, several=several)

    def _tensor(self, shape: Shape, dtype: str, whole: Whole) -> Call:
        assert prod(whole.shape) == prod(shape)
        key = joined(self._number, str(len(self._wholes)))
        self._wholes[key] = whole
        return tensor_node(key, dtype, shape)


def like(node: Any, flat: list[Any]) -> Any:
    """A dict of these keys and values, of the kind of another one and with what is noted there."""
    if type(node) is not Call or node.func != ORDERED_DICT:
        return DictNode(flat)
    made = Call("R", ORDERED_DICT, ())
    if flat:
        made.set_items(flat)
    state = node.payload("state")
    if state is not None:
        made.set_state(state)
    return made


def mentions_below(root: Any, said: Mentions) -> Mentions:
    """Collect what an assembled graph refers to; ``said`` is the same of the graphs that its parts come from."""
    mentions = Mentions()
    mentions.opcodes, mentions.oddities = said.opcodes, said.oddities
    names: dict[Global, None] = {}
    seen: set[int] = set()
    shared: set[int] = set()
    pending = [root]
    while pending:
        node = pending.pop()
        if type(node) in ATOMS:
            continue
        if type(node) is Global:
            names[node] = None
        elif id(node) in seen:
            shared.add(id(node))
        else:
            seen.add(id(node))
            pending += reversed(list(inside(node)))
            if type(node) is PersistentId:
                mentions.persistent.append(node)
            elif type(node) is Call and node.args != ():
                mentions.calls.append(node)
    mentions.names = list(names)
    mentions.shared = said.shared | shared
    return mentions
