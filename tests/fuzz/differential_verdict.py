"""Holds what is shown of a file against what torch loads from it."""

from __future__ import annotations

import re
from typing import Any, NamedTuple

from tests.fuzz.differential_facts import DEVICE, OFFSET, STRIDE, SUM, Fact, Facts, settle_places
from tests.fuzz.differential_shown import Shown

_NOBODY_CAN_TELL = re.compile(
    "^died|MemoryError|DefaultCPUAllocator|can't allocate memory|Storage size calculation overflowed|too many entries"
)


class Difference(NamedTuple):
    """``cause`` is short and the same for all of a kind; ``detail`` says what is where."""

    cause: str
    detail: str


def judged(shown: Shown, answer: dict[str, Any]) -> Difference | None:
    """What is wrong about what is shown; None where all is well, or nobody can tell."""
    if shown.refused:
        return None
    odd, plain = bool(shown.oddities), answer["plain"]
    if odd:
        return None if "odd-file" in shown.errors else Difference("odd, and no finding says so", shown.oddities[0])
    if "facts" in plain:
        wrong = [code for code in shown.errors if code != "odd-file"]
        if wrong:
            return Difference(f"loads, and a finding says {wrong[0]}", "")
        found = _first(shown.facts, plain["facts"], shown.container)
        if found:
            return Difference(f"shown otherwise: {found[0]}", found[1])
    elif "error" in plain and not shown.errors and not _NOBODY_CAN_TELL.search(plain["error"]):
        return Difference(f"fails without a finding: {_short(plain['error'])}", plain["error"])
    if "facts" in answer["python"] and "refused-name" not in shown.errors:
        found = _first(shown.facts, answer["python"]["facts"], shown.container)
        if found:
            return Difference(f"weights_only=False loads otherwise: {found[0]}", found[1])
    return None


def judged_as_saved(shown: Shown, saved: Shown | Difference, answer: dict[str, Any]) -> Difference | None:
    """What is wrong about the file that was saved of one: it is a plain file, and holds just what was shown."""
    if isinstance(saved, Difference):
        return Difference(f"saved: {saved.cause}", saved.detail)
    if saved.refused or saved.oddities:
        return Difference("saved, and is no plain file", saved.refused or saved.oddities[0])
    found = _first(shown.facts, saved.facts, shown.container)
    if found:
        return Difference(f"saved otherwise: {found[0]}", found[1])
    wrong = judged(saved, answer)
    return Difference(f"saved: {wrong.cause}", wrong.detail) if wrong else None


def outcome(shown: Shown, answer: dict[str, Any]) -> str:
    """In a few words what became of a file, to see that the inputs reach all there is."""
    here = "refused" if shown.refused else "odd" if shown.oddities else "error" if shown.errors else "sound"
    there = "loads" if "facts" in answer["plain"] else "fails"
    with_python = "" if "facts" in answer["plain"] or "facts" not in answer["python"] else " plainly, not with pickle"
    return f"{here} here, {there}{with_python} in torch"


def _short(error: str) -> str:
    """An error without its numbers and names, so that those of one cause are counted together."""
    for behind in ("WeightsUnpickler error:", "meta-data for", "Weights only load failed."):
        error = error.rpartition(behind)[2].strip()
    error = error.removeprefix(f"{error.split(': ')[0]}: ") if "miniz" in error else error
    return re.sub(r"\d+|'[^']*'|0x\w+", "…", error.partition("\n")[0])[:110]


def _first(ours: Facts, theirs: Facts, container: str) -> tuple[str, str] | None:
    """(what differs, where and how) of the first entry that is not the same."""
    theirs = {path: fact for path, fact in theirs.items() if not _is_left_out(path, ours, theirs)}
    for facts in (ours, theirs):
        settle_places(facts[path] for path in sorted(facts))
    for path in sorted(ours.keys() | theirs.keys()):
        here, there = ours.get(path), theirs.get(path)
        if here is None or there is None:
            missing = "loaded, not shown" if here is None else "shown, not loaded"
            return f"{(here or there or ['?'])[0]} {missing}", f"{path}: {here or there}"
        what = _differs(here, there, container)
        if what:
            return what, f"{path}: {here} here, {there} in torch"
    return None


def _is_left_out(path: str, ours: Facts, theirs: Facts) -> bool:
    """Whether it is an attribute of a tensor that has plain values for attributes, if any: those are not shown."""
    tensor, attribute, _ = path.rpartition("/.")
    if not attribute or theirs.get(tensor, [""])[0] not in ("tensor", "meta", "compound"):
        return False
    below = f"{tensor}/."
    return not any(each.startswith(below) for each in ours) and all(
        fact[0] in ("value", "other") for each, fact in theirs.items() if each.startswith(below)
    )


def _differs(here: Fact, there: Fact, container: str) -> str:
    if here[0] != there[0]:
        return f"{here[0]} for {there[0]}"
    if here[0] in ("compound", "meta"):
        pairs = zip(here[1:], there[1:], strict=True)
        return f"facts of {here[0]}" if any(None not in (one, other) and one != other for one, other in pairs) else ""
    if here[0] == "storage":  # shown by its key; a view of it, as the legacy format has them, by the key of the whole
        return "" if there[1] in (here[1], None) and (container == "legacy" or here[2:] == there[2:]) else here[0]
    if here[0] != "tensor":
        return "" if here == there else here[0]
    names = "", "dtype", "shape", "stride", "offset", "device", "flags", "bytes", "sharing"
    for at, name in enumerate(names if here[SUM] is not None else names[:STRIDE]):
        if at == OFFSET and container == "legacy":
            continue  # counted from the view there, from its storage here; the place in memory tells
        if at == DEVICE and there[at] is None:
            continue
        if here[at] != there[at]:
            return name
    return ""
