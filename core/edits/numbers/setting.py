"""Numbers of a tensor are set, or become those of another tensor."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import prod
from typing import TYPE_CHECKING, Any

from core.catalogue.build import open_catalogue
from core.catalogue.catalogue import Catalogue
from core.catalogue.derived import derived
from core.catalogue.quoting import indexed, literal
from core.catalogue.rows import TensorRow
from core.dtypes import ITEM_SIZES, PACKED, takes_gradients
from core.edits.diff import ByteTransform, Patch, Put
from core.edits.draft import Draft
from core.edits.edit import NO_EFFECT, Edit, Effect, InRow, NumbersSet, called
from core.edits.fields import Box, Entry, File, Identity, Number, Shape
from core.edits.numbers.cast import why_not_whole
from core.edits.steps import Names, Step, number_text
from core.errors import CheckpointError, EditError
from core.numbers.layout import StridedLayout
from core.objects.tensors import QUANTISED, rebuilt, signs
from core.text import clip, count_text, shape_text, titled
from core.words import marked, say, say_count

if TYPE_CHECKING:
    from core.edits.script import Script

_ONLY_HERE = marked("The numbers of a tensor apply only to this file, so a recipe cannot hold them.")


@dataclass(frozen=True, slots=True)
class SetNumbers(Edit):
    """The numbers of a tensor in ``box`` become ``value``: (start, stop, step) a dimension, as in ``tensor[box]``."""

    entry: Entry
    box: Box
    value: Number

    about = ("entry", "box")
    goes_last = True
    turn = 2
    only_here = _ONLY_HERE
    torch_turn = 0

    @property
    def numbers_set(self) -> NumbersSet:
        return NumbersSet(self.entry, self.box, self.value)

    def apply(self, draft: Draft) -> Effect:
        """One number, or all in a box, become a value."""
        from core.numbers.fitting import fitting  # noqa: PLC0415 - NumPy, for a plan that needs it

        row, tensor = _tensor(draft, self.entry)
        _check_box(self, tensor)
        recipe = _recipe(draft, row)
        become = fitting(self.value, recipe.dtype)
        if become:
            draft.note(
                say(
                    "{value} becomes {become} in {path}, which is {dtype}.",
                    value=clip(str(self.value), 40),
                    become=become,
                    path=_path(draft, tensor),
                    dtype=recipe.dtype,
                )
            )
        where = StridedLayout(tensor.shape, tensor.stride, tensor.storage_offset)
        part = where.part(tuple(slice(*each) for each in self.box))
        for axis, step in enumerate(tensor.stride):
            if not step and part.shape[axis] < tensor.shape[axis]:
                many = tensor.shape[axis]
                draft.note(
                    say(
                        "{path} is expanded: one number stands for {many}, and all change.",
                        path=_path(draft, tensor),
                        many=many,
                    )
                )
        _tell_sharing(draft, row)
        draft.make(tensor.storage, recipe._replace(patches=(*recipe.patches, Patch(part.once, self.value))))
        what = number_before(draft.catalogue, row, where, self.box) or count_text(part.size, "number")
        return Effect(1, nbytes=part.size * ITEM_SIZES[recipe.dtype], what=what)

    def value_text(self, most: int) -> str:
        """The new number as people read it, in no more than ``most`` characters."""
        return clip(str(self.value), most)

    def becomes(self, catalogue: Catalogue, effect: Effect = NO_EFFECT) -> str:
        return f"{effect.what} → {self.value_text(40)}".lstrip()

    def in_row(self, becomes: str) -> InRow | None:
        return InRow(self.entry, becomes, prod(len(range(*each)) for each in self.box))

    def title(self, catalogue: Catalogue, effect: Effect = NO_EFFECT) -> str:
        where = f"[{box_text(self.box)}]" if self.box else ""
        return titled(f"{catalogue.path_text(self.entry) or say('the tensor')}{where}", self.becomes(catalogue, effect))

    def on_button(self, catalogue: Catalogue, most: int = 32) -> str:
        path = called(catalogue, self.entry, most)
        return say("set numbers of {path} to {value}", path=path, value=self.value_text(most))

    @classmethod
    def several(cls, edits: Sequence[Any], count: int) -> str:
        return say_count(count, "set numbers in {n:,} place", "set numbers in {n:,} places")

    def ways(self, names: Names) -> Iterator[list[Step]]:
        path, value = names.path(self.entry), number_text(self.value)
        yield [Step("set", f"{path}={value}")]
        yield [Step("set", f"{path}[{box_text(self.box)}]={value}")]

    def in_torch(self, script: Script) -> None:
        there = _numbers_in_torch(script, self.entry)
        value = script.number(self.value)
        if there:
            script.write(f"{there}[{box_text(self.box)}] = {value}" if self.box else f"{there}.fill_({value})")


@dataclass(frozen=True, slots=True)
class PutTensor(Edit):
    """The numbers of a tensor become those of another file: of an ``.npy``, or of what is at path ``key`` in a
    checkpoint.

    Numbers of an ``.npy`` are put into the tensor's own dtype; a tensor of a checkpoint brings its dtype along.
    Made by `core.edits.numbers.theirs.put_tensor`, which looks into the file: ``dtype`` and ``shape`` are those that it
    found there, ``identity`` tells whether the file is still the same when it is read.
    """

    entry: Entry
    file: File
    key: str | None
    identity: Identity
    dtype: str
    shape: Shape

    about = ("entry",)
    goes_last = True
    turn = 2
    only_here = _ONLY_HERE
    torch_turn = 0

    @property
    def numbers_set(self) -> NumbersSet:
        return NumbersSet(self.entry)

    def apply(self, draft: Draft) -> Effect:
        """All numbers of a tensor become those of another."""
        return self.put_into(draft, self.entry, self)

    @staticmethod
    def put_into(draft: Draft, entry: int, put: Put) -> Effect:
        """The numbers of the tensor at an entry become those that are put in. Raises `EditError` where none fit."""
        row, tensor = _tensor(draft, entry)
        path = _path(draft, tensor)
        if put.shape != tensor.shape:
            raise EditError(
                "{path} is {shape}, but the tensor from {file!r} is {theirs}.",
                path=path,
                shape=_shape(tensor.shape),
                file=put.file.name,
                theirs=_shape(put.shape),
            )
        where = StridedLayout(tensor.shape, tensor.stride, tensor.storage_offset)
        if where.once.shape != where.shape:
            raise EditError(
                "{path} is expanded: one number stands for many, so no other tensor fits. Set its numbers.", path=path
            )
        recipe = _recipe(draft, row)
        if put.key is not None and put.dtype != recipe.dtype:
            if not _fills(draft, row, where) or why_not_whole(draft.catalogue, tensor.storage, draft):
                draft.note(
                    say(
                        "{path} stays {dtype}, because other tensors share its storage; its new numbers were {theirs}.",
                        path=path,
                        dtype=recipe.dtype,
                        theirs=put.dtype,
                    )
                )
            elif tensor.requires_grad and not takes_gradients(put.dtype):
                raise EditError(
                    "{path} requires a gradient, which a tensor of {dtype} cannot have.", path=path, dtype=put.dtype
                )
            else:
                recipe = recipe._replace(dtype=put.dtype)
        if not _can_become(put.dtype, recipe.dtype):
            raise EditError(
                "{path} has dtype {dtype}, and numbers of {theirs} cannot be converted to it.",
                path=path,
                dtype=recipe.dtype,
                theirs=put.dtype,
            )
        _tell_sharing(draft, row)
        # What was there before is covered, unless others see a part of the storage that this one does not.
        patches = () if where.is_dense and _fills(draft, row, where) else recipe.patches
        draft.make(tensor.storage, recipe._replace(patches=(*patches, Patch(where, put=put))))
        return Effect(1, nbytes=tensor.nbytes // ITEM_SIZES[tensor.dtype] * ITEM_SIZES[recipe.dtype])

    def in_row(self, becomes: str) -> InRow | None:
        return InRow(self.entry, say("numbers of {file}", file=clip(self.file.name, 40)))

    def _source(self) -> str:
        file = clip(self.file.name, 60)
        return file if self.key is None else say("{key} of {file}", key=clip(self.key, 60), file=file)

    def title(self, catalogue: Catalogue, effect: Effect = NO_EFFECT) -> str:
        return f"{catalogue.path_text(self.entry) or say('the tensor')}: ← {self._source()}"

    def on_button(self, catalogue: Catalogue, most: int = 32) -> str:
        return say("put {source} into {path}", source=self._source(), path=called(catalogue, self.entry, most))

    @classmethod
    def several(cls, edits: Sequence[Any], count: int) -> str:
        return say_count(count, "put numbers into {n:,} tensor", "put numbers into {n:,} tensors")

    def ways(self, names: Names) -> Iterator[list[Step]]:
        key = f":{self.key}" if self.key is not None else ""
        yield [Step("set", f"{names.path(self.entry)}=@{self.file}{key}")]

    def in_torch(self, script: Script) -> None:
        there = _numbers_in_torch(script, self.entry)
        if not there:
            return
        if self.key is None:
            script.imports("import numpy as np")
            script.write(f"{there}.copy_(torch.from_numpy(np.load({literal(str(self.file))})))")
            return
        try:
            theirs = open_catalogue(self.file)
            path = theirs.path(theirs.find(self.key))
        except CheckpointError as error:
            script.leave(f"the tensor of {self.file.name}: {error}")
            return
        whole = f"torch.load({literal(str(self.file))}, map_location='cpu')"
        script.write(f"{there}.copy_({indexed(whole, path)})")


def _numbers_in_torch(script: Script, entry: int) -> str:
    """The expression for the numbers of a tensor; empty where none is."""
    if script.reaches(entry):
        return f"{script.at(entry)}.data"
    script.leave(f"the numbers of {script.catalogue.path_text(entry)}, which is inside an object.")
    return ""


def box_text(box: Sequence[tuple[int, int, int]]) -> str:
    """A box as in ``tensor[0, 2:5, ::2]``."""
    return ", ".join(map(_slice_text, box))


def _slice_text(part: tuple[int, int, int]) -> str:
    start, stop, step = part
    if stop == start + 1:
        return str(start)
    return f"{start}:{stop}" + (f":{step}" if step != 1 else "")


def _tensor(draft: Draft, entry: int) -> tuple[int, TensorRow]:
    """The row of a tensor whose numbers can be set. Raises `EditError` for all else."""
    catalogue = draft.catalogue
    row = catalogue.rows[entry]
    path = repr(clip(catalogue.path_text(entry), 72)) if entry else say("the whole file")
    if row < 0:
        raise EditError("{path} is not a tensor with a storage, so no numbers can be set there.", path=path)
    tensor = draft.laid_out(row)
    found = rebuilt(catalogue.values[entry])
    if (found is not None and found.func == QUANTISED) or tensor.dtype in PACKED:
        raise EditError("{path} is quantized, so its numbers cannot be set.", path=path)
    if tensor.storage in catalogue.carried:
        raise EditError("{path} is rebuilt from a CPU copy at loading, so its numbers cannot be set.", path=path)
    if found is not None and any(signs(found)):
        raise EditError(
            "{path} is stored as the conjugate or negative of what it shows, so no numbers can be set.", path=path
        )
    if not can_be_set(tensor.dtype):
        raise EditError("{path} is {dtype}, and numbers of that dtype cannot be set.", path=path, dtype=tensor.dtype)
    return row, tensor


def can_be_set(dtype: str) -> bool:
    """Whether each number of a dtype has an item of its own that a plain number can become."""
    return dtype not in _PARTS and not dtype.startswith(("q", "bits"))


_PARTS = frozenset({"float4_e2m1fn_x2", "complex32"})


def _recipe(draft: Draft, row: int) -> ByteTransform:
    saved = draft.catalogue.tree.facts.dtypes[row]
    return draft.recipes.get(draft.catalogue.storage_of[row]) or ByteTransform(saved, saved)


def _check_box(edit: SetNumbers, tensor: TensorRow) -> None:
    fits = len(edit.box) == len(tensor.shape) and all(
        0 <= start < stop <= size and step >= 1
        for (start, stop, step), size in zip(edit.box, tensor.shape, strict=True)
    )
    if not fits:
        raise EditError(
            "[{box}] is not a part of a tensor of {shape}.",
            box=box_text(edit.box),
            shape=shape_text(tensor.shape) or say("one number"),
        )


def _fills(draft: Draft, row: int, where: StridedLayout) -> bool:
    """Whether a tensor is all that is seen of its storage: whoever shares it sees the same numbers."""
    catalogue = draft.catalogue
    tensor = draft.laid_out(row)
    if not where.is_dense:
        return False
    nbytes = catalogue.storage_columns.nbytes[tensor.storage]
    if where.size * ITEM_SIZES[tensor.dtype] == nbytes:
        return True
    return catalogue.storage_columns.tensors[tensor.storage] == 1


def _tell_sharing(draft: Draft, row: int) -> None:
    catalogue = draft.catalogue
    storage = catalogue.storage_of[row]
    others = catalogue.storage_columns.tensors[storage] - 1
    if others:
        path = _path(draft, catalogue.tensors[row])
        draft.note(
            say(
                "{path} shares its storage with {tensors}: what they share changes for all of them.",
                path=path,
                tensors=count_text(others, "tensor"),
            )
        )


def _can_become(dtype: str, wanted: str) -> bool:
    """Whether numbers of a dtype can be put into a tensor of another: no fractions and no imaginary parts are lost."""
    return dtype == wanted or _RANKS[_kind(dtype)] <= _RANKS[_kind(wanted)]


_RANKS = {"bool": 0, "whole": 1, "floating": 2, "complex": 3}


def _kind(dtype: str) -> str:
    if dtype == "bool":
        return "bool"
    if dtype.startswith("complex"):
        return "complex"
    return "floating" if takes_gradients(dtype) else "whole"


def _shape(shape: Sequence[int]) -> str:
    return shape_text(shape) if shape else say("one number")


def _path(draft: Draft, tensor: TensorRow) -> str:
    return repr(clip(draft.catalogue.path_text(tensor.entry), 72)) if tensor.entry else say("The tensor")


# -- what a number was before it is set --------------------------------------------------------------------------------


def number_before(catalogue: Catalogue, row: int, where: StridedLayout, box: Box) -> str:
    """The one number in a box of a tensor that lies so in its storage, as the file has it: ``0.1``.

    Empty for a box of several, for a file elsewhere, whose server nobody waits for here, and where it cannot be read.
    """
    if any(stop != start + 1 for start, stop, _ in box) or catalogue.checkpoint.is_elsewhere:
        return ""
    known, place = _known(catalogue), (row, where, box)
    if place not in known:
        known[place] = _read(catalogue, *place)
    return known[place]


@derived
def _known(_catalogue: Catalogue) -> dict[tuple[int, StridedLayout, Box], str]:
    """The numbers that were read already: a plan is worked out anew with every click."""
    return {}


def _read(catalogue: Catalogue, row: int, where: StridedLayout, box: Box) -> str:
    from core.numbers.reader import Numbers  # noqa: PLC0415 - NumPy, for a plan that needs it

    try:
        with Numbers(catalogue) as numbers:
            found = numbers.tensor(row, where).read(tuple(slice(*each) for each in box))
    except (CheckpointError, OSError, ValueError):
        return ""  # whoever saves is told why
    return clip(str(found.reshape(-1)[0]), 40)
