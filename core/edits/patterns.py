"""Many keys renamed at once: by a text, by a glob, or by a regular expression, which is a function from key to key.

The ``_metadata`` of a state dict (versions a module) goes along: modules go with their keys. ``load_state_dict``
looks a module's version up by its name (``torch/nn/modules/module.py``); a BatchNorm whose version is lost is taken for
one of before torch 0.4.1.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import factorial
from re import _constants as ops  # type: ignore[attr-defined]
from re import _parser  # type: ignore[attr-defined]
from typing import Any, Final, NamedTuple

from core.catalogue.catalogue import Catalogue
from core.catalogue.quoting import literal, path_word
from core.edits.diff import Rewrite
from core.edits.draft import Draft
from core.edits.edit import NO_EFFECT, Edit, Effect, Option
from core.edits.fields import Entries
from core.edits.keys import OfNames, metadata_of
from core.edits.steps import MOST_STEPS, Names, Step, before_and_last, nothing_or
from core.errors import EditError, PathNotFound
from core.pickling.nodes import DictNode, mapping
from core.text import clip
from core.words import marked, say

# -- regular expressions that cannot hang the program --------------------------------------------------------------
#
# Python matches by backtracking and holds the interpreter while it does: nothing can stop it, and ``(a+)+b`` takes a
# year on thirty letters. So how many steps an expression may take is bounded before it is run: one is refused where a
# repeat without end may match the same text in several ways, and where the repeats that are left could take too long on
# the longest key: k of them try at most ``n**k / k!`` places.

MOST_REGEX_STEPS: Final = 10_000_000
"""About a tenth of a second, on one key."""
_LONGEST: Final = 2000
_FEW: Final = 64
"""A repeat with a larger bound counts as one without end."""
_DEEPEST: Final = 100
_UNCLEAR: Final = re.compile(r"(?<!\\)\[(?:[^\]\\]|\\.)*?(\[|--|&&|~~|\|\|)")
"""What Python warns of, as it may mean something else one day."""


class _Cost(NamedTuple):
    """What a part of an expression takes: ``factor`` times a place for each of the ``loops`` at every letter.

    ``choices`` is whether it may match in several ways from the same place, so that what follows is tried with each.
    """

    factor: float = 1
    loops: int = 0
    choices: bool = False


class _Nested(Exception):
    """A repeat without end around what may match in several ways."""


def safe_regex(pattern: str) -> SafeRegex:
    """The expression, ready for use. Raises `EditError` for one that is wrong or that could take for ever."""
    if len(pattern) > _LONGEST:
        raise EditError(say("A regular expression has at most {most} characters here.", most=_LONGEST))
    unclear = _UNCLEAR.search(pattern)
    if unclear is not None:
        raise EditError(
            say(
                "{sign} in a set of characters is kept for a later Python; write {better}.",
                sign=unclear[1],
                better=rf"\{unclear[1]}",
            )
        )
    try:
        parsed = _parser.parse(pattern)
        compiled = re.compile(pattern)
        cost = _sequence(parsed, 0)
    except re.error as error:
        wrong = error.msg if error.pos is None else f"{error.msg}, at {error.pos + 1}"
        raise EditError(
            say("{pattern} is no regular expression: {wrong}.", pattern=repr(clip(pattern, 60)), wrong=wrong)
        ) from None
    except (OverflowError, RecursionError, MemoryError):
        raise EditError(say("{pattern} is too large to be worked with.", pattern=repr(clip(pattern, 60)))) from None
    except _Nested:
        raise EditError(
            say(
                "{pattern} repeats something that repeats or chooses itself, which can take for ever. Write the inner "
                "part without a choice, as [^.]++ instead of [^.]+.",
                pattern=repr(clip(pattern, 60)),
            )
        ) from None
    first = parsed[0] if len(parsed) and not compiled.flags & re.MULTILINE else None
    anchored = first in ((ops.AT, ops.AT_BEGINNING), (ops.AT, ops.AT_BEGINNING_STRING))
    return SafeRegex(compiled, cost.factor, cost.loops + (not anchored))


class SafeRegex(NamedTuple):
    """A ``compiled`` expression and what it costs."""

    compiled: re.Pattern[str]
    factor: float
    loops: int

    def check_length(self, longest: int) -> None:
        """Raises `EditError` where the expression could take too long on a text of so many characters."""
        if self.factor * (longest + 1) ** self.loops / factorial(self.loops) > MOST_REGEX_STEPS:
            raise EditError(
                say(
                    "{pattern} could take too long on a key of {longest:,} characters. Write it with fewer * and +, or "
                    "begin it with ^.",
                    pattern=repr(clip(self.compiled.pattern, 60)),
                    longest=longest,
                )
            )


def _sequence(parts: Sequence[Any], depth: int) -> _Cost:
    """One part after the other: each is tried for every way in which those before it match."""
    if depth > _DEEPEST:
        raise RecursionError
    costs = [_cost(op, argument, depth + 1) for op, argument in parts]
    factor, loops = 1.0, 0
    for cost in costs:
        factor = min(factor * cost.factor, 1e30)
        loops += cost.loops
    return _Cost(factor, min(loops, _FEW), any(cost.choices for cost in costs))


def _cost(op: Any, argument: Any, depth: int) -> _Cost:
    if op in (ops.LITERAL, ops.NOT_LITERAL, ops.ANY, ops.IN, ops.AT, ops.CATEGORY, ops.RANGE):
        return _Cost()
    if op is ops.GROUPREF:
        return _Cost(loops=1)  # as long as what it repeats
    if op is ops.SUBPATTERN:
        return _sequence(argument[-1], depth)
    if op is ops.ATOMIC_GROUP:
        return _sequence(argument, depth)._replace(choices=False)
    if op in (ops.ASSERT, ops.ASSERT_NOT):
        return _sequence(argument[1], depth)._replace(choices=False)
    if op is ops.BRANCH:
        return _branch([_sequence(part, depth) for part in argument[1]], _apart(argument[1]))
    if op is ops.GROUPREF_EXISTS:
        return _branch([_sequence(part, depth) for part in argument[1:] if part is not None], apart=True)
    if op in (ops.MAX_REPEAT, ops.MIN_REPEAT, ops.POSSESSIVE_REPEAT):
        least, most, body = argument
        found = _repeat(least, most, _sequence(body, depth))
        return found._replace(choices=False) if op is ops.POSSESSIVE_REPEAT else found
    raise _Nested  # what a later Python may bring is not known to be harmless


def _repeat(least: int, most: int, body: _Cost) -> _Cost:
    if most > _FEW:
        if body.choices:
            raise _Nested
        return _Cost(body.factor, body.loops + 1, choices=most != least)
    if not body.choices:
        return _Cost(body.factor * max(most - least + 1, 1), body.loops, choices=most != least)
    times = max(most, 1)
    return _Cost(min(body.factor**times * (most - least + 1), 1e30), min(body.loops * times, _FEW), choices=True)


def _branch(costs: Sequence[_Cost], apart: bool) -> _Cost:
    return _Cost(
        sum(cost.factor for cost in costs),
        max((cost.loops for cost in costs), default=0),
        choices=not apart or any(cost.choices for cost in costs),
    )


def _apart(branches: Sequence[Any]) -> bool:
    """Whether no two of the branches can match at the same place: each begins with a letter of its own."""
    first = [part[0][1] for part in branches if len(part) and part[0][0] is ops.LITERAL]
    return len(first) == len(branches) == len({chr(letter).casefold() for letter in first})


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
            marked("rename keys: a text in them, or whole keys by a glob, such as 'net.*=model.*'"),
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

    @property
    def where(self) -> int | None:
        return None

    @property
    def is_everywhere(self) -> bool:
        return self.entries is None

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
                raise PathNotFound(say("The selection names an entry that is not in this file."))
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
                say(
                    "None of the selected keys has '{pattern}' in it; there is nothing to rename.",
                    pattern=clip(self.pattern, 60),
                )
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
            say(
                "No key of any state dict has '{pattern}' in it; there is nothing to rename.",
                pattern=clip(self.pattern, 60),
            )
        )

    def of_key(self) -> tuple[str, Callable[[str], str]] | None:
        if self.form == TEXT:
            old, new = self.pattern, self.replacement
            return f"key.replace({literal(old)}, {literal(new)})", lambda key: key.replace(old, new)
        found, template = regex_of(self)
        return f"re.sub({literal(found)}, {literal(template)}, key)", renamer(self)

    def title(self, catalogue: Catalogue, effect: Effect = NO_EFFECT) -> str:
        what = f"{clip(self.pattern, 40)} → {nothing_or(clip(self.replacement, 40))}"
        return say("rename {what} in keys", what=what)

    def on_button(self, catalogue: Catalogue, most: int = 32) -> str:
        return say("rename “{pattern}” in keys", pattern=clip(self.pattern, most))

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
        raise EditError(say("Say which keys to rename: a part of them, a glob, or a regular expression."))
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
    raise EditError(say("{form} is no kind of pattern; choose text, glob or regex.", form=repr(clip(edit.form, 40))))


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
            raise EditError(say("{key}: {wrong}", key=clip(key, 60), wrong=wrong))
        return new

    return new_name


def _substituted(regex: SafeRegex, template: str) -> Callable[[str], str]:
    longest = 0
    compiled = regex.compiled
    regex.check_length(0)
    check_template(compiled, template)

    def renamed(key: str) -> str:
        nonlocal longest
        if len(key) > longest:
            regex.check_length(len(key))
            longest = len(key)
        return compiled.sub(template, key)

    return renamed


def check_template(compiled: re.Pattern[str], template: str) -> None:
    r"""Raises `EditError` for a replacement that names a group which is not there, such as ``\3``, or is else wrong."""
    try:
        compiled.sub(template, "")  # reads the replacement before it looks for anything
    except (re.error, IndexError) as error:
        wrong = error.msg if isinstance(error, re.error) else str(error)
        raise EditError(
            say("{replacement} is no replacement: {wrong}.", replacement=repr(clip(template, 60)), wrong=wrong)
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
            raise EditError(say("The new name has more {wildcard} than the pattern.", wildcard=part))
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
