"""The storages of a file to be written: where the bytes of each come from, an open source and what a plan makes of it.

They are asked for by their keys in the graph: those of the source, and those of storages that the plan adds.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property
from typing import TYPE_CHECKING

from core.dtypes import ITEM_SIZES
from core.edits.diff import ByteTransform
from core.edits.preview import Preview
from core.errors import EditError
from core.files.copy import Sink, Source
from core.formats.assembled import AssembledSpan, CutSpan
from core.formats.zip_archive import ZipArchive, read_record
from core.numbers.spans import Span, Spans
from core.progress import Tick
from core.saving.new_ids import indices

if TYPE_CHECKING:
    from core.edits.numbers.made import Maker
    from core.edits.numbers.theirs import Theirs
    from core.saving.made_span import MadeSpan


class NewStorages:
    """The bytes of all storages that a preview can write; ``theirs`` are files that tensors are put in from.

    ``damaged`` gathers the storages of the source whose bytes do not match its checksum, of those whose checksum is
    not written. ``index`` has the number in the catalogue of each storage of the source by its key. ``lost`` is what
    casts lost, as `MadeSpan.lost` counts it, of storages that were written as wholes, by their numbers.
    """

    def __init__(self, preview: Preview, source: Source, theirs: Theirs | None = None) -> None:
        self.preview = preview
        self.source = source
        self.index = indices(preview.catalogue)
        self.damaged: list[int] = []
        self.lost: dict[int, tuple[int, int]] = {}
        self.spans = Spans(preview.catalogue, source)
        self.theirs = theirs
        self._saved = preview.catalogue.storage_columns
        self._added = preview.new_storages

    def check(self, keys: Iterable[str]) -> None:
        """Raises what is the matter with the storages that are written, as far as no bytes are read."""
        keys = list(keys)
        self.spans.check(self.index[key] for key in self._used(keys))
        for key in keys if self._added or self.preview.draft.recipes else ():
            self.span(key)  # which raises for what cannot be cut
            recipe = self.recipe(key)
            for patch in recipe.patches if recipe is not None else ():
                if patch.put is not None and self.theirs is not None:
                    self.theirs.check(patch.put)

    def _used(self, keys: Iterable[str]) -> Iterator[str]:
        """The keys of the storages of the source whose bytes are written, whole or in parts."""
        for key in keys:
            new = self._added.get(key)
            if new is None:
                yield key
            elif new.data is None:
                yield self._saved.keys[new.source]

    def nbytes(self, key: str) -> int:
        """The planned bytes of a storage."""
        new = self._added.get(key)
        return new.nbytes if new is not None else self.preview.storage_bytes[self.index[key]]

    def dtype(self, key: str) -> str:
        """The planned dtype of a storage."""
        new, recipe = self._added.get(key), self.recipe(key)
        if recipe is not None and recipe.casts:
            return recipe.dtype
        return new.dtype if new is not None else self._saved.dtypes[self.index[key]]

    def saved_index(self, key: str) -> int:
        """The number in the catalogue of the storage that one is, or is cut out of; -1 for one that is all new."""
        new = self._added.get(key)
        return new.source if new is not None else self.index[key]

    def recipe(self, key: str) -> ByteTransform | None:
        """How the numbers of a storage, or of what is cut out of one, differ."""
        return self.preview.draft.recipes.get(self.saved_index(key)) if self.preview.draft.recipes else None

    def span(self, key: str) -> Span | MadeSpan:
        """The bytes of a storage. Raises `EditError` where a part of one cannot be cut out."""
        span, maker = self.source_span(key), self.maker(key)
        if maker is None:
            return span
        from core.saving.made_span import MadeSpan  # noqa: PLC0415 - NumPy, for a plan that needs it

        return MadeSpan(span, maker, self.nbytes(key))

    def maker(self, key: str) -> Maker | None:
        """What makes the bytes of a storage out of those in the source; None where they are the same."""
        recipe = self.recipe(key)
        if recipe is None:
            return None
        from core.edits.numbers.made import Maker  # noqa: PLC0415 - as above

        assert self.theirs is not None
        return Maker(recipe, self.theirs, self.turned(key), self._first(key, recipe))

    def _first(self, key: str, recipe: ByteTransform) -> int:
        """The item of the storage of the source that the first one of a storage is."""
        new = self._added.get(key)
        return new.start // ITEM_SIZES[recipe.saved] if new is not None else 0

    def source_span(self, key: str) -> Span:
        """The bytes of the source that those of a storage are made of, or are."""
        new = self._added.get(key)
        if new is None:
            return self.spans.of(self.index[key])
        if new.data is not None:
            return Span(0, new.nbytes, None, new.data)
        whole = self.spans.of(new.source)
        if not whole.is_verbatim:
            raise EditError(
                "The storages in this file are compressed, so they cannot be cut to what is used. Save a copy "
                "first, then cut the storages of the copy."
            )
        recipe = self.recipe(key)
        nbytes = new.nbytes if recipe is None else new.nbytes // ITEM_SIZES[recipe.dtype] * ITEM_SIZES[recipe.saved]
        return Span(whole.offset + new.start, nbytes, None)

    def write_summed(self, key: str, sink: Sink) -> bool:
        """Write the bytes of a storage; whether they match the checksum that the source has of them."""
        span = self.span(key)
        sound = span.write_summed(self.source, sink)
        if not isinstance(span, Span):
            self.count_lost(key, span)
        if isinstance(self.source_span(key), AssembledSpan | CutSpan):
            return self.spans.is_sound(self.index[key], lambda: sink.tick(0, sink.total))
        return sound

    def count_lost(self, key: str, span: MadeSpan) -> None:
        """Note what was lost of a storage that was written. Numbers that were put in are no part of the count."""
        recipe = self.recipe(key) if key not in self._added else None
        if recipe is not None and all(patch.put is None for patch in recipe.patches):
            self.lost[self.index[key]] = span.lost

    # -- checksums that are not taken along ----------------------------------------------------------------

    def sum_up_cut(self, keys: Iterable[str], tick: Tick) -> None:
        """Compare the storages that parts are cut out of with their checksums: the parts get new ones."""
        added = (self._added[key] for key in keys if key in self._added)
        for index in dict.fromkeys(new.source for new in added if new.data is None):
            if not self.spans.is_sound(index, lambda: tick(0, 0)):
                self.damaged.append(index)

    def sum_up_too_large(self, key: str) -> None:
        """The same for a storage of whose record only the front is written."""
        index = self.index.get(key, -1)
        if index >= 0 and self.spans.too_large(index) and not self.spans.is_sound(index):
            self.damaged.append(index)

    # -- the order of bytes --------------------------------------------------------------------------------

    @cached_property
    def is_big_endian(self) -> bool:
        """Whether the source is of a machine that writes the bytes of a number the other way round."""
        archive = self.preview.catalogue.checkpoint.archive
        record = archive.record("byteorder") if isinstance(archive, ZipArchive) else None
        return record is not None and read_record(self.source, record) == b"big"

    def turned(self, key: str) -> str:
        """The saved dtype of a storage by which torch turns its bytes around; empty where it turns none."""
        index = self.saved_index(key)
        return self._saved.dtypes[index] if self.is_big_endian and index >= 0 else ""
