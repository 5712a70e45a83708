"""What one message of ``load_state_dict`` tells in all: missing, unexpected and misshapen keys."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from core.catalogue.prefixes import WRAPPERS
from core.diagnosis.model_match.misshapen import GATHER
from core.diagnosis.traceback.matching import Hit, Reading
from core.diagnosis.trap import Trap, keys_in
from core.diagnosis.traps.keys import FITS_NOT, STATE_DICT
from core.words import marked

_HEAD = re.compile(r"error\(?s?\)?\s{0,9}in\s{0,9}loading\s{0,9}state_?dict")
_CUT = re.compile(r"…|\.\.\.|\band \d{1,7} (?:more|other)|\[truncated|\(truncated|<truncated|\bomitted\b|省略|以下略")
_LIST_END = re.compile(r"\s{0,9}(?:\.(?!\.)|['\"\]})]|\\n)")
_SENTENCES = (
    *("missingkey(s)instate_dict", "unexpectedkey(s)instate_dict"),
    *("sizemismatchfor", "whilecopyingtheparameternamed"),
)
"""What the next part of the message begins with, without blanks."""
_CLOSING = re.compile(r"^[\])}.]+")
_AFTER = 120
_SHAPED = "size-mismatch"
_KINDS = ("missing", "unexpected", "mismatched", "have")


class _Shapes(NamedTuple):
    """What sentences on shapes tell, and whether one of them was cut before it told a shape."""

    details: dict[str, str]
    cut: bool


def is_of_state_dict(hit: Hit) -> bool:
    """Whether a hit is a part of what load_state_dict says."""
    return hit.trap in STATE_DICT


def whole_message(best: Hit, hits: Iterable[Hit], reading: Reading) -> Hit:
    """One error of load_state_dict tells of missing, unexpected and misshapen keys at once."""
    first = max((found.start() for found in _HEAD.finditer(reading.text, 0, best.end)), default=0)
    parts = sorted((hit for hit in hits if is_of_state_dict(hit) and hit.start >= first), key=lambda hit: hit.start)
    named = [part for part in parts if part.trap is not FITS_NOT] or parts
    told = [part for part in named if part.details] or named
    shapes = _shapes([part for part in told if part.trap.codes[0] == _SHAPED], reading, first)
    details = dict(shapes.details)
    for part in told:
        if part.trap.codes[0] != _SHAPED:
            details |= {kind: _quoted_list(listed) for kind, listed in part.details.items()}
    begun = {part.start for part in named if not part.details} - {part.start for part in told}
    if begun or shapes.cut or not any(details.get(kind) for kind in _KINDS) or _is_abridged(told, reading.text, first):
        details["abridged"] = "1"
    return told[0]._replace(trap=_given_away(told, details), details=details)


def _is_abridged(told: Sequence[Hit], text: str, first: int) -> bool:
    """Whether a list of keys, after whose last torch writes a full stop, or the whole message, ends before its end."""
    lists = (part for part in told if part.trap.codes[0] != _SHAPED and '"' in "".join(part.details.values()))
    end = max(part.end for part in told)
    return (
        any(_LIST_END.match(text, part.end) is None for part in lists)
        or _CUT.search(text, first, end + _AFTER) is not None
        or _begins_another(text[end : end + 4 * _AFTER])
    )


def _begins_another(rest: str) -> bool:
    """Whether what is left of the text, all of it, is the beginning of one more part of the message."""
    words = _CLOSING.sub("", "".join(rest.split()))
    return bool(words) and any(each.startswith(words) or words.startswith(each) for each in _SENTENCES)


def _given_away(told: Sequence[Hit], details: dict[str, str]) -> Trap:
    """The trap with what the keys give away: the prefix of a wrapper, or a script that cuts them."""
    codes = tuple(dict.fromkeys(code for part in told for code in part.trap.codes))
    if len(told) > 1 and not any(part.trap.codes[0] == _SHAPED for part in told):
        codes = tuple(code for code in codes if code != _SHAPED)
    trap = replace(told[0].trap, codes=_by_keys(codes, details))
    length = _cut_by_script(details)
    if length:
        details["cut"] = str(length)
        trap = replace(trap, codes=("script-cuts",), in_file=False)
    if trap.codes[0] == _SHAPED and _EMPTY.search(details.get("shapes", "")):
        trap = replace(trap, explanation=_PARTITIONED, fix=(GATHER,))
    if trap.codes[0] in _TITLES:
        title, explanation, fix = _TITLES[trap.codes[0]]
        trap = replace(trap, title=title, explanation=explanation, fix=(fix,))
    return trap


def _shapes(parts: Iterable[Hit], reading: Reading, first: int) -> _Shapes:
    """The keys of all sentences on shapes, each with its shapes."""
    found = (match for part in parts for match in reading.matches(part.wording) if match.start() >= first)
    told: dict[str, dict[str, str]] = {}
    for match in sorted(found, key=lambda match: match.start()):
        each = reading.details(match)
        told.setdefault(each.get("key", ""), {}).update(each)
    details = dict(next(iter(told.values()), {}))
    keyed = {key: each for key, each in told.items() if key}
    for kind, name in (("want", "shapes"), ("have", "file_shapes")):
        if listed := ";".join(f"{key} {each[kind]}" for key, each in keyed.items() if kind in each):
            details[name] = listed
    if keyed:
        details["mismatched"] = _quoted(keyed)
    if "old_shapes_order" in details:
        details["old_shapes_order"] = "1"
    return _Shapes(details, any(not each.keys() & {"want", "class"} for each in keyed.values()))


def _quoted_list(listed: str) -> str:
    """A list of keys in quotes, which some programs leave out."""
    return listed if '"' in listed or "'" in listed else _quoted(listed.split(","))


def _quoted(keys: Iterable[str]) -> str:
    return ", ".join(f'"{key.strip()}"' for key in keys)


def _by_keys(codes: tuple[str, ...], details: Mapping[str, str]) -> tuple[str, ...]:
    """The codes with what the keys give away first: a wrapper's prefix on one side only."""
    missing = keys_in(details.get("missing", ""))
    unexpected = keys_in(details.get("unexpected", ""))
    in_file, in_model = _wrapped(unexpected), _wrapped(missing)
    first: tuple[str, ...] = ()
    if any(key.rpartition(".")[2] == "_flat_param" for key in unexpected):
        first = ("flat-param",)
    elif in_file and not in_model:
        first = ("wrapper-prefix",)
    elif in_model and not in_file:
        first = ("missing-prefix",)
    return tuple(dict.fromkeys((*first, *codes)))


def _wrapped(keys: Sequence[str]) -> bool:
    """Whether most of the keys have a segment of a wrapper: a part of a model may be called ``module`` too."""
    wrapped = sum(any(segment in WRAPPERS for segment in key.split(".")[:-1]) for key in keys)
    return 2 * wrapped > len(keys)


def _cut_by_script(details: Mapping[str, str]) -> int:
    """How many characters a script cut off every key, whatever they were; 0 where none, or where it was a prefix."""
    missing, unexpected = (keys_in(details.get(kind, "")) for kind in ("missing", "unexpected"))
    return _cut_length(missing, unexpected) if len(missing) == len(unexpected) > 1 else 0


def _cut_length(whole: Sequence[str], cut: Sequence[str]) -> int:
    length = len(whole[-1]) - len(cut[-1])
    prefixes = {key[:length] for key in whole}
    if length <= 0 or len(prefixes) == 1 or any(key[length:] != rest for key, rest in zip(whole, cut, strict=True)):
        return 0
    return length


_EMPTY = re.compile(r" \[0\](?:;|$)")
_PARTITIONED = marked(
    "The model's side is torch.Size([0]): ZeRO-3 (zero.Init) has partitioned its weights, or they are not made yet. "
    "The tensors of the file are as they should be."
)
_TITLES = {
    "wrapper-prefix": (
        marked("keys with the prefix of a wrapper"),
        marked(
            "The file was saved from a wrapped model (DataParallel, DDP, FSDP or torch.compile), and its keys "
            "carry the wrapper's segment. The model it is loaded into is not wrapped."
        ),
        marked(
            "Strip the segment from the keys, whole and with _metadata, and save model.module.state_dict() from "
            "now on. strict=False only hides the mismatch and loads nothing."
        ),
    ),
    "missing-prefix": (
        marked("keys without the prefix of a wrapper"),
        marked(
            "The model is wrapped (DataParallel, DDP or torch.compile), and the file was saved from a bare one. "
            "The names are the same but for the prefix."
        ),
        marked(
            "Load it into model.module, or add the prefix to the keys. strict=False only hides the mismatch and "
            "loads nothing."
        ),
    ),
    "flat-param": (
        marked("flattened parameters of FSDP"),
        marked(
            "The file was saved from inside FSDP, whose flat parameters join many tensors into one. Without the "
            "shapes they cannot be taken apart."
        ),
        marked("Save it again with StateDictType.FULL_STATE_DICT from the script that trained it."),
    ),
    "script-cuts": (
        marked("a script that cuts the beginning off every key"),
        marked(
            "Each unexpected key is a missing one without its first characters: the script cuts them off to take "
            "'module.' away, and these keys never had it. The file is fine."
        ),
        marked(
            "Instead of key[7:] write key.removeprefix('module.'), which leaves other keys as they are; or load "
            "the file without that step."
        ),
    ),
}
