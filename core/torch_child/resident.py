"""How much memory of the host this process takes, by the kernel's own account (Linux)."""

from __future__ import annotations

import ctypes
from pathlib import Path


def resident_bytes() -> tuple[int, int]:
    """Anonymous and file-backed bytes that are resident, by the kernel's own account."""
    fields = {}
    for line in Path("/proc/self/smaps_rollup").read_text(encoding="ascii").splitlines()[1:]:
        name, _, rest = line.partition(":")
        fields[name] = int(rest.split()[0]) * 1024
    return fields["Anonymous"], fields["Rss"] - fields["Anonymous"]


def peak_bytes() -> int:
    """The most bytes that were resident since `forget_peak`."""
    for line in Path("/proc/self/status").read_text(encoding="utf-8").splitlines():
        if line.startswith("VmHWM:"):
            return int(line.split()[1]) * 1024
    return 0


def forget_peak() -> None:
    """Let the peak be counted from now on."""
    try:
        Path("/proc/self/clear_refs").write_text("5", encoding="ascii")
    except OSError:  # not everywhere allowed; then the peak is that of the whole run
        return


def give_back_free() -> None:
    """Let the C library hand back what is free, so that what is taken from now on is seen."""
    trim = getattr(ctypes.CDLL(None), "malloc_trim", None)
    if trim is not None:
        trim(0)
