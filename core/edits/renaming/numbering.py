"""Keys of optimizer state that are texts although the groups list numbers: ``'0'`` beside ``'params': [0, 1]``.

``torch.distributed.checkpoint`` turns all keys into text (``_nested_dict.py``, ``_traverse.py``), so what
``dcp_to_torch_save`` writes has them. ``Optimizer.load_state_dict`` finds no parameter for such a key, keeps its state
under it and never uses it (``torch/optim/optimizer.py``). Where the groups list texts too, as those of FSDP do, all
is well.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from itertools import chain
from typing import Any

from core.edits.draft import Draft
from core.edits.edits import NumberState
from core.edits.wording import Effect
from core.errors import EditError
from core.pickling.nodes import get, mapping
from core.words import say

_MOST_DIGITS = 18


def listed_ids(optimizer: Any) -> set[int | str]:
    """The ids of parameters that the groups of an optimizer's state dict list."""
    groups = get(optimizer, "param_groups")
    lists = [get(group, "params") for group in groups] if type(groups) is list else []
    ids = chain.from_iterable(params for params in lists if type(params) is list)
    return {each for each in ids if type(each) is int or isinstance(each, str)}


def numbers_meant(keys: Iterable[Any], listed: Collection[int | str]) -> dict[str, int]:
    """The keys of state that stand for numbers of the groups; none that would take the place of another."""
    known = [key for key in keys if type(key) is int or isinstance(key, str)]
    texts = [key for key in known if isinstance(key, str) and key.isdecimal() and len(key) < _MOST_DIGITS]
    taken = {key for key in known if type(key) is int}
    found = {text: int(text) for text in texts if text not in listed and str(int(text)) == text}
    return {text: number for text, number in found.items() if number in listed and number not in taken}


def number_state(edit: NumberState, draft: Draft) -> Effect:
    """Write the keys of an optimizer's state as the numbers that they mean. Raises `EditError` where there are none."""
    optimizer = draft.catalogue.values[edit.entry]
    state = mapping(get(optimizer, "state"))
    live = list(draft.rewrite.live_keys(state)) if state is not None else []
    numbers = numbers_meant((key for _, key in live), listed_ids(optimizer))
    if state is None or not numbers:
        where = draft.catalogue.path_text(edit.entry)
        raise EditError(
            say("No state of {where!r} has a text for a key where its groups list the number.", where=where)
        )
    draft.locate(state, draft.catalogue.path_text(edit.entry))
    for slot, key in live:
        if isinstance(key, str) and key in numbers:
            draft.rewrite.rename(state, slot, numbers[key])
    return Effect(keys=len(numbers))
