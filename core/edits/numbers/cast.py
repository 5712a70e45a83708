"""Tensors are stored in another dtype: which of them, and what follows because it shares their storage."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final, NamedTuple

from core.catalogue.catalogue import Catalogue
from core.catalogue.derived import derived
from core.catalogue.tree import part_name
from core.dtypes import ITEM_SIZES, PACKED
from core.edits.diff import ByteTransform
from core.edits.draft import Draft
from core.edits.edit import NO_EFFECT, Edit, Effect, Meant, Option, Plan
from core.edits.fields import Rows
from core.edits.steps import Names, Step, before_and_last
from core.errors import EditError
from core.objects.tensors import QUANTISED, rebuilt, storage_id
from core.pickling.nodes import PersistentId
from core.text import clauses, clip, count_text, listed
from core.words import marked, say, say_count

if TYPE_CHECKING:
    from core.edits.script import Script

# -- which tensors can be cast, and which one means who casts a whole model --------------------------------------------

FLOATING: Final = (
    "float64",
    "float32",
    "float16",
    "bfloat16",
    "float8_e4m3fn",
    "float8_e4m3fnuz",
    "float8_e5m2",
    "float8_e5m2fnuz",
    "float8_e8m0fnu",
)
"""The dtypes that tensors can be cast to."""
_SHORT: Final = {
    "double": "float64",
    "fp64": "float64",
    "float": "float32",
    "fp32": "float32",
    "half": "float16",
    "fp16": "float16",
    "bf16": "bfloat16",
}
_WHOLE: Final = re.compile(r"u?int\d+|bool")
_BUFFERS: Final = frozenset({"running_mean", "running_var", "num_batches_tracked"})
_STEPS: Final = frozenset({"step", "mu_product"})


def check_dtype(text: str) -> str:
    """A floating dtype as torch spells it, without ``torch.``. Raises `EditError` for what is none."""
    name = text.strip().lower().removeprefix("torch.")
    name = _SHORT.get(name, name)
    if name not in FLOATING:
        raise EditError(
            "{text!r} is not a dtype to cast to; choose {dtypes}.", text=clip(text, 60), dtypes=listed(FLOATING)
        )
    return name


class Castable(NamedTuple):
    """``rows`` are cast; ``left`` are rows that are not, by the reason, a few words. That gives ``changed`` tensors of
    the file another dtype, those too that share a storage with one that is cast.
    """

    rows: frozenset[int]
    left: dict[str, list[int]]
    changed: int


class Castables:
    """Which of some ``rows`` are meant when all of them are to be cast: floating tensors, to whatever dtype.

    Counts of steps and the buffers of norms stay where they would be rounded, because a rounded count or variance is
    wrong where a rounded weight is only less exact: mixed precision keeps them in float32 too. Who has ``named`` a
    tensor itself means that, whatever it is. ``kept`` says how many tensors of each storage a plan keeps.
    """

    def __init__(
        self, catalogue: Catalogue, rows: Iterable[int], *, named: bool = False, kept: Sequence[int] | None = None
    ) -> None:
        self._storage_of = catalogue.storage_of
        self._kept = catalogue.storage_columns.tensors if kept is None else kept
        self._alike: dict[tuple[str, str, str], list[int]] = {}  # by dtype, why never, and why not rounded
        dtypes, shared = catalogue.tree.facts.dtypes, dict[int, str]()
        for row in rows:
            storage = catalogue.storage_of[row]
            if storage not in shared:  # once for all tensors of it: each asks every other one
                shared[storage] = why_not_whole(catalogue, storage)
            never, unrounded = why_not(catalogue, row) or shared[storage], ""
            if not named:
                never = never or ("" if dtypes[row] in FLOATING else say("not of a floating dtype"))
                unrounded = _why_not_rounded(catalogue, row)
            self._alike.setdefault((dtypes[row], never, unrounded), []).append(row)

    def to(self, dtype: str) -> Castable:
        """Those that are meant when ``dtype`` is."""
        meant: list[int] = []
        left: dict[str, list[int]] = {}
        changing: set[int] = set()
        for (saved, never, unrounded), rows in self._alike.items():
            reason = never or (unrounded if _rounds(saved, dtype) else "")
            (left.setdefault(reason, []) if reason else meant).extend(rows)
            if not reason and saved != dtype:
                changing.update(map(self._storage_of.__getitem__, rows))
        return Castable(frozenset(meant), left, sum(map(self._kept.__getitem__, changing)))


def _rounds(saved: str, dtype: str) -> bool:
    """Whether a number may be another one in another floating dtype: one of more bytes holds all of one of fewer."""
    return saved != dtype and ITEM_SIZES[dtype] <= ITEM_SIZES[saved]


def _why_not_rounded(catalogue: Catalogue, row: int) -> str:
    label = str(catalogue.labels[catalogue.tree.tensors[row]]).rpartition(".")[2]
    if label in _STEPS and not catalogue.tensors[row].shape:
        return say("a count of steps")
    return say("statistics of a norm") if label in _BUFFERS else ""


def why_not(catalogue: Catalogue, row: int, draft: Draft | None = None) -> str:
    """Why a tensor cannot be stored in another dtype, in a few words; empty where it can.

    Where the ``draft`` of a plan makes a plain tensor of it, no class around it says its dtype.
    """
    tensor, tree = catalogue.tensors[row], catalogue.tree
    found = rebuilt(tree.values[tensor.entry])
    if catalogue.storage_of[row] in catalogue.carried:
        return say("rebuilt from a CPU copy at loading")
    if (found is not None and found.func == QUANTISED) or tensor.dtype in PACKED:
        return say("quantized")
    if tensor.dtype not in FLOATING and not _WHOLE.fullmatch(tensor.dtype):
        return say("of dtype {dtype}", dtype=tensor.dtype)
    if part_name(catalogue.tree, tensor.entry) not in ("", "values"):  # it says where numbers of a sparse one are
        return say("indices of another tensor")
    made_plain = draft is not None and draft.call_of(tensor.entry) is not None
    if not made_plain and _is_wrapped(catalogue, tensor.entry):
        return say("part of a tensor whose class fixes its dtype")
    return ""


def _is_wrapped(catalogue: Catalogue, entry: int) -> bool:
    """Whether a class around a tensor says its dtype, as a DTensor's does."""
    compounds = catalogue.tree.compounds
    return bool(compounds) and any(
        above in compounds and compounds[above].kind is not None for above in _above(catalogue, entry)
    )


def _above(catalogue: Catalogue, entry: int) -> Iterator[int]:
    while entry > 0:
        entry = catalogue.parents[entry]
        yield entry


# -- the edit ----------------------------------------------------------------------------------------------------

_GLOB = re.compile(r"[*?\[]")


def _read(catalogue: Catalogue, value: str) -> Meant:
    """With sentences on what a glob or a branch names and stays as it is."""
    from core.catalogue.rows_named import rows_named  # noqa: PLC0415 - only for a cast

    key, text = before_and_last(value)
    dtype = check_dtype(text)
    rows = rows_named(catalogue, key)
    entry = catalogue.finds(key)
    is_branch = entry is not None and catalogue.kind(entry) != "tensor"
    if not is_branch and not _GLOB.search(key):  # asked for by name
        return Meant((Cast(dtype, frozenset(rows)),))
    found = Castables(catalogue, rows).to(dtype)
    if not found.rows:
        reasons = clauses(found.left)
        raise EditError(
            "{key!r} matches no tensor to cast: {reasons}. To cast a tensor anyway, give its full path.",
            key=clip(key),
            reasons=reasons,
        )
    notes = [
        say_count(
            len(left),
            "1 tensor of {key} stays as it is: {reason}",
            "{n:,} tensors of {key} stay as they are: {reason}",
            key=clip(key),
            reason=reason,
        )
        for reason, left in found.left.items()
    ]
    return Meant((Cast(dtype, found.rows),), notes)


def _words(value: str) -> str:
    tensors, dtype = before_and_last(value)
    return say("cast {tensors} → {dtype}", tensors=tensors, dtype=dtype)


@dataclass(frozen=True, slots=True)
class Cast(Edit):
    """The tensors of some ``rows`` are stored in another ``dtype``, rounded as ``tensor.to(dtype)`` does.

    A dtype belongs to a storage, as a device does: tensors that share one are cast together.
    """

    dtype: str
    rows: Rows

    options = (
        Option(
            "cast",
            marked("KEY=DTYPE, such as 'model/**=bfloat16'"),
            "KEY=DTYPE",
            marked("store tensors in another dtype, such as 'model/**=bfloat16'; what is lost is reported"),
            _read,
            _words,
            last_counts=True,
        ),
    )
    about = ("rows",)
    turn = 2

    def apply(self, draft: Draft) -> Effect:
        """The storages of some tensors in another dtype, as wholes."""
        catalogue = draft.catalogue
        dtype = check_dtype(self.dtype)
        if not all(0 <= row < len(catalogue.tensors) for row in self.rows):
            raise EditError("There is no such tensor in this file.")
        left: dict[str, list[int]] = {}
        storages: dict[int, list[int]] = {}
        for row in sorted(self.rows):
            reason = why_not(catalogue, row, draft)
            if reason:
                left.setdefault(reason, []).append(row)
            else:
                storages.setdefault(catalogue.storage_of[row], []).append(row)
        for storage, rows in list(storages.items()):
            reason = why_not_whole(catalogue, storage, draft)
            if reason:
                left.setdefault(reason, []).extend(rows)
                del storages[storage]
        for reason, rows in left.items():
            if not storages:
                raise EditError("{tensors} cannot be cast: {reason}.", tensors=_named(catalogue, rows), reason=reason)
            draft.note(
                say_count(
                    len(rows),
                    "{tensors} stays as it was: {reason}.",
                    "{tensors} stay as they were: {reason}.",
                    tensors=_named(catalogue, rows),
                    reason=reason,
                )
            )
        return _put(draft, dtype, storages)

    def counted(self, draft: Draft, effect: Effect, kept: Sequence[int]) -> Effect:
        """What stays in the file; what a later edit casts to a third dtype is counted there."""
        dtype, nbytes = check_dtype(self.dtype), draft.catalogue.storage_columns.nbytes
        stay = [at for at in effect.sent or () if kept[at] and draft.recipes[at].dtype == dtype]
        return Effect(sum(map(kept.__getitem__, stay)), nbytes=sum(map(nbytes.__getitem__, stay)))

    def title(self, catalogue: Catalogue, effect: Effect = NO_EFFECT) -> str:
        count = len(self.rows) if effect is NO_EFFECT else effect.tensors
        return say("cast {tensors} → {dtype}", tensors=count_text(count, "tensor"), dtype=clip(self.dtype, 40))

    def on_button(self, catalogue: Catalogue, most: int = 32) -> str:
        return say("cast to {dtype}", dtype=clip(self.dtype, 40))

    def ways(self, names: Names) -> Iterator[list[Step]]:
        return names.tensors("cast", self.rows, self.dtype)

    def in_torch(self, script: Script) -> None:
        """Told by the dtypes that storages get, all edits together."""


def cast_rows(plan: Plan, catalogue: Catalogue, rows: frozenset[int], dtype: str) -> Plan:
    """The plan with some tensors cast to ``dtype`` and to no other; what the file has so already is left as it is."""
    edits: list[Edit] = []
    for edit in plan.edits:
        if isinstance(edit, Cast):
            others = edit.rows - rows
            edits += [replace(edit, rows=others)] if others else []
        else:
            edits.append(edit)
    changed = frozenset(row for row in rows if catalogue.tree.facts.dtypes[row] != dtype)
    return Plan(tuple(edits)).with_edits([Cast(dtype, changed)] if changed else [])


def _put(draft: Draft, dtype: str, storages: dict[int, list[int]]) -> Effect:
    catalogue = draft.catalogue
    changed: list[int] = []
    for storage, rows in storages.items():
        sharing = catalogue.rows_of_storage[storage] if len(catalogue.storages) != len(catalogue.tensors) else rows
        follow = [row for row in sharing if row not in rows]
        if follow:
            first = clip(catalogue.path_text(catalogue.tensors[rows[0]].entry), 72)
            draft.note(
                say_count(
                    len(follow),
                    "{tensors} shares the storage of {first!r}, so it is cast too.",
                    "{tensors} share the storage of {first!r}, so they are cast too.",
                    tensors=_named(catalogue, follow),
                    first=first,
                )
            )
        saved = catalogue.tree.facts.dtypes[rows[0]]
        before = draft.recipes.get(storage)
        draft.make(storage, ByteTransform(saved, dtype, before.patches if before is not None else ()))
        if saved != dtype:
            changed.append(storage)
    return Effect(sent=changed)


def why_not_whole(catalogue: Catalogue, storage: int, draft: Draft | None = None) -> str:
    """Why a storage cannot be stored in another dtype as a whole, in a few words; empty where it can."""
    rows = catalogue.rows_of_storage[storage] if catalogue.storage_columns.tensors[storage] > 1 else ()
    if len({catalogue.tree.facts.dtypes[row] for row in rows}) > 1:
        return say("tensors of several dtypes share its storage")
    for row in rows:
        reason = why_not(catalogue, row, draft)
        if reason:
            return say("its storage is shared by a tensor that is {reason}", reason=reason)
    if catalogue.storage_columns.keys[storage] in _bare_keys(catalogue):
        return say("the file also holds its storage as a separate entry")
    return ""


@derived
def _bare_keys(catalogue: Catalogue) -> frozenset[str]:
    """The keys of the storages that the file holds by themselves, beside tensors."""
    found = (storage_id(node) for node in catalogue.values if type(node) is PersistentId)
    return frozenset(storage.key for storage in found if storage is not None)


def _named(catalogue: Catalogue, rows: list[int]) -> str:
    """The path of a tensor, or how many there are."""
    if len(rows) == 1:
        return repr(clip(catalogue.path_text(catalogue.tensors[rows[0]].entry), 72))
    return count_text(len(rows), "tensor")
