"""Measured beside predicted: a row a phase of each device."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from core.memory.analysis import Outcome
from core.memory.ledger import DeviceState, HostState, Phase
from core.memory.sizes import memory_text
from core.words import say
from gui.memory.bars_model import HOST, devices_of


@dataclass(frozen=True)
class MeasuredRow:
    """One phase on one device; the two figures are what torch and the kernel count at the end of the phase.

    `label` names the device only where there are several. `at_most` is above `predicted` where the C library may hold
    back what was freed.
    """

    phase: str
    device: str
    predicted: int
    measured: int
    detail: str
    label: str = ""
    at_most: int = 0


def measured_rows(outcome: Outcome, phases: Sequence[Phase]) -> list[MeasuredRow]:
    """RAM first, because every computer has some; then the GPUs."""
    real = {phase.name: phase for phase in phases}
    pairs = [(phase, real[phase.name]) for phase in outcome.phases if phase.name in real]
    rows = [_host_row(predicted.name, predicted.host, measured.host) for predicted, measured in pairs]
    for device in devices_of(outcome):
        rows += [
            _device_row(predicted.name, device, predicted.devices[device], measured.devices[device])
            for predicted, measured in pairs
            if device in predicted.devices and device in measured.devices
        ]
    several = len({row.device for row in rows}) > 1
    return [replace(row, label=f"{row.phase} · {row.device}" if several else row.phase) for row in rows]


def measured_peaks(phases: Sequence[Phase], device: str) -> dict[str, int]:
    """The most that a device held in each phase, as it was measured."""
    if device == HOST:
        return {phase.name: max(0, phase.host.peak) for phase in phases}
    return {phase.name: phase.devices[device].peak for phase in phases if device in phase.devices}


def signed_size(nbytes: int) -> str:
    """A size that may be below nothing: a process can end with less than it began with."""
    return f"−{memory_text(-nbytes)}" if nbytes < 0 else memory_text(nbytes)


def _host_row(phase: str, predicted: HostState, measured: HostState) -> MeasuredRow:
    pairs = [
        ("anonymous", predicted.anonymous, measured.anonymous),
        ("file", predicted.file, measured.file),
        ("peak", predicted.peak, measured.peak),
    ]
    used, detail = predicted.anonymous + predicted.file, _detail(pairs)
    if predicted.kept:
        detail += say(
            "\nheld back by the C library: up to {kept:,} bytes more, part of what is measured", kept=predicted.kept
        )
    return MeasuredRow(
        phase, HOST, used, measured.anonymous + measured.file, detail, at_most=used + (predicted.kept or 0)
    )


def _device_row(phase: str, device: str, predicted: DeviceState, measured: DeviceState) -> MeasuredRow:
    pairs = [
        ("memory_allocated", predicted.allocated, measured.allocated),
        ("requested", predicted.requested, measured.requested),
        ("memory_reserved", predicted.reserved, measured.reserved),
        ("context", predicted.context, measured.context),
        ("peak", predicted.peak, measured.peak),
    ]
    return MeasuredRow(phase, device, predicted.allocated, measured.allocated, _detail(pairs))


def _detail(pairs: Sequence[tuple[str, int, int]]) -> str:
    return "\n".join(
        say("{name}: predicted {one:,}, measured {two:,} bytes", name=name, one=one, two=two)
        for name, one, two in pairs
    )
