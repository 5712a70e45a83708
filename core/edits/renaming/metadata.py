"""The ``_metadata`` of a state dict (versions a module) when its keys are renamed: modules go along with their keys.

``load_state_dict`` looks a module's version up by its name (``torch/nn/modules/module.py``); a BatchNorm whose version
is lost is taken for one of before torch 0.4.1.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from core.edits.diff import Rewrite
from core.pickling.nodes import DictNode


def follow_keys(rewrite: Rewrite, metadata: DictNode, renamed: Iterable[tuple[str, str]]) -> None:
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
