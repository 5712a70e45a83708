"""The NVIDIA cards of this machine, live: how much of each is used, by us and by others.

Asked of the driver through NVML (``nvidia-ml-py``, module ``pynvml``), which opens no CUDA context and so takes
nothing from the card. Both are looked for only when asked: a machine without a card pays for neither.
"""

from __future__ import annotations

import functools
import os
from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

from core.words import marked, say


@dataclass(frozen=True)
class Gpu:
    """One card, in bytes: ``total`` that programs get, ``used`` by everybody, of that ``ours``. ``device`` is torch's
    name for it.
    """

    device: str
    name: str
    total: int
    used: int
    ours: int

    @property
    def others(self) -> int:
        return max(self.used - self.ours, 0)

    @property
    def free(self) -> int:
        return max(self.total - self.used, 0)


@dataclass(frozen=True)
class LiveCards:
    """What there is now; without any, ``problem`` is a sentence why."""

    cards: tuple[Gpu, ...]
    problem: str | None = None


def live_cards(pids: Collection[int] = ()) -> LiveCards:
    """The cards now. What the processes ``pids`` and this one use counts as ours, as far as the driver tells."""
    nvml, problem, reason = _nvml()
    if nvml is None:
        return LiveCards((), say(problem, error=reason))
    ours = {os.getpid(), *pids}
    try:
        handles = [nvml.nvmlDeviceGetHandleByIndex(index) for index in range(nvml.nvmlDeviceGetCount())]
        visible = _visible([_text(nvml.nvmlDeviceGetUUID(handle)) for handle in handles])
        cards = tuple(_card(nvml, handles[index], f"cuda:{number}", ours) for number, index in enumerate(visible))
    except nvml.NVMLError as error:
        return LiveCards((), say("The NVIDIA driver does not answer: {error}.", error=error))
    return LiveCards(cards, None if cards else say("The NVIDIA driver shows no card to this program."))


@functools.cache
def _nvml() -> tuple[Any, str, str]:
    """The NVML module, started once; or None and why not: a sentence to be said, and what the driver said."""
    try:
        import pynvml  # noqa: PLC0415 - see above
    except ImportError:
        return None, marked("No live gauge: the package nvidia-ml-py is not installed."), ""
    try:
        pynvml.nvmlInit()
    except pynvml.NVMLError as error:
        return None, marked("No live gauge: there is no NVIDIA driver here ({error})."), str(error)
    return pynvml, "", ""


def _visible(uuids: list[str]) -> list[int]:
    """The cards that CUDA would show, in its order: all, or those that ``CUDA_VISIBLE_DEVICES`` names."""
    wanted = os.environ.get("CUDA_VISIBLE_DEVICES")
    if wanted is None:
        return list(range(len(uuids)))
    found: list[int] = []
    for word in wanted.split(","):
        name = word.strip()
        match = [index for index, uuid in enumerate(uuids) if name and (name == str(index) or uuid.startswith(name))]
        if len(match) != 1:  # CUDA shows those before the first that it does not know
            break
        found.append(match[0])
    return found


def _card(nvml: Any, handle: Any, device: str, ours: Collection[int]) -> Gpu:
    total, used = _memory(nvml, handle)
    used_by: dict[int, int] = {}
    for list_processes in (nvml.nvmlDeviceGetComputeRunningProcesses, nvml.nvmlDeviceGetGraphicsRunningProcesses):
        try:
            processes = list_processes(handle)
        except nvml.NVMLError:  # some drivers and containers do not tell
            continue
        for process in processes:
            used_by[process.pid] = process.usedGpuMemory or 0
    name = _text(nvml.nvmlDeviceGetName(handle))
    return Gpu(device, name, total, used, sum(used_by.get(pid, 0) for pid in ours))


def _memory(nvml: Any, handle: Any) -> tuple[int, int]:
    """What programs get of a card, and what is used of that: newer drivers say what they keep for themselves."""
    version = getattr(nvml, "nvmlMemory_v2", None)
    if version is not None:
        try:
            memory = nvml.nvmlDeviceGetMemoryInfo(handle, version=version)
            return int(memory.total - memory.reserved), int(memory.used)
        except (nvml.NVMLError, TypeError):  # an older driver, or an older package
            pass
    memory = nvml.nvmlDeviceGetMemoryInfo(handle)
    return int(memory.total), int(memory.used)


def _text(value: str | bytes) -> str:
    return value.decode("utf-8", "replace") if isinstance(value, bytes) else value
