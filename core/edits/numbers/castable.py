"""Which tensors can be stored in another dtype, and which one means who casts a whole model."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

from core.catalogue.catalogue import Catalogue
from core.catalogue.part_names import part_name
from core.dtypes import PACKED
from core.errors import EditError
from core.objects.tensors import QUANTISED, rebuilt
from core.text import clip
from core.words import say

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
            say("{text!r} is no dtype to cast to; choose {dtypes}.", text=clip(text, 60), dtypes=", ".join(FLOATING))
        )
    return name


class Castable(NamedTuple):
    """``rows`` are cast; ``left`` are rows that are not, by the reason, a few words."""

    rows: frozenset[int]
    left: dict[str, list[int]]


def castable(catalogue: Catalogue, rows: Iterable[int]) -> Castable:
    """Those among rows that are meant when a branch is cast: floating tensors that are no counters and no statistics.

    ``step``, integers and the buffers of norms stay as they are, because a rounded count or variance is wrong where a
    rounded weight is only less exact: mixed precision keeps them in float32 too.
    """
    meant: list[int] = []
    left: dict[str, list[int]] = {}
    for row in rows:
        reason = why_not(catalogue, row) or _why_not_meant(catalogue, row)
        if reason:
            left.setdefault(reason, []).append(row)
        else:
            meant.append(row)
    return Castable(frozenset(meant), left)


def _why_not_meant(catalogue: Catalogue, row: int) -> str:
    tensor = catalogue.tensors[row]
    if tensor.dtype not in FLOATING:
        return say("not of a floating dtype")
    label = str(catalogue.labels[tensor.entry]).rpartition(".")[2]
    if label in _STEPS and not tensor.shape:
        return say("a count of steps")
    return say("statistics of a norm") if label in _BUFFERS else ""


def why_not(catalogue: Catalogue, row: int, made_plain: bool = False) -> str:
    """Why a tensor cannot be stored in another dtype, in a few words; empty where it can.

    ``made_plain`` says that the plan makes a plain tensor of it: no class around it says its dtype then.
    """
    tensor, tree = catalogue.tensors[row], catalogue.tree
    found = rebuilt(tree.values[tensor.entry])
    if catalogue.storage_of[row] in catalogue.carried:
        return say("made from a copy")
    if (found is not None and found.func == QUANTISED) or tensor.dtype in PACKED:
        return say("quantised")
    if tensor.dtype not in FLOATING and not _WHOLE.fullmatch(tensor.dtype):
        return say("of dtype {dtype}", dtype=tensor.dtype)
    if _is_index(catalogue, tensor.entry):
        return say("indices of another tensor")
    if not made_plain and _is_wrapped(catalogue, tensor.entry):
        return say("part of a tensor whose class says its dtype")
    return ""


def _is_index(catalogue: Catalogue, entry: int) -> bool:
    """Whether a tensor says where the numbers of a sparse or nested one are."""
    return part_name(catalogue.tree, entry) not in ("", "values")


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
