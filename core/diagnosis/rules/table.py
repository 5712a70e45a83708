"""All rules: functions of a file as it is planned and of the computer that is to load it, which give a finding for each
trap that they see. A new one is written in a module beside this one, and named here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from core.diagnosis.finding import Finding
from core.diagnosis.traps.containers import file_findings
from core.diagnosis.traps.data_parallel import data_parallel_findings
from core.diagnosis.traps.devices import device_findings
from core.diagnosis.traps.keys import name_findings
from core.diagnosis.traps.many_files import many_files_findings
from core.diagnosis.traps.objects import object_findings
from core.diagnosis.traps.pickles import python2_findings
from core.diagnosis.traps.records import record_findings, sharding_findings, size_findings
from core.diagnosis.traps.resuming import optimizer_findings, rng_findings
from core.edits.preview import Preview
from core.loading.computer import Computer

Rule = Callable[[Preview, Computer], Iterable[Finding]]

RULES: tuple[Rule, ...] = (
    many_files_findings,
    object_findings,
    device_findings,
    data_parallel_findings,
    optimizer_findings,
    name_findings,
    file_findings,
    sharding_findings,
    python2_findings,
    size_findings,
    record_findings,
    rng_findings,
)
"""In the order in which warnings and notes are shown; errors are put in that of torch (`core.diagnosis.diagnose`)."""
