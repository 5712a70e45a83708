"""Which tensors a text names: a path, a glob, a parameter's name, or ``exp_avg of conv1.weight``."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from itertools import islice

from core.catalogue.catalogue import Catalogue
from core.catalogue.prefixes import strip_from, strip_segment
from core.errors import PathNotFound
from core.safe_regex import SafeRegex, safe_regex
from core.text import clip
from core.words import say

_COMPARED = 20_000
"""Names among which the nearest is looked for."""
_OF = " of "
_GLOB = re.compile(r"[*?\[]")


def rows_named(catalogue: Catalogue, text: str) -> list[int]:
    """The rows, in the order of the file, of the tensors that a text names. The first of these that names any is it:

    - a path, such as ``model/conv1.weight``; that of a branch names all tensors below it;
    - a key, wherever it is: ``conv1.weight``, or ``exp_avg``;
    - a glob: ``model/**`` of paths, where ``*`` stays between two slashes and ``**`` does not; without a slash of keys
      wherever they are, such as ``*.weight``; with an “of” of what optimizer state stands for, ``exp_avg of *``;
    - optimizer state by the parameter it belongs to: ``exp_avg of conv1.weight``;
    - the key of a parameter without the prefixes that wrappers left: ``conv1.weight`` for ``module.conv1.weight``.

    Of a tensor that is made of others, such as a sparse one, those are named. Raises `PathNotFound`, with the nearest
    name, and `EditError` for a glob that could take too long.
    """
    entry = catalogue.finds(text)
    if entry is not None:
        rows = _below(catalogue, entry)
        if not rows:
            raise PathNotFound(
                "{text!r} is {summary}, with no tensor in it.", text=clip(text), summary=clip(catalogue.summary(entry))
            )
        return rows
    names = catalogue.meanings.get if _OF in text else catalogue.label_text
    rows = _matching(catalogue, catalogue.label_text, text.__eq__)
    if not rows and _GLOB.search(text):
        rows = _matching(catalogue, catalogue.path_text if "/" in text else names, _fits(text))
    if not rows and _OF in text:
        rows = _matching(catalogue, catalogue.meanings.get, text.__eq__)
    if not rows and catalogue.prefixes:
        rows = _matching(catalogue, names, lambda name: text in _unwrapped(catalogue, name))
    if not rows:
        raise PathNotFound(_nothing(catalogue, text))
    return rows


def _below(catalogue: Catalogue, entry: int) -> list[int]:
    if catalogue.rows[entry] >= 0 or entry in catalogue.tree.compounds:
        return catalogue.made_of(entry)
    return list(catalogue.subtree_rows(entry))


def _tensors(catalogue: Catalogue) -> Iterator[int]:
    """The entries of tensors, those that are made of others too."""
    compounds = catalogue.tree.compounds
    return iter(sorted({*catalogue.tree.tensors, *compounds}) if compounds else catalogue.tree.tensors)


def _matching(catalogue: Catalogue, names: Callable[[int], str | None], fits: Callable[[str], object]) -> list[int]:
    """The rows of the tensors whose name fits."""
    rows: set[int] = set()
    for entry in _tensors(catalogue):
        name = names(entry)
        if name is not None and fits(name):
            rows.update(catalogue.made_of(entry))
    return sorted(rows)


def _unwrapped(catalogue: Catalogue, name: str) -> tuple[str, str]:
    """A key, or what state stands for, without the prefixes that the keys of the file begin with; and without those in
    them, too.
    """
    state, of, key = name.rpartition(_OF)
    for found in catalogue.prefixes:
        key = key if found.inner else strip_from(key, found.prefix)
    bare = key
    for found in catalogue.prefixes:
        bare = strip_segment(bare, found.prefix) if found.inner else bare
    return f"{state}{of}{key}", f"{state}{of}{bare}"


def _fits(glob: str) -> Callable[[str], object]:
    """Whether a name is one that a glob means. Raises `EditError` where it could take too long to tell."""
    regex = _pattern(glob)
    return regex.bounded(regex.compiled.match)


def _pattern(glob: str) -> SafeRegex:
    """A glob as a regular expression: ``*`` and ``?`` stop at slashes, ``**`` does not; ``[ab]`` and ``[!ab]``.

    What stands behind a wildcard is looked for at the first place alone where the next wildcard takes whatever any
    other place leaves to it. Raises `EditError` for a glob that is too long.
    """
    pieces: list[tuple[str, str]] = [("", "")]  # a wildcard, and what stands behind it
    for part in re.split(r"(\*\*/|\*+|\?|\[!?[^]/]{1,200}\])", glob):
        if part[:1] == "*":
            pieces.append((part, ""))
        else:
            pieces[-1] = pieces[-1][0], pieces[-1][1] + _part(part)
    found = "(?s)^"
    for (wild, text), (following, _) in zip(pieces, [*pieces[1:], ("", "")], strict=True):
        narrow = following == "*" and wild not in ("*", "")
        within = following == "**/" and not (text or wild).endswith("/")
        piece = _WILD.get(wild, ".*?") + text
        found += f"(?>{piece})" if wild and following and not narrow and not within else piece
    return safe_regex(rf"{found}\Z")


_WILD = {"": "", "*": "[^/]*?", "**/": "(?:.*?/)??"}


def _part(part: str) -> str:
    if part == "?":
        return "[^/]"
    if part[:1] == "[" and part[-1:] == "]":
        negated = part[1] == "!"
        inside = re.sub(r"([\\^\[&|~])", r"\\\1", part[2:-1] if negated else part[1:-1])
        return f"(?!/)[{'^' if negated else ''}{inside}]"
    return re.escape(part)


def _nothing(catalogue: Catalogue, text: str) -> str:
    said = say("No tensor in this file is named {text!r}.", text=clip(text))
    entries = list(islice(_tensors(catalogue), _COMPARED))
    if not entries:
        return f"{said} {say('There is none in it.')}"
    names = dict.fromkeys(catalogue.path_text(entry) for entry in (*catalogue.children(0), *entries))
    for entry in entries:
        for name in filter(None, (catalogue.label_text(entry), catalogue.meanings.get(entry))):
            names.update(dict.fromkeys((name, *_unwrapped(catalogue, name))))
    close = _nearest(text, list(names))
    if close:
        return f"{said} {say('Did you mean {path!r}?', path=clip(close))}"
    if not catalogue.path_text(entries[0]):
        single = say("The file is a single tensor. Use '**' to select it.")
        return f"{said} {single}"
    return f"{said} {say('The first one is {path!r}.', path=clip(catalogue.path_text(entries[0])))}"


def _nearest(text: str, names: list[str]) -> str:
    """The nearest of many names. difflib takes a second for some thousand: those of another length are left out."""
    from difflib import get_close_matches  # noqa: PLC0415 - for a name that is not there, and for nothing else

    near = [name for name in names if abs(len(name) - len(text)) <= max(4, len(text) // 2)]
    return next(iter(get_close_matches(text, near, n=1, cutoff=0.5)), "")
