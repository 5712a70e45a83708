"""Devices: GPUs that are not there, locations that torch does not know, tensors apart."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from core.catalogue.modules import DATA_PARALLEL, PickledModule, module_entries
from core.catalogue.quoting import literal
from core.devices import card_of
from core.diagnosis.device_words import NamedDevice, named_devices
from core.diagnosis.finding import ERROR, NOTE, WARNING, Finding, make_finding
from core.diagnosis.inside import inside
from core.diagnosis.planned import rows_to_device, to_device
from core.diagnosis.trap import DEVICE_VALUE, LOST_DEVICE, Case, Judged, cause, error, innocent, says, trap, unknown
from core.diagnosis.traps.resuming import random_states
from core.dtypes import NO_DEVICE
from core.edits.devices import step_storages
from core.edits.edits import Edit, SetValue
from core.edits.preview import Preview, preview
from core.errors import CheckpointError
from core.loading.code import on_cpu
from core.loading.computer import Computer
from core.loading.torch_messages import ELSEWHERE, NO_DATA, cannot_copy, cannot_restore
from core.objects.value_text import is_on_meta
from core.text import clip, count_text, enumerated, listed, sentences, size_text
from core.words import marked, say

_LISTED = 8  # devices by name
_FOR_RANKS = marked(
    "Change the saved device to cpu, and let each process move its model to its own GPU. Or call "
    "torch.cuda.set_device(rank) and load with map_location=f'cuda:{rank}'."
)
_LONGEST = 60
_TWICE = marked("loading puts a second copy of the weights ({size}) on {some}")
_TWICE_MAPPED = marked("with map_location, loading puts a second copy of the weights ({size}) on {some}")
_NAME = re.compile(r"(?!cpu|cuda|meta)[a-z_]+(:(0|[1-9][0-9]{0,2}))?")
"""What a device of another kind of machine is called, as far as torch is concerned."""


def device_findings(preview: Preview, computer: Computer) -> Iterator[Finding]:
    """Everything about where storages are put."""
    devices = _used_devices(preview)
    missing = [device for device in devices if not computer.has(device)]
    cards = [device for device in missing if card_of(device) is not None]
    if cards and not computer.gpus:
        yield _no_gpu(preview, cards, computer)
    held = held_rows(preview) if missing and computer.saved_for != "cpu" else []
    if cards and computer.gpus:
        yield _no_such_gpu(preview, cards, computer, held)
    for device in missing:
        if device not in cards:
            yield _unknown_device(preview, device, computer, held)
    yield from _without_data(preview)
    there = [device for device in devices if card_of(device) is not None and device not in missing]
    if there:
        yield from _filled_cards(preview, there, computer)
    # What is to go to a card is counted before it is there: a cure brings nothing new.
    to_come = missing if computer.saved_for != "cpu" else []
    if there or to_come:
        yield from _twice(preview, [*there, *to_come], computer)


def moved(
    preview: Preview, unwanted: Sequence[str], target: str, held: Sequence[int] | None = None
) -> tuple[Edit, ...]:
    """The edits after which nothing is on the ``unwanted`` devices any more but on ``target``.

    What torch keeps on the CPU goes there instead of to a card: the rows ``held``, looked for where they are not given.
    """
    edits = to_device(preview, unwanted, target)
    if card_of(target) is None:
        return edits
    away = set(unwanted)
    rows = [row for row in (held_rows(preview) if held is None else held) if preview.device(row) in away]
    return (*edits, *rows_to_device(preview, rows, "cpu"))


def held_rows(preview: Preview) -> list[int]:
    """The tensors that torch keeps on the CPU: `step` of optimizers, and states of random numbers."""
    storage_of = preview.catalogue.storage_of
    steps = {storage for storage, with_parameter in step_storages(preview.catalogue).items() if not with_parameter}
    rows = {row for row, storage in enumerate(storage_of) if storage in steps} if steps else set()
    return sorted(rows | {row for row, state in random_states(preview) if state.dtype == "uint8"})


def _used_devices(preview: Preview) -> list[str]:
    """Those that torch is asked for: safetensors, a part of many files perhaps, name none."""
    return [total.device for total in preview.totals_after if total.device != NO_DEVICE]


def _entries_on(preview: Preview, devices: Sequence[str]) -> list[int]:
    tensors, wanted = preview.catalogue.tensors, set(devices)
    return [tensors[row].entry for row in preview.live_rows() if preview.device(row) in wanted]


def _first_devices(devices: Sequence[str]) -> str:
    names = listed(devices[:_LISTED])
    if len(devices) <= _LISTED:
        return names
    return say("{devices} and {count:,} more devices", devices=names, count=len(devices) - _LISTED)


def _spelled(device: str) -> str:
    """A device as a file has it, which may be any text, of any length."""
    text = device if device.isprintable() and device.strip() == device else repr(device)
    return clip(text, _LONGEST) if device else say("a device without a name")


def _no_gpu(preview: Preview, devices: Sequence[str], computer: Computer) -> Finding:
    entries = _entries_on(preview, devices)
    return make_finding(
        preview,
        "no-gpu",
        ERROR,
        say(
            "saved on {devices}, but {computer}",
            devices=enumerated(devices, 3),
            computer=computer.has_in_words,
        ),
        cannot_restore(devices[0], 0),
        entries,
        say(
            "torch.load puts every tensor back where it was saved, and {tensors} were saved on "
            "{some}. A computer without a GPU cannot do that.",
            tensors=count_text(len(entries), "tensor"),
            some=_first_devices(devices),
        ),
        say(
            "Change the saved device to cpu once, for everyone who loads the file, or pass "
            "map_location='cpu' at every load."
        ),
        moved(preview, devices, "cpu"),
        of_computer=True,
    )


def _no_such_gpu(preview: Preview, devices: Sequence[str], computer: Computer, held: Sequence[int]) -> Finding:
    entries, home = _entries_on(preview, devices), computer.saved_for
    of_tensors = map(preview.device, preview.live_rows())
    first = next(filter(set(devices).__contains__, of_tensors), devices[0])  # a storage may have no tensor
    return make_finding(
        preview,
        "no-such-gpu",
        ERROR,
        say("saved on {devices}, but {computer}", devices=enumerated(devices, 3), computer=computer.has_in_words),
        cannot_restore(first, computer.gpus),
        entries,
        say(
            "torch.load puts every tensor back where it was saved, and {tensors} were saved on "
            "{some}, which that computer lacks.",
            tensors=count_text(len(entries), "tensor"),
            some=_first_devices(devices),
        ),
        say(
            "Change {devices} to {home} in the file, as the fix does, or to cpu if the model is moved afterwards "
            "anyway; or pass map_location={{{mapped}}} at every load.",
            devices=enumerated(devices, 3),
            home=home,
            mapped=", ".join(f"{literal(device)}: {literal(home)}" for device in devices[:_LISTED])
            + (", …" if len(devices) > _LISTED else ""),
        )
        if home != "cpu"
        else say(_FOR_RANKS),
        moved(preview, devices, home, held),
        say("Setting CUDA_VISIBLE_DEVICES helps in one shell only, and cannot add GPUs that are not there."),
        of_computer=True,
    )


def _unknown_device(preview: Preview, device: str, computer: Computer, held: Sequence[int]) -> Finding:
    carried = _is_carried(preview, device)
    message = cannot_copy(device.partition(":")[0]) if carried else cannot_restore(device, computer.gpus)
    name, entries = _spelled(device), _entries_on(preview, [device])
    return make_finding(
        preview,
        "unknown-device",
        ERROR,
        say("saved on {name}, which this computer does not have", name=name),
        message,
        entries,
        sentences(
            say(
                "{tensors} were saved on {name}, which needs another kind of machine."
                if _NAME.fullmatch(device)
                else "{tensors} were saved on {name}, which is not a torch device name.",
                tensors=count_text(len(entries), "tensor"),
                name=name,
            ),
            say("torch.load puts them back there, but {computer} cannot.", computer=computer.text)
            if message
            else say(ELSEWHERE),
        ),
        say("Change the saved device to {home}; or pass map_location='cpu' at every load.", home=computer.saved_for),
        moved(preview, [device], computer.saved_for, held),
        of_computer=True,
    )


def _is_carried(preview: Preview, device: str) -> bool:
    """Whether what goes to a device comes from copies in main memory, as the first of it does."""
    columns = zip(preview.draft.devices, preview.storages_kept, strict=True)
    first = next((index for index, (there, kept) in enumerate(columns) if kept and there == device), -1)
    return first in preview.catalogue.carried


def _without_data(preview: Preview) -> Iterator[Finding]:
    """Tensors saved on ``meta``: torch writes their shape, and there is nothing else to write."""
    if not any(name.name == "_rebuild_meta_tensor_no_storage" for name in preview.catalogue.checkpoint.mentions.names):
        return
    values = preview.catalogue.values
    entries = [entry for entry in range(len(values)) if is_on_meta(values[entry]) and not preview.dropped(entry)]
    if entries:
        yield make_finding(
            preview,
            "no-data",
            WARNING,
            say("{tensors} on meta have no data", tensors=count_text(len(entries), "tensor")),
            NO_DATA,
            entries,
            say(
                "A tensor on the device meta has a shape but no values. The model was on meta, or its weights were "
                "elsewhere when it was saved (offloading, FSDP), so the file does not have them."
            ),
            say(
                "Pthfinder cannot restore them: save the state_dict again with the weights in place. To "
                "use the other keys, drop these and load with strict=False."
            ),
        )


def _filled_cards(preview: Preview, there: Sequence[str], computer: Computer) -> Iterator[Finding]:
    """What the memory panel shows in figures."""
    entries = _entries_on(preview, there)
    nbytes = sum(total.bytes for total in preview.totals_after if total.device in there)
    cure = to_device(preview, there, "cpu")
    if computer.ranks > 1 and len(there) == 1:
        yield make_finding(
            preview,
            "ranks-on-one-gpu",
            WARNING,
            say("all {ranks} processes load onto {there}", ranks=computer.ranks, there=there[0]),
            "",
            entries,
            say(
                "Everything was saved on {there}, so each of the {ranks} processes puts {size} and a "
                "CUDA context there. {there} fills up while the other cards stay empty.",
                there=there[0],
                ranks=computer.ranks,
                size=size_text(nbytes),
            ),
            say(_FOR_RANKS),
            cure,
        )
    old = [device for device in there if device != computer.home]
    if old:
        yield make_finding(
            preview,
            "old-gpu-memory",
            NOTE,
            say("loading also uses {old}", old=listed(old)),
            "",
            _entries_on(preview, old),
            say(
                "torch.load(f) creates a CUDA context on {old} and fills memory there. You get the memory back with "
                "torch.cuda.empty_cache() after deleting the tensors; the context stays until the process ends.",
                old=listed(old),
            ),
            say("Change the saved device to cpu, or to the card you use, so that loading uses no other card."),
            to_device(preview, old, "cpu"),
        )


def _twice(preview: Preview, there: Sequence[str], computer: Computer) -> Iterator[Finding]:
    """The weights of state dicts; optimizers share their tensors with the checkpoint, and a pickled model is itself.

    What was saved on a device that is missing is counted for the card that it goes to.
    """
    catalogue = preview.catalogue
    weights = {
        row.entry: row.storage
        for entry in preview.state_dicts()
        for row in map(catalogue.tensors.__getitem__, catalogue.subtree_rows(entry))
        if not preview.dropped(row.entry) and preview.draft.devices[row.storage] in there
    }
    if not weights:
        return
    storages = set(weights.values())
    devices = [device for device in there if any(preview.draft.devices[storage] == device for storage in storages)]
    nbytes = sum(catalogue.storages[storage].nbytes for storage in storages)
    cards = list(dict.fromkeys(device if computer.has(device) else computer.home for device in devices))
    is_there = all(map(computer.has, devices))
    yield make_finding(
        preview,
        "memory-twice",
        NOTE,
        say(_TWICE if is_there else _TWICE_MAPPED, size=size_text(nbytes), some=_first_devices(cards)),
        "",
        list(weights),
        say(
            "{load} puts {size} of weights on the GPU. If the model is already there, the card holds the weights twice "
            "until you delete the checkpoint. Optimizer state is not doubled, because the optimizer uses the tensors "
            "of the checkpoint.",
            load="torch.load(f)" if is_there else f"torch.load(f, map_location={literal(computer.home)})",
            size=size_text(nbytes),
        ),
        sentences(
            _to_cpu([device for device in there if not computer.has(device)], devices),
            say(
                "Delete the checkpoint afterwards (del checkpoint). The Memory panel (command: memory) shows how much "
                "memory each way of loading takes."
            ),
        ),
        to_device(preview, devices, "cpu"),
    )


def _to_cpu(missing: Sequence[str], devices: Sequence[str]) -> str:
    """What to do about weights on ``devices``; that it cures the error about those that are ``missing``, if it does."""
    if not missing or not set(devices).issuperset(missing):
        return say("Change the saved device to cpu: load_state_dict copies the tensors to the model's device anyway.")
    return say(
        "You can use this fix instead of the one for {error}: it changes the saved device to cpu, which ends both "
        "problems, and load_state_dict copies the tensors to the model's device anyway.",
        error="no-such-gpu",
    )


_TAIL = (
    r"(?:[.\s]{0,3}If you are running on a CPU-only machine, ?please use torch\.load with "
    r"map_location=(?:torch\.device\()?'cpu'\)? to map your storages)?"
)
_TAGGED = r"don'?t know how to restore data location of (?P<storage>[\w.]{1,80}) ?\(tagged with "


_SHOWN = 4
_FILLS_NO_CARD = 64 << 20
"""Bytes that are less than a hundredth of any card that models are trained on."""
_UNITS = {"B": 0, "KB": 1, "MB": 2, "GB": 3, "TB": 4}
_LOST = ("no-gpu", "no-such-gpu", "unknown-device", "nested-pickle")


def lost_device(case: Case) -> Judged | None:
    """``torch.load`` cannot put storages back where they were saved."""
    wanted = _named(case)
    if case.view is None:
        before = tuple(finding for finding in case.errors if any(map(wanted.fullmatch, finding.damage.devices)))
        return (
            cause("torch fails on the devices named in the file before it gets to anything else.", *before)
            if before
            else None
        )
    first, second = (_of_bytes, _of_tensors) if case.code == "nested-pickle" else (_of_tensors, _of_bytes)
    if found := first(case, case.view, wanted) or second(case, case.view, wanted):
        return found
    wrapped = tuple(each for each in case.findings_of("wrapped-model") if each.severity == WARNING)
    if wrapped and "deserialize" not in case.recognised.quote:
        return cause("it holds {title}.", *wrapped, title=wrapped[0].title)
    if named := _of_values(case, case.view, wanted):
        return named
    have = _have(case)
    tag = case.details.get("tag", "")
    if tag:
        return innocent(
            "{have}, and none was saved on {tag}. That device comes from map_location in your script. {spelled}",
            have=have,
            tag=tag,
            spelled=_corrected(tag),
        )
    return innocent("{have}. The script loads another file, or moves something there itself.", have=have)


def _of_values(case: Case, view: Preview, wanted: re.Pattern[str]) -> Judged | None:
    """Options of a script that went into the file, and name the device of the error."""
    if case.code == "unknown-device" and not case.details.keys() & {"tag", "device", "backend"}:
        return None  # any device may be meant
    home = "cuda:0" if case.code == "no-such-gpu" and case.details.get("gpus") != "0" else "cpu"
    found = list(named_devices(view, wanted, home))
    if not found:
        return None
    says_so = [
        say("its {path!r} says {value}", path=clip(view.path_text(each.entry), 120), value=each.says) for each in found
    ]
    return unknown(
        "{have}, but {values}. If your script uses that value in .to() or map_location, change the value in the file.",
        _set_to(case, view, found, home),
        have=_have(case),
        values=listed(says_so, _SHOWN),
    )


def _set_to(case: Case, view: Preview, found: Sequence[NamedDevice], home: str) -> Finding:
    """The values as a finding, with the edits that name a device that there is."""
    edits = tuple(SetValue(each.entry, each.instead) for each in found if each.instead is not None)
    try:
        preview(view.catalogue, view.plan.with_edits(edits))
    except CheckpointError:  # the value is a key, or stands in a tuple, or the file is only shown
        edits = ()
    return make_finding(
        view,
        DEVICE_VALUE,
        WARNING,
        say("a value in it names {device}", device=found[0].device),
        case.recognised.quote,
        [each.entry for each in found],
        case.recognised.explanation,
        say("Set it to {home}.", home=home),
        edits,
    )


def _have(case: Case) -> str:
    """Where its tensors are."""
    if not case.devices:
        return say("it holds no tensors")
    return say("its tensors are on {some}", some=_some(sorted(case.devices)))


def _of_tensors(case: Case, view: Preview, wanted: re.Pattern[str]) -> Judged | None:
    there = sorted(filter(wanted.fullmatch, case.devices))
    if not there:
        return None
    said = say("it has tensors on {some}, as the error says.", some=_some(there))
    return cause(sentences(said, on_cpu(view)), *case.findings_of(*_LOST))


def _of_bytes(case: Case, view: Preview, wanted: re.Pattern[str]) -> Judged | None:
    """What lies in the file as bytes is loaded by a second load, with its own ``map_location`` or without any."""
    found = dict(inside(view, wanted))
    there = next(((path, device) for path, device in found.items() if device), None)
    if there is not None:
        path, device = there
        return cause(
            "its {path!r} holds another checkpoint as bytes, with tensors on {device}. The map_location of the "
            "outer torch.load does not apply to them.",
            *case.findings_of("nested-pickle"),
            path=clip(path, 120),
            device=device,
        )
    if not found:
        return None
    return unknown(
        "{have}, but Pthfinder cannot unpack {paths}, which may hold a checkpoint. If the script loads that, give its "
        "load a map_location, too.",
        have=_have(case),
        paths=listed([repr(clip(path, 120)) for path in found], _SHOWN),
    )


def _named(case: Case) -> re.Pattern[str]:
    """The devices that the error can be about, as a pattern."""
    details = case.details
    device, tag = details.get("device", ""), details.get("tag", "")
    code = next(each for each in case.recognised.codes if each != "nested-pickle")
    if code == "unknown-device":
        tag = tag or ("" if "backend" in details else device)
        if tag:  # of several processes each names its own
            return re.compile(rf"{re.escape(tag.partition(':')[0])}(?::\d+)?")
        kind = re.escape(details.get("backend", "").lower()) or "(?!cpu|cuda|meta)[a-z]+"
        return re.compile(
            rf"{kind}(?::{device}|:0)?" if device == "0" else rf"{kind}:{device}" if device else rf"{kind}(?::\d+)?"
        )
    if code == "no-such-gpu":
        number = device.rpartition(":")[2]
        return re.compile(rf"cuda:{number}" if number.isdecimal() else r"cuda:[1-9]\d*")
    return re.compile(r"cuda(?::\d+)?")


def named_by_script(case: Case) -> Judged | None:
    """A name that no torch knows; it may come from a value of the file."""
    name = case.details.get("tag") or case.details.get("device", "")
    if case.view is None or not name:
        return None
    return _of_values(case, case.view, re.compile(rf"{re.escape(name)}(?::\d+)?"))


def _corrected(tag: str) -> str:
    if tag != tag.lower():
        return say("Write map_location={device}.", device=literal(tag.lower()))
    return say("Write map_location='cpu', or a device that this torch knows.")


def apart(case: Case) -> Judged | None:
    """Two devices in one operation. No file alone does that, so the answer says what to look at."""
    if case.view is None:
        return None
    if not case.devices:
        return innocent("it holds no tensors.")
    there = case.findings_of("optimizer-elsewhere")
    models = module_entries(case.view.catalogue)
    if models and len(case.devices) > 1:
        return unknown(
            "it holds a pickled model and tensors on {some}. Call model.to(device) after torch.load, before the "
            "optimizer is built.",
            some=_some(sorted(case.devices)),
        )
    if there or len(case.devices) > 1:
        said = unknown(
            "its tensors are on {some}, but that alone does not cause this error: model.load_state_dict copies "
            "weights to the device of the model, and optimizer.load_state_dict copies state to the device of each "
            "parameter. Check your script: move the model before you create or load the optimizer, do not move "
            "optimizer state yourself, and move each batch to the device of the model.",
            *there,
            some=_some(sorted(case.devices)),
        )
        if case.findings_of("no-gpu", "no-such-gpu"):
            also = say("If torch.load(f) also fails, that is another error.")
            said = said._replace(text=sentences(said.text, also))
        return said
    return unknown(
        "all of its tensors lie on {some}, and load_state_dict copies them to where the model is. Look at the "
        "script: model.to(device) before the optimizer is built, inputs.to(device), and tensors taken from the "
        "checkpoint without load_state_dict.",
        some=_some(sorted(case.devices)),
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
            "{wrapped} In the file, none of its tensors is on the CPU: if your script loads it with "
            "map_location='cpu', that moves the model away from its GPU.",
            wrapped=_of_wrapper(wrapped[0]),
        )
    if wrapped and "device_ids[0]" in case.recognised.quote and _lies_as_told(case, wrapped[0]):
        return cause(_of_wrapper(wrapped[0]), *there)
    if models and there and case.details.get("other") in case.devices:
        return cause("its pickled model is on {some}.", *there, some=_some(sorted(case.devices)))
    if case.details.get("other") == "cpu":
        return unknown(
            "it holds no pickled DataParallel, and load_state_dict leaves a model where it is. Look at the script: on "
            "a CPU use model.module without DataParallel; on GPUs call model.to(device_ids[0]) before wrapping."
        )
    return unknown(
        "load_state_dict leaves a model where it is. In your script, call model.to(device_ids[0]) before "
        "DataParallel(model), and again after anything else that moves the model."
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
            "it is a pickled DataParallel, which runs only if the whole model is on the first of its device_ids. "
            "Unwrap it: model = model.module."
        )
    return say(
        "it is a pickled DataParallel with device_ids={ids}, which runs only if the whole model is on the first of "
        "these devices. Unwrap it: model = model.module.",
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
            "loading it as saved puts {size} on a card of {capacity}.",
            *there,
            size=size_text(on_cards),
            capacity=size_text(capacity),
        )
    if held < _FILLS_NO_CARD or 0 < 10 * held < wanted:
        taken = (
            say(
                "all of its tensors take {size}, but the failed allocation was for {asked}.",
                size=size_text(held),
                asked=size_text(wanted),
            )
            if wanted > held
            else say("all of its tensors take {size}.", size=size_text(held))
        )
        scripts = say(
            "It is not the file that fills the card. Either activations do (try a smaller batch), or another "
            "process does (see nvidia-smi)."
        )
        return innocent(sentences(taken, scripts))
    if not on_cards:
        return unknown(
            "loading it puts nothing on a GPU. The model and optimizer that your script builds from its {size} "
            "take the memory. The command memory and the Memory panel show what each way of loading takes.",
            size=size_text(held),
        )
    if own := on_cpu(view):
        return unknown(
            "loaded as saved, it puts {size} on the GPU. {on_cpu}", *there, size=size_text(on_cards), on_cpu=own
        )
    return unknown(
        "torch.load(f) puts {size} on the GPU, in addition to a model that is already there. With "
        "map_location='cpu' it puts nothing on the GPU: if the error stays, the model or the batch is too large. "
        "The command memory and the Memory panel show what each way of loading takes.",
        *there,
        size=size_text(on_cards),
    )


def shared_card(case: Case) -> Judged | None:
    """``Duplicate GPU detected``: NCCL looks at which card a process uses, not at a file."""
    if case.view is None:
        return None
    cards = sorted(device for device in case.devices if device.startswith("cuda"))
    if not cards:
        return innocent("it names no GPU. Call torch.cuda.set_device(local_rank) in each process.")
    return unknown(
        "every process that loads it without map_location puts its tensors on {some}. But the error is about "
        "torch.cuda.set_device(local_rank), which each process must call first: check whether your script does.",
        *case.findings_of("ranks-on-one-gpu"),
        some=_some(cards),
    )


def _bytes(case: Case, what: str) -> int:
    """The bytes that an error tells of, 0 where it tells none."""
    told = case.details.get(f"{what}_bytes", "")
    if told.isdecimal():
        return int(told)
    found = re.fullmatch(r"([\d.]+) ?([KMGT]?)i?B", case.details.get(what, ""))
    return int(float(found[1]) * 1024 ** _UNITS[f"{found[2]}B"]) if found else 0


def _some(devices: list[str]) -> str:
    names = listed(devices[:_SHOWN])
    if len(devices) <= _SHOWN:
        return names
    return say("{devices} and {more}", devices=names, more=count_text(len(devices) - _SHOWN, "more device"))


DEVICES = (
    trap(
        "no-gpu",
        error(
            "saved on a GPU, loaded without one",
            "torch.load puts each tensor back where it was saved, but this computer has no usable "
            "CUDA GPU. The weights themselves are fine.",
            "Load with torch.load(f, map_location='cpu'), or rewrite the devices in the file to cpu. If this "
            "computer has a GPU, install a torch with CUDA and check torch.cuda.is_available().",
            says(r"Attempting to deserialize object on (?:a )?CUDA device but torch\.cuda\.is_available\(\) is False"),
            says(
                r"please use torch\.load with map_location=(?:torch\.device\()?['\"]?cpu['\"]?\)? to map your storages"
            ),
            says(r"(?:not compiled with|compiled without) CUDA (?:enabled|support)"),
            says(r"Found no NVIDIA (?:driver|GPU) on your system"),
            says(r"NVIDIA driver on your system is too old"),
            says(r"CUDA driver version is insufficient for CUDA runtime version"),
            says(r"no CUDA-capable device (?:is detected|is available)"),
            says(r"No (?:CUDA|HIP) GPUs are available"),
            says(r"CUDA initialization: ?(?:CUDA unknown error|Unexpected error from cudaGetDeviceCount)"),
            says(r"Cannot initialize CUDA without ATen_cuda library"),
            says(r"Could not run 'aten::empty_strided' with arguments from the 'CUDA' backend"),
            says(r"module 'torch\._C' has no attribute '_cuda_\w{1,40}'"),
            absent="The computer where the error happened has every GPU that the file needs.",
        ),
        look=device_findings,
        judge=lost_device,
        kin=(LOST_DEVICE,),
        loading=True,
    ),
    trap(
        "no-such-gpu",
        error(
            "saved on a GPU number that this computer does not have",
            "torch.load puts each tensor back on the GPU with the number it was saved on. This computer has fewer "
            "GPUs, or CUDA_VISIBLE_DEVICES hides some.",
            "Load with map_location={'cuda:5': 'cuda:0'} or map_location='cpu', or rewrite the devices in the file.",
            says(
                r"deserialize object on CUDA device (?P<device>\d{1,4})",
                r"(?: but torch\.cuda\.device_count\(\) is (?P<count>\d{1,4}))?",
            ),
            says(r"invalid device ordinal"),
            says(r"cudaErrorInvalidDevice"),
            says(r"AssertionError: ?Invalid device id"),
            says(r"device=(?P<device>\d{1,4}), ?num_gpus=(?P<count>\d{1,4})"),
            absent="The computer where the error happened has every GPU that the file names.",
        ),
        error(
            "a storage that cannot be put on its GPU",
            "torch.load tried to put a tensor back on a GPU that is missing here. Your text ends "
            "before the line that names it.",
            "Load with map_location='cpu', or rewrite the devices in the file. The last line of the traceback says "
            "how many GPUs there are.",
            says(r"validate_cuda_device\(location\)"),
            says(r"in _cuda_deserialize\b"),
            says(r"_validate_device\(location"),
            absent="The chosen computer has every GPU that the file names.",
            weak=True,
            also="no-gpu",
        ),
        look=device_findings,
        judge=lost_device,
        kin=(LOST_DEVICE,),
        loading=True,
    ),
    trap(
        "map-location",
        error(
            "a device name that torch does not know",
            "torch knows devices as 'cpu', 'cuda', 'cuda:0', 'mps' and so on; in map_location the CPU has no "
            "number. The name in the error was given by the script.",
            "Write map_location='cpu' or map_location='cuda:0'. torch.device(…) catches a misspelled name, but "
            "also accepts 'cpu:0', which map_location does not.",
            says(_TAGGED, r"(?P<tag>(?:gpu|cpu|cuda|dev)[^)\n]{0,80})(?:\)|\Z)"),
            says(r"Invalid device string: ?'?(?P<device>[^'\n]{1,60})'?"),
            says(
                r"Expected one of cpu, ?[\w, ]{1,300}? device type at start of device string: ?'?",
                r"(?P<device>[^\s'\",;]{0,60})",
            ),
            says(r"Device string must not be empty"),
            says(r"Invalid device,? must be (?:a )?cuda device"),
            says(r"Expected a (?:cuda|torch\.)\w{0,20} ?(?:device|with a specified index or an integer), ?but got: ?"),
            says(r"int\(location\[5:\]\)[^\0]{0,200}?invalid literal for int\(\) with base 10: ?''"),
            says(r"Loading safetensors file with (?:dict|callable) map_location is not supported"),
            in_file=False,
        ),
        judge=named_by_script,
    ),
    trap(
        "unknown-device",
        error(
            "saved on a device this torch does not know",
            "A tensor was saved on a device that this computer does not have (such as mps), or that needs a torch "
            "extension which is not installed here; or map_location names such a device. torch.load cannot put "
            "tensors there.",
            "Load with map_location='cpu', or rewrite the devices in the file. To keep the device, import the "
            "package that adds it before you call torch.load.",
            says(_TAGGED, r"[\"']?(?P<tag>[^)\"'\n]{1,80})[\"']?(?:\)|\Z)"),
            says(r"Storage device not recognized: ?(?P<tag>[\w:]{1,40})"),
            says(r"Could not run 'aten::\w{1,60}' with arguments from the '(?P<backend>(?!CPU|CUDA)\w{1,40})' backend"),
            says(r"don'?t know how to determine data location of (?P<storage>[\w.]{1,80})"),
            says(
                r"Attempting to deserialize object on an? (?P<backend>(?!CUDA)[A-Z]\w{0,20}) device but "
                r"torch\.\w{1,20}",
                r"\.is_available\(\) is False",
                _TAIL,
            ),
            says(
                r"Attempting to deserialize object on (?P<backend>(?!CUDA|a |an )[A-Z]\w{0,20}) device ",
                r"(?P<device>\d{1,4}) but ",
                r"torch\.\w{1,20}\.device_count\(\) is (?P<count>\d{1,4})",
            ),
            says(r"The (?P<backend>[A-Z]\w{0,20}) device module is not registered", _TAIL),
            says(r"Torch not compiled with (?P<backend>XPU|MTIA|HPU|MPS|XLA) enabled"),
            says(r"PyTorch is not linked with support for (?P<backend>\w{1,20}) devices"),
            absent="It names no such device.",
            also="no-gpu",
        ),
        look=device_findings,
        judge=lost_device,
        kin=(LOST_DEVICE,),
        loading=True,
    ),
    trap("old-gpu-memory", look=device_findings),
)
