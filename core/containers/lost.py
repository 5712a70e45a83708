"""What of a checkpoint is not there: files that are missing, keys that no file has, and what a copy says of its source.

A copy that was made of an incomplete source says so itself, as a text in JSON that each container keeps in its way:
see `as_text`, and what reads it again, `from_text`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from typing import Any, Final

from core.containers.content import Lost, Several
from core.errors import CheckpointError
from core.formats.bounded_json import parse_json
from core.text import clip, listed
from core.words import say, say_count

MARK: Final = "pthfinder_missing"
"""What the text is called wherever a container gives it a name."""
_MOST_NAMED = 3
_MOST_FILES, _MOST_KEYS = 1000, 100
"""Files that are listed in the text, and keys of each."""
MOST_TEXT: Final = 8 << 20
"""Bytes of such a text that are read."""
_SHARD = re.compile(r".+-0*(?P<number>\d{1,7})-of-0*(?P<count>\d{1,7})\.\w+", re.DOTALL)


def lost_of(several: Several | None) -> tuple[Lost, ...]:
    """What is missing of a checkpoint of many files; nothing where all is there."""
    if several is None:
        return ()
    gone = [Lost(each.name, len(each.keys), _first(each.keys), each.why) for each in several.missing]
    absent = [Lost("", len(several.absent), _first(several.absent))] if several.absent else []
    return (*gone, *absent)


def _first(keys: Iterable[Any]) -> tuple[str, ...]:
    return tuple(str(key) for key, _ in zip(keys, range(_MOST_KEYS), strict=False))


def will_be_missing(lost: Lost) -> str:
    """A sentence on what a copy will not have."""
    if lost.why:
        return say("{why} What it holds will not be in the copy.", why=clip(lost.why, 400))
    if not lost.name:
        return say_count(
            lost.keys,
            "{n:,} key of the index is in none of the files, and will not be in the copy.",
            "{n:,} keys of the index are in none of the files, and will not be in the copy.",
        )
    name, shard = shard_name(lost.name), _SHARD.fullmatch(lost.name)
    if not lost.keys and shard is not None:
        return say(
            "Shard {number} of {count} is missing, and what it held will not be in the copy.",
            number=shard["number"],
            count=shard["count"],
        )
    if not lost.keys:
        return say("{name} is missing, and what it held will not be in the copy.", name=name)
    return say_count(
        lost.keys,
        "{n:,} key of {name} is missing and will not be in the copy.",
        "{n:,} keys of {name} are missing and will not be in the copy.",
        name=name,
    )


def made_without(lost: Iterable[Lost]) -> str:
    """A sentence on what a copy says of itself; empty where it says nothing."""
    parts = [_part(each) for each in lost]
    if not parts:
        return ""
    return say("This copy was made from a model with missing files: {parts}.", parts=listed(parts, _MOST_NAMED))


def _part(lost: Lost) -> str:
    name = shard_name(lost.name) if lost.name else say("the index")
    return say_count(lost.keys, "{n:,} key of {name}", "{n:,} keys of {name}", name=name) if lost.keys else name


def shard_name(name: str) -> str:
    """What a file is called in a sentence: one of shards by its number."""
    shard = _SHARD.fullmatch(name)
    if shard is None:
        return clip(name, 120)
    return say("shard {number} of {count}", number=shard["number"], count=shard["count"])


# -- what a copy says -------------------------------------------------------------------------------------------------


def as_text(lost: Iterable[Lost]) -> str:
    """What a copy says of what is not in it; empty where it is whole."""
    found = as_json(lost)
    return json.dumps(found, separators=(",", ":")) if found else ""


def as_json(lost: Iterable[Lost]) -> dict[str, Any]:
    """The same for what is JSON itself."""
    found = merged(lost)[:_MOST_FILES]
    files = [{"name": each.name, "keys": each.keys, "some": list(each.some)} for each in found]
    return {"files": files} if files else {}


def from_text(text: Any) -> tuple[Lost, ...]:
    """What `as_text`, or `as_json`, gave; nothing for what is none of them."""
    if not isinstance(text, str | bytes | dict) or not 0 < len(text) <= MOST_TEXT:
        return ()
    try:
        text = text.decode() if isinstance(text, bytes) else text
        files = (text if isinstance(text, dict) else parse_json(text))["files"]
        return tuple(_read(each) for each in files[:_MOST_FILES])
    except (ValueError, KeyError, TypeError, CheckpointError):
        return ()


def _read(each: Any) -> Lost:
    name, keys, some = each["name"], each["keys"], each["some"]
    if not isinstance(name, str) or type(keys) is not int or keys < 0 or not isinstance(some, list):
        raise TypeError
    return Lost(name, keys, tuple(key for key in some[:_MOST_KEYS] if isinstance(key, str)))


def merged(lost: Iterable[Lost]) -> tuple[Lost, ...]:
    """The same with each file once: the one with the most keys."""
    found: dict[str, Lost] = {}
    for each in lost:
        if each.name not in found or found[each.name].keys < each.keys:
            found[each.name] = each
    return tuple(found.values())
