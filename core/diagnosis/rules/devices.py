"""Traps of devices: storages saved on one that is not there, and cards that fill for nothing."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from glob import escape

from core.catalogue.catalogue import Catalogue
from core.catalogue.quoting import literal
from core.devices import card_of
from core.diagnosis.finding import ERROR, NOTE, WARNING, Finding, make_finding
from core.diagnosis.planned import to_device
from core.diagnosis.rules.rng import random_states
from core.dtypes import NO_DEVICE
from core.edits.devices import step_storages
from core.edits.edits import Edit, RemapDevice
from core.edits.preview import Preview
from core.loading.computer import Computer
from core.loading.torch_messages import ELSEWHERE, NO_DATA, cannot_copy, cannot_restore
from core.objects.describe import is_on_meta
from core.text import clip, count_text, sentences, size_text
from core.words import marked, say

_LISTED = 8  # devices by name
_FOR_RANKS = marked(
    "Save it on the cpu, and let each process move its model to its own card; or pass "
    "map_location=f'cuda:{rank}' and call torch.cuda.set_device(rank) first."
)
_LONGEST = 60
_TWICE = marked("loading takes {size} of weights on {some} beside the model")
_TWICE_MAPPED = marked("once mapped, loading takes {size} of weights on {some} beside the model")
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
    for device in cards if computer.gpus else ():
        yield _no_such_gpu(preview, device, computer, held)
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
    catalogue, away = preview.catalogue, set(unwanted)
    rows = [row for row in (held_rows(preview) if held is None else held) if preview.device(row) in away]
    by_device = {was: frozenset(row for row in rows if catalogue.device_of(row) == was) for was in _of(catalogue, rows)}
    return (*edits, *(RemapDevice(escape(was), "cpu", None, there) for was, there in by_device.items()))


def held_rows(preview: Preview) -> list[int]:
    """The tensors that torch keeps on the CPU: `step` of optimizers, and states of random numbers."""
    storage_of = preview.catalogue.storage_of
    steps = {storage for storage, with_parameter in step_storages(preview.catalogue).items() if not with_parameter}
    rows = {row for row, storage in enumerate(storage_of) if storage in steps} if steps else set()
    return sorted(rows | {row for row, state in random_states(preview) if state.dtype == "uint8"})


def _of(catalogue: Catalogue, rows: Sequence[int]) -> list[str]:
    """The devices that rows were saved on, each once."""
    return list(dict.fromkeys(map(catalogue.device_of, rows)))


def _used_devices(preview: Preview) -> list[str]:
    """Those that torch is asked for: safetensors, a part of many files perhaps, name none."""
    return [total.device for total in preview.totals_after if total.device != NO_DEVICE]


def _kind(device: str) -> str:
    return device.partition(":")[0]


def _entries_on(preview: Preview, devices: Sequence[str]) -> list[int]:
    tensors, wanted = preview.catalogue.tensors, set(devices)
    return [tensors[row].entry for row in preview.live_rows() if preview.device(row) in wanted]


def _some(devices: Sequence[str]) -> str:
    names = ", ".join(devices[:_LISTED])
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
            devices=", ".join(devices[:3]) + (" …" if len(devices) > 3 else ""),
            computer=computer.has_in_words,
        ),
        cannot_restore(devices[0], 0),
        entries,
        say(
            "torch.load puts every storage back on the device that it was saved on, and {tensors} were saved on "
            "{some}. A computer without a GPU cannot do that.",
            tensors=count_text(len(entries), "tensor"),
            some=_some(devices),
        ),
        say(
            "Change the saved device to cpu, once and for all who load the file; or pass map_location='cpu' at every "
            "load."
        ),
        moved(preview, devices, "cpu"),
    )


def _no_such_gpu(preview: Preview, device: str, computer: Computer, held: Sequence[int]) -> Finding:
    entries = _entries_on(preview, [device])
    return make_finding(
        preview,
        "no-such-gpu",
        ERROR,
        say("saved on {devices}, but {computer}", devices=device, computer=computer.has_in_words),
        cannot_restore(device, computer.gpus),
        entries,
        say(
            "torch.load puts every storage back on the GPU that it was saved on, and {tensors} were saved on "
            "{device}. The GPUs here go up to cuda:{last}.",
            tensors=count_text(len(entries), "tensor"),
            device=device,
            last=computer.gpus - 1,
        ),
        say(
            "Change the saved device to {home}, or to cpu if the model is moved afterwards anyway; or pass "
            "map_location={{{device_quoted}: {home_quoted}}} at every load.",
            home=computer.saved_for,
            device_quoted=literal(device),
            home_quoted=literal(computer.saved_for),
        )
        if computer.saved_for != "cpu"
        else say(_FOR_RANKS),
        moved(preview, [device], computer.saved_for, held),
        say(
            "Older advice is to set CUDA_VISIBLE_DEVICES so that the numbers fit; it hides the trap for one shell only."
        ),
    )


def _unknown_device(preview: Preview, device: str, computer: Computer, held: Sequence[int]) -> Finding:
    carried = _is_carried(preview, device)
    message = cannot_copy(_kind(device)) if carried else cannot_restore(device, computer.gpus)
    name, entries = _spelled(device), _entries_on(preview, [device])
    return make_finding(
        preview,
        "unknown-device",
        ERROR,
        say("saved on {name}, which is not here", name=name),
        message,
        entries,
        sentences(
            say(
                "{tensors} were saved on {name}, a device of another kind of machine."
                if _NAME.fullmatch(device)
                else "{tensors} were saved on {name}, which is no device as torch writes it.",
                tensors=count_text(len(entries), "tensor"),
                name=name,
            ),
            say("torch.load wants to put them back there, which {computer} cannot do.", computer=computer.text)
            if message
            else say(ELSEWHERE),
        ),
        say("Change the saved device to {home}; or pass map_location='cpu' at every load.", home=computer.saved_for),
        moved(preview, [device], computer.saved_for, held),
    )


def _is_carried(preview: Preview, device: str) -> bool:
    """Whether what goes to a device comes from copies in main memory, as the first of it does."""
    columns = zip(preview.storage_devices, preview.storages_kept, strict=True)
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
            say("{tensors} on meta, without data", tensors=count_text(len(entries), "tensor")),
            NO_DATA,
            entries,
            say(
                "A tensor on the device meta has a shape and no values. The model was built on meta, or its weights "
                "lay elsewhere while it was saved (offloading, FSDP), so they are not in this file."
            ),
            say(
                "Nothing here can bring them back: save the state_dict again once the weights are in place. To use "
                "the others, leave these keys out and load with strict=False."
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
                "Everything was saved on {there}, so torch.load(f) of each of the {ranks} processes puts {size} and a "
                "CUDA context there. {there} runs full while the other cards idle.",
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
            say("loading wakes {old}", old=", ".join(old)),
            "",
            _entries_on(preview, old),
            say(
                "torch.load(f) makes a CUDA context on {old} and fills memory there that stays taken until all "
                "references are dropped and torch.cuda.empty_cache() is called. The context stays until the process "
                "ends.",
                old=", ".join(old),
            ),
            say("Never touch that card: save the file on the cpu, or on the card that is used."),
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
        if not preview.dropped(row.entry) and preview.storage_devices[row.storage] in there
    }
    if not weights:
        return
    storages = set(weights.values())
    devices = [device for device in there if any(preview.storage_devices[storage] == device for storage in storages)]
    nbytes = sum(catalogue.storages[storage].nbytes for storage in storages)
    cards = list(dict.fromkeys(device if computer.has(device) else computer.home for device in devices))
    is_there = all(map(computer.has, devices))
    yield make_finding(
        preview,
        "memory-twice",
        NOTE,
        say(_TWICE if is_there else _TWICE_MAPPED, size=size_text(nbytes), some=_some(cards)),
        "",
        list(weights),
        say(
            "torch.load(f) builds {size} of weights on the GPU, and the model that they are copied into may be there "
            "already: while both live, the card holds the weights twice. Optimizer state is not doubled: the "
            "optimizer takes the checkpoint's tensors as they are.",
            size=size_text(nbytes),
        ),
        say(
            "Save it on the cpu: load_state_dict copies to where the model is. Drop the checkpoint afterwards (del "
            "checkpoint). The memory panel shows what each way takes."
        ),
        to_device(preview, devices, "cpu"),
    )
