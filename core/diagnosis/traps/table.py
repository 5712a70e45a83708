"""All traps that pasted errors are recognised by, family by family. A new one is a row of the tables beside this one;
where its error needs more than a look whether the file has that trap, `JUDGES` of `core.diagnosis.traceback.answer`
says who judges.
"""

from __future__ import annotations

from core.diagnosis.traps.containers import CONTAINERS
from core.diagnosis.traps.devices import DEVICES
from core.diagnosis.traps.keys import COPYING, STATE_DICT
from core.diagnosis.traps.many_files import MANY_FILES
from core.diagnosis.traps.pickles import PICKLES
from core.diagnosis.traps.resuming import RESUMING
from core.diagnosis.traps.running import FRAMEWORKS, RUNNING
from core.diagnosis.traps.scripts import SCRIPTS

TRAPS = (
    *DEVICES,
    *CONTAINERS,
    *MANY_FILES,
    *PICKLES,
    *STATE_DICT,
    *COPYING,
    *RESUMING,
    *RUNNING,
    *SCRIPTS,
    *FRAMEWORKS,
)
