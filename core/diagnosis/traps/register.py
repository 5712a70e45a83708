"""All traps, family by family. A new one is an object in the module of its family, beside what it names."""

from __future__ import annotations

from core.diagnosis.trap import KnownError, Look, Trap
from core.diagnosis.traps.containers import CONTAINERS
from core.diagnosis.traps.data_parallel import WRAPPERS
from core.diagnosis.traps.devices import DEVICES
from core.diagnosis.traps.keys import KEYS
from core.diagnosis.traps.many_files import MANY_FILES
from core.diagnosis.traps.nested import NESTED
from core.diagnosis.traps.pickles import PICKLES
from core.diagnosis.traps.records import RECORDS
from core.diagnosis.traps.resuming import RESUMING
from core.diagnosis.traps.running import RUNNING
from core.diagnosis.traps.scripts import SCRIPTS
from core.diagnosis.traps.states import STATES

TRAPS: tuple[Trap, ...] = (
    *MANY_FILES,
    *PICKLES,
    *DEVICES,
    *WRAPPERS,
    *RESUMING,
    *STATES,
    *KEYS,
    *CONTAINERS,
    *NESTED,
    *RECORDS,
    *RUNNING,
    *SCRIPTS,
)
"""In the order in which warnings and notes are shown; errors are put in that of torch (`core.diagnosis.diagnose`)."""

LOOKS: tuple[Look, ...] = tuple(dict.fromkeys(trap.look for trap in TRAPS if trap.look is not None))
"""The passes over a file, each for all the traps that it finds."""

LOOKS_AT_ANY: tuple[Look, ...] = tuple(
    dict.fromkeys(trap.look for trap in TRAPS if trap.look is not None and trap.of_any_file)
)
"""Those of them that suit a file that is no pickle, or only shown."""

ERRORS: tuple[KnownError, ...] = tuple(error for trap in TRAPS for error in trap.errors)
"""All errors that a pasted text is recognised by. Where two wordings say as much, the one further up counts."""

BY_CODE = {trap.code: trap for trap in TRAPS}
"""Each trap by the code of its findings."""


def codes(*kin: str) -> frozenset[str]:
    """The codes of the traps of some families."""
    return frozenset(trap.code for trap in TRAPS if not set(kin).isdisjoint(trap.kin))
