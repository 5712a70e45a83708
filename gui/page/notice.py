"""What the banner says of a document with its plan, and the one thing to do next."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final, Literal

from core.catalogue.checkpoint import Checkpoint
from core.diagnosis.finding import DEVICE_CODES, ERROR, WARNING, Finding
from core.edits.edits import FOLLOW, Edit, MoveOptimizer, Plan, RemapDevice
from core.edits.extract import out_of_wrappers
from core.edits.preview import Preview
from core.edits.wording import in_few_words
from core.loading.many_files import call_of, is_many
from core.report.parts import missing_text
from core.saving.look_only import state_dict_edits
from core.text import capital, clip, sentences
from core.words import say
from gui.diagnosis.model import curable
from gui.document import next_plan
from gui.document.refused import refusal
from gui.save.saver import EVERYWHERE

CUDA_ERROR: Final = "Attempting to deserialize object on a CUDA device but torch.cuda.is_available() is False."
"""What torch.load raises on a machine without a GPU."""
_LONGEST_WORDS: Final = 52

Tone = Literal["warning", "good", "calm"]
MAP, CURE, CURE_ALL, SAVE, STATE_DICT, RELOAD = "map", "cure", "cure all", "save", "state dict", "reload"


_OF_LOADERS: Final = frozenset({"safetensors"})
"""Findings that say who else than torch.load loads the file."""


@dataclass(frozen=True)
class Step:
    """The next thing to do: put all on the CPU, the edits of one cure, all cures at once, or save; of what is
    only shown its state dict.
    """

    kind: str
    words: str
    edits: tuple[Edit, ...] = ()


@dataclass(frozen=True)
class Notice:
    """What the banner says; `explained` says that the diagnosis has more about it."""

    tone: Tone
    text: str
    step: Step | None = None
    explained: bool = False
    missing: bool = False
    """It is about files that are not there, whose keys can be listed."""


def outdated(name: str) -> Notice:
    """What there is to say once the file was found to be another one than what is shown."""
    text = say(
        "{name} is another file by now than the one that was opened. What is shown is how it was; its numbers cannot "
        "be read any more. Reload keeps the pending changes.",
        name=clip(name, 60),
    )
    return Notice("warning", text, Step(RELOAD, say("Reload")))


def notice(preview: Preview, *, saved: bool, name: str = "", findings: Sequence[Finding] | None = ()) -> Notice:
    """What there is to say about a document with its plan; `findings` are None while the diagnosis is under way.

    `saved` says that the plan is in a file, which has this `name`.
    """
    if preview.catalogue.checkpoint.read_only:
        has_state_dict = bool(state_dict_edits(preview.catalogue))
        step = Step(STATE_DICT, say("Save its state dict…")) if has_state_dict else None
        return Notice("calm", preview.catalogue.checkpoint.read_only, step)
    said = _about_file(preview, saved=saved, name=name, findings=findings)
    missing = "" if preview.plan else missing_text(preview.catalogue.checkpoint.several)
    several = preview.catalogue.checkpoint.several
    note = say(several.note) if several is not None and several.note and not preview.plan else ""
    if not missing and not note:
        return said
    text = sentences(missing, note, said.text if said.tone == "warning" else "")
    return replace(said, tone="warning" if missing else said.tone, text=text, missing=bool(missing))


def _about_file(preview: Preview, *, saved: bool, name: str, findings: Sequence[Finding] | None) -> Notice:
    """What there is to say of what is there."""
    after = _elsewhere([total.device for total in preview.totals_after])
    found = findings or ()
    errors = [each for each in found if each.severity == ERROR and each.code not in DEVICE_CODES | _OF_LOADERS]
    save = Step(SAVE, say("Save fixed…")) if preview.plan and not saved else None
    if after:
        text = _about_devices(preview, after, errors)
        return Notice("warning", text, _cure(preview, after, found) or save, explained=bool(found))
    if errors or preview.refused_names:
        text = _about_errors(preview, errors, saved=saved)
        return Notice("warning", text, _cure(preview, after, found) or save, explained=bool(found))
    if preview.plan:
        return Notice("good", _about_the_plan(preview, saved=saved, name=name), save)
    if findings is None:
        return Notice("calm", say("Looking for what torch.load would say …"))
    warned = [each for each in curable(found) if each.severity == WARNING]
    works = _works(preview.catalogue.checkpoint)
    if warned:
        works = say("{works} What comes next may not: {title}.", works=works, title=clip(warned[0].title, 120))
    return Notice("calm", works, _cure(preview, after, found), explained=bool(warned))


def _works(checkpoint: Checkpoint) -> str:
    """That nothing keeps the file, or all of several, from loading."""
    return say("{call} works on any machine, with no map_location.", call=call_of(checkpoint))


def _cure(preview: Preview, after: Sequence[str], findings: Sequence[Finding]) -> Step | None:
    """What cures what is wrong; None where nothing can.

    Where this computer has the devices no finding is about them: the step is the one for machines that have not.
    """
    cures = curable(findings)
    on_devices = any(each.code in DEVICE_CODES for each in cures)
    if after and (not on_devices or len(cures) == 1):
        source = after[0] if len(after) == 1 else "cuda:*" if _all_cuda(after) else say("all")
        return Step(MAP, say("Map {source} → cpu", source=clip(source, 24)))
    if len(cures) > 1:
        return Step(CURE_ALL, say("Fix all ({n})", n=len(cures)))
    # What loses something is no part of "all", and offered when nothing else is left.
    left = cures or [each for each in findings if each.severity == ERROR]
    edits = out_of_wrappers(preview.catalogue, dict.fromkeys(edit for each in left for edit in each.edits))
    if not edits:
        return None
    words = clip(in_few_words(preview.catalogue, edits), _LONGEST_WORDS)
    return Step(CURE, capital(words), edits)


def _about_devices(preview: Preview, after: Sequence[str], errors: Sequence[Finding]) -> str:
    before = set(_elsewhere([total.device for total in preview.totals_before]))
    on = _listed(after)
    if set(after) == before:
        said = say("Saved on {devices}.", devices=on)
    elif set(after) < before:
        said = say("Still on {devices}.", devices=on)
    else:
        said = say("Will be saved on {devices}.", devices=on)
    if is_many(preview.catalogue.checkpoint) and not preview.plan and _all_cuda(after):
        fails = say("On a machine without a GPU, torch.load of such a file raises “{error}”", error=CUDA_ERROR)
    elif _all_cuda(after):
        fails = say("On a machine without a GPU, torch.load(f) raises “{error}”", error=CUDA_ERROR)
    else:
        fails = say("torch.load(f) fails on a machine without that device.")
    refused = refusal(preview)
    also = ""
    if errors and refused:
        also = say("Everywhere it refuses {refused}.", refused=refused)
    elif errors:
        also = say("Everywhere: {title}.", title=clip(errors[0].title, 120))
    return sentences(said, fails, also)


def _about_errors(preview: Preview, errors: Sequence[Finding], *, saved: bool) -> str:
    """What keeps the file from loading anywhere, whatever its devices are."""
    refused = refusal(preview)
    if not refused or any(found.code != "refused-name" for found in errors):
        return say("torch.load(f) fails: {title}.", title=clip(errors[0].title if errors else refused, 160))
    text = say("torch.load(f) refuses {refused} on every machine, unless told weights_only=False.", refused=refused)
    if not (preview.plan and _elsewhere([total.device for total in preview.totals_before])):
        return text
    return (
        say("Saved: it needs no GPU. But {text}", text=text)
        if saved
        else say("Once saved, it needs no GPU. But {text}", text=text)
    )


def _about_the_plan(preview: Preview, *, saved: bool, name: str) -> str:
    works = say("torch.load(f) works on a machine without a GPU, with no map_location.")
    if not saved:
        return say("Once saved, {works}", works=works)
    return say(
        "Saved as {name}: {works} {source}, which is open here, is as it was.",
        name=clip(name, 60),
        works=works,
        source=clip(preview.catalogue.checkpoint.name, 60),
    )


def map_to_cpu(plan: Plan, devices: Sequence[str]) -> Plan:
    """The plan with every one of `devices` mapped to the CPU, and nothing sent to another device any more."""
    for edit in plan.edits:
        if isinstance(edit, RemapDevice | MoveOptimizer) and edit.target not in {*EVERYWHERE, FOLLOW}:
            plan = plan.without(edit)
    return next_plan.gather(plan, devices)


def _elsewhere(devices: Sequence[str]) -> list[str]:
    return [device for device in devices if device not in EVERYWHERE]


def _all_cuda(devices: Sequence[str]) -> bool:
    return all(device.split(":")[0] == "cuda" for device in devices)


def _listed(names: Sequence[str]) -> str:
    shown = [clip(name, 60) for name in names[:3]]
    if len(names) > 3:
        shown.append(say("{n} more", n=len(names) - 3))
    if len(shown) == 1:
        return shown[0]
    return say("{first} and {second}", first=", ".join(shown[:-1]), second=shown[-1])
