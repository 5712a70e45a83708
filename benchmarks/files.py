"""Makes the large checkpoints, by real ``torch.save``, tagged for a GPU that need not be there.

Run as ``python -m benchmarks.files KIND TARGET``, so that the memory it takes is not that of the measurement.
"""

from __future__ import annotations

import sys
from collections import OrderedDict
from pathlib import Path

LARGE, TINY = "large", "tiny"
ABOUT = {
    LARGE: "900 tensors, 3.6 GB (float32, 1,000,000 elements each)",
    TINY: "75,000 tensors of 8 elements, 22 MB",
}


def make(kind: str, target: Path) -> None:
    """Write one of the files: a state dict of a DataParallel model on cuda:7."""
    import torch  # noqa: PLC0415 - only this process needs it

    torch.serialization.register_package(0, lambda _: "cuda:7", lambda _storage, _location: None)
    count, shape = (900, (1000, 1000)) if kind == LARGE else (75_000, (4, 2))
    state = OrderedDict(
        (f"module.layers.{index}.weight", torch.full(shape, float(index % 97))) for index in range(count)
    )
    torch.save(state, target)


if __name__ == "__main__":
    make(sys.argv[1], Path(sys.argv[2]))
