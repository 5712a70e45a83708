"""What a preview would have written, tensor by tensor: for formats that have no pickle of the whole.

The graph is walked as it is planned: keys renamed, entries left out, state dicts made. Bytes are those of the plan too.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import cached_property
from typing import TYPE_CHECKING, Any

from core.catalogue.checkpoint import no_collector
from core.edits.preview import Preview
from core.files.copy import CountingSink, Sink
from core.objects.tensors import TENSOR_FUNCTIONS, is_carried, tensor_spec
from core.pickling.nodes import ATOMS, Call, DictNode, PersistentId, calls, mapping
from core.saving.entries import Path, PlannedObject, PlannedTensor
from core.saving.layout import NewFile
from core.saving.new_ids import planned_device
from core.saving.opened import changes_told, check_unchanged, source_of, their_files
from core.saving.storages import NewStorages
from core.saving.tensor_bytes import TensorBytes

if TYPE_CHECKING:
    from core.formats.later import Later
    from core.saving.spread.gaps import Gaps

_DEEPEST = 500
_DEEPEST_CALL = 8


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

    def write(self, tensor: PlannedTensor, sink: Sink) -> Later | None:
        """Write the numbers of a tensor one after the other, as its shape says, in constant memory.

        Little-endian, whatever the source. Notes storages of the source that do not match their checksums. What is
        given is the checksum of bytes that were left to workers; None where all are written.
        """
        return self._bytes.write(tensor, sink)

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
        old, root = self.storages, self.written(node)
        new = NewFile(self.preview, container, old.source, old.theirs, old.gaps, root=root, marked=marked)
        new.write(own)
        self.storages.damaged += new.damaged
        sink.position += own.position
        return own.position


@contextmanager
def planned(preview: Preview, gaps: Gaps | None = None) -> Iterator[Planned]:
    """What a preview would have written, with the source open; ``gaps`` are what is left to workers.

    Raises `SourceChanged` where the source is another by now.
    """
    checkpoint = preview.catalogue.checkpoint
    with source_of(checkpoint) as source, their_files(preview) as theirs, no_collector():
        found = Planned(preview, NewStorages(preview, source, theirs, gaps))
        try:
            with changes_told(checkpoint, source.files):
                yield found
                check_unchanged(checkpoint, source.files)
        finally:
            found.close()
