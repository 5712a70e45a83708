"""What a span costs beside its bytes, by workers of this machine and of Dask: ``python -m benchmarks.workers``.

Prints a JSON object: seconds a span, and until the first answer, of processes and of a local cluster of Dask.
"""

from __future__ import annotations

import json
import time
from contextlib import AbstractContextManager

from benchmarks.scale_model import Site, forecast
from core.spread.cluster import Cluster
from core.spread.crew import Crew, spread
from core.spread.processes import Processes
from core.values.spread_scan import READ, ScanSpan

_SPANS = 2000
_NOTHING = ScanSpan("", (), ())


def costs(entered: AbstractContextManager[Crew]) -> dict[str, float]:
    """Seconds until a crew has answered once, and of each span of very many after that."""
    began = time.perf_counter()
    with entered as crew:
        for _ in spread(crew, READ, [_NOTHING] * crew.workers, lambda: None):
            pass
        start = time.perf_counter() - began
        began = time.perf_counter()
        for _ in spread(crew, READ, [_NOTHING] * _SPANS, lambda: None):
            pass
        return {"start": start, "span": (time.perf_counter() - began) / _SPANS}


def predicted(alone: float, nbytes: int, fixed: float, found: dict[str, float]) -> float:
    """Seconds that two processes take by the model, where one process takes ``alone``, ``fixed`` of it before it reads.

    What a process reads and adds up is known by that; that two have twice as much of it is what the model says.
    """
    site = Site(2, float("inf"), float("inf"), 1 << 40, 0.0, nbytes / (alone - fixed), found["span"], found["start"])
    return fixed + forecast(site, nbytes, 1, 4_000_000).seconds


if __name__ == "__main__":
    print(json.dumps({"processes": costs(Processes(2)), "cluster": costs(Cluster("local:2"))}))
