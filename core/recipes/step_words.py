"""A step of a recipe in the words of the list of changes, with no file at hand that it would be done to."""

from __future__ import annotations

from core.recipes.options import Step
from core.recipes.recipe import CURE, step_text
from core.text import clip
from core.words import say

_LONGEST = 200


def step_words(step: Step) -> str:
    """What a step does, as people read it: ``strip module.``; as it is written where it is nothing known."""
    return clip(
        _of_devices(step) or _of_keys(step) or _of_entries(step) or _of_the_file(step) or step_text(step), _LONGEST
    )


def _of_devices(step: Step) -> str:
    before, _, target = step.value.rpartition("=")
    match step.option:
        case "map":
            role, colon, source = before.partition(":")
            if colon and role in ("model", "optimizer", "other"):
                return say("{source} → {target} ({role} only)", source=source, target=target, role=say(role))
            return f"{before} → {target}"
        case "move":
            return f"{before} → {target}"
        case "optimizer-device" if target == "follow":
            return _at(before, say("optimizer state → its parameters"))
        case "optimizer-device":
            return _at(before, say("optimizer state → {target}", target=target))
        case "cast":
            return say("cast {tensors} → {dtype}", tensors=before, dtype=target)
    return ""


def _of_keys(step: Step) -> str:
    place, _, name = step.value.rpartition("=")
    match step.option:
        case "strip-prefix":
            return _at(place, say("strip {prefix}", prefix=name))
        case "strip-segment":
            return _at(place, say("strip {prefix} everywhere", prefix=name))
        case "add-prefix":
            return _at(place, say("add {prefix}", prefix=name))
        case "insert-segment":
            under, _, segment = name.partition(":")[2].rpartition(":")
            if under:
                return _at(place, say("insert {segment} into {under}… keys", segment=segment, under=under))
            return _at(place, say("insert {segment} into keys", segment=segment))
        case "rename-keys" | "rename-regex":
            return say("rename {what} in keys", what=f"{place} → {name or say('(nothing)')}")
    return ""


def _of_entries(step: Step) -> str:
    path, (old, _, new) = step.value, step.value.partition("=")
    match step.option:
        case "drop":
            return say("drop {path}", path=path)
        case "keep":
            return say("keep only {path}", path=path)
        case "rename":
            return say("rename {old} → {new}", old=old, new=new)
        case "set":
            return say("set {path} to {value}", path=old, value=new)
        case "make-plain":
            return say("make {path} plain data", path=path)
        case "number-state":
            return _at(path, say("number the state"))
        case "extract":
            return _at(path, say("extract state_dict"))
        case "extract-unwrapped":
            return _at(path, say("extract and unwrap"))
    return ""


def _of_the_file(step: Step) -> str:
    old, _, new = step.value.partition("=")
    match step.option:
        case "rename-module":
            return say("write {source} as {target}", source=old, target=new)
        case "full-tensors":
            return say("make DTensors plain tensors")
        case "compact":
            return say("cut storages to what tensors use")
        case "container":
            return say("zip container (torch ≥ 1.6)") if step.value == "zip" else say("legacy container")
        case "protocol":
            return say("pickle protocol {protocol}", protocol=step.value)
        case _ if step.option == CURE:
            return say("cure findings: {codes}", codes=step.value)
    return ""


def _at(place: str, words: str) -> str:
    """What is done in one place only."""
    return f"{words} ({place})" if place else words
