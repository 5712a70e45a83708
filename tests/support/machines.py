"""Computers that this one is not, for real torch: one without a GPU, and one with a single card."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
import torch

from tests.support.oracle import PretendGpus


class OneGpu(PretendGpus):
    """``cuda:0`` is there, in tags; of every other card torch itself says what it says where there is one."""

    def _restore(self, storage: torch.UntypedStorage, location: str) -> torch.UntypedStorage | None:
        return super()._restore(storage, location) if location == "cuda:0" else None  # None: torch's own turn


@contextmanager
def machine(gpus: int) -> Iterator[PretendGpus]:
    """While entered, torch believes that it is on a computer with no GPU (0), or with one (1)."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(torch.cuda, "is_available", lambda: gpus > 0)
        patched.setattr(torch.cuda, "device_count", lambda: gpus)
        if gpus:
            with OneGpu() as one:
                yield one
        else:
            yield PretendGpus()  # not entered: no tag means anything
