"""What a preview would have written, tensor by tensor, while its source is open.

The graph is walked as it is planned: keys renamed, entries left out, state dicts made. Bytes are those of the plan too.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import cached_property
from math import prod
from typing import TYPE_CHECKING, Any, NamedTuple

from core.catalogue.checkpoint import Checkpoint, no_collector
from core.dtypes import ITEM_SIZES, Shape
from core.edits.preview import Preview
from core.errors import Malformed, SourceChanged, Truncated
from core.files.byte_source import Bytes
from core.files.copy import CHUNK, CountingSink, Sink, Source
from core.files.parts import Files
from core.formats.assembled import AssembledSpan
from core.formats.span import Span
from core.numbers.layout import StridedLayout
from core.objects.tensors import TENSOR_FUNCTIONS, is_carried, rebuilt, signs, tensor_spec
from core.objects.value_text import key_text
from core.pickling.nodes import ATOMS, Call, DictNode, PersistentId, calls, mapping
from core.saving.layout import NewFile
from core.saving.new_ids import planned_device
from core.saving.storages import NewStorages

if TYPE_CHECKING:
    from core.edits.numbers.theirs import Theirs
    from core.numbers.stored import SpanBytes
    from core.numbers.tensor import TensorNumbers

_DEEPEST = 500
_DEEPEST_CALL = 8
_RAW = {1: "uint8", 2: "uint16", 4: "uint32", 8: "uint64", 16: "complex128"}
"""Dtypes that stand for items of so many bytes, whatever is in them."""

Path = tuple[Any, ...]
"""Keys and indices from the root down."""


class PlannedTensor(NamedTuple):
    """A tensor with a storage, as it would be written.

    ``stride`` and ``offset`` count items of ``storage``, a key: tensors of one storage share numbers. ``node`` is the
    inert object that torch.save would write for it.
    """

    path: Path
    dtype: str
    shape: Shape
    device: str
    requires_grad: bool
    parameter: bool
    storage: str
    stride: Shape
    offset: int
    node: Any

    @property
    def name(self) -> str:
        """The keys that lead to it as one text: ``model/conv.weight``."""
        return path_text(self.path)

    @property
    def nbytes(self) -> int:
        """Bytes of its numbers, one after the other."""
        return prod(self.shape) * ITEM_SIZES[self.dtype]

    @property
    def layout(self) -> StridedLayout:
        return StridedLayout(self.shape, self.stride, self.offset)


class PlannedObject(NamedTuple):
    """What is no tensor with a storage: a number, a text, an object; ``node`` is inert."""

    path: Path
    node: Any


def path_text(path: Path) -> str:
    """``model/conv.weight``."""
    return "/".join(map(key_text, path))


class Planned:
    """The tensors and objects of a preview, and their bytes while the source is open: see `planned`."""

    def __init__(self, preview: Preview, storages: NewStorages) -> None:
        self.preview = preview
        self.storages = storages
        self._bytes = TensorBytes(storages)
        self._root, self._replaced = preview.edited_graph()

    def at(self, node: Any) -> Planned:
        """The same of what is below a node of the graph."""
        part = Planned(self.preview, self.storages)
        part._root = node
        return part

    def close(self) -> None:
        """Give up what was unpacked on the way."""
        self._bytes.close()

    # -- what there is -------------------------------------------------------------------------------------

    @property
    def root(self) -> Any:
        """The object that would be saved: a node, below which others stand for those that are written."""
        return self.written(self._root)

    def written(self, node: Any) -> Any:
        """What is written in the place of a node; its parts may have others written in their places themselves."""
        while type(node) not in ATOMS and id(node) in self._replaced:
            node = self._replaced[id(node)]
        return node

    def items(self, node: Any) -> DictNode | None:
        """The items of a dict-like node as they are written, keys and values by turns; None of all else."""
        found = mapping(self.written(node))
        return None if found is None else self.written(found)

    def tensor(self, path: Path, node: Any) -> PlannedTensor | None:
        """The tensor at a node; None of what is none, or has no storage of its own, as DTensors and sparse ones."""
        made = self._made(node)
        spec = tensor_spec(made) if type(made) is Call and calls(made, TENSOR_FUNCTIONS) else None
        if spec is None or not spec.storage.key or is_carried(made):
            return None
        key = spec.storage.key
        recipe = self.storages.recipe(key)
        device = planned_device(self.preview, self.storages.saved_index(key), spec.storage.device)
        dtype = spec.dtype if recipe is None else recipe.dtype
        flags = spec.requires_grad, spec.parameter
        return PlannedTensor(path, dtype, spec.shape, device, *flags, key, spec.stride, spec.offset, made)

    @cached_property
    def entries(self) -> tuple[PlannedTensor | PlannedObject, ...]:
        """All that is below the root, in its order, through dicts, lists and tuples; empty ones are objects."""
        return tuple(self._below((), self.root, 0))

    @property
    def tensors(self) -> list[PlannedTensor]:
        return [entry for entry in self.entries if isinstance(entry, PlannedTensor)]

    @property
    def objects(self) -> list[PlannedObject]:
        return [entry for entry in self.entries if isinstance(entry, PlannedObject)]

    def _below(self, path: Path, node: Any, depth: int) -> Iterator[PlannedTensor | PlannedObject]:
        node = self.written(node)
        tensor = self.tensor(path, node)
        if tensor is not None:
            yield tensor
            return
        children = self._children(node) if depth < _DEEPEST else []
        for key, child in children:
            yield from self._below((*path, self._key(key)), child, depth + 1)
        if not children:
            yield PlannedObject(path, node)

    def _children(self, node: Any) -> list[tuple[Any, Any]]:
        items = self.items(node)
        if items is not None:
            return list(zip(items.items[::2], items.items[1::2], strict=True))
        return list(enumerate(node)) if type(node) in (list, tuple) else []

    def _key(self, key: Any) -> Any:
        return self.written(key) if type(key) not in ATOMS else key

    def _made(self, node: Any, depth: int = 0) -> Any:
        """A call with all that is written in the place of its parts: those that say what tensor it makes."""
        node = self.written(node)
        if type(node) is not Call or type(node.args) is not tuple or depth > _DEEPEST_CALL:
            return node
        before = self.written(node.args)
        after = tuple(
            self._made(part, depth + 1) if type(part) in (Call, PersistentId, tuple) else part for part in before
        )
        if all(one is other for one, other in zip(after, node.args, strict=False)) and len(after) == len(node.args):
            return node
        made = Call(node.kind, node.func, after)
        made.steps = node.steps
        return made

    # -- its bytes -----------------------------------------------------------------------------------------

    def write(self, tensor: PlannedTensor, sink: Sink) -> None:
        """Write the numbers of a tensor one after the other, as its shape says, in constant memory.

        Little-endian, whatever the source. Notes storages of the source that do not match their checksums.
        """
        self._bytes.write(tensor, sink)

    def read(self, tensor: PlannedTensor, at: int, length: int) -> bytes | None:
        """Some of these bytes, to compare with; None where they would have to be unpacked or gathered."""
        return self._bytes.read(tensor, at, length)

    def write_saved(self, node: Any, sink: Sink, container: str = "zip", *, marked: bool = True) -> int:
        """Write what ``torch.save`` of the object at a node writes, a zip or as before torch 1.6; how many bytes.

        It is ``marked`` as a copy of what is not all there, where that is so.
        """
        begin = sink.position
        sink.flush()
        own = Sink(sink.out, sink.total, lambda done, _: sink.tick(begin + done, sink.total))
        own = CountingSink() if isinstance(sink, CountingSink) else own
        NewFile(self.preview, container, self.storages, root=self.written(node), marked=marked).write(own)
        sink.position += own.position
        return own.position


# -- the source -------------------------------------------------------------------------------------------------------


@contextmanager
def planned(preview: Preview) -> Iterator[Planned]:
    """What a preview would have written, with the source open.

    Raises `SourceChanged` where the source is another by now.
    """
    checkpoint = preview.catalogue.checkpoint
    with source_of(checkpoint) as source, their_files(preview) as theirs, no_collector():
        found = Planned(preview, NewStorages(preview, source, theirs))
        try:
            with changes_told(checkpoint, source.files):
                yield found
        finally:
            found.close()


@contextmanager
def source_of(checkpoint: Checkpoint) -> Iterator[Source]:
    """The files of a checkpoint. Raises `SourceChanged` where they cannot be read any more, or are others."""
    files = checkpoint.files()
    try:
        files.open()
    except SourceChanged:
        raise _changed(checkpoint) from None
    except OSError as error:
        raise SourceChanged(
            "{path} cannot be read any more: {reason}. Open it again.", path=checkpoint.path, reason=error.strerror
        ) from None
    with files:
        yield Source(files, checkpoint.name)


@contextmanager
def their_files(preview: Preview) -> Iterator[Theirs | None]:
    """The files that tensors are put in from; None where no numbers change, and NumPy is not needed."""
    if not preview.draft.recipes:
        yield None
        return
    from core.edits.numbers.theirs import Theirs  # noqa: PLC0415

    with Theirs() as theirs:
        yield theirs


def check_unchanged(checkpoint: Checkpoint, files: Files) -> None:
    """Raises `SourceChanged` where a file that was read is another by now."""
    try:
        files.check_unchanged()
    except SourceChanged:
        raise _changed(checkpoint) from None


def _changed(checkpoint: Checkpoint) -> SourceChanged:
    return SourceChanged(
        "{name} has changed on disk since it was opened. Nothing was written; open it again and repeat the plan.",
        name=checkpoint.name,
    )


@contextmanager
def changes_told(checkpoint: Checkpoint, files: Files) -> Iterator[None]:
    """What no longer fits together because the source is another by now is not called damage."""
    try:
        yield
    except (Malformed, Truncated):
        check_unchanged(checkpoint, files)
        raise


# -- bytes one after the other, however they lie in the source --------------------------------------------------------


class TensorBytes:
    """Writes and reads the bytes of tensors whose ``storages`` are open."""

    def __init__(self, storages: NewStorages) -> None:
        self._storages = storages
        self._summed: set[int] = set()
        self._bytes: SpanBytes | None = None

    def close(self) -> None:
        """Give up what was unpacked."""
        if self._bytes is not None:
            self._bytes.close()

    def write(self, tensor: PlannedTensor, sink: Sink) -> None:
        """As `core.saving.planned.Planned.write` says."""
        storages, source, key = self._storages, self._storages.source, tensor.storage
        size = tensor.nbytes
        if not size:
            return
        if isinstance(sink, CountingSink):
            sink.pass_over(size)
            return
        span, begin = storages.span(key), tensor.offset * ITEM_SIZES[tensor.dtype]
        as_is = self._is_as_is(tensor)
        if as_is and not begin and size == span.size:
            storages.sum_up_too_large(key)
            if not storages.write_summed(key, sink):
                self._note(storages.saved_index(key))
            return
        self._sum_up(storages.saved_index(key), sink)
        if as_is and isinstance(span, Span) and span.is_verbatim:
            sink.copy(source, span.offset + begin, size)
        elif as_is:
            _write_from(self._stored(key), begin, size, sink)
        else:
            for piece in self._numbers(tensor).in_order():
                sink.write_large(_bytes_of(piece, tensor.dtype))

    def read(self, tensor: PlannedTensor, at: int, length: int) -> bytes | None:
        """As `core.saving.planned.Planned.read` says."""
        span = self._storages.span(tensor.storage)
        if not self._is_as_is(tensor) or not tensor.nbytes:
            return None
        if span.data is not None:
            return span.data[tensor.offset * ITEM_SIZES[tensor.dtype] + at :][:length]
        if isinstance(span, Span) and not span.is_verbatim and not isinstance(span, AssembledSpan):
            return None
        if not isinstance(span, Span) and span.is_packed:
            return None
        item = ITEM_SIZES[tensor.dtype]
        first, end = at // item, -(-(at + length) // item)
        found = span.read(self._storages.source, (tensor.offset + first) * item, (end - first) * item)
        return found[at - first * item :][:length]

    # -- how they lie --------------------------------------------------------------------------------------

    def _is_as_is(self, tensor: PlannedTensor) -> bool:
        """Whether its numbers follow each other in its storage as they are to be written."""
        made = rebuilt(tensor.node)
        assert made is not None
        turned = self._storages.turned(tensor.storage)
        return tensor.layout.is_contiguous and not turned and not any(signs(made))

    def _numbers(self, tensor: PlannedTensor) -> TensorNumbers:
        """The items of a tensor in its order; where they are the conjugate of what is stored, the numbers."""
        from core.edits.numbers.made import planned_turn  # noqa: PLC0415 - NumPy, for what does not lie in order
        from core.numbers.tensor import Reading, TensorNumbers  # noqa: PLC0415

        made = rebuilt(tensor.node)
        assert made is not None
        turned, recipe = self._storages.turned(tensor.storage), self._storages.recipe(tensor.storage)
        if recipe is not None:
            turned = planned_turn(recipe, turned)
        dtype = tensor.dtype if any(signs(made)) else _RAW[ITEM_SIZES[tensor.dtype]]
        return TensorNumbers(dtype, tensor.layout, self._stored(tensor.storage), Reading(turned, None, *signs(made)))

    def _stored(self, key: str) -> Bytes:
        from core.edits.numbers.made import MadeBytes  # noqa: PLC0415 - as above
        from core.numbers.stored import SpanBytes  # noqa: PLC0415

        source, span, maker = self._storages.source, self._storages.source_span(key), self._storages.maker(key)
        self._bytes = self._bytes or SpanBytes(source.files, source.name, lambda: None)
        found = self._bytes.of(span)
        return found if maker is None else MadeBytes(found, maker)

    # -- checksums -----------------------------------------------------------------------------------------

    def _sum_up(self, index: int, sink: Sink) -> None:
        """Compare the storage of a part with its checksum, once: what is written gets none."""
        if index < 0 or index in self._summed:
            return
        self._summed.add(index)
        if not self._storages.spans.is_sound(index, lambda: sink.tick(0, sink.total)):
            self._note(index)

    def _note(self, index: int) -> None:
        if index not in self._storages.damaged:
            self._storages.damaged.append(index)


def _write_from(stored: Bytes, begin: int, size: int, sink: Sink) -> None:
    buffer = bytearray(min(CHUNK, size))
    for at in range(0, size, CHUNK):
        piece = memoryview(buffer)[: size - at]
        stored.read_into(piece, begin + at)
        sink.write_large(piece)


def _bytes_of(numbers: Any, dtype: str) -> memoryview:
    """Numbers as items of a dtype, byte by byte."""
    import numpy as np  # noqa: PLC0415 - as above

    from core.numbers.convert import converted  # noqa: PLC0415

    if dtype == "complex32" and numbers.dtype == np.complex64:
        items = numbers.view(np.float32).astype(np.float16)
    else:
        items = numbers if numbers.dtype.name in _RAW.values() else converted(numbers, dtype)
    view: Any = np.ascontiguousarray(items).view(np.uint8)
    return memoryview(view)
