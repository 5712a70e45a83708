"""Says which trap a pasted error is, whatever torch wrote it and whatever was done to it since."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType

from core.diagnosis.traceback.machine_details import bytes_of, machine_details
from core.diagnosis.traceback.matching import Hit, Reading
from core.diagnosis.traceback.readable import lines_around, readable
from core.diagnosis.traceback.state_dict_errors import is_of_state_dict, whole_message
from core.diagnosis.trap import Recognised, Trap
from core.diagnosis.traps.containers import CONTAINERS
from core.diagnosis.traps.keys import COPYING, STATE_DICT
from core.diagnosis.traps.scripts import NO_SUCH_KEY, PART
from core.diagnosis.traps.table import TRAPS
from core.text import sentences
from core.words import say

__all__ = ["TRAPS", "Recognised", "recognise"]

_READS_TEXT = re.compile(r"codecs\b[^\n]{0,80} in decode *\n(?:[^\n]{0,200}\n){0,3} ?unicodedecodeerror: $")
"""The frame above an error of a library that opened the file as text, to see what it is after torch had failed."""
_LOADING = re.compile(
    r"serialization\.py|torch\.load\b|load_state_dict|load_checkpoint|load_from_checkpoint|from_pretrained|checkpoint"
    r"|state_?dict|\bckpt|\.(?:pth|pt|ckpt|bin)\b|\bresum|pretrained|unpickl"
)
_FAILED = re.compile(r"traceback|(?:error|exception)\b ?[:(]|\berror\b[^\n]{0,40}:|errno")
_SHORT = 3000
"""Characters of a text that is about one error; a longer one without a word of an error is about something else."""
_MESSAGE = 1000
"""Characters that one message has at most from its first name to its last."""
_PACKAGE = re.compile(r"(?:site|dist)-packages[/\\]{1,4}(\w{1,60})[/\\.]")
_OURS = frozenset(f"torch{name}" for name in ("", "vision", "audio", "text", "metrics", "tune", "titan", "_xla")) | {
    *("lightning", "pytorch_lightning", "lightning_fabric", "lightning_utilities", "transformers", "accelerate"),
    *("diffusers", "deepspeed", "timm", "fastai", "ultralytics", "mmcv", "mmengine", "ignite", "apex", "fairseq"),
    *("peft", "safetensors", "bitsandbytes", "detectron2", "speechbrain", "allennlp", "catalyst", "megatron"),
}
"""Packages whose errors are about checkpoints."""
_OTHERS_BUSINESS = re.compile(
    r"(?:^|\n) ?(?:import \w|from [\w.]{1,100} import )[^\n]{0,200}\n[^\n]{0,40}$"
    r"|[/\\]codecs\.py\"?, line \d{1,6}, in decode[^\0]{0,200}$"
)
"""Above an error: an import of the script itself, or a file that it reads as text."""
_AT_STEP = re.compile(
    r"torch[/\\.]{1,2}optim[/\\._]|optimi[sz]er\w{0,20}\.step\(|exp_avg|in step\b|_foreach_|grad_scaler\.py"
)
_IN_TORCH_LOAD = re.compile(r"torch[/\\]{1,2}serialization\.py\"?, line \d{1,6}, in _load\b")
_NEW_CONTAINER = next(trap for trap in CONTAINERS if trap.codes[0] == "new-container")
_PLAIN = {"str", "list", "tuple", "nonetype", "int", "float", "bytes", "set", "function", "torch.tensor", "tensor"}
_LOOKED_IN = re.compile(r"([\w.]{1,100}(?:\([^()\n]{0,200}\))?)\[")
"""What stands before a bracket, with what it was called with."""
_NESTED = re.compile(r"set_extra_state|_load_from_bytes")


def recognise(text: str) -> Recognised | None:
    """Which trap the text is about; None when it says nothing that torch says.

    Of several exceptions the last one that is known counts: it is what the script ended with.
    """
    clean = readable(text)
    reading, hits = _read(clean)
    best = _choose(hits, reading)
    if best is None:
        return None
    best = whole_message(best, hits, reading) if is_of_state_dict(best) else _whole_line(best, hits, reading)
    start, end = reading.place(best.start), reading.place(max(best.end - 1, 0))
    trap = _seen_in_context(best, reading.before(best.start))
    return Recognised(
        trap.codes,
        lines_around(clean, start, end),
        say(trap.title),
        say(trap.explanation),
        _fix(trap, best.details),
        MappingProxyType({**best.details, **_told(trap, best.details, text, clean), **_looked_in(trap, clean[:start])}),
        say(trap.absent) if trap.absent else "",
        trap.in_file,
    )


def _fix(trap: Trap, details: Mapping[str, str]) -> str:
    """What to do, with the numbers of the error in the place of those of the example."""
    fix = sentences(*map(say, trap.fix))
    if "no-such-gpu" in trap.codes and "device" in details:
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
    return best, sum(hit.times for hit in sure), sum(len(hit.details) for hit in sure)


def _hits(reading: Reading) -> list[Hit]:
    found = (hit for hit in reading.hits(TRAPS) if _fits_its_shapes(hit))
    return [hit for hit in found if not hit.wording.weak or _is_of_torch(hit, reading)]


def _fits_its_shapes(hit: Hit) -> bool:
    """Whether the shapes differ where they are what is wrong, and agree where they are not."""
    want, have = (re.findall(r"\d+", hit.details.get(name, "")) for name in ("want", "have"))
    return hit.trap not in (*STATE_DICT, *COPYING) or not want or (want == have) == (hit.trap in COPYING)


def _is_of_torch(hit: Hit, reading: Reading) -> bool:
    """Whether words that others use too are about a checkpoint here."""
    before, text = reading.before(hit.start), reading.text
    if "serialization.py" in before:
        return True
    packages = _PACKAGE.findall(before)
    loads = _LOADING.search(text) is not None
    if packages and packages[-1] not in _OURS and not loads:
        return False
    if _OTHERS_BUSINESS.search(before) or (len(text) > _SHORT and not _FAILED.search(text)):
        return False
    alone = "\n" not in before.strip()
    return hit.trap is not NO_SUCH_KEY or loads or alone or PART.search(hit.details["key"]) is not None


def _strength(hit: Hit, text: str) -> int:
    """A weak wording is as good as any where the text shows that torch was loading."""
    if hit.trap.wrapper:
        return 0
    return 2 if not hit.wording.weak or "serialization.py" in text or "torch.load(" in text else 1


def _choose(hits: Iterable[Hit], reading: Reading) -> Hit | None:
    found = list(hits)
    if any(hit.trap.codes[0] == "hf-wrapper" for hit in found):  # which reads the file as text, once torch has failed
        found = [hit for hit in found if hit.trap.codes[0] != "python2-pickle"]
    strongest = max((_strength(hit, reading.text) for hit in found), default=0)
    found = [hit for hit in found if _strength(hit, reading.text) == strongest]
    found = [hit for hit in found if not _READS_TEXT.search(reading.before(hit.start)[-400:])] or found
    # Where two wordings meet, the one that tells more, then the one further up in the table.
    numbered = max(enumerate(found), key=lambda item: (item[1].end, len(item[1].details), -item[0]), default=None)
    return numbered[1] if numbered is not None else None


def _whole_line(best: Hit, hits: Iterable[Hit], reading: Reading) -> Hit:
    """The hit with what other wordings of its trap found before it on its line."""
    line = max(reading.text.rfind("\n", 0, best.start), best.start - _MESSAGE)
    before = [hit.details for hit in hits if hit.trap is best.trap and line < hit.start < best.start]
    return best._replace(details={name: value for each in (*before, best.details) for name, value in each.items()})


def _told(trap: Trap, details: Mapping[str, str], text: str, clean: str) -> dict[str, str]:
    """What the text tells beside the message: of the machine, of sizes, and how it was written."""
    told = machine_details(f"{text}\n{clean}")
    if trap.codes[0] == "no-such-gpu" and "count" in details:
        told["gpus"] = details["count"]
    elif trap.codes == ("no-gpu",):
        told["gpus"] = "0"
    for name in ("wanted", "capacity"):
        if name in details:
            told[f"{name}_bytes"] = str(bytes_of(details[name]))
    if "tag" in details:
        told["device"] = details["tag"]
    if not re.search("[A-Z]", text):
        told["folded"] = "1"
    return told


def _looked_in(trap: Trap, above: str) -> dict[str, str]:
    """What was looked into where a key was not found, as the line of code above the error has it."""
    if trap.codes[0] != NO_SUCH_KEY.codes[0]:
        return {}
    lines = [line for line in above.splitlines() if re.search(r"\w", line)]
    found = _LOOKED_IN.findall(lines[-1]) if lines else []
    return {"looked_in": found[-1]} if found else {}


def _seen_in_context(hit: Hit, before: str) -> Trap:
    """What the lines of the traceback above a message add to it."""
    trap, code = hit.trap, hit.trap.codes[0]
    if code == "mixed-devices" and _AT_STEP.search(before):
        return replace(
            trap,
            codes=("optimizer-elsewhere", "mixed-devices"),
            title="optimizer state on another device than its parameters",
            explanation="At its step the optimizer found its state on one device and the parameter on another. "
            "It was built, or its state loaded, before the model was moved.",
        )
    if code == "wrong-loader" and _IN_TORCH_LOAD.search(before):
        return _NEW_CONTAINER  # torch 1.0 takes the first letter of a zip for a pickle
    if code == "several-gpus" and hit.details.get("other", "").lower() == "cpu":
        return replace(trap, codes=("dataparallel-on-cpu", *trap.codes), title="a model on the CPU inside DataParallel")
    if code == "whole-model" and hit.details.get("class", "").lower() in _PLAIN:
        return replace(trap, codes=("state-not-dict",), in_file=False)
    if code in ("no-gpu", "no-such-gpu") and _NESTED.search(before):
        return replace(
            trap,
            codes=("nested-pickle", *trap.codes),
            title="a checkpoint inside the checkpoint",
            explanation="The file holds bytes that are a pickle themselves, and these are loaded without the "
            "map_location that torch.load was given. Their tensors go to the GPU they were saved on.",
        )
    return trap
