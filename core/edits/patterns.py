"""Many keys renamed at once: by a text, by a glob, or by a regular expression, which is a function from key to key.

The ``_metadata`` of a state dict (versions a module) goes along: modules go with their keys. ``load_state_dict``
looks a module's version up by its name (``torch/nn/modules/module.py``); a BatchNorm whose version is lost is taken for
one of before torch 0.4.1.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from core.catalogue.catalogue import Catalogue
from core.catalogue.quoting import literal, path_word
from core.edits.diff import Rewrite
from core.edits.draft import Draft
from core.edits.edit import Edit, Effect, Option
from core.edits.fields import Entries
from core.edits.keys import OfNames, metadata_of
from core.edits.steps import MOST_STEPS, Names, Step, before_and_last, nothing_or
from core.errors import EditError, PathNotFound
from core.pickling.nodes import DictNode, mapping
from core.safe_regex import SafeRegex, safe_regex
from core.text import clip, titled
from core.words import marked, say

TEXT, GLOB, REGEX = "text", "glob", "regex"
# -- the edit ----------------------------------------------------------------------------------------------------

LONGEST_KEY: Final = 10_000
"""Characters that a pattern may make of a key: a replacement can double it at every turn."""
_WILD = re.compile(r"[*?]")


def form_of(pattern: str) -> str:
    """How a pattern is meant that nobody says more of: with ``*`` or ``?`` in it as a glob, else as a text."""
    return GLOB if _WILD.search(pattern) else TEXT


def _words(value: str) -> str:
    old, new = before_and_last(value)
    return say("rename {what} in keys", what=f"{old} → {nothing_or(new)}")


def _read(_catalogue: Catalogue, value: str) -> list[Edit]:
    pattern, replacement = before_and_last(value)
    return [RenameKeys(pattern, replacement, form_of(pattern))]


def _read_regex(_catalogue: Catalogue, value: str) -> list[Edit]:
    pattern, replacement = before_and_last(value)
    return [RenameKeys(pattern, replacement, REGEX)]


@dataclass(frozen=True, slots=True)
class RenameKeys(OfNames):
    """Keys in which ``pattern`` is found get another name: see `renamer`.

    ``form`` is ``text``, ``glob`` or ``regex``. Meant are the keys of all state dicts, or those at ``entries``, which
    may be keys of any dictionary.
    """

    pattern: str
    replacement: str
    form: str = "text"
    entries: Entries | None = None

    options = (
        Option(
            "rename-keys",
            marked("OLD=NEW, such as backbone.=encoder."),
            "OLD=NEW",
            marked("rename keys: replace a part of each, or whole keys by a glob, such as 'net.*=model.*'"),
            _read,
            _words,
            may_be_empty=True,
        ),
        Option(
            "rename-regex",
            marked("PATTERN=REPLACEMENT, such as '^layer(\\d)=blocks.\\1'"),
            "P=R",
            marked(r"rename keys by a regular expression, such as '^layer(\d)=blocks.\1'"),
            _read_regex,
            _words,
            may_be_empty=True,
        ),
    )
    about = ("pattern", "form", "entries")
    entry = None

    @property
    def is_everywhere(self) -> bool:
        return self.entries is None

    def within(self, entry: int | None) -> OfNames:
        return self

    def means(self, entry: int) -> bool:
        return self.entries is None or entry in self.entries

    def new_name(self) -> Callable[[str], str]:
        return checked(renamer(self))

    def apply(self, draft: Draft) -> Effect:
        if self.entries is not None:
            return self._rename_chosen(draft, self.entries)
        return OfNames.apply(self, draft)

    def apply_to_made(self, draft: Draft, before: Effect) -> Effect:
        return OfNames.apply_to_made(self, draft, before) if self.is_everywhere else before

    def _rename_chosen(self, draft: Draft, entries: Iterable[int]) -> Effect:
        """The keys at some entries, and the metadata of the state dicts that these are in."""
        tree, rewrite = draft.catalogue.tree, draft.rewrite
        renamed, keys = self.new_name(), 0
        homes: dict[int, tuple[int, list[tuple[int, Any]]]] = {}
        for entry in sorted(entries):
            if not 0 < entry < len(draft.catalogue):
                raise PathNotFound("The selection names an entry that is not in this file.")
            home, slot = tree.homes[entry], tree.slots[entry]
            is_key = draft.catalogue.is_key(entry)
            if type(home) is not DictNode or not isinstance(tree.labels[entry], str) or not is_key:
                continue
            key = rewrite.name_of(home, slot)
            new = renamed(key) if isinstance(key, str) else key
            if new != key:
                if id(home) not in homes:
                    homes[id(home)] = tree.parents[entry], list(rewrite.live_keys(home))
                rewrite.rename(home, slot, new)
                keys += 1
        if not keys:
            raise EditError(
                "None of the selected keys has “{pattern}” in it; there is nothing to rename.",
                pattern=clip(self.pattern, 60),
            )
        for parent, before in homes.values():
            home, metadata = mapping(tree.values[parent]), metadata_of(tree.values[parent])
            if home is not None:
                draft.locate(home, draft.catalogue.path_text(parent))
            if home is not None and metadata is not None:
                self.rename_modules(rewrite, home, metadata, before, keys)
        return Effect(keys=keys)

    def rename_modules(
        self, rewrite: Rewrite, items: DictNode, metadata: DictNode, before: Sequence[tuple[int, Any]], count: int
    ) -> None:
        """Modules are called as the keys of their state dict."""
        if before and count:
            texts = ((key, rewrite.name_of(items, slot)) for slot, key in before if isinstance(key, str))
            _follow_keys(rewrite, metadata, texts)

    def check_pointless(self, draft: Draft) -> None:
        raise EditError(
            "No key of any state dict has “{pattern}” in it; there is nothing to rename.",
            pattern=clip(self.pattern, 60),
        )

    def of_key(self) -> tuple[str, Callable[[str], str]] | None:
        if self.form == TEXT:
            old, new = self.pattern, self.replacement
            return f"key.replace({literal(old)}, {literal(new)})", lambda key: key.replace(old, new)
        found, template = regex_of(self)
        return f"re.sub({literal(found)}, {literal(template)}, key)", renamer(self)

    @property
    def in_words(self) -> str:
        old, new = _ends(self)
        return say("rename {what} in keys", what=f"{clip(old, 40)} → {nothing_or(clip(new, 40))}")

    def ways(self, names: Names) -> Iterator[list[Step]]:
        """Of all keys by the pattern; of selected ones key by key."""
        if self.entries is None:
            yield [_step(self)]
            return
        found = list(self._renamed(names))
        if len(found) <= MOST_STEPS:
            exact = ((f"^{re.escape(old)}$", new.replace("\\", r"\\")) for _, old, new in found)
            yield [_step(RenameKeys(pattern, template, REGEX)) for pattern, template in exact]
            yield [Step("rename", f"{path_word(names.catalogue, entry)}={new}") for entry, _, new in found]

    def _renamed(self, names: Names) -> Iterator[tuple[int, str, str]]:
        """(entry, key, new key) of those that get another name, each beside others of its dictionary."""
        catalogue, renamed = names.catalogue, renamer(self)
        for entry in sorted(self.entries or (), key=lambda entry: (catalogue.parents[entry], entry)):
            in_dict = entry > 0 and catalogue.kind(catalogue.parents[entry]) == "dict" and catalogue.is_key(entry)
            key = names.planned_key(entry) if in_dict else None
            if isinstance(key, str) and isinstance(catalogue.labels[entry], str) and renamed(key) != key:
                yield entry, key, renamed(key)

    def is_said_by(self, found: Sequence[Edit]) -> bool | None:
        """A pattern says itself, whatever its form is by then; of selected keys only what becomes of them can tell."""
        return True if self.entries is None else None


def _ends(edit: RenameKeys) -> tuple[str, str]:
    """What the pattern finds and what that becomes: the ends of keys where it is about those of some weights."""
    shape = re.fullmatch(r"\(\^\|\\\.\)(?P<before>[^(]*)\((?P<weight>[^|)]*)[^)]*\)(?P<after>.*)\$", edit.pattern)
    if edit.form != REGEX or shape is None:
        return edit.pattern, edit.replacement
    old = "".join(shape.group("before", "weight", "after"))
    new = edit.replacement.removeprefix(r"\1").replace(r"\2", shape["weight"])
    return old.replace("\\", ""), new.replace("\\", "")


def _step(edit: RenameKeys) -> Step:
    """A rename of all keys by a pattern."""
    simple = edit.form in (TEXT, GLOB) and form_of(edit.pattern) == edit.form
    if simple and "=" not in edit.replacement:
        return Step("rename-keys", f"{edit.pattern}={edit.replacement}")
    pattern, template = regex_of(edit)
    return Step("rename-regex", f"{pattern}={_without_equals(template)}")


def _without_equals(template: str) -> str:
    r"""A replacement in which ``=`` is ``\075``, for what stands after the last equals sign is the replacement."""
    parts: list[str] = []
    letters = iter(template)
    for letter in letters:
        if letter == "\\":
            following = next(letters, "")
            parts.append(r"\\\075" if following == "=" else letter + following)
        else:
            parts.append(r"\075" if letter == "=" else letter)
    return "".join(parts)


# -- patterns ----------------------------------------------------------------------------------------------------


def renamer(edit: RenameKeys) -> Callable[[str], str]:
    """What the edit makes of a key: the key itself where the pattern does not find it.

    A text is replaced wherever it stands. A glob means whole keys, and each ``*`` and ``?`` of the replacement is what
    the one in the same place of the pattern stood for. A regular expression is replaced as by ``re.sub``. Raises
    `EditError` for a pattern or replacement that is wrong; what is returned raises it for a key that is too long.
    """
    if not edit.pattern:
        raise EditError("Say which keys to rename: a part of them, a glob, or a regular expression.")
    if edit.form == TEXT:
        return lambda key: key.replace(edit.pattern, edit.replacement)
    pattern, template = regex_of(edit)
    return _substituted(safe_regex(pattern), template)


def regex_of(edit: RenameKeys) -> tuple[str, str]:
    """The regular expression and the replacement that mean the same. Raises `EditError` as `renamer` does."""
    if edit.form == TEXT:
        return re.escape(edit.pattern), edit.replacement.replace("\\", r"\\")
    if edit.form == GLOB:
        return _of_glob(edit.pattern), _template_of_glob(edit.pattern, edit.replacement)
    if edit.form == REGEX:
        return edit.pattern, edit.replacement
    raise EditError("{form} is not a kind of pattern; choose text, glob or regex.", form=repr(clip(edit.form, 40)))


def why_not(new: str) -> str:
    """Why a key cannot have a name, as a sentence; empty where it can."""
    if not new:
        return say("A key needs a name.")
    if len(new) > LONGEST_KEY:
        return say("A key has at most {most:,} characters here.", most=LONGEST_KEY)
    return ""


def checked(renamed: Callable[[str], str]) -> Callable[[str], str]:
    """The same, which raises `EditError` for a name that no key can have."""

    def new_name(key: str) -> str:
        new = renamed(key)
        wrong = why_not(new) if new != key else ""
        if wrong:
            raise EditError(titled(clip(key, 60), wrong))
        return new

    return new_name


def _substituted(regex: SafeRegex, template: str) -> Callable[[str], str]:
    regex.check_length(0)
    check_template(regex.compiled, template)
    return regex.bounded(lambda key: regex.compiled.sub(template, key))


def check_template(compiled: re.Pattern[str], template: str) -> None:
    r"""Raises `EditError` for a replacement that names a group which is not there, such as ``\3``, or is else wrong."""
    try:
        compiled.sub(template, "")  # reads the replacement before it looks for anything
    except (re.error, IndexError) as error:
        wrong = error.msg if isinstance(error, re.error) else str(error)
        raise EditError(
            "{replacement} is not a replacement: {wrong}.", replacement=repr(clip(template, 60)), wrong=wrong
        ) from None


def _of_glob(pattern: str) -> str:
    """The glob as a regular expression, with a group for each of its wildcards."""
    parts = (f"({'.' if part == '?' else '.*?'})" if part in "*?" else re.escape(part) for part in _parts(pattern))
    return rf"(?s)^{''.join(parts)}\Z"


def _template_of_glob(pattern: str, replacement: str) -> str:
    """The n-th ``*`` of a replacement as the group of the n-th ``*`` of the pattern, and ``?`` likewise."""
    groups: dict[str, list[int]] = {"*": [], "?": []}
    for number, wildcard in enumerate(_WILD.findall(pattern), 1):
        groups[wildcard].append(number)
    found = ""
    for part in _parts(replacement):
        if part not in groups:
            found += part.replace("\\", r"\\")
        elif groups[part]:
            found += rf"\g<{groups[part].pop(0)}>"
        else:
            raise EditError("The new name has more {wildcard} than the pattern.", wildcard=part)
    return found


def _parts(glob: str) -> Iterator[str]:
    """Texts and wildcards, in turn; ``**`` is a ``*``."""
    return filter(None, re.split(r"([*?])", re.sub(r"\*+", "*", glob)))


# -- modules that follow their keys --------------------------------------------------------------------------------


def _follow_keys(rewrite: Rewrite, metadata: DictNode, renamed: Iterable[tuple[str, str]]) -> None:
    """Rename modules as (old, new) keys of the state dict say, of those that stay the same too.

    A module whose keys all left it goes, and gives way to one that takes its name.
    """
    pairs = list(renamed)
    new_names, there = _new_names(pairs), set[str]()
    for _, new in pairs:
        there.update(_modules(new))
    taken: dict[str, int] = {}
    staying: list[tuple[int, str]] = []
    for slot, name in list(rewrite.live_keys(metadata)):
        if not isinstance(name, str):
            continue
        new_name = _new_name(name, new_names)
        if new_name is None or new_name == name:
            staying.append((slot, name))
        elif new_name in taken:
            rewrite.drop(metadata, slot)
        else:
            taken[new_name] = slot
            rewrite.rename(metadata, slot, new_name)
    for slot, name in staying:
        if name in taken or (name and name in new_names and name not in there):
            rewrite.drop(metadata, slot)


def _new_names(pairs: Iterable[tuple[str, str]]) -> dict[str, str | None]:
    """What each module with keys below it is called then; None where these do not agree."""
    found: dict[str, str | None] = {}
    for old, new in pairs:
        for module in _modules(old):
            rest = old[len(module) + 1 :] if module else old
            if new == rest:
                name = ""
            elif new.endswith(f".{rest}"):
                name = new[: -len(rest) - 1]
            else:
                found.setdefault(module, None)
                continue
            if found.get(module) is None:
                found[module] = name
            elif found[module] != name:
                found[module] = module
    return found


def _new_name(name: str, new_names: Mapping[str, str | None]) -> str | None:
    """What a module is called then; one without keys goes along with the next around it."""
    above, rest = name, ""
    while above and above not in new_names:
        above, dot, last = above.rpartition(".")
        rest = f"{dot}{last}{rest}"
    new = new_names.get(above)
    return None if new is None else f"{new}{rest}".removeprefix("." if rest and not new else "")


def _modules(key: str) -> Iterator[str]:
    """The modules that a key lies in, from the outermost, which has no name."""
    yield ""
    at = key.find(".")
    while at >= 0:
        yield key[:at]
        at = key.find(".", at + 1)
