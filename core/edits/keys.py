"""Edits of keys, and what follows the keys: ``_metadata`` of a state dict and names in optimizer groups."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from core.catalogue.catalogue import Catalogue
from core.catalogue.prefixes import FoundPrefix, insert_segment, joined, strip_from, strip_segment
from core.catalogue.quoting import literal
from core.edits.diff import Rewrite
from core.edits.draft import Draft
from core.edits.edit import NO_EFFECT, Edit, Effect, Option, Plan, called
from core.edits.fields import Entry
from core.edits.steps import (
    Names,
    Step,
    before_and_last,
    dotted,
    entry_at,
    left_and_right,
    only_at,
    place_and_rest,
    split_at_path,
)
from core.errors import EditError
from core.pickling.nodes import Call, DictNode, get, mapping, pairs
from core.text import clip
from core.words import marked, say, say_count

if TYPE_CHECKING:
    from core.edits.script import Script

_StateDict = tuple[DictNode, DictNode | None]
"""The items of a state dict, and those of its ``_metadata``; None where there is none, or another has the same."""
_PREFIX = marked("a prefix, such as module., or PATH=PREFIX")
_INSERT = marked("DEPTH:UNDER:SEGMENT, such as 1:backbone.:body.")


def check_prefix(text: str) -> str:
    """A prefix as whole dotted segments, with its final dot. Raises `EditError` for an empty one."""
    prefix = text.strip().rstrip(".")
    if not prefix or prefix.startswith(".") or ".." in prefix:
        raise EditError("{text!r} is not a prefix; write whole dotted segments, such as 'module.'.", text=text)
    return prefix + "."


class OfNames(Edit):
    """An edit of all keys of state dicts, of those in the file and of those that a plan makes."""

    __slots__ = ()
    is_tallied = True

    @property
    @abstractmethod
    def entry(self) -> int | None:
        """The entry of the one state dict that it is about; None for all."""

    @property
    def is_everywhere(self) -> bool:
        """Whether it is about all keys there, and not about some that were chosen."""
        return True

    def within(self, entry: int | None) -> OfNames:
        """The same of the one state dict at ``entry``, of all for None; itself where it is about chosen keys."""
        return replace(self, entry=entry)

    @property
    def everywhere(self) -> Edit:
        return self if self.entry is None else self.within(None)

    def means(self, entry: int) -> bool:
        """Whether it is about the key at ``entry``, if that is one of its state dicts."""
        return True

    @property
    def changes_keys(self) -> bool:
        return True

    @property
    def taken_off(self) -> str:
        """The whole dotted segments that it takes from keys; empty for none."""
        return ""

    @property
    def put_in(self) -> str:
        """The whole dotted segments that it puts into keys; empty for none."""
        return ""

    @property
    def segments(self) -> str:
        return self.taken_off or self.put_in

    @property
    def is_of_beginnings(self) -> bool:
        """Whether it changes what keys begin with, and nothing further in."""
        return False

    @property
    @abstractmethod
    def in_words(self) -> str:
        """What it does, wherever that is: ``strip “module.”``."""

    def on_button(self, catalogue: Catalogue, most: int = 32) -> str:
        return self.in_words

    @abstractmethod
    def new_name(self) -> Callable[[str], str]:
        """What it makes of a key. Raises `EditError` for a prefix or a pattern that is none."""

    @abstractmethod
    def rename_modules(
        self, rewrite: Rewrite, items: DictNode, metadata: DictNode, before: Sequence[tuple[int, Any]], count: int
    ) -> None:
        """Have the metadata of a state dict follow its keys: ``count`` were renamed, ``before`` has the old ones."""

    @abstractmethod
    def check_pointless(self, draft: Draft) -> None:
        """Raises `EditError` for an edit that renames no key, unless it does something else."""

    def of_key(self) -> tuple[str, Callable[[str], str]] | None:
        """What it makes of ``key``, as a line of Python and done; None where no line says it."""
        return None

    def apply(self, draft: Draft) -> Effect:
        """The keys of state dicts without a prefix, with one, or with one more segment."""
        keys = self._rename(draft, _in_file(draft, self.entry))
        if not keys and not _comes_later(draft, self.entry):
            self.check_pointless(draft)
        return Effect(keys=keys)

    def apply_to_made(self, draft: Draft, before: Effect) -> Effect:
        """The effect with what it was ``before`` in the state dicts of the file."""
        keys = self._rename(draft, _made(draft, self.entry))
        if not keys and not before.keys:
            self.check_pointless(draft)
        return before._replace(keys=keys + before.keys)

    def _rename(self, draft: Draft, state_dicts: Iterable[_StateDict]) -> int:
        """How many keys have another name then."""
        renamed, rewrite = self.new_name(), draft.rewrite
        keys = 0
        for items, metadata in state_dicts:
            before = list(rewrite.live_keys(items)) if metadata is not None else []
            count = _rename_items(rewrite, items, renamed)
            keys += count
            if metadata is not None:
                self.rename_modules(rewrite, items, metadata, before, count)
        return keys

    def in_torch(self, script: Script) -> None:
        """Told by the keys that come of all edits together, by the lines of `of_key` where these say it."""


def _name(prefix: str) -> str:
    """A prefix with its final dot, as words quote it."""
    return clip(dotted(prefix), 40)


def _read_strip(catalogue: Catalogue, value: str, inner: bool) -> list[Edit]:
    entry, prefix = place_and_rest(catalogue, value)
    return [StripPrefix(prefix, entry, inner)]


def _strip_words(value: str) -> str:
    place, prefix = before_and_last(value)
    return only_at(place, say("strip “{prefix}”", prefix=prefix))


def _strip_segment_words(value: str) -> str:
    place, prefix = before_and_last(value)
    return only_at(place, say("strip “{prefix}” everywhere", prefix=prefix))


@dataclass(frozen=True, slots=True)
class StripPrefix(OfNames):
    """Keys lose ``prefix`` (whole dotted segments); ``entry`` names one state dict, None means all.

    With ``inner`` the segment goes wherever it stands: ``model._orig_mod.x`` becomes ``model.x``.
    """

    prefix: str
    entry: Entry | None = None
    inner: bool = False

    options = (
        Option(
            "strip-prefix",
            _PREFIX,
            "P",
            marked("strip a leading prefix such as module.; PATH=P in one state dict only"),
            lambda catalogue, value: _read_strip(catalogue, value, inner=False),
            _strip_words,
        ),
        Option(
            "strip-segment",
            _PREFIX,
            "P",
            marked("strip a segment such as _orig_mod. wherever it stands"),
            lambda catalogue, value: _read_strip(catalogue, value, inner=True),
            _strip_segment_words,
        ),
    )

    @property
    def taken_off(self) -> str:
        return self.prefix

    @property
    def is_of_beginnings(self) -> bool:
        return not self.inner

    def new_name(self) -> Callable[[str], str]:
        prefix = check_prefix(self.prefix)
        change = strip_segment if self.inner else strip_from
        return lambda key: change(key, prefix)

    def rename_modules(
        self, rewrite: Rewrite, items: DictNode, metadata: DictNode, before: Sequence[tuple[int, Any]], count: int
    ) -> None:
        if count:
            _strip_metadata(rewrite, metadata, check_prefix(self.prefix), inner=self.inner)

    def check_pointless(self, draft: Draft) -> None:
        """A name in an optimizer may begin with what it strips."""
        prefix = check_prefix(self.prefix)
        items = (item for optimizer in draft.catalogue.optimizers for item in optimizer.entries)
        if not any(item.name is not None and item.name.startswith(prefix) for item in items):
            where = _where_text(draft.catalogue, self.entry)
            raise EditError(
                "No key of {where} begins with {prefix!r}; there is nothing to strip.", where=where, prefix=prefix
            )

    def of_key(self) -> tuple[str, Callable[[str], str]] | None:
        prefix = check_prefix(self.prefix)
        return None if self.inner else (f"key.removeprefix({literal(prefix)})", lambda key: key.removeprefix(prefix))

    def general(self, catalogue: Catalogue, plan: Plan) -> Edit:
        """Of all state dicts, where each loses the prefix too, or has none of it."""
        if self.entry is not None and all(self._is_done(catalogue, plan, other) for other in catalogue.state_dicts):
            return StripPrefix(self.prefix, None, self.inner)
        return self

    def _is_done(self, catalogue: Catalogue, plan: Plan, state_dict: int) -> bool:
        if plan.find(StripPrefix, prefix=self.prefix, entry=state_dict, inner=self.inner):
            return True
        segment = self.prefix.strip().rstrip(".")
        keys = (catalogue.labels[child] for child in catalogue.children(state_dict))
        return not any(segment in key.split(".")[:-1] for key in keys if isinstance(key, str))

    def title(self, catalogue: Catalogue, effect: Effect = NO_EFFECT) -> str:
        if self.entry and len(catalogue.state_dicts) > 1:  # else another line may say the same of another state dict
            return only_at(clip(catalogue.path_text(self.entry), 60), self.in_words)
        return self.in_words

    @property
    def in_words(self) -> str:
        return say("strip “{prefix}” everywhere" if self.inner else "strip “{prefix}”", prefix=_name(self.prefix))

    @classmethod
    def several(cls, edits: Sequence[Any], count: int) -> str:
        return say_count(count, "strip {n:,} prefix", "strip {n:,} prefixes")

    def ways(self, names: Names) -> Iterator[list[Step]]:
        yield [Step("strip-segment" if self.inner else "strip-prefix", names.within(self.entry, self.prefix))]


def _read_add(catalogue: Catalogue, value: str) -> list[Edit]:
    entry, prefix = place_and_rest(catalogue, value)
    return [AddPrefix(prefix, entry)]


def _add_words(value: str) -> str:
    place, prefix = before_and_last(value)
    return only_at(place, say("add “{prefix}”", prefix=prefix))


@dataclass(frozen=True, slots=True)
class AddPrefix(OfNames):
    """All keys of a state dict gain ``prefix``, as a model wrapped in DataParallel expects."""

    prefix: str
    entry: Entry | None = None

    options = (
        Option(
            "add-prefix", _PREFIX, "P", marked("add a prefix to the keys of every state dict"), _read_add, _add_words
        ),
    )

    @property
    def put_in(self) -> str:
        return self.prefix

    @property
    def is_of_beginnings(self) -> bool:
        return True

    def new_name(self) -> Callable[[str], str]:
        prefix = check_prefix(self.prefix)
        return lambda key: prefix + key

    def rename_modules(
        self, rewrite: Rewrite, items: DictNode, metadata: DictNode, before: Sequence[tuple[int, Any]], count: int
    ) -> None:
        _add_to(rewrite, metadata, check_prefix(self.prefix))

    def check_pointless(self, draft: Draft) -> None:
        raise EditError("There is no state dict in this file whose keys could get a prefix.")

    def of_key(self) -> tuple[str, Callable[[str], str]] | None:
        prefix = check_prefix(self.prefix)
        return f"{literal(prefix)} + key", lambda key: prefix + key

    @property
    def in_words(self) -> str:
        return say("add “{prefix}”", prefix=_name(self.prefix))

    def ways(self, names: Names) -> Iterator[list[Step]]:
        yield [Step("add-prefix", names.within(self.entry, self.prefix))]


def _read_insert(catalogue: Catalogue, value: str) -> list[Edit]:
    entry, rest = place_and_rest(catalogue, value)
    depth, colon, rest = rest.partition(":")
    under, second, segment = rest.rpartition(":")
    if not (colon and second and depth.isdecimal() and len(depth) < 4):
        raise EditError("{value} is not {form}", value=repr(clip(value, 80)), form=say(_INSERT))
    return [InsertSegment(segment, int(depth), entry, under)]


def _insert_words(value: str) -> str:
    place, rest = before_and_last(value)
    under, _, segment = rest.partition(":")[2].rpartition(":")
    if under:
        return only_at(place, say("insert “{segment}” into “{under}…” keys", segment=segment, under=under))
    return only_at(place, say("insert “{segment}” into keys", segment=segment))


@dataclass(frozen=True, slots=True)
class InsertSegment(OfNames):
    """Keys of a state dict gain ``segment`` after their first ``depth`` dotted segments.

    Only keys that begin with ``under`` do; ``entry`` names one state dict, None means all. With
    ``InsertSegment("body.", 1, under="backbone.")``, ``backbone.conv.weight`` becomes ``backbone.body.conv.weight``.
    """

    segment: str
    depth: int
    entry: Entry | None = None
    under: str = ""

    options = (
        Option(
            "insert-segment",
            _INSERT,
            "D:U:S",
            marked("insert S after the first D segments of keys that begin with U"),
            _read_insert,
            _insert_words,
        ),
    )

    @property
    def put_in(self) -> str:
        return self.segment

    def new_name(self) -> Callable[[str], str]:
        segment, depth, under = check_prefix(self.segment), self.depth, self.under
        return lambda key: insert_segment(key, segment, depth, under)

    def rename_modules(
        self, rewrite: Rewrite, items: DictNode, metadata: DictNode, before: Sequence[tuple[int, Any]], count: int
    ) -> None:
        """The module inserted gets no entry of its own."""
        if count:
            renamed = self.new_name()
            _rename_items(rewrite, metadata, lambda key: renamed(f"{key}.\0")[:-2] if key else key)

    def check_pointless(self, draft: Draft) -> None:
        where, segment = _where_text(draft.catalogue, self.entry), check_prefix(self.segment)
        raise EditError("No key of {where} fits, so {segment!r} cannot be inserted.", where=where, segment=segment)

    @property
    def in_words(self) -> str:
        segment = _name(self.segment)
        if not self.under:
            return say("insert “{segment}” into keys", segment=segment)
        return say("insert “{segment}” into “{under}…” keys", segment=segment, under=clip(self.under, 40))

    def ways(self, names: Names) -> Iterator[list[Step]]:
        yield [Step("insert-segment", names.within(self.entry, f"{self.depth}:{self.under}:{self.segment}"))]


def _read_rename(catalogue: Catalogue, value: str) -> list[Edit]:
    path, name = split_at_path(catalogue, value)
    return [RenameKey(entry_at(catalogue, path), name)]


def _rename_words(value: str) -> str:
    old, new = left_and_right(value)
    return say("rename {old} → {new}", old=old, new=new)


@dataclass(frozen=True, slots=True)
class RenameKey(Edit):
    """The key of one dict entry becomes ``name``."""

    entry: Entry
    name: str

    options = (
        Option(
            "rename",
            marked("PATH=NAME, such as state_dict=model"),
            "PATH=NAME",
            marked("give an entry another key, such as state_dict=model"),
            _read_rename,
            _rename_words,
        ),
    )
    about = ("entry",)
    is_tallied = True

    @property
    def renamed(self) -> tuple[int, str]:
        return self.entry, self.name

    def apply(self, draft: Draft) -> Effect:
        tree = draft.catalogue.tree
        home = tree.homes[self.entry]
        if not self.entry or type(home) is not DictNode or not isinstance(tree.labels[self.entry], str):
            raise EditError("You can rename only string keys of dictionaries.")
        if not self.name:
            raise EditError("A key needs a name.")
        draft.locate(home, draft.catalogue.path_text(tree.parents[self.entry]))
        old = draft.rewrite.name_of(home, tree.slots[self.entry])
        draft.rewrite.rename(home, tree.slots[self.entry], self.name)
        return Effect(keys=1, what=str(old))

    def title(self, catalogue: Catalogue, effect: Effect = NO_EFFECT) -> str:
        return say("rename {old} → {new}", old=effect.what, new=self.name)

    def on_button(self, catalogue: Catalogue, most: int = 32) -> str:
        path = called(catalogue, self.entry, most)
        return say("rename {path} to “{name}”", path=path, name=clip(self.name, most))

    @classmethod
    def several(cls, edits: Sequence[Any], count: int) -> str:
        return say_count(count, "rename {n:,} key", "rename {n:,} keys")

    def ways(self, names: Names) -> Iterator[list[Step]]:
        yield [Step("rename", f"{names.path(self.entry)}={self.name}")]

    def in_torch(self, script: Script) -> None:
        """Told by the keys that come of all edits together."""


# -- all keys of a state dict ----------------------------------------------------------------------------------


def _in_file(draft: Draft, entry: int | None) -> list[_StateDict]:
    """The state dict at an entry, none where one is yet to be made; or all of the file."""
    values = draft.catalogue.tree.values
    if entry is not None and draft.is_extracted(values[entry]):
        return []
    entries = draft.catalogue.state_dicts if entry is None else (entry,)
    return _each_once(draft, [(at, values[at]) for at in entries])


def _made(draft: Draft, entry: int | None) -> list[_StateDict]:
    """The state dict of a module made in the place of what is at an entry, or all of them."""
    values = draft.catalogue.tree.values
    here = [(at, node) for at, node in draft.made.items() if entry is None or values[at] is values[entry]]
    return _each_once(draft, list({id(node): (at, node) for at, node in reversed(here) if type(node) is Call}.values()))


def _each_once(draft: Draft, state_dicts: Sequence[tuple[int, Any]]) -> list[_StateDict]:
    """(entry, node) of state dicts, which the file may show at several places, as their items."""
    found: dict[int, _StateDict] = {}
    metadata: dict[int, DictNode] = {}
    for at, node in state_dicts:
        items, about = mapping(node), metadata_of(node)
        if items is None:
            raise EditError(
                "{path!r} is not a dictionary, so it has no keys to rename.", path=draft.catalogue.path_text(at)
            )
        draft.locate(items, draft.catalogue.path_text(at))
        is_own = about is not None and metadata.setdefault(id(about), items) is items
        found[id(items)] = items, about if is_own else None
    return list(found.values())


def _rename_items(rewrite: Rewrite, items: DictNode, renamed: Callable[[str], str]) -> int:
    count = 0
    for slot, key in list(rewrite.live_keys(items)):
        if isinstance(key, str):
            new = renamed(key)
            if new != key:
                rewrite.rename(items, slot, new)
                count += 1
    return count


def _comes_later(draft: Draft, entry: int | None) -> bool:
    """Whether an edit of names may be about keys that are yet to be made."""
    return draft.extracts if entry is None else draft.is_extracted(draft.catalogue.tree.values[entry])


def _where_text(catalogue: Catalogue, entry: int | None) -> str:
    return say("any state dict") if entry is None else repr(catalogue.path_text(entry) or say("the file"))


def strips(chain: Sequence[FoundPrefix]) -> list[StripPrefix]:
    """The edits that take a chain of wrappers off."""
    return [StripPrefix(each.prefix, each.entry, each.inner) for each in joined(chain)]


# -- the metadata of a state dict ------------------------------------------------------------------------------


def metadata_of(state_dict: Any) -> DictNode | None:
    """The items of a state dict's ``_metadata`` (versions a module), where it has them."""
    if type(state_dict) is not Call:
        return None
    return mapping(get(state_dict.payload("state"), "_metadata"))


def _strip_metadata(rewrite: Rewrite, metadata: DictNode, prefix: str, *, inner: bool) -> None:
    """Strip a prefix from module names, which have no final dot: ``module`` becomes the empty name.

    The wrapper's own entry gives way to that of the module it wraps, as in torch's
    ``consume_prefix_in_state_dict_if_present``; so do those of wrappers around it, when it is all that they hold.
    """
    change = strip_segment if inner else strip_from
    slots: dict[str, int] = {}
    named = [(slot, key) for slot, key in rewrite.live_keys(metadata) if isinstance(key, str)]
    above = set() if inner else _only_around(prefix, [key for _, key in named])
    for slot, key in named:
        if key in above:
            rewrite.drop(metadata, slot)
            continue
        # A final marker makes a module name look like a key below it.
        new = change(f"{key}.\0", prefix)[:-1].rstrip(".")
        if new != key:
            rewrite.rename(metadata, slot, new)
            if new in slots:
                rewrite.drop(metadata, slots[new])
        slots[new] = slot
    added = rewrite.put_so_far(metadata)
    if added:  # entries of a wrapper that was put around the model before
        renamed = [
            (change(f"{key}.\0", prefix)[:-1].rstrip("."), value)
            for key, value in zip(added[::2], added[1::2], strict=True)
        ]
        rewrite.put_first(metadata, [part for pair in renamed if pair[0] not in slots for part in pair])


def _only_around(prefix: str, names: Sequence[str]) -> set[str]:
    """The modules between the outermost and the one that ``prefix`` names that hold nothing else."""
    parts = prefix[:-1].split(".")
    around = {".".join(parts[:depth]) for depth in range(1, len(parts))}
    others = [name for name in names if name not in around and not f"{name}.".startswith(prefix)] if around else []
    return {name for name in around if not any(other.startswith(f"{name}.") for other in others)}


def _add_to(rewrite: Rewrite, metadata: DictNode, prefix: str) -> None:
    """Put module names below a prefix, with entries for the wrapper as DataParallel has them."""

    def below(key: str) -> str:
        return prefix + key if key else prefix[:-1]

    _rename_items(rewrite, metadata, below)
    parts = prefix[:-1].split(".")
    first: list[Any] = []
    for depth in range(len(parts)):
        first += (".".join(parts[:depth]), DictNode(["version", 1]))
    so_far = rewrite.put_so_far(metadata)
    for key, value in zip(so_far[::2], so_far[1::2], strict=True):
        first += (below(key), value)
    rewrite.put_first(metadata, first)


# -- names in optimizers ---------------------------------------------------------------------------------------


def follow_names(draft: Draft, edits: Iterable[Edit]) -> None:
    """Rename parameters in optimizers (``param_names``, and ids that are names) along with the model's keys."""
    catalogue, rewrite = draft.catalogue, draft.rewrite
    of_all = (edit for edit in edits if isinstance(edit, OfNames) and edit.is_everywhere and edit.entry is None)
    changes = [edit.new_name() for edit in of_all]
    if not rewrite.names and not changes:
        return

    def changed(name: str) -> str:
        for change in changes:
            name = change(name)
        return name

    for optimizer in catalogue.optimizers:
        if not any(item.name is not None for item in optimizer.entries):
            continue
        renamed = _renamed_keys(catalogue, rewrite, optimizer.model)
        state = catalogue.tree.values[optimizer.entry]

        def new(name: str, renamed: dict[str, str] = renamed) -> str:
            return renamed[name] if name in renamed else changed(name)

        items = mapping(get(state, "state"))
        if items is not None:
            _rename_items(rewrite, items, new)
        _rename_in_groups(rewrite, state, new)
    for state in {id(state): state for state in draft.made.values() if changes}.values():
        _rename_in_groups(rewrite, state, changed)


def _rename_in_groups(rewrite: Rewrite, state: Any, change: Callable[[str], str]) -> None:
    for group in get(state, "param_groups") or ():
        for listed in (get(group, "params"), get(group, "param_names")):
            _rename_elements(rewrite, listed, change)


def _renamed_keys(catalogue: Catalogue, rewrite: Rewrite, model: int | None) -> dict[str, str]:
    """Old key → new key of a state dict, all keys, so that a key that stayed is known to have stayed."""
    node = mapping(catalogue.tree.values[model]) if model is not None else None
    if node is None:
        return {}
    return {old: rewrite.name_of(node, slot) for slot, (old, _) in enumerate(pairs(node)) if isinstance(old, str)}


def _rename_elements(rewrite: Rewrite, elements: Any, change: Callable[[str], str]) -> None:
    for slot, name in enumerate(elements if type(elements) is list else ()):
        if isinstance(name, str) and change(name) != name:
            rewrite.rename(elements, slot, change(name))
