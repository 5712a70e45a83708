"""Keys of optimizer state that are texts although the groups list numbers: ``'0'`` beside ``'params': [0, 1]``.

``torch.distributed.checkpoint`` turns all keys into text (``_nested_dict.py``, ``_traverse.py``), so what
``dcp_to_torch_save`` writes has them. ``Optimizer.load_state_dict`` finds no parameter for such a key, keeps its state
under it and never uses it (``torch/optim/optimizer.py``). Where the groups list texts too, as those of FSDP do, all
is well.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from itertools import chain
from typing import TYPE_CHECKING, Any

from core.catalogue.catalogue import Catalogue
from core.edits.draft import Draft
from core.edits.edit import NO_EFFECT, Edit, Effect, Option
from core.edits.fields import Entry
from core.edits.steps import PATH, Names, Step, entry_at, only_at
from core.errors import EditError
from core.pickling.nodes import get, mapping
from core.text import count_text
from core.words import marked, say

if TYPE_CHECKING:
    from core.edits.script import Script

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


@dataclass(frozen=True, slots=True)
class NumberState(Edit):
    """Text keys in the ``state`` of the optimizer at ``entry`` become the numbers that its groups list: ``'0'``, 0."""

    entry: Entry

    options = (
        Option(
            "number-state",
            PATH,
            "PATH",
            marked("turn string keys of an optimizer's state into the numbers that its groups list"),
            lambda catalogue, value: [NumberState(entry_at(catalogue, value))],
            lambda value: only_at(value, say("number the state")),
        ),
    )
    is_tallied = True

    def apply(self, draft: Draft) -> Effect:
        """Raises `EditError` where there are none."""
        optimizer = draft.catalogue.values[self.entry]
        state = mapping(get(optimizer, "state"))
        live = list(draft.rewrite.live_keys(state)) if state is not None else []
        numbers = numbers_meant((key for _, key in live), listed_ids(optimizer))
        if state is None or not numbers:
            where = draft.catalogue.path_text(self.entry)
            raise EditError("No string key of the state in {where!r} is a number that its groups list.", where=where)
        draft.locate(state, draft.catalogue.path_text(self.entry))
        for slot, key in live:
            if isinstance(key, str) and key in numbers:
                draft.rewrite.rename(state, slot, numbers[key])
        return Effect(keys=len(numbers))

    def title(self, catalogue: Catalogue, effect: Effect = NO_EFFECT) -> str:
        return say("number the state of {parameters}", parameters=count_text(effect.keys, "parameter"))

    def on_button(self, catalogue: Catalogue, most: int = 32) -> str:
        return say("number the state")

    def ways(self, names: Names) -> Iterator[list[Step]]:
        yield [Step("number-state", names.path(self.entry))]

    def in_torch(self, script: Script) -> None:
        """Told by the keys that come of all edits together."""
