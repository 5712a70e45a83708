"""Whether tensors of another shape than in the model may be dropped: heads may, what would be lost for good may not."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from math import prod

from core.diagnosis.model_match.key_rows import ComparedKey
from core.dtypes import Shape
from core.text import clip, sentences
from core.words import marked, say

_EMPTY: Shape = (0,)
_ONE: Shape = (1,)
GATHER = marked("Load the file before the model is partitioned, or inside deepspeed.zero.GatheredParameters.")
"""What helps who loads a whole file into a partitioned model."""
_TABLE = re.compile(r"pos|emb|wte|wpe|relative|rel_", re.IGNORECASE)
"""What tables are called that a model looks numbers up in: of positions, of tokens."""


def why_kept(misshapen: Sequence[ComparedKey], have: Mapping[str, Shape | None]) -> str:
    """Why these are not to be dropped, and what to do instead; empty where they are heads, or the model's first layer.

    ``have`` are the shapes of all keys of the file.
    """
    shapes = {str(row.key_in_file): (row.have, row.want) for row in misshapen}
    known = {key: (old, new) for key, (old, new) in shapes.items() if old is not None and new is not None}
    return (
        partitioned([key for key, (old, new) in known.items() if is_partitioned(old, new)])
        or _not_gathered([key for key, (old, new) in known.items() if _is_not_gathered(key, old, new, have)])
        or _same_numbers([key for key, (old, new) in known.items() if prod(old) == prod(new)])
        or _other_widths(known, have)
        or _tables(known)
    )


def is_partitioned(have: Shape | None, want: Shape | None) -> bool:
    """Whether the model's side of a mismatch is one of no numbers: each process holds a part of it elsewhere."""
    return want == _EMPTY and have is not None and prod(have) > 0


def partitioned(keys: Sequence[str]) -> str:
    """What to say of weights that the model has partitioned."""
    if not keys:
        return ""
    return sentences(
        say(
            "In the model, {key!r} has the shape torch.Size([0]): its weights are partitioned (ZeRO-3, zero.Init) "
            "or not initialized yet. The weights in the file are complete.",
            key=clip(min(keys), 80),
        ),
        say(GATHER),
    )


def _is_not_gathered(key: str, have: Shape, want: Shape, shapes: Mapping[str, Shape | None]) -> bool:
    """Whether the file's side is what ZeRO-3 leaves in place of a weight; one number may be a head of one class."""
    if have == _EMPTY:
        return prod(want) > 0
    if have != _ONE or prod(want) <= 1:
        return False
    layer = key.rpartition(".")[0]
    beside = (shape for other, shape in shapes.items() if other.rpartition(".")[0] == layer and shape is not None)
    return len(want) > 1 or not any(len(shape) > 1 and shape[0] == 1 for shape in beside)


def _not_gathered(keys: Sequence[str]) -> str:
    if not keys:
        return ""
    return say(
        "The file has no values for {key!r}, only the placeholder that ZeRO-3 leaves when weights are not "
        "gathered. Save the model again with stage3_gather_16bit_weights_on_model_save, or run zero_to_fp32.py on "
        "the full checkpoint of all ranks.",
        key=clip(min(keys), 80),
    )


def _same_numbers(keys: Sequence[str]) -> str:
    if not keys:
        return ""
    return say(
        "{key!r} has as many elements in the file as in the model, but a different shape: reshape or transpose it "
        "when you load it.",
        key=clip(min(keys), 80),
    )


def _other_widths(shapes: Mapping[str, tuple[Shape, Shape]], have: Mapping[str, Shape | None]) -> str:
    """Sizes inside the model differ: what one layer gives, the next one takes, so that no head alone is another."""
    given: set[tuple[int, int]] = set()
    taken: set[tuple[int, int]] = set()
    odd = [key for key, (old, new) in shapes.items() if len(old) != len(new)]
    for key, (old, new) in shapes.items():
        changed = [(at, pair) for at, pair in enumerate(zip(old, new, strict=False)) if pair[0] != pair[1]]
        if len(changed) > 1:
            odd.append(key)
        given.update(pair for at, pair in changed if not at)
        taken.update(pair for at, pair in changed if at)
    if not odd and not given & taken and _stays(shapes, have):
        return ""
    return say(
        "{key!r} cannot simply be dropped like a head, because sizes inside the model differ. Build the model with "
        "the sizes in the file.",
        key=clip(min(odd or shapes), 80),
    )


def _stays(shapes: Collection[str], have: Mapping[str, Shape | None]) -> bool:
    """Whether anything of the weights is left."""
    return any(key not in shapes and shape for key, shape in have.items())


def _tables(shapes: Mapping[str, tuple[Shape, Shape]]) -> str:
    """Tables of positions and tokens, which are resized; with a bias beside it, it is a layer of that name."""
    tables = [
        key
        for key in shapes
        if any(map(_TABLE.search, key.split(".")[-2:])) and f"{key.rpartition('.')[0]}.bias" not in shapes
    ]
    if not tables:
        return ""
    return say(
        "{key!r} is an embedding table for positions or tokens, and dropping it would lose what was learned. Build "
        "a model with the sizes in the file, load the file, and resize the table there: "
        "model.resize_token_embeddings for tokens, interpolation for positions.",
        key=clip(min(tables), 80),
    )
