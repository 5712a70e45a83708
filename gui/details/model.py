"""Everything there is to say about one entry, as data."""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterator, Sequence
from dataclasses import dataclass
from math import prod

from core.catalogue.catalogue import Catalogue
from core.catalogue.named import WARNING, named_below
from core.catalogue.quoting import is_member, member_word
from core.catalogue.rows import CompoundRow, TensorRow
from core.catalogue.subclasses import sharding_at
from core.edits.preview import Preview, layout_text
from core.layers.held import models_of
from core.layers.layer import CANNOT_TELL, FROM_SHAPES, IN_FILE, Layer
from core.layers.outline import module_of
from core.report.inspect import some_of
from core.report.known import candidate_lines, known_models
from core.report.layers import layer_text, main_model
from core.saving.legacy_format import planned_format, stamp
from core.text import clip, count_text, listed, sentences, shape_text, size_text, titled
from core.words import marked, say
from gui.document.contents import contents_text
from gui.document.selection import Held, held
from gui.document.totals import tables_of

_MOST_LINKS = 12
_MOST_NAMES = 40
_MOST_PIECES = 16
_LONGEST = 4000
_MOST_ENTRIES = 5000  # below an entry whose names are looked for: it is done at every click
_EVIDENCE = {
    IN_FILE: marked("The file names this layer."),
    FROM_SHAPES: marked("Guessed from the names and shapes of its tensors."),
    CANNOT_TELL: marked("Several layers fit the names and shapes."),
}
"""Why a module is said to be a layer, by its grade."""


@dataclass(frozen=True)
class Fact:
    """One line: what it is, what it says in words and in devices, entries one can go to, and a file one can open."""

    name: str
    text: str = ""
    devices: tuple[str, ...] = ()
    links: tuple[int, ...] = ()
    file: str = ""

    @property
    def plain(self) -> str:
        """The line as text, to be copied."""
        return titled(self.name, " ".join(part for part in (" → ".join(self.devices), self.text) if part))


def facts_of(preview: Preview, entry: int) -> list[Fact]:
    """The facts of an entry, the most wanted first."""
    catalogue = preview.catalogue
    facts = [Fact(say("Path"), clip(catalogue.path_text(entry), _LONGEST) or say("(the whole file)"))]
    meaning = preview.planned.meaning(entry)
    row = catalogue.rows[entry]
    if meaning is not None:
        facts.append(
            Fact(say("Meaning"), meaning if row >= 0 else say("optimizer state of {meaning}", meaning=meaning))
        )
    facts += _layer(preview, range(entry, catalogue.ends[entry]))
    facts += _planned(preview, entry)
    facts += _tensor(preview, row) if row >= 0 else _other(preview, entry)
    return facts


def facts_of_many(preview: Preview, entries: Sequence[int]) -> list[Fact]:
    """The facts of several entries together."""
    below = held(preview.catalogue, entries)
    dtypes = dict.fromkeys(map(tables_of(preview.catalogue).dtype_of.__getitem__, below.rows))
    facts = [Fact(say("Keys"), f"{len(entries):,}"), *_layer(preview, frozenset(entries)), *_below(preview, below)]
    return [*facts, Fact(say("Dtypes"), listed(dtypes))] if dtypes else facts


def facts_of_model(preview: Preview, entry: int | None) -> list[Fact]:
    """What the model at an entry is, or the main one of the file (None): a known one, or like none."""
    models = {model.entry: model for model in models_of(preview.planned)}
    model = main_model(preview.planned) if entry is None else models.get(entry)
    if model is None:
        return []
    whole = say(
        "To copy them as print(model) lists them, right-click the model in the tree and choose “Copy layers as text”."
    )
    known = [Fact(say("Model"), line) for line in candidate_lines(*known_models(preview.planned, model))]
    return [*known, Fact(say("Modules"), whole)]


def _layer(preview: Preview, entries: Container[int]) -> Iterator[Fact]:
    """What the module is that has these entries, how far that is known, and what cannot be."""
    part = module_of(preview.planned, entries)
    layer = part.layer if part is not None else None
    if part is None or layer is None or not layer.kind:
        return
    yield Fact(say("Layer"), layer_text(part))
    unknown = listed(layer.unknown)
    unsaid = say("Not recorded in the file: {settings}.", settings=unknown) if unknown else ""
    yield Fact(say("Evidence"), sentences(say(_EVIDENCE[layer.grade]), _assumed(layer), unsaid))


def _assumed(layer: Layer) -> str:
    if not layer.groups:
        return ""
    if layer.kind.startswith("ConvTranspose"):
        return say("The second number, out_channels, is right if groups={groups}.", groups=layer.groups)
    return say("The first number, in_channels, is right if groups={groups}.", groups=layer.groups)


def _planned(preview: Preview, entry: int) -> Iterator[Fact]:
    for change in preview.changes:
        if change.becomes and getattr(change.edit, "entry", None) == entry:
            yield Fact(say("After"), change.becomes)
    row = preview.catalogue.rows[entry]
    if row >= 0 and (layout := layout_text(preview, row)):
        yield Fact(say("After"), layout)
    if preview.lost([entry]):
        yield Fact(say("After"), say("dropped: it will not be in the file you save"))
    elif preview.plan and preview.path_text(entry) != preview.catalogue.path_text(entry):
        yield Fact(say("Path after"), clip(preview.path_text(entry), _LONGEST) or say("(the whole file)"))


def _tensor(preview: Preview, row: int) -> Iterator[Fact]:
    catalogue = preview.catalogue
    tensor = catalogue.tensors[row]
    storage = catalogue.storages[tensor.storage]
    planned = preview.device(row)
    yield Fact(say("Device"), devices=(storage.device,) if planned == storage.device else (storage.device, planned))
    yield Fact(say("Dtype"), " → ".join(dict.fromkeys((tensor.dtype, preview.dtype(row)))))
    yield Fact(say("Shape"), f"{shape_text(tensor.shape)}  {count_text(prod(tensor.shape), 'element')}")
    yield Fact(say("Size"), _size(tensor.nbytes))
    yield Fact(say("Stride"), str(tuple(tensor.stride)))
    yield Fact(
        say("Storage"),
        say("id {key}, {size} of {dtype}", key=clip(storage.key, 60), size=_size(storage.nbytes), dtype=storage.dtype),
    )
    yield from _files(catalogue, tensor.storage)
    if tensor.storage_offset:
        yield Fact(say("Storage offset"), count_text(tensor.storage_offset, "element"))
    yield from _shared(catalogue, row, tensor)
    yield Fact(say("Kind"), say("Parameter") if tensor.parameter else say("Tensor"))
    yield Fact("requires_grad", str(tensor.requires_grad))
    yield Fact(say("Role"), tensor.role)


def _files(catalogue: Catalogue, storage: int) -> Iterator[Fact]:
    """Of several files those that it lies in, and which piece of it each has: ``0:4, 0:8`` as Python would cut it."""
    names = catalogue.checkpoint.part_names
    if len(names) == 1:
        return
    pieces = catalogue.checkpoint.pieces(catalogue.storage_columns.keys[storage])
    if not pieces:
        yield from (Fact(say("File"), clip(names[part], _LONGEST)) for part in catalogue.parts_of_storage[storage])
        return
    for piece in pieces[:_MOST_PIECES]:
        box = ", ".join(f"{first}:{first + size}" for first, size in zip(piece.first, piece.sizes, strict=True))
        file = clip(piece.file, _LONGEST)
        if piece.rank is None:
            yield Fact(say("Piece"), say("[{box}] in {file}", box=box, file=file))
        else:
            yield Fact(say("Piece"), say("[{box}] in {file}, by rank {rank}", box=box, file=file, rank=piece.rank))
    if len(pieces) > _MOST_PIECES:
        yield Fact(say("Piece"), say("… and {pieces}", pieces=count_text(len(pieces) - _MOST_PIECES, "more piece")))


def _shared(catalogue: Catalogue, row: int, tensor: TensorRow) -> Iterator[Fact]:
    others = [other for other in catalogue.rows_of_storage[tensor.storage] if other != row]
    if not others:
        return
    links = tuple(catalogue.tensors[other].entry for other in others[:_MOST_LINKS])
    more = len(others) - len(links)
    text = say("and {more:,} more", more=more) if more else ""
    yield Fact(say("Shares its storage with"), text, links=links)


def _other(preview: Preview, entry: int) -> Iterator[Fact]:
    catalogue = preview.catalogue
    compound = catalogue.compound(entry)
    yield from _compound(catalogue, entry, compound) if compound else (Fact(say("Kind"), _kind(catalogue.kind(entry))),)
    yield from _inside(catalogue, entry)
    value = catalogue.values[entry]
    if isinstance(value, str):
        yield Fact(say("Value"), clip(repr(value[: _LONGEST + 1]), _LONGEST))
    else:
        yield Fact(say("Value"), contents_text(catalogue, entry, _MOST_NAMES))
    yield from _names(catalogue, entry)
    yield from _below(preview, held(catalogue, [entry]))
    planned = planned_format(preview)
    if entry == 0 and planned.of_torch and not planned.after_objects and not stamp(preview):
        yield Fact(say("Read by"), say("torch 1.5 and later; older versions need legacy"))


def _inside(catalogue: Catalogue, entry: int) -> Iterator[Fact]:
    """The checkpoint that bytes are, and how it is opened."""
    if not is_member(catalogue, entry):
        return
    place = member_word(catalogue, entry)
    if place:
        yield Fact(say("Inside"), say("a separate checkpoint: {place}", place=clip(place, _LONGEST)), file=place)
    elif catalogue.checkpoint.is_elsewhere:
        yield Fact(say("Inside"), say("a separate checkpoint, stored as bytes. To open it, download this file first."))
    else:
        yield Fact(say("Inside"), say("a separate checkpoint, stored as bytes"))


def _kind(kind: str) -> str:
    """What is neither a tensor nor a container; those that are have the name of their class."""
    return say("value") if kind == "value" else say("object") if kind == "object" else kind


def _compound(catalogue: Catalogue, entry: int, compound: CompoundRow) -> Iterator[Fact]:
    """A tensor that is made of others, and how a DTensor is laid over its mesh."""
    yield Fact(say("Kind"), clip(compound.wrapper or compound.name, _LONGEST))
    if compound.dtype is not None:
        yield Fact(say("Dtype"), clip(compound.dtype, _LONGEST))
    if compound.shape is not None:
        yield Fact(say("Shape"), shape_text(compound.shape))
    if compound.wrapper:
        yield Fact("requires_grad", str(compound.requires_grad))
    sharding = sharding_at(catalogue, entry)
    if sharding is not None:
        yield Fact(say("Placements"), clip(listed(sharding.placements), _LONGEST))
        yield Fact(say("Mesh"), sharding.mesh.text)


def _names(catalogue: Catalogue, entry: int) -> Iterator[Fact]:
    """The names that an entry refers to beyond plain data, by what loading them would mean."""
    if not catalogue.globals or catalogue.tree.ends[entry] - entry > _MOST_ENTRIES:
        return
    names = named_below(catalogue, entry)
    if names.runs_code:
        yield Fact(
            say("Names that run code"),
            clip(titled(some_of(names.runs_code), say(WARNING)), _LONGEST),
        )
    if names.safe:
        yield Fact(say("Names"), clip(say("{names} (safe)", names=some_of(names.safe)), _LONGEST))


def _below(preview: Preview, below: Held) -> Iterator[Fact]:
    if not below.rows:
        return
    tables = tables_of(preview.catalogue)
    yield Fact(say("Holds"), count_text(len(below.rows), "tensor"))
    yield Fact(say("Size"), _size(below.nbytes))
    before = _by_bytes(tables.devices, tables.storage_bytes, below.storages)
    yield Fact(say("Devices"), listed(before))
    if preview.moves:
        after = _by_bytes(preview.draft.devices, tables.storage_bytes, below.storages)
        if after != before:
            yield Fact(say("Devices after"), listed(after))


def _by_bytes(devices: Sequence[str], nbytes: Sequence[int], storages: Sequence[int]) -> list[str]:
    """The devices of some storages, the one with most bytes first."""
    met = list(dict.fromkeys(map(devices.__getitem__, storages)))
    if len(met) == 1:  # as of most selections, be they of 300,000 tensors
        return met
    total = Counter[str]()
    for storage in storages:
        total[devices[storage]] += nbytes[storage]
    return [device for device, _ in total.most_common()]


def _size(nbytes: int) -> str:
    if nbytes < 1000:
        return count_text(nbytes, "byte")
    return say("{size} ({nbytes:,} bytes)", size=size_text(nbytes), nbytes=nbytes)
