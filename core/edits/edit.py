"""What an edit is: a frozen class that knows all that the program asks of it; and a plan of several.

A class says its fields, of the kinds in `core.edits.fields`, the options of ``fix`` that are read as it, what it does
to a `Draft`, what it is called, and how steps and torch say it. The register is `core.edits.edits.EDITS`: the help, the
order of ``fix``, recipes, kept plans and the list of changes follow from it. An edit refers to the checkpoint as it was
opened, so a plan can be swapped, undone and previewed without touching anything.
"""

from __future__ import annotations

import sys
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import Field, dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, TypeVar

from core.catalogue.catalogue import Catalogue
from core.edits.steps import Names, Step
from core.text import count_text, quoted, series, size_text
from core.words import say, say_count

if TYPE_CHECKING:
    from core.edits.draft import Draft
    from core.edits.script import Script


class Effect(NamedTuple):
    """How many tensors, keys and bytes an edit touches.

    ``what`` is what only the edit itself knows: the name a key had before, the class that became a state dict, what
    an object became. ``sent`` are storages to be counted once all have their place.
    """

    tensors: int = 0
    keys: int = 0
    nbytes: int = 0
    what: str = ""
    sent: Sequence[int] | None = None


NO_EFFECT = Effect()


class Change(NamedTuple):
    """What one edit does: a ``title`` such as ``cuda:7 → cpu`` and how much it touches."""

    edit: Edit
    title: str
    tensors: int
    keys: int
    nbytes: int
    becomes: str = ""
    """``0.1 → 0.25`` of a value or of numbers; empty for all other changes."""

    @property
    def extent(self) -> str:
        """``390 tensors``, ``161 keys``."""
        if self.keys:
            return count_text(self.keys, "key")
        return count_text(self.tensors, "tensor") if self.tensors else say("no tensor")

    @property
    def amounts(self) -> list[str]:
        """How many tensors, keys and bytes, as far as there are any: ``390 tensors``, ``1.20 GiB``."""
        tensors = [count_text(self.tensors, "tensor")] if self.tensors else []
        keys = [count_text(self.keys, "key")] if self.keys else []
        return tensors + keys + ([size_text(self.nbytes)] if self.nbytes else [])


class InRow(NamedTuple):
    """What the row of an ``entry`` tells of an edit: ``text``, of so many ``numbers``; 0 means all there is."""

    entry: int
    text: str
    numbers: int = 0


class NumbersSet(NamedTuple):
    """The numbers of the tensor at an ``entry`` that an edit sets: those in ``box``, None for all, become ``value``,
    None where they are read from another file.
    """

    entry: int
    box: tuple[tuple[int, int, int], ...] | None = None
    value: int | float | complex | bool | None = None


class Meant(NamedTuple):
    """What a step is in one file: its ``edits``, and ``notes`` on what it names and leaves alone."""

    edits: Sequence[Edit]
    notes: Sequence[str] = ()


class Option(NamedTuple):
    """An option of ``fix``, which is a step of recipes too: its ``name``, and how its value is written (``form``, empty
    where it takes none).

    The help calls the value ``metavar`` and says ``help``, which is empty for what the command line declares by itself.
    ``read`` makes edits of the value, for one file; ``words`` says of a value what the step does, with no file at hand.
    All texts wait to be said.
    """

    name: str
    form: str
    metavar: str
    help: str
    read: Callable[[Catalogue, str], Sequence[Edit] | Meant]
    words: Callable[[str], str]
    may_be_empty: bool = False
    """Whether nothing may come after the equals sign."""
    last_counts: bool = False
    """Whether ``fix`` does only the last of several such edits about the same thing."""
    counts_in_shapes: bool = False
    """Whether its value says places in a tensor, which count in the shape that this has by then."""


class Edit(ABC):
    """What every edit answers. What is abstract an edit cannot be without; the rest means something to a few."""

    __slots__ = ()
    __dataclass_fields__: ClassVar[dict[str, Field[Any]]]

    options: ClassVar[tuple[Option, ...]] = ()
    """The options that are read as it, in the order of the help."""
    about: ClassVar[tuple[str, ...] | None] = None
    """The fields that say what it is about, None for all: an edit about the same thing takes its place in a plan."""
    goes_last: ClassVar[bool] = False
    """Whether it goes to the end of a plan when it is made again: numbers go over those that were set since."""
    turn: ClassVar[int] = 0
    """When it is done, whatever its place in a plan: 0 as a rule, 1 when it is made of what is left after everything
    else, 2 when it sets numbers in what that is."""
    moves: ClassVar[bool] = False
    """Whether it says on which device something is."""
    is_tallied: ClassVar[bool] = False
    """Whether the tensors moved and dropped and the keys renamed tell all that it does."""
    only_here: ClassVar[str] = ""
    """Why it is no part of a recipe for other files, a sentence to be said; empty where it can be."""
    torch_turn: ClassVar[int] = 2
    """When torch code does it: numbers first (0), then values (1), objects (2), and entries that go (3)."""

    # -- what it does ------------------------------------------------------------------------------------------

    @abstractmethod
    def apply(self, draft: Draft) -> Effect:
        """Change the draft by its methods, and say what is touched. Raises `EditError`."""

    def apply_to_made(self, draft: Draft, before: Effect) -> Effect:
        """Do the same to the state dicts that a plan makes; ``before`` is the effect on what the file has."""
        return before

    def counted(self, draft: Draft, effect: Effect, kept: Sequence[int]) -> Effect:
        """The effect, now that all edits are done; ``kept`` says how many tensors of each storage stay in the file."""
        return effect

    @classmethod  # noqa: B027 - most have nothing left to do
    def finish(cls, draft: Draft, edits: Iterable[Edit]) -> None:
        """What is done once, where a plan has such edits, after all edits of it."""

    @property
    def subject(self) -> tuple[Any, ...]:
        """What it is about: a new edit with the same subject takes the place of the old one."""
        names = self.__dataclass_fields__ if self.about is None else self.about
        return type(self), *(getattr(self, name) for name in names)

    @property
    def extracted(self) -> int | None:
        """The entry of the object that it makes a state dict of."""
        return None

    @property
    def sends_to(self) -> str | None:
        """The device that it sends something to."""
        return None

    def sent_to(self, target: str) -> Edit:
        """The same with what it moves on another device."""
        return replace(self, target=target) if self.moves else self

    @property
    def left_out(self) -> int | None:
        """The entry that it leaves out of the file."""
        return None

    @property
    def kept_alone(self) -> int | None:
        """The entry that it makes the whole file."""
        return None

    @property
    def renamed(self) -> tuple[int, str] | None:
        """The entry that it gives another key, and the key."""
        return None

    @property
    def changes_keys(self) -> bool:
        """Whether a state dict may have other keys for it."""
        return self.left_out is not None or self.renamed is not None

    @property
    def segments(self) -> str:
        """The whole dotted segments that it takes from keys or puts into them; empty where it does nothing of that."""
        return ""

    @property
    def numbers_set(self) -> NumbersSet | None:
        return None

    @property
    def everywhere(self) -> Edit:
        """The same of all state dicts, where it is about the keys of one."""
        return self

    def general(self, catalogue: Catalogue, plan: Plan) -> Edit:
        """The edit as a recipe has it: for all files like this one, where it comes to the same in this one."""
        return self

    # -- what it is called -------------------------------------------------------------------------------------

    def title(self, catalogue: Catalogue, effect: Effect = NO_EFFECT) -> str:
        """The line in the list of changes: the words of the button, uncut."""
        return self.on_button(catalogue, sys.maxsize)

    @abstractmethod
    def on_button(self, catalogue: Catalogue, most: int = 32) -> str:
        """The few words on a button, ``strip “module.”``; paths and values have ``most`` characters."""

    @classmethod
    def several(cls, edits: Sequence[Any], count: int) -> str:
        """The few words for edits of this class that differ; there are ``count`` ways to say them."""
        return say_count(count, "{n:,} change of this kind", "{n:,} changes of this kind")

    @property
    def is_aside(self) -> bool:
        """Whether it is no word of its own beside others of its class."""
        return False

    def becomes(self, catalogue: Catalogue, effect: Effect = NO_EFFECT) -> str:
        """``0.1 → 0.25``, where it sets a value or numbers."""
        return ""

    def in_row(self, becomes: str) -> InRow | None:
        """What the row of an entry tells of it; ``becomes`` is as above."""
        return None

    # -- how it is said ----------------------------------------------------------------------------------------

    @abstractmethod
    def ways(self, names: Names) -> Iterator[list[Step]]:
        """Ways to say it as steps, the shortest first; they are read again before one is believed."""

    def is_said_by(self, found: Sequence[Edit]) -> bool | None:
        """Whether edits that steps were read as mean the same; None where only what they come to can tell."""
        if len(found) == 1:
            return _spelled(found[0]) == _spelled(self)
        rows = getattr(self, "rows", None)
        parts = [getattr(each, "rows", None) or frozenset() for each in found]
        return rows is not None and frozenset().union(*parts) == rows and len({type(each) for each in found}) == 1

    @abstractmethod
    def in_torch(self, script: Script) -> None:
        """Write the lines of torch that do it, which ``torch_turn`` puts in order.

        Devices, dtypes, keys and how the file is written come from the plan as a whole: see
        `core.recipes.as_python`.
        """

    @property
    def torch_order(self) -> int:
        """Its place among those of its ``torch_turn``."""
        return 0


def _spelled(edit: Edit) -> str:
    """All that an edit says, which has NaN equal to itself."""
    fields = (getattr(edit, name) for name in edit.__dataclass_fields__)
    return repr((type(edit), *(sorted(each) if isinstance(each, frozenset) else each for each in fields)))


def called(catalogue: Catalogue, entry: int, most: int) -> str:
    """A place of the file, as a button names it."""
    return quoted(catalogue.path_text(entry), most) if entry else say("the whole file")


def in_few_words(catalogue: Catalogue, edits: Sequence[Edit], most: int = 32) -> str:
    """What some edits do, as on a button: ``map cuda:5 → cpu``. Paths and values have ``most`` characters."""
    words = []
    kinds: list[type[Edit]] = list(dict.fromkeys(map(type, edits)))
    for kind in kinds:
        alike = [edit for edit in edits if type(edit) is kind]
        alike = [edit for edit in alike if not edit.is_aside] or alike
        one = dict.fromkeys(edit.on_button(catalogue, most) for edit in alike)
        words.append(next(iter(one)) if len(one) == 1 else kind.several(alike, len(one)))
    return series(words)


_E = TypeVar("_E", bound=Edit)


@dataclass(frozen=True)
class Plan:
    """Edits in the order the user made them. Where two touch the same thing, the later one wins."""

    edits: tuple[Edit, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.edits)

    @cached_property
    def extracted(self) -> frozenset[int]:
        """The entries of the objects that it makes state dicts of."""
        return frozenset(entry for edit in self.edits if (entry := edit.extracted) is not None)

    def with_edit(self, edit: Edit) -> Plan:
        """The plan with ``edit`` in it, in the place of an earlier edit about the same thing."""
        return self.with_edits((edit,))

    def with_edits(self, edits: Iterable[Edit]) -> Plan:
        """The plan with several edits in it, one after the other: see `with_edit`."""
        found: list[Edit | None] = list(self.edits)
        places = {edit.subject: place for place, edit in reversed(list(enumerate(self.edits)))}
        for edit in edits:
            place = places.setdefault(edit.subject, len(found))
            if place < len(found) and edit.goes_last:
                found[place] = None
                place = places[edit.subject] = len(found)
            found[place : place + 1] = [edit]
        return Plan(tuple(edit for edit in found if edit is not None))

    def without(self, edit: Edit) -> Plan:
        """The plan without ``edit``; the same plan when it is not in it."""
        return Plan(tuple(old for old in self.edits if old != edit))

    def find(self, kind: type[_E], **wanted: Any) -> _E | None:
        """The last edit of a kind whose fields have the values given."""
        assert wanted.keys() <= kind.__dataclass_fields__.keys(), wanted
        for edit in reversed(self.edits):
            if isinstance(edit, kind) and all(getattr(edit, name) == value for name, value in wanted.items()):
                return edit
        return None
