"""Traps of devices: storages saved on one that is not there, and cards that fill for nothing."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from core.diagnosis.computer import Computer
from core.diagnosis.findings import ERROR, NOTE, WARNING, Finding
from core.diagnosis.planned import found, live_rows, state_dicts, to_device
from core.edits import RemapDevice
from core.preview import Preview
from core.spoken import is_on_meta
from core.text import count_text, size_text

_LISTED = 8  # devices by name
_EVERYWHERE = ("cpu", "meta")
_NAMED_BY_TORCH = ("xpu", "mtia")
"""Devices beside CUDA that torch can be asked for without a package of their own."""
_NOT_REGISTERED = ("hpu", "privateuseone")


def device_findings(preview: Preview, computer: Computer) -> Iterator[Finding]:
    """Everything about where storages are put."""
    devices = _used_devices(preview)
    cuda = [device for device in devices if _kind(device) == "cuda"]
    missing = [device for device in cuda if not computer.has(device)]
    if missing and not computer.gpus:
        yield _no_gpu(preview, missing)
    for device in missing if computer.gpus else ():
        yield _no_such_gpu(preview, device, computer)
    for device in devices:
        if _kind(device) != "cuda" and _kind(device) not in _EVERYWHERE:
            yield _unknown_device(preview, device, computer)
    yield from _without_data(preview)
    there = [device for device in cuda if device not in missing]
    yield from _several_gpus(preview, there)
    if there:
        yield from _filled_cards(preview, there, computer)


def _used_devices(preview: Preview) -> list[str]:
    return [total.device for total in preview.totals_after]


def _kind(device: str) -> str:
    return device.partition(":")[0]


def _entries_on(preview: Preview, devices: Sequence[str]) -> list[int]:
    tensors, wanted = preview.catalogue.tensors, set(devices)
    return [tensors[row].entry for row in live_rows(preview) if preview.device(row) in wanted]


def _some(devices: Sequence[str]) -> str:
    more = f" and {len(devices) - _LISTED:,} more devices" if len(devices) > _LISTED else ""
    return ", ".join(devices[:_LISTED]) + more


def _no_gpu(preview: Preview, devices: Sequence[str]) -> Finding:
    entries = _entries_on(preview, devices)
    return found(
        preview,
        "no-gpu",
        ERROR,
        f"saved on {', '.join(devices[:3])}{' …' if len(devices) > 3 else ''}, and there is no GPU",
        "Attempting to deserialize object on a CUDA device but torch.cuda.is_available() is False. If you are running "
        "on a CPU-only machine, please use torch.load with map_location=torch.device('cpu') to map your storages to "
        "the CPU.",
        entries,
        "torch.load puts every storage back on the device that it was saved on, and "
        f"{count_text(len(entries), 'tensor')} were saved on {_some(devices)}. A computer without a GPU cannot do "
        "that.",
        "Change the saved device to cpu, once and for all who load the file; or pass map_location='cpu' at every load.",
        to_device(preview, devices, "cpu"),
    )


def _no_such_gpu(preview: Preview, device: str, computer: Computer) -> Finding:
    index = int(device.partition(":")[2] or 0)
    entries = _entries_on(preview, [device])
    return found(
        preview,
        "no-such-gpu",
        ERROR,
        f"saved on {device}, and there {'is' if computer.gpus == 1 else 'are'} {count_text(computer.gpus, 'GPU')}",
        f"Attempting to deserialize object on CUDA device {index} but torch.cuda.device_count() is {computer.gpus}. "
        "Please use torch.load with map_location to map your storages to an existing device.",
        entries,
        f"torch.load puts every storage back on the GPU that it was saved on, and {count_text(len(entries), 'tensor')} "
        f"were saved on {device}. The GPUs here go up to cuda:{computer.gpus - 1}.",
        f"Change the saved device to cuda:0, or to cpu if the model is moved afterwards anyway; or pass "
        f"map_location={{'{device}': 'cuda:0'}} at every load.",
        to_device(preview, [device], computer.home),
        "Older advice is to set CUDA_VISIBLE_DEVICES so that the numbers fit; it hides the trap for one shell only.",
    )


def _unknown_device(preview: Preview, device: str, computer: Computer) -> Finding:
    kind = _kind(device)
    if kind == "mps":
        message = "torch.UntypedStorage(): Storage device not recognized: mps"
    elif kind in _NAMED_BY_TORCH:
        message = (
            f"Attempting to deserialize object on a {kind.upper()} device but torch.{kind}.is_available() is False. If "
            "you are running on a CPU-only machine, please use torch.load with map_location=torch.device('cpu') to map "
            "your storages to the CPU."
        )
    elif kind in _NOT_REGISTERED:
        message = (
            f"The {kind.upper()} device module is not registered. If you are running on a CPU-only machine, please use "
            "torch.load with map_location=torch.device('cpu') to map your storages to the CPU."
        )
    else:
        message = f"don't know how to restore data location of torch.storage.UntypedStorage (tagged with {device})"
    entries = _entries_on(preview, [device])
    return found(
        preview,
        "unknown-device",
        ERROR,
        f"saved on {device}, which is not here",
        message,
        entries,
        f"{count_text(len(entries), 'tensor')} were saved on {device}, a device of another kind of machine. torch.load "
        f"wants to put them back there, which {computer.text} cannot do.",
        f"Change the saved device to {computer.home}; or pass map_location='cpu' at every load.",
        to_device(preview, [device], computer.home),
    )


def _without_data(preview: Preview) -> Iterator[Finding]:
    """Tensors saved on ``meta``: torch writes their shape, and there is nothing else to write."""
    if not any(name.name == "_rebuild_meta_tensor_no_storage" for name in preview.catalogue.checkpoint.mentions.names):
        return
    values = preview.catalogue.values
    entries = [entry for entry in range(len(values)) if is_on_meta(values[entry]) and not preview.dropped(entry)]
    if entries:
        yield found(
            preview,
            "no-data",
            WARNING,
            f"{count_text(len(entries), 'tensor')} on meta, without data",
            "Cannot copy out of meta tensor; no data!",
            entries,
            "A tensor on the device meta has a shape and no values. The model was built on meta, or its weights lay "
            "elsewhere while it was saved (offloading, FSDP), so they are not in this file.",
            "Nothing here can bring them back: save the state_dict again once the weights are in place. To use "
            "the others, leave these keys out and load with strict=False.",
        )


def _several_gpus(preview: Preview, there: Sequence[str]) -> Iterator[Finding]:
    """Row by row of a state dict: DataParallel wants all of a model on its first device."""
    catalogue = preview.catalogue
    for entry in state_dicts(preview):
        live = [row for row in catalogue.subtree_rows(entry) if not preview.dropped(catalogue.tensors[row].entry)]
        devices = dict.fromkeys(preview.device(row) for row in live)
        cuda = sorted((device for device in devices if device in there), key=_number)
        if len(cuda) < 2:
            continue
        first, others = cuda[0], cuda[1:]
        wrapped = any(item.entry == entry and item.prefix == "module." for item in catalogue.prefixes)
        rows = [row for row in live if preview.device(row) in others]
        edits = [
            RemapDevice(saved, first, None, frozenset(row for row in rows if catalogue.device_of(row) == saved))
            for saved in dict.fromkeys(catalogue.device_of(row) for row in rows)
        ]
        yield found(
            preview,
            "several-gpus",
            WARNING if wrapped else NOTE,
            f"the model is spread over {', '.join(cuda)}",
            f"module must have its parameters and buffers on device {first} (device_ids[0]) but found one of them on "
            f"device: {others[0]}",
            [catalogue.tensors[row].entry for row in rows],
            f"The tensors of one state dict were saved on {count_text(len(cuda), 'GPU')}. DataParallel wants all of a "
            "model on its first device; a model that is spread on purpose is right as it is.",
            f"Put all of the model on {first}.",
            edits,
        )


def _filled_cards(preview: Preview, there: Sequence[str], computer: Computer) -> Iterator[Finding]:
    """What the memory panel shows in figures."""
    entries = _entries_on(preview, there)
    nbytes = sum(total.bytes for total in preview.totals_after if total.device in there)
    cure = to_device(preview, there, "cpu")
    if computer.ranks > 1 and len(there) == 1:
        yield found(
            preview,
            "ranks-on-one-gpu",
            WARNING,
            f"all {computer.ranks} processes load onto {there[0]}",
            "",
            entries,
            f"Everything was saved on {there[0]}, so torch.load(f) of each of the {computer.ranks} processes puts "
            f"{size_text(nbytes)} and a CUDA context there. {there[0]} runs full while the other cards idle.",
            "Save it on the cpu, and let each process move its model to its own card; or pass "
            "map_location=f'cuda:{rank}' and call torch.cuda.set_device(rank) first.",
            cure,
        )
    yield found(
        preview,
        "memory-twice",
        NOTE,
        f"loading takes {size_text(nbytes)} on {', '.join(there)} beside the model",
        "",
        entries,
        f"torch.load(f) builds the checkpoint's {size_text(nbytes)} on the GPU, and the model that it is copied into "
        "is there already. While both live, the card holds everything twice.",
        "Save it on the cpu: load_state_dict copies to where the model is. Drop the checkpoint afterwards (del "
        "checkpoint). The memory panel shows what each way takes.",
        cure,
    )
    old = [device for device in there if device != computer.home]
    if old:
        yield found(
            preview,
            "old-gpu-memory",
            NOTE,
            f"loading wakes {', '.join(old)}",
            "",
            _entries_on(preview, old),
            f"torch.load(f) makes a CUDA context on {', '.join(old)} and fills memory there that stays taken until all "
            "references are dropped and torch.cuda.empty_cache() is called. The context stays until the process ends.",
            "Never touch that card: save the file on the cpu, or on the card that is used.",
            to_device(preview, old, "cpu"),
        )


def _number(device: str) -> int:
    return int(device.partition(":")[2] or 0)
