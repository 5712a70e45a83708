"""What becomes of a key: by a text, by a glob, or by a regular expression, as a function from key to key."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Final

from core.edits.edits import RenameKeys
from core.edits.renaming.safe_regex import SafeRegex, safe_regex
from core.errors import EditError
from core.text import clip
from core.words import say

TEXT, GLOB, REGEX = "text", "glob", "regex"
LONGEST_KEY: Final = 10_000
"""Characters that a pattern may make of a key: a replacement can double it at every turn."""
_WILD = re.compile(r"[*?]")


def form_of(pattern: str) -> str:
    """How a pattern is meant that nobody says more of: with ``*`` or ``?`` in it as a glob, else as a text."""
    return GLOB if _WILD.search(pattern) else TEXT


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
