"""Pickled modules and optimizers become their state dicts, wherever the file shows them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from core.catalogue.catalogue import Catalogue
from core.catalogue.modules import wrapper_prefix
from core.edits.draft import Draft
from core.edits.edit import NO_EFFECT, Edit, Effect, InRow, Option
from core.edits.fields import Entry
from core.edits.keys import OfNames
from core.edits.script import Script
from core.edits.state_dict import extraction
from core.edits.steps import PATH, Names, Step, entry_at, only_at
from core.errors import EditError
from core.objects.plain_rules import class_of
from core.pickling.nodes import mapping
from core.text import clip
from core.words import marked, say


@dataclass(frozen=True, slots=True)
class Extract(Edit):
    """The pickled module at ``entry`` becomes its ``state_dict()``, a pickled optimizer likewise.

    With ``unwrap`` it is that of the module inside DataParallel and its like.
    """

    entry: Entry
    unwrap: bool = False

    options = (
        Option(
            "extract",
            PATH,
            "PATH",
            marked("put the state dict of a whole pickled model in its place; / is the whole file"),
            lambda catalogue, value: [Extract(entry_at(catalogue, value))],
            lambda value: only_at(value, say("extract state_dict")),
        ),
        Option(
            "extract-unwrapped",
            PATH,
            "PATH",
            marked("the same of the module inside DataParallel and its like"),
            lambda catalogue, value: [Extract(entry_at(catalogue, value), unwrap=True)],
            lambda value: only_at(value, say("extract and unwrap")),
        ),
    )
    about = ("entry",)
    turn = 1

    @property
    def extracted(self) -> int | None:
        return self.entry

    def apply(self, draft: Draft) -> Effect:
        catalogue, tree = draft.catalogue, draft.catalogue.tree
        path = clip(catalogue.path_text(self.entry), 60) or say("the file")
        if self.entry < draft.root < tree.ends[self.entry]:
            raise EditError(
                say("What is kept is a part of {path!r}, so there is no state dict to make of that.", path=path)
            )
        if draft.is_hidden(self.entry):
            draft.note(say("{path!r} is part of what becomes a state dict as a whole.", path=path))
            return Effect(what=say("in another state_dict"))
        found = extraction(catalogue, self.entry, draft.rewrite, unwrap=self.unwrap)
        draft.rewrite.replace(tree.values[self.entry], found.node)
        for note in found.notes:
            draft.note(note)
        for entry in _shown(draft, self.entry):
            twin = found if entry == self.entry else extraction(catalogue, entry, draft.rewrite, unwrap=self.unwrap)
            draft.put_state_dict(entry, found.node)
            draft.hide(entry + 1, tree.ends[entry])
            for part, keys in twin.places.items():
                draft.place(part, entry, keys)
            for part, call in twin.copies.items():
                draft.stand_in(part, call)
                _hide_attributes(draft, part)
        rows = [row for part in found.places for row in catalogue.subtree_rows(part)]
        nbytes = sum(catalogue.tensors[row].nbytes for row in rows)
        return Effect(len(rows), nbytes=nbytes, what=say("{name} → state_dict", name=clip(found.name, 60)))

    def in_row(self, becomes: str) -> InRow | None:
        return InRow(self.entry, "state_dict")

    def title(self, catalogue: Catalogue, effect: Effect = NO_EFFECT) -> str:
        where = clip(catalogue.path_text(self.entry), 60)
        prefix = self._prefix(catalogue)
        if prefix and not self.unwrap:
            few = self._with_class(catalogue)
            return f"{where}: {few}" if where else few
        if prefix and not where:
            return say("{extracted}, without “{prefix}”", extracted=self._with_class(catalogue), prefix=prefix)
        return f"{where or say('the file')}: {effect.what}"

    def on_button(self, catalogue: Catalogue, most: int = 32) -> str:
        prefix = self._prefix(catalogue)
        if not prefix:
            return say("extract state_dict")
        return self._with_class(catalogue) if self.unwrap else say("extract it and keep “{prefix}”", prefix=prefix)

    def _prefix(self, catalogue: Catalogue) -> str:
        return clip(wrapper_prefix(catalogue.tree, self.entry), 40)

    def _with_class(self, catalogue: Catalogue) -> str:
        """With what the class of the object is called, without its module: ``DataParallel``."""
        name = class_of(catalogue.tree.values[self.entry])
        called = clip(name.name.rpartition(".")[2], 60) if name is not None else say("model")
        return say("extract the state_dict from the pickled {name}", name=called)

    def ways(self, names: Names) -> Iterator[list[Step]]:
        yield [Step("extract-unwrapped" if self.unwrap else "extract", names.path(self.entry))]

    def in_torch(self, script: Script) -> None:
        values = script.catalogue.values
        if script.is_first(values[self.entry]):
            inner = ".module" if self.unwrap else ""
            for shown in (at for at, value in enumerate(values) if value is values[self.entry]):
                script.assign(shown, f"{script.at(shown)}{inner}.state_dict()")


def in_wrappers(edits: Iterable[Edit]) -> tuple[Edit, ...]:
    """The same edits, with models extracted as they are, wrappers and all: for who loads into a wrapped model."""
    return tuple(Extract(edit.entry) if isinstance(edit, Extract) else edit for edit in edits)


def _shown(draft: Draft, entry: int) -> Iterator[int]:
    """The entries that show the same object, which the file holds once; not those inside another such."""
    tree, end = draft.catalogue.tree, 0
    for other in draft.shown(tree.values[entry]):
        if other >= end and not draft.is_hidden(other):
            yield other
            end = tree.ends[other]


def _hide_attributes(draft: Draft, entry: int) -> None:
    """What a tensor has as Python attributes is not in the file: ``.detach()`` leaves those behind."""
    tree = draft.catalogue.tree
    for child in draft.catalogue.children(entry):
        if type(tree.homes[child]) is not tuple:
            draft.hide(child, tree.ends[child])


def rename_in_made(draft: Draft, edits: Iterable[Edit], before: Mapping[Edit, Effect]) -> dict[Edit, Effect]:
    """Edits of names once more, now on the state dicts that the plan makes; their effects with these keys.

    Raises `EditError` for one that renames nothing there and did not ``before``.
    """
    effects = {edit: edit.apply_to_made(draft, before[edit]) for edit in edits}
    if any(isinstance(edit, OfNames) and edit.is_everywhere for edit in effects):
        held = {at: mapping(node) for at, node in draft.made.items()}
        names = {at: draft.rewrite.new_names(items) for at, items in held.items() if items is not None}
        for entry, (at, keys) in list(draft.moved.items()):
            if keys and at in names:
                draft.place(entry, at, (names[at].get(keys[0], keys[0]), *keys[1:]))
    return effects
