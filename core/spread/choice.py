"""Who does the work: as the user says, or by how much there is of it."""

from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext

from core.errors import ClusterError
from core.spread.crew import Crew

WORTH_A_START = 2 << 30
"""Bytes from which on it pays to start processes, which takes half a second: one of them reads 2 GB in a second."""


def crew_for(
    nbytes: int, workers: int | None = None, cluster: str | None = None, pause: Callable[[], None] = lambda: None
) -> AbstractContextManager[Crew | None]:
    """The crew for so many bytes, not yet entered: None where this process reads alone.

    ``workers`` is how many processes of this machine there shall be, ``cluster`` an address of Dask, as
    `core.spread.address` has it; without either as many as there are processors, where it is worth it.
    Entering may raise `ClusterError`, and what ``pause`` raises; asking for both raises it at once.
    """
    if cluster is not None and workers is not None:
        raise ClusterError("Say --workers or --cluster, and not both.")
    if cluster is not None:
        from core.spread.cluster import Cluster  # noqa: PLC0415 - who asks for none need not have Dask

        return Cluster(cluster, pause)
    if workers is None:
        workers = processors() if nbytes >= WORTH_A_START else 1
    if workers < 2:
        return nullcontext()
    from core.spread.processes import Processes  # noqa: PLC0415 - as above

    return Processes(workers)


def processors() -> int:
    """How many processors this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
