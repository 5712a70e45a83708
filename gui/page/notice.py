"""What the banner says of a document with its plan, and the one thing to do next."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Final, Literal

from core.catalogue.storages import DeviceTotal
from core.devices import EVERYWHERE
from core.diagnosis.finding import ERROR, WARNING, Finding, curable, is_for_all
from core.diagnosis.traps.devices import moved
from core.edits.devices import gather
from core.edits.edit import in_few_words
from core.edits.edits import Edit, Plan
from core.edits.preview import Preview
from core.loading.computer import Computer
from core.loading.left_out import about_left_out
from core.loading.made_state_dict import about_made_state_dict
from core.loading.many_files import call_of, is_many
from core.loading.torch_messages import cannot_restore
from core.report.parts import missing_text
from core.saving.look_only import state_dict_edits
from core.text import capital, clip, enumerated, first_sentence, sentences
from core.words import marked, say
from gui.document.refused import refusal
from gui.session.saved_copy import Copy
from gui.session.session import SavedAs

_LONGEST_WORDS: Final = 52
_LONGEST_CALL: Final = 100

Tone = Literal["warning", "good", "calm"]
MAP, CURE, CURE_ALL, SAVE, STATE_DICT, RELOAD = "map", "cure", "cure all", "save", "state dict", "reload"
_CURES: Final = frozenset({MAP, CURE, CURE_ALL})


_SAVED = marked("The file was saved on {devices}, but {computer}.")
_STILL = marked("The copy will still be on {devices}, but {computer}.")
_WILL_BE_SAVED = marked("The copy will be on {devices}, but {computer}.")
_COPY = marked("The copy is on {devices}, but {computer}.")
_COPY_ELSEWHERE = marked("The copy is on {devices}, which needs another kind of machine.")
_SAVED_ELSEWHERE = marked("The file was saved on {devices}, which needs another kind of machine.")
_STILL_ELSEWHERE = marked("The copy will still be on {devices}, which needs another kind of machine.")
_WILL_BE_SAVED_ELSEWHERE = marked("The copy will be on {devices}, which needs another kind of machine.")

_OF_LOADERS: Final = frozenset({"safetensors"})
"""Findings that say who else than torch.load loads the file."""


@dataclass(frozen=True)
class NextStep:
    """The next thing to do: put all where the computer has it, the edits of one cure, all cures at once, or save; of
    what is only shown its state dict.
    """

    kind: str
    words: str
    edits: tuple[Edit, ...] = ()


@dataclass(frozen=True)
class Notice:
    """What the banner says; `explained` says that the diagnosis has more about it."""

    tone: Tone
    text: str
    step: NextStep | None = None
    explained: bool = False
    missing: bool = False
    """It is about files that are not there, whose keys can be listed."""
    more: str = ""
    """What only a tooltip has room for."""
    brief: str = ""
    """The same in fewer words, if there are any, for where more is to be told."""


def with_news(said: Notice, known: Sequence[str], copy: Copy | None, shown: str = "") -> Notice:
    """Return a notice that also tells what is ``known`` of the numbers, and of the ``copy`` that was just saved, while
    the file of the name ``shown`` is open with the same changes.

    What a button cures comes first: the numbers are not what it cures.
    """
    text, more = said.brief if known and said.brief else said.text, ""
    if copy is not None:
        name = clip(copy.path.name, 60)
        told = say("{name} ({size}) was saved, and read back to check it.", name=name, size=copy.size)
        text, more = (sentences(text, copy.note), told) if name in text else (sentences(told, copy.note, text), "")
        if shown:
            still = marked("{name} is still open: your next copy has these changes and those you add.")
            text = sentences(text, say(still, name=clip(shown, 40)))
    cures = said.step is not None and said.step.kind in _CURES
    text = sentences(text, *known) if cures else sentences(*known, text)
    return replace(said, tone="warning" if known else said.tone, text=text, more=more)


def outdated(name: str) -> Notice:
    """What there is to say once the file was found to be another one than what is shown."""
    text = say(
        "{name} has changed since it was opened. You see the old file, and its numbers can no longer be read. Reload "
        "keeps your pending changes.",
        name=clip(name, 60),
    )
    return Notice("warning", text, NextStep(RELOAD, say("Reload")))


def notice(
    preview: Preview,
    *,
    saved: SavedAs | None = None,
    findings: Sequence[Finding] | None = (),
    computer: Computer = Computer(),
    got_past: Callable[[Finding], bool] = lambda _finding: False,
) -> Notice:
    """What there is to say about a document with its plan, to somebody who loads it on a ``computer``.

    `findings` are None while the diagnosis is under way. `saved` is the file that the plan is in, if it is in one. Of
    what the user's own script ``got_past`` nothing is said once its error is cured.
    """
    if preview.catalogue.checkpoint.read_only:
        has_state_dict = bool(state_dict_edits(preview.catalogue))
        step = NextStep(STATE_DICT, say("Save its state dict…")) if has_state_dict else None
        return Notice("calm", preview.catalogue.checkpoint.read_only, step)
    if findings is not None and preview.plan:
        findings = [each for each in findings if each.severity == ERROR or not got_past(each)]
    said = _about_file(preview, computer, saved, findings)
    said = _as_the_script_does(preview, saved, findings, got_past) or said
    missing = "" if preview.plan else missing_text(preview.catalogue.checkpoint.several)
    several = preview.catalogue.checkpoint.several
    note = say(several.note) if several is not None and several.note and not preview.plan else ""
    if not missing and not note:
        return said
    text = sentences(missing, note, said.text if said.tone == "warning" else "")
    return replace(said, tone="warning" if missing else said.tone, text=text, missing=bool(missing))


def _as_the_script_does(
    preview: Preview, saved: SavedAs | None, findings: Sequence[Finding] | None, got_past: Callable[[Finding], bool]
) -> Notice | None:
    """What there is to say of a plan to somebody whose script gets past all that is left; None to everybody else.

    Once the plan is saved nothing is left to do but to load the copy: how comes first.
    """
    errors = [each for each in findings or () if each.severity == ERROR]
    if not preview.plan or not errors or not all(map(got_past, errors)) or about_made_state_dict(preview):
        return None
    if saved is None:
        works = say("Once saved, the copy loads in your script.")
    else:
        works = say("{name} is saved and loads in your script.", name=clip(saved.path.name, 60))
    step = NextStep(SAVE, say("Save fixed…")) if saved is None else None
    said = sentences(works, about_left_out(preview)) if saved is None else sentences(about_left_out(preview), works)
    return Notice("good", said, step, explained=True)


def _about_file(
    preview: Preview, computer: Computer, saved: SavedAs | None, findings: Sequence[Finding] | None
) -> Notice:
    """Say about the parts that are there what stops the user first, with its cure, and what comes next."""
    missing = [device for device in _elsewhere(preview.totals_after) if not computer.has(device)]
    found = findings or ()
    errors = [each for each in found if each.severity == ERROR and each.code not in _OF_LOADERS]
    troubles = [*errors, *(each for each in curable(found) if each.severity == WARNING)]
    save = NextStep(SAVE, say("Save fixed…")) if preview.plan and saved is None else None
    step = _cure(preview, missing, troubles, computer) or save
    then = say("Also: {title}.", title=clip(troubles[1].title, 120)) if len(troubles) > 1 else ""
    if missing and (not errors or errors[0].of_computer):
        full, brief = (
            sentences(_about_devices(preview, missing, computer, saved=saved is not None, quoted=quoted), then)
            for quoted in (not then, False)
        )
        return Notice("warning", full, step, explained=bool(found), brief=brief)
    if errors or preview.refused_names:
        return Notice(
            "warning", sentences(_about_errors(preview, errors, saved=saved is not None), then), step, bool(found)
        )
    works = _about_the_plan(preview, computer, saved) if preview.plan else _works(preview, computer)
    if troubles:
        said = say("A later step may fail: {title}.", title=clip(troubles[0].title, 120))
        return Notice("calm", sentences(said, works), step, explained=True)
    if findings is None and not preview.plan:
        works = say("Checking what torch.load would say …")
    return Notice("good" if preview.plan else "calm", works, step)


def _works(preview: Preview, computer: Computer) -> str:
    """Say that nothing keeps the file, or all of several, from loading there; what is on a card loads on that card."""
    call, devices = call_of(preview.catalogue.checkpoint), _elsewhere(preview.totals_after)
    if not devices:
        return say("{call} works on any computer and needs no map_location.", call=call)
    return say(
        "{call} works on {computer} and needs no map_location: the file was saved on {devices}.",
        call=call,
        computer=computer.text,
        devices=_listed(devices),
    )


def _cure(preview: Preview, missing: Sequence[str], troubles: Sequence[Finding], computer: Computer) -> NextStep | None:
    """What cures what is wrong; None where nothing can. Until the diagnosis is there, what is sure to help.

    What loses something is no part of "all", and offered by itself where it comes first.
    """
    cures = curable(troubles)
    alone = troubles[:1] if troubles and troubles[0].edits and not is_for_all(troubles[0]) else ()
    if not alone and missing and all(each.of_computer for each in cures):
        source = missing[0] if len(missing) == 1 else say("all")
        if len(missing) > 1 and _all_cuda(_elsewhere(preview.totals_after)) and not computer.gpus:
            source = "cuda:*"
        words = say("Map {source} → {target}", source=clip(source, 24), target=computer.saved_for)
        return NextStep(MAP, words)
    if not alone and len(cures) > 1:
        return NextStep(CURE_ALL, say("Fix all ({n})", n=len(cures)))
    edits = tuple(dict.fromkeys(edit for each in alone or cures or troubles for edit in each.edits))
    if not edits:
        return None
    words = clip(in_few_words(preview.catalogue, edits), _LONGEST_WORDS)
    return NextStep(CURE, capital(words), edits)


def _about_devices(preview: Preview, missing: Sequence[str], computer: Computer, *, saved: bool, quoted: bool) -> str:
    before = set(_elsewhere(preview.totals_before))
    on, cards = _listed(missing), _all_cuda(missing)
    if saved:
        text = _COPY if cards else _COPY_ELSEWHERE
    elif not set(missing) <= before:
        text = _WILL_BE_SAVED if cards else _WILL_BE_SAVED_ELSEWHERE
    elif preview.plan and set(_elsewhere(preview.totals_after)) < before:
        text = _STILL if cards else _STILL_ELSEWHERE
    else:
        text = _SAVED if cards else _SAVED_ELSEWHERE
    said = say(text, devices=on, computer=computer.has_in_words)
    error = clip(first_sentence(cannot_restore(missing[0], computer.gpus)), 160) if quoted else ""
    if not error:
        fails = say("torch.load(f) fails here.") if computer.is_here else say("torch.load(f) fails there.")
    elif is_many(preview.catalogue.checkpoint) and not preview.plan:
        fails = say("torch.load of such a file raises “{error}”", error=error)
    else:
        fails = say("torch.load(f) raises “{error}”", error=error)
    return sentences(said, fails)


def _about_errors(preview: Preview, errors: Sequence[Finding], *, saved: bool) -> str:
    """Say what keeps the file from loading anywhere, whatever its devices are."""
    refused = refusal(preview)
    if not refused or any(found.code != "refused-name" for found in errors):
        return say("torch.load(f) fails: {title}.", title=clip(errors[0].title if errors else refused, 160))
    text = say(
        "torch.load(f) refuses {refused} on every computer unless you allow it with safe_globals or pass "
        "weights_only=False.",
        refused=refused,
    )
    if not preview.plan or not _elsewhere(preview.totals_before) or _elsewhere(preview.totals_after):
        return text
    return (
        say("The saved copy needs no GPU. But {text}", text=text)
        if saved
        else say("Once saved, it needs no GPU. But {text}", text=text)
    )


def mapped(preview: Preview, computer: Computer) -> Plan:
    """The plan after which all is where the computer has it."""
    if computer.saved_for == "cpu":
        return map_to_cpu(preview.plan, _elsewhere(preview.totals_before))
    missing = [device for device in _elsewhere(preview.totals_after) if not computer.has(device)]
    return preview.plan.with_edits(moved(preview, missing, computer.saved_for))


def map_to_cpu(plan: Plan, devices: Sequence[str]) -> Plan:
    """The plan with every one of `devices` mapped to the CPU, and nothing sent to another device any more."""
    for edit in plan.edits:
        if edit.sends_to is not None and edit.sends_to not in EVERYWHERE:
            plan = plan.without(edit)
    return gather(plan, devices)


def _about_the_plan(preview: Preview, computer: Computer, saved: SavedAs | None) -> str:
    """Say that the copy will load; once it is saved, what it is and how it is loaded; and what its model needs then."""
    made = about_made_state_dict(preview) if saved is None else ""
    return sentences(_about_the_copy(preview, computer, saved), made, about_left_out(preview))


def _about_the_copy(preview: Preview, computer: Computer, saved: SavedAs | None) -> str:
    if saved is None:
        if not _elsewhere(preview.totals_after):
            return say("Once saved, the copy loads on any computer and needs no map_location.")
        return say("Once saved, the copy loads on {computer} and needs no map_location.", computer=computer.text)
    name, changes = clip(saved.path.name, 60), clip(in_few_words(preview.catalogue, preview.plan.edits), 120)
    call = saved.call if len(saved.call) <= _LONGEST_CALL else ""
    if made := about_made_state_dict(preview, name, call):
        return made
    if not call:
        return say(
            "{name} is saved with your changes ({changes}). “Code to load it…” has the lines that load it.",
            name=name,
            changes=changes,
        )
    return say(
        "{name} is saved with your changes ({changes}). Load it with {call}.", name=name, changes=changes, call=call
    )


def _elsewhere(totals: Sequence[DeviceTotal]) -> list[str]:
    """Return the devices that not every computer has."""
    return [total.device for total in totals if total.device not in EVERYWHERE]


def _all_cuda(devices: Sequence[str]) -> bool:
    return all(device.split(":")[0] == "cuda" for device in devices)


def _listed(names: Sequence[str]) -> str:
    return enumerated([clip(name, 60) for name in names], 3)
