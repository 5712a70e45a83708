"""Says which trap a pasted error is, whatever torch wrote it and whatever was done to it since."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import Final, NamedTuple

from core.catalogue.prefixes import WRAPPERS
from core.diagnosis.error_facts import ErrorFacts, without_survived
from core.diagnosis.model_match.misshapen import GATHER
from core.diagnosis.traceback.matching import Hit, Reading
from core.diagnosis.traceback.readable import lines_around, readable
from core.diagnosis.trap import KnownError, Recognised, keys_in
from core.diagnosis.traps.keys import GIVEN_AWAY
from core.diagnosis.traps.register import BY_CODE, ERRORS
from core.diagnosis.traps.scripts import PART
from core.front_end import say_own
from core.objects.global_names import OF_CHECKPOINTS
from core.text import sentences
from core.words import marked, say

_COUNTED: Final = re.compile(
    r"torch\.cuda\.device_count\(\)\s{0,5}(?:is|returns|returned|[=:]{1,2}|-{1,2}>)?\s{0,5}(\d{1,4})|num_gpus=(\d{1,4})"
)
_NO_GPU: Final = re.compile(
    r"torch\.cuda\.is_available\(\)\s{0,5}(?:is|returns|returned|[=:]{1,2}|-{1,2}>)?\s{0,5}false"
    r"|(?:not compiled with|compiled without)\s{1,5}cuda"
    r"|no\s{1,5}cuda\s{1,5}gpus\s{1,5}are\s{1,5}available|found\s{1,5}no\s{1,5}nvidia|no\s{1,5}cuda-capable\s{1,5}device"
    r"|without\s{1,5}aten_cuda|nvidia\s{1,5}driver\s{1,5}on\s{1,5}your\s{1,5}system\s{1,5}is\s{1,5}too\s{1,5}old"
    r"|module\s{1,5}'torch\._c'\s{1,5}has\s{1,5}no\s{1,5}attribute\s{1,5}'_cuda_"
)
_RANK: Final = re.compile(
    r"\[(?:rank|default|local_rank)[ _:=]{0,2}(\d{1,5})\]|duplicate gpu[^\n]{0,60}? rank (\d{1,5}) and rank"
)
_TPU: Final = re.compile(r"\btpu:\d|tagged with xla|torch_xla")
_MAC: Final = re.compile(r"tagged with mps|[\"'\s(=]/users/\w|\bmps (?:device|backend)|/opt/homebrew/|\bmacos\b")


def machine_details(text: str) -> dict[str, str]:
    """``gpus``, ``rank`` and ``machine``, as far as a text tells (see ``Recognised``)."""
    text = text.lower()
    told: dict[str, str] = {}
    counted = [found[1] or found[2] for found in _COUNTED.finditer(text)]
    if counted:
        told["gpus"] = counted[-1]
    elif _NO_GPU.search(text):
        told["gpus"] = "0"
    ranks = [int(found[1] or found[2]) for found in _RANK.finditer(text)]
    if ranks:
        told["rank"] = str(max(ranks))
    if _TPU.search(text):
        told["machine"] = "TPU"
    elif _MAC.search(text):
        told["machine"] = "Mac"
    return told


def bytes_of(size: str) -> int:
    """How many bytes a size is that torch prints, such as ``2.50 GiB`` or ``256 bytes``; 0 for what is none."""
    found = re.match(r"([\d.]{1,20})\s*([kmgt]?)", size.strip(), re.IGNORECASE)
    number = found[1].strip(".") if found else ""
    if found is None or number.count(".") > 1 or not number:
        return 0
    power = " kmgt".index(found[2].lower() or " ")
    return int(float(number) * 1024.0**power)


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
_OF_STATE_DICTS = frozenset({"missing-keys", "unexpected-keys", "size-mismatch"})
_SHAPED = "size-mismatch"
_KINDS = ("missing", "unexpected", "mismatched", "have")


class _Shapes(NamedTuple):
    """What sentences on shapes tell, and whether one of them was cut before it told a shape."""

    details: dict[str, str]
    cut: bool


def is_of_state_dict(hit: Hit) -> bool:
    """Whether a hit is a part of what load_state_dict says."""
    return hit.error.codes[0] in _OF_STATE_DICTS


def whole_message(best: Hit, hits: Iterable[Hit], reading: Reading) -> Hit:
    """One error of load_state_dict tells of missing, unexpected and misshapen keys at once."""
    first = max((found.start() for found in _HEAD.finditer(reading.text, 0, best.end)), default=0)
    parts = sorted((hit for hit in hits if is_of_state_dict(hit) and hit.start >= first), key=lambda hit: hit.start)
    named = [part for part in parts if not part.error.wrapper] or parts
    told = [part for part in named if part.details] or named
    shapes = _shapes([part for part in told if part.error.codes[0] == _SHAPED], reading, first)
    details = dict(shapes.details)
    for part in told:
        if part.error.codes[0] != _SHAPED:
            details |= {kind: _quoted_list(listed) for kind, listed in part.details.items()}
    begun = {part.start for part in named if not part.details} - {part.start for part in told}
    if begun or shapes.cut or not any(details.get(kind) for kind in _KINDS) or _is_abridged(told, reading.text, first):
        details["abridged"] = "1"
    return told[0]._replace(error=_given_away(told, details), details=details)


def _is_abridged(told: Sequence[Hit], text: str, first: int) -> bool:
    """Whether a list of keys, after whose last torch writes a full stop, or the whole message, ends before its end."""
    lists = (part for part in told if part.error.codes[0] != _SHAPED and '"' in "".join(part.details.values()))
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


def _given_away(told: Sequence[Hit], details: dict[str, str]) -> KnownError:
    """The trap with what the keys give away: the prefix of a wrapper, or a script that cuts them."""
    codes = tuple(dict.fromkeys(code for part in told for code in part.error.codes))
    if len(told) > 1 and not any(part.error.codes[0] == _SHAPED for part in told):
        codes = tuple(code for code in codes if code != _SHAPED)
    found = replace(told[0].error, codes=_by_keys(codes, details))
    length = _cut_by_script(details)
    if length:
        details["cut"] = str(length)
        found = replace(found, codes=("script-cuts",), in_file=False)
    if found.codes[0] == _SHAPED and _EMPTY.search(details.get("shapes", "")):
        found = replace(found, explanation=_PARTITIONED, fix=(GATHER,))
    if known := GIVEN_AWAY.get(found.codes[0]):
        cut = found.codes[0] == "missing-prefix" and not details.get("unexpected")
        explanation = _ONLY_MISSING if cut else known.explanation
        found = replace(found, title=known.title, explanation=explanation, fix=known.fix)
    return found


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
    "In the model the shape is torch.Size([0]): ZeRO-3 (zero.Init) has partitioned the weights, or they are not "
    "initialized yet. The tensors in the file are fine."
)
_ONLY_MISSING = marked(
    "The keys that the model expects have a wrapper's prefix (DataParallel, DDP or torch.compile). This part of "
    "the error does not say what the file has instead: the same names without the prefix, other names, or nothing."
)


__all__ = ["ERRORS", "Recognised", "recognise"]

_READS_TEXT = re.compile(r"codecs\b[^\n]{0,80} in decode *\n(?:[^\n]{0,200}\n){0,3} ?unicodedecodeerror: $")
"""The frame above an error of a library that opened the file as text, to see what it is after torch had failed."""
_LOADING = re.compile(
    r"serialization\.py|torch\.load\b|load_state_dict|load_checkpoint|load_from_checkpoint|from_pretrained|checkpoint"
    r"|state_?dict|load_weights|weight_loader|\bckpt|\.(?:pth|pt|ckpt|bin)\b|\bresum|pretrained|unpickl"
    r"|pickle\.(?:load|unpickler)"
)
_FAILED = re.compile(r"traceback|(?:error|exception)\b ?[:(]|\berror\b[^\n]{0,40}:|errno")
_SHORT = 3000
"""Characters of a text that is about one error; a longer one without a word of an error is about something else."""
_WHOLE = 20_000
_MESSAGE = 1000
"""Characters that one message has at most from its first name to its last."""
_PACKAGE = re.compile(r"(?:site|dist)-packages[/\\]{1,4}(\w{1,60})[/\\.]")
_OTHERS_BUSINESS = re.compile(
    r"(?:^|\n) ?(?:import \w|from [\w.]{1,100} import )[^\n]{0,200}\n[^\n]{0,40}$"
    r"|[/\\]codecs\.py\"?, line \d{1,6}, in decode[^\0]{0,200}$"
)
"""Above an error: an import of the script itself, or a file that it reads as text."""
_AT_STEP = re.compile(
    r"torch[/\\.]{1,2}optim[/\\._]|optimi[sz]er\w{0,20}\.step\(|exp_avg|in step\b|_foreach_|grad_scaler\.py"
)
_IN_TORCH_LOAD = re.compile(r"torch[/\\]{1,2}serialization\.py\"?, line \d{1,6}, in _load\b")
_NEW_CONTAINER = BY_CODE["new-container"].errors[0]
_NO_SUCH_KEY, _COPY_FAILED = "no-such-key", "copy-failed"
_PLAIN = {"str", "list", "tuple", "nonetype", "int", "float", "bytes", "set", "function", "torch.tensor", "tensor"}
_LOOKED_IN = re.compile(r"([\w.]{1,100}(?:\([^()\n]{0,200}\))?)((?:\[['\"][^'\"\n]{1,80}['\"]\]){1,8}|(?=\[))")
"""What stands before brackets, with what it was called with, and the keys in those of them that say one."""
_NESTED = re.compile(r"set_extra_state|_load_from_bytes")


def recognise(text: str) -> Recognised | None:
    """Which trap the text is about; None when it says nothing that torch says.

    Of several exceptions the last one that is known counts: it is what the script ended with.
    """
    clean = read(text)
    reading, hits = _read(clean)
    best = _choose(hits, reading)
    if best is None:
        return None
    best = whole_message(best, hits, reading) if is_of_state_dict(best) else _whole_line(best, hits, reading)
    start, end = reading.place(best.start), reading.place(max(best.end - 1, 0))
    error = _seen_in_context(best, reading.before(best.start))
    return Recognised(
        error.codes,
        lines_around(clean, start, end),
        say(error.title),
        say(error.explanation),
        _fix(error, best.details),
        MappingProxyType(
            {**best.details, **_told(error, best.details, text, clean), **_looked_in(error, clean[:start])}
        ),
        say(error.absent) if error.absent else "",
        error.in_file,
        ErrorFacts(clean),
        lines_around(clean, start, end, _WHOLE),
    )


def read(text: str) -> str:
    """What was pasted, readable, without what the run survived."""
    return without_survived(readable(text))


def _fix(error: KnownError, details: Mapping[str, str]) -> str:
    """What to do, with the numbers of the error in the place of those of the example."""
    fix = sentences(*map(say_own, error.fix))
    if "no-such-gpu" in error.codes and "device" in details:
        fix = fix.replace("cuda:5", f"cuda:{details['device']}")
    return fix.replace("[7:]", f"[{details['cut']}:]") if "cut" in details else fix


def _read(clean: str) -> tuple[Reading, list[Hit]]:
    """The text as it is, or without white space where more is understood so: a terminal broke it inside of words."""
    reading = Reading(clean)
    hits = _hits(reading)
    if hits and "\n" not in clean:
        return reading, hits
    tight = Reading(clean, squeezed=True)
    better = [hit for hit in _hits(tight) if not hit.wording.weak or not hits]
    return (tight, better) if _worth(better, tight.text) > _worth(hits, reading.text) else (reading, hits)


def _worth(hits: Sequence[Hit], text: str) -> tuple[int, int, int]:
    """How strong the strongest are, how often they are there, and how much they tell."""
    best = max((_strength(hit, text) for hit in hits), default=-1)
    sure = [hit for hit in hits if not hit.wording.weak] or hits
    return best, sum(hit.times for hit in sure), sum(len(hit.details) + _listed(hit) for hit in sure)


def _listed(hit: Hit) -> int:
    """How many keys its lists have: a break within a key is the end of one that was not put together again."""
    return sum(len(keys_in(_quoted_list(hit.details.get(kind, "")))) for kind in _KINDS)


def _hits(reading: Reading) -> list[Hit]:
    found = (hit for hit in reading.hits(ERRORS) if _fits_its_shapes(hit))
    return [hit for hit in found if not hit.wording.weak or _is_of_torch(hit, reading)]


def _fits_its_shapes(hit: Hit) -> bool:
    """Whether the shapes differ where they are what is wrong, and agree where they are not."""
    want, have = (re.findall(r"\d+", hit.details.get(name, "")) for name in ("want", "have"))
    return (
        hit.error.codes[0] not in _OF_STATE_DICTS | {_COPY_FAILED}
        or not want
        or (want == have) == (hit.error.codes[0] == _COPY_FAILED)
    )


def _is_of_torch(hit: Hit, reading: Reading) -> bool:
    """Whether words that others use too are about a checkpoint here."""
    before, text = reading.before(hit.start), reading.text
    if "serialization.py" in before:
        return True
    packages = _PACKAGE.findall(before)
    loads = _LOADING.search(text) is not None
    if packages and packages[-1] not in OF_CHECKPOINTS and not loads:
        return False
    if _OTHERS_BUSINESS.search(before) or (len(text) > _SHORT and not _FAILED.search(text)):
        return False
    alone = "\n" not in before.strip()
    return hit.error.codes[0] != _NO_SUCH_KEY or loads or alone or PART.search(hit.details["key"]) is not None


def _strength(hit: Hit, text: str) -> int:
    """A weak wording is as good as any where the text shows that torch was loading."""
    if hit.error.wrapper:
        return 0
    return 2 if not hit.wording.weak or "serialization.py" in text or "torch.load(" in text else 1


def _choose(hits: Iterable[Hit], reading: Reading) -> Hit | None:
    found = list(hits)
    if any(hit.error.codes[0] == "hf-wrapper" for hit in found):  # which reads the file as text, once torch has failed
        found = [hit for hit in found if hit.error.codes[0] != "python2-pickle"]
    strongest = max((_strength(hit, reading.text) for hit in found), default=0)
    found = [hit for hit in found if _strength(hit, reading.text) == strongest]
    found = [hit for hit in found if not _READS_TEXT.search(reading.before(hit.start)[-400:])] or found
    # Where two wordings meet, the one that tells more, then the one further up in the table.
    numbered = max(enumerate(found), key=lambda item: (item[1].end, len(item[1].details), -item[0]), default=None)
    return numbered[1] if numbered is not None else None


def _whole_line(best: Hit, hits: Iterable[Hit], reading: Reading) -> Hit:
    """The hit with what other wordings of its trap found before it on its line, which a terminal may have broken."""
    line = max(reading.line_start(best.start), best.start - _MESSAGE)
    before = [hit.details for hit in hits if hit.error is best.error and line < hit.start < best.start]
    return best._replace(details={name: value for each in (*before, best.details) for name, value in each.items()})


def _told(error: KnownError, details: Mapping[str, str], text: str, clean: str) -> dict[str, str]:
    """What the text tells beside the message: of the machine, of sizes, and how it was written."""
    told = machine_details(f"{text}\n{clean}")
    if error.codes[0] == "no-such-gpu" and "count" in details:
        told["gpus"] = details["count"]
    elif error.codes == ("no-gpu",):
        told["gpus"] = "0"
    for name in ("wanted", "capacity"):
        if name in details:
            told[f"{name}_bytes"] = str(bytes_of(details[name]))
    if "tag" in details:
        told["device"] = details["tag"]
    if not re.search("[A-Z]", text):
        told["folded"] = "1"
    return told


def _looked_in(error: KnownError, above: str) -> dict[str, str]:
    """What was looked into where a key was not found, as the line of code above the error has it."""
    if error.codes[0] != _NO_SUCH_KEY:
        return {}
    lines = [line for line in above.splitlines() if re.search(r"\w", line)]
    found = [each for line in lines[-2:] for each in _LOOKED_IN.findall(line)]  # a logger's words may be the last
    return {"looked_in": found[-1][0], "inside": found[-1][1]} if found else {}


def _seen_in_context(hit: Hit, before: str) -> KnownError:
    """What the lines of the traceback above a message add to it."""
    error, code = hit.error, hit.error.codes[0]
    if code == "mixed-devices" and _AT_STEP.search(before):
        return replace(BY_CODE["optimizer-elsewhere"].errors[0], codes=("optimizer-elsewhere", "mixed-devices"))
    if code == "wrong-loader" and _IN_TORCH_LOAD.search(before):
        return _NEW_CONTAINER  # torch 1.0 takes the first letter of a zip for a pickle
    if code == "several-gpus" and hit.details.get("other", "").lower() == "cpu":
        title = marked("a model on the CPU inside DataParallel")
        return replace(error, codes=("dataparallel-on-cpu", *error.codes), title=title)
    if code == "whole-model" and hit.details.get("class", "").lower() in _PLAIN:
        return replace(error, codes=("state-not-dict",), in_file=False)
    if code in ("no-gpu", "no-such-gpu") and _NESTED.search(before):
        return replace(
            error,
            codes=("nested-pickle", *error.codes),
            title=marked("a checkpoint inside the checkpoint"),
            explanation=marked(
                "The file contains another pickle, stored as bytes. That pickle is loaded without the map_location "
                "that you gave to torch.load, so its tensors go to the GPU they were saved on."
            ),
        )
    return error
