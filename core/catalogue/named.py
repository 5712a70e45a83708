"""Which names a file refers to, what loading them would mean, and what plain `torch.load(f)` refuses for them.

Asked of a catalogue and answered as text and entries, for whoever shows it.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from core.catalogue.catalogue import Catalogue
from core.objects.global_names import RUNS_CODE, WARNING, is_torch_plain, severity
from core.pickling.allowlist import is_allowed
from core.pickling.nodes import Below, Call, Global, names_below

__all__ = ["WARNING", "Named", "is_refused", "named", "named_below", "refused_entries", "refused_names_below"]


class Named(NamedTuple):
    """The dotted names that plain data does not need, in the order of the file.

    `WARNING` says what holds for ``runs_code``. Nothing happens with ``safe``.
    """

    runs_code: tuple[str, ...]
    safe: tuple[str, ...]


def named(catalogue: Catalogue) -> Named:
    """The names that the file refers to."""
    return _sorted(catalogue.checkpoint.mentions.names)


def named_below(catalogue: Catalogue, entry: int) -> Named:
    """The names that an entry and all below it refer to. Takes time with what is below."""
    return _sorted(dict.fromkeys(names_below(catalogue.values[entry], {})))


def _sorted(names: Any) -> Named:
    foreign = [(name.dotted, severity(name) == RUNS_CODE) for name in names if not is_torch_plain(name)]
    return Named(
        tuple(dotted for dotted, runs in foreign if runs), tuple(dotted for dotted, runs in foreign if not runs)
    )


def is_refused(catalogue: Catalogue) -> bool:
    """Whether `torch.load(f)` refuses the file for one of its names."""
    return not all(map(is_allowed, catalogue.checkpoint.mentions.names))


def refused_names_below(catalogue: Catalogue, *entries: int) -> set[str]:
    """The names below entries that `torch.load(f)` refuses, dotted."""
    values = [catalogue.values[entry] for entry in entries]
    return {name.dotted for name in names_below(values, {}) if not is_allowed(name)}


def refused_entries(catalogue: Catalogue) -> tuple[int, ...]:
    """The least that can be left out of the file for `torch.load(f)` to take the rest.

    Empty where nothing is refused, and where the file itself is one object that is.
    """
    if not is_refused(catalogue):
        return ()
    found: list[int] = []
    refused = Below(lambda node: (True,) if type(node) is Global and not is_allowed(node) else ())
    entry = 0
    while entry < len(catalogue):
        value = catalogue.values[entry]
        if catalogue.kind(entry) == "dict" and not _is_refused_itself(value):
            entry += 1  # whatever is refused in it is met below, so each node is looked at once
            continue
        if refused(value):
            found.append(entry)
        entry = catalogue.ends[entry]
    return () if 0 in found else tuple(found)


def _is_refused_itself(value: Any) -> bool:
    """Whether a dict is of a class that is refused, such as a `defaultdict`."""
    return isinstance(value, Call) and isinstance(value.func, Global) and not is_allowed(value.func)
