"""Says which trap a pasted error is, whatever torch wrote it, and whether the file at hand is the cause."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import NamedTuple

from core.diagnosis.answer import Answer, answer
from core.diagnosis.pasted import lines_around, place_in, readable, squeezed
from core.diagnosis.traps import Recognised, Trap, Wording, keys_in
from core.diagnosis.traps_loading import LOADING
from core.diagnosis.traps_resuming import RESUMING, STATE_DICT
from core.diagnosis.traps_scripts import SCRIPTS
from core.prefixes import WRAPPERS

__all__ = ["TRAPS", "Answer", "Recognised", "answer", "recognise"]

TRAPS = (*LOADING, *STATE_DICT, *RESUMING, *SCRIPTS)

_READS_TEXT = re.compile(r"codecs\b[^\n]{0,80} in decode *\n(?:[^\n]{0,200}\n){0,3} ?UnicodeDecodeError: $")
"""The frame above an error of a library that opened the file as text, to see what it is after torch had failed."""
_AT_STEP = re.compile(
    r"torch[/\\.]optim[/\\.]|optimi[sz]er\w{0,20}\.step\(|exp_avg|in step\b|_foreach_|grad_scaler\.py"
)
_IN_TORCH_LOAD = re.compile(r"torch[/\\]serialization\.py\"?, line \d{1,6}, in _load\b")
_NEW_CONTAINER = next(trap for trap in LOADING if trap.codes[0] == "new-container")
_FRAMES = 20_000
"""Characters above a message that are looked at."""
_NESTED = re.compile(r"set_extra_state|_load_from_bytes")


class _Hit(NamedTuple):
    trap: Trap
    wording: Wording
    start: int
    end: int
    details: dict[str, str]


def recognise(text: str) -> Recognised | None:
    """Which trap the text is about; None when it says nothing that torch says.

    Of several exceptions the last one that is known counts: it is what the script ended with.
    """
    clean = readable(text)
    told, hits = clean, list(_hits(clean, squeeze=False))
    if not any(_is_strong(hit, clean) for hit in hits):
        tight = squeezed(clean)
        better = [hit for hit in _hits(tight, squeeze=True) if not hit.trap.weak or not hits]
        told, hits = (tight, better) if better else (told, hits)
    best = _choose(hits, told)
    if best is None:
        return None
    if best.trap in STATE_DICT:
        best = _whole_message(best, hits, told, squeeze=told is not clean)
    start, end = best.start, best.end
    if told is not clean:
        start, end = place_in(clean, start), place_in(clean, max(end - 1, 0))
    trap = _seen_in_context(best, told)
    return Recognised(
        trap.codes,
        lines_around(clean, start, end),
        trap.title,
        trap.explanation,
        trap.fix,
        MappingProxyType(best.details),
        trap.absent,
        trap.in_file,
    )


def _hits(text: str, *, squeeze: bool) -> Iterator[_Hit]:
    """The last place of each wording."""
    for trap in TRAPS:
        for wording in trap.wordings:
            if wording.anchor not in text:
                continue
            found = None
            for match in wording.expression(squeezed=squeeze).finditer(text):
                if not wording.above or re.search(wording.above, text[max(0, match.start() - _FRAMES) : match.start()]):
                    found = match
            if found is not None:
                details = {name: value.strip() for name, value in found.groupdict().items() if value is not None}
                yield _Hit(trap, wording, found.start(), found.end(), details)


def _is_strong(hit: _Hit, text: str) -> bool:
    """A weak wording is as good as any where the text shows that torch was loading."""
    return not hit.trap.weak or "serialization.py" in text or "torch.load(" in text


def _choose(hits: Iterable[_Hit], text: str) -> _Hit | None:
    found = list(hits)
    found = [hit for hit in found if _is_strong(hit, text)] or found
    found = [hit for hit in found if not _READS_TEXT.search(text, max(hit.start - 400, 0), hit.start)] or found
    # Where two wordings meet, the one that tells more, then the one further up in the table.
    numbered = max(enumerate(found), key=lambda item: (item[1].end, len(item[1].details), -item[0]), default=None)
    return numbered[1] if numbered is not None else None


def _whole_message(best: _Hit, hits: Iterable[_Hit], text: str, *, squeeze: bool) -> _Hit:
    """One error of load_state_dict tells of missing, unexpected and misshapen keys at once."""
    head = re.compile(r"Error\(s\)\s{0,9}in\s{0,9}loading\s{0,9}state_dict")
    first = max((found.start() for found in head.finditer(text, 0, best.end)), default=0)
    parts = [hit for hit in hits if hit.trap in STATE_DICT and hit.start >= first]
    details: dict[str, str] = {}
    for part in parts:
        shapes = part.details
        if part.trap.codes[0] == "size-mismatch":
            every = list(part.wording.expression(squeezed=squeeze).finditer(text, first))
            shapes = every[0].groupdict("")
            if "want" in shapes:
                details["shapes"] = ";".join(f"{each['key']} {each['want']}" for each in every)
            details["mismatched"] = ", ".join(f'"{each["key"]}"' for each in every if "key" in each.groupdict())
        details = {**shapes, **details}
    main = min(parts, key=lambda hit: hit.start)
    codes = tuple(dict.fromkeys(code for hit in sorted(parts, key=lambda hit: hit.start) for code in hit.trap.codes))
    if not any(hit.trap.codes[0] == "size-mismatch" for hit in parts):
        codes = tuple(code for code in codes if code != "size-mismatch")
    trap = replace(main.trap, codes=_by_keys(codes, details))
    if trap.codes[0] in _PREFIX_TITLES:
        title, explanation, fix = _PREFIX_TITLES[trap.codes[0]]
        trap = replace(trap, title=title, explanation=explanation, fix=fix)
    return _Hit(trap, main.wording, main.start, main.end, details)


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


def _wrapped(keys: Iterable[str]) -> bool:
    return any(segment in WRAPPERS for key in keys for segment in key.split(".")[:-1])


_PREFIX_TITLES = {
    "wrapper-prefix": (
        "keys with the prefix of a wrapper",
        (
            "The file was saved from a wrapped model (DataParallel, DDP, FSDP or torch.compile), and its keys carry "
            "the wrapper's segment. The model it is loaded into is not wrapped."
        ),
        (
            "Strip the segment from the keys, whole and with _metadata, and save model.module.state_dict() from now "
            "on. strict=False only hides the mismatch and loads nothing."
        ),
    ),
    "missing-prefix": (
        "keys without the prefix of a wrapper",
        (
            "The model is wrapped (DataParallel, DDP or torch.compile), and the file was saved from a bare one. "
            "The names are the same but for the prefix."
        ),
        (
            "Load it into model.module, or add the prefix to the keys. strict=False only hides the mismatch and loads "
            "nothing."
        ),
    ),
    "flat-param": (
        "flattened parameters of FSDP",
        (
            "The file was saved from inside FSDP, whose flat parameters join many tensors into one. "
            "Without the shapes they cannot be taken apart."
        ),
        "Save it again with StateDictType.FULL_STATE_DICT from the script that trained it.",
    ),
}


def _seen_in_context(hit: _Hit, text: str) -> Trap:
    """What the lines of the traceback above a message add to it."""
    trap = hit.trap
    before = text[max(0, hit.start - _FRAMES) : hit.start]
    if trap.codes[0] == "mixed-devices" and _AT_STEP.search(before):
        return replace(
            trap,
            codes=("optimizer-elsewhere", "mixed-devices"),
            title="optimizer state on another device than its parameters",
            explanation="At its step the optimizer found its state on one device and the parameter on another. "
            "It was built, or its state loaded, before the model was moved.",
        )
    if trap.codes[0] == "wrong-loader" and _IN_TORCH_LOAD.search(before):
        return _NEW_CONTAINER  # torch 1.0 takes the first letter of a zip for a pickle
    if trap.codes[0] == "several-gpus" and hit.details.get("other") == "cpu":
        return replace(trap, codes=("dataparallel-on-cpu", *trap.codes))
    if trap.codes[0] == "no-such-gpu" and "device" in hit.details:
        trap = replace(trap, fix=trap.fix.replace("cuda:5", f"cuda:{hit.details['device']}"))
    if trap.codes[0] in ("no-gpu", "no-such-gpu") and _NESTED.search(before):
        return replace(
            trap,
            codes=("nested-pickle", *trap.codes),
            title="a checkpoint inside the checkpoint",
            explanation="The file holds bytes that are a pickle themselves, and these are loaded without the "
            "map_location that torch.load was given. Their tensors go to the GPU they were saved on.",
        )
    return trap
