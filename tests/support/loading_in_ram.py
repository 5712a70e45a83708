"""A child process that resumes from a checkpoint with plain torch and prints the anonymous bytes it holds more.

Before, after ``torch.load``, and after ``del``, as any script would: nothing is trimmed. ``--raise`` first frees a
large block, after which glibc serves blocks up to that size from memory that it does not give back at once.
"""

from __future__ import annotations

import gc
import json
import sys
from pathlib import Path

import torch


def anonymous() -> int:
    """The anonymous bytes of this process, by the kernel's account."""
    lines = Path("/proc/self/smaps_rollup").read_text(encoding="ascii").splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("Anonymous:")) * 1024


def main() -> None:
    """Load, drop, tell."""
    path = sys.argv[1]
    if "--raise" in sys.argv:
        del_me = torch.zeros(31 << 18)
        del del_me
    torch.load(path, map_location="meta")  # what the first use takes is not the checkpoint's
    gc.collect()
    before, found = anonymous(), []
    checkpoint = torch.load(path, map_location="cpu")
    found.append(anonymous() - before)
    del checkpoint
    gc.collect()
    found.append(anonymous() - before)
    json.dump(found, sys.stdout)


if __name__ == "__main__":
    main()
