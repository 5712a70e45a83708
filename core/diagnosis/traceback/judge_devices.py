"""Errors of devices: whether the file lies where the error says, and what no file decides."""

from __future__ import annotations

import re

from core.catalogue.modules import DATA_PARALLEL, PickledModule, module_entries
from core.catalogue.quoting import literal
from core.diagnosis.finding import WARNING
from core.diagnosis.traceback.verdicts import Case, Judged, cause, innocent, unknown
from core.text import count_text, sentences, size_text
from core.words import say

_SHOWN = 4
_FILLS_NO_CARD = 64 << 20
"""Bytes that are less than a hundredth of any card that models are trained on."""
_UNITS = {"B": 0, "KB": 1, "MB": 2, "GB": 3, "TB": 4}
_LOST = ("no-gpu", "no-such-gpu", "unknown-device", "nested-pickle")


def lost_device(case: Case) -> Judged | None:
    """``torch.load`` cannot put storages back where they were saved."""
    nested = case.findings_of("nested-pickle") if case.code == "nested-pickle" else ()
    if nested:
        return cause(say("it holds a pickle inside the pickle, which map_location does not reach."), *nested)
    wanted = _named(case)
    if case.view is None:
        before = tuple(finding for finding in case.errors if any(map(wanted.fullmatch, finding.damage.devices)))
        return cause(say("torch stumbles over its saved devices before anything else."), *before) if before else None
    there = sorted(device for device in case.devices if wanted.fullmatch(device))
    if there:
        return cause(say("it has tensors on {some}, as the error says.", some=_some(there)), *case.findings_of(*_LOST))
    wrapped = tuple(each for each in case.findings_of("wrapped-model") if each.severity == WARNING)
    if wrapped and "deserialize" not in case.recognised.quote:
        return cause(say("it holds {title}.", title=wrapped[0].title), *wrapped)
    have = (
        say("its tensors lie on {some}", some=_some(sorted(case.devices)))
        if case.devices
        else say("it holds no tensors")
    )
    tag = case.details.get("tag", "")
    if tag:
        return innocent(
            say(
                "{have}, and none was saved on {tag}: that is the map_location of the script. {spelled}",
                have=have,
                tag=tag,
                spelled=_spelled(tag),
            )
        )
    return innocent(say("{have}. The script loads another file, or moves something there itself.", have=have))


def _named(case: Case) -> re.Pattern[str]:
    """The devices that the error can be about, as a pattern."""
    details = case.details
    device, tag = details.get("device", ""), details.get("tag", "")
    if case.code == "unknown-device":
        tag = tag or ("" if "backend" in details else device)
        if tag:  # of several processes each names its own
            return re.compile(rf"{re.escape(tag.partition(':')[0])}(?::\d+)?")
        kind = re.escape(details.get("backend", "").lower()) or "(?!cpu|cuda|meta)[a-z]+"
        return re.compile(
            rf"{kind}(?::{device}|:0)?" if device == "0" else rf"{kind}:{device}" if device else rf"{kind}(?::\d+)?"
        )
    if case.code == "no-such-gpu":
        number = device.rpartition(":")[2]
        return re.compile(rf"cuda:{number}" if number.isdecimal() else r"cuda:[1-9]\d*")
    return re.compile(r"cuda(?::\d+)?")


def _spelled(tag: str) -> str:
    if tag != tag.lower():
        return say("Write map_location={device}.", device=literal(tag.lower()))
    return say("Write map_location='cpu', or a device that this torch knows.")


def apart(case: Case) -> Judged | None:
    """Two devices in one operation. No file alone does that, so the answer says what to look at."""
    if case.view is None:
        return None
    if not case.devices:
        return innocent(say("it holds no tensors."))
    there = case.findings_of("optimizer-elsewhere")
    models = module_entries(case.view.catalogue)
    if models and len(case.devices) > 1:
        return unknown(
            say(
                "it holds a pickled model and tensors on {some}. Call model.to(device) after torch.load, before the "
                "optimizer is built.",
                some=_some(sorted(case.devices)),
            ),
        )
    if there or len(case.devices) > 1:
        return unknown(
            say(
                "it has tensors on {some}, and that alone does no harm: load_state_dict copies weights into the model "
                "where it is, and puts optimizer state beside its parameter. Look at the script: is the model moved "
                "after the optimizer was built or loaded, state moved in a loop, or a batch left behind?",
                some=_some(sorted(case.devices)),
            ),
            *there,
        )
    return unknown(
        say(
            "all of its tensors lie on {some}, and load_state_dict copies them to where the model is. Look at the "
            "script: model.to(device) before the optimizer is built, inputs.to(device), and tensors taken from the "
            "checkpoint without load_state_dict.",
            some=_some(sorted(case.devices)),
        ),
    )


def data_parallel(case: Case) -> Judged | None:
    """``module must have its parameters and buffers on device cuda:0 (device_ids[0]) but found …``."""
    if case.view is None:
        return None
    models = [each for each in module_entries(case.view.catalogue) if not case.view.dropped(each.entry)]
    wrapped = [each for each in models if each.wrapper == DATA_PARALLEL]
    there = case.findings_of("dataparallel-on-cpu", "several-gpus")
    if wrapped and not there and case.details.get("other") == "cpu" and "cpu" not in case.devices:
        return unknown(
            say(
                "{wrapped} As saved it lies there; if the script loads it with map_location='cpu', that is what "
                "moves it away.",
                wrapped=_of_wrapper(wrapped[0]),
            ),
        )
    if wrapped and "device_ids[0]" in case.recognised.quote and _lies_as_told(case, wrapped[0]):
        return cause(_of_wrapper(wrapped[0]), *there)
    if models and there and case.details.get("other") in case.devices:
        return cause(say("its pickled model lies on {some}.", some=_some(sorted(case.devices))), *there)
    if case.details.get("other") == "cpu":
        return unknown(
            say(
                "it holds no pickled DataParallel, and load_state_dict leaves a model where it is. Look at the "
                "script: on a CPU use model.module without DataParallel; on GPUs call model.to(device_ids[0]) before "
                "wrapping."
            ),
        )
    return unknown(
        say(
            "load_state_dict leaves a model where it is. Look at the script: call model.to(device_ids[0]) before "
            "DataParallel(model), and after anything that moves it."
        ),
    )


def _lies_as_told(case: Case, model: PickledModule) -> bool:
    """Whether the cards that the error names are those of a pickled wrapper; map_location may put all on the CPU."""
    first, other = case.details.get("device", ""), case.details.get("other", "")
    if model.device_ids and first.startswith("cuda") and first != f"cuda:{model.device_ids[0]}":
        return False
    return other in ("", "cpu") or other in case.devices


def _of_wrapper(model: PickledModule) -> str:
    if not model.device_ids:
        return say(
            "it is a pickled DataParallel, which runs only where all of its model lies on the first of them. Take "
            "the model out of it: model = model.module."
        )
    return say(
        "it is a pickled DataParallel with device_ids={ids}, which runs only where all of its model lies on the first "
        "of them. Take the model out of it: model = model.module.",
        ids=list(model.device_ids),
    )


def no_room(case: Case) -> Judged | None:
    """A GPU that is full: what this file can have to do with it, in bytes."""
    if case.view is None:
        return None
    view = case.view
    held = sum(total.bytes for total in view.totals_after)
    on_cards = sum(total.bytes for total in view.totals_after if total.device.partition(":")[0] == "cuda")
    wanted, capacity = _bytes(case, "wanted"), _bytes(case, "capacity")
    there = case.findings_of(*case.recognised.codes)
    if capacity and on_cards > capacity:
        return cause(
            say(
                "loading it as saved puts {size} on a card of {capacity}.",
                size=size_text(on_cards),
                capacity=size_text(capacity),
            ),
            *there,
        )
    if held < _FILLS_NO_CARD or 0 < 10 * held < wanted:
        taken = (
            say(
                "all of its tensors take {size}, and {asked} were asked for.",
                size=size_text(held),
                asked=size_text(wanted),
            )
            if wanted > held
            else say("all of its tensors take {size}.", size=size_text(held))
        )
        scripts = say(
            "What fills the card is the script's: activations (a smaller batch), or another process (nvidia-smi)."
        )
        return innocent(sentences(taken, scripts))
    if not on_cards:
        return unknown(
            say(
                "as saved it puts nothing on a GPU; the model and optimizer that are made of its {size} do. See what "
                "each way of loading takes: the command memory, or the Memory panel.",
                size=size_text(held),
            ),
        )
    return unknown(
        say(
            "torch.load(f) puts {size} on the GPU, beside the model if that is there already. With map_location='cpu' "
            "it puts nothing there: if the error stays, it is the model or the batch. The command memory, or the "
            "Memory panel, shows what each way takes.",
            size=size_text(on_cards),
        ),
        *there,
    )


def shared_card(case: Case) -> Judged | None:
    """``Duplicate GPU detected``: NCCL looks at which card a process uses, not at a file."""
    if case.view is None:
        return None
    cards = sorted(device for device in case.devices if device.startswith("cuda"))
    if not cards:
        return innocent(say("it names no GPU. Call torch.cuda.set_device(local_rank) in each process."))
    return unknown(
        say(
            "every process that loads it without map_location goes to {some}, but the error is about "
            "torch.cuda.set_device(local_rank), which each process must call first. Look whether the script does.",
            some=_some(cards),
        ),
        *case.findings_of("ranks-on-one-gpu"),
    )


def _bytes(case: Case, what: str) -> int:
    """The bytes that an error tells of, 0 where it tells none."""
    told = case.details.get(f"{what}_bytes", "")
    if told.isdecimal():
        return int(told)
    found = re.fullmatch(r"([\d.]+) ?([KMGT]?)i?B", case.details.get(what, ""))
    return int(float(found[1]) * 1024 ** _UNITS[f"{found[2]}B"]) if found else 0


def _some(devices: list[str]) -> str:
    names = ", ".join(devices[:_SHOWN])
    if len(devices) <= _SHOWN:
        return names
    return say("{devices} and {more}", devices=names, more=count_text(len(devices) - _SHOWN, "more device"))
