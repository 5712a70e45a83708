"""Where a tensor stands in its file: what its name says of it, and which tensors of other layers it can be held to."""

from __future__ import annotations

import re
from collections.abc import Iterator
from math import prod
from typing import NamedTuple

from core.catalogue.catalogue import Catalogue
from core.dtypes import Shape, takes_gradients

MODEL, OPTIMIZER = "model", "optimizer"


class TensorPlace(NamedTuple):
    """One tensor row. ``name`` is its key in a state dict, or that of the parameter that it is the state of.

    ``state`` is what an optimizer calls it, else empty. ``family`` is the same for the tensors of other layers: the
    place and the name without numbers, and how many dimensions there are.
    """

    row: int
    entry: int
    role: str
    state: str
    name: str
    dtype: str
    shape: Shape
    family: tuple[str, ...]

    @property
    def is_real(self) -> bool:
        """Whether it has numbers that are trained, or were: floating, complex or quantised ones."""
        return takes_gradients(self.dtype) or self.dtype.startswith(("qint", "quint"))

    @property
    def is_matrix(self) -> bool:
        """Whether at least two dimensions are longer than 1, as those of weights that mix their inputs."""
        return sum(length > 1 for length in self.shape) > 1

    @property
    def row_size(self) -> int:
        """Numbers in what belongs to one output: of a linear layer, a convolution, an embedding."""
        return prod(self.shape[1:])


def places_of(catalogue: Catalogue) -> list[TensorPlace]:
    """The place of each tensor row."""
    facts = catalogue.tree.facts
    roles = [row.role for row in catalogue.tensors]
    params = {item.entry: item.name for each in catalogue.optimizers for item in each.entries if item.entry is not None}
    found = []
    above: dict[int, str] = {}
    for row, entry in enumerate(catalogue.tree.tensors):
        parent = catalogue.parents[entry]
        state, name = "", catalogue.label_text(entry)
        if parent not in above:
            above[parent] = catalogue.path_text(parent) if parent > 0 else ""
        base = above[parent]
        if roles[row] == OPTIMIZER:
            state, name = name, (params.get(parent) or "")
            # Ids are no names: gradients of different layers have little to do with each other.
            base = base.rpartition("/")[0] if parent in params else base
        elif not isinstance(catalogue.labels[entry], str):
            base, name = "", catalogue.path_text(entry)  # a part of another tensor, or one of a list
        family = (roles[row], base, state, nameless(name), str(len(facts.shapes[row])))
        found.append(TensorPlace(row, entry, roles[row], state, name, facts.dtypes[row], facts.shapes[row], family))
    return found


def nameless(name: str) -> str:
    """A name without the numbers of layers: ``layer#.#.conv1.weight``.

    What a layer calls its own parts keeps theirs: ``bn1`` and ``bn2`` of a block do not do the same.
    """
    *above, module, last = ["", *name.split(".")]
    parts = [_NUMBER.sub("#", part) for part in above] + ["#" if part.isdigit() else part for part in (module, last)]
    return ".".join(parts)


def families(places: list[TensorPlace]) -> Iterator[list[TensorPlace]]:
    """The tensors that can be held to each other, several at a time."""
    found: dict[tuple[str, ...], list[TensorPlace]] = {}
    for place in places:
        if place.is_real and place.name:
            found.setdefault(place.family, []).append(place)
    return (group for group in found.values() if len(group) > 1)


_NUMBER = re.compile(r"\d+")


def is_bias(name: str) -> bool:
    """Whether a name is that of something that is added: it may be anything, and begins with zero."""
    return _BIAS.search(name) is not None


def is_mask(name: str) -> bool:
    """Whether a name is that of a mask, which is a choice and no weight."""
    return _MASK.search(name.lower()) is not None


def is_table(name: str) -> bool:
    """Whether a name is that of a table with a row a word, or of what gives a score to each word."""
    return _TABLE.search(name.lower()) is not None


def is_parameter(name: str) -> bool:
    """Whether a name is that of what layers train: a weight, a bias or a factor."""
    return is_bias(name) or _PARAMETER.search(name.lower()) is not None


def begins_at_zero(name: str) -> bool:
    """Whether libraries begin with zeros there."""
    return is_bias(name) or _BEGINS_AT_ZERO.search(name) is not None


def is_constant_on_purpose(name: str) -> bool:
    """Whether a name is that of a factor, a filter or a mask that is made and not trained."""
    return is_mask(name) or _MADE.search(name.lower()) is not None


_BIAS = re.compile(r"(?:^|[._])(?:bias(?:es|_[a-z]+\d*)?|beta|b\d?|offset|shift)(?:_l\d+(?:_reverse)?)?$|_bias\b")
_MASK = re.compile(r"mask|(?:^|\.)attn\.bias$|attention\.bias$|alibi|causal")
_TABLE = re.compile(r"emb|wte|wpe|lookup|vocab|token|lm_head|(?:^|\.)(?:shared|decoder|output|head)\.weight$")
_PARAMETER = re.compile(r"(?:weight|scale|gain|gamma|embedding)[^.]*$")
_MADE = re.compile(
    r"scale|gamma|norm|(?:^|[._])(?:ln|bn|gn)|kernel|filter|blur|ones|anchor|grid|temperature|window"
    r"|stft|dft|fourier|dct|(?:^|[._])mel|hann|sinc|wavelet|freq"
)
_BEGINS_AT_ZERO = re.compile(
    r"lora_(?:embedding_)?B|lora_up|lora\.up|zero_|controlnet_|ada_?[lL][nN]|(?:^|[._])(?:gamma|alpha|gate|ls\d?)"
    r"|pos(?:ition)?_?emb|position|(?:cls|dist|mask|class|register)_?token|rel(?:ative)?_pos|resweight|rezero|skipinit"
    r"|running_mean|adapter|prompt|prefix|hada_w2|oft_|final_layer|proj_out|zero_point|memory|hidden|state$|cell|cache"
)
"""LoRA and its kin (peft, diffusers, LyCORIS), ControlNet, DiT and guided diffusion (``zero_module``), timm and Swin
(position embeddings, class tokens), ReZero, SkipInit, adapters, the running mean of BatchNorm, caches.
"""
