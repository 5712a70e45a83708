"""What the search could mean as one types: its operators, what each asks for, and the values that this file has."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from typing import Final, NamedTuple

from core.catalogue.catalogue import Catalogue
from core.catalogue.derived import derived
from core.catalogue.search import file_query
from core.text import clip, count_text
from core.words import marked, say

MOST: Final = 8
"""Values that are offered at once, those of most tensors first."""
_EXAMPLES: Final = 3
_SHORTEST: Final = 2
"""Letters of an operator from which on it is offered: one letter begins too many keys."""
_LONGEST: Final = 40

MEANINGS: Final[Mapping[str, str]] = {
    "device:": marked("tensors that were saved on a device"),
    "dtype:": marked("tensors of a dtype"),
    "role:": marked("tensors of the model, of an optimizer, or others"),
    "shape:": marked("tensors whose shape begins so"),
    "file:": marked("tensors in a file, by its name or a piece of it"),
}


class Suggestion(NamedTuple):
    """One line: what it puts in the place of the word that is being typed, and what that means."""

    word: str
    meaning: str


def suggestions(catalogue: Catalogue | None, text: str, place: int) -> list[Suggestion]:
    """What can be meant by the word that the cursor, at a place of the text, stands at the end of.

    All operators where nothing has been typed; nothing for a word that is an ordinary one, or that is whole.
    """
    word = text[:place].rpartition(" ")[2].lower()
    if catalogue is None or text[place : place + 1].strip():
        return []
    if not text.strip():
        return [_operator(catalogue, name) for name in _operators(catalogue)]
    name, colon, value = word.partition(":")
    if not colon:
        begun = [each for each in _operators(catalogue) if len(word) >= _SHORTEST and each.startswith(word)]
        return [_operator(catalogue, each) for each in begun]
    if f"{name}:" not in MEANINGS:
        return []
    values = _values(catalogue, name)
    found = [each for each in values if each.startswith(value) or (name == "file" and value in each)]
    if found == [value]:
        return []
    return [Suggestion(f"{name}:{each}", count_text(_finds(values, name, each), "tensor")) for each in found[:MOST]]


def _operators(catalogue: Catalogue) -> list[str]:
    """Those that ask for something of this file: of one file alone nobody asks where a tensor is."""
    return [name for name in MEANINGS if name != "file:" or len(catalogue.checkpoint.parts) > 1]


def prepare(catalogue: Catalogue) -> None:
    """Find out what values there are, for a thread: 300,000 tensors take longer than a keystroke may."""
    for name in _operators(catalogue):
        _values(catalogue, name[:-1])


def searched(text: str) -> str:
    """What to search for while an operator, the last word, still wants its value: the words before it."""
    before, _blank, word = text.strip().rpartition(" ")
    return before.strip() if word.lower() in MEANINGS else text.strip()


def completed(text: str, place: int, word: str) -> tuple[str, int]:
    """The text with a word in the place of the one before the cursor, and where the cursor is then.

    A value is followed by a blank, for the next word; an operator by nothing, for its value.
    """
    before, blank, _typed = text[:place].rpartition(" ")
    head = f"{before}{blank}{word}{'' if word.endswith(':') else ' '}"
    return head + text[place:].lstrip(), len(head)


def _operator(catalogue: Catalogue, name: str) -> Suggestion:
    """An operator with what it asks for, and some values of this file."""
    values = [clip(value, _LONGEST) for value in _values(catalogue, name[:-1])]
    examples = ", ".join(values[:_EXAMPLES]) + (" …" if len(values) > _EXAMPLES else "")
    meaning = say(MEANINGS[name])
    return Suggestion(name, say("{meaning}: {examples}", meaning=meaning, examples=examples) if examples else meaning)


def _finds(values: Mapping[str, int], name: str, value: str) -> int:
    """How many tensors a value finds: those of all dtypes, roles and shapes that begin so."""
    if name in ("device", "file"):
        return values[value]
    end = "x" if name == "shape" else ""
    return sum(count for each, count in values.items() if f"{each}{end}".startswith(f"{value}{end}"))


@derived
def _values(catalogue: Catalogue, name: str) -> Mapping[str, int]:
    """The values of an operator as they are typed, those of most tensors first."""
    facts, names = catalogue.tree.facts, catalogue.checkpoint.part_names
    columns: dict[str, Callable[[], Iterable[str]]] = {
        "device": lambda: map(catalogue.storage_columns.devices.__getitem__, catalogue.storage_of),
        "dtype": lambda: facts.dtypes,
        "role": lambda: (tensor.role for tensor in catalogue.tensors),
        "file": lambda: (
            file_query(names[number]).partition(":")[2].lower()
            for parts in map(catalogue.parts_of_storage.__getitem__, catalogue.storage_of)
            for number in parts
        ),
        "shape": lambda: ("x".join(map(str, shape)) for shape in facts.shapes if shape),
    }
    return dict(Counter(columns[name]()).most_common())
