"""The two names that torch has for a normalised weight: its own of old, and those of a parametrization.

``torch.nn.utils.weight_norm`` keeps ``weight_g`` and ``weight_v``, ``spectral_norm`` ``weight_orig``, ``weight_u`` and
``weight_v``; ``torch.nn.utils.parametrizations`` keeps the same numbers below ``parametrizations.weight``. By itself
torch ≥ 2.1 reads the old names of ``weight_norm`` into the new module (``_weight_norm_compat_hook``), and nothing else.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping

from core.diagnosis.model_match.key_rows import Have
from core.edits.edits import RenameKeys
from core.edits.patterns import REGEX

_FAMILIES = (
    (("_g", "original0"), ("_v", "original1")),
    (("_orig", "original"), ("_u", "0._u"), ("_v", "0._v")),
)
"""What each part is called behind the name of the weight, of old and now; a module has all parts of one family."""
_OLD = re.compile(r"(?P<module>(?:.*\.)?)(?P<weight>[^.]+?)(?P<part>_g|_v|_orig|_u)")
_NEW = re.compile(r"(?P<module>(?:.*\.)?)parametrizations\.(?P<weight>[^.]+)\.(?P<part>original[01]?|0\._[uv])")


def parametrized(have: Mapping[str, Have], entry: int | None) -> Iterator[tuple[RenameKeys, ...]]:
    """The renames from the old names to the new ones and back, of each family that a file has.

    ``entry`` is the one state dict that is meant, of several. Then, and where the pattern finds other keys too, the
    renames are of these entries alone.
    """
    for form, is_new in ((_OLD, False), (_NEW, True)):
        groups: dict[tuple[str, str], dict[str, str]] = {}
        for found in filter(None, map(form.fullmatch, have)):
            groups.setdefault((found["module"], found["weight"]), {})[found["part"]] = found[0]
        rules = [
            tuple(_rename(have, whole, part, entry, is_new=is_new) for part in family)
            for family in _FAMILIES
            if (whole := {at: each for at, each in groups.items() if each.keys() == {part[is_new] for part in family}})
        ]
        yield from rules
        if len(rules) > 1:
            yield tuple(edit for rule in rules for edit in rule)


def is_made_of_parts(key: str, keys: Collection[str]) -> bool:
    """Whether torch calls a weight missing whose parts are there: ``spectral_norm`` of old asks for both."""
    return all(f"{key}{old}" in keys for old, _ in _FAMILIES[1])


def _rename(
    have: Mapping[str, Have],
    groups: Mapping[tuple[str, str], Mapping[str, str]],
    part: tuple[str, str],
    entry: int | None,
    *,
    is_new: bool,
) -> RenameKeys:
    """One part of all weights under its other name."""
    names = "|".join(map(re.escape, sorted({weight for _, weight in groups})))
    meant = [group[part[is_new]] for group in groups.values()]
    old, new = part
    pattern = rf"(^|\.)({names}){re.escape(old)}$"
    template = rf"\1parametrizations.\2.{new}"
    if is_new:
        pattern, template = rf"(^|\.)parametrizations\.({names})\.{re.escape(new)}$", rf"\1\2{old}"
    exact = sum(re.search(pattern, key) is not None for key in have) == len(meant)
    entries = None if exact and entry is None else frozenset(have[key].entry for key in meant)
    return RenameKeys(pattern, template, REGEX, entries)
